"""Runs p-code: the meaning that pypcode (Ghidra's PIC-24 language) gives to an instruction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from mote.proving.architectures import operations_of
from mote.proving.concrete import Concrete
from mote.proving.lift import Lifted, Varnode

LANGUAGE = "PIC-24F:LE:24:default"
BASE = 0x2000
"""Byte address at which an instruction is decoded; each takes 4 bytes there, and 2 here."""

NOWHERE = -1


class Machine(Concrete):
    """Memory by space and byte address; what was never written reads as `default` says."""

    def __init__(self, default: Callable[[str, int], int]) -> None:
        super().__init__(big_endian=False, default=default)

    @property
    def jump(self) -> int | None:
        """Where the instruction goes on, if not behind it."""
        return None if self.program_counter == NOWHERE else self.program_counter

    def get(self, varnode: Varnode) -> int:
        """The number that a varnode holds."""
        if varnode.space == "rom":
            # An address of the program's space is one of two bytes.
            varnode = replace(varnode, offset=2 * varnode.offset)
        return super().get(varnode)

    def run(self, translation: Any) -> None:
        """Execute the operations of one instruction."""
        operations, _, _ = operations_of(translation, BASE)
        self.execute(Lifted(NOWHERE, 0, tuple(operations), ""))
