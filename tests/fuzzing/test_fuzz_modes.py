"""`mote fuzz` of modes of operation: a short run against OpenSSL, and faults that it must find."""

from __future__ import annotations

import dataclasses
import random
import shutil
from pathlib import Path

import pytest

import aes_library
from mote.building import package
from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.checking import sanitizer
from mote.cli import main
from mote.common.errors import MissingTool
from mote.fuzzing import fuzz_modes
from mote.fuzzing.fuzz import Result
from mote.kinds import mode
from reference import aes

FUNCTIONS = catalog.functions()
NAMES = (
    "aes192_ecb",
    "aes256_cbc",
    "aes128_ctr",
    "aes192_xts",
    "aes256_gcm",
    "ghash",
    "aes192_cmac",
    "aes128_ccm",
    "aes256_wrap",
)
"""Each mode, and each size of key."""

MOST = 40
"""Texts for each."""

on_this_computer = pytest.mark.skipif(not sanitizer.available(), reason="no gcc with sanitizers")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(fuzz_modes, "FAILURES", tmp_path / "failures")
    return tmp_path / "failures"


def job(
    name: str, cpu: str | None = None, most: int = MOST, seed: int = 1
) -> fuzz_modes.ModeFuzzJob:
    return fuzz_modes.ModeFuzzJob(
        FUNCTIONS[name], catalog.cpus()[cpu] if cpu else None, 60, seed, most
    )


def found(name: str, implementation: str) -> Implementation:
    files = catalog.implementations(FUNCTIONS[name])
    return next(each for each in files if each.name == implementation)


def changed(name: str, right: str, wrong: str, folder: Path) -> Implementation:
    """The small file with a change."""
    implementation = found(name, "portable")
    files = package.pack(implementation)
    text = files.sources[0].text
    assert text.count(right) == 1
    (folder / files.header.name).write_text(files.header.text, encoding="ascii")
    (folder / "portable.c").write_text(text.replace(right, wrong), encoding="ascii")
    return dataclasses.replace(implementation, sources=(folder / "portable.c",))


def test_what_openssl_has_not_is_made_of_what_it_has() -> None:
    """XTS under 192 bits of its ECB, GHASH of its GMAC, a counter of 32 bits of one of 128."""
    openssl, chance = fuzz_modes.OpenSsl(), random.Random(5)
    for size in (16, 17, 31, 32, 47, 160, 333):
        text, tweak = chance.randbytes(size), chance.randbytes(16)
        for key in (chance.randbytes(32), chance.randbytes(64)):
            assert openssl.xts(key, tweak, text) == openssl.xts_by_blocks(key, tweak, text)
        key = chance.randbytes(48)
        assert openssl.xts(key, tweak, text) == aes.xts(key, tweak, text)
        hash_key, hashed, wanted = openssl.ghash(key[:16], text)
        assert aes.ghash(hash_key, hashed) == wanted
        counter = tweak[:12] + b"\xff\xff\xff\xfa"
        for bits in (32, 128):
            assert openssl.ctr(key[:16], counter, text, bits) == aes.ctr(
                key[:16], counter, text, bits
            )


def test_what_is_drawn_has_every_edge() -> None:
    openssl, chance = fuzz_modes.OpenSsl(), random.Random(2)
    function = FUNCTIONS["aes128_gcm"]
    cases = [fuzz_modes.drawn(function, chance, openssl, 600) for _ in range(400)]
    assert {case.tag_bytes for case in cases} == set(mode.TAG_SIZES)
    assert {len(case.text) % 16 for case in cases} == set(range(16))
    assert {len(case.iv) for case in cases} >= {8, 12, 16, 128}
    assert max(len(case.text) for case in cases) > 580
    assert any(not case.text for case in cases) and any(not case.aad for case in cases)
    ctr = [fuzz_modes.drawn(FUNCTIONS["aes256_ctr"], chance, openssl, 600) for _ in range(60)]
    assert {case.counter_bits for case in ctr} == {32, 128}
    assert any(case.iv[:15] == b"\xff" * 15 for case in ctr)
    whole = [fuzz_modes.drawn(FUNCTIONS["aes128_cbc"], chance, openssl, 600) for _ in range(60)]
    assert {len(case.text) % 16 for case in whole} == {0}


@on_this_computer
@pytest.mark.sampled(6, by=())
@pytest.mark.parametrize("name", NAMES)
def test_openssl_agrees(name: str, tmp_path: Path) -> None:
    result = fuzz_modes.fuzz(job(name), programs_in=tmp_path)
    assert (result.problem, result.executions) == ("", MOST)
    files = [each.name for each in fuzz_modes.here(FUNCTIONS[name])]
    run = [each for each in files if each.startswith("portable") or each in aes_library.NAMES]
    assert len(run) >= 2
    assert result.compared == len(run) * MOST


@on_this_computer
def test_programs_are_built_once_for_all_functions_of_a_header(tmp_path: Path) -> None:
    for name in ("aes192_ecb", "aes128_ctr"):
        fuzz_modes.fuzz(job(name, most=1), programs_in=tmp_path)
    assert len(list(tmp_path.iterdir())) == len(fuzz_modes.here(FUNCTIONS["aes128_ctr"]))


def simulated(cpu: str) -> None:
    known = catalog.cpus()[cpu]
    programs = (known.machine_options["program"], f"{known.toolchain.prefix}gcc")
    if not all(map(shutil.which, programs)):
        pytest.skip(f"{' or '.join(programs)} is not installed")


@pytest.mark.parametrize("cpu", ["power8-le", "power8-be"])
def test_openssl_agrees_on_power8(cpu: str) -> None:
    simulated(cpu)
    for name in NAMES[2:5]:
        result = fuzz_modes.fuzz(job(name, cpu, 25), [found(name, "power8")])
        assert result == Result(f"{name} on {cpu}", 25, 25, 0)


FAULTS = [
    # A carry out of 64 bits of the counter; a tag of which a byte is not compared; a stray read.
    ("aes128_ctr", "    } while (i != fixed);", "    } while (i != 8);", "OpenSSL's"),
    ("aes256_gcm", "i != (unsigned)tag_len", "i != (unsigned)tag_len - 1", "OpenSSL's"),
    ("aes256_cbc", "to[i] = (unsigned char)(s[i] ^ iv[i]);", "to[i] = s[i] ^ iv[i + 1];", "overfl"),
]


@pytest.mark.sampled(4, by=())
@on_this_computer
@pytest.mark.parametrize(("name", "right", "wrong", "words"), FAULTS)
def test_a_fault_is_found_here(
    name: str, right: str, wrong: str, words: str, tmp_path: Path, own_folder: Path
) -> None:
    broken = changed(name, right, wrong, tmp_path)
    result = fuzz_modes.fuzz(job(name), [broken])
    assert words in result.problem and "portable: " in result.problem
    # The case is kept as the program reads it.
    (kept,) = own_folder.iterdir()
    assert str(kept) in result.problem
    line = kept.read_text(encoding="utf-8").splitlines(keepends=True)[0]
    assert words in (fuzz_modes.complaint(fuzz_modes.build(broken, tmp_path), [line]) or "")


@pytest.mark.sampled(4, by=())
@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        ("    } while (i != fixed);", "    } while (i != 8);", "encrypted is"),
        ("state->left = bytes - (unsigned)len;", "state->left = 0;", "encrypted is"),
        ("    memcpy(state->counter, counter, 16);", "    memcpy(state, counter, 17);", "outside"),
    ],
)
def test_a_fault_is_found_on_a_simulated_cpu(
    right: str, wrong: str, words: str, tmp_path: Path
) -> None:
    simulated("power8-be")
    broken = changed("aes128_ctr", right, wrong, tmp_path)
    result = fuzz_modes.fuzz(job("aes128_ctr", "power8-be"), [broken])
    assert words in result.problem or "past the end" in result.problem
    assert result.executions < MOST


def test_without_the_package_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.ciphers", None)
    with pytest.raises(MissingTool, match=r"cryptography is not there .* start with \./mote fuzz"):
        fuzz_modes.OpenSsl()


def test_what_the_processor_lacks_is_left_out(tmp_path: Path) -> None:
    """A program that ends by an illegal instruction is no failure; one that says nothing is."""
    for script, said in (("kill -ILL $$", None), ("echo 1 0", ""), ("exit 3", "exit status 3")):
        program = tmp_path / "program"
        program.write_text(f"#!/bin/sh\ncat > /dev/null\n{script}\n", encoding="ascii")
        program.chmod(0o755)
        assert fuzz_modes.complaint(program, ["a line\n"]) == said


@on_this_computer
def test_the_command(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz_modes, "here", lambda _: [found("ghash", "portable_fast")])
    assert main(["fuzz", "ghash", "--seconds", "1"]) == 0
    head, _, row = capfd.readouterr().out.splitlines()
    assert head.split("  ")[0] == "function"
    name, tried, compared, edges, problem = row.split()
    assert (name, edges, problem) == ("ghash", "-", "-")
    assert int(tried) == int(compared) >= fuzz_modes.BATCH
