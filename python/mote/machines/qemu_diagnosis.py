"""Breaches of a call in QEMU in words: what the plug-in found, or the signal that ended it."""

from __future__ import annotations

from collections.abc import Sequence

from mote.building.image import Region
from mote.building.toolchains import gnu
from mote.catalog.cpu import Cpu
from mote.common.errors import Breach, MoteError
from mote.machines import breaches, power_code
from mote.machines.code import regions_of
from mote.machines.places import Places
from mote.machines.qemu_memory import CALLER_FRAME, STACK_BYTES, SharedFile
from mote.machines.qemu_process import BREACHES, SIGNAL

SIGNALS = {4: "illegal instruction", 5: "trap", 7: "bus error", 8: "arithmetic", 11: "memory"}


class Diagnosis:
    """Why a call in one image ended as it did.

    name: of the program that runs it.
    """

    def __init__(self, cpu: Cpu, file: SharedFile, name: str, places: Places) -> None:
        self.cpu = cpu
        self._file = file
        self._image = file.program.image
        self._name = name
        self._places = places

    def ended(
        self, symbol: str, regions: Sequence[Region], budget: int, said: str
    ) -> Breach | MoteError:
        """Why the process ended during a call."""
        watch = self._file.watch
        kind = BREACHES[watch.breach]
        address, size, counter = int(watch.address), int(watch.size), int(watch.program_counter)
        pointer, zone = self.cpu.abi.stack_pointer, self.cpu.abi.red_zone
        if kind == "none":
            return self._signal(symbol, regions, said)
        if kind in ("read", "write"):
            where = self._where(address, size, kind, regions)
            return self._at(kind, breaches.access(kind, size, address, where), address, counter)
        if kind == "fetch":
            where = self._where(address, 1, kind, regions)
            return self._at(kind, breaches.fetch(address, where), address, counter)
        if kind == "illegal":
            return self._instruction(counter)
        if kind == "stack overflow":
            return self._at("stack", breaches.overflow(STACK_BYTES), address, counter)
        if kind == "stack above":
            what = breaches.above(pointer, address, int(watch.stack_high))
            return self._at("stack", what, address, counter)
        if kind in ("below read", "below write"):
            what = breaches.outside_stack(kind.split()[1], address, pointer, red_zone=zone)
            return self._at("stack", what, address, counter)
        if kind == "untouched":
            word = self._file.program.word(counter)
            numbers = power_code.written(word)
            names = [n for n in self.cpu.abi.untouched if n[1:].isdigit() and int(n[1:]) in numbers]
            return self._at("abi", breaches.untouched(names[0] if names else ""), None, counter)
        if kind == "call alignment":
            what = breaches.misaligned_stack(pointer, address, self.cpu.abi.stack_alignment)
            return self._at("abi", what, address, counter)
        if kind == "back chain":
            what = (
                f"{symbol}: the word at {address:#x} is {int(watch.got):#x}, which neither "
                "leads back to the caller's frame nor is the return address saved in it"
            )
            return self._at("abi", what, address, counter)
        return self._at("budget", breaches.endless(symbol, budget), None, counter)

    def _signal(self, symbol: str, regions: Sequence[Region], said: str) -> Breach | MoteError:
        """A signal that the driver caught, or an end that nothing explains."""
        number, address, counter = (self._file.get(SIGNAL + 8 * i) for i in range(3))
        if number not in SIGNALS:
            last = said.splitlines()[-1] if said else "without a word"
            return MoteError(f"{self._name} ended in a call of {symbol}: {last}")
        word = self._file.program.word(counter)
        if SIGNALS[number] == "memory" and not self._file.program.is_code(counter):
            where = self._where(counter, 1, "fetch", regions)
            return self._at("fetch", breaches.fetch(counter, where), counter, counter)
        if SIGNALS[number] in ("memory", "bus error"):
            size, store = power_code.access(word)
            way = "write" if store else "read"
            if 0 <= self._file.watch.stack_low - address <= 65536:
                return self._at("stack", breaches.overflow(STACK_BYTES), address, counter)
            where = self._where(address, size, way, regions)
            return self._at(way, breaches.access(way, size, address, where), address, counter)
        return self._instruction(counter)

    def _instruction(self, counter: int) -> Breach:
        known = self._image.illegal
        if counter in known:
            what = breaches.instruction(self.cpu.name, known[counter])
        else:
            text = gnu.listing(self.cpu, self._image.path).get(counter, "")
            what = breaches.instruction(self.cpu.name, text, "cannot execute this instruction")
        return self._at("instruction", what, counter, counter)

    def returned_wrong(self, symbol: str, what: str) -> Breach | None:
        """What the caller finds wrong after the return; what: see Registers.problem."""
        watch = self._file.watch
        chain, high = self._file.chain(), int(watch.stack_high)
        if not what and chain != high + CALLER_FRAME:
            what = (
                f"{symbol} overwrites the back chain of its caller's frame, at {high:#x}, "
                f"with {chain:#x}"
            )
        if not what:
            return None
        counter = watch.program_counter or None
        place = self._place(counter) if counter else ""
        return Breach("abi", what, program_counter=counter, place=place)

    def _at(self, kind: str, what: str, address: int | None, counter: int) -> Breach:
        place = self._place(counter)
        return Breach(kind, what, address=address, program_counter=counter, place=place)

    def _where(self, address: int, size: int, way: str, regions: Sequence[Region]) -> str:
        """Where an access lies with respect to the nearest range that a call may touch."""
        stack = Region("the stack", int(self._file.watch.stack_low), STACK_BYTES, True)
        known = [*regions, stack, *regions_of(self._file.program.sections)]
        return breaches.where(address, size, way, known, null=True)

    def _place(self, counter: int) -> str:
        return self._places.at(counter) if self._file.program.is_code(counter) else ""
