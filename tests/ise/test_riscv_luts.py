"""LUTs of units and cores on FPGAs, as Yosys maps them."""

from __future__ import annotations

import json

import pytest

from mote import cli
from mote.common.errors import MoteError
from mote.ise.riscv import area, isa, luts, unit, whole

COUNTER = """\
module counter(input clk, input [7:0] a, b, output reg [7:0] sum, output [3:0] y);
  always @(posedge clk) sum <= a + b;
  assign y = a[3:0] & b[3:0];
endmodule
"""


def test_a_small_design() -> None:
    """Eight flip-flops, and a LUT a bit of four ands; an addition takes a LUT a bit."""
    for device in luts.DEVICES:
        found = luts.count(COUNTER, device, "counter")
        assert (found.flip_flops, found.memories, found.multipliers) == (8, 0, 0)
        assert 12 <= found.luts <= 14
    with pytest.raises(MoteError, match="Yosys: ERROR: Module `nosuch' not found"):
        luts.count(COUNTER, "ice40", "nosuch")


def test_a_unit() -> None:
    """SHA-256's functions are exclusive ors of three bits: a LUT each, and more to choose one."""
    text = unit.verilog(isa.instructions(["sha256_sigma"]))
    for device in luts.DEVICES:
        found = luts.count(text, device, unit.TOP)
        assert found.flip_flops == 0
        assert 4 * 32 < found.luts < 16 * 32


def test_what_is_counted() -> None:
    cells = {"SB_LUT4": 5, "SB_CARRY": 9, "SB_DFFESR": 2, "SB_DFF": 1, "SB_RAM40_4K": 4}
    assert luts.counted({**cells, "$scopeinfo": 3}) == luts.Luts(5, 3, 4, 0)
    cells = {"LUT4": 5, "CCU2C": 2, "PFUMX": 7, "TRELLIS_FF": 3, "TRELLIS_DPR16X4": 6}
    assert luts.counted({**cells, "DP16KD": 1, "MULT18X18D": 4}) == luts.Luts(9, 3, 7, 4)


CORE = """\
module VexRiscv (
  input               clk,
  output     [9:0]    CfuPlugin_bus_cmd_payload_function_id,
  input      [31:0]   CfuPlugin_bus_rsp_payload_outputs_0,
  output reg [3:0]    iBusWishbone_SEL,
  input               reset
);
endmodule
"""


def test_vexriscv_with_its_ports_outside() -> None:
    text = whole._vexriscv(CORE, with_unit=True)
    head, _, body = text.partition(");")
    assert "iBusWishbone_SEL" in head and "Cfu" not in head
    assert ".cmd_payload_function_id(CfuPlugin_bus_cmd_payload_function_id)" in body
    without = whole._vexriscv(CORE, with_unit=False)
    assert "assign CfuPlugin_bus_rsp_payload_outputs_0 = 0;" in without and "Cfu ext" not in without
    with pytest.raises(MoteError, match="VexRiscv has no port for a unit"):
        whole._vexriscv(CORE.replace("CfuPlugin_bus_", "other_"), with_unit=True)


def test_the_table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`area --luts`: more by the core without a unit; the 16-bit core has none."""

    def counted(job: tuple[str, str]) -> luts.Luts:
        return luts.Luts(1100 if job[0] else 1000, 10, 2, 0)

    monkeypatch.setattr(luts, "_count", counted)
    monkeypatch.setattr(whole, "verilog", lambda _, names: "Cfu" if names else "")
    monkeypatch.setattr(luts.jobs, "run", lambda do, work: enumerate(map(do, work)))
    words = ["ise", "area", "--core", "picorv32", "--luts", "--extension", "sha256_few"]
    assert cli.main(words) == 0
    told = capsys.readouterr().out
    assert "core with sha256_few" in told and told.count("+10.0 %") == 2
    assert cli.main([*words, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["core"] for row in rows] == [area.BASE, "sha256_few"]
    assert rows[1]["ecp5"]["luts"] == 1100
    assert cli.main(["ise", "area", "--luts"]) == 1
    assert "--luts goes with --core picorv32 or vexriscv" in capsys.readouterr().err
