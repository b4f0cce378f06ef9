"""What a name is worth: it depends on where it stands.

A name is looked for in its own file, among the definitions for all files, then among the global
names of the others.  `.name` belongs to the label before it, `1b` and `1f` to the nearest `1:`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mote.pic24.arithmetic import Unknown, evaluate
from mote.pic24.assembly.sections import Layout
from mote.pic24.assembly.source import Line
from mote.pic24.isa import SPECIAL, register_number
from mote.pic24.sets import extension_names

Offset = tuple[str, int]
"""A section and an offset in it."""


@dataclass
class SourceFile:
    """Names of one source file.

    numeric: labels that are numbers, each with the count of statements before it.  globals: the
    lines that make a name global.
    """

    path: Path
    values: dict[str, int] = field(default_factory=dict)
    globals: dict[str, Line] = field(default_factory=dict)
    numeric: dict[str, list[tuple[int, Offset]]] = field(default_factory=dict)
    labels: dict[str, Offset] = field(default_factory=dict)

    def defines(self, name: str) -> bool:
        """Whether it is a label or a value of this file."""
        return name in self.values or name in self.labels


@dataclass(frozen=True)
class Place:
    """Where an expression stands: its file, the label before it, the address, and the count of
    statements before it."""

    file: SourceFile
    scope: str
    address: int
    order: int


class Names:
    """The names of all files that are assembled together.

    final: sections have their places, and what is still unknown is another program's (`undefined`).
    """

    def __init__(
        self, layout: Layout, extensions: Iterable[str], defines: Mapping[str, int]
    ) -> None:
        self.layout = layout
        self.extensions = set(extensions)
        self.defines = dict(defines)
        self.files: list[SourceFile] = []
        self.undefined: set[str] = set()
        self.final = False

    def evaluate(self, text: str, place: Place) -> int:
        """The value of an expression; Unknown when a name has none, ValueError when it is wrong."""
        return evaluate(text, lambda name: self.value(name, place))

    def value(self, name: str, place: Place) -> int:
        """The value of a name; Unknown when it has none."""
        if name == ".":
            return place.address
        if register_number(name) is not None:
            raise ValueError(f"{name} is a register, not a number")
        if re.fullmatch(r"\d+[bf]", name):
            return self._nearest(name, place)
        key = place.scope + name if name.startswith(".") else name
        own = self._of_file(key, place.file)
        if own is not None:
            return own
        if key in self.defines:
            return self.defines[key]
        if name.startswith("has_") and name[4:] in extension_names():
            return int(name[4:] in self.extensions)
        if name.upper() in SPECIAL:
            return SPECIAL[name.upper()]
        for other in self.files:
            if other is not place.file and key in other.globals:
                found = self._of_file(key, other)
                if found is not None:
                    return found
        if self.final and not name.startswith("."):
            self.undefined.add(name)
            return 0
        raise Unknown(f"unknown name {name!r}")

    def _of_file(self, key: str, file: SourceFile) -> int | None:
        if key in file.labels:
            return self.layout.absolute(*file.labels[key])
        return file.values.get(key)

    def _nearest(self, name: str, place: Place) -> int:
        """The address of a label that is a number, before (b) or after (f) a place."""
        places = place.file.numeric.get(name[:-1], [])
        if name[-1] == "b":
            before = [p for number, p in places if number <= place.order]
            if before:
                return self.layout.absolute(*before[-1])
        else:
            after = [p for number, p in places if number > place.order]
            if after:
                return self.layout.absolute(*after[0])
        raise Unknown(f"no label {name[:-1]}: {'before' if name[-1] == 'b' else 'after'} here")
