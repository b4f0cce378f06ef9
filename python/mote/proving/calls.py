"""A call of a function on terms: where its objects lie, what it may touch, what it left."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mote.catalog.contract import Contract
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.proving.architectures import Architecture, Pointer
from mote.proving.bases import CALLER, STACK, Base
from mote.proving.lift import Varnode
from mote.proving.lifter import lifter_of
from mote.proving.machine import SymbolicMachine
from mote.proving.memory import Range
from mote.proving.placing import SYMBOLS, Placing, address_bytes, based, caller, stack
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

    def __init__(
        self,
        cpu: Cpu,
        program: Program,
        terms: Terms,
        contract: Contract,
        placing: Placing | None = None,
    ) -> None:
        self.placing = Placing() if placing is None else placing
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
        self.turn: object = None
        """Which call it is, in the names of what the ABI leaves open: of alternatives the same."""
        self.bases: list[Base] = []
        """Of objects whose addresses are the caller's own symbols: by name, the first counts."""
        self.pointers: dict[str, Bits] = {}
        """Addresses that are handed over, in place of those of the objects."""
        self.stack_pointer: Bits | int = self.architecture.stack_top
        """Before the call."""
        self.before: dict[str, Value] = {}
        """What the registers hold that the function that is called has to restore."""

    def placed(self, objects: Sequence[Object]) -> dict[str, Range]:
        """Room for objects, one behind the other."""
        start = self.architecture.objects_at
        found = {}
        for each in objects:
            start += -start % 16 + each.offset + (self.placing.lowest(each.name) or 0)
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

        Registers, flags and memory that the ABI leaves open are other symbols at each call.

        arguments: numbers, or names of objects for pointers to them.  contents: bytes of objects;
        those of others are arbitrary, as are all registers.  follow: what runs the machine until
        the function has returned.  Raises ProofError.
        """
        machine, architecture = self.machine, self.architecture
        machine.reset()
        turn = len(self.called) if self.turn is None else self.turn
        machine.unknown = f"unknown.{turn}"
        space = machine.space(architecture.data_space)
        space.cells.update(self.constants)
        for name, content in contents.items():
            for place, value in enumerate(content):
                space.write(objects[name].start + place, 1, value)
        for name in architecture.flags:
            machine.put(architecture.registers[name], self._flag(f"{name} of call {turn}", name))
        before: dict[str, Value] = {
            name: machine.get(architecture.registers[name]) for name in architecture.kept_flags
        }
        for name in architecture.callee_saved:
            varnode = architecture.registers[name.lstrip("$")]
            before[name] = self.terms.variables(f"register {name} of call {turn}", 8 * varnode.size)
            machine.put(varnode, before[name])
        own = {
            space: [Range(*each, True) for each in ranges]
            for space, ranges in architecture.own_ranges(
                self.program.image, self.contract.stack
            ).items()
        }
        pointers = self._place(objects, turn)
        given: Sequence[Any] = [pointers[a] if isinstance(a, str) else a for a in arguments]
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
        self._place_frame()
        for name in before:
            # An argument may be in a register that the function restores (AVR).
            varnode = architecture.registers[name.lstrip("$")]
            before[name] = machine.bits(machine.get(varnode), varnode.size)
        self.before = before
        follow(machine)
        self.called.append(
            Called(
                symbol, tuple(arguments), dict(objects), {k: list(v) for k, v in contents.items()}
            )
        )
        self.returned(symbol)

    def _place(self, objects: Mapping[str, Range], turn: object) -> dict[str, Bits | Pointer]:
        """Pointers to the objects of a call, and to the machine where these are."""
        bases = list(self.bases)
        if self.placing.kind == SYMBOLS:
            own = {base.name for base in bases}
            bases += [
                based(self.placing, self.cpu, self.terms, each, turn)
                for name, each in objects.items()
                if name not in own
            ]
            bases += [
                each(self.architecture, self.cpu, self.terms, turn) for each in (stack, caller)
            ]
        self.machine.bases = bases
        found: dict[str, Bits | Pointer] = {
            name: Pointer(each.start) for name, each in objects.items()
        }
        words = {base.name: base.word for base in reversed(bases)} | self.pointers
        # A generic pointer has a byte more than its address: 0, of external RAM.
        above = 8 * (self.cpu.abi.pointer_bytes - address_bytes(self.cpu))
        return found | {name: word + (0,) * above for name, word in words.items()}

    def _place_frame(self) -> None:
        """Let the stack pointer and the return address be symbols, where they have some."""
        machine, architecture = self.machine, self.architecture
        place = architecture.stack_pointer
        now = machine.concrete(machine.get(place), place.size, "the stack pointer")
        self.stack_pointer = architecture.stack_top
        for base in machine.bases:
            if base.name == STACK:
                self.stack_pointer = base.word
                machine.put(place, machine.address_in(base, now - base.start))
            if base.name == CALLER:
                for at, bits in architecture.return_bytes(base.word).items():
                    machine.put(Varnode(architecture.stack_space, now + at, 1), bits)
                frame = Varnode(architecture.data_space, now, place.size)
                for each in [frame, *self._registers_written(place.size)]:
                    cell = machine.space(each.space).cells.get(each.offset)
                    if cell == (base.start, each.size):
                        machine.put(each, base.word)

    def _registers_written(self, size: int) -> list[Varnode]:
        """The registers of a size that something was written to."""
        spaces, places = _registers(self.architecture, size)
        return [
            places[name, offset]
            for name in spaces
            for offset in self.machine.space(name).cells
            if (name, offset) in places
        ]

    def unsigned(self, value: Value) -> Value:
        """An argument that is an unsigned int: what a register holds above it may be anything."""
        size = self.cpu.abi.int_bytes
        registers = self.architecture.arguments
        whole = registers[0].size if registers else self.cpu.abi.pointer_bytes
        bits = self.machine.bits(value, size)
        if whole <= size:
            return self.machine.known(bits, size)
        if self.architecture.extends_integers:
            return self.machine.known(bits + (0,) * 8 * (whole - size), whole)
        return bits + self.terms.variables("above an unsigned", 8 * whole)[8 * size :]

    def returned(self, symbol: str) -> None:
        """Look that a function that has returned restored what it has to; raises ProofError."""
        machine, architecture = self.machine, self.architecture
        end = machine.program_counter
        for name in self.cpu.abi.zero:
            if machine.get(architecture.registers[name]) != 0:
                raise ProofError(f"{symbol} returns with {name} that is not known to be 0", end)
        for name, value in self.before.items():
            varnode = architecture.registers[name.lstrip("$")]
            if machine.bits(machine.get(varnode), varnode.size) != value:
                raise ProofError(f"{symbol} does not restore {name}", end)
        for name, number in architecture.restored.items():
            if machine.get(architecture.registers[name]) != number:
                raise ProofError(f"{symbol} does not leave {name} as {number}", end)
        if machine.get(architecture.stack_pointer) != self.stack_pointer:
            raise ProofError(f"{symbol} does not restore the stack pointer", end)

    def _flag(self, called: str, name: str) -> Bits:
        """An arbitrary flag: a byte that is 0 or 1, or a register of several flags."""
        size, bits = 8 * self.architecture.registers[name].size, self.architecture.flag_bits(name)
        name = f"flag {called}"
        found = (self.terms.variable(name),) if bits == 1 else self.terms.variables(name, bits)
        return found + (0,) * (size - bits)

    def content(self, where: Range, skip: Collection[int] = ()) -> list[Value]:
        """The bytes of an object after a call: numbers where they are known; 0 for skipped ones."""
        return [
            0 if place in skip else self.machine.read(where.start + place, 1)
            for place in range(where.size)
        ]

    def bits_of(self, values: Sequence[Value]) -> dict[int, Bits]:
        """Bytes by their offsets, as bits."""
        return {place: self.machine.bits(value, 1) for place, value in enumerate(values)}


@functools.cache
def _registers(
    architecture: Architecture, size: int
) -> tuple[list[str], dict[tuple[str, int], Varnode]]:
    """The spaces of the registers of a size, and these by their places."""
    every = [each for each in architecture.registers.values() if each.size == size]
    spaces = sorted({each.space for each in every})
    return spaces, {(each.space, each.offset): each for each in every}


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
