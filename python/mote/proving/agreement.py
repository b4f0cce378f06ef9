"""Each mutant judged twice: by the checks of `mote mutate`, and by the prover.

The two ways know nothing of each other, so they must agree on a file's init and step:

- a mutant that a check catches must not be proved, unless it does in all calls that the proofs
  are of what the file as it is does: then it changes what is outside of them, like `close`, or
  `update` with a buffer that is not empty.  The simulator says so: the mutant and the file as it
  is are called with init for each digest size, and then with the whole blocks of the vectors, one
  by one, and leave the same state, counter and fill, and the same in all bytes of the context
  that a block does not change;
- a mutant that no check catches must not be refuted, unless its entry in results/equivalent says
  that it has the context's places elsewhere (`context = true`): the digests are the same, but a
  proof holds the code to the contract, which says where they are.  Such a one must not be proved.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tabulate import tabulate

from mote.building import build
from mote.calling.hash_caller import HashCaller
from mote.calling.session import Session, pseudo_random
from mote.catalog import contract
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.catalog.vectors import Vector
from mote.checking import promises
from mote.common.errors import Breach, MoteError
from mote.mutation.engine import SURVIVED, UNCHANGED, Bench, Unwatched, Watch, place_of
from mote.mutation.operators import Mutant
from mote.proving import engine, proofs
from mote.proving import outcome as outcomes
from mote.running import jobs

BATCH = 4
"""Mutants for each process: a proof may take a minute."""

BLOCKS = 48
"""Of the vectors' whole blocks so many are given one by one for each size of the digest."""

COUNTED = 260
"""So many blocks more for the main size: a counter in bytes carries."""

REFUTED = "caught, refuted"
CLOSED = "caught, refuted in close"
OPEN = "caught, not proved"
OUTSIDE = "caught, outside of init and step"
MISSED = "caught, but proved"
EQUAL = "not caught, proved equal"
MOVED = "not caught, places elsewhere"
UNDECIDED = "not caught, not proved"
DOUBTED = "not caught, but refuted"
SAME_PLACES = "places said to be elsewhere, but proved"

KINDS = (REFUTED, CLOSED, OPEN, OUTSIDE, EQUAL, MOVED, UNDECIDED, MISSED, DOUBTED, SAME_PLACES)
DISAGREE = (MISSED, DOUBTED, SAME_PLACES)
"""Those of KINDS in which one of the two ways must be wrong."""


@dataclass(frozen=True)
class Finding:
    """What the two ways say of a mutant.

    kind: one of KINDS, or "" for what does not build or changes no byte of the object: the prover
    is not asked.  outcome: of the checks.  verdict: of the prover; detail: more words of it.
    """

    mutant: Mutant
    kind: str
    outcome: str
    verdict: str = ""
    detail: str = ""


def cpu_for(implementation: Implementation, name: str | None = None) -> Cpu:
    """The CPU of that name, or the first on which init and step of the file are proved.

    Raises MoteError where the prover has nothing to say of init and step.
    """
    title = f"{implementation.function.name} {implementation.name}"
    in_assembly = promises.is_assembly(implementation) and implementation.kernel is None
    if not in_assembly or not promises.is_followed(implementation):
        raise MoteError(f"--prove is for whole hash functions in assembly, which {title} is not")
    stored = proofs.read()
    for each, cpu in proofs.pairs():
        if each != implementation or name not in (None, cpu.name):
            continue
        rows = stored.get((each.function.name, each.name, cpu.name), [])
        proved = {row["obligation"] for row in rows if row["verdict"] == proofs.PROVED}
        if proved.issuperset(engine.USUAL):
            return cpu
    where = f" on {name}" if name else ""
    raise MoteError(f"{title}: init and step are not proved{where}: see docs/proofs.md")


def kind_of(outcome: str, verdict: str, moved: bool, inside: Callable[[], bool]) -> str:
    """One of KINDS.

    outcome: of the checks, SURVIVED or what caught it.  verdict: the prover's.  moved: known to
    have the context's places elsewhere.  inside: whether a call that is proved does otherwise.
    """
    if outcome != SURVIVED:
        if verdict == outcomes.PROVED:
            return MISSED if inside() else OUTSIDE
        return REFUTED if verdict == outcomes.REFUTED else OPEN
    if moved:
        return SAME_PLACES if verdict == outcomes.PROVED else MOVED
    return {outcomes.PROVED: EQUAL, outcomes.REFUTED: DOUBTED, outcomes.OPEN: UNDECIDED}[verdict]


def kind_behind(kind: str, verdict: str) -> str:
    """One of KINDS, where init and step are proved: kind without `close`, and what that says."""
    if kind == OUTSIDE:
        return {outcomes.PROVED: OUTSIDE, outcomes.REFUTED: CLOSED, outcomes.OPEN: OPEN}[verdict]
    return {outcomes.PROVED: EQUAL, outcomes.REFUTED: DOUBTED, outcomes.OPEN: UNDECIDED}[verdict]


class Judge:
    """A file on a CPU whose mutants both ways judge.

    seconds: of the processor that init or step may take; None: what mote.proving.engine gives it.
    closes: ask `close`, too, of those of which init and step are proved.  moved: the mutants that
    are known to have the context's places elsewhere.  confirm: raises MoteError where the file as
    it is fails a check.
    """

    def __init__(
        self,
        implementation: Implementation,
        cpu: Cpu,
        folder: Path,
        *,
        seconds: float | None = None,
        closes: bool = False,
        moved: Mapping[Mutant, str] | None = None,
        confirm: bool = False,
    ) -> None:
        self.cpu = cpu
        self.bench = Bench(implementation, cpu, folder, confirm=confirm)
        self._seconds = seconds
        self._closes = closes
        self._moved = moved or {}
        # No change is in a comment, so a mutant's contract is that of the file as it is.
        self._tables = tuple(promises.tables(implementation))
        promised = contract.resolve(self._tables, cpu, function=implementation.function.name)
        self._places = {
            start + byte
            for place in (*promised.state, promised.counter, promised.fill)
            if place is not None
            for start in place.addresses
            for byte in range(place.word_bytes)
        }
        self._buffer: set[int] = set()
        """What else a block changes: nothing is promised of its bytes."""
        self._right: list[tuple[bytes, bytes]] | None = None

    def close(self) -> None:
        """Give the simulator back."""
        self.bench.machine.close()

    def judge(self, mutant: Mutant) -> Finding:
        """What both say of a mutant.  Raises MoteError."""
        outcome, said = self.bench.judge(mutant)
        if outcome in ("build", UNCHANGED):
            return Finding(mutant, "", outcome)
        with self.bench.changed(mutant):
            verdict, detail = self.proved()
            kind = kind_of(outcome, verdict, mutant in self._moved, self.inside)
            if self._closes and kind in (OUTSIDE, EQUAL):
                verdict, detail = self.proved(("close",))
                kind = kind_behind(kind, verdict)
        words = said.partition("\n")[0] if kind in (OUTSIDE, MISSED) else detail
        return Finding(mutant, kind, outcome, verdict, words)

    def proved(self, obligations: tuple[str, ...] = engine.USUAL) -> tuple[str, str]:
        """The verdict on the sources as they are now: of several obligations the worst."""
        job = engine.ProofJob(
            self.bench.implementation,
            self.cpu,
            use_kept=False,
            seconds=self._seconds if obligations == engine.USUAL else None,
            obligations=obligations,
            tables=self._tables,
        )
        try:
            found = engine.run(job)
        except MoteError as error:
            return outcomes.OPEN, str(error)
        for verdict in (outcomes.REFUTED, outcomes.OPEN):
            for each in found:
                if each.verdict == verdict:
                    return verdict, f"{each.name}: {each.detail}"
        return outcomes.PROVED, ""

    def inside(self) -> bool:
        """Whether the sources as they are now do otherwise in a call that the proofs are of."""
        if self._right is None:
            raise MoteError("the file as it is has not been run")
        rest = set(range(self.bench.built.context_bytes)) - self._places - self._buffer
        try:
            for (before, after), (_, right) in zip(self._calls(), self._right, strict=True):
                if any(after[at] != right[at] for at in self._places):
                    return True
                if before and any(after[at] != before[at] for at in rest):
                    return True
        except Breach:
            return True
        return False

    def run_right(self) -> None:
        """Keep what the file as it is leaves; to be called before the first mutant is judged."""
        self._right = list(self._calls())
        for before, after in self._right:
            if before:
                changed = {at for at, byte in enumerate(after) if byte != before[at]}
                self._buffer |= changed - self._places

    def _calls(self) -> Iterator[tuple[bytes, bytes]]:
        """The contexts before and after each of the calls that the proofs are of.  Raises Breach.

        Before init there is none, and no byte.  Bytes that nobody has written are 0.
        """
        implementation, size = self.bench.implementation, self.bench.built.context_bytes
        function = implementation.function
        with tempfile.TemporaryDirectory(prefix="mote-") as name:
            built = build.build(implementation, self.cpu, Path(name))
            image = build.link(implementation, self.cpu, built)
            session = Session(self.bench.machine, implementation, built, image)
            if self.bench.budget is not None:
                session.budget = self.bench.budget
            for bits in function.sizes:
                address = session.fresh()
                session.machine.write(address, bytes(size))
                HashCaller(session).init(address, bits)
                before = session.machine.read(address, size)
                yield b"", before
                for block in self._blocks(bits == function.main_size):
                    HashCaller(session).update(address, block)
                    after = session.machine.read(address, size)
                    yield before, after
                    before = after

    def _blocks(self, counted: bool) -> Iterator[bytes]:
        """Whole blocks: of the vectors' messages, the longest first, and COUNTED ones more."""
        size = self.bench.implementation.function.block_bytes
        left = BLOCKS
        plain = [each for each in self.bench.vectors if isinstance(each, Vector)]
        for vector in sorted(plain, key=lambda each: -each.bits):
            for at in range(0, min(left, vector.bits // 8 // size)):
                yield vector.message[at * size : (at + 1) * size]
                left -= 1
        if counted:
            text = pseudo_random("whole blocks", COUNTED * size)
            yield from (text[at : at + size] for at in range(0, len(text), size))


@dataclass(frozen=True)
class _Job:
    implementation: Implementation
    cpu: Cpu
    mutants: tuple[Mutant, ...]
    moved: Mapping[Mutant, str]
    seconds: float | None
    closes: bool


def _work(job: _Job) -> list[Finding]:
    """What a process does; of no mutants: raise MoteError unless the file as it is passes both."""
    title = f"{job.implementation.function.name} {job.implementation.name} on {job.cpu.name}"
    with tempfile.TemporaryDirectory(prefix="mote-mutate-") as folder:
        judge = Judge(
            job.implementation,
            job.cpu,
            Path(folder),
            seconds=job.seconds,
            closes=job.closes,
            moved=job.moved,
            confirm=not job.mutants,
        )
        try:
            if not job.mutants:
                verdict, detail = judge.proved()
                if verdict != outcomes.PROVED:
                    raise MoteError(f"{title} is not proved as it is ({detail})")
                return []
            judge.run_right()
            return [judge.judge(mutant) for mutant in job.mutants]
        finally:
            judge.close()


def run(
    implementation: Implementation,
    cpu: Cpu,
    chosen: Sequence[Mutant],
    moved: Mapping[Mutant, str],
    watch: Watch | None = None,
    *,
    seconds: float | None = None,
    closes: bool = False,
) -> list[Finding]:
    """The findings on mutants, in their order.

    seconds, closes, moved: see Judge.  Raises MoteError when the file fails, or is not proved,
    without any change.
    """
    parts = [(), *(tuple(chosen[i : i + BATCH]) for i in range(0, len(chosen), BATCH))]
    found: dict[int, list[Finding]] = {}
    work = [_Job(implementation, cpu, part, moved, seconds, closes) for part in parts]
    watch = watch or Unwatched()

    def idle(running: Sequence[int]) -> None:
        watch.idle([place_of(parts[index]) for index in running])

    for index, result in jobs.run(_work, work, idle):
        if isinstance(result, MoteError):
            raise result
        found[index] = result
        watch.step(place_of(parts[index]), len(parts[index]))
    return [each for index in range(len(parts)) for each in found[index]]


def table(findings: Sequence[Finding]) -> str:
    """How many there are of each kind, and what the two ways disagree about."""
    counts = Counter(each.kind for each in findings)
    lines = [[kind, counts[kind]] for kind in KINDS]
    lines.append(["not asked: does not build, or changes no byte", counts[""]])
    texts = [tabulate(lines, ["mutants", "number"])]
    texts += [
        f"{each.kind}: {each.mutant}: checks: {each.outcome}; prover: {each.verdict}: {each.detail}"
        for each in findings
        if each.kind in DISAGREE
    ]
    return "\n".join(texts)
