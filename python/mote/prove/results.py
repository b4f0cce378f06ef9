"""results/proofs.csv: what was proved of each file, and the tables of it.

A row holds until something changes that it depends on: its key is a hash over the code of the
sources, the contract, the CPU's file and the prover.
"""

from __future__ import annotations

import csv
import functools
import hashlib
import io
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tabulate import tabulate

from mote import catalog, files, package, promises
from mote.mutate import engine as mutation
from mote.paths import ROOT, WORK
from mote.prove.engine import OPEN, PROVED, REFUTED, Job, Obligation
from mote.types import Implementation

RESULTS = ROOT / "results" / "proofs.csv"
KEPT = WORK / "proofs"

FIELDS = (
    *("function", "implementation", "cpu", "obligation", "verdict", "bits", "rewritten", "solver"),
    *("instructions", "nodes", "rules", "seconds", "detail", "key"),
)

Row = dict[str, str]


@functools.cache
def _prover() -> bytes:
    digest = hashlib.sha256()
    for path in sorted((ROOT / "python" / "mote" / "prove").rglob("*.py")):
        if path.name != "results.py":
            digest.update(path.read_bytes())
    return digest.digest()


def source_key(implementation: Implementation) -> str:
    """Changes when the code of the sources or their contract does."""
    digest = hashlib.sha256(mutation.key_of(implementation).encode())
    for table in promises.tables(implementation):
        digest.update(json.dumps(table.keys, sort_keys=True, default=str).encode())
    return digest.hexdigest()[:16]


def kept_at(job: Job) -> Path:
    """Where the rows of a pair are kept, by the content of all that they depend on."""
    digest = hashlib.sha256(_prover() + job.cpu.path.read_bytes())
    for file in package.pack(job.implementation).files:
        digest.update(file.text.encode())
    name = f"{job.implementation.function.name}-{job.implementation.name}-{job.cpu.name}"
    return KEPT / name / f"{digest.hexdigest()[:32]}.json"


def find(job: Job) -> list[Obligation] | None:
    """The kept obligations of a pair; None where there are none of this content."""
    if not package.is_ours(job.implementation):
        return None
    try:
        table = json.loads(kept_at(job).read_text(encoding="utf-8"))
        return [Obligation(**{**each, "rules": Counter(each["rules"])}) for each in table]
    except (OSError, ValueError, TypeError, KeyError):
        return None


def keep(job: Job, obligations: Sequence[Obligation]) -> None:
    """Keep the obligations of a pair."""
    if package.is_ours(job.implementation):
        files.write(kept_at(job), json.dumps([vars(each) for each in obligations]))


def rows(job: Job, obligations: Sequence[Obligation]) -> list[Row]:
    """The rows of a pair."""
    key = source_key(job.implementation)
    return [
        {
            "function": job.implementation.function.name,
            "implementation": job.implementation.name,
            "cpu": job.cpu.name,
            "obligation": each.name,
            "verdict": each.verdict,
            "bits": str(each.bits),
            "rewritten": str(each.rewritten),
            "solver": str(each.solver),
            "instructions": str(each.instructions),
            "nodes": str(each.nodes),
            "rules": " ".join(
                f"{rule.replace(' ', '-')}:{count}" for rule, count in sorted(each.rules.items())
            ),
            "seconds": f"{each.seconds:.0f}",
            "detail": each.detail if len(each.detail) < 400 else f"{each.detail[:397]}...",
            "key": key,
        }
        for each in obligations
    ]


def read(path: Path = RESULTS) -> list[Row]:
    """The stored rows; none where there is no file yet."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def _pair(row: Row) -> tuple[str, str, str]:
    return row["function"], row["implementation"], row["cpu"]


def merge(new: Sequence[Row], path: Path = RESULTS) -> None:
    """Put the rows of pairs into the file, in place of theirs; those of no file there is go."""
    pairs = {_pair(row) for row in new}
    exist = {(i.function.name, i.name): i for i in assembly()}
    table = [row for row in read(path) if _pair(row) not in pairs]
    table = [row for row in [*table, *new] if _pair(row)[:2] in exist]
    table.sort(key=lambda row: (*_pair(row), row["obligation"]))
    out = io.StringIO()
    writer = csv.DictWriter(out, FIELDS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    files.write(path, out.getvalue())


def assembly() -> list[Implementation]:
    """Every implementation in assembly."""
    return [
        implementation
        for function in catalog.functions().values()
        for implementation in catalog.implementations(function)
        if promises.is_assembly(implementation)
    ]


def stale(path: Path = RESULTS) -> list[str]:
    """The stored rows whose sources or contracts have changed since."""
    keys = {(i.function.name, i.name): source_key(i) for i in assembly()}
    return sorted({" ".join(_pair(r)) for r in read(path) if keys.get(_pair(r)[:2]) != r["key"]})


def page() -> str:
    """The stored rows in Markdown: a line for each file on a CPU, and the reasons below."""
    found: dict[tuple[str, str, str], list[Row]] = {}
    for row in read():
        found.setdefault(_pair(row), []).append(row)
    if not found:
        return "Nothing has been proved yet."
    count: Counter[str] = Counter()
    lines = []
    reasons = []
    for (function, implementation, cpu), group in found.items():
        for row in group:
            count[row["verdict"]] += 1
            if row["detail"]:
                text = row["detail"].replace("|", "\\|").replace("\n", " ")
                reasons.append(
                    f"- {function} `{implementation}` on {cpu}, {row['obligation']}: {text}"
                )
        lines.append(
            [
                function,
                f"`{implementation}`",
                f"`{cpu}`",
                ", ".join(f"{row['obligation']} {row['verdict']}" for row in group),
                sum(int(row["bits"]) for row in group),
                sum(int(row["bits"]) - int(row["rewritten"]) for row in group),
                sum(int(row["solver"]) for row in group),
                sum(int(row["instructions"]) for row in group),
                max(int(row["nodes"]) for row in group),
            ]
        )
    head = ["function", "implementation", "CPU", "obligations", "bits compared"]
    head += ["not by rewriting alone", "solver calls", "instructions", "nodes"]
    table = tabulate(lines, head, tablefmt="github", disable_numparse=True)
    summary = (
        f"{len(found)} pairs of a file and a CPU; of their obligations {count[PROVED]} are proved, "
        f"{count[REFUTED]} refuted, {count[OPEN]} not proved."
    )
    text = f"{summary}\n\n{table}"
    if reasons:
        text += "\n\nWhat is refuted or not proved, and why:\n\n" + "\n".join(reasons)
    return text


def missing() -> list[str]:
    """Pairs of a file in assembly and a CPU of which nothing is stored."""
    there = {_pair(row) for row in read()}
    return [
        f"{i.function.name} {i.name} {cpu.name}"
        for i in assembly()
        for cpu in catalog.cpus().values()
        if catalog.runs_on(i, cpu) and (i.function.name, i.name, cpu.name) not in there
    ]
