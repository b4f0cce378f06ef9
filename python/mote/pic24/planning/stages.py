"""Which stage computes what: decode addresses, pointers and what chooses them, execute the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mote.pic24.expr import Expr, walk
from mote.pic24.isa import Step

POINTER_OPERATIONS = {"reg", "const", "var", "cat", "slice", "mux", "eq", "add", "add3"}


class Stages:
    """What of the expressions in normal form decode can compute."""

    def __init__(self) -> None:
        self._decodable: dict[int, bool] = {}
        self._tables: dict[int, bool] = {}

    def in_decode(self, e: Expr) -> bool:
        """Whether decode can compute it: registers, fields, the step's number and RCOUNT."""
        known = self._decodable.get(id(e))
        if known is None:
            if e.op == "var":
                name = e.args[0]
                known = name in ("IR", "RCOUNT", "TBLPAG", "STEP") or name.startswith("d_")
            else:
                known = all(self.in_decode(a) for a in e.args if isinstance(a, Expr))
            self._decodable[id(e)] = known
        return known

    def has_table(self, e: Expr) -> bool:
        """Whether a constant table is part of it."""
        known = self._tables.get(id(e))
        if known is None:
            known = e.op == "rom" or any(self.has_table(a) for a in e.args if isinstance(a, Expr))
            self._tables[id(e)] = known
        return known


def is_pointer(e: Expr) -> bool:
    """A pointer's change: an addition of 16 bits and nothing that is an operation."""
    adds = False
    for x in walk(e):
        if x.op not in POINTER_OPERATIONS:
            return False
        if x.op == "var" and not (x.args[0] == "IR" or x.args[0].startswith("d_")):
            return False
        adds |= x.op in ("add", "add3") and x.width == 16
    return adds


def decode_needs(step: Step) -> set[str]:
    """Temporaries that decode uses."""
    found = set()
    roots = [step.program, step.last]
    for access in (step.read, step.write):
        if access is not None:
            roots += [access.address, access.when, access.stack]
    for root in roots:
        if root is not None:
            found |= {x.args[0] for x in walk(root) if x.op == "var"}
    return found


def still_needed(index: int, steps: Sequence[Step]) -> list[str]:
    """Temporaries from before a step that it does not change and that later steps use."""
    found = []
    for name in dict.fromkeys(name for step in steps[:index] for name in step.temps):
        if name in steps[index].temps:
            continue
        for step in steps[index + 1 :]:
            if any(x.op == "var" and x.args[0] == name for e in _roots(step) for x in walk(e)):
                found.append(name)
                break
            if name in step.temps:
                break
    return found


def _roots(step: Step) -> Iterable[Expr]:
    """All expressions of a step."""
    for access in (step.read, step.write):
        if access is not None:
            yield from (access.address, access.stack, access.when)
            if access.value is not None:
                yield access.value
    for write in step.regs:
        yield from (write.number, write.value, write.when)
    yield from step.flags.values()
    yield from step.temps.values()
    more = (step.program, step.jump, step.taken, step.skip, step.repeat, step.last)
    yield from (e for e in more if e is not None)
    if step.trap is not None:
        yield step.trap[1]
