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

    A published time stands only beside a row of the same timing.  `ratio` is ours / theirs, None
    where ours was not measured or theirs is not comparable (`remark` says why).
    """
    found = []
    for entry in rows():
        if entry["function"] != row["function"] or entry["cpu"] != row["cpu"]:
            continue
        if entry["timing"] and entry["timing"] != row["timing"]:
            continue
        value = float(entry["value"])
        ours = row.get(entry["figure"])
        comparable = entry["comparable"] == "yes"
        ratio = round(float(ours) / value, 3) if ours and comparable else None
        found.append(
            {
                "figure": entry["figure"],
                "published": int(value) if value == int(value) else value,
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


def best(row: dict[str, Any], figure: str) -> float | None:
    """The best comparable published value of a figure for this row, or None."""
    values = [e["published"] for e in against(row) if e["figure"] == figure and e["comparable"]]
    return min(values) if values else None
