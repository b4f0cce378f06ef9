"""Addresses of two objects that do not overlap: what cannot be equal, and what may be."""

from __future__ import annotations

from itertools import product

import pytest

from mote.proving.bases import Base, Based
from mote.proving.memory import Range
from mote.proving.terms import Bits, Terms

WIDTH = 5
MEMORY = 1 << WIDTH
CONTEXT, DIGEST = 5, 3
"""Bytes of each."""


def machine(ends: tuple[Bits, ...] = ()) -> Based:
    """With two objects at any addresses of a small memory."""
    terms = Terms()
    found = Based(terms)
    found.bases = [
        Base("cc", terms.variables("cc", WIDTH), 0, 1),
        Base("dst", terms.variables("dst", WIDTH), 8, 1, ends),
    ]
    found.ranges = [Range("cc", 0, CONTEXT, True), Range("dst", 8, DIGEST, True)]
    return found


def places() -> list[tuple[int, int]]:
    """Where the two may lie: not on each other, and not around the end of memory."""
    return [
        (context, digest)
        for context, digest in product(range(MEMORY), repeat=2)
        if context + CONTEXT <= MEMORY
        and digest + DIGEST <= MEMORY
        and (context + CONTEXT <= digest or digest + DIGEST <= context)
    ]


@pytest.mark.parametrize("number", range(MEMORY))
def test_addresses_are_unequal_just_where_no_two_places_make_them_equal(number: int) -> None:
    of = machine()
    context, digest = (base.word for base in of.bases)
    terms = of.terms
    moved = terms.add([terms.linear(context)], WIDTH, number)
    difference = terms.add([terms.linear(digest), terms.linear(context, -1)], WIDTH, -number)
    may_be = any((a + number - b) % MEMORY == 0 for a, b in places())
    for left, right in ((moved, digest), (digest, moved), (difference, (0,) * WIDTH)):
        equal, differs = (
            of._bit_of_two(name, left, right) for name in ("INT_EQUAL", "INT_NOTEQUAL")
        )
        assert (equal, differs) == (0, 1) or may_be
        assert (equal > 1) == (differs > 1) == may_be
    # The size of the digest has been asked for: what follows is not of smaller ones.
    assert ("dst" in of.touched) == (not may_be)


def test_nothing_is_said_of_an_object_of_no_bytes_or_of_any_number() -> None:
    empty, open_ended = machine(), machine(((1,) * WIDTH,))
    empty.ranges[1] = Range("dst", 8, 0, True)
    for of in (empty, open_ended):
        context, digest = (base.word for base in of.bases)
        assert of._bit_of_two("INT_EQUAL", context, digest) > 1


def test_nothing_is_said_of_one_object_at_two_times() -> None:
    of = machine()
    of.bases = [of.bases[0], Base("cc", of.terms.variables("before", WIDTH), 0, 1)]
    first, second = (base.word for base in of.bases)
    assert of._bit_of_two("INT_EQUAL", first, second) > 1


@pytest.mark.parametrize("number", range(MEMORY))
@pytest.mark.parametrize("order", ["INT_EQUAL", "INT_NOTEQUAL", "INT_LESS", "INT_LESSEQUAL"])
def test_an_address_behind_an_object_s_first_byte_is_not_0(number: int, order: str) -> None:
    """0 is less than it; nothing is said of the first byte, of the end, and of what is outside."""
    of = machine()
    context = of.bases[0].word
    moved = of.terms.add([of.terms.linear(context)], WIDTH, number)
    zero = (0,) * WIDTH
    a, b = (zero, moved) if order == "INT_LESS" else (moved, zero)
    may_be = any((a + number) % MEMORY == 0 for a, _ in places())
    found = of._bit_of_two(order, a, b)
    inside = 0 < number < CONTEXT
    assert not (inside and may_be)
    if inside:
        assert found == (order in ("INT_NOTEQUAL", "INT_LESS"))
    else:
        assert found > 1
    assert ("cc" in of.touched) == inside


def test_nothing_is_said_of_0_and_a_message_of_any_number_of_bytes() -> None:
    """Its bytes may be those of the block before, whose address has a symbol of its own."""
    of = machine(((1,) * WIDTH,))
    digest = of.bases[1].word
    moved = of.terms.add([of.terms.linear(digest)], WIDTH, 1)
    assert of._bit_of_two("INT_EQUAL", moved, (0,) * WIDTH) > 1
    assert of._bit_of_two("INT_LESS", (0,) * WIDTH, moved) > 1
