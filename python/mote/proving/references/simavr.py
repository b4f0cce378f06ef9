"""simavr's core, one instruction at a time, for the AVR."""

from __future__ import annotations

import ctypes
import functools
from pathlib import Path

from mote import native
from mote.catalog.cpu import Cpu
from mote.common.errors import BuildError, MissingTool, MoteError
from mote.proving.architectures.avr import FLAGS, SP, flag, register
from mote.proving.lift import Encoding, Lifted
from mote.proving.references import After, Memory, Reference, Refused, State, Stopped, Touching

RAM = 0x200
"""Below are registers, and I/O that does things of its own."""

STACK_POINTER = 0x5D
"""Its address in data memory."""


def create(cpu: Cpu) -> Reference:
    """The reference of a CPU file with [machine] kind = "simavr"."""
    return Simavr(cpu)


@functools.cache
def _engine() -> ctypes.CDLL:
    source = str(Path(__file__).with_name("simavr_step.c"))
    try:
        engine = native.library("simavr_step", (source,), link=("-lsimavr", "-lelf"))
    except BuildError as error:
        packages = ("libsimavr-dev", "libelf-dev")
        raise MissingTool("simavr's library is not installed", packages) from error
    pointer, word = ctypes.c_void_p, ctypes.c_uint32
    engine.step_open.restype = engine.step_data.restype = engine.step_flash.restype = pointer
    engine.step_open.argtypes = (ctypes.c_char_p,)
    for function in (engine.step_data, engine.step_flash, engine.step_data_end):
        function.argtypes = (pointer,)
    engine.step_data_end.restype = engine.step_one.restype = word
    engine.step_one.argtypes = (pointer, word, ctypes.POINTER(ctypes.c_uint8))
    return engine


class Simavr(Reference):
    place = 0x4000

    def __init__(self, cpu: Cpu) -> None:
        super().__init__(cpu)
        self._engine = _engine()
        model = str(cpu.machine_options["model"])
        self._core = self._engine.step_open(model.encode())
        if not self._core:
            raise MoteError(f"simavr does not know the microcontroller {model}")
        self._end = self._engine.step_data_end(self._core)
        self._data = (ctypes.c_uint8 * self._end).from_address(self._engine.step_data(self._core))
        self._flash = (ctypes.c_uint8 * 0x20000).from_address(self._engine.step_flash(self._core))
        self.widths = {register(number): 8 for number in range(32)}
        self.widths.update((flag(name), 1) for name in FLAGS)
        self.widths[SP] = 16

    def usual(self, state: State) -> None:
        """Let the pointers and the stack pointer mostly point to RAM."""
        state[SP] = RAM + state[SP] % (self._end - RAM)
        for number in (27, 29, 31):
            if state[register(number)] % 8:
                state[register(number)] %= self._end >> 8

    def step(
        self, encoding: Encoding, lifted: Lifted, state: State, memory: Memory, expected: int
    ) -> After:
        data, flash = self._data, self._flash
        for (space, address), byte in memory.items():
            (flash if space == "code" else data)[address] = byte
        for place, byte in enumerate(encoding.code.ljust(4, b"\0")):
            flash[self.place + place] = byte
        status = 0
        for number, name in enumerate(FLAGS):
            status |= state[flag(name)] << number
        for number in range(32):
            data[number] = state[register(number)]
        data[STACK_POINTER], data[STACK_POINTER + 1] = state[SP] & 0xFF, state[SP] >> 8
        before = bytes(data)
        kept = ctypes.c_uint8(status)
        counter = self._engine.step_one(self._core, self.place, ctypes.byref(kept))
        after: State = {register(number): data[number] for number in range(32)}
        after.update((flag(name), kept.value >> number & 1) for number, name in enumerate(FLAGS))
        after[SP] = data[STACK_POINTER] | data[STACK_POINTER + 1] << 8
        now = bytes(data)
        written = {}
        if now[RAM:] != before[RAM:]:
            written = {("data", a): now[a] for a in range(RAM, self._end) if now[a] != before[a]}
        seen = {key: (flash if key[0] == "code" else data)[key[1]] for key in memory}
        if counter == self.place and expected != self.place:
            raise Stopped("simavr does not execute it")
        return After(counter, after, {**seen, **written})

    def check(self, lifted: Lifted, machine: Touching) -> None:
        """Refuse what lies outside of RAM, and what may read the instruction itself."""
        for space, address in machine.touched:
            if space == "data" and not RAM <= address < self._end:
                raise Refused("outside of RAM")
            if space == "code" and abs(address - self.place) < 4:
                raise Refused("reads the instruction itself")
