"""S3_LROT: a rotation of 64 bits to the left by any amount, in the paper's two cycles.

Constantin, Burg, Gurkaynak, section 5.5.  As there, a cycle makes two words of the result from
three of the source, with two funnel shifters of 16 bits: the core's own and one more.
"""

from __future__ import annotations

from mote.pic24.expr import Expr, cat, const, reg, shl
from mote.pic24.isa import Fields, Group, Instruction, Lit, RegWrite, Step


def meaning(i: Fields) -> list[Step]:
    def step(index: int) -> Step:
        half = i.step(index, 1)
        first = cat(const(0, 1), half) - i.r[4:6]

        def source(number: Expr) -> Expr:
            return reg(cat(number, i.s))

        below, low, high = source(first - 1), source(first), source(first + 1)
        return Step(
            regs=(
                RegWrite(cat(const(0, 1), half, i.d), shl(cat(below, low), i.r[:4])[16:]),
                RegWrite(cat(const(1, 1), half, i.d), shl(cat(low, high), i.r[:4])[16:]),
            )
        )

    return [step(index) for index in range(2)]


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
