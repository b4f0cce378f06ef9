"""`mote measure`: audit, check and measure a source file of the user's own."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from mote import catalog, choice
from mote.types import Implementation, MoteError


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "audit, check and measure a source file of your own"
    parser = commands.add_parser("measure", help=text, description=text)
    parser.add_argument("file", metavar="FILE", type=Path, help="C or assembly")
    parser.add_argument("--cpu", required=True, type=choice.name, metavar="CPU")
    parser.add_argument("--function", required=True, type=choice.name, metavar="FUNCTION")
    parser.add_argument("--prefix", required=True, metavar="NAME", help="exports NAME_init, …")
    how = parser.add_mutually_exclusive_group(required=True)
    how.add_argument("--header", metavar="FILE", type=Path, help="declares NAME_context")
    how.add_argument("--context-bytes", metavar="N", type=int, help="size of the context")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the file's sections, checks and figures; 1 if anything failed."""
    from mote import published, report, system, work
    from mote.bench import Job

    function = choice.function(options.function)
    cpu = choice.cpu(options.cpu)
    if not options.file.is_file():
        raise MoteError(f"{options.file}: no such file")
    if options.file.suffix not in catalog.SOURCE_SUFFIXES:
        raise MoteError(
            f"{options.file}: not a source file: the name must end in "
            f"{' '.join(catalog.SOURCE_SUFFIXES)}"
        )
    if options.header is not None and not options.header.is_file():
        raise MoteError(f"{options.header}: no such file")
    if options.context_bytes is not None and options.context_bytes < 1:
        raise MoteError(f"--context-bytes is {options.context_bytes}; it must be at least 1")
    if not options.prefix.isidentifier():
        raise MoteError(f"--prefix {options.prefix!r} is not a C identifier")
    implementation = Implementation(
        name=options.file.stem,
        function=function,
        sources=(options.file.resolve(),),
        prefix=options.prefix,
        header=options.header.resolve() if options.header else None,
        context_bytes=options.context_bytes,
    )
    job = Job(implementation, cpu, full=True)
    outcome = work.outcomes([job], "measure", allow_install=not options.no_install)[0]
    work.print_compiler_output([job], [outcome])
    failed = [check for check in outcome.checks if check.failed]
    if options.json:
        rows = published.beside(outcome.rows)
        for row in rows:
            row["checks"] = {
                c.name: {"status": c.status, "detail": c.detail} for c in outcome.checks
            }
        print(json.dumps(rows, indent=1))
    else:
        print(report.measure_page(implementation, cpu, outcome))
    if outcome.problem:
        system.print_progress(f"{options.file.name} on {cpu.name}: {outcome.problem}")
    for check in failed:
        system.print_progress(f"{options.file.name} on {cpu.name}: {check.name}: {check.detail}")
    return 1 if outcome.problem or failed else 0
