"""LMS signatures of one tree (RFC 8554; NIST SP 800-208 for the other hash functions).

The names are those of RFC 8554: I, q, C, Q, y, x, and the types' numbers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

D_PBLK, D_MESG, D_LEAF, D_INTR = (
    number.to_bytes(2, "big") for number in range(0x8080, 0x8400, 257)
)

HASHES = ("sha256", "shake256")
SIZES = (32, 24)
HEIGHTS = (5, 10, 15, 20, 25)
WIDTHS = (1, 2, 4, 8)
I_BYTES = 16


class WrongSignature(ValueError):
    """What is wrong with a key or a signature, in words."""


@dataclass(frozen=True)
class Parameters:
    """A parameter set: hash function, bytes of a hash, height of the tree, bits of a digit."""

    hash: str = "sha256"
    n: int = 32
    h: int = 10
    w: int = 8

    @property
    def lms_type(self) -> int:
        """The number of the LMS type (SP 800-208, section 4)."""
        return 5 + 10 * HASHES.index(self.hash) + 5 * SIZES.index(self.n) + HEIGHTS.index(self.h)

    @property
    def ots_type(self) -> int:
        """The number of the LM-OTS type."""
        return 1 + 8 * HASHES.index(self.hash) + 4 * SIZES.index(self.n) + WIDTHS.index(self.w)

    @property
    def ls(self) -> int:
        """Bits that the checksum is shifted to the left (RFC 8554, appendix B)."""
        return 16 - self.w * (self.p - 8 * self.n // self.w)

    @property
    def p(self) -> int:
        """Chains of a one-time signature: digits of a hash and of its checksum (appendix B)."""
        u = 8 * self.n // self.w
        return u + -(-(((1 << self.w) - 1) * u).bit_length() // self.w)

    @property
    def key_bytes(self) -> int:
        """Bytes of a public key."""
        return 8 + I_BYTES + self.n

    @property
    def signature_bytes(self) -> int:
        """Bytes of a signature."""
        return 12 + self.n * (1 + self.p + self.h)

    def digest(self, *parts: bytes) -> bytes:
        """The hash of the parts, one behind the other."""
        text = b"".join(parts)
        if self.hash == "sha256":
            return hashlib.sha256(text).digest()[: self.n]
        return hashlib.shake_256(text).digest(self.n)

    def digits(self, Q: bytes) -> list[int]:  # noqa: N803
        """The digits of a hash and of its checksum (section 4.4)."""
        most = (1 << self.w) - 1

        def split(text: bytes) -> list[int]:
            value, bits = int.from_bytes(text, "big"), 8 * len(text)
            return [value >> bits - self.w - at & most for at in range(0, bits, self.w)]

        found = split(Q)
        total = sum(most - digit for digit in found)
        return (found + split((total << self.ls).to_bytes(2, "big")))[: self.p]


def of_types(lms_type: int, ots_type: int) -> Parameters:
    """The parameter set of two types; raises WrongSignature."""
    for name in HASHES:
        for n in SIZES:
            for h in HEIGHTS:
                for w in WIDTHS:
                    found = Parameters(name, n, h, w)
                    if (found.lms_type, found.ots_type) == (lms_type, ots_type):
                        return found
    raise WrongSignature(f"there is no LMS type {lms_type} with LM-OTS type {ots_type}")


def of_key(key: bytes) -> Parameters:
    """The parameter set of a public key; raises WrongSignature."""
    if len(key) < 8:
        raise WrongSignature(f"the key has {len(key)} bytes; its types alone have 8")
    found = of_types(int.from_bytes(key[:4], "big"), int.from_bytes(key[4:8], "big"))
    if len(key) != found.key_bytes:
        raise WrongSignature(f"the key has {len(key)} bytes, should be {found.key_bytes}")
    return found


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


_BYTES = tuple(bytes([j]) for j in range(256))


def chain(of: Parameters, start: bytes, value: bytes, first: int, last: int) -> bytes:
    """A chain from one digit on to another; start: I, q, and the chain's number."""
    if of.hash == "sha256":
        sha256, n = hashlib.sha256, of.n
        for j in _BYTES[first:last]:
            value = sha256(start + j + value).digest()[:n]
        return value
    for j in _BYTES[first:last]:
        value = of.digest(start, j, value)
    return value


def secrets(of: Parameters, I: bytes, q: int, seed: bytes) -> list[bytes]:  # noqa: E741, N803
    """The private key of one signature: where its chains begin (RFC 8554, appendix A)."""
    return [of.digest(I, _u32(q), i.to_bytes(2, "big"), b"\xff", seed) for i in range(of.p)]


def leaf(of: Parameters, I: bytes, q: int, ends: Sequence[bytes]) -> bytes:  # noqa: E741, N803
    """A leaf of the tree, from the ends of the chains of its one-time key."""
    K = of.digest(I, _u32(q), D_PBLK, *ends)  # noqa: N806
    return of.digest(I, _u32((1 << of.h) + q), D_LEAF, K)


def made_leaf(of: Parameters, I: bytes, q: int, seed: bytes) -> bytes:  # noqa: E741, N803
    """A leaf of the tree, from the seed of the private key."""
    ends = [
        chain(of, I + _u32(q) + i.to_bytes(2, "big"), x, 0, (1 << of.w) - 1)
        for i, x in enumerate(secrets(of, I, q, seed))
    ]
    return leaf(of, I, q, ends)


def node(of: Parameters, I: bytes, r: int, left: bytes, right: bytes) -> bytes:  # noqa: E741, N803
    """The node with that number of the tree, from its two children."""
    return of.digest(I, _u32(r), D_INTR, left, right)


def tree(of: Parameters, I: bytes, leaves: Sequence[bytes]) -> list[bytes]:  # noqa: E741, N803
    """All nodes of a tree by their numbers; number 1 is the root, number 0 is none."""
    nodes = [b""] * (1 << of.h) + list(leaves)
    for r in range((1 << of.h) - 1, 0, -1):
        nodes[r] = node(of, I, r, nodes[2 * r], nodes[2 * r + 1])
    return nodes


def path(of: Parameters, nodes: Sequence[bytes], q: int) -> list[bytes]:
    """What a signature with that index has of the tree: the other child of every node above it."""
    return [nodes[((1 << of.h) + q >> level) ^ 1] for level in range(of.h)]


def root(of: Parameters, I: bytes, q: int, leaf: bytes, path: Sequence[bytes]) -> bytes:  # noqa: E741, N803
    """The root above a leaf, with the other children on the way."""
    value, r = leaf, (1 << of.h) + q
    for other in path:
        pair = (other, value) if r & 1 else (value, other)
        r >>= 1
        value = node(of, I, r, *pair)
    return value


def public_key(of: Parameters, I: bytes, T1: bytes) -> bytes:  # noqa: E741, N803
    """The bytes of a public key (section 5.3)."""
    return _u32(of.lms_type) + _u32(of.ots_type) + I + T1


def sign(
    of: Parameters,
    I: bytes,  # noqa: E741, N803
    seed: bytes,
    q: int,
    C: bytes,  # noqa: N803
    message: bytes,
    path: Sequence[bytes],
) -> bytes:
    """The bytes of a signature (section 5.4); C: n random bytes.

    Whoever signs two messages with one q gives his private key away.
    """
    Q = of.digest(I, _u32(q), D_MESG, C, message)  # noqa: N806
    y = [
        chain(of, I + _u32(q) + i.to_bytes(2, "big"), x, 0, digit)
        for i, (x, digit) in enumerate(zip(secrets(of, I, q, seed), of.digits(Q), strict=True))
    ]
    return b"".join([_u32(q), _u32(of.ots_type), C, *y, _u32(of.lms_type), *path])


def _split(text: bytes, size: int) -> list[bytes]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def _parsed(key: bytes, signature: bytes) -> tuple[Parameters, bytes]:
    of = of_key(key)
    if len(signature) != of.signature_bytes:
        raise WrongSignature(
            f"the signature has {len(signature)} bytes, should be {of.signature_bytes}"
        )
    types = signature[8 + of.n * (1 + of.p) :][:4] + signature[4:8]
    if types != key[:8]:
        raise WrongSignature("the types in the signature are not those of the key")
    q = int.from_bytes(signature[:4], "big")
    if q >> of.h:
        raise WrongSignature(f"index {q} is past the {1 << of.h} of the tree")
    return of, key[8:24] + _u32(q) + D_MESG + signature[8 : 8 + of.n]


def verify(key: bytes, signature: bytes, message: bytes) -> None:
    """Raises WrongSignature, with the reason, if the signature is not the message's."""
    of, start = _parsed(key, signature)
    I, q = key[8:24], int.from_bytes(signature[:4], "big")  # noqa: E741, N806
    Q = of.digest(start, message)  # noqa: N806
    at = 8 + of.n
    y = _split(signature[at : at + of.n * of.p], of.n)
    ends = [
        chain(of, I + _u32(q) + i.to_bytes(2, "big"), value, digit, (1 << of.w) - 1)
        for i, (value, digit) in enumerate(zip(y, of.digits(Q), strict=True))
    ]
    others = _split(signature[at + of.n * of.p + 4 :], of.n)
    if root(of, I, q, leaf(of, I, q, ends), others) != key[24:]:
        raise WrongSignature("it is not a signature of this message under this key")
