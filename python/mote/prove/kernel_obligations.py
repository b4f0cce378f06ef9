"""What is to be proved of a kernel: each kind of call that its specification names.

A call takes what its pointers point to from any content to what the specification says.  How many
blocks there are is a number of each call: one from any state, and two, where one behind the other
is shown for a state that is as arbitrary.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mote import package, promises
from mote.contract import Contract
from mote.prove.calls import Caller, Object
from mote.prove.obligations import Pair
from mote.prove.program import Program
from mote.prove.specifications.kernels import Call, specification_of
from mote.prove.terms import Bits, Terms
from mote.prove.word import TermWords, Word
from mote.types import Cpu, Implementation, MoteError


class KernelProof:
    """The obligations of one kernel on one CPU.  Raises MoteError without a specification."""

    def __init__(
        self, implementation: Implementation, cpu: Cpu, program: Program, contract: Contract
    ) -> None:
        kernel = implementation.kernel
        if kernel is None:
            raise MoteError(f"{implementation.name} of {implementation.function.name} is no kernel")
        self.cpu = cpu
        self.program = program
        self.contract = contract
        self.specification = specification_of(kernel)
        self.symbol = kernel.symbol
        if package.is_ours(implementation):
            self.symbol = package.kernel_symbol(kernel, implementation.prefix)
        prototype = kernel.prototype.replace(kernel.symbol, self.symbol) + ";"
        self.arguments = promises.prototypes(prototype)[self.symbol].arguments

    def cases(self) -> Iterator[tuple[str, Caller, list[Pair]]]:
        """Each kind of call: what it is, the universe, and the pairs in it."""
        for case in self.specification.cases:
            caller, pairs = self.case(case)
            yield case, caller, pairs

    def case(self, case: str) -> tuple[Caller, list[Pair]]:
        """One kind of call; raises ProofError."""
        caller = Caller(self.cpu, self.program, Terms(), self.contract)
        words = TermWords(caller.terms)

        def variable(name: str, number: int, bits: int) -> list[Word]:
            return [words.variable(f"{name}[{i}]", bits) for i in range(number)]

        call = self.specification.call(words, variable, case)
        arguments, objects = self._given(call)
        places = caller.placed(objects)
        contents = {
            name: [caller.machine.known(byte, 1) for byte in self._bytes(caller, given)]
            for name, given in call.before.items()
            if given
        }
        caller.call(self.symbol, arguments, places, contents)
        pairs = []
        for name, wanted in call.after.items():
            left = caller.bits_of(caller.content(places[name]))
            for at, right in enumerate(self._bytes(caller, wanted)):
                pairs.append(Pair(f"{name}, byte {at}", left[at], right))
        return caller, pairs

    def _given(self, call: Call[Word]) -> tuple[list[int | str | Bits], list[Object]]:
        """The arguments, and what the pointers among them point to."""
        arguments: list[int | str | Bits] = []
        objects = []
        for name, (points, _) in self.arguments.items():
            if not points:
                number = call.numbers[name]
                arguments.append(number if isinstance(number, int) else number.literals)
                continue
            there = call.before.get(name) or call.after.get(name) or ()
            arguments.append(name if there else 0)
            if there:
                size = sum(word.bits for word in there) // 8
                objects.append(Object(name, size, name in call.after))
        return arguments, objects

    def _bytes(self, caller: Caller, words: Sequence[Word]) -> Iterator[Bits]:
        """The bytes of words as they lie in memory."""
        for word in words:
            parts = word.split(8)
            yield from (part.literals for part in (parts[::-1] if caller.big_endian else parts))
