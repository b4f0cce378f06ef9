"""One proof: build the file, make its obligations, and decide each of them."""

from __future__ import annotations

import dataclasses
import gc
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mote.building import build
from mote.building.image import Region
from mote.catalog import contract as contracts
from mote.catalog import kinds
from mote.catalog.contract import Contract
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation
from mote.checking import promises
from mote.common.errors import MoteError
from mote.machines import Machine, open_machine
from mote.machines.call import Argument
from mote.proving import by_kind, certificates, in_c, kept, limits, placing, polynomials, proofs
from mote.proving.calls import Called
from mote.proving.outcome import OPEN, PROVED, REFUTED, Obligation
from mote.proving.placing import FIXED, SYMBOLS
from mote.proving.program import Program
from mote.proving.runs import Run
from mote.proving.solve import Simulation, Sweep, example
from mote.proving.values import ProofError

OBLIGATIONS = ("init", "step", "update", "close")
"""Of a file that implements a hash function's interface."""

USUAL = ("init", "step")
"""Those that are made where none is named: close takes much longer."""

TRIED = ("init", "step", "kernel")
"""Those that are tried with numbers where they cost too much: the others are cut at symbols."""

LONG = 1.0
"""Seconds of the processor after which a case is worth looking for its garbage: some are many."""

RARE = 10
"""How much longer than the last look for garbage it has to be till the next one."""

DEPTH = 200_000
"""Python's limit of recursion: a chain of operations that nobody asked for may be long."""


@dataclass(frozen=True)
class ProofJob:
    """What is proved by one process.

    use_kept: take a proof that is kept, and keep one that is new (mote.proving.kept).
    seconds: of the processor, that each obligation may take; None: what `limits` says.
    obligations: which of a hash function's are asked for.  places: of its objects and stack, as
    mote.proving.placing has them; None: symbols, or fixed ones where nothing is shown of symbols.
    contract: the file that has the contract; None where the source begins with it.
    tables: the contracts, where the files are copies of which nobody knows what they include.
    outside: they are somebody's own, described by the options of mote.choosing.outside.
    certificate: where to write what a solver was asked, with derivations; None: nowhere.
    """

    implementation: Implementation
    cpu: Cpu
    use_kept: bool = True
    seconds: float | None = None
    obligations: tuple[str, ...] = USUAL
    contract: Path | None = None
    tables: tuple[contracts.Table, ...] = ()
    outside: bool = False
    places: str | None = None
    certificate: Path | None = None


def run(job: ProofJob) -> list[Obligation]:
    """The obligations of a file on a CPU.  Raises MoteError where there can be none."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(DEPTH)
    try:
        with tempfile.TemporaryDirectory(prefix="mote-") as folder:
            return list(_run(job, Path(folder)))
    finally:
        sys.setrecursionlimit(limit)


def _run(job: ProofJob, folder: Path) -> Iterator[Obligation]:
    implementation, cpu = job.implementation, job.cpu
    contract = _contract(job, implementation, folder)
    if job.outside and "close" in job.obligations and not contract.block:
        raise MoteError(
            f"{contract.place}: close needs `block` in the contract: the function or label that "
            "is entered for each message block (docs/contracts.md)"
        )
    built = build.build(implementation, cpu, folder)
    program = Program(cpu, build.link(implementation, cpu, built))
    asked = (*job.obligations, str(job.places))
    mode: Contract | None = None
    problem = ""
    try:
        mode = _mode(job, folder)
    except MoteError as error:
        problem = str(error)

    def key_on(cpu: Cpu) -> str:
        return kept.key(implementation, program, contract, built.context_bytes, asked, cpu, mode)

    key = key_on(cpu)
    # The key knows nothing of arguments of their own.
    use_kept = job.use_kept and implementation.interface is None and job.certificate is None
    known = (
        kept.find_any(key, [key_on(each) for each in kept.stricter(cpu, program)])
        if use_kept
        else None
    )
    if known is None:
        known = []
        of = {"function": implementation.function.name, "implementation": implementation.name}
        with certificates.written(job.certificate, {**of, "cpu": cpu.name, "key": key}) as made:
            for each in _obligations(job, program, contract, mode, built.context_bytes, folder):
                known.append(each)
                if made is not None:
                    made.end(each)
        if use_kept and not any(each.late for each in known):
            kept.keep(key, known)
    yield from known
    if problem:
        # Of the kernel by itself the proof holds all the same.
        for name in job.obligations:
            if name in OBLIGATIONS:
                yield Obligation(name, verdict=OPEN, detail=problem, places=FIXED)


def _contract(job: ProofJob, implementation: Implementation, folder: Path) -> Contract:
    """The contract of a file on the job's CPU; folder: for what a compiler makes."""
    by_calls = kinds.of(implementation.function).proved_by_calls
    if job.outside:
        given = contracts.given(job.contract) if job.contract else promises.tables(implementation)
        in_c_alone = all(path.suffix == ".c" for path in implementation.sources)
        # Of assembly it is all there, or none of it; C says what the compiler cannot know.
        if in_c_alone or not promises.is_followed(implementation) or not given:
            if not given and not in_c_alone and promises.is_followed(implementation):
                raise MoteError(
                    f"{implementation.sources[-1].name} has no contract: a proof needs one "
                    "(docs/contracts.md)"
                )
            given = in_c.outside(implementation, job.cpu, folder, given)
        found = list(given)
    elif proofs.is_in_c(implementation):
        found = [in_c.table(implementation, job.cpu, folder)]
    elif job.tables:
        found = list(job.tables)
    elif job.contract:
        found = contracts.of_file(job.contract)
    else:
        found = promises.tables(implementation)
    if not found:
        name = (job.contract or implementation.sources[-1]).name
        raise MoteError(f"{name} has no contract: a proof needs one (docs/contracts.md)")
    followed = promises.is_followed(implementation) and not by_calls
    return contracts.resolve(
        found, job.cpu, followed=followed, function=implementation.function.name
    )


def _mode(job: ProofJob, folder: Path) -> Contract | None:
    """The contract of what a kernel's mode in C makes of it, where something is asked of that."""
    implementation = job.implementation
    if job.outside or not proofs.has_mode(implementation) or {*job.obligations} <= {proofs.KERNEL}:
        return None
    found = in_c.table(implementation, job.cpu, folder)
    return contracts.resolve([found], job.cpu, function=implementation.function.name)


def _obligations(
    job: ProofJob,
    program: Program,
    contract: Contract,
    mode: Contract | None,
    context_bytes: int,
    folder: Path,
) -> Iterator[Obligation]:
    implementation = job.implementation

    def contract_of(function: Function) -> Contract:
        return _contract(job, dataclasses.replace(implementation, function=function), folder)

    subject = by_kind.Subject(
        implementation, job.cpu, program, contract, context_bytes, contract_of, folder, mode=mode
    )
    of_hash = implementation.function.kind == "hash"
    whole = of_hash and (implementation.kernel is None or mode is not None)
    anywhere = whole and job.places != FIXED
    at_symbols = dataclasses.replace(subject, places=SYMBOLS if anywhere else FIXED)
    made, fixed = by_kind.obligations(at_symbols), by_kind.obligations(subject)
    # Only a file with all that a hash function has is asked for a part of it.
    names = job.obligations if set(OBLIGATIONS) <= made.keys() else tuple(made)
    names = tuple(name for name in names if name in made)
    if proofs.KERNEL in made and proofs.KERNEL not in names and "step" in names:
        names = (proofs.KERNEL, *names)
    for name in names:
        found = _decided(name, made[name], program, job, at_symbols.places)
        if found.costly and name in TRIED:
            found = _tried(found, fixed[name], program, job)
        if found.places == SYMBOLS and found.verdict == OPEN and job.places is None:
            found = _with_reason(_decided(name, fixed[name], program, job, FIXED), found)
        if found.verdict == PROVED and contract.longest and name != "init":
            shorter = proofs.SHORTER.format(contract.longest)
            found.detail = f"{found.detail}; {shorter}" if found.detail else shorter
        yield found


def _tried(
    before: Obligation, runs: Callable[[], Iterator[Run]], program: Program, job: ProofJob
) -> Obligation:
    """An obligation that cost too much, refuted with numbers by chance in place of its symbols.

    Or as it was.  Code that is wrong early makes of all that follows another function of its
    symbols than the specification's, which no memory holds.
    """
    with polynomials.trying():
        found = _decided(before.name, runs, program, job, FIXED)
    found.seconds += before.seconds
    return found if found.verdict == REFUTED else before


def _with_reason(found: Obligation, before: Obligation) -> Obligation:
    """What is shown at fixed places, with the reason why it is not at symbols."""
    found.seconds += before.seconds
    if found.verdict == PROVED:
        found.detail = f"not at symbols: {before.detail}"
    return found


def _decided(
    name: str,
    runs: Callable[[], Iterator[Run]],
    program: Program,
    job: ProofJob,
    places: str = FIXED,
) -> Obligation:
    """An obligation; places: where its calls have their objects."""
    obligation = Obligation(name, places=places)
    allowed = limits.of(job.implementation, name)
    if job.seconds is not None:
        allowed = dataclasses.replace(allowed, seconds=job.seconds)
    seconds = allowed.seconds
    begun = time.process_time()
    try:
        with limits.held(allowed):
            since, pause = begun, LONG
            for each in runs():
                _decide(each, obligation, program)
                del each
                if obligation.verdict != PROVED:
                    break
                now = time.process_time()
                if now - since > pause:
                    gc.collect()
                    since = time.process_time()
                    pause = max(LONG, RARE * (since - now))
    except TimeoutError:
        obligation.verdict, obligation.detail = OPEN, f"it takes more than {seconds:g} s"
        obligation.late = obligation.costly = True
    except MemoryError:
        obligation.costly = True
        obligation.verdict, obligation.detail = (
            OPEN,
            f"it takes more than {allowed.memory >> 20} MB",
        )
    except ProofError as error:
        obligation.verdict = OPEN
        obligation.detail = f"{placing.said(error)} ({program.place(error.program_counter)})"
    except MoteError as error:
        obligation.verdict, obligation.detail = OPEN, str(error)
    except RecursionError:
        obligation.verdict = OPEN
        obligation.detail = f"a value is made of more than {DEPTH} operations, none of them used"
    obligation.seconds = time.process_time() - begun
    if obligation.verdict == PROVED and obligation.seconds > seconds:
        # Only the main thread of a process is interrupted.
        obligation.verdict, obligation.detail = OPEN, f"it takes more than {seconds:g} s"
        obligation.late = obligation.costly = True
    return obligation


def _decide(run: Run, obligation: Obligation, program: Program) -> None:
    """Add a case to its obligation."""
    if run.caller.placing.kind != SYMBOLS:
        obligation.places = FIXED
    terms = run.caller.terms
    left = []
    for pair in run.pairs:
        if pair.got == pair.wanted:
            continue
        for bit, (got, wanted) in enumerate(zip(pair.got, pair.wanted, strict=True)):
            if got != wanted:
                left.append((pair.name, bit, got, wanted))
    bits = sum(len(pair.got) for pair in run.pairs)
    obligation.bits += bits
    obligation.rewritten += bits - len(left)
    machine = run.caller.machine
    # Those of a machine that has made other cases before are counted already.
    obligation.solver += machine.solver_calls
    obligation.instructions += machine.instructions - machine.told
    machine.solver_calls, machine.told = 0, machine.instructions
    if left:
        simulation = Simulation(terms)
        possible = simulation.ones
        for each in terms.assumptions:
            possible &= simulation.value(each)
        for *_, got, wanted in left:
            differ = (simulation.value(got) ^ simulation.value(wanted)) & possible
            if differ:
                sample = (differ & -differ).bit_length() - 1
                _refute(run, obligation, program, simulation, sample)
                break
        else:
            sweep = Sweep(terms, simulation)
            still = sweep.differing([(got, wanted) for _, _, got, wanted in left])
            obligation.solver += sweep.calls
            if still and not _refuted_by_solver(run, obligation, program, left[still[0]][2:]):
                obligation.verdict = OPEN
                names = list(dict.fromkeys(left[index][0] for index in still))
                obligation.detail = _with_case(
                    f"{len(still)} bits of {', '.join(names[:4])}{' …' * (len(names) > 4)} "
                    "agree in every trial, but are not shown to be equal",
                    run,
                )
    obligation.nodes = max(obligation.nodes, len(terms))
    obligation.rules += terms.rules
    # The next case may be one of the same terms.
    terms.rules.clear()


def _refuted_by_solver(
    run: Run, obligation: Obligation, program: Program, pair: tuple[int, int]
) -> bool:
    """Whether two literals that differ in no trial do in a case that the solver finds."""
    terms = run.caller.terms
    found = example(terms, *pair)
    obligation.solver += 1
    if not found:
        return False
    simulation = Simulation(terms)
    for node, value in found.items():
        simulation.settle(node, simulation.ones if value else 0)
    if simulation.value(pair[0]) & 1 == simulation.value(pair[1]) & 1:
        return False
    _refute(run, obligation, program, simulation, 0)
    return obligation.verdict == REFUTED


def _with_case(text: str, run: Run) -> str:
    return f"{run.name}: {text}" if run.name else text


def _refute(
    run: Run, obligation: Obligation, program: Program, simulation: Simulation, sample: int
) -> None:
    """A counterexample, which the simulator has to confirm."""

    def number(bits: Sequence[int]) -> int:
        return sum((simulation.value(bit) >> sample & 1) << k for k, bit in enumerate(bits))

    def byte(value: object) -> int:
        return value if isinstance(value, int) else number(run.caller.machine.bits(value, 1))  # type: ignore[arg-type]

    wrong = [p for p in run.pairs if number(p.got) != number(p.wanted)]
    first = wrong[0]
    if run.abstract:
        obligation.verdict = OPEN
        text = f"{first.name} is not what the specification says ({len(wrong)} values differ)"
        obligation.detail = _with_case(text, run)
        return
    called = run.called
    assert called is not None
    contents = {name: bytes(map(byte, values)) for name, values in called.contents.items()}
    after = {name: bytes(map(byte, values)) for name, values in run.after.items()}
    if run.carried:
        given = [
            (each, {name: bytes(map(byte, values)) for name, values in each.contents.items()})
            for each in run.caller.called
        ]
        problem = _replayed_whole(run, program, given, number)
        contents = {
            f"{name} of call {count}": content
            for count, (_, each) in enumerate(given, 1)
            for name, content in each.items()
            if name not in run.carried
        }
    else:
        problem = _replayed(run, program, called, contents, after, number)
    text = (
        (
            f"{first.name} becomes {number(first.got):#x}, and the specification says "
            f"{number(first.wanted):#x} ({len(wrong)} of {len(run.pairs)} values differ), with "
            + ", ".join(f"{name} = {content.hex()}" for name, content in contents.items())
        )
        if contents
        else (
            f"{first.name} becomes {number(first.got):#x}, and the specification says "
            f"{number(first.wanted):#x}"
        )
    )
    obligation.verdict = OPEN if problem else REFUTED
    obligation.detail = _with_case(text + (f"; but {problem}" if problem else ""), run)


def _placed(
    machine: Machine,
    called: Called,
    contents: Mapping[str, bytes],
    number: Callable[[Sequence[int]], int],
) -> tuple[dict[str, Region], list[Argument]]:
    """The objects of a call and its arguments in the simulator."""
    start = machine.memory[0] + 64
    regions = {}
    for name, where in called.objects.items():
        start += -start % 16 + where.start % 16
        regions[name] = Region(name, start, where.size, where.writable)
        machine.write(start, contents.get(name, bytes(where.size)))
        start += where.size + 64
    arguments = []
    for argument in called.arguments:
        if isinstance(argument, str):
            arguments.append(Argument("pointer", regions[argument].address))
        elif isinstance(argument, int):
            arguments.append(Argument("size", argument))
        else:
            arguments.append(Argument("word", number(argument)))  # type: ignore[arg-type]
    return regions, arguments


def _replayed_whole(
    run: Run,
    program: Program,
    given: Sequence[tuple[Called, Mapping[str, bytes]]],
    number: Callable[[Sequence[int]], int],
) -> str:
    """Make all calls in the simulator; why the code is right all the same, or nothing."""
    carried: dict[str, bytes] = {}
    machine = open_machine(program.cpu)
    try:
        machine.load(program.image)
        for called, contents in given:
            regions, arguments = _placed(machine, called, {**contents, **carried}, number)
            try:
                machine.call(called.symbol, arguments, list(regions.values()))
            except MoteError as error:
                return f"the simulator stops: {error}"
            left = {name: machine.read(r.address, r.size) for name, r in regions.items()}
            carried = {name: content for name, content in left.items() if name in run.carried}
        wanted = run.expected(number) if run.expected is not None else {}
        if any(left[name] != right for name, right in wanted.items()):
            return ""
        if run.returns is not None:
            size, value = run.returns
            if machine.returned(size) != value % (1 << 8 * size):
                return ""
    finally:
        machine.close()
    return "the simulator does as the specification says"


def _replayed(
    run: Run,
    program: Program,
    called: Called,
    contents: dict[str, bytes],
    after: dict[str, bytes],
    number: Callable[[Sequence[int]], int],
) -> str:
    """Make the call in the simulator; what it does otherwise than the terms say, or nothing."""
    machine = open_machine(program.cpu)
    try:
        machine.load(program.image)
        regions, arguments = _placed(machine, called, contents, number)
        try:
            machine.call(called.symbol, arguments, list(regions.values()))
        except MoteError as error:
            return f"the simulator stops: {error}"
        if run.expected is not None:
            for name, right in run.expected(number).items():
                region = regions[name]
                if machine.read(region.address, region.size) != right:
                    return ""
            return "the simulator does as the specification says"
        if run.result:
            size = len(run.result) // 8
            if machine.returned(size) != number(run.result):
                return "the simulator returns another number than the lifter's operations do"
        for name, expected in after.items():
            region = regions[name]
            found = machine.read(region.address, region.size)
            known = [at for at, value in enumerate(run.after[name]) if not _arbitrary(run, value)]
            if any(found[at] != expected[at] for at in known):
                return f"the simulator leaves other bytes in {name} than the lifter's operations do"
    finally:
        machine.close()
    return ""


def _arbitrary(run: Run, value: object) -> bool:
    """Whether a byte is what was in memory that nobody had written, and so has no known value."""
    if isinstance(value, int):
        return False
    terms = run.caller.terms
    names = [terms.contents[literal >> 1] for literal in run.caller.machine.bits(value, 1)]  # type: ignore[arg-type]
    return any(isinstance(n, tuple) and str(n[0]).startswith("unknown") for n in names)
