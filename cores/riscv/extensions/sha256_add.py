"""The four functions of SHA-256 that rotate (FIPS 180-4, section 4.1.2), added to a second operand.

Every one of them is a summand in section 6.2.2: the addition needs no instruction of its own.
With them goes what puts the bytes of the message's words in order.
"""

from mote.ise.riscv.isa import Instruction, Operands
from mote.pic24.expr import Expr, cat, const


def ror(x: Expr, n: int) -> Expr:
    return cat(x[n:], x[:n])


def right(x: Expr, n: int) -> Expr:
    return cat(x[n:], const(0, n))


def _sum0(i: Operands) -> Expr:
    return i.t + (ror(i.s, 2) ^ ror(i.s, 13) ^ ror(i.s, 22))


def _sum1(i: Operands) -> Expr:
    return i.t + (ror(i.s, 6) ^ ror(i.s, 11) ^ ror(i.s, 25))


def _sig0(i: Operands) -> Expr:
    return i.t + (ror(i.s, 7) ^ ror(i.s, 18) ^ right(i.s, 3))


def _sig1(i: Operands) -> Expr:
    return i.t + (ror(i.s, 17) ^ ror(i.s, 19) ^ right(i.s, 10))


def _swap(i: Operands) -> Expr:
    return cat(i.s[24:], i.s[16:24], i.s[8:16], i.s[:8])


INSTRUCTIONS = [
    Instruction(
        "add_sum0", "0001001 ttttt sssss 000 ddddd 0001011", _sum0, "To rd rs2 + SIGMA0 of rs1."
    ),
    Instruction(
        "add_sum1", "0001001 ttttt sssss 001 ddddd 0001011", _sum1, "To rd rs2 + SIGMA1 of rs1."
    ),
    Instruction(
        "add_sig0", "0001001 ttttt sssss 010 ddddd 0001011", _sig0, "To rd rs2 + sigma0 of rs1."
    ),
    Instruction(
        "add_sig1", "0001001 ttttt sssss 011 ddddd 0001011", _sig1, "To rd rs2 + sigma1 of rs1."
    ),
    Instruction(
        "swap_bytes",
        "0001001 00000 sssss 100 ddddd 0001011",
        _swap,
        "To rd the bytes of rs1 in reverse order.",
    ),
]
