"""Ascon-Hash256 and Ascon-XOF128 written down from their specification, for clarity alone.

Source: NIST SP 800-232, "Ascon-Based Lightweight Cryptography Standards for Constrained Devices"
(August 2025): section 3 (the permutation), section 5.1 (Ascon-Hash256), section 5.2 (Ascon-XOF128),
appendix A (bytes are taken with the lowest first).
"""

from __future__ import annotations

MASK = (1 << 64) - 1
ROTATIONS = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))
"""Of the linear diffusion layer (section 3.4)."""

HASH_IV = 0x0000080100CC0002
XOF_IV = 0x0000080000CC0003
RATE = 8
"""Bytes that the state takes in or gives out at once."""


def _rotr(x: int, n: int) -> int:
    return (x >> n | x << (64 - n)) & MASK


def permute(state: list[int]) -> list[int]:
    """Ascon-p[12] on the state of five words."""
    x = list(state)
    for constant in range(12):
        # Section 3.2: the constant 0xF0 for the first round, 15 less for each one after it.
        x[2] ^= 0xF0 - 15 * constant
        # Section 3.3: the substitution layer, bit-sliced.
        x[0] ^= x[4]
        x[4] ^= x[3]
        x[2] ^= x[1]
        x = [x[i] ^ (~x[(i + 1) % 5] & x[(i + 2) % 5] & MASK) for i in range(5)]
        x[1] ^= x[0]
        x[0] ^= x[4]
        x[3] ^= x[2]
        x[2] ^= MASK
        # Section 3.4: the linear diffusion layer.
        x = [w ^ _rotr(w, a) ^ _rotr(w, b) for w, (a, b) in zip(x, ROTATIONS, strict=True)]
    return x


def _sponge(
    name: str, initial: int, message: bytes, digest_bits: int, message_bits: int | None
) -> bytes:
    if message_bits is None:
        message_bits = 8 * len(message)
    if not 0 <= message_bits <= 8 * len(message):
        raise ValueError(f"the message has no {message_bits} bits")
    if message_bits % 8 != 0:
        raise ValueError(f"{name} is written for whole bytes here")
    padded = message[: message_bits // 8] + b"\x01"
    padded += bytes(-len(padded) % RATE)
    state = permute([initial, 0, 0, 0, 0])
    for start in range(0, len(padded), RATE):
        state[0] ^= int.from_bytes(padded[start : start + RATE], "little")
        state = permute(state)
    output = state[0].to_bytes(RATE, "little")
    while len(output) * 8 < digest_bits:
        state = permute(state)
        output += state[0].to_bytes(RATE, "little")
    return output[: digest_bits // 8]


def ascon_hash256(message: bytes, digest_bits: int = 256, message_bits: int | None = None) -> bytes:
    """Return the Ascon-Hash256 digest of the first `message_bits` bits, whole bytes, of a message.

    Raises ValueError for a digest other than 256 bits and for parts of bytes.
    """
    if digest_bits != 256:
        raise ValueError(f"Ascon-Hash256 has no digest of {digest_bits} bits")
    return _sponge("Ascon-Hash256", HASH_IV, message, digest_bits, message_bits)


def ascon_xof128(message: bytes, digest_bits: int, message_bits: int | None = None) -> bytes:
    """Return `digest_bits` bits, a multiple of 8, of the Ascon-XOF128 output for a message."""
    if digest_bits <= 0 or digest_bits % 8 != 0:
        raise ValueError(f"Ascon-XOF128 has no digest of {digest_bits} bits")
    return _sponge("Ascon-XOF128", XOF_IV, message, digest_bits, message_bits)
