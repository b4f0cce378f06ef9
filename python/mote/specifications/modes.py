"""Modes of operation of AES, over whole texts of bytes.

Source: NIST SP 800-38A (December 2001), sections 6.2 (CBC) and 6.5 (CTR); IEEE Std 1619-2007,
sections 5.2 to 5.4 (XTS, with ciphertext stealing); NIST SP 800-38D (November 2007), sections 6.2
(the counter), 6.4 (GHASH), 6.5 (GCTR), 7.1 and 7.2 (GCM).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mote.specifications import aes
from mote.specifications.words import W, Words, xor

BLOCK = aes.BLOCK

COUNTED = 12
"""Bytes before the number that counts in GCM's counter block."""


def blocks_of(text: Sequence[W]) -> list[list[W]]:
    """The text in message blocks, of which the last may have fewer bytes."""
    return [list(text[at : at + BLOCK]) for at in range(0, len(text), BLOCK)]


def ecb(words: Words[W], key: Sequence[W], text: Sequence[W], *, back: bool = False) -> list[W]:
    """Whole blocks, each by itself."""
    keys = aes.expanded(words, key)
    crypted = aes.decrypted if back else aes.encrypted
    return [byte for block in blocks_of(text) for byte in crypted(words, keys, block)]


def cbc(
    words: Words[W], key: Sequence[W], iv: Sequence[W], text: Sequence[W], *, back: bool = False
) -> list[W]:
    """Whole blocks."""
    keys = aes.expanded(words, key)
    last: list[W] = list(iv)
    found: list[W] = []
    for block in blocks_of(text):
        if back:
            found += xor(aes.decrypted(words, keys, block), last)
            last = block
        else:
            last = aes.encrypted(words, keys, xor(block, last))
            found += last
    return found


def counted(words: Words[W], counter: Sequence[W], fixed: int) -> list[W]:
    """The next counter block, whose first `fixed` bytes stay."""
    if not fixed:
        return aes.counted(words, counter)
    low, *high = reversed(counter[fixed:])
    number = low.concat(*high) + words.word(1, 8 * (BLOCK - fixed))
    return [*counter[:fixed], *words.cut(number, "the next counter").split(8)[::-1]]


def ctr(
    words: Words[W], keys: Sequence[W], counter: Sequence[W], text: Sequence[W], fixed: int = 0
) -> list[W]:
    """The key stream's beginning and the text; keys: those of the rounds."""
    found: list[W] = []
    for block in blocks_of(text):
        stream = aes.encrypted(words, keys, counter)
        found += xor(block, stream[: len(block)])
        counter = counted(words, counter, fixed)
    return found


def times_alpha(words: Words[W], tweak: Sequence[W]) -> list[W]:
    """Section 5.2 of IEEE Std 1619: the lowest byte comes first."""
    carry = tweak[-1].shr(7)
    found = []
    for byte in tweak:
        found.append(byte.shl(1) ^ carry)
        carry = byte.shr(7)
    # 0x87, where the highest bit was one.
    found[0] = found[0] ^ carry.shl(1) ^ carry.shl(2) ^ carry.shl(7)
    return found


def xts(
    words: Words[W],
    keys: tuple[Sequence[W], Sequence[W]],
    tweak: Sequence[W],
    text: Sequence[W],
    *,
    back: bool = False,
) -> list[W]:
    """A data unit of at least a block; keys: for the data, and for the tweak."""
    own = aes.expanded(words, keys[0])
    crypted: Callable[..., list[W]] = aes.decrypted if back else aes.encrypted
    t = aes.encrypted(words, aes.expanded(words, keys[1]), tweak)
    tweaks = [t]
    blocks = blocks_of(text)
    while len(tweaks) < len(blocks):
        tweaks.append(times_alpha(words, tweaks[-1]))

    def one(block: Sequence[W], tweak: Sequence[W]) -> list[W]:
        return xor(crypted(words, own, xor(block, tweak)), tweak)

    rest = len(blocks[-1])
    if rest == BLOCK:
        return [byte for pair in zip(blocks, tweaks, strict=True) for byte in one(*pair)]
    *whole, last, short = blocks
    found = [byte for pair in zip(whole, tweaks[:-2], strict=True) for byte in one(*pair)]
    first, second = (tweaks[-1], tweaks[-2]) if back else (tweaks[-2], tweaks[-1])
    stolen = one(last, first)
    return found + one([*short, *stolen[rest:]], second) + stolen[:rest]


def ghash(words: Words[W], key: Sequence[W], data: Sequence[W]) -> list[W]:
    """Section 6.4 of SP 800-38D; the data are whole blocks."""
    y = [words.word(0, 8)] * BLOCK
    for number, block in enumerate(blocks_of(data)):
        y = aes.ghash_block(words, key, y, block)
        y = [words.cut(byte, f"byte {i} after block {number}") for i, byte in enumerate(y)]
    return y


def filled(words: Words[W], data: Sequence[W]) -> list[W]:
    """Zeros behind data, to whole blocks."""
    return [*data, *[words.word(0, 8)] * (-len(data) % BLOCK)]


def bits_of(words: Words[W], data: Sequence[W]) -> list[W]:
    """How many bits data have, in 8 bytes, the highest first."""
    return [words.word(byte, 8) for byte in (8 * len(data)).to_bytes(8, "big")]


def gcm(
    words: Words[W],
    key: Sequence[W],
    iv: Sequence[W],
    aad: Sequence[W],
    text: Sequence[W],
    *,
    back: bool = False,
) -> tuple[list[W], list[W]]:
    """The text encrypted, or decrypted, and its whole tag."""
    keys = aes.expanded(words, key)
    zero, one = words.word(0, 8), words.word(1, 8)
    hash_key = aes.encrypted(words, keys, [zero] * BLOCK)
    if len(iv) == COUNTED:
        counter = [*iv, zero, zero, zero, one]
    else:
        counter = ghash(words, hash_key, [*filled(words, iv), *[zero] * 8, *bits_of(words, iv)])
    found = ctr(words, keys, counted(words, counter, COUNTED), text, COUNTED)
    secret = text if back else found
    hashed = ghash(
        words,
        hash_key,
        [
            *filled(words, aad),
            *filled(words, secret),
            *bits_of(words, aad),
            *bits_of(words, secret),
        ],
    )
    return found, xor(hashed, aes.encrypted(words, keys, counter))
