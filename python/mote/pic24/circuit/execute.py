"""Execute: the buses of the operation, and what its step does to the flow."""

from __future__ import annotations

from amaranth.hdl import Cat, Signal

from mote.pic24.circuit.datapath import Datapath
from mote.pic24.planning.buses import ExecuteBuses


class OperationBuses:
    """What the operation works on, and its result; memory: what was read."""

    def __init__(self) -> None:
        self.memory = Signal(16, name="memory")
        self.a, self.b = Signal(16, name="a"), Signal(16, name="b")
        self.result = Signal(16, name="result")


class ExecuteStage:
    """Signals of the step in execute.

    jumps, target: program memory goes on elsewhere.  skips: the word in decode does not take place,
    or is one that a step before still has to skip (skipping).  repeats, count: the next instruction
    takes place again.  divides_by_zero: the core stops.
    """

    def __init__(
        self, path: Datapath, plan: ExecuteBuses, buses: OperationBuses, skipping: Signal
    ) -> None:
        top, executes = path.netlist.top, path.executes
        self.jumps = Signal(name="jumps")
        top.d.comb += self.jumps.eq(
            path.flag(plan.taken, "execute", "taken", "controller") & executes
        )
        self.target = path.bus(plan.jump, 24, "execute", "target", "program_counter")
        self.skips = Signal(name="skips")
        top.d.comb += self.skips.eq(
            (path.flag(plan.skip, "execute", "skip", "controller") & executes) | skipping
        )
        self.repeats = Signal(name="repeats")
        top.d.comb += self.repeats.eq(path.execute_line(plan.repeat.uses, "repeat"))
        self.count = path.bus(plan.repeat, 16, "execute", "repeat_count", "program_counter")
        self.divides_by_zero = Signal(name="divides_by_zero")
        top.d.comb += self.divides_by_zero.eq(
            path.flag(plan.trap, "execute", "execute_trap", "controller") & executes
        )
        top.d.comb += [
            buses.a.eq(path.bus(plan.bus_a, 16, "execute", "operand_a", "operand_buses")),
            buses.b.eq(path.bus(plan.bus_b, 16, "execute", "operand_b", "operand_buses")),
        ]
        low = path.bus(plan.result_low, 8, "execute", "result_low", "result_bus")
        high = path.bus(plan.result_high, 8, "execute", "result_high", "result_bus")
        top.d.comb += buses.result.eq(Cat(low, high))
