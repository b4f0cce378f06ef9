"""Where the rules leave two words apart: random simulation, and a solver.

Simulation finds a difference, which is a counterexample, or sees none; then the solver (bitwuzla)
is asked, if the two bits depend on few enough nodes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from mote.proving.terms import AND, SUM, VARIABLE, XOR, Terms

SAMPLES = 512
"""Assignments that are tried at once."""

witness: Callable[[Terms, Sequence[int], Sequence[int]], None] | None = None
"""Is told what the solver says cannot be: that the literals that are assumed are true, and that the
two others differ, where there are two (mote.proving.certificates)."""


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

    def settle(self, node: int, values: int) -> None:
        """Say what the values of a node are."""
        self._values[node] = values

    def _settle(self, last: int) -> None:
        """Compute a node and what it needs, without recursion."""
        values = self._values
        stack = [last]
        while stack:
            node = stack[-1]
            if node in values:
                stack.pop()
                continue
            missing = [each for each in self._inputs(node) if each not in values]
            if missing:
                stack += missing
                continue
            stack.pop()
            values[node] = self._of(node)

    def _inputs(self, node: int) -> Iterable[int]:
        """What a node is made of, but for what is in carries that are computed already."""
        terms = self.terms
        if terms.kinds[node] != SUM:
            return inputs_of(terms, node)
        chain, own = terms.contents[node]
        every = list(own)
        while chain not in self._carried:
            chain, items, _ = terms.chains[chain]
            every += [item >> 1 for item in items]
        return every

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
    kinds, contents, prefixes = terms.kinds, terms.contents, terms.chains
    seen: set[int] = set()
    chains = {0}
    stack = [literal >> 1 for literal in literals]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        kind, content = kinds[node], contents[node]
        if kind == SUM:
            # Bits of one sum share what they carry: each prefix is walked once.
            chain, own = content
            stack += own
            while chain not in chains:
                chains.add(chain)
                chain, items, _ = prefixes[chain]
                stack += [item >> 1 for item in items]
        elif kind in (XOR, AND):
            stack += [each for each in content if each not in seen]
    return sorted(seen)


def variables_of(terms: Terms, literals: Sequence[int]) -> list[int]:
    """The variables among them."""
    return [node for node in cone(terms, literals) if terms.kinds[node] == VARIABLE]


CONE, MILLISECONDS = 3000, 2000
"""Nodes of a pair that the solver is asked about, and the time that it has for each."""


def bits_of_levels(terms: Terms, nodes: Iterable[int]) -> int:
    """Bits of the totals of all levels of the sums among some nodes, in two's complement.

    With at most m items in a level, each of 1 or -1, and a digit, carries are from -m - 1 to m + 1:
    the total is then from -2 m - 1 to 2 m + 2, and its half is such a carry again.
    """
    most, chains = 0, {0}
    for node in nodes:
        if terms.kinds[node] == SUM:
            chain = terms.contents[node][0]
            while chain not in chains:
                chains.add(chain)
                chain, items, _ = terms.chains[chain]
                most = max(most, len(items))
    return (2 * most + 2).bit_length() + 1


class Sweep:
    """Proves that literals are equal, by a solver, where simulation sees no difference."""

    def __init__(self, terms: Terms, simulation: Simulation) -> None:
        self.terms = terms
        self.simulation = simulation
        self.calls = 0

    def differing(self, pairs: Sequence[tuple[int, int]]) -> list[int]:
        """The numbers of the pairs that are not proved equal; after the first, all behind it."""
        for index, (a, b) in enumerate(pairs):
            if not self._equal(a, b):
                return list(range(index, len(pairs)))
        return []

    def _equal(self, a: int, b: int) -> bool:
        nodes = cone(self.terms, (a, b))
        if len(nodes) > CONE:
            return False
        import bitwuzla as solver

        manager = solver.TermManager()
        options = solver.Options()
        options.set(solver.Option.TIME_LIMIT_PER, MILLISECONDS)
        asked = solver.Bitwuzla(manager, options)
        made = _Encoded(self.terms, manager, nodes)
        asked.assert_formula(
            manager.mk_term(solver.Kind.DISTINCT, [made.literal(a), made.literal(b)])
        )
        self.calls += 1
        found = bool(asked.check_sat() == solver.Result.UNSAT)
        if found and witness is not None:
            witness(self.terms, (), (a, b))
        return found


def example(terms: Terms, a: int, b: int) -> dict[int, int]:
    """The values of variables with which two literals differ and all that is assumed holds.

    Empty where the solver does not find any: what differs in a few cases alone, as where a long
    carry is lost, no random values show.
    """
    nodes = cone(terms, (a, b, *terms.assumptions))
    if len(nodes) > CONE:
        return {}
    import bitwuzla as solver

    manager = solver.TermManager()
    options = solver.Options()
    options.set(solver.Option.TIME_LIMIT_PER, 10 * MILLISECONDS)
    options.set(solver.Option.PRODUCE_MODELS, True)
    asked = solver.Bitwuzla(manager, options)
    made = _Encoded(terms, manager, nodes)
    asked.assert_formula(manager.mk_term(solver.Kind.DISTINCT, [made.literal(a), made.literal(b)]))
    one = manager.mk_bv_one(manager.mk_bv_sort(1))
    for each in terms.assumptions:
        asked.assert_formula(manager.mk_term(solver.Kind.EQUAL, [made.literal(each), one]))
    if asked.check_sat() != solver.Result.SAT:
        return {}
    return {
        node: int(asked.get_value(made.literal(2 * node)).value(10))
        for node in nodes
        if terms.kinds[node] == VARIABLE and node
    }


def implied(terms: Terms, assumption: int, literal: int, most: int = CONE) -> int | None:
    """The value that a literal has wherever an assumption holds; None where it has both, or where
    the solver does not know, or they are made of more nodes than `most`."""
    nodes = cone(terms, (assumption, literal))
    if len(nodes) > most:
        return None
    seen = _seen(terms, nodes, assumption, literal)
    if len(seen) == 2:
        # It has both: nobody has to be asked.
        return None
    import bitwuzla as solver

    for value in seen or (0, 1):
        manager = solver.TermManager()
        options = solver.Options()
        options.set(solver.Option.TIME_LIMIT_PER, 10 * MILLISECONDS)
        asked = solver.Bitwuzla(manager, options)
        made = _Encoded(terms, manager, nodes)
        one = manager.mk_bv_one(manager.mk_bv_sort(1))
        for each in (assumption, literal ^ value):
            asked.assert_formula(manager.mk_term(solver.Kind.EQUAL, [made.literal(each), one]))
        if asked.check_sat() == solver.Result.UNSAT:
            if witness is not None:
                witness(terms, (assumption, literal ^ value), ())
            return value
    return None


TRIED = 64
"""Assignments at which `implied` looks first, at numbers near the ends of each word's range."""


def _seen(terms: Terms, nodes: Iterable[int], assumption: int, literal: int) -> set[int]:
    """The values that a literal has in some trials in which an assumption holds."""
    words: dict[object, list[tuple[int, int]]] = {}
    for node in nodes:
        content = terms.contents[node]
        if terms.kinds[node] == VARIABLE and isinstance(content, tuple):
            words.setdefault(content[0], []).append((content[1], node))
    simulation = Simulation(terms, TRIED)
    source = random.Random(1)
    for each in words.values():
        width = max(bit for bit, _ in each) + 1
        ends = 0, 1 << width - 1, 1 << width
        small = 1 << min(width, 8)
        tried = [source.choice(ends) + source.randrange(-small, small) for _ in range(TRIED // 2)]
        tried += [source.getrandbits(width) for _ in range(TRIED - len(tried))]
        source.shuffle(tried)
        for bit, node in each:
            simulation.settle(node, sum((one >> bit & 1) << k for k, one in enumerate(tried)))
    holds, values = simulation.value(assumption), simulation.value(literal)
    return {value for value in (0, 1) if holds & (values if value else ~values)}


class _Encoded:
    """Nodes as bit vectors of one bit, for the solver."""

    def __init__(self, terms: Terms, manager: Any, nodes: Sequence[int]) -> None:
        import bitwuzla as solver

        self._terms = terms
        self._manager = manager
        self._kinds = solver.Kind
        self._bit = manager.mk_bv_sort(1)
        self._width = bits_of_levels(terms, nodes)
        self._wide = manager.mk_bv_sort(self._width)
        self._nodes: dict[int, Any] = {0: manager.mk_bv_zero(self._bit)}
        self._carried: dict[int, Any] = {0: manager.mk_bv_zero(self._wide)}
        for node in nodes:
            if node:
                self._nodes[node] = self._of(node)

    def literal(self, literal: int) -> Any:
        found = self._nodes[literal >> 1]
        return self._manager.mk_term(self._kinds.BV_NOT, [found]) if literal & 1 else found

    def _of(self, node: int) -> Any:
        kind, content = self._terms.kinds[node], self._terms.contents[node]
        make, kinds = self._manager.mk_term, self._kinds
        if kind == VARIABLE:
            return self._manager.mk_const(self._bit, f"n{node}")
        if kind in (XOR, AND):
            first, *others = (self._nodes[each] for each in content)
            for other in others:
                first = make(kinds.BV_XOR if kind == XOR else kinds.BV_AND, [first, other])
            return first
        chain, own = content
        found = make(kinds.BV_EXTRACT, [self._carry(chain)], [0, 0])
        for each in own:
            found = make(kinds.BV_XOR, [found, self._nodes[each]])
        return found

    def _carry(self, last: int) -> Any:
        make, kinds = self._manager.mk_term, self._kinds
        pending = []
        chain = last
        while chain not in self._carried:
            pending.append(chain)
            chain = self._terms.chains[chain][0]
        for chain in reversed(pending):
            before, items, digit = self._terms.chains[chain]
            total = make(
                kinds.BV_ADD,
                [self._carried[before], self._manager.mk_bv_value(self._wide, digit)],
            )
            for item in items:
                bit = make(kinds.BV_ZERO_EXTEND, [self._nodes[item >> 1]], [self._width - 1])
                total = make(kinds.BV_SUB if item & 1 else kinds.BV_ADD, [total, bit])
            one = self._manager.mk_bv_one(self._wide)
            self._carried[chain] = make(kinds.BV_ASHR, [total, one])
        return self._carried[last]
