"""Bytes of a program and their places, as the files that toolchains link hold them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from elftools.elf.elffile import ELFFile

from mote.common.errors import MoteError
from mote.machines.ucsim import read_intel_hex


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


def of_elf(path: Path, name: str, first_data: int = 0) -> list[Part]:
    """The loaded segments of an ELF file.

    first_data: the linker's address of byte 0 of data memory, where code is a memory of its own;
    otherwise 0: all is data.  name: of the CPU.  Raises MoteError for a file that is no ELF.
    """
    parts = []
    with path.open("rb") as stream:
        if stream.read(4) != b"\x7fELF":
            raise MoteError(f"{name}: proofs cannot read its images yet")
        for segment in ELFFile(stream).iter_segments():
            if segment["p_type"] != "PT_LOAD":
                continue
            content = segment.data()
            content += bytes(segment["p_memsz"] - len(content))
            address = segment["p_vaddr"]
            data = address >= first_data
            address -= first_data if data else 0
            parts.append(Part(address, content, data, bool(segment["p_flags"] & 2)))
    return parts


def of_intel_hex(path: Path) -> list[Part]:
    """The records of an Intel HEX file, all of them code, joined where one follows another."""
    whole: dict[int, bytes] = {}
    end = -1
    start = 0
    for address, content in sorted(read_intel_hex(path.read_text())):
        if address != end:
            start = address
            whole[start] = b""
        whole[start] += content
        end = address + len(content)
    return [
        Part(address, content, data=False, writable=False) for address, content in whole.items()
    ]


def of_pic24(path: Path) -> list[Part]:
    """The 16-bit core's image: an instruction word is four bytes of code, at twice its address.

    Data memory has tables, and from 0x8000 on the low halves of the first instruction words.
    """
    facts = json.loads(path.read_text())
    words = {int(address): int(word) for address, word in facts["program"]}
    end = max(words) + 2
    code = b"".join(words.get(at, 0).to_bytes(4, "little") for at in range(0, end, 2))
    parts = [Part(0, code, data=False, writable=False)]
    seen = b"".join(
        (words.get(at, 0) & 0xFFFF).to_bytes(2, "little") for at in range(0, min(end, 0x8000), 2)
    )
    parts.append(Part(0x8000, seen, data=True, writable=False))
    start, tables = facts["rodata"]
    if tables:
        parts.append(Part(int(start), bytes.fromhex(tables), data=True, writable=False))
    return parts
