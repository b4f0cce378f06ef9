"""Wycheproof's vectors of AES-CCM, AES-CMAC, AES key wrap, ChaCha20-Poly1305 and KMAC."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

import wycheproof
from compilers import COMPILER
from includes import INCLUDE_FLAGS
from mote.catalog import catalog

pytestmark = [
    pytest.mark.about("src/aes", "src/salsa", "src/keccak"),
    pytest.mark.skipif(COMPILER is None, reason="no C compiler for this computer"),
]
FUNCTIONS = (
    *("aes128_ccm", "aes128_cmac", "aes128_wrap", "chacha20", "poly1305", "chacha20_poly1305"),
    *("kmac128", "kmac256"),
)
WRONG_TAG = -5
Code = ctypes.CDLL


@pytest.fixture(scope="module", params=["portable", "portable_fast"])
def code(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Code:
    """All of them from the files of that name."""
    folder = tmp_path_factory.mktemp("constructions")
    sources = [
        str(source)
        for function in FUNCTIONS
        for each in catalog.implementations(catalog.functions()[function])
        if each.name == request.param
        for source in each.sources
    ]
    path = folder / "all.so"
    command = [str(COMPILER), "-O1", "-fPIC", "-shared", *INCLUDE_FLAGS]
    subprocess.run([*command, *dict.fromkeys(sources), "-o", str(path)], check=True)
    return ctypes.CDLL(str(path))


def context() -> Any:
    return ctypes.create_string_buffer(b"\xa5" * 2048, 2048)


def size(data: bytes) -> ctypes.c_size_t:
    return ctypes.c_size_t(len(data))


def part(test: dict[str, Any], *names: str) -> list[bytes]:
    return [bytes.fromhex(test.get(name, "")) for name in names]


def verdict(status: int, plain: bytes, made: tuple[bytes, bytes], test: dict[str, Any]) -> str:
    """What a call that opens and one that seals show together; made: text and tag."""
    text, cipher, tag = part(test, "msg", "ct", "tag")
    if status == 0:
        return "valid" if plain == text and made == (cipher, tag) else "the text is another one"
    if any(plain):
        return "a text with a wrong tag is given out"
    return "invalid" if made != (cipher, tag) else "what it encrypts itself is refused"


def ccm(code: Code, test: dict[str, Any]) -> str:
    key, nonce, aad, text, cipher, tag = part(test, "key", "iv", "aad", "msg", "ct", "tag")
    cc, plain, sealed = context(), *(ctypes.create_string_buffer(len(cipher)) for _ in range(2))
    made = ctypes.create_string_buffer(len(tag))
    assert code.mote_ccm_init(cc, key, 8 * len(key)) == 0
    given = (nonce, size(nonce), aad, size(aad))
    status = code.mote_ccm_seal(cc, *given, text, sealed, size(text), made, size(tag))
    if status != 0:
        return "invalid" if not any(sealed.raw) else "something is written"
    status = code.mote_ccm_open(cc, *given, cipher, plain, size(cipher), tag, size(tag))
    said = verdict(status, plain.raw, (sealed.raw, made.raw), test)
    # Tags of 32 bits are SP 800-38C's, who takes them knows what he does.
    return "invalid" if "InsecureTagSize" in test["flags"] and said == "valid" else said


def chacha(code: Code, test: dict[str, Any]) -> str:
    key, nonce, aad, text, cipher, tag = part(test, "key", "iv", "aad", "msg", "ct", "tag")
    if len(nonce) != 12:
        # The header's functions have no length of a nonce: nothing else can be asked for.
        return "invalid"
    cc, plain, sealed = context(), *(ctypes.create_string_buffer(len(cipher)) for _ in range(2))
    made = ctypes.create_string_buffer(16)
    given = (key, nonce, aad, size(aad))
    assert code.mote_chacha20_poly1305_seal(cc, *given, text, sealed, size(text), made) == 0
    status = code.mote_chacha20_poly1305_open(cc, *given, cipher, plain, size(cipher), tag)
    return verdict(status, plain.raw, (sealed.raw, made.raw), test)


def cmac(code: Code, test: dict[str, Any]) -> str:
    key, text, tag = part(test, "key", "msg", "tag")
    cc, whole = context(), ctypes.create_string_buffer(16)
    if code.mote_cmac_init(cc, key, 8 * len(key)) != 0:
        return "invalid"
    code.mote_cmac(cc, text, size(text))
    code.mote_cmac_close(cc, whole)
    code.mote_cmac(cc, text, size(text))
    taken = code.mote_cmac_check(cc, tag, size(tag)) == 0
    if taken != (whole.raw[: len(tag)] == tag):
        return "the check is not of what close writes"
    return "valid" if taken else "invalid"


def wrap(code: Code, test: dict[str, Any]) -> str:
    """What may be accepted is: keys of 64 bits, which RFC 3394 does not take, are refused."""
    key, text, cipher = part(test, "key", "msg", "ct")
    cc, room = context(), max(len(text) + 8, len(cipher))
    assert code.mote_aes_wrap_init(cc, key, 8 * len(key)) == 0
    out, plain = (ctypes.create_string_buffer(room) for _ in range(2))
    made = code.mote_aes_wrap_encrypt(cc, text, out, size(text)) == 0
    status = code.mote_aes_wrap_decrypt(cc, cipher, plain, size(cipher))
    if status == 0:
        right = made and out.raw[: len(cipher)] == cipher and plain.raw[: len(text)] == text
        return "valid" if right else "the text is another one"
    if any(plain.raw):
        return "a text with a wrong tag is given out"
    return "invalid"


def kmac(code: Code, test: dict[str, Any]) -> str:
    bits = "256" if test["file"].startswith("kmac256") else "128"
    key, text, tag = part(test, "key", "msg", "tag")
    whole = ctypes.create_string_buffer(len(tag))

    def begun() -> Any:
        cc = context()
        code[f"mote_kmac{bits}_customize"](cc, b"", size(b""))
        code[f"mote_kmac{bits}_key"](cc, test["tagSize"], key, size(key))
        code[f"mote_kmac{bits}"](cc, text, size(text))
        return cc

    code[f"mote_kmac{bits}_close"](begun(), whole)
    taken = code[f"mote_kmac{bits}_check"](begun(), tag, size(tag)) == 0
    if taken != (whole.raw == tag):
        return "the check is not of what close writes"
    return "valid" if taken else "invalid"


FILES: dict[str, tuple[Callable[[Code, dict[str, Any]], str], int]] = {
    "aes_ccm": (ccm, 552),
    "aes_cmac": (cmac, 311),
    "aes_wrap": (wrap, 165),
    "chacha20_poly1305": (chacha, 325),
    "kmac128_no_customization": (kmac, 174),
    "kmac256_no_customization": (kmac, 261),
}
"""By the file: what checks a test, and how many there are."""


@pytest.mark.parametrize("file", FILES)
def test_vectors_of_constructions(file: str, code: Code) -> None:
    check, count = FILES[file]
    tests = [{**test, "file": file} for test in wycheproof.records(file)]
    wrong = [
        (test["tcId"], test["comment"], said)
        for test in tests
        if (said := check(code, test)) not in _right(test)
    ]
    assert wrong == [] and len(tests) == count
    # Another answer in the file would be seen.
    valid = next(test for test in tests if test["result"] == "valid")
    field = "tag" if "tag" in valid else "ct"
    other = {**valid, field: ("0" if valid[field][0] != "0" else "1") + valid[field][1:]}
    assert check(code, other) == "invalid"


def _right(test: dict[str, Any]) -> tuple[str, ...]:
    return ("valid", "invalid") if test["result"] == "acceptable" else (test["result"],)
