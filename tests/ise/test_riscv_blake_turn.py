"""The extension blake_turn of RISC-V against plain Python, for random operands."""

from __future__ import annotations

import random

from mote.ise.riscv import isa

MASK = 0xFFFFFFFF


def test_blake_turn() -> None:
    (instruction,) = isa.extension("blake_turn")
    source = random.Random(0)
    for number, right in enumerate((16, 12, 8, 7)):
        for _ in range(50):
            s, t = source.randrange(1 << 32), source.randrange(1 << 32)
            x = s ^ t
            wanted = (x >> right | x << 32 - right) & MASK
            assert instruction.compute(s, t, number) == wanted
