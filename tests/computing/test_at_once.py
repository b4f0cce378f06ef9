"""`mote hash` of files on the host: the program that is built once, and how it is started."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mote import cli
from mote.common.paths import ROOT
from mote.computing import at_once
from test_launcher import load_launcher

pytestmark = pytest.mark.skipif(shutil.which("cmake") is None, reason="no cmake")


@pytest.fixture(scope="module")
def work(tmp_path_factory):
    """A work folder in which `mote hash sha256`, of 224 bits too, has built its program."""
    folder = tmp_path_factory.mktemp("work")
    file = folder / "a file"
    file.write_bytes(b"abc")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(at_once, "WORK", folder)
        for more in ((), ("--digest", "224")):
            assert cli.main(["hash", "sha256", *more, str(file)]) == 0
    return folder


def start(work: Path, *words: object, **options):
    """The launcher, in a folder that has no Python environment: nothing else could answer."""
    program = [sys.executable, "-I", str(ROOT / "mote"), "hash", *map(str, words)]
    environment = {**os.environ, "MOTE_WORK": str(work), "MOTE_NO_INSTALL": "1"}
    return subprocess.run(
        program, env=environment, stderr=subprocess.PIPE, check=False, timeout=60, **options
    )


def test_digests(work, tmp_path):
    for size in (0, 1, 64, 131072, 300001):
        file = tmp_path / str(size)
        file.write_bytes(hashlib.shake_128(b"x").digest(size))
        for words, name in (
            (("sha256",), "sha256"),
            (("sha256", "--digest", "224"), "sha224"),
            (("--digest=224", "sha256"), "sha224"),
        ):
            result = start(work, *words, file, stdout=subprocess.PIPE)
            expected = hashlib.new(name, file.read_bytes()).hexdigest()
            assert result.stdout.decode() == f"{expected}  {file}\n"
            assert (result.returncode, result.stderr) == (0, b"")


def test_its_words_are_those_of_the_command(work, tmp_path):
    """What cannot be read, standard input, and a name that is no UTF-8."""
    odd = os.path.join(os.fsencode(tmp_path), b"\xff\r\\")  # noqa: PTH118
    with open(odd, "wb") as file:  # noqa: PTH123
        file.write(b"abc")
    words = ["sha256", "", tmp_path, tmp_path / "none", "-", os.fsdecode(odd)]
    result = start(work, *words, stdout=subprocess.PIPE, input=b"abc")
    digest = hashlib.sha256(b"abc").hexdigest().encode()
    assert result.stdout.split(b"\n") == [digest + b"  -", digest + b"  " + odd, b""]
    assert result.returncode == 1
    by_python = subprocess.run(
        [sys.executable, "-m", "mote", "hash", *map(str, words), "--implementation", "portable"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
        capture_output=True,
        input=b"abc",
        check=False,
    )
    assert (result.stdout, result.stderr) == (by_python.stdout, by_python.stderr)


def test_streams_that_are_closed_or_full(work, tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"abc")
    closed = f'exec "{sys.executable}" -I "{ROOT / "mote"}" hash sha256'
    environment = {**os.environ, "MOTE_WORK": str(work), "MOTE_NO_INSTALL": "1"}
    for redirection, name, said, status in (
        ("<&-", "-", "mote: -: standard input is closed\n", 1),
        (">&-", file, "", 0),
        (">/dev/full", file, "mote: standard output: No space left on device\n", 1),
        ("2>&-", file, "", 0),
    ):
        result = subprocess.run(
            ["sh", "-c", f'{closed} "{name}" {redirection}'],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (result.stderr, result.returncode) == (said, status), redirection
    reader, writer = os.pipe()
    os.close(reader)
    result = start(work, "sha256", file, stdout=writer)
    os.close(writer)
    assert (result.returncode, result.stderr) == (141, b"")


@pytest.fixture
def started(work, monkeypatch):
    """What hash_at_once of these words would start, as a function; nothing: None."""
    launcher = load_launcher()

    def of(*words: str):
        found: list[list[str]] = []
        monkeypatch.setattr(launcher.os, "execv", lambda _, command: found.append(command))
        monkeypatch.setenv("MOTE_WORK", str(work))
        launcher.hash_at_once(list(words))
        return found[0][1:] if found else None

    return of


def test_what_is_unusual_is_left_to_the_command(started):
    assert started("sha256", "x", "-") == ["256", "x", "-"]
    assert started("x", "--digest", "224") is None
    assert started("sha256", "--digest", "224", "x") == ["224", "x"]
    for words in (
        ("sha256",),
        ("sha256", "--digest", "8", "x"),
        ("sha256", "x", "--digest"),
        ("sha256", "--cpu", "avr8", "x"),
        ("sha256", "--hex", "00"),
        ("sha256", "--implementation=portable", "x"),
        ("sha256", "--", "x"),
        ("../sha256", "x"),
        ("SHA1", "x"),
    ):
        assert started(*words) is None, words


def test_a_program_of_other_sources_is_not_started(started, work, monkeypatch):
    """One place of the record after the other is of another file, or of none."""
    record = work / "hash" / str(ROOT).replace("/", "%")[-200:] / "sha256,"
    text = record.read_text()
    lines = text.splitlines()
    named = [Path(line.split(" ", 2)[2]) for line in lines[2:]]
    sources = {path.relative_to(ROOT) for path in named if path.is_relative_to(ROOT)}
    wanted = ("src/sha2/sha256/library.c", "src/common/fast.h", "include/mote/sha256.h")
    assert {Path(name) for name in (*wanted, "cmake/fastest.txt")} <= sources
    try:
        for number in range(2, len(lines)):
            size, changed, path = lines[number].split(" ", 2)
            for other in (
                f"{size} {int(changed) + 1} {path}",
                f"{int(size) + 1} {changed} {path}",
                f"{size} {changed} {path}.none",
            ):
                changed_lines = [*lines[:number], other, *lines[number + 1 :]]
                record.write_text("\n".join(changed_lines))
                assert started("sha256", "x") is None, other
        record.write_text("spoilt")
        assert started("sha256", "x") is None
    finally:
        record.write_text(text)
    assert started("sha256", "x") == ["256", "x"]
    # The command builds it anew, and its digests are right then, too.
    made = record.with_name("sha256.made")
    made.write_text(made.read_text().replace(" ", " 1", 1))
    monkeypatch.setattr(at_once, "WORK", work)
    monkeypatch.setattr(at_once, "_build", lambda *_: (_ for _ in ()).throw(OSError()))
    function = cli.catalog.functions()["sha256"]
    assert at_once.program(function, 256, "sha256", None) is None


def test_without_cmake_files_are_hashed_all_the_same(monkeypatch, tmp_path, capsys):
    which = shutil.which
    monkeypatch.setattr(at_once, "WORK", tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: None if name == "cmake" else which(name))
    file = tmp_path / "file"
    file.write_bytes(b"abc")
    assert cli.main(["hash", "sha1", str(file)]) == 0
    assert capsys.readouterr().out == f"{hashlib.sha1(b'abc').hexdigest()}  {file}\n"
    assert not (tmp_path / "hash" / "sha1").exists()
