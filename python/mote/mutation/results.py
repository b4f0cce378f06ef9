"""results/mutation.csv: what caught the mutants of each implementation, and the table of it."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tabulate import tabulate

from mote.catalog import catalog
from mote.catalog.function import Function, Implementation
from mote.common.columns import folded, terminal_width
from mote.common.paths import ROOT
from mote.mutation import engine
from mote.mutation.engine import CAUGHT, SURVIVED, UNCHANGED, Verdict
from mote.mutation.operators import Mutant
from mote.running import depends

RESULTS = ROOT / "results" / "mutation.csv"

COUNTS = (*CAUGHT, "equivalent", SURVIVED)
FIELDS = (
    *("function", "implementation", "cpus", "changes", "every", "seed", UNCHANGED),
    *(*COUNTS, "key", "trial"),
)
"""key: of what is mutated; trial: of the checks, vectors and CPUs that it was tried with."""

Row = dict[str, str]


def row(
    implementation: Implementation,
    cpus: Sequence[str],
    total: int,
    step: int,
    seed: int,
    verdicts: Sequence[Verdict],
    equivalent: dict[Mutant, str],
) -> Row:
    """The counts of one run.  total: the changes that there are; step, seed: of them were tried."""
    is_ours = implementation in catalog.implementations(implementation.function)
    counts = Counter(
        "equivalent" if v.outcome == SURVIVED and v.mutant in equivalent else v.outcome
        for v in verdicts
    )
    return {
        "function": implementation.function.name,
        "implementation": implementation.name,
        "cpus": " ".join(cpus),
        "changes": str(total),
        "every": str(step),
        "seed": str(seed),
        **{name: str(counts[name]) for name in (UNCHANGED, *COUNTS)},
        "key": key_of(implementation) if is_ours else "",
        "trial": trial_of(implementation, cpus) if is_ours else "",
    }


def key_of(implementation: Implementation) -> str:
    """Of what is mutated: the code of its sources and its facts."""
    return depends.short(depends.mutation(implementation, engine.key_of(implementation)))


def trial_of(implementation: Implementation, cpus: Sequence[str]) -> str:
    """Of what the mutants were tried with."""
    known = catalog.cpus()
    chosen = [known[name] for name in cpus if name in known]
    return depends.short(depends.trial(implementation, chosen))


def earlier(path: Path = RESULTS) -> int:
    """How many rows were tried with earlier checks, vectors or CPUs than today's."""
    table = read(path)
    return sum(
        table[name].get("trial") != trial_of(each, table[name]["cpus"].split())
        for each in every_implementation()
        if (name := (each.function.name, each.name)) in table
    )


def read(path: Path = RESULTS) -> dict[tuple[str, str], Row]:
    """The stored rows by function and implementation; empty when there is no file yet."""
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as stream:
        return {(r["function"], r["implementation"]): r for r in csv.DictReader(stream)}


def merge(rows: Sequence[Row], path: Path = RESULTS) -> None:
    """Put rows into the file; those of implementations that are no more go."""
    table = read(path)
    table.update({(r["function"], r["implementation"]): r for r in rows})
    exist = {(i.function.name, i.name) for i in every_implementation()}
    out = io.StringIO()
    writer = csv.DictWriter(out, FIELDS, restval="0", lineterminator="\n")
    writer.writeheader()
    writer.writerows(table[key] for key in sorted(table) if key in exist)
    path.write_text(out.getvalue(), encoding="utf-8")


def every_implementation() -> list[Implementation]:
    return [i for f in catalog.functions().values() for i in catalog.implementations(f)]


def required() -> list[Implementation]:
    """What has to have a row: one implementation in C of each function, every assembly file.

    A kernel that several functions use is judged in one of them: the first of those in the main
    table, or else the first that is a standard.  A source that several functions share is judged in
    each that needs another part of it (mote.building.reach).
    """
    chosen: dict[tuple[Path, tuple[str, ...]], Implementation] = {}

    def rank(function: Function) -> tuple[bool, bool]:
        return function.shipped, function.status == "standard"

    for each in every_implementation():
        assembly = [path for path in each.sources if path.suffix != ".c"]
        if assembly or each.name == "portable":
            source = assembly[0] if assembly else each.source
            key = (source, each.symbols if each.function.reached and not assembly else ())
            if key not in chosen or rank(each.function) > rank(chosen[key].function):
                chosen[key] = each
    return list(chosen.values())


def changed(path: Path = RESULTS) -> list[Implementation]:
    """The files that have changed since their mutants were run."""
    table = read(path)
    return [
        each
        for each in every_implementation()
        if (name := (each.function.name, each.name)) in table and table[name]["key"] != key_of(each)
    ]


def stale(path: Path = RESULTS) -> list[str]:
    """The same, a line each, with the command that runs their mutants anew."""
    return [
        f"{each.function.name} {each.name} has changed since its mutants were run: run ./mote "
        f"mutate {each.function.name} --implementation {each.name} --write"
        for each in changed(path)
    ]


def missing(path: Path = RESULTS) -> list[str]:
    """The files that should have a row and have none; a kernel's may be of any of its functions."""
    table = read(path)
    there = [i for i in every_implementation() if (i.function.name, i.name) in table]
    kernels = {each.kernel.file for each in there if each.kernel is not None}
    return [
        f"{each.function.name} {each.name}"
        for each in required()
        if each not in there and (each.kernel is None or each.kernel.file not in kernels)
    ]


def page() -> str:
    """The stored rows in Markdown."""
    head = ["function", "implementation", "CPUs", "mutants", "of changes"]
    head += [f"caught: {name}" for name in CAUGHT]
    head += ["equivalent", "survived"]
    lines = []
    total: Counter[str] = Counter()
    for stored in read().values():
        tried = sum(int(stored[name]) for name in COUNTS)
        for name in COUNTS:
            total[name] += int(stored[name])
        step = int(stored["every"])
        of = stored["changes"] if step == 1 else f"{stored['changes']}, every {ordinal(step)}"
        lines.append(
            [
                stored["function"],
                f"`{stored['implementation']}`",
                stored["cpus"],
                tried,
                of,
                *(stored[name] for name in COUNTS),
            ]
        )
    lines.append(["all", "", "", sum(total.values()), "", *(total[name] for name in COUNTS)])
    text = tabulate(lines, head, tablefmt="github", disable_numparse=True)
    files = [f"{each.function.name} `{each.name}`" for each in changed()]
    if files:
        text += (
            f"\n\nThese {len(files)} files have changed since their mutants were run; their rows "
            f"are of the files as they were: {', '.join(files)}."
        )
    old = earlier()
    if old:
        text += f"\n\n{old} of these rows were tried with earlier checks, vectors or CPU files."
    without = missing()
    return f"{text}\n\nNot run in full: {', '.join(without)}." if without else text


def ordinal(number: int) -> str:
    """ "2nd", "13th" …"""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"{number}{ending or 'th'}"


def summary(rows: Sequence[Row]) -> str:
    """The table that the command prints."""
    head = ["function", "implementation", "mutants", *CAUGHT, "equivalent", SURVIVED, UNCHANGED]
    lines = [
        [
            r["function"],
            r["implementation"],
            sum(int(r[name]) for name in COUNTS),
            *(r[name] for name in (*COUNTS, UNCHANGED)),
        ]
        for r in rows
    ]
    return folded(head, lines, terminal_width(), left=2, keys=2)
