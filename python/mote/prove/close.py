"""The obligation close: padding, the calls of the block function, and the digest.

From any state, any counter, and with each number of bytes in the buffer, `close` runs with the
message's last bits as symbols.  It is stopped where the contract's `block` is entered: there the
state, the message block and what else the compression function takes must be what the specification
calls it with.  What the block function makes of them is proved once, for all states and blocks
(`Passage`), and what follows goes on with a new, arbitrary state that both sides share.

A passage leads from the label to the next stop.  Of what a program holds at its beginning, only
that is fixed which control, addresses or the result depend on; the rest is arbitrary, so that one
proof serves all lengths of the message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mote.prove import layout
from mote.prove.calls import Object
from mote.prove.machine import Lazy, ProofError, SecretBranch, Value
from mote.prove.solve import Simulation, variables_of
from mote.prove.specifications.hashing import HashFunction, State
from mote.prove.specifications.words import INTEGERS, Integer
from mote.prove.terms import SUM, VARIABLE, Bits, Terms
from mote.prove.word import TermWords, Word
from mote.types import MoteError

if TYPE_CHECKING:
    from mote.prove.obligations import Case, HashProof, Pair, Run

Cell = tuple[str, int]
"""A byte: its address space, and where it is there."""

CELL, STATE, MESSAGE, COUNTER = "cell", "any state", "any message", "any counter"
"""The names of what is arbitrary at the beginning of a passage."""

SAME: Bits = ()
"""In place of what a byte becomes: it stays as it is."""

FEW = 8
"""Operations whose result is worth knowing at the end of a passage, whatever they depend on."""

PASSAGES = 160
"""Proofs of the block function beyond which something else than it depends on the length."""


@dataclass
class Call:
    """A call of the compression function, as the specification makes it.  after: the state then."""

    state: State[Word]
    message: Sequence[Word]
    more: tuple[Word, ...]
    after: State[Word]


@dataclass
class Passage:
    """What was proved of the way from the block function's label to the next stop.

    fixed: the bytes at its beginning that have to be as they were.  more: what else the
    compression function took, as far as it was not free.  scale, constant: where the counter was
    free, the compression function took scale * counter + constant; scale is 0 where it was not.
    after: the bytes that are otherwise at its end: literals, in which variables stand for what was
    there at the beginning; None for what is not known.  end: the program counter there, None behind
    the return of `close`.  counted: what the counter was raised by.  digest: which bytes of it were
    written, as behind call number digest_of.  origin: of a variable the byte, its bit there, and
    whether it is complemented.  copies: which bytes are copies of one that was there.
    """

    fixed: dict[Cell, Value]
    more: list[Bits]
    scale: int
    constant: int
    after: dict[Cell, Value | None] = field(default_factory=dict)
    end: int = 0
    returned: bool = False
    counted: int = 0
    digest: tuple[int, ...] = ()
    digest_of: int | None = None
    origin: dict[int, tuple[Cell, int, int]] = field(default_factory=dict)
    copies: dict[Cell, Cell] = field(default_factory=dict)


class Taint:
    """Which nodes depend on what is arbitrary in a passage."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self._nodes: list[bool] = []
        self._chains: dict[int, bool] = {0: False}

    def any(self, literals: Bits) -> bool:
        terms, nodes = self.terms, self._nodes
        for node in range(len(nodes), len(terms)):
            kind, content = terms.kinds[node], terms.contents[node]
            if kind == VARIABLE:
                name = content[0] if isinstance(content, tuple) else content
                nodes.append(str(name).startswith((CELL, STATE, MESSAGE, COUNTER)))
            elif kind == SUM:
                chain, own = content
                nodes.append(any(nodes[each] for each in own) or self._chain(chain))
            elif content is None:
                nodes.append(False)
            else:
                nodes.append(any(nodes[each] for each in content))
        return any(nodes[literal >> 1] for literal in literals)

    def _chain(self, chain: int) -> bool:
        pending = []
        while chain not in self._chains:
            pending.append(chain)
            chain = self.terms.chains[chain][0]
        found = self._chains[chain]
        for chain in reversed(pending):
            found = found or any(self._nodes[item >> 1] for item in self.terms.chains[chain][1])
            self._chains[chain] = found
        return found


class Closing:
    """The runs of `close` of one file."""

    def __init__(self, proof: HashProof) -> None:
        self.proof = proof
        self.specification: HashFunction = proof.specification
        self.sponge = type(self.specification).held is not HashFunction.held
        label = proof.program.label(proof.contract.block)
        self.label = -1 if label is None else label
        self.hint: set[Cell] = set()
        self.free_counter = True
        self.case: Case | None = None
        self.passages: list[Passage] = []
        self._states: dict[tuple[Bits, ...], dict[int, Bits]] = {}
        self.serial = 0
        self.buffers: dict[int, dict[Cell, int]] = {}

    # ---- contexts ----

    def runs(self, digest_bits: int) -> Iterator[Run]:
        """Every number of waiting bytes, and of bits behind them."""
        proof = self.proof
        if self.label < 0:
            raise MoteError(f"the image has no label {proof.contract.block}")
        from mote.prove.obligations import Case

        context, first_matters = proof.invariant(digest_bits)
        keeps = self.specification.keeps_full_block
        if first_matters:
            yield from self._from(digest_bits, Case(first=True), context.begin)
        known = context.known
        if keeps and not first_matters:
            # An empty buffer behind message blocks is more than there is, and no other case.
            known = [
                a if a == b or at in context.fill else None
                for at, (a, b) in enumerate(zip(context.begin, known, strict=True))
            ]
        cases = [Case()]
        while cases:
            case = cases.pop(0)
            try:
                if keeps and not first_matters:
                    yield self._taken(case, context.known, known)
                yield from self._from(digest_bits, case, known, full=keeps and first_matters)
            except SecretBranch as error:
                cases = proof.split(case, error) + cases

    def _taken(self, case: Case, full: list[int | None], empty: list[int | None]) -> Run:
        """The first byte behind a full buffer leaves the context as behind an empty one."""
        from mote.prove.obligations import Pair, Run

        proof, caller = self.proof, self.proof.caller()
        words = TermWords(caller.terms)
        byte = caller.terms.variables("data[0]", 8)
        own = proof.bytes_of_places()
        number, _, _ = proof.counter_before(words, empty, case, big=caller.big_endian)

        def after(known: list[int | None]) -> list[Value]:
            content: list[Value] = [
                caller.terms.variables(f"context[{at}]", 8) if v is None or at in own else v
                for at, v in enumerate(known)
            ]
            counter = proof.contract.counter
            if counter is not None:
                stored = layout.number_stored(counter, number, big_endian=caller.big_endian)
                for offset, bits in stored.items():
                    content[offset] = caller.machine.known(bits, 1)
            return proof.update(caller, content, [byte], proof.bytes_of_state())

        wanted, got = after(empty), after(full)
        pairs = [
            Pair(f"byte {at} of the context", caller.machine.bits(a, 1), caller.machine.bits(b, 1))
            for at, (a, b) in enumerate(zip(got, wanted, strict=True))
            if at not in own and (type(b) is int or b == byte)
        ]
        return Run("a full buffer", caller, pairs, {})

    def _from(
        self, digest_bits: int, case: Case, known: list[int | None], *, full: bool = False
    ) -> Iterator[Run]:
        """From a context with an empty buffer, or with a full one."""
        proof, spec = self.proof, self.specification
        self._universe(case)
        caller, words = self.caller, self.words
        terms, big = caller.terms, caller.big_endian
        self.digest_bits = digest_bits
        size = spec.block_bytes(digest_bits)
        content: list[Value] = [
            terms.variables(f"context[{at}]", 8) if value is None else value
            for at, value in enumerate(known)
        ]
        number, _, blocks = proof.counter_before(words, known, case, big=big)
        counter = proof.contract.counter
        waiting = full
        if counter is not None:
            for offset, bits in layout.number_stored(counter, number, big_endian=big).items():
                content[offset] = caller.machine.known(bits, 1)
        state = {
            name: [words.variable(f"{name}[{i}]", bits) for i in range(count)]
            for name, (count, bits) in spec.state.items()
        }
        data = [words.variable(f"data[{i}]", 8) for i in range(size + 1)]
        fills = range(size)
        if spec.keeps_full_block:
            fills = range(1, size + 1) if waiting else range(size + 1)
        if waiting:
            # The first byte of the next block lets the full one go.
            skip = proof.bytes_of_state()
            content = proof.update(caller, content, [data[0].literals], skip)
            blocks = blocks + words.word(1, blocks.bits)
        self._stored(content, state)
        for fill in fills:
            if fill and not (waiting and fill == 1):
                content = proof.update(caller, content, [data[fill - 1].literals])
            held = spec.held(words, state, data[:fill])
            for n in range(8 if proof.function.bit_messages else 1):
                yield self._close(content, state, held, data[:fill], blocks, n, case)

    def _universe(self, case: Case) -> None:
        """Terms and passages of a case of the counter, shared by the digest sizes."""
        if self.case == case:
            return
        self.case = case
        self.caller = self.proof.caller()
        self.words = TermWords(self.caller.terms)
        self.taint = Taint(self.caller.terms)
        self.passages = []
        self._states = {}

    def _stored_bytes(self, state: State[Word]) -> dict[int, Bits]:
        """The bytes of the context that hold a state."""
        key = tuple(word.literals for each in state.values() for word in each)
        found = self._states.get(key)
        if found is None:
            proof = self.proof
            own = proof.words_of(state)
            found = {}
            for place in proof.contract.state:
                literals = [word.literals for word in own[proof.name_of(place)]]
                found |= layout.stored(place, literals, big_endian=self.caller.big_endian)
            self._states[key] = found
        return found

    def _stored(self, content: list[Value], state: State[Word]) -> None:
        for offset, bits in self._stored_bytes(state).items():
            content[offset] = self.caller.machine.known(bits, 1)

    # ---- one call ----

    def _close(
        self,
        content: list[Value],
        state: State[Word],
        held: State[Word],
        data: Sequence[Word],
        blocks: Word,
        n: int,
        case: Case,
    ) -> Run:
        from mote.prove.obligations import Pair, Run

        proof, spec, caller, words = self.proof, self.specification, self.caller, self.words
        bits = self.digest_bits
        ub = words.variable("ub", 8)
        name = f"{len(data)} bytes and {n} bits wait" + (f", {case.name}" if case.name else "")
        pairs: list[Pair] = []

        def specified(compress: Callable[..., State[Word]]) -> list[Word]:
            return spec.close(
                words, state, data, blocks, ub, n, bits, compress=compress, first=case.first
            )

        calls: list[Call] = []

        def record(
            _: object, before: State[Word], message: Sequence[Word], *more: Word
        ) -> State[Word]:
            number = len(calls)
            after = {
                name: [
                    words.variable(f"{name}[{i}] behind {number}", w.bits)
                    for i, w in enumerate(each)
                ]
                for name, each in before.items()
            }
            calls.append(Call(before, list(message), more, after))
            return after

        wanted = [word.literals for word in specified(record)]

        def again(
            number: int, state: State[Word], message: Sequence[Word], more: Sequence[Word]
        ) -> list[Bits]:
            """The digest where one call is made for real, with other arguments."""
            count = 0

            def one(_: object, *others: object) -> State[Word]:
                nonlocal count
                count += 1
                if count - 1 != number:
                    return calls[count - 1].after
                self.result = spec.compress(words, state, message, *more)
                return self.result

            return [word.literals for word in specified(one)]

        objects = caller.placed([proof.object_of_context(), Object("dst", bits // 8, True)])
        self.objects = objects

        def follow(machine: object) -> None:
            self._follow(calls, wanted, again, pairs)

        call = proof.implementation.calls[2]
        values: dict[str, Value | str] = {"cc": "cc", "ub": self._ub(ub, n), "n": n, "dst": "dst"}
        values["len"] = values["out_size"] = values["dst_len"] = bits // 8
        arguments = [a if isinstance(a, int) else values[a] for a in call.arguments]
        caller.call(call.symbol, arguments, objects, {"cc": content}, follow)
        after = caller.content(objects["dst"])
        for at, want in enumerate(wanted):
            pairs.append(Pair(f"digest[{at}]", caller.machine.bits(after[at], 1), want))

        def expected(number: Callable[[Bits], int]) -> dict[str, bytes]:
            """The digest by the specification for a counterexample."""

            def integer(word: Word) -> Integer:
                return Integer(number(word.literals), word.bits)

            numbers = {name: [integer(w) for w in each] for name, each in state.items()}
            found = spec.close(
                INTEGERS,
                numbers,
                [integer(w) for w in data],
                integer(blocks),
                integer(ub),
                n,
                bits,
                first=case.first,
            )
            return {"dst": bytes(word.value for word in found)}

        return Run(name, caller, pairs, {"dst": after}, expected)

    def _ub(self, ub: Word, n: int) -> Value:
        """The argument: an unsigned int whose low byte is arbitrary."""
        size = self.caller.architecture.arguments[0].size
        if size < 2:
            size = 2
        return ub.literals + (0,) * (8 * size - 8)

    def _follow(
        self,
        calls: list[Call],
        wanted: list[Bits],
        again: Callable[..., list[Bits]],
        pairs: list[Pair],
    ) -> None:
        machine = self.caller.machine
        stops = {self.label}
        number = 0
        at_label = False
        while True:
            if not at_label and machine.run(stops if number < len(calls) else ()):
                break
            if number == len(calls):
                machine.run()
                break
            self._at_label(number, calls[number], pairs)
            back = None if at_label else machine.called()
            passage = self._passage(number, calls[number], wanted, again, back)
            if passage is None:
                # Nothing that holds for all: this one as it is.
                machine.run()
                break
            self._apply(passage, calls[number], wanted)
            number += 1
            if passage.returned:
                return
            at_label = machine.architecture.code_address(machine.program_counter) == self.label
        if number < len(calls):
            pairs.append(self._pair("calls of the block function", number, len(calls)))

    def _pair(self, name: str, got: int, wanted: int) -> Pair:
        from mote.prove.obligations import Pair, constant

        return Pair(name, constant(got, 16), constant(wanted, 16))

    def _read(self, address: int, size: int) -> dict[int, Bits]:
        machine = self.caller.machine
        return {at: machine.bits(machine.read(address + at, 1), 1) for at in range(size)}

    def _at_label(self, number: int, call: Call, pairs: list[Pair]) -> None:
        """What the specification gives to the compression function is there."""
        from mote.prove.obligations import Pair

        proof, words, spec = self.proof, self.words, self.specification
        where = self.objects["cc"]
        machine = self.caller.machine
        content = {
            at: machine.bits(machine.read(where.start + at, 1), 1) for at in proof.bytes_of_state()
        }
        state = call.state
        if self.sponge and call.message:
            state = spec.held(words, state, call.message)
        for at, want in self._stored_bytes(state).items():
            pairs.append(Pair(f"byte {at} of the context in call {number}", content[at], want))
        if not self.sponge:
            machine = self.caller.machine
            for (space, at), i in self._buffer(call).items():
                got = machine.bits(machine.space(space).read(at, 1), 1)
                pairs.append(Pair(f"message[{i}] of call {number}", got, call.message[i].literals))

    def _buffer(self, call: Call) -> dict[Cell, int]:
        """Where the message block lies when the block function is entered."""
        size = self.specification.block_bytes(self.digest_bits)
        if size not in self.buffers:
            machine = self.caller.machine
            kept, counter, last = machine.kept(), machine.program_counter, machine.last
            self.buffers[size] = self.proof.buffer_of(self.label, self.digest_bits)
            machine.restore(kept)
            machine.program_counter, machine.last = counter, last
        return self.buffers[size]

    # ---- passages ----

    def _byte(self, cell: Cell) -> Value:
        machine = self.caller.machine
        return machine.known(machine.space(cell[0]).read(cell[1], 1), 1)

    def _counter_now(self) -> Bits:
        counter = self.proof.contract.counter
        if counter is None:
            return ()
        where = self.objects["cc"]
        content = self._read(where.start, where.size)
        return layout.number_bits(counter, content, big_endian=self.caller.big_endian)

    def _passage(
        self,
        number: int,
        call: Call,
        wanted: list[Bits],
        again: Callable[..., list[Bits]],
        back: int | None,
    ) -> Passage | None:
        terms = self.words.terms
        more = [word.literals for word in call.more]
        total = sum(more, ())
        now = self._counter_now()
        for passage in self.passages:
            if any(self._byte(cell) != value for cell, value in passage.fixed.items()):
                continue
            if passage.scale:
                low = terms.add([terms.linear(now, passage.scale)], len(now), passage.constant)
                if low != total[: len(now)] or passage.more != [total[len(now) :]]:
                    continue
            elif passage.more != more:
                continue
            if passage.digest_of is not None and passage.digest_of != number:
                continue
            return passage
        if len(self.passages) >= PASSAGES:
            raise MoteError(
                "what the block function is entered with differs with the length in too many ways"
            )
        made = self._prove(number, call, wanted, again, back)
        if made is not None:
            self.passages.append(made)
        return made

    def _affine(self, now: Bits, total: Bits) -> tuple[int, int] | None:
        """scale and constant, where total = scale * now + constant in all trials."""
        if not now or len(total) < len(now):
            return None
        simulation = Simulation(self.words.terms, samples=16)
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

    def _prove(
        self,
        number: int,
        call: Call,
        wanted: list[Bits],
        again: Callable[..., list[Bits]],
        back: int | None,
    ) -> Passage | None:
        machine = self.caller.machine
        kept, counter = machine.kept(), machine.program_counter
        fixed = set(self.hint)
        affine, free = None, True
        if call.more and self.free_counter:
            affine = self._affine(self._counter_now(), sum((w.literals for w in call.more), ()))
        try:
            while True:
                machine.restore(kept)
                machine.program_counter = counter
                attempt = Attempt(self, number, call, fixed, affine, free)
                try:
                    attempt.run(back)
                except ProofError as error:
                    cells = self._cells(getattr(error, "bits", ()) or getattr(error, "literal", ()))
                    if not cells - fixed:
                        raise
                    fixed |= cells
                    continue
                wrong = attempt.wrong(again, wanted)
                if not wrong:
                    break
                cells = self._cells(wrong) - fixed
                if cells:
                    fixed |= cells
                elif affine is not None:
                    affine, self.free_counter = None, False
                elif attempt.solved():
                    break
                elif free and not self.sponge:
                    # As of an output function whose block is a number.
                    free = False
                else:
                    return None
            self.hint |= fixed
            return attempt.passage()
        finally:
            machine.restore(kept)
            machine.program_counter = counter
            machine.unknown, machine.refuses = f"unknown {self.serial}", None

    def _cells(self, bits: Bits | int) -> set[Cell]:
        """The bytes at the beginning of a passage that literals depend on."""
        terms = self.words.terms
        found = set()
        for node in variables_of(terms, (bits,) if isinstance(bits, int) else bits):
            content = terms.contents[node]
            if isinstance(content, tuple) and str(content[0]).startswith(f"{CELL} "):
                _, space, offset = content[0].split(" ")
                found.add((space, int(offset, 16)))
        return found

    def _apply(self, passage: Passage, call: Call, wanted: list[Bits]) -> None:
        """Go to the passage's end."""
        machine, terms = self.caller.machine, self.words.terms
        now = self._counter_now() if passage.counted else ()
        values: dict[Cell, Value] = {}
        forgotten: list[Cell] = []
        known: dict[Cell, Bits] = {}
        for cell, pattern in passage.after.items():
            if pattern is None:
                forgotten.append(cell)
            elif isinstance(pattern, int):
                values[cell] = pattern
            elif cell in passage.copies:
                values[cell] = self._byte(passage.copies[cell])
            else:
                found = []
                for literal in pattern:  # type: ignore[union-attr]
                    origin = passage.origin.get(literal >> 1)
                    if origin is None:
                        found.append(literal)
                        continue
                    there, bit, negated = origin
                    if there not in known:
                        known[there] = machine.bits(self._byte(there), 1)
                    found.append(known[there][bit] ^ negated ^ (literal & 1))
                values[cell] = machine.known(tuple(found), 1)
        for (space, offset), value in values.items():
            machine.space(space).write(offset, 1, value)
        self.serial += 1
        machine.unknown = f"unknown {self.serial}"
        for space, offset in forgotten:
            machine.space(space).forget(offset)
        where = self.objects["cc"]
        proof, big = self.proof, self.caller.big_endian
        stored = {} if passage.returned else dict(self._stored_bytes(call.after))
        counter = proof.contract.counter
        if counter is not None and passage.counted:
            number = terms.add([terms.linear(now)], len(now), passage.counted)
            stored |= layout.number_stored(counter, number, big_endian=big)
        for offset, bits in stored.items():
            machine.write(where.start + offset, 1, machine.known(bits, 1))
        start = self.objects["dst"].start
        for at in passage.digest:
            machine.write(start + at, 1, machine.known(wanted[at], 1))
        machine.program_counter = passage.end


class Attempt:
    """A passage with some of what is there at its beginning arbitrary."""

    def __init__(
        self,
        closing: Closing,
        number: int,
        call: Call,
        fixed: set[Cell],
        affine: tuple[int, int] | None,
        free_message: bool,
    ) -> None:
        self.closing = closing
        self.number = number
        self.call = call
        self.affine = affine
        self.returned = False
        machine = closing.caller.machine
        words, proof = closing.words, closing.proof
        terms, big = words.terms, closing.caller.big_endian
        where = closing.objects["cc"]
        data_space = machine.architecture.data_space
        self.fixed: dict[Cell, Value] = {}
        free: dict[Cell, Bits] = {}
        self.state = {
            name: [words.variable(f"{STATE} {name}[{i}]", w.bits) for i, w in enumerate(each)]
            for name, each in call.state.items()
        }
        own = proof.words_of(self.state)
        for place in proof.contract.state:
            literals = [word.literals for word in own[proof.name_of(place)]]
            for offset, bits in layout.stored(place, literals, big_endian=big).items():
                free[data_space, where.start + offset] = bits
        self.message: list[Word] = list(call.message) if not closing.sponge else []
        if not closing.sponge and not free_message:
            fixed = fixed | set(closing._buffer(call))
        elif not closing.sponge:
            self.message = [words.variable(f"{MESSAGE}[{i}]", 8) for i in range(len(call.message))]
            for cell, i in closing._buffer(call).items():
                free[cell] = self.message[i].literals
        self.more = list(call.more)
        self.upper: Bits = sum((w.literals for w in call.more), ())
        counter = proof.contract.counter
        if affine is not None and counter is not None:
            width = 8 * counter.words * counter.word_bytes
            number_bits = terms.variables(COUNTER, width)
            for offset, bits in layout.number_stored(counter, number_bits, big_endian=big).items():
                free[data_space, where.start + offset] = bits
            scale, constant = affine
            low = terms.add([terms.linear(number_bits, scale)], width, constant)
            self.upper = self.upper[width:]
            total = low + self.upper
            self.more = []
            for word in call.more:
                self.more.append(words.of(total[: word.bits]))
                total = total[word.bits :]
        for name, cells in machine.kept().items():
            for offset, (_, size) in cells.items():
                each = [(name, offset + k) for k in range(size)]
                if any(cell in fixed for cell in each):
                    for cell in each:
                        self.fixed[cell] = closing._byte(cell)
                    continue
                for cell in each:
                    if cell not in free:
                        free[cell] = terms.variables(f"{CELL} {name} {cell[1]:#x}", 8)
        for cell in free:
            self.fixed.pop(cell, None)
        self.given = free
        for (name, offset), bits in free.items():
            machine.space(name).write(offset, 1, machine.known(bits, 1))
        for name, offset in fixed - set(self.fixed) - set(free):
            self.fixed[name, offset] = closing._byte((name, offset))
        self.origin = {
            bit >> 1: (cell, k, bit & 1)
            for cell, bits in free.items()
            for k, bit in enumerate(bits)
            if bit > 1
        }
        self.before = machine.kept()
        machine.unknown = CELL
        machine.refuses = lambda bits: bool(closing._cells(bits))

    def run(self, back: int | None) -> None:
        closing = self.closing
        machine = closing.caller.machine
        stops = {closing.label} | ({back} if back is not None else set())
        self.returned = machine.run(stops)

    def wrong(self, again: Callable[..., list[Bits]], wanted: list[Bits]) -> Bits:
        """The literals of the first word that is not known to be right."""
        closing = self.closing
        proof, caller = closing.proof, closing.caller
        machine, taint = caller.machine, closing.taint
        digest = again(self.number, self.state, self.message, self.more)
        self.digest: dict[int, Bits] = {}
        pairs: list[tuple[Bits, Bits]] = []
        start = closing.objects["dst"].start
        space = machine.architecture.data_space
        before = self.before.get(space, {})
        cells = machine.space(space).cells
        for at, want in enumerate(digest):
            if taint.any(want):
                changed = cells.get(start + at) != before.get(start + at)
                if changed or self.returned:
                    got = machine.bits(machine.read(start + at, 1), 1)
                    self.digest[at] = got
                    pairs.append((got, want))
        if not self.returned:
            where = closing.objects["cc"]
            content = closing._read(where.start, where.size)
            own = proof.words_of(closing.result)
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
        return ()

    def solved(self) -> bool:
        """Whether the solver shows that all are right."""
        from mote.prove.solve import Sweep

        simulation = Simulation(self.closing.words.terms)
        if any(simulation.value(g) != simulation.value(w) for g, w in self.left):
            return False
        return not Sweep(self.closing.words.terms, simulation).differing(self.left)

    def passage(self) -> Passage:
        """What the attempt has shown."""
        closing = self.closing
        machine = closing.caller.machine
        scale, constant = self.affine or (0, 0)
        more = [self.upper] if self.affine else [word.literals for word in self.call.more]
        found = Passage(dict(self.fixed), more, scale, constant)
        found.returned, found.end = self.returned, machine.program_counter
        found.digest = tuple(self.digest)
        found.origin = self.origin
        if self.digest:
            found.digest_of = self.number
        counter = closing.proof.contract.counter
        where = closing.objects["cc"]
        counter_cells: set[Cell] = set()
        space = machine.architecture.data_space
        if counter is not None and self.affine is not None:
            counter_cells = {
                (space, where.start + at + k)
                for at in counter.addresses
                for k in range(counter.word_bytes)
            }
        changed_counter = False
        for name, cells in machine.kept().items():
            before = self.before.get(name, {})
            for offset, (value, size) in cells.items():
                old = before.get(offset)
                if old is not None and old[1] == size and old[0] is value:
                    continue
                for k, pattern in enumerate(self._patterns(name, offset, value, size)):
                    cell = (name, offset + k)
                    if pattern is SAME:
                        continue
                    if cell in counter_cells and pattern is None:
                        changed_counter = True
                    found.after[cell] = pattern
        for cell, pattern in found.after.items():
            if isinstance(pattern, tuple):
                origins = [self.origin.get(literal >> 1) for literal in pattern]
                there = origins[0][0] if origins[0] is not None else cell
                if origins == [(there, k, literal & 1) for k, literal in enumerate(pattern)]:
                    found.copies[cell] = there
        if changed_counter and counter is not None:
            terms = closing.words.terms
            width = 8 * counter.words * counter.word_bytes
            raised = terms.add([terms.linear(terms.variables(COUNTER, width))], width, counter.step)
            if closing._counter_now() == raised:
                found.counted = counter.step
        return found

    def _patterns(self, name: str, offset: int, value: Value, size: int) -> list[Value | None]:
        machine, taint = self.closing.caller.machine, self.closing.taint
        big = machine.architecture.big_endian
        if type(value) is Lazy and value.bits is None and not self._cheap(value):
            return [None] * size
        bits = machine.bits(value, size)
        found: list[Value | None] = []
        for k in range(size):
            at = size - 1 - k if big else k
            part = bits[8 * at : 8 * at + 8]
            if self.given.get((name, offset + k)) == part:
                found.append(SAME)
            elif all(b >> 1 in self.origin or b < 2 for b in part) or not taint.any(part):
                found.append(machine.known(part, 1))
            else:
                found.append(None)
        return found

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
                    pure = not self.closing.taint.any(part)
            if not pure and len(seen) > FEW:
                return False
        return True
