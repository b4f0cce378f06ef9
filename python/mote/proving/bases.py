"""Addresses that are symbols: of an object, at a symbol, and of a number of bytes from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from mote.proving.contexts import Substitution
from mote.proving.joining import WIDTH, Whole
from mote.proving.linear import reduced, summed
from mote.proving.memory import Range
from mote.proving.operations import Operations
from mote.proving.solve import variables_of
from mote.proving.terms import Bits, Form, Terms
from mote.proving.values import Lazy, ProofError, Value

CALLER = "the caller"
"""The base whose address is where the function returns to; nothing may be touched there."""

STACK = "the stack"
OF_STACK = (STACK, "the arguments", "the caller's frame")
"""The names of ranges whose addresses are distances from the stack pointer."""

LOW = 3
"""Lowest bits that an alignment leaves known: of addresses of eight bytes."""


@dataclass(frozen=True)
class Base:
    """An object, or the stack, whose address is a symbol.

    name: of its range.  word: the bits of the address; of the stack, the stack pointer before the
    call.  start: the number that stands for it in the machine's memory.  alignment: of what it is
    known to be a multiple, beside start's own lowest bits.  ends: distances that are symbols and
    lie in it, or are its end.  space: of the memory in which it lies, as LOAD and STORE have it;
    empty for that of the other objects.
    """

    name: str
    word: Bits
    start: int
    alignment: int
    ends: tuple[Bits, ...] = ()
    space: str = ""

    def has(self, name: str) -> bool:
        """Whether a range of this name lies at distances from it."""
        return name in OF_STACK if self.name == STACK else name == self.name


_LookedUp = tuple[
    dict[Bits, tuple[Base, int] | None],
    dict[tuple[Base, int], Bits],
    dict[Base, Substitution],
    dict[tuple[Bits, Bits], tuple[Base, Base, int] | None],
    dict[Bits, tuple[Base, int]],
]


class Based(Operations):
    """Operations on such addresses: sums with numbers, and comparisons in one object.

    ranges: what may be touched, by the numbers that stand for addresses.
    """

    def __init__(self, terms: Terms) -> None:
        super().__init__(terms)
        self.ranges: list[Range] = []
        self.touched: set[str] = set()
        """The names of those that were, or on whose size something has depended."""
        self._home: tuple[Terms, Sequence[Base]] = terms, ()
        self._here: tuple[Terms, Sequence[Base]] = self._home
        self._found: dict[Bits, tuple[Base, int] | None] = {}
        """Of addresses: the object, and the place in it."""
        self._sums: dict[tuple[Base, int], Bits] = {}
        """The reverse."""
        self._zeros: dict[Base, Substitution] = {}
        """What words are where a base's address is 0."""
        self._between_two: dict[tuple[Bits, Bits], tuple[Base, Base, int] | None] = {}
        """Of two words: the two objects whose addresses their difference is made of."""
        self._lower: dict[Bits, tuple[Base, int]] = {}
        """Of lower bytes of addresses, one of the latter."""
        self._at_home = self._found, self._sums, self._zeros, self._between_two, self._lower
        self._looked_up: dict[tuple[Base, ...], _LookedUp] = {(): self._at_home}
        """These, by the bases, in the terms of those that are set."""
        self.lengths: tuple[Bits, ...] = ()
        """Words beside addresses to which 8-bit code adds with a branch on the carry."""
        self._wholes: dict[Bits, Whole] = {}
        self._joined: dict[tuple[Bits, int, Bits, Bits], Bits | None] = {}
        self._joined_in = terms

    @property
    def bases(self) -> Sequence[Base]:
        """Objects at addresses that are symbols, in the terms that the machine has now.

        In other terms than those in which they were set, the symbols have the same names.
        """
        if self._here[0] is not self.terms:
            if self.terms is self._home[0]:
                self._here = self._home
                self._look_up(self._at_home)
            else:
                there = Substitution(self._home[0], self.terms)
                moved = [
                    replace(
                        each,
                        word=there.bits(each.word),
                        ends=tuple(there.bits(end) for end in each.ends),
                    )
                    for each in self._home[1]
                ]
                self._here = self.terms, moved
                self._look_up(({}, {}, {}, {}, {}))
        return self._here[1]

    @bases.setter
    def bases(self, bases: Sequence[Base]) -> None:
        if self._home == (self.terms, bases):
            return
        if self._home[0] is not self.terms:
            self._looked_up.clear()
        self._home = self._here = self.terms, list(bases)
        # Calls take turns, and each has the same bases again.
        self._at_home = self._looked_up.setdefault(tuple(bases), ({}, {}, {}, {}, {}))
        self._look_up(self._at_home)

    def _look_up(self, found: _LookedUp) -> None:
        self._found, self._sums, self._zeros, self._between_two, self._lower = found
        for base in self._here[1]:
            if len(base.word) == WIDTH:
                self._lower[base.word[: WIDTH // 2]] = base, 0

    def is_based(self, name: str) -> bool:
        """Whether a range is at an address that is a symbol: no number leads there."""
        return any(base.has(name) for base in self._home[1])

    def based(self, word: Bits) -> tuple[Base, int] | None:
        """The object that an address is a symbol's distance from, and that distance."""
        bases = self.bases
        if not bases:
            return None
        if word not in self._found:
            self._found[word] = None
            for base in bases:
                distance = self._distance_from(base, word)
                if distance is not None:
                    self._found[word] = base, distance
                    break
        return self._found[word]

    def _distance_from(self, base: Base, word: Bits) -> int | None:
        """The number that a word is a base's address and; None where it is none."""
        lowest = next(k for k, literal in enumerate(base.word) if literal > 1)
        if len(base.word) != len(word) or word[lowest] >> 1 != base.word[lowest] >> 1:
            # Below its lowest symbol an address is a number, and there the symbol itself.
            return None
        zero = self._zeros.get(base)
        if zero is None:
            own = {self.terms.contents[node]: 0 for node in self._own_bits(base)}
            zero = self._zeros[base] = Substitution(self.terms, Terms(), own)
        numbers = zero.bits(word)
        if max(numbers) > 1:
            return None
        start = sum(literal << k for k, literal in enumerate(base.word[:lowest]))
        distance = sum(bit << k for k, bit in enumerate(numbers)) - start
        distance -= distance + (1 << len(word) - 1) >> len(word) << len(word)
        return distance if self.address_in(base, distance) == word else None

    def place(self, value: Value, size: int) -> int | None:
        """The number of an address, or the one that stands for it; None where it is neither."""
        found = self.known(value, size)
        if type(found) is int:
            return found
        place = self.based(found)  # type: ignore[arg-type]
        return None if place is None else place[0].start + place[1]

    def target(self, value: Value, size: int) -> int:
        """Where a computed jump leads; raises ProofError."""
        found = self.known(value, size)
        place = self.based(found) if type(found) is tuple else None
        if place is not None and place[0].name == CALLER and not place[1]:
            return place[0].start
        there = self.concrete(found, size, "the target of a jump")
        if any(base.name == CALLER and base.start == there for base in self._home[1]):
            raise ProofError(f"a jump to {there:#x}: no code is there", self.program_counter)
        return there

    def address_in(self, base: Base, distance: int) -> Bits:
        """The address at a distance, by the way that all such sums are made."""
        width = len(base.word)
        distance -= distance + (1 << width - 1) >> width << width
        if not distance:
            return base.word
        found = self._sums.get((base, distance))
        if found is None:
            form = self.terms.linear(base.word)
            found = self._sums[base, distance] = self.terms.add([form], width, distance)
            self._found[found] = base, distance
            if width == WIDTH:
                self._lower[found[: WIDTH // 2]] = base, distance
        return found

    def _distance(self, word: Bits, base: Base) -> Form:
        # Low bits that are known may belong to no sum, or to that of another number: where those of
        # the base are 0, what is added to them changes no other bit.
        low = next((k for k, literal in enumerate(word) if literal > 1), len(word))
        number = sum(literal << k for k, literal in enumerate(word[:low]))
        begin = self.terms.linear(base.word, -1)
        own, found = self._own_bits(base), None
        for other in range(1 << min(low, LOW)):
            below = self._number(other, low)
            upper = self.terms.linear(below + word[low:])
            form = reduced(summed(((number - other, {}), upper, begin)), len(word))
            if own.isdisjoint(form[1]):
                return form
            found = found or form
        assert found is not None
        return found

    def _moved(self, value: Lazy) -> Bits | None:
        """An address and a number added, by the way that all such sums of one place are made."""
        if not self.bases:
            return None
        a, b = value.inputs
        if type(a) is int and value.opcode == "INT_ADD":
            a, b = b, a
        if type(a) is int or value.sizes[0] != value.size:
            return None
        if type(b) is not int:
            return self._between(value) if value.opcode == "INT_SUB" else None
        # A sum of the same instruction is seen through, unless it is an address and a number.
        inner = type(a) is Lazy and a.bits is None and a.when == value.when
        if inner and not any(type(each) is int for each in a.inputs):
            return None
        word = self.bits(a, value.size)
        place = self.based(word)
        if place is None and value.size == 1:
            # The lower byte of an address: that of another one.
            place = self._lower.get(word)
        if place is None:
            return None
        base, distance = place
        found = self.address_in(base, distance + b if value.opcode == "INT_ADD" else distance - b)
        return found[: 8 * value.size]

    def _between(self, value: Lazy) -> Bits | None:
        """One address less another one in the same object: a number, wherever that lies."""
        places = []
        for each in value.inputs:
            if type(each) is Lazy and each.bits is None and each.when == value.when:
                # A part of a longer sum.
                return None
            places.append(self.based(self.bits(each, value.size)))
        a, b = places
        if a is None or b is None or a[0] != b[0]:
            return None
        return self._number(a[1] - b[1], 8 * value.size)

    def _beside_bases(self, a: Bits, b: Bits, *, ordered: bool) -> tuple[Bits, Bits] | None:
        """Two addresses as distances from the object that both are of.

        ordered: it counts which is less.  Only of places in the object, and of its end, that is
        what it is of the distances: from its last byte on, memory may begin again.
        """
        if not self.bases or (a[-1] < 2 and b[-1] < 2):
            return None
        forms = [self.terms.linear(word)[1].keys() for word in (a, b)]
        places = self._found.get(a), self._found.get(b)
        for base in self.bases:
            own = self._own_bits(base)
            if len(base.word) != len(a):
                continue
            distances: list[Bits] = []
            for word, form, place in zip((a, b), forms, places, strict=True):
                if place is not None and place[0] == base:
                    distances.append(self._number(place[1], len(word)))
                elif not own.isdisjoint(form):
                    rest = self._distance(word, base)
                    if own.isdisjoint(rest[1]):
                        distances.append(self.terms.word(rest, len(word)))
            if len(distances) < 2:
                continue
            if ordered:
                if not all(self._is_in(base, each) for each in distances):
                    return None
                distances = [(*each[:-1], each[-1] ^ 1) for each in distances]
            return distances[0], distances[1]
        return None

    def _are_apart(self, a: Bits, b: Bits) -> bool:
        """Whether a - b is not 0, wherever two objects lie that do not overlap.

        It has to be p - q + k, of their addresses and a number.  Of [p, p + n) and [q, q + m) one
        lies before the other, and neither around the end of memory: q - p is at least n, or at most
        -m, and so it is as a word of so many bits.  It is no k where -m < k < n.
        Or of one object's address that is not its first, and 0: the first is no less than that.
        """
        if not any(a) or not any(b):
            place = self.based(a if any(a) else b)
            if place is not None and self._is_behind_first(*place):
                self.touched.add(place[0].name)
                return True
        if len(self.bases) < 2 or (a[-1] < 2 and b[-1] < 2):
            return False
        if (a, b) not in self._between_two:
            self._between_two[a, b] = self._difference(a, b)
        found = self._between_two[a, b]
        if found is None or not self._is_overlap(*found):
            return False
        # Where the digest is smaller, this need not be so: a passage has to know.
        self.touched.update(each.name for each in found[:2])
        return True

    def _difference(self, a: Bits, b: Bits) -> tuple[Base, Base, int] | None:
        """p, q and k, where a - b is p - q + k, of the addresses of two objects and a number."""
        constant, difference = reduced(
            summed((self.terms.linear(a), self.terms.linear(b, -1))), len(a)
        )
        objects = [
            base
            for base in self.bases
            if base.name not in (STACK, CALLER)
            # What is known of a message with any number of bytes is of one time.
            and not base.ends
            and len(base.word) == len(a)
            and not self._own_bits(base).isdisjoint(difference)
        ]
        for first in objects:
            for second in objects:
                if first.name == second.name:
                    # One object, at two times.
                    continue
                words = self.terms.linear(first.word, -1), self.terms.linear(second.word)
                k, rest = reduced(summed(((constant, difference), *words)), len(a))
                if not rest:
                    return first, second, k
        return None

    def _is_overlap(self, first: Base, second: Base, distance: int) -> bool:
        """Whether the second of two objects would lie on bytes of the first at this distance."""
        width = len(first.word)
        distance -= distance + (1 << width - 1) >> width << width
        of_first, of_second = (
            [r for r in self.ranges if r.size and base.has(r.name)] for base in (first, second)
        )
        return any(
            mine.start - first.start - (other.end - second.start)
            < distance
            < mine.end - first.start - (other.start - second.start)
            for mine in of_first
            for other in of_second
        )

    def _is_behind_first(self, base: Base, distance: int) -> bool:
        """Whether a byte of an object is at this distance, and another one before it."""
        if base.ends:
            # What may be read of a message with any number of bytes is of one time.
            return False
        place = base.start + distance
        return any(base.has(r.name) and r.start < place < r.end for r in self.ranges)

    # ---- sums that are made by bytes, with a branch on the carry ----

    def word_of(self, literal: int) -> Bits | None:
        """The address or other word of 16 bits that a literal depends on, if on it alone."""
        if not self.bases:
            return None
        if self._joined_in is not self.terms:
            self._wholes, self._joined, self._joined_in = {}, {}, self.terms
        used: list[int] | None = None
        for word in (*(base.word for base in self.bases), *self.lengths):
            whole = self._wholes.get(word)
            if whole is None and Whole.is_one(self.terms, word):
                whole = self._wholes[word] = Whole(self.terms, word)
            if whole is not None:
                used = used or variables_of(self.terms, (literal,))
                if whole.own.issuperset(used):
                    return word
        return None

    def joined(self, word: Bits, literal: int, yes: Bits, no: Bits) -> Bits | None:
        """One of two bytes by a literal, where that is the upper byte of a word and a number."""
        key = word, literal, yes, no
        if key not in self._joined:
            terms = self.terms
            choice = tuple(terms.choice(literal, *each) for each in zip(yes, no, strict=True))
            self._joined[key] = self._wholes[word].upper_byte(choice)
        return self._joined[key]

    def distances(self, a: Bits, b: Bits) -> tuple[Bits, Bits]:
        """Two addresses as distances from the object that both are of; others as they are."""
        return self._beside_bases(a, b, ordered=False) or (a, b)

    def in_units(self, word: Bits) -> Bits:
        """A multiple of a power of two as one of a shorter word, of which more sums are known."""
        low = next((k for k, literal in enumerate(word) if literal), 0)
        upper = word[low:]
        return word[:low] + self.terms.add([self.terms.linear(upper)], len(upper))

    def _is_in(self, base: Base, distance: Bits) -> bool:
        """Whether a distance, as a number with a sign, leads into an object or to its end."""
        if distance in base.ends:
            return True
        if max(distance) > 1:
            return False
        number = sum(bit << k for k, bit in enumerate(distance[:-1]))
        place = base.start + number - (distance[-1] << len(distance) - 1)
        return any(base.has(r.name) and r.start <= place <= r.end for r in self.ranges)

    @staticmethod
    def _number(distance: int, width: int) -> Bits:
        return tuple(distance >> k & 1 for k in range(width))

    def _own_bits(self, base: Base) -> set[int]:
        return {literal >> 1 for literal in base.word if literal > 1}
