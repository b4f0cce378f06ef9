"""ARM, Thumb, MIPS32, PowerPC, RISC-V and x86 through the Unicorn simulator.

An implementation is called at the ABI: registers and stack hold arbitrary bytes, the arguments are
where a C caller puts them, and the return address leads to a page that ends the run.  The watching
is done in C (native/unicorn_engine.c); the modules unicorn_* describe the CPU (registers), the
image (memory, code, rows, timing) and breaches (diagnosis), and this one the call.

What counts as one instruction: one that the simulator starts.  A conditional ARM instruction that
is not executed counts, a MIPS delay slot counts, a Thumb `bl` (two halfwords) is one, and of an
x86 `rep` each step is one, the last look at the counter included.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence

from mote import timing
from mote.building.image import Image, Layout, Region
from mote.catalog.cpu import Cpu
from mote.common.errors import Breach, MoteError
from mote.machines import (
    Machine,
    unicorn_code,
    unicorn_native,
    unicorn_registers,
    unicorn_rows,
    unicorn_timing,
)
from mote.machines.architectures import architecture_of
from mote.machines.call import Argument, CallResult, Pieces
from mote.machines.code import Code
from mote.machines.places import Places
from mote.machines.unicorn_diagnosis import Diagnosis
from mote.machines.unicorn_memory import ELSEWHERE, STACK_ENDS, Memory, addresses_of
from mote.machines.unicorn_registers import Registers, arbitrary

RANGE = struct.Struct("=QQII")
"""A unicorn_native.Range."""


class UnicornMachine(Machine):
    """One implementation in Unicorn, with every access and every return checked."""

    def __init__(self, cpu: Cpu) -> None:
        super().__init__(cpu)
        self._architecture = architecture_of(cpu)
        self._word = cpu.abi.pointer_bytes
        self._registers = Registers(self._architecture)
        self._library = unicorn_native.library()
        self._engine: int | None = None
        self._addresses = addresses_of(cpu)
        self.memory = self._addresses.memory
        self._settings = unicorn_registers.settings_of(
            cpu, self._architecture, self._registers, self._addresses
        )
        self._watched = self._watch()
        self._modelled = [t for t in cpu.timings if t.fidelity == "modelled"]
        self._tables: list[tuple[str, timing.Table]] = []
        self._image: Image | None = None
        self._code: Code | None = None
        self._memory: Memory | None = None
        self._diagnosis: Diagnosis | None = None
        self._fixed: list[bytes] = []
        self._request, self._result = unicorn_native.Call(), unicorn_native.Result()
        self._request_bytes = memoryview(self._request).cast("B")
        abi = cpu.abi
        self._argument_bits = {
            "pointer": 8 * self._word,
            "unsigned": 8 * abi.int_bytes,
            "size": 8 * abi.size_bytes,
            "word": 32,
            # extended to an int
            "byte": 8 * abi.int_bytes,
        }
        self._recorded = False
        self._entered: dict[int, unicorn_native.Register] = {}
        self._changed: frozenset[str] | None = frozenset()

    def _watch(self) -> dict[str, unicorn_registers.Watched]:
        return unicorn_registers.watched(
            self._architecture, self._registers, self._word, self._addresses.sentinel
        )

    # ---- the image ----

    def layouts(self, size: int) -> tuple[Layout, ...]:
        layout = ELSEWHERE[self._word]
        return (self._architecture.elsewhere(layout),)

    def load(self, image: Image) -> None:
        """Load a linked ELF file; raises MoteError when it does not fit the machine's map."""
        self.close()
        self._addresses = addresses_of(self.cpu, image.layout)
        self.memory = self._addresses.memory
        unicorn_registers.set_addresses(self._settings, self._addresses)
        self._watched = self._watch()
        self._engine = self._library.engine_new(ctypes.byref(self._settings))
        if not self._engine:
            raise MoteError("no memory for the simulator")
        self._image = image
        self.places = Places(self.cpu, image)
        code = self._code = unicorn_code.read(image.path, self._architecture)
        self._memory = Memory(
            self._engine,
            self._addresses,
            code.sections,
            image.path.name,
            self.cpu.abi.stack_alignment,
            self._architecture.nop,
        )
        self._describe_code(code, image)
        self._diagnosis = Diagnosis(
            self.cpu,
            self._architecture,
            self._registers,
            self._settings,
            image,
            code,
            self.places,
        )
        self._fixed = [
            RANGE.pack(s.address, s.end, s.variables, 0) for s in code.sections if s.data
        ]

    def _describe_code(self, code: Code, image: Image) -> None:
        if not code.instructions:
            raise MoteError(f"{image.path.name}: no code was found")
        rows = unicorn_rows.rows_of(self.cpu).of(code, image, self._registers)
        self._attach_timings(code, rows)
        executable = [s for s in code.sections if s.executable]
        ranges = (unicorn_native.Range * len(executable))(
            *(unicorn_native.Range(s.address, s.end, 0, 0) for s in executable)
        )
        library = self._library
        if library.engine_code(self._engine, ranges, len(ranges), rows, len(rows)):
            raise MoteError(f"{image.path.name}: its code does not fit the machine")

    def _attach_timings(self, code: Code, rows: ctypes.Array[unicorn_native.Row]) -> None:
        """Give the engine the CPU's timing models, and the rows what these ask for."""
        self._tables = []
        for slot, description in enumerate(self._modelled[: unicorn_native.TIMINGS]):
            model = unicorn_timing.load(description.model)
            table = model.table_of(code.instructions, code.keys)
            for index, register in enumerate(table.operand_registers):
                if register:
                    row = rows[index]
                    row.operands[slot] = register
                    if not any(row.variable):
                        row.variable[0] = register
            self._tables.append((description.name, table))
            if self._library.engine_timing(
                self._engine, slot, table.model_pointer, table.pointer, table.rows
            ):
                raise MoteError(f"the timing model {description.model} did not load")

    # ---- memory ----

    def _loaded(self) -> Memory:
        if self._memory is None:
            raise MoteError("no image is loaded")
        return self._memory

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
        """See `Machine.call`; raises UncoveredInstruction where a timing model has no rule.

        Without detail `budget` bounds the bytes of executed code over a mean instruction's length.
        """
        request = self._requested(symbol, arguments, regions, detail=detail, budget=budget)
        result = self._result
        self._recorded = bool(request.record)
        self._changed = None if detail else frozenset()
        self._library.engine_call(self._engine, ctypes.byref(request), ctypes.byref(result))
        if result.breach:
            assert self._diagnosis is not None
            raise self._diagnosis.breach(result, symbol, regions, budget)
        if not detail:
            return CallResult(0, 0, {}, 0, 0)
        return CallResult(
            instructions=result.instructions,
            library_instructions=result.library_instructions,
            cycles={}
            if self.untimed
            else unicorn_timing.cycles_of(self._tables, result.cycles, self.void),
            stack_bytes=result.stack_bytes,
            trace=result.trace or 1,
        )

    def _requested(
        self,
        symbol: str,
        arguments: Sequence[Argument],
        regions: Sequence[Region],
        *,
        detail: bool,
        budget: int,
    ) -> unicorn_native.Call:
        """What the engine is told of a call."""
        image, code = self._image, self._code
        if image is None or code is None:
            raise MoteError("no image is loaded")
        if symbol not in image.symbols:
            raise MoteError(f"{image.path.name} has no function {symbol}")
        request = self._request
        request.stack_argument_count = 0
        request.function = image.symbols[symbol]
        request.budget = budget
        request.detail = detail
        request.record = detail and self.record
        request.lenient = self.lenient
        request.untimed = self.untimed
        request.return_address = self._settings.sentinel
        request.stack_high = self._stack_end(arguments)
        self._settings.stack_high = request.stack_high
        self._settings.stack_low = request.stack_high - self._addresses.stack_bytes
        self._architecture.enter(request, code)
        self._place_arguments(request, arguments)
        self._allow(request, regions)
        return request

    def call_in_pieces(
        self,
        symbol: str,
        arguments: Sequence[Argument],
        regions: Sequence[Region],
        pieces: Pieces,
    ) -> bool:
        abi, memory = self.cpu.abi, self._loaded()
        if abi.size_bytes != self._word:
            return False
        empty = Region(pieces.name, pieces.address, 1, False)
        budget, more = pieces.budget
        # The region of the piece is the first, and set for each.
        request = self._requested(symbol, arguments, [empty, *regions], detail=False, budget=budget)
        memory.check(pieces.address, max(pieces.lengths))

        def number(place: int) -> int:
            if place < len(abi.arguments):
                return place
            area = self._architecture.argument_area // self._word
            return unicorn_native.REGISTERS + place - len(abi.arguments) + area

        how = unicorn_native.Pieces(
            pieces.address,
            number(pieces.data),
            number(pieces.length),
            0,
            len(pieces.lengths),
            more,
        )
        self._recorded, self._changed = False, frozenset()
        done = self._library.engine_pieces(
            self._engine,
            ctypes.byref(request),
            ctypes.byref(how),
            pieces.content,
            (ctypes.c_uint32 * len(pieces.lengths))(*pieces.lengths),
            ctypes.byref(self._result),
        )
        if done < len(pieces.lengths):
            assert self._diagnosis is not None
            size = pieces.lengths[done]
            last = [Region(pieces.name, pieces.address, size, False)] if size else []
            raise self._diagnosis.breach(
                self._result, symbol, [*last, *regions], budget + more * size
            )
        return True

    def _allow(self, request: unicorn_native.Call, regions: Sequence[Region]) -> None:
        """Put into the request which memory the call may touch."""
        if len(regions) + len(self._fixed) > unicorn_native.REGIONS:
            raise MoteError(f"a call takes at most {unicorn_native.REGIONS} ranges of memory")
        given = [
            RANGE.pack(region.address, region.address + region.size, region.writable, 0)
            for region in regions
            if region.size > 0
        ]
        request.region_count = len(given) + len(self._fixed)
        content = b"".join([*given, *self._fixed])
        start = unicorn_native.Call.regions.offset
        self._request_bytes[start : start + len(content)] = content

    def left(self) -> bytes:
        low, high = self._settings.stack_low, self._settings.stack_high
        return self._memory.stack(low, high) if self._memory is not None else b""

    def returned(self, size: int) -> int:
        """The register of the result, or of its halves, at the return of the last call."""
        low, high = self._architecture.result
        parts = []
        for name in (low, high):
            number = self._registers.number(name)
            after = (ctypes.c_uint64 * 8)()
            self._library.engine_register(self._engine, number, after)
            parts.append(after[0] & ((1 << 8 * self._word) - 1))
        if size < self._word and self._architecture.extends_integers:
            half = 1 << 8 * size - 1
            if parts[0] != ((parts[0] + half) % (2 * half) - half) % (1 << 8 * self._word):
                raise Breach(
                    "abi",
                    f"returns {parts[0]:#x} in {low}, which is no extended number of {size} bytes",
                )
        if size > self._word and self.cpu.endianness == "big":
            parts.reverse()
        return (parts[0] | parts[1] << 8 * self._word) & ((1 << 8 * size) - 1)

    def _stack_end(self, arguments: Sequence[Argument]) -> int:
        """Where the stack of a call ends: elsewhere with each address that the first argument is.

        So calls with the same addresses have the same trace, and the bench's have the same stack.
        """
        number = arguments[0].value // 4 * 7 % STACK_ENDS if arguments else 0
        return int(self._addresses.stack_high - number * self.cpu.abi.stack_alignment)

    def registers(self) -> frozenset[str]:
        """General and link registers, flags, and others that code for this CPU may use."""
        return frozenset(self._watched)

    def changed(self) -> frozenset[str]:
        """What the last call left otherwise."""
        if self._changed is None:
            self._changed = frozenset(name for name in self._watched if self._is_changed(name))
        return self._changed

    def _is_changed(self, name: str) -> bool:
        watched = self._watched[name]
        after = (ctypes.c_uint64 * 8)()
        self._library.engine_register(self._engine, watched.number, after)
        now = (after[0] | after[1] << 64) & watched.mask
        at_call = self._entered.get(watched.number, watched.at_call)
        entered = (ctypes.c_uint64 * 2)()
        self._library.engine_entry(self._engine, ctypes.byref(at_call), entered)
        before = entered[0] | entered[1] << 64
        return now != before & watched.mask

    def _place_arguments(self, request: unicorn_native.Call, arguments: Sequence[Argument]) -> None:
        abi = self.cpu.abi
        bits = 8 * self._word
        area = self._architecture.argument_area // self._word
        entered: list[unicorn_native.Register] = []
        for place, argument in enumerate(arguments):
            size = self._argument_bits[argument.kind]
            value = argument.value & ((1 << size) - 1)
            free = ((1 << bits) - 1) >> size << size
            if size < bits and self._architecture.extends_integers:
                value |= free if value >> size - 1 else 0
                free = 0
            elif size < bits:
                # an int leaves the rest of its register arbitrary (System V ABI, AMD64, 3.2.3)
                value |= arbitrary(f"argument {place}", bits) >> size << size
            if place >= len(abi.arguments):
                index = place - len(abi.arguments) + area
                if index >= unicorn_native.STACK_ARGUMENTS:
                    raise MoteError(f"{self.cpu.name}: more arguments than the bench passes")
                request.stack_arguments[index] = value
                request.stack_argument_count = index + 1
                continue
            number = self._registers.number(abi.arguments[place])
            entered.append(unicorn_native.Register(number, bits, value, free))
        for name, value in self._architecture.also_passed(request.function).items():
            number = self._registers.number(name)
            entered.append(unicorn_native.Register(number, bits, value, 0))
        for placed, register in enumerate(entered):
            request.arguments[placed] = register
        request.argument_count = len(entered)
        self._entered = {register.id: register for register in entered}

    def events(self) -> list[tuple[str, int]]:
        if not self._recorded or self._engine is None:
            return []
        count = ctypes.c_uint64()
        events = self._library.engine_events(self._engine, ctypes.byref(count))
        kinds = ("execute", "read", "write", "operand")
        return [(kinds[events[i].kind], events[i].address) for i in range(count.value)]

    def time_of(self, addresses: Sequence[int]) -> dict[str, int]:
        code = self._code
        if code is None:
            raise MoteError("no image is loaded")
        indices = {each.address: index for index, each in enumerate(code.instructions)}
        trace = [indices[address] for address in addresses]
        if any(table.operand_registers[index] for index in set(trace) for _, table in self._tables):
            # What a register held at an instruction is another event.
            return {}
        return {
            name: timing.run(table, trace) for name, table in self._tables if name not in self.void
        }

    def close(self) -> None:
        if self._engine:
            self._library.engine_free(self._engine)
        self._engine = None
        self._image = None
        self._memory = None
        self._diagnosis = None
        self._tables = []

    def __del__(self) -> None:
        if getattr(self, "_engine", None):
            self.close()

    def place(self, program_counter: int) -> str:
        if self._code is None or not self._code.is_code(program_counter):
            return ""
        return super().place(program_counter)


def create(cpu: Cpu) -> Machine:
    """The machine for a CPU file with `[machine] kind = "unicorn"`.

    Options: architecture (a module of mote.machines.architectures, which may have options of its
    own), model and modes (Unicorn's constants), stack_bytes, and the addresses memory, stack and
    sentinel.
    """
    return UnicornMachine(cpu)
