"""Runs with each of a few numbers of bytes, which share all that they have in common.

The number of bytes is a symbol, and a machine stands for all those of a set.  At a branch on the
symbol each number of the set says where it goes: where they part, the machine goes on with those of
one side, and is brought back to the branch for the others.  An address of which the symbol makes a
part that is the same for all of the set, as that of whole words, is a sum with that number.  What
depends on the symbol otherwise, as a shift, ends that: these numbers have runs of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from mote.proving.machine import SymbolicMachine
from mote.proving.memory import Range
from mote.proving.solve import Simulation, variables_of
from mote.proving.terms import Bits, Terms
from mote.proving.values import Cells, ProofError, Value


class Others(ProofError):
    """A branch on the number of bytes and something else."""


@dataclass
class _Parted:
    """A machine in the middle of a branch; left: the numbers with which it goes the other way."""

    left: list[int]
    cells: dict[str, Cells]
    counter: int
    at: int
    taken: bool
    written: set[int]
    lowest_on_stack: int | None
    pointed_before: Value


class Numbers:
    """The values that literals have with each of some numbers in the place of a word."""

    def __init__(self, terms: Terms, word: Bits, numbers: Sequence[int]) -> None:
        self._terms = terms
        self._own = {literal >> 1 for literal in word}
        self._masks = {number: 1 << k for k, number in enumerate(numbers)}
        self._simulation = Simulation(terms, len(numbers))
        self._variables: dict[int, set[int]] = {}
        for k, literal in enumerate(word):
            values = sum(mask for number, mask in self._masks.items() if number >> k & 1)
            self._simulation.settle(literal >> 1, values)

    def made_of(self, literal: int) -> tuple[bool, bool]:
        """Whether a literal depends on the word, and whether on anything else."""
        known = self._variables.get(literal >> 1)
        if known is None:
            known = self._variables[literal >> 1] = set(variables_of(self._terms, (literal,)))
        return not known.isdisjoint(self._own), not known <= self._own

    def same(self, word: Bits, among: Collection[int]) -> Bits:
        """A word that is the same for each of some, as a sum without what is made of the number."""
        terms, width = self._terms, len(word)
        constant, coefficients = terms.linear(word)
        own, others = dict[int, int](), dict[int, int]()
        for node, coefficient in coefficients.items():
            is_own = self.made_of(2 * node) == (True, False)
            (own if is_own else others)[node] = coefficient
        if not own:
            return word
        values = [(self._simulation.value(2 * node), each) for node, each in own.items()]
        found = {
            sum(c for bits, c in values if bits & self._masks[number]) % (1 << width)
            for number in among
        }
        if len(found) > 1:
            return word
        return terms.add([(constant, others)], width, found.pop())

    def parted(self, literal: int, among: Collection[int]) -> tuple[list[int], list[int]]:
        """Those with which a literal is 0, and those with which it is 1."""
        values = self._simulation.value(literal)
        found: tuple[list[int], list[int]] = [], []
        for each in among:
            found[bool(values & self._masks[each])].append(each)
        return found


class Together:
    """Follows a machine with each of some numbers; the name of the object that has so many bytes.

    decide: of other branches.
    """

    def __init__(
        self, machine: SymbolicMachine, numbers: Numbers, decide: Callable[[int], bool], name: str
    ) -> None:
        self._machine = machine
        self._numbers = numbers
        self._decide_others = decide
        self._name = name
        self._pending: list[_Parted] = []
        self._now: list[int] = []

    def runs(self, numbers: Sequence[int]) -> Iterator[tuple[list[int], ProofError | None]]:
        """Where the machine has returned, the numbers of which that is the run.

        With an error: those that it ends for; they are to be run one by one.
        """
        machine = self._machine
        self._pending.clear()
        self._among(list(numbers))
        before, machine.decide = machine.decide, self._decide
        machine.shared = self._same
        try:
            begun: _Parted | None = None
            while True:
                try:
                    if begun is not None:
                        self._bring_back(begun)
                    machine.run()
                except ProofError as error:
                    yield self._now, error
                else:
                    yield self._now, None
                if not self._pending:
                    return
                begun = self._pending.pop()
        finally:
            machine.decide = before
            machine.shared = None

    def _among(self, numbers: list[int]) -> None:
        """Go on with these: so many bytes may be read as the least of them says."""
        self._now = numbers
        machine, least = self._machine, min(numbers)
        machine.ranges = [
            Range(each.name, each.start, least, each.writable) if each.name == self._name else each
            for each in machine.ranges
        ]

    def _same(self, word: Bits) -> Bits:
        return self._numbers.same(word, self._now)

    def _decide(self, literal: int) -> bool:
        numbers, machine = self._numbers, self._machine
        here, elsewhere = numbers.made_of(literal)
        if elsewhere:
            if here:
                raise Others("a branch depends on the number of bytes", machine.program_counter)
            return self._decide_others(literal)
        zero, one = numbers.parted(literal, self._now)
        if not zero or not one:
            return bool(one)
        # The smaller ones end soon: they come last, so that few machines are kept.
        taken = len(one) >= len(zero)
        self._pending.append(
            _Parted(
                zero if taken else one,
                machine.snapshot(),
                machine.program_counter,
                machine.at,
                not taken,
                set(machine.written),
                machine.lowest_on_stack,
                machine.pointed_before,
            )
        )
        self._among(one if taken else zero)
        return taken

    def _bring_back(self, parted: _Parted) -> None:
        machine = self._machine
        machine.restore(parted.cells)
        machine.written = parted.written
        machine.program_counter = parted.counter
        machine.lowest_on_stack = parted.lowest_on_stack
        machine.pointed_before = parted.pointed_before
        self._among(parted.left)
        machine.go_on(parted.at, taken=parted.taken)
