"""Ascon-AEAD128 in this process: the reference, what it refuses, what it leaves, its header."""

from __future__ import annotations

import ctypes
import re
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
from mote.checking import sanitizer
from mote.common.paths import ROOT
from reference import ascon

FOLDER = ROOT / "src" / "ascon" / "ascon_aead128"
HEADER = ROOT / "include" / "mote" / "ascon_aead128.h"
WRONG_ORDER, WRONG_TAG = -4, -5
CONTEXT = 64
"""Bytes of a context on this computer: 10 words, the key, two numbers."""

pytestmark = [
    pytest.mark.about("src/ascon"),
    pytest.mark.skipif(COMPILER is None, reason="no C compiler for this computer"),
]
NAMES = ["portable", "portable_fast"]
if {"avx512f", "avx512vl"} <= FLAGS:
    NAMES.append("amd64_avx512")
each_name = pytest.mark.parametrize("name", NAMES)
STRICT = ["-Wall", "-Wextra", "-pedantic", "-Werror", *INCLUDE_FLAGS]


class Library:
    """One implementation, compiled here."""

    def __init__(self, code: ctypes.CDLL) -> None:
        self._code = code

    def __call__(self, name: str, *arguments: Any) -> int:
        """Call mote_ascon_aead128_NAME; an int is a size_t, bytes are a pointer."""
        values = [ctypes.c_size_t(each) if isinstance(each, int) else each for each in arguments]
        return int(self._code[f"mote_ascon_aead128_{name}"](*values))

    def started(self, key: bytes, nonce: bytes) -> Any:
        cc = ctypes.create_string_buffer(b"\xa5" * (CONTEXT + 8), CONTEXT + 8)
        self("init", cc, key, nonce)
        assert cc.raw[CONTEXT:] == b"\xa5" * 8
        return cc


@cache
def library(name: str) -> Library:
    assert COMPILER is not None
    with tempfile.TemporaryDirectory(prefix="mote-ascon-") as folder:
        path = Path(folder) / "ascon.so"
        command = [COMPILER, "-O2", "-fPIC", "-shared", *STRICT, str(FOLDER / f"{name}.c")]
        subprocess.run([*command, "-o", str(path)], check=True)
        return Library(ctypes.CDLL(str(path)))


def pieces(code: Library, cc: Any, call: str, data: bytes, cuts: list[int]) -> bytes:
    """The data, cut at these lengths, through calls; what became of it."""
    result = b""
    for size in [*cuts, len(data)]:
        part, data = data[:size], data[size:]
        out = ctypes.create_string_buffer(part, len(part) + 1)
        given_ = (part, len(part)) if call == "aad" else (out, out, len(part))
        assert code(call, cc, *given_) == 0
        result += out.raw[:-1]
    return result


@each_name
def test_pieces_and_lengths_as_the_reference_has_them(name: str) -> None:
    code = library(name)
    cuts = st.lists(st.integers(0, 40), max_size=4)
    block = st.binary(min_size=16, max_size=16)

    @settings(deadline=None, derandomize=True, database=None, max_examples=40)
    @given(block, block, st.binary(max_size=70), st.binary(max_size=100), cuts, cuts)
    def holds(
        key: bytes, nonce: bytes, aad: bytes, text: bytes, first: list[int], second: list[int]
    ) -> None:
        wanted, size = ascon.aead(key, nonce, aad, text), len(text)
        tag = ctypes.create_string_buffer(17)
        cc = code.started(key, nonce)
        pieces(code, cc, "aad", aad, first)
        assert pieces(code, cc, "encrypt", text, second) == wanted[:size]
        assert code("tag", cc, tag) == 0 and tag.raw == wanted[size:] + b"\0"
        # Nothing of the key stays in the context.
        assert cc.raw[:CONTEXT] == bytes(CONTEXT)
        cc = code.started(key, nonce)
        pieces(code, cc, "aad", aad, second)
        assert pieces(code, cc, "decrypt", wanted[:size], first) == text
        assert code("check", cc, wanted[size:]) == 0 and cc.raw[:CONTEXT] == bytes(CONTEXT)

        out = ctypes.create_string_buffer(size + 1)
        sealed = (key, nonce, aad, len(aad), text, out, size, tag)
        code("seal", cc, *sealed)
        assert out.raw[:-1] + tag.raw[:16] == wanted
        opened = (key, nonce, aad, len(aad), out, out, size)
        assert code("open", cc, *opened, tag) == 0 and out.raw[:-1] == text

    holds()


@each_name
def test_any_change_is_refused_and_nothing_is_given_out(name: str) -> None:
    code = library(name)
    key, nonce, aad, text = bytes(range(16)), bytes(range(1, 17)), b"header", bytes(range(40))
    sealed = ascon.aead(key, nonce, aad, text)
    cc = ctypes.create_string_buffer(CONTEXT)

    def opened(*parts: bytes) -> tuple[int, bytes]:
        k, n, a, c = parts
        out = ctypes.create_string_buffer(b"dirty" * 8, 40)
        status = code("open", cc, k, n, a, len(a), c[:40], out, 40, c[40:])
        return status, out.raw

    assert opened(key, nonce, aad, sealed) == (0, text)
    for place in range(len(sealed)):
        changed = bytearray(sealed)
        changed[place] ^= 1 << place % 8
        assert opened(key, nonce, aad, bytes(changed)) == (WRONG_TAG, bytes(40))
    for other in (
        (key[1:] + b"x", nonce, aad, sealed),
        (key, nonce[1:] + b"x", aad, sealed),
        (key, nonce, aad + b"\0", sealed),
        (key, nonce, b"", sealed),
    ):
        assert opened(*other) == (WRONG_TAG, bytes(40))


@each_name
def test_calls_out_of_order_are_refused(name: str) -> None:
    code, key, tag = library(name), bytes(16), ctypes.create_string_buffer(16)
    for way, other in (("encrypt", "decrypt"), ("decrypt", "encrypt")):
        cc = code.started(key, key)
        assert code("aad", cc, None, 0) == 0
        assert code(way, cc, None, None, 0) == 0
        before = cc.raw
        assert code("aad", cc, b"x", 1) == WRONG_ORDER
        assert code(other, cc, tag, tag, 1) == WRONG_ORDER
        assert cc.raw == before
        assert code("tag", cc, tag) == 0 and tag.raw == ascon.aead(key, key, b"", b"")
        for call, given_ in (
            ("aad", (b"", 0)),
            (way, (tag, tag, 0)),
            ("tag", (tag,)),
            ("check", (tag,)),
        ):
            assert code(call, cc, *given_) == WRONG_ORDER
    # A computation may end with data alone.
    cc = code.started(key, key)
    assert code("aad", cc, b"data", 4) == 0
    assert code("check", cc, ascon.aead(key, key, b"data", b"")) == 0


def test_the_reference_refuses_other_sizes() -> None:
    for key, nonce in ((bytes(15), bytes(16)), (bytes(16), bytes(17))):
        with pytest.raises(ValueError, match="of 16 bytes"):
            ascon.aead(key, nonce, b"", b"")


@pytest.mark.skipif(not sanitizer.available(), reason="no gcc with its sanitizers")
@each_name
def test_vectors_under_sanitizers(name: str) -> None:
    assert sanitizer.complaint("ascon_aead128", [FOLDER / f"{name}.c"], ()) == ""


def test_the_example_of_the_header(tmp_path: Path) -> None:
    """It compiles as C and as C++, opens what it sealed, and warns where a result is ignored."""
    text = HEADER.read_text(encoding="ascii")
    found = re.findall(r"^ \* {5}(.*\S)$", text[: text.index("*/")], re.MULTILINE)
    lines = [re.sub(r"([;{}])\s\s+.*", r"\1", line) for line in found]
    opening = next(i for i, line in enumerate(lines) if line.startswith("if"))
    lines[opening:opening] = [
        "for (i = 0; i < 4; i++)",
        '    printf("%02x", text[i]);',
        "for (i = 0; i < 16; i++)",
        '    printf("%02x", tag[i]);',
    ]
    program = tmp_path / "example.c"
    program.write_text(
        '#include "mote/ascon_aead128.h"\n#include <stdio.h>\n'
        + "int main(void) {\n    unsigned i;\n    "
        + "\n    ".join(lines)
        + '\n    printf(" %s", (char *)text);\n    return 0;\n}\n'
    )
    assert COMPILER is not None
    target = str(tmp_path / "example")
    command = [COMPILER, *STRICT, "-std=c90", str(program), str(FOLDER / "portable.c")]
    subprocess.run([*command, "-o", target], check=True)
    output = subprocess.run([target], capture_output=True, text=True, check=True).stdout
    key, nonce = b"\1" + bytes(15), b"\2" + bytes(15)
    assert output == ascon.aead(key, nonce, b"header", b"abc\0").hex() + " abc"
    command = [COMPILER, *STRICT, "-x", "c++", "-c", str(program), "-o", target]
    subprocess.run(command, check=True)
    ignored = tmp_path / "ignored.c"
    ignored.write_text(
        '#include "mote/ascon_aead128.h"\n'
        "void f(mote_ascon_aead128_context *cc) { mote_ascon_aead128_check(cc, 0); }\n"
    )
    result = subprocess.run(
        [COMPILER, *STRICT, "-c", str(ignored), "-o", target],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode != 0 and "unused-result" in result.stderr
