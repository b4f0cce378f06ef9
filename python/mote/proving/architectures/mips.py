"""MIPS32.  An instruction with a delay slot is lifted together with the one in the slot."""

from __future__ import annotations

from pathlib import Path

from mote.catalog.cpu import Cpu
from mote.proving.architectures import INDIRECT, MachineState, Patch, Sleigh, rewritten, with_state
from mote.proving.lift import Encoding, Lifted, UnknownInstruction, Varnode


class Processor(Sleigh):
    caller_bytes = 16  # the home of four argument registers

    def __init__(self, cpu: Cpu) -> None:
        self.language = f"MIPS:{'BE' if cpu.endianness == 'big' else 'LE'}:32:default"
        super().__init__(cpu)

    def decode(self, address: int, code: bytes) -> Lifted:
        if address % 4:
            raise UnknownInstruction(f"{self.cpu.name}: a branch to {address:#x}, no multiple of 4")
        return super().decode(address, code)

    def mnemonics(self, lifted: Lifted, code: bytes) -> list[str]:
        """With that of the instruction in the delay slot, which the text lacks."""
        found = super().mnemonics(lifted, code)
        if lifted.length > 4:
            slot = super().decode(lifted.address + 4, code[4:])
            found += super().mnemonics(slot, code[4:])
        return found

    def state_kept(self, lifted: Lifted) -> Lifted:
        """Bit 0 of the destination in the destination: to the CPU it is an address error."""
        switch = self.registers["isamodeswitch"]
        return rewritten(
            lifted, lambda op: with_state(op, switch) if op.opcode in INDIRECT else [op]
        )

    @property
    def patches(self) -> tuple[Patch, ...]:  # type: ignore[override]
        return (
            Patch(
                "jr, jalr",
                "the description takes bit 0 of the destination for MIPS16's state, which MIPS32 "
                "lacks",
                self.state_kept,
            ),
        )

    def instructions(self, object_file: Path) -> list[Encoding]:
        """With its delay slot where an instruction has one."""
        plain = super().instructions(object_file)
        following = [*plain[1:], Encoding(bytes(4))]
        return [
            Encoding(each.code + after.code) if self._has_slot(each.code) else each
            for each, after in zip(plain, following, strict=True)
        ]

    def _has_slot(self, code: bytes) -> bool:
        return self.decode(0, code + bytes(4)).length > 4

    def result(self, size: int) -> list[Varnode]:
        return [self.registers["v0"]]

    def call(self, machine: MachineState, function_address: int) -> None:
        """With its own address in $t9, as the o32 ABI has it for position-independent callees."""
        machine.put(self.registers["ra"], self.return_to)
        machine.put(self.registers["t9"], function_address)
