"""CRC-32 and CRC-32C by their definition, and the constants of src/crc32 made from it.

    python -m mote.specifications.crc_constants           writes src/crc32/<function>/constants.h

Polynomials over GF(2) are Python integers here: bit n is the coefficient of x^n.  A CRC takes the
bits of a byte from the lowest on, so its words are "reflected": their highest bit is that of x^0.
Source: ITU-T V.42 (03/2002), section 8.1.1.6.2; RFC 3720, section 12.1.
"""

from __future__ import annotations

from pathlib import Path

from mote.common.paths import ROOT

POLYNOMIALS = {
    "crc32": (32, 26, 23, 22, 16, 12, 11, 10, 8, 7, 5, 4, 2, 1, 0),
    "crc32c": (32, 28, 27, 26, 25, 23, 22, 20, 19, 18, 14, 13, 11, 10, 9, 8, 6, 0),
}
"""The exponents of each polynomial's terms."""

TITLES = {"crc32": "CRC-32", "crc32c": "CRC-32C"}

TABLE_POWERS = range(32, 96)
"""Eight tables of 256 words are sums of the remainders of these powers of x."""

FOLDS = (16, 32, 48, 64, 80, 96, 112, 128, 256)
"""Distances in bytes over which code with carry-less products folds."""


def polynomial(name: str) -> int:
    return sum(1 << exponent for exponent in POLYNOMIALS[name])


def divided(dividend: int, divisor: int) -> tuple[int, int]:
    """Quotient and remainder."""
    quotient = 0
    while dividend.bit_length() >= divisor.bit_length():
        shift = dividend.bit_length() - divisor.bit_length()
        quotient |= 1 << shift
        dividend ^= divisor << shift
    return quotient, dividend


def reflected(value: int, bits: int) -> int:
    """The bits in the other order."""
    return int(format(value, f"0{bits}b")[::-1], 2)


def checksum(name: str, data: bytes, crc: int = 0) -> int:
    """The checksum of what had the checksum crc with data behind it, bit by bit."""
    register = reflected(crc ^ 0xFFFFFFFF, 32)
    for byte in data:
        register ^= reflected(byte, 8) << 24
        _, register = divided(register << 8, polynomial(name))
    return reflected(register, 32) ^ 0xFFFFFFFF


def power(name: str, exponent: int) -> int:
    """The remainder of a power of x, reflected."""
    return reflected(divided(1 << exponent, polynomial(name))[1], 32)


def folds(name: str, distance: int) -> tuple[int, int]:
    """The factors of the first and of the last 8 bytes of 16 that move forward by so many bytes.

    Words of 64 bits, reflected.  A product of two reflected words of 64 bits has its x^0 at bit 126
    and not at 127, so that it is x times too large: the exponents are one less.
    """
    far, near = (power(name, 8 * distance + more - 1) << 32 for more in (64, 0))
    return far, near


def barrett(name: str) -> tuple[int, int]:
    """Barrett reduction of a word of 64 bits, reflected: the two factors, of 64 bits each.

    The low half of word * first is the quotient of word * x^32; the quotient times the second has
    the remainder in the low 32 bits of its high half.
    """
    quotient, _ = divided(1 << 96, polynomial(name))
    return reflected(quotient, 65) & (1 << 64) - 1, reflected(polynomial(name), 33)


def constants(name: str) -> str:
    """The text of constants.h."""
    upper = name.upper()
    lines = [
        "/* SPDX-License-Identifier: MIT",
        " * Copyright (c) 2026 The Mote developers",
        " *",
        f" * Numbers of {TITLES[name]}; made by mote.specifications.crc_constants.",
        " */",
        f"#ifndef MOTE_{upper}_CONSTANTS_H",
        f"#define MOTE_{upper}_CONSTANTS_H",
        "",
        "/* The polynomial without x^32, reflected: the highest bit is the coefficient of x^0. */",
        f"#define POLYNOMIAL 0x{power(name, 32):08X}",
        "",
        "/* The remainders of the powers of x, reflected. */",
    ]
    lines += [f"#define X{n} 0x{power(name, n):08X}" for n in TABLE_POWERS]
    lines += [
        "",
        "/* Moving 16 bytes forward: factors of the first and of the last 8 bytes. */",
    ]
    for distance in FOLDS:
        for which, value in zip(("FIRST", "LAST"), folds(name, distance), strict=True):
            lines.append(f"#define FOLD{distance}_{which} 0x{value:016X}")
    quotient, divisor = barrett(name)
    lines += [
        "",
        "/* Barrett reduction of 8 bytes: the factors for the quotient and for the remainder. */",
        f"#define QUOTIENT 0x{quotient:016X}",
        f"#define DIVISOR 0x{divisor:016X}",
        "",
        "#endif",
        "",
    ]
    return "\n".join(lines)


def constants_file(name: str) -> Path:
    return ROOT / "src" / "crc32" / name / "constants.h"


if __name__ == "__main__":
    for each in POLYNOMIALS:
        constants_file(each).write_text(constants(each), encoding="ascii")
