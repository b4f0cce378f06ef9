"""Our time beside the paper's, in one technology.

The cell library is of 180 nm, the paper's core of 90 nm: two generations, each of which is taken to
have 0.7 of the delay of the one before (constant field scaling: delay goes as length).  Our periods
are taken times that.  The paper's is that of its clock, 200 MHz (section 3.4): with its margin, as
ours has the same (mote.ise.area).  Wires and the time of access of memories are in the paper's and
not in ours; its library, corner and voltage are not said.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tabulate import tabulate

from mote.ise import table, times
from mote.ise.kernels import FUNCTIONS, PAPER, PLAIN
from mote.ise.published import figure, one

PUBLISHED_NS = 1000 / one("clock_mhz")
"""The period of the paper's core."""
LIMITS = {PLAIN: 0.80, PAPER: 0.90}
"""The most of the paper's time that ours may take, the geometric mean of all functions."""


@dataclass(frozen=True)
class Scaled:
    """One message block: our period in the paper's technology in ns, both times in us."""

    function: str
    implementation: str
    period: float
    ours: float
    published: float

    @property
    def ratio(self) -> float:
        return self.ours / self.published


def rows(kept: Iterable[Mapping[str, str]]) -> list[Scaled]:
    """Those of the sets that the paper has, of the rows of results/pic24-time.csv."""
    found = []
    for row in kept:
        function, implementation = row["function"], row["implementation"]
        theirs = figure(function, implementation, "cycles")
        if implementation in LIMITS and theirs is not None:
            period = table.GENERATIONS * float(row["period_ns"])
            ours = float(row["cycles"]) * period / 1000
            published = theirs * PUBLISHED_NS / 1000
            found.append(Scaled(function, implementation, period, ours, published))
    return found


def ratios(found: Iterable[Scaled]) -> dict[str, float]:
    """The geometric mean of ours over published, by implementation."""
    kept = list(found)
    return {
        implementation: statistics.geometric_mean(
            row.ratio for row in kept if row.implementation == implementation
        )
        for implementation in LIMITS
    }


def page() -> str:
    """Each function's time beside the paper's, and the means."""
    found = rows(times.read())
    lines = [
        [
            FUNCTIONS[row.function][0],
            table.LABELS[row.implementation],
            f"{row.period:.2f}",
            f"{row.ours:.1f}",
            f"{PUBLISHED_NS:.2f}",
            f"{row.published:.1f}",
            f"{row.ratio:.2f}",
        ]
        for row in found
    ]
    for implementation, mean in ratios(found).items():
        lines.append(["geometric mean", table.LABELS[implementation], *[""] * 4, f"{mean:.2f}"])
    head = [
        "",
        "extensions",
        "period, ns",
        "time, us",
        "published",
        "published",
        "ours / published",
    ]
    align = ["left", "left", *["right"] * 5]
    made = tabulate(lines, head, "pipe", disable_numparse=True, colalign=align)
    return f"Scaled by {table.GENERATIONS:.2f} from 180 nm to 90 nm:\n\n{made}"
