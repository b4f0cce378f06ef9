"""The image: what came of the source, for whoever loads, counts or shows it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mote.pic24.assembly.sections import PROGRAM_SECTIONS, SECTIONS
from mote.pic24.assembly.statements import Statement


@dataclass(frozen=True)
class Symbol:
    """A label.  size: to the next label that is not local, in bytes of its memory (3 for each
    instruction word); address: of program memory in steps of 2 for each word."""

    name: str
    section: str
    address: int
    size: int
    is_global: bool
    file: str


@dataclass(frozen=True)
class Assembled:
    """What came of some source files.

    program: instruction words by address.  data: bytes of data memory by section, with their
    start.  symbols: labels by file order; values: exported names.  statements: for the listing.
    """

    program: dict[int, int]
    data: dict[str, tuple[int, bytes]]
    bss: tuple[int, int]
    symbols: tuple[Symbol, ...]
    values: dict[str, int]
    constants: dict[str, int]
    exported: tuple[str, ...]
    undefined: tuple[str, ...]
    statements: tuple[Statement, ...]
    extensions: tuple[str, ...]

    @property
    def sizes(self) -> dict[str, int]:
        """Bytes of each section: 3 for an instruction word."""
        sizes = dict.fromkeys(SECTIONS, 0)
        for statement in self.statements:
            if statement.section in PROGRAM_SECTIONS:
                sizes[statement.section] += 3 * len(statement.words)
        for name, (_, content) in self.data.items():
            sizes[name] += len(content)
        sizes["bss"] = self.bss[1]
        return sizes

    def place(self, address: int) -> str:
        """file:line of the instruction at an address."""
        for statement in self.statements:
            if statement.section in PROGRAM_SECTIONS:
                end = statement.address + 2 * len(statement.words)
                if statement.address <= address < end:
                    return f"{statement.line.file}:{statement.line.number}"
        return ""

    def routine(self, address: int) -> str:
        """The label that stands before an address of program memory."""
        best = ""
        for symbol in sorted(self.symbols, key=lambda s: s.address):
            if symbol.section in PROGRAM_SECTIONS and symbol.address <= address:
                best = symbol.name
        return best

    def listing(self) -> str:
        """Addresses, words, cycles and source, one line for each statement."""
        lines = []
        for symbol_statement in self.statements:
            s = symbol_statement
            if s.section in PROGRAM_SECTIONS:
                words = " ".join(f"{word:06x}" for word in s.words[:2])
                cycles = s.instruction.cycles.split()[0] if s.instruction else ""
            else:
                words, cycles = f"{s.size} bytes", ""
            shown = f"{s.mnemonic} {', '.join(s.operands)}"
            place = f"{Path(s.line.file).name}:{s.line.number}"
            lines.append(f"{s.address:06x}  {words:15} {cycles:3} {shown:44} ; {place}")
        lines.append("")
        for symbol in self.symbols:
            kind = "global" if symbol.is_global else "local"
            lines.append(
                f"{symbol.address:06x}  {symbol.section:7} {symbol.size:6} bytes  {kind:6}"
                f"  {symbol.name}"
            )
        return "\n".join(lines) + "\n"
