"""What llvm-mca's models of POWER take for a byte, in results/power-cycles.csv (`mote cycles`).

A model's cycles are no measurement: mote.comparing.papers.power8 sets them beside boards' figures.
"""

from __future__ import annotations

import functools
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.common.paths import ROOT
from mote.measuring import mca, named
from mote.running import depends

RESULTS = ROOT / "results" / "power-cycles.csv"

CPU = "power8-le"

MEASURED: Mapping[str, tuple[str, ...]] = {
    "aes128_ecb": ("portable_fast", "power8"),
    "aes128_cbc": ("power8",),
    "aes128_ctr": ("portable_fast", "power8"),
    "aes128_xts": ("power8",),
    "aes128_gcm": ("portable_fast", "power8"),
    "ghash": ("power8",),
    "chacha20": ("portable_fast", "power8"),
    "salsa20": ("portable_fast", "power8"),
    "ascon_aead128": ("portable_fast",),
    "sha1": ("portable_fast",),
    "sha256": ("portable_fast", "power8", "power8_fast"),
    "sha512": ("portable_fast", "power8", "power8_fast"),
    "sha3": ("portable_fast", "power8_fast"),
    "blake2s": ("portable_fast",),
    "blake2b": ("portable_fast",),
    "ascon_hash256": ("portable_fast",),
}
"""The files that have stored rows, by function."""

FIELDS = ("function", "implementation", "cpu", *mca.MODELS, "tool", "key")
BY = FIELDS[:3]
"""The columns that a row is known by."""

Row = dict[str, str]
Name = named.Name


def name_of(implementation: Implementation, cpu: Cpu) -> Name:
    return implementation.function.name, implementation.name, cpu.name


def pairs() -> Iterator[tuple[Implementation, Cpu]]:
    """The files that have stored rows, with their CPU."""
    cpu = catalog.cpus()[CPU]
    for function, names in MEASURED.items():
        for implementation in catalog.implementations(catalog.functions()[function]):
            if implementation.name in names:
                yield implementation, cpu


@functools.cache
def read(path: Path = RESULTS) -> dict[Name, Row]:
    """The stored rows by function, implementation and CPU; empty without a file."""
    return named.read(path, BY)


def key(implementation: Implementation, cpu: Cpu) -> str:
    """Of a row: as mote.running.depends says."""
    return depends.short(depends.modelled(implementation, cpu))


def stale() -> list[tuple[Implementation, Cpu]]:
    """The files whose stored rows are not there, or of another content."""
    stored = read()
    return [
        (implementation, cpu)
        for implementation, cpu in pairs()
        if stored.get(name_of(implementation, cpu), {}).get("key") != key(implementation, cpu)
    ]


def tool() -> str:
    """llvm-mca's version.  Raises MissingTool."""
    said = subprocess.run(
        [mca.program(), "--version"], capture_output=True, text=True, check=False
    ).stdout
    found = re.search(r"version ([\d.]+)", said)
    return f"llvm-mca {found[1]}" if found else "llvm-mca"


def measure(implementation: Implementation, cpu: Cpu) -> Row:
    """A row.  Raises MoteError."""
    found = mca.cycles_per_byte(implementation, cpu)
    names = dict(zip(FIELDS, name_of(implementation, cpu), strict=False))
    values = {model: f"{value:.4g}" for model, value in found.items()}
    return {**names, **values, "tool": tool(), "key": key(implementation, cpu)}


def write(rows: Iterable[Row], path: Path = RESULTS) -> None:
    """Put rows into the file, in the order of MEASURED; the others stay as they are.

    Raises MoteError for a row that has no place there.
    """
    named.write(path, BY, FIELDS, (name_of(*each) for each in pairs()), rows)
    read.cache_clear()
