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

import hashlib
import random
import shutil
from collections.abc import Sequence
from pathlib import Path

from elftools.elf.elffile import ELFFile

from mote import native
from mote.building.image import Image, Layout, Region
from mote.building.toolchains import gnu
from mote.catalog.cpu import Cpu
from mote.common.errors import Breach, MissingTool, MoteError
from mote.machines import Machine
from mote.machines.call import Argument, CallResult
from mote.machines.code import sections_of
from mote.machines.places import Places
from mote.machines.qemu_diagnosis import Diagnosis
from mote.machines.qemu_memory import STACK_BYTES, STACK_ENDS, Program, SharedFile
from mote.machines.qemu_process import (
    AFTER,
    BEFORE,
    REGIONS,
    REGISTERS_BYTES,
    SIGNAL,
    Process,
    Range,
    address_in,
    driver_of,
)
from mote.machines.qemu_registers import Registers

# What other modules take from here, the protocol with the driver too (mote.proving.references).
MEMORY = 0x500200000
MEMORY_BYTES = 0x100000
STACK_HIGH = 0x6007F0000
ELSEWHERE = Layout(
    "with code at 0x7a9f6ef000 behind other code, and data across a multiple of 4 GB",
    *(0x7A9F6EF000, 0x7AFFDDFE90, 0x7AFFFFFFF0, 0x7A9F80F810),
)


class QemuMachine(Machine):
    """One implementation in QEMU; see the module for what is watched."""

    def __init__(self, cpu: Cpu) -> None:
        super().__init__(cpu)
        options = cpu.machine_options
        program = shutil.which(options["program"])
        if program is None:
            raise MissingTool(f"{options['program']} is not installed", ("qemu-user",))
        version = int(options["elf_abi"])
        self._vectors = int(options.get("vectors", 2))
        self._caller_bytes = 32 if version == 2 else 112
        self.memory = (MEMORY, MEMORY_BYTES)
        self._stack_end = STACK_HIGH
        self._command = [program, "-cpu", options["model"]]
        plug_in = native.shared("qemu_watch", ["qemu_watch.c"])
        driver = driver_of(cpu)
        self._returned = address_in(driver, "returned")
        self._handler = address_in(driver, "handler")
        self._plug_in, self._driver = str(plug_in), str(driver)
        self._registers = Registers(cpu, self._vectors, version)
        self._random = random.Random(0)
        self._processes: dict[bool, Process] = {}
        self._file: SharedFile | None = None
        self._diagnosis: Diagnosis | None = None
        self._fixed: list[Range] = []
        self._toc = 0
        self._changed: frozenset[str] | None = frozenset()
        self._around = (b"", b"")
        """The registers at the last call, and at its return."""
        self._result = 0
        self._recorded = False

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
        self.places = Places(self.cpu, image)
        with image.path.open("rb") as stream:
            sections = sections_of(ELFFile(stream))
        program = Program(image, sections, self.cpu.endianness)
        file = SharedFile(self.cpu, program, self.memory, self._stack_end, self._vectors)
        file.watch.return_address, file.watch.handler = self._returned, self._handler
        self._file = file
        self._diagnosis = Diagnosis(self.cpu, file, Path(self._command[0]).name, self.places)
        got = int(self.cpu.machine_options.get("got", gnu.GOT)) + gnu.moved_by(layout)
        self._toc = got + gnu.TOC_OFFSET
        self._fixed = [Range(s.address, s.end, int(s.variables)) for s in sections]
        start, size = self.memory
        self.write(start, (hashlib.sha256(b"memory").digest() * (size // 32 + 1))[:size])

    def _loaded(self) -> SharedFile:
        if self._file is None:
            raise MoteError("no image is loaded")
        return self._file

    def write(self, address: int, data: bytes) -> None:
        self._loaded().write(address, data)

    def read(self, address: int, size: int) -> bytes:
        return self._loaded().read(address, size)

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
        file = self._loaded()
        image, watch = file.program.image, file.watch
        if symbol not in image.symbols:
            raise MoteError(f"{image.path.name} has no function {symbol}")
        if len(arguments) > len(self.cpu.abi.arguments):
            most = len(self.cpu.abi.arguments)
            raise MoteError(f"{self.cpu.name}: at most {most} arguments")
        number = arguments[0].value // 4 * 7 % STACK_ENDS if arguments else 0
        high = self._stack_end - number * self.cpu.abi.stack_alignment
        watch.budget, watch.record, watch.lenient = budget, detail and self.record, self.lenient
        watch.stack_low, watch.stack_high = high - STACK_BYTES, high
        self._allow(file, regions)
        file.fill_stack(high, self._random)
        before = self._registers.at_call(
            self._random, image.symbols[symbol], arguments, high, self._toc
        )
        file.put_bytes(BEFORE, before)
        watch.breach = 0
        file.put(SIGNAL, 0)
        self._recorded = detail and self.record
        if self._recorded:
            file.forget_events()
        process = self._processes.get(detail)
        if process is None:
            process = self._processes[detail] = self._start(detail, file)
        if not process.call():
            said = self._processes.pop(detail).end()
            assert self._diagnosis is not None
            raise self._diagnosis.ended(symbol, regions, budget, said)
        self._take_registers(symbol, before, file.get_bytes(AFTER, REGISTERS_BYTES))
        if not detail:
            return CallResult(0, 0, {}, 0, 0)
        return CallResult(
            instructions=watch.instructions,
            library_instructions=watch.library_instructions,
            cycles={},
            stack_bytes=high - watch.lowest,
            trace=watch.trace or 1,
        )

    def _allow(self, file: SharedFile, regions: Sequence[Region]) -> None:
        """Say to the plug-in which memory the call may touch."""
        watch = file.watch
        ranges = [Range(r.address, r.end, int(r.writable)) for r in regions if r.size > 0]
        stack = Range(watch.stack_low, watch.stack_high + self._caller_bytes, 1)
        ranges += [stack, *self._fixed]
        if len(ranges) > REGIONS:
            raise MoteError(f"a call takes at most {REGIONS} ranges of memory")
        watch.region_count = len(ranges)
        for place, each in enumerate(ranges):
            watch.regions[place] = each

    def _start(self, detail: bool, file: SharedFile) -> Process:
        options = f"{self._plug_in},shared={file.files[0]},events={file.files[1]}"
        options += ",detail=on" if detail else ""
        command = [*self._command, "-plugin", options, self._driver, str(file.files[0])]
        return Process(command, file.files)

    def _take_registers(self, symbol: str, before: bytes, after: bytes) -> None:
        """Keep what the call changed and returned.  Raises Breach where the ABI forbids it."""
        self._around, self._changed = (before, after), None
        self._result = self._registers.word(after, 3)
        if self.lenient:
            return
        assert self._diagnosis is not None
        what = ""
        if not self._registers.kept(before, after, self._toc):
            values, now = self._registers.values(before), self._registers.values(after)
            what = self._registers.problem(symbol, before, after, values, now, self._toc)
        breach = self._diagnosis.returned_wrong(symbol, what)
        if breach is not None:
            raise breach

    def registers(self) -> frozenset[str]:
        """General, vector and condition registers; see `Registers.values` for the names."""
        return self._registers.names()

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
        return self._file.left(self._caller_bytes) if self._file is not None else b""

    def changed(self) -> frozenset[str]:
        """What the last call left otherwise."""
        if self._changed is None:
            values, now = (self._registers.values(each) for each in self._around)
            self._changed = frozenset(name for name in values if values[name] != now[name])
        return self._changed

    def executed(self) -> dict[int, int]:
        """How often the last call in detail executed the instruction at each address, if at all."""
        return self._file.executed() if self._file is not None else {}

    def instructions(self) -> dict[int, str]:
        """The text of the instruction at each address of the image's code."""
        if self._file is None:
            return {}
        return gnu.listing(self.cpu, self._file.program.image.path)

    def events(self) -> list[tuple[str, int]]:
        if not self._recorded or self._file is None:
            return []
        return self._file.events()

    def place(self, program_counter: int) -> str:
        is_code = self._file is not None and self._file.program.is_code(program_counter)
        return super().place(program_counter) if is_code else ""

    def close(self) -> None:
        for process in self._processes.values():
            process.end()
        self._processes = {}
        self._recorded = False
        self._diagnosis = None
        if self._file is not None:
            self._file.close()
        self._file = None

    def __del__(self) -> None:
        if getattr(self, "_file", None):
            self.close()


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
