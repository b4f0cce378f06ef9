"""Runs independent jobs in other processes, as many at once as there are cores.

A job that crashes (a simulator that aborts, memory that runs out) ends alone: its result is the
MoteError that says so, and the other jobs go on.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from mote.common.errors import MoteError


def cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_running: dict[int, multiprocessing.process.BaseProcess] = {}
"""The processes of this one's jobs that run now, by their process id."""


@contextlib.contextmanager
def workplace() -> Iterator[str]:
    """A folder for everything temporary of this process and of those that it starts.

    However the block ends, by an interrupt or a termination too, the jobs that still run are ended
    with what they started, and then the folder is deleted.
    """

    def terminate(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    before = tempfile.tempdir
    environment = os.environ.get("TMPDIR")
    folder = tempfile.mkdtemp(prefix="mote-")
    owner = os.getpid()
    with contextlib.suppress(ValueError):  # not the main thread: whose signals are not ours
        signal.signal(signal.SIGTERM, terminate)
    tempfile.tempdir = os.environ["TMPDIR"] = folder
    try:
        yield folder
    finally:
        if os.getpid() == owner:
            _end(_running.values())
            shutil.rmtree(folder, ignore_errors=True)
        tempfile.tempdir = before
        if environment is None:
            os.environ.pop("TMPDIR", None)
        else:
            os.environ["TMPDIR"] = environment
        with contextlib.suppress(ValueError):
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _end(processes: Iterable[multiprocessing.process.BaseProcess]) -> None:
    """Kill processes, each with all that it started, and wait for their end."""
    for process in list(processes):
        if process.pid is not None:
            # Before it has a group of its own, it has started nothing.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            process.join()
            _running.pop(process.pid, None)


def _work(
    function: Callable[[Any], Any], jobs: Sequence[Any], pipe: Connection, others: list[Connection]
) -> None:
    """Do the jobs whose numbers come, and answer each, until none comes any more.

    others: the parent's ends of pipes, which this process must not hold open.
    """
    # What the parent has left over is not this process's to close: a simulator would wait for a
    # thread of the parent, which a fork does not take along.
    gc.freeze()
    gc.enable()
    # A group of its own: an interrupt goes to the parent alone, which ends the group as a whole.
    os.setpgid(0, 0)
    _running.clear()
    for other in others:
        other.close()
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with contextlib.suppress(EOFError, BrokenPipeError):  # the parent is gone
        while (index := pipe.recv()) is not None:
            try:
                pipe.send(function(jobs[index]))
            except MoteError as error:
                pipe.send(error)
            except BrokenPipeError:
                raise
            except OSError as error:
                what = f"{error.filename}: " if error.filename else ""
                pipe.send(MoteError(f"{what}{error.strerror or error}"))
            except Exception as error:
                pipe.send(MoteError(f"{type(error).__name__}: {error}"))
    pipe.close()


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Have nothing collected meanwhile: for a fork, whose child calls gc.freeze and gc.enable."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


@contextlib.contextmanager
def _interrupts_later() -> Iterator[None]:
    """Have an interrupt raised at the end: one that comes in a fork Python prints and forgets."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN or threading.current_thread() is not threading.main_thread():
        yield
        return
    caught = []
    signal.signal(signal.SIGINT, lambda *_: caught.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if caught:
        raise KeyboardInterrupt


@dataclass
class _Worker:
    """A process that does one job after the other: `index` is the one that it does now."""

    process: multiprocessing.process.BaseProcess
    done: int = 0
    index: int = -1


JOBS_A_WORKER = 64
"""After so many jobs a new process takes the place of one, whatever it may hold on to."""


IDLE_SECONDS = 1
"""After so long in which no job has ended, `idle` of `run` is called."""


def run(
    function: Callable[[Any], Any],
    jobs: Sequence[Any],
    idle: Callable[[Sequence[int]], None] | None = None,
) -> Iterator[tuple[int, Any]]:
    """Yield (index of the job, its result or the MoteError that ended it) as jobs end.

    A process does several jobs, one at a time, so that what they share is read and built once.
    idle: called each IDLE_SECONDS without an end, with the indices of the jobs that run.
    Raises KeyboardInterrupt, too, when a job was ended by one.
    """
    waiting = list(range(len(jobs)))[::-1]
    workers: dict[Connection, _Worker] = {}
    try:
        while waiting or workers:
            while waiting and len(workers) < cores():
                pipe, worker = _start(function, jobs, list(workers))
                workers[pipe] = worker
                _give(pipe, worker, waiting.pop())
            ended = wait(list(workers), IDLE_SECONDS if idle is not None else None)
            if not ended and idle is not None:
                idle(sorted(worker.index for worker in workers.values()))
            for ready in ended:
                assert isinstance(ready, Connection)
                worker = workers[ready]
                index = worker.index
                try:
                    result = ready.recv()
                except (EOFError, ConnectionResetError):
                    result = _ended(worker)
                    del workers[ready]
                    ready.close()
                else:
                    worker.done += 1
                    if waiting and worker.done < JOBS_A_WORKER:
                        _give(ready, worker, waiting.pop())
                    else:
                        del workers[ready]
                        _finish(ready, worker)
                yield index, result
    finally:
        _end([worker.process for worker in workers.values()])


def _start(
    function: Callable[[Any], Any], jobs: Sequence[Any], others: list[Connection]
) -> tuple[Connection, _Worker]:
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(function, jobs, theirs, [*others, ours]))
    with _interrupts_later(), uncollected():
        process.start()
        _running[process.pid or 0] = process
    theirs.close()
    return ours, _Worker(process)


def _give(pipe: Connection, worker: _Worker, index: int) -> None:
    worker.index = index
    # One that has ended in the meantime is seen when its answer is read.
    with contextlib.suppress(BrokenPipeError):
        pipe.send(index)


def _finish(pipe: Connection, worker: _Worker) -> None:
    """Let a process end that has nothing more to do."""
    with contextlib.suppress(BrokenPipeError):
        pipe.send(None)
    worker.process.join()
    pipe.close()
    _running.pop(worker.process.pid or 0, None)


def _ended(worker: _Worker) -> MoteError:
    """What became of a job whose process ended with it."""
    worker.process.join()
    _running.pop(worker.process.pid or 0, None)
    code = worker.process.exitcode or 0
    if code == -signal.SIGINT:
        # A terminal interrupts all processes at once: ours, too.
        raise KeyboardInterrupt
    how = signal.Signals(-code).name if code < 0 else f"exit status {code}"
    return MoteError(f"the process that ran it ended with {how}")
