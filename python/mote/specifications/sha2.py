"""SHA-1 and SHA-2.

Source: FIPS PUB 180-4, "Secure Hash Standard", August 2015: sections 4.1 (functions), 4.2
(constants), 5.1 (padding), 5.3 (initial values), 6.1 (SHA-1), 6.2 to 6.7 (SHA-2).  The constants
of SHA-2 are computed from their definition: bits of the fractional parts of roots of primes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count, islice

from mote.specifications.hashing import Compress, HashFunction, State, digest, ended, padded
from mote.specifications.words import W, Words, constants, joined, parted, summed, xored

PRIMES = list(islice((n for n in count(2) if all(n % d for d in range(2, n))), 80))


def _root(n: int, power: int) -> int:
    """The integer part of the `power`-th root of n."""
    low, high = 0, 1 << (n.bit_length() // power + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**power <= n else (low, middle)
    return low


def _fraction(prime: int, power: int, bits: int) -> int:
    """The first `bits` bits of the fractional part of the `power`-th root of `prime`."""
    return _root(prime << (power * bits), power) % (1 << bits)


INITIAL = {
    160: [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0],
    224: [_fraction(prime, 2, 64) % (1 << 32) for prime in PRIMES[8:16]],
    256: [_fraction(prime, 2, 32) for prime in PRIMES[:8]],
    384: [_fraction(prime, 2, 64) for prime in PRIMES[8:16]],
    512: [_fraction(prime, 2, 64) for prime in PRIMES[:8]],
}
"""Initial values by digest size (sections 5.3.1 to 5.3.5)."""

K = {
    32: [_fraction(prime, 3, 32) for prime in PRIMES[:64]],
    64: [_fraction(prime, 3, 64) for prime in PRIMES],
}
"""Constants of SHA-256 and SHA-512 by word size in bits (sections 4.2.2 and 4.2.3)."""

ROTATIONS = {
    32: ((2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10)),
    64: ((28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6)),
}
"""Of the two functions Sigma and the two functions sigma (sections 4.1.2 and 4.1.3)."""

SHA1_K = (0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6)
"""Section 4.2.1, each for 20 rounds."""


def sha1_compress(words: Words[W], state: Sequence[W], block: Sequence[W]) -> list[W]:
    """The state after a block (section 6.1.2), both in words of 32 bits."""
    w = list(block)
    for t in range(16, 80):
        w.append(words.cut((w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16]).rotl(1), f"W[{t}]"))
    a, b, c, d, e = state
    for t in range(80):
        parity = b ^ c ^ d
        f = [(b & c) ^ (~b & d), parity, (b & c) ^ (b & d) ^ (c & d), parity][t // 20]
        total = summed(a.rotl(5), f, e, words.word(SHA1_K[t // 20], 32), w[t])
        a, b, c, d, e = words.cut(total, f"a after round {t}"), a, b.rotl(30), c, d
    return [x + y for x, y in zip(state, (a, b, c, d, e), strict=True)]


def sha2_compress(words: Words[W], state: Sequence[W], block: Sequence[W]) -> list[W]:
    """The state after a block (sections 6.2.2 and 6.4.2), both in words of 32 or 64 bits."""
    bits = state[0].bits
    sigmas = ROTATIONS[bits]

    def capital_sigma(x: W, which: int) -> W:
        i, j, k = sigmas[which]
        return x.rotr(i) ^ x.rotr(j) ^ x.rotr(k)

    def sigma(x: W, which: int) -> W:
        i, j, k = sigmas[2 + which]
        return x.rotr(i) ^ x.rotr(j) ^ x.shr(k)

    w = list(block)
    for t in range(16, len(K[bits])):
        total = summed(sigma(w[t - 2], 1), w[t - 7], sigma(w[t - 15], 0), w[t - 16])
        w.append(words.cut(total, f"W[{t}]"))
    a, b, c, d, e, f, g, h = state
    for t, k in enumerate(constants(words, K[bits], bits)):
        t1 = summed(h, capital_sigma(e, 1), (e & f) ^ (~e & g), k, w[t])
        t2 = capital_sigma(a, 0) + xored(a & b, a & c, b & c)
        h, g, f, e = g, f, e, words.cut(d + t1, f"e after round {t}")
        d, c, b, a = c, b, a, words.cut(t1 + t2, f"a after round {t}")
    return [x + y for x, y in zip(state, (a, b, c, d, e, f, g, h), strict=True)]


class Sha(HashFunction):
    """SHA-1 and SHA-2 with words of 32 or 64 bits."""

    def __init__(
        self, name: str, words: int, bits: int, initial: Mapping[int, list[int]] = INITIAL
    ) -> None:
        self.name = name
        self.initial_values = initial
        self.bits = bits
        self.state = {"H": (words, bits)}
        self.counter_bits = 2 * bits

    def block_bytes(self, digest_bits: int) -> int:
        return 2 * self.bits

    def initial(self, words: Words[W], digest_bits: int) -> State[W]:
        return {"H": constants(words, self.initial_values[digest_bits], self.bits)}

    def compress(
        self, words: Words[W], state: State[W], message: Sequence[W], *more: W
    ) -> State[W]:
        of_words = sha1_compress if len(state["H"]) == 5 else sha2_compress
        return {"H": of_words(words, state["H"], joined(message, self.bits, big=True))}

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
        # One bit 1, bits 0, the length of the message in bits.
        length = blocks * (16 * self.bits) + words.word(8 * len(data) + n, 2 * self.bits)
        tail = parted([length], 8, big=True)
        last = ended(words, ub, n)
        for block in padded(data, last, 2 * self.bits, words.word(0, 8), tail):
            state = compress(words, state, block)
        return parted(state["H"], 8, big=True)[: digest_bits // 8]


SHA1 = Sha("sha1", 5, 32)
SHA256 = Sha("sha256", 8, 32)
SHA512 = Sha("sha512", 8, 64)


def _truncated(t: int) -> list[int]:
    """The initial value of SHA-512/t (section 5.3.6): a digest of its name."""
    changed = Sha("", 8, 64, {512: [word ^ 0xA5A5A5A5A5A5A5A5 for word in INITIAL[512]]})
    found = digest(changed, f"SHA-512/{t}".encode(), 512)
    return [int.from_bytes(found[at : at + 8], "big") for at in range(0, 64, 8)]


SHA512_224 = Sha("sha512_224", 8, 64, {224: _truncated(224)})
SHA512_256 = Sha("sha512_256", 8, 64, {256: _truncated(256)})
