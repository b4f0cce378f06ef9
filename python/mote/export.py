"""`mote export`: an implementation as files to take home, with a page that says what they are.

Needs no installed package: the figures come from results/figures.csv.
"""

from __future__ import annotations

import dataclasses
import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from mote import catalog, package, store, version
from mote.package import File, Line, Package
from mote.row import Row, text
from mote.types import Cpu, Function, Implementation, MoteError

WISHES = {
    "small": ("size_bytes", "long_cycles_per_byte"),
    "fast": ("long_cycles_per_byte", "size_bytes"),
    "low_ram": ("ram", "size_bytes"),
}
"""What is least in the implementation that is chosen, and what decides between equals."""

README = "README.md"
MADE = "Written by `mote export`"
"""Stands in every file that is written, so that a file of the user's is never replaced."""


def ram(row: Row) -> int:
    """The RAM of a row in bytes: context, deepest stack and fixed memory."""
    return sum(each or 0 for each in (row.context_bytes, row.stack_bytes, row.static_bytes))


def rows_on(cpu: Cpu) -> dict[tuple[str, str], Row]:
    """The stored rows of the CPU's first timing, by function and implementation."""
    timing = cpu.timings[0].name
    return {
        (row.function, row.implementation): row
        for row in store.read().values()
        if (row.cpu, row.timing) == (cpu.name, timing)
    }


def rows_of(function: Function, cpu: Cpu) -> dict[str, Row]:
    """The stored row of each implementation for the CPU's first timing, by implementation."""
    found = rows_on(cpu).items()
    return {implementation: row for (name, implementation), row in found if name == function.name}


def choose(function: Function, cpu: Cpu, wish: str) -> Implementation:
    """The implementation that has the least of what the wish names; raises MoteError."""
    rows = rows_of(function, cpu)

    def least(implementation: Implementation) -> tuple[float, ...]:
        row = rows[implementation.name]
        values = []
        for column in WISHES[wish]:
            value = ram(row) if column == "ram" else row.number(column)
            if value is None and column == "long_cycles_per_byte":
                value = row.long_instructions_per_byte
            assert value is not None
            values.append(float(value))
        return tuple(values)

    fits = [
        each
        for each in catalog.implementations(function)
        if catalog.runs_on(each, cpu) and each.name in rows
    ]
    if not fits:
        raise MoteError(f"{function.name} has no measured implementation for {cpu.name}")
    return min(fits, key=least)


def command(function: Function, cpu: Cpu, implementation: Implementation, prefix: str) -> str:
    """How to make the same files again."""
    words = ["./mote", "export", function.name, "--cpu", cpu.name]
    words += ["--implementation", implementation.name]
    if prefix != function.identifier:
        words += ["--prefix", prefix]
    return shlex.join([*words, "FOLDER"])


def _headed(file: File, text: Sequence[str]) -> File:
    """The file with lines behind those of the licence."""
    first = file.lines[0]
    mark = " *" if first.text.startswith("/*") else first.text[0]
    lines = [Line(f"{mark} {each}".rstrip(), first.path, 0) for each in ["", *text]]
    return dataclasses.replace(file, lines=(*file.lines[:2], *lines, *file.lines[2:]))


def files_of(implementation: Implementation, cpu: Cpu, prefix: str) -> Package:
    """What is copied, each file with a head that says what it is and where it comes from."""
    packed = package.pack(implementation, prefix)

    def headed(file: File) -> File:
        function = package.owner(file.path, implementation)
        name = prefix if function is implementation.function else function.identifier
        return _headed(
            file,
            [
                f"{function.title} from {version.text()}, implementation {implementation.name}.",
                f"{MADE}; again: {command(function, cpu, implementation, name)}",
            ],
        )

    return Package(headed(packed.header), tuple(headed(each) for each in packed.sources))


def _figures(implementation: Implementation, cpu: Cpu) -> list[str]:
    """The figures of the implementation on the CPU, a line each."""
    row = rows_of(implementation.function, cpu).get(implementation.name)
    if row is None:
        return [f"Not measured on {cpu.name} in this version."]
    speed = f"{row.long_cycles_per_byte} cycles a byte, {text(row.short_cycles)} for 32 bytes"
    if row.long_cycles_per_byte is None:
        speed = f"{row.long_instructions_per_byte} instructions a byte"
    static = f", {row.static_bytes} bytes at fixed addresses" if row.static_bytes else ""
    below = implementation.function.base
    return [
        *([f"- measured with {implementation.name} of {below}"] if below else []),
        f"- size: {row.size_bytes} bytes ({row.toolchain}, {text(row.flags)})",
        f"- speed: {speed} ({row.fidelity}, {row.timing})",
        f"- RAM: context {row.context_bytes} bytes, stack {row.stack_bytes} bytes{static}",
        f"- checked: {row.vectors_passed} digests right, memory guard, calling convention"
        + (", constant time" if implementation.constant_time else "; not constant-time"),
    ]


def _example(function: Function, prefix: str) -> list[str]:
    """The example of the function's header, as C code."""
    header = catalog.header(function).read_text(encoding="utf-8")
    block = re.search(r"^ \*     (\S.*\n(?: \*     .*\n)+)", header, re.M)
    lines = block[1].splitlines() if block else []
    texts = [line.removeprefix(" *     ") for line in lines]
    texts = [re.sub(r"^(.*;) {2,}(\S.*)$", r"\1 /* \2 */", text) for text in texts]
    return [re.sub(rf"\b{function.identifier}(?=_|\b)", prefix, text) for text in texts]


ARDUINO = ("avr8", "cortex", "rv32")
"""What the names of CPU files begin with for which there are boards that Arduino builds for."""


def _building(packed: Package, cpu: Cpu, names: Sequence[str]) -> list[str]:
    """The lines for CMake, Make and Arduino that take the files into a program with a main.c.

    names: of all sources, of what the function is based on, too.
    """
    if cpu.toolchain.kind != "gnu":
        return []
    in_assembly = [name for name in names if name.endswith(".S")]
    flags = " ".join(cpu.toolchain.flags)
    objects = " ".join(Path(name).stem + ".o" for name in names)
    without = f" (without ASM, {in_assembly[0]} is left out)" if in_assembly else ""
    lines = [
        f"CMakeLists.txt{without}:",
        "",
        f"    project(main C{' ASM' if in_assembly else ''})",
        f"    add_executable(main main.c {' '.join(names)})",
        *([f"    target_compile_options(main PRIVATE {flags})"] if flags else []),
        "",
        "Makefile (`make main`):",
        "",
        *([f"    CPPFLAGS = {flags}"] if flags else []),
        f"    main: {objects}",
        "",
    ]
    if cpu.name.startswith(ARDUINO):
        lines += [
            "Arduino: copy the files into the sketch's folder, where .c and .S are compiled, too;",
            f'`#include "{packed.header.name}"` stands in the sketch.',
            "",
        ]
    return lines


def section(
    implementation: Implementation, cpu: Cpu, prefix: str, packed: Package, sources: Sequence[str]
) -> str:
    """The part of README.md on one function.  sources: all that has to be compiled for it."""
    function = implementation.function
    names = ", ".join(f"`{file.name}`" for file in packed.files)
    lines = [
        f"## {prefix}",
        "",
        f"{function.title}, implementation {implementation.name}: {names}.  On {cpu.name}:",
        "",
        *_figures(implementation, cpu),
        "",
        "```c",
        f'#include "{packed.header.name}"',
        "",
        *_example(function, prefix),
        "```",
        "",
        f"{packed.header.name} is the manual.  Compile the source for {cpu.title}"
        f" with the header beside it.",
        "",
        *_building(packed, cpu, sources),
        f"From {version.text()}, MIT license (named in each file).  {MADE}; again:",
        "",
        f"    {command(function, cpu, implementation, prefix)}",
        "",
    ]
    return "\n".join(lines)


def _readme(old: str, sections: Mapping[str, str]) -> str:
    """README.md with these sections, and those of other functions that it had."""
    parts = dict(re.findall(r"^(## (?:\S+)\n)((?:(?!## ).*\n?)*)", old, re.M))
    kept = {key.split()[1]: key + value for key, value in parts.items()}
    kept.update(sections)
    return "\n".join(["# From Mote\n", *(kept[name].rstrip("\n") + "\n" for name in sorted(kept))])


def write(wanted: Sequence[tuple[Implementation, str]], cpu: Cpu, folder: Path) -> list[Path]:
    """Write each (implementation, prefix) into the folder; the paths.  Raises MoteError.

    Nothing is written where a file would replace one that this command did not make.  What one
    function calls of another that is wanted, too, is the other's file.
    """
    texts: dict[str, str] = {}
    sections = {}
    whole = {each.function for each, prefix in wanted if prefix == each.function.identifier}
    for implementation, prefix in wanted:
        packed = files_of(implementation, cpu, prefix)
        sources = [file.name for file in packed.sources]
        for other, name in wanted:
            if other.function in {
                package.owner(file.path, implementation) for file in packed.sources
            }:
                kernels = files_of(other, cpu, name).sources
                sources += [file.name for file in kernels if file.name not in sources]
        own = [
            file
            for file in packed.sources
            if package.owner(file.path, implementation) not in whole - {implementation.function}
        ]
        packed = dataclasses.replace(packed, sources=tuple(own))
        for file in packed.files:
            if file.name in texts and texts[file.name] != file.text:
                raise MoteError(f"{file.name} would be written twice: give each a --prefix")
            texts[file.name] = file.text
        sections[prefix] = section(implementation, cpu, prefix, packed, sources)
    try:
        for name in [*texts, README]:
            path = folder / name
            if path.exists() and MADE not in path.read_text(encoding="utf-8", errors="replace"):
                raise MoteError(
                    f"{path} was not made by mote export: move it, or name a new folder"
                )
        old = folder / README
        texts[README] = _readme(old.read_text(encoding="utf-8") if old.exists() else "", sections)
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        place = error.filename or folder
        raise MoteError(f"cannot write {place}: {error.strerror or error}") from None
    return [folder / name for name in texts]
