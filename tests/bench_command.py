"""Calls the command line as a user would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


SHORT = """\
import sys
from mote import cli, session, verify
session.CALL_BUDGET, session.BYTE_BUDGET = 2_000_000, 12_000
verify.all_vectors = lambda function, thinned=1: verify.bench_vectors(function)
cli.use_standard_streams()
sys.exit(cli.main())
"""
"""`mote` with the vectors of every bench run alone, which find what is badly wrong, and with less
patience than its users have: instructions for a call, and for each byte of data."""


def mote(
    *arguments: object, status: int | None = 0, short: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run `mote` with the arguments; asserts the exit status unless it is None.

    short: see SHORT.
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "MOTE_NO_INSTALL": "1"}
    program = ("-c", SHORT) if short else ("-m", "mote")
    result = subprocess.run(
        [sys.executable, *program, *map(str, arguments)],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
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
