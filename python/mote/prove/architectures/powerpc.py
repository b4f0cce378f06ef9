"""PowerPC with 32 bits.  A field of the condition register is a byte: LT is bit 3, SO bit 0."""

from __future__ import annotations

from mote.prove.architectures import Machine, Sleigh
from mote.types import Cpu


class Processor(Sleigh):
    flags = (*(f"cr{number}" for number in range(8)), "xer_so", "xer_ov", "xer_ca")

    def __init__(self, cpu: Cpu) -> None:
        self.language = f"PowerPC:{'BE' if cpu.endianness == 'big' else 'LE'}:32:default"
        super().__init__(cpu)

    def call(self, machine: Machine, function_address: int) -> None:
        machine.put(self.registers["lr"], self.return_to)
