"""The ecosystems' own tools (requirements-release.txt), in an environment of their own."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mote.common.paths import ROOT, WORK

PINNED = ROOT / "requirements-release.txt"


def folder() -> Path:
    """The folder of the programs; skips the test where they cannot be had."""
    # Its programs name their interpreter by its path: another place needs another one.
    known = PINNED.read_bytes() + f"{sys.version} {WORK}".encode()
    name = hashlib.sha256(known).hexdigest()[:16]
    home = WORK / f"release-{name}"
    WORK.mkdir(parents=True, exist_ok=True)
    with (WORK / "release.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (home / "ready").exists():
            shutil.rmtree(home, ignore_errors=True)
            subprocess.run([sys.executable, "-m", "venv", home], check=True)
            install = [home / "bin" / "pip", "install", "-q", "-r", PINNED]
            done = subprocess.run(install, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                pytest.skip(f"requirements-release.txt: {done.stderr.strip()[-200:]}")
            (home / "ready").touch()
    return home / "bin"
