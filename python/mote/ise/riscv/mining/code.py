"""The instructions of a plain file of RV32, and how often each of them is executed.

A file of src/ is built and run as the bench does, on the CPU of rv32imc: short and long messages,
and one in pieces.  Any other file is assembled, and each of its instructions counted once.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from elftools.elf.elffile import ELFFile

from mote import kinds
from mote.building import build
from mote.calling.session import Session
from mote.catalog import catalog
from mote.catalog.function import Implementation
from mote.common.errors import BuildError, MoteError
from mote.ise.riscv import machine
from mote.ise.riscv.mining.graph import Registers
from mote.machines import open_machine
from mote.machines.architectures import architecture_of
from mote.machines.unicorn_code import read as read_code
from mote.proving.lift import LONGEST, Lifted, UnknownInstruction
from mote.proving.lifter import lifter_of

CPU = "rv32imc"


@dataclass(frozen=True)
class Code:
    """What is mined: the instructions by ascending addresses, and how often each was executed."""

    title: str
    instructions: tuple[Lifted, ...]
    counts: Mapping[int, int]
    registers: Registers
    ran: bool


def implementation_of(what: str) -> Implementation | None:
    """The fastest file in assembly of a function, or the one with that path; None for another file.

    Raises MoteError for a function that has none on RV32, or is none.
    """
    functions = catalog.functions()
    path = Path(what)
    if what in functions:
        found = {each.name: each for each in catalog.implementations(functions[what])}
        for name in ("rv32imc_fast", "rv32imc_balanced", "rv32imc"):
            if name in found and _source(found[name]).suffix == ".S":
                return found[name]
        raise MoteError(f"{what} has no file in assembly for {CPU}: name a file")
    if not path.is_file():
        raise MoteError(f"{what}: it is neither a file nor a function: `./mote list` has these")
    same = [
        each
        for function in functions.values()
        for each in catalog.implementations(function)
        if _source(each).resolve() == path.resolve() and each.name.startswith(CPU)
    ]
    # A kernel serves several functions: that of its family's name, or else the first.
    same.sort(key=lambda each: each.function.name not in path.resolve().parts)
    return same[0] if same else None


def _source(implementation: Implementation) -> Path:
    kernel = implementation.kernel
    return implementation.source if kernel is None else kernel.file


def read(what: str) -> Code:
    """The code of a function's fastest file, or of a file.  Raises MoteError."""
    implementation = implementation_of(what)
    cpu = catalog.cpus()[CPU]
    registers = Registers(
        lifter_of(cpu).architecture.registers, [*cpu.abi.callee_saved, *cpu.abi.untouched]
    )
    if implementation is None:
        path = Path(what)
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise MoteError(f"{path}: {getattr(error, 'strerror', error)}") from None
        data = _program(path, text).get_section_by_name(".text")
        if data is None or not data.data():
            raise MoteError(f"{path}: it has no code")
        lifted = tuple(_lifted(data["sh_addr"], data.data()))
        return Code(path.name, lifted, {each.address: 1 for each in lifted}, registers, False)
    counts = _counts(implementation)
    lifted = tuple(counts[each][1] for each in sorted(counts))
    title = f"{implementation.function.name}, {implementation.name}"
    return Code(title, lifted, {each: counts[each][0] for each in counts}, registers, True)


def _program(path: Path, text: str) -> ELFFile:
    """A file as a program; raises MoteError with the first of the assembler's words."""
    try:
        return machine.assembled(text, (), path.parent)
    except BuildError as error:
        words = [line.partition("Error: ")[2] for line in error.output.splitlines()]
        first = next((each for each in words if each), "see the compiler's output")
        raise MoteError(f"{path}: it is not assembled: {first}") from None


def _lifted(address: int, code: bytes) -> Iterator[Lifted]:
    """The instructions of a section; what is none is left out."""
    lifter = lifter_of(catalog.cpus()[CPU])
    at = 0
    while at + 2 <= len(code):
        try:
            found = lifter.lift(address + at, code[at : at + LONGEST])
        except UnknownInstruction:
            at += 4
            continue
        yield found
        at += found.length


def _counts(implementation: Implementation) -> dict[int, tuple[int, Lifted]]:
    """How often each address is executed while the file is measured, and what stands there."""
    cpu = catalog.cpus()[CPU]
    lifter = lifter_of(cpu)
    counted: Counter[int] = Counter()
    with tempfile.TemporaryDirectory(prefix="mote-") as name:
        built = build.build(implementation, cpu, Path(name))
        image = build.link(implementation, cpu, built)
        simulated = open_machine(cpu)
        try:
            session = Session(simulated, implementation, built, image)
            simulated.record = True
            session.observe = lambda _: counted.update(
                where for kind, where in session.recorded.pop() if kind == "execute"
            )
            kinds.of(implementation.function).measure(session)
        finally:
            simulated.close()
        known = read_code(image.path, architecture_of(cpu)).instructions
        return {
            each.address: (counted[each.address], lifter.lift(each.address, bytes(each.bytes)))
            for each in known
            if each.address in counted
        }
