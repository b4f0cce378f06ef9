"""`mote bench --host-peers`: what it asks of cargo, and what it says without it."""

from __future__ import annotations

import platform
import re
from pathlib import Path

import pytest

from mote.catalog import catalog
from mote.cli import main
from mote.common.errors import MissingTool, MoteError
from mote.comparing import host_peers


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cargo that writes its arguments to a file, and a cmake."""
    for name in ("cargo", "cmake"):
        script = f'#!/bin/sh\necho "$PWD $*" >{tmp_path}/asked\nexit 3\n'
        (tmp_path / name).write_text(script, encoding="ascii")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    return tmp_path


def test_cargo_is_asked_for_the_functions(tools: Path) -> None:
    assert main(["bench", "--host-peers", "blake3", "sha256"]) == 3
    asked = (tools / "asked").read_text(encoding="ascii")
    assert asked.startswith(str(host_peers.FOLDER))
    assert "--locked" in asked
    assert asked.split(" -- ")[1].split() == ["blake3", "sha256"]
    host_peers.run([], tools / "file.csv")
    asked = (tools / "asked").read_text(encoding="ascii")
    assert asked.split(" -- ")[1].split() == ["--write", str((tools / "file.csv").resolve())]


@pytest.mark.parametrize("missing", ["cargo", "cmake"])
def test_a_tool_that_is_missing_is_named(missing: str, tools: Path) -> None:
    (tools / missing).unlink()
    with pytest.raises(MissingTool, match=f"{missing} is not installed"):
        host_peers.run([])


def test_other_processors_and_other_choices_are_refused(
    tools: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "sha256", "--host-peers", "--cpu", "amd64"]) == 1
    assert "names of functions alone" in capsys.readouterr().err
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    with pytest.raises(MoteError, match="x86-64; this computer is aarch64"):
        host_peers.run([])
    assert not (tools / "asked").exists()


def test_what_it_times_are_our_functions() -> None:
    """By their names, or as a mode of AES."""
    text = (host_peers.FOLDER / "src" / "main.rs").read_text(encoding="ascii")
    table = text[text.index("FUNCTIONS") : text.index("];")]
    names = re.findall(r'\("(\w+)", \d+\)', table)
    assert len(names) > 20
    known = {*catalog.functions(), "aes_cbc_decrypt", "aes_ctr", "aes_xts", "gcm"}
    assert [name for name in names if name not in known] == []
