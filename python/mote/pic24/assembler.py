"""An assembler for the 16-bit core, made from the instructions' descriptions.

cores/pic24/README.md describes the source language.  Everything is in one pass over the text
(macros, conditions, includes, layout) and one over the statements (encoding); there is no separate
linker: files that belong together are assembled together, each with its own names, of which
`.global` ones are seen by the others.  The parts are in mote.pic24.assembly.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from mote.common.paths import INCLUDES
from mote.pic24.assembly.directives import Directives
from mote.pic24.assembly.encoder import Encoder
from mote.pic24.assembly.image import Assembled, Symbol
from mote.pic24.assembly.macros import Preprocessor
from mote.pic24.assembly.names import SourceFile
from mote.pic24.assembly.sections import PROGRAM_SECTIONS, SECTIONS
from mote.pic24.assembly.source import Line, read, split_operands
from mote.pic24.assembly.statements import Program


class Assembler:
    """One assembly; use `assemble`."""

    def __init__(
        self,
        extensions: Iterable[str],
        include: Sequence[Path],
        defines: Mapping[str, int],
    ) -> None:
        self.include = list(include)
        self.program = Program(extensions, defines)
        self.encoder = Encoder(self.program.names)
        self.directives = Directives(self.program, self.encoder)
        self.unique = itertools.count(1)

    # First pass.

    def add_file(self, path: Path) -> None:
        """Read a file as one with its own names."""
        file = SourceFile(path)
        self.program.open(file)
        text = Preprocessor(self.program, self.include, self.unique, self._take)
        text.lines(read(path))
        for name, line in file.globals.items():
            if not file.defines(name):
                raise line.error(name, f"{name} is .global but has no value in this file")

    def _take(self, word: str, rest: str, line: Line) -> None:
        """A directive or an instruction."""
        if word.startswith("."):
            self.directives.take(word, rest, line)
            return
        word, operands = self.encoder.plain(word, split_operands(rest))
        layout = self.program.layout
        if not layout.in_program:
            raise line.error(word, f"an instruction in section {layout.section}")
        statement = self.program.statement(line, word, operands)
        statement.size = self.encoder.size(statement, len(self.program.statements))
        self.program.append(statement)

    # Second pass.

    def finish(self) -> Assembled:
        """Lay the sections out and encode every statement."""
        layout, names = self.program.layout, self.program.names
        layout.place()
        names.final = True
        words: dict[int, int] = {}
        data = {name: bytearray() for name in ("rodata", "data")}
        for order, statement in enumerate(self.program.statements):
            content = self.encoder.encode(statement, order)
            if statement.section in data:
                data[statement.section] += content
            statement.address = layout.absolute(statement.section, statement.address)
            for index, word in enumerate(statement.words):
                words[statement.address + 2 * index] = word
        symbols = self._symbols()
        values, constants = self._exported()
        return Assembled(
            program=words,
            data={name: (layout.base[name], bytes(content)) for name, content in data.items()},
            bss=(layout.base["bss"], layout.counter["bss"]),
            symbols=symbols,
            values=values,
            constants=constants,
            exported=tuple(sorted(values)),
            undefined=tuple(sorted(names.undefined)),
            statements=tuple(self.program.statements),
            extensions=tuple(sorted(names.extensions)),
        )

    def _exported(self) -> tuple[dict[str, int], dict[str, int]]:
        """Global names: the addresses of labels, and values."""
        addresses: dict[str, int] = {}
        values: dict[str, int] = {}
        for file in self.program.names.files:
            for name, line in file.globals.items():
                if name in addresses or name in values:
                    raise line.error(name, f"{name} is .global in two files")
                if name in file.labels:
                    addresses[name] = self.program.layout.absolute(*file.labels[name])
                else:
                    values[name] = file.values[name]
        return addresses, values

    def _symbols(self) -> tuple[Symbol, ...]:
        """Labels that are not local, with the bytes up to the next one or the file's end."""
        layout, files = self.program.layout, self.program.names.files
        ends = {
            name: sorted(
                {offset for f in files for key, (s, offset) in f.labels.items()
                 if s == name and "." not in key} | {layout.counter[name]}
            )
            for name in SECTIONS
        }  # fmt: skip
        symbols = []
        for file in files:
            for name, (section, offset) in file.labels.items():
                if "." in name:
                    continue
                end = next((end for end in ends[section] if end > offset), offset)
                size = end - offset
                if section in PROGRAM_SECTIONS:
                    size = size // 2 * 3
                symbols.append(
                    Symbol(
                        name,
                        section,
                        layout.absolute(section, offset),
                        size,
                        name in file.globals,
                        str(file.path),
                    )
                )
        return tuple(symbols)


def assemble(
    paths: Sequence[Path],
    *,
    extensions: Iterable[str] = (),
    include: Sequence[Path] = INCLUDES,
    defines: Mapping[str, int] | None = None,
) -> Assembled:
    """Assemble files together; raises AssemblyError (file, line, column).

    extensions: custom instructions that the core has, beside those of `.extension` in the source.
    """
    work = Assembler(extensions, include, defines or {})
    for path in paths:
        work.add_file(Path(path))
    return work.finish()
