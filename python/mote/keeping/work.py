"""Runs the bench's jobs and shows how far they are, after installing what their CPUs lack."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence

from tqdm import tqdm

from mote.building import once, package
from mote.catalog.cpu import Cpu
from mote.common.errors import MoteError
from mote.keeping import kept, remote
from mote.measuring import bench
from mote.measuring.bench import BenchJob, Outcome
from mote.running import depends, jobs, system

LOG_SECONDS = 10
"""So often a line says how far it is, where there is no terminal; the first comes at once."""

Each = Callable[[int, Outcome], Sequence[str]]
"""Is given a job's number and its outcome as soon as there is one; what it returns is printed."""


class Progress:
    """How much is done: a bar on a terminal, elsewhere a line at once and then each ten seconds.

    Both go to standard error.  unit: what is counted, on the bar.
    """

    def __init__(
        self,
        total: int,
        label: str,
        *,
        unit: str = "row",
        clock: Callable[[], float] = time.monotonic,
    ):
        self._total = total
        self._label = label
        self._clock = clock
        self._done = 0
        self._said: float | None = None
        self._bar = tqdm(
            total=total, desc=label, unit=unit, file=sys.stderr, disable=None, leave=False
        )

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *error: object) -> None:
        self._bar.close()

    def step(self, name: str, count: int = 1) -> None:
        """One more is done, or so many: this one."""
        self._done += count
        self._bar.set_postfix_str(name, refresh=False)
        self._bar.update(count)
        if self._bar.disable and (self._done == self._total or self._due()):
            self._say(name)

    def idle(self, names: Sequence[str]) -> None:
        """Nothing has ended for a while; these are at work."""
        text = ", ".join(dict.fromkeys(names))
        if not self._bar.disable:
            self._bar.set_postfix_str(text)
        elif self._due():
            self._say(f"at work: {text}")

    def _due(self) -> bool:
        """Whether it is time for another line."""
        return self._said is None or self._clock() - self._said >= LOG_SECONDS

    def _say(self, text: str) -> None:
        self._said = self._clock()
        system.print_progress(f"{self._label} {self._done}/{self._total}: {text}")

    def print(self, lines: Sequence[str]) -> None:
        """Print results to standard output, above the bar."""
        if not lines:
            return
        with tqdm.external_write_mode(file=sys.stdout):
            print("\n".join(lines), flush=True)

    def warn(self, text: str) -> None:
        """Print a line to standard error, above the bar."""
        self._bar.write(f"mote: {text}", file=sys.stderr)


def missing(cpus: Sequence[Cpu], *, allow_install: bool) -> dict[str, list[str]]:
    """Packages that CPUs lack after an attempt to install them, by CPU."""
    wanted = {cpu.name: system.cpu_packages(cpu) for cpu in cpus}
    return system.ensure(wanted, allow=allow_install)


def need(cpu: Cpu | None, *, allow_install: bool) -> None:
    """Have what building for a CPU, or for the host, takes; raises MoteError for what lacks."""
    if cpu is None:
        lacking = system.ensure({"the host": system.BASE_PACKAGES}, allow=allow_install)
    else:
        lacking = missing([cpu], allow_install=allow_install)
    if lacking:
        packages = " ".join(next(iter(lacking.values())))
        where = cpu.name if cpu else "the host"
        raise MoteError(f"cannot build for {where}: missing: {packages}")


def outcomes(
    work: Sequence[BenchJob],
    label: str,
    *,
    allow_install: bool,
    use_kept: bool = False,
    each: Each | None = None,
    scheduler: str | None = None,
    warns: bool = True,
) -> list[Outcome]:
    """The outcome of each job, in the order given.

    use_kept: take those that are kept (mote.keeping.kept) instead of doing the job.  What is
    measured is kept in any case.  each: see Each.  scheduler: the address of a Dask scheduler whose
    workers do the jobs (mote.keeping.remote), None for this machine.  warns: say at once what
    fails.
    """
    cpus = [] if scheduler else list(dict.fromkeys(job.cpu for job in work))
    lacking = missing(cpus, allow_install=allow_install)
    if not scheduler and any(job.hardware and _has_cores(job.cpu) for job in work):
        # Without these the rows of cores say so, and all others are there.
        system.ensure({"cores": system.CORE_PACKAGES}, allow=allow_install)
    found: list[Outcome] = [Outcome()] * len(work)
    with Progress(len(work), label) as progress:

        def end(index: int, outcome: Outcome) -> None:
            found[index] = outcome
            for row in outcome.rows:
                row.key = stored.get(index)
            if each is not None:
                progress.print(each(index, outcome))
            progress.step(_name(work[index]))

        left = []
        keys: dict[int, str | None] = {}
        stored: dict[int, str] = {}
        for index, job in enumerate(work):
            if job.cpu.name in lacking:
                reason = f"missing: {' '.join(lacking[job.cpu.name])}; run `mote doctor`"
                end(index, _failed(job, reason))
                continue
            keys[index] = kept.key(job)
            if package.is_ours(job.implementation):
                stored[index] = depends.short(depends.row(job.implementation, job.cpu))
            known = kept.find(job, keys[index]) if use_kept else None
            if known is None:
                left.append(index)
            else:
                end(index, known)
        if each is None:
            # What takes longest first, so that no core is without work at the end.
            left.sort(key=lambda index: not work[index].cpu.machine_options.get("slow", False))
        missed = [work[index] for index in left]

        def idle(running: Sequence[int]) -> None:
            progress.idle([_name(missed[index]) for index in running])

        for position, answer in _done(missed, scheduler, idle):
            index = left[position]
            job = work[index]
            if isinstance(answer, MoteError):
                result = _failed(job, str(answer))
            else:
                result, key = answer
                # A worker with other tools has another key: its row is not this machine's.
                if scheduler is None or key == keys[index]:
                    kept.keep(job, keys[index], result)
            failed = [f"{c.name}: {c.detail}" for c in result.checks if c.failed]
            if warns and (result.problem or failed):
                # At once: the table comes when all is done, which may be in an hour.
                first = (result.problem or failed[0]).partition("\n")[0]
                progress.warn(f"{_name(job)} failed: {first}")
            end(index, result)
    return found


def _done(
    work: Sequence[BenchJob], scheduler: str | None, idle: Callable[[Sequence[int]], None]
) -> Iterator[tuple[int, tuple[Outcome, str | None] | MoteError]]:
    """Each job's number with its outcome, and with the key of the machine where it was done."""
    if scheduler is not None and work:
        yield from remote.run(work, scheduler)
        return
    with once.shared():
        bench.prepare(work)
        for position, result in jobs.run(bench.run, work, idle):
            yield position, result if isinstance(result, MoteError) else (result, None)


def _has_cores(cpu: Cpu) -> bool:
    return any(timing.core for timing in cpu.timings)


def _name(job: BenchJob) -> str:
    return f"{job.implementation.function.name} {job.implementation.name} on {job.cpu.name}"


def _failed(job: BenchJob, reason: str) -> Outcome:
    rows = bench.failed_rows(job.implementation, job.cpu, reason, hardware=job.hardware)
    return Outcome(rows=rows, problem=reason)


def print_compiler_output(work: Sequence[BenchJob], found: Sequence[Outcome]) -> None:
    """Print what compilers said of the sources they refused, to standard error."""
    for job, outcome in zip(work, found, strict=True):
        if outcome.output:
            system.print_progress(f"{job.implementation.name} on {job.cpu.name}: compiler's words:")
            print(outcome.output, file=sys.stderr)
