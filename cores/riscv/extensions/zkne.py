"""One S-box of AES an instruction: what aes32esi and aes32esmi of the standard's Zkne do.

Both are one instruction here, for they share all but the multiplication: the number is bs, and 4
more with MixColumns.
"""

from pathlib import Path

from mote.ise.riscv.isa import Instruction, Operands
from mote.pic24.expr import Expr, cat, const, mux
from mote.pic24.isa import load_module

_AES = load_module(Path(__file__).with_name("_aes.py"))


def _aes32(i: Operands) -> Expr:
    half = mux(i.n[1], i.t[16:], i.t[:16])
    byte = _AES.substituted(mux(i.n[0], half[8:], half[:8]))
    two = _AES.twice(byte)
    one = mux(i.n[2], byte, const(0, 8))
    column = cat(mux(i.n[2], two, byte), one, one, mux(i.n[2], byte ^ two, const(0, 8)))
    turned = mux(i.n[0], cat(column[24:], column[:24]), column)
    return i.s ^ mux(i.n[1], cat(turned[16:], turned[:16]), turned)


INSTRUCTIONS = [
    Instruction(
        "aes32es",
        "nnn1100 ttttt sssss 000 ddddd 0001011",
        _aes32,
        "To rd rs1 ^ the S-box of a byte of rs2 in its place, or with 4 its column of MixColumns.",
    ),
]
