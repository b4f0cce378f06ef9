"""Shabal.

Source: "Shabal, a Submission to NIST's Cryptographic Hash Algorithm Competition", 28 October 2008,
section 2.3.1 (the mode of operation, prefix approach), section 2.3.2 (the keyed permutation P),
section 2.5 (the parameters p = 3, r = 12), section 2.1.1 (order of bits and bytes).
"""

from __future__ import annotations

from collections.abc import Sequence

from mote.specifications.hashing import Compress, HashFunction, State, ended, padded
from mote.specifications.words import W, Words, joined, parted


def permutation(
    words: Words[W], m: Sequence[W], a: Sequence[W], b: Sequence[W], c: Sequence[W]
) -> tuple[list[W], list[W]]:
    """The keyed permutation P on A and B."""
    a = list(a)
    b = [x.rotl(17) for x in b]
    for j in range(3):
        for i in range(16):
            k = (i + 16 * j) % 12
            u = (a[k] ^ a[(k - 1) % 12].rotl(15) * 5 ^ c[(8 - i) % 16]) * 3
            u = u ^ b[(i + 13) % 16] ^ (b[(i + 9) % 16] & ~b[(i + 6) % 16]) ^ m[i]
            a[k] = words.cut(u, f"A[{k}] in step {i} of pass {j}")
            b[i] = b[i].rotl(1) ^ ~a[k]
    for j in range(36):
        a[j % 12] = a[j % 12] + c[(j + 3) % 16]
    return a, b


class Shabal(HashFunction):
    """A message block has its number as an argument, of 64 bits; the first one's is 1."""

    def __init__(self) -> None:
        self.name = "shabal"
        self.state = {"A": (12, 32), "B": (16, 32), "C": (16, 32)}
        self.counter_bits = 64

    def block_bytes(self, digest_bits: int) -> int:
        return 64

    def initial(self, words: Words[W], digest_bits: int) -> State[W]:
        state = {
            name: [words.word(0, bits)] * number for name, (number, bits) in self.state.items()
        }
        # The message is prefixed with two blocks, which have the numbers -1 and 0.
        for block in (0, 1):
            numbers = range(digest_bits + 16 * block, digest_bits + 16 * block + 16)
            message = parted([words.word(each, 32) for each in numbers], 8)
            state = self.compress(words, state, message, words.word(block - 1, 64))
        return state

    def compress(
        self, words: Words[W], state: State[W], message: Sequence[W], *more: W
    ) -> State[W]:
        m = joined(message, 32)
        low, high = more[0].split(32)
        a, b, c = state["A"], state["B"], state["C"]
        b = [x + y for x, y in zip(b, m, strict=True)]
        a, b = permutation(words, m, [a[0] ^ low, a[1] ^ high, *a[2:]], b, c)
        c = [x - y for x, y in zip(c, m, strict=True)]
        return {"A": a, "B": c, "C": b}

    def arguments(self, words: Words[W], blocks: W, first: bool, digest_bits: int) -> list[W]:
        return [blocks + words.word(1, 64)]

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
        [block] = padded(data, ended(words, ub, n), 64, words.word(0, 8), [])
        # The last block, and three final rounds with it and its number.
        for _ in range(4):
            state = compress(words, state, block, *self.arguments(words, blocks, False, 0))
        return parted(state["C"][16 - digest_bits // 32 :], 8)


SHABAL = Shabal()
