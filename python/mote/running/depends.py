"""What a stored or a kept thing depends on, as a hash: one key for all tables and all caches.

What it depends on is named as packages and inputs, never as a list of modules.  Code is what a
package's entry reaches by imports, found in its text (`code`), but for whole packages that make no
part of the result; of packages that load modules by name that is each of them, and of every package
its other files.  Inputs are the packed files that
are built, the tables of function.toml, kernel.toml and the CPU, its support files, the timing
models, the 16-bit core's description, the vectors, specifications, and the Python packages that
requirements.txt pins.

All of this is in the checkout: a key is the same on every machine, and says without measuring
whether a stored row is still of what is there.  What a machine has beside it, compilers and
simulators, mote.keeping.kept adds for what is kept.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.metadata
import io
import os
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mote.building import package
from mote.catalog import catalog, kinds, vectors
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation
from mote.common import files
from mote.common.errors import MoteError
from mote.common.paths import ROOT, WORK

STRIPPED = WORK / "without-comments"
"""Hashes of Python files without comments, each in a file called by the hash of the whole."""

KNOWN = WORK / "code"
"""What `code` has found, each in a file called by the hash of all that it may be of."""

LENGTH = 16
"""Hexadecimal digits of a key in a table."""

TOP = ROOT / "python"
MODELS = TOP / "mote" / "timing" / "models"
CORES = ROOT / "cores"
CORE = CORES / "pic24"
LIBRARIES = ROOT / "libraries"
REQUIREMENTS = ROOT / "requirements.txt"

BENCH = "mote.measuring.bench"
PROVER = "mote.proving.engine"
CONTRACT = "mote.catalog.contract"
MUTATION = "mote.mutation.engine"
COMPARISON = "mote.comparing.measured"
PARTS = "mote.measuring.parts"
TOGETHER = "mote.measuring.together"
EXTENDED = "mote.measuring.extended"
MODELLED = "mote.measuring.mca"
CLANG = "mote.measuring.clang"
HARDWARE = ("mote.ise.area", "mote.ise.times")
LIFTING = ("mote.proving.architectures", "mote.proving.references", "mote.proving.concrete")
"""The modules that make rows: their code is what these reach."""

SHOWING = ("distributed", "tabulate", "tomli", "tqdm")
"""Pinned packages that show, read or transport, and compute no figure; all others count."""

CHOOSING = (
    *("mote.choosing", "mote.keeping", "mote.running"),
    *("mote.common.columns", "mote.comparing.stored"),
)
"""What `mote compare` chooses, runs and shows its programs with."""

IN_THE_KEY = (
    *("mote.building", "mote.calling", "mote.catalog", "mote.common", "mote.keeping"),
    *("mote.kinds", "mote.machines", "mote.measuring", "mote.native"),
)
"""What gives a proof its image, contract and facts, which are in its key themselves, or replays a
counterexample.  Whatever else the prover reaches is the prover."""

UNTRIED = ("places", "block_function", "counting_function")
"""Facts that only proofs of C take."""

UNPROVED = (
    *("title", "specification", "status", "uses", "shipped", "security_bits", "vectors"),
    *("small_addends", "kernel"),
)
"""Facts for people, for vectors, and of which other files there are: no proof knows of them."""

OF_A_PROOF = ("endianness", "toolchain", "abi", "machine")
"""The tables of a CPU's file, all but titles and timings."""


def digest(parts: Iterable[bytes | str]) -> str:
    """A hash of parts, each with its length."""
    content = hashlib.sha256()
    for part in parts:
        some = part.encode() if isinstance(part, str) else part
        content.update(len(some).to_bytes(8, "little"))
        content.update(some)
    return content.hexdigest()


def short(key: str) -> str:
    """A key as tables have it."""
    return key[:LENGTH]


# Code.

_TYPES_ONLY = re.compile(r"^( *)if TYPE_CHECKING:\n(?:\1 +[^\n]*\n|\n)+", re.M)
_IMPORTS = re.compile(
    r"^[ ]*(?:from[ ]+(?P<of>[\w.]+)[ ]+import[ ]+(?P<names>\([^)]*\)|[^\n]+)"
    r"|import[ ]+(?P<whole>[\w., ]+))",
    re.M,
)
_BY_NAME = re.compile(r"import_module\(\s*(?P<what>[^\n]*)")
_FORMATTED = re.compile(r'f?"(?P<start>(?:\{__name__\}|[\w.])*)')


def file_of(module: str) -> Path | None:
    """The file of a module, or of a package its __init__; None for what is not of mote."""
    path = TOP.joinpath(*module.split("."))
    for each in (path / "__init__.py", path.with_suffix(".py")):
        if each.is_file():
            return each
    return None


@functools.cache
def imports(module: str) -> frozenset[str]:
    """The names that a module may import, in functions too, but not for types alone.

    Some are no modules.  A name that is put together, as in `f"mote.kinds.{name}"`, stands for
    every module there.
    """
    path = file_of(module)
    assert path is not None
    text = _TYPES_ONLY.sub("\n", path.read_text(encoding="utf-8"))
    found: set[str] = set()
    for match in _IMPORTS.finditer(text):
        if match["whole"]:
            found |= {each.split()[0] for each in match["whole"].split(",") if each.split()}
            continue
        names = re.sub(r"#[^\n]*", "", match["names"]).strip("()").split(",")
        found |= {match["of"], *(f"{match['of']}.{n.split()[0]}" for n in names if n.split())}
    for match in _BY_NAME.finditer(text):
        start = _FORMATTED.match(match["what"])
        if start is None:
            raise ValueError(f"{path}: import_module of {match['what']!r}: of which package?")
        whole = start["start"].replace("{__name__}", module)
        folder = file_of(whole.rstrip("."))
        if whole.endswith(".") and folder is not None:
            found |= {f"{whole}{each.stem}" for each in folder.parent.glob("*.py")}
            found |= {f"{whole}{each.parent.name}" for each in folder.parent.glob("*/__init__.py")}
        found.add(whole.rstrip("."))
    return frozenset(found)


@functools.cache
def closure(*entries: str, without: tuple[str, ...] = ()) -> tuple[Path, ...]:
    """Every file of mote that modules reach by imports, and the other files of its packages.

    without: packages or modules that are left out, and what they alone import.
    """
    waiting, modules = list(entries), set[str]()
    while waiting:
        name = waiting.pop()
        if name in modules or not name.startswith("mote"):
            continue
        if any(name == each or name.startswith(f"{each}.") for each in without):
            continue
        if name == __name__:
            continue  # names what things rest on, and makes none of them
        if file_of(name) is None:
            continue  # of a module, not a module
        modules.add(name)
        parent = name.rpartition(".")[0]
        waiting += [*imports(name), *([parent] if parent else [])]
    found = {path for name in modules if (path := file_of(name)) is not None}
    for path in [path for path in found if path.name == "__init__.py"]:
        found |= set(_others(path.parent))
    return tuple(sorted(found))


def _others(folder: Path) -> Iterator[Path]:
    """A package's files that are not Python, but for inputs; its subpackages have their own."""
    for path in folder.iterdir():
        if path.is_dir():
            if path not in (MODELS, folder / "__pycache__") and not (path / "__init__.py").exists():
                yield from _others(path)
        elif path.suffix not in (".py", ".pyc"):
            yield path


@functools.cache
def code(*entries: str, without: tuple[str, ...] = ()) -> str:
    """A hash of what `closure` gives, and of the Python packages that take part."""
    # To find it takes a fifth of a second: once for each content of all files that it may be of.
    kept = KNOWN / digest((_everything(), repr((entries, without, pins()))))
    with contextlib.suppress(OSError, ValueError):
        known = kept.read_text(encoding="ascii")
        if re.fullmatch("[0-9a-f]{64}", known):
            return known
    found = digest((contents(closure(*entries, without=without)), repr(pins())))
    with contextlib.suppress(MoteError, OSError):
        files.write(kept, found)
    return found


@functools.cache
def _everything() -> str:
    """A hash of every file of mote as it is, by place and content."""
    found = []
    for folder, folders, names in os.walk(TOP / "mote"):
        folders[:] = [name for name in folders if name != "__pycache__"]
        found += [f"{folder}/{name}" for name in names]
    here = len(str(TOP))
    return digest(part for path in sorted(found) for part in (path[here:], _bytes(path)))


def _bytes(path: str) -> bytes:
    """What a file holds; nothing where it cannot be read: an editor's link to nowhere, say."""
    try:
        with open(path, "rb") as stream:  # noqa: PTH123 (a third of the time of Path.read_bytes)
            return stream.read()
    except OSError:
        return b""


@functools.cache
def contents(paths: tuple[Path, ...]) -> str:
    """A hash of files by their places in the checkout and what they hold."""
    return digest(part for path in paths for part in (str(path.relative_to(ROOT)), _content(path)))


@functools.cache
def _content(path: Path) -> bytes:
    content = path.read_bytes()
    whole = hashlib.sha256(content).hexdigest()
    if path.suffix != ".py":
        return bytes.fromhex(whole)
    # To find the comments of all files takes a second, so it is done once.
    kept = STRIPPED / whole
    with contextlib.suppress(OSError, ValueError):
        return bytes.fromhex(kept.read_text(encoding="ascii"))
    found = hashlib.sha256(without_comments(content.decode()).encode()).digest()
    with contextlib.suppress(MoteError, OSError):
        files.write(kept, found.hex())
    return found


def without_comments(text: str) -> str:
    """Python code without its comments, documentation strings and empty lines: what it does.

    By the places of tokens, so that every version of Python leaves the same.
    """
    blank = (tokenize.NL, tokenize.COMMENT)
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    plain = [token for token in tokens if token.type not in blank]
    starts = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    gone = [token for token in tokens if token.type == tokenize.COMMENT]
    for before, token, behind in zip([None, *plain], plain, plain[1:], strict=False):
        alone = (before is None or before.type in starts) and behind.type == tokenize.NEWLINE
        if token.type == tokenize.STRING and alone:
            gone.append(token)
    lines = text.splitlines()
    for token in sorted(gone, key=lambda token: token.start, reverse=True):
        (first, left), (last, right) = token.start, token.end
        lines[first - 1 : last] = [lines[first - 1][:left] + lines[last - 1][right:]]
    return "\n".join(line.rstrip() for line in lines if line.strip())


@functools.cache
def pins() -> tuple[tuple[str, str], ...]:
    """The Python packages that take part, with their pinned versions."""
    found = re.findall(r"^([\w-]+)==(\S+)", REQUIREMENTS.read_text(encoding="utf-8"), re.M)
    return tuple((name, version) for name, version in found if name not in SHOWING)


def installed() -> list[tuple[str, str]]:
    """The Python packages that take part, with the versions that are here."""
    found = []
    for name, _ in pins():
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            found.append((name, importlib.metadata.version(name)))
    return found


# Inputs.


@functools.cache
def packed(implementation: Implementation) -> str:
    """The files that are built, by name and content."""
    files = package.pack(implementation).files
    return digest(text for file in files for text in (file.name, file.text))


@functools.cache
def _table(path: Path) -> dict[str, Any]:
    return catalog.read_toml(path)


def _functions(implementation: Implementation) -> Iterator[Function]:
    """The function, and those that it is based on."""
    function: Function | None = implementation.function
    while function is not None:
        yield function
        function = catalog.functions()[function.base] if function.base else None


@functools.cache
def facts(implementation: Implementation, without: tuple[str, ...] = ()) -> str:
    """Which implementation it is, and the tables of function.toml and kernel.toml.

    Of all functions that a function.toml has: one may ask for another's.  Of a kernel what it is:
    where modes keep things for it, proofs alone ask (`places`).
    """
    kernel = implementation.kernel
    paths = [function.folder / "function.toml" for function in _functions(implementation)]
    tables = [_table(path) for path in paths]
    if kernel is not None:
        content = _table(kernel.file.parent / "kernel.toml")
        tables.append({name: table for name, table in content.items() if name != "places"})
    tables = [_left(table, without) for table in tables]
    return repr((implementation.function.name, implementation.name, implementation.prefix, tables))


def _left(table: dict[str, Any], without: tuple[str, ...]) -> dict[str, Any]:
    """A TOML table without some keys of its tables."""
    found: dict[str, Any] = {}
    for name, value in table.items():
        rows = value if isinstance(value, list) else [value]
        left = [
            {key: fact for key, fact in row.items() if key not in without}
            if isinstance(row, dict)
            else row
            for row in rows
        ]
        found[name] = left if isinstance(value, list) else left[0]
    return found


@functools.cache
def _cpu(path: Path, only: tuple[str, ...] = ()) -> str:
    table = _table(path)
    return repr([(name, table.get(name)) for name in only] if only else table)


def support(cpu: Cpu) -> tuple[Path, ...]:
    """The files that a CPU's images have beside the packed ones, and the core where it is ours."""
    folder = ROOT / "cpus" / "support"
    found = [*folder.glob(f"{cpu.toolchain.support}.*"), *folder.glob("string.c")]
    if cpu.machine == "pic24":
        found += core()
    return tuple(sorted(found))


@functools.cache
def core() -> tuple[Path, ...]:
    """The description of the 16-bit core, with all extensions and kernels."""
    return tuple(
        sorted(
            path
            for path in CORE.rglob("*")
            if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".md"
        )
    )


@functools.cache
def models() -> tuple[Path, ...]:
    """All timing models: one may be like another."""
    return tuple(sorted(MODELS.glob("*.toml")))


def processor(cpu: Cpu) -> Iterator[str]:
    """A CPU: its file, its support files, and timing models where it has one."""
    yield cpu.name
    yield _cpu(cpu.path)
    yield contents(support(cpu))
    yield contents(models()) if any(timing.model for timing in cpu.timings) else ""
    for name in sorted({timing.core for timing in cpu.timings if timing.core}):
        yield contents(tuple(sorted((CORES / name).glob("*.*"))))


@functools.cache
def vectors_of(function: Function) -> str:
    """A hash of the test vectors of a function."""
    return digest(_lines(path, function.name) for path in (function.vectors, vectors.LENGTHS))


def _lines(path: Path, function: str) -> bytes:
    """The file's lines on the function: all of it where it is the function's own."""
    if not path.is_file():
        return b""
    text = path.read_bytes()
    start = f"{function},".encode()
    if path.stem == function or path != vectors.LENGTHS:
        return text
    return b"".join(line for line in text.splitlines(True) if line.startswith(start))


@functools.cache
def specifications(function: str, alone: bool) -> str:
    """A hash of the specification of a hash function; of all where it is not one, or not alone."""
    folder = "mote.specifications"
    found = TOP.joinpath(*folder.split("."))
    modules = [f"{folder}.{path.stem}" for path in sorted(found.glob("*.py"))]
    # Not at the top: only proofs ask for it, and to make its tables takes longer than a row's key.
    from mote.specifications.known import HASHES

    if alone and function in HASHES:
        modules = [type(HASHES[function]).__module__]
    paths = closure(*modules)
    return contents(tuple(path for path in paths if path.is_relative_to(found)))


# What is stored.


def row(implementation: Implementation, cpu: Cpu) -> str:
    """Of a row of results/figures.csv."""
    _first_seen()
    function = implementation.function
    made_of = (facts(implementation), packed(implementation), *processor(cpu))
    return digest((*made_of, vectors_of(function), code(BENCH)))


def parts(implementation: Implementation, cpu: Cpu) -> str:
    """Of a row of results/parts.csv."""
    made_of = (facts(implementation), packed(implementation), *processor(cpu))
    return digest((*made_of, vectors_of(implementation.function), code(PARTS, BENCH)))


def together(of: Iterable[Implementation], cpu: Cpu, files: tuple[Path, ...] = ()) -> str:
    """Of a row of results/together.csv: the files of one program, and what says what it is."""
    made_of = [*processor(cpu), code(TOGETHER, BENCH)]
    made_of += [contents(files)] if files else []
    for each in of:
        made_of += [facts(each), packed(each), vectors_of(each.function)]
    return digest(made_of)


def extended(implementation: Implementation, cpu: Cpu) -> str:
    """Of a row of results/extended.csv."""
    made_of = (facts(implementation), packed(implementation), *processor(cpu))
    return digest((*made_of, vectors_of(implementation.function), code(EXTENDED, BENCH)))


def modelled(implementation: Implementation, cpu: Cpu) -> str:
    """Of a row of results/power-cycles.csv."""
    made_of = (facts(implementation), packed(implementation), *processor(cpu))
    return digest((*made_of, code(MODELLED)))


def comparison(function: Function, cpu: Cpu, library: str) -> str:
    """Of a line of results/compare.csv: somebody else's library, by the sum in its file."""
    files = [path for path in (LIBRARIES / library).rglob("*") if path.is_file()]
    files += LIBRARIES.glob("*.h")
    made_of = (repr(_table(function.folder / "function.toml")), contents(tuple(sorted(files))))
    how = code(COMPARISON, without=CHOOSING)
    return digest((*made_of, *processor(cpu), vectors_of(function), how))


def by_clang(implementation: Implementation, cpu: Cpu) -> str:
    """Of a row of results/power-clang.csv."""
    made_of = (facts(implementation), packed(implementation), *processor(cpu))
    return digest((*made_of, vectors_of(implementation.function), code(CLANG, BENCH)))


def known(function: Function, cpu: Cpu, library: str) -> str:
    """Of a row of results/known-cycles.csv: somebody else's program in llvm-mca's models."""
    return digest((comparison(function, cpu, library), code(MODELLED)))


def proof(
    implementation: Implementation, cpu: Cpu, stripped: str, contract: str, in_c: bool
) -> str:
    """Of a row of results/proofs.csv, but for the prover: what is proved.

    stripped: the packed files without comments; contract: what the file promises.  in_c: whether
    function.toml has its contract.
    """
    function, kernel = implementation.function, implementation.kernel
    alone = kernel is None and kinds.of(function).has_counter
    asked = []
    if in_c and kernel is not None and kernel.defines:
        places = _table(kernel.file.parent / "kernel.toml").get("places", {})
        asked = [places.get(name) for name in kernel.defines]
    return digest(
        (
            *map(repr, asked),
            facts(implementation, UNPROVED if in_c else (*UNPROVED, *UNTRIED)),
            *(stripped, contract),
            *(cpu.name, _cpu(cpu.path, OF_A_PROOF), contents(support(cpu))),
            specifications(function.name, alone),
        )
    )


def described(cpu: Cpu) -> str:
    """What a kept proof has of a CPU beside its image."""
    core_of = contents(core()) if cpu.machine == "pic24" else ""
    return digest((cpu.name, _cpu(cpu.path, OF_A_PROOF), core_of))


def prover() -> str:
    """The code that proves, lifts and specifies, with its packages."""
    # What is read of a contract decides what is proved, and a stored row has its text alone.
    return digest((code(PROVER, without=IN_THE_KEY), code(CONTRACT)))


def mutation(implementation: Implementation, code_of_sources: str) -> str:
    """Of a row of results/mutation.csv, but for what its mutants were tried with."""
    return digest((facts(implementation, (*UNPROVED, *UNTRIED)), code_of_sources))


def trial(implementation: Implementation, cpus: Iterable[Cpu]) -> str:
    """What mutants were tried with: checks, vectors and CPUs."""
    tried_on = [part for cpu in cpus for part in processor(cpu)]
    return digest((*tried_on, vectors_of(implementation.function), code(MUTATION)))


def lifting(cpu: Cpu) -> str:
    """Of the rows of results/lifting.csv for a CPU, but for the lifter: what is described."""
    return described(cpu)


def lifter() -> str:
    """The code that lifts, and the references that it is tried against."""
    return code(*LIFTING, without=IN_THE_KEY)


def hardware(extensions: Iterable[str], what: str) -> str:
    """Of rows of results/pic24-area.csv and, with a program for `what`, of pic24-time.csv.

    An extension may take constants from another one's file, so all are in each.
    """
    # Errors and facts of CPUs are no part of hardware.
    how = code(*HARDWARE, without=(*IN_THE_KEY, "mote.running"))
    return digest((repr(sorted(extensions)), what, contents(core()), how))


def _seen() -> dict[str, tuple[int, int]]:
    """Times and sizes of the files that keys are made of."""
    found = {}
    # By os.walk: each row that is kept asks for it, and pathlib takes three times as long.
    for name in ("python/mote", "src", "include", "cpus", "vectors", "cores"):
        for folder, folders, names in os.walk(ROOT / name):
            folders[:] = [each for each in folders if each != "__pycache__"]
            for each in names:
                path = f"{folder}/{each}"
                # An editor may be replacing it.
                with contextlib.suppress(FileNotFoundError):
                    status = os.stat(path)  # noqa: PTH116
                    found[path] = (status.st_mtime_ns, status.st_size)
    with contextlib.suppress(FileNotFoundError):
        status = REQUIREMENTS.stat()
        found[str(REQUIREMENTS)] = (status.st_mtime_ns, status.st_size)
    return found


_first_seen = functools.cache(_seen)


def reread() -> None:
    """Forget what was read where a file has changed since."""
    if _seen() != _first_seen():
        forget()


def forget() -> None:
    """Read everything anew: for what changes while this process runs."""
    for known in (
        *(
            imports,
            closure,
            code,
            _everything,
            contents,
            _content,
            pins,
            packed,
            facts,
            _table,
            _cpu,
            core,
            models,
        ),
        *(vectors_of, specifications, _first_seen),
    ):
        known.cache_clear()
