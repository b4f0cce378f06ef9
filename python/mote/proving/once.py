"""Code executed once for all runs that do not differ in what it reads.

Of a step that is the block function, in all cases of the counter.

The cases differ in the counter, which most block functions leave to their callers.  What a passage
from the contract's `block` to where it returns has read and left is kept; where a later one finds
the same terms in all that it would read, it leaves the same.  Where a block function counts at its
end, what comes before that is kept.

Of a close it is what comes behind the block function, up to the next cut point or the end: the
digest is put out in the same way whatever waited before (Ways).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from mote.proving.machine import SymbolicMachine
from mote.proving.values import Cells, SecretBranch, Value

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


def _differing(machine: SymbolicMachine, read: Mapping[Cell, Value]) -> set[Cell]:
    """The bytes that were read and are others now."""
    return {
        (name, offset)
        for (name, offset), value in read.items()
        if (now := machine.space(name).read(offset, 1)) is not value
        and machine.bits(now, 1) != machine.bits(value, 1)
    }


def _put(machine: SymbolicMachine, left: Mapping[str, Cells]) -> None:
    for name, cells in left.items():
        for offset, (value, size) in cells.items():
            machine.space(name).write(offset, size, value)


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
                differing = _differing(machine, known.read)
            if known is not None and differing is not None and not differing:
                self.taken += 1
                _put(machine, known.left)
                machine.written |= known.written
                machine.program_counter = known.program_counter
            else:
                self.missed += known is not None
                most = self._until.get(behind, 0) if known is None else 0
                if known is not None and differing is not None and differing <= self._counter:
                    most = known.before_counter
                self._known = self._observed(machine, behind, most or None)

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


MOST = 16
"""Ways from one place that are kept."""


@dataclass(frozen=True)
class _Way:
    """What was read and left, and where it led to, behind which instruction."""

    read: dict[Cell, Value]
    left: dict[str, Cells]
    written: set[int]
    program_counter: int
    last: tuple[int, int, list[Any]]
    returned: bool


class Ways:
    """Ways to a cut point or to the end, of one term context and one case of the counter."""

    def __init__(self) -> None:
        self._known: dict[object, list[_Way]] = {}
        self.taken = 0
        """How many were taken from an earlier one."""

    def run(self, machine: SymbolicMachine, stops: Collection[int]) -> bool:
        """As SymbolicMachine.run does: from the same place, with the same objects at hand."""
        ranges = tuple(machine.ranges), tuple(machine.bases)
        known = self._known.setdefault(
            (machine.program_counter, frozenset(stops), *ranges),
            [],
        )
        for way in known:
            if not _differing(machine, way.read):
                self.taken += 1
                _put(machine, way.left)
                machine.written |= way.written
                machine.program_counter, machine.last = way.program_counter, way.last
                return way.returned
        if len(known) >= MOST:
            return machine.run(stops)
        before, machine.written = machine.written, set[int]()
        try:
            with machine.observed() as (read, left):
                returned = machine.run(stops)
        finally:
            written, machine.written = machine.written, before | machine.written
        last = machine.program_counter, machine.last
        known.append(_Way(read, left, written, *last, returned))
        return returned
