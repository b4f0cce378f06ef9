"""`mote prove`: an implementation equals its specification, for all inputs."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from mote import choice, proofs
from mote.types import MoteError

if TYPE_CHECKING:
    from mote.prove.engine import Job

DESCRIPTION = "prove that implementations equal their specifications, for all inputs"


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    command = commands.add_parser(
        "prove", help=DESCRIPTION, description=f"{DESCRIPTION}: docs/proofs.md says what that means"
    )
    choice.add_pairs(command)
    command.add_argument("--all", action="store_true", help="every file in assembly, on every CPU")
    command.add_argument(
        "--fresh", action="store_true", help="prove again what is kept from an earlier run"
    )
    command.add_argument(
        "--seconds",
        type=float,
        default=60,
        metavar="N",
        help="of the processor, that each obligation may take (default: 60)",
    )
    command.add_argument("--json", action="store_true", help="print the obligations as JSON")
    command.add_argument(
        "--write", action="store_true", help="put the verdicts into results/proofs.csv"
    )
    command.set_defaults(run=run)


def _jobs(options: argparse.Namespace) -> list[Job]:
    from mote.prove.engine import Job

    if options.seconds <= 0:
        raise MoteError(f"--seconds is {options.seconds:g}; it must be more than 0")
    named = options.function or options.implementation
    if not named and not options.all:
        raise MoteError("name a function, or say --all")
    implementations, cpus = choice.pairs(options)
    wanted = {each.source if each.kernel is None else each.kernel.file for each in implementations}
    return [
        Job(each, cpu, use_kept=not options.fresh, seconds=options.seconds)
        for each, cpu in proofs.pairs()
        if cpu in cpus and proofs.file_of(each) in wanted
    ]


def run(options: argparse.Namespace) -> int:
    """Print the obligations of every pair; 1 if one is refuted or left open."""
    from mote import jobs as processes
    from mote import work
    from mote.prove import engine, results

    chosen = _jobs(options)
    if not chosen:
        raise MoteError("no chosen file is in assembly for a chosen CPU; see `mote list`")
    work.missing(
        list(dict.fromkeys(job.cpu for job in chosen)), allow_install=not options.no_install
    )
    found: dict[int, list[proofs.Row]] = {}
    seconds: dict[tuple[str, ...], float] = {}
    with work.Progress(len(chosen), "prove") as progress:
        for index, answer in processes.run(engine.run, chosen):
            job = chosen[index]
            found[index] = results.rows(job.implementation, job.cpu, answer)
            name = f"{job.implementation.function.name} {job.implementation.name} {job.cpu.name}"
            if not isinstance(answer, MoteError):
                for row, each in zip(found[index], answer, strict=True):
                    seconds[tuple(row[field] for field in results.KEY)] = each.seconds
            for row in found[index]:
                if row["verdict"] == engine.REFUTED:
                    # At once: the table comes when all is done.
                    progress.warn(f"{name}: {row['obligation']} refuted: {row['reason']}")
            progress.step(name)
            if options.write:
                results.merge(found[index])
    rows = [row for index in sorted(found) for row in found[index]]
    if options.json:
        print(json.dumps(rows, indent=1))
    else:
        print(results.table(rows, seconds))
        for row in rows:
            if row["verdict"] != proofs.PROVED:
                print(f"{' '.join(row[name] for name in results.KEY)}: {row['reason']}")
    return 0 if all(row["verdict"] == proofs.PROVED for row in rows) else 1
