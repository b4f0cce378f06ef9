"""Rows of figures that are kept in a CSV file, each in a place of its own: written, compared."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mote.common import files
from mote.common.errors import MoteError

Row = dict[str, Any]


@dataclass(frozen=True)
class Form:
    """What a file's rows are like.

    fields: its columns.  names: those that say of what a row is.  order: by which rows stand in the
    file, of a row's place, which is what these columns hold.
    """

    fields: tuple[str, ...]
    names: tuple[str, ...]
    order: Callable[[tuple[str, ...]], Any] = tuple

    def _place(self, row: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(row[name] for name in self.names)

    def read(self, path: Path) -> list[dict[str, str]]:
        """The rows of a file; none where there is none.  Raises MoteError."""
        if not path.is_file():
            return []
        with path.open(newline="", encoding="utf-8") as stream:
            found = list(csv.DictReader(stream))
        if any(set(row) != set(self.fields) for row in found):
            raise MoteError(f"{path}: its columns are not {', '.join(self.fields)}")
        return found

    def write(self, found: Iterable[Row], path: Path) -> None:
        """Put rows in the place of those that are there; raises MoteError."""
        all_of: dict[tuple[str, ...], Row] = {self._place(row): row for row in self.read(path)}
        all_of.update((self._place(row), row) for row in found)
        out = io.StringIO()
        writer = csv.DictWriter(out, self.fields, lineterminator="\n")
        writer.writeheader()
        writer.writerows(all_of[place] for place in sorted(all_of, key=self.order))
        files.write(path, out.getvalue())

    def differences(self, found: Iterable[Row], path: Path) -> list[str]:
        """What differs between rows and those of a file, a line each.  Raises MoteError."""
        known = {self._place(row): row for row in self.read(path)}
        lines = []
        for row in found:
            label = " ".join(filter(None, self._place(row)))
            old = known.get(self._place(row))
            if old is None:
                lines.append(f"{label}: not in {path.name}")
                continue
            lines += [
                f"{label}: {field} changed from {old[field]} to {row[field]}"
                for field in self.fields
                if old[field] != f"{row[field]}"
            ]
        return lines
