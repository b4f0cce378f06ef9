"""results/proofs.csv: what is proved of each assembly file on each CPU, and the tables of it."""

from __future__ import annotations

import contextlib
import csv
import fcntl
import functools
import io
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from tabulate import tabulate

from mote.building import package
from mote.catalog import listing
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.checking import promises
from mote.common import files
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.keeping import store
from mote.mutation import engine as mutants
from mote.mutation.operators import code_of
from mote.proving import differential
from mote.proving.outcome import Obligation
from mote.proving.proofs import (
    CALLS_PROVED,
    KERNEL,
    OF_CALLS,
    PROVED,
    RESULTS,
    Pair,
    Row,
    has_mode,
    is_in_c,
    limited,
    pairs,
    read,
    status,
)
from mote.running import depends

KEY = ("function", "implementation", "cpu", "obligation")
FIELDS = (
    *KEY,
    *("verdict", "bits", "rewritten", "solver", "instructions", "nodes", "rules", "reason", "key"),
    "prover",
    "places",
)
"""key: of what is proved; prover: of the code that proved it (mote.running.depends); places: of
context, message, digest and stack (mote.proving.placing): `symbols`, any; `fixed`, the prover's."""

ORDER = (KERNEL, "init", "step", "update", "close", "none")
ANEW = "`./mote prove --all --write`"
NONE = "none"
"""The obligation of a row that says why there are none."""


def prover() -> str:
    """Which one it is, as rows have it: to be asked before it proves, since its code may change."""
    return depends.short(depends.prover())


def rows(
    implementation: Implementation,
    cpu: Cpu,
    obligations: Sequence[Obligation] | MoteError,
    prover: str,
) -> list[Row]:
    """The rows of a file on a CPU: one an obligation, or one that says why there are none.

    prover: what `prover` said before.
    """
    ours = package.is_ours(implementation)
    name = {"function": implementation.function.name, "implementation": implementation.name}
    same = {**name, "cpu": cpu.name, "key": key_of(implementation, cpu, KERNEL) if ours else ""}
    same["prover"] = prover
    if isinstance(obligations, MoteError):
        return [{**same, "obligation": NONE, "verdict": "not proved", "reason": str(obligations)}]
    return [
        {
            **same,
            "key": key_of(implementation, cpu, each.name) if ours else "",
            "obligation": each.name,
            "verdict": each.verdict,
            **{name: str(getattr(each, name)) for name in FIELDS[5:10]},
            "rules": "; ".join(f"{rule} {count}" for rule, count in sorted(each.rules.items())),
            "reason": each.detail,
            "places": each.places,
        }
        for each in obligations
    ]


def key_of(implementation: Implementation, cpu: Cpu, obligation: str) -> str:
    """Of what is proved: changes when the code of what is built does, or what it promises.

    A kernel by itself has no place in a context; the function that its mode makes of it has.
    """
    in_c = is_in_c(implementation) or (obligation in OF_CALLS and has_mode(implementation))
    promised = ""
    if in_c:
        # The bound of the stack (mote.proving.in_c); all else is the function's and the CPU's.
        name = (implementation.function.name, implementation.name, cpu.name)
        promised = repr(_stacks(store.FIGURES).get(name))
    if not is_in_c(implementation):
        promised += repr(promises.tables(implementation)).replace(str(ROOT), "")
    return depends.short(
        depends.proof(implementation, cpu, _code(implementation, cpu), promised, in_c)
    )


@functools.cache
def _stacks(path: Path) -> dict[Pair, int]:
    """The deepest measured stack of each file on each CPU."""
    found: dict[Pair, int] = {}
    for (function, name, cpu, _), row in store.read(path).items():
        found[function, name, cpu] = max(found.get((function, name, cpu), 0), row.stack_bytes or 0)
    return found


@functools.cache
def _code(implementation: Implementation, cpu: Cpu) -> str:
    """The packed files without comments and spacing."""
    return depends.digest(
        part
        for file in package.pack(implementation).files
        for part in (file.name, code_of(file.text, mutants.language(Path(file.name), cpu)))
    )


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold off other processes that put rows into a file, until it is written anew."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def merge(some: Iterable[Row], path: Path = RESULTS) -> None:
    """Put rows into the file, instead of their obligations'; what is stale or no more goes."""
    with _alone(path):
        _merge(some, path)


def _merge(some: Iterable[Row], path: Path) -> None:
    table = read(path)
    new: dict[Pair, list[Row]] = {}
    for row in some:
        new.setdefault((row["function"], row["implementation"], row["cpu"]), []).append(row)
    for pair, made in new.items():
        names = {row["obligation"] for row in made}
        keys = {row["obligation"] == KERNEL: row["key"] for row in made}
        others = [
            row
            for row in table.get(pair, [])
            if NONE not in names | {row["obligation"]}
            and row["obligation"] not in names
            and row["key"] == keys.get(row["obligation"] == KERNEL, row["key"])
        ]
        table[pair] = sorted([*others, *made], key=lambda row: ORDER.index(row["obligation"]))
    named = {function for function, _, _ in new}
    exist = {(each.function.name, each.name, cpu.name) for each, cpu in pairs(named)}
    out = io.StringIO()
    writer = csv.DictWriter(out, FIELDS, restval="", lineterminator="\n")
    writer.writeheader()
    for pair in sorted(table):
        if pair in exist:
            writer.writerows(table[pair])
    files.write(path, out.getvalue())


def stale_pairs(path: Path = RESULTS) -> list[tuple[Implementation, Cpu]]:
    """The pairs whose stored proofs are of another content: of code, contract, facts or CPU."""
    table = read(path)
    return [
        (each, cpu)
        for each, cpu in pairs()
        if (found := table.get((each.function.name, each.name, cpu.name)))
        and any(row["key"] != key_of(each, cpu, row["obligation"]) for row in found)
    ]


def stale(path: Path = RESULTS) -> list[str]:
    """The same, a line each, with the command that proves it anew."""
    return [
        f"{each.function.name} {each.name} on {cpu.name} has changed since it was proved: run "
        f"./mote prove {each.function.name} --implementation {each.name} --cpu {cpu.name} --write, "
        "or ./mote prove --stale --write"
        for each, cpu in stale_pairs(path)
    ]


def earlier(path: Path = RESULTS) -> int:
    """How many pairs have a proof by an earlier prover: `mote prove --all --write` asks today's."""
    now = prover()
    return sum(any(row.get("prover") != now for row in rows) for rows in read(path).values())


def missing(path: Path = RESULTS) -> list[str]:
    """The files and CPUs without a row."""
    table = read(path)
    return [
        f"{each.function.name} {each.name} {cpu.name}"
        for each, cpu in pairs()
        if (each.function.name, each.name, cpu.name) not in table
    ]


def table(some: Sequence[Row], seconds: Mapping[tuple[str, ...], float] | None = None) -> str:
    """The table that the command prints."""
    head = ["function", "implementation", "CPU", "what", "verdict", "bits", "rewritten", "solver"]
    lines = []
    for row in some:
        line = [row[name] for name in (*KEY, "verdict")]
        line += [row.get(name, "") for name in ("bits", "rewritten", "solver")]
        if seconds is not None:
            taken = seconds.get(tuple(row[name] for name in KEY))
            line.append("" if taken is None else f"{taken:.1f}")
        lines.append(line)
    head += ["seconds"] if seconds is not None else []
    numbers = range(5, len(head))
    return listing.table(
        lines, head, wraps=(0, 1), drops=(6, 7, 5, 8)[: len(head) - 5], right=numbers
    )


NOT_AT_SYMBOLS = "not at symbols: "


def _lacking(found: Sequence[Row]) -> str:
    """What a pair lacks of all that there is, in words."""
    lacks = [
        f"{row['verdict']}: {row['reason']}"
        if row["obligation"] == NONE
        else f"{row['obligation']} {row['verdict']}: {row['reason']}"
        for row in found
        if row["verdict"] != PROVED
    ]
    names = {row["obligation"] for row in found}
    if names == {KERNEL}:
        lacks.append("not asked: its mode in C")
    if "init" in names and not set(OF_CALLS) <= names:
        lacks.append(f"not asked: {', '.join(name for name in OF_CALLS if name not in names)}")
    only = {limit for row in found if (limit := limited(row))}
    if not set(OF_CALLS) <= {row["obligation"] for row in found if row["verdict"] == PROVED}:
        # Of the whole theorem the status says it.
        lacks += sorted(limit.removeprefix(" ") for limit in only)
    fixed: dict[str, list[str]] = {}
    for row in found:
        if row["verdict"] == PROVED and row["reason"].startswith(NOT_AT_SYMBOLS):
            reason = row["reason"].removeprefix(NOT_AT_SYMBOLS)
            fixed.setdefault(reason, []).append(row["obligation"])
    lacks += [f"{', '.join(each)} at fixed places: {reason}" for reason, each in fixed.items()]
    return "; ".join(lacks).replace("|", "\\|").replace("\n", " ")


def page(path: Path = RESULTS) -> str:
    """The stored rows in Markdown: one line a file, the CPUs with the same verdicts together."""
    head = ["function", "implementation", "CPUs", "", "obligations", "what it lacks"]
    grouped: dict[tuple[str, str, str, str, str], list[str]] = {}
    count = {True: 0, False: 0}
    for (function, implementation, cpu), found in read(path).items():
        yes = [row["obligation"] for row in found if row["verdict"] == PROVED]
        count[bool(yes) and all(row["verdict"] == PROVED for row in found)] += 1
        called = status(found).partition(":")[0].removeprefix("block ")
        called = called if set(OF_CALLS) <= set(yes) else ""
        key = (function, implementation, called, ", ".join(yes), _lacking(found))
        grouped.setdefault(key, []).append(cpu)
    lines = [
        [function, f"`{implementation}`", " ".join(cpus), called, yes, lacks]
        for (function, implementation, called, yes, lacks), cpus in grouped.items()
    ]
    text = tabulate(lines, head, tablefmt="github", disable_numparse=True)
    summary = (
        f"Of {len(pairs())} pairs of a file and a CPU, {count[True]} have all that is "
        f"asked of them proved, {count[False]} do not, and {len(missing(path))} were not tried."
    )
    whole = Counter(status(rows) for rows in read(path).values())
    summary += (
        f"  {whole[PROVED]} are *proved*, the whole theorem; {whole[CALLS_PROVED]} are *calls "
        "proved*, others *block proved*."
    )
    old = earlier(path)
    if old:
        summary += f"  {old} of them were proved by an earlier prover: {ANEW} asks today's."
    forms = differential.earlier()
    if forms:
        summary += f"  {forms} forms of instructions were tried with an earlier lifter."
    return f"{summary}\n\n{text}"
