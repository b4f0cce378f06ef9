"""results/figures.csv: every deterministic figure of a commit, one row each.

But for those of cores' own hardware, which take too long to make them all (`mote bench --wide`).
"""

from __future__ import annotations

import csv
import functools
import io
from collections.abc import Iterable, Mapping
from pathlib import Path

from mote.catalog import catalog
from mote.catalog.cpu import Timing
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
    "internal_ram_bytes",
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


def is_stored(timing: Timing) -> bool:
    """Whether rows of a timing are in the file."""
    return timing.fidelity != "host" and not timing.core


def deterministic(row: Row) -> bool:
    """Whether the row has figures that are the same on every machine, and is in the file."""
    return _has_place(row) and row.problem is None


def _has_place(row: Row) -> bool:
    timings = catalog.cpus()[row.cpu].timings
    return row.fidelity != "host" and all(is_stored(t) for t in timings if t.name == row.timing)


def read(path: Path = FIGURES) -> dict[Key, Row]:
    """The rows of the file by their key; empty when there is no file yet.

    Every call gives the same rows: who wants to change one takes a copy.  Raises MoteError naming
    the line that has not a value for every column, as after a merge that git could not finish.
    """
    if not path.exists():
        return {}
    return dict(_rows(path, path.read_bytes()))


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
            if not is_stored(timing):
                continue
            row = table.get(key(bench.empty_row(job.implementation, job.cpu, index)))
            if row is None or row.key != depends.short(depends.row(job.implementation, job.cpu)):
                found.append(job)
                break
    return found


def holds(rows: Iterable[Row], path: Path = FIGURES) -> bool:
    """Whether the file has the deterministic ones of these rows as they are.

    By its lines, which takes a tenth of the time that reading all of its rows does.
    """
    try:
        content = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    lines = set(content.split("\n"))
    unmerged = any(line.startswith(("<<<<<<< ", ">>>>>>> ")) for line in lines)
    wanted = _written([row.texts() for row in rows if deterministic(row)])
    return not unmerged and set(wanted.split("\n")) <= lines


def _written(rows: Iterable[Mapping[str, str]]) -> str:
    """The file with these rows."""
    out = io.StringIO()
    writer = csv.DictWriter(out, FIELDS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def merge(rows: Iterable[Row], known: Iterable[Key], path: Path = FIGURES) -> None:
    """Put the deterministic rows into the file; rows not measured now stay as they are.

    known: the keys that exist by the catalog; a row of the file that is not among them goes.
    Raises MoteError when the file cannot be written, or is not as `read` says.
    """
    table = read(path)
    table.update({key(row): row for row in rows if deterministic(row)})
    kept = set(known)
    files.write(path, _written(table[each].texts() for each in sorted(table) if each in kept))


def compare(rows: Iterable[Row], path: Path = FIGURES) -> tuple[list[str], list[str]]:
    """Differences from the file, and rows that could not be compared; one line each.

    Figures of C code hold for one version of the compiler: a row of another version is not
    compared.  A row that the file lacks, or that has no figures now, is a difference.
    """
    table = read(path)
    changed, other = [], []
    for row in rows:
        if not _has_place(row):
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
