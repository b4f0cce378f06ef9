"""CV32E40X with a unit at its interface for extensions: what fits, and what hazards it has."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mote import cli
from mote.common.errors import MoteError
from mote.ise import area as mapping
from mote.ise.riscv import areas, isa, kernels, lockstep, machine, products, whole
from mote.ise.riscv.machine import DATA, Machine

needs_tools = pytest.mark.skipif(
    shutil.which("verilator") is None or shutil.which(machine.COMPILER) is None,
    reason="Verilator or a compiler for RISC-V is missing",
)
CORE = "cv32e40x"


def test_registers_do_not_fit(capsys: pytest.CaptureFixture[str]) -> None:
    """They would change before the core has committed the instruction."""
    with pytest.raises(MoteError, match="cv32e40x: a unit with registers does not fit its port"):
        machine.at_port(CORE, isa.instructions(["sha512_sum"]))
    assert not machine.takes(CORE, ["keccak_chi"]) and machine.takes(CORE, ["bits", "zkne"])
    assert "keccak_chi" not in kernels.kernels(CORE, "keccak_f1600")
    assert cli.main(["ise", "check", "--core", CORE, "keccak_chi"]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "a unit with registers does not fit" in told


PROGRAM = """\
#include "extensions.inc"
        .globl  test
test:
        # An operand that is just loaded, one of the unit's result, one of the core's.
        lw      t0, 0(a0)
        rotate  t1, t0, 8
        rotate  t1, t1, 8
        addi    t1, t1, 1
        rotate  t2, t1, 4
        sw      t2, 4(a0)
        # Behind a branch that is taken nothing may be left of what was begun.
        li      t3, 5
        beqz    zero, over
        rotate  t3, t0, 1
        rotate  t3, t3, 1
over:   rotate  t4, t3, 31
        sw      t4, 8(a0)
        # A full row without a gap, and a store of the last result.
        rotate  t0, t0, 1
        rotate  t1, t1, 1
        rotate  t2, t2, 1
        rotate  t3, t3, 1
        xor     t0, t0, t1
        xor     t2, t2, t3
        xor     t0, t0, t2
        sw      t0, 12(a0)
        ret
"""


def rotl(x: int, n: int) -> int:
    return (x << n | x >> (32 - n)) & 0xFFFFFFFF


@needs_tools
@pytest.mark.long
@pytest.mark.turns("RISC-V units", 8, "python/mote/ise/riscv", "cores/riscv", "cores/cv32e40x")
def test_hazards() -> None:
    """Loads, results and branches around instructions of the unit; then each beside its meaning."""
    instructions = isa.instructions(["bits"])
    core = Machine(CORE, instructions)
    given = 0x12345678
    run = core.call(core.assemble(PROGRAM), "test", {"a0": DATA}, given.to_bytes(4, "little"))
    found = [int.from_bytes(run.data[at : at + 4], "little") for at in (4, 8, 12)]
    t1 = (rotl(given, 32 - 16) + 1) & 0xFFFFFFFF
    t2 = rotl(t1, 32 - 4)
    row = rotl(given, 31) ^ rotl(t1, 31) ^ rotl(t2, 31) ^ rotl(5, 31)
    assert found == [t2, rotl(5, 1), row]
    assert lockstep.compare(CORE, instructions) == lockstep.TIMES * len(instructions)


def test_yosys_reads_it() -> None:
    """As one module of plain Verilog with the unit in it, and without a latch."""
    text = whole.verilog(CORE, ["chacha_turn"])
    assert text.count("\nmodule ") == 1 and "\nmodule mote_core(" in text
    assert "is_chacha_turn" in text and "latch" not in text
    assert "is_chacha_turn" not in whole.verilog(CORE, [])


WORD = r"$signed({{ \m.{0} [31], \m.{0} [31], \m.{0}  }})"
CUT = rf"""
  wire [31:0] \m.a ;
  wire [31:0] \m.b ;
  wire [33:0] \m.y ;
  assign \m.y  = {WORD.format("a")} * {WORD.format("b")};
"""


def test_the_product_is_cut() -> None:
    made = products.cut_word(CUT)
    assert "mote_product_word multiplier_word_product (.a(\\m.a ), .b(\\m.b ), .y(\\m.y ));" in made
    assert " * " not in made and made.count("(* blackbox *)") == 1
    assert "input [31:0] a" in made and "output [33:0] y" in made
    whole_product = products.verilog("word")
    assert "input signed [31:0] a" in whole_product and "output [33:0] y" in whole_product


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (" * ", " + ", "CV32E40X has 0 products of words, not one"),
        ("\\m.a [31], \\m.a  })", "\\m.a [30], \\m.a  })", "CV32E40X has 0 products"),
        ("wire [31:0] \\m.b", "wire [32:0] \\m.b", "CV32E40X's m.b has not 32 bits"),
        ("wire [33:0] \\m.y", "wire [31:0] \\m.y", "CV32E40X's m.y has not 34 bits"),
    ],
)
def test_another_product_is_refused(old: str, new: str, words: str) -> None:
    assert old in CUT
    with pytest.raises(MoteError, match=words):
        products.cut_word(CUT.replace(old, new))


def test_kept_areas() -> None:
    """They are of this package, these scripts and these units; each adds the port's flip-flops."""
    rows = [row for row in areas.read() if row["core"] == CORE]
    assert rows and not rows[0]["extensions"]
    for row in rows:
        assert row["key"] == areas.key(CORE, row["extensions"].split())
    assert len({row["sequential_ge"] for row in rows[1:]}) == 1
    assert float(rows[1]["sequential_ge"]) > float(rows[0]["sequential_ge"])


RESET = """\
module many(input clk, input resetn, input d, output reg [63:0] q);
  always @(posedge clk or negedge resetn)
    if (!resetn) q <= 64'd0;
    else q <= {q[62:0], d};
endmodule
"""


def test_a_reset_begins_no_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A net that resets 64 flip-flops is slower than what is between them."""
    monkeypatch.setattr(mapping, "CACHE", tmp_path)
    found = mapping.synthesize(mapping.Design(RESET, "many"))
    assert found.start != "resetn" and 0 < found.path < 1


def test_export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What CFU Playground takes, and the same unit for the other ports; one line of what is not."""
    words = ["ise", "export", "--core"]
    assert cli.main([*words, "vexriscv", "chacha_turn", "aes_pair", str(tmp_path / "vex")]) == 0
    made = sorted(path.name for path in (tmp_path / "vex").iterdir())
    assert made == ["cfu.v", "extensions.core_desc", "extensions.h", "extensions.inc"]
    assert "module Cfu" in (tmp_path / "vex" / "cfu.v").read_text()
    header = (tmp_path / "vex" / "extensions.h").read_text()
    assert "chacha_turn" in header and "aes_column" in header
    assert cli.main([*words, CORE, "chacha_turn", str(tmp_path / "x")]) == 0
    assert "module mote_unit" in (tmp_path / "x" / "mote_unit.v").read_text()
    capsys.readouterr()
    assert cli.main([*words, "vexriscv", "chacha_tun", str(tmp_path / "none")]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "chacha_tun" in told and not (tmp_path / "none").exists()
