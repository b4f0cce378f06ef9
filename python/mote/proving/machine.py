"""Executes lifted operations on terms: control and addresses are concrete, data may be symbols.

A branch, an address or a shift that depends on a symbol ends the run with an error, so that what
ran is constant-time by construction; but constants are loaded from secret places where the contract
names tables for that, and where it says that the code is not constant-time a branch may skip a few
operations on registers.  Every access is held against what the contract permits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any

from mote.proving.accesses import Accesses
from mote.proving.compiled import (
    BRANCH,
    COPY,
    INDIRECT,
    LOAD,
    ONE,
    PIECE,
    STORE,
    TABLE,
    TWO,
    UNDEFINED,
    compiled,
)
from mote.proving.lift import LONGEST, Lifted, UnknownInstruction, Varnode
from mote.proving.lifter import Lifter
from mote.proving.terms import FALSE, Bits, Terms
from mote.proving.values import Lazy, ProofError, SecretBranch, Value

SKIPPED = 16
"""Bytes of code that a branch on a symbol may skip."""

STEPS = 20_000_000
"""Instructions after which a run that has not returned is given up."""

NODES = 20_000
"""New terms after which a run of which only the first part is asked for ends."""

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


SHIFTS = ("INT_LEFT", "INT_RIGHT", "INT_SRIGHT")

TIMED = frozenset((*SHIFTS, "INT_DIV", "INT_SDIV", "INT_REM", "INT_SREM", "INT_MULT"))
"""Operations whose time may depend on what they are given."""


def _written(lifted: Lifted, registers: Collection[Varnode]) -> bool:
    """Whether an instruction writes one of these registers before it multiplies."""
    for op in lifted.operations:
        if op.opcode == "INT_MULT":
            return False
        out = op.output
        if out is not None and any(
            out.space == each.space
            and out.offset < each.offset + each.size
            and each.offset < out.offset + out.size
            for each in registers
        ):
            break
    return True


class SymbolicMachine(Accesses):
    """A CPU with an image, whose data are terms."""

    def __init__(self, lifter: Lifter, terms: Terms, code: Callable[[int, int], bytes]) -> None:
        super().__init__(lifter.architecture, terms, code)
        self.lifter = lifter
        self.instructions = 0
        self.told = 0
        """How many of them are counted in what is told of a proof."""
        self.last: tuple[int, int, list[Any]] = (0, 0, [])
        """The instruction before a cut point: program counter, length and operations."""
        self.decide: Callable[[int], bool] | None = None
        """Is asked for the value of a literal on which a branch depends; None: that is an error."""
        self.solver_calls = 0
        """How often `decide` asked the solver."""
        self.secret_branches = False
        """Whether operations on registers may be skipped on a symbol."""
        self.at = 0
        """Behind which operation of its instruction the machine decides a branch."""
        self._pointed: tuple[Value | None, int] = None, 0
        """A value of the stack pointer, and where on the stack that is."""
        self._compiled: dict[int, tuple[list[Any], int]] = {}
        self._slow: dict[int, tuple[Varnode, ...] | None] = {}
        """Where multiplications stand whose time depends on these registers; None: on all of it."""
        self._variable = [
            re.compile(each, re.IGNORECASE) for each in lifter.architecture.variable_time()
        ]

    def visited(self) -> set[int]:
        """The program counters of all instructions that were executed since they were forgotten."""
        return set(self._compiled)

    def forget_visited(self) -> None:
        self._compiled.clear()

    # ---- running ----

    def run(self, stops: Collection[int] = (), most: int | None = None) -> bool:
        """Until the function returns: True; or comes to one of these addresses of code: False.

        The first instruction is executed in any case; of `most`, where that is given, the others;
        while probing as long as there are few new terms: nothing has a name that stops their
        growth.
        Raises ProofError, UnknownInstruction.
        """
        returned = self.architecture.returned
        known = self._compiled
        begin = self.instructions
        nodes = len(self.terms) + NODES
        self.lowest_on_stack = None
        live = self.architecture.lowest_live
        while not returned(self):
            counter = self.program_counter
            new = self.instructions > begin
            if stops and new and self.architecture.code_address(counter) in stops:
                return False
            if most is not None and self.instructions - begin >= most:
                return False
            if self.probing and len(self.terms) > nodes:
                return False
            entry = known.get(counter)
            if entry is None:
                entry = known[counter] = self._compile(counter)
            operations, length = entry
            self.instructions += 1
            if stops:
                self.last = counter, length, operations
            if live is not None:
                self._note_pointer()
            try:
                target = self._execute(operations)
            except SecretBranch as error:
                target = self._skipped(counter + length, operations[-1], error)
            if self.lowest_on_stack is not None:
                self._look_below(self.lowest_on_stack)
                self.lowest_on_stack = None
            self.program_counter = counter + length if target is None else target
            if self.instructions > begin + STEPS:
                raise ProofError(f"no return after {STEPS} instructions", counter)
        return True

    def _look_below(self, address: int) -> None:
        """Raise ProofError where an instruction touched the stack below what it holds.

        An interrupt may have written there, before the instruction or behind it.  address: the
        lowest byte.
        """
        architecture = self.architecture
        live, pointer = architecture.lowest_live, architecture.stack_pointer
        if live is None:
            return
        now = self.space(pointer.space).read(pointer.offset, pointer.size)
        lowest = min(self._pointed_at(now), self._pointed_at(self.pointed_before)) + live
        if address < lowest - architecture.cpu.abi.red_zone:
            raise ProofError(
                f"the stack is touched {lowest - address} bytes below its pointer",
                self.program_counter,
            )

    def _pointed_at(self, value: Value) -> int:
        """The number that stands for the place on the stack to which the pointer leads."""
        last, found = self._pointed
        if value is not last:
            place = self.place(value, self.architecture.stack_pointer.size)
            if place is None:
                text = "the stack is touched where its pointer is at no place that is known"
                raise ProofError(text, self.program_counter)
            found = place
            self._pointed = value, found
        return found

    def execute(self, code: bytes) -> None:
        """Do an instruction that is not of the image, as if it stood where the machine is."""
        counter = self.program_counter
        lifted = self.lifter.lift(counter, code)
        target = self._execute([compiled(op, counter, self.space) for op in lifted.operations])
        self.program_counter = counter + lifted.length if target is None else target

    def called(self) -> int | None:
        """Where the call that led to a cut point returns to; None where it was no call."""
        counter, length, operations = self.last
        if any(name in ("CALL", "CALLIND") for _, name, *_ in operations):
            return self.architecture.code_address(counter + length)
        return None

    def returns_to(self) -> int | None:
        """Where a function returns to that was entered by a jump, if the stack says so.

        A wrong place does no harm: it is only where a passage may end.
        """
        architecture, stack = self.architecture, self.architecture.stack_pointer
        pointer = self.place(self.get(stack), stack.size)
        if not architecture.return_address or pointer is None:
            return None
        space = architecture.stack_space
        found = [self.get(Varnode(space, pointer + at, 1)) for at in architecture.return_address]
        if not all(isinstance(each, int) for each in found):
            return None
        return architecture.return_unit * sum(each << 8 * k for k, each in enumerate(found))  # type: ignore[operator,misc]

    def _compile(self, counter: int) -> tuple[list[Any], int]:
        code = self._code(self.architecture.code_address(counter), LONGEST)
        if not code:
            raise ProofError(f"{counter:#x} is outside the code", counter)
        try:
            lifted = self.lifter.lift(counter, code)
        except UnknownInstruction as error:
            raise ProofError(str(error), counter) from None
        names = self.architecture.mnemonics(lifted, code) if self._variable else ()
        if any(each.fullmatch(name) for each in self._variable for name in names):
            found = self.architecture.multipliers(lifted, code)
            self._slow[counter] = None if found is None or _written(lifted, found) else found
        for op in lifted.operations:
            for varnode in (*op.inputs, op.output):
                if varnode is not None and varnode.space in self.ranges_beside:
                    ranges = self._ranges_at(None, varnode.space)
                    self.permitted(varnode.offset, varnode.size, write=True, ranges=ranges)
        return [compiled(op, counter, self.space) for op in lifted.operations], lifted.length

    def go_on(self, at: int, *, taken: bool) -> None:
        """Finish an instruction from one of its branches on; at: as it was when that was decided.

        The machine is as it was then.  Raises ProofError.
        """
        counter = self.program_counter
        operations, length = self._compiled[counter]
        relative, target = operations[at - 1][4]
        self._note_pointer()
        found: int | None
        if taken and not relative:
            found = int(target)
        else:
            found = self._execute(operations, at + target - 1 if taken else at)
        if self.lowest_on_stack is not None:
            self._look_below(self.lowest_on_stack)
        self.program_counter = counter + length if found is None else found

    def _execute(self, operations: list[Any], at: int = 0) -> int | None:
        """Do the operations of an instruction; where it goes on, if not behind it."""
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
                        if name in TIMED:
                            self._timed(name, (a, size), (b, other))
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
                self._store(
                    extra,
                    self._input(inputs[0]),
                    inputs[0][2],
                    inputs[1][2],
                    self._input(inputs[1]),
                )
            elif kind in (PIECE, TABLE, UNDEFINED):
                self.write_cell(output, self._made(kind, inputs, output[2], extra, at))
            elif kind == INDIRECT:
                return self.target(self._input(inputs[0]), inputs[0][2])
            else:
                if kind == BRANCH:
                    self.at = at
                    skips = operations[at - 1] if at == count else None
                    if not self._taken(self._input(inputs[0]), inputs[0][2], skips):
                        continue
                relative, target = extra
                if not relative:
                    return int(target)
                at += target - 1
        return None

    def _timed(self, name: str, a: tuple[Value, int], b: tuple[Value, int]) -> None:
        """Raise Unknown where the time of an operation depends on symbols, whatever it is for."""
        if self.probing or self.secret_branches:
            return
        if name == "INT_MULT":
            if self.program_counter not in self._slow:
                return
            what = "the time of a multiplication"
            registers = self._slow[self.program_counter]
            for each in registers or ():
                self.concrete(self.get(each), each.size, what)
            if registers is not None:
                return
        else:
            what = "a shift" if name in SHIFTS else "the time of a division"
        for value, size in (b,) if name in SHIFTS else (a, b):
            self.concrete(value, size, what)

    def _made(self, kind: int, inputs: Any, size: int, table: Any, at: int) -> Value:
        """What an operation makes that comes seldom; at: which one of its instruction it is."""
        if kind == UNDEFINED:
            # Another one at each execution; `at` tells several in one instruction apart.
            return self.terms.variables(f"undefined {self.instructions} {at}", 8 * size)
        if kind == TABLE and self.probing:
            return self._probed(size)
        if kind == TABLE:
            return self.entry(table, self.known(self._input(inputs[0]), inputs[0][2]), size)
        a, b = self._input(inputs[0]), self._input(inputs[1])
        low: int = inputs[1][2]
        if type(a) is int and type(b) is int:
            return a << 8 * low | b
        return self.bits(b, low) + self.bits(a, inputs[0][2])

    def _skipped(self, begin: int, branch: Any, error: SecretBranch) -> int:
        """Where the instructions from `begin` on end that a branch skips where its literal is true.

        What they leave is then a choice.  Raises the error where they are more than operations on
        registers, or where code is not to branch on symbols at all.
        """
        found = self._skips(begin, branch) if self.secret_branches else None
        if found is None:
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
        return int(branch[4][1])

    def _skips(self, begin: int, branch: Any) -> list[list[Any]] | None:
        """The instructions from `begin` on that a branch skips; None where they are more than
        operations on registers."""
        kind, *_, there = branch
        if kind != BRANCH or there[0]:
            return None
        end = int(there[1])
        found: list[list[Any]] = []
        at = begin
        while at < end <= begin + SKIPPED:
            operations, length = self._compile(at)
            found.append(operations)
            at += length
        if at != end or any(op[0] > ONE for operations in found for op in operations):
            return None
        return found

    def _is_joined(self, literal: int, branch: Any) -> bool:
        """Whether a branch on bits of a word skips what carries into its upper byte, and no more.

        Then that is done: where the literal is true as where it is not, the machine comes to the
        end of what is skipped with the upper byte of the word and a number.
        """
        word = self.word_of(literal)
        entry = self._compiled.get(self.program_counter)
        if word is None or entry is None:
            return False
        try:
            found = self._skips(self.program_counter + entry[1], branch)
        except ProofError:
            # Nothing is known of what is skipped.
            return False
        if found is None or any(op[1] == "INT_MULT" for each in found for op in each):
            # Of a multiplication the time is asked for where it stands.
            return False
        temporary = self.space("unique")
        outputs = dict.fromkeys(op[3] for operations in found for op in operations)
        kept = [each for each in outputs if each[0] is not temporary]
        before = [space.read(offset, size) for space, offset, size in kept]
        made: list[tuple[Any, Bits]] = []
        try:
            for operations in found:
                self.instructions += 1
                self._execute(operations)
            for varnode, old in zip(kept, before, strict=True):
                space, offset, size = varnode
                both = self.bits(old, size), self.bits(space.read(offset, size), size)
                if both[0] != both[1]:
                    byte = self.joined(word, literal, *both)
                    if byte is None:
                        break
                    made.append((varnode, byte))
            else:
                for varnode, byte in made:
                    self.write_cell(varnode, byte)
                if made:
                    return True
        except ProofError:
            # The branch is a branch.
            pass
        for varnode, old in zip(kept, before, strict=True):
            self.write_cell(varnode, old)
        return False

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

    def _taken(self, value: Value, size: int, skips: Any = None) -> bool:
        """Whether a branch is taken; skips: it, where it ends an instruction."""
        found = self.known(value, size)
        if type(found) is int:
            return bool(found)
        assert type(found) is tuple
        literal = FALSE
        for each in found:
            literal = self.terms.disjunction(literal, each)
        if literal < 2:
            return bool(literal)
        if skips is not None and self._is_joined(literal, skips):
            return True
        if self.decide is not None:
            return self.decide(literal)
        raise SecretBranch(self.terms, literal, self.program_counter)
