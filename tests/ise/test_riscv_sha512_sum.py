"""The extension sha512_sum of RISC-V against the specification's functions, for random words."""

from __future__ import annotations

import random

from mote.ise.riscv import isa
from mote.pic24.isa import load_module
from mote.specifications.words import Integer

MODULE = load_module(isa.EXTENSIONS / "sha512_sum.py")


def function(number: int, word: Integer) -> Integer:
    """What is added (FIPS 180-4, section 4.1.3)."""
    x = word
    return {
        MODULE.SUM0: x.rotr(28) ^ x.rotr(34) ^ x.rotr(39),
        MODULE.SUM1: x.rotr(14) ^ x.rotr(18) ^ x.rotr(41),
        MODULE.SIG0: x.rotr(1) ^ x.rotr(8) ^ x.shr(7),
        MODULE.SIG1: x.rotr(19) ^ x.rotr(61) ^ x.shr(6),
    }.get(number, x)


def test_sha512_sum() -> None:
    """The register behind each, and both halves of a sum that leaves it."""
    (instruction,) = isa.extension("sha512_sum")
    source = random.Random(0)
    held = {"total": 0}
    for _ in range(200):
        number = source.randrange(8)
        word = Integer(source.randrange(1 << 64), 64)
        total = Integer(0 if number == MODULE.SET else held["total"], 64)
        wanted = total + function(number, word)
        before = dict(held)
        found = instruction.execute(held, *(half.value for half in word.split(32)), number)
        assert found == wanted.split(32)[number & 1].value
        kept = number in (MODULE.LOW, MODULE.HIGH)
        assert held == (before if kept else {"total": wanted.value})
