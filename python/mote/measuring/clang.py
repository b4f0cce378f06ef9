"""The instructions of the files in C for POWER as Clang compiles them, beside GCC's, in
results/power-clang.csv (`mote cycles --clang`)."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Iterator
from pathlib import Path

from mote.building.toolchains import toolchain_of
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.common.paths import ROOT
from mote.measuring import bench, named, power
from mote.measuring.bench import BenchJob
from mote.measuring.row import text
from mote.running import depends

RESULTS = ROOT / "results" / "power-clang.csv"

CPUS = ("power8-le", "power8-be")
COMPILER = "clang"
GNU_ONLY = ("-mtraceback=no",)
"""Options of a CPU's file that Clang has not; this one leaves out tables behind functions, which
Clang never makes."""

COLUMNS = {
    "size_bytes": "size_bytes",
    "instructions": "long_instructions_per_byte",
    "vectors_passed": "vectors_passed",
}
"""Columns of a row, and which figure of the bench each is."""

FIELDS = ("function", "implementation", "cpu", "toolchain", *COLUMNS, "problem", "key")

Row = dict[str, str]


def by_clang(cpu: Cpu) -> Cpu:
    """The same CPU with Clang for its compiler."""
    options = tuple(each for each in cpu.toolchain.c_flags if each not in GNU_ONLY)
    toolchain = dataclasses.replace(cpu.toolchain, compiler=COMPILER, c_flags=options)
    return dataclasses.replace(cpu, toolchain=toolchain)


def pairs() -> Iterator[tuple[Implementation, Cpu]]:
    """The files that have stored rows: those in C of power.MEASURED."""
    for name in CPUS:
        for implementation, _ in power.pairs():
            if all(path.suffix == ".c" for path in implementation.sources):
                yield implementation, catalog.cpus()[name]


@functools.cache
def read(path: Path = RESULTS) -> dict[power.Name, Row]:
    """The stored rows by function, implementation and CPU; empty without a file."""
    return named.read(path, power.BY)


def key(implementation: Implementation, cpu: Cpu) -> str:
    """Of a row: as mote.running.depends says."""
    return depends.short(depends.by_clang(implementation, cpu))


def stale() -> list[tuple[Implementation, Cpu]]:
    """The files whose stored rows are not there, or of another content."""
    stored = read()
    return [
        each for each in pairs() if stored.get(power.name_of(*each), {}).get("key") != key(*each)
    ]


def measure(implementation: Implementation, cpu: Cpu) -> Row:
    """A row: of code that gives the vectors' digests and texts, or with the rule that it breaks.

    Raises MoteError where there is no Clang.
    """
    other, names = by_clang(cpu), power.name_of(implementation, cpu)
    made = dict(zip(FIELDS, names, strict=False))
    made["key"] = key(implementation, cpu)
    version = toolchain_of(other).version(other, implementation.sources[0])
    outcome = bench.run(BenchJob(implementation, other, host_timing=False))
    row = outcome.rows[0]
    problem = outcome.problem or row.problem
    if problem:
        # The rule without the place, which moves with each change of a file.
        rule = problem.partition(",")[0]
        return {**dict.fromkeys(FIELDS, ""), **made, "toolchain": version, "problem": rule}
    return {
        **made,
        **{name: text(row.figure(of)) for name, of in COLUMNS.items()},
        "toolchain": version,
        "problem": "",
    }


def write(rows: Iterable[Row], path: Path = RESULTS) -> None:
    """Put rows into the file, in the order of `pairs`; the others stay as they are.

    Raises MoteError for a row that has no place there.
    """
    named.write(path, power.BY, FIELDS, (power.name_of(*each) for each in pairs()), rows)
    read.cache_clear()
