"""HMAC and HKDF written down from their specifications, for clarity alone.

Sources: FIPS PUB 198-1, "The Keyed-Hash Message Authentication Code (HMAC)", July 2008, section 4;
RFC 5869, "HMAC-based Extract-and-Expand Key Derivation Function (HKDF)", May 2010, section 2.
"""

from __future__ import annotations

from collections.abc import Callable

Digest = Callable[[bytes], bytes]


def hmac(digest: Digest, block_bytes: int, key: bytes, message: bytes) -> bytes:
    """The code of a message; digest: the hash function, with blocks of block_bytes."""
    if len(key) > block_bytes:
        key = digest(key)
    key = key.ljust(block_bytes, b"\0")
    inner = digest(bytes(each ^ 0x36 for each in key) + message)
    return digest(bytes(each ^ 0x5C for each in key) + inner)


def extract(digest: Digest, block_bytes: int, salt: bytes, secret: bytes) -> bytes:
    """HKDF-Extract: the pseudorandom key PRK."""
    return hmac(digest, block_bytes, salt, secret)


def expand(digest: Digest, block_bytes: int, prk: bytes, info: bytes, size: int) -> bytes:
    """HKDF-Expand: the first bytes of T(1) | T(2) | T(3) | ..."""
    output = last = b""
    number = 0
    while len(output) < size:
        number += 1
        last = hmac(digest, block_bytes, prk, last + info + bytes([number]))
        output += last
    return output[:size]
