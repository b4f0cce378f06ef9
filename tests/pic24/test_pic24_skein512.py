"""Skein-512 on the 16-bit core: digests with and without extensions, and what a block takes."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from mote.common.paths import ROOT
from mote.pic24.kernel import Kernel
from mote.pic24.simulator import Trap
from pic24_hash import Hash
from reference import skein

FOLDER = ROOT / "src" / "skein" / "skein512"
SOURCE = FOLDER / "pic24.s"
EXTENSIONS: list[tuple[str, ...]] = [
    (),
    ("skein_lrot",),
    ("skein_lrot_relaxed",),
    ("skein_mix",),
    ("skein_lrot", "skein_mix"),
    ("shared_rotate",),
    ("skein_lrot", "skein_mix", "shared_rotate"),
]
"""Every subset of what the source has a branch for."""

CONTEXT = 148
TWEAK, BLOCK = 64, 84

PUBLISHED = {"pic24.s": (10084, 5734), "pic24_ise.s": (7204, 4678)}
PUBLISHED_DATA = 242
"""Cycles and bytes of program memory, plain and extended; bytes of data memory: Constantin, Burg
and Gurkaynak (2012), tables 2 and 4."""

FIGURES = {
    "pic24.s": ((), 6606, 3664, 1610, 2844, 234),
    "pic24_ise.s": (("skein_lrot",), 4770, 3637, 1610, 2136, 234),
    "pic24_ise_relaxed.s": (("skein_lrot_relaxed",), 5346, 3637, 1610, 2136, 234),
    "pic24_ise_own.s": (("skein_mix",), 2793, 2354, 1527, 2649, 238),
    "pic24_ise_shared.s": (("shared_rotate",), 2793, 2354, 1527, 4269, 238),
}
"""Extensions; one block: cycles, reads, writes, bytes of program memory, of data memory."""


def hashing(extensions: tuple[str, ...], source: Path = SOURCE) -> Hash:
    return Hash("mote_skein512", source, extensions)


@pytest.fixture(scope="module", params=EXTENSIONS, ids=lambda names: "+".join(names) or "plain")
def made(request: pytest.FixtureRequest) -> Hash:
    return hashing(request.param)


@pytest.mark.parametrize("length", [0, 1, 63, 64, 65, 128, 129, 500])
@pytest.mark.sampled(8, by=("made",))
def test_lengths(made: Hash, length: int) -> None:
    message = random.Random(length).randbytes(length)
    third = length // 3
    for odd in (0, 1):
        got = made.run([message[:third], b"", message[third:]], 256, odd=odd)
        assert got == skein.skein512(message, 256)


@pytest.mark.parametrize("bits", [8, 224, 512, 1032])
@pytest.mark.sampled(8, by=("made",))
def test_digest_sizes(made: Hash, bits: int) -> None:
    assert made.run([b"abc"], bits) == skein.skein512(b"abc", bits)


@pytest.mark.parametrize("many", [1, 4, 7])
@pytest.mark.sampled(8, by=("made",))
def test_bits(made: Hash, many: int) -> None:
    for length in (0, 63, 64):
        message = random.Random(many).randbytes(length + 1)
        want = skein.skein512(message, 256, 8 * length + many)
        # All of the upper byte of ub is to be ignored.
        assert made.run([message[:-1]], 256, 0xA500 | message[-1], many) == want


@pytest.mark.parametrize(("key", "name"), [(1, 0), (0, 7), (64, 65), (129, 64)])
@pytest.mark.sampled(8, by=("made",))
def test_key_and_personalization(made: Hash, key: int, name: int) -> None:
    content = random.Random(key).randbytes(key + name)
    made.kernel.write(made.data + 1, content)
    made.kernel.call("mote_skein512_init_keyed", made.context, 256, made.data + 1, key)
    if name:
        place = made.data + 1 + key
        made.kernel.call("mote_skein512_personalize", made.context, place, name)
    made.kernel.call("mote_skein512", made.context, made.data + 1, 65)
    made.kernel.call("mote_skein512_close", made.context, 0, 0, made.out)
    message = made.kernel.read(made.data + 1, 65)
    want = skein.skein(512, message, 256, None, content[:key], content[key:])
    assert made.kernel.read(made.out, 32) == want


@pytest.mark.parametrize("before", [2**16 - 64, 2**32 - 64, 2**64 - 64, 2**96 - 1, 2**80 - 3, 7])
@pytest.mark.sampled(8, by=("made",))
def test_position(made: Hash, before: int) -> None:
    """The block function against the reference's Threefish, with a carry in 96 bits of position."""
    chance = random.Random(before)
    chain, block = chance.randbytes(64), chance.randbytes(64)
    flags = (0x7000 << 112).to_bytes(16, "little")
    words = [chain[8 * n : 8 * n + 8] for n in range(7, -1, -1)]
    position = before.to_bytes(12, "little")
    sizes = (64).to_bytes(2, "little") + (256).to_bytes(2, "little")
    made.kernel.write(made.context, b"".join(words) + position + flags[12:] + sizes + block)
    made.kernel.call("mote_skein512_compress", made.context)
    tweak = (before + 64) % 2**96 | 0x7000 << 112
    cipher = skein.encrypt(chain, tweak, block)
    made_chain = bytes(a ^ b for a, b in zip(cipher, block, strict=True))
    after = made.kernel.read(made.context, CONTEXT)
    assert b"".join(after[8 * n : 8 * n + 8] for n in range(7, -1, -1)) == made_chain
    assert int.from_bytes(after[TWEAK : TWEAK + 16], "little") == tweak & ~(1 << 126)
    assert after[BLOCK:] == block


@pytest.mark.parametrize("name", FIGURES)
def test_figures(name: str) -> None:
    """One block takes these cycles, reads, writes and bytes, and no more than was published."""
    hash_ = hashing((), FOLDER / name)
    for message in (b"\xff" * 64, random.Random(1).randbytes(64)):
        assert hash_.run([message], 256) == skein.skein512(message, 256)
        counts = hash_.kernel.call("mote_skein512_compress", hash_.context)
        assembled = hash_.kernel.assembled
        (size,) = (s.size for s in assembled.symbols if s.name == "mote_skein512_compress")
        assert assembled.sizes["rodata"] == assembled.sizes["const"] == 0
        data = CONTEXT + counts.stack_bytes
        got = (counts.cycles, counts.reads, counts.writes, size, data)
        assert (assembled.extensions, *got) == FIGURES[name]
        cycles, text = PUBLISHED.get(name, PUBLISHED["pic24_ise.s"])
        assert counts.cycles <= cycles and size <= text and data <= PUBLISHED_DATA


def test_data_items() -> None:
    items = re.findall(r"^\.equ data_\w+, (\d+)", SOURCE.read_text(), re.MULTILINE)
    size = Kernel([SOURCE]).assembled.constants["mote_skein512_context_size"]
    assert sum(map(int, items)) == size == CONTEXT


@pytest.mark.parametrize(
    ("good", "bad", "names"),
    [
        ("17, 49, 36, 39", "17, 49, 36, 38", ()),
        ("cpslt w14, w12", "cpsgt w14, w12", ()),
        ("% 9 == 0", "% 9 == 8", ("skein_mix",)),
        ("% 3 == 0", "% 3 == 2", ("skein_mix",)),
        ("bclr w0, #14", "bclr w0, #13", ("skein_lrot",)),
        ("sr_turn #0, #\\place", "sr_turn #0, #0", ("shared_rotate",)),
        ("sr_\\name", "sr_mix", ("shared_rotate",)),
    ],
)
def test_mutation(tmp_path: Path, good: str, bad: str, names: tuple[str, ...]) -> None:
    text = SOURCE.read_text()
    assert text.count(good) == 1
    source = tmp_path / "pic24.s"
    source.write_text(text.replace(good, bad))
    message = bytes(129)
    try:
        got = hashing(names, source).run([message], 256)
    except Trap:
        return
    assert got != skein.skein512(message, 256)
