"""A new extension of RISC-V: its skeleton, and the names that are refused."""

from __future__ import annotations

import dataclasses
import shutil
import subprocess
from pathlib import Path

import pytest

from mote import cli
from mote.common.errors import MoteError
from mote.ise.riscv import isa, lockstep, machine, skeleton
from mote.ise.riscv.reserved import RESERVED

needs_tools = pytest.mark.skipif(
    shutil.which("verilator") is None or shutil.which(machine.COMPILER) is None,
    reason="needs Verilator and the RISC-V compiler",
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of extensions with one, `bits`, in place of the repository's."""
    of = isa.extension
    shutil.copy(isa.EXTENSIONS / "bits.py", tmp_path)
    monkeypatch.setattr(isa, "EXTENSIONS", tmp_path)
    monkeypatch.setattr(isa, "extension", lambda name: of(name, tmp_path))
    monkeypatch.setattr(skeleton, "ROOT", tmp_path / "root")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Foo", "'Foo' cannot be an extension's name: small letters"),
        ("../x", "cannot be an extension's name"),
        ("", "cannot be an extension's name"),
        ("x" * 33, "at most 32 in all"),
        ("lambda", "it is a word of Python"),
        ("xor", "the assembler has it already"),
        ("bits", "there is an extension 'bits' already"),
        ("rotate", "there is an instruction 'rotate' already"),
    ],
)
def test_names_that_are_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, words: str
) -> None:
    assert cli.main(["ise", "new", "--core", "picorv32", name]) == 1
    told = capsys.readouterr().err
    assert words in told and told.count("\n") == 1
    assert [path.name for path in folder.glob("*.py")] == ["bits.py"]


@needs_tools
@pytest.mark.long
@pytest.mark.turns("RISC-V units", 8, "python/mote/ise/riscv", "cores/riscv")
@pytest.mark.parametrize("core", machine.CORES)
def test_a_skeleton_works_at_once(
    folder: Path, capsys: pytest.CaptureFixture[str], core: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`new` checks it; `verilog` takes it; its test passes; a second one has another funct7."""
    if core != "picorv32":  # its hardware is not compiled for this alone
        monkeypatch.setattr(lockstep, "compare", lambda *_: 60)
    assert cli.main(["ise", "new", "--core", core, "mine"]) == 0
    told = capsys.readouterr()
    assert "mine: the unit of every instruction (1) is proved" in told.err
    description, test = skeleton.paths("mine")
    assert told.out.split() == [str(description), str(test)]
    assert cli.main(["ise", "verilog", "--core", core, "--with", "mine", str(folder / "out")]) == 0
    names: dict[str, object] = {}
    exec(compile(test.read_text(), str(test), "exec"), names)
    names["test_mine"]()  # type: ignore[operator]
    (first,) = isa.extension("mine")
    assert first.funct7 not in {each.funct7 for each in isa.extension("bits")}
    skeleton.new("other")
    (second,) = isa.extension("other")
    assert second.funct7 != first.funct7
    with pytest.raises(MoteError, match="there is an extension 'mine' already"):
        skeleton.new("mine")


@needs_tools
def test_names_of_the_assembler(tmp_path: Path) -> None:
    """Each of them is one that GNU as knows, and a description may not have it."""
    names = sorted(RESERVED)
    (tmp_path / "all.S").write_text("\n".join(f"        {name} 1, 2, 3, 4, 5" for name in names))
    command = [machine.COMPILER, "-march=rv32im_zicsr_zifencei", "-mabi=ilp32", "-c", "all.S"]
    made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    unknown = [line for line in made.stderr.splitlines() if "unrecognized opcode" in line]
    assert made.returncode != 0 and unknown == []
    rotate = isa.extension("bits")[0]
    with pytest.raises(MoteError, match="xor: name: the assembler has it already"):
        isa._check(dataclasses.replace(rotate, name="xor"))
