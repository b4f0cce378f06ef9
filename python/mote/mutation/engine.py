"""Builds each mutant, runs it under the checks, and says which of them caught it.

Every mutant is built in a copy of the sources with the toolchain of its CPU and runs on that CPU's
machine, through the same code as `mote check`; only the order is another, what is quick first, and
the run ends with the first check that fails:

1. it does not build; or its object is, byte for byte, that of the source as it is: no mutant;
2. the rules of the object;
3. a few short messages, then the messages of every bench run with a signal after each instruction:
   digests, guard, ABI;
4. constant time, where the implementation must have it;
5. every vector;
6. C also under the sanitizers of this computer's compiler, if it has them.

A call may execute SLOWER times what the longest call of the unchanged source executes: what goes
on for longer counts as not finished.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import multiprocessing.util
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection

from mote.building import audit, build, package, reach
from mote.building.build import Built
from mote.building.elf import symbols
from mote.building.image import Image
from mote.building.toolchains import toolchain_of
from mote.calling.session import Session
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation
from mote.checking import sanitizer, verify
from mote.common import included
from mote.common.errors import Breach, BuildError, MoteError
from mote.common.paths import ROOT
from mote.machines import Machine, open_machine
from mote.mutation.languages import ASSEMBLY
from mote.mutation.operators import Mutant, code_of, mutants
from mote.running import jobs

SRC = ROOT / "src"
INCLUDE = ROOT / "include"

CAUGHT = ("build", *verify.CHECKS, "not finished", "sanitizer")
"""What can catch a mutant: the build, the five checks, the budget of instructions, a sanitizer."""

UNCHANGED = "unchanged"
SURVIVED = "survived"

SLOWER = 20
"""A call that executes so many times as much as the original's longest has not finished."""

QUICK = 3
"""Messages of the first run."""

THINNED = 16
"""As `mote check` has it: see verify.all_vectors."""

BATCH = 8
"""Mutants of a job at most: so often a run says how far it is.  A process does several jobs."""


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant.

    outcome: one of CAUGHT, SURVIVED or UNCHANGED.  cpu: where that was found.
    """

    mutant: Mutant
    outcome: str
    cpu: str
    detail: str = ""


def language(source: Path, cpu: Cpu) -> str:
    """The language of a source file, for operators.mutants."""
    if source.suffix in (".c", ".h"):
        return "c"
    architecture = str(cpu.machine_options.get("architecture", cpu.machine))
    if architecture not in ASSEMBLY:
        raise MoteError(f"{source.name}: mutation knows no assembly of {cpu.name}")
    return architecture


def _cpus_for_c() -> list[Cpu]:
    """Where C is tried, a CPU for each byte order, the little-endian one first."""
    found = [cpu for cpu in catalog.cpus().values() if cpu.tries_c]
    return sorted(found, key=lambda cpu: cpu.endianness != "little")


def cpus_for(implementation: Implementation) -> list[Cpu]:
    """The CPUs whose objects a mutant is tried on, one after the other, until one is changed."""
    known = catalog.cpus()
    if all(path.suffix == ".c" for path in implementation.sources):
        fitting = [cpu for cpu in _cpus_for_c() if catalog.runs_on(implementation, cpu)]
        if fitting:
            return fitting
    return [cpu for cpu in known.values() if catalog.runs_on(implementation, cpu)]


def own_sources(implementation: Implementation) -> list[Path]:
    """Those of its sources and private files that are not of the function that it is based on."""
    base = catalog.base_of(implementation)
    return sources(implementation, base.sources if base is not None else ())


def sources(implementation: Implementation, without: tuple[Path, ...] = ()) -> list[Path]:
    """An implementation's sources and the private files that they include, in that order.

    without: sources that are left out.
    """
    of = tuple(path for path in implementation.sources if path not in without)
    found = list(included.files(of, (*implementation.include, SRC)))
    if is_outside(implementation):
        # The header is the interface, which others rely on: no mutation of a source changes it.
        public = implementation.header.resolve() if implementation.header else None
        return [path for path in found if path != public and not path.is_relative_to(INCLUDE)]
    return [path for path in found if path.is_relative_to(SRC) or path in of]


def is_outside(implementation: Implementation) -> bool:
    """Whether it is somebody's own: `mote mutate --file`."""
    return not implementation.source.resolve().is_relative_to(SRC)


def name_of(path: Path) -> str:
    """A path below the checkout; that of a file outside as it is."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def all_mutants(implementation: Implementation, cpu: Cpu | None = None) -> list[Mutant]:
    """Every mutant of the implementation's source and of the private files that it includes.

    Of an implementation with a kernel in assembly, those of the kernel: its C is judged as C.
    cpu: whose assembly it is; the first of those that it is for by default.
    """
    cpu = cpu or cpus_for(implementation)[0]
    in_c = all(path.suffix == ".c" for path in implementation.sources)
    texts = {path: path.read_text() for path in changed_files(implementation)}
    return [
        mutant
        for path, text in texts.items()
        for mutant in mutants(
            name_of(path), text, "c" if in_c else language(path, cpu), list(texts.values())
        )
    ]


def changed_files(implementation: Implementation) -> list[Path]:
    """The files that mutants change: of ours those in assembly where there are some."""
    files = own_sources(implementation)
    if is_outside(implementation):
        return files
    return [path for path in files if path.suffix not in (".c", ".h")] or files


def key_of(implementation: Implementation) -> str:
    """Changes when the code of the sources does, of those that it is based on too.

    Comments and spacing have no part in it.
    """
    cpu = cpus_for(implementation)[0]
    digest = hashlib.sha256()
    for path in sources(implementation):
        code = code_of(path.read_text(), language(path, cpu))
        digest.update(f"{name_of(path)}\n{code}\n".encode())
    return digest.hexdigest()[:16]


def _fingerprint(path: Path, wanted: Sequence[str] = ()) -> str:
    """A hash of everything in an object but its debugging information.

    wanted: of what a linker keeps for these functions alone; of all of it where there are none.
    """
    digest = hashlib.sha256()
    if path.suffix == ".rel":  # of SDCC's assembler, a text that has none
        return hashlib.sha256(path.read_bytes()).hexdigest()
    with path.open("rb") as stream:
        elf = ELFFile(stream)
        table = symbols(elf)
        names = {index: section.name for index, section in enumerate(elf.iter_sections())}
        kept = reach.sections(elf, wanted) if wanted else frozenset(names)
        for index, section in enumerate(elf.iter_sections()):
            if section["sh_flags"] & 2:  # SHF_ALLOC
                if index not in kept:
                    continue
                fields = (section.name, section["sh_flags"], section["sh_size"], section["sh_type"])
                digest.update(repr(fields).encode() + section.data())
            elif isinstance(section, RelocationSection):
                if not elf.get_section(section["sh_info"])["sh_flags"] & 2:
                    continue
                if section["sh_info"] not in kept:
                    continue
                for entry in section.iter_relocations():
                    symbol = table[entry["r_info_sym"]]
                    entries = sorted(entry.entry.items())
                    if wanted:
                        # Numbers of symbols and sections depend on what is left out, too.
                        entries = [e for e in entries if e[0] not in ("r_info", "r_info_sym")]
                    target = symbol.name or names.get(symbol["st_shndx"], "")
                    digest.update(repr((entries, target)).encode())
        for symbol in table:
            kind, where = symbol["st_info"], symbol["st_shndx"]
            if kind["type"] in ("STT_FILE", "STT_SECTION"):
                continue
            if ".debug" in names.get(where, "") or symbol.name.startswith(".L"):
                continue
            if isinstance(where, int) and where not in kept:
                continue
            if kind["bind"] == "STB_LOCAL" and where == "SHN_ABS":
                continue  # a name for a number
            at = names.get(where, where) if wanted else where
            facts = (symbol.name, symbol["st_value"], kind["bind"], kind["type"], at)
            digest.update(repr(facts).encode())
    return digest.hexdigest()


def _image_fingerprint(image: Image) -> str:
    facts = json.loads(image.path.read_text())
    facts.pop("places")
    return hashlib.sha256(repr((facts, sorted(image.symbols.items()))).encode()).hexdigest()


@dataclass
class _Made:
    """A mutant's object, and its image where that had to be made to compare it."""

    built: Built
    fingerprint: str
    image: Image | None = None


def same_calls(function: Function) -> list[Function]:
    """The function, and others of its source that differ in the size of the key alone.

    What one of them does not reach, the vectors of another may: any key goes through all.
    """
    rows = [each for each in catalog.functions().values() if each.folder == function.folder]
    if function.kind != "mode":
        return [function]

    def facts(each: Function) -> dict[str, object]:
        return {name: fact for name, fact in each.facts.items() if name != "same_as"}

    others = [each for each in rows if facts(each) == facts(function) and each != function]
    return [function, *others]


class Bench:
    """One implementation in a copy of the sources, on one CPU.

    confirm: raises MoteError when the implementation itself fails a check, or where its simulator
    and another one disagree.
    """

    def __init__(
        self, implementation: Implementation, cpu: Cpu, folder: Path, *, confirm: bool = True
    ) -> None:
        self.cpu = cpu
        self.folder = folder
        self.objects = folder / "objects"
        self.objects.mkdir()
        self.original = implementation
        files = sources(implementation)
        kernel = implementation.kernel
        self._places: dict[str, Path] = {}
        self._broken: frozenset[str] = frozenset()
        for path in files:
            place = self._place(path)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)
            self._places[name_of(path)] = place
        self.implementation = dataclasses.replace(
            implementation,
            sources=tuple(self._places[name_of(path.resolve())] for path in implementation.sources),
            include=(
                folder / "src",
                *(self._place(each) for each in implementation.include if each != SRC),
                *implementation.include,
                # What was not copied stands where it stood.
                *(path.parent for path in files if not path.is_relative_to(SRC)),
            ),
            options=(*implementation.options, *(f"-D{name}" for name in package.macros(kernel))),
        )
        self.machine: Machine = open_machine(cpu)
        self.machine.confirm = confirm
        thinned = max(THINNED, cpu.machine_options.get("thinned", 1))
        self.vectors = [
            vector
            for function in same_calls(implementation.function)
            for vector in verify.all_vectors(function, thinned)
        ]
        self.bench_vectors = verify.bench_vectors(implementation.function)
        self.budget: tuple[int, int] | None = None
        self.built = build.build(self.implementation, cpu, self.objects)
        self.fingerprint = ""
        if toolchain_of(cpu).OBJECTS_HAVE_CODE and self.implementation.header is not None:
            # Its layout is what it is: no mutation of a source changes the public header.
            self.implementation = dataclasses.replace(
                self.implementation,
                header=None,
                context_bytes=self.built.context_bytes,
                include=(*self.implementation.include, self.implementation.header.parent),
            )
        made = self._make()
        self._confirm = confirm
        outcome, detail = self._run(made)
        self.fingerprint = made.fingerprint
        self._confirm = True
        # Whether the simulators agree does not depend on the mutant.
        self.machine.confirm = False
        if outcome != SURVIVED:
            raise MoteError(
                f"{implementation.function.name} {implementation.name} on {cpu.name} fails as it "
                f"is ({outcome}: {detail}); mutants would tell nothing"
            )
        self._known: dict[str, tuple[str, str]] = {}

    def _place(self, path: Path) -> Path:
        """Where the copy of a file or a folder is, among others as before."""
        own = path.is_relative_to(SRC)
        below = path.relative_to(SRC) if own else Path("own", *path.resolve().parts[1:])
        return self.folder / "src" / below

    def _make(self) -> _Made:
        made = build.build(self.implementation, self.cpu, self.objects)
        if not toolchain_of(self.cpu).OBJECTS_HAVE_CODE:
            image = build.link(self.implementation, self.cpu, made)
            return _Made(made, _image_fingerprint(image), image)
        made = dataclasses.replace(made, alignment=self.built.alignment)
        wanted = self.original.symbols if self.original.function.reached else ()
        return _Made(made, "".join(_fingerprint(path, wanted) for path in made.objects))

    def judge(self, mutant: Mutant) -> tuple[str, str]:
        """The outcome and a line that says more."""
        with self.changed(mutant):
            try:
                made = self._make()
            except BuildError as error:
                return "build", str(error)
            if made.fingerprint == self.fingerprint:
                return UNCHANGED, ""
            if made.fingerprint not in self._known:
                self._known[made.fingerprint] = self._run(made)
            return self._known[made.fingerprint]

    @contextlib.contextmanager
    def changed(self, mutant: Mutant) -> Iterator[None]:
        """Inside, the copy of the sources is the mutant's."""
        place = self._places[mutant.file]
        source = place.read_text()
        place.write_text(mutant.apply(source))
        try:
            yield
        finally:
            place.write_text(source)

    def sanitize(self, mutant: Mutant) -> str:
        """What the sanitizers say; empty for nothing, and where they are not."""
        function = self.implementation.function
        in_c = all(path.suffix == ".c" for path in self.implementation.sources)
        ours = not is_outside(self.original)
        here = in_c and ours and catalog.runs_on(self.implementation, _cpus_for_c()[0])
        if not here or not sanitizer.available():
            return ""
        with self.changed(mutant):
            return sanitizer.complaint(
                function.name, self.implementation.sources, self.implementation.include
            )

    def _run(self, made: _Made) -> tuple[str, str]:
        broken = audit.problems(self.implementation, self.cpu, made.built)
        if is_outside(self.original):
            # Rules that somebody's own file breaks as it is are none that a mutant breaks.
            plain = {_without_numbers(text): text for text in broken}
            if not self.fingerprint:
                self._broken = frozenset(plain)
            broken = [text for each, text in plain.items() if each not in self._broken]
        if broken:
            return "object rules", "; ".join(broken)
        try:
            image = made.image or build.link(self.implementation, self.cpu, made.built)
            session = Session(self.machine, self.implementation, made.built, image)
        except BuildError as error:
            return "build", str(error)
        except Breach as breach:
            return "guard", str(breach)
        except MoteError as error:
            return "object rules", str(error)
        try:
            return self._checks(session)
        except Breach as breach:
            if breach.kind == "budget":
                return "not finished", str(breach)
            return ("ABI" if breach.kind in verify.ABI_KINDS else "guard"), str(breach)

    def _checks(self, session: Session) -> tuple[str, str]:
        if self.budget is not None:
            session.budget = self.budget
        else:
            self._measure(session)
        if not self._confirm:
            return SURVIVED, ""
        for detail, chosen in (
            (False, _quick(self.bench_vectors)),
            (True, self.bench_vectors),
        ):
            session.detail = detail
            count = verify.run_vectors(session, chosen)
            if count.failed:
                return "vectors", count.first
        if self.implementation.constant_time:
            session.swept = None  # takes longer than the rest
            secret = verify.constant_time(session)
            if secret:
                return "constant time", secret
        session.detail = False
        count = verify.run_vectors(session, self.vectors)
        if count.failed:
            return "vectors", count.first
        return SURVIVED, ""

    def _measure(self, session: Session) -> None:
        """Set the budget after what the unchanged source executes."""
        session.detail = True
        most = 0
        chosen = self.bench_vectors if self._confirm else _quick(self.bench_vectors)
        # A kernel has inputs of its own.
        for some in [[vector] for vector in chosen] or [[]]:
            verify.run_vectors(session, some)
            most = max(most, *(call.instructions for call in session.calls))
        block = self.implementation.function.block_bytes
        self.budget = (SLOWER * most, SLOWER * most // block + 1)
        session.budget = self.budget


def _without_numbers(text: str) -> str:
    """A broken rule without lines and sizes, which mutants move."""
    return re.sub(r"\d+", "", text)


def _quick(chosen: Sequence[Any]) -> Sequence[Any]:
    """A few messages that reach most of the code: the shortest, a middle one, the longest."""
    ordered = sorted(chosen, key=lambda v: getattr(v, "bits", 0))
    if len(ordered) <= QUICK:
        return ordered
    last = len(ordered) - 1
    return [ordered[last * place // (QUICK - 1)] for place in range(QUICK)]


@dataclass(frozen=True)
class _Job:
    implementation: Implementation
    cpus: tuple[Cpu, ...]
    mutants: tuple[Mutant, ...]
    confirm: bool = True


_benches: dict[tuple[int, str, bool], Bench] = {}
"""Those of this process, which it has for all of its jobs: each takes some seconds to make."""


def _bench(job: _Job, cpu: Cpu) -> Bench:
    """The bench of a job on a CPU, made by the first job that wants it."""
    key = (id(job.implementation), cpu.name, job.confirm)
    if key not in _benches:
        folder = Path(tempfile.mkdtemp(prefix="mote-mutate-"))
        made = Bench(job.implementation, cpu, folder, confirm=job.confirm)

        def close() -> None:
            made.machine.close()
            shutil.rmtree(folder, ignore_errors=True)

        # When the process ends, behind its last job.
        multiprocessing.util.Finalize(None, close, exitpriority=10)
        _benches[key] = made
    return _benches[key]


def _work(job: _Job) -> list[Verdict]:
    verdicts = []
    for mutant in job.mutants:
        verdict = Verdict(mutant, UNCHANGED, job.cpus[0].name)
        for cpu in job.cpus:
            outcome, detail = _bench(job, cpu).judge(mutant)
            if outcome != UNCHANGED:
                verdict = Verdict(mutant, outcome, cpu.name, detail.partition("\n")[0])
            if outcome not in (UNCHANGED, SURVIVED):
                break
        if verdict.outcome == SURVIVED:
            cpu = next(each for each in job.cpus if each.name == verdict.cpu)
            said = _bench(job, cpu).sanitize(mutant)
            if said:
                verdict = Verdict(mutant, "sanitizer", "this computer", said)
        verdicts.append(verdict)
    return verdicts


class Watch(Protocol):
    """Is told how far a run is, as mote.keeping.work.Progress is."""

    def step(self, name: str, count: int = 1) -> None:
        """So many mutants have been judged, the last of them there."""

    def idle(self, names: Sequence[str]) -> None:
        """Nothing has ended for a while; this is at work."""


class Unwatched:
    """Nobody is told."""

    def step(self, name: str, count: int = 1) -> None:
        """See Watch."""

    def idle(self, names: Sequence[str]) -> None:
        """See Watch."""


def run(
    implementation: Implementation,
    cpus: Sequence[Cpu],
    chosen: Sequence[Mutant],
    watch: Watch | None = None,
    *,
    confirm: bool = True,
) -> list[Verdict]:
    """The verdict on each of the mutants, in their order.

    Raises MoteError when the implementation fails without any change, or lacks a tool.
    confirm: see Bench.
    """
    watch = watch or Unwatched()
    batch = max(1, min(BATCH, len(chosen) // (2 * jobs.cores())))
    parts = [tuple(chosen[i : i + batch]) for i in range(0, len(chosen), batch)]
    found: dict[Mutant, Verdict] = {}
    failed: list[Mutant] = []
    work = [_Job(implementation, tuple(cpus), part, confirm) for part in parts]

    def idle(running: Sequence[int]) -> None:
        watch.idle([place_of(work[index].mutants) for index in running])

    for index, result in jobs.run(_work, work, idle):
        if isinstance(result, MoteError):
            if "the process that ran it ended" not in str(result):
                raise result
            failed += parts[index]
            continue
        found.update((verdict.mutant, verdict) for verdict in result)
        watch.step(place_of(parts[index]), len(parts[index]))
    # Some mutant crashed the simulator: each by itself, to see which.
    alone = [_Job(implementation, tuple(cpus), (mutant,), confirm) for mutant in failed]
    for index, result in jobs.run(_work, alone):
        if isinstance(result, MoteError):
            if "the process that ran it ended" not in str(result):
                raise result
            crash = Verdict(failed[index], "not finished", cpus[0].name, str(result))
            found[failed[index]] = crash
        else:
            found.update((verdict.mutant, verdict) for verdict in result)
        watch.step(place_of((failed[index],)))
    return [found[mutant] for mutant in chosen]


def place_of(some: Sequence[Mutant]) -> str:
    """Where mutants stand, for a line on how far a run is."""
    if not some:
        return "the file as it is"
    lines = sorted({mutant.line for mutant in some})
    return f"{Path(some[0].file).name}:{lines[0]}"


def every(chosen: Sequence[Mutant], step: int, seed: int = 0) -> list[Mutant]:
    """Every step-th mutant, beginning with the place that the seed says."""
    return list(chosen[seed % step :: step])


def survivors(verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
    return (verdict for verdict in verdicts if verdict.outcome == SURVIVED)
