"""ChaCha20 and Salsa20/20.

Sources: RFC 8439, "ChaCha20 and Poly1305 for IETF Protocols", June 2018, sections 2.1 to 2.4;
D. J. Bernstein, "Salsa20 specification", 27 April 2005.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mote.specifications.words import W, Words, joined

CONSTANT = b"expand 32-byte k"
ROUNDS = 20


def chacha_quarter_round(a: W, b: W, c: W, d: W) -> tuple[W, W, W, W]:
    """RFC 8439, section 2.1."""
    a = a + b
    d = (d ^ a).rotl(16)
    c = c + d
    b = (b ^ c).rotl(12)
    a = a + b
    d = (d ^ a).rotl(8)
    c = c + d
    b = (b ^ c).rotl(7)
    return a, b, c, d


def salsa_quarter_round(a: W, b: W, c: W, d: W) -> tuple[W, W, W, W]:
    """Salsa20 specification, section 3."""
    b = b ^ (a + d).rotl(7)
    c = c ^ (b + a).rotl(9)
    d = d ^ (c + b).rotl(13)
    a = a ^ (d + c).rotl(18)
    return a, b, c, d


Quarter = Callable[[W, W, W, W], tuple[W, W, W, W]]
Places = tuple[tuple[int, int, int, int], ...]

CHACHA_COLUMNS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))
CHACHA_DIAGONALS = ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))
"""RFC 8439, section 2.3."""

SALSA_COLUMNS = ((0, 4, 8, 12), (5, 9, 13, 1), (10, 14, 2, 6), (15, 3, 7, 11))
SALSA_ROWS = ((0, 1, 2, 3), (5, 6, 7, 4), (10, 11, 8, 9), (15, 12, 13, 14))
"""Salsa20 specification, sections 5 and 4."""


def block(
    words: Words[W], state: Sequence[W], quarter: Quarter[W], rounds: tuple[Places, Places]
) -> list[W]:
    """The sixteen words of a block of the key stream, from those of the state."""
    x = list(state)
    for number in range(ROUNDS):
        for at in rounds[number % 2]:
            for place, word in zip(at, quarter(*(x[i] for i in at)), strict=True):
                x[place] = words.cut(word, f"x{place} after round {number + 1}")
    return [a + b for a, b in zip(x, state, strict=True)]


def _constants(words: Words[W]) -> list[W]:
    return [
        words.word(int.from_bytes(CONSTANT[i : i + 4], "little"), 32)
        for i in range(0, len(CONSTANT), 4)
    ]


def chacha20_block(words: Words[W], key: Sequence[W], nonce: Sequence[W], number: W) -> list[W]:
    """RFC 8439, section 2.3.  key, nonce: bytes; number: a word of 32 bits."""
    state = [*_constants(words), *joined(key, 32), number, *joined(nonce, 32)]
    places = (CHACHA_COLUMNS, CHACHA_DIAGONALS)
    return block(words, state, chacha_quarter_round, places)


def salsa20_block(
    words: Words[W], key: Sequence[W], nonce: Sequence[W], low: W, high: W
) -> list[W]:
    """Salsa20 specification, sections 8 and 9.  low, high: halves of the block's number."""
    c, k = _constants(words), joined(key, 32)
    state = [c[0], *k[:4], c[1], *joined(nonce, 32), low, high, c[2], *k[4:], c[3]]
    return block(words, state, salsa_quarter_round, (SALSA_COLUMNS, SALSA_ROWS))
