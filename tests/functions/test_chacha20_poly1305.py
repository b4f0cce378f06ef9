"""Poly1305 and ChaCha20-Poly1305 in this process: RFC 8439's cases, edges, order, limits."""

from __future__ import annotations

import ctypes
import random
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aes_library import FLAGS
from compilers import COMPILER
from includes import INCLUDE_FLAGS
from mote.common.paths import ROOT
from reference import salsa

FOLDER = ROOT / "src" / "salsa"
WRONG_LENGTH, WRONG_ORDER, WRONG_TAG = -2, -4, -5
pytestmark = [
    pytest.mark.about("src/salsa"),
    pytest.mark.skipif(COMPILER is None, reason="no C compiler for this computer"),
]
STRICT = ["-Wall", "-Wextra", "-pedantic", "-Werror", *INCLUDE_FLAGS]

FILES = [
    ("portable", ""),
    ("portable_fast", ""),
    # As where the processor has no product of 64 bits.
    ("portable_fast", "-D__thumb__"),
    *([("amd64_avx2", "")] if {"avx2", "bmi2"} <= FLAGS else []),
    *([("amd64_avx512", "")] if {"avx512f", "avx512bw"} <= FLAGS else []),
    *([("amd64_avx512_ifma", "")] if {"avx512f", "avx512bw", "avx512ifma"} <= FLAGS else []),
]
each_file = pytest.mark.parametrize(("name", "option"), FILES)


@cache
def library(name: str, option: str) -> Any:
    """Both functions, with ChaCha20, compiled here."""
    assert COMPILER is not None
    with tempfile.TemporaryDirectory(prefix="mote-poly1305-") as folder:
        path = Path(folder) / "library.so"
        sources = [str(FOLDER / "chacha20" / f"{name.removesuffix('_ifma')}.c")]
        sources += [str(FOLDER / "chacha20_poly1305" / f"{name}.c")]
        # There is no Poly1305 with AVX2 alone.
        alone = "portable_fast" if name == "amd64_avx2" else name
        sources += [str(FOLDER / "poly1305" / f"{alone}.c")]
        command = [COMPILER, "-O2", "-fPIC", "-shared", *STRICT, *option.split(), *sources]
        subprocess.run([*command, "-o", str(path)], check=True)
        return ctypes.CDLL(str(path))


def code_of(name: str, option: str, key: bytes, *pieces: bytes) -> bytes:
    code = library(name, option)
    cc, tag = ctypes.create_string_buffer(256), ctypes.create_string_buffer(17)
    code.mote_poly1305_init(cc, key)
    for piece in pieces:
        code.mote_poly1305(cc, piece, ctypes.c_size_t(len(piece)))
    code.mote_poly1305_close(cc, tag)
    assert cc.raw == bytes(256), "the context is wiped"
    return tag.raw[:16]


RFC = [
    # Section 2.5.2; appendix A.3, numbers 7 to 11: what a wrong reduction gets wrong.
    (
        "85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b",
        b"Cryptographic Forum Research Group".hex(),
        "a8061dc1305136c6c22b8baf0c0127a9",
    ),
    ("02" + "00" * 31, "ff" * 16, "03" + "00" * 15),
    ("02" + "00" * 15 + "ff" * 16, "02" + "00" * 15, "03" + "00" * 15),
    ("01" + "00" * 31, "ff" * 16 + "f0" + "ff" * 15 + "11" + "00" * 15, "05" + "00" * 15),
    ("01" + "00" * 31, "ff" * 16 + "fb" + "fe" * 15 + "01" * 16, "00" * 16),
    ("02" + "00" * 31, "fd" + "ff" * 15, "fa" + "ff" * 15),
]


@each_file
@pytest.mark.parametrize(("key", "data", "tag"), RFC)
def test_cases_of_the_rfc(name: str, option: str, key: str, data: str, tag: str) -> None:
    assert code_of(name, option, bytes.fromhex(key), bytes.fromhex(data)).hex() == tag
    assert salsa.poly1305(bytes.fromhex(key), bytes.fromhex(data)).hex() == tag


EDGES = st.sampled_from([b"\xff", b"\0", b"\xfb", b"\xfe", b"\x01", b"\x80"])
BYTES = st.lists(
    st.one_of(st.binary(min_size=1, max_size=9), EDGES.map(lambda byte: 16 * byte)), max_size=6
).map(b"".join)


@each_file
def test_codes_as_the_reference_has_them(name: str, option: str) -> None:
    keys = st.one_of(st.binary(min_size=32, max_size=32), EDGES.map(lambda byte: 32 * byte))

    @settings(deadline=None, derandomize=True, database=None, max_examples=150)
    @given(keys, BYTES, BYTES)
    def holds(key: bytes, first: bytes, second: bytes) -> None:
        wanted = salsa.poly1305(key, first + second)
        assert code_of(name, option, key, first, second) == wanted

    holds()


@each_file
def test_codes_of_long_messages(name: str, option: str) -> None:
    """Blocks side by side, others before and behind them; digits that are as large as can be."""
    choose = random.Random(8439)
    for size in (
        64,
        256,
        257,
        320,
        321,
        383,
        384,
        385,
        448,
        449,
        767,
        768,
        769,
        895,
        896,
        912,
        4111,
    ):
        for key, data in (
            (choose.randbytes(32), choose.randbytes(size)),
            (b"\xff" * 32, b"\xff" * size),
            (choose.randbytes(32), b"\xff" * size),
        ):
            wanted = salsa.poly1305(key, data)
            assert code_of(name, option, key, data) == wanted, size
            assert code_of(name, option, key, data[:19], data[19:]) == wanted, size


class Aead:
    """A computation of one of the files; None as the size of a context would be too little."""

    def __init__(self, name: str, option: str, key: bytes, nonce: bytes) -> None:
        self.code = library(name, option)
        self.cc = ctypes.create_string_buffer(b"\xa5" * 512, 512)
        self.code.mote_chacha20_poly1305_init(self.cc, key, nonce)

    def __call__(self, call: str, *arguments: Any) -> int:
        values = [ctypes.c_size_t(each) if isinstance(each, int) else each for each in arguments]
        return int(self.code[f"mote_chacha20_poly1305_{call}"](self.cc, *values))


KEY, NONCE = bytes(range(0x80, 0xA0)), bytes.fromhex("070000004041424344454647")
AAD = bytes.fromhex("50515253c0c1c2c3c4c5c6c7")
TEXT = (
    b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
    b"sunscreen would be it."
)
TAG = "1ae10b594f09e26a7e902ecbd0600691"
"""RFC 8439, section 2.8.2."""


@each_file
def test_seal_and_open(name: str, option: str) -> None:
    sealed = salsa.chacha20_poly1305(KEY, NONCE, AAD, TEXT)
    assert sealed[-16:].hex() == TAG
    size = len(TEXT)
    out, tag = ctypes.create_string_buffer(size + 1), ctypes.create_string_buffer(17)
    of = Aead(name, option, KEY, NONCE)
    assert of("seal", KEY, NONCE, AAD, len(AAD), TEXT, out, size, tag) == 0
    assert out.raw[:size] + tag.raw[:16] == sealed and out.raw[size:] == b"\0"
    context = of.cc.raw.rstrip(b"\xa5")
    assert context == bytes(len(context)) and len(context) > 200, "the end wipes the context"
    assert of("open", KEY, NONCE, AAD, len(AAD), out, out, size, tag) == 0
    assert out.raw[:size] == TEXT
    for place in (0, 15):
        wrong = bytearray(sealed)
        wrong[size + place] ^= 0x80
        given_ = (AAD, len(AAD), bytes(wrong[:size]), out, size, bytes(wrong[size:]))
        assert of("open", KEY, NONCE, *given_) == WRONG_TAG
        assert out.raw[:size] == bytes(size), "nothing is given out"
    assert of("open", KEY, NONCE, b"", 0, sealed[:size], out, size, sealed[size:]) == WRONG_TAG


@each_file
def test_order_and_pieces(name: str, option: str) -> None:
    sealed = salsa.chacha20_poly1305(KEY, NONCE, AAD, TEXT)
    out, tag = ctypes.create_string_buffer(200), ctypes.create_string_buffer(16)
    of = Aead(name, option, KEY, NONCE)
    assert of("aad", AAD[:5], 5) == 0 and of("aad", None, 0) == 0 and of("aad", AAD[5:], 7) == 0
    made = b""
    for begin, end in ((0, 1), (1, 1), (1, 64), (64, 65), (65, len(TEXT))):
        assert of("encrypt", TEXT[begin:end], out, end - begin) == 0
        made += out.raw[: end - begin]
    assert of("aad", AAD, 1) == WRONG_ORDER and of("decrypt", TEXT, out, 1) == WRONG_ORDER
    assert of("tag", tag) == 0 and made + tag.raw == sealed
    for call, given_ in (("encrypt", (TEXT, out, 1)), ("aad", (AAD, 1)), ("tag", (tag,))):
        assert of(call, *given_) == WRONG_ORDER, "nothing is begun"


@each_file
def test_a_text_beyond_the_limit_is_refused_and_nothing_is_done(name: str, option: str) -> None:
    out, tag = ctypes.create_string_buffer(16), ctypes.create_string_buffer(16)
    of = Aead(name, option, KEY, NONCE)
    assert of("encrypt", TEXT, out, 16) == 0
    most = (1 << 38) - 64
    for size in (most - 15, most, 1 << 40, (1 << 64) - 1):
        assert of("encrypt", None, None, size) == WRONG_LENGTH, size
    assert of("tag", tag) == 0
    assert out.raw + tag.raw == salsa.chacha20_poly1305(KEY, NONCE, b"", TEXT[:16])


LENGTHS = (
    127,
    128,
    129,
    192,
    256,
    257,
    511,
    512,
    513,
    576,
    1023,
    1024,
    1025,
    1088,
    1536,
    2047,
    3000,
)
"""Around the groups of blocks that vectors have."""


@each_file
def test_texts_of_groups_of_blocks(name: str, option: str) -> None:
    text = random.Random(8439).randbytes(LENGTHS[-1])
    for size in LENGTHS:
        sealed = salsa.chacha20_poly1305(KEY, NONCE, AAD, text[:size])
        out, tag = ctypes.create_string_buffer(text[:size], size), ctypes.create_string_buffer(16)
        of = Aead(name, option, KEY, NONCE)
        assert of("seal", KEY, NONCE, AAD, len(AAD), out, out, size, tag) == 0
        assert out.raw + tag.raw == sealed, size
        assert of("open", KEY, NONCE, AAD, len(AAD), out, out, size, tag) == 0
        assert out.raw == text[:size], size
        for first in (1, 16, 64, 100, 512, size - 1):
            if first >= size:
                continue
            pieces = ((0, first), (first, size))
            for call, source, end in (
                ("encrypt", text, sealed[:-16]),
                ("decrypt", sealed, text[:size]),
            ):
                of = Aead(name, option, KEY, NONCE)
                assert of("aad", AAD, len(AAD)) == 0
                made = b""
                for start, stop in pieces:
                    out = ctypes.create_string_buffer(stop - start)
                    assert of(call, source[start:stop], out, stop - start) == 0
                    made += out.raw
                assert made == end and of("check", sealed[-16:]) == 0, (size, first, call)
