"""Stream ciphers, ChaCha20 and Salsa20: what is proved of a file with their interface.

A context is what init leaves with any key, nonce and number of the first block; so nothing has to
be known of how it holds them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mote.proving.calls import FileProof
from mote.proving.proofs import PORTABLE
from mote.proving.runs import Pair, Run
from mote.proving.sequences import Given, InterfaceCalls
from mote.proving.solve import implied
from mote.proving.terms import TRUE, Bits
from mote.proving.values import SecretBranch, Value
from mote.proving.word import TermWords, Word
from mote.specifications import salsa
from mote.specifications.words import parted, xor

BLOCK = 64
NUMBER_BITS = 32
"""Of the first block's number."""


class Named(Word):
    """A word of which each sum and each exclusive or has a name as soon as it is made.

    The words of a quarter round are made one of another: a word that had its name only behind the
    round would be part of the next one's terms without it, and in the code's with it.
    """

    def _named(self, made: Word) -> Named:
        self.terms.name(made.literals)
        return Named(self.terms, made.bits, made.literals)

    def _new(self, literals: Bits) -> Named:
        return Named(self.terms, len(literals), literals)

    def __add__(self, other: Word) -> Named:
        return self._named(super().__add__(other))

    def __xor__(self, other: Word) -> Named:
        return self._named(super().__xor__(other))


class NamedWords(TermWords):
    """Makes such words."""

    def word(self, value: int, bits: int) -> Named:
        return Named(self.terms, bits, super().word(value, bits).literals)

    def named(self, given: Word) -> Named:
        return Named(self.terms, given.bits, given.literals)


@dataclass(frozen=True)
class Case:
    """A text, and the number of its first block.

    calls: the bytes of each call; several work in place.  number: the first block's, where it is
    known.  low: whether it is below 2^31, where it is not, and even: of how many bits at its end,
    which are 0.  goes_on: whether the context behind is the one that init makes with the number of
    the next block.
    """

    calls: tuple[int, ...]
    number: int | None = None
    low: bool = False
    even: int = 0
    goes_on: bool = False

    def __str__(self) -> str:
        if self.number is not None:
            number = f"number {self.number:#x}"
        else:
            number = f"any multiple of {1 << self.even}" if self.even else "any number"
        sizes = " and ".join(map(str, self.calls))
        place = " in place" * (len(self.calls) > 1)
        return f"{number}{' below 2^31' * self.low}, {sizes} bytes{place}"


@dataclass(frozen=True)
class Cipher:
    """nonce_bytes: the size of a nonce.  block: the words of a block of the key stream, by key,
    nonce and number, which has 64 bits.  carries: whether it counts beyond 2^32."""

    nonce_bytes: int
    block: Callable[[TermWords, Sequence[Word], Sequence[Word], Word], list[Word]]
    carries: bool


def _chacha20(
    words: TermWords, key: Sequence[Word], nonce: Sequence[Word], number: Word
) -> list[Word]:
    return salsa.chacha20_block(words, key, nonce, number.split(32)[0])


def _salsa20(
    words: TermWords, key: Sequence[Word], nonce: Sequence[Word], number: Word
) -> list[Word]:
    return salsa.salsa20_block(words, key, nonce, *number.split(32))


CIPHERS: Mapping[str, Cipher] = {
    "chacha20": Cipher(12, _chacha20, carries=False),
    "salsa20": Cipher(8, _salsa20, carries=True),
}
"""By the function's mode."""


def cases(cipher: Cipher, *, in_groups: bool) -> list[Case]:
    """in_groups: whether the file makes four blocks at a time, where so many are left.

    The rules see that there is no carry beyond 2^32 where the first number is below 2^31; so the
    carry has cases of its own: a block before 2^32 and a part of one behind it; of a file that
    makes groups, none of which goes on behind 2^32, also a group that ends there, and a text that
    is a byte too short for one.  Where calls cut blocks and groups, the rules see that there is no
    carry where the last bits of the number are 0.  There one byte is left of the first block, and
    behind it are two groups and one byte less than another.
    """
    carries = cipher.carries
    last = 1 << NUMBER_BITS
    if not in_groups:
        found = [
            Case((BLOCK,), low=carries, goes_on=True),
            Case((7, BLOCK - 2), low=carries),
            Case((BLOCK + 5,), number=last - 1),
        ]
    else:
        found = [
            Case((5 * BLOCK,), low=carries, goes_on=True),
            Case((BLOCK - 1, 12 * BLOCK), low=carries, even=4 * carries),
            Case((7 * BLOCK,), number=last - 3),
            Case((5 * BLOCK,), number=last - 4),
            Case((4 * BLOCK - 1,), number=last - 4),
        ]
    # Any number is also the last one.
    return found if carries else found[:2]


class StreamProof(FileProof):
    """The step of a stream cipher on one CPU."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.cipher = CIPHERS[self.function.facts["mode"]]

    def step(self) -> Iterator[Run]:
        """Whole blocks in one call, and what is left behind it; and calls that cut blocks."""
        for case in cases(self.cipher, in_groups=self.implementation.name != PORTABLE):
            yield self._crypted(case)

    def _first(self, of: InterfaceCalls, case: Case) -> Word:
        """The first block's number."""
        if case.number is not None:
            return of.words.word(case.number, NUMBER_BITS)
        free = of.words.variable("number", NUMBER_BITS - case.low - case.even)
        return of.words.of((0,) * case.even + free.literals + (0,) * case.low)

    def _stream(
        self, of: InterfaceCalls, key: list[Word], nonce: list[Word], first: Word, size: int
    ) -> list[Word]:
        """So many bytes of the key stream."""
        words = NamedWords(of.caller.terms)
        found: list[Word] = []
        named_key, named_nonce = ([words.named(byte) for byte in each] for each in (key, nonce))
        start = first.concat(of.words.word(0, NUMBER_BITS))
        while len(found) < size:
            number = words.named(start + of.words.word(len(found) // BLOCK, 2 * NUMBER_BITS))
            found += parted(self.cipher.block(words, named_key, named_nonce, number), 8)
        return found[:size]

    def _begun(
        self, of: InterfaceCalls, key: list[Word], nonce: list[Word], number: Word
    ) -> list[Value]:
        """The context that init leaves; what it does not write is arbitrary."""
        of.api(0, {"key": key, "nonce": nonce, "counter": number}, {"cc": self.context_bytes})
        return of.after["cc"]

    def _crypted(self, case: Case) -> Run:
        of = InterfaceCalls(self.implementation, self.cpu, self.program, self.contract)
        machine, terms = of.caller.machine, of.caller.terms

        def decide(literal: int) -> bool:
            # How many blocks are made at a time may depend on the number, which is public.
            machine.solver_calls += 1
            found = implied(terms, TRUE, literal)
            if found is None:
                raise SecretBranch(terms, literal, machine.program_counter)
            return bool(found)

        machine.decide = decide
        key, nonce = of.variable("key", 32), of.variable("nonce", self.cipher.nonce_bytes)
        text, first = of.variable("text", sum(case.calls)), self._first(of, case)
        wanted = xor(text, self._stream(of, key, nonce, first, len(text)))
        context = self._begun(of, key, nonce, first)
        done = 0
        in_place = len(case.calls) > 1
        to = "src" if in_place else "dst"
        for size in case.calls:
            given: Given = {"cc": context, "src": text[done : done + size], "len": size}
            same = {"dst": "src"} if in_place else {}
            of.api(1, given, {"cc": self.context_bytes, to: size}, same)
            of.hold(to, wanted[done : done + size])
            context = of.after["cc"]
            done += size
        if case.goes_on:
            self._goes_on(of, key, nonce, first + of.words.word(done // BLOCK, NUMBER_BITS))
        return of.run(str(case))

    def _goes_on(
        self, of: InterfaceCalls, key: list[Word], nonce: list[Word], number: Word
    ) -> None:
        """What init writes for the next block has to stand in the context behind the last call."""
        caller = of.caller
        machine, after, called = caller.machine, of.after, list(caller.called)
        fresh = self._begun(of, key, nonce, number)
        start = caller.called[-1].objects["cc"].start
        for at, byte in enumerate(fresh):
            if start + at in machine.written:
                got, want = (machine.bits(each, 1) for each in (after["cc"][at], byte))
                of.pairs.append(Pair(f"cc[{at}]", got, want))
        # A counterexample is of the call before.
        caller.called[:] = called
        of.after = after
