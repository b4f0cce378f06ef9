"""Half of a rotated word of 64 bits, for the MIX of Threefish (Skein, version 1.3, section 3.3.1).

rs1 is the half whose new value comes to rd, rs2 the other one; by 32 and more software takes them
the other way round.  `skein_turn16` rotates by 16 more.
"""

from mote.ise.riscv.isa import Instruction, Operands
from mote.pic24.expr import Expr, cat, mux


def _funnel(i: Operands, word: Expr) -> Expr:
    """The upper half of 47 bits that are left of a shift by 0 or 16, shifted by the number."""
    for bit in (3, 2, 1, 0):
        n = 1 << bit
        size = 32 + n - 1  # what the later shifts still want
        word = mux(
            i.n[bit], word[word.width - size - n : word.width - n], word[word.width - size :]
        )
    return word


def _turn(i: Operands) -> Expr:
    return _funnel(i, cat(i.t[17:], i.s))


def _turn16(i: Operands) -> Expr:
    return _funnel(i, cat(i.t[1:], i.s[:16]))


INSTRUCTIONS = [
    Instruction(
        "skein_turn",
        "nnnn111 ttttt sssss 110 ddddd 0001011",
        _turn,
        "To rd the upper half of rs1:rs2 shifted left by a number from 0 to 15.",
    ),
    Instruction(
        "skein_turn16",
        "nnnn110 ttttt sssss 110 ddddd 0001011",
        _turn16,
        "To rd the upper half of rs1:rs2 shifted left by 16 and a number from 0 to 15.",
    ),
]
