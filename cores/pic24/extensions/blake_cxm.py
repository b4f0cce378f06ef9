"""S3_CXM: a message word of BLAKE XORed with a constant, both chosen by sigma, in two cycles.

Constantin, Burg, Gurkaynak, section 5.1.  The paper does not say where the number of the G
function comes from; here W14 counts the calls of G: 8 times the round, plus 0 to 7.  The two uses
in one call (with reversed indices) are two mnemonics.  As in the paper there is a cycle for each
half of the message word, so the address comes behind sigma in one cycle.  Sigma and the constants:
BLAKE, section 2.1.
"""

from __future__ import annotations

from collections.abc import Callable

from mote.pic24.expr import Expr, cat, const, mux, reg, rom, zext
from mote.pic24.isa import MEM, Access, Fields, Instruction, Reg, RegWrite, Step

CONSTANTS = (
    0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344, 0xA4093822, 0x299F31D0, 0x082EFA98, 0xEC4E6C89,
    0x452821E6, 0x38D01377, 0xBE5466CF, 0x34E90C6C, 0xC0AC29B7, 0xC97C50DD, 0x3F84D5B5, 0xB5470917,
)  # fmt: skip
SIGMA = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    (14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3),
    (11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4),
    (7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8),
    (9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13),
    (2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9),
    (12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11),
    (13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10),
    (6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5),
    (10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0),
)
HALVES = tuple(word >> shift & 0xFFFF for word in CONSTANTS for shift in (0, 16))
"""Low and high half of each constant."""
PAIRS = tuple(row[2 * g] | row[2 * g + 1] << 4 for row in SIGMA for g in range(8))


def sigma() -> Expr:
    """The two indices of the call of G in W14."""
    round_ = reg(14)[3:7]
    # Rounds 10 to 13 take the rows 0 to 3.
    again = round_[3] & (round_[1] | round_[2])
    row = mux(again, cat(round_[0], ~round_[1], const(0, 2)), round_)
    return rom(PAIRS, cat(reg(14)[:3], row), 8)


def meaning(reverse: bool) -> Callable[[Fields], list[Step]]:
    def steps(i: Fields) -> list[Step]:
        pair = sigma()
        word, other = (pair[4:], pair[:4]) if reverse else (pair[:4], pair[4:])

        def half(number: int) -> Step:
            which = i.step(number, 1)
            y = MEM ^ rom(HALVES, cat(which, other), 16)
            address = reg(i.s) + zext(cat(const(0, 1), which, word), 16)
            return Step(read=Access(address, 2), regs=(RegWrite(cat(which, i.d), y),))

        return [half(0), half(1)]

    return steps


INSTRUCTIONS = [
    Instruction(
        name,
        name,
        f"1100 0010 000{bit} 0ddd 0000 ssss",
        (Reg("s"), Reg("d", even=True, half=True)),
        f"To Wd+1:Wd the message word {order} of the call W14 of G (8 times the round plus 0 to "
        "7), of the message block at Wm, XORed with the constant of the other index. "
        "Wd is neither Wm nor W14.",
        meaning(bit == 1),
        cycles="2",
        repeatable=False,
        extension="blake_cxm",
        constraint=lambda fields: fields["s"] != 2 * fields["d"] != 14,
    )
    for name, bit, order in (
        ("s3_cxm", 0, "sigma(2i)"),
        ("s3_cxmr", 1, "sigma(2i + 1)"),
    )
]
