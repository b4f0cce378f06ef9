"""Runs routines of the 16-bit core and counts what they take.

`Kernel` holds assembled files on the reference simulator; `call` calls a routine as a C caller
would (arguments in W0 to W7, stack growing upwards) and returns cycles, instructions, reads and
writes of data memory and the deepest stack.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mote.common.paths import INCLUDES
from mote.pic24 import lockstep  # what makes hardware takes long to import
from mote.pic24.assembler import assemble
from mote.pic24.assembly.image import Assembled
from mote.pic24.assembly.sections import PROGRAM_SECTIONS
from mote.pic24.hardware import Hardware
from mote.pic24.isa import CORCON_PSV
from mote.pic24.simulator import (
    CYCLES,
    INSTRUCTIONS,
    READABLE,
    READS,
    SLOT,
    WRITABLE,
    WRITES,
    Simulator,
    Trap,
)

RAM_END = 0x8000
"""Where program space visibility begins."""
STACK_BYTES = 0x400
STACK_START = RAM_END - STACK_BYTES
RETURN_TO = 0x7FFFFE
CALLEE_SAVED = range(8, 15)


@dataclass(frozen=True)
class Counts:
    """What a call took: all from the routine's first instruction to the end of its RETURN.

    The caller's CALL (two cycles, two writes) is not counted; the 4 bytes of return address that it
    pushes are in stack_bytes.
    """

    cycles: int
    instructions: int
    reads: int
    writes: int
    stack_bytes: int


class Kernel:
    """Assembled files, ready to be called; see docs of `assemble` for the arguments."""

    def __init__(
        self,
        paths: Sequence[Path | str],
        extensions: Iterable[str] = (),
        *,
        include: Sequence[Path] = INCLUDES,
        defines: Mapping[str, int] | None = None,
    ) -> None:
        self.assembled: Assembled = assemble(
            [Path(path) for path in paths],
            extensions=extensions,
            include=include,
            defines=defines,
        )
        self.machine = Simulator(self.assembled.extensions)
        self.machine.load(self.assembled.program)
        end = 0x0800
        for name, (start, content) in self.assembled.data.items():
            self.machine.data[start : start + len(content)] = content
            how = READABLE if name == "rodata" else READABLE | WRITABLE
            self.machine.allow(start, len(content), how)
            end = max(end, start + len(content))
        start, size = self.assembled.bss
        self.machine.allow(start, size)
        self._free = max(end, start + size) + 15 & ~15
        self.machine.allow(STACK_START, STACK_BYTES)

    def allocate(self, size: int, content: bytes = b"", writable: bool = True) -> int:
        """Take `size` bytes of data memory that the program may touch; their address (even).

        At least 16 bytes behind them it may not.
        """
        address = self._free
        self._free = (address + size + 31) & ~15
        if self._free > STACK_START:
            raise MemoryError("data memory is full")
        self.machine.allow(address, size, READABLE | (WRITABLE if writable else 0))
        self.write(address, content)
        return address

    def write(self, address: int, content: bytes) -> None:
        """Put bytes into data memory."""
        self.machine.data[address : address + len(content)] = content

    def read(self, address: int, size: int) -> bytes:
        """Take bytes from data memory."""
        return bytes(self.machine.data[address : address + size])

    def address(self, name: str) -> int:
        """The address of a label; names of the first file come first."""
        for symbol in self.assembled.symbols:
            if symbol.name == name:
                return symbol.address
        raise KeyError(name)

    def call(
        self,
        name: str,
        *arguments: int,
        profile: dict[int, list[int]] | None = None,
        check_abi: bool = True,
        budget: int = 100_000_000,
        hardware: Hardware | None = None,
    ) -> Counts:
        """Call a routine; raises Trap, with the source line in its message.

        profile: a dictionary in which the totals of each program counter are summed.
        check_abi: raise Trap("abi") unless W8 to W14 and the stack pointer come back.
        hardware: a core with the extensions at least, on which the call is repeated; raises
        Mismatch where anything differs, the counts included.
        """
        m = self.machine
        for number in range(15):
            m.w[number] = number * 0x1357 + 0x5A5A & 0xFFFF
        for number, value in enumerate(arguments):
            m.w[number] = value & 0xFFFF
        for name_ in ("N", "OV", "Z", "DC", "C", "RCOUNT", "TBLPAG", "PSVPAG"):
            m.w[SLOT[name_]] = 0
        m.w[SLOT["CORCON"]] = 1 << CORCON_PSV
        m.w[SLOT["SPLIM"]] = STACK_START + STACK_BYTES - 2
        m.data[STACK_START : STACK_START + STACK_BYTES] = b"\xa5" * STACK_BYTES
        m.words[STACK_START // 2] = RETURN_TO & 0xFFFF
        m.words[STACK_START // 2 + 1] = RETURN_TO >> 16
        m.w[15] = STACK_START + 4
        before, memory = list(m.w), bytes(m.data) if hardware is not None else b""
        m.totals[:] = [0] * len(m.totals)
        m.pc = self.address(name)
        m.profile = profile
        try:
            m.run(RETURN_TO, budget)
        except Trap as trap:
            trap.args = (f"{self.assembled.place(trap.pc)}: {trap.args[0]}",)
            raise
        if check_abi:
            self._check(name, before)
        if hardware is not None:
            lockstep.repeat(hardware, m, before, memory, self.address(name), RETURN_TO, name)
        stack = m.data[STACK_START : STACK_START + STACK_BYTES]
        used = len(bytes(stack).rstrip(b"\xa5"))
        return Counts(
            m.totals[CYCLES],
            m.totals[INSTRUCTIONS],
            m.totals[READS],
            m.totals[WRITES],
            used + used % 2,
        )

    def _check(self, name: str, before: list[int]) -> None:
        after = self.machine.w
        for number in CALLEE_SAVED:
            if after[number] != before[number]:
                what = f"{name}: w{number} is callee-saved and was changed"
                raise Trap("abi", what, self.machine.pc)
        if after[15] != STACK_START:
            difference = after[15] - STACK_START
            raise Trap("abi", f"{name}: the stack pointer is off by {difference}", self.machine.pc)
        for special in ("CORCON", "PSVPAG", "TBLPAG", "SPLIM"):
            if after[SLOT[special]] != before[SLOT[special]]:
                raise Trap("abi", f"{name}: {special} was changed", self.machine.pc)

    def routines(self, profile: Mapping[int, Sequence[int]]) -> list[tuple[str, int, int, int]]:
        """From a profile: (routine, cycles, reads, writes), the longest first."""
        sums: dict[str, list[int]] = {}
        for address, totals in profile.items():
            entry = sums.setdefault(self.assembled.routine(address), [0, 0, 0])
            for index, column in enumerate((CYCLES, READS, WRITES)):
                entry[index] += totals[column]
        rows = [(name, cycles, reads, writes) for name, (cycles, reads, writes) in sums.items()]
        return sorted(rows, key=lambda row: -row[1])

    def report(self) -> str:
        """Bytes of program memory by routine and of data memory by item."""
        lines = []
        for title, sections in (("text", PROGRAM_SECTIONS), ("data", ("rodata", "data", "bss"))):
            total = sum(self.assembled.sizes[name] for name in sections)
            lines.append(f"{title}: {total} bytes")
            for symbol in self.assembled.symbols:
                if symbol.section in sections and symbol.size:
                    count = f"{symbol.size} bytes"
                    if symbol.section == "text":
                        count += f", {symbol.size // 3} instruction words"
                    lines.append(f"  {symbol.name:32} {count}")
        return "\n".join(lines)
