"""What llvm-mca's models take for other people's programs on POWER, in results/known-cycles.csv.

Boards' figures are published of these very programs: mote.comparing.papers.power8 sets them beside
the models' cycles, so that a reader sees what error a model has.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.common.paths import ROOT
from mote.comparing import libraries
from mote.comparing.libraries import Library, Program
from mote.measuring import mca, named, power
from mote.running import depends

RESULTS = ROOT / "results" / "known-cycles.csv"

LEVEL = "-O2"
"""Of programs in C: what servers are built with."""

FUNCTIONS = ("aes128_ctr", "aes128_gcm", "ghash", "chacha20", "sha256", "sha512")
LIBRARIES = ("openssl", "libgcrypt")
CPUS = ("power8-le", "power9-le")
"""A program stands on the first that it is for."""

FIELDS = ("function", "library", "variant", "version", "cpu", *mca.MODELS, "tool", "key")

BY = ("function", "library", "variant", "cpu")
"""The columns that a row is known by."""

Row = dict[str, str]
Name = named.Name


@dataclass(frozen=True)
class Known:
    """A program of a library on a CPU."""

    library: Library
    program: Program
    cpu: Cpu

    @property
    def name(self) -> Name:
        """What its row is known by: function, library, variant and CPU."""
        return self.program.function, self.library.name, self.program.variant, self.cpu.name

    @property
    def title(self) -> str:
        return f"{self.library.title} {self.program.variant}"

    @property
    def key(self) -> str:
        """Of its row: as mote.running.depends says."""
        function = catalog.functions()[self.program.function]
        return depends.short(depends.known(function, self.cpu, self.library.name))


def programs() -> Iterator[Known]:
    """The programs that have stored rows."""
    there = libraries.libraries()
    cpus = [catalog.cpus()[name] for name in CPUS]
    for function in FUNCTIONS:
        for library in (there[name] for name in LIBRARIES if name in there):
            for program in library.programs:
                first = next((cpu for cpu in cpus if libraries.suits(program, cpu)), None)
                if program.function == function and first is not None:
                    yield Known(library, program, first)


@functools.cache
def read(path: Path = RESULTS) -> dict[Name, Row]:
    """The stored rows by their names; empty without a file."""
    return named.read(path, BY)


def stale() -> list[Known]:
    """The programs whose stored rows are not there, or of another content."""
    stored = read()
    return [each for each in programs() if stored.get(each.name, {}).get("key") != each.key]


def measure(known: Known) -> Row:
    """A row.  Raises MoteError."""
    libraries.fetch(known.library)
    level = LEVEL if known.program.in_c else ""
    implementation = libraries.implementation(known.library, known.program, level)
    found = mca.cycles_per_byte(implementation, known.cpu, lenient=True)
    function, library, variant, cpu = known.name
    return {
        **{"function": function, "library": library, "variant": variant, "cpu": cpu},
        "version": known.library.version,
        **{model: f"{value:.4g}" for model, value in found.items()},
        "tool": power.tool(),
        "key": known.key,
    }


def write(rows: Iterable[Row], path: Path = RESULTS) -> None:
    """Put rows into the file, in the order of `programs`; of programs that are gone they go.

    Raises MoteError for a row that has no place there.
    """
    named.write(path, BY, FIELDS, (each.name for each in programs()), rows)
    read.cache_clear()
