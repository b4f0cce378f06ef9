"""S3_LROT_RELAXED: the paper's S3_LROT in four cycles for its two, on the core's own shifter.

A rotation of 64 bits to the left by any amount.  Each cycle makes a word of the result with the
shifter that the core has; skein_lrot makes two, and has a second shifter.
"""

from __future__ import annotations

from mote.pic24.expr import cat, reg, shl
from mote.pic24.isa import Fields, Group, Instruction, Lit, RegWrite, Step


def meaning(i: Fields) -> list[Step]:
    def step(index: int) -> Step:
        number = i.step(index, 2)
        high = number - i.r[4:6]
        y = shl(cat(reg(cat(high - 1, i.s)), reg(cat(high, i.s))), i.r[:4])[16:]
        return Step(regs=(RegWrite(cat(number, i.d), y),))

    return [step(index) for index in range(4)]


INSTRUCTIONS = [
    Instruction(
        "s3_lrot_relaxed",
        "s3_lrot_relaxed",
        "1111 0000 rrrr rr01 00dd 00ss",
        (Lit("r", 6), Group("s"), Group("d")),
        "Rotates the 64 bits of Ws to Ws+3 left by #rot, to four other registers from Wd on.",
        meaning,
        cycles="4",
        repeatable=False,
        extension="skein_lrot_relaxed",
        constraint=lambda fields: fields["s"] != fields["d"] != 3,
    )
]
