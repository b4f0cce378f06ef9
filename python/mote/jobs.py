"""Runs independent jobs in processes of their own, as many at once as there are cores.

A job that crashes (a simulator that aborts, memory that runs out) ends alone: its result is the
MoteError that says so, and the other jobs go on.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any

from mote.types import MoteError


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


def _work(function: Callable[[Any], Any], job: Any, out: Connection) -> None:
    # A group of its own: an interrupt goes to the parent alone, which ends the group as a whole.
    os.setpgid(0, 0)
    _running.clear()
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        out.send((True, function(job)))
    except MoteError as error:
        out.send((False, error))
    except OSError as error:
        what = f"{error.filename}: " if error.filename else ""
        out.send((False, MoteError(f"{what}{error.strerror or error}")))
    except Exception as error:
        out.send((False, MoteError(f"{type(error).__name__}: {error}")))
    out.close()


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


def run(function: Callable[[Any], Any], jobs: Sequence[Any]) -> Iterator[tuple[int, Any]]:
    """Yield (index of the job, its result or the MoteError that ended it) as jobs end.

    Raises KeyboardInterrupt, too, when a job was ended by one.
    """
    context = multiprocessing.get_context("fork")
    waiting = list(enumerate(jobs))[::-1]
    running: dict[Connection, tuple[int, multiprocessing.process.BaseProcess]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < cores():
                index, job = waiting.pop()
                receiver, sender = context.Pipe(duplex=False)
                process = context.Process(target=_work, args=(function, job, sender), daemon=False)
                with _interrupts_later():
                    process.start()
                    running[receiver] = (index, process)
                    _running[process.pid or 0] = process
                sender.close()
            for ready in wait(list(running)):
                assert isinstance(ready, Connection)
                index, ended = running.pop(ready)
                try:
                    _, result = ready.recv()
                    ended.join()
                except EOFError:
                    ended.join()
                    code = ended.exitcode or 0
                    if code == -signal.SIGINT:
                        # A terminal interrupts all processes at once: ours, too.
                        raise KeyboardInterrupt from None
                    how = signal.Signals(-code).name if code < 0 else f"exit status {code}"
                    result = MoteError(f"the process that ran it ended with {how}")
                _running.pop(ended.pid or 0, None)
                ready.close()
                yield index, result
    finally:
        _end([process for _, process in running.values()])
