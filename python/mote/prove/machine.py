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
from typing import Any

from mote.prove.concrete import BINARY, UNARY, signed
from mote.prove.lift import LONGEST, Lifter, Operation, UnknownInstruction, Varnode
from mote.prove.memory import Range, Space
from mote.prove.operations import Operations
from mote.prove.solve import Simulation, inputs_of
from mote.prove.terms import AND, FALSE, FEW_ATOMS, SUM, XOR, Bits, Terms
from mote.prove.values import Cells, Lazy, ProofError, SecretBranch, Unknown, Value

SKIPPED = 16
"""Bytes of code that a branch on a symbol may skip."""

STEPS = 20_000_000
"""Instructions after which a run that has not returned is given up."""

NODES = 20_000
"""New terms after which a run of which only the beginning is asked for ends."""

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

COPY, TWO, ONE, LOAD, STORE, PIECE, TABLE, JUMP, BRANCH, INDIRECT, UNDEFINED = range(11)
"""What an operation does."""


class Machine(Operations):
    """A CPU with an image, whose data are terms.

    program_counter, get and put are what mote.prove.architectures asks for.
    """

    def __init__(self, lifter: Lifter, terms: Terms, code: Callable[[int, int], bytes]) -> None:
        super().__init__(terms)
        self.architecture = lifter.architecture
        self.lifter = lifter
        self.instructions = 0
        self.told = 0
        """How many of them are counted in what is told of a proof."""
        self.probing = False
        """Whether what tables hold does not matter: no terms are made of it."""
        self.ranges: list[Range] = []
        self.ranges_beside: dict[str, list[Range]] = {}
        """What may be touched in other spaces of data, as an 8051's internal RAM."""
        self.secret_tables = False
        """Whether constants may be loaded from places that depend on symbols."""
        self.secret_branches = False
        """Whether operations on registers may be skipped on a symbol."""
        self.touched: set[str] = set()
        """Names of the ranges in which something was loaded or stored."""
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

        The first instruction is executed in any case; of `most`, where that is given, the others;
        while probing as long as there are few new terms: nothing has a name that stops their
        growth.
        Raises ProofError, UnknownInstruction.
        """
        returned = self.architecture.returned
        compiled = self._compiled
        begin = self.instructions
        nodes = len(self.terms) + NODES
        while not returned(self):
            counter = self.program_counter
            new = self.instructions > begin
            if stops and new and self.architecture.code_address(counter) in stops:
                return False
            if most is not None and self.instructions - begin >= most:
                return False
            if self.probing and len(self.terms) > nodes:
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

    def execute(self, code: bytes) -> None:
        """Do an instruction that is not of the image, as if it stood where the machine is."""
        counter = self.program_counter
        lifted = self.lifter.lift(counter, code)
        target = self._execute([self._operation(op, counter) for op in lifted.operations])
        self.program_counter = counter + lifted.length if target is None else target

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
    def observed(
        self, told: Callable[[tuple[str, int]], None] = lambda _: None
    ) -> Iterator[tuple[dict[tuple[str, int], Value], dict[str, Cells]]]:
        """What is read meanwhile of what was there, by bytes; and, at the end, what was left.

        The latter has what was only read, too.  told: of each byte before it is read.
        """
        read: dict[tuple[str, int], Value] = {}
        left: dict[str, Cells] = {}
        behind: dict[str, Space] = {}

        def arranged(name: str, space: Space) -> None:
            old = behind[name] = space.shadow()

            def byte(offset: int) -> Value:
                told((name, offset))
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
        if name == "LOAD" and op.space == "const":
            # SLEIGH's way to have a number that was computed as a constant.
            return COPY, name, inputs, output, None
        if name == "LOAD":
            return LOAD, name, inputs, output, op.space
        if name == "STORE":
            return STORE, name, inputs, output, op.space
        if name == "PIECE":
            return PIECE, name, inputs, output, None
        if name == "TABLE":
            return TABLE, name, inputs, output, op.table
        if name == "UNDEFINED":
            return UNDEFINED, name, inputs, output, None
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
            elif kind == TABLE and self.probing:
                self.write_cell(output, self._probed(output[2]))
            elif kind == TABLE:
                index = self.known(self._input(inputs[0]), inputs[0][2])
                self.write_cell(output, self.entry(extra, index, output[2]))
            elif kind == UNDEFINED:
                # Another one at each execution; `at` tells several in one instruction apart.
                name = f"undefined {self.instructions} {at}"
                self.write_cell(output, self.terms.variables(name, 8 * output[2]))
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
                self.touched.add(each.name)
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

    def _aligned(self, address: int, size: int, what: str) -> None:
        """Raise ProofError where the CPU has no access of so many bytes at this address."""
        cpu = self.architecture.cpu
        if cpu.abi.strict_alignment and size <= cpu.abi.pointer_bytes and address % size:
            text = f"{what} {address:#x} of {size} bytes: this CPU has it only where it is aligned"
            raise ProofError(text, self.program_counter)

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
            if self.probing:
                return self._probed(wanted)
            return self._table(space, found, wanted)  # type: ignore[arg-type]
        if space == self.architecture.data_space:
            self._aligned(found, wanted, "a load from")
            self.permitted(found, wanted, write=False)
        elif space in self.ranges_beside:
            self.permitted(found, wanted, write=False, ranges=self.ranges_beside[space])
        elif space == self.architecture.code_space:
            return self._constant(found, wanted)
        return self.space(space).read(found, wanted)

    def _probed(self, size: int) -> Bits:
        """In place of what a table holds, where only the way through the code is asked for."""
        return self.terms.variables(f"probed {len(self.terms)}", 8 * size)

    def _constant(self, address: int, size: int) -> int:
        code = self._code(address, size)
        if len(code) < size:
            raise ProofError(f"a load from {address:#x}, outside the code", self.program_counter)
        return int.from_bytes(code[:size], "big" if self.architecture.big_endian else "little")

    def _store(self, space: str, address: int, size: int, value: Value) -> None:
        if space == self.architecture.data_space:
            self._aligned(address, size, "a store to")
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
