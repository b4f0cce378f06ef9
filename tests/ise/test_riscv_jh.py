"""The extension jh of RISC-V against plain Python, for random operands."""

from __future__ import annotations

import random

from mote.ise.riscv import isa
from mote.specifications.jh import S

MASK = 0xFFFFFFFF


def elements(word: int) -> list[int]:
    return [word >> 4 * n & 15 for n in range(8)]


def double(x: int) -> int:
    """2 x in GF(2^4) modulo x^4 + x + 1."""
    return (x << 1 ^ (0x13 if x & 8 else 0)) & 15


def test_jh() -> None:
    substitute, add_double = isa.extension("jh")
    source = random.Random(0)
    for number in range(16):
        for _ in range(20):
            s, t = source.randrange(1 << 32), source.randrange(1 << 32)
            apart, byte = (0, 1, 2, 4)[number >> 2], t >> 8 * (number & 3)
            there = elements(s)
            wanted = [S[byte >> n & 1][there[n ^ apart]] for n in range(8)]
            assert elements(substitute.compute(s, t, number)) == wanted
            sums = [x ^ double(y) for x, y in zip(there, elements(t), strict=True)]
            assert elements(add_double.compute(s, t)) == sums
