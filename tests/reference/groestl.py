"""Groestl written down from its specification, for clarity alone.

Source: P. Gauravaram et al., "Groestl: a SHA-3 candidate", version of the final round (2 March
2011), sections 3.1 (construction), 3.2 (compression function), 3.3 (output), 3.4 (P and Q), 3.5
(initial values), 3.6 (padding).
"""

from __future__ import annotations

from mote.specifications.aes import S_BOX, product
from mote.specifications.groestl import MATRIX, SHIFTS
from mote.specifications.hashing import length_of
from reference.counter import NOT_RAISED, Raised

PRODUCTS = {c: [product(x, c) for x in range(256)] for c in set(MATRIX)}


def permute(state: bytes, which: str) -> bytes:
    """P or Q on a state of 64 or 128 bytes; byte 8 * column + row."""
    columns = len(state) // 8
    x = list(state)
    for number in range(10 if columns == 8 else 14):
        # AddRoundConstant
        for j in range(columns):
            if which == "P":
                x[8 * j] ^= j << 4 ^ number
            else:
                for i in range(8):
                    x[8 * j + i] ^= 0xFF
                x[8 * j + 7] ^= j << 4 ^ number
        # SubBytes, ShiftBytes
        shifts = SHIFTS[columns, which]
        y = [S_BOX[x[8 * ((k // 8 + shifts[k % 8]) % columns) + k % 8]] for k in range(8 * columns)]
        # MixBytes
        for j in range(columns):
            for i in range(8):
                total = 0
                for k in range(8):
                    total ^= PRODUCTS[MATRIX[k]][y[8 * j + (i + k) % 8]]
                x[8 * j + i] = total
    return bytes(x)


def _xor(*parts: bytes) -> bytes:
    return bytes(_fold(column) for column in zip(*parts, strict=True))


def _fold(values: tuple[int, ...]) -> int:
    total = 0
    for value in values:
        total ^= value
    return total


def groestl(
    message: bytes,
    digest_bits: int,
    message_bits: int | None = None,
    raised: Raised = NOT_RAISED,
) -> bytes:
    """Return the Groestl digest, 224, 256, 384 or 512 bits, of a message.

    The message is the first `message_bits` bits of `message` (default: all).  Bits of a byte count
    from the highest; bits beyond `message_bits` are ignored.  raised: see
    reference.counter.  Raises ValueError for sizes that do not exist.
    """
    if digest_bits not in (224, 256, 384, 512):
        raise ValueError(f"Groestl has no digest of {digest_bits} bits")
    message_bits = length_of(message, message_bits)
    size = 64 if digest_bits <= 256 else 128

    # Padding: one bit 1, bits 0, the number of blocks in 64 bits.
    whole, extra = divmod(message_bits, 8)
    last = message[whole] >> (8 - extra) if extra else 0
    padded = message[:whole] + bytes([(last << 1 | 1) << (7 - extra)])
    padded += bytes(-(len(padded) + 8) % size)
    padded += ((len(padded) + 8) // size + raised.amount).to_bytes(8, "big")

    chain = digest_bits.to_bytes(size, "big")
    for start in range(0, len(padded), size):
        block = padded[start : start + size]
        chain = _xor(permute(_xor(chain, block), "P"), permute(block, "Q"), chain)
    return _xor(permute(chain, "P"), chain)[-(digest_bits // 8) :]
