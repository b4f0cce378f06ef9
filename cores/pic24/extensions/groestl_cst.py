"""S3_CST_P and S3_CST_Q: Groestl's AddRoundConstant.

Constantin, Burg, Gurkaynak, section 5.2; Groestl, section 3.4.2.  The 64 bytes of the state lie
column by column; W14 holds the round.
"""

from __future__ import annotations

from mote.pic24.expr import cat, const, mux, reg, zext
from mote.pic24.isa import MEM, MEM8, RCOUNT, Access, Fields, Instruction, Reg, Step


def permutation_p(i: Fields) -> list[Step]:
    """One repetition: row 0 of column 7 - RCOUNT."""
    column = ~RCOUNT[:3]
    address = reg(i.s) + zext(cat(const(0, 3), column), 16)
    y = MEM8 ^ reg(14)[:8] ^ zext(cat(const(0, 4), column), 8)
    return [Step(read=Access(address, 1), write=Access(address, 1, y))]


def permutation_q(i: Fields) -> list[Step]:
    """One repetition: the word 31 - RCOUNT, two rows of a column."""
    index = ~RCOUNT[:5]
    address = reg(i.s) + zext(cat(const(0, 1), index), 16)
    last = reg(14)[:8] ^ zext(cat(const(0, 4), index[2:]), 8)
    y = ~MEM ^ cat(const(0, 8), mux(index[:2].eq(3), last, 0))
    return [Step(read=Access(address, 2), write=Access(address, 2, y))]


INSTRUCTIONS = [
    Instruction(
        f"s3_cst_{name}",
        f"s3_cst_{name}",
        f"1100 0011 000{bit} 0000 0000 ssss",
        (Reg("s"),),
        f"AddRoundConstant of {name.upper()} for the round in W14 on the state at Wm, after "
        f"`repeat #{count - 1}`.",
        meaning,
        cycles=f"1 ({count} with REPEAT)",
        extension="groestl_cst",
    )
    for name, bit, count, meaning in (("p", 0, 8, permutation_p), ("q", 1, 32, permutation_q))
]
