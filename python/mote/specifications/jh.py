"""JH.

Source: "The Hash Function JH", Hongjun Wu, 16 January 2011 (42 rounds): sections 3 (S-boxes, linear
transformation, permutation), 4 (round function, E8), 5 (F8), 6 (padding, initial hash value).  The
names are the specification's.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import isqrt

from mote.specifications.hashing import Compress, HashFunction, State, ended, padded
from mote.specifications.words import (
    INTEGERS,
    Integer,
    W,
    Words,
    from_bytes,
    joined,
    parted,
    to_bytes,
    xor,
)

S = (
    (9, 0, 4, 11, 13, 12, 3, 15, 1, 10, 2, 6, 7, 5, 8, 14),
    (3, 12, 6, 13, 5, 7, 1, 9, 15, 2, 0, 4, 11, 10, 14, 8),
)
"""The two S-boxes (section 3.2)."""

ROUNDS = 42


def _permutation(d: int) -> list[int]:
    """P_d (section 3.4): the element that comes to each place."""
    size = 1 << d
    pi = [i ^ (i >> 1 & 1) for i in range(size)]
    p = [pi[i] for i in range(0, size, 2)] + [pi[i] for i in range(1, size, 2)]
    return [p[i ^ (i >> (d - 1))] for i in range(size)]


PERMUTATION = {d: _permutation(d) for d in (6, 8)}


def double(a: W) -> W:
    """2 * a in GF(2^4) modulo x^4 + x + 1 (section 3.3)."""
    high = a.shr(3)
    return a.shl(1) ^ high ^ high.shl(1)


def round_function(
    words: Words[W], a: Sequence[W], constant: Sequence[int], d: int, where: str
) -> list[W]:
    """The round function R_d (section 4.1) on elements of 4 bits; constant: a bit for each.

    where: names the round.
    """
    v: list[W] = []
    for i in range(0, 1 << d, 2):
        left, right = (words.table(S[constant[k]], a[k], 4) for k in (i, i + 1))
        # The linear transformation L (section 3.3).
        right = words.cut(right ^ double(left), f"d of the pair at {i} in {where}")
        v += [words.cut(left ^ double(right), f"c of the pair at {i} in {where}"), right]
    return [v[i] for i in PERMUTATION[d]]


@cache
def round_constants() -> tuple[tuple[int, ...], ...]:
    """The constants of the 42 rounds, as bits (section 4.2.2)."""
    value = isqrt(2 << 512) - (1 << 256)
    c = [Integer(value >> 4 * (63 - i), 4) for i in range(64)]
    found = []
    for _ in range(ROUNDS):
        found.append(tuple(each.value >> 3 - j & 1 for each in c for j in range(4)))
        c = round_function(INTEGERS, c, [0] * 64, 6, "the constants")
    return tuple(found)


def _bits(data: Sequence[W]) -> list[W]:
    """The bits of bytes, the highest one first."""
    return parted(data, 1, big=True)


def e8(words: Words[W], state: Sequence[W]) -> list[W]:
    """The bijective function E8 (section 4.3) on 128 bytes."""
    bits = _bits(state)
    grouped = [bits[i + 768].concat(bits[i + 512], bits[i + 256], bits[i]) for i in range(256)]
    a = [element for i in range(128) for element in (grouped[i], grouped[i + 128])]
    for number, constant in enumerate(round_constants()):
        a = round_function(words, a, constant, 8, f"round {number}")
    elements = [each.split(1) for each in a[0::2] + a[1::2]]
    return joined([element[3 - k] for k in range(4) for element in elements], 8, big=True)


def f8(words: Words[W], state: Sequence[W], block: Sequence[W]) -> list[W]:
    """The compression function F8 (section 5) on a state of 128 bytes and a block of 64."""
    after = e8(words, [*xor(state[:64], block), *state[64:]])
    return [*after[:64], *xor(after[64:], block)]


@cache
def initial_value(digest_bits: int) -> bytes:
    """The initial hash value (section 6.2)."""
    first = digest_bits.to_bytes(2, "big") + bytes(126)
    return to_bytes(f8(INTEGERS, from_bytes(first), from_bytes(bytes(64))))


class Jh(HashFunction):
    """The state are its 128 bytes."""

    def __init__(self) -> None:
        self.name = "jh"
        self.state = {"H": (128, 8)}
        self.counter_bits = 128

    def block_bytes(self, digest_bits: int) -> int:
        return 64

    def initial(self, words: Words[W], digest_bits: int) -> State[W]:
        return {"H": [words.word(byte, 8) for byte in initial_value(digest_bits)]}

    def compress(
        self, words: Words[W], state: State[W], message: Sequence[W], *more: W
    ) -> State[W]:
        return {"H": f8(words, state["H"], message)}

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
        # Section 6.1: one bit 1, at least 383 bits 0, the length in 128 bits.  So a block of its
        # own has these, but where the message ends with a block.
        length = parted([blocks * 512 + words.word(8 * len(data) + n, 128)], 8, big=True)
        bare = not data and n == 0
        tail = [*[zero] * (0 if bare else 48), *length]
        for block in padded(data, ended(words, ub, n), 64, zero, tail):
            state = compress(words, state, block)
        return state["H"][-digest_bits // 8 :]


JH = Jh()
