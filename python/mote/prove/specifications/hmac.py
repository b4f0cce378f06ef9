"""HMAC and HKDF, of any hash function whose messages have whole bytes.

Source: FIPS PUB 198-1, "The Keyed-Hash Message Authentication Code" (July 2008), section 4;
RFC 5869 (May 2010), sections 2.2 and 2.3.
"""

from __future__ import annotations

from collections.abc import Sequence

from mote.prove.specifications.hashing import HashFunction, hashed
from mote.prove.specifications.words import W, Words

IPAD, OPAD = 0x36, 0x5C


def _digest(words: Words[W], function: HashFunction, data: Sequence[W], bits: int) -> list[W]:
    return hashed(function, words, data, bits, words.word(0, 8))


def code(
    words: Words[W], function: HashFunction, bits: int, key: Sequence[W], message: Sequence[W]
) -> list[W]:
    """HMAC (FIPS 198-1, table 1), with digests of so many bits."""
    size = function.block_bytes(bits)
    k0 = list(key) if len(key) <= size else _digest(words, function, key, bits)
    k0 += [words.word(0, 8)] * (size - len(k0))
    inner = [byte ^ words.word(IPAD, 8) for byte in k0]
    outer = [byte ^ words.word(OPAD, 8) for byte in k0]
    return _digest(
        words, function, [*outer, *_digest(words, function, [*inner, *message], bits)], bits
    )


def extracted(
    words: Words[W], function: HashFunction, bits: int, salt: Sequence[W], secret: Sequence[W]
) -> list[W]:
    """HKDF-Extract: PRK (section 2.2); an empty salt is one of zeros, as HMAC takes it anyway."""
    return code(words, function, bits, salt, secret)


def expanded(
    words: Words[W],
    function: HashFunction,
    bits: int,
    prk: Sequence[W],
    info: Sequence[W],
    size: int,
) -> list[W]:
    """HKDF-Expand: so many bytes (section 2.3)."""
    found: list[W] = []
    last: list[W] = []
    while len(found) < size:
        number = words.word(len(found) // (bits // 8) + 1, 8)
        last = code(words, function, bits, prk, [*last, *info, number])
        found += last
    return found[:size]
