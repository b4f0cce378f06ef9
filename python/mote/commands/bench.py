"""`mote bench`: build, check and measure implementations."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mote.catalog import catalog
from mote.choosing import choice
from mote.common.errors import MoteError

if TYPE_CHECKING:
    from mote.measuring.bench import BenchJob, Outcome
    from mote.measuring.row import Row


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "build, check and measure implementations; print size and speed"
    parser = commands.add_parser(
        "bench",
        help=text,
        description=f"{text}; alone: the functions that are in use on a few CPUs, the smallest "
        "implementation and the fastest of each",
    )
    choice.add_pairs(parser)
    parser.add_argument("--all", action="store_true", help="every function, CPU, implementation")
    parser.add_argument(
        "--stale",
        action="store_true",
        help="only what results/figures.csv has not, or has of another content; alone: of all",
    )
    choice.add_scheduler(parser)
    parser.add_argument(
        "--host-peers",
        action="store_true",
        help="time the library on this computer beside OpenSSL, libgcrypt and Rust crates; with "
        "--cpu: count instructions under QEMU",
    )
    parser.add_argument(
        "--write", action="store_true", help="with --host-peers: keep them in results/library-*.csv"
    )
    parser.add_argument(
        "--cores",
        action="store_true",
        help="of rows that are named on RISC-V also the exact cycles of cores' own hardware",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--wide", action="store_true", help="every column, however wide; with --cores"
    )
    form.add_argument("--json", action="store_true", help="print the rows as JSON")
    form.add_argument("--csv", action="store_true", help="print the rows as CSV")
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--fresh", action="store_true", help="measure anew what is kept from an earlier run, too"
    )
    how.add_argument(
        "--check",
        action="store_true",
        help="measure all of it anew and fail on any difference from results/figures.csv",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the table and store the figures, or compare them with the stored ones."""
    from mote.common import columns
    from mote.keeping import store, work
    from mote.running import system
    from mote.showing import tables

    if options.host_peers:
        return _host_peers(options)
    if options.write:
        raise MoteError("--write goes with --host-peers; rows of `mote bench` are always kept")
    jobs, main = _jobs(options)
    if jobs and options.stale:
        jobs = store.stale(jobs)
        if not jobs:
            system.print_progress("no row is stale")
            return 0
    if not jobs:
        raise MoteError("no chosen implementation runs on a chosen CPU; see `mote list`")
    each = None
    if not (options.json or options.csv or options.check):
        table = tables.BenchTable(
            {(job.implementation.function.name, job.implementation.name) for job in jobs},
            None if options.wide else columns.terminal_width(),
            color=columns.colored(sys.stdout),
            first_timing=main,
            cpus={job.cpu.name for job in jobs},
        )
        each = tables.InOrder(table, jobs).add
    outcomes = work.outcomes(
        jobs,
        "bench",
        allow_install=not options.no_install,
        use_kept=not (options.fresh or options.check),
        each=each,
        scheduler=options.scheduler,
    )
    rows = [row for outcome in outcomes for row in outcome.rows]
    work.print_compiler_output(jobs, outcomes)
    if options.json or options.csv:
        _print_rows(outcomes, as_json=options.json)
    if options.check:
        return _check(rows, outcomes, sys.stderr if options.json or options.csv else sys.stdout)
    # Kept rows are mostly in it already.  What is no more goes when it is written, and with --all.
    if options.all or not store.holds(rows):
        store.merge(rows, _known_keys(), store.FIGURES)
    return 1 if any(outcome.problem for outcome in outcomes) else 0


def _host_peers(options: argparse.Namespace) -> int:
    from mote.comparing import counted, host_peers

    if options.implementation or options.all or options.stale or options.check:
        raise MoteError(
            "--host-peers goes with names of functions and one of --cpu: it is of the library"
        )
    if len(options.cpu) > 1:
        raise MoteError(f"--host-peers takes one CPU, not {len(options.cpu)}")
    if options.write and options.function:
        raise MoteError("--write keeps every function: leave the names out")
    cpu = options.cpu[0] if options.cpu else host_peers.here()
    write = host_peers.stored(cpu) if options.write else None
    if options.cpu:
        return counted.run(cpu, options.function, write)
    return host_peers.run(options.function, write)


def _jobs(options: argparse.Namespace) -> tuple[list[BenchJob], bool]:
    """What is asked for; whether it is the main table."""
    from mote.choosing import leading
    from mote.measuring import bench

    named = options.function or options.cpu or options.implementation
    if options.all and named:
        raise MoteError("--all goes without names: it is every function on every CPU")
    if named or options.all or options.check or options.stale:
        found, cpus = choice.pairs(options)
        timed = {"host_timing": not options.check, "hardware": _on_hardware(options)}
        return bench.jobs_for(found, cpus, **timed), False
    return [
        bench.BenchJob(implementation, cpu) for implementation, cpu in leading.main_pairs()
    ], True


def _on_hardware(options: argparse.Namespace) -> bool:
    """Whether cores' own hardware runs, too: it takes some ten times as long as all else."""
    return bool(options.wide or options.cores)


def _print_rows(outcomes: Sequence[Outcome], *, as_json: bool) -> None:
    from mote.comparing import published
    from mote.measuring import row

    rows = [(each, outcome.measured_at) for outcome in outcomes for each in outcome.rows]
    if as_json:
        lines = [published.beside(each, measured_at=at or None) for each, at in rows]
        print(json.dumps(lines, indent=1))
        return
    fields = [*row.FIELDS, "problem", "measured_at"]
    writer = csv.DictWriter(sys.stdout, fields, lineterminator="\n")
    writer.writeheader()
    for each, at in rows:
        writer.writerow({**each.texts(), "problem": row.text(each.problem), "measured_at": at})


def _check(rows: Sequence[Row], outcomes: Sequence[Outcome], out: Any) -> int:
    from mote.keeping import store
    from mote.running import system

    changed, other = store.compare(rows, store.FIGURES)
    for line in [*changed, *other]:
        print(line, file=out)
    if changed:
        system.print_progress(f"{len(changed)} figures differ from {store.FIGURES.name}")
        return 1
    compared = sum(row.fidelity != "host" for row in rows) - len(other)
    system.print_progress(f"{compared} rows compared, no difference; {len(other)} not compared")
    return 1 if any(outcome.problem for outcome in outcomes) and not compared else 0


def _known_keys() -> list[tuple[str, ...]]:
    """The key of every row that the catalog can give."""
    from mote.keeping import store
    from mote.measuring import bench

    keys = []
    for function in catalog.functions().values():
        found = catalog.implementations(function)
        for job in bench.jobs_for(found, list(catalog.cpus().values())):
            for timing in range(len(job.cpu.timings)):
                keys.append(store.key(bench.empty_row(job.implementation, job.cpu, timing)))
    return keys
