"""Runs p-code: the meaning that pypcode (Ghidra's PIC-24 language) gives to an instruction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

LANGUAGE = "PIC-24F:LE:24:default"
BASE = 0x2000
"""Byte address at which an instruction is decoded; each takes 4 bytes there, and 2 here."""


def _signed(value: int, size: int) -> int:
    top = 1 << (8 * size - 1)
    return (value ^ top) - top


_BINARY: dict[str, Callable[[int, int, int], int]] = {
    "INT_ADD": lambda a, b, n: a + b,
    "INT_SUB": lambda a, b, n: a - b,
    "INT_MULT": lambda a, b, n: a * b,
    "INT_AND": lambda a, b, n: a & b,
    "INT_OR": lambda a, b, n: a | b,
    "INT_XOR": lambda a, b, n: a ^ b,
    "INT_LEFT": lambda a, b, n: a << b if b < 8 * n else 0,
    "INT_RIGHT": lambda a, b, n: a >> b if b < 8 * n else 0,
    "INT_SRIGHT": lambda a, b, n: _signed(a, n) >> min(b, 8 * n),
    "INT_EQUAL": lambda a, b, n: a == b,
    "INT_NOTEQUAL": lambda a, b, n: a != b,
    "INT_LESS": lambda a, b, n: a < b,
    "INT_LESSEQUAL": lambda a, b, n: a <= b,
    "INT_SLESS": lambda a, b, n: _signed(a, n) < _signed(b, n),
    "INT_SLESSEQUAL": lambda a, b, n: _signed(a, n) <= _signed(b, n),
    "INT_CARRY": lambda a, b, n: (a + b) >> (8 * n) & 1,
    "INT_SCARRY": lambda a, b, n: (
        not -(1 << (8 * n - 1)) <= _signed(a, n) + _signed(b, n) < 1 << (8 * n - 1)
    ),
    "INT_SBORROW": lambda a, b, n: (
        not -(1 << (8 * n - 1)) <= _signed(a, n) - _signed(b, n) < 1 << (8 * n - 1)
    ),
    "BOOL_AND": lambda a, b, n: a & b,
    "BOOL_OR": lambda a, b, n: a | b,
    "BOOL_XOR": lambda a, b, n: a ^ b,
    "INT_DIV": lambda a, b, n: a // b,
    "INT_REM": lambda a, b, n: a % b,
    "INT_SDIV": lambda a, b, n: _truncated(_signed(a, n), _signed(b, n)),
    "INT_SREM": lambda a, b, n: (
        _signed(a, n) - _truncated(_signed(a, n), _signed(b, n)) * _signed(b, n)
    ),
    "SUBPIECE": lambda a, b, n: a >> (8 * b),
}


def _truncated(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


@dataclass
class Machine:
    """Memory by space and byte address; what was never written reads as `default` says."""

    default: Callable[[str, int], int]
    spaces: dict[tuple[str, int], int] = field(default_factory=dict)
    jump: int | None = None
    others: list[str] = field(default_factory=list)

    def get(self, space: str, offset: int, size: int) -> int:
        if space == "const":
            return offset & ((1 << 8 * size) - 1)
        # An address of the program's space is one of two bytes.
        offset *= 2 if space == "rom" else 1
        value = 0
        for n in range(size):
            byte = self.spaces.get((space, offset + n))
            if byte is None:
                byte = self.default(space, offset + n)
            value |= byte << 8 * n
        return value

    def put(self, space: str, offset: int, size: int, value: int) -> None:
        for n in range(size):
            self.spaces[space, offset + n] = value >> 8 * n & 0xFF

    def run(self, translation: Any) -> None:
        """Execute the operations of one instruction."""
        ops = list(translation.ops)
        index = 0
        while index < len(ops):
            op = ops[index]
            index += 1
            name = op.opcode.name
            inputs = op.inputs

            def value(n: int, inputs: Any = inputs) -> int:
                v = inputs[n]
                return self.get(v.space.name, v.offset, v.size)

            def result(y: int, op: Any = op) -> None:
                out = op.output
                self.put(out.space.name, out.offset, out.size, int(y))

            if name == "IMARK":
                continue
            if name in _BINARY:
                result(_BINARY[name](value(0), value(1), inputs[0].size))
            elif name in ("COPY", "INT_ZEXT"):
                result(value(0))
            elif name == "INT_SEXT":
                result(_signed(value(0), inputs[0].size))
            elif name == "INT_2COMP":
                result(-value(0))
            elif name == "INT_NEGATE":
                result(~value(0))
            elif name == "BOOL_NEGATE":
                result(value(0) ^ 1)
            elif name == "POPCOUNT":
                result(value(0).bit_count())
            elif name == "LZCOUNT":
                result(8 * inputs[0].size - value(0).bit_length())
            elif name == "PIECE":
                result(value(0) << 8 * inputs[1].size | value(1))
            elif name == "LOAD":
                space = inputs[0].getSpaceFromConst().name
                result(self.get(space, value(1), op.output.size))
            elif name == "STORE":
                space = inputs[0].getSpaceFromConst().name
                self.put(space, value(1), inputs[2].size, value(2))
            elif name in ("BRANCH", "CBRANCH"):
                if name == "CBRANCH" and not value(1):
                    continue
                if inputs[0].space.name == "const":
                    index += _signed(inputs[0].offset & 0xFFFFFFFF, 4) - 1
                else:
                    self.jump = inputs[0].offset
                    return
            elif name == "CALL":
                self.jump = inputs[0].offset
                return
            elif name in ("BRANCHIND", "CALLIND", "RETURN"):
                self.jump = value(0)
                return
            elif name == "CALLOTHER":
                self.others.append(str(inputs[0].offset))
            else:
                raise NotImplementedError(name)
