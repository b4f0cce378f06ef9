"""The stored figures: what is compared, what is not, and that nothing goes stale."""

from __future__ import annotations

import copy
import csv
import dataclasses
import functools
import hashlib
import io
import json
import random
import subprocess
from pathlib import Path

import pytest

import measured_kernels
from bench_command import ROOT, mote
from mote.catalog import catalog
from mote.checking import verify
from mote.choosing import leading
from mote.common.errors import MoteError
from mote.comparing import published
from mote.ise import table as ise_table
from mote.keeping import store
from mote.measuring import bench, parts
from mote.measuring.row import FIELDS, Row, from_texts
from mote.running import system
from mote.showing import report, tables


def row(**changes: object) -> Row:
    function = catalog.functions()["shabal"]
    implementation = next(i for i in catalog.implementations(function) if i.name == "portable")
    made = bench.empty_row(implementation, catalog.cpus()["thumb"])
    figures = {"size_bytes": 500, "long_cycles_per_byte": 12.25, "stack_bytes": 8}
    return dataclasses.replace(made, **{"toolchain": "gcc 1.2", **figures, **changes})


def test_a_changed_figure_is_named_with_both_values(tmp_path: Path) -> None:
    file = tmp_path / "figures.csv"
    store.merge([row()], [store.key(row())], file)
    assert store.compare([row()], file) == ([], [])
    changed, other = store.compare([row(size_bytes=501)], file)
    assert other == []
    assert changed == ["shabal portable on thumb (ARM920T): size_bytes changed from 500 to 501"]


def test_another_toolchain_is_not_compared(tmp_path: Path) -> None:
    file = tmp_path / "figures.csv"
    store.merge([row()], [store.key(row())], file)
    changed, other = store.compare([row(size_bytes=501, toolchain="gcc 1.3")], file)
    assert changed == []
    assert "not compared: built with gcc 1.3" in other[0]


def test_a_row_that_is_not_in_the_file_is_a_difference(tmp_path: Path) -> None:
    changed, _ = store.compare([row()], tmp_path / "figures.csv")
    assert "not in figures.csv" in changed[0]


def test_rows_of_a_partial_run_leave_the_others(tmp_path: Path) -> None:
    file = tmp_path / "figures.csv"
    other = row(cpu="armv4")
    keys = [store.key(row()), store.key(other)]
    store.merge([row(), other], keys, file)
    store.merge([row(size_bytes=400)], keys, file)
    assert {r.cpu: r.size_bytes for r in store.read(file).values()} == {
        "thumb": 400,
        "armv4": 500,
    }
    store.merge([row(size_bytes=400)], [store.key(row())], file)
    assert len(store.read(file)) == 1, "what the catalog no longer has goes"


def test_the_file_is_left_alone_where_it_holds_the_rows(tmp_path: Path) -> None:
    file = tmp_path / "figures.csv"
    assert not store.holds([row()], file)
    store.merge([row(), row(cpu="armv4")], [store.key(row()), store.key(row(cpu="armv4"))], file)
    assert store.holds([row(), row(fidelity="host"), row(problem="broken")], file)
    assert not store.holds([row(), row(size_bytes=501)], file)
    assert not store.holds([row(key="0123456789abcdef")], file)
    file.write_text(file.read_text() + "<<<<<<< HEAD\n")
    assert not store.holds([row()], file), "a merge that git could not finish is said"


def test_host_rows_and_failures_are_not_stored(tmp_path: Path) -> None:
    file = tmp_path / "figures.csv"
    rows = [row(fidelity="host"), row(problem="broken")]
    store.merge(rows, [store.key(r) for r in rows], file)
    assert store.read(file) == {}


def test_a_row_is_written_as_it_was_read() -> None:
    """The committed file comes out again byte for byte; so do its columns."""
    out = io.StringIO()
    writer = csv.DictWriter(out, FIELDS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(row.texts() for row in store.read().values())
    assert out.getvalue() == store.FIGURES.read_text(encoding="utf-8")
    some = row(short_cycles=7, cycles_spread=0.5, reentrant=False, flags=None)
    assert from_texts(some.texts()) == some


@pytest.mark.parametrize(
    ("column", "written", "words"),
    [
        ("size_bytes", "many", "size_bytes is 'many'"),
        ("size_bytes", "1.5", "size_bytes is '1.5'"),
        ("long_cycles_per_byte", "1,5", "long_cycles_per_byte is '1,5'"),
        ("reentrant", "true", "reentrant is 'true'"),
        ("digest_bits", "", "digest_bits is ''"),
    ],
)
def test_what_is_no_figure_is_named_with_its_line(
    column: str, written: str, words: str, tmp_path: Path
) -> None:
    file = tmp_path / "figures.csv"
    texts = row().texts()
    lines = [",".join(texts), ",".join(texts.values())]
    file.write_text("\n".join(lines) + "\n")
    assert store.read(file) == {store.key(row()): row()}
    texts[column] = f'"{written}"'
    file.write_text("\n".join([lines[0], ",".join(texts.values())]) + "\n")
    with pytest.raises(MoteError, match=rf"figures.csv:2: not a row of figures: {words}$"):
        store.read(file)


def test_a_column_that_a_file_lacks() -> None:
    texts = row().texts()
    del texts["stack_bytes"]
    assert from_texts(texts).stack_bytes is None
    del texts["fidelity"]
    with pytest.raises(MoteError, match=r"^lacks fidelity$"):
        from_texts(texts)


def test_rows_of_json_have_the_columns_of_the_file_and_what_stands_beside() -> None:
    plain = published.beside(row())
    assert tuple(plain) == (*FIELDS, "problem", "published")
    full = published.beside(row(helper_bytes=4, failed_checks=""))
    extra = ("problem", "helper_bytes", "failed_checks", "published")
    assert tuple(full) == (*FIELDS, *extra)
    assert (full["helper_bytes"], full["failed_checks"]) == (4, "")
    (entry,) = [e for e in plain["published"] if e["figure"] == "size_bytes" and e["comparable"]]
    assert tuple(entry)[:6] == (
        *("figure", "published", "measured_here", "compared"),
        *("ours", "ratio"),
    )
    assert entry["ours"] == 500 and entry["ratio"] == round(500 / entry["compared"], 3)
    json.dumps(plain)


def test_every_row_of_the_catalog_is_stored() -> None:
    stored = set(store.read())
    for function in catalog.functions().values():
        for job in bench.jobs_for(catalog.implementations(function), [*catalog.cpus().values()]):
            for index, timing in enumerate(job.cpu.timings):
                if store.is_stored(timing):
                    assert store.key(bench.empty_row(job.implementation, job.cpu, index)) in stored


@pytest.mark.always
def test_stored_rows_passed_their_vectors() -> None:
    for figures in store.read().values():
        function = catalog.functions()[figures.function]
        # A verification is thousands of hashes: one signature, and what is refused beside it.
        least = 1 if function.kind == "signature" else 6
        assert figures.vectors_passed == len(verify.bench_vectors(function)) >= least
        assert figures.vectors_failed == 0


def test_every_hash_function_is_timed_on_a_host() -> None:
    rows = report.host_rows()
    # Those that came behind its last run are not there yet.
    new = {"ascon_cxof128", "cshake128", "cshake256", "kt128", "kt256", "sha512_224", "sha512_256"}
    new |= {"turboshake128", "turboshake256", "tuplehash128", "tuplehash256"}
    new |= {"parallelhash128", "parallelhash256", "blake3"}
    assert set(rows) == set(catalog.hashes()) - new
    for name, lines in rows.items():
        assert lines[0]["ratio"] == "1.000"
        known = {
            implementation.name
            for implementation in catalog.implementations(catalog.functions()[name])
        }
        assert lines[0]["program"] in known


@pytest.mark.always
@pytest.mark.long
def test_generated_pages_are_not_stale_and_a_stale_one_would_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What stands in a page does not depend on where the page lies.
    parts = {name: (path, functools.cache(make)) for name, (path, make) in report.GENERATED.items()}
    monkeypatch.setattr(report, "GENERATED", parts)
    counted = measured_kernels.all_of_them()
    monkeypatch.setattr(ise_table, "measure", lambda: counted)
    rows = {key: copy.copy(row) for key, row in store.read().items()}
    (tmp_path / report.FIGURES).mkdir(parents=True)
    for path, text in report.pages().items():
        assert (ROOT / path).read_text(encoding="utf-8") == text, "run ./mote report --write"
        (tmp_path / path).write_text(text, encoding="utf-8")
    assert store.read() == rows, "whoever reads them has left them as they are"
    assert report.needless() == []
    (tmp_path / report.FIGURES / "old.md").write_text("a family that is no more", encoding="utf-8")
    monkeypatch.setattr(report, "ROOT", tmp_path)
    assert report.needless() == [f"{report.FIGURES}/old.md"]
    monkeypatch.setattr(report, "ROOT", ROOT)
    readme = tmp_path / "README.md"
    text = readme.read_text(encoding="utf-8")
    function, cpu = report.FIRST_FUNCTIONS[0], report.FIRST_CPUS[0]
    rows = [row for row in leading.main_rows() if (row.function, row.cpu) == (function, cpu)]
    size = rows[0].size_bytes
    assert f" {size} " in text
    readme.write_text(text.replace(f" {size} ", " 1 ", 1), encoding="utf-8")
    assert report.pages(tmp_path)["README.md"] != readme.read_text(encoding="utf-8")
    readme.write_text("no marks", encoding="utf-8")
    with pytest.raises(MoteError, match="lacks the marks"):
        report.pages(tmp_path)


def test_the_leading_rows_are_the_smallest_and_the_fastest() -> None:
    rows = [
        row(implementation="small", size_bytes=300, long_cycles_per_byte=50),
        row(implementation="slower", size_bytes=300, long_cycles_per_byte=60),
        row(implementation="middle", size_bytes=400, long_cycles_per_byte=40),
        row(implementation="larger", size_bytes=930, long_cycles_per_byte=20),
        row(implementation="fast", size_bytes=900, long_cycles_per_byte=20),
        row(implementation="large", size_bytes=950, long_cycles_per_byte=30),
    ]
    assert [r.implementation for r in leading.leading(rows)] == ["small", "fast"]
    assert [r.implementation for r in leading.leading(rows[::-1])] == ["small", "fast"]
    assert [r.implementation for r in leading.leading(rows[:1])] == ["small"]


def test_check_compares_with_the_committed_file() -> None:
    some = ("shabal", "threefish256")
    result = mote("bench", *some, "--cpu", "avr8,thumb", "--check")
    assert "no difference" in result.stderr


SAMPLE = {"unicorn": 6, "qemu": 1, "simavr": 1, "ucsim": 1}
"""How many stored rows of each machine a run measures anew: 9, others with each commit.  The
16-bit core's hardware has to be compiled first: tests/test_pic24_*.py measure its rows."""


def _of_this_commit() -> str:
    """What the sample is drawn by: another one with each commit, the same on every machine."""
    git = ["git", "-C", str(ROOT), "rev-parse", "HEAD^{tree}"]
    found = subprocess.run(git, capture_output=True, text=True, check=False)
    return found.stdout or hashlib.sha256(store.FIGURES.read_bytes()).hexdigest()


def _sample() -> list[bench.BenchJob]:
    functions = catalog.functions().values()
    every = [each for function in functions for each in catalog.implementations(function)]
    drawn = []
    for machine, count in SAMPLE.items():
        cpus = [
            cpu
            for cpu in catalog.cpus().values()
            if cpu.machine == machine and not system.missing(system.cpu_packages(cpu))
        ]
        jobs = bench.jobs_for(every, cpus, host_timing=False)
        drawn += random.Random(_of_this_commit() + machine).sample(jobs, min(count, len(jobs)))
    return drawn


@pytest.mark.always
@pytest.mark.long
def test_a_sample_of_the_stored_rows_is_what_a_measurement_gives() -> None:
    """A key does not see what is wrong in a row: that it was of another program, for instance."""
    rows = [each for job in _sample() for each in bench.run(job).rows if each.fidelity != "host"]
    assert not [f"{store.name(store.key(row))}: {row.problem}" for row in rows if row.problem]
    changed, other = store.compare(rows)
    assert not changed
    print("\n".join(other))
    if len(other) == len(rows):
        pytest.skip(f"no row is of this machine's compilers: {other[0]}")


@pytest.mark.always
def test_stored_parts_are_what_a_measurement_gives() -> None:
    every = [pair for pair in parts.pairs() if not system.missing(system.cpu_packages(pair[1]))]
    one, cpu = random.Random(_of_this_commit()).choice(every)
    name = (one.function.name, one.name, cpu.name)
    stored = {key[3]: value for key, value in parts.read().items() if key[:3] == name}
    assert parts.measure(one, cpu) == stored, name


def test_a_generator_leaves_nothing_on_the_stack_of_power() -> None:
    """Whose frames are the deepest: portable.c wiped 624 bytes where they had 768."""
    found = catalog.implementations(catalog.functions()["skein_prng"])
    portable = next(each for each in found if each.name == "portable")
    assert not bench.run(bench.BenchJob(portable, catalog.cpus()["power8-be"])).problem


def test_published_rows_are_whole() -> None:
    for entry in published.rows():
        assert entry["function"] in catalog.functions()
        cpu = catalog.cpus()[entry["cpu"]]
        assert entry["figure"] in published.FIGURES
        assert float(entry["value"]) > 0 or entry["figure"] == "permanent_ram_bytes"
        assert entry["comparable"] in ("yes", "no")
        assert entry["source"] and entry["counts"]
        assert entry["remark"] or entry["comparable"] == "yes"
        assert entry["timing"] in ("", *(t.name for t in cpu.timings))
        if entry["measured_here"]:
            assert entry["timing"] and entry["comparable"] == "yes"
            ratio = float(entry["measured_here"]) / float(entry["value"])
            # What a compiler made depends on it: the remark says which.
            assert 0.9 < ratio < 1.1 or (ratio < 0.9 and "built with gcc" in entry["remark"])


def _published(monkeypatch: pytest.MonkeyPatch, **fields: str) -> None:
    """One published figure in the place of all."""
    entry = dict.fromkeys(published.rows()[0], "")
    entry |= {"function": "shabal", "cpu": "thumb", "timing": "ARM920T", "value": "47.0"}
    entry |= {"figure": "long_cycles_per_byte", "comparable": "yes", **fields}
    monkeypatch.setattr(published, "rows", lambda: (entry,))


def test_ours_is_compared_with_what_the_published_program_takes_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ours at 46.59 is the faster beside the board's 47.0, and the slower beside 46.14 here."""
    ours = row(long_cycles_per_byte=46.59, timing="ARM920T")
    _published(monkeypatch, measured_here="")
    (entry,) = published.against(ours)
    assert (entry.measured_here, entry.compared, entry.ratio) == (None, 47, 0.991)
    assert published.best(ours, "long_cycles_per_byte") == 47
    assert tables.theirs(ours, "long_cycles_per_byte") == "47"
    assert tables._ratio(ours, "long_cycles_per_byte") == ("0.99", "good")

    _published(monkeypatch, measured_here="46.14")
    (entry,) = published.against(ours)
    assert entry.published == 47
    assert (entry.measured_here, entry.compared, entry.ratio) == (46.14, 46.14, 1.01)
    assert published.best(ours, "long_cycles_per_byte") == 46.14
    assert tables.theirs(ours, "long_cycles_per_byte") == "46.14 (47)"
    assert tables._ratio(ours, "long_cycles_per_byte") == ("1.01", "bad")
    assert tables._ratio(row(timing="ARM920T"), "short_cycles") == ("", "")
    assert "| 46.14 " in report.published_table()

    _published(monkeypatch, measured_here="46.14", comparable="no")
    assert published.best(ours, "long_cycles_per_byte") is None
    assert tables.theirs(ours, "long_cycles_per_byte") == ""


def test_models_stand_beside_hardware(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row for each published program run under a model; exact simulators are no model."""
    _published(monkeypatch, measured_here="46.14", system="a board")
    assert report.hardware_table().splitlines()[2].split("|")[2:-1] == [
        " a board     ",
        " long cycles per byte ",
        " 47.0        ",
        " 46.14          ",
        " 0.982               ",
    ]
    _published(monkeypatch, measured_here="")
    assert len(report.hardware_table().splitlines()) < 3
    exact = {"cpu": "avr8", "timing": "ATmega1281", "value": "181.7", "measured_here": "180.6"}
    _published(monkeypatch, **exact)
    assert len(report.hardware_table().splitlines()) < 3


def test_a_time_is_not_compared_with_another_processors() -> None:
    figures = published.against(row(timing="ARM7TDMI"))
    assert [f.figure for f in figures] == ["size_bytes", *published.RAM]
