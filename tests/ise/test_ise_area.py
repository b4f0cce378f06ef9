"""Gates and clock: mapping, its proof, the critical path, running gates, and the held figures."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import measured_kernels
from mote import cli
from mote.common.errors import MissingTool, MoteError
from mote.ise import area, energy, gates, kernels, liberty, synthesis, technology, times, timing
from mote.running import depends, system

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


@pytest.fixture
def no_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Designs that stand for cores are no cores: nothing is run on their gates."""
    monkeypatch.setattr(gates, "lockstep", lambda netlist, extensions: None)
    monkeypatch.setattr(area, "prove", lambda design: 0)


def library() -> dict[str, liberty.Cell]:
    return liberty.read(technology.liberty()).cells


def test_the_library_is_read() -> None:
    cells = library()
    nand = cells["NAND2X1"]
    assert (nand.area, nand.inputs, nand.outputs) == (24, ["A", "B"], ["Y"])
    assert nand.pins["Y"].function == "(!(A B))" and not nand.sequential
    assert 0.005 < nand.pins["A"].capacitance < 0.05
    slew = nand.pins["Y"].slews[0][1]
    # The values of the table, the middle of two, and on beyond the last.
    load, low, high = slew.loads[1], slew.slews[0], slew.slews[1]
    assert slew.at(load, low) == slew.values[1][0]
    middle = (slew.values[1][0] + slew.values[1][1]) / 2
    assert slew.at(load, (low + high) / 2) == pytest.approx(middle)
    assert slew.at(2 * slew.loads[-1], low) > slew.values[-1][0]
    flip_flop = cells["DFFPOSX1"]
    assert (flip_flop.clock, flip_flop.next_state, flip_flop.sequential) == ("CLK", "D", True)
    for text, words in (("a (b) { c ? d; }", "it takes a colon"), ("", "is one group")):
        with pytest.raises(ValueError, match=words):
            liberty.parse(text)


def test_another_library_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "other.lib"
    path.write_text("library(x) {}")
    monkeypatch.setattr(technology, "place", lambda: path)
    technology.liberty.cache_clear()
    try:
        with pytest.raises(MoteError, match="another version of the cell library: its SHA-256 is"):
            technology.liberty()
    finally:
        technology.liberty.cache_clear()


def test_the_analyser_is_installed_with_what_it_needs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # A program that was unpacked without its libraries does not start on a bare machine.
    asked: list[str] = []
    program = tmp_path / "sta"

    def install(packages: list[str]) -> list[str]:
        asked.extend(packages)
        program.write_text("#!/bin/sh\necho 'sta: libtcl8.6.so: not found' >&2; exit 127\n")
        program.chmod(0o755)
        return []

    monkeypatch.setattr(system, "install", install)
    monkeypatch.setattr(technology, "FOLDER", tmp_path / "technology")
    monkeypatch.setattr(system, "provided", lambda package: str(program) if asked else None)
    technology.analyser.cache_clear()
    try:
        with pytest.raises(MissingTool, match=r"libtcl8\.6\.so: not found.*apt-get install"):
            technology.analyser()
    finally:
        technology.analyser.cache_clear()
    assert asked == ["opensta"]
    assert "opensta" in system.TEST_PACKAGES
    assert not (tmp_path / "technology").exists()


def test_an_analyser_that_cannot_be_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "install", lambda packages: list(packages))
    monkeypatch.setattr(system, "provided", lambda package: None)
    technology.analyser.cache_clear()
    try:
        with pytest.raises(MissingTool, match=r"timing analyser is not there: .*opensta"):
            technology.analyser()
    finally:
        technology.analyser.cache_clear()


@pytest.mark.parametrize(
    ("function", "table"),
    [
        ("(!(A B))", 0b0111),
        ("A^B", 0b0110),
        ("A' + !B", 0b0111),
        ("A*(B+A')", 0b1000),
        ("A ^ B A", 0b0010),
    ],
)
def test_functions_of_cells(function: str, table: int) -> None:
    assert gates.truth_table(function, ("A", "B")) & 15 == table


@pytest.mark.parametrize("function", ["A ?", "(A", "A)", "", "A +"])
def test_a_wrong_function_is_said(function: str) -> None:
    with pytest.raises(ValueError, match=r"understood|bracket"):
        liberty.expression(function)


def test_a_small_design(own_cache: Path) -> None:
    """Areas that follow from the design; the path begins and ends where it must."""
    cells, unit = library(), library()["NAND2X1"].area
    flat = area.synthesize(area.Design(SMALL))
    assert flat.sequential == pytest.approx(3 * cells["DFFPOSX1"].area / unit)
    assert 4 < flat.combinational < 20
    assert flat.total == round(flat.sequential + flat.combinational, 2)
    assert flat.square == round(flat.total * unit)
    assert 0.4 < flat.path < 2 and 2 <= flat.gates <= 6
    # A net has the name that comes first of those that it has in all modules.
    assert flat.start.startswith(("a", "q", "low.b")) and flat.end.startswith(("q", "carry"))
    split = area.synthesize(area.Design(SMALL, flatten=False))
    assert {module.name: module.count for module in split.modules} == {"pic24": 1, "half": 2}
    assert split.total == pytest.approx(sum(module.total for module in split.modules))
    assert (split.path, split.start) == (0, "")
    assert area.synthesize(area.Design(SMALL)) == flat
    assert len(list(own_cache.glob("*.json"))) == 2 and len(list(own_cache.glob("*.gz"))) == 1
    # What is damaged is made anew.
    (own_cache / f"{flat.key}.json").write_text("{")
    assert area.cached(area.Design(SMALL)) is None
    # A slower gate on the path makes it longer: what is stated is of these very gates.
    netlist = area.netlist(area.Design(SMALL))
    slow = copy.deepcopy(netlist)
    for gate in slow["gates"]:
        if gate[0] == "INVX2":
            gate[0] = "INVX1"
    loads = copy.deepcopy(netlist)
    loads["gates"] += [["INVX8", {"A": bit}] for bit in netlist["ports"]["q"][1] for _ in range(9)]
    before, after = timing.analyse(netlist), timing.analyse(loads)
    assert before is not None and after is not None
    assert before.path == flat.path < after.path


def test_the_cache_depends_on_everything(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    design = area.Design(SMALL)
    keys = {design.key, area.Design(SMALL + " ").key, area.Design(SMALL, flatten=False).key}
    keys.add(area.Design(SMALL, top="half").key)
    keys.add(area.Design(SMALL, goal="speed").key)
    monkeypatch.setattr(synthesis, "SCRIPT", synthesis.SCRIPT + "\n")
    keys.add(design.key)
    monkeypatch.setattr(synthesis, "yosys_version", lambda: "another")
    keys.add(design.key)
    monkeypatch.setattr(technology, "LIBERTY_SHA256", "another")
    keys.add(design.key)
    assert len(keys) == 8


@pytest.mark.always
def test_wrong_gates_are_not_proved(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault planted in what abc does: one output becomes 0."""
    wrong = synthesis.AREA.replace("&get -n;&nf", "zeropo -N 0;&get -n;&nf")
    monkeypatch.setitem(synthesis.GOALS, "area", wrong)
    with pytest.raises(MoteError, match="abc: the gates of pic24 are not proved to compute"):
        area.synthesize(area.Design(SMALL))
    assert not list(own_cache.glob("*.json"))


PORTED = """
module pic24(input clk, input rst, input [23:0] program_data, input [15:0] read_data,
  output program_enable, output [21:0] program_address, output [1:0] read_enable,
  output [15:0] read_address, output [1:0] write_enable, output [15:0] write_address,
  output [15:0] write_data, output [2:0] trap);
  reg [3:0] n;
  always @(posedge clk) n <= rst ? 4'd0 : n + 4'd1;
  assign program_enable = 1;
  assign program_address = n;
  assign read_enable = 3;
  assign read_address = {n, 1'b0};
  assign write_enable = n[0] ? 2'd1 : 2'd3;
  assign write_address = {9'd1, 2'd0, n, 1'b0};
  assign write_data = program_data[15:0] ^ read_data;
  assign trap = n == 10 ? 3'd1 : 3'd0;
endmodule
"""
"""A state machine with the ports of the core: it writes program words XOR data words."""


def test_gates_run(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    netlist = area.netlist(area.Design(PORTED))
    r = random.Random(1)
    program = {2 * n: r.getrandbits(24) for n in range(16)}
    before = r.randbytes(0x10000)
    ran = gates.GateMachine(netlist).run(program, before)
    expected = bytearray(before)
    for n in range(1, 10):
        for half in range(1 if n & 1 else 2):
            word = program[2 * n - 2] >> 8 * half & 0xFF
            expected[128 + 2 * n + half] = word ^ before[2 * n - 2 + half]
    # Of the cycle with n = 0 what was fetched is what reset has left.
    expected[128:130] = ran.data[128:130]
    assert ran.data == bytes(expected) and ran.trap == 1
    assert ran.cycles == 2 + 10
    clock = netlist["ports"]["clk"][1][0]
    assert clock not in ran.changes, "the clock is counted by cycles"
    assert ran.changes[netlist["ports"]["program_address"][1][0]] == 10
    # Lockstep: the same as a core's, with this program in the place of its own.
    from mote.ise import export

    made = export.Program(program, before, ran.data, 10, 10)
    monkeypatch.setattr(gates, "program", lambda names: made)
    monkeypatch.setattr("mote.pic24.lockstep.DATA", 0)
    gates.lockstep(netlist, ("mine",))
    seen = 0
    for index, (kind, pins) in enumerate(netlist["gates"]):
        other = {"NAND2X1": "NOR2X1", "XOR2X1": "XNOR2X1", "XNOR2X1": "XOR2X1"}.get(kind)
        if other is None:
            continue
        faulty = copy.deepcopy(netlist)
        faulty["gates"][index] = [other, pins]
        with pytest.raises(
            MoteError, match=r"gates of the core with mine (compute|stop)|do not stop"
        ):
            gates.lockstep(faulty, ("mine",))
        seen += 1
        if seen == 4:
            break
    assert seen == 4
    del netlist["ports"]["trap"]
    with pytest.raises(MoteError, match="the port trap of 3 bits, this has 0"):
        gates.GateMachine(netlist)


def test_energy_follows_from_the_tables() -> None:
    """One inverter that drives one: by hand from the library's numbers."""
    netlist = {
        "ports": {
            "clk": ["input", [2]],
            "a": ["input", [3]],
            "y": ["output", [5]],
        },
        "gates": [["INVX1", {"A": 3, "Y": 4}], ["INVX1", {"A": 4, "Y": 5}]],
        "names": {},
    }
    cell = library()["INVX1"]
    gate = cell.pins["A"].capacitance
    energies = cell.pins["Y"].energies[0]
    slew_in = energy.INPUT_SLEW
    slews = energy.slews(netlist, {4: gate, 5: energy.PORT_LOAD})

    def inside(load: float, slew: float) -> float:
        return (energies.rise.at(load, slew) + energies.fall.at(load, slew)) / 2

    changes = {3: 10, 4: 10, 5: 10}
    switched = 10 * (2 * gate + energy.PORT_LOAD) * 1.8**2 / 2
    taken = 10 * (inside(gate, slew_in) + inside(energy.PORT_LOAD, slews[4]))
    leaked = 2 * cell.leakage * 100 * 20 * 1e-18
    found = energy.joules(netlist, energy.Ran(100, changes), 20.0)
    assert found == pytest.approx((switched + taken) * 1e-12 + leaked, rel=1e-9)
    assert slews[4] < slews[5], "a larger load is slower"
    assert energy.joules(netlist, energy.Ran(100, {}), 20.0) == pytest.approx(leaked)


def cell(kind: str, **pins: object) -> list[Any]:
    return [kind, pins]


def test_a_loop_of_gates_is_an_error() -> None:
    loop: Mapping[str, Any] = {
        "ports": {},
        "gates": [cell("NAND2X1", A=2, B=5, Y=4), cell("INVX1", A=4, Y=5)],
        "names": {"5": "around"},
    }
    with pytest.raises(MoteError, match="a loop of gates at"):
        gates.ordered(loop)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("module pic24(input a; endmodule", "Yosys: .*ERROR"),
        ("module other(input a); endmodule", "Yosys: .*pic24"),
        (
            "module pic24(input g, d, output reg q); always @* if (g) q = d; endmodule",
            "LATCH: the library has no such gate with an area",
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


@pytest.mark.turns("16-bit core", 16, "python/mote/pic24", "python/mote/ise", "cores/pic24")
def test_the_table_of_extensions(
    own_cache: Path,
    no_program: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(area, "verilog", small_core)
    assert run("ise", "area", "--extension", "blake_rrot", "jh_cst", "--json") == 0
    made = json.loads(capsys.readouterr().out)
    rows = {row["core"]: row for row in made["rows"] if not row["module"]}
    assert list(rows) == ["base", "blake_rrot", "jh_cst", "together", area.FASTEST]
    assert rows["base"]["overhead_ge"] == 0
    one, two = rows["jh_cst"]["overhead_ge"], rows["together"]["overhead_ge"]
    flip_flop = library()["DFFPOSX1"].area / library()["NAND2X1"].area
    assert one > flip_flop and two == pytest.approx(2 * one, abs=2)
    percent = 100 * one / rows["base"]["ge"]
    assert rows["jh_cst"]["overhead_percent"] == pytest.approx(percent, abs=0.01)
    period = area.clock(rows[area.FASTEST]["path_ns"])
    for row in rows.values():
        assert row["period_ns"] == max(period, row["path_ns"])
        assert row["highest_mhz"] == pytest.approx(1000 / row["path_ns"], abs=0.06)
        assert row["start"] and row["end"]
    assert made["yosys"] == synthesis.yosys_version()
    assert run("ise", "area", "--extension", "blake_rrot", "jh_cst") == 0
    text = capsys.readouterr().out
    assert text.startswith(f"base core: {rows['base']['ge']:.0f} GE, ")
    assert f"+{two:.0f}" in text and f"The clock of all cores: {period} ns" in text
    # A file with the same text gives the same figures.
    file = tmp_path / "small.v"
    file.write_text(small_core(("jh_cst",)))
    assert run("ise", "area", "--verilog", file, "--json") == 0
    row = json.loads(capsys.readouterr().out)["rows"][0]
    assert (row["ge"], row["path_ns"]) == (rows["jh_cst"]["ge"], rows["jh_cst"]["path_ns"])
    # A core whose gates do something else has no figures.
    monkeypatch.setattr(area, "CACHE", tmp_path / "another")

    def differs(netlist: object, extensions: object) -> None:
        raise MoteError("the gates of the core with jh_cst compute something else")

    monkeypatch.setattr(gates, "lockstep", differs)
    assert run("ise", "area", "--extension", "jh_cst") == 1
    out, err = capsys.readouterr()
    assert out == "" and "compute something else" in err


def test_the_clock() -> None:
    """The paper's margin, rounded up to 0.1 ns."""
    assert [area.clock(x) for x in (10.0, 10.01, 13.13)] == [12.5, 12.6, 16.5]
    assert area.over(110, 100) == (10, 10.0)


def test_how_much_longer_sets_make_the_critical_path() -> None:
    """What docs/pic24-study.md says of them; the time of a set is that of its own path."""
    longer = {
        row["core"]: float(row["path_percent"])
        for row in area.read()
        if row["core"].endswith(("_own", "_shared", "_ise")) and row["path_percent"]
    }
    assert len(longer) >= 13
    assert 18.5 < longer.pop("blake256 pic24_ise_own") < 19.5
    papers = [value for core, value in longer.items() if core.endswith("_ise")]
    assert max(papers) < 10.5 and max(longer.values()) < 12.5


def test_rows_go_into_the_results_file(tmp_path: Path, own_cache: Path) -> None:
    flat = area.synthesize(area.Design(SMALL))
    split = area.synthesize(area.Design(SMALL, flatten=False))
    rows = area.rows(area.Cores({"base": ((), flat)}, flat, {"base": split}, {}))
    path = tmp_path / "area.csv"
    area.write(rows, path)
    assert area.read(path) == [{k: str(v) for k, v in row.items()} for row in rows]
    assert area.read(tmp_path / "none.csv") == []
    assert area.differences(rows, True, path) == []
    lines = area.differences(rows[:2], True, path)
    assert lines == ["base pic24: in area.csv and no more", "base half: in area.csv and no more"]
    text = path.read_text()
    path.write_text(text.replace(f",{flat.total},", ",1.0,", 1))
    changed = f"base: ge changed from 1.0 to {flat.total}"
    assert area.differences(rows, True, path) == [changed]
    assert area.differences(rows, True, tmp_path / "none.csv")[0].startswith("base: not in none")


def test_times_go_into_a_results_file(tmp_path: Path) -> None:
    row = dict.fromkeys(times.FIELDS, "1") | {"function": "jh", "implementation": "pic24"}
    path = tmp_path / "time.csv"
    times.write([row], path)
    assert times.differences([row], path) == []
    assert times.differences([row | {"cycles": 2}], path) == [
        "jh pic24: cycles changed from 1 to 2"
    ]
    assert times.differences([], path) == ["jh pic24: in time.csv and no more"]
    assert times.differences([row], tmp_path / "no.csv")[0].startswith("jh pic24: not in no.csv")


@pytest.mark.turns("16-bit core", 16, "python/mote/pic24", "python/mote/ise", "cores/pic24")
def test_the_kept_figures_are_of_this_commit() -> None:
    """The keys of all rows; the rows agree."""
    kept = [row for row in area.read() if not row["module"]]
    sets = {**area.named_sets(), area.FASTEST: ()}
    assert {row["core"]: tuple(row["extensions"].split()) for row in kept} == sets
    by_core = {row["core"]: row for row in kept}
    base, fastest = by_core[area.BASE], by_core[area.FASTEST]
    period = area.clock(float(fastest["path_ns"]))
    for row in kept:
        over = area.over(float(row["ge"]), float(base["ge"]))
        assert (float(row["overhead_ge"]), float(row["overhead_percent"])) == over
        path = float(row["path_ns"])
        assert float(row["path_percent"]) == area.over(path, float(base["path_ns"]))[1]
        assert float(row["period_ns"]) == max(period, path)
    stale = "run `mote ise area --write`"
    for row in area.read():
        assert row["key"] == area.key(row["extensions"].split(), ""), stale
    stored = times.stored()
    assert list(stored) == times.all_kernels(), stale
    by_set = {row["extensions"]: row for row in kept if row["core"] != area.FASTEST}
    for (function, implementation), line in stored.items():
        core = by_set[line["extensions"]]
        assert (line["ge"], line["period_ns"]) == (core["ge"], core["period_ns"])
        assert line["key"] == times.key(function, implementation), stale
        time = int(line["cycles"]) * float(line["period_ns"]) / 1000
        assert float(line["time_us"]) == round(time, 2)
        assert float(line["ge_ms"]) == round(float(core["ge"]) * time / 1000)
    one = measured_kernels.all_of_them()["skein512", kernels.PAPER]
    assert int(stored["skein512", kernels.PAPER]["cycles"]) == one.cycles


@pytest.mark.turns("16-bit core", 16, "python/mote/pic24", "python/mote/ise", "cores/pic24")
def test_verilog_of_a_core(own_cache: Path) -> None:
    """The same text every time; an extension changes it and nothing else does."""
    base = area.verilog()
    (file,) = own_cache.glob("*.v")
    assert file.read_text() == base and "module pic24(" in base
    file.write_text("kept")
    assert area.verilog() == "kept"
    assert area._sources(()) != area._sources(("jh_cst",))
    assert {path.stem for path in depends.closure("mote.pic24.rtl")} >= {"rtl", "isa", "expr"}
