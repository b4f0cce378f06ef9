"""Proofs of functions that are no hash functions: calls one behind another, and what they leave.

A block cipher's context is what its init leaves with any key; what a call makes of any block then
is the specification's.  So nothing has to be known of how the context holds the key.  A checksum
has no context: its own value is what it goes on from.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence

from mote.catalog.contract import Contract
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.proving import ghash
from mote.proving.calls import Caller, FileProof, Object
from mote.proving.machine import SymbolicMachine
from mote.proving.program import Program
from mote.proving.runs import Pair, Run
from mote.proving.terms import Bits, Terms
from mote.proving.values import Value
from mote.proving.word import TermWords, Word
from mote.specifications import aes, crc, skein, speck_simon
from mote.specifications.words import joined, parted

LENGTHS = (*range(10), 16, 17, 33)
"""Bytes of the data of which a checksum is proved, all of them arbitrary."""

LONG, ANY = 259, 9
"""And of longer data, whose length has a second byte: its last ones are arbitrary, others 0."""


class Calls:
    """Calls in one term context."""

    def __init__(
        self, cpu: Cpu, program: Program, contract: Contract, terms: Terms | None = None
    ) -> None:
        self.caller = Caller(cpu, program, Terms() if terms is None else terms, contract)
        self.words = TermWords(self.caller.terms)
        self.pairs: list[Pair] = []
        self.after: dict[str, list[Value]] = {}
        self.follow: Callable[[SymbolicMachine], object] = SymbolicMachine.run
        """What runs the machine in a call."""

    def variable(self, name: str, number: int) -> list[Word]:
        """So many arbitrary bytes."""
        return [self.words.variable(f"{name}[{i}]", 8) for i in range(number)]

    def call(
        self,
        symbol: str,
        arguments: Sequence[str | int | Word],
        objects: Sequence[Object],
        contents: Mapping[str, Sequence[Value]],
    ) -> None:
        """A call; `after` is what it leaves in its objects."""
        places = self.caller.placed(objects)
        given = [each.literals if isinstance(each, Word) else each for each in arguments]
        self.caller.call(symbol, given, places, contents, self.follow)
        self.after = {name: self.caller.content(place) for name, place in places.items()}

    def hold(self, name: str, wanted: Sequence[Word], at: int = 0) -> None:
        """The bytes of an object have to be these, from an offset on."""
        for number, word in enumerate(wanted, at):
            got = self.caller.machine.bits(self.after[name][number], 1)
            self.pairs.append(Pair(f"{name}[{number}]", got, word.literals))

    def unchanged(self, name: str, before: Sequence[Value]) -> None:
        bits = self.caller.machine.bits
        for number, (was, is_) in enumerate(zip(before, self.after[name], strict=True)):
            self.pairs.append(Pair(f"{name}[{number}]", bits(is_, 1), bits(was, 1)))

    def returned(self, size: int) -> Bits:
        """What the call returned, a number of so many bytes."""
        machine = self.caller.machine
        got: Bits = ()
        for byte in self.caller.architecture.result(size):
            got += machine.bits(machine.get(byte), byte.size)
        return got

    def run(self, name: str) -> Run:
        return Run(name, self.caller, self.pairs, self.after)


def _literals(data: Sequence[Word]) -> list[Value]:
    return [word.literals for word in data]


Given = Mapping[str, Sequence[Word] | Sequence[Value] | Word | int]
"""Numbers, known or not, and bytes of objects, by the names of arguments."""


class InterfaceCalls(Calls):
    """Calls of a function's interface, by the number of each in it."""

    def __init__(
        self, implementation: Implementation, cpu: Cpu, program: Program, contract: Contract
    ) -> None:
        super().__init__(cpu, program, contract)
        self.calls = implementation.calls
        self.int_bytes = cpu.abi.int_bytes

    def api(
        self,
        number: int,
        given: Given,
        written: Mapping[str, int],
        same: Mapping[str, str] | None = None,
    ) -> None:
        """A call with numbers and bytes of objects, by the names of its arguments.

        written: the objects that it may write, and their sizes; same: arguments that point to the
        object of another one.  An object of no bytes is the null pointer.
        """
        same = same or {}
        call = self.calls[number]
        contents: dict[str, list[Value]] = {}
        for name, value in given.items():
            if not isinstance(value, (int, Word)):
                contents[name] = [v.literals if isinstance(v, Word) else v for v in value]
        sizes = {name: len(content) for name, content in contents.items()} | dict(written)
        arguments: list[str | int | Word] = []
        for each in call.arguments:
            where = same.get(str(each), str(each))
            number_of_it = given.get(where)
            if isinstance(number_of_it, (int, Word)):
                arguments.append(number_of_it)
            else:
                arguments.append(where if sizes[where] else 0)
        objects = [Object(n, size, n in written) for n, size in sizes.items() if size]
        self.call(call.symbol, arguments, objects, {n: c for n, c in contents.items() if c})

    def returns(self, number: int) -> None:
        """The last call has to return this int."""
        machine = self.caller.machine
        got: tuple[int, ...] = ()
        for each in self.caller.architecture.result(self.int_bytes):
            got += machine.bits(machine.get(each), each.size)
        wanted = self.words.word(number, 8 * self.int_bytes)
        self.pairs.append(Pair("the result", got, wanted.literals))


class SequenceProof(FileProof):
    """The step of a function on one CPU, by calls one behind another."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.symbols = self.implementation.symbols
        self.key_bytes = self.function.main_size // 8

    def _begun(self) -> Calls:
        return Calls(self.cpu, self.program, self.contract)

    def _with_key(self, of: Calls, key: Sequence[Word]) -> list[Value]:
        """The context that init leaves."""
        objects = [self._context(), Object("key", len(key), False)]
        of.call(self.symbols[0], ["cc", "key"], objects, {"key": _literals(key)})
        return of.after["cc"]


class CipherProof(SequenceProof):
    """A tweakable block cipher: Threefish."""

    def step(self) -> Iterator[Run]:
        """A block and its tweak, from one place to another and in place."""
        for symbol, specification in zip(
            self.symbols[1:], (skein.encrypted, skein.decrypted), strict=True
        ):
            for in_place in (False, True):
                of = self._begun()
                key, tweak = of.variable("key", self.key_bytes), of.variable("tweak", 16)
                block = of.variable("block", self.key_bytes)
                wanted = parted(
                    specification(of.words, joined(key, 64), joined(tweak, 64), joined(block, 64)),
                    8,
                )
                context = self._with_key(of, key)
                size = self.key_bytes
                to = "src" if in_place else "dst"
                objects = [self._context(), Object("tweak", 16, False)]
                objects += [Object("src", size, in_place)]
                objects += [] if in_place else [Object("dst", size, True)]
                contents = {"cc": context, "tweak": _literals(tweak), "src": _literals(block)}
                of.call(symbol, ["cc", "tweak", "src", to], objects, contents)
                of.hold(to, wanted)
                of.unchanged("cc", context)
                yield of.run(f"{symbol}{' in place' * in_place}")


class BlocksProof(SequenceProof):
    """A block cipher whose calls take any number of blocks: Speck, Simon."""

    def step(self) -> Iterator[Run]:
        """Two blocks, from one place to another and in place."""
        is_speck = self.function.name.startswith("speck")
        rounds = (
            (speck_simon.speck_round, speck_simon.speck_back)
            if is_speck
            else (speck_simon.simon_round, speck_simon.simon_back)
        )
        expanded = speck_simon.speck_keys if is_speck else speck_simon.simon_keys
        size = self.function.block_bytes
        for symbol, one, crypted in zip(
            self.symbols[1:], rounds, (speck_simon.encrypted, speck_simon.decrypted), strict=True
        ):
            for in_place in (False, True):
                of = self._begun()
                key, blocks = of.variable("key", self.key_bytes), of.variable("block", 2 * size)
                keys = expanded(of.words, key)
                wanted = [
                    byte
                    for at in (0, size)
                    for byte in crypted(of.words, keys, blocks[at : at + size], one)
                ]
                context = self._with_key(of, key)
                to = "src" if in_place else "dst"
                objects = [self._context(), Object("src", 2 * size, in_place)]
                objects += [] if in_place else [Object("dst", 2 * size, True)]
                contents = {"cc": context, "src": _literals(blocks)}
                of.call(symbol, ["cc", "src", to, 2], objects, contents)
                of.hold(to, wanted)
                of.unchanged("cc", context)
                yield of.run(f"{symbol}{' in place' * in_place}")


class GhashProof(SequenceProof):
    """GHASH."""

    def step(self) -> Iterator[Run]:
        """Two blocks in one call, then in calls that cut a block; and a block that is not full.

        Where the context has room for powers of the key, also eight blocks and two.
        """
        if self.context_bytes >= 3 * aes.BLOCK:
            for sizes, groups in ghash.CASES:
                of = Calls(self.cpu, self.program, self.contract, ghash.Resolved())
                key, data = of.variable("key", aes.BLOCK), of.variable("data", sum(sizes))
                yield self._hashed(of, key, data, sizes, ghash.hashed(of.words, key, data, groups))
            return
        for sizes in ((32,), (5, 27), (16, 3)):
            of = self._begun()
            key, data = of.variable("key", aes.BLOCK), of.variable("data", sum(sizes))
            zero = of.words.word(0, 8)
            y = [zero] * aes.BLOCK
            for number, block in enumerate(ghash.blocks(of.words, data)):
                y = aes.ghash_block(of.words, key, y, block)
                y = [of.words.cut(b, f"hash[{i}] after {number}") for i, b in enumerate(y)]
            yield self._hashed(of, key, data, sizes, y)

    def _hashed(
        self,
        of: Calls,
        key: Sequence[Word],
        data: Sequence[Word],
        sizes: Sequence[int],
        wanted: Sequence[Word],
    ) -> Run:
        """Calls with so many bytes each, and close."""
        context = self._with_key(of, key)
        done = 0
        for size in sizes:
            objects = [self._context(), Object("data", size, False)]
            part = _literals(data[done : done + size])
            contents = {"cc": context, "data": part}
            of.call(self.symbols[1], ["cc", "data", size], objects, contents)
            context = of.after["cc"]
            done += size
        objects = [self._context(), Object("dst", aes.BLOCK, True)]
        of.call(self.symbols[2], ["cc", "dst"], objects, {"cc": context})
        of.hold("dst", wanted)
        return of.run(f"{' and '.join(map(str, sizes))} bytes")


class ChecksumProof(SequenceProof):
    """A checksum, which has no context."""

    def step(self) -> Iterator[Run]:
        """The checksum of data behind what had any checksum, for each of some lengths."""
        for size in (*LENGTHS, LONG):
            of = self._begun()
            words = of.words
            before = words.variable("crc", 32)
            data = of.variable("data", min(size, ANY) if size == LONG else size)
            data = [words.word(0, 8)] * (size - len(data)) + data
            wanted = crc.checksum(words, self.function.name, before, data)
            objects = [Object("data", size, False)] if size else []
            contents = {"data": _literals(data)} if size else {}
            given = "data" if size else 0
            of.call(self.symbols[0], [before, given, size], objects, contents)
            got = of.returned(4)
            of.pairs.append(Pair("the checksum", got, wanted.literals))
            yield dataclasses.replace(of.run(f"{size} bytes"), result=got)
