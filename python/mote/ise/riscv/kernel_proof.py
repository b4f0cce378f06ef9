"""Proves that a kernel with custom instructions computes what its function's specification says.

Its machine code is executed on symbols (mote.proving), as `mote prove` does with those of src, for
the calls that the specification has as its cases, and the results are compared with its terms.  A
custom instruction means what its description says, a table being a table, once for each of its
steps; what a register of the unit holds before a call is not known.  That the unit's hardware does
the same is what mote.ise.riscv.proof is for.  The contract is that of the plain file where the
kernel has none of its own.
"""

from __future__ import annotations

import dataclasses
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from mote.building.image import Image
from mote.catalog import catalog, contract
from mote.catalog.cpu import Cpu
from mote.common.errors import MoteError
from mote.ise.riscv import isa, kernels
from mote.ise.riscv.functions import Function, Source
from mote.ise.riscv.isa import Instruction
from mote.ise.riscv.machine import CODE, assembled
from mote.machines.riscv_bits import NAMES
from mote.pic24.expr import const as number
from mote.pic24.expr import var
from mote.proving.architectures import riscv
from mote.proving.architectures.building import Operations, const
from mote.proving.architectures.pic24 import _Meaning
from mote.proving.engine import DEPTH
from mote.proving.kernels import KernelProof
from mote.proving.lift import Lifted, Varnode
from mote.proving.lifter import lifter_of
from mote.proving.program import Program
from mote.proving.runs import Run
from mote.proving.solve import Simulation, Sweep
from mote.proving.values import ProofError
from mote.specifications.kernels import KernelSpecification

CPU = "rv32imc"
BYTES = 4
STATE = 1 << 20
"""Where the unit's registers lie among those of the core, eight bytes each."""


class _Result(_Meaning):
    """A meaning as operations; names: the varnodes of its variables."""

    def __init__(self, ops: Operations, names: dict[str, Varnode]) -> None:
        super().__init__(ops, 0)
        self._names = names
        self.done = {}
        self.kept = []

    def variable(self, name: str, size: int) -> Varnode:
        return self.sized(self._names[name], size)


class Processor(riscv.Processor):
    """The base instruction set, and custom instructions."""

    def __init__(self, cpu: Cpu, instructions: Sequence[Instruction]) -> None:
        super().__init__(cpu)
        self._instructions = tuple(instructions)
        self.held = {
            each.name: Varnode("register", STATE + 8 * number, -(-each.bits // 8))
            for number, each in enumerate(isa.registers(instructions))
        }

    def decode(self, address: int, code: bytes) -> Lifted:
        word = int.from_bytes(code[:4], "little")
        for instruction in self._instructions:
            mask, value = instruction.mask_value
            if word & mask == value:
                return self._lifted(address, word, instruction)
        return super().decode(address, code)

    def _lifted(self, address: int, word: int, instruction: Instruction) -> Lifted:
        target, first, second = (word >> place & 31 for place in (7, 15, 20))

        def register(number: int) -> Varnode:
            return self.registers[NAMES[number]] if number else const(0, BYTES)

        # Numbers are constants: what they choose is chosen here.
        bits = instruction.number_bits
        operands = {"s": var("s", isa.XLEN)}
        if instruction.second == "t":
            operands["t"] = var("t", isa.XLEN)
        elif instruction.second:
            operands["i"] = number(second, 5)
        if bits:
            operands["n"] = number(word >> 32 - bits, bits)
        operands |= {each.name: var(each.name, each.bits) for each in instruction.state}
        ops = Operations()
        names = {"s": register(first), "t": register(second)}
        names |= {each.name: self.held[each.name] for each in instruction.state}
        for step in range(instruction.steps):
            if instruction.steps > 1:
                operands[isa.STEP] = number(step, instruction.step_bits)
            given = isa.Operands(operands)
            made = _Result(ops, names)
            last = step == instruction.steps - 1
            result = made.value(instruction.meaning(given)) if last else None
            if result is not None and result in self.held.values():
                result = ops.make("COPY", result.size, result)
            changed = {} if instruction.after is None else dict(instruction.after(given))
            # All from what there was before the step.
            after = {name: made.value(value) for name, value in changed.items()}
            moved = {
                name: ops.make("COPY", value.size, value) if value.space == "register" else value
                for name, value in after.items()
                if value != self.held[name]
            }
            for name, value in moved.items():
                ops.copy(self.held[name], made.sized(value, self.held[name].size))
            if result is not None and target:
                ops.copy(self.registers[NAMES[target]], result)
        return Lifted(address, 4, tuple(ops.done), instruction.name)


class _Proof(KernelProof):
    """The cases of one kernel's calls."""

    def __init__(
        self,
        cpu: Cpu,
        program: Program,
        promised: contract.Contract,
        specification: KernelSpecification,
    ) -> None:
        self.cpu = cpu
        self.program = program
        self.contract = promised
        self.specification = specification
        self.arguments = None

    def runs(self) -> Iterator[Run]:
        return self.step()


def cpu_with(name: str, instructions: Sequence[Instruction]) -> Cpu:
    """The CPU with instructions more; its lifter is one of its own, by its path."""
    plain = catalog.cpus()[CPU]
    made = dataclasses.replace(plain, path=plain.path / name)
    lifter_of(made).architecture = Processor(made, instructions)
    return made


def prove(of: Function, name: str) -> int:
    """Prove a kernel; returns how many bits of results are shown to be equal.

    Raises MoteError where something differs, or is not shown.
    """
    source = of.source(name)
    specification = of.specified(source)
    if specification is None:
        raise MoteError(f"{of.name}: no proof of its kernels is written")
    limit = sys.getrecursionlimit()
    # Values that wait to be asked for: one for each step of an instruction.
    sys.setrecursionlimit(DEPTH)
    try:
        return _proved(of, source, specification, name)
    finally:
        sys.setrecursionlimit(limit)


def _proved(of: Function, source: Source, specification: KernelSpecification, name: str) -> int:
    instructions = isa.instructions(kernels.extensions_of(name))
    cpu = cpu_with(name, instructions)
    tables = contract.of_file(source.path) or contract.of_file(of.plain[0].path)
    promised = contract.resolve(tables, cpu, followed=False)
    text = source.path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory(prefix="mote-kernel-") as folder:
        path = Path(folder) / "kernel.elf"
        stream = assembled(text, instructions, source.path.parent).stream
        stream.seek(0)
        path.write_bytes(stream.read())
        symbols = kernels.symbols(path)
        program = Program(cpu, Image(path, symbols, ()))
        proof = _Proof(cpu, program, promised, specification)
        try:
            return sum(_decided(run, f"{name}.S") for run in proof.runs())
        except ProofError as error:
            place = f"{error.program_counter or CODE:#x}"
            raise MoteError(f"{name}.S: it is not proved: {error} ({place})") from None


def _decided(run: Run, name: str) -> int:
    """The bits of a case that are equal, all of them; raises MoteError."""
    case = f"{name}, {run.name}" if run.name else name
    bits = [
        (pair.name, got, wanted)
        for pair in run.pairs
        for got, wanted in zip(pair.got, pair.wanted, strict=True)
    ]
    left = [each for each in bits if each[1] != each[2]]
    if left:
        simulation = Simulation(run.caller.terms)
        for place, got, wanted in left:
            if simulation.value(got) != simulation.value(wanted):
                raise MoteError(f"{case}: {place} is not what the specification says")
        sweep = Sweep(run.caller.terms, simulation)
        still = sweep.differing([(got, wanted) for _, got, wanted in left])
        if still:
            places = ", ".join(dict.fromkeys(left[index][0] for index in still))
            raise MoteError(f"{case}: {places}: not shown to be what the specification says")
    return len(bits)
