"""Counts the patterns of a plain file that compute the same, and ranks them as instructions.

Patterns are of one class where they compute the same, their operands in either order: where
mote.ise.riscv.mining.forms gives them one form, or a solver proves it of two (mining.same).
Rotations by numbers, whatever else is with them, also are one candidate together: with one operand
the number stands in the instruction word, with two each number is a function.  The ranking takes
the candidate that saves most cycles a GE, then the next one of what is left, and so on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from mote.ise.riscv.mining import describe, forms, graph, same
from mote.ise.riscv.mining.code import Code
from mote.ise.riscv.mining.describe import Described
from mote.ise.riscv.mining.forms import Form
from mote.ise.riscv.mining.graph import Block, Pattern

COSTS = {"picorv32": (3, 5, 4), "vexriscv": (1, 1, 1), "cv32e40x": (1, 1, 1)}
"""Cycles of an instruction, of a load or store, and of one of the unit (docs/riscv-study.md)."""
ROTATION = re.compile(r"\bror\(([^(),]*), (\d+)\)")
LONGEST = 160
"""Characters of a meaning: what is longer is no instruction that anybody would describe."""


@dataclass(frozen=True)
class Use:
    """A pattern in a block, and how often that is executed."""

    block: int
    pattern: Pattern
    count: int


@dataclass
class Candidate:
    """Functions that an instruction, or several of one kind, could have.

    texts: the meaning of each.  by_number: one that rotates by a number of the instruction word.
    """

    texts: list[str]
    functions: list[Form]
    by_number: bool
    uses: list[Use] = field(default_factory=list)

    @property
    def gates(self) -> float:
        return describe.unit_gates(self.functions, self.by_number)

    @property
    def title(self) -> str:
        """One text for all."""
        first = self.texts[0]
        if self.by_number:
            return ROTATION.sub(r"rotated(\1, i.i)", first)
        if len(self.texts) == 1:
            return first
        numbers = sorted({int(n) for each in self.texts for _, n in ROTATION.findall(each)})
        shown = ROTATION.sub(r"ror(\1, n)", first)
        return f"{shown}, n = {', '.join(map(str, numbers))}"

    def described(self, prefix: str) -> list[Described]:
        """As instructions of an extension."""
        texts = [self.title] if self.by_number else self.texts
        names = [prefix] if len(texts) == 1 else [f"{prefix}_{n + 1}" for n in range(len(texts))]
        found = []
        for name, text in zip(names, texts, strict=True):
            second = "i" if self.by_number else "t" if "i.t" in text else ""
            words = text.replace("i.s", "rs1").replace("i.t", "rs2").replace("i.i", "a number")
            found.append(Described(name, text, second, f"To rd {words}."))
        return found


@dataclass(frozen=True)
class Ranked:
    """A candidate with what it saves.

    uses: of patterns that do not overlap, one behind the other in the code; runs: how often they
    are executed; replaced: the instructions of a pattern, the fewest and the most; saved: cycles,
    and per cent of all.
    """

    candidate: Candidate
    uses: tuple[Use, ...]
    runs: int
    replaced: tuple[int, int]
    saved: int
    percent: float

    @property
    def per_gate(self) -> float:
        return self.saved / self.candidate.gates


@dataclass(frozen=True)
class Mined:
    """All candidates of a code, and its blocks."""

    code: Code
    blocks: Mapping[int, Block]
    candidates: tuple[Candidate, ...]


def mine(code: Code) -> Mined:
    """All candidates of a code, by the texts of what they compute."""
    blocks = graph.blocks(code.instructions, code.registers)
    found: dict[object, Candidate] = {}
    known: dict[graph.Shape, tuple[object, Form] | None] = {}
    for start, block in blocks.items():
        for pattern in graph.patterns(block):
            shape = graph.shape_of(block, pattern)
            if shape not in known:
                known[shape] = _class(graph.form_of(shape))
            of = known[shape]
            if of is None:
                continue
            key, form = of
            if key in found and not _same(form, found[key].functions[0]):
                key = key, form
            if key not in found:
                found[key] = Candidate([describe.text(form)], [form], by_number=False)
            found[key].uses.append(Use(start, pattern, code.counts[start]))
    single = [each for each in found.values() if len(each.texts[0]) <= LONGEST]
    return Mined(code, blocks, (*single, *_families(single)))


def _same(a: Form, b: Form) -> bool:
    return a == b or same.same(a, b)


def _class(form: Form) -> tuple[object, Form] | None:
    """What it computes of samples, and itself, with the operands in an order that these choose.

    None where it is no function of operands.
    """
    taken = forms.inputs(form)
    if not taken:
        return None
    first, second = forms.values(form)
    if taken == {"t"} or (len(taken) == 2 and second < first):
        form, first, second = forms.exchanged(form), second, first
    return ((first, second) if len(taken) == 2 else first), form


def _families(found: Iterable[Candidate]) -> list[Candidate]:
    """Candidates that differ in the number of one rotation, together."""
    groups: dict[str, list[Candidate]] = {}
    for each in found:
        text = each.texts[0]
        if len(ROTATION.findall(text)) == 1 and "right(" not in text and "left(" not in text:
            groups.setdefault(ROTATION.sub(r"ror(\1, n)", text), []).append(each)
    made = []
    for name, members in groups.items():
        one = name == "ror(i.s, n)"
        if one or len(members) > 1:
            texts = [text for each in members for text in each.texts]
            functions = [form for each in members for form in each.functions]
            uses = [use for each in members for use in each.uses]
            uses.sort(key=lambda use: (use.block, use.pattern.nodes))
            made.append(Candidate(texts, functions, one, uses))
    return made


def cycles(mined: Mined, core: str) -> int:
    """About what all that was executed takes: instructions, loads and stores."""
    plain, access, _ = COSTS[core]
    total = 0
    for each in mined.code.instructions:
        memory = any(operation.opcode in ("LOAD", "STORE") for operation in each.operations)
        total += mined.code.counts[each.address] * (access if memory else plain)
    return total


def rank(mined: Mined, core: str, count: int) -> list[Ranked]:
    """So many candidates at most, the best first, each of what those before it leave."""
    taken: dict[int, set[int]] = {start: set() for start in mined.blocks}
    total = cycles(mined, core)
    left = list(mined.candidates)
    found: list[Ranked] = []
    while len(found) < count:
        ranked = [_saves(each, taken, core, total) for each in left]
        left = [each.candidate for each in ranked if each.saved > 0]
        if not left:
            break
        best = max(ranked, key=lambda each: (each.per_gate, each.candidate.title))
        found.append(best)
        left.remove(best.candidate)
        for use in best.uses:
            taken[use.block] |= set(use.pattern.nodes)
    return found


def each_alone(mined: Mined, core: str) -> list[Ranked]:
    """Every candidate by itself, the best first."""
    total = cycles(mined, core)
    nothing: dict[int, set[int]] = {start: set() for start in mined.blocks}
    found = [_saves(each, nothing, core, total) for each in mined.candidates]
    wanted = [each for each in found if each.saved > 0]
    return sorted(wanted, key=lambda each: (-each.per_gate, each.candidate.title))


def _saves(candidate: Candidate, taken: Mapping[int, set[int]], core: str, total: int) -> Ranked:
    plain, _, own = COSTS[core]
    here: dict[int, set[int]] = {}
    uses: list[Use] = []
    saved = 0
    for use in candidate.uses:
        nodes = set(use.pattern.nodes)
        busy = here.setdefault(use.block, set())
        gain = use.count * (plain * len(nodes) - own)
        if gain > 0 and not nodes & taken[use.block] and not nodes & busy:
            busy |= nodes
            uses.append(use)
            saved += gain
    sizes = [len(use.pattern.nodes) for use in uses] or [0]
    runs = sum(use.count for use in uses)
    percent = 100 * saved / total if total else 0.0
    return Ranked(candidate, tuple(uses), runs, (min(sizes), max(sizes)), saved, percent)


def described(ranked: Sequence[Ranked], prefix: str) -> list[Described]:
    """All of them as instructions of one extension, each with a number behind the prefix."""
    return [
        made
        for number, each in enumerate(ranked, 1)
        for made in each.candidate.described(f"{prefix}_{number}")
    ]
