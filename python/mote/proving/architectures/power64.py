"""POWER8 and POWER9: PowerPC with 64 bits, by the 64-bit ELF ABI of either version.

pypcode describes the fixed-point and branch instructions, `power_vectors` beside this module those
on vectors and floating-point registers; others of these are refused.  A field of the condition
register is a byte: LT is bit 3, SO bit 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile

from mote.building.toolchains import gnu
from mote.catalog.cpu import Cpu
from mote.proving.architectures import MachineState, Patch, Sleigh, masked
from mote.proving.architectures.power_fields import vector
from mote.proving.architectures.power_vectors import described
from mote.proving.architectures.powerpc import CONDITIONS
from mote.proving.lift import Encoding, Lifted, Operation, UnknownInstruction, Varnode


def aligned(lifted: Lifted) -> Lifted:
    """Without the two low bits in the destination of blr and bctr (Power ISA, Book I, 2.4)."""
    return masked(lifted, ~3, 8)


def _of_vectors(op: Operation) -> bool:
    """Whether an operation has to do with a vector-scalar register."""
    first, last = vector(0).offset, vector(63).offset
    return any(
        varnode is not None and varnode.space == "register" and first <= varnode.offset < last + 16
        for varnode in (*op.inputs, op.output)
    )


class Processor(Sleigh):
    patches: ClassVar = (
        Patch("blr, bctr", "the description keeps bits 0 and 1 of the destination", aligned),
    )
    flags = (*(f"cr{number}" for number in range(8)), "xer_so", "xer_ov", "xer_ca")

    def flag_bits(self, name: str) -> int:
        return CONDITIONS if name.startswith("cr") else 1

    def __init__(self, cpu: Cpu) -> None:
        self.language = f"PowerPC:{'BE' if cpu.endianness == 'big' else 'LE'}:64:A2ALT"
        self.version = int(cpu.machine_options["elf_abi"])
        # The header of the caller's frame; in version 1 with the area of eight parameters.
        self.caller_bytes = 32 if self.version == 2 else 112  # type: ignore[misc]
        super().__init__(cpu)

    def named_registers(self) -> dict[str, Varnode]:
        found = super().named_registers()
        high = 0 if self.big_endian else 8
        for number in range(32):
            found[f"v{number}"] = vector(32 + number)
            whole = vector(number)
            found[f"f{number}"] = Varnode(whole.space, whole.offset + high, 8)
        found["vrsave"] = found["spr100"]
        return found

    def decode(self, address: int, code: bytes) -> Lifted:
        word = int.from_bytes(code[:4], "big" if self.big_endian else "little")
        found = described(word) if len(code) >= 4 else None
        if found is None:
            lifted = super().decode(address, code)
            if any(map(_of_vectors, lifted.operations)):
                raise UnknownInstruction(
                    f"{self.cpu.name}: {code[:4].hex(' ')} at {address:#x}, {lifted.text}, is not "
                    "described here, and pypcode's descriptions of vectors are not believed"
                )
            return lifted
        operations, text = found
        return Lifted(address, 4, tuple(operations), text)

    def instructions(self, object_file: Path) -> list[Encoding]:
        """Every word of the sections of code."""
        found = []
        with object_file.open("rb") as stream:
            for part in ELFFile(stream).iter_sections():
                if part["sh_flags"] & SH_FLAGS.SHF_EXECINSTR:
                    data = part.data()
                    found += [Encoding(data[at : at + 4]) for at in range(0, len(data) & -4, 4)]
        return found

    def enter(self, machine: MachineState, function_address: int, arguments: Sequence[Any]) -> None:
        """A number of fewer bits than a register has zeros above them ("Parameter Passing")."""
        super().enter(machine, function_address, [self._extended(each) for each in arguments])

    @staticmethod
    def _extended(value: Any) -> Any:
        return value + (0,) * (64 - len(value)) if isinstance(value, tuple) else value

    def result(self, size: int) -> list[Varnode]:
        whole = self.arguments[0]
        return [Varnode(whole.space, whole.offset + (8 - size if self.big_endian else 0), size)]

    def call(self, machine: MachineState, function_address: int) -> None:
        """Version 2 has the function's address in r12 ("Function Prologue").

        Of version 1 the caller takes r2, the table of contents, from the function's descriptor.
        """
        machine.put(self.registers["lr"], self.return_to)
        if self.version == 2:
            machine.put(self.registers["r12"], function_address)
        else:
            table = int(self.cpu.machine_options.get("got", gnu.GOT)) + gnu.TOC_OFFSET
            machine.put(self.registers["r2"], table)
