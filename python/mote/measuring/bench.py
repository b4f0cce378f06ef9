"""One row from one implementation on one CPU: build, audit, verify, measure."""

from __future__ import annotations

import contextlib
import dataclasses
import importlib
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path

from mote import kinds
from mote.building import audit, build, package
from mote.building.image import Image
from mote.building.toolchains import toolchain_of
from mote.calling.figures import Figures
from mote.calling.session import Session
from mote.catalog.catalog import runs_on
from mote.catalog.cpu import Cpu, Timing
from mote.catalog.function import Implementation
from mote.checking import verify
from mote.checking.verify import Check
from mote.common.errors import Breach, BuildError, MoteError, UncoveredInstruction
from mote.machines import open_machine
from mote.measuring.row import Row


@dataclass(frozen=True)
class BenchJob:
    """What one process works on.

    full: run all checks in full, and go on after one fails.  measure: take the figures.
    host_timing: take those that are timed on the host, too.  hardware: and those of a core's own
    hardware description; without it there are no such rows.  thinned: see verify.all_vectors.
    """

    implementation: Implementation
    cpu: Cpu
    full: bool = False
    measure: bool = True
    host_timing: bool = True
    hardware: bool = False
    thinned: int = 16


@dataclass
class Outcome:
    """What came of a job: rows with figures, or rows that say why there are none.

    measured_at: when, in ISO 8601; empty where it did not come to that.  remarks: what is to be
    known of the object and is no fault (mote.building.audit.helpers).
    """

    rows: list[Row] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    sections: list[tuple[str, int, str, bool]] = field(default_factory=list)
    parts: tuple[tuple[str, int], ...] = ()
    helpers: tuple[tuple[str, int], ...] = ()
    size_bytes: int | None = None
    context_bytes: int | None = None
    problem: str = ""
    output: str = ""
    measured_at: str = ""
    remarks: tuple[str, ...] = ()


def empty_row(implementation: Implementation, cpu: Cpu, timing: int = 0) -> Row:
    """A row without figures."""
    return Row(
        function=implementation.function.name,
        digest_bits=implementation.function.main_size,
        implementation=implementation.name,
        cpu=cpu.name,
        endianness=cpu.endianness,
        timing=cpu.timings[timing].name,
        fidelity=cpu.timings[timing].fidelity,
        reentrant=cpu.reentrant,
    )


def failed_rows(
    implementation: Implementation, cpu: Cpu, problem: str, *, hardware: bool = False
) -> list[Row]:
    """The CPU's rows, each with the reason why it has no figures; hardware: see BenchJob."""
    rows = [
        empty_row(implementation, cpu, index)
        for index, timing in enumerate(cpu.timings)
        if hardware or not timing.core
    ]
    for row in rows:
        row.problem = problem
    return rows


def run(job: BenchJob) -> Outcome:
    """Do one job; whatever goes wrong is in the outcome, never raised."""
    outcome = Outcome()
    with tempfile.TemporaryDirectory(prefix="mote-") as folder:
        try:
            _run_without_void(job, Path(folder), outcome)
        except BuildError as error:
            outcome.problem, outcome.output = str(error), error.output
        except MoteError as error:
            outcome.problem = str(error)
    outcome.measured_at = datetime.now(timezone.utc).isoformat(timespec="seconds")
    if outcome.problem:
        outcome.rows = failed_rows(
            job.implementation, job.cpu, outcome.problem, hardware=job.hardware
        )
    return outcome


def prepare(work: Sequence[BenchJob]) -> None:
    """Have ready in this process what its jobs take: they are forks of it, and find it done.

    What fails here fails in the job that needs it, and is said there.
    """
    for cpu in dict.fromkeys(job.cpu for job in work):
        with contextlib.suppress(MoteError, ImportError):
            importlib.import_module(f"mote.machines.{cpu.machine}")
            toolchain_of(cpu)
        sources = dict.fromkeys(job.implementation.source.suffix for job in work if job.cpu == cpu)
        for suffix in sources:
            with contextlib.suppress(MoteError):
                toolchain_of(cpu).version(cpu, Path(f"source{suffix}"))


def _run_without_void(job: BenchJob, folder: Path, outcome: Outcome) -> None:
    """Run, and again without a timing that turns out to have no rule for what the program does.

    Its row says so; checks, size and instructions do not depend on it.
    """
    void: dict[str, str] = {}
    while True:
        try:
            _run(job, folder, outcome, void)
            return
        except UncoveredInstruction as problem:
            if not problem.timing or problem.timing in void:
                raise
            void[problem.timing] = f"no cycles: {problem}"


def _run(job: BenchJob, folder: Path, outcome: Outcome, void: dict[str, str]) -> None:
    implementation, cpu = job.implementation, job.cpu
    function = implementation.function
    kind = kinds.of(function)
    if not function.vectors.is_file():
        raise MoteError(verify.vectors_problem(function))
    built = build.build(implementation, cpu, folder)
    outcome.sections = [(s.name, s.size, s.kind, s.counted) for s in built.facts.sections]
    outcome.size_bytes = built.facts.size_bytes
    outcome.context_bytes = built.context_bytes
    outcome.parts = built.parts
    _compare_context(implementation, cpu, built)
    broken = audit.problems(implementation, cpu, built)
    outcome.remarks = tuple(audit.helpers(implementation, cpu, built))
    if not package.is_ours(implementation):
        outcome.remarks += tuple(audit.object_problems(implementation, cpu, built))
    if broken:
        outcome.checks = [verify.object_rules(broken)]
    missing = audit.missing_exports(implementation, built)
    if missing or (broken and not job.full):
        raise MoteError("; ".join(missing or broken))
    image = build.link(implementation, cpu, built)
    outcome.helpers = image.helpers
    machine = open_machine(cpu)
    machine.void = frozenset(void)
    try:
        session = Session(machine, implementation, built, image)
        if job.full:
            thinned = max(job.thinned, cpu.machine_options.get("thinned", 1))
            outcome.checks, count = verify.check(session, broken, thinned=thinned)
            if not job.measure:
                return
        else:
            count = verify.run_vectors(session, verify.bench_vectors(function))
            if count.failed:
                raise MoteError(f"{count.failed} vectors failed: {count.first}")
        figures = measure(session, lenient=job.full)
    finally:
        machine.close()
    failed = [check.name for check in outcome.checks if check.failed]
    unsafe = [check for check in outcome.checks if check.name in ("guard", "ABI") and check.detail]
    for index, timing in enumerate(cpu.timings):
        if timing.core and not job.hardware:
            continue
        row = empty_row(implementation, cpu, index)
        row.toolchain = built.toolchain
        row.flags = built.flags
        row.size_bytes = built.facts.size_bytes
        row.context_bytes = figures.context_bytes
        row.stack_bytes = figures.stack_bytes
        row.static_bytes = built.facts.static_bytes
        row.internal_ram_bytes = built.facts.internal_bytes
        row.vectors_passed = count.passed
        row.vectors_failed = count.failed
        if job.full:
            row.helper_bytes = sum(size for _, size in image.helpers)
            row.failed_checks = ", ".join(failed)
        if timing.fidelity == "host":
            if unsafe:
                row.problem = "not run on this host: it failed a check of the guard or the ABI"
            elif kind.not_timed:
                row.problem = kind.not_timed
            elif job.host_timing and kind.timed_on_host:
                _host_figures(row, implementation, cpu)
        else:
            if timing.core:
                row.problem = _on_hardware(timing, figures, session, image) or None
            _figures(row, figures, timing.name)
            row.problem = row.problem or void.get(timing.name) or figures.problem or None
        outcome.rows.append(row)


def _on_hardware(timing: Timing, figures: Figures, session: Session, image: Image) -> str:
    """Add the cycles that a core takes to the figures; why not, else empty.

    What it computes must be right, and it must execute what the simulator did.
    """
    # Here, as rows of other CPUs need no Verilator.
    from mote.machines import rtl

    implementation = session.implementation
    try:
        cpu = dataclasses.replace(session.cpu, timings=(timing,))
        with contextlib.closing(rtl.Hardware(cpu, timing)) as machine:
            again = Session(machine, implementation, session.built, image)
            count = verify.run_vectors(again, verify.bench_vectors(implementation.function))
            if count.failed:
                return f"{count.failed} vectors failed on {timing.name}: {count.first}"
            found = measure(again)
    except MoteError as error:
        return str(error)
    executed = (found.instructions, found.pieces_instructions)
    if executed != (figures.instructions, figures.pieces_instructions):
        return f"{timing.name} executes other instructions than the simulator"
    figures.cycles.update(found.cycles)
    figures.spread.update(found.spread)
    figures.pieces.update(found.pieces)
    return ""


def _compare_context(implementation: Implementation, cpu: Cpu, built: build.Built) -> None:
    """Raise MoteError where a size of the context is given and is not the header's."""
    given = implementation.stated_context_bytes
    if given is not None and given != built.context_bytes:
        assert implementation.header is not None
        raise MoteError(
            f"--context-bytes is {given}, but {implementation.context_name} of "
            f"{implementation.header.name} has {built.context_bytes} bytes on {cpu.name}"
        )


def _figures(row: Row, figures: Figures, timing: str) -> None:
    long, short, block = figures.instructions
    row.long_instructions_per_byte = _round(long)
    if figures.pieces_instructions is not None:
        row.pieces_instructions_per_byte = _round(figures.pieces_instructions)
    row.short_instructions = short
    row.block_instructions = _round(block)
    row.block_own_instructions = _round(figures.block_own_instructions)
    if timing in figures.cycles:
        long, short, block = figures.cycles[timing]
        row.long_cycles_per_byte = _round(long)
        row.short_cycles = short
        row.block_cycles = _round(block)
        row.cycles_spread = _round(figures.spread[timing])
        row.speed_size_ratio = _speed_size_ratio(row, long)
    if timing in figures.pieces:
        row.pieces_cycles_per_byte = _round(figures.pieces[timing])


def _host_figures(row: Row, implementation: Implementation, cpu: Cpu) -> None:
    try:
        figures = kinds.of(implementation.function).time_on_host(implementation, cpu)
    except MoteError as error:
        row.problem = f"not timed on this host: {error}"
        return
    row.long_cycles_per_byte = _round(figures.long_cycles_per_byte)
    row.short_cycles = round(figures.short_cycles)
    row.block_cycles = _round(figures.block_cycles)
    row.speed_size_ratio = _speed_size_ratio(row, figures.long_cycles_per_byte)


def _speed_size_ratio(row: Row, long: float) -> float | int:
    """long: cycles a byte of a long message, not rounded."""
    assert row.size_bytes is not None
    return _round(1e6 / (long * row.size_bytes))


def _round(value: float) -> float | int:
    """Two decimals are more than any figure's meaning; whole numbers stay whole."""
    rounded = round(value, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def jobs_for(
    implementations: Sequence[Implementation], cpus: Sequence[Cpu], **options: bool
) -> list[BenchJob]:
    """One job for each pair that the files' names say belongs together."""
    return [
        BenchJob(implementation, cpu, **options)
        for cpu in cpus
        for implementation in implementations
        if runs_on(implementation, cpu)
    ]


def measure(session: Session, *, lenient: bool = False) -> Figures:
    """Measure in detail mode.  Raises Breach.

    lenient: after a breach measure all the same, without the guard, where the run can go on; and
    where the short message does not get through even so, the long one.
    """
    kind = kinds.of(session.implementation.function)
    try:
        return kind.measure(session)
    except Breach:
        if not lenient:
            raise
    session.machine.lenient = True
    try:
        return kind.measure(session, lenient=True)
    finally:
        session.machine.lenient = False
