"""A copy of the library with a few families of functions, which is built in a moment."""

from __future__ import annotations

import shutil
from pathlib import Path

from mote.common.paths import ROOT


def copy(target: Path, *families: str) -> Path:
    """CMake's project with these folders of `src/` and what they share; returns `target`."""
    target.mkdir(exist_ok=True)
    for name in ("CMakeLists.txt", "pyproject.toml", "LICENSE"):
        shutil.copy(ROOT / name, target)
    for name in ("cmake", "include", "examples/library", "examples/encrypt_file", "tests/library"):
        shutil.copytree(ROOT / name, target / name)
    (target / "src").mkdir()
    for name in families:
        shutil.copytree(ROOT / "src" / name, target / "src" / name)
    return target
