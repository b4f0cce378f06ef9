"""Which hardware each step of each instruction needs: stages, buses, operands, shared units.

A step is divided between decode (addresses, pointers, what chooses them) and execute (all else).
What execute needs of the registers goes through operand registers.  Expressions that cost much are
bound to units: those that one step needs at a time get different ones.  The parts are in
mote.pic24.planning.
"""

from __future__ import annotations

from collections.abc import Sequence

from mote.pic24.expr import Expr
from mote.pic24.isa import STEP, Instruction
from mote.pic24.normal import Normal
from mote.pic24.planning.stages import decode_needs
from mote.pic24.planning.steps import Resources, StepPlan
from mote.pic24.planning.terms import Form


class Plan:
    """All steps of an instruction set in normal form, bound to stages and shared units.

    forms: the structural fields of each form of each instruction.  count: the most steps that an
    instruction has.
    """

    def __init__(self, instructions: Sequence[Instruction]) -> None:
        self.instructions = list(instructions)
        self.forms: list[list[dict[str, int]]] = []
        self.count: list[int] = []
        shared = Resources()
        self.normal, self.decode, self.execute = shared.normal, shared.decode, shared.execute
        self.pipeline, self.units = shared.pipeline, shared.units
        for index, instruction in enumerate(self.instructions):
            self._instruction(index, instruction, shared)
        self.units.bind()
        self.pipeline.bind()

    def _instruction(self, index: int, instruction: Instruction, shared: Resources) -> None:
        """Plan each step of each form."""
        fields = _fields(instruction, self.normal)
        forms = list(instruction.variants())
        if not forms:
            raise ValueError(f"{instruction.name} has no form")
        self.forms.append([chosen for chosen, _ in forms])
        self.count.append(max(len(steps) for _, steps in forms))
        for number, (_, steps) in enumerate(forms):
            early: set[str] = set()
            for step in steps:
                early |= decode_needs(step)
            form = Form(instruction.name, index, number, steps, fields, early)
            for k in range(len(steps)):
                StepPlan(shared, form, k)


def _fields(instruction: Instruction, normal: Normal) -> dict[str, Expr]:
    """What the variables of an instruction's meaning are in hardware."""
    word, second = normal.var("IR", 24), normal.var("SECOND", 24)
    fields = {}
    for letter, positions in instruction.layout.items():
        bits = []
        for p in reversed(positions):
            source, place = (word, p) if p < 24 else (second, p - 24)
            bits.append(normal.slice(source, place, place + 1))
        fields[f"field_{letter}"] = normal.cat(*bits)
    fields["MEM"] = normal.var("MEM", 16)
    fields[STEP.args[0]] = normal.var("STEP", STEP.width)
    fields["NEXT"] = normal.var("NEXT2" if instruction.words == 2 else "NEXT", 24)
    return fields
