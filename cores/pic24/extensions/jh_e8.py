"""S3_E8: all of JH's E8, nine cycles for each column of eight words.

A set of our own in place of jh_cst and jh_swap.  What was looked for: with these the time of JH
goes into S-boxes and L, 50 instructions for the eight words of a column, though each such word
needs to be read and written but once, in eight cycles.  So one instruction does all of a column,
under REPEAT; 42 rounds of eight columns are `repeat #335`.  RCOUNT tells column and round, which
leaves nothing for the program to count.

What it takes of the core:

- each cycle reads at most one 16-bit word of data memory, writes at most one, reads at most four
  registers (Wm and three more, as s3_mix does) and writes at most two;
- four temporary words of 16 bits: the S-box needs its four words and t at one time.  Between two
  columns nothing is kept but working registers, so REPEAT can be interrupted;
- one S-box for 16 elements, used twice; the XORs of L;
- the constants of jh_cst, a table for the even and one for the odd words;
- the swap inside of words that jh_swap has, once, at the input of odd words: what a round has to
  swap is swapped when the next round reads it.  Swaps of 16 bits and more are changes of addresses:
  the odd words of column e are where those of column e ^ D were at first, D the sum of the swaps so
  far; after 42 rounds D is 0.

The schedule.  x are the even words, y the odd ones, d the odd results, c the even results (written
while the next column is read).

| cycle | read | registers | written |
|---|---|---|---|
| 1 | x1 | half of the S-box | c0 of the column before |
| 2 | x3 | S-box: W0, W1 | c1 |
| 3 | y2 | W2, W3 | c2 |
| 4 | y0 | half of the S-box | c3 |
| 5 | y1 | t | |
| 6 | y3 | S-box; W7 = c3 | d0 |
| 7 |    | W5 = c0, W6 = x2 ^ d0 | d1 |
| 8 | x2 of the next column | W2; W6 = c2 | d3 |
| 9 | x0 of the next column | W0; W1 = c1 | d2 |

Before: W0 and W2 are x0 and x2 of column 0, W5, W1, W6, W7 are x0 to x3 of column 7.  Afterwards
W5, W1, W6, W7 are to be written there.
"""

from __future__ import annotations

from pathlib import Path

from mote.pic24.expr import Expr, cat, const, mux, reg, rom, var, zext
from mote.pic24.isa import (
    MEM,
    RCOUNT,
    Access,
    Fields,
    Instruction,
    Reg,
    RegWrite,
    Step,
    load_module,
)

ROUNDS, COLUMNS = 42, 8
WORDS = load_module(Path(__file__).with_name("jh_cst.py")).WORDS
MASKS = {1: 0x5555, 2: 0x3333, 4: 0x0F0F, 8: 0x00FF}


def by_count(odd: int) -> list[int]:
    """The constants by RCOUNT, from 335 for column 0 of round 0 down to 0."""
    return [
        WORDS[16 * round_ + 8 * odd + column]
        for round_ in reversed(range(ROUNDS))
        for column in reversed(range(COLUMNS))
    ]


def by_round() -> list[int]:
    """D (3 bits), and the swap inside of words still to be done (0, or 1 to 4), by RCOUNT / 8."""
    table = []
    for round_ in reversed(range(ROUNDS)):
        swaps = [number % 7 for number in range(round_)]
        distance = 0
        for swap in swaps:
            distance ^= 1 << swap >> 4
        last = swaps[-1] + 1 if swaps and swaps[-1] < 4 else 0
        table.append(distance | last << 3)
    return table


def within(word: Expr, kind: Expr) -> Expr:
    """Blocks of 1, 2, 4 or 8 bits exchanged, for kind 1 to 4; kind 0: none."""

    def exchanged(distance: int) -> Expr:
        low = MASKS[distance]
        zeros = const(0, distance)
        left = cat(zeros, (word & low)[: 16 - distance])
        right = cat((word & ~low & 0xFFFF)[distance:], zeros)
        return left | right

    small = mux(kind[1], mux(kind[0], exchanged(4), exchanged(2)), mux(kind[0], exchanged(1), word))
    return mux(kind[2], exchanged(8), small)


def meaning(i: Fields) -> list[Step]:
    zero = const(0, 1)
    column = ~RCOUNT[:3]
    about = rom(by_round(), RCOUNT[3:9], 6)
    odd_column = column ^ about[:3]
    even_constant = rom(by_count(0), RCOUNT[:9], 16)
    odd_constant = rom(by_count(1), RCOUNT[:9], 16)
    base = reg(i.s)

    def place(bit: int, odd: int, which: Expr) -> Expr:
        """The address of bit `bit` of the elements of a column."""
        offset = cat(zero, which, const(odd, 1), const(bit, 2))
        return base + zext(offset, 16)

    def even(bit: int) -> Expr:
        return place(bit, 0, column)

    def odd(bit: int) -> Expr:
        return place(bit, 1, odd_column)

    def write(number: int, value: Expr) -> RegWrite:
        return RegWrite(const(number, 4), value)

    w = [reg(number) for number in range(8)]
    # The words of an S-box: bit 2, bit 0 after the first step, bit 1, t.  Later other words.
    m2, m0, m1, t = (var(name, 16) for name in ("m2", "m0", "m1", "t"))
    kind = var("kind", 3)
    read = within(MEM, kind)

    # Section 3.2, from the third step on; the word read is bit 3.
    a3 = ~read
    a0 = m0 ^ (m2 & a3)
    a3 = a3 ^ (~m1 & m2)
    a1 = m1 ^ (a0 & m2)
    a2 = m2 ^ (a0 & ~a3)
    a0 = a0 ^ (a1 | a3)
    a3 = a3 ^ (a1 & a2)
    a1 = a1 ^ (t & a0)
    a2 = a2 ^ t

    before, after = column - 1, column + 1
    first = w[0] ^ (~w[2] & even_constant)
    odd_kind = about[3:6]
    # Names of the temporary words once y is there
    y1, y2, y3, d0 = t, m0, m2, m1
    d1, d3, d2 = y1 ^ w[2], y3 ^ w[0], y2 ^ w[0] ^ w[3]
    new_d0 = a0 ^ w[1]
    return [
        Step(
            read=Access(even(1), 2),
            write=Access(place(0, 0, before), 2, w[5]),
            temps={
                "m2": w[2],
                "m0": first,
                "m1": MEM,
                "t": even_constant ^ (first & MEM),
                "kind": const(0, 3),
            },
        ),
        Step(
            read=Access(even(3), 2),
            write=Access(place(1, 0, before), 2, w[1]),
            regs=(write(0, a0), write(1, a1)),
            temps={"m2": a2, "t": a3, "kind": odd_kind},
        ),
        Step(
            read=Access(odd(2), 2),
            write=Access(place(2, 0, before), 2, w[6]),
            regs=(write(2, m2), write(3, t)),
            temps={"m2": read},
        ),
        Step(
            read=Access(odd(0), 2),
            write=Access(place(3, 0, before), 2, w[7]),
            temps={"m0": read ^ (~m2 & odd_constant)},
        ),
        Step(read=Access(odd(1), 2), temps={"m1": read, "t": odd_constant ^ (m0 & read)}),
        Step(
            read=Access(odd(3), 2),
            write=Access(odd(0), 2, new_d0),
            regs=(write(7, w[3] ^ new_d0),),
            temps={"t": a1, "m0": a2, "m2": a3, "m1": new_d0},
        ),
        Step(
            write=Access(odd(1), 2, d1),
            regs=(write(5, w[0] ^ d1), write(6, w[2] ^ d0)),
        ),
        Step(
            read=Access(place(2, 0, after), 2),
            write=Access(odd(3), 2, d3),
            regs=(write(2, MEM), write(6, w[6] ^ d3)),
        ),
        Step(
            read=Access(place(0, 0, after), 2),
            write=Access(odd(2), 2, d2),
            regs=(write(0, MEM), write(1, w[1] ^ d2)),
        ),
    ]


INSTRUCTIONS = [
    Instruction(
        "s3_e8",
        "s3_e8",
        "1111 0011 0000 0000 0000 ssss",
        (Reg("s"),),
        "JH's E8 on the 128 bytes of the state at Wm (W4, W8 to W14), after `repeat #335`; a "
        "column for each repetition. Before and after, W0 to W3 and W5 to W7 hold words of it.",
        meaning,
        cycles="9 (3024 with REPEAT)",
        extension="jh_e8",
    )
]
