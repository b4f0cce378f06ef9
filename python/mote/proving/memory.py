"""The bytes of a machine that executes on terms."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from mote.proving.terms import Bits
from mote.proving.values import Cells, Lazy, Value


@dataclass(frozen=True)
class Range:
    """Bytes of data memory that a call may touch."""

    name: str
    start: int
    size: int
    writable: bool

    @property
    def end(self) -> int:
        return self.start + self.size


class Space:
    """The bytes of an address space, kept as they were written: words of any size."""

    def __init__(
        self, big_endian: bool, unknown: Callable[[int], Value], bits: Callable[[Value, int], Bits]
    ) -> None:
        self._big = big_endian
        self._unknown = unknown
        self._bits = bits
        self.cells: Cells = {}
        self._start: dict[int, int] = {}
        """Of each byte the address of its cell, where it is not that byte alone."""

    def read(self, offset: int, size: int) -> Value:
        cell = self.cells.get(offset)
        if cell is not None and cell[1] == size:
            return cell[0]
        parts = [self._byte(offset + k) for k in range(size)]
        if self._big:
            parts.reverse()
        if all(type(part) is int for part in parts):
            return sum(part << 8 * k for k, part in enumerate(parts))  # type: ignore[operator,misc]
        found: Bits = ()
        for part in parts:
            found += self._bits(part, 1)
        return found

    def _byte(self, offset: int) -> Value:
        start = self._start.get(offset, offset)
        cell = self.cells.get(start)
        if cell is None:
            value = self._unknown(offset)
            self.cells[offset] = (value, 1)
            return value
        value, size = cell
        if size == 1:
            return value
        place = offset - start
        if self._big:
            place = size - 1 - place
        if type(value) is int:
            return value >> 8 * place & 0xFF
        return self._bits(value, size)[8 * place : 8 * place + 8]

    def _part(self, offset: int) -> Value:
        """A byte, which may be computed when it is asked for."""
        start = self._start.get(offset, offset)
        value, size = self.cells[start]
        if type(value) is not Lazy or size == 1:
            return self._byte(offset)
        place = offset - start
        if self._big:
            place = size - 1 - place
        return Lazy("SUBPIECE", (value, place), (size, 4), 1, value.when)

    def write(self, offset: int, size: int, value: Value) -> None:
        cell = self.cells.get(offset)
        if cell is None or cell[1] != size:
            self._break(offset, size)
        self.cells[offset] = (value, size)

    def _break(self, offset: int, size: int) -> None:
        """Take bytes from the cells that hold them; what is left of these becomes bytes."""
        starts = self._start
        end = offset + size
        for start in {starts.get(byte, byte) for byte in range(offset, end)}:
            cell = self.cells.get(start)
            if cell is None:
                continue
            bytes_of_it = range(start, start + cell[1])
            kept = [(b, self._part(b)) for b in bytes_of_it if not offset <= b < end]
            for byte in bytes_of_it:
                starts.pop(byte, None)
            del self.cells[start]
            for byte, value in kept:
                self.cells[byte] = (value, 1)
        for byte in range(offset + 1, end):
            starts[byte] = offset

    def forget(self, offsets: Collection[int]) -> None:
        """Let bytes be ones that nobody has written."""
        cells, starts = self.cells, self._start
        held = cells.keys() | starts.keys()
        for offset in held.intersection(offsets):
            if offset in starts or cells.get(offset, (0, 1))[1] != 1:
                self._break(offset, 1)
            cells.pop(offset, None)

    def fill(self, cells: Mapping[int, tuple[Value, int]]) -> None:
        """Hold these cells, and no others."""
        self.cells = dict(cells)
        self._start = {
            offset + k: offset
            for offset, (_, size) in cells.items()
            if size > 1
            for k in range(1, size)
        }

    def shadow(self) -> Space:
        """Another space with these bytes, which this one may not write any more."""
        found = Space(self._big, self._unknown, self._bits)
        found.take(self)
        return found

    def take(self, other: Space) -> None:
        """Have the bytes of another space, which may not be used any more."""
        self.cells, self._start, self._unknown = other.cells, other._start, other._unknown

    def replace(self, unknown: Callable[[int], Value]) -> None:
        """Forget all bytes, and have them from elsewhere when they are asked for."""
        self.cells, self._start, self._unknown = {}, {}, unknown

    def clear(self) -> None:
        """Forget all bytes."""
        self.cells.clear()
        self._start.clear()
