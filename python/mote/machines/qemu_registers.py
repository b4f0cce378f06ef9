"""The registers of POWER as the driver of QEMU fills them before a call and keeps them after it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Literal

from mote.catalog.cpu import Cpu
from mote.machines import breaches, power_code
from mote.machines.call import Argument
from mote.machines.qemu_process import CR, CTR, REGISTERS_BYTES, VECTOR, VRSAVE, XER

XER_FLAGS = 0xE0000000
"""Summary overflow, overflow and carry."""


class Registers:
    """The registers of one CPU.

    vectors: 0 none, 1 AltiVec, 2 VSX.  version: of the ELF ABI.
    """

    def __init__(self, cpu: Cpu, vectors: int, version: int) -> None:
        self.cpu = cpu
        self._vectors = vectors
        self._version = version
        self._order: Literal["little", "big"] = "big" if cpu.endianness == "big" else "little"
        self._kept = self._mask((*cpu.abi.callee_saved, *cpu.abi.untouched, "r1"))

    def _mask(self, names: Iterable[str]) -> int:
        """The bits of registers in all that the driver writes down, as one number."""
        mask = bytearray(REGISTERS_BYTES)
        for name in names:
            kind = name.rstrip("0123456789")
            number = int(name[len(kind) :] or 0)
            vector = VECTOR + 16 * number
            if kind == "cr":
                own = (15 << 28 - 4 * number).to_bytes(8, self._order)
                for at, bits in enumerate(own):
                    mask[CR + at] |= bits
                continue
            place, size = {
                "r": (8 * number, 8),
                "f": (vector, 8),
                "vs": (vector, 16) if number < 14 else (vector + 8, 8),
                "v": (vector + 512, 16),
                "xer": (XER, 8),
                "ctr": (CTR, 8),
                "vrsave": (VRSAVE, 8),
            }[kind]
            mask[place : place + size] = b"\xff" * size
        return int.from_bytes(mask, "little")

    def kept(self, before: bytes, after: bytes, toc: int) -> bool:
        """Whether all that the caller counts on is as it was: where `problem` finds nothing."""
        if self.word(after, 2) not in (self.word(before, 2), toc):
            return False
        changed = int.from_bytes(before, "little") ^ int.from_bytes(after, "little")
        return changed & self._kept == 0

    def at_call(
        self,
        source: random.Random,
        entry: int,
        arguments: Sequence[Argument],
        high: int,
        toc: int,
    ) -> bytes:
        """Registers at the call: arbitrary but for what the ABI says, other ones at each call.

        high: the stack pointer; toc: r2, where the ABI's version has the caller set it.
        """
        registers = bytearray(source.randbytes(REGISTERS_BYTES))

        def put(place: int, value: int) -> None:
            registers[place : place + 8] = value.to_bytes(8, self._order)

        for name, argument in zip(self.cpu.abi.arguments, arguments, strict=False):
            # an int is extended by the caller (64-bit ELF ABIs: "parameter passing")
            size = self.cpu.abi.int_bytes if argument.kind == "unsigned" else 8
            put(8 * int(name[1:]), argument.value & (1 << 8 * size) - 1)
        put(8 * power_code.STACK_POINTER, high)
        put(8 * 12, entry)
        if self._version == 1:
            put(8 * 2, toc)
        put(CR, source.getrandbits(32))
        put(XER, source.getrandbits(32) & XER_FLAGS)
        put(CTR, entry)
        put(VRSAVE, source.getrandbits(32))
        return bytes(registers)

    def names(self) -> frozenset[str]:
        return frozenset(self.values(bytes(REGISTERS_BYTES)))

    def values(self, registers: bytes) -> dict[str, int]:
        """The registers by name.

        vs0 to vs31 are the whole of 16 bytes; of vs14 to vs31 the first half is f14 to f31, which
        has a name of its own because the ABI keeps it, and vs14 to vs31 then means the other half.
        """

        def word(place: int) -> int:
            return self._word(registers, place)

        found = {f"r{number}": word(8 * number) for number in range(32) if number != 1}
        condition = word(CR)
        found |= {f"cr{number}": condition >> 28 - 4 * number & 15 for number in range(8)}
        found["xer"] = word(XER) & XER_FLAGS
        found["ctr"] = word(CTR)
        found["vrsave"] = word(VRSAVE)
        for number in range(32):
            place = VECTOR + 16 * number
            first, second = word(place), word(place + 8) if self._vectors == 2 else 0
            if number < 14:
                found[f"vs{number}"] = first << 64 | second
            else:
                found[f"f{number}"], found[f"vs{number}"] = first, second
            place += 512
            if self._vectors:
                found[f"v{number}"] = word(place) << 64 | word(place + 8)
        return found

    def word(self, registers: bytes, number: int) -> int:
        """A general register."""
        return self._word(registers, 8 * number)

    def _word(self, registers: bytes, place: int) -> int:
        return int.from_bytes(registers[place : place + 8], self._order)

    def problem(
        self,
        symbol: str,
        before: bytes,
        after: bytes,
        values: dict[str, int],
        now: dict[str, int],
        toc: int,
    ) -> str:
        """What the caller finds wrong after the return, in words; empty where it is right.

        values, now: before and after by name.
        """
        abi = self.cpu.abi
        pointer = 8 * power_code.STACK_POINTER
        moved = self._word(after, pointer) - self._word(before, pointer)
        if moved:
            return breaches.moved(symbol, abi.stack_pointer, moved)
        for name in abi.callee_saved:
            if values[name] != now[name]:
                return breaches.not_restored(symbol, name, values[name], now[name])
        for name in abi.untouched:
            if values[name] != now[name]:
                return breaches.untouched(name)
        # A function sets up r2 for itself, and for its caller where that is in the same image.
        if now["r2"] not in (values["r2"], toc):
            return breaches.not_restored(symbol, "r2", values["r2"], now["r2"])
        return ""
