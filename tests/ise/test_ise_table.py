"""The paper's figures as carried over, what is counted of a kernel, and the tables."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mote import cli
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.ise import controllers, kernels, table
from mote.keeping import store

KERNEL = """
.equ data_state, 8
.equ data_message_block, 64
.equ mote_jh_context_size, 76
.global mote_jh_context_size, mote_jh_init, mote_jh_compress

mote_jh_init:
    mov #psvoffset(initial_256), w2
    repeat #3
    mov [w2++], [w0++]
    return

mote_jh_compress:
    push w8
    mov #table, w8
    mov [w8++], w2
    rcall inner
    xor w2, [w1], [w0]
    pop w8
    bra n, follows
    nop
follows:
    goto shared

unused:
    nop
    return

inner:
    nop
    return

shared:
.if has_jh_swap
    nop
.else
    nop
    mov [w0++], w3
.endif
    return

output_transform:
    goto only_output

only_output:
    return

.const
initial_256: .word 1, 2, 3, 4
initial_512: .word 1, 2, 3, 4
constants: .word 9
.rodata
table: .word 7, 7
other_table: .word 8
"""


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kernels, "folder", lambda name: tmp_path / name)
    (tmp_path / "jh").mkdir()
    (tmp_path / "jh" / "pic24.s").write_text(KERNEL)
    (tmp_path / "jh" / "pic24_ise.s").write_text('.extension jh_swap\n.include "pic24.s"\n')
    return tmp_path / "jh"


def test_what_is_counted(sources: Path) -> None:
    """What the kernel reaches, by name or by running into it; initial value, output; no more."""
    one = kernels.measure(kernels.study("jh"))
    assert one.text == {
        "mote_jh_compress": 3 * 8,
        "follows": 3 * 2,
        "inner": 3 * 2,
        "shared": 3 * 3,
        "output_transform": 3 * 2,
        "only_output": 3,
        "initial_256": 3 * 4,
    }
    assert one.data == {"state": 8, "message_block": 64, "other": 4, "table": 4, "stack": 10}
    assert (one.text_bytes, one.data_bytes) == (66, 90)
    # mov, return, xor, pop, mov, return; push, rcall, xor.
    assert one.reads == 1 + 2 + 1 + 1 + 1 + 2
    assert one.writes == 1 + 2 + 1
    assert one.extensions == ()
    less = kernels.measure(kernels.study("jh", "pic24_ise"))
    assert less.extensions == ("jh_swap",)
    assert (one.cycles - less.cycles, one.text_bytes - less.text_bytes) == (1, 3)
    assert kernels.measure(kernels.study("jh"), ["jh_swap"]) == less


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("mote_jh_compress:", "mote_jh_block:", "mote_jh_compress"),
        ("data_state, 8", "data_state, 18", "take 82 bytes, the context 76"),
        (".global mote_jh_context_size, ", ".global ", "does not state mote_jh_context_size"),
        ("pop w8", "pop w9", "w8 is callee-saved"),
        ("mov #table, w8", "mov #tabel, w8", "undefined tabel"),
    ],
)
def test_a_wrong_kernel_is_said(sources: Path, old: str, new: str, words: str) -> None:
    path = sources / "pic24.s"
    path.write_text(KERNEL.replace(old, new))
    with pytest.raises(MoteError, match=words) as caught:
        kernels.measure(kernels.study("jh"))
    assert len(str(caught.value).splitlines()) == 1


def test_a_missing_kernel_is_said(sources: Path) -> None:
    with pytest.raises(MoteError, match="keccak has no kernel"):
        kernels.study("keccak")


def test_subsets() -> None:
    assert kernels.subsets(["b", "a"]) == [(), ("a",), ("b",), ("a", "b")]
    assert kernels.subsets([]) == [()]


def test_published_items_add_up_to_the_published_memory() -> None:
    for function in kernels.FUNCTIONS:
        for implementation in (kernels.PLAIN, kernels.PAPER):
            for kind in ("data", "text"):
                total = sum(table.items(function, implementation, kind).values())
                assert total == table.figure(function, implementation, f"{kind}_bytes")


def test_published_cycles_a_byte_are_the_cycles_over_the_block() -> None:
    for function, (_, block, _) in kernels.FUNCTIONS.items():
        for implementation in (kernels.PLAIN, kernels.PAPER):
            cycles = table.figure(function, implementation, "cycles")
            each = table.figure(function, implementation, "cycles_per_byte")
            assert cycles is not None and each == pytest.approx(cycles / block, abs=0.06)
    assert table.figure("groestl256", kernels.PAPER, "cycles") == 3685
    assert table.figure("groestl256", kernels.OWN, "cycles") == 3685
    assert table.figure("groestl256", kernels.PLAIN, "area_overhead_percent") is None


def test_the_tables(sources: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["ise", "table", "--no-area", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    one = kernels.measure(kernels.study("jh"))
    by = {(r["function"], r["implementation"], r["figure"], r["item"]): r for r in rows}
    row = by["jh", "pic24", "cycles", ""]
    assert (row["ours"], row["published"], row["table"]) == (one.cycles, 29683, 2)
    assert row["ratio"] == round(one.cycles / 29683, 3)
    assert by["keccak", "pic24", "cycles", ""]["ours"] is None
    assert by["jh", "pic24_ise", "area_overhead_percent", ""]["ours"] is None
    # An item of the same name stands beside the published one.
    block = by["jh", "pic24", "data", "Message Block"]
    assert (block["ours"], block["published"], block["table"]) == (64, 64, 7)
    assert by["jh", "pic24", "text", "CompressBlock()"]["ours"] == 24
    assert by["jh", "pic24", "data", "table"]["published"] is None
    assert {r["table"] for r in rows} == set(range(1, 10))
    assert cli.main(["ise", "table", "--no-area"]) == 0
    text = capsys.readouterr().out
    for number in range(1, 10):
        assert f"Table {number}: " in text
    line = next(line for line in text.splitlines() if line.startswith("JH-256"))
    assert line.split()[1:4] == ["none", str(one.cycles), "29683"]


def test_other_sets_stand_against_the_papers(
    sources: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("ise_own", "wide"):
        (sources / f"pic24_{name}.s").write_text('.include "pic24.s"\n')
    names = ["pic24", "pic24_ise", "pic24_ise_own", "pic24_wide"]
    assert kernels.implementations("jh") == names
    assert cli.main(["ise", "table", "--no-area"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("JH-256")]
    assert [line.split()[1] for line in lines[:4]] == ["none", "paper's", "ours", "wide"]
    assert [line.split()[3] for line in lines[:4]] == ["29683", "24541", "24541", "24541"]


def test_overheads_stand_in_the_table(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    measured = table.measure()
    rows = table.rows(measured, {("jh", "pic24_ise"): 1.25})
    found = [r for r in rows if r["figure"] == "area_overhead_percent" and r["function"] == "jh"]
    assert [(r["ours"], r["published"], r["unit"]) for r in found] == [(1.25, 10.0, "per cent")]
    assert "+1.2 %" in table.text(rows)


@pytest.mark.parametrize("function", table.FUNCTIONS)
def test_the_published_items_are_all_there(function: str) -> None:
    """No two of them are one in the table; together they are what the paper's table 4 says."""
    for implementation in (table.PLAIN, table.PAPER):
        for kind in ("data", "text"):
            theirs = table.items(function, implementation, kind)
            pairs = table._item_pairs({}, theirs)
            assert [name for _, name in pairs] == list(theirs)
            total = table.figure(function, implementation, f"{kind}_bytes")
            assert sum(theirs.values()) == total, (implementation, kind)


def test_the_table_of_controllers() -> None:
    """Each published figure in one place, ours the least of the stored ones; both are printed."""
    rows = controllers.rows()
    theirs = [row for row in rows if row["published"] is not None]
    known = {(row["processor"], row["function"]): row for row in controllers.published()}
    assert len(theirs) == len(known) == len(controllers.published())
    by = {(row["item"], row["function"]): row for row in rows}
    text = controllers.text(rows)
    stored = list(store.read().values())
    for controller in controllers.CONTROLLERS:
        for function in table.FUNCTIONS:
            row = by[controller.title, function]
            found = [
                each.long_cycles_per_byte
                for each in stored
                if (each.function, each.cpu, each.timing)
                == (function, controller.cpu, controller.timing)
                and each.implementation in (controller.implementation or each.implementation,)
            ]
            assert row["ours"] == min(found, default=None) or (not found and not controller.cpu)
            if row["ours"] is not None:
                first = by[controller.title, controllers.FIRST]["ours"]
                assert f"{row['ours']:.1f}" in text and f"({row['ours'] / first:.2f})" in text
            entry = known.get((controller.published, function))
            assert (entry is None) == (row["published"] is None)
            if entry is not None:
                assert row["published"] == float(entry["value"])
                assert f"{entry['value']} ({entry['relative']})" in text
    # Our figures of C are marked, those of assembly are not.
    assert by["ARM920T", "jh"]["implementation"] == "portable_fast" and " C (" in text
    assert by["PIC24", "jh"]["implementation"] == kernels.PLAIN


def test_the_published_controllers_agree_with_themselves() -> None:
    """The core's own are table 2's, rounded; what is in brackets is over BLAKE's, by 1 per cent."""
    first = {row["processor"]: row for row in controllers.published() if row["relative"] == "1.00"}
    for row in controllers.published():
        implementation = {"PIC24": kernels.PLAIN, "PIC24+ISE": kernels.PAPER}.get(row["processor"])
        if implementation:
            exact = table.figure(row["function"], implementation, "cycles_per_byte")
            assert exact is not None and abs(exact - float(row["value"])) <= 0.5
        over = float(row["value"]) / float(first[row["processor"]]["value"])
        assert float(row["relative"]) == pytest.approx(over, rel=0.01), row
    assert {row["function"] for row in first.values()} == {controllers.FIRST}


def test_a_whole_block_takes_fewer_cycles_than_the_published_compression_function() -> None:
    """With the mode of operation, as `mote bench` counts it, whatever the extensions."""
    stored = store.read()
    for function in table.FUNCTIONS:
        for implementation in kernels.implementations(function):
            row = stored[function, implementation, table.CPU, "PIC24"]
            published = table.figure(function, implementation, "cycles")
            assert row.block_cycles is not None and published is not None
            assert row.block_cycles < published, (function, implementation)


def test_what_takes_more_than_the_papers_stands_in_a_table_of_its_own() -> None:
    """Every access and byte above the published, and nothing else; with the cycles fewer."""
    data = {"state": 300}
    measured = {
        ("jh", kernels.PLAIN): kernels.Measured((), 29583, 11837, 4140, {"compress": 4650}, data),
        ("jh", kernels.PAPER): kernels.Measured(("jh_swap",), 24541, 9874, 4099, {}, {}),
    }
    found = table.rows(measured, {})
    names = [(row["figure"], cycles["ours"]) for row, cycles in table.above(found)]
    assert names == [("reads", 29583), ("text_bytes", 29583)]
    lines = table.text(found).partition("What ours takes more of")[2].partition("Table 5")[0]
    told = [line.split()[1:] for line in lines.splitlines() if line.startswith("JH-256")]
    assert told == [
        ["none", "reads", "11837", "11836", "+1", "29583", "29683", "-100", "100.0"],
        ["none", "text", "4650", "4649", "+1", "29583", "29683", "-100", "100.0"],
    ]


@pytest.mark.turns("16-bit core", 16, "python/mote/pic24", "python/mote/ise", "cores/pic24")
def test_what_buys_most_is_as_the_study_says() -> None:
    """The section of that name, as far as it speaks of cycles and of data memory."""
    text = " ".join((ROOT / "docs" / "pic24-study.md").read_text(encoding="utf-8").split())

    def of(function: str, *names: str) -> kernels.Measured:
        return kernels.measure(kernels.study(function), names)

    none = of("groestl256").cycles
    assert "MixBytes alone saves a twelfth; with S3_SBOX nearly half" in text
    assert 1 / 13 < 1 - of("groestl256", "groestl_mix").cycles / none < 1 / 11
    assert 0.4 < 1 - of("groestl256", "groestl_mix", "groestl_sbox").cycles / none < 0.5
    assert of("groestl256", "groestl_cst", "groestl_sbox", "groestl_shift").cycles == none
    assert "the swap saves most of the cycles" in text
    none = of("jh").cycles
    both = none - of("jh", "jh_cst", "jh_swap").cycles
    assert 0.7 < (none - of("jh", "jh_swap").cycles) / both < 0.9
    assert "S3_XCST saves a table in data memory and costs a few cycles" in text
    without, with_it = (
        of("blake256", "blake_cxm", "blake_rrot", *more) for more in ((), ("blake_xcst",))
    )
    assert 0 < with_it.cycles - without.cycles < 20 and with_it.data_bytes < without.data_bytes
    assert "S3_LROTM is nearly all of the gain in cycles; the other two make room" in text
    assert "in memory and save few more. - Skein" in text
    alone, all_three = (
        of("keccak", "keccak_lrotm", *more) for more in ((), ("keccak_lrot1", "keccak_xcst"))
    )
    assert 0 < alone.cycles - all_three.cycles < alone.cycles / 100
    assert alone.data_bytes + alone.text_bytes > all_three.data_bytes + all_three.text_bytes
    assert "takes four tenths of the cycles off" in text
    mix = kernels.measure(kernels.study("skein512", kernels.OWN)).cycles
    assert 0.4 < 1 - mix / kernels.measure(kernels.study("skein512", kernels.PAPER)).cycles < 0.45
