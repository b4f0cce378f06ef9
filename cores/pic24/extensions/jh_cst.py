"""S3_CST_ACXM and S3_CST_AMXC: JH's round constants inside the processor.

Constantin, Burg, Gurkaynak, section 5.3; JH, its round constants and its bit-sliced form.  W14
holds the round (0 to 41).
The constant of a round is 256 bits, one for each 4-bit element of the state.  The bit-sliced state
keeps its elements where they are and swaps words instead, so that each round's constant comes in
the order in which the elements stand then: eight words for the even elements, eight for the odd
ones, the first byte low.
"""

from __future__ import annotations

from collections.abc import Callable

from mote.pic24.expr import cat, reg, rom
from mote.pic24.isa import MEM, Access, Fields, Indirect, Instruction, Lit, Reg, RegWrite, Step

ROUNDS = 42
FIRST = 0x6A09E667F3BCC908B2FB1366EA957D3E3ADEC17512775099DA2F590B0667322A
"""The constant of round 0: the fraction of the square root of 2, 256 bits."""
S0 = (9, 0, 4, 11, 13, 12, 3, 15, 1, 10, 2, 6, 7, 5, 8, 14)


def _linear(a: int, b: int) -> tuple[int, int]:
    """L on two elements, each bit 0 high."""

    def bits(value: int) -> list[int]:
        return [value >> (3 - n) & 1 for n in range(4)]

    x, y = bits(a), bits(b)
    d = [y[0] ^ x[1], y[1] ^ x[2], y[2] ^ x[3] ^ x[0], y[3] ^ x[0]]
    c = [x[0] ^ d[1], x[1] ^ d[2], x[2] ^ d[3] ^ d[0], x[3] ^ d[0]]

    def number(v: list[int]) -> int:
        return v[0] << 3 | v[1] << 2 | v[2] << 1 | v[3]

    return number(c), number(d)


def _destination(size: int) -> list[int]:
    """Where the permutation P_d moves each of `size` elements."""
    half = size // 2
    place = []
    for element in range(size):
        p = element ^ 1 if element & 2 else element
        p = p // 2 + (half if p & 1 else 0)
        place.append(p ^ 1 if p >= half else p)
    return place


def round_constants() -> list[int]:
    """The 42 constants: each the round function R6 of the one before, with S0 alone."""
    constants = [FIRST]
    to = _destination(64)
    for _ in range(ROUNDS - 1):
        value = constants[-1]
        elements = [S0[value >> 4 * (63 - n) & 15] for n in range(64)]
        for n in range(0, 64, 2):
            elements[n], elements[n + 1] = _linear(elements[n], elements[n + 1])
        moved = [0] * 64
        for n in range(64):
            moved[to[n]] = elements[n]
        constants.append(int("".join(f"{element:x}" for element in moved), 16))
    return constants


def words() -> tuple[int, ...]:
    """16 words for each round: those of the even elements, then those of the odd ones."""
    made = []
    to = _destination(256)
    # Which element stands at place n of the even and of the odd words.
    even, odd = list(range(0, 256, 2)), list(range(1, 256, 2))
    for number, constant in enumerate(round_constants()):
        for order in (even, odd):
            bits = [constant >> (255 - element) & 1 for element in order]
            for start in range(0, 128, 16):
                low, high = (
                    int("".join(map(str, bits[start + s : start + s + 8])), 2) for s in (0, 8)
                )
                made.append(high << 8 | low)
        distance = 1 << number % 7
        even = [to[element] for element in even]
        odd = [to[odd[n ^ distance]] for n in range(128)]
    return tuple(made)


WORDS = words()


def meaning(memory_last: bool) -> Callable[[Fields], list[Step]]:
    def steps(i: Fields) -> list[Step]:
        constant = rom(WORDS, cat(i.k, reg(14)[:6]), 16)
        first, second = (constant, MEM) if memory_last else (MEM, constant)
        y = reg(i.w) & first ^ second
        return [Step(read=Access(reg(i.s), 2, stack=i.s.eq(15)), regs=(RegWrite(i.d, y),))]

    return steps


INSTRUCTIONS = [
    Instruction(
        name,
        name,
        f"1100 {code} kkkk dddd wwww ssss",
        (Lit("k", 4), Reg("w"), Indirect("s"), Reg("d")),
        f"{prose}, to Wd; the constant is word #index of that of the round in W14.",
        meaning(code == "1000"),
        extension="jh_cst",
    )
    for name, code, prose in (
        ("s3_cst_acxm", "1000", "(Ws and constant) xor the word at Wm"),
        ("s3_cst_amxc", "1001", "(Ws and the word at Wm) xor constant"),
    )
]
