"""SHA-3 and SHAKE on the known answers for FIPS 202, at every bit length from 0 to 2047."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mote import catalog
from mote.types import Implementation
from test_properties import COMPILER, library
from test_vectors import SOURCES

KAT = Path(__file__).resolve().parent.parent.parent / "shared" / "kat" / "sha3"
FILES = [
    ("sha3", 224, "ShortMsgKAT_SHA3-224.txt"),
    ("sha3", 256, "ShortMsgKAT_SHA3-256.txt"),
    ("sha3", 384, "ShortMsgKAT_SHA3-384.txt"),
    ("sha3", 512, "ShortMsgKAT_SHA3-512.txt"),
    ("shake128", 4096, "ShortMsgKAT_SHAKE128.txt"),
    ("shake256", 4096, "ShortMsgKAT_SHAKE256.txt"),
]

pytestmark = [
    pytest.mark.skipif(not KAT.is_dir(), reason="the known answers are not beside this checkout"),
    pytest.mark.skipif(COMPILER is None, reason="no C compiler for this computer"),
]


def answers(name: str) -> Iterator[tuple[int, bytes, bytes]]:
    """(length in bits, message, digest); a partial last byte with its bits in our order.

    FIPS 202 takes the lowest bit of a byte first (appendix B.1), the interface the highest.
    """
    text = (KAT / name).read_text(encoding="ascii")
    for length, message, digest in re.findall(
        r"^Len = (\d+)\s+Msg = (\w+)\s+(?:MD|Squeezed) = (\w+)", text, re.MULTILINE
    ):
        bits, data = int(length), bytearray.fromhex(message)
        if bits % 8:
            data[bits // 8] = int(f"{data[bits // 8]:08b}"[::-1], 2)
        yield bits, bytes(data), bytes.fromhex(digest)


def files_of(function: str) -> list[Implementation]:
    found = catalog.implementations(catalog.functions()[function])
    return [each for each in found if each.source.suffix == ".c"]


@pytest.mark.parametrize(("function", "size", "name"), FILES)
def test_known_answers(function: str, size: int, name: str) -> None:
    table = list(answers(name))
    assert [bits for bits, _, _ in table] == list(range(2048))
    for implementation in files_of(function):
        code = library(implementation)
        wrong = [bits for bits, data, right in table if code.hash(data, bits, size) != right]
        assert wrong == []
    reference = SOURCES[function].digest
    for bits, data, right in table[::97]:
        assert reference(data, size, bits) == right
