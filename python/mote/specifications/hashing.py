"""What a specification says of a hash function: initial value, message block, and close."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence

from mote.specifications.words import INTEGERS, Integer, W, Words, from_bytes, to_bytes

State = dict[str, list[W]]
"""The chaining value: lists of words by the names that contracts have for them."""

Compress = Callable[..., State[W]]
"""As HashFunction.compress: state, message block and the function's own arguments to the state."""


class HashFunction(ABC):
    """A hash function as docs/contracts.md cuts it: state, counter of blocks, and a buffer.

    name: of the catalog.  state: how many words of how many bits each list has, by its name.
    counter_bits: of the number that counts what was hashed, 0 where there is none.
    keeps_full_block: a full buffer waits for more of the message, or for close.
    """

    name: str
    state: Mapping[str, tuple[int, int]]
    counter_bits: int = 0
    keeps_full_block = False

    @abstractmethod
    def block_bytes(self, digest_bits: int) -> int:
        """Bytes of a message block."""

    @abstractmethod
    def initial(self, words: Words[W], digest_bits: int) -> State[W]:
        """The state before the first message block."""

    @abstractmethod
    def compress(
        self, words: Words[W], state: State[W], message: Sequence[W], *more: W
    ) -> State[W]:
        """The compression function, or the permutation behind a message block of bytes.

        more: what else it takes, as the specification says: a counter, flags, a tweak.
        """

    def arguments(self, words: Words[W], blocks: W, first: bool, digest_bits: int) -> list[W]:
        """What else `compress` takes for a message block that close does not begin with.

        blocks: how many were before it, a word of counter_bits.  first: whether that is 0, where
        the specification tells the first block from others.
        """
        return []

    def block(
        self,
        words: Words[W],
        state: State[W],
        message: Sequence[W],
        blocks: W,
        digest_bits: int,
        *,
        first: bool = False,
    ) -> State[W]:
        """The state after a message block; the arguments are those of `arguments`."""
        more = self.arguments(words, blocks, first, digest_bits)
        return self.compress(words, state, message, *more)

    def held(self, words: Words[W], state: State[W], data: Sequence[W]) -> State[W]:
        """The state as contexts hold it while these bytes, less than a block, wait.

        They lie in a buffer; but of a sponge they are in the state already.
        """
        return state

    @abstractmethod
    def close(
        self,
        words: Words[W],
        state: State[W],
        data: Sequence[W],
        blocks: W,
        ub: W,
        n: int,
        digest_bits: int,
        *,
        compress: Compress[W] | None = None,
        first: bool = False,
    ) -> list[W]:
        """The digest, in bytes.

        data: the bytes that wait in the buffer.  ub: a byte; its n highest bits, 0 to 7, are the
        message's last ones.  compress: in place of the method, to be called in the same way.
        """


def ended(words: Words[W], ub: W, n: int) -> W:
    """The byte of the message's last n bits, with a bit 1 and then bits 0 behind them."""
    if n == 0:
        return words.word(0x80, 8)
    return (ub & words.word(0xFF00 >> n, 8)) | words.word(0x80 >> n, 8)


def padded(data: Sequence[W], last: W, size: int, zero: W, length: Sequence[W]) -> list[list[W]]:
    """Message blocks of `size` bytes: data, the byte `last`, zeros, and the length's bytes."""
    text = [*data, last]
    text += [zero] * (-(len(text) + len(length)) % size)
    text += length
    return [text[at : at + size] for at in range(0, len(text), size)]


def length_of(message: bytes, message_bits: int | None) -> int:
    """How many bits of a message count: message_bits, or all.

    Raises ValueError where the message is shorter.
    """
    if message_bits is None:
        return 8 * len(message)
    if not 0 <= message_bits <= 8 * len(message):
        raise ValueError(f"the message has no {message_bits} bits")
    return message_bits


def hashed(
    function: HashFunction,
    words: Words[W],
    message: Sequence[W],
    digest_bits: int,
    ub: W,
    n: int = 0,
    *,
    count: Callable[[int], W] | None = None,
    before: Callable[[int, State[W]], State[W]] | None = None,
) -> list[W]:
    """The digest of a message of whole bytes, and n bits of ub behind them.

    count: the number of blocks that is counted before each; before: what becomes of the state then.
    """
    size = function.block_bytes(digest_bits)
    number = len(message) // size
    if function.keeps_full_block and number and len(message) % size == 0:
        number -= 1

    def plain(index: int) -> W:
        return words.word(index, max(function.counter_bits, 1))

    count = count or plain
    state = function.initial(words, digest_bits)
    for index in range(number):
        part = message[index * size : (index + 1) * size]
        if before is not None:
            state = before(index, state)
        state = function.block(words, state, part, count(index), digest_bits, first=index == 0)
    rest = message[number * size :]
    return function.close(words, state, rest, count(number), ub, n, digest_bits, first=number == 0)


def digest(
    function: HashFunction,
    message: bytes,
    digest_bits: int,
    message_bits: int | None = None,
    *,
    raised: int = 0,
    after: int = 0,
    ones: bool = False,
) -> bytes:
    """The digest of the first `message_bits` bits of a message (default: all), on integers.

    raised: from message block number `after` on, count so many blocks more; ones: and all bits of
    the state become 1 before that block.  Raises ValueError where the message is shorter.
    """
    message_bits = length_of(message, message_bits)
    whole, n = divmod(message_bits, 8)
    ub = Integer(message[whole] if n else 0, 8)

    def count(index: int) -> Integer:
        return Integer(index + (raised if index >= after else 0), max(function.counter_bits, 1))

    def before(index: int, state: State[Integer]) -> State[Integer]:
        if not ones or index != after:
            return state
        return {name: [~(word ^ word) for word in each] for name, each in state.items()}

    text = from_bytes(message[:whole])
    return to_bytes(
        hashed(function, INTEGERS, text, digest_bits, ub, n, count=count, before=before)
    )
