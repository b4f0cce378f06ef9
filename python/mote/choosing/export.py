"""`mote export`: an implementation as files to take home, with a page that says what they are.

Needs no installed package but to measure a function with another one below it than the stored row
has; every other figure comes from results/figures.csv.
"""

from __future__ import annotations

import dataclasses
import re
import shlex
import tempfile
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path

from mote.building import package
from mote.building.package import File, Line, Package
from mote.calling.figures import PIECE_BYTES
from mote.catalog import catalog, kinds
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation
from mote.choosing import leading
from mote.common import version
from mote.common.errors import MoteError
from mote.keeping import store
from mote.measuring import bench
from mote.measuring.row import Row, text

WISHES = {
    "small": ("size_bytes", "long_cycles_per_byte"),
    "tiniest": ("size_bytes", "long_cycles_per_byte"),
    "fast": ("long_cycles_per_byte", "size_bytes"),
    "low_ram": ("ram", "size_bytes"),
    "balanced": ("size times time", "size_bytes"),
}
"""What is least in the implementation that is chosen, and what decides between equals.

Small and low_ram leave out what mote.choosing.leading calls an extreme.
"""

EXAMPLE = " *     "
"""What lines of the example in a header begin with."""

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
        time = row.long_cycles_per_byte or row.long_instructions_per_byte
        assert time is not None and row.size_bytes is not None
        derived = {
            "ram": ram(row),
            "long_cycles_per_byte": time,
            "size times time": time * row.size_bytes,
        }
        for column in WISHES[wish]:
            value = derived[column] if column in derived else row.number(column)
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
    if wish in ("small", "low_ram"):
        extreme = leading.extremes(rows[each.name] for each in fits)
        fits = [each for each in fits if store.key(rows[each.name]) not in extreme]
    return min(fits, key=least)


def command(
    function: Function,
    cpu: Cpu,
    implementation: Implementation,
    prefix: str,
    beside: Sequence[Implementation] = (),
) -> str:
    """How to make the same files again.

    beside: what it calls that is written in files of its own.
    """
    words = ["./mote", "export", function.name]
    words += [f"{each.function.name}:{each.name}" for each in beside]
    words += ["--cpu", cpu.name]
    words += ["--implementation", implementation.name]
    if prefix != function.identifier:
        words += ["--prefix", prefix]
    return shlex.join([*words, "FOLDER"])


def with_head(file: File, text: Sequence[str]) -> File:
    """The file with lines behind those of the licence."""
    first = file.lines[0]
    mark = " *" if first.text.startswith("/*") else first.text[0]
    lines = [Line(f"{mark} {each}".rstrip(), first.path, 0) for each in ["", *text]]
    return dataclasses.replace(file, lines=(*file.lines[:2], *lines, *file.lines[2:]))


def costly(row: Row | None) -> str:
    """What a byte takes in pieces, in words, where that is much more than in one call."""
    if row is None or not leading.costly_in_pieces(row):
        return ""
    unit = "instructions" if row.long_cycles_per_byte is None else "cycles"
    return (
        f"{leading.pieces(row)} {unit} a byte in calls of {PIECE_BYTES} bytes, "
        f"{row.figure(f'long_{unit}_per_byte')} in one call: each call computes anew what the "
        "context does not keep"
    )


def files_of(
    implementation: Implementation, cpu: Cpu, prefix: str, row: Row | None = None
) -> Package:
    """What is copied, each file with a head that says what it is and where it comes from.

    row: its figures, if it has any.
    """
    packed = package.pack(implementation, prefix)
    warning = costly(row)
    packed = dataclasses.replace(
        packed,
        header=with_example(
            packed.header,
            example(implementation.function, prefix, in_comment=True, whole=bool(warning)),
        ),
    )

    def headed(file: File) -> File:
        function = package.owner(file.path, implementation)
        name = prefix if function is implementation.function else function.identifier
        return with_head(
            file,
            [
                f"{function.title} from {version.text()}, implementation {implementation.name}.",
                f"{MADE}; again: {command(function, cpu, implementation, name)}",
                *(
                    textwrap.wrap(f"On {cpu.name}: {warning}.", 96)
                    if warning and file is packed.header
                    else ()
                ),
            ],
        )

    return Package(headed(packed.header), tuple(headed(each) for each in packed.sources))


def below(
    implementation: Implementation, beside: Mapping[Function, Implementation]
) -> list[Implementation]:
    """What it calls, one below the other: those that are written beside it, or else its own."""
    found = []
    base = catalog.base_of(implementation)
    while base is not None:
        base = beside.get(base.function, base)
        found.append(base)
        base = catalog.base_of(base)
    return found


def _measured(
    implementation: Implementation, cpu: Cpu, own: Package, others: Sequence[Package]
) -> Row:
    """The row of the CPU's first timing for the files of a function and of those that it calls.

    Its problem says why it has no figures.  Raises ImportError where the bench or a Python package
    that it needs is not installed, and nothing can be measured.
    """
    with tempfile.TemporaryDirectory(prefix="mote-") as folder:
        packages = [own, *others]
        for each in packages:
            package.unpack(each, Path(folder))
        files = dataclasses.replace(
            implementation,
            sources=tuple(Path(folder) / file.name for each in packages for file in each.sources),
            prefix=own.header.name.removesuffix(".h"),
            header=Path(folder) / own.header.name,
            kernel=None,
        )
        return bench.run(bench.BenchJob(files, cpu, host_timing=False)).rows[0]


def _figures(
    implementation: Implementation,
    cpu: Cpu,
    row: Row | None,
    others: Sequence[Implementation],
    missing: str,
) -> list[str]:
    """The figures of a row of the implementation on the CPU, a line each.

    others: what it calls, as it was measured.  missing: what could not be imported to measure it.
    """
    names = " and ".join(f"{each.name} of {each.function.name}" for each in others)
    if missing:
        return [
            f"Not measured with {names}: this Python lacks {missing}, which ./mote bench fetches."
        ]
    if row is None:
        return [f"Not measured on {cpu.name} in this version."]
    if row.problem:
        return [f"Not measured with {names}: {row.problem}."]
    unit = "instructions" if row.long_cycles_per_byte is None else "cycles"
    long, pieces = row.figure(f"long_{unit}_per_byte"), row.figure(f"pieces_{unit}_per_byte")
    speed = f"{long} {unit} a byte, {row.figure(f'short_{unit}')} for 32 bytes"
    static = f", {row.static_bytes} bytes at fixed addresses" if row.static_bytes else ""
    if row.internal_ram_bytes:
        static += f", {row.internal_ram_bytes} of them internal"
    in_pieces = costly(row) or f"{pieces} {unit} a byte in calls of {PIECE_BYTES} bytes"
    results = kinds.of(implementation.function).results
    return [
        *([f"- measured with {names}, which is counted in"] if names else []),
        f"- size: {row.size_bytes} bytes ({row.toolchain}, {text(row.flags)})",
        f"- speed: {speed} ({row.fidelity}, {row.timing})",
        *([] if pieces is None else [f"- in pieces: {in_pieces}"]),
        f"- RAM: context {row.context_bytes} bytes, stack {row.stack_bytes} bytes{static}",
        f"- checked: {row.vectors_passed} {results} right, memory guard, calling convention"
        + (", constant time" if implementation.constant_time else "; not constant-time"),
    ]


def example(
    function: Function, prefix: str, *, in_comment: bool = False, whole: bool = False
) -> list[str]:
    """How a program calls the function, as C code, or as it stands in a header's comment.

    whole: the message should come in as few calls as can be.
    """
    lines = [
        (re.sub(rf"\b{function.identifier}(?=_|\b)", prefix, code), remark)
        for code, remark in kinds.of(function).example(function)
    ]
    width = max((len(code) for code, remark in lines if remark), default=0)
    texts = []
    for code, remark in lines:
        if whole:
            remark = re.sub(r"^as often as \w+( comes)?", "in as few calls as can be", remark)
        said = remark if in_comment or not remark else f"/* {remark} */"
        texts.append(f"{code.ljust(width)}{'   ' if in_comment else '  '}{said}" if said else code)
    return texts


def with_example(header: File, lines: Sequence[str]) -> File:
    """A header with these lines in place of the example in the comment at its head."""
    texts = [line.text for line in header.lines]
    end = next(i for i, text in enumerate(texts) if text.strip() == "*/")
    places = [i for i in range(end) if texts[i].startswith(EXAMPLE)]
    if not places or places[-1] - places[0] != len(places) - 1:
        raise MoteError(f"{header.path.name} has not one example in the comment at its head")
    new = tuple(Line(EXAMPLE + text, header.path, header.lines[places[0]].number) for text in lines)
    kept = header.lines
    return dataclasses.replace(header, lines=kept[: places[0]] + new + kept[places[-1] + 1 :])


def _assemblers(packed: Package) -> list[str]:
    """What may assemble its sources, where it has assembly for GNU as (test_clang.py)."""
    names = [f"`{file.name}`" for file in packed.sources if file.name.endswith(".S")]
    return [f"GNU as and clang's assembler make the same code of {', '.join(names)}."] * bool(names)


def _building_by_sdcc(packed: Package, cpu: Cpu, names: Sequence[str]) -> list[str]:
    """The commands that build a program with a main.c, and what a page of external RAM demands."""
    flags = " ".join((*cpu.toolchain.flags, "--model-large"))
    objects = [f"{Path(name).stem}.rel" for name in names]
    paged = any("PSEG" in line.text for file in packed.sources for line in file.lines)
    lines = ["SDCC:", ""]
    for name, made in zip(names, objects, strict=True):
        if name.endswith(".asm"):
            lines.append(f"    sdas8051 -plosgff {made} {name}")
        else:
            lines.append(f"    sdcc {' '.join((flags, *cpu.toolchain.c_flags))} -c {name}")
    page = " --xram-loc 0x100" * paged
    lines += [f"    sdcc {flags}{page} main.c {' '.join(objects)}", ""]
    if paged:
        lines += [
            "`--xram-loc` has to be a multiple of 256 (SDCC takes 1 by itself): the file has data",
            "in a page of external RAM, which it shares with all `__pdata` of the program.",
            "",
        ]
    return lines


ARDUINO = ("avr8", "cortex", "rv32")
"""What the names of CPU files begin with for which there are boards that Arduino builds for."""


def building(packed: Package, cpu: Cpu, names: Sequence[str]) -> list[str]:
    """The lines for CMake, Make and Arduino that take the files into a program with a main.c.

    names: of all sources, of what the function is based on, too.
    """
    if cpu.toolchain.kind == "sdcc":
        return _building_by_sdcc(packed, cpu, names)
    if cpu.toolchain.kind != "gnu":
        return []
    in_assembly = [name for name in names if name.endswith(".S")]
    flags = " ".join(cpu.toolchain.flags)
    objects = " ".join(Path(name).stem + ".o" for name in names)
    left = " and ".join(in_assembly)
    verb = "is" if len(in_assembly) == 1 else "are"
    without = f" (without ASM, {left} {verb} left out)" if left else ""
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
    implementation: Implementation,
    cpu: Cpu,
    prefix: str,
    packed: Package,
    row: Row | None,
    others: Sequence[Implementation],
    beside: Sequence[Implementation],
    sources: Sequence[str],
    missing: str = "",
) -> str:
    """The part of README.md on one function: its row, and what that was measured with.

    beside: those of the others that are written in files of their own.  sources: the names of all
    files that have to be compiled for it.  missing: the Python package without which it could not
    be measured.
    """
    function = implementation.function
    whole = bool(costly(row))
    names = ", ".join(f"`{file.name}`" for file in packed.files)
    what, it = ("source", "it") if len(sources) == 1 else ("sources", "them")
    lines = [
        f"## {prefix}",
        "",
        f"{function.title}, implementation {implementation.name}: {names}.  On {cpu.name}:",
        "",
        *_figures(implementation, cpu, row, others, missing),
        "",
        "```c",
        f'#include "{packed.header.name}"',
        "",
        *example(function, prefix, whole=whole),
        "```",
        "",
        f"{packed.header.name} is the manual.  Compile the {what} for {cpu.title}"
        f" with the header beside {it}.",
        *_assemblers(packed),
        "",
        *building(packed, cpu, sources),
        f"From {version.text()}, MIT license (named in each file).  {MADE}; again:",
        "",
        f"    {command(function, cpu, implementation, prefix, beside)}",
        "",
    ]
    return "\n".join(lines)


def _readme(old: str, sections: Mapping[str, str]) -> str:
    """README.md with these sections, and those of other functions that it had."""
    parts = dict(re.findall(r"^(## (?:\S+)\n)((?:(?!## ).*\n?)*)", old, re.M))
    kept = {key.split()[1]: key + value for key, value in parts.items()}
    kept.update(sections)
    return "\n".join(["# From Mote\n", *(kept[name].rstrip("\n") + "\n" for name in sorted(kept))])


def _without(packed: Package, implementation: Implementation, others: list[Function]) -> Package:
    """The files without those that are of other functions, which are written for themselves."""
    owners = [(file, package.owner(file.path, implementation)) for file in packed.sources]
    return dataclasses.replace(
        packed, sources=tuple(file for file, owner in owners if owner not in others)
    )


def write(wanted: Sequence[tuple[Implementation, str]], cpu: Cpu, folder: Path) -> list[Path]:
    """Write each (implementation, prefix) into the folder; the paths.  Raises MoteError.

    Nothing is written where a file would replace one that this command did not make.  What one
    function calls of another that is wanted, too, is the other's file.
    """
    texts: dict[str, str] = {}
    sections = {}
    whole = {each.function: each for each, prefix in wanted if prefix == each.function.identifier}
    # What others are based on comes first: they are measured with it.
    written: dict[Function, Package] = {}
    for implementation, prefix in sorted(wanted, key=lambda each: len(below(each[0], whole))):
        function = implementation.function
        others = below(implementation, whole)
        row = rows_of(function, cpu).get(implementation.name)
        missing = ""
        beside = [each.function for each in others if each.function in whole]
        packed = _without(files_of(implementation, cpu, prefix, row), implementation, beside)
        if any(each.name != implementation.name for each in others):
            # The stored row is with other files below it.
            try:
                row = _measured(implementation, cpu, packed, [written[each] for each in beside])
            except ImportError as error:
                row, missing = None, str(error.name)
            packed = _without(files_of(implementation, cpu, prefix, row), implementation, beside)
        written[function] = packed
        for file in packed.files:
            if file.name in texts and texts[file.name] != file.text:
                raise MoteError(f"{file.name} would be written twice: give each a --prefix")
            texts[file.name] = file.text
        named = [file.name for each in beside for file in written[each].sources]
        sources = list(dict.fromkeys([*(file.name for file in packed.sources), *named]))
        near = [each for each in others if each.function in whole]
        sections[prefix] = section(
            implementation, cpu, prefix, packed, row, others, near, sources, missing
        )
    return put(folder, texts, sections)


def put(folder: Path, texts: dict[str, str], sections: Mapping[str, str]) -> list[Path]:
    """Write files and their sections of README.md into the folder; the paths.  Raises MoteError."""
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
