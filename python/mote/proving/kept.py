"""Proofs that were made on this machine, kept by the content of all that they depend on.

That is: the linked image, the contract, the facts of function, kernel and CPU, the description of
the 16-bit core, and the prover with its specifications and lifters (mote.running.depends).  The
folder may be deleted at any time.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from mote.catalog import catalog
from mote.catalog.contract import Contract
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.common import files
from mote.common.errors import MoteError
from mote.common.paths import ROOT, WORK
from mote.proving.architectures import Architecture, architecture_of
from mote.proving.lift import LONGEST, UnknownInstruction
from mote.proving.lifter import lifter_of
from mote.proving.outcome import PROVED, Obligation
from mote.proving.program import Program
from mote.running import depends

FOLDER = WORK / "proofs"


def key(
    implementation: Implementation,
    program: Program,
    contract: Contract,
    size: int,
    obligations: tuple[str, ...],
    cpu: Cpu | None = None,
    mode: Contract | None = None,
) -> str:
    """What obligations of a file on a CPU depend on, as a hash.

    size: of the context.  mode: the contract of a kernel's mode in C, where that is asked.  cpu:
    which one; None: the one that the program was linked for.
    """
    cpu = cpu or program.cpu
    function = implementation.function
    facts = (
        depends.facts(implementation, depends.UNPROVED),
        implementation.calls,
        dataclasses.astuple(contract)[1:],  # but for the file's place
        type(architecture_of(cpu)).__name__,
        depends.described(cpu),
        sorted(program.image.symbols.items()),
        contract.block and program.label(contract.block),
        mode and (dataclasses.astuple(mode)[1:], program.label(mode.block)),
        function.counting_function and program.label(function.counting_function),
        size,
        obligations,
        depends.prover(),
        depends.installed(),
    )
    parts = [repr(facts).replace(str(ROOT), "").encode()]
    for part in program.parts:
        parts += [repr((part.address, part.data, part.writable)).encode(), part.content]
    return depends.digest(parts)


READ_IN_ALL = ("language", "return_to", "code_alignment", "only_thumb", "return_instruction")
"""Of a description of a CPU, beside its registers, what a proof reads."""

OTHERWISE = ("model", "bits", "variable_time")
"""Of a CPU's machine: what only the simulator reads; more instructions; and times (`stricter`)."""

REFUSED: Mapping[str, Any] = {
    **{"strict_alignment": False, "stack_alignment": 1},
    **dict.fromkeys(("arguments", "callee_saved", "untouched"), ()),
}
"""Of an ABI, what may differ so that one CPU refuses what the other does (`stricter`)."""


def stricter(cpu: Cpu, program: Program | None = None, *, any_image: bool = False) -> list[Cpu]:
    """The CPUs on which a proof of some image says the same of it on this one.

    They differ in nothing that a proof reads but in what they refuse besides: accesses that are not
    aligned, secrets in more instructions of variable time, instructions for single bits, changes of
    more registers; or in what they have less: places of the stack, registers for arguments.

    program: of its image it is known which instructions it does not have.  any_image: of some
    image, which has none of those that would make a difference.
    """
    architecture = cpu.machine_options.get("architecture")
    if architecture not in ("arm", "riscv") or cpu.proofs.same_as or cpu.abi.pointer_bytes != 4:
        return []

    ours = architecture_of(cpu)

    def described_of(of: Cpu) -> Architecture:
        # To read a description takes a second; those of the catalog are there once.
        return ours if of is cpu else lifter_of(of).architecture

    def facts(of: Cpu) -> tuple[object, ...]:
        described, options = described_of(of), of.machine_options
        return (
            type(described),
            *(getattr(described, name, None) for name in READ_IN_ALL),
            *(of.endianness, dataclasses.replace(of.abi, **REFUSED)),
            sorted((name, repr(v)) for name, v in options.items() if name not in OTHERWISE),
        )

    own = facts(cpu)
    keeps, times = set(ours.callee_saved), set(ours.variable_time())

    def refuses(other: Cpu) -> bool:
        """Whether it refuses all that this CPU does; where it does not, the image has no such."""
        count = len(other.abi.arguments)
        more = times.difference(described_of(other).variable_time())
        return (
            other.abi.strict_alignment >= cpu.abi.strict_alignment
            and other.machine_options.get("bits", False) <= cpu.machine_options.get("bits", False)
            and keeps <= set(described_of(other).callee_saved)
            and cpu.abi.stack_alignment % other.abi.stack_alignment == 0
            and other.abi.arguments == cpu.abi.arguments[:count]
            and (not more or any_image or (program is not None and _has_none(program, more)))
        )

    return [
        other
        for other in catalog.cpus().values()
        if other.name != cpu.name
        and other.machine_options.get("architecture") == architecture
        and other.abi.pointer_bytes == 4
        and not other.proofs.same_as
        and facts(other) == own
        and refuses(other)
    ]


def waves(pairs: Sequence[tuple[Implementation, Cpu]]) -> list[list[int]]:
    """The numbers of pairs, in parts: behind each pair those that its proof may serve."""
    found: list[list[int]] = []
    of: dict[tuple[str, str], dict[str, int]] = {}
    cpus = {cpu.name: cpu for _, cpu in pairs}
    serving = {name: stricter(cpu, any_image=True) for name, cpu in cpus.items()}
    always = {name: stricter(cpu) for name, cpu in cpus.items()}
    # Those first that few serve; of those that serve each other, those that always do.
    pending = [
        (len(serving[cpu.name]), len(always[cpu.name]), index)
        for index, (_, cpu) in enumerate(pairs)
    ]
    for *_, index in sorted(pending):
        each, cpu = pairs[index]
        before = of.setdefault((each.function.name, each.name), {})
        behind = [before.get(other.name, -1) for other in serving[cpu.name]]
        wave = before[cpu.name] = 1 + max(behind, default=-1)
        found += [[]] * (wave + 1 - len(found))
        found[wave] = [*found[wave], index]
    return [sorted(wave) for wave in found]


def _has_none(program: Program, patterns: Collection[str]) -> bool:
    """Whether no instruction of an image has such a mnemonic, wherever one may begin."""
    described = architecture_of(program.cpu)
    if not getattr(described, "only_thumb", False):
        return False
    slow = re.compile("|".join(f"(?:{each})" for each in patterns), re.IGNORECASE)
    for part in program.parts:
        for at in range(0, len(part.content) - 1, 2):
            code = part.content[at : at + LONGEST]
            try:
                lifted = described.lift((part.address + at) | 1, code)
            except UnknownInstruction:
                continue
            if slow.fullmatch(lifted.text.split(" ")[0]):
                return False
    return True


def find_any(of: str, stricter_ones: Sequence[str]) -> list[Obligation] | None:
    """The obligations that are kept under a key, or all proved under that of a stricter CPU."""
    found = find(of)
    for each in stricter_ones if found is None else ():
        known = find(each)
        if known is not None and all(one.verdict == PROVED for one in known):
            return known
    return found


def find(of: str) -> list[Obligation] | None:
    """The obligations that are kept under a key."""
    try:
        tables = json.loads((FOLDER / f"{of}.json").read_text(encoding="utf-8"))
        return [Obligation(**{**table, "rules": Counter(table["rules"])}) for table in tables]
    except (OSError, ValueError, TypeError, KeyError):
        return None


def keep(of: str, obligations: list[Obligation]) -> None:
    """Keep obligations; what cannot be written is not kept."""
    tables = [{**vars(each), "rules": dict(each.rules)} for each in obligations]
    with contextlib.suppress(MoteError, OSError):
        files.write(FOLDER / f"{of}.json", json.dumps(tables))
