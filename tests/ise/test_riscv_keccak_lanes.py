"""The extension keccak_lanes of RISC-V: a round in three instructions is the specification's."""

from __future__ import annotations

import random

from mote.ise.riscv import isa
from mote.pic24.isa import load_module
from mote.specifications import keccak
from mote.specifications.words import INTEGERS, Integer

MODULE = load_module(isa.EXTENSIONS / "keccak_lanes.py")


def lanes(words: list[int]) -> list[int]:
    """The lanes of bit-interleaved words."""

    def bits(word: int, odd: int) -> int:
        return sum((word >> k & 1) << 2 * k + odd for k in range(32))

    return [bits(even, 0) | bits(odd, 1) for even, odd in zip(words[::2], words[1::2], strict=True)]


def test_keccak_lanes() -> None:
    """The last round of Keccak-f[1600], whose constant is 0x8000000080008008, and what goes out."""
    known = {each.name: each for each in isa.extension("keccak_lanes")}
    source = random.Random(0)
    words = [source.randrange(1 << 32) for _ in range(50)]
    held = dict.fromkeys((each.name for each in MODULE.STATE), 0)
    for n in range(0, 50, 2):
        known["lanes"].execute(held, words[n], words[n + 1], MODULE.MOVE)
    assert [held[name] for name in MODULE.WORDS] == words
    assert known["lanes_word"].execute(held, 0, 0, 1) == words[1]
    known["lanes"].execute(held, 0, 0, MODULE.THETA)
    known["lanes"].execute(held, 0, 0, MODULE.RHO)
    first = known["lanes"].execute(held, 0, 0x80008082, MODULE.CHI)
    wanted = keccak.permutation(INTEGERS, [Integer(lane, 64) for lane in lanes(words)], 1)
    assert lanes([held[name] for name in MODULE.WORDS]) == [lane.value for lane in wanted]
    assert first == held["w0"]
