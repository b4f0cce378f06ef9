"""`mote pick`: which implementation fits a device, from results/figures.csv.

Needs no installed package and no compiler.
"""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from mote.calling.figures import PIECE_BYTES
from mote.catalog import catalog, kinds
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation
from mote.choosing import export, leading, proved
from mote.choosing.leading import size_of
from mote.common.columns import Cell, Column, Table, number
from mote.common.errors import MoteError
from mote.keeping import store
from mote.measuring.row import Row

SIGNATURE_BITS = 112
"""The least security against collisions for a signature (NIST SP 800-57 part 1, revision 5,
section 5.6.1.1, table 3; SP 800-131A revision 2, section 9)."""


@dataclass(frozen=True)
class Entry:
    """An implementation with what it takes, in bytes and cycles, and what its digest is worth.

    ram_bytes: context, deepest stack and fixed memory together.  digest_bits: of what has a key, of
    the key.  security_bits: of a hash function against collisions, of a cipher the key's size; 0 of
    other kinds. pieces_cycles_per_byte: if it comes in calls of 64 bytes; None where that was not
    measured. extreme: that is much more, and the function has other files for the CPU
    (mote.choosing.leading). proved: what is, on that CPU (mote.proving.proofs.status); empty
    where none is.
    """

    implementation: Implementation
    digest_bits: int
    size_bytes: int
    stack_bytes: int
    ram_bytes: int
    long_cycles_per_byte: float
    short_cycles: float
    security_bits: int
    pieces_cycles_per_byte: float | None = None
    extreme: bool = False
    proved: str = ""

    @property
    def function(self) -> Function:
        return self.implementation.function

    def cells(self) -> dict[str, Any]:
        """What --json prints of it."""
        function = self.function
        return {
            "function": function.name,
            "digest_bits": self.digest_bits,
            "implementation": self.implementation.name,
            "size_bytes": self.size_bytes,
            "stack_bytes": self.stack_bytes,
            "ram_bytes": self.ram_bytes,
            "long_cycles_per_byte": self.long_cycles_per_byte,
            "pieces_cycles_per_byte": self.pieces_cycles_per_byte,
            "short_cycles": self.short_cycles,
            "security_bits": self.security_bits,
            "status": function.status,
            "constant_time": self.implementation.constant_time,
            "proved": self.proved,
            "uses": list(function.uses),
        }


@dataclass(frozen=True)
class Bound:
    """The most that something may be: a field of Entry, the option that set it, its unit."""

    field: str
    option: str
    unit: str
    most: float

    def missed(self, entry: Entry) -> float:
        """How far above the bound the entry is; 0 when it keeps it."""
        return max(0.0, float(getattr(entry, self.field)) - self.most)


BOUNDS = {
    "rom": ("size_bytes", "--rom", "bytes"),
    "ram": ("ram_bytes", "--ram", "bytes"),
    "cycles_per_byte": ("long_cycles_per_byte", "--cycles-per-byte", "cycles a byte"),
    "short_cycles": ("short_cycles", "--short-cycles", "cycles"),
}
"""By the option's name: field of Entry, the option as written, the unit."""

ORDERS: dict[str, Callable[[Entry], tuple[float, ...]]] = {
    "smallest": lambda e: (e.size_bytes, e.ram_bytes, e.long_cycles_per_byte),
    "tiniest": lambda e: (e.size_bytes, e.ram_bytes, e.long_cycles_per_byte),
    "fastest": lambda e: (e.long_cycles_per_byte, e.size_bytes, e.ram_bytes),
    "balanced": lambda e: (e.size_bytes * e.long_cycles_per_byte, e.size_bytes, e.ram_bytes),
}
"""What comes first; balanced: the least size times cycles (10^6 divided by it is speed/size).

Tiniest is smallest with the extremes, which the others leave out.
"""


@dataclass(frozen=True)
class Wish:
    """What is asked for beside the bounds.

    kind: one of mote.kinds, where no function is named; empty: what does the job, or else hash
    functions.  digest: in bits, 0 for each function's main one.  use: one of catalog.JOBS or of
    catalog.USES.  tiniest: also files of which each call computes constants anew, though there are
    others.
    """

    functions: tuple[str, ...] = ()
    kind: str = ""
    candidates: bool = False
    digest: int = 0
    standard: bool = False
    constant_time: bool = False
    use: str = ""
    tiniest: bool = False


UNASKED = ("candidate", "broken", "legacy")
"""Standings of functions that are proposed by name alone; candidates where one asks for them."""


def standing(function: Function) -> str:
    """One word or two: standard (NIST's), RFC 7693, published (and no standard), legacy, candidate,
    broken."""
    first = function.status.split(" ")[0]
    if first == "published" and "(RFC " in function.status:
        return function.status.partition("(")[2].partition(")")[0]
    return first


def entries(cpu: Cpu, digest: int = 0) -> list[Entry]:
    """Every stored implementation for the CPU that has the digest; raises MoteError.

    A figure is for the function's main digest.  Where another one has message blocks of another
    size, the cycles of a block are divided by that.
    """
    timing = cpu.timings[0]
    if timing.fidelity not in ("exact", "modelled"):
        known = [
            c.name
            for c in catalog.cpus().values()
            if c.timings[0].fidelity in ("exact", "modelled")
        ]
        raise MoteError(
            f"{cpu.name} has no figures in cycles to choose by; those that have: {', '.join(known)}"
        )
    found = []
    stored = export.rows_on(cpu)
    extremes = leading.extremes(stored.values())
    for function in catalog.functions().values():
        bits = digest or function.main_size
        if not function.has_digest(bits):
            continue
        for implementation in catalog.implementations(function):
            row = stored.get((function.name, implementation.name))
            if row is None or not catalog.runs_on(implementation, cpu):
                continue
            if row.long_cycles_per_byte is not None and row.short_cycles is not None:
                found.append(_entry(implementation, bits, row, store.key(row) in extremes))
    return found


def _entry(implementation: Implementation, bits: int, row: Row, extreme: bool) -> Entry:
    function = implementation.function
    long, block, short = row.long_cycles_per_byte, row.block_cycles, row.short_cycles
    pieces = row.pieces_cycles_per_byte
    assert long is not None and block is not None and short is not None
    if function.block_of(bits) != function.block_of(function.main_size):
        long = round(block / function.block_of(bits), 2)
        pieces = None
    return Entry(
        implementation,
        bits,
        size_of(row),
        row.stack_bytes or 0,
        export.ram(row),
        float(long),
        float(short),
        _security(function, bits),
        pieces,
        extreme,
        proved.obligations(implementation, row.cpu),
    )


def _security(function: Function, bits: int) -> int:
    """What Entry.security_bits says."""
    if function.kind == "hash":
        return function.collision_bits(bits)
    return bits if kinds.of(function).keyed else 0


def wanted(cpu: Cpu, wish: Wish) -> list[Entry]:
    """The entries that are what the wish says; raises MoteError naming what leaves none.

    Candidates are among them only where the wish asks for them, broken functions only by name.
    """
    # An image in flash comes in one call, so that what each call costs is nothing there.
    whole = wish.tiniest or wish.use == "firmware-signature"
    found = [entry for entry in entries(cpu) if whole or not entry.extreme]
    if wish.functions:
        found = [e for e in found if e.function.name in wish.functions]
    else:
        sound = ("candidate",) if wish.candidates else ()
        found = [
            e
            for e in found
            if _is_asked_for(e.function, wish)
            and (standing(e.function) in sound or standing(e.function) not in UNASKED)
        ]
    words = [" or ".join(wish.functions)] if wish.functions else []

    def keep(condition: bool, word: str, what: Callable[[Entry], bool]) -> None:
        nonlocal found
        if not condition:
            return
        words.append(word)
        left = [entry for entry in found if what(entry)]
        if not left:
            raise MoteError(
                f"no function for {cpu.name} here is all of this: {', '.join(words)}"
                + ("" if wish.candidates or wish.functions else "; --candidates looks further")
            )
        found = left

    if not found and wish.functions:
        raise MoteError(f"{' or '.join(wish.functions)} is not measured on {cpu.name}")
    if not found:
        title = kinds.named(wish.kind or "hash").title.replace("a ", "no ", 1)
        if _is_job(wish) and not wish.kind:
            title = f"nothing for {wish.use}"
        raise MoteError(
            f"{title} is measured on {cpu.name}"
            + ("" if wish.candidates else " but perhaps candidates: --candidates looks further")
        )
    if wish.digest:
        by_digest = {(e.function.name, e.implementation.name): e for e in entries(cpu, wish.digest)}
        keep(
            True,
            f"a digest of {wish.digest} bits",
            lambda e: (e.function.name, e.implementation.name) in by_digest,
        )
        found = [by_digest[e.function.name, e.implementation.name] for e in found]
    keep(wish.standard, "--standard", lambda e: standing(e.function) == "standard")
    keep(wish.constant_time, "--constant-time", lambda e: e.implementation.constant_time)
    if _is_job(wish):
        keep(True, f"--for {wish.use}", lambda e: _does(e.function, wish.use))
    else:
        keep(bool(wish.use), f"--for {wish.use}", lambda e: wish.use in e.function.uses)
    keep(
        wish.use == "signature",
        f"{SIGNATURE_BITS} bits of security against collisions, as a signature needs",
        lambda e: e.security_bits >= SIGNATURE_BITS,
    )
    return found


def _is_job(wish: Wish) -> bool:
    return wish.use in catalog.JOBS


def _does(function: Function, job: str) -> bool:
    return job in kinds.of(function).jobs(function)


def _is_asked_for(function: Function, wish: Wish) -> bool:
    """Whether it is of the wish's kind, or, where none is named, does its job."""
    if wish.kind or not _is_job(wish):
        return function.kind == (wish.kind or "hash")
    return _does(function, wish.use)


def fitting(found: Sequence[Entry], bounds: Sequence[Bound]) -> list[Entry]:
    """Those that keep every bound."""
    return [entry for entry in found if not any(bound.missed(entry) for bound in bounds)]


def nearest(found: Sequence[Entry], bounds: Sequence[Bound]) -> Entry:
    """The entry that misses the bounds by the least share of them, all taken together."""
    return min(
        found,
        key=lambda e: (sum(b.missed(e) / max(b.most, 1) for b in bounds), *ORDERS["smallest"](e)),
    )


def export_command(entry: Entry, cpu: Cpu) -> str:
    """What takes the entry home."""
    words = ["./mote", "export", entry.function.name, "--cpu", cpu.name]
    return shlex.join([*words, "--implementation", entry.implementation.name, "my-firmware"])


def table(found: Sequence[Entry], width: int | None, *, color: bool = False) -> str:
    """The entries as a table, in their order."""

    def widest(texts: Sequence[str]) -> int:
        return max(len(text) for text in texts)

    lines = [_line(entry) for entry in found]
    numbers = [
        ("size", "bytes", 0),
        ("RAM", "bytes", 0),
        ("stack", "bytes", 4),
        ("cycles", "a byte", 0),
        ("pieces", "a byte", 3),
        ("short", "cycles", 0),
        ("level", "bits", 2),
    ]
    made = Table(
        [
            Column("function", "", widest([line["function"] for line in lines])),
            Column("implementation", "", widest([line["implementation"] for line in lines])),
            *(
                Column(name, unit, widest([line[name] for line in lines]), True, importance)
                for name, unit, importance in numbers
            ),
            Column("status", "", widest([line["status"] for line in lines]), importance=3),
            Column("constant", "time", importance=5),
            Column("proved", "", widest([line["proved"] for line in lines]), importance=6),
        ],
        width,
        color=color,
    )
    styles = {"candidate": "dim", "legacy": "dim", "broken": "bad"}
    return "\n".join(
        [
            *made.head(),
            *(
                made.line({**line, "status": Cell(line["status"], styles.get(line["status"], ""))})
                for line in lines
            ),
        ]
    )


def _line(entry: Entry) -> dict[str, str]:
    function = entry.function
    name = function.name
    if entry.digest_bits != function.main_size:
        name += f"/{entry.digest_bits}"
    return {
        "function": name,
        "implementation": entry.implementation.name,
        "size": str(entry.size_bytes),
        "RAM": str(entry.ram_bytes),
        "stack": str(entry.stack_bytes),
        "cycles": number(entry.long_cycles_per_byte),
        "pieces": number(entry.pieces_cycles_per_byte),
        "short": number(entry.short_cycles),
        "level": str(entry.security_bits or ""),
        "status": standing(function),
        "constant": "yes" if entry.implementation.constant_time else "no",
        "proved": entry.proved,
    }


def trade_offs(found: Sequence[Entry]) -> list[str]:
    """What is gained and lost where another entry is taken than the first, a line each."""
    first = found[0]
    lines = []
    secret = [e for e in found if kinds.of(e.function).takes_secrets]
    varying = sorted({e.function.name for e in secret if not e.implementation.constant_time})
    if varying:
        text = f"Not in constant time: {', '.join(varying)}."
        lines += textwrap.wrap(text, 80, subsequent_indent="  ")
    else:
        lines.append("All run in constant time." if secret else "They take no secrets.")
    for name, other in (
        ("smallest", min(found, key=ORDERS["smallest"])),
        ("fastest", min(found, key=ORDERS["fastest"])),
        ("least RAM", min(found, key=lambda e: (e.ram_bytes, *ORDERS["smallest"](e)))),
        ("most secure", max(found, key=lambda e: (e.security_bits, -e.size_bytes))),
    ):
        if other is first or (name == "most secure" and other.security_bits <= first.security_bits):
            continue
        parts = [
            f"{other.size_bytes - first.size_bytes:+d} bytes",
            f"{other.ram_bytes - first.ram_bytes:+d} RAM",
            f"x{other.long_cycles_per_byte / first.long_cycles_per_byte:.2f} cycles",
        ]
        if other.security_bits != first.security_bits:
            parts.append(f"level {other.security_bits}")
        label = f"{other.function.name} {other.implementation.name}"
        lines += textwrap.wrap(f"{name}: {label} ({', '.join(parts)})", 80, subsequent_indent="  ")
    return lines


def in_pieces(entry: Entry) -> list[str]:
    """Lines that say what a message takes that comes in pieces, where that is much more."""
    pieces = entry.pieces_cycles_per_byte
    if pieces is None or pieces <= leading.PIECES_MOST * entry.long_cycles_per_byte:
        return []
    other = "" if entry.extreme else "; no file of it for this CPU does better"
    text = (
        f"{entry.function.name} {entry.implementation.name}: {number(pieces)} cycles a byte in "
        f"calls of {PIECE_BYTES} bytes: each computes anew what the context does not keep{other}."
    )
    return textwrap.wrap(text, 80, subsequent_indent="  ")


def misses(entry: Entry, bounds: Sequence[Bound]) -> list[str]:
    """A line for each bound that the entry misses, with how much."""
    return [
        f"{number(getattr(entry, bound.field))} {bound.unit}, "
        f"{number(bound.missed(entry))} more than {bound.option} {number(bound.most)}"
        for bound in bounds
        if bound.missed(entry)
    ]
