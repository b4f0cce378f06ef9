"""The block function executed once for all cases of a step that do not differ in what it reads.

The cases differ in the counter, which most block functions leave to their callers.  What a passage
from the contract's `block` to where it returns has read and left is kept; where a later one finds
the same terms in all that it would read, it leaves the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from mote.prove.machine import Machine
from mote.prove.values import Value

Cell = tuple[str, int]
"""A byte: the space and the address."""


@dataclass(frozen=True)
class Passage:
    """What was read, by its bytes, and what was left, by spaces; where the passage went on."""

    read: dict[Cell, Value]
    left: dict[str, dict[int, tuple[Value, int]]]
    written: set[int]
    program_counter: int
    behind: int


class Once:
    """Follows calls; label: the block function's address, None where there is none."""

    def __init__(self, label: int | None) -> None:
        self._label = label
        self._known: Passage | None = None
        self.taken = 0
        """How many passages were taken from an earlier one."""
        self.missed = 0
        """How many had other inputs than the one before."""

    def follow(self, machine: Machine) -> None:
        """Run the machine until the function returns."""
        if self._label is None:
            machine.run()
            return
        while not machine.run({self._label}):
            behind = machine.called()
            if behind is None:
                continue
            known = self._known
            if known is not None and known.behind == behind and self._same(machine, known):
                self.taken += 1
                for name, cells in known.left.items():
                    for offset, (value, size) in cells.items():
                        machine.space(name).write(offset, size, value)
                machine.written |= known.written
                machine.program_counter = known.program_counter
            else:
                self.missed += known is not None
                self._known = self._observed(machine, behind)

    @staticmethod
    def _same(machine: Machine, known: Passage) -> bool:
        for (name, offset), value in known.read.items():
            now = machine.space(name).read(offset, 1)
            if now is not value and machine.bits(now, 1) != machine.bits(value, 1):
                return False
        return True

    @staticmethod
    def _observed(machine: Machine, behind: int) -> Passage | None:
        """Run to the address behind the call; None where the function returns before that."""
        before, written = machine.written, set[int]()
        machine.written = written
        with machine.observed() as (read, left):
            returned = machine.run({behind})
        machine.written = before | written
        if returned:
            return None
        return Passage(read, left, written, machine.program_counter, behind)
