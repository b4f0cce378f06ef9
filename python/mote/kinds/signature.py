"""Verification of signatures (LMS) on a simulated CPU: vectors and figures.

A verifier has PREFIX_init(cc, key, key_len, signature, signature_len), PREFIX(cc, data, len), and
PREFIX_close(cc), which says by its result whether the signature is right (mote/lms.h).  Key and
signature are not copied: all three calls may read them.  function.toml names the hash function as
`base`.  Everything that is verified is public, so that nothing is held to constant time.
"""

from __future__ import annotations

import csv
import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mote import native
from mote.building.image import Region
from mote.calling.figures import PIECE_BYTES, Figures, pieces_of, slope
from mote.calling.session import Placement, Session, pseudo_random, variation
from mote.catalog.function import ApiCall, Function
from mote.catalog.vectors import VectorCount, generated
from mote.kinds import Kind
from mote.machines.call import Argument, CallResult

HARNESS = Path(native.__file__).parent / "signature_harness.c"

VALID = 0x3CA5
"""MOTE_LMS_VALID of mote/lms.h."""

SHORT_BYTES = 32
HALF_BLOCKS = 4

COLUMNS = ("number", "height", "index", "message_bytes")

IN_ONE_PIECE = Placement()

WORK = 8
"""Calls of init and close may take as many instructions as for so many bytes for each of a
signature: a chain of hashes is behind every 32 of them."""


@dataclass(frozen=True)
class SignatureVector:
    """A public key, and a signature of a message that is right."""

    number: int
    message: bytes
    key: bytes
    signature: bytes


def cases() -> Iterator[tuple[int, int, int, int]]:
    """What the rows of vectors/<function>.csv are made of: the values of COLUMNS.

    The first is the one that is measured.
    """
    yield from (
        (0, 10, 517, SHORT_BYTES),
        (1, 5, 0, 0),
        (2, 5, 31, 3),
        (3, 15, 0x5A5A, 65),
        (4, 20, (1 << 20) - 1, 200),
        (5, 25, 0x1234567, 129),
    )


@functools.cache
def own(function: Function) -> tuple[SignatureVector, ...]:
    """The project's vectors of a verifier, from vectors/<function>.csv."""
    with function.vectors.open(newline="", encoding="utf-8") as stream:
        rows = csv.DictReader(line for line in stream if not line.startswith("#"))
        return tuple(
            SignatureVector(
                int(row["number"]),
                generated("message", int(row["number"]), int(row["message_bytes"])),
                bytes.fromhex(row["key"]),
                bytes.fromhex(row["signature"]),
            )
            for row in rows
        )


def answer(
    session: Session,
    key: bytes,
    signature: bytes,
    message: bytes,
    placement: Placement = IN_ONE_PIECE,
) -> int:
    """What close says of a signature.  Raises Breach.

    With a length of 0 the pointer is null.
    """
    address = session.fresh(placement)
    most = session.capacity - len(key) - len(signature) - 4 * PIECE_BYTES
    pieces = list(_pieces(message, placement.chunks, most))
    room = max((len(each) for each in pieces), default=0)
    objects = [("key", len(key), False), ("signature", len(signature), False)]
    places = session.arranged([*objects, ("data", room, False)], placement.data)
    given = [each for each in places[:2] if each.size]
    for place, content in zip(places, (key, signature), strict=False):
        session.machine.write(place.address, content)
    init, update, close = (call.symbol for call in session.implementation.calls)

    def call(symbol: str, arguments: list[Argument], *more: Region, work: int = 0) -> None:
        context = session.context(address)
        pointer = Argument("pointer", context.address)
        session.call(symbol, [pointer, *arguments], [context, *given, *more], work)

    arguments = []
    for place in places[:2]:
        arguments.append(Argument("pointer", place.address if place.size else 0))
        arguments.append(Argument("size", place.size))
    call(init, arguments)
    for piece in pieces:
        data = Region("data", places[2].address, len(piece), False)
        session.machine.write(data.address, piece)
        where = Argument("pointer", data.address if piece else 0)
        more = [data] if piece else []
        call(update, [where, Argument("size", len(piece))], *more, work=len(piece))
    if placement.clone:
        address = session.clone(address, placement)
    call(close, [], work=WORK * len(signature))
    bits = 8 * session.cpu.abi.int_bytes
    result = session.machine.returned(bits // 8)
    return result - ((result >> (bits - 1)) << bits)


def _pieces(message: bytes, cuts: Sequence[int], most: int) -> Iterator[bytes]:
    """The message cut into pieces of these lengths, again and again; in one where there is none."""
    if not any(cuts):
        cuts = (most,)
    number = done = 0
    while done < len(message):
        size = min(cuts[number % len(cuts)], most)
        yield message[done : done + size]
        done += size
        number += 1


def wrong_ones(vector: SignatureVector) -> Iterator[tuple[str, bytes, bytes]]:
    """Keys and signatures that are none, refused before anything is hashed: what, and they."""
    key, signature = vector.key, vector.signature
    yield "no key", b"", signature
    yield "no signature", key, b""
    yield "neither", b"", b""
    yield "a key of 8 bytes", key[:8], signature
    yield "a truncated key", key[:-1], signature
    yield "an overlong key", key + key[-1:], signature
    yield "a signature of 8 bytes", key, signature[:8]
    yield "a truncated signature", key, signature[:-1]
    yield "an overlong signature", key, signature + signature[-1:]
    for at in (3, 7):
        for change in (0x01, 0x03, 0x08, 0x10, 0x80):
            yield "another type in the key", changed(key, at, change), signature
    for at in (0, 1, 2, 4, 5, 6):
        yield "a type of 32 bits in the key", changed(key, at, 1), signature
    for at in (*range(4, 8), *range(type_place(signature), type_place(signature) + 4)):
        yield "another type in the signature", key, changed(signature, at, 2)
    yield "an index past the tree", key, changed(signature, 0, 0x80)


def type_place(signature: bytes) -> int:
    """Where the LMS type stands in a signature of hashes of 32 bytes, digits of 8 bits."""
    return 8 + 32 * (1 + 34)


def changed(text: bytes, at: int, change: int) -> bytes:
    """The text with a byte changed."""
    return text[:at] + bytes([text[at] ^ change]) + text[at + 1 :]


def _run(session: Session, vector: SignatureVector) -> str:
    """What is wrong with the answers for a vector, or nothing."""
    placement = variation(vector.number, session.implementation.function.block_bytes)

    def asked(key: bytes, signature: bytes) -> int:
        return answer(session, key, signature, vector.message, placement)

    found = asked(vector.key, vector.signature)
    if found != VALID:
        return f"a signature that is right is answered with {found}, should be {VALID}"
    # A byte of C, y or the path: to find out takes as long as a right signature does.
    last = len(vector.signature) - 1
    at = (last, type_place(vector.signature) - 1, 8 + 32, 8)[vector.number % 4]
    for what, key, signature in (
        (f"byte {at} changed", vector.key, changed(vector.signature, at, 1)),
        *wrong_ones(vector),
    ):
        found = asked(key, signature)
        if found != 0:
            return f"{what} is answered with {found}, should be 0"
    return ""


def run_vectors(session: Session, chosen: Iterable[SignatureVector]) -> VectorCount:
    """Each signature verified, and refused where it is changed.  Raises Breach."""
    count = VectorCount()
    for vector in chosen:
        session.calls = []
        problem = _run(session, vector)
        count.passed += not problem
        count.failed += bool(problem)
        if problem and not count.first:
            count.first = f"row {vector.number}: {problem}"
    return count


def measure(session: Session) -> Figures:
    """long, block: a message block more; short: a whole verification of a message of 32 bytes.

    And in pieces, as a hash function.
    """
    function = session.implementation.function
    vector = own(function)[0]
    session.detail = True
    block = function.block_bytes

    def calls(size: int, chunks: tuple[int, ...] = (), *, whole: bool = False) -> list[CallResult]:
        session.calls = []
        message = vector.message if whole else pseudo_random("message", size)
        # What is measured of a longer message is what is appended to it: of another, no chain.
        key = vector.key if whole else b""
        answer(session, key, vector.signature, message, Placement(chunks=chunks))
        return list(session.calls)

    half = HALF_BLOCKS
    short = calls(SHORT_BYTES, whole=True)
    figures = slope(
        session.built.context_bytes,
        *(short, calls(half * block), calls(2 * half * block)),
        half,
        block,
    )
    before, counted = pieces_of(block)
    found = calls((before + counted) * PIECE_BYTES, (PIECE_BYTES,))
    # The last one says that the key is none.
    figures.add_pieces([found[-1 - counted : -1]])
    return figures


class Signature(Kind):
    """A verifier of signatures."""

    title = "a signature's verification"
    proved_by_calls = True
    results = "signatures"
    takes_secrets = False

    def jobs(self, function: Function) -> tuple[str, ...]:
        return ("firmware-signature",)

    def interface(self, function: Function) -> tuple[ApiCall, ...]:
        return (
            ApiCall("{prefix}_init", ("cc", "key", "key_len", "signature", "signature_len")),
            ApiCall("{prefix}", ("cc", "data", "len")),
            ApiCall("{prefix}_close", ("cc",)),
        )

    def guarded(self, function: Function) -> Mapping[str, int | str]:
        return {"data": "len", "key": "key_len", "signature": "signature_len"}

    def wrong(self, table: Mapping[str, Any]) -> str:
        return "" if "base" in table else "lacks base, the hash function"

    def summary(self, function: Function) -> str:
        return "verifies signatures of one tree"

    def example(self, function: Function) -> Sequence[tuple[str, str]]:
        name = function.identifier
        return (
            (f"{name}_context cc;", ""),
            ("static const unsigned char key[56] = {0}, signature[1452] = {0};", "put yours there"),
            (f"{name}_init(&cc, key, 56, signature, 1452);", "lengths in bytes"),
            (f'{name}(&cc, "abc", 3);', "as often as needed"),
            (f"if ({name}_close(&cc) == MOTE_LMS_VALID)", "no other number will do"),
            ("    return 1;", "start it"),
        )

    def bench_vectors(self, function: Function) -> tuple[SignatureVector, ...]:
        return own(function)[2:3]

    def all_vectors(self, function: Function, thinned: int = 1) -> tuple[SignatureVector, ...]:
        return own(function) if thinned == 1 else own(function)[2:3]

    def has_all_vectors(self, function: Function) -> bool:
        found = [
            (
                each.number,
                (len(each.signature) - type_place(each.signature) - 4) // 32,
                int.from_bytes(each.signature[:4], "big"),
                len(each.message),
            )
            for each in own(function)
        ]
        return found == list(cases())

    def run_vectors(self, session: Session, chosen: Iterable[SignatureVector]) -> VectorCount:
        return run_vectors(session, chosen)

    def constant_time(self, session: Session) -> str:
        return "what is verified is public: the time depends on the signature and the message"

    def measure(self, session: Session, *, lenient: bool = False) -> Figures:
        return measure(session)

    def sanitizer(self, function: Function) -> tuple[Path, Sequence[str]]:
        return HARNESS, [
            " ".join(
                [
                    each.message.hex() or "-",
                    key.hex() or "-",
                    f"{signature.hex() or '-'} {VALID if right else 0}\n",
                ]
            )
            for each in own(function)
            for right, (_, key, signature) in (
                (True, ("", each.key, each.signature)),
                *((False, wrong) for wrong in wrong_ones(each)),
            )
        ]


KIND = Signature()
