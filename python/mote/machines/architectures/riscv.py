"""RISC-V, RV32 and RV64 with compressed instructions (RISC-V psABI); a word's size tells which."""

from __future__ import annotations

from typing import ClassVar

import capstone
from capstone import riscv_const

from mote.catalog.cpu import Cpu
from mote.machines.architectures import Architecture, numbered, operands

STORES = ("sb", "sh", "sw", "sd", "swsp", "sdsp", "fsw", "fsd", "fswsp", "fsdsp")


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
    variable_time: ClassVar = {"(div|rem)u?w?": (1, 2), "s(ll|rl|ra)w?": (2,)}
    nop = bytes.fromhex("13000000")
    # "Integer calling convention": what is narrower than a register is extended to it.
    extends_integers = True

    def __init__(self, cpu: Cpu) -> None:
        super().__init__(cpu)
        width = capstone.CS_MODE_RISCV64 if self.word_bytes == 8 else capstone.CS_MODE_RISCV32
        mode = width | capstone.CS_MODE_RISCVC
        self.decoding = (capstone.CS_ARCH_RISCV, {"x": mode})  # type: ignore[misc]

    def destinations(self, instruction: capstone.CsInsn) -> set[str]:
        """The first operand: Capstone 5 does not know the accesses, but assembly's order does."""
        plain = instruction.mnemonic.rstrip(".").removeprefix("c.")
        if plain in STORES or plain[0] in "bj":
            return set()
        return set(operands(instruction, riscv_const.RISCV_OP_MEM)[0][:1])
