"""Calls the command line as a user would."""

from __future__ import annotations

import contextlib
import functools
import gc
import importlib
import json
import os
import pkgutil
import runpy
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import mote as package
from mote.catalog import catalog
from mote.keeping import store
from mote.running import jobs

ROOT = Path(__file__).resolve().parents[1]


SHORT = """\
import sys
from mote import cli, machines
from mote.calling import session
from mote.checking import verify
machines.Machine.confirm = False
session.CALL_BUDGET, session.BYTE_BUDGET = 2_000_000, 12_000
verify.all_vectors = lambda function, thinned=1: verify.bench_vectors(function)
cli.use_standard_streams()
sys.exit(cli.main())
"""
"""`mote` with the vectors of every bench run alone, which find what is badly wrong, with less
patience than its users have (instructions for a call, and for each byte of data), and without a
second simulator that repeats what the first has done."""


@functools.cache
def _prepare() -> None:
    """Import what commands import when they run, and read what they read, once for all forks."""
    for module in pkgutil.walk_packages(package.__path__, "mote."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    catalog.functions()
    catalog.cpus()
    store.read()


def _run(program: Callable[[], None], arguments: Sequence[str], out: int, err: int) -> None:
    """In a process of its own: what `python -m mote` does, with these files for its output."""
    status = 1
    try:
        os.dup2(out, 1)
        os.dup2(err, 2)
        sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", 1, errors="backslashreplace", closefd=False)  # noqa: SIM115
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.environ.update(PYTHONPATH=str(ROOT / "python"), MOTE_NO_INSTALL="1")
        sys.argv = ["mote", *arguments]
        program()
        status = 0
    except SystemExit as stop:
        status = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def mote(
    *arguments: object, status: int | None = 0, short: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run `mote` with the arguments; asserts the exit status unless it is None.

    The process is a fork of this one, which has imported and read everything: a new one takes a
    second for that (test_launcher.py and others start new ones).  short: see SHORT.
    """
    _prepare()

    def program() -> None:
        if short:
            exec(SHORT, {"__name__": "__main__"})
        else:
            runpy.run_module("mote", run_name="__main__", alter_sys=True)

    words = [str(argument) for argument in arguments]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        with jobs.uncollected():
            process = os.fork()
            if process == 0:
                gc.freeze()
                gc.enable()
                _run(program, words, out.fileno(), err.fileno())
        _, ended = os.waitpid(process, 0)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode())
    result = subprocess.CompletedProcess(words, os.waitstatus_to_exitcode(ended), *texts)
    if status is not None:
        assert result.returncode == status, result.stdout + result.stderr
    return result


def measure(
    file: Path, cpu: str, prefix: str, header: Path, status: int, *, short: bool = False
) -> list[dict[str, Any]]:
    """The rows of `mote measure --json`."""
    result = mote(
        *("measure", file, "--cpu", cpu, "--function", "shabal", "--prefix", prefix),
        *("--header", header, "--json"),
        status=status,
        short=short,
    )
    rows: list[dict[str, Any]] = json.loads(result.stdout)
    return rows
