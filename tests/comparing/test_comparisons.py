"""`mote table`: what is published is as printed, what is ours is as stored and within the rules."""

from __future__ import annotations

import copy
import math
import re
import shutil
import statistics
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from bench_command import ROOT, mote
from mote.building import build
from mote.catalog import catalog, contract
from mote.checking import promises
from mote.common import columns
from mote.common.errors import MoteError
from mote.comparing import known, operations, papers, published, stored
from mote.comparing.papers import avr, power8, shabal, smart_cards
from mote.comparing.papers.smart_cards import (
    ARM7TDMI,
    ARM920T,
    ATMEGA1281,
    CANDIDATES,
    DIGESTS,
    I8051,
    LIMIT,
    PAPER_8051,
    PAPER_ARM,
    SPHLIB,
    XBX_8,
    XBX_32,
    Candidate,
    Processor,
    Source,
    theirs,
)
from mote.keeping import store
from mote.measuring import alone, clang, parts, power, together
from mote.measuring.row import Row
from mote.showing import report, studies

BY_NAME = {candidate.name: candidate for candidate in CANDIDATES}

FIGURE_1 = {
    "BLAKE": (642.7, 642.7, 635.9, 635.9, 128.4, 128.4, 149.7, 149.7),
    "BMW": (566.2, 566.2, 590.8, 590.8, 34.8, 34.8, 57.2, 57.2),
    "Groestl": (1326.8, 1326.8, 1787.4, 1787.4, 884.7, 884.7, 1215.2, 1215.2),
    "Keccak": (1648.3, 1745.2, 2282.2, 3296.6, 353, 373.8, 488.8, 706),
    "Luffa": (875.9, 875.9, 1236.7, 1630.2, 73.8, 73.8, 108.6, 148.7),
    "Shabal": (391.9, 391.9, 391.9, 391.9, 66.9, 66.9, 66.9, 66.9),
    "Skein": (1944.4, 1944.4, 2046.9, 2046.9, 315, 315, 285.3, 285.3),
}
"""Cycles a byte as printed, 8051 and ARM7TDMI; of Luffa-512 as in figure 7 (1630.1 in figure 1)."""


@pytest.mark.parametrize("name", FIGURE_1)
def test_cycles_a_byte_are_those_of_figure_1(name: str) -> None:
    """The stored cycles of a block by our block sizes give what the paper prints."""
    found = [
        theirs(source, BY_NAME[name], digest)
        for source in (PAPER_8051, PAPER_ARM)
        for digest in DIGESTS
    ]
    assert found == pytest.approx(FIGURE_1[name], abs=0.06)


@pytest.mark.parametrize(
    ("source", "digest", "order"),
    [
        (PAPER_8051, 256, "Shabal, BMW, BLAKE, Luffa, Groestl, Keccak, Skein"),
        (PAPER_8051, 512, "Shabal, BMW, BLAKE, Luffa, Groestl, Skein, Keccak"),
        (XBX_8, 256, "Shabal, BMW, BLAKE, Skein, Groestl, Luffa, Keccak"),
        (XBX_8, 512, "Shabal, Skein, BMW, Groestl, BLAKE, Luffa, Keccak"),
        (PAPER_ARM, 256, "BMW, Shabal, Luffa, BLAKE, Skein, Keccak, Groestl"),
        (PAPER_ARM, 512, "BMW, Shabal, Luffa, BLAKE, Skein, Keccak, Groestl"),
        (SPHLIB, 256, "Shabal, BMW, BLAKE, Luffa, Skein, Groestl, Keccak"),
        (SPHLIB, 512, "Shabal, BMW, BLAKE, Skein, Luffa, Keccak, Groestl"),
        (XBX_32, 512, "Shabal, BMW, BLAKE, Skein, Luffa, Groestl, Keccak"),
    ],
)
def test_rankings_are_those_of_figures_5_and_6(source: Source, digest: int, order: str) -> None:
    found = smart_cards.ranked(lambda candidate, bits: theirs(source, candidate, bits), digest)
    assert ", ".join(found) == order


RATIOS = {
    "BLAKE": (5, 4.2, 18.8, 31.9),
    "BMW": (16.3, 10.3, 19.4, 36.7),
    "Groestl": (1.5, 1.5, 5.6, 6.0),
    "Keccak": (4.7, 4.7, 30.5, 13.9),
    "Luffa": (11.9, 11, 31.7, 26.3),
    "Shabal": (5.9, 5.9, 8.4, 8.4),
    "Skein": (6.2, 7.2, 9.9, 9.3),
}
"""Of 8 to 32 bits, 256 and 512 bits, as printed in figures 1 and 9."""


@pytest.mark.parametrize("name", RATIOS)
def test_ratios_are_those_of_figures_1_and_9(name: str) -> None:
    found = [
        smart_cards.tolerance(small, large, BY_NAME[name], digest)
        for _, small, large in (smart_cards.SERIES[0], smart_cards.SERIES[2])
        for digest in (256, 512)
    ]
    assert found == pytest.approx(RATIOS[name], abs=0.06)


def test_a_peer_has_figures_for_its_own_digest_size_only() -> None:
    keccak = BY_NAME["Keccak"]
    found = [theirs(XBX_8, keccak, digest) for digest in (224, 256, 384, 512)]
    assert found == [None, 4572, None, 7945]


@pytest.mark.parametrize("processor", [I8051, ARM7TDMI, ARM920T, ATMEGA1281])
@pytest.mark.parametrize("candidate", CANDIDATES, ids=lambda candidate: candidate.name)
def test_ours_are_stored_rows_within_the_limit(candidate: Candidate, processor: Processor) -> None:
    rows = smart_cards.chosen(candidate, processor)
    assert set(rows) == set(candidate.functions)
    stored = store.read()
    for row in rows.values():
        assert stored[store.key(row)] == row
        assert (row.cpu, row.timing) == (processor.cpu, processor.timing)
    smallest = sum(
        min(r.size_bytes or 0 for r in stored.values() if (r.function, r.cpu) == (n, processor.cpu))
        for n in set(candidate.functions)
    )
    total = sum(row.size_bytes or 0 for row in rows.values())
    assert total <= max(LIMIT, smallest)


def test_ours_are_the_fastest_within_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    shabal = BY_NAME["Shabal"]
    assert smart_cards.chosen(shabal, I8051)["shabal"].implementation == "mcs51_fast"
    monkeypatch.setattr(smart_cards, "LIMIT", 1000)
    smart_cards.chosen.cache_clear()
    try:
        assert smart_cards.chosen(shabal, I8051)["shabal"].implementation == "mcs51"
    finally:
        smart_cards.chosen.cache_clear()


def test_a_cell_without_a_row_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "read", dict)
    smart_cards.chosen.cache_clear()
    try:
        assert smart_cards.ours(I8051, BY_NAME["BLAKE"], 256) is None
        assert "BLAKE 256" in smart_cards.figure_1(papers.markdown)
        assert "0 of 0 cells" in smart_cards.summary()
        assert smart_cards.PICTURES["docs/smart-cards-ratio.svg"]().startswith("<svg")
    finally:
        smart_cards.chosen.cache_clear()


def test_ties_share_their_places() -> None:
    found = smart_cards.places(lambda each, bits: theirs(XBX_32, each, bits), 256)
    assert found[:3] == ["BMW/Shabal", "BMW/Shabal", "BLAKE"]
    assert smart_cards.figure_6(papers.markdown).count("BMW/Shabal") == 2


def test_halves_are_rounded_as_in_the_paper() -> None:
    lines = smart_cards.figure_9(papers.markdown).splitlines()
    skein = next(line for line in lines if "Skein 512" in line)
    assert theirs(XBX_8, BY_NAME["Skein"], 512) == 1443
    assert [cell.strip() for cell in skein.split("|")][4] == "9.3"


def test_every_function_keeps_the_papers_bounds_with_little_internal_ram() -> None:
    """At most ten bytes, the published cycles, and 10 KiB for all digest sizes of a candidate."""
    names = [name for name, _, _ in smart_cards.functions()]
    assert len(names) == 13
    ratios = smart_cards.with_little_ram_ratios()
    assert len(ratios) == 13 and max(ratios) <= 1
    for candidate in CANDIDATES:
        rows = [smart_cards.with_little_ram(name) for name in dict.fromkeys(candidate.functions)]
        assert sum(row.size_bytes or 0 for row in rows if row is not None) <= LIMIT
    mean = f"{smart_cards.geometric_mean(ratios):.2f}"
    assert f"13 of 13 functions at or below the published cycles, geometric mean {mean};" in (
        smart_cards.summary()
    )
    assert f" {mean} with at most 10 bytes of its internal RAM " in studies.page()


def test_measured_internal_ram_counts_before_what_a_contract_promises() -> None:
    row = smart_cards.with_little_ram("shabal")
    assert row is not None
    row = copy.copy(row)
    row.internal_ram_bytes = None
    assert smart_cards.internal_ram(row) == 7
    row.internal_ram_bytes = 9
    assert smart_cards.internal_ram(row) == 9


def test_little_internal_ram_is_as_the_contracts_say() -> None:
    found = {name: smart_cards.with_little_ram(name) for name, _, _ in smart_cards.functions()}
    rows = [row for row in found.values() if row is not None]
    assert found["shabal"] in rows
    for row in rows:
        implementation = next(
            each
            for each in catalog.implementations(catalog.functions()[row.function])
            if each.name == row.implementation
        )
        (own, *_) = promises.tables(implementation)
        assert "mcs51_fast" not in row.implementation
        promised = contract.resolve(promises.tables(implementation), catalog.cpus()["mcs51"])
        assert promised.internal_ram <= smart_cards.LITTLE, own.place


def test_later_versions_are_named_on_the_page() -> None:
    """Which of the functions are not the second round's, and what differs."""
    page = (ROOT / smart_cards.PAGE).read_text(encoding="utf-8")
    start = page.index("**Functions.**")
    words = page[start : page.index("**Effort.**")]
    second, later = words.split("Three of ours are later versions")
    for name, _, _ in smart_cards.functions():
        function = catalog.functions()[name]
        what = function.specification
        is_later = re.search("final|version 1\\.3|January 2011", what) is not None
        assert f"`{name}`" in (later if is_later else second), what
    assert "two weeks for each candidate" in page and "equal effort" in page


def test_the_block_function_alone_is_less_than_with_the_mode() -> None:
    """And not much less; of each function on both processors, but where it goes on by itself."""
    for processor, source in ((I8051, PAPER_8051), (ARM7TDMI, PAPER_ARM)):
        assert len(smart_cards.alone_ratios(processor, source)) == 13
        for candidate in CANDIDATES:
            for row in smart_cards.chosen(candidate, processor).values():
                cycles = smart_cards.alone(row)
                assert cycles is not None and row.block_cycles is not None
                assert 0.9 * row.block_cycles < cycles <= row.block_cycles
    mean = smart_cards.geometric_mean(smart_cards.alone_ratios(I8051, PAPER_8051))
    assert f"as the paper counts, {mean:.2f} over the functions" in smart_cards.summary()


def test_where_a_called_function_begins_and_ends() -> None:
    start = 100
    # A call, one that falls into it from the lines above, and one in a function that calls it.
    trace = [10, 100, 101, 103, 13, 20, 98, 100, 103, 22, 30, 100, 50, 100, 51, 33]
    assert list(alone.calls(trace, start)) == [(1, 4), (6, 9), (11, 15)]
    with pytest.raises(MoteError, match="does not return"):
        list(alone.calls([10, 100, 101], start))
    with pytest.raises(MoteError, match="nothing calls"):
        list(alone.calls([99, 100, 101], start))


@pytest.mark.skipif(shutil.which("s51") is None, reason="not installed: s51")
def test_the_block_function_alone_is_that_of_the_code() -> None:
    for name, implementation, cpu in (
        ("shabal", "mcs51_fast", "mcs51"),
        ("groestl256", "mcs51_fast", "mcs51"),
        ("luffa256", "armv4_fast", "armv4"),
    ):
        found = next(
            each
            for each in catalog.implementations(catalog.functions()[name])
            if each.name == implementation
        )
        stored = {
            key[3]: value
            for key, value in parts.read().items()
            if key[:3] == (name, implementation, cpu)
        }
        assert stored and parts.measure(found, catalog.cpus()[cpu]) == stored


def test_one_program_makes_all_digest_sizes_in_the_papers_limit() -> None:
    """Each candidate on both processors, in at most 10 KiB, as fast as its functions alone."""
    for candidate in CANDIDATES:
        for processor in (I8051, ARM920T):
            names = smart_cards.program_names(candidate, processor)
            if len(set(candidate.functions)) == 1:
                assert not names
                continue
            assert names
            for name in names:
                own = dict.fromkeys(candidate.functions)
                size = together.figure(own, name, processor.cpu, "size_bytes")
                assert size is not None and size <= LIMIT
                for function in own:
                    alone_row = next(
                        row
                        for row in store.read().values()
                        if (row.function, row.implementation) == (function, name)
                        and (row.cpu, row.timing) == (processor.cpu, processor.timing)
                    )
                    block = together.figure([function], name, processor.cpu, "block_cycles")
                    assert block == pytest.approx(alone_row.block_cycles, abs=1.01)


def test_counted_operations_are_those_of_the_specification() -> None:
    """What is counted computes what the specification does; some counts are known by hand."""
    for name in (*(each for each, _, _ in smart_cards.functions()), *smart_cards.OTHERS):
        main = catalog.functions()[name].main_size
        counted = operations.counted(name, main)
        assert counted.after == operations.plain(name, main), name
    blake = operations.of("blake32")
    # Ten rounds of eight G: six additions, four rotations by 16, 12, 8 and 7 bits.
    assert blake.number(operations.ADD, bits=32) == 10 * 8 * 6
    assert [blake.number(operations.ROTATION, distance=n) for n in range(5)] == [160, 80, 0, 0, 80]
    # 72 rounds of two MIXes, and 19 subkeys of four words with two tweak words and a number.
    skein = operations.of("skein256")
    assert skein.number(operations.ROTATION) == 144
    assert skein.number(operations.ADD, bits=64) == 144 + 19 * 6 + 18
    groestl = operations.of("groestl256")
    assert groestl.number(operations.TABLE) == 2 * 10 * 64
    keccak = operations.of("keccak")
    assert keccak.number(operations.ROTATION) == 24 * (24 + 5)


def test_the_fit_is_to_the_ratios() -> None:
    xs = [(1.0, float(x)) for x in range(5)]
    assert operations.least_squares(xs, [3 + 2 * x for _, x in xs]) == pytest.approx([3, 2])
    assert operations.explained([1, 2, 3], [1, 2, 3]) == 1
    fit = smart_cards.fitted(1)
    assert fit is not None and 0.7 < fit.explained < 1
    ratios = smart_cards.measured_ratios()
    for name, _, _ in smart_cards.functions():
        our = ratios[name][1]
        assert our is not None and 0.6 < fit.of(name) / our < 1.75
    counted = {name: operations.of(name).on_8 / operations.of(name).on_32 for name in ratios}
    # What the page says of the paper's BMW and Luffa, and of its mean.
    for name in ("bmw256", "bmw512", "luffa256", "luffa384", "luffa512"):
        paper = ratios[name][0]
        assert paper is not None and 1.6 < paper / counted[name] < 2.4
    mean, deviation = smart_cards.spread(0)
    assert (round(mean, 1), round(deviation, 1)) == (6.9, 4.1)
    of_384 = [smart_cards.tolerance(*smart_cards.SERIES[0][1:], each, 384) for each in CANDIDATES]
    assert statistics.fmean(value or 0 for value in of_384) == pytest.approx(6.4, abs=0.05)
    assert statistics.stdev(value or 0 for value in of_384) == pytest.approx(3.5, abs=0.05)
    # The share of the state outside the registers explains nothing more.
    names = [name for name, _, _ in smart_cards.functions()]
    logs = [math.log(ratios[name][1] or 0) for name in names]
    rows = [(1.0, math.log(counted[name]), operations.of(name).outside) for name in names]
    solution = operations.least_squares(rows, logs)
    found = [sum(a * b for a, b in zip(solution, row, strict=True)) for row in rows]
    assert operations.explained(found, logs) - fit.explained < 0.01


def test_moves_of_several_bytes_save_what_the_page_says() -> None:
    rows = smart_cards.extended_rows()
    assert len(rows) == 13 and all(len(pairs) == 2 for _, pairs in rows)
    for _, pairs in rows:
        for row, other in pairs:
            assert row.block_cycles is not None and other.block_cycles <= row.block_cycles
            assert other.internal_ram_bytes <= (row.internal_ram_bytes or 0) + 8
    fast, little = (smart_cards.extended_ratio(which) for which in (0, 1))
    assert fast is not None and little is not None and little < fast < 1
    assert f"takes {fast:.3f} of the cycles in the fastest files" in smart_cards.extended_summary()
    shabal = dict(rows)["shabal"][0]
    assert shabal[0].block_cycles is not None
    saved = 100 * (1 - shabal[1].block_cycles / shabal[0].block_cycles)
    page = (ROOT / smart_cards.PAGE).read_text(encoding="utf-8")
    assert f"measures {saved:.0f} per cent in its fastest file" in page


def test_every_generated_part_has_its_place_on_the_page() -> None:
    for module in papers.modules().values():
        page = (ROOT / module.PAGE).read_text(encoding="utf-8")
        for name in module.PARTS:
            assert f"<!-- generated: {name};" in page
        for path in module.PICTURES:
            assert f"]({Path(path).name})" in page


def test_the_command() -> None:
    names = [line.split()[0] for line in mote("table", status=0).stdout.splitlines()]
    assert names == ["avr", "libraries", "peers", "power8", "shabal", "smart-cards"]
    text = mote("table", "smart-cards", status=0).stdout
    for heading in (
        "Figure 1:",
        "Figure 5:",
        "Figure 6:",
        "Figure 7:",
        "Figure 8:",
        "Figures 9 and",
    ):
        assert heading in text
    line = " ".join(line for line in text.splitlines() if line.startswith("Shabal 384"))
    assert "25,079" in line and "391.9" in line and "66.9" in line


def test_an_unknown_table_is_named_with_the_nearest() -> None:
    result = mote("table", "smart-card", status=1)
    assert result.stderr == "mote: unknown table 'smart-card'; did you mean 'smart-cards'?\n"


# ---- tables on a terminal ----

HEAD = ("name", "one two", "three", "four", "five")
CELLS = (("a", "1", "22", "333", "4444"), ("bb", "-", "2", "3", "4"))


def test_a_wide_table_is_folded_and_loses_nothing() -> None:
    whole = columns.folded(HEAD, CELLS, None)
    assert whole.splitlines() == [
        "      one",
        "name  two  three  four  five",
        "----  ---  -----  ----  ----",
        "a       1     22   333  4444",
        "bb      -      2     3     4",
    ]
    narrow = columns.folded(HEAD, CELLS, 18)
    assert max(map(len, narrow.splitlines())) == 16
    assert [len(part.splitlines()) for part in narrow.split("\n\n")] == [5, 4]
    assert sorted(set(narrow.split())) == sorted(set(whole.split()))
    parts_ = [columns.folded(HEAD, CELLS, 23, groups=groups) for groups in ((), (1, 3))]
    assert ["four" in part.split("\n\n")[0] for part in parts_] == [True, False]
    assert columns.folded(HEAD, CELLS, 1).count("name") == 4


@pytest.mark.parametrize("name", papers.modules())
def test_tables_fit_the_terminal(name: str) -> None:
    """In 80 columns every line does; the words are those of the lines that are as they come."""
    module = papers.modules()[name]
    narrow, wide = module.text(80), module.text(None)
    assert max(map(len, narrow.splitlines())) <= 80 < max(map(len, wide.splitlines()))

    def words(text: str) -> set[str]:
        return {word for word in text.split() if set(word) != {"-"}}

    assert words(narrow) == words(wide)


def test_the_commands_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "72")
    assert max(map(len, mote("table", "avr", status=0).stdout.splitlines())) <= 72
    wide = mote("table", "avr", "--wide", status=0).stdout
    assert max(map(len, wide.splitlines())) > 80


# ---- Shabal ----


def test_each_program_of_the_paper_on_shabal_is_there() -> None:
    """Section 2's table, in bytes; a file with no more RAM and time and 0.80 of the bytes."""
    printed = {"mips32": 856, "mips32-be": 952, "powerpc": 768, "armv4": 656, "armv4t": 536}
    printed |= {"thumb": 404, "armv4-be": 712, "armv4t-be": 576, "thumb-be": 444, "avr8": 908}
    printed |= {"i386": 450, "amd64": 416}
    programs = shabal.programs()
    assert {cpu: float(each["size_bytes"]["value"]) for cpu, each in programs.items()} == printed
    for cpu, program in programs.items():
        (row,) = (each for each in shabal.rows(cpu) if each.implementation.endswith("_lowram"))
        assert row.size_bytes and row.size_bytes <= 0.8 * printed[cpu]
        # Those of big-endian CPUs against the little-endian program.
        theirs = shabal.ram(program) or shabal.ram(programs[cpu.removesuffix("-be")])
        ours = shabal.ram(row)
        assert ours and theirs and ours <= theirs
        for figure in ("long_cycles_per_byte", "short_cycles"):
            entry = program.get(figure)
            if entry and entry["comparable"] == "yes":
                time = row.number(figure)
                assert time and time <= float(entry["measured_here"] or entry["value"])


def test_shabals_table_has_ours_beside_theirs() -> None:
    line = next(
        line.split()
        for line in shabal.table(papers.terminal(None)).splitlines()
        if line.startswith("thumb ") and " thumb " in line
    )
    (ours,) = (row for row in shabal.rows("thumb") if row.implementation == "thumb")
    here = "46.14", "(47)"
    size = f"{(ours.size_bytes or 0) / 404:.2f}"
    assert line[2:7] == [str(ours.size_bytes), "404", size, str(ours.size_bytes), size]
    time = f"{(ours.long_cycles_per_byte or 0) / 46.14:.2f}"
    assert (*line[8:10], line[10]) == (*here, time)
    assert line[-3:] == ["1336", "564", "2.37"]


def test_sizes_as_size_prints_them() -> None:
    """Counted are more sections than in a row where the CPU's file leaves some out."""
    for cpu in shabal.programs():
        toolchain = catalog.cpus()[cpu].toolchain
        for row in shabal.rows(cpu):
            more = shabal.printed(row) - (row.size_bytes or 0)
            assert (more > 0) == (set(toolchain.uncounted_sections) > {".note.*"})
    counted, literal = shabal.ratios()
    assert counted < 0.70 and counted < literal < 0.75
    assert f"{counted:.2f}" in shabal.summary() and f"{literal:.2f}" in shabal.summary()


@pytest.mark.skipif(shutil.which("size") is None, reason="not installed: size")
def test_size_prints_what_is_stored(tmp_path: Path) -> None:
    (row,) = (row for row in shabal.rows("i386") if row.implementation == "i386")
    function = catalog.functions()["shabal"]
    found = {each.name: each for each in catalog.implementations(function)}
    built = build.build(found[row.implementation], catalog.cpus()["i386"], tmp_path)
    command = ["size", str(built.objects[0])]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said.splitlines()[1].split()[3] == str(shabal.printed(row))


def test_a_precalculated_state_saves_a_third_of_a_short_message() -> None:
    lines = shabal.precalculated(papers.terminal(None)).splitlines()[3:]
    assert {tuple(line.split()[:2]) for line in lines} == {
        ("thumb", "thumb"),
        ("thumb-be", "thumb"),
        ("avr8", "avr8"),
    }
    for line in lines:
        *_, more, _, _, ratio = line.split()
        assert float(ratio) <= 0.68 and int(more) < 190


# ---- the AVR ----

PRINTED = (8900, 8500, 8900, 2498, 2522, 4438, 109, 18700, 300, 3200, 201, 317, 10000)
PRINTED += (285, 3492, 236, 5456, 7200)
"""Fhreefish's description, sections Speed, Code Size and Memory size, in the table's order."""


def test_figures_of_fhreefish_are_as_printed() -> None:
    found = [avr.theirs(function, figure, program) for _, function, figure, program in avr.LINES]
    assert tuple(found) == PRINTED
    assert {figure for _, _, figure, _ in avr.LINES} <= set(published.FIGURES)


def test_ours_are_stored_figures() -> None:
    small, fast = avr.small_and_fast("threefish256")
    assert small is not None and fast is not None
    stored = [r for r in store.read().values() if (r.function, r.cpu) == ("threefish256", "avr8")]
    assert small.size_bytes == min(row.size_bytes or 0 for row in stored)
    assert avr.ours(fast, "short_cycles") == fast.short_cycles
    ram = (fast.context_bytes or 0) + (fast.stack_bytes or 0)
    assert avr.ours(fast, "ram_bytes") == ram
    key = ("threefish256", fast.implementation, "avr8", "decryption_cycles")
    assert avr.ours(fast, "decryption_cycles") == parts.read()[key]
    line = next(line for line in avr.text(80).splitlines() if line.startswith("Threefish dec"))
    assert str(parts.read()[key]) in line.split()


def test_each_column_of_fhreefish_is_one_program(monkeypatch: pytest.MonkeyPatch) -> None:
    made = {
        ("skein256 skein_prng threefish256", "avr8_fast", "avr8", "size_bytes"): 5028,
        ("skein_prng", "avr8_fast", "avr8", "block_cycles"): 9416,
        ("skein_prng", "avr8_fast", "avr8", "context_bytes"): 32,
        ("skein_prng", "avr8_fast", "avr8", "stack_bytes"): 392,
    }
    monkeypatch.setattr(together, "read", lambda: made)
    _, fast = avr.small_and_fast("skein_prng")
    assert fast is not None
    # The program is smaller than the files together, and its generator is another one.
    of = avr.columns()["avr8_fast together"]
    assert of("skein_prng", "library_bytes") == 5028
    assert of("skein_prng", avr.TIME) == 9416 / 32 != fast.long_cycles_per_byte
    assert of("skein_prng", "ram_bytes") == 424
    assert of("skein_prng", "size_bytes") is None
    files = avr.FILES["fast files"]
    sizes = [avr.ours(avr.small_and_fast(name)[1], "size_bytes") for name in avr.LIBRARY]
    assert files("skein_prng", "library_bytes") == sum(size or 0 for size in sizes) > 5028
    assert files("skein_prng", avr.TIME) == fast.long_cycles_per_byte


def test_what_the_readme_counts_is_one_column() -> None:
    known = avr.ratios(avr.FAST)
    assert f"{sum(each <= 1 for each in known)} of {len(known)} at or below" in studies.page()


def cells_of(page: str, part: str) -> dict[str, list[str]]:
    """The lines of a generated table on a page, by their first cells."""
    begin, end = report.BEGIN.format(name=part), report.END.format(name=part)
    table = page.partition(begin)[2].partition(end)[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()]
    return {row[0]: row[1:] for row in rows if row}


def test_the_page_has_the_measured_figures_of_all_three_together() -> None:
    page = (ROOT / avr.PAGE).read_text(encoding="utf-8")
    shown = cells_of(page, "AVR: together")
    stored = together.read()
    names = avr.together_names()
    assert len(names) >= 2
    all_three = "skein256 skein_prng threefish256"
    for column, name in enumerate(names):

        def figure(function: str, what: str, name: str = name) -> int:
            return stored[function, name, "avr8", what]

        def at(line: str, column: int = column) -> str:
            return shown[line][1 + column]

        assert at("all of it, bytes") == str(figure(all_three, "size_bytes"))
        short = figure("threefish256", "short_cycles")
        assert at("Threefish encryption, cycles") == str(short)
        decryption = figure("threefish256", "decryption_cycles")
        assert at("Threefish decryption, cycles") == str(decryption)
        for line, function in (("Skein long", "skein256"), ("generator", "skein_prng")):
            time = columns.number(figure(function, "block_cycles") / 32)
            assert at(f"{line}, cycles a byte") == time
        for line, function in (("Threefish", "threefish256"), ("Skein", "skein256")):
            ram = figure(function, "context_bytes") + figure(function, "stack_bytes")
            assert at(f"{line}, bytes of RAM") == str(ram)
        if name == "avr8_fast":
            block = figure("threefish256", "block_cycles")
            for value in (short, short - block, block):
                assert f" {value:,} " in page.replace(".\n", " \n").replace("\n", " ")
        theirs = int(shown["all of it, bytes"][0])
        ratio = figure(all_three, "size_bytes") / theirs
        assert shown["all of it, bytes"][1 + len(names) + column] == f"{ratio:.2f}"


def test_what_stays_in_ram() -> None:
    page = (ROOT / avr.PAGE).read_text(encoding="utf-8")
    shown = cells_of(page, "AVR: permanent")
    stays = {name: cells[:3] for name, cells in shown.items() if name in avr.LIBRARY}
    assert stays == {
        "threefish256": ["0", "0", "0"],
        "skein256": ["32", "0", "0"],
        "skein_prng": ["99", "67", "32"],
    }
    # Variables would stay, too: there are none.
    for name in avr.LIBRARY:
        assert [row.static_bytes for row in avr.rows(name)] == [0] * len(avr.rows(name))


def test_goals_of_all_three_together() -> None:
    """The fast program: below Fhreefish in bytes and cycles; the others in bytes and RAM."""
    programs = avr.programs_of_all()
    ratios = {
        name: {
            line: avr.ratio(give(function, figure), avr.theirs(function, figure, program))
            for line, function, figure, program in avr.LINES
        }
        for name, give in programs.items()
    }

    def above(name: str) -> set[str]:
        return {line for line, ratio in ratios[name].items() if ratio is None or ratio > 1}

    fast = {"Threefish, bytes of RAM", "Skein, bytes of RAM", "generator, bytes of RAM"}
    assert above("avr8_fast together") == {*fast, "  in its development"}
    for name in ("avr8 together", "avr8_balanced together"):
        assert not {line for line in above(name) if "bytes" in line or "options" in line}
    lean = programs["avr8_balanced together"]
    assert (lean("skein_prng", "library_bytes") or 9999) <= 2400
    for function in avr.LIBRARY:
        assert (lean(function, avr.TIME) or 9999) <= 2000
    # The cycles of its development in the bytes of its library, by more RAM.
    unrolled = ratios["avr8_unrolled together"]
    quick = {line for line, *_ in avr.LINES if "cycles" in line} | {"  in its development"}
    for line in (*quick, "all of it, bytes"):
        assert (unrolled[line] or 2) <= 1, line
    # With Fhreefish's RAM, its cycles but for decryption, in the bytes of its build for speed.
    size = {line for line, *_ in avr.LINES if "bytes" in line and "RAM" not in line}
    missed = {"Threefish decryption, cycles", "  in its development"}
    assert above("avr8_lowram together") == size | missed
    decryption = ratios["avr8_lowram together"]["Threefish decryption, cycles"]
    assert decryption is not None and decryption < 1.03


def _row(function: str, implementation: str, size: int, time: float) -> Row:
    row = next(iter(avr.rows("shabal")))
    return replace(
        row,
        function=function,
        implementation=implementation,
        size_bytes=size,
        long_cycles_per_byte=time,
    )


def test_a_row_that_is_added_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [_row("skein512", "avr8", 1500, 1000.5), _row("skein512", "avr8_fast", 3000, 400.25)]
    table = {**store.read(), **{store.key(row): row for row in rows}}
    monkeypatch.setattr(store, "read", lambda: table)
    line = next(
        line for line in avr.small(papers.terminal(None)).splitlines() if "skein512" in line
    )
    assert line.split()[:8] == [
        "skein512",
        "2002",
        "1443.5",
        "1500",
        "1000.5",
        "0.75",
        "0.69",
        "avr8",
    ]
    line = next(line for line in avr.fast(papers.terminal(None)).splitlines() if "skein512" in line)
    assert line.split()[3:8] == ["3000", "400.2", "1.50", "0.28", "avr8_fast"]


def test_a_row_that_is_missing_shows_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "read", dict)
    monkeypatch.setattr(parts, "read", dict)
    lines = avr.text(80).splitlines()
    assert next(line for line in lines if line.startswith("Skein, bytes ")).split()[2:] == [
        "3200",
        *"----",
    ]
    line = next(line for line in lines if line.startswith("blake256"))
    assert line.split() == ["blake256", "2506", "1469.2", *"----"]
    assert "0 of 0 functions" in avr.summary() and "mean of ours / theirs -" in " ".join(lines)
    assert avr.picture().startswith("<svg") and "<circle" in avr.picture()


def test_the_front_is_what_no_other_beats() -> None:
    def point(size: float, time: float) -> avr.Point:
        return avr.Point("", size, time, None, None, own=False)

    found = [point(*each) for each in ((5, 5), (3, 9), (4, 9), (9, 1), (7, 5), (3, 10), (2, 20))]
    assert [(p.size, p.time) for p in avr.front(found)] == [(2, 20), (3, 9), (5, 5), (9, 1)]


def test_bytes_that_were_counted_otherwise_stand_in_brackets() -> None:
    line = next(line for line in avr.fast(papers.markdown).splitlines() if line.startswith("| jh "))
    cells = [cell.strip() for cell in line.split("|")[1:-1]]
    assert (cells[1], cells[2], cells[5]) == ("(20446)", "3829", "-")
    best = avr.smallest("jh")
    assert best is not None and best.size == 1614


def test_figures_of_parts_are_of_what_there_is() -> None:
    known = {(i.function.name, i.name, cpu.name) for i, cpu in parts.pairs()}
    assert {key[:3] for key in parts.read()} <= known
    assert {key[3] for key in parts.read()} <= set(parts.FIGURES)


@pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="not installed: avr-gcc")
def test_figures_of_parts_are_those_of_the_code() -> None:
    """Of assembly for a state of 256 bits; `mote report --write` measures all."""
    seen = 0
    for implementation, cpu in parts.pairs():
        name = implementation.function.name
        if name not in ("skein256", "threefish256") or not promises.is_assembly(implementation):
            continue
        stored = parts.read()
        for figure, value in parts.measure(implementation, cpu).items():
            assert stored[name, implementation.name, cpu.name, figure] == value
            assert value > 0
            seen += 1
    assert seen >= 6


@pytest.mark.parametrize("cpu", power8.CPUS)
def test_decryption_on_power8(cpu: str) -> None:
    """Instructions a byte: ten per cent below the best known, in either byte order."""
    for function, best in (("aes128_cbc", 1.125), ("aes128_xts", 1.5625), ("aes128_gcm", 1.633)):
        found = power8.part(function, cpu, "decryption_long_instructions")
        assert found and found / power8.LONG_BYTES <= 0.9 * best
    # What a call takes is shown for each mode and key.
    shown = [line.split("|")[1:-1] for line in power8.calls(papers.markdown).splitlines()]
    at = 1 + power8.CPUS.index(cpu) * len(power8.CALLS)
    for line in shown[2:]:
        cells = [cell.strip() for cell in line[at : at + len(power8.CALLS)]]
        name = line[0].strip()
        empty = {"GHASH": [1, 2, 4], "CTR": [4]}.get(name, [])
        assert [i for i, cell in enumerate(cells) if not cell] == empty, name
    titles = [
        line.split("|")[1].strip() for line in power8.decryption(papers.markdown).splitlines()
    ]
    assert titles[2:] == ["ECB", "CBC", "XTS", "GCM"]


@pytest.mark.skipif(shutil.which("qemu-ppc64") is None, reason="not installed: qemu-ppc64")
def test_calls_on_power8_are_those_of_the_code() -> None:
    seen = 0
    for implementation, cpu in parts.pairs():
        name = implementation.function.name
        if (name, cpu.name) not in (("aes256_cbc", "power8-be"), ("ghash", "power8-le")):
            continue
        found = parts.measure(implementation, cpu)
        stored = {
            key[3]: value
            for key, value in parts.read().items()
            if key[0] == name and key[2] == cpu.name
        }
        assert found == stored
        assert min(found.values()) > 0
        seen += len(found)
    assert seen == 6


@pytest.mark.turns("pages", 16, "python/mote/comparing", "results")
def test_no_block_is_below_its_bound() -> None:
    """The bound that a contract states is one of the stored figures of that file."""
    seen, stored = 0, store.read().values()
    for function in catalog.functions().values():
        for implementation in catalog.implementations(function):
            if not promises.is_assembly(implementation):
                continue
            for row in stored:
                here = (row.function, row.implementation)
                if here != (function.name, implementation.name) or row.timing == "ARM920T":
                    continue
                found = promises.tables(implementation)
                cpu = catalog.cpus()[row.cpu]
                followed = promises.is_followed(implementation)
                promised = contract.resolve(found, cpu, followed=followed, function=function.name)
                if promised.bound:
                    seen += 1
                    assert row.block_cycles is None or row.block_cycles >= promised.bound, here
    assert seen


GUIDE = {
    "AES/ECB": (26.7, 1.03, None),
    "AES/CTR": (27.1, 1.27, 0.74),
    "AES/GCM": (34.7, 1.35, None),
    "SHA-1": (10.6, None, None),
    "SHA-256": (25.2, 12.0, 9.9),
    "SHA-512": (11.5, 8.8, 6.3),
}
"""Cycles a byte as the guide prints them: standard C++, built-ins, assembly."""


GUIDE_MIB = {
    "AES/ECB": (121, 3151),
    "AES/CTR": (120, 2544),
    "AES/GCM": (93, 2269),
    "SHA-1": (307, None),
    "SHA-256": (129, 275),
    "SHA-512": (281, 368),
}
"""MiB/s as the guide prints them: standard C++, built-ins."""


def test_the_guides_table_of_power8() -> None:
    rows = [line.split("|")[1:-1] for line in power8.benchmark(papers.markdown).splitlines()]
    cells = {row[0].strip(): [cell.strip() for cell in row[1:]] for row in rows}
    clock = 3.4e9 / (1 << 20)
    for name, speeds in GUIDE_MIB.items():
        assert cells[name][0] == ("128 bits" if name.startswith("AES") else "")
        assert cells[name][1:3] == [str(speed or "") for speed in speeds]
        # What is printed as cycles follows from the clock, but for one place.
        for speed, cycles in zip(speeds, GUIDE[name], strict=False):
            if speed and cycles and (name, cycles) != ("AES/GCM", 1.35):
                assert abs(clock / speed / cycles - 1) < 0.02
    assert round(clock / GUIDE_MIB["AES/GCM"][1], 2) == 1.43
    assert list(power8.ALGORITHMS) == list(GUIDE)
    for name, function in power8.ALGORITHMS.items():
        assert tuple(power8.theirs(function, way) for way in power8.WAYS) == GUIDE[name]
    ways = {
        (row.function, row.implementation): power8.way_of(row)
        for row in store.read().values()
        if row.cpu in power8.CPUS and row.function in ("sha256", "crc32")
    }
    assert ways["sha256", "portable_fast"] == "standard"
    assert ways["sha256", "power8"] == ways["crc32", "power8"] == "intrinsics"
    assert ways["sha256", "power8_fast"] == "assembly"


def test_models_of_power_are_of_this_content() -> None:
    found = [" ".join(power.name_of(*each)) for each in power.stale()]
    assert found == [], "run ./mote cycles --write"


def test_models_of_known_programs_are_of_this_content() -> None:
    found = [" ".join(each.name) for each in known.stale()]
    assert found == [], "run ./mote cycles --write"


def test_a_row_of_somebody_elses_program_has_a_place(tmp_path: Path) -> None:
    row = next(iter(known.read().values()))
    table = tmp_path / "known-cycles.csv"
    known.write([row], table)
    assert list(known.read(table).values()) == [row]
    with pytest.raises(MoteError, match="has no stored row"):
        known.write([{**row, "variant": "no such"}], table)


def test_counts_of_clang_are_of_this_content() -> None:
    found = [" ".join(power.name_of(*each)) for each in clang.stale()]
    assert found == [], "run ./mote cycles --clang --write"


def test_boards_beside_the_model_of_the_same_programs() -> None:
    """The error is that of the model: each is within 3 per cent of what the others' ratios say."""
    published_here = {("sha256", 9.9), ("sha512", 6.3), ("aes128_ctr", 0.74)}
    boards = {(name[0], power8.theirs(name[0], "assembly")) for name in power8.errors("power8-le")}
    assert boards == published_here
    assert {name[:3] for name in power8.errors("power9-le")} == {
        (function, "libgcrypt", "POWER9") for function in ("sha256", "sha512")
    }
    for cpu in power8.MODEL_OF:
        found = power8.errors(cpu)
        # A board is slower than a model in which every access hits.
        assert found and all(1.1 < ratio < 1.3 for ratio in found.values())
        for name, ratio in found.items():
            others = [other for each, other in found.items() if each != name]
            nearest = min(max(ratio, min(others)), max(others))
            assert abs(ratio / nearest - 1) < 0.03
        assert power8.interval("assembly", cpu) == (min(found.values()), max(found.values()))
    text = " ".join((ROOT / power8.PAGE).read_text().split())
    assert "by the ratios of the others is off by at most 3 %" in text
    assert power8.interval("standard", "power9-le") is None


def test_other_peoples_programs_take_more_instructions_on_power8() -> None:
    """Ours have the fewest of each, in both byte orders: ChaCha20 by a fifth."""
    for function in power8.BESIDE_OURS:
        for cpu in power8.CPUS:
            ours = min(filter(None, (power8.ours(function, way, cpu) for way in power8.WAYS)))
            others = [
                float(line["long_instructions_per_byte"])
                for line in stored.lines()
                if (line["function"], line["cpu"]) == (function, cpu)
            ]
            assert others and ours < min(others), (function, cpu)
            if function == "chacha20":
                assert ours < 0.8 * min(others)
    page = " ".join((ROOT / power8.PAGE).read_text().split())
    behind = []
    for function in ("aes128_ctr", "aes128_gcm"):
        modelled = power8.modelled(function, "intrinsics") or power8.modelled(function, "assembly")
        least = min(
            float(r["pwr8"]) for n, r in known.read().items() if n[::3] == (function, "power8-le")
        )
        assert modelled is not None
        behind.append(round(100 * (modelled[1] / least - 1)))
    assert f"AES-CTR and GCM are behind all the same, by {behind[0]} and by {behind[1]} %" in page
    lines = [line for line in stored.lines() if line["library"] in known.LIBRARIES]
    assert {line["cpu"] for line in lines} >= {"power8-le", "power8-be", "power9-le"}
    assert all(line["vectors_failed"] == "0" for line in lines)


def test_gcc_and_clang_on_power8() -> None:
    """Every file in C has a count of both, or the rule that Clang's code breaks."""
    rows = clang.read()
    assert set(rows) == {power.name_of(*each) for each in clang.pairs()}
    for (function, implementation, cpu), row in rows.items():
        assert row["toolchain"].startswith("clang ")
        broken = row["problem"] == "r2 must never be altered"
        assert bool(row["instructions"]) is not broken
        assert not broken or cpu == "power8-be"
        figures = store.read()[function, implementation, cpu, "instructions"]
        if row["instructions"] and figures.long_instructions_per_byte:
            ratio = float(row["instructions"]) / figures.long_instructions_per_byte
            assert 0.35 < ratio < 1.3
            assert int(row["vectors_passed"]) > 5
    table = power8.compilers(papers.markdown)
    assert table.count("r2 must never be altered") == sum(
        bool(row["problem"]) for row in rows.values()
    )


def test_what_speed_to_expect_on_power8() -> None:
    """Of C the interval is what the guide's board takes over the model: its programs are in it."""
    assert set(power8.ratios()) == set(power8.BESIDE)
    for name, way in power8.BESIDE:
        ours = power8.modelled(power8.ALGORITHMS[name], way)
        board = power8.theirs(power8.ALGORITHMS[name], way)
        assert ours and board and 1 < board / ours[1] < 2
        found = power8.interval(way)
        assert found and 1 < found[0] < found[1] < 2
        if way == "standard":
            assert found[0] * ours[1] <= board * 1.0001 and board <= found[1] * ours[1] * 1.0001
    rows = [line.split("|")[1:-1] for line in power8.expected(papers.markdown).splitlines()]
    cells = {(row[0].strip(), row[1].strip()): [each.strip() for each in row] for row in rows}
    assert len(cells) == len(power.read()) + 2
    (least, most), ours = (
        power8.interval("intrinsics"),
        power8.modelled("chacha20", "intrinsics"),
    )
    shown = [float(each) for each in cells["ChaCha20", "power8"][6].split(" to ")]
    assert shown == [pytest.approx(each * ours[1], abs=0.01) for each in (least, most)]
    speeds = [float(each) for each in cells["ChaCha20", "power8"][7].split(" to ")]
    assert speeds == [pytest.approx(3.4e9 / 2**20 / each, rel=0.01) for each in shown[::-1]]


@pytest.mark.parametrize("cpu", power8.CPUS)
@pytest.mark.parametrize(("function", "best"), [("sha256", 16.70), ("sha512", 10.61)])
def test_sha2_on_power8(function: str, best: float, cpu: str) -> None:
    """Instructions a byte: ten per cent below the best known, in either byte order."""
    standard, intrinsics, assembly = (power8.ours(function, way, cpu) for way in power8.WAYS)
    assert standard and intrinsics and assembly
    assert assembly < intrinsics < standard
    assert assembly <= 0.9 * best
