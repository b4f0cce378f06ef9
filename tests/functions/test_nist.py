"""NIST's own test vectors, and BLAKE2's, as the Python package cryptography_vectors holds them.

They were made by other people for other programs: the reference and every C file meet them here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from cryptography_vectors import open_vector_file

from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.machines import host
from test_vectors import SOURCES

pytestmark = pytest.mark.about("src/sha1", "src/sha2", "src/keccak")

LARGEST = 1200
"""Bytes: on longer messages only the C files are tried."""


class Answer(NamedTuple):
    """A digest of so many bits of a message of whole bytes."""

    size: int
    message: bytes
    digest: bytes


FILES = {
    "sha1": [f"SHA1/SHA1{kind}Msg.rsp" for kind in ("Short", "Long")],
    "sha256": [f"SHA2/SHA{n}{kind}Msg.rsp" for n in (224, 256) for kind in ("Short", "Long")],
    "sha512": [f"SHA2/SHA{n}{kind}Msg.rsp" for n in (384, 512) for kind in ("Short", "Long")],
    "sha3": [
        f"SHA3/SHA3_{n}{kind}Msg.rsp" for n in (224, 256, 384, 512) for kind in ("Short", "Long")
    ],
    "shake128": [f"SHAKE/SHAKE128{kind}.rsp" for kind in ("ShortMsg", "LongMsg", "VariableOut")],
    "shake256": [f"SHAKE/SHAKE256{kind}.rsp" for kind in ("ShortMsg", "LongMsg", "VariableOut")],
    "blake2b": ["blake2/blake2b.txt"],
    "blake2s": ["blake2/blake2s.txt"],
}
"""By function: files of the folder hashes of the package."""


def answers(name: str) -> Iterator[Answer]:
    """The known answers of a file, whose messages are whole bytes."""
    with open_vector_file(f"hashes/{name}", "r") as stream:
        text = stream.read()
    bits = None
    message = b""
    for key, value in re.findall(r"^(Len|Msg|MD|Output) = *(\w*)$", text, re.MULTILINE):
        if key == "Len":
            bits = int(value)
        elif key == "Msg":
            # A message of no bits is written as a byte 0.
            message = bytes.fromhex(value) if bits != 0 else b""
            assert bits is None or 8 * len(message) == bits
        else:
            yield Answer(4 * len(value), message, bytes.fromhex(value))


def table(function: str) -> list[Answer]:
    return [answer for name in FILES[function] for answer in answers(name)]


IMPLEMENTATIONS = [
    implementation
    for function in FILES
    for implementation in catalog.implementations(catalog.functions()[function])
    if catalog.is_portable(implementation)
]


@pytest.mark.parametrize("function", FILES)
def test_the_reference_gives_the_known_answers(function: str) -> None:
    digest = SOURCES[function].digest
    tried = [answer for answer in table(function) if len(answer.message) <= LARGEST]
    assert len(tried) > (50 if "blake2" not in function else 3)
    assert [a for a in tried if digest(a.message, a.size) != a.digest] == []


@pytest.mark.parametrize(
    "implementation", IMPLEMENTATIONS, ids=lambda each: f"{each.function.name}-{each.name}"
)
@pytest.mark.sampled(8)
def test_every_c_file_gives_the_known_answers(implementation: Implementation) -> None:
    told = table(implementation.function.name)
    sizes = {answer.size for answer in told}
    with host.Program(implementation) as program:
        for size in sizes:
            some = [answer for answer in told if answer.size == size]
            digests = program.hash_messages(size, [(a.message, 8 * len(a.message)) for a in some])
            assert list(digests) == [answer.digest for answer in some]


def test_sizes_and_lengths_are_many() -> None:
    """What the files are expected to hold: sizes of SHA-2 and SHA-3, and many of SHAKE."""
    assert {answer.size for answer in table("sha256")} == {224, 256}
    assert {answer.size for answer in table("sha3")} == {224, 256, 384, 512}
    assert len({answer.size for answer in table("shake256")}) > 100
    assert max(len(answer.message) for answer in table("sha512")) > 10_000
