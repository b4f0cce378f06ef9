"""Simulators that execute one instruction, for the lifter to be compared with."""

from __future__ import annotations

import abc
import functools
import importlib
from dataclasses import dataclass
from typing import Protocol

from mote.catalog.cpu import Cpu
from mote.common.errors import MoteError
from mote.proving.lift import Encoding, Lifted, Varnode
from mote.proving.lifter import lifter_of

State = dict[Varnode, int]
"""Registers and flags as the lifter has them, with their values."""

Memory = dict[tuple[str, int], int]
"""Bytes by space and address."""


class Touching(Protocol):
    """What an instruction did: where it leads, and which bytes of memory it touched and wrote."""

    program_counter: int
    touched: set[tuple[str, int]]
    written: set[tuple[str, int]]


@dataclass(frozen=True)
class After:
    """What one instruction left: the bytes of memory that were given, and all that were written."""

    program_counter: int
    state: State
    memory: Memory


class Reference(abc.ABC):
    """One CPU's simulator.

    widths: the registers and flags that it has, with how many bits of each there are.  place: where
    it puts the instruction.
    """

    widths: dict[Varnode, int]
    place: int

    def __init__(self, cpu: Cpu) -> None:
        self.cpu = cpu
        self.architecture = lifter_of(cpu).architecture

    @functools.cached_property
    def bytes_of_registers(self) -> frozenset[tuple[str, int]]:
        """The bytes of all registers."""
        return frozenset((v.space, v.offset + n) for v in self.widths for n in range(v.size))

    def usual(self, state: State) -> None:
        """Change a random state so that the simulator can have it more often."""

    def suit(self, lifted: Lifted, state: State) -> None:
        """Change a random state to what suits this instruction, where few would."""

    @abc.abstractmethod
    def step(
        self, encoding: Encoding, lifted: Lifted, state: State, memory: Memory, expected: int
    ) -> After:
        """Execute one instruction, with its delay slot, from this state.

        memory: the bytes that the lifter's instruction touches; expected: the program counter that
        it leads to.  Raises Stopped.
        """

    def check(self, lifted: Lifted, machine: Touching) -> None:
        """Raise Refused where the simulator could not have what the lifter's instruction did."""


class Refused(Exception):
    """A state that the CPU or its simulator cannot have."""


class Stopped(Exception):
    """The simulator does not execute it: a trap, or an access outside of the memory that it got."""


def reference_of(cpu: Cpu) -> Reference:
    """The simulator for a CPU; raises MoteError where there is none."""
    try:
        module = importlib.import_module(f"{__name__}.{cpu.machine}")
    except ImportError:
        raise MoteError(f"{cpu.name}: no simulator of single instructions") from None
    made: Reference = module.create(cpu)
    return made
