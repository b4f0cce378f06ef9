"""Statements: instructions and data in the order of the source, each at its offset in a section.

`Program` is what reading the source fills: statements, labels and values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mote.pic24.assembly.names import Names, Place, SourceFile
from mote.pic24.assembly.sections import Layout
from mote.pic24.assembly.source import Line
from mote.pic24.isa import Instruction


@dataclass
class Statement:
    """An instruction or data at an address, to be encoded when every name is known."""

    line: Line
    file: SourceFile
    scope: str
    section: str
    address: int
    mnemonic: str
    operands: list[str]
    size: int = 0
    unit: int = 0
    words: tuple[int, ...] = ()
    instruction: Instruction | None = None


class Program:
    """The statements and names of all files, as far as they are read.

    scope: the label to which local ones belong.
    """

    def __init__(self, extensions: Iterable[str], defines: Mapping[str, int]) -> None:
        self.layout = Layout()
        self.names = Names(self.layout, extensions, defines)
        self.statements: list[Statement] = []
        self.scope = ""

    @property
    def file(self) -> SourceFile:
        """The file that is being read."""
        return self.names.files[-1]

    def open(self, file: SourceFile) -> None:
        """Go on with another file, which has its own names."""
        self.names.files.append(file)
        self.layout.section, self.scope = "text", ""

    def now(self, text: str, line: Line) -> int:
        """An expression that must be known at once (.if, .space, .equ)."""
        place = Place(self.file, self.scope, self.layout.here, len(self.statements))
        try:
            return self.names.evaluate(text, place)
        except ValueError as error:
            raise line.error(text, str(error)) from None

    def label(self, name: str, line: Line) -> None:
        """Let a name be this place."""
        file = self.file
        here = (self.layout.section, self.layout.here)
        if name.isdigit():
            file.numeric.setdefault(name, []).append((len(self.statements), here))
            return
        key = name
        if name.startswith("."):
            key = self.scope + name
        else:
            self.scope = name
        if file.defines(key):
            raise line.error(name, f"{name} is already defined")
        file.labels[key] = here

    def statement(
        self, line: Line, mnemonic: str, operands: list[str], size: int = 0, unit: int = 0
    ) -> Statement:
        """A statement at this place, which `append` adds."""
        section, here = self.layout.section, self.layout.here
        return Statement(line, self.file, self.scope, section, here, mnemonic, operands, size, unit)

    def append(self, statement: Statement) -> None:
        """Add a statement whose size is known."""
        self.statements.append(statement)
        self.layout.counter[statement.section] += statement.size
