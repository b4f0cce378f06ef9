"""Keccak-f[1600], SHA-3 and SHAKE, and Keccak as it was submitted.

Source: FIPS PUB 202, "SHA-3 Standard: Permutation-Based Hash and Extendable-Output Functions",
August 2015: sections 3.2 (step mappings), 3.3 (rounds), 4 and 5.1 (sponge, padding), 6.1 and 6.2
(SHA-3, SHAKE), B.1 (bytes as bits).  Keccak before it became a standard: G. Bertoni, J. Daemen,
M. Peeters, G. Van Assche, "The Keccak SHA-3 submission", version 3, January 2011; it appends no
bits of a suffix to the message.
"""

from __future__ import annotations

from collections.abc import Sequence

from mote.specifications.hashing import Compress, HashFunction, State
from mote.specifications.words import W, Words, joined, parted, xor, xored

LANE = 64
"""Bits of a lane."""


def _rho_offsets() -> dict[tuple[int, int], int]:
    """Algorithm 2 (rho): how far the lane (x, y) is rotated."""
    offsets = {(0, 0): 0}
    x, y = 1, 0
    for t in range(24):
        offsets[x, y] = (t + 1) * (t + 2) // 2 % LANE
        x, y = y, (2 * x + 3 * y) % 5
    return offsets


def _rc(t: int) -> int:
    """Algorithm 5: a bit of the round constants."""
    r = [1, 0, 0, 0, 0, 0, 0, 0]
    for _ in range(t % 255):
        r = [0, *r]
        for i in (0, 4, 5, 6):
            r[i] ^= r[8]
        r = r[:8]
    return r[0]


RHO = _rho_offsets()
ROUND_CONSTANTS = [sum(_rc(j + 7 * i) << (2**j - 1) for j in range(7)) for i in range(24)]
"""Algorithm 6 (iota), step 2 and 3: what comes to the lane (0, 0) in each round."""


def permutation(words: Words[W], lanes: Sequence[W], rounds: int = 24) -> list[W]:
    """Keccak-f[1600] (sections 3.3 and 3.4), or its last rounds; lane (x, y) is number x + 5 y."""
    a = {(x, y): lanes[x + 5 * y] for y in range(5) for x in range(5)}
    for number, constant in enumerate(ROUND_CONSTANTS[24 - rounds :]):
        c = [xored(*(a[x, y] for y in range(5))) for x in range(5)]
        d = [c[x - 1] ^ c[(x + 1) % 5].rotl(1) for x in range(5)]
        a = {(x, y): lane ^ d[x] for (x, y), lane in a.items()}
        a = {(x, y): lane.rotl(RHO[x, y]) for (x, y), lane in a.items()}
        a = {(x, y): a[(x + 3 * y) % 5, x] for x, y in a}
        a = {(x, y): a[x, y] ^ (~a[(x + 1) % 5, y] & a[(x + 2) % 5, y]) for x, y in a}
        a[0, 0] = a[0, 0] ^ words.word(constant, LANE)
        a = {
            (x, y): words.cut(lane, f"lane {x + 5 * y} after round {number}")
            for (x, y), lane in a.items()
        }
    return list(a.values())


def absorbed(words: Words[W], state: Sequence[W], data: Sequence[W]) -> list[W]:
    """A state of words of 64 bits with bytes added to its first ones."""
    filled = [*data, *[words.word(0, 8)] * (-len(data) % 8)]
    added = joined(filled, LANE) if filled else []
    return [*xor(state[: len(added)], added), *state[len(added) :]]


class Sponge(HashFunction):
    """A function of the family: bits of its capacity, and the suffix that comes to a message.

    capacity: 0 for twice the digest size.  suffix: bits, the first one the lowest.  from_highest:
    whether the highest bit of a partial byte is the first one; in the submission's known answers
    the lowest of them is.  rounds: of the permutation, the last ones.
    """

    def __init__(
        self,
        name: str,
        capacity: int,
        suffix: str,
        *,
        from_highest: bool = True,
        rounds: int = 24,
    ) -> None:
        self.name = name
        self.rounds = rounds
        self.state = {"lanes": (25, LANE)}
        self.capacity = capacity
        self.suffix = suffix
        self.from_highest = from_highest

    def block_bytes(self, digest_bits: int) -> int:
        return (1600 - (self.capacity or 2 * digest_bits)) // 8

    def initial(self, words: Words[W], digest_bits: int) -> State[W]:
        return {"lanes": [words.word(0, LANE)] * 25}

    def compress(
        self, words: Words[W], state: State[W], message: Sequence[W], *more: W
    ) -> State[W]:
        """A message block into the state, and the permutation; an empty one is none."""
        lanes = absorbed(words, state["lanes"], message)
        return {"lanes": permutation(words, lanes, self.rounds)}

    def held(self, words: Words[W], state: State[W], data: Sequence[W]) -> State[W]:
        return {"lanes": absorbed(words, state["lanes"], data)}

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
        rate = self.block_bytes(digest_bits)
        # Algorithm 8 with pad10*1 (algorithm 9).
        extra = ub.split(1)[8 - n :] if n else []
        bits = extra[::-1] if self.from_highest else extra
        bits += [words.word(int(bit), 1) for bit in self.suffix + "1"]
        bits += [words.word(0, 1)] * ((-8 * len(data) - len(bits) - 1) % (8 * rate))
        text = [*data, *joined([*bits, words.word(1, 1)], 8)]
        for at in range(0, len(text), rate):
            state = compress(words, state, text[at : at + rate])
        output = parted(state["lanes"], 8)[:rate]
        while len(output) * 8 < digest_bits:
            state = compress(words, state, [])
            output += parted(state["lanes"], 8)[:rate]
        return output[: digest_bits // 8]


KECCAK = Sponge("keccak", 0, "", from_highest=False)
SHA3 = Sponge("sha3", 0, "01")
SHAKE128 = Sponge("shake128", 256, "1111")
SHAKE256 = Sponge("shake256", 512, "1111")
CSHAKE128 = Sponge("cshake128", 256, "1111")
CSHAKE256 = Sponge("cshake256", 512, "1111")
"""Without a name and a customization, as init begins them."""
TURBOSHAKE128 = Sponge("turboshake128", 256, "1111", rounds=12)
TURBOSHAKE256 = Sponge("turboshake256", 512, "1111", rounds=12)
"""With the domain separation byte 0x1F, as init begins them (RFC 9861, section 2)."""


def _number(value: int) -> list[int]:
    """The bytes of a number, at least one (NIST SP 800-185, section 2.3.1)."""
    return list(value.to_bytes(max(1, (value.bit_length() + 7) // 8), "big"))


class TupleHash(Sponge):
    """TupleHash (NIST SP 800-185, section 5.3) without a customization.

    The message is what the tuple's strings are encoded to: each behind its length.
    """

    def __init__(self, name: str, capacity: int) -> None:
        super().__init__(name, capacity, "00")

    def initial(self, words: Words[W], digest_bits: int) -> State[W]:
        """The state behind the block with the function's name and an empty string."""
        rate = self.block_bytes(digest_bits)
        name = b"TupleHash"
        block = bytes([1, rate, 1, 8 * len(name), *name, 1, 0]).ljust(rate, b"\0")
        state = super().initial(words, digest_bits)
        return self.compress(words, state, [words.word(byte, 8) for byte in block])

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
        """The digest's size comes behind the message: right_encode."""
        size = _number(digest_bits)
        text = [*data, *(words.word(byte, 8) for byte in [*size, len(size)])]
        return super().close(
            words, state, text, blocks, ub, 0, digest_bits, compress=compress, first=first
        )


TUPLEHASH128 = TupleHash("tuplehash128", 256)
TUPLEHASH256 = TupleHash("tuplehash256", 512)
