"""`mote fuzz`: our files against other people's programs."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from mote import choice
from mote.types import MoteError


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "compare the portable files with other people's programs by fuzzing"
    parser = commands.add_parser("fuzz", help=text, description=text)
    choice.add_functions(parser)
    parser.add_argument(
        "--seconds", type=int, default=60, metavar="N", help="for each function (default: 60)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Fuzz each chosen function and print what was found; 1 if there was a problem."""
    from mote import fuzz, jobs, report, system

    functions = choice.functions(options.function, "hash")
    if options.seconds < 1:
        raise MoteError(f"--seconds is {options.seconds}; it must be at least 1")
    wanted = {"mote fuzz": system.FUZZ_PACKAGES}
    lacking = system.ensure(wanted, allow=not options.no_install)
    if lacking:
        raise MoteError(f"cannot fuzz: missing: {' '.join(lacking['mote fuzz'])}")
    system.print_progress("building the programs to compare with …")
    library = fuzz.peers()
    work = [fuzz.Job(function, library, options.seconds) for function in functions]
    results = []
    for index, result in jobs.run(fuzz.fuzz, work):
        if isinstance(result, MoteError):
            print(getattr(result, "output", ""), file=sys.stderr)
            result = fuzz.Result(work[index].function.name, 0, 0, 0, str(result))
        results.append(result)
        system.print_progress(f"fuzz {len(results)}/{len(work)}: {result.function}")
    print(report.fuzz_table(sorted(results, key=lambda result: result.function)))
    return 1 if any(result.problem for result in results) else 0
