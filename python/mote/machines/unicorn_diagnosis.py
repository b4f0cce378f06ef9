"""Breaches of a call in Unicorn in words: what every machine says, and what only it can tell."""

from __future__ import annotations

from collections.abc import Sequence

from mote.building.image import Image, Region
from mote.catalog.cpu import Cpu
from mote.common.errors import Breach, MoteError
from mote.machines import breaches, unicorn_native
from mote.machines.architectures import Architecture
from mote.machines.code import Code, regions_of
from mote.machines.places import Places
from mote.machines.unicorn_registers import Registers


class Diagnosis:
    """What was wrong with a call in one image.

    settings: those of the machine, which say where the stack of the last call was.
    """

    def __init__(
        self,
        cpu: Cpu,
        architecture: Architecture,
        registers: Registers,
        settings: unicorn_native.Settings,
        image: Image,
        code: Code,
        places: Places,
    ) -> None:
        self.cpu = cpu
        self._architecture = architecture
        self._registers = registers
        self._settings = settings
        self._image = image
        self._code = code
        self._places = places

    def breach(
        self, result: unicorn_native.Result, symbol: str, regions: Sequence[Region], budget: int
    ) -> Breach:
        """The breach that a call ended with, in words."""
        kind = unicorn_native.BREACHES[result.breach]
        address, size = result.address, result.size
        register = self._registers.name(result.register_id)
        pointer = self.cpu.abi.stack_pointer
        if kind in ("read", "write"):
            what = breaches.access(kind, size, address, self._where(address, size, kind, regions))
            return self._at(result, kind, what)
        if kind == "fetch":
            what = breaches.fetch(address, self._where(address, 1, kind, regions))
            return self._at(result, kind, what)
        if kind == "alignment":
            way = "write" if result.got else "read"
            where = self._where(address, size, way, regions)
            return self._at(result, kind, breaches.misaligned(way, size, address, where))
        if kind in ("illegal", "invalid"):
            return self._illegal(result, kind)
        if kind == "stack overflow":
            return self._at(result, "stack", breaches.overflow(self._stack_bytes()))
        if kind == "stack above":
            what = breaches.above(pointer, address, self._settings.stack_high)
            return self._at(result, "stack", what)
        if kind in ("below read", "below write"):
            way, zone = kind.split()[1], self.cpu.abi.red_zone
            what = breaches.outside_stack(way, address, pointer, red_zone=zone)
            return self._at(result, "stack", what)
        if kind == "untouched":
            what = breaches.untouched(register if result.register_id else "")
            return self._at(result, "abi", what)
        if kind == "call alignment":
            what = breaches.misaligned_stack(pointer, address, self.cpu.abi.stack_alignment)
            return self._at(result, "abi", what)
        if kind == "saved":
            what = breaches.not_restored(symbol, register, result.expected, result.got)
            return self._at(result, "abi", what)
        if kind == "stack pointer":
            what = breaches.moved(symbol, register, result.got - result.expected)
            return self._at(result, "abi", what)
        if kind in ("back chain", "flag", "state"):
            return self._at(result, "abi", self._architecture.own_breach(kind, symbol, result))
        if kind == "budget":
            return self._at(result, kind, breaches.endless(symbol, budget))
        if kind == "untold":
            raise MoteError(
                f"{self._places.at(result.program_counter)}: the access of {size} bytes at "
                f"{address:#x} is not what mote.machines.architectures says of the instruction"
            )
        return self._at(result, "instruction", f"the simulator stopped with error {address}")

    def _illegal(self, result: unicorn_native.Result, kind: str) -> Breach:
        address = result.program_counter
        known = self._image.illegal
        decoded = self._code.instructions
        text = known.get(address) or next(
            (f"{i.mnemonic} {i.op_str}".strip() for i in decoded if i.address == address), ""
        )
        if kind == "illegal" or address in known:
            what = breaches.instruction(self.cpu.name, text)
        else:
            what = breaches.instruction(self.cpu.name, text, "cannot execute this instruction")
        return self._at(result, "instruction", what, address)

    def _at(
        self, result: unicorn_native.Result, kind: str, what: str, address: int | None = None
    ) -> Breach:
        counter = result.program_counter
        return Breach(
            kind,
            what,
            address=result.address if address is None else address,
            program_counter=counter,
            place=self._places.at(counter) if self._code.is_code(counter) else "",
        )

    def _where(self, address: int, size: int, way: str, regions: Sequence[Region]) -> str:
        """Where an access lies with respect to the nearest range that a call may touch."""
        stack = Region("the stack", self._settings.stack_low, self._stack_bytes(), True)
        known = [*regions, stack, *regions_of(self._code.sections)]
        return breaches.where(address, size, way, known, null=True)

    def _stack_bytes(self) -> int:
        return int(self._settings.stack_high - self._settings.stack_low)
