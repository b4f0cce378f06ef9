"""AArch64, the 64-bit ARMv8-A.

AAPCS64: Procedure Call Standard for the Arm 64-bit Architecture.
"""

from __future__ import annotations

from typing import ClassVar

import capstone

from mote.machines.architectures import Architecture, Flags, numbered

UNWATCHABLE = (
    *("dc", "ic", "at", "tlbi", "sys", "sysl", "msr"),
    *("svc", "hvc", "smc", "brk", "hlt"),
)
"""What acts on caches or the system, or calls the operating system; `dc zva` writes memory, too."""


class Processor(Architecture):
    constants = "arm64_const"
    prefix = "UC_ARM64_REG_"
    arch = "UC_ARCH_ARM64"
    modes: ClassVar = {8: "UC_MODE_ARM"}
    general = numbered("x", 30)
    link = "x30"
    result = ("x0", "x1")
    # Of v8 to v15 the low half is restored (section 6.1.2); it has a name of its own.
    flags = (
        Flags("nzcv", 32, 0, 0xF0000000, only=True),
        *(
            Flags(name, 64, 0x9E3779B97F4A7C15, (1 << 64) - 1)
            for name in numbered("d", 16, *range(8))
        ),
    )
    more = numbered("q", 32, *range(8, 16))
    more_bits = 128
    variable_time: ClassVar = {"[us]div": (1, 2)}
    unit_bytes = 4
    nop = bytes.fromhex("1f2003d5")
    step = 4
    decoding = (capstone.CS_ARCH_ARM64, {"x": capstone.CS_MODE_ARM})
    spelling: ClassVar = {
        **{f"w{number}": f"x{number}" for number in range(31)},
        **{"fp": "x29", "w29": "x29", "lr": "x30", "wsp": "sp"},
    }

    def is_watchable(self, instruction: capstone.CsInsn) -> bool:
        return instruction.mnemonic not in UNWATCHABLE

    def destinations(self, instruction: capstone.CsInsn) -> set[str]:
        found = set(map(instruction.reg_name, instruction.regs_access()[1]))
        if instruction.writeback:
            found |= {
                instruction.reg_name(operand.mem.base)
                for operand in instruction.operands
                if operand.type == capstone.arm64.ARM64_OP_MEM
            }
        return found
