"""What kinds of functions there are, and what the rest of the bench asks of each.

A kind is a module of this folder with an object KIND: a hash function, a block cipher, a mode of
operation.  It knows which functions are called with which arguments, its vectors, how they and
constant time are checked, what a long and a short message are when it is measured, and how the
host checks and times it.  Nothing else asks which kind a function is of: a module that is there is
a kind that function.toml may name.
"""

from __future__ import annotations

import abc
import functools
import importlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mote.types import HASH_INTERFACE, ApiCall, Cpu, Function, Implementation, MoteError

if TYPE_CHECKING:
    from mote.contract import Contract
    from mote.measure import Figures
    from mote.session import Session
    from mote.vectors import VectorCount


class Kind(abc.ABC):
    """What the bench asks of a kind of functions.

    title: what such a function is called, with its article.  stored: whether function.toml may
    name it; otherwise only `mote measure` makes such functions.  has_context: whether its functions
    have a context.  keyed: whether its digest size is that of a key.  has_contract: whether its
    assembly files begin with a contract; has_places: whether that says what the context holds.
    unit: what block_cycles counts, for the terminal; results: what a vector compares.
    timed_on_host: whether time_on_host gives figures; not_timed: why not, for people.
    """

    title: str
    stored: bool = True
    has_context: bool = True
    keyed: bool = False
    has_contract: bool = True
    has_places: bool = False
    unit: str = "message block"
    results: str = "digests"
    timed_on_host: bool = False
    not_timed: str = ""

    def interface(self, function: Function) -> tuple[ApiCall, ...]:
        """The functions of the API, with {prefix} for the main identifier in their names."""
        return HASH_INTERFACE

    def beside(self, function: Function) -> tuple[str, ...]:
        """Functions that the checks call beside those of the interface, and no size counts.

        With {prefix} for the main identifier in their names.
        """
        return ()

    def wrong(self, table: Mapping[str, Any]) -> str:
        """What a function's table in function.toml lacks or has wrong, in words; or nothing."""
        return ""

    def finish(self, session: Session, address: int) -> bytes:
        """What comes of a context in the end, when nothing is added: by default all that it is."""
        return session.machine.read(address, session.built.context_bytes)

    @abc.abstractmethod
    def summary(self, function: Function) -> str:
        """What it is, for `mote list`."""

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

    def example(self, function: Function) -> Sequence[tuple[str, str]]:
        """How a program calls it, as its header shows: C90 that compiles as the body of a function.

        Each line with what is said of it, or nothing.  Sizes are those of the main digest or key.
        """
        return ()

    def guarded(self, function: Function) -> Mapping[str, int | str]:
        """Bytes that arguments point to, as the memory guard grants them and contracts say them."""
        return {"data": "len", "dst": "out_size / 8"}

    def follow_places(self, session: Session, promised: Contract) -> list[str] | None:
        """What a contract says of places in the context and is not so, in detail mode.

        None: they are those of a hash function, which mote.promises follows.  Raises Breach.
        """
        return None

    def parts(self, session: Session) -> dict[str, int]:
        """Figures of single calls and of what a linker keeps for them (mote.parts), by their names.

        The session measures in detail mode.  Raises Breach.
        """
        return {}

    def sanitizer(self, function: Function) -> tuple[Path, Sequence[str]]:
        """The C program that runs the vectors natively, and the lines that it reads.

        mote.sanitizer compiles it with HEADER and NAME(part) set and the sanitizers on; it prints
        how many vectors there were and how many are wrong.
        """
        raise MoteError(f"for {self.title} there is no program that the sanitizers watch")

    def glue(self, implementation: Implementation) -> str:
        """C that makes of the functions a hash function's, for the host (mote.machines.host).

        Empty for a hash function itself.
        """
        return ""

    def time_on_host(self, implementation: Implementation, cpu: Cpu) -> Any:
        """Figures timed here, as mote.machines.host.time_function gives them.  Raises MoteError."""
        raise MoteError(f"{self.title} is not timed on this computer")


FOLDER = Path(__file__).parent


@functools.cache
def names() -> tuple[str, ...]:
    """The names of all kinds that function.toml may name."""
    found = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")
    return tuple(name for name in found if named(name).stored)


@functools.cache
def named(name: str) -> Kind:
    """The kind of that name."""
    kind: Kind = importlib.import_module(f"mote.kinds.{name}").KIND
    return kind


def of(function: Function) -> Kind:
    """The kind of a function."""
    return named(function.kind)
