"""The operation of a step: what its result is, and which two values it works on.

They get buses of their own (Y, A and B), wherever they come from: so few units serve all steps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mote.pic24.expr import Expr, walk
from mote.pic24.isa import Step


def result_of(step: Step) -> Expr | None:
    """The step's result in its raw form: what flags are made of, else what is written."""
    zero = step.flags.get("Z")
    if zero is not None:
        for x in walk(zero):
            if x.op == "eq" and x.args[1].value == 0 and x.args[0].width in (8, 16):
                result: Expr = x.args[0]
                return result
    if step.write is not None:
        return step.write.value
    if len(step.regs) == 1 or (step.regs and step.regs[-1].value.op != "slice"):
        value = step.regs[-1].value
        if value.width in (8, 16) and value.op not in ("add", "sub"):
            return value
    return None


def main_operands(roots: Sequence[Expr], registers: Mapping[str, Expr]) -> list[tuple[Expr, str]]:
    """At most two values that the operation is made of, as buses A and B.

    B is the literal, else what was read, else Ws; A is the other one.  registers: the numbers of
    the registers that operands hold, by the operands' names.
    """
    leaves = _leaves(roots)
    if not 1 <= len(leaves) <= 2:
        return []

    def rank(leaf: Expr) -> int:
        if leaf.op != "var":
            return 0
        if leaf.args[0] == "MEM" or leaf.args[0][:2] == "x_":
            return 1
        number = registers.get(leaf.args[0])
        return 2 if number is not None and number.op == "slice" and number.args[1] == 0 else 3

    if len(leaves) == 2 and rank(leaves[0]) == rank(leaves[1]):
        # The first one is in the first operand register, as Wb is.
        leaves.reverse()
    leaves.sort(key=rank)
    if len(leaves) == 1 and rank(leaves[0]) == 3:
        return [(leaves[0], "A")]
    return list(zip(leaves, "BA", strict=False))


def _leaves(roots: Sequence[Expr]) -> list[Expr]:
    """What comes from registers, from memory, from earlier steps or from the instruction word."""
    leaves: list[Expr] = []
    seen: set[int] = set()

    def find(e: Expr) -> None:
        if id(e) in seen:
            return
        seen.add(id(e))
        if e.op == "var":
            if e.args[0] == "MEM" or e.args[0][:2] in ("o_", "x_"):
                leaves.append(e)
            return
        inside = [x.args[0] for x in walk(e) if x.op == "var"]
        inverted = e.op == "xor" and e.args[1].op == "const"
        literal = inside and all(name == "IR" for name in inside)
        if e.width in (8, 16) and not inverted and literal:
            leaves.append(e)
            return
        for a in e.args:
            if isinstance(a, Expr):
                find(a)

    for root in roots:
        find(root)
    return leaves
