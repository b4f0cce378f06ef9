"""What a kernel would take on a core that stalls where ours passes a value on.

Microchip's PIC24 has no path from an instruction's destination to the address of the next one's
read: where an instruction writes a register, or moves the pointer of its destination, and the next
one computes the address that it reads at with that register, the next one waits for a cycle
(DS70157F, section 4.3, table 4-6).  The paper's core and ours have that path ("full data
bypassing", section 2.2 there).  A pointer that a source moves is there in time, and an address of a
write does not wait.  The kernels are as they are: nobody has reordered them for such a core.
"""

from __future__ import annotations

from dataclasses import dataclass

from mote.common.errors import MoteError
from mote.ise import kernels
from mote.ise.kernels import Study
from mote.pic24.expr import Expr, walk
from mote.pic24.isa import Step
from mote.pic24.kernel import Kernel
from mote.pic24.simulator import Trap
from mote.pic24.translation import Decoded

PLACES = 0x1000000
"""From here on the simulator's trace has addresses of data memory, below program counters."""


@dataclass(frozen=True)
class Stalls:
    """cycles: of one message block with full bypassing.  stalls: what stalling adds."""

    cycles: int
    stalls: int

    @property
    def percent(self) -> float:
        """By how much bypassing reduces the cycles of the stalling core."""
        return 100 * self.stalls / (self.cycles + self.stalls)


def late(step: Step) -> set[int]:
    """The registers whose new values a step has too late for the address of a read in the next."""
    source = _registers(step.read.address) if step.read is not None else set()
    destination = _registers(step.write.address) if step.write is not None else set()
    found = set()
    for write in step.regs:
        number = _number(write.number)
        moved = {each.args[0] for each in walk(write.value) if each.op == "var"} == set()
        moved = moved and _registers(write.value) == {number}
        if not (moved and number in source - destination):
            found.add(number)
    return found


def _registers(e: Expr) -> set[int]:
    return {_number(each.args[0]) for each in walk(e) if each.op == "reg"}


def _number(number: Expr) -> int:
    if number.value is None:
        raise MoteError("the number of a register is computed: its stalls are not known")
    return number.value


def waits(one: Decoded, following: Decoded) -> bool:
    """Whether the second of two instructions that follow each other waits for the first."""
    read = following.steps[0].read
    # A jump or a skip has lost cycles in which the value arrives.
    adjacent = following.address in (one.next, one.address)
    return read is not None and adjacent and bool(late(one.steps[-1]) & _registers(read.address))


def count(what: Study) -> Stalls:
    """Run a kernel once, as `kernels.measure` does, and count; raises MoteError."""
    kernel = Kernel([what.path, kernels.SUPPORT])
    arguments = kernels.arguments(kernel, what)
    machine = kernel.machine
    machine.tracing = True
    machine.load(machine.program)
    del machine.events[:]
    try:
        cycles = kernel.call(what.routine, *arguments).cycles
    except Trap as error:
        raise MoteError(f"{what.name}: {error}") from None
    known: dict[int, Decoded] = {}
    pairs: dict[tuple[int, int], bool] = {}
    stalls, before = 0, None
    for address in machine.events:
        if address >= PLACES:
            continue
        one = known.get(address)
        if one is None:
            one = known[address] = machine.decode(address)
        if before is not None:
            pair = before.address, address
            if pair not in pairs:
                pairs[pair] = waits(before, one)
            stalls += pairs[pair]
        before = one
    return Stalls(cycles, stalls)
