"""CoreDSL text of extensions, read back by our own reader; and what that refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from mote import cli
from mote.common.errors import MoteError
from mote.ise.riscv import coredsl, coredsl_reader, isa
from mote.ise.riscv.isa import Instruction, Operands
from mote.pic24.expr import Expr, cat, const, mul, mux, rom, sar, shl, shr, zext

TABLE = tuple((7 * n + 3) % 256 for n in range(200))


def everything(i: Operands) -> Expr:
    """Each operation of the language."""
    s, t = i.s, i.t
    looked_up = rom(TABLE, s[8:16], 8)
    mixed = cat(looked_up, mul(s[:4], t[:4]), zext(s[31], 16))
    chosen = mux(s.ult(t), s - t, ~(s | t))
    moved = shl(s, t[:5]) ^ shr(t, s[:5]) ^ sar(s, t[5:10])
    return (mixed ^ chosen) + (moved & zext(s.eq(t), 32)) + mux(s.slt(t), moved, const(9, 32))


ALL = (
    Instruction("everything", "0010000 ttttt sssss 000 ddddd 0001011", everything, "All."),
    Instruction(
        "by_number",
        "0010000 iiiii sssss 001 ddddd 0101011",
        lambda i: shr(i.s, i.i) ^ zext(i.i, 32),
        "With a number.",
    ),
    Instruction("one", "0010000 00000 sssss 010 ddddd 0001011", lambda i: ~i.s, "One operand."),
)


@pytest.mark.parametrize("name", isa.names())
def test_every_extension(name: str) -> None:
    instructions = isa.instructions([name])
    text = coredsl.text(instructions, name)
    assert coredsl.check(text, instructions) == sum(map(coredsl.tried, instructions))


def test_every_operation() -> None:
    text = coredsl.text(ALL, "all of it")
    assert "InstructionSet XMoteAllOfIt extends RV32I {" in text
    assert "encoding: 7'b0010000 :: number[4:0] :: rs1[4:0] :: 3'b001 :: rd[4:0]" in text
    assert text.count("const unsigned<8>") == 1 and "[256] = {8'd3, 8'd10," in text
    assert coredsl.check(text, ALL) == 3 * coredsl.TIMES


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (" - ", " + ", "everything: behavior: of"),
        (" * ", " + ", "has 8 bits, and is given|behavior: of"),
        (" == 1'd1 ?", " != 1'd1 ?", "everything: behavior: of"),
        ("8'd3,", "8'd4,", "everything: behavior: of"),
        ("7'b0101011", "7'b0001011", "by_number: encoding: it is another instruction word"),
        ("5'b00000", "rs2[4:0]", "one: encoding: it is another instruction word"),
        ("5'b00000", "4'b0000", "one: its encoding has 31 bits"),
        ("(unsigned<32>)", "", "has 32 bits, and is given 33"),
        ("X[rs1]", "X[rs3]", "rs3 is not declared"),
        ("X[rs1]", "X[rd]", "behavior: of"),
        ("if (rd != 0) ", "", "is wanted, not 'X'"),
        ("rd != 0", "rd == 0", "behavior: of"),
        ("one {", "other {", "it has everything, by_number, other"),
        ("one {", "by_number {", "by_number is there twice"),
        ("extends", "with", "line 4: extends is wanted, not 'with'"),
        ("[15:8]", "[35:8]", "has 32 bits, and \\[35:8\\] is taken"),
        ("[256]", "[255]", "has 256 elements, not 255"),
        ("8'd3,", "1'd3,", "1'd3 has more bits than it says"),
        ("unsigned<32> v1 ", "unsigned<32> v0 ", "v0 is there already"),
        ("::", "$", "'\\$' is not read"),
    ],
)
def test_what_is_wrong_is_seen(old: str, new: str, words: str) -> None:
    text = coredsl.text(ALL, "all")
    assert old in text
    with pytest.raises(MoteError, match=f"CoreDSL: .*({words})"):
        coredsl.check(text.replace(old, new), ALL)


def test_widths() -> None:
    """As CoreDSL has them, for what our own text does without."""
    scope: coredsl_reader.Scope = {"a": coredsl_reader.Value(9, 4), "b": coredsl_reader.Value(3, 2)}
    for text, value, width in (
        ("a + b", 12, 5),
        ("a * b", 27, 6),
        ("a << b", 8, 4),
        ("a :: b", 39, 6),
        ("a == b", 0, 1),
        ("a & b | a", 9, 4),
        ("a == 4'd9 ? b : a", 3, 4),
        ("(unsigned<3>)(a - b)", 6, 3),
        ("a[3:2]", 2, 2),
        ("10", 10, 4),
    ):
        tokens = coredsl_reader._Tokens(text)
        assert coredsl_reader._expression(tokens, scope) == coredsl_reader.Value(value, width), text
        assert tokens.next == ""


def test_with_the_unit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`verilog` writes it beside the macros."""
    words = ["ise", "verilog", "--core", "picorv32", "--with", "sha256_add,bits", str(tmp_path)]
    assert cli.main(words) == 0
    path = tmp_path / "extensions.core_desc"
    assert str(path) in capsys.readouterr().out.split()
    found = coredsl_reader.read(path.read_text())
    assert {"add_sum0", "rotate"} <= set(found)
