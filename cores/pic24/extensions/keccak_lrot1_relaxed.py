"""S3_LROT1_RELAXED: the paper's S3_LROT1 in four cycles for its two, on the core's own shifter.

A rotation of 64 bits to the left by 1.  Each cycle makes a word of the result with the shifter that
the core has, and writes one register; keccak_lrot1 writes two.
"""

from __future__ import annotations

from mote.pic24.expr import cat, const, reg, shl
from mote.pic24.isa import Fields, Group, Instruction, RegWrite, Step


def meaning(i: Fields) -> list[Step]:
    def word(index: int) -> RegWrite:
        number = i.step(index, 2)
        low, high = reg(cat(number - 1, i.s)), reg(cat(number, i.s))
        return RegWrite(cat(number, i.d), shl(cat(low, high), const(1, 4))[16:])

    return [Step(regs=(word(index),)) for index in range(4)]


INSTRUCTIONS = [
    Instruction(
        "s3_lrot1_relaxed",
        "s3_lrot1_relaxed",
        "1100 1011 0001 00dd 0000 00ss",
        (Group("s"), Group("d")),
        "Rotates the 64 bits of Ws to Ws+3 left by 1, to four other registers from Wd on.",
        meaning,
        cycles="4",
        repeatable=False,
        extension="keccak_lrot1_relaxed",
        constraint=lambda fields: fields["s"] != fields["d"] != 3,
    )
]
