"""Modes of operation of AES, over whole texts of bytes.

Source: NIST SP 800-38A (December 2001), sections 6.2 (CBC) and 6.5 (CTR); IEEE Std 1619-2007,
sections 5.2 to 5.4 (XTS, with ciphertext stealing); NIST SP 800-38D (November 2007), sections 6.2
(the counter), 6.4 (GHASH), 6.5 (GCTR), 7.1 and 7.2 (GCM); NIST SP 800-38B (May 2005, updated
October 2016), sections 6.1 and 6.2 (CMAC); NIST SP 800-38C (May 2004, updated July 2007), sections
6.1 and 6.2 and appendix A (CCM); NIST SP 800-38F (December 2012), sections 6.1 and 6.2 (KW).
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


def _joined(parts: Sequence[Sequence[W]]) -> list[W]:
    return [byte for part in parts for byte in part]


def doubled(words: Words[W], block: Sequence[W]) -> list[W]:
    """The product with u in GF(2^128), the highest byte first (SP 800-38B, section 6.1)."""
    carries = [byte.shr(7) for byte in block]
    found = [
        byte.shl(1) ^ carry for byte, carry in zip(block, [*carries[1:], carries[0]], strict=True)
    ]
    # 0x87, where the highest bit was one: its own bit is there already.
    found[-1] = found[-1] ^ carries[0].shl(1) ^ carries[0].shl(2) ^ carries[0].shl(7)
    return found


def chained(
    words: Words[W], keys: Sequence[W], data: Sequence[W], total: Sequence[W] | None = None
) -> list[W]:
    """CBC-MAC: what whole blocks come to; keys: those of the rounds."""
    found = [words.word(0, 8)] * BLOCK if total is None else list(total)
    for block in blocks_of(data):
        found = aes.encrypted(words, keys, xor(found, block))
    return found


def cmac(words: Words[W], key: Sequence[W], text: Sequence[W]) -> list[W]:
    """The whole code (SP 800-38B, section 6.2)."""
    keys = aes.expanded(words, key)
    subkey = doubled(words, aes.encrypted(words, keys, [words.word(0, 8)] * BLOCK))
    *whole, last = blocks_of(text) or [[]]
    if len(last) != BLOCK:
        last = filled(words, [*last, words.word(0x80, 8)])
        subkey = doubled(words, subkey)
    return chained(words, keys, [*_joined(whole), *xor(last, subkey)])


def _number(words: Words[W], value: int, size: int) -> list[W]:
    return [words.word(byte, 8) for byte in value.to_bytes(size, "big")]


def _ccm_blocks(
    words: Words[W], nonce: Sequence[W], aad: Sequence[W], text: Sequence[W], tag_bytes: int
) -> list[W]:
    """What is authenticated (SP 800-38C, appendix A.2), of fewer than 0xFF00 bytes of data."""
    size = BLOCK - 1 - len(nonce)
    flags = 64 * bool(aad) + 8 * ((tag_bytes - 2) // 2) + size - 1
    found = [words.word(flags, 8), *nonce, *_number(words, len(text), size)]
    if aad:
        found += filled(words, [*_number(words, len(aad), 2), *aad])
    return found + filled(words, text)


def ccm(
    words: Words[W],
    key: Sequence[W],
    nonce: Sequence[W],
    aad: Sequence[W],
    text: Sequence[W],
    tag_bytes: int,
    *,
    back: bool = False,
) -> tuple[list[W], list[W]]:
    """The text encrypted, or decrypted, and its tag."""
    keys = aes.expanded(words, key)
    size = BLOCK - 1 - len(nonce)

    def stream(number: int) -> list[W]:
        """Section 6, with the counter blocks of appendix A.3."""
        counter = [words.word(size - 1, 8), *nonce, *_number(words, number, size)]
        return aes.encrypted(words, keys, counter)

    found: list[W] = []
    for number, block in enumerate(blocks_of(text), 1):
        found += xor(block, stream(number)[: len(block)])
    plain = found if back else text
    total = chained(words, keys, _ccm_blocks(words, nonce, aad, plain, tag_bytes))
    return found, xor(total, stream(0))[:tag_bytes]


HALF = BLOCK // 2
"""Bytes of a semiblock of key wrap."""

WRAPPED = (0xA6,) * HALF
"""The first semiblock, by which a change is seen (SP 800-38F, section 6.2)."""


def wrapped(words: Words[W], key: Sequence[W], secret: Sequence[W]) -> list[W]:
    """KW-AE: section 6.2, with W of section 6.1."""
    keys = aes.expanded(words, key)
    first = [words.word(byte, 8) for byte in WRAPPED]
    rest = [list(secret[at : at + HALF]) for at in range(0, len(secret), HALF)]
    for step in range(6 * len(rest)):
        at = step % len(rest)
        block = aes.encrypted(words, keys, [*first, *rest[at]])
        first = xor(block[:HALF], _number(words, step + 1, HALF))
        rest[at] = block[HALF:]
    return first + _joined(rest)


def unwrapped(words: Words[W], key: Sequence[W], data: Sequence[W]) -> tuple[list[W], list[W]]:
    """The inverse of W: the first semiblock, which has to be WRAPPED, and the secret."""
    keys = aes.expanded(words, key)
    first, *rest = (list(data[at : at + HALF]) for at in range(0, len(data), HALF))
    for step in reversed(range(6 * len(rest))):
        at = step % len(rest)
        first = xor(first, _number(words, step + 1, HALF))
        block = aes.decrypted(words, keys, [*first, *rest[at]])
        first, rest[at] = block[:HALF], block[HALF:]
    return first, _joined(rest)
