"""RISC-V with 32 bits: the base instruction set with multiplication and short instructions."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from mote.prove.architectures import Machine, Patch, Sleigh, const, unique
from mote.prove.lift import Lifted, Operation


def even(lifted: Lifted) -> Lifted:
    """Without bit 0 in the destination of jalr (RISC-V Unprivileged ISA, section 2.5.1)."""
    operations: list[Operation] = []
    for op in lifted.operations:
        if op.opcode in ("BRANCHIND", "CALLIND", "RETURN"):
            target = unique(0, 4)
            operations.append(Operation("INT_AND", (op.inputs[0], const(~1, 4)), target))
            op = replace(op, inputs=(target,))
        operations.append(op)
    return replace(lifted, operations=tuple(operations))


class Processor(Sleigh):
    language = "RISCV:LE:32:RV32IMC"
    patches: ClassVar = (
        Patch("ret, c.jr, c.jalr", "the description keeps bit 0 of the destination", even),
    )

    def call(self, machine: Machine, function_address: int) -> None:
        machine.put(self.registers["ra"], self.return_to)
