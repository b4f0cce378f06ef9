"""What the Unicorn machine knows of an image's code before it runs: sections and instructions."""

from __future__ import annotations

from pathlib import Path

import capstone
from elftools.elf.elffile import ELFFile

from mote.building.elf import symbols as elf_symbols
from mote.machines.architectures import Architecture
from mote.machines.code import Code, Section, sections_of


def read(path: Path, architecture: Architecture) -> Code:
    """Take an image's sections from its ELF file and disassemble its code.

    The mapping symbols $a, $t, $x and $d ("ELF for the Arm Architecture", section 5.5.5, and the
    RISC-V psABI) say what is code; without them every symbol starts code anew.
    """
    marks: list[tuple[int, str]] = []
    symbols: list[int] = []
    with path.open("rb") as stream:
        elf = ELFFile(stream)
        sections = sections_of(elf)
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
