"""AES key wrap in this process: RFC 3394's cases, NIST's, lengths, in place, what is refused."""

from __future__ import annotations

import ctypes
import re
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cryptography_vectors import open_vector_file

from compilers import COMPILER
from includes import INCLUDE_FLAGS
from mote.cli import main
from mote.common.paths import ROOT
from reference import aes

WRONG_KEY_SIZE, WRONG_LENGTH, WRONG_TAG = -1, -2, -5
pytestmark = [
    pytest.mark.about("src/aes"),
    pytest.mark.skipif(COMPILER is None, reason="no C compiler for this computer"),
]
each_name = pytest.mark.parametrize("name", ["portable", "portable_fast"])

DATA = bytes.fromhex("00112233445566778899aabbccddeeff000102030405060708090a0b0c0d0e0f")
RFC = (
    (16, 16, "1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5"),
    (24, 16, "96778b25ae6ca435f92b5b97c050aed2468ab8a17ad84e5d"),
    (32, 16, "64e8c3f9ce0f5ba263e9777905818a2a93c8191e7d6e8ae7"),
    (24, 24, "031d33264e15d33268f24ec260743edce1c6c7ddee725a936ba814915c6762d2"),
    (32, 24, "a8f9bc1612c68b3ff6e6f4fbe30e71e4769c8b80a32cb8958cd5d17d6b254da1"),
    (
        *(32, 32),
        "28c9f404c4b810f4cbccb35cfb87f8263f5786e2d80ed326cbc7f0e71a99f43bfb988b9b7a02dd21",
    ),
)
"""RFC 3394, section 4: bytes of the key, of DATA, and what they become."""


@cache
def library(name: str) -> Any:
    """The functions of mote/aes_wrap.h, compiled here."""
    assert COMPILER is not None
    with tempfile.TemporaryDirectory(prefix="mote-wrap-") as folder:
        path = Path(folder) / "library.so"
        command = [COMPILER, "-O2", "-fPIC", "-shared", "-Wall", "-Wextra", "-pedantic", "-Werror"]
        source = str(ROOT / "src" / "aes" / "wrap" / f"{name}.c")
        subprocess.run([*command, *INCLUDE_FLAGS, source, "-o", str(path)], check=True)
        return ctypes.CDLL(str(path))


def wrapped(name: str, key: bytes, data: bytes, *, back: bool = False) -> tuple[int, bytes]:
    """What the call gives, and what is written: apart and in place, which must be the same."""
    code, cc = library(name), ctypes.create_string_buffer(b"\xa5" * 512, 512)
    assert code.mote_aes_wrap_init(cc, key, 8 * len(key)) == 0
    size = max(len(data) + (-8 if back else 8), 0)
    call = code.mote_aes_wrap_decrypt if back else code.mote_aes_wrap_encrypt
    out = ctypes.create_string_buffer(b"\xa5" * (size + 1), size + 1)
    status = call(cc, data, out, ctypes.c_size_t(len(data)))
    assert out.raw[size:] == b"\xa5"
    room = max(size, len(data))
    same = ctypes.create_string_buffer(data.ljust(room, b"\xa5"), room + 1)
    again = call(cc, same, same, ctypes.c_size_t(len(data)))
    if status != WRONG_LENGTH:
        assert (again, same.raw[:size]) == (status, out.raw[:size])
    return status, out.raw[:size]


@each_name
@pytest.mark.parametrize(("key_bytes", "size", "output"), RFC)
def test_the_rfcs_cases(name: str, key_bytes: int, size: int, output: str) -> None:
    key, data, wanted = bytes(range(key_bytes)), DATA[:size], bytes.fromhex(output)
    assert aes.wrap(key, data) == wanted
    assert wrapped(name, key, data) == (0, wanted)
    assert wrapped(name, key, wanted, back=True) == (0, data)
    for place in range(len(wanted)):
        wrong = bytearray(wanted)
        wrong[place] ^= 1 << place % 8
        assert wrapped(name, key, bytes(wrong), back=True) == (WRONG_TAG, bytes(size)), place


def records(file: str) -> Iterator[dict[str, str]]:
    """The tests of a file of NIST's."""
    with open_vector_file(f"keywrap/kwtestvectors/{file}", "r") as stream:
        text = stream.read()
    for part in text.split("COUNT = ")[1:]:
        yield {
            **dict(re.findall(r"^(\w) = (\w+)", part, re.MULTILINE)),
            "fail": "FAIL" if "FAIL" in part.partition("[")[0] else "",
        }


@each_name
def test_nists_answers(name: str) -> None:
    done = refused = 0
    for bits in (128, 192, 256):
        for test in list(records(f"KW_AE_{bits}.txt"))[::7]:
            key, data, output = (bytes.fromhex(test[each]) for each in "KPC")
            assert wrapped(name, key, data) == (0, output)
            done += 1
        for test in list(records(f"KW_AD_{bits}.txt"))[::7]:
            key, data = (bytes.fromhex(test[each]) for each in "KC")
            status, text = wrapped(name, key, data, back=True)
            if test["fail"]:
                assert (status, text) == (WRONG_TAG, bytes(len(data) - 8))
                refused += 1
            else:
                assert (status, text) == (0, bytes.fromhex(test["P"]))
            done += 1
    assert done > 400 and refused > 20


@each_name
def test_steps_of_two_bytes(name: str) -> None:
    """From 43 halves of a block on there are more than 255 steps, and from 10,923 on 65,535."""
    from cryptography.hazmat.primitives.keywrap import aes_key_wrap

    for halves in (42, 43, 44, 200, 10_923):
        data = (bytes(range(256)) * 350)[: 8 * halves]
        output = aes_key_wrap(DATA[:16], data)
        assert wrapped(name, DATA[:16], data) == (0, output), halves
        assert wrapped(name, DATA[:16], output, back=True) == (0, data), halves


@each_name
def test_lengths_and_sizes_of_keys(name: str) -> None:
    for size in range(50):
        wanted = 0 if size >= 16 and size % 8 == 0 else WRONG_LENGTH
        status, out = wrapped(name, DATA[:16], bytes(size))
        assert status == wanted and (status == 0 or out == b"\xa5" * len(out)), size
        status, _ = wrapped(name, DATA[:16], bytes(size), back=True)
        assert status == (WRONG_TAG if size >= 24 and size % 8 == 0 else WRONG_LENGTH), size
    cc = ctypes.create_string_buffer(b"\xa5" * 512, 512)
    for bits in (0, 64, 127, 129, 160, 384, 512):
        assert library(name).mote_aes_wrap_init(cc, bytes(64), bits) == WRONG_KEY_SIZE
        assert cc.raw == b"\xa5" * 512, "nothing is set"


def crypt(*words: str) -> list[str]:
    return ["crypt", "aes-192-wrap", "--key", bytes(range(24)).hex(), *words]


@pytest.mark.parametrize("cpu", [[], ["--cpu", "cortex-m0"]], ids=["here", "simulated"])
def test_mote_crypt(cpu: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    output = RFC[1][2]
    assert main([*crypt(*cpu), "--hex", DATA[:16].hex()]) == 0
    assert capsys.readouterr().out == f"{output}\n"
    assert main([*crypt(*cpu), "--decrypt", "--hex", output]) == 0
    assert capsys.readouterr().out == f"{DATA[:16].hex()}\n"
    assert main([*crypt(*cpu), "--decrypt", "--hex", f"00{output[2:]}"]) != 0
    assert "the tag is wrong" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (crypt("--hex", "00" * 8), "the text has 8 bytes; AES-192 key wrap takes at least 16"),
        (
            crypt("--hex", "00" * 20),
            "the text has 20 bytes; AES-192 key wrap takes whole blocks of 8",
        ),
        (crypt("--hex", "00" * 16, "--decrypt"), "takes at least 24"),
        (crypt("--hex", "00" * 16, "--aad", "00"), "AES-192 key wrap has no further data"),
        (crypt("--hex", "00" * 16, "--iv", "00"), "AES-192 key wrap has no IV"),
    ],
)
def test_wrong_options_are_named(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) != 0
    [line] = capsys.readouterr().err.splitlines()
    assert said in line
