"""S3_LROT: a rotation of 64 bits to the left by any amount.

Constantin, Burg, Gurkaynak, section 5.5.  Each cycle makes two words of the
result from three of the source.
"""

from __future__ import annotations

from mote.pic24.expr import Expr, cat, const, reg, shl
from mote.pic24.isa import Fields, Group, Instruction, Lit, RegWrite, Step


def meaning(i: Fields) -> list[Step]:
    def source(index: int) -> Expr:
        return reg(cat(const(index, 2) - i.r[4:6], i.s))

    steps = []
    for index in (0, 2):
        below, low, high = source(index - 1), source(index), source(index + 1)
        first = shl(cat(below, low), i.r[:4])[16:]
        second = shl(cat(low, high), i.r[:4])[16:]
        writes = (
            RegWrite(cat(const(index, 2), i.d), first),
            RegWrite(cat(const(index + 1, 2), i.d), second),
        )
        steps.append(Step(regs=writes))
    return steps


INSTRUCTIONS = [
    Instruction(
        "s3_lrot",
        "s3_lrot",
        "1111 0000 rrrr rr00 00dd 00ss",
        (Lit("r", 6), Group("s"), Group("d")),
        "Rotates the 64 bits of Ws to Ws+3 left by #rot, to four other registers from Wd on.",
        meaning,
        cycles="2",
        repeatable=False,
        extension="skein_lrot",
        constraint=lambda fields: fields["s"] != fields["d"] != 3,
    )
]
