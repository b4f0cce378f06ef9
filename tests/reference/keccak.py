"""Keccak, SHA-3 and SHAKE written down from their specification, for clarity alone.

Source: FIPS PUB 202, "SHA-3 Standard: Permutation-Based Hash and Extendable-Output Functions",
August 2015: sections 3.2 (step mappings), 3.3 (rounds), 4 and 5.1 (sponge, padding), 6.1 and 6.2
(SHA-3, SHAKE), B.1 (bytes as bits).  Keccak before it became a standard: G. Bertoni, J. Daemen,
M. Peeters, G. Van Assche, "The Keccak SHA-3 submission", version 3, January 2011; it appends no
bits of a suffix to the message.  cSHAKE and KMAC: NIST SP 800-185, "SHA-3 Derived Functions",
December 2016, sections 2.3 and 3 to 6 (TupleHash, ParallelHash).  TurboSHAKE and KangarooTwelve:
RFC 9861, October 2025.
"""

from __future__ import annotations

from mote.specifications.hashing import length_of
from mote.specifications.keccak import LANE, RHO, ROUND_CONSTANTS

MASK = (1 << LANE) - 1
FIXED_SIZES = (224, 256, 384, 512)


def _rotl(x: int, n: int) -> int:
    return (x << n % LANE | x >> (LANE - n % LANE)) & MASK


def permute(a: dict[tuple[int, int], int], rounds: int = 24) -> dict[tuple[int, int], int]:
    """Keccak-f[1600] (section 3.3 and 3.4), or its last rounds: the lanes by (x, y) after them."""
    for constant in ROUND_CONSTANTS[24 - rounds :]:
        c = [a[x, 0] ^ a[x, 1] ^ a[x, 2] ^ a[x, 3] ^ a[x, 4] for x in range(5)]
        d = [c[x - 1] ^ _rotl(c[(x + 1) % 5], 1) for x in range(5)]
        a = {(x, y): lane ^ d[x] for (x, y), lane in a.items()}
        a = {(x, y): _rotl(lane, RHO[x, y]) for (x, y), lane in a.items()}
        a = {(x, y): a[(x + 3 * y) % 5, x] for x, y in a}
        a = {(x, y): a[x, y] ^ (~a[(x + 1) % 5, y] & a[(x + 2) % 5, y]) for x, y in a}
        a[0, 0] ^= constant
    return a


def sponge(rate: int, bits: list[int], digest_bits: int, rounds: int = 24) -> bytes:
    """Algorithm 8 with pad10*1 (algorithm 9): the first bits of the output, a multiple of 8."""
    bits = [*bits, 1]
    bits += [0] * ((-len(bits) - 1) % rate) + [1]
    a = {(x, y): 0 for y in range(5) for x in range(5)}
    places = list(a)[: rate // LANE]
    for start in range(0, len(bits), rate):
        for i, place in enumerate(places):
            lane = bits[start + LANE * i : start + LANE * (i + 1)]
            a[place] ^= sum(bit << z for z, bit in enumerate(lane))
        a = permute(a, rounds)
    output = b"".join(a[place].to_bytes(8, "little") for place in places)
    while len(output) * 8 < digest_bits:
        a = permute(a, rounds)
        output += b"".join(a[place].to_bytes(8, "little") for place in places)
    return output[: digest_bits // 8]


def _split(message: bytes, message_bits: int | None) -> tuple[list[int], list[int]]:
    """The bits of the whole bytes, lowest first (B.1); the bits of the partial byte, highest first.

    Raises ValueError if the message has not so many bits.
    """
    message_bits = length_of(message, message_bits)
    whole, extra = divmod(message_bits, 8)
    bits = [byte >> i & 1 for byte in message[:whole] for i in range(8)]
    return bits, [message[whole] >> (7 - i) & 1 for i in range(extra)]


def keccak(message: bytes, digest_bits: int, message_bits: int | None = None) -> bytes:
    """Return the digest (224, 256, 384 or 512 bits) of Keccak as submitted to the competition.

    The message is the first `message_bits` bits of `message` (default: all); in a partial last byte
    these are the highest ones.  As the submission's known answers have it, the lowest of them comes
    first into the sponge.  Raises ValueError for sizes that do not exist.
    """
    if digest_bits not in FIXED_SIZES:
        raise ValueError(f"Keccak has no digest of {digest_bits} bits")
    bits, extra = _split(message, message_bits)
    return sponge(1600 - 2 * digest_bits, bits + extra[::-1], digest_bits)


def sha3(message: bytes, digest_bits: int, message_bits: int | None = None) -> bytes:
    """Return the SHA-3 digest (224, 256, 384 or 512 bits) of a message.

    The message is the first `message_bits` bits of `message` (default: all); in a partial last byte
    these are the highest ones, and the highest is the first bit of FIPS 202.  (Annex B.1 of FIPS
    202 itself puts them into the lowest ones, the lowest first.)  Raises ValueError for sizes that
    do not exist.
    """
    if digest_bits not in FIXED_SIZES:
        raise ValueError(f"SHA-3 has no digest of {digest_bits} bits")
    bits, extra = _split(message, message_bits)
    return sponge(1600 - 2 * digest_bits, [*bits, *extra, 0, 1], digest_bits)


def _shake(capacity: int, message: bytes, digest_bits: int, message_bits: int | None) -> bytes:
    if digest_bits % 8 or digest_bits < 8:
        raise ValueError(f"here SHAKE has no output of {digest_bits} bits")
    bits, extra = _split(message, message_bits)
    return sponge(1600 - capacity, [*bits, *extra, 1, 1, 1, 1], digest_bits)


def shake128(message: bytes, digest_bits: int, message_bits: int | None = None) -> bytes:
    """Return the first `digest_bits` bits, a multiple of 8, of SHAKE128; messages as in sha3."""
    return _shake(256, message, digest_bits, message_bits)


def shake256(message: bytes, digest_bits: int, message_bits: int | None = None) -> bytes:
    """Return the first `digest_bits` bits, a multiple of 8, of SHAKE256; messages as in sha3."""
    return _shake(512, message, digest_bits, message_bits)


def _encoded(number: int) -> bytes:
    """A number in as few bytes as it takes, at least one."""
    return number.to_bytes(max(1, (number.bit_length() + 7) // 8), "big")


def left_encode(number: int) -> bytes:
    """SP 800-185, section 2.3.1: how many bytes a number has, and these."""
    encoded = _encoded(number)
    return bytes([len(encoded)]) + encoded


def right_encode(number: int) -> bytes:
    """SP 800-185, section 2.3.1: the bytes of a number, and how many they are."""
    encoded = _encoded(number)
    return encoded + bytes([len(encoded)])


def encode_string(text: bytes) -> bytes:
    """SP 800-185, section 2.3.2."""
    return left_encode(8 * len(text)) + text


def bytepad(text: bytes, width: int) -> bytes:
    """SP 800-185, section 2.3.3."""
    padded = left_encode(width) + text
    return padded + bytes(-len(padded) % width)


def _cshake(
    strength: int,
    message: bytes,
    digest_bits: int,
    message_bits: int | None,
    name: bytes,
    customization: bytes,
) -> bytes:
    """SP 800-185, section 3.3."""
    if not name and not customization:
        return _shake(2 * strength, message, digest_bits, message_bits)
    rate = 1600 - 2 * strength
    strings, _ = _split(
        bytepad(encode_string(name) + encode_string(customization), rate // 8), None
    )
    bits, extra = _split(message, message_bits)
    return sponge(rate, [*strings, *bits, *extra, 0, 0], digest_bits)


def cshake128(
    message: bytes,
    digest_bits: int,
    message_bits: int | None = None,
    name: bytes = b"",
    customization: bytes = b"",
) -> bytes:
    """Return the first `digest_bits` bits, a multiple of 8, of cSHAKE128; messages as in sha3."""
    return _cshake(128, message, digest_bits, message_bits, name, customization)


def cshake256(
    message: bytes,
    digest_bits: int,
    message_bits: int | None = None,
    name: bytes = b"",
    customization: bytes = b"",
) -> bytes:
    """Return the first `digest_bits` bits, a multiple of 8, of cSHAKE256; messages as in sha3."""
    return _cshake(256, message, digest_bits, message_bits, name, customization)


def _kmac(
    strength: int, key: bytes, message: bytes, digest_bits: int, customization: bytes, *, xof: bool
) -> bytes:
    """SP 800-185, sections 4.3 and 4.3.1."""
    rate = (1600 - 2 * strength) // 8
    text = bytepad(encode_string(key), rate) + message + right_encode(0 if xof else digest_bits)
    return _cshake(strength, text, digest_bits, None, b"KMAC", customization)


def kmac128(
    key: bytes, message: bytes, digest_bits: int, customization: bytes = b"", *, xof: bool = False
) -> bytes:
    """Return the KMAC128 code of a message, or the output of KMACXOF128."""
    return _kmac(128, key, message, digest_bits, customization, xof=xof)


def kmac256(
    key: bytes, message: bytes, digest_bits: int, customization: bytes = b"", *, xof: bool = False
) -> bytes:
    """Return the KMAC256 code of a message, or the output of KMACXOF256."""
    return _kmac(256, key, message, digest_bits, customization, xof=xof)


def _tuplehash(
    strength: int,
    text: bytes,
    digest_bits: int,
    message_bits: int | None,
    customization: bytes,
    items: list[int] | None,
    *,
    xof: bool,
) -> bytes:
    """SP 800-185, sections 5.3 and 5.3.1."""
    text = _bytes_of("TupleHash", text, digest_bits, message_bits)
    if items is not None:
        ends = [sum(items[: number + 1]) for number in range(len(items))]
        parts = [text[end - size : end] for end, size in zip(ends, items, strict=True)]
        text = b"".join(encode_string(part) for part in parts)
    text += right_encode(0 if xof else digest_bits)
    return _cshake(strength, text, digest_bits, None, b"TupleHash", customization)


def _bytes_of(name: str, message: bytes, digest_bits: int, message_bits: int | None) -> bytes:
    """A message of whole bytes, as far as it goes; raises ValueError for other sizes."""
    if digest_bits % 8 or digest_bits < 8:
        raise ValueError(f"here {name} has no digest of {digest_bits} bits")
    whole, extra = divmod(length_of(message, message_bits), 8)
    if extra:
        raise ValueError(f"{name} is for whole bytes here")
    return message[:whole]


def tuplehash128(
    message: bytes,
    digest_bits: int,
    message_bits: int | None = None,
    customization: bytes = b"",
    items: list[int] | None = None,
    *,
    xof: bool = False,
) -> bytes:
    """Return the TupleHash128 digest of a tuple, or the output of TupleHashXOF128.

    The message is the strings one behind the other, and items are their lengths in bytes; without
    items it is what their encodings are (z of the specification before the length).
    """
    return _tuplehash(128, message, digest_bits, message_bits, customization, items, xof=xof)


def tuplehash256(
    message: bytes,
    digest_bits: int,
    message_bits: int | None = None,
    customization: bytes = b"",
    items: list[int] | None = None,
    *,
    xof: bool = False,
) -> bytes:
    """Return the same of TupleHash256 and TupleHashXOF256."""
    return _tuplehash(256, message, digest_bits, message_bits, customization, items, xof=xof)


def _parallelhash(
    strength: int,
    message: bytes,
    digest_bits: int,
    message_bits: int | None,
    customization: bytes,
    block_bytes: int,
    *,
    xof: bool,
) -> bytes:
    """SP 800-185, sections 6.3 and 6.3.1."""
    text = _bytes_of("ParallelHash", message, digest_bits, message_bits)
    blocks = [text[at : at + block_bytes] for at in range(0, len(text), block_bytes)]
    hashes = [_cshake(strength, block, 2 * strength, None, b"", b"") for block in blocks]
    z = left_encode(block_bytes) + b"".join(hashes) + right_encode(len(blocks))
    z += right_encode(0 if xof else digest_bits)
    return _cshake(strength, z, digest_bits, None, b"ParallelHash", customization)


def parallelhash128(
    message: bytes,
    digest_bits: int,
    message_bits: int | None = None,
    customization: bytes = b"",
    block_bytes: int = 8192,
    *,
    xof: bool = False,
) -> bytes:
    """Return the ParallelHash128 digest of a message, or the output of ParallelHashXOF128."""
    return _parallelhash(
        128, message, digest_bits, message_bits, customization, block_bytes, xof=xof
    )


def parallelhash256(
    message: bytes,
    digest_bits: int,
    message_bits: int | None = None,
    customization: bytes = b"",
    block_bytes: int = 8192,
    *,
    xof: bool = False,
) -> bytes:
    """Return the same of ParallelHash256 and ParallelHashXOF256."""
    return _parallelhash(
        256, message, digest_bits, message_bits, customization, block_bytes, xof=xof
    )


def _turboshake(
    strength: int,
    message: bytes,
    digest_bits: int,
    message_bits: int | None,
    domain: int,
) -> bytes:
    """RFC 9861, section 2.2: the highest 1 of the domain separation byte is the padding's first."""
    name = f"TurboSHAKE{strength}"
    if digest_bits % 8 or digest_bits < 8:
        raise ValueError(f"{name} has no output of {digest_bits} bits")
    message_bits = length_of(message, message_bits)
    if message_bits % 8:
        raise ValueError(f"{name} is defined for whole bytes")
    bits, _ = _split(message, message_bits)
    suffix = [domain >> i & 1 for i in range(domain.bit_length() - 1)]
    return sponge(1600 - 2 * strength, [*bits, *suffix], digest_bits, 12)


def turboshake128(
    message: bytes, digest_bits: int, message_bits: int | None = None, domain: int = 0x1F
) -> bytes:
    """Return the first `digest_bits` bits, a multiple of 8, of TurboSHAKE128."""
    return _turboshake(128, message, digest_bits, message_bits, domain)


def turboshake256(
    message: bytes, digest_bits: int, message_bits: int | None = None, domain: int = 0x1F
) -> bytes:
    """Return the first `digest_bits` bits, a multiple of 8, of TurboSHAKE256."""
    return _turboshake(256, message, digest_bits, message_bits, domain)


CHUNK = 8192


def length_encode(number: int) -> bytes:
    """RFC 9861, section 3.3: the bytes of a number, none for 0, and how many they are."""
    encoded = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return encoded + bytes([len(encoded)])


def _kangaroo(
    strength: int,
    message: bytes,
    digest_bits: int,
    message_bits: int | None,
    customization: bytes,
) -> bytes:
    """RFC 9861, section 3.2."""
    message_bits = length_of(message, message_bits)
    if message_bits % 8:
        raise ValueError(f"KT{strength} is defined for whole bytes")
    text = message[: message_bits // 8] + customization + length_encode(len(customization))
    first, *others = (text[at : at + CHUNK] for at in range(0, len(text), CHUNK))
    if not others:
        return _turboshake(strength, first, digest_bits, None, 0x07)
    values = [_turboshake(strength, chunk, 2 * strength, None, 0x0B) for chunk in others]
    final = first + bytes([3]) + bytes(7) + b"".join(values)
    final += length_encode(len(others)) + b"\xff\xff"
    return _turboshake(strength, final, digest_bits, None, 0x06)


def kt128(
    message: bytes, digest_bits: int, message_bits: int | None = None, customization: bytes = b""
) -> bytes:
    """Return the first `digest_bits` bits, a multiple of 8, of KT128."""
    return _kangaroo(128, message, digest_bits, message_bits, customization)


def kt256(
    message: bytes, digest_bits: int, message_bits: int | None = None, customization: bytes = b""
) -> bytes:
    """Return the first `digest_bits` bits, a multiple of 8, of KT256."""
    return _kangaroo(256, message, digest_bits, message_bits, customization)
