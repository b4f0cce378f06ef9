"""K_IOTA: a word of Keccak's round constant, XORed to memory and to W9.

Not of the paper: an instruction of our own, to go with K_CHI, which has the sum of the column x = 0
in W9.  It takes the place of S3_XCST, whose table of constants it needs.
"""

from __future__ import annotations

from pathlib import Path

from mote.pic24.expr import cat, const, mux, reg, rom, zext
from mote.pic24.isa import MEM, Access, Fields, Instruction, Lit, Reg, RegWrite, Step, load_module

CONSTANTS = load_module(Path(__file__).with_name("keccak_xcst.py")).CONSTANTS


def meaning(i: Fields) -> list[Step]:
    # In word 0 of a constant the bits 0, 1, 3, 7 and 15 may be set, in words 1 and 3 bit 15.
    packed = [
        c & 3 | (c >> 3 & 1) << 2 | (c >> 7 & 1) << 3 | (c >> 15 & 1) << 4 | (c >> 31 & 1) << 5
        | c >> 63 << 6
        for c in CONSTANTS
    ]  # fmt: skip
    bits = rom(packed, reg(14)[:5], 7)
    zero = const(0, 1)
    low = cat(bits[0], bits[1], zero, bits[2], const(0, 3), bits[3], const(0, 7), bits[4])
    top = mux(i.k[1], mux(i.k[0], bits[6], zero), bits[5])
    word = mux(i.k.eq(0), low, cat(const(0, 15), top))
    base = reg(i.s) + zext(cat(zero, i.k), 16)
    return [
        Step(
            read=Access(base, 2),
            write=Access(base, 2, MEM ^ word),
            regs=(RegWrite(const(9, 4), reg(9) ^ word),),
        )
    ]


INSTRUCTIONS = [
    Instruction(
        "k_iota",
        "k_iota",
        "1111 0100 0001 0000 00kk ssss",
        (Lit("k", 2), Reg("s")),
        "XORs word #k of the constant of the round in W14 to word #k of the lane at Wm and to W9.",
        meaning,
        repeatable=False,
        extension="keccak_iota",
    )
]
