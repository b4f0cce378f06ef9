"""The 16-bit core, driven at the ABI and watched at every access to data memory.

Calls run on the reference simulator (mote.pic24.simulator).  A call whose figures are new is
repeated on the core's own hardware under Verilator (mote.pic24.hardware), from the same state and
under the same guard: cycles, reads and writes, registers and data memory must agree (but where
`confirm` is off).

Cycles are those of the core's description, counted from the function's first instruction to the
end of the RETURN that leaves it; the 4 bytes of return address that the caller's CALL pushes count
in stack_bytes.  The stack grows upwards: nothing at or above the stack pointer may be read, and
what is written there must lie below the stack pointer when the instruction ends (an interrupt may
come between any two instructions).

In the trace, reads of program memory through data addresses stand at those addresses.
"""

from __future__ import annotations

import functools
import hashlib
import json
import random
from collections.abc import Sequence

from mote.building.image import Image, Layout, Region
from mote.building.toolchains.pic24 import RODATA_END
from mote.catalog.cpu import Cpu
from mote.common.errors import Breach, MoteError
from mote.machines import Machine, breaches
from mote.machines.call import Argument, CallResult
from mote.machines.places import Places
from mote.pic24 import lockstep
from mote.pic24.hardware import Hardware
from mote.pic24.isa import CORCON_PSV, FLAGS
from mote.pic24.sets import extension_names
from mote.pic24.simulator import (
    CYCLES,
    INSTRUCTIONS,
    LIBRARY,
    READABLE,
    SLOT,
    TOP,
    WRITABLE,
    Simulator,
    Trap,
)

STACK = Region("the stack", 0x7000, 0x0800, True)
CALLER_BYTES = 16
STACK_STARTS = 64
"""At so many addresses the caller's frame ends, one word apart."""

RETURN_TO = 0x7FFFFE
SPECIALS = ("CORCON", "PSVPAG", "TBLPAG", "SPLIM")
CONFIRM_CYCLES = 2_000_000
"""For so many cycles of an image calls are repeated on the hardware."""
KINDS = {0: "execute", 1: "read", 2: "write"}


@functools.cache
def hardware() -> Hardware:
    """The core with every extension: it runs what any of them runs, in the same cycles."""
    return Hardware(extension_names())


def create(cpu: Cpu) -> Machine:
    """The machine for a CPU file."""
    return Pic24(cpu)


class Pic24(Machine):
    """The core with one implementation loaded."""

    repeated = 400_000

    def __init__(self, cpu: Cpu) -> None:
        super().__init__(cpu)
        self.memory = (RODATA_END, STACK.address - RODATA_END)
        self._image: Image | None = None
        self._rodata: tuple[int, bytes] = (0x0800, b"")
        # Two translations of one program: with and without events.
        self._quick: Simulator | None = None
        self._ran: Simulator | None = None
        self._detailed: Simulator | None = None
        self._last: Simulator | None = None
        self._seen: set[tuple[str, int, int]] = set()
        self._left = CONFIRM_CYCLES
        self._before: list[int] = []
        self.confirmed_calls = 0
        self._random = random.Random(0)

    def layouts(self, size: int) -> tuple[Layout, ...]:
        """Data where other bits of its addresses are set; the assembler has one place for code."""
        return (Layout("with data from 0x3dd0 on", memory=0x3DD0),)

    def load(self, image: Image) -> None:
        """Put the image into program memory, its constant tables into data memory."""
        facts = json.loads(image.path.read_text())
        program = {int(address): int(word) for address, word in facts["program"]}
        start, content = facts["rodata"]
        self._rodata = (int(start), bytes.fromhex(content))
        self._quick = Simulator(facts["extensions"])
        self._detailed = Simulator(facts["extensions"], tracing=True, stack=STACK.address)
        # One data memory for both.
        self._detailed.share(self._quick)
        for simulator in (self._quick, self._detailed):
            simulator.load(program, image.library)
        memory = self._quick.data
        memory[0x0800:0x8000] = bytes((7 * i + 0x5B) & 0xFF for i in range(0x7800))
        memory[self._rodata[0] : self._rodata[0] + len(self._rodata[1])] = self._rodata[1]
        start = RODATA_END
        if image.layout is not None and image.layout.memory is not None:
            start = image.layout.memory
        self.memory = (start, STACK.address - start)
        self._image = image
        self._random = random.Random(0)
        self.places = Places(self.cpu, image)
        self._seen.clear()
        self._left = CONFIRM_CYCLES

    def _memory(self, address: int, size: int) -> bytearray:
        if self._quick is None:
            raise MoteError("no image is loaded")
        if size < 0 or address < 0x0800 or address + size > 0x8000:
            raise MoteError(f"{size} bytes at {address:#06x} are not in data memory")
        return self._quick.data

    def write(self, address: int, data: bytes) -> None:
        """Put bytes into data memory; raises MoteError outside of it."""
        self._memory(address, len(data))[address : address + len(data)] = data

    def read(self, address: int, size: int) -> bytes:
        """Take bytes from data memory; raises MoteError outside of it."""
        return bytes(self._memory(address, size)[address : address + size])

    def call(
        self,
        symbol: str,
        arguments: Sequence[Argument],
        regions: Sequence[Region],
        *,
        detail: bool = True,
        budget: int = 200_000_000,
    ) -> CallResult:
        """Call a function; instructions and cycles are counted without detail too."""
        if self._image is None or symbol not in self._image.symbols:
            raise MoteError(f"no function {symbol} is loaded")
        if len(arguments) > len(self.cpu.abi.arguments):
            raise MoteError(f"{symbol}: more arguments than go into registers")
        simulator = self._detailed if detail else self._quick
        assert simulator is not None
        self._ran = self._last = simulator
        # Elsewhere with each address that the first argument is: see mote.machines.unicorn.
        number = arguments[0].value // 2 * 7 % STACK_STARTS if arguments else 0
        top = STACK.address + CALLER_BYTES + 2 * number
        self._allow(simulator, regions, top)
        self._enter(simulator, arguments, top)
        before = self._before = list(simulator.w)
        memory = bytes(simulator.data) if detail else b""
        del simulator.events[:]
        totals = simulator.totals
        totals[:] = [0] * len(totals)
        totals[TOP] = top + 4
        simulator.pc = self._image.symbols[symbol]
        try:
            simulator.run(RETURN_TO, budget)
        except Trap as trap:
            raise self._breach(symbol, trap, regions, budget) from None
        if not self.lenient:
            self._check_abi(symbol, before, simulator, top)
        if self.confirm and detail and not self.lenient:
            self._confirm(symbol, before, memory, simulator)
        trace = 0
        if detail:
            digest = hashlib.blake2b(simulator.events.tobytes(), digest_size=8).digest()
            trace = int.from_bytes(digest, "little")
        return CallResult(
            instructions=totals[INSTRUCTIONS],
            library_instructions=totals[LIBRARY],
            cycles={
                timing.name: totals[CYCLES]
                for timing in self.cpu.timings
                if timing.fidelity == "exact"
            },
            stack_bytes=totals[TOP] - top if detail else 0,
            trace=trace,
        )

    def _allow(self, simulator: Simulator, regions: Sequence[Region], top: int) -> None:
        """Let the call touch the regions, the constants, and the stack from `top` on."""
        simulator.forbid()
        for region in regions:
            self._memory(region.address, region.size)
            if region.end > STACK.address and region.size:
                raise MoteError(f"{region.name} lies in the stack")
            how = READABLE | WRITABLE if region.writable else READABLE
            simulator.allow(region.address, region.size, how)
        if self.lenient:
            simulator.allow(0x0800, STACK.address - 0x0800)
        simulator.allow(self._rodata[0], len(self._rodata[1]), READABLE)
        simulator.allow(top, STACK.end - top)

    def _enter(self, simulator: Simulator, arguments: Sequence[Argument], top: int) -> None:
        """Fill registers, flags and stack as at a call.

        They hold something else at each call, so that code that relies on what happens to be there
        does not pass; the same in every run.
        """
        w = simulator.w
        for number in range(15):
            w[number] = self._random.choice((0, 0xFFFF, *self._random.choices(range(0x10000), k=6)))
        for name, argument in zip(self.cpu.abi.arguments, arguments, strict=False):
            w[int(name[1:])] = argument.value & 0xFFFF
        for place in SLOT.values():
            w[place] = 0
        for name in FLAGS:
            w[SLOT[name]] = self._random.randrange(2)
        w[SLOT["CORCON"]] = 1 << CORCON_PSV
        w[SLOT["SPLIM"]] = STACK.end - 2
        simulator.data[top : STACK.end] = self._random.randbytes(STACK.end - top)
        simulator.words[top // 2] = RETURN_TO & 0xFFFF
        simulator.words[top // 2 + 1] = RETURN_TO >> 16
        w[15] = top + 4

    def _confirm(
        self, symbol: str, before: Sequence[int], memory: bytes, simulator: Simulator
    ) -> None:
        """Repeat the call that has just run on the hardware and compare everything.

        Only one whose figures are new, while there are cycles left for that.
        """
        assert self._image is not None
        cycles = simulator.totals[CYCLES]
        figures = (symbol, simulator.totals[INSTRUCTIONS], cycles)
        if figures in self._seen or cycles > self._left:
            return
        entry = self._image.symbols[symbol]
        lockstep.repeat(hardware(), simulator, before, memory, entry, RETURN_TO, symbol)
        self.confirmed_calls += 1
        self._seen.add(figures)
        self._left -= cycles

    def events(self) -> list[tuple[str, int]]:
        """The last detailed call's trace."""
        if self._last is None:
            return []
        return [(KINDS[event >> 24], event & 0xFFFFFF) for event in self._last.events]

    def returned(self, size: int) -> int:
        """From w0 upwards, the lowest word first."""
        assert self._ran is not None
        words = self._ran.w[: (size + 1) // 2]
        value = sum(word << 16 * place for place, word in enumerate(words))
        return int(value) & ((1 << 8 * size) - 1)

    def registers(self) -> frozenset[str]:
        """w0 to w14, RCOUNT, and the flags."""
        return frozenset([*(f"w{number}" for number in range(15)), "RCOUNT", "flags"])

    def changed(self) -> frozenset[str]:
        """What the last call left otherwise."""
        if self._last is None:
            return frozenset()
        places = {f"w{number}": number for number in range(15)}
        places["RCOUNT"] = SLOT["RCOUNT"]
        after, before = self._last.w, self._before
        found = {name for name, place in places.items() if after[place] != before[place]}
        if any(after[SLOT[flag]] != before[SLOT[flag]] for flag in FLAGS):
            found.add("flags")
        return frozenset(found)

    def _check_abi(self, symbol: str, before: list[int], simulator: Simulator, top: int) -> None:
        """The caller's view after the return (MPLAB XC16 C Compiler User's Guide, chapter 13)."""
        what = ""
        after = simulator.w
        if after[15] != top:
            what = breaches.moved(symbol, self.cpu.abi.stack_pointer, after[15] - top)
        for name in self.cpu.abi.callee_saved:
            number = int(name[1:])
            if after[number] != before[number]:
                what = what or breaches.not_restored(symbol, name, before[number], after[number])
        for name in SPECIALS:
            now, then = after[SLOT[name]], before[SLOT[name]]
            if now != then:
                what = what or breaches.not_restored(symbol, name, then, now)
        if what:
            raise Breach("abi", what)

    def _breach(self, symbol: str, trap: Trap, regions: Sequence[Region], budget: int) -> Breach:
        what, kind, at = trap.what, trap.kind, trap.address
        if at is not None and trap.size:
            where = breaches.where(at, trap.size, trap.way, [*regions, STACK])
            say = breaches.misaligned if kind == "alignment" else breaches.access
            what = say(trap.way, trap.size, at, where)
        elif kind == "fetch":
            what = breaches.fetch(trap.pc)
        elif kind == "instruction":
            what = breaches.instruction(self.cpu.name, what)
        elif kind == "arithmetic":
            kind = "instruction"
        elif kind == "stack" and at is not None and self._last is not None:
            pointer = self._last.w[15]
            if trap.way:
                name = self.cpu.abi.stack_pointer
                what = breaches.outside_stack(trap.way, at, name, pointer, upwards=True)
            else:
                what = breaches.overflow(STACK.size - CALLER_BYTES)
        elif kind == "budget":
            what = breaches.endless(symbol, budget)
        return Breach(kind, what, address=at, program_counter=trap.pc, place=self.place(trap.pc))
