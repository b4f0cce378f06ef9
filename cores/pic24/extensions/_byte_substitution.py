"""The S-box of AES and Groestl, as a table and as gates.

FIPS 197, section 5.1.1: the inverse in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1, then an affine
transformation.  In gates the inverse is taken in GF((2^4)^2): numbers a y + b with a and b in
GF(2^4) modulo x^4 + x + 1, and y^2 = y + NORM.  The inverse of a y + b is (a y + a + b) / d with
d = NORM a^2 + a b + b^2: three products of 4 bits and one inverse of 4 bits.  Which NORM and ROOT
take the fewest XORs in the maps from field to field was tried out.
"""

from __future__ import annotations

import itertools

from mote.pic24.expr import Expr, cat, const, rom

NORM = 8
ROOT = 32
"""A root of AES's polynomial in GF((2^4)^2): what x is mapped to."""


def times(a: int, b: int) -> int:
    """The product in GF(2^8)."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a = a << 1 ^ (0x11B if a & 0x80 else 0)
        b >>= 1
    return product


def _affine(inverse: int) -> int:
    y = 0x63
    for shift in range(5):
        y ^= inverse << shift & 0xFF | inverse >> (8 - shift)
    return y


def _sbox(byte: int) -> int:
    inverse = 1
    for _ in range(254):
        inverse = times(inverse, byte)
    return _affine(inverse)


SBOX = tuple(_sbox(byte) for byte in range(256))


def _times4(a: int, b: int) -> int:
    """The product in GF(2^4)."""
    product = 0
    for n in range(4):
        if b >> n & 1:
            product ^= a << n
    for n in (6, 5, 4):
        if product >> n & 1:
            product ^= 0x13 << (n - 4)
    return product


def _tower(a: int, b: int) -> int:
    """The product in GF((2^4)^2)."""
    high = _times4(a >> 4, b >> 4)
    middle = _times4(a >> 4, b & 15) ^ _times4(a & 15, b >> 4) ^ high
    return middle << 4 | _times4(a & 15, b & 15) ^ _times4(high, NORM)


def _powers() -> list[int]:
    """What x^0 to x^7 are mapped to."""
    powers = [1]
    for _ in range(7):
        powers.append(_tower(powers[-1], ROOT))
    return powers


def _linear(columns: list[int], bits: list[Expr]) -> list[Expr]:
    """XORs of bits: bit o of the result has those n whose column has bit o.

    The pair that most sums have is added first, and so on.
    """
    sums = [{n for n, column in enumerate(columns) if column >> o & 1} for o in range(8)]
    terms = list(bits)
    while True:
        count: dict[tuple[int, int], int] = {}
        for members in sums:
            for pair in itertools.combinations(sorted(members), 2):
                count[pair] = count.get(pair, 0) + 1
        if not count:
            return [terms[members.pop()] if members else const(0, 1) for members in sums]
        a, b = max(count, key=lambda pair: (count[pair], -pair[0], -pair[1]))
        terms.append(terms[a] ^ terms[b])
        for members in sums:
            if a in members and b in members:
                members -= {a, b}
                members.add(len(terms) - 1)


def _product(a: Expr, b: Expr) -> Expr:
    """The product of two expressions in GF(2^4)."""
    total = [const(0, 1)] * 7
    for n in range(4):
        for m in range(4):
            total[n + m] = total[n + m] ^ (a[n] & b[m])
    for n in (6, 5, 4):
        total[n - 4] = total[n - 4] ^ total[n]
        total[n - 3] = total[n - 3] ^ total[n]
    return cat(*total[:4])


def gates(byte: Expr) -> Expr:
    """The S-box of a byte without a table of 256."""
    powers = _powers()
    tower = _linear(powers, [byte[n] for n in range(8)])
    b, a = cat(*tower[:4]), cat(*tower[4:])
    square = rom([_times4(NORM, _times4(n, n)) for n in range(16)], a, 4)
    d = square ^ _product(a ^ b, b)
    inverses = [next((m for m in range(16) if _times4(n, m) == 1), 0) for n in range(16)]
    one = rom(inverses, d, 4)
    result = cat(_product(a ^ b, one), _product(a, one))
    # Back, and the affine transformation, in one map.
    back = {0: 0}
    for n, power in enumerate(powers):
        back.update({known ^ power: value ^ 1 << n for known, value in list(back.items())})
    columns = [_affine(back[1 << n]) ^ 0x63 for n in range(8)]
    return cat(*_linear(columns, [result[n] for n in range(8)])) ^ 0x63


def substituted(byte: Expr) -> Expr:
    """The S-box of a byte: a table for the simulator, gates for the hardware."""
    return rom(SBOX, byte, 8, gates(byte))
