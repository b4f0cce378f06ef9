"""The obligation close: padding, the calls of the block function, and the digest.

From any state, any counter, and with each number of bytes in the buffer, `close` runs with the
message's last bits as symbols.  A cut point is where the contract's `block` is entered: there the
state, the message block and what else the compression function takes must be what the specification
calls it with.  What the block function makes of them is proved once, for all states and blocks
(`Passage`); behind it the state is havocked, and both sides share the new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

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


class Closing:
    """The runs of `close` of one file."""

    def __init__(self, proof: HashProof) -> None:
        self.proof = proof
        self.specification = proof.specification
        self.execution = Execution(proof)
        self.passages = Passages(self.execution)
        self.invariants: dict[int, tuple[Invariant, bool]] = {}

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
                yield from self._from(bits, Case(first=True), context.begin)
        # Padding may end a block and begin another one.
        cases = [(Case(blocks=2), list(digest_sizes))]
        while cases:
            case, sizes = cases.pop(0)
            while sizes:
                try:
                    yield from self._of_case(sizes[0], case)
                except SecretBranch as error:
                    split = proof.counter.split(case, error)
                    cases = [(each, list(sizes)) for each in split] + cases
                    # With what that decides the counter may be arbitrary in passages.
                    self.passages.learned.free_counter = True
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
        self, digest_bits: int, case: Case, known: list[int | None], *, full: bool = False
    ) -> Iterator[Run]:
        """From a context with an empty buffer, or with a full one."""
        proof, spec, execution = self.proof, self.specification, self.execution
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
            content = self._let_go(content, data[0].literals, known, case)
            blocks = blocks + words.word(1, blocks.bits)
        execution.store(content, state)
        for fill in fills:
            if fill and not (waiting and fill == 1):
                caller.turn = f"byte {fill}"
                content = proof.update(caller, content, [data[fill - 1].literals])
            for n in range(8 if proof.function.hashing.bit_messages else 1):
                yield self._close(content, state, data[:fill], blocks, n)

    def _let_go(
        self, content: Sequence[Value], byte: Bits, known: list[int | None], case: Case
    ) -> list[Value]:
        """The context behind the first byte of the next block, which lets a full one go.

        Where carries of the counter decide branches there, but all lead to the same, these are no
        cases of what follows.
        """
        proof, caller, words = self.proof, self.execution.caller, self.execution.words
        machine, big = caller.machine, caller.big_endian
        caller.turn = "byte 1"
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
            number, after, _ = proof.counter.before(words, known, each, big=big)
            proof.counter.decide(machine, caller.terms, number, each)
            try:
                behind = proof.update(caller, with_number(content, number), [byte], skip)
            except SecretBranch as error:
                cases = proof.counter.split(each, error) + cases
                first = first or error
                continue
            if first is None:
                return behind
            rest = with_number(behind, (0,) * len(after))
            if with_number(behind, after) != behind or rest != (found or rest):
                # They have to be told apart.
                raise first
            found = rest
        number, after, _ = proof.counter.before(words, known, case, big=big)
        proof.counter.decide(machine, caller.terms, number, case)
        return with_number(found or (), after)

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
                prefixes.call(key, call.symbol, arguments, objects, content, calls, pairs, follow)
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
