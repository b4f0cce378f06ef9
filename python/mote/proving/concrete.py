"""What operations of p-code mean on numbers, and a machine that executes them.

The meaning is that of Ghidra's p-code reference manual.  All numbers are unsigned; what a shift
moves out at the far end is 0 (INT_LEFT, INT_RIGHT) or the sign (INT_SRIGHT), however far it goes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from mote.common.errors import MoteError
from mote.proving.lift import Lifted, Operation, Varnode


def signed(value: int, size: int) -> int:
    """A number of `size` bytes in two's complement."""
    top = 1 << (8 * size - 1)
    return (value ^ top) - top


def _divided(a: int, b: int) -> int:
    """Towards zero."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _overflows(value: int, size: int) -> bool:
    return not -(1 << (8 * size - 1)) <= value < 1 << (8 * size - 1)


BINARY: dict[str, Callable[[int, int, int], int]] = {
    "INT_ADD": lambda a, b, n: a + b,
    "INT_SUB": lambda a, b, n: a - b,
    "INT_MULT": lambda a, b, n: a * b,
    "INT_AND": lambda a, b, n: a & b,
    "INT_OR": lambda a, b, n: a | b,
    "INT_XOR": lambda a, b, n: a ^ b,
    "INT_LEFT": lambda a, b, n: a << b if b < 8 * n else 0,
    "INT_RIGHT": lambda a, b, n: a >> b if b < 8 * n else 0,
    "INT_SRIGHT": lambda a, b, n: signed(a, n) >> min(b, 8 * n),
    "INT_EQUAL": lambda a, b, n: a == b,
    "INT_NOTEQUAL": lambda a, b, n: a != b,
    "INT_LESS": lambda a, b, n: a < b,
    "INT_LESSEQUAL": lambda a, b, n: a <= b,
    "INT_SLESS": lambda a, b, n: signed(a, n) < signed(b, n),
    "INT_SLESSEQUAL": lambda a, b, n: signed(a, n) <= signed(b, n),
    "INT_CARRY": lambda a, b, n: (a + b) >> (8 * n) & 1,
    "INT_SCARRY": lambda a, b, n: _overflows(signed(a, n) + signed(b, n), n),
    "INT_SBORROW": lambda a, b, n: _overflows(signed(a, n) - signed(b, n), n),
    "BOOL_AND": lambda a, b, n: a & b,
    "BOOL_OR": lambda a, b, n: a | b,
    "BOOL_XOR": lambda a, b, n: a ^ b,
    "INT_DIV": lambda a, b, n: a // b,
    "INT_REM": lambda a, b, n: a % b,
    "INT_SDIV": lambda a, b, n: _divided(signed(a, n), signed(b, n)),
    "INT_SREM": lambda a, b, n: signed(a, n) - _divided(signed(a, n), signed(b, n)) * signed(b, n),
    "SUBPIECE": lambda a, b, n: a >> (8 * b),
}
"""Of both inputs and the size of the first, in bytes; the result is cut to the output's size."""

UNARY: dict[str, Callable[[int, int], int]] = {
    "COPY": lambda a, n: a,
    "INT_ZEXT": lambda a, n: a,
    "INT_SEXT": signed,
    "INT_2COMP": lambda a, n: -a,
    "INT_NEGATE": lambda a, n: ~a,
    "BOOL_NEGATE": lambda a, n: a ^ 1,
    "POPCOUNT": lambda a, n: a.bit_count(),
    "LZCOUNT": lambda a, n: 8 * n - a.bit_length(),
}
"""Of the input and its size in bytes."""


def evaluate(operation: Operation, values: list[int]) -> int:
    """The output of an operation without effects; raises MoteError for another one."""
    name, inputs, output = operation.opcode, operation.inputs, operation.output
    if output is None or not (name in UNARY or name in BINARY or name in ("PIECE", "TABLE")):
        raise MoteError(f"p-code operation {name}: no meaning is written for it")
    if name in UNARY:
        result = UNARY[name](values[0], inputs[0].size)
    elif name in BINARY:
        result = BINARY[name](values[0], values[1], inputs[0].size)
    elif name == "PIECE":
        result = values[0] << 8 * inputs[1].size | values[1]
    else:
        table = operation.table
        result = table[values[0]] if values[0] < len(table) else 0
    return int(result) & ((1 << 8 * output.size) - 1)


@dataclass
class Concrete:
    """Executes operations on numbers.

    default: what a byte holds that was never written, by its space and address.  spaces: the bytes
    that were written.  effects: what CALLOTHER named, in order.
    """

    big_endian: bool
    default: Callable[[str, int], int]
    spaces: dict[tuple[str, int], int] = field(default_factory=dict)
    program_counter: int = 0
    effects: list[str] = field(default_factory=list)

    def get(self, varnode: Varnode) -> int:
        """The number that a varnode holds."""
        space, offset, size = varnode.space, varnode.offset, varnode.size
        if space == "const":
            return offset & ((1 << 8 * size) - 1)
        content = [
            byte
            if (byte := self.spaces.get((space, offset + n))) is not None
            else self.default(space, offset + n)
            for n in range(size)
        ]
        return int.from_bytes(bytes(content), "big" if self.big_endian else "little")

    def allow(self, name: str, start: int, size: int) -> None:
        """Everything may be touched here."""

    def put(self, varnode: Varnode, value: int) -> None:
        """Let a varnode hold the low bits of a number."""
        size = varnode.size
        content = (value & ((1 << 8 * size) - 1)).to_bytes(
            size, "big" if self.big_endian else "little"
        )
        for n, byte in enumerate(content):
            self.spaces[varnode.space, varnode.offset + n] = byte

    def execute(self, lifted: Lifted) -> None:
        """Execute one instruction, the program counter included."""
        index = 0
        self.program_counter = lifted.address + lifted.length
        while index < len(lifted.operations):
            operation = lifted.operations[index]
            index += 1
            name, inputs = operation.opcode, operation.inputs
            if name == "LOAD":
                assert operation.output is not None
                there = Varnode(operation.space, self.get(inputs[0]), operation.output.size)
                self.put(operation.output, self.get(there))
            elif name == "STORE":
                there = Varnode(operation.space, self.get(inputs[0]), inputs[1].size)
                self.put(there, self.get(inputs[1]))
            elif name in ("BRANCH", "CBRANCH", "CALL"):
                if name == "CBRANCH" and not self.get(inputs[1]):
                    continue
                if inputs[0].space != "const":
                    self.program_counter = inputs[0].offset
                    return
                index += signed(inputs[0].offset & 0xFFFFFFFF, 4) - 1
            elif name in ("BRANCHIND", "CALLIND", "RETURN"):
                self.program_counter = self.get(inputs[0])
                return
            elif name == "UNDEFINED":
                assert operation.output is not None
                self.put(operation.output, 0)  # any number would do
            elif name == "CALLOTHER":
                self.effects.append(operation.space)
            else:
                result = evaluate(operation, [self.get(v) for v in inputs])
                assert operation.output is not None
                self.put(operation.output, result)
