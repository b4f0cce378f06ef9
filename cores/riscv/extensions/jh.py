"""JH's round on elements of four bits, eight in a word (16 January 2011, sections 3.2 to 3.4).

`jh_substitute` is the layer of S-boxes: the bits that select them are a byte of rs2.  Of a word of
odd elements it first exchanges those that stand 1, 2 or 4 apart: what the round before it left of
the permutation.  The linear transformation L is two of `jh_double`: the odd elements with the even
ones, then these with the new odd ones.
"""

from mote.ise.riscv.isa import Instruction, Operands
from mote.pic24.expr import Expr, cat, mux, rom

S = (
    *(9, 0, 4, 11, 13, 12, 3, 15, 1, 10, 2, 6, 7, 5, 8, 14),
    *(3, 12, 6, 13, 5, 7, 1, 9, 15, 2, 0, 4, 11, 10, 14, 8),
)
"""The S-boxes that 0 and 1 select (section 3.2)."""


def _gates(x: Expr, c: Expr) -> Expr:
    """An S-box in gates."""
    m3, m2, m1, m0 = (x[n] for n in range(4))
    m3 = ~m3
    m0 = m0 ^ (c & ~m2)
    t = c ^ (m0 & m1)
    m0 = m0 ^ (m2 & m3)
    m3 = m3 ^ (~m1 & m2)
    m1 = m1 ^ (m0 & m2)
    m2 = m2 ^ (m0 & ~m3)
    m0 = m0 ^ (m1 | m3)
    m3 = m3 ^ (m1 & m2)
    m1 = m1 ^ (t & m0)
    m2 = m2 ^ t
    return cat(m3, m2, m1, m0)


def _exchanged(x: Expr, apart: int) -> Expr:
    """The elements that stand so far apart have changed places."""
    places = (n ^ apart for n in range(8))
    return cat(*(x[4 * n : 4 * n + 4] for n in places))


def _substitute(i: Operands) -> Expr:
    low, high = i.n[2], i.n[3]
    x = mux(
        high,
        mux(low, _exchanged(i.s, 4), _exchanged(i.s, 2)),
        mux(low, _exchanged(i.s, 1), i.s),
    )
    half = mux(i.n[1], i.t[16:], i.t[:16])
    c = mux(i.n[0], half[8:], half[:8])
    elements = [(x[4 * n : 4 * n + 4], c[n]) for n in range(8)]
    return cat(*(rom(S, cat(each, bit), 4, _gates(each, bit)) for each, bit in elements))


def _double(i: Operands) -> Expr:
    found = []
    for n in range(8):
        d, s = i.s[4 * n : 4 * n + 4], i.t[4 * n : 4 * n + 4]
        found.append(d ^ cat(s[3], s[0] ^ s[3], s[1], s[2]))
    return cat(*found)


INSTRUCTIONS = [
    Instruction(
        "jh_substitute",
        "nnnn110 ttttt sssss 111 ddddd 0001011",
        _substitute,
        "To rd the S-boxes of rs1, selected by the byte of rs2 with the number's lower two bits; "
        "with 4, 8 or 12 elements 1, 2 or 4 apart are exchanged first.",
    ),
    Instruction(
        "jh_double",
        "0001001 ttttt sssss 110 ddddd 0001011",
        _double,
        "To rd rs1 + 2 rs2, for eight elements of GF(2^4).",
    ),
]
