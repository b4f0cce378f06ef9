"""AES, and GHASH of GCM.

Source: FIPS PUB 197, "Advanced Encryption Standard" (26 November 2001, updated 9 May 2023),
sections 4.2 (multiplication), 5.1 (cipher), 5.2 (key expansion), 5.3 (inverse cipher); NIST
SP 800-38D (November 2007), sections 6.3 and 6.4; counter mode: NIST SP 800-38A (December 2001),
section 6.5.
"""

from __future__ import annotations

from collections.abc import Sequence

from mote.specifications.words import W, Words, xor, xored

BLOCK = 16
"""Bytes of a block."""


def product(a: int, b: int) -> int:
    """The product of two bytes in GF(2^8) (section 4.2)."""
    total = 0
    while b:
        total ^= a if b & 1 else 0
        a = a << 1 ^ (0x11B if a & 0x80 else 0)
        b >>= 1
    return total


def _s_box() -> list[int]:
    """Section 5.1.1: the inverse, and an affine map of its bits."""
    box = []
    for value in range(256):
        inverse = next((each for each in range(256) if product(value, each) == 1), 0)
        turned = [(inverse << n | inverse >> (8 - n)) & 0xFF for n in range(5)]
        box.append(turned[0] ^ turned[1] ^ turned[2] ^ turned[3] ^ turned[4] ^ 0x63)
    return box


S_BOX = _s_box()
INVERSE_S_BOX = [S_BOX.index(value) for value in range(256)]

MIX, INVERSE_MIX = (2, 3, 1, 1), (14, 11, 13, 9)
"""The first rows of the matrices of MixColumns and its inverse (sections 5.1.3 and 5.3.3)."""


def double(byte: W) -> W:
    """A byte times x, modulo x^8 + x^4 + x^3 + x + 1 (section 4.2.1)."""
    high = byte.shr(7)
    return byte.shl(1) ^ high ^ high.shl(1) ^ high.shl(3) ^ high.shl(4)


def times(words: Words[W], byte: W, factor: int) -> W:
    """The product of a byte and a constant in GF(2^8)."""
    total = words.word(0, 8)
    while factor:
        if factor & 1:
            total = total ^ byte
        byte = double(byte)
        factor >>= 1
    return total


def rounds_of(key_bytes: int) -> int:
    """Section 5: 10, 12 or 14 rounds."""
    return key_bytes // 4 + 6


def expanded(words: Words[W], key: Sequence[W]) -> list[W]:
    """The key schedule (section 5.2) of a key of 16, 24 or 32 bytes: bytes of all round keys."""
    size = len(key) // 4
    schedule = [list(key[4 * i : 4 * i + 4]) for i in range(size)]
    constant = 1
    for i in range(size, 4 * (rounds_of(len(key)) + 1)):
        word = schedule[-1]
        if i % size == 0:
            word = [words.table(S_BOX, byte, 8) for byte in (*word[1:], word[0])]
            word[0] = word[0] ^ words.word(constant, 8)
            constant = product(constant, 2)
        elif size > 6 and i % size == 4:
            word = [words.table(S_BOX, byte, 8) for byte in word]
        word = xor(word, schedule[i - size])
        schedule.append([words.cut(b, f"byte {k} of key word {i}") for k, b in enumerate(word)])
    return [byte for word in schedule for byte in word]


def mixed(words: Words[W], state: Sequence[W], row: Sequence[int]) -> list[W]:
    """Each column times the circulant matrix with this first row (sections 5.1.3, 5.3.3)."""
    return [
        xored(*(times(words, state[c - c % 4 + (c + k) % 4], row[k]) for k in range(4)))
        for c in range(BLOCK)
    ]


def encrypted(words: Words[W], round_keys: Sequence[W], block: Sequence[W]) -> list[W]:
    """Section 5.1: a block with the bytes of its round keys."""
    last = len(round_keys) // BLOCK - 1
    state = xor(block, round_keys[:BLOCK])
    state = [words.cut(b, f"byte {i} before the rounds") for i, b in enumerate(state)]
    for number in range(1, last + 1):
        state = [words.table(S_BOX, byte, 8) for byte in state]
        state = [state[5 * i % BLOCK] for i in range(BLOCK)]
        if number < last:
            state = mixed(words, state, MIX)
        state = xor(state, round_keys[BLOCK * number : BLOCK * number + BLOCK])
        state = [words.cut(b, f"byte {i} after round {number}") for i, b in enumerate(state)]
    return state


def counted(words: Words[W], counter: Sequence[W]) -> list[W]:
    """The next counter block: a number of 128 bits, highest byte first."""
    number = counter[-1].concat(*reversed(counter[:-1])) + words.word(1, 8 * BLOCK)
    return words.cut(number, "the next counter block").split(8)[::-1]


def counter_mode(
    words: Words[W], key: Sequence[W], counter: Sequence[W], text: Sequence[W]
) -> list[W]:
    """NIST SP 800-38A, section 6.5, with the whole counter block as the number."""
    round_keys = expanded(words, key)
    stream: list[W] = []
    while len(stream) < len(text):
        stream += encrypted(words, round_keys, counter)
        counter = counted(words, counter)
    return xor(text, stream[: len(text)])


def decrypted(words: Words[W], round_keys: Sequence[W], block: Sequence[W]) -> list[W]:
    """Section 5.3."""
    last = len(round_keys) // BLOCK - 1
    state = xor(block, round_keys[BLOCK * last :])
    state = [words.cut(b, f"byte {i} before the rounds back") for i, b in enumerate(state)]
    for number in reversed(range(last)):
        state = [state[13 * i % BLOCK] for i in range(BLOCK)]
        state = [words.table(INVERSE_S_BOX, byte, 8) for byte in state]
        state = xor(state, round_keys[BLOCK * number : BLOCK * number + BLOCK])
        if number:
            state = mixed(words, state, INVERSE_MIX)
        state = [words.cut(b, f"byte {i} before round {number}") for i, b in enumerate(state)]
    return state


def gf128_product(words: Words[W], a: Sequence[W], b: Sequence[W]) -> list[W]:
    """The product of two blocks (SP 800-38D, section 6.3)."""
    # Bit 0 of a block is the highest one of its first byte, and the coefficient of x^0.
    v = [bit for byte in b for bit in reversed(byte.split(1))]
    x = [bit for byte in a for bit in reversed(byte.split(1))]
    z = [words.word(0, 1)] * 128
    for bit in x:
        z = [one ^ (bit & other) for one, other in zip(z, v, strict=True)]
        # Times x, modulo x^128 + x^7 + x^2 + x + 1.
        last = v[127]
        v = [last, *v[:127]]
        for at in (1, 2, 7):
            v[at] = v[at] ^ last
    bytes_ = [z[at : at + 8][::-1] for at in range(0, 128, 8)]
    return [low.concat(*high) for low, *high in bytes_]


def ghash_block(words: Words[W], key: Sequence[W], y: Sequence[W], block: Sequence[W]) -> list[W]:
    """A step of SP 800-38D, section 6.4: what was hashed so far, and a block behind it."""
    return gf128_product(words, xor(y, block), key)


X, X_INVERSE = (0x40, *[0] * 15), (0xC2, *[0] * 14, 0x01)
"""The polynomial x as a block, and its inverse: bit 0 of a block is the coefficient of 1."""


def _times(words: Words[W], block: Sequence[W], constant: Sequence[int]) -> list[W]:
    return gf128_product(words, block, [words.word(byte, 8) for byte in constant])


def key_powers(words: Words[W], key: Sequence[W], count: int) -> list[list[W]]:
    """The key's powers, the first one first.

    Each has a name where it is divided by x, as POLYVAL has it (RFC 8452, appendix A).
    """
    divided = [_times(words, key, X_INVERSE)]
    for number in range(2, count + 1):
        # The product of two that are divided by x lacks it twice.
        factors = divided[-2:][0], divided[min(1, number - 2)]
        found = _times(words, gf128_product(words, *factors), X)
        if number > 2:
            found = [words.cut(b, f"byte {i} of power {number}") for i, b in enumerate(found)]
        divided.append(found)
    return [_times(words, each, X) for each in divided]


def ghash_blocks(
    words: Words[W], powers: Sequence[Sequence[W]], y: Sequence[W], blocks: Sequence[Sequence[W]]
) -> list[W]:
    """Several steps of SP 800-38D, section 6.4, as the sum of products that it says they are."""
    total = [words.word(0, 8)] * BLOCK
    for number, block in enumerate(blocks):
        x = block if number else xor(y, block)
        total = xor(total, gf128_product(words, x, powers[len(blocks) - number - 1]))
    return total
