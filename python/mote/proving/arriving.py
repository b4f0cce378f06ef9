"""What machines hold that come to the block function, weakened to what is the same for all."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mote.proving import layout
from mote.proving.contexts import Taint
from mote.proving.hash_file import HashFile
from mote.proving.lengths import Lengths
from mote.proving.linear import reduced, summed
from mote.proving.memory import Range
from mote.proving.renaming import Renaming, is_small
from mote.proving.runs import constant
from mote.proving.solve import variables_of
from mote.proving.terms import FALSE, TRUE, Bits
from mote.proving.values import Lazy, ProofError, Value
from mote.proving.waiting import BEGUN, CONTEXT, COUNTER, HASHED, LEFT, MESSAGE, TAKEN

Cell = tuple[str, int]
Snapshot = dict[Cell, tuple[Value, int]]


@dataclass
class Arrived:
    """What machines hold that come to `block`, in bytes; those that differ are arbitrary.

    readable: how many bytes of the message before the place that is reached may be read.
    back: where the call returns to that led there; None where it was no call.  branches: where
    code stands that asks behind the block how many bytes come.  first: whether the block is the
    first message block, where that is another one.  begun: how many bytes of its call the first of
    them has taken up to the block's end; None where it came from another block.
    """

    program_counter: int
    back: int | None
    cells: Snapshot
    readable: int
    stale: bool = True
    branches: set[int] = field(default_factory=set)
    first: bool = False
    begun: int | None = None
    varied: dict[Cell, tuple[Value, int]] = field(default_factory=dict)
    """Of words that differ as those bytes do: what the first had, and the sign."""


class Growing(Lengths):
    """What words at the block function become that are other ones by each way to it."""

    def __init__(
        self,
        proof: HashFile,
        digest_bits: int,
        known: list[int | None],
        kept: set[int],
        alignment: int | None,
    ) -> None:
        super().__init__(proof, digest_bits, known, kept, alignment)
        self.arrived: dict[object, Arrived] = {}
        self._restored = 0
        architecture = self.caller.architecture
        places = (architecture.registers[name] for name in architecture.kept_flags)
        self._kept_flags = {(place.space, place.offset) for place in places}
        """They are asked for at the end, however they are made."""
        self._flags = architecture.flag_cells()
        self._taints: dict[tuple[str, ...], Taint] = {}
        self.taken = self.terms.variables(TAKEN, self.width)
        self.begun = self.terms.variables(BEGUN, self.width)
        self.looped = False
        """Whether the machine comes from another block of this call."""
        self.absorbed = False
        """Whether the state had the message block in it where the function was entered that has a
        loop, at whose head the machine is: a loop may have it otherwise than the context."""
        self.first = False
        """Whether the context is one before the first block, where that is another one."""

    def _taint(self, *names: str) -> Taint:
        """Which nodes depend on variables whose names begin so: known of those looked at before."""
        return self._taints.setdefault(names, Taint(self.terms, names))

    def _growing(self, value: Value, now: Value | None) -> Bits | None:
        """A word that a block has made greater by a number, as one that each block does so.

        What was a length or an address before a loop over blocks is, in it, that of the bytes left
        and a multiple of the blocks before.
        """
        is_word = type(value) is tuple and type(now) is tuple and len(value) == self.width
        if not self.looped or not is_word or self._taint(TAKEN).any(value):  # type: ignore[arg-type]
            return None
        terms = self.terms
        parts = [terms.linear(now), terms.linear(value, -1)]  # type: ignore[arg-type]
        number, rest = reduced(summed(parts), self.width)
        if rest or not number:
            return None
        return terms.add([terms.linear(value), terms.linear(self.taken, number)], self.width)  # type: ignore[arg-type]

    def _depend(self, known: Arrived, name: str) -> bool:
        """Whether anything that is known depends on a symbol."""
        own = self._taint(name)
        return any(type(value) is tuple and own.any(value) for value, _ in known.cells.values())

    def _varying(self, value: Value, now: Value, since: int | None, begun: int | None) -> int:
        """1 or -1, where a word grows or falls by as much as the bytes do that filled the buffer.

        What is known is so with `since` of them: nothing else may depend on their symbol yet, so
        that this holds of all machines before, with `since` in its place, and of this one.
        """
        if since is None or begun is None or since == begun:
            return 0
        for sign in (1, -1):
            if now == self._shifted(value, sign * (begun - since)):
                return sign
        return 0

    def _shifted(self, value: Value, number: int) -> Value:
        """A word and a number added, an address by the way that all such sums are made."""
        machine, terms, width = self.machine, self.terms, self.width
        if type(value) is int:
            return value + number & (1 << width) - 1
        word = machine.bits(value, width // 8)
        place = machine.based(word)
        if place is not None:
            return machine.address_in(place[0], place[1] + number)
        return machine.known(terms.add([terms.linear(word)], width, number), width // 8)

    def _with_symbol(self, value: Value, since: int, sign: int) -> Bits:
        """The same with the symbol for the bytes that filled the buffer, which were so many."""
        terms, word = self.terms, self.machine.bits(value, self.width // 8)
        parts, number = [terms.linear(self.begun, sign)], -sign * since
        place = self.machine.based(word)
        if place is None:
            parts.append(terms.linear(word))
        else:
            parts.append(terms.linear(place[0].word))
            number += place[1]
        return terms.add(parts, self.width, number)

    def _taken_here(self, known: Arrived, begun: int | None) -> Renaming | None:
        """How many blocks this loop has taken in, in the place of their symbol.

        Of several possibilities the one by which most of what is known is as it is now; the rest
        is forgotten.  None: any number.  begun: the number in the place of the other symbol, which
        behind a block is as it was.
        """
        own = self._taint(TAKEN, BEGUN)
        cells = [
            (place, value, size)
            for place, (value, size) in known.cells.items()
            if type(value) is tuple and not self._is_any(value) and own.any(value)
        ]
        if not cells:
            return None
        found: list[tuple[int, Renaming | None]] = []
        for number in (None, 1, 0) if self.looped else (0,):
            renamed = None
            if number is not None:
                renamed = Renaming(self.terms)
                renamed.put_whole(self.taken, constant(number, self.width))
                if begun is not None:
                    renamed.put_whole(self.begun, constant(begun, self.width))
            wrong = sum(
                not self._is_same(self._now(*place, size), self._with_taken(value, renamed))
                for place, value, size in cells
            )
            if not wrong:
                return renamed
            found.append((wrong, renamed))
        return min(found, key=operator.itemgetter(0))[1]

    def _with_taken(self, value: Value, renamed: Renaming | None) -> Value:
        if renamed is None or type(value) is not tuple or not self._taint(TAKEN, BEGUN).any(value):
            return value
        return self.machine.known(renamed.bits(value), len(value) // 8)

    def _is_same(self, value: Value | None, wanted: Value) -> bool:
        """Whether two values are equal, of all numbers of bytes and counters that are assumed.

        Lengths, addresses and counters may be sums in other orders.
        """
        if type(value) is not tuple or type(wanted) is not tuple or value == wanted:
            return value == wanted
        if len(value) != len(wanted):
            return False
        machine, terms = self.machine, self.terms
        if self._is_of_lengths(value, wanted):
            value, wanted = map(machine.in_units, machine.distances(value, wanted))
        elif len(value) == self.width or not self._is_of_lengths(*self._differing(value, wanted)):
            return False
        # Bit by bit, which takes the solver a hundredth of what sums with a carry take at once.
        differs = tuple(terms.xor(a, b) for a, b in zip(value, wanted, strict=True))
        assumed = self.assumed
        if self.assumed_of_counter != TRUE and self._taint(COUNTER).any(differs):
            assumed = (*assumed, self.assumed_of_counter)
        return all(self.is_implied(each, assumed) == 0 for each in differs if each != FALSE)

    @staticmethod
    def _differing(a: Bits, b: Bits) -> tuple[Bits, Bits]:
        """The bits of two words that are not the same: of a register with several flags."""
        left = [both for both in zip(a, b, strict=True) if both[0] != both[1]]
        return tuple(each for each, _ in left), tuple(each for _, each in left)

    def _is_of_lengths(self, *words: Bits) -> bool:
        """Whether words depend on lengths, addresses and counters alone."""
        terms = self.terms
        nodes = variables_of(terms, [literal for word in words for literal in word])
        return all(
            name in (LEFT, CONTEXT, MESSAGE, TAKEN, BEGUN) or str(name).startswith(COUNTER)
            for name in {terms.contents[node][0] for node in nodes}
        )

    def _now(self, name: str, offset: int, size: int) -> Value | None:
        value = self.machine.space(name).read(offset, size)
        if self._is_large(value) and (name, offset) not in self._kept_flags:
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


class Arriving(Growing):
    """Machines at the block function."""

    def cells(self, *without: str, results: Mapping[int, int] | None = None) -> Snapshot:
        """What the machine holds, but for temporaries, constants and the message.

        without: how the names of variables begin that nothing is to depend on.  results: of nodes
        of the state behind a block, the literals of the symbols that it has from here on.
        """
        beside = self._taint(HASHED, *without)
        found: Snapshot = {}
        for name, cells in self.machine.kept().items():
            for offset, (value, size) in cells.items():
                if name == self.space and (
                    offset in self.caller.constants
                    or self.begin - self.room <= offset < self.begin + self.room
                ):
                    continue
                if self._is_large(value) and (name, offset) not in self._kept_flags:
                    continue
                try:
                    now = self.machine.known(value, size)
                except ProofError:
                    continue
                if type(now) is tuple and results:
                    now = tuple(
                        results.get(literal >> 1, literal & ~1) ^ literal & 1 for literal in now
                    )
                if type(now) is int or not beside.any(now):  # type: ignore[arg-type]
                    found[name, offset] = now, size
        return found

    def arrive(
        self, readable: int, number: Bits, renamed: Renaming, begun: int | None = None
    ) -> None:
        """Weaken what is known at the block function to what the machine holds now, too.

        number: the counter before this block; renamed: makes it of the one that is known there.
        begun: so many bytes of the call lead to the block's end, where no block of it came before.
        """
        machine = self.machine
        self._count_exactly(number, readable)
        self._name_left()
        pointer = machine.get(self.caller.architecture.stack_pointer)
        where = machine.program_counter, machine.called(), pointer, self._is_buffered()
        key = *where, self.first
        known = self.arrived.get(key)
        if known is None:
            self._count_anew(number)
            self.arrived[key] = Arrived(
                *(machine.program_counter, machine.called(), self.cells("counter of"), readable),
                first=self.first,
                begun=begun,
            )
            return
        if readable < known.readable:
            known.readable, known.stale = readable, True
        counts = self._taint(COUNTER)
        lost: set[int] = set()
        taken = self._taken_here(known, begun)
        grown, varied = self._depend(known, TAKEN), self._depend(known, BEGUN)
        since = None if varied or begun is None else known.begun
        for (name, offset), (value, size) in list(known.cells.items()):
            wanted = self._with_taken(value, taken)
            if (name, offset) in known.varied and begun is not None and known.begun is not None:
                before, sign = known.varied[name, offset]
                wanted = self._shifted(before, sign * (begun - known.begun))
                wanted = self._with_taken(wanted, taken)
            if type(value) is tuple and counts.any(value):
                wanted = machine.known(renamed.bits(value), size)
            if self._is_any(value):
                continue
            now = self._now(name, offset, size)
            if now != wanted and (
                self._is_flag_of(value, counts) or not self._is_same(now, wanted)
            ):
                lost |= self._of_state(name, offset, size)
                growing = self._growing(value, now)
                if growing is not None and grown:
                    # Of blocks before that led here the number may be another one: all are to see.
                    for each in self.arrived.values():
                        each.stale = True
                less = growing
                known.varied.pop((name, offset), None)
                if less is None and now is not None and 8 * size == self.width:
                    sign = self._varying(value, now, since, begun)
                    if sign and since is not None:
                        known.varied[name, offset] = value, sign
                        less = self._with_symbol(value, since, sign)
                free = self._arbitrary(f"any {name} {offset:#x}", name, offset, size)
                known.cells[name, offset] = less or free, size
                known.stale = True
        if lost:
            self._may_differ(lost, known.cells)

    @staticmethod
    def _is_flag_of(value: Value, made: Taint) -> bool:
        """Whether it is a flag that depends on something: no code goes by that from here on.

        So it may be forgotten where another one is here, and the solver is not asked of it.
        """
        return type(value) is tuple and max(value[1:]) < 2 and made.any(value)

    def _arbitrary(self, called: str, space: str, offset: int, size: int) -> Bits:
        """Any bytes; of a flag its own bits."""
        _, bits = self._flags.get((space, offset), (size, 8 * size))
        return self.terms.variables(called, bits) + (0,) * (8 * size - bits)

    def _of_state(self, name: str, offset: int, size: int) -> set[int]:
        """Which of these bytes hold the state in the context, by their offsets there."""
        if name != self.space:
            return set()
        first = offset - self.context.start
        return self.proof.bytes_of_state().intersection(range(first, first + size))

    def _may_differ(self, lost: set[int], cells: Snapshot) -> None:
        """Raise ProofError where bytes of the context's state are forgotten and it is nowhere else.

        Without it the block function would be executed on what has no name in the specification.
        """
        words = (word for each in self.state.values() for word in each)
        symbols = {literal >> 1 for word in words for literal in word.literals}
        for value, _ in cells.values():
            if type(value) is tuple:
                symbols.difference_update(variables_of(self.terms, value))
        if symbols:
            raise ProofError(
                f"byte {min(lost)} of the context is not the same by all ways to `block`",
                self.machine.program_counter,
            )

    def _count_exactly(self, number: Bits, count: int) -> None:
        """Write a counter of all bytes of the call, or all its blocks, as a sum of the bytes left.

        The call has so many more.  The rules do not know that their sum, a word of its own, does
        not run over; it is assumed, since no call has more bytes than `most`.
        """
        counter, terms = self.proof.contract.counter, self.terms
        if counter is None:
            return
        now = self._counter_now()
        each, of_blocks = divmod(counter.step, self.size)
        if not of_blocks:
            width = len(number)
            length = terms.plain(self._sum(self.left, count), each)
            added = terms.add([terms.linear(number), length], width, each * (self.size - count))
            left = terms.linear(self.left, each)
            exact = terms.add([terms.linear(number), left], width, counter.step)
            # In its lower words the two are the same to the rules, which look at so many alone.
            if all(map(operator.contains, zip(added, exact, strict=True), now)):
                self._store_counter(exact)
                return
        exact = self._with_blocks(number, self.left)
        for blocks in (1, 2) if exact else ():
            # Those of a loop are counted before it, as many as a shift of the length says.
            whole = self._sum(self.left, self.size * blocks)
            if now == self._with_blocks(number, whole, 1 - blocks):
                self._store_counter(exact)
                return
        own = self._taint(COUNTER)
        if exact and own.any(self.assumed) and self._is_same(now, exact):
            # Where code compares the sum with what was there, whether it carries is a branch.
            self._store_counter(exact)

    def _with_blocks(self, number: Bits, length: Bits, more: int = 1) -> Bits:
        """The counter with all whole blocks of a length, counted at once, and some more."""
        counter, terms = self.proof.contract.counter, self.terms
        if counter is None or self.size & self.size - 1:
            return ()
        upper = terms.plain(length[self.size.bit_length() - 1 :], counter.step)
        return terms.add([terms.linear(number), upper], len(number), counter.step * more)

    def _name_left(self) -> None:
        """Let bytes be those of the number of bytes left that are the same on this way.

        Where a CPU with small registers counts downwards by bytes, whether a higher one goes down
        is a branch.
        """
        if self.width > 16:
            return
        machine, terms = self.machine, self.terms
        parts = [self.left[at : at + 8] for at in range(0, self.width, 8)]
        for name, cells in machine.kept().items():
            for offset, (value, size) in list(cells.items()):
                if type(value) is int or size != 1 or self._is_large(value):
                    continue
                now = self._now(name, offset, size)
                if type(now) is not tuple or now in parts:
                    continue
                used = variables_of(terms, now)
                if len(used) < 8 or any(terms.contents[node][0] != LEFT for node in used):
                    continue
                for part in parts:
                    if self._is_same(now, part):
                        machine.space(name).write(offset, size, part)
                        break

    def _store_counter(self, number: Bits) -> None:
        counter = self.proof.contract.counter
        assert counter is not None
        stored = layout.number_stored(counter, number, big_endian=self.caller.big_endian)
        for offset, bits in stored.items():
            self.machine.write(self.context.start + offset, 1, bits)

    def _count_anew(self, number: Bits) -> None:
        """Let the counter be what is made of the one that is known, as it is of this number."""
        counter, terms = self.proof.contract.counter, self.terms
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
                self._with_blocks(number, self.left),
            ]

        for found, anew in zip(made(number), made(self.number), strict=True):
            if found and self._is_same(now, found):
                self._store_counter(anew)
                return

    def _is_buffered(self) -> bool:
        """Whether the first byte of the block lies elsewhere than in the message itself.

        Of a sponge, it may be in the state already, or may not be yet.
        """
        if self.absorbed or self.is_absorbed():
            return True
        first = self.message[0]
        where = range(self.context.start, self.context.end)
        for offset, (value, size) in list(self.machine.space(self.space).cells.items()):
            if offset in where and not self._is_large(value):
                bits = self.machine.bits(value, size)
                if any(bits[at : at + 8] == first for at in range(0, 8 * size, 8)):
                    return True
        return False

    def is_absorbed(self) -> bool:
        """Whether the context holds the state with the message block in it."""
        block = [self.words.of(byte) for byte in self.message]
        big, start = self.caller.big_endian, self.context.start
        state = self.proof.stored(self.state, big=big)
        held = self.proof.stored(self.specification.held(self.words, self.state, block), big=big)
        added = [at for at, bits in held.items() if bits != state[at]]
        return bool(added) and all(
            type(value) is tuple and value == held[at]
            for at in added
            for value in (self._now(self.space, start + at, 1),)
        )

    def restore(self, counter: int, cells: Snapshot, renamed: Renaming) -> None:
        machine = self.machine
        machine.reset()
        # What nobody wrote is other bytes each time: what was stored there since may be forgotten.
        self._restored += 1
        machine.unknown = f"unknown.block {self._restored}"
        machine.space(self.space).cells.update(self.caller.constants)
        for (name, offset), (size, _) in self._flags.items():
            free = self._arbitrary(f"{machine.unknown} {name} {offset:#x}", name, offset, size)
            machine.space(name).write(offset, size, free)
        for (name, offset), (value, size) in cells.items():
            if type(value) is tuple:
                value = machine.known(renamed.bits(value), size)
            machine.space(name).write(offset, size, value)
        machine.program_counter = counter

    def place_message(
        self, place: int, data: Sequence[Bits], side: int, behind: Sequence[Bits] = ()
    ) -> None:
        """Let so many bytes of the message be there, before a place or from it on, and some behind.

        behind: those that come however many there are.
        """
        machine = self.machine
        start = place if side > 0 else place - len(data)
        data = [*data, *behind]
        machine.ranges = [each for each in machine.ranges if each.name != "data"]
        if data:
            machine.ranges.append(Range("data", start, len(data), False))
        for at, bits in enumerate(data):
            machine.write(start + at, 1, bits)
