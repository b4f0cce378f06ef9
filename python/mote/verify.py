"""The checks on an implementation, on its own CPU: vectors, guard, ABI, constant time, object."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mote import audit, cipher, vectors
from mote.build import Built
from mote.cipher import CipherVector
from mote.session import Placement, Session, pseudo_random, variation
from mote.types import Breach, Cpu, Function, Implementation
from mote.vectors import Vector, VectorCount

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


def _fitting(function: Function, chosen: Iterable[Vector]) -> list[Vector]:
    """Those that the function takes: whole bytes only, digest sizes that it has."""
    return [
        vector
        for vector in chosen
        if (function.bit_messages or vector.bits % 8 == 0)
        and function.has_digest(vector.digest_bits)
    ]


def bench_vectors(function: Function) -> tuple[Vector, ...] | tuple[CipherVector, ...]:
    """A selection for every bench run: each digest size, and lengths around the padding."""
    if function.kind == "cipher":
        return cipher.own(function)[:12]
    own = _fitting(function, vectors.own(function))
    block = 8 * function.block_bytes
    near = {0, 1, 7, 8, block - 65, block - 9, block - 1, block, block + 1, 2 * block + 3}
    if not function.bit_messages:
        near |= {16, 256, block + 8, 2 * block - 8, 2 * block, 2 * block + 8, 3 * block, 4096}
    chosen = [v for v in own if v.digest_bits == function.main_digest and v.bits in near]
    sizes = {v.digest_bits for v in own} - {function.main_digest}
    for size in sorted(sizes):
        of_size = [v for v in own if v.digest_bits == size]
        chosen.append(of_size[size // 8 % len(of_size)])
    return tuple(chosen)


def all_vectors(
    function: Function, thinned: int = 1
) -> tuple[Vector, ...] | tuple[CipherVector, ...]:
    """All of our own, and the NIST set where it exists.

    thinned: of the NIST set only every so many-th message (the main digest size: four times as
    many), for what must not take long.
    """
    if function.kind == "cipher":
        return cipher.own(function)
    chosen = _fitting(function, vectors.own(function))
    for size in function.kat:
        step = max(1, thinned // 4) if size == function.main_digest else thinned
        chosen += _fitting(function, vectors.nist(function, size)[::step])
    return tuple(chosen)


def run_vectors(session: Session, chosen: Iterable[Vector | CipherVector]) -> VectorCount:
    """Hash every message, each cut and placed in another way.  Raises Breach."""
    if session.implementation.function.kind == "cipher":
        return cipher.run_vectors(session, (v for v in chosen if isinstance(v, CipherVector)))
    return _hash_vectors(session, (v for v in chosen if isinstance(v, Vector)))


def _hash_vectors(session: Session, chosen: Iterable[Vector]) -> VectorCount:
    count = VectorCount()
    block = session.implementation.function.block_bytes
    for number, vector in enumerate(chosen):
        placement = variation(number, block)
        digest = session.hash(vector.message, vector.bits, vector.digest_bits, placement)
        if digest == vector.digest:
            count.passed += 1
            continue
        count.failed += 1
        if not count.first:
            count.first = (
                f"{vector.digest_bits}-bit digest of the message of {vector.bits} bits is "
                f"{digest.hex()}, should be {vector.digest.hex()}"
            )
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
