"""`mote check`: all checks in full."""

from __future__ import annotations

import argparse
import json
from typing import Any

from mote.choosing import choice
from mote.common.errors import MoteError


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "run all checks in full: vectors, guard, ABI, constant time, object"
    parser = commands.add_parser("check", help=text, description=text)
    choice.add_pairs(parser)
    choice.add_scheduler(parser)
    parser.add_argument("--json", action="store_true", help="print the outcome as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print what came of each check; 1 if any failed."""
    from mote.checking import verify
    from mote.keeping import work
    from mote.measuring import bench
    from mote.running import system
    from mote.showing import report

    found, cpus = choice.pairs(options)
    jobs = bench.jobs_for(found, cpus, full=True, measure=False)
    if not jobs:
        raise MoteError("no chosen implementation runs on a chosen CPU; see `mote list`")
    for function in dict.fromkeys(job.implementation.function for job in jobs):
        problem = verify.vectors_problem(function)
        if problem:
            raise MoteError(problem)
    outcomes = work.outcomes(
        jobs, "check", allow_install=not options.no_install, scheduler=options.scheduler
    )
    work.print_compiler_output(jobs, outcomes)
    results = [
        (
            job.implementation.function.name,
            job.implementation.name,
            job.cpu.name,
            o.checks,
            o.problem,
        )
        for job, o in zip(jobs, outcomes, strict=True)
    ]
    if options.json:
        out = [
            {
                "function": function,
                "implementation": implementation,
                "cpu": cpu,
                "problem": problem or None,
                "checks": {c.name: {"status": c.status, "detail": c.detail} for c in checks},
            }
            for function, implementation, cpu, checks, problem in results
        ]
        print(json.dumps(out, indent=1))
    else:
        print(report.check_table(results))
    bad = sum(1 for o in outcomes if o.problem or any(c.failed for c in o.checks))
    system.print_progress(f"{len(results) - bad} of {len(results)} passed all checks")
    return 1 if bad else 0
