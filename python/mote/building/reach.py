"""What a linker keeps of an object for given functions, when it collects garbage by sections.

A linker with --gc-sections keeps the sections in which the wanted symbols stand, and those to which
a relocation of a kept section refers, and so on.  Several functions may so share a source, and each
costs a program what it needs alone.  In C every function has to stand in a section of its own
(-ffunction-sections), in assembly so does what a program may leave out.

The ELF ABI version 1 of 64-bit POWER has descriptors of all functions in one section, .opd, to
which both symbols and calls lead; a linker follows the one descriptor that is meant.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection

from mote.building.elf import symbols as elf_symbols
from mote.common.errors import BuildError

DESCRIPTOR = 24
"""Bytes of a function descriptor: 64-bit PowerPC ELF ABI Supplement 1.9, section 3.2.4."""


def sections(elf: ELFFile, wanted: Iterable[str]) -> frozenset[int]:
    """The numbers of the sections of an object that stay for the wanted symbols.

    Raises BuildError naming a symbol that the object does not define.
    """
    return frozenset(number for number, _ in kept(elf, wanted))


def kept(elf: ELFFile, wanted: Iterable[str]) -> frozenset[tuple[int, int]]:
    """The same; of .opd each descriptor that stays, with its place, and of other sections 0."""
    table = elf_symbols(elf)
    descriptors = {
        number for number, section in enumerate(elf.iter_sections()) if section.name == ".opd"
    }
    places = {
        symbol.name: (symbol["st_shndx"], symbol["st_value"])
        for symbol in table
        if symbol.name and isinstance(symbol["st_shndx"], int)
    }
    # By section, or by section and place for a descriptor: what it refers to.
    refers: dict[tuple[int, int], set[tuple[int, int]]] = defaultdict(set)
    for section in elf.iter_sections():
        if isinstance(section, RelocationSection):
            source = section["sh_info"]
            for relocation in section.iter_relocations():
                symbol = table[relocation["r_info_sym"]]
                target, value = symbol["st_shndx"], symbol["st_value"]
                if isinstance(target, int):
                    if symbol["st_info"]["type"] == "STT_SECTION":
                        value += relocation.entry.get("r_addend", 0)
                    place = relocation["r_offset"] if source in descriptors else 0
                    refers[source, place].add((target, value if target in descriptors else 0))
    waiting = []
    for name in wanted:
        if name not in places:
            raise BuildError(f"the object does not define {name}")
        number, value = places[name]
        waiting.append((number, value if number in descriptors else 0))
    found: set[tuple[int, int]] = set()
    while waiting:
        place = waiting.pop()
        if place not in found:
            found.add(place)
            waiting += refers[place]
    return frozenset(found)


def size(path: Path, wanted: Iterable[str]) -> int:
    """The bytes of an ELF object that a linker keeps for the wanted symbols.

    Counted is what takes memory at run time: code, constants and variables.
    """
    with path.open("rb") as stream:
        elf = ELFFile(stream)
        return sum(
            DESCRIPTOR if section.name == ".opd" else section["sh_size"]
            for number, _ in kept(elf, wanted)
            if (section := elf.get_section(number))["sh_flags"] & 2  # SHF_ALLOC
        )
