"""Two S-boxes of AES an instruction, and MixColumns: a round but its key in eight instructions.

Of two columns after AddRoundKey `aes_half` makes a word with two bytes of one column after
ShiftRows and two of another: of each it substitutes one.  `aes_column` takes two of these words,
substitutes the other bytes of one column, and mixes it.  Both substitute the first byte of rs1 and
the last one of rs2, so that nothing has to be chosen before the S-boxes.  `aes_last` does not mix.

A column is a word, its first row the lowest byte (FIPS 197, section 3.4).
"""

from pathlib import Path

from mote.ise.riscv.isa import Instruction, Operands
from mote.pic24.expr import Expr, cat
from mote.pic24.isa import load_module

_AES = load_module(Path(__file__).with_name("_aes.py"))


def _bytes(i: Operands) -> tuple[Expr, Expr]:
    return _AES.substituted(i.s[:8]), _AES.substituted(i.t[24:])


def _half(i: Operands) -> Expr:
    first, last = _bytes(i)
    return cat(i.t[8:16], first, last, i.s[16:24])


def _last(i: Operands) -> Expr:
    first, last = _bytes(i)
    return cat(i.s[8:16], first, last, i.t[16:24])


def _column(i: Operands) -> Expr:
    first, last = _bytes(i)
    return cat(*_AES.mixed([i.s[8:16], first, last, i.t[16:24]]))


INSTRUCTIONS = [
    Instruction(
        "aes_half",
        "0010000 ttttt sssss 000 ddddd 0001011",
        _half,
        "To rd byte 1 of rs2, the S-box of byte 0 of rs1, that of byte 3 of rs2, byte 2 of rs1.",
    ),
    Instruction(
        "aes_column",
        "0010000 ttttt sssss 001 ddddd 0001011",
        _column,
        "To rd MixColumns of byte 1 of rs1, the S-box of its byte 0, that of byte 3 of rs2, its "
        "byte 2.",
    ),
    Instruction(
        "aes_last",
        "0010000 ttttt sssss 010 ddddd 0001011",
        _last,
        "To rd what aes_column does, without MixColumns.",
    ),
]
