"""The four functions of SHA-256 that rotate (FIPS 180-4, section 4.1.2), of one operand.

They compute what Zknh's sha256sum0, sha256sum1, sha256sig0 and sha256sig1 do.
"""

from mote.ise.riscv.isa import Instruction, Operands
from mote.pic24.expr import Expr, cat, const


def ror(x: Expr, n: int) -> Expr:
    return cat(x[n:], x[:n])


def right(x: Expr, n: int) -> Expr:
    return cat(x[n:], const(0, n))


def sum0(x: Expr) -> Expr:
    return ror(x, 2) ^ ror(x, 13) ^ ror(x, 22)


def sum1(x: Expr) -> Expr:
    return ror(x, 6) ^ ror(x, 11) ^ ror(x, 25)


def sig0(x: Expr) -> Expr:
    return ror(x, 7) ^ ror(x, 18) ^ right(x, 3)


def sig1(x: Expr) -> Expr:
    return ror(x, 17) ^ ror(x, 19) ^ right(x, 10)


def _sum0(i: Operands) -> Expr:
    return sum0(i.s)


def _sum1(i: Operands) -> Expr:
    return sum1(i.s)


def _sig0(i: Operands) -> Expr:
    return sig0(i.s)


def _sig1(i: Operands) -> Expr:
    return sig1(i.s)


INSTRUCTIONS = [
    Instruction(
        "sha256_sum0", "0001000 00000 sssss 000 ddddd 0001011", _sum0, "To rd SIGMA0 of rs1."
    ),
    Instruction(
        "sha256_sum1", "0001000 00000 sssss 001 ddddd 0001011", _sum1, "To rd SIGMA1 of rs1."
    ),
    Instruction(
        "sha256_sig0", "0001000 00000 sssss 010 ddddd 0001011", _sig0, "To rd sigma0 of rs1."
    ),
    Instruction(
        "sha256_sig1", "0001000 00000 sssss 011 ddddd 0001011", _sig1, "To rd sigma1 of rs1."
    ),
]
