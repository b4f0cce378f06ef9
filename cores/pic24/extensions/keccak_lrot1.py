"""S3_LROT1: a rotation of 64 bits to the left by 1, in the paper's two cycles.

Constantin, Burg, Gurkaynak, section 5.4.  Each cycle writes two registers; the words are wires,
with no shifter.
"""

from __future__ import annotations

from mote.pic24.expr import cat, const, reg
from mote.pic24.isa import Fields, Group, Instruction, RegWrite, Step


def meaning(i: Fields) -> list[Step]:
    def step(index: int) -> Step:
        half = i.step(index, 1)
        zero, one = const(0, 1), const(1, 1)
        low, high = reg(cat(zero, half, i.s)), reg(cat(one, half, i.s))
        below = reg(cat(one, ~half, i.s))
        return Step(
            regs=(
                RegWrite(cat(zero, half, i.d), cat(below[15], low[:15])),
                RegWrite(cat(one, half, i.d), cat(low[15], high[:15])),
            )
        )

    return [step(index) for index in range(2)]


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
