"""A call of a function on terms: where its objects lie, what it may touch, what it left."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mote.catalog.contract import Contract
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.proving.architectures import Pointer
from mote.proving.lifter import lifter_of
from mote.proving.machine import SymbolicMachine
from mote.proving.memory import Range
from mote.proving.program import Program
from mote.proving.terms import Bits, Terms
from mote.proving.values import ProofError, Value

GAP = 64


@dataclass(frozen=True)
class Object:
    """What a pointer points to: so many bytes, at an address modulo 16."""

    name: str
    size: int
    writable: bool
    offset: int = 0


@dataclass(frozen=True)
class Called:
    """A call that was made: what it takes to make it again in a simulator."""

    symbol: str
    arguments: tuple[Value | str, ...]
    objects: dict[str, Range]
    contents: dict[str, list[Value]]


class Caller:
    """Calls functions of a program in one term context."""

    def __init__(self, cpu: Cpu, program: Program, terms: Terms, contract: Contract) -> None:
        self.cpu = cpu
        self.program = program
        self.terms = terms
        self.contract = contract
        lifter = lifter_of(cpu)
        self.architecture = lifter.architecture
        self.big_endian = self.architecture.big_endian
        self.called: list[Called] = []
        self.machine = SymbolicMachine(lifter, terms, program.code)
        self.machine.secret_tables = bool(contract.secret_tables)
        self.constants: dict[int, tuple[Value, int]] = {
            part.address + place: (byte, 1)
            for part in program.parts
            if part.data
            for place, byte in enumerate(part.content)
        }
        """Bytes of the image in data memory, as cells of it."""
        self.machine.secret_branches = not contract.constant_time

    def placed(self, objects: Sequence[Object]) -> dict[str, Range]:
        """Room for objects, one behind the other."""
        start = self.architecture.objects_at
        found = {}
        for each in objects:
            start += -start % 16 + each.offset
            found[each.name] = Range(each.name, start, each.size, each.writable)
            start += each.size + GAP
        return found

    def call(
        self,
        symbol: str,
        arguments: Sequence[Value | str],
        objects: Mapping[str, Range],
        contents: Mapping[str, Sequence[Value]],
        follow: Callable[[SymbolicMachine], object] = SymbolicMachine.run,
    ) -> None:
        """Call a function as a C caller does, and look that it keeps what the ABI and the contract
        say.

        arguments: numbers, or names of objects for pointers to them.  contents: bytes of objects;
        those of others are arbitrary, as are all registers.  follow: what runs the machine until
        the function has returned.  Raises ProofError.
        """
        machine, architecture = self.machine, self.architecture
        machine.reset()
        space = machine.space(architecture.data_space)
        space.cells.update(self.constants)
        for name, content in contents.items():
            for place, value in enumerate(content):
                space.write(objects[name].start + place, 1, value)
        for name in architecture.flags:
            machine.put(architecture.registers[name], self._flag(name))
        before = {}
        for name in architecture.callee_saved:
            varnode = architecture.registers[name.lstrip("$")]
            before[name] = self.terms.variables(f"register {name}", 8 * varnode.size)
            machine.put(varnode, before[name])
        given: Sequence[Any] = [
            Pointer(objects[a].start) if isinstance(a, str) else a for a in arguments
        ]
        own = {
            space: [Range(*each, True) for each in ranges]
            for space, ranges in architecture.own_ranges(
                self.program.image, self.contract.stack
            ).items()
        }
        machine.ranges = [each for each in objects.values() if each.size]
        machine.ranges += own.pop(architecture.data_space)
        machine.ranges_beside = own
        machine.ranges += [
            Range("the constants", part.address, len(part.content), False)
            for part in self.program.parts
            if part.data
        ]
        function = architecture.function(self.program.image, symbol)
        given = architecture.beside(machine, self.program.image, symbol, given)
        architecture.enter(machine, function, given)
        for name in before:
            # An argument may be in a register that the function restores (AVR).
            varnode = architecture.registers[name.lstrip("$")]
            before[name] = machine.bits(machine.get(varnode), varnode.size)
        follow(machine)
        end = machine.program_counter
        self.called.append(
            Called(
                symbol, tuple(arguments), dict(objects), {k: list(v) for k, v in contents.items()}
            )
        )
        for name in self.cpu.abi.zero:
            if machine.get(architecture.registers[name]) != 0:
                raise ProofError(f"{symbol} returns with {name} that is not known to be 0", end)
        for name, value in before.items():
            varnode = architecture.registers[name.lstrip("$")]
            if machine.bits(machine.get(varnode), varnode.size) != value:
                raise ProofError(f"{symbol} does not restore {name}", end)
        if machine.get(architecture.stack_pointer) != architecture.stack_top:
            raise ProofError(f"{symbol} does not restore the stack pointer", end)

    def _flag(self, name: str) -> Bits:
        """An arbitrary flag: a byte that is 0 or 1."""
        size = 8 * self.architecture.registers[name].size
        return (self.terms.variable(f"flag {name}"), *(0 for _ in range(size - 1)))

    def content(self, where: Range, skip: Collection[int] = ()) -> list[Value]:
        """The bytes of an object after a call: numbers where they are known; 0 for skipped ones."""
        return [
            0 if place in skip else self.machine.read(where.start + place, 1)
            for place in range(where.size)
        ]

    def bits_of(self, values: Sequence[Value]) -> dict[int, Bits]:
        """Bytes by their offsets, as bits."""
        return {place: self.machine.bits(value, 1) for place, value in enumerate(values)}


@dataclass(eq=False)
class FileProof:
    """What is proved of one file on one CPU.  context_bytes: the size of its context."""

    implementation: Implementation
    cpu: Cpu
    program: Program
    contract: Contract
    context_bytes: int

    def __post_init__(self) -> None:
        self.function = self.implementation.function

    def _context(self) -> Object:
        return Object("cc", self.context_bytes, True)
