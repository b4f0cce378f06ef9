"""Texts that overlap their results: the library gives what it gives apart, or changes nothing."""

from __future__ import annotations

import ctypes
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from aes_library import Library, chosen, library

pytestmark = [
    pytest.mark.about("src/aes", "src/salsa"),
    pytest.mark.skipif(shutil.which("cmake") is None, reason="no CMake"),
]

KEY, BLOCK = bytes(range(32)), bytes(range(50, 66))
LENGTH = 336
"""Bytes of a text: more than every loop takes at once."""

Call = Callable[[Library, Any, Any, int], int]


@pytest.fixture(scope="module")
def code() -> Library:
    return chosen()


def ecb(name: str) -> Call:
    return lambda code, src, dst, size: code.call(name, code.key(KEY), src, dst, size // 16)


def cbc(name: str) -> Call:
    def call(code: Library, src: Any, dst: Any, size: int) -> int:
        iv = ctypes.create_string_buffer(BLOCK, 16)
        return code.call(name, code.key(KEY), iv, src, dst, size // 16)

    return call


def ctr(name: str) -> Call:
    def call(code: Library, src: Any, dst: Any, size: int) -> int:
        state = ctypes.create_string_buffer(64)
        code.call("aes_ctr_start", state, BLOCK)
        return code.call(name, code.key(KEY), state, src, dst, size)

    return call


def xts(name: str) -> Call:
    def call(code: Library, src: Any, dst: Any, size: int) -> int:
        context = ctypes.create_string_buffer(2048)
        assert code.call("aes_xts_init", context, KEY, 128) == 0
        return code.call(name, context, BLOCK, src, dst, size)

    return call


def gcm(name: str, started: bool = True) -> Call:
    def call(code: Library, src: Any, dst: Any, size: int) -> int:
        context = code.gcm_key(KEY)
        if started:
            assert code.call("gcm_start", context, BLOCK, 12) == 0
            assert code.call("gcm_aad", context, b"data", 4) == 0
        return code.call(name, context, src, dst, size)

    return call


def seal(tag_bytes: int = 16) -> Call:
    def call(code: Library, src: Any, dst: Any, size: int) -> int:
        tag = ctypes.create_string_buffer(16)
        parts = (code.gcm_key(KEY), BLOCK, 12, b"data", 4)
        return code.call("gcm_seal", *parts, src, dst, size, tag, tag_bytes)

    return call


def open_(right: bool = True) -> Call:
    def call(code: Library, src: Any, dst: Any, size: int) -> int:
        text = ctypes.string_at(src, size)
        tag = ctypes.create_string_buffer(16)
        context = code.gcm_key(KEY)
        assert code.call("gcm_start", context, BLOCK, 12) == 0
        room = ctypes.create_string_buffer(size)
        assert code.call("gcm_decrypt", context, text, room, size) == 0
        assert code.call("gcm_tag", context, tag, 16) == 0
        given = tag.raw if right else bytes(16)
        parts = (code.gcm_key(KEY), BLOCK, 12, b"", 0)
        return code.call("gcm_open", *parts, src, dst, size, given, 16)

    return call


CALLS: dict[str, Call] = {
    **{f"ecb {way}": ecb(f"aes_ecb_{way}") for way in ("encrypt", "decrypt")},
    **{f"cbc {way}": cbc(f"aes_cbc_{way}") for way in ("encrypt", "decrypt")},
    **{f"{name}": ctr(f"aes_{name}") for name in ("ctr", "ctr32")},
    **{f"xts {way}": xts(f"aes_xts_{way}") for way in ("encrypt", "decrypt")},
    **{f"gcm {way}": gcm(f"gcm_{way}") for way in ("encrypt", "decrypt")},
    "gcm seal": seal(),
    "gcm open": open_(),
}


def buffers(
    call: Call, code: Library, size: int, distances: range | tuple[int, ...]
) -> Iterator[tuple[int, int, bytes, bytes, bytes]]:
    """Distance, what the call gave; the text, what is at dst, and all that is around it."""
    text = bytes(i * 7 & 255 for i in range(size))
    for distance in distances:
        most = max(abs(each) for each in distances)
        buffer = ctypes.create_string_buffer(size + 2 * most)
        start = ctypes.addressof(buffer) + most
        ctypes.memset(buffer, 0xA5, len(buffer))
        ctypes.memmove(start, text, size)
        before = buffer.raw
        status = call(code, ctypes.c_void_p(start), ctypes.c_void_p(start + distance), size)
        place = most + distance
        after = buffer.raw
        outside = after[: min(place, most)] + after[max(place, most) + size :]
        assert set(outside) <= {0xA5}
        yield distance, status, before, after, after[place : place + size]


NEAR = (0, 1, 3, 15, 16, 17, 32, 33, 100, 127, 128, 200, LENGTH - 1)
DISTANCES = tuple(sign * each for each in NEAR for sign in (1, -1))


@pytest.mark.parametrize("name", CALLS)
def test_the_result_is_that_of_a_text_apart(name: str, code: Library) -> None:
    size = LENGTH if name[:3] in ("ecb", "cbc") else LENGTH - 5
    ((_, status, _, _, wanted),) = buffers(CALLS[name], code, size, (size,))
    assert status == 0 or name[:3] in ("ecb", "cbc", "ctr")
    for distance, again, _, _, found in buffers(CALLS[name], code, size, DISTANCES):
        assert found == wanted, distance
        assert again == 0 or name[:3] in ("ecb", "cbc", "ctr")


def test_without_the_library_it_would_be_another() -> None:
    call, alone = CALLS["ctr"], library("portable")
    ((*_, wanted),) = buffers(call, alone, LENGTH, (LENGTH,))
    assert any(found != wanted for *_, found in buffers(call, alone, LENGTH, (1, 17, 100)))


REFUSED: dict[str, tuple[Call, int, int]] = {
    "xts": (xts("aes_xts_encrypt"), 15, -2),
    "gcm, not started": (gcm("gcm_encrypt", False), 100, -4),
    "gcm, tag of 5 bytes": (seal(5), 100, -3),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_changes_nothing(name: str, code: Library) -> None:
    call, size, wanted = REFUSED[name]
    for _, status, before, after, _ in buffers(call, code, size, (-10, -1, 1, 10)):
        assert (status, after) == (wanted, before)


def test_a_wrong_tag_leaves_zeros(code: Library) -> None:
    for _, status, _, _, found in buffers(open_(False), code, 100, (-10, 10, 99)):
        assert (status, found) == (-5, bytes(100))


def test_more_than_there_may_be_is_not_moved(code: Library) -> None:
    room = ctypes.create_string_buffer(b"\xa5" * 32, 32)
    where = ctypes.addressof(room)
    src, dst = ctypes.c_void_p(where), ctypes.c_void_p(where + 8)
    for size in ((1 << 36) - 31, 1 << 61):
        assert gcm("gcm_encrypt")(code, src, dst, size) == -2
    assert xts("aes_xts_encrypt")(code, src, dst, (1 << 24) + 16) == -2
    assert room.raw == b"\xa5" * 32
