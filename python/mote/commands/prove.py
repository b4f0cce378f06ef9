"""`mote prove`: an implementation equals its specification, for all inputs."""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mote.catalog import contract, listing
from mote.choosing import choice, outside
from mote.common.errors import MoteError
from mote.proving import proofs

if TYPE_CHECKING:
    from mote.catalog.cpu import Cpu
    from mote.catalog.function import Implementation
    from mote.proving.engine import ProofJob
    from mote.proving.outcome import Obligation

DESCRIPTION = "prove that implementations equal their specifications, for all inputs"


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    command = commands.add_parser(
        "prove", help=DESCRIPTION, description=f"{DESCRIPTION}: docs/proofs.md says what that means"
    )
    choice.add_pairs(command)
    command.add_argument(
        "--contract",
        type=Path,
        metavar="FILE",
        help="has the contract of files of your own, where they have none (docs/proofs.md)",
    )
    command.add_argument("--all", action="store_true", help="all that can be proved, on every CPU")
    command.add_argument(
        "--stale",
        action="store_true",
        help="of all, what results/proofs.csv has of another content",
    )
    command.add_argument(
        "--fresh", action="store_true", help="prove again what is kept from an earlier run"
    )
    command.add_argument(
        "--obligation",
        type=choice.names,
        metavar="NAME",
        help="of kernel, init, step, update, close, one or several: NAME,NAME (default: init,step; "
        "with --all also update and close where the stored table has them; with step also kernel, "
        "of a hash function with one)",
    )
    command.add_argument(
        "--certificate",
        type=Path,
        metavar="FOLDER",
        help="write what the solver was asked into a file for each pair, with derivations that "
        "--replay checks (needs cadical)",
    )
    command.add_argument(
        "--replay",
        type=Path,
        metavar="FOLDER",
        help="check the certificates in a folder, and prove nothing",
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
    outside.add_files(command)
    command.set_defaults(run=run)


def _certified(options: argparse.Namespace, jobs: Sequence[ProofJob]) -> list[ProofJob]:
    """The jobs, each with its certificate's path where they are wanted; raises MoteError."""
    if options.certificate is None:
        return list(jobs)
    from mote.proving import certificates

    if options.scheduler is not None:
        raise MoteError("--certificate writes on this machine: leave --scheduler out")
    certificates.program()
    return [
        dataclasses.replace(
            job,
            certificate=options.certificate / f"{'-'.join(words)}.zip",
        )
        for job in jobs
        for words in [(job.implementation.function.name, job.implementation.name, job.cpu.name)]
    ]


def _replay(options: argparse.Namespace) -> int:
    """Check certificates; 1 if one is wrong."""
    from mote.proving import replay

    if options.function or options.file or options.certificate is not None:
        raise MoteError("--replay FOLDER checks what is there: it goes with no function or file")
    found = sorted(options.replay.glob("*.zip"))
    if not found:
        raise MoteError(f"{options.replay} has no certificates: FUNCTION-IMPLEMENTATION-CPU.zip")
    return replay.main([str(path) for path in found])


def _jobs(options: argparse.Namespace) -> list[ProofJob]:
    from mote.proving.engine import ProofJob

    if options.seconds is not None and options.seconds <= 0:
        raise MoteError(f"--seconds is {options.seconds:g}; it must be more than 0")
    for name in options.cpu or ():
        proofs.refuse(name)
    if options.file:
        return _outside(options)
    outside.needs_file(options)
    if options.contract is not None:
        raise MoteError("--contract goes with --file FILE")
    named = options.function or options.implementation
    if not named and not options.all and not options.stale:
        raise MoteError("name a function, or say --all")
    implementations, cpus = choice.pairs(options)
    wanted = {proofs.proved_together(each) for each in implementations}
    whole = options.all or options.stale
    stored = proofs.read() if whole and not options.obligation else {}
    chosen = _stale() if options.stale else proofs.pairs(options.function)
    return [
        ProofJob(
            each,
            cpu,
            use_kept=not options.fresh,
            seconds=options.seconds,
            obligations=_obligations(
                options, stored.get((each.function.name, each.name, cpu.name))
            ),
        )
        for each, cpu in chosen
        if cpu in cpus and proofs.proved_together(each) in wanted
    ]


def _stale() -> list[tuple[Implementation, Cpu]]:
    from mote.proving import results

    return results.stale_pairs()


def _obligations(
    options: argparse.Namespace, stored: Sequence[proofs.Row] | None = None
) -> tuple[str, ...]:
    """What is asked for; where nothing is, the usual ones, and what the stored rows have."""
    from mote.proving.engine import OBLIGATIONS, USUAL

    known = (proofs.KERNEL, *OBLIGATIONS)
    wanted = options.obligation or [*USUAL, *(row["obligation"] for row in stored or ())]
    for name in options.obligation or ():
        if name not in known:
            raise MoteError(f"unknown obligation {name!r}; known: {', '.join(known)}")
    return tuple(name for name in known if name in wanted)


def _outside(options: argparse.Namespace) -> list[ProofJob]:
    """Files of the user's own on the chosen CPUs."""
    from mote.proving.engine import ProofJob

    outside.without(options, ("implementation", "all", "write", "scheduler"))
    if len(options.function) > 1:
        raise MoteError(f"--file needs one function, not {' and '.join(options.function)}")
    if options.contract is not None:
        contract.given(options.contract)  # a wrong one is told at once
    cpus = outside.cpus(options)
    function = options.function[0] if options.function else ""
    obligations = _obligations(options)
    return [
        ProofJob(
            each,
            cpu,
            use_kept=not options.fresh,
            seconds=options.seconds,
            obligations=obligations,
            contract=options.contract,
            outside=True,
        )
        for each in outside.implementations(options, options.file, function, ours=True)
        for cpu in cpus
    ]


def _in_waves(
    jobs: Sequence[ProofJob], idle: Callable[[Sequence[int]], None]
) -> Iterator[tuple[int, list[Obligation] | MoteError]]:
    """The answers by the numbers of their jobs, those first whose proofs may serve other CPUs."""
    from mote.proving import engine, kept
    from mote.running import jobs as processes

    for wave in kept.waves([(job.implementation, job.cpu) for job in jobs]):
        some = [jobs[index] for index in wave]

        def of_all(running: Sequence[int], wave: list[int] = wave) -> None:
            idle([wave[number] for number in running])

        for number, answer in processes.run(engine.run, some, of_all):
            yield wave[number], answer


def run(options: argparse.Namespace) -> int:
    """Print the obligations of every pair; 1 if one is refuted or left open."""
    from mote.keeping import work
    from mote.proving import outcome, results

    if options.replay is not None:
        return _replay(options)
    chosen = _certified(options, _jobs(options))
    if not chosen and options.stale:
        print("no proof is stale")
        return 0
    if not chosen:
        raise MoteError("there are no proofs of a chosen file on a chosen CPU: see docs/proofs.md")
    names = [
        f"{job.implementation.function.name} {job.implementation.name} {job.cpu.name}"
        for job in chosen
    ]
    prover = results.prover()
    for job in chosen:
        if options.write:
            # Of what is proved, not edited meanwhile.
            results.key_of(job.implementation, job.cpu, "")
    found: dict[int, list[proofs.Row]] = {}
    seconds: dict[tuple[str, ...], float] = {}
    answered: list[Obligation] = []
    with work.Progress(len(chosen), "prove", unit="file") as progress:
        if options.scheduler is None:
            cpus = list(dict.fromkeys(job.cpu for job in chosen))
            work.missing(cpus, allow_install=not options.no_install)

            answers = _in_waves(
                chosen, lambda running: progress.idle([names[index] for index in running])
            )
        else:
            from mote.proving import remote

            answers = remote.proofs(chosen, options.scheduler)
        for index, answer in answers:
            job, name = chosen[index], names[index]
            found[index] = results.rows(job.implementation, job.cpu, answer, prover)
            if not isinstance(answer, MoteError):
                answered += answer
                for row, each in zip(found[index], answer, strict=True):
                    seconds[tuple(row[field] for field in results.KEY)] = each.seconds
            for row in found[index]:
                if row["verdict"] == outcome.REFUTED:
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
            if row["reason"]:
                which = " ".join(row[name] for name in results.KEY)
                print(listing.paragraph(f"{which}: {row['reason']}", "  "))
    uncertified = 0
    for each in answered:
        if each.uncertified:
            print(f"{each.name}: {each.uncertified} formulas without a derivation")
            uncertified += each.uncertified
    proved = all(row["verdict"] == proofs.PROVED for row in rows)
    return 0 if proved and not uncertified else 1
