"""Carries in the counter of what was hashed, on the implementation's own CPU.

A message of 2^32 bits takes too long to hash.  So some blocks are hashed, the counter is raised in
the context, the rest is hashed, and the digest compared with that of the reference program for a
counter raised like that (vectors/README.md).

Where the counter lies is not asked of the header: assembly, and files from outside, have contexts
of their own.  It is found by what it does, one word of 16 bits after the other: the lowest changes
by the same known number with every message block, and each higher one changes by one when those
below it wrap.  Several places may look like that.  Only with the right one does the code give the
right digests, and code that loses a carry gives them with none.

Where small numbers are added to long words of the chaining value, one message in 2^32 or in 2^48
carries into the upper part.  So for some of the vectors all bits of the chaining value are set to 1
as well.  It is found by its bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Literal

from mote.calling.hash_caller import HashCaller
from mote.calling.session import Session
from mote.catalog.vectors import CARRY_BLOCKS, Vector, raised_bits, unit_shifts
from mote.common.differing import differing
from mote.common.errors import Breach

WORD_BITS = 16


@dataclass(frozen=True)
class _Place:
    """One way to see a counter in the bytes of a context.

    shift: the binary logarithm of the bits that it counts by.  sign: -1 where it counts down.
    offsets: of its words of 16 bits in bytes, the lowest word first; order: of a word's bytes.
    """

    shift: int
    order: Literal["little", "big"]
    sign: int
    offsets: tuple[int, ...]

    def word(self, context: bytes | bytearray, offset: int) -> int:
        return int.from_bytes(context[offset : offset + 2], self.order)

    def add(self, context: bytearray, amount: int) -> None:
        """Raise the counter by so many of its units."""
        value = self.sign * amount
        for i, offset in enumerate(self.offsets):
            value += self.word(context, offset) << WORD_BITS * i
        for i, offset in enumerate(self.offsets):
            word = value >> WORD_BITS * i & 0xFFFF
            context[offset : offset + 2] = word.to_bytes(2, self.order)


class _Search:
    """The places of the counter, tried one after the other on the vectors with carries."""

    def __init__(self, session: Session, vectors: Sequence[Vector]) -> None:
        self.session = session
        self.vectors = vectors
        self.function = session.implementation.function
        self.right = 0
        self.furthest = -1
        self.first = "no place in the context counts the bits, bytes or blocks that were hashed"
        self.message = vectors[0].message
        self.done = 1 + CARRY_BLOCKS * self.function.block_bytes
        self.address = session.fresh()
        session.calls = []
        HashCaller(session).init(self.address, vectors[0].digest_bits)
        # One byte more than whole blocks: some functions keep a full block until more comes.
        HashCaller(session).update(self.address, self.message[:1])
        self.seen = []
        block = self.function.block_bytes
        for end in range(1 + block, self.done + 1, block):
            HashCaller(session).update(self.address, self.message[end - block : end])
            self.seen.append(self._context())

    def _context(self) -> bytes:
        return self.session.machine.read(self.address, self.session.built.context_bytes)

    def places(self) -> list[_Place]:
        """Where the lowest word of the counter may lie, the likely places first."""
        found = []
        for shift in unit_shifts(self.function).values():
            step = 8 * self.function.block_bytes >> shift
            for order in ("little", "big"):
                for offset in range(len(self.seen[0]) - 1):
                    place = _Place(shift, order, 1, (offset,))
                    words = [place.word(context, offset) for context in self.seen]
                    changes = {(b - a) & 0xFFFF for a, b in pairwise(words)}
                    value = words[-1] - step * CARRY_BLOCKS
                    if changes == {step}:
                        found.append((value != 0, order != self.session.cpu.endianness, place))
                    elif changes == {-step & 0xFFFF}:
                        found.append((True, True, replace(place, sign=-1)))
        return [place for *_, place in sorted(found, key=lambda each: each[:2])]

    def digest(self, place: _Place, vector: Vector) -> tuple[bytes, bytes, bytes]:
        """The digest with a raised counter; the context just raised, and two blocks later."""
        context = bytearray(self.seen[-1])
        for start, end in chaining_value_places(context, vector.chaining_value) or ():
            context[start:end] = b"\xff" * (end - start)
        place.add(context, raised_bits(self.function, vector.case.carry) >> place.shift)
        self.session.machine.write(self.address, bytes(context))
        end = self.done + 2 * self.function.block_bytes
        self.session.calls = []
        HashCaller(self.session).update(self.address, self.message[self.done : end])
        after = self._context()
        HashCaller(self.session).update(self.address, self.message[end:])
        digest = HashCaller(self.session).close(self.address, 0, 0, vector.digest_bits)
        return digest, bytes(context), after

    def higher(self, place: _Place, before: bytes, after: bytes) -> Iterator[_Place]:
        """The place with one more word: one that was constant until the words below it wrapped."""
        for offset in range(len(before) - 1):
            if any(abs(offset - known) < 2 for known in place.offsets):
                continue
            old = place.word(before, offset)
            if any(place.word(context, offset) != old for context in self.seen):
                continue
            if (place.word(after, offset) - old - place.sign) & 0xFFFF == 0:
                yield replace(place, offsets=(*place.offsets, offset))

    def follow(self, place: _Place, number: int = 0) -> bool:
        """Whether all vectors from this one on come out right with the counter at this place."""
        known = WORD_BITS * len(place.offsets)
        for index in range(number, len(self.vectors)):
            vector = self.vectors[index]
            carry = vector.case.carry
            try:
                digest, before, after = self.digest(place, vector)
                problem = differing(digest, vector.digest)
            except Breach as breach:
                digest, problem = b"", f"is not there: {breach}"
            if digest != vector.digest:
                ones = ", and a chaining value of ones" if vector.case.ones else ""
                if index > self.furthest:
                    self.furthest = index
                    self.first = (
                        f"{vector.digest_bits}-bit digest of a message that goes beyond 2^{carry} "
                        f"bits (with the counter raised to just before it{ones}) {problem}"
                    )
                self.right = max(self.right, index)
                return False
            self.right = max(self.right, index + 1)
            if carry - place.shift == known and index + 1 < len(self.vectors):
                return any(
                    self.follow(longer, index + 1) for longer in self.higher(place, before, after)
                )
        return True


def chaining_value_places(
    context: bytes | bytearray, value: bytes, size: int = 8
) -> list[tuple[int, int]] | None:
    """Where a chaining value lies in a context, as pairs of first byte and end.

    In words of 64, 32 or 16 bits, of either byte order, wherever each may lie.  None where that
    does not tell one place for each, as where bits are kept in another order.
    """
    found = []
    for start in range(0, len(value), size):
        word = value[start : start + size]
        places = {
            at
            for at in range(len(context) - size + 1)
            if context[at : at + size] in (word, word[::-1])
        }
        if len(places) == 1:
            found.append((min(places), min(places) + size))
            continue
        parts = chaining_value_places(context, word, size // 2) if size > 2 else None
        if parts is None:
            return None
        found += parts
    return found


def longest_message(source: Path) -> int | None:
    """The N of "Longest message: 2^N - 1 bits" in a source file, where N is at least 64.

    A file whose counter is shorter than the specification's, but longer than anyone hashes, says
    so, or the assembly file that it includes does; what lies beyond is not asked of it.
    """
    text = source.read_text("utf-8", "replace")
    match = re.search(r"Longest message: 2\^(\d+) - 1 bits", text)
    if match:
        return int(match[1]) if int(match[1]) >= 64 else None
    for name in re.findall(r'^\s*\.include "(\w+\.s)"', text, re.MULTILINE):
        if (source.parent / name).is_file() and name != source.name:
            return longest_message(source.parent / name)
    return None


def run(session: Session, vectors: Sequence[Vector]) -> tuple[int, int, str]:
    """How many of the vectors with carries come out right and wrong, and the first wrong one.

    vectors: those of one function with Case.carry, in ascending order of it.  Those with Case.ones
    are left out where the chaining value is not found.
    """
    limit = longest_message(session.implementation.source)
    if limit is not None:
        vectors = [each for each in vectors if each.case.carry < limit]
    search = _Search(session, vectors)
    search.vectors = vectors = [
        each
        for each in vectors
        if chaining_value_places(search.seen[-1], each.chaining_value) is not None
    ]
    if any(search.follow(place) for place in search.places()):
        return len(vectors), 0, ""
    return search.right, len(vectors) - search.right, search.first
