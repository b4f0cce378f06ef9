"""Threefish and Skein written down from their specification, for clarity alone.

Source: N. Ferguson et al., "The Skein Hash Function Family", version 1.3 (1 October 2010): section
3.3 (Threefish), 3.4 (UBI), 3.5 (Skein), tables 3 and 4 (permutation, rotations).
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from typing import Any

from mote.specifications.hashing import length_of
from mote.specifications.skein import (
    CONFIGURATION,
    KEY,
    MESSAGE,
    OUTPUT,
    PARITY,
    PERMUTATION,
    PERSONALIZATION,
    ROTATIONS,
    ROUNDS,
)
from reference.counter import NOT_RAISED, Raised

MASK = (1 << 64) - 1


def _rotl(x: int, n: int) -> int:
    return (x << n | x >> (64 - n)) & MASK


def words(data: bytes) -> list[int]:
    """Words of 64 bits, the lowest byte first."""
    return [int.from_bytes(data[i : i + 8], "little") for i in range(0, len(data), 8)]


def _subkeys(key: list[int], tweak: tuple[int, int]) -> list[list[int]]:
    """The subkeys of section 3.3.2."""
    n = len(key)
    parity = PARITY
    for word in key:
        parity ^= word
    k = [*key, parity]
    t = (*tweak, tweak[0] ^ tweak[1])
    subkeys = []
    for s in range(ROUNDS[n] // 4 + 1):
        subkey = [k[(s + i) % (n + 1)] for i in range(n)]
        subkey[n - 3] += t[s % 3]
        subkey[n - 2] += t[(s + 1) % 3]
        subkey[n - 1] += s
        subkeys.append([word & MASK for word in subkey])
    return subkeys


def encrypt(key: bytes, tweak: int, block: bytes) -> bytes:
    """Threefish: a key and a block of 32, 64 or 128 bytes, and a tweak of 128 bits."""
    x = words(block)
    n = len(x)
    subkeys = _subkeys(words(key), (tweak & MASK, tweak >> 64))
    for d in range(ROUNDS[n]):
        if d % 4 == 0:
            x = [(a + b) & MASK for a, b in zip(x, subkeys[d // 4], strict=True)]
        for j, rotation in enumerate(ROTATIONS[n][d % 8]):
            x[2 * j] = (x[2 * j] + x[2 * j + 1]) & MASK
            x[2 * j + 1] = _rotl(x[2 * j + 1], rotation) ^ x[2 * j]
        x = [x[i] for i in PERMUTATION[n]]
    x = [(a + b) & MASK for a, b in zip(x, subkeys[-1], strict=True)]
    return b"".join(word.to_bytes(8, "little") for word in x)


def decrypt(key: bytes, tweak: int, block: bytes) -> bytes:
    """The inverse of `encrypt`."""
    subkeys = _subkeys(words(key), (tweak & MASK, tweak >> 64))
    x = [(a - b) & MASK for a, b in zip(words(block), subkeys[-1], strict=True)]
    return _undo(x, subkeys, ROUNDS[len(x)])


def _undo(x: list[int], subkeys: list[list[int]], rounds: int) -> bytes:
    """The block that the first so many rounds of Threefish turn into x."""
    n = len(x)
    for d in reversed(range(rounds)):
        y = [0] * n
        for i, source in enumerate(PERMUTATION[n]):
            y[source] = x[i]
        x = y
        for j, rotation in enumerate(ROTATIONS[n][d % 8]):
            x[2 * j + 1] = _rotl(x[2 * j + 1] ^ x[2 * j], 64 - rotation)
            x[2 * j] = (x[2 * j] - x[2 * j + 1]) & MASK
        if d % 4 == 0:
            x = [(a - b) & MASK for a, b in zip(x, subkeys[d // 4], strict=True)]
    return b"".join(word.to_bytes(8, "little") for word in x)


def _blocks(
    chain: bytes, data: bytes, bits: int, kind: int, raised: Raised = NOT_RAISED
) -> Iterator[bytes]:
    """The chaining values after each block of `_ubi`."""
    size = len(chain)
    length = (bits + 7) // 8
    data = data[:length]
    partial = bits % 8
    if partial:
        last = data[-1] & (0xFF00 >> partial) & 0xFF | 0x80 >> partial
        data = data[:-1] + bytes([last])
    blocks = max(1, -(-length // size))
    padded = data.ljust(blocks * size, b"\0")
    for number in range(blocks):
        final = number == blocks - 1
        position = length if final else (number + 1) * size
        tweak = position + raised.at(number) | kind << 120
        if number == 0:
            tweak |= 1 << 126
        if final:
            tweak |= 1 << 127
            if partial:
                tweak |= 1 << 119
        if raised.ones and number == raised.after:
            chain = b"\xff" * size
        block = padded[number * size : (number + 1) * size]
        chain = bytes(a ^ b for a, b in zip(encrypt(chain, tweak, block), block, strict=True))
        yield chain


def carrying(number: int, digest_bits: int, state_bits: int) -> bytes:
    """A message of one block in which a subkey's number, added to a word, carries into every bit.

    number: from 0; the messages 2 i and 2 i + 1 are for the i-th subkey from the last.  All bits of
    the word are set when the subkey's number is added to it before the subkey's word of the key,
    or (with odd numbers) after that.  The other words of the state are arbitrary.
    """
    size = state_bits // 8
    tweak = size | MESSAGE << 120 | 1 << 126 | 1 << 127
    return _carrying(number, _configured(bytes(size), digest_bits), tweak)


def carrying_seed(number: int, state_bits: int = 256) -> bytes:
    """The first seed of a generator with that property, of one block; see `carrying`."""
    size = state_bits // 8
    first = next(_blocks(_configured(bytes(size), state_bits), bytes(2 * size), 16 * size, MESSAGE))
    return _carrying(number, first, 2 * size | MESSAGE << 120 | 1 << 127)


def _carrying(number: int, chain: bytes, tweak: int) -> bytes:
    """The block of `carrying` for a chaining value and a tweak."""
    size = len(chain)
    subkeys = _subkeys(words(chain), (tweak & MASK, tweak >> 64))
    s = len(subkeys) - 1 - number // 2
    x = words(hashlib.shake_128(f"mote/carrying/{number}".encode()).digest(size))
    x[-1] = MASK
    if number % 2:
        x[-1] = (MASK - subkeys[s][-1] + s) & MASK
    return _undo(x, subkeys, 4 * s)


def carrying_blocks(key: bytes, tweak: int) -> list[bytes]:
    """Blocks for which a subkey's number carries, or borrows in decryption, through its word.

    For an odd and an even subkey at either end four each: the number is added before the subkey's
    word of the key or after it, and is subtracted so.  The other words of the state are arbitrary.
    """
    subkeys = _subkeys(words(key), (tweak & MASK, tweak >> 64))
    last = len(subkeys) - 1
    found = []
    for s in (1, 2, last - 1, last):
        for kind, word in enumerate((MASK, MASK - subkeys[s][-1] + s, -subkeys[s][-1], -s)):
            x = words(hashlib.shake_128(f"mote/carrying/{s}/{kind}".encode()).digest(len(key)))
            x[-1] = word & MASK
            found.append(_undo(x, subkeys, 4 * s))
    return found


def _ubi(chain: bytes, data: bytes, bits: int, kind: int, raised: Raised = NOT_RAISED) -> bytes:
    """Unique block iteration over the first `bits` bits of data (section 3.4)."""
    *_, last = _blocks(chain, data, bits, kind, raised)
    return last


def _configured(chain: bytes, digest_bits: int) -> bytes:
    """The chaining value behind the configuration block (section 3.5.2)."""
    configuration = b"SHA3" + (1).to_bytes(4, "little") + digest_bits.to_bytes(8, "little")
    return _ubi(chain, configuration + bytes(16), 256, CONFIGURATION)


def chaining_value(message: bytes, digest_bits: int, state_bits: int, blocks: int) -> bytes:
    """The chaining value after so many blocks of the message, which is longer than these."""
    chain = _configured(bytes(state_bits // 8), digest_bits)
    values = _blocks(chain, message, 8 * len(message), MESSAGE)
    return next(itertools.islice(values, blocks - 1, None))


def skein(
    state_bits: int,
    message: bytes,
    digest_bits: int,
    message_bits: int | None = None,
    key: bytes = b"",
    personalization: bytes = b"",
    raised: Raised = NOT_RAISED,
) -> bytes:
    """Return `digest_bits` bits, a multiple of 8, of Skein with a state of 256, 512 or 1024 bits.

    The message is the first `message_bits` bits of `message` (default: all).  Bits of a byte count
    from the highest; bits beyond `message_bits` are ignored.  raised: see
    reference.counter.  Raises ValueError for sizes that do not exist.
    """
    if digest_bits <= 0 or digest_bits % 8 != 0:
        raise ValueError(f"Skein as written here has no digest of {digest_bits} bits")
    message_bits = length_of(message, message_bits)
    size = state_bits // 8
    chain = bytes(size)
    if key:
        chain = _ubi(chain, key, 8 * len(key), KEY)
    chain = _configured(chain, digest_bits)
    if personalization:
        chain = _ubi(chain, personalization, 8 * len(personalization), PERSONALIZATION)
    chain = _ubi(chain, message, message_bits, MESSAGE, raised)
    output = b""
    number = 0
    while len(output) * 8 < digest_bits:
        output += _ubi(chain, number.to_bytes(8, "little"), 64, OUTPUT)
        number += 1
    return output[: digest_bits // 8]


def skein256(
    message: bytes, digest_bits: int, message_bits: int | None = None, **options: Any
) -> bytes:
    """Skein-256; see `skein`, also for the options."""
    return skein(256, message, digest_bits, message_bits, **options)


def skein512(
    message: bytes, digest_bits: int, message_bits: int | None = None, **options: Any
) -> bytes:
    """Skein-512; see `skein`, also for the options."""
    return skein(512, message, digest_bits, message_bits, **options)


def skein1024(
    message: bytes, digest_bits: int, message_bits: int | None = None, **options: Any
) -> bytes:
    """Skein-1024; see `skein`, also for the options."""
    return skein(1024, message, digest_bits, message_bits, **options)


class Prng:
    """The random generator of Skein (section 4, "Skein as a PRNG"), by default of Skein-256."""

    def __init__(self, state_bits: int = 256) -> None:
        self.state_bits = state_bits
        self.state = bytes(state_bits // 8)

    def seed(self, data: bytes) -> None:
        """Add a seed; an empty one changes nothing, as include/mote/skein_prng.h says."""
        if data:
            self.state = skein(self.state_bits, self.state + data, self.state_bits)

    def generate(self, size: int) -> bytes:
        """So many bytes; the state is then another."""
        needed = len(self.state) + size
        output, number = b"", 0
        while len(output) < needed:
            output += _ubi(self.state, number.to_bytes(8, "little"), 64, OUTPUT)
            number += 1
        random, self.state = output[len(self.state) : needed], output[: len(self.state)]
        return random
