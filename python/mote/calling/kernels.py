"""Kernels: the permutation or compression function of a hash function, measured alone.

A kernel is one function of C or assembly that works on buffers; KERNELS says which there are, and
each has a plain reference from its specification, with which every run is compared.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from mote.building.image import Region
from mote.calling import session as sessions
from mote.calling.figures import Figures
from mote.calling.session import GAP, Session, pseudo_random
from mote.catalog.vectors import VectorCount
from mote.machines.call import Argument, CallResult
from mote.specifications import keccak, sha2
from mote.specifications.words import INTEGERS, integers, joined

INPUTS = 64
"""Pseudo-random inputs that a kernel is tried with."""


@dataclass(frozen=True)
class Buffer:
    """What a kernel reads or writes: `words` words of `word_bytes` bytes.

    Words lie in memory as the CPU has its integers; word_bytes 1 is a string of bytes, which has
    no alignment.
    """

    name: str
    word_bytes: int
    words: int
    writable: bool

    @property
    def size(self) -> int:
        return self.word_bytes * self.words


Words = Sequence[int]
Reference = Callable[..., list[int]]


@dataclass(frozen=True)
class KnownKernel:
    """A kernel that can be measured alone.

    prototype: as C has it; buffers: its arguments in order.  reference: the words of every buffer
    before, in that order, to those of the first one after.  block_bytes: what one call has done of
    a message, in bytes, for cycles a byte.  function: the hash function that it belongs to.
    """

    name: str
    function: str
    prototype: str
    specification: str
    block_bytes: int
    buffers: tuple[Buffer, ...]
    reference: Reference


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


def _words(data: bytes, size: int) -> list[int]:
    return [int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)]


def _zero_fill(what: str, size: int) -> bytes:
    return bytes(size)


def _random_fill(number: str, before: str = "") -> Callable[[str, int], bytes]:
    """Contents of a buffer that depend on its name and a number."""
    return lambda what, size: pseudo_random(f"{before}{what} {number}", size)


def _contents(kernel: KnownKernel, fill: Callable[[str, int], bytes]) -> list[list[int]]:
    return [_words(fill(b.name, b.size), b.word_bytes) for b in kernel.buffers]


def run(session: Session, contents: Sequence[Words], offset: int = 0) -> list[int]:
    """Call the kernel under the guard; the first buffer's words after it.  Raises Breach.

    offset: bytes past an aligned address for buffers that have no alignment.
    """
    kernel = KERNELS[session.implementation.function.name]
    order: Literal["big", "little"] = "big" if session.cpu.endianness == "big" else "little"
    values: dict[str, Argument | Region] = {}
    place = session.data
    for buffer, words in zip(kernel.buffers, contents, strict=True):
        place += -place % 16
        where = place + (offset if buffer.word_bytes == 1 else 0)
        data = b"".join(word.to_bytes(buffer.word_bytes, order) for word in words)
        session.machine.write(where, data)
        values[buffer.name] = Region(buffer.name, where, buffer.size, buffer.writable)
        place = where + buffer.size + GAP
    session.api(0, values)
    first = kernel.buffers[0]
    # It lies first.
    after = session.machine.read(session.data + -session.data % 16, first.size)
    size = first.word_bytes
    return [int.from_bytes(after[i : i + size], order) for i in range(0, len(after), size)]


def run_vectors(session: Session) -> VectorCount:
    """Every input against the reference.  Raises Breach."""
    kernel = KERNELS[session.implementation.function.name]
    count = VectorCount()
    fills: list[Callable[[str, int], bytes]] = [
        _zero_fill,
        lambda _, n: b"\xff" * n,
        *(_random_fill(str(i), f"{kernel.name} ") for i in range(INPUTS)),
    ]
    for number, fill in enumerate(fills):
        contents = _contents(kernel, fill)
        session.calls = []
        found = run(session, contents, number % 4)
        right = kernel.reference(*contents)
        if found == list(right):
            count.passed += 1
            continue
        count.failed += 1
        if not count.first:
            index = next(
                i for i, pair in enumerate(zip(found, right, strict=True)) if len(set(pair)) > 1
            )
            count.first = (
                f"input {number}: word {index} of {kernel.buffers[0].name} is "
                f"{found[index]:#x}, should be {right[index]:#x}"
            )
    return count


def constant_time(session: Session) -> str:
    """Where the run depends on the contents of the buffers; empty when it does not."""
    kernel = KERNELS[session.implementation.function.name]
    fills = [_zero_fill, *(_random_fill(str(number)) for number in range(1, 5))]
    runs = [functools.partial(run, session, _contents(kernel, fill)) for fill in fills]
    return sessions.constant_time(session, "the contents of its buffers", runs, public=())


def measure(session: Session) -> Figures:
    """One call: cycles, instructions, stack.  Raises Breach."""
    kernel = KERNELS[session.implementation.function.name]
    session.detail = True
    session.calls = []
    run(session, _contents(kernel, lambda what, n: pseudo_random(f"{kernel.name} {what}", n)))
    call: CallResult = session.calls[-1]
    figures = Figures(
        context_bytes=sum(buffer.size for buffer in kernel.buffers if buffer.writable),
        stack_bytes=call.stack_bytes,
        instructions=(call.instructions / kernel.block_bytes, None, call.instructions),
        block_own_instructions=call.instructions - call.library_instructions,
    )
    for name, cycles in call.cycles.items():
        figures.cycles[name] = (cycles / kernel.block_bytes, None, cycles)
        figures.spread[name] = 0.0
    return figures
