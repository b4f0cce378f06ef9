"""A core's own hardware, one instruction at a time: what it retires (RISC-V Formal Interface)."""

from __future__ import annotations

import ctypes

from mote.catalog.cpu import Cpu
from mote.common.errors import MoteError
from mote.machines import rtl, rtl_core
from mote.machines.riscv_bits import NAMES
from mote.proving.lift import Encoding, Lifted
from mote.proving.references import After, Memory, State, Stopped
from mote.proving.references.unicorn import PAGE, Unicorn

CYCLES = 1000
"""More than what sets the registers takes, and any instruction."""


def create(cpu: Cpu) -> Hardware:
    """The reference of a CPU with a timing of a core; raises MoteError where it has none."""
    timing = next((each for each in cpu.timings if each.core), None)
    if timing is None:
        raise MoteError(f"{cpu.name}: no timing of its file names a core")
    return Hardware(cpu, rtl.engine(timing), rtl_core.core(timing.core).boot_offset)


class Hardware(Unicorn):
    """Registers and refusals are those of Unicorn's reference, steps are the core's."""

    def __init__(self, cpu: Cpu, library: ctypes.CDLL, boot_offset: int) -> None:
        super().__init__(cpu)
        self._library = library
        self._boot_offset = boot_offset
        names = {varnode: name for name, varnode in self.architecture.registers.items()}
        self._names = {varnode: names[varnode] for varnode in self.widths}

    def step(
        self, encoding: Encoding, lifted: Lifted, state: State, memory: Memory, expected: int
    ) -> After:
        library, run = self._library, rtl.Run()
        core = library.rtl_new()
        try:
            run.boot, run.start, run.single = self.place - PAGE, self.place, 1
            run.cycle_limit = CYCLES
            values = {name: state[varnode] for varnode, name in self._names.items()}
            place = run.boot + self._boot_offset
            code = rtl.prologue(values, place, self.place)
            for address, data in ((place, code), (self.place, encoding.code)):
                library.rtl_write(core, address, data, len(data))
            for (_, address), byte in memory.items():
                library.rtl_write(core, address, bytes((byte,)), 1)
            library.rtl_run(core, ctypes.byref(run))
            if run.reason != rtl.REACHED:
                raise Stopped(f"reason {run.reason} at {run.program_counter:#x}")
            seen = {key: self._byte(core, key[1]) for key in memory}
        finally:
            library.rtl_delete(core)
        after = {v: run.registers[NAMES.index(name)] for v, name in self._names.items()}
        return After(run.next, after, seen)

    def _byte(self, core: int, address: int) -> int:
        found = ctypes.create_string_buffer(1)
        self._library.rtl_read(core, address, found, 1)
        return found.raw[0]
