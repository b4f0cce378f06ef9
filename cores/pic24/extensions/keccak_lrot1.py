"""S3_LROT1: a rotation of 64 bits to the left by 1.

Constantin, Burg, Gurkaynak, section 5.4.
"""

from __future__ import annotations

from mote.pic24.expr import Expr, cat, const, reg
from mote.pic24.isa import Fields, Group, Instruction, RegWrite, Step


def meaning(i: Fields) -> list[Step]:
    def number(index: int) -> Expr:
        return const(index, 2)

    def word(index: int) -> RegWrite:
        low = reg(cat(number(index), i.s))
        below = reg(cat(number((index - 1) % 4), i.s))
        return RegWrite(cat(number(index), i.d), cat(below[15], low[:15]))

    return [Step(regs=(word(0), word(1))), Step(regs=(word(2), word(3)))]


INSTRUCTIONS = [
    Instruction(
        "s3_lrot1",
        "s3_lrot1",
        "1100 1011 0000 00dd 0000 00ss",
        (Group("s"), Group("d")),
        "Rotates the 64 bits of Ws to Ws+3 left by 1, to four other registers from Wd on.",
        meaning,
        cycles="2",
        repeatable=False,
        extension="keccak_lrot1",
        constraint=lambda fields: fields["s"] != fields["d"] != 3,
    )
]
