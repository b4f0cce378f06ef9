"""MIPS32.  An instruction with a delay slot is lifted together with the one in the slot."""

from __future__ import annotations

from mote.prove.architectures import Machine, Sleigh
from mote.types import Cpu


class Processor(Sleigh):
    def __init__(self, cpu: Cpu) -> None:
        self.language = f"MIPS:{'BE' if cpu.endianness == 'big' else 'LE'}:32:default"
        super().__init__(cpu)

    def call(self, machine: Machine, function_address: int) -> None:
        """With its own address in $t9, as the o32 ABI has it for position-independent callees."""
        machine.put(self.registers["ra"], self.return_to)
        machine.put(self.registers["t9"], function_address)
