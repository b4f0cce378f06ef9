"""`mote check`: all checks in full."""

from __future__ import annotations

import argparse
import json
from typing import Any

from mote.catalog import catalog
from mote.choosing import choice
from mote.common.errors import MoteError


def add_parser(commands: Any) -> None:
    """Add the command and its options."""
    text = "run all checks in full: vectors, guard, ABI, constant time, object"
    parser = commands.add_parser("check", help=text, description=text)
    choice.add_pairs(parser)
    choice.add_scheduler(parser)
    parser.add_argument(
        "--cores",
        action="store_true",
        help="RISC-V: count cycles for several secrets on cores' own hardware, too; takes minutes",
    )
    parser.add_argument("--json", action="store_true", help="print the outcome as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print what came of each check; 1 if any failed."""
    from mote.building import together as parts
    from mote.checking import verify
    from mote.keeping import work
    from mote.measuring import bench, together
    from mote.running import system
    from mote.showing import report

    functions = choice.functions(options.function)
    shared = [each.name for each in parts.files() if each.function in functions]
    found, cpus = choice.pairs(options, shared)
    jobs = bench.jobs_for(found, cpus, full=True, measure=False)
    programs = together.checked(functions, options.implementation, cpus)
    if not jobs and not programs:
        raise MoteError("no chosen implementation runs on a chosen CPU; see `mote list`")
    if options.cores:
        _need_cores([job.cpu for job in jobs], allow_install=not options.no_install)
    chosen = [job.implementation.function for job in jobs]
    for function in dict.fromkeys([*chosen, *(each for _, each, _ in programs)]):
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
    if options.cores:
        results = _on_cores(results, jobs)
    results += [_together(*each) for each in programs]
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
    bad = sum(1 for *_, checks, problem in results if problem or any(c.failed for c in checks))
    system.print_progress(f"{len(results) - bad} of {len(results)} passed all checks")
    return 1 if bad else 0


def _need_cores(chosen: list[Any], *, allow_install: bool) -> None:
    """Have what --cores takes; raises MoteError where no CPU has a core, or something lacks."""
    from mote.checking import cores
    from mote.common.errors import MissingTool
    from mote.running import system

    if not any(cores.has_cores(cpu) for cpu in chosen):
        known = ", ".join(name for name, cpu in catalog.cpus().items() if cores.has_cores(cpu))
        raise MoteError(f"--cores: no chosen CPU has the hardware of a core; these have: {known}")
    if system.ensure({"cores": system.CORE_PACKAGES}, allow=allow_install):
        packages = system.CORE_PACKAGES
        raise MissingTool(f"--cores needs {' and '.join(packages)}: run `mote doctor`", packages)


def _on_cores(results: list[Any], jobs: Any) -> list[Any]:
    """The results of jobs with a check more where the CPU has cores (mote.checking.cores)."""
    from mote.checking import cores
    from mote.checking.verify import NOT_FINISHED, Check
    from mote.keeping.work import Progress
    from mote.running import jobs as processes

    places = [n for n, job in enumerate(jobs) if cores.has_cores(job.cpu) and results[n][3]]
    chosen = [cores.CoresJob(jobs[n].implementation, jobs[n].cpu) for n in places]
    names = [f"{job.implementation.function.name} {job.implementation.name}" for job in chosen]
    results = list(results)
    with Progress(len(chosen), "cores") as progress:

        def idle(running: Any) -> None:
            progress.idle([names[number] for number in running])

        for number, answer in processes.run(cores.check, chosen, idle):
            if isinstance(answer, MoteError):
                answer = Check(cores.NAME, NOT_FINISHED, str(answer))
            *head, checks, problem = results[places[number]]
            results[places[number]] = (*head, [*checks, answer], problem)
            progress.step(names[number])
    return results


def _together(program: Any, function: Any, cpu: Any) -> tuple[str, str, str, Any, str]:
    """What came of a function in a program of several (mote.building.together)."""
    from mote.measuring import together

    name = (function.name, f"{program.name} together", cpu.name)
    try:
        return (*name, together.check(program, function, cpu), "")
    except MoteError as error:
        return (*name, [], str(error))
