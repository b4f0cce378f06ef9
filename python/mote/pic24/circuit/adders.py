"""Sums with a short path: parallel prefixes (Sklansky) and carry-save rows.

They are made of bits, so that no synthesis program's own choice of an adder is part of the path.
Prefixes double in every level: a carry passes log2(n) gates.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from amaranth.hdl import Cat, Const, Module, Signal


def total(module: Module, name: str, left: Any, right: Any, carry: Any = None) -> Any:
    """left + right + carry, with the carry out as the highest bit."""
    size = len(left)
    generate, propagate = Signal(size, name=f"{name}_g"), Signal(size, name=f"{name}_p")
    module.d.comb += [generate.eq(left & right), propagate.eq(left ^ right)]
    first = generate[0] if carry is None else generate[0] | (propagate[0] & carry)
    carries: list[Any] = [first, *(generate[n] for n in range(1, size))]
    through: list[Any] = [propagate[n] for n in range(size)]
    distance = 1
    while distance < size:
        carries_out, through_out = list(carries), list(through)
        for n in range(size):
            if n & distance:
                below = (n & ~(distance - 1)) - 1
                carries_out[n] = carries[n] | (through[n] & carries[below])
                through_out[n] = through[n] & through[below]
        # Signals, so that a bit of a level is one gate however many take it.
        level = [Signal(size, name=f"{name}_{kind}{distance}") for kind in "gp"]
        module.d.comb += [level[0].eq(Cat(*carries_out)), level[1].eq(Cat(*through_out))]
        carries = [level[0][n] for n in range(size)]
        through = [level[1][n] for n in range(size)]
        distance *= 2
    into = Const(0, 1) if carry is None else carry
    return Cat(propagate ^ Cat(into, *carries[:-1]), carries[-1])


def saved(module: Module, name: str, rows: Sequence[Any]) -> tuple[Any, Any]:
    """Two rows with the sum of all, modulo 2 to the rows' width."""
    size = len(rows[0])
    number = 0
    while len(rows) > 2:
        made: list[Any] = []
        whole = len(rows) // 3 * 3
        for n in range(0, whole, 3):
            a, b, c = rows[n : n + 3]
            bits = Signal(size, name=f"{name}_sum{number}")
            carry = Signal(size, name=f"{name}_carry{number}")
            half = Signal(size, name=f"{name}_half{number}")
            module.d.comb += [
                half.eq(a ^ b),
                bits.eq(half ^ c),
                carry.eq(Cat(Const(0, 1), ((a & b) | (half & c))[: size - 1])),
            ]
            made += [bits, carry]
            number += 1
        rows = [*made, *rows[whole:]]
    return rows[0], rows[1]


def product(module: Module, name: str, a: Any, b: Any, signed_a: Any, signed_b: Any) -> Any:
    """32 bits of the product of two words, each signed or not.

    A negative word is one that 2**16 times the other one is taken off for: as its complement, with
    both ones that this lacks in a row's empty half.
    """
    rows: list[Any] = []
    for n in range(16):
        row = Signal(32, name=f"{name}_row{n}")
        part = b & a[n].replicate(16)
        upper = Const(2, 16) if n == 0 else Const(0, 16 - n)
        module.d.comb += row.eq(Cat(Const(0, n), part, upper))
        rows.append(row)
    for number, (one, signed, other) in enumerate(((a, signed_a, b), (b, signed_b, a))):
        row = Signal(32, name=f"{name}_minus{number}")
        off = other & (one[15] & signed).replicate(16)
        module.d.comb += row.eq(Cat(Const(0, 16), ~off))
        rows.append(row)
    left, right = saved(module, name, rows)
    return total(module, name, left, right)[:32]
