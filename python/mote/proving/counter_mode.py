"""AES in counter mode: what is proved of a file with the interface of include/mote/aes_ctr.h."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mote.catalog.contract import Contract
from mote.catalog.cpu import Cpu
from mote.proving.calls import Caller, Object
from mote.proving.program import Program
from mote.proving.runs import Pair, Run
from mote.proving.terms import Bits, Terms
from mote.proving.values import Value
from mote.proving.word import TermWords, Word
from mote.specifications import aes


class CounterModeProof:
    """AES in counter mode by include/mote/aes_ctr.h, for each size of its key.

    A context that init leaves, with any key and counter block, is what a call for two blocks begins
    with and what it ends with, two blocks on; so it is, for one size of the key, with two calls for
    as many bytes.  What init leaves alone is arbitrary.
    """

    PAIR = 2 * aes.BLOCK
    CALLS = ((PAIR,), (7,), (7, PAIR - 7))
    """Bytes of calls behind init; what the last one leaves is compared."""

    def __init__(
        self, cpu: Cpu, program: Program, contracts: Mapping[int, Contract], context_bytes: int
    ) -> None:
        self.cpu = cpu
        self.program = program
        self.contracts = contracts
        self.context_bytes = context_bytes

    def step(self) -> Iterator[Run]:
        for number, key_bits in enumerate(self.contracts):
            # How bytes are cut into calls has nothing to do with the key: shown for one size of it.
            for calls in self.CALLS[:1] if number else self.CALLS:
                yield self._calls(key_bits, calls)

    def _after_init(self, caller: Caller, key: list[Word], counter: list[Word]) -> list[Value]:
        """The context; what init does not write is arbitrary."""
        objects = caller.placed(
            [self._context(), Object("key", len(key), False), Object("counter", aes.BLOCK, False)]
        )
        contents = {"key": _literals(key), "counter": _literals(counter)}
        symbol = caller.contract.functions[0][0]
        caller.call(symbol, ["cc", "key", 8 * len(key), "counter"], objects, contents)
        return caller.content(objects["cc"])

    def _context(self) -> Object:
        return Object("cc", self.context_bytes, True)

    def _calls(self, key_bits: int, calls: tuple[int, ...]) -> Run:
        caller = Caller(self.cpu, self.program, Terms(), self.contracts[key_bits])
        words = TermWords(caller.terms)

        def variable(name: str, number: int) -> list[Word]:
            return [words.variable(f"{name}[{i}]", 8) for i in range(number)]

        key, counter = variable("key", key_bits // 8), variable("counter", aes.BLOCK)
        # The whole pair, whose words of the rounds then have names, also where less is asked for.
        text = variable("text", self.PAIR)
        wanted = aes.counter_mode(words, key, counter, text)
        context = self._after_init(caller, key, counter)
        symbol = caller.contract.functions[1][0]
        done = 0
        for size in calls:
            # Calls that a block is cut by work in place.
            src, dst = ("src", "dst") if len(calls) == 1 else ("text", "text")
            sizes = dict.fromkeys((src, dst), size)
            objects = caller.placed(
                [self._context(), *(Object(n, b, n != "src") for n, b in sizes.items())]
            )
            part: Sequence[Value] = _literals(text[done : done + size])
            contents: dict[str, Sequence[Value]] = {"cc": context, src: part}
            caller.call(symbol, ["cc", src, dst, size], objects, contents)
            context = caller.content(objects["cc"])
            after = {"cc": context, dst: caller.content(objects[dst])}
            given = after[dst]
            right = wanted[done : done + size]
            done += size
        pairs = [
            Pair(f"{dst}[{at}]", caller.machine.bits(byte, 1), word.literals)
            for at, (byte, word) in enumerate(zip(given, right, strict=True))
        ]
        if done == self.PAIR:
            called = list(caller.called)
            on = aes.counted(words, aes.counted(words, counter))
            fresh = self._after_init(caller, key, on)
            written = caller.machine.written
            start = caller.called[-1].objects["cc"].start
            caller.called[:] = called
            for at, byte in enumerate(fresh):
                if start + at in written:
                    got, want = (caller.machine.bits(each, 1) for each in (context[at], byte))
                    pairs.append(Pair(f"cc[{at}]", got, want))
        sizes_of_calls = " and ".join(map(str, calls))
        name = f"a key of {key_bits} bits, {sizes_of_calls} bytes"
        return Run(name, caller, pairs, after)


def _literals(data: Sequence[Word]) -> list[Bits]:
    return [word.literals for word in data]
