"""S3_SBOX: Groestl's SubBytes, two bytes a cycle.

Constantin, Burg, Gurkaynak, section 5.2; the table is that of AES (FIPS 197, section 5.1.1).
"""

from __future__ import annotations

from mote.pic24.expr import cat, const, reg, rom, zext
from mote.pic24.isa import MEM, RCOUNT, Access, Fields, Instruction, Reg, Step


def times(a: int, b: int) -> int:
    """The product in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a = a << 1 ^ (0x11B if a & 0x80 else 0)
        b >>= 1
    return product


def _sbox(byte: int) -> int:
    """The inverse in the field, then the affine transformation."""
    inverse = 1
    for _ in range(254):
        inverse = times(inverse, byte)
    y = 0x63
    for shift in range(5):
        y ^= inverse << shift & 0xFF | inverse >> (8 - shift)
    return y


SBOX = tuple(_sbox(byte) for byte in range(256))


def meaning(i: Fields) -> list[Step]:
    """One repetition: the word 31 - RCOUNT."""
    address = reg(i.s) + zext(cat(const(0, 1), ~RCOUNT[:5]), 16)
    y = cat(rom(SBOX, MEM[:8], 8), rom(SBOX, MEM[8:], 8))
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
