"""The 16-bit core's own assembler: from one source to one object, and from that to an image.

An object is a JSON file: the source file with its folders for includes, and what the assembler
found out about it.  Since the assembler has no linker, an image is made by assembling the sources
together with the bench's memcpy and memset.

The core has no C compiler: portable C has no row on it.  So a source file states the size of the
context itself, as a global constant PREFIX_context_size (see cores/pic24/README.md).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from mote.building.image import Compiled, Image, Layout, ObjectFacts, Section, SourceLine
from mote.catalog.cpu import Cpu
from mote.common.errors import BuildError
from mote.common.paths import ROOT
from mote.pic24.assembler import assemble
from mote.pic24.assembly.image import Assembled
from mote.pic24.assembly.source import AssemblyError

OBJECTS_HAVE_CODE = False

VERSION = "1"
"""Grows when the assembler makes other words from the same source."""

KINDS = {"text": "code", "const": "rodata", "rodata": "rodata", "data": "data", "bss": "bss"}
RODATA_END = 0x2000
"""Constant tables in data memory lie below; the caller's objects above."""


def version(cpu: Cpu, source: Path) -> str:
    """What a figure of this source depends on."""
    return f"mote pic24 assembler {VERSION}"


def _assemble(paths: Sequence[Path], include: Sequence[Path], failure: str) -> Assembled:
    try:
        return assemble(paths, include=include)
    except AssemblyError as error:
        raise BuildError(f"{failure}: {error}", str(error)) from None


def content_key(cpu: Cpu) -> object:
    """None: the assembler is this package, and instructions are described in files of the core."""
    return None


def compile(
    cpu: Cpu,
    source: Path,
    target: Path,
    include: Sequence[Path],
    options: Sequence[str] = (),
) -> Compiled:
    """Assemble `source` into the object `target`; its flags are the extensions that it asks for.

    Raises BuildError.
    """
    if options:
        raise BuildError(f"{cpu.name}: its assembler has no option {options[0]}: leave it out here")
    source = source.resolve()
    if source.suffix == ".c":
        raise BuildError(f"{source.name}: {cpu.name} has no C compiler")
    folders = [path.resolve() for path in include]
    made = _assemble([source], folders, f"{source.name} does not assemble for {cpu.name}")
    target.write_text(
        json.dumps(
            {
                "source": str(source),
                "include": [str(path) for path in folders],
                "sizes": made.sizes,
                "exported": made.exported,
                "constants": made.constants,
                "undefined": made.undefined,
                "labels": [symbol.name for symbol in made.symbols],
                "extensions": made.extensions,
            }
        )
    )
    return Compiled(target, tuple(f"--extension={name}" for name in made.extensions))


def compile_all(
    cpu: Cpu,
    sources: Sequence[Path],
    folder: Path,
    include: Sequence[Path],
    options: Sequence[str] = (),
) -> list[Compiled]:
    """Assemble each source into an object of its own in `folder`; the objects in that order."""
    return [
        compile(cpu, source, folder / f"{number}-{source.stem}.o", include, options)
        for number, source in enumerate(sources)
    ]


def join(cpu: Cpu, objects: Sequence[Path], target: Path) -> list[Path]:
    """The objects as they are: the assembler joins sources, not objects."""
    return list(objects)


def labels(cpu: Cpu, object_file: Path) -> list[str]:
    """The names that an object defines in its sections, local ones too."""
    return list(_read(object_file)["labels"])


def places_of_calls(cpu: Cpu, object_file: Path, name: str) -> list[str]:
    """The source lines (file:line) that hold an undefined name of an object."""
    source = Path(_read(object_file)["source"])
    lines = source.read_text(encoding="utf-8", errors="replace").splitlines()
    word = re.compile(rf"\b{re.escape(name)}\b")
    return [f"{source.name}:{at}" for at, line in enumerate(lines, 1) if word.search(line)]


def address_of_label(image: Image, name: str) -> int | None:
    """Of an exported one alone."""
    return image.symbols.get(name)


def _read(path: Path) -> dict[str, Any]:
    try:
        return dict(json.loads(path.read_text()))
    except (OSError, ValueError):
        raise BuildError(f"{path.name} is not an object of the 16-bit core") from None


def separate() -> tuple[str, ...]:
    """None: the linker takes objects whole."""
    return ()


def inspect(cpu: Cpu, object_file: Path, prefix: str, wanted: Sequence[str] = ()) -> ObjectFacts:
    """Sections, exported and undefined names.

    Counted are text and constants, 3 bytes for each instruction word, and constant tables in data
    memory.
    """
    facts = _read(object_file)
    sections = tuple(
        Section(f".{name}", size, KINDS[name], name != "bss")
        for name, size in facts["sizes"].items()
        if size
    )
    return ObjectFacts(sections, tuple(facts["exported"]), tuple(facts["undefined"]))


def shared_library_problem(cpu: Cpu, object_file: Path, folder: Path) -> str:
    """Why the object cannot go into a shared library."""
    return "this assembler makes no shared libraries"


def object_problems(cpu: Cpu, object_file: Path, source: Path) -> list[str]:
    """None: its objects say nothing of functions but where they begin."""
    return []


def missing_instructions(cpu: Cpu, object_file: Path) -> list[str]:
    """None: the assembler has made every word of it."""
    return []


def link(
    cpu: Cpu,
    objects: Sequence[Path],
    prefix: str,
    folder: Path,
    wanted: Sequence[str] = (),
    layout: Layout | None = None,
) -> Image:
    """Assemble the sources with the bench's memcpy and memset; raises BuildError."""
    parts = [_read(path) for path in objects]
    sources = [Path(facts["source"]) for facts in parts]
    support = ROOT / "cpus" / "support" / f"{cpu.toolchain.support}.s"
    failure = f"does not link for {cpu.name}"
    include = dict.fromkeys(Path(path) for facts in parts for path in facts["include"])
    made = _assemble([*sources, support], list(include), failure)
    if made.undefined:
        raise BuildError(f"{failure}: undefined {', '.join(made.undefined)}")
    start, content = made.data["rodata"]
    if start + len(content) > RODATA_END:
        raise BuildError(f"{failure}: constant tables of {len(content)} bytes are too large")
    library = [
        (symbol.address, symbol.address + symbol.size // 3 * 2)
        for symbol in made.symbols
        if symbol.file == str(support)
    ]
    places = {}
    for statement in made.statements:
        if statement.section in ("text", "const"):
            name = Path(statement.line.file).name
            for index in range(len(statement.words)):
                places[statement.address + 2 * index] = (name, statement.line.number)
    target = folder.resolve() / f"{objects[0].stem}.image.json"
    target.write_text(
        json.dumps(
            {
                "program": list(made.program.items()),
                "rodata": [start, content.hex()],
                "extensions": made.extensions,
                "places": list(places.items()),
            }
        )
    )
    symbols = {symbol.name: symbol.address for symbol in made.symbols}
    return Image(path=target, symbols={**symbols, **made.values}, library=tuple(library))


def source_lines(cpu: Cpu, image: Image) -> Callable[[int], SourceLine]:
    """From an address to its source line and the symbol before it, as the image has them."""
    facts = json.loads(image.path.read_text())
    places = {address: (file, line) for address, (file, line) in facts["places"]}
    symbols = sorted((at, name) for name, at in image.symbols.items() if at in places)

    def find(address: int) -> SourceLine:
        before = [name for at, name in symbols if at <= address]
        file, line = places.get(address, ("", 0))
        return SourceLine(file, line, before[-1] if before and file else "")

    return find


def type_layout(
    cpu: Cpu,
    header: Path,
    type_name: str,
    include: Sequence[Path],
    folder: Path,
    options: Sequence[str] = (),
) -> tuple[int, int]:
    """Size of the context as the source states it, and 2: words lie at even addresses."""
    for path in sorted(folder.glob("*.o")):
        size = _read(path)["constants"].get(f"{type_name}_size")
        if size is not None:
            return int(size), 2
    raise BuildError(
        f"the source states no {type_name}_size: add .equ {type_name}_size, and .global for it"
    )
