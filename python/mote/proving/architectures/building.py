"""For CPUs whose instructions this project describes itself: operations, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mote.proving.lift import Operation, Varnode


def const(value: int, size: int) -> Varnode:
    """A constant of `size` bytes; negative ones in two's complement."""
    return Varnode("const", value & ((1 << 8 * size) - 1), size)


class Operations:
    """The operations of one instruction; methods give the varnodes of results."""

    def __init__(self) -> None:
        self.done: list[Operation] = []
        self._next = 0

    def temporary(self, size: int) -> Varnode:
        """A varnode that nothing else uses."""
        place = self._next
        self._next += -(-size // 16) * 16
        return Varnode("unique", place, size)

    def make(self, opcode: str, size: int, *inputs: Varnode) -> Varnode:
        """An operation whose result is a temporary."""
        output = self.temporary(size)
        self.done.append(Operation(opcode, inputs, output))
        return output

    def put(self, output: Varnode, opcode: str, *inputs: Varnode) -> None:
        """An operation whose result has a place."""
        self.done.append(Operation(opcode, inputs, output))

    def copy(self, output: Varnode, value: Varnode) -> None:
        self.put(output, "COPY", value)

    def load(self, space: str, size: int, address: Varnode) -> Varnode:
        """Bytes of memory."""
        output = self.temporary(size)
        self.done.append(Operation("LOAD", (address,), output, space))
        return output

    def store(self, space: str, address: Varnode, value: Varnode) -> None:
        self.done.append(Operation("STORE", (address, value), None, space))

    def table(self, entries: Sequence[int], size: int, index: Varnode) -> Varnode:
        """The entry of a constant table inside the processor."""
        output = self.temporary(size)
        self.done.append(Operation("TABLE", (index,), output, table=tuple(entries)))
        return output

    def jump(self, opcode: str, *inputs: Varnode) -> None:
        """A branch: its destination, and the condition of CBRANCH."""
        self.done.append(Operation(opcode, inputs))

    def unless(self, condition: Varnode, body: Callable[[], None]) -> None:
        """Operations that take place where a condition is 0."""
        place = len(self.done)
        self.done.append(Operation("CBRANCH", (const(0, 4), condition)))
        body()
        far = len(self.done) - place
        self.done[place] = Operation("CBRANCH", (const(far, 4), condition))
