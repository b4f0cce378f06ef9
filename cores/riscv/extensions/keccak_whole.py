"""Keccak-f[1600] with the whole state in the unit, a round an instruction (FIPS 202, section 3.2).

The state is bit-interleaved: of each lane a word of the even bits and one of the odd ones, in the
order of memory.
"""

from pathlib import Path

from mote.ise.riscv.isa import Instruction, Operands, Register
from mote.ise.riscv.saving import Use
from mote.pic24.expr import Expr, cat, mux
from mote.pic24.isa import load_module

_LANES = load_module(Path(__file__).with_name("keccak_lanes.py"))
WORDS = tuple(f"k{n}" for n in range(50))
STATE = tuple(Register(name) for name in WORDS)


def _word(x: int, y: int, odd: int) -> str:
    return WORDS[2 * (x + 5 * y) + odd]


def _left(x: Expr, n: int) -> Expr:
    return cat(x[32 - n :], x[: 32 - n]) if n else x


def _round(i: Operands) -> dict[str, Expr]:
    a = {(x, y, odd): getattr(i, _word(x, y, odd)) for x, y, odd in _PLACES}
    c = {(x, odd): _sum([a[x, y, odd] for y in range(5)]) for x in range(5) for odd in (0, 1)}
    d = {}
    for x in range(5):
        before, after = (x - 1) % 5, (x + 1) % 5
        d[x, 0] = c[before, 0] ^ _left(c[after, 1], 1)
        d[x, 1] = c[before, 1] ^ c[after, 0]
    b = {}
    for x, y, odd in _PLACES:
        moved = _left(a[x, y, odd] ^ d[x, odd], _LANES.turned(x, y, odd))
        b[y, (2 * x + 3 * y) % 5, odd ^ _LANES.OFFSETS[x, y] & 1] = moved
    made = {}
    for x, y, odd in _PLACES:
        word = b[x, y, odd] ^ (~b[(x + 1) % 5, y, odd] & b[(x + 2) % 5, y, odd])
        made[_word(x, y, odd)] = word ^ (i.t if odd else i.s) if x == y == 0 else word
    return made


_PLACES = [(x, y, odd) for y in range(5) for x in range(5) for odd in (0, 1)]


def _sum(words: list[Expr]) -> Expr:
    total = words[0]
    for word in words[1:]:
        total = total ^ word
    return total


def _after(i: Operands) -> dict[str, Expr]:
    moved = dict(zip(WORDS, [*(getattr(i, name) for name in WORDS[2:]), i.s, i.t], strict=True))
    made = _round(i)
    return {name: mux(i.n[0], made[name], moved[name]) for name in WORDS}


INSTRUCTIONS = [
    Instruction(
        "whole",
        "n000111 ttttt sssss 011 ddddd 0001011",
        lambda i: mux(i.n[0], i.k1, i.k0),
        "0: moves the words by two, rs1 and rs2 come in; 1: a round, rs1 and rs2 are its constant. "
        "To rd the word 0 or 1 before it.",
        STATE,
        _after,
    ),
    Instruction(
        "whole_word",
        "n000111 00000 sssss 100 ddddd 0001011",
        lambda i: mux(i.n[0], i.k1, i.k0),
        "To rd the word 0 or 1; rs1 is not looked at.",
        STATE,
    ),
]
SAVE = [
    step
    for n in range(25)
    for step in (
        Use("whole_word", number=1, kept=2 * n + 1),
        Use("whole", number=0, kept=2 * n),
    )
]
RESTORE = [Use("whole", s=2 * n, t=2 * n + 1, number=0) for n in range(25)]
