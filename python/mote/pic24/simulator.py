"""The reference simulator of the 16-bit core, made from the instructions' descriptions.

The core's state and memories are here; its instructions run as Python functions, one for each
straight line of code (mote.pic24.translation).

Cycles: one for each step of an instruction; a taken jump lets the pipeline refill, so that its
target begins no sooner than two cycles after the step that jumps began; a skipped instruction
takes a cycle for each of its words; a read of program memory through the upper half of data memory
(program space visibility) takes one more cycle, under REPEAT one for the first and one for the
last time (DS70157, section 3; DS70204 "Program space visibility").
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import CodeType
from typing import cast

from mote.pic24.isa import CORCON_PSV, DATA_START, FLAGS, SPECIAL, SR_BITS
from mote.pic24.sets import InstructionSet, instruction_set
from mote.pic24.translation import (
    CYCLES,
    INSTRUCTIONS,
    LIBRARY,
    READS,
    SLOT,
    STATE,
    TOP,
    WRITES,
    Decoded,
    Translator,
    Trap,
)

__all__ = [
    "CYCLES",
    "INSTRUCTIONS",
    "LIBRARY",
    "READABLE",
    "READS",
    "SLOT",
    "STATE",
    "TOP",
    "WRITABLE",
    "WRITES",
    "Decoded",
    "Simulator",
    "Trap",
]

READABLE, WRITABLE = 1, 2

LINE_LIMIT = 64

LINES_KEPT = 1024
"""Of so many lines the translation is kept, for other simulators, too."""

_TRANSLATED: dict[tuple[object, ...], tuple[CodeType, dict[str, object]]] = {}


class Simulator:
    """A core with its memories.

    w: the working registers, then STATE.  data: 64 Kbytes of data memory.  guard: for each byte
    of it whether it may be read (1) and written (2).  program: instruction words by their address
    (even numbers).  totals: cycles, instructions, reads and writes of data memory (see CYCLES).
    events, with `tracing`: program counters, addresses read (plus 0x1000000) and written (plus
    0x2000000).  stack: data addresses from here on are the stack, of which nothing at or above
    W15 may be read or remain written.
    """

    def __init__(
        self, extensions: Iterable[str] = (), *, tracing: bool = False, stack: int | None = None
    ) -> None:
        self.set: InstructionSet = instruction_set(tuple(sorted(set(extensions))))
        self.w = [0] * (16 + len(STATE))
        self.shadow = [0] * 9
        self.data = bytearray(0x10000)
        self.words = memoryview(self.data).cast("H")
        self.guard = bytearray(0x10001)
        self.program: dict[int, int] = {}
        self.totals = [0] * 6
        self.tracing = tracing
        self.stack = stack
        self.events = array("I")
        self._library: tuple[tuple[int, int], ...] = ()
        self.pc = 0
        self.w[SLOT["SPLIM"]] = 0xFFFE
        self._lines: dict[int, Callable[[], int]] = {}
        self._singles: dict[int, Callable[[], int]] = {}
        self._middle = [False]
        """Whether a repetition is running that is neither the first nor the last one."""
        self.profile: dict[int, list[int]] | None = None

    # Memory.

    def share(self, other: Simulator) -> None:
        """Use the other one's data memory."""
        self.data, self.words = other.data, other.words

    def load(self, program: Mapping[int, int], library: Sequence[tuple[int, int]] = ()) -> None:
        """Put instruction words into program memory; `library`: address ranges of its library."""
        self.program = dict(program)
        self._library = tuple(library)
        self._lines.clear()
        self._singles.clear()

    def allow(self, start: int, size: int, how: int = READABLE | WRITABLE) -> None:
        """Let the program touch bytes of data memory."""
        self.guard[start : start + size] = bytes([how]) * size

    def forbid(self) -> None:
        """Let the program touch nothing."""
        self.guard[:] = bytes(len(self.guard))

    def _read(self, address: int, size: int, pc: int) -> int:
        """A read that is not of plain data memory."""
        if size == 2 and address & 1:
            what = f"read of a word at the odd address {address:#06x}"
            raise Trap("alignment", what, pc, address, "read", size)
        if address >= 0x8000 and self.w[SLOT["CORCON"]] >> CORCON_PSV & 1:
            place = self.w[SLOT["PSVPAG"]] << 15 | (address & 0x7FFE)
            word = self.program.get(place)
            if word is None:
                what = f"read of program memory at {place:#08x}, where there is nothing"
                raise Trap("read", what, pc, address)
            self.totals[CYCLES] += not self._middle[0]
            return word & 0xFFFF if size == 2 else word >> 8 * (address & 1) & 0xFF
        if address < DATA_START:
            word = self._special(address & ~1)
            if word is not None:
                return word if size == 2 else word >> 8 * (address & 1) & 0xFF
        bytes_ = self.guard[address : address + size]
        if all(byte & READABLE for byte in bytes_) and len(bytes_) == size:
            return int.from_bytes(self.data[address : address + size], "little")
        what = f"read of {size} bytes at {address:#06x}"
        raise Trap("read", what, pc, address, "read", size)

    def _special(self, address: int) -> int | None:
        for name, place in SPECIAL.items():
            if place == address:
                if name == "SR":
                    return sum(self.w[SLOT[flag]] << SR_BITS[flag] for flag in FLAGS)
                return self.w[SLOT[name]]
        return None

    def _write(self, address: int, size: int, value: int, pc: int) -> None:
        """A write that is not to plain data memory."""
        if size == 2 and address & 1:
            what = f"write of a word at the odd address {address:#06x}"
            raise Trap("alignment", what, pc, address, "write", size)
        old = self._special(address & ~1) if address < DATA_START else None
        if old is None:
            what = f"write of {size} bytes at {address:#06x}"
            raise Trap("write", what, pc, address, "write", size)
        if size == 1:
            shift = 8 * (address & 1)
            value = old & ~(0xFF << shift) | value << shift
        for name, place in SPECIAL.items():
            if place != address & ~1:
                continue
            if name == "SR":
                for flag in FLAGS:
                    self.w[SLOT[flag]] = value >> SR_BITS[flag] & 1
            elif name in ("TBLPAG", "PSVPAG"):
                self.w[SLOT[name]] = value & 0xFF
            elif name == "SPLIM":
                self.w[SLOT[name]] = value & 0xFFFE
            elif name == "CORCON":
                self.w[SLOT[name]] = value & 1 << CORCON_PSV
            else:
                self.w[SLOT[name]] = value

    def _program(self, address: int, pc: int) -> int:
        word = self.program.get(address)
        if word is None:
            what = f"table read of program memory at {address:#08x}, where there is nothing"
            raise Trap("read", what, pc, address)
        return word

    def _limit(self, address: int, pc: int) -> None:
        what = f"the stack at {address:#06x} exceeds its limit {self.w[SLOT['SPLIM']]:#06x}"
        raise Trap("stack", what, pc, address)

    def _above(self, address: int, how: str, pc: int) -> None:
        pointer = self.w[15]
        what = f"{how} at {address:#06x}, not below the stack pointer ({pointer:#06x})"
        raise Trap("stack", what, pc, address, how)

    def _trap(self, what: str, pc: int) -> None:
        raise Trap("arithmetic", what, pc)

    def _shadow(self, which: str) -> None:
        names = [0, 1, 2, 3, *(SLOT[flag] for flag in FLAGS)]
        if which == "push.s":
            self.shadow = [self.w[name] for name in names]
        else:
            for name, value in zip(names, self.shadow, strict=True):
                self.w[name] = value

    # Translation.

    def _translator(self) -> Translator:
        return Translator(self.set, self.program, tracing=self.tracing, stack=self.stack)

    def decode(self, address: int) -> Decoded:
        """The instruction at an address; raises Trap where there is none."""
        return self._translator().decode(address)

    def _translate(self, start: int, limit: int) -> Callable[[], int]:
        translator = self._translator()
        line = translator.line(start, limit)
        # What a skip passes over belongs to it.
        behind = (line[-1][1] or line[-1][0]).next + 4
        words = (self.program.get(address) for address in range(start, behind, 2))
        counted = any(low <= start < high for low, high in self._library)
        key = (self.set, self.tracing, self.stack, counted, len(line), start, *words)
        if key not in _TRANSLATED:
            if len(_TRANSLATED) == LINES_KEPT:
                _TRANSLATED.clear()
            _TRANSLATED[key] = translator.translate(line, counted)
        code, tables = _TRANSLATED[key]
        scope: dict[str, object] = {
            **tables,
            "W": self.w,
            "M": self.data,
            "H": self.words,
            "G": self.guard,
            "T": self.totals,
            "READ": self._read,
            "WRITE": self._write,
            "PROGRAM": self._program,
            "LIMIT": self._limit,
            "ABOVE": self._above,
            "TRAP": self._trap,
            "SHADOW": self._shadow,
            "MIDDLE": self._middle,
            "E": self.events.append,
        }
        exec(code, scope)
        return cast("Callable[[], int]", scope["f"])

    # Running.

    def step(self) -> None:
        """One instruction (a REPEAT together with what it repeats)."""
        self._middle[0] = False
        one = self._singles.get(self.pc)
        if one is None:
            one = self._singles[self.pc] = self._translate(self.pc, 1)
        if self.profile is None:
            self.pc = one()
            return
        before = list(self.totals)
        pc = self.pc
        self.pc = one()
        entry = self.profile.setdefault(pc, [0, 0, 0, 0])
        for index in range(4):
            entry[index] += self.totals[index] - before[index]

    def run(self, stop: int, budget: int = 1_000_000_000) -> None:
        """Run until the program counter is `stop`; raises Trap.

        budget: instructions that may take place, counted at the ends of straight lines.
        profile: with a dictionary here, totals are summed for each program counter.
        """
        limit = self.totals[INSTRUCTIONS] + budget
        self._middle[0] = False
        if self.profile is not None:
            while self.pc != stop:
                self.step()
                if self.totals[INSTRUCTIONS] > limit:
                    raise Trap("budget", f"no end after {budget} instructions", self.pc)
            return
        lines, totals, pc = self._lines, self.totals, self.pc
        try:
            while pc != stop:
                line = lines.get(pc)
                if line is None:
                    line = lines[pc] = self._translate(pc, LINE_LIMIT)
                pc = line()
                if totals[INSTRUCTIONS] > limit:
                    raise Trap("budget", f"no end after {budget} instructions", pc)
        finally:
            self.pc = pc
