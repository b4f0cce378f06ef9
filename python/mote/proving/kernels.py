"""Kernels: what is proved of the block function of a family."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mote.catalog.contract import Contract
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.proving.calls import Caller, Object
from mote.proving.program import Program
from mote.proving.runs import Pair, Run
from mote.proving.terms import Bits, Terms
from mote.proving.values import Value
from mote.proving.word import TermWords, Word
from mote.specifications.kernels import alone, specification_of


class KernelProof:
    """The cases of a kernel's calls, each by its own contract."""

    def __init__(
        self, implementation: Implementation, cpu: Cpu, program: Program, contract: Contract
    ) -> None:
        self.cpu = cpu
        self.program = program
        self.contract = contract
        kernel = implementation.kernel
        self.specification = (
            specification_of(kernel) if kernel else alone(implementation.function.name)
        )
        self.arguments: tuple[str | int, ...] | None = None
        """Of somebody's own, which may have numbers among them."""
        if implementation.interface is not None:
            self.arguments = implementation.calls[0].arguments

    def step(self) -> Iterator[Run]:
        for case in self.specification.cases:
            yield self._call(case)

    def _call(self, case: str) -> Run:
        caller = Caller(self.cpu, self.program, Terms(), self.contract)
        words = TermWords(caller.terms)

        def variable(name: str, number: int, bits: int) -> list[Word]:
            return [words.variable(f"{name}[{i}]", bits) for i in range(number)]

        call = self.specification.call(words, variable, case)
        [(symbol, names)] = self.contract.functions
        contents: dict[str, list[Value]] = {}
        sizes: dict[str, int] = {}
        for name in names:
            if name in call.numbers:
                continue
            # What is only written is arbitrary before.
            given = self._bytes(call.before.get(name, ()), caller)
            left = self._bytes(call.after.get(name, ()), caller)
            contents[name] = [caller.machine.known(byte, 1) for byte in given]
            sizes[name] = max(len(given), len(left))
        objects = caller.placed(
            [
                Object(name, size, name in self.contract.writes)
                for name, size in sizes.items()
                if size
            ]
        )
        arguments: list[Value | str] = []
        for each in self.arguments or names:
            if isinstance(each, int):
                arguments.append(each)
                continue
            name = each
            number = call.numbers.get(name)
            if isinstance(number, int):
                arguments.append(number)
            elif number is not None:
                arguments.append(number.literals)
            else:
                arguments.append(name if sizes[name] else 0)
        caller.call(symbol, arguments, objects, {k: v for k, v in contents.items() if sizes[k]})
        pairs = []
        after = {}
        for name, found in objects.items():
            after[name] = caller.content(found)
            wanted = self._bytes(call.after.get(name, call.before.get(name, ())), caller)
            for at, want in enumerate(wanted):
                pairs.append(Pair(f"{name}[{at}]", caller.machine.bits(after[name][at], 1), want))
        return Run(case if len(self.specification.cases) > 1 else "", caller, pairs, after)

    def _bytes(self, given: Sequence[Word], caller: Caller) -> list[Bits]:
        found: list[Bits] = []
        for word in given:
            literals = word.literals
            parts = [literals[at : at + 8] for at in range(0, word.bits, 8)]
            found += reversed(parts) if caller.big_endian else parts
        return found
