"""The C compilers that make programs for this computer."""

from __future__ import annotations

import shutil

COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]

COMPILER = shutil.which("gcc") or shutil.which("clang")
"""The path of the first of them; None where there is none."""
