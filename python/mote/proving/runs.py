"""A run of an obligation: a call on terms, and what has to be equal behind it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mote.proving.calls import Called, Caller
from mote.proving.terms import Bits
from mote.proving.values import Value


@dataclass
class Pair:
    """Two words that have to be equal: what the code made, and what the specification says."""

    name: str
    got: Bits
    wanted: Bits


@dataclass
class Run:
    """A call on terms: its term context, what has to be equal, and what it left in its objects.

    name: of the case, empty where there is one only.  expected: what the specification says of the
    objects for a counterexample, where `after` does not follow from it; takes what gives a word's
    number in it.  result: what the call returns in registers, where that is compared.  carried: the
    objects that one call hands on to the next, where what terms say of these is not what the code
    makes: a counterexample begins with the first call then; returns: what the last one has to
    return, and in how many bytes.  abstract: it begins in the middle of a call, so that there is
    no counterexample that a simulator could begin with.  called: the call, the last one that was
    made when this was; others may be made before this is looked at.
    """

    name: str
    caller: Caller
    pairs: list[Pair]
    after: dict[str, list[Value]]
    expected: Callable[[Callable[[Bits], int]], dict[str, bytes]] | None = None
    result: Bits = ()
    carried: tuple[str, ...] = ()
    returns: tuple[int, int] | None = None
    abstract: bool = False
    called: Called | None = None

    def __post_init__(self) -> None:
        if self.called is None and self.caller.called:
            self.called = self.caller.called[-1]


def constant(value: int, bits: int) -> Bits:
    return tuple(value >> k & 1 for k in range(bits))
