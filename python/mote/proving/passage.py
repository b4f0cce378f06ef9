"""A passage of `close`: from the label of the block function to the next cut point.

Of what a program holds there, only that is fixed which control, addresses or the result depend on;
the rest is havocked, so that one proof serves all lengths of the message.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mote.proving.contexts import Condition, Substitution
from mote.proving.terms import Bits, Terms
from mote.proving.values import Value
from mote.proving.word import Word
from mote.specifications.hashing import State

Cell = tuple[str, int]
"""A byte: its address space, and where it is there."""

Origin = tuple[Cell, int, int]
"""A bit where a passage begins: its byte, its number there, whether it is complemented."""


@dataclass(frozen=True)
class Made:
    """A byte that is computed of those that were there: its bits, in the terms of its passage.

    inputs: the names of the variables that they depend on.
    """

    bits: Bits
    inputs: tuple[object, ...]


@dataclass(frozen=True)
class Result:
    """A byte that is one of the state behind the call, as the context would hold it.

    offset: in the context.
    """

    offset: int


Pattern = int | tuple["int | Origin", ...] | Made | Result | None
"""What a byte is behind a passage: a number, or for each bit a literal or where it comes from."""

TOTAL: Cell = "counter", 0
"""Stands for scale * counter + extra + constant of a passage, as if that were a byte."""

SAME: Pattern = ()
"""In place of what a byte becomes: it stays as it is."""


@dataclass
class Call:
    """A call of the compression function, as the specification makes it.  after: the state then.

    output: what an output transformation makes of that, where the specification has one behind the
    last call.  It begins where that returns to, or is one passage with it where that is not known.
    """

    state: State[Word]
    message: Sequence[Word]
    more: tuple[Word, ...]
    after: State[Word]
    output: State[Word] | None = None
    _numbers: tuple[State[Word], dict[int, int]] | None = field(
        default=None, init=False, repr=False, compare=False
    )
    """Of the bits of its result, which that is, so that they are numbered once."""

    def places(self, word: Bits) -> tuple[int, ...] | None:
        """Which bits of its result, numbered through, make a word; None where others do, too."""
        result = self.after if self.output is None else self.output
        if self._numbers is None or self._numbers[0] is not result:
            bits = [bit for each in result.values() for one in each for bit in one.literals]
            self._numbers = result, {bit: k for k, bit in enumerate(bits)}
        numbers = self._numbers[1]
        if all(bit in numbers for bit in word):
            return tuple(numbers[bit] for bit in word)
        return None

    def transformation(self) -> Call:
        """The output transformation, as a call without a message block."""
        assert self.output is not None
        return Call(self.after, [], (), self.output)

    def is_like(self, other: Call) -> bool:
        """Whether another call is the same, with the same words behind it."""
        if (self.output is None) != (other.output is None):
            return False
        states = zip((self.state, self.after), (other.state, other.after), strict=True)
        return all(
            mine.keys() == theirs.keys()
            and all(self._same(each, theirs[name]) for name, each in mine.items())
            for mine, theirs in states
        ) and all(
            self._same(a, b) for a, b in ((self.message, other.message), (self.more, other.more))
        )

    @staticmethod
    def _same(mine: Sequence[Word], theirs: Sequence[Word]) -> bool:
        return len(mine) == len(theirs) and all(
            a.literals == b.literals for a, b in zip(mine, theirs, strict=True)
        )


@dataclass
class Passage:
    """What was proved of the way from the block function's label to the next cut point.

    room: for how many bytes of a digest, 0 where none is touched; it holds where there are more.
    same: bytes outside the context that have to be what one of the state or the message is.
    fixed: the bytes that have to be as they were where it begins.  more: what else the
    compression function took, as far as it was not free.  scale, constant: where the counter was
    free, the compression function took scale * counter + extra + constant; scale is 0 where it was
    not.  extra: the bytes of a number that the block function is given, lowest first.  least,
    bounded: what it is at least, and the bits of what it is more, where it is not any.  after:
    the bytes that are otherwise at its end; None for what is not known.  end: the program
    counter there, None behind the return of `close`.  counted: what the counter was raised by, and
    whether by extra, too; None where it is not known.  digest: which bytes of it were written, and
    which bits of the compression function's result they are (Call.places); or, where they are not
    only such, as behind call number digest_of of a digest of so many bits.  copies: which bytes are
    copies of one that was there.  forgotten: the places in each space of those that are not known.
    terms, inputs: those of what is Made, and by the names of its variables where they come from.
    conditions: carries out of the counter on which it branches, as they have to be.  begin: the
    program counter where it begins.  places: where the state is there, by offsets in the context.
    elsewhere: the offsets of bytes that are not the state behind it: the context keeps them.
    """

    fixed: dict[Cell, Value]
    more: list[Bits]
    scale: int
    constant: int
    extra: tuple[Cell, ...] = ()
    least: int = 0
    bounded: int = 0
    room: int = 0
    same: dict[Cell, Cell] = field(default_factory=dict)
    after: dict[Cell, Pattern] = field(default_factory=dict)
    end: int = 0
    returned: bool = False
    counted: tuple[int, bool] | None = None
    digest: dict[int, tuple[int, ...] | None] = field(default_factory=dict)
    digest_of: tuple[int, int] | None = None
    copies: dict[Cell, Cell] = field(default_factory=dict)
    forgotten: dict[str, set[int]] = field(default_factory=dict)
    conditions: tuple[Condition, ...] = ()
    terms: Terms = field(default_factory=Terms)
    inputs: dict[object, int | Origin] = field(default_factory=dict)
    begin: int = 0
    places: dict[int, Cell] = field(default_factory=dict)
    elsewhere: frozenset[int] = frozenset()

    def joined(self, other: Passage) -> Passage | None:
        """This passage and one that begins alike where a free carry had its other value.

        Both have to lead to the same; bytes that differ are not known behind them.  None where more
        does.
        """
        mine, theirs = (
            (
                *(p.end, p.returned, p.counted, p.digest, p.digest_of, p.fixed, p.same, p.extra),
                *(p.elsewhere, p.least),
            )
            for p in (self, other)
        )
        if mine != theirs:
            return None
        substitution = Substitution(other.terms, self.terms)
        after: dict[Cell, Pattern] = {}
        for cell in self.after.keys() | other.after.keys():
            here, there = self.after.get(cell, SAME), other.after.get(cell, SAME)
            if isinstance(here, Made) and isinstance(there, Made):
                equal = substitution.bits(there.bits) == here.bits
            else:
                equal = type(here) is type(there) and here == there
            after[cell] = here if equal else None
        return dataclasses.replace(
            self,
            room=max(self.room, other.room),
            after=after,
            conditions=self.conditions + other.conditions,
            copies={cell: there for cell, there in self.copies.items() if after[cell] is not None},
            forgotten=forgotten(after),
        )

    def puts_out(self, call: Call, number: int, wanted: Sequence[Bits], digest_bits: int) -> bool:
        """Whether what it writes of the digest is what the specification puts out there."""
        if self.digest_of is not None and self.digest_of != (digest_bits, number):
            return False
        return all(
            at < len(wanted) and (places is None or call.places(wanted[at]) == places)
            for at, places in self.digest.items()
        )


def forgotten(after: Mapping[Cell, Pattern]) -> dict[str, set[int]]:
    """The places in each space of the bytes that are not known behind a passage."""
    found: dict[str, set[int]] = {}
    for (space, offset), pattern in after.items():
        if pattern is None:
            found.setdefault(space, set()).add(offset)
    return found
