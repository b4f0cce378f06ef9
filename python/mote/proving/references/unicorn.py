"""Unicorn, one instruction at a time, for ARM, AArch64, MIPS, PowerPC, RISC-V and x86."""

from __future__ import annotations

import ctypes
import importlib
from typing import Any

from mote.catalog.cpu import Cpu
from mote.machines import architectures, riscv64_bits, riscv_bits, unicorn_native
from mote.proving.forms import PLACE
from mote.proving.lift import Encoding, Lifted, Varnode
from mote.proving.references import After, Memory, Reference, Refused, State, Stopped, Touching

PAGE = 0x1000
STUBS = 0xE0000000
MTXER, MFXER = bytes.fromhex("7c0103a6"), bytes.fromhex("7c0102a6")
"""Moves r0 to the XER, and back."""

FLAGS = {
    "aarch64": ("nzcv", {"ng": 31, "zr": 30, "cy": 29, "ov": 28}),
    "arm": ("apsr_nzcv", {"ng": 31, "zr": 30, "cy": 29, "ov": 28}),
    "powerpc": ("xer", {"xer_so": 31, "xer_ov": 30, "xer_ca": 29}),
    "x86": ("eflags", {"cf": 0, "pf": 2, "zf": 6, "sf": 7, "df": 10, "of": 11}),
}
"""A register that holds flags which the lifter has one by one, and their bits."""

SHIFTS = ("SHL", "SHR", "SAR", "ROL", "ROR")
"""How x86's shifts and rotations begin."""

MORE = {
    "aarch64": ("sp", "x30"),
    "arm": ("sp", "lr"),
    "mips": ("sp", "ra"),
    "powerpc": ("r1", "lr", "ctr", *(f"cr{number}" for number in range(8))),
    "riscv": ("sp", "ra"),
    "x86": (),
}
"""Registers beside the general ones."""


def create(cpu: Cpu) -> Reference:
    """The reference of a CPU file with [machine] kind = "unicorn"."""
    return WithBits(cpu) if cpu.machine_options.get("bits", False) else Unicorn(cpu)


class Unicorn(Reference):
    place = PLACE

    def __init__(self, cpu: Cpu) -> None:
        super().__init__(cpu)
        self._unicorn: Any = importlib.import_module("unicorn")
        unicorn = self._unicorn
        self._family = str(cpu.machine_options["architecture"])
        known = architectures.architecture_of(cpu)
        constants = importlib.import_module(f"unicorn.{known.constants}")
        mode = getattr(unicorn, known.modes[cpu.abi.pointer_bytes])
        for extra in cpu.machine_options.get("modes", ()):
            mode |= getattr(unicorn, extra)
        if cpu.endianness == "big":
            mode |= unicorn.UC_MODE_BIG_ENDIAN
        self._mode, self._known, self._constants = mode, known, constants
        # With 64 bits, what a program may have (Intel SDM, volume 1, section 3.3.7).
        self._end = 1 << (47 if cpu.abi.pointer_bytes == 8 else 32)
        self._mapped: set[int] = set()
        self._written: set[int] = set()
        self._loaded = b""
        self._uc = self._open()
        self._error = unicorn.UcError

        def number(name: str) -> int:
            spelled = name if self._family == "x86" else known.spelled(name)
            return int(getattr(constants, known.prefix + spelled.upper()))

        names = (*known.general, *MORE[self._family], *known.more)
        if self._family == "x86":
            names = (*names, cpu.abi.stack_pointer)
        self._registers: dict[Varnode, int] = {
            self.architecture.registers[name]: number(name) for name in dict.fromkeys(names)
        }
        self.widths = {v: 8 * v.size for v in self._registers}
        self._flags: dict[Varnode, int] = {}
        if self._family in FLAGS:
            name, bits = FLAGS[self._family]
            self._holder = number(name)
            self._flags = {self.architecture.registers[flag]: bit for flag, bit in bits.items()}
            self.widths.update(dict.fromkeys(self._flags, 1))
        if self._family == "powerpc":
            for field in range(8):
                self.widths[self.architecture.registers[f"cr{field}"]] = 4
        self._pc = number(known.program_counter if self._family == "x86" else "pc")
        if self._family == "powerpc":
            self._scratch = number("r0")
        self._cpsr = number("cpsr") if self._family == "arm" else None
        self._spoilt = False
        self._only_thumb = getattr(self.architecture, "only_thumb", False)
        self._slots = self._family == "mips"

    def _open(self) -> Any:
        """A processor with no memory but for the stubs."""
        unicorn = self._unicorn
        uc = unicorn.Uc(getattr(unicorn, self._known.arch), self._mode)
        if "model" in self.cpu.machine_options:
            uc.ctl_set_cpu_model(getattr(self._constants, self.cpu.machine_options["model"]))
        if self._family == "powerpc":
            uc.mem_map(STUBS, PAGE)
            uc.mem_write(STUBS, MTXER + MFXER)
        uc.hook_add(unicorn.UC_HOOK_MEM_WRITE, self._note)
        self._mapped.clear()
        self._loaded = b""
        return uc

    def _note(self, _uc: Any, _kind: int, address: int, size: int, _value: int, _: Any) -> None:
        self._written.update(range(address, address + size))

    def _page(self, address: int) -> None:
        page = address & -PAGE & self._end - 1
        if page not in self._mapped:
            self._uc.mem_map(page, PAGE)
            self._mapped.add(page)

    def step(
        self, encoding: Encoding, lifted: Lifted, state: State, memory: Memory, expected: int
    ) -> After:
        if self._spoilt:
            self._uc = self._open()
        # One that stops behind a delay slot would go on in it.
        self._spoilt = self._slots and lifted.length > 4
        uc = self._uc
        if len(self._mapped) > 64:
            for page in self._mapped:
                uc.mem_unmap(page, PAGE)
            self._mapped.clear()
            self._loaded = b""
        self._page(self.place)
        if encoding.code != self._loaded:
            uc.mem_write(self.place, encoding.code)
            uc.ctl_flush_tb()  # Or it would execute what stood there before.
            self._loaded = encoding.code
        for (_, address), byte in memory.items():
            self._page(address)
            uc.mem_write(address, bytes((byte,)))
        if 0 <= expected < self._end:
            self._page(expected)
        self._transfer(state)
        self._written.clear()
        try:
            if lifted.length > 4 and self._slots:
                # Unicorn's counting crashes in delay slots: a wrong branch runs into nothing.
                uc.emu_start(self.place, expected)
            else:
                # It and what it makes conditional count as one.
                uc.emu_start(self.place | encoding.state, 0, count=1)
        except self._error as error:
            self._spoilt = True
            if "FETCH" not in str(error):
                raise Stopped(str(error)) from None
        program_counter = uc.reg_read(self._pc)
        if self._cpsr is not None:
            program_counter |= uc.reg_read(self._cpsr) >> 5 & 1
        after = {v: uc.reg_read(r) for v, r in self._registers.items()}
        if self._flags:
            holder = self._held()
            after.update((v, holder >> bit & 1) for v, bit in self._flags.items())
        if self._family == "x86" and lifted.text.startswith(SHIFTS):
            # OF is defined of shifts by one alone (Intel SDM, volume 2): no proof may need it.
            del after[self.architecture.registers["of"]]
        space = self.architecture.data_space
        keys = set(memory) | {(space, address) for address in self._written}
        seen = {key: uc.mem_read(key[1], 1)[0] for key in keys}
        return After(program_counter, after, seen)

    def usual(self, state: State) -> None:
        """With strings upwards, as x86's ABI has it at every call."""
        if self._family == "x86":
            state[self.architecture.registers["df"]] = 0

    def suit(self, lifted: Lifted, state: State) -> None:
        """With addresses that 64 bits can be, where there is one."""
        if self._end > 1 << 32 and any(op.opcode in ("LOAD", "STORE") for op in lifted.operations):
            for varnode in state:
                if varnode.size == 8:
                    state[varnode] &= (self._end >> 2) - 1

    def _transfer(self, state: State) -> None:
        """Registers and flags to the simulator."""
        uc = self._uc
        holder = sum(state[varnode] << bit for varnode, bit in self._flags.items())
        if self._family == "powerpc":
            # Unicorn does not take XER's bits from outside, but an instruction sets them.
            uc.reg_write(self._scratch, holder)
            uc.emu_start(STUBS, 0, count=1)
        elif self._flags:
            uc.reg_write(self._holder, holder)
        for varnode, register in self._registers.items():
            uc.reg_write(register, state[varnode])

    def _held(self) -> int:
        """The register of flags."""
        if self._family == "powerpc":
            self._uc.emu_start(STUBS + 4, 0, count=1)
            return int(self._uc.reg_read(self._scratch))
        return int(self._uc.reg_read(self._holder))

    def check(self, lifted: Lifted, machine: Touching) -> None:
        """Refuse what lies beyond the memory of all CPUs, and writes next to the instruction."""
        # MIPS has other segments from 0x80000000 on (MIPS32, Volume III, "Virtual Memory").
        end = 0x80000000 if self._slots else self._end
        there = machine.program_counter
        if self._only_thumb and (not there & 1 or not there < 0x40000000):
            raise Refused("a branch to where no code is (ARMv7-M, B3.1)")
        if self._slots and (there % 4 or not 0 < there < end):
            raise Refused("a branch to no instruction")
        if there < PAGE:
            raise Refused("a branch to where nothing may be")
        if any(not 0 <= address < end for _, address in machine.touched):
            raise Refused("beyond the end of memory")
        if any(abs(address - self.place) < PAGE for _, address in machine.written):
            raise Refused("writes where the instruction is")


class WithBits(Unicorn):
    """With bit manipulation and cryptography of RISC-V, as the engine runs them."""

    def __init__(self, cpu: Cpu) -> None:
        super().__init__(cpu)
        library = unicorn_native.library()
        is_narrow = cpu.abi.pointer_bytes == 4
        self._word: Any = ctypes.c_uint32 if is_narrow else ctypes.c_uint64
        self._mnemonic_of = (riscv_bits if is_narrow else riscv64_bits).mnemonic_of
        self._value = library.riscv_bits_value if is_narrow else library.riscv64_bits_value
        operands = (self._word, self._word, ctypes.POINTER(self._word))
        self._value.argtypes = (ctypes.c_uint32, *operands)
        self._value.restype = ctypes.c_bool

    def step(
        self, encoding: Encoding, lifted: Lifted, state: State, memory: Memory, expected: int
    ) -> After:
        word = int.from_bytes(encoding.code[:4], "little")
        if self._mnemonic_of(word) is None:
            return super().step(encoding, lifted, state, memory, expected)
        after = super().step(Encoding(self._known.nop), lifted, state, memory, expected)
        target, *sources = (riscv_bits.NAMES[word >> place & 31] for place in (7, 15, 20))
        registers = self.architecture.registers
        values = (0 if name == "zero" else state.get(registers[name], 0) for name in sources)
        result = self._word()
        if not self._value(word, *values, ctypes.byref(result)):
            raise Stopped("the engine does not know the instruction")
        if target != "zero":
            after.state[registers[target]] = result.value
        return after
