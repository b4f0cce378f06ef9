"""Runs programs on the gates of a core: the netlist whose area is stated is what computes.

Gates are their functions in the cell library.  A program begins at reset with all registers set
(mote.pic24.hardware.boot) and ends at an instruction that does not exist, where the core stops.
"""

from __future__ import annotations

import ctypes
import functools
import itertools
from collections.abc import Mapping, Sequence
from ctypes import POINTER, c_uint8, c_uint16, c_uint32, c_uint64
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mote import native
from mote.common.errors import MoteError
from mote.ise import liberty, technology
from mote.ise.program import program
from mote.pic24 import lockstep as core_lockstep

ENGINE = Path(__file__).with_name("netlist_engine.c")
PORTS = {
    "rst": 1,
    "program_data": 24,
    "read_data": 16,
    "program_enable": 1,
    "program_address": 22,
    "read_enable": 2,
    "read_address": 16,
    "write_enable": 2,
    "write_address": 16,
    "write_data": 16,
    "trap": 3,
}
"""The core's ports and their bits, in the order of struct netlist."""
PROGRAM_WORDS = 1 << 22
LIMIT = 10_000_000
"""More cycles than any program here takes."""


POINTERS: tuple[tuple[str, Any], ...] = (
    ("tables", POINTER(c_uint16)),
    *((name, POINTER(c_uint32)) for name in ("inputs", "outputs", "d", "q", *PORTS)),
)


class _Netlist(ctypes.Structure):
    """struct netlist of netlist_engine.c."""

    _fields_ = (("gates", c_uint32), ("flip_flops", c_uint32), ("nets", c_uint32), *POINTERS)


@dataclass(frozen=True)
class Run:
    """How a program ended.

    cycles: from the end of reset to the trap.  trap: its number (mote.pic24.circuit.ports.TRAPS).
    data: data memory.  changes: how often each net changed, by its number in the netlist.
    """

    cycles: int
    trap: int
    data: bytes
    changes: Mapping[int, int]


@functools.cache
def _code() -> Any:
    code = native.library("netlist", [str(ENGINE)])
    code.mote_netlist_run.restype = c_uint64
    code.mote_netlist_run.argtypes = [
        POINTER(_Netlist),
        POINTER(c_uint8),
        POINTER(c_uint8),
        POINTER(c_uint64),
        POINTER(c_uint32),
        POINTER(c_uint16),
        c_uint64,
        POINTER(c_uint32),
    ]
    return code


@functools.cache
def truth_table(function: str, inputs: tuple[str, ...]) -> int:
    """A function of Liberty over at most four inputs: bit n is its value for the inputs n."""
    made = compile(liberty.expression(function), function, "eval")
    table = 0
    for values in itertools.product((0, 1), repeat=4):
        pins = dict(zip(inputs, reversed(values), strict=False))
        place = sum(bit << n for n, bit in enumerate(reversed(values)))
        table |= int(eval(made, {"__builtins__": {}}, pins)) << place
    return table


def ordered(netlist: Mapping[str, Any]) -> list[tuple[int, str]]:
    """The gates that are no flip-flops, as (index, output pin), each after those that drive it.

    Raises MoteError for a loop.
    """
    cells = liberty.read(technology.liberty()).cells
    gates = netlist["gates"]
    driver: dict[int, tuple[int, str]] = {}
    for index, (kind, pins) in enumerate(gates):
        if not cells[kind].sequential:
            for pin in cells[kind].outputs:
                if pin in pins:
                    driver[pins[pin]] = (index, pin)
    order: list[tuple[int, str]] = []
    state: dict[int, int] = {}
    for root in driver:
        stack = [root]
        while stack:
            net = stack[-1]
            if state.get(net) == 2 or net not in driver:
                stack.pop()
                continue
            kind, pins = gates[driver[net][0]]
            missing = [
                pins[pin]
                for pin in cells[kind].inputs
                if isinstance(pins.get(pin), int)
                and pins[pin] in driver
                and state.get(pins[pin]) != 2
            ]
            if missing:
                if state.get(net) == 1:
                    raise MoteError(f"a loop of gates at {netlist['names'].get(str(net), net)}")
                state[net] = 1
                stack += missing
                continue
            state[net] = 2
            order.append(driver[net])
            stack.pop()
    return order


class GateMachine:
    """A core's gates, ready to run programs; raises MoteError for a netlist that is no core."""

    def __init__(self, netlist: Mapping[str, Any]) -> None:
        cells = liberty.read(technology.liberty()).cells
        place: dict[int | str, int] = {"0": 0, "1": 1, "x": 0}

        def net(bit: int | str) -> int:
            return place.setdefault(bit, len(place) - 1)

        tables: list[int] = []
        inputs: list[int] = []
        outputs: list[int] = []
        d: list[int] = []
        q: list[int] = []
        for index, output in ordered(netlist):
            kind, pins = netlist["gates"][index]
            names = tuple(cells[kind].inputs)
            tables.append(truth_table(cells[kind].pins[output].function, names))
            from_ = [net(pins[name]) for name in names]
            inputs += from_ + [0] * (4 - len(from_))
            outputs.append(net(pins[output]))
        for kind, pins in netlist["gates"]:
            if cells[kind].sequential:
                d.append(net(pins[cells[kind].next_state]))
                q.append(net(pins["Q"]) if "Q" in pins else net(f"unused {len(q)}"))
        ports: dict[str, list[int]] = {}
        for port, bits in PORTS.items():
            found = netlist["ports"].get(port, ["", []])[1]
            if len(found) != bits:
                raise MoteError(f"a core has the port {port} of {bits} bits, this has {len(found)}")
            ports[port] = [net(bit) for bit in found]
        self.place = place
        self.nets = len(place) - 1
        self._keep: list[Any] = [
            (c_uint16 * max(len(tables), 1))(*tables),
            *((c_uint32 * max(len(x), 1))(*x) for x in (inputs, outputs, d, q)),
            *((c_uint32 * len(x))(*x) for x in ports.values()),
        ]
        pointers = [ctypes.cast(x, kind) for x, (_, kind) in zip(self._keep, POINTERS, strict=True)]
        self._netlist = _Netlist(len(tables), len(d), self.nets, *pointers)
        self._program = (c_uint32 * PROGRAM_WORDS)()

    def run(self, program: Mapping[int, int], data: bytes) -> Run:
        """Run a program (instruction words by address) from reset until the core stops.

        data: 64 Kbytes of data memory.  Raises MoteError when the core does not stop.
        """
        ctypes.memset(self._program, 0, ctypes.sizeof(self._program))
        for address, word in program.items():
            self._program[address >> 1] = word
        value, before = (c_uint8 * self.nets)(), (c_uint8 * self.nets)()
        changes, memory = (c_uint64 * self.nets)(), (c_uint16 * 0x8000).from_buffer_copy(data)
        trap = c_uint32()
        cycles = _code().mote_netlist_run(
            self._netlist, value, before, changes, self._program, memory, LIMIT, trap
        )
        if not cycles:
            raise MoteError(f"the gates of the core do not stop within {LIMIT} cycles")
        counted = {
            net: changes[at]
            for net, at in self.place.items()
            if isinstance(net, int) and changes[at]
        }
        return Run(cycles, trap.value, bytes(memory), counted)


# A core's own program.


def lockstep(netlist: Mapping[str, Any], extensions: Sequence[str]) -> None:
    """Run a program on the gates of a core and compare data memory with the reference simulator's.

    It has every form of the extensions' instructions and many of the base instructions, with
    random operands, and stores the registers in the end (mote.ise.program).  Raises MoteError that
    says what differs: figures would be of something else than what the description says.
    """
    made = program(tuple(extensions))
    run = GateMachine(netlist).run(made.words, made.before)
    what = f"the gates of the core with {' '.join(extensions) or 'no extension'}"
    if run.trap != 1:
        raise MoteError(f"{what} stop with trap {run.trap} and not at the end of the program")
    start = core_lockstep.DATA
    here, there = (x[core_lockstep.DATA : core_lockstep.DATA_END] for x in (run.data, made.after))
    if here != there:
        place = next(
            n for n, pair in enumerate(zip(here, there, strict=True)) if pair[0] != pair[1]
        )
        raise MoteError(
            f"{what} compute something else than its description says: after the program data "
            f"memory at {start + place:#06x} is {here[place]:#04x}, not {there[place]:#04x}"
        )
