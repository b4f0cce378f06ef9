"""Groestl-256 in the 16-bit core's assembly, on any subset of its custom instructions."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

import pic24_hash
from mote.common.paths import ROOT
from mote.pic24.kernel import Counts
from reference.groestl import groestl

SOURCE = ROOT / "src" / "groestl" / "groestl256" / "pic24.s"
ALL = ("groestl_cst", "groestl_sbox", "groestl_shift", "groestl_mix")
OWN = ("groestl_rounds",)
SUBSETS = [names for count in range(5) for names in itertools.combinations(ALL, count)]
SUBSETS += [OWN, (*ALL, *OWN)]
CONTEXT = 138
OUTSIDE = (
    "mote_groestl256_init",
    "mote_groestl256",
    "mote_groestl256_close",
    "count",
)
"""Routines that the published program sizes have no counterpart of."""


class Hash(pic24_hash.Hash):
    """The function, and what a block of it takes."""

    def __init__(self, extensions: tuple[str, ...] = (), source: Path = SOURCE) -> None:
        super().__init__("mote_groestl256", source, extensions)

    def chunked(
        self, message: bytes, size: int = 256, chunk: int = 1024, odd: int = 0, extra: int = 0
    ) -> bytes:
        """The digest of the message, of which the last byte has only `extra` bits if that is set.

        chunk: bytes at a time.
        """
        last = message[-1] if extra else 0
        whole = message[:-1] if extra else message
        pieces = [whole[at : at + chunk] for at in range(0, len(whole), chunk)]
        return self.run(pieces, size, last, extra, odd)

    def block(self) -> Counts:
        """What one block takes, the second one of a message."""
        self.kernel.call("mote_groestl256_init", self.context, 256)
        self.kernel.write(self.data, bytes(range(128)))
        self.kernel.call("mote_groestl256", self.context, self.data, 64)
        self.kernel.write(self.context + 64, bytes(range(64, 128)))
        return self.kernel.call("mote_groestl256_compress", self.context)


def message(length: int) -> bytes:
    return bytes((length * 29 + n * 7 + (n >> 3)) & 0xFF for n in range(length))


@pytest.mark.parametrize("names", SUBSETS, ids=lambda names: "+".join(names) or "plain")
@pytest.mark.sampled(8)
def test_digests(names: tuple[str, ...]) -> None:
    """Both digest sizes, around the ends of blocks."""
    hashing = Hash(names)
    for length, bits in ((0, 256), (1, 224), (55, 256), (56, 224), (64, 256), (200, 256)):
        odd = length & 1
        expected = groestl(message(length), bits)
        assert hashing.chunked(message(length), bits, odd=odd) == expected, length


@pytest.mark.parametrize("names", [(), ALL, OWN], ids=["plain", "extended", "own"])
def test_pieces_and_bits(names: tuple[str, ...]) -> None:
    """Pieces of any length at odd addresses; bits in the last byte; an object used twice."""
    hashing = Hash(names)
    text = message(331)
    expected = groestl(text, 256)
    for chunk in (7, 64, 65):
        assert hashing.chunked(text, chunk=chunk, odd=chunk & 1) == expected, chunk
    for extra in (1, 4, 7):
        bits = 8 * (len(text) - 1) + extra
        assert hashing.chunked(text, extra=extra) == groestl(text, 256, bits), extra


# Constantin, Burg and Gurkaynak, tables 2 to 4: one block; and what it is here.
PUBLISHED = {
    (): {"cycles": 29585, "reads": 16566, "writes": 13271, "data": 982, "text": 2619},
    ALL: {"cycles": 3685, "reads": 3126, "writes": 2391, "data": 214, "text": 819},
}
PUBLISHED[OWN] = PUBLISHED[ALL]
FIGURES = {
    (): {"cycles": 10780, "reads": 8437, "writes": 2092, "data": 800, "text": 2481},
    ALL: {"cycles": 3590, "reads": 3093, "writes": 2387, "data": 212, "text": 801},
    OWN: {"cycles": 1460, "reads": 1426, "writes": 1255, "data": 206, "text": 336},
}


@pytest.mark.parametrize("names", [(), ALL, OWN], ids=["plain", "extended", "own"])
def test_figures(names: tuple[str, ...]) -> None:
    """The figures of one block, none above the published one."""
    hashing = Hash(names)
    counts = hashing.block()
    made = hashing.kernel.assembled
    text = made.sizes["text"] + made.sizes["const"]
    text -= sum(symbol.size for symbol in made.symbols if symbol.name in OUTSIDE)
    assert set(OUTSIDE) <= {symbol.name for symbol in made.symbols}
    figures = {
        "cycles": counts.cycles,
        "reads": counts.reads,
        "writes": counts.writes,
        "data": CONTEXT + made.sizes["rodata"] + counts.stack_bytes,
        "text": text,
    }
    assert figures == FIGURES[names]
    assert all(figures[name] <= limit for name, limit in PUBLISHED[names].items())
    assert made.constants["mote_groestl256_context_size"] == CONTEXT
    items = re.findall(r"^\.equ data_\w+, (\d+)", SOURCE.read_text(), re.MULTILINE)
    assert sum(map(int, items)) == CONTEXT


@pytest.mark.parametrize(
    ("names", "good", "bad"),
    [
        ((), "nine_rounds 0x25603471", "nine_rounds 0x25603417"),
        ((), "xor.b #%(16 * from), w0", "xor.b #%(17 * from), w0"),
        (ALL, "add #0x101, w14", "add #0x102, w14"),
        (("groestl_mix",), "add #16, w0", "add #17, w0"),
        (OWN, "mov #%(\\j << 12), w4", "mov #%(\\j << 11), w4"),
    ],
)
def test_a_mutation_is_caught(tmp_path: Path, names: tuple[str, ...], good: str, bad: str) -> None:
    text = SOURCE.read_text()
    assert text.count(good) >= 1
    broken = tmp_path / "pic24.s"
    broken.write_text(text.replace(good, bad))
    assert Hash(names, broken).chunked(message(200)) != groestl(message(200), 256)
