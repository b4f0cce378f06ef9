"""What linkers, debuggers and profilers take from an ELF object beside its code.

A compiler writes it by itself; in assembly it is easily left out, and nothing but a user's program
shows it.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from pathlib import Path

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection
from elftools.elf.sections import Section, Symbol, SymbolTableSection

from mote.building.elf import symbols as elf_symbols

STACK_NOTE = ".note.GNU-stack"
DESCRIPTORS = ".opd"

INSTRUCTION_BYTES = {
    "EM_ARM": 2,
    "EM_AVR": 2,
    "EM_MIPS": 4,
    "EM_PPC": 4,
    "EM_PPC64": 4,
    "EM_RISCV": 2,
}
"""The alignment that the shortest instruction needs; 1 for others.  ARM: in Thumb state."""

WORD_BYTES = 4
"""Alignment of ARM instructions and of what is loaded relative to pc (ARM ELF: mapping symbols)."""


@dataclass(frozen=True)
class _Function:
    """An exported function: its place in a section of code.  odd: bit 0 of its symbol's value."""

    name: str
    section: int
    start: int
    size: int
    odd: bool

    @property
    def end(self) -> int:
        return self.start + self.size


def problems(object_file: Path, *, assembly: bool, linux: bool) -> list[str]:
    """Each rule that the object of one source breaks, one line each.

    assembly: whether a person wrote its directives.  linux: whether it is built for Linux.

    - An exported name in a section of code is a function (STT_FUNC), of a size that is not 0, lies
      in its section and overlaps no other one but where both end together, as entries of one
      function do (System V ABI, chapter 4, "Symbol Table"); in Thumb
      code bit 0 of its value is set, in ARM code not (ELF for the Arm Architecture, "Symbol
      Values").
    - On Linux the object of assembly says that it needs no executable stack: one that does not say
      so gives the whole program one.  (Compilers say it where that is so, not on POWER with the
      ABI's version 1.)
    - Sections of code, where they are assembly, are aligned as instructions have to be, and on ARM
      to words where they hold words.  (avr-gcc leaves all its sections at 1: linkers put
      nothing odd between them.)
    """
    with object_file.open("rb") as stream:
        elf = ELFFile(stream)
        symbols = elf_symbols(elf)
        states = _states(symbols) if elf["e_machine"] == "EM_ARM" else {}
        found = _of_functions(elf, symbols, states)
        if linux:
            note = elf.get_section_by_name(STACK_NOTE)
            if note is None and assembly:
                found.append(f"has no section {STACK_NOTE}: its program gets an executable stack")
            elif note is not None and note["sh_flags"] & SH_FLAGS.SHF_EXECINSTR:
                found.append(f"asks for an executable stack in {STACK_NOTE}")
        if assembly:
            found += _of_alignment(elf, states)
    return found


def _is_code(section: Section) -> bool:
    return bool(section["sh_flags"] & SH_FLAGS.SHF_EXECINSTR)


def _states(symbols: list[Symbol]) -> dict[int, list[tuple[int, str]]]:
    """The mapping symbols of each section: where ARM code (a), Thumb code (t), data (d) begin."""
    found: dict[int, list[tuple[int, str]]] = {}
    for symbol in symbols:
        kind = symbol.name.split(".")[0]
        if kind in ("$a", "$t", "$d"):
            found.setdefault(symbol["st_shndx"], []).append((symbol["st_value"], kind[1]))
    return {section: sorted(places) for section, places in found.items()}


def _of_functions(
    elf: ELFFile, symbols: list[Symbol], states: dict[int, list[tuple[int, str]]]
) -> list[str]:
    found: list[str] = []
    functions: list[_Function] = []
    for symbol in symbols:
        place = symbol["st_shndx"]
        # What is hidden is exported to nobody, as the thunks that GCC makes for i386.
        hidden = symbol["st_other"]["visibility"] in ("STV_HIDDEN", "STV_INTERNAL")
        if symbol["st_info"]["bind"] == "STB_LOCAL" or hidden or not isinstance(place, int):
            continue
        section = elf.get_section(place)
        start = symbol["st_value"]
        if section.name == DESCRIPTORS:
            place, start = _described(elf, start)
            section = elf.get_section(place)
        if not _is_code(section):
            continue
        if symbol["st_info"]["type"] != "STT_FUNC":
            found.append(f"{symbol.name} is not of type function (.type)")
            continue
        odd = bool(states) and bool(start & 1)
        functions.append(_Function(symbol.name, place, start - odd, symbol["st_size"], odd))
    functions.sort(key=lambda each: (each.section, each.start))
    for function in functions:
        length = elf.get_section(function.section)["sh_size"]
        if function.size == 0:
            found.append(f"{function.name} has size 0 (.size)")
        elif function.end > length:
            beyond = function.end - length
            found.append(f"{function.name} ends {beyond} bytes behind its section (.size)")
        before = [kind for at, kind in states.get(function.section, ()) if at <= function.start]
        if before and (before[-1] == "t") != function.odd:
            has = "no bit 0 in Thumb code" if before[-1] == "t" else "bit 0 and is no Thumb code"
            found.append(f"the symbol {function.name} has {has} (.thumb_func)")
    for first, second in itertools.pairwise(functions):
        if first.section != second.section or first.start == second.start:
            continue
        if first.end > second.start and first.end != second.end:
            found.append(f"{first.name} overlaps {second.name} (.size)")
    return found


def _described(elf: ELFFile, offset: int) -> tuple[int, int]:
    """Section and place of the code that a function descriptor of PowerPC means."""
    for section in elf.iter_sections():
        if not isinstance(section, RelocationSection):
            continue
        if elf.get_section(section["sh_info"]).name != DESCRIPTORS:
            continue
        table = elf.get_section(section["sh_link"])
        assert isinstance(table, SymbolTableSection)
        for relocation in section.iter_relocations():
            if relocation["r_offset"] == offset:
                symbol = table.get_symbol(relocation["r_info_sym"])
                return symbol["st_shndx"], symbol["st_value"] + relocation["r_addend"]
    raise AssertionError(f"no descriptor at {offset:#x}")


def _of_alignment(elf: ELFFile, states: dict[int, list[tuple[int, str]]]) -> list[str]:
    found = []
    for number, section in enumerate(elf.iter_sections()):
        if not _is_code(section) or section["sh_size"] == 0:
            continue
        needed = INSTRUCTION_BYTES.get(elf["e_machine"], 1)
        if any(kind in "ad" for _, kind in states.get(number, ())):
            needed = WORD_BYTES
        if section["sh_addralign"] < needed:
            found.append(
                f"section {section.name} is aligned to {section['sh_addralign']}, and its code"
                f" needs {needed} (.balign {needed})"
            )
    return found
