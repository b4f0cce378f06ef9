"""The 32-bit and the 64-bit x86 with their System V ABIs; the size of a word tells them apart.

With `avx = true` in the CPU's file it has AVX2, VAES, VPCLMULQDQ and the SHA extensions, with
`avx512 = true` also AVX-512, which the engine runs in Unicorn's place (native/x86_vectors.c).
"""

from __future__ import annotations

from typing import Any, ClassVar

import capstone

from mote.catalog.cpu import Cpu
from mote.machines.architectures import Architecture, Flags, numbered
from mote.machines.unicorn_native import Result, Settings

DIRECTION = 0x400  # of eflags: clear at every call and return (System V ABI, both x86 parts)
ARITHMETIC = 0x8D5  # of eflags: carry, parity, adjust, zero, sign, overflow
NAMED = ("ax", "bx", "cx", "dx", "si", "di", "bp")


class Processor(Architecture):
    constants = "x86_const"
    prefix = "UC_X86_REG_"
    arch = "UC_ARCH_X86"
    modes: ClassVar = {4: "UC_MODE_32", 8: "UC_MODE_64"}
    link = ""
    flags = (Flags("eflags", 32, 0x8D7, ARITHMETIC, watched=ARITHMETIC, only=True),)
    unit_bytes = 3
    nop = b"\x90" * 4
    step = 1
    more_bits = 128
    spelling: ClassVar = {"esp": "sp", "rsp": "sp", "spl": "sp"}

    def __init__(self, cpu: Cpu) -> None:
        super().__init__(cpu)
        wide = self.word_bytes == 8
        letter = "r" if wide else "e"
        self.result = (f"{letter}ax", f"{letter}dx")
        self.program_counter = f"{letter}ip"
        self.general = tuple(letter + name for name in NAMED)
        self.general += numbered("r", 16)[8:] if wide else ()
        # Code for the 80386 has none of these.
        self.more = numbered("xmm", 16) if wide else ()
        self.has_avx512 = bool(cpu.machine_options.get("avx512", False))
        self.has_avx = self.has_avx512 or bool(cpu.machine_options.get("avx", False))
        mode = capstone.CS_MODE_64 if wide else capstone.CS_MODE_32
        self.decoding = (capstone.CS_ARCH_X86, {"x": mode})  # type: ignore[misc]

    def configure(self, settings: Settings, number: Any) -> None:
        settings.flags_register = number("eflags")
        settings.flags_mask = DIRECTION
        settings.untracked_code_is_fine = 1

    def destinations(self, instruction: capstone.CsInsn) -> set[str]:
        if instruction.mnemonic in ("enter", "leave"):
            # Capstone leaves the stack pointer out (Intel SDM volume 2, ENTER and LEAVE).
            return {"sp", "ebp", "rbp"}
        return set(map(instruction.reg_name, instruction.regs_access()[1]))

    def variable_operands(self, instruction: capstone.CsInsn) -> list[str]:
        """A division's, and before the 64-bit processors a multiplication's: what it reads.

        The 80386 multiplies with early-out (Programmer's Reference Manual, IMUL and MUL).
        """
        wide = self.word_bytes == 8
        if instruction.mnemonic not in (
            ("div", "idiv") if wide else ("div", "idiv", "mul", "imul")
        ):
            return []
        given = instruction.operands
        read = [o for o in given if o.type == capstone.CS_OP_REG]
        if len(given) == 3:
            read = read[1:]
        names = [instruction.reg_name(o.reg) for o in read]
        return [*names, *(self.result if len(given) == 1 else ())]

    def _has_vex(self, instruction: capstone.CsInsn) -> bool:
        """Whether it is a vector instruction with a VEX prefix, not one for general registers."""
        vex = self.word_bytes == 8 and instruction.bytes[0] in (0xC4, 0xC5)
        return vex and bool(instruction.mnemonic.startswith("v"))

    def _is_avx512(self, instruction: capstone.CsInsn) -> bool:
        """Whether it has an EVEX prefix, or is one for masks, with VEX."""
        if self.word_bytes != 8:
            return False
        first = instruction.bytes[0]
        masks = first in (0xC4, 0xC5) and bool(instruction.mnemonic.startswith("k"))
        return bool(first == 0x62) or masks

    def is_watchable(self, instruction: capstone.CsInsn) -> bool:
        # Unicorn would run some of them as if the prefix were not there.
        if self._is_avx512(instruction):
            return self.has_avx512
        return self.has_avx or not self.is_emulated(instruction)

    def is_emulated(self, instruction: capstone.CsInsn) -> bool:
        sha = self.word_bytes == 8 and instruction.mnemonic.startswith("sha")
        return bool(sha) or self._has_vex(instruction) or self._is_avx512(instruction)

    def own_breach(self, kind: str, symbol: str, result: Result) -> str:
        return f"{symbol} returns with the direction flag set"
