"""The 16-bit core's simulator, one instruction at a time."""

from __future__ import annotations

from mote.catalog.cpu import Cpu
from mote.pic24.isa import FLAGS
from mote.pic24.sets import extension_names
from mote.pic24.simulator import SLOT, Simulator, Trap
from mote.proving.architectures.pic24 import RCOUNT, SHADOWED, SHADOWS, flag
from mote.proving.lift import Encoding, Lifted, Varnode
from mote.proving.references import After, Memory, Reference, Refused, State, Stopped, Touching

DATA, END = 0x0800, 0x8000


def create(cpu: Cpu) -> Reference:
    """The reference of a CPU file with [machine] kind = "pic24"."""
    return Core(cpu)


class Core(Reference):
    place = 0x2000

    def __init__(self, cpu: Cpu) -> None:
        super().__init__(cpu)
        self._simulator = Simulator(tuple(extension_names()))
        self._loaded = b""
        self.widths = {Varnode("register", 2 * number, 2): 16 for number in range(16)}
        self.widths.update((flag(name), 1) for name in FLAGS)
        self.widths[RCOUNT] = 16
        for each, shadow in zip(SHADOWED, SHADOWS, strict=True):
            self.widths[shadow] = self.widths[each]

    def usual(self, state: State) -> None:
        """Pointers mostly to data memory."""
        for number in range(16):
            register = Varnode("register", 2 * number, 2)
            if state[register] % 8 > 1 or number == 15:
                state[register] = DATA + state[register] % (END - DATA)
                if number % 4:
                    state[register] &= ~1
        state[Varnode("register", 30, 2)] &= ~1

    def suit(self, lifted: Lifted, state: State) -> None:
        """Let a register that REPEAT counts with have a small number."""
        mnemonic, _, operand = lifted.text.partition(";")[0].partition(" ")
        if mnemonic == "repeat" and operand in self.architecture.registers:
            state[self.architecture.registers[operand]] &= 0xC03F

    def step(
        self, encoding: Encoding, lifted: Lifted, state: State, memory: Memory, expected: int
    ) -> After:
        simulator = self._simulator
        code = encoding.code.ljust(12, b"\0")
        program = {
            self.place + k: int.from_bytes(code[2 * k : 2 * k + 3], "little") for k in (0, 2, 4)
        }
        for (space, address), byte in memory.items():
            if space == "code" and address % 4 < 3:
                word = address // 4 * 2
                shift = 8 * (address % 4)
                program[word] = program.get(word, 0) & ~(0xFF << shift) | byte << shift
        simulator = self._simulator = Simulator(tuple(extension_names()))
        simulator.load(program)
        simulator.allow(DATA, END - DATA)
        for (space, address), byte in memory.items():
            if space == "data":
                simulator.data[address] = byte
        for varnode, value in state.items():
            if varnode.offset < 32:
                simulator.w[varnode.offset // 2] = value
        for name in FLAGS:
            simulator.w[SLOT[name]] = state[flag(name)]
        simulator.w[SLOT["SPLIM"]] = 0xFFFE
        simulator.w[SLOT["RCOUNT"]] = state[RCOUNT]
        simulator.shadow = [state[shadow] for shadow in SHADOWS]
        before = bytes(simulator.data)
        simulator.pc = self.place
        try:
            simulator.step()
        except Trap as trap:
            raise Stopped(str(trap)) from None
        after: State = {v: simulator.w[v.offset // 2] for v in state if v.offset < 32}
        after[RCOUNT] = simulator.w[SLOT["RCOUNT"]]
        after.update((flag(name), int(simulator.w[SLOT[name]])) for name in FLAGS)
        after.update(zip(SHADOWS, map(int, simulator.shadow), strict=True))
        seen = {}
        for key in memory:
            space, address = key
            seen[key] = simulator.data[address] if space == "data" else memory[key]
        now = bytes(simulator.data)
        if now != before:
            changed = (a for a in range(len(now)) if now[a] != before[a])
            seen.update((("data", a), now[a]) for a in changed)
        return After(simulator.pc, after, seen)

    def check(self, lifted: Lifted, machine: Touching) -> None:
        """Refuse what lies outside of data memory, and what may read the instruction itself."""
        if machine.program_counter > 0x7FFFFF:
            raise Refused("a trap")
        for space, address in machine.touched:
            if space == "data" and not DATA <= address < END:
                raise Refused("outside of data memory")
            if space == "code" and abs(address - 2 * self.place) < 16:
                raise Refused("reads the instruction itself")
