"""The obligation update: every way of cutting a message into calls, at any places.

A context *represents* a state, a number of blocks and the bytes that wait where it is the one to
which these bytes lead one by one (`Waiting`).  From any such context,

- a call with fewer bytes than fill the buffer, each number of them at each fill, leads to the
  context that represents the longer message;
- a call with any other number of bytes, which is a symbol, comes to the contract's `block`.  What
  the machine holds there is the same for each fill but for symbols (`Arrived`): what is not, is
  forgotten;
- from there, the block function leads to the specification's state.  Behind it fewer bytes than a
  block are left, each number of them a run to the end; or more, and the machine is at `block` again
  with what it held there before.  So by induction, any number of bytes leads to where it should.

The addresses of context and message are symbols.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mote.proving import layout, placing
from mote.proving.arriving import Arrived, Snapshot
from mote.proving.calling import Calling
from mote.proving.counters import Case
from mote.proving.hash_file import name_of
from mote.proving.lengths import Behind, Unaligned
from mote.proving.loop_invariants import Invariant
from mote.proving.obligations import HashProof
from mote.proving.renaming import Renaming
from mote.proving.runs import Pair, Run, constant
from mote.proving.terms import Bits
from mote.proving.values import ProofError, SecretBranch
from mote.proving.waiting import EARLIER
from mote.proving.word import Word
from mote.specifications.hashing import State

SOME = 2
"""An empty buffer may be another case than all other fills."""


class _Loop(Exception):
    """The block function goes on with the next block itself.  head: where."""

    def __init__(self, head: int) -> None:
        super().__init__()
        self.head = head


@dataclass
class _Passed:
    """A machine behind a block: the case in which it passed that, the counter and the number of
    bytes left before it, and what it holds, in terms of these; visited: up to there."""

    case: Case
    number: Bits
    left: Bits
    counter: int
    visited: set[int]
    cells: Snapshot


class Updating:
    """The runs of `update` of one file."""

    def __init__(self, proof: HashProof) -> None:
        self.proof = proof

    def runs(self, digest_sizes: Sequence[int]) -> Iterator[Run]:
        """Those of all digest sizes; bytes in which they differ are arbitrary, but kept."""
        proof = self.proof
        groups: dict[int, list[int]] = {}
        for bits in digest_sizes:
            groups.setdefault(proof.specification.block_bytes(bits), []).append(bits)
        invariants = proof.invariants(digest_sizes)
        for sizes in groups.values():
            found = [invariants[bits][0] for bits in sizes]
            first = any(invariants[bits][1] for bits in sizes)
            try:
                yield from self._of(sizes[0], found, None, first=first)
            except (Unaligned, ProofError) as error:
                of_message = isinstance(error, Unaligned) or placing.depends_on(error, "data")
                if not of_message:
                    raise
                for alignment in range(placing.address_bytes(proof.cpu)):
                    yield from self._of(sizes[0], found, alignment, first=first)

    def _of(
        self, digest_bits: int, found: Sequence[Invariant], alignment: int | None, *, first: bool
    ) -> Iterator[Run]:
        known, kept = self._shared([each.known for each in found])
        if self.proof.specification.keeps_full_block:
            begin = found[0].begin
            known = [begin[at] if at in found[0].fill else v for at, v in enumerate(known)]
        cutting = Cutting(self.proof, digest_bits, known, kept, alignment)
        if first:
            cutting.before_first = self._shared([each.begin for each in found])
        yield from cutting.runs()

    @staticmethod
    def _shared(contexts: Sequence[Sequence[int | None]]) -> tuple[list[int | None], set[int]]:
        """What contexts of all digest sizes hold, and the bytes in which each knows another one."""
        known: list[int | None] = []
        kept: set[int] = set()
        for at, values in enumerate(zip(*contexts, strict=True)):
            known.append(values[0] if len(set(values)) == 1 else None)
            if None not in values and known[at] is None:
                kept.add(at)
        return known, kept


class Cutting(Calling):
    """The runs with one size of the message block."""

    def __init__(
        self,
        proof: HashProof,
        digest_bits: int,
        known: list[int | None],
        kept: set[int],
        alignment: int | None,
    ) -> None:
        super().__init__(proof, digest_bits, known, kept, alignment)
        self._by_any: set[tuple[bool, int]] | None = None
        """What was shown of any counter, and not in a case of it; None before that was tried."""
        self._behind_first = known, kept
        self.before_first: tuple[list[int | None], set[int]] | None = None
        """The same of contexts before the first block, where that is another one."""

    @property
    def visited(self) -> set[int]:
        """Where instructions stand that are executed before the block function."""
        return {self.caller.architecture.code_address(at) for at in self._before_block}

    def runs(self) -> Iterator[Run]:
        """Every number of bytes behind every fill."""
        yield from self._of_all_calls(alone=True)
        try:
            found = self._of_blocks()
        except _Loop as loop:
            # What led to the loop is no part of it: the same ways, cut at its head.
            self.label = loop.head
            self.arrived.clear()
            self.machine.forget_visited()
            list(self._of_all_calls(alone=False))
            found = self._of_blocks()
        yield from found

    def _of_all_calls(self, *, alone: bool) -> Iterator[Run]:
        """alone: with the calls that lead to no block.

        Contexts before the first block come first, since those behind it are what a block leads to.
        """
        counter = self.proof.counter
        both = [(False, self._behind_first)]
        if self.before_first is not None:
            both.insert(0, (True, self.before_first))
        for first, (known, kept) in both:
            self.first, self.known, self.kept, self._waited = first, known, kept, []
            # What is shown of any counter is shown in each case of it.
            fills = range(self.size + self.keeps)
            unshown = {(True, fill) for fill in fills} | {(False, f) for f in fills if alone}
            cases = [(Case(first=self.first), unshown)]
            self._by_any = set() if self.first else None
            while cases:
                case, unshown = cases.pop(0)
                try:
                    yield from self._of_calls(case, unshown)
                except SecretBranch as error:
                    split = counter.split(case, error)
                    cases = [(each, set(unshown)) for each in split] + cases
        self._before_block = self.machine.visited()

    def _of_blocks(self) -> list[Run]:
        """From every way to the block function on, until no more is forgotten there."""
        found: dict[object, list[Run]] = {}
        while stale := [key for key, each in self.arrived.items() if each.stale]:
            for key in stale:
                self.arrived[key].stale = False
                found[key] = list(self._from_block(self.arrived[key]))
        return list(itertools.chain.from_iterable(found.values()))

    def _of_calls(self, case: Case, unshown: set[tuple[bool, int]]) -> Iterator[Run]:
        """In a case of the counter: calls that lead to no block, and the way to `block`.

        Contexts are otherwise the same in all cases, so that with any counter in them a call is
        one in each case, if it does not branch on that.

        unshown: the fills of which either is to be shown, the way with True; what is shown goes.
        """
        yield self._wait(case)
        # The message's end, as one sum: 8-bit code that makes it first makes sums of bytes of it.
        for length in (self.left, self.fewer):
            self.terms.sum(self.at_message, length)
        if self._by_any is None:
            # Most calls do not branch on the counter, where single bytes do with an empty buffer.
            self._by_any = set(unshown)
            if case != Case():
                self._with_any_counter()
                yield from self._shown(unshown, sure=True)[0]
                self._wait(case)
            self._by_any -= unshown
        unshown -= self._by_any
        branch: SecretBranch | None = None
        # What calls leave that lead to no block is looked at first: it may be refuted.
        for to_block in (False, True):
            some = {way for way in unshown if way[0] == to_block}
            unshown -= some
            found, other = self._shown(some)
            unshown |= some
            branch = branch or other
            yield from found
        if branch is not None:
            raise branch

    def _shown(
        self, unshown: set[tuple[bool, int]], *, sure: bool = False
    ) -> tuple[list[Run], SecretBranch | None]:
        """What can be shown of these calls, and the first branch on the counter of the others.

        sure: those are left, too, that end otherwise, or with what the solver would be asked of.
        Where SOME ways to `block` branch on the counter, the others are not tried: they would, too.
        """
        runs: list[Run] = []
        branch: SecretBranch | None = None
        branches = 0
        for way in sorted(unshown):
            to_block, fill = way
            found: list[Run] = []
            try:
                if to_block:
                    self._enter(fill)
                else:
                    found = list(self._all_short(fill, range(len(self.waiting) - fill)))
            except SecretBranch as error:
                branch = branch or error
                branches += to_block
                if branches == SOME:
                    break
                continue
            except ProofError:
                if not sure:
                    raise
                continue
            if sure and any(pair.got != pair.wanted for each in found for pair in each.pairs):
                continue
            runs += found
            unshown.remove(way)
        return runs, branch

    # ---- from one block to the next ----

    def _from_block(self, arrived: Arrived) -> Iterator[Run]:
        """From the block function to the end, or to where it is entered again."""
        counter = self.proof.counter
        cases = [Case(first=True) if arrived.first else Case(blocks=2)]
        while cases and not arrived.stale:
            case = cases.pop(0)
            try:
                compressed, passed = self._of_case(arrived, case)
            except SecretBranch as error:
                cases = counter.split(case, error) + cases
                continue
            yield from compressed
            # Where only what comes behind it branches on the counter, the block is one for all.
            within = [case]
            while within and not arrived.stale:
                each = within.pop(0)
                try:
                    yield from list(self._behind_block(arrived, passed, each))
                except SecretBranch as error:
                    within = counter.split(each, error) + within

    def _of_case(self, arrived: Arrived, case: Case) -> tuple[list[Run], _Passed]:
        """The block, with a counter of which nothing else is known than the case says."""
        proof, machine, words, terms = self.proof, self.machine, self.words, self.terms
        big = self.caller.big_endian
        number, after, blocks = self._count(case)
        if self.before_first is not None and after:
            # As in step: Skein's position is added to words of the state.
            terms.name(after)
        before = [words.of(bits) for bits in self.earlier]
        result = self.specification.block(
            words, self.state_before, before, blocks, self.digest_bits, first=case.first
        )
        left_before = terms.variables(EARLIER, self.width)
        self._through_block(arrived, self._a_block_before(number, left_before))
        counted, visited = machine.program_counter, machine.visited()
        results = self._only_elsewhere(result)
        runs: list[Run] = []
        if not results:
            runs.append(self._compress(result))
            results = {
                got >> 1: symbol ^ got & 1
                for pair, word in zip(runs[0].pairs, self._symbols(), strict=True)
                for got, symbol in zip(pair.got, word, strict=True)
                if got > 1
            }
            for offset, bits in proof.stored(self.state, big=big).items():
                machine.write(self.context.start + offset, 1, machine.known(bits, 1))
        behind = self.cells(results=results)
        return runs, _Passed(case, number, left_before, counted, visited, behind)

    def _behind_block(self, arrived: Arrived, passed: _Passed, case: Case) -> Iterator[Run]:
        """From a block's end on, in a case of the counter that is one of the block's."""
        machine, terms = self.machine, self.terms
        number, after, _ = self._count(case)
        counted, left_before = passed.counter, passed.left
        here = machine.architecture.code_address(counted)

        def renaming(ahead: int) -> Renaming:
            found = Renaming(terms)
            found.put_whole(self.taken, self.taken, -1)
            found.put_whole(self.at_earlier, self.at_message, -ahead)
            if case != passed.case:
                found.put_whole(passed.number, number)
            return found

        ahead, counter = Renaming(terms), self.proof.contract.counter
        step = 0 if counter is None else counter.step
        if counter is not None:
            ahead.put_whole(self.number, number, step)
        # With nothing that waits it is the sum that the case knows.
        begun = (number, step) if self.each else (after, 0)
        further = renaming(self.size)
        further.put_whole(left_before, self.left, self.size)

        def again() -> None:
            self.restore(counted, passed.cells, further)
            self.place_message(self.begin, self.message, -1, self.next)
            self.absorbed = self.looped = False
            if here in arrived.branches and self._comes_back(here):
                self.restore(counted, passed.cells, further)
                raise _Loop(self._head(passed.visited))
            if here not in arrived.branches and here != self.label:
                self._to_block()
            # By the block function itself, or by a mode that has it take one block at a time.
            self.looped = True
            self.arrive(self.size, after, ahead)

        self.forked(self.size, again)
        if arrived.stale:
            return
        counts = range(self.keeps, self.size + self.keeps)
        self.assumed = ()
        rest = renaming(0)
        rest.put_whole(left_before, self.fewer)
        self.restore(counted, passed.cells, rest)
        self.place_message(self.begin, self.message[: counts[-1]], 1)
        found = dict(self._together(counts, 0, begun[0], "behind a block", begun[1]))
        for count in counts:
            if count in found:
                yield found[count]
                continue
            rest = renaming(0)
            rest.put_whole(left_before, constant(count, self.width))
            self.restore(counted, passed.cells, rest)
            self.place_message(self.begin, self.message[:count], 1)
            if not machine.run():
                continue
            self.caller.returned(self.call.symbol)
            pairs = self._compared(count, begun[0], more=begun[1])
            yield Run(f"{count} bytes behind a block", self.caller, pairs, {}, abstract=True)

    def _a_block_before(self, number: Bits, left: Bits) -> Renaming:
        """From what machines hold at `block` to what they held there a block before.

        number: of the blocks before that one.  left: the bytes that were left there.
        """
        renamed = Renaming(self.terms)
        renamed.put_whole(self.left, left)
        renamed.put_whole(self.at_message, self.at_earlier)
        if number:
            renamed.put_whole(self.number, number)
        for old, new in zip(self.message, self.earlier, strict=True):
            renamed.put(old, new)
        for old in self.next:
            renamed.put(old, self.message[0])
        for name, each in self.state.items():
            for word, other in zip(each, self.state_before[name], strict=True):
                renamed.put(word.literals, other.literals)
        return renamed

    def _through_block(self, arrived: Arrived, renamed: Renaming) -> None:
        """Run to where the block function ends: it returns, or asks how many bytes come."""
        machine, address = self.machine, self.machine.architecture.code_address
        assert self.label is not None
        while True:
            self.restore(arrived.program_counter, arrived.cells, renamed)
            stops = {self.label} | self._ends(arrived)
            before = self.earlier[self.size - arrived.readable :]
            self.place_message(self.begin, before, -1, self.message[: self.keeps])
            try:
                returned = machine.run(stops | arrived.branches)
            except Behind as behind:
                # The instruction may have done more before it asks: the machine stops before it.
                branch = address(behind.counter)
                if branch in arrived.branches:
                    text = "a block begins with a branch on what comes behind it"
                    raise ProofError(text, branch) from None
                arrived.branches.add(branch)
                continue
            if returned:
                raise ProofError("update returns from the block function", machine.program_counter)
            return

    def _ends(self, arrived: Arrived) -> set[int]:
        """Where the block function may end that the machine is at.

        Where it was entered by a jump, but not at a loop's head, to where the stack says that it
        returns: it may call what is called before it.
        """
        if arrived.back is not None:
            return {arrived.back}
        back = self.machine.returns_to() if self.label == self._named else None
        return {back} if back in self.visited else self.visited

    def _comes_back(self, here: int) -> bool:
        """Run to the next block: whether that is without the label, by the same place again."""
        assert self.label is not None
        if self.machine.run({self.label, here}):
            raise ProofError(
                "update returns before it comes to `block`", self.machine.program_counter
            )
        machine = self.machine
        if machine.architecture.code_address(machine.program_counter) == self.label:
            return False
        if self.label != self._named:
            raise ProofError("update goes on with a block in a second loop", here)
        return True

    def _head(self, visited: set[int]) -> int:
        """Where code that was executed goes on with the next block, from a branch on."""
        machine = self.machine
        address = machine.architecture.code_address
        if machine.run({address(each) for each in visited}):
            raise ProofError("update returns before it comes to `block`", machine.program_counter)
        return address(machine.program_counter)

    def _only_elsewhere(self, result: State[Word]) -> dict[int, int]:
        """Of nodes of the state behind a block, the literals that it has from here on.

        They are those that the specification makes, where registers, the frame and what the context
        has of it hold all of them; where the context has it whole, there are none.
        """
        machine, big, known = self.machine, self.caller.big_endian, set[int]()
        now = self._state_now()
        if now == [bits for _, bits in sorted(self.proof.stored(result, big=big).items())]:
            return {}
        for name, cells in machine.kept().items():
            for offset, (value, size) in cells.items():
                if name == self.space and offset in self.caller.constants:
                    continue
                with contextlib.suppress(ProofError):
                    found = machine.known(value, size)
                    if isinstance(found, tuple):
                        known.update(literal >> 1 for literal in found)
        wanted = self.proof.words_of(result)
        made = {
            literal >> 1: symbol ^ literal & 1
            for word, symbols in zip(self._wanted_words(wanted), self._symbols(), strict=True)
            for literal, symbol in zip(word, symbols, strict=True)
            if literal > 1
        }
        return made if made.keys() <= known else {}

    def _compress(self, result: State[Word]) -> Run:
        """The state behind the block function."""
        machine, big, pairs = self.machine, self.caller.big_endian, []
        content = {
            at: machine.bits(machine.read(self.context.start + at, 1), 1)
            for at in self.proof.bytes_of_state()
        }
        words = self.proof.words_of(result)
        for place in self.proof.contract.state:
            found = layout.held(place, content, big_endian=big)
            for i, (got, word) in enumerate(zip(found, words[name_of(place)], strict=True)):
                pairs.append(Pair(f"{name_of(place)}[{i}]", got, word.literals))
        return Run("a block", self.caller, pairs, {}, abstract=True)
