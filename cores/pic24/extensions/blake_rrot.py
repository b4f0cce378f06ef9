"""S3_RROT_7, S3_RROT_8, S3_RROT_12: rotations of 32 bits by the amounts of BLAKE's G function.

Constantin, Burg, Gurkaynak, section 5.1.
"""

from __future__ import annotations

from collections.abc import Callable

from mote.pic24.expr import cat, const, reg
from mote.pic24.isa import Fields, Instruction, Reg, RegWrite, Step

AMOUNTS = (7, 8, 12)


def rotate(amount: int) -> Callable[[Fields], list[Step]]:
    def meaning(i: Fields) -> list[Step]:
        zero, one = const(0, 1), const(1, 1)
        pair = cat(reg(cat(zero, i.s)), reg(cat(one, i.s)))
        y = cat(pair[amount:], pair[:amount])
        return [Step(regs=(RegWrite(cat(zero, i.d), y[:16]), RegWrite(cat(one, i.d), y[16:])))]

    return meaning


INSTRUCTIONS = [
    Instruction(
        f"s3_rrot_{amount}",
        f"s3_rrot_{amount}",
        f"1100 0001 00{number:02b} 0ddd 0000 sss0",
        (Reg("s", even=True, half=True), Reg("d", even=True, half=True)),
        f"Rotates the 32 bits of Ws+1:Ws right by {amount}, to Wd+1:Wd.",
        rotate(amount),
        extension="blake_rrot",
    )
    for number, amount in enumerate(AMOUNTS)
]
