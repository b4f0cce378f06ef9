"""Figures of functions that share code in one program, in results/together.csv.

A row of results/figures.csv is of a function alone, with a block function of its own.  Here several
are built into one object, from the files that `mote export --together` writes, and each is checked
and measured in it.
"""

from __future__ import annotations

import contextlib
import csv
import dataclasses
import functools
import io
import itertools
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mote import kinds
from mote.building import audit, build, package, sizes, together
from mote.building.build import Built
from mote.building.together import Program
from mote.calling.session import Session
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation
from mote.checking import verify
from mote.checking.verify import Check
from mote.common import files
from mote.common.errors import MissingTool, MoteError
from mote.common.paths import ROOT
from mote.machines import open_machine
from mote.running import depends

TOGETHER = ROOT / "results" / "together.csv"

MEASURED = ("avr8",)
"""The CPUs that have figures of functions that share code."""

BY_SIZE = ("mcs51", "armv4")
"""Those that have figures of one interface by digest size, of assembly with at most LIMIT bytes."""

LIMIT = 10 * 1024
"""Bytes of code: what a program on a smart card may take (docs/smart-cards.md)."""

FIGURES = {
    "size_bytes": "what a linker keeps for these functions of the one object of their files",
    "short_cycles": "as in results/figures.csv, as all that follow",
    "block_cycles": "a block more",
    "context_bytes": "size of the context",
    "stack_bytes": "deepest stack",
    "decryption_cycles": "as in results/parts.csv, as all that follow",
    "encryption_bytes": "what a linker keeps of the object for setting the key and encrypting",
    "decryption_bytes": "the same for decrypting",
    "initial_value_cycles": "the call that starts a computation",
    "personalized_cycles": "the same, and a personalization",
    "seed_cycles": "a generator is given a seed",
    "static_bytes": "RAM at fixed addresses, of an interface by digest size",
    "internal_ram_bytes": "those of them in the internal RAM of an 8051",
}
"""What each is; cycles are those of the CPU's first timing."""

FIELDS = ("functions", "implementation", "cpu", "figure", "value", "key")
"""functions: names with spaces between, in the order of the alphabet.

Of all figures but the first it is one, in the program of all that share code.
"""

THINNED = 16
"""Of the vectors of lengths, as for a function alone (mote.measuring.bench.BenchJob)."""

Key = tuple[str, str, str, str]


@functools.cache
def read(path: Path = TOGETHER) -> dict[Key, int]:
    """The stored figures by functions, implementation, CPU and figure; empty without a file."""
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as stream:
        return {
            (row["functions"], row["implementation"], row["cpu"], row["figure"]): int(row["value"])
            for row in csv.DictReader(stream)
        }


def figure(functions: Iterable[str], name: str, cpu: str, what: str) -> int | None:
    """A stored figure of one function, or of several together; None where there is none."""
    return read().get((" ".join(sorted(functions)), name, cpu, what))


def programs() -> Iterator[tuple[Program, Cpu]]:
    """The programs that have figures here: each of all functions that share code."""
    for cpu in (catalog.cpus()[name] for name in MEASURED):
        for functions in together.libraries(cpu):
            for program in together.programs(functions, cpu).values():
                yield program, cpu
    for cpu in (catalog.cpus()[name] for name in BY_SIZE):
        for of in sizes.interfaces().values():
            for program in together.by_size(of.functions, cpu).values():
                if all(each.kernel or each.source.suffix != ".c" for each in program.parts):
                    yield program, cpu


def key(program: Program, cpu: Cpu) -> str:
    """Of the rows of a program: as mote.running.depends says."""
    of = program.sizes
    return depends.short(depends.together(program.parts, cpu, (of.path,) if of else ()))


def stale(path: Path = TOGETHER) -> list[str]:
    """The stored rows that were measured of another content, one line each."""
    if not path.exists():
        return []
    keys = {
        (function.name, program.name, cpu.name): key(program, cpu)
        for program, cpu in programs()
        for function in program.wanted
    }
    with path.open(newline="", encoding="utf-8") as stream:
        return [
            f"{' '.join(row[each] for each in FIELDS[:4])} is of another content: "
            "run ./mote report --write"
            for row in csv.DictReader(stream)
            if row.get("key")
            != keys.get((row["functions"].partition(" ")[0], row["implementation"], row["cpu"]))
        ]


@contextlib.contextmanager
def built(
    program: Program, part: Implementation, cpu: Cpu
) -> Iterator[tuple[Implementation, Built]]:
    """One object of the files of a program, as an implementation of what one part of it is.

    With an interface by digest size it is that of the part's function.
    """
    with tempfile.TemporaryDirectory(prefix="mote-") as name:
        folder = Path(name)
        packages = program.packed()
        for each in packages:
            package.unpack(each, folder / "files")
        of = program.sizes
        own = packages[program.parts.index(part) if of is None else -1]
        function = part.function
        if of is not None:
            # It has none of what the functions have beside the three.
            plain = dataclasses.replace(function.hashing, keyed=False)
            function = dataclasses.replace(function, hashing=plain)
        whole = dataclasses.replace(
            part,
            function=function,
            # With a space in it, it is the name of no file.
            name=f"{program.name} together",
            prefix=part.prefix if of is None else of.identifier,
            sources=tuple(folder / "files" / f.name for each in packages for f in each.sources),
            header=folder / "files" / own.header.name,
            kernel=None,
        )
        yield whole, build.build(whole, cpu, folder, packed=False)


@contextlib.contextmanager
def opened(program: Program, function: Function, cpu: Cpu) -> Iterator[Session]:
    """A session of one function in the one object of all that the program has."""
    part = next(part for part in program.parts if part.function == function)
    with built(program, part, cpu) as (whole, objects):
        machine = open_machine(cpu)
        try:
            session = Session(machine, whole, objects, build.link(whole, cpu, objects))
            session.detail = True
            yield session
        finally:
            machine.close()


def _vectors(program: Program, function: Function) -> list[Any]:
    """The vectors that a function has to give in a program.

    Through an interface by digest size: its own sizes, and no more than init, update and close.
    """
    every = list(kinds.of(function).bench_vectors(function))
    of = program.sizes
    if of is None:
        return every
    return [
        each
        for each in every
        if each.digest_bits in sizes.DIGESTS
        and of.function(each.digest_bits).name == function.name
        and not _more(each)
    ]


def _more(vector: Any) -> bool:
    """Whether a vector has a key, a personalization, or a counter that is raised in the context."""
    case = getattr(vector, "case", None)
    return case is not None and bool(case.key_bytes or case.personalization_bytes or case.carry)


def _broken(program: Program, session: Session) -> list[str]:
    """What the one object breaks of Annex A; the names of all functions in it are its own."""
    others = tuple(f"exports {part.prefix}_" for part in program.parts)
    found = audit.problems(session.implementation, session.cpu, session.built)
    return [line for line in found if not line.startswith(others)]


def check(program: Program, function: Function, cpu: Cpu) -> list[Check]:
    """All checks of a function in the program, but for that of its contract.

    A contract speaks of its own file, with calls that find no place in it.  Raises MoteError.
    """
    with opened(program, function, cpu) as session:
        checks, _ = verify.check(
            session, _broken(program, session), thinned=THINNED, contract=False
        )
        return checks


def checked(
    functions: Iterable[Function], names: Iterable[str], cpus: Iterable[Cpu]
) -> list[tuple[Program, Function, Cpu]]:
    """What to check: files that are for programs of several functions alone.

    names: of implementations; none: of all.
    """
    wanted, kept = set(functions), set(names)
    return [
        (program, part.function, cpu)
        for cpu in cpus
        for library in together.libraries(cpu)
        for program in together.programs(library, cpu).values()
        for part in program.sharing
        if part.function in wanted and (not kept or program.name in kept)
    ]


def _of_function(session: Session, program: Program, cpu: Cpu) -> dict[str, int]:
    """The figures of one function; raises MoteError where it is not right in this program."""
    function = session.implementation.function
    kind = kinds.of(function)
    some = _vectors(program, session.implementation.function)
    count = kind.run_vectors(session, some)
    assert count.passed or count.failed
    secret = kind.constant_time(session) if session.implementation.constant_time else ""
    if count.failed or secret:
        words = count.first or f"what it executes depends on {secret}"
        raise MoteError(f"{function.name} {session.implementation.name} on {cpu.name}: {words}")
    found = kind.measure(session)
    _, short, block = found.cycles[cpu.timings[0].name]
    assert short is not None
    session.calls = []
    return {
        "short_cycles": short,
        "block_cycles": round(block),
        "context_bytes": found.context_bytes,
        "stack_bytes": found.stack_bytes,
        **(kind.parts(session) if program.sizes is None else {}),
    }


def _size(program: Program, cpu: Cpu) -> int:
    """What a linker keeps of a program for the functions that were asked for."""
    # Here, as `mote export` reads figures without elftools.
    from mote.building import reach

    with built(program, program.parts[0], cpu) as (_, objects):
        return sum(reach.size(path, program.symbols) for path in objects.objects)


def _sizes(program: Program, cpu: Cpu) -> dict[str, int]:
    """What all of a program with one interface takes: code, and RAM at fixed addresses."""
    with built(program, program.parts[0], cpu) as (_, objects):
        found = {"size_bytes": objects.facts.size_bytes}
        if objects.facts.internal_bytes is not None:
            found["static_bytes"] = objects.facts.static_bytes
            found["internal_ram_bytes"] = objects.facts.internal_bytes
        return found


def measure(program: Program, cpu: Cpu) -> dict[tuple[str, str], int]:
    """The figures of a program and of parts of it, by functions and figure; raises MoteError."""
    found = {}
    if program.sizes is not None:
        found = {(program.functions, name): value for name, value in _sizes(program, cpu).items()}
    else:
        for count in range(1, len(program.wanted) + 1):
            for some in itertools.combinations(program.wanted, count):
                part = together.part(some, cpu, program.name)
                if part is not None:
                    found[part.functions, "size_bytes"] = _size(part, cpu)
    for function in program.wanted:
        with opened(program, function, cpu) as session:
            for name, value in _of_function(session, program, cpu).items():
                found[function.name, name] = value
    return found


def text() -> str:
    """results/together.csv as it is to be.  Raises MoteError."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(FIELDS)
    for program, cpu in programs():
        of = key(program, cpu)
        for (functions, name), value in measure(program, cpu).items():
            writer.writerow((functions, program.name, cpu.name, name, value, of))
    return out.getvalue()


def write(path: Path = TOGETHER) -> list[str]:
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
