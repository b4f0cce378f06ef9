"""Exclusive or and rotation in one, for BLAKE-256 (proposal, version 1.3, section 2.1.2)."""

from mote.ise.riscv.isa import Instruction, Operands
from mote.pic24.expr import Expr, cat, mux

AMOUNTS = (16, 12, 8, 7)


def _turn(i: Operands) -> Expr:
    x = i.s ^ i.t
    turned = [cat(x[n:], x[:n]) for n in AMOUNTS]
    return mux(i.n[1], mux(i.n[0], turned[3], turned[2]), mux(i.n[0], turned[1], turned[0]))


INSTRUCTIONS = [
    Instruction(
        "blake_turn",
        "nn01011 ttttt sssss 110 ddddd 0001011",
        _turn,
        "To rd rs1 ^ rs2, rotated right by 16, 12, 8 or 7, as the number is 0 to 3.",
    ),
]
