"""What a linker keeps of an object for given functions, when it collects garbage by sections.

A linker with --gc-sections keeps the sections in which the wanted symbols stand, and those to which
a relocation of a kept section refers, and so on.  Several functions may so share a source, and each
costs a program what it needs alone.  In C every function has to stand in a section of its own
(-ffunction-sections), in assembly so does what a program may leave out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection

from mote.elf import symbols as elf_symbols
from mote.types import BuildError


def sections(elf: ELFFile, wanted: Iterable[str]) -> frozenset[int]:
    """The numbers of the sections of an object that stay for the wanted symbols.

    Raises BuildError naming a symbol that the object does not define.
    """
    table = elf_symbols(elf)
    places = {
        symbol.name: symbol["st_shndx"]
        for symbol in table
        if symbol.name and isinstance(symbol["st_shndx"], int)
    }
    refers: dict[int, set[int]] = defaultdict(set)
    for section in elf.iter_sections():
        if isinstance(section, RelocationSection):
            for relocation in section.iter_relocations():
                target = table[relocation["r_info_sym"]]["st_shndx"]
                if isinstance(target, int):
                    refers[section["sh_info"]].add(target)
    waiting = []
    for name in wanted:
        if name not in places:
            raise BuildError(f"the object does not define {name}")
        waiting.append(places[name])
    kept: set[int] = set()
    while waiting:
        number = waiting.pop()
        if number not in kept:
            kept.add(number)
            waiting += refers[number]
    return frozenset(kept)


def size(path: Path, wanted: Iterable[str]) -> int:
    """The bytes of an ELF object that a linker keeps for the wanted symbols.

    Counted is what takes memory at run time: code, constants and variables.
    """
    with path.open("rb") as stream:
        elf = ELFFile(stream)
        return sum(
            elf.get_section(number)["sh_size"]
            for number in sections(elf, wanted)
            if elf.get_section(number)["sh_flags"] & 2  # SHF_ALLOC
        )
