"""A file that implements a hash function's interface: its calls, and what its context holds."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from mote.catalog.contract import Place
from mote.common.errors import MoteError
from mote.proving import layout
from mote.proving.calls import Caller, FileProof, Object
from mote.proving.counters import CounterCases
from mote.proving.machine import SymbolicMachine
from mote.proving.placing import Placing
from mote.proving.terms import Bits, Terms
from mote.proving.values import Value
from mote.proving.word import Word
from mote.specifications.hashing import State
from mote.specifications.known import HASHES, places_of
from mote.specifications.words import INTEGERS, W


class _Stopped(Exception):
    """Nothing behind the block function's label is asked for."""


@dataclass
class Context:
    """What is known of the context before a message block.

    known: its bytes, None for arbitrary ones.  buffer: which byte of the message block that will
    be processed a byte holds, where a full buffer waits for more.
    """

    known: list[int | None]
    buffer: dict[int, int]


def name_of(place: Place) -> str:
    """The name of a part of the state."""
    return place.name.removeprefix("state.")


def _addresses(places: Sequence[Place]) -> set[int]:
    return {
        at + byte for place in places for at in place.addresses for byte in range(place.word_bytes)
    }


def bytes_of(place: Place | None) -> set[int]:
    """The bytes of the context that a place has."""
    return set() if place is None else _addresses([place])


class HashFile(FileProof):
    """What the obligations of one such file on one CPU have in common."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.function.name not in HASHES:
            raise MoteError(f"{self.function.name}: no specification is written for it yet")
        self.specification = HASHES[self.function.name]
        self.counter = CounterCases(self.contract.counter, self.specification.counter_bits)
        self.placing = Placing()
        self._behind_init: dict[int, list[int | None]] = {}

    def caller(self, terms: Terms | None = None) -> Caller:
        terms = Terms() if terms is None else terms
        return Caller(self.cpu, self.program, terms, self.contract, self.placing)

    def places(self) -> list[Place]:
        found = list(self.contract.state)
        found += [p for p in (self.contract.counter, self.contract.fill) if p is not None]
        return found

    def digest_sizes(self) -> list[int]:
        """A digest size for each size of the message block, the main one first."""
        found: dict[int, int] = {}
        for bits in (self.function.main_size, *self.function.sizes):
            found.setdefault(self.specification.block_bytes(bits), bits)
        return list(found.values())

    def look_at_counter(self) -> None:
        """Raise MoteError where the contract's counter ends before the specification's messages."""
        counter, hashing = self.contract.counter, self.function.hashing
        if counter is None or not hashing.counter_bits:
            return
        size = self.specification.block_bytes(self.function.main_size)
        units = {"bits": 8 * size, "bytes": size, "blocks": 1}[hashing.counter_unit]
        wanted = hashing.counter_bits - units.bit_length() + 1
        if self.contract.longest:
            # What is proved is of these messages alone, and says so (results.rows).
            wanted = min(wanted, self.contract.longest - (8 * size).bit_length() + 1)
        width = 8 * counter.words * counter.word_bytes
        found = width - abs(counter.step).bit_length() + 1
        if found < wanted:
            raise MoteError(
                f"the contract's counter runs over after 2^{found} message blocks, and a message "
                f"may have 2^{wanted}"
            )

    def run_init(self, caller: Caller, digest_bits: int) -> list[Value]:
        """The context after init."""
        objects = caller.placed([self.object_of_context()])
        call = self.implementation.calls[0]
        values: dict[str, Value | str] = {"cc": "cc", "out_size": caller.unsigned(digest_bits)}
        arguments = [a if isinstance(a, int) else values[a] for a in call.arguments]
        caller.call(call.symbol, arguments, objects, {})
        content = caller.content(objects["cc"])
        self._behind_init[digest_bits] = [v if isinstance(v, int) else None for v in content]
        return content

    def words_of(self, state: State[W]) -> dict[str, list[W]]:
        """The state in the words that the contract numbers."""
        sizes = {name_of(place): 8 * place.word_bytes for place in self.contract.state}
        return places_of(self.specification, state, sizes)

    def base(self, digest_bits: int) -> Context:
        """The context before a message block: after init, or with a full buffer behind that."""
        if not self.specification.keeps_full_block:
            return Context(self.behind_init(digest_bits), {})
        caller = self.caller()
        content = self.run_init(caller, digest_bits)
        size = self.specification.block_bytes(digest_bits)
        message = [caller.terms.variables(f"message[{i}]", 8) for i in range(size)]
        content = self.update(caller, content, message)
        numbers = {bits: i for i, bits in enumerate(message)}
        buffer = {
            at: numbers[value]
            for at, value in enumerate(content)
            if isinstance(value, tuple) and value in numbers
        }
        if len(buffer) != size:
            raise MoteError("a full buffer does not hold the message block")
        return Context([v if isinstance(v, int) else None for v in content], buffer)

    def update(
        self,
        caller: Caller,
        context: Sequence[Value],
        data: Sequence[Bits],
        skip: Collection[int] = (),
        follow: Callable[[SymbolicMachine], object] = SymbolicMachine.run,
    ) -> list[Value]:
        """The context after an update; bytes that are skipped are 0 in it."""
        objects = caller.placed([self.object_of_context(), Object("data", len(data), False)])
        call = self.implementation.calls[1]
        values: dict[str, int | str] = {"cc": "cc", "data": "data", "len": len(data)}
        arguments = [a if isinstance(a, int) else values[a] for a in call.arguments]
        contents = {"cc": context, "data": data}
        caller.call(call.symbol, arguments, objects, contents, follow)
        return caller.content(objects["cc"], skip)

    def behind_first(self, context: Context, after: Sequence[Value]) -> Context:
        """What is known behind the first block; the counter's start is where it was before it."""
        counted = self.bytes_of_counter()
        known = [
            context.known[at] if at in counted else value if isinstance(value, int) else None
            for at, value in enumerate(after)
        ]
        return Context(known, context.buffer)

    def behind_init(self, digest_bits: int) -> list[int | None]:
        """What is known of the context behind init."""
        if digest_bits not in self._behind_init:
            self.run_init(self.caller(), digest_bits)
        return list(self._behind_init[digest_bits])

    def bytes_of_places(self) -> set[int]:
        """The bytes of the state and the counter."""
        return self.bytes_known() - bytes_of(self.contract.fill)

    def bytes_of_state(self) -> set[int]:
        return {at for place in self.contract.state for at in bytes_of(place)}

    def object_of_context(self) -> Object:
        return self._context()

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

        def follow(machine: SymbolicMachine) -> None:
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

        objects = caller.placed([self.object_of_context(), Object("data", 1, False)])
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

    def first_matters(self, digest_bits: int) -> bool:
        """Whether the first message block is compressed in another way than those behind it."""
        both = [self.arguments(first=first, digest_bits=digest_bits) for first in (True, False)]
        return both[0] != both[1]

    def arguments(self, *, first: bool, digest_bits: int) -> list[int]:
        """What the specification's compression function takes with a block before which is none."""
        zero = INTEGERS.word(0, max(self.specification.counter_bits, 1))
        found = self.specification.arguments(INTEGERS, zero, first, digest_bits)
        return [word.value for word in found]

    def bytes_known(self) -> set[int]:
        """The bytes of the state, the counter and the fill."""
        return _addresses(self.places())

    def bytes_of_counter(self) -> set[int]:
        counter = self.contract.counter
        return _addresses([] if counter is None else [counter])

    def cells_of_counter(self) -> set[tuple[str, int]]:
        """The same in the machine, where the context is the first object of a call."""
        caller = self.caller()
        start = caller.placed([self.object_of_context()])["cc"].start
        return {(caller.architecture.data_space, start + at) for at in self.bytes_of_counter()}

    def stored(self, state: State[Word], *, big: bool) -> dict[int, Bits]:
        """The bytes of the context that hold a state."""
        own = self.words_of(state)
        found: dict[int, Bits] = {}
        for place in self.contract.state:
            literals = [word.literals for word in own[name_of(place)]]
            found |= layout.stored(place, literals, big_endian=big)
        return found
