"""Ascon-Hash256, Ascon-XOF128 and Ascon-AEAD128.

Source: NIST SP 800-232, "Ascon-Based Lightweight Cryptography Standards for Constrained Devices"
(August 2025): section 3 (the permutation), section 4 (Ascon-AEAD128), section 5.1 (Ascon-Hash256),
section 5.2 (Ascon-XOF128), appendix A (bytes are taken with the lowest first).
"""

from __future__ import annotations

from collections.abc import Sequence

from mote.specifications.hashing import Compress, HashFunction, State
from mote.specifications.keccak import absorbed
from mote.specifications.words import W, Words, joined, parted, xor

ROTATIONS = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))
"""Of the linear diffusion layer (section 3.4)."""

HASH_IV = 0x0000080100CC0002
XOF_IV = 0x0000080000CC0003
CXOF_IV = 0x0000080000CC0004
RATE = 8
"""Bytes that the state takes in or gives out at once."""


def permutation(words: Words[W], state: Sequence[W], rounds: int = 12) -> list[W]:
    """Ascon-p[rounds] on the state of five words of 64 bits."""
    x = list(state)
    for constant in range(12 - rounds, 12):
        # Section 3.2: the constant 0xF0 for the first round, 15 less for each one after it.
        x[2] = x[2] ^ words.word(0xF0 - 15 * constant, 64)
        # Section 3.3: the substitution layer, bit-sliced.
        x = [x[0] ^ x[4], x[1], x[2] ^ x[1], x[3], x[4] ^ x[3]]
        x = [x[i] ^ (~x[(i + 1) % 5] & x[(i + 2) % 5]) for i in range(5)]
        x = [x[0] ^ x[4], x[1] ^ x[0], ~x[2], x[3] ^ x[2], x[4]]
        # Section 3.4: the linear diffusion layer.
        x = [w ^ w.rotr(a) ^ w.rotr(b) for w, (a, b) in zip(x, ROTATIONS, strict=True)]
        x = [words.cut(w, f"S_{i} after round {constant}") for i, w in enumerate(x)]
    return x


class Ascon(HashFunction):
    """The hash function or the extendable-output function, by its initial value."""

    def __init__(self, name: str, initial: int) -> None:
        self.name = name
        self.state = {"S": (5, 64)}
        self.initial_value = initial

    def block_bytes(self, digest_bits: int) -> int:
        return RATE

    def initial(self, words: Words[W], digest_bits: int) -> State[W]:
        zero = words.word(0, 64)
        return {"S": permutation(words, [words.word(self.initial_value, 64), *[zero] * 4])}

    def compress(
        self, words: Words[W], state: State[W], message: Sequence[W], *more: W
    ) -> State[W]:
        """A message block into the state, and the permutation; an empty one is none."""
        return {"S": permutation(words, absorbed(words, state["S"], message))}

    def held(self, words: Words[W], state: State[W], data: Sequence[W]) -> State[W]:
        return {"S": absorbed(words, state["S"], data)}

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
        """Messages have whole bytes: ub is of no use, and n is 0."""
        compress = compress or self.compress
        block = [*data, words.word(1, 8)]
        block += [words.word(0, 8)] * (RATE - len(block))
        state = compress(words, state, block)
        output = parted(state["S"][:1], 8)
        while len(output) * 8 < digest_bits:
            state = compress(words, state, [])
            output += parted(state["S"][:1], 8)
        return output[: digest_bits // 8]


ASCON_HASH256 = Ascon("ascon_hash256", HASH_IV)
ASCON_XOF128 = Ascon("ascon_xof128", XOF_IV)


class Customized(Ascon):
    """Ascon-CXOF128 (section 5.3) with no customization: two blocks before the message say so."""

    def initial(self, words: Words[W], digest_bits: int) -> State[W]:
        state = super().initial(words, digest_bits)
        for block in (bytes(RATE), b"\x01" + bytes(RATE - 1)):
            state = self.compress(words, state, [words.word(byte, 8) for byte in block])
        return state


ASCON_CXOF128 = Customized("ascon_cxof128", CXOF_IV)


# ---- Ascon-AEAD128 (section 4) ----

AEAD_IV = 0x00001000808C0001
AEAD_RATE = 16
"""Bytes that the state takes in or gives out at once."""


def _blocks(words: Words[W], data: Sequence[W]) -> list[list[W]]:
    """Data with the padding of section 2.1 in blocks of the rate; the last one is never full."""
    text = [*data, words.word(1, 8)]
    text += [words.word(0, 8)] * (-len(text) % AEAD_RATE)
    return [text[at : at + AEAD_RATE] for at in range(0, len(text), AEAD_RATE)]


def aead(
    words: Words[W],
    key: Sequence[W],
    nonce: Sequence[W],
    aad: Sequence[W],
    text: Sequence[W],
    *,
    back: bool = False,
) -> tuple[list[W], list[W]]:
    """The text encrypted, or decrypted, and the tag (algorithms 3 and 4)."""
    k = joined(key, 64)
    x = [words.word(AEAD_IV, 64), *k, *joined(nonce, 64)]
    x = permutation(words, x)
    x = [*x[:3], *xor(x[3:], k)]
    for block in _blocks(words, aad) if aad else ():
        x = permutation(words, absorbed(words, x, block), 8)
    x[4] = x[4] ^ words.word(1 << 63, 64)
    found: list[W] = []
    blocks = _blocks(words, text)
    for number, block in enumerate(blocks):
        size = min(AEAD_RATE, len(text) - AEAD_RATE * number)
        out = xor(parted(x[:2], 8)[:size], block[:size])
        found += out
        # What is absorbed is the text, which is what goes out where that is decrypted.
        x = absorbed(words, x, [*out, *block[size:]] if back else block)
        if number < len(blocks) - 1:
            x = permutation(words, x, 8)
    x = permutation(words, [*x[:2], *xor(x[2:4], k), x[4]])
    return found, parted(xor(x[3:], k), 8)
