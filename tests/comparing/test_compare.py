"""`mote compare` on a library that the test makes: fetched, built, measured as others are."""

from __future__ import annotations

import csv
import dataclasses
import hashlib
import io
import tarfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from bench_command import ROOT
from mote import cli, kinds, machines
from mote.catalog import catalog
from mote.catalog.vectors import Vector
from mote.choosing import leading
from mote.common.errors import MoteError
from mote.comparing import libraries, measured, published, stored
from mote.comparing.papers import libraries as pages

TINY = ROOT / "tests" / "outside" / "tiny"
FILES = ("tiny_sha256.c", "tiny_block.c", "tiny_sha256.h", "config/tiny_config.h")

PROGRAM = """\

[[program]]
function = "sha256"
variant = "{variant}"
sources = ["source/tiny_sha256.c", "source/tiny_block.c"]
header = "source/tiny_sha256.h"
context = "tiny_sha256_ctx"
init = "tiny_sha256_starts(cc)"
update = "{update}"
close = "tiny_sha256_finish(cc, dst)"
"""
ADAPTER = """\
#include <stddef.h>
#include <stdint.h>
#include "tiny_sha256.h"
void adapter_update(tiny_sha256_ctx *cc, const void *data, size_t len) {
    tiny_sha256_update(cc, data, len);
}
"""

needs_apt = pytest.mark.skipif(
    not libraries.APT_HELPER.is_file(), reason="apt fetches the archives, and is not here"
)


def archive(path: Path, names: tuple[str, ...] = FILES) -> str:
    """An archive as libraries have it; its SHA-256."""
    with tarfile.open(path, "w:gz") as tar:
        for name in names:
            tar.add(TINY / name, f"tiny-1.0/source/{name}")
        for name in ("tiny-1.0/picture.png", "tiny-1.0/../../outside.c"):
            tar.addfile(tarfile.TarInfo(name), io.BytesIO())
    return hashlib.sha256(path.read_bytes()).hexdigest()


def library(folder: Path, archive: Path, sha256: str, programs: str, version: str = "1.0") -> None:
    """Write libraries/tiny/library.toml with its adapter."""
    (folder / "tiny").mkdir(parents=True, exist_ok=True)
    (folder / "tiny" / "adapter.c").write_text(ADAPTER)
    (folder / "tiny" / "library.toml").write_text(
        f'title = "Tiny"\nversion = "{version}"\nhome = "https://example.org"\n'
        'include = ["source", "source/config"]\ndefine = ["TINY_ROUNDS=64"]\n'
        f'[archive]\naddresses = ["copy://{archive}.moved", "copy://{archive}"]\n'
        f'sha256 = "{sha256}"\n{programs}'
    )
    libraries._libraries.cache_clear()


MADE = """
[[made]]
file = "made/one/copied.h"
copy = "source/tiny_sha256.h"

[[made]]
file = "made/written.c"
perl = ["source/write.pl", "first"]
"""
SCRIPT = """\
open(my $to, '>', $ARGV[1]) or die "no file";
print $to $ARGV[0] . "\\n";
"""

PLAIN = PROGRAM.format(variant="", update="tiny_sha256_update")
ADAPTED = (
    PROGRAM.format(variant="adapted", update="adapter_update")
    + 'adapter = "adapter.c"\ncpus = ["cortex-m0"]\n'
)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the library, and places of the test's own for what is fetched and kept."""
    monkeypatch.setattr(libraries, "FOLDER", tmp_path / "libraries")
    monkeypatch.setattr(libraries, "FETCHED", tmp_path / "fetched")
    path = tmp_path / "tiny_1.0.orig.tar.gz"
    library(tmp_path / "libraries", path, archive(path), PLAIN + ADAPTED)
    monkeypatch.setenv("MOTE_NO_INSTALL", "1")
    # The vectors of every bench run alone, once: the rest is tested where it is at home.
    monkeypatch.setattr(type(kinds.named("hash")), "all_vectors", lambda *_: ())
    monkeypatch.setattr(machines.Machine, "confirm", False)
    monkeypatch.setattr(libraries, "LEVELS", ("-Os",))
    return tmp_path


@needs_apt
def test_a_library_is_fetched_built_measured_and_kept(place: Path) -> None:
    """From the second address, as the first has moved; what the adapter takes is not counted."""
    cpu = catalog.cpus()["cortex-m0"]
    chosen = libraries.chosen([], "sha256", cpu)
    found = measured.measure(chosen, cpu, allow_install=False)
    assert [(one.title, one.problem) for one in found] == [
        *(("Tiny -Os", ""), ("Tiny adapted -Os", "")),
    ]
    small, adapted = (one.row for one in found)
    for one in found:
        assert one.row.vectors_passed and not one.row.vectors_failed
        assert one.constant_time == "yes"
        assert one.row.flags and f"-DTINY_ROUNDS=64 {one.level} " in f"{one.row.flags} "
    assert small.size_bytes and adapted.size_bytes == small.size_bytes
    assert small.short_cycles and adapted.short_cycles
    assert adapted.short_cycles > small.short_cycles
    # Its 64-bit counter is shifted by the compiler's library, which is its cost, too.
    assert small.helper_bytes and small.size_bytes > 500 + small.helper_bytes

    (folder,) = (each for each in libraries.FETCHED.iterdir() if each.is_dir())
    assert sorted(str(path.relative_to(folder)) for path in folder.rglob("*.*")) == sorted(
        f"source/{name}" for name in FILES
    )
    assert not (place / "fetched" / "outside.c").exists()

    results = place / "compare.csv"
    there = {("sha256", "tiny", variant, "-Os", "1.0") for variant in ("", "adapted")}
    stored.keep([one.texts() for one in found], there, results)
    kept = stored.lines(results)
    assert [(line["variant"], line["level"]) for line in kept] == [("", "-Os"), ("adapted", "-Os")]
    assert kept[0] == found[0].texts()
    changed = {**kept[0], "size_bytes": "1"}
    stored.keep([changed], there, results)
    assert [line["size_bytes"] for line in stored.lines(results)] == [
        *("1", kept[1]["size_bytes"]),
    ]
    stored.keep([], {("sha256", "tiny", "", "-Os", "1.1")}, results)
    assert stored.lines(results) == []

    text = measured.form(found, catalog.functions()["sha256"], cpu, as_json=False)
    assert "Tiny adapted -Os" in text and "Mote thumb" in text and "Tiny 1.0" in text
    broken = dataclasses.replace(found[0], problem="does not link")
    assert "Tiny -Os: not measured: does not link" in measured.form(
        [broken], catalog.functions()["sha256"], cpu, as_json=False
    )


@needs_apt
def test_what_a_build_makes_is_made(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A copy, and what a script of the archive writes; without them there is no library."""
    path, script = place / "made.tar.gz", place / "write.pl"
    for text, problem in (
        (SCRIPT, ""),
        ("exit 0;", "perl source/write.pl first made/written.c did not make it"),
        ("die 'no luck';", "did not make it: no luck at source/write.pl"),
        ("open(my $to, '>', $ARGV[1]);", "did not make it"),
    ):
        script.write_text(text)
        with tarfile.open(path, "w:gz") as tar:
            for name in FILES:
                tar.add(TINY / name, f"tiny-1.0/source/{name}")
            tar.add(script, "tiny-1.0/source/write.pl")
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
        library(place / "libraries", path, sha256, PLAIN + MADE)
        (libraries.FETCHED / path.name).unlink(missing_ok=True)
        if problem:
            assert problem in said(capsys, "sha256", "--cpu", "thumb")
            continue
        folder = libraries.fetch(libraries.libraries()["tiny"])
        assert (folder / "made" / "written.c").read_text() == "first\n"
        copied = (folder / "made" / "one" / "copied.h").read_bytes()
        assert copied == (TINY / "tiny_sha256.h").read_bytes()


@needs_apt
def test_wrong_digests_are_no_figure(place: Path) -> None:
    path = place / "tiny_1.0.orig.tar.gz"
    programs = PLAIN + 'define = ["TINY_WRONG"]\n'
    library(place / "libraries", path, hashlib.sha256(path.read_bytes()).hexdigest(), programs)
    cpu = catalog.cpus()["cortex-m0"]
    (one, *_) = libraries.chosen([], "sha256", cpu)
    folder = libraries.fetch(one[0])
    source = folder / "source" / "tiny_block.c"
    source.write_text(source.read_text().replace("uint32_t", "uint32_t", 1) + "\n")
    text = (folder / "source" / "tiny_sha256.c").read_text()
    (folder / "source" / "tiny_sha256.c").write_text(text.replace("0x6a09e667", "0x6a09e666"))
    assert "0x6a09e667" in text
    found = measured.measure([one], cpu, allow_install=False)
    assert all("vectors failed" in each.problem for each in found) and len(found) == 1


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that the command says of what is wrong."""
    assert cli.main(["--no-install", "compare", *arguments]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1 and lines[0].startswith("mote: "), lines
    return lines[0]


def test_bad_input_is_named(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "unknown function 'sha265'; did you mean 'sha256'?" in said(
        capsys, "sha265", "--cpu", "thumb"
    )
    assert "unknown CPU" in said(capsys, "sha256", "--cpu", "thump")
    assert "unknown library 'tinny'; did you mean 'tiny'?" in said(
        capsys, "sha256", "--cpu", "thumb", "--library", "tinny"
    )
    assert "no program for jh on thumb; there are some for: sha256" in said(
        capsys, "jh", "--cpu", "thumb"
    )
    assert "mcs51 is not built for with GNU's tools" in said(capsys, "sha256", "--cpu", "mcs51")
    toml = place / "libraries" / "tiny" / "library.toml"
    right = toml.read_text()
    for wrong, name in (
        (right.replace("context =", "kontext ="), "[[program]] has no key 'kontext'"),
        (right.replace('"sha256"\nvariant', '"sha265"\nvariant'), "did you mean 'sha256'?"),
        (right.replace('"adapter.c"', '"other.c"'), "there is no adapter"),
        (right.replace("[archive]", "[archives]"), "lacks 'archive'"),
        (right.replace("title", "name"), "has no key 'name'"),
    ):
        assert wrong != right
        toml.write_text(wrong)
        libraries._libraries.cache_clear()
        line = said(capsys, "sha256", "--cpu", "thumb")
        assert name in line and str(toml) in line


@needs_apt
def test_what_cannot_be_fetched_is_named(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moved everywhere, another file, one that lacks a source, none at all, and no apt."""
    command = ("sha256", "--cpu", "thumb")
    path = place / "tiny_1.0.orig.tar.gz"
    right = hashlib.sha256(path.read_bytes()).hexdigest()
    library(place / "libraries", path, "0" * 64, PLAIN)
    assert f"is not the file whose SHA-256 is {'0' * 64}" in said(capsys, *command)
    library(place / "libraries", place / "nowhere.tar.gz", right, PLAIN)
    line = said(capsys, *command)
    assert line.startswith("mote: cannot fetch Tiny 1.0: ") and line.count("nowhere") == 2
    assert not list(libraries.FETCHED.glob("*")), "nothing half is left"

    short = place / "short.tar.gz"
    library(place / "libraries", short, archive(short, FILES[1:]), PLAIN)
    assert "Tiny 1.0 has no source/tiny_sha256.c" in said(capsys, *command)
    bad = place / "bad.tar.gz"
    bad.write_bytes(b"not an archive")
    library(place / "libraries", bad, hashlib.sha256(bad.read_bytes()).hexdigest(), PLAIN)
    assert "cannot unpack" in said(capsys, *command)

    library(place / "libraries", path, right, PLAIN)
    monkeypatch.setattr(libraries, "APT_HELPER", place / "apt-helper")
    line = said(capsys, *command)
    assert f"put the file of copy://{path}.moved into {libraries.FETCHED}" in line
    # Put there by hand under the first address's name, it is taken.
    (libraries.FETCHED / f"{path.name}.moved").write_bytes(path.read_bytes())
    assert libraries.fetch(libraries.libraries()["tiny"]).is_dir()


def test_a_library_is_not_asked_for_what_it_has_not() -> None:
    """A counter that ends before the standard's, that cannot be seen, or of one size of two."""
    sha512 = catalog.functions()["sha512"]
    hashes = kinds.of(sha512)

    def carries(**facts: int) -> set[int]:
        function = dataclasses.replace(sha512, facts=facts)
        return {
            each.case.carry for each in hashes.all_vectors(function, 64) if isinstance(each, Vector)
        }

    assert {0, 64, 67} < carries() == carries(carries=128)
    assert max(carries(carries=67)) < 67 and 64 in carries(carries=67)
    assert carries(carries=0) == {0}
    ctr = catalog.functions()["aes128_ctr"]
    found = {
        bits: kinds.of(ctr).all_vectors(
            dataclasses.replace(ctr, facts={**ctr.facts, "counter_bits": bits})
        )
        for bits in (32, 128)
    }
    assert all(each.counter_bits == bits for bits, those in found.items() for each in those)
    assert sum(map(len, found.values())) == len(kinds.of(ctr).all_vectors(ctr))


def test_a_file_of_figures_that_is_not_one_is_named(tmp_path: Path) -> None:
    path = tmp_path / "compare.csv"
    assert stored.lines(path) == []
    path.write_text("function,cpu\nsha256,thumb\n")
    with pytest.raises(MoteError, match=r"compare.csv:2: not a line of `mote compare`"):
        stored.lines(path)


def test_the_stored_figures_are_of_the_libraries_that_there_are() -> None:
    """Another version, or a program that is gone, is measured again: `mote compare --write`."""
    known = libraries.libraries()
    lines = stored.lines()
    assert len({line["library"] for line in lines}) == len(known)
    assert {line["function"] for line in lines} >= {
        *("sha256", "sha512", "sha3", "blake2s", "ascon_hash256", "aes128_ctr"),
        *("aes128_gcm", "ghash", "chacha20", "crc32"),
    }
    for line in lines:
        library = known[line["library"]]
        assert library.version == line["version"]
        programs = [
            program
            for program in library.programs
            if (program.function, program.variant) == (line["function"], line["variant"])
            and libraries.suits(program, catalog.cpus()[line["cpu"]])
        ]
        assert len(programs) == 1 and line["level"] in libraries.levels(programs[0])
        assert line["vectors_failed"] == "0" and int(line["vectors_passed"]) > 5
        counted = line["fidelity"] == "instructions"
        assert bool(line["long_cycles_per_byte"]) is not counted
        speed = "long_instructions_per_byte" if counted else "long_cycles_per_byte"
        assert int(line["size_bytes"]) > 300 and float(line[speed]) > (0.2 if counted else 10)
        assert line["constant_time"] in ("yes", "no")
    with stored.RESULTS.open(newline="", encoding="utf-8") as stream:
        assert [*csv.DictReader(stream)] == sorted(lines, key=stored.key), "in order, each once"
    assert len({stored.key(line) for line in lines}) == len(lines)


def test_a_function_by_another_header_stands_beside_the_same_programs() -> None:
    """AES-CTR alone, the smaller, is ours beside libraries; its rows have their figures, too."""
    small = leading.with_counterparts("aes128_ctr", "cortex-m0")[0]
    assert small.function == "aes128_ctr_only"
    assert leading.name_beside(small, "aes128_ctr") == "thumb (aes128_ctr_only)"
    assert leading.name_beside(small, small.function) == "thumb"
    best = published.best_entry(small, "size_bytes")
    assert best is not None and best.ratio is not None and best.ratio < 0.75
    # At no more cycles than the smallest of others takes.
    assert small.long_cycles_per_byte is not None
    beside = [
        entry.compared
        for entry in published.against(small)
        if (entry.figure, entry.implementation) == ("long_cycles_per_byte", best.implementation)
    ]
    assert beside and small.long_cycles_per_byte <= min(beside)
    text = pages.leaders(lambda head, lines, **_: str(lines), ["aes128_ctr"])
    assert "thumb (aes128_ctr_only)" in text and "'thumb2_cached'" in text


def test_libraries_stand_beside_ours_as_published_programs_do() -> None:
    """Ours that have to be constant-time beside such programs alone."""
    found = [each for each in published.rows() if "`mote compare`" in each["source"]]
    names = {each["implementation"] for each in found if each["function"] == "aes128_ctr"}
    safe = {line["library"]: line["constant_time"] for line in stored.lines()}
    assert names and "no" in {
        line["constant_time"] for line in stored.lines() if line["function"] == "aes128_ctr"
    }
    assert all(name.startswith("BearSSL 0.6 aes_ct") for name in names), (names, safe)
    head, _, *lines = pages.leaders(
        lambda head, lines, **_: "\n".join(
            [" ".join(head), "", *(" ".join(map(str, line)) for line in lines)]
        )
    ).splitlines()
    assert "others' smallest" in head and len(lines) == len(pages.pairs())


def test_the_best_known_stands_beside_ours_whether_its_size_is_known_or_not() -> None:
    shown: dict[tuple[str, str], list[str]] = {}

    def keep(_: Sequence[str], lines: Sequence[Sequence[object]], /, **__: object) -> str:
        shown.update({(str(line[0]), str(line[1])): [*map(str, line[-3:])] for line in lines})
        return ""

    pages.leaders(keep)
    name, cycles, size = shown["aes128_ctr", "cortex-m4"]
    assert name.startswith("fixslicing (blocks alone") and (cycles, size) == ("80", "")
    for (function, cpu), (_, cycles, _) in shown.items():
        row = leading.with_counterparts(function, cpu)[-1]
        known = [
            entry.compared
            for entry in published.against(row)
            if entry.figure == "long_cycles_per_byte" and entry.comparable
        ]
        assert not known or float(cycles) <= 1.001 * min(known), (function, cpu)
