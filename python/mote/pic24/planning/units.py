"""Shared units: expressions that cost much are computed by few units, each once at a time."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Sequence

from mote.pic24.expr import Expr, walk
from mote.pic24.planning.choices import Conflicts, Use, allocate

READ_PORTS = 4

Table = tuple[tuple[int, ...], int, int]
"""The values of a constant table, the width of its index and of a value."""


class Units:
    """The steps' needs, and once they are bound the unit of each expression.

    nodes, uses: expressions by their ids, and the steps that need them.  tables: constant tables
    with their numbers.  port: read ports of the register file by the ids of register reads.  unit:
    names and numbers of other units.
    """

    def __init__(self) -> None:
        self.uses: dict[int, list[Use]] = defaultdict(list)
        self.nodes: dict[int, Expr] = {}
        self.tables: dict[Table, int] = {}
        self.port: dict[int, int] = {}
        self.unit: dict[int, tuple[str, int]] = {}
        self._reads: list[list[Expr]] = []
        self._groups: dict[tuple[str, str], list[list[Expr]]] = defaultdict(list)

    def need(self, use: Use, roots: Sequence[Expr], stage: str) -> None:
        """Note what a step needs in a stage."""
        seen: set[int] = set()
        by_kind: dict[str, list[Expr]] = defaultdict(list)
        for root in roots:
            for x in walk(root, seen):
                kind = self._kind(x, stage)
                if kind:
                    by_kind[kind].append(x)
                    self.nodes[id(x)] = x
                    self.uses[id(x)].append(use)
        for kind, nodes in by_kind.items():
            if kind == "reg":
                self._reads.append(nodes)
            else:
                self._groups[stage, kind].append(nodes)

    def _kind(self, e: Expr, stage: str) -> str:
        """The kind of unit that computes an expression; "" when it has logic of its own."""
        if e.op == "reg" and stage == "decode":
            return "reg"
        if e.op in ("add", "add3") and e.width == 16 and stage == "decode":
            return "add"
        if e.op == "add" and e.width == 24 and stage == "execute":
            return "target"
        if e.op in ("alu", "mul", "funnel"):
            return e.op
        if e.op == "rom":
            table = (e.args[0], e.args[1].width, e.width)
            return f"table{self.tables.setdefault(table, len(self.tables))}"
        return ""

    def bind(self) -> None:
        """Give each expression its unit; ValueError when a step reads too many registers."""
        self.port = allocate(self._reads, READ_PORTS, "registers are read")
        for (stage, kind), groups in self._groups.items():
            if kind == "add":
                self._bind_adders(groups)
                continue
            for key, number in allocate(groups, None, kind).items():
                self.unit[key] = (f"{stage}_{kind}", number)

    def _bind_adders(self, groups: Sequence[Sequence[Expr]]) -> None:
        """As allocate, but an adder's input may only be the output of an adder before it."""
        conflicts = Conflicts(groups)
        nodes = conflicts.nodes

        def below(e: Expr) -> list[Expr]:
            inner: set[int] = set()
            return [x for a in e.args for x in walk(a, inner) if id(x) in nodes]

        depth: dict[int, int] = {}

        def level(e: Expr) -> int:
            if id(e) not in depth:
                depth[id(e)] = max((level(x) + 1 for x in below(e)), default=0)
            return depth[id(e)]

        for key in sorted(nodes, key=lambda key: (level(nodes[key]), -conflicts.count[key])):
            taken = {self.unit[o][1] for o in conflicts.against[key] if o in self.unit}
            least = max((self.unit[id(x)][1] + 1 for x in below(nodes[key])), default=0)
            number = next(n for n in itertools.count(least) if n not in taken)
            self.unit[key] = ("decode_add", number)
