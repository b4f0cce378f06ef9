"""RISC-V with 32 bits: the base instruction set with multiplication and short instructions."""

from __future__ import annotations

from typing import ClassVar

from mote.proving.architectures import MachineState, Patch, Sleigh, masked
from mote.proving.lift import Lifted


def even(lifted: Lifted) -> Lifted:
    """Without bit 0 in the destination of jalr (RISC-V Unprivileged ISA, section 2.5.1)."""
    return masked(lifted, ~1)


class Processor(Sleigh):
    language = "RISCV:LE:32:RV32IMC"
    code_alignment = 2
    patches: ClassVar = (
        Patch("ret, c.jr, c.jalr", "the description keeps bit 0 of the destination", even),
    )

    def call(self, machine: MachineState, function_address: int) -> None:
        machine.put(self.registers["ra"], self.return_to)
