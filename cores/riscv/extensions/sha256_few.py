"""Three of the four functions of SHA-256 that rotate (FIPS 180-4, section 4.1.2): for little area.

sigma0 is left to the core: it is as often wanted as sigma1, and takes more gates.
"""

from mote.ise.riscv.isa import Instruction, Operands
from mote.pic24.expr import Expr, cat, const


def ror(x: Expr, n: int) -> Expr:
    return cat(x[n:], x[:n])


def _sum0(i: Operands) -> Expr:
    return ror(i.s, 2) ^ ror(i.s, 13) ^ ror(i.s, 22)


def _sum1(i: Operands) -> Expr:
    return ror(i.s, 6) ^ ror(i.s, 11) ^ ror(i.s, 25)


def _sig1(i: Operands) -> Expr:
    return ror(i.s, 17) ^ ror(i.s, 19) ^ cat(i.s[10:], const(0, 10))


INSTRUCTIONS = [
    Instruction("few_sum0", "0001011 00000 sssss 000 ddddd 0001011", _sum0, "To rd SIGMA0 of rs1."),
    Instruction("few_sum1", "0001011 00000 sssss 001 ddddd 0001011", _sum1, "To rd SIGMA1 of rs1."),
    Instruction("few_sig1", "0001011 00000 sssss 010 ddddd 0001011", _sig1, "To rd sigma1 of rs1."),
]
