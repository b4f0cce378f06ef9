"""Groestl.

Source: P. Gauravaram et al., "Groestl: a SHA-3 candidate", version of the final round (2 March
2011), sections 3.1 (construction), 3.2 (compression function), 3.3 (output), 3.4 (P and Q), 3.5
(initial values), 3.6 (padding).
"""

from __future__ import annotations

from collections.abc import Sequence

from mote.specifications.aes import S_BOX, double
from mote.specifications.hashing import Compress, HashFunction, State, ended, padded
from mote.specifications.words import W, Words, parted, xor, xored

MATRIX = (2, 2, 3, 4, 5, 3, 5, 7)
"""The first row of the circulant matrix of MixBytes (section 3.4.5)."""

SHIFTS = {
    (8, "P"): (0, 1, 2, 3, 4, 5, 6, 7),
    (8, "Q"): (1, 3, 5, 7, 0, 2, 4, 6),
    (16, "P"): (0, 1, 2, 3, 4, 5, 6, 11),
    (16, "Q"): (1, 3, 5, 11, 0, 2, 4, 6),
}
"""Of ShiftBytes (section 3.4.4), by number of columns and permutation."""

ROUNDS = {8: 10, 16: 14}
"""By number of columns."""


def multiples(byte: W) -> dict[int, W]:
    """A byte times each factor in the matrix, in the field of AES."""
    two = double(byte)
    four = double(two)
    return {2: two, 3: two ^ byte, 4: four, 5: four ^ byte, 7: four ^ two ^ byte}


def permutation(words: Words[W], state: Sequence[W], which: str) -> list[W]:
    """P or Q on a state of 64 or 128 bytes; byte 8 * column + row."""
    columns = len(state) // 8
    x = [words.cut(byte, f"byte {k} before {which}") for k, byte in enumerate(state)]
    for number in range(ROUNDS[columns]):
        # AddRoundConstant
        for j in range(columns):
            if which == "P":
                x[8 * j] = x[8 * j] ^ words.word(j << 4 ^ number, 8)
            else:
                x[8 * j : 8 * j + 8] = [~byte for byte in x[8 * j : 8 * j + 8]]
                x[8 * j + 7] = x[8 * j + 7] ^ words.word(j << 4 ^ number, 8)
        # SubBytes, ShiftBytes
        shifts = SHIFTS[columns, which]
        x = [words.table(S_BOX, byte, 8) for byte in x]
        x = [words.cut(byte, f"S-box {k} of {which}, round {number}") for k, byte in enumerate(x)]
        x = [x[8 * ((k // 8 + shifts[k % 8]) % columns) + k % 8] for k in range(8 * columns)]
        # MixBytes
        products = [multiples(byte) for byte in x]
        x = [
            xored(*(products[8 * j + (i + k) % 8][MATRIX[k]] for k in range(8)))
            for j in range(columns)
            for i in range(8)
        ]
        if number < ROUNDS[columns] - 1:
            # The last ones are but summands: MixBytes may be done on the sum of P and Q.
            x = [words.cut(y, f"byte {k} of {which}, round {number}") for k, y in enumerate(x)]
    return x


class Groestl(HashFunction):
    """Groestl with a state of 64 or 128 bytes."""

    def __init__(self, name: str, size: int) -> None:
        self.name = name
        self.size = size
        self.state = {"H": (size, 8)}
        self.counter_bits = 64

    def block_bytes(self, digest_bits: int) -> int:
        return self.size

    def initial(self, words: Words[W], digest_bits: int) -> State[W]:
        number = digest_bits.to_bytes(self.size, "big")
        return {"H": [words.word(byte, 8) for byte in number]}

    def compress(
        self, words: Words[W], state: State[W], message: Sequence[W], *more: W
    ) -> State[W]:
        """The compression function; without a message block the output transformation."""
        h = state["H"]
        if not message:
            return {"H": xor(permutation(words, h, "P"), h)}
        p = permutation(words, xor(h, message), "P")
        return {"H": xor(xor(p, permutation(words, message, "Q")), h)}

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
        compress = compress or self.compress
        # One bit 1, bits 0, the number of blocks in 64 bits.
        more = 1 if len(data) < self.size - 8 else 2
        length = parted([blocks + words.word(more, 64)], 8, big=True)
        for block in padded(data, ended(words, ub, n), self.size, words.word(0, 8), length):
            state = compress(words, state, block)
        return compress(words, state, [])["H"][-digest_bits // 8 :]


GROESTL256 = Groestl("groestl256", 64)
GROESTL512 = Groestl("groestl512", 128)
