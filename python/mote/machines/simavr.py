"""AVR microcontrollers: simavr's core, driven at the ABI and watched at every instruction.

Cycles are simavr's, exact, counted from the function's first instruction to the end of the
`ret` that leaves it: those of the caller's `call` or `rcall` are not among them, those of the
`ret` are.  The two bytes of return address that the call pushes (three on devices with more than
128 KB of program memory) count in stack_bytes.  There are no peripherals and no interrupts, but
interrupts are enabled as far as the code can tell, so that one might come between any two
instructions.  From that follow the rules of the stack:

- nothing is read, or stored other than by pushing, at or below the stack pointer, and what a pop
  or a return frees is overwritten at once;
- the stack pointer's halves are not written with interrupts enabled in between.  Accepted are
  `cli` before both, and setting the I flag again just before the second, since the instruction
  after that one still runs undisturbed (AVR Instruction Set Manual, SEI): avr-gcc's sequence.

When memcpy or memset returns, the registers and flags that they may change under the ABI have
changed, other than the result.  In the trace, reads of program memory stand at 0x1000000 plus
the byte address.

On a device with elpm, RAMPZ holds anything when a function is called, and anything may be left in
it; so does memcpy.  EIND is 0 (avr-gcc's rule), and may only be read.
"""

from __future__ import annotations

import ctypes
import functools
import random
from collections.abc import Sequence

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile

from mote.building.image import Image, Layout, Region
from mote.catalog.cpu import Cpu
from mote.common.errors import Breach, BuildError, MissingTool, MoteError
from mote.machines import Machine, breaches
from mote.machines.call import Argument, CallResult
from mote.machines.places import Places
from mote.native import library

STACK_BYTES = 2048
CALLER_BYTES = 16
"""Top of RAM that belongs to the caller's own frame."""

CORES = ("avr25", "avr51", "avr6")

ROOM_FOR_VARIABLES = 256
"""Bytes at the start of RAM that stay free where the stack lies there; a file whose variables take
more has the stack, and the data above it, behind them."""

LIBRARY_BYTES = 512
"""So much of the compiler's library, with memcpy and memset, may be linked to a file."""

STACK_ENDS = 256
"""At so many addresses the stack ends, so that every carry between an address's bytes counts."""

DATA_SPACE = 0x800000
"""What GNU's tools add to an address of RAM, to tell it from one of program memory."""

SENTINEL_BELOW_END = 4
"""Where the caller goes on: so many bytes before the end of program memory."""

INTERRUPTS_ENABLED = 0x80
# The numbers of the enumeration END_... in simavr_engine.c.
(
    RETURNED,
    BUDGET,
    READ,
    WRITE,
    READ_IO,
    WRITE_IO,
    READ_FLASH,
    FETCH,
    ILLEGAL,
    FORBIDDEN,
    READ_BELOW_SP,
    WRITE_BELOW_SP,
    STACK_OVERFLOW,
    STACK_UNDERFLOW,
    STACK_POINTER,
    STACK_POINTER_TORN,
    ZERO_AT_CALL,
    OUT_OF_MEMORY,
) = range(18)

EVENT_KINDS = ("execute", "read", "write")


class _Result(ctypes.Structure):
    _fields_ = (
        ("end", ctypes.c_uint32),
        ("address", ctypes.c_uint32),
        ("program_counter", ctypes.c_uint32),
        ("caller", ctypes.c_uint32),
        ("stack_pointer", ctypes.c_uint32),
        ("stack_bytes", ctypes.c_uint32),
        ("short_stack_bytes", ctypes.c_uint32),
        ("instructions", ctypes.c_uint64),
        ("library_instructions", ctypes.c_uint64),
        ("cycles", ctypes.c_uint64),
        ("trace", ctypes.c_uint64),
        ("registers", ctypes.c_uint8 * 32),
        ("status", ctypes.c_uint8),
    )


@functools.cache
def _engine() -> ctypes.CDLL:
    try:
        engine = library("simavr_engine", ("simavr_engine.c",), link=("-lsimavr", "-lelf"))
    except BuildError as error:
        if "simavr" in error.output.replace("simavr_engine", "") or "-lelf" in error.output:
            raise MissingTool(
                "simavr's library is not installed", ("libsimavr-dev", "libelf-dev")
            ) from error
        raise
    pointer, word, wide = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint64
    for name, result, parameters in (
        ("open", pointer, (ctypes.c_char_p, ctypes.c_int)),
        ("close", None, (pointer,)),
        ("data", pointer, (pointer,)),
        ("ram_start", word, (pointer,)),
        ("ram_end", word, (pointer,)),
        ("flash_size", word, (pointer,)),
        ("return_bytes", word, (pointer,)),
        ("clear", None, (pointer, word, word, ctypes.c_int)),
        ("program", None, (pointer, word, ctypes.c_char_p, word, ctypes.c_int)),
        ("mark_illegal", None, (pointer, word)),
        ("mark_library", None, (pointer, word, word)),
        ("finish", None, (pointer,)),
        (
            "call",
            None,
            (
                pointer,
                word,
                ctypes.c_char_p,
                ctypes.c_uint8,
                word,
                word,
                pointer,
                word,
                ctypes.c_int,
                wide,
                ctypes.POINTER(_Result),
            ),
        ),
        ("lenient", None, (pointer, ctypes.c_int)),
        ("events", ctypes.POINTER(word), (pointer, ctypes.POINTER(wide))),
    ):
        function = getattr(engine, f"simavr_{name}")
        function.restype = result
        function.argtypes = parameters
    return engine


def create(cpu: Cpu) -> Machine:
    """The machine of a CPU file with [machine] kind = "simavr".

    Options: model (simavr's name of the microcontroller), core (its architecture as avr-gcc names
    them: avr25, which has no more than 8 KB; avr51 has elpm, avr6 three bytes of program counter
    too; default avr25), code (where the linker puts the code),
    library_clobbers (default true: memcpy and memset leave arbitrary bytes in the registers that
    a callee may change).
    """
    return Simavr(cpu)


def _register(name: str) -> int:
    return int(name.removeprefix("r"))


class Simavr(Machine):
    """One AVR core; see the module for what it watches and counts."""

    repeated = 10_000_000
    _handle: int | None = None
    """Of the class, because __del__ is also called where __init__ has raised."""

    def __init__(self, cpu: Cpu) -> None:
        super().__init__(cpu)
        self._handle = None
        self._random = random.Random(0)
        self._engine = _engine()
        model = str(cpu.machine_options.get("model", "atmega1281"))
        core = str(cpu.machine_options.get("core", "avr25"))
        if core not in CORES:
            raise MoteError(f"{core} is not a core of the bench's AVR: {', '.join(CORES)}")
        self._handle = self._engine.simavr_open(model.encode(), int(core != "avr25"))
        if not self._handle:
            raise MoteError(f"simavr does not know the microcontroller {model}")
        returns = self._engine.simavr_return_bytes(self._handle)
        if (core == "avr6") != (returns == 3):
            raise MoteError(
                f"{model} is not of the core {core}: it pushes {returns} bytes in a call"
            )
        self._data = self._engine.simavr_data(self._handle)
        self._ram = self._engine.simavr_ram_start(self._handle)
        self._ram_end = self._engine.simavr_ram_end(self._handle)
        self._flash_size = self._engine.simavr_flash_size(self._handle)
        if self._ram_end - self._ram < 2 * STACK_BYTES:
            raise MoteError(f"{model} has too little RAM for the bench")
        self._stack_start = self._ram_end - STACK_BYTES - STACK_ENDS
        self.memory = (self._ram, self._stack_start - self._ram)
        self._stack = self._stack_for(())
        self._image: Image | None = None
        self._around, self._flags = (b"", b""), False
        """The registers at the last call and at its return; whether it changed the flags."""
        self._returned = bytes(26)
        self._variables: tuple[Region, ...] = ()
        self._callee_saved = tuple(map(_register, cpu.abi.callee_saved))
        self._zero = tuple(map(_register, cpu.abi.zero))
        self._arguments = tuple(map(_register, cpu.abi.arguments))

    def _stack_for(self, arguments: Sequence[Argument]) -> Region:
        """The stack of a call: another end with each address that the first argument is.

        So calls with the same addresses have the same trace, and the bench's have the same stack.
        """
        below = arguments[0].value * 89 % STACK_ENDS if arguments else 0
        start = self._stack_start + STACK_ENDS - below
        return Region("the stack", start, STACK_BYTES - CALLER_BYTES, True)

    def close(self) -> None:
        """Free the core."""
        if self._handle:
            self._engine.simavr_close(self._handle)
            self._handle = None

    def __del__(self) -> None:
        self.close()

    def layouts(self, size: int) -> tuple[Layout, ...]:
        """The stack below data; code at the end of what 16 bits of an address reach.

        Where the core has elpm, also behind 64 KB, and behind 128 KB if there is so much.
        """
        size += LIBRARY_BYTES
        code = [(0x10000 - size) // 2 * 2]
        if self.cpu.machine_options.get("core", CORES[0]) != CORES[0]:
            code += [0x10002, 0x20002]
        return tuple(
            Layout(
                f"with code at {start:#x} behind other code, and the stack below the data",
                code=start,
                memory=self._ram + ROOM_FOR_VARIABLES + STACK_BYTES + STACK_ENDS,
                stack=self._ram + ROOM_FOR_VARIABLES,
            )
            for start in code
            if start > 0x200 and start + size < self._flash_size - SENTINEL_BELOW_END
        )

    def load(self, image: Image) -> None:
        """Put the image into program memory, and into RAM what start-up code would copy there.

        Raises MoteError when it does not fit.
        """
        engine, handle = self._engine, self._handle
        self._random = random.Random(0)
        layout = image.layout
        engine.simavr_clear(
            handle,
            self._flash_size - SENTINEL_BELOW_END,
            sum(1 << number for number in self._zero),
            int(bool(self.cpu.machine_options.get("library_clobbers", True))),
        )
        variables = []
        with image.path.open("rb") as stream:
            for section in ELFFile(stream).iter_sections():
                flags, size = section["sh_flags"], section["sh_size"]
                if not flags & SH_FLAGS.SHF_ALLOC or size == 0:
                    continue
                address = section["sh_addr"]
                code = bool(flags & SH_FLAGS.SHF_EXECINSTR)
                if address >= DATA_SPACE:
                    region = Region(
                        f"what the file keeps in RAM ({section.name})",
                        address - DATA_SPACE,
                        size,
                        section.name != ".rodata",
                    )
                    if region.end > self._ram_end - STACK_BYTES - STACK_ENDS:
                        raise MoteError(
                            f"{section.name} takes {breaches.count(size)}: more than the RAM"
                        )
                    empty = section["sh_type"] == "SHT_NOBITS"
                    self.write(region.address, bytes(size) if empty else section.data())
                    variables.append(region)
                    continue
                if address + size > self._flash_size - SENTINEL_BELOW_END:
                    raise MoteError(f"{section.name} does not fit into program memory")
                engine.simavr_program(handle, address, section.data(), size, int(code))
        for address in image.illegal:
            engine.simavr_mark_illegal(handle, address)
        for start, end in image.library:
            engine.simavr_mark_library(handle, start, end)
        engine.simavr_finish(handle)
        self._image = image
        self.places = Places(self.cpu, image)
        self._variables = tuple(variables)
        start = max((region.end for region in variables), default=self._ram)
        self._stack_start = self._ram_end - STACK_BYTES - STACK_ENDS
        self.memory = (start, self._stack_start - start)
        if layout is not None and layout.memory is not None and layout.stack is not None:
            up = max(0, start - layout.stack)
            self._stack_start = layout.stack + up
            self.memory = (layout.memory + up, self._ram_end - layout.memory - up)

    def _check_range(self, address: int, size: int) -> None:
        if size < 0 or address < self._ram or address + size > self._ram_end:
            raise MoteError(f"{breaches.count(size)} at {address:#06x} are not in RAM")

    def write(self, address: int, data: bytes) -> None:
        """Put bytes into RAM; raises MoteError outside of it."""
        self._check_range(address, len(data))
        ctypes.memmove(self._data + address, bytes(data), len(data))

    def read(self, address: int, size: int) -> bytes:
        """Take bytes from RAM; raises MoteError outside of it."""
        self._check_range(address, size)
        return ctypes.string_at(self._data + address, size)

    def call(
        self,
        symbol: str,
        arguments: Sequence[Argument],
        regions: Sequence[Region],
        *,
        detail: bool = True,
        budget: int = 200_000_000,
    ) -> CallResult:
        """Call a function; instructions, cycles and stack are counted without detail too."""
        if self._image is None or symbol not in self._image.symbols:
            raise MoteError(f"no function {symbol} is loaded")
        # A number of four bytes takes two pairs of registers, the first of them its high half.
        halves = [
            value
            for argument in arguments
            for value in (
                (argument.value >> 16, argument.value)
                if argument.kind == "word"
                else (argument.value,)
            )
        ]
        if len(halves) > len(self._arguments):
            raise MoteError(f"{symbol}: more arguments than go into registers")
        for region in regions:
            self._check_range(region.address, region.size)
            past = region.address >= self._stack_start + STACK_BYTES + STACK_ENDS
            if region.end > self._stack_start and region.size and not past:
                raise MoteError(f"{region.name} lies in the stack")
        # Arbitrary contents, other ones at each call, so that code that relies on what happens to
        # be in a register or a flag does not pass; the same in every run.
        registers = bytearray(self._random.randbytes(32))
        status = INTERRUPTS_ENABLED | self._random.randrange(0x80)
        for number in self._zero:
            registers[number] = 0
        for number, value in zip(self._arguments, halves, strict=False):
            registers[number : number + 2] = (value & 0xFFFF).to_bytes(2, "little")
        everything = (*regions, *self._variables)
        flat = [
            number
            for region in everything
            for number in (region.address, region.size, int(region.writable))
        ]
        self._stack = self._stack_for(arguments)
        result = _Result()
        self._engine.simavr_lenient(self._handle, int(self.lenient))
        self._engine.simavr_call(
            self._handle,
            self._image.symbols[symbol],
            bytes(registers),
            status,
            self._stack.address - 1,
            self._stack.end - 1,
            (ctypes.c_uint32 * len(flat))(*flat),
            len(everything),
            (2 if self.record else 1) if detail else 0,
            budget,
            ctypes.byref(result),
        )
        if result.end != RETURNED:
            raise self._breach(symbol, result, regions, budget)
        if not self.lenient:
            self._check_abi(symbol, result, registers)
        after = bytes(result.registers)
        self._around = (bytes(registers), after)
        self._flags = bool((result.status ^ status) & ~INTERRUPTS_ENABLED)
        self._returned = after[:26]
        return CallResult(
            instructions=result.instructions,
            library_instructions=result.library_instructions,
            cycles={
                timing.name: result.cycles
                for timing in self.cpu.timings
                if timing.fidelity == "exact"
            },
            stack_bytes=result.stack_bytes,
            contract_stack=result.short_stack_bytes,
            trace=result.trace,
        )

    def left(self) -> bytes:
        return self.read(self._stack.address, self._stack.size)

    def returned(self, size: int) -> int:
        """From r25 downwards, the highest byte first, an even number of registers."""
        start = 26 - size - size % 2
        return int.from_bytes(self._returned[start : start + size], "little")

    def events(self) -> list[tuple[str, int]]:
        """The last call's trace when it was detailed and `record` was set; else empty."""
        count = ctypes.c_uint64()
        events = self._engine.simavr_events(self._handle, ctypes.byref(count))
        return [(EVENT_KINDS[event >> 30], event & 0x3FFFFFFF) for event in events[: count.value]]

    def registers(self) -> frozenset[str]:
        """r0 to r31, and the flags of SREG."""
        return frozenset([*(f"r{number}" for number in range(32)), "flags"])

    def changed(self) -> frozenset[str]:
        """What the last call left otherwise."""
        before, after = self._around
        found = {f"r{n}" for n, value in enumerate(before) if after[n] != value}
        return frozenset([*found, "flags"] if self._flags else found)

    def _check_abi(self, symbol: str, result: _Result, before: bytearray) -> None:
        """The caller's view after the return (AVR Libc FAQ, "What registers are used?")."""
        what = ""
        if result.stack_pointer != self._stack.end - 1:
            difference = result.stack_pointer - (self._stack.end - 1)
            what = breaches.moved(symbol, self.cpu.abi.stack_pointer, difference)
        for number in self._zero:
            if result.registers[number] != 0:
                what = what or breaches.not_zero(symbol, f"r{number}", result.registers[number])
        for number in self._callee_saved:
            if result.registers[number] != before[number]:
                what = what or breaches.not_restored(
                    symbol, f"r{number}", before[number], result.registers[number]
                )
        if not result.status & INTERRUPTS_ENABLED:
            what = what or f"{symbol} returns with interrupts disabled"
        if what:
            raise Breach(
                "abi",
                what,
                program_counter=result.program_counter,
                place=self.place(result.program_counter),
            )

    def _breach(
        self, symbol: str, result: _Result, regions: Sequence[Region], budget: int
    ) -> MoteError:
        at: int | None = result.address
        end, address = result.end, result.address
        pointer = self.cpu.abi.stack_pointer
        way = "write" if end in (WRITE, WRITE_IO, WRITE_BELOW_SP) else "read"
        where = breaches.where(address, 1, way, [*regions, *self._variables, self._stack])
        own = self._stack.end - 1
        outside = f"the register or I/O address {address:#06x}"
        text = self._image.illegal.get(result.program_counter, "") if self._image else ""
        kind, what = {
            BUDGET: ("budget", breaches.endless(symbol, budget)),
            READ: ("read", breaches.access("read", 1, address, where)),
            WRITE: ("write", breaches.access("write", 1, address, where)),
            READ_IO: ("read", breaches.access_to("read", 1, outside)),
            WRITE_IO: ("write", breaches.access_to("write", 1, outside)),
            READ_FLASH: (
                "read",
                breaches.access_to(
                    "read", 1, f"program memory at {address:#06x}, outside the image"
                ),
            ),
            FETCH: ("fetch", breaches.fetch(address)),
            ILLEGAL: ("instruction", breaches.instruction(self.cpu.name, text)),
            FORBIDDEN: (
                "instruction",
                "spm, sleep, break and wdr are not for a hash function",
            ),
            READ_BELOW_SP: (
                "stack",
                breaches.outside_stack("read", address, pointer, result.stack_pointer),
            ),
            WRITE_BELOW_SP: (
                "stack",
                breaches.outside_stack("write", address, pointer, result.stack_pointer),
            ),
            STACK_OVERFLOW: ("stack", breaches.overflow(self._stack.size)),
            STACK_UNDERFLOW: ("stack", breaches.callers_frame("pop", address)),
            STACK_POINTER: ("stack", breaches.above(pointer, address, own)),
            STACK_POINTER_TORN: (
                "stack",
                f"{pointer} changes by halves with interrupts enabled in between",
            ),
            ZERO_AT_CALL: ("abi", f"r{address} is not zero where memcpy or memset starts"),
            OUT_OF_MEMORY: ("budget", "no memory for the recorded trace"),
        }[end]
        if end in (BUDGET, ILLEGAL, FORBIDDEN, ZERO_AT_CALL, OUT_OF_MEMORY):
            at = None
        place = self.place(result.program_counter)
        if result.caller:
            place += f", called from {self.place(result.caller)}"
        return Breach(kind, what, address=at, program_counter=result.program_counter, place=place)
