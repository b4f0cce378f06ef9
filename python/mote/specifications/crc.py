"""CRC-32 and CRC-32C.

Source: ITU-T Recommendation V.42 (03/2002), section 8.1.1.6.2; RFC 3720, section 12.1.
"""

from __future__ import annotations

from collections.abc import Sequence

from mote.specifications.crc_constants import POLYNOMIALS
from mote.specifications.words import W, Words


def checksum(words: Words[W], name: str, crc: W, data: Sequence[W]) -> W:
    """The checksum of what had the checksum crc, with bytes behind it.

    Words are reflected: their highest bit is the coefficient of x^0.
    """
    register = (~crc).split(1)
    for byte in data:
        for bit in byte.split(1):
            # Times x, with the coefficient of x^32 divided off.
            out = register[0] ^ bit
            register = [*register[1:], words.word(0, 1)]
            for exponent in POLYNOMIALS[name]:
                if exponent < 32:
                    register[31 - exponent] = register[31 - exponent] ^ out
    return ~register[0].concat(*register[1:])
