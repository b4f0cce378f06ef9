"""The extension jh_exchange of RISC-V against plain Python, for random operands."""

from __future__ import annotations

import random

from mote.ise.riscv import isa

MASK = 0xFFFFFFFF


def test_jh_exchange() -> None:
    (instruction,) = isa.extension("jh_exchange")
    source = random.Random(0)
    for number in range(8):
        for _ in range(20):
            s = source.randrange(1 << 32)
            wanted = sum((s >> (n ^ 1 << number) & 1) << n for n in range(32)) if number < 5 else 0
            assert instruction.compute(s, 0, number) == wanted & MASK
