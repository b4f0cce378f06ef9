"""Rotation by a number, and-not, and the order of bytes: what Zbb's rori, andn and rev8 do."""

from mote.ise.riscv.isa import Instruction, Operands
from mote.pic24.expr import Expr, cat, mux


def _rotate(i: Operands) -> Expr:
    x = i.s
    for bit in range(5):
        n = 1 << bit
        x = mux(i.i[bit], cat(x[n:], x[:n]), x)
    return x


def _andn(i: Operands) -> Expr:
    return i.s & ~i.t


def _reverse(i: Operands) -> Expr:
    return cat(i.s[24:], i.s[16:24], i.s[8:16], i.s[:8])


INSTRUCTIONS = [
    Instruction(
        "rotate",
        "0001010 iiiii sssss 000 ddddd 0001011",
        _rotate,
        "To rd rs1 rotated right by a number from 0 to 31.",
    ),
    Instruction(
        "and_not", "0001010 ttttt sssss 001 ddddd 0001011", _andn, "To rd rs1 and not rs2."
    ),
    Instruction(
        "reverse",
        "0001010 00000 sssss 010 ddddd 0001011",
        _reverse,
        "To rd the bytes of rs1 in reverse order.",
    ),
]
