"""Cycles, memory accesses and memory of block kernels on the reference simulator.

A function's kernel is the routine mote_ID_compress of its pic24.s and of the files that include
it (pic24_ise.s, …): W0 = context, in which the message block lies already or else W1 = message
block.  What counts as its memory, as in the paper (sections 3.2, 3.3):

- text: 3 bytes for each instruction word of the routines that the kernel reaches, of constants in
  program memory that they name, of the initial value and of the output transformation (labels with
  `initial`, `iv` or `output` in their names; those that end in another digest size are left out).
- data: the context, item by item (`.equ data_ITEM, bytes`), the message block, the tables in data
  memory that the kernel names, and its stack.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mote.catalog import catalog
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.pic24.assembler import assemble
from mote.pic24.assembly.sections import PROGRAM_SECTIONS
from mote.pic24.assembly.source import AssemblyError
from mote.pic24.hardware import Hardware
from mote.pic24.kernel import Kernel
from mote.pic24.simulator import Trap

FUNCTIONS = {
    "blake256": ("BLAKE-256", 64, 256),
    "groestl256": ("Groestl-256", 64, 256),
    "jh": ("JH-256", 64, 256),
    "keccak": ("Keccak-256", 136, 256),
    "skein512": ("Skein-512-256", 64, 256),
}
"""Name, bytes of a message block and digest size in bits, by function."""

PLAIN, PAPER, OWN, SHARED = "pic24", "pic24_ise", "pic24_ise_own", "pic24_ise_shared"
"""Implementations: no extensions, the paper's at the paper's cycles, our own, those that functions
have in common; there may be more, pic24_NAME.s."""
RELAXED = "pic24_ise_relaxed"
"""The paper's, some in more cycles: for fewer gates, or for a shorter path."""

SUPPORT = ROOT / "cpus" / "support" / "pic24.s"
EXTRA = re.compile(r"initial|(^|_)iv(_|\d|$)|output", re.I)
OTHER_DIGEST = re.compile(r"(224|384|512)$")
NAME = re.compile(r"[A-Za-z_][\w]*")
ENDS = ("return", "retlw", "goto", "bra")
BUFFERS, BUFFER_BYTES = 4, 1024
"""What a kernel of one's own is called with: W0 to W3 are the addresses of that many bytes."""
INPUTS = 8
"""With so many contents of the buffers the results of a kernel of one's own are compared."""


@dataclass(frozen=True)
class Study:
    """A kernel that can be run: its source, its routine, and how it is called.

    name: for tables.  block_bytes: what a call works on, 0 when cycles a byte mean nothing.
    init: a routine to be called first with W0 = context and W1 = digest_bits, "" for none; the
    kernel then gets W0 = context and W1 = message block.
    """

    name: str
    path: Path
    routine: str
    block_bytes: int = 0
    init: str = ""
    digest_bits: int = 0


@dataclass(frozen=True)
class Measured:
    """One kernel on one core.  text and data: bytes by item, in the order of the source."""

    extensions: tuple[str, ...]
    cycles: int
    reads: int
    writes: int
    text: dict[str, int]
    data: dict[str, int]

    @property
    def text_bytes(self) -> int:
        return sum(self.text.values())

    @property
    def data_bytes(self) -> int:
        return sum(self.data.values())

    def figures(self) -> dict[str, Any]:
        return {
            "cycles": self.cycles,
            "reads": self.reads,
            "writes": self.writes,
            "text_bytes": self.text_bytes,
            "data_bytes": self.data_bytes,
        }


def folder(function: str) -> Path:
    """Where the files of a function are."""
    return catalog.functions()[function].folder


def source(function: str, implementation: str = PLAIN) -> Path:
    """The source file of a function's implementation, which need not exist."""
    return folder(function) / f"{implementation}.s"


def available() -> list[str]:
    """The functions that have a kernel."""
    return [name for name in FUNCTIONS if source(name).is_file()]


def implementations(function: str) -> list[str]:
    """What there is of a function: PLAIN, PAPER, RELAXED and OWN first, then others by name."""
    found = {path.stem for path in folder(function).glob("pic24*.s")}
    first = [name for name in (PLAIN, PAPER, RELAXED, OWN) if name in found]
    return first + sorted(found - {*first})


def study(function: str, implementation: str = PLAIN) -> Study:
    """The kernel of a function; raises MoteError when there is none."""
    path = source(function, implementation)
    if not path.is_file():
        raise MoteError(
            f"{function} has no kernel for the core: {path.name} is missing in its folder"
        )
    _, block_bytes, digest_bits = FUNCTIONS[function]
    prefix = f"mote_{function}"
    return Study(function, path, f"{prefix}_compress", block_bytes, f"{prefix}_init", digest_bits)


def extensions_of(path: Path) -> tuple[str, ...]:
    """The extensions that a source file asks for; raises MoteError."""
    try:
        return assemble([path, SUPPORT]).extensions
    except AssemblyError as error:
        raise MoteError(str(error)) from None


def measure(
    what: Study, extensions: Iterable[str] = (), hardware: Hardware | None = None
) -> Measured:
    """Run the kernel once on a core with the extensions (beside those that the source names).

    hardware: a core with these extensions at least, which must give the same counts and results.
    Raises MoteError.  The bytes that it works on are pseudo-random with a fixed seed.
    """
    try:
        kernel = Kernel([what.path, SUPPORT], extensions)
        if kernel.assembled.undefined:
            raise MoteError(f"{what.path}: undefined {', '.join(kernel.assembled.undefined)}")
        given = arguments(kernel, what)
        profile: dict[int, list[int]] = {}
        counts = kernel.call(what.routine, *given, profile=profile, hardware=hardware)
    except (AssemblyError, Trap) as error:
        raise MoteError(f"{what.name}: {error}") from None
    except KeyError as error:
        raise MoteError(f"{what.path.name} has no routine {error.args[0]}") from None
    text, tables = _reached(kernel, what.routine, profile, bool(what.init))
    data = _items(kernel, what)
    data.update(tables)
    if counts.stack_bytes:
        data["stack"] = counts.stack_bytes
    return Measured(
        kernel.assembled.extensions, counts.cycles, counts.reads, counts.writes, text, data
    )


def check_outputs(what: Study, sets: Sequence[tuple[str, ...]]) -> None:
    """Raise MoteError unless a kernel of one's own computes the same on every core.

    what: a kernel without `init`.  sets: the extensions of each core; one on which the kernel does
    not run is passed over.  Compared with the first core that runs it are, after a call with each
    of INPUTS contents of the buffers (pseudo-random ones, all zeros, all ones): the buffers, the
    variables that the file has under their names, and W0.
    """
    known: tuple[tuple[str, ...], list[dict[str, bytes]]] | None = None
    for names in sets:
        try:
            found = _outputs(what, names)
        except (AssemblyError, Trap, MoteError):
            continue
        if known is None:
            known = names, found
            continue
        for number, (here, there) in enumerate(zip(found, known[1], strict=True), 1):
            for place, value in here.items():
                other = there.get(place, value)
                if value != other:
                    raise MoteError(
                        f"{what.path}: {what.routine}: it computes something else with "
                        f"{' '.join(names)} than with {' '.join(known[0]) or 'none'}: for input "
                        f"{number} of {INPUTS} {_difference(place, value, other)}; make the plain "
                        "sequence and the instruction's meaning agree"
                    )


def _difference(place: str, here: bytes, there: bytes) -> str:
    if place == "W0":
        return f"W0 is {here[::-1].hex()}, not {there[::-1].hex()}"
    if len(here) != len(there):
        return f"{place} has {len(here)} bytes, not {len(there)}"
    index = next(n for n, pair in enumerate(zip(here, there, strict=True)) if pair[0] != pair[1])
    return f"byte {index} of {place} is {here[index]:#04x}, not {there[index]:#04x}"


def _outputs(what: Study, extensions: Iterable[str]) -> list[dict[str, bytes]]:
    """What a call leaves, by place, for each of INPUTS contents of the buffers."""
    kernel = Kernel([what.path, SUPPORT], extensions)
    places = arguments(kernel, what)
    variables = [
        symbol
        for symbol in kernel.assembled.symbols
        if symbol.section in ("data", "bss") and symbol.size
    ]
    before = bytes(kernel.machine.data)
    found = []
    for number in range(INPUTS):
        kernel.machine.data[:] = before
        for index, address in enumerate(places):
            # The first input is the one that is measured.
            if number == INPUTS - 2:
                kernel.write(address, bytes(BUFFER_BYTES))
            elif number == INPUTS - 1:
                kernel.write(address, b"\xff" * BUFFER_BYTES)
            elif number:
                label = f"{what.name}/{index}/{number}"
                kernel.write(address, _bytes(label, BUFFER_BYTES))
        kernel.call(what.routine, *places)
        result = kernel.machine.w[0]
        left = {
            f"the buffer at W{index}": kernel.read(address, BUFFER_BYTES)
            for index, address in enumerate(places)
        }
        left.update((s.name, kernel.read(s.address, s.size)) for s in variables)
        if result in range(places[0], places[-1] + BUFFER_BYTES + 1):
            # A pointer into the buffers, which lie elsewhere where there are more variables.
            result -= places[0]
        left["W0"] = result.to_bytes(2, "little")
        found.append(left)
    return found


def _bytes(label: str, size: int) -> bytes:
    return hashlib.shake_128(f"mote/ise/{label}".encode()).digest(size)


def arguments(kernel: Kernel, what: Study) -> list[int]:
    """What a kernel is called with; what the addresses are of is in memory then."""
    if not what.init:
        return [
            kernel.allocate(BUFFER_BYTES, _bytes(f"{what.name}/{n}", BUFFER_BYTES))
            for n in range(BUFFERS)
        ]
    name = what.init.removesuffix("_init") + "_context_size"
    size = kernel.assembled.constants.get(name)
    if size is None:
        raise MoteError(f"{what.path.name} does not state {name}")
    context = kernel.allocate(size, _bytes(what.name, size))
    kernel.call(what.init, context, what.digest_bits)
    block = kernel.allocate(what.block_bytes, _bytes(f"{what.name}/block", what.block_bytes))
    return [context, block]


def _items(kernel: Kernel, what: Study) -> dict[str, int]:
    """The items of the context, from the constants data_ITEM; what they leave is `other`."""
    found: dict[str, int] = {}
    for statement in kernel.assembled.statements:
        file = statement.file
        if file is not None and file.path.resolve() == what.path.resolve():
            values = file.values.items()
            found = {n.removeprefix("data_"): v for n, v in values if n.startswith("data_")}
            break
    if what.init:
        size = kernel.assembled.constants[what.init.removesuffix("_init") + "_context_size"]
        if sum(found.values()) > size:
            raise MoteError(
                f"{what.path.name}: the items data_… take {sum(found.values())} bytes, "
                f"the context {size}"
            )
        if sum(found.values()) < size:
            found["other"] = size - sum(found.values())
        found.setdefault("message_block", what.block_bytes)
    return found


def _reached(
    kernel: Kernel, routine: str, profile: dict[int, list[int]], extra: bool
) -> tuple[dict[str, int], dict[str, int]]:
    """Bytes of program memory and of tables in data memory that a routine takes, by label.

    A routine is reached when it was executed, when a reached one names it, or when one runs into
    it.  extra: whether labels that EXTRA matches count as reached.
    """
    made = kernel.assembled
    symbols = {symbol.name: symbol for symbol in reversed(made.symbols)}
    labels = sorted(
        (s.address, s.name) for s in symbols.values() if s.section in PROGRAM_SECTIONS and s.size
    )
    addresses = [address for address, _ in labels]

    def owner(address: int) -> str:
        index = bisect_right(addresses, address) - 1
        return labels[index][1] if index >= 0 else ""

    named: dict[str, set[str]] = {}
    last: dict[str, Any] = {}
    for statement in made.statements:
        if statement.section not in PROGRAM_SECTIONS:
            continue
        name = owner(statement.address)
        words = {word for text in statement.operands for word in NAME.findall(text)}
        named.setdefault(name, set()).update(words & symbols.keys())
        last[name] = statement
    for index, (_, name) in enumerate(labels[:-1]):
        end = last.get(name)
        if end is None or end.section != "text":
            continue
        # A branch with a condition has two operands.
        if end.mnemonic not in ENDS or (end.mnemonic == "bra" and len(end.operands) > 1):
            named[name].add(labels[index + 1][1])
    waiting = [routine, *{owner(address) for address in profile}]
    if extra:
        waiting += [n for n in symbols if EXTRA.search(n) and not OTHER_DIGEST.search(n)]
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += named.get(name, ())
    text: dict[str, int] = {}
    tables: dict[str, int] = {}
    for symbol in sorted(symbols.values(), key=lambda symbol: symbol.address):
        if symbol.name not in seen or not symbol.size:
            continue
        first = bool(extra and EXTRA.search(symbol.name))
        where = text if symbol.section in PROGRAM_SECTIONS or first else tables
        where[symbol.name] = symbol.size
    return text, tables


def subsets(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Every subset, the small ones first."""
    found = [
        tuple(sorted(name for index, name in enumerate(names) if number >> index & 1))
        for number in range(1 << len(names))
    ]
    return sorted(set(found), key=lambda subset: (len(subset), subset))
