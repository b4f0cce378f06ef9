"""Executes lifted operations on terms: control and addresses are concrete, data may be symbols.

A branch, an address or a shift that depends on a symbol ends the run with an error, so that what
ran is constant-time by construction; but constants are loaded from secret places where the contract
names tables for that, and where it says that the code is not constant-time a branch may skip a few
operations on registers.  Every access is held against what the contract permits.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mote.prove.concrete import BINARY, UNARY, signed
from mote.prove.lift import LONGEST, Lifter, Operation, UnknownInstruction, Varnode
from mote.prove.solve import Simulation, inputs_of
from mote.prove.terms import AND, FALSE, FEW_ATOMS, SUM, TRUE, XOR, Bits, Form, Terms
from mote.types import MoteError

SKIPPED = 16
"""Bytes of code that a branch on a symbol may skip."""

STEPS = 20_000_000
"""Instructions after which a run that has not returned is given up."""


class ProofError(MoteError):
    """The code did something that no proof can follow, or that its contract forbids.

    program_counter: of the instruction.
    """

    def __init__(self, what: str, program_counter: int) -> None:
        super().__init__(what)
        self.what = what
        self.program_counter = program_counter


class Unknown(ProofError):
    """An address, a shift or a target that is not known.  bits: on which it depends."""

    def __init__(self, what: str, bits: Bits, program_counter: int) -> None:
        super().__init__(f"{what} depends on secret data", program_counter)
        self.bits = bits


class SecretBranch(ProofError):
    """A branch whose direction is not known.  literal: on which it depends."""

    def __init__(self, terms: Terms, literal: int, program_counter: int) -> None:
        super().__init__("a branch depends on secret data", program_counter)
        self.terms = terms
        self.literal = literal


class Lazy:
    """The result of an operation, whose bits are computed when they are asked for."""

    __slots__ = ("bits", "inputs", "opcode", "size", "sizes", "when")

    def __init__(
        self, opcode: str, inputs: tuple[Any, ...], sizes: tuple[int, ...], size: int, when: int
    ) -> None:
        self.opcode = opcode
        self.inputs = inputs
        self.sizes = sizes
        self.size = size
        self.when = when
        """The instruction that made it, by its number in the run."""
        self.bits: Bits | None = None


Value = int | Bits | Lazy
"""A number that is known, its bits, or what will give them."""

Cells = dict[int, tuple[Value, int]]
"""By the address of the lowest byte: value and size."""


@dataclass(frozen=True)
class Range:
    """Bytes of data memory that a call may touch."""

    name: str
    start: int
    size: int
    writable: bool

    @property
    def end(self) -> int:
        return self.start + self.size


class Space:
    """The bytes of an address space, kept as they were written: words of any size."""

    def __init__(
        self, big_endian: bool, unknown: Callable[[int], Value], bits: Callable[[Value, int], Bits]
    ) -> None:
        self._big = big_endian
        self._unknown = unknown
        self._bits = bits
        self.cells: Cells = {}
        self._start: dict[int, int] = {}
        """Of each byte the address of its cell, where it is not that byte alone."""

    def read(self, offset: int, size: int) -> Value:
        cell = self.cells.get(offset)
        if cell is not None and cell[1] == size:
            return cell[0]
        parts = [self._byte(offset + k) for k in range(size)]
        if self._big:
            parts.reverse()
        if all(type(part) is int for part in parts):
            return sum(part << 8 * k for k, part in enumerate(parts))  # type: ignore[operator,misc]
        found: Bits = ()
        for part in parts:
            found += self._bits(part, 1)
        return found

    def _byte(self, offset: int) -> Value:
        start = self._start.get(offset, offset)
        cell = self.cells.get(start)
        if cell is None:
            value = self._unknown(offset)
            self.cells[offset] = (value, 1)
            return value
        value, size = cell
        if size == 1:
            return value
        place = offset - start
        if self._big:
            place = size - 1 - place
        if type(value) is int:
            return value >> 8 * place & 0xFF
        return self._bits(value, size)[8 * place : 8 * place + 8]

    def write(self, offset: int, size: int, value: Value) -> None:
        cell = self.cells.get(offset)
        if cell is None or cell[1] != size:
            self._break(offset, size)
        self.cells[offset] = (value, size)

    def _break(self, offset: int, size: int) -> None:
        """Take bytes from the cells that hold them; what is left of these becomes bytes."""
        starts = self._start
        end = offset + size
        for start in {starts.get(byte, byte) for byte in range(offset, end)}:
            cell = self.cells.get(start)
            if cell is None:
                continue
            bytes_of_it = range(start, start + cell[1])
            kept = [(b, self._byte(b)) for b in bytes_of_it if not offset <= b < end]
            for byte in bytes_of_it:
                starts.pop(byte, None)
            del self.cells[start]
            for byte, value in kept:
                self.cells[byte] = (value, 1)
        for byte in range(offset + 1, end):
            starts[byte] = offset

    def forget(self, offsets: Collection[int]) -> None:
        """Let bytes be ones that nobody has written."""
        cells, starts = self.cells, self._start
        for offset in offsets:
            if offset in starts or cells.get(offset, (0, 1))[1] != 1:
                self._break(offset, 1)
            cells.pop(offset, None)

    def fill(self, cells: Mapping[int, tuple[Value, int]]) -> None:
        """Hold these cells, and no others."""
        self.cells = dict(cells)
        self._start = {
            offset + k: offset
            for offset, (_, size) in cells.items()
            if size > 1
            for k in range(1, size)
        }

    def shadow(self) -> Space:
        """Another space with these bytes, which this one may not write any more."""
        found = Space(self._big, self._unknown, self._bits)
        found.take(self)
        return found

    def take(self, other: Space) -> None:
        """Have the bytes of another space, which may not be used any more."""
        self.cells, self._start, self._unknown = other.cells, other._start, other._unknown

    def replace(self, unknown: Callable[[int], Value]) -> None:
        """Forget all bytes, and have them from elsewhere when they are asked for."""
        self.cells, self._start, self._unknown = {}, {}, unknown

    def clear(self) -> None:
        """Forget all bytes."""
        self.cells.clear()
        self._start.clear()


def _negated_of(value: Value) -> Value:
    """What a value that is not evaluated yet complements; 0 where it does not."""
    if type(value) is Lazy and value.opcode == "BOOL_NEGATE" and value.inputs:
        found: Value = value.inputs[0]
        return found
    return 0


OF_ITSELF = {
    "INT_XOR": 0,
    "INT_SUB": 0,
    "INT_LESS": 0,
    "INT_SLESS": 0,
    "INT_NOTEQUAL": 0,
    "INT_SBORROW": 0,
    "INT_LESSEQUAL": 1,
    "INT_SLESSEQUAL": 1,
    "INT_EQUAL": 1,
}
"""Of a value and itself, whatever it is."""

COPY, TWO, ONE, LOAD, STORE, PIECE, TABLE, JUMP, BRANCH, INDIRECT = range(10)
"""What an operation does."""


class Machine:
    """A CPU with an image, whose data are terms.

    program_counter, get and put are what mote.prove.architectures asks for.
    """

    def __init__(self, lifter: Lifter, terms: Terms, code: Callable[[int, int], bytes]) -> None:
        self.architecture = lifter.architecture
        self.lifter = lifter
        self.terms = terms
        self.program_counter = 0
        self.instructions = 0
        self.ranges: list[Range] = []
        self.ranges_beside: dict[str, list[Range]] = {}
        """What may be touched in other spaces of data, as an 8051's internal RAM."""
        self.secret_tables = False
        """Whether constants may be loaded from places that depend on symbols."""
        self.secret_branches = False
        """Whether operations on registers may be skipped on a symbol."""
        self.written: set[int] = set()
        """Addresses of data memory to which a store went."""
        self.unknown = "unknown"
        """How the names of bytes begin that nobody has written."""
        self.last: tuple[int, int, list[Any]] = (0, 0, [])
        """The instruction before a stop: program counter, length and operations."""
        self.refuses: Callable[[Bits], bool] | None = None
        """Whether an address of a load is one that no table may be looked up at."""
        self.decide: Callable[[int], bool] | None = None
        """Is asked for the value of a literal on which a branch depends; None: that is an error."""
        self.solver_calls = 0
        """How often `decide` asked the solver."""
        self._entries: dict[tuple[object, ...], list[int]] = {}
        """Of tables that were looked up at secret places, in this call."""
        self._code = code
        self._spaces: dict[str, Space] = {}
        self._compiled: dict[int, tuple[list[Any], int]] = {}

    # ---- values ----

    def space(self, name: str) -> Space:
        """An address space by its name."""
        found = self._spaces.get(name)
        if found is None:
            unknown = functools.partial(self._unknown, name)
            found = Space(self.architecture.big_endian, unknown, self.bits)
            self._spaces[name] = found
        return found

    def _unknown(self, space: str, offset: int) -> Value:
        return self.terms.variables(f"{self.unknown} {space} {offset:#x}", 8)

    def get(self, varnode: Varnode) -> Value:
        """What a varnode holds: a number where it is known."""
        if varnode.space == "const":
            return varnode.offset
        return self.known(
            self.space(varnode.space).read(varnode.offset, varnode.size), varnode.size
        )

    def put(self, varnode: Varnode, value: Value) -> None:
        """Let a varnode hold a value."""
        if isinstance(value, int):
            value = int(value) & (1 << 8 * varnode.size) - 1
        self.space(varnode.space).write(varnode.offset, varnode.size, value)

    def bits(self, value: Value, size: int) -> Bits:
        """The bits of a value of so many bytes."""
        if type(value) is tuple:
            return value
        if type(value) is int:
            return tuple(value >> k & 1 for k in range(8 * size))
        assert type(value) is Lazy
        if value.bits is None:
            value.bits = self._evaluate(value)
            if value.opcode != "INT_ADD" or value.size == 1:
                value.inputs = ()
        return value.bits

    def known(self, value: Value, size: int) -> Value:
        """The number, where no bit depends on a symbol; else the bits."""
        if type(value) is int:
            return value
        bits = self.bits(value, size)
        if max(bits) > 1:
            return bits
        return sum(literal << k for k, literal in enumerate(bits))

    def concrete(self, value: Value, size: int, what: str) -> int:
        """A number that must not depend on a symbol; raises ProofError."""
        found = self.known(value, size)
        if type(found) is not int:
            raise Unknown(what, self.bits(found, size), self.program_counter)
        return found

    def reset(self) -> None:
        """Arbitrary bytes everywhere: before a call."""
        for space in self._spaces.values():
            space.clear()
        self.written.clear()
        self._entries.clear()

    # ---- data memory, from outside ----

    def read(self, address: int, size: int) -> Value:
        return self.known(self.space(self.architecture.data_space).read(address, size), size)

    def write(self, address: int, size: int, value: Value) -> None:
        self.space(self.architecture.data_space).write(address, size, value)

    # ---- running ----

    def run(self, stops: Collection[int] = (), most: int | None = None) -> bool:
        """Until the function returns: True; or comes to one of these addresses of code: False.

        The first instruction is executed in any case; of `most`, where that is given, the others.
        Raises ProofError, UnknownInstruction.
        """
        returned = self.architecture.returned
        compiled = self._compiled
        begin = self.instructions
        while not returned(self):
            counter = self.program_counter
            new = self.instructions > begin
            if stops and new and self.architecture.code_address(counter) in stops:
                return False
            if most is not None and self.instructions - begin >= most:
                return False
            entry = compiled.get(counter)
            if entry is None:
                entry = compiled[counter] = self._compile(counter)
            operations, length = entry
            self.instructions += 1
            if stops:
                self.last = counter, length, operations
            try:
                target = self._execute(operations)
            except SecretBranch as error:
                target = self._skipped(counter + length, operations[-1], error)
            self.program_counter = counter + length if target is None else target
            if self.instructions > begin + STEPS:
                raise ProofError(f"no return after {STEPS} instructions", counter)
        return True

    def called(self) -> int | None:
        """Where the call that led to a stop returns to; None where it was no call."""
        counter, length, operations = self.last
        if any(name in ("CALL", "CALLIND") for _, name, *_ in operations):
            return self.architecture.code_address(counter + length)
        return None

    def kept(self) -> dict[str, dict[int, tuple[Value, int]]]:
        """What all spaces hold but the temporaries: their cells."""
        return {name: dict(s.cells) for name, s in self._spaces.items() if name != "unique"}

    def restore(self, kept: Mapping[str, Mapping[int, tuple[Value, int]]]) -> None:
        """The reverse of `kept`."""
        for space in self._spaces.values():
            space.clear()
        for name, cells in kept.items():
            self.space(name).fill(cells)

    @contextlib.contextmanager
    def observed(self) -> Iterator[tuple[dict[tuple[str, int], Value], dict[str, Cells]]]:
        """What is read meanwhile of what was there, by bytes; and, at the end, what was left.

        The latter has what was only read, too.
        """
        read: dict[tuple[str, int], Value] = {}
        left: dict[str, Cells] = {}
        behind: dict[str, Space] = {}

        def arranged(name: str, space: Space) -> None:
            old = behind[name] = space.shadow()

            def byte(offset: int) -> Value:
                found = read[name, offset] = old.read(offset, 1)
                return found

            space.replace(byte)

        for name, space in self._spaces.items():
            if name != "unique":
                arranged(name, space)
        yield read, left
        for name, old in behind.items():
            space = self._spaces[name]
            left[name] = dict(space.cells)
            for offset, (value, size) in left[name].items():
                old.write(offset, size, value)
            space.take(old)

    def _compile(self, counter: int) -> tuple[list[Any], int]:
        code = self._code(self.architecture.code_address(counter), LONGEST)
        if not code:
            raise ProofError(f"{counter:#x} is outside the code", counter)
        try:
            lifted = self.lifter.lift(counter, code)
        except UnknownInstruction as error:
            raise ProofError(str(error), counter) from None
        for op in lifted.operations:
            for varnode in (*op.inputs, op.output):
                if varnode is not None and varnode.space in self.ranges_beside:
                    ranges = self.ranges_beside[varnode.space]
                    self.permitted(varnode.offset, varnode.size, write=True, ranges=ranges)
        return [self._operation(op, counter) for op in lifted.operations], lifted.length

    def _operation(self, op: Operation, counter: int) -> Any:
        inputs = tuple(
            (None, v.offset, v.size)
            if v.space == "const"
            else (self.space(v.space), v.offset, v.size)
            for v in op.inputs
        )
        output = None
        if op.output is not None:
            output = (self.space(op.output.space), op.output.offset, op.output.size)
        name = op.opcode
        if name == "COPY":
            return COPY, name, inputs, output, None
        if name in BINARY:
            return TWO, name, inputs, output, BINARY[name]
        if name in UNARY:
            return ONE, name, inputs, output, UNARY[name]
        if name == "LOAD":
            return LOAD, name, inputs, output, op.space
        if name == "STORE":
            return STORE, name, inputs, output, op.space
        if name == "PIECE":
            return PIECE, name, inputs, output, None
        if name == "TABLE":
            return TABLE, name, inputs, output, op.table
        if name in ("BRANCH", "CALL", "CBRANCH"):
            target = op.inputs[0]
            kind = BRANCH if name == "CBRANCH" else JUMP
            if target.space == "const":
                return kind, name, inputs[1:], None, (True, signed(target.offset & 0xFFFFFFFF, 4))
            return kind, name, inputs[1:], None, (False, target.offset)
        if name in ("BRANCHIND", "CALLIND", "RETURN"):
            return INDIRECT, name, inputs, None, None
        of = f" ({op.space})" if op.space else ""
        raise ProofError(f"p-code operation {name}{of}: no meaning is written for it", counter)

    def _execute(self, operations: list[Any]) -> int | None:
        """Do the operations of an instruction; where it goes on, if not behind it."""
        at = 0
        count = len(operations)
        while at < count:
            kind, name, inputs, output, extra = operations[at]
            at += 1
            if kind <= ONE:
                space, offset, size = inputs[0]
                if space is None:
                    a = offset
                else:
                    cell = space.cells.get(offset)
                    a = (
                        cell[0]
                        if cell is not None and cell[1] == size
                        else space.read(offset, size)
                    )
                out_space, out, out_size = output
                if kind == COPY:
                    result = a
                elif kind == TWO:
                    space, offset, other = inputs[1]
                    if space is None:
                        b = offset
                    else:
                        cell = space.cells.get(offset)
                        b = (
                            cell[0]
                            if cell is not None and cell[1] == other
                            else space.read(offset, other)
                        )
                    if type(a) is int and type(b) is int:
                        result = int(extra(a, b, size)) & ((1 << 8 * out_size) - 1)
                    elif b is a and name in OF_ITSELF:
                        result = OF_ITSELF[name]
                    else:
                        result = Lazy(name, (a, b), (size, other), out_size, self.instructions)
                elif type(a) is int:
                    result = int(extra(a, size)) & ((1 << 8 * out_size) - 1)
                else:
                    result = Lazy(name, (a,), (size,), out_size, self.instructions)
                cell = out_space.cells.get(out)
                if cell is not None and cell[1] == out_size:
                    out_space.cells[out] = (result, out_size)
                else:
                    out_space.write(out, out_size, result)
            elif kind == LOAD:
                address = self._input(inputs[0])
                self.write_cell(output, self._load(extra, address, inputs[0][2], output[2]))
            elif kind == STORE:
                address = self.concrete(
                    self._input(inputs[0]), inputs[0][2], "the address of a store"
                )
                size = inputs[1][2]
                value = self._input(inputs[1])
                self._store(extra, address, size, value)
            elif kind == PIECE:
                a, b = self._input(inputs[0]), self._input(inputs[1])
                low = inputs[1][2]
                if type(a) is int and type(b) is int:
                    self.write_cell(output, a << 8 * low | b)
                else:
                    self.write_cell(output, self.bits(b, low) + self.bits(a, inputs[0][2]))
            elif kind == TABLE:
                index = self.known(self._input(inputs[0]), inputs[0][2])
                self.write_cell(output, self._entry(extra, index, output[2]))
            elif kind == INDIRECT:
                return self.concrete(self._input(inputs[0]), inputs[0][2], "the target of a jump")
            else:
                if kind == BRANCH and not self._taken(self._input(inputs[0]), inputs[0][2]):
                    continue
                relative, target = extra
                if not relative:
                    return int(target)
                at += target - 1
        return None

    def _skipped(self, begin: int, branch: Any, error: SecretBranch) -> int:
        """Where the instructions from `begin` on end that a branch skips where its literal is true.

        What they leave is then a choice.  Raises the error where they are more than operations on
        registers, or where code is not to branch on symbols at all.
        """
        kind, *_, there = branch
        if not self.secret_branches or kind != BRANCH or there[0]:
            raise error
        end = int(there[1])
        found: list[list[Any]] = []
        at = begin
        while at < end <= begin + SKIPPED:
            operations, length = self._compile(at)
            found.append(operations)
            at += length
        if at != end or any(op[0] > ONE for operations in found for op in operations):
            raise error
        outputs = dict.fromkeys(op[3] for operations in found for op in operations)
        before = [space.read(offset, size) for space, offset, size in outputs]
        for operations in found:
            self.instructions += 1
            self._execute(operations)
        behind = [space.read(offset, size) for space, offset, size in outputs]
        for varnode, old, new in zip(outputs, before, behind, strict=True):
            size = varnode[2]
            choice = Lazy("CHOICE", ((error.literal,), old, new), (1, size, size), size, 0)
            self.write_cell(varnode, choice)
        return end

    def _input(self, varnode: Any) -> Value:
        space, offset, size = varnode
        if space is None:
            return int(offset)
        value: Value = space.read(offset, size)
        return value

    @staticmethod
    def write_cell(varnode: Any, value: Value) -> None:
        space, offset, size = varnode
        space.write(offset, size, value)

    def _taken(self, value: Value, size: int) -> bool:
        found = self.known(value, size)
        if type(found) is int:
            return bool(found)
        assert type(found) is tuple
        literal = FALSE
        for each in found:
            literal = self.terms.disjunction(literal, each)
        if literal < 2:
            return bool(literal)
        if self.decide is not None:
            return self.decide(literal)
        raise SecretBranch(self.terms, literal, self.program_counter)

    def permitted(
        self, address: int, size: int, *, write: bool, ranges: Sequence[Range] | None = None
    ) -> None:
        """Raise ProofError unless the contract permits the access."""
        ranges = self.ranges if ranges is None else ranges
        for each in ranges:
            if each.start <= address and address + size <= each.end:
                if write and not each.writable:
                    raise ProofError(
                        f"a store to {each.name}, which the contract does not let it write",
                        self.program_counter,
                    )
                return
        near = [r for r in ranges if r.start - 4096 <= address < r.end + 4096]
        where = ""
        if near:
            r = min(near, key=lambda r: min(abs(address - r.start), abs(address - r.end)))
            side = (
                f"{address - r.end + 1} bytes behind"
                if address >= r.end
                else (f"{r.start - address} bytes before" if address < r.start else "at the end of")
            )
            where = f", {side} {r.name}"
        what = "store to" if write else "load from"
        raise ProofError(
            f"a {what} {address:#x}{where}: outside what the contract permits",
            self.program_counter,
        )

    def allow(self, name: str, start: int, size: int, *, writable: bool = True) -> None:
        """Let the function touch so many bytes of data memory, too."""
        if size:
            self.ranges.append(Range(name, start, size, writable))

    def _load(self, space: str, address: Value, size: int, wanted: int) -> Value:
        found = self.known(address, size)
        if type(found) is not int:
            if self.refuses is not None and self.refuses(found):  # type: ignore[arg-type]
                raise Unknown(
                    "the address of a load",
                    found,  # type: ignore[arg-type]
                    self.program_counter,
                )
            return self._table(space, found, wanted)  # type: ignore[arg-type]
        if space == self.architecture.data_space:
            self.permitted(found, wanted, write=False)
        elif space in self.ranges_beside:
            self.permitted(found, wanted, write=False, ranges=self.ranges_beside[space])
        elif space == self.architecture.code_space:
            return self._constant(found, wanted)
        return self.space(space).read(found, wanted)

    def _constant(self, address: int, size: int) -> int:
        code = self._code(address, size)
        if len(code) < size:
            raise ProofError(f"a load from {address:#x}, outside the code", self.program_counter)
        return int.from_bytes(code[:size], "big" if self.architecture.big_endian else "little")

    def _store(self, space: str, address: int, size: int, value: Value) -> None:
        if space == self.architecture.data_space:
            self.permitted(address, size, write=True)
            self.written.update(range(address, address + size))
        elif space in self.ranges_beside:
            self.permitted(address, size, write=True, ranges=self.ranges_beside[space])
        self.space(space).write(address, size, value)

    def _table(self, space: str, address: Bits, size: int) -> Value:
        """What is loaded from a table of constants, at a place that a few bits decide."""
        counter = self.program_counter
        if not self.secret_tables:
            raise ProofError("the address of a load depends on secret data", counter)
        # Of an address whose upper bits are known, those below may be a sum that is known.
        width = max(k for k, literal in enumerate(address) if literal > 1) + 1
        upper = sum(literal << k for k, literal in enumerate(address[width:], width))
        constant, coefficients = self.terms.linear(address[:width])
        nodes = list(coefficients)
        if any(self.terms.kinds[n] == SUM and n not in self.terms.opaque for n in nodes):
            return self._table_at_sums(space, address, size)
        if len(nodes) > FEW_ATOMS:
            raise ProofError(
                f"the address of a load depends on {len(nodes)} bits: too many for a table", counter
            )
        steps = tuple(map(abs, coefficients.values()))
        constant += sum(c for c in coefficients.values() if c < 0)
        key = space, upper, constant, steps, width, size
        entries = self._entries.get(key)
        if entries is None:
            places = [constant]
            for step in steps:
                places += [place + step for place in places]
            mask = (1 << width) - 1
            places = [upper | place & mask for place in places]
            entries = self._at(space, places, len(address) // 8, size)
            if self._is_constant(space, places):
                self._entries[key] = entries
        literals = tuple(2 * node + (c < 0) for node, c in coefficients.items())
        return self.terms.table(entries, literals, 8 * size)

    def _at(self, space: str, places: Sequence[int], pointer: int, size: int) -> list[int]:
        """The constants at these addresses, which have so many bytes."""
        entries = []
        for place in places:
            entry = self.known(self._load(space, place, pointer, size), size)
            if type(entry) is not int:
                raise ProofError(
                    "a load at a secret place, from what is no constant", self.program_counter
                )
            entries.append(entry)
        return entries

    def _is_constant(self, space: str, places: Sequence[int]) -> bool:
        """Whether no store of this call goes to these addresses."""
        if space == self.architecture.code_space != self.architecture.data_space:
            return True
        low, high = min(places), max(places)
        return space == self.architecture.data_space and any(
            each.start <= low and high < each.end and not each.writable for each in self.ranges
        )

    def _below(self, address: Bits, through: Collection[int]) -> set[int]:
        """What an address is made of: the first nodes below that are of no kind to pass through."""
        terms = self.terms
        found: set[int] = set()
        seen: set[int] = set()
        pending = [literal >> 1 for literal in address]
        while pending:
            node = pending.pop()
            if node in seen or not node:
                continue
            seen.add(node)
            if terms.kinds[node] not in through or node in terms.opaque:
                found.add(node)
            else:
                pending += inputs_of(terms, node)
        return found

    def _table_at_sums(self, space: str, address: Bits, size: int) -> Value:
        """The same, where the address is known best by its values at all those of a few atoms."""
        terms = self.terms
        atoms = self._below(address, through=(SUM,))
        if len(atoms) > FEW_ATOMS:
            atoms = self._below(address, through=(SUM, XOR, AND))
        if len(atoms) > FEW_ATOMS:
            raise ProofError(
                f"the address of a load depends on {len(atoms)} bits: too many for a table",
                self.program_counter,
            )
        order = sorted(atoms)
        simulation = Simulation(terms, 1 << len(order))
        for k, atom in enumerate(order):
            simulation.settle(atom, sum(1 << v for v in range(1 << len(order)) if v >> k & 1))
        values = [simulation.value(literal) for literal in address]
        places = [
            sum((value >> index & 1) << k for k, value in enumerate(values))
            for index in range(1 << len(order))
        ]
        entries = self._at(space, places, len(address) // 8, size)
        return terms.table(entries, tuple(2 * atom for atom in order), 8 * size)

    def _entry(self, table: Sequence[int], index: Value, size: int) -> Value:
        """The entry of a table inside the processor, 0 beyond its end."""
        if type(index) is int:
            return table[index] if index < len(table) else 0
        assert type(index) is tuple
        address = index[: (len(table) - 1).bit_length()]
        entries = [*table, *[0] * ((1 << len(address)) - len(table))]
        found = self.terms.table(entries, address, 8 * size)
        beyond = FALSE
        for literal in index[len(address) :]:
            beyond = self.terms.disjunction(beyond, literal)
        return tuple(self.terms.conjunction(beyond ^ 1, literal) for literal in found)

    # ---- the bits of operations ----

    def _linear(self, value: Value, size: int, scale: int, when: int | None = None) -> Form:
        """A value as a linear form, through sums of the same instruction whose bits nobody wants.

        Those of another one may be a word that the specification has a name for.
        """
        if (
            type(value) is Lazy
            and value.bits is None
            and value.opcode in ("INT_ADD", "INT_SUB")
            and value.sizes == (size, size)
            and (when is None or value.when == when)
        ):
            when = value.when
            second = scale if value.opcode == "INT_ADD" else -scale
            a, first = self._linear(value.inputs[0], size, scale, when)
            b, other = self._linear(value.inputs[1], size, second, when)
            found = dict(first)
            for node, coefficient in other.items():
                found[node] = found.get(node, 0) + coefficient
            return a + b, found
        if type(value) is int:
            return value * scale, {}
        return self.terms.linear(self.bits(value, size), scale)

    def _summands(self, value: Lazy) -> tuple[Value, Value, Value, int]:
        """x, y and the bit c of x + y + c, and their size; value: an INT_ADD."""
        first, second = value.inputs
        if (
            type(first) is Lazy
            and first.opcode == "INT_ADD"
            and first.when == value.when
            and first.inputs
            and not any(self.bits(second, value.size)[1:])
        ):
            return (*first.inputs, second, value.size)
        return first, second, 0, value.size

    def _majority(self, p: int, q: int) -> int | None:
        """x y + (x + y) ~s, s being the top bit of x + y + c, is the carry: C without a wider word.

        p, q: the top bits of the two sides of an OR, in their order.
        """
        terms = self.terms
        beside = terms.beside.get(q)
        if beside is None:
            return None
        s, either = beside
        for x, y, c, size in terms.totals[s]:
            a, b, carry = (self.bits(each, size) for each in (x, y, c))
            if p == terms.conjunction(a[-1], b[-1]) and either == terms.disjunction(a[-1], b[-1]):
                terms.rules["majority"] += 1
                return terms.carry(a, b, carry[0])
        return None

    def _evaluate(self, value: Lazy) -> Bits:
        terms = self.terms
        opcode, size = value.opcode, value.size
        if opcode == "CHOICE":
            (condition,), *both = value.inputs
            yes, no = (self.bits(each, size) for each in both)
            return tuple(terms.choice(condition, y, n) for y, n in zip(yes, no, strict=True))
        if opcode in ("INT_ADD", "INT_SUB"):
            found = terms.word(self._linear(value, size, 1), 8 * size)
            if opcode == "INT_ADD" and found[-1] > TRUE:
                terms.totals.setdefault(found[-1], []).append(self._summands(value))
            return found
        if opcode in ("INT_LESS", "INT_LESSEQUAL"):
            is_less = opcode == "INT_LESS"
            total, part = value.inputs if is_less else reversed(value.inputs)
            is_sum = type(total) is Lazy and total.opcode == "INT_ADD"
            if is_sum and any(each is part or each == part for each in total.inputs):
                # (x + y) < x, or its contrary
                terms.rules["summand"] += 1
                x, y = (self.bits(each, total.size) for each in total.inputs)
                return (terms.carry(x, y) ^ (not is_less),) + (0,) * (8 * size - 1)
        if opcode in ("BOOL_AND", "BOOL_OR"):
            less = self._less_of_flags(*value.inputs, both=opcode == "BOOL_AND")
            if less is not None:
                return less
        if opcode == "BOOL_OR" or (opcode == "INT_OR" and size == 1):
            literal = self._two_carries(*value.inputs)
            if literal is not None:
                return (literal,) + (0,) * (8 * size - 1)
        a = self.bits(value.inputs[0], value.sizes[0])
        if len(value.inputs) > 1:
            return self._of_two(opcode, a, value.inputs[1], value.sizes[1], size)
        if opcode == "INT_NEGATE":
            return tuple(literal ^ 1 for literal in a)
        if opcode == "BOOL_NEGATE":
            return (a[0] ^ 1, *a[1:])
        if opcode == "INT_2COMP":
            return terms.word(terms.linear(a, -1), 8 * size)
        if opcode == "INT_ZEXT":
            return a + (0,) * (8 * size - len(a))
        if opcode == "INT_SEXT":
            return a + (a[-1],) * (8 * size - len(a))
        if opcode == "POPCOUNT":
            return terms.add((terms.plain((literal,)) for literal in a), 8 * size)
        raise ProofError(f"operation {opcode} on symbols is not known", self.program_counter)

    def _of_two(self, opcode: str, a: Bits, second: Value, second_size: int, size: int) -> Bits:
        terms = self.terms
        width = 8 * size
        if opcode in ("INT_LEFT", "INT_RIGHT", "INT_SRIGHT"):
            by = min(self.concrete(second, second_size, "a shift"), len(a))
            if opcode == "INT_LEFT":
                return (0,) * by + a[: len(a) - by]
            return a[by:] + ((a[-1] if opcode == "INT_SRIGHT" else 0),) * by
        if opcode == "SUBPIECE":
            start = 8 * self.concrete(second, second_size, "a part of a word")
            return (a[start : start + width] + (0,) * width)[:width]
        b = self.bits(second, second_size)
        if opcode in ("INT_XOR", "BOOL_XOR"):
            return tuple(map(terms.xor, a, b))
        if opcode in ("INT_AND", "BOOL_AND"):
            found = tuple(map(terms.conjunction, a, b))
            for one, other in ((a, b), (b, a)):
                if one[-1] ^ 1 in terms.totals:
                    terms.beside[found[-1]] = one[-1] ^ 1, other[-1]
            return found
        if opcode in ("INT_OR", "BOOL_OR"):
            carry = self._majority(a[-1], b[-1])
            if carry is None:
                carry = self._majority(b[-1], a[-1])
            if carry is None:
                carry = terms.disjunction(a[-1], b[-1])
            return (*map(terms.disjunction, a[:-1], b[:-1]), carry)
        if opcode == "INT_MULT":
            for factor, other in ((a, b), (b, a)):
                known = self.known(factor, size)
                if type(known) is int:
                    return terms.word(terms.linear(other, known), width)
            raise ProofError("a product of two symbols is not known", self.program_counter)
        return (self._bit_of_two(opcode, a, b),) + (0,) * (width - 1)

    def _bit_of_two(self, opcode: str, a: Bits, b: Bits) -> int:
        terms = self.terms
        if opcode == "INT_CARRY":
            return terms.carry(a, b)
        if opcode == "INT_LESS":
            return terms.less(a, b)
        if opcode == "INT_LESSEQUAL":
            return terms.less(b, a) ^ 1
        if opcode in ("INT_SLESS", "INT_SLESSEQUAL"):
            if opcode == "INT_SLESS" and not any(b):
                return a[-1]
            a, b = (*a[:-1], a[-1] ^ 1), (*b[:-1], b[-1] ^ 1)
            return terms.less(a, b) if opcode == "INT_SLESS" else terms.less(b, a) ^ 1
        if opcode == "INT_SCARRY":
            top = terms.sum(a, b)[-1]
            return terms.conjunction(terms.xor(a[-1], top), terms.xor(b[-1], top))
        if opcode == "INT_SBORROW":
            top = terms.difference(a, b)[-1]
            return terms.conjunction(terms.xor(a[-1], b[-1]), terms.xor(a[-1], top))
        if opcode == "INT_EQUAL":
            return terms.equal(a, b)
        if opcode == "INT_NOTEQUAL":
            return terms.equal(a, b) ^ 1
        raise ProofError(f"operation {opcode} on symbols is not known", self.program_counter)

    def _less_of_flags(self, p: Value, q: Value, *, both: bool) -> Bits | None:
        """y < x of the flags of x - y: the carry, and not zero; or the contrary of both."""
        for first, second in ((p, q), (q, p)):
            # The one that is complemented: zero where both have to hold, or else the carry.
            carry = first if both else _negated_of(first)
            zero = _negated_of(second) if both else second
            if (
                type(carry) is Lazy
                and type(zero) is Lazy
                and (carry.opcode, zero.opcode) == ("INT_LESSEQUAL", "INT_EQUAL")
                and carry.inputs
                and zero.inputs
                and zero.inputs[1] == 0
            ):
                y, x = carry.inputs
                difference = zero.inputs[0]
                if (
                    type(difference) is Lazy
                    and difference.opcode == "INT_SUB"
                    and difference.inputs
                    and difference.inputs == (x, y)
                ):
                    less = Lazy("INT_LESS", carry.inputs, carry.sizes, 1, carry.when)
                    found = self.bits(less, 1)
                    return found if both else (found[0] ^ 1, *found[1:])
        return None

    def _two_carries(self, p: Value, q: Value) -> int | None:
        """carry(a, b) or carry(a + b, c), with c a bit: the carry of a + b + c; so for borrows."""
        for first, second in ((p, q), (q, p)):
            if type(first) is not Lazy or type(second) is not Lazy:
                return None
            if first.bits is not None or second.bits is not None:
                continue
            inner = second.inputs[0]
            if type(inner) is not Lazy or first.opcode != second.opcode or not inner.inputs:
                continue
            wanted = {"INT_CARRY": "INT_ADD", "INT_LESS": "INT_SUB"}.get(first.opcode)
            if inner.opcode != wanted or not all(
                x is y or (type(x) is not Lazy and x == y)
                for x, y in zip(inner.inputs, first.inputs, strict=True)
            ):
                continue
            size = first.sizes[0]
            a, b = (self.bits(each, size) for each in first.inputs)
            c = self.bits(second.inputs[1], second.sizes[1])
            if any(c[1:]):
                continue
            self.terms.rules["two carries"] += 1
            if wanted == "INT_ADD":
                return self.terms.carry(a, b, c[0])
            return self.terms.borrow(a, b, c[0])
        return None
