"""What an obligation may take of the processor and of memory before it is left open."""

from __future__ import annotations

import contextlib
import gc
import resource
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mote.catalog.function import Implementation
from mote.proving import proofs


@dataclass(frozen=True)
class Limits:
    """seconds: of the processor.  memory: in bytes, above what the process has before it."""

    seconds: float
    memory: int


SHORT = Limits(60, 2 << 30)
"""Of init and step of assembly."""

LONG = Limits(300, 4 << 30)
"""Of what compilers make of C."""

CLOSES = Limits(450, 4 << 30)
"""Of close, which has a run for each digest size and number of bytes and bits that wait."""

UPDATES = Limits(600, 4 << 30)
"""Of update, which has a run for each fill with each number of bytes that fill no block."""


def of(implementation: Implementation, obligation: str) -> Limits:
    """The limits of one of engine.OBLIGATIONS of a file."""
    if obligation == "close":
        return CLOSES
    if obligation == "update":
        return UPDATES
    in_c = implementation.source.suffix == ".c"
    if implementation.kernel is not None:
        in_c = in_c and obligation in proofs.OF_CALLS and proofs.has_mode(implementation)
    return LONG if in_c else SHORT


@contextlib.contextmanager
def held(limits: Limits) -> Iterator[None]:
    """Raise TimeoutError or MemoryError inside when it takes longer or more than it may.

    The time is held in the main thread of a process only.
    """

    is_late = False

    def late(number: int, frame: object) -> None:
        nonlocal is_late
        is_late = True
        raise TimeoutError

    # Terms are many and live as long as the proof: looking for garbage is half of its time.
    collects = gc.isenabled()
    gc.disable()
    here = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGVTALRM, late) if here else None
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + limits.memory, hard))
    if here:
        signal.setitimer(signal.ITIMER_VIRTUAL, limits.seconds)
    try:
        yield
    except Exception as error:
        # What was interrupted may have made another error of it.
        if is_late:
            raise TimeoutError from error
        raise
    finally:
        if here:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        if collects:
            gc.enable()
