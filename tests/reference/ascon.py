"""Ascon-Hash256, Ascon-XOF128, Ascon-CXOF128 and Ascon-AEAD128, from their specification.

Source: NIST SP 800-232, "Ascon-Based Lightweight Cryptography Standards for Constrained Devices"
(August 2025): section 3 (the permutation), section 4 (Ascon-AEAD128), section 5.1 (Ascon-Hash256),
sections 5.2 and 5.3 (Ascon-XOF128, Ascon-CXOF128), appendix A (bytes are taken with the lowest
first).  For clarity alone.
"""

from __future__ import annotations

from mote.specifications.ascon import CXOF_IV, HASH_IV, RATE, ROTATIONS, XOF_IV
from mote.specifications.hashing import length_of

MASK = (1 << 64) - 1
AEAD_IV = 0x00001000808C0001
KEY = 16
"""Bytes of a key of Ascon-AEAD128, of a nonce and of a tag."""


def _rotr(x: int, n: int) -> int:
    return (x >> n | x << (64 - n)) & MASK


def permute(state: list[int], rounds: int = 12) -> list[int]:
    """Ascon-p[rounds] on the state of five words."""
    x = list(state)
    for constant in range(12 - rounds, 12):
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
    message_bits = length_of(message, message_bits)
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


def ascon_cxof128(
    message: bytes, digest_bits: int, message_bits: int | None = None, customization: bytes = b""
) -> bytes:
    """Return `digest_bits` bits, a multiple of 8, of the Ascon-CXOF128 output for a message.

    Raises ValueError for a customization of more than 256 bytes.
    """
    if digest_bits <= 0 or digest_bits % 8 != 0:
        raise ValueError(f"Ascon-CXOF128 has no digest of {digest_bits} bits")
    if len(customization) > 256:
        raise ValueError(f"Ascon-CXOF128 has no customization of {len(customization)} bytes")
    # Section 5.3: blocks with the customization's length, itself and its padding come first.
    before = (8 * len(customization)).to_bytes(RATE, "little") + customization + b"\x01"
    before += bytes(-len(before) % RATE)
    message_bits = length_of(message, message_bits)
    text = before + message
    bits = 8 * len(before) + message_bits
    return _sponge("Ascon-CXOF128", CXOF_IV, text, digest_bits, bits)


def _words(data: bytes) -> list[int]:
    """The words of 64 bits of some bytes."""
    return [int.from_bytes(data[i : i + 8], "little") for i in range(0, len(data), 8)]


def aead(key: bytes, nonce: bytes, aad: bytes, text: bytes) -> bytes:
    """Return what Ascon-AEAD128 encrypts a text to, and behind it the tag (section 4.1.1).

    Raises ValueError for a key or a nonce of another size than 16 bytes.
    """
    if len(key) != KEY or len(nonce) != KEY:
        raise ValueError(f"Ascon-AEAD128 has keys and nonces of {KEY} bytes")
    k = _words(key)
    s = permute([AEAD_IV, *k, *_words(nonce)])
    s[3:] = [s[3] ^ k[0], s[4] ^ k[1]]
    if aad:
        padded = aad + b"\x01" + bytes(-(len(aad) + 1) % KEY)
        for start in range(0, len(padded), KEY):
            block = _words(padded[start : start + KEY])
            s = permute([s[0] ^ block[0], s[1] ^ block[1], *s[2:]], 8)
    s[4] ^= 1 << 63
    output = b""
    while True:
        part, text = text[:KEY], text[KEY:]
        block = _words(part if len(part) == KEY else part + b"\x01" + bytes(KEY - 1 - len(part)))
        s[:2] = [s[0] ^ block[0], s[1] ^ block[1]]
        output += (s[0].to_bytes(8, "little") + s[1].to_bytes(8, "little"))[: len(part)]
        if len(part) < KEY:
            break
        s = permute(s, 8)
    s = permute([*s[:2], s[2] ^ k[0], s[3] ^ k[1], s[4]])
    return output + b"".join((s[3 + i] ^ k[i]).to_bytes(8, "little") for i in range(2))
