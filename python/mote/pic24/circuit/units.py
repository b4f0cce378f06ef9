"""The shared units: adders, multiplier, funnel shifter and tables, with their inputs' buses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from amaranth.hdl import Array, Cat, Const, Signal

from mote.pic24.circuit import adders
from mote.pic24.circuit.datapath import Datapath
from mote.pic24.expr import Expr
from mote.pic24.planning.choices import Choice
from mote.pic24.planning.units import Units

Shape = tuple[tuple[int, ...], int]
"""The widths of a unit's inputs and of its output."""

SHAPES: dict[str, Shape] = {
    "add": ((16, 16), 16),
    "target": ((24, 24), 24),
    "alu": ((16, 16, 1), 17),
    "mul": ((16, 16, 1, 1), 32),
    "funnel": ((16, 16, 4), 16),
}

GROUPS = {
    "alu": "arithmetic",
    "mul": "multiplier",
    "funnel": "shifter",
    "add": "addresses",
    "target": "program_counter",
}
"""The submodules that units belong to; tables have their own."""

NOTHING = Expr("const", 16, 0)
"""What an adder of three has where there are two."""


class SharedUnits:
    """The units of a plan.  All outputs are there first: an input may come from any of them."""

    def __init__(self, path: Datapath, plan: Units) -> None:
        self.path, self.plan, self.outputs = path, plan, path.logic.outputs
        self.tables = {f"table{number}": table for table, number in plan.tables.items()}
        self.shapes = SHAPES | {
            name: ((index,), width) for name, (_, index, width) in self.tables.items()
        }
        for unit in sorted(set(plan.unit.values())):
            width = self.shapes[unit[0].split("_")[1]][1]
            self.outputs[unit] = Signal(width, name=f"{unit[0]}_{unit[1]}")

    def connect(self, stage: str) -> None:
        """The units of a stage."""
        for unit in sorted(unit for unit in self.outputs if unit[0].startswith(f"{stage}_")):
            kind = unit[0].split("_")[1]
            uses = [
                use for key, u in self.plan.unit.items() if u == unit for use in self.plan.uses[key]
            ]
            group = self.path.decoders[stage].owner(uses) or GROUPS.get(kind, "tables")
            out = self.outputs[unit]
            widths = self.shapes[kind][0]
            if kind == "add" and self._three(unit):
                widths = (*widths, 16)
            value = self._value(unit, group, self._inputs(unit, stage, widths, group))
            self.path.netlist.drive(group, out, value[: len(out)])

    def _three(self, unit: tuple[str, int]) -> bool:
        """Whether an adder of addresses ever has three addends."""
        unit_of, nodes = self.plan.unit, self.plan.nodes
        return any(each == unit and nodes[key].op == "add3" for key, each in unit_of.items())

    def _inputs(
        self, unit: tuple[str, int], stage: str, widths: Sequence[int], group: str
    ) -> list[Signal]:
        choices = [Choice() for _ in widths]
        for key, each in self.plan.unit.items():
            if each == unit:
                node = self.plan.nodes[key]
                inputs = list(node.args[1:] if node.op == "rom" else node.args)
                inputs += [NOTHING] * (len(widths) - len(inputs))
                for choice, argument in zip(choices, inputs, strict=True):
                    for use in self.plan.uses[key]:
                        choice.add(argument, use)
        name = f"{unit[0]}{unit[1]}"
        return [
            self.path.bus(choice, width, stage, f"{name}_in{n}", group)
            for n, (choice, width) in enumerate(zip(choices, widths, strict=True))
        ]

    def _value(self, unit: tuple[str, int], group: str, inputs: Sequence[Signal]) -> Any:
        kind, module = unit[0].split("_")[1], self.path.netlist.group(group)
        name = f"{unit[0]}{unit[1]}"
        if kind == "alu":
            return adders.total(module, name, *inputs)
        if kind == "mul":
            return adders.product(module, name, *inputs)
        if kind == "funnel":
            return (Cat(inputs[0], inputs[1]) << inputs[2])[16:32]
        if kind in self.tables:
            values, _, width = self.tables[kind]
            return _table(values, inputs[0], width)
        return adders.total(module, name, *adders.saved(module, name, inputs))[:-1]


def _table(table: Sequence[int], index: Any, width: int) -> Any:
    """A constant table, 0 beyond its end."""
    size = 1 << len(index)
    values = [Const(x, width) for x in table[:size]]
    return Array(values + [Const(0, width)] * (size - len(values)))[index]
