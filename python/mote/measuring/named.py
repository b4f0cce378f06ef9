"""Small tables of results/: each row is known by some of its columns, and has its place by them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from mote.common import files
from mote.common.errors import MoteError

Row = dict[str, str]
Name = tuple[str, ...]


def read(path: Path, columns: Sequence[str]) -> dict[Name, Row]:
    """The rows by these columns; empty without a file."""
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as stream:
        return {tuple(row[each] for each in columns): row for row in csv.DictReader(stream)}


def write(
    path: Path,
    columns: Sequence[str],
    fields: Sequence[str],
    order: Iterable[Name],
    rows: Iterable[Row],
) -> None:
    """Put rows into the file; those that were there stay, but for those that `order` has not.

    Raises MoteError for a row that has no place there.
    """
    names = list(order)
    there = read(path, columns)
    for row in rows:
        name = tuple(row[each] for each in columns)
        if name not in names:
            raise MoteError(f"{' '.join(name)} has no stored row in {path.name}")
        there[name] = row
    out = io.StringIO()
    writer = csv.DictWriter(out, fields, lineterminator="\n")
    writer.writeheader()
    writer.writerows(there[name] for name in names if name in there)
    files.write(path, out.getvalue())
