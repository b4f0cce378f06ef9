"""Substitution between term contexts, and which terms depend on what a passage leaves free."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mote.proving.solve import inputs_of
from mote.proving.terms import AND, SUM, TRUE, VARIABLE, XOR, Bits, Terms
from mote.proving.values import Value

CELL, STATE, MESSAGE, COUNTER = "cell", "any state", "any message", "any counter"
"""The names of what is havocked where a passage begins."""


BOUNDED = f"{CELL}s"
"""The same of a number that is at least where a fill begins: what is more than that."""


class Taint:
    """Which nodes depend on what is havocked where a passage begins.

    names: how the names of such variables begin.
    """

    def __init__(
        self, terms: Terms, names: tuple[str, ...] = (CELL, STATE, MESSAGE, COUNTER)
    ) -> None:
        self.terms = terms
        self._names = names
        self._nodes: list[bool] = []
        self._chains: dict[int, bool] = {0: False}
        self._words: dict[Bits, bool] = {}

    def any(self, literals: Bits) -> bool:
        found = self._words.get(literals)
        if found is None:
            found = self._words[literals] = self._any(literals)
        return found

    def _any(self, literals: Bits) -> bool:
        terms, nodes = self.terms, self._nodes
        for node in range(len(nodes), len(terms)):
            kind, content = terms.kinds[node], terms.contents[node]
            if kind == VARIABLE:
                name = content[0] if isinstance(content, tuple) else content
                nodes.append(str(name).startswith(self._names))
            elif kind == SUM:
                chain, own = content
                nodes.append(any(nodes[each] for each in own) or self._chain(chain))
            elif content is None:
                nodes.append(False)
            else:
                nodes.append(any(nodes[each] for each in content))
        return any(nodes[literal >> 1] for literal in literals)

    def _chain(self, chain: int) -> bool:
        pending = []
        while chain not in self._chains:
            pending.append(chain)
            chain = self.terms.chains[chain][0]
        found = self._chains[chain]
        for chain in reversed(pending):
            found = found or any(self._nodes[item >> 1] for item in self.terms.chains[chain][1])
            self._chains[chain] = found
        return found


class Substitution:
    """Takes terms to another term context, or to others of their own.

    A variable becomes what is assigned to it, or else the variable of that name there.

    given: the literals that are assigned to variables, by the names of these.
    """

    def __init__(
        self, source: Terms, target: Terms, given: Mapping[object, int] | None = None
    ) -> None:
        self.source = source
        self.target = target
        self.given = given or {}
        self._found: dict[int, int] = {0: 0}

    def assign(self, word: Bits, literals: Bits) -> None:
        """Assign literals to the variables of a word, before any term is asked for."""
        for variable, literal in zip(word, literals, strict=True):
            self._found[variable >> 1] = literal ^ (variable & 1)

    def bits(self, literals: Bits) -> Bits:
        return tuple(self._literal(literal) for literal in literals)

    def value(self, value: Value) -> Value:
        """A number or bits."""
        return self.bits(value) if type(value) is tuple else value

    def _literal(self, literal: int) -> int:
        found = self._found
        known = found.get(literal >> 1)
        if known is not None:
            return known ^ (literal & 1)
        stack = [literal >> 1]
        while stack:
            node = stack[-1]
            missing = [each for each in inputs_of(self.source, node) if each not in found]
            if node in found or not missing:
                stack.pop()
                if node not in found:
                    found[node] = self._node(node)
            else:
                stack += missing
        return found[literal >> 1] ^ (literal & 1)

    def _variable(self, content: Any) -> int:
        return self.target.variable(content)

    def _node(self, node: int) -> int:
        source, target, found = self.source, self.target, self._found
        kind, content = source.kinds[node], source.contents[node]
        if kind == VARIABLE:
            return self.given[content] if content in self.given else self._variable(content)
        if kind == XOR:
            return target.exclusive_or(found[each] for each in content)
        if kind == AND:
            product = TRUE
            for each in content:
                product = target.conjunction(product, found[each])
            return product
        chain, own = content
        constant, coefficients = source.form_of(chain)
        level = 0
        while chain:
            chain, level = source.chains[chain][0], level + 1
        parts = [target.plain((found[each],), c) for each, c in coefficients.items()]
        parts += [target.plain((found[each],), 1 << level) for each in own]
        return target.add(parts, level + 1, constant)[level]


class Instantiation(Substitution):
    """Instantiates the terms of a passage where it is applied, with what is there.

    given: the literal for a variable that a passage has havocked, by its name and bit.
    """

    def __init__(self, source: Terms, target: Terms, given: Callable[[str, int], int]) -> None:
        super().__init__(source, target)
        self._given = given

    def _variable(self, content: Any) -> int:
        name, bit = content if isinstance(content, tuple) else (content, 0)
        if str(name).startswith((CELL, STATE, MESSAGE, COUNTER)):
            return self._given(str(name), bit)
        return super()._variable(content)


class LazyInstantiation(Substitution):
    """The same behind a passage, on demand; given: the literal for a variable, by its name."""

    def __init__(self, source: Terms, target: Terms, given: Callable[[object], int]) -> None:
        super().__init__(source, target)
        self._given = given

    def _variable(self, content: Any) -> int:
        return self._given(content)


@dataclass(frozen=True)
class Condition:
    """A carry on which a passage branches: a literal of its terms, and the value that it had.

    free: it is not known where the passage begins, and has its other value in another attempt.
    last: there is no such attempt to come.
    """

    terms: Terms
    literal: int
    value: int
    free: bool = False
    last: bool = False
