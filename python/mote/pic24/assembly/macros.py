"""Macros, conditions, repetitions and includes: plain lines of what the text says.

What is left of a line, a directive's or an instruction's name and its operands, goes to `take`.
`%(expression)` and names of `.define` are replaced there before, so that macros can compute with
them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mote.pic24.assembly.source import AssemblyError, Line, read, split_operands
from mote.pic24.assembly.statements import Program

DEPTH = 64
"""How deep macros, repetitions and includes may stand in each other."""

CONDITIONS = (".if", ".ifdef", ".ifndef", ".ifc", ".ifnc")
REPETITIONS = (".rept", ".irp", ".for")

_LABEL = re.compile(r"\s*(\.?[A-Za-z_$][\w$]*|\d+)\s*:(?!:)")


@dataclass
class Macro:
    name: str
    parameters: list[tuple[str, str | None]]
    body: list[Line]


@dataclass(frozen=True)
class Branch:
    """A branch of a condition: whether it is assembled, whether it or one before it was, and where
    the condition began."""

    active: bool
    done: bool
    opened: Line


class Preprocessor:
    """The text of one file; its macros and definitions are its own.

    unique: numbers for `\\@`, of all files.
    """

    def __init__(
        self,
        program: Program,
        include: Sequence[Path],
        unique: Iterator[int],
        take: Callable[[str, str, Line], None],
    ) -> None:
        self.program, self.include, self.unique, self.take = program, include, unique, take
        self.macros: dict[str, Macro] = {}
        self.texts: dict[str, str] = {}

    def lines(self, lines: list[Line], depth: int = 0) -> None:
        """Take lines one after the other."""
        if depth > DEPTH:
            raise lines[0].error("", "macros or includes are nested too deeply")
        index = 0
        branches: list[Branch] = []
        while index < len(lines):
            line = lines[index]
            index += 1
            text = line.text.strip()
            if not text:
                continue
            word, rest = _first_word(text)
            if self._branch(word, rest, line, branches):
                continue
            if not all(branch.active for branch in branches):
                continue
            if word == ".macro":
                body, index = _block(lines, index, (".macro",), ".endm")
                self._macro(rest, body, line)
            elif word in REPETITIONS:
                body, index = _block(lines, index, REPETITIONS, ".endr")
                self._repeat(word, self._substitute(rest, line), body, line, depth)
            else:
                self._line(line, depth)
        if branches:
            raise branches[-1].opened.error("", ".endif is missing")

    # Conditions.

    def _branch(self, word: str, rest: str, line: Line, branches: list[Branch]) -> bool:
        """Begin, change or end a condition; False for any other line."""
        if word in CONDITIONS:
            active = all(branch.active for branch in branches)
            yes = active and self._condition(word, self._substitute(rest, line), line)
            branches.append(Branch(yes, yes, line))
            return True
        if word not in (".elseif", ".else", ".endif"):
            return False
        if not branches:
            raise line.error(word, f"{word} without .if")
        before = branches.pop()
        if word != ".endif":
            yes = all(branch.active for branch in branches) and not before.done
            if yes and word == ".elseif":
                yes = self._condition(".if", self._substitute(rest, line), line)
            branches.append(Branch(yes, before.done or yes, before.opened))
        return True

    def _condition(self, word: str, rest: str, line: Line) -> bool:
        if word == ".if":
            return bool(self.program.now(rest, line))
        if word in (".ifc", ".ifnc"):
            parts = split_operands(rest)
            same = len(parts) == 2 and parts[0] == parts[1]
            return same == (word == ".ifc")
        known = self.program.file.defines(rest) or rest in self.program.names.defines
        known = known or rest in self.texts or rest in self.macros
        return known == (word == ".ifdef")

    # Macros and repetitions.

    def _macro(self, rest: str, body: list[Line], line: Line) -> None:
        name, _, parameters = rest.replace("\t", " ").partition(" ")
        if not re.fullmatch(r"[A-Za-z_][\w.]*", name):
            raise line.error(rest, ".macro needs a name")
        made: list[tuple[str, str | None]] = []
        for part in split_operands(parameters):
            key, equals, default = part.partition("=")
            made.append((key.strip(), default.strip() if equals else None))
        self.macros[name.lower()] = Macro(name, made, body)

    def _call(self, macro: Macro, rest: str, line: Line, depth: int) -> None:
        given = split_operands(self._substitute(rest, line))
        if len(given) > len(macro.parameters):
            most = len(macro.parameters)
            raise line.error(rest, f"{macro.name} takes {most} arguments, {len(given)} are given")
        values = {}
        for index, (name, default) in enumerate(macro.parameters):
            value = given[index] if index < len(given) and given[index] else default
            if value is None:
                raise line.error(macro.name, f"{macro.name}: argument {name} is missing")
            values[name] = value
        try:
            self.lines(self._expand(macro.body, values), depth + 1)
        except AssemblyError as error:
            if "in macro" not in error.what:
                error.what += f" (in macro {macro.name}, used at {line.file}:{line.number})"
                error.args = (f"{error.file}:{error.line}:{error.column}: error: {error.what}",)
            raise

    def _repeat(self, word: str, rest: str, body: list[Line], line: Line, depth: int) -> None:
        now = self.program.now
        parts = split_operands(rest)
        if word == ".rept":
            rounds: list[dict[str, str]] = [{}] * now(rest, line)
        elif word == ".irp":
            rounds = [{parts[0]: value} for value in parts[1:]]
        else:
            if len(parts) not in (3, 4):
                raise line.error(rest, ".for needs a name, the first and the last number")
            first, last = now(parts[1], line), now(parts[2], line)
            step = now(parts[3], line) if len(parts) == 4 else 1
            if step == 0:
                raise line.error(rest, "a step of 0")
            end = last + (1 if step > 0 else -1)
            rounds = [{parts[0]: str(value)} for value in range(first, end, step)]
        for values in rounds:
            self.lines(self._expand(body, values), depth + 1)

    def _expand(self, body: list[Line], values: Mapping[str, str]) -> list[Line]:
        """A body with values in the place of `\\name`, and a number of its own for `\\@`."""
        unique = str(next(self.unique))

        def replace(match: re.Match[str]) -> str:
            if match[1] == "@":
                return unique
            return values.get(match[1], match[0])

        pattern = re.compile(r"\\(@|[A-Za-z_]\w*)(?:\\\(\))?")
        return [
            Line(pattern.sub(replace, line.text), line.file, line.number, line.folder)
            for line in body
        ]

    # Plain lines.

    def _line(self, line: Line, depth: int) -> None:
        """A line's labels, then its assignment, macro, directive or instruction."""
        text = line.text
        while match := _LABEL.match(text):
            self.program.label(self._substitute(match[1], line), line)
            text = text[match.end() :]
        text = text.strip()
        if not text:
            return
        match = re.match(r"([A-Za-z_]\w*)\s*=(?!=)\s*(.*)$", text)
        if match:
            value = self.program.now(self._substitute(match[2], line), line)
            self.program.file.values[match[1]] = value
            return
        parts = text.split(None, 1)
        word, rest = parts[0].lower(), parts[1] if len(parts) > 1 else ""
        if word in self.macros:
            self._call(self.macros[word], rest, line, depth)
        elif word == ".define":
            name, _, content = rest.replace(",", " ", 1).partition(" ")
            self.texts[name] = content.strip()
        elif word == ".undef":
            self.texts.pop(rest.strip(), None)
        elif word == ".include":
            self._include(self._substitute(rest, line).strip().strip('"'), line, depth)
        else:
            self.take(word, self._substitute(rest, line), line)

    def _include(self, name: str, line: Line, depth: int) -> None:
        for folder in (line.folder, *self.include):
            if (folder / name).is_file():
                self.lines(read(folder / name, line), depth + 1)
                return
        raise line.error(name, f"{name}: no such file")

    def _substitute(self, text: str, line: Line) -> str:
        """Names of .define and %(expression)."""
        if self.texts:
            for _ in range(8):
                changed = re.sub(
                    r"(?<![\w.$])[A-Za-z_]\w*", lambda m: self.texts.get(m[0], m[0]), text
                )
                if changed == text:
                    break
                text = changed
        while (start := text.find("%(")) >= 0:
            depth, end = 0, start + 1
            while end < len(text):
                depth += {"(": 1, ")": -1}.get(text[end], 0)
                end += 1
                if depth == 0:
                    break
            if depth:
                raise line.error(text[start:], "')' is missing")
            value = self.program.now(text[start + 2 : end - 1], line)
            text = text[:start] + str(value) + text[end:]
        return text


def _first_word(text: str) -> tuple[str, str]:
    """The first word of a line in small letters, and the rest."""
    if "\t" in text:
        parts = text.split(None, 1)
        word, rest = parts[0], parts[1] if len(parts) > 1 else ""
    else:
        word, _, rest = text.partition(" ")
    return word.lower(), rest.strip()


def _block(
    lines: list[Line], start: int, opening: Sequence[str], closing: str
) -> tuple[list[Line], int]:
    """Lines up to the matching closing directive, and the index behind it."""
    depth, index = 1, start
    while index < len(lines):
        word = lines[index].text.split()[:1]
        name = word[0].lower() if word else ""
        if name in opening:
            depth += 1
        elif name == closing:
            depth -= 1
            if depth == 0:
                return lines[start:index], index + 1
        index += 1
    raise lines[start - 1].error("", f"{closing} is missing")
