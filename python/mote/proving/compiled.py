"""Lifted operations as tuples that a machine executes: each with the spaces of its operands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mote.proving.concrete import BINARY, UNARY, signed
from mote.proving.lift import Operation
from mote.proving.memory import Space
from mote.proving.values import ProofError

COPY, TWO, ONE, LOAD, STORE, PIECE, TABLE, JUMP, BRANCH, INDIRECT, UNDEFINED = range(11)
"""What an operation does."""


def compiled(op: Operation, counter: int, space: Callable[[str], Space]) -> Any:
    """What an operation does, its name, inputs, output, and what else it takes.

    space: an address space by its name.
    """
    inputs = tuple(
        (None, v.offset, v.size) if v.space == "const" else (space(v.space), v.offset, v.size)
        for v in op.inputs
    )
    output = None
    if op.output is not None:
        output = (space(op.output.space), op.output.offset, op.output.size)
    name = op.opcode
    if name == "COPY":
        return COPY, name, inputs, output, None
    if name in BINARY:
        return TWO, name, inputs, output, BINARY[name]
    if name in UNARY:
        return ONE, name, inputs, output, UNARY[name]
    if name == "LOAD" and op.space == "const":
        # SLEIGH's way to have a number that was computed as a constant.
        return COPY, name, inputs, output, None
    if name == "LOAD":
        return LOAD, name, inputs, output, op.space
    if name == "STORE":
        return STORE, name, inputs, output, op.space
    if name == "PIECE":
        return PIECE, name, inputs, output, None
    if name == "TABLE":
        return TABLE, name, inputs, output, op.table
    if name == "UNDEFINED":
        return UNDEFINED, name, inputs, output, None
    if name in ("BRANCH", "CALL", "CBRANCH"):
        target = op.inputs[0]
        kind = BRANCH if name == "CBRANCH" else JUMP
        if target.space == "const":
            return kind, name, inputs[1:], None, (True, signed(target.offset & 0xFFFFFFFF, 4))
        return kind, name, inputs[1:], None, (False, target.offset)
    if name in ("BRANCHIND", "CALLIND", "RETURN"):
        return INDIRECT, name, inputs, None, None
    of = f" ({op.space})" if op.space else ""
    raise ProofError(f"p-code operation {name}{of}: no meaning is written for it", counter)
