"""What timing rules need to know of an instruction, from Capstone's view of it."""

from __future__ import annotations

import abc
import functools
import re
from dataclasses import dataclass, field
from typing import Any

import capstone
from capstone import arm, mips, ppc, riscv

from mote.timing.engine import ALWAYS


@dataclass
class Instruction:
    """One instruction, reduced to what a rule can ask for.

    mnemonic: without condition and without PowerPC's record dot; condition: 0 to 13 as in an ARM
    opcode, else ALWAYS; operands: register names, immediates, or a memory operand's registers;
    registers: the register list of a load or store multiple, in memory order; updated: base
    registers that the instruction changes; addresses: registers that an address is made of;
    features: what `when` and `unless` test; reads, writes: registers, where Capstone knows them.
    """

    text: str
    mnemonic: str
    condition: int = ALWAYS
    operands: list[str | int | tuple[str, ...]] = field(default_factory=list)
    registers: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)
    features: set[str] = field(default_factory=set)
    reads: list[str] = field(default_factory=list)
    writes: list[str] = field(default_factory=list)


class Decoder(abc.ABC):
    """One architecture.  `flags`: the register that holds the condition flags."""

    flags = ""
    ignored: frozenset[str] = frozenset()

    @abc.abstractmethod
    def decode(self, raw: Any) -> Instruction:
        """Reduce a Capstone instruction (with detail)."""

    def ports(self, instruction: Instruction, operands: str) -> tuple[list[str], list[str]]:
        """Registers read and written.

        `operands` says what each operand is, where Capstone does not know: d (defined), u (used),
        b (both), - (neither); a letter before * stands for all the rest.  Memory operands are
        always used.
        """
        reads, writes = list(instruction.reads), list(instruction.writes)
        letters = operands.rstrip("*")
        for index, operand in enumerate(instruction.operands):
            if index < len(letters):
                letter = letters[index]
            else:
                letter = letters[-1] if operands.endswith("*") else "-"
            if isinstance(operand, tuple):
                reads.extend(operand)
            elif isinstance(operand, str):
                if letter in "ub":
                    reads.append(operand)
                if letter in "db":
                    writes.append(operand)
        writes.extend(instruction.updated)
        return self.kept(reads), self.kept(writes)

    def kept(self, registers: list[str]) -> list[str]:
        """Without duplicates and without registers that are constant."""
        return [name for name in dict.fromkeys(registers) if name not in self.ignored]

    @abc.abstractmethod
    def unicorn(self, register: str) -> int:
        """Unicorn's number of a register."""


def unicorn_number(module: str, name: str) -> int:
    """A register constant of one of Unicorn's modules."""
    import importlib

    return int(getattr(importlib.import_module(f"unicorn.{module}"), name))


class Arm(Decoder):
    """ARM and Thumb."""

    flags = "cpsr"
    ignored = frozenset({"cpsr", "pc"})
    suffixes = ("eq", "ne", "hs", "lo", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le")
    shifts = ("lsl", "lsr", "asr", "ror")

    def decode(self, raw: Any) -> Instruction:
        text = f"{raw.mnemonic} {raw.op_str}".strip()
        mnemonic = raw.mnemonic.split(".")[0]
        instruction = Instruction(text=text, mnemonic=mnemonic)
        features = instruction.features
        if 1 <= raw.cc <= 14:
            instruction.condition = raw.cc - 1
            features.add("conditional")
            suffix = self.suffixes[raw.cc - 1]
            if mnemonic.endswith(suffix):
                instruction.mnemonic = mnemonic[: -len(suffix)]
        reads, writes = raw.regs_access()
        instruction.reads = [raw.reg_name(register) for register in reads]
        instruction.writes = [raw.reg_name(register) for register in writes]
        base = instruction.mnemonic
        register_shift = False
        for operand in raw.operands:
            if operand.type == arm.ARM_OP_REG:
                instruction.operands.append(raw.reg_name(operand.reg))
                register_shift |= operand.shift.type >= arm.ARM_SFT_ASR_REG
            elif operand.type == arm.ARM_OP_MEM:
                names = [raw.reg_name(operand.mem.base)]
                if operand.mem.index:
                    names.append(raw.reg_name(operand.mem.index))
                    features.add("register_offset")
                instruction.operands.append(tuple(names))
                instruction.addresses += names
                # Capstone calls a base read only although the writeback changes it.
                if raw.writeback:
                    instruction.updated.append(names[0])
            else:
                instruction.operands.append(int(operand.imm))
        if base.rstrip("s") in self.shifts and raw.operands:
            last = raw.operands[-1]
            register_shift |= last.type == arm.ARM_OP_REG and last.shift.type == arm.ARM_SFT_INVALID
        if register_shift:
            features.add("register_shift")
        if base.startswith(("ldm", "stm")):
            instruction.registers = [str(name) for name in instruction.operands[1:]]
            instruction.addresses.append(str(instruction.operands[0]))
            if raw.writeback:
                instruction.updated.append(str(instruction.operands[0]))
        elif base in ("push", "pop"):
            instruction.registers = [str(name) for name in instruction.operands]
            instruction.updated.append("sp")
            instruction.addresses.append("sp")
        if raw._cs.mode & capstone.CS_MODE_THUMB:
            features.add("thumb")
            if raw.size == 2:
                features.add("narrow")
        if base == "vmov" and len(raw.operands) > 2:
            features.add("pair")
        if base == "msr" and re.search(r"[ac]psr_f$|apsr_nzcvq", raw.op_str.split(",")[0].lower()):
            features.add("flags_only")
        if "pc" in instruction.writes:
            features.add("writes_pc")
        # A loaded base is the loaded value.
        loaded = base in ("pop",) or base.startswith("ldm")
        instruction.updated = [
            name for name in instruction.updated if not (loaded and name in instruction.registers)
        ]
        return instruction

    def ports(self, instruction: Instruction, operands: str) -> tuple[list[str], list[str]]:
        return (
            self.kept(instruction.reads),
            self.kept([*instruction.writes, *instruction.updated]),
        )

    def unicorn(self, register: str) -> int:
        return unicorn_number("arm_const", f"UC_ARM_REG_{register.upper()}")


class Plain(Decoder):
    """Architectures where a rule says what each operand is."""

    register_type = 1
    memory_type = 3

    def operands(self, raw: Any) -> list[str | int | tuple[str, ...]]:
        """Register names, immediates, and the base of a memory operand."""
        found: list[str | int | tuple[str, ...]] = []
        for operand in raw.operands:
            if operand.type == self.register_type:
                found.append(raw.reg_name(operand.reg) or "0")
            elif operand.type == self.memory_type:
                found.append((raw.reg_name(operand.mem.base),) if operand.mem.base else ())
            else:
                found.append(int(operand.imm))
        return found

    def decode(self, raw: Any) -> Instruction:
        return Instruction(
            text=f"{raw.mnemonic} {raw.op_str}".strip(),
            mnemonic=raw.mnemonic,
            operands=self.operands(raw),
        )


class Mips(Plain):
    """MIPS32."""

    register_type = mips.MIPS_OP_REG
    memory_type = mips.MIPS_OP_MEM
    ignored = frozenset({"zero"})

    def unicorn(self, register: str) -> int:
        return unicorn_number("mips_const", f"UC_MIPS_REG_{register.upper()}")


class RiscV(Plain):
    """RV32."""

    register_type = riscv.RISCV_OP_REG
    memory_type = riscv.RISCV_OP_MEM
    ignored = frozenset({"zero"})

    def decode(self, raw: Any) -> Instruction:
        instruction = super().decode(raw)
        instruction.mnemonic = instruction.mnemonic.removeprefix("c.")
        return instruction

    def unicorn(self, register: str) -> int:
        return unicorn_number("riscv_const", f"UC_RISCV_REG_{register.upper()}")


class PowerPc(Plain):
    """PowerPC, 32 bits."""

    register_type = ppc.PPC_OP_REG
    memory_type = ppc.PPC_OP_MEM
    ignored = frozenset({"zero", "0"})

    def decode(self, raw: Any) -> Instruction:
        instruction = super().decode(raw)
        mnemonic = instruction.mnemonic
        features = instruction.features
        word = int.from_bytes(bytes(raw.bytes), "big")
        if word >> 26 in (16, 18, 19) and mnemonic.startswith("b"):
            self._branch(instruction, word)
        elif mnemonic.startswith("cmp"):
            fields = [x for x in instruction.operands if isinstance(x, str) and x[:2] == "cr"]
            instruction.writes.append(fields[0] if fields else "cr0")
            instruction.operands = [x for x in instruction.operands if x not in fields]
        elif mnemonic.endswith("."):
            mnemonic = mnemonic[:-1]
            instruction.writes.append("cr0")
            features.add("record")
        if mnemonic in ("lmw", "stmw"):
            first = int(str(instruction.operands[0])[1:])
            instruction.registers = [f"r{number}" for number in range(first, 32)]
            ports = instruction.writes if mnemonic == "lmw" else instruction.reads
            ports.extend(instruction.registers)
        if mnemonic.endswith("u") and mnemonic[:2] in ("lb", "lh", "lw", "st"):
            for operand in instruction.operands:
                if isinstance(operand, tuple):
                    instruction.updated.extend(operand)
        elif mnemonic.endswith("ux"):
            instruction.updated.append(str(instruction.operands[1]))
        if word >> 26 not in (16, 18, 19):
            instruction.mnemonic = mnemonic
        return instruction

    @staticmethod
    def _branch(instruction: Instruction, word: int) -> None:
        """The BO and BI fields of a branch: Capstone drops hints and misnames some forms."""
        options, bit = word >> 21 & 31, word >> 16 & 31
        opcode = word >> 26
        instruction.operands = []
        if opcode == 18 or options & 0x14 == 0x14:
            # Unconditional.
            name = {18: "b", 16: "b"}.get(opcode, "bctr" if word >> 1 & 0x200 else "blr")
            instruction.mnemonic = name + ("l" if word & 1 else "")
            return
        instruction.features.add("conditional")
        backward = opcode == 16 and word & 0x8000 != 0
        if backward != bool(options & 1):
            instruction.features.add("predicted_taken")
        if not options & 0x10:
            instruction.reads.append(f"cr{bit >> 2}")
        name = "bc" if options & 4 else "bdnz"
        register = {16: "", 19: "ctr" if word >> 1 & 0x200 else "lr"}[opcode]
        instruction.mnemonic = name + register + ("l" if word & 1 else "")

    def unicorn(self, register: str) -> int:
        return unicorn_number("ppc_const", f"UC_PPC_REG_{register.removeprefix('r')}")


@functools.cache
def decoder(architecture: str) -> Decoder:
    """The decoder that a model's machine.architecture names."""
    known: dict[str, type[Decoder]]
    known = {"arm": Arm, "mips": Mips, "ppc": PowerPc, "riscv": RiscV}
    return known[architecture]()


def disassemble(architecture: int, mode: int, code: bytes, address: int = 0) -> list[Any]:
    """Capstone's instructions with detail, for tests and tools."""
    engine = capstone.Cs(architecture, mode)
    engine.detail = True
    return list(engine.disasm(code, address))
