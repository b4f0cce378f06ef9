"""Bytes of a word and a number, where 8-bit code makes the upper one by a branch on the carry.

`inc dpl; mov a, dpl; jnz 1$; inc dph; 1$:` adds 1 to an address.  Both ways of the branch lead to
one state, in which the upper byte is a choice; that it is the upper byte of the word and some
number is looked up at all values of the word, so that nothing is concluded from its form.
"""

from __future__ import annotations

from mote.proving.solve import Simulation, variables_of
from mote.proving.terms import VARIABLE, Bits, Terms

WIDTH = 16
"""Of the words: all their values are tried."""

NODES = 4000
"""Nodes of which all values are kept: each takes 8 KB."""


class Whole:
    """A word that is a symbol, but for its lowest bits, which may be numbers, at all its values."""

    def __init__(self, terms: Terms, word: Bits) -> None:
        self._terms = terms
        self._word = word
        self._low = next(k for k, literal in enumerate(word) if literal > 1)
        self._begin = sum(literal << k for k, literal in enumerate(word[: self._low]))
        self.own = {literal >> 1 for literal in word[self._low :]}
        """The variables that it is made of."""
        self._simulation: Simulation | None = None
        self._known = 0

    @staticmethod
    def is_one(terms: Terms, word: Bits) -> bool:
        """Whether a word is a symbol in this sense."""
        free = word[next((k for k, literal in enumerate(word) if literal > 1), WIDTH) :]
        return (
            len(word) == WIDTH
            and len(free) > WIDTH // 2
            and len(set(free)) == len(free)
            and all(not each & 1 and terms.kinds[each >> 1] == VARIABLE for each in free)
        )

    def _values(self) -> Simulation:
        """Its values in ascending order."""
        if self._simulation is None or len(self._terms) - self._known > NODES:
            count = WIDTH - self._low
            self._known = len(self._terms)
            self._simulation = found = Simulation(self._terms, 1 << count)
            for k, literal in enumerate(self._word[self._low :]):
                # So many zeros and so many ones, again and again.
                run = 1 << k
                pattern = (1 << run) - 1 << run
                found.settle(literal >> 1, pattern * (found.ones // ((1 << 2 * run) - 1)))
        return self._simulation

    def upper_byte(self, byte: Bits) -> Bits | None:
        """A byte as the upper one of the word and a number; None where it is that of none."""
        used = variables_of(self._terms, byte)
        if len(byte) != WIDTH // 2 or not used or not self.own.issuperset(used):
            return None
        simulation = self._values()
        values = [simulation.value(literal) for literal in byte]
        first = sum((value & 1) << k for k, value in enumerate(values))
        changed = 0
        for value in values:
            changed |= value ^ (simulation.ones if value & 1 else 0)
        # Where the upper byte becomes another one, the lower byte of the sum is 0.
        at = (changed & -changed).bit_length() - 1
        low = -((at << self._low) + self._begin) % 256
        number = first - (self._begin + low >> 8) << 8 | low
        terms = self._terms
        found = terms.add([terms.linear(self._word)], WIDTH, number % (1 << WIDTH))[WIDTH // 2 :]
        same = all(
            simulation.value(literal) == value for literal, value in zip(found, values, strict=True)
        )
        return found if same else None
