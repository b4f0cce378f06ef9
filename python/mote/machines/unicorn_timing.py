"""Timing models that remember what their rules say of an instruction.

What a rule says of an instruction does not depend on where it stands, so that a model reads and
matches each one once in a process, however many images have it.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Container, Sequence
from typing import Any

from mote import timing
from mote.common.errors import UncoveredInstruction
from mote.machines.code import Key
from mote.timing.engine import ALWAYS, REGISTERS, UNCOVERED, Port, Row

MOST = 1 << 16
"""So many instructions are remembered before all of them are forgotten."""

Known = tuple[bytes, int, str]
"""A row as bytes, Unicorn's number of the register that it asks for or 0, the rule's name."""


class Model(timing.Model):
    """A timing model with the rows of all instructions that it has met.

    Those rows share one list of ports, of which every table has a copy.
    """

    def __init__(self, name: str, data: dict[str, Any]) -> None:
        super().__init__(name, data)
        self._forget()

    def _forget(self) -> None:
        self._known: dict[Key, Known] = {}
        self._ports = bytearray()
        self._numbers: dict[str, int] = {}

    def table_of(self, instructions: Sequence[Any], keys: Sequence[Key]) -> timing.Table:
        """The table of Model.table; keys: of the instructions (mote.machines.code.key_of)."""
        if len(self._known) > MOST:
            self._forget()
        known = self._known
        found = []
        uncovered: dict[int, str] = {}
        for index, (raw, key) in enumerate(zip(instructions, keys, strict=True)):
            row = known.get(key)
            if row is None:
                row = known[key] = self._meet(raw)
            if not row[2]:
                uncovered[index] = f"{self.decoder.decode(raw).text!r} at {raw.address:#x}"
            found.append(row)
        rows = b"".join(row for row, _, _ in found) or bytes(Row())
        # As bytes: to make an object of each of thousands took longer than all else here.
        ports = bytes(self._ports) or bytes(Port())
        row_array = (Row * max(1, len(found))).from_buffer_copy(rows)
        self._mark_straddling(row_array, instructions)
        return timing.Table(
            self,
            row_array,
            (Port * (len(ports) // ctypes.sizeof(Port))).from_buffer_copy(ports),
            [register for _, register, _ in found],
            [name for _, _, name in found],
            uncovered,
        )

    def _meet(self, raw: Any) -> Known:
        """The row of an instruction, its ports at the end of the model's."""
        instruction = self.decoder.decode(raw)
        rule = self.rule(instruction)
        if rule is None:
            return bytes(Row(flags=UNCOVERED, condition=ALWAYS)), 0, ""
        row, ports, register = self._row(rule, instruction)
        row.ports = len(self._ports) // ctypes.sizeof(Port)
        for name, *numbers in ports:
            self._ports += bytes(Port(self._number(name), *numbers))
        return bytes(row), self.decoder.unicorn(register) if register else 0, rule.name

    def _number(self, register: str) -> int:
        if register not in self._numbers:
            if len(self._numbers) >= REGISTERS:
                raise ValueError(f"{self.name}: more than {REGISTERS} registers")
            self._numbers[register] = len(self._numbers)
        return self._numbers[register]


def cycles_of(
    tables: Sequence[tuple[str, timing.Table]], counts: Sequence[int], void: Container[str]
) -> dict[str, int]:
    """The cycles of a call by timing, from the engine's counts, without those that are void.

    Raises UncoveredInstruction, with the timing's name, where another one is.
    """
    found = {}
    for count, (name, table) in zip(counts, tables, strict=False):
        if name in void:
            continue
        try:
            found[name] = table.counted(count)
        except UncoveredInstruction as problem:
            problem.timing = name
            raise
    return found


@functools.cache
def load(name: str) -> Model:
    """The model models/NAME.toml; MoteError when there is none."""
    return Model(name, timing.data(name))
