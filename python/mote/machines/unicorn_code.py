"""What the Unicorn machine knows of an image's code before it runs: sections and instructions."""

from __future__ import annotations

import bisect
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import capstone
from capstone import arm_const, mips_const, ppc_const, riscv_const, x86_const
from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile

ARCHITECTURES = {
    "arm": capstone.CS_ARCH_ARM,
    "mips": capstone.CS_ARCH_MIPS,
    "powerpc": capstone.CS_ARCH_PPC,
    "riscv": capstone.CS_ARCH_RISCV,
    "x86": capstone.CS_ARCH_X86,
}


@dataclass(frozen=True)
class Section:
    """A section of the linked image that takes memory: contents and how it may be used."""

    name: str
    address: int
    data: bytes
    executable: bool
    variables: bool = False
    """Whether it holds variables of the implementation's own, which it may write."""

    @property
    def end(self) -> int:
        return self.address + len(self.data)


@dataclass(frozen=True)
class Code:
    """An image's sections, its instructions in address order, and where Thumb code is."""

    sections: tuple[Section, ...]
    instructions: list[capstone.CsInsn]
    marks: list[tuple[int, str]]
    """(address, "a", "t", "d" or "x") in address order, where the ELF file has mapping symbols."""

    def is_thumb(self, address: int) -> bool:
        """Whether the instruction at `address` is Thumb code (ELF for the Arm Architecture)."""
        place = bisect.bisect_right(self.marks, (address, "~")) - 1
        return place >= 0 and self.marks[place][1] == "t"

    def is_code(self, address: int) -> bool:
        """Whether the address lies in a section of code."""
        return any(s.executable and s.address <= address < s.end for s in self.sections)


def read(path: Path, architecture: str, *, big_endian: bool, word_bytes: int) -> Code:
    """Take an image's sections from its ELF file and disassemble its code.

    The mapping symbols $a, $t, $x and $d ("ELF for the Arm Architecture", section 5.5.5, and the
    RISC-V psABI) say what is code; without them every symbol starts code anew.
    """
    sections = []
    marks: list[tuple[int, str]] = []
    symbols: list[tuple[int, str]] = []
    with path.open("rb") as stream:
        elf = ELFFile(stream)
        for section in elf.iter_sections():
            flags = section["sh_flags"]
            if flags & SH_FLAGS.SHF_ALLOC and section["sh_size"]:
                data = section.data()
                if section["sh_type"] == "SHT_NOBITS":
                    data = bytes(section["sh_size"])
                executable = bool(flags & SH_FLAGS.SHF_EXECINSTR)
                variables = section.name in (".data", ".bss")
                sections.append(
                    Section(section.name, section["sh_addr"], data, executable, variables)
                )
        table = elf.get_section_by_name(".symtab")
        for symbol in table.iter_symbols() if table is not None else ():
            if symbol["st_shndx"] in ("SHN_UNDEF", "SHN_ABS"):
                continue
            name, address = symbol.name, symbol["st_value"]
            if name[:2] in ("$a", "$t", "$d", "$x") and (len(name) == 2 or name[2] in ".r"):
                marks.append((address, name[1]))
            elif name and symbol["st_info"]["type"] in ("STT_FUNC", "STT_NOTYPE"):
                symbols.append((address & ~1 if architecture == "arm" else address, name))
    marks.sort()
    symbols.sort()
    decoders = _decoders(architecture, big_endian=big_endian, word_bytes=word_bytes)
    instructions: list[capstone.CsInsn] = []
    for section in sections:
        if section.executable:
            instructions += _disassemble(section, decoders, marks, [a for a, _ in symbols])
    instructions.sort(key=lambda instruction: instruction.address)
    return Code(tuple(sections), instructions, marks)


def _decoders(architecture: str, *, big_endian: bool, word_bytes: int) -> dict[str, capstone.Cs]:
    base = capstone.CS_MODE_BIG_ENDIAN if big_endian else capstone.CS_MODE_LITTLE_ENDIAN
    modes = {
        "arm": {"a": capstone.CS_MODE_ARM, "t": capstone.CS_MODE_THUMB},
        "mips": {"x": capstone.CS_MODE_MIPS32},
        "powerpc": {"x": capstone.CS_MODE_32},
        "riscv": {"x": capstone.CS_MODE_RISCV32 | capstone.CS_MODE_RISCVC},
        "x86": {"x": capstone.CS_MODE_64 if word_bytes == 8 else capstone.CS_MODE_32},
    }[architecture]
    decoders = {}
    for letter, mode in modes.items():
        decoder = capstone.Cs(ARCHITECTURES[architecture], mode | base)
        decoder.detail = True
        decoders[letter] = decoder
    return decoders


def _disassemble(
    section: Section,
    decoders: dict[str, capstone.Cs],
    marks: list[tuple[int, str]],
    symbols: list[int],
) -> list[capstone.CsInsn]:
    inside = [(a, letter) for a, letter in marks if section.address <= a < section.end]
    first = next(iter(decoders))
    starts = dict(inside)
    if not inside or inside[0][0] > section.address:
        starts[section.address] = first
    if not inside:
        starts.update((a, first) for a in symbols if section.address <= a < section.end)
    found = []
    edges = sorted(starts)
    step = 1 if first == "x" and decoders[first].arch == capstone.CS_ARCH_X86 else 2
    for start, end in zip(edges, [*edges[1:], section.end], strict=True):
        decoder = decoders.get(starts[start])
        while decoder is not None and start < end:
            data = section.data[start - section.address : end - section.address]
            for instruction in decoder.disasm(data, start):
                found.append(instruction)
                start = instruction.address + instruction.size
            start += step  # a byte or two that are no instruction: constants within the code
    return found


def written(instruction: capstone.CsInsn) -> set[str]:
    """Names of the general registers that an instruction may write, by the ABI's spelling.

    Capstone 5 knows the accesses for ARM and x86 only; for the others the rule is the assembler's
    own: the destination stands first, and an update form writes its base.
    """
    architecture = instruction._cs.arch
    if architecture in (capstone.CS_ARCH_ARM, capstone.CS_ARCH_X86):
        registers = instruction.regs_access()[1]
        if instruction.mnemonic in ("enter", "leave"):
            # Capstone leaves the stack pointer out (Intel SDM volume 2, ENTER and LEAVE).
            return {"sp", "ebp", "rbp"}
        return {_SPELLING.get(name, name) for name in map(instruction.reg_name, registers)}
    mnemonic = instruction.mnemonic.rstrip(".")
    names = []
    for operand in instruction.operands:
        if operand.type == capstone.CS_OP_REG:
            names.append(instruction.reg_name(operand.reg))
    bases = [
        instruction.reg_name(operand.mem.base)
        for operand in instruction.operands
        if operand.type == _MEMORY[architecture]
    ]
    result: set[str] = set()
    if architecture == capstone.CS_ARCH_PPC:
        if mnemonic.startswith(("l", "st")) and mnemonic.endswith(("u", "ux")):
            result.update(bases or names[1:2])
        if mnemonic == "lmw":
            first = int(names[0][1:])
            result.update(f"r{number}" for number in range(first, 32))
        if not mnemonic.startswith(("st", "cmp", "b", "mt", "tw", "dc", "ic")):
            result.update(names[:1])
    elif architecture == capstone.CS_ARCH_MIPS:
        if mnemonic not in _MIPS_WITHOUT_DESTINATION and mnemonic[0] not in "bj":
            result.update(names[:1])
    else:
        plain = mnemonic.removeprefix("c.")
        if plain not in ("sb", "sh", "sw", "swsp") and plain[0] not in "bj":
            result.update(names[:1])
    return result


_MEMORY = {
    capstone.CS_ARCH_PPC: ppc_const.PPC_OP_MEM,
    capstone.CS_ARCH_MIPS: mips_const.MIPS_OP_MEM,
    capstone.CS_ARCH_RISCV: riscv_const.RISCV_OP_MEM,
    capstone.CS_ARCH_ARM: arm_const.ARM_OP_MEM,
    capstone.CS_ARCH_X86: x86_const.X86_OP_MEM,
}
_SPELLING = {
    "sb": "r9",
    "sl": "r10",
    "fp": "r11",
    "ip": "r12",
    "esp": "sp",
    "rsp": "sp",
    "spl": "sp",
}
_MIPS_WITHOUT_DESTINATION = {
    *("sb", "sh", "sw", "swl", "swr", "sc", "mult", "multu", "div", "divu", "mthi", "mtlo"),
    *("syscall", "break", "teq", "tge", "tgeu", "tlt", "tltu", "tne", "nop", "sync", "pref"),
    *("madd", "maddu", "msub", "msubu", "cache"),
}


@dataclass(frozen=True)
class Access:
    """What an instruction reads or writes: `size` bytes at base + index + offset.

    side: "" for all of them, "end" for those from the address to the end of its word, "start" for
    those from the start of the word to the address (MIPS lwl, lwr, swl and swr: MIPS32
    Architecture for Programmers, Volume II).  words: the address must be aligned to a word.
    line: the address is rounded down to a multiple of the size.
    """

    size: int
    base: str
    offset: int
    store: bool
    index: str = ""
    side: str = ""
    words: bool = False
    line: bool = False


_MIPS_SIZES = {"b": 1, "bu": 1, "h": 2, "hu": 2, "w": 4, "wl": 4, "wr": 4, "l": 4, "c": 4}
_CACHE_LINE = 32  # bytes: MPC603e User's Manual, section 3.1


def mips_access(instruction: capstone.CsInsn, *, big_endian: bool) -> Access | None:
    """The memory access of a MIPS instruction, None when it has none."""
    memory = [o.mem for o in instruction.operands if o.type == mips_const.MIPS_OP_MEM]
    way, kind = instruction.mnemonic[:1], instruction.mnemonic[1:]
    if not memory or way not in "ls" or kind not in _MIPS_SIZES:
        return None
    side = ""
    if kind in ("wl", "wr"):
        side = "end" if (kind == "wl") == big_endian else "start"
    base = instruction.reg_name(memory[0].base)
    return Access(
        _MIPS_SIZES[kind], "" if base == "zero" else base, memory[0].disp, way == "s", side=side
    )


def powerpc_access(instruction: capstone.CsInsn) -> Access | None:
    """The access of a PowerPC instruction that goes past Unicorn's memory hooks, None otherwise.

    lmw and stmw need an aligned operand, lswi and stswi do not (MPC603e User's Manual, section
    4.5.6, "Alignment Exception"); a base of r0 stands for zero.
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
        return Access(_CACHE_LINE, base_name, 0, True, f"r{last}", line=True)
    return None


def arm_access(instruction: capstone.CsInsn) -> Access | None:
    """The access of an ARM load or store, to tell where a misaligned one went."""
    mnemonic = instruction.mnemonic
    if mnemonic[:3] not in ("ldr", "str", "ldm", "stm"):
        return None
    size = 2 if mnemonic.rstrip(".wn").endswith("h") else 4
    store = mnemonic[0] == "s"
    for operand in instruction.operands:
        if operand.type == arm_const.ARM_OP_MEM:
            memory = operand.mem
            index = instruction.reg_name(memory.index) if memory.index else ""
            base = instruction.reg_name(memory.base)
            return Access(size, _SPELLING.get(base, base), memory.disp, store, index)
    base = instruction.reg_name(instruction.operands[0].reg)
    return Access(4, _SPELLING.get(base, base), 0, store)


def moves_stack(registers: Iterable[str], stack_pointer: str) -> bool:
    """Whether a set of written registers (see `written`) holds the stack pointer."""
    return ("sp" if stack_pointer in ("esp", "rsp") else stack_pointer) in set(registers)
