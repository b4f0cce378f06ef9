"""x86 with 32 and 64 bits, by the System V ABI: arguments on the stack, or in registers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mote.prove.architectures import Machine, Sleigh
from mote.prove.lift import Varnode
from mote.types import Cpu, Image


class Processor(Sleigh):
    flags = ("cf", "pf", "af", "zf", "sf", "of")

    def __init__(self, cpu: Cpu) -> None:
        self.size = cpu.abi.pointer_bytes
        self.language = f"x86:LE:{8 * self.size}:default"
        super().__init__(cpu)

    def beside(
        self, machine: Machine, image: Image, symbol: str, values: Sequence[Any]
    ) -> Sequence[Any]:
        """What finds no register lies on the stack, which the callee may change.

        A body that functions with two and three arguments share loads the third one of each: a
        word of the caller's frame, which then is arbitrary.
        """
        count = len(self.arguments)
        for number, value in enumerate(values[count:]):
            place = self.stack_top + self.size * number
            machine.put(Varnode(self.data_space, place, self.size), value)
        machine.allow("the arguments", self.stack_top, self.size * len(values[count:]))
        end = self.stack_top + self.size * len(values[count:])
        if end > self.stack_top:
            machine.allow("the caller's frame", end, self.size, writable=False)
        return values[:count]

    def result(self, size: int) -> list[Varnode]:
        return [self.registers["eax"]]

    def call(self, machine: Machine, function_address: int) -> None:
        """With the return address on the stack, and the direction of strings upwards."""
        place = self.stack_top - self.size
        machine.put(Varnode(self.data_space, place, self.size), self.return_to)
        machine.put(self.stack_pointer, place)
        machine.put(self.registers["df"], 0)
