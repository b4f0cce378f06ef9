"""Case analysis of the counter: how far the carries of what a block adds go."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence
from dataclasses import dataclass

from mote.catalog.contract import Place
from mote.common.errors import MoteError
from mote.proving import layout
from mote.proving.machine import SymbolicMachine
from mote.proving.runs import constant
from mote.proving.solve import implied, variables_of
from mote.proving.terms import TRUE, Bits, Terms
from mote.proving.values import SecretBranch
from mote.proving.word import TermWords, Word


@dataclass(frozen=True)
class Case:
    """A case of the counter.  ones: its bits below are such that what a block adds carries through.

    width: behind these, nothing is carried out of so many bits; 0: no assumption.  ahead: the block
    that carries is as many behind the next one.  blocks: of so many blocks nothing else is assumed.
    first: it is the first message block.  small: the counter's highest bit is that of its start: no
    message is long enough for the other.
    """

    ones: int = 0
    width: int = 0
    ahead: int = 0
    blocks: int = 1
    first: bool = False
    small: bool = False

    @property
    def name(self) -> str:
        if self.first:
            return "first block"
        behind = f" with block {self.ahead} behind it" if self.ahead else ""
        if not self.width:
            return f"carry passes bit {self.ones - 1} of the counter{behind}" if self.ones else ""
        end = self.ones + self.width - 1
        return f"carry ends in bits {self.ones} to {end} of the counter{behind}"


class CounterCases:
    """The cases of one file's counter; place: where that is, None where the context has none.

    bits: of the counter that the specification's compression function takes.
    """

    def __init__(self, place: Place | None, bits: int) -> None:
        self._place = place
        self._bits = max(bits, 1)

    def split(self, case: Case, error: Exception) -> list[Case]:
        """The two cases of a branch on the counter: a carry ends before a bit, or passes there.

        A case in which it ends somewhere is of the two in which it ends before a word or behind.
        That the counter as a whole runs over is no case: no message is as long.  Raises the error
        again where it is no such branch.
        """
        if not isinstance(error, SecretBranch):
            raise error
        counter = self._place
        names = [error.terms.contents[n] for n in variables_of(error.terms, [error.literal])]
        own = self._variable(case)
        bits = [n[1] for n in names if isinstance(n, tuple) and n[0] == own]
        if counter is None or len(bits) < len(names):
            raise error
        end = max(bits) + 1
        if case.width and not case.small and end == 8 * counter.words * counter.word_bytes:
            return [dataclasses.replace(case, small=True, width=case.width - 1)]
        rest = 0
        if case.width:
            # Code that compares whole numbers, word by word, asks for carries between their words.
            rest = case.ones + case.width
            word = 8 * counter.word_bytes
            end = (rest - 1) // word * word
            if end <= case.ones or end < abs(counter.step).bit_length():
                raise error
        found = [dataclasses.replace(case, width=end - case.ones)]
        if end < 8 * counter.words * counter.word_bytes:
            # Where bits below are fixed, it is known which block it is.
            blocks = [case.ahead] if case.ones else range(case.blocks)
            found += [
                dataclasses.replace(case, ones=end, width=max(rest - end, 0), ahead=block)
                for block in blocks
            ]
        return found

    def before(
        self, words: TermWords, known: Sequence[int | None], case: Case, *, big: bool
    ) -> tuple[Bits, Bits, Word]:
        """The counter before and behind a block, and the number of blocks before it."""
        terms = words.terms
        spec_bits = self._bits
        counter = self._place
        if counter is None:
            return (), (), words.variable("blocks", spec_bits)
        width = 8 * counter.words * counter.word_bytes
        places = [at + byte for at in counter.addresses for byte in range(counter.word_bytes)]
        if any(known[place] is None for place in places):
            raise MoteError("init does not make the counter one number")
        content = {place: constant(known[place] or 0, 8) for place in places}
        bits = layout.number_bits(counter, content, big_endian=big)
        start = sum(bit << k for k, bit in enumerate(bits))
        size = abs(counter.step)
        shift = size.bit_length() - 1
        free = terms.variables(self._variable(case), width)
        if case.first:
            number = bits
        else:
            fixed = start % size
            number = constant(fixed, shift) + free[shift:]
            # The carry of what is added runs through ones, that of what is taken off through zeros.
            run = -1 - case.ahead if counter.step > 0 else case.ahead
            number = tuple(
                run >> (k - shift) & 1 if shift <= k < case.ones else b
                for k, b in enumerate(number)
            )
        if case.small:
            number = (*number[:-1], 0 if counter.step > 0 else 1)
        for block in range(case.blocks) if case.width else ():
            low = number[: case.ones + case.width]
            added = constant(counter.step * (block + 1), len(low))
            carry = terms.carry(low, added)
            if carry > 1:
                terms.assume(carry, 0 if counter.step > 0 else 1)
        after = terms.add([terms.linear(number)], width, counter.step)
        # number = start + step * blocks
        upper = number[shift:]
        sign = 1 if counter.step > 0 else -1
        spread = upper[:spec_bits] + (0,) * (spec_bits - len(upper))
        blocks = words.of(
            terms.add([terms.linear(spread, sign)], spec_bits, -sign * (start >> shift))
        )
        return number, after, blocks

    def decide(self, machine: SymbolicMachine, terms: Terms, number: Bits, case: Case) -> None:
        """Let the solver say where a branch on the counter goes that the case decides.

        number: the counter before the blocks of the case, as `before` made it in these terms.
        """
        machine.decide = None
        if not case.width or self._place is None:
            return
        assumed = self.assumed(terms, number, case)
        own = self._variable(case)

        known: dict[int, int | None] = {}

        def decide(literal: int) -> bool:
            names = [terms.contents[n] for n in variables_of(terms, [literal])]
            if all(isinstance(n, tuple) and n[0] == own for n in names):
                if literal not in known:
                    machine.solver_calls += 1
                    known[literal] = implied(terms, assumed, literal)
                found = known[literal]
                if found is not None:
                    return bool(found)
            raise SecretBranch(terms, literal, machine.program_counter)

        machine.decide = decide

    def assumed(self, terms: Terms, number: Bits, case: Case) -> int:
        """What a case assumes of the counter's bits, beside those that it fixes, as a literal.

        number: the counter before the blocks of the case, as `before` made it in these terms.
        """
        counter = self._place
        if not case.width or counter is None:
            return TRUE
        # Of a number of so many blocks, none carries unless all bits above theirs are 1, or 0
        # where the counter sinks: what lies below the case's bits is known.
        carries = 0 if counter.step > 0 else 1
        shift = (abs(counter.step) * case.blocks).bit_length() - 1
        low = number[shift : case.ones + case.width]
        every = functools.reduce(terms.conjunction, (literal ^ carries for literal in low), TRUE)
        return every ^ 1

    @staticmethod
    def _variable(case: Case) -> str:
        # Other cases assume other things, in the same term context.
        return "counter" if case == Case() else f"counter of {case}"
