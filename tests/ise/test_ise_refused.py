"""Extensions that are refused, each with its message, which docs/extend-the-core.md quotes."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from mote import cli
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.ise import area, command, kernels, skeleton
from mote.pic24 import checks, isa
from mote.pic24.isa import Instruction, load_module
from mote.pic24.planning.buses import WRITE_PORTS
from mote.pic24.planning.units import READ_PORTS
from mote.pic24.sets import InstructionSet, extension_names

PAGE = ROOT / "docs" / "extend-the-core.md"
FOLDER = isa.FOLDER
assert command, "imported before the folder of a test takes FOLDER's place"
GOOD = skeleton.DESCRIPTION.format(name="mine", title="MINE", prefix="1100 0111 0000").replace(
    "import reg", "import Expr, cat, const, mul, mux, reg, rom, shl, shr, var, zext"
)
PATTERN = "1100 0111 0000 dddd tttt ssss"
VALUE = "reg(i.s) ^ reg(i.t)"
FOUR = "*(RegWrite(const(n, 4), reg(i.s)) for n in range(3))"


def quoted(message: str) -> bool:
    """Whether the page has the message, however its lines are broken."""
    return " ".join(message.split()) in " ".join(PAGE.read_text(encoding="utf-8").split())


@pytest.fixture
def core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A core without extensions, whose folder is cores/pic24 of a checkout."""
    folder = tmp_path / "cores" / "pic24"
    (folder / "extensions").mkdir(parents=True)
    shutil.copy(FOLDER / "instructions.py", folder)
    monkeypatch.setattr(isa, "FOLDER", folder)
    monkeypatch.setattr(checks, "ROOT", tmp_path)
    return folder


def described(core: Path, text: str, name: str = "mine") -> None:
    """Write the description of an extension; what was read of it before is forgotten."""
    sys.modules.pop(f"mote_pic24_{name}", None)
    (core / "extensions" / f"{name}.py").write_text(text)


def gates(expression: str) -> str:
    """A table of squares of 4 bits with gates for it."""
    return f"zext(rom([n * n % 16 for n in range(16)], reg(i.s)[:4], 4, {expression}), 16)"


# The gates of n * n modulo 16, right and with one term wrong.
SQUARE = "cat(reg(i.s)[0], const(0, 1), reg(i.s)[1] & ~reg(i.s)[0], {})"
BIT3 = "reg(i.s)[0] & (reg(i.s)[1] ^ reg(i.s)[2])"
RIGHT, WRONG = SQUARE.format(BIT3), SQUARE.format(BIT3.replace("^", "|"))

REFUSED = {
    "base opcode": (
        (PATTERN, "0111 1000 0000 dddd tttt ssss"),
        "pattern: the instruction word 0x780000 is mov_ws_wd (mov) of the base core too; take "
        "another sub-opcode: `mote ise new` allocates a free one",
    ),
    "not free": (
        (PATTERN, "1111 1100 0000 dddd tttt ssss"),
        "pattern: it begins with 0xfc; the first eight bits of an extension are fixed and from "
        "0xC0 to 0xCE and 0xF0 to 0xF7: `mote ise new` allocates a free one",
    ),
    "short": (
        (PATTERN, "1100 0111 000 dddd tttt ssss"),
        "pattern: 23 bits; it is 24 (or 48) times 0, 1, x or a letter",
    ),
    "operand": (
        ('Reg("t")', 'Reg("q")'),
        "operands: an operand sets q, but the pattern has no field q; its fields are: d, s, t",
    ),
    "no operand": (
        (', Reg("t")', ""),
        "pattern: no operand sets the field t; add the operand, or write 0 for its bits",
    ),
    "field": (
        ("reg(i.t)", "reg(i.q)"),
        "meaning: it takes the field q, which the pattern has not; its fields are: d, s, t "
        "(line 14)",
    ),
    "widths": (
        (VALUE, "reg(i.s) ^ reg(i.t)[:8]"),
        "meaning: widths 16 and 8 do not agree (line 14)",
    ),
    "four written": (
        ("Step(regs=(", f"Step(regs=({FOUR}, "),
        "regs: step 1 writes 4 registers; the core has 3 write ports: write the others in a "
        "further step",
    ),
    "five read": (
        (VALUE, "reg(0) ^ reg(1) ^ reg(2) ^ reg(i.s) ^ reg(i.t)"),
        "meaning: more than 4 registers are read in one step; the core has 4 read ports: read the "
        "others in a step before and keep them in temps",
    ),
    "late address": (
        ("Step(", "Step(read=Access(reg(i.s) ^ MEM, 2), "),
        "meaning: it has no hardware form: an address, or whether there is an access, depends on "
        "what the same step computes or reads; make it of registers, fields and RCOUNT, or write "
        "it to a register, for the next instruction",
    ),
    "product": (
        (VALUE, "mul(reg(i.s), reg(i.t)[:8])[:16]"),
        "meaning: step 1: a product of 16 and 8 bits has no hardware form; the multiplier takes "
        "twice the same, up to 16: extend with zext",
    ),
    "shift": (
        (VALUE, "shl(reg(i.s), reg(i.t))"),
        "meaning: step 1: a shift of 16 bits by an amount of 16 bits has no hardware form; the "
        "shifter takes 4 or 5 bits of amount: take these with [:4]",
    ),
    "no read": (
        (VALUE, "MEM"),
        "meaning: step 1: there is no MEM; MEM needs a read, PROG a program, a temp an earlier "
        "step; there are: C, DC, N, NEXT, OV, RCOUNT, TBLPAG, Z",
    ),
    "byte read": (
        (
            f"Step(regs=(RegWrite(i.d, {VALUE})",
            "Step(read=Access(reg(i.s), 1), regs=(RegWrite(i.d, MEM)",
        ),
        "meaning: step 1: MEM is taken with 16 bits and has 8: write MEM8 for a byte",
    ),
    "value width": (
        (VALUE, "zext(reg(i.s), 17)"),
        "regs: value: it has 17 bits in step 1; it takes 8 or 16",
    ),
    "table": (
        (VALUE, "zext(rom([1, 16], reg(i.s)[0], 4), 16)"),
        "meaning: step 1: element 1 of a table of 4 bits is 0x10; give rom the width that it needs",
    ),
    "gates": (
        (VALUE, gates(WRONG)),
        "meaning: step 1: gates: at index 0x7 they give 0x9, the table 0x1; make them agree: the "
        "simulator takes the table, the hardware the gates",
    ),
    "extension": (
        ('extension="mine"', 'extension="yours"'),
        'extension: it is "yours"; write "mine", the file\'s name',
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refused(core: Path, what: str) -> None:
    """With the change it is refused with this message, without it taken; the page has it."""
    (old, new), message = REFUSED[what]
    text = GOOD.replace("import Fields", "import MEM, Access, Fields")
    assert old in text
    described(core, text.replace(old, new))
    with pytest.raises(MoteError) as caught:
        InstructionSet(["mine"])
    found = str(caught.value)
    assert found == f"cores/pic24/extensions/mine.py: mine: {message}"
    assert quoted(found)


def test_what_is_sound_is_taken(core: Path) -> None:
    described(core, GOOD)
    assert InstructionSet(["mine"]).decode(0xC70123).name == "mine"


def test_two_extensions_overlap(core: Path) -> None:
    """Each is taken alone, both together are not."""
    described(core, GOOD)
    other = GOOD.replace("mine", "other").replace(PATTERN, "1100 0111 ttt0 dddd 0010 ssss")
    described(core, other, "other")
    for names in (["mine"], ["other"]):
        InstructionSet(names)
    with pytest.raises(MoteError) as caught:
        InstructionSet(["mine", "other"])
    found = str(caught.value)
    assert found == (
        "cores/pic24/extensions/other.py: other: pattern: the instruction word 0xc70020 is mine of "
        "cores/pic24/extensions/mine.py too; take another sub-opcode: `mote ise new` allocates a "
        "free one"
    )
    assert quoted(found)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("extension=", "extention=", r":\d+: TypeError: .*unexpected keyword .*'extention'"),
        ("INSTRUCTIONS =", "INSTRUCTION =", ": INSTRUCTIONS: it is missing: a list of Instruct"),
        ("meaning,", "meanin,", r":\d+: NameError: name 'meanin' is not defined"),
        (", meaning, ", ", None, ", ": mine: meaning: 'NoneType' object is not callable"),
    ],
)
def test_a_mistake_in_the_file_is_named(core: Path, old: str, new: str, words: str) -> None:
    text = GOOD.replace("        meaning,\n        ext", "        meaning, ext")
    text = text.replace('Wt.",\n        meaning, ', 'Wt.", meaning, ')
    assert old in text
    described(core, text.replace(old, new))
    with pytest.raises(MoteError, match=f"extensions/mine.py{words}"):
        InstructionSet(["mine"])


def test_gates_are_compared_however_they_are_written(core: Path) -> None:
    """Of the index, of what the index is made of, of other registers, of more than 16 bits."""
    both = "(reg(i.s) ^ reg(i.t))"
    parts = "zext(rom([0, 1, 1, 0], cat(reg(i.s)[0], reg(i.t)[9]), 1, {}), 16)"
    for right, wrong in (
        (gates(RIGHT), gates(WRONG)),
        (gates(RIGHT).replace("reg(i.s)", both), gates(WRONG).replace("reg(i.s)", both)),
        (parts.format("reg(i.s)[0] ^ reg(i.t)[9]"), parts.format("reg(i.s)[0] ^ reg(i.t)[8]")),
    ):
        described(core, GOOD.replace(VALUE, right))
        InstructionSet(["mine"])
        described(core, GOOD.replace(VALUE, wrong))
        with pytest.raises(MoteError, match="gates: at index"):
            InstructionSet(["mine"])


def test_no_figure_of_an_extension_that_is_refused(
    core: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`mote ise area` and `mote ise new` end with the message, and with nothing else; nor is the
    core without it synthesized first."""
    monkeypatch.setattr(area, "synthesize", lambda design: 1 // 0)
    described(core, GOOD.replace(VALUE, gates(WRONG)))
    for words in (["area", "--extension", "mine"], ["new", "another"]):
        assert cli.main(["ise", *words]) == 1
        out, err = capsys.readouterr()
        assert out == "" and "gates: at index 0x7 they give 0x9, the table 0x1" in err


def test_sub_opcodes_are_allocated() -> None:
    """Sixteen extensions in each free opcode: many more than there are; no two overlap."""
    known = list(InstructionSet(extension_names()).instructions)
    like = load_module(FOLDER / "extensions" / "jh_swap.py").INSTRUCTIONS[0]
    # The page's own extension takes what the tool gives to the first.
    given = f"{checks.free_prefix(known):012b}"
    assert f'PATTERN = "{given[:4]} {given[4:8]} {given[8:]} ' in PAGE.read_text(encoding="utf-8")
    count = 0
    try:
        while count < 1000:
            prefix = checks.free_prefix(known)
            assert prefix >> 4 in checks.OPCODES
            pattern = f"{prefix:012b}" + "d" * 4 + "t" * 4 + "s" * 4
            one = Instruction(f"n{count}", "n", pattern, (), "", like.meaning)
            assert all(checks.overlap(one, other) is None for other in known)
            known.append(one)
            count += 1
    except MoteError as error:
        assert str(error).startswith("every sub-opcode for extensions is taken")
    assert 100 < count < 16 * len(checks.OPCODES)


TURN = """
.bss
seen: .space 2
.text
turn:
    mov [w0++], w2
    mov [w0], w3
.if has_blake_rrot
    s3_rrot_8 w2, w4
.else
    lsr w2, #8, w4
    sl w3, #8, w6
    ior w4, w6, w4
    lsr w3, #8, w5
    sl w2, #8, w6
    ior w5, w6, w5
.endif
    mov w4, [w1++]
    mov w5, [w1]
    mov w4, seen
    mov w5, w0
    return
"""
TURNED = ("--call", "turn", "--extension", "blake_rrot")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("", "", ""),
        ("    mov w5, w0\n", "", ""),
        ("lsr w3, #8, w5", "asr w3, #8, w5", "input 1 of 8 byte 3 of the buffer at W1 is 0x98, no"),
        ("lsr w2, #8, w4", "asr w2, #8, w4", "input 2 of 8 byte 1 of the buffer at W1 is 0x78, no"),
        ("ior w5, w6, w5", "ior w5, w6, w5\n    mov w5, w7", ""),
        (".else\n", ".else\n    mov w2, [w1+6]\n", "byte 6 of the buffer at W1"),
        ("    mov w4, seen\n", ".if has_blake_rrot\n    mov w4, seen\n.endif\n", "byte 0 of seen"),
        ("    mov w5, w0\n", "    mov #has_blake_rrot, w0\n", "W0 is 0001, not 0000"),
    ],
)
def test_a_fallback_that_computes_something_else(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    """Also where it shows in a variable, in W0 or for one input only; scratch may differ."""
    path = tmp_path / "turn.s"
    path.write_text(TURN.replace(old, new))
    study = kernels.Study("turn", path, "turn")
    try:
        kernels.check_outputs(study, [(), ("blake_rrot",)])
        found = ""
    except MoteError as error:
        found = str(error)
    assert message in found and bool(message) == bool(found)


def test_no_figure_of_a_fallback_that_computes_something_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "turn.s"
    path.write_text(TURN.replace("lsr w2, #8, w4", "asr w2, #8, w4"))
    out = tmp_path / "out"
    assert cli.main(["ise", "explore", "--kernel", str(path), *TURNED, "--output", str(out)]) == 1
    printed, err = capsys.readouterr()
    message = err.removeprefix("mote: ").replace(f"{tmp_path}/", "").strip()
    assert printed == "" and not out.exists() and quoted(message), message


def test_the_numbers_of_the_page() -> None:
    numbers = {2: "two", 3: "three", 4: "four", 8: "eight", 16: "sixteen"}
    text = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert f"Free opcodes are {checks.FREE}; {numbers[16]} extensions share one" in text
    first, last = (int(word, 16) for word in checks.FREE.split()[::6])
    assert (first, last) == (checks.OPCODES[0], checks.OPCODES[-1])
    assert f"reads at most {numbers[READ_PORTS]} registers" in text
    assert f"writes at most {numbers[WRITE_PORTS]} registers" in text
    assert f"every index up to {checks.EXHAUSTIVE_BITS} bits" in text
    assert f"{checks.SAMPLES} random ones beyond" in text
    assert f"a table of up to {1 << checks.EXHAUSTIVE_BITS} elements" in text
    assert f"with {numbers[kernels.INPUTS]} contents of the buffers" in text
