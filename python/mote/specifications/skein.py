"""Threefish and Skein.

Source: N. Ferguson et al., "The Skein Hash Function Family", version 1.3 (1 October 2010): section
3.3 (Threefish), 3.4 (UBI), 3.5 (Skein), 4 ("Skein as a PRNG"), tables 3 and 4 (permutation,
rotations).
"""

from __future__ import annotations

from collections.abc import Sequence

from mote.specifications.hashing import Compress, HashFunction, State
from mote.specifications.words import W, Words, joined, parted, xor, xored

PARITY = 0x1BD11BDAA9FC1A22
"""The constant C240 of the key schedule (section 3.3.2)."""

ROUNDS = {4: 72, 8: 72, 16: 80}
PERMUTATION = {
    4: (0, 3, 2, 1),
    8: (2, 1, 4, 7, 6, 5, 0, 3),
    16: (0, 9, 2, 13, 6, 11, 4, 15, 10, 7, 12, 3, 14, 5, 8, 1),
}
"""Table 3, by number of words."""

ROTATIONS = {
    4: ((14, 16), (52, 57), (23, 40), (5, 37), (25, 33), (46, 12), (58, 22), (32, 32)),
    8: (
        (46, 36, 19, 37), (33, 27, 14, 42), (17, 49, 36, 39), (44, 9, 54, 56),
        (39, 30, 34, 24), (13, 50, 10, 17), (25, 29, 39, 43), (8, 35, 56, 22),
    ),
    16: (
        (24, 13, 8, 47, 8, 17, 22, 37), (38, 19, 10, 55, 49, 18, 23, 52),
        (33, 4, 51, 13, 34, 41, 59, 17), (5, 20, 48, 41, 47, 28, 16, 25),
        (41, 9, 37, 31, 12, 47, 44, 30), (16, 34, 56, 51, 4, 53, 42, 41),
        (31, 44, 47, 46, 19, 42, 44, 25), (9, 48, 35, 52, 23, 31, 37, 20),
    ),
}  # fmt: skip
"""Table 4, by number of words, for each round modulo 8."""

KEY, CONFIGURATION, PERSONALIZATION, MESSAGE, OUTPUT = 0, 4, 8, 48, 63
"""Types of a UBI computation (table 6)."""

BIT_PAD, FIRST, FINAL = 119, 126, 127
"""Bits of the tweak (table 5); the type begins at bit 120, the position has the low 96 bits."""

POSITION = 96


def subkeys(words: Words[W], key: Sequence[W], tweak: Sequence[W]) -> list[list[W]]:
    """The subkeys of section 3.3.2; the tweak in two words, the low one first."""
    n = len(key)
    k = [*key, xored(words.word(PARITY, 64), *key)]
    t = [*tweak, tweak[0] ^ tweak[1]]
    found = []
    for s in range(ROUNDS[n] // 4 + 1):
        subkey = [k[(s + i) % (n + 1)] for i in range(n)]
        subkey[n - 3] = subkey[n - 3] + t[s % 3]
        subkey[n - 2] = subkey[n - 2] + t[(s + 1) % 3]
        subkey[n - 1] = subkey[n - 1] + words.word(s, 64)
        found.append(subkey)
    return found


def encrypted(
    words: Words[W],
    key: Sequence[W],
    tweak: Sequence[W],
    block: Sequence[W],
    *,
    known: bool = False,
) -> list[W]:
    """Threefish (section 3.3): a key and a block of 4, 8 or 16 words, a tweak of two.

    known: the block is a number.  The sums of the first round, of nothing but the key and numbers,
    have no names then: the key's parity is made of such bits, too.
    """
    x = list(block)
    n = len(x)
    each = subkeys(words, key, tweak)
    for d in range(ROUNDS[n]):
        if d % 4 == 0:
            x = [a + b for a, b in zip(x, each[d // 4], strict=True)]
        for j, rotation in enumerate(ROTATIONS[n][d % 8]):
            x[2 * j] = x[2 * j] + x[2 * j + 1]
            if d or not known:
                x[2 * j] = words.cut(x[2 * j], f"sum {j} of round {d}")
            x[2 * j + 1] = x[2 * j + 1].rotl(rotation) ^ x[2 * j]
        x = [x[i] for i in PERMUTATION[n]]
    return [a + b for a, b in zip(x, each[-1], strict=True)]


def decrypted(words: Words[W], key: Sequence[W], tweak: Sequence[W], block: Sequence[W]) -> list[W]:
    """The inverse of `encrypted`."""
    n = len(block)
    each = subkeys(words, key, tweak)
    x = [a - b for a, b in zip(block, each[-1], strict=True)]
    for d in reversed(range(ROUNDS[n])):
        y = list(x)
        for i, source in enumerate(PERMUTATION[n]):
            y[source] = x[i]
        x = y
        for j, rotation in enumerate(ROTATIONS[n][d % 8]):
            x[2 * j + 1] = (x[2 * j + 1] ^ x[2 * j]).rotr(rotation)
            x[2 * j] = words.cut(x[2 * j] - x[2 * j + 1], f"difference {j} of round {d}")
        if d % 4 == 0:
            x = [a - b for a, b in zip(x, each[d // 4], strict=True)]
    return x


def tweak_of(words: Words[W], position: W, kind: int, *flags: int) -> list[W]:
    """The tweak of a block (section 3.4): a position of 96 bits, a type, and numbers of flags."""
    high = words.word(kind << 24 | sum(1 << flag - POSITION for flag in flags), 32)
    return position.concat(high).split(64)


def ubi_block(
    words: Words[W], chain: Sequence[W], tweak: Sequence[W], block: Sequence[W]
) -> list[W]:
    """A block of UBI (section 3.4): the chaining value after it."""
    return xor(encrypted(words, chain, tweak, block), block)


def configured(words: Words[W], size: int, digest_bits: int) -> list[W]:
    """The chaining value behind the configuration block (section 3.5.2), without a key."""
    text = b"SHA3" + (1).to_bytes(4, "little") + digest_bits.to_bytes(8, "little")
    block = [words.word(byte, 8) for byte in text.ljust(size, b"\0")]
    tweak = tweak_of(words, words.word(32, POSITION), CONFIGURATION, FIRST, FINAL)
    return ubi_block(words, [words.word(0, 64)] * (size // 8), tweak, joined(block, 64))


class Skein(HashFunction):
    """Skein with a state of 4, 8 or 16 words; the arguments are the two words of the tweak."""

    keeps_full_block = True

    def __init__(self, name: str, number: int) -> None:
        self.name = name
        self.size = 8 * number
        self.state = {"G": (number, 64)}
        self.counter_bits = POSITION

    def block_bytes(self, digest_bits: int) -> int:
        return self.size

    def initial(self, words: Words[W], digest_bits: int) -> State[W]:
        return {"G": configured(words, self.size, digest_bits)}

    def compress(
        self, words: Words[W], state: State[W], message: Sequence[W], *more: W
    ) -> State[W]:
        return {"G": ubi_block(words, state["G"], more, joined(message, 64))}

    def arguments(self, words: Words[W], blocks: W, first: bool, digest_bits: int) -> list[W]:
        position = (blocks + words.word(1, POSITION)) * self.size
        return tweak_of(words, position, MESSAGE, *([FIRST] if first else []))

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
        text = list(data)
        if n:
            # A partial byte has a bit 1 behind it (section 3.4), and the tweak tells of it.
            text.append((ub & words.word(0xFF00 >> n, 8)) | words.word(0x80 >> n, 8))
        if len(text) > self.size:
            more = self.arguments(words, blocks, first, digest_bits)
            state = compress(words, state, text[: self.size], *more)
            text, first = text[self.size :], False
            blocks = blocks + words.word(1, POSITION)
        position = blocks * self.size + words.word(len(text), POSITION)
        flags = [FINAL, *([FIRST] if first else []), *([BIT_PAD] if n else [])]
        text += [zero] * (self.size - len(text))
        state = compress(words, state, text, *tweak_of(words, position, MESSAGE, *flags))
        output: list[W] = []
        tweak = tweak_of(words, words.word(8, POSITION), OUTPUT, FIRST, FINAL)
        while len(output) * 8 < digest_bits:
            number = words.word(len(output) // self.size, 8 * self.size)
            after = compress(words, state, number.split(8), *tweak)
            output += parted(after["G"], 8)
        return output[: digest_bits // 8]


SKEIN256 = Skein("skein256", 4)
SKEIN512 = Skein("skein512", 8)
SKEIN1024 = Skein("skein1024", 16)


# ---- the random generator of Skein-256 (section 4, "Skein as a PRNG") ----


def _named(words: Words[W], chain: Sequence[W], name: str) -> list[W]:
    return [words.cut(word, f"{name}[{i}]") for i, word in enumerate(chain)]


def output_block(words: Words[W], chain: Sequence[W], number: int) -> list[W]:
    """A block of the output function (section 3.5.3)."""
    tweak = tweak_of(words, words.word(8, POSITION), OUTPUT, FIRST, FINAL)
    block = [words.word(number, 64), *[words.word(0, 64)] * (len(chain) - 1)]
    found = xor(encrypted(words, chain, tweak, block, known=True), block)
    return _named(words, found, f"output block {number}")


def seeded(words: Words[W], state: Sequence[W], seed: Sequence[W]) -> list[W]:
    """The next state: the Skein-256 hash of the state and a seed, of at least one byte."""
    size = 8 * len(state)
    message = [*parted(state, 8), *seed]
    chain = configured(words, size, 8 * size)
    for at in range(0, len(message), size):
        text = message[at : at + size]
        position = words.word(at + len(text), POSITION)
        last = at + size >= len(message)
        flags = [FIRST] * (at == 0) + [FINAL] * last
        block = joined(text + [words.word(0, 8)] * (size - len(text)), 64)
        tweak = tweak_of(words, position, MESSAGE, *flags)
        chain = _named(words, ubi_block(words, chain, tweak, block), f"G after {at + size} bytes")
    return output_block(words, chain, 0)


def generated(words: Words[W], state: Sequence[W], size: int) -> tuple[list[W], list[W]]:
    """So many bytes, and the next state: that is block 0 of the state's output, they are others."""
    blocks = -(-size // (8 * len(state)))
    output = [word for n in range(blocks) for word in output_block(words, state, n + 1)]
    return parted(output, 8)[:size], output_block(words, state, 0)
