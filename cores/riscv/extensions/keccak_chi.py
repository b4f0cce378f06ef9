"""Theta and rho of a word, and chi, whose third operand a register of the unit holds.

On bit-interleaved lanes (FIPS 202, section 3.2).  Chi of a word is a ^ (~b & c) of three words in a
row: the register `before` has c, and what was b is c for the word before.  A word that theta and
rho have made is c for the first one.

One row of gates makes all: before with what chooses is NOR'ed to rs2, and the sum with rs1 is
rotated, by 0 for chi.  Without `before` that is rs1 ^ ~rs2, so `chi_turn` has the complement of
the sum: a kernel complements D.
"""

from collections.abc import Mapping

from mote.ise.riscv.isa import Circuit, Instruction, Operands, Register
from mote.ise.riscv.saving import Use
from mote.pic24.expr import Expr, cat, mux

STATE = (Register("before"),)


def _left(x: Expr, n: int) -> Expr:
    return cat(x[32 - n :], x[: 32 - n])


def _rotated(x: Expr, n: Expr) -> Expr:
    for bit in range(n.width):
        x = mux(n[bit], _left(x, 1 << bit), x)
    return x


def _turn(i: Operands) -> Expr:
    return _rotated(~(i.s ^ i.t), i.n)


def _turn16(i: Operands) -> Expr:
    return _left(_turn(i), 16)


def _chi(i: Operands) -> Expr:
    return i.s ^ (~i.t & i.before)


def _unit(i: Operands) -> tuple[Expr, Mapping[str, Expr]]:
    chi = cat(*[i.is_chi] * 32)
    total = i.s ^ ~(~i.before & chi | i.t)
    result = mux(i.is_chi_turn16, _left(_rotated(total, i.n), 16), _rotated(total, i.n))
    return result, {"before": mux(i.is_chi, i.t, result)}


UNIT = Circuit(("chi_turn", "chi_turn16", "chi"), _unit)
INSTRUCTIONS = [
    Instruction(
        "chi_turn",
        "nnnn110 ttttt sssss 010 ddddd 0001011",
        _turn,
        "To rd and the register ~(rs1 ^ rs2), rotated left by a number from 0 to 15.",
        STATE,
        lambda i: {"before": _turn(i)},
        circuit=UNIT,
    ),
    Instruction(
        "chi_turn16",
        "nnnn110 ttttt sssss 011 ddddd 0001011",
        _turn16,
        "To rd and the register ~(rs1 ^ rs2), rotated left by 16 and a number from 0 to 15.",
        STATE,
        lambda i: {"before": _turn16(i)},
        circuit=UNIT,
    ),
    Instruction(
        "chi",
        "0000110 ttttt sssss 000 ddddd 0001011",
        _chi,
        "To rd rs1 ^ (not rs2 and the register), to the register rs2.",
        STATE,
        lambda i: {"before": i.t},
        circuit=UNIT,
    ),
]
SAVE = (Use("chi", kept=0),)
RESTORE = (Use("chi", t=0),)
