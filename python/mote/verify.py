"""The checks on an implementation, on its own CPU: vectors, guard, ABI, constant time, object."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from mote import carry, cipher, kernels, promises, vectors
from mote import session as sessions
from mote.cipher import CipherVector
from mote.session import LONG_CHUNKS, Placement, Session, pseudo_random, variation
from mote.types import Breach, Function
from mote.vectors import LengthsVector, Vector, VectorCount

CHECKS = ("vectors", "guard", "ABI", "constant time", "object rules")
CONTRACT = "contract"
"""The check of assembly files that have a contract (mote.promises)."""

ABI_KINDS = ("abi", "stack")
"""Breaches that speak against the ABI check; every other kind speaks against the guard."""


@dataclass(frozen=True)
class Check:
    """The outcome of one check; one line says why.

    status: passed, failed, not constant-time, or not finished (a breach stopped it).
    """

    name: str
    status: str
    detail: str = ""

    @property
    def failed(self) -> bool:
        return self.status == "failed"


AnyVector = Vector | LengthsVector | CipherVector

LONG_BLOCKS = 24
"""Messages of more blocks go to the implementation in as large pieces as its memory holds."""


HashVector = TypeVar("HashVector", bound=Vector | LengthsVector)


def _fitting(function: Function, chosen: Iterable[HashVector]) -> list[HashVector]:
    """Those that the function takes: whole bytes only, digest sizes that it has."""
    kept = []
    for vector in chosen:
        unit = vector.step if isinstance(vector, LengthsVector) else vector.bits
        if (function.bit_messages or unit % 8 == 0) and function.has_digest(vector.digest_bits):
            kept.append(vector)
    return kept


def bench_vectors(function: Function) -> tuple[AnyVector, ...]:
    """A selection for every bench run: each digest size, and lengths at which the padding differs.

    Of the main digest size: for each way to fill a message block, the longest message that does
    not, the shortest that does, and the same in whole bytes.
    """
    if function.kind == "cipher":
        return cipher.own(function)[:12]
    found = {(v.digest_bits, v.bits): v for v in _fitting(function, vectors.plain(function))}
    main, block = function.main_digest, 8 * function.block_bytes
    near = {0, 1, 8, 2 * block}
    for point in vectors.boundaries(function, main, 1):
        near |= {point - 1, point, point + 1}
        near |= {point // 8 * 8 + step for step in (-8, 0, 8)}
    chosen = [found[main, bits] for bits in sorted(near) if (main, bits) in found]
    for size in sorted(set(function.digest_bits) - {main}):
        bits = sorted(bits for digest, bits in found if digest == size and bits <= 2 * block + 9)
        # Other sizes hash less, but each of them another length.
        chosen.append(found[size, bits[size // 8 % len(bits)]])
    return tuple(chosen)


def all_vectors(function: Function, thinned: int = 1) -> tuple[AnyVector, ...]:
    """All of our own that a CPU does in time.

    thinned: 1 for all; more: of the lengths at which a number no longer fits 8 or 16 bits only
    the shortest that does not, and of the messages of every length the few of the largest step, of
    the main digest size alone from 64 on.
    """
    if function.kind == "cipher":
        return cipher.own(function)
    if thinned <= 1:
        every = _fitting(function, vectors.own(function))
        return (*every, *_fitting(function, vectors.all_lengths(function)))
    first, *long = (8 * size for size in vectors.LONG_BYTES)
    kept = {size + 8 for size in long}
    chosen: list[AnyVector] = [
        each
        for each in _fitting(function, vectors.own(function))
        if each.bits <= max(first + 8, LONG_BLOCKS * 8 * function.block_bytes) or each.bits in kept
    ]
    rows = _fitting(function, vectors.all_lengths(function))
    step = max((each.step for each in rows), default=0)
    chosen += [
        each
        for each in rows
        if each.step == step and (thinned < 64 or each.digest_bits == function.main_digest)
    ]
    return tuple(chosen)


def run_vectors(session: Session, chosen: Iterable[AnyVector]) -> VectorCount:
    """Hash every message, each cut and placed in another way.  Raises Breach."""
    if session.implementation.function.kind == "cipher":
        return cipher.run_vectors(session, (v for v in chosen if isinstance(v, CipherVector)))
    return _hash_vectors(session, chosen)


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
    return session.hash(
        vector.message,
        vector.bits,
        vector.digest_bits,
        _placement(session, number, vector.bits),
        key=vectors.generated("key", case.key_bytes, case.key_bytes),
        personalization=vectors.generated(
            "personalization", case.personalization_bytes, case.personalization_bytes
        ),
    )


def _digest_of_lengths(session: Session, vector: LengthsVector) -> bytes:
    total = hashlib.sha256()
    for number, bits in enumerate(vector.lengths):
        placement = _placement(session, number, bits)
        total.update(session.hash(vectors.message(bits), bits, vector.digest_bits, placement))
    return total.digest()


def _hash_vectors(session: Session, chosen: Iterable[AnyVector]) -> VectorCount:
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
        else:
            continue
        if digest == vector.digest:
            count.passed += 1
            continue
        count.failed += 1
        count.first = count.first or f"{what} is {digest.hex()}, should be {vector.digest.hex()}"
    if carries:
        right, wrong, problem = carry.run(session, carries)
        count.passed += right
        count.failed += wrong
        count.first = count.first or problem
    return count


def constant_time(session: Session) -> str:
    """Where the run depends on what must stay secret; empty when it does not.

    Of a hash function that is the message: messages of one length, two blocks and a part, with
    extra bits where the function takes them.
    """
    function = session.implementation.function
    if function.kind == "cipher":
        return cipher.constant_time(session)
    if function.kind == "kernel":
        return kernels.constant_time(session)
    size = 2 * function.block_bytes + 17
    messages = [bytes(size), b"\xff" * size]
    messages += [pseudo_random(f"constant time {i}", size) for i in range(4)]
    bits = 8 * size - 5 if function.bit_messages else 8 * size
    runs = [
        functools.partial(session.hash, message, bits, function.main_digest) for message in messages
    ]
    return sessions.constant_time(session, "the message", runs)


NOT_FINISHED = "not finished"

FINAL_KINDS = ("budget", "fetch", "instruction", "memory")
"""Breaches after which nothing can go on."""


def object_rules(broken: Sequence[str]) -> Check:
    """The check of the object, from what mote.audit.problems says of it."""
    status = "failed" if broken else "passed"
    return Check("object rules", status, "; ".join(broken))


def check(
    session: Session, broken: Sequence[str], *, thinned: int = 1
) -> tuple[list[Check], VectorCount]:
    """All five checks in full, and how many vectors passed; broken: see object_rules.

    A breach fails the check that it speaks against.  The vectors and the check of constant time
    then go on without guard and ABI where the run can; what cannot go on is "not finished".
    """
    implementation = session.implementation
    function = implementation.function
    kernel = function.kind == "kernel"
    outcome = {name: Check(name, "passed") for name in CHECKS}
    outcome["object rules"] = object_rules(broken)
    machine = session.machine
    first_breach: Breach | None = None

    def attempt(stage: str, work: Callable[[], Check]) -> None:
        """Do the work of a check under the guard; after a breach, without it."""
        nonlocal first_breach
        if first_breach is not None and first_breach.kind in FINAL_KINDS:
            outcome[stage] = Check(stage, NOT_FINISHED, "stopped by the breach above")
            return
        try:
            outcome[stage] = work()
            return
        except Breach as breach:
            name, other = ("ABI", "guard") if breach.kind in ABI_KINDS else ("guard", "ABI")
            if not outcome[name].failed:
                outcome[name] = Check(name, "failed", str(breach))
            if outcome[other].status == "passed":
                outcome[other] = Check(other, NOT_FINISHED, f"stopped by the breach of the {name}")
            first_breach = first_breach or breach
            stopped = Check(stage, NOT_FINISHED, f"stopped by the breach of the {name}")
            outcome[stage] = stopped
            if breach.kind in FINAL_KINDS:
                return
        machine.lenient = True
        try:
            found = work()
            detail = f"{found.detail}; " if found.detail else ""
            outcome[stage] = Check(stage, found.status, f"{detail}run on after the breach")
        except Breach:
            outcome[stage] = stopped
        finally:
            machine.lenient = False

    total = VectorCount()
    chosen = () if kernel else all_vectors(function, thinned)

    def digests() -> Check:
        # First in detail, a signal after every instruction; then all of them at full speed.
        nonlocal total
        session.detail = not machine.lenient
        if kernel:
            first = total = kernels.run_vectors(session)
            text = f"{total.passed} of {total.passed + total.failed} outputs right"
        else:
            first = run_vectors(session, bench_vectors(function))
            session.detail = False
            total = run_vectors(session, chosen)
            text = f"{total.passed} of {len(chosen)} digests right"
        if first.failed or total.failed:
            return Check("vectors", "failed", f"{text}; {total.first or first.first}")
        return Check("vectors", "passed", text)

    def secrets() -> Check:
        secret = constant_time(session)
        if not secret:
            return Check("constant time", "passed")
        status = "failed" if implementation.constant_time else "not constant-time"
        return Check("constant time", status, secret)

    attempt("vectors", digests)
    attempt("constant time", secrets)
    return [
        *(outcome[name] for name in CHECKS),
        *_contract(session, outcome),
    ], total


def _contract(session: Session, outcome: dict[str, Check]) -> list[Check]:
    """The check of the contract, where one is due; outcome: of the other checks."""
    implementation = session.implementation
    secret: str | None = outcome["constant time"].detail
    if any(outcome[name].status != "passed" for name in ("guard", "ABI")):
        secret = None
    if implementation.function.kind == "kernel":
        return []
    chosen = bench_vectors(implementation.function)
    try:
        wrong = promises.problems(
            implementation,
            session.cpu,
            session.built,
            session,
            secret,
            lambda: run_vectors(session, chosen),
        )
    except Breach as breach:
        return [Check(CONTRACT, "failed", f"stopped: {breach}")]
    if wrong is None:
        return []
    return [Check(CONTRACT, "failed" if wrong else "passed", "; ".join(wrong))]
