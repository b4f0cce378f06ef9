"""RISC-V with 32 and 64 bits: the base instruction set with multiplication and short instructions.

Of a CPU with bit manipulation also that, and of RV64 SHA-2's instructions (riscv_bits).
"""

from __future__ import annotations

from mote.catalog.cpu import Cpu
from mote.proving.architectures import MachineState, Patch, Sleigh, masked, riscv_bits
from mote.proving.lift import Lifted


class Processor(Sleigh):
    code_alignment = 2

    def __init__(self, cpu: Cpu) -> None:
        self.size = cpu.abi.pointer_bytes
        self.language = "RISCV:LE:32:RV32IMC" if self.size == 4 else "RISCV:LE:64:RV64GC"
        super().__init__(cpu)

    @property
    def patches(self) -> tuple[Patch, ...]:  # type: ignore[override]
        reason = "the description keeps bit 0 of the destination"
        return (Patch("ret, c.jr, c.jalr", reason, self.even),)

    def even(self, lifted: Lifted) -> Lifted:
        """Without bit 0 in the destination of jalr (RISC-V Unprivileged ISA, section 2.5.1)."""
        return masked(lifted, ~1, self.size)

    def decode(self, address: int, code: bytes) -> Lifted:
        if self.cpu.machine_options.get("bits", False):
            try:
                return riscv_bits.lifted(address, code, self.registers)
            except LookupError:
                pass
        return super().decode(address, code)

    def call(self, machine: MachineState, function_address: int) -> None:
        machine.put(self.registers["ra"], self.return_to)
