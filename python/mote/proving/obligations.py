"""What is to be proved of a file, and the proofs: init and step of a hash function.

init: after the call the context holds the specification's initial value, the counter and the
fill at their start.  step: from a context with any state and any counter, and an empty buffer, a
message block leads to the specification's state, counts one block, and leaves all else of the
context as it was.  Bytes that init leaves alone, and those that a block changes otherwise (the
buffer), are arbitrary from the first on: what is assumed of the context is what every block keeps.
"""

from __future__ import annotations

import gc
from collections.abc import Collection, Iterator, Sequence

from mote.proving import layout
from mote.proving.counters import Case
from mote.proving.hash_file import Context, HashFile, name_of
from mote.proving.loop_invariants import Invariant, LoopInvariants
from mote.proving.once import Once
from mote.proving.runs import Pair, Run, constant
from mote.proving.terms import Terms
from mote.proving.values import ProofError, SecretBranch, Value
from mote.proving.word import TermWords, Word
from mote.specifications.hashing import State
from mote.specifications.words import INTEGERS

MANY = 200_000
"""Nodes of terms whose memory is worth looking for before other terms are made."""


class HashProof(HashFile):
    """The obligations init and step, and the loop invariant that close asks for."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._invariants: dict[object, dict[int, tuple[Invariant, bool]]] = {}

    def init(self, digest_bits: int) -> Run:
        """The state after init."""
        caller = self.caller()
        after = caller.bits_of(self.run_init(caller, digest_bits))
        initial = self.specification.initial(INTEGERS, digest_bits)
        words = {
            name: [constant(word.value, word.bits) for word in each]
            for name, each in self.words_of(initial).items()
        }
        pairs = []
        for place in self.contract.state:
            found = layout.held(place, after, big_endian=caller.big_endian)
            for number, bits in enumerate(found):
                pairs.append(
                    Pair(f"{name_of(place)}[{number}]", bits, words[name_of(place)][number])
                )
        fill = self.contract.fill
        if fill is not None:
            bits = layout.number_bits(fill, after, big_endian=caller.big_endian)
            pairs.append(Pair("fill", bits, constant(fill.start, len(bits))))
        return Run("", caller, pairs, {"cc": caller.content(caller.called[-1].objects["cc"])})

    def steps(self, digest_sizes: Sequence[int]) -> Iterator[Run]:
        """The step of each digest size.

        Bytes of the context in which those with one size of the message block differ are arbitrary;
        where something depends on them, each size has a step of its own.
        """
        self.look_at_counter()
        groups: dict[int, list[int]] = {}
        for bits in digest_sizes:
            groups.setdefault(self.specification.block_bytes(bits), []).append(bits)
        for sizes in groups.values():
            bases = [self.base(bits) for bits in sizes]
            opened = {
                at
                for at, values in enumerate(zip(*(each.known for each in bases), strict=True))
                if len(set(values)) > 1
            } - self.bytes_of_state()
            alike = all(each.buffer == bases[0].buffer for each in bases)
            if alike and not opened & self.bytes_known():
                try:
                    yield from self.step(sizes[0], opened)
                    continue
                except ProofError:
                    if len(sizes) == 1:
                        raise
            for bits in sizes:
                yield from self.step(bits)

    def step(self, digest_bits: int, opened: Collection[int] = ()) -> Iterator[Run]:
        """The cases of the step; opened: bytes of the context that are arbitrary, too."""
        context = self.base(digest_bits)
        for at in opened:
            context.known[at] = None
        # All cases are in one term context, so that what they have in common is made once.
        terms = Terms()
        label = self.contract.block and self.program.label(self.contract.block)
        once = Once(label or None, self.cells_of_counter())
        counter = self.contract.counter
        by_counter = bool(self.arguments(first=False, digest_bits=digest_bits))
        # A number that counts downwards from 0 runs over as a whole, with the first block alone.
        runs_over = counter is not None and counter.step < 0
        if runs_over or self.first_matters(digest_bits):
            run = self._one_block(context, digest_bits, Case(first=True), terms, once)
            yield run
            context = self.behind_first(context, run.after["cc"])
        cases = [Case()]
        while cases:
            case = cases.pop(0)
            try:
                run = self._one_block(context, digest_bits, case, terms, once)
            except SecretBranch as error:
                cases = self.counter.split(case, error) + cases
                continue
            left = run.after["cc"]
            changed = [
                at
                for at, value in enumerate(context.known)
                if value is not None and left[at] != value and at not in self.bytes_known()
            ]
            if changed:
                for at in changed:
                    context.known[at] = None
                cases.insert(0, case)
                continue
            yield run
            if by_counter and (once.missed or not label):
                # Where the block function reads the counter, cases have little in common.
                large = len(terms) > MANY
                del run, terms, once
                if large:
                    # A machine and its memory know each other: two such contexts are too many.
                    gc.collect()
                terms, once = Terms(), Once(label or None, self.cells_of_counter())

    def _one_block(
        self, context: Context, digest_bits: int, case: Case, terms: Terms, once: Once
    ) -> Run:
        caller = self.caller(terms)
        big = caller.big_endian
        words = TermWords(terms)
        spec = self.specification
        size = spec.block_bytes(digest_bits)
        state: State[Word] = {
            name: [words.variable(f"{name}[{i}]", bits) for i in range(number)]
            for name, (number, bits) in spec.state.items()
        }
        message = [words.variable(f"message[{i}]", 8) for i in range(size)]
        before: list[Value] = [
            terms.variables(f"context[{at}]", 8) if value is None else value
            for at, value in enumerate(context.known)
        ]
        for at, i in context.buffer.items():
            before[at] = message[i].literals
        stored = self.stored(state, big=big)
        number, counted, blocks = self.counter.before(words, context.known, case, big=big)
        counter = self.contract.counter
        if counter is not None:
            self.counter.decide(caller.machine, terms, number, case)
            if self.first_matters(digest_bits):
                # Skein's position is added to words of the state: with its carries, or as it is.
                terms.name(counted)
        if counter is not None:
            stored |= layout.number_stored(counter, number, big_endian=big)
        for offset, bits in stored.items():
            before[offset] = caller.machine.known(bits, 1)
        wanted = spec.block(words, state, message, blocks, digest_bits, first=case.first)
        wanted_bits = {
            name: [word.literals for word in each] for name, each in self.words_of(wanted).items()
        }
        data = message
        if context.buffer:
            data = [words.variable(f"next[{i}]", 8) for i in range(size)]
        after = self.update(caller, before, [m.literals for m in data], follow=once.follow)
        left = caller.bits_of(after)
        pairs = []
        for place in self.contract.state:
            found = layout.held(place, left, big_endian=big)
            for i, (got, right) in enumerate(zip(found, wanted_bits[name_of(place)], strict=True)):
                pairs.append(Pair(f"{name_of(place)}[{i}]", got, right))
        if counter is not None:
            got = layout.number_bits(counter, left, big_endian=big)
            pairs.append(Pair("counter", got, counted))
        fill = self.contract.fill
        if fill is not None:
            got = layout.number_bits(fill, left, big_endian=big)
            was = layout.number_bits(fill, caller.bits_of(before), big_endian=big)
            pairs.append(Pair("fill", got, was))
        for at, i in context.buffer.items():
            pairs.append(Pair(f"buffer[{i}]", left[at], data[i].literals))
        return Run(case.name, caller, pairs, {"cc": after})

    def invariants(self, digest_sizes: Sequence[int]) -> dict[int, tuple[Invariant, bool]]:
        """What contexts of each digest size always hold; whether the first block is another one.

        Update and close ask for the same, of the same places.
        """
        others = [each for each in self.placing.alignment.items() if each[0] != "dst"]
        places = self.placing.kind, *sorted(others)
        key = tuple(digest_sizes), places
        if key not in self._invariants:
            self._invariants[key] = LoopInvariants(self).of(digest_sizes)
        return self._invariants[key]
