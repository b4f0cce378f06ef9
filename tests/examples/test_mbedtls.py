"""Mbed TLS with Mote's SHA-2 and AES: its tests, the device's program, the sources' fetching."""

from __future__ import annotations

import hashlib
import io
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from mote.common.paths import ROOT, WORK
from test_examples import needs, printed_by_cortex_m0

EXAMPLE = ROOT / "examples" / "mbedtls"
PINNED = dict(re.findall(r"^(\w+) = (\S+)$", (EXAMPLE / "Makefile").read_text(), re.M))
FETCH = [sys.executable, str(EXAMPLE / "fetch.py")]
PROGRAMS = ("verify-own", "verify-smaller", "verify-mote", "decrypt-own", "decrypt-smaller",
            "decrypt-mote")  # fmt: skip


@pytest.fixture(scope="module")
def sources() -> Path:
    """Mbed TLS's sources in the work folder; they are fetched where they are not there yet."""
    folder = WORK / f"mbedtls-{PINNED['VERSION']}"
    ready = folder / "framework" / "scripts" / "generate_test_code.py"
    if not ready.exists():
        shutil.rmtree(folder, ignore_errors=True)
        made = run("make", "-C", EXAMPLE, f"BUILD={WORK}", folder)
        if made.returncode:
            last = made.stderr.strip().splitlines()
            pytest.skip(f"Mbed TLS could not be fetched: {last[0] if last else 'no words'}")
    assert ready.exists()
    return folder


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(w) for w in words], capture_output=True, text=True, check=False)


def make(sources: Path, folder: Path, *words: str) -> str:
    made = run("make", "-s", "-C", EXAMPLE, f"BUILD={folder}", f"MBEDTLS={sources}", *words)
    assert made.returncode == 0, made.stdout + made.stderr
    return made.stdout


@needs("make", "cc")
def test_its_own_tests_pass(sources: Path, tmp_path: Path) -> None:
    """Those of SHA-2 and AES in counter mode, self-tests among them; `make test` has all of AES."""
    text = make(sources, tmp_path, "test", "SUITES=shax aes.ctr aes.rest")
    counts = {name: int(count) for name, count in re.findall(r"(\S+): (\d+) passed", text)}
    assert counts["shax"] > 30 and counts["aes.ctr"] > 40 and counts["aes.rest"] > 5
    ran = (tmp_path / "host" / "shax.txt").read_text()
    assert re.search(r"SHA-256 Selftest \.+ PASS", ran)
    assert re.search(r"SHA-512 Selftest \.+ PASS", ran)
    assert re.search(r"AES Selftest \.+ PASS", (tmp_path / "host" / "aes.rest.txt").read_text())
    # The code is Mote's, not that of the library.
    symbols = run("nm", tmp_path / "host" / "test_suite_aes.ctr").stdout
    assert " T mote_aes_ctr\n" in symbols
    assert "AESSb" not in symbols and " d FSb" not in symbols.lower()


@needs("make", "cc")
def test_a_wrong_implementation_fails_them(sources: Path, tmp_path: Path) -> None:
    make(sources, tmp_path, "compile")
    source = tmp_path / "host" / "mote_sha256.c"
    text = source.read_text()
    assert text.count("0x6a09e667") + text.count("0x6A09E667") == 1
    source.write_text(re.sub("(?i)0x6a09e667", "0x6a09e666", text))
    made = run(
        *("make", "-s", "-C", EXAMPLE, f"BUILD={tmp_path}", f"MBEDTLS={sources}"),
        *("test", "SUITES=shax"),
    )
    assert made.returncode != 0 and "FAILED" in made.stdout


@needs("make", "arm-none-eabi-gcc")
def test_the_device_verifies_in_less_flash(sources: Path, tmp_path: Path) -> None:
    table = make(sources, tmp_path, "size")
    sizes = {
        Path(line.split()[-1]).stem: int(line.split()[0]) + int(line.split()[1])
        for line in table.splitlines()
        if re.match(r" *\d", line)
    }
    assert set(sizes) == set(PROGRAMS)
    for name in ("verify-mote", "decrypt-mote", "verify-own"):
        said = printed_by_cortex_m0(tmp_path / f"{name}.elf")
        assert said == "image accepted\ndamaged image refused\n", name
    for program in ("verify", "decrypt"):
        own, smaller, mote = (sizes[f"{program}-{each}"] for each in ("own", "smaller", "mote"))
        assert mote < smaller < own
    compiler = run("arm-none-eabi-gcc", "-dumpfullversion").stdout.strip()
    text = (EXAMPLE / "README.md").read_text()
    if f"gcc {compiler}" in text:
        rows = re.findall(r"^\|[^|]*\| *([\d,]+) *\| *([\d,]+) *\| *([\d,]+) *\|$", text, re.M)
        found = [int(each.replace(",", "")) for row in rows for each in row]
        for name, stated in zip(PROGRAMS, found, strict=True):
            # Mote's may shrink; what is said of the others is exact.
            least = 0.8 * stated if name.endswith("mote") else stated
            assert least <= sizes[name] <= stated, name


def test_it_is_the_version_that_is_compared() -> None:
    """libraries/mbedtls has the same archive."""
    text = (ROOT / "libraries" / "mbedtls" / "library.toml").read_text()
    stated = dict(re.findall(r'^(version|sha256) = "(.*)"$', text, re.M))
    assert stated == {"version": PINNED["VERSION"], "sha256": PINNED["SHA256"]}


def packed(folder: Path) -> tuple[str, str]:
    """The address and the SHA-256 of an archive with one folder."""
    path = folder / "small.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        entry = tarfile.TarInfo("small-1/file")
        entry.size = 5
        archive.addfile(entry, io.BytesIO(b"text\n"))
    return path.as_uri(), hashlib.sha256(path.read_bytes()).hexdigest()


def test_what_is_fetched_is_what_is_pinned(tmp_path: Path) -> None:
    address, digest = packed(tmp_path)
    missing = (tmp_path / "missing").as_uri()
    made = run(*FETCH, digest, tmp_path / "there", missing, address)
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "there" / "file").read_text() == "text\n"
    wrong = run(*FETCH, "0" * 64, tmp_path / "wrong", address)
    assert wrong.returncode == 1 and not (tmp_path / "wrong").exists()
    assert wrong.stderr == f"fetch.py: {address}: its SHA-256 is {digest}, not {'0' * 64}\n"
    nowhere = run(*FETCH, digest, tmp_path / "wrong", missing)
    assert nowhere.returncode == 1 and nowhere.stderr.startswith(f"fetch.py: {missing}: ")
    assert len(nowhere.stderr.splitlines()) == 1
    assert run(*FETCH).returncode == 1
