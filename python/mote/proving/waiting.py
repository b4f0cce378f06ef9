"""What contexts hold that represent a state, a number of blocks and the bytes that wait.

It is what single bytes lead to; bytes that are left there by chance may be anything.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Iterator

from mote.common.errors import MoteError
from mote.proving import layout, placing
from mote.proving.bases import Base
from mote.proving.contexts import Taint
from mote.proving.counters import Case
from mote.proving.hash_file import HashFile, name_of
from mote.proving.memory import Range
from mote.proving.renaming import Renaming
from mote.proving.runs import Pair, Run, constant
from mote.proving.terms import TRUE, Bits, Terms
from mote.proving.values import Value
from mote.proving.word import TermWords, Word
from mote.specifications.hashing import State

LEFT, EARLIER = "bytes left", "bytes left before"
CONTEXT, MESSAGE = "the address of the context", "the address of the message"
COUNTER = "counter"
"""How the names of the counter's symbols begin."""

TAKEN = "blocks taken in"
"""Those that a loop over the blocks of a call has had before the one at its head."""

BEGUN = "bytes of the call before the block's end"
"""Those that filled the buffer: what a call keeps of its length and address is by these apart."""

BEFORE = "before "
"""How the name of the message's address begins before a block."""

HASHED = "hashed "
"""How the names of what a block is made of begin, which nothing behind it may depend on."""

ROOM = 4096
"""Between the numbers that stand for addresses of objects."""

LITTLE_ROOM = 1024
"""The same where addresses have 16 bits: the stack is not far."""


class Waiting(abc.ABC):
    """The symbols of update with one size of the message block, and what contexts hold.

    known: of the context before a block, None for what is arbitrary; kept: of the latter, what has
    to stay as it is.  alignment: of the message's address; None: any, and nothing depends on it.
    """

    def __init__(
        self,
        proof: HashFile,
        digest_bits: int,
        known: list[int | None],
        kept: set[int],
        alignment: int | None,
    ) -> None:
        self.proof, self.digest_bits = proof, digest_bits
        self.specification = spec = proof.specification
        self.known, self.kept, self.alignment = known, kept, alignment
        self.width = 8 * proof.cpu.abi.size_bytes
        self.keeps = int(spec.keeps_full_block)
        self.size = spec.block_bytes(digest_bits)
        self.most = (1 << self.width - 1) - 1
        """Bytes of a call: no object is larger."""
        self.words = TermWords(Terms())
        self.terms = terms = self.words.terms
        self.caller = caller = proof.caller(terms)
        self.machine = caller.machine
        self.space = caller.architecture.data_space
        self.message = [self.words.variable(f"message[{i}]", 8).literals for i in range(self.size)]
        self.next = [
            self.words.variable(f"message[{self.size}]", 8).literals for _ in range(self.keeps)
        ]
        """The byte behind a full buffer, which lets that go: code may have read it before."""
        self.earlier = [
            self.words.variable(f"{HASHED}message[{i}]", 8).literals for i in range(self.size)
        ]
        self.left = terms.variables(LEFT, self.width)
        self.few = self.left[: (self.size - 1 + self.keeps).bit_length()]
        """Its lowest bits, where so few bytes are left that they fill no block."""
        self.fewer = self.few + constant(0, self.width - len(self.few))
        self.machine.lengths = (self.left,)
        self.state, self.state_before = self._state(""), self._state(HASHED)
        self._place()
        self.counted = proof.bytes_of_counter()
        self._waited: list[list[Value]] = []
        self._wanted: dict[int, list[tuple[int, Bits]]] = {}
        self.each = 0
        """What a byte adds to the counter, where that does not wait for the block."""
        self.number, _, _ = proof.counter.before(self.words, known, Case(), big=caller.big_endian)
        self._decide_counter: Callable[[int], bool] | None = None
        self.assumed_of_counter = TRUE
        """Which case of it this is, as a literal."""

    def _state(self, prefix: str) -> State[Word]:
        return {
            name: [self.words.variable(f"{prefix}{name}[{i}]", bits) for i in range(count)]
            for name, (count, bits) in self.specification.state.items()
        }

    def _place(self) -> None:
        """Addresses of context and message, as symbols."""
        terms, unit = self.terms, placing.address_bytes(self.proof.cpu)
        width, low = 8 * unit, unit.bit_length() - 1
        start = self.caller.architecture.objects_at
        self.context = Range("cc", start, self.proof.context_bytes, True)
        self.room = room = ROOM if unit > 2 else LITTLE_ROOM
        self.begin = start + self.proof.context_bytes // room * room + 2 * room
        self.begin += self.alignment or 0
        whole = placing.context_alignment(self.proof.cpu)
        zeros = whole.bit_length() - 1
        of_context = constant(0, zeros) + terms.variables(CONTEXT, width)[zeros:]

        def of_message(name: str) -> Bits:
            word = terms.variables(name, width)
            return word if self.alignment is None else constant(self.alignment, low) + word[low:]

        self.at_context, self.at_message = of_context, of_message(MESSAGE)
        self.at_earlier = of_message(BEFORE + MESSAGE)
        before = terms.variables(EARLIER, self.width)
        aligned = 1 if self.alignment is None else unit
        self.bases = [
            Base("cc", of_context, start, whole),
            Base("data", self.at_message, self.begin, aligned, (self.left, self.fewer)),
            Base("data", self.at_earlier, self.begin, aligned, (before,)),
        ]

    # ---- what contexts represent ----

    def _count(self, case: Case) -> tuple[Bits, Bits, Word]:
        """The counter before and behind a block, and the blocks before it, in a case."""
        machine, big = self.machine, self.caller.big_endian
        found = self.proof.counter.before(self.words, self.known, case, big=big)
        self.proof.counter.decide(machine, self.terms, found[0], case)
        self.assumed_of_counter = self.proof.counter.assumed(self.terms, found[0], case)
        self._decide_counter, machine.decide = machine.decide, self._decide
        return found

    def _wait(self, case: Case) -> Run:
        """What contexts hold with each number of bytes in the buffer, which came one by one."""
        proof, caller, machine = self.proof, self.caller, self.machine
        big, counter = caller.big_endian, proof.contract.counter
        content: list[Value] = [
            self._own(at) if value is None else value for at, value in enumerate(self.known)
        ]
        for offset, bits in proof.stored(self.state, big=big).items():
            content[offset] = machine.known(bits, 1)
        self.count, self.ahead, _ = self._count(case)
        self.renamed = Renaming(self.terms)
        if counter is not None:
            self.renamed.put_whole(self.number, self.count)
            stored = layout.number_stored(counter, self.count, big_endian=big)
            for offset, bits in stored.items():
                content[offset] = machine.known(bits, 1)
        chance = Taint(self.terms, ("unknown", "register", "flag", "undefined", "context["))
        counts = Taint(self.terms, ("counter",))
        self.waiting, pairs = [content], []
        self._wanted.clear()
        caller.bases, caller.turn, caller.pointers = [], "byte", {}
        for byte in self.message[: self.size - 1 + self.keeps]:
            content = proof.update(caller, content, [byte])
            for at, value in enumerate(content):
                bits = machine.bits(value, 1)
                if at in self.counted or bits == self._own(at):
                    continue
                if chance.any(bits):
                    # What is left there by chance: it may be anything.
                    if at in self.kept:
                        raise MoteError(f"byte {at} of the context does not stay as it is")
                    content[at] = self._own(at)
                elif counts.any(bits):
                    raise MoteError(f"byte {at} of the context depends on the counter")
            self.waiting.append(content)
            if counter is not None:
                got = layout.number_bits(counter, caller.bits_of(content), big_endian=big)
                if len(self.waiting) == 2:
                    each = 0 if got == self.count else counter.step // self.size
                    if self._waited and each != self.each:
                        raise MoteError("what a byte adds to the counter depends on the counter")
                    self.each = each
                wanted = self._sum(self.count, self.each * (len(self.waiting) - 1))
                pairs.append(Pair(f"counter with {len(self.waiting) - 1} bytes", got, wanted))
        rest = [
            [v if at not in self.counted else 0 for at, v in enumerate(each)]
            for each in self.waiting
        ]
        if self._waited not in ([], rest):
            raise MoteError("what waits in the context depends on the counter")
        self._waited = rest
        caller.bases, caller.turn = self.bases, "update"
        caller.pointers = {"cc": self.at_context, "data": self.at_message}
        return Run("bytes one by one", caller, pairs, {}, abstract=True)

    def _with_any_counter(self) -> None:
        """Let contexts have any counter: in all cases of it they are otherwise the same."""
        self.count, self.ahead, _ = self._count(Case())
        self.renamed = Renaming(self.terms)
        counter = self.proof.contract.counter
        assert counter is not None
        self.waiting = [list(content) for content in self.waiting]
        for fill, content in enumerate(self.waiting):
            number = self._sum(self.count, self.each * fill)
            stored = layout.number_stored(counter, number, big_endian=self.caller.big_endian)
            for offset, bits in stored.items():
                content[offset] = self.machine.known(bits, 1)

    @abc.abstractmethod
    def _decide(self, literal: int) -> bool:
        """Where a branch goes that depends on symbols."""

    def _own(self, at: int) -> Bits:
        """A byte of the context that may hold anything."""
        return self.terms.variables(f"context[{at}]", 8)

    def _compared(
        self, fill: int, number: Bits, settled: Renaming | None = None, more: int = 0
    ) -> list[Pair]:
        """The context as it is, and as it is to be with so many bytes in the buffer.

        number: the counter with none, but for more of it, which is added at once: in a case of
        carries the bits of such a sum are no sum.  settled: puts a number in the place of that of
        the bytes left.
        """
        machine, pairs, start = self.machine, list[Pair](), self.context.start

        def pair(name: str, got: Bits, wanted: Bits) -> None:
            if got != wanted and settled is not None:
                got = settled.bits(got)
            pairs.append(Pair(name, got, wanted))

        for at, wanted in self._wanted_of(fill):
            got = machine.bits(machine.read(start + at, 1), 1)
            pair(f"byte {at} of the context", got, wanted)
        if number:
            pair("counter", self._counter_now(), self._sum(number, self.each * fill + more))
        return pairs

    def _wanted_of(self, fill: int) -> list[tuple[int, Bits]]:
        """The bytes of the context that have to be something with so many bytes in the buffer."""
        if fill not in self._wanted:
            self._wanted[fill] = [
                (at, wanted)
                for at, value in enumerate(self.waiting[fill])
                if at not in self.counted
                for wanted in (self.machine.bits(value, 1),)
                if wanted != self._own(at) or at in self.kept
            ]
        return self._wanted[fill]

    def _counter_now(self) -> Bits:
        counter, machine = self.proof.contract.counter, self.machine
        if counter is None:
            return ()
        content = {
            at: machine.bits(machine.read(self.context.start + at, 1), 1) for at in self.counted
        }
        return layout.number_bits(counter, content, big_endian=self.caller.big_endian)

    def _sum(self, word: Bits, number: int) -> Bits:
        return self.terms.add([self.terms.linear(word)], len(word), number)

    # ---- the state ----

    def _symbols(self) -> Iterator[Bits]:
        """The words of the state in the order of the contract."""
        yield from self._wanted_words(self.proof.words_of(self.state))

    def _state_now(self) -> list[Bits]:
        """What the context holds where the state is to be."""
        machine, start = self.machine, self.context.start
        return [
            machine.bits(machine.read(start + at, 1), 1)
            for at in sorted(self.proof.bytes_of_state())
        ]

    def _wanted_words(self, words: dict[str, list[Word]]) -> Iterator[Bits]:
        """The words of a state in the order of the contract."""
        for place in self.proof.contract.state:
            yield from (word.literals for word in words[name_of(place)])
