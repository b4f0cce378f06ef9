"""A program's bytes and their places, from the image that its toolchain linked."""

from __future__ import annotations

import json
from dataclasses import dataclass

from elftools.elf.elffile import ELFFile

from mote.building.elf import symbols
from mote.building.image import Image
from mote.building.toolchains import sdcc
from mote.catalog.cpu import Cpu
from mote.common.errors import MoteError
from mote.machines.places import Places
from mote.machines.ucsim import read_intel_hex

DATA_OF_AVR = 0x800000
"""GNU's addresses of an AVR's data memory begin here."""


@dataclass(frozen=True)
class Part:
    """Bytes of an image: of data memory or of code, at an address there."""

    address: int
    content: bytes
    data: bool
    writable: bool

    @property
    def end(self) -> int:
        return self.address + len(self.content)


class Program:
    """What is loaded."""

    def __init__(self, cpu: Cpu, image: Image) -> None:
        self.cpu = cpu
        self.image = image
        self.parts: list[Part] = []
        self._places: Places | None = None
        with image.path.open("rb") as stream:
            is_elf = stream.read(4) == b"\x7fELF"
        self.separate = cpu.machine in ("simavr", "ucsim", "pic24")
        """Whether code and data are two memories."""
        if is_elf:
            self._read_elf()
        elif cpu.machine == "ucsim":
            self._read_hex()
        elif cpu.machine == "pic24":
            self._read_words()
        else:
            raise MoteError(f"{cpu.name}: proofs cannot read its images yet")

    def _read_words(self) -> None:
        """The 16-bit core's: an instruction word is four bytes of code, at twice its address.

        Data memory has tables, and from 0x8000 on the low halves of the first instruction words.
        """
        facts = json.loads(self.image.path.read_text())
        words = {int(address): int(word) for address, word in facts["program"]}
        end = max(words) + 2
        code = b"".join(words.get(at, 0).to_bytes(4, "little") for at in range(0, end, 2))
        self.parts.append(Part(0, code, data=False, writable=False))
        seen = b"".join(
            (words.get(at, 0) & 0xFFFF).to_bytes(2, "little")
            for at in range(0, min(end, 0x8000), 2)
        )
        self.parts.append(Part(0x8000, seen, data=True, writable=False))
        start, tables = facts["rodata"]
        if tables:
            self.parts.append(Part(int(start), bytes.fromhex(tables), data=True, writable=False))

    def _read_hex(self) -> None:
        """Intel HEX, of an 8051: all of it is code; records join where one follows another."""
        whole: dict[int, bytes] = {}
        end = -1
        start = 0
        for address, content in sorted(read_intel_hex(self.image.path.read_text())):
            if address != end:
                start = address
                whole[start] = b""
            whole[start] += content
            end = address + len(content)
        for address, content in whole.items():
            self.parts.append(Part(address, content, data=False, writable=False))

    def _read_elf(self) -> None:
        separate = self.separate
        with self.image.path.open("rb") as stream:
            elf = ELFFile(stream)
            for segment in elf.iter_segments():
                if segment["p_type"] != "PT_LOAD":
                    continue
                content = segment.data()
                content += bytes(segment["p_memsz"] - len(content))
                address = segment["p_vaddr"]
                data = address >= DATA_OF_AVR if separate else True
                writable = bool(segment["p_flags"] & 2)
                self.parts.append(
                    Part(address % DATA_OF_AVR if separate else address, content, data, writable)
                )

    def code(self, address: int, size: int) -> bytes:
        """Up to so many bytes of the code space; none outside of it."""
        for part in self.parts:
            if part.address <= address < part.end and not (self.separate and part.data):
                start = address - part.address
                return part.content[start : start + size]
        return b""

    def place(self, program_counter: int) -> str:
        """`file:line, function` of a program counter, or its address where that is not known."""
        if self._places is None:
            self._places = Places(self.cpu, self.image)
        address = program_counter & ~1 if self.cpu.machine == "unicorn" else program_counter
        return self._places.at(address) or f"address {address:#x}"

    def label(self, name: str) -> int | None:
        """The address of a label in the code, exported or not; None where the image has no such.

        Of a static function in C also where the compiler added to its name, as in `name.isra.0`;
        None where it made several of one.
        """
        with self.image.path.open("rb") as stream:
            if stream.read(4) == b"\x7fELF":
                values: dict[str, int] = {}
                for symbol in symbols(ELFFile(stream)):
                    own = symbol.name == name or symbol.name.startswith(f"{name}.")
                    if own and symbol["st_shndx"] != "SHN_UNDEF":
                        values.setdefault(symbol.name, int(symbol["st_value"]))
                if name not in values and len(values) != 1:
                    return None
                found = values[name] if name in values else next(iter(values.values()))
                return found & ~1 if self.cpu.machine == "unicorn" else found
        if self.cpu.machine == "ucsim":
            return sdcc.address_of_label(self.image, name)
        address = self.image.symbols.get(name)
        # The 16-bit core counts two for an instruction word.
        return address if address is None or self.cpu.machine != "pic24" else 2 * address
