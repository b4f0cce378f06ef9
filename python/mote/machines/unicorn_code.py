"""What the Unicorn machine knows of an image's code before it runs: sections and instructions."""

from __future__ import annotations

import bisect
from dataclasses import dataclass
from pathlib import Path

import capstone
from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile

from mote.elf import symbols as elf_symbols
from mote.machines.architectures import Architecture


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


def read(path: Path, architecture: Architecture) -> Code:
    """Take an image's sections from its ELF file and disassemble its code.

    The mapping symbols $a, $t, $x and $d ("ELF for the Arm Architecture", section 5.5.5, and the
    RISC-V psABI) say what is code; without them every symbol starts code anew.
    """
    sections = []
    marks: list[tuple[int, str]] = []
    symbols: list[int] = []
    with path.open("rb") as stream:
        elf = ELFFile(stream)
        for part in elf.iter_sections():
            flags = part["sh_flags"]
            if flags & SH_FLAGS.SHF_ALLOC and part["sh_size"]:
                data = part.data()
                if part["sh_type"] == "SHT_NOBITS":
                    data = bytes(part["sh_size"])
                executable = bool(flags & SH_FLAGS.SHF_EXECINSTR)
                variables = part.name in (".data", ".bss")
                sections.append(Section(part.name, part["sh_addr"], data, executable, variables))
        for symbol in elf_symbols(elf):
            if symbol["st_shndx"] in ("SHN_UNDEF", "SHN_ABS"):
                continue
            name, address = symbol.name, symbol["st_value"]
            if name[:2] in ("$a", "$t", "$d", "$x") and (len(name) == 2 or name[2] in ".r"):
                marks.append((address, name[1]))
            elif name and symbol["st_info"]["type"] in ("STT_FUNC", "STT_NOTYPE"):
                symbols.append(architecture.code_address(address))
    marks.sort()
    symbols.sort()
    decoders = architecture.decoders()
    instructions: list[capstone.CsInsn] = []
    for section in sections:
        if section.executable:
            instructions += _disassemble(section, decoders, marks, symbols, architecture.step)
    instructions.sort(key=lambda instruction: instruction.address)
    return Code(tuple(sections), instructions, marks)


def _disassemble(
    section: Section,
    decoders: dict[str, capstone.Cs],
    marks: list[tuple[int, str]],
    symbols: list[int],
    step: int,
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
    for start, end in zip(edges, [*edges[1:], section.end], strict=True):
        decoder = decoders.get(starts[start])
        while decoder is not None and start < end:
            data = section.data[start - section.address : end - section.address]
            for instruction in decoder.disasm(data, start):
                found.append(instruction)
                start = instruction.address + instruction.size
            start += step  # a byte or two that are no instruction: constants within the code
    return found
