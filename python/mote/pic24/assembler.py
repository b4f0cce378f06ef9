"""An assembler for the 16-bit core, made from the instructions' descriptions.

cores/pic24/README.md describes the source language.  Everything is in one pass over the text
(macros, conditions, includes, layout) and one over the statements (encoding); there is no separate
linker: files that belong together are assembled together, each with its own names, of which
`.global` ones are seen by the others.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mote.common.paths import INCLUDES
from mote.pic24.arithmetic import Unknown, evaluate
from mote.pic24.isa import SPECIAL, Instruction, OperandError, register_number
from mote.pic24.sets import InstructionSet, extension_names, instruction_set

TEXT_START = 0x0200
"""Where the program begins; below it lie the vectors of DS70157."""
DATA_START = 0x0800

SECTIONS = ("text", "const", "rodata", "data", "bss")
PROGRAM_SECTIONS = ("text", "const")

MACRO_DEPTH = 64


class AssemblyError(Exception):
    """file, line and column (from 1) and what is wrong there; str() has all four."""

    def __init__(self, file: str, line: int, column: int, what: str) -> None:
        self.file, self.line, self.column, self.what = file, line, column, what
        super().__init__(f"{file}:{line}:{column}: error: {what}")


# Lines.


@dataclass(frozen=True)
class Line:
    """A line of source: its text without the comment, and where it stands."""

    text: str
    file: str
    number: int
    folder: Path


@functools.lru_cache(maxsize=8192)
def _strip_comment(text: str) -> str:
    out, quote = [], ""
    previous = ""
    for letter in text:
        if quote:
            if letter == quote and previous != "\\":
                quote = ""
        elif letter in "\"'":
            quote = letter
        elif letter == ";":
            break
        out.append(letter)
        previous = letter
    return "".join(out).rstrip()


def split_operands(text: str) -> list[str]:
    """Split at commas outside of brackets and quotes."""
    return list(_operands(text))


@functools.lru_cache(maxsize=8192)
def _operands(text: str) -> tuple[str, ...]:
    parts: list[str] = []
    depth, quote, current = 0, "", ""
    for letter in text:
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter in "([":
            depth += 1
        elif letter in ")]":
            depth -= 1
        elif letter == "," and depth == 0:
            parts.append(current.strip())
            current = ""
            continue
        current += letter
    if current.strip() or parts:
        parts.append(current.strip())
    return tuple(parts)


@dataclass
class Macro:
    name: str
    parameters: list[tuple[str, str | None]]
    body: list[Line]


@dataclass
class Statement:
    """An instruction or data at an address, to be encoded when every name is known."""

    line: Line
    section: str
    address: int
    mnemonic: str = ""
    operands: list[str] = field(default_factory=list)
    size: int = 0
    unit: int = 0
    scope: str = ""
    file: _File | None = None
    words: tuple[int, ...] = ()
    instruction: Instruction | None = None


@dataclass
class _File:
    """Names of one source file."""

    path: Path
    values: dict[str, int] = field(default_factory=dict)
    globals: dict[str, Line] = field(default_factory=dict)
    numeric: dict[str, list[tuple[int, tuple[str, int]]]] = field(default_factory=dict)
    labels: dict[str, tuple[str, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Symbol:
    """A label.  size: to the next label that is not local, in bytes of its memory (3 for each
    instruction word); address: of program memory in steps of 2 for each word."""

    name: str
    section: str
    address: int
    size: int
    is_global: bool
    file: str


@dataclass(frozen=True)
class Assembled:
    """What came of some source files.

    program: instruction words by address.  data: bytes of data memory by section, with their
    start.  symbols: labels by file order; values: exported names.  statements: for the listing.
    """

    program: dict[int, int]
    data: dict[str, tuple[int, bytes]]
    bss: tuple[int, int]
    symbols: tuple[Symbol, ...]
    values: dict[str, int]
    constants: dict[str, int]
    exported: tuple[str, ...]
    undefined: tuple[str, ...]
    statements: tuple[Statement, ...]
    extensions: tuple[str, ...]

    @property
    def sizes(self) -> dict[str, int]:
        """Bytes of each section: 3 for an instruction word."""
        sizes = dict.fromkeys(SECTIONS, 0)
        for statement in self.statements:
            if statement.section in PROGRAM_SECTIONS:
                sizes[statement.section] += 3 * len(statement.words)
        for name, (_, content) in self.data.items():
            sizes[name] += len(content)
        sizes["bss"] = self.bss[1]
        return sizes

    def place(self, address: int) -> str:
        """file:line of the instruction at an address."""
        for statement in self.statements:
            if statement.section in PROGRAM_SECTIONS:
                end = statement.address + 2 * len(statement.words)
                if statement.address <= address < end:
                    return f"{statement.line.file}:{statement.line.number}"
        return ""

    def routine(self, address: int) -> str:
        """The label that stands before an address of program memory."""
        best = ""
        for symbol in sorted(self.symbols, key=lambda s: s.address):
            if symbol.section in PROGRAM_SECTIONS and symbol.address <= address:
                best = symbol.name
        return best

    def listing(self) -> str:
        """Addresses, words, cycles and source, one line for each statement."""
        lines = []
        for symbol_statement in self.statements:
            s = symbol_statement
            if s.section in PROGRAM_SECTIONS:
                words = " ".join(f"{word:06x}" for word in s.words[:2])
                cycles = s.instruction.cycles.split()[0] if s.instruction else ""
            else:
                words, cycles = f"{s.size} bytes", ""
            shown = f"{s.mnemonic} {', '.join(s.operands)}"
            place = f"{Path(s.line.file).name}:{s.line.number}"
            lines.append(f"{s.address:06x}  {words:15} {cycles:3} {shown:44} ; {place}")
        lines.append("")
        for symbol in self.symbols:
            kind = "global" if symbol.is_global else "local"
            lines.append(
                f"{symbol.address:06x}  {symbol.section:7} {symbol.size:6} bytes  {kind:6}"
                f"  {symbol.name}"
            )
        return "\n".join(lines) + "\n"


_LABEL = re.compile(r"\s*(\.?[A-Za-z_$][\w$]*|\d+)\s*:(?!:)")


class Assembler:
    """One assembly; use `assemble`."""

    def __init__(
        self,
        extensions: Iterable[str],
        include: Sequence[Path],
        defines: Mapping[str, int],
    ) -> None:
        self.extensions = set(extensions)
        self.include = list(include)
        self.defines = dict(defines)
        self.set: InstructionSet = instruction_set(tuple(sorted(self.extensions)))
        self.statements: list[Statement] = []
        self.counter = dict.fromkeys(SECTIONS, 0)
        self.section = "text"
        self.files: list[_File] = []
        self.undefined: set[str] = set()
        self.unique = 0
        self.base = dict.fromkeys(SECTIONS, 0)
        self.final = False
        self.scope = ""
        self.here: Statement | None = None

    # Names.

    def _value(self, name: str, file: _File, scope: str, where: int, order: int) -> int:
        """The value of a name; Unknown when it has none."""
        if name == ".":
            return where
        if register_number(name) is not None:
            raise ValueError(f"{name} is a register, not a number")
        if re.fullmatch(r"\d+[bf]", name):
            places = file.numeric.get(name[:-1], [])
            if name[-1] == "b":
                found = [p for number, p in places if number <= order]
                if found:
                    return self._absolute(found[-1])
            else:
                found = [p for number, p in places if number > order]
                if found:
                    return self._absolute(found[0])
            raise Unknown(f"no label {name[:-1]}: {'before' if name[-1] == 'b' else 'after'} here")
        key = scope + name if name.startswith(".") else name
        if key in file.labels:
            section, offset = file.labels[key]
            return self.base[section] + offset
        if key in file.values:
            return file.values[key]
        if key in self.defines:
            return self.defines[key]
        if name.startswith("has_") and name[4:] in extension_names():
            return int(name[4:] in self.extensions)
        if name.upper() in SPECIAL:
            return SPECIAL[name.upper()]
        for other in self.files:
            if other is not file and key in other.globals:
                if key in other.labels:
                    section, offset = other.labels[key]
                    return self.base[section] + offset
                if key in other.values:
                    return other.values[key]
        if self.final and not name.startswith("."):
            self.undefined.add(name)
            return 0
        raise Unknown(f"unknown name {name!r}")

    def _absolute(self, packed: tuple[str, int]) -> int:
        section, offset = packed
        return self.base[section] + offset

    def _now(self, text: str, line: Line) -> int:
        """An expression that must be known at once (.if, .space, .equ)."""
        file = self.files[-1]
        order = len(self.statements)
        try:
            where = self.counter[self.section]
            return evaluate(text, lambda n: self._value(n, file, self.scope, where, order))
        except ValueError as error:
            raise self._error(line, text, str(error)) from None

    def _error(self, line: Line, near: str, what: str) -> AssemblyError:
        column = line.text.find(near.strip()) + 1 if near.strip() else 0
        if not column:
            column = len(line.text) - len(line.text.lstrip()) + 1
        return AssemblyError(line.file, line.number, column, what)

    # First pass.

    def add_file(self, path: Path) -> None:
        """Read a file as one with its own names."""
        self.files.append(_File(path))
        self.section, self.scope = "text", ""
        self.macros: dict[str, Macro] = {}
        self.texts: dict[str, str] = {}
        self._lines(self._read(path, None), 0)
        for name, line in self.files[-1].globals.items():
            file = self.files[-1]
            if name not in file.labels and name not in file.values:
                raise self._error(line, name, f"{name} is .global but has no value in this file")

    def _read(self, path: Path, asked: Line | None) -> list[Line]:
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            if asked is None:
                raise AssemblyError(str(path), 1, 1, error.strerror or "cannot be read") from None
            raise self._error(asked, path.name, f"{path}: {error.strerror}") from None
        return [
            Line(_strip_comment(line), str(path), number, path.parent)
            for number, line in enumerate(text.splitlines(), 1)
        ]

    def _block(
        self, lines: list[Line], start: int, opening: Sequence[str], closing: str
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
        raise self._error(lines[start - 1], "", f"{closing} is missing")

    def _lines(self, lines: list[Line], depth: int) -> None:
        if depth > MACRO_DEPTH:
            raise self._error(lines[0], "", "macros or includes are nested too deeply")
        index = 0
        # Conditions: whether this branch is assembled, and whether one already was.
        conditions: list[tuple[bool, bool, Line]] = []
        while index < len(lines):
            line = lines[index]
            index += 1
            text = line.text.strip()
            if not text:
                continue
            word, _, rest = text.partition(" ") if "\t" not in text else self._tab(text)
            word, rest = word.lower(), rest.strip()
            active = all(entry[0] for entry in conditions)
            if word in (".if", ".ifdef", ".ifndef", ".ifc", ".ifnc"):
                yes = active and self._condition(word, self._substitute(rest, line), line)
                conditions.append((yes, yes, line))
                continue
            if word in (".elseif", ".else", ".endif"):
                if not conditions:
                    raise self._error(line, word, f"{word} without .if")
                if word == ".endif":
                    conditions.pop()
                    continue
                _, done, opened = conditions[-1]
                outer = all(entry[0] for entry in conditions[:-1])
                yes = outer and not done
                if yes and word == ".elseif":
                    yes = self._condition(".if", self._substitute(rest, line), line)
                conditions[-1] = (yes, done or yes, opened)
                continue
            if not active:
                continue
            if word == ".macro":
                body, index = self._block(lines, index, (".macro",), ".endm")
                self._macro(rest, body, line)
                continue
            if word in (".rept", ".irp", ".for"):
                body, index = self._block(lines, index, (".rept", ".irp", ".for"), ".endr")
                self._repeat(word, self._substitute(rest, line), body, line, depth)
                continue
            self._line(line, depth)
        if conditions:
            raise self._error(conditions[-1][2], "", ".endif is missing")

    @staticmethod
    def _tab(text: str) -> tuple[str, str, str]:
        parts = text.split(None, 1)
        return parts[0], " ", parts[1] if len(parts) > 1 else ""

    def _condition(self, word: str, rest: str, line: Line) -> bool:
        if word == ".if":
            return bool(self._now(rest, line))
        if word in (".ifc", ".ifnc"):
            parts = split_operands(rest)
            same = len(parts) == 2 and parts[0] == parts[1]
            return same == (word == ".ifc")
        file = self.files[-1]
        known = rest in file.values or rest in file.labels or rest in self.defines
        known = known or rest in self.texts or rest in self.macros
        return known == (word == ".ifdef")

    def _macro(self, rest: str, body: list[Line], line: Line) -> None:
        name, _, parameters = rest.replace("\t", " ").partition(" ")
        if not re.fullmatch(r"[A-Za-z_][\w.]*", name):
            raise self._error(line, rest, ".macro needs a name")
        made: list[tuple[str, str | None]] = []
        for part in split_operands(parameters):
            key, equals, default = part.partition("=")
            made.append((key.strip(), default.strip() if equals else None))
        self.macros[name.lower()] = Macro(name, made, body)

    def _repeat(self, word: str, rest: str, body: list[Line], line: Line, depth: int) -> None:
        parts = split_operands(rest)
        if word == ".rept":
            rounds: list[dict[str, str]] = [{}] * self._now(rest, line)
        elif word == ".irp":
            rounds = [{parts[0]: value} for value in parts[1:]]
        else:
            if len(parts) not in (3, 4):
                raise self._error(line, rest, ".for needs a name, the first and the last number")
            first, last = self._now(parts[1], line), self._now(parts[2], line)
            step = self._now(parts[3], line) if len(parts) == 4 else 1
            if step == 0:
                raise self._error(line, rest, "a step of 0")
            end = last + (1 if step > 0 else -1)
            rounds = [{parts[0]: str(value)} for value in range(first, end, step)]
        for values in rounds:
            self._lines(self._expand(body, values), depth + 1)

    def _expand(self, body: list[Line], values: Mapping[str, str]) -> list[Line]:
        self.unique += 1
        unique = str(self.unique)

        def replace(match: re.Match[str]) -> str:
            if match[1] == "@":
                return unique
            return values.get(match[1], match[0])

        pattern = re.compile(r"\\(@|[A-Za-z_]\w*)(?:\\\(\))?")
        return [
            Line(pattern.sub(replace, line.text), line.file, line.number, line.folder)
            for line in body
        ]

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
                raise self._error(line, text[start:], "')' is missing")
            value = self._now(text[start + 2 : end - 1], line)
            text = text[:start] + str(value) + text[end:]
        return text

    def _line(self, line: Line, depth: int) -> None:
        text = line.text
        while match := _LABEL.match(text):
            self._label(self._substitute(match[1], line), line)
            text = text[match.end() :]
        text = text.strip()
        if not text:
            return
        parts = text.split(None, 1)
        word, rest = parts[0], parts[1] if len(parts) > 1 else ""
        match = re.match(r"([A-Za-z_]\w*)\s*=(?!=)\s*(.*)$", text)
        if match:
            self.files[-1].values[match[1]] = self._now(self._substitute(match[2], line), line)
            return
        lower = word.lower()
        if lower in self.macros:
            self._call_macro(self.macros[lower], rest, line, depth)
            return
        if lower not in (".define", ".undef"):
            rest = self._substitute(rest, line)
        if lower.startswith("."):
            self._directive(lower, rest, line, depth)
            return
        self._instruction(lower, split_operands(rest), line, depth)

    def _label(self, name: str, line: Line) -> None:
        file = self.files[-1]
        place = (self.section, self.counter[self.section])
        if name.isdigit():
            file.numeric.setdefault(name, []).append((len(self.statements), place))
            return
        key = name
        if name.startswith("."):
            key = self.scope + name
        else:
            self.scope = name
        if key in file.labels or key in file.values:
            raise self._error(line, name, f"{name} is already defined")
        file.labels[key] = place

    def _call_macro(self, macro: Macro, rest: str, line: Line, depth: int) -> None:
        given = split_operands(self._substitute(rest, line))
        if len(given) > len(macro.parameters):
            most = len(macro.parameters)
            raise self._error(
                line, rest, f"{macro.name} takes {most} arguments, {len(given)} are given"
            )
        values = {}
        for index, (name, default) in enumerate(macro.parameters):
            value = given[index] if index < len(given) and given[index] else default
            if value is None:
                raise self._error(line, macro.name, f"{macro.name}: argument {name} is missing")
            values[name] = value
        try:
            self._lines(self._expand(macro.body, values), depth + 1)
        except AssemblyError as error:
            if "in macro" not in error.what:
                error.what += f" (in macro {macro.name}, used at {line.file}:{line.number})"
                error.args = (f"{error.file}:{error.line}:{error.column}: error: {error.what}",)
            raise

    def _directive(self, word: str, rest: str, line: Line, depth: int) -> None:
        file = self.files[-1]
        parts = split_operands(rest)
        if word in (".text", ".const", ".rodata", ".data", ".bss"):
            self.section = word[1:]
        elif word == ".section":
            name = rest.strip().lstrip(".")
            if name not in SECTIONS:
                raise self._error(line, rest, f"no section {name}; there are {', '.join(SECTIONS)}")
            self.section = name
        elif word in (".global", ".globl"):
            for name in parts:
                file.globals[name] = line
        elif word in (".equ", ".set"):
            if len(parts) != 2:
                raise self._error(line, rest, f"{word} needs a name and a value")
            if word == ".equ" and file.values.get(parts[0], None) is not None:
                raise self._error(line, parts[0], f"{parts[0]} is already defined")
            file.values[parts[0]] = self._now(parts[1], line)
        elif word == ".define":
            name, _, value = rest.replace(",", " ", 1).partition(" ")
            self.texts[name] = value.strip()
        elif word == ".undef":
            self.texts.pop(rest.strip(), None)
        elif word == ".include":
            self._include(rest.strip().strip('"'), line, depth)
        elif word in (".byte", ".word", ".long", ".ascii", ".pword"):
            self._data(word, rest, parts, line)
        elif word == ".space":
            size = self._now(parts[0], line)
            self._reserve(size, line)
        elif word == ".align":
            size = self._now(rest, line)
            if self.section in PROGRAM_SECTIONS:
                if self.counter[self.section] % size:
                    raise self._error(line, rest, "program memory is always aligned to a word")
            else:
                self._reserve(-self.counter[self.section] % size, line)
        elif word == ".extension":
            for name in parts:
                if name not in extension_names():
                    known = ", ".join(extension_names())
                    raise self._error(line, name, f"no extension {name}; known: {known}")
                self.extensions.add(name)
            self.set = instruction_set(tuple(sorted(self.extensions)))
        elif word == ".error":
            raise self._error(line, rest, rest.strip('"'))
        else:
            raise self._error(line, word, f"unknown directive {word}")

    def _include(self, name: str, line: Line, depth: int) -> None:
        for folder in (line.folder, *self.include):
            if (folder / name).is_file():
                self._lines(self._read(folder / name, line), depth + 1)
                return
        raise self._error(line, name, f"{name}: no such file")

    def _reserve(self, size: int, line: Line) -> None:
        if size < 0 or self.section in PROGRAM_SECTIONS:
            raise self._error(line, "", "space can be left in data memory only")
        if size:
            self._append(Statement(line, self.section, 0, ".space", ["0"] * size, size, 1))

    def _data(self, word: str, rest: str, parts: list[str], line: Line) -> None:
        if word == ".ascii":
            content = rest.strip()[1:-1].encode().decode("unicode_escape").encode("latin-1")
            word, parts = ".byte", [str(byte) for byte in content]
        unit = {".byte": 1, ".word": 2, ".long": 4, ".pword": 3}[word]
        if self.section == "bss":
            raise self._error(line, word, "bss holds no values: use .space")
        if self.section in PROGRAM_SECTIONS:
            if word == ".byte":
                # Two bytes to a word, the first one low, as program space visibility shows them.
                parts = [*parts, "0"] if len(parts) % 2 else parts
            count = {1: len(parts) // 2, 2: len(parts), 3: len(parts), 4: 2 * len(parts)}[unit]
            size = 2 * count
        else:
            if unit == 3:
                raise self._error(line, word, ".pword belongs into program memory")
            size = unit * len(parts)
            if unit > 1 and self.counter[self.section] % 2:
                raise self._error(line, word, "a word at an odd address: use .align 2")
        self._append(Statement(line, self.section, 0, word, parts, size, unit))

    def _append(self, statement: Statement) -> None:
        statement.address = self.counter[statement.section]
        statement.file = self.files[-1]
        statement.scope = self.scope
        self.statements.append(statement)
        self.counter[statement.section] += statement.size

    def _instruction(self, word: str, operands: list[str], line: Line, depth: int) -> None:
        for alias in self.set.aliases:
            if alias.mnemonic == word and len(operands) == 1 and re.match(r"w\d+$", operands[0]):
                text = alias.text.format(*operands)
                name, _, rest = text.partition(" ")
                self._instruction(name, split_operands(rest), line, depth)
                return
        if self.section not in PROGRAM_SECTIONS:
            raise self._error(line, word, f"an instruction in section {self.section}")
        statement = Statement(line, self.section, 0, word, operands)
        statement.file, statement.scope = self.files[-1], self.scope
        statement.address = self.counter[self.section]
        order = len(self.statements)
        instruction, _ = self._match(statement, order, first=True)
        statement.size = 2 * instruction.words
        self._append(statement)

    def _match(
        self, statement: Statement, order: int, first: bool
    ) -> tuple[Instruction, dict[str, int]]:
        """The instruction whose operands have the form of the statement's, and its fields."""
        word, line, file = statement.mnemonic, statement.line, statement.file
        assert file is not None
        base, dot, suffix = word.rpartition(".")
        candidates = [(i, False) for i in self.set.by_mnemonic.get(word, [])]
        if dot and suffix in ("b", "w"):
            candidates += [(i, suffix == "b") for i in self.set.by_mnemonic.get(base, [])]
        if not candidates:
            raise self._error(line, word, f"unknown instruction {word}")
        where = self.base[statement.section] + statement.address

        def value(text: str) -> int:
            try:
                return evaluate(text, lambda n: self._value(n, file, statement.scope, where, order))
            except Unknown:
                if first:
                    return where if text.strip()[:1] != "#" else 0
                raise

        problem: tuple[str, str] | None = None
        for instruction, byte in candidates:
            if len(instruction.operands) != len(statement.operands):
                continue
            has_byte = "B" in instruction.layout
            if byte and not has_byte and not instruction.name.endswith("_f"):
                continue
            if byte and not has_byte and "bbb" not in instruction.pattern:
                continue
            fields: dict[str, int] = {"B": 1} if byte and has_byte else {}
            for letter in "DW":
                if letter in instruction.layout:
                    fields[letter] = 1
            if instruction.name in ("div_sw", "div_uw"):
                fields["W"] = 0
            fits = True
            for operand, text in zip(instruction.operands, statement.operands, strict=True):
                try:
                    found = operand.parse(text, value, byte)
                except Unknown as error:
                    raise self._error(line, text, str(error)) from None
                except OperandError as error:
                    if first:
                        found = dict.fromkeys(operand.letters, 0)
                    else:
                        problem, fits = (text, str(error)), False
                        break
                except ValueError as error:
                    raise self._error(line, text, str(error)) from None
                if found is None:
                    fits = False
                    break
                for letter, number in found.items():
                    if letter.startswith("+"):
                        fields[letter[1:]] = fields.get(letter[1:], 0) + number
                    elif letter == "w" and "w" in fields and fields["w"] != number:
                        problem, fits = (text, "both offsets must be the same register"), False
                    else:
                        fields[letter] = number
            if not fits:
                continue
            if instruction.name in ("div_sd", "div_ud"):
                fields["t"] = fields["v"] | 1
            if not first and not instruction.matches(instruction.encode(fields)):
                problem = (word, "these operands cannot be encoded together")
                continue
            return instruction, fields
        if problem:
            raise self._error(line, *problem)
        forms = [
            " ".join([i.mnemonic, ", ".join(getattr(o, "doc", "") for o in i.operands)]).strip()
            for i, _ in candidates
        ]
        known = "; ".join(dict.fromkeys(forms))
        raise self._error(line, word, f"no form of {word} has these operands; there are: {known}")

    # Second pass.

    def finish(self) -> Assembled:
        """Lay the sections out and encode every statement."""
        self.base["text"] = TEXT_START
        self.base["const"] = TEXT_START + self.counter["text"]
        place = DATA_START
        for name in ("rodata", "data", "bss"):
            place += place % 2
            self.base[name] = place
            place += self.counter[name]
        self.final = True
        program: dict[int, int] = {}
        data = {name: bytearray() for name in ("rodata", "data")}
        for order, statement in enumerate(self.statements):
            self._encode(statement, order, program, data)
        symbols = self._symbols()
        values: dict[str, int] = {}
        constants: dict[str, int] = {}
        for file in self.files:
            for name, line in file.globals.items():
                if name in values or name in constants:
                    raise self._error(line, name, f"{name} is .global in two files")
                if name in file.labels:
                    values[name] = self._absolute(file.labels[name])
                else:
                    constants[name] = file.values[name]
        return Assembled(
            program=program,
            data={name: (self.base[name], bytes(content)) for name, content in data.items()},
            bss=(self.base["bss"], self.counter["bss"]),
            symbols=symbols,
            values=values,
            constants=constants,
            exported=tuple(sorted(values)),
            undefined=tuple(sorted(self.undefined)),
            statements=tuple(self.statements),
            extensions=tuple(sorted(self.extensions)),
        )

    def _encode(
        self,
        statement: Statement,
        order: int,
        program: dict[int, int],
        data: dict[str, bytearray],
    ) -> None:
        address = self.base[statement.section] + statement.address
        file = statement.file
        assert file is not None
        if not statement.mnemonic.startswith("."):
            instruction, fields = self._match(statement, order, first=False)
            whole = instruction.encode(fields)
            words = [whole >> 24 * index & 0xFFFFFF for index in range(instruction.words)]
            statement.words, statement.instruction = tuple(words), instruction
        else:
            numbers = []
            for text in statement.operands:
                try:
                    numbers.append(
                        evaluate(
                            text,
                            lambda n: self._value(n, file, statement.scope, address, order),
                        )
                    )
                except ValueError as error:
                    raise self._error(statement.line, text, str(error)) from None
            bits = 8 * statement.unit
            for text, number in zip(statement.operands, numbers, strict=True):
                if not -(1 << (bits - 1)) <= number < 1 << bits:
                    raise self._error(
                        statement.line, text, f"{number} does not fit into {bits} bits"
                    )
            content = b"".join(
                (number & ((1 << bits) - 1)).to_bytes(statement.unit, "little")
                for number in numbers
            )
            if statement.section in PROGRAM_SECTIONS:
                step = 3 if statement.unit == 3 else 2
                statement.words = tuple(
                    int.from_bytes(content[index : index + step], "little")
                    for index in range(0, len(content), step)
                )
            elif statement.section != "bss":
                data[statement.section] += content
        statement.address = address
        for index, word in enumerate(statement.words):
            program[address + 2 * index] = word

    def _symbols(self) -> tuple[Symbol, ...]:
        """Labels that are not local, with the bytes up to the next one or the file's end."""
        ends = {
            name: sorted(
                {offset for f in self.files for key, (s, offset) in f.labels.items()
                 if s == name and "." not in key} | {self.counter[name]}
            )
            for name in SECTIONS
        }  # fmt: skip
        symbols = []
        for file in self.files:
            for name, (section, offset) in file.labels.items():
                if "." in name:
                    continue
                end = next((end for end in ends[section] if end > offset), offset)
                size = end - offset
                if section in PROGRAM_SECTIONS:
                    size = size // 2 * 3
                symbols.append(
                    Symbol(
                        name,
                        section,
                        self.base[section] + offset,
                        size,
                        name in file.globals,
                        str(file.path),
                    )
                )
        return tuple(symbols)


def assemble(
    paths: Sequence[Path],
    *,
    extensions: Iterable[str] = (),
    include: Sequence[Path] = INCLUDES,
    defines: Mapping[str, int] | None = None,
) -> Assembled:
    """Assemble files together; raises AssemblyError (file, line, column).

    extensions: custom instructions that the core has, beside those of `.extension` in the source.
    """
    work = Assembler(extensions, include, defines or {})
    for path in paths:
        work.add_file(Path(path))
    return work.finish()
