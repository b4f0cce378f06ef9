"""ARM and Thumb.  A program counter's bit 0 says the state: 1 for Thumb, as addresses for bx do."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from elftools.elf.elffile import ELFFile

from mote.building.elf import symbols
from mote.building.image import Image
from mote.catalog.cpu import Cpu
from mote.machines.code import Code
from mote.proving.architectures import (
    DIRECT,
    INDIRECT,
    MachineState,
    Patch,
    Sleigh,
    rewritten,
    unique,
    with_state,
)
from mote.proving.architectures.building import const
from mote.proving.lift import Encoding, Lifted, Operation, UnknownInstruction, Varnode

EFFECT = "setISAMode"
"""How the description says that its register ISAModeSwitch becomes the state."""


MULTIPLICATION = re.compile(
    r"([us]mull|[us]mlal|mul|mla)(?:eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?(s?)", re.IGNORECASE
)
"""Its name, a condition, and whether it sets flags."""


class Processor(Sleigh):
    """An ARM that has both states (ARMv4T), ARM's alone (ARMv4), or Thumb's (ARMv6-M, ARMv7-M)."""

    flags = ("ng", "zr", "cy", "ov")
    more_variable_time: tuple[str, ...] = ()  # type: ignore[misc]

    def __init__(self, cpu: Cpu) -> None:
        options = {flag.split("=")[0]: flag for flag in cpu.toolchain.flags}
        variants = {"-march=armv4": "v4", "-march=armv4t": "v4t"}
        variant = variants.get(options.get("-march", ""), "Cortex")
        self.language = f"ARM:{'BE' if cpu.endianness == 'big' else 'LE'}:32:{variant}"
        super().__init__(cpu)
        self.only_thumb = variant == "Cortex"
        if not self.only_thumb:
            # ARM7TDMI ends early, by the bytes of the multiplier (ARM DDI 0029G, section 6.6).
            self.more_variable_time = ("(mul|mla|[us]mull|[us]mlal)s?",)
        is_thumb = self.only_thumb or "-mthumb" in cpu.toolchain.flags
        caller = cpu.machine_options.get("caller", "same")
        to_thumb = caller == "thumb" or (caller == "same") == is_thumb
        self.return_to += to_thumb
        self.code_alignment = 2 if to_thumb else 4
        if is_thumb:
            code = 0x4770  # bx lr
            self.return_instruction = code.to_bytes(2, cpu.endianness)  # type: ignore[arg-type]
            self.caller_saved = ("r0", "r1", "r2", "r3", "r12", "lr")

    def mnemonics(self, lifted: Lifted, code: bytes) -> list[str]:
        """Of multiplications without the condition."""
        found = super().mnemonics(lifted, code)
        return ["".join(m.groups()) if (m := MULTIPLICATION.fullmatch(n)) else n for n in found]

    def multipliers(self, lifted: Lifted, code: bytes) -> tuple[Varnode, ...] | None:
        """On ARM7TDMI the multiplier alone: Rs, which is Rd in Thumb (ARM DDI 0029E, 5.4).

        The sources of the encodings: the same, sections 4.7 and 4.8.
        """
        if not self.more_variable_time:
            return None
        order: Literal["big", "little"] = "big" if self.big_endian else "little"
        if lifted.address & 1:
            halfword = int.from_bytes(code[:2], order)
            number = halfword & 7 if halfword & 0xFFC0 == 0x4340 else None
        else:
            word = int.from_bytes(code[:4], order)
            plain, long = word & 0x0FC000F0 == 0x90, word & 0x0F8000F0 == 0x00800090
            number = word >> 8 & 15 if plain or long else None
        return None if number is None else (self.registers[f"r{number}"],)

    def beside(
        self, machine: MachineState, image: Image, symbol: str, values: Sequence[Any]
    ) -> Sequence[Any]:
        """The fifth argument and those behind it lie on the stack, which the callee may read.

        Source: Procedure Call Standard for the Arm Architecture (AAPCS32), section 6.5.
        """
        count = len(self.arguments)
        for number, value in enumerate(values[count:]):
            machine.put(Varnode(self.data_space, self.stack_top + 4 * number, 4), value)
        machine.allow("the arguments", self.stack_top, 4 * len(values[count:]))
        return values[:count]

    _functions: tuple[Image, dict[str, int]] | None = None
    """Of the image that was asked for last: its symbols."""

    @functools.cached_property
    def _thumb(self) -> Any:
        return self.described(TMode=1)

    def decode(self, address: int, code: bytes) -> Lifted:
        """One instruction, but it together with those that it makes conditional."""
        count = self.conditional(code) if address & 1 else 0
        if not count:
            return super().decode(address, code)
        # What it makes of the instructions behind it, a description does not forget.
        return self.decoded(self.described(TMode=1), address, code, 1 + count)

    def conditional(self, code: bytes) -> int:
        """How many instructions an it makes conditional; 0 where there is none (ARMv7-M, A7.7.38).

        Its low four bits end in a 1 behind a bit for each further instruction.
        """
        halfword = int.from_bytes(code[:2], "big" if self.big_endian else "little")
        if halfword >> 8 != 0xBF or not halfword & 15:
            return 0
        return 4 - ((halfword & -halfword).bit_length() - 1)

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

    def instructions(self, object_file: Path) -> list[Encoding]:
        """With what it makes conditional behind each it."""
        plain = super().instructions(object_file)
        found = []
        while plain:
            count = 1 + (self.conditional(plain[0].code) if plain[0].state else 0)
            code = b"".join(each.code for each in plain[:count])
            found.append(Encoding(code, plain[0].state))
            del plain[:count]
        return found

    def state(self, code: Code, address: int) -> int:
        return int(self.only_thumb or code.is_thumb(address))

    def function(self, image: Image, name: str) -> int:
        """With bit 0 from the file's symbol, where the image's own have none."""
        if self._functions is None or self._functions[0] is not image:
            known: dict[str, int] = {}
            with image.path.open("rb") as stream:
                for symbol in symbols(ELFFile(stream)):
                    if symbol["st_shndx"] != "SHN_UNDEF":
                        known.setdefault(symbol.name, int(symbol["st_value"]))
            self._functions = image, known
        found = self._functions[1].get(name)
        return super().function(image, name) if found is None else found

    def call(self, machine: MachineState, function_address: int) -> None:
        machine.put(self.registers["lr"], self.return_to)

    def state_kept(self, lifted: Lifted) -> Lifted:
        """The state in bit 0 of every destination."""
        thumb = lifted.address & 1
        changes = any(op.space == EFFECT for op in lifted.operations) and (
            self.only_thumb or lifted.text.startswith("bx")
        )
        switch, target = self.registers["isamodeswitch"], unique(0, 4)

        def change(op: Operation) -> list[Operation]:
            if op.space == EFFECT:
                return []
            if op.opcode in INDIRECT and changes:
                return with_state(op, switch)
            if op.opcode in INDIRECT:
                mask = const(~1 if thumb else ~3, 4)
                return [
                    Operation("INT_AND", (op.inputs[0], mask), target),
                    Operation("INT_OR", (target, const(thumb, 4)), target),
                    replace(op, inputs=(target,)),
                ]
            if op.opcode in DIRECT and op.inputs[0].space != "const":
                there = replace(op.inputs[0], offset=op.inputs[0].offset | thumb)
                return [replace(op, inputs=(there, *op.inputs[1:]))]
            return [op]

        return rewritten(lifted, change)

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
