"""`mote prove`: an implementation equals its specification, for all inputs."""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mote import catalog, choice, proofs
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
    command.add_argument(
        "--file",
        type=Path,
        metavar="FILE",
        help="an assembly file of your own, behind the function's header, instead of ours",
    )
    command.add_argument(
        "--contract",
        type=Path,
        metavar="FILE",
        help="has its contract (docs/contracts.md), where the file itself has none",
    )
    command.add_argument("--all", action="store_true", help="all that can be proved, on every CPU")
    command.add_argument(
        "--fresh", action="store_true", help="prove again what is kept from an earlier run"
    )
    command.add_argument(
        "--obligation",
        type=choice.names,
        metavar="NAME",
        help="of init, step, close, one or several: NAME,NAME (default: init,step; with --all "
        "also close where the stored table has it)",
    )
    command.add_argument(
        "--seconds",
        type=float,
        metavar="N",
        help="of the processor, that each obligation may take (default: docs/proofs.md says)",
    )
    choice.add_scheduler(command)
    command.add_argument("--json", action="store_true", help="print the obligations as JSON")
    command.add_argument(
        "--write", action="store_true", help="put the verdicts into results/proofs.csv"
    )
    command.set_defaults(run=run)


def _jobs(options: argparse.Namespace) -> list[Job]:
    from mote.prove.engine import Job

    if options.seconds is not None and options.seconds <= 0:
        raise MoteError(f"--seconds is {options.seconds:g}; it must be more than 0")
    for name in options.cpu or ():
        proofs.refuse(name)
    if options.file is not None or options.contract is not None:
        return _outside(options)
    named = options.function or options.implementation
    if not named and not options.all:
        raise MoteError("name a function, or say --all")
    implementations, cpus = choice.pairs(options)
    wanted = {proofs.proved_together(each) for each in implementations}
    stored = proofs.read() if options.all and not options.obligation else {}
    return [
        Job(
            each,
            cpu,
            use_kept=not options.fresh,
            seconds=options.seconds,
            obligations=_obligations(
                options, stored.get((each.function.name, each.name, cpu.name))
            ),
        )
        for each, cpu in proofs.pairs()
        if cpu in cpus and proofs.proved_together(each) in wanted
    ]


def _obligations(
    options: argparse.Namespace, stored: Sequence[proofs.Row] | None = None
) -> tuple[str, ...]:
    """What is asked for; where nothing is, the usual ones, and what the stored rows have."""
    from mote.prove.engine import OBLIGATIONS, USUAL

    wanted = options.obligation or [*USUAL, *(row["obligation"] for row in stored or ())]
    for name in options.obligation or ():
        if name not in OBLIGATIONS:
            raise MoteError(f"unknown obligation {name!r}; known: {', '.join(OBLIGATIONS)}")
    return tuple(name for name in OBLIGATIONS if name in wanted)


def _outside(options: argparse.Namespace) -> list[Job]:
    """A file of the user's own on the chosen CPUs."""
    from mote.outside import source_of
    from mote.prove.engine import Job

    if options.file is None:
        raise MoteError("--contract goes with --file FILE")
    if len(options.function) != 1 or not options.cpu:
        raise MoteError("--file needs one function, which it computes, and --cpu CPU")
    for option, given in (
        ("--implementation", options.implementation),
        ("--all", options.all),
        ("--write", options.write),
        ("--scheduler", options.scheduler),
    ):
        if given:
            raise MoteError(f"{option} does not go with --file: that is for Mote's own files")
    source = source_of(options.file).resolve()
    if source.suffix == ".c":
        raise MoteError(f"{options.file}: proofs are of assembly; this is C")
    if options.contract is not None and not options.contract.is_file():
        raise MoteError(f"--contract {options.contract}: no such file")
    function = choice.function(options.function[0])
    ours = next(each for each in catalog.implementations(function) if each.kernel is None)
    own = dataclasses.replace(
        ours, name=source.stem, sources=(source,), include=(*ours.include, source.parent)
    )
    return [
        Job(
            own,
            choice.cpu(name),
            use_kept=not options.fresh,
            seconds=options.seconds,
            obligations=_obligations(options),
            contract=options.contract,
        )
        for name in options.cpu
    ]


def run(options: argparse.Namespace) -> int:
    """Print the obligations of every pair; 1 if one is refuted or left open."""
    from mote import jobs as processes
    from mote import work
    from mote.prove import engine, results

    chosen = _jobs(options)
    if not chosen:
        raise MoteError("there are no proofs of a chosen file on a chosen CPU: see docs/proofs.md")
    if options.scheduler is None:
        cpus = list(dict.fromkeys(job.cpu for job in chosen))
        work.missing(cpus, allow_install=not options.no_install)
        answers = processes.run(engine.run, chosen)
    else:
        from mote import remote

        answers = remote.proofs(chosen, options.scheduler)
    found: dict[int, list[proofs.Row]] = {}
    seconds: dict[tuple[str, ...], float] = {}
    with work.Progress(len(chosen), "prove") as progress:
        for index, answer in answers:
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
