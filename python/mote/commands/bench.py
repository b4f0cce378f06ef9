"""`mote bench`: build, check and measure implementations."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from mote import catalog, choice
from mote.types import MoteError


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "build, check and measure implementations; print size and speed"
    parser = commands.add_parser("bench", help=text, description=text)
    choice.add_pairs(parser)
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    parser.add_argument(
        "--check", action="store_true", help="fail on any difference from results/figures.csv"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the table and store the figures, or compare them with the stored ones."""
    from mote import bench, published, report, store, system, work

    found, cpus = choice.pairs(options)
    jobs = bench.jobs_for(found, cpus, host_timing=not options.check)
    if not jobs:
        raise MoteError("no chosen implementation runs on a chosen CPU; see `mote list`")
    outcomes = work.outcomes(jobs, "bench", allow_install=not options.no_install)
    rows = [row for outcome in outcomes for row in outcome.rows]
    work.print_compiler_output(jobs, outcomes)
    if options.json:
        print(json.dumps([published.beside(row) for row in rows], indent=1))
    elif not options.check:
        print(report.bench_table(rows))
    if options.check:
        changed, other = store.compare(rows, store.FIGURES)
        for line in [*changed, *other]:
            print(line, file=sys.stderr if options.json else sys.stdout)
        if changed:
            system.print_progress(f"{len(changed)} figures differ from {store.FIGURES.name}")
            return 1
        compared = sum(row.fidelity != "host" for row in rows) - len(other)
        system.print_progress(f"{compared} rows compared, no difference; {len(other)} not compared")
        return 1 if any(outcome.problem for outcome in outcomes) and not compared else 0
    store.merge(rows, _known_keys(), store.FIGURES)
    return 1 if any(outcome.problem for outcome in outcomes) else 0


def _known_keys() -> list[tuple[str, ...]]:
    """The key of every row that the catalog can give."""
    from mote import bench, store

    keys = []
    for function in catalog.functions().values():
        found = catalog.implementations(function)
        for job in bench.jobs_for(found, list(catalog.cpus().values())):
            for timing in range(len(job.cpu.timings)):
                keys.append(store.key(bench.empty_row(job.implementation, job.cpu, timing)))
    return keys
