"""The extension keccak_chi of RISC-V: half a plane of chi, of words that rho has made."""

from __future__ import annotations

import random

from mote.ise.riscv import isa
from mote.specifications.words import Integer


def test_keccak_chi() -> None:
    """Five words turned, then five of chi, from one to the word before it."""
    known = {each.name: each for each in isa.extension("keccak_chi")}
    source = random.Random(0)
    for _ in range(20):
        held = {"before": source.randrange(1 << 32)}
        words = []
        for _ in range(5):
            s, t, n = (source.randrange(1 << bits) for bits in (32, 32, 5))
            name = "chi_turn16" if n >= 16 else "chi_turn"
            words.append(known[name].execute(held, s, t ^ (1 << 32) - 1, n % 16))
            assert words[-1] == (Integer(s, 32) ^ Integer(t, 32)).rotl(n).value
            assert held == {"before": words[-1]}
        for x in (2, 1, 0, 4, 3):  # the last word, 4, is the first one's third operand
            a, b, c = (words[(x + k) % 5] for k in range(3))
            assert known["chi"].execute(held, a, b) == a ^ (~b & c)
            assert held == {"before": b}
