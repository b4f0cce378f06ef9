"""The figures of one implementation on one CPU (see docs/measuring.md for what each is)."""

from __future__ import annotations

import statistics
from dataclasses import dataclass, field

from mote.cipher import TWEAK_BYTES, crypt, set_key
from mote.session import Session, pseudo_random
from mote.types import Breach, CallResult

SHORT_BYTES = 32
HALF_BLOCKS = 16
MESSAGES = 64


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


def _update(session: Session, message: bytes, blocks: int) -> CallResult:
    """One update of a fresh context with `blocks` whole blocks, data aligned to a word."""
    function = session.implementation.function
    address = session.fresh()
    session.init(address, function.main_digest)
    session.update(address, message[: blocks * function.block_bytes])
    return session.calls[-1]


def _measure_cipher(session: Session) -> Figures:
    """long and block: encrypting a block under a key that is set; short: with setting the key."""
    function = session.implementation.function
    session.detail = True
    session.calls = []
    address = session.fresh()
    set_key(session, address, pseudo_random("key", function.main_digest // 8))
    for which in (1, 2):
        tweak = pseudo_random("tweak", TWEAK_BYTES)
        crypt(session, which, address, tweak, pseudo_random("block", function.block_bytes))
    init, encrypt, _ = session.calls
    size = function.block_bytes
    short = init.instructions + encrypt.instructions
    figures = Figures(
        context_bytes=session.built.context_bytes,
        stack_bytes=max(call.stack_bytes for call in session.calls),
        instructions=(encrypt.instructions / size, short, encrypt.instructions),
        block_own_instructions=encrypt.instructions - encrypt.library_instructions,
    )
    for name, cycles in encrypt.cycles.items():
        figures.cycles[name] = (cycles / size, init.cycles[name] + cycles, cycles)
        figures.spread[name] = 0.0
    return figures


def measure(session: Session, *, lenient: bool = False) -> Figures:
    """Measure in detail mode.  Raises Breach.

    lenient: after a breach measure all the same, without the guard, where the run can go on; and
    where the short message does not get through even so, the long one.
    """
    try:
        return _measure(session)
    except Breach:
        if not lenient:
            raise
    session.machine.lenient = True
    try:
        return _measure(session, lenient=True)
    finally:
        session.machine.lenient = False


def _measure(session: Session, *, lenient: bool = False) -> Figures:
    function = session.implementation.function
    if function.kind == "kernel":
        from mote import kernels

        return kernels.measure(session)
    if function.kind == "cipher":
        return _measure_cipher(session)
    session.detail = True
    short = pseudo_random("short message", SHORT_BYTES)
    problem = ""
    try:
        session.hash(short, 8 * SHORT_BYTES, function.main_digest)
        short_calls = list(session.calls)
    except Breach as breach:
        if not lenient:
            raise
        problem, short_calls = str(breach), []

    # Where the CPU's memory does not hold 32 blocks: as many as it does, and half of them.
    half = min(HALF_BLOCKS, session.capacity // function.block_bytes // 2)
    blocks = half
    size = 2 * half * function.block_bytes
    samples: list[tuple[CallResult, CallResult]] = []
    for number in range(MESSAGES):
        message = pseudo_random(f"long message {number}", size)
        samples.append((_update(session, message, half), _update(session, message, 2 * half)))
        # Where two messages take the same time, the time does not depend on the data.
        if number == 1 and _times(samples[0]) == _times(samples[1]):
            break
    calls = [*short_calls, *(call for pair in samples for call in pair)]
    stack = max(call.stack_bytes for call in calls)

    def marginal(values: list[int]) -> tuple[float, float]:
        return statistics.fmean(values) / blocks, statistics.pstdev(values) / blocks

    count, _ = marginal([b.instructions - a.instructions for a, b in samples])
    library, _ = marginal([b.library_instructions - a.library_instructions for a, b in samples])
    figures = Figures(
        context_bytes=session.built.context_bytes,
        stack_bytes=stack,
        instructions=(
            count / function.block_bytes,
            sum(call.instructions for call in short_calls) if short_calls else None,
            count,
        ),
        block_own_instructions=count - library,
        problem=problem,
    )
    for name in samples[0][0].cycles:
        block, spread = marginal([b.cycles[name] - a.cycles[name] for a, b in samples])
        whole = sum(call.cycles[name] for call in short_calls) if short_calls else None
        figures.cycles[name] = (block / function.block_bytes, whole, block)
        figures.spread[name] = spread
    return figures


def _times(pair: tuple[CallResult, CallResult]) -> list[object]:
    return [(call.instructions, call.cycles) for call in pair]
