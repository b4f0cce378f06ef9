"""Words of a specification at the places where a contract says that the context has them."""

from __future__ import annotations

from collections.abc import Sequence

from mote.catalog.contract import Place
from mote.proving.terms import Bits


def stored(place: Place, words: Sequence[Bits], *, big_endian: bool) -> dict[int, Bits]:
    """The bytes of the context, by their offsets, that hold these words; reverses `held`."""
    width = 8 * place.word_bytes
    part = width // place.interleaved
    found = {}
    for start, number in zip(place.addresses, place.order, strict=True):
        word = words[number]
        if number in place.complement:
            word = tuple(literal ^ 1 for literal in word)
        # Kept rotated to the left.
        cut = width - place.rotated
        word = word[cut:] + word[:cut]
        kept = list(word)
        for bit in range(width):
            q, k = divmod(bit, place.interleaved)
            kept[k * part + q] = word[bit]
        for byte in range(place.word_bytes):
            at = place.word_bytes - 1 - byte if big_endian else byte
            found[start + at] = tuple(kept[8 * byte : 8 * byte + 8])
    return found


def held(place: Place, content: dict[int, Bits], *, big_endian: bool) -> list[Bits]:
    """The words that bytes of the context hold, as the specification has and numbers them."""
    width = 8 * place.word_bytes
    part = width // place.interleaved
    found: list[Bits] = [()] * place.words
    for start, number in zip(place.addresses, place.order, strict=True):
        kept: Bits = ()
        for byte in range(place.word_bytes):
            kept += content[start + (place.word_bytes - 1 - byte if big_endian else byte)]
        word = [0] * width
        for bit in range(width):
            q, k = divmod(bit, place.interleaved)
            word[bit] = kept[k * part + q]
        turned = tuple(word[place.rotated :] + word[: place.rotated])
        if number in place.complement:
            turned = tuple(literal ^ 1 for literal in turned)
        found[number] = turned
    return found


def number_bits(place: Place, content: dict[int, Bits], *, big_endian: bool) -> Bits:
    """The number of several words, its bits from the lowest on."""
    return sum(held(place, content, big_endian=big_endian), ())


def number_stored(place: Place, bits: Bits, *, big_endian: bool) -> dict[int, Bits]:
    """The bytes that hold a number of several words."""
    width = 8 * place.word_bytes
    words = [bits[at : at + width] for at in range(0, len(bits), width)]
    return stored(place, words, big_endian=big_endian)
