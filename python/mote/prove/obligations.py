"""What is to be proved of a file, and the proofs: init and step of a hash function.

init: after the call the context holds the specification's initial value, the counter and the
fill at their start.  step: from a context with any state and any counter, and an empty buffer, a
message block leads to the specification's state, counts one block, and leaves all else of the
context as it was.  Bytes that init leaves alone, and those that a block changes otherwise (the
buffer), are arbitrary from the first on: what is assumed of the context is what every block keeps.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import gc
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from mote.contract import Place
from mote.prove import layout
from mote.prove.calls import Caller, FileProof, Object
from mote.prove.machine import Machine
from mote.prove.once import Once
from mote.prove.solve import implied, variables_of
from mote.prove.specifications.hashing import State
from mote.prove.specifications.known import HASHES, places_of
from mote.prove.specifications.words import INTEGERS, W
from mote.prove.terms import TRUE, Bits, Terms
from mote.prove.values import ProofError, SecretBranch, Value
from mote.prove.word import TermWords, Word
from mote.types import MoteError

MANY = 200_000
"""Nodes of terms whose memory is worth looking for before other terms are made."""


class _Stopped(Exception):
    """Nothing behind the block function's label is asked for."""


@dataclass
class Pair:
    """Two words that have to be equal: what the code made, and what the specification says."""

    name: str
    got: Bits
    wanted: Bits


@dataclass
class Run:
    """A call on terms: the universe, what has to be equal, and what it left in its objects.

    name: of the case, empty where there is one only.  expected: what the specification says of the
    objects for a counterexample, where `after` does not follow from it; takes what gives a word's
    number in it.  result: what the call returns in registers, where that is compared.  carried: the
    objects that one call hands on to the next, where what terms say of these is not what the code
    makes: a counterexample begins with the first call then; returns: what the last one has to
    return, and in how many bytes.
    """

    name: str
    caller: Caller
    pairs: list[Pair]
    after: dict[str, list[Value]]
    expected: Callable[[Callable[[Bits], int]], dict[str, bytes]] | None = None
    result: Bits = ()
    carried: tuple[str, ...] = ()
    returns: tuple[int, int] | None = None


@dataclass
class Context:
    """What is known of the context before a message block.

    known: its bytes, None for arbitrary ones.  buffer: which byte of the message block that will
    be processed a byte holds, where a full buffer waits for more.
    """

    known: list[int | None]
    buffer: dict[int, int]


@dataclass(frozen=True)
class Invariant:
    """Of the context, None for what may be anything: behind init, and behind any message block.

    fill: the bytes that tell how many wait in the buffer.
    """

    begin: list[int | None]
    known: list[int | None]
    fill: set[int]


@dataclass(frozen=True)
class Case:
    """A case of the counter.  ones: its bits below are such that what a block adds carries through.

    width: behind these, nothing is carried out of so many bits; 0: no assumption.  ahead: the block
    that carries is as many behind the next one.  blocks: of so many blocks nothing else is assumed.
    first: it is the first message block.  small: the counter's highest bit is that of its start: no
    message is long enough for the other.
    """

    ones: int = 0
    width: int = 0
    ahead: int = 0
    blocks: int = 1
    first: bool = False
    small: bool = False

    @property
    def name(self) -> str:
        if self.first:
            return "first block"
        behind = f" with block {self.ahead} behind it" if self.ahead else ""
        if not self.width:
            return f"carry passes bit {self.ones - 1} of the counter{behind}" if self.ones else ""
        end = self.ones + self.width - 1
        return f"carry ends in bits {self.ones} to {end} of the counter{behind}"


def _name(place: Place) -> str:
    return place.name.removeprefix("state.")


def _addresses(places: Sequence[Place]) -> set[int]:
    return {
        at + byte for place in places for at in place.addresses for byte in range(place.word_bytes)
    }


def constant(value: int, bits: int) -> Bits:
    return tuple(value >> k & 1 for k in range(bits))


class HashProof(FileProof):
    """The obligations of one file that implements a hash function's interface on one CPU."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.function.name not in HASHES:
            raise MoteError(f"{self.function.name}: no specification is written for it yet")
        self.specification = HASHES[self.function.name]

    def caller(self, terms: Terms | None = None) -> Caller:
        terms = Terms() if terms is None else terms
        return Caller(self.cpu, self.program, terms, self.contract)

    def places(self) -> list[Place]:
        found = list(self.contract.state)
        found += [p for p in (self.contract.counter, self.contract.fill) if p is not None]
        return found

    def digest_sizes(self) -> list[int]:
        """A digest size for each size of the message block, the main one first."""
        found: dict[int, int] = {}
        for bits in (self.function.main_digest, *self.function.digest_bits):
            found.setdefault(self.specification.block_bytes(bits), bits)
        return list(found.values())

    # ---- init ----

    def run_init(self, caller: Caller, digest_bits: int) -> list[Value]:
        """The context after init."""
        objects = caller.placed([self._context()])
        call = self.implementation.calls[0]
        values: dict[str, int | str] = {"cc": "cc", "out_size": digest_bits}
        arguments = [a if isinstance(a, int) else values[a] for a in call.arguments]
        caller.call(call.symbol, arguments, objects, {})
        return caller.content(objects["cc"])

    def _places(self, state: State[W]) -> dict[str, list[W]]:
        """The state in the words that the contract numbers."""
        sizes = {_name(place): 8 * place.word_bytes for place in self.contract.state}
        return places_of(self.specification, state, sizes)

    def init(self, digest_bits: int) -> Run:
        """The state after init."""
        caller = self.caller()
        after = caller.bits_of(self.run_init(caller, digest_bits))
        initial = self.specification.initial(INTEGERS, digest_bits)
        words = {
            name: [constant(word.value, word.bits) for word in each]
            for name, each in self._places(initial).items()
        }
        pairs = []
        for place in self.contract.state:
            found = layout.held(place, after, big_endian=caller.big_endian)
            for number, bits in enumerate(found):
                pairs.append(Pair(f"{_name(place)}[{number}]", bits, words[_name(place)][number]))
        fill = self.contract.fill
        if fill is not None:
            bits = layout.number_bits(fill, after, big_endian=caller.big_endian)
            pairs.append(Pair("fill", bits, constant(fill.start, len(bits))))
        return Run("", caller, pairs, {"cc": caller.content(caller.called[-1].objects["cc"])})

    # ---- step ----

    def base(self, digest_bits: int) -> Context:
        """The context before a message block: after init, or with a full buffer behind that."""
        caller = self.caller()
        content = self.run_init(caller, digest_bits)
        size = self.specification.block_bytes(digest_bits)
        buffer: dict[int, int] = {}
        if self.specification.keeps_full_block:
            message = [caller.terms.variables(f"message[{i}]", 8) for i in range(size)]
            content = self._update(caller, content, message)
            numbers = {bits: i for i, bits in enumerate(message)}
            buffer = {
                at: numbers[value]
                for at, value in enumerate(content)
                if isinstance(value, tuple) and value in numbers
            }
            if len(buffer) != size:
                raise MoteError("a full buffer does not hold the message block")
        return Context([v if isinstance(v, int) else None for v in content], buffer)

    def _update(
        self,
        caller: Caller,
        context: Sequence[Value],
        data: Sequence[Bits],
        skip: Collection[int] = (),
        follow: Callable[[Machine], object] = Machine.run,
    ) -> list[Value]:
        objects = caller.placed([self._context(), Object("data", len(data), False)])
        call = self.implementation.calls[1]
        values: dict[str, int | str] = {"cc": "cc", "data": "data", "len": len(data)}
        arguments = [a if isinstance(a, int) else values[a] for a in call.arguments]
        contents = {"cc": context, "data": data}
        caller.call(call.symbol, arguments, objects, contents, follow)
        return caller.content(objects["cc"], skip)

    def step(self, digest_bits: int) -> Iterator[Run]:
        """The cases of the step."""
        context = self.base(digest_bits)
        # All cases are terms of one universe, so that what they have in common is made once.
        terms = Terms()
        label = self.contract.block and self.program.label(self.contract.block)
        once = Once(label or None, self._cells_of_counter())
        counter = self.contract.counter
        by_counter = bool(self._arguments(first=False, digest_bits=digest_bits))
        # A number that counts downwards from 0 runs over as a whole, with the first block alone.
        runs_over = counter is not None and counter.step < 0
        if runs_over or self.first_matters(digest_bits):
            run = self._one_block(context, digest_bits, Case(first=True), terms, once)
            yield run
            context = self._behind_first(context, run.after["cc"])
        cases = [Case()]
        while cases:
            case = cases.pop(0)
            try:
                run = self._one_block(context, digest_bits, case, terms, once)
            except SecretBranch as error:
                cases = self._cases(case, error) + cases
                continue
            left = run.after["cc"]
            changed = [
                at
                for at, value in enumerate(context.known)
                if value is not None and left[at] != value and at not in self._of_places()
            ]
            if changed:
                for at in changed:
                    context.known[at] = None
                cases.insert(0, case)
                continue
            yield run
            if by_counter and (once.missed or not label):
                # Where the block function reads the counter, cases have little in common.
                large = len(terms) > MANY
                del run, terms, once
                if large:
                    # A machine and its memory know each other: two such universes are too many.
                    gc.collect()
                terms, once = Terms(), Once(label or None, self._cells_of_counter())

    def _behind_first(self, context: Context, after: Sequence[Value]) -> Context:
        """What is known behind the first block; the counter's start is where it was before it."""
        counted = self.bytes_of_counter()
        known = [
            context.known[at] if at in counted else value if isinstance(value, int) else None
            for at, value in enumerate(after)
        ]
        return Context(known, context.buffer)

    # ---- what close asks for ----

    def invariants(self, digest_sizes: Sequence[int]) -> dict[int, tuple[Invariant, bool]]:
        """What contexts of each digest size always hold; whether the first block is another one."""
        # The specification's names stop terms from growing where the code asks for bits; most of
        # the block function is the same for all sizes.
        terms = Terms()
        label = self.contract.block and self.program.label(self.contract.block)
        once = Once(label or None, self._cells_of_counter())
        named: set[tuple[int, Case]] = set()
        # What a block changes with one digest size is not counted upon with another one either.
        changing: set[int] = set()
        bases = {bits: self.base(bits) for bits in digest_sizes}
        found: dict[int, tuple[Invariant, bool]] = {}
        groups: dict[int, list[int]] = {}
        for bits in digest_sizes:
            groups.setdefault(self.specification.block_bytes(bits), []).append(bits)
        for sizes in groups.values():
            first = bases[sizes[0]]
            differing = {
                at
                for bits in sizes
                for at, (a, b) in enumerate(zip(first.known, bases[bits].known, strict=True))
                if a != b
            }
            opened = differing - self.bytes_of_state()
            try:
                if len(sizes) > 1 and not opened & self._of_places():
                    shared = self._invariant(sizes[0], first, terms, once, named, changing, opened)
                    for bits in sizes:
                        known = [
                            bases[bits].known[at]
                            if at in differing and value is not None
                            else value
                            for at, value in enumerate(shared[0].known)
                        ]
                        invariant = Invariant(self._begin(bits), known, shared[0].fill)
                        found[bits] = invariant, shared[1]
                    continue
            except ProofError:
                # Something depends on what they differ in.
                pass
            for bits in sizes:
                found[bits] = self._invariant(
                    bits, bases[bits], terms, once, named, changing, set()
                )
        return found

    def _begin(self, digest_bits: int) -> list[int | None]:
        """What is known of the context behind init."""
        content = self.run_init(self.caller(), digest_bits)
        return [value if isinstance(value, int) else None for value in content]

    def _invariant(
        self,
        digest_bits: int,
        context: Context,
        terms: Terms,
        once: Once,
        named: set[tuple[int, Case]],
        changing: set[int],
        opened: set[int],
    ) -> tuple[Invariant, bool]:
        """context: before a message block.  opened: its bytes that are arbitrary, but have to stay
        as they are: several digest sizes differ in them.
        """
        big = self.caller().big_endian
        matters = self.first_matters(digest_bits)
        for at in changing:
            context.known[at] = None
        size = self.specification.block_bytes(digest_bits)
        places, skip = self._of_places(), self.bytes_of_state()
        words = TermWords(terms)
        data = [words.variable(f"next[{i}]", 8) for i in range(size)]
        state: State[Word] = {
            name: [words.variable(f"{name}[{i}]", bits) for i in range(number)]
            for name, (number, bits) in self.specification.state.items()
        }
        own = self._places(state)
        stored: dict[int, Bits] = {}
        for place in self.contract.state:
            literals = [word.literals for word in own[_name(place)]]
            stored |= layout.stored(place, literals, big_endian=big)
        free = {at: terms.variables(f"opened[{at}]", 8) for at in opened}

        def after_block(case: Case, known: list[int | None]) -> list[Value]:
            caller = Caller(self.cpu, self.program, terms, self.contract)
            before = self._arbitrary(caller, known)
            for at, bits in free.items():
                before[at] = bits
            message = data
            if context.buffer:
                message = [words.variable(f"message[{i}]", 8) for i in range(size)]
                for at, i in context.buffer.items():
                    before[at] = message[i].literals
            number, _, blocks = self._counter(words, context, case, big=big)
            counted: dict[int, Bits] = {}
            if self.contract.counter is not None and not case.first:
                counted = layout.number_stored(self.contract.counter, number, big_endian=big)
            for offset, bits in (stored | counted).items():
                before[offset] = caller.machine.known(bits, 1)
            self.decide_by_case(caller.machine, terms, number, case)
            if (size, case) not in named:
                named.add((size, case))
                self.specification.block(
                    words, state, message, blocks, digest_bits, first=case.first
                )
            arbitrary = skip | {at for at, value in enumerate(known) if value is None}
            after = self._update(caller, before, [d.literals for d in data], arbitrary, once.follow)
            for at, bits in free.items():
                if after[at] == bits and context.known[at] is not None:
                    after[at] = context.known[at] or 0
            return after

        if matters:
            context = self._behind_first(context, after_block(Case(first=True), context.known))
        cases = [Case()]
        while cases:
            case = cases.pop(0)
            try:
                after = after_block(case, context.known)
            except SecretBranch as error:
                cases = self._cases(case, error) + cases
                continue
            changed = [
                at
                for at, value in enumerate(context.known)
                if value is not None and after[at] != value and at not in places
            ]
            if changed:
                for at in changed:
                    context.known[at] = None
                changing.update(changed)
                cases = [Case()]
        begin = self._begin(digest_bits)
        return Invariant(begin, context.known, self._bytes_of(self.contract.fill)), matters

    def _arbitrary(self, caller: Caller, known: Sequence[int | None]) -> list[Value]:
        return [
            caller.terms.variables(f"context[{at}]", 8) if value is None else value
            for at, value in enumerate(known)
        ]

    def bytes_of_places(self) -> set[int]:
        """The bytes of the state and the counter."""
        return self._of_places() - self._bytes_of(self.contract.fill)

    def bytes_of_state(self) -> set[int]:
        return {at for place in self.contract.state for at in self._bytes_of(place)}

    @staticmethod
    def _bytes_of(place: Place | None) -> set[int]:
        if place is None:
            return set()
        return {at + k for at in place.addresses for k in range(place.word_bytes)}

    def split(self, case: Case, error: Exception) -> list[Case]:
        """The cases of a branch on the counter; raises the error again where it is none."""
        if not isinstance(error, SecretBranch):
            raise error
        return self._cases(case, error)

    def counter_before(
        self, words: TermWords, known: list[int | None], case: Case, *, big: bool
    ) -> tuple[Bits, Bits, Word]:
        return self._counter(words, Context(known, {}), case, big=big)

    def words_of(self, state: State[W]) -> dict[str, list[W]]:
        return self._places(state)

    def name_of(self, place: Place) -> str:
        return _name(place)

    def object_of_context(self) -> Object:
        return self._context()

    def update(
        self,
        caller: Caller,
        context: Sequence[Value],
        data: Sequence[Bits],
        skip: Collection[int] = (),
    ) -> list[Value]:
        """The context after an update; bytes that are skipped are 0 in it."""
        return self._update(caller, context, data, skip)

    def buffer_of(self, label: int, digest_bits: int) -> dict[tuple[str, int], int]:
        """Where the bytes of a message block lie that came one by one, when `block` is entered."""
        caller = self.caller()
        size = self.specification.block_bytes(digest_bits)
        count = size + self.specification.keeps_full_block
        data = [caller.terms.variables(f"byte {i}", 8) for i in range(count)]
        content = self.run_init(caller, digest_bits)
        for each in data[:-1]:
            content = self.update(caller, content, [each])
        numbers = {bits: i for i, bits in enumerate(data[:size])}
        found: dict[int, tuple[str, int]] = {}
        where = range(0)

        def follow(machine: Machine) -> None:
            if machine.run({label}):
                raise MoteError("a full buffer does not lead to the block function")
            for name, cells in machine.kept().items():
                for offset, (_, bytes_of_it) in cells.items():
                    for at in range(offset, offset + bytes_of_it):
                        value = machine.space(name).read(at, 1)
                        i = numbers.get(machine.bits(value, 1))
                        inside = name == machine.architecture.data_space and at in where
                        if i is not None and (i not in found or inside):
                            found[i] = name, at
            raise _Stopped

        objects = caller.placed([self._context(), Object("data", 1, False)])
        where = range(objects["cc"].start, objects["cc"].end)
        call = self.implementation.calls[1]
        values: dict[str, int | str] = {"cc": "cc", "data": "data", "len": 1}
        arguments = [a if isinstance(a, int) else values[a] for a in call.arguments]
        contents: dict[str, Sequence[Value]] = {"cc": content, "data": data[-1:]}
        with contextlib.suppress(_Stopped):
            caller.call(call.symbol, arguments, objects, contents, follow)
        if len(found) != size:
            raise MoteError("the buffer does not hold the message block when it is processed")
        return {cell: i for i, cell in found.items()}

    def _cases(self, case: Case, error: SecretBranch) -> list[Case]:
        """The two cases of a branch on the counter: a carry ends before a bit, or passes there.

        That the counter as a whole runs over is no case: no message is as long.
        """
        counter = self.contract.counter
        names = [error.terms.contents[n] for n in variables_of(error.terms, [error.literal])]
        own = self._variable_of_counter(case)
        bits = [n[1] for n in names if isinstance(n, tuple) and n[0] == own]
        if counter is None or len(bits) < len(names):
            raise error
        end = max(bits) + 1
        if case.width and not case.small and end == 8 * counter.words * counter.word_bytes:
            return [dataclasses.replace(case, small=True, width=case.width - 1)]
        if case.width:
            raise error
        found = [dataclasses.replace(case, width=end - case.ones)]
        if end < 8 * counter.words * counter.word_bytes:
            # Where bits below are fixed, it is known which block it is.
            blocks = [case.ahead] if case.ones else range(case.blocks)
            found += [dataclasses.replace(case, ones=end, ahead=block) for block in blocks]
        return found

    def first_matters(self, digest_bits: int) -> bool:
        both = [self._arguments(first=first, digest_bits=digest_bits) for first in (True, False)]
        return both[0] != both[1]

    def _arguments(self, *, first: bool, digest_bits: int) -> list[int]:
        """What the specification's compression function takes with a block before which is none."""
        zero = INTEGERS.word(0, max(self.specification.counter_bits, 1))
        found = self.specification.arguments(INTEGERS, zero, first, digest_bits)
        return [word.value for word in found]

    def _of_places(self) -> set[int]:
        return _addresses(self.places())

    def bytes_of_counter(self) -> set[int]:
        counter = self.contract.counter
        return _addresses([] if counter is None else [counter])

    def _cells_of_counter(self) -> set[tuple[str, int]]:
        """The same in the machine, where the context is the first object of a call."""
        caller = self.caller()
        start = caller.placed([self._context()])["cc"].start
        return {(caller.architecture.data_space, start + at) for at in self.bytes_of_counter()}

    @staticmethod
    def _variable_of_counter(case: Case) -> str:
        # Other cases assume other things, in the same universe.
        return "counter" if case == Case() else f"counter of {case}"

    def _counter(
        self, words: TermWords, context: Context, case: Case, *, big: bool
    ) -> tuple[Bits, Bits, Word]:
        """The counter before and behind a block, and the number of blocks before it."""
        terms = words.terms
        spec_bits = max(self.specification.counter_bits, 1)
        counter = self.contract.counter
        if counter is None:
            return (), (), words.variable("blocks", spec_bits)
        width = 8 * counter.words * counter.word_bytes
        known = {
            at + byte: constant(context.known[at + byte] or 0, 8)
            for at in counter.addresses
            for byte in range(counter.word_bytes)
        }
        bits = layout.number_bits(counter, known, big_endian=big)
        start = sum(bit << k for k, bit in enumerate(bits))
        size = abs(counter.step)
        shift = size.bit_length() - 1
        free = terms.variables(self._variable_of_counter(case), width)
        if case.first:
            number = bits
        else:
            fixed = start % size
            number = constant(fixed, shift) + free[shift:]
            # The carry of what is added runs through ones, that of what is taken off through zeros.
            run = -1 - case.ahead if counter.step > 0 else case.ahead
            number = tuple(
                run >> (k - shift) & 1 if shift <= k < case.ones else b
                for k, b in enumerate(number)
            )
        if case.small:
            number = (*number[:-1], 0 if counter.step > 0 else 1)
        for block in range(case.blocks) if case.width else ():
            low = number[: case.ones + case.width]
            added = constant(counter.step * (block + 1), len(low))
            carry = terms.carry(low, added)
            if carry > 1:
                terms.assume(carry, 0 if counter.step > 0 else 1)
        after = terms.add([terms.linear(number)], width, counter.step)
        # number = start + step * blocks
        upper = number[shift:]
        sign = 1 if counter.step > 0 else -1
        spread = upper[:spec_bits] + (0,) * (spec_bits - len(upper))
        blocks = words.of(
            terms.add([terms.linear(spread, sign)], spec_bits, -sign * (start >> shift))
        )
        return number, after, blocks

    def decide_by_case(self, machine: Machine, terms: Terms, number: Bits, case: Case) -> None:
        """Let the solver say where a branch on the counter goes that the case decides.

        number: the counter before the blocks of the case, as `_counter` made it in these terms.
        """
        machine.decide = None
        counter = self.contract.counter
        if not case.width or counter is None:
            return
        own = self._variable_of_counter(case)
        # Of a number of so many blocks, none carries unless all bits above theirs are 1, or 0
        # where the counter sinks: what lies below the case's bits is known.
        carries = 0 if counter.step > 0 else 1
        shift = (abs(counter.step) * case.blocks).bit_length() - 1
        low = number[shift : case.ones + case.width]
        every = functools.reduce(terms.conjunction, (literal ^ carries for literal in low), TRUE)

        def decide(literal: int) -> bool:
            names = [terms.contents[n] for n in variables_of(terms, [literal])]
            if all(isinstance(n, tuple) and n[0] == own for n in names):
                machine.solver_calls += 1
                found = implied(terms, every ^ 1, literal)
                if found is not None:
                    return bool(found)
            raise SecretBranch(terms, literal, machine.program_counter)

        machine.decide = decide

    def _one_block(
        self, context: Context, digest_bits: int, case: Case, terms: Terms, once: Once
    ) -> Run:
        caller = Caller(self.cpu, self.program, terms, self.contract)
        big = caller.big_endian
        words = TermWords(terms)
        spec = self.specification
        size = spec.block_bytes(digest_bits)
        state: State[Word] = {
            name: [words.variable(f"{name}[{i}]", bits) for i in range(number)]
            for name, (number, bits) in spec.state.items()
        }
        message = [words.variable(f"message[{i}]", 8) for i in range(size)]
        before: list[Value] = [
            terms.variables(f"context[{at}]", 8) if value is None else value
            for at, value in enumerate(context.known)
        ]
        for at, i in context.buffer.items():
            before[at] = message[i].literals
        stored: dict[int, Bits] = {}
        own = self._places(state)
        for place in self.contract.state:
            literals = [word.literals for word in own[_name(place)]]
            stored |= layout.stored(place, literals, big_endian=big)
        number, counted, blocks = self._counter(words, context, case, big=big)
        counter = self.contract.counter
        if counter is not None:
            self.decide_by_case(caller.machine, terms, number, case)
            if self.first_matters(digest_bits):
                # Skein's position is added to words of the state: with its carries, or as it is.
                terms.name(counted)
        if counter is not None:
            stored |= layout.number_stored(counter, number, big_endian=big)
        for offset, bits in stored.items():
            before[offset] = caller.machine.known(bits, 1)
        wanted = spec.block(words, state, message, blocks, digest_bits, first=case.first)
        wanted_bits = {
            name: [word.literals for word in each] for name, each in self._places(wanted).items()
        }
        data = message
        if context.buffer:
            data = [words.variable(f"next[{i}]", 8) for i in range(size)]
        after = self._update(caller, before, [m.literals for m in data], follow=once.follow)
        left = caller.bits_of(after)
        pairs = []
        for place in self.contract.state:
            found = layout.held(place, left, big_endian=big)
            for i, (got, right) in enumerate(zip(found, wanted_bits[_name(place)], strict=True)):
                pairs.append(Pair(f"{_name(place)}[{i}]", got, right))
        if counter is not None:
            got = layout.number_bits(counter, left, big_endian=big)
            pairs.append(Pair("counter", got, counted))
        fill = self.contract.fill
        if fill is not None:
            got = layout.number_bits(fill, left, big_endian=big)
            was = layout.number_bits(fill, caller.bits_of(before), big_endian=big)
            pairs.append(Pair("fill", got, was))
        for at, i in context.buffer.items():
            pairs.append(Pair(f"buffer[{i}]", left[at], data[i].literals))
        return Run(case.name, caller, pairs, {"cc": after})
