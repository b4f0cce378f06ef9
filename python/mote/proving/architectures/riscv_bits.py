"""Zba, Zbb and Zbs, of which SLEIGH's description has the names alone; of RV64 also Zbkb and Zknh.

Sources: RISC-V Bit-Manipulation ISA-extensions 1.0.0, section 2; RISC-V Cryptography Extensions
Volume I 1.0.1, section 3: the operations of each page.  No assembly file uses RV64's products of
polynomials (Zbc) and AES (Zkne, Zknd): those are refused.
"""

from __future__ import annotations

from collections.abc import Mapping

from mote.machines import riscv64_bits, riscv_bits
from mote.machines.riscv_bits import NAMES
from mote.proving.architectures.building import Operations, const
from mote.proving.lift import Lifted, Varnode

WORD = 4
"""Bytes of the words of RV64's instructions with a w."""

SUMS = {"sh1add": 1, "sh2add": 2, "sh3add": 3}
NEGATED = {"andn": "INT_AND", "orn": "INT_OR", "xnor": "INT_XOR"}
ORDERED = {
    **{"min": ("INT_SLESS", False), "max": ("INT_SLESS", True)},
    **{"minu": ("INT_LESS", False), "maxu": ("INT_LESS", True)},
}
"""Of a pair: how it is compared, and whether the greater one is wanted."""
NARROW = {"sext.b": ("INT_SEXT", 1), "sext.h": ("INT_SEXT", 2), "zext.h": ("INT_ZEXT", 2)}


PACKED = {"pack": (4, False), "packh": (1, False), "packw": (2, True)}
"""Of RV64: how many bytes of each operand, and whether the sign is extended."""
ROTATED = {
    **{"sha256sum0": (4, (2, 13, 22)), "sha256sum1": (4, (6, 11, 25))},
    **{"sha512sum0": (8, (28, 34, 39)), "sha512sum1": (8, (14, 18, 41))},
}
"""The size of a word, and three numbers by which it is rotated."""
SHIFTED = {
    **{"sha256sig0": (4, (7, 18), 3), "sha256sig1": (4, (17, 19), 10)},
    **{"sha512sig0": (8, (1, 8), 7), "sha512sig1": (8, (19, 61), 6)},
}
"""The size, two numbers by which it is rotated, and one by which it is shifted."""


def lifted(address: int, code: bytes, registers: Mapping[str, Varnode]) -> Lifted:
    """The instruction; registers: by name, whose size says whether this is RV32 or RV64.

    Raises LookupError for any other.
    """
    size = registers["a0"].size
    word = int.from_bytes(code[:4], "little")
    found = (riscv_bits if size == WORD else riscv64_bits).mnemonic_of(word)
    if found is None:
        raise LookupError
    mnemonic, operands = found
    target, first, second = (word >> place & 31 for place in (7, 15, 20))
    immediate = word & 0x77 == 0x13 and operands == 3
    number = word >> 20 & (8 * size - 1)
    texts = (NAMES[target], NAMES[first], f"{number:#x}" if immediate else NAMES[second])
    o = _Instruction(size)
    a = registers[NAMES[first]] if first else const(0, size)
    b = registers[NAMES[second]] if second and not immediate else const(0, size)
    result = o.of(mnemonic, a, b, number if immediate else None)
    if target:
        o.copy(registers[NAMES[target]], result)
    return Lifted(address, 4, tuple(o.done), f"{mnemonic} {','.join(texts[:operands])}")


class _Instruction(Operations):
    """The operations of one of these instructions, on registers of `size` bytes."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = size

    def word(self, opcode: str, *inputs: Varnode) -> Varnode:
        """An operation with a result of the size of the first operand."""
        return self.make(opcode, inputs[0].size, *inputs)

    def of(self, name: str, a: Varnode, b: Varnode, number: int | None) -> Varnode:
        """The result from two operands, of which the second may be a number."""
        if name == "slli.uw":
            assert number is not None
            return self.word("INT_LEFT", self._unsigned(a), const(number, self.size))
        if name.endswith(".uw"):
            a, name = self._unsigned(a), name.removesuffix(".uw")
        elif name.endswith("w") and name != "packw":
            low = [self.make("SUBPIECE", WORD, each, const(0, WORD)) for each in (a, b)]
            narrow = self._of_words(name.removesuffix("w"), low[0], low[1], number)
            return self.make("INT_SEXT", self.size, narrow)
        return self._of_words(name, a, b, number)

    def _unsigned(self, a: Varnode) -> Varnode:
        """The lower word with zeros above."""
        return self.make("INT_ZEXT", self.size, self.make("SUBPIECE", WORD, a, const(0, WORD)))

    def _of_words(self, name: str, a: Varnode, b: Varnode, number: int | None) -> Varnode:
        """The same of operands of any size, as large as the result."""
        size = a.size
        if number is not None:
            name = name.removesuffix("i")
        if name == "add":
            return self.word("INT_ADD", a, b)
        if name in SUMS:
            return self.word("INT_ADD", self.word("INT_LEFT", a, const(SUMS[name], size)), b)
        if name in NEGATED:
            return self.word(NEGATED[name], a, self.word("INT_NEGATE", b))
        if name in ORDERED:
            return self._ordered(*ORDERED[name], a, b)
        if name in NARROW:
            opcode, bytes_ = NARROW[name]
            return self.make(opcode, size, self.make("SUBPIECE", bytes_, a, const(0, size)))
        if name in PACKED:
            return self._packed(*PACKED[name], a, b)
        if name in ROTATED or name in SHIFTED:
            return self._sigma(name, a)
        if name in ("rol", "ror", "bclr", "bext", "binv", "bset"):
            mask = const(8 * size - 1, size)
            by = self.word("INT_AND", b, mask) if number is None else const(number, size)
            return (self._rotated if name.startswith("ro") else self._bit)(name, a, by)
        if name in ("rev8", "orc.b", "brev8"):
            return self._bytes(name, a)
        if name in ("clz", "ctz", "cpop"):
            return self._counted(name, a)
        raise LookupError

    def _packed(self, bytes_: int, signed: bool, a: Varnode, b: Varnode) -> Varnode:
        """The lower parts of two operands, the first one's below."""
        low, high = (self.make("SUBPIECE", bytes_, each, const(0, 4)) for each in (a, b))
        wide = [self.make("INT_ZEXT", 2 * bytes_, each) for each in (low, high)]
        shifted = self.word("INT_LEFT", wide[1], const(8 * bytes_, 2 * bytes_))
        both = self.word("INT_OR", wide[0], shifted)
        if 2 * bytes_ == a.size:
            return both
        return self.make("INT_SEXT" if signed else "INT_ZEXT", a.size, both)

    def _sigma(self, name: str, a: Varnode) -> Varnode:
        """A function of SHA-2 (FIPS 180-4, section 4.1); of SHA-256 with the sign extended."""
        size, rotations = ROTATED[name] if name in ROTATED else SHIFTED[name][:2]
        word = a if size == a.size else self.make("SUBPIECE", size, a, const(0, 4))
        parts = [self._rotated("ror", word, const(each, size)) for each in rotations]
        if name in SHIFTED:
            parts.append(self.word("INT_RIGHT", word, const(SHIFTED[name][2], size)))
        total = self.word("INT_XOR", self.word("INT_XOR", parts[0], parts[1]), parts[2])
        return total if size == a.size else self.make("INT_SEXT", a.size, total)

    def _ordered(self, opcode: str, greater: bool, a: Varnode, b: Varnode) -> Varnode:
        """One of two, chosen with a mask."""
        less = self.make(opcode, 1, *((b, a) if greater else (a, b)))
        mask = self.word("INT_2COMP", self.make("INT_ZEXT", a.size, less))
        return self.word("INT_XOR", b, self.word("INT_AND", self.word("INT_XOR", a, b), mask))

    def _rotated(self, name: str, a: Varnode, by: Varnode) -> Varnode:
        bits = 8 * a.size
        if by.space == "const":
            back = const(-by.offset & bits - 1, a.size)
        else:
            negative = self.word("INT_2COMP", by)
            back = self.word("INT_AND", negative, const(bits - 1, a.size))
        there, other = ("INT_LEFT", "INT_RIGHT") if name == "rol" else ("INT_RIGHT", "INT_LEFT")
        return self.word("INT_OR", self.word(there, a, by), self.word(other, a, back))

    def _bit(self, name: str, a: Varnode, by: Varnode) -> Varnode:
        if name == "bext":
            return self.word("INT_AND", self.word("INT_RIGHT", a, by), const(1, a.size))
        bit = self.word("INT_LEFT", const(1, a.size), by)
        if name == "bclr":
            return self.word("INT_AND", a, self.word("INT_NEGATE", bit))
        return self.word("INT_XOR" if name == "binv" else "INT_OR", a, bit)

    def _bytes(self, name: str, a: Varnode) -> Varnode:
        """Each byte by itself, put together from the highest place down."""
        total = const(0, a.size)
        for number in range(a.size):
            byte = self.make("SUBPIECE", 1, a, const(number, 4))
            place = number
            if name == "rev8":
                place = a.size - 1 - number
            elif name == "brev8":
                byte = self._reversed(byte)
            else:
                is_set = self.make("INT_NOTEQUAL", 1, byte, const(0, 1))
                byte = self.make("INT_2COMP", 1, is_set)
            wide = self.make("INT_ZEXT", a.size, byte)
            moved = self.word("INT_LEFT", wide, const(8 * place, a.size))
            total = self.word("INT_OR", total, moved)
        return total

    def _reversed(self, byte: Varnode) -> Varnode:
        """The bits of a byte in the opposite order."""
        for shift, mask in ((4, 0x0F), (2, 0x33), (1, 0x55)):
            down = self.word("INT_RIGHT", byte, const(shift, 1))
            up = self.word("INT_LEFT", byte, const(shift, 1))
            low = self.word("INT_AND", down, const(mask, 1))
            high = self.word("INT_AND", up, const(~mask & 0xFF, 1))
            byte = self.word("INT_OR", low, high)
        return byte

    def _counted(self, name: str, a: Varnode) -> Varnode:
        """clz, ctz and cpop: the number of ones in a word made of the operand."""
        if name == "ctz":
            below = self.word("INT_ADD", a, const(-1, a.size))
            a = self.word("INT_AND", self.word("INT_NEGATE", a), below)
        elif name == "clz":
            for shift in (1, 2, 4, 8, 16, 32)[: 5 if a.size == WORD else 6]:
                a = self.word("INT_OR", a, self.word("INT_RIGHT", a, const(shift, a.size)))
            a = self.word("INT_NEGATE", a)
        return self.word("POPCOUNT", a)
