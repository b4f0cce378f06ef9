"""A RISC-V file on the hardware description of a processor: its cycles, exact.

The core runs what Unicorn has run under the guard (mote.machines.unicorn), from a memory of its own
without wait states: fetches and data are granted at once and answered in the next cycle.  Registers
hold arbitrary values at a call, set by a few instructions in front of it that are not counted.

Counted are the cycles from the one in which the jump to the function has retired to the one in
which its return has led to the next instruction; that instruction's own is not among them.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Mapping, Sequence

from mote.building.image import Image, Region
from mote.catalog.cpu import Cpu, Timing
from mote.common.errors import Breach, MoteError
from mote.machines import Machine, rtl_core
from mote.machines.architectures import architecture_of
from mote.machines.call import Argument, CallResult
from mote.machines.riscv_bits import NAMES
from mote.machines.unicorn_code import read as read_code
from mote.machines.unicorn_memory import PAGE, STACK_ENDS, addresses_of

REACHED, CYCLES, TRAP, OUTSIDE = range(4)
"""Of the enumeration Stop in native/rtl_harness.cpp."""

NOP = 0x00000013


class Run(ctypes.Structure):
    """struct Run of native/rtl_harness.cpp."""

    _fields_ = (
        ("boot", ctypes.c_uint32),
        ("start", ctypes.c_uint32),
        ("stop", ctypes.c_uint32),
        ("single", ctypes.c_uint32),
        ("next", ctypes.c_uint32),
        ("stop_cycles", ctypes.c_uint32),
        ("reason", ctypes.c_uint32),
        ("address", ctypes.c_uint32),
        ("program_counter", ctypes.c_uint32),
        ("cycle_limit", ctypes.c_uint64),
        ("cycles", ctypes.c_uint64),
        ("instructions", ctypes.c_uint64),
        ("registers", ctypes.c_uint32 * 32),
    )


def engine(timing: Timing) -> ctypes.CDLL:
    """native/rtl_harness.cpp with the core of a timing; raises as rtl_core.library does."""
    library = rtl_core.library(rtl_core.core(timing.core), timing.parameters)
    pointer, word = ctypes.c_void_p, ctypes.c_uint32
    library.rtl_new.restype = pointer
    for name, arguments in (
        ("delete", (pointer,)),
        ("write", (pointer, word, ctypes.c_char_p, word)),
        ("read", (pointer, word, ctypes.c_char_p, word)),
        ("run", (pointer, ctypes.POINTER(Run))),
    ):
        function = getattr(library, f"rtl_{name}")
        function.restype, function.argtypes = None, arguments
    return library


def prologue(values: Mapping[str, int], place: int, entry: int) -> bytes:
    """Instructions at a place that set registers (LUI, ADDI) and jump to the entry (JAL)."""
    code = []
    for name, value in values.items():
        number = NAMES.index(name)
        if number:
            low = (value & 0xFFF ^ 0x800) - 0x800
            code.append((value - low & 0xFFFFF000) | number << 7 | 0x37)
            code.append((low & 0xFFF) << 20 | number << 15 | number << 7 | 0x13)
    offset = entry - (place + 4 * len(code))
    if not -(1 << 20) <= offset < 1 << 20:
        raise MoteError(f"{entry:#x} is too far from the code in front of it")
    code.append(
        (offset >> 20 & 1) << 31
        | (offset >> 1 & 0x3FF) << 21
        | (offset >> 11 & 1) << 20
        | (offset >> 12 & 0xFF) << 12
        | 0x6F
    )
    return b"".join(word.to_bytes(4, "little") for word in code)


class Hardware(Machine):
    """One implementation on the core that a timing of the CPU names."""

    _handle: int | None = None
    """Of the class, because __del__ is also called where __init__ has raised."""

    def __init__(self, cpu: Cpu, timing: Timing) -> None:
        super().__init__(cpu)
        self._core = rtl_core.core(timing.core)
        self._timing = timing
        self._library = engine(timing)
        self._handle = None
        self._image: Image | None = None
        self._random = random.Random(0)
        self._run = Run()
        self._addresses = addresses_of(cpu)
        self.memory = self._addresses.memory
        self._architecture = architecture_of(cpu)
        abi = cpu.abi
        fixed = {"zero", "ra", abi.stack_pointer}
        # What a CPU of 16 registers has not may not be named either.
        there = 16 if "E=1" in timing.parameters else 32
        self._names = [n for n in NAMES[:there] if n in {*self._architecture.general} | fixed]
        self._arguments = abi.arguments
        self._boot = 0

    def load(self, image: Image) -> None:
        """Load a linked ELF file."""
        self.close()
        self._handle = self._library.rtl_new()
        self._image = image
        self._addresses = addresses_of(self.cpu, image.layout)
        self.memory = self._addresses.memory
        self._random = random.Random(0)
        start, size = self.memory
        self.write(start, self._random.randbytes(size))
        low = self._addresses.stack_high - 2 * self._addresses.stack_bytes
        self._put(low, self._random.randbytes(self._addresses.stack_high + PAGE - low))
        sections = read_code(image.path, self._architecture).sections
        for section in sections:
            self._put(section.address, section.data)
        code = min(section.address for section in sections if section.executable)
        self._boot = self._core.boot or code // PAGE * PAGE - PAGE
        self._put(self._addresses.sentinel, NOP.to_bytes(4, "little") * 16)

    def _put(self, address: int, data: bytes) -> None:
        self._library.rtl_write(self._handle, address, data, len(data))

    def write(self, address: int, data: bytes) -> None:
        self._put(address, bytes(data))

    def read(self, address: int, size: int) -> bytes:
        found = ctypes.create_string_buffer(size)
        self._library.rtl_read(self._handle, address, found, size)
        return found.raw[:size]

    def call(
        self,
        symbol: str,
        arguments: Sequence[Argument],
        regions: Sequence[Region],
        *,
        detail: bool = True,
        budget: int = 200_000_000,
    ) -> CallResult:
        """See `Machine.call`; the guard is Unicorn's alone.

        Raises Breach for a trap, an access where there is no memory, and a call that does not end.
        """
        if self._image is None or symbol not in self._image.symbols:
            raise MoteError(f"no function {symbol} is loaded")
        if len(arguments) > len(self._arguments):
            raise MoteError(f"{symbol}: more arguments than go into registers")
        run, entry = self._run, self._image.symbols[symbol]
        values = {name: self._random.randrange(1 << 32) for name in self._names}
        number = arguments[0].value // 4 * 7 % STACK_ENDS if arguments else 0
        stack = self._addresses.stack_high - number * self.cpu.abi.stack_alignment
        values[self.cpu.abi.stack_pointer], values["ra"] = stack, self._addresses.sentinel
        for name, argument in zip(self._arguments, arguments, strict=False):
            values[name] = argument.value & 0xFFFFFFFF
        self._put(
            self._boot + self._core.boot_offset,
            prologue(values, self._boot + self._core.boot_offset, entry),
        )
        run.boot, run.start, run.stop = self._boot, entry, self._addresses.sentinel
        run.cycle_limit, run.stop_cycles = 40 * budget, self._core.nop_cycles
        self._library.rtl_run(self._handle, ctypes.byref(run))
        if run.reason != REACHED:
            raise self._breach(symbol, run)
        return CallResult(
            instructions=run.instructions,
            library_instructions=0,
            cycles={self._timing.name: run.cycles},
            stack_bytes=0,
        )

    def _breach(self, symbol: str, run: Run) -> Breach:
        title = self._core.title
        what = {
            CYCLES: f"{symbol} does not end on {title}",
            TRAP: f"{title} refuses an instruction or an access of {symbol}",
            OUTSIDE: f"{symbol} reads or writes at {run.address:#x} on {title}: no memory is there",
        }[run.reason]
        return Breach("hardware", what, program_counter=run.program_counter)

    def returned(self, size: int) -> int:
        value = self._run.registers[NAMES.index("a0")]
        if size > 4:
            value |= self._run.registers[NAMES.index("a1")] << 32
        return int(value) & ((1 << 8 * size) - 1)

    def close(self) -> None:
        if self._handle:
            self._library.rtl_delete(self._handle)
        self._handle = None

    def __del__(self) -> None:
        self.close()
