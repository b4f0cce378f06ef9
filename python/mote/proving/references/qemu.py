"""QEMU's user mode, one instruction at a time, for POWER.

The bench's driver (native/power_driver.S) sets the registers and calls a few instructions of ours
in low memory, which move doublewords at absolute addresses: so they set and keep LR and CTR with no
register to spare.  Between them stands the one that is tried.  They write it there themselves, so
that QEMU sees that it is another one.  Wherever it may lead, a branch goes back to them and says
from where; everywhere else is no instruction.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import shutil
from typing import Literal

from mote.catalog.cpu import Cpu
from mote.common.errors import MissingTool
from mote.machines import qemu_process as qemu
from mote.proving.forms import PLACE
from mote.proving.lift import Encoding, Lifted, Varnode
from mote.proving.references import After, Memory, Reference, Refused, State, Stopped, Touching

BASE = 0x100000000
"""Where QEMU puts address 0, so that low memory can be had."""

KEPT, CODE = 0x4000, 0x5000
"""Pages below 32 KB, which a displacement alone reaches: what is kept, and our instructions."""

SAVED, SAVED_TOO, LR_IN, CTR_IN, RETURN, LR_OUT, CTR_OUT, WHERE, NEW = range(KEPT, KEPT + 72, 8)
LEAVE, CHANGE, EXITS, EXIT_BYTES = CODE + 0x40, CODE + 0x80, CODE + 0x100, 16
AROUND = (PLACE - 0x8000, PLACE + 0x9000)
"""What a branch on a condition reaches."""

DATA, DATA_BYTES = 0x2000000, 0x11000
MIDDLE, SPREAD = DATA + 0x8800, 0x400
RETURNS = tuple(PLACE + 0x100 * number for number in range(1, 9))
"""Where branches go whose destination is computed."""

R3, R4, LINK, COUNT = 3, 4, 8, 9


def create(cpu: Cpu) -> Reference:
    """The reference of a CPU file with [machine] kind = "qemu"."""
    return Qemu(cpu)


def _load(address: int, target: int = R3) -> int:
    """ld target,address(0)."""
    return 58 << 26 | target << 21 | address


def _store(address: int, source: int = R3) -> int:
    """std source,address(0)."""
    return 62 << 26 | source << 21 | address


def _to(special: int) -> int:
    """mtspr special,r3."""
    return 31 << 26 | R3 << 21 | special << 16 | 467 << 1


def _from(special: int) -> int:
    """mfspr r3,special."""
    return 31 << 26 | R3 << 21 | special << 16 | 339 << 1


def _branch(address: int) -> int:
    """ba address."""
    return 18 << 26 | address | 2


ENTER = (
    *(_store(SAVED), _load(LR_IN), _to(LINK), _load(CTR_IN), _to(COUNT), _load(SAVED)),
    _branch(PLACE),
)
CHANGED = (
    *(_store(SAVED), _store(SAVED_TOO, R4), _load(NEW, R4)),
    15 << 26 | R3 << 21 | PLACE >> 16,  # lis r3,PLACE@h
    36 << 26 | R4 << 21 | R3 << 16,  # stw r4,0(r3)
    *(31 << 26 | R3 << 11 | 54 << 1, 31 << 26 | 598 << 1),  # dcbst 0,r3; sync
    *(31 << 26 | R3 << 11 | 982 << 1, 19 << 26 | 150 << 1),  # icbi 0,r3; isync
    *(_load(SAVED), _load(SAVED_TOO, R4), _branch(CODE)),
)
"""Book II, section 1.8: how a program changes an instruction."""

LEFT = (
    *(_store(WHERE), _from(LINK), _store(LR_OUT), _from(COUNT), _store(CTR_OUT)),
    *(_load(RETURN), _to(COUNT), _load(SAVED), 19 << 26 | 20 << 21 | 528 << 1),  # bctr
)


class Qemu(Reference):
    place = PLACE

    def __init__(self, cpu: Cpu) -> None:
        super().__init__(cpu)
        options = cpu.machine_options
        program = shutil.which(options["program"])
        if program is None:
            raise MissingTool(f"{options['program']} is not installed", ("qemu-user",))
        self._order: Literal["little", "big"] = "big" if cpu.endianness == "big" else "little"
        driver = qemu.driver_of(cpu)
        self._returned = qemu.address_in(driver, "returned")
        self._command = [program, "-B", f"{BASE:#x}", "-cpu", options["model"], str(driver)]
        registers = self.architecture.registers
        self._general = [registers[f"r{number}"] for number in range(32)]
        self._condition = [registers[f"cr{number}"] for number in range(8)]
        self._vectors = [registers[f"vs{number}"] for number in range(64)]
        self._lr, self._ctr, self._vrsave = (registers[n] for n in ("lr", "ctr", "vrsave"))
        self._xer = {registers[f"xer_{n}"]: bit for n, bit in (("so", 31), ("ov", 30), ("ca", 29))}
        self.widths = dict.fromkeys((*self._general, self._lr, self._ctr), 64)
        self.widths |= dict.fromkeys(self._condition, 4) | dict.fromkeys(self._xer, 1)
        self.widths |= dict.fromkeys(self._vectors, 128) | {self._vrsave: 32}
        self._process: qemu.Process | None = None
        self._ends: tuple[int, ...] = ()
        self._written = b""
        self._file = os.memfd_create("mote-step")
        low = qemu.SHARED_BYTES
        self._maps = [
            (KEPT, 0x1000, 3, low),
            (CODE, 0x1000, 5, low + 0x1000),
            (AROUND[0], AROUND[1] - AROUND[0], 7, low + 0x2000),
        ]
        end = low + 0x2000 + AROUND[1] - AROUND[0]
        self._maps.append((DATA, DATA_BYTES, 3, end))
        self._data = end
        os.ftruncate(self._file, end + DATA_BYTES)
        self._shared = mmap.mmap(self._file, end + DATA_BYTES)
        self._put(qemu.MAPS, len(self._maps))
        self._put(qemu.VECTORS, 2)
        for number, values in enumerate(self._maps):
            for which, value in enumerate(values):
                self._put(qemu.LIST + 32 * number + 8 * which, value)

    def __del__(self) -> None:
        process = getattr(self, "_process", None)
        if process is not None:
            with contextlib.suppress(Exception):
                process.end()

    # ---- the shared file ----

    def _put(self, place: int, value: int, size: int = 8) -> None:
        self._shared[place : place + size] = value.to_bytes(size, self._order)

    def _get(self, place: int, size: int = 8) -> int:
        return int.from_bytes(self._shared[place : place + size], self._order)

    def _at(self, address: int) -> int:
        """Where in the file an address of the guest is; raises KeyError."""
        for start, size, _, place in self._maps:
            if start <= address < start + size:
                return place + address - start
        raise KeyError(address)

    def _instructions(self, address: int, words: tuple[int, ...]) -> None:
        for number, word in enumerate(words):
            self._put(self._at(address + 4 * number), word, 4)

    def _open(self, ends: tuple[int, ...]) -> None:
        """A process in which code comes back from these addresses."""
        if self._process is not None and self._ends == ends:
            return
        self._stop()
        start = self._at(AROUND[0])
        self._shared[start : start + AROUND[1] - AROUND[0]] = bytes(AROUND[1] - AROUND[0])
        self._instructions(CODE, ENTER)
        self._instructions(LEAVE, LEFT)
        self._instructions(CHANGE, CHANGED)
        for number, address in enumerate(ends):
            there = EXITS + EXIT_BYTES * number
            self._instructions(address, (_branch(there),))
            number_to_r3 = 14 << 26 | R3 << 21 | number
            self._instructions(there, (_store(SAVED), number_to_r3, _branch(LEAVE)))
        self._process = qemu.Process([*self._command, str(self._file)], [self._file])
        self._ends, self._written = ends, b""

    def _stop(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None

    # ---- an instruction ----

    def suit(self, lifted: Lifted, state: State) -> None:
        """With addresses in the memory that there is, and destinations where there is code."""
        names = {op.opcode for op in lifted.operations}
        if names & {"LOAD", "STORE"}:
            self._suit_address(lifted, state)
        if names & {"RETURN", "BRANCHIND"}:
            for varnode in (self._lr, self._ctr):
                state[varnode] = RETURNS[state[varnode] >> 8 & 7] | state[varnode] & 3
        if "CBRANCH" in names and state[self._general[0]] & 1:
            state[self._ctr] = 1

    def _suit_address(self, lifted: Lifted, state: State) -> None:
        """What the address is the sum of: one register, or two, or one and a number."""
        reached = set()
        parts = []
        for op in lifted.operations:
            for varnode in op.inputs:
                if varnode in self._general and varnode not in reached and op.output is not None:
                    reached.add(varnode)
                    parts.append(varnode)
            if op.opcode in ("LOAD", "STORE"):
                if op.inputs[0] in self._general and op.inputs[0] not in reached:
                    parts.append(op.inputs[0])
                break
        spread = sum(state[varnode] for varnode in parts) % SPREAD
        if len(parts) == 1:
            adds = [op for op in lifted.operations if op.opcode == "INT_ADD"]
            twice = bool(adds) and adds[0].inputs == (parts[0], parts[0])
            state[parts[0]] = (MIDDLE + spread) // 2 if twice else MIDDLE + spread
        elif parts:
            state[parts[-1]] = MIDDLE + spread - state[parts[0]] & (1 << 64) - 1

    def check(self, lifted: Lifted, machine: Touching) -> None:
        """Refuse what the memory here lacks."""
        if any(not DATA <= address < DATA + DATA_BYTES for _, address in machine.touched):
            raise Refused("outside of the memory")

    def step(
        self, encoding: Encoding, lifted: Lifted, state: State, memory: Memory, expected: int
    ) -> After:
        direct = [
            op.inputs[0].offset
            for op in lifted.operations
            if op.opcode in ("BRANCH", "CBRANCH", "CALL") and op.inputs[0].space != "const"
        ]
        computed = any(op.opcode in ("RETURN", "BRANCHIND") for op in lifted.operations)
        ends = tuple(dict.fromkeys((PLACE + 4, *direct, *(RETURNS if computed else ()))))
        self._open(ends)
        self._transfer(state)
        self._put(qemu.BEFORE + qemu.CTR, CODE if encoding.code == self._written else CHANGE)
        self._put(self._at(NEW), int.from_bytes(encoding.code, self._order))
        self._written = encoding.code
        data = slice(self._data, self._data + DATA_BYTES)
        self._shared[data] = bytes(DATA_BYTES)
        for (_, address), byte in memory.items():
            self._shared[self._at(address)] = byte
        before = self._shared[data]
        assert self._process is not None
        if not self._process.call():
            said = self._process.end()
            self._process = None
            signal, there = self._get(qemu.SIGNAL), self._get(qemu.SIGNAL + 16)
            raise Stopped(f"signal {signal} at {there:#x} {said}".strip())
        after = self._shared[data]
        seen = {key: after[key[1] - DATA] for key in memory}
        if after != before:
            changed = (at for at in range(DATA_BYTES) if after[at] != before[at])
            seen.update(((self.architecture.data_space, DATA + at), after[at]) for at in changed)
        return After(ends[self._get(self._at(WHERE))], self._left(lifted), seen)

    def _transfer(self, state: State) -> None:
        """Registers to the shared file."""
        at = qemu.BEFORE
        for number, varnode in enumerate(self._general):
            self._put(at + qemu.GENERAL + 8 * number, state[varnode])
        fields = sum(
            state[varnode] << 28 - 4 * number for number, varnode in enumerate(self._condition)
        )
        self._put(at + qemu.CR, fields)
        self._put(at + qemu.XER, sum(state[varnode] << bit for varnode, bit in self._xer.items()))
        self._put(at + qemu.VRSAVE, state[self._vrsave])
        for number, varnode in enumerate(self._vectors):
            place = at + qemu.VECTOR + 16 * number
            self._put(place, state[varnode] >> 64)
            self._put(place + 8, state[varnode] & (1 << 64) - 1)
        self._put(self._at(LR_IN), state[self._lr])
        self._put(self._at(CTR_IN), state[self._ctr])
        self._put(self._at(RETURN), self._returned)
        self._put(qemu.SIGNAL, 0)

    def _left(self, lifted: Lifted) -> State:
        """The registers from the shared file; of what is undefined, the defined half."""
        at = qemu.AFTER
        found: State = {
            varnode: self._get(at + qemu.GENERAL + 8 * number)
            for number, varnode in enumerate(self._general)
        }
        fields, holder = self._get(at + qemu.CR), self._get(at + qemu.XER)
        for number, varnode in enumerate(self._condition):
            found[varnode] = fields >> 28 - 4 * number & 15
        found.update((varnode, holder >> bit & 1) for varnode, bit in self._xer.items())
        found[self._vrsave] = self._get(at + qemu.VRSAVE)
        found[self._lr] = self._get(self._at(LR_OUT))
        found[self._ctr] = self._get(self._at(CTR_OUT))
        for number, varnode in enumerate(self._vectors):
            place = at + qemu.VECTOR + 16 * number
            found[varnode] = self._get(place) << 64 | self._get(place + 8)
        if any(op.opcode == "UNDEFINED" for op in lifted.operations):
            target = lifted.operations[-1].output
            assert target is not None
            upper = 0 if self.architecture.big_endian else 8
            found[Varnode(target.space, target.offset + upper, 8)] = found.pop(target) >> 64
        return found
