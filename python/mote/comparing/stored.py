"""results/compare.csv: what `mote compare` measured of other people's libraries."""

from __future__ import annotations

import csv
import functools
import io
from collections.abc import Collection, Iterable
from pathlib import Path

from mote.catalog import catalog
from mote.common import files
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.running import depends

RESULTS = ROOT / "results" / "compare.csv"

COLUMNS = (
    *("function", "cpu", "library", "variant", "version", "level", "toolchain", "flags"),
    *("size_bytes", "long_cycles_per_byte", "short_cycles", "context_bytes", "stack_bytes"),
    *("static_bytes", "timing", "fidelity", "long_instructions_per_byte", "short_instructions"),
    *("vectors_passed", "vectors_failed", "constant_time", "remark", "key"),
)
"""Of a line.  library: the name of its file in libraries/; level: the compiler's -O.
key: of what it was measured of (mote.running.depends)."""

Line = dict[str, str]


def key(line: Line) -> tuple[str, ...]:
    """What a line is known by."""
    return tuple(line[name] for name in ("function", "cpu", "library", "variant", "level"))


def title(library: str, line: Line) -> str:
    """What a line's program is called: library, version, variant and optimization."""
    return " ".join(filter(None, [library, line["version"], line["variant"], line["level"]]))


@functools.lru_cache(maxsize=4)
def _lines(path: Path, content: str) -> tuple[Line, ...]:
    lines = tuple(csv.DictReader(io.StringIO(content, newline="")))
    for number, line in enumerate(lines, 2):
        if tuple(line) != COLUMNS or None in line.values():
            raise MoteError(f"{path}:{number}: not a line of `mote compare`")
    return lines


def lines(path: Path = RESULTS) -> list[Line]:
    """The lines of the file; none where there is no file.  Raises MoteError for a wrong line."""
    if not path.exists():
        return []
    return [dict(line) for line in _lines(path, path.read_text(encoding="utf-8"))]


def timed(path: Path = RESULTS) -> list[Line]:
    """The lines with cycles: of microcontrollers.  Of POWER, instructions alone are counted."""
    return [line for line in lines(path) if line["long_cycles_per_byte"]]


def stale(path: Path = RESULTS) -> list[Line]:
    """The lines that were measured of another content."""
    known: dict[tuple[str, str, str], str] = {}
    found = []
    for line in lines(path):
        of = (line["function"], line["cpu"], line["library"])
        if of not in known:
            function, cpu = catalog.functions().get(of[0]), catalog.cpus().get(of[1])
            known[of] = (
                ""
                if function is None or cpu is None
                else depends.short(depends.comparison(function, cpu, of[2]))
            )
        if not line["key"] or line["key"] != known[of]:
            found.append(line)
    return found


def keep(new: Iterable[Line], there: Collection[tuple[str, ...]], path: Path = RESULTS) -> None:
    """Put lines into the file.

    there: (function, library, variant, level, version) of every program that there is; lines of
    others go.  Raises MoteError when the file cannot be written, or is not as `lines` says.
    """
    found = {key(line): line for line in (*lines(path), *new)}
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for _, line in sorted(found.items()):
        names = ("function", "library", "variant", "level", "version")
        if tuple(line[name] for name in names) in there:
            writer.writerow(line)
    files.write(path, out.getvalue())
