"""The memory of a program in QEMU: a file that the driver maps, and the bench with it.

The file starts with the protocol of mote.machines.qemu_process; then come what the plug-in is to
watch, a unit for each instruction, and the pages that the driver maps: those of the image, data
memory, the stack.
"""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
import random
from collections.abc import Sequence
from typing import Literal

from mote.building.image import Image
from mote.catalog.cpu import Cpu
from mote.common.errors import MoteError
from mote.machines import power_code
from mote.machines.code import Section
from mote.machines.qemu_process import (
    DRIVER,
    DRIVER_BYTES,
    ILLEGAL,
    LIBRARY,
    LIBRARY_ENTRY,
    LIST,
    MAPS,
    MOVES,
    RESERVED,
    SHARED_BYTES,
    VECTORS,
    Unit,
    Watch,
)

PAGE = 4096
STACK_BYTES = 16384
STACK_ENDS = 64
"""At so many addresses the stack ends, one alignment apart: see mote.machines.unicorn_memory."""

FILLERS = 4096
"""So many contents a fresh stack may have."""

CALLER_FRAME = 128
"""Bytes that the back chain of the caller's frame leads up."""

MOST = 0x10000
"""Bytes of code from where something else lies on that are out of place at least."""


def _up(size: int) -> int:
    return -(-size // PAGE) * PAGE


class Program:
    """The sections of an image: what the instruction at an address is, and which pages they take.

    Raises MoteError for an image without code.
    """

    def __init__(self, image: Image, sections: Sequence[Section], order: str) -> None:
        self.image = image
        self.sections = sections
        self.code = [section for section in sections if section.executable]
        self._order: Literal["little", "big"] = "big" if order == "big" else "little"
        if not self.code:
            raise MoteError(f"{image.path.name}: no code was found")

    def word(self, address: int) -> int:
        """The instruction at an address, 0 where there is no code."""
        for section in self.code:
            if section.address <= address < section.end:
                place = address - section.address
                return int.from_bytes(section.data[place : place + 4], self._order)
        return 0

    def is_code(self, address: int) -> bool:
        return any(section.address <= address < section.end for section in self.code)

    def pages(self, taken: Sequence[int]) -> list[tuple[int, int, int]]:
        """The image's runs of pages: first address, end, protection (PROT_*).

        taken: where something else starts.  Raises MoteError for an image that lies there.
        """
        pages: dict[int, int] = {}
        for section in self.sections:
            for page in range(section.address // PAGE, (section.end - 1) // PAGE + 1):
                more = 4 if section.executable else 2 if section.variables else 0
                pages[page] = pages.get(page, 1) | more
        if any(
            page < 16 or any(0 <= page * PAGE - start < MOST for start in taken) for page in pages
        ):
            raise MoteError(f"{self.image.path.name}: image out of place")
        runs: list[tuple[int, int, int]] = []
        for page in sorted(pages):
            address = page * PAGE
            if runs and runs[-1][1:] == (address, pages[page]):
                runs[-1] = (runs[-1][0], address + PAGE, pages[page])
            else:
                runs.append((address, address + PAGE, pages[page]))
        return runs

    def fill(self, units: ctypes.Array[Unit], start: int, reserved: set[int]) -> None:
        """Say to the plug-in what each instruction from `start` on is.

        reserved: numbers of the registers that no instruction may write.
        """
        library = self.image.library
        entries = {first for first, _ in library}
        for section in self.code:
            for offset in range(0, len(section.data) & -4, 4):
                address = section.address + offset
                word = int.from_bytes(section.data[offset : offset + 4], self._order)
                unit = units[(address - start) // 4]
                flags = 0
                if address in self.image.illegal or power_code.unwatchable(word):
                    flags |= ILLEGAL
                if any(first <= address < end for first, end in library):
                    flags |= LIBRARY
                if address in entries:
                    flags |= LIBRARY_ENTRY
                if reserved & power_code.written(word):
                    flags |= RESERVED
                move = power_code.stack_move(word)
                if move is not None:
                    flags |= MOVES[move.kind]
                    unit.value = move.value
                unit.flags = flags


class SharedFile:
    """The file that the bench, the driver and the plug-in share, with an image in it.

    memory: the window of data memory, address and size; stack_end: the highest address at which
    a call's stack ends.  watch and units are what the plug-in reads and writes.
    """

    def __init__(
        self, cpu: Cpu, program: Program, memory: tuple[int, int], stack_end: int, vectors: int
    ) -> None:
        self.program = program
        self.memory = memory
        self._order: Literal["little", "big"] = "big" if cpu.endianness == "big" else "little"
        self._filler = b""
        code = program.code
        start, end = min(s.address for s in code), max(s.end for s in code)
        units = SHARED_BYTES + _up(ctypes.sizeof(Watch))
        place = units + _up((end - start) // 4 * ctypes.sizeof(Unit))
        maps = []
        for first, last, protection in program.pages(
            (DRIVER, memory[0], stack_end - 2 * STACK_BYTES)
        ):
            maps.append((first, last - first, protection, place))
            place += last - first
        first = memory[0] & -PAGE
        self._memory_offset = place + memory[0] - first
        size = _up(sum(memory) - first)
        maps.append((first, size, 3, place))
        place += size
        low = (stack_end - STACK_ENDS * cpu.abi.stack_alignment - STACK_BYTES) & -PAGE
        low -= cpu.abi.red_zone + PAGE & -PAGE
        high = (stack_end & -PAGE) + 2 * PAGE
        maps.append((low, high - low, 3, place))
        self.stack, self._stack_offset = (low, high), place
        place += high - low
        self.files = [os.memfd_create("mote"), os.memfd_create("mote-events")]
        os.ftruncate(self.files[0], place)
        self._bytes = mmap.mmap(self.files[0], place)
        self.put(VECTORS, vectors)
        self._write_maps(maps)
        watch = self.watch = Watch.from_buffer(self._bytes, SHARED_BYTES)
        watch.code_start, watch.code_end, watch.units = start, end, units
        watch.driver_start, watch.driver_end = DRIVER, DRIVER + DRIVER_BYTES
        watch.stack_map, watch.stack_map_end = low, high
        watch.stack_offset = self._stack_offset
        watch.red_zone = cpu.abi.red_zone
        watch.stack_alignment = cpu.abi.stack_alignment
        watch.return_slot = 16
        watch.big_endian = int(self._order == "big")
        self.units = (Unit * ((end - start) // 4)).from_buffer(self._bytes, units)
        reserved = {int(name[1:]) for name in cpu.abi.untouched if name[1:].isdigit()}
        program.fill(self.units, start, reserved)

    def _write_maps(self, maps: Sequence[tuple[int, int, int, int]]) -> None:
        """Say to the driver what of the file to map where, and put the image's sections there.

        maps: address, size, protection, place in the file; the last two are not the image's.
        """
        self.put(MAPS, len(maps))
        for number, values in enumerate(maps):
            for which, value in enumerate(values):
                self.put(LIST + 32 * number + 8 * which, value)
        for first, size, _, offset in maps[:-2]:
            for section in self.program.sections:
                below, above = max(first, section.address), min(first + size, section.end)
                if below < above:
                    part = section.data[below - section.address : above - section.address]
                    self._bytes[offset + below - first : offset + above - first] = part

    # ---- the protocol ----

    def put(self, place: int, value: int) -> None:
        self._bytes[place : place + 8] = value.to_bytes(8, self._order)

    def get(self, place: int) -> int:
        return int.from_bytes(self._bytes[place : place + 8], self._order)

    def put_bytes(self, place: int, data: bytes) -> None:
        self._bytes[place : place + len(data)] = data

    def get_bytes(self, place: int, size: int) -> bytes:
        return self._bytes[place : place + size]

    # ---- data memory ----

    def _place(self, address: int, size: int) -> int:
        start, length = self.memory
        if size < 0 or address < start or address + size > start + length:
            raise MoteError(f"{size} bytes at {address:#x} are outside the data memory")
        return self._memory_offset + address - start

    def write(self, address: int, data: bytes) -> None:
        place = self._place(address, len(data))
        self._bytes[place : place + len(data)] = bytes(data)

    def read(self, address: int, size: int) -> bytes:
        place = self._place(address, size)
        return self._bytes[place : place + size]

    # ---- the stack ----

    def fill_stack(self, high: int, source: random.Random) -> None:
        """Other bytes at each call; and the caller's frame: back chain, return address, room."""
        low, end = self.stack
        if not self._filler:
            self._filler = random.Random(1).randbytes(end - low + FILLERS)
        first = source.randrange(FILLERS)
        content = self._filler[first : first + end - low]
        self._bytes[self._stack_offset : self._stack_offset + end - low] = content
        self.put(self._stack_offset + high - low, high + CALLER_FRAME)

    def chain(self) -> int:
        """The back chain of the caller's frame, as the last call left it."""
        return self.get(self._stack_offset + self.watch.stack_high - self.stack[0])

    def left(self, more: int) -> bytes:
        """What lies between the ends of the last call's stack, and `more` bytes above it."""
        start = self._stack_offset + int(self.watch.stack_low) - self.stack[0]
        size = int(self.watch.stack_high) + more - int(self.watch.stack_low)
        return self._bytes[start : start + size]

    # ---- what the plug-in tells ----

    def executed(self) -> dict[int, int]:
        """How often the last call in detail executed the instruction at each address, if at all."""
        start = self.watch.code_start
        return {
            start + 4 * number: int(unit.executed)
            for number, unit in enumerate(self.units)
            if unit.executed
        }

    def forget_events(self) -> None:
        os.ftruncate(self.files[1], 0)
        os.lseek(self.files[1], 0, os.SEEK_SET)

    def events(self) -> list[tuple[str, int]]:
        """The trace of the last call that was to be recorded."""
        size = int(self.watch.events) * 16
        data = os.pread(self.files[1], size, 0)
        while len(data) < size and (more := os.pread(self.files[1], size - len(data), len(data))):
            data += more
        words = memoryview(data).cast("Q")
        kinds = ("execute", "read", "write")
        return [(kinds[words[i + 1]], words[i]) for i in range(0, len(words), 2)]

    def close(self) -> None:
        # What points into the file has to go before it.
        self.watch, self.units = Watch(), (Unit * 0)()
        with contextlib.suppress(BufferError):  # a traceback may still hold a view of it
            self._bytes.close()
        for file in self.files:
            os.close(file)
        self.files = []
