"""The extension sha512_sigma of RISC-V against the specification's functions, for random words."""

from __future__ import annotations

import random

from mote.ise.riscv import isa
from mote.specifications.words import Integer

ROTATIONS = {
    "sum0": (28, 34, 39, 0),
    "sum1": (14, 18, 41, 0),
    "sig0": (1, 8, 0, 7),
    "sig1": (19, 61, 0, 6),
}
"""FIPS 180-4, section 4.1.3; the last number is that of a shift."""


def test_sha512_sigma() -> None:
    """Both halves of each function; SIGMA0 and SIGMA1 have one instruction for both."""
    instructions = {each.name: each for each in isa.extension("sha512_sigma")}
    source = random.Random(0)
    for name, (*amounts, shift) in ROTATIONS.items():
        for _ in range(50):
            word = Integer(source.randrange(1 << 64), 64)
            total = word.shr(shift) if shift else Integer(0, 64)
            for amount in filter(None, amounts):
                total ^= word.rotr(amount)
            low, high = (half.value for half in word.split(32))
            kinds = ("", "") if name.startswith("sum") else ("_low", "_high")
            found = [
                instructions[f"sha512_{name}{kind}"].compute(*halves)
                for kind, halves in zip(kinds, ((low, high), (high, low)), strict=True)
            ]
            assert found == [half.value for half in total.split(32)]
