"""S3_LROTM_A and S3_LROTM_B: a rotation of 64 bits, its result exchanged with a lane of the state.

Constantin, Burg, Gurkaynak, section 5.4.  Variant A rotates W0 to W3 and keeps the lane that was in
memory in W4 to W7, variant B the other way round.  A word is read and written in each cycle.
"""

from __future__ import annotations

from collections.abc import Callable

from mote.pic24.expr import Expr, cat, const, reg, shl, zext
from mote.pic24.isa import MEM, Access, Fields, Instruction, Lit, Reg, RegWrite, Step


def rotated(base: Expr, word: Expr, amount: Expr) -> Expr:
    """A word of four registers, numbered base (2 bits, times 4) and up, rotated left."""
    first = word - amount[4:6]
    high = reg(cat(first, base))
    low = reg(cat(first - 1, base))
    return shl(cat(low, high), amount[:4])[16:]


def exchange(variant: int) -> Callable[[Fields], list[Step]]:
    """Variant A is 0, B is 1."""
    turned, kept = const(variant, 2), const(1 - variant, 2)

    def meaning(i: Fields) -> list[Step]:
        steps = []
        for index in range(4):
            word = i.step(index, 2)
            address = reg(i.s) + zext(cat(const(0, 1), word, i.c), 16)
            steps.append(
                Step(
                    read=Access(address, 2),
                    write=Access(address, 2, rotated(turned, word, i.r)),
                    regs=(RegWrite(cat(word, kept), MEM),),
                )
            )
        return steps

    return meaning


INSTRUCTIONS = [
    Instruction(
        f"s3_lrotm_{name}",
        f"s3_lrotm_{name}",
        f"1100 110{variant} rrrr rrcc ccc0 ssss",
        (Lit("r", 6), Lit("c", 5, most=24), Reg("s")),
        f"Rotates W{4 * variant} to W{4 * variant + 3} left by #rot into lane #coord (x + 5y) of "
        f"the state at Wm (W8 to W14), whose old contents go to W{4 - 4 * variant} to "
        f"W{7 - 4 * variant}.",
        exchange(variant),
        cycles="4",
        repeatable=False,
        extension="keccak_lrotm",
    )
    for variant, name in enumerate("ab")
]
