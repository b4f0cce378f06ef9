"""Energy of a kernel on the gates of a core, from the cell library's tables.

The kernel works on BLOCKS message blocks, one after the other, on the netlist whose area and path
are stated; data memory and cycles must be those of the reference simulator.  How often each net
changed gives the energy:

- a net's capacitance (of the pins that it drives, and of a port's load), C V^2 / 2 a change;
- what the driving cell takes inside for a rise and for a fall, at this load and at the slew of its
  inputs, on average over the inputs;
- flip-flops: what their clock input takes in each cycle, and their data input when it changes;
- leakage, for the time that it takes.

How far that goes: gates have no delay here, so a net changes at most once a cycle, and glitches
(many in a multiplier) are not counted; there are no wires and no clock tree; memories, which take
more than the core, are not in it; typical process, 1.8 V, 25 degrees.  It compares cores of one
technology.  It is no chip's figure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mote.common.errors import MoteError
from mote.ise import gates, kernels, liberty, technology
from mote.ise.kernels import Study
from mote.pic24.assembly.source import AssemblyError
from mote.pic24.hardware import boot
from mote.pic24.isa import ABSENT_WORDS, FLAGS, SR_BITS
from mote.pic24.kernel import RETURN_TO, Kernel
from mote.pic24.lockstep import DATA, DATA_END
from mote.pic24.simulator import SLOT, Trap

BLOCKS = 2
SPECIALS = ("TBLPAG", "PSVPAG", "CORCON", "SPLIM")
PORT_LOAD = 0.05
"""In pF, of each output (mote.ise.synthesis.CONSTRAINTS)."""
INPUT_SLEW, CLOCK_SLEW = 0.1, 0.1
"""In ns, of the ports."""


@dataclass(frozen=True)
class Ran:
    """A kernel on a core's gates.  cycles: of BLOCKS blocks.  changes: of each net."""

    cycles: int
    changes: Mapping[int, int]


def run(what: Study, extensions: Sequence[str], netlist: Mapping[str, Any]) -> Ran:
    """Call the kernel for BLOCKS blocks on the gates and on the simulator.

    Raises MoteError where data memory, cycles or the end differ.
    """
    try:
        kernel = Kernel([what.path, kernels.SUPPORT], extensions)
        arguments = kernels.arguments(kernel, what)
        machine = gates.GateMachine(netlist)
        cycles, changes = 0, dict[int, int]()
        for number in range(BLOCKS):
            if number:
                content = kernels._bytes(f"{what.name}/block/{number}", what.block_bytes)
                kernel.write(arguments[-1], content)
            one = _call(what, kernel, arguments, machine)
            cycles += one.cycles
            for net, times in one.changes.items():
                changes[net] = changes.get(net, 0) + times
    except (AssemblyError, Trap) as error:
        raise MoteError(f"{what.name}: {error}") from None
    return Ran(cycles, changes)


def _call(what: Study, kernel: Kernel, arguments: Sequence[int], machine: gates.GateMachine) -> Ran:
    simulator = kernel.machine
    state: list[tuple[list[int], bytes]] = []
    start = simulator.run

    def taken(stop: int, budget: int = 0) -> None:
        state.append((list(simulator.w), bytes(simulator.data)))
        start(stop, budget)

    # The state at the call, which `call` makes.
    simulator.run = taken  # type: ignore[method-assign]
    try:
        counts = kernel.call(what.routine, *arguments)
    finally:
        del simulator.run
    w, memory = state[0]
    flags = sum(w[SLOT[name]] << SR_BITS[name] for name in FLAGS)
    special = {name: w[SLOT[name]] for name in SPECIALS}
    stop = {RETURN_TO: ABSENT_WORDS["reset"]}
    runs = [
        machine.run({**simulator.program, **boot(w[:16], special, flags, entry), **stop}, memory)
        for entry in (kernel.address(what.routine), RETURN_TO)
    ]
    cycles = runs[0].cycles - runs[1].cycles
    problem = ""
    if runs[0].trap != 1:
        problem = f"stop with trap {runs[0].trap}"
    elif runs[0].data[DATA:DATA_END] != bytes(simulator.data)[DATA:DATA_END]:
        problem = "leave something else in data memory than the simulator"
    elif cycles != counts.cycles:
        problem = f"take {cycles} cycles, the simulator {counts.cycles}"
    if problem:
        raise MoteError(f"{what.name}: {what.path.name}: the gates of the core {problem}")
    return Ran(
        cycles,
        {net: times - runs[1].changes.get(net, 0) for net, times in runs[0].changes.items()},
    )


def joules(netlist: Mapping[str, Any], ran: Ran, period: float) -> float:
    """The energy of a run in J; period: the clock's in ns."""
    library = liberty.read(technology.liberty())
    cells, half = library.cells, library.voltage**2 / 2
    load: dict[int, float] = {}
    for kind, pins in netlist["gates"]:
        for pin in cells[kind].inputs:
            if isinstance(pins.get(pin), int):
                net = pins[pin]
                load[net] = load.get(net, 0.0) + cells[kind].pins[pin].capacitance
    clock = netlist["ports"]["clk"][1][0]
    for direction, bits in netlist["ports"].values():
        for bit in bits:
            if direction == "output" and isinstance(bit, int):
                load[bit] = load.get(bit, 0.0) + PORT_LOAD
    slew = slews(netlist, load)
    energy = leakage = 0.0
    for kind, pins in netlist["gates"]:
        cell = cells[kind]
        leakage += cell.leakage
        for name, net in pins.items():
            energies = cell.pins[name].energies
            times = ran.cycles * 2 if net == clock else ran.changes.get(net, 0)
            if not times or not energies:
                continue
            each = 0.0
            for part in energies:
                cause = pins.get(part.related, net) if part.related else net
                at = (load.get(net, 0.0), slew.get(cause, INPUT_SLEW))
                each += (part.rise.at(*at) + part.fall.at(*at)) / 2
            energy += times * each / len(energies)
    for net, farads in load.items():
        times = ran.cycles * 2 if net == clock else ran.changes.get(net, 0)
        energy += times * farads * half
    # pJ; nW for ns are 1e-18 J.
    return energy * 1e-12 + leakage * period * ran.cycles * 1e-18


def slews(netlist: Mapping[str, Any], load: Mapping[int, float]) -> dict[int | str, float]:
    """The slew of each net in ns, from gate to gate: mean of rise and fall, slowest input."""
    cells = liberty.read(technology.liberty()).cells
    clock = netlist["ports"].get("clk", ["", [None]])[1][0]
    slew: dict[int | str, float] = {clock: CLOCK_SLEW}

    def drive(kind: str, pins: Mapping[str, Any], output: str) -> None:
        net = pins[output]
        found = [INPUT_SLEW]
        for related, rise, fall in cells[kind].pins[output].slews:
            at = (load.get(net, 0.0), slew.get(pins.get(related, ""), INPUT_SLEW))
            found.append((rise.at(*at) + fall.at(*at)) / 2)
        slew[net] = max(found[1:], default=INPUT_SLEW)

    for kind, pins in netlist["gates"]:
        if cells[kind].sequential and "Q" in pins:
            drive(kind, pins, "Q")
    for index, output in gates.ordered(netlist):
        kind, pins = netlist["gates"][index]
        drive(kind, pins, output)
    return slew
