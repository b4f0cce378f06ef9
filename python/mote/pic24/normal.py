"""Expressions in a normal form, for hardware: equal ones are one object, slices are at the leaves.

Some operations get a form of their own, in which a shared unit computes them (mote.pic24.plan):

| operation | meaning | width |
|---|---|---|
| `alu(a, b, carry)` | a + b + carry | 17, of 16, 16 and 1 |
| `mul(a, b, s, t)` | a b, signed a where s is 1, signed b where t is 1 | 32, of 16, 16, 1 and 1 |
| `add3(a, b, c)` | a + b + c, of which c is a small number | 16 |
| `funnel(low, high, n)` | the upper half of (high:low) shifted left by n | 16, of 16, 16 and 4 |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mote.pic24.expr import Expr, sext


def extended(e: Expr) -> tuple[Expr, bool] | None:
    """The word that is extended to 32 bits here, and whether with its sign; else None."""
    word = e.args[0] if e.args else None
    if e.width != 32 or not isinstance(word, Expr) or word.width > 16:
        return None
    if e.op == "zext":
        return word, False
    return (word, True) if word.width == 16 and repr(e) == repr(sext(word, 32)) else None


def _chosen(e: Expr) -> bool:
    """Whether it is one of two numbers."""
    return bool(e.op == "mux" and e.args[1].op == e.args[2].op == "const")


class Normal:
    """Rewrites expressions into a normal form in which equal ones are identical."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], Expr] = {}
        self._order: dict[int, int] = {}

    def make(self, op: str, width: int, *args: Any) -> Expr:
        key = (op, width, *(id(a) if isinstance(a, Expr) else a for a in args))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Expr(op, width, *args)
            self._order[id(found)] = len(self._order)
        return found

    def sorted(self, a: Expr, b: Expr) -> tuple[Expr, Expr]:
        """Operands of an operation that does not care for their order."""
        return (a, b) if self._order[id(a)] <= self._order[id(b)] else (b, a)

    def const(self, value: int, width: int) -> Expr:
        return self.make("const", width, value & ((1 << width) - 1))

    def var(self, name: str, width: int) -> Expr:
        return self.make("var", width, name)

    def slice(self, e: Expr, low: int, high: int) -> Expr:
        if (low, high) == (0, e.width):
            return e
        width = high - low
        if e.op == "const":
            return self.const(e.args[0] >> low, width)
        if e.op == "slice":
            return self.slice(e.args[0], e.args[1] + low, e.args[1] + high)
        if e.op == "cat":
            parts, place = [], 0
            for part in e.args:
                start, end = max(low - place, 0), min(high - place, part.width)
                if start < end:
                    parts.append(self.slice(part, start, end))
                place += part.width
            return self.cat(*parts)
        if e.op in ("and", "or", "xor"):
            return self.logic(e.op, *(self.slice(a, low, high) for a in e.args))
        if e.op == "mux":
            return self.mux(e.args[0], *(self.slice(a, low, high) for a in e.args[1:]))
        return self.make("slice", width, e, low)

    def cat(self, *parts: Expr) -> Expr:
        flat: list[Expr] = []
        for part in parts:
            for piece in part.args if part.op == "cat" else (part,):
                last = flat[-1] if flat else None
                if last is not None and last.op == piece.op == "const":
                    value = last.args[0] | piece.args[0] << last.width
                    flat[-1] = self.const(value, last.width + piece.width)
                elif last is not None and self._adjacent(last, piece):
                    flat[-1] = self.slice(piece.args[0], last.args[1], piece.args[1] + piece.width)
                else:
                    flat.append(piece)
        return flat[0] if len(flat) == 1 else self.make("cat", sum(p.width for p in flat), *flat)

    @staticmethod
    def _adjacent(a: Expr, b: Expr) -> bool:
        return (
            a.op == b.op == "slice" and a.args[0] is b.args[0] and a.args[1] + a.width == b.args[1]
        )

    def logic(self, op: str, a: Expr, b: Expr) -> Expr:
        ones = (1 << a.width) - 1
        if a.op == "const":
            a, b = b, a
        if b.op == "const":
            if a.op == "const":
                x, y = a.args[0], b.args[0]
                value = {"and": x & y, "or": x | y, "xor": x ^ y}[op]
                return self.const(value, a.width)
            if op == "and" and b.args[0] in (0, ones):
                return b if b.args[0] == 0 else a
            if op in ("or", "xor") and b.args[0] == 0:
                return a
            if op == "or" and b.args[0] == ones:
                return b
            if op == "xor" and a.op == "xor" and a.args[1].op == "const":
                return self.logic("xor", a.args[0], self.logic("xor", a.args[1], b))
        if a is b:
            return self.const(0, a.width) if op == "xor" else a
        if b.op != "const":
            a, b = self.sorted(a, b)
        return self.make(op, a.width, a, b)

    def mux(self, c: Expr, a: Expr, b: Expr) -> Expr:
        if c.op == "const":
            return a if c.args[0] else b
        return a if a is b else self.make("mux", a.width, c, a, b)

    def zext(self, a: Expr, width: int) -> Expr:
        return a if a.width == width else self.cat(a, self.const(0, width - a.width))

    def rewrite(self, e: Expr, names: Mapping[str, Expr], memo: dict[int, Expr]) -> Expr:
        """The normal form, with these expressions in the place of variables."""
        known = memo.get(id(e))
        if known is None:
            known = memo[id(e)] = self._rewrite(e, names, memo)
        return known

    def _rewrite(self, e: Expr, names: Mapping[str, Expr], memo: dict[int, Expr]) -> Expr:
        a = e.args

        def of(x: Expr) -> Expr:
            return self.rewrite(x, names, memo)

        if e.op == "const":
            return self.const(a[0], e.width)
        if e.op == "var":
            value = names.get(a[0])
            return self.var(a[0], e.width) if value is None else self.slice(value, 0, e.width)
        if e.op == "slice":
            inner = a[0]
            if inner.op == "shr" and (a[1], e.width) == (0, 1):
                # One bit of a word: a multiplexer, not a shifter.
                return self.make("slice", 1, self.make("shr", inner.width, *map(of, inner.args)), 0)
            if inner.op == "shl" and inner.width == 32 and (a[1], e.width) == (16, 16):
                both = of(inner.args[0])
                low, high = self.slice(both, 0, 16), self.slice(both, 16, 32)
                return self.make("funnel", 16, low, high, of(inner.args[1]))
            if inner.op == "mul" and inner.width == 64 and a[1] + e.width <= 32:
                return self.slice(self._product(inner.args, of), a[1], a[1] + e.width)
            return self.slice(of(inner), a[1], a[1] + e.width)
        if e.op == "cat":
            return self.cat(*map(of, a))
        if e.op == "zext":
            return self.zext(of(a[0]), e.width)
        if e.op == "mux":
            return self.mux(*map(of, a))
        if e.op in ("and", "or", "xor"):
            return self.logic(e.op, *map(of, a))
        if e.op == "rom":
            if len(a) > 2:
                return of(a[2])
            return self.make("rom", e.width, a[0], of(a[1]))
        if e.op == "reg":
            return self.make("reg", 16, of(a[0]))
        if e.op in ("add", "sub") and e.width in (9, 17):
            sum_ = self._sum(e, of)
            if sum_ is not None:
                return sum_
        if e.op in ("shl", "shr") and e.width == 16 and a[0].op != "const":
            return self._shift(e.op, of(a[0]), of(a[1]))
        x, y = of(a[0]), of(a[1])
        if e.op == "sub" and y.op == "const":
            return self._add(x, self.const(-y.args[0], y.width))
        if e.op == "add":
            return self._add(x, y)
        if e.op == "mul":
            if a[0].width > 16:
                raise ValueError("of a product of 32 bits each only the low half is taken: [:32]")
            size = a[0].width
            unsigned = self.const(0, 1)
            words = self.zext(x, 16), self.zext(y, 16)
            return self.slice(self.make("mul", 32, *words, unsigned, unsigned), 0, 2 * size)
        if e.op == "eq" and x.op == "const":
            x, y = y, x
        if e.op == "eq" and x.op == y.op == "const":
            return self.const(x.args[0] == y.args[0], 1)
        return self.make(e.op, e.width, x, y)

    def _product(self, factors: Sequence[Expr], of: Callable[[Expr], Expr]) -> Expr:
        """The low half of a product of 32 bits each: of two words, each signed or not."""
        words, signs = [], []
        for factor in factors:
            found = extended(factor)
            if found is None:
                raise ValueError("a product of 32 bits has factors of 16, extended")
            words.append(self.zext(of(found[0]), 16))
            signs.append(self.const(found[1], 1))
        return self.make("mul", 32, *words, *signs)

    def _add(self, x: Expr, y: Expr) -> Expr:
        if x.op == "const":
            x, y = y, x
        if y.op == "const":
            if y.args[0] == 0:
                return x
            if x.op == "const":
                return self.const(x.args[0] + y.args[0], x.width)
            if x.op == "add" and x.args[1].op == "const":
                return self._add(x.args[0], self._add(x.args[1], y))
            if x.op == "add" and _chosen(x.args[1]):
                # One adder, and no other one before it.
                condition, *numbers = x.args[1].args
                chosen = self.mux(condition, *(self._add(n, y) for n in numbers))
                return self._add(x.args[0], chosen)
        elif x.op == "add" and x.width == 16 and _chosen(x.args[1]):
            return self.make("add3", 16, x.args[0], y, x.args[1])
        return self.make("add", x.width, x, y)

    def _shift(self, op: str, a: Expr, amount: Expr) -> Expr:
        """By way of the funnel shifter: the upper half of 32 bits shifted left by 0 to 15."""
        zero = self.const(0, 16)
        low = self.slice(amount, 0, 4)
        if op == "shl":
            y = self.make("funnel", 16, zero, a, low)
        else:
            none = self.make("eq", 1, low, self.const(0, 4))
            minus = self.make("sub", 4, self.const(0, 4), low)
            y = self.make("funnel", 16, a, self.mux(none, a, zero), minus)
        return y if amount.width == 4 else self.mux(self.slice(amount, 4, 5), zero, y)

    def _sum(self, e: Expr, of: Callable[[Expr], Expr]) -> Expr | None:
        """A sum with carry in and out of the adder; None when it is something else."""
        width = e.width - 1
        main: list[Expr] = []
        carries: list[Expr] = []
        numbers: list[int] = []

        def collect(x: Expr) -> bool:
            if x.op == "add" and x.width == e.width:
                return collect(x.args[0]) and collect(x.args[1])
            if x.op == "const":
                numbers.append(x.args[0])
            elif x.op == "zext" and x.args[0].width == 1:
                carries.append(of(x.args[0]))
            elif x.op == "zext" and x.args[0].width == width:
                main.append(of(x.args[0]))
            else:
                return False
            return True

        if e.op != "add" or not collect(e) or not main or len(main) > 2 or len(carries) > 1:
            return None
        if not carries and 1 in numbers:
            numbers.remove(1)
            carries.append(self.const(1, 1))
        if len(numbers) > 2 - len(main):
            return None
        while len(main) < 2:
            number = numbers.pop() if numbers else 0
            if number >> width:
                return None
            main.append(self.const(number, width))
        carry = carries[0] if carries else self.const(0, 1)
        a, b = map(self.widen, main)
        total = self.alu(a, b, carry)
        if width == 16:
            return total
        # A byte's carry out, whatever the upper halves hold.
        bits = [self.slice(x, 8, 9) for x in (a, b, total)]
        return self.cat(
            self.slice(total, 0, 8), self.logic("xor", self.logic("xor", *bits[:2]), bits[2])
        )

    def alu(self, a: Expr, b: Expr, carry: Expr) -> Expr:
        """The sum of 16 bits and a carry in 17 bits."""
        if a.op == "var" and b.op == "var":
            a, b = self.sorted(a, b)
        return self.make("alu", 17, a, b, carry)

    def widen(self, e: Expr) -> Expr:
        """16 bits whose low byte is e and whose high byte may be anything."""
        if e.width == 16:
            return e
        if e.op == "const":
            return self.const(e.args[0] | (0xFF00 if e.args[0] & 0x80 else 0), 16)
        if e.op == "slice" and e.args[1] == 0 and e.args[0].width == 16:
            whole: Expr = e.args[0]
            return whole
        if e.op in ("and", "or", "xor"):
            return self.logic(e.op, *map(self.widen, e.args))
        return self.zext(e, 16)
