"""Lines of source: text without comments that knows its file, line and column, for errors."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path


class AssemblyError(Exception):
    """file, line and column (from 1) and what is wrong there; str() has all four."""

    def __init__(self, file: str, line: int, column: int, what: str) -> None:
        self.file, self.line, self.column, self.what = file, line, column, what
        super().__init__(f"{file}:{line}:{column}: error: {what}")


@dataclass(frozen=True)
class Line:
    """A line of source: its text without the comment, and where it stands."""

    text: str
    file: str
    number: int
    folder: Path

    def error(self, near: str, what: str) -> AssemblyError:
        """What is wrong with a part of the line; with the whole when it is not there as such."""
        column = self.text.find(near.strip()) + 1 if near.strip() else 0
        if not column:
            column = len(self.text) - len(self.text.lstrip()) + 1
        return AssemblyError(self.file, self.number, column, what)


def read(path: Path, asked: Line | None = None) -> list[Line]:
    """The lines of a file; asked: the line that includes it."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        if asked is None:
            raise AssemblyError(str(path), 1, 1, error.strerror or "cannot be read") from None
        raise asked.error(path.name, f"{path}: {error.strerror}") from None
    return [
        Line(_strip_comment(line), str(path), number, path.parent)
        for number, line in enumerate(text.splitlines(), 1)
    ]


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
