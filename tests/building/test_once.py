"""What pairs of a run share is made once, is what each of them would make, and stays no longer."""

from __future__ import annotations

import dataclasses
import os
import shutil
from pathlib import Path

import pytest

from mote.building import audit, build, once
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.common.errors import BuildError


def implementation(function: str, name: str = "portable") -> Implementation:
    found = catalog.implementations(catalog.functions()[function])
    return next(each for each in found if each.name == name)


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the folder that all tests share."""
    monkeypatch.delenv(once.RUNS, raising=False)


def test_nothing_is_shared_outside_of_the_block(tmp_path: Path) -> None:
    made = []
    assert once.value("a", lambda: made.append(1) or 5) == 5
    assert once.value("a", lambda: made.append(1) or 5) == 5
    assert once.folder("a", lambda place: None) is None
    once.file(tmp_path / "x", "b", lambda path: path.write_text("1"))
    assert len(made) == 2
    assert not once.of(tmp_path / "x")


def test_the_same_key_is_made_once_and_another_anew(tmp_path: Path) -> None:
    with once.shared():
        assert [once.value(key, lambda key=key: [key, 1]) for key in ("a", "b", "a")] == [
            ["a", 1],
            ["b", 1],
            ["a", 1],
        ]
        assert once.value("a", lambda: pytest.fail("made again")) == ["a", 1]
        for name, text in (("x", "1"), ("y", "2")):
            place = tmp_path / name
            place.mkdir()
            once.file(place / "object", "c", lambda path, text=text: path.write_text(text))
            assert (place / "object").read_text() == "1"
        found = once.folder("d", lambda place: (place / "z").write_text("3"))
        assert found is not None
        assert once.of(found / "z")
    assert not found.exists()
    with once.shared():
        assert once.value("a", lambda: "of another run") == "of another run"


def test_what_fails_is_not_shared() -> None:
    def fail() -> None:
        raise BuildError("no")

    with once.shared():
        with pytest.raises(BuildError):
            once.value("a", fail)
        assert once.value("a", lambda: 7) == 7


@pytest.mark.parametrize("cpu_name", ["cortex-m0", "avr8", "mcs51"])
def test_rows_of_one_source_share_its_object_and_have_the_figures_of_their_own(
    cpu_name: str, tmp_path: Path
) -> None:
    cpu = catalog.cpus()[cpu_name]
    pair = [implementation("aes128_cbc"), implementation("aes192_cbc")]
    alone = [build.build(each, cpu, tmp_path / each.function.name) for each in pair]
    with once.shared():
        together = [
            build.build(each, cpu, tmp_path / f"s{number}") for number, each in enumerate(pair)
        ]
        assert together[0].each == together[1].each
        assert once.of(together[0].each[0])
        for each, one, other in zip(pair, alone, together, strict=True):
            names = (
                "facts",
                "context_bytes",
                "alignment",
                "flags",
                "toolchain",
                "parts",
                "internal",
            )
            for name in names:
                assert getattr(one, name) == getattr(other, name), name
            assert audit.problems(each, cpu, one) == audit.problems(each, cpu, other)
            images = [build.link(each, cpu, built) for built in (one, other)]
            assert images[0].symbols == images[1].symbols
            assert images[0].helpers == images[1].helpers


def test_another_source_has_another_object(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cpu = catalog.cpus()["cortex-m0"]
    one = implementation("aes128_cbc")
    options = dataclasses.replace(one, options=("-O1",))
    with once.shared():
        first = build.build(one, cpu, tmp_path / "a")
        assert build.build(options, cpu, tmp_path / "b").each != first.each
        real = build.package.unpacked

        def changed(*given: object) -> object:
            found, files = real(*given)
            source = files.sources[0]
            lines = (*source.lines, dataclasses.replace(source.lines[-1], text="int mote_more;"))
            sources = (dataclasses.replace(source, lines=lines), *files.sources[1:])
            found.sources[0].write_text(sources[0].text)
            return found, dataclasses.replace(files, sources=sources)

        monkeypatch.setattr(build.package, "unpacked", changed)
        other = build.build(one, cpu, tmp_path / "c")
    assert other.each != first.each
    assert "mote_more" in other.facts.exported


@pytest.fixture
def for_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that runs share."""
    folder = tmp_path / "runs"
    folder.mkdir()
    monkeypatch.setenv(once.RUNS, str(folder))
    return folder


def built(one: Implementation, cpu: Cpu, folder: Path) -> Path:
    """The object of a pair."""
    return build.build(one, cpu, folder).each[0]


def test_runs_share_what_is_of_one_content(for_runs: Path, tmp_path: Path) -> None:
    one, cpu = implementation("sha1"), catalog.cpus()["cortex-m0"]
    first, again = (build.build(one, cpu, tmp_path / name) for name in "ab")
    assert first.each == again.each and first.each[0].is_relative_to(for_runs)
    assert dataclasses.replace(first, folder=again.folder, package=again.package) == again
    images = [build.link(one, cpu, each) for each in (first, again)]
    assert images[0].symbols == images[1].symbols
    assert (tmp_path / "a" / "support.o").samefile(tmp_path / "b" / "support.o")
    # What one run calls by the same name is another thing in every other.
    assert once.value("a", lambda: 1) == 1 and once.value("a", lambda: 2) == 2
    # What fails is asked again.
    with pytest.raises(BuildError):
        built(dataclasses.replace(one, options=("-no-such-option",)), cpu, tmp_path / "c")
    assert not [path for path in for_runs.iterdir() if not list(path.iterdir())]


def test_whatever_changes_gives_another_object(
    for_runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A header, an option, the CPU's flags, the compiler, what that reads of the environment."""
    one, cpu = implementation("sha1"), catalog.cpus()["cortex-m0"]
    names = iter(range(100))

    def made(one: Implementation = one, cpu: Cpu = cpu) -> Path:
        return built(one, cpu, tmp_path / f"folder{next(names)}")

    seen = [made()]
    assert made() == seen[0]
    seen.append(made(dataclasses.replace(one, options=("-O1",))))
    faster = dataclasses.replace(cpu.toolchain, c_flags=(*cpu.toolchain.c_flags, "-O3"))
    seen.append(made(cpu=dataclasses.replace(cpu, toolchain=faster)))
    for right, wrong, same in (("", "", True), ("(x) & 0xFFFFFFFF)", "(x) & 0xFFFFFFFFu)", False)):
        # A copy of the sources, perhaps with another header of all families.
        root = tmp_path / f"src{same}"
        for folder in ("sha1", "common"):
            shutil.copytree(build.package.SRC / folder, root / folder)
        header = root / "common" / "small.h"
        assert right in header.read_text()
        header.write_text(header.read_text().replace(right, wrong, 1))
        with monkeypatch.context() as patch:
            patch.setattr(build.package, "SRC", root)
            moved = made(dataclasses.replace(one, sources=(root / "sha1" / one.sources[0].name,)))
        if same:
            assert moved == seen[0], "the place of a source is none of its content"
        else:
            seen.append(moved)
    with monkeypatch.context() as patch:
        patch.setenv("CPATH", str(tmp_path))
        seen.append(made())
    compiler = shutil.which("arm-none-eabi-gcc")
    assert compiler is not None
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "arm-none-eabi-gcc").write_text(f'#!/bin/sh\nexec {compiler} -DMORE "$@"\n')
    (programs / "arm-none-eabi-gcc").chmod(0o755)
    with monkeypatch.context() as patch:
        patch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
        seen.append(made())
        (programs / "arm-none-eabi-gcc").write_text(f'#!/bin/sh\nexec {compiler} -DM "$@"\n')
        seen.append(made())
    assert len(set(seen)) == len(seen)
    assert made() == seen[0]


def test_the_folder_of_all_runs_does_not_grow_for_ever(
    for_runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(once, "MOST", 2)
    for number in (1, 2, 3, 1):
        once.file(
            tmp_path / f"{number}",
            None,
            lambda path, number=number: path.write_text(str(number)),
            lambda number=number: ("file", number),
        )
        assert (tmp_path / f"{number}").read_text() == str(number)
    assert len(list(for_runs.iterdir())) == 2


@pytest.mark.parametrize(
    ("function", "name", "cpu"), [("blake256", "pic24", "pic24"), ("sha256", "mcs51", "mcs51")]
)
def test_what_is_no_elf_file_is_built_in_a_shared_run(
    function: str, name: str, cpu: str, tmp_path: Path
) -> None:
    """These toolchains look for files beside the object."""
    one = implementation(function, name)
    alone = build.build(one, catalog.cpus()[cpu], tmp_path / "alone")
    with once.shared():
        shared = build.build(one, catalog.cpus()[cpu], tmp_path / "shared")
    assert (shared.context_bytes, shared.facts) == (alone.context_bytes, alone.facts)
