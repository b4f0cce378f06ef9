"""GHASH of files that multiply several blocks with powers of the key and add the products.

The hash of n blocks in a row is x1 H^n + x2 H^(n-1) + ... (SP 800-38D, section 6.4); all bits are
polynomials over GF(2) of those of the key, of its powers and of the blocks, which are the same
however they were computed, as long as those that are multiplied have names where they are large.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mote.proving.terms import XOR, Terms
from mote.proving.word import TermWords, Word
from mote.specifications import aes
from mote.specifications.words import xor

CASES: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = (
    ((32,), (2,)),
    ((5, 27), (1, 1)),
    ((16, 3), (1, 1)),
    ((160,), (8, 2)),
)
"""Bytes of calls, and in which groups of blocks they are hashed: by eight, then by two; a block
that began to wait in an earlier call is one of its own."""


class Resolved(Terms):
    """Terms in which a sum that contains a named one may be another named one.

    The lowest bits of a product are parts of others: one with a name would hide that a sum is what
    another name stands for.
    """

    def __init__(self) -> None:
        super().__init__()
        self._sums_with_names: set[int] = set()

    def name(self, word: Iterable[int]) -> None:
        word = tuple(word)
        super().name(word)
        self._sums_with_names.update(n >> 1 for n in word if self.kinds[n >> 1] == XOR)

    def xor(self, a: int, b: int) -> int:
        found = super().xor(a, b)
        node = found >> 1
        if self.kinds[node] == XOR and node not in self.opaque:
            addends = self.addends(node)
            for each in self._sums_with_names & addends:
                whole = (addends - {each}).symmetric_difference(self.contents[each])
                known = self._known(whole)
                if known is not None and known in self.opaque:
                    self.rules["definition"] += 1
                    return 2 * known + (found & 1)
        return found


def blocks(words: TermWords, data: Sequence[Word]) -> list[list[Word]]:
    """The data in blocks, the last one with zeros behind it."""
    size = aes.BLOCK
    padded = [*data, *[words.word(0, 8)] * (-len(data) % size)]
    return [padded[at : at + size] for at in range(0, len(padded), size)]


def hashed(
    words: TermWords, key: Sequence[Word], data: Sequence[Word], groups: Sequence[int]
) -> list[Word]:
    """The hash of data in groups of blocks."""
    powers = aes.key_powers(words, key, max(groups))
    y = [words.word(0, 8)] * aes.BLOCK
    left = blocks(words, data)
    for number, count in enumerate(groups):
        group, left = left[:count], left[count:]
        if number:
            first = enumerate(xor(y, group[0]))
            group[0] = [words.cut(b, f"byte {i} into group {number}") for i, b in first]
            y = [words.word(0, 8)] * aes.BLOCK
        y = aes.ghash_blocks(words, powers, y, group)
    return y
