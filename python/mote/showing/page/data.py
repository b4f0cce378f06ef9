"""What the page shows, as plain data: figures, the catalog's facts, published figures, the core.

Needs no installed package.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mote.catalog import catalog, kinds
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation
from mote.choosing import leading
from mote.common import version
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.comparing import published
from mote.keeping import store
from mote.measuring.row import Row, text
from mote.proving import proofs

AREAS = ROOT / "results" / "pic24-area.csv"
STUDY = ROOT / "published" / "pic24" / "extensions.csv"
CORE = "pic24"
"""The CPU whose rows stand against gates."""

COLUMNS = (
    "size_bytes",
    "long_cycles_per_byte",
    "pieces_cycles_per_byte",
    "short_cycles",
    "block_cycles",
    "speed_size_ratio",
    "cycles_spread",
    "long_instructions_per_byte",
    "pieces_instructions_per_byte",
    "short_instructions",
    "block_instructions",
    "context_bytes",
    "stack_bytes",
    "static_bytes",
    "vectors_passed",
    "vectors_failed",
)
"""The numbers of a row, under their names in results/figures.csv."""

TIMES = ("long_cycles_per_byte", "short_cycles", "block_cycles")

COMMENT = ("@", "#", ";", "//", "*", "/*")
LICENSE = ("SPDX-License-Identifier", "Copyright (c)")


class Numbered:
    """Texts by number: each stands once."""

    def __init__(self) -> None:
        self.texts: dict[str, int] = {}

    def number(self, text: str) -> int:
        """The number of the text, a new one where it is new."""
        return self.texts.setdefault(text, len(self.texts))

    def list(self) -> list[str]:
        """The texts in the order of their numbers."""
        return list(self.texts)


def collect(commit: str = "", figures: Path = store.FIGURES) -> dict[str, Any]:
    """Everything that the page shows, fit for JSON.

    commit: of the checkout, "" where the page is to be the same in every commit of one state.
    Raises MoteError for a row of a function, CPU or implementation that does not exist.
    """
    cpus, functions = catalog.cpus(), catalog.functions()
    implementations = [
        each for function in functions.values() for each in catalog.implementations(function)
    ]
    stored = store.read(figures)
    toolchains, flags, heads = Numbered(), Numbered(), Numbered()
    places = {
        (each.function.name, each.name): number for number, each in enumerate(implementations)
    }
    cpu_places = {name: number for number, name in enumerate(cpus)}
    rows: list[list[Any]] = []
    extremes = leading.extremes(stored.values())
    for key, row in stored.items():
        function, name, cpu, timing = key
        if (function, name) not in places or cpu not in cpus:
            raise MoteError(f"{figures}: {function} {name} on {cpu}: no such file or CPU any more")
        timings = [each.name for each in cpus[cpu].timings]
        if timing not in timings:
            raise MoteError(f"{figures}: {function} {name}: {cpu} has no timing {timing!r}")
        rows.append(
            [
                places[function, name],
                cpu_places[cpu],
                timings.index(timing),
                toolchains.number(text(row.toolchain)),
                flags.number(text(row.flags)),
                *(row.number(column) for column in COLUMNS),
                int(key in extremes),
            ]
        )
    return {
        "version": version.number(),
        "commit": commit,
        "figures": _blob(figures),
        "cpus": [_cpu(cpu) for cpu in cpus.values()],
        "functions": [_function(function) for function in functions.values()],
        "implementations": [
            _implementation(each, list(functions), heads) for each in implementations
        ],
        "heads": heads.list(),
        "toolchains": toolchains.list(),
        "flags": flags.list(),
        "columns": [*COLUMNS, "extreme"],
        "rows": rows,
        "published": _published(),
        "absent": absent(implementations, cpus.values(), {key[:3] for key in stored}),
        "core": _core(stored),
    }


def absent(
    implementations: Iterable[Implementation],
    cpus: Iterable[Cpu],
    measured: Iterable[tuple[str, ...]],
) -> list[list[Any]]:
    """Pairs of a file and a CPU without figures: [reason, [[function, file, CPU], …]] for each.

    That a file is not for a CPU's instruction set is no reason to list it.  measured: function,
    implementation and CPU of every row that there is.
    """
    have = set(measured)
    found: dict[str, list[list[str]]] = {}
    chosen = list(cpus)
    for each in implementations:
        for cpu in chosen:
            pair = (each.function.name, each.name, cpu.name)
            if pair in have or not catalog.fits(each, cpu):
                continue
            reason = catalog.excluded(each, cpu) or (
                "no stored row: ./mote bench says what keeps it from being measured"
            )
            found.setdefault(reason, []).append(list(pair))
    return [[reason, pairs] for reason, pairs in sorted(found.items())]


def head(text: str) -> str:
    """The comment at the head of an assembly file: contract and description, without the license.

    It ends at the first line that is not a comment; the signs of a comment are taken away.
    """
    lines: list[str] = []
    for line in text.splitlines():
        bare = line.strip()
        sign = next((sign for sign in COMMENT if bare.startswith(sign)), None)
        if sign is None or bare.startswith("#include") or bare.startswith("#if"):
            break
        for end in ("/*", sign):
            bare = bare.removeprefix(end)
        closed = bare.rstrip().endswith("*/") or bare == "/"
        bare = bare.rstrip().removesuffix("*/").rstrip()
        if bare != "/":
            lines.append(bare.removeprefix(" "))
        if closed:
            break
    kept = [line for line in lines if not line.startswith(LICENSE)]
    return "\n".join(kept).strip("\n")


def _number(text: str) -> float | int | None:
    """A figure of a CSV file; whole ones as int, None where there is none."""
    if text == "":
        return None
    value = float(text)
    return int(value) if value == int(value) else value


def _blob(path: Path) -> str:
    """What git calls the content of a file (`git log --find-object=` shows its commits)."""
    content = path.read_bytes() if path.exists() else b""
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()[:12]


def _cpu(cpu: Cpu) -> dict[str, Any]:
    return {
        "name": cpu.name,
        "title": cpu.title,
        "endianness": cpu.endianness,
        "reentrant": cpu.reentrant,
        "timings": [[timing.name, timing.fidelity] for timing in cpu.timings],
    }


def _function(function: Function) -> dict[str, Any]:
    return {
        "name": function.name,
        "title": function.title,
        "kind": function.kind,
        "keyed": kinds.of(function).keyed,
        "status": function.status,
        "specification": function.specification,
        "digest": function.main_size,
        "digests": catalog.digest_sizes(function),
        "block": function.block_of(function.main_size),
        "padding": function.hashing.padding_bits,
    }


def _implementation(each: Implementation, functions: list[str], heads: Numbered) -> dict[str, Any]:
    assembly = [path for path in each.sources if path.suffix != ".c"]
    entry: dict[str, Any] = {
        "function": functions.index(each.function.name),
        "name": each.name,
        "sources": [str(path.relative_to(ROOT)) for path in each.sources],
        "constant": each.constant_time,
    }
    known = proofs.proved()
    proved = {
        cpu: known[each.function.name, each.name, cpu]
        for cpu in catalog.cpus()
        if (each.function.name, each.name, cpu) in known
    }
    if proved:
        entry["proved"] = proved
    if assembly:
        entry["head"] = heads.number(head(assembly[-1].read_text(encoding="utf-8")))
    return entry


def _published() -> list[dict[str, Any]]:
    """Published implementations: figures of one program, one CPU and one source together.

    ram: context and stack, which nobody publishes and `mote measure` gives.
    """
    groups: dict[tuple[str, ...], dict[str, Any]] = {}
    memory: dict[tuple[str, ...], list[int]] = {}
    for row in published.rows():
        if row["figure"] in published.RAM:
            program = (row["function"], row["cpu"], row["implementation"])
            memory.setdefault(program, []).append(int(row["value"]))
            continue
        key = (row["function"], row["cpu"], row["implementation"], row["source"])
        entry = groups.setdefault(
            key,
            {
                "function": row["function"],
                "cpu": row["cpu"],
                "name": row["implementation"],
                "source": row["source"],
                "timing": "",
                "system": "",
                "figures": {},
                "here": {},
                "remarks": [],
                "comparable": True,
                "others": published.is_unpublished(row),
            },
        )
        entry["timing"] = row["timing"] or entry["timing"]
        entry["system"] = row["system"] or entry["system"]
        entry["figures"][row["figure"]] = _number(row["value"])
        if row["measured_here"]:
            entry["here"][row["figure"]] = _number(row["measured_here"])
        label = row["figure"].replace("_", " ")
        entry["remarks"].append(
            f"{label}: {row['counts']}" + (f"; {row['remark']}" if row["remark"] else "")
        )
        if row["figure"] in TIMES and row["comparable"] != "yes":
            entry["comparable"] = False
    for entry in groups.values():
        parts = memory.get((entry["function"], entry["cpu"], entry["name"]), [])
        if len(parts) == len(published.RAM):
            entry["ram"] = sum(parts)
    return list(groups.values())


def _lines(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(line for line in stream if not line.startswith("#")))


def _core(stored: dict[store.Key, Row]) -> dict[str, Any]:
    """The 16-bit core: every stored set of instructions with its gates, and cycles where known.

    ge: of the whole core; overhead_ge: more than the base; path_ns: its critical path
    (docs/area.md).  cycles: of a message block in the whole function.
    """
    functions = catalog.functions()
    blocks = {name: functions[name].block_of(functions[name].main_size) for name in functions}
    sets: list[dict[str, Any]] = []
    base: dict[str, str] = {}
    for row in _lines(AREAS):
        if row["module"]:
            continue
        if row["core"] == "base":
            base = row
        *names, implementation = row["core"].split(" ")
        entry: dict[str, Any] = {
            "core": row["core"],
            "extensions": row["extensions"].split(),
            "ge": _number(row["ge"]),
            "overhead_ge": _number(row["overhead_ge"]),
            "overhead_percent": _number(row["overhead_percent"]),
            "path_ns": _number(row["path_ns"]),
        }
        if len(names) == 1:
            figures = stored.get((names[0], implementation, CORE, "PIC24"))
            if figures is not None:
                entry |= _core_cycles(names[0], implementation, figures, blocks)
        sets.append(entry)
    for (function, implementation, cpu, _), figures in stored.items():
        if cpu == CORE and implementation == CORE:
            entry = {
                "core": f"{function} {implementation}",
                "extensions": [],
                "ge": _number(base["ge"]),
                "overhead_ge": 0,
                "overhead_percent": 0,
                "path_ns": _number(base["path_ns"]),
            }
            sets.append(entry | _core_cycles(function, implementation, figures, blocks))
    study = _lines(STUDY)
    core = next(float(row["value"]) for row in study if row["figure"] == "core_ge")
    paper: dict[tuple[str, str], dict[str, Any]] = {}
    for row in study:
        if row["figure"] in (
            "cycles",
            "cycles_per_byte",
            "area_overhead_percent",
            "area_overhead_kge",
        ):
            entry = paper.setdefault((row["function"], row["implementation"]), {})
            entry[row["figure"]] = _number(row["value"])
    return {
        "sets": sets,
        "published": [
            {
                "function": function,
                "implementation": implementation,
                "cycles": entry["cycles"],
                "per_byte": entry["cycles_per_byte"],
                "overhead_percent": entry.get("area_overhead_percent", 0),
                "overhead_ge": 1000 * entry.get("area_overhead_kge", 0),
                "ge": core,
            }
            for (function, implementation), entry in paper.items()
        ],
    }


def _core_cycles(
    function: str, implementation: str, figures: Row, blocks: dict[str, int]
) -> dict[str, Any]:
    cycles = figures.block_cycles
    assert cycles is not None
    return {
        "function": function,
        "implementation": implementation,
        "cycles": cycles,
        "per_byte": round(cycles / blocks[function], 2),
        "size": figures.size_bytes,
    }
