"""The figures of one implementation on one CPU (see docs/measuring.md for what each is)."""

from __future__ import annotations

from dataclasses import dataclass, field

from mote import kinds
from mote.session import Session
from mote.types import Breach


@dataclass
class Figures:
    """Long (per byte), short (whole message) and block figures, in cycles and instructions.

    cycles: by timing name, (long, short, block).  spread: by timing name, the standard deviation
    of the block figure over the messages where the time depends on the data, else 0.
    instructions: the same three counts, memcpy and memset included; block_own_instructions:
    without them.  problem: why there is no short figure, else empty.
    """

    context_bytes: int
    stack_bytes: int
    instructions: tuple[float, int | None, float]
    block_own_instructions: float
    problem: str = ""
    cycles: dict[str, tuple[float, int | None, float]] = field(default_factory=dict)
    spread: dict[str, float] = field(default_factory=dict)


def measure(session: Session, *, lenient: bool = False) -> Figures:
    """Measure in detail mode.  Raises Breach.

    lenient: after a breach measure all the same, without the guard, where the run can go on; and
    where the short message does not get through even so, the long one.
    """
    kind = kinds.of(session.implementation.function)
    try:
        return kind.measure(session)
    except Breach:
        if not lenient:
            raise
    session.machine.lenient = True
    try:
        return kind.measure(session, lenient=True)
    finally:
        session.machine.lenient = False
