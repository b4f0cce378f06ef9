"""AES-CCM in this process: the standards' cases, every size of nonce and tag, order, lengths."""

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

WRONG_KEY_SIZE, WRONG_LENGTH, WRONG_TAG_SIZE, WRONG_ORDER, WRONG_TAG = range(-1, -6, -1)
NONCES, TAGS = range(7, 14), range(4, 17, 2)
pytestmark = [
    pytest.mark.about("src/aes"),
    pytest.mark.skipif(COMPILER is None, reason="no C compiler for this computer"),
]
each_name = pytest.mark.parametrize("name", ["portable", "portable_fast"])


@cache
def library(name: str) -> Any:
    """The functions of mote/ccm.h, compiled here."""
    assert COMPILER is not None
    with tempfile.TemporaryDirectory(prefix="mote-ccm-") as folder:
        path = Path(folder) / "library.so"
        command = [COMPILER, "-O2", "-fPIC", "-shared", "-Wall", "-Wextra", "-pedantic", "-Werror"]
        source = str(ROOT / "src" / "aes" / "ccm" / f"{name}.c")
        subprocess.run([*command, *INCLUDE_FLAGS, source, "-o", str(path)], check=True)
        return ctypes.CDLL(str(path))


class Ccm:
    """A context with a key."""

    def __init__(self, name: str, key: bytes) -> None:
        self.code = library(name)
        self.cc = ctypes.create_string_buffer(b"\xa5" * 512, 512)
        assert self.code.mote_ccm_init(self.cc, key, 8 * len(key)) == 0

    def __call__(self, call: str, *arguments: Any) -> int:
        values = [ctypes.c_size_t(each) if isinstance(each, int) else each for each in arguments]
        return int(self.code[f"mote_ccm_{call}"](self.cc, *values))

    def start(self, nonce: bytes, aad_len: int, size: int, tag_bytes: int) -> int:
        return self("start", nonce, len(nonce), aad_len, size, tag_bytes)

    def seal(self, nonce: bytes, aad: bytes, text: bytes, tag_bytes: int) -> bytes:
        """In place."""
        out, tag = ctypes.create_string_buffer(text, len(text) + 1), ctypes.create_string_buffer(17)
        given = (nonce, len(nonce), aad, len(aad), out, out, len(text), tag, tag_bytes)
        assert self("seal", *given) == 0
        assert out.raw[-1:] == b"\0" and tag.raw[tag_bytes:] == bytes(17 - tag_bytes)
        return out.raw[:-1] + tag.raw[:tag_bytes]

    def open(self, nonce: bytes, aad: bytes, data: bytes, tag_bytes: int) -> tuple[int, bytes]:
        """What the call gave, and the text."""
        size = len(data) - tag_bytes
        out = ctypes.create_string_buffer(b"\xa5" * (size + 1), size + 1)
        given = (nonce, len(nonce), aad, len(aad), data, out, size, data[size:], tag_bytes)
        status = self("open", *given)
        assert out.raw[size:] == b"\xa5"
        return status, out.raw[:size]


KEY = bytes(range(0x40, 0x50))
EXAMPLES = (
    ("10111213141516", 8, 4, 4, "7162015b4dac255d"),
    ("1011121314151617", 16, 16, 6, "d2a1f0e051ea5f62081a7792073d593d1fc64fbfaccd"),
    (
        *("101112131415161718191a1b", 20, 24, 8),
        "e3b201a9f5b71a7a9b1ceaeccd97e70b6176aad9a4428aa5484392fbc1b09951",
    ),
    (
        *("101112131415161718191a1b1c", 65536, 32, 14),
        "69915dad1e84c6376a68c2967e4dab615ae0fd1faec44cc484828529463ccf72b4ac6bec93e8598e7f0dadbc"
        "ea5b",
    ),
)
"""SP 800-38C, appendix C: nonce, bytes of data, of text, of the tag, output."""


@each_name
@pytest.mark.parametrize(("nonce", "aad_len", "size", "tag_bytes", "wanted"), EXAMPLES)
def test_the_standards_examples(
    name: str, nonce: str, aad_len: int, size: int, tag_bytes: int, wanted: str
) -> None:
    aad, text = bytes(i % 256 for i in range(aad_len)), bytes(range(0x20, 0x20 + size))
    iv, output = bytes.fromhex(nonce), bytes.fromhex(wanted)
    if aad_len < 100:
        assert aes.ccm(KEY, iv, aad, text, tag_bytes) == output
    of = Ccm(name, KEY)
    assert of.seal(iv, aad, text, tag_bytes) == output
    assert of.open(iv, aad, output, tag_bytes) == (0, text)


@each_name
def test_the_rfcs_first_packet(name: str) -> None:
    """RFC 3610, section 8, packet vector 1."""
    key, nonce = bytes(range(0xC0, 0xD0)), bytes.fromhex("00000003020100a0a1a2a3a4a5")
    sealed = Ccm(name, key).seal(nonce, bytes(range(8)), bytes(range(8, 0x1F)), 8)
    wanted = "588c979a61c663d2f066d0c2c0f989806d5f6b61dac38417e8d12cfdf926e0"
    assert sealed.hex() == wanted
    assert aes.ccm(key, nonce, bytes(range(8)), bytes(range(8, 0x1F)), 8).hex() == wanted


def records(file: str) -> Iterator[dict[str, str]]:
    """The tests of a file of NIST's, with what stands above them."""
    with open_vector_file(f"ciphers/AES/CCM/{file}", "r") as stream:
        text = stream.read()
    common: dict[str, str] = {}
    for line in text.splitlines():
        for key, value in re.findall(r"(\w+) = (\w+)", line):
            common[key] = value
        # What ends a test: its output, and of decryption whether that is right.
        ends = re.match(r"Result = Pass", line) is None and line.startswith(
            "Result" if file.startswith("D") else "CT"
        )
        if ends or (file.startswith("D") and line.startswith("Payload")):
            yield dict(common)


@each_name
def test_nists_answers(name: str) -> None:
    done = refused = 0
    for bits in (128, 192, 256):
        for kind in ("VADT", "VNT", "VPT", "VTT"):
            for test in list(records(f"{kind}{bits}.rsp"))[::3]:
                alen, plen, tlen = (int(test[each]) for each in ("Alen", "Plen", "Tlen"))
                key, nonce, output = (bytes.fromhex(test[each]) for each in ("Key", "Nonce", "CT"))
                aad = bytes.fromhex(test["Adata"])[:alen]
                text = bytes.fromhex(test["Payload"])[:plen]
                assert Ccm(name, key).seal(nonce, aad, text, tlen) == output
                done += 1
        for test in records(f"DVPT{bits}.rsp"):
            alen, plen, tlen = (int(test[each]) for each in ("Alen", "Plen", "Tlen"))
            key, nonce, output = (bytes.fromhex(test[each]) for each in ("Key", "Nonce", "CT"))
            found = Ccm(name, key).open(nonce, bytes.fromhex(test["Adata"])[:alen], output, tlen)
            if test["Result"] == "Pass":
                assert found == (0, bytes.fromhex(test["Payload"])[:plen])
            else:
                assert found == (WRONG_TAG, bytes(plen))
                refused += 1
            done += 1
    assert done > 900 and refused > 200


@each_name
def test_every_size_of_nonce_and_tag(name: str) -> None:
    aad, text = b"header", bytes(range(37))
    for bits in (128, 192, 256):
        of = Ccm(name, bytes(range(bits // 8)))
        for size in NONCES:
            for tag_bytes in TAGS:
                nonce = bytes(range(3, 3 + size))
                sealed = of.seal(nonce, aad, text, tag_bytes)
                assert sealed == aes.ccm(bytes(range(bits // 8)), nonce, aad, text, tag_bytes)
                assert of.open(nonce, aad, sealed, tag_bytes) == (0, text)
                wrong = bytearray(sealed)
                wrong[-1 - size % tag_bytes] ^= 1 << size % 8
                assert of.open(nonce, aad, bytes(wrong), tag_bytes) == (WRONG_TAG, bytes(37))
                assert of.open(nonce, b"heades", sealed, tag_bytes) == (WRONG_TAG, bytes(37))


@each_name
def test_what_is_refused(name: str) -> None:
    of = Ccm(name, KEY)
    for size in (0, 1, 6, 14, 15, 16, 255, 1 << 32):
        assert of("start", bytes(300), size, 0, 0, 16) == WRONG_LENGTH, size
    for size in (0, 2, 3, 5, 7, 9, 15, 17, 18, 32, 1 << 32):
        assert of.start(bytes(13), 0, 0, size) == WRONG_TAG_SIZE, size
    for size in NONCES:
        most = (1 << 8 * (15 - size)) - 1
        assert of.start(bytes(size), 0, min(most, (1 << 64) - 1), 16) == 0, size
        if most < 1 << 63:
            assert of.start(bytes(size), 0, most + 1, 16) == WRONG_LENGTH, size
            assert of("aad", b"", 0) == WRONG_ORDER, "nothing is begun"
    out = ctypes.create_string_buffer(64)
    assert of("open", bytes(13), 13, b"", 0, b"x" * 64, out, 64, bytes(16), 5) == WRONG_TAG_SIZE
    assert out.raw == bytes(64)
    for bits in (0, 64, 127, 160, 512):
        assert of.code.mote_ccm_init(of.cc, bytes(64), bits) == WRONG_KEY_SIZE
        assert of.start(bytes(13), 0, 0, 16) == WRONG_ORDER, "no key is set"


@each_name
def test_order_and_declared_lengths(name: str) -> None:
    nonce, aad, text = bytes(12), bytes(range(30)), bytes(range(50))
    sealed = aes.ccm(KEY, nonce, aad, text, 10)
    out, tag, of = ctypes.create_string_buffer(64), ctypes.create_string_buffer(16), Ccm(name, KEY)
    for call, given in (("aad", (aad, 1)), ("encrypt", (text, out, 1)), ("tag", (tag,))):
        assert of(call, *given) == WRONG_ORDER, "nothing is begun"
    assert of.start(nonce, 30, 50, 10) == 0
    assert of("aad", aad, 29) == 0 and of("aad", aad, 2) == WRONG_LENGTH
    assert of("encrypt", text, out, 1) == WRONG_ORDER and of("tag", tag) == WRONG_LENGTH
    assert of("aad", aad[29:], 1) == 0 and of("aad", None, 0) == 0
    made = b""
    for begin, end in ((0, 0), (0, 1), (1, 16), (16, 16), (16, 33), (33, 49)):
        assert of("encrypt", text[begin:end], out, end - begin) == 0
        made += out.raw[: end - begin]
    assert of("decrypt", text, out, 1) == WRONG_ORDER and of("aad", None, 0) == WRONG_ORDER
    assert of("encrypt", text, out, 2) == WRONG_LENGTH and of("tag", tag) == WRONG_LENGTH
    assert of("check", tag) == WRONG_LENGTH
    assert of("encrypt", text[49:], out, 1) == 0
    made += out.raw[:1]
    assert of("tag", tag) == 0 and tag.raw == sealed[50:] + bytes(6) and made == sealed[:50]
    assert of("tag", tag) == WRONG_ORDER
    assert of.start(nonce, 30, 50, 10) == 0 and of.seal(nonce, aad, text, 10) == sealed


@each_name
def test_lengths_of_data_at_their_edges(name: str) -> None:
    """Two bytes and six; the reference and OpenSSL agree with what is appended in pieces."""
    from cryptography.hazmat.primitives.ciphers.aead import AESCCM

    nonce, tag = bytes(range(7)), ctypes.create_string_buffer(16)
    for size in (1, 13, 14, 15, 0xFEFF, 0xFF00, 0xFF01):
        aad, of = bytes(size), Ccm(name, KEY)
        assert of.start(nonce, size, 0, 16) == 0
        assert of("aad", aad, size // 3) == 0 and of("aad", aad, size - size // 3) == 0
        assert of("tag", tag) == 0
        assert tag.raw == AESCCM(KEY, 16).encrypt(nonce, b"", aad), size


@each_name
def test_lengths_of_data_that_no_test_gives(name: str) -> None:
    """From 2^32 bytes on ten bytes say how many; the first six of the data end that block."""
    nonce, size, of = bytes(range(7)), 5 << 32 | 0xFEDCBA98, Ccm(name, KEY)
    assert of.start(nonce, size, 0, 16) == 0 and of("aad", b"abcdef", 6) == 0
    first = bytes([0x40 | 7 << 3 | 7, *nonce, *bytes(8)])
    behind = b"\xff\xff" + size.to_bytes(8, "big") + b"abcdef"
    waiting = bytes(a ^ b for a, b in zip(aes.encrypt_block(KEY, first), behind, strict=True))
    assert waiting in of.cc.raw or aes.encrypt_block(KEY, waiting) in of.cc.raw


def crypt(*words: str) -> list[str]:
    return ["crypt", "aes-128-ccm", "--key", KEY.hex(), *words]


@pytest.mark.parametrize("name", ["aes128_ccm", "aes-128-ccm", "AES-128-CCM"])
@pytest.mark.parametrize("cpu", [[], ["--cpu", "cortex-m0"]], ids=["here", "simulated"])
def test_mote_crypt(name: str, cpu: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    nonce, _, _, _, wanted = EXAMPLES[1]
    aad, text = bytes(range(16)).hex(), bytes(range(0x20, 0x30)).hex()
    words = ["crypt", name, "--key", KEY.hex(), "--iv", nonce, "--aad", aad, "--tag-bytes", "6"]
    assert main([*words, *cpu, "--hex", text]) == 0
    assert capsys.readouterr().out == f"{wanted}\n"
    assert main([*words, *cpu, "--decrypt", "--hex", wanted]) == 0
    assert capsys.readouterr().out == f"{text}\n"
    assert main([*words, *cpu, "--decrypt", "--hex", f"{wanted[:-2]}ff"]) != 0
    assert "the tag is wrong" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (crypt("--iv", "00" * 6, "--hex", ""), "--iv has 6 bytes; AES-128-CCM takes 7 to 13"),
        (crypt("--hex", ""), "AES-128-CCM needs an IV"),
        (
            crypt("--iv", "00" * 13, "--hex", "", "--tag-bytes", "5"),
            "--tag-bytes 5: AES-128-CCM has tags of 4, 6, 8, 10, 12, 14 or 16 bytes",
        ),
        (
            crypt("--iv", "00" * 13, "--hex", "00" * 65536),
            "the text has 65536 bytes; AES-128-CCM with a nonce of 13 bytes takes fewer than 65536",
        ),
    ],
)
def test_wrong_options_are_named(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) != 0
    [line] = capsys.readouterr().err.splitlines()
    assert said in line
