"""ARM, Thumb, MIPS32, PowerPC, RISC-V and x86 through the Unicorn simulator.

An implementation is called at the ABI: registers and stack hold arbitrary bytes, the arguments are
where a C caller puts them, and the return address leads to a page that ends the run.  The watching
is done in C (native/unicorn_engine.c); this module describes the CPU, the image and the call to
it, and puts its findings into words.

What counts as one instruction: one that the simulator starts.  A conditional ARM instruction that
is not executed counts, a MIPS delay slot counts, a Thumb `bl` (two halfwords) is one, and of an
x86 `rep` each step is one, the last look at the counter included.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib
from collections.abc import Sequence
from typing import Any

from mote.machines import Machine, breaches, unicorn_code, unicorn_native
from mote.machines.architectures import Architecture, architecture_of
from mote.machines.places import Places
from mote.types import Argument, Breach, CallResult, Cpu, Image, Layout, MoteError, Region

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


class _Registers:
    """Unicorn's numbers for a CPU's registers, by the names of the CPU file and back."""

    def __init__(self, architecture: Architecture) -> None:
        self._constants = importlib.import_module(f"unicorn.{architecture.constants}")
        self._architecture = architecture
        self._names: dict[int, str] = {}

    def number(self, name: str) -> int:
        prefix = self._architecture.prefix
        spelled = self._architecture.spelled(name.lstrip("$").lower())
        try:
            value: int = getattr(self._constants, prefix + spelled.upper())
        except AttributeError:
            raise MoteError(f"there is no register {name!r} in Unicorn's {prefix}*") from None
        self._names[value] = name
        return value

    def name(self, number: int) -> str:
        return self._names.get(number, f"register {number}")


def _arbitrary(name: str, bits: int) -> int:
    """A value for a register that the caller may leave with anything: the same in every run."""
    digest = hashlib.sha256(name.encode()).digest()
    return int.from_bytes(digest[:8], "little") & ((1 << bits) - 1)


class UnicornMachine(Machine):
    """One implementation in Unicorn, with every access and every return checked."""

    def __init__(self, cpu: Cpu) -> None:
        super().__init__(cpu)
        options = cpu.machine_options
        self._architecture = architecture_of(cpu)
        self._word = cpu.abi.pointer_bytes
        self._big = cpu.endianness == "big"
        self._registers = _Registers(self._architecture)
        self.memory = (options.get("memory", MEMORY), MEMORY_BYTES)
        self._stack_high = options.get("stack", STACK_HIGH) + cpu.abi.stack_alignment
        self._stack_bytes = options.get("stack_bytes", STACK_BYTES)
        self._library = unicorn_native.library()
        self._engine: int | None = None
        self._settings = self._describe()
        self._code: unicorn_code.Code | None = None
        self._image: Image | None = None
        self._host_memory = 0
        self._host_stack = self._stack_mapped = 0
        self._tables: list[Any] = []
        self._modelled = [t for t in cpu.timings if t.fidelity == "modelled"]
        self._result = unicorn_native.Result()
        self._recorded = False
        self._watched = self._watch()
        self._values: dict[str, int] = {}
        self._entered: dict[int, unicorn_native.Register] = {}
        self._changed: frozenset[str] | None = frozenset()

    # ---- the CPU ----

    def _describe(self) -> unicorn_native.Settings:
        import unicorn

        cpu, architecture, abi = self.cpu, self._architecture, self.cpu.abi
        constants = importlib.import_module(f"unicorn.{architecture.constants}")
        settings = unicorn_native.Settings()
        settings.architecture = getattr(unicorn, architecture.arch)
        mode = getattr(unicorn, architecture.modes[self._word])
        for extra in cpu.machine_options.get("modes", ()):
            mode |= getattr(unicorn, extra)
        if self._big:
            mode |= unicorn.UC_MODE_BIG_ENDIAN
        settings.mode = mode
        model = cpu.machine_options.get("model")
        settings.model = -1 if model is None else getattr(constants, model)
        settings.word_bytes = self._word
        settings.strict_alignment = abi.strict_alignment
        settings.big_endian = self._big
        settings.red_zone = abi.red_zone
        settings.stack_alignment = abi.stack_alignment
        settings.pushes_return_address = not architecture.link
        settings.caller_bytes = architecture.caller_bytes
        if not abi.arguments:
            settings.caller_bytes += 4 * self._word
        settings.unit_bytes = architecture.unit_bytes
        number = self._registers.number
        settings.program_counter = number(architecture.program_counter)
        settings.stack_pointer = number(abi.stack_pointer)
        settings.return_register = number(architecture.link) if architecture.link else -1
        settings.flags_register = -1
        settings.state_register = -1
        settings.alignment_exception = -1
        architecture.configure(settings, number)
        settings.stack_high = self._stack_high
        settings.stack_low = self._stack_high - self._stack_bytes
        settings.sentinel = cpu.machine_options.get("sentinel", SENTINEL)
        bits = 8 * self._word
        ones = (1 << bits) - 1
        entry = {name: (bits, _arbitrary(name, bits), ones) for name in architecture.general}
        for name in architecture.more:
            width = architecture.more_bits
            entry[name] = (width, _arbitrary(name, 64), (1 << 64) - 1)
        for flags in architecture.flags:
            entry[flags.register] = (flags.bits, flags.value, flags.arbitrary)
        groups: dict[str, list[unicorn_native.Register]] = {
            "saved": [],
            "filled": [],
            "reserved": [],
        }
        saved = {number(name) for name in abi.callee_saved}
        reserved = {number(name) for name in abi.untouched}
        for name, values in entry.items():
            identity = number(name)
            register = unicorn_native.Register(identity, *values)
            if identity in saved:
                groups["saved"].append(register)
            elif identity in reserved:
                groups["reserved"].append(register)
            else:
                groups["filled"].append(register)
        for names in (abi.callee_saved, abi.untouched):
            for name in names:
                number(name)  # so that messages use the CPU file's spelling
        for group, registers in groups.items():
            setattr(settings, f"{group}_count", len(registers))
            for place, register in enumerate(registers):
                getattr(settings, group)[place] = register
        return settings

    def _watch(self) -> dict[str, tuple[int, int, unicorn_native.Register | None]]:
        """Registers by name: Unicorn's number, the bits that count, what a call sets, or None."""
        architecture, number = self._architecture, self._registers.number
        bits = 8 * self._word
        wide = (1 << bits) - 1
        found: dict[str, tuple[int, int, unicorn_native.Register | None]] = {}

        def entry(name: str, width: int, value: int, free: int) -> unicorn_native.Register:
            return unicorn_native.Register(number(name), width, value, free)

        for name in architecture.general:
            at_call = entry(name, bits, _arbitrary(name, bits), wide)
            found[name] = (number(name), wide, at_call)
        for each in architecture.flags:
            mask = each.watched or (1 << each.bits) - 1
            at_call = entry(each.register, each.bits, each.value, each.arbitrary)
            name = "flags" if each.only else each.register
            found[name] = (number(each.register), mask, at_call)
        if architecture.link:
            at_call = entry(architecture.link, bits, self._settings.sentinel, 0)
            found[architecture.link] = (number(architecture.link), wide & ~1, at_call)
        for name in architecture.more:
            width = architecture.more_bits
            at_call = entry(name, width, _arbitrary(name, 64), (1 << 64) - 1)
            found[name] = (number(name), (1 << width) - 1, at_call)
        return found

    # ---- the image ----

    def layouts(self, size: int) -> tuple[Layout, ...]:
        layout = ELSEWHERE[self._word]
        return (self._architecture.elsewhere(layout),)

    def _lay_out(self, layout: Layout | None) -> None:
        """Set the addresses of data memory, the stack, and the end of a call."""
        options = self.cpu.machine_options
        own = Layout("", sentinel=options.get("sentinel", SENTINEL))
        self.memory = (options.get("memory", MEMORY), MEMORY_BYTES)
        stack = options.get("stack", STACK_HIGH)
        if layout is not None and layout.memory is not None:
            assert layout.data is not None and layout.stack is not None
            own, stack = layout, layout.stack
            self.memory = (layout.memory, layout.data + MEMORY_BYTES - layout.memory)
        self._stack_high = stack + self.cpu.abi.stack_alignment
        self._settings.stack_high = self._stack_high
        self._settings.stack_low = self._stack_high - self._stack_bytes
        self._settings.sentinel = own.sentinel
        self._watched = self._watch()

    def load(self, image: Image) -> None:
        """Load a linked ELF file; raises MoteError when it does not fit the machine's map."""
        self.close()
        self._lay_out(image.layout)
        self._engine = self._library.engine_new(ctypes.byref(self._settings))
        if not self._engine:
            raise MoteError("no memory for the simulator")
        self._image = image
        self.places = Places(self.cpu, image)
        code = unicorn_code.read(image.path, self._architecture)
        self._code = code
        self._map_sections(code.sections)
        start, end = self.memory[0] & -PAGE, (sum(self.memory) + PAGE - 1) & -PAGE
        mapped = self._map(start, end - start, READ | WRITE)
        self._host_memory = mapped + self.memory[0] - start
        filler = hashlib.sha256(b"memory").digest() * ((end - start) // 32)
        ctypes.memmove(mapped, filler, len(filler))
        ends = STACK_ENDS * self.cpu.abi.stack_alignment
        low = (self._stack_high - ends - self._stack_bytes) & -PAGE
        self._stack_mapped = low
        size = (self._stack_high + PAGE - low) // PAGE * PAGE
        self._host_stack = self._map(low, size, READ | WRITE)
        sentinel = self._map(self._settings.sentinel, PAGE, READ | EXECUTE)
        ctypes.memmove(sentinel, self._architecture.nop * (PAGE // 4), PAGE)
        self._describe_code(code, image)
        self._fixed = [
            unicorn_native.Range(s.address, s.end, s.variables, 0) for s in code.sections if s.data
        ]

    def _map(self, address: int, size: int, permissions: int) -> int:
        host = self._library.engine_map(self._engine, address, size, permissions)
        if not host:
            raise MoteError(f"cannot map {size} bytes at {address:#x}")
        return int(host)

    def _map_sections(self, sections: Sequence[unicorn_code.Section]) -> None:
        pages: dict[int, int] = {}
        for section in sections:
            for page in range(section.address // PAGE, (section.end - 1) // PAGE + 1):
                more = EXECUTE if section.executable else WRITE if section.variables else 0
                pages[page] = pages.get(page, READ) | more
        taken = [self.memory, (self._stack_high - 2 * self._stack_bytes, 3 * self._stack_bytes)]
        if any(
            page == 0 or any(start - PAGE < page * PAGE < start + size for start, size in taken)
            for page in pages
        ):
            raise MoteError(f"{self._image.path.name if self._image else ''}: image out of place")
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

    def _describe_code(self, code: unicorn_code.Code, image: Image) -> None:
        instructions = code.instructions
        if not instructions:
            raise MoteError(f"{image.path.name}: no code was found")
        reserved = {name.lstrip("$").lower() for name in self.cpu.abi.untouched}
        entries = {start for start, _ in image.library}
        rows = (unicorn_native.Row * len(instructions))()
        for row, instruction in zip(rows, instructions, strict=True):
            row.address = instruction.address
            registers = self._architecture.written(instruction)
            flags = 0
            if self._architecture.moves_stack(registers):
                flags |= unicorn_native.MOVES_STACK
            if reserved & registers:
                flags |= unicorn_native.WRITES_RESERVED
            watchable = self._architecture.is_watchable(instruction)
            if instruction.address in image.illegal or not watchable:
                flags |= unicorn_native.ILLEGAL
            if any(start <= instruction.address < end for start, end in image.library):
                flags |= unicorn_native.LIBRARY
            if instruction.address in entries:
                flags |= unicorn_native.LIBRARY_ENTRY
            if self._architecture.is_emulated(instruction):
                flags |= unicorn_native.EMULATED
            flags |= self._describe_access(row, instruction)
            row.flags = flags
            variable = self._architecture.variable_operands(instruction)
            for place, name in enumerate(variable[: unicorn_native.VARIABLE]):
                row.variable[place] = self._registers.number(name)
        self._attach_timings(instructions, rows)
        executable = [s for s in code.sections if s.executable]
        ranges = (unicorn_native.Range * len(executable))(
            *(unicorn_native.Range(s.address, s.end, 0, 0) for s in executable)
        )
        library = self._library
        if library.engine_code(self._engine, ranges, len(ranges), rows, len(rows)):
            raise MoteError(f"{image.path.name}: its code does not fit the machine")

    def _describe_access(self, row: unicorn_native.Row, instruction: Any) -> int:
        access = self._architecture.access(instruction)
        if access is None:
            return 0
        number = self._registers.number
        row.access_bytes = access.size
        row.base = number(access.base) if access.base else 0
        row.index = number(access.index) if access.index else 0
        row.offset = access.offset
        sides = {"end": unicorn_native.TO_END, "start": unicorn_native.TO_START}
        flags = sides.get(access.side, 0)
        flags |= unicorn_native.FORESEEN if access.foreseen else 0
        flags |= unicorn_native.STORES if access.store else 0
        flags |= unicorn_native.WORDS if access.words else 0
        flags |= unicorn_native.LINE if access.line else 0
        return flags

    def _attach_timings(self, instructions: list[Any], rows: Any) -> None:
        self._tables = []
        if not self._modelled:
            return
        from mote import timing

        for slot, description in enumerate(self._modelled[: unicorn_native.TIMINGS]):
            model = timing.load(description.model)
            table = model.table(instructions)
            for row, register in zip(rows, table.operand_registers, strict=True):
                row.operands[slot] = register
                if register and not any(row.variable):
                    row.variable[0] = register
            self._tables.append((description.name, table))
            if self._library.engine_timing(
                self._engine, slot, table.model_pointer, table.pointer, table.rows
            ):
                raise MoteError(f"the timing model {description.model} did not load")

    # ---- memory ----

    def _host(self, address: int, size: int) -> int:
        start, length = self.memory
        if size < 0 or address < start or address + size > start + length:
            raise MoteError(f"{size} bytes at {address:#x} are outside the data memory")
        return self._host_memory + address - start

    def write(self, address: int, data: bytes) -> None:
        ctypes.memmove(self._host(address, len(data)), bytes(data), len(data))

    def read(self, address: int, size: int) -> bytes:
        return ctypes.string_at(self._host(address, size), size)

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
        image, code = self._image, self._code
        if image is None or code is None:
            raise MoteError("no image is loaded")
        if symbol not in image.symbols:
            raise MoteError(f"{image.path.name} has no function {symbol}")
        request = unicorn_native.Call()
        request.function = image.symbols[symbol]
        request.budget = budget
        request.detail = detail
        request.record = detail and self.record
        request.lenient = self.lenient
        request.return_address = self._settings.sentinel
        request.stack_high = self._stack_end(arguments)
        self._settings.stack_high = request.stack_high
        self._settings.stack_low = request.stack_high - self._stack_bytes
        self._architecture.enter(request, code)
        self._place_arguments(request, arguments)
        if len(regions) + len(self._fixed) > unicorn_native.REGIONS:
            raise MoteError(f"a call takes at most {unicorn_native.REGIONS} ranges of memory")
        count = 0
        for region in regions:
            if region.size > 0:
                request.regions[count] = unicorn_native.Range(
                    region.address, region.end, region.writable, 0
                )
                count += 1
        for fixed in self._fixed:
            request.regions[count] = fixed
            count += 1
        request.region_count = count
        result = self._result
        self._recorded = bool(request.record)
        self._entered = {r.id: r for r in request.arguments[: request.argument_count]}
        self._changed = None if detail else frozenset()
        self._library.engine_call(self._engine, ctypes.byref(request), ctypes.byref(result))
        if result.breach:
            raise self._breach(result, symbol, regions, budget)
        if not detail:
            return CallResult(0, 0, {}, 0, 0)
        return CallResult(
            instructions=result.instructions,
            library_instructions=result.library_instructions,
            cycles={
                name: table.counted(result.cycles[slot])
                for slot, (name, table) in enumerate(self._tables)
            },
            stack_bytes=result.stack_bytes,
            trace=result.trace or 1,
        )

    def left(self) -> bytes:
        start = self._settings.stack_low
        size = self._settings.stack_high - start
        return ctypes.string_at(self._host_stack + start - self._stack_mapped, size)

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
        if size > self._word and self._big:
            parts.reverse()
        return (parts[0] | parts[1] << 8 * self._word) & ((1 << 8 * size) - 1)

    def _stack_end(self, arguments: Sequence[Argument]) -> int:
        """Where the stack of a call ends: elsewhere with each address that the first argument is.

        So calls with the same addresses have the same trace, and the bench's have the same stack.
        """
        number = arguments[0].value // 4 * 7 % STACK_ENDS if arguments else 0
        return int(self._stack_high - number * self.cpu.abi.stack_alignment)

    def registers(self) -> frozenset[str]:
        """General and link registers, flags, and others that code for this CPU may use."""
        return frozenset(self._watched)

    def changed(self) -> frozenset[str]:
        """What the last call left otherwise; of registers that are not set at a call, otherwise
        than at the last time that this was asked.
        """
        if self._changed is None:
            self._changed = frozenset(name for name in self._watched if self._is_changed(name))
        return self._changed

    def _is_changed(self, name: str) -> bool:
        number, mask, at_call = self._watched[name]
        after = (ctypes.c_uint64 * 8)()
        self._library.engine_register(self._engine, number, after)
        now = (after[0] | after[1] << 64) & mask
        before = self._values.get(name, 0)
        self._values[name] = now
        at_call = self._entered.get(number, at_call)
        if at_call is not None:
            entered = (ctypes.c_uint64 * 2)()
            self._library.engine_entry(self._engine, ctypes.byref(at_call), entered)
            before = entered[0] | entered[1] << 64
        return now != before & mask

    def _place_arguments(self, request: unicorn_native.Call, arguments: Sequence[Argument]) -> None:
        abi = self.cpu.abi
        sizes = {
            "pointer": self._word,
            "unsigned": abi.int_bytes,
            "size": abi.size_bytes,
            "word": 4,
        }
        bits = 8 * self._word
        area = self._architecture.argument_area // self._word
        placed = 0
        for place, argument in enumerate(arguments):
            size = 8 * sizes[argument.kind]
            value = argument.value & ((1 << size) - 1)
            free = ((1 << bits) - 1) >> size << size
            if size < bits and self._architecture.extends_integers:
                value |= free if value >> size - 1 else 0
                free = 0
            elif size < bits:
                # an int leaves the rest of its register arbitrary (System V ABI, AMD64, 3.2.3)
                value |= _arbitrary(f"argument {place}", bits) >> size << size
            if place >= len(abi.arguments):
                index = place - len(abi.arguments) + area
                if index >= unicorn_native.STACK_ARGUMENTS:
                    raise MoteError(f"{self.cpu.name}: more arguments than the bench passes")
                request.stack_arguments[index] = value
                request.stack_argument_count = index + 1
                continue
            number = self._registers.number(abi.arguments[place])
            request.arguments[placed] = unicorn_native.Register(number, bits, value, free)
            placed += 1
        for name, value in self._architecture.also_passed(request.function).items():
            number = self._registers.number(name)
            request.arguments[placed] = unicorn_native.Register(number, bits, value, 0)
            placed += 1
        request.argument_count = placed

    def events(self) -> list[tuple[str, int]]:
        if not self._recorded or self._engine is None:
            return []
        count = ctypes.c_uint64()
        events = self._library.engine_events(self._engine, ctypes.byref(count))
        kinds = ("execute", "read", "write", "operand")
        return [(kinds[events[i].kind], events[i].address) for i in range(count.value)]

    def close(self) -> None:
        if self._engine:
            self._library.engine_free(self._engine)
        self._engine = None
        self._image = None
        self._tables = []

    def __del__(self) -> None:
        if getattr(self, "_engine", None):
            self.close()

    # ---- breaches in words ----

    def _breach(
        self, result: unicorn_native.Result, symbol: str, regions: Sequence[Region], budget: int
    ) -> Breach:
        """The breach in words: what every machine says, and what only Unicorn can tell."""
        kind = unicorn_native.BREACHES[result.breach]
        address, size = result.address, result.size
        register = self._registers.name(result.register_id)
        pointer = self.cpu.abi.stack_pointer
        if kind in ("read", "write"):
            what = breaches.access(kind, size, address, self._where(address, size, kind, regions))
            return self._at(result, kind, what)
        if kind == "fetch":
            what = breaches.fetch(address, self._where(address, 1, kind, regions))
            return self._at(result, kind, what)
        if kind == "alignment":
            way = "write" if result.got else "read"
            where = self._where(address, size, way, regions)
            return self._at(result, kind, breaches.misaligned(way, size, address, where))
        if kind in ("illegal", "invalid"):
            return self._illegal(result, kind)
        if kind == "stack overflow":
            return self._at(result, "stack", breaches.overflow(self._stack_bytes))
        if kind == "stack above":
            what = breaches.above(pointer, address, self._settings.stack_high)
            return self._at(result, "stack", what)
        if kind in ("below read", "below write"):
            way, zone = kind.split()[1], self.cpu.abi.red_zone
            what = breaches.outside_stack(way, address, pointer, red_zone=zone)
            return self._at(result, "stack", what)
        if kind == "untouched":
            what = breaches.untouched(register if result.register_id else "")
            return self._at(result, "abi", what)
        if kind == "call alignment":
            what = breaches.misaligned_stack(pointer, address, self.cpu.abi.stack_alignment)
            return self._at(result, "abi", what)
        if kind == "saved":
            what = breaches.not_restored(symbol, register, result.expected, result.got)
            return self._at(result, "abi", what)
        if kind == "stack pointer":
            what = breaches.moved(symbol, register, result.got - result.expected)
            return self._at(result, "abi", what)
        if kind in ("back chain", "flag", "state"):
            return self._at(result, "abi", self._architecture.own_breach(kind, symbol, result))
        if kind == "budget":
            return self._at(result, kind, breaches.endless(symbol, budget))
        return self._at(result, "instruction", f"the simulator stopped with error {address}")

    def _illegal(self, result: unicorn_native.Result, kind: str) -> Breach:
        address = result.program_counter
        known = self._image.illegal if self._image else {}
        decoded = self._code.instructions if self._code else []
        text = known.get(address) or next(
            (f"{i.mnemonic} {i.op_str}".strip() for i in decoded if i.address == address), ""
        )
        if kind == "illegal" or address in known:
            what = breaches.instruction(self.cpu.name, text)
        else:
            what = breaches.instruction(self.cpu.name, text, "cannot execute this instruction")
        return self._at(result, "instruction", what, address)

    def _at(
        self, result: unicorn_native.Result, kind: str, what: str, address: int | None = None
    ) -> Breach:
        counter = result.program_counter
        return Breach(
            kind,
            what,
            address=result.address if address is None else address,
            program_counter=counter,
            place=self.place(counter),
        )

    def _where(self, address: int, size: int, way: str, regions: Sequence[Region]) -> str:
        """Where an access lies with respect to the nearest range that a call may touch."""
        low = self._settings.stack_low
        known = [*regions, Region("the stack", low, self._stack_bytes, True)]
        for section in self._code.sections if self._code else ():
            name = "the code" if section.executable else f"the constants ({section.name})"
            name = f"the variables ({section.name})" if section.variables else name
            known.append(Region(name, section.address, len(section.data), section.variables))
        return breaches.where(address, size, way, known, null=True)

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
