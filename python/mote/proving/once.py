"""The block function executed once for all cases of a step that do not differ in what it reads.

The cases differ in the counter, which most block functions leave to their callers.  What a passage
from the contract's `block` to where it returns has read and left is kept; where a later one finds
the same terms in all that it would read, it leaves the same.  Where a block function counts at its
end, what comes before that is kept.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from mote.proving.machine import SymbolicMachine
from mote.proving.values import SecretBranch, Value

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
    before_counter: int
    """How many instructions came before the first that reads the counter; 0 where none does."""


class Once:
    """Follows calls; label: the block function's address, None where there is none.

    counter: the bytes of the context's counter.  Where the block function reads these, and a second
    call differs in them alone, it is kept up to there.
    """

    def __init__(self, label: int | None, counter: Collection[Cell] = ()) -> None:
        self._label = label
        self._counter = set(counter)
        self._known: Passage | None = None
        self._until: dict[int, int] = {}
        """How many instructions came before the counter in a call that was not decided."""
        self.taken = 0
        """How many passages were taken from an earlier one."""
        self.missed = 0
        """How many had other inputs than the one before."""

    def follow(self, machine: SymbolicMachine) -> None:
        """Run the machine until the function returns."""
        if self._label is None:
            machine.run()
            return
        while not machine.run({self._label}):
            behind = machine.called()
            if behind is None:
                continue
            known = self._known
            differing = None
            if known is not None and known.behind == behind:
                differing = self._differing(machine, known)
            if known is not None and differing is not None and not differing:
                self.taken += 1
                for name, cells in known.left.items():
                    for offset, (value, size) in cells.items():
                        machine.space(name).write(offset, size, value)
                machine.written |= known.written
                machine.program_counter = known.program_counter
            else:
                self.missed += known is not None
                most = self._until.get(behind, 0) if known is None else 0
                if known is not None and differing is not None and differing <= self._counter:
                    most = known.before_counter
                self._known = self._observed(machine, behind, most or None)

    @staticmethod
    def _differing(machine: SymbolicMachine, known: Passage) -> set[Cell]:
        """The bytes that a passage read and that are others now."""
        return {
            (name, offset)
            for (name, offset), value in known.read.items()
            if (now := machine.space(name).read(offset, 1)) is not value
            and machine.bits(now, 1) != machine.bits(value, 1)
        }

    def _observed(self, machine: SymbolicMachine, behind: int, most: int | None) -> Passage | None:
        """Run to behind the call, or so many instructions; None where all ends before."""
        before, written = machine.written, set[int]()
        machine.written = written
        begin, count = machine.instructions, 0

        def told(cell: Cell) -> None:
            nonlocal count
            if not count and cell in self._counter:
                # The one that reads it has begun.
                count = machine.instructions - begin - 1

        try:
            with machine.observed(told) as (read, left):
                returned = machine.run({behind}, most)
        except SecretBranch:
            self._until[behind] = count
            raise
        machine.written = before | written
        if returned:
            return None
        return Passage(read, left, written, machine.program_counter, behind, count)
