"""What `mote compare` does: other people's libraries by the rules of this bench, beside ours."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from dataclasses import dataclass

from mote.catalog import kinds
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function
from mote.choosing import leading
from mote.common.columns import Column, Table, number, terminal_width
from mote.common.errors import MoteError
from mote.comparing import libraries, stored
from mote.comparing.libraries import Library, Program
from mote.keeping import work
from mote.measuring import bench
from mote.measuring.bench import BenchJob, Outcome
from mote.measuring.row import Row
from mote.running import depends, jobs

THINNED = 64
"""How many test vectors are left out: see mote.kinds.Kind.all_vectors."""

AVR_REACH = 4096
"""Bytes that a call of an avr25 reaches either way.  Its linker counts on a memory of 8 KB, at the
end of which the program counter goes on at the start: elsewhere a longer call goes astray."""


@dataclass(frozen=True)
class Measured:
    """One program of a library on one CPU.

    row: its figures; size_bytes counts what a linker keeps for the functions of the interface, and
    of the compiler's own library, without the adapter.  constant_time: yes, no, or not known.
    problem: why there are no figures, else empty.  key: of mote.running.depends, as it was before.
    """

    library: Library
    program: Program
    level: str
    row: Row
    constant_time: str
    problem: str = ""
    key: str = ""

    @property
    def title(self) -> str:
        return libraries.title(self.library, self.program, self.level)

    def texts(self) -> dict[str, str]:
        """The line of results/compare.csv."""
        found = self.row.texts()
        found.update(
            library=self.library.name,
            variant=self.program.variant,
            version=self.library.version,
            level=self.level,
            constant_time=self.constant_time,
            remark=self.program.remark,
            key=self.key,
        )
        return {column: found[column] for column in stored.COLUMNS}


def measure(
    chosen: Sequence[tuple[Library, Program]], cpu: Cpu, *, allow_install: bool
) -> list[Measured]:
    """Fetch, build, check and measure; raises MoteError for what cannot be fetched."""
    if cpu.toolchain.kind != "gnu":
        raise MoteError(f"{cpu.name} is not built for with GNU's tools, as the libraries are")
    work.need(cpu, allow_install=allow_install)
    for library in dict.fromkeys(library for library, _ in chosen):
        libraries.fetch(library)
    each = [
        (library, program, level)
        for library, program in chosen
        for level in libraries.levels(program)
    ]
    tasks = [
        BenchJob(
            libraries.implementation(*one),
            cpu,
            full=True,
            host_timing=False,
            thinned=THINNED,
        )
        for one in each
    ]
    keys = [
        depends.short(depends.comparison(task.implementation.function, cpu, library.name))
        for task, (library, _, _) in zip(tasks, each, strict=True)
    ]
    found: list[Measured | None] = [None] * len(tasks)
    bench.prepare(tasks)
    with work.Progress(len(tasks), "compare") as progress:
        for index, result in jobs.run(bench.run, tasks):
            implementation = tasks[index].implementation
            if isinstance(result, MoteError):
                result = Outcome(
                    rows=bench.failed_rows(implementation, cpu, str(result)), problem=str(result)
                )
            made = _measured(*each[index], cpu, result)
            found[index] = dataclasses.replace(made, key=keys[index])
            progress.step(f"{implementation.name} on {cpu.name}")
    return [one for one in found if one is not None]


def _measured(
    library: Library, program: Program, level: str, cpu: Cpu, outcome: Outcome
) -> Measured:
    row = dataclasses.replace(outcome.rows[0])
    problem = outcome.problem or row.problem or ""
    if row.size_bytes is not None:
        row.size_bytes += row.helper_bytes or 0
        row.size_bytes -= dict(outcome.parts).get(program.adapter, 0)
    status = {check.name: check.status for check in outcome.checks}
    code = sum(size for _, size, kind, _ in outcome.sections if kind == "code")
    code += sum(size for _, size in outcome.helpers)
    astray = "program counter" in problem and "-mmcu=avr25" in cpu.toolchain.flags
    if astray and code > AVR_REACH:
        problem = f"{code} bytes of code, and a call of an avr25 reaches {AVR_REACH}"
    if not problem and status.get("vectors") != "passed":
        details = {check.name: check.detail for check in outcome.checks}
        problem = f"vectors {status.get('vectors')}: {details.get('vectors')}"
    safe = {"passed": "yes", "failed": "no", "not constant-time": "no"}
    return Measured(
        *(library, program, level, row, safe.get(status.get("constant time", ""), "")), problem
    )


def keep(found: Sequence[Measured]) -> None:
    """Put what has figures into results/compare.csv; lines of programs that are gone go."""
    there = {
        (program.function, library.name, program.variant, level, library.version)
        for library in libraries.libraries().values()
        for program in library.programs
        for level in libraries.levels(program)
    }
    stored.keep([one.texts() for one in found if not one.problem], there)


# How it is shown.


def form(found: Sequence[Measured], function: Function, cpu: Cpu, *, as_json: bool) -> str:
    """The result: a line for each program and for our smallest and fastest, as stored."""
    ours = leading.with_counterparts(function.name, cpu.name)
    if as_json:
        theirs = [{**one.texts(), "problem": one.problem} for one in found]
        own = [{"library": "mote", **row.texts()} for row in ours]
        return json.dumps([*own, *theirs], indent=1)
    lines = [(f"Mote {leading.name_beside(row, function.name)}", _figures(row)) for row in ours]
    lines += [
        (one.title, {**_figures(one.row), "safe": one.constant_time})
        for one in sorted(found, key=lambda one: one.row.size_bytes or 1 << 30)
        if not one.problem
    ]
    width = max([len(name) for name, _ in lines], default=10)
    counted = "instrs." if cpu.timings[0].fidelity == "instructions" else "cycles"
    columns = [
        Column("program", width=width),
        Column("size", "bytes", 6, True),
        Column(counted, "a byte", 8, True, key="speed"),
        Column("short", "message", 9, True, 2),
        Column("stack", "bytes", 6, True, 1),
        Column("context", "bytes", 7, True, 4),
        Column("vectors", kinds.of(function).results, 7, True, 1),
        Column("constant", "time", 8, False, 1, "safe"),
    ]
    table = Table(columns, terminal_width())
    shown = [f"{function.name} on {cpu.name} ({cpu.timings[0].name}, {cpu.timings[0].fidelity})"]
    shown += ["", *table.head()]
    shown += [table.line({"program": name, **cells}) for name, cells in lines]
    shown += [
        f"{one.title}: not measured: {one.problem.partition(chr(10))[0]}"
        for one in found
        if one.problem
    ]
    versions = {one.library.title: one.library.version for one in found}
    text = ", ".join(f"{title} {version}" for title, version in versions.items())
    return "\n".join([*shown, "", f"{text}; flags: the CPU's own but for -O."])


def _figures(row: Row) -> dict[str, str]:
    counted = row.fidelity == "instructions"
    long = row.long_instructions_per_byte if counted else row.long_cycles_per_byte
    return {
        "size": number(row.size_bytes),
        "speed": number(long),
        "short": number(row.short_instructions if counted else row.short_cycles),
        "stack": number(row.stack_bytes),
        "context": number(row.context_bytes),
        "vectors": number(row.vectors_passed),
    }
