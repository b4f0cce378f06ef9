"""`mote mutate`: does any check notice when one place of a source is wrong?"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.choosing import choice, outside
from mote.common.errors import MoteError

if TYPE_CHECKING:
    from mote.mutation.engine import Verdict
    from mote.mutation.equivalent import Entry
    from mote.mutation.operators import Mutant
    from mote.proving.agreement import Finding

DESCRIPTION = "change a source in one place after the other: does any check notice?"


def add_parser(commands: Any) -> None:
    """Add `mutate` to the command line's commands."""
    command = commands.add_parser("mutate", help=DESCRIPTION, description=DESCRIPTION)
    command.add_argument("function", nargs="?", default="", metavar="FUNCTION")
    command.add_argument("--implementation", metavar="NAME", help="default: portable")
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
        "--prove-close",
        action="store_true",
        help="with --prove: ask `close`, too, of those of which init and step are proved",
    )
    outside.add_files(command)
    command.set_defaults(run=run)


def _choice(options: argparse.Namespace) -> tuple[list[Implementation], list[Cpu]]:
    """What is changed, and the CPUs that its mutants are tried on, one after the other."""
    from mote.mutation import engine

    if options.file:
        outside.without(options, ("implementation", "write", "prove"))
        found = outside.implementations(options, options.file, options.function, ours=True)
        return found, outside.cpus(options)
    outside.needs_file(options)
    if not options.function:
        raise MoteError("name a function; or --file FILE, for files of your own")
    members = {i.name: i for i in catalog.implementations(choice.function(options.function))}
    name = options.implementation or "portable"
    catalog.pick_names("implementation", [name], members)
    implementation = members[name]
    if options.cpu is None:
        chosen = engine.cpus_for(implementation)
    else:
        chosen = [choice.cpu(options.cpu)]
        if not catalog.runs_on(implementation, chosen[0]):
            raise MoteError(f"{implementation.name} is not for {options.cpu}; see `mote list`")
    if not chosen:
        raise MoteError(f"{implementation.name} runs on no CPU that can be used here")
    return [implementation], chosen


def run(options: argparse.Namespace) -> int:
    """Judge the mutants; 1 when one survives that is not known to be equivalent."""
    from mote.keeping import work
    from mote.mutation import results

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
    if options.prove_close and not options.prove:
        raise MoteError("--prove-close is for proofs: with --prove")
    implementations, cpus = _choice(options)
    if options.prove:
        from mote.proving import agreement

        cpus = [agreement.cpu_for(implementations[0], options.cpu)]
    for name, packages in work.missing(cpus, allow_install=not options.no_install).items():
        raise MoteError(f"{name} lacks {' '.join(packages)}; run `mote doctor`")
    judged = []
    for implementation in implementations:
        with_known = _mutants(implementation, cpus[0], options)
        if options.prove:
            return _proved(implementation, cpus[0], *with_known, options)
        judged.append(_judge(implementation, cpus, *with_known, options))
    if options.json:
        print(json.dumps([text for each in judged for text in each.texts()], indent=1))
    else:
        print(results.summary([each.counts for each in judged]))
        for each in judged:
            for verdict in each.left:
                print(f"survived on {verdict.cpu}: {verdict.mutant}")
    if options.write:
        results.merge([each.counts for each in judged])
    wrong = False
    for each in judged:
        for mutant in each.caught_though_known():
            # An entry that says what is not so might hide a survivor another day.
            wrong = True
            print(
                f"mote: {equivalent_file(mutant)} calls a mutant equivalent that is caught: "
                f"{mutant}",
                file=sys.stderr,
            )
    left = sum(len(each.left) for each in judged)
    if left:
        says = "" if options.file else ", and results/equivalent says nothing"
        print(f"mote: {left} mutants survived: no check sees them{says}", file=sys.stderr)
    return 1 if left or wrong else 0


def equivalent_file(mutant: Mutant) -> str:
    """The name of the file of results/equivalent that has a mutant's entry."""
    from mote.mutation import equivalent

    return equivalent.file_for(mutant.file).name


@dataclass(frozen=True)
class Judged:
    """The verdicts on an implementation's mutants, and which were known to be equivalent, why."""

    verdicts: Sequence[Verdict]
    known: Mapping[Mutant, str]
    counts: dict[str, str]

    @property
    def left(self) -> list[Verdict]:
        """Those that survived and are not known."""
        from mote.mutation import engine

        return [v for v in engine.survivors(self.verdicts) if v.mutant not in self.known]

    def caught_though_known(self) -> list[Mutant]:
        """Those that were caught, although they are said to be equivalent."""
        from mote.mutation import engine

        return [
            v.mutant for v in self.verdicts if v.outcome in engine.CAUGHT and v.mutant in self.known
        ]

    def texts(self) -> list[dict[str, object]]:
        """Each mutant's fate, for JSON."""
        return [
            {
                "file": v.mutant.file,
                "line": v.mutant.line,
                "text": v.mutant.text,
                "becomes": v.mutant.becomes,
                "operator": v.mutant.operator,
                "outcome": v.outcome,
                "cpu": v.cpu,
                "detail": v.detail,
                "equivalent": self.known.get(v.mutant) if v.outcome == "survived" else None,
            }
            for v in self.verdicts
        ]


def _mutants(
    implementation: Implementation, cpu: Cpu, options: argparse.Namespace
) -> tuple[list[Mutant], dict[Mutant, Entry]]:
    """Every mutant, and the entries of those that are known to change nothing."""
    from mote.mutation import engine, equivalent

    if not options.file:
        every = engine.all_mutants(implementation)
        return every, equivalent.entries(implementation, every)
    every = engine.all_mutants(implementation, cpu)
    if not every:
        raise MoteError(f"{implementation.source}: there is nothing in it that could be changed")
    return every, {}


def _label(implementation: Implementation) -> str:
    return f"mutate {implementation.function.name} {implementation.name}"


def _judge(
    implementation: Implementation,
    cpus: Sequence[Cpu],
    every: Sequence[Mutant],
    entries: Mapping[Mutant, Entry],
    options: argparse.Namespace,
) -> Judged:
    from mote.keeping import work
    from mote.mutation import engine, results

    chosen = engine.every(every, options.every, options.seed)
    with work.Progress(len(chosen), _label(implementation), unit="mutant") as progress:
        verdicts = engine.run(implementation, cpus, chosen, progress)
    known = {mutant: entry.reason for mutant, entry in entries.items()}
    counts = results.row(
        implementation,
        [cpu.name for cpu in cpus],
        len(every),
        options.every,
        options.seed,
        verdicts,
        known,
    )
    return Judged(verdicts, known, counts)


def _proved(
    implementation: Implementation,
    cpu: Cpu,
    every: Sequence[Mutant],
    entries: Mapping[Mutant, Entry],
    options: argparse.Namespace,
) -> int:
    from mote.keeping import work
    from mote.mutation import engine
    from mote.proving import agreement

    chosen = engine.every(every, options.every, options.seed)
    with work.Progress(len(chosen), _label(implementation), unit="mutant") as progress:
        findings = agreement.run(
            implementation,
            cpu,
            chosen,
            {mutant: entry.reason for mutant, entry in entries.items() if entry.context},
            progress,
            seconds=options.seconds,
            closes=options.prove_close,
        )
    known = {mutant: entry.reason for mutant, entry in entries.items()}
    return _compared(findings, known, options.json)


def _compared(findings: Sequence[Finding], known: Mapping[Mutant, str], as_json: bool) -> int:
    """Print what checks and prover say; 1 where they disagree, or a mutant survives both."""
    from mote.mutation import engine
    from mote.proving import agreement
    from mote.running import system

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
