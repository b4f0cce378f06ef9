"""The figures of Constantin, Burg and Gurkaynak: published/pic24/extensions.csv."""

from __future__ import annotations

import csv
import functools

from mote.common.paths import ROOT
from mote.ise.kernels import PAPER, PLAIN

PUBLISHED = ROOT / "published" / "pic24" / "extensions.csv"


@functools.cache
def published() -> tuple[dict[str, str], ...]:
    """The rows of the published file."""
    with PUBLISHED.open(newline="", encoding="utf-8") as stream:
        return tuple(csv.DictReader(line for line in stream if not line.startswith("#")))


def one(name: str, item: str = "") -> float:
    """What is said of the core and of all functions together."""
    return next(
        float(row["value"])
        for row in published()
        if (row["function"], row["figure"], row["item"]) == ("", name, item)
    )


def figure(function: str, implementation: str, name: str) -> float | None:
    """A published figure of tables 2 to 4, or None.  Every other set stands against the paper's."""
    wanted = implementation if implementation == PLAIN else PAPER
    for row in published():
        if (row["function"], row["implementation"], row["figure"]) == (function, wanted, name):
            return float(row["value"])
    return None


def items(function: str, implementation: str, kind: str) -> dict[str, int]:
    """Published bytes by item; kind is data or text."""
    wanted = implementation if implementation == PLAIN else PAPER
    return {
        row["item"]: int(row["value"]) * (3 if row["unit"] == "instructions" else 1)
        for row in published()
        if (row["function"], row["implementation"], row["figure"]) == (function, wanted, kind)
    }
