"""Bits as hash-consed terms: two bits of one value have one number wherever the rules see it.

A literal is 2 * node + negated; node 0 is the constant 0, so that literal 0 is false and 1 true.
A word is a tuple of literals, the least significant one first.  The kinds of nodes:

- a variable, by its name;
- XOR: a set of addends, each an atom or an AND: a polynomial over GF(2), so that XOR and AND are
  commutative, associative and distributive by their form;
- AND: a set of atoms, a monomial of such a polynomial;
- SUM: bit n of a linear form over the integers with 0/1 atoms, modulo 2^(n+1).  Its key is the
  chain of the levels below n and the atoms of level n: level k has the atoms whose coefficient has
  a nonzero digit at 2^k (in the non-adjacent form, which is unique), and a digit of the constant.

Atoms are variables, SUMs, and the nodes that `name` makes opaque (cut points of a specification).
The rules (test_prove_terms.py has each use of one, in programs on small words, proved by a solver,
and tries them at full width):

- xor, and: arithmetic of polynomials over GF(2).
- definition: of a sum of a polynomial and a named one, with what the latter stands for.
- small function: a product of large polynomials in few atoms, by its values.
- digits: a coefficient is the sum of its digits.
- split: levels below m whose range lies within one multiple of 2^m do not reach beyond it but as
  a constant: the levels from m on are a form of their own.
- complement: bit n of -1 - L is the complement of bit n of L.
- increment: a variable, or a bit of a sum, and 1 carry it: above it a form has it once more.
- sign: what is 0 or -1 is so above empty digits, too: all bits there are one; so is what is 0 or 1
  above ones.
- single: a form of one atom is looked up at 0 and at 1.
- disjoint: a form whose coefficients share no binary digit carries nothing: 3 u for u in every
  second bit.
- absorb: a carry out of V (0 <= V < 2^(n+1), its bit n) that a form adds is V itself, at a scale
  of 2^n: x1 + y1 + carry(x0 + y0) are the upper bits of (x + y).
- flatten: a run of atoms that are bits 0 to j of F, at 2^(w-1-j) to the topmost 2^(w-1), is F at
  that scale modulo 2^w: (x + y) + z is x + y + z.
- telescope: several carries at once, by 2^w carry(a, b) = a + b - (a + b mod 2^w).
- taken back: of x + y - y in two parts, the upper one with the carry of the lower taken off.
- whole: 2^w carry(a, b) + (a + b mod 2^w) is a + b, also where the carry is not at the bottom.
- top: half of the modulus more is the complement of the topmost bit.
- upper: h + x, with h the bits of F from j on, are the upper bits of F + 2^j x.
- double: the carry of x + x and a bit is the topmost bit of x: a rotation, which adds nothing.
- offset: h + c, with h some bits of F from j on and c a constant, are bits of F + 2^j c.
- named: a sum with a named one of its width in it is the named one that comes of it with what the
  latter stands for: of e = d + t and a = t + s, both named, e - d + s is a.
- summand: (x + y) < x is the carry of x + y.
- zero: x + 1 is zero where it carries; also where its bits are named.
- table: an entry at an address of symbols is the polynomial that interpolates the entries, or the
  XOR of such as other tables gave at the same address.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mote.proving.linear import Form, disjoint_bits, opposite, reduced, scaled, summed
from mote.proving.polynomials import (
    AND,
    CONSTANT,
    FALSE,
    FEW_ATOMS,
    SUM,
    TRUE,
    VARIABLE,
    XOR,
    Bits,
)
from mote.proving.rewriting import Rewriting

__all__ = [
    "AND",
    "CONSTANT",
    "FALSE",
    "FEW_ATOMS",
    "SUM",
    "TRUE",
    "VARIABLE",
    "XOR",
    "Bits",
    "Form",
    "Terms",
]

UPPER = 8
"""The least width at which sums of upper parts are looked for."""


class Terms(Rewriting):
    """A term context."""

    def __init__(self) -> None:
        super().__init__()
        self.totals: dict[int, list[tuple[Any, Any, Any, int]]] = {}
        """Of a machine's sums, by their top bits: what was added, and the bytes of it."""
        self.beside: dict[int, set[tuple[int, int]]] = {}
        """By top bits that are a product of the complement of a sum's: the sum's, and the other;
        two of them where both are complements of sums'."""
        self.summands: dict[Bits, tuple[Bits, Bits]] = {}
        self.equalities: dict[int, tuple[Bits, Bits, int]] = {}
        """By nodes: words, and whether it is 0 where they are equal."""
        self._words: dict[tuple[int, int, frozenset[tuple[int, int]]], Bits] = {}
        """By width and form: what was made of it since something was named or assumed."""
        self._carried: dict[tuple[Bits, Bits, int], int] = {}
        """The same of carries, by what is added."""

    def name(self, word: Iterable[int]) -> None:
        """Make the bits of a word atoms from now on: a cut point.  Their definitions stay."""
        super().name(word)
        self._forget()

    def assume(self, carry: int, value: int) -> None:
        """From now on the pure carry that this literal is has a value: a case of a proof."""
        super().assume(carry, value)
        self._forget()

    def _forget(self) -> None:
        """Let words be made anew: what was made of them is right, but might be simpler."""
        self._words.clear()
        self._carried.clear()

    def word(self, form: Form, width: int) -> Bits:
        """The bits of a form modulo 2^width."""
        constant, coefficients = reduced(form, width)
        if not coefficients:
            return tuple(constant >> k & 1 for k in range(width))
        if len(coefficients) == 1:
            ((node, coefficient),) = coefficients.items()
            self.rules["single"] += 1
            zero, one = constant, constant + coefficient
            return tuple(
                (zero >> k & 1) ^ (2 * node if (zero ^ one) >> k & 1 else 0) for k in range(width)
            )
        key = width, constant, frozenset(coefficients.items())
        known = self._words.get(key)
        if known is None:
            known = self._word(constant, coefficients, width)
            self._words[key] = known
        return known

    def _word(self, constant: int, coefficients: dict[int, int], width: int) -> Bits:
        if any(c & -c != abs(c) for c in coefficients.values()):
            found = disjoint_bits(constant, coefficients, width)
            if found is not None:
                self.rules["disjoint"] += 1
                return found
        if self._named:
            known = self._by_definition(constant, coefficients, width)
            if known is not None:
                return known
        (constant, coefficients), below = self._absorbed(constant, coefficients, width)
        bits = self._bits((constant, coefficients), width + below)
        self._remember(bits, (constant, coefficients))
        return bits[below:]

    def _by_definition(
        self, constant: int, coefficients: dict[int, int], width: int
    ) -> Bits | None:
        """The named sum that this is with what another named one in it stands for, if there is."""
        top = 1 << width - 1
        tops = [a for a, c in coefficients.items() if abs(c) == top and a in self._definitions]
        for atom in tops:
            bits, form = self._definitions[atom]
            if len(bits) != width:
                continue
            for sign in (1, -1):
                each, run = self.plain(bits, -sign)
                total = dict(coefficients)
                for part in (run, scaled(form, sign)[1]):
                    for node, coefficient in part.items():
                        total[node] = total.get(node, 0) + coefficient
                rest, total = reduced((constant + each + sign * form[0], total), width)
                found = self._named.get((width, rest, frozenset(total.items())))
                if found is not None:
                    self.rules["named"] += 1
                    return found
        return None

    def _absorbed(
        self, constant: int, coefficients: dict[int, int], width: int
    ) -> tuple[Form, int]:
        """The form with its lowest carries as what they carry from, and how far below that is."""
        below = 0
        absorbed: set[int] = set()
        while True:
            odd = [
                atom
                for atom, coefficient in coefficients.items()
                if coefficient & 1
                and atom not in absorbed
                and coefficient in (1, -1)
                and self.kinds[atom] == SUM
                and self._true_carry(atom) is not None
            ]
            if len(odd) > 1 and not below:
                found = self._telescoped(constant, coefficients, width, odd)
                if found is not None:
                    return found
            if len(odd) == 1 and not below:
                found = self._taken_back(constant, coefficients, width, odd[0])
                if found is not None:
                    return found
            if not odd:
                break
            self.rules["absorb"] += 1
            atom = max(odd)
            # What it carries from may have it again, where sums that are equal were met before.
            absorbed.add(atom)
            carry = self._true_carry(atom)
            assert carry is not None
            level, value, negated = carry
            # The atom is bit `level` of value, or its complement.
            coefficients = dict(coefficients)
            sign = coefficients.pop(atom)
            if negated:
                constant += sign
                sign = -sign
            if sign < 0:
                constant -= 1
                value = ((2 << level) - 1 - value[0], opposite(value[1]))
            constant = (constant << level) + value[0]
            coefficients = {a: c << level for a, c in coefficients.items()}
            for a, c in value[1].items():
                coefficients[a] = coefficients.get(a, 0) + c
            below += level
        if not below:
            if width >= UPPER:
                # A carry has a bit more than its words.
                form, more = self._extended(constant, coefficients, width)
                if more or width % 8:
                    return form, more
            return self._offset((constant, coefficients), width)
        form = self._flattened((constant, coefficients), width + below)
        form, more = self._extended(*form, width + below)
        if not more:
            form, more = self._offset(form, width + below)
        return form, below + more

    # ---- arithmetic of words ----

    def sum(self, a: Bits, b: Bits) -> Bits:
        """a + b, words of one width."""
        found = self.add((self.linear(a), self.linear(b)), len(a))
        self.summands[found] = (a, b)
        return found

    def difference(self, a: Bits, b: Bits) -> Bits:
        """a - b, words of one width."""
        return self.add((self.linear(a), self.linear(b, -1)), len(a))

    def carry(self, a: Bits, b: Bits, carry: int = FALSE) -> int:
        """The carry out of a + b + carry, the latter a literal."""
        if a == b:
            self.rules["double"] += 1
            return a[-1]
        key = a, b, carry
        known = self._carried.get(key)
        if known is None:
            known = self._carry_of(a, b, carry)
            self._carried[key] = known
        return known

    def _carry_of(self, a: Bits, b: Bits, carry: int) -> int:
        width = len(a)
        total = summed(map(self.plain, (a, b, (carry,))))
        found = self.word(total, width + 1)[width]
        if found > 1 and found >> 1 not in self._operands:
            self._operands[found >> 1] = (a, b, carry, found & 1)
            self._carries.pop(found >> 1, None)
        return found

    def less(self, a: Bits, b: Bits) -> int:
        """Whether a < b, unsigned."""
        summands = self.summands.get(a)
        if summands is not None and b in summands:
            self.rules["summand"] += 1
            return self.carry(*summands)
        return self.borrow(a, b)

    def borrow(self, a: Bits, b: Bits, borrow: int = FALSE) -> int:
        """The borrow out of a - b - borrow: not the carry of a + ~b + 1 - borrow."""
        return self.carry(a, tuple(literal ^ 1 for literal in b), borrow ^ 1) ^ 1

    def equal(self, a: Bits, b: Bits) -> int:
        """Whether two words are the same."""
        if not any(b):
            # Bits that are 0 do not matter.
            width = max((k + 1 for k, bit in enumerate(a) if bit), default=1)
            a, b = a[:width], b[:width]
            # x + 1 is zero where it carries; also above low bits that are 0.
            for form in (self.linear(a), self._sum_in(a)):
                constant, coefficients = reduced(form, len(a))
                weights = sorted(coefficients.values())
                if weights and constant == weights[0] and constant & constant - 1 == 0 < constant:
                    low = constant.bit_length() - 1
                    if weights == [1 << k for k in range(low, len(a))]:
                        self.rules["zero"] += 1
                        return self.word((constant, coefficients), len(a) + 1)[len(a)]
        found = TRUE
        for x, y in zip(a, b, strict=True):
            found = self.conjunction(found, self.xor(x, y) ^ 1)
        if found > 1:
            self.equalities[found >> 1] = a, b, found & 1
        return found

    def as_order(self, literal: int) -> int:
        """An equality of words as what is neither less nor greater; any other as it is.

        That is of carries, which a solver follows, where the equality is one polynomial.
        """
        a, b, negated = self.equalities.get(literal >> 1, ((), (), 0))
        if not a:
            return literal
        if any(b):
            same = self.conjunction(self.less(a, b) ^ 1, self.less(b, a) ^ 1)
        else:
            same = self.less(a, (1, *b[1:]))
        return same ^ negated ^ literal & 1

    def _sum_in(self, word: Bits) -> Form:
        """The form whose bits a word has, also where these are named; 0 if it has those of none."""
        top = word[-1] >> 1
        if self.kinds[top] != SUM or word[-1] & 1 or top not in self.opaque:
            return 0, {}
        chain, own = self.contents[top]
        constant, coefficients = self.form_of(chain)
        level = 0
        while chain:
            chain, level = self.chains[chain][0], level + 1
        # Bits below may be split off.
        low = len(word) - 1 - level
        if low < 0:
            return 0, {}
        below, some = self.linear(word[:low]) if low else (0, {})
        form = dict(some)
        for node, coefficient in (*coefficients.items(), *((node, 1 << level) for node in own)):
            form[node] = form.get(node, 0) + (coefficient << low)
        found = below + (constant << low), form
        return found if self.word(found, len(word)) == word else (0, {})
