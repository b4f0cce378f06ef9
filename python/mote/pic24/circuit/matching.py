"""Which instruction words are an instruction, and which of these are some of its forms.

An instruction is its fixed bits and conditions on others, as truth tables.  Forms are told apart by
structural fields; any of them are a sum of products of these fields' values.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from amaranth.hdl import Const

from mote.pic24.isa import Instruction

Term = frozenset[tuple[str, frozenset[int], frozenset[int]]]
"""Structural fields that must be: letter, the values wanted, all values that there are."""

Condition = tuple[tuple[int, ...], bytes]
"""Bit positions of the first word, the lowest first, and for each combination of them whether it is
allowed."""


class _Recorder(Mapping[str, int]):
    """Fields whose use is noted."""

    def __init__(self, values: Mapping[str, int]) -> None:
        self.values_, self.used = values, set[str]()

    def __getitem__(self, key: str) -> int:
        self.used.add(key)
        return self.values_[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_)

    def __len__(self) -> int:
        return len(self.values_)


def conditions(instruction: Instruction) -> list[Condition]:
    """What the word must satisfy beside its fixed bits."""
    tests: list[Callable[[Mapping[str, int]], bool]] = []
    if instruction.constraint is not None:
        tests.append(instruction.constraint)
    tests += [o.valid for o in instruction.operands if getattr(o, "step", 1) == 1]
    found = []
    for test in tests:
        letters: set[str] = set()
        while True:
            order = sorted(letters)
            sizes = [len(instruction.layout[letter]) for letter in order]
            used: set[str] = set()
            table = bytearray()
            for values in itertools.product(*(range(1 << size) for size in reversed(sizes))):
                fields = dict.fromkeys(instruction.layout, 0)
                fields.update(zip(order, reversed(values), strict=True))
                seen = _Recorder(fields)
                table.append(bool(test(seen)))
                used |= seen.used
            if used & set(instruction.layout) <= letters or sum(sizes) > 12:
                break
            letters |= used & set(instruction.layout)
        if all(table):
            continue
        positions = [p for letter in order for p in reversed(instruction.layout[letter])]
        found.append((tuple(positions), bytes(table)))
    return found


def truth(bits: Sequence[Any], table: bytes) -> Any:
    """A truth table as logic, by Shannon expansion; what does not matter is left out."""
    if all(table) or not any(table):
        return Const(int(table[0]), 1)
    half = len(table) // 2
    low, high = table[:half], table[half:]
    if low == high:
        return truth(bits[:-1], low)
    a, b = truth(bits[:-1], high), truth(bits[:-1], low)
    return (bits[-1] & a) | (~bits[-1] & b)


def products(every: Sequence[Mapping[str, int]], forms: frozenset[int]) -> list[Term]:
    """Products of structural fields whose sum is these forms of all that an instruction has."""
    if len(forms) == len(every):
        return [frozenset()]
    letters = list(every[0])
    chosen = [every[n] for n in forms]
    sets = {letter: {c[letter] for c in chosen} for letter in letters}
    inside = [n for n, c in enumerate(every) if all(c[x] in sets[x] for x in letters)]
    if len(inside) == len(forms):
        alls = {letter: {c[letter] for c in every} for letter in letters}
        return [
            frozenset(
                (letter, frozenset(sets[letter]), frozenset(alls[letter]))
                for letter in letters
                if sets[letter] != alls[letter]
            )
        ]
    best: list[Term] | None = None
    for letter in letters:
        if len(sets[letter]) < 2:
            continue
        terms = _divided(every, forms, letter)
        if terms and (best is None or len(terms) < len(best)):
            best = terms
    assert best is not None
    return best


def _divided(every: Sequence[Mapping[str, int]], forms: frozenset[int], letter: str) -> list[Term]:
    """The same by parts, in each of which a field's values go with the same other fields; none when
    there is one part only."""
    parts: dict[frozenset[Any], set[int]] = defaultdict(set)
    by_value: dict[int, set[int]] = defaultdict(set)
    for n in forms:
        by_value[every[n][letter]].add(n)
    for value, members in by_value.items():
        rest = frozenset(
            tuple(sorted((x, v) for x, v in every[n].items() if x != letter)) for n in members
        )
        parts[rest].add(value)
    terms: list[Term] = []
    for values in parts.values():
        some = frozenset(n for n in forms if every[n][letter] in values)
        if len(some) == len(forms):
            return []
        terms += products(every, some)
    return terms
