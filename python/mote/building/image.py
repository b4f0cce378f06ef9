"""Object files and what is linked of them: sections, images and where they lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Compiled:
    """The object of one source, and the options that decided its code."""

    path: Path
    flags: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """A section of an object file that takes memory at run time.

    kind: "code", "rodata", "data" or "bss"; counted: whether size_bytes includes it.
    """

    name: str
    size: int
    kind: str
    counted: bool


@dataclass(frozen=True)
class ObjectFacts:
    """What an object file says of itself, for the rules of Annex A.2.

    static_bytes: RAM at fixed addresses: variables, and what compilers keep at fixed addresses.
    internal_bytes: those of them in the internal RAM of an 8051, without a register bank; None of
        other processors.
    """

    sections: tuple[Section, ...]
    exported: tuple[str, ...]
    undefined: tuple[str, ...]
    static_bytes: int = 0
    internal_bytes: int | None = None

    @property
    def size_bytes(self) -> int:
        return sum(section.size for section in self.sections if section.counted)


@dataclass(frozen=True)
class Region:
    """A range of data memory that a call may touch."""

    name: str
    address: int
    size: int
    writable: bool

    @property
    def end(self) -> int:
        return self.address + self.size


@dataclass(frozen=True)
class SourceLine:
    """Where an address of code comes from.

    file: the file's name without folders, empty with line 0 where it is not known.  function: the
    function that the line stands in, or the symbol before the address and the bytes between them.
    """

    file: str
    line: int
    function: str


@dataclass(frozen=True)
class Layout:
    """Where a file is run, when it is elsewhere than in the bench's own layout.

    name: in words, for what is reported of it.  code: the image's address; before what is linked
    lie then other code and constants of odd sizes.  memory: where the window of data memory begins;
    data: where in it the first byte of a message lies, across what is a border to a CPU.  stack:
    where the stack ends.  sentinel: where a call returns to.  None: as the machine has it.
    """

    name: str
    code: int | None = None
    memory: int | None = None
    data: int | None = None
    stack: int | None = None
    sentinel: int | None = None


@dataclass(frozen=True)
class Image:
    """One object linked with the bench's memcpy and memset, ready for a machine.

    symbols: code addresses by name (and fixed parameter addresses on CPUs that have them).
    library: address ranges [start, end) of code that is not the implementation's.
    helpers: what was linked of the compiler's own library, as (file of the library, bytes).
    instructions: for each address that the disassembler reached, the instruction's text;
    illegal: those addresses whose opcode the stated architecture lacks.
    origin: from the name and a line of a file that the bench made of others (building.package) to
    `file:line` of these, or nothing; None where there is no such file.
    layout: where it lies, with the objects of calls; None for the bench's own layout.
    """

    path: Path
    symbols: dict[str, int]
    library: tuple[tuple[int, int], ...]
    illegal: dict[int, str] = field(default_factory=dict)
    static: tuple[Region, ...] = ()
    helpers: tuple[tuple[str, int], ...] = ()
    origin: Callable[[str, int], str] | None = None
    layout: Layout | None = None
