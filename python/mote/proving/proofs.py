"""What is proved of implementations on CPUs, as results/proofs.csv says.

Needs no installed package.  mote.proving proves, and mote.proving.results writes the file.
"""

from __future__ import annotations

import csv
import functools
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from mote.catalog import catalog, kinds
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation, Kernel
from mote.common.errors import MoteError
from mote.common.paths import ROOT

RESULTS = ROOT / "results" / "proofs.csv"

CALLS_PROVED = "calls proved"
"""Of a file on a CPU: see status."""

PROVED = "proved"
"""The verdict of an obligation that is met; the others are the prover's.  Of a file: see status."""

ANYWHERE = "symbols"
"""The places of a row that is of all addresses of context, message, digest and stack."""

KERNEL = "kernel"
"""The obligation of a kernel by itself, by its own contract; those of OF_CALLS are of the function
that its mode in C makes of it."""

OF_CALLS = ("init", "step", "update", "close")
"""What a hash function has to have for every message, however it is cut: SOUNDNESS.md."""

SHORTER = "messages of less than 2^{} bits"
"""What a proved row says where the contract's `longest` leaves out some of the specification's."""

Row = dict[str, str]
Pair = tuple[str, str, str]
"""Names of a function, an implementation and a CPU."""


def refuse(name: str) -> None:
    """Raises MoteError for a CPU whose instructions are not known."""
    cpu = catalog.cpus().get(name)
    if cpu is not None and cpu.proofs.same_as:
        raise MoteError(
            f"proofs do not know the instructions of {name}; its files are proved on "
            f"{cpu.proofs.same_as}"
        )


def is_in_c(implementation: Implementation) -> bool:
    """Whether it is C alone."""
    return implementation.kernel is None and implementation.source.suffix == ".c"


def has_mode(implementation: Implementation) -> bool:
    """Whether it is the kernel of a hash function whose mode in C has a proof, with the kernel.

    What macros ask of the mode, as that the state be interleaved, kernel.toml has to say, too.
    """
    function, kernel = implementation.function, implementation.kernel
    is_hash = kernel is not None and function.kind == "hash"
    if kernel is None or not is_hash or not function.places:
        return False
    known = places_asked_for(kernel)
    return all(name in known for name in kernel.defines)


def places_asked_for(kernel: Kernel) -> dict[str, Any]:
    """Where a mode's context has things that macros of kernels ask for, as kernel.toml says.

    By the macro: what Function.places says, but for a mode for which that is defined.  In parts of
    a word the CPU's byte order is that of the whole word: interleaved words of C are no such on
    CPUs with the highest byte first.
    """
    found: dict[str, Any] = catalog.read_toml(kernel.file.parent / "kernel.toml").get("places", {})
    return found


PORTABLE = "portable"


def _has_proof(implementation: Implementation) -> bool:
    """Whether a proof of its C is written: it is of such a kind, or says its context's places."""
    function = implementation.function
    kind = kinds.of(function)
    if implementation.name != PORTABLE:
        return bool(function.facts.get("proved_in_own_c", kind.proved_in_own_c))
    return kind.proved_by_calls or bool(function.places)


def _is_chosen(implementation: Implementation, cpu: Cpu) -> bool:
    """Whether there is a proof of it to ask for: of assembly, or of C that says its places."""
    if cpu.proofs.same_as or not catalog.runs_on(implementation, cpu):
        return False
    if not is_in_c(implementation):
        return file_of(implementation).suffix != ".c"
    return implementation.name in cpu.proofs.c and _has_proof(implementation)


def file_of(implementation: Implementation) -> Path:
    """The file that is proved: the implementation's own, or its kernel's."""
    return implementation.source if implementation.kernel is None else implementation.kernel.file


def proved_together(implementation: Implementation) -> tuple[Path, str]:
    """What one proof is of: a file, but of modes of operation that share one each by itself.

    With a kernel, each function that it serves: the rest of its code is another one.
    """
    function = implementation.function
    if has_mode(implementation):
        return file_of(implementation), function.name
    mode = function.facts.get("mode", "") if is_in_c(implementation) else ""
    return file_of(implementation), mode


def pairs(named: Collection[str] = ()) -> list[tuple[Implementation, Cpu]]:
    """Every assembly file with every CPU that it runs on, and portable.c with some.

    A kernel that several functions use is proved in one of them: the first of those in the main
    table, or else the first that is a standard; a mode of operation with all sizes of keys.  The
    other functions of a kernel have a proof of their own, too, where there are rows of them, or
    where they are among those named.
    """
    chosen: dict[tuple[tuple[Path, str], str], tuple[Implementation, Cpu]] = {}
    further: list[tuple[Implementation, Cpu]] = []
    stored = set(read())

    def rank(function: Function) -> tuple[bool, bool]:
        return function.shipped, function.status == "standard"

    for function in catalog.functions().values():
        for each in catalog.implementations(function):
            for cpu in catalog.cpus().values():
                if _is_chosen(each, cpu):
                    file = proved_together(each)
                    if each.kernel is not None:
                        file = (file[0], "")
                    known = chosen.get((file, cpu.name))
                    if known is None or rank(function) > rank(known[0].function):
                        chosen[file, cpu.name] = (each, cpu)
                    asked = function.name in named or (function.name, each.name, cpu.name) in stored
                    if asked and has_mode(each):
                        further.append((each, cpu))
    found = list(chosen.values())
    return found + [pair for pair in further if pair not in found]


def read(path: Path = RESULTS) -> dict[Pair, list[Row]]:
    """The stored rows by function, implementation and CPU; empty when there is no file yet."""
    found: dict[Pair, list[Row]] = {}
    if path.exists():
        with path.open(newline="", encoding="utf-8") as stream:
            for row in csv.DictReader(stream):
                found.setdefault((row["function"], row["implementation"], row["cpu"]), []).append(
                    row
                )
    return found


def limited(row: Row) -> str:
    """Of which messages alone a row is, as it is said behind what is proved; empty: of all."""
    before = SHORTER.partition("{}")[0]
    _, found, rest = row.get("reason", "").rpartition(before)
    return f" of {found}{rest}" if row["verdict"] == PROVED and found else ""


def status(rows: Iterable[Row]) -> str:
    """What the rows of one pair amount to: the only place that decides what a file is called.

    *proved*: every message, however it is cut into calls, at every place in memory, by one version
    of the prover: to earlier ones the names meant less.  *calls proved*: the same but for places.
    Where the file takes no messages as long as the specification has, it says up to which.
    *block proved*: single obligations, which are named.  Empty where there are none.
    """
    found = {row["obligation"]: row for row in rows if row["verdict"] == PROVED}
    if not found:
        return ""
    whole = [found[name] for name in OF_CALLS if name in found]
    if len(whole) == len(OF_CALLS) and len({row.get("prover", "") for row in whole}) == 1:
        anywhere = all(row.get("places") == ANYWHERE for row in whole)
        return (PROVED if anywhere else CALLS_PROVED) + max(map(limited, whole))
    return f"block {PROVED}: {', '.join(found)}"


def of_kernel(rows: Iterable[Row]) -> str:
    """What the rows of one pair say of the other functions of its kernel: the kernel alone."""
    return status(row for row in rows if row["obligation"] == KERNEL)


@functools.cache
def proved(path: Path = RESULTS) -> dict[Pair, str]:
    """The status, by implementation and CPU; a kernel's in all functions."""
    table = read(path)
    by_file = {}
    kernels: dict[tuple[Path, str], str] = {}
    for each, cpu in pairs():
        found = table.get((each.function.name, each.name, cpu.name), [])
        by_file[proved_together(each), cpu.name] = status(found)
        if each.kernel is not None:
            kernels.setdefault((file_of(each), cpu.name), of_kernel(found))
    return {
        (function.name, each.name, cpu): text
        for function in catalog.functions().values()
        for each in catalog.implementations(function)
        for cpu in catalog.cpus()
        if (text := by_file.get((proved_together(each), cpu)) or kernels.get((file_of(each), cpu)))
    }
