"""Where things are: the checkout, and the folder for everything that can be made again."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
"""The checkout."""

INCLUDES = (ROOT / "include", ROOT / "src")
"""Where sources find headers: the public ones, and those that a family or all families share."""

WORK = Path(os.environ.get("MOTE_WORK", ROOT / ".mote"))
"""Objects, native helpers and the Python environment; safe to delete at any time."""
