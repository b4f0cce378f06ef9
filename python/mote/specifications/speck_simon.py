"""Speck128/128 and Simon128/128.

Source: R. Beaulieu et al., "The SIMON and SPECK Families of Lightweight Block Ciphers", Cryptology
ePrint Archive 2013/404, sections 3 and 4; bytes and words: "SIMON and SPECK Implementation Guide",
15 January 2019, section 2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mote.specifications.words import W, Words, joined, parted

Z2 = "10101111011100000011010010011000101000010001111110010110110011"
"""The sequence z2 (section 3.3), its first bit first."""

SPECK_ROUNDS, SIMON_ROUNDS = 32, 68


Named = Callable[[W], W]
"""Gives a word of a round its name, and gives it back."""


def speck_round(x: W, y: W, key: W, named: Named[W]) -> tuple[W, W]:
    """Section 4.1."""
    x = named((x.rotr(8) + y) ^ key)
    return x, y.rotl(3) ^ x


def simon_round(x: W, y: W, key: W, named: Named[W]) -> tuple[W, W]:
    """Section 3.1."""
    return named(y ^ (x.rotl(1) & x.rotl(8)) ^ x.rotl(2) ^ key), x


def _naming(words: Words[W], name: str) -> Named[W]:
    return lambda word: words.cut(word, name)


def speck_keys(words: Words[W], key: Sequence[W]) -> list[W]:
    """The round keys (section 4.2) of a key of 16 bytes."""
    y, x = joined(key, 64)
    keys = [y]
    for number in range(SPECK_ROUNDS - 1):
        x, y = speck_round(x, y, words.word(number, 64), _naming(words, f"l after {number}"))
        y = words.cut(y, f"key {number + 1}")
        keys.append(y)
    return keys


def simon_keys(words: Words[W], key: Sequence[W]) -> list[W]:
    """The round keys (section 3.3) of a key of 16 bytes."""
    keys = joined(key, 64)
    for number in range(SIMON_ROUNDS - 2):
        mixed = keys[-1].rotr(3) ^ keys[-1].rotr(4) ^ keys[-2]
        constant = ~words.word(3 ^ int(Z2[number % 62]), 64)
        keys.append(words.cut(mixed ^ constant, f"key {number + 2}"))
    return keys


Round = Callable[[W, W, W, Named[W]], tuple[W, W]]


def encrypted(
    words: Words[W], keys: Sequence[W], block: Sequence[W], one_round: Round[W]
) -> list[W]:
    """A block of 16 bytes with its round keys, by speck_round or simon_round."""
    y, x = joined(block, 64)
    for number, key in enumerate(keys):
        x, y = one_round(x, y, key, _naming(words, f"x after round {number}"))
        y = words.cut(y, f"y after round {number}")
    return parted([y, x], 8)


def speck_back(x: W, y: W, key: W, named: Named[W]) -> tuple[W, W]:
    """The inverse of speck_round (section 4.1)."""
    y = named((x ^ y).rotr(3))
    return ((x ^ key) - y).rotl(8), y


def simon_back(x: W, y: W, key: W, named: Named[W]) -> tuple[W, W]:
    """The inverse of simon_round (section 3.1)."""
    return y, named(x ^ (y.rotl(1) & y.rotl(8)) ^ y.rotl(2) ^ key)


def decrypted(
    words: Words[W], keys: Sequence[W], block: Sequence[W], one_back: Round[W]
) -> list[W]:
    """The inverse of `encrypted`, by speck_back or simon_back."""
    y, x = joined(block, 64)
    for number in reversed(range(len(keys))):
        x, y = one_back(x, y, keys[number], _naming(words, f"y before round {number}"))
        x = words.cut(x, f"x before round {number}")
    return parted([y, x], 8)
