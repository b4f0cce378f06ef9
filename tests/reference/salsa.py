"""ChaCha20 and Poly1305 as RFC 8439 and Salsa20/20 as its specification of 2005 describe them.

Plain and slow: what the implementations and the test vectors are compared with.
"""

from __future__ import annotations

from collections.abc import Callable

BLOCK = 64
_MASK = 0xFFFFFFFF
_CONSTANT = b"expand 32-byte k"


def _rotated(word: int, distance: int) -> int:
    return (word << distance | word >> (32 - distance)) & _MASK


def _words(data: bytes) -> list[int]:
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]


def quarter_round(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """RFC 8439, section 2.1."""
    for first, second in ((16, 12), (8, 7)):
        a = (a + b) & _MASK
        d = _rotated(d ^ a, first)
        c = (c + d) & _MASK
        b = _rotated(b ^ c, second)
    return a, b, c, d


def salsa_quarter_round(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Salsa20 specification, section 3."""
    b ^= _rotated((a + d) & _MASK, 7)
    c ^= _rotated((b + a) & _MASK, 9)
    d ^= _rotated((c + b) & _MASK, 13)
    a ^= _rotated((d + c) & _MASK, 18)
    return a, b, c, d


_CHACHA = [[i, 4 + i, 8 + i, 12 + i] for i in range(4)]
_CHACHA += [[i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4] for i in range(4)]
_SALSA = [[(5 * i + 4 * j) % 16 for j in range(4)] for i in range(4)]
_SALSA += [[4 * i + (i + j) % 4 for j in range(4)] for i in range(4)]


def _block(
    state: bytes, places: list[list[int]], quarter: Callable[..., tuple[int, int, int, int]]
) -> bytes:
    words = _words(state)
    mixed = list(words)
    for _ in range(10):
        for at in places:
            for place, word in zip(at, quarter(*(mixed[i] for i in at)), strict=True):
                mixed[place] = word
    sums = [(x + y) & _MASK for x, y in zip(words, mixed, strict=True)]
    return b"".join(word.to_bytes(4, "little") for word in sums)


def chacha20_block(key: bytes, nonce: bytes, number: int) -> bytes:
    """RFC 8439, section 2.3; the number is taken modulo 2^32."""
    counter = (number & _MASK).to_bytes(4, "little")
    return _block(_CONSTANT + key + counter + nonce, _CHACHA, quarter_round)


def salsa20_block(key: bytes, nonce: bytes, number: int) -> bytes:
    """Salsa20 specification, sections 8 and 9; the number is taken modulo 2^64."""
    counter = (number % (1 << 64)).to_bytes(8, "little")
    c = [_CONSTANT[i : i + 4] for i in range(0, 16, 4)]
    state = c[0] + key[:16] + c[1] + nonce + counter + c[2] + key[16:] + c[3]
    return _block(state, _SALSA, salsa_quarter_round)


def stream(
    block: Callable[[bytes, bytes, int], bytes], key: bytes, initial: bytes, text: bytes
) -> bytes:
    """The text encrypted; initial: the number of the first block, four bytes, and the nonce."""
    number, nonce = int.from_bytes(initial[:4], "little"), initial[4:]
    result = b""
    for at in range(0, len(text), BLOCK):
        piece = text[at : at + BLOCK]
        whole = block(key, nonce, number + at // BLOCK)
        result += bytes(x ^ y for x, y in zip(piece, whole, strict=False))
    return result


def chacha20(key: bytes, initial: bytes, text: bytes) -> bytes:
    """RFC 8439, section 2.4."""
    return stream(chacha20_block, key, initial, text)


def salsa20(key: bytes, initial: bytes, text: bytes) -> bytes:
    """Salsa20 specification, section 10."""
    return stream(salsa20_block, key, initial, text)


def poly1305(key: bytes, data: bytes) -> bytes:
    """RFC 8439, section 2.5.1."""
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    accumulator = 0
    for i in range(0, len(data), 16):
        accumulator += int.from_bytes(data[i : i + 16] + b"\1", "little")
        accumulator = accumulator * r % ((1 << 130) - 5)
    tag = accumulator + int.from_bytes(key[16:], "little")
    return (tag % (1 << 128)).to_bytes(16, "little")


def chacha20_poly1305(key: bytes, nonce: bytes, aad: bytes, text: bytes) -> bytes:
    """RFC 8439, section 2.8: the text, encrypted, and the tag."""
    one_time_key = chacha20(key, bytes(4) + nonce, bytes(32))
    encrypted = chacha20(key, b"\1\0\0\0" + nonce, text)
    data = b"".join(part + bytes(-len(part) % 16) for part in (aad, encrypted))
    data += b"".join(len(part).to_bytes(8, "little") for part in (aad, encrypted))
    return encrypted + poly1305(one_time_key, data)
