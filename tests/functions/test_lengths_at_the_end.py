"""Lengths near the end of size_t are refused and touch nothing; null is taken for no bytes.

A length that is the difference of two, the wrong way round, is such a one; so is one of which a
variable of 32 bits would keep what is right.
"""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from compilers import COMPILER
from includes import INCLUDE_FLAGS
from mote.catalog import catalog
from mote.catalog.vectors import generated
from mote.specifications import lms

pytestmark = [
    pytest.mark.about("src/aes", "src/salsa", "src/keccak", "src/hmac", "src/lms"),
    pytest.mark.skipif(COMPILER is None, reason="no C compiler for this computer"),
]
FUNCTIONS = (
    *("aes128_ccm", "aes128_cmac", "aes128_wrap", "aes128_gcm", "ascon_aead128"),
    *("chacha20", "poly1305", "chacha20_poly1305", "kmac128", "hmac_sha256", "hkdf_sha256"),
    *("lms_sha256", "lms_shake256", "tuplehash128", "parallelhash128", "cshake128", "kt128"),
    *("turboshake128", "ascon_cxof128", "blake3", "sha512_224"),
)
ENDS = [(1 << 64) - n for n in (1, 2, 7, 8, 9, 15, 16, 17, 24, 32)] + [(1 << 63) + 24]
Code = ctypes.CDLL
KEY = bytes(range(32))


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> Code:
    """All functions from portable.c; what looks at lengths is shared with the other files."""
    sources: dict[str, None] = {}
    for function in FUNCTIONS:
        files = catalog.implementations(catalog.functions()[function])
        (portable,) = (each for each in files if each.name == "portable")
        sources |= dict.fromkeys(map(str, portable.sources))
    path = tmp_path_factory.mktemp("ends") / "all.so"
    command = [str(COMPILER), "-O0", "-fPIC", "-shared", *INCLUDE_FLAGS]
    subprocess.run([*command, *sources, "-o", str(path)], check=True)
    return ctypes.CDLL(str(path))


def context() -> Any:
    return ctypes.create_string_buffer(b"\xa5" * 4096, 4096)


def called(code: Code, name: str, *given: Any) -> int:
    values = [ctypes.c_size_t(each) if isinstance(each, int) else each for each in given]
    return int(code[f"mote_{name}"](*values))


def with_key(code: Code, name: str) -> Any:
    cc = context()
    assert code[f"mote_{name}_init"](cc, KEY, 128) == 0
    return cc


def ccm(code: Code, end: int) -> list[int]:
    cc, out = with_key(code, "ccm"), bytes(64)
    found = [
        called(code, "ccm_start", cc, None, end, 0, 0, 16),
        called(code, "ccm_start", cc, bytes(13), 13, 0, 0, end),
        called(code, "ccm_start", cc, bytes(8), 8, 0, end, 16),
        called(code, "ccm_seal", cc, bytes(13), 13, None, 0, None, None, end, out, 16),
        called(code, "ccm_open", cc, bytes(13), end, None, 0, None, None, 0, out, 16),
    ]
    assert called(code, "ccm_start", cc, bytes(13), 13, 3, 5, 16) == 0
    found.append(called(code, "ccm_aad", cc, None, end))
    assert called(code, "ccm_aad", cc, b"abc", 3) == 0
    return [*found, called(code, "ccm_encrypt", cc, None, None, end)]


def cmac(code: Code, end: int) -> list[int]:
    return [called(code, "cmac_check", with_key(code, "cmac"), None, end)]


def wrap(code: Code, end: int) -> list[int]:
    cc = with_key(code, "aes_wrap")
    return [called(code, f"aes_wrap_{way}", cc, None, None, end) for way in ("encrypt", "decrypt")]


def gcm(code: Code, end: int) -> list[int]:
    cc = with_key(code, "gcm")
    assert called(code, "gcm_start", cc, bytes(12), 12) == 0
    found = [called(code, "gcm_encrypt", cc, None, None, end)]
    return [*found, called(code, "gcm_check", cc, None, end)]


def chacha(code: Code, end: int) -> list[int]:
    cc = context()
    code.mote_chacha20_poly1305_init(cc, KEY, bytes(12))
    return [called(code, "chacha20_poly1305_encrypt", cc, None, None, end)]


def mac(code: Code, end: int, name: str) -> list[int]:
    cc = context()
    code[f"mote_{name}_init"](cc, 256, KEY, ctypes.c_size_t(32))
    return [called(code, f"{name}_check", cc, None, end)]


def hkdf(code: Code, end: int) -> list[int]:
    return [
        int(
            code.mote_hkdf_sha256_expand(
                256, KEY, ctypes.c_size_t(32), None, ctypes.c_size_t(0), None, ctypes.c_size_t(end)
            )
        )
    ]


REFUSED: dict[str, Callable[[Code, int], list[int]]] = {
    "ccm": ccm,
    "cmac": cmac,
    "wrap": wrap,
    "gcm": gcm,
    "chacha20_poly1305": chacha,
    "kmac128": partial(mac, name="kmac128"),
    "hmac_sha256": partial(mac, name="hmac_sha256"),
    "hkdf_sha256": hkdf,
}


@pytest.mark.parametrize("name", REFUSED)
def test_lengths_near_the_end_are_refused(name: str, code: Code) -> None:
    for end in ENDS:
        assert 0 not in REFUSED[name](code, end), hex(end)


@pytest.mark.parametrize("name", ["sha256", "shake256"])
def test_lengths_of_keys_and_signatures_are_whole(name: str, code: Code) -> None:
    """The low 32 bits alone may be right; and null for none of both."""
    of = lms.Parameters(name, 32, 5, 8)
    tree, seed = generated("I", 3, lms.I_BYTES), generated("seed", 3, of.n)
    path = [generated("path", level, of.n) for level in range(of.h)]
    key = lms.public_key(of, tree, lms.root(of, tree, 3, lms.made_leaf(of, tree, 3, seed), path))
    signed = lms.sign(of, tree, seed, 3, generated("C", 3, of.n), b"abc", path)

    def answer(*given: Any) -> int:
        cc = context()
        given = tuple(ctypes.c_size_t(each) if isinstance(each, int) else each for each in given)
        code[f"mote_lms_{name}_init"](cc, *given)
        code[f"mote_lms_{name}"](cc, None, ctypes.c_size_t(0))
        code[f"mote_lms_{name}"](cc, b"abc", ctypes.c_size_t(3))
        return int(code[f"mote_lms_{name}_close"](cc))

    sizes = len(key), len(signed)
    assert answer(key, sizes[0], signed, sizes[1]) == 0x3CA5
    for end in (*ENDS, sizes[0] + (1 << 32), sizes[1] + (1 << 32)):
        assert answer(key, end, signed, sizes[1]) == answer(key, sizes[0], signed, end) == 0, end
        assert answer(key, end, signed, end) == 0, end
    assert answer(None, 0, None, 0) == answer(None, 0, signed, sizes[1]) == 0
    assert answer(key, sizes[0], None, 0) == 0


HASHES = ("sha512_224", "cshake128", "turboshake128", "kt128", "ascon_cxof128", "blake3")
WHOLE = (*HASHES, "tuplehash128", "parallelhash128")


@pytest.mark.parametrize("name", WHOLE)
def test_null_is_no_bytes(name: str, code: Code) -> None:
    """As often as one likes, in each place that takes bytes: the digest stays what it is."""

    def digest(*nothing: Any, customize: bool = False) -> bytes:
        cc, out, none = context(), ctypes.create_string_buffer(64), ctypes.c_size_t(0)
        code[f"mote_{name}_init"](cc, 224 if name == "sha512_224" else 256)
        if customize and name == "cshake128":
            code.mote_cshake128_name(cc, None, none)
        if customize and name != "kt128":
            code[f"mote_{name}_customize"](cc, None, none)
        for each in nothing:
            code[f"mote_{name}"](cc, each, none)
        if customize and name == "kt128":
            code.mote_kt128_customize(cc, None, none)
        code[f"mote_{name}_close"](cc, 0, 0, out)
        return out.raw

    assert digest() == digest(None) == digest(None, None, b"", None)
    if name in ("cshake128", "kt128", "ascon_cxof128", "parallelhash128", "tuplehash128"):
        assert digest(customize=True) == digest(None, customize=True) == digest()
