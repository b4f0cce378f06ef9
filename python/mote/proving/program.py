"""A program's bytes and their places, from the image that its toolchain linked."""

from __future__ import annotations

from mote.building.image import Image
from mote.catalog.cpu import Cpu
from mote.machines.places import Places
from mote.proving.architectures import architecture_of
from mote.proving.parts import Part

__all__ = ["Part", "Program"]


class Program:
    """What is loaded."""

    def __init__(self, cpu: Cpu, image: Image) -> None:
        self.cpu = cpu
        self.image = image
        self._architecture = architecture_of(cpu)
        self.parts: list[Part] = self._architecture.parts(image)
        self._places: Places | None = None

    def code(self, address: int, size: int) -> bytes:
        """Up to so many bytes of the code space; none outside of it."""
        for part in self.parts:
            is_code = not (part.data and self._architecture.separate)
            if is_code and part.address <= address < part.end:
                start = address - part.address
                return part.content[start : start + size]
        return b""

    def place(self, program_counter: int) -> str:
        """`file:line, function` of a program counter, or its address where that is not known."""
        if self._places is None:
            self._places = Places(self.cpu, self.image)
        address = self._architecture.listed_address(program_counter)
        return self._places.at(address) or f"address {address:#x}"

    def label(self, name: str) -> int | None:
        """The address of a label in the code, exported or not; None where the image has no such.

        Of a static function in C also where the compiler added to its name, as in `name.isra.0`;
        None where it made several of one.
        """
        return self._architecture.label(self.image, name)
