"""The checks on an implementation, on its own CPU: vectors, guard, ABI, constant time, object."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from mote import kinds
from mote.building import build
from mote.calling import session as sessions
from mote.calling.session import Session
from mote.catalog.function import Function
from mote.catalog.vectors import VectorCount
from mote.checking import promises
from mote.common.errors import Breach, BuildError
from mote.machines import open_machine

CHECKS = ("vectors", "guard", "ABI", "constant time", "object rules")
CONTRACT = "contract"
"""The check of assembly files that have a contract (mote.checking.promises)."""

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


def bench_vectors(function: Function) -> tuple[Any, ...]:
    """A selection of the function's vectors for every bench run."""
    return kinds.of(function).bench_vectors(function)


def all_vectors(function: Function, thinned: int = 1) -> tuple[Any, ...]:
    """All of our own that a CPU does in time; thinned: see mote.kinds.Kind."""
    return kinds.of(function).all_vectors(function, thinned)


def vectors_problem(function: Function) -> str:
    """What the function's file of vectors lacks, and what to run; empty where it is right."""
    run = f"run `python3 vectors/make.py {function.name}`"
    if not function.vectors.is_file():
        return f"there are no test vectors of {function.name}: {run}"
    try:
        if kinds.of(function).has_all_vectors(function):
            return ""
        return (
            f"test vectors: those of {function.name} are not what its function.toml asks for: {run}"
        )
    except (KeyError, ValueError, IndexError):
        return f"test vectors: those of {function.name} cannot be read: {run}"


def run_vectors(session: Session, chosen: Iterable[Any]) -> VectorCount:
    """Run every vector, each cut and placed in another way.  Raises Breach."""
    return kinds.of(session.implementation.function).run_vectors(session, chosen)


def constant_time(session: Session) -> str:
    """Where the run depends on what must stay secret; empty when it does not."""
    return kinds.of(session.implementation.function).constant_time(session)


NOT_FINISHED = "not finished"

FINAL_KINDS = ("budget", "fetch", "instruction", "memory")
"""Breaches after which nothing can go on."""


def shapes(session: Session) -> str:
    """What is wrong with calls for few bytes at every alignment (mote.calling.session.shapes)."""
    kind = kinds.of(session.implementation.function)
    if not kind.any_length:
        return ""
    vectors = kind.bench_vectors(session.implementation.function)
    detail, session.detail = session.detail, False
    try:
        return sessions.shapes(
            session, lambda: kind.run_vectors(session, vectors[:SHAPED]), kind.finish
        )
    finally:
        session.detail = detail


def elsewhere(session: Session) -> Check | None:
    """The first check that fails in another layout, or None (Machine.layouts).

    The file is linked at other addresses, and run with data and stack at others, in a machine of
    its own.
    """
    implementation, cpu, built = session.implementation, session.cpu, session.built
    kind = kinds.of(implementation.function)
    for layout in session.machine.layouts(built.facts.size_bytes):
        machine = open_machine(cpu)
        try:
            image = build.link(implementation, cpu, built, layout)
            other = Session(machine, implementation, built, image)
            other.budget = session.budget
            count = kind.run_vectors(other, kind.bench_vectors(implementation.function))
            wrong = count.first if count.failed else shapes(other)
            if wrong:
                return Check("vectors", "failed", f"{layout.name}: {wrong}")
        except Breach as breach:
            name = "ABI" if breach.kind in ABI_KINDS else "guard"
            return Check(name, "failed", f"{layout.name}: {breach}")
        except BuildError as error:
            return Check("object rules", "failed", f"{layout.name}: {error}")
        finally:
            machine.close()
    return None


SHAPED = 4
"""Vectors of which the calls are taken that are tried with other lengths."""


def object_rules(broken: Sequence[str]) -> Check:
    """The check of the object, from what mote.building.audit.problems says of it."""
    status = "failed" if broken else "passed"
    return Check("object rules", status, "; ".join(broken))


class _Checks:
    """The checks of one session, one after the other, and what has come of them.

    outcome: by the name of the check.  total: the vectors of the last run.
    """

    def __init__(self, session: Session, broken: Sequence[str]) -> None:
        self._session = session
        self._kind = kinds.of(session.implementation.function)
        self.outcome = {name: Check(name, "passed") for name in CHECKS}
        self.outcome["object rules"] = object_rules(broken)
        self.first_breach: Breach | None = None
        self.total = VectorCount()

    def attempt(self, stage: str, work: Callable[[], Check]) -> None:
        """Do the work of a check under the guard; after a breach, without it."""
        outcome = self.outcome
        if self.first_breach is not None and self.first_breach.kind in FINAL_KINDS:
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
            self.first_breach = self.first_breach or breach
            stopped = Check(stage, NOT_FINISHED, f"stopped by the breach of the {name}")
            outcome[stage] = stopped
            if breach.kind in FINAL_KINDS:
                return
        machine = self._session.machine
        machine.lenient = True
        try:
            found = work()
            detail = f"{found.detail}; " if found.detail else ""
            outcome[stage] = Check(stage, found.status, f"{detail}run on after the breach")
        except Breach:
            outcome[stage] = stopped
        finally:
            machine.lenient = False

    def vectors(self, chosen: Sequence[Any]) -> Check:
        """First those of every run in detail, a signal after every instruction; then the chosen
        ones at full speed.
        """
        session, kind = self._session, self._kind
        session.detail = not session.machine.lenient
        function = session.implementation.function
        first = self.total = kind.run_vectors(session, kind.bench_vectors(function))
        if chosen:
            session.detail = False
            self.total = kind.run_vectors(session, chosen)
        total = self.total
        text = (
            f"{total.passed} of {len(chosen) or total.passed + total.failed} {kind.results} right"
        )
        if first.failed or total.failed:
            return Check("vectors", "failed", f"{text}; {total.first or first.first}")
        wrong = shapes(session)
        if wrong:
            return Check("vectors", "failed", f"{text}; {wrong}")
        return Check("vectors", "passed", text)

    def constant_time(self) -> Check:
        secret = constant_time(self._session)
        if not secret:
            return Check("constant time", "passed")
        promised = self._session.implementation.constant_time
        return Check("constant time", "failed" if promised else "not constant-time", secret)


def check(
    session: Session, broken: Sequence[str], *, thinned: int = 1, contract: bool = True
) -> tuple[list[Check], VectorCount]:
    """All five checks in full, and how many vectors passed; broken: see object_rules.

    contract: check that, too, where a file has one.

    A breach fails the check that it speaks against.  The vectors and the check of constant time
    then go on without guard and ABI where the run can; what cannot go on is "not finished".
    """
    checks = _Checks(session, broken)
    outcome = checks.outcome
    chosen = all_vectors(session.implementation.function, thinned)
    checks.attempt("vectors", lambda: checks.vectors(chosen))
    checks.attempt("constant time", checks.constant_time)
    if checks.first_breach is None and not outcome["vectors"].failed:
        found = elsewhere(session)
        if found is not None:
            outcome[found.name] = found
    return [
        *(outcome[name] for name in CHECKS),
        *(_contract(session, outcome) if contract else []),
    ], checks.total


def _contract(session: Session, outcome: dict[str, Check]) -> list[Check]:
    """The check of the contract, where one is due; outcome: of the other checks."""
    implementation = session.implementation
    secret: str | None = outcome["constant time"].detail
    if any(outcome[name].status != "passed" for name in ("guard", "ABI")):
        secret = None
    if not kinds.of(implementation.function).has_contract:
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
