"""RISC-V, RV32 with compressed instructions (RISC-V psABI)."""

from __future__ import annotations

from typing import ClassVar

import capstone
from capstone import riscv_const

from mote.machines.architectures import Architecture, numbered, operands


class Processor(Architecture):
    constants = "riscv_const"
    prefix = "UC_RISCV_REG_"
    arch = "UC_ARCH_RISCV"
    modes: ClassVar = {4: "UC_MODE_RISCV32"}
    general = ("gp", "tp", *numbered("t", 7), *numbered("s", 12), *numbered("a", 8))
    link = "ra"
    result = ("a0", "a1")
    unit_bytes = 3
    # Dividers that stop early; PicoRV32 and SERV shift by a few bits in a cycle.
    variable_time: ClassVar = {"(div|rem)u?": (1, 2), "s(ll|rl|ra)": (2,)}
    nop = bytes.fromhex("13000000")
    decoding = (
        capstone.CS_ARCH_RISCV,
        {"x": capstone.CS_MODE_RISCV32 | capstone.CS_MODE_RISCVC},
    )

    def destinations(self, instruction: capstone.CsInsn) -> set[str]:
        """The first operand: Capstone 5 does not know the accesses, but assembly's order does."""
        plain = instruction.mnemonic.rstrip(".").removeprefix("c.")
        if plain in ("sb", "sh", "sw", "swsp") or plain[0] in "bj":
            return set()
        return set(operands(instruction, riscv_const.RISCV_OP_MEM)[0][:1])
