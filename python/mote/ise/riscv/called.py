"""What the kernels of the study compute, each with its plain files and how they are called.

A call has data in memory and registers, and says what the memory holds behind it: that is made by
the project's specifications (mote.specifications), or by Python's library.
"""

from __future__ import annotations

import hashlib
import random
import struct
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.ise.riscv import isa
from mote.ise.riscv.machine import DATA, Run
from mote.specifications import ascon, keccak, salsa
from mote.specifications.kernels import (
    AesBlocks,
    Blake2sBlocks,
    Blocks,
    Keccak,
    KernelSpecification,
    Variable,
)
from mote.specifications.kernels import Call as KernelCall
from mote.specifications.known import HASHES
from mote.specifications.words import INTEGERS, Integer, W, Words, parted, xor

KERNELS = isa.FOLDER / "kernels"


@dataclass(frozen=True)
class Source:
    """A file, and how it is called.

    symbol: of the routine.  context: bytes of the context, where a hash function has one.  unit: of
    the length, the bytes of a block where it counts them.  sliced: its round keys are bit slices.
    """

    path: Path
    symbol: str
    context: int = 0
    unit: int = 1
    sliced: bool = False


@dataclass(frozen=True)
class Call:
    """A call.  data: from DATA on.  registers: the arguments.

    behind: what is in memory behind the call, from DATA on in the order of places; what lies
    between is not looked at.  words: of an error, what is wrong and of what.
    """

    registers: dict[str, int]
    data: bytes
    behind: Sequence[tuple[int, bytes]]
    words: tuple[str, str]

    def check(self, name: str, run: Run) -> None:
        """Raise MoteError where the memory is not what it has to be."""
        (place, wanted), *others = self.behind
        found = run.data[place : place + len(wanted)]
        if found != wanted:
            what, of = self.words
            raise MoteError(f"{name}: the {what} is {found.hex()}, which is not that of the {of}")
        for place, wanted in others:
            if run.data[place : place + len(wanted)] != wanted:
                raise MoteError(f"{name}: it has written beside its {self.words[0]}")


class Function(ABC):
    """What kernels compute.

    title: for people.  symbol: what is called.  driver: assembly that comes to each of its files.
    plain: the files without custom instructions; the fastest on a core is taken.
    specification: what a kernel is proved to do (mote.ise.riscv.kernel_proof), None for no proof.
    """

    name: str
    title: str
    symbol: str
    driver = ""
    plain: tuple[Source, ...]
    specification: KernelSpecification | None = None

    @abstractmethod
    def call(self, of: Source, count: int, source: random.Random) -> Call:
        """A call with so many blocks of random contents."""

    def specified(self, of: Source) -> KernelSpecification | None:
        """What this source is proved to do: files may differ in what is in memory."""
        return self.specification

    @property
    def folder(self) -> Path:
        return KERNELS / self.name

    def source(self, kernel: str) -> Source:
        """A kernel with custom instructions."""
        return Source(self.folder / f"{kernel}.S", self.symbol)


SRC = ROOT / "src"


class Sha256(Function):
    """The compression function of SHA-256."""

    name, title, symbol = "sha256", "SHA-256", "mote_sha256_compress"
    specification = Blocks(HASHES["sha256"], "H")
    SPACE = 128
    """Bytes from the context to the data."""
    INITIAL = (
        *(0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A),
        *(0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19),
    )
    """FIPS 180-4, section 5.3.3."""
    # The fast file, and the one that fits a cache of 4 kbytes: either may be the fastest.
    plain = (
        Source(SRC / "sha2" / "sha256_compress" / "rv32imc_fast.S", symbol, 32),
        Source(SRC / "sha2" / "sha256" / "rv32imc_balanced.S", "mote_sha256", 112, 64),
    )

    def source(self, kernel: str) -> Source:
        return Source(self.folder / f"{kernel}.S", self.symbol, 32)

    def call(self, of: Source, count: int, source: random.Random) -> Call:
        message = source.randbytes(64 * count - 9)
        blocks = padded(message)
        digest = struct.unpack(">8I", hashlib.sha256(message).digest())
        return Call(
            {"a0": DATA, "a1": DATA + self.SPACE, "a2": count * of.unit},
            struct.pack("<8I", *self.INITIAL).ljust(self.SPACE, b"\0") + blocks,
            [
                (0, struct.pack("<8I", *digest)),
                (of.context, bytes(self.SPACE - of.context)),
                (self.SPACE, blocks),
            ],
            ("hash value", "message"),
        )


def padded(message: bytes) -> bytes:
    """A message with its padding (FIPS 180-4, section 5.1.1)."""
    zeros = bytes(-(len(message) + 9) % 64)
    return message + b"\x80" + zeros + (8 * len(message)).to_bytes(8, "big")


class Sha512(Function):
    """The compression function of SHA-512."""

    name, title, symbol = "sha512", "SHA-512", "mote_sha512_compress"
    specification = Blocks(HASHES["sha512"], "H")
    PLACE = 128
    """Bytes from the hash value to the data."""
    BLOCK = 128
    plain = (Source(SRC / "sha2" / "sha512_compress" / "rv32imc_fast.S", symbol),)

    def call(self, of: Source, count: int, source: random.Random) -> Call:
        made = Blocks(HASHES["sha512"], "H").call(
            INTEGERS, lambda _, number, bits: _variable(source, number, bits), f"{count} blocks"
        )
        before, data = _in_memory(made.before["H"]), _in_memory(made.before["data"])
        after = _in_memory(made.after["H"])
        return Call(
            {"a0": DATA, "a1": DATA + self.PLACE, "a2": count},
            before.ljust(self.PLACE, b"\0") + data,
            [(0, after), (len(after), bytes(self.PLACE - len(after))), (self.PLACE, data)],
            ("hash value", "message"),
        )


class Blake2s(Function):
    """The compression function of BLAKE2s.

    The plain files are whole hash functions, which are given a byte more than the blocks: it stays
    for the last block.
    """

    name, title, symbol = "blake2s", "BLAKE2s", "mote_blake2s_compress"
    specification = Blake2sBlocks()
    driver = """
        .text
        .globl  memcpy
memcpy: beqz    a2, 2f
        mv      a3, a0
1:      lbu     a4, 0(a1)
        sb      a4, 0(a3)
        addi    a1, a1, 1
        addi    a3, a3, 1
        addi    a2, a2, -1
        bnez    a2, 1b
2:      ret
        .globl  memset
memset: beqz    a2, 2f
        mv      a3, a0
1:      sb      a1, 0(a3)
        addi    a3, a3, 1
        addi    a2, a2, -1
        bnez    a2, 1b
2:      ret
"""
    PLACE = 128
    """Bytes from the context to the data."""
    COUNTER = 96
    """Of bytes, in the context."""
    plain = tuple(
        Source(SRC / "blake" / "blake2s" / f"{name}.S", "mote_blake2s", 112, 64)
        for name in ("rv32imc_fast", "rv32imc_balanced")
    )

    def call(self, of: Source, count: int, source: random.Random) -> Call:
        whole = of.symbol != self.symbol

        def variable(name: str, number: int, bits: int) -> list[Integer]:
            # A whole function has come to no last block.
            none = name == "last" and whole
            return [Integer(0, bits)] if none else _variable(source, number, bits)

        made = Blake2sBlocks().call(INTEGERS, variable, f"{count} blocks")
        before, after = (_in_memory(each["cc"]) for each in (made.before, made.after))
        data = _in_memory(made.before["data"]) + b"\xa5" * whole
        last = made.numbers["last"]
        assert isinstance(last, Integer)
        registers = {"a0": DATA, "a1": DATA + self.PLACE, "a2": count, "a3": last.value}
        if whole:
            before += struct.pack("<II", 0, 32)
            registers = {**registers, "a2": len(data)}
        return Call(
            registers,
            before.ljust(self.PLACE, b"\0") + data,
            [
                (0, after[:32]),
                (self.COUNTER, after[self.COUNTER :]),
                (of.context or len(after), bytes(self.PLACE - (of.context or len(after)))),
                (self.PLACE, data),
            ],
            ("hash value", "message"),
        )


def _variable(source: random.Random, number: int, bits: int) -> list[Integer]:
    return [Integer(source.randrange(1 << bits), bits) for _ in range(number)]


def _in_memory(words: Sequence[Integer]) -> bytes:
    """Words or bytes, the lowest byte first."""
    return bytes(byte.value for byte in parted(words, 8))


class Aes128(Function):
    """Blocks encrypted with AES-128, the round keys given."""

    name, title, symbol = "aes128", "AES-128", "mote_aes_encrypt_blocks"
    specification = AesBlocks(sliced=False)
    ROUNDS = 10
    PLACE = 0x400
    """Bytes from the keys to the text; what goes out follows it."""
    plain = (Source(SRC / "aes" / "encrypt_blocks" / "rv32imc_fast.S", symbol, sliced=True),)

    def call(self, of: Source, count: int, source: random.Random) -> Call:
        made = AesBlocks(sliced=of.sliced).call(
            INTEGERS,
            lambda _, number, bits: _variable(source, number, bits),
            f"{count} blocks, {self.ROUNDS} rounds",
        )
        keys, src = _in_memory(made.before["keys"]), _in_memory(made.before["src"])
        data = keys.ljust(self.PLACE, b"\0") + src
        out = len(data)
        return Call(
            {
                "a0": DATA,
                "a1": self.ROUNDS,
                "a2": DATA + self.PLACE,
                "a3": DATA + out,
                "a4": count,
            },
            data,
            [(out, _in_memory(made.after["dst"])), (0, data), (out + len(src), bytes(256))],
            ("ciphertext", "plaintext"),
        )


class AsconP12(Function):
    """Ascon-p[12] after each block of 8 bytes."""

    name, title, symbol = "ascon_p12", "Ascon-p[12]", "mote_ascon_absorb"
    specification = Blocks(HASHES["ascon_hash256"], "S")
    PLACE = 64
    """Bytes from the state to the message."""
    plain = (Source(SRC / "ascon" / "ascon_absorb" / "rv32imc_fast.S", symbol),)

    def call(self, of: Source, count: int, source: random.Random) -> Call:
        state = _variable(source, 5, 64)
        message = _variable(source, ascon.RATE * count, 8)
        before, data = _in_memory(state), _in_memory(message)
        for at in range(0, len(message), ascon.RATE):
            state = keccak.absorbed(INTEGERS, state, message[at : at + ascon.RATE])
            state = ascon.permutation(INTEGERS, state)
        return Call(
            {"a0": DATA, "a1": DATA + self.PLACE, "a2": count},
            before.ljust(self.PLACE, b"\0") + data,
            [
                (0, _in_memory(state)),
                (len(before), bytes(self.PLACE - len(before))),
                (self.PLACE, data),
            ],
            ("state", "message"),
        )


class ChaChaBlocks(KernelSpecification):
    """Whole blocks of text with the key stream of the blocks from a context's counter on."""

    cases = ("1 block", "2 blocks")
    COUNTER = 12
    """Its word in the context."""

    def call(self, words: Words[W], variable: Variable[W], case: str) -> KernelCall[W]:
        blocks = int(case.split()[0])
        state = variable("cc", 16, 32)
        src = variable("src", ChaCha20.SIZE * blocks, 8)
        stream: list[W] = []
        after = list(state)
        places = (salsa.CHACHA_COLUMNS, salsa.CHACHA_DIAGONALS)

        def named(word: W) -> W:
            # Each sum as soon as it is made: the words of a quarter round are made of one another.
            return words.cut(word, "a word of a quarter round")

        def quarter(a: W, b: W, c: W, d: W) -> tuple[W, W, W, W]:
            for first, second in ((16, 12), (8, 7)):  # RFC 8439, section 2.1
                a = named(a + b)
                d = named(d ^ a).rotl(first)
                c = named(c + d)
                b = named(b ^ c).rotl(second)
            return a, b, c, d

        for _ in range(blocks):
            made = salsa.block(words, after, quarter, places)
            stream += parted(made, 8)
            after[self.COUNTER] = after[self.COUNTER] + words.word(1, 32)
        before = {"cc": state, "src": src}
        return KernelCall(before, {"cc": after, "dst": xor(src, stream)}, {"len": len(src)})


class ChaCha20(Function):
    """ChaCha20 on whole blocks of text."""

    name, title, symbol = "chacha20", "ChaCha20", "mote_chacha20_crypt"
    specification = ChaChaBlocks()
    PLACE = 256
    """Bytes from the context to the text; what goes out follows it."""
    SIZE = 64
    plain = (Source(SRC / "salsa" / "chacha20" / "rv32imc_fast.S", symbol),)

    def call(self, of: Source, count: int, source: random.Random) -> Call:
        key, nonce = _variable(source, 32, 8), _variable(source, 12, 8)
        first = source.randrange(1 << 31)
        stream = b"".join(
            _in_memory(salsa.chacha20_block(INTEGERS, key, nonce, Integer(first + n, 32)))
            for n in range(count)
        )
        state = salsa.CONSTANT + _in_memory(key) + struct.pack("<I", first) + _in_memory(nonce)
        after = state[:48] + struct.pack("<I", first + count) + state[52:]
        text = source.randbytes(self.SIZE * count)
        wanted = bytes(a ^ b for a, b in zip(text, stream, strict=True))
        out = self.PLACE + len(text)
        return Call(
            {"a0": DATA, "a1": DATA + self.PLACE, "a2": DATA + out, "a3": len(text)},
            state.ljust(self.PLACE, b"\0") + text,
            [(out, wanted), (0, after), (self.PLACE, text), (out + len(text), bytes(256))],
            ("ciphertext", "plaintext"),
        )


class KeccakF1600(Function):
    """Keccak-f[1600] of a bit-interleaved state, several times."""

    name, title, symbol = "keccak_f1600", "Keccak-f[1600]", "several"
    specification = Keccak(interleaved=True)
    driver = """
        .text
        .globl  several
several:
        addi    sp, sp, -16
        sw      ra, 0(sp)
        sw      s0, 4(sp)
        mv      s0, a1
1:      jal     mote_keccak_f1600
        addi    s0, s0, -1
        bnez    s0, 1b
        lw      ra, 0(sp)
        lw      s0, 4(sp)
        addi    sp, sp, 16
        ret
"""
    plain = (Source(SRC / "keccak" / "f1600" / "rv32imc_fast.S", symbol),)

    def call(self, of: Source, count: int, source: random.Random) -> Call:
        lanes = _variable(source, 25, 64)
        before = _in_memory(_interleaved(lanes))
        for _ in range(count):
            lanes = keccak.permutation(INTEGERS, lanes)
        return Call(
            {"a0": DATA, "a1": count},
            before,
            [(0, _in_memory(_interleaved(lanes))), (len(before), bytes(256))],
            ("state", "one before"),
        )


def _interleaved(lanes: Sequence[Integer]) -> list[Integer]:
    """Of each lane the bits at even places, and those at odd ones."""
    bits = [lane.split(1) for lane in lanes]
    return [one[k].concat(*one[k + 2 :: 2]) for one in bits for k in (0, 1)]


FIRST: tuple[Function, ...] = (
    Sha256(),
    Aes128(),
    AsconP12(),
    ChaCha20(),
    KeccakF1600(),
    Sha512(),
    Blake2s(),
)
