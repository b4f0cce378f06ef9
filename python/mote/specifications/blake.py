"""BLAKE and BLAKE2.

Sources: J.-P. Aumasson, L. Henzen, W. Meier, R. C.-W. Phan, "SHA-3 proposal BLAKE", version 1.3
(16 December 2010), sections 2.1 to 2.4: BLAKE-256 and BLAKE-512; the submission of the second round
has 10 and 14 rounds in place of 14 and 16, under the names BLAKE-32 and BLAKE-64.  RFC 7693
(November 2015), sections 2 and 3: BLAKE2s and BLAKE2b.
"""

from __future__ import annotations

from collections.abc import Sequence

from mote.specifications.hashing import Compress, HashFunction, State
from mote.specifications.sha2 import INITIAL
from mote.specifications.words import W, Words, constants, joined, parted, summed, xor

C64 = [
    0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89,
    0x452821E638D01377, 0xBE5466CF34E90C6C, 0xC0AC29B7C97C50DD, 0x3F84D5B5B5470917,
    0x9216D5D98979FB1B, 0xD1310BA698DFB5AC, 0x2FFD72DBD01ADFB7, 0xB8E1AFED6A267E96,
    0xBA7C9045F12C7F99, 0x24A19947B3916CF7, 0x0801F2E2858EFC16, 0x636920D871574E69,
]  # fmt: skip
"""The constants of BLAKE-512 (section 2.2.1): the first digits of pi; BLAKE-256: their halves."""

C32 = [half for word in C64[:8] for half in (word >> 32, word & 0xFFFFFFFF)]

SIGMA = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
]
"""The permutations (section 2.1.1, table 2; RFC 7693, section 2.7)."""


def rounds(
    words: Words[W],
    v: Sequence[W],
    m: Sequence[W],
    number: int,
    rotations: Sequence[int],
    added: Sequence[W] | None = None,
) -> list[W]:
    """So many rounds on the state of 16 words.

    added: the constants that come to the message words; BLAKE2 has none.
    """
    v = list(v)

    def combined(x: int, y: int) -> W:
        return m[x] if added is None else m[x] ^ added[y]

    for index in range(number):
        s = SIGMA[index % 10]
        for i in range(8):
            # Four columns, then four diagonals.
            a, b, c, d = (4 * row + (i + row * (i // 4)) % 4 for row in range(4))
            x, y = s[2 * i], s[2 * i + 1]
            for half, word in enumerate((combined(x, y), combined(y, x))):
                where = f"half {half} of G_{i} in round {index}"
                v[a] = words.cut(summed(v[a], v[b], word), f"a in {where}")
                v[d] = (v[d] ^ v[a]).rotr(rotations[2 * half])
                v[c] = words.cut(v[c] + v[d], f"c in {where}")
                v[b] = (v[b] ^ v[c]).rotr(rotations[2 * half + 1])
    return v


class Blake(HashFunction):
    """BLAKE with words of 32 or 64 bits and so many rounds; the salt is 0.

    An argument of the compression function: the number of the message's bits up to the block's
    end, without padding, in two words; 0 where the block has none of them.
    """

    def __init__(self, name: str, bits: int, number: int) -> None:
        self.name = name
        self.bits = bits
        self.rounds = number
        self.state = {"H": (8, bits)}
        self.counter_bits = 2 * bits

    def block_bytes(self, digest_bits: int) -> int:
        return 2 * self.bits

    def initial(self, words: Words[W], digest_bits: int) -> State[W]:
        return {"H": constants(words, INITIAL[digest_bits], self.bits)}

    def compress(
        self, words: Words[W], state: State[W], message: Sequence[W], *more: W
    ) -> State[W]:
        h, bits = state["H"], self.bits
        c = constants(words, C32 if bits == 32 else C64, bits)
        low, high = more[0].split(bits)
        v = [*h, *c[:4], *xor(c[4:8], (low, low, high, high))]
        rotations = (16, 12, 8, 7) if bits == 32 else (32, 25, 16, 11)
        m = joined(message, bits, big=True)
        v = rounds(words, v, m, self.rounds, rotations, c)
        return {"H": [x ^ v[i] ^ v[i + 8] for i, x in enumerate(h)]}

    def arguments(self, words: Words[W], blocks: W, first: bool, digest_bits: int) -> list[W]:
        return [(blocks + words.word(1, self.counter_bits)) * (16 * self.bits)]

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
        size = 2 * self.bits
        zero = words.word(0, self.counter_bits)
        before = blocks * (8 * size)
        total = before + words.word(8 * len(data) + n, self.counter_bits)
        # Padding (section 2.1.3): 1, bits 0, the bit 1 (0 for 224 and 384 bits), the length.
        text = list(data)
        text.append((ub & words.word(0xFF00 >> n, 8)) | words.word(0x80 >> n, 8))
        if n == 7 and (len(text) + size // 8) % size == 0:
            # No room for the second bit 1 behind the first.
            text.append(words.word(0, 8))
        text += [words.word(0, 8)] * (-(len(text) + size // 8) % size)
        marker = words.word(int(digest_bits in (256, 512)), 8)
        text[-1] = text[-1] ^ marker
        text += parted([total], 8, big=True)
        for at in range(0, len(text), size):
            if 8 * at >= 8 * len(data) + n:
                counter = zero
            elif 8 * (at + size) <= 8 * len(data) + n:
                counter = before + words.word(8 * (at + size), self.counter_bits)
            else:
                counter = total
            state = compress(words, state, text[at : at + size], counter)
        return parted(state["H"], 8, big=True)[: digest_bits // 8]


class Blake2(HashFunction):
    """BLAKE2 with words of 32 or 64 bits, without a key.

    Arguments of the compression function: the number of bytes up to the block's end, in two words,
    and a word that is 0, or all ones for the last block.
    """

    keeps_full_block = True

    def __init__(self, name: str, bits: int, number: int) -> None:
        self.name = name
        self.bits = bits
        self.rounds = number
        self.state = {"h": (8, bits)}
        self.counter_bits = 2 * bits

    def block_bytes(self, digest_bits: int) -> int:
        return 2 * self.bits

    def initial(self, words: Words[W], digest_bits: int) -> State[W]:
        h = constants(words, INITIAL[8 * self.bits], self.bits)
        h[0] = h[0] ^ words.word(0x01010000 ^ digest_bits // 8, self.bits)
        return {"h": h}

    def compress(
        self, words: Words[W], state: State[W], message: Sequence[W], *more: W
    ) -> State[W]:
        h, bits = state["h"], self.bits
        counter, last = more
        v = [*h, *constants(words, INITIAL[8 * bits], bits)]
        v[12:15] = xor(v[12:15], [*counter.split(bits), last])
        rotations = (16, 12, 8, 7) if bits == 32 else (32, 24, 16, 63)
        v = rounds(words, v, joined(message, bits), self.rounds, rotations)
        return {"h": [x ^ v[i] ^ v[i + 8] for i, x in enumerate(h)]}

    def arguments(self, words: Words[W], blocks: W, first: bool, digest_bits: int) -> list[W]:
        counter = (blocks + words.word(1, self.counter_bits)) * (2 * self.bits)
        return [counter, words.word(0, self.bits)]

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
        """Messages have whole bytes: ub is of no use, and n is 0."""
        compress = compress or self.compress
        size = 2 * self.bits
        total = blocks * size + words.word(len(data), self.counter_bits)
        text = [*data, *[words.word(0, 8)] * (size - len(data))]
        state = compress(words, state, text, total, ~words.word(0, self.bits))
        return parted(state["h"], 8)[: digest_bits // 8]


BLAKE256 = Blake("blake256", 32, 14)
BLAKE512 = Blake("blake512", 64, 16)
BLAKE32 = Blake("blake32", 32, 10)
BLAKE64 = Blake("blake64", 64, 14)
BLAKE2S = Blake2("blake2s", 32, 10)
BLAKE2B = Blake2("blake2b", 64, 12)
