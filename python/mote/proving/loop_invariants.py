"""The loop invariant of message blocks: what a file's context holds before each of them.

What is known behind init is weakened until a block, from any context with it, leaves it as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mote.proving import layout
from mote.proving.counters import Case
from mote.proving.hash_file import Context, HashFile, bytes_of
from mote.proving.once import Once
from mote.proving.terms import Bits, Terms
from mote.proving.values import ProofError, SecretBranch, Value
from mote.proving.word import TermWords, Word
from mote.specifications.hashing import State


@dataclass(frozen=True)
class Invariant:
    """Of the context, None for what may be anything: behind init, and behind any message block.

    fill: the bytes that tell how many wait in the buffer.
    """

    begin: list[int | None]
    known: list[int | None]
    fill: set[int]


class _Shared:
    """What all digest sizes of a file share: most of the block function is the same for them.

    The specification's names stop terms from growing where the code asks for bits.
    """

    def __init__(self, file: HashFile) -> None:
        self.file = file
        self.words = TermWords(Terms())
        label = file.contract.block and file.program.label(file.contract.block)
        self.once = Once(label or None, file.cells_of_counter())
        self.named: set[tuple[int, Case]] = set()
        """For which sizes of the message block and cases the specification has named its words."""


class _Block:
    """A message block with one digest size, from any context of which the same is known.

    opened: the context's bytes that are arbitrary, but have to stay as they are.
    """

    def __init__(self, shared: _Shared, digest_bits: int, opened: set[int]) -> None:
        self._shared = shared
        self._digest_bits = digest_bits
        file, words = shared.file, shared.words
        self._big = file.caller().big_endian
        self._size = file.specification.block_bytes(digest_bits)
        self._data = [words.variable(f"next[{i}]", 8) for i in range(self._size)]
        self._state: State[Word] = {
            name: [words.variable(f"{name}[{i}]", bits) for i in range(number)]
            for name, (number, bits) in file.specification.state.items()
        }
        self._stored = file.stored(self._state, big=self._big)
        self._free = {at: words.terms.variables(f"opened[{at}]", 8) for at in opened}

    def after(self, case: Case, context: Context, *, cut: bool = False) -> list[Value]:
        """The context behind it, in a case of the counter; the bytes of the state are 0.

        cut: by way of the buffer, where a whole block in one call may be read where it is.
        """
        shared, file = self._shared, self._shared.file
        words, terms = shared.words, shared.words.terms
        caller = file.caller(terms)
        before: list[Value] = [
            terms.variables(f"context[{at}]", 8) if value is None else value
            for at, value in enumerate(context.known)
        ]
        for at, bits in self._free.items():
            before[at] = bits
        message = self._data
        if context.buffer:
            message = [words.variable(f"message[{i}]", 8) for i in range(self._size)]
            for at, i in context.buffer.items():
                before[at] = message[i].literals
        number, _, blocks = file.counter.before(words, context.known, case, big=self._big)
        counted: dict[int, Bits] = {}
        if file.contract.counter is not None and not case.first:
            counted = layout.number_stored(file.contract.counter, number, big_endian=self._big)
        for offset, bits in (self._stored | counted).items():
            before[offset] = caller.machine.known(bits, 1)
        file.counter.decide(caller.machine, terms, number, case)
        if (self._size, case) not in shared.named:
            shared.named.add((self._size, case))
            file.specification.block(
                words, self._state, message, blocks, self._digest_bits, first=case.first
            )
        arbitrary = {at for at, value in enumerate(context.known) if value is None}
        arbitrary |= file.bytes_of_state()
        data = [word.literals for word in self._data]
        if cut:
            before = file.update(caller, before, data[:1])
            del data[0]
        after = file.update(caller, before, data, arbitrary, shared.once.follow)
        for at, bits in self._free.items():
            if after[at] == bits and context.known[at] is not None:
                after[at] = context.known[at] or 0
        return after


class LoopInvariants:
    """Those of one file, for some digest sizes."""

    def __init__(self, file: HashFile) -> None:
        self._file = file
        self._shared = _Shared(file)
        self._changing: set[int] = set()
        """What a block changes with one digest size is not counted upon with another one either."""

    def of(self, digest_sizes: Sequence[int]) -> dict[int, tuple[Invariant, bool]]:
        """What contexts of each digest size always hold; whether the first block is another one."""
        file = self._file
        bases = {bits: file.base(bits) for bits in digest_sizes}
        found: dict[int, tuple[Invariant, bool]] = {}
        groups: dict[int, list[int]] = {}
        for bits in digest_sizes:
            groups.setdefault(file.specification.block_bytes(bits), []).append(bits)
        for sizes in groups.values():
            first = bases[sizes[0]]
            differing = {
                at
                for bits in sizes
                for at, (a, b) in enumerate(zip(first.known, bases[bits].known, strict=True))
                if a != b
            }
            opened = differing - file.bytes_of_state()
            try:
                if len(sizes) > 1 and not opened & file.bytes_known():
                    shared = self._weakened(sizes[0], first, opened)
                    for bits in sizes:
                        known = [
                            bases[bits].known[at]
                            if at in differing and value is not None
                            else value
                            for at, value in enumerate(shared[0].known)
                        ]
                        invariant = Invariant(file.behind_init(bits), known, shared[0].fill)
                        found[bits] = invariant, shared[1]
                    continue
            except ProofError:
                # Something depends on what they differ in.
                pass
            for bits in sizes:
                found[bits] = self._weakened(bits, bases[bits], set())
        return found

    def _weakened(
        self, digest_bits: int, context: Context, opened: set[int]
    ) -> tuple[Invariant, bool]:
        """Of the context before a message block, what every block keeps.

        opened: the bytes in which several digest sizes differ.
        """
        file = self._file
        matters = file.first_matters(digest_bits)
        for at in self._changing:
            context.known[at] = None
        block = _Block(self._shared, digest_bits, opened)
        if matters:
            context = file.behind_first(context, block.after(Case(first=True), context))
        places = file.bytes_known()
        # A full buffer that waits is the way of every block.
        ways = (False,) if context.buffer else (False, True)
        begun = [(Case(), cut) for cut in ways]
        cases = list(begun)
        while cases:
            case, cut = cases.pop(0)
            try:
                after = block.after(case, context, cut=cut)
            except SecretBranch as error:
                cases = [(each, cut) for each in file.counter.split(case, error)] + cases
                continue
            except ProofError:
                if not cut:
                    raise
                # What is wrong with such a call, update says.
                continue
            changed = [
                at
                for at, value in enumerate(context.known)
                if value is not None and after[at] != value and at not in places
            ]
            if changed:
                for at in changed:
                    context.known[at] = None
                self._changing.update(changed)
                cases = list(begun)
        fill = bytes_of(file.contract.fill)
        return Invariant(file.behind_init(digest_bits), context.known, fill), matters
