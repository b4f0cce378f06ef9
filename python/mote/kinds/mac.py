"""Message authentication codes on a simulated CPU: vectors, constant time, and figures.

A code has PREFIX_init(cc, out_size, key, key_len), PREFIX(cc, data, len), PREFIX_close(cc, dst),
and PREFIX_check(cc, mac, mac_len), which says by its result whether a code is the right one
(mote/hmac.h).  Of HMAC, function.toml names the hash function as `base`.  Of a code that is
customized (KMAC), PREFIX_customize(cc, data, len) and PREFIX_key(cc, out_size, key, key_len) in
turn are in place of init; PREFIX_close_xof(cc, dst) gives output whose size is not authenticated.
"""

from __future__ import annotations

import csv
import dataclasses
import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from mote import native
from mote.building.image import Region
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
from mote.catalog import catalog
from mote.catalog.function import ApiCall, Function
from mote.catalog.vectors import VectorCount, generated
from mote.kinds import Kind
from mote.machines.call import Argument, CallResult

HARNESS = Path(native.__file__).parent / "mac_harness.c"

WRONG_MAC = -1
"""MOTE_HMAC_WRONG_MAC of mote/hmac.h, MOTE_KMAC_WRONG_MAC of mote/kmac128.h."""

SHORT_BYTES = 32
HALF_BLOCKS = 8
FIRST_ROWS = 8
LONGEST_CHECKED = 512
"""Bits of the longest code that a check compares (mote/kmac128.h)."""

"""Rows of every bench run."""


class MacCase(NamedTuple):
    """What a row of vectors/<function>.csv is made of: lengths in bytes, but for the digest's.

    customization_bytes, xof: of functions that are customized; xof: 1 where close_xof gives it.
    """

    number: int
    digest_bits: int
    key_bytes: int
    message_bytes: int
    customization_bytes: int = 0
    xof: int = 0


@dataclass(frozen=True)
class MacVector:
    """A key, a message, and the code."""

    number: int
    digest_bits: int
    key: bytes
    message: bytes
    mac: bytes
    customization: bytes = b""
    xof: bool = False


def columns(function: Function) -> tuple[str, ...]:
    """The columns of a function's file before the code: those of MacCase that it has."""
    names = MacCase._fields
    return names if function.hashing.customized else names[:4]


def _customized(function: Function, number: int) -> Iterator[MacCase]:
    """More rows of a function that is customized, from that number on.

    Lengths whose encoding takes a byte more, and those around a block that is full with what stands
    before them; outputs of more than a block.
    """
    main, block = function.main_size, function.block_bytes
    about = (1, 31, 32, block - 12, block - 11, block - 10, block, 2 * block + 1)
    for size in about:
        yield MacCase(number, main, 32, 3, size)
        number += 1
    for size in (31, 32, block - 6, block - 5, block - 4):
        yield MacCase(number, main, size, 3, 5)
        number += 1
    for bits in (8, main, 8 * block, 8 * block + 8, 2048, 4096):
        for xof in (0, 1):
            yield MacCase(number, bits, 32, block - 4 + xof, 7 * xof, xof)
            number += 1


def cases(function: Function) -> Iterator[MacCase]:
    """What the rows of vectors/<function>.csv are made of.

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
            yield MacCase(number, bits, key, size)
            number += 1
    if function.hashing.customized:
        yield from _customized(function, number)


def given(case: MacCase, mac: bytes = b"") -> MacVector:
    """A row with its contents (vectors/README.md)."""

    def content(what: str, size: int) -> bytes:
        return generated(what, case.number, size)

    return MacVector(
        case.number,
        case.digest_bits,
        content("key", case.key_bytes),
        content("message", case.message_bytes),
        mac,
        content("customization", case.customization_bytes),
        bool(case.xof),
    )


@functools.cache
def own(function: Function) -> tuple[MacVector, ...]:
    """The project's vectors of a code, from vectors/<function>.csv."""
    with function.vectors.open(newline="", encoding="utf-8") as stream:
        rows = csv.DictReader(line for line in stream if not line.startswith("#"))
        found = []
        for row in rows:
            case = MacCase(*(int(row[name]) for name in columns(function)))
            found.append(given(case, bytes.fromhex(row["mac"])))
        return tuple(found)


def start(session: Session, vector: MacVector, placement: Placement) -> int:
    """The address of a context in which the message was hashed under the key.  Raises Breach.

    A copy of the context goes on behind init where the placement wants a clone.
    """
    address = session.fresh(placement)
    if vector.customization:
        _customize(session, address, vector, placement)
    (key,) = session.arranged([("key", len(vector.key), False)], placement.data)
    session.machine.write(key.address, vector.key)
    values = {"cc": session.context(address), "key": key}
    numbers = {
        "out_size": Argument("unsigned", vector.digest_bits),
        "key_len": Argument("size", len(vector.key)),
    }
    if vector.customization:
        _beside(session, "key", [*values.values(), *numbers.values()], len(vector.key))
    else:
        session.api(0, {**values, **numbers}, len(vector.key))
    if placement.clone:
        address = session.clone(address, placement)
    for piece in _pieces(vector.message, placement.chunks, session.capacity):
        (data,) = session.arranged([("data", len(piece), False)], placement.data)
        session.machine.write(data.address, piece)
        size = Argument("size", len(piece))
        session.api(1, {"cc": session.context(address), "data": data, "len": size}, len(piece))
    return address


def _customize(session: Session, address: int, vector: MacVector, placement: Placement) -> None:
    """Start a context with a customization.  Raises Breach."""
    size = len(vector.customization)
    (data,) = session.arranged([("data", size, False)], placement.data)
    session.machine.write(data.address, vector.customization)
    _beside(session, "customize", [session.context(address), data, Argument("size", size)], size)


def _beside(
    session: Session, name: str, values: Sequence[Argument | Region], size: int = 0
) -> None:
    """Call a function that is beside those of the interface, with these arguments in turn.

    Of (cc, out_size, key, key_len) the numbers may stand behind the pointers.  Raises Breach.
    """
    if name == "key":
        cc, key, out_size, key_len = values
        values = (cc, out_size, key, key_len)
    arguments = [
        Argument("pointer", value.address) if isinstance(value, Region) else value
        for value in values
    ]
    regions = [value for value in values if isinstance(value, Region) and value.size]
    session.call(f"{session.implementation.prefix}_{name}", arguments, regions, size)


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


def close(
    session: Session, address: int, digest_bits: int, offset: int = 0, *, xof: bool = False
) -> bytes:
    """The code."""
    (dst,) = session.arranged([("dst", digest_bits // 8, True)], offset)
    session.machine.write(dst.address, pseudo_random("dirty", digest_bits // 8))
    if xof:
        _beside(session, "close_xof", [session.context(address), dst])
    else:
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
    mac = close(session, address, vector.digest_bits, placement.digest, xof=vector.xof)
    if mac != right:
        return f"the code is {mac.hex()}, should be {right.hex()}"
    if session.machine.read(address, len(zeros)) != zeros:
        return "close leaves something in the context"
    if vector.xof or vector.digest_bits > LONGEST_CHECKED:
        return ""
    # Of HMAC the first half of a code is one, too (RFC 2104, section 5).
    truncated = WRONG_MAC if session.implementation.function.hashing.customized else 0
    changed = bytearray(right)
    changed[number % len(right)] ^= 1 << number % 8
    half = len(right) - len(right) // 2
    for given_mac, wanted in (
        (right, 0),
        (bytes(changed), WRONG_MAC),
        (right[:half], truncated if half < len(right) else 0),
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
        if function.hashing.customized:
            vector = dataclasses.replace(vector, customization=secret_bytes(number, "S", key))
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
        own = "base" in table or table.get("customized")
        return "" if own else "lacks base, the hash function"

    def summary(self, function: Function) -> str:
        return f"codes of {catalog.digest_sizes(function)} bits, a key of any length"

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
        rows = own(function)
        if function.hashing.customized:
            return (*rows[:FIRST_ROWS], *rows[-12:-8])
        return rows[:FIRST_ROWS]

    def all_vectors(self, function: Function, thinned: int = 1) -> tuple[MacVector, ...]:
        return own(function)

    def has_all_vectors(self, function: Function) -> bool:
        found = [
            MacCase(
                *(each.number, each.digest_bits, len(each.key), len(each.message)),
                *(len(each.customization), int(each.xof)),
            )
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
            if not each.customization and not each.xof and each.digest_bits <= LONGEST_CHECKED
        ]


KIND = Mac()
