"""Runs the bench's jobs with a progress bar, after installing what their CPUs lack."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tqdm import tqdm

from mote import bench, jobs, system
from mote.bench import Job, Outcome
from mote.types import Cpu, MoteError


def missing(cpus: Sequence[Cpu], *, allow_install: bool) -> dict[str, list[str]]:
    """Packages that CPUs lack after an attempt to install them, by CPU."""
    wanted = {cpu.name: system.cpu_packages(cpu) for cpu in cpus}
    return system.ensure(wanted, allow=allow_install)


def outcomes(work: Sequence[Job], label: str, *, allow_install: bool) -> list[Outcome]:
    """The outcome of each job, in the order given, with a progress bar."""
    lacking = missing(list(dict.fromkeys(job.cpu for job in work)), allow_install=allow_install)
    found: list[Outcome] = [Outcome()] * len(work)
    can = []
    for index, job in enumerate(work):
        if job.cpu.name in lacking:
            reason = f"missing: {' '.join(lacking[job.cpu.name])}; run `mote doctor`"
            rows = bench.failed_rows(job.implementation, job.cpu, reason)
            found[index] = Outcome(rows=rows, problem=reason)
        else:
            can.append(index)
    bar = tqdm(total=len(can), desc=label, unit="row", file=sys.stderr, disable=None, leave=False)
    with bar:
        for position, result in jobs.run(bench.run, [work[index] for index in can]):
            index = can[position]
            job = work[index]
            if isinstance(result, MoteError):
                rows = bench.failed_rows(job.implementation, job.cpu, str(result))
                result = Outcome(rows=rows, problem=str(result))
            found[index] = result
            bar.set_postfix_str(f"{job.implementation.name} on {job.cpu.name}", refresh=False)
            bar.update()
            if not sys.stderr.isatty():
                done = sum(1 for i in can if found[i].rows or found[i].checks)
                system.print_progress(
                    f"{label} {done}/{len(can)}: {job.implementation.function.name} "
                    f"{job.implementation.name} on {job.cpu.name}"
                )
            failed = [f"{c.name}: {c.detail}" for c in result.checks if c.failed]
            if result.problem or failed:
                # At once: the table comes when all is done, which may be in an hour.
                first = (result.problem or failed[0]).partition("\n")[0]
                bar.write(
                    f"mote: {job.implementation.function.name} {job.implementation.name} on "
                    f"{job.cpu.name} failed: {first}",
                    file=sys.stderr,
                )
    return found


def print_compiler_output(work: Sequence[Job], found: Sequence[Outcome]) -> None:
    """Print what compilers said of the sources they refused, to standard error."""
    for job, outcome in zip(work, found, strict=True):
        if outcome.output:
            system.print_progress(f"{job.implementation.name} on {job.cpu.name}: compiler's words:")
            print(outcome.output, file=sys.stderr)
