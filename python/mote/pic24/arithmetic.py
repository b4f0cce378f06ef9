"""Expressions of the assembler's source: C's operators and precedence, on integers of any size.

A text is parsed once into a function of the names' values, and evaluated as often as it occurs.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable


class Unknown(ValueError):
    """A name that has no value (yet)."""


_TOKEN = re.compile(
    r"\s*(?:(0x[0-9a-f_]+|0b[01_]+|\d+[bf](?![0-9a-z_])|\d[\d_]*)|('(?:\\.|[^'])')"
    r"|(\.?[a-z_$][\w$]*(?:\.[\w$]+)?|\.)|(<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^~!<>()?:,]))",
    re.I,
)
_LEVELS: tuple[tuple[str, ...], ...] = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", "<=", ">", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)

_LEVEL = {operator: level for level, group in enumerate(_LEVELS) for operator in group}


def _divide(a: int, b: int) -> int:
    if b == 0:
        raise ValueError("division by zero")
    return a // b


_APPLY: dict[str, Callable[[int, int], int]] = {
    "||": lambda a, b: int(bool(a) or bool(b)),
    "&&": lambda a, b: int(bool(a) and bool(b)),
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "&": lambda a, b: a & b,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "<<": lambda a, b: a << b,
    ">>": lambda a, b: a >> b,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _divide,
    "%": lambda a, b: a - _divide(a, b) * b,
}
_PREFIX: dict[str, Callable[[int], int]] = {
    "-": lambda a: -a,
    "+": lambda a: a,
    "~": lambda a: ~a,
    "!": lambda a: int(not a),
}
FUNCTIONS: dict[str, Callable[[int], int]] = {
    "tbloffset": lambda a: a & 0xFFFF,
    "tblpage": lambda a: a >> 16 & 0xFF,
    "psvoffset": lambda a: a & 0x7FFF | 0x8000,
    "psvpage": lambda a: a >> 15 & 0xFF,
    "lo16": lambda a: a & 0xFFFF,
    "hi16": lambda a: a >> 16 & 0xFFFF,
    "lo8": lambda a: a & 0xFF,
    "hi8": lambda a: a >> 8 & 0xFF,
}


Lookup = Callable[[str], int]
"""The value of a name, `.` and numeric labels (`1f`) among them; raises Unknown without one."""

Evaluator = Callable[[Lookup], int]


def _tokens(text: str) -> list[str]:
    tokens: list[str] = []
    place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if not match:
            raise ValueError(f"cannot read {text[place:]!r} in an expression")
        tokens.append(match[0].strip())
        place = match.end()
    if not tokens:
        raise ValueError("an expression is missing")
    return [*tokens, ""]


def _constant(value: int) -> Evaluator:
    return lambda lookup: value


def _applied(function: Callable[[int], int], a: Evaluator) -> Evaluator:
    return lambda lookup: function(a(lookup))


def _joined(function: Callable[[int, int], int], a: Evaluator, b: Evaluator) -> Evaluator:
    return lambda lookup: function(a(lookup), b(lookup))


def _chosen(condition: Evaluator, yes: Evaluator, no: Evaluator) -> Evaluator:
    def choose(lookup: Lookup) -> int:
        chosen = bool(condition(lookup))
        # Both have to have a value.
        first, second = yes(lookup), no(lookup)
        return first if chosen else second

    return choose


@functools.lru_cache(maxsize=4096)
def _parsed(text: str) -> Evaluator:
    """An expression, ready to be evaluated: most stand in macros and come again and again."""
    tokens = _tokens(text)
    position = 0

    def peek() -> str:
        return tokens[position]

    def take(expected: str = "") -> str:
        nonlocal position
        token = tokens[position]
        if expected and token != expected:
            raise ValueError(f"{expected!r} expected in {text!r}")
        position += 1
        return token

    def primary() -> Evaluator:
        token = take()
        if token == "(":
            inner = ternary()
            take(")")
            return inner
        if token in _PREFIX:
            return _applied(_PREFIX[token], primary())
        if token.startswith("'"):
            return _constant(ord(token[1:-1].encode().decode("unicode_escape")))
        if token and token[0].isdigit() and not re.fullmatch(r"\d+[bf]", token):
            return _constant(int(token.replace("_", ""), 0))
        if token in FUNCTIONS and peek() == "(":
            take("(")
            inner = ternary()
            take(")")
            return _applied(FUNCTIONS[token], inner)
        if token and (token[0].isalnum() or token[0] in "._$"):
            return lambda lookup: lookup(token)
        raise ValueError(f"cannot read {text!r} as an expression")

    def binary(level: int) -> Evaluator:
        found = primary()
        while (tight := _LEVEL.get(peek(), -1)) >= level:
            operator = take()
            found = _joined(_APPLY[operator], found, binary(tight + 1))
        return found

    def ternary() -> Evaluator:
        found = binary(0)
        if peek() != "?":
            return found
        take("?")
        yes = ternary()
        take(":")
        return _chosen(found, yes, ternary())

    found = ternary()
    if peek():
        raise ValueError(f"cannot read {peek()!r} in {text!r}")
    return found


def evaluate(text: str, lookup: Lookup) -> int:
    """The value of an expression: C's operators and precedence, on integers of any size.

    Raises ValueError (Unknown for a name without value).
    """
    return _parsed(text.strip())(lookup)
