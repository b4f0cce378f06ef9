"""S3_XCST of BLAKE: the first eight constants XORed to half of the internal state.

Constantin, Burg, Gurkaynak, section 5.1; the constants: BLAKE, section 2.1.1.  They are
the first ones of S3_CXM's table, so that a core with both has one.
"""

from __future__ import annotations

from pathlib import Path

from mote.pic24.expr import cat, const, reg, rom, zext
from mote.pic24.isa import MEM, RCOUNT, Access, Fields, Instruction, Reg, Step, load_module

_CONSTANTS = load_module(Path(__file__).with_name("blake_cxm.py"))


def meaning(i: Fields) -> list[Step]:
    """One repetition: the word with the number 15 - RCOUNT."""
    index = ~RCOUNT[:4]
    address = reg(i.s) + zext(cat(const(0, 1), index), 16)
    y = MEM ^ rom(_CONSTANTS.HALVES, cat(index, const(0, 1)), 16)
    return [Step(read=Access(address, 2), write=Access(address, 2, y))]


INSTRUCTIONS = [
    Instruction(
        "s3_xcst_blake",
        "s3_xcst_blake",
        "1100 0000 0000 0000 0000 ssss",
        (Reg("s"),),
        "XORs BLAKE's constants 0 to 7 to the eight 32-bit words (low half first) at Wm, the "
        "second half of the internal state, after `repeat #15`.",
        meaning,
        cycles="1 (16 with REPEAT)",
        extension="blake_xcst",
    )
]
