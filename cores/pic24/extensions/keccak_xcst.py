"""S3_XCST of Keccak: the round constant XORed to lane (0, 0).

Constantin, Burg, Gurkaynak, section 5.4; the constants: Keccak, section 1.2 (the output of a linear
feedback shift register).  W14 holds the round (0 to 23).  Of the four words of a constant the third
is always zero, the first never; the second and the fourth take a cycle each where they are not.
"""

from __future__ import annotations

from mote.pic24.expr import Expr, cat, const, reg, rom, zext
from mote.pic24.isa import MEM, Access, Fields, Instruction, Reg, Step

ROUNDS = 24


def round_constants() -> list[int]:
    """Bits 2^j - 1 of the constants, from the register x^8 + x^6 + x^5 + x^4 + 1."""
    constants, state = [], 1
    for _ in range(ROUNDS):
        constant = 0
        for j in range(7):
            constant |= (state & 1) << ((1 << j) - 1)
            state = state << 1 ^ (0x171 if state & 0x80 else 0)
        constants.append(constant)
    return constants


CONSTANTS = tuple(round_constants())


def meaning(i: Fields) -> list[Step]:
    packed = [c & 0xFFFF | (c >> 31 & 1) << 16 | (c >> 63) << 17 for c in CONSTANTS]
    constant = rom(packed, reg(14)[:5], 18)
    second, fourth = constant[16], constant[17]

    def step(offset: Expr, mask: Expr, last: Expr | None = None) -> Step:
        address = reg(i.s) + zext(offset, 16)
        write = Access(address, 2, MEM ^ mask)
        return Step(read=Access(address, 2), write=write, last=last)

    zero, one = const(0, 1), const(1, 1)
    top = const(0x8000, 16)
    return [
        step(const(0, 3), constant[:16], ~(second | fourth)),
        step(cat(zero, one, ~second), top, ~(second & fourth)),
        step(const(6, 3), top),
    ]


INSTRUCTIONS = [
    Instruction(
        "s3_xcst_keccak",
        "s3_xcst_keccak",
        "1100 1110 0000 0000 0000 ssss",
        (Reg("s"),),
        "XORs the constant of the round in W14 to the lane at Wm.",
        meaning,
        cycles="1 to 3",
        repeatable=False,
        extension="keccak_xcst",
    )
]
