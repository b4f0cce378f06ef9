"""Bits of linear forms as nodes, by chains of levels, and which words are sums (terms.py)."""

from __future__ import annotations

from collections.abc import Iterable

from mote.proving.linear import Form, carry_into, enter_digits, reduced
from mote.proving.polynomials import SUM, VARIABLE, XOR, Bits, Polynomials


class Sums(Polynomials):
    """A term context with sums: a bit of one is found by the levels of its form below it."""

    def __init__(self) -> None:
        super().__init__()
        self._sums: dict[tuple[int, Bits], int] = {}
        self._chains: dict[tuple[int, Bits, int], int] = {}
        self.chains: list[tuple[int, Bits, int]] = [(0, (), 0)]
        """A prefix of levels: the prefix before it, the items of its last level (2 * atom, and 1
        more where the digit is -1), and that level's digit of the constant.  0 is none."""
        self.ranges: list[tuple[int, int]] = [(0, 0)]
        """Least and greatest value of what a prefix carries into the level behind it."""
        self._depths: list[int] = [0]
        self._origins: dict[int, tuple[Bits, int, Form]] = {}
        """Of a SUM: a word of which it is a bit, which one, and that word's form."""
        self._definitions: dict[int, tuple[Bits, Form]] = {}
        """By the top bit of a sum that is named: its bits and its form."""
        self._named: dict[tuple[int, int, frozenset[tuple[int, int]]], Bits] = {}
        """The named sums, by their width and form."""
        self.assumed: dict[int, int] = {}
        """What a prefix carries into the level behind it, where that is assumed (`assume`)."""
        self.assumptions: list[int] = []
        """The literals that are 1 by what is assumed."""

    def name(self, word: Iterable[int]) -> None:
        """Make the bits of a word atoms from now on: a cut point.  Their definitions stay."""
        word = tuple(word)
        self._define(word)
        for literal in word:
            if literal >> 1 not in self.opaque:
                self._origins.pop(literal >> 1, None)
        super().name(word)

    def _define(self, word: Bits) -> None:
        """Note what a word stands for that is to be named, if it is a sum."""
        bits, index, form = self._origins.get(word[-1] >> 1, ((), 0, (0, {})))
        if bits and index == len(word) - 1 and bits[: index + 1] == word:
            constant, coefficients = reduced(form, len(word))
            self._definitions[word[-1] >> 1] = word, (constant, coefficients)
            self._named[len(word), constant, frozenset(coefficients.items())] = word

    def _remember(self, bits: Bits, form: Form) -> None:
        origins, kinds = self._origins, self.kinds
        for index, literal in enumerate(bits):
            node = literal >> 1
            if node in origins or node in self.opaque:
                continue
            # Above an increment is an XOR, with the atom that is carried.
            below = bits[index - 1] >> 1 if index else 0
            if kinds[node] == SUM or (
                kinds[node] == XOR
                and kinds[below] in (VARIABLE, SUM)
                and below in self.addends(node)
            ):
                origins[node] = (bits, index, form)

    def word_of(self, node: int) -> tuple[Bits, int]:
        """A sum of which a node is a bit, and which one; an empty word where there is none."""
        word, index, _ = self._origins.get(node, ((), 0, None))
        return word, index

    def plain(self, word: Bits, scale: int = 1) -> Form:
        """The number of a word as a form of its own bits."""
        constant = 0
        coefficients: dict[int, int] = {}
        for literal in word:
            weight = scale
            if literal & 1:
                constant += weight
                weight = -weight
            node = literal >> 1
            if node:
                coefficients[node] = coefficients.get(node, 0) + weight
            scale <<= 1
        return constant, coefficients

    def _bits(self, form: Form, width: int) -> Bits:
        """The bits of a reduced form, level by level."""
        constant, coefficients = form
        levels: list[list[int]] = [[] for _ in range(width)]
        for node, coefficient in coefficients.items():
            enter_digits(levels, node, coefficient)
        found = []
        chain = low = high = 0
        sign = 0  # 1: this is the complement of what is asked for
        chains, sums, kinds = self._chains, self._sums, self.kinds
        for level, items in enumerate(levels):
            digit = constant & 1
            if chain == 0:
                if items:
                    if (min(items) ^ sign) & 1:
                        # The complement, so that the first atom's digit is 1.
                        sign ^= 1
                        constant = ~constant
                        digit ^= 1
                    found.append(self.exclusive_or([item & -2 for item in items]) ^ digit ^ sign)
                    # Of a polynomial the XOR with the next atom would depend on which have names.
                    if digit and len(items) == 1 and kinds[items[0] >> 1] in (VARIABLE, SUM):
                        self.rules["increment"] += 1
                        carry_into(levels, level + 1, items[0])
                        constant >>= 1
                        continue
                else:
                    found.append(digit ^ sign)
                    constant >>= 1
                    continue
            else:
                key = (chain, tuple(sorted(item >> 1 for item in items)))
                known_sum = sums.get(key)
                if known_sum is None:
                    known_sum = sums[key] = self._node(SUM, key)
                found.append(2 * known_sum ^ digit ^ sign)
                if not items and (low, high, digit) in ((-1, 0, 0), (0, 1, 1)):
                    self.rules["sign"] += 1
                    constant >>= 1
                    continue
            signed = [item ^ sign for item in items] if sign else items
            if len(signed) > 1:
                signed.sort()
            negative = 0
            for item in signed:
                negative += item & 1
            low = (low - negative + digit) >> 1
            high = (high + len(signed) - negative + digit) >> 1
            constant >>= 1
            if low == high:
                constant += low
                chain = low = high = 0
                continue
            link = (chain, tuple(signed), digit)
            known = chains.get(link)
            if known is None:
                known = chains[link] = len(self.chains)
                self.chains.append(link)
                self.ranges.append((low, high))
                self._depths.append(self._depths[chain] + 1)
            chain = known
            if chain in self.assumed:
                constant += self.assumed[chain]
                chain = low = high = 0
        return tuple(found)

    def form_of(self, chain: int) -> Form:
        """The form that a prefix stands for."""
        levels = []
        while chain:
            before, items, digit = self.chains[chain]
            levels.append((items, digit))
            chain = before
        constant = 0
        coefficients: dict[int, int] = {}
        for k, (items, digit) in enumerate(reversed(levels)):
            constant += digit << k
            for item in items:
                weight = -1 << k if item & 1 else 1 << k
                coefficients[item >> 1] = coefficients.get(item >> 1, 0) + weight
        return constant, coefficients

    def _is_sum(self, node: int) -> bool:
        """Whether a node is a bit of a sum that has no name."""
        return self.kinds[node] == SUM and node not in self.opaque

    def _as_carry(self, atom: int) -> tuple[int, Form, int] | None:
        chain, own = self.contents[atom]
        level = self._depths[chain]
        constant, coefficients = self.form_of(chain)
        for node in own:
            # The highest digit of a coefficient like 3 = 4 - 1; an atom of its own is no carry.
            if node not in coefficients:
                return None
            coefficients[node] += -1 << level if coefficients[node] > 0 else 1 << level
        low = constant + sum(c for c in coefficients.values() if c < 0) >> level
        high = constant + sum(c for c in coefficients.values() if c > 0) >> level
        # The form is 2^level (what it carries) + the bits below: 0 <= those < 2^level.
        if high - low > 1:
            return None
        # Carried is low or low + 1: bit `level` is the parity of it.
        return level, (constant - (low << level), coefficients), low & 1

    def assume(self, carry: int, value: int) -> None:
        """From now on the pure carry that this literal is has a value: a case of a proof."""
        found = self._as_carry(carry >> 1) if self.kinds[carry >> 1] == SUM else None
        if found is None:
            raise ValueError("only a carry can be assumed")
        chain, _ = self.contents[carry >> 1]
        low = self.form_of(chain)[0] - found[1][0] >> found[0]
        self.assumed[chain] = low + (value ^ (carry & 1) ^ found[2])
        self.assumptions.append(carry ^ value ^ 1)
