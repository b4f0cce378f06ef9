"""Kernels with custom instructions on a core's hardware: exact cycles beside the plain file's.

A kernel is cores/riscv/kernels/FUNCTION/NAME.S, which takes the macros of the instructions of
the extension NAME, or of several with + between them; the plain one is the fastest file of src/
that runs on the core.  Every call's result is compared with the specification's before there is a
figure (mote.ise.riscv.functions).

All are assembled without compressed instructions (mote.ise.riscv.machine).
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from mote.common.errors import MoteError
from mote.ise.riscv import isa
from mote.ise.riscv.functions import DEFAULT, Function, Source, function
from mote.ise.riscv.isa import Instruction
from mote.ise.riscv.machine import STACK, Machine, at_port
from mote.machines.riscv_bits import NAMES

PLAIN = "plain"
KEPT = ("gp", "tp", *(name for name in NAMES if name[0] == "s" and name != "sp"))
COUNTS = (1, 3, 7)
"""Blocks of the messages, padding included: for a call, and two whose difference is further blocks,
when caches have what they hold of the code."""


@dataclass(frozen=True)
class Cycles:
    """What a function takes on the core.

    file: what was measured.  block: cycles of a further block, the mean of four rounded up
    (what a core predicts of branches is not the same in each); call: of a call with one block.
    size: bytes of code and constants.
    """

    file: str
    block: int
    call: int
    size: int


def kernels(core: str, of: str = DEFAULT) -> tuple[str, ...]:
    """A function's kernels, by the names of their files, whose unit the core's port takes."""
    found = []
    for name in sorted(path.stem for path in function(of).folder.glob("*.S")):
        with contextlib.suppress(MoteError):
            at_port(core, isa.instructions(extensions_of(name)))
            found.append(name)
    return tuple(found)


def extensions_of(name: str) -> tuple[str, ...]:
    """The extensions of a kernel; none of a plain one."""
    return () if name == PLAIN else tuple(name.split("+"))


def symbols(path: Path) -> dict[str, int]:
    """The addresses of a program's symbols."""
    with path.open("rb") as stream:
        table = ELFFile(stream).get_section_by_name(".symtab")
        assert isinstance(table, SymbolTableSection)
        return {each.name: int(each["st_value"]) for each in table.iter_symbols() if each.name}


def measure(core: str, name: str, of: str = DEFAULT) -> Cycles:
    """The cycles of a kernel, or of the fastest plain file on the core without a unit.

    Raises MoteError where a result is not the specification's, or a register that a call keeps has
    changed.
    """
    machine, what = Machine(core, isa.instructions(extensions_of(name))), function(of)
    sources = what.plain if name == PLAIN else (what.source(name),)
    return min((_measure(machine, what, each) for each in sources), key=lambda found: found.block)


def measure_with(
    machine: Machine, instructions: Sequence[Instruction], what: Function, of: Source
) -> Cycles:
    """The cycles of a source that takes some of the machine's instructions.  Raises MoteError."""
    return _measure(machine.with_macros(instructions), what, of)


def _measure(machine: Machine, what: Function, of: Source) -> Cycles:
    name = of.path.name
    text = of.path.read_text(encoding="utf-8") + what.driver
    program = machine.assemble(text, of.path.parent)
    source = random.Random(name)
    taken = []
    for count in COUNTS:
        call = what.call(of, count, source)
        kept = {register: source.randrange(1 << 32) for register in KEPT}
        run = machine.call(program, of.symbol, {**kept, **call.registers}, call.data)
        call.check(name, run)
        for register, value in {**kept, "sp": STACK}.items():
            if run.registers[NAMES.index(register)] != value:
                raise MoteError(f"{name}: it does not keep {register}")
        taken.append(run.cycles)
    further = -((taken[1] - taken[2]) // (COUNTS[2] - COUNTS[1]))
    code = program.get_section_by_name(".text")
    assert code is not None
    return Cycles(of.path.stem, further, taken[0], int(code["sh_size"]))
