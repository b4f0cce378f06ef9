"""Instruction words of POWER, their operands, and the parts of vectors.

A vector-scalar register is a varnode of 16 bytes, whose number has element 0 on top, in both byte
orders, as the Power ISA counts; v0 to v31 are vs32 to vs63, and a floating-point register is the
upper half of one of vs0 to vs31.
"""

from __future__ import annotations

from collections.abc import Sequence

from mote.proving.architectures.building import Operations, const
from mote.proving.lift import Operation, Varnode


def vector(number: int) -> Varnode:
    """Vector-scalar register 0 to 63, where pypcode's description has it."""
    return Varnode("register", 0x4000 + 16 * number, 16)


def general(number: int) -> Varnode:
    """General register 0 to 31, likewise."""
    return Varnode("register", 8 * number, 8)


class Fields:
    """The fields of an instruction word, as in the book, and the operations that it becomes."""

    def __init__(self, word: int) -> None:
        self.word = word
        self.ops = Operations()

    def bits(self, first: int, last: int) -> int:
        """Bits of the word, as the book counts them: 0 is the most significant."""
        return self.word >> 31 - last & (1 << last - first + 1) - 1

    # ---- operands ----

    def registers(self, of_vsx: bool) -> list[int]:
        """Target, A and B; of the instructions of chapter 7 with the bits that make them six."""
        found = [self.bits(6, 10), self.bits(11, 15), self.bits(16, 20)]
        if not of_vsx:
            return [32 + number for number in found]
        tops = (self.bits(31, 31), self.bits(29, 29), self.bits(30, 30))
        return [32 * top + number for top, number in zip(tops, found, strict=True)]

    def address(self, second: Varnode) -> Varnode:
        """(RA|0) + the second part: EA."""
        base = self.bits(11, 15)
        return second if base == 0 else self.ops.make("INT_ADD", 8, general(base), second)

    # ---- parts of vectors ----

    def element(self, value: Varnode, number: int, size: int) -> Varnode:
        """An element of so many bytes; number 0 is the most significant."""
        place = value.size - size * (number + 1)
        return self.ops.make("SUBPIECE", size, value, const(place, 4))

    def elements(self, value: Varnode, size: int) -> list[Varnode]:
        return [self.element(value, number, size) for number in range(value.size // size)]

    def joined(self, parts: Sequence[Varnode]) -> Varnode:
        """The reverse of `elements`."""
        found = parts[0]
        for part in parts[1:]:
            found = self.ops.make("PIECE", found.size + part.size, found, part)
        return found

    def rotated(self, value: Varnode, left: int) -> Varnode:
        """Rotated to the left by a number of bits."""
        width, o = 8 * value.size, self.ops
        left %= width
        high = o.make("INT_LEFT", value.size, value, const(left, 4))
        low = o.make("INT_RIGHT", value.size, value, const(width - left, 4))
        return o.make("INT_OR", value.size, high, low)

    def undefined(self, size: int) -> Varnode:
        """What the book leaves undefined."""
        output = self.ops.temporary(size)
        self.ops.done.append(Operation("UNDEFINED", (), output))
        return output
