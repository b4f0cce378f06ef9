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
The rules; tests/test_prove_terms.py has each use of one in programs on small words proved by a
solver, and tries them at full width:

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

import functools
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

Bits = tuple[int, ...]
Form = tuple[int, dict[int, int]]
"""A linear form over the integers: the constant, and the coefficient of each atom."""

FALSE, TRUE = 0, 1
CONSTANT, VARIABLE, XOR, AND, SUM = range(5)

EXPANDED = 64
"""Products of polynomials with at most so many terms are multiplied out; of larger ones only those
that have few atoms are."""

UPPER = 8
"""The least width at which sums of upper parts are looked for."""

LARGE = 16
"""A polynomial of more terms is kept as a row of numbers, and as a set only while it is used."""

RECENT = 4096
"""Of the large ones so many are kept as sets."""

FEW_ATOMS = 10
"""A polynomial of so many atoms has at most 2^10 monomials: it is kept multiplied out."""


class Basis:
    """Boolean functions of the same few inputs, as values at all of them: what they span."""

    def __init__(self, inputs: Bits) -> None:
        self.products: list[int] = []
        """Of the inputs, all that there are, once they were asked for."""
        self._literals = [TRUE, *inputs]
        self._rows: list[tuple[int, int, int]] = []
        """Values, the lowest place of a 1 among them, and of which functions they are the sum."""
        size = 1 << len(inputs)
        self._insert((1 << size) - 1, 1)
        for k in range(len(inputs)):
            self._insert(sum(1 << index for index in range(size) if index >> k & 1), 2 << k)

    def _reduced(self, column: int, members: int) -> tuple[int, int]:
        for values, place, those in self._rows:
            if column >> place & 1:
                column ^= values
                members ^= those
        return column, members

    def _insert(self, column: int, members: int) -> None:
        column, members = self._reduced(column, members)
        if column:
            self._rows.append((column, (column & -column).bit_length() - 1, members))

    def add(self, column: int, literal: int) -> None:
        """Another function, which is not the sum of those that are there."""
        self._literals.append(literal)
        self._insert(column, 1 << len(self._literals) - 1)

    def sum_of(self, column: int) -> list[int] | None:
        """The literals whose XOR has these values; None if there are none."""
        column, members = self._reduced(column, 0)
        if column:
            return None
        return [literal for k, literal in enumerate(self._literals) if members >> k & 1]


class Monomials:
    """The monomials of a few atoms: which bits of a number each has."""

    def __init__(self, order: Sequence[int]) -> None:
        self.size = len(order)
        self.place = {atom: 1 << index for index, atom in enumerate(order)}
        self.masks: dict[int, int] = {}
        """Of a monomial's node the atoms in it."""
        self.nodes: dict[int, int] = {}
        """The node of a set of atoms."""
        self.polynomials: dict[int, int] = {}
        """Of a node, as `values_of` takes it."""


class Terms:
    """A universe of terms."""

    def __init__(self) -> None:
        self.kinds: list[int] = [CONSTANT]
        self.contents: list[Any] = [None]
        """Of a node: a variable's name, the nodes of an XOR or AND, the key of a SUM."""
        self._addends: list[frozenset[int] | None] = [frozenset()]
        """Of a node: the nodes whose XOR it is (`addends`); None where that is not at hand."""
        self._recent: dict[int, frozenset[int]] = {}
        """The same, of large polynomials that were used a short time ago."""
        self.rules: Counter[str] = Counter()
        self.opaque: set[int] = set()
        self.totals: dict[int, list[tuple[Any, Any, Any, int]]] = {}
        """Of a machine's sums, by their top bits: what was added, and the bytes of it."""
        self.beside: dict[int, set[tuple[int, int]]] = {}
        """By top bits that are a product of the complement of a sum's: the sum's, and the other;
        two of them where both are complements of sums'."""
        self._variables: dict[object, int] = {}
        self._xors: dict[frozenset[int], int] = {}
        self._larges: dict[bytes, int] = {}
        """The XORs of more than LARGE nodes, by these in ascending order."""
        self._ands: dict[frozenset[int], int] = {}
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
        self._carries: dict[int, tuple[int, Form, int] | None] = {}
        self._operands: dict[int, tuple[Bits, Bits, int, int]] = {}
        """Of a node that is a carry, or its complement (1): what is added."""
        self._results: dict[int, Bits] = {}
        """The low bits of what is added, by the node of its carry."""
        self.summands: dict[Bits, tuple[Bits, Bits]] = {}
        self.assumed: dict[int, int] = {}
        """What a prefix carries into the level behind it, where that is assumed (`assume`)."""
        self.assumptions: list[int] = []
        """The literals that are 1 by what is assumed."""
        self._bases: dict[Bits, Basis] = {}
        """Functions of the same address bits that tables gave, by these."""
        self._products: dict[tuple[int, int, int], tuple[int, ...]] = {}
        """Products of polynomials of few atoms, by their number and both polynomials."""
        self._atoms: dict[int, frozenset[int]] = {}
        """Of a node that is a polynomial of few atoms: these; of many: nothing."""
        self._sets_of_atoms: dict[frozenset[int], frozenset[int]] = {}
        """One object for each such set."""
        self._monomials: dict[frozenset[int], Monomials] = {}

    def __len__(self) -> int:
        return len(self.kinds)

    # ---- nodes ----

    def _node(self, kind: int, content: object, addends: frozenset[int] | None = None) -> int:
        node = len(self.kinds)
        self.kinds.append(kind)
        self.contents.append(content)
        self._addends.append(addends)
        return node

    def addends(self, node: int) -> frozenset[int]:
        """The nodes whose XOR a node is; itself alone if it is an atom or an AND."""
        found = self._addends[node]
        if found is None:
            if self.kinds[node] != XOR or node in self.opaque:
                found = self._addends[node] = frozenset((node,))
            else:
                found = self._recent.get(node)
                if found is None:
                    found = frozenset(self.contents[node])
                    self._used(node, found)
        return found

    def _used(self, node: int, addends: frozenset[int]) -> None:
        if len(self._recent) >= RECENT:
            self._recent.clear()
        self._recent[node] = addends

    def variable(self, name: object) -> int:
        """The literal of a variable; the same one for the same name."""
        node = self._variables.get(name)
        if node is None:
            node = self._variables[name] = self._node(VARIABLE, name)
        return 2 * node

    def variables(self, name: str, size: int) -> Bits:
        """A word of variables (name, 0), (name, 1) …"""
        return tuple(self.variable((name, bit)) for bit in range(size))

    def name(self, word: Iterable[int]) -> None:
        """Make the bits of a word atoms from now on: a cut point.  Their definitions stay."""
        word = tuple(word)
        self._define(word)
        for literal in word:
            node = literal >> 1
            if node not in self.opaque:
                self.opaque.add(node)
                self._origins.pop(node, None)
                self._recent.pop(node, None)
                self._atoms.pop(node, None)
                if self.kinds[node] in (XOR, AND):
                    self._addends[node] = frozenset((node,))
                if self.kinds[node] == AND:
                    # What has it as a monomial has an atom instead.
                    self._atoms.clear()
                    self._monomials.clear()

    def _define(self, word: Bits) -> None:
        """Note what a word stands for that is to be named, if it is a sum."""
        bits, index, form = self._origins.get(word[-1] >> 1, ((), 0, (0, {})))
        if bits and index == len(word) - 1 and bits[: index + 1] == word:
            constant, coefficients = _reduced(form, len(word))
            self._definitions[word[-1] >> 1] = word, (constant, coefficients)
            self._named[len(word), constant, frozenset(coefficients.items())] = word

    def _of_addends(self, addends: frozenset[int], negated: int) -> int:
        if not addends:
            return negated
        if len(addends) == 1:
            (node,) = addends
            return 2 * node + negated
        if len(addends) > LARGE:
            key = array("I", sorted(addends)).tobytes()
            found = self._larges.get(key)
            if found is None:
                found = self._larges[key] = self._node(XOR, memoryview(key).cast("I"))
                self._used(found, addends)
            return 2 * found + negated
        found = self._xors.get(addends)
        if found is None:
            found = self._xors[addends] = self._node(XOR, addends, addends)
        return 2 * found + negated

    def xor(self, a: int, b: int) -> int:
        """The XOR of two literals."""
        if a < 2:
            return b ^ a
        if b < 2:
            return a ^ b
        if a >> 1 == b >> 1:
            return (a ^ b) & 1
        first, second = self._addends[a >> 1], self._addends[b >> 1]
        if first is None or second is None:
            found = self._with_definition(a, b)
            if found is not None:
                return found
            first = first or self.addends(a >> 1)
            second = second or self.addends(b >> 1)
        return self._of_addends(first ^ second, (a ^ b) & 1)

    def _with_definition(self, a: int, b: int) -> int | None:
        """The XOR of a large polynomial and a named one, if that has a name, too."""
        if b >> 1 not in self.opaque:
            a, b = b, a
        if b >> 1 not in self.opaque or self.kinds[b >> 1] != XOR:
            return None
        both = self.addends(a >> 1).symmetric_difference(self.contents[b >> 1])
        node = self._known(both)
        if node is None or node not in self.opaque:
            return None
        self.rules["definition"] += 1
        return 2 * node + ((a ^ b) & 1)

    def _known(self, addends: frozenset[int]) -> int | None:
        """The node of an XOR that is there."""
        if len(addends) > LARGE:
            return self._larges.get(array("I", sorted(addends)).tobytes())
        return self._xors.get(addends)

    def exclusive_or(self, literals: Iterable[int]) -> int:
        """The XOR of any number of literals."""
        addends: set[int] = set()
        negated = 0
        for literal in literals:
            negated ^= literal & 1
            addends ^= self._addends[literal >> 1] or self.addends(literal >> 1)
        return self._of_addends(frozenset(addends), negated)

    def _factors(self, node: int) -> frozenset[int]:
        """The atoms of a monomial."""
        if self.kinds[node] == AND and node not in self.opaque:
            factors: frozenset[int] = self.contents[node]
            return factors
        return frozenset((node,))

    def _monomial(self, factors: frozenset[int]) -> int:
        """The node of a product of atoms, of at least one."""
        if len(factors) == 1:
            (node,) = factors
            return node
        node = self._ands.get(factors, 0)
        if not node:
            node = self._ands[factors] = self._node(AND, factors)
        return node

    def conjunction(self, a: int, b: int) -> int:
        """The AND of two literals."""
        if a > b:
            a, b = b, a
        if a == FALSE or (a == b ^ 1 and a >> 1 == b >> 1):
            return FALSE
        if a in (TRUE, b):
            return b
        first, second = self.addends(a >> 1), self.addends(b >> 1)
        if (len(first) + (a & 1)) * (len(second) + (b & 1)) > EXPANDED:
            product = self._small_product(a >> 1, b >> 1)
            if product is None:
                # Larger than is good to multiply out: both factors become atoms of the product.
                product = self._product(frozenset((a >> 1,)), frozenset((b >> 1,)))
        else:
            product = self._product(first, second)
        # (x + n) (y + m) = x y + m x + n y + n m
        if b & 1:
            product ^= first
        if a & 1:
            product ^= second
        return self._of_addends(product, a & b & 1)

    def _product(self, first: frozenset[int], second: frozenset[int]) -> frozenset[int]:
        found: set[int] = set()
        factors = [self._factors(node) for node in second]
        for node in first:
            mine = self._factors(node)
            for theirs in factors:
                found ^= {self._monomial(mine | theirs)}
        return frozenset(found)

    def _atoms_of(self, node: int) -> frozenset[int]:
        """The atoms of a polynomial; none if they are more than FEW_ATOMS."""
        found = self._atoms.get(node)
        if found is None:
            atoms: set[int] = set()
            for each in self.addends(node):
                atoms |= self._factors(each)
                if len(atoms) > FEW_ATOMS:
                    atoms = set()
                    break
            found = frozenset(atoms)
            found = self._atoms[node] = self._sets_of_atoms.setdefault(found, found)
        return found

    def _polynomial(self, node: int, monomials: Monomials) -> int:
        """The node's polynomial as a number."""
        found = monomials.polynomials.get(node)
        if found is None:
            found = 0
            place, masks = monomials.place, monomials.masks
            for each in self.addends(node):
                mask = masks.get(each)
                if mask is None:
                    mask = masks[each] = sum(place[atom] for atom in self._factors(each))
                    monomials.nodes[mask] = each
                found |= 1 << mask
            monomials.polynomials[node] = found
        return found

    def _small_product(self, a: int, b: int) -> frozenset[int] | None:
        """The product of two nodes' polynomials, if these have few atoms; None if they have more.

        It is that of their values.
        """
        first, second = self._atoms_of(a), self._atoms_of(b)
        atoms = first | second
        if not first or not second or len(atoms) > FEW_ATOMS:
            return None
        monomials = self._monomials.get(atoms)
        if monomials is None:
            monomials = self._monomials[atoms] = Monomials(sorted(atoms))
        key = (monomials.size, self._polynomial(a, monomials), self._polynomial(b, monomials))
        found = self._products.get(key)
        if found is None:
            values = [values_of(each, monomials.size) for each in key[1:]]
            polynomial = values_of(values[0] & values[1], monomials.size)
            found = tuple(m for m in range(1 << monomials.size) if polynomial >> m & 1)
            self._products[key] = found
            self.rules["small function"] += 1
        nodes = monomials.nodes
        missing = [mask for mask in found if mask not in nodes]
        for mask in missing:
            place = monomials.place
            factors = frozenset(atom for atom, bit in place.items() if mask & bit)
            node = nodes[mask] = self._monomial(factors)
            monomials.masks[node] = mask
        return frozenset([nodes[mask] for mask in found])

    def disjunction(self, a: int, b: int) -> int:
        """The OR of two literals."""
        return self.conjunction(a ^ 1, b ^ 1) ^ 1

    def choice(self, condition: int, yes: int, no: int) -> int:
        """One of two literals."""
        return self.xor(no, self.conjunction(condition, self.xor(yes, no)))

    def table(self, entries: Sequence[int], address: Bits, width: int) -> Bits:
        """The entry at an address of at most FEW_ATOMS bits, as a word of so many bits.

        As many entries as there are addresses.
        """
        if len(entries) != 1 << len(address):
            raise ValueError(f"{len(entries)} entries at an address of {len(address)} bits")
        if len(address) > FEW_ATOMS:
            return self._halved(entries, address, width)
        fixed = [k for k, literal in enumerate(address) if literal > 1]
        base = sum(literal << k for k, literal in enumerate(address) if literal < 2)
        part = entries
        if len(fixed) < len(address):
            part = [
                entries[base + sum((index >> i & 1) << k for i, k in enumerate(fixed))]
                for index in range(1 << len(fixed))
            ]
        free = [address[k] for k in fixed]
        self.rules["table"] += 1
        nodes = [literal >> 1 for literal in free]
        if len(set(nodes)) < len(nodes):
            columns = [sum((e >> k & 1) << i for i, e in enumerate(part)) for k in range(width)]
            return self._interpolated(columns, self._products_of(free))
        # The same function whatever the order of the address bits, and which are negated.
        order = sorted(range(len(nodes)), key=nodes.__getitem__)
        columns = _columns(tuple(part), width, tuple(order), tuple(k & 1 for k in free))
        inputs = tuple(2 * nodes[k] for k in order)
        basis = self._bases.get(inputs)
        if basis is None:
            basis = self._bases[inputs] = Basis(inputs)
        bits = []
        for column in columns:
            found = basis.sum_of(column)
            if found is None:
                if not basis.products:
                    basis.products = self._products_of(inputs)
                [literal] = self._interpolated([column], basis.products)
                basis.add(column, literal)
            else:
                literal = self.exclusive_or(found)
            bits.append(literal)
        return tuple(bits)

    def _products_of(self, free: Sequence[int]) -> list[int]:
        """The product of every subset of literals, which the bits of an index choose."""
        # A literal may be a polynomial itself.
        products = [TRUE]
        for literal in free:
            products += [self.conjunction(product, literal) for product in products]
        return products

    def _interpolated(self, columns: Sequence[int], products: Sequence[int]) -> Bits:
        """The polynomials that have these values (`values_of`), of the products of their inputs."""
        bits = []
        for column in columns:
            polynomial = values_of(column, len(products).bit_length() - 1)
            chosen = (p for mask, p in enumerate(products) if polynomial >> mask & 1)
            bits.append(self.exclusive_or(chosen))
        return tuple(bits)

    def _halved(self, entries: Sequence[int], address: Bits, width: int) -> Bits:
        half = len(entries) // 2
        low = self.table(entries[:half], address[:-1], width)
        high = self.table(entries[half:], address[:-1], width)
        return tuple(self.choice(address[-1], h, n) for h, n in zip(high, low, strict=True))

    # ---- linear forms ----

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

    def linear(self, word: Bits, scale: int = 1) -> Form:
        """A word's number as a form, modulo scale * 2^(its width): of a known sum its summands."""
        origin = self._origins.get(word[-1] >> 1)
        if origin is not None:
            bits, index, form = origin
            low = len(word) - index - 1
            if low < 0 and word == bits[-low : index + 1]:
                # The upper bits, where the form has nothing below.
                unit = 1 << -low
                if not (form[0] % unit or any(c % unit for c in form[1].values())):
                    upper = {node: c // unit * scale for node, c in form[1].items()}
                    return form[0] // unit * scale, upper
            if low >= 0 and not any(word[:low]):
                part, known = word[low:], bits[: index + 1]
                if part == known:
                    return _scaled(form, scale << low)
                if part[:-1] == known[:-1]:
                    self.rules["top"] += 1
                    return _scaled((form[0] + (1 << index), form[1]), scale << low)
                if part[-1] != known[-1] and all(
                    a ^ b == 1 for a, b in zip(part, known, strict=True)
                ):
                    return _scaled((-1 - form[0], _negated(form[1])), scale << low)
        return self.plain(word, scale)

    def add(self, forms: Iterable[Form], width: int, constant: int = 0) -> Bits:
        """The sum of forms modulo 2^width."""
        each, coefficients = _summed(forms)
        return self.word((constant + each, coefficients), width)

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
        width = len(a)
        if a == b:
            self.rules["double"] += 1
            return a[-1]
        total = _summed(map(self.plain, (a, b, (carry,))))
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
                constant, coefficients = _reduced(form, len(a))
                weights = sorted(coefficients.values())
                if weights and constant == weights[0] and constant & constant - 1 == 0 < constant:
                    low = constant.bit_length() - 1
                    if weights == [1 << k for k in range(low, len(a))]:
                        self.rules["zero"] += 1
                        return self.word((constant, coefficients), len(a) + 1)[len(a)]
        found = TRUE
        for x, y in zip(a, b, strict=True):
            found = self.conjunction(found, self.xor(x, y) ^ 1)
        return found

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

    def word(self, form: Form, width: int) -> Bits:
        """The bits of a form modulo 2^width."""
        constant, coefficients = _reduced(form, width)
        if not coefficients:
            return tuple(constant >> k & 1 for k in range(width))
        if len(coefficients) == 1:
            ((node, coefficient),) = coefficients.items()
            self.rules["single"] += 1
            zero, one = constant, constant + coefficient
            return tuple(
                (zero >> k & 1) ^ (2 * node if (zero ^ one) >> k & 1 else 0) for k in range(width)
            )
        if any(c & -c != abs(c) for c in coefficients.values()):
            found = _disjoint(constant, coefficients, width)
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
                for part in (run, _scaled(form, sign)[1]):
                    for node, coefficient in part.items():
                        total[node] = total.get(node, 0) + coefficient
                rest, total = _reduced((constant + each + sign * form[0], total), width)
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
        while True:
            odd = [
                atom
                for atom, coefficient in coefficients.items()
                if coefficient & 1
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
                value = ((2 << level) - 1 - value[0], _negated(value[1]))
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

    def _offset(self, form: Form, width: int) -> tuple[Form, int]:
        """Some bits of a known sum, and a constant, as the form of the sum and the constant.

        The bits below are less than one of the constant: nothing is carried.
        """
        constant, coefficients = form
        if not constant or len(coefficients) > width:
            return form, 0
        # The topmost bit: lower ones may be bits of several sums.
        atom = max(coefficients, key=lambda each: abs(coefficients[each]))
        if atom not in self._origins:
            return form, 0
        bits, index, known = self._origins[atom]
        low = index + 1 - width
        if low <= 0:
            return form, 0
        run = _reduced(self.plain(bits[low : low + width]), width)
        if run[1] != coefficients:
            return form, 0
        self.rules["offset"] += 1
        constant = (constant - run[0] << low) + known[0]
        return _reduced((constant, known[1]), width + low), low

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
            if low <= 0 or not _has(coefficient, top, top):
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
            result = self.add((self.linear(a), self.linear(b), self.plain((carry,))), level)
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
        forms = [_summed([*parts, self.plain(word)]) for word in (a, b)]
        found = [self._flattened(form, width + level) for form in forms]
        self.rules["taken back"] += 1
        return min(found, key=lambda each: len(each[1])), level

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

    def _flattened(self, form: Form, width: int) -> Form:
        """The form with runs of a known sum's bits replaced by its summands, modulo 2^width."""
        constant, coefficients = self._whole(_reduced(form, width), width)
        top = 1 << width - 1
        tried: set[int] = set()
        while True:
            found = None
            for atom, coefficient in coefficients.items():
                if atom in self._origins and atom not in tried and _has(coefficient, top, top):
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
                constant, coefficients = _reduced((constant, coefficients), width)
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
            constant, coefficients = _reduced((constant, coefficients), width)

    def _is_sum(self, node: int) -> bool:
        """Whether a node is a bit of a sum that has no name."""
        return self.kinds[node] == SUM and node not in self.opaque

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
                if self._is_sum(node) and not _has(coefficients.get(node, 0), w, top):
                    return None
                run[node] = run.get(node, 0) + w
            weight <<= 1
        return constant, run

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
        return len(a), _summed(map(self.plain, (a, b, (carry,)))), negated

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

    def _bits(self, form: Form, width: int) -> Bits:
        """The bits of a reduced form, level by level."""
        constant, coefficients = form
        levels: list[list[int]] = [[] for _ in range(width)]
        for node, coefficient in coefficients.items():
            _enter(levels, node, coefficient)
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
                        _carry_into(levels, level + 1, items[0])
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

    def assume(self, carry: int, value: int) -> None:
        """From now on the pure carry that this literal is has a value: a case of a proof."""
        found = self._as_carry(carry >> 1) if self.kinds[carry >> 1] == SUM else None
        if found is None:
            raise ValueError("only a carry can be assumed")
        chain, _ = self.contents[carry >> 1]
        low = self.form_of(chain)[0] - found[1][0] >> found[0]
        self.assumed[chain] = low + (value ^ (carry & 1) ^ found[2])
        self.assumptions.append(carry ^ value ^ 1)


def values_of(polynomial: int, atoms: int) -> int:
    """The values of a polynomial over GF(2), or from its values the polynomial (Moebius).

    Bit m of a polynomial: whether it has the product of the atoms in m.  Bit v of the values: the
    one where the atoms of v are 1.
    """
    for k in range(atoms):
        polynomial ^= (polynomial & _without(k, atoms)) << (1 << k)
    return polynomial


@functools.lru_cache(4096)
def _columns(
    entries: tuple[int, ...], width: int, order: tuple[int, ...], negated: tuple[int, ...]
) -> list[int]:
    """Of entries the values of each bit, as functions of the address bits in an order.

    negated: of each address bit, before they are brought into the order.
    """
    turned = [0] * len(entries)
    for index, entry in enumerate(entries):
        turned[sum(((index >> k & 1) ^ negated[k]) << i for i, k in enumerate(order))] = entry
    return [
        sum((entry >> bit & 1) << index for index, entry in enumerate(turned))
        for bit in range(width)
    ]


@functools.cache
def _without(atom: int, atoms: int) -> int:
    """The sets of atoms, as bits of a number, that lack one."""
    size = 1 << atom
    return sum(((1 << size) - 1) << start for start in range(0, 1 << atoms, 2 * size))


def _enter(levels: list[list[int]], node: int, coefficient: int) -> None:
    """Add the digits of an atom's coefficient to the levels that there are."""
    item = 2 * node
    if coefficient < 0:
        coefficient, item = -coefficient, item + 1
    level = 0
    while coefficient:
        zeros = (coefficient & -coefficient).bit_length() - 1
        level += zeros
        coefficient >>= zeros
        if level >= len(levels):
            break
        if coefficient & 2:
            levels[level].append(item ^ 1)
            coefficient += 1
        else:
            levels[level].append(item)
            coefficient -= 1


def _carry_into(levels: list[list[int]], begin: int, item: int) -> None:
    """Add an atom's digit to a level; it has digits there and above it, but none below."""
    node = item >> 1
    coefficient = -1 << begin if item & 1 else 1 << begin
    for level, items in enumerate(levels[begin:], begin):
        mine = [each for each in items if each >> 1 == node]
        if mine:
            items[:] = [each for each in items if each >> 1 != node]
            coefficient += sum(-1 << level if each & 1 else 1 << level for each in mine)
    _enter(levels, node, coefficient)


def _reduced(form: Form, width: int) -> Form:
    """A form modulo 2^width, with coefficients around 0."""
    constant, coefficients = form
    mask = (1 << width) - 1
    half = 1 << width - 1
    found = {}
    for node, coefficient in coefficients.items():
        coefficient &= mask
        if coefficient:
            found[node] = coefficient - mask - 1 if coefficient > half else coefficient
    return constant & mask, found


def _disjoint(constant: int, coefficients: dict[int, int], width: int) -> Bits | None:
    """The bits of a form modulo 2^width that adds nothing to a bit twice; None of another one."""
    # A negative coefficient is that of the atom's complement.
    used = constant + sum(c for c in coefficients.values() if c < 0) & (1 << width) - 1
    bits = [used >> k & 1 for k in range(width)]
    for node, coefficient in coefficients.items():
        literal, left = 2 * node + (coefficient < 0), abs(coefficient)
        if left & used:
            return None
        used |= left
        while left:
            lowest = left & -left
            bits[lowest.bit_length() - 1] = literal
            left ^= lowest
    return tuple(bits)


def _negated(coefficients: dict[int, int]) -> dict[int, int]:
    return {node: -coefficient for node, coefficient in coefficients.items()}


def _summed(forms: Iterable[Form]) -> Form:
    constant = 0
    coefficients: dict[int, int] = {}
    for each, part in forms:
        constant += each
        for node, coefficient in part.items():
            coefficients[node] = coefficients.get(node, 0) + coefficient
    return constant, coefficients


def _scaled(form: Form, scale: int) -> Form:
    constant, coefficients = form
    if scale == 1:
        return form
    return constant * scale, {node: c * scale for node, c in coefficients.items()}


def _has(coefficient: int, weight: int, top: int) -> bool:
    """Whether a coefficient, as a number or in the non-adjacent form, has the digit of a weight.

    weight: a power of two, or minus one; of the topmost the sign does not matter.
    """
    size = abs(weight)
    number = abs(coefficient)
    if size != top and (coefficient < 0) != (weight < 0):
        # Only a digit of the other sign than the number.
        half = number >> 1
        return bool(half & (half ^ number + half) & size)
    half = number >> 1
    sum_ = number + half
    return bool((number | (sum_ & (half ^ sum_))) & size)
