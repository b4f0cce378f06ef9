"""RV32's bit manipulation (Zba, Zbb, Zbs) as Capstone's instructions, which Capstone 5 lacks.

Each of them has the operands of one that Capstone knows, and is shown as that one with another
name.  Source: RISC-V Bit-Manipulation ISA-extensions 1.0.0, section 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import capstone

NAMES = (
    *("zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1"),
    *(f"a{number}" for number in range(8)),
    *(f"s{number}" for number in range(2, 12)),
    *("t3", "t4", "t5", "t6"),
)
"""Of x0 to x31 (RISC-V psABI, integer register convention)."""

OP, OP_IMM = 0x33, 0x13
ADD, SLLI = 0x33, 0x1013
"""Of funct7, funct3 and opcode: what has the operands of the instructions below."""
ZEXT_H = (0x04, 4)

TWO_REGISTERS = {
    **{(0x10, 2): "sh1add", (0x10, 4): "sh2add", (0x10, 6): "sh3add"},
    **{(0x20, 7): "andn", (0x20, 6): "orn", (0x20, 4): "xnor"},
    **{(0x05, 4): "min", (0x05, 5): "minu", (0x05, 6): "max", (0x05, 7): "maxu"},
    **{(0x30, 1): "rol", (0x30, 5): "ror"},
    **{(0x24, 1): "bclr", (0x24, 5): "bext", (0x34, 1): "binv", (0x14, 1): "bset"},
}
"""By funct7 and funct3."""

IMMEDIATE = {
    **{(0x30, 5): "rori", (0x24, 1): "bclri", (0x24, 5): "bexti"},
    **{(0x34, 1): "binvi", (0x14, 1): "bseti"},
}

ONE_REGISTER = {
    **{(0x30, 1, 0): "clz", (0x30, 1, 1): "ctz", (0x30, 1, 2): "cpop"},
    **{(0x30, 1, 4): "sext.b", (0x30, 1, 5): "sext.h"},
    **{(0x34, 5, 24): "rev8", (0x14, 5, 7): "orc.b"},
}
"""By funct7, funct3 and what stands in the place of the second source register."""

MNEMONICS = frozenset(
    {*TWO_REGISTERS.values(), *IMMEDIATE.values(), *ONE_REGISTER.values(), "zext.h"}
)


def mnemonic_of(word: int) -> tuple[str, int] | None:
    """The name of an instruction and how many operands it has; None for any other instruction."""
    opcode, third, seventh, second = word & 0x7F, word >> 12 & 7, word >> 25, word >> 20 & 31
    if opcode == OP:
        if (seventh, third) == ZEXT_H and second == 0:
            return "zext.h", 2
        name = TWO_REGISTERS.get((seventh, third))
        return (name, 3) if name else None
    if opcode == OP_IMM:
        name = ONE_REGISTER.get((seventh, third, second))
        if name:
            return name, 2
        name = IMMEDIATE.get((seventh, third))
        return (name, 3) if name else None
    return None


Naming = Callable[[int], "tuple[str, int] | None"]


class Instruction:
    """A capstone.CsInsn with other bytes, and the name of what these are."""

    def __init__(self, like: capstone.CsInsn, word: int, mnemonic: str, operands: int) -> None:
        self._like = like
        self.bytes = bytearray(word.to_bytes(4, "little"))
        self.mnemonic = mnemonic
        self.operands = like.operands[:operands]
        self.op_str = ", ".join(like.op_str.split(", ")[:operands])

    def __getattr__(self, name: str) -> Any:
        return getattr(self._like, name)


class Decoder:
    """A capstone.Cs that knows these instructions, too, or those that another function names."""

    def __init__(self, decoder: capstone.Cs, named: Naming = mnemonic_of) -> None:
        self._decoder = decoder
        self._named = named

    def __getattr__(self, name: str) -> Any:
        return getattr(self._decoder, name)

    def disasm(self, code: bytes, address: int) -> Iterator[Any]:
        """Instructions from an address on, up to what is none."""
        end = address + len(code)
        start = address
        while start < end:
            last = start
            for instruction in self._decoder.disasm(code[start - address :], start):
                yield instruction
                start = instruction.address + instruction.size
            found = self._own(code[start - address : start - address + 4], start)
            if found is not None:
                yield found
                start += 4
            elif start == last:
                return

    def _own(self, data: bytes, address: int) -> Instruction | None:
        word = int.from_bytes(data, "little")
        named = self._named(word) if len(data) == 4 else None
        if named is None:
            return None
        mnemonic, operands = named
        # RV64 shifts by numbers of six bits; of RV32 the sixth is 0 in these instructions.
        model = word & 0x01FF8F80 | ADD if word & 0x20 else word & 0x03FF8F80 | SLLI
        (like,) = self._decoder.disasm(model.to_bytes(4, "little"), address)
        return Instruction(like, word, mnemonic, operands)
