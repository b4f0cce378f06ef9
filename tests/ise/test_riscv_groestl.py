"""The extension groestl of RISC-V against plain Python, for random operands."""

from __future__ import annotations

import random

from mote.ise.riscv import isa
from mote.specifications.aes import S_BOX
from mote.specifications.groestl import MATRIX

MASK = 0xFFFFFFFF


def times(x: int, factor: int) -> int:
    """A product in the field of AES."""
    total = 0
    while factor:
        total ^= x * (factor & 1)
        x = x << 1 ^ (0x11B if x & 0x80 else 0)
        factor >>= 1
    return total


def test_groestl() -> None:
    half, rest, mix = isa.extension("groestl")
    source = random.Random(0)
    for _ in range(200):
        rows = source.randbytes(8)
        s, t = (int.from_bytes(rows[at : at + 4], "little") for at in (0, 4))
        a, b = rows[:4], rows[4:]
        first, last = S_BOX[a[0]], S_BOX[b[3]]
        assert half.compute(s, t).to_bytes(4, "little") == bytes([b[1], first, last, a[2]])
        assert rest.compute(s, t).to_bytes(4, "little") == bytes([a[1], first, last, b[2]])
        column = []
        for row in range(8):
            total = 0
            for k, factor in enumerate(MATRIX):
                total ^= times(rows[(row + k) % 8], factor)
            column.append(total)
        assert mix.compute(s, t).to_bytes(4, "little") == bytes(column[:4])
        assert mix.compute(t, s).to_bytes(4, "little") == bytes(column[4:])
