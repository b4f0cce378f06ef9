"""The figures of one implementation on one CPU (see docs/measuring.md for what each is)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from mote.calling.session import Session
from mote.machines.call import CallResult

PIECE_BYTES = 64
"""Bytes of a call where a message comes in pieces (pieces_cycles_per_byte)."""

PERSONALIZATION = 32
"""Bytes of a personalization whose time is measured (Session.personalize)."""


@dataclass
class Figures:
    """Long (per byte), short (whole message) and block figures, in cycles and instructions.

    cycles: by timing name, (long, short, block).  spread: by timing name, the standard deviation
    of the block figure over the messages where the time depends on the data, else 0.
    instructions: the same three counts, memcpy and memset included; block_own_instructions:
    without them.  pieces: by timing name, the cycles of a byte of a message that comes in pieces;
    pieces_instructions: the same as a count; none where the interface takes no pieces.  problem:
    why there is no short figure, else empty.
    """

    context_bytes: int
    stack_bytes: int
    instructions: tuple[float, int | None, float]
    block_own_instructions: float
    problem: str = ""
    cycles: dict[str, tuple[float, int | None, float]] = field(default_factory=dict)
    spread: dict[str, float] = field(default_factory=dict)
    pieces: dict[str, float] = field(default_factory=dict)
    pieces_instructions: float | None = None

    def add_pieces(self, samples: Sequence[Sequence[CallResult]]) -> None:
        """Set the figures of a byte in pieces: the mean over samples of calls of PIECE_BYTES."""
        calls = [call for sample in samples for call in sample]
        size = PIECE_BYTES * len(calls)
        self.pieces_instructions = sum(call.instructions for call in calls) / size
        self.pieces = {
            name: sum(call.cycles[name] for call in calls) / size for name in calls[0].cycles
        }


def pieces_of(block_bytes: int) -> tuple[int, int]:
    """How many calls of PIECE_BYTES come before those that are counted, and how many these are.

    The first ones fill a block: a function may keep it until there is more.  The others are as
    many bytes as whole pieces and whole blocks have in common, so that each call and each block
    counts in full, and what the context holds is at the end as much as at the beginning.
    """
    return -(-block_bytes // PIECE_BYTES), math.lcm(PIECE_BYTES, block_bytes) // PIECE_BYTES


def slope(
    context_bytes: int,
    short: Sequence[CallResult],
    less: Sequence[CallResult],
    more: Sequence[CallResult],
    units: int,
    unit_bytes: int,
) -> Figures:
    """The figures of calls for a short text, and for two long ones.

    The longer one has so many units of so many bytes more; one of them is long and block.
    """

    def total(calls: Sequence[CallResult], name: str) -> int:
        return sum(call.cycles[name] for call in calls)

    def library(calls: Sequence[CallResult]) -> int:
        return sum(call.library_instructions for call in calls)

    counts = [sum(call.instructions for call in calls) for calls in (short, less, more)]
    count = (counts[2] - counts[1]) / units
    figures = Figures(
        context_bytes=context_bytes,
        stack_bytes=max(call.stack_bytes for call in (*short, *less, *more)),
        instructions=(count / unit_bytes, counts[0], count),
        block_own_instructions=count - (library(more) - library(less)) / units,
    )
    for name in short[0].cycles:
        block = (total(more, name) - total(less, name)) / units
        figures.cycles[name] = (block / unit_bytes, total(short, name), block)
        figures.spread[name] = 0.0
    return figures


def cycles(session: Session) -> int:
    """Of the session's calls so far, in the CPU's first timing."""
    timing = session.cpu.timings[0].name
    return sum(call.cycles[timing] for call in session.calls)
