"""The obligation close: padding, the calls of the block function, and the digest.

From any state, any counter, and with each number of bytes in the buffer, `close` runs with the
message's last bits as symbols.  It is stopped where the contract's `block` is entered: there the
state, the message block and what else the compression function takes must be what the specification
calls it with.  What the block function makes of them is proved once, for all states and blocks
(`Passage`), and what follows goes on with a new, arbitrary state that both sides share.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from mote import proofs
from mote.prove import layout
from mote.prove.beginnings import Beginnings, Stop
from mote.prove.calls import Object
from mote.prove.memory import Range
from mote.prove.passage import SAME, TOTAL, Attempt, Call, Cell, Made, Origin, Passage
from mote.prove.solve import Simulation, Sweep, variables_of
from mote.prove.specifications.hashing import HashFunction, State
from mote.prove.specifications.words import INTEGERS, Integer
from mote.prove.terms import Bits, Form, Terms
from mote.prove.universes import CELL, COUNTER, Applied, Condition, Later
from mote.prove.values import PASSAGE, Lazy, ProofError, SecretBranch, Value
from mote.prove.word import TermWords, Word
from mote.types import MoteError

if TYPE_CHECKING:
    from mote.prove.obligations import Case, HashProof, Invariant, Pair, Run

RETURN = {"simavr": ((2, 1), 2), "ucsim": ((-1, 0), 1), "pic24": ((-4, -3), 2)}
"""Where a return address lies, seen from the stack pointer, by the machine: the lowest byte first.

And in units of how many addresses of code it is.
"""

PROBED = 3000
"""Instructions in which the first things that have to be fixed are looked for."""

PASSAGES = 160
"""Proofs of the block function beyond which something else than it depends on the length."""


FURTHER = 2
"""Calls behind that of the block function at whose ends the state may be in the context, too."""


class Closing:
    """The runs of `close` of one file."""

    def __init__(self, proof: HashProof) -> None:
        self.proof = proof
        self.specification: HashFunction = proof.specification
        self.sponge = type(self.specification).held is not HashFunction.held
        label = proof.program.label(proof.contract.block)
        self.label = -1 if label is None else label
        counting = proof.function.counting_function if proofs.is_in_c(proof.implementation) else ""
        self.counting = {each for each in (proof.program.label(counting),) if counting and each}
        """Where the function is entered that counts a block and does nothing else, if there is one.

        It is proved once, as a passage that leaves the state as it was.
        """
        self.step = proof.contract.counter.step if proof.contract.counter else 0
        self.hints: dict[tuple[int, int | None], set[Cell]] = {}
        """What passages had to have fixed, by where they begin and what they return to."""
        self.free_counter = True
        self.other: set[Cell] = set()
        """What is no number that the counter is raised by, though it was the same one."""
        self.counted_by: tuple[Cell, ...] = ()
        """What was such a number in a passage that is proved."""
        self.known: list[int | None] = []
        self.case: Case | None = None
        self.words = TermWords(Terms())
        self.passages: list[Passage] = []
        self._states: dict[tuple[Bits, ...], dict[int, Bits]] = {}
        self._totals: dict[tuple[Bits, Bits], bool] = {}
        """Which totals are the same, though the rules do not say so."""
        self._words_behind: dict[tuple[int, str, int], list[Word]] = {}
        self.serial = 0
        self.asked: set[Cell] = set()
        self.objects: dict[str, Range] = {}
        self.buffers: dict[int, dict[Cell, int]] = {}
        self.invariants: dict[int, tuple[Invariant, bool]] = {}

    # ---- contexts ----

    def runs(self, digest_sizes: Sequence[int]) -> Iterator[Run]:
        """Every number of waiting bytes, and of bits behind them, for some digest sizes.

        A case of the counter comes with all of them, since they have much in common there.
        """
        proof = self.proof
        if self.label < 0:
            raise MoteError(f"the image has no label {proof.contract.block}")
        from mote.prove.obligations import Case

        if not self.invariants:
            self.invariants = proof.invariants(proof.function.digest_bits)
        for bits in digest_sizes:
            context, first_matters = self.invariants[bits]
            if first_matters:
                yield from self._from(bits, Case(first=True), context.begin)
        # Padding may end a block and begin another one.
        cases = [(Case(blocks=2), list(digest_sizes))]
        while cases:
            case, sizes = cases.pop(0)
            while sizes:
                try:
                    yield from self._of_case(sizes[0], case)
                except SecretBranch as error:
                    split = proof.split(case, error)
                    cases = [(each, list(sizes)) for each in split] + cases
                    # With what that decides the counter may be arbitrary in passages.
                    self.free_counter = True
                    break
                del sizes[0]

    def _of_case(self, digest_bits: int, case: Case) -> Iterator[Run]:
        """Those behind the first block, or behind any number of blocks."""
        keeps = self.specification.keeps_full_block
        context, first_matters = self.invariants[digest_bits]
        known = context.known
        if keeps and not first_matters:
            # An empty buffer behind message blocks is more than there is, and no other case.
            known = [
                a if a == b or at in context.fill else None
                for at, (a, b) in enumerate(zip(context.begin, known, strict=True))
            ]
            yield self._taken(case, context.known, known)
        yield from self._from(digest_bits, case, known, full=keeps and first_matters)

    def _taken(self, case: Case, full: list[int | None], empty: list[int | None]) -> Run:
        """The first byte behind a full buffer leaves the context as behind an empty one."""
        from mote.prove.obligations import Pair, Run

        proof, caller = self.proof, self.proof.caller()
        words = TermWords(caller.terms)
        byte = caller.terms.variables("data[0]", 8)
        own = proof.bytes_of_places()
        number, _, _ = proof.counter_before(words, empty, case, big=caller.big_endian)
        proof.decide_by_case(caller.machine, caller.terms, number, case)

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
        proof.decide_by_case(caller.machine, terms, number, case)
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
            content = self._let_go(content, data[0].literals, known, case)
            blocks = blocks + words.word(1, blocks.bits)
        self._stored(content, state)
        for fill in fills:
            if fill and not (waiting and fill == 1):
                content = proof.update(caller, content, [data[fill - 1].literals])
            held = spec.held(words, state, data[:fill])
            for n in range(8 if proof.function.bit_messages else 1):
                yield self._close(content, state, held, data[:fill], blocks, n, case)

    def _let_go(
        self, content: Sequence[Value], byte: Bits, known: list[int | None], case: Case
    ) -> list[Value]:
        """The context behind the first byte of the next block, which lets a full one go.

        Where carries of the counter decide branches there, but all lead to the same, these are no
        cases of what follows.
        """
        proof, caller = self.proof, self.caller
        machine, big = caller.machine, caller.big_endian
        counter, skip = proof.contract.counter, proof.bytes_of_state()

        def with_number(content: Sequence[Value], number: Bits) -> list[Value]:
            found = list(content)
            if counter is not None:
                for offset, bits in layout.number_stored(counter, number, big_endian=big).items():
                    found[offset] = machine.known(bits, 1)
            return found

        found: list[Value] | None = None
        first: SecretBranch | None = None
        cases = [case]
        while cases:
            each = cases.pop(0)
            number, after, _ = proof.counter_before(self.words, known, each, big=big)
            proof.decide_by_case(machine, caller.terms, number, each)
            try:
                behind = proof.update(caller, with_number(content, number), [byte], skip)
            except SecretBranch as error:
                cases = proof.split(each, error) + cases
                first = first or error
                continue
            if first is None:
                return behind
            rest = with_number(behind, (0,) * len(after))
            if with_number(behind, after) != behind or rest != (found or rest):
                # They have to be told apart.
                raise first
            found = rest
        number, after, _ = proof.counter_before(self.words, known, case, big=big)
        proof.decide_by_case(machine, caller.terms, number, case)
        return with_number(found or (), after)

    def _universe(self, case: Case) -> None:
        """Begin with a case of the counter; terms and passages are those of all cases."""
        if self.case == case:
            return
        self.case = case
        self.caller = self.proof.caller(self.words.terms)
        architecture = self.caller.architecture
        places = [architecture.registers[name] for name in architecture.flags]
        self.flags = {(place.space, place.offset) for place in places}
        self.beginnings = Beginnings(self)

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
            if not message and not self.sponge and calls and before is calls[-1].after:
                # An output transformation: no call of the block function.
                calls[-1].output = {
                    name: [words.variable(f"{name}[{i}] put out", w.bits) for i, w in enumerate(e)]
                    for name, e in before.items()
                }
                return calls[-1].output
            after = {name: self._behind(number, name, each) for name, each in before.items()}
            calls.append(Call(before, list(message), more, after))
            return after

        wanted = [word.literals for word in specified(record)]

        def again(attempt: Attempt) -> list[Bits]:
            """The digest where one call is made for real, with other arguments."""
            count = 0
            words = attempt.words

            def moved(word: Word) -> Word:
                return words.of(attempt.moved.bits(word.literals))

            def one(
                _: object, before: State[Word], message: Sequence[Word], *more: Word
            ) -> State[Word]:
                nonlocal count
                count += 1
                if count > len(calls) and before is attempt.result and attempt.back is None:
                    return spec.compress(words, before, message, *more)
                if count - 1 != attempt.number:
                    call = calls[min(count, len(calls)) - 1]
                    after = call.after if count <= len(calls) else call.output or {}
                    return {name: [moved(word) for word in each] for name, each in after.items()}
                attempt.result = spec.compress(words, attempt.state, attempt.message, *attempt.more)
                return attempt.result

            return [word.literals for word in specified(one, words, moved)]

        objects = caller.placed([proof.object_of_context(), Object("dst", bits // 8, True)])
        self.objects = objects

        def follow(stop: Stop | None, report: Callable[[Stop], None] | None) -> None:
            self._follow(calls, wanted, again, pairs, stop, report)

        call = proof.implementation.calls[2]
        values: dict[str, Value | str] = {"cc": "cc", "ub": self._ub(ub, n), "n": n, "dst": "dst"}
        values["len"] = values["out_size"] = values["dst_len"] = bits // 8
        arguments = [a if isinstance(a, int) else values[a] for a in call.arguments]
        key = len(data), n
        while True:
            try:
                self.beginnings.call(
                    key, call.symbol, arguments, objects, content, calls, pairs, follow
                )
                break
            except SecretBranch as error:
                self._ask(error)
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

    def _ask(self, error: SecretBranch) -> None:
        """Let passages keep what a branch depends on; raises the error again where they do."""
        terms, asked = self.caller.terms, set[Cell]()
        for node in variables_of(terms, [error.literal]) if error.terms is terms else ():
            name = terms.contents[node]
            parts = str(name[0]).split(" ") if isinstance(name, tuple) else []
            if len(parts) == 4 and parts[0] == "unknown":
                asked.add((parts[2], int(parts[3], 16)))
        if asked <= self.asked:
            raise error
        self.asked |= asked
        self.passages = [
            each
            for each in self.passages
            if not any(each.after.get(cell, SAME) is None for cell in asked)
        ]

    def _behind(self, number: int, name: str, before: Sequence[Word]) -> list[Word]:
        """Arbitrary words, as a part of the state behind a call."""
        key = number, name, len(before)
        found = self._words_behind.get(key)
        if found is None:
            found = self._words_behind[key] = [
                self.words.variable(f"{name}[{i}] behind {number}", word.bits)
                for i, word in enumerate(before)
            ]
        return found

    def _ub(self, ub: Word, n: int) -> Value:
        """The argument: an unsigned int whose low byte is arbitrary."""
        registers = self.caller.architecture.arguments
        on_stack = self.caller.cpu.abi.pointer_bytes
        size = max(2, registers[0].size if registers else on_stack)
        return ub.literals + (0,) * (8 * size - 8)

    def _follow(
        self,
        calls: list[Call],
        wanted: list[Bits],
        again: Callable[[Attempt], list[Bits]],
        pairs: list[Pair],
        stop: Stop | None,
        report: Callable[[Stop], None] | None,
    ) -> None:
        """Run to the end from a stop, None for the entry; report: is told of further stops."""
        machine = self.caller.machine
        stops = {self.label}
        number, at_label = (stop.number, stop.at_label) if stop else (0, False)
        del pairs[stop.pairs if stop else 0 :]
        while True:
            if report is not None:
                report(Stop.of(machine, number, at_label, len(pairs)))
            if not at_label and self._run(calls[0], stops if number < len(calls) else set()):
                break
            if number < len(calls):
                call = calls[number]
                back = None if at_label else machine.called() or self._returns_to()
            elif number == len(calls) and at_label and calls[-1].output is not None:
                if report is not None:
                    # How much is put out is open.
                    return
                call, back = calls[-1].transformation(), None
            else:
                self._run(calls[0], set())
                break
            self._at_label(number, call, pairs)
            begins = report is not None
            passage = self._passage(number, call, wanted, again, back, begins=begins)
            if passage is None and back is not None and back != machine.called():
                back = None
                passage = self._passage(number, call, wanted, again, back, begins=begins)
            if passage is None:
                # Nothing that holds for all: this one as it is.
                machine.run()
                break
            self._apply(passage, call, wanted)
            number += 1
            if passage.returned:
                return
            here = machine.architecture.code_address(machine.program_counter)
            at_label = here == self.label
            if number == len(calls) and call.output is not None and back is not None:
                # An output transformation begins where the last call has returned to.
                if here != back and self._run(call, {back}):
                    return
                at_label = True
        if number < len(calls):
            pairs.append(self._pair("calls of the block function", number, len(calls)))

    def _run(self, call: Call, stops: set[int]) -> bool:
        """Run to one of these addresses: False; or until `close` has returned: True.

        call: one of the compression function, for the names of the state's words.
        """
        machine = self.caller.machine
        counted = False
        while True:
            here = machine.architecture.code_address(machine.program_counter)
            if counted and here in stops:
                return False
            if here not in self.counting:
                if machine.run(stops | self.counting):
                    return True
                here = machine.architecture.code_address(machine.program_counter)
                if here not in self.counting:
                    return False
            passage = self._counted(call)
            if passage is None:
                self.counting = set()
            elif passage.returned:
                return True
            counted = passage is not None

    def _counted(self, call: Call) -> Passage | None:
        """Go to where the function that counts a block returns to; None if it does more."""
        same = Call(call.state, [], (), call.state)

        def again(attempt: Attempt) -> list[Bits]:
            attempt.result = attempt.state
            return []

        back = self.caller.machine.called()
        passage = self._passage(0, same, [], again, back, begins=False)
        if passage is not None:
            self._apply(passage, same, [])
        return passage

    def _returns_to(self) -> int | None:
        """Where the block function returns to where it was entered by a jump, if the stack says so.

        A wrong place does no harm: it is only where a passage may end.
        """
        machine = self.caller.machine
        pointer = machine.get(machine.architecture.stack_pointer)
        if self.caller.cpu.machine not in RETURN or not isinstance(pointer, int):
            return None
        places, unit = RETURN[self.caller.cpu.machine]
        found = [machine.read(pointer + place, 1) for place in places]
        if not all(isinstance(each, int) for each in found):
            return None
        return unit * sum(each << 8 * k for k, each in enumerate(found))  # type: ignore[operator,misc]

    def _pair(self, name: str, got: int, wanted: int) -> Pair:
        from mote.prove.obligations import Pair, constant

        return Pair(name, constant(got, 16), constant(wanted, 16))

    def read(self, address: int, size: int) -> dict[int, Bits]:
        machine = self.caller.machine
        return {at: machine.bits(machine.read(address + at, 1), 1) for at in range(size)}

    def _at_label(self, number: int, call: Call, pairs: list[Pair]) -> None:
        """What the specification gives to the compression function is there."""
        from mote.prove.obligations import Pair

        machine, start = self.caller.machine, self.objects["cc"].start
        space = machine.architecture.data_space
        state = call.state
        if self.sponge and call.message:
            state = self.specification.held(self.words, state, call.message)
        asked: list[tuple[Cell, Bits, str, int]] = [
            ((space, start + at), want, "byte {} of the context in", at)
            for at, want in self._stored_bytes(state).items()
        ]
        if not self.sponge and call.message:
            asked += [
                (cell, call.message[i].literals, "message[{}] of", i)
                for cell, i in self.buffer_cells(call).items()
            ]
        got = [machine.bits(machine.space(c[0]).read(c[1], 1), 1) for c, *_ in asked]
        if all(bits == want for bits, (_, want, *_) in zip(got, asked, strict=True)):
            both = tuple(itertools.chain.from_iterable(got))
            pairs.append(Pair(f"what call {number} is given", both, both))
            return
        for bits, (_, want, what, at) in zip(got, asked, strict=True):
            pairs.append(Pair(f"{what.format(at)} call {number}", bits, want))

    def buffer_cells(self, call: Call) -> dict[Cell, int]:
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

    def byte(self, cell: Cell) -> Value:
        machine = self.caller.machine
        return machine.known(machine.space(cell[0]).read(cell[1], 1), 1)

    def counter_now(self) -> Bits:
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
            places, _ = RETURN.get(caller.cpu.machine, ((), 0))
            for space in (architecture.data_space, *machine.ranges_beside):
                cells = [(space, stack + k) for k in places]
                if all(isinstance(self.byte(cell), int) for cell in cells):
                    found.update(cells)
        return found

    def _passage(
        self,
        number: int,
        call: Call,
        wanted: list[Bits],
        again: Callable[[Attempt], list[Bits]],
        back: int | None,
        *,
        begins: bool,
    ) -> Passage | None:
        """A passage that is proved and fits, or a new one; None where there is none for all.

        begins: some bytes of the context are open (Beginnings).
        """
        more = [word.literals for word in call.more]
        total = sum(more, ())
        now = self.counter_now()
        for passage in self.passages:
            if passage.begin != self.caller.machine.program_counter or not self.fits(passage):
                continue
            if passage.scale:
                if passage.more != [total[len(now) :]] or not self._is_total(passage, total):
                    continue
            elif passage.more != more:
                continue
            if not passage.puts_out(call, number, wanted, self.digest_bits):
                continue
            if any(self.value_of(c.terms, c.literal) != c.value for c in passage.conditions):
                continue
            return passage
        if len(self.passages) >= PASSAGES:
            raise MoteError(
                "what the block function is entered with differs with the length in too many ways"
            )
        if begins and self.beginnings.is_in_vain():
            raise ProofError("nothing more is proved here", self.caller.machine.program_counter)
        try:
            made = self._prove(number, call, wanted, again, back)
            if made is not None and made.scale and not self._is_total(made, total):
                # It only seemed to be the counter and a constant.
                self.free_counter = False
                made = self._prove(number, call, wanted, again, back)
        except ProofError:
            self.beginnings.failed += begins
            raise
        if begins:
            self.beginnings.failed = 0
        if made is not None:
            self.passages.append(made)
        return made

    def fits(self, passage: Passage) -> bool:
        """Whether the machine holds what a passage has to begin with, but for the counter."""
        return (
            passage.room <= self.objects["dst"].size
            and all(self.byte(cell) == value for cell, value in passage.fixed.items())
            and all(self.byte(a) == self.byte(b) for a, b in passage.same.items())
        )

    def _is_total(self, passage: Passage, wanted: Bits) -> bool:
        """Whether the specification gives that to the compression function, by its lowest bits."""
        terms, found = self.words.terms, self._total(passage)
        wanted = wanted[: len(found)]
        if not wanted or found == wanted:
            # What only counts takes nothing.
            return True
        known = self._totals.get((found, wanted))
        if known is None:
            sweep = Sweep(terms, Simulation(terms))
            known = not sweep.differing(list(zip(found, wanted, strict=True)))
            self._totals[found, wanted] = known
            self.caller.machine.solver_calls += sweep.calls
        return known

    def _total(self, passage: Passage) -> Bits:
        """What the compression function takes by a passage where the counter was free."""
        terms, now = self.words.terms, self.counter_now()
        parts = [terms.linear(now, passage.scale), *self._form(passage.extra)]
        return terms.add(parts, len(now), passage.constant)

    def value_of(self, terms: Terms, literal: int) -> int | None:
        """The value of a literal of a passage's terms where the machine is now, if it is known."""
        machine, now = self.caller.machine, self.counter_now()

        def given(name: str, bit: int) -> int:
            if name == COUNTER:
                return now[bit]
            kind, *where = name.split(" ")
            if kind != CELL:
                raise LookupError(name)
            space, offset = where
            return machine.bits(self.byte((space, int(offset, 16))), 1)[bit]

        try:
            [found] = Applied(terms, self.words.terms, given).bits((literal,))
            if found < 2:
                return found
            return None if machine.decide is None else int(machine.decide(found))
        except (LookupError, SecretBranch):
            return None

    def number_in(self, cells: Sequence[Cell]) -> Bits:
        """What bytes hold, the lowest first."""
        machine = self.caller.machine
        return sum((machine.bits(self.byte(cell), 1) for cell in cells), ())

    def _form(self, cells: Sequence[Cell]) -> list[Form]:
        """The same as a summand, if there are any."""
        return [self.words.terms.linear(self.number_in(cells))] if cells else []

    def _word(self, cells: set[Cell], number: int) -> tuple[Cell, ...]:
        """Those of the bytes that hold a number which is not 0, the lowest first."""
        word: list[Cell] | tuple[Cell, ...] = self.counted_by
        if number and word and self.other.isdisjoint(word) and cells.issuperset(word):
            bits = self.number_in(word)
            if max(bits) < 2 and sum(bit << k for k, bit in enumerate(bits)) == number:
                return self.counted_by
        for size in (8, 4, 2, 1) if number else ():
            for space, offset in cells:
                word = [(space, offset + k) for k in range(size)]
                if not (cells - self.other).issuperset(word):
                    continue
                if self.caller.big_endian:
                    word.reverse()
                bits = self.number_in(word)
                if max(bits) < 2 and sum(bit << k for k, bit in enumerate(bits)) == number:
                    return tuple(word)
        return ()

    @staticmethod
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

    def _prove(
        self,
        number: int,
        call: Call,
        wanted: list[Bits],
        again: Callable[[Attempt], list[Bits]],
        back: int | None,
    ) -> Passage | None:
        machine = self.caller.machine
        kept, counter, decide = machine.kept(), machine.program_counter, machine.decide
        # What one call had to have fixed is likely for the next, which returns to elsewhere.
        likely_too = next((each for at, each in self.hints.items() if at[0] == counter), set())
        hint = self.hints.setdefault((counter, back), set(likely_too))
        # Where a hint holds no number now, it is not what control or addresses depend on here.
        fixed = {cell for cell in hint if type(self.byte(cell)) is int}
        affine, free = None, True
        extra: tuple[Cell, ...] = ()
        conditions: list[Condition] = []
        joined: Passage | None = None
        """What is proved for some values of the free ones among them."""
        may_be_free, begun = True, None
        if self.free_counter:
            total: Bits = sum((w.literals for w in call.more), ())
            affine = self.affine(self.words.terms, self.counter_now(), total)
            if machine.architecture.code_address(counter) in self.counting:
                affine = 1, 0
        self.other |= self.flags
        likely = self._likely()
        if affine is not None:
            # A part of a pointer may happen to be the same number.
            extra = self._word(fixed - likely, affine[1])
            fixed -= set(extra)
        tried = bool(extra)
        probing = not hint
        fixed |= likely
        try:
            while True:
                if joined is not None and begun != (fixed, affine, extra, free):
                    # With all of them again: their beginnings are the same.
                    joined = None
                    conditions.clear()
                begun = set(fixed), affine, extra, free
                machine.terms, machine.decide = self.words.terms, decide
                machine.restore(kept)
                machine.program_counter = counter
                attempt = Attempt(
                    self, number, call, fixed, affine, extra, free, wanted, back, conditions
                )
                try:
                    if probing:
                        attempt.run(PROBED, probing=True)
                        probing = False
                        continue
                    # First, so that its words have names when the machine comes to them.
                    attempt.digest = again(attempt)
                    attempt.run()
                    wrong = attempt.wrong()
                    for _ in range(FURTHER):
                        if not wrong or attempt.cells(wrong) - fixed or not attempt.differs():
                            break
                        if attempt.further():
                            wrong = attempt.wrong()
                except ProofError as error:
                    bits = getattr(error, "bits", ()) or getattr(error, "literal", ())
                    cells = attempt.cells(bits)
                    if affine is not None and attempt.counts(bits):
                        # It branches on the counter.
                        if not tried:
                            extra, tried = self._word(cells - fixed, affine[1]), True
                            if extra:
                                continue
                        machine.terms, machine.decide = self.words.terms, decide
                        machine.restore(kept)
                        condition = None
                        if isinstance(bits, int):
                            condition = attempt.condition(bits, may_be_free=may_be_free)
                        if condition is not None:
                            conditions.append(condition)
                            continue
                        # Which it is has to be known.
                        affine, self.free_counter = None, False
                        conditions.clear()
                        cells = cells | set(extra)
                        extra = ()
                    elif probing and not cells - fixed:
                        probing = False
                        continue
                    elif not cells - fixed:
                        raise
                    fixed |= cells
                    if cells & set(extra):
                        # It is something else that happens to be the same number.
                        fixed |= set(extra)
                        self.other |= set(extra)
                        extra, tried = (), False
                    continue
                if not wrong or (
                    affine is None and not attempt.cells(wrong) - fixed and attempt.solved()
                ):
                    found = attempt.passage()
                    joined = found if joined is None else joined.joined(found)
                    may_be_free &= joined is not None
                    while conditions and (conditions[-1].last or not conditions[-1].free):
                        conditions.pop()
                    if joined is None:
                        conditions.clear()
                    elif not conditions:
                        break
                    else:
                        other = 1 - conditions[-1].value
                        conditions[-1] = dataclasses.replace(conditions[-1], value=other, last=True)
                    continue
                cells = attempt.cells(wrong) - fixed
                if cells and affine is not None and not tried:
                    extra, tried = self._word(cells, affine[1]), True
                    if extra:
                        continue
                if cells:
                    # What it is raised by stays free as long as there is something else.
                    others = cells - set(extra)
                    fixed |= others or cells
                    if not others:
                        extra = ()
                elif affine is not None and extra:
                    # It was another one, which happens to be the same number.
                    fixed |= set(extra)
                    self.other |= set(extra)
                    extra = self._word(fixed - likely, affine[1])
                    fixed -= set(extra)
                elif affine is not None:
                    affine, self.free_counter = None, False
                elif free and not self.sponge:
                    # As of an output function whose block is a number.
                    free = False
                else:
                    return None
            hint |= fixed
            self.counted_by = extra or self.counted_by
            return joined
        finally:
            machine.terms, machine.decide = self.words.terms, decide
            machine.restore(kept)
            machine.program_counter = counter
            machine.unknown, machine.refuses = f"unknown {self.serial}", None

    def _apply(self, passage: Passage, call: Call, wanted: list[Bits]) -> None:
        """Go to the passage's end."""
        machine, terms = self.caller.machine, self.words.terms
        number: Bits = ()
        if passage.counted is not None:
            added, with_extra = passage.counted
            now = self.counter_now()
            parts = [terms.linear(now), *self._form(passage.extra if with_extra else ())]
            number = terms.add(parts, len(now), added)
        values: dict[Cell, Value] = {}
        known: dict[Cell, Bits] = {}

        def literal(origin: int | Origin) -> int:
            if isinstance(origin, int):
                return origin
            there, bit, negated = origin
            if there not in known and there == TOTAL:
                known[there] = self._total(passage)
            elif there not in known:
                known[there] = machine.bits(self.byte(there), 1)
            return known[there][bit] ^ negated

        # What is made of these is computed where somebody asks for it: most is never read again.
        sources: dict[object, tuple[Value, Origin | None]] = {}
        for name, origin in passage.inputs.items():
            if isinstance(origin, int) or origin[0] == TOTAL:
                sources[name] = (literal(origin),), None
            else:
                space, offset = origin[0]
                sources[name] = machine.space(space).read(offset, 1), origin

        def there(name: object) -> int:
            value, origin = sources[name]
            bits = machine.bits(value, 1)
            return bits[0] if origin is None else bits[origin[1]] ^ origin[2]

        made = Later(passage.terms, terms, there)
        for cell, pattern in passage.after.items():
            if pattern is None:
                continue
            if isinstance(pattern, int):
                values[cell] = pattern
            elif isinstance(pattern, Made):
                inputs = tuple(sources[name][0] for name in pattern.inputs)
                values[cell] = Lazy(PASSAGE, (partial(made.bits, pattern.bits), *inputs), (), 1, 0)
            elif cell in passage.copies:
                values[cell] = self.byte(passage.copies[cell])
            else:
                literals = map(literal, pattern)
                values[cell] = machine.known(tuple(literals), 1)
        for (space, offset), value in values.items():
            machine.space(space).write(offset, 1, value)
        self.serial += 1
        machine.unknown = f"unknown {self.serial}"
        for space, offsets in passage.forgotten.items():
            machine.space(space).forget(offsets)
        where = self.objects["cc"]
        proof, big = self.proof, self.caller.big_endian
        stored: dict[int, Bits] = {}
        if not passage.returned and call.after is not call.state:
            stored = dict(self._stored_bytes(call.after))
        counter = proof.contract.counter
        if counter is not None and number:
            stored |= layout.number_stored(counter, number, big_endian=big)
        for offset, bits in stored.items():
            machine.write(where.start + offset, 1, machine.known(bits, 1))
        start = self.objects["dst"].start
        for at in passage.digest:
            machine.write(start + at, 1, machine.known(wanted[at], 1))
        machine.program_counter = passage.end
