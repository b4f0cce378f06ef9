"""What exists: CPUs (cpus/*.toml), functions (function.toml in src/), implementations beside them.

Nothing is listed by hand: a file that is there counts.
"""

from __future__ import annotations

import dataclasses
import difflib
import functools
import inspect
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from mote.catalog import contract, kinds
from mote.catalog.cpu import Abi, Cpu, Proofs, Timing, Toolchain
from mote.catalog.function import COUNTER_UNITS, Function, Hashing, Implementation, Kernel
from mote.common.errors import MoteError
from mote.common.paths import ROOT

SOURCE_SUFFIXES = (".c", ".S", ".s", ".asm")
USES = ("integrity", "signature", "mac", "xof")
JOBS = ("checksum", "encryption", "firmware-signature", "hash", "mac")
"""What a program needs as a whole, whichever kind of function does it (kinds.Description.jobs)."""
FIDELITIES = ("exact", "modelled", "instructions", "host")


Made = TypeVar("Made")


def read_toml(path: Path) -> dict[str, Any]:
    """What a TOML file holds; raises MoteError naming it."""
    # Not at the top: the command line's --help runs without tomli, too.
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    try:
        table: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise MoteError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    except tomllib.TOMLDecodeError as error:
        raise MoteError(f"{path}: not valid TOML: {error}") from None
    return table


@functools.cache
def _keys(kind: Callable[..., Any]) -> frozenset[str]:
    return frozenset(inspect.signature(kind).parameters)


def make(
    kind: Callable[..., Made],
    path: Path,
    section: str,
    table: dict[str, Any],
    defaults: dict[str, Any],
) -> Made:
    """An instance of the dataclass `kind` from a TOML table; names every wrong or missing key."""
    known = _keys(kind)
    for key in table:
        if key not in known:
            near = difflib.get_close_matches(key, sorted(known), 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise MoteError(f"{path}: [{section}] has no key {key!r}{hint}")
    values = {**defaults, **table}
    missing = sorted(known - set(values))
    if missing:
        raise MoteError(f"{path}: [{section}] lacks {', '.join(missing)}")
    return kind(**{k: tuple(v) if isinstance(v, list) else v for k, v in values.items()})


def load_cpu(path: Path) -> Cpu:
    """Read one CPU file; raises MoteError naming the file and the key that is wrong."""
    table = read_toml(path)
    try:
        machine = dict(table["machine"])
        kind = machine.pop("kind")
        toolchain = make(
            Toolchain,
            path,
            "toolchain",
            table["toolchain"],
            {
                "prefix": "",
                "packages": (),
                "flags": (),
                "c_flags": (),
                "assembler_flags": (),
                "link_flags": (),
                "position_independent": False,
                "uncounted_sections": (),
                "allowed_undefined": (),
                "start_up": (),
                "disassembler_flags": (),
                "allowed_instructions": (),
                "pure_code": False,
                "support": "",
                "compiler": "",
            },
        )
        abi = make(
            Abi,
            path,
            "abi",
            table["abi"],
            {
                "arguments": (),
                "callee_saved": (),
                "untouched": (),
                "zero": (),
                "stack_alignment": 1,
                "red_zone": 0,
                "strict_alignment": False,
            },
        )
        timings = tuple(
            make(Timing, path, "[timing]", entry, {"model": "", "core": "", "parameters": ()})
            for entry in table["timing"]
        )
        for timing in timings:
            if timing.fidelity not in FIDELITIES:
                raise MoteError(
                    f"{path}: fidelity {timing.fidelity!r} is not one of {', '.join(FIDELITIES)}"
                )
        return Cpu(
            name=path.stem,
            title=table["title"],
            endianness=table["endianness"],
            sources=tuple(table["sources"]),
            lacks=tuple(table.get("lacks", ())),
            toolchain=toolchain,
            abi=abi,
            machine=kind,
            machine_options=machine,
            timings=timings,
            reentrant=table.get("reentrant", True),
            main=table.get("main", False),
            tries_c=table.get("tries_c", False),
            proofs=make(Proofs, path, "proofs", table.get("proofs", {}), {"c": (), "same_as": ""}),
            path=path,
        )
    except KeyError as error:
        raise MoteError(f"{path}: lacks {error.args[0]!r}") from None


@functools.cache
def cpus() -> dict[str, Cpu]:
    """Every CPU by name, in the order of their names."""
    return {
        path.stem: load_cpu(path)
        for path in sorted((ROOT / "cpus").glob("*.toml"), key=lambda p: p.stem)
    }


@functools.cache
def functions() -> dict[str, Function]:
    """Every function by its identifier without mote_, from each function.toml below src/.

    A family is a folder of src/; its functions are folders in it, and a family of one function may
    hold that function's files itself.
    """
    found: dict[str, Function] = {}
    for path in (ROOT / "src").rglob("function.toml"):
        for table in _rows(path):
            function = _function(path, table)
            found[function.name] = function
    return dict(sorted(found.items()))


def _rows(path: Path) -> list[dict[str, Any]]:
    """The tables of the functions that a function.toml describes.

    That is [function]; where several functions share a header and the sources, that with each
    [[row]] added.
    """
    content = read_toml(path)
    common = content["function"]
    return [{**common, **row} for row in content.get("row", [{}])]


def _function(path: Path, table: dict[str, Any]) -> Function:
    """The function of a table; raises MoteError naming the file and the key that is wrong."""
    name = table.get("kind", "hash")
    if name not in kinds.names():
        raise MoteError(f"{path}: kind {name!r} is not one of {', '.join(kinds.names())}")
    kind = kinds.named(name)
    wrong = kind.wrong(table)
    if wrong:
        raise MoteError(f"{path}: {wrong}")
    hashing = _hashing(path, table)
    function = make(
        Function,
        path,
        "function",
        _sized(path, table, "key" if kind.keyed else "digest"),
        {
            "family": path.relative_to(ROOT / "src").parts[0],
            "folder": path.parent,
            "status": "",
            "kind": "hash",
            "kernel": "",
            "vectors": ROOT / "vectors" / f"{table['name']}.csv",
            "hashing": hashing,
            "security_bits": 0,
            "uses": (),
            "shipped": False,
            "main_identifier": "",
            "context": "context",
            "reached": False,
            "base": "",
            "places": {},
            "block_function": "",
            "counting_function": "",
            "facts": {},
            "interface": (),
        },
    )
    for use in function.uses:
        if use not in USES:
            raise MoteError(f"{path}: use {use!r} is not one of {', '.join(USES)}")
    return dataclasses.replace(function, interface=kind.interface(function))


def _hashing(path: Path, table: dict[str, Any]) -> Hashing:
    """The facts on hashing, which are taken out of the table."""
    names = [field.name for field in dataclasses.fields(Hashing) if field.name in table]
    facts = {name: table.pop(name) for name in names}
    if "blocks" in facts:
        facts["blocks"] = {int(bits): size for bits, size in facts["blocks"].items()}
    hashing = Hashing(**facts)
    if hashing.counter_bits and hashing.counter_unit not in COUNTER_UNITS:
        raise MoteError(
            f"{path}: counter_unit {hashing.counter_unit!r} is not one of "
            f"{', '.join(COUNTER_UNITS)}"
        )
    return hashing


def _sized(path: Path, table: dict[str, Any], what: str) -> dict[str, Any]:
    """The table with its sizes by the names of Function.  what: "digest" or "key"."""
    names = {f"{what}_bits": "sizes", f"main_{what}": "main_size"}
    lacking = [name for name in names if name not in table]
    if lacking:
        raise MoteError(f"{path}: [function] lacks {', '.join(lacking)}")
    return {names.get(name, name): value for name, value in table.items()}


def counterpart(name: str) -> str:
    """The function that this one is, too, by another header; itself where there is none.

    Fact same_as of function.toml.  Other people's programs stand beside both.
    """
    function = functions().get(name)
    return name if function is None else str(function.facts.get("same_as", name))


def hashes() -> dict[str, Function]:
    """The hash functions among them."""
    return {name: each for name, each in functions().items() if each.kind == "hash"}


def header(function: Function) -> Path:
    return ROOT / "include" / "mote" / f"{function.main_identifier or function.name}.h"


@functools.cache
def implementations(function: Function) -> tuple[Implementation, ...]:
    """Every source file in the function's folder and every kernel for it, in the order of names.

    A file of the function's own comes before a kernel of the same name.
    """
    found: dict[str, Implementation] = {}
    for path in _sources(function.folder):
        base = _own_base(function, path)
        found[path.stem] = Implementation(
            name=path.stem,
            function=function,
            sources=(path, *(base.sources if base is not None else ())),
            prefix=function.identifier,
            header=header(function),
            secret_tables=_secret_tables(function, path),
        )
    for kernel in kernels(function):
        name = kernel.file.stem
        if name in found:
            continue
        mode = found[mode_of(kernel)].source
        base = _own_base(function, mode, kernel)
        found[name] = Implementation(
            name=name,
            function=function,
            sources=(mode, *(base.sources if base is not None else ()), kernel.file),
            prefix=function.identifier,
            header=header(function),
            kernel=kernel,
            secret_tables=kernel.secret_tables,
        )
    return tuple(found[name] for name in sorted(found))


def _secret_tables(function: Function, path: Path) -> tuple[str, ...]:
    """What the contract of a function's own file says of tables, where others have none."""
    if not function.constant_time or path.suffix == ".c":
        return ()
    found: tuple[str, ...] = _asked(path)["secret_tables"]
    return found


def _asked(path: Path) -> dict[str, Any]:
    """What `contract.of_kernel` gives; most contracts say none of it, which is seen unparsed."""
    found = {"defines": (), "secret_tables": (), "mode": ""}
    text = path.read_bytes()
    if any(key.encode() in text and re.search(rb"\b%s\s*=" % key.encode(), text) for key in found):
        return contract.of_kernel(path)
    return found


def base_of(implementation: Implementation) -> Implementation | None:
    """The implementation of the function's base that is compiled with it, if it has a base."""
    return _own_base(implementation.function, implementation.source, implementation.kernel)


def mode_of(kernel: Kernel) -> str:
    """The name of the file in C that calls the kernel."""
    return kernel.mode or ("portable_fast" if kernel.file.stem.endswith("_fast") else "portable")


def _own_base(
    function: Function, path: Path, kernel: Kernel | None = None
) -> Implementation | None:
    """What a file of the function calls of its base; a file in assembly has all of it in itself.

    Without a kernel it is the base's file of that name, or of it without the last word
    (amd64_avx512 of amd64_avx512_ifma).  With one it is the base's file of the kernel's name, or of
    its instruction set (avr8 of avr8_mul), or else that of the mode's.
    """
    if not function.base or path.suffix != ".c":
        return None
    known = {each.name for each in implementations(functions()[function.base])}
    if kernel is None:
        shorter = path.stem.rpartition("_")[0]
        short = path.stem not in known and shorter in known
        return _base(function, shorter if short else path.stem)
    name = kernel.file.stem
    named = (each for each in (name, name.partition("_")[0]) if each in known)
    return _base(function, next(named, mode_of(kernel)))


def _base(function: Function, name: str) -> Implementation:
    for each in implementations(functions()[function.base]):
        if each.name == name:
            if each.kernel is not None:
                raise MoteError(
                    f"{function.folder / name}: {name} of {function.base} has a kernel, which is "
                    "not compiled with what calls the function: name one that has none"
                )
            return each
    raise MoteError(f"{function.folder / name}: {function.base} has no implementation {name!r}")


def _sources(folder: Path) -> list[Path]:
    """Sources in a folder, but what makes the library of them (docs/interface.md)."""
    return sorted(
        path
        for path in folder.iterdir()
        if path.suffix in SOURCE_SUFFIXES and path.name != "library.c"
    )


def kernels(function: Function) -> list[Kernel]:
    """The kernels that the function's modes can call; raises MoteError for a wrong kernel.toml."""
    found = []
    named = function.kernel
    for name in (named,) if isinstance(named, str) else named:
        if not name:
            continue
        folder = ROOT / "src" / function.family / name
        path = folder / "kernel.toml"
        if not path.is_file():
            raise MoteError(f"{function.folder / 'function.toml'}: there is no {path}")
        table = read_toml(path)["kernel"]
        found += [
            make(Kernel, path, "kernel", table, {"file": file, **_asked(file)})
            for file in _sources(folder)
        ]
    return found


def digest_sizes(function: Function) -> str:
    """The digest sizes of a function in bits, for people."""
    if function.hashing.any_digest:
        limit = (
            f" up to {function.hashing.largest_digest}" if function.hashing.largest_digest else ""
        )
        return f"every multiple of 8{limit}"
    if len(function.sizes) > 6:
        return f"{function.sizes[0]} to {function.sizes[-1]}"
    return ", ".join(map(str, function.sizes))


def fits(implementation: Implementation, cpu: Cpu) -> bool:
    """Whether the file's name says that it is in a language or instruction set of this CPU.

    A CPU file's `sources` holds instruction sets; a file name is one of them, or one of them
    with a trade-off behind an underscore ("portable_lowram", "thumb_fast").  Those under `lacks`
    would be taken for a trade-off: "amd64_vaes".
    """

    name = implementation.name
    return _is_one_of(name, cpu.sources) and not _is_one_of(name, cpu.lacks)


@functools.cache
def _is_one_of(name: str, sets: tuple[str, ...]) -> bool:
    return any(name == each or name.startswith(each + "_") for each in sets)


def is_portable(implementation: Implementation) -> bool:
    """Whether all of it is C for any CPU, this one too; the file's name says so."""
    in_c = all(source.suffix == ".c" for source in implementation.sources)
    return in_c and implementation.name.split("_")[0] == "portable"


def excluded(implementation: Implementation, cpu: Cpu) -> str:
    """Why a file that fits is nevertheless not for this CPU; "" where it is."""
    if implementation.name == "portable_fast" and cpu.abi.int_bytes < 4:
        return "portable_fast is unrolled C for hosts and large cores, where int has 32 bits"
    if cpu.abi.int_bytes < implementation.function.facts.get("least_int_bytes", 0):
        return f"{implementation.function.title} takes minutes where int has 16 bits"
    if cpu.toolchain.kind in implementation.function.facts.get("too_large_for", ()):
        return f"variables of {implementation.function.title} do not fit into its internal RAM"
    return ""


def runs_on(implementation: Implementation, cpu: Cpu) -> bool:
    """Whether the bench builds and measures this file for this CPU."""
    return fits(implementation, cpu) and not excluded(implementation, cpu)


MOST_HINTS = 3
"""Names that are proposed for one that begins them."""


def pick_names(
    kind: str, wanted: Iterable[str], known: Iterable[str], whose: str = ""
) -> list[str]:
    """The wanted names, each checked against the known ones (all of them when none is wanted).

    Raises MoteError for an unknown name, with the nearest known one.  whose: what the known names
    are of, as a continuation of the message.
    """
    choices = list(known)
    names = list(wanted)
    for name in names:
        if name not in choices:
            begun = [each for each in choices if each.startswith(name)] if len(name) > 1 else []
            near = begun[:MOST_HINTS] or difflib.get_close_matches(name, choices, 1, 0.5)
            names_near = " or ".join(map(repr, near))
            more = f" (and {len(begun) - MOST_HINTS} more)" if len(begun) > MOST_HINTS else ""
            hint = f"did you mean {names_near}{more}?" if near else f"known: {', '.join(choices)}"
            raise MoteError(f"unknown {kind} {name!r}{whose}; {hint}")
    return list(dict.fromkeys(names)) if names else choices
