"""`mote release`: of a clean checkout, complete, and twice the same bytes."""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from mote.commands import release as command
from mote.common import version
from mote.common.errors import MoteError
from mote.releasing import metadata, registry
from mote.showing import page, release

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    done = subprocess.run(
        ["git", *who, *words], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small repository in place of this one."""
    root = tmp_path / "checkout"
    (root / "src").mkdir(parents=True)
    (root / "pyproject.toml").write_text('version = "1.2.3"\n')
    (root / "src" / "a.c").write_text("int a;\n")
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    for module in (release, version):
        monkeypatch.setattr(module, "ROOT", root)
    monkeypatch.setattr(page, "make", lambda commit: f"<p>{commit}</p>")
    # tests/releasing is about the packages.
    monkeypatch.setattr(registry, "names", lambda: ["cmsis"])
    few = dataclasses.replace(metadata.read(), functions=("crc32",))
    monkeypatch.setattr(metadata, "read", lambda: few)
    return root


def test_the_same_commit_gives_the_same_bytes(checkout: Path, tmp_path: Path) -> None:
    first = release.write(tmp_path / "first")
    again = release.write(tmp_path / "again")
    pack = f"Mote.Mote.{metadata.read().version}.pack"
    recipes = f"recipes-mote-{metadata.read().version}.tar.gz"
    names = ["mote-1.2.3.tar.gz", "mote-1.2.3.html", pack, recipes, "SHA256SUMS"]
    assert [path.name for path in first] == [path.name for path in again] == names
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in again]
    with tarfile.open(first[0]) as archive:
        assert "mote-1.2.3/src/a.c" in archive.getnames()
    with tarfile.open(first[3]) as archive:
        formula = archive.extractfile(f"{recipes[:-7]}/homebrew/Formula/mote.rb")
        assert formula is not None
        source = hashlib.sha256(first[0].read_bytes()).hexdigest()
        assert f'sha256 "{source}"' in formula.read().decode()
    assert git(checkout, "rev-parse", "HEAD")[:12] in first[1].read_text()
    for line in first[-1].read_text().splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((tmp_path / "first" / name).read_bytes()).hexdigest() == digest
    (checkout / "src" / "a.c").write_text("int b;\n")
    git(checkout, "commit", "-qam", "second")
    assert release.write(tmp_path / "other")[0].read_bytes() != first[0].read_bytes()


def test_what_is_not_committed_is_no_release(checkout: Path, tmp_path: Path) -> None:
    (checkout / "new.c").write_text("")
    with pytest.raises(MoteError, match=r"^new\.c not as committed: commit or stash it first$"):
        release.write(tmp_path / "files")
    (checkout / "src" / "a.c").write_text("int c;\n")
    with pytest.raises(MoteError, match=r"^src/a\.c and 1 more not as committed"):
        release.write(tmp_path / "files")
    assert not (tmp_path / "files").exists()


def test_nothing_is_written_over(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("mine")
    with pytest.raises(MoteError, match="is there already"):
        release.write(tmp_path / "full")
    with pytest.raises(MoteError, match="is there already"):
        release.packages(tmp_path / "full", ["cmsis"])
    assert [each.name for each in (tmp_path / "full").iterdir()] == ["mine"]
    shutil.rmtree(checkout / ".git")
    with pytest.raises(MoteError, match="no checkout of git"):
        release.write(tmp_path / "new")


def test_some_packages_alone_are_of_what_is_there(checkout: Path, tmp_path: Path) -> None:
    (checkout / "new.c").write_text("")
    paths = release.packages(tmp_path / "a folder", ["cmsis"])
    assert [path.suffix for path in paths] == [".pack"]
    assert release.packages(tmp_path / "again", ["cmsis"])[0].read_bytes() == paths[0].read_bytes()
    with pytest.raises(MoteError, match="there is no channel floppy"):
        release.packages(tmp_path / "other", ["floppy"])
    assert not (tmp_path / "other").exists()


def test_a_placeholder_is_named_with_the_files_that_have_it(
    checkout: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And --url takes its place everywhere; a package that names no address is not named."""
    channels = ["arduino", "plain", "platformio", "riot"]
    number = metadata.read().version

    def run(folder: str, *words: str) -> str:
        parser = argparse.ArgumentParser()
        command.add_parser(parser.add_subparsers())
        options = parser.parse_args(["release", str(tmp_path / folder), *words])
        assert options.run(options) == 0
        return capsys.readouterr().err

    assert f"publish Mote.Mote.{number}.pack, recipes-mote-{number}.tar.gz\n" in run("whole")
    monkeypatch.setattr(registry, "names", lambda: channels)
    said = run("a", "--channel", *channels)
    assert said == (
        "mote: https://example.org/mote, url in release.toml, is a place holder: give --url URL "
        f"before you publish arduino-Mote-{number}.zip, mote-packed.wrap\n"
    )
    url = "https://mote.dev/code"
    assert run("b", "--channel", *channels, "--url", url) == ""
    files = sorted((tmp_path / "b").iterdir())
    assert release.naming("example.org", files) == []
    named = ["arduino-Mote", "mote-packed.wrap", "platformio-Mote"]
    assert [name.partition(f"-{number}")[0] for name in release.naming(url, files)] == named
    download = f"source_url = {url}/releases/download/v{number}/mote-packed-{number}.tar.gz"
    assert download in (tmp_path / "b" / "mote-packed.wrap").read_text()


@pytest.mark.parametrize("url", ["mote.dev", "https://mote.dev/", "https://a b", 'https://a/"b'])
def test_a_wrong_address(checkout: Path, tmp_path: Path, url: str) -> None:
    with pytest.raises(MoteError, match=r"^--url: url = .*: https://HOST/PATH of the project"):
        release.packages(tmp_path / "a", ["cmsis"], url)
    with pytest.raises(MoteError, match=r"^--url: url = "):
        release.write(tmp_path / "a", url)
    assert not (tmp_path / "a").exists()


def test_domains_that_are_nobodys() -> None:
    found = {
        url: metadata.at(metadata.read(), url).is_placeholder
        for url in (
            *("https://example.org/mote", "https://a.example.com", "http://x.invalid/b"),
            *("https://notexample.org/a", "https://mote.dev/example.org"),
        )
    }
    assert list(found.values()) == [True, True, True, False, False]
