"""Begins a new extension of RISC-V: its description and its test, ready to be changed."""

from __future__ import annotations

import keyword
from pathlib import Path

from mote.common import files
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.ise.riscv import isa
from mote.ise.riscv.reserved import RESERVED
from mote.ise.skeleton import LONGEST, NAME

FUNCT7 = range(isa.OWN_FUNCT7, 64)
"""Of custom-0, which every port has; from 64 on none with a number in rs2."""

SEVENTH = 0xFE000000
"""Its bits in the instruction word."""

DESCRIPTION = '''\
"""{title}: one sentence on what the instruction does.

Where it comes from, and which sequence of plain instructions it stands for.
"""

from mote.ise.riscv.isa import Instruction, Operands
from mote.pic24.expr import Expr, cat


def ror(x: Expr, n: int) -> Expr:
    return cat(x[n:], x[:n])


def _{name}(i: Operands) -> Expr:
    return i.t ^ ror(i.s, 8)


INSTRUCTIONS = [
    Instruction(
        "{name}",
        "{funct7:07b} ttttt sssss 000 ddddd 0001011",
        _{name},
        "To rd the exclusive or of rs2 and of rs1 rotated right by 8.",
    ),
]
'''

TEST = '''\
"""The extension {name} of RISC-V against plain Python, for random operands."""

from __future__ import annotations

import random

from mote.ise.riscv import isa


def {name}(s: int, t: int) -> int:
    return t ^ (s >> 8 | s << 24 & 0xFFFFFFFF)


def test_{name}() -> None:
    (instruction,) = isa.extension("{name}")
    source = random.Random(0)
    for _ in range(200):
        s, t = source.randrange(1 << 32), source.randrange(1 << 32)
        assert instruction.compute(s, t) == {name}(s, t)
'''


def check(name: str) -> None:
    """Raise MoteError, saying what is wrong, unless a new extension can be called `name`."""
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise MoteError(
            f"{name!r} cannot be an extension's name: small letters, digits and single _, a letter "
            f"first, at most {LONGEST} in all"
        )
    if keyword.iskeyword(name):
        raise MoteError(f"{name!r} cannot be an extension's name: it is a word of Python")
    if name in RESERVED:
        raise MoteError(f"{name!r} cannot be an extension's name: the assembler has it already")
    if name in isa.names():
        raise MoteError(f"there is an extension {name!r} already; choose another name")
    if any(name == each.name for each in _known()):
        raise MoteError(f"there is an instruction {name!r} already; choose another name")


def _known() -> list[isa.Instruction]:
    return [each for name in isa.names() for each in isa.extension(name)]


def free_funct7() -> int:
    """The first funct7 on custom-0 that no instruction of an extension has; raises MoteError."""
    taken = [each.mask_value for each in _known() if each.opcode == 0x0B]
    for number in FUNCT7:
        if all((number << 25 ^ value) & mask & SEVENTH for mask, value in taken):
            return number
    raise MoteError("every funct7 of custom-0 is taken: take an extension's free funct3")


def paths(name: str) -> tuple[Path, Path]:
    """Where the description and the test of an extension stand."""
    return isa.EXTENSIONS / f"{name}.py", ROOT / "tests" / "ise" / f"test_riscv_{name}.py"


def new(name: str) -> tuple[Path, Path]:
    """Write the skeleton's two files; returns them.  Raises MoteError."""
    check(name)
    made = paths(name)
    for path in made:
        if path.exists():
            raise MoteError(f"{path} exists already")
    description = DESCRIPTION.format(name=name, title=name.upper(), funct7=free_funct7())
    for path, content in zip(made, (description, TEST.format(name=name)), strict=True):
        files.write(path, content)
    return made
