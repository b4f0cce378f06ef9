"""`mote prove`: an implementation equals its specification, for all inputs."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from mote import catalog, choice
from mote.types import MoteError

if TYPE_CHECKING:
    from mote.prove.engine import Job, Obligation

DESCRIPTION = "prove that implementations equal their specifications, for all inputs"


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    command = commands.add_parser(
        "prove", help=DESCRIPTION, description=f"{DESCRIPTION}: docs/proofs.md says what that means"
    )
    choice.add_pairs(command)
    command.add_argument("--all", action="store_true", help="every file in assembly, on every CPU")
    command.add_argument("--fresh", action="store_true", help="prove anew what is kept, too")
    command.add_argument(
        "--write", action="store_true", help="put the rows into results/proofs.csv"
    )
    command.add_argument("--json", action="store_true", help="print the obligations as JSON")
    command.set_defaults(run=run)


def _jobs(options: argparse.Namespace) -> list[Job]:
    from mote import promises
    from mote.prove.engine import Job

    if not options.function and not options.all:
        raise MoteError("name a function, or say --all")
    implementations, cpus = choice.pairs(options)
    found: dict[tuple[object, str], Job] = {}
    for implementation in implementations:
        if promises.is_assembly(implementation):
            for cpu in cpus:
                if catalog.runs_on(implementation, cpu):
                    # A kernel is proved once, in the first function that uses it.
                    kernel = implementation.kernel
                    what: object = kernel.file if kernel is not None else implementation
                    found.setdefault((what, cpu.name), Job(implementation, cpu))
    return list(found.values())


def run(options: argparse.Namespace) -> int:
    """Print the obligations of every pair; 1 if one is refuted or left open."""
    from mote import jobs as processes
    from mote import work
    from mote.prove import engine, results

    chosen = _jobs(options)
    if not chosen:
        raise MoteError("no chosen file is in assembly for a chosen CPU; see `mote list`")
    lacking = work.missing(
        list(dict.fromkeys(job.cpu for job in chosen)), allow_install=not options.no_install
    )
    found: dict[int, list[Obligation]] = {}
    with work.Progress(len(chosen), "prove") as progress:

        def end(index: int, obligations: list[Obligation]) -> None:
            found[index] = obligations
            job = chosen[index]
            name = f"{job.implementation.function.name} {job.implementation.name} {job.cpu.name}"
            if not options.json:
                progress.print([f"{name}: {_line(each)}" for each in obligations])
            progress.step(name)

        left = []
        for index, job in enumerate(chosen):
            known = None if options.fresh else results.find(job)
            if job.cpu.name in lacking:
                reason = f"missing: {' '.join(lacking[job.cpu.name])}; run `mote doctor`"
                end(index, [engine.Obligation("all", engine.OPEN, reason)])
            elif known is not None:
                end(index, known)
            else:
                left.append(index)
        for position, result in processes.run(engine.run, [chosen[index] for index in left]):
            job = chosen[left[position]]
            if isinstance(result, MoteError):
                result = [engine.Obligation("all", engine.OPEN, str(result))]
            results.keep(job, result)
            end(left[position], result)
    rows = [row for index in sorted(found) for row in results.rows(chosen[index], found[index])]
    if options.json:
        print(json.dumps(rows, indent=1))
    if options.write:
        results.merge(rows)
    wrong = any(row["verdict"] != engine.PROVED for row in rows)
    return 1 if wrong else 0


def _line(each: Obligation) -> str:
    rules = ", ".join(f"{rule} {count}" for rule, count in sorted(each.rules.items()))
    text = (
        f"{each.name} {each.verdict} in {each.seconds:.1f} s: {each.rewritten} of {each.bits} bits "
        f"by rewriting, {each.solver} calls of the solver; {each.instructions} instructions, "
        f"{each.nodes} nodes; {rules or 'no further rule'}"
    )
    return f"{text}\n  {each.detail}" if each.detail else text
