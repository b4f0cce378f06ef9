"""Runs independent jobs in processes of their own, as many at once as there are cores.

A job that crashes (a simulator that aborts, memory that runs out) ends alone: its result is the
MoteError that says so, and the other jobs go on.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any

from mote.types import MoteError


def cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _work(function: Callable[[Any], Any], job: Any, out: Connection) -> None:
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
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
                sender.close()
            for receiver in wait(list(running)):
                assert isinstance(receiver, Connection)
                index, process = running.pop(receiver)
                try:
                    _, result = receiver.recv()
                    process.join()
                except EOFError:
                    process.join()
                    code = process.exitcode or 0
                    if code == -signal.SIGINT:
                        # A terminal interrupts all processes at once: ours, too.
                        raise KeyboardInterrupt from None
                    how = signal.Signals(-code).name if code < 0 else f"exit status {code}"
                    result = MoteError(f"the process that ran it ended with {how}")
                receiver.close()
                yield index, result
    finally:
        for _, process in running.values():
            process.terminate()
