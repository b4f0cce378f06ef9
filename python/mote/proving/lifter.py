"""The lifter of a CPU: its instructions as operations, by what its architecture has."""

from __future__ import annotations

import functools
from typing import Any

from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.proving.architectures import Architecture, architecture_of
from mote.proving.lift import Lifted


class Lifter:
    """Lifts instructions of one CPU."""

    def __init__(self, cpu: Cpu) -> None:
        self.architecture: Architecture = architecture_of(cpu)

    def lift(self, address: int, code: bytes) -> Lifted:
        """The instruction at a program counter; `code`: the bytes from there on, LONGEST if any.

        Raises UnknownInstruction.
        """
        return self.architecture.lift(address, code)


@functools.cache
def _lifter(name: str, architecture: str) -> Any:
    return Lifter(catalog.cpus()[name])


def lifter_of(cpu: Cpu) -> Lifter:
    """The lifter of a CPU, one for all that ask; raises MoteError where there is none."""
    lifter: Lifter = _lifter(cpu.name, str(cpu.path))
    return lifter
