"""Choices: which value a bus has in which step, and which of few units an expression gets."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from mote.pic24.expr import Expr


@dataclass(frozen=True)
class Use:
    """A step of one form of an instruction: indices of instruction and form, number of the step."""

    instruction: int
    step: int
    form: int


@dataclass
class Entry:
    """A value for a bus and the steps that put it there."""

    value: Expr
    uses: list[Use] = field(default_factory=list)


class Choice:
    """A bus: values by the steps that choose them."""

    def __init__(self) -> None:
        self.entries: dict[int, Entry] = {}

    def add(self, value: Expr, use: Use) -> None:
        self.entries.setdefault(id(value), Entry(value)).uses.append(use)

    @property
    def uses(self) -> list[Use]:
        return [use for entry in self.entries.values() for use in entry.uses]


class Conflicts:
    """Expressions by how often they occur, each with those that occur in a group with it."""

    def __init__(self, groups: Iterable[Sequence[Expr]]) -> None:
        self.count: dict[int, int] = defaultdict(int)
        self.nodes: dict[int, Expr] = {}
        self.against: dict[int, set[int]] = defaultdict(set)
        for group in groups:
            for e in group:
                self.nodes.setdefault(id(e), e)
                self.count[id(e)] += 1
                self.against[id(e)] |= {id(other) for other in group if other is not e}


def allocate(groups: Iterable[Sequence[Expr]], limit: int | None, what: str) -> dict[int, int]:
    """Units for expressions, so that those of one group have different ones.

    Expressions that occur often come first.  Raises ValueError when more than `limit` are needed.
    """
    conflicts = Conflicts(groups)
    unit: dict[int, int] = {}
    for key in sorted(conflicts.nodes, key=lambda key: -conflicts.count[key]):
        taken = {unit[other] for other in conflicts.against[key] if other in unit}
        unit[key] = next(n for n in itertools.count() if n not in taken)
        if limit is not None and unit[key] >= limit:
            raise ValueError(f"more than {limit} {what} in one step")
    return unit
