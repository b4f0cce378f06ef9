"""What came of an obligation."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

PROVED, REFUTED, OPEN = "proved", "refuted", "not proved"


@dataclass
class Obligation:
    """Something proved, refuted or left open.

    name: of OBLIGATIONS, or "kernel"; "step" of other kinds.  detail: the counterexample or the
    reason.  bits: how many had to be equal; rewritten: how many of them the rules alone made equal;
    solver: calls of the solver; nodes: of the terms; instructions: that were executed.  late: left
    open for want of time; costly: of time or memory.  places: of context, message, digest and
    stack, as mote.proving.placing has them; empty where nothing is said of them.  uncertified:
    formulas of which a certificate has no derivation.
    """

    name: str
    verdict: str = PROVED
    detail: str = ""
    bits: int = 0
    rewritten: int = 0
    solver: int = 0
    nodes: int = 0
    instructions: int = 0
    seconds: float = 0.0
    late: bool = False
    costly: bool = False
    places: str = ""
    uncertified: int = 0
    rules: Counter[str] = field(default_factory=Counter)
