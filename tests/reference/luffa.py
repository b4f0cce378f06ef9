"""Luffa v2 written down from its specification, for clarity alone.

Source: C. De Canniere, H. Sato, D. Watanabe, "Hash Function Luffa: Specification", version 2.0.1
(2 October 2009), sections 4.1 (padding), 4.2 (round function: message injection, permutation), 4.3
(finalization), appendices A (initial values) and B (step constants).
"""

from __future__ import annotations

MASK = 0xFFFFFFFF

INITIAL = (
    (
        0x6D251E69, 0x44B051E0, 0x4EAA6FB4, 0xDBF78465,
        0x6E292011, 0x90152DF4, 0xEE058139, 0xDEF610BB,
    ),
    (
        0xC3B44B95, 0xD9D2F256, 0x70EEE9A0, 0xDE099FA3,
        0x5D9B0557, 0x8FC944B3, 0xCF1CCF0E, 0x746CD581,
    ),
    (
        0xF7EFC89D, 0x5DBA5781, 0x04016CE5, 0xAD659C05,
        0x0306194F, 0x666D1836, 0x24AA230A, 0x8B264AE7,
    ),
    (
        0x858075D5, 0x36D79CCE, 0xE571F7D7, 0x204B1F67,
        0x35870C6A, 0x57E9E923, 0x14BCB808, 0x7CDE72CE,
    ),
    (
        0x6C68E9BE, 0x5EC41E22, 0xC825B7C7, 0xAFFB4363,
        0xF5DF3999, 0x0FC688F1, 0xB07224CC, 0x03E86CEA,
    ),
)  # fmt: skip
"""V0 to V4 before the first block."""

SEEDS = (0x181CCA53380CDE06, 0x5B6F0876F16F8594, 0x7E106CE938979CB0, 0xBB62F36492E93C29,
         0x9A025047CFF2A940)  # fmt: skip
POLYNOMIAL = 0xC4D6496C55C61C8D


def _constants(seed: int) -> list[tuple[int, int]]:
    """The constants for words 0 and 4 of a permutation's eight steps (appendix B)."""
    values = []
    for _ in range(16):
        carry = seed >> 63
        seed = seed << 1 & (1 << 64) - 1
        if carry:
            seed ^= POLYNOMIAL
        seed = seed >> 32 | (seed & MASK) << 32
        values.append(seed & MASK)
    return list(zip(values[::2], values[1::2], strict=True))


CONSTANTS = [_constants(seed) for seed in SEEDS]

SBOX = (13, 14, 0, 1, 5, 10, 7, 6, 11, 3, 9, 12, 15, 8, 2, 4)
"""Of SubCrumb (section 4.2.4); word 0 has the lowest bit."""


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
    if message_bits is None:
        message_bits = 8 * len(message)
    if not 0 <= message_bits <= 8 * len(message):
        raise ValueError(f"the message has no {message_bits} bits")

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
