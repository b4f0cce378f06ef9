"""Programs on gates with PicoRV32's ports, and the energy that follows from what changes there."""

from __future__ import annotations

import csv
import functools
from pathlib import Path
from typing import Any

import pytest

from mote import cli
from mote.common.errors import MoteError
from mote.ise import energy as pic24_energy
from mote.ise import synthesis, technology
from mote.ise.energy import Ran
from mote.ise.riscv import energy, gates
from mote.ise.riscv.machine import DATA, END

ENTRY = 0x10000
CORE = """\
module mote_core (
    input clk, input resetn, output trap, input mem_ready, input [31:0] mem_rdata,
    output mem_la_read, output mem_la_write, output [31:0] mem_la_addr,
    output [31:0] mem_la_wdata, output [3:0] mem_la_wstrb);
  reg [3:0] at;
  reg [31:0] found;
  always @(posedge clk) begin
    at <= resetn ? at + (at != 15) : 0;
    if (mem_ready & (at == 3)) found <= mem_rdata;
  end
  assign mem_la_read = resetn & ((at == 1) | (at == 2) | (at == 9));
  assign mem_la_write = resetn & (at == 5);
  assign mem_la_addr = at == 1 ? 32'h10000 : at == 2 ? 32'h40004
      : at == 5 ? 32'h{place} : 32'h{end};
  assign mem_la_wdata = ~found;
  assign mem_la_wstrb = 4'b0110;
  assign trap = {trap};
endmodule
"""
"""Reads the first instruction, then a word of the data; writes its complement in two bytes of the
first word, and reads what it returns to: eight cycles from the first fetch on."""


@functools.cache
def netlist(place: str = "40000", end: str = "90000", trap: str = "0") -> dict[str, Any]:
    text = CORE.replace("{place}", place).replace("{end}", end).replace("{trap}", trap)
    library = technology.liberty()
    return synthesis.synthesize(text, library, "mote_core")


PARTS = [(ENTRY, bytes(4)), (DATA, bytes.fromhex("0011223344556677"))]


def test_a_call_on_gates() -> None:
    ran, data = gates.Gates(netlist()).call(PARTS, ENTRY)
    assert ran.cycles == 8
    assert data[:8].hex() == "00aa99334455" + "6677"  # ~55, ~66 in the middle bytes
    # The place in the sequence goes from 1 to 9: its lowest bit changes each time.
    names = {name: int(bit) for bit, name in netlist()["names"].items()}
    assert [ran.changes.get(names[f"at[{n}]"], 0) for n in range(4)] == [8, 4, 2, 1]


def test_what_stops_it() -> None:
    for made, message in (
        (netlist(end="0"), "the gates of the core do not return within"),
        (netlist(trap="at == 4"), "the gates of the core have an instruction"),
        (netlist(place="fffffffc"), "the gates of the core write where no memory is"),
    ):
        with pytest.raises(MoteError, match=message):
            gates.Gates(made).call(PARTS, ENTRY)
    other = {**netlist(), "ports": {**netlist()["ports"], "trap": ["output", []]}}
    with pytest.raises(MoteError, match="picorv32 has the port trap of 1 bits, this has 0"):
        gates.Gates(other)


def test_energy_is_of_what_is_more() -> None:
    """Of the calls the second less the first; joules of a difference are the difference."""
    few, many = Ran(10, {5: 3, 6: 1}), Ran(30, {5: 9, 7: 2})
    more = energy._between(few, many)
    assert (more.cycles, more.changes) == (20, {5: 6, 6: -1, 7: 2})
    made = netlist()
    first, _ = gates.Gates(made).call(PARTS, ENTRY)
    twice = Ran(2 * first.cycles, {net: 2 * n for net, n in first.changes.items()})
    one, two = (pic24_energy.joules(made, each, 8.1) for each in (first, twice))
    assert two == pytest.approx(2 * one) and one > 0
    assert pic24_energy.joules(made, energy._between(first, twice), 8.1) == pytest.approx(one)


@pytest.mark.always
def test_rows_are_of_this_commit() -> None:
    rows = energy.read()
    assert rows
    for row in rows:
        of, kernel = row["function"], row["extension"]
        assert row["key"] == energy.key(of, kernel), (
            f"{of} {kernel} is stale: `mote ise table --core picorv32 --energy --write {of}`"
        )
        time = int(row["block_cycles"]) * float(row["period_ns"]) / 1000
        assert float(row["time_us"]) == pytest.approx(time, abs=0.01)
        power = float(row["nj_per_byte"]) * energy.BYTES[of] / time
        assert float(row["milliwatts"]) == pytest.approx(power, rel=0.01)


def test_kept_rows(tmp_path: Path) -> None:
    row: dict[str, Any] = dict.fromkeys(energy.FIELDS, 1)
    row.update(core="picorv32", function="aes128", extension="plain", key="a")
    path = tmp_path / "energy.csv"
    energy.write([row, {**row, "extension": "aes_pair"}], path)
    energy.write([{**row, "ge": 2}], path)
    with path.open(newline="") as stream:
        kept = list(csv.DictReader(stream))
    assert [(each["extension"], each["ge"]) for each in kept] == [("plain", "2"), ("aes_pair", "1")]
    assert energy.differences([{**row, "ge": 2}], path) == []
    assert energy.differences([row, {**row, "extension": "zkne"}], path) == [
        "picorv32 aes128 plain: ge changed from 2 to 1",
        "picorv32 aes128 zkne: not in energy.csv",
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--energy"], "--energy goes with --core picorv32\n"),
        (["--check"], "--check goes with --core picorv32"),
        (["--core", "vexriscv", "--energy"], "--energy goes with --core picorv32: "),
        (["--core", "picorv32", "--energy", "--luts"], "--no-area and --luts go without --energy"),
    ],
)
def test_refused(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["ise", "table", *words]) == 1
    assert message in capsys.readouterr().err
    assert END < gates.SIZE
