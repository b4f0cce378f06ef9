"""The block function of an implementation alone, without the mode of operation around it.

Papers on compression functions count what one call of that takes.  It is not called alone here:
what it finds in registers is an agreement with its mode.  Messages are hashed, and of what is
executed the part from its first instruction to its return is counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mote.building.image import Image
from mote.building.toolchains import toolchain_of
from mote.calling.hash_caller import HashCaller
from mote.calling.session import Session, pseudo_random
from mote.catalog.function import Implementation
from mote.checking import promises
from mote.common.errors import MoteError

BLOCKS = (4, 8)
"""The difference of two messages of whole blocks is what a block of a long message takes."""

LONGEST_CALL = 4
"""Bytes of the longest instruction that calls a function, where its length is not known."""


def name_of(implementation: Implementation) -> str:
    """The label or symbol of its block function; empty where nobody says."""
    if implementation.kernel is not None:
        # As mote.building.package names it for this function.
        return f"{implementation.prefix}_{implementation.kernel.name}"
    if not promises.is_assembly(implementation):
        return ""
    named = [
        table.keys["block"] for table in promises.tables(implementation) if table.keys.get("block")
    ]
    return str(named[0]) if named else ""


def calls(executed: Sequence[int], start: int) -> Iterator[tuple[int, int]]:
    """Where calls of the function at an address begin and end in a list of executed addresses.

    One ends where the instruction behind that which called it is executed.  Where the function is
    entered from the lines above it, these belong to it.
    """
    at = 0
    while at < len(executed):
        if executed[at] != start or at == 0:
            at += 1
            continue
        first = at
        while first and 0 < executed[first] - executed[first - 1] <= LONGEST_CALL:
            first -= 1
        if not first:
            raise MoteError(f"nothing calls the block function at {start:#x}")
        caller = executed[first - 1]
        end = at + 1
        while end < len(executed) and not caller < executed[end] <= caller + LONGEST_CALL:
            end += 1
        if end == len(executed):
            raise MoteError(f"the block function at {start:#x} does not return to its caller")
        yield first, end
        at = end


def _of_message(session: Session, start: int, blocks: int) -> dict[str, int]:
    """Cycles of the block function in one update call with so many blocks, by timing."""
    function = session.implementation.function
    caller = HashCaller(session)
    session.detail = True
    address = session.fresh()
    caller.init(address, function.main_size)
    session.machine.record = True
    caller.update(address, pseudo_random("long message 0", blocks * function.block_bytes))
    events = session.recorded[-1]
    session.machine.record = False
    executed = [where for kind, where in events if kind == "execute"]
    total: dict[str, int] = {}
    for first, end in calls(executed, start):
        for name, cycles in session.machine.time_of(executed[first:end]).items():
            total[name] = total.get(name, 0) + cycles
    return total


def measure(session: Session, image: Image) -> dict[str, int]:
    """Cycles of the block function for a message block, by timing.  Raises MoteError.

    image: what is loaded in the session.
    """
    implementation, machine = session.implementation, session.machine
    label = name_of(implementation)
    start = image.symbols.get(label)
    if start is None and label:
        start = toolchain_of(machine.cpu).address_of_label(image, label)
    if start is None:
        raise MoteError(f"{implementation.source.name} names no block function")
    less, more = (_of_message(session, start + machine.code_at, blocks) for blocks in BLOCKS)
    found = {name: (more[name] - less.get(name, 0)) / (BLOCKS[1] - BLOCKS[0]) for name in more}
    if not all(found.values()):
        raise MoteError(f"{label} of {implementation.source.name} is not called for each block")
    return {name: round(cycles) for name, cycles in found.items()}
