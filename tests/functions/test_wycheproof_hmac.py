"""Wycheproof's vectors of HMAC and HKDF: what is valid comes out, the rest is refused."""

from __future__ import annotations

import ctypes
import subprocess
from typing import Any

import pytest

import wycheproof
from compilers import COMPILER
from includes import INCLUDE_FLAGS
from mote.catalog import catalog

CODES = {
    "hmac_sha1": ("sha1", 160),
    "hmac_sha224": ("sha256", 224),
    "hmac_sha256": ("sha256", 256),
    "hmac_sha384": ("sha512", 384),
    "hmac_sha512": ("sha512", 512),
    "hmac_sha3_224": ("sha3", 224),
    "hmac_sha3_256": ("sha3", 256),
    "hmac_sha3_384": ("sha3", 384),
    "hmac_sha3_512": ("sha3", 512),
}
"""By the file: the hash function, and its digest size in bits."""

DERIVATIONS = {
    "hkdf_sha256": ("sha256", 256),
    "hkdf_sha384": ("sha512", 384),
    "hkdf_sha512": ("sha512", 512),
}

pytestmark = [
    pytest.mark.about("src/hmac"),
    pytest.mark.skipif(COMPILER is None, reason="no C compiler for this computer"),
]


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """Every HMAC and HKDF in portable C."""
    sources: dict[str, None] = {}
    for function in catalog.functions().values():
        if function.kind in ("mac", "derivation"):
            found = catalog.implementations(function)
            portable = next(each for each in found if each.name == "portable")
            sources |= dict.fromkeys(map(str, portable.sources))
    path = tmp_path_factory.mktemp("hmac") / "hmac.so"
    command = [str(COMPILER), "-O1", "-fPIC", "-shared", *INCLUDE_FLAGS, *sources, "-o", str(path)]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(path))


def mac(code: ctypes.CDLL, name: str, bits: int, test: dict[str, Any]) -> str:
    """What a test shows: its result, or what is wrong."""
    key, message, tag = (bytes.fromhex(test[each]) for each in ("key", "msg", "tag"))

    def started() -> Any:
        context = ctypes.create_string_buffer(b"\xa5" * 2048, 2048)
        code[f"mote_hmac_{name}_init"](context, bits, key, ctypes.c_size_t(len(key)))
        half = len(message) // 3
        for piece in (message[:half], message[half:]):
            code[f"mote_hmac_{name}"](context, piece, ctypes.c_size_t(len(piece)))
        return context

    whole = ctypes.create_string_buffer(bits // 8)
    code[f"mote_hmac_{name}_close"](started(), whole)
    size = test["tagSize"] // 8
    taken = code[f"mote_hmac_{name}_check"](started(), tag, ctypes.c_size_t(len(tag))) == 0
    if taken != (whole.raw[:size] == tag):
        return "the check is not of what close writes"
    return "valid" if taken else "invalid"


def derived(code: ctypes.CDLL, name: str, bits: int, test: dict[str, Any]) -> str:
    secret, salt, info, okm = (bytes.fromhex(test[each]) for each in ("ikm", "salt", "info", "okm"))
    prk = ctypes.create_string_buffer(bits // 8)
    lengths = [ctypes.c_size_t(len(each)) for each in (salt, secret, prk.raw, info)]
    code[f"mote_hkdf_{name}_extract"](bits, salt, lengths[0], secret, lengths[1], prk)
    size = test["size"]
    out = ctypes.create_string_buffer(size)
    room = ctypes.c_size_t(size)
    expand = code[f"mote_hkdf_{name}_expand"]
    if expand(bits, prk, lengths[2], info, lengths[3], out, room) != 0:
        return "invalid" if out.raw == bytes(size) else "something is written"
    return "valid" if out.raw == okm else "another key"


@pytest.mark.parametrize("file", [*CODES, *DERIVATIONS])
def test_vectors(file: str, code: ctypes.CDLL) -> None:
    check, (name, bits) = (mac, CODES[file]) if file in CODES else (derived, DERIVATIONS[file])
    tests = list(wycheproof.records(file))
    wrong = [
        (test["tcId"], test["comment"], said)
        for test in tests
        if (said := check(code, name, bits, test)) != test["result"]
    ]
    assert wrong == []
    assert {test["result"] for test in tests} == {"valid", "invalid"}
    # Another answer in the file would be seen.
    valid = next(test for test in tests if test["result"] == "valid")
    field = "tag" if file in CODES else "okm"
    other = {**valid, field: ("0" if valid[field][0] != "0" else "1") + valid[field][1:]}
    assert check(code, name, bits, other) in ("invalid", "another key")
