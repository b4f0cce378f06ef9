"""Generators of random bytes on a simulated CPU: vectors, constant time, and figures.

A generator has the functions PREFIX_init(cc), PREFIX_seed(cc, data, len), which adds to what the
state has, and PREFIX_generate(cc, dst, len), which says by its result whether there was a seed
(docs/interface.md).
"""

from __future__ import annotations

import csv
import dataclasses
import functools
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mote import native
from mote.calling import figures
from mote.calling import session as sessions
from mote.calling.figures import Figures
from mote.calling.opening import opened
from mote.calling.session import Session, contains, pieces, pseudo_random, secret_bytes, variation
from mote.catalog.contract import Contract
from mote.catalog.function import ApiCall, Function
from mote.catalog.vectors import VectorCount, generated
from mote.kinds import Kind
from mote.machines.call import Argument, CallResult

HARNESS = Path(native.__file__).parent / "generator_harness.c"

SEED, GENERATE, STATE = "seed", "generate", "state"

UNSEEDED = -1
"""What PREFIX_generate returns before the first seed."""

SHORT_BYTES = 32
HALF_BLOCKS = 16


@dataclass(frozen=True)
class Step:
    """A call: to seed with, or to generate, so many bytes; or the state becomes others.

    data: the bytes of a seed or a state where they are given, else empty.
    """

    call: str
    size: int
    data: bytes = b""


@dataclass(frozen=True)
class GeneratorVector:
    """Calls in a row, and all bytes that they generate; sha256 of them where they are many."""

    number: int
    steps: tuple[Step, ...]
    output: bytes
    sha256: bytes

    @property
    def largest(self) -> int:
        """Bytes of the largest call."""
        return max(step.size for step in self.steps)

    def seed(self, index: int) -> bytes:
        """What the step of that index seeds with (vectors/README.md)."""
        step = self.steps[index]
        return step.data or generated(f"seed/{self.number}", index, step.size)

    def right(self, output: bytes) -> bool:
        """Whether that is what the steps generate."""
        if self.sha256:
            return hashlib.sha256(output).digest() == self.sha256
        return output == self.output


def steps(text: str) -> tuple[Step, ...]:
    """The calls of a row: words such as s32, a seed of 32 bytes, and g5, a request of 5 bytes.

    A seed may be given, as hFF00; and a state of 32 bytes, as kFF00...
    """
    names = {"s": SEED, "g": GENERATE, "h": SEED, "k": STATE}
    found = []
    for word in text.split():
        data = bytes.fromhex(word[1:]) if word[0] in "hk" else b""
        found.append(Step(names[word[0]], len(data) or int(word[1:]), data))
    return tuple(found)


@functools.cache
def own(function: Function) -> tuple[GeneratorVector, ...]:
    """The project's vectors of a generator, from vectors/<function>.csv."""
    with function.vectors.open(newline="", encoding="utf-8") as stream:
        rows = csv.DictReader(line for line in stream if not line.startswith("#"))
        return tuple(
            GeneratorVector(
                int(row["number"]),
                steps(row["steps"]),
                bytes.fromhex(row["output"]),
                bytes.fromhex(row["sha256"]),
            )
            for row in rows
        )


def start(session: Session, address: int) -> None:
    """A generator without a seed in the context at an address."""
    session.api(0, {"cc": session.context(address)})


def seed(session: Session, address: int, data: bytes, offset: int | None = None) -> None:
    """Add a seed, which lies `offset` bytes past an aligned address.

    offset: None for 0, and for a null pointer to an empty seed.
    """
    place = offset or 0
    if not data and offset is None:
        place = -session.data
    (where,) = session.arranged([("data", len(data), False)], place)
    if data:
        session.machine.write(where.address, data)
    values = {"cc": session.context(address), "data": where}
    session.api(1, {**values, "len": Argument("size", len(data))}, len(data))


def generate(session: Session, address: int, size: int, offset: int = 0) -> tuple[int, bytes]:
    """The result of a request, and the bytes that it left; offset: see seed."""
    (where,) = session.arranged([("dst", size, True)], offset)
    session.machine.write(where.address, pseudo_random("dirty", size))
    values = {"cc": session.context(address), "dst": where}
    session.api(2, {**values, "len": Argument("size", size)}, size)
    bits = 8 * session.cpu.abi.int_bytes
    result = session.machine.returned(bits // 8)
    result -= (result >> (bits - 1)) << bits
    return result, session.machine.read(where.address, size)


def place_state(session: Session, address: int, state: bytes) -> None:
    """Make a state that of the context, whose first words these are: 32 bits, low halves first."""
    step = 4 if session.cpu.endianness == "big" else 1
    parts = [state[i : i + step][::-1] for i in range(0, len(state), step)]
    session.machine.write(address, b"".join(parts))


def _run(session: Session, vector: GeneratorVector) -> str:
    """What is wrong with a run of the calls of a vector, or nothing."""
    machine = session.machine
    offset = vector.number % 4
    address = session.fresh(variation(vector.number, session.implementation.function.block_bytes))
    size = session.built.context_bytes
    start(session, address)
    unseeded = machine.read(address, size)
    seed(session, address, b"")
    for early in (1, 33):
        result, got = generate(session, address, early, offset)
        if result != UNSEEDED:
            return f"generate before the first seed returns {result}, should be {UNSEEDED}"
        if got != bytes(early):
            return f"generate before the first seed leaves {got.hex()}, should be zeros"
    if machine.read(address, size) != unseeded:
        return "generate before the first seed changes the state"
    output = b""
    for index, step in enumerate(vector.steps):
        before = machine.read(address, size)
        if step.call == SEED:
            data = vector.seed(index)
            seed(session, address, data, offset)
            if contains(machine.left(), pieces(data) | pieces(before) - pieces(unseeded)):
                return (
                    f"seed of {step.size} bytes leaves a part of it, or of the old state, "
                    "below the stack pointer"
                )
            continue
        if step.call == STATE:
            place_state(session, address, step.data)
            continue
        result, got = generate(session, address, step.size, offset)
        if result != 0:
            return f"generate of {step.size} bytes returns {result}, should be 0"
        output += got
        # Whoever learns what is in memory now must not learn what was generated (backtracking).
        old = pieces(before) - pieces(unseeded)
        if contains(machine.read(address, size), old):
            return f"generate of {step.size} bytes leaves a part of the old state in the context"
        if contains(machine.left(), old | pieces(got)):
            return (
                f"generate of {step.size} bytes leaves a part of the old state, or of what it "
                "generated, below the stack pointer"
            )
    if vector.right(output):
        return ""
    shown = output.hex() if not vector.sha256 else hashlib.sha256(output).hexdigest()
    right = vector.sha256.hex() or vector.output.hex()
    return f"the bytes are {shown}, should be {right}"


def run_vectors(session: Session, chosen: Iterable[GeneratorVector]) -> VectorCount:
    """Each vector's calls, placed in another way each time.  Raises Breach."""
    count = VectorCount()
    for vector in chosen:
        session.calls = []
        problem = _run(session, vector)
        count.passed += not problem
        count.failed += bool(problem)
        if problem and not count.first:
            count.first = f"row {vector.number}: {problem}"
    return count


def fitting(session: Session, chosen: Iterable[GeneratorVector]) -> list[GeneratorVector]:
    """The vectors of which each call's bytes fit into the memory of the CPU."""
    return [vector for vector in chosen if vector.largest + 4 <= session.capacity]


def constant_time(session: Session) -> str:
    """Where the run depends on the seed, and so on the state; empty when it does not."""

    def one(number: int, sizes: tuple[int, ...]) -> None:
        address = session.fresh()
        start(session, address)
        for count, size in enumerate(sizes):
            seed(session, address, secret_bytes(number, f"seed {count}", size))
            generate(session, address, size)

    block = session.implementation.function.block_bytes
    return sessions.first_found(
        session,
        "the seed",
        *(
            [functools.partial(one, number, sizes) for number in range(contents)]
            for sizes, contents in (
                ((45, 7), sessions.FEW),
                ((2 * block + 17,) * 2, sessions.MANY - 1),
                ((min(256, session.capacity // 2) + block // 2, 1), sessions.FEW),
            )
        ),
    )


def _request(session: Session, blocks: int) -> CallResult:
    """One request of so many blocks of a seeded generator."""
    address = session.fresh()
    start(session, address)
    seed(session, address, pseudo_random("seed", SHORT_BYTES))
    generate(session, address, blocks * session.implementation.function.block_bytes)
    return session.calls[-1]


def measure(session: Session) -> Figures:
    """long and block: a block more in a request; short: init, a seed and a request of 32 bytes."""
    function = session.implementation.function
    session.detail = True
    session.calls = []
    _request(session, SHORT_BYTES // function.block_bytes)
    short = list(session.calls)
    half = min(HALF_BLOCKS, session.capacity // function.block_bytes // 2)
    first, second = _request(session, half), _request(session, 2 * half)
    count = (second.instructions - first.instructions) / half
    library = (second.library_instructions - first.library_instructions) / half
    figures = Figures(
        context_bytes=session.built.context_bytes,
        stack_bytes=max(call.stack_bytes for call in session.calls),
        instructions=(
            count / function.block_bytes,
            sum(call.instructions for call in short),
            count,
        ),
        block_own_instructions=count - library,
    )
    for name, cycles in second.cycles.items():
        block = (cycles - first.cycles[name]) / half
        whole = sum(call.cycles[name] for call in short)
        figures.cycles[name] = (block / function.block_bytes, whole, block)
        figures.spread[name] = 0.0
    return figures


def follow_places(session: Session, promised: Contract) -> list[str]:
    """Every word of the state is zero before the first seed; a seed and a request change it."""
    wrong = []
    address = session.fresh()

    def words() -> dict[str, list[int]]:
        context = session.machine.read(address, session.built.context_bytes)
        return {each.name: each.values(context, session.cpu.endianness) for each in promised.state}

    start(session, address)
    before = words()
    wrong += [f"{name} is not zero after init" for name, each in before.items() if any(each)]
    seed(session, address, pseudo_random("places", SHORT_BYTES))
    seeded = words()
    generate(session, address, 1)
    for first, second, call in ((before, seeded, SEED), (seeded, words(), GENERATE)):
        wrong += [
            f"{name}: {call} leaves word {number} as it was"
            for name in first
            for number, pair in enumerate(zip(first[name], second[name], strict=True))
            if len(set(pair)) == 1
        ]
    return wrong


INITIAL_VALUES = {"computed": 0, "table": 1, "cached": 2}
"""Where small code has Skein's initial value from: values of a macro in mote/skein_prng.h."""


def parts_of(session: Session) -> dict[str, int]:
    """A seed, by each choice of the initial value that the code has."""
    implementation, cpu = session.implementation, session.cpu
    if implementation.source.suffix != ".c" or implementation.name.endswith("_fast"):
        found = {"seed_cycles": _seed_cycles(session)}
    else:
        found = {}
        for name, number in INITIAL_VALUES.items():
            chosen = dataclasses.replace(
                implementation, options=(f"-DMOTE_SKEIN_PRNG_INITIAL_VALUE={number}",)
            )
            with opened(chosen, cpu) as other:
                figures = measure(other)
                found[f"{name}_bytes"] = other.built.facts.size_bytes
                found[f"{name}_ram_bytes"] = figures.context_bytes + figures.stack_bytes
                found[f"{name}_seed_cycles"] = _seed_cycles(other)
    return found


def _seed_cycles(session: Session) -> int:
    session.detail = True
    address = session.fresh()
    start(session, address)
    session.calls = []
    seed(session, address, pseudo_random("seed", SHORT_BYTES))
    return figures.cycles(session)


class Generator(Kind):
    """A generator of random bytes."""

    title = "a random generator"
    has_places = True
    unit = "block"
    results = "rows"

    def interface(self, function: Function) -> tuple[ApiCall, ...]:
        return (
            ApiCall("{prefix}_init", ("cc",)),
            ApiCall("{prefix}_seed", ("cc", "data", "len")),
            ApiCall("{prefix}_generate", ("cc", "dst", "len")),
        )

    def guarded(self, function: Function) -> Mapping[str, int | str]:
        return {"data": "len", "dst": "len"}

    def summary(self, function: Function) -> str:
        return self.title

    def example(self, function: Function) -> Sequence[tuple[str, str]]:
        name = function.identifier
        return (
            (f"{name}_context cc;", ""),
            ("unsigned char noise[32] = {1}, key[16];", ""),
            (f"{name}_init(&cc);", ""),
            (f"{name}_seed(&cc, noise, sizeof noise);", "as often as there is some"),
            (f"if ({name}_generate(&cc, key, sizeof key) != 0)", ""),
            ("    return 1;", "there was no seed"),
        )

    def bench_vectors(self, function: Function) -> tuple[GeneratorVector, ...]:
        return own(function)[:6]

    def all_vectors(self, function: Function, thinned: int = 1) -> tuple[GeneratorVector, ...]:
        every = own(function)
        return every[: len(every) * 2 // 3] if thinned > 1 else every

    def run_vectors(self, session: Session, chosen: Iterable[GeneratorVector]) -> VectorCount:
        return run_vectors(session, fitting(session, chosen))

    def constant_time(self, session: Session) -> str:
        return constant_time(session)

    def measure(self, session: Session, *, lenient: bool = False) -> Figures:
        return measure(session)

    def parts(self, session: Session) -> dict[str, int]:
        return parts_of(session)

    def follow_places(self, session: Session, promised: Contract) -> list[str]:
        return follow_places(session, promised)

    def sanitizer(self, function: Function) -> tuple[Path, Sequence[str]]:
        return HARNESS, [
            _line(each)
            for each in own(function)
            if not each.sha256 and STATE not in {step.call for step in each.steps}
        ]


def _line(vector: GeneratorVector) -> str:
    """A vector for the program that runs natively: s with a seed, g with what is generated."""
    words, done = [], 0
    for index, step in enumerate(vector.steps):
        if step.call == SEED:
            words.append(f"s{vector.seed(index).hex()}")
        else:
            words.append(f"g{vector.output[done : done + step.size].hex()}")
            done += step.size
    return " ".join(words) + "\n"


KIND = Generator()
