"""One S-box of AES an instruction, for little area: what Zkne does, without its rotation.

The result so far turns by a row, and the column that comes to it is always that of row 0: behind
the rows 1, 2, 3 and 0 all are in their places, and what was there before them is, too.
"""

from pathlib import Path

from mote.ise.riscv.isa import Instruction, Operands
from mote.pic24.expr import Expr, cat, const, mux
from mote.pic24.isa import load_module

_AES = load_module(Path(__file__).with_name("_aes.py"))


def _turn(i: Operands) -> Expr:
    half = mux(i.n[1], i.t[16:], i.t[:16])
    byte = _AES.substituted(mux(i.n[0], half[8:], half[:8]))
    two = _AES.twice(byte)
    one = mux(i.n[2], byte, const(0, 8))
    column = cat(mux(i.n[2], two, byte), one, one, mux(i.n[2], byte ^ two, const(0, 8)))
    return cat(i.s[8:], i.s[:8]) ^ column


INSTRUCTIONS = [
    Instruction(
        "aes_turn",
        "nnn1101 ttttt sssss 000 ddddd 0001011",
        _turn,
        "To rd rs1 rotated right by 8, ^ the S-box of a byte of rs2, or with 4 its column of "
        "MixColumns.",
    ),
]
