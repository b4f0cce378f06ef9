"""`mote mutate`: does any check notice when one place of a source is wrong?"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mote import catalog
from mote.types import Cpu, Implementation, MoteError

if TYPE_CHECKING:
    from mote.mutate.agreement import Finding
    from mote.mutate.operators import Mutant

DESCRIPTION = "change a source in one place after the other: does any check notice?"


def add_parser(commands: Any) -> None:
    """Add `mutate` to the command line's commands."""
    command = commands.add_parser("mutate", help=DESCRIPTION, description=DESCRIPTION)
    command.add_argument("function", metavar="FUNCTION")
    command.add_argument(
        "--implementation", metavar="NAME", default="portable", help="default: portable"
    )
    command.add_argument("--cpu", metavar="CPU", help="default: see docs/mutation.md")
    command.add_argument(
        "--every", type=int, default=1, metavar="N", help="every N-th change only (default: all)"
    )
    command.add_argument(
        "--seed", type=int, default=0, metavar="N", help="with --every: where to begin"
    )
    command.add_argument("--json", action="store_true", help="print each mutant's fate as JSON")
    command.add_argument(
        "--write", action="store_true", help="put the counts into results/mutation.csv"
    )
    command.add_argument(
        "--prove",
        action="store_true",
        help="have the prover judge each mutant, too: where do the two disagree?",
    )
    command.add_argument(
        "--seconds",
        type=float,
        metavar="N",
        help="with --prove: of the processor, that init or step may take (default: as mote prove)",
    )
    command.add_argument(
        "--close",
        action="store_true",
        help="with --prove: ask `close`, too, of those of which init and step are proved",
    )
    command.set_defaults(run=run)


def _choice(options: argparse.Namespace) -> tuple[Implementation, list[Cpu]]:
    from mote.mutate import engine

    functions = catalog.functions()
    catalog.pick_names("function", [options.function], functions)
    members = {i.name: i for i in catalog.implementations(functions[options.function])}
    catalog.pick_names("implementation", [options.implementation], members)
    implementation = members[options.implementation]
    if options.cpu is None:
        chosen = engine.cpus_for(implementation)
    else:
        catalog.pick_names("CPU", [options.cpu], catalog.cpus())
        chosen = [catalog.cpus()[options.cpu]]
        if not catalog.runs_on(implementation, chosen[0]):
            raise MoteError(f"{implementation.name} is not for {options.cpu}; see `mote list`")
    if not chosen:
        raise MoteError(f"{implementation.name} runs on no CPU that can be used here")
    return implementation, chosen


def run(options: argparse.Namespace) -> int:
    """Judge the mutants; 1 when one survives that is not known to be equivalent."""
    from tqdm import tqdm

    from mote import system
    from mote.mutate import engine, equivalent, results

    if options.every < 1:
        raise MoteError(f"--every is {options.every}; it must be at least 1")
    if options.seed < 0:
        raise MoteError(f"--seed is {options.seed}; it must be at least 0")
    if options.write and options.cpu is not None:
        raise MoteError("--write takes every CPU of the file: leave out --cpu")
    if options.write and options.prove:
        raise MoteError("--write has no place for what the prover says: leave out --prove")
    if options.seconds is not None and (not options.prove or options.seconds <= 0):
        raise MoteError("--seconds is for proofs: a number above 0, with --prove")
    if options.close and not options.prove:
        raise MoteError("--close is for proofs: with --prove")
    implementation, cpus = _choice(options)
    if options.prove:
        from mote.mutate import agreement

        cpus = [agreement.cpu_for(implementation, options.cpu)]
    wanted = {cpu.name: system.cpu_packages(cpu) for cpu in cpus}
    for name, packages in system.ensure(wanted, allow=not options.no_install).items():
        raise MoteError(f"{name} lacks {' '.join(packages)}; run `mote doctor`")
    every = engine.all_mutants(implementation)
    entries = equivalent.entries(implementation, every)
    known = {mutant: entry.reason for mutant, entry in entries.items()}
    chosen = engine.every(every, options.every, options.seed)
    label = f"mutate {options.function} {options.implementation}"
    bar = tqdm(total=len(chosen), desc=label, unit="mutant", file=sys.stderr, disable=None)
    with bar:
        done = 0

        def progress(count: int) -> None:
            nonlocal done
            done += count
            bar.update(count)
            if not sys.stderr.isatty():
                system.print_progress(f"{label}: {done} of {len(chosen)}")

        if options.prove:
            moved = {mutant: entry.reason for mutant, entry in entries.items() if entry.context}
            findings = agreement.run(
                implementation,
                cpus[0],
                chosen,
                moved,
                progress,
                seconds=options.seconds,
                closes=options.close,
            )
        else:
            verdicts = engine.run(implementation, cpus, chosen, progress)
    if options.prove:
        return _compared(findings, known, options.json)
    counts = results.row(
        implementation,
        [cpu.name for cpu in cpus],
        len(every),
        options.every,
        options.seed,
        verdicts,
        known,
    )
    left = [v for v in engine.survivors(verdicts) if v.mutant not in known]
    if options.json:
        print(
            json.dumps(
                [
                    {
                        "file": v.mutant.file,
                        "line": v.mutant.line,
                        "text": v.mutant.text,
                        "becomes": v.mutant.becomes,
                        "operator": v.mutant.operator,
                        "outcome": v.outcome,
                        "cpu": v.cpu,
                        "detail": v.detail,
                        "equivalent": known.get(v.mutant) if v.outcome == "survived" else None,
                    }
                    for v in verdicts
                ],
                indent=1,
            )
        )
    else:
        print(results.summary([counts]))
        for verdict in left:
            print(f"survived on {verdict.cpu}: {verdict.mutant}")
    if options.write:
        results.merge([counts])
    caught = [v.mutant for v in verdicts if v.outcome in engine.CAUGHT]
    for mutant in caught:
        if mutant in known:
            # An entry that says what is not so might hide a survivor another day.
            print(
                f"mote: {equivalent.file_for(mutant.file).name} calls a mutant equivalent that is "
                f"caught: {mutant}",
                file=sys.stderr,
            )
    wrong = any(mutant in known for mutant in caught)
    if left:
        system.print_progress(
            f"{len(left)} mutants survived: no check sees them, and tests/equivalent says nothing"
        )
    return 1 if left or wrong else 0


def _compared(findings: Sequence[Finding], known: Mapping[Mutant, str], as_json: bool) -> int:
    """Print what checks and prover say; 1 where they disagree, or a mutant survives both."""
    from mote import system
    from mote.mutate import agreement, engine

    if as_json:
        texts = [
            {
                "file": each.mutant.file,
                "line": each.mutant.line,
                "text": each.mutant.text,
                "becomes": each.mutant.becomes,
                "outcome": each.outcome,
                "verdict": each.verdict,
                "kind": each.kind,
                "detail": each.detail,
                "equivalent": known.get(each.mutant) if each.outcome == engine.SURVIVED else None,
            }
            for each in findings
        ]
        print(json.dumps(texts, indent=1))
    else:
        print(agreement.table(findings))
    wrong = [each for each in findings if each.kind in agreement.DISAGREE]
    left = [
        each for each in findings if each.kind == agreement.UNDECIDED and each.mutant not in known
    ]
    for each in left:
        print(f"mote: survived, and the prover cannot say: {each.mutant}", file=sys.stderr)
    if wrong:
        system.print_progress(f"{len(wrong)} mutants on which checks and prover disagree")
    return 1 if wrong or left else 0
