"""Nodes of terms, and the polynomials over GF(2) among them: XOR, AND, and tables (terms.py)."""

from __future__ import annotations

import contextlib
import functools
import hashlib
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

Bits = tuple[int, ...]

FALSE, TRUE = 0, 1
CONSTANT, VARIABLE, XOR, AND, SUM = range(5)

EXPANDED = 64
"""Products of polynomials with at most so many terms are multiplied out; of larger ones only those
that have few atoms are."""

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


_trying = False


@contextlib.contextmanager
def trying() -> Iterator[None]:
    """Let variables be numbers by chance inside: a trial, which proves nothing but may refute."""
    global _trying
    _trying = True
    try:
        yield
    finally:
        _trying = False


class Polynomials:
    """A term context, as far as its nodes are polynomials over GF(2) of atoms."""

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
        self._variables: dict[object, int] = {}
        self._xors: dict[frozenset[int], int] = {}
        self._larges: dict[bytes, int] = {}
        """The XORs of more than LARGE nodes, by these in ascending order."""
        self._ands: dict[frozenset[int], int] = {}
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
        """The literal of a variable; the same one for the same name.

        In a trial (`trying`) that is a bit by chance, which the name decides.
        """
        if _trying:
            return hashlib.sha256(repr(name).encode()).digest()[0] & 1
        node = self._variables.get(name)
        if node is None:
            node = self._variables[name] = self._node(VARIABLE, name)
        return 2 * node

    def variables(self, name: str, size: int) -> Bits:
        """A word of variables (name, 0), (name, 1) …"""
        return tuple(self.variable((name, bit)) for bit in range(size))

    def name(self, word: Iterable[int]) -> None:
        """Make the bits of a word atoms from now on: a cut point.  Their definitions stay."""
        for literal in word:
            node = literal >> 1
            if node not in self.opaque:
                self.opaque.add(node)
                self._recent.pop(node, None)
                self._atoms.pop(node, None)
                if self.kinds[node] in (XOR, AND):
                    self._addends[node] = frozenset((node,))
                if self.kinds[node] == AND:
                    # What has it as a monomial has an atom instead.
                    self._atoms.clear()
                    self._monomials.clear()

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

    # ---- operations ----

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

    # ---- tables ----

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
