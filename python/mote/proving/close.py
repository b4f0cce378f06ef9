"""The obligation close: padding, the calls of the block function, and the digest.

From any state, any counter, and with each number of bytes in the buffer, `close` runs with the
message's last bits as symbols.  A cut point is where the contract's `block` is entered: there the
state, the message block and what else the compression function takes must be what the specification
calls it with.  What the block function makes of them is proved once, for all states and blocks
(`Passage`); behind it the state is havocked, and both sides share the new one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from mote.common.errors import MoteError
from mote.proving import layout
from mote.proving.calls import Called, Object
from mote.proving.composition import Composition, Differs
from mote.proving.counters import Case
from mote.proving.execution import Execution
from mote.proving.loop_invariants import Invariant
from mote.proving.obligations import HashProof
from mote.proving.passages import Passages
from mote.proving.prefixes import Prefixes
from mote.proving.runs import Pair, Run
from mote.proving.specified import Specified
from mote.proving.terms import Bits
from mote.proving.values import SecretBranch, Value
from mote.proving.word import TermWords, Word
from mote.specifications.hashing import State

GIVES_UP = 2
"""Numbers of waiting bytes, one after the other, that branch on the counter: others will, too."""


class Fills:
    """How many bytes wait in the closes of a case of the counter, and which need narrower cases.

    wanted: None for any number of bytes.
    """

    def __init__(self, case: Case, wanted: Collection[int] | None = None) -> None:
        self.case = case
        self.wanted = wanted
        self._narrower: dict[int, tuple[Case, ...]] = {}
        self._all: tuple[Case, ...] = ()
        self._row = 0

    def asks(self, fill: int) -> bool:
        """Whether closes behind so many bytes are still to be tried in this case."""
        return fill not in self._narrower and (self.wanted is None or fill in self.wanted)

    def leave(self, fill: int, cases: Sequence[Case]) -> None:
        """Behind so many bytes these cases are told apart, for all digest sizes."""
        self._narrower[fill] = tuple(cases)
        self._row += 1

    def passed(self) -> None:
        self._row = 0

    def gives_up(self, fill: int, fills: Sequence[int]) -> bool:
        """Whether those behind so many bytes are left, too, without another try."""
        if self._row < GIVES_UP:
            return False
        self._row = 0
        for each in fills:
            if each > fill and self.asks(each):
                self._narrower[each] = self._narrower[fill]
        return True

    def leave_all(self, cases: Sequence[Case]) -> None:
        """These cases are told apart whatever waits."""
        self._all = tuple(cases)

    def narrower(self) -> list[Fills]:
        """What is left to do."""
        if self._all:
            return [Fills(case, self.wanted) for case in self._all]
        found: dict[tuple[Case, ...], list[int]] = {}
        for fill, cases in self._narrower.items():
            found.setdefault(cases, []).append(fill)
        return [Fills(case, fills) for cases, fills in found.items() for case in cases]


class Closing:
    """The runs of `close` of one file."""

    def __init__(self, proof: HashProof) -> None:
        self.proof = proof
        self.specification = proof.specification
        self.execution = Execution(proof)
        self.passages = Passages(self.execution)
        self.invariants: dict[int, tuple[Invariant, bool]] = {}
        self._shared = len(proof.function.sizes) > 2
        """Whether digest sizes share prefixes: to keep those of two takes longer than it saves."""

    # ---- contexts ----

    def runs(self, digest_sizes: Sequence[int]) -> Iterator[Run]:
        """Every number of waiting bytes, and of bits behind them, for some digest sizes.

        A case of the counter comes with all of them, since they have much in common there.
        """
        proof = self.proof
        proof.look_at_counter()
        if self.execution.label < 0:
            raise MoteError(f"the image has no label {proof.contract.block}")
        if not self.invariants:
            self.invariants = proof.invariants(proof.function.sizes)
        for bits in digest_sizes:
            context, first_matters = self.invariants[bits]
            if first_matters:
                yield from self._from(bits, Fills(Case(first=True)), context.begin)
        # Padding may end a block and begin another one.
        todo = [Fills(Case(blocks=2))]
        while todo:
            fills = todo.pop(0)
            for bits in digest_sizes:
                try:
                    yield from self._of_case(bits, fills)
                except SecretBranch as error:
                    fills.leave_all(proof.counter.split(fills.case, error))
                    break
            narrower = fills.narrower()
            if narrower:
                # With what that decides the counter may be arbitrary in passages.
                self.passages.learned.free_counter = True
            todo = narrower + todo

    def _of_case(self, digest_bits: int, fills: Fills) -> Iterator[Run]:
        """Those behind the first block, or behind any number of blocks."""
        case = fills.case
        keeps = self.specification.keeps_full_block
        context, first_matters = self.invariants[digest_bits]
        known = context.known
        if keeps and not first_matters:
            # An empty buffer behind message blocks is more than there is, and no other case.
            known = [
                a if a == b or at in context.fill else None
                for at, (a, b) in enumerate(zip(context.begin, known, strict=True))
            ]
            if fills.wanted is None:
                yield self._taken(case, context.known, known)
        yield from self._from(digest_bits, fills, known, full=keeps and first_matters)

    def _taken(self, case: Case, full: list[int | None], empty: list[int | None]) -> Run:
        """The first byte behind a full buffer leaves the context as behind an empty one."""
        proof, caller = self.proof, self.proof.caller()
        words = TermWords(caller.terms)
        byte = caller.terms.variables("data[0]", 8)
        own = proof.bytes_of_places()
        number, _, _ = proof.counter.before(words, empty, case, big=caller.big_endian)
        proof.counter.decide(caller.machine, caller.terms, number, case)

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
        self, digest_bits: int, of: Fills, known: list[int | None], *, full: bool = False
    ) -> Iterator[Run]:
        """From a context with an empty buffer, or with a full one."""
        proof, spec, execution, case = self.proof, self.specification, self.execution, of.case
        self.begin(case)
        caller, words = execution.caller, execution.words
        terms, big = caller.terms, caller.big_endian
        execution.digest_bits = digest_bits
        size = spec.block_bytes(digest_bits)
        content: list[Value] = [
            terms.variables(f"context[{at}]", 8) if value is None else value
            for at, value in enumerate(known)
        ]
        number, _, blocks = proof.counter.before(words, known, case, big=big)
        proof.counter.decide(caller.machine, terms, number, case)
        execution.known = known
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
            step = counter.step if counter is not None else 0
            skip = proof.bytes_of_state()
            caller.turn = "byte 1"
            content = self._taking(content, data[0].literals, known, case, step, skip)
            blocks = blocks + words.word(1, blocks.bits)
        execution.store(content, state)
        for fill in fills:
            if fill and not (waiting and fill == 1):
                caller.turn = f"byte {fill}"
                byte = data[fill - 1].literals
                try:
                    content = proof.update(caller, content, [byte])
                except SecretBranch as error:
                    if fill > 1:
                        raise
                    content = self._taking_first(content, byte, known, case, error)
            if of.asks(fill):
                yield from self._behind(content, state, data[:fill], blocks, of)
            if of.gives_up(fill, fills):
                return

    def _behind(
        self,
        content: list[Value],
        state: State[Word],
        data: Sequence[Word],
        blocks: Word,
        of: Fills,
    ) -> Iterator[Run]:
        """The closes behind so many bytes, with each number of bits."""
        proof, case = self.proof, of.case
        for n in range(8 if proof.function.hashing.bit_messages else 1):
            try:
                yield self._close(content, state, data, blocks, n)
            except SecretBranch as error:
                if case.first:
                    raise
                of.leave(len(data), proof.counter.split(case, error))
                return
        of.passed()

    def _with_number(self, content: Sequence[Value], number: Bits) -> list[Value]:
        """A context where the counter is this number."""
        caller, counter = self.execution.caller, self.proof.contract.counter
        found = list(content)
        if counter is not None:
            stored = layout.number_stored(counter, number, big_endian=caller.big_endian)
            for offset, bits in stored.items():
                found[offset] = caller.machine.known(bits, 1)
        return found

    def _taking(
        self,
        content: Sequence[Value],
        byte: Bits,
        known: list[int | None],
        case: Case,
        change: int,
        skip: Collection[int] = (),
    ) -> list[Value]:
        """The context behind a byte that adds so much to the counter.

        Where carries of the counter decide branches there, but all lead to the same, these are no
        cases of what follows.
        """
        proof, caller, words = self.proof, self.execution.caller, self.execution.words
        machine, big = caller.machine, caller.big_endian

        def begun(case: Case) -> tuple[Bits, Bits]:
            number, _, _ = proof.counter.before(words, known, case, big=big)
            proof.counter.decide(machine, caller.terms, number, case)
            added = caller.terms.add([caller.terms.linear(number)], len(number), change)
            return number, added if number else ()

        found: list[Value] | None = None
        first: SecretBranch | None = None
        cases = [case]
        while cases:
            each = cases.pop(0)
            number, after = begun(each)
            try:
                behind = proof.update(caller, self._with_number(content, number), [byte], skip)
            except SecretBranch as error:
                cases = proof.counter.split(each, error) + cases
                first = first or error
                continue
            if first is None:
                return behind
            rest = self._with_number(behind, (0,) * len(after))
            if self._with_number(behind, after) != behind or rest != (found or rest):
                # They have to be told apart.
                raise first
            found = rest
        _, after = begun(case)
        return self._with_number(found or (), after)

    def _taking_first(
        self,
        content: Sequence[Value],
        byte: Bits,
        known: list[int | None],
        case: Case,
        error: SecretBranch,
    ) -> list[Value]:
        """The same of the first byte in an empty buffer, where it branches on the counter.

        How much it adds is seen at the number that init leaves, and holds of others or is refused.
        """
        proof, caller = self.proof, self.execution.caller
        counter = proof.contract.counter
        if counter is None or case.first:
            raise error
        big, words = caller.big_endian, self.execution.words
        begun, _, _ = proof.counter.before(words, known, Case(first=True), big=big)
        behind = proof.update(caller, self._with_number(content, begun), [byte])
        places = proof.bytes_of_counter()
        if not all(isinstance(behind[at], int) for at in places):
            raise error
        after = layout.number_bits(
            counter, {at: caller.machine.bits(behind[at], 1) for at in places}, big_endian=big
        )
        change = sum((b - a) << k for k, (a, b) in enumerate(zip(begun, after, strict=True)))
        return self._taking(content, byte, known, case, change)

    def begin(self, case: Case) -> None:
        """Begin with a case of the counter; terms and passages are those of all cases."""
        if self.execution.case != case:
            self.execution.begin(case)
            self.prefixes = Prefixes(self.execution)

    # ---- one call ----

    def _close(
        self, content: list[Value], state: State[Word], data: Sequence[Word], blocks: Word, n: int
    ) -> Run:
        proof, execution, prefixes = self.proof, self.execution, self.prefixes
        caller, case, bits = execution.caller, execution.case, execution.digest_bits
        specified = Specified(execution, state, data, blocks, n)
        name = f"{len(data)} bytes and {n} bits wait"
        if case is not None and case.name:
            name += f", {case.name}"
        pairs: list[Pair] = []
        objects = caller.placed([proof.object_of_context(), Object("dst", bits // 8, True)])
        execution.objects = objects
        follow = Composition(execution, self.passages, prefixes, specified, pairs).follow
        call = proof.implementation.calls[2]
        ub = self._ub(specified.ub)
        values: dict[str, Value | str] = {
            "cc": "cc",
            "ub": ub,
            "n": caller.unsigned(n),
            "dst": "dst",
        }
        values["len"] = values["out_size"] = values["dst_len"] = bits // 8
        arguments = [a if isinstance(a, int) else values[a] for a in call.arguments]
        key, calls = (len(data), n), specified.calls
        caller.turn = "close"
        called: Called | None = None
        """Of one that is given up where the block function is given something else."""
        while True:
            try:
                if self._shared:
                    prefixes.call(
                        key, call.symbol, arguments, objects, content, calls, pairs, follow
                    )
                else:
                    contents = {"cc": content}
                    caller.call(
                        call.symbol, arguments, objects, contents, lambda _: follow(None, None)
                    )
                break
            except Differs:
                called = Called(call.symbol, tuple(arguments), objects, {"cc": content})
                caller.called.append(called)
                break
            except SecretBranch as error:
                # Passages have to keep what a branch behind them depends on.
                self.passages.forget(execution.ask(error))
        after = caller.content(objects["dst"])
        whole = [] if caller.called[-1] is called else specified.wanted
        for at, want in enumerate(whole):
            pairs.append(Pair(f"digest[{at}]", caller.machine.bits(after[at], 1), want))

        def expected(number: Callable[[Bits], int]) -> dict[str, bytes]:
            """The digest by the specification for a counterexample."""
            return {"dst": specified.digest(number)}

        return Run(name, caller, pairs, {"dst": after}, expected)

    def _ub(self, ub: Word) -> Value:
        """The argument: an unsigned int, of which the lowest byte counts; the rest is arbitrary."""
        caller = self.execution.caller
        rest = caller.terms.variables("the rest of ub", 8 * caller.cpu.abi.int_bytes - 8)
        return caller.unsigned(ub.literals + rest)
