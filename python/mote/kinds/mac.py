"""Message authentication codes (HMAC) on a simulated CPU: vectors, constant time, and figures.

A code has PREFIX_init(cc, out_size, key, key_len), PREFIX(cc, data, len), PREFIX_close(cc, dst),
and PREFIX_check(cc, mac, mac_len), which says by its result whether a code is the right one
(mote/hmac.h).  function.toml names the hash function as `base`.
"""

from __future__ import annotations

import csv
import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mote import native
from mote.calling import session as sessions
from mote.calling.figures import PIECE_BYTES, Figures, pieces_of, slope
from mote.calling.session import (
    Placement,
    Session,
    contains,
    pieces,
    pseudo_random,
    secret_bytes,
    variation,
)
from mote.catalog.function import ApiCall, Function
from mote.catalog.vectors import VectorCount, generated
from mote.kinds import Kind
from mote.machines.call import Argument, CallResult

HARNESS = Path(native.__file__).parent / "mac_harness.c"

WRONG_MAC = -1
"""MOTE_HMAC_WRONG_MAC of mote/hmac.h."""

SHORT_BYTES = 32
HALF_BLOCKS = 8
FIRST_ROWS = 8
"""Rows of every bench run."""

COLUMNS = ("number", "digest_bits", "key_bytes", "message_bytes")


@dataclass(frozen=True)
class MacVector:
    """A key, a message, and the code."""

    number: int
    digest_bits: int
    key: bytes
    message: bytes
    mac: bytes


def cases(function: Function) -> Iterator[tuple[int, int, int, int]]:
    """What the rows of vectors/<function>.csv are made of: the values of COLUMNS.

    Keys and messages around the edges of a message block, and a key that is hashed first.
    """
    number = 0
    for bits in (function.main_size, *function.sizes):
        block, whole = function.block_of(bits), bits // 8
        # At the main digest size once as most are used, and once more with all lengths.
        keys = [0, whole, block, block + 1, 1, block - 1, 2 * block + 3, block + 17]
        sizes = [0, 3, block, 2 * block + 1, block - 1, 5 * block - 3, block + 1, block // 2]
        if bits == function.main_size and number:
            keys, sizes = [5, block + 5, 32, 32], [block - 8, block - 9, 17, 7 * block]
        elif bits != function.main_size:
            keys, sizes = keys[1:4], sizes[3:6]
        for key, size in zip(keys, sizes, strict=True):
            yield number, bits, key, size
            number += 1


def given(case: tuple[int, int, int, int], mac: bytes = b"") -> MacVector:
    """A row with its contents (vectors/README.md)."""
    number, bits, key, size = case
    return MacVector(
        number, bits, generated("key", number, key), generated("message", number, size), mac
    )


@functools.cache
def own(function: Function) -> tuple[MacVector, ...]:
    """The project's vectors of a code, from vectors/<function>.csv."""
    with function.vectors.open(newline="", encoding="utf-8") as stream:
        rows = csv.DictReader(line for line in stream if not line.startswith("#"))
        found = []
        for row in rows:
            number, bits, key, size = (int(row[name]) for name in COLUMNS)
            found.append(given((number, bits, key, size), bytes.fromhex(row["mac"])))
        return tuple(found)


def start(session: Session, vector: MacVector, placement: Placement) -> int:
    """The address of a context in which the message was hashed under the key.  Raises Breach.

    A copy of the context goes on behind init where the placement wants a clone.
    """
    address = session.fresh(placement)
    (key,) = session.arranged([("key", len(vector.key), False)], placement.data)
    session.machine.write(key.address, vector.key)
    values = {"cc": session.context(address), "key": key}
    numbers = {
        "out_size": Argument("unsigned", vector.digest_bits),
        "key_len": Argument("size", len(vector.key)),
    }
    session.api(0, {**values, **numbers}, len(vector.key))
    if placement.clone:
        address = session.clone(address, placement)
    for piece in _pieces(vector.message, placement.chunks, session.capacity):
        (data,) = session.arranged([("data", len(piece), False)], placement.data)
        session.machine.write(data.address, piece)
        size = Argument("size", len(piece))
        session.api(1, {"cc": session.context(address), "data": data, "len": size}, len(piece))
    return address


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


def close(session: Session, address: int, digest_bits: int, offset: int = 0) -> bytes:
    """The code."""
    (dst,) = session.arranged([("dst", digest_bits // 8, True)], offset)
    session.machine.write(dst.address, pseudo_random("dirty", digest_bits // 8))
    session.api(2, {"cc": session.context(address), "dst": dst})
    return session.machine.read(dst.address, digest_bits // 8)


def check(session: Session, address: int, mac: bytes, offset: int = 0) -> int:
    """The result of a comparison with a code."""
    (where,) = session.arranged([("mac", len(mac), False)], offset)
    session.machine.write(where.address, mac)
    values = {"cc": session.context(address), "mac": where}
    session.api(3, {**values, "mac_len": Argument("size", len(mac))})
    bits = 8 * session.cpu.abi.int_bytes
    result = session.machine.returned(bits // 8)
    return result - ((result >> (bits - 1)) << bits)


def _run(session: Session, vector: MacVector) -> str:
    """What is wrong with the code of a vector, or with what is said of codes; or nothing."""
    number, right = vector.number, vector.mac
    placement = variation(number, session.implementation.function.block_bytes)
    zeros = bytes(session.built.context_bytes)
    address = start(session, vector, placement)
    mac = close(session, address, vector.digest_bits, placement.digest)
    if mac != right:
        return f"the code is {mac.hex()}, should be {right.hex()}"
    if session.machine.read(address, len(zeros)) != zeros:
        return "close leaves something in the context"
    changed = bytearray(right)
    changed[number % len(right)] ^= 1 << number % 8
    half = len(right) - len(right) // 2
    for given_mac, wanted in (
        (right, 0),
        (bytes(changed), WRONG_MAC),
        (right[:half], 0),
        (right[: half - 1], WRONG_MAC),
        (right + right[:1], WRONG_MAC),
        (b"", WRONG_MAC),
    ):
        # The last three are about lengths alone.
        if number % 3 and len(given_mac) != len(right):
            continue
        address = start(session, vector, placement)
        found = check(session, address, given_mac, placement.digest)
        if found != wanted:
            what = "right" if given_mac == right else "changed"
            if len(given_mac) != len(right):
                what = f"of {len(given_mac)} bytes instead of {len(right)}"
            return f"a code that is {what} is answered with {found}, should be {wanted}"
        if session.machine.read(address, len(zeros)) != zeros:
            return "check leaves something in the context"
        # Who is told that a code is wrong must not find the right one.
        if contains(session.machine.left(), pieces(right)):
            return "check leaves a part of the right code below the stack pointer"
    return ""


def run_vectors(session: Session, chosen: Iterable[MacVector]) -> VectorCount:
    """Each message in another way: its code is made, and compared.  Raises Breach."""
    count = VectorCount()
    for vector in chosen:
        session.calls = []
        problem = _run(session, vector)
        count.passed += not problem
        count.failed += bool(problem)
        if problem and not count.first:
            count.first = f"row {vector.number}, {vector.digest_bits} bits: {problem}"
    return count


def constant_time(session: Session) -> str:
    """Where the run depends on key, message or code; empty when it does not."""
    function = session.implementation.function
    bits, block = function.main_size, function.block_of(function.main_size)
    whole, in_pieces = Placement(), Placement(chunks=sessions.SECRET_PIECES)

    def one(number: int, key: int, size: int, place: Placement, part: int) -> None:
        content = secret_bytes(number, "key", key), secret_bytes(number, "message", size)
        vector = MacVector(0, bits, *content, b"")
        right = close(session, start(session, vector, place), bits)
        # Guesses that are wrong at another byte each time, the first and the last among them.
        guess = bytearray(right)
        if number != 1:
            guess[-number] ^= 1 << number
        check(session, start(session, vector, place), bytes(guess[: len(right) - part]))

    def group(
        key: int, size: int, contents: int, place: Placement = whole, part: int = 0
    ) -> list[Callable[[], object]]:
        given = (key, size, place, part)
        return [functools.partial(one, number, *given) for number in range(contents)]

    return sessions.first_found(
        session,
        "the key, the message or the code",
        group(45, 45, sessions.FEW, part=bits // 16),
        group(block - 1, block - 1, sessions.FEW + 1),
        group(block + 5, block + 5, sessions.FEW + 1),
        group(7, 256 + block // 2, sessions.FEW, in_pieces),
    )


def _whole(session: Session, size: int, chunks: tuple[int, ...] = ()) -> list[CallResult]:
    """The calls for the code of a message of so many bytes under a key of 32."""
    bits = session.implementation.function.main_size
    message = pseudo_random("message", size)
    vector = MacVector(0, bits, pseudo_random("key", SHORT_BYTES), message, b"")
    session.calls = []
    close(session, start(session, vector, Placement(chunks=chunks)), bits)
    return list(session.calls)


def measure(session: Session) -> Figures:
    """long, block: a message block more; short: a key of 32 bytes, a message of 32 and the code.

    And in pieces, as a hash function.
    """
    function = session.implementation.function
    session.detail = True
    block = function.block_of(function.main_size)
    half = min(HALF_BLOCKS, session.capacity // block // 2)
    short, less, more = (
        _whole(session, size) for size in (SHORT_BYTES, half * block, 2 * half * block)
    )
    figures = slope(session.built.context_bytes, short, less, more, half, block)
    before, counted = pieces_of(block)
    calls = _whole(session, (before + counted) * PIECE_BYTES, (PIECE_BYTES,))
    # The last one makes the code.
    figures.add_pieces([calls[-1 - counted : -1]])
    return figures


class Mac(Kind):
    """A message authentication code."""

    title = "a message authentication code"
    proved_by_calls = True
    has_places = True
    results = "codes"

    def jobs(self, function: Function) -> tuple[str, ...]:
        return ("mac",)

    def interface(self, function: Function) -> tuple[ApiCall, ...]:
        return (
            ApiCall("{prefix}_init", ("cc", "out_size", "key", "key_len")),
            ApiCall("{prefix}", ("cc", "data", "len")),
            ApiCall("{prefix}_close", ("cc", "dst")),
            ApiCall("{prefix}_check", ("cc", "mac", "mac_len")),
        )

    def guarded(self, function: Function) -> Mapping[str, int | str]:
        return {"key": "key_len", "data": "len", "dst": "out_size / 8", "mac": "mac_len"}

    def wrong(self, table: Mapping[str, Any]) -> str:
        return "" if "base" in table else "lacks base, the hash function"

    def summary(self, function: Function) -> str:
        sizes = ", ".join(map(str, function.sizes))
        return f"codes of {sizes} bits, a key of any length"

    def example(self, function: Function) -> Sequence[tuple[str, str]]:
        name, bits = function.identifier, function.main_size
        return (
            (f"{name}_context cc;", ""),
            (f"unsigned char mac[{bits // 8}];", ""),
            (f'{name}_init(&cc, {bits}, "key", 3);', "digest size in bits; the key"),
            (f'{name}(&cc, "abc", 3);', "as often as needed; length in bytes"),
            (f"{name}_close(&cc, mac);", f"writes {bits} / 8 = {bits // 8} bytes"),
        )

    def bench_vectors(self, function: Function) -> tuple[MacVector, ...]:
        return own(function)[:FIRST_ROWS]

    def all_vectors(self, function: Function, thinned: int = 1) -> tuple[MacVector, ...]:
        return own(function)

    def has_all_vectors(self, function: Function) -> bool:
        found = [
            (each.number, each.digest_bits, len(each.key), len(each.message))
            for each in own(function)
        ]
        return found == list(cases(function))

    def run_vectors(self, session: Session, chosen: Iterable[MacVector]) -> VectorCount:
        return run_vectors(session, chosen)

    def constant_time(self, session: Session) -> str:
        return constant_time(session)

    def measure(self, session: Session, *, lenient: bool = False) -> Figures:
        return measure(session)

    def sanitizer(self, function: Function) -> tuple[Path, Sequence[str]]:
        return HARNESS, [
            f"{each.digest_bits} {each.key.hex() or '-'} {each.message.hex() or '-'} "
            f"{each.mac.hex()}\n"
            for each in own(function)
        ]


KIND = Mac()
