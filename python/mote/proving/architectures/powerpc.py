"""PowerPC with 32 bits.  A field of the condition register is a byte: LT is bit 3, SO bit 0."""

from __future__ import annotations

from typing import ClassVar

from mote.catalog.cpu import Cpu
from mote.proving.architectures import MachineState, Patch, Sleigh, masked
from mote.proving.lift import Lifted, Varnode

CONDITIONS = 4
"""Bits of a field of the condition register: LT, GT, EQ and SO."""


def aligned(lifted: Lifted) -> Lifted:
    """Without the two low bits in the destination of blr and bctr (Programming Environments)."""
    return masked(lifted, ~3)


class Processor(Sleigh):
    caller_bytes = 8  # back chain and LR save word
    patches: ClassVar = (
        Patch("blr, bctr", "the description keeps bits 0 and 1 of the destination", aligned),
    )
    flags = (*(f"cr{number}" for number in range(8)), "xer_so", "xer_ov", "xer_ca")

    def flag_bits(self, name: str) -> int:
        return CONDITIONS if name.startswith("cr") else 1

    def __init__(self, cpu: Cpu) -> None:
        self.language = f"PowerPC:{'BE' if cpu.endianness == 'big' else 'LE'}:32:default"
        super().__init__(cpu)

    def multipliers(self, lifted: Lifted, code: bytes) -> tuple[Varnode, ...] | None:
        """rB alone, and nothing of mulli's, whose multiplier is a part of the instruction.

        Source: MPC603e User's Manual, table 6-5; the encodings: Programming Environments, 8.2.
        """
        word = int.from_bytes(code[:4], "big" if self.big_endian else "little")
        if word >> 26 == 7:
            return ()
        if word >> 26 == 31 and word >> 1 & 0x1FF in (11, 75, 235):  # mulhwu, mulhw, mullw
            return (self.registers[f"r{word >> 11 & 31}"],)
        return None

    def call(self, machine: MachineState, function_address: int) -> None:
        machine.put(self.registers["lr"], self.return_to)
