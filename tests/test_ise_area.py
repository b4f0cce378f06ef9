"""Gates: the mapping of small designs, the longest path, the cache, and the held figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mote import cli
from mote.ise import area, synthesis
from mote.types import MoteError

SMALL = """
module half(input a, b, output s, c);
  assign s = a ^ b;
  assign c = a & b;
endmodule
module pic24(input clk, input en, input [1:0] a, output reg [1:0] q, output reg carry);
  wire s, c, t, d;
  half low(.a(a[0]), .b(q[0]), .s(s), .c(c));
  half high(.a(a[1]), .b(c), .s(t), .c(d));
  always @(posedge clk) begin
    if (en) q <= {t, s};
    carry <= d;
  end
endmodule
"""


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(area, "CACHE", tmp_path / "cache")
    return tmp_path / "cache"


def library() -> dict[str, dict]:
    return synthesis.read_library(area.library())


def test_the_library_is_read() -> None:
    cells = library()
    assert cells["NAND2"] == {
        "area": 1.0,
        "sequential": False,
        "inputs": ["A", "B"],
        "outputs": ["Y"],
    }
    assert cells["DFFE"]["sequential"] and cells["DFFE"]["inputs"] == ["C", "D", "E"]
    for name in ("INV", "NAND3", "NAND4", "NOR2", "NOR3", "XOR2", "XNOR2", "MUX2", "DFF"):
        assert cells[name]["area"] > 0
    with pytest.raises(synthesis.SynthesisError, match="cell A of the gate library has no area"):
        synthesis.read_library("cell(A) { pin(Y) { direction : output; } }")


def test_a_small_design(own_cache: Path) -> None:
    """Areas that follow from the design: two flip-flops with enable, one without."""
    cells = library()
    flat = area.synthesize(area.Design(SMALL))
    held = 2 * cells["DFFE"]["area"] + cells["DFF"]["area"]
    assert flat.sequential == pytest.approx(held)
    xors, ands = 2 * cells["XOR2"]["area"], 2 * cells["AND2"]["area"]
    assert 0.5 * (xors + ands) < flat.combinational <= xors + ands
    assert flat.total == round(flat.sequential + flat.combinational, 2)
    assert flat.levels in (2, 3)
    assert flat.path[0].startswith(("a", "q")) and flat.path[1].startswith(("q", "carry"))
    split = area.synthesize(area.Design(SMALL, flatten=False))
    assert {module.name: module.count for module in split.modules} == {"pic24": 1, "half": 2}
    assert split.levels >= flat.levels, "the path goes through both modules"
    assert split.total == pytest.approx(sum(module.total for module in split.modules))
    again = area.synthesize(area.Design(SMALL))
    assert again == flat and len(list(own_cache.glob("*.json"))) == 2


def test_the_cache_depends_on_everything(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    design = area.Design(SMALL)
    keys = {design.key, area.Design(SMALL + " ").key, area.Design(SMALL, flatten=False).key}
    keys.add(area.Design(SMALL, top="half").key)
    monkeypatch.setattr(synthesis, "SCRIPT", synthesis.SCRIPT + "\n")
    keys.add(design.key)
    monkeypatch.setattr(synthesis, "yosys_version", lambda: "another")
    keys.add(design.key)
    monkeypatch.setattr(area, "library", lambda: "another")
    keys.add(design.key)
    assert len(keys) == 7


def test_a_damaged_cache_is_made_anew(own_cache: Path) -> None:
    design = area.Design("module pic24(input a, b, output y); assign y = a & b; endmodule")
    first = area.synthesize(design)
    (own_cache / f"{design.key}.json").write_text("{")
    assert area.cached(design) is None
    assert area.synthesize(design) == first
    assert first.levels == 1 and first.sequential == 0


def cell(kind: str, **pins: object) -> dict:
    return {"type": kind, "connections": {pin: [bit] for pin, bit in pins.items()}}


def module(cells: dict[str, dict]) -> dict:
    """Inputs are bits 2 and 3; the output is bit 9."""
    ports = {
        "a": {"direction": "input", "bits": [2]},
        "b": {"direction": "input", "bits": [3]},
        "y": {"direction": "output", "bits": [9]},
    }
    nets = {name: {"bits": port["bits"]} for name, port in ports.items()}
    nets["state"] = {"bits": [7]}
    return {"cells": cells, "ports": ports, "netnames": nets}


def test_the_longest_path_is_counted_in_gates() -> None:
    """Three gates from a port to the flip-flop, two from there to the output."""
    cells = {
        "g1": cell("INV", A=2, Y=4),
        "g2": cell("NAND2", A=4, B=3, Y=5),
        "g3": cell("XOR2", A=5, B="1", Y=6),
        "f": cell("DFF", C=3, D=6, Q=7),
        "g4": cell("INV", A=7, Y=8),
        "g5": cell("NOR2", A=8, B=2, Y=9),
    }
    assert synthesis.longest_path(module(cells), library()) == (3, ["a", "state"])
    del cells["f"]
    cells["g3"]["connections"]["Y"] = [7]
    assert synthesis.longest_path(module(cells), library()) == (5, ["a", "y"])


def test_a_loop_of_gates_is_an_error() -> None:
    cells = {
        "g1": cell("NAND2", A=2, B=5, Y=4),
        "g2": cell("INV", A=4, Y=5),
        "g3": cell("INV", A=5, Y=9),
    }
    with pytest.raises(synthesis.SynthesisError, match="a loop of gates"):
        synthesis.longest_path(module(cells), library())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("module pic24(input a; endmodule", "Yosys: .*ERROR"),
        ("module other(input a); endmodule", "Yosys: .*pic24"),
        (
            "module pic24(input g, d, output reg q); always @* if (g) q = d; endmodule",
            "Yosys: .*D latches are not supported",
        ),
    ],
)
def test_what_cannot_be_mapped_is_said(own_cache: Path, text: str, words: str) -> None:
    with pytest.raises(MoteError, match=words) as caught:
        area.synthesize(area.Design(text))
    assert len(str(caught.value).splitlines()) == 1
    assert not list(own_cache.glob("*.json"))


def run(*arguments: object) -> int:
    return cli.main([str(argument) for argument in arguments])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--extension", "blake_rot"), "unknown extension 'blake_rot'; did you mean 'blake_rrot'?"),
        (("--extension", "xyzzy"), "unknown extension 'xyzzy'; known: blake_cxm, "),
        (("--verilog", "no-such-file.v"), "no-such-file.v: No such file"),
        (("--verilog", "x.v", "--write"), "--verilog stands alone"),
        (("--extension", "jh_cst", "--write"), "--write and --check take every row"),
    ],
)
def test_bad_input(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("ise", "area", *arguments) == 1
    out, err = capsys.readouterr()
    assert words in err and len(err.splitlines()) == 1 and out == ""


def small_core(extensions: tuple[str, ...] = ()) -> str:
    """A design that grows by a flip-flop and a gate with each extension."""
    more = "".join(
        f"  reg x{n};\n  always @(posedge clk) x{n} <= a[{n}] ^ x{n} ^ q[1];\n"
        f"  assign y[{n}] = x{n};\n"
        for n in range(len(extensions))
    )
    ports = f", output [{len(extensions) - 1}:0] y" if extensions else ""
    return SMALL.replace("output reg carry", "output reg carry" + ports).replace(
        "  wire s", more + "  wire s"
    )


def test_the_table_of_extensions(
    own_cache: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(area, "verilog", small_core)
    assert run("ise", "area", "--extension", "blake_rrot", "jh_cst", "--json") == 0
    made = json.loads(capsys.readouterr().out)
    rows = {row["core"]: row for row in made["rows"] if not row["module"]}
    assert list(rows) == ["base", "blake_rrot", "jh_cst", "together"]
    assert rows["base"]["overhead_ge"] == 0
    one, two = rows["jh_cst"]["overhead_ge"], rows["together"]["overhead_ge"]
    assert one > library()["DFF"]["area"] and two == pytest.approx(2 * one, abs=2)
    percent = 100 * one / rows["base"]["ge"]
    assert rows["jh_cst"]["overhead_percent"] == pytest.approx(percent, abs=0.01)
    assert rows["jh_cst"]["apart_overhead_ge"] > library()["DFF"]["area"]
    assert made["yosys"] == synthesis.yosys_version()
    assert run("ise", "area", "--extension", "blake_rrot", "jh_cst") == 0
    text = capsys.readouterr().out
    assert text.startswith(f"base core: {rows['base']['ge']:.0f} GE (")
    assert f"+{two:.0f}" in text
    # A file with the same text gives the same figures.
    file = tmp_path / "small.v"
    file.write_text(small_core(("jh_cst",)))
    assert run("ise", "area", "--verilog", file, "--json") == 0
    row = json.loads(capsys.readouterr().out)["rows"][0]
    assert row["ge"] == rows["jh_cst"]["ge"]


def test_rows_go_into_the_results_file(tmp_path: Path, own_cache: Path) -> None:
    flat = area.synthesize(area.Design(SMALL))
    split = area.synthesize(area.Design(SMALL, flatten=False))
    rows = area.rows({"base": area.Core((), flat, split)}, ["base"])
    path = tmp_path / "area.csv"
    area.write(rows, path)
    assert area.read(path) == [{k: str(v) for k, v in row.items()} for row in rows]
    assert area.read(tmp_path / "none.csv") == []
    assert area.differences(rows, True, path) == []
    lines = area.differences(rows[:1], True, path)
    assert lines == ["base pic24: in area.csv and no more", "base half: in area.csv and no more"]
    text = path.read_text()
    path.write_text(text.replace(f",{flat.total},", ",1.0,", 1))
    changed = f"base: ge changed from 1.0 to {flat.total}"
    assert area.differences(rows, True, path) == [changed]
    assert area.differences(rows, True, tmp_path / "none.csv")[0].startswith("base: not in none")


def test_the_kept_figures_are_of_this_commit() -> None:
    """The base core and one extension are made again; all other rows agree with one another."""
    kept = [row for row in area.read() if not row["module"]]
    sets = area.named_sets()
    assert {row["core"]: tuple(row["extensions"].split()) for row in kept} == sets
    base = kept[0]
    for row in kept:
        for before in ("", "apart_"):
            over, percent = area._over(float(row[f"{before}ge"]), float(base[f"{before}ge"]))
            assert float(row[f"{before}overhead_ge"]) == over
            assert float(row[f"{before}overhead_percent"]) == percent
    found = area.cores({name: sets[name] for name in (area.BASE, "skein_lrot")}, lambda: None)
    changed = area.differences(area.rows(found, [area.BASE]), whole=False)
    assert changed == [], "run `mote ise area --write`"


def test_verilog_of_a_core(own_cache: Path) -> None:
    """The same text every time; an extension changes it and nothing else does."""
    base = area.verilog()
    (file,) = own_cache.glob("*.v")
    assert file.read_text() == base and "module pic24(" in base
    file.write_text("kept")
    assert area.verilog() == "kept"
    assert area._sources(()) != area._sources(("jh_cst",))
    assert {path.stem for path in area._generator()} >= {"rtl", "isa", "expr"}
