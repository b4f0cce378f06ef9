"""Checksums (CRCs): vectors, and figures.

A checksum has PREFIX(crc, data, len), which gives the checksum of what had the checksum crc with
the data behind it, and PREFIX_combine(first, second, second_len), that of two messages one behind
the other (mote/crc32.h).  There is no context.  What a row says of size is about the first alone.
"""

from __future__ import annotations

import csv
import functools
import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mote import native
from mote.building.image import Region
from mote.calling import session as sessions
from mote.calling.figures import PIECE_BYTES, Figures
from mote.calling.session import Placement, Session, pseudo_random, secret_bytes, variation
from mote.catalog import vectors
from mote.catalog.cpu import Cpu
from mote.catalog.function import ApiCall, Function, Implementation
from mote.catalog.vectors import VectorCount
from mote.kinds import Kind
from mote.machines.call import Argument, CallResult
from mote.specifications import crc_constants as crc

HARNESS = Path(native.__file__).parent / "checksum_harness.c"

CHECKSUM_BYTES = 4

LENGTHS = (*range(301), 515, 1030, 2056, 2600, 512, 3333)
"""Bytes of the messages of which there is a vector: every one up to 300, and a few whose higher
byte counts, one of them alone."""

ALIGNMENTS = 16

SHORT_BYTES = 32

ANYWHERE = Placement()

HALF_BLOCKS = 16
"""The long figure is that of twice as many units of Function.block_bytes less that of so many."""

MESSAGES = 8
"""So many are measured where the time depends on the data."""


@dataclass(frozen=True)
class ChecksumVector:
    """A message, begun with another checksum than 0 or not, and its checksum."""

    crc: int
    message: bytes
    checksum: int


@functools.cache
def own(function: Function) -> tuple[ChecksumVector, ...]:
    """The project's vectors of a checksum, from vectors/<function>.csv."""
    with function.vectors.open(newline="", encoding="utf-8") as stream:
        rows = csv.DictReader(line for line in stream if not line.startswith("#"))
        return tuple(
            ChecksumVector(
                int(row["crc"], 16),
                vectors.message(8 * int(row["message_bytes"])),
                int(row["checksum"], 16),
            )
            for row in rows
        )


def update(
    session: Session, crc: int, data: bytes, offset: int = 0, *, constant: bool = False
) -> int:
    """Call the function once; offset, constant: see Session.update."""
    where = session.data + offset if data else 0
    if data:
        session.machine.write(where, data)
    values: dict[str, Argument | Region] = {
        "crc": Argument("word", crc),
        "data": Region("data", where, len(data), False),
        "len": Argument("size", len(data)),
    }
    pointer = session.machine.constants(data) if constant and data else None
    if pointer is not None:
        values["data"] = Argument("pointer", pointer)
    session.api(0, values, len(data))
    return session.machine.returned(CHECKSUM_BYTES)


def combine(session: Session, first: int, second: int, second_len: int) -> int:
    """Call the function that combines two checksums."""
    arguments = [Argument("word", first), Argument("word", second), Argument("size", second_len)]
    session.call(f"{session.implementation.prefix}_combine", arguments, [])
    return session.machine.returned(CHECKSUM_BYTES)


def _pieces(session: Session, message: bytes, cuts: Sequence[int]) -> Iterator[bytes]:
    """The message cut into pieces of these lengths, again and again; in one where there is none."""
    if not any(cuts):
        cuts = (session.capacity,)
    number = start = 0
    while start < len(message):
        size = min(cuts[number % len(cuts)], session.capacity)
        yield message[start : start + size]
        start += size
        number += 1


def checksum(
    session: Session, message: bytes, crc: int = 0, placement: Placement = ANYWHERE
) -> int:
    """The checksum of a message that comes in the placement's pieces.  Raises Breach."""
    for piece in _pieces(session, message, placement.chunks):
        crc = update(session, crc, piece, placement.data, constant=placement.constant)
    return crc


def of_stream(session: Session, pieces: Iterable[bytes]) -> int:
    """The checksum of a message that comes in pieces of any length."""
    crc = 0
    for piece in pieces:
        crc = checksum(session, piece, crc)
    return crc


def run_vectors(session: Session, chosen: Iterable[ChecksumVector]) -> VectorCount:
    """Each message in one piece, in several, and combined of two parts.  Raises Breach.

    The places of consecutive lengths go through all alignments, and through them once more with
    others when a length comes again.
    """
    count = VectorCount()
    block = session.implementation.function.block_bytes
    for number, vector in enumerate(chosen):
        session.calls = []
        message = vector.message
        place = variation(number, block)
        offset = (len(message) + number // ALIGNMENTS) % ALIGNMENTS
        placement = Placement(data=offset, chunks=place.chunks, constant=place.constant)
        half = len(message) * (number % 5) // 4
        second = update(session, 0, message[half:], offset)
        first = update(session, vector.crc, message[:half], (offset + half) % ALIGNMENTS)
        found = {
            "in one piece": update(session, vector.crc, message, offset),
            "in pieces": checksum(session, message, vector.crc, placement),
            "combined": combine(session, first, second, len(message) - half),
        }
        wrong = {how: value for how, value in found.items() if value != vector.checksum}
        if not wrong:
            count.passed += 1
            continue
        count.failed += 1
        how, value = next(iter(wrong.items()))
        count.first = count.first or (
            f"checksum of {len(message)} bytes behind {vector.crc:08x}, {how}, at {offset} beyond "
            f"a multiple of {ALIGNMENTS}: {value:08x}, should be {vector.checksum:08x}"
        )
    return count


def constant_time(session: Session) -> str:
    """Where the run depends on the message; empty when it does not."""

    def one(number: int, size: int, chunks: tuple[int, ...]) -> None:
        message = secret_bytes(number, "message", size)
        first = checksum(session, message, placement=Placement(chunks=chunks))
        combine(session, first, number * 0x01234567, size)

    block = session.implementation.function.block_bytes
    return sessions.first_found(
        session,
        "the message",
        *(
            [functools.partial(one, number, size, chunks) for number in range(sessions.FEW + 1)]
            for size, chunks in (
                (3, ()),
                (45, ()),
                (block + 31, ()),
                (2 * block + 77, sessions.SECRET_PIECES),
            )
        ),
    )


def measure(session: Session) -> Figures:
    """Long, block: the marginal cost of Function.block_bytes; short: one call for 32 bytes.

    In pieces: a call.
    """
    function = session.implementation.function
    session.detail = True
    session.calls = []
    block = function.block_bytes
    update(session, 0, pseudo_random("short message", SHORT_BYTES))
    (short,) = session.calls
    half = min(HALF_BLOCKS, session.capacity // block // 2)
    samples: list[tuple[CallResult, CallResult]] = []
    pieces: list[list[CallResult]] = []
    for number in range(MESSAGES):
        message = pseudo_random(f"long message {number}", 2 * half * block)
        update(session, 0, message[: half * block])
        update(session, 0, message)
        samples.append((session.calls[-2], session.calls[-1]))
        update(session, 0, message[:PIECE_BYTES])
        pieces.append([session.calls[-1]])
        if number == 1 and _times(samples[0]) == _times(samples[1]):
            break

    def marginal(values: list[int]) -> tuple[float, float]:
        return statistics.fmean(values) / half, statistics.pstdev(values) / half

    counted, _ = marginal([b.instructions - a.instructions for a, b in samples])
    library, _ = marginal([b.library_instructions - a.library_instructions for a, b in samples])
    figures = Figures(
        context_bytes=0,
        stack_bytes=max(call.stack_bytes for call in session.calls),
        instructions=(counted / block, short.instructions, counted),
        block_own_instructions=counted - library,
    )
    for name in short.cycles:
        cycles, spread = marginal([b.cycles[name] - a.cycles[name] for a, b in samples])
        figures.cycles[name] = (cycles / block, short.cycles[name], cycles)
        figures.spread[name] = spread
    figures.add_pieces(pieces)
    return figures


def _times(pair: tuple[CallResult, CallResult]) -> list[object]:
    return [(call.instructions, call.cycles) for call in pair]


class Checksum(Kind):
    """A checksum."""

    title = "a checksum"
    proved_by_calls = True
    proved_in_own_c = True
    has_context = False
    unit = "256 bytes"
    results = "checksums"
    timed_on_host = True
    takes_secrets = False

    def jobs(self, function: Function) -> tuple[str, ...]:
        return ("checksum",)

    def interface(self, function: Function) -> tuple[ApiCall, ...]:
        return (ApiCall("{prefix}", ("crc", "data", "len")),)

    def beside(self, function: Function) -> tuple[str, ...]:
        return ("{prefix}_combine",)

    def summary(self, function: Function) -> str:
        return f"checksums of {function.main_size} bits"

    def example(self, function: Function) -> Sequence[tuple[str, str]]:
        name = function.identifier
        value = crc.checksum(function.name, b"123456789")
        return (
            ('static const char data[] = "123456789";', ""),
            (f"mote_u32 crc = {name}(0, data, 4);", "starts with 0"),
            (f"crc = {name}(crc, data + 4, 5);", f"goes on: now 0x{value:08X}"),
        )

    def bench_vectors(self, function: Function) -> tuple[ChecksumVector, ...]:
        """Around what code takes at once, at every alignment."""
        near = {step + more for step in (0, 8, 16, 32, 128, 256) for more in (-1, 0, 1)}
        return tuple(each for each in own(function) if len(each.message) in near | {3, 300, 515})

    def all_vectors(self, function: Function, thinned: int = 1) -> tuple[ChecksumVector, ...]:
        return own(function)

    def run_vectors(self, session: Session, chosen: Iterable[ChecksumVector]) -> VectorCount:
        return run_vectors(session, chosen)

    def constant_time(self, session: Session) -> str:
        return constant_time(session)

    def measure(self, session: Session, *, lenient: bool = False) -> Figures:
        return measure(session)

    def sanitizer(self, function: Function) -> tuple[Path, Sequence[str]]:
        return HARNESS, [
            f"{each.crc:x} {each.message.hex() or '-'} {each.checksum:x}\n"
            for each in own(function)
        ]

    def glue(self, implementation: Implementation) -> str:
        """The state is the checksum, the digest its four bytes, the highest first."""
        assert implementation.header is not None
        name = implementation.prefix
        return (
            f'#include "{implementation.header.resolve()}"\n'
            "const size_t bench_context_bytes = sizeof(mote_u32);\n"
            "void bench_init(void *c, unsigned n) { (void)n; *(mote_u32 *)c = 0; }\n"
            "void bench_update(void *c, const void *d, size_t n) "
            f"{{ *(mote_u32 *)c = {name}(*(mote_u32 *)c, d, n); }}\n"
            "void bench_close(void *c, unsigned ub, unsigned n, void *d) {\n"
            "    unsigned char *bytes = (unsigned char *)d;\n"
            "    mote_u32 crc = *(mote_u32 *)c;\n"
            "    (void)ub; (void)n;\n"
            "    for (n = 0; n < 4; n++) bytes[n] = (unsigned char)(crc >> (24 - 8 * n));\n"
            "}\n"
        )

    def time_on_host(self, implementation: Implementation, cpu: Cpu) -> object:
        # Here, as commands that only read kinds run without elftools.
        from mote.machines import host

        return host.time_function(implementation, implementation.function.main_size, cpu=cpu)


KIND = Checksum()
