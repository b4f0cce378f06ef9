"""What a compression function does, counted: operations by kind, on 8 bits and on 32 bits.

A specification (mote.specifications) runs once on words that count what is done with them; what
follows from constants alone is not counted, as a program has it ready.  From the counts follow the
operations of bytes and of 32-bit words that a processor of either kind does for them.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mote.catalog import catalog
from mote.specifications.known import HASHES
from mote.specifications.words import INTEGERS, Integer

REGISTERS_32 = 13 * 4
"""Bytes in the registers that an ARM7TDMI has for words."""

ADD, LOGIC, ROTATION, SHIFT, TABLE = "add", "logic", "rotation", "shift", "table"


@dataclass(frozen=True)
class Operation:
    """One kind: what it is, on how many bits; of rotations and shifts by how many.

    distance: bits from the nearest whole byte, for a rotation or shift.
    """

    kind: str
    bits: int
    by: int = 0

    @property
    def distance(self) -> int:
        """Bits from the nearest whole byte."""
        return min(self.by % 8, -self.by % 8)


class _Counted:
    """A word that counts.  known: it follows from constants."""

    __slots__ = ("counts", "known", "word")

    def __init__(self, word: Integer, counts: Counter[Operation], known: bool = False) -> None:
        self.word = word
        self.counts = counts
        self.known = known

    @property
    def bits(self) -> int:
        return self.word.bits

    def _made(self, word: Integer, known: bool) -> _Counted:
        return _Counted(word, self.counts, known)

    def _both(self, other: _Counted, kind: str, word: Integer, neutral: int | None) -> _Counted:
        """The result of an operation; nothing is done where one side is a neutral constant."""
        known = self.known and other.known
        idle = any(each.known and each.word.value == neutral for each in (self, other))
        if not known and not idle:
            self.counts[Operation(kind, self.bits)] += 1
        return self._made(word, known)

    def __add__(self, other: _Counted) -> _Counted:
        return self._both(other, ADD, self.word + other.word, 0)

    def __sub__(self, other: _Counted) -> _Counted:
        return self._both(other, ADD, self.word - other.word, None)

    def __mul__(self, factor: int) -> _Counted:
        """By additions of what is shifted, one for each bit of the factor but the first."""
        if not self.known:
            ones = factor.bit_count()
            self.counts[Operation(ADD, self.bits)] += ones - 1
            for bit in range(1, factor.bit_length()):
                if factor >> bit & 1:
                    self.counts[Operation(SHIFT, self.bits, bit)] += 1
        return self._made(self.word * factor, self.known)

    def __xor__(self, other: _Counted) -> _Counted:
        return self._both(other, LOGIC, self.word ^ other.word, 0)

    def __and__(self, other: _Counted) -> _Counted:
        return self._both(other, LOGIC, self.word & other.word, (1 << self.bits) - 1)

    def __or__(self, other: _Counted) -> _Counted:
        return self._both(other, LOGIC, self.word | other.word, 0)

    def __invert__(self) -> _Counted:
        if not self.known:
            self.counts[Operation(LOGIC, self.bits)] += 1
        return self._made(~self.word, self.known)

    def _turned(self, kind: str, by: int, word: Integer) -> _Counted:
        if not self.known and by % self.bits:
            self.counts[Operation(kind, self.bits, by % self.bits)] += 1
        return self._made(word, self.known)

    def rotl(self, n: int) -> _Counted:
        return self._turned(ROTATION, n, self.word.rotl(n))

    def rotr(self, n: int) -> _Counted:
        return self._turned(ROTATION, n, self.word.rotr(n))

    def shl(self, n: int) -> _Counted:
        return self._turned(SHIFT, n, self.word.shl(n))

    def shr(self, n: int) -> _Counted:
        return self._turned(SHIFT, n, self.word.shr(n))

    def concat(self, *higher: _Counted) -> _Counted:
        known = self.known and all(each.known for each in higher)
        return self._made(self.word.concat(*(each.word for each in higher)), known)

    def split(self, bits: int) -> list[_Counted]:
        return [self._made(each, self.known) for each in self.word.split(bits)]


class _CountedWords:
    """Makes such words: constants, and what a table has at an index."""

    def __init__(self) -> None:
        self.counts: Counter[Operation] = Counter()

    def word(self, value: int, bits: int) -> _Counted:
        return _Counted(Integer(value, bits), self.counts, True)

    def table(self, entries: Sequence[int], index: _Counted, bits: int) -> _Counted:
        if not index.known:
            self.counts[Operation(TABLE, bits)] += 1
        return _Counted(INTEGERS.table(entries, index.word, bits), self.counts, index.known)

    def cut(self, word: _Counted, name: str) -> _Counted:
        return word


@dataclass(frozen=True)
class Counts:
    """The operations of one call of a compression function.

    block_bytes: of the message.  state_bytes: what it works on, chaining value and message block.
    after: the state that it gives, to be compared.
    """

    operations: Counter[Operation]
    block_bytes: int
    state_bytes: int
    after: dict[str, list[int]]

    def number(self, *kinds: str, bits: int | None = None, distance: int | None = None) -> int:
        """Operations of these kinds, of words of so many bits, so far from whole bytes."""
        return sum(
            count
            for each, count in self.operations.items()
            if each.kind in kinds
            and bits in (None, each.bits)
            and distance in (None, each.distance)
        )

    @property
    def on_8(self) -> int:
        """Operations on bytes: one for each byte of a word, and of a rotation or shift by other
        than whole bytes one for each bit and byte; a rotation by whole bytes is but another place.
        """
        total = 0
        for each, count in self.operations.items():
            size = max(1, each.bits // 8)
            passes = each.distance if each.kind in (ROTATION, SHIFT) else 1
            total += count * size * passes
        return total

    @property
    def on_32(self) -> int:
        """Operations on words of 32 bits: a rotation or shift of one is part of another operation,
        of two words it is one more for each; by 32 bits it is but another place."""
        total = 0
        for each, count in self.operations.items():
            size = -(-each.bits // 32)
            if each.kind in (ROTATION, SHIFT):
                total += count * (size if size > 1 and each.by % 32 else 0)
            else:
                total += count * size
        return total

    @property
    def outside(self) -> float:
        """The share of what it works on that the registers of an ARM7TDMI do not hold."""
        return max(0.0, 1 - REGISTERS_32 / self.state_bytes)


@functools.cache
def counted(name: str, digest_bits: int) -> Counts:
    """The operations of a message block of a hash function, and what came out."""
    function = HASHES[name]
    makes: Any = _CountedWords()

    def word(value: int, bits: int) -> Any:
        return _Counted(Integer(value, bits), makes.counts)

    size = function.block_bytes(digest_bits)
    initial = function.initial(INTEGERS, digest_bits)
    state = {each: [word(w.value, w.bits) for w in words] for each, words in initial.items()}
    message = [word(value, 8) for value in range(size)]
    # The number of a block is made once for all of it, not word by word.
    blocks = makes.word(1, function.counter_bits or 1)
    arguments = function.arguments(makes, blocks, False, digest_bits)
    arguments = [word(each.word.value, each.bits) for each in arguments]
    makes.counts.clear()
    after = function.compress(makes, state, message, *arguments)
    bits = sum(w.bits for words in state.values() for w in words)
    return Counts(
        makes.counts,
        size,
        bits // 8 + size,
        {each: [w.word.value for w in words] for each, words in after.items()},
    )


def plain(name: str, digest_bits: int) -> dict[str, list[int]]:
    """The state that the specification gives on integers for the same input."""
    function = HASHES[name]
    message = [INTEGERS.word(v, 8) for v in range(function.block_bytes(digest_bits))]
    blocks = INTEGERS.word(1, function.counter_bits or 1)
    state = function.initial(INTEGERS, digest_bits)
    after = function.block(INTEGERS, state, message, blocks, digest_bits)
    return {each: [w.value for w in words] for each, words in after.items()}


def of(name: str) -> Counts:
    """Those of a function, for its main digest size."""
    return counted(name, catalog.functions()[name].main_size)


# ---- a fit ----


def least_squares(rows: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """The coefficients with the least sum of squares of what is left (normal equations)."""
    size = len(rows[0])
    matrix = [
        [sum(r[i] * r[j] for r in rows) for j in range(size)]
        + [sum(r[i] * v for r, v in zip(rows, values, strict=True))]
        for i in range(size)
    ]
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(matrix[k][i]))
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        matrix[i] = [each / matrix[i][i] for each in matrix[i]]
        for k in range(size):
            if k != i:
                matrix[k] = [
                    a - matrix[k][i] * b for a, b in zip(matrix[k], matrix[i], strict=True)
                ]
    return [row[-1] for row in matrix]


def explained(found: Sequence[float], values: Sequence[float]) -> float:
    """The share of the variance of values that a fit explains."""
    mean = sum(values) / len(values)
    left = sum((v - f) ** 2 for f, v in zip(found, values, strict=True))
    return 1 - left / sum((v - mean) ** 2 for v in values)
