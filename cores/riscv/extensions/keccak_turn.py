"""Exclusive or and rotation in one, for Keccak-f[1600] on bit-interleaved lanes (FIPS 202, 3.2).

theta adds D to a word, and rho rotates it: `keccak_turn` does both, `keccak_turn16` by 16 more.
`keccak_theta` is D of even words, where the other summand is rotated.  All three have one sum and
one rotation.
"""

from collections.abc import Mapping

from mote.ise.riscv.isa import Circuit, Instruction, Operands
from mote.pic24.expr import Expr, cat, mux


def _left(x: Expr, n: int) -> Expr:
    return cat(x[32 - n :], x[: 32 - n])


def _rotated(x: Expr, n: Expr) -> Expr:
    for bit in range(n.width):
        x = mux(n[bit], _left(x, 1 << bit), x)
    return x


def _turn(i: Operands) -> Expr:
    return _rotated(i.s ^ i.t, i.n)


def _turn16(i: Operands) -> Expr:
    return _left(_turn(i), 16)


def _theta(i: Operands) -> Expr:
    return i.s ^ _left(i.t, 1)


def _unit(i: Operands) -> tuple[Expr, Mapping[str, Expr]]:
    total = i.s ^ mux(i.is_keccak_theta, _left(i.t, 1), i.t)
    x = _rotated(total, i.n)
    return mux(i.is_keccak_turn16, _left(x, 16), x), {}


UNIT = Circuit(("keccak_turn", "keccak_turn16", "keccak_theta"), _unit)
INSTRUCTIONS = [
    Instruction(
        "keccak_turn",
        "nnnn110 ttttt sssss 100 ddddd 0001011",
        _turn,
        "To rd rs1 ^ rs2, rotated left by a number from 0 to 15.",
        circuit=UNIT,
    ),
    Instruction(
        "keccak_turn16",
        "nnnn110 ttttt sssss 101 ddddd 0001011",
        _turn16,
        "To rd rs1 ^ rs2, rotated left by 16 and a number from 0 to 15.",
        circuit=UNIT,
    ),
    Instruction(
        "keccak_theta",
        "0000111 ttttt sssss 101 ddddd 0001011",
        _theta,
        "To rd rs1 ^ rs2 rotated left by 1.",
        circuit=UNIT,
    ),
]
