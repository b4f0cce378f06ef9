"""Directives that name a section, define names, or lay data."""

from __future__ import annotations

from mote.pic24.assembly.encoder import Encoder
from mote.pic24.assembly.sections import SECTIONS
from mote.pic24.assembly.source import Line, split_operands
from mote.pic24.assembly.statements import Program
from mote.pic24.sets import extension_names

UNITS = {".byte": 1, ".word": 2, ".long": 4, ".pword": 3}
"""The bytes of each value."""


class Directives:
    """What each directive does to a program, and to the instructions that its encoder knows."""

    def __init__(self, program: Program, encoder: Encoder) -> None:
        self.program, self.encoder = program, encoder

    def take(self, word: str, rest: str, line: Line) -> None:
        """A directive and what follows it."""
        program, parts = self.program, split_operands(rest)
        if word[1:] in SECTIONS:
            program.layout.section = word[1:]
        elif word == ".section":
            name = rest.strip().lstrip(".")
            if name not in SECTIONS:
                raise line.error(rest, f"no section {name}; there are {', '.join(SECTIONS)}")
            program.layout.section = name
        elif word in (".global", ".globl"):
            program.file.globals.update(dict.fromkeys(parts, line))
        elif word in (".equ", ".set"):
            self._equ(word, rest, parts, line)
        elif word == ".ascii":
            content = rest.strip()[1:-1].encode().decode("unicode_escape").encode("latin-1")
            self._data(".byte", [str(byte) for byte in content], line)
        elif word in UNITS:
            self._data(word, parts, line)
        elif word == ".space":
            self._reserve(program.now(parts[0], line), line)
        elif word == ".align":
            self._align(rest, line)
        elif word == ".extension":
            self._extension(parts, line)
        elif word == ".error":
            raise line.error(rest, rest.strip('"'))
        else:
            raise line.error(word, f"unknown directive {word}")

    def _equ(self, word: str, rest: str, parts: list[str], line: Line) -> None:
        values = self.program.file.values
        if len(parts) != 2:
            raise line.error(rest, f"{word} needs a name and a value")
        if word == ".equ" and parts[0] in values:
            raise line.error(parts[0], f"{parts[0]} is already defined")
        values[parts[0]] = self.program.now(parts[1], line)

    def _extension(self, names: list[str], line: Line) -> None:
        known = extension_names()
        for name in names:
            if name not in known:
                raise line.error(name, f"no extension {name}; known: {', '.join(known)}")
            self.program.names.extensions.add(name)
        self.encoder.choose(self.program.names.extensions)

    def _align(self, rest: str, line: Line) -> None:
        layout, size = self.program.layout, self.program.now(rest, line)
        if not layout.in_program:
            self._reserve(-layout.here % size, line)
        elif layout.here % size:
            raise line.error(rest, "program memory is always aligned to a word")

    def _reserve(self, size: int, line: Line) -> None:
        if size < 0 or self.program.layout.in_program:
            raise line.error("", "space can be left in data memory only")
        if size:
            self.program.append(self.program.statement(line, ".space", ["0"] * size, size, 1))

    def _data(self, word: str, parts: list[str], line: Line) -> None:
        layout, unit = self.program.layout, UNITS[word]
        if layout.section == "bss":
            raise line.error(word, "bss holds no values: use .space")
        if layout.in_program:
            if word == ".byte":
                # Two bytes to a word, the first one low, as program space visibility shows them.
                parts = [*parts, "0"] if len(parts) % 2 else parts
            count = {1: len(parts) // 2, 2: len(parts), 3: len(parts), 4: 2 * len(parts)}[unit]
            size = 2 * count
        else:
            if unit == 3:
                raise line.error(word, ".pword belongs into program memory")
            size = unit * len(parts)
            if unit > 1 and layout.here % 2:
                raise line.error(word, "a word at an odd address: use .align 2")
        self.program.append(self.program.statement(line, word, parts, size, unit))
