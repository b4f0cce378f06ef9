"""The word type of specifications on terms (mote.specifications.words says what it is)."""

from __future__ import annotations

from collections.abc import Sequence

from mote.proving.terms import Bits, Form, Terms


class Word:
    """A word of terms.  A sum is kept as a linear form until its bits are asked for."""

    __slots__ = ("_bits", "_form", "bits", "terms")

    def __init__(
        self, terms: Terms, bits: int, literals: Bits | None = None, form: Form | None = None
    ) -> None:
        self.terms = terms
        self.bits = bits
        self._bits = literals
        self._form = form

    @property
    def literals(self) -> Bits:
        """The bits, the least significant one first."""
        if self._bits is None:
            assert self._form is not None
            self._bits = self.terms.word(self._form, self.bits)
        return self._bits

    def _new(self, literals: Bits) -> Word:
        return Word(self.terms, len(literals), literals)

    def _linear(self, scale: int = 1) -> Form:
        """The word's number times a scale, modulo scale * 2^bits at least."""
        if self._bits is not None:
            return self.terms.linear(self._bits, scale)
        assert self._form is not None
        return self._form[0] * scale, {node: c * scale for node, c in self._form[1].items()}

    def _same(self, other: Word) -> None:
        if self.bits != other.bits:
            raise ValueError(f"words of {self.bits} and of {other.bits} bits in one operation")

    def _sum(self, other: Word, scale: int) -> Word:
        self._same(other)
        constant, coefficients = self._linear()
        more, others = other._linear(scale)
        found = dict(coefficients)
        for node, coefficient in others.items():
            found[node] = found.get(node, 0) + coefficient
        return Word(self.terms, self.bits, form=(constant + more, found))

    def __add__(self, other: Word) -> Word:
        return self._sum(other, 1)

    def __sub__(self, other: Word) -> Word:
        return self._sum(other, -1)

    def __mul__(self, factor: int) -> Word:
        return Word(self.terms, self.bits, form=self._linear(factor))

    def __xor__(self, other: Word) -> Word:
        self._same(other)
        xor = self.terms.xor
        return self._new(tuple(map(xor, self.literals, other.literals)))

    def __and__(self, other: Word) -> Word:
        self._same(other)
        return self._new(tuple(map(self.terms.conjunction, self.literals, other.literals)))

    def __or__(self, other: Word) -> Word:
        self._same(other)
        return self._new(tuple(map(self.terms.disjunction, self.literals, other.literals)))

    def __invert__(self) -> Word:
        return self._new(tuple(literal ^ 1 for literal in self.literals))

    def rotl(self, n: int) -> Word:
        n = -n % self.bits
        return self._new(self.literals[n:] + self.literals[:n])

    def rotr(self, n: int) -> Word:
        return self.rotl(-n)

    def shl(self, n: int) -> Word:
        return self._new((0,) * n + self.literals[: max(self.bits - n, 0)])

    def shr(self, n: int) -> Word:
        return self._new(self.literals[n:] + (0,) * min(n, self.bits))

    def concat(self, *higher: Word) -> Word:
        return self._new(sum((word.literals for word in higher), self.literals))

    def split(self, bits: int) -> list[Word]:
        if self.bits % bits:
            raise ValueError(f"a word of {self.bits} bits has no parts of {bits} bits")
        literals = self.literals
        return [self._new(literals[at : at + bits]) for at in range(0, self.bits, bits)]


class TermWords:
    """Makes words of terms.  cuts: the words that a specification named, by their names."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.cuts: list[tuple[str, Bits]] = []

    def word(self, value: int, bits: int) -> Word:
        return Word(self.terms, bits, tuple(value >> k & 1 for k in range(bits)))

    def variable(self, name: str, bits: int) -> Word:
        return Word(self.terms, bits, self.terms.variables(name, bits))

    def of(self, literals: Bits) -> Word:
        return Word(self.terms, len(literals), literals)

    def table(self, entries: Sequence[int], index: Word, bits: int) -> Word:
        return self.of(self.terms.table(entries, index.literals, bits))

    def cut(self, word: Word, name: str) -> Word:
        self.terms.name(word.literals)
        self.cuts.append((name, word.literals))
        return word
