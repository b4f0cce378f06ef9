"""What kinds of functions there are, and what is known of each without running it.

A kind is a module of mote.kinds with an object KIND: a hash function, a block cipher, a mode of
operation.  What this module says of it is what the catalog, the build and the host's machine ask;
how its functions are called, checked and measured stands in mote.kinds, above sessions.
"""

from __future__ import annotations

import abc
import functools
import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mote.catalog.function import HASH_INTERFACE, ApiCall, Function, Implementation
from mote.common.errors import MoteError


class Description(abc.ABC):
    """What is known of a kind of functions.

    title: what such a function is called, with its article.  stored: whether function.toml may
    name it; otherwise only `mote measure` makes such functions.  has_context: whether its functions
    have a context.  keyed: whether its digest size is that of a key.  has_contract: whether its
    assembly files begin with a contract; has_places: whether that says what the context holds;
    has_counter: whether there are a counter and a fill beside the state.  any_length: whether
    what is called data or src may have any length, by the argument len or blocks.
    proved_by_calls: whether its functions are proved by calls one behind another, and not by init,
    step and close; proved_in_own_c: whether in C with a processor's own instructions, too, where
    facts of the function do not say it.
    unit: what block_cycles counts, for the terminal; results: what a vector compares.
    timed_on_host: whether time_on_host gives figures; not_timed: why not, for people.
    takes_secrets: whether its time could say something that nobody may know.
    """

    title: str
    stored: bool = True
    has_context: bool = True
    keyed: bool = False
    has_contract: bool = True
    has_places: bool = False
    has_counter: bool = False
    any_length: bool = True
    proved_by_calls: bool = False
    proved_in_own_c: bool = False
    unit: str = "message block"
    results: str = "digests"
    timed_on_host: bool = False
    not_timed: str = ""
    takes_secrets: bool = True

    def jobs(self, function: Function) -> tuple[str, ...]:
        """What of catalog.JOBS the function does by itself, with what it is based on."""
        return ()

    def interface(self, function: Function) -> tuple[ApiCall, ...]:
        """The functions of the API, with {prefix} for the main identifier in their names."""
        return HASH_INTERFACE

    def key_sizes(self, function: Function) -> tuple[int, ...]:
        """The sizes of keys, in bits, that its functions are asked for; empty where for none."""
        return ()

    def beside(self, function: Function) -> tuple[str, ...]:
        """Functions that the checks call beside those of the interface, and no size counts.

        With {prefix} for the main identifier in their names.
        """
        return ()

    def wrong(self, table: Mapping[str, Any]) -> str:
        """What a function's table in function.toml lacks or has wrong, in words; or nothing."""
        return ""

    @abc.abstractmethod
    def summary(self, function: Function) -> str:
        """What it is, for `mote list`."""

    def example(self, function: Function) -> Sequence[tuple[str, str]]:
        """How a program calls it, as its header shows: C90 that compiles as the body of a function.

        Each line with what is said of it, or nothing.  Sizes are those of the main digest or key.
        """
        return ()

    def guarded(self, function: Function) -> Mapping[str, int | str]:
        """Bytes that arguments point to, as the memory guard grants them and contracts say them."""
        return {"data": "len", "dst": "out_size / 8"}

    def written(self, function: Function) -> Mapping[str, int]:
        """Bytes that a call writes where arguments point, of a function without a context."""
        return {}

    def sanitizer(self, function: Function) -> tuple[Path, Sequence[str]]:
        """The C program that runs the vectors natively, and the lines that it reads.

        mote.checking.sanitizer compiles it with HEADER and NAME(part) set and the sanitizers on; it
        prints how many vectors there were and how many are wrong.
        """
        raise MoteError(f"for {self.title} there is no program that the sanitizers watch")

    def glue(self, implementation: Implementation) -> str:
        """C that makes of the functions a hash function's, for the host (mote.machines.host).

        Empty for a hash function itself.
        """
        return ""


FOLDER = Path(__file__).resolve().parents[1] / "kinds"


@functools.cache
def names() -> tuple[str, ...]:
    """The names of all kinds that function.toml may name."""
    found = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")
    return tuple(name for name in found if named(name).stored)


@functools.cache
def named(name: str) -> Description:
    """The kind of that name.

    By name, as kinds are above the catalog: a module that is there is a kind.
    """
    kind: Description = importlib.import_module(f"mote.kinds.{name}").KIND
    return kind


def of(function: Function) -> Description:
    """The kind of a function."""
    return named(function.kind)
