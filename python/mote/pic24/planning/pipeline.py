"""Registers between the stages, and from step to step: operands, bits and temporaries.

Those that hold values at the same time are different ones; which values these are is known when all
steps have been planned (`bind`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from mote.pic24.expr import Expr
from mote.pic24.normal import Normal
from mote.pic24.planning.choices import Choice, Use, allocate


class PipelineRegisters:
    """What each register takes in which step, and which one holds a value.

    operands, operand_bits: for execute, from decode.  decode_temps, execute_temps: for later steps
    of the instruction, by the stage that uses them.  The names of variables in the plan say which
    it is: `o_`, `b_`, `d_`, `x_`; `o_` and `b_` stand before the id of the value's expression.
    """

    def __init__(self, normal: Normal) -> None:
        self.normal = normal
        self.operands: dict[int, Choice] = defaultdict(Choice)
        self.operand_bits: dict[int, Choice] = defaultdict(Choice)
        self.decode_temps: dict[int, Choice] = defaultdict(Choice)
        self.execute_temps: dict[int, Choice] = defaultdict(Choice)
        self._groups: dict[str, list[Sequence[Expr]]] = {"o_": [], "b_": [], "d_": [], "x_": []}
        self._pending: list[tuple[Use, Expr, Expr]] = []

    def take(self, use: Use, variable: Expr, value: Expr) -> None:
        """Let a variable have a value after a step."""
        self._pending.append((use, variable, value))

    def keep(self, kind: str, together: Sequence[Expr]) -> None:
        """Values of operands, or variables of temporaries, that are held at one time."""
        self._groups[kind].append(together)

    def bind(self) -> None:
        """Give each value its register."""
        self.operand_of = allocate(self._groups["o_"], None, "operands")
        self.bit_of = allocate(self._groups["b_"], None, "operand bits")
        self.temp_of = allocate(self._groups["d_"], None, "temporaries")
        self.execute_temp_of = allocate(self._groups["x_"], None, "temporaries")
        normal = self.normal
        for use, variable, value in self._pending:
            kind = variable.args[0][:2]
            if kind == "o_":
                self.operands[self.operand_of[id(value)]].add(normal.zext(value, 16), use)
            elif kind == "b_":
                self.operand_bits[self.bit_of[id(value)]].add(value, use)
            elif kind == "d_":
                self.decode_temps[self.temp_of[id(variable)]].add(normal.zext(value, 16), use)
            else:
                place = self.execute_temp_of[id(variable)]
                self.execute_temps[place].add(normal.zext(value, 16), use)
