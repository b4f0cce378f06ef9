"""Several sources for sdas8051 joined into one module, in which they share their variables.

SDCC's linker lays the variables of two modules side by side, but for those in OSEG: two functions
that fill the internal RAM do not fit one program, although neither keeps anything there between
calls.  In one module the variables of the second are laid where those of the first are: the place
in an area is set back by a negative amount of room.  Names of a source begin with that of its
function, so that they are told apart; those that are exported stay.

An interface that calls one of the functions by digest size has its arguments where the first
function has them; so they are moved only for one that has them elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mote.building.sizes import Sizes

_DEFINED = (
    re.compile(r"([A-Za-z_.][\w.]*):"),
    re.compile(r"([A-Za-z_.][\w.]*)\s*=(?!=)"),
    re.compile(r"\s*\.equ\s+([A-Za-z_.][\w.]*)\s*,"),
    re.compile(r"\s*\.macro\s+([A-Za-z_.][\w.]*)"),
)
_AREA = re.compile(r"\s*\.area\s+(\w+)\s*(\([^)]*\))?")
_NAME = re.compile(r"(?<![\w.$#'])([A-Za-z_.][\w.]*)|(?<=#)([A-Za-z_.][\w.]*)")

_REGISTERS = {"a", "b", "c", "ab", "dptr", *(f"r{number}" for number in range(8))}
"""What a name may be beside a label: it stays, and the assembler tells if two sources have it."""


def _code(line: str) -> tuple[str, str]:
    """A line without its comment, and that."""
    code, semicolon, comment = line.partition(";")
    return code, semicolon + comment


def _defined(lines: Iterable[str]) -> set[str]:
    """The names that a source defines and does not export."""
    found = set()
    for line in lines:
        code, _ = _code(line)
        for pattern in _DEFINED:
            match = pattern.match(code)
            if match is not None:
                found.add(match[1])
    return {name for name in found - _REGISTERS if not name.startswith("_mote_")}


@dataclass
class _Macro:
    """A macro: its parameters, and which of them become labels."""

    parameters: list[str]
    labels: set[str]


def _macros(lines: Iterable[str]) -> dict[str, _Macro]:
    """The macros of a source.  A parameter may reach a label through another macro."""
    found: dict[str, _Macro] = {}
    calls: list[tuple[_Macro, str, list[str]]] = []
    current, depth = None, 0
    for line in lines:
        words = re.split(r"[\s,]+", re.sub(r"^[\w.$]+::?", "", _code(line)[0]).strip())
        if words[0] == ".macro":
            current, depth = _Macro([word.lstrip("?") for word in words[2:]], set()), 1
            found[words[1]] = current
        elif current is not None:
            depth += words[0] in (".irp", ".rept", ".irpc")
            depth -= words[0] == ".endm"
            label = re.match(r"([A-Za-z_]\w*)(?:'\w*)?:", line)
            if label is not None and label[1] in current.parameters:
                current.labels.add(label[1])
            calls.append((current, words[0], words[1:]))
            current = current if depth else None
    for _ in found:
        for outer, name, given in calls:
            if name in found:
                for parameter, word in zip(found[name].parameters, given, strict=False):
                    if parameter in found[name].labels and word in outer.parameters:
                        outer.labels.add(word)
    return found


class _Names:
    """The names of a source, and how they are told apart from those of another.

    A macro may put a name together: x0_'k of a number, o'e of another name, which changes with it.
    """

    def __init__(self, lines: Sequence[str], prefix: str) -> None:
        own = _defined(lines)
        self._macros = _macros(lines)
        self._prefix = prefix
        heads = {m[1] for line in lines for m in re.finditer(r"\b([A-Za-z_]\w*)'", _code(line)[0])}
        # A head of names stays where own names follow it: what follows is changed.
        before = {h for h in heads if any(each.removeprefix(h) in own - {each} for each in own)}
        self._heads = {h for h in heads - before if any(each.startswith(h) for each in own)}
        self._new = {name: prefix + name for name in own}
        for head in before:
            for name in own:
                if name.startswith(head) and name[len(head) :] in own:
                    self._new[name] = head + prefix + name[len(head) :]

        self._open: list[set[str]] = []

    def line(self, line: str) -> str:
        """The next line with its names changed."""
        code, comment = _code(line)
        words = re.split(r"([\s,]+)", code)
        # Not a label in front of it.
        call = next((n for n, w in enumerate(words) if w.strip(" \t,") and w[-1] != ":"), 0)
        if words[call] in (".macro", ".irp", ".irpc", ".rept"):
            given = [word.lstrip("?") for word in words[call + 2 :: 2]]
            bound = {".macro": given[1:], ".rept": []}.get(words[call], given[:1])
            self._open.append(set(bound))
        elif words[call] == ".endm":
            self._open.pop()
        macro = self._macros.get(words[call])
        if macro is not None:
            for number, parameter in enumerate(macro.parameters):
                place = call + 2 * (number + 1)
                if parameter not in macro.labels or place >= len(words):
                    continue
                if words[place] not in self._new and not self._bound(words[place]):
                    words[place] = self._prefix + words[place]
            code = "".join(words)
        return _NAME.sub(lambda match: self._name(match, code), code) + comment

    def _bound(self, word: str) -> bool:
        """Whether a parameter of what is open has that name."""
        return any(word in each for each in self._open)

    def _name(self, match: re.Match[str], code: str) -> str:
        word = match[0]
        if self._bound(word):
            return word
        if code[match.end() : match.end() + 1] == "'":
            return self._prefix + word if word in self._heads else self._new.get(word, word)
        return self._new.get(word, word)


def joined(name: str, sources: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
    """The lines of one module of sources, each a prefix and its lines."""
    kept = [
        "; SPDX-License-Identifier: MIT",
        "; Copyright (c) 2026 The Mote developers",
        ";",
        "; Several functions in one module, which share their variables: none keeps anything there",
        "; between calls, and no two may run at a time.",
        f"\t.module\t{name}",
    ]
    first: dict[str, str] = {}
    for prefix, lines in sources:
        names = _Names(lines, prefix)
        seen: set[str] = set()
        for line in lines:
            if re.match(r"\s*\.module\b", line):
                continue
            kept.append(names.line(line))
            match = _AREA.match(line)
            if match is None or match[1] in seen:
                continue
            area, kind = match[1], match[2] or ""
            seen.add(area)
            if "CODE" in kind:
                continue
            label = f"{prefix}begin_{area}"
            kept.append(f"{label}:")
            if area in first:
                kept.append(f"\t.ds\t{first[area]} - {label}")
            first.setdefault(area, label)
        for area in [area for area in first if area in seen]:
            kind = next(m[2] for m in map(_AREA.match, lines) if m and m[1] == area)
            kept += [f"\t.area\t{area}\t{kind}", f"{prefix}end_{area}:"]
    return kept + _room(sources, list(first))


def _room(sources: Sequence[tuple[str, Sequence[str]]], areas: Sequence[str]) -> list[str]:
    """An area ends where the source ends that needs most of it."""
    kept = []
    for area in areas:
        ends = []
        kind = ""
        for prefix, lines in sources:
            match = next((m for m in map(_AREA.match, lines) if m and m[1] == area), None)
            if match is not None:
                ends.append(f"{prefix}end_{area}")
                kind = match[2] or ""
        kept.append(f"\t.area\t{area}\t{kind}")
        for number, end in enumerate(ends[:-1]):
            # Each time the place in the area is behind what all up to here need.
            here = f"room_{area}_{number}"
            kept += [f"{here}:", f"\t.ifgt\t{end} - {here}", f"\t.ds\t{end} - {here}", "\t.endif"]
    return kept


_PARAMETERS = {
    "_init": (("_init_PARM_2", 2),),
    "": (("_PARM_2", 3), ("_PARM_3", 2)),
    "_close": (("_close_PARM_2", 2), ("_close_PARM_3", 2), ("_close_PARM_4", 3)),
}
"""The parameters of each function of an interface behind the first, and their bytes."""

_PUT = ("mov\ta,r{0}", "movx\t@dptr,a")


def interface(sizes: Sizes) -> list[str]:
    """The lines of the interface for all digest sizes, which stand behind the joined sources."""
    name, functions = f"_{sizes.identifier}", [f"_{f.identifier}" for f in sizes.functions]
    first = functions[0]
    parameters = [parameter for moved in _PARAMETERS.values() for parameter, _ in moved]
    lines = [
        "",
        "; One interface for all digest sizes: the first byte of its context says which function",
        "; it is, whose context lies behind it.",
        *(f"\t.globl\t{name}{each}" for each in ("_init", "", "_close", *parameters)),
        *(f"{name}{each} = {first}{each}" for each in parameters),
        "",
        "\t.area\tCSEG\t(CODE)",
        f"{name}_init:",
        "\tmov\tr6,dpl",
        "\tmov\tr7,dph",
        f"\tmov\tdptr,#{first}_init_PARM_2",
        "\tmovx\ta,@dptr",
        "\tmov\tr4,a",
        "\tinc\tdptr",
        "\tmovx\ta,@dptr",
        "\tmov\tr5,a",
        "\tmov\tdpl,r6",
        "\tmov\tdph,r7",
        "\tmov\tr6,#0",
    ]
    for limit in sizes.limits():
        lines += [
            "\tclr\tc",
            f"\tmov\ta,#{limit & 255}",
            "\tsubb\ta,r4",
            f"\tmov\ta,#{limit >> 8}",
            "\tsubb\ta,r5",
            "\tjnc\t1$",
            "\tinc\tr6",
        ]
    lines += ["1$:\tmov\ta,r6", "\tmovx\t@dptr,a"]
    lines += _chosen(functions, "_init")
    for end in ("", "_close"):
        lines += [f"{name}{end}:", "\tmovx\ta,@dptr", *_chosen(functions, end)]
    return lines


def _chosen(functions: Sequence[str], end: str) -> list[str]:
    """To the function that a says, with its context behind that byte."""
    lines = ["\tinc\tdptr"]
    last = len(functions) - 1
    for number, function in enumerate(functions):
        label = f"{10 * number + 12}$"
        if number not in (0, last):
            lines.append("\tdec\ta")
        if number != last:
            lines.append(f"\tjnz\t{label}")
        if number:
            lines += _moved(functions[0], function, end)
        lines.append(f"\tljmp\t{function}{end}")
        if number != last:
            lines.append(f"{label}:")
    return lines


def _moved(first: str, function: str, end: str) -> list[str]:
    """The arguments from where the first function has them to where this one has them."""
    parameters = _PARAMETERS[end]
    differ = " | ".join(f"({function}{name} - {first}{name})" for name, _ in parameters)
    lines = [f"\t.ifne\t{differ}", "\tpush\tdpl", "\tpush\tdph"]
    # All are taken before the first is put: both places may have bytes in common.
    for own, way in ((first, ("movx\ta,@dptr", "mov\tr{0},a")), (function, _PUT)):
        register = 0
        for name, size in parameters:
            lines.append(f"\tmov\tdptr,#{own}{name}")
            for at in range(size):
                lines += ["\tinc\tdptr"] if at else []
                lines += ["\t" + each.format(register) for each in way]
                register += 1
    return [*lines, "\tpop\tdph", "\tpop\tdpl", "\t.endif"]
