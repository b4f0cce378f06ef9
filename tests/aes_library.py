"""The functions of mote/aes.h, mote/gcm.h and mote/ghash.h in this process."""

from __future__ import annotations

import ctypes
import functools
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from compilers import COMPILER
from includes import INCLUDE_FLAGS
from mote.common.paths import ROOT

SOURCES = ROOT / "src" / "aes"
NAMES = sorted(path.stem for path in (SOURCES / "aes").glob("portable*.c"))
CONTEXT = 2048
"""Bytes: more than any context has."""


def _flags() -> set[str]:
    """What the processor can do, as Linux says it."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace")
    except OSError:
        return set()
    return set(re.findall(r"\w+", text))


FLAGS = _flags()
AMD64 = {"aes", "pclmulqdq", "ssse3", "sse4_1"}
VAES = {"avx2", "vaes", "vpclmulqdq"}
if FLAGS >= AMD64:
    NAMES.append("amd64")
if FLAGS >= AMD64 | VAES:
    NAMES.append("amd64_vaes")
AVX512 = {"avx512f", "avx512bw", "avx512vl"}
if FLAGS >= AMD64 | VAES | AVX512:
    NAMES.append("amd64_avx512")


class Library:
    """One implementation of the three headers."""

    def __init__(self, code: ctypes.CDLL) -> None:
        self.code = code

    def call(self, name: str, *arguments: Any) -> int:
        """Call mote_NAME; an int is a size_t, but for the bits of a key, bytes are a pointer."""
        given = [
            ctypes.c_size_t(each) if isinstance(each, int) and "init" not in name else each
            for each in arguments
        ]
        return int(self.code[f"mote_{name}"](*given))

    def key(self, key: bytes) -> Any:
        """A context with the key set."""
        context = ctypes.create_string_buffer(b"\xa5" * CONTEXT, CONTEXT)
        assert self.call("aes_init", context, key, 8 * len(key)) == 0
        return context

    def ecb(self, key: bytes, data: bytes, back: bool = False) -> bytes:
        buffer = ctypes.create_string_buffer(data, len(data) + 1)
        name = "aes_ecb_decrypt" if back else "aes_ecb_encrypt"
        self.call(name, self.key(key), buffer, buffer, len(data) // 16)
        return buffer.raw[: len(data)]

    def cbc(self, key: bytes, iv: bytes, data: bytes, back: bool = False) -> bytes:
        buffer = ctypes.create_string_buffer(data, len(data) + 1)
        chain = ctypes.create_string_buffer(iv, 16)
        name = "aes_cbc_decrypt" if back else "aes_cbc_encrypt"
        self.call(name, self.key(key), chain, buffer, buffer, len(data) // 16)
        assert not data or chain.raw == (data if back else buffer.raw[: len(data)])[-16:]
        return buffer.raw[: len(data)]

    def ctr(self, key: bytes, iv: bytes, pieces: list[bytes], bits: int = 128) -> bytes:
        context, state = self.key(key), ctypes.create_string_buffer(b"\xa5" * 64, 64)
        self.call("aes_ctr_start", state, iv)
        result = b""
        for piece in pieces:
            buffer = ctypes.create_string_buffer(len(piece) + 1)
            name = "aes_ctr32" if bits == 32 else "aes_ctr"
            self.call(name, context, state, piece, buffer, len(piece))
            assert buffer.raw[-1:] == b"\0"
            result += buffer.raw[:-1]
        return result

    def xts(self, key: bytes, tweak: bytes, data: bytes, back: bool = False) -> bytes:
        context = ctypes.create_string_buffer(CONTEXT)
        assert self.call("aes_xts_init", context, key, 4 * len(key)) == 0
        buffer = ctypes.create_string_buffer(data, len(data) + 1)
        name = "aes_xts_decrypt" if back else "aes_xts_encrypt"
        assert self.call(name, context, tweak, buffer, buffer, len(data)) == 0
        return buffer.raw[: len(data)]

    def gcm_key(self, key: bytes) -> Any:
        context = ctypes.create_string_buffer(b"\xa5" * CONTEXT, CONTEXT)
        assert self.call("gcm_init", context, key, 8 * len(key)) == 0
        return context

    def start(self, key: bytes, iv: bytes) -> int:
        """What mote_gcm_start gives."""
        return self.call("gcm_start", self.gcm_key(key), iv, len(iv))

    def seal(self, key: bytes, iv: bytes, aad: bytes, data: bytes, tag_bytes: int = 16) -> bytes:
        """Ciphertext and tag, in one call."""
        out, tag = ctypes.create_string_buffer(len(data) + 1), ctypes.create_string_buffer(17)
        given = (self.gcm_key(key), iv, len(iv), aad, len(aad), data, out, len(data))
        assert self.call("gcm_seal", *given, tag, tag_bytes) == 0
        assert out.raw[-1:] == b"\0" and tag.raw[tag_bytes:] == bytes(17 - tag_bytes)
        return out.raw[:-1] + tag.raw[:tag_bytes]

    def open(
        self, key: bytes, iv: bytes, aad: bytes, data: bytes, tag_bytes: int = 16
    ) -> tuple[int, bytes]:
        """What the call gave, and the plaintext, in place."""
        size = len(data) - tag_bytes
        buffer = ctypes.create_string_buffer(data[:size], size + 1)
        given = (self.gcm_key(key), iv, len(iv), aad, len(aad), buffer, buffer, size)
        status = self.call("gcm_open", *given, data[size:], tag_bytes)
        return status, buffer.raw[:size]

    def pieces(
        self, key: bytes, iv: bytes, aad: list[bytes], text: list[bytes], back: bool = False
    ) -> tuple[bytes, bytes]:
        """The text and its tag, of data and a text that come in pieces."""
        context, tag = self.gcm_key(key), ctypes.create_string_buffer(16)
        assert self.call("gcm_start", context, iv, len(iv)) == 0
        for piece in aad:
            assert self.call("gcm_aad", context, piece, len(piece)) == 0
        result = b""
        for piece in text:
            buffer = ctypes.create_string_buffer(piece, len(piece) + 1)
            name = "gcm_decrypt" if back else "gcm_encrypt"
            assert self.call(name, context, buffer, buffer, len(piece)) == 0
            result += buffer.raw[:-1]
        assert self.call("gcm_tag", context, tag, 16) == 0
        return result, tag.raw


@functools.cache
def library(name: str) -> Library:
    """The implementations of that name, compiled here."""
    assert COMPILER is not None
    with tempfile.TemporaryDirectory(prefix="mote-aes-") as folder:
        path = Path(folder) / "aes.so"
        files = [str(SOURCES / part / f"{name}.c") for part in ("aes", "gcm", "ghash")]
        command = [COMPILER, "-O2", "-fPIC", "-shared", "-Werror", "-Wall", "-Wextra"]
        subprocess.run([*command, *INCLUDE_FLAGS, *files, "-o", str(path)], check=True)
        return Library(ctypes.CDLL(str(path)))


@functools.cache
def chosen() -> Library:
    """The functions of the library that CMake builds, which chooses the code while it runs."""
    with tempfile.TemporaryDirectory(prefix="mote-library-") as name:
        folder = Path(name)
        for each in ("CMakeLists.txt", "pyproject.toml", "LICENSE"):
            shutil.copy(ROOT / each, folder)
        for each in ("cmake", "include", "src/aes", "src/cpu", "src/common"):
            shutil.copytree(ROOT / each, folder / each)
        flags = ["-DCMAKE_BUILD_TYPE=Release", "-DBUILD_SHARED_LIBS=ON"]
        for command in (
            ["cmake", "-S", folder, "-B", folder / "build", *flags],
            ["cmake", "--build", folder / "build"],
        ):
            made = subprocess.run(command, capture_output=True, text=True, check=False)
            assert made.returncode == 0, made.stdout + made.stderr
        (path,) = (p for p in (folder / "build").glob("libmote.*") if not p.is_symlink())
        return Library(ctypes.CDLL(str(path)))
