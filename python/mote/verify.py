"""The checks on an implementation, on its own CPU: vectors, guard, ABI, constant time, object."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mote import audit, carry, cipher, vectors
from mote.build import Built
from mote.cipher import CipherVector
from mote.session import Placement, Session, pseudo_random, variation
from mote.types import Breach, Cpu, Function, Implementation
from mote.vectors import LengthsVector, Vector, VectorCount

CHECKS = ("vectors", "guard", "ABI", "constant time", "object rules")

ABI_KINDS = ("abi", "stack")
"""Breaches that speak against the ABI check; every other kind speaks against the guard."""


@dataclass(frozen=True)
class Check:
    """The outcome of one check: passed, failed, or not applicable; one line says why."""

    name: str
    status: str
    detail: str = ""

    @property
    def failed(self) -> bool:
        return self.status == "failed"


AnyVector = Vector | LengthsVector | CipherVector

LONG_BLOCKS = 24
"""Messages of more blocks go to the implementation in as large pieces as its memory holds."""


def bench_vectors(function: Function) -> tuple[AnyVector, ...]:
    """A selection for every bench run: each digest size, and lengths at which the padding differs.

    Of the main digest size: for each way to fill a message block, the longest message that does
    not, the shortest that does, and the same in whole bytes.
    """
    if function.kind == "cipher":
        return cipher.own(function)[:12]
    found = {(v.digest_bits, v.bits): v for v in vectors.plain(function)}
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
        return (*vectors.own(function), *vectors.all_lengths(function))
    first, *long = (8 * size for size in vectors.LONG_BYTES)
    kept = {size + 8 for size in long}
    chosen: list[AnyVector] = [
        each
        for each in vectors.own(function)
        if each.bits <= max(first + 8, LONG_BLOCKS * 8 * function.block_bytes) or each.bits in kept
    ]
    step = vectors.length_steps(function)[-1]
    chosen += [
        each
        for each in vectors.all_lengths(function)
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
    """Where the run depends on the bytes of the message; empty when it does not.

    Messages of one length (two blocks and a part, with extra bits where the function takes them):
    the program counters and the data addresses of every call must be the same for all.
    """
    function = session.implementation.function
    if function.kind == "cipher":
        return cipher.constant_time(session)
    size = 2 * function.block_bytes + 17
    messages = [bytes(size), b"\xff" * size]
    messages += [pseudo_random(f"constant time {i}", size) for i in range(4)]
    names = ("init", "update", "close")
    session.detail = True
    first: list[int] = []
    for message in messages:
        bits = 8 * size - 5 if function.bit_messages else 8 * size
        session.hash(message, bits, function.main_digest, Placement())
        traces = [call.trace for call in session.calls]
        if not first:
            first = traces
        for name, trace, expected in zip(names, traces, first, strict=True):
            if trace != expected:
                return f"{name} " + _divergence(session, messages[0], message, name)
    return ""


def _divergence(session: Session, one: bytes, other: bytes, name: str) -> str:
    """The first step at which two messages part ways."""
    machine = session.machine
    function = session.implementation.function
    digest = function.main_digest
    partial = 1 if function.bit_messages else 0
    index = ("init", "update", "close").index(name)
    runs = []
    for message in (one, other):
        recorded = []
        machine.record = True
        try:
            address = session.fresh()
            session.init(address, digest)
            recorded.append(machine.events())
            session.update(address, message[: len(message) - partial])
            recorded.append(machine.events())
            session.close(address, message[-1] * partial, 3 * partial, digest)
            recorded.append(machine.events())
        finally:
            machine.record = False
        runs.append(recorded[index])
    for step, (a, b) in enumerate(zip(*runs, strict=False)):
        if a != b:
            return (
                f"depends on the message: at step {step} it does {a[0]} {a[1]:#x} for one message "
                f"and {b[0]} {b[1]:#x} for another"
            )
    return "depends on the message"


def check(
    implementation: Implementation,
    cpu: Cpu,
    built: Built,
    session: Session,
    *,
    thinned: int = 1,
) -> tuple[list[Check], VectorCount]:
    """All five checks in full, and how many vectors passed.

    A breach fails the check it speaks against and the one that it stopped; the others go on.
    """
    function = implementation.function
    broken = audit.problems(implementation, cpu, built)
    outcome = {name: Check(name, "passed") for name in CHECKS}
    if broken:
        outcome["object rules"] = Check("object rules", "failed", "; ".join(broken))

    def stopped(stage: str, breach: Breach) -> None:
        name = "ABI" if breach.kind in ABI_KINDS else "guard"
        if not outcome[name].failed:
            outcome[name] = Check(name, "failed", str(breach))
        outcome[stage] = Check(stage, "failed", f"stopped: the {name} check failed")

    total = VectorCount()
    chosen = all_vectors(function, thinned)
    try:
        # First in detail, a signal after every instruction; then all of them at full speed.
        session.detail = True
        first = run_vectors(session, bench_vectors(function))
        session.detail = False
        total = run_vectors(session, chosen)
        text = f"{total.passed} of {len(chosen)} digests right"
        if first.failed or total.failed:
            text += f"; {total.first or first.first}"
            outcome["vectors"] = Check("vectors", "failed", text)
        else:
            outcome["vectors"] = Check("vectors", "passed", text)
    except Breach as breach:
        stopped("vectors", breach)
    try:
        secret = constant_time(session)
        if secret and implementation.constant_time:
            outcome["constant time"] = Check("constant time", "failed", secret)
        elif secret:
            outcome["constant time"] = Check("constant time", "not constant-time", secret)
    except Breach as breach:
        stopped("constant time", breach)
    return [outcome[name] for name in CHECKS], total


def any_failed(checks: Sequence[Check]) -> bool:
    return any(check.failed for check in checks)
