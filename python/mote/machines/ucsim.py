"""The 8051: uCsim (program s51) for the machine cycles, a core of our own for the guard.

uCsim counts exact machine cycles but can neither grant reading without writing byte by byte nor
hand out a trace at speed, and runs some 4 million instructions a second.  So every call runs on
the core in native/mcs51_engine.c, which watches each access.  A detailed call is then repeated on
uCsim from the same state, and everything must agree: instructions, machine cycles, internal RAM,
the special function registers, the deepest stack pointer, and the bytes of every region.
Repeated is each call whose figures have not been seen since the image was loaded, up to
CONFIRMED_INSTRUCTIONS in all: a figure that comes again is one that uCsim has given.

Addresses of data are flat, as in mote.building.toolchains.sdcc: external RAM from 0, internal RAM
from 0x10000, special function registers from 0x20000 (plus their direct address), code from
0x30000.

A CPU file with `block_moves = 1` has an instruction of our own, which native/mcs51_engine.c
defines: calls that execute it run there alone.

A CPU file with `data_pointers = 2` has a second data pointer, selected in AUXR1; its `model` of
uCsim must have one, too.

ABI: SDCC Compiler User Guide, section 3.13 ("MCS51 variants": parameter passing, function return,
register use).  The first argument is in DPL, DPH, B, the others in the variables NAME_PARM_n.
A function may change every register but SP, the register bank in PSW, IE and P2.
"""

from __future__ import annotations

import ctypes
import random
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from mote import native
from mote.building.image import Image, Layout, Region
from mote.catalog.cpu import Cpu
from mote.common.errors import Breach, MissingTool, MoteError
from mote.machines import Machine, breaches
from mote.machines.call import Argument, CallResult
from mote.machines.places import Places

IRAM, SFR, CODE = 0x10000, 0x20000, 0x30000

CONFIRMED_INSTRUCTIONS = 20_000_000
"""Instructions that may be repeated on uCsim for one loaded image (some 5 s)."""

CLOCKS = 12
"""Oscillator periods in a machine cycle; uCsim's ticks."""

MAY_READ, MAY_WRITE, MAY_EXECUTE, IN_LIBRARY = 1, 2, 4, 8

REGISTERS = {"sp": 0x81, "dpl": 0x82, "dph": 0x83, "ie": 0xA8, "p2": 0xA0, "psw": 0xD0}
REGISTERS |= {"acc": 0xE0, "b": 0xF0}
PRESERVED = ("ie", "p2")
AUXR1 = 0xA2
"""Of a core with two data pointers: bit 0 selects one, and is 0 at calls and returns."""
WATCHED = ("dpl", "dph", "acc", "b")
"""The special function registers that code may use as it likes, beside those of bank 0."""
FLAGS = 0xE6
"""The flags in PSW but parity, which follows the accumulator, and the register bank."""
MEMORY = (0x4400, 0x3C00)
"""Where the high byte of an address, taken for that of a pointer, would mean internal RAM."""

ELSEWHERE = (0xBBD0, 0x4400)
"""Other data memory: variables of the linker lie from 0x8000 on."""

LIBRARY_BYTES = 0x1000
"""So much of SDCC's library may be linked to a file, at most."""

CONSTANTS = 0xC000
"""Where constants that are not of the image lie in code memory, up to its end."""

CODE_POINTER = 0x80 << 16
"""The high byte of a generic pointer to code memory (SDCC Compiler User Guide, section 3.5)."""

BANK = 0x18
"""The bits of PSW that select the register bank."""

BREACHES = ("", "read", "write", "fetch", "instruction", "stack", "budget")
NO_MEMORY = 7

_EVENTS = ("execute", "read", "write")


class _Core(ctypes.Structure):
    """struct mcs51 of native/mcs51_engine.c."""

    _fields_ = (
        ("code", ctypes.c_uint8 * 0x10000),
        ("code_may", ctypes.c_uint8 * 0x10000),
        ("xram", ctypes.c_uint8 * 0x10000),
        ("xram_may", ctypes.c_uint8 * 0x10000),
        ("iram", ctypes.c_uint8 * 256),
        ("iram_may", ctypes.c_uint8 * 256),
        ("sfr", ctypes.c_uint8 * 256),
        ("sfr_may", ctypes.c_uint8 * 256),
        ("instructions", ctypes.c_uint64),
        ("library_instructions", ctypes.c_uint64),
        ("cycles", ctypes.c_uint64),
        ("trace", ctypes.c_uint64),
        ("pc", ctypes.c_uint32),
        ("stack_low", ctypes.c_uint32),
        ("deepest", ctypes.c_uint32),
        ("breach_at", ctypes.c_uint32),
        ("breach_pc", ctypes.c_uint32),
        ("tracing", ctypes.c_uint32),
        ("recording", ctypes.c_uint32),
        ("event_count", ctypes.c_uint64),
        ("event_room", ctypes.c_uint64),
        ("events", ctypes.POINTER(ctypes.c_uint32)),
        ("two_pointers", ctypes.c_uint32),
        ("other_pointer", ctypes.c_uint8 * 2),
        ("block_moves", ctypes.c_uint32),
        ("moved", ctypes.c_uint64),
        ("status", ctypes.c_uint32),
        ("here", ctypes.c_uint32),
    )


def read_intel_hex(text: str) -> list[tuple[int, bytes]]:
    """Data records of Intel HEX text in order (Intel, "Hexadecimal Object File Format", 1988)."""
    records = []
    for line in text.splitlines():
        line = line.strip()
        if not line.startswith(":"):
            continue
        data = bytes.fromhex(line[1:])
        if sum(data) & 0xFF:
            raise MoteError(f"an Intel HEX record has a wrong sum: {line}")
        if data[3] == 0:
            records.append((int.from_bytes(data[1:3], "big"), data[4 : 4 + data[0]]))
    return records


def run_console(program: str, model: str, image: Path, commands: Iterable[str]) -> str:
    """What s51 prints for console commands, with `image` loaded.

    Every time a process of its own: it starts within 20 ms, while the console of a running one
    looks for input only ten times a second.  The commands come from a file: those from standard
    input are echoed into the middle of the answers.
    """
    with tempfile.NamedTemporaryFile("w", suffix=".cmd") as file:
        file.write("\n".join([f'file "{image}"', *commands, "quit", ""]))
        file.flush()
        command = [program, "-b", "-P", "-t", model, "-X", f"{CLOCKS}M", "-R", "1"]
        try:
            result = subprocess.run(
                [*command, "-C", file.name],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=120,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise MoteError("s51 gave no answer within two minutes") from None
    if result.returncode != 0:
        words = (result.stdout + result.stderr).strip().splitlines()
        raise MoteError(f"s51 ended with an error: {words[-1] if words else 'no word'}")
    return result.stdout


def _get(spaces: Iterable[tuple[str, int, int]]) -> list[str]:
    """Console commands that print parts of memory as Intel HEX, each a (space, address, size)."""
    return [f"dump /i {space} {at:#x} {at + size - 1:#x}" for space, at, size in spaces if size]


def _gotten(text: str, spaces: Iterable[tuple[str, int, int]]) -> list[bytes]:
    """The bytes that the commands of _get printed."""
    stream = b"".join(data for _, data in read_intel_hex(text))
    parts = []
    for _, _, size in spaces:
        parts.append(stream[:size])
        stream = stream[size:]
    return parts


def _put(space: str, start: int, data: bytes) -> list[str]:
    """Console commands that write bytes."""
    return [
        f"set memory {space} {start + at:#x} {' '.join(map(str, data[at : at + 64]))}"
        for at in range(0, len(data), 64)
    ]


def _without_parity(registers: bytes) -> bytes:
    """Register values in the order of REGISTERS, less the parity flag.

    uCsim 0.6 does not renew the flag when an instruction writes the accumulator by its direct or
    bit address (dec acc, pop acc, djnz acc, cpl acc.0 ...); the manual has it follow the
    accumulator in every machine cycle.
    """
    values = dict(zip(REGISTERS, registers, strict=True))
    values["psw"] &= 0xFE
    return bytes(values.values())


def _names(registers: Iterable[str]) -> list[str]:
    """Registers as the CPU's file names them: the accumulator is a."""
    return ["a" if name == "acc" else name for name in registers]


class Ucsim(Machine):
    """An 8052 with 64 KiB of external RAM."""

    repeated = 8_000_000
    memory = MEMORY
    code_at = CODE

    def __init__(self, cpu: Cpu) -> None:
        super().__init__(cpu)
        program = shutil.which("s51")
        if program is None:
            raise MissingTool("s51 (uCsim) is not installed", ("sdcc-ucsim",))
        self._program = program
        self._engine = native.library("mcs51_engine", ("mcs51_engine.c",))
        self._engine.mcs51_new.restype = ctypes.POINTER(_Core)
        self._engine.mcs51_free.argtypes = (ctypes.POINTER(_Core),)
        self._engine.mcs51_free.restype = None
        self._engine.mcs51_run.argtypes = (
            ctypes.POINTER(_Core),
            ctypes.c_uint32,
            ctypes.c_uint64,
        )
        self._engine.mcs51_run.restype = ctypes.c_uint32
        self._engine.mcs51_cycles.argtypes = (ctypes.c_uint8,)
        self._engine.mcs51_cycles.restype = ctypes.c_uint32
        self._handle: Any = self._engine.mcs51_new()
        if not self._handle:
            raise MemoryError
        self._core: Any = self._handle.contents
        self._xram = ctypes.addressof(self._core.xram)
        self._two_pointers = cpu.machine_options.get("data_pointers", 1) == 2
        self._block_moves = bool(cpu.machine_options.get("block_moves", 0))
        self._image: Image | None = None
        self._before = b""
        """Registers as the last call found them: bank 0, WATCHED, PSW."""
        self.confirmed_calls = 0
        """Calls since the image was loaded that uCsim repeated with the same outcome."""

    def layouts(self, size: int) -> tuple[Layout, ...]:
        """Code in the upper half at an odd address, data above what the linker takes for itself."""
        code = max(0x8000, 0xF7F0 - size - LIBRARY_BYTES) | 1
        return (
            Layout(
                f"with code at {code:#06x}, and data from {ELSEWHERE[0]:#06x} on",
                code=code,
                memory=ELSEWHERE[0],
            ),
        )

    def load(self, image: Image) -> None:
        """Load an Intel HEX image; RAM holds pseudo-random bytes from a fixed seed."""
        core = self._core
        self._image = image
        self.memory = MEMORY
        if image.layout is not None and image.layout.memory is not None:
            self.memory = ELSEWHERE
        self._random = random.Random(8051)
        self._seen: set[tuple[object, ...]] = set()
        self._left = CONFIRMED_INSTRUCTIONS
        self.confirmed_calls = 0
        self.places = Places(self.cpu, image)
        ctypes.memset(core.code, 0xFF, 0x10000)
        ctypes.memset(core.code_may, 0, 0x10000)
        self._code_end = 0
        for address, data in read_intel_hex(image.path.read_text()):
            self._code_end = max(self._code_end, address + len(data))
            core.code[address : address + len(data)] = data
            for at in range(address, address + len(data)):
                core.code_may[at] = MAY_READ | MAY_EXECUTE
        for name in ("CONST", "XINIT"):
            for at in range(
                image.symbols.get(f"{name}_start", 0), image.symbols.get(f"{name}_end", 0)
            ):
                core.code_may[at] &= ~MAY_EXECUTE
        for start, end in image.library:
            for at in range(start, end):
                core.code_may[at] |= IN_LIBRARY
        core.xram[:] = self._random.randbytes(0x10000)
        ctypes.memset(core.iram_may, 0, 256)
        ctypes.memset(core.sfr_may, 0, 256)
        for address in REGISTERS.values():
            core.sfr_may[address] = MAY_READ | MAY_WRITE
        core.two_pointers = int(self._two_pointers)
        core.block_moves = int(self._block_moves)
        if self._two_pointers:
            core.sfr_may[AUXR1] = MAY_READ | MAY_WRITE
        top = 7  # register bank 0
        for at in range(8):
            core.iram_may[at] = MAY_READ | MAY_WRITE
        for region in image.static:
            if IRAM <= region.address < SFR:
                for at in range(region.address - IRAM, region.end - IRAM):
                    core.iram_may[at] = MAY_READ | MAY_WRITE
                    top = max(top, at)
        self._stack = top + 1
        if self._stack + 2 > 0xFF:
            raise MoteError("the variables in internal RAM leave no room for a stack")

    def write(self, address: int, data: bytes) -> None:
        self._check_range(address, len(data))
        ctypes.memmove(self._xram + address, bytes(data), len(data))

    def read(self, address: int, size: int) -> bytes:
        self._check_range(address, size)
        return ctypes.string_at(self._xram + address, size)

    def _check_range(self, address: int, size: int) -> None:
        if size < 0 or address < 0 or address + size > 0x10000:
            raise MoteError(f"{size} bytes at {address:#06x} are not in external RAM")

    def call(
        self,
        symbol: str,
        arguments: Sequence[Argument],
        regions: Sequence[Region],
        *,
        detail: bool = True,
        budget: int = 200_000_000,
    ) -> CallResult:
        """See Machine.call.  `budget` is in instructions.

        Before every call all RAM that is not in `regions` and that the call may touch gets new
        pseudo-random bytes, variables at fixed addresses too: what a function would keep there
        from one call to the next is lost.
        """
        core, image = self._core, self._image
        if image is None or symbol not in image.symbols:
            raise MoteError(f"no symbol {symbol} in the loaded image")
        statics = [region for region in image.static if region.address < IRAM]
        ctypes.memmove(core.iram, self._random.randbytes(256), 256)
        for region in statics:
            self.write(region.address, self._random.randbytes(region.size))
        for name in REGISTERS:
            core.sfr[REGISTERS[name]] = self._random.randrange(256)
        core.sfr[REGISTERS["psw"]] &= ~BANK & 0xFF
        core.sfr[AUXR1] = 0
        core.other_pointer[:] = list(self._random.randbytes(2))
        core.sfr[REGISTERS["ie"]] &= 0x80  # interrupts may be on, but there is no source
        self._pass(symbol, arguments)
        sentinel = image.symbols["mote_return"]
        core.iram[self._stack] = sentinel & 0xFF
        core.iram[self._stack + 1] = sentinel >> 8
        core.sfr[REGISTERS["sp"]] = self._stack + 1
        parity = int(core.sfr[REGISTERS["acc"]]).bit_count() & 1
        core.sfr[REGISTERS["psw"]] = core.sfr[REGISTERS["psw"]] & 0xFE | parity
        core.stack_low = self._stack
        core.pc = image.symbols[symbol]
        core.tracing = int(detail or self.record)
        core.recording = int(self.record)
        ctypes.memset(core.xram_may, 0, 0x10000)
        for region in (*regions, *statics):
            may = MAY_READ | (MAY_WRITE if region.writable else 0)
            ctypes.memset(ctypes.addressof(core.xram_may) + region.address, may, region.size)
        if self.lenient:
            ctypes.memset(core.xram_may, MAY_READ | MAY_WRITE, 0x10000)
        granted = bytes(core.iram_may)
        if self.lenient:
            ctypes.memset(core.iram_may, MAY_READ | MAY_WRITE, 256)
        spaces = [("xram", region.address, region.size) for region in (*regions, *statics)]
        confirm = self.confirm and detail and self._left > 0 and not self.lenient
        # uCsim itself would lack them.
        confirm = confirm and not any(a.value & CODE_POINTER for a in arguments)
        before = self._state(spaces) if confirm else None
        kept = {name: core.sfr[REGISTERS[name]] for name in PRESERVED}
        start = core.pc
        watched = [core.sfr[REGISTERS[name]] for name in (*WATCHED, "psw")]
        self._before = bytes([*core.iram[:8], *watched])

        status = self._engine.mcs51_run(self._handle, sentinel, budget)
        ctypes.memmove(core.iram_may, granted, 256)
        if status == NO_MEMORY:
            raise MemoryError
        if status:
            raise self._breach(symbol, BREACHES[status], regions, budget)
        if not self.lenient:
            self._check_abi(symbol, kept)
        # An instruction of our own is not uCsim's.
        if before is not None and not core.moved:
            figures = (symbol, core.instructions, core.cycles, core.deepest)
            if figures not in self._seen and core.instructions <= self._left:
                self._confirm(symbol, start, before, spaces)
                self._seen.add(figures)
                self._left -= core.instructions
        return CallResult(
            instructions=core.instructions,
            library_instructions=core.library_instructions,
            cycles={timing.name: core.cycles for timing in self.cpu.timings},
            stack_bytes=core.deepest - (self._stack - 1),
            trace=core.trace if detail else 0,
        )

    def returned(self, size: int) -> int:
        """In DPL, DPH, B and the accumulator, the lowest byte first."""
        core = self._core
        bytes_ = [core.sfr[REGISTERS[name]] for name in ("dpl", "dph", "b", "acc")[:size]]
        return int.from_bytes(bytes(bytes_), "little")

    def _pass(self, symbol: str, arguments: Sequence[Argument]) -> None:
        """Put the arguments where SDCC's caller would; a pointer to external RAM has B = 0."""
        core, image = self._core, self._image
        assert image is not None
        for number, argument in enumerate(arguments, 1):
            abi = self.cpu.abi
            size = {
                "pointer": abi.pointer_bytes,
                "unsigned": abi.int_bytes,
                "size": abi.size_bytes,
                "word": 4,
                "byte": 1,
            }[argument.kind]
            data = argument.value.to_bytes(size, "little")
            if number == 1:
                for name, byte in zip(("dpl", "dph", "b", "acc"), data, strict=False):
                    core.sfr[REGISTERS[name]] = byte
                continue
            place = image.symbols.get(f"{symbol}_PARM_{number}")
            if place is None:
                raise Breach(
                    "abi",
                    f"{symbol} has no _{symbol}_PARM_{number}: SDCC passes argument {number} in a "
                    "variable of that name",
                )
            if place >= IRAM:
                core.iram[place - IRAM : place - IRAM + size] = data
            else:
                core.xram[place : place + size] = data

    def _check_abi(self, symbol: str, kept: dict[str, int]) -> None:
        core = self._core
        pointer = core.sfr[REGISTERS["sp"]]
        if pointer != self._stack - 1:
            raise Breach("abi", breaches.moved(symbol, "sp", pointer - (self._stack - 1)))
        if core.sfr[REGISTERS["psw"]] & BANK:
            bank = (core.sfr[REGISTERS["psw"]] & BANK) >> 3
            raise Breach("abi", f"{symbol} returns with register bank {bank} instead of 0")
        if core.sfr[AUXR1] & 1:
            raise Breach("abi", f"{symbol} returns with the second data pointer selected")
        for name, value in kept.items():
            now = core.sfr[REGISTERS[name]]
            if now != value:
                raise Breach("abi", breaches.not_restored(symbol, name, value, now))

    def _breach(self, symbol: str, kind: str, regions: Sequence[Region], budget: int) -> MoteError:
        core = self._core
        at, counter = core.breach_at, core.breach_pc
        opcode = f"opcode {core.code[counter]:#04x}"
        what = {
            "read": lambda: self._access("read", at, regions),
            "write": lambda: self._access("write", at, regions),
            "fetch": lambda: breaches.fetch(at - CODE),
            "instruction": lambda: breaches.instruction(self.cpu.name, opcode),
            "stack": lambda: (
                f"internal RAM {at - IRAM:#04x} is used against the stack: "
                f"sp = {core.sfr[REGISTERS['sp']]:#04x}, stack from {self._stack:#04x} to 0xff"
            ),
            "budget": lambda: breaches.endless(symbol, budget),
        }[kind]()
        return Breach(kind, what, address=at, program_counter=counter, place=self.place(counter))

    def _access(self, way: str, at: int, regions: Sequence[Region]) -> str:
        """An access to a flat address in words."""
        if at >= CODE:
            what = f"code memory at {at - CODE:#06x}, outside the image"
            return breaches.access_to(way, 1, what)
        if at >= SFR:
            names = {address: name for name, address in REGISTERS.items()}
            name = f" ({names[at - SFR]})" if at - SFR in names else ""
            return breaches.access_to(way, 1, f"special function register {at - SFR:#04x}{name}")
        if at >= IRAM:
            what = f"internal RAM at {at - IRAM:#04x}, which is not its own"
            return breaches.access_to(way, 1, what)
        assert self._image is not None
        static = [region for region in self._image.static if region.address < IRAM]
        where = breaches.where(at, 1, way, [*regions, *static])
        return breaches.access(way, 1, at, where)

    def place(self, program_counter: int) -> str:
        """Source line and function of a code address; in the library, its caller's too."""
        counter = program_counter - CODE if program_counter >= CODE else program_counter
        place = super().place(counter)
        if self._core.code_may[counter] & IN_LIBRARY:
            caller = self._caller()
            if caller is not None:
                place += f", called from {self.place(caller)}"
        return place

    def _caller(self) -> int | None:
        """The innermost call in the implementation's own code that the stack tells of.

        A return address is taken for one when a call instruction stands before it.
        """
        core = self._core
        for at in range(core.sfr[REGISTERS["sp"]], self._stack + 2, -1):
            after = core.iram[at] << 8 | core.iram[at - 1]
            for size, mask, opcode in ((3, 0xFF, 0x12), (2, 0x1F, 0x11)):
                call: int = (after - size) & 0xFFFF
                may = core.code_may[call]
                if may & MAY_EXECUTE and not may & IN_LIBRARY and core.code[call] & mask == opcode:
                    return call
        return None

    def _state(self, spaces: Iterable[tuple[str, int, int]]) -> list[bytes]:
        """Internal RAM, the registers by REGISTERS, and the given parts of external RAM."""
        core = self._core
        registers = bytes(core.sfr[address] for address in REGISTERS.values())
        parts = [bytes(core.xram[start : start + size]) for _, start, size in spaces]
        return [bytes(core.iram), registers, *parts]

    def _confirm(
        self,
        symbol: str,
        start: int,
        before: list[bytes],
        spaces: Sequence[tuple[str, int, int]],
    ) -> None:
        """Repeat the call that has just run on uCsim and compare everything."""
        core, image = self._core, self._image
        assert image is not None
        commands = [*_put("iram", 0, before[0])]
        for address, value in zip(REGISTERS.values(), before[1], strict=True):
            commands += _put("sfr", address, bytes([value]))
        if self._two_pointers:
            commands += _put("sfr", AUXR1, bytes(1))
        for (space, address, _), data in zip(spaces, before[2:], strict=True):
            commands += _put(space, address, data)
        everything = [("iram", 0, 256), *(("sfr", at, 1) for at in REGISTERS.values()), *spaces]
        commands += [f"pc {start:#x}", f"step {core.instructions}", "state", *_get(everything)]
        model = self.cpu.machine_options.get("model", "52")
        text = run_console(self._program, model, image.path, commands)
        wanted = {
            "PC": (r"CPU state= \w+ PC= 0x([0-9a-f]+)", 16, core.pc),
            "instructions": (r"Inst= (\d+)", 10, core.instructions),
            "clocks": (r"Total time since last reset= .*\((\d+) clks\)", 10, CLOCKS * core.cycles),
            "deepest SP": (r"Max value of stack pointer= 0x([0-9a-f]+)", 16, core.deepest),
        }
        wrong = []
        for name, (pattern, base, value) in wanted.items():
            found = re.findall(pattern, text)
            if not found or int(found[-1], base) != value:
                wrong.append(f"{name} {found[-1] if found else 'missing'}, not {value}")
        dumped = _gotten(text, everything)
        first = 1 + len(REGISTERS)
        theirs = [dumped[0], _without_parity(b"".join(dumped[1:first])), *dumped[first:]]
        ours = self._state(spaces)
        ours[1] = _without_parity(ours[1])
        names = ["internal RAM", "registers", *(f"xram {start:#x}" for _, start, _ in spaces)]
        for name, mine, other in zip(names, ours, theirs, strict=True):
            if mine != other:
                wrong.append(f"{name} {other.hex()}, not {mine.hex()}")
        if wrong:
            raise MoteError(
                f"uCsim and the bench's own 8051 core disagree on {symbol}: {'; '.join(wrong)}"
            )
        self.confirmed_calls += 1

    def constants(self, data: bytes) -> int | None:
        core = self._core
        if len(data) > 0x10000 - CONSTANTS or self._code_end > CONSTANTS:
            return None
        core.code[CONSTANTS : CONSTANTS + len(data)] = data
        ctypes.memset(ctypes.byref(core.code_may, CONSTANTS), 0, 0x10000 - CONSTANTS)
        ctypes.memset(ctypes.byref(core.code_may, CONSTANTS), MAY_READ, len(data))
        return CODE_POINTER | CONSTANTS

    def registers(self) -> frozenset[str]:
        """r0 to r7 of bank 0, dpl, dph, a, b, and the flags of PSW."""
        return frozenset([*(f"r{number}" for number in range(8)), *_names(WATCHED), "flags"])

    def changed(self) -> frozenset[str]:
        """What the last detailed call left otherwise."""
        core = self._core
        before = self._before
        if not before:
            return frozenset()
        found = {f"r{number}" for number in range(8) if core.iram[number] != before[number]}
        for name, value in zip(WATCHED, before[8:12], strict=True):
            if core.sfr[REGISTERS[name]] != value:
                found |= set(_names([name]))
        if (core.sfr[REGISTERS["psw"]] ^ before[12]) & FLAGS:
            found.add("flags")
        return frozenset(found)

    def events(self) -> list[tuple[str, int]]:
        core = self._core
        if not core.recording:
            return []
        return [
            (_EVENTS[event >> 30], event & 0x3FFFFFFF) for event in core.events[: core.event_count]
        ]

    def time_of(self, addresses: Sequence[int]) -> dict[str, int]:
        code = self._core.code
        cycles = sum(self._engine.mcs51_cycles(code[at - CODE]) for at in addresses)
        return {timing.name: cycles for timing in self.cpu.timings}

    def close(self) -> None:
        """Free the core."""
        if self._handle:
            self._engine.mcs51_free(self._handle)
            self._handle = None


def create(cpu: Cpu) -> Ucsim:
    """The machine for a CPU file with machine kind "ucsim"."""
    return Ucsim(cpu)
