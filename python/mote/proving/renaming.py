"""Words put in the place of others: lengths and addresses as wholes."""

from __future__ import annotations

from mote.proving.contexts import Substitution
from mote.proving.linear import reduced, scaled
from mote.proving.terms import Bits, Form, Terms
from mote.proving.values import Lazy, Value

OPERATIONS = 200
"""Of how many operations a value may be made that is still worth comparing."""


class Renaming(Substitution):
    """Puts other words in the place of some: lengths and addresses as wholes."""

    def __init__(self, terms: Terms) -> None:
        super().__init__(terms, terms)
        self._wholes: list[tuple[Bits, Bits, Form]] = []
        self._sums: dict[Bits, tuple[list[Form], Form] | None] = {}
        """Of words that were looked at: what is put into each, and the rest of its form."""

    def put(self, word: Bits, other: Bits) -> None:
        """Let the variables of a word become another word's bits; what is known of it is so."""
        pairs = [(a, b) for a, b in zip(word, other, strict=True) if a > 1]
        self.assign(tuple(a for a, _ in pairs), tuple(b for _, b in pairs))

    def put_whole(self, word: Bits, other: Bits, number: int = 0) -> None:
        """The same with a sum, so that what is a sum of the word is one of the other."""
        constant, coefficients = self.target.linear(other)
        becomes = self.target.add([self.target.linear(other)], len(word), number)
        self._wholes.append((word, becomes, (constant + number, coefficients)))
        self._sums.clear()
        self.put(word, becomes)

    def bits(self, literals: Bits) -> Bits:
        found = self._of_wholes(literals)
        return super().bits(literals) if found is None else found

    def _node(self, node: int) -> int:
        word, index = self.source.word_of(node)
        found = self._of_wholes(word, node) if word else None
        if found is None:
            return super()._node(node)
        for literal, other in zip(word, found, strict=True):
            # All bits of the sum at once: each by itself would be as much work.
            if literal > 1 and self.source.word_of(literal >> 1)[0] is word:
                self._found.setdefault(literal >> 1, other ^ literal & 1)
        return found[index] ^ word[index] & 1

    def _of_wholes(self, literals: Bits, bit: int = 0) -> Bits | None:
        """The word, where it is a sum with words in it that are put elsewhere.

        bit: a node that is a bit of it, and may be made of lower ones only.
        """
        if not self._wholes or literals[-1] < 2:
            return None
        if literals not in self._sums:
            self._sums[literals] = self._parts(literals)
        found = self._sums[literals]
        if found is None:
            return None
        parts, (constant, rest) = found
        if bit and rest and max(rest) >= bit:
            return None
        parts = parts + [
            self.target.plain((self._literal(2 * node),), c) for node, c in rest.items()
        ]
        return self.target.add(parts, len(literals), constant)

    def _parts(self, literals: Bits) -> tuple[list[Form], Form] | None:
        """Of a sum what is put for the words in it, and the rest of its form; None without any."""
        width = len(literals)
        constant, coefficients = reduced(self.target.linear(literals), width)
        rest = dict(coefficients)
        parts: list[Form] = []
        for word, other, form in self._wholes:
            low = next(k for k, literal in enumerate(word) if literal > 1)
            if word[low] >> 1 not in rest or rest[word[low] >> 1] & low:
                continue
            scale = rest[word[low] >> 1] >> low
            if len(word) < width:
                # Of a shorter word it is the number without a sign: its bits as they become.
                own = reduced(self.target.plain(word, scale), width)[1]
                if any(rest.get(node) != coefficient for node, coefficient in own.items()):
                    continue
                form = self.target.plain(other)
            for k, literal in enumerate(word):
                if literal > 1:
                    rest[literal >> 1] = rest.get(literal >> 1, 0) - (scale << k)
                else:
                    constant -= scale * literal << k
            parts.append(scaled(form, scale))
            rest = reduced((0, rest), width)[1]
        return (parts, (constant, rest)) if parts else None


def is_small(value: Lazy) -> bool:
    """Whether a value is made of few operations whose bits nobody has asked for."""
    stack: list[Value] = [value]
    seen: set[int] = set()
    while stack:
        each = stack.pop()
        if type(each) is Lazy and each.bits is None and id(each) not in seen:
            seen.add(id(each))
            stack += each.inputs
            if len(seen) > OPERATIONS:
                return False
    return True
