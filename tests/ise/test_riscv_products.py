"""VexRiscv's multiplier apart from its core: cut, proved, joined; the areas that are kept."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mote import cli
from mote.common.errors import MoteError
from mote.ise import area as mapping
from mote.ise import liberty, synthesis, technology, timing
from mote.ise.gates import ordered, truth_table
from mote.ise.riscv import area, areas, memories, products, whole

WIRES = """\
  wire       [33:0]   execute_MUL_HH;
  wire       [33:0]   execute_MUL_HL;
  wire       [33:0]   execute_MUL_LH;
  wire       [31:0]   execute_MUL_LL;
  wire       [16:0]   ah;
  wire       [16:0]   bh;
  wire       [15:0]   al;
  wire       [15:0]   bl;
"""
ASSIGNED = """\
  assign execute_MUL_HH = ($signed(ah) * $signed(bh));
  assign execute_MUL_HL = ($signed(ah) * $signed(bh));
  assign execute_MUL_LH = ($signed(bh) * $signed(ah));
  assign execute_MUL_LL = (al * bl);
"""
TINY = """\
module tiny(input clk, input [15:0] p, q, input [1:0] s, output reg [31:0] r,
    output [31:0] same, output [15:0] m_unsigned_product_a, m_unsigned_product_b,
    input [31:0] m_unsigned_product_y);
  reg [15:0] held;
  assign m_unsigned_product_a = {p[15:1], 1'b1};
  assign m_unsigned_product_b = held;
  assign same = m_unsigned_product_y;
  always @(posedge clk) begin
    held <= s[0] ? q : ~q;
    r <= m_unsigned_product_y ^ {s, 30'd0};
  end
endmodule
"""
"""A core with a product outside: an operand with a constant, one from flip-flops."""
DESIGN = mapping.Design(TINY, "tiny")
SAMPLES = 64


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(mapping, "CACHE", tmp_path / "cache")
    return tmp_path / "cache"


def test_products_are_cut() -> None:
    made = products.cut(WIRES + ASSIGNED)
    assert " * " not in made and "assign" not in made
    assert (
        "mote_product_signed execute_MUL_LH_signed_product (.a(bh), .b(ah), .y(execute_MUL_LH));"
        in made
    )
    assert "mote_product_unsigned execute_MUL_LL_unsigned_product (.a(al), .b(bl)" in made
    assert made.count("(* blackbox *)") == 2


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("(al * bl)", "(al + bl)", "VexRiscv has 3 products, not 4"),
        ("[16:0]   ah", "[15:0]   ah", "VexRiscv's ah has not 17 bits"),
        ("($signed(ah) * $signed(bh))", "(ah * bh)", "VexRiscv's ah has not 16 bits"),
        ("($signed(ah) * $signed(bh))", "(ah * $signed(bh))", "VexRiscv has 2 products, not 4"),
        ("[31:0]   execute_MUL_LL", "[32:0]   execute_MUL_LL", "execute_MUL_LL has not 32 bits"),
    ],
)
def test_other_products_are_refused(old: str, new: str, words: str) -> None:
    text = WIRES + ASSIGNED
    assert old in text
    with pytest.raises(MoteError, match=words):
        products.cut(text.replace(old, new))


def _evaluate(netlist: Mapping[str, Any], given: Mapping[Any, int]) -> dict[Any, int]:
    """The value of every net, for SAMPLES at once: a bit each."""
    cells = liberty.read(technology.liberty()).cells
    every = (1 << SAMPLES) - 1
    value: dict[Any, int] = {"0": 0, "1": every, **given}
    for index, output in ordered(netlist):
        kind, pins = netlist["gates"][index]
        names = tuple(cells[kind].inputs)
        table, found = truth_table(cells[kind].pins[output].function, names), 0
        for row in itertools.product((0, 1), repeat=len(names)):
            if table >> sum(bit << n for n, bit in enumerate(row)) & 1:
                term = every
                for name, bit in zip(names, row, strict=True):
                    term &= value[pins[name]] if bit else every ^ value[pins[name]]
                found |= term
        value[pins[output]] = found
    return value


def _wrong(netlist: Mapping[str, Any]) -> bool:
    """Whether what the joined core multiplies is not the product of its operands."""
    cells = liberty.read(technology.liberty()).cells
    r = random.Random(1)
    flops = {p["Q"]: p for kind, p in netlist["gates"] if cells[kind].sequential}
    given = {net: r.getrandbits(SAMPLES) for net in flops}
    for way, nets in netlist["ports"].values():
        if way == "input":
            given.update((net, r.getrandbits(SAMPLES)) for net in nets)
    value = _evaluate(netlist, given)
    held = {
        name: int(net)
        for net, name in netlist["names"].items()
        if name.startswith("m_unsigned_product_b[")
    }

    def number(nets: list[Any], sample: int) -> int:
        return sum((value[net] >> sample & 1) << n for n, net in enumerate(nets))

    ports = {name: nets for name, (_, nets) in netlist["ports"].items()}
    for sample in range(SAMPLES):
        a = number(ports["p"], sample) | 1
        b = number([held[f"m_unsigned_product_b[{n}]"] for n in range(16)], sample)
        if number(ports["same"], sample) != a * b:
            return True
    return False


@pytest.mark.long
def test_joined_gates_multiply(own_cache: Path) -> None:
    """The joined netlist computes the products; with a gate exchanged it does not.

    Its area is the sum, its path longer than the core's and the product's own.
    """
    core, alone = mapping.netlist(DESIGN), mapping.netlist(area.product("unsigned"))
    joined = products.join(core, {"unsigned": alone})
    assert set(joined["ports"]) == {"clk", "p", "q", "s", "r", "same"}
    assert len(joined["gates"]) == len(core["gates"]) + len(alone["gates"])
    assert not _wrong(joined)
    for kind, other in (("XOR2X1", "XNOR2X1"), ("NAND2X1", "NOR2X1")):
        gates = list(joined["gates"])
        at = max(n for n, (name, _) in enumerate(gates) if name == kind)
        gates[at] = [other, gates[at][1]]
        assert _wrong({**joined, "gates": gates})
    found = area.synthesize(DESIGN)
    parts = mapping.synthesize(DESIGN), mapping.synthesize(area.product("unsigned"))
    assert found.total == pytest.approx(sum(part.total for part in parts), abs=0.02)
    assert found.sequential == 4 * 48
    path = timing.analyse(joined)
    assert path is not None and path.path == found.path > max(part.path for part in parts)
    assert [(m.name, m.count) for m in found.modules] == [
        ("tiny", 1),
        ("mote_product_unsigned", 1),
    ]


@pytest.mark.long
@pytest.mark.parametrize("at", ["tiny", "mote_product_unsigned"])
def test_a_wrong_gate_is_refused(own_cache: Path, monkeypatch: pytest.MonkeyPatch, at: str) -> None:
    """A fault planted in the multiplier's gates or in those beside it: no area."""
    right = synthesis.synthesize
    wrong = synthesis.AREA.replace("&get -n;&nf", "zeropo -N 5;strash;&get -n;&nf")
    assert wrong != synthesis.AREA
    monkeypatch.setitem(synthesis.GOALS, "wrong", wrong)

    def planted(text: str, library: str, top: str, flatten: bool, goal: str) -> dict[str, Any]:
        return right(text, library, top, flatten, "wrong" if top == at else goal)

    monkeypatch.setattr(synthesis, "synthesize", planted)
    with pytest.raises(MoteError, match=f"abc: the gates of {at} are not proved to compute"):
        area.synthesize(DESIGN)


@pytest.mark.long
def test_vexriscv_without_its_products() -> None:
    """Three products of 17 bits with signs and one of 16 are at the ports, and none is inside."""
    text = memories.outside(products.cut(whole.verilog("vexriscv", ())), area.TOP)
    pins = {
        name: None
        for name in text.split(");")[0].replace("(", ",").replace("\n", "").split(", ")
        if "_product_" in name
    }
    kinds = list(products.instances(pins).values())
    assert len(pins) == 12 and sorted(kinds) == ["signed"] * 3 + ["unsigned"]
    assert " * " not in text


@pytest.mark.always
def test_rows_are_of_this_commit() -> None:
    rows = areas.read()
    assert {row["core"] for row in rows if not row["extensions"]} == set(areas.CORES)
    base = {row["core"]: float(row["ge"]) for row in rows if not row["extensions"]}
    for row in rows:
        assert row["key"] == areas.key(row["core"], row["extensions"].split()), (
            f"{row['core']} {row['extensions']} is stale: "
            f"`mote ise area --core {row['core']} --write`"
        )
        if row["extensions"]:
            more = float(row["ge"]) - base[row["core"]]
            assert float(row["overhead_ge"]) == pytest.approx(more, abs=0.01)
            percent = 100 * more / base[row["core"]]
            assert float(row["overhead_percent"]) == pytest.approx(percent, abs=0.001)


def test_kept_rows(tmp_path: Path) -> None:
    """Rows go in the place of those that are there; what differs is said."""
    path = tmp_path / "areas.csv"
    row = dict.fromkeys(areas.FIELDS, "") | {"core": "vexriscv", "ge": "5.0"}
    other = row | {"extensions": "aes_pair"}
    assert areas.differences([row], path) == ["vexriscv: not in areas.csv"]
    areas.write([other], path)
    areas.write([row, other | {"ge": "6.0"}], path)
    assert [(each["extensions"], each["ge"]) for each in areas.read(path)] == [
        ("", "5.0"),
        ("aes_pair", "6.0"),
    ]
    assert areas.differences([other], path) == ["vexriscv aes_pair: ge changed from 6.0 to 5.0"]
    path.write_text("core,ge\nvexriscv,1\n")
    with pytest.raises(MoteError, match="its columns are not core, extensions, ge"):
        areas.read(path)


def test_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key depends on the unit, on how products are made, and on the scripts."""
    keys = {areas.key("vexriscv", names) for names in ((), ("aes_pair",), ("zkne",))}
    monkeypatch.setattr(products, "PRODUCT", products.PRODUCT + "\n")
    keys.add(areas.key("vexriscv", ()))
    monkeypatch.setattr(synthesis, "SCRIPT", synthesis.SCRIPT + "\n")
    keys.add(areas.key("vexriscv", ()))
    assert len(keys) == 5


def test_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """`area --core vexriscv`: --write keeps what was found, --check names what is another one."""
    path = tmp_path / "areas.csv"
    for function in (areas.read, areas.write, areas.differences):
        monkeypatch.setattr(function, "__defaults__", (path,))
    base = mapping.Area(40.0, 60.0, 2400, 8.5, 9, "a", "b", (), "")

    def found(core: str, sets: object, done: object) -> list[area.Row]:
        more = replace(base, combinational=65.0)
        alone = replace(base, sequential=0.0, combinational=4.0, path=5.0)
        return [
            area.Row(area.BASE, base),
            area.Row("core with aes_pair", more, 5.0, 5.0),
            area.Row("aes_pair alone", alone),
        ]

    monkeypatch.setattr(area, "rows", found)
    words = ["ise", "area", "--core", "vexriscv", "--extension", "aes_pair"]
    assert cli.main([*words, "--write"]) == 0
    assert "+5.0 %" in capsys.readouterr().out
    assert path.read_text().splitlines()[2].startswith("vexriscv,aes_pair,105.0,40.0,5.0,5.0,8.5,4")
    assert cli.main([*words, "--check"]) == 0
    path.write_text(path.read_text().replace("105.0", "106.0"))
    assert cli.main([*words, "--check"]) == 1
    assert "vexriscv aes_pair: ge changed from 106.0 to 105.0" in capsys.readouterr().err
    assert cli.main([*words, "--luts", "--write"]) == 1
    assert "of vexriscv --write and --check go with --clock" in capsys.readouterr().err
