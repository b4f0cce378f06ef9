"""QEMU as a process that waits for calls, and the protocol of the file that it shares with us.

The driver (native/power_driver.S) and the plug-in (native/qemu_watch.c) have the same numbers.
"""

from __future__ import annotations

import contextlib
import ctypes
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from mote import native
from mote.catalog.cpu import Cpu
from mote.common.errors import MissingTool

# Places in the shared file: native/power_driver.S has the same.
SHARED_BYTES = 0x4000
MAPS, VECTORS, SIGNAL, LIST = 0, 0x10, 0x18, 0x40
BEFORE, AFTER = 0x800, 0x1000
GENERAL, CR, XER, CTR, VRSAVE, VECTOR = 0, 0x100, 0x108, 0x110, 0x120, 0x200
REGISTERS_BYTES = VECTOR + 64 * 16

DRIVER = 0x30000000
DRIVER_BYTES = 0x10000

REGIONS = 64
BREACHES = (
    *("none", "read", "write", "fetch", "illegal", "stack overflow", "stack above"),
    *("below read", "below write", "untouched", "call alignment", "back chain", "budget"),
)
"""The order of `enum watch_breach` in native/qemu_watch.h."""

ILLEGAL, LIBRARY, LIBRARY_ENTRY, RESERVED = 1, 2, 4, 8
MOVES = {"update": 16, "add": 32, "load": 64, "other": 128}


class Range(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint64) for name in ("start", "end", "writable"))


_WORDS_BEFORE = (
    *("code_start", "code_end", "units", "driver_start", "driver_end"),
    *("stack_map", "stack_map_end", "stack_offset", "red_zone", "stack_alignment", "return_slot"),
    *(
        "big_endian",
        "return_address",
        "handler",
        "budget",
        "stack_low",
        "stack_high",
        "record",
        "lenient",
    ),
    "region_count",
)
_WORDS_AFTER = (
    *("breach", "size", "address", "program_counter", "got"),
    *("instructions", "library_instructions", "lowest", "trace", "events"),
)


class Watch(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_uint64) for name in _WORDS_BEFORE),
        ("regions", Range * REGIONS),
        *((name, ctypes.c_uint64) for name in _WORDS_AFTER),
    )


class Unit(ctypes.Structure):
    _fields_ = (
        ("flags", ctypes.c_uint32),
        ("value", ctypes.c_int32),
        ("executed", ctypes.c_uint64),
    )


def address_in(program: Path, name: str) -> int:
    """The address of a symbol that an ELF file has."""
    with program.open("rb") as stream:
        table = ELFFile(stream).get_section_by_name(".symtab")
        assert isinstance(table, SymbolTableSection)
        (symbol,) = table.get_symbol_by_name(name) or []
        return int(symbol["st_value"])


def driver_of(cpu: Cpu) -> Path:
    """The driver, as a program for a CPU; raises MissingTool."""
    compiler = shutil.which(f"{cpu.toolchain.prefix}gcc")
    if compiler is None:
        missing = f"{cpu.toolchain.prefix}gcc is not installed"
        raise MissingTool(missing, cpu.toolchain.packages)
    return native.program(
        compiler,
        f"power_driver_{cpu.endianness}",
        ["power_driver.S"],
        ("-mcpu=power8", "-nostdlib", "-static", f"-Wl,-Ttext={DRIVER:#x}"),
    )


class Process:
    """QEMU with the driver in it; it waits for calls."""

    def __init__(self, command: Sequence[str], files: Sequence[int]) -> None:
        self._process = subprocess.Popen(
            [*command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            pass_fds=tuple(files),
        )

    def call(self) -> bool:
        """Run the call that the shared file describes; whether it returned."""
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.write(b"c")
        except BrokenPipeError:
            return False
        return bool(self._process.stdout.read(1))

    def end(self) -> str:
        """Let the process end; what it said."""
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        assert process.stderr is not None
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        said = process.stderr.read().decode(errors="replace").strip()
        process.stdout.close()
        process.stderr.close()
        return said
