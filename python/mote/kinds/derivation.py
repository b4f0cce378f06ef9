"""Key derivation (HKDF) on a simulated CPU: vectors, constant time, and figures.

A derivation has PREFIX_extract(out_size, salt, salt_len, secret, secret_len, prk) and
PREFIX_expand(out_size, prk, prk_len, info, info_len, dst, len), which says by its result whether
there are so many bytes (mote/hkdf.h).  There is no context.  function.toml names the HMAC as
`base`.
"""

from __future__ import annotations

import csv
import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mote import native
from mote.calling import session as sessions
from mote.calling.figures import Figures, slope
from mote.calling.session import Session, contains, pieces, pseudo_random, secret_bytes
from mote.catalog.function import ApiCall, Function
from mote.catalog.vectors import VectorCount, generated
from mote.common.differing import differing
from mote.kinds import Kind
from mote.machines.call import Argument, CallResult

HARNESS = Path(native.__file__).parent / "derivation_harness.c"

WRONG_LENGTH = -1
"""MOTE_HKDF_WRONG_LENGTH of mote/hkdf.h."""

MOST_BLOCKS = 255

SHORT_BYTES = 32
HALF_BLOCKS = 4

COLUMNS = ("number", "digest_bits", "salt_bytes", "secret_bytes", "info_bytes", "bytes")


@dataclass(frozen=True)
class DerivationVector:
    """What goes in; the key that is extracted; and the bytes that it is expanded to."""

    number: int
    digest_bits: int
    salt: bytes
    secret: bytes
    info: bytes
    prk: bytes
    output: bytes


def cases(function: Function) -> Iterator[tuple[int, ...]]:
    """What the rows of vectors/<function>.csv are made of: the values of COLUMNS."""
    number = 0
    for bits in sorted(function.sizes, key=lambda each: each != function.main_size):
        size = bits // 8
        for case in (
            (0, 32, 0, size),
            (16, 22, 10, 2 * size + 1),
            (size, 80, 33, 1),
            (150, 1, 80, 3 * size),
            (1, 0, 1, size - 1),
            (13, 150, 150, size + 1),
        ):
            yield (number, bits, *case)
            number += 1


def given(case: Sequence[int], prk: bytes = b"", output: bytes = b"") -> DerivationVector:
    """A row with its contents (vectors/README.md); the output's length is the caller's concern."""
    number, bits, salt, secret, info, _ = case
    return DerivationVector(
        number,
        bits,
        generated("salt", number, salt),
        generated("secret", number, secret),
        generated("info", number, info),
        prk,
        output,
    )


@functools.cache
def own(function: Function) -> tuple[DerivationVector, ...]:
    """The project's vectors of a derivation, from vectors/<function>.csv."""
    with function.vectors.open(newline="", encoding="utf-8") as stream:
        rows = csv.DictReader(line for line in stream if not line.startswith("#"))
        return tuple(
            given(
                [int(row[name]) for name in COLUMNS],
                bytes.fromhex(row["prk"]),
                bytes.fromhex(row["output"]),
            )
            for row in rows
        )


def extract(
    session: Session,
    digest_bits: int,
    salt: bytes,
    secret: bytes,
    offset: int = 0,
    *,
    in_place: bool = False,
) -> bytes:
    """The key that is extracted; in_place: it is written over the secret.  Raises Breach."""
    size = digest_bits // 8
    room = max(size, len(secret)) if in_place else len(secret)
    objects = [("salt", len(salt), False), ("secret", room, in_place)]
    objects += [] if in_place else [("prk", size, True)]
    places = session.arranged(objects, offset)
    target = places[-1]
    session.machine.write(target.address, pseudo_random("dirty", target.size))
    session.machine.write(places[0].address, salt)
    session.machine.write(places[1].address, secret)
    values = {"salt": places[0], "secret": places[1], "prk": target}
    numbers = {
        "out_size": Argument("unsigned", digest_bits),
        "salt_len": Argument("size", len(salt)),
        "secret_len": Argument("size", len(secret)),
    }
    session.api(0, {**values, **numbers}, len(salt) + len(secret))
    return session.machine.read(target.address, size)


def expand(
    session: Session, digest_bits: int, prk: bytes, info: bytes, size: int, offset: int = 0
) -> tuple[int, bytes]:
    """The result of a request for so many bytes, and they.  Raises Breach.

    Of a size that there is not nothing may be written at all.
    """
    room = size if size <= MOST_BLOCKS * (digest_bits // 8) else 0
    objects = [("prk", len(prk), False), ("info", len(info), False), ("dst", room, True)]
    places = session.arranged(objects, offset)
    for where, content in zip(places, (prk, info, pseudo_random("dirty", room)), strict=True):
        session.machine.write(where.address, content)
    values = {"prk": places[0], "info": places[1], "dst": places[2]}
    numbers = {
        "out_size": Argument("unsigned", digest_bits),
        "prk_len": Argument("size", len(prk)),
        "info_len": Argument("size", len(info)),
        "len": Argument("size", size),
    }
    session.api(1, {**values, **numbers}, len(prk) + len(info) + 4 * size)
    bits = 8 * session.cpu.abi.int_bytes
    result = session.machine.returned(bits // 8)
    result -= (result >> (bits - 1)) << bits
    return result, session.machine.read(places[2].address, room)


def _run(session: Session, vector: DerivationVector) -> str:
    """What is wrong with what comes of a vector, or nothing."""
    bits, offset = vector.digest_bits, vector.number % 4
    in_place = vector.number % 2 == 1
    prk = extract(session, bits, vector.salt, vector.secret, offset, in_place=in_place)
    if prk != vector.prk:
        return f"the key is {prk.hex()}, should be {vector.prk.hex()}"
    wanted = vector.output
    result, output = expand(session, bits, prk, vector.info, len(wanted), offset)
    if result != 0:
        return f"expand of {len(wanted)} bytes returns {result}, should be 0"
    if output != wanted:
        return f"the output of expand {differing(output, wanted)}"
    # The last digest is hashed no more, so that only expand itself had it.
    last = wanted[(len(wanted) - 1) // (bits // 8) * (bits // 8) :]
    if contains(session.machine.left(), pieces(last)):
        return "expand leaves a part of its output below the stack pointer"
    most = MOST_BLOCKS * (bits // 8)
    result, _ = expand(session, bits, prk, vector.info, most + 1, offset)
    if result != WRONG_LENGTH:
        return f"expand of {most + 1} bytes returns {result}, should be {WRONG_LENGTH}"
    return ""


def run_vectors(session: Session, chosen: Iterable[DerivationVector]) -> VectorCount:
    """Each key extracted and expanded, placed in another way.  Raises Breach."""
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
    """Where the run depends on secret, salt, key or info; empty when it does not."""
    bits = session.implementation.function.main_size

    def one(number: int, size: int) -> None:
        salt, secret, prk, info = (
            secret_bytes(number, what, size) for what in ("salt", "secret", "prk", "info")
        )
        extract(session, bits, salt, secret)
        expand(session, bits, prk, info, bits // 8 + 3)

    return sessions.first_found(
        session,
        "the secret or the key",
        *(
            [functools.partial(one, number, size) for number in range(contents)]
            for size, contents in (
                (7, sessions.FEW),
                (33, sessions.FEW + 1),
                (150, sessions.FEW + 1),
                (266, sessions.FEW),
            )
        ),
    )


def measure(session: Session) -> Figures:
    """long, block: a digest more is expanded; short: 32 bytes extracted and expanded to 32."""
    function = session.implementation.function
    bits = function.main_size
    size = bits // 8
    session.detail = True

    def calls(amount: int) -> list[CallResult]:
        session.calls = []
        salt, secret = pseudo_random("salt", SHORT_BYTES), pseudo_random("secret", SHORT_BYTES)
        expand(session, bits, extract(session, bits, salt, secret), b"", amount)
        return list(session.calls)

    short, less, more = (
        calls(n) for n in (SHORT_BYTES, HALF_BLOCKS * size, 2 * HALF_BLOCKS * size)
    )
    return slope(0, short, less, more, HALF_BLOCKS, size)


class Derivation(Kind):
    """A derivation of keys."""

    title = "a key derivation"
    proved_by_calls = True
    has_context = False
    unit = "digest"
    results = "rows"

    def interface(self, function: Function) -> tuple[ApiCall, ...]:
        return (
            ApiCall(
                "{prefix}_extract",
                ("out_size", "salt", "salt_len", "secret", "secret_len", "prk"),
            ),
            ApiCall(
                "{prefix}_expand",
                ("out_size", "prk", "prk_len", "info", "info_len", "dst", "len"),
            ),
        )

    def wrong(self, table: Mapping[str, Any]) -> str:
        return "" if "base" in table else "lacks base, the HMAC"

    def summary(self, function: Function) -> str:
        return "keys of any length from a secret"

    def example(self, function: Function) -> Sequence[tuple[str, str]]:
        name, bits = function.identifier, function.main_size
        size = bits // 8
        return (
            (f"unsigned char prk[{size}], keys[{size}];", ""),
            (f'{name}_extract({bits}, "salt", 4, "secret", 6, prk);', ""),
            (f'if ({name}_expand({bits}, prk, {size}, "purpose", 7, keys, {size}) != 0)', ""),
            ("    return 1;", "never for so few bytes"),
        )

    def bench_vectors(self, function: Function) -> tuple[DerivationVector, ...]:
        return own(function)

    def all_vectors(self, function: Function, thinned: int = 1) -> tuple[DerivationVector, ...]:
        return own(function)

    def has_all_vectors(self, function: Function) -> bool:
        found = [
            (
                *(each.number, each.digest_bits),
                *map(len, (each.salt, each.secret, each.info, each.output)),
            )
            for each in own(function)
        ]
        return found == list(cases(function))

    def run_vectors(self, session: Session, chosen: Iterable[DerivationVector]) -> VectorCount:
        return run_vectors(session, chosen)

    def constant_time(self, session: Session) -> str:
        return constant_time(session)

    def measure(self, session: Session, *, lenient: bool = False) -> Figures:
        return measure(session)

    def sanitizer(self, function: Function) -> tuple[Path, Sequence[str]]:
        return HARNESS, [
            " ".join(
                [
                    str(each.digest_bits),
                    *(part.hex() or "-" for part in (each.salt, each.secret, each.info)),
                    f"{each.prk.hex()} {each.output.hex()}\n",
                ]
            )
            for each in own(function)
        ]


KIND = Derivation()
