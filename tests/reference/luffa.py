"""Luffa v2 written down from its specification, for clarity alone.

Source: C. De Canniere, H. Sato, D. Watanabe, "Hash Function Luffa: Specification", version 2.0.1
(2 October 2009), sections 4.1 (padding), 4.2 (round function: message injection, permutation), 4.3
(finalization), appendices A (initial values) and B (step constants).
"""

from __future__ import annotations

from mote.specifications.hashing import length_of
from mote.specifications.luffa import CONSTANTS, INITIAL, SBOX

MASK = 0xFFFFFFFF


def _rotl(x: int, n: int) -> int:
    return (x << n | x >> (32 - n)) & MASK


def _double(a: list[int]) -> list[int]:
    """Multiplication by 2 in the ring of section 4.2.1."""
    out = [a[7], *a[:7]]
    for i in (1, 3, 4):
        out[i] ^= a[7]
    return out


def _add(*rows: list[int]) -> list[int]:
    out = [0] * 8
    for row in rows:
        out = [x ^ y for x, y in zip(out, row, strict=True)]
    return out


def _inject(v: list[list[int]], m: list[int]) -> list[list[int]]:
    """The message injection for 3, 4 or 5 words of 256 bits (sections 4.2.1 and 4.2.2)."""
    w = len(v)
    common = _double(_add(*v))
    v = [_add(x, common) for x in v]
    if w == 5:
        v = [_add(_double(v[j]), v[(j + 1) % w]) for j in range(w)]
    if w > 3:
        v = [_add(_double(v[j]), v[j - 1]) for j in range(w)]
    for j in range(w):
        v[j] = _add(v[j], m)
        m = _double(m)
    return v


def _sub_crumb(words: list[int]) -> list[int]:
    out = [0, 0, 0, 0]
    for bit in range(32):
        value = sum((word >> bit & 1) << i for i, word in enumerate(words))
        for i in range(4):
            out[i] |= (SBOX[value] >> i & 1) << bit
    return out


def _permute(j: int, a: list[int]) -> list[int]:
    """The permutation Qj with its tweak (section 4.2.3)."""
    a = a[:4] + [_rotl(x, j) for x in a[4:]]
    for left, right in CONSTANTS[j]:
        a[:4] = _sub_crumb(a[:4])
        a[5], a[6], a[7], a[4] = _sub_crumb([a[5], a[6], a[7], a[4]])
        for k in range(4):
            u, v = a[k], a[k + 4]
            v ^= u
            u = _rotl(u, 2) ^ v
            v = _rotl(v, 14) ^ u
            u = _rotl(u, 10) ^ v
            a[k], a[k + 4] = u, _rotl(v, 1)
        a[0] ^= left
        a[4] ^= right
    return a


def luffa(message: bytes, digest_bits: int, message_bits: int | None = None) -> bytes:
    """Return the Luffa v2 digest, 224, 256, 384 or 512 bits, of a message.

    The message is the first `message_bits` bits of `message` (default: all).  Bits of a byte count
    from the highest; bits beyond `message_bits` are ignored.  Raises ValueError for sizes that do
    not exist.
    """
    if digest_bits not in (224, 256, 384, 512):
        raise ValueError(f"Luffa has no digest of {digest_bits} bits")
    message_bits = length_of(message, message_bits)

    # Padding: one bit 1, bits 0.
    whole, extra = divmod(message_bits, 8)
    last = message[whole] >> (8 - extra) if extra else 0
    padded = message[:whole] + bytes([(last << 1 | 1) << (7 - extra)])
    padded += bytes(-len(padded) % 32)

    v = [list(x) for x in INITIAL[: {224: 3, 256: 3, 384: 4, 512: 5}[digest_bits]]]

    def round_function(block: bytes) -> None:
        m = [int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)]
        v[:] = [_permute(j, a) for j, a in enumerate(_inject(v, m))]

    for start in range(0, len(padded), 32):
        round_function(padded[start : start + 32])
    # Blank rounds, each with 256 bits of output.
    output = b""
    while len(output) * 8 < digest_bits:
        round_function(bytes(32))
        output += b"".join(x.to_bytes(4, "big") for x in _add(*v))
    return output[: digest_bits // 8]
