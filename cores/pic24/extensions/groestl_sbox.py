"""S3_SBOX: Groestl's SubBytes, two bytes a cycle.

Constantin, Burg, Gurkaynak, section 5.2; the table is that of AES (FIPS 197, section 5.1.1).
"""

from __future__ import annotations

from pathlib import Path

from mote.pic24.expr import cat, const, reg, zext
from mote.pic24.isa import MEM, RCOUNT, Access, Fields, Instruction, Reg, Step, load_module

_BYTES = load_module(Path(__file__).with_name("_byte_substitution.py"))
SBOX = _BYTES.SBOX


def meaning(i: Fields) -> list[Step]:
    """One repetition: the word 31 - RCOUNT."""
    address = reg(i.s) + zext(cat(const(0, 1), ~RCOUNT[:5]), 16)
    y = cat(_BYTES.substituted(MEM[:8]), _BYTES.substituted(MEM[8:]))
    return [Step(read=Access(address, 2), write=Access(address, 2, y))]


INSTRUCTIONS = [
    Instruction(
        "s3_sbox",
        "s3_sbox",
        "1100 0100 0000 0000 0000 ssss",
        (Reg("s"),),
        "SubBytes on the 64 bytes at Wm, after `repeat #31`.",
        meaning,
        cycles="1 (32 with REPEAT)",
        extension="groestl_sbox",
    )
]
