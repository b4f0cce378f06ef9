"""What an attempt at a passage has shown: the passage, as far as what is behind it is known."""

from __future__ import annotations

from mote.proving.attempt import Attempt
from mote.proving.contexts import Substitution
from mote.proving.passage import SAME, TOTAL, Made, Origin, Passage, Pattern, Result, forgotten
from mote.proving.solve import inputs_of
from mote.proving.terms import VARIABLE, Bits
from mote.proving.values import Lazy, Value

SMALL = 64
"""Nodes of a byte at the end of a passage that is known as what it is computed of."""

FEW = 32
"""Operations whose result is worth knowing at the end of a passage, whatever they depend on."""


def summarized(attempt: Attempt) -> Passage:
    """The passage that an attempt has proved."""
    return _Summary(attempt).passage()


class _Summary:
    """Abstracts the machine at the end of an attempt into what each byte is by those before it."""

    def __init__(self, attempt: Attempt) -> None:
        self.attempt = attempt
        self.execution = attempt.execution
        self.found = Passage({}, [], 0, 0)

    def passage(self) -> Passage:
        attempt, execution = self.attempt, self.execution
        machine = execution.caller.machine
        scale, constant = attempt.affine or (0, 0)
        more = [word.literals for word in attempt.call.more]
        if attempt.affine:
            more = [attempt.upper]
        found = Passage(dict(attempt.fixed), more, scale, constant, begin=attempt.begin)
        found.returned, found.end = attempt.returned, machine.program_counter
        self.found = found
        for at in attempt.put_out:
            places = found.digest[at] = attempt.call.places(attempt.wanted[at])
            if places is None:
                found.digest_of = execution.digest_bits, attempt.number
        found.extra, found.counted = attempt.extra, attempt.counted
        found.least, found.bounded = attempt.least, attempt.bounded
        found.conditions = tuple(each for each in attempt.conditions if not each.free)
        found.room = execution.objects["dst"].size if "dst" in machine.touched else 0
        found.same = dict(attempt.same)
        found.places = dict(execution.state_places)
        found.elsewhere = frozenset(() if attempt.returned else attempt.elsewhere)
        results = {}
        if not attempt.returned and attempt.result:
            big = execution.caller.big_endian
            stored = execution.proof.stored(attempt.result, big=big)
            results = {bits: Result(at) for at, bits in stored.items()}
        self.results: dict[Bits, Result] = results
        for name, cells in machine.kept().items():
            before = attempt.before.get(name, {})
            for offset, (value, size) in cells.items():
                old = before.get(offset)
                if old is not None and old[1] == size and old[0] is value:
                    continue
                for k, pattern in enumerate(self._patterns(name, offset, value, size)):
                    if pattern is not SAME:
                        found.after[name, offset + k] = pattern
        found.forgotten = forgotten(found.after)
        for cell, pattern in found.after.items():
            if isinstance(pattern, tuple) and isinstance(pattern[0], tuple):
                there = pattern[0][0]
                if there != TOTAL and pattern == tuple((there, k, 0) for k in range(8)):
                    found.copies[cell] = there
        return found

    def _patterns(self, name: str, offset: int, value: Value, size: int) -> list[Pattern]:
        """Of the bytes of a cell; SAME for those that are as they were."""
        machine = self.execution.caller.machine
        big = machine.architecture.big_endian
        wanted = self.execution.asked | self.execution.kept_flags
        asked = any((name, offset + k) in wanted for k in range(size))
        if type(value) is Lazy and value.bits is None and not asked and not self._cheap(value):
            return [None] * size
        bits = machine.bits(value, size)
        found: list[Pattern] = []
        for k in range(size):
            at = size - 1 - k if big else k
            part = bits[8 * at : 8 * at + 8]
            if self.attempt.given.get((name, offset + k)) == part:
                found.append(SAME)
            elif all(b < 2 for b in part):
                found.append(sum(b << j for j, b in enumerate(part)))
            elif part in self.results:
                found.append(self.results[part])
            else:
                found.append(self._pattern(part))
        return found

    def _pattern(self, bits: Bits) -> Pattern:
        found: list[int | Origin] = []
        for bit in bits:
            origin = self.attempt.origin.get(bit >> 1)
            if origin is not None:
                cell, k, negated = origin
                found.append((cell, k, negated ^ (bit & 1)))
            elif self.attempt.taint.any((bit,)):
                return self._made(bits)
            else:
                found.append(self.attempt.outside.bits((bit,))[0])
        return tuple(found)

    def _made(self, bits: Bits) -> Made | None:
        """A byte as what it is computed of, if that is little and known."""
        terms, found = self.attempt.terms, self.found
        nodes: set[int] = set()
        pending = [bit >> 1 for bit in bits]
        while pending:
            node = pending.pop()
            if node in nodes:
                continue
            nodes.add(node)
            if len(nodes) > SMALL:
                return None
            pending += inputs_of(terms, node)
        inputs: dict[object, int | Origin] = {}
        for node in nodes:
            if terms.kinds[node] != VARIABLE or not node:
                continue
            if node in self.attempt.origin:
                inputs[terms.contents[node]] = self.attempt.origin[node]
            elif self.attempt.taint.any((2 * node,)):
                return None
            else:
                inputs[terms.contents[node]] = self.attempt.outside.bits((2 * node,))[0]
        found.inputs |= inputs
        return Made(Substitution(terms, found.terms).bits(bits), tuple(inputs))

    def _cheap(self, value: Lazy) -> bool:
        """Whether an operation is one of few, or depends on nothing arbitrary."""
        stack: list[Lazy] = [value]
        seen = set()
        pure = True
        while stack:
            each = stack.pop()
            if id(each) in seen:
                continue
            seen.add(id(each))
            parts = each.inputs if each.bits is None else (each.bits,)
            for part in parts:
                if type(part) is Lazy:
                    stack.append(part)
                elif pure and type(part) is tuple:
                    pure = not self.attempt.taint.any(part)
            if not pure and len(seen) > FEW:
                return False
        return True
