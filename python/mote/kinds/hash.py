"""Hash functions: vectors, constant time, and figures."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from mote import native
from mote.building import package
from mote.calling import carry, figures
from mote.calling import session as sessions
from mote.calling.figures import PIECE_BYTES, Figures, pieces_of
from mote.calling.hash_caller import HashCaller
from mote.calling.opening import opened
from mote.calling.session import (
    BYTES_AND_NOTHING,
    LONG_CHUNKS,
    Placement,
    Session,
    pseudo_random,
    secret_bytes,
    variation,
)
from mote.catalog import catalog, vectors
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation
from mote.catalog.vectors import LengthsVector, Vector, VectorCount
from mote.common.differing import differing
from mote.common.errors import Breach
from mote.kinds import Kind
from mote.machines.call import CallResult

HashVector = Vector | LengthsVector

SHORT_BYTES = 32
HALF_BLOCKS = 16
MESSAGES = 64

HARNESS = Path(native.__file__).parent / "vector_harness.c"

LARGEST = 16384
"""Bits: longer messages do not run under sanitizers, where nothing watches each byte."""

LONG_BLOCKS = 24
"""Messages of more blocks go to the implementation in as large pieces as its memory holds."""


Chosen = TypeVar("Chosen", bound=HashVector)


def _fitting(function: Function, chosen: Iterable[Chosen]) -> list[Chosen]:
    """Those that the function takes: whole bytes only, digest sizes that it has."""
    kept = []
    for vector in chosen:
        unit = vector.step if isinstance(vector, LengthsVector) else vector.bits
        if (function.hashing.bit_messages or unit % 8 == 0) and function.has_digest(
            vector.digest_bits
        ):
            kept.append(vector)
    return kept


def bench_vectors(function: Function) -> tuple[HashVector, ...]:
    """A selection for every bench run: each digest size, and lengths at which the padding differs.

    Of the main digest size: for each way to fill a message block, the longest message that does
    not, the shortest that does, and the same in whole bytes.
    """
    found = {(v.digest_bits, v.bits): v for v in _fitting(function, vectors.plain(function))}
    main, block = function.main_size, 8 * function.block_bytes
    near = {0, 1, 8, 2 * block}
    for point in vectors.boundaries(function, main, 1):
        near |= {point - 1, point, point + 1}
        near |= {point // 8 * 8 + step for step in (-8, 0, 8)}
    chosen = [found[main, bits] for bits in sorted(near) if (main, bits) in found]
    for size in sorted(set(function.sizes) - {main}):
        bits = sorted(bits for digest, bits in found if digest == size and bits <= 2 * block + 9)
        # Other sizes hash less, but each of them another length.
        chosen.append(found[size, bits[size // 8 % len(bits)]])
    # Of tuples and of trees some with strings, and with several blocks or chunks; under a key.
    special = [
        v
        for v in vectors.own(function)
        if v.case.items or v.case.tree_block_bytes or (function.hashing.key_bytes and v.case.xof)
    ]
    chosen += [v for v in special if v.bits <= max(3 * block, 5 * 8192)][
        :: 4 if len(special) > 9 else 1
    ]
    return tuple(chosen)


def all_vectors(function: Function, thinned: int = 1) -> tuple[HashVector, ...]:
    """All of our own that a CPU does in time.

    thinned: 1 for all; more: of the lengths at which a number no longer fits 8 or 16 bits only
    the shortest that does not, and of the messages of every length the few of the largest step, of
    the main digest size alone from 64 on.
    """
    if thinned <= 1:
        every = _fitting(function, vectors.own(function))
        return (*every, *_fitting(function, vectors.all_lengths(function)))
    first, *long = (8 * size for size in vectors.LONG_BYTES)
    kept = {size + 8 for size in long}
    # Somebody else's program says where its counter ends, or that it cannot be raised: see
    # mote.calling.carry.
    limit = function.facts.get("carries")
    chosen: list[HashVector] = [
        each
        for each in _fitting(function, vectors.own(function))
        if (
            each.bits <= max(first + 8, LONG_BLOCKS * 8 * function.block_bytes) or each.bits in kept
        )
        and (not each.case.carry or limit is None or each.case.carry < limit)
    ]
    rows = _fitting(function, vectors.all_lengths(function))
    step = max((each.step for each in rows), default=0)
    chosen += [
        each
        for each in rows
        if each.step == step and (thinned < 64 or each.digest_bits == function.main_size)
    ]
    return tuple(chosen)


def _placement(session: Session, number: int, bits: int) -> Placement:
    """The placement of the `number`-th message, of so many bits."""
    block = session.implementation.function.block_bytes
    placement = variation(number, block)
    if bits > 8 * LONG_BLOCKS * block:
        return dataclasses.replace(placement, chunks=())
    if bits > 8 * 4 * block:
        # In any case: more than 2^8 bytes at once, when some wait already.
        return dataclasses.replace(placement, chunks=LONG_CHUNKS)
    return placement


def _digest(session: Session, vector: Vector, number: int) -> bytes:
    case = vector.case
    return HashCaller(session).hash(
        vector.message,
        vector.bits,
        vector.digest_bits,
        _placement(session, number, vector.bits),
        key=vectors.generated("key", case.key_bytes, case.key_bytes),
        personalization=vectors.generated(
            "personalization", case.personalization_bytes, case.personalization_bytes
        ),
        name=vectors.generated("name", case.name_bytes, case.name_bytes),
        customization=vectors.generated(
            "customization", case.customization_bytes, case.customization_bytes
        ),
        domain=case.domain,
        tree_block_bytes=case.tree_block_bytes,
        items=case.item_bytes if case.items else None,
        xof=case.xof,
    )


def _digest_of_lengths(session: Session, vector: LengthsVector) -> bytes:
    total = hashlib.sha256()
    caller = HashCaller(session)
    for number, bits in enumerate(vector.lengths):
        placement = _placement(session, number, bits)
        if placement.chunks == BYTES_AND_NOTHING:
            # The other vectors have calls without data behind each byte of a block, too.
            placement = dataclasses.replace(placement, chunks=(1,))
        total.update(caller.hash(vectors.message(bits), bits, vector.digest_bits, placement))
    return total.digest()


def run_vectors(session: Session, chosen: Iterable[HashVector]) -> VectorCount:
    """Hash every message, each cut and placed in another way.  Raises Breach."""
    count = VectorCount()
    carries = []
    for number, vector in enumerate(chosen):
        if isinstance(vector, LengthsVector):
            digest = _digest_of_lengths(session, vector)
            what = (
                f"SHA-256 of the {vector.digest_bits}-bit digests of the messages of 0, "
                f"{vector.step}, {2 * vector.step} ... {vector.lengths[-1]} bits"
            )
        elif isinstance(vector, Vector):
            if vector.case.carry:
                carries.append(vector)
                continue
            digest = _digest(session, vector, number)
            what = f"{vector.digest_bits}-bit digest of the message of {vector.bits} bits"
            if vector.case.carrying:
                what += f" in which a carry goes through a word (number {vector.case.carrying})"
            if vector.case.key_bytes:
                what += f" under a key of {vector.case.key_bytes} bytes"
            if vector.case.personalization_bytes:
                what += f" with a personalization of {vector.case.personalization_bytes} bytes"
            if vector.case.name_bytes:
                what += f" with a name of {vector.case.name_bytes} bytes"
            if vector.case.customization_bytes:
                what += f" with a customization of {vector.case.customization_bytes} bytes"
            if vector.case.domain:
                what += f" with the domain {vector.case.domain:#04x}"
            if vector.case.tree_block_bytes:
                what += f" in blocks of {vector.case.tree_block_bytes} bytes"
            if vector.case.items:
                what += f" in strings of {vector.case.items} bytes"
            if vector.case.xof:
                what += " of an output whose size is not hashed"
        else:
            continue
        if digest == vector.digest:
            count.passed += 1
            continue
        count.failed += 1
        count.first = count.first or f"{what} {differing(digest, vector.digest)}"
    if carries:
        right, wrong, problem = carry.run(session, carries)
        count.passed += right
        count.failed += wrong
        count.first = count.first or problem
    return count


def constant_time(session: Session) -> str:
    """Where the run depends on the message; empty when it does not.

    Messages of two blocks and a part, with extra bits where the function takes them; short ones;
    one of more than 256 bytes; one in pieces; one for each of some other digest sizes; and where
    there is a key, one under it.
    """
    function = session.implementation.function
    block, main = function.block_bytes, function.main_size

    def group(
        size: int,
        number: int = sessions.FEW,
        extra: int = 0,
        chunks: tuple[int, ...] = (),
        digest_bits: int = main,
        keyed: int = 0,
        customized: int = 0,
    ) -> list[Callable[[], object]]:
        def run(number: int) -> None:
            HashCaller(session).hash(
                secret_bytes(number, "message", size),
                8 * size - extra,
                digest_bits,
                Placement(chunks=chunks),
                key=secret_bytes(number, "key", keyed),
                personalization=secret_bytes(number, "personalization", keyed),
                customization=secret_bytes(number, "customization", customized),
            )

        return [functools.partial(run, each) for each in range(number)]

    extra = 5 if function.hashing.bit_messages else 0
    others = [bits for bits in function.sizes if bits != main]
    return sessions.first_found(
        session,
        "the message",
        group(7, extra=extra),
        group(45),
        group(2 * block + 17, sessions.MANY, extra),
        group(max(4 * block, 256) + 9),
        group(256 + block // 2, chunks=sessions.SECRET_PIECES),
        *(group(block + 3, digest_bits=bits) for bits in others[:: max(1, len(others) // 2)]),
        *([group(45, keyed=45)] if function.hashing.keyed else []),
        *([group(45, customized=45)] if function.hashing.customized else []),
    )


def _update(session: Session, message: bytes, blocks: int) -> CallResult:
    """One update of a fresh context with `blocks` whole blocks, data aligned to a word."""
    function = session.implementation.function
    address = session.fresh()
    HashCaller(session).init(address, function.main_size)
    HashCaller(session).update(address, message[: blocks * function.block_bytes])
    return session.calls[-1]


def _in_pieces(session: Session, label: str) -> list[CallResult]:
    """The calls that count where a message comes in pieces to a fresh context."""
    function = session.implementation.function
    before, counted = pieces_of(function.block_bytes)
    message = pseudo_random(label, (before + counted) * PIECE_BYTES)
    address = session.fresh()
    HashCaller(session).init(address, function.main_size)
    for start in range(0, len(message), PIECE_BYTES):
        HashCaller(session).update(address, message[start : start + PIECE_BYTES])
    return session.calls[-counted:]


def measure(session: Session, *, lenient: bool = False) -> Figures:
    """Long: the marginal cost of a message block; short: a whole message; and in pieces.

    Raises Breach.
    """
    function = session.implementation.function
    session.detail = True
    short = pseudo_random("short message", SHORT_BYTES)
    problem = ""
    try:
        HashCaller(session).hash(short, 8 * SHORT_BYTES, function.main_size)
        short_calls = list(session.calls)
    except Breach as breach:
        if not lenient:
            raise
        problem, short_calls = str(breach), []

    # Where the CPU's memory does not hold 32 blocks: as many as it does, and half of them.
    half = min(HALF_BLOCKS, session.capacity // function.block_bytes // 2)
    blocks = half
    size = 2 * half * function.block_bytes
    samples: list[tuple[CallResult, CallResult]] = []
    for number in range(MESSAGES):
        message = pseudo_random(f"long message {number}", size)
        less = _update(session, message, half)
        # Where half of a second message takes the same time, the time does not depend on the data.
        if number == 1 and _time(less) == _time(samples[0][0]):
            break
        samples.append((less, _update(session, message, 2 * half)))
    # Where it does, both are means over the same messages.
    varying = len(samples) > 1
    pieces = []
    if session.capacity >= PIECE_BYTES:
        for number in range(len(samples) if varying else 1):
            pieces.append(_in_pieces(session, f"long message {number}"))
    calls = [*short_calls, *(call for each in (*samples, *pieces) for call in each)]
    stack = max(call.stack_bytes for call in calls)

    def marginal(values: list[int]) -> tuple[float, float]:
        return statistics.fmean(values) / blocks, statistics.pstdev(values) / blocks

    count, _ = marginal([b.instructions - a.instructions for a, b in samples])
    library, _ = marginal([b.library_instructions - a.library_instructions for a, b in samples])
    figures = Figures(
        context_bytes=session.built.context_bytes,
        stack_bytes=stack,
        instructions=(
            count / function.block_bytes,
            sum(call.instructions for call in short_calls) if short_calls else None,
            count,
        ),
        block_own_instructions=count - library,
        problem=problem,
    )
    for name in samples[0][0].cycles:
        block, spread = marginal([b.cycles[name] - a.cycles[name] for a, b in samples])
        whole = sum(call.cycles[name] for call in short_calls) if short_calls else None
        figures.cycles[name] = (block / function.block_bytes, whole, block)
        figures.spread[name] = spread
    if pieces:
        figures.add_pieces(pieces)
    return figures


def _time(call: CallResult) -> tuple[object, ...]:
    return call.instructions, call.cycles


def _calls(session: Session) -> dict[str, int]:
    """What begins a computation, where there is a time."""
    function = session.implementation.function
    if session.cpu.timings[0].fidelity == "instructions":
        return {}
    address = session.fresh()
    HashCaller(session).init(address, function.main_size)
    found = {"initial_value_cycles": figures.cycles(session)}
    if function.hashing.keyed:
        HashCaller(session).personalize(address, bytes(figures.PERSONALIZATION))
        found["personalized_cycles"] = figures.cycles(session)
    return found


def _printed(session: Session) -> dict[str, int]:
    """The size with the sections that a row does not count, where a CPU has such."""
    if not session.cpu.toolchain.uncounted_sections:
        return {}
    return {"printed_bytes": sum(section.size for section in session.built.facts.sections)}


def _precalculated(session: Session) -> dict[str, int]:
    """With the first state as a table, where a file has the choice (mote/shabal.h) and is timed."""
    implementation = session.implementation
    if session.cpu.timings[0].fidelity == "instructions":
        return {}
    function = implementation.function
    macro = f"MOTE_{function.name.upper()}_INITIAL_VALUE"
    if not any(macro in file.text for file in package.pack(implementation).sources):
        return {}
    option = f"-D{macro}={function.main_size}"
    with opened(dataclasses.replace(implementation, options=(option,)), session.cpu) as other:
        _, short, _ = measure(other).cycles[session.cpu.timings[0].name]
        assert short is not None
        return {
            "precalculated_bytes": other.built.facts.size_bytes,
            "precalculated_short_cycles": short,
        }


class Hash(Kind):
    """A hash function."""

    title = "a hash function"
    has_places = True
    has_counter = True
    timed_on_host = True

    def jobs(self, function: Function) -> tuple[str, ...]:
        return ("hash", "mac") if function.hashing.keyed else ("hash",)

    def wrong(self, table: Mapping[str, Any]) -> str:
        return "" if "padding_bits" in table else "[function] lacks padding_bits"

    def finish(self, session: Session, address: int) -> bytes:
        """The digest, as far as those of all sizes go."""
        sizes = session.implementation.function.sizes
        digest = HashCaller(session).close(address, 0, 0, max(sizes))
        session.calls.pop()
        return digest[: min(sizes) // 8]

    def summary(self, function: Function) -> str:
        return f"digests of {catalog.digest_sizes(function)} bits"

    def example(self, function: Function) -> Sequence[tuple[str, str]]:
        name, bits = function.identifier, function.main_size
        size = (
            "output size"
            if "xof" in function.uses and not function.hashing.keyed
            else "digest size"
        )
        return (
            (f"{name}_context cc;", ""),
            (f"unsigned char digest[{bits // 8}];", ""),
            (f"{name}_init(&cc, {bits});", f"{size} in bits"),
            *(
                [(f"{name}_item(&cc, 3);", "before each string: its length in bytes")]
                if function.hashing.tuples
                else []
            ),
            (f'{name}(&cc, "abc", 3);', "as often as needed; length in bytes"),
            (f"{name}_close(&cc, 0, 0, digest);", f"writes {bits} / 8 = {bits // 8} bytes"),
        )

    def bench_vectors(self, function: Function) -> tuple[HashVector, ...]:
        return bench_vectors(function)

    def all_vectors(self, function: Function, thinned: int = 1) -> tuple[HashVector, ...]:
        return all_vectors(function, thinned)

    def has_all_vectors(self, function: Function) -> bool:
        sizes, steps = function.sizes, vectors.length_steps(function)
        there = {(each.digest_bits, each.step) for each in vectors.all_lengths(function)}
        if there != {(size, step) for size in sizes for step in steps}:
            return False
        return [each.case for each in vectors.own(function)] == list(vectors.cases(function))

    def run_vectors(self, session: Session, chosen: Iterable[HashVector]) -> VectorCount:
        return run_vectors(session, chosen)

    def constant_time(self, session: Session) -> str:
        return constant_time(session)

    def measure(self, session: Session, *, lenient: bool = False) -> Figures:
        return measure(session, lenient=lenient)

    def parts(self, session: Session) -> dict[str, int]:
        return {**_calls(session), **_printed(session), **_precalculated(session)}

    def sanitizer(self, function: Function) -> tuple[Path, Sequence[str]]:
        return HARNESS, [
            f"{each.digest_bits} {each.bits} {each.message.hex() or '-'} {each.digest.hex()}\n"
            for each in vectors.plain(function)
            if each.bits <= LARGEST
        ]

    def time_on_host(self, implementation: Implementation, cpu: Cpu) -> object:
        # Here, as commands that only read kinds run without elftools.
        from mote.machines import host

        return host.time_function(implementation, implementation.function.main_size, cpu=cpu)


KIND = Hash()
