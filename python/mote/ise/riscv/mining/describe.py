"""Forms as descriptions of instructions, and about how many gates they take.

The text is Python, in the language of the extensions (mote.pic24.expr); `file` makes a whole
extension of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mote.common.errors import MoteError
from mote.ise.riscv import isa
from mote.ise.riscv.mining import forms
from mote.ise.riscv.mining.forms import IDENTITY, ONES, XLEN, Atom, Form, Rows

XOR, AND, ADD, LESS, MUX, NOT = 2.8, 1.2, 5.7, 3.0, 2.0, 0.5
"""GE a bit, of OSU 180 nm as the study's units have it (docs/riscv-study.md)."""
SELECT, DECODE = 1.5, 20.0
"""GE a bit of choosing a result among others, and of knowing an instruction."""
LEVELS = 5
"""Of a shifter by a number from 0 to 31."""


def _turned(text: str, n: int) -> str:
    return _bracketed(text) if n == 0 else f"ror({text}, {n})"


def _linear(text: str, rows: Rows) -> list[str]:
    """Summands: the argument rotated, shifted, or some bits of a rotation."""
    if rows == IDENTITY:
        return [text]
    if rows == forms.BIT:
        return [text if text.startswith("zext(") else f"zext({_bracketed(text)}[0], 32)"]
    found = []
    for n in range(XLEN):
        mask = sum(1 << bit for bit in range(XLEN) if rows[bit] >> ((bit + n) % XLEN) & 1)
        if mask == ONES:
            found.append(_turned(text, n) if n else text)
        elif n and mask == ONES >> n:
            found.append(f"right({text}, {n})")
        elif n and mask == ONES & ~(ONES >> n):
            found.append(f"left({text}, {XLEN - n})")
        elif mask:
            found.append(f"({_turned(text, n)} & 0x{mask:X})")
    return found


def text(form: Form) -> str:
    """The expression, without brackets around it."""
    for atom, rows in form.terms:
        if atom[0] == "and" and rows == IDENTITY:
            logic = _logic(form, atom)
            if logic:
                return logic
    together: dict[Rows, list[str]] = {}
    for atom, rows in form.terms:
        together.setdefault(rows, []).append(_atom(atom))
    parts = []
    for rows, atoms in together.items():
        words = " ^ ".join(atoms) if len(atoms) > 1 else _stripped(atoms[0])
        made = _linear(words, rows)
        parts += [each if len(atoms) > 1 or each != words else atoms[0] for each in made]
    if form.constant == ONES and len(parts) == 1:
        return f"~{_bracketed(parts[0])}"
    if form.constant or not parts:
        parts.append(f"const(0x{form.constant:X}, 32)" if not parts else f"0x{form.constant:X}")
    return " ^ ".join(parts) if len(parts) > 1 else _stripped(parts[0])


def _logic(form: Form, atom: Atom) -> str:
    """The form as one and, or or their complement of what the and takes; empty where it is none."""
    a, b = atom[1:]
    inverted = forms.constant(ONES)
    rest = forms.xor(form, forms.of_atom(atom))
    not_a, not_b = forms.xor(a, inverted), forms.xor(b, inverted)
    found = {
        a: f"{_part(a)} & {_part(not_b)}",
        b: f"{_part(b)} & {_part(not_a)}",
        forms.xor(a, b): f"{_part(a)} | {_part(b)}",
        inverted: f"{_part(not_a)} | {_part(not_b)}",
        not_a: f"{_part(b)} | {_part(not_a)}",
        not_b: f"{_part(a)} | {_part(not_b)}",
    }
    return found.get(rest, "")


def _bracketed(part: str) -> str:
    return part if _closed(part) else f"({part})"


def _closed(part: str) -> bool:
    """Whether a text holds together without brackets."""
    depth = 0
    for number, sign in enumerate(part):
        depth += (sign in "([") - (sign in ")]")
        if depth == 0 and sign == " ":
            return False
        if depth == 0 and sign == "~" and number:
            return False
    return True


def _stripped(part: str) -> str:
    """Without brackets around all of it."""
    if not (part.startswith("(") and part.endswith(")")):
        return part
    depth = 0
    for number, sign in enumerate(part):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return part[1:-1] if number == len(part) - 1 else part
    return part


def _part(form: Form) -> str:
    return _bracketed(text(form))


def _atom(atom: Atom) -> str:
    """An atom, which holds together."""
    name, *parts = atom
    if not parts:
        return f"i.{name}"
    if name == "add":
        total, *rest = parts
        words = [_part(each) for each in rest]
        return f"({' + '.join([*words, *([f'0x{total.constant:X}'] if total.constant else [])])})"
    a, b = parts
    if name == "and":
        # What is inverted goes behind: x & ~y.
        ordered = sorted((a, b), key=lambda x: x.constant == ONES)
        return f"({' & '.join(_part(each) for each in ordered)})"
    if name == "sub":
        first = _part(a) if a.terms else f"const(0x{a.constant:X}, 32)"
        return f"({first} - {_part(b)})"
    if name in ("ult", "slt"):
        second = f"0x{b.constant:X}" if not b.terms else text(b)
        first = _part(a) if a.terms else f"const(0x{a.constant:X}, 32)"
        return f"zext({first}.{name}({second}), 32)"
    if not b.terms:
        return f"{name}({text(a)}, const({b.constant}, 5))"
    ((amount, rows),) = b.terms if len(b.terms) == 1 else ((None, ()),)
    cut = tuple(1 << bit if bit < LEVELS else 0 for bit in range(XLEN))
    second = _atom(amount) if amount is not None and rows == cut and not b.constant else _part(b)
    first = text(a) if a.terms else f"const(0x{a.constant:X}, 32)"
    return f"{name}({first}, {second}[:5])"


def gates(form: Form) -> float:
    """About how many GE the function takes, each atom counted once."""
    return _gates(form, set())


def _gates(form: Form, done: set[Atom]) -> float:
    total = NOT * form.constant.bit_count()
    for bit in range(XLEN):
        count = sum(rows[bit].bit_count() for _, rows in form.terms)
        total += XOR * max(count - 1, 0)
    for atom, rows in form.terms:
        if len(atom) == 1 or atom in done:
            continue
        done.add(atom)
        total += sum(_gates(each, done) for each in atom[1:])
        used = sum(1 for bit in range(XLEN) if any(row >> bit & 1 for row in rows))
        name = atom[0]
        if name == "and":
            total += AND * used
        elif name in ("add", "sub"):
            total += ADD * XLEN * (len(atom) - 2)
        elif name in ("ult", "slt"):
            total += LESS * XLEN
        elif name != "sar" or atom[2].terms:
            total += MUX * XLEN * LEVELS
    return total


def unit_gates(found: Sequence[Form], by_number: bool) -> float:
    """About how many GE a unit of these functions takes more, alone or beside others.

    Several differ in what they rotate by, and share the rest.  by_number: it is one function, which
    rotates by a number of the instruction word.
    """
    choice = SELECT * XLEN * (1 if by_number else len(found)) + DECODE
    return choice + (MUX * XLEN * LEVELS if by_number else gates(found[0]))


@dataclass(frozen=True)
class Described:
    """An instruction to be: its name, the meaning's text, what stands in rs2, a sentence."""

    name: str
    meaning: str
    second: str
    prose: str


HELPERS = {
    "ror": """\
def ror(x: Expr, n: int) -> Expr:
    return cat(x[n:], x[:n])
""",
    "right": """\
def right(x: Expr, n: int) -> Expr:
    return cat(x[n:], const(0, n))
""",
    "left": """\
def left(x: Expr, n: int) -> Expr:
    return cat(const(0, n), x[: 32 - n])
""",
    "rotated": """\
def rotated(x: Expr, number: Expr) -> Expr:
    for bit in range(5):
        n = 1 << bit
        x = mux(number[bit], cat(x[n:], x[:n]), x)
    return x
""",
}
USED = {
    "ror": ("Expr", "cat"),
    "right": ("Expr", "cat", "const"),
    "left": ("Expr", "cat", "const"),
    "rotated": ("Expr", "cat", "mux"),
}
NAMES = ("const", "sar", "shl", "shr", "zext")
"""What meanings take of mote.pic24.expr beside helpers."""
LINE = 96


def file(title: str, described: Sequence[Described], funct7: int) -> str:
    """An extension of these instructions, from a funct7 on.  Raises MoteError for too many."""
    if funct7 + (len(described) - 1) // 8 >= 64:
        raise MoteError(f"{len(described)} instructions find no room from funct7 {funct7:07b} on")
    whole = " ".join(each.meaning for each in described)
    helpers = [name for name in HELPERS if f"{name}(" in whole]
    names = {"Expr"} | {x for name in helpers for x in USED[name]}
    names |= {name for name in NAMES if f"{name}(" in whole}
    ordered = sorted(names, key=lambda x: (x.islower(), x))
    parts = [
        f'"""{title}"""',
        "",
        "from mote.ise.riscv.isa import Instruction, Operands",
        f"from mote.pic24.expr import {', '.join(ordered)}",
        "",
        "",
    ]
    parts += [f"{HELPERS[name]}\n" for name in helpers]
    for each in described:
        parts.append(f"def _{each.name}(i: Operands) -> Expr:\n    return {each.meaning}\n\n")
    parts.append("INSTRUCTIONS = [")
    for number, each in enumerate(described):
        pattern = (
            f"{funct7 + number // 8:07b} {(each.second or '0') * 5} sssss {number % 8:03b} "
            "ddddd 0001011"
        )
        parts.append(
            f'    Instruction(\n        "{each.name}",\n        "{pattern}",\n'
            f'        _{each.name},\n        "{each.prose}",\n    ),'
        )
    return "\n".join([*parts, "]", ""])


def instructions(described: Sequence[Described], funct7: int) -> tuple[isa.Instruction, ...]:
    """What the file has, made without one."""
    names: dict[str, list[isa.Instruction]] = {}
    exec(compile(file("", described, funct7), "<candidates>", "exec"), names)
    return tuple(names["INSTRUCTIONS"])
