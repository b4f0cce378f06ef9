"""The paper's functions on RISC-V: cycles as counted, faults that are seen, the study's page."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from mote import cli
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.ise.riscv import called, functions, kernel_proof, kernels, machine, stored, study
from mote.ise.riscv.finalists import FINALISTS, Jh256
from mote.specifications import jh
from mote.specifications.words import Integer

CORE = "picorv32"

hardware = pytest.mark.skipif(
    shutil.which("verilator") is None or shutil.which(machine.COMPILER) is None,
    reason="needs Verilator and the RISC-V compiler",
)


@hardware
@pytest.mark.long
@pytest.mark.turns("RISC-V finalists", 8, "python/mote/ise/riscv", "cores/riscv")
@pytest.mark.parametrize(
    ("of", "kernel", "counted", "rest"),
    [
        # G: 2 loads, 4 instructions of the core, 6 of the unit; the hash value.
        ("blake256", "blake_add+blake_turn", 112 * (2 * 5 + 4 * 3 + 6 * 4) + 8 * (4 + 21), 150),
        # Three layers of 16 in each round of P and Q, and their constants; H and the block.
        (
            "groestl256",
            "groestl",
            20 * 48 * 4 + (79 + 160 + 81) * 3 + 16 * (5 + 8 + 13 + 5 + 13),
            250,
        ),
        # Two layers of 32 and 8 constants a round; 12 passes of 32 words; the block comes to 64.
        ("jh256", "jh", 42 * (64 * 4 + 8 * 5) + 12 * 32 * 5 + 64 * (10 + 18), 1000),
        # A MIX: 6 of the core, 2 of the unit; a subkey's word: 2 loads, 4 of the core.
        ("skein512", "skein_turn", 288 * (6 * 3 + 2 * 4) + 19 * (8 * 22 + 12), 1400),
    ],
)
def test_cycles_are_those_counted(of: str, kernel: str, counted: int, rest: int) -> None:
    found = kernels.measure(CORE, kernel, of).block
    assert 0 < found - counted < rest


FAULTS = [
    ("blake256", "blake_add+blake_turn", "\\a, X, \\y", "\\a, X, \\x", "that of the message"),
    ("groestl256", "groestl", "rest    \\l0, \\e0, \\l2", "rest    \\l0, \\e0, \\l1", "one before"),
    ("jh256", "jh", "round   64, 2", "round   64, 1", "that of the one before"),
    (
        "skein512",
        "skein_turn",
        "turned  \\m, \\m, \\k, \\n",
        "turned  \\m, \\m, \\l, \\n",
        "before",
    ),
]


def with_fault(
    monkeypatch: pytest.MonkeyPatch, folder: Path, of: str, kernel: str, old: str, new: str
) -> functions.Function:
    """The function, its kernels copied to a folder, one of them with another text."""
    what = functions.function(of)
    for path in what.folder.iterdir():
        text = path.read_text()
        if path.stem == kernel:
            assert old in text
            text = text.replace(old, new)
        (folder / of / path.name).parent.mkdir(exist_ok=True)
        (folder / of / path.name).write_text(text)
    monkeypatch.setattr(called, "KERNELS", folder)
    return what


@hardware
@pytest.mark.long
@pytest.mark.turns("RISC-V finalists", 8, "python/mote/ise/riscv", "cores/riscv")
@pytest.mark.parametrize(("of", "kernel", "old", "new", "words"), FAULTS)
def test_a_fault_is_no_figure(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    of: str,
    kernel: str,
    old: str,
    new: str,
    words: str,
) -> None:
    with_fault(monkeypatch, tmp_path, of, kernel, old, new)
    with pytest.raises(MoteError, match=words):
        kernels.measure(CORE, kernel, of)


@hardware
@pytest.mark.long
@pytest.mark.turns("RISC-V kernels' proofs", 8, "python/mote/ise/riscv", "cores/riscv")
def test_a_fault_is_not_proved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """JH's state is one of groups in memory: a kernel and what it is proved to do agree in that."""
    # Behind the rounds: where one of these is wrong nothing is equal from there on: slow.
    old, new = "add_block 0x22222222, -2", "add_block 0x22222222, -1"
    what = with_fault(monkeypatch, tmp_path, "jh256", "jh", old, new)
    with pytest.raises(MoteError, match="not what the specification says"):
        kernel_proof.prove(what, "jh")


def test_groups_of_jh() -> None:
    """What is in memory of a state, and back."""
    what = next(each for each in FINALISTS if isinstance(each, Jh256))
    state = [Integer(byte, 8) for byte in random.Random(1).randbytes(128)]
    grouped = what.specification._placed(state)
    assert [byte.value for byte in what.back(grouped)] == [byte.value for byte in state]
    # The first word: E(p) of p = 4, 0, 12, 8 and so on, whose highest bit is bit p of the state.
    bits = [byte.value >> 7 - n & 1 for byte in state for n in range(8)]
    first = grouped[0].split(4)
    assert [each.value >> 3 for each in first] == [bits[p] for p in (4, 0, 12, 8, 20, 16, 28, 24)]


@pytest.mark.parametrize(
    ("path", "grouped"),
    [
        ("cores/riscv/kernels/jh256/constants.inc", True),
        ("cores/riscv/plain/jh_constants.inc", False),
    ],
)
def test_constants_of_jh(path: str, grouped: bool) -> None:
    """Both files have the specification's, each bit once: as many ones in each round."""
    words = [
        int(word, 16)
        for line in (ROOT / path).read_text().splitlines()
        if ".word" in line
        for word in line.replace(".word", "").split(",")
    ]
    assert len(words) == 6 * 2 * 7 * 4
    for number, constant in enumerate(jh.round_constants()):
        run, r = divmod(number, 7)
        there = [words[((2 * run + half) * 7 + r) * 4 + n] for half in (0, 1) for n in range(4)]
        assert sum(word.bit_count() for word in there) == sum(constant)


def test_every_kernel_of_the_five_is_kept() -> None:
    """results/riscv-kernels.csv has them; `mote ise table --core picorv32 --write` does that."""
    rows = {(row["function"], row["extension"]) for row in stored.read() if row["core"] == CORE}
    for of in (each.name for each in FINALISTS):
        assert (of, kernels.PLAIN) in rows
        for name in kernels.kernels(CORE, of):
            assert (of, name) in rows


def test_the_page_is_not_stale() -> None:
    """Its table and both pictures are what the kept figures make; its figures are among these."""
    page = (ROOT / "docs" / "riscv-study.md").read_text(encoding="utf-8")
    assert study.page() in page
    for path, make in study.PICTURES.items():
        assert (ROOT / path).read_text(encoding="utf-8") == make()
        assert f"]({Path(path).name})" in page
    names = {name for name in study.FIVE if name != "keccak_f1600"}
    for row in stored.read():
        here = row["core"] == CORE and row["function"] in names
        there = row["core"] == "vexriscv" and not (
            row["function"] in names and row["extension"] == kernels.PLAIN
        )
        if here or there:
            assert f"| {row['block_cycles']} | {row['call_cycles']} |" in page


def test_no_standard_set_is_on_a_front_of_the_five() -> None:
    """As the page says."""
    for name in study.FIVE:
        of = study.of_core(study.points(name), CORE)
        assert not any(point.standard for point in study.front(of))
        assert len(study.front(of)) > 1


def test_a_changed_figure_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """One cycle a byte more or less is another page, and another picture."""
    page, pictures = study.page(), {path: make() for path, make in study.PICTURES.items()}
    read = stored.read
    monkeypatch.setattr(
        stored,
        "read",
        lambda: [{**row, "block_cycles": row["block_cycles"] + 256} for row in read()],
    )
    assert study.page() != page
    assert all(make() != pictures[path] for path, make in study.PICTURES.items())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--write"], "--write goes with --core picorv32 or vexriscv"),
        (["--write", "--no-area", "--core", CORE, "jh256"], "keeps areas, too: without --no-area"),
        (["--core", CORE, "jh"], "did you mean 'jh256'?"),
    ],
)
def test_refused(capsys: pytest.CaptureFixture[str], words: list[str], told: str) -> None:
    assert cli.main(["ise", "table", *words]) != 0
    assert told in capsys.readouterr().err


def test_what_is_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A function's rows on a core take the place of those that are there; all others stay."""
    before = stored.read()
    (tmp_path / "kept.csv").write_text(stored.RESULTS.read_text())
    monkeypatch.setattr(stored, "RESULTS", tmp_path / "kept.csv")
    assert stored.read() == before

    def is_of_it(row: stored.Row) -> bool:
        return (row["core"], row["function"]) == (CORE, "jh256")

    row = next(filter(is_of_it, before))
    stored.write(CORE, "jh256", [{**row, "block_cycles": 1}])
    after = stored.read()
    assert [row for row in after if is_of_it(row)] == [{**row, "block_cycles": 1}]
    others = [row for row in before if not is_of_it(row)]
    assert [row for row in after if not is_of_it(row)] == others


def test_front() -> None:
    """No other set is as good in gates and cycles, and better in one."""
    made = [
        study.Point(CORE, name, cycles, more, 0.0, False)
        for name, cycles, more in (
            ("none", 9, 0),
            ("a", 8, 5),
            ("b", 8, 6),
            ("c", 8.5, 5),
            ("d", 1, 9),
        )
    ]
    assert [point.name for point in study.front(made)] == ["none", "a", "d"]


@pytest.mark.parametrize("of", [each.name for each in FINALISTS])
def test_a_call_is_the_specifications(of: str) -> None:
    """Data before and behind a call: the objects do not overlap, and what is read stays."""
    what = functions.function(of)
    call = what.call(what.plain[0], 2, random.Random(3))
    (place, wanted), (rest, whole) = call.behind
    assert rest == 0 and len(whole) == len(call.data)
    assert whole[place : place + len(wanted)] == wanted != call.data[place : place + len(wanted)]
    assert whole[place + len(wanted) :] == call.data[place + len(wanted) :]
