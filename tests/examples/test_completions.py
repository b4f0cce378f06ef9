"""The completions of mote-sum: each shell's has the options of the program."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from mote.common.paths import ROOT

PROGRAMS = ROOT / "programs"
SHELLS = ("bash", "fish", "zsh")


def options() -> set[str]:
    """Those of the program's table."""
    code = (PROGRAMS / "mote-sum.c").read_text(encoding="utf-8")
    return set(re.findall(r'\{"([a-z-]+)", (?:no|required)_argument,', code))


def completed(shell: str) -> set[str]:
    text = (PROGRAMS / f"mote-sum.{shell}").read_text(encoding="utf-8")
    found = re.findall(r"-l ([a-z-]{3,})" if shell == "fish" else r"--([a-z][a-z-]+)", text)
    return set(found)


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_has_all_options_and_no_other(shell: str) -> None:
    assert len(options()) > 10
    assert completed(shell) == options()


@pytest.mark.parametrize("shell", SHELLS)
def test_each_is_installed(shell: str) -> None:
    rules = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    assert f"programs/mote-sum.{shell}" in rules
    package = (ROOT / "packaging" / "debian" / "mote-sum.install").read_text(encoding="utf-8")
    assert f"/{shell}" in package


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_reads_it(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    subprocess.run([shell, "-n", PROGRAMS / f"mote-sum.{shell}"], check=True)


def test_bash_completes_options_and_algorithms(tmp_path: Path) -> None:
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    program = tmp_path / "mote-sum"
    program.write_text("#!/bin/sh\necho sha256 256\necho sha3 256\necho jh 256\n")
    program.chmod(0o755)
    script = (
        f"PATH={tmp_path}:$PATH; source {PROGRAMS / 'mote-sum.bash'}; "
        "COMP_WORDS=(mote-sum {words}); COMP_CWORD={at}; _mote_sum; echo ${{COMPREPLY[*]}}"
    )
    for words, at, wanted in (("--ig", 1, "--ignore-missing"), ("-a sha", 2, "sha256 sha3")):
        line = script.format(words=words, at=at)
        said = subprocess.run(["bash", "-c", line], check=True, capture_output=True, text=True)
        assert said.stdout.split() == wanted.split()
