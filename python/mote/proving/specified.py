"""A close as the specification makes it: its calls of the compression function, and the digest."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mote.proving.attempt import Attempt
from mote.proving.execution import Execution
from mote.proving.passage import Call
from mote.proving.terms import Bits
from mote.proving.word import TermWords, Word
from mote.specifications.hashing import State
from mote.specifications.words import INTEGERS, Integer


class Specified:
    """Of a state, the bytes that wait, the blocks before them, and n bits of an arbitrary byte.

    What each call makes are new, arbitrary words.  calls: of the compression function.  wanted:
    the digest.
    """

    def __init__(
        self, execution: Execution, state: State[Word], data: Sequence[Word], blocks: Word, n: int
    ) -> None:
        self._execution = execution
        self._state, self._data, self._blocks, self._n = state, data, blocks, n
        self.ub = execution.words.variable("ub", 8)
        self._bits = execution.digest_bits
        self._first = execution.case is not None and execution.case.first
        self.calls: list[Call] = []
        digest = self._close(self._record, execution.words, lambda word: word)
        self.wanted = [word.literals for word in digest]

    def _close(
        self,
        compress: Callable[..., State[Word]],
        words: TermWords,
        moved: Callable[[Word], Word],
    ) -> list[Word]:
        return self._execution.specification.close(
            words,
            {name: [moved(word) for word in each] for name, each in self._state.items()},
            [moved(word) for word in self._data],
            moved(self._blocks),
            moved(self.ub),
            self._n,
            self._bits,
            compress=compress,
            first=self._first,
        )

    def _record(
        self, _: object, before: State[Word], message: Sequence[Word], *more: Word
    ) -> State[Word]:
        execution, calls = self._execution, self.calls
        words, number = execution.words, len(calls)
        if not message and not execution.sponge and calls and before is calls[-1].after:
            # An output transformation: no call of the block function.
            calls[-1].output = {
                name: [words.variable(f"{name}[{i}] put out", w.bits) for i, w in enumerate(e)]
                for name, e in before.items()
            }
            return calls[-1].output
        after = {name: execution.words_behind(number, name, e) for name, e in before.items()}
        calls.append(Call(before, list(message), more, after))
        return after

    def again(self, attempt: Attempt) -> list[Bits]:
        """The digest where one call is made for real, with other arguments."""
        calls, spec = self.calls, self._execution.specification
        words, count = attempt.words, 0

        def moved(word: Word) -> Word:
            return words.of(attempt.substitution.bits(word.literals))

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

        return [word.literals for word in self._close(one, words, moved)]

    def digest(self, number: Callable[[Bits], int]) -> bytes:
        """The digest in numbers, for a counterexample; number: of a word in it."""

        def integer(word: Word) -> Integer:
            return Integer(number(word.literals), word.bits)

        found = self._execution.specification.close(
            INTEGERS,
            {name: [integer(w) for w in each] for name, each in self._state.items()},
            [integer(w) for w in self._data],
            integer(self._blocks),
            integer(self.ub),
            self._n,
            self._bits,
            first=self._first,
        )
        return bytes(word.value for word in found)
