"""The walk of docs/extend-riscv.md: its files and its figures."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from mote import cli
from mote.common.paths import ROOT
from mote.ise.riscv import called, isa, kernels, machine, skeleton

pytestmark = [
    pytest.mark.skipif(
        shutil.which("verilator") is None or shutil.which(machine.COMPILER) is None,
        reason="needs Verilator and the RISC-V compiler",
    ),
]

PAGE = (ROOT / "docs" / "extend-riscv.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", PAGE, re.S))
OUTPUT = re.search(r"```text\n(.*?)```", PAGE, re.S)


@pytest.mark.turns("RISC-V candidates", 4, "python/mote/ise/riscv/mining", "src/sha2", "src/keccak")
def test_the_candidates_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert OUTPUT is not None
    assert cli.main(["ise", "candidates", "sha256"]) == 0
    found = [re.sub(r" {2,}", "  ", line) for line in capsys.readouterr().out.splitlines()]
    for line in OUTPUT[1].splitlines():
        assert re.sub(r" {2,}", "  ", line) in found


@pytest.mark.long
@pytest.mark.turns("RISC-V units", 8, "python/mote/ise/riscv", "cores/riscv")
def test_the_files_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The description is checked and written, the kernel runs and takes what the page says."""
    of = isa.extension
    monkeypatch.setattr(isa, "EXTENSIONS", tmp_path)
    monkeypatch.setattr(isa, "extension", lambda name: of(name, tmp_path))
    monkeypatch.setattr(called, "KERNELS", tmp_path)
    monkeypatch.setattr(skeleton, "ROOT", tmp_path)
    skeleton.new("sum1")
    description, kernel = (FILES[f"cores/riscv/{x}"] for x in ("extensions/sum1.py", KERNEL))
    assert len([line for line in description.splitlines() if line.strip()]) <= 20
    (tmp_path / "sum1.py").write_text(description)
    (tmp_path / "sha256").mkdir()
    (tmp_path / "sha256" / "sum1.S").write_text(kernel)
    assert cli.main(["ise", "check", "--core", "picorv32", "sum1"]) == 0
    assert "sum1: the unit of every instruction (1) is proved" in capsys.readouterr().out
    words = re.search(r"a block\s+takes ([\d,]+) cycles in place of ([\d,]+)", PAGE)
    assert words is not None
    shown, plain = (int(each.replace(",", "")) for each in words.groups())
    assert kernels.measure("picorv32", "sum1").block == shown
    # 64 times 11 instructions of 3 cycles, and one of the unit
    assert plain - shown == 64 * (11 * 3 - 4)
    words_ = ["ise", "verilog", "--core", "picorv32", "--with", "sum1", str(tmp_path / "my-unit")]
    assert cli.main(words_) == 0
    names = {path.name for path in (tmp_path / "my-unit").iterdir()}
    assert names == {"mote_unit.v", "extensions.inc", "extensions.h", "extensions.core_desc"}


KERNEL = "kernels/sha256/sum1.S"


def test_the_words_of_the_page_are_free() -> None:
    """No extension of ours has the page's instruction word, and none its name."""
    pattern = re.search(r'PATTERN = "([01]{7}) ', PAGE)
    assert pattern is not None
    seventh = int(pattern[1], 2) << 25
    for each in isa.instructions(isa.names()):
        mask, value = each.mask_value
        assert (value ^ seventh) & mask & 0xFE000000 or each.funct3 or each.opcode != 0x0B
    assert "sum1" not in isa.names()
