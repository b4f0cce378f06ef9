"""Messages that come in pieces: the figure, what *smallest* means, and what users are told."""

from __future__ import annotations

import dataclasses
import math
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from mote import cli, kinds
from mote.building import build
from mote.calling import figures
from mote.calling.figures import PIECE_BYTES
from mote.calling.hash_caller import HashCaller
from mote.calling.session import Session, pseudo_random
from mote.catalog import catalog
from mote.catalog.function import Function, Implementation
from mote.choosing import export, leading, pick
from mote.keeping import store
from mote.machines import open_machine
from mote.measuring import bench
from mote.measuring.row import Row
from mote.showing import tables

CPUS = catalog.cpus()
M0 = CPUS["cortex-m0"]


def implementation(function: str, name: str) -> Implementation:
    found = catalog.implementations(catalog.functions()[function])
    return next(each for each in found if each.name == name)


def test_whole_pieces_are_whole_blocks() -> None:
    functions = {f.block_bytes for f in catalog.functions().values() if f.kind in ("hash", "mac")}
    assert {8, 32, 64, 72, 128, 136, 144, 168} & functions > {64, 128, 136}
    for block in functions | {27}:
        before, counted = figures.pieces_of(block)
        assert before * PIECE_BYTES >= block
        assert counted * PIECE_BYTES % block == 0
        assert counted <= block // math.gcd(block, PIECE_BYTES)


@pytest.mark.parametrize(
    ("function", "name", "sizes", "whole"),
    [
        # What the file of 440 bytes takes for 1,024 bytes in one call, and in calls of 64.
        ("sha256", "thumb", (1024, 2048), (432_682, 3_042_742)),
        ("sha512", "thumb_balanced", (512, 1024), None),
        ("sha3", "thumb_fast", (1088, 2176), None),
        ("blake2s", "thumb", (256, 512), None),
    ],
)
def test_the_figure_is_the_slope_of_messages_in_pieces(
    function: str, name: str, sizes: tuple[int, int], whole: tuple[int, int] | None
) -> None:
    """Counted here from whole messages, and by the bench from some of the calls of one."""
    file = implementation(function, name)
    with tempfile.TemporaryDirectory() as folder:
        built = build.build(file, M0, Path(folder))
        machine = open_machine(M0)
        try:
            session = Session(machine, file, built, build.link(file, M0, built))
            session.detail = True

            def total(size: int, piece: int) -> int:
                message = pseudo_random("a message", size)
                chunks = (message[i : i + piece] for i in range(0, size, piece))
                HashCaller(session).hash_stream(chunks, file.function.main_size)
                return sum(call.instructions for call in session.calls)

            less, more = (total(size, PIECE_BYTES) for size in sizes)
            if whole is not None:
                assert (total(sizes[0], sizes[0]), less) == whole
            found = kinds.of(file.function).measure(session)
        finally:
            machine.close()
    assert found.pieces_instructions == (more - less) / (sizes[1] - sizes[0])
    timing = M0.timings[0].name
    assert found.pieces[timing] >= found.pieces_instructions


@pytest.mark.parametrize(
    ("function", "has"),
    [("crc32", True), ("speck128", True), ("aes128_ctr", True), ("aes128_xts", False)],
)
def test_other_kinds(function: str, has: bool) -> None:
    row = bench.run(bench.BenchJob(implementation(function, "portable"), M0)).rows[0]
    assert row.problem is None
    if not has:
        assert row.pieces_cycles_per_byte is None is row.pieces_instructions_per_byte
        return
    assert row.pieces_cycles_per_byte and row.long_cycles_per_byte
    assert row.long_cycles_per_byte < row.pieces_cycles_per_byte < 2 * row.long_cycles_per_byte


def rows(*figures: tuple[str, int, float, float | None], function: str = "sha256") -> list[Row]:
    """Rows on a Cortex-M0: name, bytes, cycles a byte, and in pieces."""
    return [
        dataclasses.replace(
            bench.empty_row(implementation("sha256", "thumb"), M0),
            function=function,
            implementation=name,
            size_bytes=size,
            long_cycles_per_byte=long,
            pieces_cycles_per_byte=pieces,
            short_cycles=1,
            block_cycles=1,
            context_bytes=1,
            stack_bytes=1,
        )
        for name, size, long, pieces in figures
    ]


THUMB = ("thumb", 440, 106.0, 5029.0)
TABLE = ("thumb_table", 696, 86.0, 87.0)
FAST = ("thumb_fast", 5712, 58.0, 60.0)


def test_smallest_is_what_costs_at_most_twice_in_pieces() -> None:
    found = rows(FAST, THUMB, TABLE)
    assert leading.smallest(found).implementation == "thumb_table"
    assert leading.tiniest(found).implementation == "thumb"
    assert [row.implementation for row in leading.leading(found)] == ["thumb_table", "thumb_fast"]
    assert leading.extremes(found) == {store.key(found[1])}
    # At exactly twice it still is; a row without the figure is not held back.
    assert leading.smallest(rows(("a", 9, 10, 20.0), TABLE)).implementation == "a"
    assert leading.smallest(rows(("a", 9, 10, 20.1), TABLE)).implementation == "thumb_table"
    assert leading.smallest(rows(("a", 9, 10, None), TABLE)).implementation == "a"
    # Where there is no other file, that is it.
    alone = rows(THUMB)
    assert leading.smallest(alone).implementation == "thumb"
    assert leading.extremes([*alone, *rows(TABLE, function="sha3")]) == set()


def test_tables_show_what_pieces_cost() -> None:
    thumb, table, little = rows(THUMB, TABLE, ("a", 9, 100, 121.0))
    assert leading.pieces_mark(thumb) == " (5029 ‡)"
    assert leading.pieces_mark(little) == " (121 ‡)"
    assert leading.pieces_mark(table) == ""
    names = {(row.function, row.implementation) for row in (thumb, table)}
    for marked, shown in ((True, [thumb, table]), (False, [table])):
        lines = tables.of_rows(shown, tables.BenchTable(names, 80)).splitlines()
        assert (tables.MARKED in lines) == marked
        assert any("106‡" in line for line in lines) == marked
        assert max(map(len, lines)) <= 80


def keep(monkeypatch: pytest.MonkeyPatch, found: Sequence[Row]) -> None:
    """These rows are the stored ones."""
    table = {store.key(row): row for row in found}
    monkeypatch.setattr(store, "read", lambda: table)


def test_export_and_pick_take_the_smallest(monkeypatch: pytest.MonkeyPatch) -> None:
    function = catalog.functions()["sha256"]
    keep(monkeypatch, rows(THUMB, TABLE, FAST))

    def chosen(wish: str) -> str:
        return export.choose(function, M0, wish).name

    assert chosen("small") == "thumb_table"
    assert chosen("tiniest") == "thumb"
    assert chosen("fast") == "thumb_fast"
    wish = pick.Wish(functions=("sha256",))
    names = {entry.implementation.name for entry in pick.wanted(M0, wish)}
    assert names == {"thumb_table", "thumb_fast"}
    every = pick.wanted(M0, dataclasses.replace(wish, tiniest=True))
    first = min(every, key=pick.ORDERS["tiniest"])
    assert first.implementation.name == "thumb"
    (said,) = (" ".join(pick.in_pieces(first)).split("; ") for _ in range(1))
    assert "5029 cycles a byte in calls of 64 bytes" in re.sub(r"\s+", " ", said[0])
    keep(monkeypatch, rows(THUMB))
    assert chosen("small") == "thumb"
    (only,) = pick.wanted(M0, wish)
    assert "no file of it for this CPU does better" in re.sub(
        r"\s+", " ", " ".join(pick.in_pieces(only))
    )


def test_exported_files_say_what_a_call_costs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    keep(monkeypatch, rows(THUMB, TABLE))
    for name, costly in (("thumb", True), ("thumb_table", False)):
        file = implementation("sha256", name)
        export.write([(file, file.prefix)], M0, tmp_path)
        readme = (tmp_path / "README.md").read_text(encoding="utf-8")
        header = (tmp_path / "mote_sha256.h").read_text(encoding="ascii")
        for text in (header, readme):
            assert ("in as few calls as can be" in text) == costly
            assert ("as often as needed" in text) != costly
            assert ("5029.0 cycles a byte in calls of 64 bytes" in text) == costly


def test_the_command_says_it_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["export", "sha256", "--cpu", "cortex-m0", str(tmp_path)]
    keep(monkeypatch, rows(THUMB, TABLE))
    assert cli.main(words) == 0
    assert capsys.readouterr().err == ""
    assert cli.main([*words, "--tiniest"]) == 0
    said = capsys.readouterr().err
    assert said.startswith("mote: sha256 thumb: 5029.0 cycles a byte in calls of 64 bytes")
    assert "no other file" not in said
    keep(monkeypatch, rows(THUMB))
    assert cli.main(words) == 0
    assert capsys.readouterr().err.endswith("; cortex-m0 has no other file of it\n")


# ---- Numbers in an exported README are those of the exported files. ----


def folder_row(of: Sequence[tuple[Implementation, str]], function: Function, folder: Path) -> Row:
    """The figures of a function as the files in the folder have it."""
    (own,) = (each for each, _ in of if each.function is function)
    names = [f"{function.identifier}.c", f"{function.identifier}.S"]
    if own.kernel is not None:
        names.append(f"{function.identifier}_{own.kernel.name}.S")
    base = catalog.base_of(own)
    if base is not None:
        names += [f"{base.function.identifier}{suffix}" for suffix in (".c", ".S")]
    files = dataclasses.replace(
        own,
        sources=tuple(folder / name for name in names if (folder / name).is_file()),
        header=folder / f"{function.identifier}.h",
        kernel=None,
    )
    return bench.run(bench.BenchJob(files, M0)).rows[0]


def numbers(line: str) -> list[float]:
    return [float(each) for each in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.]*\w)", line)]


@pytest.mark.parametrize(
    "names",
    [
        (("sha256", "thumb_table"),),
        (("sha3", "thumb"),),
        (("hmac_sha256", "portable"), ("sha256", "thumb_table")),
        (("aes128_ctr", "portable"),),
    ],
    ids=lambda names: "-".join(name for pair in names for name in pair),
)
def test_every_number_is_of_the_files(names: tuple[tuple[str, str], ...], tmp_path: Path) -> None:
    wanted = [implementation(*pair) for pair in names]
    chosen = [(each, each.prefix) for each in wanted]
    export.write(chosen, M0, tmp_path)
    readme = (tmp_path / "README.md").read_text(encoding="utf-8")
    for each in wanted:
        (text,) = re.findall(rf"^## {each.prefix}\n(.*?)```", readme, re.M | re.S)
        row = folder_row(chosen, each.function, tmp_path)
        assert row.problem is None
        stated = dict(re.findall(r"^- (\w[\w ]*): (.*?)(?: \(.*)?$", text, re.M))
        long, pieces = row.long_cycles_per_byte, row.pieces_cycles_per_byte
        known = {
            "size": [row.size_bytes],
            "speed": [long, row.short_cycles, 32],
            "in pieces": [pieces, PIECE_BYTES],
            "RAM": [row.context_bytes, row.stack_bytes],
            "checked": [row.vectors_passed],
        }
        assert {"size", "speed", "RAM", "checked"} <= set(stated) <= set(known)
        for what, line in stated.items():
            assert numbers(line) == known[what], f"{each.function.name}: {what}"
