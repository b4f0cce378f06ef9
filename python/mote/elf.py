"""The symbol table of an ELF file."""

from __future__ import annotations

from elftools.elf.elffile import ELFFile
from elftools.elf.sections import Symbol, SymbolTableSection


def symbols(elf: ELFFile) -> list[Symbol]:
    """Every symbol of a file in the order of its table; none where it has no table."""
    table = elf.get_section_by_name(".symtab")
    return list(table.iter_symbols()) if isinstance(table, SymbolTableSection) else []
