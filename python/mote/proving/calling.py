"""Calls of update from each fill: to their end with few bytes, to the block function with more."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn

from mote.common.errors import MoteError
from mote.proving.arriving import Arriving
from mote.proving.machine import SymbolicMachine
from mote.proving.memory import Range
from mote.proving.obligations import HashProof
from mote.proving.renaming import Renaming
from mote.proving.runs import Run, constant
from mote.proving.terms import Bits
from mote.proving.together import Numbers, Together
from mote.proving.values import ProofError, Value


class _Cut(Exception):
    """The machine has come to a cut point."""


class _Ended(Exception):
    """A call has been followed with each number of bytes."""


class Calling(Arriving):
    """These calls, with one size of the message block."""

    def __init__(
        self,
        proof: HashProof,
        digest_bits: int,
        known: list[int | None],
        kept: set[int],
        alignment: int | None,
    ) -> None:
        super().__init__(proof, digest_bits, known, kept, alignment)
        self.label = proof.program.label(proof.contract.block) if proof.contract.block else None
        if self.label is None:
            raise MoteError("update is cut at the contract's `block`, which there is none of")
        self._named = self.label
        """The contract's; a loop's head may take its place."""
        self.call = proof.implementation.calls[1]
        self._numbers = Numbers(self.terms, self.left, range(self.size + self.keeps))
        self._settled: dict[int, Renaming] = {}

    def _called(
        self,
        fill: int,
        length: Value,
        data: Sequence[Bits],
        follow: Callable[[SymbolicMachine], object],
        *,
        before: int = 0,
    ) -> None:
        """before: so many of the message's bytes lie before the place that has its address."""
        start = self.begin - before
        objects = {"cc": self.context, "data": Range("data", start, len(data), False)}
        values: dict[str, Value | str] = {"cc": "cc", "data": "data", "len": length}
        arguments = [a if isinstance(a, int) else values[a] for a in self.call.arguments]
        contents: dict[str, Sequence[Value]] = {"cc": self.waiting[fill], "data": data}
        self.caller.call(self.call.symbol, arguments, objects, contents, follow)

    def _all_short(self, fill: int, counts: Sequence[int]) -> Iterator[Run]:
        """Calls with these numbers of bytes, none of which leads to the block function."""
        self.caller.pointers["data"] = self.at_message
        self.assumed = ()
        found: dict[int, Run] = {}

        def follow(_: SymbolicMachine) -> NoReturn:
            found.update(self._together(counts, fill, self.count, f"behind {fill}"))
            raise _Ended

        with contextlib.suppress(_Ended):
            self._called(fill, self.fewer, self.message[fill : fill + len(counts) - 1], follow)
        for count in counts:
            yield found.get(count) or self._short(fill, count)

    def _together(
        self, counts: Sequence[int], fill: int, number: Bits, name: str, more: int = 0
    ) -> Iterator[tuple[int, Run]]:
        """From where the machine is to the end, with as many bytes left as one of these says.

        Only those are there that leave what they have to.  fill, number, more: what waits
        without them, and the counter with nothing that waits, as _compared has it.
        """
        paths = Together(self.machine, self._numbers, self._decide, "data")
        for some, error in paths.runs(counts):
            try:
                if error is None:
                    self.caller.returned(self.call.symbol)
            except ProofError as wrong:
                error = wrong
            for count in some if error is None else ():
                pairs = self._compared(fill + count, number, self._settle(count), more)
                if all(pair.got == pair.wanted for pair in pairs):
                    yield count, Run(f"{count} bytes {name}", self.caller, pairs, {}, abstract=True)

    def _settle(self, count: int) -> Renaming:
        """Puts a number in the place of that of the bytes left."""
        if count not in self._settled:
            self._settled[count] = Renaming(self.terms)
            for word in (self.left, self.few):
                self._settled[count].put_whole(word, constant(count, len(word)))
        return self._settled[count]

    def _short(self, fill: int, count: int) -> Run:
        """A call that does not lead to the block function."""
        self.caller.pointers["data"] = self.at_message
        self.assumed = ()
        self._called(fill, count, self.message[fill : fill + count], SymbolicMachine.run)
        after = self.caller.content(self.context)
        name = f"{count} bytes behind {fill}"
        return Run(name, self.caller, self._compared(fill + count, self.count), {"cc": after})

    def _enter(self, fill: int) -> None:
        """From a call with at least as many bytes as lead to the block function, up to there."""
        count = self.size - fill
        length = self._sum(self.left, count)
        self.caller.pointers["data"] = self._sum(self.at_message, -count)

        def follow(machine: SymbolicMachine) -> NoReturn:
            self._to_block()
            raise _Cut

        def run() -> None:
            try:
                data = self.message[fill:] + self.next
                self._called(fill, length, data, follow, before=count)
            except _Cut:
                self.arrive(count, self.count, self.renamed, count)

        self.forked(count, run)

    def _to_block(self) -> None:
        assert self.label is not None and self._named is not None
        machine = self.machine
        self.absorbed = self.looped = False
        while True:
            if machine.run({self.label, self._named}):
                raise ProofError(
                    "update returns before it comes to `block`", machine.program_counter
                )
            if machine.architecture.code_address(machine.program_counter) == self.label:
                return
            self.absorbed = self.is_absorbed()
