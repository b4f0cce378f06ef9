"""State in a unit: what its proof sees, how it is saved and restored, and what is refused."""

from __future__ import annotations

import dataclasses
import random
import shutil
from pathlib import Path

import pytest

from mote.common.errors import MoteError
from mote.ise.riscv import (
    coredsl,
    functions,
    isa,
    kernel_proof,
    lockstep,
    machine,
    proof,
    saving,
    unit,
)
from mote.ise.riscv.isa import Instruction, Operands, Register
from mote.pic24.expr import Expr, cat, zext
from mote.proving.lifter import lifter_of

STATE = (Register("total", 8, reset=3), Register("flag", 1))


def _after(i: Operands) -> dict[str, Expr]:
    return {"total": i.total + i.s[:8] + zext(i.step, 8), "flag": i.total[7]}


SUMS = (
    Instruction(
        "add_thrice",
        "0011111 ttttt sssss 000 ddddd 0001011",
        lambda i: cat(i.total, i.t[8:31], i.flag),
        "Adds rs1 to the register three times.",
        STATE,
        _after,
        3,
    ),
    Instruction(
        "total",
        "0011111 00000 sssss 001 ddddd 0001011",
        lambda i: zext(i.total, 32),
        "To rd the register.",
        STATE,
    ),
)
"""An instruction of three steps, registers that are no words, and one with a reset."""


def test_steps() -> None:
    """A step takes what the one before has left; the result is of the last one."""
    held = {"total": 0xF0, "flag": 0}
    result = SUMS[0].execute(held, 7, 0xFFFFFFFF)
    assert held == {"total": (0xF0 + 3 * 7 + 0 + 1 + 2) & 0xFF, "flag": 1}
    before_the_last = (0xF0 + 2 * 7 + 1) & 0xFF
    assert result == before_the_last | 0x7FFFFF << 8 | 1 << 31
    lifter = lifter_of(kernel_proof.cpu_with("sums", SUMS))
    assert isinstance(lifter.architecture, kernel_proof.Processor)
    assert [place.size for place in lifter.architecture.held.values()] == [1, 1]


def test_text_of_steps() -> None:
    """CoreDSL has the registers, and a loop for the steps; what is wrong in it is seen."""
    text = coredsl.text(SUMS, "sums")
    assert "register unsigned<8> r_total;" in text
    assert "for (unsigned<2> step = 2'd0; step < 2'd3;" in text
    assert coredsl.check(text, SUMS) == sum(map(coredsl.tried, SUMS))
    for old, new, words in (
        ("step < 2'd3", "step < 2'd2", "behavior: of"),
        ("r_flag = ", "r_total = ", "has 8 bits, and|behavior: of .* it leaves"),
        ("register unsigned<1> r_flag;", "", "r_flag is not declared"),
        ("register unsigned<1> r_flag;", "register unsigned<1> r_total;", "is there twice"),
    ):
        assert old in text
        with pytest.raises(MoteError, match=f"CoreDSL: .*({words})"):
            coredsl.check(text.replace(old, new), SUMS)


def fails(text: str, instructions: tuple[Instruction, ...], words: str) -> None:
    with pytest.raises(MoteError, match=words):
        proof.prove(text, instructions)


@pytest.mark.always
def test_hidden_state_is_not_proved() -> None:
    """A flip-flop or a memory that the description lacks, one that it has, and another clock."""
    instructions = isa.instructions(["keccak_chi"])
    text = unit.verilog(instructions)
    assert proof.prove(text, instructions) == len(instructions)
    hidden = "  reg hidden;\n  always @(posedge clk) hidden <= pcpi_rs1[0];\nendmodule"
    leaking = text.replace("endmodule", hidden).replace("pcpi_rd = ", "pcpi_rd = hidden ^ ")
    fails(leaking, instructions, "the unit has state that its description lacks: hidden")
    memory = "  reg [31:0] kept [0:3];\n  always @(posedge clk) kept[pcpi_rs1[1:0]] <= pcpi_rs2;\n"
    memory = text.replace("endmodule", f"{memory}endmodule")
    memory = memory.replace("pcpi_rd = ", "pcpi_rd = kept[pcpi_rs2[1:0]] ^ ")
    fails(memory, instructions, "state that its description lacks: a memory")
    fails(text.replace("posedge", "negedge"), instructions, "clocks are clk negedge; it is clk pos")
    without = isa.instructions(["keccak_turn"])
    fails(text.replace("chi_turn", "keccak_turn"), without, "lacks: r_before")
    constant = text.replace("    r_before <= ", "    // r_before <= ")
    fails(constant, instructions, "the unit lacks registers of its description: r_before")


@pytest.mark.always
def test_wrong_changes_are_not_proved() -> None:
    """Of the register itself, by another instruction, by none, and without being asked."""
    instructions = isa.instructions(["keccak_chi"])
    text = unit.verilog(instructions)
    for old, new, words in (
        ("? pcpi_rs2 :", "? pcpi_rs1 :", "^chi: .* the register before behind it"),
        ("? pcpi_rs2 :", "& pcpi_rs2[0] ? pcpi_rs2 :", "^chi: .* the register before behind it"),
        (": r_before;", ": pcpi_rs1;", "not the unit's: .* the register before behind it"),
        ("is_chi = pcpi_valid & (", "is_chi = (", "not the unit's: .*"),
        ("r_before ^ w", "r_before & w", "^chi: .*: the result"),
        ("is_chi_turn16 | is_chi;", "is_chi;", "^chi_turn16: .*"),
    ):
        assert old in text
        fails(text.replace(old, new, 1), instructions, words)


@pytest.mark.always
def test_wrong_latency_is_not_proved() -> None:
    """Steps too few or too many, a counter that does not come back, and a wrong reset."""
    text = unit.verilog(SUMS)
    assert proof.prove(text, SUMS) == 2
    for old, new, words in (
        ("== 2'd2", "== 2'd1", "^add_thrice: .*|^add_thrice, before its last step: .*pcpi_ready"),
        ("== 2'd2", "== 2'd3", "^add_thrice: .*: (the result|pcpi_ready)"),
        ("pcpi_wait = is_add_thrice", "pcpi_wait = 1'b0 & is_add_thrice", "pcpi_wait"),
        ("mote_step + 2'd1 : 2'd0", "mote_step + 2'd1 : mote_step", "the number of the next step"),
        ("mote_step <= ~resetn ? 2'd0 : ", "mote_step <= ", "^reset: .*the number of the step"),
        ("~resetn ? 8'd3", "~resetn ? 8'd4", "^reset: .*the register total behind reset"),
        ("pcpi_wait ? mote_step", "1'b1 ? mote_step", "the number of the next step"),
    ):
        assert old in text, old
        fails(text.replace(old, new, 1), SUMS, words)
    quick = (SUMS[1],)
    slow = (dataclasses.replace(SUMS[1], steps=2),)
    fails(unit.verilog(slow), quick, "the unit has state that its description lacks: mote_step")


def test_at_the_cfu_port() -> None:
    """An answer that waits changes nothing, however long it does."""
    text = unit.cfu(SUMS)
    assert proof.prove(text, SUMS) == 2
    for old, new, words in (
        (".pcpi_taken(rsp_ready)", ".pcpi_taken(1'b1)", "whose answer waits"),
        ("cmd_valid & ~waits", "cmd_valid", "before its last step: .*rsp_valid"),
        ("rsp_ready & ~waits", "rsp_ready", "before its last step: .*cmd_ready"),
        (".resetn(~reset)", ".resetn(1'b1)", "^reset: "),
    ):
        assert old in text
        fails(text.replace(old, new), SUMS, words)


DESCRIPTION = """\
from mote.ise.riscv.isa import Instruction, Register
from mote.ise.riscv.saving import Use
STATE = (Register("a"), Register("b", RESET))
P = "0011111 ttttt sssss FFF ddddd 0001011"
INSTRUCTIONS = [
    Instruction("put", P.replace("FFF", "000"), lambda i: i.a, "Put.", STATE,
                lambda i: {AFTER}, STEPS),
    Instruction("get", P.replace("FFF", "001"), lambda i: i.b, "Get.", STATE),
]
SAVE = (Use("get", kept=1), Use("put", kept=0))
RESTORE = (Use("put", s=0, t=1),)
"""
GOOD = {"RESET": "32", "AFTER": '"a": i.s, "b": i.t', "STEPS": "1"}


def described(folder: Path, **changes: str) -> None:
    """A file of a folder of its own: a module is loaded once."""
    folder.mkdir()
    made = DESCRIPTION
    for key, value in {**GOOD, **changes}.items():
        assert key in made
        made = made.replace(key, value)
    (folder / "mine.py").write_text(made)


@pytest.mark.parametrize(
    ("key", "text", "words"),
    [
        ("RESET", "32, 1 << 32", "state: b: reset: 4294967296 is not a number of 32 bits"),
        ("RESET", "65", "state: b: 65 bits; a register has from 1 to 64"),
        ("AFTER", '"c": i.s', "after: no register c; its state has: a, b"),
        ("AFTER", '"a": i.s[:8]', "after: a gets 8 bits; it has 32"),
        ("AFTER", '"a": i.step', "after: it takes step, which the pattern lacks"),
        ("STEPS", "0", "steps: 0; they are from 1 to 256"),
        ('Register("a")', 'Register("s")', "state: s: the name is taken"),
        ('Register("a")', 'Register("A")', "state: A: a name is small letters"),
    ],
)
def test_refused(tmp_path: Path, key: str, text: str, words: str) -> None:
    """What is wrong with a description of registers is said in a line."""
    described(tmp_path / "good")
    assert len(isa.extension("mine", tmp_path / "good")) == 2
    described(tmp_path / "bad", **{key: text})
    with pytest.raises(MoteError, match=r"mine\.py: ") as caught:
        isa.extension("mine", tmp_path / "bad")
    assert words in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.always
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("s=0, t=1", "s=0", "SAVE and RESTORE lose bit 0 of b"),
        ("s=0, t=1", "s=1, t=0", "SAVE and RESTORE lose bit 0 of a"),
        ("s=0, t=1", "s=0, t=2", "put takes the word 2, which is not saved"),
        (
            'Use("get", kept=1), Use("put", kept=0)',
            'Use("put", kept=0), Use("get", kept=1)',
            "of b",
        ),
        ("kept=1", "kept=2", "SAVE: the words are to be kept by the numbers from 0 on"),
        ("SAVE = ", "OTHER = ", "SAVE: it is missing: how its registers are saved"),
        ('Use("get"', 'Use("take"', "SAVE: no instruction take"),
        ('"b": i.t', '"b": i.t | 1', "lose bit 0 of b"),
        ('Register("b", 32)', 'Register("b", scratch=True)', "get: its first step takes b"),
    ],
)
def test_what_is_not_saved_is_seen(tmp_path: Path, old: str, new: str, words: str) -> None:
    """A register or a bit that is lost, an order that loses it, and scratch that is none."""
    described(tmp_path / "good")
    assert saving.prove("mine", tmp_path / "good") == 64
    described(tmp_path / "bad", **{old: new})
    with pytest.raises(MoteError, match=words):
        saving.prove("mine", tmp_path / "bad")


@pytest.mark.long
@pytest.mark.turns("RISC-V kernels' proofs", 8, "python/mote/ise/riscv", "cores/riscv")
@pytest.mark.parametrize("name", ["keccak_chi", "keccak_whole", "keccak_lanes"])
def test_saved(name: str) -> None:
    """The registers of the extensions are restored."""
    assert saving.prove(name) in (32, 1600)


SWITCH = """
/* What an interrupt does whose handler uses the unit: all is as it was behind it. */
        .macro  switch
        addi    sp, sp, -256
        sw      t0, 0(sp)
        sw      t1, 4(sp)
        sw      t2, 8(sp)
        addi    t2, sp, 16
        NAME_save t2, t0
        li      t0, 0x12345678
        USED
        NAME_restore t2, t0, t1
        lw      t0, 0(sp)
        lw      t1, 4(sp)
        lw      t2, 8(sp)
        addi    sp, sp, 256
        .endm
"""
PLACES = {
    "keccak_chi": ("        chi     ", "chi zero, t0, t0"),
    "keccak_lanes": ("        lanes   zero, zero, zero, RHO", "lanes zero, t0, t0, 0"),
    "keccak_whole": ("        whole   zero, EVEN, ODD, ROUND", "whole zero, t0, t0, 1"),
}
"""Before which instruction of a kernel the interrupt comes, and what the handler does."""


def interrupted(name: str, macros: str) -> None:
    """Run a kernel whose unit is used by another program in the middle of its work, many times."""
    of = functions.function("keccak_f1600")
    source = of.source(name)
    place, used = PLACES[name]
    text = source.path.read_text()
    assert place in text
    text = text.replace(place, f"        switch\n{place}")
    switch = SWITCH.replace("NAME", name).replace("USED", used)
    text = text.replace('#include "extensions.inc"', f'#include "extensions.inc"\n{macros}{switch}')
    hardware = machine.Machine("picorv32", isa.instructions([name]))
    program = hardware.assemble(text + of.driver, source.path.parent)
    call = of.call(source, 1, random.Random(1))
    call.check(name, hardware.call(program, source.symbol, call.registers, call.data))


@pytest.mark.long
@pytest.mark.turns("RISC-V units", 8, "python/mote/ise/riscv", "cores/riscv")
@pytest.mark.skipif(
    shutil.which("verilator") is None or shutil.which(machine.COMPILER) is None,
    reason="needs Verilator and the RISC-V compiler",
)
@pytest.mark.parametrize("name", list(PLACES))
def test_interrupted(name: str) -> None:
    """A kernel is interrupted in each round: right with SAVE and RESTORE, wrong with a bit less."""
    macros = saving.assembly(name)
    interrupted(name, macros)
    last = [line for line in macros.splitlines() if "lw " in line][-1]
    register = last.split()[1].rstrip(",")
    lossy = macros.replace(last, f"{last}\n        andi    {register}, {register}, -2")
    with pytest.raises(MoteError, match="which is not that of the one before"):
        interrupted(name, lossy)


@pytest.mark.long
@pytest.mark.turns("RISC-V units", 8, "python/mote/ise/riscv", "cores/riscv")
@pytest.mark.skipif(
    shutil.which("verilator") is None or shutil.which(machine.COMPILER) is None,
    reason="needs Verilator and the RISC-V compiler",
)
def test_a_wrong_register_is_seen_on_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a program leaves in the register is compared, too."""
    instructions = isa.instructions(["keccak_chi"])
    right = unit.verilog(instructions)
    wrong = right.replace("? pcpi_rs2 :", "? ~pcpi_rs2 :")
    assert wrong != right
    assert lockstep.compare("picorv32", instructions, "keccak_chi") == 180
    monkeypatch.setattr(unit, "verilog", lambda _: wrong)
    with pytest.raises(MoteError, match=r"the core's hardware (gives|saves)"):
        lockstep.compare("picorv32", instructions, "keccak_chi")
