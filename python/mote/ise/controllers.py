"""The paper's table 1: cycles a byte on microcontrollers, with ours of results/figures.csv."""

from __future__ import annotations

import csv
import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabulate import tabulate

from mote.common.paths import ROOT
from mote.ise.kernels import FUNCTIONS, OWN, PAPER, PLAIN
from mote.keeping import store
from mote.measuring.row import Row

PUBLISHED = ROOT / "published" / "pic24" / "controllers.csv"
FIRST = next(iter(FUNCTIONS))
"""The function whose time is 1 in brackets."""


@dataclass(frozen=True)
class Controller:
    """A line of the table.

    published: the processor's name in the paper, "" where it has none.  cpu, timing: those of our
    rows, cpu "" where there are none.  implementation: the one that counts, "" for the fastest.
    """

    title: str
    published: str
    cpu: str
    timing: str
    implementation: str = ""


CONTROLLERS = (
    Controller("PIC24", "PIC24", "pic24", "PIC24", PLAIN),
    Controller("PIC24, paper's extensions", "PIC24+ISE", "pic24", "PIC24", PAPER),
    Controller("PIC24, ours", "", "pic24", "PIC24", OWN),
    Controller("Cortex-M0", "", "cortex-m0", "Cortex-M0"),
    Controller("Cortex-M3", "ARM-M3", "cortex-m3", "Cortex-M3"),
    Controller("ARM920T", "ARM920T", "armv4", "ARM920T"),
    Controller("ARMv5TE", "ARMv5TE", "", ""),
    Controller("AVR", "ATmega128", "avr8", "ATmega1281"),
    Controller("8051", "8051", "mcs51", "8051"),
    Controller("RV32IMC", "", "rv32imc", "Ibex"),
)


@functools.cache
def published() -> tuple[dict[str, str], ...]:
    """The rows of the published file."""
    with PUBLISHED.open(newline="", encoding="utf-8") as stream:
        return tuple(csv.DictReader(line for line in stream if not line.startswith("#")))


def printed(processor: str, function: str) -> dict[str, str] | None:
    """The row of the published file for a processor and a function, None where there is none."""
    found = (each for each in published() if each["processor"] == processor)
    return next((each for each in found if each["function"] == function), None)


def fastest(controller: Controller, function: str, stored: Iterable[Row]) -> Row | None:
    """Our row with the fewest cycles a byte there, None where nothing was measured."""
    found = [
        row
        for row in stored
        if (row.function, row.cpu, row.timing) == (function, controller.cpu, controller.timing)
        and row.long_cycles_per_byte is not None
        and controller.implementation in ("", row.implementation)
    ]
    return min(found, key=lambda row: row.long_cycles_per_byte or 0, default=None)


def rows() -> list[dict[str, Any]]:
    """Every figure as a tidy row, as mote.ise.table.rows; item: the controller.

    ours: of the fastest file, which is `implementation`; the mode of operation counts.
    """
    found = []
    stored = list(store.read().values())
    for controller in CONTROLLERS:
        for function in FUNCTIONS:
            theirs = printed(controller.published, function)
            value = None if theirs is None else float(theirs["value"])
            row = fastest(controller, function, stored)
            ours = None if row is None else row.long_cycles_per_byte
            found.append(
                {
                    "function": function,
                    "implementation": "" if row is None else row.implementation,
                    "table": 1,
                    "figure": "long_cycles_per_byte",
                    "item": controller.title,
                    "ours": ours,
                    "published": value,
                    "ratio": round(ours / value, 3) if ours and value else None,
                    "unit": "cycles",
                }
            )
    return found


def _ours(row: Mapping[str, Any], first: Mapping[str, Any]) -> str:
    if row["ours"] is None:
        return ""
    compiled = " C" if row["implementation"].startswith("portable") else ""
    return f"{row['ours']:.1f}{compiled} ({row['ours'] / first['ours']:.2f})"


def _theirs(processor: str, function: str) -> str:
    row = printed(processor, function)
    return "" if row is None else f"{row['value']} ({row['relative']})"


def text(found: Sequence[Mapping[str, Any]]) -> str:
    """The table for the terminal; found: rows(), others are passed over."""
    by = {(row["item"], row["function"]): row for row in found if row["table"] == 1}
    sources = {each["processor"]: each["source"] for each in published()}
    lines = []
    for controller in CONTROLLERS:
        name, title = controller.published, controller.title
        if controller.cpu:
            cells = [_ours(by[title, each], by[title, FIRST]) for each in FUNCTIONS]
            lines.append([title, "ours", *cells])
        if name:
            cells = [_theirs(name, each) for each in FUNCTIONS]
            lines.append(["" if controller.cpu else title, sources[name], *cells])
    head = ["", "", *(name for name, _, _ in FUNCTIONS.values())]
    align = ["left", "left", *["right"] * len(FUNCTIONS)]
    return (
        "Table 1: cycles a byte of long messages on microcontrollers, in brackets over "
        f"{FUNCTIONS[FIRST][0]}'s\n"
        + tabulate(lines, head, disable_numparse=True, colalign=align)
        + "\n\nours: whole message blocks with the mode of operation, as `mote bench` counts them, "
        "of the fastest file;\nC: of C, not assembly. published: of the PIC24 the compression "
        "function alone; of the 8051 versions of the\nsecond round, of Skein the one with 256 bits "
        "of state."
    )
