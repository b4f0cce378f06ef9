"""Exclusive or and rotation in one, for BLAKE2s (RFC 7693, section 3.1), by its four amounts."""

from mote.ise.riscv.isa import Instruction, Operands
from mote.pic24.expr import Expr, cat, mux

AMOUNTS = (16, 12, 8, 7)


def _turn(i: Operands) -> Expr:
    x = i.s ^ i.t
    turned = [cat(x[n:], x[:n]) for n in AMOUNTS]
    return mux(i.n[1], mux(i.n[0], turned[3], turned[2]), mux(i.n[0], turned[1], turned[0]))


INSTRUCTIONS = [
    Instruction(
        "blake2s_turn",
        "nn11010 ttttt sssss 001 ddddd 0001011",
        _turn,
        "To rd rs1 ^ rs2, rotated right by 16, 12, 8 or 7, as the number is 0 to 3.",
    ),
]
