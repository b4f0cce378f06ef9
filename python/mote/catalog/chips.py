"""Microcontrollers by name (cpus/chips.csv): whose code they run, and their memories.

Needs no installed package.
"""

from __future__ import annotations

import csv
import functools
import io
import re
import textwrap
from dataclasses import dataclass

from mote.common.errors import MoteError
from mote.common.paths import ROOT

FILE = ROOT / "cpus" / "chips.csv"


@dataclass(frozen=True)
class Chip:
    """A row of cpus/chips.csv.

    cpu: the name of its CPU file.  timing: which of its timings the chip has, empty for the first.
    flash, ram: bytes; flash is None where the program lies in a memory chip of its own.  remark:
    where its core differs from the one that figures are of.
    """

    name: str
    maker: str
    cpu: str
    timing: str
    flash: int | None
    ram: int
    remark: str

    def text(self) -> str:
        """What it is, in a line."""
        flash = "flash of its own size" if self.flash is None else f"{self.flash} bytes of flash"
        return f"{self.name} ({self.maker}): {self.cpu}, {flash}, {self.ram} of RAM"


@functools.cache
def chips() -> dict[str, Chip]:
    """Every chip by its name, in the order of the file; raises MoteError naming a wrong line."""
    lines = FILE.read_text(encoding="utf-8").splitlines(keepends=True)
    start = next(index for index, line in enumerate(lines) if not line.startswith("#"))
    reader = csv.DictReader(io.StringIO("".join(lines[start:])))
    found: dict[str, Chip] = {}
    for row in reader:
        place = f"{FILE}:{start + reader.line_num}"
        try:
            chip = Chip(
                row["chip"],
                row["maker"],
                row["cpu"],
                row["timing"],
                int(row["flash"]) if row["flash"] else None,
                int(row["ram"]),
                row["remark"],
            )
        except (KeyError, TypeError, ValueError) as error:
            raise MoteError(f"{place}: not a chip: {error}") from None
        if chip.name in found or _plain(chip.name) != chip.name:
            raise MoteError(f"{place}: {chip.name!r} stands twice, or not in small letters")
        found[chip.name] = chip
    return found


def _plain(text: str) -> str:
    return re.sub(r"[\s_-]", "", text.lower())


def find(text: str) -> Chip | None:
    """The chip of that name, or the one whose name is the longest beginning of it; else None."""
    wanted = _plain(text)
    fitting = [name for name in chips() if wanted.startswith(name)]
    return chips()[max(fitting, key=len)] if fitting else None


def listing(width: int = 80) -> str:
    """The chips of each CPU, in lines of so many characters."""
    by_cpu: dict[str, list[str]] = {}
    for chip in chips().values():
        by_cpu.setdefault(chip.cpu, []).append(chip.name)
    indent = max(map(len, by_cpu)) + 2
    return "\n".join(
        textwrap.fill(
            " ".join(names),
            width,
            initial_indent=cpu.ljust(indent),
            subsequent_indent=" " * indent,
        )
        for cpu, names in by_cpu.items()
    )
