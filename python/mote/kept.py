"""Rows that were measured on this machine, kept by the content of all that they depend on.

A row is found again only where nothing has changed that could change it: the files that are
built, the facts of function, kernel and CPU, the test vectors, the bench's support files and its
own code, the timing models, the compilers and simulators, and the settings that these read.  What
was changed back is found again, too.  The folder may be deleted at any time.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
import importlib.metadata
import json
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mote import files, package, system, vectors
from mote.bench import Job, Outcome
from mote.paths import ROOT, WORK
from mote.row import Row
from mote.types import Cpu, Implementation, MoteError
from mote.verify import Check

FOLDER = WORK / "rows"

NOT_MEASURING = (
    *(
        "__main__",
        "choice",
        "cli",
        "cluster",
        "comparisons",
        "columns",
        "commands",
        "compare",
        "compared",
        "doctor",
        "export",
        "fuzz",
        "fuzz_modes",
        "hashing",
    ),
    *(
        "ise",
        "jobs",
        "kept",
        "leading",
        "libraries",
        "listing",
        "measured",
        "mutate",
        "outside",
        "page",
        "pick",
    ),
    *(
        "picture",
        "proofs",
        "prove",
        "published",
        "remote",
        "report",
        "store",
        "studies",
        "svg",
        "tables",
        "testing",
        "version",
    ),
    "work",
)
"""Modules and packages of mote that choose, show and store, but take no part in measuring."""

PACKAGES = ("capstone", "pyelftools", "unicorn")
"""The Python packages that take part."""

PROGRAMS = {
    "gnu": ("gcc", "as", "ld", "objdump"),
    "sdcc": ("sdcc", "sdas8051", "sdld"),
}
"""The programs of a toolchain, by its kind, without their prefix."""

SETTINGS = re.compile(
    r"CPATH|C_INCLUDE_PATH|COMPILER_PATH|LIBRARY_PATH|GCC_\w+|SDCC_\w+|LD_PRELOAD|LD_LIBRARY_PATH"
)
"""Variables of the environment that compilers read (GCC manual, section 3.21; SDCC Compiler User
Guide, section 3.4.3), or that give programs other libraries."""

SIBLINGS = 16
"""So many rows of one pair stay: those of earlier contents, the newest ones."""


def key(job: Job) -> str | None:
    """What the rows of a job depend on, as a hash; None where they are not kept.

    Kept are rows of implementations of ours, as `mote bench` makes them.
    """
    if job.full or not job.measure or not package.is_ours(job.implementation):
        return None
    return _hash((content(job).encode(), *_machine(job)))


def content(job: Job) -> str:
    """The part of it that the checkout has, as a hash: the same on every machine."""
    return _hash(_checkout(job))


def _hash(parts: Iterable[bytes]) -> str:
    content = hashlib.sha256()
    for part in parts:
        content.update(len(part).to_bytes(8, "little"))
        content.update(part)
    return content.hexdigest()


def _checkout(job: Job) -> Iterator[bytes]:
    implementation, cpu = job.implementation, job.cpu
    function = implementation.function
    for fact in (
        (implementation.name, implementation.prefix, implementation.constant_time),
        _plain(function),
        _plain(implementation.kernel),
        _plain(cpu),
        job.thinned,
    ):
        yield repr(fact).encode()
    yield _packed(implementation)
    for path in _files(cpu):
        yield path.name.encode()
        yield path.read_bytes()
    for path in (function.vectors, vectors.LENGTHS):
        yield _vectors(path, function.name)
    yield _code()


def _machine(job: Job) -> Iterator[bytes]:
    timed = job.host_timing and any(t.fidelity == "host" for t in job.cpu.timings)
    settings = sorted((k, v) for k, v in os.environ.items() if SETTINGS.fullmatch(k))
    for fact in (timed, _processor() if timed else "", settings):
        yield repr(fact).encode()
    yield _tools(job.cpu).encode()
    yield _python().encode()


def _plain(value: object) -> str:
    """A value's facts without the place of the checkout."""
    return repr(value).replace(str(ROOT), "")


@functools.cache
def _packed(implementation: Implementation) -> bytes:
    """The files that are built, by name and content."""
    content = hashlib.sha256()
    for file in package.pack(implementation).files:
        for text in (file.name, file.text):
            content.update(hashlib.sha256(text.encode()).digest())
    return content.digest()


@functools.cache
def _vectors(path: Path, function: str) -> bytes:
    """The file's lines on the function: all of it where it is the function's own."""
    if not path.is_file():
        return b""
    text = path.read_bytes()
    if path.stem == function:
        return hashlib.sha256(text).digest()
    start = f"{function},".encode()
    return b"".join(line for line in text.splitlines(True) if line.startswith(start))


def _files(cpu: Cpu) -> list[Path]:
    """The files that the CPU's rows depend on beside the packed ones and the code."""
    folder = ROOT / "cpus" / "support"
    found = [*folder.glob(f"{cpu.toolchain.support}.*"), *folder.glob("string.c")]
    if any(timing.model for timing in cpu.timings):
        # All of them: one may be like another.
        found += (ROOT / "python" / "mote" / "timing" / "models").glob("*.toml")
    if cpu.machine == "pic24":
        core = ROOT / "cores" / "pic24"
        found += [p for p in core.rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    return sorted(found)


def measuring_code() -> list[Path]:
    """The files of mote whose code takes part in measuring."""
    top = ROOT / "python" / "mote"
    return sorted(
        path
        for path in top.rglob("*")
        if path.is_file()
        and path.suffix in (".py", ".c", ".h", ".cpp", ".v")
        and (
            path.relative_to(top).parts[0].removesuffix(".py") not in NOT_MEASURING
            # Kernels are compared with the specifications of proofs.
            or path.relative_to(top).parts[:2] == ("prove", "specifications")
        )
    )


@functools.cache
def _code() -> bytes:
    content = hashlib.sha256()
    for path in measuring_code():
        content.update(hashlib.sha256(str(path.relative_to(ROOT)).encode()).digest())
        content.update(hashlib.sha256(path.read_bytes()).digest())
    return content.digest()


@functools.cache
def _python() -> str:
    versions = [(name, importlib.metadata.version(name)) for name in PACKAGES]
    return repr((sys.version_info[:2], versions))


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
    return repr(([(n, versions.get(n)) for n in packages], [_file(path) for path in paths]))


@functools.cache
def _versions() -> dict[str, str]:
    """dpkg's word on every package that a CPU takes, asked once."""
    from mote import catalog

    return system.installed_versions(
        name for cpu in catalog.cpus().values() for name in system.cpu_packages(cpu)
    )


def _file(path: str | None) -> tuple[object, ...]:
    if path is None:
        return ()
    real = Path(path).resolve()
    found = real.stat()
    return (str(real), found.st_size, found.st_mtime_ns)


def forget() -> None:
    """Read everything anew at the next `key`: for what changes while this process runs."""
    for known in (_packed, _vectors, _code, _python, _processor, _tools, _versions):
        known.cache_clear()


def place(job: Job, of: str) -> Path:
    """The file of a job's rows with this key."""
    implementation = job.implementation
    pair = f"{implementation.function.name}-{implementation.name}-{job.cpu.name}"
    return FOLDER / pair / f"{of}.json"


def find(job: Job, of: str | None) -> Outcome | None:
    """The kept outcome of the job whose key is `of`, or None."""
    if of is None:
        return None
    try:
        table = json.loads(place(job, of).read_text(encoding="utf-8"))
        return _outcome(table)
    except (OSError, ValueError, KeyError, TypeError):
        return None  # not there, or not what this version writes: measured again


def keep(job: Job, of: str | None, outcome: Outcome) -> None:
    """Keep the outcome under the key, unless something in it is not a figure.

    What cannot be written is not kept: the bench has its rows all the same.
    """
    if of is None or outcome.problem or any(row.problem is not None for row in outcome.rows):
        return
    # What was edited while the job ran may be in its rows or not.
    _vectors.cache_clear()
    _code.cache_clear()
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
        }
    )
