"""One interface for every machine that can run an implementation."""

from __future__ import annotations

import abc
import importlib
from collections.abc import Sequence

from mote.building.image import Image, Layout, Region
from mote.catalog.cpu import Cpu
from mote.common.errors import MoteError
from mote.machines.call import Argument, CallResult, Pieces
from mote.machines.places import Places


class Machine(abc.ABC):
    """A CPU with one implementation loaded.

    `memory` is the window of data memory (start address, size in bytes) in which the caller may
    place the context, the data and the digest as it likes; the stack lies outside it.
    """

    memory: tuple[int, int]

    def __init__(self, cpu: Cpu) -> None:
        self.cpu = cpu
        self.places: Places | None = None
        """Those of the loaded image; load sets it."""

    def layouts(self, size: int) -> tuple[Layout, ...]:
        """Where else a file is checked: code, data and stack at other addresses than usual.

        size: bytes that it takes.  Those addresses differ from the usual ones in every bit that is
        the same in all of these, as far as the CPU has the memory.
        """
        return ()

    @abc.abstractmethod
    def load(self, image: Image) -> None:
        """Load an image; code and read-only data become unwritable, RAM holds arbitrary bytes."""

    @abc.abstractmethod
    def write(self, address: int, data: bytes) -> None:
        """Put bytes into data memory (the bench's own access: no guard)."""

    @abc.abstractmethod
    def read(self, address: int, size: int) -> bytes:
        """Take bytes from data memory (the bench's own access: no guard)."""

    @abc.abstractmethod
    def call(
        self,
        symbol: str,
        arguments: Sequence[Argument],
        regions: Sequence[Region],
        *,
        detail: bool = True,
        budget: int = 200_000_000,
    ) -> CallResult:
        """Call a function at the ABI, as a C caller would, and run it until it returns.

        Data memory outside `regions`, the stack below the caller and the image's own read-only
        data must not be touched, byte-exactly; a region that is not writable must not be written.
        detail: count instructions and cycles, measure the stack, hash the trace, and watch what
        needs every instruction (untouched registers, nothing live below the stack pointer).
        Without it only the guard and the ABI at return are watched, the counts may be 0, and the
        call runs as fast as the machine can.
        Raises Breach.  `budget` bounds the executed instructions (or the machine's nearest unit).
        """

    def call_in_pieces(
        self,
        symbol: str,
        arguments: Sequence[Argument],
        regions: Sequence[Region],
        pieces: Pieces,
    ) -> bool:
        """One call without detail for each piece; False where the machine has no quick way.

        Then nothing has happened.  Raises Breach.
        """
        return False

    def returned(self, size: int) -> int:
        """The unsigned integer of so many bytes that the function of the last call returned.

        At most 8 bytes.  Raises MoteError for a machine that does not tell.
        """
        raise MoteError(f"{self.cpu.name}: the bench does not know what a function returns here")

    def left(self) -> bytes:
        """What lies below the caller's stack pointer, where the last call had its stack.

        Empty for a machine that does not tell.
        """
        return b""

    def constants(self, data: bytes) -> int | None:
        """Put data where the CPU has constants in a memory of their own that a pointer reaches.

        The pointer's value; None where there is no such memory, or no room in it.  It holds until
        the next call of this function.
        """
        return None

    def events(self) -> list[tuple[str, int]]:
        """The last detailed call's trace: ("execute" | "read" | "write", address) in order.

        Empty unless the machine was asked with `record = True` set before the call.
        """
        return []

    def time_of(self, addresses: Sequence[int]) -> dict[str, int]:
        """Cycles by timing of the image's instructions at these addresses, one after another.

        For a part of a call: the addresses are those of its "execute" events.  Empty for a machine
        that does not tell, and where the time of one of them depends on its operands.
        """
        return {}

    code_at: int = 0
    """What the addresses of executed instructions in `events` have more than those of the image."""

    record: bool = False

    untimed: bool = False
    """Leave out the cycles of calls in detail, where these take long to work out."""

    void: frozenset[str] = frozenset()
    """The timings that calls give no cycles of: no rule covers something that the program does."""

    lenient: bool = False
    """Go on after a breach where the run can: an access outside is made where there is memory, and
    what else is wrong is passed over.  For figures of code that failed a check, never for a check.
    """

    repeated: int = 2_000_000
    """Instructions in detail that take less than a second."""

    confirm: bool = True
    """Repeat calls where the machine has a second simulator (mote.machines.ucsim) or the hardware
    (mote.machines.pic24)."""

    def place(self, program_counter: int) -> str:
        """Source line and function of an address in a trace or a breach, empty where unknown."""
        return self.places.at(program_counter) if self.places else ""

    def registers(self) -> frozenset[str]:
        """The registers that `changed` watches: all that code may use, but the stack pointer.

        Named as the CPU's file names them; condition flags that have no name there are "flags".
        Empty for a machine that does not tell.
        """
        return frozenset()

    def changed(self) -> frozenset[str]:
        """Those of `registers` that the last detailed call left other than it found them."""
        return frozenset()

    def close(self) -> None:
        """Free what the machine holds (processes, memory)."""


def open_machine(cpu: Cpu) -> Machine:
    """The machine that the CPU's file names."""
    module = importlib.import_module(f"mote.machines.{cpu.machine}")
    machine: Machine = module.create(cpu)
    return machine
