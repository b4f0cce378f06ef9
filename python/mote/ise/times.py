"""Time, area times time and energy of every kernel on the core that it asks for.

The netlist whose area and critical path are stated runs the kernel (mote.ise.energy).
"""

from __future__ import annotations

import csv
import functools
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from mote.common import files
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.ise import area, energy, kernels
from mote.ise.kernels import FUNCTIONS
from mote.pic24.assembler import assemble
from mote.running import jobs

RESULTS = ROOT / "results" / "pic24-time.csv"
FIELDS = (
    "function",
    "implementation",
    "extensions",
    "cycles",
    "period_ns",
    "time_us",
    "ge",
    "ge_ms",
    "memory_bytes",
    "netlist_cycles",
    "nj_per_byte",
    "milliwatts",
    "key",
)
"""Columns.

cycles, time_us: of one message block.  period_ns: the clock of all cores, or the core's own path
where that is longer.  ge_ms: area times time.  memory_bytes: text and data.  netlist_cycles: of
energy.BLOCKS blocks, on the gates.
"""

Kernel = tuple[str, str]
"""Function and implementation."""


def all_kernels() -> list[Kernel]:
    """Every kernel that there is."""
    return [
        (function, implementation)
        for function in FUNCTIONS
        for implementation in kernels.implementations(function)
    ]


@functools.cache
def extensions(function: str, implementation: str) -> tuple[str, ...]:
    """What a kernel asks for, sorted."""
    return tuple(sorted(kernels.extensions_of(kernels.source(function, implementation))))


def key(function: str, implementation: str) -> str:
    """A hash of what a row depends on."""
    made = assemble([kernels.source(function, implementation), kernels.SUPPORT])
    parts = (sorted(made.program.items()), sorted(made.data.items()), made.bss)
    return area.key(extensions(function, implementation), repr(parts))


def _row(request: tuple[Kernel, float]) -> dict[str, Any]:
    (function, implementation), clock = request
    what = kernels.study(function, implementation)
    names = extensions(function, implementation)
    design = area.core(names)
    one, netlist = area.synthesize(design), area.netlist(design)
    period = max(clock, one.path)
    measured = kernels.measure(what)
    cycles = measured.cycles
    ran = energy.run(what, (), netlist)
    joules = energy.joules(netlist, ran, period)
    time = cycles * period / 1000
    row = {
        "function": function,
        "implementation": implementation,
        "extensions": " ".join(names),
        "cycles": cycles,
        "period_ns": period,
        "time_us": round(time, 2),
        "ge": one.total,
        "ge_ms": round(one.total * time / 1000),
        "memory_bytes": measured.text_bytes + measured.data_bytes,
        "netlist_cycles": ran.cycles,
        "nj_per_byte": round(joules * 1e9 / (energy.BLOCKS * what.block_bytes), 2),
        "milliwatts": round(joules / (ran.cycles * period * 1e-9) * 1e3, 2),
        "key": key(function, implementation),
    }
    return {field: row[field] for field in FIELDS}


def rows(
    wanted: Sequence[Kernel], clock: float, done: Callable[[], object]
) -> list[dict[str, Any]]:
    """A row for each kernel; clock: the period of all cores in ns; `done` is called for each.

    Raises MoteError with the first problem.
    """
    found: dict[int, dict[str, Any]] = {}
    for index, result in jobs.run(_row, [(kernel, clock) for kernel in wanted]):
        done()
        if isinstance(result, MoteError):
            raise result
        found[index] = result
    return [found[index] for index in range(len(wanted))]


def write(found: Iterable[Mapping[str, Any]], path: Path = RESULTS) -> None:
    """Put rows into the results file; raises MoteError when it cannot be written."""
    out = io.StringIO()
    writer = csv.DictWriter(out, FIELDS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    files.write(path, out.getvalue())


@functools.cache
def read(path: Path = RESULTS) -> tuple[dict[str, str], ...]:
    """The rows of the results file; none when there is none."""
    if not path.is_file():
        return ()
    with path.open(newline="", encoding="utf-8") as stream:
        return tuple(csv.DictReader(stream))


def stored() -> dict[Kernel, dict[str, str]]:
    """The rows of the results file by kernel."""
    return {(row["function"], row["implementation"]): row for row in read()}


def differences(found: Iterable[Mapping[str, Any]], path: Path = RESULTS) -> list[str]:
    """What differs between all rows and the results file, a line each."""
    known = {(row["function"], row["implementation"]): row for row in read(path)}
    lines = []
    for row in found:
        label = f"{row['function']} {row['implementation']}"
        old = known.pop((row["function"], row["implementation"]), None)
        if old is None:
            lines.append(f"{label}: not in {path.name}; run `mote ise area --write`")
            continue
        lines += [
            f"{label}: {field} changed from {old[field]} to {row[field]}"
            for field in FIELDS
            if old[field] != str(row[field])
        ]
    return lines + [f"{' '.join(which)}: in {path.name} and no more" for which in known]
