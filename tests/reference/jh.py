"""JH written down from its specification, for clarity alone.

Source: "The Hash Function JH", Hongjun Wu, 16 January 2011 (42 rounds): sections 3 (S-boxes, linear
transformation, permutation), 4 (round function, E8), 5 (F8), 6 (padding, initial hash value).  The
names are the specification's.
"""

from __future__ import annotations

from math import isqrt

from mote.specifications.hashing import length_of
from mote.specifications.jh import PERMUTATION, S
from reference.counter import NOT_RAISED, Raised

DIGESTS = (224, 256, 384, 512)


def _double(a: int) -> int:
    """2 * a in GF(2^4) modulo x^4 + x + 1."""
    return (a << 1 ^ (a >> 3) * 0x13) & 15


def _linear(a: int, b: int) -> tuple[int, int]:
    """The linear transformation L (section 3.3)."""
    d = b ^ _double(a)
    return a ^ _double(d), d


LAYERS = {
    (c0, c1): [_linear(S[c0][pair >> 4], S[c1][pair & 15]) for pair in range(256)]
    for c0 in (0, 1)
    for c1 in (0, 1)
}
"""S-boxes and L on two elements, by their two bits of the round constant and 16 * a + b."""


def _round(a: list[int], constant: list[int], d: int) -> list[int]:
    """The round function R_d (section 4.1); constant: a bit for each element."""
    v = [
        element
        for i in range(0, 1 << d, 2)
        for element in LAYERS[constant[i], constant[i + 1]][a[i] << 4 | a[i + 1]]
    ]
    return [v[i] for i in PERMUTATION[d]]


def _round_constants() -> list[list[int]]:
    """The constants of the 42 rounds, as bits (section 4.2.2)."""
    value = isqrt(2 << 512) - (1 << 256)
    c = [value >> 4 * (63 - i) & 15 for i in range(64)]
    constants = []
    for _ in range(42):
        constants.append([element >> 3 - j & 1 for element in c for j in range(4)])
        c = _round(c, [0] * 64, 6)
    return constants


CONSTANTS = _round_constants()


def _e8(state: int) -> int:
    """The bijective function E8 (section 4.3) on 1024 bits, the first one the highest."""
    bits = f"{state:01024b}"
    grouped = [int(bits[i::256], 2) for i in range(256)]
    a = [element for i in range(128) for element in (grouped[i], grouped[i + 128])]
    for constant in CONSTANTS:
        a = _round(a, constant, 8)
    ungrouped = [f"{element:04b}" for element in a[0::2] + a[1::2]]
    return int("".join(element[k] for k in range(4) for element in ungrouped), 2)


def _f8(state: int, block: int) -> int:
    """The compression function F8 (section 5)."""
    return _e8(state ^ block << 512) ^ block


INITIAL = {size: _f8(size << 1008, 0) for size in DIGESTS}
"""Initial hash values by digest size in bits (section 6.2)."""


def digest(
    message: bytes,
    digest_bits: int,
    message_bits: int | None = None,
    raised: Raised = NOT_RAISED,
) -> bytes:
    """Return the JH digest of a message; digest_bits: 224, 256, 384 or 512.

    The message is the first `message_bits` bits of `message` (default: all).  Bits of a byte count
    from the highest; bits beyond `message_bits` are ignored.  raised: see
    reference.counter.  Raises ValueError for sizes that do not exist.
    """
    if digest_bits not in DIGESTS:
        raise ValueError(f"JH has no digest of {digest_bits} bits")
    message_bits = length_of(message, message_bits)

    # Padding (section 6.1): one bit 1, at least 383 bits 0, the length (128 bits).
    whole, extra = divmod(message_bits, 8)
    last = message[whole] >> (8 - extra) if extra else 0
    padded = message[:whole] + bytes([(last << 1 | 1) << (7 - extra)])
    blocks = -(-message_bits // 512) + 1
    padded += bytes(64 * blocks - 16 - len(padded))
    padded += (message_bits + raised.amount).to_bytes(16, "big")

    state = INITIAL[digest_bits]
    for start in range(0, len(padded), 64):
        state = _f8(state, int.from_bytes(padded[start : start + 64], "big"))
    return state.to_bytes(128, "big")[-digest_bits // 8 :]
