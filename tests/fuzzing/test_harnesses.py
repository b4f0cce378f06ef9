"""`mote fuzz --harnesses`: what it writes builds as OSS-Fuzz builds, and finds what is wrong."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from mote.cli import main
from mote.common.paths import ROOT

SANITIZE = "-g -O1 -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all"


def build(folder: Path, checkout: Path) -> Path:
    """The programs, built as OSS-Fuzz does."""
    out, work = folder / "out", folder / "work"
    for each in (out, work):
        each.mkdir(exist_ok=True)
    environment = {
        **os.environ,
        "CC": "clang",
        "CXX": "clang++",
        "CFLAGS": SANITIZE,
        "CXXFLAGS": SANITIZE,
        "LIB_FUZZING_ENGINE": "-fsanitize=fuzzer",
        "OUT": str(out),
        "WORK": str(work),
        "MOTE": str(checkout),
    }
    subprocess.run([folder / "build.sh"], env=environment, check=True, timeout=200)
    return out


def fuzzed(program: Path) -> subprocess.CompletedProcess[str]:
    command = [str(program), "-runs=300", "-seed=1", "-max_len=400", "-len_control=0"]
    command += [f"-artifact_prefix={program.parent}/"]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.long
@pytest.mark.turns("library", 16, "python/mote/fuzzing")
def test_they_build_run_and_find_what_differs(tmp_path: Path) -> None:
    if shutil.which("clang++") is None or not list(
        Path("/usr/lib").glob("llvm-*/lib/clang/*/lib/*/*fuzzer*")
    ):
        pytest.skip("clang's libFuzzer is not installed")
    folder = tmp_path / "harnesses"
    assert main(["fuzz", "sha1", "kmac128", "--harnesses", str(folder)]) == 0
    out = build(folder, ROOT)
    for name in ("sha1", "kmac128"):
        done = fuzzed(out / f"fuzz_{name}")
        assert done.returncode == 0, done.stderr
        assert "Done 300 runs" in done.stderr
    # A wrong constant in one of the files is a difference.
    wrong = tmp_path / "wrong"
    shutil.copytree(ROOT / "src", wrong / "src")
    shutil.copytree(ROOT / "include", wrong / "include")
    path = wrong / "src" / "sha1" / "portable.c"
    text = path.read_text(encoding="utf-8").lower()
    assert "0x5a827999" in text
    changed = path.read_text(encoding="utf-8").replace("0x5A827999", "0x5A827998")
    path.write_text(changed.replace("0x5a827999", "0x5A827998"), encoding="utf-8")
    script = folder / "build.sh"
    lines = script.read_text(encoding="ascii").splitlines()
    kept = [line for line in lines if "kmac128" not in line]
    script.write_text("\n".join(kept) + "\n", encoding="ascii")
    done = fuzzed(build(folder, wrong) / "fuzz_sha1")
    assert done.returncode != 0
    assert "sha1-160: portable and portable_fast differ" in done.stderr


def test_what_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    for words, answer in (
        (["sha1", "--harnesses", str(tmp_path)], "give the name of a new or empty folder"),
        (["aes128_gcm", "--harnesses", str(tmp_path / "new")], "aes128_gcm is no hash function"),
        (["sha1", "--cpu", "rv64gc", "--harnesses", str(tmp_path / "new")], "leave --cpu out"),
    ):
        assert main(["fuzz", *words]) == 1
        assert answer in capsys.readouterr().err
