"""Rows that were measured on this machine, kept by the content of all that they depend on.

A row is found again only where nothing has changed that could change it: what the checkout has
(mote.running.depends), the compilers and simulators, and the settings that these read.  What was
changed back is found again, too.  The folder may be deleted at any time.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import json
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mote.building import once, package
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.checking.verify import Check
from mote.common import files
from mote.common.errors import MoteError
from mote.common.paths import WORK
from mote.measuring.bench import BenchJob, Outcome
from mote.measuring.row import Row
from mote.running import depends, system

FOLDER = WORK / "rows"

PROGRAMS = {
    "gnu": ("gcc", "as", "ld", "objdump"),
    "sdcc": ("sdcc", "sdas8051", "sdld"),
}
"""The programs of a toolchain, by its kind, without their prefix."""

SIBLINGS = 16
"""So many rows of one pair stay: those of earlier contents, the newest ones."""


def key(job: BenchJob) -> str | None:
    """What the rows of a job depend on, as a hash; None where they are not kept.

    Kept are rows of implementations of ours, as `mote bench` makes them.
    """
    if job.full or not job.measure or not package.is_ours(job.implementation):
        return None
    hardware = job.hardware and any(timing.core for timing in job.cpu.timings)
    return depends.digest((content(job), repr(hardware), *_machine(job)))


def content(job: BenchJob) -> str:
    """The part of it that the checkout has, as a hash: the same on every machine."""
    return depends.digest((depends.row(job.implementation, job.cpu), repr(job.thinned)))


def _machine(job: BenchJob) -> Iterator[str]:
    timed = job.host_timing and any(t.fidelity == "host" for t in job.cpu.timings)
    for fact in (timed, _processor() if timed else "", once.settings()):
        yield repr(fact)
    yield _tools(job.cpu)
    yield _python()


@functools.cache
def _python() -> str:
    """Python's version, and what is installed of the packages that take part."""
    return repr((sys.version_info[:2], depends.installed()))


@functools.cache
def _processor() -> str:
    """The processor that timings on the host are of."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return "\n".join(sorted(set(re.findall(r"^(?:model name|stepping)\s*:.*", text, re.M))))


@functools.cache
def _tools(cpu: Cpu) -> str:
    """Which compilers and simulators there are: packages' versions, and the programs' files."""
    packages = system.cpu_packages(cpu)
    kind = cpu.toolchain.kind
    paths = [shutil.which(cpu.toolchain.prefix + name) for name in PROGRAMS.get(kind, ())]
    paths += [system.provided(name) for name in packages]
    versions = _versions()
    return repr(([(n, versions.get(n)) for n in packages], [once.program(path) for path in paths]))


@functools.cache
def _versions() -> dict[str, str]:
    """dpkg's word on every package that a CPU takes, asked once."""
    return system.installed_versions(
        name for cpu in catalog.cpus().values() for name in system.cpu_packages(cpu)
    )


def forget() -> None:
    """Read everything anew at the next `key`: for what changes while this process runs."""
    depends.forget()
    for known in (_python, _processor, _tools, _versions):
        known.cache_clear()


def place(job: BenchJob, of: str) -> Path:
    """The file of a job's rows with this key."""
    implementation = job.implementation
    pair = f"{implementation.function.name}-{implementation.name}-{job.cpu.name}"
    return FOLDER / pair / f"{of}.json"


def find(job: BenchJob, of: str | None) -> Outcome | None:
    """The kept outcome of the job whose key is `of`, or None."""
    if of is None:
        return None
    try:
        table = json.loads(place(job, of).read_text(encoding="utf-8"))
        return _outcome(table)
    except (OSError, ValueError, KeyError, TypeError):
        return None  # not there, or not what this version writes: measured again


def keep(job: BenchJob, of: str | None, outcome: Outcome) -> None:
    """Keep the outcome under the key, unless something in it is not a figure.

    What cannot be written is not kept: the bench has its rows all the same.
    """
    if of is None or outcome.problem or any(row.problem is not None for row in outcome.rows):
        return
    # What was edited while the job ran may be in its rows or not.
    depends.reread()
    if any(check.failed for check in outcome.checks) or key(job) != of:
        return
    path = place(job, of)
    with contextlib.suppress(MoteError, OSError):
        files.write(path, json.dumps(_table(outcome)))
        _prune(path.parent.iterdir())


def _prune(paths: Iterable[Path]) -> None:
    """Delete all but the newest; another process may be doing the same."""
    aged = []
    for path in paths:
        with contextlib.suppress(FileNotFoundError):
            aged.append((path.stat().st_mtime_ns, path))
    for _, path in sorted(aged, reverse=True)[SIBLINGS:]:
        path.unlink(missing_ok=True)


def _table(outcome: Outcome) -> dict[str, Any]:
    return dataclasses.asdict(outcome)


def _outcome(table: dict[str, Any]) -> Outcome:
    """The outcome of `_table`; raises KeyError or TypeError where it is not one."""
    if not table["rows"] or not table["measured_at"]:
        raise KeyError("rows")
    return Outcome(
        **{
            **table,
            "rows": [Row(**row) for row in table["rows"]],
            "checks": [Check(**check) for check in table["checks"]],
            "sections": [tuple(section) for section in table["sections"]],
            "parts": tuple(tuple(part) for part in table["parts"]),
            "helpers": tuple(tuple(helper) for helper in table["helpers"]),
            "remarks": tuple(table["remarks"]),
        }
    )
