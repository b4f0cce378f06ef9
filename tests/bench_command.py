"""Calls the command line as a user would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def mote(*arguments: object, status: int | None = 0) -> subprocess.CompletedProcess[str]:
    """Run `mote` with the arguments; asserts the exit status unless it is None."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "MOTE_NO_INSTALL": "1"}
    result = subprocess.run(
        [sys.executable, "-m", "mote", *map(str, arguments)],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    if status is not None:
        assert result.returncode == status, result.stdout + result.stderr
    return result


def measure(file: Path, cpu: str, prefix: str, header: Path, status: int) -> list[dict[str, Any]]:
    """The rows of `mote measure --json`."""
    result = mote(
        *("measure", file, "--cpu", cpu, "--function", "shabal", "--prefix", prefix),
        *("--header", header, "--json"),
        status=status,
    )
    rows: list[dict[str, Any]] = json.loads(result.stdout)
    return rows
