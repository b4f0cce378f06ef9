"""Sections: how far each is filled, and where it begins once all are.

Offsets are of the section while the source is read; every section then begins at 0.  Program memory
counts two for each instruction word, data memory one for each byte.
"""

from __future__ import annotations

TEXT_START = 0x0200
"""Where the program begins; below it lie the vectors of DS70157."""
DATA_START = 0x0800

SECTIONS = ("text", "const", "rodata", "data", "bss")
PROGRAM_SECTIONS = ("text", "const")


class Layout:
    """counter: the offset behind what each section has.  base: where it begins."""

    def __init__(self) -> None:
        self.section = "text"
        self.counter = dict.fromkeys(SECTIONS, 0)
        self.base = dict.fromkeys(SECTIONS, 0)

    @property
    def here(self) -> int:
        """The offset at which the current section goes on."""
        return self.counter[self.section]

    @property
    def in_program(self) -> bool:
        """Whether the current section is of program memory."""
        return self.section in PROGRAM_SECTIONS

    def absolute(self, section: str, offset: int) -> int:
        """The address of an offset in a section."""
        return self.base[section] + offset

    def place(self) -> None:
        """Give each section its beginning: they follow each other in their memory."""
        self.base["text"] = TEXT_START
        self.base["const"] = TEXT_START + self.counter["text"]
        start = DATA_START
        for name in ("rodata", "data", "bss"):
            start += start % 2
            self.base[name] = start
            start += self.counter[name]
