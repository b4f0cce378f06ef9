"""The rules of terms: every use of one is a claim, which a solver proves on small words.

`Claims` is the class of terms with each rule's method observed: what went in and what came out,
both as bits of a linear form over the integers.  Random programs use the rules; on words of a few
bits bitwuzla proves each claim for all values of the variables, on whole words simulation tries it.
"""

from __future__ import annotations

import inspect
import itertools
import random
import re
import types
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest

from mote.proving import linear, polynomials, rewriting, sums
from mote.proving import terms as real
from mote.proving.solve import Simulation, Sweep, _Encoded
from mote.proving.terms import VARIABLE, Bits, Form, Terms

SMALL = {"UPPER": 2, "EXPANDED": 6, "FEW_ATOMS": 4, "LARGE": 2}
"""Limits of the rules, so that small words meet each of them."""

MODULES = (polynomials, linear, sums, rewriting, real)
"""Where the rules are, each module behind those that it imports."""


def source() -> str:
    """The text of all of them, as that of one module."""
    text = "".join(inspect.getsource(module) for module in MODULES)
    own = r"^from (__future__|mote\.proving\.\w+) import (\([^)]*\)|.*)\n"
    return "from __future__ import annotations\n" + re.sub(own, "", text, flags=re.MULTILINE)


def limit(monkeypatch: pytest.MonkeyPatch, name: str, value: int) -> None:
    """Set a limit of the rules, wherever it is used."""
    for module in MODULES:
        if hasattr(module, name):
            monkeypatch.setattr(module, name, value)


@dataclass(frozen=True)
class Claim:
    """Bits [low, low + width) of one form are bits [0, width) of another, where `given` is true."""

    rule: str
    form: Form
    low: int
    width: int
    other: Form
    given: Bits = ()

    @property
    def trivial(self) -> bool:
        return self.low == 0 and self.form == self.other


def claiming(base: type[Terms]) -> type[Any]:
    """A class of terms that notes a claim wherever a rule is used."""

    class Claims(base):  # type: ignore[misc,valid-type]
        def __init__(self) -> None:
            super().__init__()
            self.claims: list[Claim] = []

        def claim(
            self,
            rule: str,
            form: Form,
            width: int,
            other: Form,
            low: int = 0,
            given: Bits = (),
        ) -> None:
            copied = form[0], dict(form[1])
            self.claims.append(Claim(rule, copied, low, width, (other[0], dict(other[1])), given))

        def total(self, forms: Iterable[Form]) -> Form:
            constant, coefficients = 0, Counter[int]()
            for each, part in forms:
                constant += each
                for node, coefficient in part.items():
                    coefficients[node] += coefficient
            return constant, dict(coefficients)

        # XOR is bit 0 of a sum of bits, and AND is bit 1.

        def xor(self, a: int, b: int) -> int:
            found: int = super().xor(a, b)
            self.claim("xor", self.plain((a,)), 1, self.total(map(self.plain, [(b,), (found,)])))
            return found

        def exclusive_or(self, literals: Iterable[int]) -> int:
            these = list(literals)
            found: int = super().exclusive_or(these)
            every = self.total(self.plain((each,)) for each in these)
            self.claim("xor", every, 1, self.plain((found,)))
            return found

        def conjunction(self, a: int, b: int) -> int:
            found: int = super().conjunction(a, b)
            both = self.total((self.plain((a,)), self.plain((b,))))
            self.claim("and", both, 1, self.plain((found,)), low=1)
            return found

        def _small_product(self, first: Any, second: Any) -> Any:
            found = super()._small_product(first, second)
            if found is not None:
                # Of the sum of two bits, bit 1 is their product.
                both = self.total((self.plain((2 * first,)), self.plain((2 * second,))))
                product = 0, dict.fromkeys(found, 1)
                self.claim("small function", both, 1, self.parity(product), low=1)
            return found

        def parity(self, form: Form) -> Form:
            literal = base._of_addends(self, frozenset(form[1]), form[0] & 1)
            return base.plain(self, (literal,))

        def table(self, entries: Any, address: Bits, width: int) -> Bits:
            found: Bits = super().table(entries, address, width)
            for index, entry in enumerate(entries):
                here = tuple(bit ^ 1 ^ (index >> k & 1) for k, bit in enumerate(address))
                self.claim("table", self.plain(found), width, (entry, {}), given=here)
            return found

        def linear(self, word: Bits, scale: int = 1) -> Form:
            found: Form = super().linear(word, scale)
            width = len(word) + (scale & -scale).bit_length() - 1
            self.claim("linear", self.plain(word, scale), width, found)
            return found

        def word(self, form: Form, width: int) -> Bits:
            found: Bits = super().word(form, width)
            single = len(linear.reduced(form, width)[1]) == 1
            self.claim("single" if single else "word", form, width, self.plain(found))
            return found

        def less(self, a: Bits, b: Bits) -> int:
            before = self.rules["summand"]
            found: int = super().less(a, b)
            size = len(a)
            apart = self.total((self.plain(a), self.plain(b, -1)))
            rule = "summand" if self.rules["summand"] > before else "borrow"
            self.claim(rule, apart, 1, self.plain((found,)), low=size)
            return found

        def carry(self, a: Bits, b: Bits, carry: int = 0) -> int:
            found: int = super().carry(a, b, carry)
            every = self.total(map(self.plain, (a, b, (carry,))))
            self.claim("carry", every, 1, self.plain((found,)), low=len(a))
            return found

        def equal(self, a: Bits, b: Bits) -> int:
            found: int = super().equal(a, b)
            # 2^w - x carries where x is 0.
            constant, coefficients = self.plain(tuple(map(super().xor, a, b)), -1)
            form = (1 << len(a)) + constant, coefficients
            self.claim("zero", form, 1, self.plain((found,)), low=len(a))
            return found

        def _absorbed(self, constant: int, coefficients: Any, width: int) -> tuple[Form, int]:
            found, below = super()._absorbed(constant, coefficients, width)
            self.claim("absorb", found, width, (constant, coefficients), low=below)
            return found, below

        def _extended(self, constant: int, coefficients: Any, width: int) -> tuple[Form, int]:
            found, below = super()._extended(constant, coefficients, width)
            self.claim("upper", found, width, (constant, coefficients), low=below)
            return found, below

        def _telescoped(self, constant: int, coefficients: Any, width: int, odd: Any) -> Any:
            found = super()._telescoped(constant, coefficients, width, odd)
            if found is not None:
                self.claim("telescope", found[0], width, (constant, coefficients), low=found[1])
            return found

        def _taken_back(self, constant: int, coefficients: Any, width: int, atom: int) -> Any:
            found = super()._taken_back(constant, coefficients, width, atom)
            if found is not None:
                self.claim("taken back", found[0], width, (constant, coefficients), low=found[1])
            return found

        def _true_carry(self, atom: int) -> Any:
            found = super()._true_carry(atom)
            if found is not None:
                level, form, negated = found
                self.claim("carried", form, 1, self.plain((2 * atom ^ negated,)), low=level)
                # Nothing is above that bit: neither more nor less than 0.
                self.claim("carried", form, 3, (0, {}), low=level + 1)
            return found

        def _whole(self, form: Form, width: int) -> Form:
            before = form[0], dict(form[1])
            found: Form = super()._whole(form, width)
            self.claim("whole", before, width, found)
            return found

        def _flattened(self, form: Form, width: int) -> Form:
            before = form[0], dict(form[1])
            found: Form = super()._flattened(form, width)
            self.claim("flatten", linear.reduced(before, width), width, found)
            return found

        def _bits(self, form: Form, width: int) -> Bits:
            found: Bits = super()._bits(form, width)
            self.claim("digits", form, width, self.plain(found))
            return found

        def assume(self, carry: int, value: int) -> None:
            super().assume(carry, value)
            self.assumptions = (*getattr(self, "assumptions", ()), carry ^ 1 ^ value)

    return Claims


SUMS = (
    "+",
    "+",
    "-",
    "factor",
    "halves",
    "three",
    "upper",
    "less",
    "wraps",
    "carry",
    "negative",
    "negative",
)
OTHERS = ("^", "^", "&", "|", "rotate", "zero", "table", "negative", "negative", "+", "-", "factor")
"""Steps of programs: half of them have sums alone, which need more rules at once."""


def program(terms: Any, seed: int, width: int, steps: int) -> list[tuple[Bits, str]]:
    """Random words over three variables, as terms and as Python text over x[0], x[1], x[2]."""
    draw = random.Random(seed)
    words = [(terms.variables(f"x{i}", width), f"x[{i}]") for i in range(3)]
    mask = (1 << width) - 1
    part = width // 2
    for _ in range(steps):
        (a, p), (b, q) = draw.choice(words), draw.choice(words)
        kind = draw.choice(SUMS if seed % 2 else OTHERS)
        if kind == "+":
            made = terms.sum(a, b), f"({p} + {q} & {mask})"
        elif kind == "-":
            made = terms.difference(a, b), f"({p} - {q} & {mask})"
        elif kind == "negative":
            made = tuple(bit ^ 1 for bit in a), f"({p} ^ {mask})"
        elif kind in "^&|":
            operation = {"^": terms.xor, "&": terms.conjunction, "|": terms.disjunction}[kind]
            made = tuple(map(operation, a, b)), f"({p} {kind} {q})"
        elif kind == "rotate":
            n = draw.randrange(1, width)
            made = a[n:] + a[:n], f"({p} >> {n} | {p} << {width - n} & {mask})"
        elif kind == "factor":
            k = draw.choice([2, 3, 5, 7])
            made = terms.word(terms.linear(a, k), width), f"({p} * {k} & {mask})"
        elif kind == "halves":
            low, carry = terms.sum(a[:part], b[:part]), terms.carry(a[:part], b[:part])
            upper = (terms.linear(a[part:]), terms.linear(b[part:]), terms.plain((carry,)))
            high = terms.add(upper, width - part)
            made = low + high, f"({p} + {q} & {mask})"
        elif kind == "three":
            # Both carries of a sum of three are added at once.
            c, r = draw.choice(words)
            first = terms.sum(a[:part], b[:part])
            carries = (terms.carry(a[:part], b[:part]), terms.carry(first, c[:part]))
            added = (a[part:], b[part:], c[part:], carries[:1], carries[1:])
            high = terms.add(map(terms.plain, added), width - part)
            made = terms.sum(first, c[:part]) + high, f"({p} + {q} + {r} & {mask})"
        elif kind == "upper":
            # The upper halves of p + q, and what is added there.
            c, r = draw.choice(words)
            high = terms.sum(a, b)[part:]
            made = (
                terms.sum(high, c[: width - part]) + (0,) * part,
                f"((({p} + {q} & {mask}) >> {part}) + {r} & {mask >> part})",
            )
        elif kind == "less":
            made = (terms.less(a, b),) + (0,) * (width - 1), f"int({p} < {q})"
        elif kind == "wraps":
            made = (
                (terms.less(terms.sum(a, b), a),) + (0,) * (width - 1),
                f"({p} + {q} >> {width})",
            )
        elif kind == "zero":
            by = draw.choice([0, 1, 3])
            added = terms.add([terms.linear(a)], width, by)
            made = (
                (terms.equal(added, (0,) * width),) + (0,) * (width - 1),
                f"int({p} + {by} & {mask} == 0)",
            )
        elif kind == "table":
            entries = [draw.getrandbits(width) for _ in range(8)]
            address = (a[0], b[1], a[-1])
            index = f"({p} & 1 | {q} & 2 | {p} >> {width - 1} << 2)"
            made = terms.table(entries, address, width), f"{entries}[{index}]"
        else:
            made = (terms.carry(a, b),) + (0,) * (width - 1), f"({p} + {q} >> {width})"
        if draw.random() < 0.2:
            terms.name(made[0])
        words.append(made)
    return words[3:]


# ---- the solver ----


def refuted(terms: Any) -> list[str]:
    """The rules with a claim that does not hold for all values of the variables."""
    import bitwuzla as solver

    manager, kinds = solver.TermManager(), solver.Kind
    nodes = _Encoded(terms, manager, range(len(terms)))

    def number(form: Form, low: int, width: int) -> Any:
        size = low + width
        sort = manager.mk_bv_sort(size)
        total = manager.mk_bv_value(sort, form[0] % (1 << size))
        for node, coefficient in form[1].items():
            bit = nodes.literal(2 * node)
            wide = manager.mk_term(kinds.BV_ZERO_EXTEND, [bit], [size - 1]) if size > 1 else bit
            factor = manager.mk_bv_value(sort, coefficient % (1 << size))
            product = manager.mk_term(kinds.BV_MUL, [wide, factor])
            total = manager.mk_term(kinds.BV_ADD, [total, product])
        return manager.mk_term(kinds.BV_EXTRACT, [total], [size - 1, low])

    wrong: dict[str, list[Any]] = {}
    one = manager.mk_bv_one(manager.mk_bv_sort(1))
    for claim in terms.claims:
        if claim.trivial:
            continue
        sides = [number(claim.form, claim.low, claim.width), number(claim.other, 0, claim.width)]
        fault = manager.mk_term(kinds.DISTINCT, sides)
        for literal in claim.given:
            holds = manager.mk_term(kinds.EQUAL, [nodes.literal(literal), one])
            fault = manager.mk_term(kinds.AND, [fault, holds])
        wrong.setdefault(claim.rule, []).append(fault)
    found = []
    for rule, faults in wrong.items():
        asked = solver.Bitwuzla(manager)
        some = manager.mk_term(kinds.OR, faults) if len(faults) > 1 else faults[0]
        asked.assert_formula(some)
        result = asked.check_sat()
        assert result in (solver.Result.SAT, solver.Result.UNSAT)
        if result == solver.Result.SAT:
            found.append(rule)
    return found


def small_program(module: Any, seed: int, width: int = 4) -> Any:
    terms = claiming(module.Terms)()
    program(terms, seed, width, 7)
    return terms


RARE = (
    "below",
    "definition",
    "disjoint",
    "named",
    "named sum",
    "offset",
    "sign",
    "taken back",
    "top",
    "upper part",
    "whole",
)
"""Rules that random programs on small words do not meet."""


def rare_program(module: Any) -> Any:
    """A use of each of RARE, with the limits as they are but for LARGE."""
    module.LARGE = 2
    terms = claiming(module.Terms)()
    x, y = (terms.variables(name, 4) for name in "xy")
    # Definition: a named sum, of a polynomial that has no name and the complement of one that has.
    a, b, c, d = x
    first = terms.exclusive_or([terms.conjunction(a, b), terms.conjunction(b, c), c])
    second = terms.exclusive_or([terms.conjunction(a, d), b, d])
    both = terms.xor(first, second)
    terms.name((second, both))
    assert terms.xor(first, second ^ 1) == both ^ 1
    # Disjoint: 3 a + 4 (1 - b).
    assert terms.word((4, {a >> 1: 3, b >> 1: -4}), 4) == (a, a, b ^ 1, 0)
    # Named: e = d + t and a = t + s have names, and a is made of e.
    d, t, s = (terms.variables(name, 4) for name in "dts")
    e = terms.add(map(terms.plain, (d, t)), 4, 3)
    a = terms.add(map(terms.plain, (t, s)), 4, 3)
    terms.name(e)
    terms.name(a)
    parts = [terms.linear(e), terms.linear(d, -1), terms.linear(s)]
    assert terms.add(parts, 4) == a
    assert terms.add(parts, 4, 1) != a != terms.add(parts[:2], 4)
    # Likewise from e - d, with the complement of e, from -a, and of two sums of other widths.
    negative = terms.add([terms.linear(tuple(bit ^ 1 for bit in e)), terms.linear(d)], 4)
    terms.name(negative)
    terms.add([terms.linear(a, -1), terms.linear(s)], 4, -1)
    terms.add([terms.plain(e[:3]), *(terms.plain(each[:3], -1) for each in (d, s))], 3)
    # Of a narrower word the carry is lost: e + 8 e[3] is not g = d + t + 3 + 8 e[3].
    more = terms.plain(e[3:], 8)
    g = terms.add([terms.plain(d), terms.plain(t), more], 5, 3)
    terms.name(g)
    terms.add([terms.plain(e), more], 5)
    # Upper part: of 4 (x + y + 1) what is above its two zeros.
    plain = [terms.plain(word, 4) for word in (x, y)]
    terms.linear(terms.add(plain, 6, 4)[2:])
    # Offset: the upper bits of x + y + 4, the lowest of which is a complement, and a constant.
    upper = terms.add(map(terms.plain, (x, y)), 4, 4)[2:]
    for constant in (1, 2, 3):
        terms.add([terms.plain(upper)], 2, constant)
    # Whole: x + y with their carry above, and x - y with their borrow.
    for minus in (0, 1):
        z = tuple(bit ^ minus for bit in y)
        low, carry = terms.add(map(terms.plain, (x, z)), 4, minus), terms.carry(x, z, minus)
        for sign in (1, -1):
            forms = [terms.plain(low, sign), terms.plain((carry,), 16 * sign)]
            terms._whole(terms.total([*forms, terms.plain(y, 2)]), 7)
    # Sign: what is above x - y, and how it goes on there.
    for sign, digits in ((1, 0), (1, 96), (-1, 0), (-1, 48), (1, 240)):
        parts = [terms.plain(x, sign), terms.plain(y, -1), terms.plain(s, 64)]
        for part in (parts[:2], parts, [terms.plain(x), terms.plain(y), terms.plain(s, 64)]):
            terms.add(part, 9, digits)
    assert len(set(terms.difference((*x, 0, 0, 0, 0), (*y, 0, 0, 0, 0))[4:])) == 1
    # Taken back: the upper part of u + v - v, with the carry of the lower one, and its complement.
    for one in (0, 1):
        u, v = tuple(bit ^ one for bit in (*x, *y)), (*d, *t)
        both = terms.add(map(terms.plain, (u, v)), 8, one)
        carry = terms.carry(u[:4], v[:4], one)
        assert carry & 1 == one
        for taken, left in ((u, v), (v, u)):
            parts = [terms.plain(both[4:]), terms.plain(taken[4:], -1), terms.plain((carry,), -1)]
            assert terms.add(parts, 4) == left[4:]
            assert terms.add(parts, 4, 1) != left[4:]
    # Below: of s + 4 t the upper bits, behind others than s has, which nothing carries from.
    parts = [terms.plain((*s[:2], 0, 0)), terms.plain((0, 0, *d[:2])), terms.plain(t[:2], 4)]
    known = terms.add(parts, 4)
    for low in ((0, 0), (1, 0), (1, 1)):
        assert s[0] >> 1 not in terms.linear((*low, *known[2:]))[1]
    # Top: x + y + 8, whose topmost bit is the complement of that of x + y; the same of -1 - x - y.
    total = terms.sum(x, y)
    for flip, other in itertools.product((0, 1), repeat=2):
        lower = (literal ^ other for literal in total[:-1])
        assert len(terms.linear((*lower, total[-1] ^ flip))[1]) == 8
    # Named sum: x + 1, which has a name, is zero where it carries; not so what has its top bit.
    one = (1, 0, 0, 0)
    following = terms.sum(x, one)
    terms.name(following)
    assert terms.equal(following, (0,) * 4) == terms.carry(x, one)
    assert terms.equal((*following, 0, 0), (0,) * 6) == terms.carry(x, one)
    for word in (following[1:], (following[0], *y[:2], following[3])):
        assert terms.equal(word, (0,) * len(word)) != terms.carry(x[: len(word)], one[: len(word)])
    return terms


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in SMALL.items():
        limit(monkeypatch, name, value)


def test_every_use_of_a_rule_on_small_words_is_proved(small: None) -> None:
    used: Counter[str] = Counter()
    counted: Counter[str] = Counter()
    for seed in range(60):
        terms = small_program(real, seed)
        used += Counter(claim.rule for claim in terms.claims if not claim.trivial)
        counted += terms.rules
        assert refuted(terms) == [], seed
    few = {rule: used[rule] for rule in RULES if used[rule] < 5}
    assert not few
    # A rule with a count is one of the list at the head of terms.py, too.
    assert real.__doc__ is not None
    assert not [rule for rule in counted if f"- {rule}" not in real.__doc__]


RULES = (  # what a claim can be of
    *("xor", "and", "small function", "table", "digits", "single", "linear", "carry", "carried"),
    *("absorb", "flatten", "telescope", "upper", "summand", "borrow", "zero", "word"),
)

FAULTS = {
    "xor": ("addends ^= self._addends", "addends |= self._addends"),
    "xor of two": ("first ^ second, (a ^ b) & 1)", "first ^ second, a & 1)"),
    "and": ("self._of_addends(product, a & b & 1)", "self._of_addends(product, 0)"),
    "small function": ("values_of(values[0] & values[1]", "values_of(values[0] | values[1]"),
    "table": ("((index >> k & 1) ^ negated[k])", "(index >> k & 1)"),
    "digits": ("levels[level].append(item ^ 1)", "levels[level].append(item)"),
    "split": ("            if low == high:", "            if high - low < 2:"),
    "complement": ("constant = ~constant", "constant = -constant"),
    "increment": ("carry_into(levels, level + 1, items[0])", "carry_into(levels, level + 1, 0)"),
    "increment, digits": ("coefficient += sum(-1 << level", "coefficient = sum(-1 << level"),
    "sign": ("((-1, 0, 0), (0, 1, 1))", "((-1, 0, 0), (0, 1, 1), (0, 1, 0))"),
    "sign, of a digit": ("((-1, 0, 0), (0, 1, 1))", "((-1, 0, 0), (-1, 0, 1))"),
    "single": ("zero, one = constant, constant + coeff", "zero, one = constant, constant - coeff"),
    "linear": ("(-1 - form[0], opposite(form[1]))", "(-form[0], opposite(form[1]))"),
    "carry": ("width + 1)[width]", "width + 1)[width - 1]"),
    "carried": ("if high - low > 1:", "if high - low > 2:"),
    "absorb": (
        "            if sign < 0:\n                constant -= 1",
        "            if sign < 0:\n                constant -= 0",
    ),
    "flatten": ("constant += sign * known[0] - run[0]", "constant += sign * known[0]"),
    "telescope": (
        "self._flattened((total + each, without), width",
        "self._flattened((total + 2 * each + 1, rest), width",
    ),
    "upper": ("each, below = self.plain(bits[:low])", "each, below = self.plain(bits[:low], 2)"),
    "summand": ("summands is not None and b in summands", "summands is not None"),
    "borrow": ("borrow ^ 1) ^ 1", "borrow) ^ 1"),
    "zero": ("len(a) + 1)[len(a)]", "len(a) + 1)[len(a)] ^ 1"),
    "named sum": (
        "return found if self.word(found, len(word)) == word else (0, {})",
        "return found",
    ),
    "definition": ("return 2 * node + ((a ^ b) & 1)", "return 2 * node + (a & 1)"),
    "named": ("(constant + each + sign * form[0], total), width)", "(form[0], total), width)"),
    "named, of another width": ("if len(bits) != width:", "if len(bits) > width:"),
    "double": ("return a[-1]", "return a[0]"),
    "disjoint": ("literal, left = 2 * node + (coefficient < 0)", "literal, left = 2 * node"),
    "offset": ("(constant - run[0] << low) + known[0]", "(constant << low) + known[0]"),
    "taken back": ("(constant + negated << level, rest)", "(constant << level, rest)"),
    "taken back, the rest": ("self.plain(result)]", "self.plain(result, 2)]"),
    "whole": ("(weight if negated else 0) - run[0]", "(0 if negated else weight) - run[0]"),
    "top": ("form[0] + (1 << index)", "form[0]"),
    "top, of the complement": ("opposed[0] + (1 << index)", "opposed[0]"),
    "below": ("self.plain(word[:end]), self.plain(bits[:end], -1), form", "(0, {}), form"),
    "upper part": ("return form[0] // unit * scale, upper", "return form[0] * scale, upper"),
}
"""A wrong version of each rule, as a change of the text of the modules."""


@pytest.mark.parametrize("rule", FAULTS)
def test_a_wrong_rule_is_refuted(small: None, rule: str) -> None:
    old, new = FAULTS[rule]
    text = source()
    assert text.count(old) == 1, "the fault is planted in a place that is no more"
    wrong = types.ModuleType("wrong")
    exec(compile(text.replace(old, new), "wrong", "exec"), vars(wrong))
    if rule.partition(",")[0] not in RARE:
        for name, value in SMALL.items():
            setattr(wrong, name, value)
    if rule.partition(",")[0] in RARE:
        assert refuted_or_fails(wrong)
    else:
        assert any(refuted(small_program(wrong, seed)) for seed in range(80))


def refuted_or_fails(wrong: Any) -> bool:
    """Whether the solver, or what the program itself expects, shows that a rule is wrong."""
    try:
        return bool(refuted(rare_program(wrong)))
    except AssertionError:
        return True


def test_rules_that_are_rare_are_used_and_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    limit(monkeypatch, "LARGE", 2)
    terms = rare_program(real)
    rules = (
        *("below", "definition", "disjoint", "named", "offset", "sign", "taken back"),
        *("top", "whole"),
    )
    assert all(terms.rules[rule] for rule in rules)
    assert refuted(terms) == []


def test_split_complement_and_cases(small: None) -> None:
    """The rules that have no count of their own, where it shows that they were used."""
    terms: Any = claiming(Terms)()
    x, y, z = (terms.variables(name, 4) for name in "xyz")
    # Split: what is below does not reach beyond 16, so that above it is y + z alone.
    form = terms.total((terms.plain(x), terms.plain(y, 16), terms.plain(z, 16)))
    assert terms.word(form, 8)[4:] == terms.word(terms.total(map(terms.plain, (y, z))), 4)
    # Complement.
    form = terms.total((terms.plain(x, 3), terms.plain(y)))
    negative = -1 - form[0], {node: -coefficient for node, coefficient in form[1].items()}
    assert terms.word(negative, 6) == tuple(bit ^ 1 for bit in terms.word(form, 6))
    assert refuted(terms) == []
    # Cases: with a carry assumed, what is above it is another sum, right in this case alone.
    for value in (0, 1):
        for wrong in (0, 1):
            terms = claiming(Terms)()
            x, y, z = (terms.variables(name, 4) for name in "xyz")
            carry = terms.carry(x, y)
            form = terms.total((terms.plain(x), terms.plain(y), terms.plain(z, 16)))
            before = terms.word(form, 9)
            terms.claims.clear()
            terms.assume(carry, value)
            after = terms.word(form, 9)
            assert after[4:8] != before[4:8] and after[:4] == before[:4]
            assert value or after[4:8] == z
            assert terms.claims
            case = (carry ^ 1 ^ value ^ wrong,)
            terms.claims = [
                Claim(c.rule, c.form, c.low, c.width, c.other, case) for c in terms.claims
            ]
            assert bool(refuted(terms)) == bool(wrong)
    with pytest.raises(ValueError, match="only a carry can be assumed"):
        terms.assume(x[0], 1)


# ---- simulation ----


def all_values(terms: Terms, variables: int) -> Simulation:
    """All values of the variables at once: what holds there is proved."""
    simulation = Simulation(terms, 1 << variables)
    nodes = [n for n, kind in enumerate(terms.kinds) if kind == VARIABLE]
    for index, node in enumerate(nodes):
        block = 1 << index
        pattern = ((1 << block) - 1) << block
        for _ in range(variables - index - 1):
            block *= 2
            pattern |= pattern << block
        simulation._values[node] = pattern
    return simulation


def number(simulation: Simulation, word: Bits, sample: int) -> int:
    return sum((simulation.value(bit) >> sample & 1) << k for k, bit in enumerate(word))


def wrong_words(seed: int, width: int, samples: int) -> int:
    """How many claims and words of a random program simulation gives another value."""
    terms: Any = claiming(Terms)()
    made = program(terms, seed, width, 12)
    simulation = Simulation(terms, samples)
    inputs = [terms.variables(f"x{i}", width) for i in range(3)]
    wrong = 0
    for sample in range(samples):
        x = [number(simulation, word, sample) for word in inputs]
        for word, text in made:
            wrong += number(simulation, word, sample) != eval(text, {"x": x})

        def value(form: Form, sample: int = sample) -> int:
            return form[0] + sum(
                coefficient * (simulation.value(2 * node) >> sample & 1)
                for node, coefficient in form[1].items()
            )

        for claim in terms.claims:
            if not claim.trivial and number(simulation, claim.given, sample) + 1 == (
                1 << len(claim.given)
            ):
                difference = (value(claim.form) >> claim.low) - value(claim.other)
                wrong += difference % (1 << claim.width) != 0
    return wrong


def test_rules_are_right_on_whole_words() -> None:
    assert [wrong_words(seed, 32, 8) for seed in range(12)] == [0] * 12
    assert [wrong_words(seed, 64, 8) for seed in range(20, 24)] == [0] * 4


def test_words_of_small_programs_have_their_values(small: None) -> None:
    """What a program computes is what Python does, for all values of its variables."""
    for seed in range(12):
        terms = Terms()
        made = program(terms, seed, 3, 8)
        simulation = all_values(terms, 9)
        inputs = [terms.variables(f"x{i}", 3) for i in range(3)]
        texts = [compile(text, "word", "eval") for _, text in made]
        for sample in range(512):
            x = [number(simulation, word, sample) for word in inputs]
            for (word, _), text in zip(made, texts, strict=True):
                assert number(simulation, word, sample) == eval(text, {"x": x})


def test_a_fault_in_a_rule_is_noticed_on_whole_words(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Terms._flattened

    def wrong(self: Terms, form: Form, width: int) -> Form:
        constant, coefficients = right(self, form, width)
        return constant + (len(coefficients) > 3), coefficients

    monkeypatch.setattr(Terms, "_flattened", wrong)
    assert wrong_words(1, 32, 2)


# ---- forms, sums and tables ----


def test_equal_sums_are_one_node_however_they_are_added() -> None:
    terms = Terms()
    x, y, z = (terms.variables(name, 32) for name in "xyz")

    def by_bytes(a: Bits, b: Bits, carry: int = 0) -> Bits:
        found: Bits = ()
        for at in range(0, len(a), 8):
            p, q = a[at : at + 8], b[at : at + 8]
            found += terms.add((terms.linear(p), terms.linear(q), terms.plain((carry,))), 8)
            carry = terms.carry(p, q, carry)
        return found

    whole = terms.add((terms.linear(x), terms.linear(y), terms.linear(z)), 32)
    assert terms.sum(terms.sum(x, y), z) == whole == terms.sum(x, terms.sum(z, y))
    assert by_bytes(terms.sum(x, y), z) == whole == by_bytes(z, by_bytes(x, y))
    assert by_bytes(x, (0, *x[:31])) == terms.word(terms.linear(x, 3), 32)
    # The upper bits of x and y, and z, which begins above.
    high = (*(0,) * 8, *z[8:])
    assert by_bytes(by_bytes(x, y), high) == terms.add(map(terms.plain, (x, y, high)), 32)
    # The difference of words that are one above their lowest bytes.
    other = (*map(terms.xor, x[:8], y[:8]), *x[8:30], x[30] ^ 1, x[31])
    apart = by_bytes(x, tuple(bit ^ 1 for bit in other), 1)
    assert by_bytes(by_bytes(z, other), apart) == terms.sum(z, x)
    # A counter: the carry of the lowest byte is its topmost bit, whose complement is left there.
    low, step = x[:7], 128
    added = terms.add((terms.plain(low), terms.plain(z[7:], 128)), 32, step)
    assert by_bytes((*low, *z[7:]), tuple(step >> k & 1 for k in range(32))) == added
    assert added[7:9] == (z[7] ^ 1, terms.xor(z[7], z[8]))
    # What is carried of 64 meets the topmost bit of a byte.
    more = terms.add([terms.linear(x)], 32, 64)
    assert by_bytes(more, z) == terms.add(map(terms.linear, (x, z)), 32, 64)
    assert terms.less(terms.sum(x, y), x) == terms.carry(x, y)
    assert terms.difference(terms.sum(x, y), y) == x
    assert terms.sum(x, y) != terms.sum(x, z)


def test_words_in_wider_registers_are_the_same_sums() -> None:
    """Words of 32 bits added in registers of 64, with copies of the sign or anything above."""
    terms = Terms()
    x, y, z, w = (terms.variables(name, 32) for name in "xyzw")

    def signed(word: Bits) -> Bits:
        return (*word[:32], *word[31:32] * 32)

    narrow = terms.sum(terms.sum(x, y), z)
    wide = terms.sum(terms.sum(signed(x), signed(y)), signed(z))
    assert wide[:32] == narrow
    # A name of the word is one of the register's low half, whose sums are those of the named word.
    terms.name(narrow)
    assert terms.sum(wide, signed(w))[:32] == terms.sum(narrow, w)
    assert terms.sum(wide, signed(w))[:32] != terms.sum(narrow, z)


def test_a_sum_of_which_a_few_bits_are_named_is_a_sum_still() -> None:
    """As the low bits of x + 8 y, which are those of a named x (SHA-512 in vectors of POWER8)."""
    terms = Terms()
    x, y, z = (terms.variables(name, 64) for name in "xyz")
    total = terms.sum(x, (0, 0, 0, *y[:61]))
    terms.name(total[:4])
    assert terms.sum(total, z) == terms.sum(x, terms.sum((0, 0, 0, *y[:61]), z))


def test_carries_that_lead_to_themselves_end() -> None:
    """A sum that is an older one gives its carry operands which may be newer, and contain it."""
    terms = Terms()
    x, y, z = (terms.variables(name, 8) for name in "xyz")
    first, second = terms.carry(x, y) >> 1, terms.carry(y, z) >> 1
    a, b = (2 * first, *x[1:]), (2 * second, *y[1:])
    terms._operands[first] = terms._operands[second] = (a, b, 0, 0)
    terms._carries.clear()
    # These operands are made up, and so is the word: it used to take all of the stack.
    assert len(terms.word((0, {first: 1, second: 1, x[3] >> 1: 8}), 8)) == 8


def test_the_solver_proves_what_the_rules_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Terms, "linear", Terms.plain)
    terms = Terms()
    x, y, z = (terms.variables(name, 6) for name in "xyz")
    one, other = terms.sum(terms.sum(x, y), z), terms.sum(x, terms.sum(z, y))
    assert one[-1] != other[-1]
    sweep = Sweep(terms, Simulation(terms))
    assert sweep.differing([*zip(one, other, strict=True)]) == []
    assert sweep.calls == 6
    assert sweep.differing([(one[3], other[3]), (one[3], other[4]), (one[3], other[3])]) == [1, 2]


def test_a_table_at_symbols_is_what_computes_its_entries() -> None:
    terms = Terms()
    x = terms.variables("x", 8)
    entries = [(7 * i ^ i >> 3) & 0xFF for i in range(256)]
    seven = terms.table(entries, x, 8)
    simulation = all_values(terms, 8)
    assert [number(simulation, seven, i) for i in range(256)] == entries
    assert terms.table([i ^ 0x5A for i in range(256)], x, 8) == tuple(
        bit ^ (0x5A >> k & 1) for k, bit in enumerate(x)
    )


def test_a_number_is_no_part_of_a_known_sum() -> None:
    """Where all coefficients have gone, as in code that compilers make, there is no topmost bit."""
    assert Terms()._offset((5, {}), 8) == ((5, {}), 0)
