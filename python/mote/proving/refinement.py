"""Abstraction refinement: finds what a passage depends on.

First, all is havocked but what is likely to matter.  Whatever control, an address or a wrong result
depends on is fixed, and the next attempt begins with that, until one proves the passage.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from dataclasses import dataclass, field

from mote.proving.attempt import Abstraction, Attempt, Goal, affine
from mote.proving.contexts import Condition
from mote.proving.execution import Execution
from mote.proving.passage import Cell, Passage
from mote.proving.summary import summarized
from mote.proving.terms import Bits
from mote.proving.values import ProofError

PROBED = 3000
"""Instructions in which the first things that have to be fixed are looked for."""

FURTHER = 2
"""Calls behind that of the block function at whose ends the state may be in the context, too."""


@dataclass
class Learned:
    """What earlier refinements have shown, as the first guess of the next.

    hints: what passages had to have fixed, by where they begin and what they return to.
    free_counter: whether the counter may be arbitrary in them.  other: what is no number that the
    counter is raised by, though it was the same one.  counted_by: what was such a number in a
    passage that is proved.
    """

    hints: dict[tuple[int, int | None], set[Cell]] = field(default_factory=dict)
    free_counter: bool = True
    other: set[Cell] = field(default_factory=set)
    counted_by: tuple[Cell, ...] = ()


class Refinement:
    """The attempts at one passage, from where the machine is."""

    def __init__(self, execution: Execution, goal: Goal, learned: Learned) -> None:
        self._execution = execution
        self._goal = goal
        self._learned = learned
        machine = execution.caller.machine
        self._kept, self._decide = machine.kept(), machine.decide
        counter = self._program_counter = machine.program_counter
        # What one call had to have fixed is likely for the next, which returns to elsewhere.
        likely_too = next((each for at, each in learned.hints.items() if at[0] == counter), set())
        self._hint = learned.hints.setdefault((counter, goal.back), set(likely_too))
        # Where a hint holds no number now, it is not what control or addresses depend on here.
        self._fixed = {cell for cell in self._hint if execution.is_known(cell)}
        self._affine: tuple[int, int] | None = None
        self._free_message = True
        self._extra: tuple[Cell, ...] = ()
        self._conditions: list[Condition] = []
        self._joined: Passage | None = None
        """What is proved for some values of the free ones among them."""
        self._may_be_free = True
        self._begun: Abstraction | None = None
        if learned.free_counter:
            total: Bits = sum((w.literals for w in goal.call.more), ())
            self._affine = affine(execution.words.terms, execution.counter_now(), total)
            if machine.architecture.code_address(counter) in execution.counting:
                self._affine = 1, 0
        learned.other |= execution.flags.keys()
        self._likely = execution.likely()
        if self._affine is not None:
            # A part of a pointer may happen to be the same number.
            self._extra = self._word(self._fixed - self._likely, self._affine[1])
            self._fixed -= set(self._extra)
        self._tried = bool(self._extra)
        self._probing = not self._hint
        self._fixed |= self._likely

    def passage(self) -> Passage | None:
        """The passage, once an attempt proves it; None where there is none for all."""
        machine, learned = self._execution.caller.machine, self._learned
        try:
            while True:
                attempt = self._attempt()
                try:
                    if self._probing:
                        attempt.run(PROBED, probing=True)
                        self._probing = False
                        continue
                    wrong = self._executed(attempt)
                except ProofError as error:
                    self._refine_by_error(attempt, error)
                    continue
                if not wrong or (
                    self._affine is None
                    and not attempt.cells(wrong) - self._fixed
                    and attempt.solved()
                ):
                    if self._is_last(summarized(attempt)):
                        break
                elif not self._refine_by_result(attempt, wrong):
                    return None
            self._hint |= self._fixed
            learned.counted_by = self._extra or learned.counted_by
            return self._joined
        finally:
            self._restore()
            machine.unknown, machine.refuses = self._execution.unknown, None

    def _restore(self) -> None:
        """Let the machine be where the passage begins."""
        machine = self._execution.caller.machine
        machine.terms, machine.decide = self._execution.words.terms, self._decide
        machine.restore(self._kept)
        machine.program_counter = self._program_counter

    def _attempt(self) -> Attempt:
        begun = Abstraction(set(self._fixed), self._affine, self._extra, self._free_message)
        if self._joined is not None and self._begun != begun:
            # With all of them again: they have the same abstraction.
            self._joined = None
            self._conditions.clear()
        self._begun = begun
        self._restore()
        abstraction = dataclasses.replace(begun, conditions=tuple(self._conditions))
        return Attempt(self._execution, self._goal, abstraction)

    def _executed(self, attempt: Attempt) -> Bits:
        """What is not known to be right at the end of an attempt."""
        # First, so that its words have names when the machine comes to them.
        attempt.digest = self._goal.again(attempt)
        attempt.run()
        wrong = attempt.wrong()
        for _ in range(FURTHER):
            if not wrong or attempt.cells(wrong) - self._fixed or not attempt.differs():
                break
            if attempt.further():
                wrong = attempt.wrong()
        return wrong

    def _refine_by_error(self, attempt: Attempt, error: ProofError) -> None:
        """Fix what control or an address depended on; raises the error again if that is no help."""
        bits = getattr(error, "bits", ()) or getattr(error, "literal", ())
        cells = attempt.cells(bits)
        if self._affine is not None and attempt.counts(bits):
            # It branches on the counter.
            if self._takes_extra(cells - self._fixed):
                return
            self._restore()
            condition = None
            if isinstance(bits, int):
                condition = attempt.condition(bits, may_be_free=self._may_be_free)
            if condition is not None:
                self._conditions.append(condition)
                return
            # Which it is has to be known.
            self._affine, self._learned.free_counter = None, False
            self._conditions.clear()
            cells = cells | set(self._extra)
            self._extra = ()
        elif self._probing and not cells - self._fixed:
            self._probing = False
            return
        elif not cells - self._fixed:
            raise error
        self._fixed |= cells
        if cells & set(self._extra):
            # It is something else that happens to be the same number.
            self._fixed |= set(self._extra)
            self._learned.other |= set(self._extra)
            self._extra, self._tried = (), False

    def _refine_by_result(self, attempt: Attempt, wrong: Bits) -> bool:
        """Fix what a wrong result depended on; False if there is nothing left to fix."""
        cells = attempt.cells(wrong) - self._fixed
        if cells and self._affine is not None and self._takes_extra(cells):
            return True
        if cells:
            # What it is raised by stays free as long as there is something else.
            others = cells - set(self._extra)
            self._fixed |= others or cells
            if not others:
                self._extra = ()
        elif self._affine is not None and self._extra:
            # It was another one, which happens to be the same number.
            self._fixed |= set(self._extra)
            self._learned.other |= set(self._extra)
            self._extra = self._word(self._fixed - self._likely, self._affine[1])
            self._fixed -= set(self._extra)
        elif self._affine is not None:
            self._affine, self._learned.free_counter = None, False
        elif self._free_message and not self._execution.sponge:
            # As of an output function whose block is a number.
            self._free_message = False
        else:
            return False
        return True

    def _is_last(self, found: Passage) -> bool:
        """Join what an attempt proves; False if a carry is to have its other value next."""
        conditions = self._conditions
        self._joined = found if self._joined is None else self._joined.joined(found)
        self._may_be_free &= self._joined is not None
        while conditions and (conditions[-1].last or not conditions[-1].free):
            conditions.pop()
        if self._joined is None:
            conditions.clear()
            return False
        if not conditions:
            return True
        other = 1 - conditions[-1].value
        conditions[-1] = dataclasses.replace(conditions[-1], value=other, last=True)
        return False

    # ---- what the counter is raised by ----

    def _takes_extra(self, cells: set[Cell]) -> bool:
        """Look once whether there is a number among them that the counter is raised by."""
        if self._tried or self._affine is None:
            return False
        self._extra, self._tried = self._word(cells, self._affine[1]), True
        return bool(self._extra)

    def _word(self, cells: set[Cell], number: int) -> tuple[Cell, ...]:
        """Those of the bytes that hold a number which is not 0, the lowest first."""
        counted_by, other = self._learned.counted_by, self._learned.other
        word: list[Cell] | tuple[Cell, ...] = counted_by
        known = number and word and other.isdisjoint(word) and cells.issuperset(word)
        if known and self._holds(word, number):
            return counted_by
        for size in (8, 4, 2, 1) if number else ():
            for space, offset in cells:
                word = [(space, offset + k) for k in range(size)]
                if not (cells - other).issuperset(word):
                    continue
                if self._execution.caller.big_endian:
                    word.reverse()
                if self._holds(word, number):
                    return tuple(word)
        return ()

    def _holds(self, word: Collection[Cell], number: int) -> bool:
        """Whether bytes hold a number, or the fill that says that so many wait."""
        bits = self._execution.number_in(list(word))
        fill = self._execution.proof.contract.fill
        held = sum(bit << k for k, bit in enumerate(bits))
        return max(bits) < 2 and held in (number, number + (fill.start if fill else 0))
