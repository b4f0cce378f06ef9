"""Work on the workers of a Dask scheduler: the bench's pairs and proofs on other machines.

A worker is started with `mote worker ADDRESS` from a checkout of its own, with the compilers and
simulators of its machine.  It refuses a pair that its checkout has otherwise: a row is of what
this checkout has, wherever it was measured.
"""

from __future__ import annotations

import dataclasses
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.common.errors import MoteError
from mote.keeping import kept
from mote.measuring import bench
from mote.measuring.bench import BenchJob, Outcome
from mote.running import cluster, system

Answer = tuple[Outcome, str | None]
"""What came of a pair, and the key under which the worker's machine would keep it."""


_HAS_MOTE = "__import__('importlib.util').util.find_spec('mote') is not None"


def run(jobs: Sequence[BenchJob], scheduler: str) -> Iterator[tuple[int, Answer | MoteError]]:
    """Yield (index of the job, its answer or the MoteError that ended it) as jobs end.

    Raises MoteError where there is no scheduler, or its workers are not Mote's.
    """
    return answers(measure, [(names(job), kept.content(job)) for job in jobs], scheduler)


def answers(
    task: Callable[..., Any], work: Sequence[tuple[dict[str, Any], str]], scheduler: str
) -> Iterator[tuple[int, Any]]:
    """Yield (index, what the task gave, or a MoteError) as workers end.

    task: takes a job's words (`names`) and what the checkout has of it.
    """
    with cluster.client(scheduler) as connected:
        if not connected.scheduler_info()["workers"]:
            raise MoteError(
                f"the scheduler at {scheduler} has no workers: start some with "
                f"`mote worker {scheduler}`"
            )
        # With one that cannot read its tasks, Dask would wait for ever.
        if not all(connected.run(eval, _HAS_MOTE).values()):
            raise MoteError(
                f"a worker of {scheduler} has no Mote: start it with `mote worker {scheduler}`"
            )
        futures = {
            connected.submit(task, words, content, pure=False): index
            for index, (words, content) in enumerate(work)
        }
        for future in cluster.as_completed(list(futures)):
            error = future.exception()
            index = futures[future]
            if error is None:
                yield index, future.result()
            elif isinstance(error, MoteError):
                yield index, error
            else:
                said = str(error).partition("\n")[0]
                yield index, MoteError(f"the worker that ran it failed: {said}")


def names(job: Any) -> dict[str, Any]:
    """A job in words: a worker has other paths."""
    options = {
        field.name: getattr(job, field.name)
        for field in dataclasses.fields(job)
        if field.name not in ("implementation", "cpu")
    }
    implementation = job.implementation
    return {
        "function": implementation.function.name,
        "implementation": implementation.name,
        "cpu": job.cpu.name,
        **options,
    }


def measure(words: dict[str, Any], content: str) -> Answer:
    """Do a job on a worker.

    words: of `names`.  content: what kept.content gives for the job where it comes from.  Raises
    MoteError where this checkout has another, and where compilers or simulators are missing.
    """
    implementation, cpu, options = named(words)
    job = BenchJob(implementation, cpu, **options)
    ready(cpu, kept.content(job) == content)
    return bench.run(job), kept.key(job)


OTHER = "the worker's checkout is another one: bring it to the same commit"


def named(words: dict[str, Any]) -> tuple[Implementation, Cpu, dict[str, Any]]:
    """What a job's names stand for here, and its options."""
    kept.forget()
    options = dict(words)
    cpu = catalog.cpus().get(options.pop("cpu"))
    function = catalog.functions().get(options.pop("function"))
    name = options.pop("implementation")
    found = catalog.implementations(function) if function else ()
    implementation = next((each for each in found if each.name == name), None)
    if cpu is None or implementation is None:
        raise MoteError(OTHER)
    return implementation, cpu, options


def ready(cpu: Cpu, same: bool) -> None:
    """Raise MoteError unless the checkout is the same, and this machine has what it takes."""
    if not same:
        raise MoteError(OTHER)
    needed = {cpu.name: system.cpu_packages(cpu)}
    lacking = system.ensure(needed, allow=False).get(cpu.name)
    if lacking:
        raise MoteError(f"missing on the worker: {' '.join(lacking)}; run `mote doctor`")


def start_worker(scheduler: str, processes: int) -> None:
    """Become `processes` Dask workers of this checkout; raises MoteError without a scheduler."""
    cluster.client(scheduler).close()
    command = [sys.executable, "-m", "distributed.cli.dask_worker", scheduler]
    command += ["--nworkers", str(processes), "--nthreads", "1", "--no-dashboard"]
    os.execv(sys.executable, command)
