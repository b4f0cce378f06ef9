"""`mote test`: the style checks and the test suite, with what they need installed first."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

from mote.catalog import catalog
from mote.common.errors import MoteError
from mote.common.paths import ROOT, WORK
from mote.running import system

PYTHON_SOURCES = ("mote", "python", "tests", "cores", "examples", "bindings")
C_FOLDERS = (
    *("src", "include", "libraries", "programs", "python/mote", "examples", "tests", "bindings"),
)
CHANNEL_PACKAGES = (
    *("arduino-builder", "arduino-core-avr", "nix-bin", "ninja-build", "ruby", "fish", "zsh"),
)
"""What the tests build packages with (docs/packages.md), and shells that read completions."""

HEADERS_PACKAGE = "python3-dev"
"""The headers of the system's Python, of which the Python module is built."""

SCRIPTS = ROOT / "python" / "mote" / "showing" / "page"


def c_sources() -> list[Path]:
    """Every C file, header and script whose form clang-format decides."""
    found = [
        path
        for folder in C_FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".c", ".h")
    ]
    return sorted([*found, *SCRIPTS.glob("*.js")])


def clang_format() -> Path:
    """The clang-format program of the Python package of that name; raises MoteError."""
    found = importlib.util.find_spec("clang_format")
    for folder in (found.submodule_search_locations or ()) if found else ():
        program = Path(folder) / "data" / "bin" / "clang-format"
        if program.exists():
            return program
    raise MoteError("the test packages are not in this environment: run ./mote test")


def type_check(root: Path = ROOT, cache: Path = WORK / "mypy") -> list[str]:
    """The type checker's command for a checkout; its pyproject.toml says what is checked."""
    command = [sys.executable, "-m", "mypy", "--no-error-summary"]
    return [*command, f"--config-file={root / 'pyproject.toml'}", f"--cache-dir={cache}"]


def style_commands() -> dict[str, list[str]]:
    """The style checks by name, each to be run in the checkout."""
    ruff = [sys.executable, "-m", "ruff"]
    commands = {
        "ruff check": [*ruff, "check", "--quiet", *PYTHON_SOURCES],
        "ruff format --check": [*ruff, "format", "--check", "--quiet", *PYTHON_SOURCES],
    }
    commands["mypy"] = type_check()
    sources = c_sources()
    if sources:
        commands["clang-format --dry-run"] = [
            str(clang_format()),
            "--dry-run",
            "-Werror",
            *(str(path.relative_to(ROOT)) for path in sources),
        ]
    return commands


def style_failures() -> list[str]:
    """Run the style checks beside each other, print what they say, and name those that fail."""
    at_work = {
        name: subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        for name, command in style_commands().items()
    }
    failed = []
    for name, process in at_work.items():
        system.print_progress(f"{name} …")
        said, _ = process.communicate()
        print(said, end="", flush=True)
        if process.returncode != 0:
            failed.append(name)
    return failed


def headers_packages(headers: Path | None = None) -> tuple[str, ...]:
    """What brings Python's headers: nothing where this Python has its own, in `headers`."""
    folder = headers or Path(sysconfig.get_path("include"))
    return () if (folder / "Python.h").exists() else (HEADERS_PACKAGE,)


def run(arguments: Sequence[str], *, allow_install: bool = True) -> int:
    """Run the style checks, then pytest with `arguments` added; 0 if all of it passed.

    Missing system packages are installed where that is allowed, and named otherwise; the tests
    that need them then skip or fail by themselves.
    """
    wanted = {name: system.cpu_packages(cpu) for name, cpu in catalog.cpus().items()}
    wanted["mote test"] = (
        *system.BASE_PACKAGES,
        *system.TEST_PACKAGES,
        *CHANNEL_PACKAGES,
        *headers_packages(),
    )
    system.ensure(wanted, allow=allow_install)
    failed = style_failures()
    # One more than there are processors: tests also wait, for browsers, networks and each other.
    workers = max(2, os.cpu_count() or 2) + 1
    system.print_progress(f"pytest with {workers} workers …")
    # Each worker begins with a run of whole files, so that what the tests of a file share is mostly
    # made once; who has done takes from the end of what another one has left.
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-n",
        str(workers),
        "--dist",
        "worksteal",
        *arguments,
    ]
    status = subprocess.run(command, cwd=ROOT, check=False).returncode
    for name in failed:
        system.print_progress(f"{name} failed: see its words above the tests")
    return status or (1 if failed else 0)
