"""A passage of `close`: from the label of the block function to the next stop.

Of what a program holds at its beginning, only that is fixed which control, addresses or the result
depend on; the rest is arbitrary, so that one proof serves all lengths of the message.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mote.prove import layout
from mote.prove.solve import Simulation, implied, inputs_of, variables_of
from mote.prove.specifications.hashing import State
from mote.prove.terms import TRUE, VARIABLE, Bits, Form, Terms
from mote.prove.universes import CELL, COUNTER, MESSAGE, STATE, Condition, Moved, Taint
from mote.prove.values import Lazy, SecretBranch, Value
from mote.prove.word import TermWords, Word

if TYPE_CHECKING:
    from mote.prove.close import Closing


Cell = tuple[str, int]
"""A byte: its address space, and where it is there."""

Origin = tuple[Cell, int, int]
"""A bit at the beginning of a passage: its byte, its number there, whether it is complemented."""


@dataclass(frozen=True)
class Made:
    """A byte that is computed of those that were there: its bits, in the terms of its passage.

    inputs: the names of the variables that they depend on.
    """

    bits: Bits
    inputs: tuple[object, ...]


Pattern = int | tuple["int | Origin", ...] | Made | None
"""What a byte is behind a passage: a number, or for each bit a literal or where it comes from."""

TOTAL: Cell = "counter", 0
"""Stands for scale * counter + extra + constant of a passage, as if that were a byte."""

SAME: Pattern = ()
"""In place of what a byte becomes: it stays as it is."""

SMALL = 64
"""Nodes of a byte at the end of a passage that is known as what it is computed of."""

FEW = 32
"""Operations whose result is worth knowing at the end of a passage, whatever they depend on."""


@dataclass
class Call:
    """A call of the compression function, as the specification makes it.  after: the state then.

    output: what an output transformation makes of that, where the specification has one behind the
    last call.  It begins where that returns to, or is one passage with it where that is not known.
    """

    state: State[Word]
    message: Sequence[Word]
    more: tuple[Word, ...]
    after: State[Word]
    output: State[Word] | None = None

    def places(self, word: Bits) -> tuple[int, ...] | None:
        """Which bits of its result, numbered through, make a word; None where others do, too."""
        result = self.after if self.output is None else self.output
        bits = [bit for each in result.values() for one in each for bit in one.literals]
        numbers = {bit: k for k, bit in enumerate(bits)}
        if all(bit in numbers for bit in word):
            return tuple(numbers[bit] for bit in word)
        return None

    def transformation(self) -> Call:
        """The output transformation, as a call without a message block."""
        assert self.output is not None
        return Call(self.after, [], (), self.output)

    def is_like(self, other: Call) -> bool:
        """Whether another call is the same, with the same words behind it."""
        if (self.output is None) != (other.output is None):
            return False
        states = zip((self.state, self.after), (other.state, other.after), strict=True)
        return all(
            mine.keys() == theirs.keys()
            and all(self._same(each, theirs[name]) for name, each in mine.items())
            for mine, theirs in states
        ) and all(
            self._same(a, b) for a, b in ((self.message, other.message), (self.more, other.more))
        )

    @staticmethod
    def _same(mine: Sequence[Word], theirs: Sequence[Word]) -> bool:
        return len(mine) == len(theirs) and all(
            a.literals == b.literals for a, b in zip(mine, theirs, strict=True)
        )


@dataclass
class Passage:
    """What was proved of the way from the block function's label to the next stop.

    room: for how many bytes of a digest, 0 where none is touched; it holds where there are more.
    same: bytes outside the context that have to be what one of the state or the message is.
    fixed: the bytes at its beginning that have to be as they were.  more: what else the
    compression function took, as far as it was not free.  scale, constant: where the counter was
    free, the compression function took scale * counter + extra + constant; scale is 0 where it was
    not.  extra: the bytes of a number that the block function is given, lowest first.  after:
    the bytes that are otherwise at its end; None for what is not known.  end: the program
    counter there, None behind the return of `close`.  counted: what the counter was raised by, and
    whether by extra, too; None where it is not known.  digest: which bytes of it were written, and
    which bits of the compression function's result they are (Call.places); or, where they are not
    only such, as behind call number digest_of of a digest of so many bits.  copies: which bytes are
    copies of one that was there.  forgotten: the places in each space of those that are not known.
    terms, inputs: those of what is Made, and by the names of its variables where they come from.
    conditions: carries out of the counter on which it branches, as they have to be.  begin: the
    program counter at its beginning.
    """

    fixed: dict[Cell, Value]
    more: list[Bits]
    scale: int
    constant: int
    extra: tuple[Cell, ...] = ()
    room: int = 0
    same: dict[Cell, Cell] = field(default_factory=dict)
    after: dict[Cell, Pattern] = field(default_factory=dict)
    end: int = 0
    returned: bool = False
    counted: tuple[int, bool] | None = None
    digest: dict[int, tuple[int, ...] | None] = field(default_factory=dict)
    digest_of: tuple[int, int] | None = None
    copies: dict[Cell, Cell] = field(default_factory=dict)
    forgotten: dict[str, set[int]] = field(default_factory=dict)
    conditions: tuple[Condition, ...] = ()
    terms: Terms = field(default_factory=Terms)
    inputs: dict[object, int | Origin] = field(default_factory=dict)
    begin: int = 0

    def joined(self, other: Passage) -> Passage | None:
        """This passage and one of the same beginning where a free carry had its other value.

        Both have to lead to the same; bytes that differ are not known behind them.  None where more
        does.
        """
        mine, theirs = (
            (p.end, p.returned, p.counted, p.digest, p.digest_of, p.fixed, p.same, p.extra)
            for p in (self, other)
        )
        if mine != theirs:
            return None
        moved = Moved(other.terms, self.terms)
        after: dict[Cell, Pattern] = {}
        for cell in self.after.keys() | other.after.keys():
            here, there = self.after.get(cell, SAME), other.after.get(cell, SAME)
            if isinstance(here, Made) and isinstance(there, Made):
                equal = moved.bits(there.bits) == here.bits
            else:
                equal = type(here) is type(there) and here == there
            after[cell] = here if equal else None
        return dataclasses.replace(
            self,
            room=max(self.room, other.room),
            after=after,
            conditions=self.conditions + other.conditions,
            copies={cell: there for cell, there in self.copies.items() if after[cell] is not None},
            forgotten=forgotten(after),
        )

    def puts_out(self, call: Call, number: int, wanted: Sequence[Bits], digest_bits: int) -> bool:
        """Whether what it writes of the digest is what the specification puts out there."""
        if self.digest_of is not None and self.digest_of != (digest_bits, number):
            return False
        return all(
            at < len(wanted) and (places is None or call.places(wanted[at]) == places)
            for at, places in self.digest.items()
        )


def forgotten(after: Mapping[Cell, Pattern]) -> dict[str, set[int]]:
    """The places in each space of the bytes that are not known behind a passage."""
    found: dict[str, set[int]] = {}
    for (space, offset), pattern in after.items():
        if pattern is None:
            found.setdefault(space, set()).add(offset)
    return found


class Attempt:
    """A passage with some of what is there at its beginning arbitrary."""

    def __init__(
        self,
        closing: Closing,
        number: int,
        call: Call,
        fixed: set[Cell],
        affine: tuple[int, int] | None,
        extra: tuple[Cell, ...],
        free_message: bool,
        wanted: Sequence[Bits],
        back: int | None,
        conditions: Sequence[Condition] = (),
    ) -> None:
        self.wanted = wanted
        self.closing = closing
        self.back = back
        self.conditions = tuple(conditions)
        self.number = number
        self.call = call
        self.affine = affine
        self.extra = extra
        self.returned = False
        self.digest: list[Bits] = []
        self.result: State[Word] = {}
        machine, proof = closing.caller.machine, closing.proof
        space, start = machine.architecture.data_space, closing.objects["cc"].start
        buffer: dict[Cell, int] = {}
        if not closing.sponge and call.message:
            buffer = closing.buffer_cells(call)
        self.buffer = buffer
        if not free_message:
            fixed = fixed | set(buffer)
        # All that is asked of the bytes as they are comes before the change of the universe.
        given: dict[Cell, Value] = {}
        for cell in fixed:
            given[cell] = closing.byte(cell)
        # What a word of the state was loaded into before is as arbitrary as that is.
        arbitrary = {(space, start + at) for at in proof.bytes_of_state()}
        if free_message:
            arbitrary |= set(buffer)
        places = {closing.byte(cell): cell for cell in arbitrary}
        # A counter that has to be known may be in the message, too, as its length.
        context = {(space, start + at) for at in range(closing.objects["cc"].size)}
        self.same = {
            cell: places[given[cell]]
            for cell in sorted(fixed - arbitrary - set(extra) - context)
            if type(given[cell]) is tuple and given[cell] in places
        }
        value = sum(bit << k for k, bit in enumerate(closing.number_in(extra)))
        begin = machine.kept()
        constants = {at: begin[space].pop(at) for at in closing.caller.constants}
        self.terms = Terms()
        self.words = TermWords(self.terms)
        self.taint = Taint(self.terms)
        self.moved = Moved(closing.words.terms, self.terms)
        self.outside = Moved(self.terms, closing.words.terms)
        machine.terms = self.terms
        if closing.case is not None:
            # For what is assumed of the counter, should it be fixed.
            big = closing.caller.big_endian
            before, _, _ = proof.counter_before(self.words, closing.known, closing.case, big=big)
            proof.decide_by_case(machine, self.terms, before, closing.case)
        machine.reset()
        machine.space(space).cells.update(constants)
        free = self._free(free_message)
        free |= {cell: free[there] for cell, there in self.same.items()}
        counter = proof.contract.counter
        self.upper: Bits = sum((word.literals for word in call.more), ())
        self.total: Bits = ()
        self.more = [self.words.of(self.moved.bits(word.literals)) for word in call.more]
        if affine is not None and counter is not None:
            width = 8 * counter.words * counter.word_bytes
            number_bits = self.terms.variables(COUNTER, width)
            big = closing.caller.big_endian
            stored = layout.number_stored(counter, number_bits, big_endian=big)
            free |= {(space, start + offset): bits for offset, bits in stored.items()}
            for name, offset in extra:
                free[name, offset] = self.terms.variables(f"{CELL} {name} {offset:#x}", 8)
            self.given = free
            for each in conditions:
                [carry] = Moved(each.terms, self.terms).bits((each.literal,))
                if carry > 1:
                    self.terms.assume(carry, each.value)
            if conditions:
                machine.decide = self._decided
            scale, constant = affine
            self.affine = scale, constant - value
            parts = [self.terms.linear(number_bits, scale), *self._extra()]
            total = self.terms.add(parts, width, constant - value)
            self.total = total
            if proof.first_matters(closing.digest_bits):
                # As in step: Skein's position is added to words of the state.
                self.terms.name(total)
            self.upper = self.upper[width:]
            total += self.moved.bits(self.upper)
            for k, word in enumerate(self.more):
                self.more[k] = self.words.of(total[: word.bits])
                total = total[word.bits :]
        for name, cells in begin.items():
            for offset, (_, size) in cells.items():
                for cell in ((name, offset + k) for k in range(size)):
                    if cell not in given and cell not in free:
                        bits = 1 if cell in closing.flags else 8
                        found = self.terms.variables(f"{CELL} {name} {cell[1]:#x}", bits)
                        free[cell] = found + (0,) * (8 - bits)
        self.fixed = {cell: value for cell, value in given.items() if cell not in free}
        self.given = free
        for (name, offset), literals in free.items():
            machine.space(name).write(offset, 1, machine.known(literals, 1))
        for (name, offset), known in self.fixed.items():
            machine.space(name).write(offset, 1, self.moved.value(known))
        self.origin = {
            bit >> 1: (cell, k, bit & 1)
            for cell, literals in ((TOTAL, self.total), *free.items())
            for k, bit in enumerate(literals)
            if bit > 1
        }
        self.before = machine.kept()
        machine.touched.clear()
        self.begin = machine.program_counter
        machine.unknown = CELL
        # What is below is asked for at each look-up: noted by nodes, and not searched each time.
        machine.refuses = Taint(self.terms, (CELL,)).any

    def _decided(self, literal: int) -> bool:
        """Where a branch on the counter goes wherever the conditions hold."""
        machine, terms = self.closing.caller.machine, self.terms
        names = [terms.contents[node] for node in variables_of(terms, [literal])]
        if all(isinstance(name, tuple) and name[0] == COUNTER for name in names):
            assumed = TRUE
            for each in terms.assumptions:
                assumed = terms.conjunction(assumed, each)
            machine.solver_calls += 1
            found = implied(terms, assumed, literal)
            if found is not None:
                return bool(found)
        raise SecretBranch(terms, literal, machine.program_counter)

    def _free(self, free_message: bool) -> dict[Cell, Bits]:
        """The bytes of the state and the message, which are arbitrary."""
        closing, words, call = self.closing, self.words, self.call
        proof, big = closing.proof, closing.caller.big_endian
        space = closing.caller.machine.architecture.data_space
        start = closing.objects["cc"].start
        free: dict[Cell, Bits] = {}
        self.state = {
            name: [words.variable(f"{STATE} {name}[{i}]", w.bits) for i, w in enumerate(each)]
            for name, each in call.state.items()
        }
        own = proof.words_of(self.state)
        for place in proof.contract.state:
            literals = [word.literals for word in own[proof.name_of(place)]]
            for offset, bits in layout.stored(place, literals, big_endian=big).items():
                free[space, start + offset] = bits
        self.message: list[Word] = []
        if not closing.sponge and free_message:
            self.message = [words.variable(f"{MESSAGE}[{i}]", 8) for i in range(len(call.message))]
            for cell, i in self.buffer.items():
                free[cell] = self.message[i].literals
        elif not closing.sponge:
            self.message = [words.of(self.moved.bits(word.literals)) for word in call.message]
        return free

    def _extra(self) -> list[Form]:
        """The number that the block function is given, as a summand."""
        bits: Bits = sum((self.given[cell] for cell in self.extra), ())
        return [self.terms.linear(bits)] if bits else []

    def cells(self, bits: Bits | int) -> set[Cell]:
        """The bytes at the beginning of a passage that literals depend on."""
        terms = self.terms
        found = set()
        for node in variables_of(terms, (bits,) if isinstance(bits, int) else bits):
            content = terms.contents[node]
            if isinstance(content, tuple) and str(content[0]).startswith(f"{CELL} "):
                _, space, offset = content[0].split(" ")
                found.add((space, int(offset, 16)))
        return found

    def condition(self, literal: int, *, may_be_free: bool) -> Condition | None:
        """A branch on the counter as a condition of this passage; None where it is none.

        It has to be a carry; may_be_free: it need not be known where the passage is entered now.
        """
        value = self.closing.value_of(self.terms, literal)
        if value is None and not may_be_free:
            return None
        try:
            self.terms.assume(literal, value or 0)
        except ValueError:
            return None
        return Condition(self.terms, literal, value or 0, free=value is None)

    def counts(self, bits: Bits | int) -> bool:
        """Whether literals depend on a counter that is arbitrary."""
        nodes = variables_of(self.terms, (bits,) if isinstance(bits, int) else bits)
        contents = (self.terms.contents[node] for node in nodes)
        return any(isinstance(each, tuple) and each[0] == COUNTER for each in contents)

    def run(self, most: int | None = None, *, probing: bool = False) -> None:
        """To where the call returns to, the next one or the end; or so many instructions."""
        self._run(self.back, most, probing=probing)

    def _run(self, back: int | None, most: int | None = None, *, probing: bool = False) -> None:
        closing = self.closing
        machine = closing.caller.machine
        stops = {closing.label, *closing.counting} | ({back} if back is not None else set())
        machine.probing = probing
        try:
            self.returned = machine.run(stops, most)
        finally:
            machine.probing = False

    def further(self) -> bool:
        """Run on, to behind the next call that the same function makes; False if it has ended.

        A block function may leave the state elsewhere, and another one puts it back.
        """
        closing = self.closing
        machine = closing.caller.machine
        architecture = machine.architecture
        behind = None
        while behind is None:
            here = architecture.code_address(machine.program_counter)
            if self.returned or here == closing.label:
                return False
            self.returned = machine.run({closing.label}, 1)
            behind = machine.called()
            if self.returned or architecture.code_address(machine.program_counter) == closing.label:
                return True
        self._run(behind)
        return True

    def wrong(self) -> Bits:
        """The literals of the first word that is not known to be right."""
        closing = self.closing
        proof, caller = closing.proof, closing.caller
        machine, taint = caller.machine, self.taint
        self.put_out: dict[int, Bits] = {}
        pairs: list[tuple[Bits, Bits]] = []
        start = closing.objects["dst"].start
        space = machine.architecture.data_space
        before = self.before.get(space, {})
        cells = machine.space(space).cells
        for at, want in enumerate(self.digest):
            if taint.any(want):
                changed = cells.get(start + at) != before.get(start + at)
                if changed or self.returned:
                    got = machine.bits(machine.read(start + at, 1), 1)
                    self.put_out[at] = got
                    pairs.append((got, want))
        self.counted: tuple[int, bool] | None = None
        counter = self._counter_after()
        if not self.returned:
            where = closing.objects["cc"]
            content = closing.read(where.start, where.size)
            own = proof.words_of(self.result)
            for place in proof.contract.state:
                found = layout.held(place, content, big_endian=caller.big_endian)
                for got, word in zip(found, own[proof.name_of(place)], strict=True):
                    pairs.append((got, word.literals))
        self.left = [
            (g, w) for got, want in pairs for g, w in zip(got, want, strict=True) if g != w
        ]
        for got, want in pairs:
            if got != want:
                return tuple(g for g, w in zip(got, want, strict=True) if g != w)
        # What the counter depends on beside itself has to be fixed, too.
        return counter if self.cells(counter) - set(self.fixed) - set(self.extra) else ()

    def _counter_after(self) -> Bits:
        """The counter, where it is not what it was and a constant, which is noted."""
        closing = self.closing
        if self.affine is None or self.returned:
            return ()
        terms = self.terms
        now = closing.counter_now()
        begin = terms.linear(terms.variables(COUNTER, len(now)))
        for parts in ([begin], [begin, *self._extra()]):
            shape = closing.affine(terms, terms.add(parts, len(now)), now)
            # The trials know nothing of what is assumed of carries.
            likely = {0, closing.step} if self.conditions else set()
            for added in sorted(likely | ({shape[1]} if shape else set())):
                if terms.add(parts, len(now), added) == now:
                    self.counted = added, len(parts) > 1
                    return ()
        return now

    def differs(self) -> bool:
        """Whether what is not known to be right is wrong for some values."""
        simulation = Simulation(self.terms)
        return any(simulation.value(g) != simulation.value(w) for g, w in self.left)

    def solved(self) -> bool:
        """Whether the solver shows that all are right."""
        from mote.prove.solve import Sweep

        if self.differs():
            return False
        simulation = Simulation(self.terms)
        return not Sweep(self.terms, simulation).differing(self.left)

    def passage(self) -> Passage:
        """What the attempt has shown."""
        closing = self.closing
        machine = closing.caller.machine
        scale, constant = self.affine or (0, 0)
        more = [self.upper] if self.affine else [word.literals for word in self.call.more]
        found = Passage(dict(self.fixed), more, scale, constant, begin=self.begin)
        found.returned, found.end = self.returned, machine.program_counter
        self.found = found
        for at in self.put_out:
            places = found.digest[at] = self.call.places(self.wanted[at])
            if places is None:
                found.digest_of = closing.digest_bits, self.number
        found.extra, found.counted = self.extra, self.counted
        found.conditions = tuple(each for each in self.conditions if not each.free)
        found.room = closing.objects["dst"].size if "dst" in machine.touched else 0
        found.same = dict(self.same)
        for name, cells in machine.kept().items():
            before = self.before.get(name, {})
            for offset, (value, size) in cells.items():
                old = before.get(offset)
                if old is not None and old[1] == size and old[0] is value:
                    continue
                for k, pattern in enumerate(self._patterns(name, offset, value, size)):
                    if pattern is not SAME:
                        found.after[name, offset + k] = pattern
        found.forgotten = forgotten(found.after)
        for cell, pattern in found.after.items():
            if isinstance(pattern, tuple) and isinstance(pattern[0], tuple):
                there = pattern[0][0]
                if there != TOTAL and pattern == tuple((there, k, 0) for k in range(8)):
                    found.copies[cell] = there
        return found

    def _patterns(self, name: str, offset: int, value: Value, size: int) -> list[Pattern]:
        """Of the bytes of a cell; SAME for those that are as they were."""
        machine = self.closing.caller.machine
        big = machine.architecture.big_endian
        asked = any((name, offset + k) in self.closing.asked for k in range(size))
        if type(value) is Lazy and value.bits is None and not asked and not self._cheap(value):
            return [None] * size
        bits = machine.bits(value, size)
        found: list[Pattern] = []
        for k in range(size):
            at = size - 1 - k if big else k
            part = bits[8 * at : 8 * at + 8]
            if self.given.get((name, offset + k)) == part:
                found.append(SAME)
            elif all(b < 2 for b in part):
                found.append(sum(b << j for j, b in enumerate(part)))
            else:
                found.append(self._pattern(part))
        return found

    def _pattern(self, bits: Bits) -> Pattern:
        found: list[int | Origin] = []
        for bit in bits:
            origin = self.origin.get(bit >> 1)
            if origin is not None:
                cell, k, negated = origin
                found.append((cell, k, negated ^ (bit & 1)))
            elif self.taint.any((bit,)):
                return self._made(bits)
            else:
                found.append(self.outside.bits((bit,))[0])
        return tuple(found)

    def _made(self, bits: Bits) -> Made | None:
        """A byte as what it is computed of, if that is little and known."""
        terms, found = self.terms, self.found
        nodes: set[int] = set()
        pending = [bit >> 1 for bit in bits]
        while pending:
            node = pending.pop()
            if node in nodes:
                continue
            nodes.add(node)
            if len(nodes) > SMALL:
                return None
            pending += inputs_of(terms, node)
        inputs: dict[object, int | Origin] = {}
        for node in nodes:
            if terms.kinds[node] != VARIABLE or not node:
                continue
            if node in self.origin:
                inputs[terms.contents[node]] = self.origin[node]
            elif self.taint.any((2 * node,)):
                return None
            else:
                inputs[terms.contents[node]] = self.outside.bits((2 * node,))[0]
        found.inputs |= inputs
        return Made(Moved(terms, found.terms).bits(bits), tuple(inputs))

    def _cheap(self, value: Lazy) -> bool:
        """Whether an operation is one of few, or depends on nothing arbitrary."""
        stack: list[Lazy] = [value]
        seen = set()
        pure = True
        while stack:
            each = stack.pop()
            if id(each) in seen:
                continue
            seen.add(id(each))
            parts = each.inputs if each.bits is None else (each.bits,)
            for part in parts:
                if type(part) is Lazy:
                    stack.append(part)
                elif pure and type(part) is tuple:
                    pure = not self.taint.any(part)
            if not pure and len(seen) > FEW:
                return False
        return True
