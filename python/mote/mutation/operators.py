"""The mutants of a source text: every place, every change, each the text of a file once changed.

A text is looked at by tokens, with its comments and strings blanked, so that whatever it says in
them is never changed.  Nothing is parsed beyond what tokens and brackets tell: a mutant that does
not build is counted as such.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mote.mutation.languages import (
    ASSEMBLY,
    C_EXCHANGES,
    C_UNARY,
    CONDITIONS,
    DATA,
    METADATA,
    VALUES,
    Assembly,
)

BIT_CONSTANT = re.compile(r"0[xX][0-9A-Fa-f]{4,}[uUlL]*$")
"""A number of which one bit is turned: 1 more or less says nothing about a round constant."""


@dataclass(frozen=True)
class Mutant:
    """One change: the characters [start, end) of `file` (a path below the checkout) become `new`.

    line: the number of the first changed line.  text, becomes: the code of the changed lines before
    and after, without comments, in single spaces.
    """

    file: str
    start: int
    end: int
    new: str
    operator: str
    line: int
    text: str
    becomes: str

    def apply(self, source: str) -> str:
        """The whole file with this change."""
        return source[: self.start] + self.new + source[self.end :]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}  ->  {self.becomes or '(dropped)'}"


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _uncommented(text: str, line_comment: str) -> str:
    """The text with comments and strings blanked; every character stays at its place."""
    pattern = r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|' + r"'(?:\\.|[^'\\\n])'"
    if line_comment == "#":
        # At the beginning of a line it is the preprocessor's.
        pattern += r"|(?<=[^\s\n])[ \t]*#[^\n]*"
    elif line_comment:
        pattern += "|" + re.escape(line_comment) + r"[^\n]*"
    return re.sub(pattern, lambda match: _blank(match[0]), text, flags=re.DOTALL)


def squeezed(code: str) -> str:
    """Code in single spaces."""
    return " ".join(code.replace("\\\n", " ").split())


class _Text:
    """A source text, and how a change of it becomes a Mutant."""

    def __init__(self, file: str, code: str) -> None:
        self.file = file
        self.code = code

    def key(self, start: int) -> str:
        """The text of the line up to a place and behind it: wherever the line stands."""
        first = self.code.rfind("\n", 0, start) + 1
        last = self.code.find("\n", start)
        last = len(self.code) if last < 0 else last
        return f"{squeezed(self.code[first:start])}|{squeezed(self.code[start:last])}"

    def mutant(self, start: int, end: int, new: str, operator: str) -> Mutant:
        code = self.code
        first = code.rfind("\n", 0, start) + 1
        last = code.find("\n", end)
        last = len(code) if last < 0 else last
        return Mutant(
            self.file,
            start,
            end,
            new,
            operator,
            code.count("\n", 0, start) + 1,
            squeezed(code[first:last]),
            squeezed(code[first:start] + new + code[end:last]),
        )


def _place_bit(key: str, bits: int) -> int:
    """A bit that depends on the line alone, so that every run turns the same one."""
    return zlib.crc32(key.encode()) % bits


def _turned(key: str, number: str, bits: int) -> str:
    """The number with one bit turned, written as before."""
    digits = number.rstrip("uUlL")
    value = int(digits, 0) ^ 1 << _place_bit(key, bits)
    suffix = number[len(digits) :]
    if digits[:2].lower() == "0x":
        return f"0x{value:0{len(digits) - 2}X}{suffix}"
    return f"{value}{suffix}"


def _changed(number: str, by: int) -> str:
    digits = number.rstrip("uUlL")
    return f"{int(digits, 0) + by}{number[len(digits) :]}"


def _is_number(token: str) -> bool:
    return bool(re.fullmatch(r"(0[xX][0-9A-Fa-f]+|0|[1-9]\d*)[uUlL]*", token))


# ---- C ----

_C_TOKEN = re.compile(
    r"0[xX][0-9A-Fa-f]+[uUlL]*|\d+[uUlL]*|[A-Za-z_]\w*|"
    r"<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\s\w]"
)
_TYPE = re.compile(
    r"(typedef|static|const|extern|struct|union|enum|signed|unsigned|void|char|short|int|long|return"
    r"|case|default|goto|else|if|for|while|switch|do)\b|[A-Za-z_]\w*\s+\*?\s*[A-Za-z_]\w*"
)
_DECLARATION = re.compile(r"(?:const\s+|static\s+|unsigned\s+)*[A-Za-z_]\w*\s+\*?[A-Za-z_]\w*\s*\[")


def _without_directives(code: str) -> str:
    """Preprocessor lines blanked; of a #define the value stays."""

    def replace(match: re.Match[str]) -> str:
        line = match[0]
        define = re.match(r"[ \t]*#[ \t]*define[ \t]+\w+(\([^)]*\))?", line)
        if define is None:
            return _blank(line)
        return _blank(define[0]) + line[define.end() :]

    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", replace, code, flags=re.MULTILINE)


def _c(file: str, text: str) -> Iterator[Mutant]:
    code = _uncommented(text, "")
    seen = _without_directives(code)
    place = _Text(file, code)
    tokens = [(m.start(), m.group()) for m in _C_TOKEN.finditer(seen)]
    braces: list[bool] = []  # for each open brace, whether it holds a table
    for number, (start, token) in enumerate(tokens):
        end = start + len(token)
        before = tokens[number - 1][1] if number else ""
        spaced = seen[start - 1 : start].isspace() and seen[end : end + 1].isspace()
        if token == "{":
            braces.append(before == "=" or (bool(braces) and braces[-1]))
        elif token == "}":
            if braces:
                braces.pop()
        elif _is_number(token):
            if braces and braces[-1]:
                if BIT_CONSTANT.match(token):
                    bits = 4 * len(token.rstrip("uUlL")) - 8
                    yield place.mutant(
                        start, end, _turned(place.key(start), token, bits), "constant"
                    )
                else:
                    by = (
                        1
                        if int(token.rstrip("uUlL"), 0) == 0 or _place_bit(place.key(start), 2)
                        else -1
                    )
                    yield place.mutant(start, end, _changed(token, by), "constant")
            elif BIT_CONSTANT.match(token):
                bits = 4 * len(token.rstrip("uUlL")) - 8
                yield place.mutant(start, end, _turned(place.key(start), token, bits), "constant")
            else:
                # An array may be larger than it needs to be.
                line = seen[seen.rfind("\n", 0, start) + 1 : start]
                inside = line.rfind("[") > line.rfind("]") and before in ("[", "+", "*")
                declared = inside and _DECLARATION.match(line.strip() + " ")
                if not declared:
                    yield place.mutant(start, end, _changed(token, 1), "constant")
                if int(token.rstrip("uUlL"), 0) > 0:
                    yield place.mutant(start, end, _changed(token, -1), "constant")
        elif token in C_UNARY and not spaced:
            if token == "-" and re.match(r"[\w)\]]", before) and before != "return":
                continue
            yield place.mutant(start, end, "", "operator")
        elif token in C_EXCHANGES:
            if token in ("*", "&", "-", "+") and not spaced:
                continue
            kind = "comparison" if token[0] in "=!<>" and token not in ("<<", ">>") else "operator"
            for new in C_EXCHANGES[token]:
                yield place.mutant(start, end, new, kind)
    yield from _statements(place, seen)


def _statements(place: _Text, seen: str) -> Iterator[Mutant]:
    """Each statement that can go without what follows it losing its meaning, dropped."""
    # A macro's value ends with its line.
    ends = {
        m.end() for m in re.finditer(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*\n", place.code, re.MULTILINE)
    }
    depth = braces = 0
    header = False  # within the brackets of if, for, while
    start = 0
    last = ""
    for match in _C_TOKEN.finditer(seen):
        if depth == 0 and any(start < end <= match.start() for end in ends):
            start = match.start()
        token = match.group()
        if token in "([":
            if depth == 0:
                header = last in ("if", "for", "while", "switch")
            depth += 1
        elif token in ")]":
            depth = max(0, depth - 1)
            if depth == 0 and header:
                start = match.end()
        elif depth == 0 and token in "{}":
            braces += 1 if token == "{" else -1
            start = match.end()
        elif depth == 0 and token in ("else", "do"):
            start = match.end()
        elif depth == 0 and token == ";":
            body = seen[start : match.start()]
            lead = len(body) - len(body.lstrip(" \t\n\\"))
            if body.strip(" \t\n\\") and not _TYPE.match(body, lead):
                yield place.mutant(start + lead, match.start(), "", "dropped")
            start = match.end()
        last = token


# ---- assembly ----

_NUMBER = re.compile(r"(?<![\w.\\])(0[xX][0-9A-Fa-f]+|0|[1-9]\d*)(?![\w.:$])")
_LABELS = re.compile(r"\s*(?:[\w.$\\@]+:\s*)*")
_WORD = re.compile(r"[.\w\\]+")


def _aliases(code: str, language: Assembly) -> dict[str, str]:
    """Names that the text gives to registers, with the register."""
    plain = {name for names in language.registers for name in names}
    found = {}
    for match in re.finditer(
        r"^\s*(?:#\s*define|\.define)\s+(\w+)\s+(\$?%?\w+)\s*$|^\s*(\w+)\s+\.req\s+(\w+)\s*$",
        code,
        re.MULTILINE,
    ):
        name, register = match[1] or match[3], match[2] or match[4]
        if register in plain:
            found[name] = register
    return found


def _next_register(name: str, language: Assembly) -> str:
    for names in language.registers:
        if name in names:
            return names[(names.index(name) + 1) % len(names)]
    return ""


def _mnemonics(word: str, language: Assembly) -> Iterator[tuple[str, str]]:
    """What may stand in the place of a mnemonic, and the operator's name."""
    pairs = {**language.turns}
    both = [*language.exchanges, *(pair[::-1] for pair in language.exchanges)]
    for prefix in language.prefixes:
        if not word.startswith(prefix):
            continue
        bare = word[len(prefix) :]
        for suffix in language.suffixes:
            if not bare.endswith(suffix):
                continue
            stem = bare[: len(bare) - len(suffix)] if suffix else bare
            for old, new in (*both, *pairs.items()):
                if stem == old:
                    branch = old[0] in "bj" or old in ("loop",)
                    yield prefix + new + suffix, "comparison" if branch else "operator"
    for stem in language.conditional:
        for one, other in language.conditions:
            for old, new in ((one, other), (other, one)):
                if word == stem + old:
                    yield stem + new, "comparison"


def _assembly(file: str, text: str, language: Assembly, others: Sequence[str]) -> Iterator[Mutant]:
    code = _uncommented(text, language.comment)
    place = _Text(file, code)
    aliases: dict[str, str] = {}
    for each in (*others, text):
        aliases |= _aliases(_uncommented(each, language.comment), language)
    plain = {name for names in language.registers for name in names}
    names = sorted([*plain, *aliases], key=len, reverse=True)
    register = (
        re.compile(r"(?<![\w.%$\\])(" + "|".join(map(re.escape, names)) + r")(?!\w)")
        if names
        else None
    )
    offset = 0
    continued = False
    for line in code.split("\n"):
        at, offset = offset, offset + len(line) + 1
        if re.match(r"\s*#", line) or continued:
            continued_before, continued = continued, line.endswith("\\")
            define = re.match(r"\s*#\s*define\s+\w+(\([^)]*\))?", line)
            if define or continued_before:
                yield from _numbers(place, at, line, define.end() if define else 0, "")
            continue
        labels = _LABELS.match(line)
        body = labels.end() if labels else 0
        word_match = _WORD.match(line, body)
        if word_match is None:
            continue
        word, rest = word_match[0], word_match.end()
        if word.startswith("."):
            yield from _directive(place, at, line, word, rest)
            continue
        for new, operator in dict.fromkeys(_mnemonics(word, language)):
            yield place.mutant(at + body, at + rest, new, operator)
        if language.conditions_are_operands and word in language.conditional:
            for one, other in language.conditions:
                for old, new in ((one, other), (other, one)):
                    match = re.compile(rf"\s+({old})\s*,").match(line, rest)
                    if match:
                        yield place.mutant(
                            at + match.start(1), at + match.end(1), new, "comparison"
                        )
        end = at + len(line.rstrip())
        yield place.mutant(at + body, end, "", "dropped")
        if register is not None:
            for match in register.finditer(line, rest):
                new = _next_register(aliases.get(match[1], match[1]), language)
                yield place.mutant(at + match.start(1), at + match.end(1), new, "register")
        yield from _numbers(place, at, line, rest, word, language)


def _directive(place: _Text, at: int, line: str, word: str, rest: int) -> Iterator[Mutant]:
    if word in CONDITIONS:
        for match in re.finditer(r"==|!=|(?<![<>])[<>]=?(?![<>])", line[rest:]):
            start = at + rest + match.start()
            for new in C_EXCHANGES[match[0]]:
                yield place.mutant(start, start + len(match[0]), new, "comparison")
    elif word in DATA:
        bits = {".byte": 8, ".word": 16, ".short": 16, ".hword": 16, ".2byte": 16}.get(word, 32)
        for match in _NUMBER.finditer(line, rest):
            number, start = match[1], at + match.start(1)
            if line[match.end() :].lstrip()[:1] in ("", ",") and line[: match.start()].rstrip()[
                -1:
            ] in (",", word[-1]):
                width = 4 * (len(number) - 2) if number[:2].lower() == "0x" else bits
                new = _turned(place.key(start), number, min(bits, width))
                yield place.mutant(start, start + len(number), new, "constant")
            else:
                yield place.mutant(start, start + len(number), _changed(number, 1), "constant")
    elif word in VALUES:
        name = re.match(r"\s*([\w.]+)", line[rest:])
        if name and name[1].startswith(METADATA):
            return
        # A context may be larger than it needs to be.
        grows = not (name and name[1].endswith("_context_size"))
        yield from _numbers(place, at, line, rest, "", grows=grows)


def _numbers(
    place: _Text,
    at: int,
    line: str,
    begin: int,
    word: str,
    language: Assembly | None = None,
    *,
    grows: bool = True,
) -> Iterator[Mutant]:
    for match in _NUMBER.finditer(line, begin):
        number, start = match[1], at + match.start(1)
        end = start + len(number)
        if BIT_CONSTANT.match(number):
            bits = 4 * len(number) - 8
            yield place.mutant(start, end, _turned(place.key(start), number, bits), "constant")
            continue
        step = 1
        if language is not None and word not in language.byte_access:
            inside = line.rfind("[", 0, match.start()) > line.rfind("]", 0, match.start())
            before_bracket = re.match(r"[\w\s+*-]*\(", line[match.end() :])
            if inside or before_bracket:
                step = language.word
        kind = "offset" if step > 1 else "constant"
        if grows:
            yield place.mutant(start, end, _changed(number, step), kind)
        if int(number, 0) > 0 or step > 1:
            yield place.mutant(start, end, _changed(number, -step), kind)


def mutants(file: str, text: str, language: str, others: Sequence[str] = ()) -> list[Mutant]:
    """All mutants of a source text, in its order.

    file: its path below the checkout.  language: "c", or a key of languages.ASSEMBLY.
    others: texts of the files that are assembled with it, whose register names hold here, too.
    """
    made = _c(file, text) if language == "c" else _assembly(file, text, ASSEMBLY[language], others)
    unique = {(m.start, m.end, m.new): m for m in made if text[m.start : m.end] != m.new}
    return sorted(unique.values(), key=lambda m: (m.start, m.end, m.new))


def code_of(text: str, language: str) -> str:
    """The code of a text without its comments and spacing: what its mutants depend on."""
    comment = "" if language == "c" else ASSEMBLY[language].comment
    pattern = r"/\*.*?\*/|//[^\n]*"
    if comment == "#":
        pattern += r"|(?<=[^\s\n])[ \t]*#[^\n]*"
    elif comment:
        pattern += "|" + re.escape(comment) + r"[^\n]*"
    bare = re.sub(pattern, " ", text, flags=re.DOTALL)
    return "\n".join(filter(None, (" ".join(line.split()) for line in bare.split("\n"))))
