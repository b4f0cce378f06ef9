"""Environments of their own for pinned Python tools that one command or some tests need."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from mote.common.errors import MoteError
from mote.common.paths import WORK


def programs(kind: str, pinned: Path) -> Path:
    """The folder of the programs of a requirement file, installed with pip if it is not there.

    kind: how the environment is called, WORK/kind-HASH.  Raises MoteError that names the file.
    """
    # Its programs name their interpreter by its path: another place needs another one.
    known = pinned.read_bytes() + f"{sys.version} {WORK}".encode()
    home = WORK / f"{kind}-{hashlib.sha256(known).hexdigest()[:16]}"
    WORK.mkdir(parents=True, exist_ok=True)
    with (WORK / f"{kind}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (home / "ready").exists():
            shutil.rmtree(home, ignore_errors=True)
            for command in (
                [sys.executable, "-m", "venv", str(home)],
                [str(home / "bin" / "python"), "-m", "pip", "install", "-q", "-r", str(pinned)],
            ):
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                if done.returncode != 0:
                    words = (done.stderr or done.stdout).strip().splitlines()
                    errors = [line for line in words if "ERROR" in line] or words or ["no output"]
                    shutil.rmtree(home, ignore_errors=True)
                    raise MoteError(f"{pinned.name} cannot be installed: {errors[0].strip()}")
            (home / "ready").touch()
    return home / "bin"
