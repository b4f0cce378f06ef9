"""Candidates for instructions: what has to be found in our own files, and what is no pattern."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from mote import cli
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.ise.riscv import isa, machine, skeleton
from mote.ise.riscv.mining import candidates, code, command, describe, forms, graph, same
from mote.ise.riscv.mining.candidates import Candidate, Mined, Ranked

pytestmark = pytest.mark.skipif(
    shutil.which(machine.COMPILER) is None, reason="needs the RISC-V compiler"
)

mines = pytest.mark.turns(
    "RISC-V candidates", 4, "python/mote/ise/riscv/mining", "src/sha2", "src/keccak"
)
"""Runs a file of ours, and looks into it: some seconds each."""

MASK = 0xFFFFFFFF
CORE = "picorv32"
SMALL_KECCAK = ROOT / "src" / "keccak" / "f1600" / "rv32imc.S"
Meaning = Callable[[int, int], int]


def ror(x: int, n: int) -> int:
    return (x >> n | x << 32 - n) & MASK


SIGMAS: dict[str, tuple[Meaning, int]] = {
    "SIGMA0": (lambda s, _: ror(s, 2) ^ ror(s, 13) ^ ror(s, 22), 11),
    "SIGMA1": (lambda s, _: ror(s, 6) ^ ror(s, 11) ^ ror(s, 25), 11),
    "sigma0": (lambda s, _: ror(s, 7) ^ ror(s, 18) ^ s >> 3, 9),
    "sigma1": (lambda s, _: ror(s, 17) ^ ror(s, 19) ^ s >> 10, 9),
}
"""FIPS 180-4, section 4.1.2, and the instructions that the plain file has for each."""


def in_order(s: int, _: int) -> int:
    return int.from_bytes(s.to_bytes(4, "little"), "big")


@pytest.fixture(scope="module")
def sha256() -> Mined:
    return candidates.mine(code.read("sha256"))


@pytest.fixture(scope="module")
def sha3() -> Mined:
    return candidates.mine(code.read("sha3"))


def computes(candidate: Candidate, meaning: Meaning) -> bool:
    """Whether it is one function, and this one, as its description is computed."""
    (instruction,) = describe.instructions(candidate.described("x"), isa.OWN_FUNCT7)
    source = random.Random(0)
    pairs = [(source.randrange(1 << 32), source.randrange(1 << 32)) for _ in range(20)]
    if instruction.second == "i":
        pairs = [(s, t % 32) for s, t in pairs]
    found = [instruction.compute(s, t) for s, t in pairs]
    turned = [instruction.compute(t, s) for s, t in pairs] if instruction.second == "t" else found
    wanted = [meaning(s, t) for s, t in pairs]
    return wanted in (found, turned)


def named(ranked: list[Ranked], meaning: Meaning) -> Ranked | None:
    """The candidate with that meaning."""
    for each in ranked:
        single = each.candidate.by_number or len(each.candidate.texts) == 1
        if single and computes(each.candidate, meaning):
            return each
    return None


@mines
def test_the_sigmas_of_sha256_come_first(sha256: Mined) -> None:
    """They, and what puts the bytes of a word in order, which takes next to no gates."""
    best = candidates.rank(sha256, CORE, 5)
    assert named(best, in_order) is not None
    for name, (meaning, instructions) in SIGMAS.items():
        found = named(best, meaning)
        assert found is not None, name
        assert found.replaced == (instructions, instructions)
        # 64 rounds and 48 steps of the schedule a block, of which 16 are written out
        assert len(found.uses) == (32 if name[0] == "S" else 16)
    wrong = lambda s, _: ror(s, 2) ^ ror(s, 13) ^ ror(s, 23)  # noqa: E731
    assert named(best, wrong) is None


@mines
def test_rotations_and_theta_in_keccak(sha3: Mined) -> None:
    """47 rotations a round of three instructions; theta's D[x] is C[x-1] and C[x+1] rotated by 1.

    Lanes are bit-interleaved: of the two words of a lane that is rotated by 1, one is rotated.  So
    a ^ rotl(b, 1) of a word is the piece of theta that has two operands; the other word's is an
    exclusive or alone.
    """
    first = candidates.rank(sha3, CORE, 1)[0]
    assert first.candidate.by_number and computes(first.candidate, lambda s, n: ror(s, n))
    assert first.replaced == (3, 3)
    # two rounds are written out, and theta's rotations by 1 are 5 a round
    assert len(first.uses) == 2 * (47 + 5)
    theta = named(candidates.each_alone(sha3, CORE), lambda a, b: a ^ ror(b, 31))
    assert theta is not None
    assert theta.replaced == (4, 4) and len(theta.uses) == 2 * 5


@mines
def test_and_not_and_theta_where_lanes_are_halves() -> None:
    """The small file: chi's ~b & c, and a half of rotl(b, 1) out of both halves of a lane."""
    found = candidates.each_alone(candidates.mine(code.read(str(SMALL_KECCAK))), CORE)
    and_not = named(found, lambda s, t: ~s & t & MASK)
    half = named(found, lambda s, t: (s << 1 | t >> 31) & MASK)
    assert and_not is not None and and_not.replaced == (2, 2)
    assert half is not None and half.replaced == (3, 3)


def plain(shape: graph.Shape, operands: list[int]) -> int:
    """What a pattern computes, executed operation by operation."""
    made: list[int] = []
    for operations, parts in shape:
        given = {"x": operands, "node": made}
        values = [which if kind == "const" else given[kind][which] for kind, which in parts]
        inner: list[int] = []
        for opcode, inputs in operations:
            one = {"x": values, "made": inner}
            x = [which if kind == "const" else one[kind][which] for kind, which in inputs]
            inner.append(EXECUTED[opcode](*x) & MASK)
        made.append(inner[-1])
    return made[-1]


def signed(x: int) -> int:
    return x - (x >> 31 << 32)


EXECUTED: dict[str, Callable[..., int]] = {
    "COPY": lambda a: a,
    "INT_ZEXT": lambda a: a,
    "INT_NEGATE": lambda a: ~a,
    "INT_2COMP": lambda a: -a,
    "INT_ADD": lambda a, b: a + b,
    "INT_SUB": lambda a, b: a - b,
    "INT_XOR": lambda a, b: a ^ b,
    "INT_AND": lambda a, b: a & b,
    "INT_OR": lambda a, b: a | b,
    "INT_LEFT": lambda a, b: a << b,
    "INT_RIGHT": lambda a, b: a >> b,
    "INT_SRIGHT": lambda a, b: signed(a) >> b,
    "INT_LESS": lambda a, b: int(a < b),
    "INT_SLESS": lambda a, b: int(signed(a) < signed(b)),
}


@mines
@pytest.mark.parametrize("what", ["sha256", "sha512", "shabal", "ascon_hash256", "poly1305"])
def test_every_description_is_what_its_code_computes(what: str) -> None:
    """Of each candidate of a file, every place where it was found."""
    mined = candidates.mine(code.read(what))
    source = random.Random(what)
    assert len(mined.candidates) > 10
    for each in mined.candidates:
        if each.by_number or len(each.texts) > 1:
            continue
        (instruction,) = describe.instructions(each.described("x"), isa.OWN_FUNCT7)
        isa._check(instruction)
        pairs = [(source.choice((0, MASK, source.randrange(1 << 32))), source.randrange(1 << 32))]
        pairs += [(source.randrange(1 << 32), source.randrange(32)) for _ in range(2)]
        wanted = [instruction.compute(s, t) for s, t in pairs]
        turned = [instruction.compute(t, s) for s, t in pairs]
        for shape in {graph.shape_of(mined.blocks[x.block], x.pattern) for x in each.uses}:
            found = [plain(shape, [s, t]) for s, t in pairs]
            if instruction.second:
                assert found in (wanted, turned) or [plain(shape, [t, s]) for s, t in pairs] in (
                    wanted,
                    turned,
                ), each.title
            else:
                assert found == wanted, each.title


ROTATION = """\
        srli    t0, a0, 3
        slli    t1, a0, 29
{more}
        or      {to}, t0, t1
"""


@pytest.mark.parametrize(
    ("text", "there"),
    [
        (ROTATION.format(more="", to="a0"), True),
        (ROTATION.format(more="", to="a0").replace("or ", "add"), True),
        (ROTATION.format(more="", to="a0").replace("slli    t1, a0", "slli    t1, a2"), False),
        (ROTATION.format(more="        sw      t0, (a1)", to="a0"), False),
        (ROTATION.format(more="        mv      s1, t0", to="a0"), False),
        (ROTATION.format(more="        mv      t2, t0", to="a0"), True),
        (ROTATION.format(more="        beqz    a1, 1f", to="a0") + "1:\n", False),
        (ROTATION.format(more="        lui     a0, 5", to="a0"), True),
        (ROTATION.format(more="        lw      t1, (a1)", to="a0"), False),
        (ROTATION.format(more="1:\n", to="a0") + "        bnez    a1, 1b\n", False),
    ],
)
def test_what_is_a_pattern(tmp_path: Path, text: str, there: bool) -> None:
    """A rotation, unless a part of it is wanted elsewhere, comes from elsewhere, or is cut."""
    (tmp_path / "mine.S").write_text(f"        .globl  f\nf:\n{text}        ret\n")
    mined = candidates.mine(code.read(str(tmp_path / "mine.S")))
    found = named(candidates.each_alone(mined, CORE), lambda s, _: ror(s, 3))
    assert (found is not None) is there


def test_how_large_a_pattern_may_be(tmp_path: Path) -> None:
    """Twelve operations, and two inputs."""
    for count, there in ((graph.LIMIT, True), (graph.LIMIT + 1, False)):
        lines = ["        xor     a0, a0, a1", "        add     a0, a0, a1"] * 7
        (tmp_path / "mine.S").write_text("\n".join(["f:", *lines[:count], "        ret", ""]))
        mined = candidates.mine(code.read(str(tmp_path / "mine.S")))
        most = max(len(use.pattern.nodes) for each in mined.candidates for use in each.uses)
        assert most == graph.LIMIT
        whole = [
            use.pattern.nodes
            for each in mined.candidates
            for use in each.uses
            if use.pattern.nodes == tuple(range(count))
        ]
        assert bool(whole) is there


def test_forms_that_differ_for_one_operand() -> None:
    """The samples do not tell them apart, the solver does."""
    s, one = forms.S, forms.constant(1)
    is_it = forms.subtract(one, forms.compare("ult", forms.constant(0), forms.xor(s, FAR)))
    other = forms.xor(s, is_it)
    assert forms.values(other) == forms.values(s)
    assert not same.same(other, s)
    assert same.same(forms.xor(other, is_it), s)
    a, b = forms.S, forms.T
    assert same.same(forms.either(a, b), forms.xor(forms.xor(a, b), forms.both(a, b)))


FAR = forms.constant(0x12345679)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of extensions in place of the repository's."""
    of = isa.extension
    monkeypatch.setattr(isa, "EXTENSIONS", tmp_path)
    monkeypatch.setattr(isa, "extension", lambda name: of(name, tmp_path))
    return tmp_path


@mines
def test_candidates_become_an_extension(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["ise", "candidates", "sha256", "--top", "5", "--write", "mine"]
    assert cli.main(words) == 0
    told = capsys.readouterr()
    assert "5 instructions, their unit proved" in told.err
    assert [each.name for each in isa.extension("mine")] == [f"mine_{n}" for n in range(1, 6)]
    for instruction in isa.extension("mine"):
        assert any(
            all(instruction.compute(x) == meaning(x, 0) for x in (1, 0x12345678, MASK))
            for meaning in (in_order, *(each for each, _ in SIGMAS.values()))
        )
    assert cli.main(words) == 1
    assert "there is an extension 'mine' already" in capsys.readouterr().err


@mines
def test_what_is_printed_can_be_pasted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["ise", "candidates", "sha3", "--top", "2"]) == 0
    table, _, text = capsys.readouterr().out.partition('"""')
    assert "rotated(i.s, i.i)" in table
    (folder / "mine.py").write_text(f'"""{text}')
    assert len(isa.extension("mine")) == 2
    assert cli.main(["ise", "candidates", "sha3", "--core", "vexriscv", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["candidates"]
    assert found and all("i.i" not in each["meaning"] for each in found)


@mines
def test_a_table_fits_80_columns(sha256: Mined) -> None:
    """However long a meaning is, and however much is executed."""
    facts = {"meaning": "x ^ " * 90, "instructions": (10, 12), "places": 1234, "executed": 123456}
    facts |= {"percent": 17.2, "ge_estimated": 1247, "ge": None, "saved_per_ge": 12577.61}
    lines = command._table(sha256.code, "picorv32", [facts]).splitlines()
    assert lines[3].startswith("  x ^ x ^ ") and lines[4].endswith("x...")
    assert lines[2].startswith("x ^ x ^ ") and "123456" in lines[2] and "12577.6" in lines[2]
    assert max(map(len, lines)) <= 80


def test_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "wrong.S").write_text("        nosuch  a0\n")
    (tmp_path / "empty.S").write_text("\n")
    (tmp_path / "little.S").write_text("f:      ret\n")
    for words, told in (
        (["nosuch"], "nosuch: it is neither a file nor a function"),
        ([str(tmp_path)], "it is neither a file nor a function"),
        (["crc32"], "crc32 has no file in assembly for rv32imc"),
        ([str(tmp_path / "wrong.S")], "wrong.S: it is not assembled: unrecognized opcode"),
        ([str(tmp_path / "empty.S")], "empty.S: it has no code"),
        ([str(tmp_path / "little.S")], "no pattern of two instructions or more saves"),
        (["sha256", "--top", "0"], "--top is 0"),
        (["sha256", "--write", "9x"], "'9x' cannot be an extension's name"),
    ):
        assert cli.main(["ise", "candidates", *words]) == 1
        error = capsys.readouterr().err
        assert told in error and error.count("\n") == 1
    with pytest.raises(MoteError, match="find no room from funct7 0111111 on"):
        describe.file("", [describe.Described("x", "i.s", "", "")] * 9, 63)
    assert skeleton.free_funct7() >= isa.OWN_FUNCT7
