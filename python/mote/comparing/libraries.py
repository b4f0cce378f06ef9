"""Other people's libraries (libraries/*/library.toml): where they come from, what is measured.

Nothing of theirs is in the repository.  An archive is fetched into the work folder, from the first
of its addresses that has it, and is what its checksum says or is not used.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import itertools
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import API, ApiCall, Implementation, parse_call
from mote.common.errors import MoteError
from mote.common.paths import ROOT, WORK

FOLDER = ROOT / "libraries"
FETCHED = WORK / "libraries"
APT_HELPER = Path("/usr/lib/apt/apt-helper")
"""Of Debian's and Ubuntu's apt: it fetches one file by its address and compares its checksum."""

SOURCES = (".c", ".h", ".S", ".s", ".i", ".in", ".pl")
"""What is unpacked of an archive: the rest of a library is some hundred megabytes."""

LEVELS = ("-Os", "-O2")
"""C is built with each of these; assembly is what it is."""


@dataclass(frozen=True)
class Archive:
    """A library's source archive: addresses, the first preferred, and its SHA-256 in hex digits."""

    addresses: tuple[str, ...]
    sha256: str

    @property
    def name(self) -> str:
        return self.addresses[0].rsplit("/", 1)[-1]


@dataclass(frozen=True)
class Made:
    """A file that the library's own build makes before it compiles.

    perl: the program in the archive that writes it, and its arguments before the file's name.
    copy: or the file in the archive that it is a copy of.
    """

    file: str
    perl: tuple[str, ...] = ()
    copy: str = ""


@dataclass(frozen=True)
class Program:
    """What of a library computes one function.

    variant: tells it from others of the library, empty for the only one.  sources: in the archive.
    adapter: a source of ours in the library's folder, whose bytes are not counted; empty for none.
    header: in the archive, or in the library's folder.  init, update, close: as `mote measure`
    takes them; of a function that is no hash function the adapter has the functions of its header
    with ADAPTER for their prefix.  counter_bits: of a counter mode, which of its two counters it
    has.  carries: where its counter of what was hashed ends, in bits of a message, or 0 where it
    keeps more than a block back, so that nothing is to be seen of it (mote.calling.carry).  cpus:
    for which it is, empty for all.  remark: what it is besides, for the tables.
    """

    function: str
    sources: tuple[str, ...]
    header: str
    context: str
    variant: str = ""
    adapter: str = ""
    init: str = ""
    update: str = ""
    close: str = ""
    include: tuple[str, ...] = ()
    define: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    cpus: tuple[str, ...] = ()
    counter_bits: int = 0
    carries: int = 128
    remark: str = ""

    @property
    def in_c(self) -> bool:
        """Whether a compiler decides its code."""
        return any(Path(source).suffix == ".c" for source in self.sources)


@dataclass(frozen=True)
class Library:
    """One folder of libraries/.  include, define, flags: for every program of it.

    made: what is made of the archive once it is unpacked.
    """

    path: Path
    title: str
    version: str
    home: str
    archive: Archive
    programs: tuple[Program, ...]
    made: tuple[Made, ...] = ()
    include: tuple[str, ...] = ()
    define: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.path.parent.name

    @property
    def folder(self) -> Path:
        """Where it is unpacked."""
        return FETCHED / f"{self.name}-{self.archive.sha256[:16]}"


ADAPTER = "adapter"


def _made(kind: type[Any], path: Path, section: str, table: dict[str, Any]) -> Any:
    defaults = {
        field.name: field.default
        for field in dataclasses.fields(kind)
        if field.default is not dataclasses.MISSING
    }
    return catalog.make(kind, path, section, table, defaults)


def load(path: Path) -> Library:
    """Read one file; raises MoteError naming it and the key that is wrong."""
    table = catalog.read_toml(path)
    try:
        archive = _made(Archive, path, "archive", table.pop("archive"))
        programs = [_made(Program, path, "[program]", each) for each in table.pop("program")]
        made = [_made(Made, path, "[made]", each) for each in table.pop("made", [])]
        table.update(path=path, archive=archive, programs=programs, made=made)
    except KeyError as error:
        raise MoteError(f"{path}: lacks {error.args[0]!r}") from None
    library: Library = _made(Library, path, "library", table)
    for program in library.programs:
        for kind, names, known in (
            ("function", (program.function,), catalog.functions()),
            ("CPU", program.cpus, catalog.cpus()),
        ):
            try:
                catalog.pick_names(kind, names, known)
            except MoteError as error:
                raise MoteError(f"{path}: {error}") from None
        if program.adapter and not (path.parent / program.adapter).is_file():
            raise MoteError(f"{path}: there is no adapter {path.parent / program.adapter}")
    return library


def libraries() -> dict[str, Library]:
    """Every library by name; raises MoteError where a file is wrong."""
    return _libraries(FOLDER)


@functools.cache
def _libraries(folder: Path) -> dict[str, Library]:
    return {path.parent.name: load(path) for path in sorted(folder.glob("*/library.toml"))}


# The archive.


def fetch(library: Library) -> Path:
    """The folder with the library's sources, fetched if they are not there.

    Raises MoteError that names the archive and why there is none.
    """
    folder = library.folder
    if folder.is_dir():
        return folder
    FETCHED.mkdir(parents=True, exist_ok=True)
    archive = FETCHED / library.archive.name
    if not archive.is_file() or _sha256(archive) != library.archive.sha256:
        _download(library, archive)
    partial = folder.with_name(f".{folder.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    try:
        _unpack(archive, partial)
        for made in library.made:
            _make(made, partial)
        partial.replace(folder)
    except (OSError, tarfile.TarError, EOFError, _NotMade) as error:
        shutil.rmtree(partial, ignore_errors=True)
        reason = str(error).partition("\n")[0]
        raise MoteError(f"cannot unpack {archive}: {reason}") from None
    return folder


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _download(library: Library, target: Path) -> None:
    if not APT_HELPER.is_file():
        raise MoteError(
            f"cannot fetch {library.title} {library.version}: {APT_HELPER} of Debian's apt is not "
            f"here; put the file of {library.archive.addresses[0]} into {target.parent}"
        )
    reasons = []
    for address in library.archive.addresses:
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            partial = Path(folder) / target.name
            command = [str(APT_HELPER), "-o", "APT::Sandbox::User=", "-o", "Acquire::Retries=1"]
            command += ["download-file", address, str(partial), f"SHA256:{library.archive.sha256}"]
            answer = subprocess.run(command, capture_output=True, text=True, check=False)
            if answer.returncode == 0 and partial.is_file():
                partial.replace(target)
                return
        said = [line[3:] for line in answer.stderr.splitlines() if line.startswith("E: ")]
        reasons.append(said[0] if said else f"{address}: apt-helper failed")
        if "Hash Sum mismatch" in reasons[-1]:
            reasons[-1] = f"{address} is not the file whose SHA-256 is {library.archive.sha256}"
    raise MoteError(f"cannot fetch {library.title} {library.version}: {'; '.join(reasons)}")


def _unpack(archive: Path, target: Path) -> None:
    """The sources of an archive without the folder that all of it lies in."""
    with tarfile.open(archive) as tar:
        for member in tar:
            parts = Path(member.name).parts[1:]
            safe = parts and ".." not in parts and member.isfile()
            if not safe or Path(parts[-1]).suffix not in SOURCES:
                continue
            content = tar.extractfile(member)
            assert content is not None
            path = target.joinpath(*parts)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.read())
    if not target.is_dir():
        raise MoteError(f"{archive} has no sources in it")


class _NotMade(Exception):
    """A file of `Library.made` that its program did not write."""


def _make(made: Made, folder: Path) -> None:
    """Write one file as the library's build would; raises OSError and _NotMade."""
    target = folder / made.file
    target.parent.mkdir(parents=True, exist_ok=True)
    if made.copy:
        shutil.copyfile(folder / made.copy, target)
        return
    # Debian's perl-base, without which there is no apt either.
    command = ["perl", *made.perl, made.file]
    answer = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if answer.returncode or not target.is_file() or not target.stat().st_size:
        said = answer.stderr.strip().partition("\n")[0]
        raise _NotMade(f"{' '.join(command)} did not make it: {said}")


# What is measured.


def levels(program: Program) -> tuple[str, ...]:
    """The optimizations that a program is built with."""
    return LEVELS if program.in_c else ("",)


def implementation(library: Library, program: Program, level: str) -> Implementation:
    """The program as the bench builds it; raises MoteError where a file of it is not there."""
    folder = library.folder
    sources = [folder / source for source in program.sources]
    own = library.path.parent
    header = own / program.header
    if not header.is_file():
        header = folder / program.header
    for path in (*sources, header):
        if not path.is_file():
            raise MoteError(
                f"{library.title} {library.version} has no {path.relative_to(folder)}: "
                f"{library.path} is of another version"
            )
    if program.adapter:
        sources.append(own / program.adapter)
    function = catalog.functions()[program.function]
    calls: tuple[ApiCall, ...] | None = None
    prefix = ADAPTER
    if program.init:
        given = zip(API.items(), (program.init, program.update, program.close), strict=True)
        calls = tuple(
            parse_call(text, arguments, known, f"{library.path}: {name}")
            for (name, (arguments, known)), text in given
        )
        same = itertools.takewhile(
            lambda letters: len(set(letters)) == 1,
            zip(*(call.symbol for call in calls), strict=False),
        )
        prefix = "".join(letters[0] for letters in same).rstrip("_") or calls[0].symbol
        if "n" not in calls[2].arguments:
            function = dataclasses.replace(
                function, hashing=dataclasses.replace(function.hashing, bit_messages=False)
            )
        if "out_size" not in calls[0].arguments:
            function = dataclasses.replace(
                function,
                sizes=(function.main_size,),
                hashing=dataclasses.replace(function.hashing, any_digest=False),
            )
    facts = dict(function.facts)
    if program.counter_bits:
        facts["counter_bits"] = program.counter_bits
        size: dict[str | int, str | int] = {"key_bits": function.main_size}
        calls = tuple(
            ApiCall(
                call.symbol.format(prefix=ADAPTER),
                tuple(size.get(each, each) for each in call.arguments),
            )
            for call in function.interface[:3]
        )
    facts["carries"] = program.carries
    folders = (*library.include, *program.include)
    options = [f"-D{word}" for word in (*library.define, *program.define)]
    options += [*library.flags, *program.flags, *([level] if level else [])]
    return Implementation(
        name=title(library, program, level),
        # Of a library a linker takes what is called: so is its size counted.
        function=dataclasses.replace(function, reached=True, facts=facts),
        sources=tuple(sources),
        prefix=prefix,
        header=header,
        include=(own, *(folder / each for each in folders)),
        options=tuple(options),
        interface=calls,
        context_type=program.context,
    )


def title(library: Library, program: Program, level: str) -> str:
    """What a program is called: the library, the variant and the optimization."""
    return " ".join(filter(None, [library.title, program.variant, level]))


def suits(program: Program, cpu: Cpu) -> bool:
    """Whether a program is for this CPU."""
    return not program.cpus or cpu.name in program.cpus


def chosen(names: Sequence[str], function: str, cpu: Cpu) -> list[tuple[Library, Program]]:
    """The programs for a function on a CPU, of these libraries or of all.

    Raises MoteError for an unknown library, and where there is no program.
    """
    known = libraries()
    found = [
        (known[name], program)
        for name in catalog.pick_names("library", names, known)
        for program in known[name].programs
        if program.function == function and suits(program, cpu)
    ]
    if not found:
        there = {p.function for each in known.values() for p in each.programs if suits(p, cpu)}
        where = f" of {', '.join(names)}" if names else ""
        raise MoteError(
            f"no program{where} for {function} on {cpu.name}; "
            f"there are some for: {', '.join(sorted(there))}"
        )
    return found
