"""Speck128/128 and Simon128/128 written down from their specification, for clarity alone.

Source: R. Beaulieu et al., "The SIMON and SPECK Families of Lightweight Block Ciphers", Cryptology
ePrint Archive 2013/404, sections 3 and 4; bytes and words: "SIMON and SPECK Implementation Guide",
15 January 2019, section 2.
"""

from __future__ import annotations

from mote.specifications.speck_simon import Z2

MASK = (1 << 64) - 1


def left(x: int, n: int) -> int:
    return (x << n | x >> (64 - n)) & MASK


def right(x: int, n: int) -> int:
    return left(x, 64 - n)


def words(data: bytes) -> tuple[int, int]:
    """The second word, x, and the first, y; each with its lowest byte first."""
    return int.from_bytes(data[8:], "little"), int.from_bytes(data[:8], "little")


def speck_round(x: int, y: int, key: int) -> tuple[int, int]:
    x = (right(x, 8) + y & MASK) ^ key
    return x, left(y, 3) ^ x


def speck_keys(key: bytes) -> list[int]:
    x, y = words(key)
    keys = [y]
    for number in range(31):
        x, y = speck_round(x, y, number)
        keys.append(y)
    return keys


def simon_keys(key: bytes) -> list[int]:
    second, first = words(key)
    keys = [first, second]
    for number in range(66):
        mixed = right(keys[-1], 3) ^ right(keys[-1], 4) ^ keys[-2]
        keys.append(mixed ^ (MASK ^ 3) ^ int(Z2[number % 62]))
    return keys


def simon_round(x: int, y: int, key: int) -> tuple[int, int]:
    return y ^ (left(x, 1) & left(x, 8)) ^ left(x, 2) ^ key, x


CIPHERS = {"speck128": (speck_keys, speck_round), "simon128": (simon_keys, simon_round)}


def encrypt(cipher: str, key: bytes, data: bytes) -> bytes:
    """Each block of 16 bytes by itself."""
    expand, step = CIPHERS[cipher]
    keys = expand(key)
    result = b""
    for start in range(0, len(data), 16):
        x, y = words(data[start : start + 16])
        for each in keys:
            x, y = step(x, y, each)
        result += y.to_bytes(8, "little") + x.to_bytes(8, "little")
    return result
