"""Where the rules leave two words apart: random simulation, and a solver at the smallest cut.

Simulation finds a difference, which is a counterexample, or pairs of nodes that may be equal; the
solver (bitwuzla) proves these from the bottom up, each over a few levels of nodes only, whose
inputs are free (SAT sweeping).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from mote.prove.terms import AND, SUM, VARIABLE, XOR, Terms

SAMPLES = 512
"""Assignments that are tried at once."""


class Simulation:
    """The values of nodes under many random assignments, as the bits of integers."""

    def __init__(self, terms: Terms, samples: int = SAMPLES, seed: int = 1) -> None:
        self.terms = terms
        self.samples = samples
        self.ones = (1 << samples) - 1
        self._random = random.Random(seed)
        self._values: dict[int, int] = {0: 0}
        self._carried: dict[int, list[int]] = {0: [0]}

    def value(self, literal: int) -> int:
        """The values of a literal."""
        node = literal >> 1
        found = self._values.get(node)
        if found is None:
            self._settle(node)
            found = self._values[node]
        return found ^ self.ones if literal & 1 else found

    def _settle(self, last: int) -> None:
        """Compute a node and what it needs, without recursion."""
        values = self._values
        stack = [last]
        while stack:
            node = stack[-1]
            if node in values:
                stack.pop()
                continue
            missing = [each for each in inputs_of(self.terms, node) if each not in values]
            if missing:
                stack += missing
                continue
            stack.pop()
            values[node] = self._of(node)

    def _of(self, node: int) -> int:
        kind, content = self.terms.kinds[node], self.terms.contents[node]
        values = self._values
        if kind == VARIABLE:
            return self._random.getrandbits(self.samples)
        if kind == XOR:
            found = 0
            for each in content:
                found ^= values[each]
            return found
        if kind == AND:
            found = self.ones
            for each in content:
                found &= values[each]
            return found
        chain, own = content
        found = self._carry(chain)[0]
        for each in own:
            found ^= values[each]
        return found

    def _carry(self, chain: int) -> list[int]:
        """What a prefix carries, in two's complement, each bit as the bits of an integer."""
        pending = []
        while chain not in self._carried:
            pending.append(chain)
            chain = self.terms.chains[chain][0]
        for chain in reversed(pending):
            before, items, digit = self.terms.chains[chain]
            number = self._carried[before]
            for item in items:
                value = self._values[item >> 1]
                # -x is x with all bits above set, too.
                number = self._added(number, [value, value] if item & 1 else [value, 0])
            if digit:
                number = self._added(number, [self.ones, 0])
            self._carried[chain] = number[1:] if len(number) > 1 else number
        return self._carried[pending[0] if pending else chain]

    def _added(self, a: list[int], b: list[int]) -> list[int]:
        """The sum of two numbers, with a bit more than the longer one; the last is the sign."""
        size = max(len(a), len(b)) + 1
        carry = 0
        found = []
        for k in range(size):
            x = a[k] if k < len(a) else a[-1]
            y = b[k] if k < len(b) else b[-1]
            found.append(x ^ y ^ carry)
            carry = x & y | carry & (x ^ y)
        while len(found) > 1 and found[-1] == found[-2]:
            found.pop()
        return found


def inputs_of(terms: Terms, node: int) -> Iterable[int]:
    """The nodes that a node is made of."""
    kind, content = terms.kinds[node], terms.contents[node]
    if kind in (XOR, AND):
        found: Iterable[int] = content
        return found
    if kind == SUM:
        chain, own = content
        every = list(own)
        while chain:
            before, items, _ = terms.chains[chain]
            every += [item >> 1 for item in items]
            chain = before
        return every
    return ()


def cone(terms: Terms, literals: Iterable[int]) -> list[int]:
    """The nodes that literals depend on, in ascending order."""
    seen: set[int] = set()
    stack = [literal >> 1 for literal in literals]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            stack += [each for each in inputs_of(terms, node) if each not in seen]
    return sorted(seen)


def variables_of(terms: Terms, literals: Sequence[int]) -> list[int]:
    """The variables among them."""
    return [node for node in cone(terms, literals) if terms.kinds[node] == VARIABLE]


class Sweep:
    """Proves that literals are equal, by a solver, where simulation sees no difference."""

    def __init__(self, terms: Terms, simulation: Simulation) -> None:
        self.terms = terms
        self.simulation = simulation
        self.calls = 0

    def differing(self, pairs: Sequence[tuple[int, int]]) -> list[int]:
        """The numbers of the pairs that could not be proved equal."""
        return list(range(len(pairs)))
