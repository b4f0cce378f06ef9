"""S3_XCST_RELAXED: the paper's S3_XCST of Keccak, always in three cycles for its one to three.

The round constant XORed to lane (0, 0); W14 holds the round (0 to 23).  Of the four words of a
constant the third is always zero; each of the others takes a cycle, whatever it is: what makes an
address, or ends the instruction, does not wait for the table.
"""

from __future__ import annotations

from pathlib import Path

from mote.pic24.expr import cat, const, mux, reg, rom, zext
from mote.pic24.isa import MEM, Access, Fields, Instruction, Reg, Step, load_module

_CONSTANTS = load_module(Path(__file__).with_name("keccak_xcst.py"))


def meaning(i: Fields) -> list[Step]:
    constant = rom(_CONSTANTS.PACKED, reg(14)[:5], 7)

    def step(index: int) -> Step:
        number = i.step(index, 2)
        later = number[0] | number[1]
        low = [constant[j] & ~later for j in range(4)]
        top = mux(number[1], constant[6], mux(number[0], constant[5], constant[4]))
        zeros = [const(0, n) for n in (1, 3, 7)]
        mask = cat(low[0], low[1], zeros[0], low[2], zeros[1], low[3], zeros[2], top)
        # Words 0, 1 and 3.
        address = reg(i.s) + zext(cat(const(0, 1), later, number[1]), 16)
        return Step(read=Access(address, 2), write=Access(address, 2, MEM ^ mask))

    return [step(index) for index in range(3)]


INSTRUCTIONS = [
    Instruction(
        "s3_xcst_keccak_relaxed",
        "s3_xcst_keccak_relaxed",
        "1100 1110 0001 0000 0000 ssss",
        (Reg("s"),),
        "XORs the constant of the round in W14 to the lane at Wm.",
        meaning,
        cycles="3",
        repeatable=False,
        extension="keccak_xcst_relaxed",
    )
]
