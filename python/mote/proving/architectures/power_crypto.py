"""POWER8's instructions for SHA-2, AES and products of polynomials, as operations.

Source: Power ISA, Version 2.07 B, Book I, section 6.11.
"""

from __future__ import annotations

from collections.abc import Sequence

from mote.proving.architectures.building import const
from mote.proving.architectures.power_fields import Fields, vector
from mote.proving.lift import Varnode

SIGMAS = {
    4: {
        (0, 0): (7, 18, -3),
        (0, 1): (17, 19, -10),
        (1, 0): (2, 13, 22),
        (1, 1): (6, 11, 25),
    },
    8: {
        (0, 0): (1, 8, -7),
        (0, 1): (19, 61, -6),
        (1, 0): (28, 34, 39),
        (1, 1): (14, 18, 41),
    },
}
"""By the bytes of a word, ST and the bit of SIX: rotations to the right, negative ones shifts."""


def sigma(f: Fields, size: int) -> Varnode:
    """vshasigmaw, vshasigmad (6.11.2): a bit of SIX for each word, or each second one."""
    o = f.ops
    which, six = f.bits(16, 16), f.bits(17, 20)
    found = []
    for number, word in enumerate(f.elements(vector(32 + f.bits(11, 15)), size)):
        bit = six >> 3 - number * size // 4 & 1
        parts = [
            f.rotated(word, -by) if by > 0 else o.make("INT_RIGHT", size, word, const(-by, 4))
            for by in SIGMAS[size][which, bit]
        ]
        both = o.make("INT_XOR", size, parts[0], parts[1])
        found.append(o.make("INT_XOR", size, both, parts[2]))
    return f.joined(found)


# ---- AES and products of polynomials (6.11.1, 6.11.4) ----


def _times(a: int, b: int) -> int:
    """The product in AES's field."""
    found = 0
    for k in range(8):
        found ^= b << k if a >> k & 1 else 0
    for k in range(14, 7, -1):
        found ^= 0x11B << k - 8 if found >> k & 1 else 0
    return found


def _s_box() -> tuple[int, ...]:
    """SubBytes (FIPS 197, section 5.1.1): the inverse, and the affine transformation."""
    found = []
    for byte in range(256):
        inverse = next((b for b in range(256) if _times(byte, b) == 1), 0)
        turned = inverse | inverse << 8
        rotated = (turned >> k & 0xFF for k in (0, 4, 5, 6, 7))
        value = 0x63
        for each in rotated:
            value ^= each
        found.append(value)
    return tuple(found)


S_BOX = _s_box()
INVERSE_S_BOX = tuple(S_BOX.index(byte) for byte in range(256))


def sub_bytes(f: Fields) -> Varnode:
    """vsbox."""
    return f.joined(
        [f.ops.table(S_BOX, 1, byte) for byte in f.elements(vector(32 + f.bits(11, 15)), 1)]
    )


def _product(f: Fields, byte: Varnode, factor: int) -> Varnode:
    """A byte times a constant in AES's field."""
    o = f.ops
    power, found = byte, None
    while factor:
        if factor & 1:
            found = power if found is None else o.make("INT_XOR", 1, found, power)
        factor >>= 1
        if factor:
            top = o.make("INT_SRIGHT", 1, power, const(7, 1))
            doubled = o.make("INT_LEFT", 1, power, const(1, 1))
            reduced = o.make("INT_AND", 1, top, const(0x1B, 1))
            power = o.make("INT_XOR", 1, doubled, reduced)
    assert found is not None
    return found


def _columns_mixed(f: Fields, state: Sequence[Varnode], factors: Sequence[int]) -> list[Varnode]:
    """MixColumns, or its inverse, by the factors of a column's own byte and those below."""
    found = []
    for place in range(16):
        column, row = place & ~3, place & 3
        parts = [
            _product(f, state[column + (row + k) % 4], factor) for k, factor in enumerate(factors)
        ]
        total = parts[0]
        for part in parts[1:]:
            total = f.ops.make("INT_XOR", 1, total, part)
        found.append(total)
    return found


def cipher(f: Fields, a: Varnode, b: Varnode, *, last: bool) -> Varnode:
    """vcipher, vcipherlast: a round of encryption."""
    state = [f.ops.table(S_BOX, 1, byte) for byte in f.elements(a, 1)]
    state = [state[place + 4 * (place & 3) & 15] for place in range(16)]
    if not last:
        state = _columns_mixed(f, state, (2, 3, 1, 1))
    return f.ops.make("INT_XOR", 16, f.joined(state), b)


def inverse_cipher(f: Fields, a: Varnode, b: Varnode, *, last: bool) -> Varnode:
    """vncipher, vncipherlast: a round of decryption; the key comes before the columns."""
    parts = f.elements(a, 1)
    state = [parts[place - 4 * (place & 3) & 15] for place in range(16)]
    state = [f.ops.table(INVERSE_S_BOX, 1, byte) for byte in state]
    found = f.ops.make("INT_XOR", 16, f.joined(state), b)
    if last:
        return found
    return f.joined(_columns_mixed(f, f.elements(found, 1), (14, 11, 13, 9)))


def products(f: Fields, a: Varnode, b: Varnode, size: int) -> Varnode:
    """vpmsumb, vpmsumh, vpmsumw, vpmsumd: sums of two products of polynomials."""
    o = f.ops
    found = []
    parts = []
    for x, y in zip(f.elements(a, size), f.elements(b, size), strict=True):
        wide = o.make("INT_ZEXT", 2 * size, x)
        total = const(0, 2 * size)
        for k in range(8 * size):
            bit = o.make("INT_LEFT", size, y, const(8 * size - 1 - k, 4))
            mask = o.make("INT_SRIGHT", size, bit, const(8 * size - 1, 4))
            both = o.make("INT_SEXT", 2 * size, mask)
            shifted = o.make("INT_LEFT", 2 * size, wide, const(k, 4))
            part = o.make("INT_AND", 2 * size, shifted, both)
            total = o.make("INT_XOR", 2 * size, total, part)
        parts.append(total)
    for first, second in zip(parts[::2], parts[1::2], strict=True):
        found.append(o.make("INT_XOR", 2 * size, first, second))
    return f.joined(found)
