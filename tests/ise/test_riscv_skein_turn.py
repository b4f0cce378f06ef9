"""The extension skein_turn of RISC-V against plain Python, for random operands."""

from __future__ import annotations

import random

from mote.ise.riscv import isa

MASK = 0xFFFFFFFF


def test_skein_turn() -> None:
    source = random.Random(0)
    for instruction, more in zip(isa.extension("skein_turn"), (0, 16), strict=True):
        for number in range(16):
            for _ in range(20):
                s, t = source.randrange(1 << 32), source.randrange(1 << 32)
                wanted = (s << 32 | t) << (number + more) >> 32 & MASK
                assert instruction.compute(s, t, number) == wanted
