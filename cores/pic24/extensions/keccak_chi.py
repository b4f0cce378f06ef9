"""K_CHI: chi of Keccak for one word of five lanes, and the parities that theta needs.

Not of the paper: an instruction of our own.  What chi costs without it are loads, since a word is
used three times, and what theta costs is that it reads the whole state again.  A stream of words,
one read and one written in each cycle, needs two old words beside the new one: they are in latches,
and while the last two words of a row are written the first two of the next come in.  The sums over
the columns of what is written grow in five registers.  In no cycle more than three registers are
read (the address is latched after the first) nor more than two written.

After `repeat #4`, for word k (0 to 3) of all lanes.  Wm is the address of a state of five sheets of
40 bytes, x = 0, 2, 4, 1, 3; a sheet has five lanes of 8 bytes.  The rows of lanes are gone through
from the last to the first.  W0 and W1 hold the words of the lanes x = 0 and 1 in the last row; in
the end they hold those of the following word (k + 1).  W9 to W13 become the sums of the columns
x = 0 to 4 after chi.
"""

from __future__ import annotations

from mote.pic24.expr import Expr, cat, const, mux, reg, var, zext
from mote.pic24.isa import MEM, RCOUNT, Access, Fields, Instruction, Lit, Reg, RegWrite, Step

SHEETS = (0, 120, 40, 160, 80)
"""Where the sheets x = 0 to 4 begin, in bytes."""
SUMS = 9
"""The register of the first sum."""


def meaning(i: Fields) -> list[Step]:
    address = var("address", 16)
    row = RCOUNT[:3]
    base = reg(i.s) + zext(cat(const(0, 1), i.k, row), 16)

    def following(x: int) -> Expr:
        """In the row that the first two words of the next repetition are in.

        It is before this one, or the last row again, one word on.  One addition, and not two: the
        address is on the critical path.
        """
        return address + mux(row.eq(0), const(34 + SHEETS[x], 16), const(SHEETS[x] - 8, 16))

    a0, a1 = reg(0), reg(1)
    older, old = var("older", 16), var("old", 16)

    def added(column: int, word: Expr) -> RegWrite:
        first = RCOUNT[2]
        number = const(SUMS + column, 4)
        return RegWrite(number, mux(first, const(0, 16), reg(number)) ^ word)

    def access(x: int, word: Expr, start: Expr = address) -> Access:
        return Access(start + SHEETS[x], 2, word)

    out0 = a0 ^ (~a1 & MEM)
    out1 = a1 ^ (~older & MEM)
    out2 = older ^ (~old & MEM)
    out3 = older ^ (~old & a0)
    out4 = older ^ old
    return [
        Step(
            read=Access(base + SHEETS[2], 2),
            write=access(0, out0, base),
            temps={"address": base, "older": MEM, "old": out0},
        ),
        Step(
            read=Access(address + SHEETS[3], 2),
            write=access(1, out1),
            regs=(added(0, old), added(1, out1)),
            temps={"old": MEM},
        ),
        Step(
            read=Access(address + SHEETS[4], 2),
            write=access(2, out2),
            regs=(added(2, out2),),
            temps={"older": old, "old": MEM},
        ),
        Step(
            read=Access(following(0), 2),
            write=access(3, out3),
            regs=(added(3, out3), RegWrite(const(0, 4), MEM)),
            temps={"older": old, "old": ~a0 & a1},
        ),
        Step(
            read=Access(following(1), 2),
            write=access(4, out4),
            regs=(added(4, out4), RegWrite(const(1, 4), MEM)),
        ),
    ]


INSTRUCTIONS = [
    Instruction(
        "k_chi",
        "k_chi",
        "1111 0100 0000 0000 00kk ssss",
        (Lit("k", 2), Reg("s")),
        "Chi for word #k of 25 lanes of the state at Wm after `repeat #4`; W0 and W1 hold the "
        "words of x = 0 and 1 in the last row. W9 to W13 become the sums of the columns.",
        meaning,
        cycles="5 (25 with REPEAT)",
        extension="keccak_chi",
    )
]
