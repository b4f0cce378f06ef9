"""JH on the 16-bit core: right with every set of custom instructions, and below the figures of
Constantin, Burg and Gurkaynak (tables 2 and 4)."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from pathlib import Path

import pytest

import pic24_hash
from mote.common.paths import ROOT
from mote.pic24.isa import FOLDER as CORE
from mote.pic24.isa import load_module
from mote.pic24.plan import Plan
from mote.pic24.sets import instruction_set
from reference import jh

FOLDER = ROOT / "src" / "jh"
PAPER = ("jh_cst", "jh_swap")
OWN = ("jh_e8",)
SUBSETS = [names for n in range(4) for names in itertools.combinations(PAPER + OWN, n)]

# One message block: cycles, data bytes, text bytes as published, without and with extensions.
PUBLISHED = {(): (29683, 1550, 4649), PAPER: (24541, 206, 2183)}
# The same here, and reads and writes of data memory.
FIGURES = {(): (21428, 1536, 3423), PAPER: (18499, 206, 1797), OWN: (3558, 206, 2169)}
MEMORY = {(): (10301, 3947), PAPER: (9634, 4864), OWN: (2823, 2756)}

COUNT = 192


class Hash(pic24_hash.Hash):
    """The function, and what a block of it takes."""

    def __init__(self, path: Path = FOLDER / "pic24.s", extensions: Iterable[str] = ()) -> None:
        super().__init__("mote_jh", path, extensions)

    def figures(self) -> tuple[int, int, int]:
        """Cycles, data and text bytes of one block, with what the paper's tables count.

        The initial value is computed: it is the text of mote_jh_init.
        """
        counts = self.kernel.call("mote_jh_compress", self.context)
        self.memory = counts.reads, counts.writes
        assembled = self.kernel.assembled
        sizes = {symbol.name: symbol.size for symbol in assembled.symbols}
        data = self.context_size + assembled.sizes["rodata"] + counts.stack_bytes
        routines = ("mote_jh_compress", "round_columns", "mote_jh_init")
        text = sum(sizes.get(name, 0) for name in routines) + assembled.sizes["const"]
        return counts.cycles, data, text


@pytest.mark.parametrize("extensions", SUBSETS, ids=lambda names: "+".join(names) or "plain")
@pytest.mark.sampled(8)
def test_digests(extensions: tuple[str, ...]) -> None:
    chance = random.Random(1)
    h = Hash(extensions=extensions)
    for number, length in enumerate((0, 1, 3, 16, 47, 63, 64, 65, 127, 128, 500)):
        message = chance.randbytes(length)
        for size in {256, jh.DIGESTS[number % 4]}:
            assert h.digest(message, size) == jh.digest(message, size), (length, size)
    for bits in (1, 127, 505, 511, 513, 519):
        message = chance.randbytes(bits // 8 + 1)
        assert h.digest(message, 256, bits) == jh.digest(message, 256, bits), bits
    message = chance.randbytes(700)
    assert h.digest(message, parts=(1, 62, 1, 64, 65, 0, 128, 3)) == jh.digest(message, 256)


def test_counter() -> None:
    """The counter's carries: messages whose first 2^n blocks are skipped."""
    h = Hash()
    k = h.kernel
    digests = set()
    for before in (1, 2**16, 2**32, 2**48, 2**63):
        k.call("mote_jh_init", h.context, 256)
        k.write(h.context + COUNT, (before - 1).to_bytes(8, "little"))
        k.write(h.data, bytes(64))
        k.call("mote_jh", h.context, h.data, 64)
        assert k.read(h.context + COUNT, 8) == before.to_bytes(8, "little")
        k.call("mote_jh_close", h.context, 0, 0, h.out)
        # Where the bytes of the block of the length are
        assert k.read(h.context + 176, 16) == (before * 512).to_bytes(16, "big")
        digests.add(k.read(h.out, 32))
    assert len(digests) == 5


@pytest.mark.parametrize("extensions", list(FIGURES), ids=("plain", "extended", "own"))
def test_figures(extensions: tuple[str, ...]) -> None:
    """Exactly as stated, nowhere above the paper's, and at least 15 % fewer cycles."""
    h = Hash(extensions=extensions)
    figures = h.figures()
    assert figures == FIGURES[extensions] and h.memory == MEMORY[extensions]
    published = PUBLISHED[PAPER if extensions else ()]
    assert all(ours <= theirs for ours, theirs in zip(figures, published, strict=True))
    assert figures[0] <= 0.85 * published[0]
    if extensions:
        name = "pic24_ise_own.s" if extensions == OWN else "pic24_ise.s"
        assert Hash(FOLDER / name).figures() == figures


def test_data_items() -> None:
    """The items of the context are all of it, and it is no larger than the header's."""
    h = Hash()
    constants = h.kernel.assembled.constants
    items = {name: value for name, value in constants.items() if name.startswith("data_")}
    assert sum(items.values()) == h.context_size <= 128 + 64 + 16 + 2 * 2


def test_constants() -> None:
    """Those in the file, in their order, are those of the custom instruction."""
    words = list(load_module(CORE / "extensions" / "jh_cst.py").WORDS)
    written: list[int] = []
    for line in (FOLDER / "pic24.s").read_text().splitlines():
        if line.strip().startswith("constants 0x"):
            written += [int(word, 16) for word in line.split(None, 1)[1].split(", ")]
    assert written == words


def test_temporary_words_in_hardware() -> None:
    """What S3_E8 keeps from step to step is needed at one time: five registers."""
    plan = Plan(instruction_set(OWN).instructions)
    number = next(n for n, i in enumerate(plan.instructions) if i.name == "s3_e8")
    names = {
        name: plan.pipeline.execute_temp_of[id(plan.normal.var(f"x_{number}_{name}", width))]
        for name, width in (("m2", 16), ("m0", 16), ("m1", 16), ("t", 16), ("kind", 3))
    }
    assert len(set(names.values())) == 5, names


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("mul.uu w2, #3, w4", "mul.uu w2, #5, w4"),
        ("and w4, w2, w5", "ior w4, w2, w5"),
        ("mov #0x3333, w1", "mov #0x3331, w1"),
        ("0xAB81", "0xAB80"),
    ],
)
def test_a_change_is_caught(tmp_path: Path, old: str, new: str) -> None:
    text = (FOLDER / "pic24.s").read_text()
    source = tmp_path / "pic24.s"
    message = bytes(range(100))
    source.write_text(text)
    assert Hash(source).digest(message) == jh.digest(message, 256)
    assert old in text
    source.write_text(text.replace(old, new))
    assert Hash(source).digest(message) != jh.digest(message, 256)
