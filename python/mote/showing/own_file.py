"""What `mote measure` does: other people's files through the same build and checks as ours."""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections.abc import Sequence

from mote.catalog import kinds
from mote.choosing import outside
from mote.common.errors import MoteError
from mote.comparing import published
from mote.keeping import work
from mote.measuring.bench import BenchJob, Outcome
from mote.measuring.row import FIELDS, Row
from mote.showing import report

COLUMNS = ("whose", *FIELDS, "helper_bytes", "failed_checks", "problem")


def run(options: argparse.Namespace) -> int:
    """Measure; the exit status is 1 where a check failed or a figure is missing."""
    cpus = outside.cpus(options)
    implementations = outside.implementations(options, options.files)
    if options.output is not None and not options.output.resolve().parent.is_dir():
        raise MoteError(f"--output {options.output}: there is no folder {options.output.parent}")
    chosen = [BenchJob(each, cpu, full=True) for each in implementations for cpu in cpus]
    # What is wrong stands first in what is printed.
    outcomes = work.outcomes(chosen, "measure", allow_install=not options.no_install, warns=False)
    text = _form(options, chosen, outcomes)
    if options.output is not None:
        options.output.write_text(text, encoding="utf-8")
    elif text:
        print(text, end="")
    # What the page does not say first, standard error says.
    paged = not (options.json or options.csv or options.output)
    for job, outcome in zip(chosen, outcomes, strict=True):
        fault = first_fault(outcome)
        if fault and not (paged and text):
            print(f"mote: {job.implementation.name} on {job.cpu.name}: {fault}", file=sys.stderr)
        if outcome.output:
            print(outcome.output, file=sys.stderr)
    return 1 if any(map(first_fault, outcomes)) else 0


def first_fault(outcome: Outcome) -> str:
    """The one thing to say of what went wrong, "" where nothing did."""
    if outcome.problem:
        return outcome.problem
    order = ("guard", "ABI", "vectors", "constant time", "object rules", "contract")
    lists = order[-2:]
    failed = {check.name: check.detail for check in outcome.checks if check.failed}
    for name in order:
        if name in failed:
            first, *more = failed[name].split("; ")
            rest = f" (and {len(more)} more, below)" if more and name in lists else ""
            return f"{name} failed: {first if name in lists else failed[name]}{rest}"
    return ""


def _beside(chosen: Sequence[BenchJob]) -> list[Row]:
    """Mote's own smallest and fastest rows for the functions and CPUs, by the stored figures."""
    rows = []
    for function, cpu in dict.fromkeys((job.implementation.function, job.cpu) for job in chosen):
        if kinds.of(function).has_context:
            rows += report.own_rows(function, cpu)
    return rows


def _form(
    options: argparse.Namespace, chosen: Sequence[BenchJob], outcomes: Sequence[Outcome]
) -> str:
    """The result as the options want it."""
    beside = _beside(chosen)
    if options.json:
        rows = []
        for outcome in outcomes:
            checks = {c.name: {"status": c.status, "detail": c.detail} for c in outcome.checks}
            for row in outcome.rows:
                own = [
                    {**each.texts(), "reentrant": each.reentrant}
                    for each in beside
                    if (each.cpu, each.timing) == (row.cpu, row.timing)
                ]
                rows.append(
                    {
                        **published.beside(row),
                        "mote": own,
                        "checks": checks,
                        "helpers": dict(outcome.helpers),
                        "remarks": list(outcome.remarks),
                    }
                )
        return json.dumps(rows, indent=1) + "\n"
    if options.csv:
        out = io.StringIO()
        writer = csv.DictWriter(out, COLUMNS, lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        for outcome in outcomes:
            writer.writerows({**row.columns(), "whose": "yours"} for row in outcome.rows)
        writer.writerows({**row.columns(), "whose": "mote"} for row in beside)
        return out.getvalue()
    if all(outcome.size_bytes is None for outcome in outcomes) and len(chosen) == 1:
        return ""
    text = report.measure_page(list(zip(chosen, outcomes, strict=True)), beside, first_fault)
    return text + "\n"
