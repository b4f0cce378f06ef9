"""A step's expressions as each stage sees them.

Decode sees registers, fields of the instruction word and its own temporaries.  Execute sees operand
registers in the place of registers and tables, and its operation by the names of its buses: A and
B for the operands, Y for the result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mote.pic24.expr import Expr, walk
from mote.pic24.isa import Step
from mote.pic24.normal import Normal
from mote.pic24.planning.choices import Use
from mote.pic24.planning.operation import main_operands, result_of
from mote.pic24.planning.stages import Stages


@dataclass(frozen=True)
class Form:
    """A form of an instruction: index and number as in `Use`, its steps, what variables of its
    fields are, and the temporaries that decode uses."""

    name: str
    index: int
    number: int
    steps: Sequence[Step]
    fields: Mapping[str, Expr]
    early: set[str]

    def use(self, step: int) -> Use:
        return Use(self.index, step, self.number)

    def temporary(self, name: str) -> str:
        """The name of a temporary among those of all instructions: by the stage that uses it."""
        return f"{'d_' if name in self.early else 'x_'}{self.index}_{name}"


def rebuild(normal: Normal, e: Expr, parts: Sequence[Any]) -> Expr:
    """An expression in normal form with other arguments."""
    if e.op == "slice":
        return normal.slice(parts[0], parts[1], parts[1] + e.width)
    if e.op == "cat":
        return normal.cat(*parts)
    if e.op in ("and", "or", "xor"):
        return normal.logic(e.op, *parts)
    if e.op == "mux":
        return normal.mux(*parts)
    return normal.make(e.op, e.width, *parts)


def _moves(value: Expr) -> bool:
    """Whether a result is an operand as it is."""
    return value.op == "var" or (value.op == "slice" and value.args[0].op == "var")


def _computes_with(step: Step, result: Expr | None) -> bool:
    """Whether a register takes what is computed with the result."""
    wiring = ("slice", "cat", "zext")
    return any(
        write.value is not result
        and write.value.op not in wiring
        and any(x is result for x in walk(write.value))
        for write in step.regs
    )


class Operands:
    """The cut between the stages: what execute needs of decode becomes an operand.

    values, bits: what the operand registers have to hold.  registers: numbers of the registers that
    operands hold, by the operands' names.
    """

    def __init__(self, normal: Normal, stages: Stages) -> None:
        self.normal, self.stages = normal, stages
        self.values: list[Expr] = []
        self.bits: list[Expr] = []
        self.registers: dict[str, Expr] = {}
        self._known: dict[int, Expr] = {}

    def cut(self, e: Expr) -> Expr:
        """What execute sees of an expression."""
        known = self._known.get(id(e))
        if known is None:
            known = self._known[id(e)] = self._cut(e)
        return known

    def _cut(self, e: Expr) -> Expr:
        if e.op == "reg":
            return self.operand(e)
        if e.op == "var":
            return self.operand(e) if e.args[0].startswith("d_") else e
        if e.op == "slice" and e.args[0].op == "reg":
            return self.normal.slice(self.operand(e.args[0]), e.args[1], e.args[1] + e.width)
        if self.stages.has_table(e) and self.stages.in_decode(e):
            return self.operand(e)
        parts = [self.cut(a) if isinstance(a, Expr) else a for a in e.args]
        return rebuild(self.normal, e, parts)

    def operand(self, e: Expr) -> Expr:
        """The operand that holds a value; two of them when it is wider than a register."""
        normal = self.normal
        if e.width == 1:
            if e not in self.bits:
                self.bits.append(e)
            return normal.var(f"b_{id(e)}", 1)
        if e.width <= 16:
            if e not in self.values:
                self.values.append(e)
            if e.op == "reg":
                self.registers[f"o_{id(e)}"] = e.args[0]
            return normal.var(f"o_{id(e)}", e.width)
        low = self.operand(normal.slice(e, 0, 16))
        return normal.cat(low, self.operand(normal.slice(e, 16, e.width)))


class Terms:
    """The expressions of one step."""

    def __init__(self, normal: Normal, stages: Stages, form: Form, number: int) -> None:
        self.normal, self.step = normal, form.steps[number]
        self.operands = Operands(normal, stages)
        self.names = dict(form.fields)
        for earlier in form.steps[:number]:
            for name, value in earlier.temps.items():
                self.names[name] = normal.var(form.temporary(name), value.width)
        self.result = result_of(self.step)
        self._decode: dict[int, Expr] = {}
        self._execute: dict[int, Expr] = {}
        self._replaced: dict[int, Expr] = {}

    def decode(self, raw: Expr) -> Expr:
        """An expression as decode computes it."""
        return self.normal.rewrite(raw, self.names, self._decode)

    def execute(self, raw: Expr) -> Expr:
        """An expression as execute computes it, from its buses once `operation` has named them."""
        self._slice_result(raw)
        return self._replace(self._cut(raw))

    def operation(self) -> tuple[list[tuple[str, Expr, Expr]], Expr | None]:
        """What the buses A and B have, with its value in a bus's width, and the result.

        From here on execute takes them from the buses.
        """
        normal, result, step = self.normal, self.result, self.step
        value = None
        if result is not None:
            value = self.operands.cut(self.decode(result))
        if value is not None and _moves(value) and _computes_with(step, result):
            # The operand itself: what is computed with it need not wait for the result's bus.
            result = self.result = value = None
        if result is not None:
            self._execute[id(result)] = normal.slice(normal.var("Y", 16), 0, result.width)
        raws = [*step.flags.values(), *([] if step.skip is None else [step.skip])]
        for raw in raws:
            self._slice_result(raw)
        main = [self._cut(raw) for raw in raws]
        if value is not None:
            main.append(value)
        buses = []
        for leaf, bus in main_operands(main, self.operands.registers):
            buses.append((bus, leaf, normal.zext(leaf, 16)))
            self._replaced[id(leaf)] = normal.slice(normal.var(bus, 16), 0, leaf.width)
        return buses, None if value is None else self._replace(value)

    def _cut(self, raw: Expr) -> Expr:
        return self.operands.cut(self.normal.rewrite(raw, self.names, self._execute))

    def _slice_result(self, raw: Expr) -> None:
        """Slices of the result are slices of the result's bus."""
        result, normal = self.result, self.normal
        if result is None:
            return
        base, low = (result.args[0], result.args[1]) if result.op == "slice" else (result, 0)
        for x in walk(raw):
            if x.op == "slice" and x.args[0] is base and id(x) not in self._execute:
                start = x.args[1] - low
                if start >= 0 and start + x.width <= result.width:
                    part = normal.slice(normal.var("Y", 16), start, start + x.width)
                    self._execute[id(x)] = part

    def _replace(self, e: Expr) -> Expr:
        """The expression with buses in the place of the operation's operands."""
        if not self._replaced:
            return e
        known = self._replaced.get(id(e))
        if known is not None:
            return known
        parts: list[Any] = [self._replace(a) if isinstance(a, Expr) else a for a in e.args]
        if all(x is y for x, y in zip(parts, e.args, strict=True)):
            made = e
        elif e.op == "alu":
            made = self.normal.alu(*parts)
        else:
            made = rebuild(self.normal, e, parts)
        self._replaced[id(e)] = made
        return made
