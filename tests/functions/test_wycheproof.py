"""Wycheproof's vectors of AES-GCM, GMAC, CBC and XTS: what is valid comes out, the rest is refused.

On this computer by the functions of the headers, of each implementation and of the library that
chooses; on POWER8 in both byte orders a part of them, under the guard.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest

import wycheproof
from aes_library import COMPILER, NAMES, Library, chosen, library
from mote.building import build
from mote.calling.session import Session
from mote.catalog import catalog
from mote.kinds import mode
from mote.machines import open_machine
from mote.machines.call import Argument

pytestmark = pytest.mark.about("src/aes", "src/salsa")

CHOSEN = "the library"
EMPTY_IV, WRONG_TAG = -2, mode.WRONG_TAG


class Code(Protocol):
    """What the checks below ask of an implementation."""

    def cbc(self, key: bytes, iv: bytes, data: bytes, back: bool = False) -> bytes: ...

    def xts(self, key: bytes, tweak: bytes, data: bytes, back: bool = False) -> bytes: ...

    def seal(
        self, key: bytes, iv: bytes, aad: bytes, data: bytes, tag_bytes: int = 16
    ) -> bytes: ...

    def open(
        self, key: bytes, iv: bytes, aad: bytes, data: bytes, tag_bytes: int = 16
    ) -> tuple[int, bytes]: ...

    def start(self, key: bytes, iv: bytes) -> int: ...


def part(test: dict[str, Any], *names: str) -> Iterator[bytes]:
    return (bytes.fromhex(test.get(name, "")) for name in names)


def gcm(code: Code, test: dict[str, Any]) -> str:
    """What a test of AES-GCM or AES-GMAC shows: its result, or what is wrong."""
    key, iv, aad, text, cipher, tag = part(test, "key", "iv", "aad", "msg", "ct", "tag")
    if "ct" not in test:
        aad, text = text, b""
    if not iv:
        return "invalid" if code.start(key, iv) == EMPTY_IV else "an empty IV is taken"
    status, plain = code.open(key, iv, aad, cipher + tag, len(tag))
    sealed = code.seal(key, iv, aad, text, len(tag))
    if status == 0:
        right = plain == text and sealed == cipher + tag
        return "valid" if right else "the text is another one"
    if status != WRONG_TAG or any(plain):
        return f"what is wrong is answered with {status} and {plain.hex()}"
    return "invalid" if sealed != cipher + tag else "what it encrypts itself is refused"


def cbc(code: Code, test: dict[str, Any]) -> str:
    """AES-CBC with the padding of PKCS #7, which is the caller's."""
    key, iv, text, cipher = part(test, "key", "iv", "msg", "ct")
    if not cipher or len(cipher) % 16:
        return "invalid"
    padded = code.cbc(key, iv, cipher, True)
    if code.cbc(key, iv, padded) != cipher:
        return "encryption is not the inverse"
    count = padded[-1]
    if not 1 <= count <= 16 or padded[-count:] != bytes([count]) * count:
        return "invalid"
    return "valid" if padded[:-count] == text else "invalid"


def xts(code: Code, test: dict[str, Any]) -> str:
    key, number, text, cipher = part(test, "key", "iv", "msg", "ct")
    tweak = number.ljust(16, b"\0")
    right = code.xts(key, tweak, text) == cipher and code.xts(key, tweak, cipher, True) == text
    return "valid" if right else "invalid"


FILES: dict[str, Callable[[Code, dict[str, Any]], str]] = {
    "aes_gcm": gcm,
    "aes_gmac": gcm,
    "aes_cbc_pkcs5": cbc,
    "aes_xts": xts,
}


def complaints(code: Code, name: str, every: int = 1) -> tuple[int, list[str]]:
    """How many tests of a file were run, and what is not as it says."""
    found, count = [], 0
    for test in list(wycheproof.records(name))[::every]:
        count += 1
        said = FILES[name](code, test)
        if said != test["result"]:
            found.append(f"{name} {test['tcId']} ({test['comment']}): {said}")
    return count, found


@pytest.mark.skipif(COMPILER is None, reason="no C compiler for this computer")
@pytest.mark.parametrize("name", [*NAMES, CHOSEN])
def test_here(name: str) -> None:
    if name == CHOSEN and shutil.which("cmake") is None:
        pytest.skip("no CMake")
    code = chosen() if name == CHOSEN else library(name)
    done = {file: complaints(code, file) for file in FILES}
    assert [line for _, found in done.values() for line in found] == []
    assert {file: count for file, (count, _) in done.items()} == {
        "aes_gcm": 316,
        "aes_gmac": 414,
        "aes_cbc_pkcs5": 216,
        "aes_xts": 123,
    }


class Simulated:
    """The functions on a simulated CPU, one session for each of the modes."""

    def __init__(self, sessions: dict[str, Session]) -> None:
        self._sessions = sessions
        self._number = 0

    def _run(self, name: str, given: mode.ModeVector, back: bool) -> tuple[bytes, bool]:
        self._number += 1
        session = self._sessions[name]
        session.calls = []
        placed = {"offset": self._number % 4, "in_place": self._number % 3 == 1}
        return mode.run(session, given, back=back, **placed)  # type: ignore[arg-type]

    def _whole(self, name: str, key: bytes, iv: bytes, data: bytes, back: bool) -> bytes:
        return self._run(name, mode.ModeVector(0, key, iv, b"", data, 0, data), back)[0]

    def cbc(self, key: bytes, iv: bytes, data: bytes, back: bool = False) -> bytes:
        return self._whole("cbc", key, iv, data, back)

    def xts(self, key: bytes, tweak: bytes, data: bytes, back: bool = False) -> bytes:
        return self._whole("xts", key, tweak, data, back)

    def seal(self, key: bytes, iv: bytes, aad: bytes, data: bytes, tag_bytes: int = 16) -> bytes:
        return self._run("gcm", mode.ModeVector(0, key, iv, aad, data, tag_bytes, b""), False)[0]

    def open(
        self, key: bytes, iv: bytes, aad: bytes, data: bytes, tag_bytes: int = 16
    ) -> tuple[int, bytes]:
        given = mode.ModeVector(0, key, iv, aad, b"", tag_bytes, data)
        text, right = self._run("gcm", given, True)
        return (0, text) if right else (mode.returned(self._sessions["gcm"]), bytes(len(text)))

    def start(self, key: bytes, iv: bytes) -> int:
        session = self._sessions["gcm"]
        cc = session.context(session.fresh())
        mode.MODES["gcm"].set_key(session, cc, key)
        (where,) = session.arranged([("iv", len(iv), False)])
        session.api(1, {"cc": cc, "iv": where, "iv_len": Argument("size", len(iv))})
        return mode.returned(session)


@contextmanager
def simulated(cpu: str, name: str, modes: tuple[str, ...]) -> Iterator[Simulated]:
    sessions = {}
    with ExitStack() as stack:
        for each in modes:
            # One source serves keys of every size.
            function = catalog.functions()[f"aes128_{each}"]
            (found,) = (i for i in catalog.implementations(function) if i.name == name)
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            built = build.build(found, catalog.cpus()[cpu], folder)
            image = build.link(found, catalog.cpus()[cpu], built)
            machine = open_machine(catalog.cpus()[cpu])
            stack.callback(machine.close)
            sessions[each] = Session(machine, found, built, image)
        yield Simulated(sessions)


@pytest.mark.parametrize("cpu", ["power8-le", "power8-be"])
def test_on_power8(cpu: str) -> None:
    known = catalog.cpus()[cpu]
    needed = (known.machine_options["program"], f"{known.toolchain.prefix}gcc")
    if not all(map(shutil.which, needed)):
        pytest.skip(f"{' or '.join(needed)} is not installed")
    with simulated(cpu, "power8", ("gcm", "cbc", "xts")) as code:
        done = [complaints(code, file, 5) for file in FILES]
    assert [line for _, found in done for line in found] == []
    assert sum(count for count, _ in done) > 200


def test_what_is_wrong_would_be_seen() -> None:
    """With another result in the file, and with functions that are wrong."""
    code = library("portable")
    for name, check in FILES.items():
        valid = next(test for test in wycheproof.records(name) if test["result"] == "valid")
        assert check(code, valid) == "valid"
        field = "tag" if "tag" in valid else "ct"
        first = bytes.fromhex(valid[field])
        other = {**valid, field: (bytes([first[0] ^ 1]) + first[1:]).hex()}
        assert check(code, other) == "invalid"
    texts = (test for test in wycheproof.records("aes_gcm") if test["iv"] and test["ct"])
    valid = next(test for test in texts if test["result"] == "valid")

    class Careless(Library):
        def open(self, *given: Any, **more: Any) -> tuple[int, bytes]:
            return 0, super().open(*given, **more)[1]

    careless = Careless(code.code)
    broken = {**valid, "tag": "00" * 16}
    assert gcm(careless, broken) == "the text is another one"
    assert gcm(careless, valid) == "valid"
