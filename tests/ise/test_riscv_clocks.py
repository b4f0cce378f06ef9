"""The clock of cores and units on FPGAs, by nextpnr: its report, the design's ports, kept rows."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from mote import cli
from mote.common.errors import MoteError
from mote.ise.riscv import area, clocks, whole
from mote.running import environment

REPORT = {
    "critical_paths": [],
    "fmax": {"clk$SB_IO_IN_$glb_clk": {"achieved": 57.123457, "constraint": 100}},
    "utilization": {"ICESTORM_LC": {"available": 7680, "used": 3123}},
}
"""What nextpnr-ice40 0.11.1 writes with --report, of one clock; shortened."""

CORE = """\
module other (input wire clk, input wire x);
endmodule
module mote_core (
    input  wire        clk,
    input  wire [ 3:0] a,
    input  wire        reset,
    output reg  [ 7:0] sum
`ifdef RISCV_FORMAL
    ,
    output wire        rvfi_valid
`endif
);
  always @(posedge clk) sum <= reset ? 0 : sum + a;
endmodule
"""


def test_a_report() -> None:
    assert clocks.achieved(json.dumps(REPORT)) == 57.12


@pytest.mark.parametrize(
    ("report", "message"),
    [
        ("", "nextpnr: its report has no clocks"),
        ("[]", "nextpnr: its report has no clocks"),
        ("{}", "nextpnr: its report has no clocks"),
        ('{"fmax": {}}', "nextpnr: its report has 0 clocks, not one"),
        ('{"fmax": {"a": {"constraint": 1}}}', "nextpnr: its report has no clocks"),
        (
            '{"fmax": {"a": {"achieved": 1}, "b": {"achieved": 2}}}',
            "nextpnr: its report has 2 clocks, not one",
        ),
    ],
)
def test_a_report_without_a_clock(report: str, message: str) -> None:
    with pytest.raises(MoteError) as error:
        clocks.achieved(report)
    assert str(error.value) == message


def test_ports_have_flip_flops() -> None:
    """Inputs from a chain of five, outputs to one of eight; what only simulation has stays open."""
    made = clocks.board(CORE)
    assert "reg [4:0] given;" in made and "reg [7:0] taken, chain;" in made
    assert ".clk(clk), .a(given[0 +: 4]), .reset(given[4 +: 1]), .sum(out[0 +: 8])" in made
    assert "rvfi" not in made
    with pytest.raises(MoteError, match="the module mote_core has no port clk"):
        clocks.board(CORE.replace("        clk", "        clock"))


def test_a_design_with_its_ports() -> None:
    """What Yosys maps has all flip-flops of the chains: nothing of the core falls away."""
    mapped = clocks.mapped(CORE + clocks.board(CORE), "ice40")
    cells = json.loads(mapped)["modules"][clocks.TOP]["cells"].values()
    assert sum(cell["type"].startswith("SB_DFF") for cell in cells) == 5 + 8 + 8 + 8


@pytest.mark.always
def test_rows_are_of_this_commit() -> None:
    rows = clocks.read()
    assert rows
    for row in rows:
        place = " ".join((row["core"], row["extensions"] or area.BASE, row["device"]))
        key = clocks.key(row["core"], row["extensions"].split(), row["device"])
        assert row["key"] == key, (
            f"{place} is stale: "
            f"`mote ise area --core {row['core']} --clock {row['device']} --write`"
        )
        assert row["lowest_mhz"] <= row["mhz"] <= row["highest_mhz"], place
        assert row["seeds"] == len(clocks.SEEDS), place
    bases = {(row["core"], row["device"]) for row in rows if not row["extensions"]}
    assert {(row["core"], row["device"]) for row in rows} == bases


def test_another_unit_has_another_key() -> None:
    keys = {
        clocks.key("picorv32", names, device)
        for names in ((), ("aes_pair",), ("zkne",))
        for device in clocks.DEVICES
    }
    assert len(keys) == 6


def _short(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Clocks of a core 50 MHz, with a unit less; the file of results is another one."""

    def routed(job: tuple[str, str]) -> tuple[float, ...]:
        most = 45.0 if "unit" in job[0] else 50.0
        return (most - 2, most - 4, most)

    path = tmp_path / "clocks.csv"
    core = CORE.replace("module other", "module {}")
    monkeypatch.setattr(clocks, "_routed", routed)
    monkeypatch.setattr(clocks, "programs", lambda *_: tmp_path)
    monkeypatch.setattr(clocks, "RESULTS", path)
    for function in (clocks.read, clocks.write, clocks.differences):
        monkeypatch.setattr(function, "__defaults__", (path,))
    monkeypatch.setattr(
        whole, "verilog", lambda _, names: core.format("unit" if names else "other")
    )
    monkeypatch.setattr(clocks.jobs, "run", lambda do, work: enumerate(map(do, work)))
    return path


def test_the_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The median and the spread; --write keeps them, --check names what is another one."""
    path = _short(monkeypatch, tmp_path)
    words = ["ise", "area", "--core", "picorv32", "--clock", "ice40", "--extension", "chacha_turn"]
    assert cli.main([*words, "--write"]) == 0
    told = capsys.readouterr().out
    assert "core with chacha_turn" in told and "-10.4 %" in told and "46.0 to 50.0" in told
    with path.open(newline="") as stream:
        kept = list(csv.DictReader(stream))
    assert [(row["extensions"], row["mhz"]) for row in kept] == [
        ("", "48.0"),
        ("chacha_turn", "43.0"),
    ]
    assert cli.main([*words, "--check"]) == 0
    path.write_text(path.read_text().replace("43.0", "43.5"))
    capsys.readouterr()
    assert cli.main([*words, "--check"]) == 1
    assert "picorv32 chacha_turn ice40: mhz changed from 43.5 to 43.0" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--clock", "ecp5"], "--clock goes with --core picorv32 or vexriscv"),
        (["--core", "picorv32", "--write"], "of picorv32 --write and --check go with --clock"),
        (
            ["--core", "picorv32", "--clock", "ecp5", "--luts"],
            "--clock and --luts: one at a time",
        ),
    ],
)
def test_refused(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["ise", "area", *words]) == 1
    assert message in capsys.readouterr().err


def test_tools_that_cannot_be_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line that names the file; what was begun is not left."""
    monkeypatch.setattr(environment, "WORK", tmp_path)
    pinned = tmp_path / "requirements-none.txt"
    pinned.write_text("--no-index\nno-such-package-of-mote==1\n")
    with pytest.raises(
        MoteError, match=r"^requirements-none.txt cannot be installed: ERROR: "
    ) as e:
        environment.programs("none", pinned)
    assert "\n" not in str(e.value)
    assert [path.name for path in tmp_path.glob("none-*")] == []
