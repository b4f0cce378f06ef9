"""What a proof computes with: numbers, bits, and operations whose bits nobody has asked for yet."""

from __future__ import annotations

from typing import Any

from mote.common.errors import MoteError
from mote.proving.terms import Bits, Terms


class ProofError(MoteError):
    """The code did something that no proof can follow, or that its contract forbids.

    program_counter: of the instruction.
    """

    def __init__(self, what: str, program_counter: int) -> None:
        super().__init__(what)
        self.what = what
        self.program_counter = program_counter


class Unknown(ProofError):
    """An address, a shift or a target that is not known.  bits: on which it depends."""

    def __init__(self, what: str, terms: Terms, bits: Bits, program_counter: int) -> None:
        super().__init__(f"{what} depends on secret data", program_counter)
        self.terms = terms
        self.bits = bits


class SecretBranch(ProofError):
    """A branch whose direction is not known.  literal: on which it depends."""

    def __init__(self, terms: Terms, literal: int, program_counter: int) -> None:
        super().__init__("a branch depends on secret data", program_counter)
        self.terms = terms
        self.literal = literal


PASSAGE = "PASSAGE"
"""In place of an operation: its first input makes the bits, of what the others hold."""


class Lazy:
    """The result of an operation, whose bits are computed when they are asked for."""

    __slots__ = ("bits", "inputs", "opcode", "size", "sizes", "when")

    def __init__(
        self, opcode: str, inputs: tuple[Any, ...], sizes: tuple[int, ...], size: int, when: int
    ) -> None:
        self.opcode = opcode
        self.inputs = inputs
        self.sizes = sizes
        self.size = size
        self.when = when
        """The instruction that made it, by its number in the run."""
        self.bits: Bits | None = None


Value = int | Bits | Lazy
"""A number that is known, its bits, or what will give them."""

Cells = dict[int, tuple[Value, int]]
"""By the address of the lowest byte: value and size."""
