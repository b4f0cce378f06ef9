"""BLAKE and BLAKE2 written down from their specifications, for clarity alone.

Sources: J.-P. Aumasson, L. Henzen, W. Meier, R. C.-W. Phan, "SHA-3 proposal BLAKE", version 1.3
(16 December 2010), sections 2.1 to 2.4: BLAKE-256 and BLAKE-512; the submission of the second round
has 10 and 14 rounds in place of 14 and 16, under the names BLAKE-32 and BLAKE-64.  RFC 7693
(November 2015), sections 2 and 3: BLAKE2s and BLAKE2b.  J. O'Connor, J.-P. Aumasson, S. Neves,
Z. Wilcox-O'Hearn, "BLAKE3: one function, fast everywhere", version 20211102, section 2: BLAKE3.
"""

from __future__ import annotations

from typing import NamedTuple

from mote.specifications.blake import C32, C64, SIGMA
from mote.specifications.hashing import length_of
from mote.specifications.sha2 import INITIAL
from reference.counter import NOT_RAISED, Raised


def _rounds(
    v: list[int],
    m: list[int],
    constants: list[int],
    rounds: int,
    bits: int,
    rotations: tuple[int, int, int, int],
) -> None:
    """The rounds on the state of 16 words of `bits` bits, in place."""
    mask = (1 << bits) - 1

    def rotr(x: int, n: int) -> int:
        return (x >> n | x << (bits - n)) & mask

    for number in range(rounds):
        s = SIGMA[number % 10]
        for i in range(8):
            # Four columns, then four diagonals.
            a, b, c, d = (4 * row + (i + row * (i // 4)) % 4 for row in range(4))
            x, y = s[2 * i], s[2 * i + 1]
            v[a] = (v[a] + v[b] + (m[x] ^ constants[y])) & mask
            v[d] = rotr(v[d] ^ v[a], rotations[0])
            v[c] = (v[c] + v[d]) & mask
            v[b] = rotr(v[b] ^ v[c], rotations[1])
            v[a] = (v[a] + v[b] + (m[y] ^ constants[x])) & mask
            v[d] = rotr(v[d] ^ v[a], rotations[2])
            v[c] = (v[c] + v[d]) & mask
            v[b] = rotr(v[b] ^ v[c], rotations[3])


def _blake(
    message: bytes,
    digest_bits: int,
    message_bits: int | None,
    rounds: dict[int, int],
    raised: Raised,
) -> bytes:
    """BLAKE with so many rounds for words of 32 and of 64 bits; salt 0."""
    if digest_bits not in (224, 256, 384, 512):
        raise ValueError(f"BLAKE has no digest of {digest_bits} bits")
    message_bits = length_of(message, message_bits)
    bits = 32 if digest_bits <= 256 else 64
    constants, rotations = (C32, (16, 12, 8, 7)) if bits == 32 else (C64, (32, 25, 16, 11))
    block = 2 * bits

    # Padding (section 2.1.3): 1, bits 0, the bit 1 (0 for 224 and 384 bits), the length.
    text = int.from_bytes(message, "big") >> (8 * len(message) - message_bits)
    zeros = (-message_bits - 2 - 2 * bits) % (8 * block)
    text = (text << 1 | 1) << (zeros + 1) | (digest_bits in (256, 512))
    text = text << 2 * bits | (message_bits + raised.amount)
    padded = text.to_bytes((message_bits + 2 + zeros + 2 * bits) // 8, "big")

    h = list(INITIAL[digest_bits])
    step = bits // 8
    for start in range(0, len(padded), block):
        m = [int.from_bytes(padded[i : i + step], "big") for i in range(start, start + block, step)]
        # The number of bits of the message up to here; 0 in a block without any.
        t = min(8 * (start + block), message_bits) + raised.at(start // block)
        if 8 * start >= message_bits:
            t = 0
        low, high = t % (1 << bits), t >> bits
        counters = [0, 0, 0, 0, low, low, high, high]
        v = h + [c ^ t for c, t in zip(constants[:8], counters, strict=True)]
        _rounds(v, m, constants, rounds[bits], bits, rotations)
        h = [x ^ v[i] ^ v[i + 8] for i, x in enumerate(h)]
    return b"".join(x.to_bytes(step, "big") for x in h)[: digest_bits // 8]


def blake(
    message: bytes,
    digest_bits: int,
    message_bits: int | None = None,
    raised: Raised = NOT_RAISED,
) -> bytes:
    """Return the BLAKE digest, 224, 256, 384 or 512 bits, of a message (final round).

    The message is the first `message_bits` bits of `message` (default: all).  Bits of a byte count
    from the highest; bits beyond `message_bits` are ignored.  raised: see
    reference.counter.  Raises ValueError for sizes that do not exist.
    """
    return _blake(message, digest_bits, message_bits, {32: 14, 64: 16}, raised)


def blake_round2(
    message: bytes,
    digest_bits: int,
    message_bits: int | None = None,
    raised: Raised = NOT_RAISED,
) -> bytes:
    """The same for BLAKE as it entered the second round: 10 and 14 rounds."""
    return _blake(message, digest_bits, message_bits, {32: 10, 64: 14}, raised)


def _blake2(
    message: bytes, digest_bits: int, message_bits: int | None, bits: int, raised: Raised
) -> bytes:
    """BLAKE2 with words of `bits` bits, without a key."""
    name = "BLAKE2s" if bits == 32 else "BLAKE2b"
    if digest_bits % 8 != 0 or not 8 <= digest_bits <= 8 * bits:
        raise ValueError(f"{name} has no digest of {digest_bits} bits")
    message_bits = length_of(message, message_bits)
    if message_bits % 8 != 0:
        raise ValueError(f"{name} is defined for whole bytes")
    message = message[: message_bits // 8]
    rounds, rotations = (10, (16, 12, 8, 7)) if bits == 32 else (12, (32, 24, 16, 63))
    mask, step, block = (1 << bits) - 1, bits // 8, 2 * bits
    initial = INITIAL[8 * bits]
    h = list(initial)
    h[0] ^= 0x01010000 ^ digest_bits // 8
    blocks = max(1, -(-len(message) // block))
    padded = message.ljust(blocks * block, b"\0")
    for number in range(blocks):
        start = number * block
        m = [
            int.from_bytes(padded[i : i + step], "little")
            for i in range(start, start + block, step)
        ]
        last = number == blocks - 1
        t = (len(message) if last else start + block) + raised.at(number)
        v = h + list(initial)
        v[12] ^= t & mask
        v[13] ^= t >> bits
        if last:
            v[14] ^= mask
        _rounds(v, m, [0] * 16, rounds, bits, rotations)
        h = [x ^ v[i] ^ v[i + 8] for i, x in enumerate(h)]
    return b"".join(x.to_bytes(step, "little") for x in h)[: digest_bits // 8]


def blake2s(
    message: bytes,
    digest_bits: int,
    message_bits: int | None = None,
    raised: Raised = NOT_RAISED,
) -> bytes:
    """Return the BLAKE2s digest, a multiple of 8 up to 256 bits, of a message of whole bytes."""
    return _blake2(message, digest_bits, message_bits, 32, raised)


def blake2b(
    message: bytes,
    digest_bits: int,
    message_bits: int | None = None,
    raised: Raised = NOT_RAISED,
) -> bytes:
    """Return the BLAKE2b digest, a multiple of 8 up to 512 bits, of a message of whole bytes."""
    return _blake2(message, digest_bits, message_bits, 64, raised)


PERMUTATION = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
"""BLAKE3's table 2: where each word of a message block comes from in the next round."""

CHUNK_START, CHUNK_END, PARENT, ROOT = 1, 2, 4, 8
KEYED_HASH, DERIVE_KEY_CONTEXT, DERIVE_KEY_MATERIAL = 16, 32, 64
CHUNK = 1024


class _Node(NamedTuple):
    """A node of BLAKE3's tree before its last compression, which the root does for each output."""

    h: tuple[int, ...]
    block: bytes
    t: int
    flags: int

    def output(self, flags: int = 0, t: int | None = None) -> bytes:
        """The compression function (section 2.2): its 16 words, of which a chaining value is 8."""
        m = [
            int.from_bytes(self.block[i : i + 4].ljust(4, b"\0"), "little") for i in range(0, 64, 4)
        ]
        number = self.t if t is None else t
        v = [*self.h, *INITIAL[256][:4], number % (1 << 32), number >> 32]
        v += [len(self.block), self.flags | flags]
        for _ in range(7):
            # Rows of sigma: the words in their order, which the permutation has changed.
            _round(v, m)
            m = [m[i] for i in PERMUTATION]
        low = [v[i] ^ v[i + 8] for i in range(8)]
        high = [v[i + 8] ^ self.h[i] for i in range(8)]
        return b"".join(word.to_bytes(4, "little") for word in [*low, *high])


def _round(v: list[int], m: list[int]) -> None:
    """A round of BLAKE3 on the state, in place."""

    def g(a: int, b: int, c: int, d: int, x: int, y: int) -> None:
        for word, first, second in ((x, 16, 12), (y, 8, 7)):
            v[a] = (v[a] + v[b] + word) % (1 << 32)
            v[d] = _rotr32(v[d] ^ v[a], first)
            v[c] = (v[c] + v[d]) % (1 << 32)
            v[b] = _rotr32(v[b] ^ v[c], second)

    for i in range(4):
        g(i, 4 + i, 8 + i, 12 + i, m[2 * i], m[2 * i + 1])
    for i in range(4):
        g(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[8 + 2 * i], m[9 + 2 * i])


def _rotr32(x: int, n: int) -> int:
    return (x >> n | x << (32 - n)) % (1 << 32)


def _words(data: bytes) -> tuple[int, ...]:
    return tuple(int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4))


def _subtree(text: bytes, key: tuple[int, ...], flags: int, first: int) -> _Node:
    """The root of the tree over a part of the message that begins with chunk number `first`."""
    if len(text) <= CHUNK:
        blocks = [text[at : at + 64] for at in range(0, len(text), 64)] or [b""]
        h = key
        for number, block in enumerate(blocks):
            own = (CHUNK_START if number == 0 else 0) | (
                CHUNK_END if number == len(blocks) - 1 else 0
            )
            node = _Node(h, block, first, flags | own)
            h = _words(node.output()[:32])
        return node
    # Section 2.1: on the left the largest whole tree behind which something is left.
    left = CHUNK
    while 2 * left < len(text):
        left *= 2
    parts = (
        _subtree(text[:left], key, flags, first),
        _subtree(text[left:], key, flags, first + left // CHUNK),
    )
    return _Node(key, b"".join(part.output()[:32] for part in parts), 0, flags | PARENT)


def _output(root: _Node, size: int) -> bytes:
    """Section 2.6: the root's output blocks, numbered."""
    return b"".join(root.output(ROOT, number) for number in range(-(-size // 64)))[:size]


def blake3(
    message: bytes,
    digest_bits: int,
    message_bits: int | None = None,
    key: bytes = b"",
    customization: bytes = b"",
    *,
    xof: bool = False,
) -> bytes:
    """Return the first `digest_bits` bits, a multiple of 8, of BLAKE3 of a message of whole bytes.

    key: 32 bytes for the keyed hash; customization: a context string for key derivation.
    xof: read in pieces, which changes nothing.
    """
    message_bits = length_of(message, message_bits)
    if digest_bits % 8 != 0 or digest_bits < 8:
        raise ValueError(f"BLAKE3 has no output of {digest_bits} bits")
    if message_bits % 8 != 0:
        raise ValueError("BLAKE3 is defined for whole bytes")
    message = message[: message_bits // 8]
    words, flags = tuple(INITIAL[256]), 0
    if key:
        words, flags = _words(key), KEYED_HASH
    elif customization:
        context = _subtree(customization, words, DERIVE_KEY_CONTEXT, 0)
        words, flags = _words(_output(context, 32)), DERIVE_KEY_MATERIAL
    return _output(_subtree(message, words, flags, 0), digest_bits // 8)
