"""Which instructions the assembly files use: what the lifter has to have right.

A form is an instruction's text with a letter for each register and number: "add r,r".  Two
encodings of one form differ in nothing but these.
"""

from __future__ import annotations

import re
import tempfile
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from mote.building import build
from mote.building.toolchains import toolchain_of
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.common.errors import MoteError
from mote.common.paths import INCLUDES
from mote.proving import proofs
from mote.proving.lift import LONGEST, Encoding, Lifted, UnknownInstruction
from mote.proving.lifter import Lifter, lifter_of
from mote.specifications.kernels import specification_of

ASSEMBLY = (".S", ".s", ".asm")

PLACE = 0x10000
"""Where instructions are lifted whose place does not matter."""


def sources(cpu: Cpu) -> list[Path]:
    """The assembly files that run on a CPU, each once; without kernels that nobody can prove."""
    found = {
        source
        for function in catalog.functions().values()
        for implementation in catalog.implementations(function)
        if catalog.runs_on(implementation, cpu) and _has_specification(implementation)
        for source in implementation.sources
        if source.suffix in ASSEMBLY
    }
    return sorted(found)


def _has_specification(implementation: Implementation) -> bool:
    try:
        return implementation.kernel is None or bool(specification_of(implementation.kernel))
    except MoteError:
        return False


def form(lifter: Lifter, lifted: Lifted) -> str:
    """An instruction's text with a letter for each register and number."""
    special = {"sp", "pc", "lr", "zero", "x", "y", "z", "a", "c", "ab", "dptr"}

    def word(match: re.Match[str]) -> str:
        name = match[0].lower()
        if name in special or name not in lifter.architecture.registers:
            return name
        return "r"

    found = []
    for text in lifted.text.split("; "):
        mnemonic, _, operands = text.partition(" ")
        operands = re.sub(r"-?\b(0x[0-9a-f]+|\d+)\b", "N", operands.lower())
        operands = re.sub(r"[a-z_]\w*", word, operands)
        operands = re.sub(r"\br(,r)+(?=[,}])", "r", operands) if "{" in operands else operands
        found.append(f"{mnemonic} {operands}".strip())
    return "; ".join(found)


def encodings(cpu: Cpu) -> Iterator[tuple[Path, Encoding]]:
    """Every instruction of the assembly files of a CPU, with its file; raises MoteError."""
    tools = toolchain_of(cpu)
    with tempfile.TemporaryDirectory() as name:
        for source in sources(cpu):
            target = Path(name, "object.rel" if cpu.toolchain.kind == "sdcc" else "object.o")
            tools.compile(cpu, source, target, [*INCLUDES, source.parent])
            for encoding in lifter_of(cpu).architecture.instructions(target):
                yield source, encoding


def encodings_of_c(cpu: Cpu, functions: Collection[str] = ()) -> Iterator[tuple[Path, Encoding]]:
    """The same of the C that is proved on a CPU, as it is compiled and linked; raises MoteError.

    With the functions of the compiler's library and tables among the code, which may be no
    instructions that are executed.  The C that calls a kernel is proved where there are rows of it.
    functions: those of which; all by default.
    """
    stored = proofs.read()
    for implementation, on in proofs.pairs():
        name = implementation.function.name
        wanted = not functions or name in functions
        rows = stored.get((name, implementation.name, on.name), ())
        asked = any(row["obligation"] in proofs.OF_CALLS for row in rows)
        in_c = proofs.is_in_c(implementation) or (proofs.has_mode(implementation) and asked)
        if on.name == cpu.name and in_c and wanted:
            with tempfile.TemporaryDirectory() as name:
                built = build.build(implementation, cpu, Path(name))
                image = build.link(implementation, cpu, built)
                for encoding in lifter_of(cpu).architecture.instructions(image.path):
                    yield implementation.source, encoding


def used(
    cpu: Cpu,
    unknown: list[Encoding] | None = None,
    found_in: Iterable[tuple[Path, Encoding]] | None = None,
) -> dict[str, list[Encoding]]:
    """The forms in use on a CPU, each with its encodings, in an order that stays the same.

    found_in: the instructions, those of the assembly files by default.  unknown: takes those that
    the lifter does not know; without it, raises UnknownInstruction.
    """
    lifter = lifter_of(cpu)
    found: dict[str, set[Encoding]] = defaultdict(set)
    seen = set()
    for _, encoding in encodings(cpu) if found_in is None else found_in:
        if encoding in seen:
            continue
        seen.add(encoding)
        try:
            lifted = lifter.lift(PLACE + encoding.state, encoding.code.ljust(LONGEST, b"\0"))
        except UnknownInstruction:
            if unknown is None:
                raise
            unknown.append(encoding)
            continue
        found[form(lifter, lifted)].add(encoding)
    return {key: sorted(found[key], key=lambda e: (e.state, e.code)) for key in sorted(found)}
