"""SHA-1 and SHA-2 written down from their specification, for clarity alone.

Source: FIPS PUB 180-4, "Secure Hash Standard", August 2015: sections 4.1 (functions), 4.2
(constants), 5.1 (padding), 5.3 (initial values), 6.1 (SHA-1), 6.2 to 6.7 (SHA-2).
"""

from __future__ import annotations

from mote.specifications.hashing import length_of
from mote.specifications.sha2 import INITIAL, ROTATIONS, SHA1_K, K
from reference.counter import NOT_RAISED, Raised


def _sha1(state: list[int], block: bytes) -> list[int]:
    """The state after a block (section 6.1.2)."""
    mask = 0xFFFFFFFF

    def rotl(x: int, n: int) -> int:
        return (x << n | x >> (32 - n)) & mask

    w = [int.from_bytes(block[i : i + 4], "big") for i in range(0, 64, 4)]
    for t in range(16, 80):
        w.append(rotl(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1))
    a, b, c, d, e = state
    for t in range(80):
        if t < 20:
            f = (b & c) ^ (~b & d)
        elif t < 40:
            f = b ^ c ^ d
        elif t < 60:
            f = (b & c) ^ (b & d) ^ (c & d)
        else:
            f = b ^ c ^ d
        a, b, c, d, e = (rotl(a, 5) + f + e + SHA1_K[t // 20] + w[t]) & mask, a, rotl(b, 30), c, d
    return [(x + y) & mask for x, y in zip(state, (a, b, c, d, e), strict=True)]


def _sha2(state: list[int], block: bytes, bits: int) -> list[int]:
    """The state after a block, with words of `bits` bits (sections 6.2.2 and 6.4.2)."""
    mask = (1 << bits) - 1

    def rotr(x: int, n: int) -> int:
        return (x >> n | x << (bits - n)) & mask

    def capital_sigma(x: int, which: int) -> int:
        i, j, k = ROTATIONS[bits][which]
        return rotr(x, i) ^ rotr(x, j) ^ rotr(x, k)

    def sigma(x: int, which: int) -> int:
        i, j, k = ROTATIONS[bits][2 + which]
        return rotr(x, i) ^ rotr(x, j) ^ x >> k

    step = bits // 8
    w = [int.from_bytes(block[i : i + step], "big") for i in range(0, 16 * step, step)]
    for t in range(16, len(K[bits])):
        w.append((sigma(w[t - 2], 1) + w[t - 7] + sigma(w[t - 15], 0) + w[t - 16]) & mask)
    a, b, c, d, e, f, g, h = state
    for t, k in enumerate(K[bits]):
        t1 = h + capital_sigma(e, 1) + ((e & f) ^ (~e & g)) + k + w[t]
        t2 = capital_sigma(a, 0) + ((a & b) ^ (a & c) ^ (b & c))
        a, b, c, d, e, f, g, h = (t1 + t2) & mask, a, b, c, (d + t1) & mask, e, f, g
    return [(x + y) & mask for x, y in zip(state, (a, b, c, d, e, f, g, h), strict=True)]


def _padded(message: bytes, message_bits: int, counted: int, word: int) -> bytes:
    """Section 5.1: one bit 1, bits 0, the length in 64 or 128 bits."""
    block = 2 * word
    whole, extra = divmod(message_bits, 8)
    last = message[whole] >> (8 - extra) if extra else 0
    padded = message[:whole] + bytes([(last << 1 | 1) << (7 - extra)])
    padded += bytes(-(len(padded) + word // 4) % block)
    return padded + counted.to_bytes(word // 4, "big")


def digest(
    message: bytes,
    digest_bits: int,
    message_bits: int | None = None,
    raised: Raised = NOT_RAISED,
) -> bytes:
    """Return the SHA-1 (160) or SHA-2 (224, 256, 384, 512) digest of a message.

    The message is the first `message_bits` bits of `message` (default: all).  Bits of a byte count
    from the highest; bits beyond `message_bits` are ignored.  raised: see
    reference.counter.  Raises ValueError for sizes that do not exist.
    """
    if digest_bits not in INITIAL:
        raise ValueError(f"SHA-1 and SHA-2 have no digest of {digest_bits} bits")
    message_bits = length_of(message, message_bits)

    word = 64 if digest_bits > 256 else 32
    padded = _padded(message, message_bits, message_bits + raised.amount, word)
    state = INITIAL[digest_bits]
    for start in range(0, len(padded), 2 * word):
        part = padded[start : start + 2 * word]
        state = _sha1(state, part) if digest_bits == 160 else _sha2(state, part, word)
    return b"".join(x.to_bytes(word // 8, "big") for x in state)[: digest_bits // 8]


def _sha512(initial: list[int], message: bytes, message_bits: int, counted: int) -> list[int]:
    """The last hash value of SHA-512 with another initial value."""
    padded = _padded(message, message_bits, counted, 64)
    state = initial
    for start in range(0, len(padded), 128):
        state = _sha2(state, padded[start : start + 128], 64)
    return state


def truncated(
    message: bytes,
    digest_bits: int,
    message_bits: int | None = None,
    raised: Raised = NOT_RAISED,
) -> bytes:
    """Return the digest of SHA-512/t, t 224 or 256, of a message; all else is as in `digest`.

    Section 5.3.6 makes the initial value of SHA-512 with another one, of the function's name.
    """
    if digest_bits not in (224, 256):
        raise ValueError(f"SHA-512/t has no digest of {digest_bits} bits")
    message_bits = length_of(message, message_bits)
    name = f"SHA-512/{digest_bits}".encode()
    changed = [x ^ 0xA5A5A5A5A5A5A5A5 for x in INITIAL[512]]
    initial = _sha512(changed, name, 8 * len(name), 8 * len(name))
    state = _sha512(initial, message, message_bits, message_bits + raised.amount)
    return b"".join(x.to_bytes(8, "big") for x in state)[: digest_bits // 8]
