"""The extension blake2s_turn of RISC-V against plain Python, for random operands."""

from __future__ import annotations

import random

from mote.ise.riscv import isa
from mote.specifications.words import Integer


def test_blake2s_turn() -> None:
    (instruction,) = isa.extension("blake2s_turn")
    source = random.Random(0)
    for number, amount in enumerate((16, 12, 8, 7)):  # RFC 7693, section 2.1
        for _ in range(50):
            s, t = source.randrange(1 << 32), source.randrange(1 << 32)
            wanted = (Integer(s, 32) ^ Integer(t, 32)).rotr(amount)
            assert instruction.compute(s, t, number) == wanted.value
