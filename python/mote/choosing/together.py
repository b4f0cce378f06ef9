"""`mote export --together`: functions that share code, as files of one program to take home.

Needs no installed package: every figure comes from results/together.csv.
"""

from __future__ import annotations

import shlex
from pathlib import Path

from mote.building import together
from mote.building.package import Package
from mote.building.together import Program
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function
from mote.choosing import export
from mote.common import version
from mote.common.columns import number
from mote.common.errors import MoteError
from mote.measuring import together as figures

SECTION = "together"
"""The heading in README.md."""

LIBRARY = "libmote_together.a"
"""What the library is called that README.md has a rule for."""


def choose(functions: list[Function], cpu: Cpu, wish: str) -> Program:
    """The program of these functions that has the least of what the wish names; raises MoteError.

    Time is the sum of what a block of each takes, RAM that of the function that takes most.
    """
    fitting = together.programs(functions, cpu)

    def least(program: Program) -> tuple[float, ...]:
        size = figures.figure([program.functions], program.name, cpu.name, "size_bytes")
        times = [figure(each, "block_cycles", program, cpu) for each in functions]
        rams = [ram(each, program, cpu) for each in functions]
        if size is None or None in times or None in rams:
            return (float("inf"),)
        time = sum(each or 0 for each in times)
        derived = {
            "size_bytes": size,
            "long_cycles_per_byte": time,
            "ram": max(each or 0 for each in rams),
            "size times time": size * time,
        }
        return tuple(derived[column] for column in export.WISHES[wish])

    return min(fitting.values(), key=least)


def named(functions: list[Function], cpu: Cpu, name: str) -> Program:
    """The program in the files of that name; raises MoteError."""
    fitting = together.programs(functions, cpu)
    what = " of these functions together"
    (chosen,) = catalog.pick_names("implementation", [name], fitting, f"{what} for {cpu.name}")
    return fitting[chosen]


def figure(function: Function, what: str, program: Program, cpu: Cpu) -> int | None:
    """A stored figure of a function in the program."""
    return figures.figure([function.name], program.name, cpu.name, what)


def ram(function: Function, program: Program, cpu: Cpu) -> int | None:
    """Context and deepest stack of a function in the program."""
    found = [figure(function, f"{what}_bytes", program, cpu) for what in ("context", "stack")]
    return None if None in found else sum(each or 0 for each in found)


def command(program: Program, cpu: Cpu) -> str:
    """How to make the same files again."""
    names = [function.name for function in program.wanted]
    words = ["./mote", "export", *names, "--together", "--cpu", cpu.name]
    return shlex.join([*words, "--implementation", program.name, "FOLDER"])


def _files(program: Program, cpu: Cpu) -> list[Package]:
    """The files of a program, each with a head that says what it is and where it comes from."""
    again = f"{export.MADE}; again: {command(program, cpu)}"
    names = [each.function.name for each in program.parts]
    found = []
    for place, packed in enumerate(program.packed()):
        if place < len(program.parts):
            part = program.parts[place]
            function = part.function
            example = export.example(function, function.identifier, in_comment=True)
            header = export.with_example(packed.header, example)
            others = ", ".join(name for name in names if name != function.name)
            title = f"{function.title} from {version.text()}, implementation {part.name}"
            lines = [f"{title}, for a program with {others}.", again]
        else:
            header = packed.header
            lines = [f"{', '.join(names)} from {version.text()}, implementation {program.name}."]
            lines.append(again)
        headed = [export.with_head(each, lines) for each in (header, *packed.sources)]
        found.append(Package(headed[0], tuple(headed[1:])))
    return found


def _figures(program: Program, cpu: Cpu) -> list[str]:
    """Lines of the program's figures."""
    size = figures.figure(program.functions.split(), program.name, cpu.name, "size_bytes")
    if size is None:
        return [f"Not measured on {cpu.name} in this version."]
    timing = cpu.timings[0]
    once = "what several of them call is there once"
    if program.sizes is not None:
        once = "with one interface for all digest sizes"
    lines = [f"- size: {size} bytes in all; {once}"]
    fixed, internal = (
        figures.figure(program.functions.split(), program.name, cpu.name, f"{what}_bytes")
        for what in ("static", "internal_ram")
    )
    if fixed is not None:
        lines.append(f"- RAM at fixed addresses: {fixed} bytes, {internal} of them internal")
    for function in program.wanted:
        block = figure(function, "block_cycles", program, cpu)
        short = figure(function, "short_cycles", program, cpu)
        context, stack = (
            figure(function, f"{what}_bytes", program, cpu) for what in ("context", "stack")
        )
        if block is None or short is None:
            continue
        lines.append(
            f"- {function.name}: {number(block / function.block_bytes)} cycles a byte, {short} for "
            f"32 bytes ({timing.fidelity}, {timing.name}); context {context} bytes, stack {stack}"
        )
    return lines


def _library(cpu: Cpu, sources: list[str]) -> list[str]:
    """The lines for Make of a library, of which a linker takes the files that are called."""
    if cpu.toolchain.kind != "gnu":
        return []
    prefix = cpu.toolchain.prefix
    objects = " ".join(f"{Path(name).stem}.o" for name in sources)
    return [
        f"A library of them (`make CC={prefix}gcc {LIBRARY}`, with the CPPFLAGS above):",
        "",
        f"    {LIBRARY}: {objects}",
        f"    \t{prefix}ar rcs $@ $^",
        "",
    ]


def _section(program: Program, cpu: Cpu, packages: list[Package]) -> str:
    """The part of README.md."""
    titles = ", ".join(function.title for function in program.wanted)
    sources = [file.name for packed in packages for file in packed.sources]
    lines = [
        f"## {SECTION}",
        "",
        f"{titles}, implementation {program.name}, for one program on {cpu.name}:",
        "",
        *_figures(program, cpu),
        "",
    ]
    if program.sizes is not None:
        of = program.sizes
        lines += ["```c", f'#include "{of.identifier}.h"', "", *of.example(), "```", ""]
    for function in program.wanted if program.sizes is None else ():
        lines += [
            "```c",
            f'#include "{function.identifier}.h"',
            "",
            *export.example(function, function.identifier),
            "```",
            "",
        ]
    one = Package(packages[0].header, tuple(f for each in packages for f in each.sources))
    lines += [
        f"The headers are the manuals.  Compile all sources for {cpu.title};",
        "with `-Wl,--gc-sections` a linker leaves out what nothing calls.",
        "",
        *export.building(one, cpu, sources),
        *_library(cpu, sources),
        f"From {version.text()}, MIT license (named in each file).  {export.MADE}; again:",
        "",
        f"    {command(program, cpu)}",
        "",
    ]
    return "\n".join(lines)


def write(program: Program, cpu: Cpu, folder: Path) -> list[Path]:
    """Write the files of a program into the folder; the paths.  Raises MoteError."""
    packages = _files(program, cpu)
    texts = {file.name: file.text for packed in packages for file in packed.files}
    if len(texts) != sum(len(packed.files) for packed in packages):
        raise MoteError("two of these functions have a file of the same name")
    return export.put(folder, texts, {SECTION: _section(program, cpu, packages)})
