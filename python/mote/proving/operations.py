"""The bits of what operations leave, as terms."""

from __future__ import annotations

from collections.abc import Sequence

from mote.proving.terms import FALSE, TRUE, Bits, Form, Terms
from mote.proving.values import PASSAGE, Lazy, ProofError, Unknown, Value


def _negated_of(value: Value) -> Value:
    """What a value that is not evaluated yet complements; 0 where it does not."""
    if type(value) is Lazy and value.opcode == "BOOL_NEGATE" and value.inputs:
        found: Value = value.inputs[0]
        return found
    return 0


COMPARED = ("INT_EQUAL", "INT_NOTEQUAL", "INT_LESS", "INT_LESSEQUAL")
"""What code asks of two addresses."""


class Operations:
    """Operations on values, in a term context."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.program_counter = 0
        """Of the instruction, for what is said where one can't be followed."""

    def bits(self, value: Value, size: int) -> Bits:
        """The bits of a value of so many bytes."""
        if type(value) is tuple:
            return value
        if type(value) is int:
            return tuple(value >> k & 1 for k in range(8 * size))
        assert type(value) is Lazy
        if value.bits is None:
            value.bits = self._evaluate(value)
            if value.opcode != "INT_ADD" or value.size == 1:
                value.inputs = ()
        return value.bits

    def known(self, value: Value, size: int) -> Value:
        """The number, where no bit depends on a symbol; else the bits."""
        if type(value) is int:
            return value
        bits = self.bits(value, size)
        if max(bits) > 1:
            return bits
        return sum(literal << k for k, literal in enumerate(bits))

    def concrete(self, value: Value, size: int, what: str) -> int:
        """A number that must not depend on a symbol; raises ProofError."""
        found = self.known(value, size)
        if type(found) is not int:
            raise Unknown(what, self.terms, self.bits(found, size), self.program_counter)
        return found

    def entry(self, table: Sequence[int], index: Value, size: int) -> Value:
        """The entry of a table inside the processor, 0 beyond its end."""
        if type(index) is int:
            return table[index] if index < len(table) else 0
        assert type(index) is tuple
        address = index[: (len(table) - 1).bit_length()]
        entries = [*table, *[0] * ((1 << len(address)) - len(table))]
        found = self.terms.table(entries, address, 8 * size)
        beyond = FALSE
        for literal in index[len(address) :]:
            beyond = self.terms.disjunction(beyond, literal)
        return tuple(self.terms.conjunction(beyond ^ 1, literal) for literal in found)

    def _linear(self, value: Value, size: int, scale: int, when: int | None = None) -> Form:
        """A value as a linear form, through sums of the same instruction whose bits nobody wants.

        Those of another one may be a word that the specification has a name for.
        """
        if (
            type(value) is Lazy
            and value.bits is None
            and value.opcode in ("INT_ADD", "INT_SUB")
            and value.sizes == (size, size)
            and (when is None or value.when == when)
        ):
            when = value.when
            second = scale if value.opcode == "INT_ADD" else -scale
            a, first = self._linear(value.inputs[0], size, scale, when)
            b, other = self._linear(value.inputs[1], size, second, when)
            found = dict(first)
            for node, coefficient in other.items():
                found[node] = found.get(node, 0) + coefficient
            return a + b, found
        if type(value) is int:
            return value * scale, {}
        return self.terms.linear(self.bits(value, size), scale)

    def _with_own_half(self, value: Lazy, found: Bits) -> Bits:
        """A sum's bits, the lower half as a sum of its own where an operand has no other half.

        A word of four bytes in a register of eight has lost its carry: where it is a sum itself,
        only the lower half of what is added to it is one sum of all summands.
        """
        for each in value.inputs:
            if type(each) is Lazy and each.bits is None and each.opcode in ("INT_ADD", "INT_SUB"):
                return found
        terms, half = self.terms, 32
        a, b = (self.bits(each, 8) for each in value.inputs)
        if not any(max(x[:half]) > 1 and not any(x[half:]) for x in (a, b)):
            return found
        low = terms.sum if value.opcode == "INT_ADD" else terms.difference
        return low(a[:half], b[:half]) + found[half:]

    def _summands(self, value: Lazy) -> tuple[Value, Value, Value, int]:
        """x, y and the bit c of x + y + c, and their size; value: an INT_ADD."""
        first, second = value.inputs
        if (
            type(first) is Lazy
            and first.opcode == "INT_ADD"
            and first.when == value.when
            and first.inputs
            and not any(self.bits(second, value.size)[1:])
        ):
            return (*first.inputs, second, value.size)
        return first, second, 0, value.size

    def _majority(self, p: int, q: int) -> int | None:
        """x y + (x + y) ~s, s being the top bit of x + y + c, is the carry: C without a wider word.

        p, q: the top bits of the two sides of an OR, in their order.
        """
        terms = self.terms
        for s, either in sorted(terms.beside.get(q, ())):
            for x, y, c, size in terms.totals[s]:
                a, b, carry = (self.bits(each, size) for each in (x, y, c))
                top = a[-1], b[-1]
                if p == terms.conjunction(*top) and either == terms.disjunction(*top):
                    terms.rules["majority"] += 1
                    return terms.carry(a, b, carry[0])
        return None

    def _evaluate(self, value: Lazy) -> Bits:
        terms = self.terms
        opcode, size = value.opcode, value.size
        if opcode == PASSAGE:
            made: Bits = value.inputs[0]()
            return made
        if opcode == "CHOICE":
            (condition,), *both = value.inputs
            yes, no = (self.bits(each, size) for each in both)
            return tuple(terms.choice(condition, y, n) for y, n in zip(yes, no, strict=True))
        if opcode in ("INT_ADD", "INT_SUB"):
            moved = self._moved(value)
            if moved is not None:
                return moved
            found = terms.word(self._linear(value, size, 1), 8 * size)
            if size == 8:
                found = self._with_own_half(value, found)
            if opcode == "INT_ADD" and found[-1] > TRUE:
                terms.totals.setdefault(found[-1], []).append(self._summands(value))
            return found
        if opcode in ("INT_LESS", "INT_LESSEQUAL"):
            is_less = opcode == "INT_LESS"
            total, part = value.inputs if is_less else reversed(value.inputs)
            is_sum = type(total) is Lazy and total.opcode == "INT_ADD"
            if is_sum and any(each is part or each == part for each in total.inputs):
                # (x + y) < x, or its contrary
                terms.rules["summand"] += 1
                x, y = (self.bits(each, total.size) for each in total.inputs)
                return (terms.carry(x, y) ^ (not is_less),) + (0,) * (8 * size - 1)
        if opcode in ("BOOL_AND", "BOOL_OR"):
            less = self._less_of_flags(*value.inputs, both=opcode == "BOOL_AND")
            if less is not None:
                return less
        if opcode == "BOOL_OR" or (opcode == "INT_OR" and size == 1):
            literal = self._two_carries(*value.inputs)
            if literal is not None:
                return (literal,) + (0,) * (8 * size - 1)
        a = self.bits(value.inputs[0], value.sizes[0])
        if len(value.inputs) > 1:
            return self._of_two(opcode, a, value.inputs[1], value.sizes[1], size)
        if opcode == "INT_NEGATE":
            return tuple(literal ^ 1 for literal in a)
        if opcode == "BOOL_NEGATE":
            return (a[0] ^ 1, *a[1:])
        if opcode == "INT_2COMP":
            return terms.word(terms.linear(a, -1), 8 * size)
        if opcode == "INT_ZEXT":
            return a + (0,) * (8 * size - len(a))
        if opcode == "INT_SEXT":
            return a + (a[-1],) * (8 * size - len(a))
        if opcode == "POPCOUNT":
            return terms.add((terms.plain((literal,)) for literal in a), 8 * size)
        raise ProofError(f"operation {opcode} on symbols is not known", self.program_counter)

    def _of_two(self, opcode: str, a: Bits, second: Value, second_size: int, size: int) -> Bits:
        terms = self.terms
        width = 8 * size
        if opcode in ("INT_LEFT", "INT_RIGHT", "INT_SRIGHT"):
            by = min(self.concrete(second, second_size, "a shift"), len(a))
            if opcode == "INT_LEFT":
                return (0,) * by + a[: len(a) - by]
            return a[by:] + ((a[-1] if opcode == "INT_SRIGHT" else 0),) * by
        if opcode == "SUBPIECE":
            start = 8 * self.concrete(second, second_size, "a part of a word")
            return (a[start : start + width] + (0,) * width)[:width]
        b = self.bits(second, second_size)
        if opcode in ("INT_XOR", "BOOL_XOR"):
            return tuple(map(terms.xor, a, b))
        if opcode in ("INT_AND", "BOOL_AND"):
            found = tuple(map(terms.conjunction, a, b))
            for one, other in ((a, b), (b, a)):
                if one[-1] ^ 1 in terms.totals:
                    terms.beside.setdefault(found[-1], set()).add((one[-1] ^ 1, other[-1]))
            return found
        if opcode in ("INT_OR", "BOOL_OR"):
            carry = self._majority(a[-1], b[-1])
            if carry is None:
                carry = self._majority(b[-1], a[-1])
            if carry is None:
                carry = terms.disjunction(a[-1], b[-1])
            return (*map(terms.disjunction, a[:-1], b[:-1]), carry)
        if opcode == "INT_MULT":
            for factor, other in ((a, b), (b, a)):
                known = self.known(factor, size)
                if type(known) is int:
                    return terms.word(terms.linear(other, known), width)
            raise ProofError("a product of two symbols is not known", self.program_counter)
        return (self._bit_of_two(opcode, a, b),) + (0,) * (width - 1)

    def _moved(self, value: Lazy) -> Bits | None:
        """A sum of an address in an object at a symbol and a number; None of other words."""
        return None

    def _beside_bases(self, a: Bits, b: Bits, *, ordered: bool) -> tuple[Bits, Bits] | None:
        """Two addresses in an object at a symbol, as distances from it; None of other words."""
        return None

    def _are_apart(self, a: Bits, b: Bits) -> bool:
        """Whether two words cannot be equal because of where objects lie; of others not."""
        return False

    def _bit_of_two(self, opcode: str, a: Bits, b: Bits) -> int:
        terms = self.terms
        if opcode in COMPARED:
            ordered = opcode in ("INT_LESS", "INT_LESSEQUAL")
            # 0 is less than what it is apart from.
            of_zero = not any(a if opcode == "INT_LESS" else b)
            if (not ordered or of_zero) and self._are_apart(a, b):
                return int(opcode in ("INT_NOTEQUAL", "INT_LESS"))
            a, b = self._beside_bases(a, b, ordered=ordered) or (a, b)
        if opcode == "INT_CARRY":
            return terms.carry(a, b)
        if opcode == "INT_LESS":
            return terms.less(a, b)
        if opcode == "INT_LESSEQUAL":
            return terms.less(b, a) ^ 1
        if opcode in ("INT_SLESS", "INT_SLESSEQUAL"):
            if opcode == "INT_SLESS" and not any(b):
                return a[-1]
            a, b = (*a[:-1], a[-1] ^ 1), (*b[:-1], b[-1] ^ 1)
            return terms.less(a, b) if opcode == "INT_SLESS" else terms.less(b, a) ^ 1
        if opcode == "INT_SCARRY":
            top = terms.sum(a, b)[-1]
            return terms.conjunction(terms.xor(a[-1], top), terms.xor(b[-1], top))
        if opcode == "INT_SBORROW":
            top = terms.difference(a, b)[-1]
            return terms.conjunction(terms.xor(a[-1], b[-1]), terms.xor(a[-1], top))
        if opcode == "INT_EQUAL":
            return terms.equal(a, b)
        if opcode == "INT_NOTEQUAL":
            return terms.equal(a, b) ^ 1
        raise ProofError(f"operation {opcode} on symbols is not known", self.program_counter)

    def _less_of_flags(self, p: Value, q: Value, *, both: bool) -> Bits | None:
        """y < x of the flags of x - y: the carry, and not zero; or the contrary of both."""
        for first, second in ((p, q), (q, p)):
            # The one that is complemented: zero where both have to hold, or else the carry.
            carry = first if both else _negated_of(first)
            zero = _negated_of(second) if both else second
            if (
                type(carry) is Lazy
                and type(zero) is Lazy
                and (carry.opcode, zero.opcode) == ("INT_LESSEQUAL", "INT_EQUAL")
                and carry.inputs
                and zero.inputs
                and zero.inputs[1] == 0
            ):
                y, x = carry.inputs
                difference = zero.inputs[0]
                if (
                    type(difference) is Lazy
                    and difference.opcode == "INT_SUB"
                    and difference.inputs
                    and difference.inputs == (x, y)
                ):
                    less = Lazy("INT_LESS", carry.inputs, carry.sizes, 1, carry.when)
                    found = self.bits(less, 1)
                    return found if both else (found[0] ^ 1, *found[1:])
        return None

    def _two_carries(self, p: Value, q: Value) -> int | None:
        """carry(a, b) or carry(a + b, c), with c a bit: the carry of a + b + c; so for borrows."""
        for first, second in ((p, q), (q, p)):
            if type(first) is not Lazy or type(second) is not Lazy:
                return None
            if first.bits is not None or second.bits is not None:
                continue
            inner = second.inputs[0]
            if type(inner) is not Lazy or first.opcode != second.opcode or not inner.inputs:
                continue
            wanted = {"INT_CARRY": "INT_ADD", "INT_LESS": "INT_SUB"}.get(first.opcode)
            if inner.opcode != wanted or not all(
                x is y or (type(x) is not Lazy and x == y)
                for x, y in zip(inner.inputs, first.inputs, strict=True)
            ):
                continue
            size = first.sizes[0]
            a, b = (self.bits(each, size) for each in first.inputs)
            c = self.bits(second.inputs[1], second.sizes[1])
            if any(c[1:]):
                continue
            self.terms.rules["two carries"] += 1
            if wanted == "INT_ADD":
                return self.terms.carry(a, b, c[0])
            return self.terms.borrow(a, b, c[0])
        return None
