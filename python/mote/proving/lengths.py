"""Branches on the number of bytes of a call: decided by the solver, or gone both ways."""

from __future__ import annotations

from collections.abc import Callable

from mote.common.errors import MoteError
from mote.proving.hash_file import HashFile
from mote.proving.runs import constant
from mote.proving.solve import implied, variables_of
from mote.proving.terms import TRUE
from mote.proving.values import SecretBranch
from mote.proving.waiting import BEFORE, COUNTER, EARLIER, LEFT, MESSAGE, Waiting

PATHS = 64
"""Ways through one part of update that its branches on the number of bytes make."""


class Fork(Exception):
    """A branch on the number of bytes, which may go either way, or on that and the counter.

    literal: on which it depends.
    """

    def __init__(self, literal: int) -> None:
        super().__init__()
        self.literal = literal


class Unaligned(Exception):
    """Something depends on the lowest bits of the message's address."""


class Behind(Exception):
    """A branch on the bytes that come behind the block that is processed.  counter: where it is."""

    def __init__(self, counter: int) -> None:
        super().__init__()
        self.counter = counter


class Lengths(Waiting):
    """What is assumed of the number of bytes, and what follows from it."""

    def __init__(
        self,
        proof: HashFile,
        digest_bits: int,
        known: list[int | None],
        kept: set[int],
        alignment: int | None,
    ) -> None:
        super().__init__(proof, digest_bits, known, kept, alignment)
        self.assumed: tuple[int, ...] = ()
        self.assumed_by_all: tuple[int, ...] = ()
        """A part of it that does not depend on the fill."""
        self._implied: dict[tuple[int, ...], int | None] = {}

    def forked(self, count: int, run: Callable[[], None]) -> None:
        """Run with at least `keeps` bytes behind so many; where it branches on more, both ways."""
        terms = self.terms
        least = terms.less(self.left, constant(self.keeps, self.width)) ^ 1

        def with_most(most: int) -> tuple[int, ...]:
            bound = terms.less(constant(most, self.width), self.left) ^ 1
            return tuple(each for each in (least, bound) if each != TRUE)

        self.assumed_by_all = with_most(self.most)
        pending = [with_most(self.most - count)]
        for _ in range(PATHS):
            self.assumed = pending.pop()
            try:
                run()
            except Fork as fork:
                pending += [(*self.assumed, fork.literal ^ bit) for bit in (0, 1)]
            if not pending:
                return
        raise MoteError(f"update branches on the number of bytes in more than {PATHS} ways")

    def _decide(self, literal: int) -> bool:
        """Where a branch goes on the number of bytes, or on the counter."""
        terms = self.terms
        names = {terms.contents[node][0] for node in variables_of(terms, [literal])}
        counts = {name for name in names if str(name).startswith(COUNTER)}
        if names - counts == {LEFT}:
            # What all fills assume says most of it, and is asked once for all of them.
            found = None if counts else self.is_implied(literal, self.assumed_by_all)
            if found is None:
                of_counter = (self.assumed_of_counter,) if counts else ()
                found = self.is_implied(literal, (*self.assumed, *of_counter))
            if found is None:
                raise Fork(literal)
            return bool(found)
        if names == {EARLIER}:
            raise Behind(self.machine.program_counter)
        if names <= {MESSAGE, BEFORE + MESSAGE} and self.alignment is None:
            raise Unaligned
        if self._decide_counter is not None:
            return self._decide_counter(literal)
        raise SecretBranch(terms, literal, self.machine.program_counter)

    def is_implied(self, literal: int, assumed: tuple[int, ...]) -> int | None:
        terms, key, assumption = self.terms, (literal, *assumed), TRUE
        if key not in self._implied:
            for each in assumed:
                assumption = terms.conjunction(assumption, terms.as_order(each))
            self._implied[key] = implied(terms, assumption, terms.as_order(literal))
            self.machine.solver_calls += 1
        return self._implied[key]
