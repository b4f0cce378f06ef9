"""What kinds of functions there are, and what the rest of the bench asks of each.

A kind is a module of this folder with an object KIND: a hash function, a block cipher, a mode of
operation.  It knows which functions are called with which arguments, its vectors, how they and
constant time are checked, what a long and a short message are when it is measured, and how the
host checks and times it.  Nothing else asks which kind a function is of: a module that is there is
a kind that function.toml may name.
"""

from __future__ import annotations

import abc
from collections.abc import Iterable
from typing import Any

from mote.calling.figures import Figures
from mote.calling.session import Session
from mote.catalog import kinds
from mote.catalog.contract import Contract
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation
from mote.catalog.vectors import VectorCount
from mote.common.errors import MoteError


class Kind(kinds.Description):
    """What the bench asks of a kind of functions, beside its description."""

    def finish(self, session: Session, address: int) -> bytes:
        """What comes of a context in the end, when nothing is added: by default all that it is."""
        return session.machine.read(address, session.built.context_bytes)

    @abc.abstractmethod
    def bench_vectors(self, function: Function) -> tuple[Any, ...]:
        """A selection of the project's vectors for every bench run."""

    @abc.abstractmethod
    def all_vectors(self, function: Function, thinned: int = 1) -> tuple[Any, ...]:
        """All vectors of the project that a CPU does in time.

        thinned: 1 for all of them; more, up to 64 and above, for a slow simulator.
        """

    def has_all_vectors(self, function: Function) -> bool:
        """Whether the file of vectors has what follows from the function's description.

        Raises KeyError or ValueError where the file is none of the kind's.
        """
        self.all_vectors(function)
        return True

    @abc.abstractmethod
    def run_vectors(self, session: Session, chosen: Iterable[Any]) -> VectorCount:
        """Run each, placed and cut in another way, under the guard.  Raises Breach."""

    @abc.abstractmethod
    def constant_time(self, session: Session) -> str:
        """Where the run depends on what must stay secret; empty when it does not."""

    @abc.abstractmethod
    def measure(self, session: Session, *, lenient: bool = False) -> Figures:
        """The figures, in detail mode.  Raises Breach.

        lenient: after a breach, without the guard; what cannot be measured may be left out.
        """

    def follow_places(self, session: Session, promised: Contract) -> list[str] | None:
        """What a contract says of places in the context and is not so, in detail mode.

        None: they are those of a hash function, which mote.checking.promises follows.  Raises
        Breach.
        """
        return None

    def parts(self, session: Session) -> dict[str, int]:
        """Figures of single calls and of what a linker keeps for them (mote.measuring.parts).

        The session measures in detail mode.  Raises Breach.
        """
        return {}

    def time_on_host(self, implementation: Implementation, cpu: Cpu) -> Any:
        """Figures timed here, as mote.machines.host.time_function gives them.  Raises MoteError."""
        raise MoteError(f"{self.title} is not timed on this computer")


def named(name: str) -> Kind:
    """The kind of that name."""
    kind = kinds.named(name)
    assert isinstance(kind, Kind)
    return kind


def of(function: Function) -> Kind:
    """The kind of a function."""
    return named(function.kind)
