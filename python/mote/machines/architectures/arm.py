"""ARM and Thumb, before and without ARMv7-A: the callee's state and that of its caller count."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import capstone
from capstone import arm_const

from mote.catalog.cpu import Cpu
from mote.machines.architectures import Access, Architecture, Flags, numbered
from mote.machines.code import Code
from mote.machines.unicorn_native import Call, Result, Settings

THUMB = 0x20  # of the CPSR
DATA_ABORT = 4  # how Unicorn reports a Cortex-M0's alignment fault; unmapped memory has its hooks

LOADS = re.compile("(?:ldr|str)(sh|sb|h|b|)t?(?:eq|ne|hs|lo|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?$")
SIZES = {"": 4, "h": 2, "sh": 2, "b": 1, "sb": 1}


class Processor(Architecture):
    constants = "arm_const"
    prefix = "UC_ARM_REG_"
    arch = "UC_ARCH_ARM"
    modes: ClassVar = {4: "UC_MODE_ARM"}
    general = numbered("r", 13)
    link = "lr"
    result = ("r0", "r1")
    flags = (Flags("apsr_nzcv", 32, 0xA0000000, 0xF0000000, only=True),)
    unit_bytes = 4
    variable_time: ClassVar = {"[us]div": (1, 2)}  # multiplications: see the timing models
    decoding = (
        capstone.CS_ARCH_ARM,
        {"a": capstone.CS_MODE_ARM, "t": capstone.CS_MODE_THUMB},
    )
    spelling: ClassVar = {"sb": "r9", "sl": "r10", "fp": "r11", "ip": "r12"}

    def __init__(self, cpu: Cpu) -> None:
        super().__init__(cpu)
        self.nop = (0xE1A00000).to_bytes(4, cpu.endianness)  # type: ignore[arg-type]
        self._caller = cpu.machine_options.get("caller", "same")

    def configure(self, settings: Settings, number: Any) -> None:
        settings.alignment_exception = DATA_ABORT
        settings.state_register = number("cpsr")
        settings.thumb_bit = THUMB

    def code_address(self, value: int) -> int:
        """Without the bit that says Thumb (ELF for the Arm Architecture, section 5.5.3)."""
        return value & ~1

    def enter(self, request: Call, code: Code) -> None:
        request.function_is_thumb = code.is_thumb(request.function)
        request.caller_is_thumb = self._caller_is_thumb(bool(request.function_is_thumb))
        request.return_address |= request.caller_is_thumb

    def _caller_is_thumb(self, function_is_thumb: bool) -> bool:
        """The instruction set state of the caller, as the CPU file's `caller` says.

        "other": the state that the function is not in, so that its return must interwork.
        """
        if self._caller == "other":
            return not function_is_thumb
        if self._caller == "same":
            return function_is_thumb
        return bool(self._caller == "thumb")

    def destinations(self, instruction: capstone.CsInsn) -> set[str]:
        return set(map(instruction.reg_name, instruction.regs_access()[1]))

    def access(self, instruction: capstone.CsInsn) -> Access | None:
        """The access of a load or store, to tell where a misaligned one went."""
        mnemonic = instruction.mnemonic
        if mnemonic[:3] not in ("ldr", "str", "ldm", "stm"):
            return None
        size = 2 if mnemonic.rstrip(".wn").endswith("h") else 4
        store = mnemonic[0] == "s"
        for operand in instruction.operands:
            if operand.type == arm_const.ARM_OP_MEM:
                memory = operand.mem
                index = instruction.reg_name(memory.index) if memory.index else ""
                base = self._base(instruction, memory.base)
                return Access(size, base, memory.disp, store, index, foreseen=False)
        base = self._base(instruction, instruction.operands[0].reg)
        return Access(4, base, 0, store, foreseen=False)

    def _base(self, instruction: capstone.CsInsn, register: int) -> str:
        name: str = instruction.reg_name(register)
        return self.spelling.get(name, name)

    def alignment(self, instruction: capstone.CsInsn) -> Access | None:
        """Loads and stores of ARMv4T: those of several registers are aligned as their base is."""
        mnemonic = instruction.mnemonic
        often = instruction.cc not in (arm_const.ARM_CC_INVALID, arm_const.ARM_CC_AL)
        memory = [o for o in instruction.operands if o.type == arm_const.ARM_OP_MEM]

        def access(size: int, base: str, offset: int = 0, index: str = "") -> Access:
            store = mnemonic.startswith(("st", "pu"))
            return Access(size, base, offset, store, index, foreseen=False, conditional=often)

        if mnemonic.startswith(("push", "pop")):
            return access(4, "sp")
        if mnemonic.startswith(("ldm", "stm")):
            return access(4, self._base(instruction, instruction.operands[0].reg))
        known = LOADS.match(mnemonic)
        if known is None or len(memory) != 1:
            if memory or mnemonic.startswith(("swp", "rfe", "srs")):
                raise LookupError(mnemonic)
            return None
        size = SIZES[known[1]]
        if size == 1:
            return None
        (operand,) = memory
        place, shift = operand.mem, operand.shift
        index = self._base(instruction, place.index) if place.index else ""
        if index and shift.type == arm_const.ARM_SFT_LSL and 1 << shift.value >= size:
            index = ""
        elif index and (shift.type != arm_const.ARM_SFT_INVALID or operand.subtracted):
            raise LookupError(mnemonic)
        base = self._base(instruction, place.base)
        if base == "pc":
            # Where it reads from, the program counter is a multiple of four.
            if index or place.disp % size:
                raise LookupError(mnemonic)
            return access(size, "")
        return access(size, base, place.disp, index)

    def own_breach(self, kind: str, symbol: str, result: Result) -> str:
        states = ("ARM", "Thumb")
        return (
            f"{symbol} returns to a caller in {states[1 - result.got]} code "
            f"in {states[result.got]} state"
        )
