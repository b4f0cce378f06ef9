"""Groestl (version of the final round, sections 3.4.3 to 3.4.5): SubBytes, ShiftBytes, MixBytes.

A column is two words, rows 0 to 3 and rows 4 to 7, the first row the lowest byte.  `groestl_half`
and `groestl_rest` bring the bytes of one half of a column together from four, as `aes_half` and
`aes_last` of aes_pair.py do: each substitutes the first byte of rs1 and the last one of rs2.  The
matrix of MixBytes is circulant: `groestl_mix` makes rows 0 to 3 of the halves as they are, rows 4
to 7 with rs1 and rs2 exchanged.
"""

from pathlib import Path

from mote.ise.riscv.isa import Instruction, Operands
from mote.pic24.expr import Expr, cat
from mote.pic24.isa import load_module

_AES = load_module(Path(__file__).with_name("_aes.py"))


def _half(i: Operands) -> Expr:
    first, last = _AES.substituted(i.s[:8]), _AES.substituted(i.t[24:])
    return cat(i.t[8:16], first, last, i.s[16:24])


def _rest(i: Operands) -> Expr:
    first, last = _AES.substituted(i.s[:8]), _AES.substituted(i.t[24:])
    return cat(i.s[8:16], first, last, i.t[16:24])


def _mix(i: Operands) -> Expr:
    rows = [word[8 * n : 8 * n + 8] for word in (i.s, i.t) for n in range(4)]
    pairs = [rows[n] ^ rows[(n + 1) % 8] for n in range(8)]

    def four(n: int) -> Expr:
        return pairs[n % 8] ^ pairs[(n + 3) % 8]

    def three(n: int) -> Expr:
        return pairs[n % 8] ^ pairs[(n + 2) % 8] ^ rows[(n + 6) % 8]

    # 02, 02, 03, 04, 05, 03, 05, 07: four times one sum, twice another, and a third.
    return cat(
        *(_AES.twice(_AES.twice(four(n + 3)) ^ three(n + 7)) ^ three(n + 4) for n in range(4))
    )


INSTRUCTIONS = [
    Instruction(
        "groestl_half",
        "0001100 ttttt sssss 110 ddddd 0001011",
        _half,
        "To rd byte 1 of rs2, the S-box of byte 0 of rs1, that of byte 3 of rs2, byte 2 of rs1.",
    ),
    Instruction(
        "groestl_rest",
        "0001101 ttttt sssss 110 ddddd 0001011",
        _rest,
        "To rd byte 1 of rs1, the S-box of byte 0 of rs1, that of byte 3 of rs2, byte 2 of rs2.",
    ),
    Instruction(
        "groestl_mix",
        "0001000 ttttt sssss 110 ddddd 0001011",
        _mix,
        "To rd rows 0 to 3 of MixBytes of the column rs2:rs1.",
    ),
]
