"""Subsets of instructions: the kernel that takes whatever there is, the front, the files."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mote import cli
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.ise.riscv import explore, functions, isa, kernels, machine

CORE = "picorv32"


def named(*names: str) -> tuple[isa.Instruction, ...]:
    known = {each.name: each for name in isa.names() for each in isa.extension(name)}
    return tuple(known[name] for name in names)


def test_which_subsets() -> None:
    """All of an extension's; by default of two, and what the standard has, each once."""
    sizes = sorted(len(some) for some in explore.subsets(CORE, ["sha256_few"][:0]))
    assert sizes.count(0) == 1 and len(sizes) == 32 + 16 - 1 + 2
    assert len(explore.subsets(CORE, ["sha256_sigma"])) == 16
    assert len(explore.subsets("vexriscv", [])) == 32 + 16 - 1
    standard = {explore._standard(some) for some in explore.subsets(CORE, [])}
    assert standard == {"", "Zknh", "Zbb", "Zbb, Zknh"}
    with pytest.raises(MoteError, match="has no use for few_sum0, few_sum1, few_sig1"):
        explore.subsets(CORE, ["sha256_few"])
    with pytest.raises(MoteError, match="9 instructions have too many subsets; at most 8"):
        explore.subsets(CORE, ["sha256_add", "sha256_sigma"])


def test_sets_of_other_functions() -> None:
    """Those of the kernels, where no kernel takes whatever there is; which are the standard's."""
    found = explore.sets(CORE, [], "aes128")
    names = [" ".join(each.name for each in one.instructions) for one in found]
    assert names == ["", "aes_half aes_column aes_last", "aes_turn", "aes32es"]
    told = [explore._standard(one.instructions, "aes128") for one in found]
    assert told == ["", "", "", "Zkne"]
    found = explore.sets(CORE, [], "blake256")
    assert {len(one.instructions) for one in found} == {0, 1, 2}
    assert [explore._standard(one.instructions, "blake256") for one in found].count("Zbb") == 1
    assert len(explore.sets("vexriscv", [], "blake256")) == 4


def row(name: str, cycles: int, gates: float) -> explore.Row:
    return {"instructions": name, "cycles": cycles, "unit_ge": gates, "standard": "", "bytes": 9}


def test_front() -> None:
    found = [row("", 100, 0), row("a", 90, 10), row("b", 90, 11), row("c", 95, 9)]
    found += [row("d", 91, 10), row("e", 50, 500), row("f", 90, 10)]
    explore.mark_front(found)
    assert {each["instructions"] for each in found if each["front"]} == {"", "a", "c", "e", "f"}
    shown = explore.text(CORE, found, every=False)
    assert "\nb " not in shown and "\ne " in shown and "7 subsets" in shown
    picture = explore.svg(CORE, found)
    assert picture.count("<circle") == 7 and "GE of the unit alone" in picture
    assert "90 cycles, 11 GE" in picture


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Without hardware and synthesis: an instruction saves 100 cycles and takes 50 GE."""

    def cycles(_: Any, some: tuple[isa.Instruction, ...], *__: Any) -> kernels.Cycles:
        return kernels.Cycles("sha256", 1000 - 100 * len(some), 1100, 4000)

    def run(do: Callable[..., Any], work: list[Any]) -> Iterator[tuple[int, Any]]:
        return iter([(n, 50.0 * len(each)) for n, (_, each) in enumerate(work)])

    monkeypatch.setattr(machine, "Machine", lambda *_: None)
    monkeypatch.setattr(kernels, "measure_with", cycles)
    monkeypatch.setattr(explore.jobs, "run", run)
    yield


@pytest.mark.usefixtures("quick")
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["ise", "explore", "--core", CORE, "--output", str(tmp_path)]
    assert cli.main([*words, "--extension", "sha256_sigma"]) == 0
    told = capsys.readouterr().out
    assert "16 subsets" in told and "Zknh" in told
    with (tmp_path / f"explore-{CORE}-sha256.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [each["unit_ge"] for each in rows][:2] == ["0.0", "50.0"] and len(rows) == 16
    assert (tmp_path / f"explore-{CORE}-sha256.svg").read_text().startswith("<svg")
    for more, wanted in (
        (["--jobs", "2"], "go with --core pic24 alone"),
        (["sha3"], "sha3"),
        (["sha256", "aes128"], "one function at a time, not sha256 and aes128"),
        (["aes128", "--extension", "zkne"], "the sets of aes128 are its kernels'"),
        (["--extension", "nosuch"], "nosuch"),
    ):
        assert cli.main([*words, *more]) != 0
        assert wanted in capsys.readouterr().err


@pytest.mark.skipif(
    shutil.which("verilator") is None or shutil.which(machine.COMPILER) is None,
    reason="needs Verilator and the RISC-V compiler",
)
@pytest.mark.long
@pytest.mark.turns("RISC-V units", 8, "python/mote/ise/riscv", "cores/riscv")
def test_cycles_of_subsets() -> None:
    """What each instruction saves, counted: 3 cycles for one of the core's, 4 for one of the unit.

    SIGMA1 takes 11 instructions and its addition one, sigma0 9 and one, the order of bytes of a
    word 8; a rotation function of rotations is 5, of a shift too.
    """
    found = explore.subsets(CORE, [])
    every = {each.name: each for some in found for each in some}
    hardware = machine.Machine(CORE, tuple(every.values()))
    what = functions.function("sha256")
    of = functions.Source(explore.FOLDER / "sha256.S", what.symbol, 32)

    def cycles(*names: str) -> int:
        return kernels.measure_with(hardware, named(*names), what, of).block

    plain = cycles()
    assert plain - cycles("add_sum1") == 64 * (12 * 3 - 4)
    assert plain - cycles("sha256_sum1") == 64 * (11 * 3 - 4)
    assert plain - cycles("add_sig0") == 48 * (10 * 3 - 4)
    assert plain - cycles("sha256_sig1", "add_sum0") == 48 * (9 * 3 - 4) + 64 * (12 * 3 - 4)
    assert abs(plain - cycles("swap_bytes") - 16 * (8 * 3 - 4)) < 10  # and a mask
    assert plain - cycles("rotate") == 2 * 64 * (11 * 3 - 3 * 4 - 2 * 3) + 2 * 48 * (
        9 * 3 - 2 * 4 - 3 * 3
    )
    assert cycles(*(each.name for each in isa.extension("sha256_add"))) == 3805


def test_the_study_has_what_was_measured() -> None:
    """docs/riscv-study.md: the picture and the table are those of results/riscv-subsets.csv."""
    with (ROOT / "results" / "riscv-subsets.csv").open(newline="", encoding="utf-8") as stream:
        found = explore.read(stream)
    fronts = [each["front"] for each in found]
    explore.mark_front(found)
    assert fronts == [each["front"] for each in found]
    assert {" ".join(each.name for each in some) for some in explore.subsets(CORE, [])} == {
        each["instructions"] for each in found
    }
    picture = (ROOT / "docs" / "riscv-subsets.svg").read_text(encoding="utf-8")
    assert picture == explore.svg(CORE, found)
    page = (ROOT / "docs" / "riscv-study.md").read_text(encoding="utf-8")
    for each in found:
        figures = f"| {each['bytes']} | {each['unit_ge']:.0f} | {'front ' * each['front']}|"
        shown = f"| {each['cycles']} | " in page and figures in page
        assert shown or not (each["front"] or each["standard"])
