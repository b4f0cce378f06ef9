"""Zba, Zbb and Zbs of RV32, of which SLEIGH's description has the names alone.

Source: RISC-V Bit-Manipulation ISA-extensions 1.0.0, section 2: the operations of each page.
"""

from __future__ import annotations

from collections.abc import Mapping

from mote.machines.riscv_bits import NAMES, mnemonic_of
from mote.proving.architectures.building import Operations, const
from mote.proving.lift import Lifted, Varnode

BYTES, BITS, WORD = 4, 32, 0xFFFFFFFF

SUMS = {"sh1add": 1, "sh2add": 2, "sh3add": 3}
NEGATED = {"andn": "INT_AND", "orn": "INT_OR", "xnor": "INT_XOR"}
ORDERED = {
    **{"min": ("INT_SLESS", False), "max": ("INT_SLESS", True)},
    **{"minu": ("INT_LESS", False), "maxu": ("INT_LESS", True)},
}
"""Of a pair: how it is compared, and whether the greater one is wanted."""
NARROW = {"sext.b": ("INT_SEXT", 1), "sext.h": ("INT_SEXT", 2), "zext.h": ("INT_ZEXT", 2)}


def lifted(address: int, code: bytes, registers: Mapping[str, Varnode]) -> Lifted:
    """The instruction; registers: by name.  Raises LookupError for any other."""
    word = int.from_bytes(code[:4], "little")
    found = mnemonic_of(word)
    if found is None:
        raise LookupError
    mnemonic, operands = found
    target, first, second = (word >> place & 31 for place in (7, 15, 20))
    immediate = word & 0x7F == 0x13 and operands == 3
    texts = (NAMES[target], NAMES[first], f"{second:#x}" if immediate else NAMES[second])
    o = _Instruction()
    a = registers[NAMES[first]] if first else const(0, BYTES)
    b = registers[NAMES[second]] if second and not immediate else const(0, BYTES)
    result = o.of(mnemonic.removesuffix("i") if immediate else mnemonic, a, b, second, immediate)
    if target:
        o.copy(registers[NAMES[target]], result)
    return Lifted(address, 4, tuple(o.done), f"{mnemonic} {','.join(texts[:operands])}")


class _Instruction(Operations):
    """The operations of one of these instructions."""

    def word(self, opcode: str, *inputs: Varnode) -> Varnode:
        return self.make(opcode, BYTES, *inputs)

    def of(self, name: str, a: Varnode, b: Varnode, count: int, immediate: bool) -> Varnode:
        """The result from two operands, of which the second may be the number `count`."""
        by = const(count, BYTES) if immediate else None
        if name in SUMS:
            return self.word("INT_ADD", self.word("INT_LEFT", a, const(SUMS[name], BYTES)), b)
        if name in NEGATED:
            return self.word(NEGATED[name], a, self.word("INT_NEGATE", b))
        if name in ORDERED:
            return self._ordered(*ORDERED[name], a, b)
        if name in NARROW:
            opcode, size = NARROW[name]
            return self.word(opcode, self.make("SUBPIECE", size, a, const(0, BYTES)))
        if name in ("rol", "ror"):
            return self._rotated(name, a, by or self.word("INT_AND", b, const(BITS - 1, BYTES)))
        if name in ("bclr", "bext", "binv", "bset"):
            return self._bit(name, a, by or self.word("INT_AND", b, const(BITS - 1, BYTES)))
        if name in ("rev8", "orc.b"):
            return self._bytes(name, a)
        return self._counted(name, a)

    def _ordered(self, opcode: str, greater: bool, a: Varnode, b: Varnode) -> Varnode:
        """One of two, chosen with a mask."""
        less = self.make(opcode, 1, *((b, a) if greater else (a, b)))
        mask = self.word("INT_2COMP", self.word("INT_ZEXT", less))
        return self.word("INT_XOR", b, self.word("INT_AND", self.word("INT_XOR", a, b), mask))

    def _rotated(self, name: str, a: Varnode, by: Varnode) -> Varnode:
        if by.space == "const":
            back = const(-by.offset & BITS - 1, BYTES)
        else:
            negative = self.word("INT_2COMP", by)
            back = self.word("INT_AND", negative, const(BITS - 1, BYTES))
        there, other = ("INT_LEFT", "INT_RIGHT") if name == "rol" else ("INT_RIGHT", "INT_LEFT")
        return self.word("INT_OR", self.word(there, a, by), self.word(other, a, back))

    def _bit(self, name: str, a: Varnode, by: Varnode) -> Varnode:
        if name == "bext":
            return self.word("INT_AND", self.word("INT_RIGHT", a, by), const(1, BYTES))
        bit = self.word("INT_LEFT", const(1, BYTES), by)
        if name == "bclr":
            return self.word("INT_AND", a, self.word("INT_NEGATE", bit))
        return self.word("INT_XOR" if name == "binv" else "INT_OR", a, bit)

    def _bytes(self, name: str, a: Varnode) -> Varnode:
        """Each byte by itself, put together from the highest place down."""
        total = const(0, BYTES)
        for number in range(BYTES):
            byte = self.make("SUBPIECE", 1, a, const(number, BYTES))
            place = number
            if name == "rev8":
                place = BYTES - 1 - number
            else:
                is_set = self.make("INT_NOTEQUAL", 1, byte, const(0, 1))
                byte = self.make("INT_2COMP", 1, is_set)
            moved = self.word("INT_LEFT", self.word("INT_ZEXT", byte), const(8 * place, BYTES))
            total = self.word("INT_OR", total, moved)
        return total

    def _counted(self, name: str, a: Varnode) -> Varnode:
        """clz, ctz and cpop: the number of ones in a word made of the operand."""
        if name == "ctz":
            below = self.word("INT_ADD", a, const(WORD, BYTES))
            a = self.word("INT_AND", self.word("INT_NEGATE", a), below)
        elif name == "clz":
            for shift in (1, 2, 4, 8, 16):
                a = self.word("INT_OR", a, self.word("INT_RIGHT", a, const(shift, BYTES)))
            a = self.word("INT_NEGATE", a)
        return self.word("POPCOUNT", a)
