"""results/proofs.csv: what is proved of each assembly file on each CPU, and the tables of it."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tabulate import tabulate

from mote import files, listing, package, promises
from mote.mutate import engine as mutants
from mote.proofs import PROVED, RESULTS, Pair, Row, is_in_c, pairs, read
from mote.types import Cpu, Implementation, MoteError

if TYPE_CHECKING:
    from mote.prove.engine import Obligation

KEY = ("function", "implementation", "cpu", "obligation")
FIELDS = (
    *KEY,
    *("verdict", "bits", "rewritten", "solver", "instructions", "nodes", "rules", "reason", "key"),
)

ORDER = ("init", "step", "close", "none")
NONE = "none"
"""The obligation of a row that says why there are none."""


def rows(
    implementation: Implementation, cpu: Cpu, obligations: Sequence[Obligation] | MoteError
) -> list[Row]:
    """The rows of a file on a CPU: one an obligation, or one that says why there are none."""
    key = key_of(implementation) if package.is_ours(implementation) else ""
    name = {"function": implementation.function.name, "implementation": implementation.name}
    same = {**name, "cpu": cpu.name, "key": key}
    if isinstance(obligations, MoteError):
        return [{**same, "obligation": NONE, "verdict": "not proved", "reason": str(obligations)}]
    return [
        {
            **same,
            "obligation": each.name,
            "verdict": each.verdict,
            **{name: str(getattr(each, name)) for name in FIELDS[5:10]},
            "rules": "; ".join(f"{rule} {count}" for rule, count in sorted(each.rules.items())),
            "reason": each.detail,
        }
        for each in obligations
    ]


def key_of(implementation: Implementation) -> str:
    """Changes when the code of the sources or their contract does."""
    in_c = is_in_c(implementation)
    found = repr(implementation.function.places if in_c else promises.tables(implementation))
    return hashlib.sha256((mutants.key_of(implementation) + found).encode()).hexdigest()[:16]


def merge(some: Iterable[Row], path: Path = RESULTS) -> None:
    """Put rows into the file, instead of their obligations'; what is stale or no more goes."""
    table = read(path)
    new: dict[Pair, list[Row]] = {}
    for row in some:
        new.setdefault((row["function"], row["implementation"], row["cpu"]), []).append(row)
    for pair, made in new.items():
        names = {row["obligation"] for row in made}
        others = [
            row
            for row in table.get(pair, [])
            if NONE not in names | {row["obligation"]}
            and row["obligation"] not in names
            and row["key"] == made[0]["key"]
        ]
        table[pair] = sorted([*others, *made], key=lambda row: ORDER.index(row["obligation"]))
    exist = {(each.function.name, each.name, cpu.name) for each, cpu in pairs()}
    out = io.StringIO()
    writer = csv.DictWriter(out, FIELDS, restval="", lineterminator="\n")
    writer.writeheader()
    for pair in sorted(table):
        if pair in exist:
            writer.writerows(table[pair])
    files.write(path, out.getvalue())


def stale(path: Path = RESULTS) -> list[str]:
    """The stored proofs whose source or contract has changed since, one line each."""
    table = read(path)
    lines = []
    for each, cpu in pairs():
        found = table.get((each.function.name, each.name, cpu.name))
        if found and any(row["key"] != key_of(each) for row in found):
            lines.append(
                f"{each.function.name} {each.name} has changed since it was proved: run "
                f"./mote prove {each.function.name} --implementation {each.name} --write"
            )
    return list(dict.fromkeys(lines))


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


def page(path: Path = RESULTS) -> str:
    """The stored rows in Markdown: one line a file, the CPUs with the same verdicts together."""
    head = ["function", "implementation", "CPUs", "proved", "not proved"]
    grouped: dict[tuple[str, str, str, str], list[str]] = {}
    count = {True: 0, False: 0}
    for (function, implementation, cpu), found in read(path).items():
        yes = [row["obligation"] for row in found if row["verdict"] == PROVED]
        no = [
            f"{row['verdict']}: {row['reason']}"
            if row["obligation"] == NONE
            else f"{row['obligation']} {row['verdict']}: {row['reason']}"
            for row in found
            if row["verdict"] != PROVED
        ]
        count[bool(yes) and not no] += 1
        text = "; ".join(no).replace("|", "\\|").replace("\n", " ")
        grouped.setdefault((function, implementation, ", ".join(yes), text), []).append(cpu)
    lines = [
        [function, f"`{implementation}`", " ".join(cpus), yes, no]
        for (function, implementation, yes, no), cpus in grouped.items()
    ]
    text = tabulate(lines, head, tablefmt="github", disable_numparse=True)
    summary = (
        f"Of {len(pairs())} pairs of a file and a CPU, {count[True]} have all that is "
        f"asked of them proved, {count[False]} do not, and {len(missing(path))} were not tried."
    )
    return f"{summary}\n\n{text}"
