"""Figures of the literature (published/*.csv) and which of ours they stand against."""

from __future__ import annotations

import csv
import functools
from collections.abc import Sequence
from typing import Any

from mote.paths import ROOT

LOWER_IS_BETTER = (
    "size_bytes",
    "long_cycles_per_byte",
    "short_cycles",
    "block_cycles",
)


@functools.cache
def rows() -> tuple[dict[str, str], ...]:
    """Every published figure, with the file that holds it."""
    found = []
    for path in sorted((ROOT / "published").glob("*.csv")):
        with path.open(newline="", encoding="utf-8") as stream:
            lines = (line for line in stream if not line.startswith("#"))
            found += list(csv.DictReader(lines))
    return tuple(found)


def against(row: dict[str, Any]) -> list[dict[str, Any]]:
    """The published figures of the row's function and CPU, each with our figure and the ratio.

    A published time stands only beside a row of the same timing.  `measured_here` is the figure of
    the published program under that timing of ours, None where it was not run.  `compared` is the
    one that ours stands against: `measured_here`, or else `published`.  `ratio` is ours / compared,
    None where ours was not measured or theirs is not comparable (`remark` says why).
    """
    found = []
    for entry in rows():
        if entry["function"] != row["function"] or entry["cpu"] != row["cpu"]:
            continue
        if entry["timing"] and entry["timing"] != row["timing"]:
            continue
        value = _number(entry["value"])
        here = _number(entry["measured_here"]) if entry["measured_here"] else None
        compared = value if here is None else here
        ours = row.get(entry["figure"])
        comparable = entry["comparable"] == "yes"
        ratio = round(float(ours) / compared, 3) if ours and comparable else None
        found.append(
            {
                "figure": entry["figure"],
                "published": value,
                "measured_here": here,
                "compared": compared,
                "ours": ours,
                "ratio": ratio,
                "implementation": entry["implementation"],
                "system": entry["system"],
                "source": entry["source"],
                "counts": entry["counts"],
                "comparable": comparable,
                "remark": entry["remark"],
            }
        )
    return found


def beside(measured: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows, each with the published figures of `against` under `published`."""
    return [{**row, "published": against(row)} for row in measured]


def best_entry(row: dict[str, Any], figure: str) -> dict[str, Any] | None:
    """Of the comparable entries of `against` for a figure, the one with the least `compared`."""
    entries = [e for e in against(row) if e["figure"] == figure and e["comparable"]]
    return min(entries, key=lambda entry: entry["compared"], default=None)


def best(row: dict[str, Any], figure: str) -> float | None:
    """What this row's figure stands against: `compared` of the best entry, or None."""
    entry = best_entry(row, figure)
    return entry["compared"] if entry else None


def _number(text: str) -> float:
    """A figure of the file; whole ones as int, so that they are printed as they are written."""
    value = float(text)
    return int(value) if value == int(value) else value
