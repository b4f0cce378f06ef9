"""The obligation update: every way of cutting a message into calls, at any places.

A context *represents* a state, a number of blocks and the bytes that wait where it is the one to
which these bytes lead one by one (`Waiting`).  From any such context,

- a call with fewer bytes than fill the buffer, each number of them at each fill, leads to the
  context that represents the longer message;
- a call with any other number of bytes, which is a symbol, comes to the contract's `block`.  What
  the machine holds there is the same for each fill but for symbols (`Arrived`): what is not, is
  forgotten;
- from there, the block function leads to the specification's state.  Behind it fewer bytes than a
  block are left, each number of them a run to the end; or more, and the machine is at `block` again
  with what it held there before.  So by induction, any number of bytes leads to where it should.

The addresses of context and message are symbols.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn

from mote.common.errors import MoteError
from mote.proving import layout
from mote.proving.contexts import Taint
from mote.proving.counters import Case
from mote.proving.hash_file import name_of
from mote.proving.loop_invariants import Invariant
from mote.proving.machine import SymbolicMachine
from mote.proving.memory import Range
from mote.proving.obligations import HashProof
from mote.proving.renaming import Renaming, is_small
from mote.proving.runs import Pair, Run, constant
from mote.proving.solve import implied, variables_of
from mote.proving.terms import FALSE, TRUE, Bits
from mote.proving.values import Lazy, ProofError, SecretBranch, Value
from mote.proving.waiting import (
    BEFORE,
    CONTEXT,
    EARLIER,
    HASHED,
    LEFT,
    MESSAGE,
    ROOM,
    Waiting,
)
from mote.proving.word import Word
from mote.specifications.hashing import State

PATHS = 64
"""Ways through one part of update that its branches on the number of bytes make."""

Cell = tuple[str, int]
Snapshot = dict[Cell, tuple[Value, int]]


class _Cut(Exception):
    """The machine has come to a cut point."""


class _Fork(Exception):
    """A branch on the number of bytes, which may go either way.  literal: on which it depends."""

    def __init__(self, literal: int) -> None:
        super().__init__()
        self.literal = literal


@dataclass
class Arrived:
    """What machines hold that come to `block`, in bytes; those that differ are arbitrary.

    readable: how many bytes of the message before the place that is reached may be read.
    back: where the call returns to that led there; None where it was no call.
    """

    program_counter: int
    back: int | None
    cells: Snapshot
    readable: int
    stale: bool = True


class _Unaligned(Exception):
    """Something depends on the lowest bits of the message's address."""


class Updating:
    """The runs of `update` of one file."""

    def __init__(self, proof: HashProof) -> None:
        self.proof = proof

    def runs(self, digest_sizes: Sequence[int]) -> Iterator[Run]:
        """Those of all digest sizes; bytes in which they differ are arbitrary, but kept."""
        proof = self.proof
        groups: dict[int, list[int]] = {}
        for bits in digest_sizes:
            if proof.first_matters(bits):
                raise MoteError("the first message block is another one, which is not cut yet")
            groups.setdefault(proof.specification.block_bytes(bits), []).append(bits)
        invariants = proof.invariants(digest_sizes)
        for sizes in groups.values():
            found = [invariants[bits][0] for bits in sizes]
            try:
                yield from self._of(sizes[0], found, None)
            except _Unaligned:
                for alignment in range(proof.cpu.abi.pointer_bytes):
                    yield from self._of(sizes[0], found, alignment)

    def _of(
        self, digest_bits: int, found: Sequence[Invariant], alignment: int | None
    ) -> Iterator[Run]:
        known: list[int | None] = []
        kept: set[int] = set()
        for at, values in enumerate(zip(*(each.known for each in found), strict=True)):
            known.append(values[0] if len(set(values)) == 1 else None)
            if None not in values and known[at] is None:
                kept.add(at)
        if self.proof.specification.keeps_full_block:
            begin = found[0].begin
            known = [begin[at] if at in found[0].fill else v for at, v in enumerate(known)]
        yield from Cutting(self.proof, digest_bits, known, kept, alignment).runs()


class Cutting(Waiting):
    """The runs with one size of the message block."""

    def __init__(
        self,
        proof: HashProof,
        digest_bits: int,
        known: list[int | None],
        kept: set[int],
        alignment: int | None,
    ) -> None:
        super().__init__(proof, digest_bits, known, kept, alignment)
        self.label = proof.program.label(proof.contract.block) if proof.contract.block else None
        if self.label is None:
            raise MoteError("update is cut at the contract's `block`, which there is none of")
        self.call = proof.implementation.calls[1]
        self.arrived: dict[object, Arrived] = {}
        self.assumed: tuple[int, ...] = ()
        self.assumed_by_all: tuple[int, ...] = ()
        """A part of it that does not depend on the fill."""
        self._implied: dict[tuple[int, ...], int | None] = {}

    @property
    def visited(self) -> set[int]:
        """Where instructions stand that are executed before the block function."""
        return {self.caller.architecture.code_address(at) for at in self._before_block}

    def runs(self) -> Iterator[Run]:
        """Every number of bytes behind every fill."""
        counter = self.proof.counter
        cases = [Case()]
        while cases:
            case = cases.pop(0)
            try:
                yield from self._of_calls(case)
            except SecretBranch as error:
                cases = counter.split(case, error) + cases
        self._before_block = self.machine.visited()
        while any(each.stale for each in self.arrived.values()):
            found: list[Run] = []
            for each in list(self.arrived.values()):
                each.stale = False
                found += self._from_block(each)
        yield from found

    def _of_calls(self, case: Case) -> Iterator[Run]:
        """In a case of the counter: calls that lead to no block, and the way to `block`."""
        yield self._wait(case)
        fills = range(len(self.waiting))
        for fill in fills:
            for count in range(len(self.waiting) - fill):
                yield self._short(fill, count)
        for fill in fills:
            self._enter(fill)

    # ---- calls ----

    def _called(
        self,
        fill: int,
        length: Value,
        data: Sequence[Bits],
        follow: Callable[[SymbolicMachine], object],
    ) -> None:
        start = self.begin if isinstance(length, int) else self.begin - len(data)
        objects = {"cc": self.context, "data": Range("data", start, len(data), False)}
        values: dict[str, Value | str] = {"cc": "cc", "data": "data", "len": length}
        arguments = [a if isinstance(a, int) else values[a] for a in self.call.arguments]
        contents: dict[str, Sequence[Value]] = {"cc": self.waiting[fill], "data": data}
        self.caller.call(self.call.symbol, arguments, objects, contents, follow)

    def _short(self, fill: int, count: int) -> Run:
        """A call that does not lead to the block function."""
        self.caller.pointers["data"] = self.at_message
        self.assumed = ()
        self._called(fill, count, self.message[fill : fill + count], SymbolicMachine.run)
        after = self.caller.content(self.context)
        name = f"{count} bytes behind {fill}"
        return Run(name, self.caller, self._compared(fill + count, self.count), {"cc": after})

    def _enter(self, fill: int) -> None:
        """From a call with at least as many bytes as lead to the block function, up to there."""
        count = self.size - fill
        length = self._sum(self.left, count)
        self.caller.pointers["data"] = self._sum(self.at_message, -count)

        def follow(machine: SymbolicMachine) -> NoReturn:
            self._to_block()
            raise _Cut

        def run() -> None:
            try:
                self._called(fill, length, self.message[fill:], follow)
            except _Cut:
                self._arrive(count, self.count, self.renamed, begun=True)

        self._forked(count, run)

    def _to_block(self) -> None:
        assert self.label is not None
        if self.machine.run({self.label}):
            raise ProofError(
                "update returns before it comes to `block`", self.machine.program_counter
            )

    # ---- branches on the number of bytes ----

    def _forked(self, count: int, run: Callable[[], None]) -> None:
        """Run with at least `keeps` bytes behind so many; where it branches on more, both ways."""
        terms = self.terms
        least = terms.less(self.left, constant(self.keeps, self.width)) ^ 1

        def with_most(most: int) -> tuple[int, ...]:
            bound = terms.less(constant(most, self.width), self.left) ^ 1
            return tuple(each for each in (least, bound) if each != TRUE)

        self.assumed_by_all = with_most(self.most)
        pending = [with_most(self.most - count)]
        for _ in range(PATHS):
            self.assumed = pending.pop()
            try:
                run()
            except _Fork as fork:
                pending += [(*self.assumed, fork.literal ^ bit) for bit in (0, 1)]
            if not pending:
                return
        raise MoteError(f"update branches on the number of bytes in more than {PATHS} ways")

    def _decide(self, literal: int) -> bool:
        """Where a branch goes on the number of bytes, or on the counter."""
        terms = self.terms
        names = {terms.contents[node][0] for node in variables_of(terms, [literal])}
        if names == {LEFT}:
            # What all fills assume says most of it, and is asked once for all of them.
            found = self._is_implied(literal, self.assumed_by_all)
            if found is None:
                found = self._is_implied(literal, self.assumed)
            if found is None:
                raise _Fork(literal)
            return bool(found)
        if names <= {MESSAGE, BEFORE + MESSAGE} and self.alignment is None:
            raise _Unaligned
        if self._decide_counter is not None:
            return self._decide_counter(literal)
        raise SecretBranch(terms, literal, self.machine.program_counter)

    def _is_implied(self, literal: int, assumed: tuple[int, ...]) -> int | None:
        key, assumption = (literal, *assumed), TRUE
        if key not in self._implied:
            for each in assumed:
                assumption = self.terms.conjunction(assumption, each)
            self._implied[key] = implied(self.terms, assumption, literal)
            self.machine.solver_calls += 1
        return self._implied[key]

    # ---- what arrives at the block function ----

    def _cells(self, *without: str) -> Snapshot:
        """What the machine holds, but for temporaries, constants and the message.

        without: how the names of variables begin that nothing is to depend on.
        """
        beside = Taint(self.terms, (HASHED, *without))
        found: Snapshot = {}
        for name, cells in self.machine.kept().items():
            for offset, (value, size) in cells.items():
                if name == self.space and (
                    offset in self.caller.constants
                    or self.begin - ROOM <= offset < self.begin + ROOM
                ):
                    continue
                if self._is_large(value):
                    continue
                try:
                    now = self.machine.known(value, size)
                except ProofError:
                    continue
                if type(now) is int or not beside.any(now):  # type: ignore[arg-type]
                    found[name, offset] = now, size
        return found

    def _arrive(
        self, readable: int, number: Bits, renamed: Renaming, *, begun: bool = False
    ) -> None:
        """Weaken what is known at the block function to what the machine holds now, too.

        number: the counter before this block; renamed: makes it of the one that is known there.
        """
        machine = self.machine
        pointer = machine.get(self.caller.architecture.stack_pointer)
        key = machine.program_counter, machine.called(), pointer, self._is_buffered()
        known = self.arrived.get(key)
        if known is None:
            if not begun:
                raise ProofError(
                    "`block` is entered in a way that no first block of a call is",
                    machine.program_counter,
                )
            self._count_anew(number)
            self.arrived[key] = Arrived(
                machine.program_counter, machine.called(), self._cells("counter of"), readable
            )
            return
        if readable < known.readable:
            known.readable, known.stale = readable, True
        counts = Taint(self.terms, ("counter",))
        for (name, offset), (value, size) in list(known.cells.items()):
            wanted = value
            if type(value) is tuple and counts.any(value):
                wanted = machine.known(renamed.bits(value), size)
            if not self._is_any(value) and not self._is_same(self._now(name, offset, size), wanted):
                self._may_differ(name, offset, size)
                free = self.terms.variables(f"any {name} {offset:#x}", 8 * size)
                known.cells[name, offset] = free, size
                known.stale = True

    def _is_same(self, value: Value | None, wanted: Value) -> bool:
        """Whether two values are equal; lengths and addresses may be sums in other orders."""
        if type(value) is not tuple or type(wanted) is not tuple or value == wanted:
            return value == wanted
        terms, differs = self.terms, FALSE
        names = {terms.contents[node][0] for node in variables_of(terms, [*value, *wanted])}
        if len(value) != len(wanted) or not names <= {LEFT, CONTEXT, MESSAGE}:
            return False
        for a, b in zip(value, wanted, strict=True):
            differs = terms.disjunction(differs, terms.xor(a, b))
        return self._is_implied(differs, ()) == 0

    def _may_differ(self, name: str, offset: int, size: int) -> None:
        """Raise ProofError where bytes hold the state, which no way to the block function changes.

        Without it the block function would be executed on what has no name in the specification.
        """
        state = {self.context.start + at for at in self.proof.bytes_of_state()}
        found = state.intersection(range(offset, offset + size)) if name == self.space else ()
        if found:
            raise ProofError(
                f"byte {min(found) - self.context.start} of the context is not the same by all "
                "ways to `block`",
                self.machine.program_counter,
            )

    def _count_anew(self, number: Bits) -> None:
        """Let the counter be what is made of the one that is known, as it is of this number."""
        counter, machine, terms = self.proof.contract.counter, self.machine, self.terms
        if counter is None or number == self.number:
            return
        now = self._counter_now()

        def made(number: Bits) -> list[Bits]:
            rest = terms.linear(self.left, counter.step // self.size)
            parts = [terms.linear(number)]
            return [
                number,
                self._sum(number, counter.step),
                terms.add([*parts, rest], len(number), counter.step),
            ]

        for found, anew in zip(made(number), made(self.number), strict=True):
            if found == now:
                stored = layout.number_stored(counter, anew, big_endian=self.caller.big_endian)
                for offset, bits in stored.items():
                    machine.write(self.context.start + offset, 1, bits)
                return

    def _now(self, name: str, offset: int, size: int) -> Value | None:
        value = self.machine.space(name).read(offset, size)
        if self._is_large(value):
            return None
        try:
            return self.machine.known(value, size)
        except ProofError:
            return None

    @staticmethod
    def _is_large(value: Value) -> bool:
        return type(value) is Lazy and value.bits is None and not is_small(value)

    def _is_any(self, value: Value) -> bool:
        if type(value) is not tuple:
            return False
        name = self.terms.contents[value[0] >> 1]
        return isinstance(name, tuple) and str(name[0]).startswith("any ")

    def _is_buffered(self) -> bool:
        """Whether the first byte of the block lies elsewhere than in the message itself."""
        first = self.message[0]
        where = range(self.context.start, self.context.end)
        for offset, (value, size) in list(self.machine.space(self.space).cells.items()):
            if offset in where and not self._is_large(value):
                bits = self.machine.bits(value, size)
                if any(bits[at : at + 8] == first for at in range(0, 8 * size, 8)):
                    return True
        return False

    # ---- from one block to the next ----

    def _from_block(self, arrived: Arrived) -> Iterator[Run]:
        """From the block function to the end, or to where it is entered again."""
        counter = self.proof.counter
        cases = [Case(blocks=2)]
        while cases and not arrived.stale:
            case = cases.pop(0)
            try:
                yield from list(self._of_case(arrived, case))
            except SecretBranch as error:
                cases = counter.split(case, error) + cases

    def _of_case(self, arrived: Arrived, case: Case) -> Iterator[Run]:
        proof, machine, words, terms = self.proof, self.machine, self.words, self.terms
        big = self.caller.big_endian
        number, after, blocks = self._count(case)
        before = [words.of(bits) for bits in self.earlier]
        result = self.specification.block(
            words, self.state_before, before, blocks, self.digest_bits
        )
        left_before = terms.variables(EARLIER, self.width)
        renamed = Renaming(terms)
        renamed.put_whole(self.left, left_before)
        renamed.put_whole(self.at_message, self.at_earlier)
        renamed.put(self.number, number)
        for old, new in zip(self.message, self.earlier, strict=True):
            renamed.put(old, new)
        for name, each in self.state.items():
            for word, other in zip(each, self.state_before[name], strict=True):
                renamed.put(word.literals, other.literals)
        self._restore(arrived.program_counter, arrived.cells, renamed)
        self._message(self.begin, self.earlier[self.size - arrived.readable :], -1)
        assert self.label is not None
        back = arrived.back
        stops = {self.label} | ({back} if back is not None else self.visited)
        if machine.run(stops):
            raise ProofError("update returns from the block function", machine.program_counter)
        yield self._compress(result)
        counted = machine.program_counter
        for offset, bits in proof.stored(self.state, big=big).items():
            machine.write(self.context.start + offset, 1, machine.known(bits, 1))
        behind = self._cells()
        ahead = Renaming(terms)
        ahead.put(self.number, after)
        further = Renaming(terms)
        further.put_whole(left_before, self.left, self.size)
        further.put_whole(self.at_earlier, self.at_message, -self.size)

        def again() -> None:
            self._restore(counted, behind, further)
            self._message(self.begin, self.message, -1)
            self._to_block()
            self._arrive(self.size, after, ahead)

        self._forked(self.size, again)
        if arrived.stale:
            return
        for count in range(self.keeps, self.size + self.keeps):
            rest = Renaming(terms)
            rest.put_whole(left_before, constant(count, self.width))
            rest.put_whole(self.at_earlier, self.at_message)
            self.assumed = ()
            self._restore(counted, behind, rest)
            self._message(self.begin, self.message[:count], 1)
            if not machine.run():
                continue
            self.caller.returned(self.call.symbol)
            pairs = self._compared(count, after)
            yield Run(f"{count} bytes behind a block", self.caller, pairs, {}, abstract=True)

    def _compress(self, result: State[Word]) -> Run:
        """The state behind the block function."""
        machine, big, pairs = self.machine, self.caller.big_endian, []
        content = {
            at: machine.bits(machine.read(self.context.start + at, 1), 1)
            for at in self.proof.bytes_of_state()
        }
        words = self.proof.words_of(result)
        for place in self.proof.contract.state:
            found = layout.held(place, content, big_endian=big)
            for i, (got, word) in enumerate(zip(found, words[name_of(place)], strict=True)):
                pairs.append(Pair(f"{name_of(place)}[{i}]", got, word.literals))
        return Run("a block", self.caller, pairs, {}, abstract=True)

    def _restore(self, counter: int, cells: Snapshot, renamed: Renaming) -> None:
        machine = self.machine
        machine.reset()
        machine.unknown = "unknown.block"
        machine.space(self.space).cells.update(self.caller.constants)
        for (name, offset), (value, size) in cells.items():
            if type(value) is tuple:
                value = machine.known(renamed.bits(value), size)
            machine.space(name).write(offset, size, value)
        machine.program_counter = counter

    def _message(self, place: int, data: Sequence[Bits], side: int) -> None:
        """Let so many bytes of the message be there, before a place or from it on."""
        machine = self.machine
        start = place if side > 0 else place - len(data)
        machine.ranges = [each for each in machine.ranges if each.name != "data"]
        if data:
            machine.ranges.append(Range("data", start, len(data), False))
        for at, bits in enumerate(data):
            machine.write(start + at, 1, bits)
