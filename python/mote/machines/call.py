"""A call on a machine: its arguments, and what it did."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Argument:
    """An argument of a call.

    kind: "pointer", "unsigned", "size", "word" for one of 32 bits, or "byte" for one of 8.
    """

    kind: str
    value: int


@dataclass(frozen=True)
class Pieces:
    """Data that goes to a function in several calls, each piece at the same address.

    data, length: which arguments of the call are the pointer, null for an empty piece, and the
    number of bytes.  budget: the instructions of a call, and as many more for each byte.
    """

    name: str
    content: bytes
    lengths: tuple[int, ...]
    address: int
    data: int
    length: int
    budget: tuple[int, int]


@dataclass(frozen=True)
class CallResult:
    """What one call did.

    instructions: executed, with those of memcpy and memset; library_instructions: of these
    two alone.  cycles: by timing name, for every timing that the machine can give.
    stack_bytes: deepest use below the caller's stack pointer, return address included where the
    call pushes one.  trace: a 64-bit hash over the sequence of program counters and of data
    addresses read and written (with their sizes), 0 when it was not asked for.
    symbol: the function that was called, where a session called it.
    contract_stack: stack_bytes as a contract counts it, where that is another number: with the
    return addresses of an AVR as of two bytes.
    """

    instructions: int
    library_instructions: int
    cycles: dict[str, int]
    stack_bytes: int
    trace: int = 0
    symbol: str = ""
    contract_stack: int | None = None
