"""Area and critical path of cores in a real cell library; time follows from the path.

What was found is kept in WORK/ise under a hash of everything that it depends on: the Verilog text,
the cell library, the scripts and the version of Yosys.
"""

from __future__ import annotations

import csv
import fcntl
import gzip
import hashlib
import io
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mote.catalog import catalog
from mote.common import files
from mote.common.errors import MoteError
from mote.common.paths import ROOT, WORK
from mote.ise import equivalence, gates, kernels, liberty, synthesis, technology, timing
from mote.pic24 import lockstep, rtl
from mote.pic24.hardware import Hardware
from mote.pic24.plan import Plan
from mote.pic24.sets import extension_names, instruction_set
from mote.running import depends, jobs

TOP = "pic24"
RESULTS = ROOT / "results" / "pic24-area.csv"
CACHE = WORK / "ise"
BASE = "base"
"""How the core without extensions is called in tables."""
FASTEST = "base, for speed"
"""The same, mapped for the shortest path: what the clock of all cores follows from."""
CONSTANTS = "constants alone"
"""The module of rows of what `constants` makes."""
PROGRAMS = 8
"""Random programs that `check` runs."""
MARGIN = 1.25
"""The clock's period over the shortest path of the base core: the paper's core, which reaches
slightly above 250 MHz, is made for 200 MHz (section 7.3)."""


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
    """A mapped design.  Areas in gate equivalents (the library's NAND2 = 1).

    square: in square micrometres.  path: the critical path in ns, gates: how many are on it, start,
    end: what it goes from and to; 0 and "" where modules are kept apart.
    key: the hash under which it is kept.
    """

    sequential: float
    combinational: float
    square: float
    path: float
    gates: int
    start: str
    end: str
    modules: tuple[Module, ...]
    key: str

    @property
    def total(self) -> float:
        return round(self.sequential + self.combinational, 2)


@dataclass(frozen=True)
class Design:
    """Something to synthesize: Verilog text, its top module, whether modules are dissolved.

    goal: of mote.ise.synthesis.  lockstep: the extensions of the core that it is, on whose gates a
    program of every instruction is run before any figure; None where it is none.
    """

    verilog: str
    top: str = TOP
    flatten: bool = True
    goal: str = "area"
    lockstep: tuple[str, ...] | None = None

    @property
    def key(self) -> str:
        """The hash of everything that the netlist depends on."""
        parts = (
            self.verilog,
            technology.LIBERTY_SHA256,
            synthesis.recipe(self.goal),
            synthesis.yosys_version(),
            self.top,
            str(self.flatten),
        )
        content = "\0".join(hashlib.sha256(part.encode()).hexdigest() for part in parts)
        return hashlib.sha256(content.encode()).hexdigest()[:16]


def summary(found: Mapping[str, Any], key: str) -> Area:
    """An Area from what `keep` has stored."""
    cells = liberty.read(technology.liberty()).cells
    unit = cells[technology.UNIT_CELL].area
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
            sums[0 if cells[kind].sequential else 1] += number * cells[kind].area / unit
        rows.append(Module(name, counts[name], round(sums[0], 2), round(sums[1], 2)))
    rows.sort(key=lambda module: (module.name != found["top"], -module.total, module.name))
    path = found.get("timing") or {"path": 0.0, "gates": 0, "start": "", "end": ""}
    total = sum(m.count * (m.sequential + m.combinational) for m in rows)
    return Area(
        sequential=round(sum(m.count * m.sequential for m in rows), 2),
        combinational=round(sum(m.count * m.combinational for m in rows), 2),
        square=round(total * unit),
        path=path["path"],
        gates=path["gates"],
        start=path["start"],
        end=path["end"],
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
        if design.flatten and not _netlist(key).is_file():
            return None
        return summary(found, key)
    except (OSError, ValueError, KeyError):
        return None


def _netlist(key: str) -> Path:
    return CACHE / f"{key}.netlist.gz"


def netlist(design: Design) -> dict[str, Any]:
    """The gates of a design (mote.ise.synthesis), made where there are none.  Raises MoteError."""
    key = synthesize(design).key
    try:
        found: dict[str, Any] = json.loads(gzip.decompress(_netlist(key).read_bytes()))
    except (OSError, ValueError, EOFError) as error:
        raise MoteError(f"cannot read {_netlist(key)}: {error}; delete it") from None
    return found


def keep(design: Design, found: Mapping[str, Any]) -> None:
    """Store what `synthesis.synthesize` found, with its critical path; raises MoteError.

    A core's gates have run a program of every instruction by then: what differs is an error.
    """
    key = design.key
    stored = {"top": found["top"], "modules": found["modules"]}
    cells = liberty.read(technology.liberty()).cells
    for kind in {kind for module in found["modules"].values() for kind in module["cells"]}:
        # The library's latch has no area.
        if kind not in cells or not cells[kind].area:
            raise MoteError(f"{kind}: the library has no such gate with an area; latches neither")
    if design.flatten:
        if design.lockstep is not None:
            gates.lockstep(found, design.lockstep)
        path = timing.analyse(found)
        if path is not None:
            stored["timing"] = vars(path)
        kept = {name: found[name] for name in ("ports", "gates", "names")}
        try:
            CACHE.mkdir(parents=True, exist_ok=True)
            partial = _netlist(key).with_suffix(".partial")
            partial.write_bytes(gzip.compress(json.dumps(kept).encode(), mtime=0))
            partial.replace(_netlist(key))
        except OSError as error:
            raise MoteError(f"cannot write {_netlist(key)}: {error.strerror or error}") from None
    files.write(_file(key), json.dumps(stored))


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


def prove(design: Design) -> int:
    """Prove that a core's extensions are what their descriptions say (mote.ise.equivalence).

    Returns the number of steps.  What was proved is kept under a hash of the Verilog, the
    descriptions, the prover and the solver's version.  Raises MoteError; nothing happens for a core
    without extensions, or where `design` is no core.
    """
    if not design.lockstep:
        return 0
    how = depends.code(equivalence.__name__)
    of = depends.digest((design.verilog, _sources(design.lockstep), how))
    path = CACHE / f"{depends.short(of)}.proved"
    with _alone(path.name):
        try:
            return int(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            steps = equivalence.prove(design.verilog, design.lockstep)
        files.write(path, f"{steps}\n")
    return steps


def check(names: Sequence[str]) -> tuple[int, int]:
    """Check the hardware of extensions, without any figure.

    It is proved to be what the descriptions say, and runs random programs with all forms of their
    instructions beside the reference simulator.  Returns how many steps were proved, and how many
    forms were run.  Raises MoteError.
    """
    names = tuple(sorted(names))
    steps = prove(Design(verilog(names), lockstep=names))
    every = instruction_set(names).instructions
    forms = lockstep.forms(each for each in every if each.extension)
    hardware = Hardware(names)
    for seed in range(PROGRAMS):
        try:
            lockstep.compare(hardware, names, forms, seed)
        except lockstep.Mismatch as error:
            raise MoteError(
                f"{' '.join(names)}: the hardware and the reference simulator differ: {error}"
            ) from None
    return steps, len(forms)


def synthesize(design: Design) -> Area:
    """The design's area, from the cache or from Yosys; raises MoteError.

    The extensions of a core are proved to be what their descriptions say first.
    """
    prove(design)
    key = design.key
    with _alone(key):
        known = cached(design)
        if known is not None:
            return known
        library = technology.liberty()
        try:
            found = synthesis.synthesize(
                design.verilog, library, design.top, design.flatten, design.goal
            )
        except synthesis.SynthesisError as error:
            raise MoteError(str(error)) from None
        keep(design, found)
    made = cached(design)
    assert made is not None
    return made


# Cores.


def check_extensions(names: Iterable[str]) -> tuple[str, ...]:
    """The names, each once and sorted; raises MoteError for an unknown one."""
    wanted = list(names)
    return (
        tuple(sorted(catalog.pick_names("extension", wanted, extension_names()))) if wanted else ()
    )


def _sources(extensions: Sequence[str]) -> str:
    """A hash of every file that the Verilog of a core with these extensions depends on."""
    # An extension may take constants from another one's file.
    made_of = (depends.contents(depends.core()), depends.code("mote.pic24.rtl"))
    versions = repr((depends.installed(), synthesis.yosys_version()))
    return depends.short(depends.digest((*made_of, versions, " ".join(extensions))))


def verilog(extensions: Sequence[str] = ()) -> str:
    """The Verilog of the core with these extensions (top module pic24), kept in the cache."""
    names = check_extensions(extensions)
    path = CACHE / f"{_sources(names)}.v"
    with _alone(path.stem):
        if path.is_file():
            return path.read_text(encoding="utf-8")
        try:
            text = rtl.verilog(names)
        except ValueError as error:
            # Each is sound (mote.pic24.checks), but not all of them in one core.
            raise MoteError(f"a core with {' '.join(names)}: {error}") from None
        files.write(path, text)
    return text


def core(extensions: Sequence[str] = (), flatten: bool = True, goal: str = "area") -> Design:
    """The core with these extensions, to be synthesized."""
    names = check_extensions(extensions)
    return Design(verilog(names), TOP, flatten, goal, names)


def constants(extensions: Sequence[str]) -> Design | None:
    """The constant tables of extensions and nothing else; None where there are none.

    A core with them cannot take less, unless a table shares gates with what else there is.
    """
    ports, body = [], []
    every = Plan(instruction_set(check_extensions(extensions)).instructions).units.tables
    for number, (table, index, width) in enumerate(every):
        ports += [f"input [{index - 1}:0] i{number}", f"output reg [{width - 1}:0] y{number}"]
        lines = [
            f"      {index}'d{n}: y{number} = {width}'d{value};" for n, value in enumerate(table)
        ]
        body += [
            f"  always @* case (i{number})",
            *lines,
            f"      default: y{number} = 0;",
            "  endcase",
        ]
    if not ports:
        return None
    return Design("\n".join([f"module {TOP}({', '.join(ports)});", *body, "endmodule", ""]))


@dataclass(frozen=True)
class Request:
    """A core to be synthesized: see Design."""

    extensions: tuple[str, ...] = ()
    flatten: bool = True
    goal: str = "area"


def _constants_area(extensions: tuple[str, ...]) -> Area | None:
    design = constants(extensions)
    return None if design is None else synthesize(design)


def _core_area(request: Request) -> Area:
    return synthesize(core(request.extensions, request.flatten, request.goal))


def areas(requests: Sequence[Request], done: Callable[[], object]) -> list[Area]:
    """The areas of cores.

    As many at once as there are processors; `done` is called after each one.  Raises MoteError
    with the first problem after the others have ended, so that what they found is kept.
    """
    found: dict[Request, Area] = {}
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


def clock(fastest: float) -> float:
    """The period of all cores in ns: the base core's shortest path with the margin, to 0.1 ns."""
    return math.ceil(round(10 * MARGIN * fastest, 6)) / 10


def named_sets() -> dict[str, tuple[str, ...]]:
    """The cores of the table: the base, and what each kernel asks for."""
    sets: dict[str, tuple[str, ...]] = {BASE: ()}
    for function in kernels.available():
        for implementation in kernels.implementations(function)[1:]:
            wanted = kernels.extensions_of(kernels.source(function, implementation))
            sets[f"{function} {implementation}"] = wanted
    return sets


# results/pic24-area.csv

FIELDS = (
    "core",
    "extensions",
    "module",
    "ge",
    "square_um",
    "sequential_ge",
    "combinational_ge",
    "overhead_ge",
    "overhead_percent",
    "path_ns",
    "path_percent",
    "gates",
    "start",
    "end",
    "highest_mhz",
    "period_ns",
    "key",
)
"""Columns.  Rows of modules are of the netlist with modules kept apart, all others dissolved.

Of constants alone overhead_percent is their area in per cent of the base core's.
"""


@dataclass(frozen=True)
class Cores:
    """Cores by name with their extensions and areas.

    fastest: the base core mapped for speed.  modules: those of some cores, kept apart.
    constants: the tables of some cores alone.
    """

    areas: dict[str, tuple[tuple[str, ...], Area]]
    fastest: Area
    modules: dict[str, Area]
    constants: dict[str, Area]

    @property
    def period(self) -> float:
        """In ns, of the clock that all cores have unless their path is longer."""
        return clock(self.fastest.path)


def cores(
    sets: Mapping[str, tuple[str, ...]], detailed: Sequence[str], done: Callable[[], object]
) -> Cores:
    """Each named set of extensions as a core; `done` is called `steps` times."""
    requests = [Request(goal="speed")]
    requests += [Request(sets[name], flatten=False) for name in detailed]
    requests += [Request(names) for names in sets.values()]
    fastest, *found = areas(requests, done)
    modules = dict(zip(detailed, found, strict=False))
    made = zip(sets, zip(sets.values(), found[len(detailed) :], strict=True), strict=True)
    tables = {}
    for name in sets:
        if name.endswith(f" {kernels.PAPER}"):
            table = _constants_area(sets[name])
            if table is not None:
                tables[name] = table
    return Cores(dict(made), fastest, modules, tables)


def steps(sets: Mapping[str, tuple[str, ...]], detailed: Sequence[str]) -> int:
    """How often `cores` calls `done`."""
    return len(sets) + 1 + len(detailed)


def over(value: float, base: float) -> tuple[float, float]:
    """How much more than the base: the difference, and in per cent."""
    return round(value - base, 2), round(100 * (value / base - 1), 2) if base else 0.0


def key(extensions: Iterable[str], what: str) -> str:
    """Of a row: the same as `depends.hardware`, as tables have it."""
    return depends.short(depends.hardware(extensions, what))


def rows(found: Cores) -> list[dict[str, Any]]:
    """The figures as tidy rows: one for each core, then one for each module of the detailed ones.

    The core named BASE is what the others are compared with.
    """
    base = found.areas[BASE][1]
    made: list[dict[str, Any]] = []
    for name, (extensions, one) in {**found.areas, FASTEST: ((), found.fastest)}.items():
        row: dict[str, Any] = {"core": name, "extensions": " ".join(extensions), "module": ""}
        row.update(ge=one.total, square_um=one.square, sequential_ge=one.sequential)
        row.update(combinational_ge=one.combinational, path_ns=one.path, gates=one.gates)
        row["overhead_ge"], row["overhead_percent"] = over(one.total, base.total)
        row["path_percent"] = over(one.path, base.path)[1]
        row.update(start=one.start, end=one.end, period_ns=max(found.period, one.path))
        row["highest_mhz"] = round(1000 / one.path, 1) if one.path else ""
        row["key"] = key(extensions, "")
        made.append({field: row[field] for field in FIELDS})
    for name, split in found.modules.items():
        for module in split.modules:
            row = dict.fromkeys(FIELDS, "")
            row.update(core=name, extensions=" ".join(found.areas[name][0]))
            row.update(module=module.name, ge=module.total)
            row["key"] = key(found.areas[name][0], "")
            row["sequential_ge"] = round(module.count * module.sequential, 2)
            row["combinational_ge"] = round(module.count * module.combinational, 2)
            made.append(row)
    for name, one in found.constants.items():
        row = dict.fromkeys(FIELDS, "")
        row.update(core=name, extensions=" ".join(found.areas[name][0]), module=CONSTANTS)
        row.update(ge=one.total, combinational_ge=one.combinational)
        row["key"] = key(found.areas[name][0], "")
        row["overhead_percent"] = round(100 * one.total / base.total, 2)
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
