"""results/figures.csv: every deterministic figure of a commit, one row each."""

from __future__ import annotations

import copy
import csv
import functools
import io
from collections.abc import Iterable
from pathlib import Path

from mote.common import files
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.measuring import bench
from mote.measuring.bench import BenchJob
from mote.measuring.row import FIELDS, Row, from_texts, text
from mote.running import depends

FIGURES = ROOT / "results" / "figures.csv"

KEY = ("function", "implementation", "cpu", "timing")

COMPARED = (
    "size_bytes",
    "long_cycles_per_byte",
    "pieces_cycles_per_byte",
    "short_cycles",
    "block_cycles",
    "context_bytes",
    "stack_bytes",
    "static_bytes",
    "speed_size_ratio",
    "fidelity",
    "cycles_spread",
    "long_instructions_per_byte",
    "pieces_instructions_per_byte",
    "short_instructions",
    "block_instructions",
    "block_own_instructions",
    "flags",
    "vectors_passed",
    "vectors_failed",
)

Key = tuple[str, ...]


def key(row: Row) -> Key:
    return (row.function, row.implementation, row.cpu, row.timing)


def name(of: Key) -> str:
    function, implementation, cpu, timing = of
    return f"{function} {implementation} on {cpu} ({timing})"


def deterministic(row: Row) -> bool:
    """Whether the row has figures that are the same on every machine."""
    return row.fidelity != "host" and row.problem is None


def read(path: Path = FIGURES) -> dict[Key, Row]:
    """The rows of the file by their key; empty when there is no file yet.

    Raises MoteError naming the line that has not a value for every column, as after a merge that
    git could not finish.
    """
    if not path.exists():
        return {}
    return {each: copy.copy(row) for each, row in _rows(path, path.read_bytes()).items()}


@functools.lru_cache(maxsize=4)
def _rows(path: Path, content: bytes) -> dict[Key, Row]:
    """The same of what the file holds: a report asks for it a hundred times."""
    rows = {}
    reader = csv.DictReader(io.StringIO(content.decode("utf-8"), newline=""))
    for row in reader:
        if not set(KEY) <= set(row) or None in row or None in row.values():
            raise MoteError(f"{path}:{reader.line_num}: not a row of figures")
        try:
            found = from_texts(row)
        except MoteError as error:
            raise MoteError(f"{path}:{reader.line_num}: not a row of figures: {error}") from None
        rows[key(found)] = found
    return rows


def stale(jobs: Iterable[BenchJob], path: Path = FIGURES) -> list[BenchJob]:
    """The jobs of whose rows one is not stored, or was measured of another content."""
    table = read(path)
    found = []
    for job in jobs:
        for index, timing in enumerate(job.cpu.timings):
            if timing.fidelity == "host":
                continue
            row = table.get(key(bench.empty_row(job.implementation, job.cpu, index)))
            if row is None or row.key != depends.short(depends.row(job.implementation, job.cpu)):
                found.append(job)
                break
    return found


def merge(rows: Iterable[Row], known: Iterable[Key], path: Path = FIGURES) -> None:
    """Put the deterministic rows into the file; rows not measured now stay as they are.

    known: the keys that exist by the catalog; a row of the file that is not among them goes.
    Raises MoteError when the file cannot be written, or is not as `read` says.
    """
    table = read(path)
    table.update({key(row): row for row in rows if deterministic(row)})
    kept = set(known)
    out = io.StringIO()
    writer = csv.DictWriter(out, FIELDS, lineterminator="\n")
    writer.writeheader()
    for each in sorted(table):
        if each in kept:
            writer.writerow(table[each].texts())
    files.write(path, out.getvalue())


def compare(rows: Iterable[Row], path: Path = FIGURES) -> tuple[list[str], list[str]]:
    """Differences from the file, and rows that could not be compared; one line each.

    Figures of C code hold for one version of the compiler: a row of another version is not
    compared.  A row that the file lacks, or that has no figures now, is a difference.
    """
    table = read(path)
    changed, other = [], []
    for row in rows:
        if row.fidelity == "host":
            continue
        label = name(key(row))
        if row.problem is not None:
            other.append(f"{label}: not measured: {row.problem}")
            continue
        old = table.get(key(row))
        if old is None:
            changed.append(f"{label}: not in {path.name}; run `mote bench` to add it")
            continue
        if text(old.toolchain) != text(row.toolchain):
            other.append(
                f"{label}: not compared: built with {row.toolchain}, "
                f"the file's figures are of {text(old.toolchain)}"
            )
            continue
        for column in COMPARED:
            before, now = text(old.figure(column)), text(row.figure(column))
            if before != now:
                changed.append(
                    f"{label}: {column} changed from {before or 'nothing'} to {now or 'nothing'}"
                )
    return changed, other
