"""Tables in columns that fit the terminal, printed line by line.  Needs no installed package."""

from __future__ import annotations

import os
import shutil
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TextIO

GAP = "  "
STYLES = {"": "", "good": "\033[32m", "bad": "\033[31m", "head": "\033[1m", "dim": "\033[2m"}
"""Escape sequences of ECMA-48, section 8.3.117 (SGR)."""
PLAIN = "\033[0m"


@dataclass(frozen=True)
class Column:
    """A column: its name, the unit that stands below it, its width in characters.

    key: what the cells of a row call it, where that is not its name.  right: numbers, set to the
    right.  importance: 0 is always there; where the terminal is too
    narrow the column with the greatest number goes first.
    """

    name: str
    unit: str = ""
    width: int = 0
    right: bool = False
    importance: int = 0
    key: str = ""

    @property
    def characters(self) -> int:
        """The width that it takes, its head included."""
        return max(self.width, len(self.name), len(self.unit))


class Cell(NamedTuple):
    """A cell's text, and a style of STYLES in which a terminal shows it."""

    text: str
    style: str = ""


def number(value: Any) -> str:
    """A figure as printed: at most two decimals, empty when there is none."""
    if value is None or value == "":
        return ""
    value = float(value)
    if value >= 10000 or value == int(value):
        return f"{value:.0f}"
    return f"{value:.2f}" if value < 100 else f"{value:.1f}"


def terminal_width() -> int:
    """The characters of a line: the terminal's, or COLUMNS of the environment, or 80."""
    return shutil.get_terminal_size((80, 24)).columns


def colored(stream: TextIO) -> bool:
    """Whether to use colours: on a terminal that knows them, unless NO_COLOR is set."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


class Table:
    """A table of fixed columns; every method gives lines of text.

    width: the characters of a line, None for every column.
    """

    def __init__(
        self, columns: Sequence[Column], width: int | None = None, *, color: bool = False
    ) -> None:
        self.columns = list(columns)
        while width is not None and self.width > width:
            last = max(self.columns, key=lambda column: column.importance)
            if last.importance == 0:
                break
            self.columns.remove(last)
        self._limit = width
        self._color = color

    @property
    def width(self) -> int:
        """The characters of a line."""
        return sum(c.characters for c in self.columns) + len(GAP) * (len(self.columns) - 1)

    def styled(self, text: str, style: str) -> str:
        """The text in a style, where there are colours."""
        return f"{STYLES[style]}{text}{PLAIN}" if self._color and style else text

    def head(self) -> list[str]:
        """The names of the columns, their units if any has one, and a rule."""
        lines = [self._joined([Cell(column.name) for column in self.columns])]
        if any(column.unit for column in self.columns):
            lines.append(self._joined([Cell(column.unit) for column in self.columns]))
        return [*lines, GAP.join("-" * column.characters for column in self.columns)]

    def line(self, cells: Mapping[str, Cell | str]) -> str:
        """A row; cells: by the column's name, those that are missing empty."""
        found = [cells.get(column.key or column.name, "") for column in self.columns]
        return self._joined([Cell(c) if isinstance(c, str) else c for c in found])

    def note(self, start: str, text: str) -> str:
        """One line that is no row: `start` and as much of the text as the line holds."""
        line = f"{start}{' '.join(text.split())}"
        if self._limit is not None and len(line) > self._limit:
            line = line[: self._limit - 1] + "…"
        return line

    def _joined(self, cells: Sequence[Cell]) -> str:
        texts = []
        for index, (column, cell) in enumerate(zip(self.columns, cells, strict=True)):
            space = " " * max(0, column.characters - len(cell.text))
            text = self.styled(cell.text, cell.style)
            if column.right:
                texts.append(space + text)
            else:
                texts.append(text + (space if index < len(cells) - 1 else ""))
        return GAP.join(texts).rstrip()


def folded(
    head: Sequence[str],
    lines: Sequence[Sequence[object]],
    width: int | None,
    *,
    left: int = 1,
    keys: int = 1,
    groups: Sequence[int] = (),
) -> str:
    """A table of texts of which every column shows, in parts one below the other where it is wide.

    width: the characters of a line, None for no limit.  left: so many columns are set to the left,
    the others to the right.  keys: so many columns begin every part, to tell its rows by.  groups:
    where columns begin that belong together; without it, each is for itself.  Heads are broken
    between words.
    """
    texts = [[str(cell) for cell in line] for line in lines]
    widths = [
        max(len(word) for word in [*name.split(), *(line[i] for line in texts), ""])
        for i, name in enumerate(head)
    ]
    heads = [
        textwrap.wrap(name, max(1, widths[i]), break_on_hyphens=False)
        for i, name in enumerate(head)
    ]

    def fits(columns: Sequence[int]) -> bool:
        taken = sum(widths[i] for i in columns) + len(GAP) * (len(columns) - 1)
        return width is None or taken <= width

    begin = list(range(keys))
    parts: list[list[int]] = []
    starts = sorted({keys, *groups}) if groups else list(range(keys, len(head)))
    for start, end in zip(starts, [*starts[1:], len(head)], strict=True):
        group = list(range(start, end))
        pieces = [group] if fits([*begin, *group]) else [[column] for column in group]
        for piece in pieces:
            if parts and fits([*parts[-1], *piece]):
                parts[-1] += piece
            else:
                parts.append([*begin, *piece])
    parts = parts or [list(range(len(head)))]

    def joined(cells: Sequence[str], columns: Sequence[int]) -> str:
        set_ = [
            cell.ljust(widths[i]) if i < left else cell.rjust(widths[i])
            for cell, i in zip(cells, columns, strict=True)
        ]
        return GAP.join(set_).rstrip()

    blocks = []
    for columns in parts:
        height = max(len(heads[i]) for i in columns)
        bottom = [[""] * (height - len(heads[i])) + heads[i] for i in columns]
        rows = [joined(words, columns) for words in zip(*bottom, strict=True)]
        rows.append(GAP.join("-" * widths[i] for i in columns))
        rows += [joined([line[i] for i in columns], columns) for line in texts]
        blocks.append("\n".join(rows))
    return "\n\n".join(blocks)
