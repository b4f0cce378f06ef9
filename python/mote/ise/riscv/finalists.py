"""The paper's functions on RISC-V, beside Keccak: BLAKE-256, Groestl-256, JH-256 and Skein-512.

What a call has in memory before and after it is the specification that proofs have
(mote.specifications.kernels), on numbers: each pointer's object at a place of its own.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from mote.ise.riscv import isa
from mote.ise.riscv.called import SRC, Call, Function, Source, _in_memory, _variable
from mote.ise.riscv.machine import DATA
from mote.specifications import jh
from mote.specifications.kernels import (
    BlakeBlocks,
    GroestlBlock,
    KernelSpecification,
    Ubi,
    Variable,
)
from mote.specifications.kernels import Call as KernelCall
from mote.specifications.known import HASHES
from mote.specifications.words import INTEGERS, Integer, W, Words, joined, parted

SPACE = 0x400
"""Bytes from one object to the next."""


def _placed(made: KernelCall[Integer], names: Sequence[str]) -> tuple[dict[str, int], bytes]:
    """The registers of a call with these arguments, and memory from DATA on."""
    registers, data = {}, b""
    for index, name in enumerate(names):
        number = made.numbers.get(name)
        if number is None:
            registers[f"a{index}"] = DATA + len(data)
            data += _in_memory(made.before[name]).ljust(SPACE, b"\0")
        else:
            assert isinstance(number, int)
            registers[f"a{index}"] = number
    return registers, data


def _behind(
    after: Mapping[str, Sequence[Integer]],
    registers: Mapping[str, int],
    names: Sequence[str],
    data: bytes,
) -> list[tuple[int, bytes]]:
    """What memory has to hold: first what is written, then all that is not."""
    found, rest = [], bytearray(data)
    for index, name in enumerate(names):
        if name in after:
            place, content = registers[f"a{index}"] - DATA, _in_memory(after[name])
            found.append((place, content))
            rest[place : place + len(content)] = content
    return [*found, (0, bytes(rest))]


class Blake256(Function):
    """The compression function of BLAKE-256 on blocks one behind the other."""

    name, title, symbol = "blake256", "BLAKE-256", "mote_blake_compress32"
    specification = BlakeBlocks({14: HASHES["blake256"]})
    ARGUMENTS = ("cc", "data", "blocks", "rounds")
    plain = (Source(SRC / "blake" / "compress32" / "rv32imc_fast.S", symbol),)

    def call(self, of: Source, count: int, source: random.Random) -> Call:
        made = self.specification.call(
            INTEGERS,
            lambda _, number, bits: _variable(source, number, bits),
            f"{count} block, 14 rounds",
        )
        registers, data = _placed(made, self.ARGUMENTS)
        behind = _behind(made.after, registers, self.ARGUMENTS, data)
        return Call(registers, data, behind, ("context", "message"))


class _Repeated(Function):
    """A function of one block, called several times with the same block."""

    ARGUMENTS: tuple[str, ...]
    WIDTH: int
    """Bits of the state's words in the specification; it is the first argument."""
    routine: str

    @property
    def driver(self) -> str:  # type: ignore[override]
        return f"""
        .text
        .globl  several
several:
        addi    sp, sp, -32
        sw      ra, 0(sp)
        sw      s0, 4(sp)
        sw      a0, 8(sp)
        sw      a1, 12(sp)
        sw      a2, 16(sp)
        mv      s0, a3
1:      lw      a0, 8(sp)
        lw      a1, 12(sp)
        lw      a2, 16(sp)
        jal     {self.routine}
        addi    s0, s0, -1
        bnez    s0, 1b
        lw      ra, 0(sp)
        lw      s0, 4(sp)
        addi    sp, sp, 32
        ret
"""

    def back(self, state: Sequence[Integer]) -> list[Integer]:
        """The state as the specification has it, from what is in memory."""
        return joined(parted(state, 8), self.WIDTH)

    def call(self, of: Source, count: int, source: random.Random) -> Call:
        known: dict[str, list[Integer]] = {}

        def variable(name: str, number: int, bits: int) -> list[Integer]:
            return known.setdefault(name, _variable(source, number, bits))

        state, specification = self.ARGUMENTS[0], self.specified(of)
        assert specification is not None
        first = made = specification.call(INTEGERS, variable, specification.cases[0])
        for _ in range(count - 1):
            known[state] = self.back(made.after[state])
            made = specification.call(INTEGERS, variable, specification.cases[0])
        registers, data = _placed(first, self.ARGUMENTS)
        behind = _behind(made.after, registers, self.ARGUMENTS, data)
        return Call({**registers, "a3": count}, data, behind, ("state", "one before"))


class Groestl256(_Repeated):
    """The compression function of Groestl-256."""

    name, title, symbol = "groestl256", "Groestl-256", "several"
    routine = "mote_groestl_f512"
    specification = GroestlBlock(HASHES["groestl256"], interleaved=False)
    ARGUMENTS, WIDTH = ("H", "block"), 8
    plain = (Source(SRC / "groestl" / "f512" / "rv32imc_fast.S", symbol),)


class Skein512(_Repeated):
    """A block of UBI with Threefish-512."""

    name, title, symbol = "skein512", "Skein-512", "several"
    routine = "mote_skein_ubi512"
    specification = Ubi(8)
    ARGUMENTS, WIDTH = ("G", "tweak", "block"), 64
    plain = (Source(SRC / "skein" / "ubi512" / "rv32imc_fast.S", symbol),)


class JhF8(KernelSpecification):
    """JH's compression function.

    grouped: H is words of eight elements of four bits, in the order that the kernels have
    (cores/riscv/kernels/jh256/jh.S).
    """

    cases = ("a message block",)

    def __init__(self, *, grouped: bool) -> None:
        self.grouped = grouped

    def call(self, words: Words[W], variable: Variable[W], case: str) -> KernelCall[W]:
        state = variable("H", 128, 8)
        block = variable("block", 64, 8)
        after = jh.f8(words, state, block)
        return KernelCall({"H": self._placed(state), "block": block}, {"H": self._placed(after)})

    def _placed(self, state: Sequence[W]) -> list[W]:
        if not self.grouped:
            return list(state)
        bits = parted(state, 1, big=True)
        return joined([bits[place] for place in _GROUPED], 32)


def _grouped() -> list[int]:
    """Of each bit of H in memory, from the lowest one on, its number in the state."""
    found = []
    for odd in (0, 1):
        for k in range(16):
            for n in range(8):
                # Bits 6, 5, 1, 0 of the element's number are k; 4, 3 and the complement of 2 are n.
                p = k >> 2 << 5 | n >> 1 << 3 | (~n & 1) << 2 | k & 3
                found += [128 * odd + p + 256 * row for row in (3, 2, 1, 0)]
    return found


_GROUPED = _grouped()


class Jh256(_Repeated):
    """The compression function F8 of JH; kernels with its own instructions have H in groups."""

    name, title, symbol = "jh256", "JH-256", "several"
    routine = "mote_jh_f8"
    specification = JhF8(grouped=True)
    natural = JhF8(grouped=False)
    ARGUMENTS, WIDTH = ("H", "block"), 8
    plain = (Source(isa.FOLDER / "plain" / "jh256.S", symbol),)

    def specified(self, of: Source) -> KernelSpecification:
        grouped = of.path.parent == self.folder and "jh" in of.path.stem.split("+")
        return self.specification if grouped else self.natural

    def back(self, state: Sequence[Integer]) -> list[Integer]:
        if len(state) == 128:
            return list(state)
        bits = [Integer(0, 1)] * 1024
        for place, bit in zip(_GROUPED, parted(state, 1), strict=True):
            bits[place] = bit
        return joined(bits, 8, big=True)


FINALISTS: tuple[Function, ...] = (Blake256(), Groestl256(), Jh256(), Skein512())
