"""A core with a unit, run on its own hardware description: exact cycles, and what it computes.

The core is that of mote.machines.rtl_core, with the unit's Verilog at its port; programs are
assembled by the RISC-V compiler's driver and run from memory without wait states, as in
mote.machines.rtl, which says what is counted.
"""

from __future__ import annotations

import copy
import ctypes
import dataclasses
import hashlib
import io
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from mote.common import files
from mote.common.errors import BuildError, MissingTool, MoteError
from mote.common.paths import INCLUDES, WORK
from mote.ise.riscv import isa, macros, unit
from mote.ise.riscv.isa import FOLDER, Instruction
from mote.machines import rtl, rtl_core

CORES = ("picorv32", "vexriscv", "cv32e40x")
"""Cores that take a unit."""
SOURCES = {"vexriscv": ("VexRiscv_FullCfu.v",)}
"""Where not those of core.toml: the variant with a port for units."""
COMPILER = "riscv64-unknown-elf-gcc"
FLAGS = (
    "-march=rv32imc",
    "-mabi=ilp32",
    "-mno-relax",
    "-nostdlib",
    "-static",
    "-Wl,--build-id=none",
)
CODE, DATA, STACK, END = 0x10000, 0x40000, 0x80000, 0x90000
"""Where a program, its data, the stack's end, and what a call returns to lie."""
DATA_BYTES = 0x10000
BOOT = CODE - 0x1000
"""Where a core begins that has no place of its own."""
NORVC = """\
        .option norvc
        .macro  c.jal target
        jal     \\target
        .endm
"""
"""No compressed instructions, not even where a file asks for one."""
ENABLE = {"vexriscv": (0x800002B7, 0xBC029073)}
"""What switches the port on: LUI t0, 0x80000; CSRW 0xBC0, t0 (VexRiscv's README, CfuPlugin)."""
LIMIT = 10_000_000
MACROS = "extensions.inc"
"""What programs include: the macros of the core's instructions."""


@dataclass(frozen=True)
class _Core(rtl_core.Core):
    """A core with another system than its folder's: with a unit."""

    text: str = ""

    @property
    def system(self) -> Path:
        name = hashlib.sha256(self.text.encode()).hexdigest()[:16]
        path = WORK / "ise" / f"{self.name}-{name}.v"
        if not path.is_file():
            path.parent.mkdir(parents=True, exist_ok=True)
            files.write(path, self.text)
        return path


def check_core(name: str) -> str:
    """The name; raises MoteError for a core that takes no unit."""
    if name not in CORES:
        raise MoteError(f"no units for the core {name!r}; there are for: {', '.join(CORES)}")
    return name


def wrapped(core: str, instructions: Sequence[Instruction]) -> str:
    """The Verilog that connects a core and its unit, with the unit; module mote_core."""
    text = (FOLDER / "systems" / f"{core}.v").read_text(encoding="utf-8")
    if not instructions:
        return text
    if core == "picorv32" and unit.has_state(instructions):
        text = unit.clocked(text, "mote_unit extension")
    return f"`define MOTE_UNIT\n{text}\n{at_port(core, instructions)}"


def at_port(core: str, instructions: Sequence[Instruction]) -> str:
    """The unit as the core's port takes it; raises MoteError where that cannot."""
    if core == "vexriscv":
        return unit.cfu(instructions)
    if core == "cv32e40x" and unit.has_state(instructions):
        # It would change before the core has committed the instruction.
        raise MoteError("cv32e40x: a unit with registers does not fit its port")
    return unit.verilog(instructions)


def takes(core: str, extensions: Sequence[str]) -> bool:
    """Whether the core's port takes the unit of these extensions."""
    try:
        at_port(core, isa.instructions(extensions))
    except MoteError:
        return False
    return True


def whole(core: str, instructions: Sequence[Instruction]) -> str:
    """All Verilog of a core with a unit, to be synthesized; the core's own is fetched."""
    of = rtl_core.core(check_core(core))
    root = rtl_core.fetch(of) / of.root
    sources = [(root / each).read_text(encoding="utf-8") for each in of.sources]
    return "\n".join([*sources, wrapped(core, instructions)])


@dataclass(frozen=True)
class Run:
    """What a call took and left.  data: the DATA_BYTES at DATA.  registers: by number."""

    cycles: int
    instructions: int
    data: bytes
    registers: tuple[int, ...]


def assembled(
    source: str, instructions: Sequence[Instruction], folder: Path | None = None
) -> ELFFile:
    """A program with the macros of instructions (#include "extensions.inc").

    It has no compressed instructions: not every core has them, and where it does an
    instruction across two words takes a second fetch.
    folder: where else its #include looks.  Raises BuildError with the assembler's words.
    """
    compiler = shutil.which(COMPILER)
    if compiler is None:
        raise MissingTool(f"{COMPILER} is not installed", ("gcc-riscv64-unknown-elf",))
    with tempfile.TemporaryDirectory(prefix="mote-riscv-") as name:
        scratch = Path(name)
        title = " ".join(each.name for each in instructions) or "none"
        (scratch / MACROS).write_text(macros.assembly(instructions, title))
        (scratch / "program.S").write_text(NORVC + source)
        command = [compiler, *FLAGS, f"-Wl,-Ttext={CODE:#x}", "-Wl,-e,0", "-I", name]
        command += [f"-I{each}" for each in (*INCLUDES, *([folder] if folder else []))]
        made = scratch / "program.elf"
        command += ["-o", str(made), str(scratch / "program.S")]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise BuildError("the program is not assembled", result.stderr)
        return ELFFile(io.BytesIO(made.read_bytes()))


class Machine:
    """A core with the unit of some instructions.

    Raises MissingTool without Verilator or a compiler, MoteError where the core cannot be fetched.
    """

    def __init__(self, core: str, instructions: Sequence[Instruction]) -> None:
        of = rtl_core.core(check_core(core))
        facts = {each.name: getattr(of, each.name) for each in dataclasses.fields(of)}
        facts["sources"] = SOURCES.get(core, of.sources)
        text = f"`define MOTE_SYSTEM\n{wrapped(core, instructions)}"
        self._core = _Core(**facts, text=text)
        self._instructions = tuple(instructions)
        self._library = rtl_core.library(self._core, ())
        pointer, word = ctypes.c_void_p, ctypes.c_uint32
        self._library.rtl_new.restype = pointer
        for name, arguments in (
            ("delete", (pointer,)),
            ("write", (pointer, word, ctypes.c_char_p, word)),
            ("read", (pointer, word, ctypes.c_char_p, word)),
            ("run", (pointer, ctypes.POINTER(rtl.Run))),
        ):
            function = getattr(self._library, f"rtl_{name}")
            function.restype, function.argtypes = None, arguments

    def with_macros(self, instructions: Sequence[Instruction]) -> Machine:
        """The same hardware for programs that know only these of its instructions."""
        other = copy.copy(self)
        other._instructions = tuple(instructions)
        return other

    def assemble(self, source: str, folder: Path | None = None) -> ELFFile:
        """A program with the macros of the core's instructions, as `assembled` makes it."""
        return assembled(source, self._instructions, folder)

    def image(
        self, program: ELFFile, symbol: str, registers: Mapping[str, int], data: bytes
    ) -> tuple[int, int, list[tuple[int, bytes]]]:
        """What is in memory for a call: where the core begins, the function, parts by address.

        Raises MoteError where the program has no such function.
        """
        table = program.get_section_by_name(".symtab")
        assert isinstance(table, SymbolTableSection)
        places = {each.name: int(each["st_value"]) for each in table.iter_symbols()}
        entry = places.get(symbol)
        if entry is None:
            raise MoteError(f"the program has no function {symbol}")
        boot = self._core.boot or BOOT
        enable = ENABLE.get(self._core.name, ()) if self._instructions else ()
        values = {"sp": STACK, "ra": END, **registers}
        place = boot + self._core.boot_offset + 4 * len(enable)
        parts = [
            (section["sh_addr"], section.data())
            for section in program.iter_sections()
            if section["sh_flags"] & 2 and section["sh_type"] == "SHT_PROGBITS"
        ]
        parts += [
            (place - 4 * len(enable), b"".join(x.to_bytes(4, "little") for x in enable)),
            (place, rtl.prologue(values, place, entry)),
            (DATA, data.ljust(DATA_BYTES, b"\0")),
            (STACK - DATA_BYTES, bytes(DATA_BYTES + 4096)),
            (END, rtl.NOP.to_bytes(4, "little") * 16),
        ]
        return boot, entry, parts

    def call(self, program: ELFFile, symbol: str, registers: Mapping[str, int], data: bytes) -> Run:
        """Call a function from reset; data lie at DATA.  Raises MoteError where it does not end.

        Registers that are not named hold 0; sp and ra have their values already.
        """
        library, run = self._library, rtl.Run()
        boot, entry, parts = self.image(program, symbol, registers, data)
        machine = library.rtl_new()
        try:
            for address, content in parts:
                library.rtl_write(machine, address, content, len(content))
            run.boot, run.start, run.stop = boot, entry, END
            run.cycle_limit, run.stop_cycles = LIMIT, self._core.nop_cycles
            library.rtl_run(machine, ctypes.byref(run))
            if run.reason != rtl.REACHED:
                why = {
                    rtl.CYCLES: "does not end",
                    rtl.TRAP: "has an instruction or an access that the core refuses",
                    rtl.OUTSIDE: f"reads or writes at {run.address:#x}, where no memory is",
                }[run.reason]
                raise MoteError(f"{symbol} {why} (program counter {run.program_counter:#x})")
            found = ctypes.create_string_buffer(DATA_BYTES)
            library.rtl_read(machine, DATA, found, DATA_BYTES)
        finally:
            library.rtl_delete(machine)
        return Run(run.cycles, run.instructions, found.raw, tuple(run.registers))
