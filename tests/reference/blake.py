"""BLAKE and BLAKE2 written down from their specifications, for clarity alone.

Sources: J.-P. Aumasson, L. Henzen, W. Meier, R. C.-W. Phan, "SHA-3 proposal BLAKE", version 1.3
(16 December 2010), sections 2.1 to 2.4: BLAKE-256 and BLAKE-512; the submission of the second round
has 10 and 14 rounds in place of 14 and 16, under the names BLAKE-32 and BLAKE-64.  RFC 7693
(November 2015), sections 2 and 3: BLAKE2s and BLAKE2b.
"""

from __future__ import annotations

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
