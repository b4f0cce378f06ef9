"""What moves of 16 and 32 bits save on an 8051, in results/extended.csv.

Files for the plain 8051 are rewritten by program (mote.building.toolchains.sdas_blocks) for CPU,
and checked and measured there: what such a core gains without new algorithms.
"""

from __future__ import annotations

import csv
import dataclasses
import functools
import io
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mote import kinds
from mote.building import build, package
from mote.building.toolchains import sdas_blocks
from mote.calling.session import Session
from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.common import files
from mote.common.errors import BuildError, MissingTool, MoteError
from mote.common.paths import ROOT
from mote.machines import open_machine
from mote.measuring import alone, parts
from mote.running import depends

EXTENDED = ROOT / "results" / "extended.csv"

PLAIN, CPU = "mcs51", "mcs51-ext"
"""The CPU that the files are for, and the one that they are rewritten for."""

THINNED = 4
"""Of the vectors of a benchmark one in so many is taken: the plain file has passed all."""


@dataclass(frozen=True)
class Row:
    """A line of the file.  moves: in the code."""

    function: str
    implementation: str
    size_bytes: int
    block_cycles: float
    internal_ram_bytes: int
    moves: int
    key: str


FIELDS = tuple(each.name for each in dataclasses.fields(Row))


@functools.cache
def read(path: Path = EXTENDED) -> dict[tuple[str, str], Row]:
    """The stored rows by function and implementation; empty without a file."""
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as stream:
        rows = [
            Row(
                row["function"],
                row["implementation"],
                int(row["size_bytes"]),
                float(row["block_cycles"]),
                int(row["internal_ram_bytes"]),
                int(row["moves"]),
                row["key"],
            )
            for row in csv.DictReader(stream)
        ]
    return {(row.function, row.implementation): row for row in rows}


def implementations() -> Iterator[Implementation]:
    """Assembly for the plain 8051 of the functions that a block function is measured of alone."""
    plain = catalog.cpus()[PLAIN]
    for names in parts.ALONE.values():
        for name in names:
            for each in catalog.implementations(catalog.functions()[name]):
                if catalog.runs_on(each, plain) and alone.name_of(each):
                    yield each


def key(implementation: Implementation) -> str:
    """Of a row: as mote.running.depends says."""
    return depends.short(depends.extended(implementation, catalog.cpus()[CPU]))


def stale(path: Path = EXTENDED) -> list[str]:
    """The stored rows that were measured of another content, one line each."""
    keys = {(i.function.name, i.name): key(i) for i in implementations()}
    return [
        f"{row.function} {row.implementation} on {CPU} is of another content: "
        "run ./mote report --write"
        for name, row in read(path).items()
        if row.key != keys.get(name)
    ]


def listing(source: Path) -> str:
    """What sdas8051 lists of a source without includes."""
    with tempfile.TemporaryDirectory(prefix="mote-") as name:
        target = Path(name) / source.name
        target.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
        command = ["sdas8051", "-plosgffw", f"{source.stem}.rel", source.name]
        try:
            run = subprocess.run(command, cwd=name, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            raise MissingTool("sdas8051 is not installed", ("sdcc",)) from None
        found = target.with_suffix(".lst")
        if run.returncode or not found.exists():
            raise BuildError(f"{source.name} does not assemble", run.stdout + run.stderr)
        return found.read_text(errors="replace")


def rewritten(
    implementation: Implementation, folder: Path, *, moves: bool = True
) -> tuple[Implementation, int]:
    """The implementation in rewritten files in the folder, and its moves."""
    whole, _ = package.unpacked(implementation, folder)
    count = 0
    for source in whole.sources:
        if source.suffix == ".asm":
            lines, found = sdas_blocks.rewritten(listing(source), moves=moves)
            source.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
            count += found
    # With a space in it, it is the name of no file.
    return dataclasses.replace(whole, name=f"{implementation.name} rewritten", kernel=None), count


def measure(implementation: Implementation) -> Row:
    """The row of an implementation; raises MoteError where it is not right on that CPU."""
    function = implementation.function
    kind, cpu = kinds.of(function), catalog.cpus()[CPU]
    with tempfile.TemporaryDirectory(prefix="mote-") as name:
        folder = Path(name)
        whole, count = rewritten(implementation, folder / "files")
        objects = build.build(whole, cpu, folder, packed=False)
        machine = open_machine(cpu)
        try:
            session = Session(machine, whole, objects, build.link(whole, cpu, objects))
            session.detail = True
            passed = kind.run_vectors(session, list(kind.bench_vectors(function))[::THINNED])
            if passed.failed or not passed.passed:
                words = passed.first or "no vectors"
                raise MoteError(f"{function.name} {whole.name} on {cpu.name}: {words}")
            block = kind.measure(session).cycles[cpu.timings[0].name][2]
        finally:
            machine.close()
    return Row(
        function.name,
        implementation.name,
        objects.facts.size_bytes,
        round(block, 2),
        objects.facts.internal_bytes or 0,
        count,
        key(implementation),
    )


def text() -> str:
    """results/extended.csv as it is to be.  Raises MoteError."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(FIELDS)
    for implementation in implementations():
        writer.writerow(dataclasses.astuple(measure(implementation)))
    return out.getvalue()


def write(path: Path = EXTENDED) -> list[str]:
    """Measure and write the file where it changes; the paths that changed.

    Without the assembler or the simulator the stored figures stay.
    """
    try:
        found = text()
    except MissingTool:
        return []
    if path.exists() and path.read_text(encoding="utf-8") == found:
        return []
    files.write(path, found)
    read.cache_clear()
    return [str(path.relative_to(ROOT))]
