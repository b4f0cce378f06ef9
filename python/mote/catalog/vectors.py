"""Messages and their digests: our own vectors, and files in the NIST format.

Which lengths the vectors have follows from the facts in the function's function.toml: `cases`.
vectors/make.py writes a file of them, `own` reads it.
"""

from __future__ import annotations

import csv
import functools
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from mote.catalog.function import Function
from mote.common.errors import MoteError
from mote.common.paths import ROOT

LENGTHS = ROOT / "vectors" / "all_lengths.csv"
"""One digest of many digests for each function and digest size (vectors/README.md)."""

ALL_LENGTHS = 2048
"""Messages of fewer bits than this, of every length, are behind the rows of LENGTHS."""

THIN_STEP = 61
"""Of these lengths every so many-th, for what is slow.  Prime, so that every number of bits in the
last byte and every place in a block comes up."""

THIN_BYTES = 7
"""The same in bytes, for functions of whole bytes."""

NO_ITEMS = "none"
"""In place of the lengths of a tuple's strings."""

CARRY_BLOCKS = 4
"""Message blocks that are hashed before the counter is raised: its place in the context is found
by how it changes with each of them."""

CARRYING = 6
"""Messages for functions with small addends: of each of the last three subkeys, its number carries
when it is added first, or last."""

LONG_BYTES = (1 << 8, 1 << 12, 1 << 13, 1 << 16)
"""Lengths at which a number of bits, bytes or blocks no longer fits 8 or 16 bits (2^13 bytes are
2^16 bits), or a buffer of a page is full."""


@dataclass(frozen=True)
class Case:
    """What a row of vectors/<function>.csv is a digest of.

    A message of `bits` bits from the generator; key_bytes and personalization_bytes: of Skein, 0
    for none; name_bytes and customization_bytes: of functions that have them, 0 for none; domain:
    a domain separation byte, 0 for that of init.  tree_block_bytes: of a block that a tree
    hashes, 0 for that of init.  xof: output whose size is not hashed,
    or that is read in pieces.  Where the key has one length, a customization is the context string
    of a key derivation.
    items: of tuples, the lengths in bytes of the strings that the message is cut into, with a space
    between them; NO_ITEMS for a tuple of none; empty where the message is strings encoded already.
    carry: 0, or the counter of what was hashed is raised after CARRY_BLOCKS message blocks, by as
    much as makes the message up to the end of the second block after it one of 2^carry bits.
    ones: at the same time every bit of the chaining value is set to 1.
    carrying: 0, or the message is not the generator's but one in which a small addend carries into
    every bit of a word, the so-manieth of CARRYING.
    """

    digest_bits: int
    bits: int
    key_bytes: int = 0
    personalization_bytes: int = 0
    carry: int = 0
    ones: bool = False
    carrying: int = 0
    name_bytes: int = 0
    customization_bytes: int = 0
    domain: int = 0
    tree_block_bytes: int = 0
    xof: bool = False
    items: str = ""

    @property
    def item_bytes(self) -> list[int]:
        """The lengths of the strings."""
        return [] if self.items == NO_ITEMS else [int(word) for word in self.items.split()]


@dataclass(frozen=True)
class Vector:
    """A case, with its message and its digest.

    In a partial last byte the message is in the high bits; the other bits are arbitrary.
    chaining_value: of Case.ones, what the bits were before; otherwise empty.
    """

    case: Case
    message: bytes
    digest: bytes
    chaining_value: bytes = b""

    @property
    def digest_bits(self) -> int:
        return self.case.digest_bits

    @property
    def bits(self) -> int:
        return self.case.bits


@dataclass(frozen=True)
class LengthsVector:
    """The SHA-256 of the digests of the messages of 0, step, 2 step ... bits, below ALL_LENGTHS."""

    digest_bits: int
    step: int
    digest: bytes

    @property
    def lengths(self) -> range:
        return range(0, ALL_LENGTHS, self.step)


@dataclass
class VectorCount:
    """How many vectors came out right; `first` names the first that did not."""

    passed: int = 0
    failed: int = 0
    first: str = ""


@functools.cache
def message(bits: int) -> bytes:
    """The generated message of `bits` bits: SHAKE128 of "mote/<bits>" (vectors/README.md)."""
    return hashlib.shake_128(f"mote/{bits}".encode()).digest((bits + 7) // 8)


def generated(what: str, number: int, size: int) -> bytes:
    """`size` bytes of SHAKE128 of "mote/<what>/<number>" (vectors/README.md)."""
    return hashlib.shake_128(f"mote/{what}/{number}".encode()).digest(size)


def boundaries(function: Function, digest_bits: int, blocks: int) -> list[int]:
    """The lengths in bits at which a message fills so many blocks in one or another way.

    It fills them wholly; it leaves room for just the length; or for just the padding, behind which
    code goes on in another way (in BLAKE the last bit before the length may fall into the first
    byte of the padding).
    """
    full = 8 * blocks * function.block_of(digest_bits)
    return sorted(
        {full, full - 8 * function.hashing.length_bytes, full - function.hashing.padding_bits}
    )


def _around(points: Iterable[int], steps: Iterable[int]) -> set[int]:
    """The lengths at those distances in bits from each point, and from the whole byte below it."""
    steps = tuple(steps)
    return {base + step for point in points for base in (point, point // 8 * 8) for step in steps}


def lengths(function: Function, digest_bits: int) -> list[int]:
    """The message lengths in bits that a digest size is tested at, by what the function is."""
    block = 8 * function.block_of(digest_bits)
    if function.hashing.any_digest and digest_bits != function.main_size:
        # Blocks and padding do not depend on the digest size here.
        wanted = {0, 8, block - 8, block, block + 8}
        return sorted(wanted | {block - 1, block + 1} if function.hashing.bit_messages else wanted)
    near = [at for blocks in (1, 2) for at in boundaries(function, digest_bits, blocks)]
    wanted = {*range(18), 256, 3 * block - 8, 3 * block, 3 * block + 8}
    if digest_bits != function.main_size:
        wanted |= _around(near, (-8, -1, 0, 1, 8)) | {4 * block + 3, 4 * block + 8}
    else:
        wanted |= _around(near, (*range(-9, 10), -16, 16))
        wanted |= _around(boundaries(function, digest_bits, 3), (-8, 0, 8))
        wanted |= {5 * block + 5, 9 * block + 8}
        for size in LONG_BYTES:
            wanted |= {8 * size - 8, 8 * size, 8 * size + 8}
        for size in LONG_BYTES[:-1]:
            wanted |= {8 * size - 1, 8 * size + 1}
        chunk = function.facts.get("chunk_bytes", 0)
        if chunk:
            wanted |= {8 * (2 * chunk + step) for step in (-1, 0, 1)} | {8 * (3 * chunk - 1)}
    return sorted(n for n in wanted if n >= 0 and (function.hashing.bit_messages or n % 8 == 0))


def extra_digests(function: Function) -> list[int]:
    """Digest sizes in bits beside the function's selection: wherever the output goes on.

    Around the ends of one and two outputs of the compression function or permutation, or every
    size where there are few.
    """
    if not function.hashing.any_digest:
        return []
    if function.hashing.largest_digest:
        sizes = set(range(8, function.hashing.largest_digest + 1, 8))
    else:
        rate = 8 * function.hashing.output_bytes
        sizes = {8, *(n * rate + step for n in (1, 2) for step in (-8, 0, 8)), 3 * rate}
    return sorted(sizes - set(function.sizes))


def carries(function: Function) -> list[int]:
    """The exponents of Case.carry, in ascending order.

    Where a number of bits, of bytes or of message blocks goes beyond one more word of 16 bits,
    whichever of them an implementation counts; in the function's own unit, beyond one more byte.
    """
    if not function.hashing.counter_bits:
        return []
    units = unit_shifts(function)
    own_shift = units[function.hashing.counter_unit]
    end = function.hashing.counter_bits + own_shift
    wanted = {own_shift + n for n in range(16, function.hashing.counter_bits, 8)}
    for shift in units.values():
        wanted |= {shift + n for n in range(16, function.hashing.counter_bits, 16)}
    return sorted(n for n in wanted if n < end)


def unit_shifts(function: Function) -> dict[str, int]:
    """By unit of a counter: the binary logarithm of the bits that it has."""
    return {"bits": 0, "bytes": 3, "blocks": (8 * function.block_bytes).bit_length() - 1}


def raised_bits(function: Function, carry: int) -> int:
    """How many bits of a message the counter is raised by, for Case.carry."""
    return (1 << carry) - (CARRY_BLOCKS + 2) * 8 * function.block_bytes


def cases(function: Function) -> Iterator[Case]:
    """Everything that vectors/<function>.csv has a digest of, by what the function is."""
    main, block = function.main_size, function.block_bytes
    for size in function.sizes:
        for bits in lengths(function, size):
            yield Case(size, bits)
    for size in extra_digests(function):
        for bits in (0, 8 * block + 8):
            yield Case(size, bits)
    if function.hashing.keyed:
        about = (1, block - 1, block, block + 1, 2 * block, 2 * block + 1)
        for size in about:
            yield Case(main, 24, key_bytes=size)
            yield Case(main, 24, personalization_bytes=size)
        yield Case(main, 0, key_bytes=block)
        yield Case(main, 0, personalization_bytes=block)
        yield Case(main, 8 * block + 8, key_bytes=block // 2, personalization_bytes=block + 5)
        yield Case(main + 8, 24, key_bytes=block + 1, personalization_bytes=1)
    if function.hashing.customized:
        yield from _customized(function)
    if function.hashing.key_bytes:
        yield from _keyed(function)
    if function.hashing.domains:
        for domain in (1, 2, 6, 7, 11, 0x20, 0x7F):
            yield Case(main, 24, domain=domain)
            yield Case(main, 8 * block - 8, domain=domain)
    if function.hashing.tuples:
        yield from _tuples(function)
    if function.hashing.parallel:
        yield from _blocks(function)
    if function.hashing.small_addends:
        for number in range(1, CARRYING + 1):
            yield Case(main, 8 * block, carrying=number)
    carried = carries(function)
    for carry in carried:
        bits = 8 * ((CARRY_BLOCKS + 3) * block + 3)
        yield Case(main, bits, carry=carry)
        if function.hashing.small_addends and carry in (carried[0], carried[-1]):
            yield Case(main, bits, carry=carry, ones=True)


def _customized(function: Function) -> Iterator[Case]:
    """Cases with a name or a customization: lengths whose encodings take one byte more, and those
    around a block that is full with what stands before them.
    """
    main, block = function.main_size, function.block_bytes
    most = function.facts.get("largest_customization", 2 * block + 1)
    about = {1, block - 8, block - 7, block - 6, block - 1, block, block + 1, 2 * block + 1}
    sizes = sorted(size for size in about | {31, 32, most} if 0 < size <= most)
    for size in sizes:
        yield Case(main, 24, customization_bytes=size)
        if function.hashing.named:
            yield Case(main, 24, name_bytes=size)
    yield Case(main, 0, customization_bytes=5)
    yield Case(main, 8 * block, customization_bytes=block // 2)
    named = 3 if function.hashing.named else 0
    yield Case(main, 8 * block + 8, name_bytes=named, customization_bytes=block // 4)
    if function.hashing.bit_messages:
        yield Case(main, 8 * block - 3, name_bytes=named, customization_bytes=6)
    chunk = function.facts.get("chunk_bytes", 0)
    for size in (chunk - 3, chunk - 1, chunk) if chunk else ():
        # Where a customization goes on in another chunk, or its length does.
        yield Case(main, 8 * size, customization_bytes=1)
    if function.hashing.any_digest:
        yield Case(main + 8, 24, name_bytes=named, customization_bytes=2)


def _keyed(function: Function) -> Iterator[Case]:
    """Keyed and derived, of some blocks, chunks, and levels of a tree; and read in pieces."""
    main, block = function.main_size, function.block_bytes
    chunk = function.facts["chunk_bytes"]
    sizes = (
        0,
        3,
        block,
        block + 1,
        chunk - 1,
        chunk,
        chunk + 1,
        2 * chunk,
        3 * chunk + block,
        8 * chunk,
    )
    for size in sizes:
        yield Case(main, 8 * size, key_bytes=function.hashing.key_bytes)
        yield Case(main, 8 * size, customization_bytes=31)
    for size in (1, block - 1, block, block + 1, chunk, chunk + 1):
        yield Case(main, 24, customization_bytes=size)
    for size in (0, 3, chunk, chunk + 1, 5 * chunk - 1):
        yield Case(8 * 200, 8 * size, xof=True)
    yield Case(8 * 200, 24, key_bytes=function.hashing.key_bytes, xof=True)
    yield Case(8 * 200, 24, customization_bytes=31, xof=True)


def _tuples(function: Function) -> Iterator[Case]:
    """Tuples: of no strings, of empty ones, and of lengths whose encodings take one byte more."""
    main, block = function.main_size, function.block_bytes
    for xof in (False, True):
        yield Case(main, 0, items=NO_ITEMS, xof=xof)
        yield Case(main, 8 * 15, items="3 6 6", xof=xof)
    for sizes in (
        *((0,), (0, 0), (31,), (32,), (31, 0, 32), (1,) * 40),
        *((block - 2,), (block - 1, 1), (block, block - 3), (8191, 3), (8192,)),
    ):
        yield Case(main, 8 * sum(sizes), items=" ".join(map(str, sizes)))
    yield Case(main, 8 * 70, items="30 40", customization_bytes=21)
    for size in (*sorted(set(function.sizes) - {main}), main + 8):
        yield Case(size, 8 * 9, items="4 5", customization_bytes=3, xof=size > main)


def _blocks(function: Function) -> Iterator[Case]:
    """Trees with other blocks: of few bytes, around the sponge's, and of lengths of three bytes."""
    main, block = function.main_size, function.block_bytes
    for size in (1, 7, 8, block - 1, block, block + 1, 255, 256):
        for length in sorted({0, 1, size - 1, size, size + 1, 3 * size}):
            yield Case(main, 8 * length, tree_block_bytes=size)
    # Numbers of blocks, and bytes of a block, with one more byte
    yield Case(main, 8 * 255, tree_block_bytes=1)
    yield Case(main, 8 * 256, tree_block_bytes=1)
    yield Case(main, 8 * 300, tree_block_bytes=65535)
    for xof in (False, True):
        yield Case(main, 8 * 24, tree_block_bytes=8, xof=xof, customization_bytes=13)
        yield Case(main, 24, xof=xof)
    for size in (*sorted(set(function.sizes) - {main}), main + 8):
        yield Case(size, 8 * 72, tree_block_bytes=12, customization_bytes=3, xof=size > main)


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(line for line in stream if not line.startswith("#")))


@functools.cache
def own(function: Function) -> tuple[Vector, ...]:
    """The project's vectors of a function, from vectors/<function>.csv."""
    found = []
    for row in _rows(function.vectors):
        case = Case(
            int(row["digest_bits"]),
            int(row["message_bits"]),
            int(row.get("key_bytes") or 0),
            int(row.get("personalization_bytes") or 0),
            int(row.get("carry") or 0),
            bool(row.get("chaining_value")),
            int(row.get("carrying") or 0),
            int(row.get("name_bytes") or 0),
            int(row.get("customization_bytes") or 0),
            int(row.get("domain") or 0),
            int(row.get("tree_block_bytes") or 0),
            bool(row.get("xof")),
            row.get("items") or "",
        )
        text = bytes.fromhex(row.get("message") or "") or message(case.bits)
        before = bytes.fromhex(row.get("chaining_value") or "")
        found.append(Vector(case, text, bytes.fromhex(row["digest"]), before))
    return tuple(found)


def plain(function: Function) -> tuple[Vector, ...]:
    """Those of them that are digests of a message alone: no key, no counter that was raised."""
    return tuple(v for v in own(function) if v.case == Case(v.digest_bits, v.bits))


@functools.cache
def all_lengths(function: Function) -> tuple[LengthsVector, ...]:
    """The function's rows of vectors/all_lengths.csv."""
    return tuple(
        LengthsVector(int(row["digest_bits"]), int(row["step"]), bytes.fromhex(row["sha256"]))
        for row in _rows(LENGTHS)
        if row["function"] == function.name
    )


def length_steps(function: Function) -> tuple[int, ...]:
    """The steps of the rows of vectors/all_lengths.csv, in bits.

    Every length; every whole byte, which is what most other programs hash; and few of them.
    """
    return (1, 8, THIN_STEP) if function.hashing.bit_messages else (8, 8 * THIN_BYTES)


def read_kat(path: Path) -> Iterator[tuple[bytes, int]]:
    """The messages of a file in the NIST format, as (bytes, length in bits).

    Lines `Len = N` and `Msg = HEX` in this order; other lines are passed over.  Raises MoteError
    with the line's number when one of the two is missing, or the message is not hexadecimal or
    not as long as its length says (the empty one may be written 00), and for a file that cannot
    be read.
    """
    bits, since = None, 0
    try:
        stream = path.open(encoding="ascii", errors="replace")
    except OSError as error:
        raise MoteError(f"{path}: {error.strerror or error}") from None
    with stream:
        for number, line in enumerate(stream, 1):
            match = re.match(r"\s*(Len|Msg)\s*=\s*(\S*)\s*$", line)
            if not match:
                continue
            if match[1] == "Len":
                if bits is not None:
                    raise MoteError(f"{path}:{since}: Len without a Msg behind it")
                if not re.fullmatch("[0-9]{1,15}", match[2]):
                    raise MoteError(f"{path}:{number}: Len is not a number of bits: {match[2]!r}")
                bits, since = int(match[2]), number
                continue
            if bits is None:
                raise MoteError(f"{path}:{number}: Msg without a Len before it")
            try:
                data = bytes.fromhex(match[2])
            except ValueError:
                raise MoteError(f"{path}:{number}: Msg is not hexadecimal") from None
            if len(data) * 8 < bits:
                raise MoteError(f"{path}:{number}: Msg has fewer than {bits} bits")
            if len(data) > max(1, (bits + 7) // 8):
                raise MoteError(f"{path}:{number}: Msg has more than {bits} bits")
            yield data[: (bits + 7) // 8], bits
            bits = None
    if bits is not None:
        raise MoteError(f"{path}:{since}: Len without a Msg behind it")
