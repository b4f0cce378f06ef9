"""POWER through QEMU's user mode: functions called by a driver, watched by a plug-in.

QEMU runs a small program of ours (native/power_driver.S), which fills every register, calls the
function at the 64-bit ELF ABI and writes every register back.  A plug-in (native/qemu_watch.c) sees
each instruction and each access.  All three share one file: the memory that a call may touch is in
it, and what they tell each other.  A call is one byte into the driver's standard input and one out
of it.  A breach ends the process; the next call starts another one and finds the memory as it was.

There are two processes for an image: one that counts, hashes and follows the stack, for calls in
detail, and one that watches the accesses only.

- Figures are instructions, counted exactly: QEMU has no timing.
- Memory below the stack pointer is a function's own as far as the red zone goes (288 bytes in both
  versions of the ABI).  What lies below it is not touched, and what a function frees is destroyed,
  as a signal's handler would.
- The plug-in does not see registers.  It knows the stack pointer by what moves it: stores with
  update, `addi`, `ld`.  After another instruction (`mr r1,r31`) it is not known until the next of
  these, and what is live below it is not looked at so long; it is compared in the end.
- lmw, stmw, the string instructions and dcbz are refused: QEMU tells no plug-in what they touch.
- Registers of the operating system (r13, on ELF version 1 also r2) are refused as a target at all.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import mmap
import os
import random
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from mote import native
from mote.machines import Machine, breaches, power_code
from mote.machines.places import Places
from mote.toolchains import gnu
from mote.types import (
    Argument,
    Breach,
    CallResult,
    Cpu,
    Image,
    Layout,
    MissingTool,
    MoteError,
    Region,
)

PAGE = 4096
MEMORY = 0x500200000
MEMORY_BYTES = 0x100000
STACK_HIGH = 0x6007F0000
STACK_BYTES = 16384
ELSEWHERE = Layout(
    "with code at 0x7a9f6ef000 behind other code, and data across a multiple of 4 GB",
    *(0x7A9F6EF000, 0x7AFFDDFE90, 0x7AFFFFFFF0, 0x7A9F80F810),
)

STACK_ENDS = 64
"""At so many addresses the stack ends, one alignment apart: see mote.machines.unicorn."""

FILLERS = 4096
"""So many contents a fresh stack may have."""

CALLER_FRAME = 128
"""Bytes that the back chain of the caller's frame leads up."""

# Places in the shared file: native/power_driver.S has the same.
SHARED_BYTES = 0x4000
MAPS, VECTORS, SIGNAL, LIST = 0, 0x10, 0x18, 0x40
BEFORE, AFTER = 0x800, 0x1000
GENERAL, CR, XER, CTR, VRSAVE, VECTOR = 0, 0x100, 0x108, 0x110, 0x120, 0x200
REGISTERS_BYTES = VECTOR + 64 * 16

MOST = 0x10000
"""Bytes of code from where something else lies on that are out of place at least."""

DRIVER = 0x30000000
DRIVER_BYTES = 0x10000

XER_FLAGS = 0xE0000000
"""Summary overflow, overflow and carry."""

REGIONS = 64
BREACHES = (
    *("none", "read", "write", "fetch", "illegal", "stack overflow", "stack above"),
    *("below read", "below write", "untouched", "call alignment", "back chain", "budget"),
)
"""The order of `enum watch_breach` in native/qemu_watch.h."""

ILLEGAL, LIBRARY, LIBRARY_ENTRY, RESERVED = 1, 2, 4, 8
MOVES = {"update": 16, "add": 32, "load": 64, "other": 128}

SIGNALS = {4: "illegal instruction", 5: "trap", 7: "bus error", 8: "arithmetic", 11: "memory"}


class _Range(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint64) for name in ("start", "end", "writable"))


_WORDS_BEFORE = (
    *("code_start", "code_end", "units", "driver_start", "driver_end"),
    *("stack_map", "stack_map_end", "stack_offset", "red_zone", "stack_alignment", "return_slot"),
    *(
        "big_endian",
        "return_address",
        "handler",
        "budget",
        "stack_low",
        "stack_high",
        "record",
        "lenient",
    ),
    "region_count",
)
_WORDS_AFTER = (
    *("breach", "size", "address", "program_counter", "got"),
    *("instructions", "library_instructions", "lowest", "trace", "events"),
)


class _Watch(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_uint64) for name in _WORDS_BEFORE),
        ("regions", _Range * REGIONS),
        *((name, ctypes.c_uint64) for name in _WORDS_AFTER),
    )


class _Unit(ctypes.Structure):
    _fields_ = (
        ("flags", ctypes.c_uint32),
        ("value", ctypes.c_int32),
        ("executed", ctypes.c_uint64),
    )


@dataclass(frozen=True)
class _Section:
    name: str
    address: int
    data: bytes
    executable: bool
    variables: bool

    @property
    def end(self) -> int:
        return self.address + len(self.data)


def _sections(path: Path) -> list[_Section]:
    """The sections of an image that take memory."""
    found = []
    with path.open("rb") as stream:
        for part in ELFFile(stream).iter_sections():
            flags = part["sh_flags"]
            if flags & SH_FLAGS.SHF_ALLOC and part["sh_size"]:
                data = bytes(part["sh_size"]) if part["sh_type"] == "SHT_NOBITS" else part.data()
                executable = bool(flags & SH_FLAGS.SHF_EXECINSTR)
                variables = part.name in (".data", ".bss")
                found.append(_Section(part.name, part["sh_addr"], data, executable, variables))
    return found


def address_in(program: Path, name: str) -> int:
    """The address of a symbol that an ELF file has."""
    with program.open("rb") as stream:
        table = ELFFile(stream).get_section_by_name(".symtab")
        assert isinstance(table, SymbolTableSection)
        (symbol,) = table.get_symbol_by_name(name) or []
        return int(symbol["st_value"])


def driver_of(cpu: Cpu) -> Path:
    """The driver, as a program for a CPU; raises MissingTool."""
    compiler = shutil.which(f"{cpu.toolchain.prefix}gcc")
    if compiler is None:
        missing = f"{cpu.toolchain.prefix}gcc is not installed"
        raise MissingTool(missing, cpu.toolchain.packages)
    return native.program(
        compiler,
        f"power_driver_{cpu.endianness}",
        ["power_driver.S"],
        ("-mcpu=power8", "-nostdlib", "-static", f"-Wl,-Ttext={DRIVER:#x}"),
    )


def _up(size: int) -> int:
    return -(-size // PAGE) * PAGE


class Process:
    """QEMU with the driver in it; it waits for calls."""

    def __init__(self, command: Sequence[str], files: Sequence[int]) -> None:
        self._process = subprocess.Popen(
            [*command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            pass_fds=tuple(files),
        )

    def call(self) -> bool:
        """Run the call that the shared file describes; whether it returned."""
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.write(b"c")
        except BrokenPipeError:
            return False
        return bool(self._process.stdout.read(1))

    def end(self) -> str:
        """Let the process end; what it said."""
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        assert process.stderr is not None
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        said = process.stderr.read().decode(errors="replace").strip()
        process.stdout.close()
        process.stderr.close()
        return said


class QemuMachine(Machine):
    """One implementation in QEMU; see the module for what is watched."""

    def __init__(self, cpu: Cpu) -> None:
        super().__init__(cpu)
        options = cpu.machine_options
        program = shutil.which(options["program"])
        if program is None:
            raise MissingTool(f"{options['program']} is not installed", ("qemu-user",))
        self._order: Literal["little", "big"] = "big" if cpu.endianness == "big" else "little"
        self._version = int(options["elf_abi"])
        self._vectors = int(options.get("vectors", 2))
        self._caller_bytes = 32 if self._version == 2 else 112
        self.memory = (MEMORY, MEMORY_BYTES)
        self._stack_end = STACK_HIGH
        self._command = [program, "-cpu", options["model"]]
        plug_in = native.shared("qemu_watch", ["qemu_watch.c"])
        driver = driver_of(cpu)
        self._returned = address_in(driver, "returned")
        self._handler = address_in(driver, "handler")
        self._plug_in, self._driver = str(plug_in), str(driver)
        self._random = random.Random(0)
        self._processes: dict[bool, Process] = {}
        self._files: list[int] = []
        self._shared: mmap.mmap | None = None
        self._watch = _Watch()
        self._units: ctypes.Array[_Unit] = (_Unit * 0)()
        self._sections: list[_Section] = []
        self._fixed: list[_Range] = []
        self._image: Image | None = None
        self._toc = 0
        self._changed: frozenset[str] = frozenset()
        self._result = 0
        self._recorded = False
        self._filler = b""

    # ---- the image ----

    def layouts(self, size: int) -> tuple[Layout, ...]:
        return (ELSEWHERE,)

    def load(self, image: Image) -> None:
        """Load a linked ELF file; raises MoteError when it does not fit the machine's map."""
        self.close()
        self.memory, self._stack_end = (MEMORY, MEMORY_BYTES), STACK_HIGH
        layout = image.layout
        if layout is not None and layout.memory is not None:
            assert layout.data is not None and layout.stack is not None
            self.memory = (layout.memory, layout.data + MEMORY_BYTES - layout.memory)
            self._stack_end = layout.stack
        self._random = random.Random(0)
        self._image = image
        self.places = Places(self.cpu, image)
        self._sections = _sections(image.path)
        code = [section for section in self._sections if section.executable]
        if not code:
            raise MoteError(f"{image.path.name}: no code was found")
        self._lay_out(code)
        self._describe_code(image, code)
        got = int(self.cpu.machine_options.get("got", gnu.GOT)) + gnu.moved_by(layout)
        self._toc = got + gnu.TOC_OFFSET
        self._fixed = [_Range(s.address, s.end, int(s.variables)) for s in self._sections]
        start, size = self.memory
        self.write(start, (hashlib.sha256(b"memory").digest() * (size // 32 + 1))[:size])

    def _lay_out(self, code: Sequence[_Section]) -> None:
        """Make the shared file, and say to the driver what of it to map where."""
        start, end = min(s.address for s in code), max(s.end for s in code)
        count = (end - start) // 4
        units = SHARED_BYTES + _up(ctypes.sizeof(_Watch))
        place = units + _up(count * ctypes.sizeof(_Unit))
        maps = []
        for first, last, protection in self._pages():
            maps.append((first, last - first, protection, place))
            place += last - first
        window, size = self.memory
        first = window & -PAGE
        self._memory_offset = place + window - first
        size = _up(window + size - first)
        maps.append((first, size, 3, place))
        place += size
        high = self._stack_end
        low = (high - STACK_ENDS * self.cpu.abi.stack_alignment - STACK_BYTES) & -PAGE
        low -= self.cpu.abi.red_zone + PAGE & -PAGE
        high = (high & -PAGE) + 2 * PAGE
        maps.append((low, high - low, 3, place))
        self._stack_map, self._stack_offset = (low, high), place
        place += high - low
        self._files = [os.memfd_create("mote"), os.memfd_create("mote-events")]
        os.ftruncate(self._files[0], place)
        shared = self._shared = mmap.mmap(self._files[0], place)
        self._put(MAPS, len(maps))
        self._put(VECTORS, self._vectors)
        for number, values in enumerate(maps):
            for which, value in enumerate(values):
                self._put(LIST + 32 * number + 8 * which, value)
        for first, size, _, offset in maps[:-2]:
            for section in self._sections:
                below, above = max(first, section.address), min(first + size, section.end)
                if below < above:
                    part = section.data[below - section.address : above - section.address]
                    shared[offset + below - first : offset + above - first] = part
        watch = self._watch = _Watch.from_buffer(shared, SHARED_BYTES)
        watch.code_start, watch.code_end, watch.units = start, end, units
        watch.driver_start, watch.driver_end = DRIVER, DRIVER + DRIVER_BYTES
        watch.stack_map, watch.stack_map_end = low, high
        watch.stack_offset = self._stack_offset
        watch.red_zone = self.cpu.abi.red_zone
        watch.stack_alignment = self.cpu.abi.stack_alignment
        watch.return_slot = 16
        watch.big_endian = int(self._order == "big")
        watch.return_address, watch.handler = self._returned, self._handler
        self._units = (_Unit * count).from_buffer(shared, units)

    def _pages(self) -> list[tuple[int, int, int]]:
        """The image's runs of pages: first address, end, protection (PROT_*)."""
        pages: dict[int, int] = {}
        for section in self._sections:
            for page in range(section.address // PAGE, (section.end - 1) // PAGE + 1):
                more = 4 if section.executable else 2 if section.variables else 0
                pages[page] = pages.get(page, 1) | more
        taken = (DRIVER, self.memory[0], self._stack_end - 2 * STACK_BYTES)
        if any(
            page < 16 or any(0 <= page * PAGE - start < MOST for start in taken) for page in pages
        ):
            raise MoteError(f"{self._image.path.name if self._image else ''}: image out of place")
        runs: list[tuple[int, int, int]] = []
        for page in sorted(pages):
            address = page * PAGE
            if runs and runs[-1][1:] == (address, pages[page]):
                runs[-1] = (runs[-1][0], address + PAGE, pages[page])
            else:
                runs.append((address, address + PAGE, pages[page]))
        return runs

    def _describe_code(self, image: Image, code: Sequence[_Section]) -> None:
        reserved = {int(name[1:]) for name in self.cpu.abi.untouched if name[1:].isdigit()}
        entries = {start for start, _ in image.library}
        start = self._watch.code_start
        for section in code:
            for offset in range(0, len(section.data) & -4, 4):
                address = section.address + offset
                word = int.from_bytes(section.data[offset : offset + 4], self._order)
                unit = self._units[(address - start) // 4]
                flags = 0
                if address in image.illegal or power_code.unwatchable(word):
                    flags |= ILLEGAL
                if any(first <= address < end for first, end in image.library):
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

    # ---- memory ----

    def _put(self, place: int, value: int) -> None:
        assert self._shared is not None
        self._shared[place : place + 8] = value.to_bytes(8, self._order)

    def _get(self, place: int) -> int:
        assert self._shared is not None
        return int.from_bytes(self._shared[place : place + 8], self._order)

    def _place(self, address: int, size: int) -> int:
        start, length = self.memory
        if size < 0 or address < start or address + size > start + length:
            raise MoteError(f"{size} bytes at {address:#x} are outside the data memory")
        if self._shared is None:
            raise MoteError("no image is loaded")
        return self._memory_offset + address - start

    def write(self, address: int, data: bytes) -> None:
        place = self._place(address, len(data))
        assert self._shared is not None
        self._shared[place : place + len(data)] = bytes(data)

    def read(self, address: int, size: int) -> bytes:
        place = self._place(address, size)
        assert self._shared is not None
        return bytes(self._shared[place : place + size])

    # ---- calls ----

    def call(
        self,
        symbol: str,
        arguments: Sequence[Argument],
        regions: Sequence[Region],
        *,
        detail: bool = True,
        budget: int = 200_000_000,
    ) -> CallResult:
        """See `Machine.call`; there are no cycles."""
        image, watch = self._image, self._watch
        if image is None or self._shared is None:
            raise MoteError("no image is loaded")
        if symbol not in image.symbols:
            raise MoteError(f"{image.path.name} has no function {symbol}")
        if len(arguments) > len(self.cpu.abi.arguments):
            most = len(self.cpu.abi.arguments)
            raise MoteError(f"{self.cpu.name}: at most {most} arguments")
        number = arguments[0].value // 4 * 7 % STACK_ENDS if arguments else 0
        high = self._stack_end - number * self.cpu.abi.stack_alignment
        watch.budget, watch.record, watch.lenient = budget, detail and self.record, self.lenient
        watch.stack_low, watch.stack_high = high - STACK_BYTES, high
        ranges = [_Range(r.address, r.end, int(r.writable)) for r in regions if r.size > 0]
        stack = _Range(watch.stack_low, high + self._caller_bytes, 1)
        ranges += [stack, *self._fixed]
        if len(ranges) > REGIONS:
            raise MoteError(f"a call takes at most {REGIONS} ranges of memory")
        watch.region_count = len(ranges)
        for place, each in enumerate(ranges):
            watch.regions[place] = each
        self._fill_stack(high)
        before = self._enter(image.symbols[symbol], arguments, high)
        watch.breach = 0
        self._put(SIGNAL, 0)
        self._recorded = detail and self.record
        if self._recorded:
            os.ftruncate(self._files[1], 0)
            os.lseek(self._files[1], 0, os.SEEK_SET)
        process = self._processes.get(detail)
        if process is None:
            process = self._processes[detail] = self._start(detail)
        if not process.call():
            said = self._processes.pop(detail).end()
            raise self._breach(symbol, regions, budget, said)
        after = self._shared[AFTER : AFTER + REGISTERS_BYTES]
        values, now = self._values(before), self._values(after)
        self._changed = frozenset(name for name in values if values[name] != now[name])
        self._result = now["r3"]
        if not self.lenient:
            self._check(symbol, before, after, values, now)
        if not detail:
            return CallResult(0, 0, {}, 0, 0)
        return CallResult(
            instructions=watch.instructions,
            library_instructions=watch.library_instructions,
            cycles={},
            stack_bytes=high - watch.lowest,
            trace=watch.trace or 1,
        )

    def _start(self, detail: bool) -> Process:
        options = f"{self._plug_in},shared={self._files[0]},events={self._files[1]}"
        options += ",detail=on" if detail else ""
        command = [*self._command, "-plugin", options, self._driver, str(self._files[0])]
        return Process(command, self._files)

    def _fill_stack(self, high: int) -> None:
        """Other bytes at each call; and the caller's frame: back chain, return address, room."""
        assert self._shared is not None
        low, end = self._stack_map
        if not self._filler:
            self._filler = random.Random(1).randbytes(end - low + FILLERS)
        first = self._random.randrange(FILLERS)
        content = self._filler[first : first + end - low]
        self._shared[self._stack_offset : self._stack_offset + end - low] = content
        self._put(self._stack_offset + high - low, high + CALLER_FRAME)

    def _enter(self, entry: int, arguments: Sequence[Argument], high: int) -> bytes:
        """Registers at the call: arbitrary but for what the ABI says, other ones at each call."""
        assert self._shared is not None
        registers = bytearray(self._random.randbytes(REGISTERS_BYTES))

        def put(place: int, value: int) -> None:
            registers[place : place + 8] = value.to_bytes(8, self._order)

        for name, argument in zip(self.cpu.abi.arguments, arguments, strict=False):
            # an int is extended by the caller (64-bit ELF ABIs: "parameter passing")
            size = self.cpu.abi.int_bytes if argument.kind == "unsigned" else 8
            put(8 * int(name[1:]), argument.value & (1 << 8 * size) - 1)
        put(8 * power_code.STACK_POINTER, high)
        put(8 * 12, entry)
        if self._version == 1:
            put(8 * 2, self._toc)
        put(CR, self._random.getrandbits(32))
        put(XER, self._random.getrandbits(32) & XER_FLAGS)
        put(CTR, entry)
        put(VRSAVE, self._random.getrandbits(32))
        whole = bytes(registers)
        self._shared[BEFORE : BEFORE + REGISTERS_BYTES] = whole
        return whole

    def _values(self, registers: bytes) -> dict[str, int]:
        """The registers by name.

        vs0 to vs31 are the whole of 16 bytes; of vs14 to vs31 the first half is f14 to f31, which
        has a name of its own because the ABI keeps it, and vs14 to vs31 then means the other half.
        """

        def word(place: int) -> int:
            return int.from_bytes(registers[place : place + 8], self._order)

        found = {f"r{number}": word(8 * number) for number in range(32) if number != 1}
        condition = word(CR)
        found |= {f"cr{number}": condition >> 28 - 4 * number & 15 for number in range(8)}
        found["xer"] = word(XER) & XER_FLAGS
        found["ctr"] = word(CTR)
        found["vrsave"] = word(VRSAVE)
        for number in range(32):
            place = VECTOR + 16 * number
            first, second = word(place), word(place + 8) if self._vectors == 2 else 0
            if number < 14:
                found[f"vs{number}"] = first << 64 | second
            else:
                found[f"f{number}"], found[f"vs{number}"] = first, second
            place += 512
            if self._vectors:
                found[f"v{number}"] = word(place) << 64 | word(place + 8)
        return found

    def registers(self) -> frozenset[str]:
        """General, vector and condition registers; see `_values` for the names."""
        return frozenset(self._values(bytes(REGISTERS_BYTES)))

    def returned(self, size: int) -> int:
        """In r3; an integer of less than 8 bytes is extended to them (64-bit ELF ABIs)."""
        value = self._result
        bits = 8 * size
        if bits < 64 and value not in (value & (1 << bits) - 1, value | (1 << 64) - (1 << bits)):
            raise Breach(
                "abi", f"returns {value:#x} in r3, which is no extended number of {size} bytes"
            )
        return value & (1 << bits) - 1

    def left(self) -> bytes:
        """With the caller's frame as far as a function may use it."""
        if self._shared is None:
            return b""
        start = self._stack_offset + int(self._watch.stack_low) - self._stack_map[0]
        size = int(self._watch.stack_high) + self._caller_bytes - int(self._watch.stack_low)
        return bytes(self._shared[start : start + size])

    def changed(self) -> frozenset[str]:
        """What the last call left otherwise."""
        return self._changed

    def _check(
        self,
        symbol: str,
        before: bytes,
        after: bytes,
        values: dict[str, int],
        now: dict[str, int],
    ) -> None:
        """The caller's view after the return.  Raises Breach."""
        abi = self.cpu.abi

        def fail(what: str) -> Breach:
            counter = self._watch.program_counter or None
            place = self.place(counter) if counter else ""
            return Breach("abi", what, program_counter=counter, place=place)

        place = slice(8 * power_code.STACK_POINTER, 8 * power_code.STACK_POINTER + 8)
        if before[place] != after[place]:
            difference = int.from_bytes(after[place], self._order)
            difference -= int.from_bytes(before[place], self._order)
            raise fail(breaches.moved(symbol, abi.stack_pointer, difference))
        for name in abi.callee_saved:
            if values[name] != now[name]:
                raise fail(breaches.not_restored(symbol, name, values[name], now[name]))
        for name in abi.untouched:
            if values[name] != now[name]:
                raise fail(breaches.untouched(name))
        # A function sets up r2 for itself, and for its caller where that is in the same image.
        if now["r2"] not in (values["r2"], self._toc):
            raise fail(breaches.not_restored(symbol, "r2", values["r2"], now["r2"]))
        high = self._watch.stack_high
        chain = self._get(self._stack_offset + high - self._stack_map[0])
        if chain != high + CALLER_FRAME:
            raise fail(
                f"{symbol} overwrites the back chain of its caller's frame, at {high:#x}, "
                f"with {chain:#x}"
            )

    def executed(self) -> dict[int, int]:
        """How often the last call in detail executed the instruction at each address, if at all."""
        start = self._watch.code_start
        return {
            start + 4 * number: int(unit.executed)
            for number, unit in enumerate(self._units)
            if unit.executed
        }

    def instructions(self) -> dict[int, str]:
        """The text of the instruction at each address of the image's code."""
        if self._image is None:
            return {}
        return gnu.listing(self.cpu, self._image.path)

    def events(self) -> list[tuple[str, int]]:
        if not self._recorded or not self._files:
            return []
        size = int(self._watch.events) * 16
        data = os.pread(self._files[1], size, 0)
        while len(data) < size and (more := os.pread(self._files[1], size - len(data), len(data))):
            data += more
        words = memoryview(data).cast("Q")
        kinds = ("execute", "read", "write")
        return [(kinds[words[i + 1]], words[i]) for i in range(0, len(words), 2)]

    def close(self) -> None:
        for process in self._processes.values():
            process.end()
        self._processes = {}
        self._image = None
        self._recorded = False
        # What points into the file has to go before it.
        self._watch, self._units = _Watch(), (_Unit * 0)()
        if self._shared is not None:
            with contextlib.suppress(BufferError):  # a traceback may still hold a view of it
                self._shared.close()
        self._shared = None
        for file in self._files:
            os.close(file)
        self._files = []

    def __del__(self) -> None:
        if getattr(self, "_files", None):
            self.close()

    # ---- breaches in words ----

    def _breach(
        self, symbol: str, regions: Sequence[Region], budget: int, said: str
    ) -> Breach | MoteError:
        """Why the process ended during a call."""
        watch = self._watch
        kind = BREACHES[watch.breach]
        address, size, counter = int(watch.address), int(watch.size), int(watch.program_counter)
        pointer, zone = self.cpu.abi.stack_pointer, self.cpu.abi.red_zone
        if kind == "none":
            return self._signal(symbol, regions, said)
        if kind in ("read", "write"):
            where = self._where(address, size, kind, regions)
            return self._at(kind, breaches.access(kind, size, address, where), address, counter)
        if kind == "fetch":
            where = self._where(address, 1, kind, regions)
            return self._at(kind, breaches.fetch(address, where), address, counter)
        if kind == "illegal":
            return self._instruction(counter)
        if kind == "stack overflow":
            return self._at("stack", breaches.overflow(STACK_BYTES), address, counter)
        if kind == "stack above":
            what = breaches.above(pointer, address, int(watch.stack_high))
            return self._at("stack", what, address, counter)
        if kind in ("below read", "below write"):
            what = breaches.outside_stack(kind.split()[1], address, pointer, red_zone=zone)
            return self._at("stack", what, address, counter)
        if kind == "untouched":
            word = self._word(counter)
            numbers = power_code.written(word)
            names = [n for n in self.cpu.abi.untouched if n[1:].isdigit() and int(n[1:]) in numbers]
            return self._at("abi", breaches.untouched(names[0] if names else ""), None, counter)
        if kind == "call alignment":
            what = breaches.misaligned_stack(pointer, address, self.cpu.abi.stack_alignment)
            return self._at("abi", what, address, counter)
        if kind == "back chain":
            what = (
                f"{symbol}: the word at {address:#x} is {int(watch.got):#x}, which neither "
                "leads back to the caller's frame nor is the return address saved in it"
            )
            return self._at("abi", what, address, counter)
        return self._at("budget", breaches.endless(symbol, budget), None, counter)

    def _signal(self, symbol: str, regions: Sequence[Region], said: str) -> Breach | MoteError:
        """A signal that the driver caught, or an end that nothing explains."""
        number, address, counter = (self._get(SIGNAL + 8 * i) for i in range(3))
        if number not in SIGNALS:
            last = said.splitlines()[-1] if said else "without a word"
            return MoteError(f"{Path(self._command[0]).name} ended in a call of {symbol}: {last}")
        word = self._word(counter)
        if SIGNALS[number] == "memory" and not self._is_code(counter):
            where = self._where(counter, 1, "fetch", regions)
            return self._at("fetch", breaches.fetch(counter, where), counter, counter)
        if SIGNALS[number] in ("memory", "bus error"):
            size, store = power_code.access(word)
            way = "write" if store else "read"
            if 0 <= self._watch.stack_low - address <= 65536:
                return self._at("stack", breaches.overflow(STACK_BYTES), address, counter)
            where = self._where(address, size, way, regions)
            return self._at(way, breaches.access(way, size, address, where), address, counter)
        return self._instruction(counter)

    def _instruction(self, counter: int) -> Breach:
        known = self._image.illegal if self._image else {}
        if counter in known:
            what = breaches.instruction(self.cpu.name, known[counter])
        else:
            text = self.instructions().get(counter, "")
            what = breaches.instruction(self.cpu.name, text, "cannot execute this instruction")
        return self._at("instruction", what, counter, counter)

    def _word(self, counter: int) -> int:
        """The instruction at an address, 0 where there is no code."""
        for section in self._sections:
            if section.executable and section.address <= counter < section.end:
                place = counter - section.address
                return int.from_bytes(section.data[place : place + 4], self._order)
        return 0

    def _is_code(self, address: int) -> bool:
        return any(s.executable and s.address <= address < s.end for s in self._sections)

    def _at(self, kind: str, what: str, address: int | None, counter: int) -> Breach:
        place = self.place(counter)
        return Breach(kind, what, address=address, program_counter=counter, place=place)

    def _where(self, address: int, size: int, way: str, regions: Sequence[Region]) -> str:
        """Where an access lies with respect to the nearest range that a call may touch."""
        known = [*regions, Region("the stack", int(self._watch.stack_low), STACK_BYTES, True)]
        for section in self._sections:
            name = "the code" if section.executable else f"the constants ({section.name})"
            name = f"the variables ({section.name})" if section.variables else name
            known.append(Region(name, section.address, len(section.data), section.variables))
        return breaches.where(address, size, way, known, null=True)

    def place(self, program_counter: int) -> str:
        return super().place(program_counter) if self._is_code(program_counter) else ""


def create(cpu: Cpu) -> Machine:
    """The machine for a CPU file with `[machine] kind = "qemu"`.

    Options: program (qemu-ppc64le or qemu-ppc64), model (QEMU's name of the processor), elf_abi
    (version 1 or 2), vectors (0 none, 1 AltiVec, 2 VSX; 2 if left out).  Raises MoteError where one
    is missing: the driver and the plug-in know POWER alone, other instruction sets run in Unicorn.
    """
    for option in ("program", "model", "elf_abi"):
        if option not in cpu.machine_options:
            raise MoteError(
                f"{cpu.path}: [machine] of kind qemu, which runs POWER, lacks {option!r}; other "
                'instruction sets run with kind = "unicorn"'
            )
    return QemuMachine(cpu)
