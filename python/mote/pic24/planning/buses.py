"""The buses of both stages: what each step may put where."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from mote.pic24.isa import FLAGS
from mote.pic24.planning.choices import Choice, Use

WRITE_PORTS = 3


def _ports() -> list[Choice]:
    return [Choice() for _ in range(WRITE_PORTS)]


@dataclass
class AccessBuses:
    """A data memory access: its address, whether it takes place, whether it is of the stack, and
    which steps access a byte."""

    address: Choice = field(default_factory=Choice)
    when: Choice = field(default_factory=Choice)
    stack: Choice = field(default_factory=Choice)
    byte: list[Use] = field(default_factory=list)


@dataclass
class DecodeBuses:
    """What the step in decode chooses.

    last: whether it is the last one although there are more (`more`).
    """

    read: AccessBuses = field(default_factory=AccessBuses)
    write: AccessBuses = field(default_factory=AccessBuses)
    program_address: Choice = field(default_factory=Choice)
    last: Choice = field(default_factory=Choice)
    more: list[Use] = field(default_factory=list)


@dataclass
class ExecuteBuses:
    """What the step in execute chooses.

    register_*: for each write port.  register_byte: steps that write a byte by the first one.
    special: steps that do what only the hardware knows, by its name.
    """

    bus_a: Choice = field(default_factory=Choice)
    bus_b: Choice = field(default_factory=Choice)
    result_low: Choice = field(default_factory=Choice)
    result_high: Choice = field(default_factory=Choice)
    write_data: Choice = field(default_factory=Choice)
    register_number: list[Choice] = field(default_factory=_ports)
    register_value: list[Choice] = field(default_factory=_ports)
    register_when: list[Choice] = field(default_factory=_ports)
    register_byte: list[Use] = field(default_factory=list)
    flags: dict[str, Choice] = field(default_factory=lambda: {name: Choice() for name in FLAGS})
    jump: Choice = field(default_factory=Choice)
    taken: Choice = field(default_factory=Choice)
    skip: Choice = field(default_factory=Choice)
    repeat: Choice = field(default_factory=Choice)
    trap: Choice = field(default_factory=Choice)
    special: dict[str, list[Use]] = field(default_factory=lambda: defaultdict(list))
