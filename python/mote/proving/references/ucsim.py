"""The bench's core of the 8051, one instruction at a time.

uCsim itself runs some hundred single instructions a second; the core is held against it opcode by
opcode, and by every call that the bench measures (mote.machines.ucsim).
"""

from __future__ import annotations

import ctypes

from mote.catalog.cpu import Cpu
from mote.machines.ucsim import MAY_EXECUTE, MAY_READ, MAY_WRITE, REGISTERS, Ucsim
from mote.proving.architectures.mcs51 import AUXILIARY, CARRY, F0, F1, OVERFLOW, SFR, SP
from mote.proving.lift import Encoding, Lifted, Varnode
from mote.proving.references import After, Memory, Reference, Refused, State, Touching

PSW = REGISTERS["psw"]
BITS = {CARRY: 7, AUXILIARY: 6, F0: 5, OVERFLOW: 2, F1: 1}


def create(cpu: Cpu) -> Reference:
    """The reference of a CPU file with [machine] kind = "ucsim"."""
    return Core(cpu)


class Core(Reference):
    place = 0x4000

    def __init__(self, cpu: Cpu) -> None:
        super().__init__(cpu)
        self._machine = Ucsim(cpu)
        core = self._core = self._machine._core
        ctypes.memset(core.code_may, MAY_READ | MAY_EXECUTE, 0x10000)
        ctypes.memset(core.xram_may, MAY_READ | MAY_WRITE, 0x10000)
        ctypes.memset(core.iram_may, MAY_READ | MAY_WRITE, 256)
        ctypes.memset(core.sfr_may, 0, 256)
        for address in SFR:
            core.sfr_may[address] = MAY_READ | MAY_WRITE
        core.sfr_may[PSW] = MAY_READ | MAY_WRITE
        core.stack_low = 0
        self._spaces = {"iram": core.iram, "xram": core.xram, "code": core.code}
        self.widths = {Varnode("register", address, 1): 8 for address in SFR}
        self.widths.update((Varnode("iram", number, 1), 8) for number in range(8))
        self.widths.update(dict.fromkeys(BITS, 1))

    def usual(self, state: State) -> None:
        """Room on the stack, at whose end the core stops."""
        state[SP] = 8 + state[SP] % 0xF0

    def step(
        self, encoding: Encoding, lifted: Lifted, state: State, memory: Memory, expected: int
    ) -> After:
        core = self._core
        for (space, address), byte in memory.items():
            self._spaces[space][address] = byte
        for place, byte in enumerate(encoding.code):
            core.code[self.place + place] = byte
        core.sfr[PSW] = sum(state[flag] << bit for flag, bit in BITS.items())
        for varnode, value in state.items():
            if varnode.space == "iram":
                core.iram[varnode.offset] = value
            elif varnode.offset in SFR:
                core.sfr[varnode.offset] = value
        before = {name: bytes(self._spaces[name]) for name in ("iram", "xram")}
        core.pc = self.place
        self._machine._engine.mcs51_run(self._machine._handle, 0x10000, 1)
        psw = core.sfr[PSW]
        after: State = {flag: psw >> bit & 1 for flag, bit in BITS.items()}
        for varnode in state:
            if varnode.space == "iram":
                after[varnode] = core.iram[varnode.offset]
            elif varnode.offset in SFR:
                after[varnode] = core.sfr[varnode.offset]
        seen = {key: self._spaces[key[0]][key[1]] for key in memory}
        for name, old in before.items():
            now = bytes(self._spaces[name])
            if now != old:
                first = 8 if name == "iram" else 0
                changed = (a for a in range(first, len(now)) if now[a] != old[a])
                seen.update(((name, a), now[a]) for a in changed)
        return After(core.pc, after, seen)

    def check(self, lifted: Lifted, machine: Touching) -> None:
        """Refuse what may read the instruction itself."""
        for space, address in machine.touched:
            if space == "code" and abs(address - self.place) < 4:
                raise Refused("reads the instruction itself")
