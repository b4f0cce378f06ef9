"""The word type that specifications are written on, and the one on integers.

A specification is a text of operations on words of fixed widths, without control flow on their
values: it runs on Integer to be compared with test vectors, and on the terms of a proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

W = TypeVar("W", bound="Word")


class Word(Protocol):
    """`bits` bits; sums, differences and products are modulo 2^bits.

    Both sides of an operator have the same width.  shl and shr shift zeros in.
    """

    @property
    def bits(self) -> int: ...
    def __add__(self: W, other: W, /) -> W: ...
    def __sub__(self: W, other: W, /) -> W: ...
    def __mul__(self: W, factor: int, /) -> W: ...
    def __xor__(self: W, other: W, /) -> W: ...
    def __and__(self: W, other: W, /) -> W: ...
    def __or__(self: W, other: W, /) -> W: ...
    def __invert__(self: W) -> W: ...
    def rotl(self: W, n: int, /) -> W: ...
    def rotr(self: W, n: int, /) -> W: ...
    def shl(self: W, n: int, /) -> W: ...
    def shr(self: W, n: int, /) -> W: ...

    def concat(self: W, *higher: W) -> W:
        """One word of all bits: this word's are the lowest, those of the last word the highest."""

    def split(self: W, bits: int, /) -> list[W]:
        """Words of so many bits, a divisor of the width; the lowest bits come first."""


class Words(Protocol[W]):
    """What makes words of a type."""

    def word(self, value: int, bits: int) -> W:
        """A constant, modulo 2^bits."""

    def table(self, entries: Sequence[int], index: W, bits: int) -> W:
        """The entry, of `bits` bits, at the index; as many entries as the index has values."""

    def cut(self, word: W, name: str) -> W:
        """The word itself; a proof takes it for a name of its own from here on.

        name: tells the word from others of the same block, such as "a after round 3".
        """


class Integer:
    """A word whose value is known.  Raises ValueError where two widths differ."""

    __slots__ = ("bits", "value")

    def __init__(self, value: int, bits: int) -> None:
        self.bits = bits
        self.value = value & (1 << bits) - 1

    def __repr__(self) -> str:
        return f"Integer({self.value:#x}, {self.bits})"

    def _same(self, other: Integer) -> None:
        if self.bits != other.bits:
            raise ValueError(f"words of {self.bits} and of {other.bits} bits in one operation")

    def __add__(self, other: Integer) -> Integer:
        self._same(other)
        return Integer(self.value + other.value, self.bits)

    def __sub__(self, other: Integer) -> Integer:
        self._same(other)
        return Integer(self.value - other.value, self.bits)

    def __mul__(self, factor: int) -> Integer:
        return Integer(self.value * factor, self.bits)

    def __xor__(self, other: Integer) -> Integer:
        self._same(other)
        return Integer(self.value ^ other.value, self.bits)

    def __and__(self, other: Integer) -> Integer:
        self._same(other)
        return Integer(self.value & other.value, self.bits)

    def __or__(self, other: Integer) -> Integer:
        self._same(other)
        return Integer(self.value | other.value, self.bits)

    def __invert__(self) -> Integer:
        return Integer(~self.value, self.bits)

    def rotl(self, n: int) -> Integer:
        n %= self.bits
        return Integer(self.value << n | self.value >> (self.bits - n), self.bits)

    def rotr(self, n: int) -> Integer:
        return self.rotl(-n)

    def shl(self, n: int) -> Integer:
        return Integer(self.value << n, self.bits)

    def shr(self, n: int) -> Integer:
        return Integer(self.value >> n, self.bits)

    def concat(self, *higher: Integer) -> Integer:
        value, bits = self.value, self.bits
        for word in higher:
            value |= word.value << bits
            bits += word.bits
        return Integer(value, bits)

    def split(self, bits: int) -> list[Integer]:
        if self.bits % bits:
            raise ValueError(f"a word of {self.bits} bits has no parts of {bits} bits")
        return [Integer(self.value >> at, bits) for at in range(0, self.bits, bits)]


class Integers:
    """Makes words of the type Integer."""

    def word(self, value: int, bits: int) -> Integer:
        return Integer(value, bits)

    def table(self, entries: Sequence[int], index: Integer, bits: int) -> Integer:
        if len(entries) != 1 << index.bits:
            raise ValueError(f"{len(entries)} entries for an index of {index.bits} bits")
        return Integer(entries[index.value], bits)

    def cut(self, word: Integer, name: str) -> Integer:
        return word


INTEGERS = Integers()


# ---- what all specifications share ----


def joined(parts: Sequence[W], bits: int, *, big: bool = False) -> list[W]:
    """Words of `bits` bits from smaller ones, such as bytes; big: the highest part comes first."""
    size = bits // parts[0].bits
    found = []
    for start in range(0, len(parts), size):
        low, *high = reversed(parts[start : start + size]) if big else parts[start : start + size]
        found.append(low.concat(*high))
    return found


def parted(words: Sequence[W], bits: int, *, big: bool = False) -> list[W]:
    """The reverse of `joined`: parts of `bits` bits."""
    found: list[W] = []
    for word in words:
        parts = word.split(bits)
        found += reversed(parts) if big else parts
    return found


def constants(words: Words[W], values: Sequence[int], bits: int) -> list[W]:
    return [words.word(value, bits) for value in values]


def summed(first: W, *others: W) -> W:
    """The sum of words."""
    for word in others:
        first = first + word
    return first


def xored(first: W, *others: W) -> W:
    """The exclusive or of words."""
    for word in others:
        first = first ^ word
    return first


def xor(a: Sequence[W], b: Sequence[W]) -> list[W]:
    """The exclusive or of two lists, word by word."""
    return [x ^ y for x, y in zip(a, b, strict=True)]


def normal_form(outputs: Sequence[int]) -> list[int]:
    """The algebraic normal form of a function of n bits, given by its 2^n values (0 or 1).

    The numbers of its monomials: bit i of a number says that variable i is in the product.
    """
    coefficients = list(outputs)
    step = 1
    while step < len(coefficients):
        for index in range(len(coefficients)):
            if index & step:
                coefficients[index] ^= coefficients[index ^ step]
        step <<= 1
    return [index for index, value in enumerate(coefficients) if value]


def sliced(words: Words[W], box: Sequence[int], planes: Sequence[W]) -> list[W]:
    """An S-box on bit slices: bit k of planes[i] is bit i of what goes through it at place k."""
    bits = planes[0].bits
    products = {0: ~words.word(0, bits)}
    for number in range(1, len(box)):
        top = number.bit_length() - 1
        products[number] = products[number ^ 1 << top] & planes[top]
    found = []
    for i in range(len(planes)):
        total = words.word(0, bits)
        for number in normal_form([value >> i & 1 for value in box]):
            total = total ^ products[number]
        found.append(total)
    return found


def integers(values: Sequence[int], bits: int) -> list[Integer]:
    return [Integer(value, bits) for value in values]


def from_bytes(data: bytes) -> list[Integer]:
    """Bytes as words."""
    return integers(data, 8)


def to_bytes(words: Sequence[Integer]) -> bytes:
    """The reverse; the words have 8 bits."""
    return bytes(word.value for word in words)
