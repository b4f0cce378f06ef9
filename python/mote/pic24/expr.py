"""Bit-vector expressions: the language in which the 16-bit core's instructions state their meaning.

An expression has a width in bits and is a constant, a variable, a register read or an operation on
expressions; it never changes anything.  All arithmetic is modulo 2**width.  From the same tree
come Python source text (`PythonText`, for the reference simulator) and hardware (mote.pic24.rtl).

| operation | meaning | width |
|---|---|---|
| `a + b`, `a - b`, `a & b`, `a | b`, `a ^ b`, `~a` | as in C, unsigned | that of a and b |
| `a[lo:hi]`, `a[n]` | bits lo to hi - 1, bit n (0 is the least significant) | hi - lo, 1 |
| `cat(low, ..., high)` | concatenation, the least significant part first | the sum |
| `a.eq(b)`, `a.ne(b)`, `a.ult(b)`, `a.slt(b)` | comparisons, unsigned and signed | 1 |
| `mux(c, a, b)` | a when the bit c is 1, else b | that of a and b |
| `zext(a, n)`, `sext(a, n)` | zero and sign extension | n |
| `shl(a, n)`, `shr(a, n)`, `sar(a, n)` | shifts by an expression | that of a |
| `mul(a, b)` | unsigned product | the sum of both |
| `rom(table, a, n)` | the element of a constant table at index a, 0 beyond its end | n |
| `reg(a)` | the working register with number a (4 bits) | 16 |
| `var(name, n)` | a name that the user of the expression binds | n |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any


class Expr:
    """One node.  `op` is one of the names in OPS, `args` its operands or constants."""

    __slots__ = ("args", "op", "width")

    def __init__(self, op: str, width: int, *args: Any) -> None:
        if width <= 0:
            raise ValueError(f"{op} has width {width}")
        self.op, self.width, self.args = op, width, args

    @property
    def value(self) -> int | None:
        """The number when this is a constant, else None."""
        return self.args[0] if self.op == "const" else None

    def _other(self, other: Expr | int) -> Expr:
        if isinstance(other, int):
            return const(other, self.width)
        if other.width != self.width:
            raise ValueError(f"widths {self.width} and {other.width} do not agree")
        return other

    def __add__(self, other: Expr | int) -> Expr:
        return _binary("add", self, self._other(other))

    def __sub__(self, other: Expr | int) -> Expr:
        return _binary("sub", self, self._other(other))

    def __and__(self, other: Expr | int) -> Expr:
        return _binary("and", self, self._other(other))

    def __or__(self, other: Expr | int) -> Expr:
        return _binary("or", self, self._other(other))

    def __xor__(self, other: Expr | int) -> Expr:
        return _binary("xor", self, self._other(other))

    def __invert__(self) -> Expr:
        return self ^ ((1 << self.width) - 1)

    def __getitem__(self, which: int | slice) -> Expr:
        if isinstance(which, int):
            low = which if which >= 0 else which + self.width
            high = low + 1
        else:
            low, high, _ = which.indices(self.width)
        if not 0 <= low < high <= self.width:
            raise ValueError(f"bits {which} of a width of {self.width}")
        if (low, high) == (0, self.width):
            return self
        if self.value is not None:
            return const(self.value >> low, high - low)
        if self.op == "slice":
            return Expr("slice", high - low, self.args[0], self.args[1] + low)
        if self.op == "zext" and low >= self.args[0].width:
            return const(0, high - low)
        if self.op == "zext" and high <= self.args[0].width:
            inner: Expr = self.args[0][low:high]
            return inner
        return Expr("slice", high - low, self, low)

    def eq(self, other: Expr | int) -> Expr:
        return _binary("eq", self, self._other(other), 1)

    def ne(self, other: Expr | int) -> Expr:
        return ~self.eq(other)

    def ult(self, other: Expr | int) -> Expr:
        return _binary("ult", self, self._other(other), 1)

    def slt(self, other: Expr | int) -> Expr:
        flip = 1 << (self.width - 1)
        return (self ^ flip).ult(self._other(other) ^ flip)

    def __repr__(self) -> str:
        return f"{self.op}({', '.join(map(repr, self.args))}):{self.width}"


_FOLD: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "eq": lambda a, b: int(a == b),
    "ult": lambda a, b: int(a < b),
    "shl": lambda a, b: a << b,
    "shr": lambda a, b: a >> b,
    "mul": lambda a, b: a * b,
}


def _binary(op: str, a: Expr, b: Expr, width: int = 0) -> Expr:
    width = width or a.width
    x, y = a.value, b.value
    if x is not None and y is not None:
        return const(_FOLD[op](x, y), width)
    if op in ("add", "or", "xor", "sub", "shl", "shr") and y == 0:
        return a
    if op in ("add", "or", "xor") and x == 0:
        return b
    if op == "and" and 0 in (x, y):
        return const(0, width)
    if op == "and" and y == (1 << width) - 1:
        return a
    return Expr(op, width, a, b)


def const(value: int, width: int) -> Expr:
    """A constant, taken modulo 2**width."""
    return Expr("const", width, value & ((1 << width) - 1))


def var(name: str, width: int) -> Expr:
    """A variable."""
    return Expr("var", width, name)


def reg(number: Expr | int) -> Expr:
    """The working register with that number."""
    return Expr("reg", 16, const(number, 4) if isinstance(number, int) else number)


def mux(condition: Expr, a: Expr | int, b: Expr | int) -> Expr:
    """a when `condition` (1 bit) is set, else b; one of both must have a width."""
    if isinstance(a, int):
        assert isinstance(b, Expr)
        a = const(a, b.width)
    b = a._other(b)
    if condition.width != 1:
        raise ValueError("a condition has one bit")
    if condition.value is not None:
        return a if condition.value else b
    return Expr("mux", a.width, condition, a, b)


def cat(*parts: Expr) -> Expr:
    """Concatenation, least significant part first."""
    width = sum(part.width for part in parts)
    if all(part.value is not None for part in parts):
        value = shift = 0
        for part in parts:
            value |= part.args[0] << shift
            shift += part.width
        return const(value, width)
    return parts[0] if len(parts) == 1 else Expr("cat", width, *parts)


def zext(a: Expr, width: int) -> Expr:
    """Zero extension, or the low bits where `width` is smaller."""
    if width <= a.width:
        return a[:width]
    return const(a.value, width) if a.value is not None else Expr("zext", width, a)


def sext(a: Expr, width: int) -> Expr:
    """Sign extension."""
    if width == a.width:
        return a
    ones = (1 << (width - a.width)) - 1
    return cat(a, mux(a[-1], const(ones, width - a.width), 0))


def shl(a: Expr, amount: Expr) -> Expr:
    """Shift left by an expression."""
    return _binary("shl", a, amount)


def shr(a: Expr, amount: Expr) -> Expr:
    """Logical shift right by an expression."""
    return _binary("shr", a, amount)


def sar(a: Expr, amount: Expr) -> Expr:
    """Arithmetic shift right: the complement shifted for negative numbers."""
    ones = (1 << a.width) - 1
    sign = mux(a[-1], const(ones, a.width), 0)
    return shr(a ^ sign, amount) ^ sign


def mul(a: Expr, b: Expr) -> Expr:
    """The full unsigned product."""
    return _binary("mul", a, b, a.width + b.width)


def rom(table: Sequence[int], index: Expr, width: int, gates: Expr | None = None) -> Expr:
    """table[index], 0 beyond its end: a constant table inside the processor.

    gates: the same from the same index, smaller in hardware; the simulator takes the table.
    """
    if index.value is not None:
        return const(table[index.value] if index.value < len(table) else 0, width)
    return Expr("rom", width, tuple(table), index, *([] if gates is None else [gates]))


def children(e: Expr) -> Iterable[Expr]:
    """The operands that are expressions; of a table its index."""
    return [e.args[1]] if e.op == "rom" else [a for a in e.args if isinstance(a, Expr)]


def walk(e: Expr, seen: set[int] | None = None) -> Iterable[Expr]:
    """The expression and everything below it, each once."""
    seen = set() if seen is None else seen
    if id(e) in seen:
        return
    seen.add(id(e))
    yield e
    for a in e.args:
        if isinstance(a, Expr):
            yield from walk(a, seen)


class PythonText:
    """Writes expressions as Python source; what is used twice is computed once.

    names: the Python text of each variable; reg_text: that of a register read, from the text of
    its number.  New lines of code (assignments to temporaries) are appended to `lines`.
    """

    def __init__(self, names: Mapping[str, str], lines: list[str], prefix: str) -> None:
        self.names, self.lines, self.prefix = dict(names), lines, prefix
        self.uses: dict[int, int] = {}
        self.done: dict[int, str] = {}
        self.keep: list[Expr] = []
        self.tables: dict[str, tuple[int, ...]] = {}
        self.count = 0

    def plan(self, roots: Iterable[Expr]) -> None:
        """Count uses below the roots, all of which will be written."""
        for root in roots:
            self.keep.append(root)
            self._count(root)

    def _count(self, e: Expr) -> None:
        self.uses[id(e)] = self.uses.get(id(e), 0) + 1
        if self.uses[id(e)] == 1:
            for child in children(e):
                self._count(child)

    def text(self, e: Expr) -> str:
        """An atom or a bracketed expression."""
        if e.op == "const":
            return str(e.args[0])
        if e.op == "var":
            return self.names[e.args[0]]
        if id(e) in self.done:
            return self.done[id(e)]
        text = self._make(e)
        if self.uses.get(id(e), 0) > 1 and e.op not in ("var", "const"):
            self.count += 1
            name = f"{self.prefix}{self.count}"
            self.lines.append(f"{name}={text}")
            text = name
        self.done[id(e)] = text
        return text

    def _make(self, e: Expr) -> str:
        ones = (1 << e.width) - 1
        a = e.args
        if e.op in ("add", "sub"):
            sign = "+" if e.op == "add" else "-"
            return f"({self.text(a[0])}{sign}{self.text(a[1])}&{ones})"
        if e.op in ("and", "or", "xor"):
            sign = {"and": "&", "or": "|", "xor": "^"}[e.op]
            return f"({self.text(a[0])}{sign}{self.text(a[1])})"
        if e.op == "eq":
            return f"({self.text(a[0])}=={self.text(a[1])})"
        if e.op == "ult":
            return f"({self.text(a[0])}<{self.text(a[1])})"
        if e.op == "slice":
            low = a[1]
            inner = self.text(a[0])
            if low + e.width == a[0].width:
                return f"({inner}>>{low})"
            return f"({inner}&{ones})" if low == 0 else f"({inner}>>{low}&{ones})"
        if e.op == "cat":
            shift, parts = 0, []
            for part in a:
                if part.value != 0:
                    parts.append(f"({self.text(part)}<<{shift})" if shift else self.text(part))
                shift += part.width
            return "(" + "|".join(parts) + ")"
        if e.op == "zext":
            return self.text(a[0])
        if e.op == "mux":
            # Both branches are written out: temporaries stand before the line that chooses.
            c, x, y = self.text(a[0]), self.text(a[1]), self.text(a[2])
            return f"({x} if {c} else {y})"
        if e.op == "shl":
            return f"({self.text(a[0])}<<{self.text(a[1])}&{ones})"
        if e.op == "shr":
            return f"({self.text(a[0])}>>{self.text(a[1])})"
        if e.op == "mul":
            return f"({self.text(a[0])}*{self.text(a[1])})"
        if e.op == "rom":
            name = f"TABLE{abs(hash(a[0]))}"
            size = 1 << a[1].width
            self.tables[name] = (*a[0], *([0] * (size - len(a[0]))))
            return f"{name}[{self.text(a[1])}]"
        if e.op == "reg":
            return f"W[{self.text(a[0])}]"
        raise ValueError(e.op)
