"""What closes of several digest sizes have in common, executed once.

Their contexts differ in a few bytes, as the digest's size, which most files read only when they put
the digest out.  The beginning of a close is executed with these bytes arbitrary and without room
for a digest; so what comes of it holds for each of them, up to the last stop before control or an
address depends on them; there, they have their values again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mote.prove.memory import Range
from mote.prove.passage import Call
from mote.prove.terms import Bits
from mote.prove.universes import Moved, Taint
from mote.prove.values import Cells, Lazy, ProofError, Value

if TYPE_CHECKING:
    from mote.prove.close import Closing
    from mote.prove.machine import Machine
    from mote.prove.obligations import Pair

Follow = Callable[["Stop | None", "Callable[[Stop], None] | None"], None]

OPEN = "any of these"
"""The name of a byte of the context in which the digest sizes differ."""

VAIN = 4
"""Proofs of passages, one after the other, that end where control depends on what is open."""


@dataclass
class Stop:
    """The machine at a stop, behind so many calls of the block function.

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
    def of(cls, machine: Machine, number: int, at_label: bool, pairs: int) -> Stop:
        """Where the machine is now."""
        now = machine.program_counter, machine.last
        return cls(number, at_label, pairs, machine.kept(), set(machine.written), *now)


@dataclass
class Beginning:
    """The context and the arguments of a close, and how far that has come.

    opened: the bytes of the context that were arbitrary, None where none is known yet.  calls:
    those of the compression function, as the specification makes them.
    """

    content: list[Value]
    arguments: list[Value | str]
    starts: dict[str, int]
    opened: set[int] | None = None
    calls: Sequence[Call] = ()
    stop: Stop | None = None


class Beginnings:
    """Those of the closes of one universe, by how many bytes and bits wait."""

    def __init__(self, closing: Closing) -> None:
        self._closing = closing
        self._known: dict[tuple[object, ...], Beginning] = {}
        self._taint = Taint(closing.caller.terms, (OPEN,))
        self.taken = 0
        """How many closes began where an earlier one had come to."""
        self.failed = 0
        """How many passages were not proved with open bytes since one was."""

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
        found that has to be equal.  follow: goes on from a stop, None for the entry, and reports
        those that it comes to.
        """
        caller = self._closing.caller
        starts = {name: each.start for name, each in objects.items()}
        known = self._known.get(key)
        if known is None or known.arguments != arguments or known.starts != starts:
            self._known[key] = Beginning(list(content), list(arguments), starts)
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
            known.opened, known.calls, known.stop = differing, list(calls), None
            for at in differing:
                begin[at] = self._open(at)

        def resumed(machine: Machine) -> None:
            if not made:
                known.stop = self._come(machine, objects, pairs, follow)
            assert known.stop is not None
            self.taken += made
            self._at(machine, known.stop, {at: content[at] for at in known.opened or ()})
            follow(known.stop, None)

        caller.call(symbol, arguments, objects, {"cc": begin}, resumed)
        caller.called[-1].contents["cc"] = list(content)

    def _open(self, at: int) -> Bits:
        return self._closing.caller.terms.variables(f"{OPEN} context[{at}]", 8)

    def is_in_vain(self) -> bool:
        """Whether no more passages are tried with open bytes: each try takes its time."""
        return self.failed >= VAIN

    @staticmethod
    def _same(known: Beginning, calls: Sequence[Call]) -> bool:
        """Whether the specification makes the same calls up to the stop."""
        count = known.stop.number if known.stop else 0
        return len(calls) >= count and all(
            a.is_like(b) for a, b in zip(known.calls[:count], calls[:count], strict=True)
        )

    def _come(
        self,
        machine: Machine,
        objects: Mapping[str, Range],
        pairs: Sequence[Pair],
        follow: Follow,
    ) -> Stop:
        """The last stop of a close before something depends on what is open, or the entry.

        Neither may what has to be equal before it.
        """
        closing = self._closing
        stops: list[Stop] = []
        ranges, machine.ranges = machine.ranges, [r for r in machine.ranges if r.name != "dst"]
        closing.objects = dict(objects, dst=Range("dst", objects["dst"].start, 0, True))
        try:
            follow(None, stops.append)
        except ProofError:
            # A real fault is met again with the bytes as they are.
            pass
        finally:
            machine.ranges, closing.objects = ranges, dict(objects)
        count = next(
            (k for k, pair in enumerate(pairs) if self._taint.any(pair.got + pair.wanted)),
            len(pairs),
        )
        stop = [each for each in stops if each.pairs <= count][-1]
        stop.depending = [
            (name, offset, size, machine.bits(value, size))
            for name, cells in stop.cells.items()
            for offset, (value, size) in cells.items()
            if self._depends(value)
        ]
        return stop

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

    def _at(self, machine: Machine, stop: Stop, values: Mapping[int, Value]) -> None:
        """Go to a stop, where the open bytes have these values."""
        machine.restore(stop.cells)
        machine.written = set(stop.written)
        machine.program_counter, machine.last = stop.program_counter, stop.last
        closing = self._closing
        closing.serial += 1
        machine.unknown = f"unknown {closing.serial}"
        terms = closing.caller.terms
        settled = Moved(terms, terms)
        for at, value in values.items():
            settled.settle(self._open(at), machine.bits(value, 1))
        for name, offset, size, bits in stop.depending:
            machine.space(name).write(offset, size, machine.known(settled.bits(bits), size))
