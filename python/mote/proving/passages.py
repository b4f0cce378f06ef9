"""The passages that are proved of a file: looked up where one fits, proved where none does."""

from __future__ import annotations

from collections.abc import Collection

from mote.common.errors import MoteError
from mote.proving.attempt import Goal
from mote.proving.execution import Execution
from mote.proving.passage import SAME, Cell, Passage
from mote.proving.prefixes import Prefixes
from mote.proving.refinement import Learned, Refinement
from mote.proving.terms import Bits
from mote.proving.values import ProofError

PASSAGES = 160
"""Proofs of the block function beyond which something else than it depends on the length."""


class Passages:
    """Those of all closes of a file."""

    def __init__(self, execution: Execution) -> None:
        self._execution = execution
        self._proved: list[Passage] = []
        self.learned = Learned()

    def from_here(self, goal: Goal, prefixes: Prefixes | None) -> Passage | None:
        """A passage that is proved and fits, or a new one; None where there is none for all.

        prefixes: those of which one is executed with some bytes of the context open, if any is.
        """
        execution = self._execution
        total: Bits = sum((word.literals for word in goal.call.more), ())
        for passage in self._proved:
            if self._is_one(passage, goal, total):
                return passage
        if len(self._proved) >= PASSAGES:
            raise MoteError(
                "what the block function is entered with differs with the length in too many ways"
            )
        if prefixes is not None and prefixes.gives_up():
            counter = execution.caller.machine.program_counter
            raise ProofError("nothing more is proved here", counter)
        try:
            made = self._prove(goal)
            if made is not None and made.scale and not execution.is_total(made, total):
                # It only seemed to be the counter and a constant.
                self.learned.free_counter = False
                made = self._prove(goal)
        except ProofError:
            if prefixes is not None:
                prefixes.abandoned += 1
            raise
        if prefixes is not None:
            prefixes.abandoned = 0
        if made is not None:
            self._proved.append(made)
        return made

    def _prove(self, goal: Goal) -> Passage | None:
        return Refinement(self._execution, goal, self.learned).passage()

    def _is_one(self, passage: Passage, goal: Goal, total: Bits) -> bool:
        """Whether a passage leads from where the machine is to what is to be proved."""
        execution = self._execution
        machine = execution.caller.machine
        if passage.begin != machine.program_counter or not execution.fits(passage):
            return False
        if passage.scale:
            upper = total[len(execution.counter_now()) :]
            if passage.more != [upper] or not execution.is_total(passage, total):
                return False
        elif passage.more != [word.literals for word in goal.call.more]:
            return False
        if not passage.puts_out(goal.call, goal.number, goal.wanted, execution.digest_bits):
            return False
        return all(execution.value_of(c.terms, c.literal) == c.value for c in passage.conditions)

    def forget(self, asked: Collection[Cell]) -> None:
        """Let go of passages that do not tell what one of these bytes is behind them."""
        self._proved = [
            each
            for each in self._proved
            if not any(each.after.get(cell, SAME) is None for cell in asked)
        ]
