"""The extension keccak_whole of RISC-V: a round in an instruction is the specification's."""

from __future__ import annotations

import random

from mote.ise.riscv import isa
from mote.pic24.isa import load_module
from mote.specifications import keccak
from mote.specifications.words import INTEGERS, Integer

MODULE = load_module(isa.EXTENSIONS / "keccak_whole.py")


def halves(lane: Integer) -> list[int]:
    """The even bits and the odd ones."""
    bits = lane.split(1)
    return [sum(bit.value << k for k, bit in enumerate(bits[odd::2])) for odd in (0, 1)]


def test_keccak_whole() -> None:
    """The last round of Keccak-f[1600], and what goes in and out."""
    known = {each.name: each for each in isa.extension("keccak_whole")}
    source = random.Random(0)
    state = [Integer(source.randrange(1 << 64), 64) for _ in range(25)]
    held = dict.fromkeys(MODULE.WORDS, 0)
    for lane in state:
        known["whole"].execute(held, *halves(lane), 0)
    known["whole"].execute(held, 0, 0x80008082, 1)
    out = []
    for _ in range(25):
        odd = known["whole_word"].execute(held, 0, 0, 1)
        out.append([known["whole"].execute(held, 0, 0, 0), odd])
    wanted = keccak.permutation(INTEGERS, state, 1)
    assert out == [halves(lane) for lane in wanted]
