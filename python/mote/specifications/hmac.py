"""HMAC and HKDF, of any hash function whose messages have whole bytes.

Source: FIPS PUB 198-1, "The Keyed-Hash Message Authentication Code" (July 2008), section 4;
RFC 5869 (May 2010), sections 2.2 and 2.3.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mote.specifications.words import W, Words

IPAD, OPAD = 0x36, 0x5C

Digest = Callable[[Sequence[W], int], list[W]]
"""A hash function: of a message, with a digest of so many bits."""


def code(
    words: Words[W],
    digest: Digest[W],
    block_bytes: int,
    bits: int,
    key: Sequence[W],
    message: Sequence[W],
) -> list[W]:
    """HMAC (FIPS 198-1, table 1), with digests of so many bits."""
    k0 = list(key) if len(key) <= block_bytes else digest(key, bits)
    k0 += [words.word(0, 8)] * (block_bytes - len(k0))
    inner = [byte ^ words.word(IPAD, 8) for byte in k0]
    outer = [byte ^ words.word(OPAD, 8) for byte in k0]
    return digest([*outer, *digest([*inner, *message], bits)], bits)


def expanded(
    words: Words[W],
    digest: Digest[W],
    block_bytes: int,
    bits: int,
    prk: Sequence[W],
    info: Sequence[W],
    size: int,
) -> list[W]:
    """HKDF-Expand: so many bytes (section 2.3).

    HKDF-Extract is the code of the secret with the salt as its key; an empty salt is one of zeros,
    as the code takes it anyway (section 2.2).
    """
    found: list[W] = []
    last: list[W] = []
    while len(found) < size:
        number = words.word(len(found) // (bits // 8) + 1, 8)
        last = code(words, digest, block_bytes, bits, prk, [*last, *info, number])
        found += last
    return found[:size]
