"""What holds for every message: pieces, copies, bit lengths and output lengths do not matter.

Every portable implementation runs as a shared library on this computer.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import mmap
import os
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compilers import COMPILER
from includes import INCLUDE_FLAGS
from mote.building import build
from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.catalog.vectors import message
from test_vectors import SOURCES

ROOT = Path(__file__).resolve().parents[2]

IMPLEMENTATIONS = [
    implementation
    for name in SOURCES
    for implementation in catalog.implementations(catalog.functions()[name])
    if catalog.is_portable(implementation)
]
each_implementation = pytest.mark.parametrize(
    "implementation", IMPLEMENTATIONS, ids=lambda i: f"{i.function.name}-{i.name}"
)
XOFS = [each for each in IMPLEMENTATIONS if each.function.hashing.any_digest]

pytestmark = [
    pytest.mark.about("src/common"),
    pytest.mark.skipif(COMPILER is None, reason="no C compiler for this computer"),
]


class Library:
    """The three functions of an implementation, in this process.  Sizes in bits."""

    def __init__(self, implementation: Implementation, source: Path, path: Path) -> None:
        assert COMPILER is not None
        command = [COMPILER, "-O2", "-fPIC", "-shared", *INCLUDE_FLAGS, str(source)]
        command += [f"-I{implementation.source.parent}", "-o", str(path)]
        subprocess.run(command, check=True)
        library = self.library = ctypes.CDLL(str(path))
        init, update, close = (library[name] for name in implementation.symbols)
        init.argtypes = [ctypes.c_char_p, ctypes.c_uint]
        update.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t]
        close.argtypes = [ctypes.c_char_p, ctypes.c_uint, ctypes.c_uint, ctypes.c_char_p]
        self.start: Callable[[ctypes.Array[ctypes.c_char], int], None] = init
        self.update: Callable[[ctypes.Array[ctypes.c_char], bytes | ctypes.c_char_p, int], None] = (
            update
        )
        self._close = close
        # No context is larger than this: the tests of the object rules know its size.
        self.context_bytes = 4096

    def context(self) -> ctypes.Array[ctypes.c_char]:
        return ctypes.create_string_buffer(b"\xa5" * self.context_bytes, self.context_bytes)

    def close(self, context: ctypes.Array[ctypes.c_char], ub: int, n: int, size: int) -> bytes:
        digest = ctypes.create_string_buffer(size // 8 + 1)
        digest[size // 8] = b"\x5a"
        self._close(context, ub, n, digest)
        assert digest.raw[-1:] == b"\x5a"
        return digest.raw[:-1]

    def hash(self, data: bytes, bits: int, size: int) -> bytes:
        """The digest of the first `bits` bits of data, given in one piece."""
        context = self.context()
        self.start(context, size)
        self.update(context, data, bits // 8)
        return self.close(context, data[bits // 8] if bits % 8 else 0, bits % 8, size)


@functools.cache
def folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="mote-")


@functools.cache
def library(implementation: Implementation) -> Library:
    path = Path(folder().name) / f"{implementation.function.name}-{implementation.name}.so"
    return Library(implementation, implementation.source, path)


# A piece of a message: blocks and bytes more or fewer; then whether the context is copied.
PIECES = st.lists(st.tuples(st.integers(0, 2), st.integers(-2, 9), st.booleans()), max_size=8)


@each_implementation
@pytest.mark.sampled(20)
def test_pieces_and_copies_give_the_same_digest(implementation: Implementation) -> None:
    code, function = library(implementation), implementation.function
    text = message(8 * 9 * function.block_bytes)

    @settings(deadline=None, derandomize=True, database=None, max_examples=40)
    @given(PIECES, st.integers(0, 200), st.sampled_from(function.sizes))
    def holds(pieces: list[tuple[int, int, bool]], rest: int, size: int) -> None:
        context = code.context()
        code.start(context, size)
        at = 0
        for blocks, more, copied in pieces:
            piece = max(0, min(blocks * function.block_bytes + more, len(text) - at))
            code.update(context, text[at : at + piece], piece)
            at += piece
            if copied:
                copy = code.context()
                ctypes.memmove(copy, context, len(context))
                # What is done with the one does not reach the other.
                code.update(context, b"disturbed", 9)
                code.close(context, 0, 0, size)
                context = copy
        rest = min(rest, len(text) - at)
        code.update(context, text[at : at + rest], rest)
        at += rest
        assert code.close(context, 0, 0, size) == code.hash(text, 8 * at, size)

    holds()


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.sampled(16)
def test_every_bit_length_up_to_three_blocks(name: str) -> None:
    """The implementations agree at each, and with the reference at some of them."""
    function = catalog.functions()[name]
    step = 1 if function.hashing.bit_messages else 8
    size = function.main_size
    code = [library(i) for i in IMPLEMENTATIONS if i.function is function]
    for bits in range(0, 24 * function.block_bytes + 1, step):
        text = message(bits)
        digests = {each.hash(text, bits, size) for each in code}
        if bits % (17 * step) == 0:
            digests.add(SOURCES[name].digest(text, size, bits))
        assert len(digests) == 1, bits


@pytest.mark.parametrize("implementation", XOFS, ids=lambda i: f"{i.function.name}-{i.name}")
@pytest.mark.sampled(8)
def test_every_output_length(implementation: Implementation) -> None:
    """Each multiple of 8 bits up to the largest, or to three blocks of output."""
    code, function = library(implementation), implementation.function
    text = message(400)
    largest = function.hashing.largest_digest or 24 * function.block_bytes
    reference = SOURCES[function.name].digest
    for size in range(8, largest + 1, 8):
        assert code.hash(text, 400, size) == reference(text, size, 400), size


def test_a_lost_piece_and_a_shared_state_would_be_seen(tmp_path: Path) -> None:
    implementation = next(i for i in IMPLEMENTATIONS if i.function.name == "sha256")
    text = implementation.source.read_text(encoding="ascii")
    assert text.count("add_bytes(cc, data, len);") == 1
    wrong = tmp_path / "wrong.c"
    wrong.write_text(text.replace("add_bytes(cc, data, len);", "add_bytes(cc, data, len & 127);"))
    broken = Library(implementation, wrong, tmp_path / "wrong.so")
    right = library(implementation)
    assert broken.hash(message(800), 800, 256) == right.hash(message(800), 800, 256)
    assert broken.hash(message(1600), 1600, 256) != right.hash(message(1600), 1600, 256)


def test_contexts_fit_the_libraries_buffers(tmp_path: Path) -> None:
    cpu = catalog.cpus()["amd64"]
    for implementation in IMPLEMENTATIONS:
        if implementation.name == "portable":
            assert build.build(implementation, cpu, tmp_path).context_bytes <= 4096


LONG = (1 << 32) + 4099
"""Bytes: more than a length or a number of bits in 32 bits can tell."""

LONG_SHA512 = (
    "40feae0ede3b0ff5abb9b2656760387b231d9d2ca36134fe8ca94d31834f4a05"
    "6188f037fd8442ea89acba0622b4fc86f9374af077d5fd15b43715683e42a2f3"
)
"""What hashlib and sha512sum of GNU coreutils 9.1 say of that message; they take as long as we."""


def zeros_digest(implementation: Implementation) -> bytes:
    """The main digest of LONG bytes 0 given in one piece, but for its last byte, which is 1."""
    code, size = library(implementation), implementation.function.main_size
    # Pages that nobody has written share one page of zeros: this takes no memory.
    with mmap.mmap(-1, LONG, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as pages:
        pages[LONG - 1] = 1
        held = ctypes.c_char.from_buffer(pages)
        context = code.context()
        code.start(context, size)
        code.update(context, ctypes.cast(ctypes.addressof(held), ctypes.c_char_p), LONG)
        del held
        return code.close(context, 0, 0, size)


def hashlib_digest(name: str) -> bytes:
    state, piece = hashlib.new(name), bytes(1 << 20)
    for _ in range(LONG >> 20):
        state.update(piece)
    state.update(bytes(LONG % (1 << 20) - 1) + b"\x01")
    return state.digest()


@pytest.mark.turns("commands", 16, "python/mote/commands", "python/mote/cli.py", "mote")
def test_a_message_of_more_than_2_to_the_32_bytes() -> None:
    fast = next(
        i for i in IMPLEMENTATIONS if (i.function.name, i.name) == ("sha512", "portable_fast")
    )
    assert zeros_digest(fast).hex() == LONG_SHA512


@pytest.mark.skipif("MOTE_LONG_MESSAGES" not in os.environ, reason="takes an hour; see the docs")
@pytest.mark.parametrize("name", SOURCES)
def test_long_messages_through_every_implementation(name: str) -> None:
    function = catalog.functions()[name]
    code = [i for i in IMPLEMENTATIONS if i.function is function]
    digests = {zeros_digest(i) for i in code}
    with contextlib.suppress(ValueError, TypeError):
        digests.add(hashlib_digest(name.replace("sha3", "sha3_256")))
    assert len(digests) == 1
