"""Shabal written down from its specification, for clarity alone; any digest size.

Source: "Shabal, a Submission to NIST's Cryptographic Hash Algorithm Competition", 28 October 2008,
section 2.3.1 (the mode of operation, prefix approach), section 2.3.2 (the keyed permutation P),
section 2.5 (the parameters p = 3, r = 12), section 2.1.1 (order of bits and bytes).  The digest
sizes that the specification does not name follow the same text with another number.
"""

from __future__ import annotations

from mote.specifications.hashing import length_of
from reference.counter import NOT_RAISED, Raised

MASK = 0xFFFFFFFF


def _rotate(x: int, n: int) -> int:
    return ((x << n) | (x >> (32 - n))) & MASK


def _permute(m: list[int], a: list[int], b: list[int], c: list[int]) -> None:
    """The keyed permutation P, in place on A and B."""
    for i in range(16):
        b[i] = _rotate(b[i], 17)
    for j in range(3):
        for i in range(16):
            k = (i + 16 * j) % 12
            v = 5 * _rotate(a[(k - 1) % 12], 15) & MASK
            u = 3 * (a[k] ^ v ^ c[(8 - i) % 16]) & MASK
            a[k] = u ^ b[(i + 13) % 16] ^ (b[(i + 9) % 16] & ~b[(i + 6) % 16]) ^ m[i]
            b[i] = _rotate(b[i], 1) ^ (a[k] ^ MASK)
    for j in range(36):
        a[j % 12] = (a[j % 12] + c[(j + 3) % 16]) & MASK


def _round(
    m: list[int], a: list[int], b: list[int], c: list[int], w: int
) -> tuple[list[int], list[int], list[int]]:
    """One message round with the block `m` of number `w`; returns the new (A, B, C)."""
    b = [(x + y) & MASK for x, y in zip(b, m, strict=True)]
    a[0] ^= w & MASK
    a[1] ^= (w >> 32) & MASK
    _permute(m, a, b, c)
    c = [(x - y) & MASK for x, y in zip(c, m, strict=True)]
    return a, c, b


def digest(
    message: bytes,
    digest_bits: int,
    message_bits: int | None = None,
    raised: Raised = NOT_RAISED,
) -> bytes:
    """Return the Shabal digest of the first `message_bits` bits of `message` (default: all).

    Bits of a byte count from the highest; bits beyond `message_bits` are ignored.  `digest_bits`
    is a multiple of 32 from 32 to 512.  raised: see reference.counter.  Raises
    ValueError for sizes that Shabal does not have.
    """
    if digest_bits not in range(32, 513, 32):
        raise ValueError(f"Shabal has no digest of {digest_bits} bits")
    message_bits = length_of(message, message_bits)

    # Padding: one bit 1, then bits 0 up to a whole number of 512-bit blocks.
    whole, extra = divmod(message_bits, 8)
    last = message[whole] >> (8 - extra) if extra else 0
    padded = message[:whole] + bytes([(last << 1 | 1) << (7 - extra)])
    padded += bytes(-len(padded) % 64)

    # The message is prefixed with two blocks, which carry the numbers -1 and 0.
    words = [digest_bits + i for i in range(32)]
    words += [int.from_bytes(padded[i : i + 4], "little") for i in range(0, len(padded), 4)]
    blocks = [words[i : i + 16] for i in range(0, len(words), 16)]

    # Message rounds, then three final rounds with the last block and its number.
    state = ([0] * 12, [0] * 16, [0] * 16)
    for w, m in enumerate(blocks, start=-1):
        # Message block number 0 of `raised` has the number 1 here.
        state = _round(m, *state, w + raised.at(w - 1))
    for _ in range(3):
        state = _round(blocks[-1], *state, len(blocks) - 2 + raised.amount)
    return b"".join(x.to_bytes(4, "little") for x in state[2][16 - digest_bits // 32 :])
