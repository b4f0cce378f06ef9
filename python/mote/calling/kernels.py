"""Kernels: one function of C or assembly that works on buffers and numbers, measured alone.

KERNELS has the permutations and compression functions of hash functions, each with a plain
reference from its specification.  A kernel of somebody's own comes with the outputs of a reference
of theirs (mote.choosing.references).  Every run is compared with the reference.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from mote.building.image import Region
from mote.calling import session as sessions
from mote.calling.figures import Figures
from mote.calling.session import GAP, Session, pseudo_random
from mote.catalog.function import Function
from mote.catalog.vectors import VectorCount
from mote.common.errors import Breach
from mote.machines.call import Argument, CallResult
from mote.specifications import keccak, sha2
from mote.specifications.words import INTEGERS, integers, joined

INPUTS = 64
"""Pseudo-random inputs that a kernel is tried with."""


VALUE_BITS = {"byte": 8, "short": 16, "unsigned": 16, "int": 15, "word": 32}
"""Bits of a pseudo-random number of each type: so many as it has on every CPU."""


@dataclass(frozen=True)
class Buffer:
    """What a kernel reads or writes: `words` words of `word_bytes` bytes.

    Words lie in memory as the CPU has its integers; word_bytes 1 is a string of bytes, which has
    no alignment.  words: a number, or the name of a parameter that is that number.  signed: whether
    a reference in Python has signed words.
    """

    name: str
    word_bytes: int
    words: int | str
    writable: bool
    signed: bool = False

    @property
    def size(self) -> int:
        """Bytes of a buffer whose size is fixed."""
        assert isinstance(self.words, int)
        return self.word_bytes * self.words


@dataclass(frozen=True)
class Number:
    """A number that a kernel takes.

    kind: "byte", "short", "unsigned", "int", "word" (32 bits) or "size".  values: those that it is
    given, which are no secret; empty for pseudo-random ones.
    """

    name: str
    kind: str
    values: tuple[int, ...] = ()


Words = Sequence[int]
Reference = Callable[..., list[int]]
Contents = list[list[int] | int]
"""Of every parameter: the words of a buffer, or the number."""


@dataclass(frozen=True)
class KnownKernel:
    """A kernel that can be measured alone.

    prototype: as C has it; parameters: its arguments in order.  reference: the words of every
    buffer before, in that order, to those of the first one after.  block_bytes: what one call has
    done of a message, in bytes, for cycles a byte.  function: the hash function that it belongs to.
    """

    name: str
    function: str
    prototype: str
    specification: str
    block_bytes: int
    parameters: tuple[Buffer | Number, ...]
    reference: Reference
    returned_bytes: int = 0
    """Of the number that it returns; 0: none.  -1: of an int, as many as the CPU's have."""
    public: tuple[str, ...] = ()
    """Parameters whose contents are no secret."""

    @property
    def buffers(self) -> tuple[Buffer, ...]:
        return tuple(each for each in self.parameters if isinstance(each, Buffer))

    @property
    def numbers(self) -> tuple[Number, ...]:
        return tuple(each for each in self.parameters if isinstance(each, Number))

    def outputs(self, number: int, contents: Contents) -> list[list[int]]:
        """What must come of an input: the number returned, then the writable buffers' words."""
        return [self.reference(*contents)]


@dataclass(frozen=True)
class OwnKernel(KnownKernel):
    """A kernel of somebody's own; right: what a reference gave for each of its inputs."""

    right: tuple[list[list[int]], ...] = ()

    def outputs(self, number: int, contents: Contents) -> list[list[int]]:
        return self.right[number]


def keccak_f1600(state: Words) -> list[int]:
    """Keccak-f[1600] on 25 lanes, lane x + 5 y (FIPS PUB 202, section 3)."""
    return [lane.value for lane in keccak.permutation(INTEGERS, integers(state, 64))]


def _sha2(bits: int) -> Reference:
    """A compression function of SHA-2 on words of so many bits (FIPS PUB 180-4, section 6)."""

    def compress(state: Words, block: Words) -> list[int]:
        words = joined(integers(block, 8), bits, big=True)
        after = sha2.sha2_compress(INTEGERS, integers(state, bits), words)
        return [word.value for word in after]

    return compress


_FOUND = (
    KnownKernel(
        "keccak_f1600",
        "sha3",
        "void NAME(uint64_t state[25]);",
        "FIPS PUB 202, section 3",
        136,
        (Buffer("state", 8, 25, True),),
        keccak_f1600,
    ),
    KnownKernel(
        "sha256_compress",
        "sha256",
        "void NAME(uint32_t state[8], const uint8_t block[64]);",
        "FIPS PUB 180-4, section 6.2.2",
        64,
        (Buffer("state", 4, 8, True), Buffer("block", 1, 64, False)),
        _sha2(32),
    ),
    KnownKernel(
        "sha512_compress",
        "sha512",
        "void NAME(uint64_t state[8], const uint8_t block[128]);",
        "FIPS PUB 180-4, section 6.4.2",
        128,
        (Buffer("state", 8, 8, True), Buffer("block", 1, 128, False)),
        _sha2(64),
    ),
)
KERNELS = {kernel.name: kernel for kernel in _FOUND}

MOST_VALUES = 1024
"""Combinations of the numbers' values that are tried at most."""


def of(function: Function) -> KnownKernel:
    """The kernel that stands for a function: one of somebody's own is among its facts."""
    kernel: KnownKernel = function.facts.get("kernel") or KERNELS[function.name]
    return kernel


def _words(data: bytes, size: int) -> list[int]:
    return [int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)]


Fill = Callable[[str, int], bytes]


def _zero_fill(what: str, size: int) -> bytes:
    return bytes(size)


def _random_fill(number: str, before: str = "") -> Fill:
    """Contents of a buffer that depend on its name and a number."""
    return lambda what, size: pseudo_random(f"{before}{what} {number}", size)


def _contents(kernel: KnownKernel, fill: Fill, turn: int = 0) -> Contents:
    """An input; turn: which of the combinations of the numbers' values it has."""
    numbers: dict[str, int] = {}
    for each in kernel.numbers:
        if each.values:
            turn, index = divmod(turn, len(each.values))
            numbers[each.name] = each.values[index]
        else:
            bits = VALUE_BITS[each.kind]
            numbers[each.name] = int.from_bytes(fill(each.name, 4), "little") % (1 << bits)
    found: Contents = []
    for parameter in kernel.parameters:
        if isinstance(parameter, Number):
            found.append(numbers[parameter.name])
            continue
        words = parameter.words
        count = numbers[words] if isinstance(words, str) else words
        size = parameter.word_bytes
        found.append(_words(fill(parameter.name, count * size), size))
    return found


def inputs(kernel: KnownKernel) -> list[Contents]:
    """What a kernel is tried with: zeros, ones, then others; the numbers' values in turn."""
    fills: list[Fill] = [
        _zero_fill,
        lambda _, n: b"\xff" * n,
        *(_random_fill(str(i), f"{kernel.name} ") for i in range(INPUTS)),
    ]
    combinations = math.prod(max(1, len(each.values)) for each in kernel.numbers)
    more = range(len(fills), min(combinations, MOST_VALUES))
    fills += [_random_fill(str(i), f"{kernel.name} ") for i in more]
    return [_contents(kernel, fill, number) for number, fill in enumerate(fills)]


def run(session: Session, contents: Contents, offset: int = 0) -> list[list[int]]:
    """Call the kernel under the guard; its outputs (see KnownKernel.outputs).  Raises Breach.

    offset: bytes past an aligned address for buffers that have no alignment.
    """
    kernel = of(session.implementation.function)
    order: Literal["big", "little"] = "big" if session.cpu.endianness == "big" else "little"
    values: dict[str, Argument | Region] = {}
    written: list[tuple[Region, int]] = []
    place, total = session.data, 0
    for parameter, content in zip(kernel.parameters, contents, strict=True):
        if isinstance(parameter, Number):
            assert isinstance(content, int)
            kind = {"short": "unsigned", "int": "unsigned"}.get(parameter.kind, parameter.kind)
            values[parameter.name] = Argument(kind, content)
            continue
        assert isinstance(content, list)
        place += -place % 16
        where = place + (offset if parameter.word_bytes == 1 else 0)
        data = b"".join(word.to_bytes(parameter.word_bytes, order) for word in content)
        region = Region(parameter.name, where, len(data), parameter.writable)
        if region.end > session.data + session.capacity:
            room = f"the data memory of {session.cpu.name} has {session.capacity} for them"
            raise Breach("memory", f"its buffers do not fit: {room}, in bytes")
        if data:
            session.machine.write(where, data)
        if parameter.writable:
            written.append((region, parameter.word_bytes))
        values[parameter.name] = region
        place, total = region.end + GAP, total + len(data)
    session.api(0, values, total)
    found = []
    if kernel.returned_bytes:
        integer = session.cpu.abi.int_bytes
        size = integer if kernel.returned_bytes < 0 else kernel.returned_bytes
        found.append([session.machine.returned(max(size, integer)) % (1 << 8 * size)])
    for region, size in written:
        after = session.machine.read(region.address, region.size) if region.size else b""
        found.append(
            [int.from_bytes(after[i : i + size], order) for i in range(0, len(after), size)]
        )
    return found


def _difference(
    session: Session, kernel: KnownKernel, found: list[list[int]], right: list[list[int]]
) -> str:
    """The first word in which outputs differ, in words; empty for none."""
    names = ["the number returned"] if kernel.returned_bytes else []
    names += [buffer.name for buffer in kernel.buffers if buffer.writable]
    if kernel.returned_bytes < 0:
        right = [[right[0][0] % (1 << 8 * session.cpu.abi.int_bytes)], *right[1:]]
    for name, ours, theirs in zip(names, found, right, strict=True):
        for index, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            if one != other:
                whole = kernel.returned_bytes and name == names[0]
                what = name if whole else f"word {index} of {name}"
                return f"{what} is {one:#x}, should be {other:#x}"
    return ""


def run_vectors(session: Session) -> VectorCount:
    """Every input against the reference.  Raises Breach."""
    kernel = of(session.implementation.function)
    count = VectorCount()
    for number, contents in enumerate(inputs(kernel)):
        session.calls = []
        found = run(session, contents, number % 4)
        wrong = _difference(session, kernel, found, kernel.outputs(number, contents))
        count.passed += not wrong
        count.failed += bool(wrong)
        if wrong and not count.first:
            given = zip(kernel.parameters, contents, strict=True)
            numbers = [f"{each.name} = {value}" for each, value in given if isinstance(value, int)]
            with_numbers = f" ({', '.join(numbers)})" if numbers else ""
            count.first = f"input {number}{with_numbers}: {wrong}"
    return count


def constant_time(session: Session) -> str:
    """Where the run depends on the contents of the buffers; empty when it does not."""
    kernel = of(session.implementation.function)

    def fill(number: int) -> Fill:
        other = _random_fill(str(number)) if number else _zero_fill
        return lambda what, size: (_zero_fill if what in kernel.public else other)(what, size)

    runs = [functools.partial(run, session, _contents(kernel, fill(number))) for number in range(5)]
    secret = "what it is given" if kernel.numbers else "the contents of its buffers"
    return sessions.constant_time(session, secret, runs, public=kernel.public)


def measure(session: Session) -> Figures:
    """One call: cycles, instructions, stack.  Raises Breach."""
    kernel = of(session.implementation.function)
    session.detail = True
    session.calls = []
    run(session, _contents(kernel, lambda what, n: pseudo_random(f"{kernel.name} {what}", n)))
    call: CallResult = session.calls[-1]
    figures = Figures(
        context_bytes=sum(
            buffer.size
            for buffer in kernel.buffers
            if buffer.writable and isinstance(buffer.words, int)
        ),
        stack_bytes=call.stack_bytes,
        instructions=(call.instructions / kernel.block_bytes, None, call.instructions),
        block_own_instructions=call.instructions - call.library_instructions,
    )
    for name, cycles in call.cycles.items():
        figures.cycles[name] = (cycles / kernel.block_bytes, None, cycles)
        figures.spread[name] = 0.0
    return figures
