"""Runs kernels on the gates of PicoRV32 with its unit: the netlist whose area is stated computes.

What is in memory behind a call has to be the specification's, as on the hardware description, and
the cycles have to be the same.  How often each net changed is counted, for energy
(mote.ise.riscv.energy).  Gates are their functions in the cell library, without delay.
"""

from __future__ import annotations

import ctypes
import functools
import random
from collections.abc import Mapping
from ctypes import POINTER, c_uint8, c_uint16, c_uint32, c_uint64
from pathlib import Path
from typing import Any

from elftools.elf.elffile import ELFFile

from mote import native
from mote.common.errors import MoteError
from mote.ise import liberty, technology
from mote.ise.energy import Ran
from mote.ise.gates import ordered, truth_table
from mote.ise.riscv import isa, kernels
from mote.ise.riscv.functions import Source, function
from mote.ise.riscv.machine import DATA, DATA_BYTES, END, LIMIT, Machine
from mote.ise.riscv.machine import Run as Hardware
from mote.machines import rtl

ENGINE = Path(__file__).with_name("gates_engine.c")
CORE = "picorv32"
PORTS = {
    "resetn": 1,
    "mem_ready": 1,
    "mem_rdata": 32,
    "mem_la_read": 1,
    "mem_la_write": 1,
    "mem_la_addr": 32,
    "mem_la_wdata": 32,
    "mem_la_wstrb": 4,
    "trap": 1,
}
"""The core's ports that the engine knows and their bits, in the order of struct netlist."""
POINTERS: tuple[tuple[str, Any], ...] = (
    ("tables", POINTER(c_uint16)),
    *((name, POINTER(c_uint32)) for name in ("inputs", "outputs", "d", "q", *PORTS)),
)
SIZE = END + 0x1000
"""Bytes of memory, from address 0 on."""


class _Netlist(ctypes.Structure):
    """struct netlist of gates_engine.c."""

    _fields_ = (("gates", c_uint32), ("flip_flops", c_uint32), ("nets", c_uint32), *POINTERS)


@functools.cache
def _code() -> Any:
    code = native.library("picorv32-gates", [str(ENGINE)])
    code.mote_picorv32_run.restype = c_uint32
    code.mote_picorv32_run.argtypes = [
        POINTER(_Netlist),
        *(POINTER(c_uint8), POINTER(c_uint8), POINTER(c_uint64), POINTER(c_uint8)),
        *(c_uint32, c_uint32, c_uint32, c_uint64, POINTER(c_uint64)),
    ]
    return code


class Gates:
    """A core's gates (a netlist of mote.ise.synthesis), ready for calls.

    Raises MoteError for a netlist that is not this core.
    """

    def __init__(self, netlist: Mapping[str, Any]) -> None:
        cells = liberty.read(technology.liberty()).cells
        self._place: dict[int | str, int] = {"0": 0, "1": 1, "x": 0}

        def net(bit: int | str) -> int:
            return self._place.setdefault(bit, len(self._place) - 1)

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
        ports: list[list[int]] = []
        for port, bits in PORTS.items():
            found = netlist["ports"].get(port, ["", []])[1]
            if len(found) != bits:
                raise MoteError(f"{CORE} has the port {port} of {bits} bits, this has {len(found)}")
            ports.append([net(bit) for bit in found])
        self._nets = len(self._place) - 1
        self._keep: list[Any] = [
            (c_uint16 * max(len(tables), 1))(*tables),
            *((c_uint32 * max(len(x), 1))(*x) for x in (inputs, outputs, d, q, *ports)),
        ]
        pointers = [ctypes.cast(x, kind) for x, (_, kind) in zip(self._keep, POINTERS, strict=True)]
        self._netlist = _Netlist(len(tables), len(d), self._nets, *pointers)

    def call(self, parts: list[tuple[int, bytes]], entry: int) -> tuple[Ran, bytes]:
        """From the function's first fetch to that of what it returns to; the data behind it.

        Raises MoteError where the gates do not come there.
        """
        memory = bytearray(SIZE)
        for address, content in parts:
            memory[address : address + len(content)] = content
        shared = (c_uint8 * SIZE).from_buffer(memory)
        value, before = (c_uint8 * self._nets)(), (c_uint8 * self._nets)()
        changes, cycles = (c_uint64 * self._nets)(), c_uint64()
        why = _code().mote_picorv32_run(
            *(self._netlist, value, before, changes, shared),
            *(SIZE, entry, END, LIMIT, cycles),
        )
        if why != rtl.REACHED:
            what = {
                rtl.CYCLES: f"do not return within {LIMIT} cycles",
                rtl.TRAP: "have an instruction or an access that they refuse",
                rtl.OUTSIDE: "write where no memory is",
            }[why]
            raise MoteError(f"the gates of the core {what}")
        counted = {
            bit: changes[at]
            for bit, at in self._place.items()
            if isinstance(bit, int) and changes[at]
        }
        return Ran(cycles.value, counted), bytes(memory[DATA : DATA + DATA_BYTES])


def source_of(kernel: str, of: str) -> Source:
    """The file of a kernel; of the plain ones the fastest on the core.  Raises MoteError."""
    what = function(of)
    if kernel != kernels.PLAIN:
        return what.source(kernel)
    fastest = kernels.measure(CORE, kernel, of).file
    return next(each for each in what.plain if each.path.stem == fastest)


def program(machine: Machine, source: Source, of: str) -> ELFFile:
    """A kernel, assembled as it is measured."""
    text = source.path.read_text(encoding="utf-8") + function(of).driver
    return machine.assemble(text, source.path.parent)


def run(netlist: Mapping[str, Any], kernel: str, of: str, counts: tuple[int, ...]) -> list[Ran]:
    """A call of a kernel for each number of blocks, on the gates and on the hardware description.

    Raises MoteError where what is in memory is not the specification's, or cycles differ.
    """
    what = function(of)
    machine = Machine(CORE, isa.instructions(kernels.extensions_of(kernel)))
    gates = Gates(netlist)
    source = source_of(kernel, of)
    name = source.path.name
    made = program(machine, source, of)
    numbers = random.Random(name)
    found = []
    for count in counts:
        call = what.call(source, count, numbers)
        values = {register: numbers.randrange(1 << 32) for register in kernels.KEPT}
        registers = {**values, **call.registers}
        hardware = machine.call(made, source.symbol, registers, call.data)
        _, entry, parts = machine.image(made, source.symbol, registers, call.data)
        ran, data = gates.call(parts, entry)
        call.check(f"{name} on gates", Hardware(ran.cycles, 0, data, ()))
        if ran.cycles != hardware.cycles:
            raise MoteError(
                f"{name}: {ran.cycles} cycles on the gates, {hardware.cycles} on the core"
            )
        found.append(ran)
    return found
