"""S3_XCST of Keccak: the round constant XORed to lane (0, 0), in the paper's one to three cycles.

Constantin, Burg, Gurkaynak, section 5.4; the constants: Keccak, section 1.2 (the output of a linear
feedback shift register).  W14 holds the round (0 to 23).  As in the paper, words of a constant that
are zero take no cycle: which word is next, and whether there is one, follows from the table.
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
PACKED = tuple(sum((c >> (1 << j) - 1 & 1) << j for j in range(7)) for c in CONSTANTS)
"""The seven bits of a constant that are not always zero."""


def meaning(i: Fields) -> list[Step]:
    constant = rom(PACKED, reg(14)[:5], 7)
    # Word 0 has five of the bits and is never zero, words 1 and 3 have bit 15, word 2 none.
    second, fourth = constant[5], constant[6]
    top, zero, one = const(0x8000, 16), const(0, 1), const(1, 1)
    zeros = [const(0, n) for n in (1, 3, 7)]
    bits = constant[:5]
    first = cat(bits[0], bits[1], zeros[0], bits[2], zeros[1], bits[3], zeros[2], bits[4])

    def step(offset: Expr, mask: Expr, last: Expr | None = None) -> Step:
        address = reg(i.s) + zext(offset, 16)
        return Step(read=Access(address, 2), write=Access(address, 2, MEM ^ mask), last=last)

    return [
        step(const(0, 3), first, ~(second | fourth)),
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
