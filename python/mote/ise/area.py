"""Area and speed of cores: gate equivalents, whole and by module, and gate levels.

What was found is kept in WORK/ise under a hash of everything that it depends on: the Verilog text,
the gate library, the script and the version of Yosys.
"""

from __future__ import annotations

import csv
import fcntl
import hashlib
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mote import files, jobs
from mote.ise import kernels, synthesis
from mote.paths import ROOT, WORK
from mote.pic24.isa import FOLDER, extension_names
from mote.types import MoteError

LIBRARY = FOLDER / "gates.lib"
TOP = "pic24"
RESULTS = ROOT / "results" / "pic24-area.csv"
CACHE = WORK / "ise"
BASE = "base"
"""How the core without extensions is called in tables."""


@dataclass(frozen=True)
class Module:
    """One module of a netlist.  count: how often it is there; areas in GE of one, without parts."""

    name: str
    count: int
    sequential: float
    combinational: float

    @property
    def total(self) -> float:
        """All of its instances, in GE."""
        return round(self.count * (self.sequential + self.combinational), 2)


@dataclass(frozen=True)
class Area:
    """A mapped design.  Areas in gate equivalents (NAND2 = 1).

    levels, path: the longest path in gates and the names of its ends.
    key: the hash under which it is kept.
    """

    sequential: float
    combinational: float
    levels: int
    path: tuple[str, ...]
    modules: tuple[Module, ...]
    key: str

    @property
    def total(self) -> float:
        return round(self.sequential + self.combinational, 2)


@dataclass(frozen=True)
class Design:
    """Something to synthesize: Verilog text, its top module, and whether modules are dissolved."""

    verilog: str
    top: str = TOP
    flatten: bool = True

    @property
    def key(self) -> str:
        """The hash of everything that the netlist depends on."""
        parts = (
            self.verilog,
            library(),
            synthesis.SCRIPT,
            synthesis.yosys_version(),
            self.top,
            str(self.flatten),
        )
        content = "\0".join(hashlib.sha256(part.encode()).hexdigest() for part in parts)
        return hashlib.sha256(content.encode()).hexdigest()[:16]


def library() -> str:
    """The text of the gate library."""
    return LIBRARY.read_text(encoding="utf-8")


def summary(found: Mapping[str, Any], key: str) -> Area:
    """An Area from what `synthesis.measure` returns."""
    cells = synthesis.read_library(library())
    modules: dict[str, Any] = found["modules"]
    counts = dict.fromkeys(modules, 0)

    def count(name: str, times: int) -> None:
        counts[name] += times
        for part, number in modules[name]["parts"].items():
            count(part, times * number)

    count(found["top"], 1)
    rows = []
    for name, facts in modules.items():
        sums = [0.0, 0.0]
        for kind, number in facts["cells"].items():
            sums[0 if cells[kind]["sequential"] else 1] += number * cells[kind]["area"]
        rows.append(Module(name, counts[name], round(sums[0], 2), round(sums[1], 2)))
    rows.sort(key=lambda module: (module.name != found["top"], -module.total, module.name))
    return Area(
        sequential=round(sum(m.count * m.sequential for m in rows), 2),
        combinational=round(sum(m.count * m.combinational for m in rows), 2),
        levels=found["levels"],
        path=tuple(found["path"]),
        modules=tuple(rows),
        key=key,
    )


def _file(key: str) -> Path:
    return CACHE / f"{key}.json"


def cached(design: Design) -> Area | None:
    """What is known of the design already, or None."""
    key = design.key
    try:
        found = json.loads(_file(key).read_text(encoding="utf-8"))
        return summary(found, key)
    except (OSError, ValueError, KeyError):
        return None


def keep(key: str, found: Mapping[str, Any]) -> None:
    """Store what `synthesis.synthesize` found.  Raises MoteError."""
    files.write(_file(key), json.dumps(found))


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """Hold what has this name: another process that wants to make the same waits for it."""
    path = CACHE / f"{name}.lock"
    try:
        CACHE.mkdir(parents=True, exist_ok=True)
        lock = path.open("w")
    except OSError as error:
        raise MoteError(f"cannot write {path}: {error.strerror or error}") from None
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def synthesize(design: Design) -> Area:
    """The design's area, from the cache or from Yosys; raises MoteError."""
    key = design.key
    with _alone(key):
        known = cached(design)
        if known is not None:
            return known
        try:
            found = synthesis.synthesize(design.verilog, library(), design.top, design.flatten)
        except synthesis.SynthesisError as error:
            raise MoteError(str(error)) from None
        keep(key, found)
    return summary(found, key)


# Cores.


def check_extensions(names: Iterable[str]) -> tuple[str, ...]:
    """The names, each once and sorted; raises MoteError for an unknown one."""
    from mote import catalog

    wanted = list(names)
    return (
        tuple(sorted(catalog.pick_names("extension", wanted, extension_names()))) if wanted else ()
    )


def _generator() -> set[Path]:
    """mote/pic24/rtl.py and the modules of its package that it imports, and those, …"""
    folder = ROOT / "python" / "mote" / "pic24"
    found: set[Path] = set()
    waiting = ["rtl"]
    while waiting:
        path = folder / f"{waiting.pop()}.py"
        if path not in found and path.is_file():
            found.add(path)
            waiting += re.findall(r"\bmote\.pic24\.(\w+)", path.read_text(encoding="utf-8"))
    return found


def _sources(extensions: Sequence[str]) -> str:
    """A hash of every file that the Verilog of a core with these extensions depends on."""
    import amaranth

    content = hashlib.sha256(f"{amaranth.__version__} {synthesis.yosys_version()}".encode())
    # An extension may take constants from another one's file.
    sources = {*_generator(), *FOLDER.glob("*.py"), *(FOLDER / "extensions").glob("*.py")}
    for path in sorted(sources):
        content.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes() + b"\0")
    content.update(" ".join(extensions).encode())
    return content.hexdigest()[:16]


def verilog(extensions: Sequence[str] = ()) -> str:
    """The Verilog of the core with these extensions (top module pic24), kept in the cache."""
    names = check_extensions(extensions)
    path = CACHE / f"{_sources(names)}.v"
    with _alone(path.stem):
        if path.is_file():
            return path.read_text(encoding="utf-8")
        from mote.pic24 import rtl

        try:
            text = rtl.verilog(names)
        except ValueError as error:
            # Each is sound (mote.pic24.checks), but not all of them in one core.
            raise MoteError(f"a core with {' '.join(names)}: {error}") from None
        files.write(path, text)
    return text


def core(extensions: Sequence[str] = (), flatten: bool = True) -> Design:
    """The core with these extensions, to be synthesized."""
    return Design(verilog(extensions), TOP, flatten)


def _core_area(request: tuple[tuple[str, ...], bool]) -> Area:
    return synthesize(core(*request))


def areas(
    requests: Sequence[tuple[tuple[str, ...], bool]], done: Callable[[], object]
) -> list[Area]:
    """The areas of cores, each asked for by its extensions and whether it is flat.

    As many at once as there are processors; `done` is called after each one.  Raises MoteError
    with the first problem after the others have ended, so that what they found is kept.
    """
    found: dict[tuple[tuple[str, ...], bool], Area] = {}
    distinct = list(dict.fromkeys(requests))
    problem: MoteError | None = None
    for index, result in jobs.run(_core_area, distinct):
        for _ in range(requests.count(distinct[index])):
            done()
        if isinstance(result, MoteError):
            problem = problem or result
        else:
            found[distinct[index]] = result
    if problem is not None:
        raise problem
    return [found[request] for request in requests]


def named_sets() -> dict[str, tuple[str, ...]]:
    """The cores of the table: the base, every extension alone, and what each kernel asks for.

    At the end, what the functions that have extensions in common ask for together.
    """
    sets: dict[str, tuple[str, ...]] = {BASE: ()}
    sets.update({name: (name,) for name in extension_names()})
    for function in kernels.available():
        for implementation in kernels.implementations(function)[1:]:
            wanted = kernels.extensions_of(kernels.source(function, implementation))
            sets[f"{function} {implementation}"] = wanted
    together = [name for name in kernels.available() if f"{name} {kernels.SHARED}" in sets]
    for implementation in (kernels.PAPER, kernels.SHARED):
        names = {each for name in together for each in sets[f"{name} {implementation}"]}
        sets[f"{' '.join(together)} {implementation}"] = tuple(sorted(names))
    return sets


# results/pic24-area.csv

FIELDS = (
    "core",
    "extensions",
    "module",
    "ge",
    "sequential_ge",
    "combinational_ge",
    "overhead_ge",
    "overhead_percent",
    "levels",
    "apart_ge",
    "apart_overhead_ge",
    "apart_overhead_percent",
    "apart_levels",
    "key",
)
"""Columns.  apart_…: with modules kept apart, as are the rows of modules; the others dissolved."""


@dataclass(frozen=True)
class Core:
    """A core's areas: with modules dissolved, and with modules kept apart."""

    extensions: tuple[str, ...]
    flat: Area
    apart: Area


def cores(sets: Mapping[str, tuple[str, ...]], done: Callable[[], object]) -> dict[str, Core]:
    """Each named set of extensions as a core; `done` is called twice for each."""
    requests = [(names, flat) for names in sets.values() for flat in (True, False)]
    found = iter(areas(requests, done))
    return {name: Core(names, next(found), next(found)) for name, names in sets.items()}


def _over(value: float, base: float) -> tuple[float, float]:
    """How much more than the base: in GE and in per cent."""
    return round(value - base, 2), round(100 * (value / base - 1), 2)


def rows(found: Mapping[str, Core], detailed: Iterable[str]) -> list[dict[str, Any]]:
    """The figures as tidy rows: one for each core, then one for each module of the detailed ones.

    The core named BASE is what the others are compared with.
    """
    base = found[BASE]
    made: list[dict[str, Any]] = []
    for name, core_ in found.items():
        flat, apart = core_.flat, core_.apart
        row: dict[str, Any] = {"core": name, "extensions": " ".join(core_.extensions), "module": ""}
        row.update(ge=flat.total, sequential_ge=flat.sequential)
        row.update(combinational_ge=flat.combinational, levels=flat.levels, key=flat.key)
        row["overhead_ge"], row["overhead_percent"] = _over(flat.total, base.flat.total)
        row.update(apart_ge=apart.total, apart_levels=apart.levels)
        over = _over(apart.total, base.apart.total)
        row["apart_overhead_ge"], row["apart_overhead_percent"] = over
        made.append({field: row[field] for field in FIELDS})
    for name in detailed:
        for module in found[name].apart.modules:
            row = dict.fromkeys(FIELDS, "")
            row.update(core=name, extensions=" ".join(found[name].extensions))
            row.update(module=module.name, ge=module.total, key=found[name].apart.key)
            row["sequential_ge"] = round(module.count * module.sequential, 2)
            row["combinational_ge"] = round(module.count * module.combinational, 2)
            made.append(row)
    return made


def write(found: Iterable[Mapping[str, Any]], path: Path = RESULTS) -> None:
    """Put rows into the results file; raises MoteError when it cannot be written."""
    out = io.StringIO()
    writer = csv.DictWriter(out, FIELDS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    files.write(path, out.getvalue())


def read(path: Path = RESULTS) -> list[dict[str, str]]:
    """The rows of the results file; empty when there is none."""
    if not path.is_file():
        return []
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def differences(found: Iterable[Mapping[str, Any]], whole: bool, path: Path = RESULTS) -> list[str]:
    """What differs between rows and the results file, a line each.

    whole: whether the rows should be all of the file's.
    """
    known = {(row["core"], row["module"]): row for row in read(path)}
    lines = []
    for row in found:
        label = f"{row['core']} {row['module']}".strip()
        old = known.pop((row["core"], row["module"]), None)
        if old is None:
            lines.append(f"{label}: not in {path.name}; run `mote ise area --write`")
            continue
        for field in FIELDS:
            if old[field] != str(row[field]):
                lines.append(f"{label}: {field} changed from {old[field]} to {row[field]}")
    if whole:
        lines += [f"{' '.join(key).strip()}: in {path.name} and no more" for key in known]
    return lines
