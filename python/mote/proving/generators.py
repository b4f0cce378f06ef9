"""Proofs of random generators: what init leaves, a seed and a request from any state.

A generator's context is its state alone.  Before the first seed that is all zeros, which a request
must refuse.  So a request has two cases, that state and any other: whether the state is zeros is
all of it that a branch may depend on.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator, Sequence

from mote.common.errors import MoteError
from mote.proving import layout
from mote.proving.calls import FileProof, Object
from mote.proving.runs import Pair, Run, constant
from mote.proving.sequences import Calls
from mote.proving.solve import implied
from mote.proving.terms import AND, FALSE, XOR, Bits, Terms
from mote.proving.values import SecretBranch, Value
from mote.proving.word import Word
from mote.specifications import known, skein

SEEDS = (0, 1, 32, 33)
"""Bytes of seeds that are added to any state, all of them arbitrary."""

LONG, ANY = 259, 9
"""And of a longer one, with which the position in the message passes 256: its last ones are
arbitrary, others 0, and so is the state."""

REQUESTS = (0, 1, 32, 33)
"""Bytes of requests from any state that is not zero."""

REFUSED = (0, 1, 33, 259)
"""And from the state before the first seed."""

UNSEEDED = -1
"""What a request then returns."""


class Unexpanded(Terms):
    """Terms whose products are named at first, so that no polynomial is made of them.

    Whether any of many bits is set, which a request asks first, is a disjunction that the solver
    decides as it was computed, and not multiplied out.
    """

    def __init__(self) -> None:
        super().__init__()
        self.expands = False

    def conjunction(self, a: int, b: int) -> int:
        found = super().conjunction(a, b)
        if not self.expands and self.kinds[found >> 1] in (AND, XOR):
            self.name((found,))
        return found


class GeneratorProof(FileProof):
    """init and step of Skein's generator, include/mote/skein_prng.h, on one CPU."""

    def __post_init__(self) -> None:
        super().__post_init__()
        function = self.function
        if function.name != "skein_prng":
            raise MoteError(f"{function.name}: no specification is written for it yet")
        self.init_symbol, self.seed_symbol, self.generate_symbol = self.implementation.symbols
        [self.place] = self.contract.state
        if self.place.words * self.place.word_bytes != self.context_bytes:
            raise MoteError(f"{function.name}: its context has more than the state")

    def _begun(self, terms: Terms | None = None) -> tuple[Calls, list[Word]]:
        """Calls, and an arbitrary state."""
        of = Calls(self.cpu, self.program, self.contract, terms)
        return of, [of.words.variable(f"S[{i}]", 64) for i in range(4)]

    def _bytes(self, of: Calls, state: Sequence[Word]) -> list[Bits]:
        """A state as the context has it."""
        sizes = {"S": 8 * self.place.word_bytes}
        [words] = known.places_of(skein.SKEIN256, {"G": list(state)}, sizes).values()
        literals = [word.literals for word in words]
        content = layout.stored(self.place, literals, big_endian=of.caller.big_endian)
        return [content[at] for at in range(self.context_bytes)]

    def _hold(self, of: Calls, name: str, wanted: Sequence[Bits]) -> None:
        for at, bits in enumerate(wanted):
            got = of.caller.machine.bits(of.after[name][at], 1)
            of.pairs.append(Pair(f"{name}[{at}]", got, bits))

    def init(self) -> Iterator[Run]:
        """The state is zeros."""
        of, _ = self._begun()
        of.call(self.init_symbol, ["cc"], [self._context()], {})
        self._hold(of, "cc", [constant(0, 8)] * self.context_bytes)
        yield of.run("")

    def step(self) -> Iterator[Run]:
        for size in REFUSED:
            yield self._refused(size)
        for size in REQUESTS:
            yield self._request(size)
        for size in (*SEEDS, LONG):
            yield self._seed(size)

    def _seed(self, size: int) -> Run:
        of, state = self._begun()
        data = of.variable("data", min(size, ANY) if size == LONG else size)
        if size == LONG:
            state = [of.words.word(0, 64)] * len(state)
        data = [of.words.word(0, 8)] * (size - len(data)) + data
        wanted = skein.seeded(of.words, state, data) if size else state
        objects = [self._context(), *([Object("data", size, False)] if size else [])]
        known = [of.caller.machine.known(byte, 1) for byte in self._bytes(of, state)]
        contents: dict[str, Sequence[Value]] = {"cc": known}
        if size:
            contents["data"] = [of.caller.machine.known(byte.literals, 1) for byte in data]
        of.call(self.seed_symbol, ["cc", "data" if size else 0, size], objects, contents)
        self._hold(of, "cc", self._bytes(of, wanted))
        return of.run(f"a seed of {size} bytes")

    def _request(self, size: int) -> Run:
        terms = Unexpanded()
        of, state = self._begun(terms)
        machine = of.caller.machine
        bits = [literal for word in state for literal in word.literals]
        seeded = functools.reduce(terms.disjunction, bits, FALSE)

        found: list[tuple[list[Word], list[Word]]] = []

        def decide(literal: int) -> bool:
            machine.solver_calls += 1
            value = implied(terms, seeded, literal)
            if value is None:
                raise SecretBranch(terms, literal, machine.program_counter)
            if not terms.expands:
                terms.expands = True
                found.append(skein.generated(of.words, state, size))
            return bool(value)

        machine.decide = decide
        self._generate(of, self._bytes(of, state), size)
        if not found:
            raise MoteError("a request does not ask whether there was a seed")
        return self._generated(of, *found[0], 0, f"a request of {size} bytes")

    def _refused(self, size: int) -> Run:
        of, _ = self._begun()
        zero = of.words.word(0, 8)
        self._generate(of, [0] * self.context_bytes, size)
        name = f"a request of {size} bytes before the first seed"
        return self._generated(of, [zero] * size, [of.words.word(0, 64)] * 4, UNSEEDED, name)

    def _generate(self, of: Calls, state: Sequence[Value], size: int) -> None:
        objects = [self._context(), *([Object("dst", size, True)] if size else [])]
        of.call(self.generate_symbol, ["cc", "dst" if size else 0, size], objects, {"cc": state})

    def _generated(
        self, of: Calls, output: Sequence[Word], state: Sequence[Word], result: int, name: str
    ) -> Run:
        """What a request has to put out, to leave and to return."""
        if output:
            of.hold("dst", output)
        self._hold(of, "cc", self._bytes(of, state))
        got = of.returned(self.cpu.abi.int_bytes)
        of.pairs.append(Pair("the result", got, constant(result, len(got))))
        return dataclasses.replace(of.run(name), result=got)
