"""RISC-V with 32 bits: the base instruction set with multiplication and short instructions.

Of a CPU with bit manipulation also that (riscv_bits).
"""

from __future__ import annotations

from typing import ClassVar

from mote.catalog.cpu import Cpu
from mote.common.errors import MoteError
from mote.proving.architectures import MachineState, Patch, Sleigh, masked, riscv_bits
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

    def __init__(self, cpu: Cpu) -> None:
        if cpu.abi.pointer_bytes != 4:
            raise MoteError(f"{cpu.name}: proofs know RISC-V with 32 bits, not with 64")
        super().__init__(cpu)

    def decode(self, address: int, code: bytes) -> Lifted:
        if self.cpu.machine_options.get("bits", False):
            try:
                return riscv_bits.lifted(address, code, self.registers)
            except LookupError:
                pass
        return super().decode(address, code)

    def call(self, machine: MachineState, function_address: int) -> None:
        machine.put(self.registers["ra"], self.return_to)
