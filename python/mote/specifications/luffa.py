"""Luffa v2.

Source: C. De Canniere, H. Sato, D. Watanabe, "Hash Function Luffa: Specification", version 2.0.1
(2 October 2009), sections 4.1 (padding), 4.2 (round function: message injection, permutation), 4.3
(finalization), appendices A (initial values) and B (step constants).
"""

from __future__ import annotations

from collections.abc import Sequence

from mote.specifications.hashing import Compress, HashFunction, State, ended, padded
from mote.specifications.words import W, Words, constants, joined, parted, sliced, xor

INITIAL = (
    (
        0x6D251E69, 0x44B051E0, 0x4EAA6FB4, 0xDBF78465,
        0x6E292011, 0x90152DF4, 0xEE058139, 0xDEF610BB,
    ),
    (
        0xC3B44B95, 0xD9D2F256, 0x70EEE9A0, 0xDE099FA3,
        0x5D9B0557, 0x8FC944B3, 0xCF1CCF0E, 0x746CD581,
    ),
    (
        0xF7EFC89D, 0x5DBA5781, 0x04016CE5, 0xAD659C05,
        0x0306194F, 0x666D1836, 0x24AA230A, 0x8B264AE7,
    ),
    (
        0x858075D5, 0x36D79CCE, 0xE571F7D7, 0x204B1F67,
        0x35870C6A, 0x57E9E923, 0x14BCB808, 0x7CDE72CE,
    ),
    (
        0x6C68E9BE, 0x5EC41E22, 0xC825B7C7, 0xAFFB4363,
        0xF5DF3999, 0x0FC688F1, 0xB07224CC, 0x03E86CEA,
    ),
)  # fmt: skip
"""V0 to V4 before the first block."""

SEEDS = (0x181CCA53380CDE06, 0x5B6F0876F16F8594, 0x7E106CE938979CB0, 0xBB62F36492E93C29,
         0x9A025047CFF2A940)  # fmt: skip
POLYNOMIAL = 0xC4D6496C55C61C8D


def _constants(seed: int) -> list[tuple[int, int]]:
    """The constants for words 0 and 4 of a permutation's eight steps (appendix B)."""
    mask = 0xFFFFFFFF
    values = []
    for _ in range(16):
        carry = seed >> 63
        seed = seed << 1 & (1 << 64) - 1
        if carry:
            seed ^= POLYNOMIAL
        seed = seed >> 32 | (seed & mask) << 32
        values.append(seed & mask)
    return list(zip(values[::2], values[1::2], strict=True))


CONSTANTS = [_constants(seed) for seed in SEEDS]

SBOX = (13, 14, 0, 1, 5, 10, 7, 6, 11, 3, 9, 12, 15, 8, 2, 4)
"""Of SubCrumb (section 4.2.4); word 0 has the lowest bit."""


def double(a: Sequence[W]) -> list[W]:
    """Multiplication by 2 in the ring of section 4.2.1."""
    out = [a[7], *a[:7]]
    for i in (1, 3, 4):
        out[i] = out[i] ^ a[7]
    return out


def inject(v: Sequence[Sequence[W]], m: Sequence[W]) -> list[list[W]]:
    """The message injection for 3, 4 or 5 words of 256 bits (sections 4.2.1 and 4.2.2)."""
    w = len(v)
    total = list(v[0])
    for each in v[1:]:
        total = xor(total, each)
    common = double(total)
    rows = [xor(x, common) for x in v]
    if w == 5:
        rows = [xor(double(rows[j]), rows[(j + 1) % w]) for j in range(w)]
    if w > 3:
        rows = [xor(double(rows[j]), rows[j - 1]) for j in range(w)]
    for j in range(w):
        rows[j] = xor(rows[j], m)
        m = double(m)
    return rows


def permutation(words: Words[W], j: int, a: Sequence[W]) -> list[W]:
    """The permutation Qj with its tweak (section 4.2.3)."""
    a = [*a[:4], *(x.rotl(j) for x in a[4:])]
    for step, (left, right) in enumerate(CONSTANTS[j]):
        a[:4] = sliced(words, SBOX, a[:4])
        a[5], a[6], a[7], a[4] = sliced(words, SBOX, [a[5], a[6], a[7], a[4]])
        for k in range(4):
            u, v = a[k], a[k + 4]
            v = v ^ u
            u = u.rotl(2) ^ v
            v = words.cut(v.rotl(14) ^ u, f"word {k + 4} of Q{j} in step {step}")
            u = words.cut(u.rotl(10) ^ v, f"word {k} of Q{j} in step {step}")
            a[k], a[k + 4] = u, v.rotl(1)
        a[0] = a[0] ^ words.word(left, 32)
        a[4] = a[4] ^ words.word(right, 32)
    return a


class Luffa(HashFunction):
    """Luffa with so many words of 256 bits; the state has their words of 32 bits in a row."""

    def __init__(self, name: str, number: int) -> None:
        self.name = name
        self.number = number
        self.state = {"V": (8 * number, 32)}

    def block_bytes(self, digest_bits: int) -> int:
        return 32

    def initial(self, words: Words[W], digest_bits: int) -> State[W]:
        rows = [constants(words, row, 32) for row in INITIAL[: self.number]]
        return {"V": [word for row in rows for word in row]}

    def compress(
        self, words: Words[W], state: State[W], message: Sequence[W], *more: W
    ) -> State[W]:
        rows = [state["V"][at : at + 8] for at in range(0, 8 * self.number, 8)]
        rows = inject(rows, joined(message, 32, big=True))
        rows = [
            [words.cut(word, f"word {k} of Q{j} before its steps") for k, word in enumerate(row)]
            for j, row in enumerate(rows)
        ]
        rows = [permutation(words, j, row) for j, row in enumerate(rows)]
        return {"V": [word for row in rows for word in row]}

    def close(
        self,
        words: Words[W],
        state: State[W],
        data: Sequence[W],
        blocks: W,
        ub: W,
        n: int,
        digest_bits: int,
        *,
        compress: Compress[W] | None = None,
        first: bool = False,
    ) -> list[W]:
        compress = compress or self.compress
        zero = words.word(0, 8)
        # One bit 1, bits 0.
        [block] = padded(data, ended(words, ub, n), 32, zero, [])
        state = compress(words, state, block)
        # Blank rounds, each with 256 bits of output.
        output: list[W] = []
        while len(output) * 8 < digest_bits:
            state = compress(words, state, [zero] * 32)
            row = state["V"][:8]
            for at in range(8, 8 * self.number, 8):
                row = xor(row, state["V"][at : at + 8])
            output += parted(row, 8, big=True)
        return output[: digest_bits // 8]


LUFFA256 = Luffa("luffa256", 3)
LUFFA384 = Luffa("luffa384", 4)
LUFFA512 = Luffa("luffa512", 5)
