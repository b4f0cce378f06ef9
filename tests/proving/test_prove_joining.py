"""Upper bytes of sums that 8-bit code makes with a branch on the carry: which are taken for such.

What a byte is at each value of the word is worked out here in integers, beside what is said of it.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mote.proving.joining import WIDTH, Whole
from mote.proving.solve import Simulation
from mote.proving.terms import Bits, Terms

NUMBERS = (0, 1, 2, 0x80, 0xFF, 0x100, 0x1FE, 0x7FFF, 0x8000, 0xFEFF, 0xFFFE, 0xFFFF)


def number(value: int, width: int = 8) -> Bits:
    return tuple(value >> k & 1 for k in range(width))


def plus(terms: Terms, word: Bits, value: int) -> Bits:
    return terms.add([terms.linear(word)], len(word), value)


def word_of(terms: Terms, low: int | None) -> Bits:
    """A symbol whose lowest bit may be a number."""
    free = terms.variables("address", WIDTH)
    return free if low is None else (low, *free[1:])


def stepped(terms: Terms, word: Bits, distance: int, *, to: int, at: int, by: int) -> Bits:
    """The upper byte of a sum where `to` is added to the lower one, and `by` to it at `at`."""
    whole = plus(terms, word, distance)
    literal = terms.equal(plus(terms, whole[:8], to), number(at))
    changed = plus(terms, whole[8:], by)
    return tuple(terms.choice(literal, *each) for each in zip(changed, whole[8:], strict=True))


def at_value(terms: Terms, word: Bits, byte: Bits, value: int) -> int:
    simulation = Simulation(terms, 1)
    for k, literal in enumerate(word):
        if literal > 1:
            simulation.settle(literal >> 1, value >> k & 1)
    return sum((simulation.value(literal) & 1) << k for k, literal in enumerate(byte))


@pytest.mark.sampled(6)
@pytest.mark.parametrize("low", [None, 0, 1])
@pytest.mark.parametrize("distance", NUMBERS)
@pytest.mark.parametrize(("to", "at", "by"), [(1, 0, 1), (-1, 0xFF, -1)])
def test_a_carry_and_a_borrow_into_the_upper_byte(
    low: int | None, distance: int, to: int, at: int, by: int
) -> None:
    terms = Terms()
    word = word_of(terms, low)
    found = Whole(terms, word).upper_byte(stepped(terms, word, distance, to=to, at=at, by=by))
    assert found is not None
    for value in (0, 0x1234, 0xFFFE - distance, -distance, 0xFF - distance, 0x100 - distance):
        value = value & 0xFFFF if low is None else value & 0xFFFE | low
        wanted = (value + distance + to & 0xFFFF) >> 8
        assert at_value(terms, word, found, value) == wanted
    if low is None:
        # It is what a sum of two bytes is, so that an address is one wherever it was made.
        assert found == plus(terms, word, distance + to)[8:]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("distance", NUMBERS)
@pytest.mark.parametrize(
    ("to", "at", "by"), [(1, 0, 2), (1, 1, 1), (1, 0, -1), (1, 0xFF, 1), (-1, 0xFF, -2)]
)
def test_what_is_no_carry_is_no_byte_of_a_sum(distance: int, to: int, at: int, by: int) -> None:
    terms = Terms()
    word = word_of(terms, None)
    byte = stepped(terms, word, distance, to=to, at=at, by=by)
    assert Whole(terms, word).upper_byte(byte) is None


def test_one_of_two_carries_makes_the_upper_byte_of_another_sum() -> None:
    """Where 2 is added, a lower byte of 0xFE carries, too: with that byte it is no address."""
    terms = Terms()
    word = word_of(terms, None)
    found = Whole(terms, word).upper_byte(stepped(terms, word, 7, to=2, at=1, by=1))
    assert found == plus(terms, word, 8)[8:] != plus(terms, word, 9)[8:]


def changed_at_one_value(terms: Terms, word: Bits) -> int:
    return terms.equal(word, number(0x1234, WIDTH))


def changed_by_something_else(terms: Terms, word: Bits) -> int:
    return terms.conjunction(terms.variable("secret"), word[3])


@pytest.mark.parametrize("wrong", [changed_at_one_value, changed_by_something_else])
def test_a_byte_that_is_another_one_for_one_value(wrong: Callable[[Terms, Bits], int]) -> None:
    terms = Terms()
    word = word_of(terms, None)
    byte = stepped(terms, word, 7, to=1, at=0, by=1)
    assert Whole(terms, word).upper_byte(byte) is not None
    byte = (*byte[:4], terms.xor(byte[4], wrong(terms, word)), *byte[5:])
    assert Whole(terms, word).upper_byte(byte) is None


def test_numbers_shorter_words_and_sums_are_no_such_words() -> None:
    terms = Terms()
    word = word_of(terms, None)
    assert Whole.is_one(terms, word)
    assert Whole.is_one(terms, (1, *word[1:]))
    for other in (
        number(5, WIDTH),
        word[:8],
        plus(terms, word, 1),
        word[:8] * 2,
        terms.variables("long", 32),
    ):
        assert not Whole.is_one(terms, other)
