"""The ecosystems' own tools (requirements-release.txt), in an environment of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.running import environment

PINNED = ROOT / "requirements-release.txt"


def folder() -> Path:
    """The folder of the programs; skips the test where they cannot be had."""
    try:
        return environment.programs("release", PINNED)
    except MoteError as error:
        pytest.skip(f"{error}")
