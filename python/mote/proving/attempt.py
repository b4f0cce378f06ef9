"""An attempt at a passage: symbolic execution to the next cut point from a havocked machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mote.proving import layout
from mote.proving.contexts import (
    BOUNDED,
    CELL,
    COUNTER,
    MESSAGE,
    STATE,
    Condition,
    Substitution,
    Taint,
)
from mote.proving.execution import Execution
from mote.proving.hash_file import name_of
from mote.proving.passage import TOTAL, Call, Cell
from mote.proving.solve import Simulation, Sweep, implied, variables_of
from mote.proving.terms import TRUE, Bits, Form, Terms
from mote.proving.values import Cells, SecretBranch, Value
from mote.proving.word import TermWords, Word
from mote.specifications.hashing import State


@dataclass(frozen=True)
class Goal:
    """What a passage is to be proved of: call `number` of the compression function, at its label.

    wanted: the digest.  again: the digest where this call is made for real, with an attempt's
    arguments.  back: what the block function returns to, None where the passage goes on to the end.
    """

    number: int
    call: Call
    wanted: Sequence[Bits]
    again: Callable[[Attempt], list[Bits]]
    back: int | None


@dataclass(frozen=True)
class Abstraction:
    """What is havocked where a passage begins, by what is not.

    fixed: the bytes that are as they are.  affine: scale and constant, where the counter is free
    and the compression function takes scale * counter + constant; None where it is as it is.
    extra: the bytes of a free number in that constant.  free_message: whether the message block
    is.  conditions: what is assumed of carries out of the counter.
    """

    fixed: set[Cell]
    affine: tuple[int, int] | None = None
    extra: tuple[Cell, ...] = ()
    free_message: bool = True
    conditions: tuple[Condition, ...] = ()


class Attempt:
    """One passage, executed in a term context of its own from an abstraction of the machine."""

    def __init__(self, execution: Execution, goal: Goal, abstraction: Abstraction) -> None:
        self.execution = execution
        self.goal = goal
        self.number, self.call, self.back = goal.number, goal.call, goal.back
        self.wanted = goal.wanted
        self.affine, self.extra = abstraction.affine, abstraction.extra
        self.least = self.bounded = 0
        """The least number that `extra` may be, and the bits of what is above that; 0: any."""
        self.conditions = abstraction.conditions
        self.returned = False
        self.digest: list[Bits] = []
        self.result: State[Word] = {}
        self.elsewhere: set[int] = set()
        """Offsets of bytes of the state that the context keeps, while a copy is the state."""
        machine, call = execution.caller.machine, goal.call
        free_message = abstraction.free_message
        self.buffer: dict[Cell, int] = {}
        if not execution.sponge and call.message:
            self.buffer = execution.buffer_cells(call)
        fixed = abstraction.fixed
        if not free_message:
            fixed = fixed | set(self.buffer)
        # All that is asked of the bytes as they are comes before the change of the term context.
        execution.find_copies()
        known = {cell: execution.byte(cell) for cell in fixed}
        self.same = self._same(known, free_message=free_message)
        value = sum(bit << k for k, bit in enumerate(execution.number_in(self.extra)))
        begin = self._enter()
        free = self._free(free_message)
        free |= {cell: free[there] for cell, there in self.same.items()}
        self.given = free
        self.upper: Bits = sum((word.literals for word in call.more), ())
        self.total: Bits = ()
        self.more = [self.words.of(self.substitution.bits(word.literals)) for word in call.more]
        if self.affine is not None and execution.proof.contract.counter is not None:
            self._free_counter(self.affine, value)
        self._havoc(begin, known)
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

    # ---- havoc ----

    def _same(self, known: dict[Cell, Value], *, free_message: bool) -> dict[Cell, Cell]:
        """The bytes outside the context that hold what one of the state or the message does.

        What a word of the state was loaded into before is as arbitrary as that is.
        """
        execution = self.execution
        space = execution.caller.machine.architecture.data_space
        start, size = execution.objects["cc"].start, execution.objects["cc"].size
        arbitrary = set(execution.state_places.values())
        if free_message:
            arbitrary |= set(self.buffer)
        places = {execution.byte(cell): cell for cell in arbitrary}
        # A counter that has to be known may be in the message, too, as its length.
        context = {(space, start + at) for at in range(size)}
        return {
            cell: places[known[cell]]
            for cell in sorted(known.keys() - arbitrary - set(self.extra) - context)
            if type(known[cell]) is tuple and known[cell] in places
        }

    def _enter(self) -> dict[str, Cells]:
        """Enter a term context of its own; what the machine held, but for constants."""
        execution = self.execution
        machine, proof = execution.caller.machine, execution.proof
        space = machine.architecture.data_space
        begin = machine.kept()
        constants = {at: begin[space].pop(at) for at in execution.caller.constants}
        self.terms = Terms()
        self.words = TermWords(self.terms)
        self.taint = Taint(self.terms)
        self.substitution = Substitution(execution.words.terms, self.terms)
        self.outside = Substitution(self.terms, execution.words.terms)
        machine.terms = self.terms
        if execution.case is not None:
            # For what is assumed of the counter, should it be fixed.
            big, known = execution.caller.big_endian, execution.known
            before, _, _ = proof.counter.before(self.words, known, execution.case, big=big)
            proof.counter.decide(machine, self.terms, before, execution.case)
        machine.reset()
        machine.space(space).cells.update(constants)
        return begin

    def _free_counter(self, affine: tuple[int, int], value: int) -> None:
        """Let the counter be arbitrary, and what is made of it what the function takes.

        value: of the number in `extra`, where the passage is entered now.
        """
        execution, free = self.execution, self.given
        counter = execution.proof.contract.counter
        assert counter is not None
        machine = execution.caller.machine
        space, start = machine.architecture.data_space, execution.objects["cc"].start
        width = 8 * counter.words * counter.word_bytes
        number_bits = self.terms.variables(COUNTER, width)
        big = execution.caller.big_endian
        stored = layout.number_stored(counter, number_bits, big_endian=big)
        free |= {(space, start + offset): bits for offset, bits in stored.items()}
        self._free_extra(value, affine[1])
        for each in self.conditions:
            [carry] = Substitution(each.terms, self.terms).bits((each.literal,))
            if carry > 1:
                self.terms.assume(carry, each.value)
        if self.conditions:
            machine.decide = self._decided
        scale, constant = affine
        self.affine = scale, constant - value
        parts = [self.terms.linear(number_bits, scale), *self._extra()]
        total = self.terms.add(parts, width, constant - value)
        self.total = total
        if execution.proof.first_matters(execution.digest_bits):
            # As in step: Skein's position is added to words of the state.
            self.terms.name(total)
        self.upper = self.upper[width:]
        total += self.substitution.bits(self.upper)
        for k, word in enumerate(self.more):
            self.more[k] = self.words.of(total[: word.bits])
            total = total[word.bits :]

    def _free_extra(self, value: int, number: int) -> None:
        """Let the number in `extra` be arbitrary; value: what it is now.

        number: what the function takes beside the counter; where the word is that and a constant,
        as a fill that begins behind other members of the context, it is at least the constant.
        """
        free = self.given
        for name, offset in self.extra:
            free[name, offset] = self.terms.variables(f"{CELL} {name} {offset:#x}", 8)
        size = len(self.call.message) or self.execution.proof.specification.block_bytes(
            self.execution.digest_bits
        )
        bits = (size - 1).bit_length()
        if not self.extra or value <= number or number >> bits or bits > 8:
            return
        self.least, self.bounded = value - number, bits
        name, offset = self.extra[0]
        more = self.terms.variables(f"{BOUNDED} {name} {offset:#x}", bits)
        width = 8 * len(self.extra)
        word = self.terms.add([self.terms.linear(more)], width, self.least)
        for k, cell in enumerate(self.extra):
            free[cell] = word[8 * k : 8 * k + 8]

    def _havoc(self, begin: dict[str, Cells], known: dict[Cell, Value]) -> None:
        """Make all that the machine held arbitrary, but for what is fixed."""
        execution, free = self.execution, self.given
        machine = execution.caller.machine
        for name, cells in begin.items():
            for offset, (_, size) in cells.items():
                for cell in ((name, offset + k) for k in range(size)):
                    if cell not in known and cell not in free:
                        bits = execution.flags.get(cell, 8)
                        found = self.terms.variables(f"{CELL} {name} {cell[1]:#x}", bits)
                        free[cell] = found + (0,) * (8 - bits)
        self.fixed = {cell: value for cell, value in known.items() if cell not in free}
        for (name, offset), literals in free.items():
            machine.space(name).write(offset, 1, machine.known(literals, 1))
        for (name, offset), value in self.fixed.items():
            machine.space(name).write(offset, 1, self.substitution.value(value))

    def _decided(self, literal: int) -> bool:
        """Where a branch on the counter goes wherever the conditions hold."""
        machine, terms = self.execution.caller.machine, self.terms
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
        execution, words, call = self.execution, self.words, self.call
        proof, big = execution.proof, execution.caller.big_endian
        free: dict[Cell, Bits] = {}
        self.state = {
            name: [words.variable(f"{STATE} {name}[{i}]", w.bits) for i, w in enumerate(each)]
            for name, each in call.state.items()
        }
        for offset, bits in proof.stored(self.state, big=big).items():
            free[execution.state_places[offset]] = bits
        self.message: list[Word] = []
        if not execution.sponge and free_message:
            self.message = [words.variable(f"{MESSAGE}[{i}]", 8) for i in range(len(call.message))]
            for cell, i in self.buffer.items():
                free[cell] = self.message[i].literals
        elif not execution.sponge:
            self.message = [
                words.of(self.substitution.bits(word.literals)) for word in call.message
            ]
        return free

    def _extra(self) -> list[Form]:
        """The number that the block function is given, as a summand."""
        bits: Bits = sum((self.given[cell] for cell in self.extra), ())
        return [self.terms.linear(bits)] if bits else []

    def cells(self, bits: Bits | int) -> set[Cell]:
        """The havocked bytes that literals depend on."""
        terms = self.terms
        found = set()
        for node in variables_of(terms, (bits,) if isinstance(bits, int) else bits):
            content = terms.contents[node]
            names = (f"{CELL} ", f"{BOUNDED} ")
            if isinstance(content, tuple) and str(content[0]).startswith(names):
                _, space, offset = content[0].split(" ")
                found.add((space, int(offset, 16)))
        return found

    def condition(self, literal: int, *, may_be_free: bool) -> Condition | None:
        """A branch on the counter as a condition of this passage; None where it is none.

        It has to be a carry; may_be_free: it need not be known where the passage is entered now.
        """
        value = self.execution.value_of(self.terms, literal)
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

    # ---- to the next cut point ----

    def run(self, most: int | None = None, *, probing: bool = False) -> None:
        """To where the call returns to, the next one or the end; or so many instructions."""
        self._run(self.back, most, probing=probing)

    def _run(self, back: int | None, most: int | None = None, *, probing: bool = False) -> None:
        execution = self.execution
        machine = execution.caller.machine
        cuts = {execution.label, *execution.counting} | ({back} if back is not None else set())
        machine.probing = probing
        try:
            self.returned = machine.run(cuts, most)
        finally:
            machine.probing = False

    def further(self) -> bool:
        """Run on, to behind the next call that the same function makes; False if it has ended.

        A block function may leave the state elsewhere, and another one puts it back.
        """
        execution = self.execution
        machine = execution.caller.machine
        architecture = machine.architecture
        behind = None
        while behind is None:
            here = architecture.code_address(machine.program_counter)
            if self.returned or here == execution.label:
                return False
            self.returned = machine.run({execution.label}, 1)
            behind = machine.called()
            here = architecture.code_address(machine.program_counter)
            if self.returned or here == execution.label:
                return True
        self._run(behind)
        return True

    def wrong(self) -> Bits:
        """The literals of the first word that is not known to be right."""
        execution = self.execution
        proof, caller = execution.proof, execution.caller
        machine, taint = caller.machine, self.taint
        self.put_out: dict[int, Bits] = {}
        pairs: list[tuple[Bits, Bits]] = []
        start = execution.objects["dst"].start
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
            where = execution.objects["cc"]
            content = execution.read(where.start, where.size)
            self._look_elsewhere(content)
            own = proof.words_of(self.result)
            for place in proof.contract.state:
                found = layout.held(place, content, big_endian=caller.big_endian)
                for got, word in zip(found, own[name_of(place)], strict=True):
                    pairs.append((got, word.literals))
        self.left = [
            (g, w) for got, want in pairs for g, w in zip(got, want, strict=True) if g != w
        ]
        for got, want in pairs:
            if got != want:
                return tuple(g for g, w in zip(got, want, strict=True) if g != w)
        # What the counter depends on beside itself has to be fixed, too.
        return counter if self.cells(counter) - set(self.fixed) - set(self.extra) else ()

    def _look_elsewhere(self, content: dict[int, Bits]) -> None:
        """Take bytes of the state from where there were copies of those that the context keeps."""
        execution, machine = self.execution, self.execution.caller.machine
        start, space = execution.objects["cc"].start, machine.architecture.data_space
        wanted = execution.proof.stored(self.result, big=execution.caller.big_endian)
        copies = {at: [cell] for at, cell in execution.state_places.items()}
        copies |= execution.state_copies
        self.elsewhere = set()
        for at, cells in copies.items():
            mine = space, start + at
            if cells == [mine] or content[at] != self.given.get(mine):
                continue
            self.elsewhere.add(at)
            # Of several copies the one that the block function went on with.
            for name, offset in cells:
                content[at] = machine.bits(machine.space(name).read(offset, 1), 1)
                if content[at] == wanted[at]:
                    break

    def _counter_after(self) -> Bits:
        """The counter, where it is not what it was and a constant, which is noted."""
        execution = self.execution
        if self.affine is None or self.returned:
            return ()
        terms = self.terms
        now = execution.counter_now()
        begin = terms.linear(terms.variables(COUNTER, len(now)))
        both = [begin], [begin, *self._extra()]
        # What it mostly is needs no trials, which know nothing of what is assumed of carries.
        likely = 0, execution.step

        def shown(parts: Sequence[Form], added: int) -> bool:
            if terms.add(parts, len(now), added) != now:
                return False
            self.counted = added, len(parts) > 1
            return True

        if any(shown(parts, added) for parts in both for added in likely):
            return ()
        for parts in both:
            shape = affine(terms, terms.add(parts, len(now)), now)
            if shape is not None and shown(parts, shape[1]):
                return ()
        return now

    def differs(self) -> bool:
        """Whether what is not known to be right is wrong for some values."""
        simulation = Simulation(self.terms)
        return any(simulation.value(g) != simulation.value(w) for g, w in self.left)

    def solved(self) -> bool:
        """Whether the solver shows that all are right."""
        if self.differs():
            return False
        simulation = Simulation(self.terms)
        return not Sweep(self.terms, simulation).differing(self.left)


def affine(terms: Terms, now: Bits, total: Bits) -> tuple[int, int] | None:
    """scale and constant, where total = scale * now + constant in all trials."""
    if not now or len(total) < len(now):
        return None
    simulation = Simulation(terms, samples=16)
    width = len(now)

    def numbers(bits: Bits) -> list[int]:
        values = [simulation.value(bit) for bit in bits]
        return [sum((v >> s & 1) << k for k, v in enumerate(values)) for s in range(16)]

    a, b = numbers(now), numbers(total[:width])
    for scale in (1, -1):
        constants = {(y - scale * x) % (1 << width) for x, y in zip(a, b, strict=True)}
        if len(constants) == 1:
            return scale, constants.pop()
    return None
