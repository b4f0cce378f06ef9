"""Constant time on hardware: the cycles of a file on the cores that its CPU's timings name.

The check of the same name follows program counters and addresses in a simulator.  This one looks at
nothing but cycles, counted on the core's own hardware description, caches included.
"""

from __future__ import annotations

import contextlib
import dataclasses
import tempfile
from dataclasses import dataclass
from pathlib import Path

from mote import kinds
from mote.building import build
from mote.building.build import Built
from mote.building.image import Image
from mote.calling.session import Session
from mote.catalog.cpu import Cpu, Timing
from mote.catalog.function import Implementation
from mote.checking.verify import NOT_FINISHED, Check, bench_vectors
from mote.common.errors import Breach, MoteError

NAME = "time on cores"

TRIED = 4
"""Vectors that a core has to get right first; `mote bench --wide` tries more."""


@dataclass(frozen=True)
class CoresJob:
    """What one process works on."""

    implementation: Implementation
    cpu: Cpu


def has_cores(cpu: Cpu) -> bool:
    """Whether a timing of the CPU is that of a core's hardware description."""
    return any(timing.core for timing in cpu.timings)


def check(job: CoresJob) -> Check:
    """Whether calls take the same cycles whatever their secrets, on each core of the CPU.

    The computations are those of the kind's check of constant time.  Some vectors come first: the
    time of a wrong digest says nothing.  A core that cannot be had, or cannot make the calls,
    leaves the check not finished.
    """
    implementation, cpu = job.implementation, job.cpu
    differ, stopped, same = [], [], []
    with tempfile.TemporaryDirectory(prefix="mote-") as folder:
        try:
            built = build.build(implementation, cpu, Path(folder))
            image = build.link(implementation, cpu, built)
        except MoteError as error:
            return Check(NAME, NOT_FINISHED, str(error))
        for timing in (each for each in cpu.timings if each.core):
            try:
                found = _depends(job, timing, built, image)
            except Breach as breach:
                return Check(NAME, "failed", str(breach))
            except MoteError as error:
                stopped.append(f"{timing.name}: {error}")
                continue
            if found.wrong:
                return Check(NAME, "failed", f"{timing.name}: {found.wrong}")
            if found.secret:
                differ.append(found.secret)
            else:
                same.append(timing.name)
    if differ:
        status = "failed" if implementation.constant_time else "not constant-time"
        return Check(NAME, status, "; ".join([*differ, *stopped]))
    if stopped:
        return Check(NAME, NOT_FINISHED, "; ".join(stopped))
    return Check(NAME, "passed", ", ".join(same))


@dataclass(frozen=True)
class _Found:
    """wrong: the first vector that failed; secret: what the time depends on; each in words."""

    wrong: str
    secret: str


def _depends(job: CoresJob, timing: Timing, built: Built, image: Image) -> _Found:
    # Here, as no other check needs Verilator.
    from mote.machines import rtl

    implementation = job.implementation
    kind = kinds.of(implementation.function)
    rtl.engine(timing)  # what cannot be had is said before there is a machine
    alone = dataclasses.replace(job.cpu, timings=(timing,))
    with contextlib.closing(rtl.Hardware(alone, timing)) as machine:
        session = Session(machine, implementation, built, image)
        count = kind.run_vectors(session, bench_vectors(implementation.function)[:TRIED])
        if count.failed:
            return _Found(count.first, "")
        session.swept = None  # compares traces, which a core has none of
        return _Found("", kind.constant_time(session))
