"""ARM and Thumb.  A program counter's bit 0 says the state: 1 for Thumb, as addresses for bx do."""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

from mote.prove.architectures import Machine, Patch, Sleigh, const, unique
from mote.prove.lift import Lifted, Operation, UnknownInstruction
from mote.types import Cpu

EFFECT = "setISAMode"
"""How the description says that its register ISAModeSwitch becomes the state."""

INDIRECT = ("BRANCHIND", "CALLIND", "RETURN")


class Processor(Sleigh):
    """An ARM that has both states (ARMv4T), ARM's alone (ARMv4), or Thumb's (ARMv6-M, ARMv7-M)."""

    flags = ("ng", "zr", "cy", "ov")

    def __init__(self, cpu: Cpu) -> None:
        options = {flag.split("=")[0]: flag for flag in cpu.toolchain.flags}
        variants = {"-march=armv4": "v4", "-march=armv4t": "v4t"}
        variant = variants.get(options.get("-march", ""), "Cortex")
        self.language = f"ARM:{'BE' if cpu.endianness == 'big' else 'LE'}:32:{variant}"
        super().__init__(cpu)
        self.only_thumb = variant == "Cortex"
        is_thumb = self.only_thumb or "-mthumb" in cpu.toolchain.flags
        caller = cpu.machine_options.get("caller", "same")
        self.return_to += caller == "thumb" or (caller == "same") == is_thumb

    @functools.cached_property
    def _thumb(self) -> Any:
        return self.described(TMode=1)

    def description(self, address: int) -> Any:
        if address & 1:
            return self._thumb
        if self.only_thumb:
            raise UnknownInstruction(
                f"{self.cpu.name}: a branch to {address:#x} without bit 0, which asks for ARM's "
                "state, which this CPU lacks"
            )
        return self._description

    def code_address(self, program_counter: int) -> int:
        return program_counter & ~1

    def call(self, machine: Machine, function_address: int) -> None:
        machine.put(self.registers["lr"], self.return_to)

    def state_kept(self, lifted: Lifted) -> Lifted:
        """The state in bit 0 of every destination."""
        thumb = lifted.address & 1
        changes = any(op.space == EFFECT for op in lifted.operations) and (
            self.only_thumb or lifted.text.startswith("bx")
        )
        operations: list[Operation] = []
        for op in lifted.operations:
            if op.space == EFFECT:
                continue
            first, target = op.inputs[0], unique(0, 4)
            if op.opcode in INDIRECT and changes:
                state = unique(1, 4)
                switch = self.registers["isamodeswitch"]
                operations.append(Operation("INT_ZEXT", (switch,), state))
                operations.append(Operation("INT_OR", (first, state), target))
                op = replace(op, inputs=(target,))
            elif op.opcode in INDIRECT:
                mask = const(~1 if thumb else ~3, 4)
                operations.append(Operation("INT_AND", (first, mask), target))
                operations.append(Operation("INT_OR", (target, const(thumb, 4)), target))
                op = replace(op, inputs=(target,))
            elif op.opcode in ("BRANCH", "CBRANCH", "CALL") and first.space != "const":
                there = replace(first, offset=first.offset | thumb)
                op = replace(op, inputs=(there, *op.inputs[1:]))
            operations.append(op)
        return replace(lifted, operations=tuple(operations))

    @property
    def patches(self) -> tuple[Patch, ...]:  # type: ignore[override]
        return (
            Patch(
                "bx, pop {pc}, mov pc and all other branches",
                "the description has the state apart from the program counter, and lets pop, ldm "
                "and mov to the program counter keep bit 0, or change the state, where ARMv4T "
                "ignores it",
                self.state_kept,
            ),
        )
