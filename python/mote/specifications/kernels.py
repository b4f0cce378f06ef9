"""What kernels compute: for each kernel.toml, the memory before a call and after it.

A call is built from variables of the specification; where a kernel has them in another form, bit
slices for instance, what is in memory is a function of these.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from mote.catalog.function import Kernel
from mote.common.errors import MoteError
from mote.specifications import aes, ascon, keccak
from mote.specifications.hashing import HashFunction, State
from mote.specifications.known import HASHES
from mote.specifications.skein import ubi_block
from mote.specifications.words import W, Words, joined, parted, xor

Variable = Callable[[str, int, int], list[W]]
"""So many words of so many bits that a proof knows nothing of: name, number, bits."""


@dataclass(frozen=True)
class Call(Generic[W]):
    """A call of a kernel: what its arguments are, and what they point to before and after it.

    before: of each pointer, by the argument's name, words of 32 bits in the byte order of the CPU,
    or bytes; of an argument that is null, none.  after: of those that the kernel writes.
    numbers: of the arguments that are no pointers: a number, or a word that can be anything.
    """

    before: Mapping[str, Sequence[W]]
    after: Mapping[str, Sequence[W]]
    numbers: Mapping[str, int | W] = field(default_factory=dict)


class KernelSpecification(ABC):
    """A kernel; cases: the kinds of its calls, each of which is proved by itself."""

    cases: tuple[str, ...]

    @abstractmethod
    def call(self, words: Words[W], variable: Variable[W], case: str) -> Call[W]:
        """A call of one of the cases."""


def _in_words(state: Sequence[W]) -> list[W]:
    """Words of 32 bits as mote_u32 has them, low halves first; bytes stay what they are."""
    return parted(state, 32) if state[0].bits > 32 else list(state)


def _cut(words: Words[W], state: State[W], number: int) -> State[W]:
    """The state after a block as words of their own."""
    return {
        name: [words.cut(word, f"{name}[{i}] after block {number}") for i, word in enumerate(each)]
        for name, each in state.items()
    }


def _in_blocks(data: Sequence[W], size: int) -> Iterable[Sequence[W]]:
    return (data[at : at + size] for at in range(0, len(data), size))


class OneBlock(KernelSpecification):
    """A state and a message block, and nothing else."""

    cases = ("a message block",)

    def __init__(self, function: HashFunction, state: str) -> None:
        self.function = function
        self.state = state

    def call(self, words: Words[W], variable: Variable[W], case: str) -> Call[W]:
        [(name, (number, bits))] = self.function.state.items()
        size = self.function.block_bytes(0)
        state = variable(self.state, number, bits)
        block = variable("block", size, 8)
        [after] = self.function.compress(words, {name: state}, block).values()
        before = {self.state: _in_words(state), "block": block}
        return Call(before, {self.state: _in_words(after)})


class InOwnWords(KernelSpecification):
    """A kernel of mote.calling.kernels: a state in words as the specification has them, in place.

    compress: the state after it; bits: of a word.  block_bytes: of the message, 0 for none.
    """

    cases = ("one call",)

    def __init__(
        self, compress: Callable[..., Sequence[Any]], number: int, bits: int, block_bytes: int
    ) -> None:
        self.compress = compress
        self.number, self.bits, self.block_bytes = number, bits, block_bytes

    def call(self, words: Words[W], variable: Variable[W], case: str) -> Call[W]:
        state = variable("state", self.number, self.bits)
        if not self.block_bytes:
            return Call({"state": state}, {"state": self.compress(words, state)})
        block = variable("block", self.block_bytes, 8)
        after = self.compress(words, state, block)
        return Call({"state": state, "block": block}, {"state": after})


class GroestlBlock(KernelSpecification):
    """Groestl's compression function and, where the block is null, its output transformation.

    interleaved: the bytes of each column of H have the order of ROWS; the output transformation
    puts them back.
    """

    ROWS = (0, 2, 4, 6, 1, 3, 5, 7)
    cases = ("a message block", "the output transformation")

    def __init__(self, function: HashFunction, *, interleaved: bool) -> None:
        self.function = function
        self.interleaved = interleaved

    def call(self, words: Words[W], variable: Variable[W], case: str) -> Call[W]:
        size = self.function.block_bytes(0)
        state = variable("H", size, 8)
        output = case == self.cases[1]
        block = [] if output else variable("block", size, 8)
        after = self.function.compress(words, {"H": state}, block)["H"]
        before = {"H": self._placed(state), "block": block}
        return Call(before, {"H": after if output else self._placed(after)})

    def _placed(self, state: Sequence[W]) -> list[W]:
        if not self.interleaved:
            return list(state)
        return [column[row] for column in _in_blocks(state, 8) for row in self.ROWS]


class Blocks(KernelSpecification):
    """A state, message blocks one behind the other, and their number."""

    def __init__(self, function: HashFunction, state: str) -> None:
        self.function = function
        self.state = state
        self.cases = ("1 block", "2 blocks")

    def call(self, words: Words[W], variable: Variable[W], case: str) -> Call[W]:
        [(name, (length, bits))] = self.function.state.items()
        size = self.function.block_bytes(0)
        blocks = int(case.split()[0])
        first = variable(self.state, length, bits)
        data = variable("data", size * blocks, 8)
        state: State[W] = {name: first}
        for number, block in enumerate(_in_blocks(data, size)):
            state = _cut(words, self.function.compress(words, state, block), number)
        before = {self.state: _in_words(first), "data": data}
        return Call(before, {self.state: _in_words(state[name])}, {"blocks": blocks})


class AsconDuplex(KernelSpecification):
    """Ascon-AEAD128's blocks, taken in, encrypted or decrypted; none: Ascon-p[12]."""

    WAYS = ("taken in", "encrypted", "decrypted")
    cases = ("Ascon-p[12]", *(f"{blocks} of {way}" for way in WAYS for blocks in (1, 2)))

    def call(self, words: Words[W], variable: Variable[W], case: str) -> Call[W]:
        first = variable("S", 5, 64)
        if case == self.cases[0]:
            after = ascon.permutation(words, first)
            before: dict[str, Sequence[W]] = {"S": _in_words(first), "src": [], "dst": []}
            return Call(before, {"S": _in_words(after)}, {"blocks": 0, "way": 0})
        count, name = case.split(" of ")
        blocks, way = int(count), self.WAYS.index(name)
        src = variable("src", ascon.AEAD_RATE * blocks, 8)
        state, out = list(first), list[W]()
        for number, block in enumerate(_in_blocks(src, ascon.AEAD_RATE)):
            made = xor(parted(state[:2], 8), block)
            state = keccak.absorbed(words, state, made if way == 2 else block)
            after = ascon.permutation(words, state, 8)
            state = _cut(words, {"S": after}, number)["S"]
            out += made
        left: dict[str, Sequence[W]] = {"S": _in_words(state)}
        if way:
            left["dst"] = out
        return Call({"S": _in_words(first), "src": src}, left, {"blocks": blocks, "way": way})


class BlakeBlocks(KernelSpecification):
    """The context from H on: H, the buffer, a counter of bits, and the bits that a block has.

    The last number comes to the counter with every block, before it is hashed.  One block is
    shown for any counter; that another follows, for a counter of 0.
    """

    def __init__(self, functions: Mapping[int, HashFunction]) -> None:
        self.functions = functions
        self.cases = tuple(
            f"{blocks} block{'s' * (blocks > 1)}, {rounds} rounds"
            for rounds in functions
            for blocks in (1, 2)
        )

    def call(self, words: Words[W], variable: Variable[W], case: str) -> Call[W]:
        blocks, rounds = (int(word) for word in case.split() if word.isdecimal())
        function = self.functions[rounds]
        number, bits = function.state["H"]
        size = function.block_bytes(0)
        first = variable("H", number, bits)
        buffer = variable("buf", size // 4, 32)
        count, more = words.word(0, function.counter_bits), words.word(8 * size, 32)
        if blocks == 1:
            [count] = variable("count", 1, function.counter_bits)
            [more] = variable("bits", 1, 32)
        data = variable("data", size * blocks, 8)

        def context(state: State[W], counter: W) -> list[W]:
            return [*_in_words(state["H"]), *buffer, *counter.split(32), more]

        state: State[W] = {"H": first}
        total = count
        for index, block in enumerate(_in_blocks(data, size)):
            total = total + more.concat(words.word(0, function.counter_bits - 32))
            state = _cut(words, function.compress(words, state, block, total), index)
        before = {"cc": context({"H": first}, count), "data": data}
        return Call(before, {"cc": context(state, total)}, {"blocks": blocks, "rounds": rounds})


class Blake2sBlocks(KernelSpecification):
    """The context from h on: h, the buffer and a counter of bytes, which counts a whole block's.

    One block is shown for any counter; that another follows, for a counter of 0.
    """

    cases = ("1 block", "2 blocks")

    def call(self, words: Words[W], variable: Variable[W], case: str) -> Call[W]:
        function = HASHES["blake2s"]
        blocks = int(case.split()[0])
        first = variable("h", 8, 32)
        buffer = variable("buf", 16, 32)
        count = words.word(0, 64)
        if blocks == 1:
            [count] = variable("t", 1, 64)
        [last] = variable("last", 1, 32)
        data = variable("data", 64 * blocks, 8)
        state: State[W] = {"h": first}
        total = count
        for number, block in enumerate(_in_blocks(data, 64)):
            total = total + words.word(64, 64)
            state = _cut(words, function.compress(words, state, block, total, last), number)
        return Call(
            {"cc": [*first, *buffer, *count.split(32)], "data": data},
            {"cc": [*state["h"], *buffer, *total.split(32)]},
            {"blocks": blocks, "last": last},
        )


class Ubi(KernelSpecification):
    """A block of UBI: G and tweak are words with their low halves first."""

    cases = ("a message block",)

    def __init__(self, number: int) -> None:
        self.number = number

    def call(self, words: Words[W], variable: Variable[W], case: str) -> Call[W]:
        chain = variable("G", self.number, 64)
        tweak = variable("tweak", 2, 64)
        block = variable("block", 8 * self.number, 8)
        after = ubi_block(words, chain, tweak, joined(block, 64))
        before = {"G": _in_words(chain), "tweak": _in_words(tweak), "block": block}
        return Call(before, {"G": _in_words(after)})


class Keccak(KernelSpecification):
    """Keccak-f[1600], or its last rounds, on lanes with the low half first, or the even bits."""

    cases = ("the permutation",)

    def __init__(self, *, interleaved: bool, rounds: int = 24) -> None:
        self.interleaved = interleaved
        self.rounds = rounds

    def call(self, words: Words[W], variable: Variable[W], case: str) -> Call[W]:
        state = variable("state", 25, 64)
        after = keccak.permutation(words, state, self.rounds)
        return Call({"state": self._halves(state)}, {"state": self._halves(after)})

    def _halves(self, lanes: Sequence[W]) -> list[W]:
        if not self.interleaved:
            return _in_words(lanes)
        found = []
        for lane in lanes:
            bits = lane.split(1)
            found += [bits[k].concat(*bits[k + 2 :: 2]) for k in (0, 1)]
        return found


class AesBlocks(KernelSpecification):
    """Blocks with the round keys of a key of 128, 192 or 256 bits.

    sliced: the round keys as prepare_kernel of aes/fast.h makes them; otherwise their bytes.  The
    variables are the bytes of the round keys: nothing is assumed of a key schedule.
    """

    def __init__(self, *, sliced: bool) -> None:
        self.sliced = sliced
        self.cases = tuple(
            f"{blocks} block{'s' * (blocks > 1)}, {rounds} rounds"
            for rounds, blocks in ((10, 1), (10, 2), (10, 3), (12, 1), (14, 1))
        )

    def call(self, words: Words[W], variable: Variable[W], case: str) -> Call[W]:
        blocks, rounds = (int(word) for word in case.split() if word.isdecimal())
        keys = variable("keys", aes.BLOCK * (rounds + 1), 8)
        src = variable("src", aes.BLOCK * blocks, 8)
        dst: list[W] = []
        for block in _in_blocks(src, aes.BLOCK):
            dst += aes.encrypted(words, keys, block)
        before = {"keys": _keys_in_memory(words, keys, sliced=self.sliced), "src": src}
        return Call(before, {"dst": dst}, {"rounds": rounds, "blocks": blocks})


class AesCounters(KernelSpecification):
    """A message with the key stream of counters added; variables and `sliced` as of AesBlocks.

    A block has the first 15 bytes of one of two counters, by whether its last byte has gone over.
    Of a block alone that byte is a variable, too; of several, a number that the case has: a proof
    takes the S-box of a sum for another function than that of its bits.
    """

    cases = (
        *(f"1 block, {rounds} rounds" for rounds in (10, 12, 14)),
        "2 blocks, 10 rounds, last byte 7",
        "2 blocks, 10 rounds, last byte 255",
    )

    def __init__(self, *, sliced: bool) -> None:
        self.sliced = sliced

    def call(self, words: Words[W], variable: Variable[W], case: str) -> Call[W]:
        numbers = [int(word.rstrip(",")) for word in case.split() if word[0].isdecimal()]
        blocks, rounds = numbers[:2]
        keys = variable("keys", aes.BLOCK * (rounds + 1), 8)
        counters = variable("counters", 2 * aes.BLOCK, 8)
        if numbers[2:]:
            counters[aes.BLOCK - 1] = words.word(numbers[2], 8)
        src = variable("src", aes.BLOCK * blocks, 8)
        stream: list[W] = []
        for number in range(blocks):
            first = counters[aes.BLOCK - 1]
            over = numbers[2:] and numbers[2] + number > 255
            counter = counters[aes.BLOCK if over else 0 :][: aes.BLOCK - 1]
            counter = [*counter, first + words.word(number, 8)]
            stream += aes.encrypted(words, keys, counter)
        given = {"keys": _keys_in_memory(words, keys, sliced=self.sliced), "counters": counters}
        return Call(
            {**given, "src": src}, {"dst": xor(src, stream)}, {"rounds": rounds, "blocks": blocks}
        )


def _keys_in_memory(words: Words[W], keys: Sequence[W], *, sliced: bool) -> list[W]:
    """The bytes of round keys as a kernel has them."""
    if not sliced:
        return list(keys)
    return [
        word
        for number, key in enumerate(_in_blocks(keys, aes.BLOCK))
        for word in _sliced_key(words, key, number)
    ]


def _sliced_key(words: Words[W], key: Sequence[W], number: int) -> list[W]:
    """A round key in bit slices: bit k of all of its bytes in word k.

    Row r is `number` times r columns behind its place, and all keys but the first have 0x63 added.
    Bit 8 r + 2 c of a word, and the bit above it for the second block, are of row r and column c.
    """
    moved = [key[(i - 4 * number * (i & 3)) & 15] for i in range(aes.BLOCK)]
    if number:
        moved = [byte ^ words.word(0x63, 8) for byte in moved]
    bits = [byte.split(1) for byte in moved]
    found = []
    for k in range(8):
        slices = [bits[4 * c + r][k] for r in range(4) for c in range(4) for _ in range(2)]
        found.append(slices[0].concat(*slices[1:]))
    return found


def specification_of(kernel: Kernel) -> KernelSpecification:
    """What a kernel computes; raises MoteError where that is not written yet."""
    name = kernel.symbol.removeprefix("mote_")
    interleaved = any(each.endswith("_INTERLEAVED") for each in kernel.defines)
    known: dict[str, Callable[[], KernelSpecification]] = {
        "aes_encrypt_blocks": lambda: AesBlocks(sliced=kernel.mode != "portable"),
        "aes_ctr_blocks": lambda: AesCounters(sliced=kernel.mode != "portable"),
        "ascon_absorb": lambda: Blocks(HASHES["ascon_hash256"], "S"),
        "ascon_duplex": AsconDuplex,
        "blake2s_compress": Blake2sBlocks,
        "blake_compress32": lambda: BlakeBlocks({10: HASHES["blake32"], 14: HASHES["blake256"]}),
        "blake_compress64": lambda: BlakeBlocks({14: HASHES["blake64"], 16: HASHES["blake512"]}),
        "bmw_compress256": lambda: OneBlock(HASHES["bmw256"], "H"),
        "bmw_compress512": lambda: OneBlock(HASHES["bmw512"], "H"),
        "groestl_f1024": lambda: GroestlBlock(HASHES["groestl512"], interleaved=interleaved),
        "groestl_f512": lambda: GroestlBlock(HASHES["groestl256"], interleaved=interleaved),
        "keccak_f1600": lambda: Keccak(interleaved=interleaved),
        "keccak_p1600": lambda: Keccak(interleaved=interleaved, rounds=12),
        "luffa_round3": lambda: OneBlock(HASHES["luffa256"], "V"),
        "luffa_round4": lambda: OneBlock(HASHES["luffa384"], "V"),
        "luffa_round5": lambda: OneBlock(HASHES["luffa512"], "V"),
        "sha256_compress": lambda: Blocks(HASHES["sha256"], "H"),
        "sha512_compress": lambda: Blocks(HASHES["sha512"], "H"),
        "skein_ubi256": lambda: Ubi(4),
        "skein_ubi512": lambda: Ubi(8),
    }
    if name not in known:
        raise MoteError(f"{kernel.symbol} has no specification for proofs")
    return known[name]()


def alone(name: str) -> KernelSpecification:
    """What a kernel of mote.calling.kernels computes; raises MoteError where none is written."""

    def sha2(function: str) -> Callable[..., Sequence[Any]]:
        def compress(words: Words[W], state: Sequence[W], block: Sequence[W]) -> Sequence[W]:
            return HASHES[function].compress(words, {"H": list(state)}, block)["H"]

        return compress

    known = {
        "keccak_f1600": (keccak.permutation, 25, 64, 0),
        "sha256_compress": (sha2("sha256"), 8, 32, 64),
        "sha512_compress": (sha2("sha512"), 8, 64, 128),
    }
    if name not in known:
        raise MoteError(f"{name} has no specification for proofs")
    return InOwnWords(*known[name])
