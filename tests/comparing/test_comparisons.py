"""`mote table`: what is published is as printed, what is ours is as stored and within the rules."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from bench_command import ROOT, mote
from mote.catalog import catalog, contract
from mote.checking import promises
from mote.common import columns
from mote.comparing import papers, published
from mote.comparing.papers import avr, power8, smart_cards
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
from mote.measuring import parts
from mote.measuring.row import Row
from mote.showing import studies

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


def test_little_internal_ram_is_as_the_contracts_say() -> None:
    found = {
        name: smart_cards.with_little_ram(name)
        for candidate in CANDIDATES
        for name in candidate.functions
    }
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


def test_every_generated_part_has_its_place_on_the_page() -> None:
    for module in papers.modules().values():
        page = (ROOT / module.PAGE).read_text(encoding="utf-8")
        for name in module.PARTS:
            assert f"<!-- generated: {name};" in page
        for path in module.PICTURES:
            assert f"]({Path(path).name})" in page


def test_the_command() -> None:
    names = [line.split()[0] for line in mote("table", status=0).stdout.splitlines()]
    assert names == ["avr", "libraries", "power8", "smart-cards"]
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
    _, fast = avr.small_and_fast("skein_prng")
    assert fast is not None
    key = (fast.function, fast.implementation, fast.cpu)
    library = {"library_bytes": 5028, "library_generator_block_cycles": 9416}
    made = {**parts.read(), **{(*key, name): value for name, value in library.items()}}
    made[(*key, "library_generator_ram_bytes")] = 424
    monkeypatch.setattr(parts, "read", lambda: made)
    # The library is smaller than the files together, and is another, slower generator.
    of = avr.PROGRAMS["fast library"]
    assert of("skein_prng", "library_bytes") == 5028
    assert of("skein_prng", avr.TIME) == 9416 / 32 != fast.long_cycles_per_byte
    assert of("skein_prng", "ram_bytes") == 424
    assert of("skein_prng", "size_bytes") is None
    files = avr.PROGRAMS["fast files"]
    sizes = [avr.ours(avr.small_and_fast(name)[1], "size_bytes") for name in avr.LIBRARY]
    assert files("skein_prng", "library_bytes") == sum(size or 0 for size in sizes) > 5028
    assert files("skein_prng", avr.TIME) == fast.long_cycles_per_byte
    # What the README counts is one column.
    known = avr.ratios("fast files")
    assert f"{sum(each <= 1 for each in known)} of {len(known)} at or below" in studies.page()


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


def test_the_guides_table_of_power8() -> None:
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


@pytest.mark.parametrize("cpu", power8.CPUS)
@pytest.mark.parametrize(("function", "best"), [("sha256", 16.70), ("sha512", 10.61)])
def test_sha2_on_power8(function: str, best: float, cpu: str) -> None:
    """Instructions a byte: ten per cent below the best known, in either byte order."""
    standard, intrinsics, assembly = (power8.ours(function, way, cpu) for way in power8.WAYS)
    assert standard and intrinsics and assembly
    assert assembly < intrinsics < standard
    assert assembly <= 0.9 * best
