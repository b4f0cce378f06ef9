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
from mote.prove.solve import Simulation, inputs_of, variables_of
from mote.prove.specifications.hashing import HashFunction, State
from mote.prove.specifications.words import INTEGERS, Integer
from mote.prove.terms import AND, SUM, TRUE, VARIABLE, XOR, Bits, Form, Terms
from mote.prove.word import TermWords, Word
from mote.types import MoteError

if TYPE_CHECKING:
    from mote.prove.obligations import Case, HashProof, Pair, Run

Cell = tuple[str, int]
"""A byte: its address space, and where it is there."""

Origin = tuple[Cell, int, int]
"""A bit at the beginning of a passage: its byte, its number there, whether it is complemented."""

Pattern = int | tuple["int | Origin", ...] | None
"""What a byte is behind a passage: a number, or for each bit a literal or where it comes from."""

CELL, STATE, MESSAGE, COUNTER = "cell", "any state", "any message", "any counter"
"""The names of what is arbitrary at the beginning of a passage."""

TOTAL: Cell = "counter", 0
"""Stands for scale * counter + extra + constant of a passage, as if that were a byte."""

SAME: Pattern = ()
"""In place of what a byte becomes: it stays as it is."""

FEW = 8
"""Operations whose result is worth knowing at the end of a passage, whatever they depend on."""

RETURN = {"simavr": (1, 2), "ucsim": (-1, 0), "pic24": (-4, -3)}
"""Where a return address lies, seen from the stack pointer, by the machine."""

PROBED = 3000
"""Instructions in which the first things that have to be fixed are looked for."""

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
    free, the compression function took scale * counter + extra + constant; scale is 0 where it was
    not.  extra: the bytes of a number that the block function is given, lowest first.  after:
    the bytes that are otherwise at its end; None for what is not known.  end: the program
    counter there, None behind the return of `close`.  counted: what the counter was raised by, and
    whether by extra, too; None where it is not known.  digest: which bytes of it were written, as
    behind call number digest_of.  copies: which bytes are copies of one that was there.  forgotten:
    the places in each space of those that are not known.
    """

    fixed: dict[Cell, Value]
    more: list[Bits]
    scale: int
    constant: int
    extra: tuple[Cell, ...] = ()
    after: dict[Cell, Pattern] = field(default_factory=dict)
    end: int = 0
    returned: bool = False
    counted: tuple[int, bool] | None = None
    digest: tuple[int, ...] = ()
    digest_of: int | None = None
    copies: dict[Cell, Cell] = field(default_factory=dict)
    forgotten: dict[str, set[int]] = field(default_factory=dict)


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


class Moved:
    """The terms of one universe in another, by the names of their variables."""

    def __init__(self, source: Terms, target: Terms) -> None:
        self.source = source
        self.target = target
        self._found: dict[int, int] = {0: 0}

    def bits(self, literals: Bits) -> Bits:
        return tuple(self._literal(literal) for literal in literals)

    def value(self, value: Value) -> Value:
        """A number or bits."""
        return self.bits(value) if type(value) is tuple else value

    def _literal(self, literal: int) -> int:
        found = self._found
        stack = [literal >> 1]
        while stack:
            node = stack[-1]
            missing = [each for each in inputs_of(self.source, node) if each not in found]
            if node in found or not missing:
                stack.pop()
                if node not in found:
                    found[node] = self._node(node)
            else:
                stack += missing
        return found[literal >> 1] ^ (literal & 1)

    def _node(self, node: int) -> int:
        source, target, found = self.source, self.target, self._found
        kind, content = source.kinds[node], source.contents[node]
        if kind == VARIABLE:
            return target.variable(content)
        if kind == XOR:
            return target.exclusive_or(found[each] for each in content)
        if kind == AND:
            product = TRUE
            for each in content:
                product = target.conjunction(product, found[each])
            return product
        chain, own = content
        constant, coefficients = source.form_of(chain)
        level = 0
        while chain:
            chain, level = source.chains[chain][0], level + 1
        parts = [target.plain((found[each],), c) for each, c in coefficients.items()]
        parts += [target.plain((found[each],), 1 << level) for each in own]
        return target.add(parts, level + 1, constant)[level]


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
        self.other: set[Cell] = set()
        self.known: list[int | None] = []
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
        # Padding may end a block and begin another one.
        cases = [Case(blocks=2)]
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
        self.known = known
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
        architecture = self.caller.architecture
        places = [architecture.registers[name] for name in architecture.flags]
        self.flags = {(place.space, place.offset) for place in places}
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

        def specified(
            compress: Callable[..., State[Word]],
            words: TermWords = words,
            moved: Callable[[Word], Word] = lambda word: word,
        ) -> list[Word]:
            return spec.close(
                words,
                {name: [moved(word) for word in each] for name, each in state.items()},
                [moved(word) for word in data],
                moved(blocks),
                moved(ub),
                n,
                bits,
                compress=compress,
                first=case.first,
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

        def again(attempt: Attempt) -> list[Bits]:
            """The digest where one call is made for real, with other arguments."""
            count = 0
            words = attempt.words

            def moved(word: Word) -> Word:
                return words.of(attempt.moved.bits(word.literals))

            def one(_: object, *others: object) -> State[Word]:
                nonlocal count
                count += 1
                if count - 1 != attempt.number:
                    after = calls[count - 1].after
                    return {name: [moved(word) for word in each] for name, each in after.items()}
                attempt.result = spec.compress(words, attempt.state, attempt.message, *attempt.more)
                return attempt.result

            return [word.literals for word in specified(one, words, moved)]

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
        again: Callable[[Attempt], list[Bits]],
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
        start = self.objects["cc"].start
        machine = self.caller.machine
        content = {
            at + k: machine.bits(machine.read(start + at + k, 1), 1)
            for at in counter.addresses
            for k in range(counter.word_bytes)
        }
        return layout.number_bits(counter, content, big_endian=self.caller.big_endian)

    def _likely(self) -> set[Cell]:
        """The bytes of registers that hold 0 by the ABI, or point to the stack or the context."""
        caller = self.caller
        machine, architecture = caller.machine, caller.architecture
        names = {*caller.cpu.abi.zero, caller.cpu.abi.stack_pointer}
        found: set[Cell] = set()
        for name, place in architecture.registers.items():
            if place.space != "register":
                continue
            cells = [(place.space, place.offset + k) for k in range(place.size)]
            value = machine.space(place.space).cells.get(place.offset)
            pointer = value is not None and value == (self.objects["cc"].start, place.size)
            if pointer or name in {each.lstrip("$") for each in names}:
                found.update(cells)
        stack = machine.known(
            machine.get(architecture.stack_pointer), architecture.stack_pointer.size
        )
        if isinstance(stack, int):
            for space in (architecture.data_space, *machine.ranges_beside):
                cells = [(space, stack + k) for k in RETURN.get(caller.cpu.machine, ())]
                if all(isinstance(self._byte(cell), int) for cell in cells):
                    found.update(cells)
        return found

    def _passage(
        self,
        number: int,
        call: Call,
        wanted: list[Bits],
        again: Callable[[Attempt], list[Bits]],
        back: int | None,
    ) -> Passage | None:
        more = [word.literals for word in call.more]
        total = sum(more, ())
        now = self._counter_now()
        for passage in self.passages:
            if any(self._byte(cell) != value for cell, value in passage.fixed.items()):
                continue
            if passage.scale:
                low = self._total(passage)
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

    def _total(self, passage: Passage) -> Bits:
        """What the compression function takes by a passage where the counter was free."""
        terms, now = self.words.terms, self._counter_now()
        parts = [terms.linear(now, passage.scale), *self._form(passage.extra)]
        return terms.add(parts, len(now), passage.constant)

    def _number(self, cells: Sequence[Cell]) -> Bits:
        """What bytes hold, the lowest first."""
        machine = self.caller.machine
        return sum((machine.bits(self._byte(cell), 1) for cell in cells), ())

    def _form(self, cells: Sequence[Cell]) -> list[Form]:
        """The same as a summand, if there are any."""
        return [self.words.terms.linear(self._number(cells))] if cells else []

    def _word(self, cells: set[Cell], number: int) -> tuple[Cell, ...]:
        """Those of the bytes that hold a number which is not 0, the lowest first."""
        for size in (8, 4, 2, 1) if number else ():
            for space, offset in cells:
                word = [(space, offset + k) for k in range(size)]
                if not (cells - self.other).issuperset(word):
                    continue
                if self.caller.big_endian:
                    word.reverse()
                bits = self._number(word)
                if max(bits) < 2 and sum(bit << k for k, bit in enumerate(bits)) == number:
                    return tuple(word)
        return ()

    @staticmethod
    def _affine(terms: Terms, now: Bits, total: Bits) -> tuple[int, int] | None:
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

    def _prove(
        self,
        number: int,
        call: Call,
        wanted: list[Bits],
        again: Callable[[Attempt], list[Bits]],
        back: int | None,
    ) -> Passage | None:
        machine = self.caller.machine
        kept, counter = machine.kept(), machine.program_counter
        fixed = set(self.hint)
        affine, free = None, True
        extra: tuple[Cell, ...] = ()
        if call.more and self.free_counter:
            total: Bits = sum((w.literals for w in call.more), ())
            affine = self._affine(self.words.terms, self._counter_now(), total)
        if affine is not None:
            extra = self._word(fixed, affine[1])
            fixed -= set(extra)
        tried = bool(extra)
        probing = not self.hint
        fixed |= self._likely()
        self.other |= self.flags
        try:
            while True:
                machine.terms = self.words.terms
                machine.restore(kept)
                machine.program_counter = counter
                attempt = Attempt(self, number, call, fixed, affine, extra, free)
                try:
                    if probing:
                        attempt.run(back, PROBED)
                        probing = False
                        continue
                    # First, so that its words have names when the machine comes to them.
                    attempt.digest = again(attempt)
                    attempt.run(back)
                except ProofError as error:
                    bits = getattr(error, "bits", ()) or getattr(error, "literal", ())
                    cells = attempt.cells(bits)
                    if not cells - fixed:
                        raise
                    fixed |= cells
                    if cells & set(extra):
                        # It is something else that happens to be the same number.
                        fixed |= set(extra)
                        self.other |= set(extra)
                        extra, tried = (), False
                    continue
                wrong = attempt.wrong()
                if not wrong:
                    break
                cells = attempt.cells(wrong) - fixed
                if cells and affine is not None and not tried:
                    extra, tried = self._word(cells, affine[1]), True
                    if extra:
                        continue
                if cells:
                    fixed |= cells
                    if cells & set(extra):
                        extra = ()
                elif affine is not None:
                    affine, self.free_counter = None, False
                    fixed |= set(extra)
                    extra = ()
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
            machine.terms = self.words.terms
            machine.restore(kept)
            machine.program_counter = counter
            machine.unknown, machine.refuses = f"unknown {self.serial}", None

    def _apply(self, passage: Passage, call: Call, wanted: list[Bits]) -> None:
        """Go to the passage's end."""
        machine, terms = self.caller.machine, self.words.terms
        number: Bits = ()
        if passage.counted is not None:
            added, with_extra = passage.counted
            now = self._counter_now()
            parts = [terms.linear(now), *self._form(passage.extra if with_extra else ())]
            number = terms.add(parts, len(now), added)
        values: dict[Cell, Value] = {}
        known: dict[Cell, Bits] = {}
        for cell, pattern in passage.after.items():
            if pattern is None:
                continue
            if isinstance(pattern, int):
                values[cell] = pattern
            elif cell in passage.copies:
                values[cell] = self._byte(passage.copies[cell])
            else:
                found = []
                for origin in pattern:
                    if isinstance(origin, int):
                        found.append(origin)
                        continue
                    there, bit, negated = origin
                    if there not in known and there == TOTAL:
                        known[there] = self._total(passage)
                    elif there not in known:
                        known[there] = machine.bits(self._byte(there), 1)
                    found.append(known[there][bit] ^ negated)
                values[cell] = machine.known(tuple(found), 1)
        for (space, offset), value in values.items():
            machine.space(space).write(offset, 1, value)
        self.serial += 1
        machine.unknown = f"unknown {self.serial}"
        for space, offsets in passage.forgotten.items():
            machine.space(space).forget(offsets)
        where = self.objects["cc"]
        proof, big = self.proof, self.caller.big_endian
        stored = {} if passage.returned else dict(self._stored_bytes(call.after))
        counter = proof.contract.counter
        if counter is not None and number:
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
        extra: tuple[Cell, ...],
        free_message: bool,
    ) -> None:
        self.closing = closing
        self.number = number
        self.call = call
        self.affine = affine
        self.extra = extra
        self.returned = False
        self.digest: list[Bits] = []
        self.result: State[Word] = {}
        machine, proof = closing.caller.machine, closing.proof
        space, start = machine.architecture.data_space, closing.objects["cc"].start
        if not closing.sponge and not free_message:
            fixed = fixed | set(closing._buffer(call))
        # All that is asked of the bytes as they are comes before the change of the universe.
        given: dict[Cell, Value] = {}
        for cell in fixed:
            given[cell] = closing._byte(cell)
        value = sum(bit << k for k, bit in enumerate(closing._number(extra)))
        begin = machine.kept()
        constants = {at: begin[space].pop(at) for at in closing.caller.constants}
        self.terms = Terms()
        self.words = TermWords(self.terms)
        self.taint = Taint(self.terms)
        self.moved = Moved(closing.words.terms, self.terms)
        self.back = Moved(self.terms, closing.words.terms)
        machine.terms = self.terms
        if closing.case is not None:
            # For what is assumed of the counter, should it be fixed.
            proof.counter_before(
                self.words, closing.known, closing.case, big=closing.caller.big_endian
            )
        machine.reset()
        machine.space(space).cells.update(constants)
        free = self._free(free_message)
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
            scale, constant = affine
            self.affine = scale, constant - value
            parts = [self.terms.linear(number_bits, scale), *self._extra()]
            total = self.terms.add(parts, width, constant - value)
            self.total = total
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
        machine.unknown = CELL
        machine.refuses = lambda bits: bool(self.cells(bits))

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
            for cell, i in closing._buffer(call).items():
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

    def run(self, back: int | None, most: int | None = None) -> None:
        closing = self.closing
        machine = closing.caller.machine
        stops = {closing.label} | ({back} if back is not None else set())
        self.returned = machine.run(stops, most)

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
            content = closing._read(where.start, where.size)
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
        now = closing._counter_now()
        begin = terms.linear(terms.variables(COUNTER, len(now)))
        for parts in ([begin], [begin, *self._extra()]):
            shape = closing._affine(terms, terms.add(parts, len(now)), now)
            if shape is not None and terms.add(parts, len(now), shape[1]) == now:
                self.counted = shape[1], len(parts) > 1
                return ()
        return now

    def solved(self) -> bool:
        """Whether the solver shows that all are right."""
        from mote.prove.solve import Sweep

        simulation = Simulation(self.terms)
        if any(simulation.value(g) != simulation.value(w) for g, w in self.left):
            return False
        return not Sweep(self.terms, simulation).differing(self.left)

    def passage(self) -> Passage:
        """What the attempt has shown."""
        closing = self.closing
        machine = closing.caller.machine
        scale, constant = self.affine or (0, 0)
        more = [self.upper] if self.affine else [word.literals for word in self.call.more]
        found = Passage(dict(self.fixed), more, scale, constant)
        found.returned, found.end = self.returned, machine.program_counter
        found.digest = tuple(self.put_out)
        if self.put_out:
            found.digest_of = self.number
        found.extra, found.counted = self.extra, self.counted
        for name, cells in machine.kept().items():
            before = self.before.get(name, {})
            for offset, (value, size) in cells.items():
                old = before.get(offset)
                if old is not None and old[1] == size and old[0] is value:
                    continue
                for k, pattern in enumerate(self._patterns(name, offset, value, size)):
                    if pattern is not SAME:
                        found.after[name, offset + k] = pattern
        for cell, pattern in found.after.items():
            if pattern is None:
                found.forgotten.setdefault(cell[0], set()).add(cell[1])
            if isinstance(pattern, tuple) and isinstance(pattern[0], tuple):
                there = pattern[0][0]
                if there != TOTAL and pattern == tuple((there, k, 0) for k in range(8)):
                    found.copies[cell] = there
        return found

    def _patterns(self, name: str, offset: int, value: Value, size: int) -> list[Pattern]:
        """Of the bytes of a cell; SAME for those that are as they were."""
        machine = self.closing.caller.machine
        big = machine.architecture.big_endian
        if type(value) is Lazy and value.bits is None and not self._cheap(value):
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
                return None
            else:
                found.append(self.back.bits((bit,))[0])
        return tuple(found)

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
