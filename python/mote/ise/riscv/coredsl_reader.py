"""Reads and runs instruction sets in the part of CoreDSL 2 that mote.ise.riscv.coredsl writes.

Types are unsigned<n>.  Widths follow CoreDSL's rules: a sum or difference has a bit more than the
wider operand (a difference is signed), a product as many as both, a shift those of its left
operand, a comparison one; nothing may be assigned to less bits than it has, unless it is converted.
It takes nothing from the module that writes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from mote.common.errors import MoteError
from mote.ise.riscv import isa

TOKEN = re.compile(
    r"\s+|//[^\n]*|"
    r"(?P<literal>\d+'(?:d\d+|b[01]+|h[0-9a-fA-F]+))|(?P<number>\d+)|(?P<name>[A-Za-z_]\w*)|"
    r'(?P<text>"[^"\n]*")|(?P<sign>::|==|!=|<<|>>|[-+*&|^<>?:;,=(){}\[\]])'
)
BASES = {"d": 10, "b": 2, "h": 16}
LEVELS = (("|",), ("^",), ("&",), ("==", "!="), ("<",), ("::",), ("<<", ">>"), ("+", "-"), ("*",))
"""Of infix signs, the weakest first.  A concatenation stands by itself in what is read here."""


class _Tokens:
    """The words of a text, one after the other."""

    def __init__(self, text: str) -> None:
        self._words: list[tuple[str, str, int]] = []
        at, line = 0, 1
        while at < len(text):
            found = TOKEN.match(text, at)
            if found is None:
                raise MoteError(f"CoreDSL: line {line}: {text[at]!r} is not read")
            if found.lastgroup:
                self._words.append((found.lastgroup, found[0], line))
            line += found[0].count("\n")
            at = found.end()
        self._at = 0

    @property
    def place(self) -> int:
        """Which word is next; may be set to go back."""
        return self._at

    @place.setter
    def place(self, at: int) -> None:
        self._at = at

    @property
    def next(self) -> str:
        return self._words[self._at][1] if self._at < len(self._words) else ""

    @property
    def kind(self) -> str:
        return self._words[self._at][0] if self._at < len(self._words) else ""

    def wrong(self, wanted: str) -> MoteError:
        last = self._words[min(self._at, len(self._words) - 1)][2] if self._words else 1
        return MoteError(f"CoreDSL: line {last}: {wanted} is wanted, not {self.next!r}")

    def take(self, *wanted: str) -> str:
        """The next word, which has to be one of these, if any are given."""
        word = self.next
        if not word or (wanted and word not in wanted):
            raise self.wrong(" or ".join(wanted) or "something")
        self._at += 1
        return word

    def of_kind(self, kind: str) -> str:
        if self.kind != kind:
            raise self.wrong(f"a {kind}")
        return self.take()

    def ahead(self, *words: str) -> bool:
        """Whether these are the next words."""
        some = self._words[self._at : self._at + len(words)]
        return tuple(word for _, word, _ in some) == words


@dataclass(frozen=True)
class Value:
    """A number and the bits that its type has; signed: below 0 too."""

    value: int
    width: int
    signed: bool = False


Scope = dict[str, Value | list[Value]]


@dataclass(frozen=True)
class Read:
    """An instruction: fixed bits and their value, fields by name, and its statements.

    fields: the lowest bit in the word, and how many.  state: bits of the registers of the text.
    """

    name: str
    mask: int
    value: int
    fields: Mapping[str, tuple[int, int]]
    behavior: str
    state: Mapping[str, int] = field(default_factory=dict)

    def execute(
        self, word: int, registers: list[int], state: dict[str, int] | None = None
    ) -> list[int]:
        """The registers behind the instruction; those of `state` change.  Raises MoteError."""
        held = {} if state is None else state
        scope: Scope = {
            name: Value(word >> low & (1 << width) - 1, width)
            for name, (low, width) in self.fields.items()
        }
        scope |= {name: Value(held[name], width) for name, width in self.state.items()}
        scope["X"] = [Value(each, isa.XLEN) for each in registers]
        tokens = _Tokens(self.behavior)
        while tokens.next:
            _statement(tokens, scope)
        for name in self.state:
            kept = scope[name]
            assert isinstance(kept, Value)
            held[name] = kept.value
        after = scope["X"]
        assert isinstance(after, list)
        return [0, *[each.value for each in after[1:]]]


def read(text: str) -> dict[str, Read]:
    """The instructions of a text by name; raises MoteError that says where it is not understood."""
    tokens = _Tokens(text)
    while tokens.next == "import":
        tokens.take()
        tokens.of_kind("text")
    tokens.take("InstructionSet")
    tokens.of_kind("name")
    tokens.take("extends")
    tokens.of_kind("name")
    tokens.take("{")
    state: dict[str, int] = {}
    if tokens.next == "architectural_state":
        tokens.take()
        tokens.take("{")
        while tokens.next != "}":
            tokens.take("register")
            width = _type(tokens)
            name = tokens.of_kind("name")
            if name in state:
                raise MoteError(f"CoreDSL: {name} is there twice")
            state[name] = width
            tokens.take(";")
        tokens.take("}")
    for word in ("instructions", "{"):
        tokens.take(word)
    found: dict[str, Read] = {}
    while tokens.next != "}":
        instruction = _instruction(tokens, state)
        if instruction.name in found:
            raise MoteError(f"CoreDSL: {instruction.name} is there twice")
        found[instruction.name] = instruction
    tokens.take("}")
    tokens.take("}")
    if tokens.next:
        raise tokens.wrong("the end")
    return found


def _instruction(tokens: _Tokens, state: Mapping[str, int]) -> Read:
    name = tokens.of_kind("name")
    tokens.take("{")
    tokens.take("encoding")
    tokens.take(":")
    parts: list[tuple[str, int, int]] = []
    while True:
        if tokens.kind == "literal":
            literal = _literal(tokens.take())
            parts.append(("", literal.width, literal.value))
        else:
            field = tokens.of_kind("name")
            tokens.take("[")
            high = int(tokens.of_kind("number"))
            tokens.take(":")
            tokens.take("0")
            tokens.take("]")
            parts.append((field, high + 1, 0))
        if tokens.take("::", ";") == ";":
            break
    mask = value = low = 0
    fields = {}
    for field, width, fixed in reversed(parts):
        if field:
            fields[field] = (low, width)
        else:
            mask |= (1 << width) - 1 << low
            value |= fixed << low
        low += width
    if low != 32:
        raise MoteError(f"CoreDSL: {name}: its encoding has {low} bits")
    tokens.take("assembly")
    tokens.take(":")
    tokens.of_kind("text")
    tokens.take(";")
    tokens.take("behavior")
    tokens.take(":")
    tokens.take("{")
    words: list[str] = []
    depth = 1
    while True:
        depth += {"{": 1, "}": -1}.get(tokens.next, 0)
        if not depth:
            break
        words.append(tokens.take())
    tokens.take("}")
    tokens.take("}")
    return Read(name, mask, value, fields, " ".join(words), state)


def _literal(word: str) -> Value:
    width, _, digits = word.partition("'")
    found = Value(int(digits[1:], BASES[digits[0]]), int(width))
    if found.value >> found.width:
        raise MoteError(f"CoreDSL: {word} has more bits than it says")
    return found


def _type(tokens: _Tokens) -> int:
    """The width of unsigned<n>."""
    tokens.take("unsigned")
    tokens.take("<")
    width = int(tokens.of_kind("number"))
    tokens.take(">")
    return width


def _statement(tokens: _Tokens, scope: Scope) -> None:
    if tokens.next == "if":
        tokens.take()
        tokens.take("(")
        wanted = _expression(tokens, scope).value
        tokens.take(")")
        tokens.take("X")
        tokens.take("[")
        place = _expression(tokens, scope).value
        tokens.take("]")
        tokens.take("=")
        value = _fits(_expression(tokens, scope), isa.XLEN, "X")
        tokens.take(";")
        registers = scope["X"]
        assert isinstance(registers, list)
        if wanted:
            registers[place] = value
        return
    if tokens.next == "for":
        _loop(tokens, scope)
        return
    if tokens.ahead(tokens.next, "="):
        name = tokens.take()
        known = scope.get(name)
        tokens.take("=")
        if not isinstance(known, Value):
            raise MoteError(f"CoreDSL: {name} is not declared")
        scope[name] = _fits(_expression(tokens, scope), known.width, name)
        tokens.take(";")
        return
    constant = tokens.next == "const"
    if constant:
        tokens.take()
    width = _type(tokens)
    name = tokens.of_kind("name")
    if name in scope:
        raise MoteError(f"CoreDSL: {name} is there already")
    if not constant:
        tokens.take("=")
        scope[name] = _fits(_expression(tokens, scope), width, name)
        tokens.take(";")
        return
    tokens.take("[")
    size = int(tokens.of_kind("number"))
    for word in ("]", "=", "{"):
        tokens.take(word)
    values = [_fits(_expression(tokens, scope), width, name)]
    while tokens.take(",", "}") == ",":
        values.append(_fits(_expression(tokens, scope), width, name))
    tokens.take(";")
    if len(values) != size:
        raise MoteError(f"CoreDSL: {name} has {len(values)} elements, not {size}")
    scope[name] = values


def _loop(tokens: _Tokens, scope: Scope) -> None:
    """for (unsigned<n> name = 0; name < number; name = ...) { statements }, each round its own."""
    for word in ("for", "("):
        tokens.take(word)
    width = _type(tokens)
    name = tokens.of_kind("name")
    if name in scope:
        raise MoteError(f"CoreDSL: {name} is there already")
    tokens.take("=")
    counter = _fits(_expression(tokens, scope), width, name)
    tokens.take(";")
    condition = tokens.place
    while True:
        inner: Scope = {**scope, name: counter}
        tokens.place = condition
        goes_on = _expression(tokens, inner).value
        tokens.take(";")
        tokens.take(name)
        tokens.take("=")
        further = _fits(_expression(tokens, inner), width, name)
        for word in (")", "{"):
            tokens.take(word)
        while tokens.next != "}":
            _statement(tokens, inner)
        tokens.take("}")
        if not goes_on:
            return
        scope.update({each: inner[each] for each in scope})
        counter = further


def _fits(value: Value, width: int, name: str) -> Value:
    """What is assigned; nothing may be lost of its type."""
    if value.signed or value.width > width:
        raise MoteError(
            f"CoreDSL: {name} has {width} bits, and is given {value.width}"
            + (" with a sign" if value.signed else "")
        )
    return Value(value.value, width)


def _expression(tokens: _Tokens, scope: Scope) -> Value:
    condition = _infix(tokens, scope, 0)
    if tokens.next != "?":
        return condition
    tokens.take()
    first = _expression(tokens, scope)
    tokens.take(":")
    second = _expression(tokens, scope)
    chosen = first if condition.value else second
    return Value(chosen.value, max(first.width, second.width))


def _infix(tokens: _Tokens, scope: Scope, level: int) -> Value:
    if level == len(LEVELS):
        return _prefix(tokens, scope)
    found = _infix(tokens, scope, level + 1)
    while tokens.next in LEVELS[level]:
        sign = tokens.take()
        found = _combined(sign, found, _infix(tokens, scope, level + 1))
    return found


def _combined(sign: str, a: Value, b: Value) -> Value:
    x, y, widest = a.value, b.value, max(a.width, b.width)
    if a.signed or b.signed:
        raise MoteError(f"CoreDSL: {sign} of what has a sign is not read")
    if sign == "::":
        return Value(x << b.width | y, a.width + b.width)
    if sign in ("&", "|", "^"):
        return Value({"&": x & y, "|": x | y, "^": x ^ y}[sign], widest)
    if sign in ("==", "!=", "<"):
        return Value(int({"==": x == y, "!=": x != y, "<": x < y}[sign]), 1)
    if sign in ("<<", ">>"):
        return Value((x << y if sign == "<<" else x >> y) & (1 << a.width) - 1, a.width)
    if sign == "*":
        return Value(x * y, a.width + b.width)
    return Value(x + y, widest + 1) if sign == "+" else Value(x - y, widest + 1, signed=True)


def _prefix(tokens: _Tokens, scope: Scope) -> Value:
    if tokens.ahead("(", "unsigned"):
        tokens.take()
        width = _type(tokens)
        tokens.take(")")
        return Value(_prefix(tokens, scope).value & (1 << width) - 1, width)
    if tokens.next == "(":
        tokens.take()
        found = _expression(tokens, scope)
        tokens.take(")")
        return found
    if tokens.kind == "literal":
        return _literal(tokens.take())
    if tokens.kind == "number":
        value = int(tokens.take())
        return Value(value, max(1, value.bit_length()))
    name = tokens.of_kind("name")
    of = scope.get(name)
    if of is None:
        raise MoteError(f"CoreDSL: {name} is not declared")
    if tokens.next != "[":
        if isinstance(of, list):
            raise MoteError(f"CoreDSL: {name} is taken whole")
        return of
    tokens.take()
    high = _expression(tokens, scope).value
    low = high
    if tokens.next == ":":
        tokens.take()
        low = int(tokens.of_kind("number"))
    tokens.take("]")
    if isinstance(of, list):
        if high >= len(of):
            raise MoteError(f"CoreDSL: {name} has {len(of)} elements, and {high} is taken")
        return of[high]
    if not low <= high < of.width:
        raise MoteError(f"CoreDSL: {name} has {of.width} bits, and [{high}:{low}] is taken")
    return Value(of.value >> low & (1 << high - low + 1) - 1, high - low + 1)
