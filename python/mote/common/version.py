"""Which Mote this is.  Needs no installed package."""

from __future__ import annotations

import functools
import re
import subprocess
from pathlib import Path

from mote.common.paths import ROOT


def number() -> str:
    """The version, which pyproject.toml holds for CMake too."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(r'^version = "([^"]+)"$', text, re.MULTILINE)
    return found[1] if found else "unknown"


def commit() -> str:
    """The checkout's git commit, with -dirty behind it where files differ; "" if there is none."""
    return described(ROOT)


@functools.cache
def described(root: Path) -> str:
    """The same of any checkout, asked once: git looks at every file, and exports name it often."""
    if not (root / ".git").exists():  # git would answer for a repository around this folder
        return ""
    command = ["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    try:
        result = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return result.stdout.strip() if result.returncode == 0 else ""


def text() -> str:
    """The version, and the commit where there is one."""
    where = commit()
    return f"mote {number()}" + (f" ({where})" if where else "")
