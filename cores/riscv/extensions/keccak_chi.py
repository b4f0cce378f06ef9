"""keccak_turn's theta and rho, and chi, whose third operand a register of the unit holds.

On bit-interleaved lanes (FIPS 202, section 3.2).  Chi of a word is a ^ (~b & c) of three words in a
row: the register `before` has a, and what was b is a for the next one.  A word that theta and rho
have made is a for the first one.
"""

from mote.ise.riscv.isa import Instruction, Operands, Register
from mote.ise.riscv.saving import Use
from mote.pic24.expr import Expr, cat, mux

STATE = (Register("before"),)


def _left(x: Expr, n: int) -> Expr:
    return cat(x[32 - n :], x[: 32 - n])


def _turn(i: Operands) -> Expr:
    x = i.s ^ i.t
    for bit in range(4):
        x = mux(i.n[bit], _left(x, 1 << bit), x)
    return x


def _turn16(i: Operands) -> Expr:
    return _left(_turn(i), 16)


def _chi(i: Operands) -> Expr:
    return i.before ^ (~i.s & i.t)


def _theta(i: Operands) -> Expr:
    return i.s ^ _left(i.t, 1)


INSTRUCTIONS = [
    Instruction(
        "chi_turn",
        "nnnn110 ttttt sssss 010 ddddd 0001011",
        _turn,
        "To rd and the register rs1 ^ rs2, rotated left by a number from 0 to 15.",
        STATE,
        lambda i: {"before": _turn(i)},
    ),
    Instruction(
        "chi_turn16",
        "nnnn110 ttttt sssss 011 ddddd 0001011",
        _turn16,
        "To rd and the register rs1 ^ rs2, rotated left by 16 and a number from 0 to 15.",
        STATE,
        lambda i: {"before": _turn16(i)},
    ),
    Instruction(
        "chi_theta",
        "0010001 ttttt sssss 010 ddddd 0001011",
        _theta,
        "To rd rs1 ^ rs2 rotated left by 1.",
        STATE,
    ),
    Instruction(
        "chi",
        "0010001 ttttt sssss 001 ddddd 0001011",
        _chi,
        "To rd the register ^ (not rs1 and rs2), to the register rs1.",
        STATE,
        lambda i: {"before": i.s},
    ),
]
SAVE = (Use("chi", kept=0),)
RESTORE = (Use("chi", s=0),)
