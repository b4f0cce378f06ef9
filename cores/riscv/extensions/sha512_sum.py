"""Sums of 64 bits for SHA-512: a register to which words and functions of them are added.

The functions are those of FIPS 180-4, section 4.1.3.  A word's halves are in rs1 (low) and rs2.
"""

from mote.ise.riscv.isa import Instruction, Operands, Register
from mote.ise.riscv.saving import Use
from mote.pic24.expr import Expr, cat, const, mux

STATE = (Register("total", 64),)
SET, ADD, SUM0, SUM1, SIG0, SIG1, LOW, HIGH = range(8)


def _ror(x: Expr, n: int) -> Expr:
    return cat(x[n:], x[:n])


def _right(x: Expr, n: int) -> Expr:
    return cat(x[n:], const(0, n))


def _chosen(number: Expr, values: list[Expr]) -> Expr:
    """The value with this number, of two to the bits of it."""
    if len(values) == 1:
        return values[0]
    return _chosen(
        number[1:] if number.width > 1 else number,
        [mux(number[0], b, a) for a, b in zip(values[::2], values[1::2], strict=True)],
    )


def _sum(i: Operands) -> Expr:
    x = cat(i.s, i.t)
    functions = [
        x,
        x,
        _ror(x, 28) ^ _ror(x, 34) ^ _ror(x, 39),
        _ror(x, 14) ^ _ror(x, 18) ^ _ror(x, 41),
        _ror(x, 1) ^ _ror(x, 8) ^ _right(x, 7),
        _ror(x, 19) ^ _ror(x, 61) ^ _right(x, 6),
        x,
        x,
    ]
    return mux(i.n.eq(SET), 0, i.total) + _chosen(i.n, functions)


def _result(i: Operands) -> Expr:
    total = _sum(i)
    return mux(i.n[0], total[32:], total[:32])


def _after(i: Operands) -> dict[str, Expr]:
    return {"total": mux(i.n[1] & i.n[2], i.total, _sum(i))}


INSTRUCTIONS = [
    Instruction(
        "sum512",
        "nnn0110 ttttt sssss 001 ddddd 0001011",
        _result,
        "The word rs1 (low half), rs2 by 0: set, 1: added, 2: its SIGMA0 added, 3: SIGMA1, 4: "
        "sigma0, 5: sigma1; 6, 7: to rd the low or high half of its sum with the register, which "
        "stays.",
        STATE,
        _after,
    ),
]
SAVE = (Use("sum512", number=LOW, kept=0), Use("sum512", number=HIGH, kept=1))
RESTORE = (Use("sum512", s=0, t=1, number=SET),)
