"""ChaCha20 and Salsa20 in this process: published vectors, pieces, and what a header shows."""

from __future__ import annotations

import ctypes
import re
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compilers import COMPILER
from includes import INCLUDE_FLAGS
from mote import kinds
from mote.calling.session import variation
from mote.catalog import catalog
from mote.checking import sanitizer
from mote.common.paths import ROOT
from mote.kinds import mode
from mote.specifications import salsa as specification
from mote.specifications.words import INTEGERS, Integer, from_bytes, parted, to_bytes
from reference import salsa

pytestmark = [
    pytest.mark.about("src/salsa"),
    pytest.mark.skipif(COMPILER is None, reason="no C compiler for this computer"),
]

CONTEXT = 132
"""Bytes of a context on this computer: two blocks, a number."""

FILES = [
    (name, path.stem)
    for name in ("chacha20", "salsa20")
    for path in sorted((ROOT / "src" / "salsa" / name).glob("portable*.c"))
]
each_file = pytest.mark.parametrize(("function", "name"), FILES)
STRICT = ["-Wall", "-Wextra", "-pedantic", "-Werror", *INCLUDE_FLAGS]

TEXT = (
    b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
    b"sunscreen would be it."
)
SUNSCREEN = """
6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0b
f91b65c5524733ab8f593dabcd62b3571639d624e65152ab8f530c359f0861d8
07ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab7793736
5af90bbf74a35be6b40b8eedf2785e42874d
"""
"""RFC 8439, section 2.4.2."""

BLOCK_OF_CHACHA = """
10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e
d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e
"""
"""RFC 8439, section 2.3.2."""

BLOCK_OF_SALSA = """
e3be8fdd8beca2e3ea8ef9475b29a6e7003951e1097a5c38d23b7a5fad9f6844
b22c97559e2723c7cbbd3fe4fc8d9a0744652a83e72a9c461876af4d7ef1a117
"""
"""The vectors of eSTREAM, keys of 256 bits: set 1, vector 0."""

KNOWN = [
    ("chacha20", bytes(range(32)), "000000000000004a00000000", 1, TEXT, SUNSCREEN),
    ("chacha20", bytes(range(32)), "000000090000004a00000000", 1, bytes(64), BLOCK_OF_CHACHA),
    ("salsa20", b"\x80" + bytes(31), "0000000000000000", 0, bytes(64), BLOCK_OF_SALSA),
]


class Library:
    """One implementation, compiled here."""

    def __init__(self, code: ctypes.CDLL, function: str) -> None:
        self._code = code
        self._name = f"mote_{function}"

    def crypted(self, key: bytes, nonce: bytes, number: int, pieces: list[bytes]) -> bytes:
        cc = ctypes.create_string_buffer(b"\xa5" * (CONTEXT + 8), CONTEXT + 8)
        self._code[f"{self._name}_init"](cc, key, nonce, ctypes.c_uint32(number))
        result = b""
        for piece in pieces:
            out = ctypes.create_string_buffer(piece, len(piece) + 1)
            self._code[f"{self._name}_crypt"](cc, out, out, ctypes.c_size_t(len(piece)))
            assert out.raw[-1:] == b"\0"
            result += out.raw[:-1]
        assert cc.raw[CONTEXT:] == b"\xa5" * 8
        return result


@cache
def library(function: str, name: str) -> Library:
    assert COMPILER is not None
    with tempfile.TemporaryDirectory(prefix="mote-salsa-") as folder:
        path = Path(folder) / "salsa.so"
        source = ROOT / "src" / "salsa" / function / f"{name}.c"
        command = [COMPILER, "-O2", "-std=c90", "-fPIC", "-shared", *STRICT, str(source)]
        subprocess.run([*command, "-o", str(path)], check=True)
        return Library(ctypes.CDLL(str(path)), function)


def encrypted(function: str) -> Callable[[bytes, bytes, bytes], bytes]:
    """The reference's function: of key, initial value and text."""
    return {"chacha20": salsa.chacha20, "salsa20": salsa.salsa20}[function]


@pytest.mark.parametrize(("function", "key", "nonce", "number", "text", "wanted"), KNOWN)
def test_published_vectors(
    function: str, key: bytes, nonce: str, number: int, text: bytes, wanted: str
) -> None:
    right, start = bytes.fromhex(wanted), bytes.fromhex(nonce)
    assert encrypted(function)(key, number.to_bytes(4, "little") + start, text) == right
    for of, name in FILES:
        if of == function:
            assert library(of, name).crypted(key, start, number, [text]) == right


def test_published_quarter_rounds() -> None:
    """RFC 8439, section 2.1.1; Salsa20 specification, section 3."""
    words = [Integer(each, 32) for each in (0x11111111, 0x01020304, 0x9B8D6F43, 0x01234567)]
    right = [0xEA2A92F4, 0xCB1CF8CE, 0x4581472E, 0x5881C4BB]
    assert [each.value for each in specification.chacha_quarter_round(*words)] == right
    words = [Integer(each, 32) for each in (1, 0, 0, 0)]
    right = [0x08008145, 0x00000080, 0x00010200, 0x20500000]
    assert [each.value for each in specification.salsa_quarter_round(*words)] == right


@pytest.mark.parametrize("function", ["chacha20", "salsa20"])
def test_the_specification_is_that_of_the_vectors(function: str) -> None:
    for vector in mode.own(catalog.functions()[function])[::3]:
        key, nonce = from_bytes(vector.key), from_bytes(vector.iv[4:])
        stream = b""
        first = int.from_bytes(vector.iv[:4], "little")
        for number in range(first, first + -(-len(vector.text) // 64)):
            low, high = Integer(number, 32), Integer(number >> 32, 32)
            words = (
                specification.chacha20_block(INTEGERS, key, nonce, low)
                if function == "chacha20"
                else specification.salsa20_block(INTEGERS, key, nonce, low, high)
            )
            stream += to_bytes(parted(words, 8))
        assert vector.output == bytes(a ^ b for a, b in zip(vector.text, stream, strict=False))


@pytest.mark.parametrize("function", ["chacha20", "salsa20"])
def test_vectors_begin_with_odd_numbers_too(function: str) -> None:
    """Where a text comes in one piece, for several blocks at a time; in every bench run, too."""
    rows = [
        row
        for row in mode.own(catalog.functions()[function])
        if len(row.text) >= 512 and not variation(row.number, mode.BLOCK).chunks
    ]
    assert {row.iv[0] % 2 for row in rows} == {0, 1}
    assert any(row.iv[0] % 2 and row.number < mode.FIRST_ROWS for row in rows)
    kind = kinds.of(catalog.functions()[function])
    thinned = kind.all_vectors(catalog.functions()[function], 64)
    assert {row.number for row in thinned} > set(range(mode.FIRST_ROWS))


@each_file
def test_pieces_and_numbers_as_the_reference_has_them(function: str, name: str) -> None:
    code = library(function, name)
    size = mode.mode_of(catalog.functions()[function]).iv_bytes - 4
    numbers = st.one_of(st.integers(0, 3), st.integers((1 << 32) - 4, (1 << 32) - 1))

    @settings(deadline=None, derandomize=True, database=None, max_examples=40)
    @given(
        st.binary(min_size=32, max_size=32),
        st.binary(min_size=size, max_size=size),
        numbers,
        st.lists(st.binary(max_size=200), max_size=4),
    )
    def holds(key: bytes, nonce: bytes, number: int, pieces: list[bytes]) -> None:
        initial = number.to_bytes(4, "little") + nonce
        right = encrypted(function)(key, initial, b"".join(pieces))
        assert code.crypted(key, nonce, number, pieces) == right

    holds()


@pytest.mark.skipif(not sanitizer.available(), reason="no gcc with its sanitizers")
@each_file
def test_vectors_under_sanitizers(function: str, name: str) -> None:
    source = ROOT / "src" / "salsa" / function / f"{name}.c"
    assert sanitizer.complaint(function, [source], ()) == ""


@pytest.mark.parametrize("function", ["chacha20", "salsa20"])
def test_the_example_of_the_header(function: str, tmp_path: Path) -> None:
    """It compiles as C and as C++, and encrypts."""
    text = (ROOT / "include" / "mote" / f"{function}.h").read_text(encoding="ascii")
    found = re.findall(r"^ \* {5}(.*\S)$", text[: text.index("*/")], re.MULTILINE)
    lines = [re.sub(r"([;{}])\s\s+.*", r"\1", line) for line in found]
    program = tmp_path / "example.c"
    program.write_text(
        f'#include "mote/{function}.h"\n#include <stdio.h>\n'
        + "int main(void) {\n    unsigned i;\n    "
        + "\n    ".join(lines)
        + "\n    for (i = 0; i < 4; i++)\n"
        + '        printf("%02x", text[i]);\n    return 0;\n}\n'
    )
    assert COMPILER is not None
    target = str(tmp_path / "example")
    source = ROOT / "src" / "salsa" / function / "portable.c"
    command: list[Any] = [COMPILER, *STRICT, "-std=c90", program, source]
    subprocess.run([*command, "-o", target], check=True)
    output = subprocess.run([target], capture_output=True, text=True, check=True).stdout
    (size, number) = {"chacha20": (12, 1), "salsa20": (8, 0)}[function]
    initial = number.to_bytes(4, "little") + b"\2" + bytes(size - 1)
    assert output == encrypted(function)(b"\1" + bytes(31), initial, b"abc\0").hex()
    subprocess.run([COMPILER, *STRICT, "-x", "c++", "-c", str(program), "-o", target], check=True)
