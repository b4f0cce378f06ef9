"""Blue Midnight Wish.

Source: D. Gligoroski, V. Klima, S. J. Knapskog, M. El-Hadedy, J. Amundsen, S. F. Mjolsnes,
"Cryptographic Hash Function BLUE MIDNIGHT WISH", version of the second round (September 2009):
tables 1.2 to 1.4 (functions f0, f1 and f2), section 1.2.3 (initial values), 1.3 (padding), 1.4
(finalization).
"""

from __future__ import annotations

from collections.abc import Sequence

from mote.specifications.hashing import Compress, HashFunction, State, ended, padded
from mote.specifications.words import W, Words, constants, joined, parted, summed, xored

SUMS = (
    "5 -7 10 13 14", "6 -8 11 14 -15", "0 7 9 -12 15", "0 -1 8 -10 13",
    "1 2 9 -11 -14", "3 -2 10 -12 15", "4 -0 -3 -11 13", "1 -4 -5 -12 -14",
    "2 -5 -6 13 -15", "0 -3 6 -7 14", "8 -1 -4 -7 15", "8 -0 -2 -5 9",
    "1 3 -6 -9 10", "2 4 7 10 11", "3 -5 8 -11 -12", "12 -4 -6 -9 13",
)  # fmt: skip
"""The sums of f0: numbers of words, with the sign with which each is added."""

SHIFTS = {
    32: ((1, 3, 4, 19), (1, 2, 8, 23), (2, 1, 12, 25), (2, 2, 15, 29)),
    64: ((1, 3, 4, 37), (1, 2, 13, 43), (2, 1, 19, 53), (2, 2, 28, 59)),
}
"""Of s0 to s3: a shift to the right, one to the left, two rotations to the left."""

ROTATIONS = {32: (3, 7, 13, 16, 19, 23, 27), 64: (5, 11, 27, 32, 37, 43, 53)}
"""Of r1 to r7."""

FOLD_HIGH = ((5, -5), (-7, 8), (-5, 5), (-1, 5), (-3, 0), (6, -6), (-4, 6), (-11, 2))
"""The shifts of f2 in words 0 to 7, positive to the left: of XH, of Q."""

FOLD_LOW = (8, -6, 6, 4, -3, -4, -7, -2)
"""The shifts of XL in words 8 to 15."""

K = 0x0555555555555555
"""Of it the element number i of f1 has i times the leading bits, as many as a word has."""

FIRST = {224: 0, 256: 0x40, 384: 0, 512: 0x80}
"""The first of the bytes, by digest size, that count up through the initial value."""

FINAL = 0xAAAAAAAAAAAAAAA0
"""The first word of the chaining value of the finalization; the others follow by steps of 1."""


def _shifted(x: W, n: int) -> W:
    return x.shl(n) if n >= 0 else x.shr(-n)


def compression(words: Words[W], m: Sequence[W], h: Sequence[W]) -> list[W]:
    """The compression function of a block m and a chaining value h, words of 32 or 64 bits."""
    bits = h[0].bits

    def s(which: int, x: W) -> W:
        if which >= 4:
            return x.shr(which - 3) ^ x
        right, left, one, other = SHIFTS[bits][which]
        return x.shr(right) ^ x.shl(left) ^ x.rotl(one) ^ x.rotl(other)

    # f0
    mixed = [words.cut(x ^ y, f"M xor H, word {i}") for i, (x, y) in enumerate(zip(m, h))]  # noqa: B905
    q: list[W] = []
    for i in range(16):
        total = words.word(0, bits)
        for term in SUMS[i].split():
            word = mixed[abs(int(term))]
            total = total - word if term.startswith("-") else total + word
        total = words.cut(total, f"W[{i}]")
        q.append(words.cut(s(i % 5, total) + h[(i + 1) % 16], f"Q[{i}]"))
    # f1
    for i in range(16, 32):
        j = i - 16
        one, other, last = (m[(j + n) % 16].rotl((j + n) % 16 + 1) for n in (0, 3, 10))
        constant = words.word(i * (K & (1 << bits) - 1 >> 4), bits)
        element = summed(one, other, constant) - last ^ h[(j + 7) % 16]
        parts = [element]
        if i < 18:
            parts += [s((k + 1) % 4, q[j + k]) for k in range(16)]
        else:
            parts += [q[j + k] for k in range(0, 14, 2)]
            parts += [q[j + 2 * k + 1].rotl(ROTATIONS[bits][k]) for k in range(7)]
            parts += [s(4, q[i - 2]), s(5, q[i - 1])]
        q.append(words.cut(summed(*parts), f"Q[{i}]"))
    # f2
    low = xored(*q[16:24])
    high = xored(low, *q[24:])
    out: list[W] = []
    for i in range(8):
        of_high, of_q = FOLD_HIGH[i]
        x = _shifted(high, of_high) ^ _shifted(q[16 + i], of_q) ^ m[i]
        out.append(words.cut(x + (low ^ q[24 + i] ^ q[i]), f"H[{i}]"))
    for i in range(8, 16):
        out.append(
            summed(
                out[(i - 4) % 8].rotl(i + 1),
                high ^ q[16 + i] ^ m[i],
                _shifted(low, FOLD_LOW[i - 8]) ^ q[16 + (i - 1) % 8] ^ q[i],
            )
        )
    return out


class Bmw(HashFunction):
    """Blue Midnight Wish with words of 32 or 64 bits."""

    def __init__(self, name: str, bits: int) -> None:
        self.name = name
        self.bits = bits
        self.state = {"H": (16, bits)}
        self.counter_bits = 64

    def block_bytes(self, digest_bits: int) -> int:
        return 2 * self.bits

    def initial(self, words: Words[W], digest_bits: int) -> State[W]:
        first = FIRST[digest_bits]
        counting = [words.word(each, 8) for each in range(first, first + 2 * self.bits)]
        return {"H": joined(counting, self.bits, big=True)}

    def compress(
        self, words: Words[W], state: State[W], message: Sequence[W], *more: W
    ) -> State[W]:
        return {"H": compression(words, joined(message, self.bits), state["H"])}

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
        # One bit 1, bits 0, the length in 64 bits, the lowest byte first.
        length = blocks * (16 * self.bits) + words.word(8 * len(data) + n, 64)
        last = ended(words, ub, n)
        for block in padded(data, last, 2 * self.bits, words.word(0, 8), parted([length], 8)):
            state = compress(words, state, block)
        final = {"H": constants(words, [FINAL + i for i in range(16)], self.bits)}
        state = compress(words, final, parted(state["H"], 8))
        return parted(state["H"], 8)[-digest_bits // 8 :]


BMW256 = Bmw("bmw256", 32)
BMW512 = Bmw("bmw512", 64)
