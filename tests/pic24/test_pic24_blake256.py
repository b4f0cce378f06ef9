"""BLAKE-256 on the 16-bit core: right with every set of custom instructions, and below the figures
of Constantin, Burg and Gurkaynak (tables 2 and 4)."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from pathlib import Path

import pytest

import pic24_hash
from mote.common.paths import ROOT
from reference.blake import blake

FOLDER = ROOT / "src" / "blake" / "blake256"
PAPER = ("blake_cxm", "blake_rrot", "blake_xcst")
OWN = ("blake_g",)
RELAXED = ("blake_cxm_relaxed", "blake_rrot", "blake_xcst")
SHARED = ("blake_cxm_relaxed", "shared_rotate")
SUBSETS = [
    names
    for set_ in (PAPER, RELAXED)
    for n in range(4)
    for names in itertools.combinations(set_, n)
]
SUBSETS = list(dict.fromkeys(SUBSETS))

# One message block: cycles, data bytes, text bytes as published, without and with extensions.
PUBLISHED = {(): (9933, 488, 1028), PAPER: (6583, 200, 818), OWN: (6583, 200, 818)}
PUBLISHED[RELAXED] = PUBLISHED[SHARED] = PUBLISHED[PAPER]
# The same here.
FIGURES = {(): (5362, 464, 1008), PAPER: (3933, 190, 771), OWN: (1671, 174, 510)}
FIGURES[RELAXED] = (4157, 190, 771)
FIGURES[SHARED] = (3053, 174, 675)
SOURCES = {
    (): "pic24.s",
    PAPER: "pic24_ise.s",
    RELAXED: "pic24_ise_relaxed.s",
    OWN: "pic24_ise_own.s",
    SHARED: "pic24_ise_shared.s",
}


class Hash(pic24_hash.Hash):
    """The function, and what a block of it takes."""

    def __init__(self, path: Path, extensions: Iterable[str] = ()) -> None:
        super().__init__("mote_blake256", path, extensions)

    def figures(self) -> tuple[int, int, int]:
        """Cycles, data and text bytes of one block, with what the paper's tables count."""
        counts = self.kernel.call("mote_blake256_compress", self.context)
        assembled = self.kernel.assembled
        sizes = {symbol.name: symbol.size for symbol in assembled.symbols}
        data = self.context_size + assembled.sizes["rodata"] + counts.stack_bytes
        names = ("mote_blake256_compress", "initial_256", "first_constants")
        text = sum(sizes.get(name, 0) for name in names)
        return counts.cycles, data, text


@pytest.mark.parametrize(
    "extensions",
    [
        *SUBSETS,
        OWN,
        OWN + PAPER,
        ("shared_rotate",),
        SHARED,
        ("blake_cxm", "shared_rotate"),
        (*PAPER, *OWN, "shared_rotate"),
    ],
    ids=lambda names: "+".join(names) or "plain",
)
@pytest.mark.sampled(8)
def test_digests(extensions: tuple[str, ...]) -> None:
    chance = random.Random(1)
    h = Hash(FOLDER / "pic24.s", extensions)
    for length in (0, 1, 3, 54, 55, 56, 63, 64, 65, 127, 128, 200, 1000):
        message = chance.randbytes(length)
        for size in (224, 256):
            assert h.digest(message, size) == blake(message, size), (length, size)
    for bits in (1, 7, 439, 441, 446, 447, 448, 449, 511, 513, 959, 1023):
        message = chance.randbytes(bits // 8 + 1)
        assert h.digest(message, 256, bits) == blake(message, 256, bits), bits
    message = chance.randbytes(700)
    assert h.digest(message, parts=(1, 62, 1, 64, 65, 0, 128, 3)) == blake(message, 256)


def test_counter() -> None:
    """The counter carries through all of its four halves, and is hashed."""
    h = Hash(FOLDER / "pic24.s")
    k = h.kernel
    digests = set()
    for before in (0, 2**16, 2**32, 2**48):
        k.call("mote_blake256_init", h.context, 256)
        k.write(h.context + 32, (before - 512 & 2**64 - 1).to_bytes(8, "little"))
        k.write(h.data, bytes(64))
        k.call("mote_blake256", h.context, h.data, 64)
        assert k.read(h.context + 32, 8) == before.to_bytes(8, "little")
        k.call("mote_blake256_close", h.context, 0, 0, h.out)
        digests.add(k.read(h.out, 32))
    assert len(digests) == 4


@pytest.mark.parametrize(
    "extensions", list(PUBLISHED), ids=("plain", "paper", "own", "small", "shared")
)
def test_figures(extensions: tuple[str, ...]) -> None:
    """Exactly as stated, nowhere above the paper's, and at least 15 % fewer cycles."""
    figures = Hash(FOLDER / "pic24.s", extensions).figures()
    assert figures == FIGURES[extensions]
    assert all(ours <= theirs for ours, theirs in zip(figures, PUBLISHED[extensions], strict=True))
    assert figures[0] <= 0.85 * PUBLISHED[extensions][0]
    assert Hash(FOLDER / SOURCES[extensions]).figures() == figures


def test_data_items() -> None:
    """The items of the context are all of it, and it is no larger than the header's."""
    h = Hash(FOLDER / "pic24.s")
    constants = h.kernel.assembled.constants
    items = {name: value for name, value in constants.items() if name.startswith("data_")}
    assert sum(items.values()) == h.context_size <= 32 + 64 + 8 + 3 * 2


@pytest.mark.parametrize(
    ("extensions", "old", "new"),
    [
        ((), "mul.uu w4, #16, w6", "mul.uu w4, #8, w6"),
        ((), "sigma 10, 2, 8, 4", "sigma 10, 2, 4, 8"),
        ((), "addc w5, [b_--], w1", "add w5, [b_--], w1"),
        (SHARED, "sr_step #20, #0, \\b, w8", "sr_step #19, #0, \\b, w8"),
        (SHARED, "to_d 1", "to_d 2"),
        (SHARED, "sr_step #25, #28", "sr_step #24, #28"),
    ],
)
def test_a_change_is_caught(
    tmp_path: Path, extensions: tuple[str, ...], old: str, new: str
) -> None:
    text = (FOLDER / "pic24.s").read_text()
    source = tmp_path / "pic24.s"
    message = bytes(range(100))
    source.write_text(text)
    assert Hash(source, extensions).digest(message) == blake(message, 256)
    assert old in text
    source.write_text(text.replace(old, new))
    assert Hash(source, extensions).digest(message) != blake(message, 256)
