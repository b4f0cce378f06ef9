"""The checks on an implementation, on its own CPU: vectors, guard, ABI, constant time, object."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from mote import audit, cipher, kernels, vectors
from mote.build import Built
from mote.cipher import CipherVector
from mote.session import Placement, Session, divergence, pseudo_random, variation
from mote.types import Breach, Cpu, Function, Implementation
from mote.vectors import Vector, VectorCount

CHECKS = ("vectors", "guard", "ABI", "constant time", "object rules")

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
    session.detail = True
    first: list[int] = []
    for message in messages:
        bits = 8 * size - 5 if function.bit_messages else 8 * size
        session.hash(message, bits, function.main_digest, Placement())
        traces = [call.trace for call in session.calls]
        if not first:
            first = traces
        for index, (trace, expected) in enumerate(zip(traces, first, strict=True)):
            if trace != expected:
                name = ("init", "update", "close")[index]
                return f"{name} depends on the message" + _divergence(
                    session, messages[0], message, index
                )
    return ""


def _divergence(session: Session, one: bytes, other: bytes, index: int) -> str:
    """The first step at which a call of two messages parts ways."""
    machine = session.machine
    function = session.implementation.function
    digest = function.main_digest
    partial = 1 if function.bit_messages else 0
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
    return divergence(machine, runs)


NOT_FINISHED = "not finished"

FINAL_KINDS = ("budget", "fetch", "instruction", "memory")
"""Breaches after which nothing can go on."""


def check(
    implementation: Implementation,
    cpu: Cpu,
    built: Built,
    session: Session,
    *,
    thinned: int = 1,
) -> tuple[list[Check], VectorCount]:
    """All five checks in full, and how many vectors passed.

    A breach fails the check that it speaks against.  The vectors and the check of constant time
    then go on without guard and ABI where the run can; what cannot go on is "not finished".
    """
    function = implementation.function
    broken = audit.problems(implementation, cpu, built)
    kernel = function.kind == "kernel"
    outcome = {name: Check(name, "passed") for name in CHECKS}
    if broken:
        outcome["object rules"] = Check("object rules", "failed", "; ".join(broken))
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
        secret = kernels.constant_time(session) if kernel else constant_time(session)
        if not secret:
            return Check("constant time", "passed")
        status = "failed" if implementation.constant_time else "not constant-time"
        return Check("constant time", status, secret)

    attempt("vectors", digests)
    attempt("constant time", secrets)
    return [outcome[name] for name in CHECKS], total


def any_failed(checks: Sequence[Check]) -> bool:
    return any(check.failed for check in checks)
