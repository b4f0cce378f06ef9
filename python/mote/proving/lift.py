"""Instructions as operations: machine code, one instruction at a time, as p-code.

P-code is the register transfer language of Ghidra's processor descriptions (SLEIGH), which the
package pypcode reads: every instruction becomes a few operations on varnodes, bytes of a named
space.  The names of operations and spaces are pypcode's.  What a description has wrong, or leaves
open, is put right by the patches of `mote.proving.architectures`, each with its reason.

A program counter is an address of a byte, as ELF has it; on ARM bit 0 says that the code is Thumb.
Destinations of branches are such program counters, be they constants or computed.
"""

from __future__ import annotations

from dataclasses import dataclass

from mote.common.errors import MoteError

LONGEST = 24
"""Bytes that `Lifter.lift` needs at most: Thumb-2's it with four instructions has 18."""


@dataclass(frozen=True)
class Varnode:
    """`size` bytes at `offset` of a space; in the space "const" the offset is the value itself."""

    space: str
    offset: int
    size: int


@dataclass(frozen=True)
class Operation:
    """One operation of p-code.

    space: what LOAD and STORE access, whose inputs are the address and, for STORE, the value.
    CALLOTHER names its effect in `space`, and its inputs are the effect's arguments.  BRANCH,
    CBRANCH and CALL have their destination as inputs[0]: a varnode of the space of code, whose
    offset is the program counter, or one of "const": so many operations further, with a sign.
    TABLE and UNDEFINED are not pypcode's.  TABLE gives the entry of `table` at its input, 0 beyond
    its end; UNDEFINED, without inputs, any value at all, another one each time.
    """

    opcode: str
    inputs: tuple[Varnode, ...]
    output: Varnode | None = None
    space: str = ""
    table: tuple[int, ...] = ()


@dataclass(frozen=True)
class Lifted:
    """One instruction: its program counter, its length in bytes, what it does, and its text.

    The length counts a delay slot's instruction, whose operations are among these, and so those
    that Thumb-2's it makes conditional.  An instruction
    that skips the following one does so by a branch.
    """

    address: int
    length: int
    operations: tuple[Operation, ...]
    text: str


@dataclass(frozen=True)
class Encoding:
    """Bytes of an instruction, with what follows in memory: a delay slot, or what may be skipped.

    state: added to the address to make the program counter; 1 for Thumb.
    """

    code: bytes
    state: int = 0


class UnknownInstruction(MoteError):
    """Bytes that are no instruction of the CPU, or one that its description does not know."""
