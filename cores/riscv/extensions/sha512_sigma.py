"""The four functions of SHA-512 that rotate (FIPS 180-4, section 4.1.3), a half of a result each.

They are those of Zknh for RV32 (RISC-V Cryptography Extensions Volume I, sha512sig0l
to sha512sum1r): rs1 has the half that is to be made, rs2 the other one.
"""

from mote.ise.riscv.isa import Instruction, Operands
from mote.pic24.expr import Expr, cat, const


def _rotated(own: Expr, other: Expr, n: int) -> Expr:
    """A half of a word rotated right by n."""
    if n >= 32:
        own, other, n = other, own, n - 32
    return cat(own[n:], other[:n])


def _sum0(i: Operands) -> Expr:
    return _rotated(i.s, i.t, 28) ^ _rotated(i.s, i.t, 34) ^ _rotated(i.s, i.t, 39)


def _sum1(i: Operands) -> Expr:
    return _rotated(i.s, i.t, 14) ^ _rotated(i.s, i.t, 18) ^ _rotated(i.s, i.t, 41)


def _sig0_low(i: Operands) -> Expr:
    return _rotated(i.s, i.t, 1) ^ _rotated(i.s, i.t, 8) ^ _rotated(i.s, i.t, 7)


def _sig0_high(i: Operands) -> Expr:
    return _rotated(i.s, i.t, 1) ^ _rotated(i.s, i.t, 8) ^ cat(i.s[7:], const(0, 7))


def _sig1_low(i: Operands) -> Expr:
    return _rotated(i.s, i.t, 19) ^ _rotated(i.s, i.t, 61) ^ _rotated(i.s, i.t, 6)


def _sig1_high(i: Operands) -> Expr:
    return _rotated(i.s, i.t, 19) ^ _rotated(i.s, i.t, 61) ^ cat(i.s[6:], const(0, 6))


_MEANINGS = (
    ("sum0", _sum0, "a half of SIGMA0"),
    ("sum1", _sum1, "a half of SIGMA1"),
    ("sig0_low", _sig0_low, "the low half of sigma0"),
    ("sig0_high", _sig0_high, "the high half of sigma0"),
    ("sig1_low", _sig1_low, "the low half of sigma1"),
    ("sig1_high", _sig1_high, "the high half of sigma1"),
)
INSTRUCTIONS = [
    Instruction(
        f"sha512_{name}",
        f"0011001 ttttt sssss {number:03b} ddddd 0001011",
        meaning,
        f"To rd {what}; rs1 is the same half of the word, rs2 the other one.",
    )
    for number, (name, meaning, what) in enumerate(_MEANINGS)
]
