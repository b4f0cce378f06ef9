"""Buses: the values of a stage's step, chosen by one-hot select lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from amaranth.hdl import Const, Signal

from mote.pic24.circuit.decoder import Decoder, KeptLines
from mote.pic24.circuit.logic import Logic, joined
from mote.pic24.circuit.netlist import Netlist
from mote.pic24.planning.choices import Choice, Use


class Datapath:
    """Select lines by the names of the stages, and the values that they choose.

    executes: whether there is a step in execute.
    """

    def __init__(
        self,
        netlist: Netlist,
        decoders: Mapping[str, Decoder | KeptLines],
        logic: Logic,
        executes: Signal,
    ) -> None:
        self.netlist, self.decoders, self.logic, self.executes = netlist, decoders, logic, executes

    def line(self, uses: Iterable[Use], stage: str, name: str) -> Signal:
        """A select line: one of these steps is in a stage, if any is."""
        return self.decoders[stage].line(uses, name)

    def execute_line(self, uses: Iterable[Use], name: str) -> Any:
        """A select line of execute, low where no step is there."""
        return self.line(uses, "execute", name) & self.executes

    def bus(self, choice: Choice, width: int, stage: str, name: str, group: str) -> Signal:
        """The value that the step in a stage chooses; anything when it chooses none."""
        decoder = self.decoders[stage]
        out = Signal(width, name=name)
        # Entries that are the same hardware are one.
        uses: dict[int, list[Use]] = defaultdict(list)
        values: dict[int, Any] = {}
        late: dict[int, int] = {}
        for entry in choice.entries.values():
            value = self.logic.value(entry.value, stage, decoder.owner(entry.uses) or group)
            uses[id(value)] += entry.uses
            values[id(value)] = value
            late[id(value)] = self.logic.late(entry.value, stage)
        parts = []
        for number, (key, value) in enumerate(values.items()):
            if len(values) > 1:
                if isinstance(value, Const) and value.value == 0:
                    continue
                on = decoder.line(uses[key], f"{name}_{number}")
                value = value & on.replicate(width)
            parts.append((late[key], value))
        total = joined(parts)
        self.netlist.drive(group, out, Const(0, width) if total is None else total)
        return out

    def flag(self, choice: Choice, stage: str, name: str, group: str) -> Any:
        """A bit that is 0 when no step sets it."""
        decoder = self.decoders[stage]
        parts = []
        for number, entry in enumerate(choice.entries.values()):
            if entry.value.op == "const" and entry.value.args[0] == 0:
                continue
            value = self.logic.value(entry.value, stage, decoder.owner(entry.uses) or group)
            line = decoder.line(entry.uses, f"{name}_{number}")
            parts.append((self.logic.late(entry.value, stage), value & line))
        total = joined(parts)
        out = Signal(name=name)
        self.netlist.drive(group, out, Const(0, 1) if total is None else total)
        return out
