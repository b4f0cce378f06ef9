"""S3_CXM_RELAXED: the paper's S3_CXM in three cycles for its two; sigma has a cycle of its own.

A message word of BLAKE XORed with a constant, both chosen by the permutation sigma; W14 counts the
calls of G, as in blake_cxm.  With the address behind sigma in one cycle the core's critical path
would be longer.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mote.pic24.expr import cat, const, reg, rom, var, zext
from mote.pic24.isa import MEM, Access, Fields, Instruction, Reg, RegWrite, Step, load_module

_TABLES = load_module(Path(__file__).with_name("blake_cxm.py"))


def meaning(reverse: bool) -> Callable[[Fields], list[Step]]:
    def steps(i: Fields) -> list[Step]:
        # Kept: neither the address nor the table of constants comes behind sigma in one cycle.
        kept = var("pair", 8)
        word, other = (kept[4:], kept[:4]) if reverse else (kept[:4], kept[4:])

        def half(number: int) -> Step:
            # The first step is that of sigma.
            which = i.step(number + 1, 2)[1]
            y = MEM ^ rom(_TABLES.HALVES, cat(which, other), 16)
            address = reg(i.s) + zext(cat(const(0, 1), which, word), 16)
            return Step(read=Access(address, 2), regs=(RegWrite(cat(which, i.d), y),))

        return [Step(temps={"pair": _TABLES.sigma()}), half(0), half(1)]

    return steps


INSTRUCTIONS = [
    Instruction(
        name,
        name,
        f"1100 0010 001{bit} 0ddd 0000 ssss",
        (Reg("s"), Reg("d", even=True, half=True)),
        f"To Wd+1:Wd the message word {order} of the call W14 of G (8 times the round plus 0 to "
        "7), of the message block at Wm, XORed with the constant of the other index. "
        "Wd is neither Wm nor W14.",
        meaning(bit == 1),
        cycles="3",
        repeatable=False,
        extension="blake_cxm_relaxed",
        constraint=lambda fields: fields["s"] != 2 * fields["d"] != 14,
    )
    for name, bit, order in (
        ("s3_cxm_relaxed", 0, "sigma(2i)"),
        ("s3_cxmr_relaxed", 1, "sigma(2i + 1)"),
    )
]
