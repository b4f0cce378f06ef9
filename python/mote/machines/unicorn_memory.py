"""The memory of an image in Unicorn: where everything lies, and the host's addresses of it."""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from mote.building.image import Layout
from mote.catalog.cpu import Cpu
from mote.common.errors import MoteError
from mote.machines import unicorn_native
from mote.machines.code import Section

PAGE = 4096
MEMORY = 0x200000
MEMORY_BYTES = 0x100000
STACK_HIGH = 0x7F0000
STACK_BYTES = 16384
STACK_ENDS = 64
"""At so many addresses the stack ends, one alignment apart: no bit of the stack pointer above that
is the same at every call."""

SENTINEL = 0xF00000

# Elsewhere, with 32 and with 64 bits: a context across a page of 4 KB, data across 2^31 and 2^32.
ELSEWHERE = {
    4: Layout(
        "with code above 2 GB behind other code, and data across 2 GB",
        *(0x9F6EF000, 0x7FDDFE90, 0x7FFFFFF0, 0x9F80F810, 0x9F0FF000),
    ),
    8: Layout(
        "with code at 0x7a9f6ef000 behind other code, and data across a multiple of 4 GB",
        *(0x7A9F6EF000, 0x7AFFDDFE90, 0x7AFFFFFFF0, 0x7A9F80F810, 0x7A9F0FF000),
    ),
}

READ, WRITE, EXECUTE = 1, 2, 4  # UC_PROT_*


@dataclass(frozen=True)
class Addresses:
    """Where data memory (address and size), the stack and the end of a call lie."""

    memory: tuple[int, int]
    stack_high: int
    stack_bytes: int
    sentinel: int


def addresses_of(cpu: Cpu, layout: Layout | None = None) -> Addresses:
    """Those of the CPU's file, or of another layout."""
    options = cpu.machine_options
    memory = (options.get("memory", MEMORY), MEMORY_BYTES)
    stack, sentinel = options.get("stack", STACK_HIGH), options.get("sentinel", SENTINEL)
    if layout is not None and layout.memory is not None:
        assert layout.data is not None and layout.stack is not None
        memory = (layout.memory, layout.data + MEMORY_BYTES - layout.memory)
        stack, sentinel = layout.stack, layout.sentinel
    high = stack + cpu.abi.stack_alignment
    return Addresses(memory, high, options.get("stack_bytes", STACK_BYTES), sentinel)


class Memory:
    """The memory of one engine, with the sections of an image in it.

    name: the image's file; alignment: of the stack; nop: what stands at the end of a call.
    Raises MoteError for an image that lies where something else does.
    """

    def __init__(
        self,
        engine: int,
        addresses: Addresses,
        sections: Sequence[Section],
        name: str,
        alignment: int,
        nop: bytes,
    ) -> None:
        self._library = unicorn_native.library()
        self._engine = engine
        self._addresses = addresses
        self._map_sections(sections, name)
        memory = addresses.memory
        start, end = memory[0] & -PAGE, (sum(memory) + PAGE - 1) & -PAGE
        mapped = self._map(start, end - start, READ | WRITE)
        self._host_memory = mapped + memory[0] - start
        filler = hashlib.sha256(b"memory").digest() * ((end - start) // 32)
        ctypes.memmove(mapped, filler, len(filler))
        low = (addresses.stack_high - STACK_ENDS * alignment - addresses.stack_bytes) & -PAGE
        self._stack_mapped = low
        size = (addresses.stack_high + PAGE - low) // PAGE * PAGE
        self._host_stack = self._map(low, size, READ | WRITE)
        sentinel = self._map(addresses.sentinel, PAGE, READ | EXECUTE)
        ctypes.memmove(sentinel, nop * (PAGE // 4), PAGE)

    def _map(self, address: int, size: int, permissions: int) -> int:
        host = self._library.engine_map(self._engine, address, size, permissions)
        if not host:
            raise MoteError(f"cannot map {size} bytes at {address:#x}")
        return int(host)

    def _map_sections(self, sections: Sequence[Section], name: str) -> None:
        pages: dict[int, int] = {}
        for section in sections:
            for page in range(section.address // PAGE, (section.end - 1) // PAGE + 1):
                more = EXECUTE if section.executable else WRITE if section.variables else 0
                pages[page] = pages.get(page, READ) | more
        high, size = self._addresses.stack_high, self._addresses.stack_bytes
        taken = [self._addresses.memory, (high - 2 * size, 3 * size)]
        if any(
            page == 0 or any(start - PAGE < page * PAGE < start + size for start, size in taken)
            for page in pages
        ):
            raise MoteError(f"{name}: image out of place")
        runs: list[list[int]] = []
        for page in sorted(pages):
            if runs and page == runs[-1][-1] + 1 and pages[page] == pages[runs[-1][0]]:
                runs[-1].append(page)
            else:
                runs.append([page])
        for run in runs:
            host = self._map(run[0] * PAGE, len(run) * PAGE, pages[run[0]])
            start, end = run[0] * PAGE, (run[-1] + 1) * PAGE
            for section in sections:
                low, high = max(start, section.address), min(end, section.end)
                if low < high:
                    part = section.data[low - section.address : high - section.address]
                    ctypes.memmove(host + low - start, part, len(part))

    def _host(self, address: int, size: int) -> int:
        start, length = self._addresses.memory
        if size < 0 or address < start or address + size > start + length:
            raise MoteError(f"{size} bytes at {address:#x} are outside the data memory")
        return self._host_memory + address - start

    def check(self, address: int, size: int) -> None:
        """Raise MoteError for bytes that are not in data memory."""
        self._host(address, size)

    def write(self, address: int, data: bytes) -> None:
        ctypes.memmove(self._host(address, len(data)), bytes(data), len(data))

    def read(self, address: int, size: int) -> bytes:
        return ctypes.string_at(self._host(address, size), size)

    def stack(self, low: int, high: int) -> bytes:
        """What the stack holds between two addresses."""
        return ctypes.string_at(self._host_stack + low - self._stack_mapped, high - low)
