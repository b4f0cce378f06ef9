"""What the paper's core has and ours has not, and how far apart both are.

The conditions under which figures of the two cores can be compared: what is in each area, which
limits the paper's own accuracy sets, what each set of instructions saves on average, what stalls in
the place of bypassing would cost.  Published figures are of published/pic24/extensions.csv.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from typing import Any

from tabulate import tabulate

from mote.ise import area, kernels, stalls
from mote.ise.kernels import FUNCTIONS, OWN, PAPER, PLAIN, RELAXED, SHARED
from mote.ise.published import figure, one
from mote.pic24.isa import ABSENT_WORDS
from mote.pic24.sets import instruction_set


def _markdown(lines: Sequence[Sequence[str]], head: Sequence[str]) -> str:
    return tabulate(lines, head, tablefmt="pipe", disable_numparse=True)


# Instructions, memory, interrupts.


def base_instructions() -> tuple[int, int]:
    """Our base instructions: mnemonics without their suffixes, and forms with an encoding each."""
    found = instruction_set(()).instructions
    return len({each.mnemonic.partition(".")[0] for each in found}), len(found)


def core_page() -> str:
    """The paper's base core beside ours, with what is not there."""
    base = next(row for row in area.read() if row["core"] == area.BASE and not row["module"])
    names, forms = base_instructions()
    absent = ", ".join(name.upper() for name in ABSENT_WORDS)
    program, data = one("memory_kb", "program"), one("memory_kb", "data")
    lines = [
        ["core without extensions, GE", f"{one('core_ge'):.0f}", f"{float(base['ge']):.0f}"],
        [
            "technology, clock",
            f"90 nm, {one('clock_mhz'):.0f} MHz",
            "180 nm, mapped for area; its clock is below the table of cores",
        ],
        [
            "instructions",
            f"{one('base_instructions'):.0f}, {one('effective_instructions'):.0f} with their modes "
            "(how they are counted is not said)",
            f"{names} mnemonics, {forms} encodings; not there: {absent}",
        ],
        ["interrupts", "not said", "none"],
        [
            "memories as macros",
            f"not in the area; with {program:.0f} KB for programs and {data:.0f} KB for data at "
            "least two thirds of the whole",
            "not in the area; the library has no such macro, so the whole is not stated",
        ],
        [
            "register, then address of the next read",
            "bypassed",
            "bypassed; the cycles of stalls are below, the area of a core that stalls was not made",
        ],
    ]
    return _markdown(lines, ["", "the paper's core", "ours"])


# Areas.


def limit(function: str) -> float:
    """The overhead in per cent up to which ours is what the paper prints, as far as that can tell.

    "~0 %" is what it cannot see (below 5 %); a printed figure may be off by as much.
    """
    return (figure(function, PAPER, "area_overhead_percent") or 0) + one("visible_percent")


def printed(function: str) -> str:
    """The paper's overhead of a function's set as it prints it."""
    percent = figure(function, PAPER, "area_overhead_percent")
    large = figure(function, PAPER, "area_overhead_kge")
    return "~0 %" if not percent else f"+{percent:.0f} %" + (f", {large:.0f} kGE" if large else "")


def areas_page() -> str:
    """Each set of the paper's instructions beside the paper's area, with the limit."""
    kept = {(row["core"], row["module"]): row for row in area.read()}
    lines = []
    for function, (name, _, _) in FUNCTIONS.items():
        most = limit(function)
        for implementation, label in ((PAPER, ""), (RELAXED, ", more cycles")):
            row = kept.get((f"{function} {implementation}", ""))
            if row is None:
                continue
            percent = float(row["overhead_percent"])
            alone = kept.get((f"{function} {PAPER}", area.CONSTANTS))
            share = "" if alone is None else f"{float(alone['overhead_percent']):.1f}"
            within = "yes" if percent <= most else f"no, by {percent - most:.1f}"
            line = [name + label, printed(function), f"{percent:.1f}", f"{most:.0f}", within]
            lines.append([*line, share])
    head = ["set of the paper", "published", "ours, %", "limit, %", "within", "its constants, %"]
    return _markdown(lines, head)


# Cycles.

KINDS = {
    PAPER: "the paper's sets",
    RELAXED: "the paper's, some in more cycles",
    OWN: "ours",
    SHARED: "ours, shared, where there is one, and ours",
}
"""Sets of all five functions, by the implementation that is looked for first."""
OTHERWISE = {RELAXED: PAPER, SHARED: OWN}
"""What is taken for a function that has no such implementation."""


def averages(cycles: Mapping[tuple[str, str], float]) -> dict[str, float]:
    """The mean reduction of cycles in per cent over the functions, by kind of set.

    cycles: by function and implementation.  Kinds that are not of all functions are left out.
    """
    found = {}
    for kind in KINDS:
        kept = {
            function: cycles.get((function, kind), cycles.get((function, OTHERWISE.get(kind, ""))))
            for function in FUNCTIONS
        }
        ratios = [
            value / cycles[function, PLAIN]
            for function, value in kept.items()
            if value is not None and (function, PLAIN) in cycles
        ]
        if len(ratios) == len(FUNCTIONS):
            found[kind] = 100 * (1 - statistics.mean(ratios))
    return found


def published_average() -> float:
    """The same of the paper's own cycles."""
    cycles = {
        (function, implementation): figure(function, implementation, "cycles") or 0
        for function in FUNCTIONS
        for implementation in (PLAIN, PAPER)
    }
    return averages(cycles)[PAPER]


def averages_text(found: Sequence[Mapping[str, Any]]) -> str:
    """The averages of the rows of table 2, beside the paper's; "" without all functions."""
    cycles = {
        (row["function"], row["implementation"]): row["ours"]
        for row in found
        if row["figure"] == "cycles" and row["ours"] is not None
    }
    means = averages(cycles)
    if not means:
        return ""
    lines = [[KINDS[kind], f"-{value:.1f} %"] for kind, value in means.items()]
    lines.append(['published ("almost 40 %")', f"-{published_average():.1f} %"])
    return "Mean change of cycles over the five functions\n" + tabulate(
        lines, ["", "change"], disable_numparse=True, colalign=["left", "right"]
    )


def stalls_page() -> str:
    """What the plain kernels would take on a core that stalls."""
    lines = []
    for function in kernels.available():
        counted = stalls.count(kernels.study(function))
        lines.append(
            [
                FUNCTIONS[function][0],
                f"{counted.cycles}",
                f"{counted.stalls}",
                f"{counted.cycles + counted.stalls}",
                f"{counted.percent:.1f}",
            ]
        )
    least, most = (one("bypassing_percent", item) for item in ("least", "most"))
    head = ["", "cycles", "stalls", "cycles with stalls", "bypassing saves, %"]
    return (
        f"{_markdown(lines, head)}\n\nPublished: {least:.0f} to {most:.0f} % for an average "
        "application."
    )
