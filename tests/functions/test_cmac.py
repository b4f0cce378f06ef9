"""AES-CMAC in this process: the standards' cases, pieces, short codes, refusals; `mote mac`."""

from __future__ import annotations

import ctypes
import re
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cryptography_vectors import open_vector_file
from hypothesis import given, settings
from hypothesis import strategies as st

from compilers import COMPILER
from includes import INCLUDE_FLAGS
from mote.cli import main
from mote.common.paths import ROOT
from reference import aes

WRONG_KEY_SIZE, WRONG_TAG_SIZE, WRONG_TAG = -1, -3, -5
pytestmark = [
    pytest.mark.about("src/aes"),
    pytest.mark.skipif(COMPILER is None, reason="no C compiler for this computer"),
]
each_name = pytest.mark.parametrize("name", ["portable", "portable_fast"])

KEY = bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c")
TEXT = bytes.fromhex(
    "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
    "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
)
RFC = {
    0: "bb1d6929e95937287fa37d129b756746",
    16: "070a16b46b4d4144f79bdd9dd04a287c",
    40: "dfa66747de9ae63030ca32611497c827",
    64: "51f0bebf7e3b9d92fc49741779363cfe",
}
"""RFC 4493, section 4: the codes of the first bytes of TEXT."""


@cache
def library(name: str) -> Any:
    """The functions of mote/cmac.h, compiled here."""
    assert COMPILER is not None
    with tempfile.TemporaryDirectory(prefix="mote-cmac-") as folder:
        path = Path(folder) / "library.so"
        command = [COMPILER, "-O2", "-fPIC", "-shared", "-Wall", "-Wextra", "-pedantic", "-Werror"]
        source = str(ROOT / "src" / "aes" / "cmac" / f"{name}.c")
        subprocess.run([*command, *INCLUDE_FLAGS, source, "-o", str(path)], check=True)
        return ctypes.CDLL(str(path))


class Cmac:
    """A computation."""

    def __init__(self, name: str, key: bytes) -> None:
        self.code = library(name)
        self.cc = ctypes.create_string_buffer(b"\xa5" * 512, 512)
        assert self.code.mote_cmac_init(self.cc, key, 8 * len(key)) == 0

    def append(self, data: bytes) -> None:
        self.code.mote_cmac(self.cc, data, ctypes.c_size_t(len(data)))

    def close(self) -> bytes:
        out = ctypes.create_string_buffer(17)
        self.code.mote_cmac_close(self.cc, out)
        assert out.raw[16:] == b"\0"
        return out.raw[:16]

    def check(self, mac: bytes) -> int:
        return int(self.code.mote_cmac_check(self.cc, mac, ctypes.c_size_t(len(mac))))


def test_the_references_subkeys_are_the_rfcs() -> None:
    k1, k2 = aes.cmac_subkeys(KEY)
    assert (k1.hex(), k2.hex()) == (
        "fbeed618357133667c85e08f7236a8de",
        "f7ddac306ae266ccf90bc11ee46d513b",
    )


@each_name
def test_the_rfcs_codes(name: str) -> None:
    of = Cmac(name, KEY)
    for size, code in RFC.items():
        assert aes.cmac(KEY, TEXT[:size]).hex() == code
        of.append(TEXT[:size])
        assert of.close().hex() == code
        of.append(TEXT[:size])
        assert of.check(bytes.fromhex(code)) == 0


@each_name
def test_nists_codes(name: str) -> None:
    done = 0
    for bits in (128, 192, 256):
        with open_vector_file(f"CMAC/nist-800-38b-aes{bits}.txt", "r") as stream:
            text = stream.read()
        for part in text.split("COUNT")[1:]:
            found = dict(re.findall(r"^(\w+) = ?(\w*)", part, re.MULTILINE))
            lower = {key.lower(): value for key, value in found.items()}
            key, message, code = (bytes.fromhex(lower[n]) for n in ("key", "message", "output"))
            of = Cmac(name, key)
            of.append(message)
            assert of.close() == code
            done += 1
    assert done >= 9


@each_name
def test_pieces_as_the_reference_has_them(name: str) -> None:
    @settings(deadline=None, derandomize=True, database=None, max_examples=60)
    @given(st.sampled_from((16, 24, 32)), st.lists(st.binary(max_size=40), max_size=6))
    def agree(size: int, pieces: list[bytes]) -> None:
        key = bytes(range(7, 7 + size))
        of = Cmac(name, key)
        for piece in pieces:
            of.append(piece)
        code = of.close()
        assert code == aes.cmac(key, b"".join(pieces))

    agree()


@each_name
def test_short_and_wrong_codes(name: str) -> None:
    of = Cmac(name, KEY)
    code = aes.cmac(KEY, TEXT[:21])
    for size in range(19):
        of.append(TEXT[:21])
        given = (code + b"\0\0")[:size]
        assert of.check(given) == (0 if 4 <= size <= 16 else WRONG_TAG_SIZE), size
        for place in range(size if 4 <= size <= 16 else 0):
            wrong = bytearray(given)
            wrong[place] ^= 1 << place % 8
            of.append(TEXT[:21])
            assert of.check(bytes(wrong)) == WRONG_TAG, (size, place)
    of.append(TEXT[:21])
    of.append(b"")
    assert of.close() == code, "each ends the message before"


@each_name
def test_sizes_of_keys(name: str) -> None:
    code, cc = library(name), ctypes.create_string_buffer(b"\xa5" * 512, 512)
    for bits in (0, 8, 127, 129, 160, 255, 257, 512):
        assert code.mote_cmac_init(cc, bytes(64), bits) == WRONG_KEY_SIZE
        assert cc.raw == b"\xa5" * 512, "nothing is set"


def mac(*words: str) -> list[str]:
    return ["mac", "aes128_cmac", "--key", KEY.hex(), *words]


@pytest.mark.parametrize("name", ["aes128_cmac", "AES-128-CMAC", "aes128-cmac"])
def test_mote_mac(name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["mac", name, "--key", KEY.hex()]
    assert main([*words, "--hex", TEXT[:40].hex()]) == 0
    assert capsys.readouterr().out == f"{RFC[40]}\n"
    (tmp_path / "text").write_bytes(TEXT)
    assert main([*words, str(tmp_path / "text"), "--digest", "64"]) == 0
    assert capsys.readouterr().out == f"{RFC[64][:16]}\n"
    assert main([*words, "--hex", "", "--check", RFC[0]]) == 0
    assert main([*words, "--hex", "", "--check", RFC[16]]) == 1


def test_mote_mac_simulated(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(mac("--hex", TEXT[:16].hex(), "--cpu", "cortex-m0")) == 0
    assert capsys.readouterr().out == f"{RFC[16]}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (mac("--hex", "00", "--digest", "24"), "no code of 24 bits; it has those of whole bytes"),
        (mac("--hex", "00", "--digest", "65"), "no code of 65 bits"),
        (mac("--hex", "00", "--xof"), "--xof: aes128_cmac has none"),
        (["mac", "aes256_cmac", "--key", KEY.hex(), "--hex", "00"], "--key has 16 bytes; AES-256"),
        (["crypt", "aes-128-cmac", "--key", KEY.hex(), "--hex", "00"], "aes-128-cmac"),
    ],
)
def test_wrong_options_are_named(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) != 0
    [line] = capsys.readouterr().err.splitlines()
    assert said in line
