"""An implementation on a simulated CPU: the functions of its interface called under the guard.

A session calls whatever functions the interface has (Session.api, Implementation.calls).  How a
message is hashed with those of a hash function stands in mote.calling.hash_caller; the other kinds
have their own in mote.kinds.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from mote.building.build import Built
from mote.building.image import Image, Region
from mote.catalog.function import Implementation
from mote.common.errors import Breach, MoteError
from mote.machines import Machine
from mote.machines.call import Argument, CallResult, Pieces

GAP = 48
"""Bytes of forbidden memory kept between the objects that a call may touch."""

PAGE = 256
"""Bytes that the places of a context go through: where a CPU adds the bytes of an address one by
one, a carry between them must occur at every place of a context."""

BEFORE_PAGE = 16
"""Bytes of the data, and of the digest, before such a carry."""

CALL_BUDGET, BYTE_BUDGET = 100_000_000, 300_000
"""Instructions that a call may execute, and as many more for each byte of data: far above what
the slowest function on the smallest CPU takes, so that only what never returns exceeds it."""


@dataclass(frozen=True)
class Placement:
    """Offsets in bytes that misalign the data, the digest and the context, and how data is cut.

    context is counted in multiples of the context type's own alignment (Annex A.1.1 rule 2), and
    its offset taken modulo PAGE.
    chunks: a cycle of lengths for the update calls, empty for one call; a 0 is a call with a
    null pointer and no data.  clone: go on in a copy of the context after half of the data.
    constant: the data is in the memory that the CPU has for constants, if it has such a one.
    """

    data: int = 0
    digest: int = 0
    context: int = 0
    chunks: tuple[int, ...] = ()
    clone: bool = False
    constant: bool = False


BYTES_AND_NOTHING = (1, 0)
"""A call for each byte, and behind each one without data."""

LONG_CHUNKS = (5, 256, 258)
"""The low byte of a length is 0, or soon used up; the high one is not."""


def variation(number: int, block_bytes: int) -> Placement:
    """A placement for the `number`-th message, so that a run over many messages meets them all."""
    cuts: tuple[tuple[int, ...], ...] = (
        (),
        BYTES_AND_NOTHING,
        (0, 1, block_bytes - 1, block_bytes, block_bytes + 1, 2 * block_bytes + 5),
        (7,),
        (block_bytes - 1,),
        (3, 0, block_bytes + 9),
        (2 * block_bytes, 1),
        LONG_CHUNKS,
    )
    return Placement(
        data=number % 4,
        digest=(number // 4) % 4,
        context=97 * number % PAGE,
        chunks=cuts[number % len(cuts)],
        clone=number % 5 == 2,
        constant=number % 3 == 1,
    )


class Session:
    """An implementation loaded on a machine.

    budget: the instructions that a call may execute, and as many more for each byte of data.
    """

    def __init__(
        self, machine: Machine, implementation: Implementation, built: Built, image: Image
    ) -> None:
        self.machine = machine
        self.implementation = implementation
        self.built = built
        self.image = image
        self.cpu = machine.cpu
        self.detail = False
        self.budget = (CALL_BUDGET, BYTE_BUDGET)
        self.calls: list[CallResult] = []
        self.observe: Callable[[CallResult], None] | None = None
        """Is told of every call that returns."""
        self.recorded: list[list[tuple[str, int]]] = []
        """The events of every call while the machine records them."""
        self.captured: list[CapturedCall] | None = None
        """Where calls go with all that they read, while they are captured."""
        self.swept: set[tuple[object, ...]] | None = set()
        """The calls that were tried with every value of a byte; None: none shall be."""
        self.random = random.Random(1)
        self._fillers = itertools.cycle((None, 0, 0xFF))
        machine.load(image)
        start, size = machine.memory
        layout = image.layout
        align = max(16, built.alignment)
        slot = built.context_bytes + PAGE + align
        self._contexts = []
        place = start + GAP
        for _ in range(2):
            place += -place % align
            self._contexts.append(place)
            place += slot + GAP
        self.digest = place + (-place - BEFORE_PAGE) % PAGE
        self.data = self.digest + 256 + GAP
        self.data += (-self.data - BEFORE_PAGE) % PAGE
        if layout is not None and layout.data is not None:
            self.data = layout.data
        self.capacity = start + size - self.data - GAP - 16
        """The most bytes that one update call can be given on this machine."""
        if self.capacity < implementation.function.block_bytes:
            raise Breach(
                "memory",
                f"a context of {built.context_bytes} bytes leaves no room for a message block "
                f"in the {size} bytes of data memory of {self.cpu.name}",
            )

    def call(
        self, symbol: str, arguments: list[Argument], regions: list[Region], size: int = 0
    ) -> None:
        budget = self.budget[0] + self.budget[1] * size
        if self.captured is not None:
            contents = [self.machine.read(region.address, region.size) for region in regions]
            self.captured.append(CapturedCall(symbol, arguments, regions, contents, size))
        try:
            result = self.machine.call(
                symbol, arguments, regions, detail=self.detail, budget=budget
            )
        except Breach as breach:
            raise self._breach(breach, symbol) from None
        # As dataclasses.replace does, which takes ten times as long.
        self.calls.append(
            CallResult(
                result.instructions,
                result.library_instructions,
                result.cycles,
                result.stack_bytes,
                result.trace,
                symbol,
                result.contract_stack,
            )
        )
        if self.machine.record:
            self.recorded.append(self.machine.events())
        if self.observe is not None:
            self.observe(result)

    def _breach(self, breach: Breach, symbol: str) -> Breach:
        """The same, with the function that was called."""
        return Breach(
            breach.kind,
            breach.what,
            address=breach.address,
            program_counter=breach.program_counter,
            place=breach.place,
            call=symbol,
        )

    def api(self, which: int, values: dict[str, Argument | Region], size: int = 0) -> None:
        """Call one of the functions of the interface, counted from 0.

        values: its arguments by name, a region for a pointer to it; the call may touch the regions
        and nothing else.  size: bytes of data, for the budget.  Raises MoteError for a name that
        this function cannot be given, and Breach.
        """
        call = self.implementation.calls[which]
        arguments, regions = [], []
        for argument in call.arguments:
            if isinstance(argument, int):
                arguments.append(Argument("unsigned", argument))
                continue
            if argument not in values:
                known = ", ".join(values)
                raise MoteError(f"{call.symbol} has no argument {argument!r}; known: {known}")
            value = values[argument]
            if isinstance(value, Region):
                if value.size and value not in regions:
                    regions.append(value)
                value = Argument("pointer", value.address)
            arguments.append(value)
        self.call(call.symbol, arguments, regions, size)

    def in_pieces(
        self, which: int, context: Region, content: bytes, lengths: tuple[int, ...], where: int
    ) -> bool:
        """Call a function of (cc, data, len) for one piece after the other; False if it was not.

        Where somebody looks at each call, or the machine has no quick way for many.
        """
        call = self.implementation.calls[which]
        looked_at = self.detail or self.captured is not None or self.observe is not None
        if looked_at or tuple(call.arguments) != ("cc", "data", "len"):
            return False
        pieces = Pieces("data", content, lengths, where, 1, 2, self.budget)
        arguments = [
            Argument("pointer", context.address),
            Argument("pointer", where),
            Argument("size", 0),
        ]
        try:
            done = self.machine.call_in_pieces(call.symbol, arguments, [context], pieces)
        except Breach as breach:
            raise self._breach(breach, call.symbol) from None
        if done:
            self.calls += [CallResult(0, 0, {}, 0, 0, call.symbol)] * len(lengths)
        return done

    def arranged(self, objects: Iterable[tuple[str, int, bool]], offset: int = 0) -> list[Region]:
        """Room for objects in data memory, one behind the other with a gap between them.

        objects: name, size in bytes, and whether the call may write it.  offset: bytes of the
        first one past an aligned address.
        """
        place = self.data + offset
        regions = []
        for name, size, writable in objects:
            regions.append(Region(name, place, size, writable))
            place += size + GAP
        return regions

    def context(self, address: int) -> Region:
        return Region("context", address, self.built.context_bytes, True)

    def _offset(self, context: int) -> int:
        return context * self.built.alignment % PAGE

    def fresh(self, placement: Placement = Placement()) -> int:
        """The address of a context that holds arbitrary bytes; in turn random ones, 0 and 0xFF."""
        address = self._contexts[0] + self._offset(placement.context)
        content = self.random.randbytes(self.built.context_bytes)
        filler = next(self._fillers)
        if filler is not None:
            content = bytes([filler]) * len(content)
        self.machine.write(address, content)
        return address

    def clone(self, address: int, placement: Placement) -> int:
        other = self._contexts[1] + self._offset(placement.context + 1)
        self.machine.write(other, self.machine.read(address, self.built.context_bytes))
        self.machine.write(address, self.random.randbytes(self.built.context_bytes))
        return other


@dataclass(frozen=True)
class CapturedCall:
    """A call, and what was in the memory that it may touch when it began."""

    symbol: str
    arguments: list[Argument]
    regions: list[Region]
    contents: list[bytes]
    size: int


SWEPT_VALUES = 256
"""A call is repeated for each value of a byte, if that takes no more than Machine.repeated
instructions; otherwise as often as it may take a quarter of them."""

CLASSES = (8, 40, 256)
"""Bytes after which a size is of another class: of each one call of a function is repeated."""

FIRST_VALUES = (*range(17), 0x20, 0x41, 0x55, 0x5A, 0x7F, 0x80, 0xA5, 0xAA, 0xFF)
"""The values that come first: those that programs ask for most."""

FEWEST_SWEPT = 9
"""So many of them, if the call is of the class of the longest."""

SWEPT_ORDER = tuple(dict.fromkeys([*FIRST_VALUES, *(n * 167 % 256 for n in range(256))]))


def divergence(machine: Machine, runs: Sequence[Sequence[tuple[str, int]]]) -> str:
    """Where two recorded calls part ways, with the source line; "" when they do not.

    runs: what Machine.events gave for each of the two.
    """
    counter: int | None = None
    for step, (a, b) in enumerate(zip(*runs, strict=False)):
        if a != b:
            place = machine.place(counter) if counter is not None else ""
            at = f" at {place}" if place else ""
            if a[0] == b[0] == "operand":
                return (
                    f"{at}: an instruction whose time depends on its operand is given "
                    f"{a[1]:#x} for one message and {b[1]:#x} for another"
                )
            return (
                f"{at}: step {step} does {a[0]} {a[1]:#x} for one message "
                f"and {b[0]} {b[1]:#x} for another"
            )
        if a[0] == "execute":
            counter = a[1]
    return ""


def constant_time(
    session: Session,
    secret: str,
    runs: Iterable[Callable[[], object]],
    *,
    public: Sequence[str] = ("context",),
) -> str:
    """Where calls depend on what must stay secret; empty when they do not.

    runs: the same computation, each with other secret bytes of the same lengths.  The program
    counters, the data addresses, the operands of instructions of variable time and the cycles of
    every call must be the same for all.  Then each call is repeated with every value of a byte in
    all that it reads: a branch for one value of one byte shows in no few random messages.
    secret: what the computations differ in, in words.  public: names of the regions that hold more
    than secrets, and are not filled so.
    """
    session.detail = True
    first: Callable[[], object] | None = None
    expected: list[CallResult] = []
    captured: list[CapturedCall] = []
    for run in runs:
        session.calls = []
        if first is None:
            session.captured = captured
        try:
            run()
        finally:
            session.captured = None
        if first is None:
            first, expected = run, session.calls
            continue
        for index, pair in enumerate(zip(session.calls, expected, strict=True)):
            if pair[0].trace != pair[1].trace:
                events = [_events(session, each)[index] for each in (first, run)]
                symbol = session.calls[index].symbol
                return f"{symbol} depends on {secret}{divergence(session.machine, events)}"
            slower = _other_time(*pair)
            if slower:
                return f"the time of {pair[0].symbol} depends on {secret}: {slower}"
    session.machine.untimed = True  # the trace alone is compared
    try:
        for call, usual in zip(captured, expected, strict=True):
            found = _sweep(session, call, usual, public)
            if found:
                return f"{call.symbol} depends on {secret}{found}"
    finally:
        session.machine.untimed = False
    return ""


def _other_time(a: CallResult, b: CallResult) -> str:
    for name, cycles in a.cycles.items():
        if cycles != b.cycles[name]:
            return f"{cycles} cycles ({name}) for one message and {b.cycles[name]} for another"
    return ""


def _sweep(session: Session, call: CapturedCall, usual: CallResult, public: Sequence[str]) -> str:
    """Where a call depends on a byte of what it reads, tried with all values of it."""
    inputs = [region for region in call.regions if region.name not in public]
    classes = [sum(each.size > limit for limit in CLASSES) for each in inputs]
    key = (call.symbol, *classes)
    if not inputs or session.swept is None or key in session.swept:
        return ""
    session.swept.add(key)
    most = session.machine.repeated // max(1, usual.instructions)
    fewest = len(FIRST_VALUES) if max(classes) < len(CLASSES) else FEWEST_SWEPT
    most = SWEPT_VALUES if most >= SWEPT_VALUES else max(most // 4, fewest)

    def repeat(value: int) -> CallResult:
        for region, content in zip(call.regions, call.contents, strict=True):
            if region in inputs:
                # Every 16 bytes another value, so that no two halves of a key are the same.
                content = bytes((value + (i >> 4)) & 0xFF for i in range(region.size))
            session.machine.write(region.address, content)
        session.call(call.symbol, call.arguments, call.regions, call.size)
        return session.calls.pop()

    first = repeat(0)
    for value in SWEPT_ORDER[1:most]:
        if repeat(value).trace != first.trace:
            events = [_events(session, functools.partial(repeat, v))[0] for v in (0, value)]
            return divergence(session.machine, events)
    return ""


def _events(session: Session, run: Callable[[], object]) -> list[list[tuple[str, int]]]:
    """The events of each call of a computation."""
    session.recorded = []
    session.machine.record = True
    try:
        run()
    finally:
        session.machine.record = False
    return session.recorded


SECRET_PIECES = (41, 3, 0, 1, 67, 130)
"""Lengths of the pieces in which a secret message comes when constant time is checked."""

FEW, MANY = 3, 6
"""Contents that a computation is tried with, zeros and ones first: of most lengths, and of one."""


def secret_bytes(number: int, what: str, size: int) -> bytes:
    """Secret bytes for a check of constant time: zeros, ones, then others for each number."""
    if number < 2:
        return bytes([0xFF * number]) * size
    return pseudo_random(f"constant time {what} {number}", size)


def first_found(session: Session, secret: str, *groups: Sequence[Callable[[], object]]) -> str:
    """What constant_time says first of several computations, each given with other contents."""
    found = (constant_time(session, secret, runs) for runs in groups)
    return next((each for each in found if each), "")


ALIGNMENTS = 4
"""Bytes past an aligned address at which lengths are tried, or those of a pointer, if more."""


def shapes(
    session: Session,
    run: Callable[[], object],
    finish: Callable[[Session, int], bytes],
) -> str:
    """What is wrong with calls for few bytes, at every alignment; empty if nothing is.

    run: makes calls with data; one of each function is repeated with other lengths, the data at
    other places, and for no data with pointers to nowhere.  The memory guard sees that not a byte
    more is read or written, and what is written must not depend on the place.  finish: what comes
    of a context at an address; contexts of which the same comes may differ in bytes that nothing
    reads, as a buffer's do where whole blocks are taken from where they lie.  Raises Breach.
    """
    captured: list[CapturedCall] = []
    session.captured = captured
    try:
        run()
    finally:
        session.captured = None
    tried = set()
    for call in captured:
        api = next((c for c in session.implementation.calls if c.symbol == call.symbol), None)
        if api is None or call.symbol in tried or len(api.arguments) != len(call.arguments):
            continue
        names = [each for each in api.arguments if isinstance(each, str)]
        length = next((each for each in ("len", "blocks") if each in names), "")
        if not length or not any(name in ("data", "src") for name in names):
            continue
        tried.add(call.symbol)
        unit = session.implementation.function.block_bytes if length == "blocks" else 1
        found = _lengths(session, call, api.arguments, length, unit, finish)
        if found:
            return f"{call.symbol}{found}"
    return ""


def _lengths(
    session: Session,
    call: CapturedCall,
    names: Sequence[str | int],
    length: str,
    unit: int,
    finish: Callable[[Session, int], bytes],
) -> str:
    """See shapes; names: of the call's arguments; length: which of them counts units of bytes."""
    block = session.implementation.function.block_bytes
    most = (1, 2, 3, 5, 8, 9) if unit > 1 else (*range(1, 18), 41, block - 1, block, block + 1)
    moved = [at for at, name in enumerate(names) if name in ("data", "src", "dst")]
    pointers = {call.arguments[at].value for at in moved}
    kept = [r for r in call.regions if r.address not in pointers or r.name in ("context", "state")]
    contents = dict(zip(call.regions, call.contents, strict=True))
    behind = [r.end for r in kept if r.address >= session.data]
    free = max([session.data, *behind]) + GAP
    free += -free % 16
    machine = session.machine
    start, room = machine.memory

    def one(size: int, places: Sequence[int]) -> list[bytes]:
        arguments = list(call.arguments)
        regions = []
        for at, place in zip(moved, places, strict=True):
            arguments[at] = Argument("pointer", place)
            if size:
                name = str(names[at])
                regions.append(Region(name, place, size * unit, name == "dst"))
                machine.write(place, pseudo_random(f"shapes {name == 'dst'}", size * unit))
        arguments[names.index(length)] = Argument("size", size)
        for each in kept:
            machine.write(each.address, contents[each])
        session.call(call.symbol, arguments, [*kept, *regions], size * unit)
        session.calls.pop()
        written = [*kept, *(each for each in regions if each.writable)]
        return [machine.read(each.address, each.size) for each in written]

    def comes_of(result: list[bytes]) -> list[bytes]:
        """The same with what comes of the context in its place."""
        result = list(result)
        for index, each in enumerate(kept):
            if each.name == "context":
                machine.write(each.address, result[index])
                result[index] = finish(session, each.address)
        return result

    top = (1 << 8 * min(2, session.cpu.abi.pointer_bytes)) - 1
    nowhere = [0, start + 1, start + room, top]
    results = [one(0, [place] * len(moved)) for place in nowhere]
    for place, result in zip(nowhere, results, strict=True):
        if result != results[0]:
            return f" for no bytes does something else with a pointer {place:#x} than with 0"
    for size in dict.fromkeys(n for n in most if n > 0):
        step = size * unit + GAP
        step += -step % 16
        usual: list[bytes] = []
        for offset in range(max(ALIGNMENTS, session.cpu.abi.pointer_bytes)):
            places = [free + n * step + offset * (1 + 2 * n) for n in range(len(moved))]
            if places[-1] + size * unit + 8 > start + room:
                break
            result = one(size, places)
            usual = usual or result
            if result != usual and comes_of(result) != comes_of(usual):
                text = f" for {size * unit} bytes gives something else with data at {places[0]:#x}"
                return f"{text} than at {free:#x}"
    return ""


PIECE = 8
"""Bytes in a row of a secret that are found where they must not be: by chance once in 2^64."""


def pieces(data: bytes) -> set[bytes]:
    """All rows of PIECE bytes in the data."""
    return {data[i : i + PIECE] for i in range(len(data) - PIECE + 1)}


def contains(memory: bytes, wanted: set[bytes]) -> bool:
    """Whether one of such rows is in memory."""
    return any(memory[i : i + PIECE] in wanted for i in range(len(memory) - PIECE + 1))


def pseudo_random(label: str, size: int) -> bytes:
    """The bench's own pseudo-random bytes: SHAKE128 of the label (a fixed seed, any machine)."""
    return hashlib.shake_128(f"mote/{label}".encode()).digest(size)
