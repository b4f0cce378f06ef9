"""What the engine is told of each instruction of an image: one row for each, in address order.

Most of a row follows from the instruction's bytes alone (the registers it writes, its access to
memory) and is remembered for all images that a process runs on a CPU.  What depends on the address
is added: whether the instruction is one of memcpy or memset, or none that the CPU has.
"""

from __future__ import annotations

import bisect
import ctypes
import functools
from dataclasses import dataclass
from typing import Any

from mote.building.image import Image
from mote.catalog.cpu import Cpu
from mote.machines import unicorn_native
from mote.machines.architectures import Architecture, architecture_of
from mote.machines.code import Code, Key
from mote.machines.unicorn_registers import Registers

MOST = 1 << 16
"""So many instructions are remembered before all of them are forgotten."""

SIDES = {"end": unicorn_native.TO_END, "start": unicorn_native.TO_START}


@dataclass(frozen=True)
class _Known:
    """A row as bytes, without what depends on the address; names: of the registers in it."""

    row: bytes
    names: tuple[str, ...]


class Rows:
    """The rows of every instruction that a CPU has been seen to have."""

    def __init__(self, architecture: Architecture) -> None:
        cpu = architecture.cpu
        self._architecture = architecture
        self._reserved = {name.lstrip("$").lower() for name in cpu.abi.untouched}
        self._known: dict[Key, _Known] = {}

    def of(
        self, code: Code, image: Image, registers: Registers
    ) -> ctypes.Array[unicorn_native.Row]:
        """The rows of an image's code."""
        if len(self._known) > MOST:
            self._known = {}
        known = self._known
        used: dict[Key, _Known] = {}
        parts = []
        for instruction, key in zip(code.instructions, code.keys, strict=True):
            found = used.get(key)
            if found is None:
                found = known.get(key)
                if found is None:
                    found = known[key] = self._meet(instruction, registers)
                used[key] = found
            parts.append(found.row)
        for found in used.values():
            for name in found.names:
                registers.number(name)  # so that messages have the spelling of the code
        rows = (unicorn_native.Row * len(parts)).from_buffer_copy(b"".join(parts))
        self._add_addresses(rows, code, image)
        return rows

    def _add_addresses(
        self, rows: ctypes.Array[unicorn_native.Row], code: Code, image: Image
    ) -> None:
        """What depends on where an instruction stands."""
        addresses = [instruction.address for instruction in code.instructions]
        for row, address in zip(rows, addresses, strict=True):
            row.address = address

        def mark(start: int, end: int, flag: int) -> None:
            first, last = bisect.bisect_left(addresses, start), bisect.bisect_left(addresses, end)
            for index in range(first, last):
                rows[index].flags |= flag

        for address in image.illegal:
            mark(address, address + 1, unicorn_native.ILLEGAL)
        for start, end in image.library:
            mark(start, end, unicorn_native.LIBRARY)
            mark(start, start + 1, unicorn_native.LIBRARY_ENTRY)

    def _meet(self, instruction: Any, registers: Registers) -> _Known:
        architecture = self._architecture
        row = unicorn_native.Row()
        written = architecture.written(instruction)
        flags = 0
        if architecture.moves_stack(written):
            flags |= unicorn_native.MOVES_STACK
        if self._reserved & written:
            flags |= unicorn_native.WRITES_RESERVED
        if not architecture.is_watchable(instruction):
            flags |= unicorn_native.ILLEGAL
        if architecture.is_emulated(instruction):
            flags |= unicorn_native.EMULATED
        names: list[str] = []
        access = architecture.access(instruction)
        if architecture.cpu.abi.strict_alignment and (access is None or not access.foreseen):
            try:
                access = architecture.alignment(instruction)
                flags |= unicorn_native.ALIGNED if access is not None else 0
            except LookupError:
                flags |= unicorn_native.UNTOLD
        if access is not None:
            row.access_bytes = access.size
            row.base = registers.number(access.base) if access.base else 0
            row.index = registers.number(access.index) if access.index else 0
            row.offset = access.offset
            flags |= SIDES.get(access.side, 0)
            flags |= unicorn_native.FORESEEN if access.foreseen else 0
            flags |= unicorn_native.STORES if access.store else 0
            flags |= unicorn_native.WORDS if access.words else 0
            flags |= unicorn_native.LINE if access.line else 0
            flags |= unicorn_native.CONDITIONAL if access.conditional else 0
            names += [name for name in (access.base, access.index) if name]
        row.flags = flags
        variable = architecture.variable_operands(instruction)[: unicorn_native.VARIABLE]
        for place, name in enumerate(variable):
            row.variable[place] = registers.number(name)
        return _Known(bytes(row), (*names, *variable))


@functools.cache
def rows_of(cpu: Cpu) -> Rows:
    """The rows of a CPU, which its machines share."""
    return Rows(architecture_of(cpu))
