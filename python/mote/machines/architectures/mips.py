"""MIPS32 with the o32 ABI (System V ABI, MIPS supplement)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import capstone
from capstone import mips_const

from mote.building.image import Layout
from mote.machines.architectures import Access, Architecture, numbered, operands
from mote.machines.unicorn_native import Settings

SIZES = {"b": 1, "bu": 1, "h": 2, "hu": 2, "w": 4, "wl": 4, "wr": 4, "l": 4, "c": 4}
WITHOUT_DESTINATION = {
    *("sb", "sh", "sw", "swl", "swr", "sc", "mult", "multu", "div", "divu", "mthi", "mtlo"),
    *("syscall", "break", "teq", "tge", "tgeu", "tlt", "tltu", "tne", "nop", "sync", "pref"),
    *("madd", "maddu", "msub", "msubu", "cache"),
}


KSEG0_BYTES = 1 << 29


class Processor(Architecture):
    constants = "mips_const"
    prefix = "UC_MIPS_REG_"
    arch = "UC_ARCH_MIPS"
    modes: ClassVar = {4: "UC_MODE_MIPS32"}
    general = (
        *("at", "v0", "v1", "gp", "k0", "k1"),
        *numbered("a", 4),
        *numbered("t", 10),
        *numbered("s", 9),
    )
    link = "ra"
    more = ("hi", "lo")
    argument_area = 16
    result = ("v0", "v1")
    caller_bytes = 16  # the home of four argument registers ("The Stack Frame")
    unit_bytes = 4
    # The 4Kc takes a multiplier of 16 bits in fewer cycles (Software User's Manual, section 2.5).
    variable_time: ClassVar = {"divu?": (-2, -1), "mul|multu?|m(add|sub)u?": (-1,)}
    nop = bytes(4)
    decoding = (capstone.CS_ARCH_MIPS, {"x": capstone.CS_MODE_MIPS32})

    def configure(self, settings: Settings, number: Any) -> None:
        settings.accesses_from_rows = 1
        settings.physical_mask = KSEG0_BYTES - 1

    def elsewhere(self, layout: Layout) -> Layout:
        """All of it in kseg0, the unmapped memory above 2 GB (MIPS32 Volume III, section 4.4)."""
        return replace(
            layout,
            name="with code and data above 2 GB behind other code",
            memory=0x9E5DFE90,
            data=0x9E7FFFF0,
        )

    def also_passed(self, function: int) -> dict[str, int]:
        """Position-independent callees take their own address from $t9 (o32)."""
        return {"t9": function}

    def destinations(self, instruction: capstone.CsInsn) -> set[str]:
        """The first operand: Capstone 5 does not know the accesses, but assembly's order does."""
        mnemonic = instruction.mnemonic.rstrip(".")
        if mnemonic in WITHOUT_DESTINATION or mnemonic[0] in "bj":
            return set()
        return set(operands(instruction, mips_const.MIPS_OP_MEM)[0][:1])

    def access(self, instruction: capstone.CsInsn) -> Access | None:
        """The memory access of any load or store."""
        memory = [o.mem for o in instruction.operands if o.type == mips_const.MIPS_OP_MEM]
        way, kind = instruction.mnemonic[:1], instruction.mnemonic[1:]
        if not memory or way not in "ls" or kind not in SIZES:
            return None
        side = ""
        if kind in ("wl", "wr"):
            side = "end" if (kind == "wl") == self.big_endian else "start"
        base = instruction.reg_name(memory[0].base)
        return Access(
            SIZES[kind], "" if base == "zero" else base, memory[0].disp, way == "s", side=side
        )
