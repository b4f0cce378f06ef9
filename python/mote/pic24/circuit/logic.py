"""Expressions as logic: equal ones exist once, those of shared units are the units' outputs."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from amaranth.hdl import Cat, Const, Mux, Signal

from mote.pic24.circuit.netlist import Netlist
from mote.pic24.expr import Expr
from mote.pic24.planning.units import READ_PORTS, Units

LATE = {"mul": 45, "alu": 20, "add": 20, "target": 15, "funnel": 15}
"""About how many gates in a row a unit's output comes after; 12 for a table."""
NAMED = {"A": 6, "B": 6, "MEM": 6, "Y": 30}
"""The same of buses."""
GATES = {"and": 1, "or": 1, "xor": 2, "mux": 2, "eq": 6, "ult": 14, "shl": 10, "shr": 10}
"""The same of operations; 12 for additions."""


def joined(parts: Iterable[tuple[int, Any]]) -> Any:
    """The OR of values, each with how many gates it comes after: the late ones pass few more.

    None where there is none.
    """
    waiting = [(late, order, value) for order, (late, value) in enumerate(parts)]
    heapq.heapify(waiting)
    count = len(waiting)
    while len(waiting) > 1:
        _, _, left = heapq.heappop(waiting)
        late, _, right = heapq.heappop(waiting)
        heapq.heappush(waiting, (late + 1, count, left | right))
        count += 1
    return waiting[0][2] if waiting else None


class Logic:
    """The values of expressions in each stage.

    held: the register between the stages that has a variable's value.  names: what other variables
    are in a stage.  outputs: of shared units; port_value: of the register file's read ports.
    """

    def __init__(
        self,
        netlist: Netlist,
        units: Units,
        held: Callable[[Expr], Signal | None],
        names: Mapping[str, Mapping[str, Any]],
    ) -> None:
        self.netlist, self.units, self.held, self.names = netlist, units, held, names
        self.outputs: dict[tuple[str, int], Signal] = {}
        self.port_value = [Signal(16, name=f"port{n}") for n in range(READ_PORTS)]
        self._made: dict[tuple[str, int], Any] = {}
        self._once: dict[tuple[Any, ...], Any] = {}
        self._late: dict[int, int] = {}
        # Expressions are known by their ids, which are theirs only while they exist.
        self._keep: list[Expr] = []

    def value(self, e: Expr, stage: str, group: str) -> Any:
        """An expression in a stage; what is made for it belongs to the submodule."""
        key = (stage, id(e))
        found = self._made.get(key)
        if found is None:
            self._keep.append(e)
            found = self._made[key] = self._value(e, stage, group)
        return found

    def late(self, e: Expr, stage: str) -> int:
        """About how many gates in a row a value comes after."""
        known = self._late.get(id(e))
        if known is None:
            known = self._late[id(e)] = self._gates(e, stage)
            self._keep.append(e)
        return known

    def _gates(self, e: Expr, stage: str) -> int:
        unit = self.units.unit.get(id(e))
        if unit is not None and unit[0].startswith(f"{stage}_"):
            return LATE.get(unit[0].split("_")[1], 12)
        if e.op == "var":
            return NAMED.get(e.args[0], 0)
        if e.op == "reg":
            return 10
        before = max((self.late(x, stage) for x in e.args if isinstance(x, Expr)), default=0)
        wiring = e.op in ("const", "slice", "cat")
        return before + (0 if wiring else GATES.get(e.op, 12))

    def _value(self, e: Expr, stage: str, group: str) -> Any:
        a = e.args
        if e.op == "const":
            return self._single(("const", a[0], e.width), lambda: Const(a[0], e.width))
        if e.op == "var":
            name, value = self._variable(e, stage)
            return self._single((stage, name, e.width), lambda: value[: e.width])
        unit = self.units.unit.get(id(e))
        if unit is not None and unit[0].startswith(f"{stage}_"):
            return self.outputs[unit]
        if e.op == "reg":
            return self.port_value[self.units.port[id(e)]]
        parts = [self.value(x, stage, group) if isinstance(x, Expr) else x for x in a]
        key = (e.op, e.width, *(x if isinstance(x, int | tuple) else id(x) for x in parts))
        return self._single(key, lambda: self._operation(e, parts, stage, group))

    def _single(self, key: tuple[Any, ...], make: Callable[[], Any]) -> Any:
        """Hardware that exists once for a key."""
        if key not in self._once:
            self._once[key] = make()
        return self._once[key]

    def _variable(self, e: Expr, stage: str) -> tuple[str, Any]:
        """A variable's hardware, and a name that is the same for the same hardware."""
        register = self.held(e)
        if register is not None:
            return register.name, register
        return e.args[0], self.names[stage][e.args[0]]

    def _operation(self, e: Expr, parts: Sequence[Any], stage: str, group: str) -> Any:
        if e.op == "slice":
            return parts[0][parts[1] : parts[1] + e.width]
        if e.op == "cat":
            return Cat(*parts)
        if e.op == "mux":
            y = Mux(*parts)
        else:
            left, right = parts

            def shifted(y: Any) -> Any:
                """Nothing is left after a shift by 64 or more."""
                return y if len(right) <= 6 else Mux(right[6:].any(), Const(0, len(y)), y)

            y = {
                "add": lambda: (left + right)[: e.width],
                "sub": lambda: (left - right)[: e.width],
                "and": lambda: left & right,
                "or": lambda: left | right,
                "xor": lambda: left ^ right,
                "eq": lambda: left == right,
                "ult": lambda: left < right,
                "shl": lambda: shifted(left << right[:6])[: e.width],
                "shr": lambda: shifted(left >> right[:6])[: e.width],
            }[e.op]()
        out = Signal(e.width, name=f"{stage}_{e.op}")
        self.netlist.drive(group, out, y)
        return out
