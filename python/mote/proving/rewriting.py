"""Rewriting rules of sums: what a form has of known sums and their carries as these (terms.py).

Each rule takes a form modulo a power of two to one that is equal, or whose upper bits are.
"""

from __future__ import annotations

import abc
from collections.abc import Iterable, Sequence

from mote.proving.linear import Form, has_digit, opposite, reduced, scaled, summed
from mote.proving.polynomials import SUM, Bits
from mote.proving.sums import Sums

LONGEST_NAMED = 32
"""Bits of words of which a longer register may hold one, with whatever above."""


class Rewriting(Sums, abc.ABC):
    """A term context with the rules by which sums of sums become sums."""

    def __init__(self) -> None:
        super().__init__()
        self._carries: dict[int, tuple[int, Form, int] | None] = {}
        self._operands: dict[int, tuple[Bits, Bits, int, int]] = {}
        """Of a node that is a carry, or its complement (1): what is added."""
        self._results: dict[int, Bits] = {}
        """The low bits of what is added, by the node of its carry."""

    @abc.abstractmethod
    def word(self, form: Form, width: int) -> Bits:
        """The bits of a form modulo 2^width, by all rules: terms.Terms has them together."""

    def add(self, forms: Iterable[Form], width: int, constant: int = 0) -> Bits:
        """The sum of forms modulo 2^width."""
        each, coefficients = summed(forms)
        return self.word((constant + each, coefficients), width)

    def linear(self, word: Bits, scale: int = 1) -> Form:
        """A word's number as a form, modulo scale * 2^(its width): of a known sum its summands."""
        origin = self._origins.get(word[-1] >> 1)
        if origin is not None and not self._is_named_below(word):
            bits, index, form = origin
            if word == bits:
                # Its top bits may be one node: copies of the sign.
                return scaled(form, scale)
            low = len(word) - index - 1
            if low == 0 and word[0] < 2:
                # Its lowest bits are known, and are others than those of the sum that came first.
                end = next(k for k, literal in enumerate(word) if literal > 1)
                if word[end:] == bits[end : index + 1]:
                    self.rules["below"] += 1
                    parts = self.plain(word[:end]), self.plain(bits[:end], -1), form
                    return scaled(reduced(summed(parts), len(word)), scale)
            if low < 0 and word == bits[-low : index + 1]:
                # The upper bits, where the form has nothing below.
                unit = 1 << -low
                if not (form[0] % unit or any(c % unit for c in form[1].values())):
                    upper = {node: c // unit * scale for node, c in form[1].items()}
                    return form[0] // unit * scale, upper
            if low >= 0 and not any(word[:low]):
                part, known = word[low:], bits[: index + 1]
                if part == known:
                    return scaled(form, scale << low)
                if part[:-1] == known[:-1]:
                    self.rules["top"] += 1
                    return scaled((form[0] + (1 << index), form[1]), scale << low)
                if all(a ^ b == 1 for a, b in zip(part[:-1], known[:-1], strict=True)):
                    opposed = (-1 - form[0], opposite(form[1]))
                    if part[-1] ^ known[-1] == 1:
                        return scaled(opposed, scale << low)
                    if part[-1] == known[-1]:
                        self.rules["top"] += 1
                        return scaled((opposed[0] + (1 << index), opposed[1]), scale << low)
        return self.plain(word, scale)

    def _is_named_below(self, word: Bits) -> bool:
        """Whether the lower half of a sum has names, and what is above it has none.

        As where a register of 64 bits has a word of 32 in it, with whatever above.  Such a sum is
        the named word and the upper bits, each an atom: not its summands, from before the name.
        In shorter words names end where bytes do: code of eight bits adds a named byte to another.
        """
        if len(word) <= LONGEST_NAMED:
            return False
        half = len(word) // 2
        ends = word[0] >> 1, word[half - 1] >> 1
        return self.opaque.issuperset(ends) and word[half] >> 1 not in self.opaque

    # ---- carries ----

    def _true_carry(self, atom: int) -> tuple[int, Form, int] | None:
        """(n, V, negated) of an atom that is bit n of V, or its complement, with 0 <= V < 2^(n+1).

        V is not a word's bit alone: n > 0.  None for any other atom.
        """
        if self.kinds[atom] != SUM:
            return None
        if atom not in self._carries:
            known = atom in self._operands
            self._carries[atom] = self._of_operands(atom) if known else self._as_carry(atom)
        return self._carries[atom]

    def _of_operands(self, atom: int) -> tuple[int, Form, int]:
        """The same, of a carry whose sum is known."""
        a, b, carry, negated = self._operands[atom]
        return len(a), summed(map(self.plain, (a, b, (carry,)))), negated

    def _result_of(self, atom: int) -> Bits:
        """What is added where this is the carry, without it; nothing while that is looked for."""
        result = self._results.get(atom)
        if result is None:
            a, b, carry, _ = self._operands[atom]
            # What is added may lead to the same carry again.
            self._results[atom] = ()
            result = self.add((self.linear(a), self.linear(b), self.plain((carry,))), len(a))
            self._results[atom] = result
        return result

    # ---- rules ----

    def _offset(self, form: Form, width: int) -> tuple[Form, int]:
        """Some bits of a known sum, and a constant, as the form of the sum and the constant.

        The bits below are less than one of the constant: nothing is carried.
        """
        constant, coefficients = form
        if not constant or not 0 < len(coefficients) <= width:
            return form, 0
        # The topmost bit: lower ones may be bits of several sums.
        atom = max(coefficients, key=lambda each: abs(coefficients[each]))
        if atom not in self._origins:
            return form, 0
        bits, index, known = self._origins[atom]
        low = index + 1 - width
        if low <= 0:
            return form, 0
        run = reduced(self.plain(bits[low : low + width]), width)
        if run[1] != coefficients:
            return form, 0
        self.rules["offset"] += 1
        constant = (constant - run[0] << low) + known[0]
        return reduced((constant, known[1]), width + low), low

    def _extended(
        self, constant: int, coefficients: dict[int, int], width: int
    ) -> tuple[Form, int]:
        """The form with the upper bits of a known sum as all of its bits.

        The lower ones are less than one of what is added to the upper ones: nothing is carried.
        The sum is that of the topmost bit, or else of the lowest one.
        Of several such sums the one with which most of the others become forms, too.
        """
        best: tuple[int, Form, int] | None = None
        top = 1 << width - 1
        for atom in sorted(coefficients, reverse=True):
            if atom not in self._origins:
                continue
            coefficient = coefficients[atom]
            bits, index, _ = self._origins[atom]
            low = index + 1 - width
            if low <= 0 or not has_digit(coefficient, top, top):
                if coefficient not in (1, -1):
                    continue
                low = next((k for k in range(index + 1) if bits[k] >> 1 == atom), 0)
                if not low or len(bits) < low + width:
                    continue
                if (coefficient < 0) != bits[low] & 1:
                    continue
            part = bits[low : low + width]
            if self._run(part, 1, coefficients, top) is None:
                continue
            each, below = self.plain(bits[:low])
            form = {a: c << low for a, c in coefficients.items()}
            for a, c in below.items():
                form[a] = form.get(a, 0) + c
            found = self._flattened(((constant << low) + each, form), width + low)
            left = sum(a in self._origins for a in found[1])
            if best is None or left < best[0]:
                best = left, found, low
            if not left:
                break
        if best is None:
            return (constant, coefficients), 0
        self.rules["upper"] += 1
        return best[1:]

    def _telescoped(
        self, constant: int, coefficients: dict[int, int], width: int, odd: Sequence[int]
    ) -> tuple[Form, int] | None:
        """Several carries at once, by 2^w carry(a, b) = a + b - (a + b mod 2^w).

        Sums in between cancel, and the last one is the low bits of what is left.
        """
        sizes = {len(self._operands[atom][0]) for atom in odd if atom in self._operands}
        if len(sizes) != 1:
            return None
        (level,) = sizes
        total = constant
        rest = dict(coefficients)
        lower: list[tuple[int, Form]] = []
        sums: list[Bits] = []
        for atom in sorted(odd):
            if atom not in self._operands:
                continue
            sign = rest.pop(atom)
            a, b, carry, negated = self._operands[atom]
            if negated:
                total += sign
                sign = -sign
            result = self._result_of(atom)
            if not result:
                return None
            sums.append(result)
            lower += [(sign, self.plain(each)) for each in (a, b, (carry,))]
            lower.append((-sign, self.plain(result)))
        total <<= level
        rest = {atom: coefficient << level for atom, coefficient in rest.items()}
        for sign, (each, part) in lower:
            total += sign * each
            for atom, coefficient in part.items():
                rest[atom] = rest.get(atom, 0) + sign * coefficient
        for result in reversed(sums):
            each, part = self.plain(result)
            without = dict(rest)
            for atom, coefficient in part.items():
                without[atom] = without.get(atom, 0) + coefficient
            low = self._flattened((total + each, without), level)
            if self._bits(low, level) == result:
                self.rules["telescope"] += 1
                form = self._flattened((total + each, without), width + level)
                return form, level
        return None

    def _taken_back(
        self, constant: int, coefficients: dict[int, int], width: int, atom: int
    ) -> tuple[Form, int] | None:
        """The form less a carry(a, b) whose a + b has its upper part there: b is taken back.

        Exactly, 2^w carry(a, b) is a + b - (a + b mod 2^w); below, any number less than 2^w may
        stand: a itself, or b.
        """
        if atom not in self._operands:
            return None
        a, b, carry, negated = self._operands[atom]
        if (coefficients[atom] < 0) == negated:
            return None
        level, top = len(a), 1 << width - 1
        result = self._result_of(atom)
        for each, coefficient in coefficients.items():
            bits, index, _ = self._origins.get(each, ((), 0, (0, {})))
            low = index + 1 - width
            if abs(coefficient) == top and low >= level and bits[low - level : low] == result:
                break
        else:
            return None
        # The node is 1 - carry where it is negated.
        rest = {node: c << level for node, c in coefficients.items() if node != atom}
        parts = [(constant + negated << level, rest), self.plain(result)]
        parts += [self.plain(word, -1) for word in (a, b, (carry,))]
        forms = [summed([*parts, self.plain(word)]) for word in (a, b)]
        found = [self._flattened(form, width + level) for form in forms]
        self.rules["taken back"] += 1
        return min(found, key=lambda each: len(each[1])), level

    def _flattened(self, form: Form, width: int) -> Form:
        """The form with runs of a known sum's bits replaced by its summands, modulo 2^width."""
        constant, coefficients = self._whole(reduced(form, width), width)
        top = 1 << width - 1
        tried: set[int] = set()
        while True:
            found = None
            for atom, coefficient in coefficients.items():
                if atom in self._origins and atom not in tried and has_digit(coefficient, top, top):
                    found = atom
                    break
            if found is None:
                return constant, coefficients
            tried.add(found)
            bits, index, known = self._origins[found]
            if index >= width:
                continue
            scale = 1 << width - 1 - index
            for sign in (scale, -scale):
                run = self._run(bits[: index + 1], sign, coefficients, top)
                if run is None:
                    continue
                self.rules["flatten"] += 1
                constant += sign * known[0] - run[0]
                for node, coefficient in run[1].items():
                    coefficients[node] = coefficients.get(node, 0) - coefficient
                for node, coefficient in known[1].items():
                    coefficients[node] = coefficients.get(node, 0) + sign * coefficient
                constant, coefficients = reduced((constant, coefficients), width)
                break

    def _whole(self, form: Form, width: int) -> Form:
        """The form with carries that stand above the words they come from as what is added.

        A carry at the bottom is `_absorbed`.
        """
        constant, coefficients = form
        tried: set[int] = set()
        while True:
            found = next(
                (
                    atom
                    for atom, coefficient in coefficients.items()
                    if atom in self._operands
                    and atom not in tried
                    and not coefficient & (1 << len(self._operands[atom][0])) - 1
                ),
                None,
            )
            if found is None:
                return constant, coefficients
            tried.add(found)
            a, b, carry, negated = self._operands[found]
            scale = coefficients[found] >> len(a)
            if negated:
                scale = -scale
            if abs(scale) & abs(scale) - 1:
                continue
            result = self._result_of(found)
            run = self._run(result, scale, coefficients, 1 << width - 1) if result else None
            if run is None:
                continue
            self.rules["whole"] += 1
            # The node is 1 - carry where it is negated.
            weight = coefficients.pop(found)
            constant += (weight if negated else 0) - run[0]
            for node, part in run[1].items():
                coefficients[node] = coefficients.get(node, 0) - part
            for each, form_of_it in (self.plain(word, scale) for word in (a, b, (carry,))):
                constant += each
                for node, part in form_of_it.items():
                    coefficients[node] = coefficients.get(node, 0) + part
            constant, coefficients = reduced((constant, coefficients), width)

    def _run(self, bits: Bits, scale: int, coefficients: dict[int, int], top: int) -> Form | None:
        """The bits at that scale as a form, if the coefficients have the digits of all of them.

        Only bits that are sums have to be there: an atom can stand in several words, so that its
        digits are no longer seen, and to take the bits off is right in any case.
        """
        constant = 0
        run: dict[int, int] = {}
        weight = scale
        for literal in bits:
            w = weight
            if literal & 1:
                constant += w
                w = -w
            node = literal >> 1
            if node:
                if self._is_sum(node) and not has_digit(coefficients.get(node, 0), w, top):
                    return None
                run[node] = run.get(node, 0) + w
            weight <<= 1
        return constant, run
