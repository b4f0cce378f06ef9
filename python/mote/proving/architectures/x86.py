"""x86 with 32 and 64 bits, by the System V ABI: arguments on the stack, or in registers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from mote.building.image import Image
from mote.catalog.cpu import Cpu
from mote.proving.architectures import MachineState, Patch, Sleigh, rewritten
from mote.proving.lift import Lifted, Operation, Varnode


class Processor(Sleigh):
    flags = ("cf", "pf", "af", "zf", "sf", "of")
    restored: ClassVar = {"df": 0}
    code_alignment = 1
    extends_integers = False  # System V ABI for AMD64, section 3.2.3: upper halves are undefined

    def __init__(self, cpu: Cpu) -> None:
        self.size = cpu.abi.pointer_bytes
        self.language = f"x86:LE:{8 * self.size}:default"
        super().__init__(cpu)

    def beside(
        self, machine: MachineState, image: Image, symbol: str, values: Sequence[Any]
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

    @property
    def patches(self) -> tuple[Patch, ...]:  # type: ignore[override]
        if self.size == 4:
            return ()
        return (
            Patch(
                "lodsd",
                "with 64 bits the description leaves the upper half of rax as it was, which an "
                "instruction that writes eax clears (Intel SDM, volume 1, section 3.4.1.1)",
                self.upper_half_cleared,
            ),
        )

    def upper_half_cleared(self, lifted: Lifted) -> Lifted:
        """With zeros above what lodsd loads."""
        low, whole = self.registers["eax"], self.registers["rax"]

        def change(op: Operation) -> list[Operation]:
            if op.output != low:
                return [op]
            return [op, Operation("INT_ZEXT", (low,), whole)]

        return rewritten(lifted, change) if lifted.text.startswith("LODSD") else lifted

    def result(self, size: int) -> list[Varnode]:
        return [self.registers["eax"]]

    def call(self, machine: MachineState, function_address: int) -> None:
        """With the return address on the stack, and the direction of strings upwards."""
        place = self.stack_top - self.size
        machine.put(Varnode(self.data_space, place, self.size), self.return_to)
        machine.put(self.stack_pointer, place)
        machine.put(self.registers["df"], 0)
