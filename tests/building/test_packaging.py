"""pip installs nothing that would not work: it is told what to do instead."""

from __future__ import annotations

import subprocess
import sys

import pytest

from mote.common.paths import ROOT

tomllib = pytest.importorskip("tomllib" if sys.version_info >= (3, 11) else "tomli")

PEP_517 = ("get_requires_for_build_wheel", "prepare_metadata_for_build_wheel", "build_wheel")
PEP_660 = ("get_requires_for_build_editable", "build_editable")
SDIST = ("get_requires_for_build_sdist", "build_sdist")


@pytest.mark.parametrize("hook", [*PEP_517, *PEP_660, *SDIST])
def test_every_hook_says_that_mote_runs_from_its_checkout(hook: str) -> None:
    system = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]
    assert system["requires"] == []
    (folder,) = system["backend-path"]
    code = f"import sys; sys.path.insert(0, {folder!r}); import {system['build-backend']} as b; "
    code += f"b.{hook}('folder')"
    result = subprocess.run(
        [sys.executable, "-I", "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 1
    assert result.stderr.startswith("Mote is not installed with pip: run ./mote in its checkout")
    assert len(result.stderr.splitlines()) == 1
