"""A passage applied: the machine goes on at its end, with the conclusion in place of the way there.

What is not known behind it is havocked.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from mote.proving import layout
from mote.proving.contexts import LazyInstantiation
from mote.proving.execution import Execution
from mote.proving.passage import TOTAL, Call, Cell, Made, Origin, Passage, Result
from mote.proving.terms import Bits
from mote.proving.values import PASSAGE, Lazy, Value


def apply(execution: Execution, passage: Passage, call: Call, wanted: Sequence[Bits]) -> None:
    """Go to the passage's end."""
    machine, terms = execution.caller.machine, execution.words.terms
    number: Bits = ()
    if passage.counted is not None:
        added, with_extra = passage.counted
        now = execution.counter_now()
        parts = [terms.linear(now), *execution.summands(passage.extra if with_extra else ())]
        number = terms.add(parts, len(now), added)
    values: dict[Cell, Value] = {}
    known: dict[Cell, Bits] = {}

    def literal(origin: int | Origin) -> int:
        if isinstance(origin, int):
            return origin
        there, bit, negated = origin
        if there not in known and there == TOTAL:
            known[there] = execution.total(passage)
        elif there not in known:
            known[there] = machine.bits(execution.byte(there), 1)
        return known[there][bit] ^ negated

    # What is made of these is computed where somebody asks for it: most is never read again.
    sources: dict[object, tuple[Value, Origin | None]] = {}
    for name, origin in passage.inputs.items():
        if isinstance(origin, int) or origin[0] == TOTAL:
            sources[name] = (literal(origin),), None
        else:
            space, offset = origin[0]
            sources[name] = machine.space(space).read(offset, 1), origin

    def there(name: object) -> int:
        value, origin = sources[name]
        bits = machine.bits(value, 1)
        return bits[0] if origin is None else bits[origin[1]] ^ origin[2]

    behind = execution.stored_bytes(call.after)
    made = LazyInstantiation(passage.terms, terms, there)
    for cell, pattern in passage.after.items():
        if pattern is None:
            continue
        if isinstance(pattern, int):
            values[cell] = pattern
        elif isinstance(pattern, Result):
            values[cell] = machine.known(behind[pattern.offset], 1)
        elif isinstance(pattern, Made):
            inputs = tuple(sources[name][0] for name in pattern.inputs)
            values[cell] = Lazy(PASSAGE, (partial(made.bits, pattern.bits), *inputs), (), 1, 0)
        elif cell in passage.copies:
            values[cell] = execution.byte(passage.copies[cell])
        else:
            literals = map(literal, pattern)
            values[cell] = machine.known(tuple(literals), 1)
    for (space, offset), value in values.items():
        machine.space(space).write(offset, 1, value)
    execution.havoc()
    for space, offsets in passage.forgotten.items():
        machine.space(space).forget(offsets)
    where = execution.objects["cc"]
    proof, big = execution.proof, execution.caller.big_endian
    stored: dict[int, Bits] = {}
    if not passage.returned and call.after is not call.state:
        stored = {
            at: bits
            for at, bits in execution.stored_bytes(call.after).items()
            if at not in passage.elsewhere
        }
    counter = proof.contract.counter
    if counter is not None and number:
        stored |= layout.number_stored(counter, number, big_endian=big)
    for offset, bits in stored.items():
        machine.write(where.start + offset, 1, machine.known(bits, 1))
    start = execution.objects["dst"].start
    for at in passage.digest:
        machine.write(start + at, 1, machine.known(wanted[at], 1))
    machine.program_counter = passage.end
