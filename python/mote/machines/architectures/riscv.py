"""RISC-V, RV32 and RV64 with compressed instructions (RISC-V psABI); a word's size tells which.

With `bits = true` in the CPU's file RV32 has Zba, Zbb and Zbs, which the engine runs in Unicorn's
place (native/riscv_bits.c), and RV64 these, Zbc, Zbkb, Zknh, Zkne and Zknd (native/riscv64_bits.c).
"""

from __future__ import annotations

import re
from typing import Any, ClassVar

import capstone
from capstone import riscv_const

from mote.catalog.cpu import Cpu
from mote.machines import riscv64_bits, riscv_bits
from mote.machines.architectures import Access, Architecture, numbered, operands

STORES = ("sb", "sh", "sw", "sd", "swsp", "sdsp", "fsw", "fsd", "fswsp", "fsdsp")

SIZES = {"b": 1, "h": 2, "w": 4, "d": 8}


class Processor(Architecture):
    constants = "riscv_const"
    prefix = "UC_RISCV_REG_"
    arch = "UC_ARCH_RISCV"
    modes: ClassVar = {4: "UC_MODE_RISCV32", 8: "UC_MODE_RISCV64"}
    general = ("gp", "tp", *numbered("t", 7), *numbered("s", 12), *numbered("a", 8))
    link = "ra"
    result = ("a0", "a1")
    unit_bytes = 3
    # Dividers that stop early; PicoRV32 and SERV shift by a few bits in a cycle.
    variable_time: ClassVar = {"(div|rem)u?w?": (1, 2), "(s(ll|rl|ra)|ro[lr])w?": (2,)}
    nop = bytes.fromhex("13000000")
    # "Integer calling convention": what is narrower than a register is extended to it.
    extends_integers = True

    def __init__(self, cpu: Cpu) -> None:
        super().__init__(cpu)
        width = capstone.CS_MODE_RISCV64 if self.word_bytes == 8 else capstone.CS_MODE_RISCV32
        mode = width | capstone.CS_MODE_RISCVC
        self.decoding = (capstone.CS_ARCH_RISCV, {"x": mode})  # type: ignore[misc]
        self.has_bits = bool(cpu.machine_options.get("bits", False))
        self._own = riscv_bits if self.word_bytes == 4 else riscv64_bits

    def decoders(self) -> dict[str, Any]:
        found = super().decoders()
        if self.has_bits:
            return {
                letter: riscv_bits.Decoder(each, self._own.mnemonic_of)
                for letter, each in found.items()
            }
        return found

    def is_emulated(self, instruction: capstone.CsInsn) -> bool:
        return isinstance(instruction, riscv_bits.Instruction)

    def destinations(self, instruction: capstone.CsInsn) -> set[str]:
        """The first operand: Capstone 5 does not know the accesses, but assembly's order does."""
        plain = instruction.mnemonic.rstrip(".").removeprefix("c.")
        branches = plain[0] in "bj" and plain not in self._own.MNEMONICS
        if plain in STORES or branches:
            return set()
        return set(operands(instruction, riscv_const.RISCV_OP_MEM)[0][:1])

    def alignment(self, instruction: capstone.CsInsn) -> Access | None:
        """A load or store of integers; what is atomic or has a decimal point is not known."""
        plain = instruction.mnemonic.removeprefix("c.")
        known = re.fullmatch(r"([ls])([bhwd])u?(sp)?", plain)
        if known is None:
            if "(" in instruction.op_str or plain.startswith("cm."):
                raise LookupError(instruction.mnemonic)
            return None
        size = SIZES[known[2]]
        where = re.search(r"(-?\w+)\((\w+)\)$", instruction.op_str)
        if where is None:
            raise LookupError(instruction.mnemonic)
        if size == 1:
            return None
        base = where[2] if where[2] != "zero" else ""
        return Access(size, base, int(where[1], 0), known[1] == "s", foreseen=False)
