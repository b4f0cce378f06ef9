"""`mote ise verilog`: what it writes runs under Verilator, and its test bench can fail."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from mote import cli
from mote.common.paths import ROOT
from mote.ise import export


def written(folder: Path, *options: str) -> int:
    return cli.main(["ise", "verilog", *options, str(folder)])


@pytest.mark.long
@pytest.mark.turns("16-bit core", 16, "python/mote/pic24", "python/mote/ise", "cores/pic24")
def test_the_bench_passes_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As the README says; one wrong bit of memory or one wrong instruction word is a failure."""
    folder = tmp_path / "core"
    assert written(folder, "--with", "jh_swap") == 0
    assert capsys.readouterr().out.split() == [str(folder / name) for name in export.NAMES]
    assert written(folder) == 1
    assert (
        capsys.readouterr().err == f"mote: {folder}/pic24.v exists already; name another folder\n"
    )
    readme = (folder / "README.md").read_text()
    assert readme.startswith("# The 16-bit core with jh_swap\n") and "write_enable" in readme
    build, program = readme.partition("```sh\n")[2].partition("```")[0].splitlines()
    fast = ["-MAKEFLAGS", "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0"]
    subprocess.run([*build.split(), *fast], cwd=folder, check=True, capture_output=True)

    def run() -> tuple[int, str]:
        result = subprocess.run(
            [folder / program], cwd=folder, capture_output=True, text=True, check=False
        )
        return result.returncode, result.stdout

    status, text = run()
    assert status == 0 and text.startswith("PASS: ") and "FAIL" not in text
    expected = (folder / "expected.hex").read_text()
    assert expected != (folder / "data.hex").read_text()
    words = expected.split()
    words[7] = f"{int(words[7], 16) ^ 1:04x}"
    (folder / "expected.hex").write_text("\n".join(words) + "\n")
    status, text = run()
    assert status != 0 and text.count("FAIL") == 1 and "PASS" not in text
    assert "data memory at 0x0000080e" in text
    (folder / "expected.hex").write_text(expected)
    code = (folder / "program.hex").read_text().split()
    code[-1] = "000000"  # not the instruction that does not exist: it runs on
    (folder / "program.hex").write_text("\n".join(code) + "\n")
    status, text = run()
    assert status != 0 and "FAIL: trap is 0" in text


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--with", "jh_swop"), "unknown extension 'jh_swop'; did you mean 'jh_swap'?"),
        (("--with", "jh_swap,nothing_like_it"), "unknown extension 'nothing_like_it'"),
    ],
)
def test_bad_input(
    tmp_path: Path, options: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert written(tmp_path / "core", *options) == 1
    out, err = capsys.readouterr()
    assert words in err and len(err.splitlines()) == 1 and out == ""
    assert not (tmp_path / "core").exists()


def test_the_folder_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("kept")
    assert written(tmp_path / "file" / "core", "--with", "jh_swap") == 1
    assert "Not a directory" in capsys.readouterr().err
    assert (tmp_path / "file").read_text() == "kept"


def test_the_page_has_the_command() -> None:
    page = (ROOT / "docs" / "extend-the-core.md").read_text(encoding="utf-8")
    assert "./mote ise verilog --with double my-core" in page
