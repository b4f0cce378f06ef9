"""The prefix that closes of several digest sizes share, executed once.

Their contexts differ in a few bytes, as the digest's size, which most files read only when they put
the digest out.  The prefix is executed with these bytes havocked and without room for a digest; so
its result holds for each size, up to the last cut point before control or an address depends on
them.  There, their values are substituted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mote.proving.contexts import Substitution, Taint
from mote.proving.execution import Execution
from mote.proving.machine import SymbolicMachine
from mote.proving.memory import Range
from mote.proving.once import Ways
from mote.proving.passage import Call
from mote.proving.runs import Pair
from mote.proving.terms import Bits
from mote.proving.values import Cells, Lazy, ProofError, Value

Follow = Callable[["CutPoint | None", "Callable[[CutPoint], None] | None"], None]

OPEN = "any of these"
"""The name of a byte of the context in which the digest sizes differ."""

ABANDONED = 4
"""Proofs of passages, one after the other, that end where control depends on what is open."""


@dataclass
class CutPoint:
    """The machine at a cut point, behind so many calls of the block function.

    at_label: whether it is where the block function is entered.  pairs: how many were found till
    then that have to be equal.  depending: the cells that depend on what is open: their spaces,
    places, sizes and bits.
    """

    number: int
    at_label: bool
    pairs: int
    cells: dict[str, Cells]
    written: set[int]
    program_counter: int
    last: tuple[int, int, list[Any]]
    depending: list[tuple[str, int, int, Bits]] = field(default_factory=list)

    @classmethod
    def of(cls, machine: SymbolicMachine, number: int, at_label: bool, pairs: int) -> CutPoint:
        """Where the machine is now."""
        now = machine.program_counter, machine.last
        return cls(number, at_label, pairs, machine.kept(), set(machine.written), *now)


@dataclass
class Prefix:
    """What a close begins with, and the cut point that its shared prefix leads to.

    opened: the bytes of the context that were havocked, None where none is known yet.  calls:
    those of the compression function, as the specification makes them.
    """

    content: list[Value]
    arguments: list[Value | str]
    starts: dict[str, int]
    opened: set[int] | None = None
    calls: Sequence[Call] = ()
    cut: CutPoint | None = None


class Prefixes:
    """Those of the closes of one case of the counter, by how many bytes and bits wait."""

    def __init__(self, execution: Execution) -> None:
        self._execution = execution
        self._known: dict[tuple[object, ...], Prefix] = {}
        self._taint = Taint(execution.caller.terms, (OPEN,))
        self.ways = Ways()
        """What comes behind calls of the block function."""
        self.taken = 0
        """How many closes began where an earlier one had come to."""
        self.abandoned = 0
        """How many passages in a row were abandoned with open bytes."""

    def call(
        self,
        key: tuple[object, ...],
        symbol: str,
        arguments: list[Value | str],
        objects: Mapping[str, Range],
        content: list[Value],
        calls: Sequence[Call],
        pairs: Sequence[Pair],
        follow: Follow,
    ) -> None:
        """Call close, from where an earlier one of another digest size has come to.

        key: how many bytes and bits wait.  calls: what the specification makes.  pairs: what was
        found that has to be equal.  follow: goes on from a cut point, None for the entry, and
        reports those that it comes to.
        """
        caller = self._execution.caller
        starts = {name: each.start for name, each in objects.items()}
        known = self._known.get(key)
        if known is None or known.arguments != arguments or known.starts != starts:
            self._known[key] = Prefix(list(content), list(arguments), starts)
            caller.call(symbol, arguments, objects, {"cc": content}, lambda _: follow(None, None))
            return
        differing = {
            at
            for at, (a, b) in enumerate(zip(content, known.content, strict=True))
            if type(a) is not type(b) or a != b
        }
        if any(type(content[at]) is not int for at in differing):
            caller.call(symbol, arguments, objects, {"cc": content}, lambda _: follow(None, None))
            return
        made = known.opened is not None and differing <= known.opened
        if made and not self._same(known, calls):
            caller.call(symbol, arguments, objects, {"cc": content}, lambda _: follow(None, None))
            return
        begin = list(content)
        if not made:
            known.opened, known.calls, known.cut = differing, list(calls), None
            for at in differing:
                begin[at] = self._open(at)

        def resumed(machine: SymbolicMachine) -> None:
            if not made:
                known.cut = self._executed(machine, objects, pairs, follow)
            assert known.cut is not None
            self.taken += made
            self._resume(machine, known.cut, {at: content[at] for at in known.opened or ()})
            follow(known.cut, None)

        caller.call(symbol, arguments, objects, {"cc": begin}, resumed)
        caller.called[-1].contents["cc"] = list(content)

    def _open(self, at: int) -> Bits:
        return self._execution.caller.terms.variables(f"{OPEN} context[{at}]", 8)

    def gives_up(self) -> bool:
        """Whether no more passages are tried with open bytes: each try takes its time."""
        return self.abandoned >= ABANDONED

    @staticmethod
    def _same(known: Prefix, calls: Sequence[Call]) -> bool:
        """Whether the specification makes the same calls up to the cut point."""
        count = known.cut.number if known.cut else 0
        return len(calls) >= count and all(
            a.is_like(b) for a, b in zip(known.calls[:count], calls[:count], strict=True)
        )

    def _executed(
        self,
        machine: SymbolicMachine,
        objects: Mapping[str, Range],
        pairs: Sequence[Pair],
        follow: Follow,
    ) -> CutPoint:
        """The last cut point of a close before something depends on what is open, or the entry.

        Neither may what has to be equal before it.
        """
        execution = self._execution
        cuts: list[CutPoint] = []
        ranges, machine.ranges = machine.ranges, [r for r in machine.ranges if r.name != "dst"]
        execution.objects = dict(objects, dst=Range("dst", objects["dst"].start, 0, True))
        try:
            follow(None, cuts.append)
        except ProofError:
            # A real fault is met again with the bytes as they are.
            pass
        finally:
            machine.ranges, execution.objects = ranges, dict(objects)
        count = next(
            (k for k, pair in enumerate(pairs) if self._taint.any(pair.got + pair.wanted)),
            len(pairs),
        )
        cut = [each for each in cuts if each.pairs <= count][-1]
        cut.depending = [
            (name, offset, size, machine.bits(value, size))
            for name, cells in cut.cells.items()
            for offset, (value, size) in cells.items()
            if self._depends(value)
        ]
        return cut

    def _depends(self, value: Value) -> bool:
        stack, seen = [value], set()
        while stack:
            each = stack.pop()
            if type(each) is tuple:
                if self._taint.any(each):
                    return True
            elif type(each) is Lazy and id(each) not in seen:
                seen.add(id(each))
                stack += [each.bits] if each.bits is not None else each.inputs
        return False

    def _resume(self, machine: SymbolicMachine, cut: CutPoint, values: Mapping[int, Value]) -> None:
        """Go on from a cut point, where the open bytes have these values."""
        machine.restore(cut.cells)
        machine.written = set(cut.written)
        machine.program_counter, machine.last = cut.program_counter, cut.last
        execution = self._execution
        execution.havoc()
        terms = execution.caller.terms
        substitution = Substitution(terms, terms)
        for at, value in values.items():
            substitution.assign(self._open(at), machine.bits(value, 1))
        for name, offset, size, bits in cut.depending:
            machine.space(name).write(offset, size, machine.known(substitution.bits(bits), size))
