"""What a pattern of instructions computes, in a normal form of 32 bits.

A form is the exclusive or of a constant and of linear functions (over GF(2)) of atoms.  An atom is
an operand, or what is not linear: an and, a sum, a comparison, a shift by an operand.  So
rotations, shifts and masks, in whatever order code has them and whether it puts parts together by
or, xor or an addition, are one form.  Forms that compute the same may differ; `values` tells most
of them apart from those that do not.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

XLEN = 32
ONES = (1 << XLEN) - 1
Atom = tuple[Any, ...]
"""("s",), ("t",), or the name of an operation and forms."""
Rows = tuple[int, ...]
"""A linear function: of each bit of the result which bits of the argument are added."""
IDENTITY: Rows = tuple(1 << bit for bit in range(XLEN))
BIT: Rows = (1, *[0] * (XLEN - 1))
"""Of what has one bit."""


@dataclass(frozen=True)
class Form:
    """A constant and linear functions of atoms, sorted."""

    constant: int
    terms: tuple[tuple[Atom, Rows], ...] = ()

    @functools.cached_property
    def key(self) -> str:
        """For sorting."""
        return repr((self.constant, [(_key(atom), rows) for atom, rows in self.terms]))

    @functools.cached_property
    def support(self) -> int:
        """The bits that may be 1."""
        found = self.constant
        for _, rows in self.terms:
            found |= sum(1 << bit for bit, row in enumerate(rows) if row)
        return found


def _key(atom: Atom) -> tuple[object, ...]:
    return tuple(each.key if isinstance(each, Form) else each for each in atom)


def constant(value: int) -> Form:
    return Form(value & ONES)


def of_atom(atom: Atom, rows: Rows = IDENTITY) -> Form:
    return Form(0, ((atom, rows),))


S, T = of_atom(("s",)), of_atom(("t",))


def _mapped(form: Form, change: Any, value: int) -> Form:
    terms = ((atom, tuple(change(rows))) for atom, rows in form.terms)
    return Form(value & ONES, tuple((atom, rows) for atom, rows in terms if any(rows)))


def xor(a: Form, b: Form) -> Form:
    sums = dict(a.terms)
    for atom, rows in b.terms:
        known = sums.get(atom)
        sums[atom] = rows if known is None else tuple(map(int.__xor__, known, rows))
    kept = [(atom, rows) for atom, rows in sums.items() if any(rows)]
    return Form(a.constant ^ b.constant, tuple(sorted(kept, key=lambda x: repr(_key(x[0])))))


def left(a: Form, n: int) -> Form:
    if n >= XLEN:
        return constant(0)
    return _mapped(a, lambda rows: (*[0] * n, *rows[: XLEN - n]), a.constant << n)


def right(a: Form, n: int) -> Form:
    if n >= XLEN:
        return constant(0)
    return _mapped(a, lambda rows: (*rows[n:], *[0] * n), a.constant >> n)


def both(a: Form, b: Form) -> Form:
    """The and."""
    if a.terms and not b.terms:
        a, b = b, a
    if not a.terms:
        mask = a.constant
        return _mapped(
            b,
            lambda rows: (row if mask >> bit & 1 else 0 for bit, row in enumerate(rows)),
            b.constant & mask,
        )
    return a if a == b else of_atom(("and", *sorted((a, b), key=lambda x: x.key)))


def either(a: Form, b: Form) -> Form:
    """The or."""
    if a == b:
        return a
    if not a.support & b.support:
        return xor(a, b)
    inverted = constant(ONES)
    return xor(both(xor(a, inverted), xor(b, inverted)), inverted)


def add(a: Form, b: Form) -> Form:
    if not a.support & b.support:
        return xor(a, b)
    total = 0
    parts: list[Form] = []
    for each in (a, b):
        if not each.terms:
            total += each.constant
        elif _single(each, "add"):
            total += each.terms[0][0][1].constant
            parts += each.terms[0][0][2:]
        else:
            parts.append(each)
    if not parts:
        return constant(total)
    if len(parts) == 1 and not total & ONES:
        return parts[0]
    return of_atom(("add", constant(total), *sorted(parts, key=lambda x: x.key)))


def _single(form: Form, operation: str) -> bool:
    """Whether it is one atom of that operation and nothing else."""
    return (
        not form.constant
        and len(form.terms) == 1
        and form.terms[0][1] == IDENTITY
        and form.terms[0][0][0] == operation
    )


def subtract(a: Form, b: Form) -> Form:
    if not b.terms:
        return add(a, constant(-b.constant))
    return constant(0) if a == b else of_atom(("sub", a, b))


def shift(name: str, a: Form, amount: Form) -> Form:
    """shl, shr or sar by a form; the amount's low five bits count."""
    if amount.terms:
        return of_atom((name, a, both(amount, constant(31))))
    n = amount.constant & 31
    if name == "sar" and n and a.support >> (XLEN - 1):
        return of_atom(("sar", a, constant(n)))
    return left(a, n) if name == "shl" else right(a, n)


def compare(name: str, a: Form, b: Form) -> Form:
    """ult or slt: 1 bit."""
    if not a.terms and not b.terms:
        return constant(int(_COMPARISONS[name](a.constant, b.constant)))
    return of_atom((name, a, b), BIT)


def _signed(value: int) -> int:
    return value - (value >> (XLEN - 1) << XLEN)


_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "ult": int.__lt__,
    "slt": lambda a, b: _signed(a) < _signed(b),
}


def inputs(form: Form) -> frozenset[str]:
    """The operands that it depends on: s, t."""
    found: set[str] = set()
    for atom, _ in form.terms:
        if len(atom) == 1:
            found.add(atom[0])
        for each in atom[1:]:
            found |= inputs(each)
    return frozenset(found)


def evaluate(form: Form, operands: dict[str, int]) -> int:
    """Its value for these operands."""
    total = form.constant
    for atom, rows in form.terms:
        value = _value(atom, operands)
        if rows == IDENTITY:
            total ^= value
        else:
            for bit, row in enumerate(rows):
                total ^= ((row & value).bit_count() & 1) << bit
    return total


def _value(atom: Atom, operands: dict[str, int]) -> int:
    name, *forms = atom
    if not forms:
        return operands[name]
    parts = [evaluate(each, operands) for each in forms]
    if name == "add":
        return sum(parts) & ONES
    if name in _COMPARISONS:
        return int(_COMPARISONS[name](*parts))
    a, b = parts
    values = {
        "and": a & b,
        "sub": a - b,
        "shl": a << (b & 31),
        "shr": a >> (b & 31),
        "sar": _signed(a) >> (b & 31),
    }
    return values[name] & ONES


def _samples() -> list[tuple[int, int]]:
    source = random.Random(0)
    corners = (0, 1, 31, 1 << 31, ONES)
    found = [(a, b) for a in corners for b in corners if a < b]
    found += [(source.randrange(1 << XLEN), source.randrange(1 << XLEN)) for _ in range(48)]
    found += [(source.randrange(1 << XLEN), source.randrange(32)) for _ in range(8)]
    return found


SAMPLES = _samples()


@functools.cache
def values(form: Form) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Its values for the samples, and for these with the operands the other way round."""
    given = [{"s": a, "t": b} for a, b in SAMPLES]
    turned = [{"s": b, "t": a} for a, b in SAMPLES]
    first, second = ([evaluate(form, each) for each in of] for of in (given, turned))
    return tuple(first), tuple(second)


def exchanged(form: Form) -> Form:
    """The same with the operands the other way round."""
    total = constant(form.constant)
    for atom, rows in form.terms:
        if len(atom) == 1:
            new = ({"s": "t", "t": "s"}[atom[0]],)
        else:
            parts = [exchanged(each) for each in atom[1:]]
            if atom[0] == "and":
                parts.sort(key=lambda x: x.key)
            if atom[0] == "add":
                parts[1:] = sorted(parts[1:], key=lambda x: x.key)
            new = (atom[0], *parts)
        total = xor(total, of_atom(new, rows))
    return total
