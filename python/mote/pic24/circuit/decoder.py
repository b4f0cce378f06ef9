"""The decoder: select lines, each of which says that one of some steps is there.

All are decoded from the word in decode.  Those of execute are kept until the step is there, in a
flip-flop each: execute begins with them, and both stages share the gates.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from amaranth.hdl import Cat, Const, Signal

from mote.pic24.circuit.matching import Condition, products, truth
from mote.pic24.circuit.netlist import Netlist, plain
from mote.pic24.plan import Plan
from mote.pic24.planning.choices import Use


def ordered(uses: Iterable[Use]) -> tuple[Use, ...]:
    """Uses, each once, as a key."""
    return tuple(sorted(set(uses), key=lambda u: (u.instruction, u.step, u.form)))


class Decoder:
    """Select lines of decode from its instruction word and the number of its step.

    Equal ones exist once.
    """

    control = "decoder"
    """The submodule of those that no extension has for itself."""

    def __init__(
        self,
        netlist: Netlist,
        plan: Plan,
        conditions: Sequence[Sequence[Condition]],
        word: Signal,
        step: Signal,
    ) -> None:
        self.netlist, self.plan, self.conditions = netlist, plan, conditions
        self.word, self.step = word, step
        self._matched: dict[int, Signal] = {}
        self._fields: dict[tuple[Any, ...], Signal] = {}
        self._one_of: dict[frozenset[int], Signal] = {}
        self._lines: dict[tuple[Use, ...], Signal] = {}

    def owner(self, uses: Sequence[Use]) -> str:
        """The submodule that logic belongs to: the extension when only one uses it."""
        owners = {self.plan.instructions[use.instruction].extension for use in uses}
        return f"extension_{owners.pop()}" if len(owners) == 1 and "" not in owners else ""

    def line(self, uses: Iterable[Use], name: str) -> Signal:
        """A select line with a name."""
        key = ordered(uses)
        if key not in self._lines:
            line = Signal(name=name)
            self.netlist.drive(self.owner(key) or self.control, line, self._select(key))
            self._lines[key] = line
        return self._lines[key]

    def one_of(self, indices: frozenset[int]) -> Signal:
        """Whether the word is one of these instructions; made by `finish`."""
        if len(indices) == 1:
            return self._match(next(iter(indices)))
        if indices not in self._one_of:
            self._one_of[indices] = Signal(name=f"one_of_{len(indices)}")
        return self._one_of[indices]

    def _match(self, index: int) -> Signal:
        """Whether the word is this instruction."""
        if index not in self._matched:
            instruction, word = self.plan.instructions[index], self.word
            mask, value = (part & 0xFFFFFF for part in instruction.mask_value)
            term = Const(1, 1)
            bits = [p for p in range(24) if mask >> p & 1]
            if bits:
                term = Cat(*(word[p] for p in bits)) == Const(
                    sum((value >> p & 1) << n for n, p in enumerate(bits)), len(bits)
                )
            for positions, table in self.conditions[index]:
                term = term & truth([word[p] for p in positions], table)
            line = Signal(name=f"is_{instruction.name}")
            self.netlist.drive(self.control, line, term)
            self._matched[index] = line
        return self._matched[index]

    def _field(
        self, positions: tuple[int, ...], values: frozenset[int], all_: frozenset[int]
    ) -> Signal:
        """Whether a structural field has one of these values, of all that it can have."""
        key = (positions, values, all_)
        if key not in self._fields:
            bits = Cat(*(self.word[p] for p in reversed(positions)))
            rest = all_ - values
            few, invert = (values, False) if len(values) <= len(rest) else (rest, True)
            term: Any = Const(0, 1)
            for value in sorted(few):
                term = term | (bits == value)
            line = Signal(name="field")
            self.netlist.drive(self.control, line, ~term if invert else term)
            self._fields[key] = line
        return self._fields[key]

    def _select(self, uses: Iterable[Use]) -> Any:
        """One bit: the stage holds one of these steps."""
        by_step: dict[tuple[int, int], set[int]] = defaultdict(set)
        for use in uses:
            by_step[use.instruction, use.step].add(use.form)
        groups: dict[tuple[Any, ...], set[int]] = defaultdict(set)
        for (index, step), forms in by_step.items():
            where = step if self.plan.count[index] > 1 else None
            for term in products(self.plan.forms[index], frozenset(forms)):
                key = frozenset(
                    (tuple(self.plan.instructions[index].layout[letter]), values, all_)
                    for letter, values, all_ in term
                )
                groups[key, where].add(index)
        result: Any = Const(0, 1)
        order = sorted(groups, key=lambda g: (sorted(groups[g]), -1 if g[1] is None else g[1]))
        for key, where in order:
            chosen: Any = self.one_of(frozenset(groups[key, where]))
            for positions, values, all_ in sorted(key, key=lambda t: (t[0], sorted(t[1]))):
                chosen = chosen & self._field(positions, values, all_)
            if where is not None:
                chosen = chosen & (self.step == where)
            result = result | chosen
        return result

    def finish(self) -> None:
        """The logic of all `one_of`: the pair that most of them share is added first, and so on."""
        terms: dict[int, Any] = {}
        for indices in self._one_of:
            terms.update((index, self._match(index)) for index in sorted(indices))
        rest = [(set(indices), line) for indices, line in self._one_of.items()]
        count: dict[tuple[int, int], int] = defaultdict(int)
        holders: dict[int, set[int]] = defaultdict(set)
        for number, (members, _) in enumerate(rest):
            for member in members:
                holders[member].add(number)
            for pair in itertools.combinations(sorted(members), 2):
                count[pair] += 1
        fresh = len(self.plan.instructions)
        while count:
            pair = max(count, key=lambda p: (count[p], -p[0], -p[1]))
            a, b = pair
            line = Signal(name="sum")
            self.netlist.drive(self.control, line, terms[a] | terms[b])
            terms[fresh] = line
            for number in sorted(holders[a] & holders[b]):
                members = rest[number][0]
                for old in pair:
                    members.remove(old)
                    holders[old].discard(number)
                    for other in members:
                        key = (min(old, other), max(old, other))
                        count[key] -= 1
                        if not count[key]:
                            del count[key]
                for other in members:
                    count[other, fresh] += 1
                members.add(fresh)
                holders[fresh].add(number)
            count.pop(pair, None)
            fresh += 1
        for members, line in rest:
            (last,) = members
            self.netlist.drive(self.control, line, terms[last])


class KeptLines:
    """Select lines of execute: those of decode, a cycle later.

    They are anything where no step was issued.
    """

    def __init__(self, decoder: Decoder) -> None:
        self.decoder, self.netlist, self.owner = decoder, decoder.netlist, decoder.owner
        self._lines: dict[tuple[Use, ...], Signal] = {}

    def line(self, uses: Iterable[Use], name: str) -> Signal:
        """A select line with a name."""
        key = ordered(uses)
        if key not in self._lines:
            line = plain(1, name)
            module = self.netlist.group(self.owner(key) or "controller")
            module.d.sync += line.eq(self.decoder.line(key, f"{name}_next"))
            self._lines[key] = line
        return self._lines[key]
