"""The code of an image that Unicorn or QEMU runs: its sections and instructions."""

from __future__ import annotations

import bisect
import functools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile

from mote.building.image import Region

if TYPE_CHECKING:
    import capstone


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


def sections_of(elf: ELFFile) -> list[Section]:
    """The sections of an ELF file that take memory."""
    found = []
    for part in elf.iter_sections():
        flags = part["sh_flags"]
        if flags & SH_FLAGS.SHF_ALLOC and part["sh_size"]:
            data = bytes(part["sh_size"]) if part["sh_type"] == "SHT_NOBITS" else part.data()
            executable = bool(flags & SH_FLAGS.SHF_EXECINSTR)
            variables = part.name in (".data", ".bss")
            found.append(Section(part.name, part["sh_addr"], data, executable, variables))
    return found


def regions_of(sections: Iterable[Section]) -> list[Region]:
    """The sections by the names that a message gives them."""
    found = []
    for section in sections:
        name = "the code" if section.executable else f"the constants ({section.name})"
        name = f"the variables ({section.name})" if section.variables else name
        found.append(Region(name, section.address, len(section.data), section.variables))
    return found


Key = tuple[int, bytes, str]


def key_of(instruction: capstone.CsInsn) -> Key:
    """What all that an instruction does follows from, but for the addresses in it.

    Capstone's mode and the instruction's bytes; and the mnemonic, because it tells what stands in
    an IT block from what does not.
    """
    return instruction._cs.mode, bytes(instruction.bytes), instruction.mnemonic


@dataclass(frozen=True)
class Code:
    """An image's sections, its instructions in address order, and where Thumb code is."""

    sections: tuple[Section, ...]
    instructions: list[capstone.CsInsn]
    marks: list[tuple[int, str]]
    """(address, "a", "t", "d" or "x") in address order, where the ELF file has mapping symbols."""

    @functools.cached_property
    def keys(self) -> list[Key]:
        """Those of the instructions: see key_of."""
        return [key_of(instruction) for instruction in self.instructions]

    def is_thumb(self, address: int) -> bool:
        """Whether the instruction at `address` is Thumb code (ELF for the Arm Architecture)."""
        place = bisect.bisect_right(self.marks, (address, "~")) - 1
        return place >= 0 and self.marks[place][1] == "t"

    def is_code(self, address: int) -> bool:
        """Whether the address lies in a section of code."""
        return any(s.executable and s.address <= address < s.end for s in self.sections)
