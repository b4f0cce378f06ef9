"""Figures of parts of an implementation, in results/parts.csv: single calls, and what is linked.

results/figures.csv has one row for a whole implementation.  Papers also give the time of one call
and the bytes of one direction of a cipher; those are measured here, of what MEASURED names, and
written by `mote report --write`.
"""

from __future__ import annotations

import csv
import functools
import io
from collections.abc import Iterator
from pathlib import Path

from mote import kinds
from mote.calling.opening import opened
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.common import files
from mote.common.errors import MissingTool
from mote.common.paths import ROOT
from mote.measuring import alone
from mote.running import depends

PARTS = ROOT / "results" / "parts.csv"

FIGURES = {
    "decryption_cycles": "set the key and decrypt a message block",
    "encryption_bytes": "what a linker keeps of the object for setting the key and encrypting",
    "decryption_bytes": "what a linker keeps of the object for setting the key and decrypting",
    "initial_value_cycles": "the call that starts a computation, for the main digest size",
    "personalized_cycles": "the same, and a personalization of PERSONALIZATION bytes",
    "ram_bytes": "context, deepest stack and fixed memory",
    "permanent_ram_bytes": "what has to stay between two computations",
    "seed_cycles": "a generator is given a seed of 32 bytes",
    "computed_bytes": "a generator that computes the initial value with each seed",
    "computed_ram_bytes": "its context, deepest stack and fixed memory",
    "computed_seed_cycles": "it is given a seed of 32 bytes",
    "table_bytes": "a generator that has a table of the initial value in program memory",
    "table_ram_bytes": "its context, deepest stack and fixed memory",
    "table_seed_cycles": "it is given a seed of 32 bytes",
    "cached_bytes": "a generator that keeps the initial value in its context",
    "cached_ram_bytes": "its context, deepest stack and fixed memory",
    "cached_seed_cycles": "it is given a seed of 32 bytes",
    "printed_bytes": "all that `size` of GNU binutils adds, with what a row does not count",
    "precalculated_bytes": "a hash function whose first state is a table, for one digest size",
    "precalculated_short_cycles": "init, 32 bytes and close with it",
    "key_instructions": "set the key of a mode of operation, or of GHASH",
    "block_instructions": "encrypt a block; of GCM the IV, the block and the tag; of GHASH hash it",
    "decryption_block_instructions": "the same to decrypt it, of GCM with the check of the tag",
    "decryption_long_instructions": "32 blocks more of a long text, decrypted",
    "library_bytes": "a cipher, a hash function and a generator in one library",
    **{
        f"kernel_cycles ({timing})": f"the block function alone, of a block more: {timing}"
        for timing in ("8051", "ARM7TDMI", "ARM920T")
    },
}
"""What each is; cycles are those of the CPU's first timing, where the name says no other."""

MEASURED = {
    "skein": (("avr8",), ""),
    "aes": (("power8-le", "power8-be"), "power8"),
    "shabal": (("mips32", "mips32-be", "avr8", "thumb", "thumb-be", "i386", "amd64"), ""),
}
"""By the family: the CPUs, and the implementation, or all of them."""

ALONE = {
    "blake": ("blake32", "blake64"),
    "bmw": ("bmw256", "bmw512"),
    "groestl": ("groestl256", "groestl512"),
    "keccak": ("keccak",),
    "luffa": ("luffa256", "luffa384", "luffa512"),
    "shabal": ("shabal",),
    "skein": ("skein256", "skein512"),
}
"""By family: the functions of which the block function is measured alone, where it is assembly."""

ALONE_ON = ("mcs51", "armv4")
"""The CPUs of that."""

FIELDS = ("function", "implementation", "cpu", "figure", "value", "key")

Key = tuple[str, str, str, str]


@functools.cache
def read(path: Path = PARTS) -> dict[Key, int]:
    """The stored figures by function, implementation, CPU and figure; empty without a file."""
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as stream:
        return {
            (row["function"], row["implementation"], row["cpu"], row["figure"]): int(row["value"])
            for row in csv.DictReader(stream)
        }


def stale(path: Path = PARTS) -> list[str]:
    """The stored rows that were measured of another content, one line each."""
    if not path.exists():
        return []
    keys = {f"{i.function.name} {i.name} {cpu.name}": key(i, cpu) for i, cpu in pairs()}
    with path.open(newline="", encoding="utf-8") as stream:
        return [
            f"{name} {row['figure']} is of another content: run ./mote report --write"
            for row in csv.DictReader(stream)
            if row.get("key") != keys.get(name := " ".join(row[each] for each in FIELDS[:3]))
        ]


def key(implementation: Implementation, cpu: Cpu) -> str:
    """Of a row: as mote.running.depends says."""
    return depends.short(depends.parts(implementation, cpu))


def _whole_kind(implementation: Implementation, cpu: Cpu) -> bool:
    """Whether it has the figures of parts that its kind has."""
    cpus, name = MEASURED.get(implementation.function.family, ((), ""))
    return cpu.name in cpus and name in ("", implementation.name)


def _block_alone(implementation: Implementation, cpu: Cpu) -> bool:
    function = implementation.function
    if cpu.name not in ALONE_ON or function.name not in ALONE.get(function.family, ()):
        return False
    return bool(alone.name_of(implementation))


def pairs() -> Iterator[tuple[Implementation, Cpu]]:
    """The implementations that have figures here, with their CPUs."""
    names = [name for cpus, _ in MEASURED.values() for name in cpus]
    for cpu in (catalog.cpus()[name] for name in dict.fromkeys([*names, *ALONE_ON])):
        for function in catalog.functions().values():
            for each in catalog.implementations(function):
                asked = _whole_kind(each, cpu) or _block_alone(each, cpu)
                if asked and catalog.runs_on(each, cpu):
                    yield each, cpu


def measure(implementation: Implementation, cpu: Cpu) -> dict[str, int]:
    """The figures of one implementation on one CPU, by their names.  Raises MoteError."""
    with opened(implementation, cpu) as session:
        found = {}
        if _whole_kind(implementation, cpu):
            found = kinds.of(implementation.function).parts(session)
        if _block_alone(implementation, cpu):
            of_block = alone.measure(session, session.image)
            found |= {f"kernel_cycles ({name})": value for name, value in of_block.items()}
        return found


def text() -> str:
    """results/parts.csv as it is to be.  Raises MoteError."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(FIELDS)
    for implementation, cpu in pairs():
        of = key(implementation, cpu)
        for figure, value in measure(implementation, cpu).items():
            name = (implementation.function.name, implementation.name, cpu.name)
            writer.writerow((*name, figure, value, of))
    return out.getvalue()


def write(path: Path = PARTS) -> list[str]:
    """Measure and write the file where it changes; the paths that changed.

    Without the compiler or the simulator the stored figures stay.
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
