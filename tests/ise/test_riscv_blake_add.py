"""The extension blake_add of RISC-V against plain Python, for random operands."""

from __future__ import annotations

import random

from mote.ise.riscv import isa
from mote.specifications.blake import C32

MASK = 0xFFFFFFFF


def test_blake_add() -> None:
    (instruction,) = isa.extension("blake_add")
    source = random.Random(0)
    for number, constant in enumerate(C32):
        for _ in range(20):
            s, t = source.randrange(1 << 32), source.randrange(1 << 32)
            word = int.from_bytes(t.to_bytes(4, "little"), "big")
            assert instruction.compute(s, t, number) == (s + (word ^ constant)) & MASK
