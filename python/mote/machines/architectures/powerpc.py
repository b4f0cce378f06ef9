"""PowerPC, 32 bits (System V ABI, PowerPC supplement; MPC603e User's Manual)."""

from __future__ import annotations

from typing import Any, ClassVar

import capstone
from capstone import ppc_const

from mote.catalog.cpu import Cpu
from mote.machines.architectures import Access, Architecture, Flags, numbered, operands
from mote.machines.unicorn_native import Result, Settings

VECTORS = 0x02000000  # of the MSR: the AltiVec unit is on (ALTIVECPEM, section 2.1.2)
CACHE_LINE = 32  # bytes: MPC603e User's Manual, section 3.1


class Processor(Architecture):
    constants = "ppc_const"
    prefix = "UC_PPC_REG_"
    arch = "UC_ARCH_PPC"
    modes: ClassVar = {4: "UC_MODE_PPC32"}
    general = numbered("r", 32, 1)
    link = "lr"
    flags = (
        *(Flags(f"cr{number}", 4, (5 * number + 6) % 15, 15) for number in range(8)),
        Flags("ctr", 32, 0x5A5A, 0xFFFFFFFF),
        Flags("xer", 32, 0x20000000, 0x20000000),  # carry
    )
    argument_area = 8
    result = ("r3", "r4")
    caller_bytes = 8  # back chain and LR save word ("The Stack Frame")
    unit_bytes = 4
    # MPC603e User's Manual, table 6-5: a multiplication ends early.
    variable_time: ClassVar = {r"div.*": (1, 2), r"mul[lh].*": (-1,)}
    nop = bytes.fromhex("60000000")
    decoding = (capstone.CS_ARCH_PPC, {"x": capstone.CS_MODE_32})

    def spelled(self, name: str) -> str:
        """Unicorn calls the general registers by their numbers."""
        return name[1:] if name[0] == "r" and name[1:].isdigit() else name

    def __init__(self, cpu: Cpu) -> None:
        super().__init__(cpu)
        self._altivec = bool(cpu.machine_options.get("altivec"))

    def also_passed(self, function: int) -> dict[str, int]:
        """A processor with AltiVec has it on."""
        return {"msr": VECTORS} if self._altivec else {}

    def configure(self, settings: Settings, number: Any) -> None:
        settings.back_chain = 1  # "The Stack Frame"

    def is_watchable(self, instruction: capstone.CsInsn) -> bool:
        return instruction.mnemonic not in ("lswx", "stswx")

    def destinations(self, instruction: capstone.CsInsn) -> set[str]:
        """The first operand, and the base of an update form: Capstone 5 does not know them."""
        mnemonic = instruction.mnemonic.rstrip(".")
        names, bases = operands(instruction, ppc_const.PPC_OP_MEM)
        found: set[str] = set()
        if mnemonic.startswith(("l", "st")) and mnemonic.endswith(("u", "ux")):
            found.update(bases or names[1:2])
        if mnemonic == "lmw":
            found.update(numbered("r", 32)[int(names[0][1:]) :])
        if not mnemonic.startswith(("st", "cmp", "b", "mt", "tw", "dc", "ic")):
            found.update(names[:1])
        return found

    def access(self, instruction: capstone.CsInsn) -> Access | None:
        """The access of an instruction that goes past Unicorn's memory hooks.

        lmw and stmw need an aligned operand, lswi and stswi do not (section 4.5.6, "Alignment
        Exception"); a base of r0 stands for zero.
        """
        word = int.from_bytes(instruction.bytes, "big")
        first, base, last = word >> 21 & 31, word >> 16 & 31, word >> 11 & 31
        base_name = f"r{base}" if base else ""
        opcode, extended = word >> 26, word >> 1 & 1023
        if opcode in (46, 47):
            offset = (word & 0xFFFF) - ((word & 0x8000) << 1)
            return Access(4 * (32 - first), base_name, offset, opcode == 47, words=True)
        if opcode == 31 and extended in (597, 725):
            return Access(last or 32, base_name, 0, extended == 725)
        if opcode == 31 and extended == 1014:
            return Access(CACHE_LINE, base_name, 0, True, f"r{last}", line=True)
        return None

    def own_breach(self, kind: str, symbol: str, result: Result) -> str:
        return (
            f"{symbol}: the word at {result.address:#x} is {result.got:#x}, which neither "
            "leads back to the caller's frame nor is the return address saved in it"
        )
