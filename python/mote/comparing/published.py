"""Figures of the literature (published/*.csv) and of libraries (results/compare.csv), and which of
ours they stand against."""

from __future__ import annotations

import csv
import functools
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from mote.catalog import catalog
from mote.common.paths import ROOT
from mote.comparing import libraries, stored
from mote.measuring import parts
from mote.measuring.row import FIELDS, Row

FIGURES = (*FIELDS, *parts.FIGURES)
"""What a published figure can be: a column of a row, or a figure of a part."""
RAM = ("context_bytes", "stack_bytes")
"""What a program needs of RAM; no paper says the stack, so both were measured here."""


@dataclass(frozen=True)
class Comparison:
    """A published figure beside the figure of a row.

    published: as it is on paper.  measured_here: the published program's own under the row's
    timing, None where it was not run.  compared: the one that ours stands against, measured_here or
    else published.  ours: None where it was not measured.  ratio: ours / compared, None where there
    is none of ours or theirs is not comparable (remark says why).
    """

    figure: str
    published: float
    measured_here: float | None
    compared: float
    ours: float | None
    ratio: float | None
    implementation: str
    system: str
    source: str
    counts: str
    comparable: bool
    remark: str


@functools.cache
def rows() -> tuple[dict[str, str], ...]:
    """Every published figure.

    digest_bits is empty where a figure holds for every digest size, or for a function's main one.
    """
    found = []
    for path in sorted((ROOT / "published").glob("*.csv")):
        with path.open(newline="", encoding="utf-8") as stream:
            lines = (line for line in stream if not line.startswith("#"))
            found += [{"digest_bits": "", **row} for row in csv.DictReader(lines)]
    return (*found, *_of_libraries())


LIBRARY_SIZE = (
    "text, rodata, data of all that it needs, libgcc included, memcpy and memset not, "
    "code that nothing reaches left out"
)


def _of_libraries() -> list[dict[str, str]]:
    """Figures of the smallest and the fastest library for each function and CPU.

    Only of those that are constant-time where ours have to be.
    """
    groups: dict[tuple[str, str], list[stored.Line]] = {}
    for line in stored.timed():
        if (
            line["constant_time"] == "yes"
            or not catalog.functions()[line["function"]].constant_time
        ):
            groups.setdefault((line["function"], line["cpu"]), []).append(line)
    found = []
    for lines in groups.values():
        smallest = min(lines, key=lambda line: int(line["size_bytes"]))
        fastest = min(lines, key=lambda line: float(line["long_cycles_per_byte"]))
        for line in [smallest, fastest] if fastest is not smallest else [smallest]:
            library = libraries.libraries()[line["library"]]
            common = {
                **{name: line[name] for name in ("function", "cpu", "remark")},
                "digest_bits": "",
                "measured_here": "",
                "implementation": stored.title(library.title, line),
                "source": f"built with {line['toolchain']} by `mote compare`",
                "comparable": "yes",
            }
            system = f"Mote's simulator, {line['fidelity']}, {line['timing']}"
            for figure, timing, counts in (
                ("size_bytes", "", LIBRARY_SIZE),
                ("long_cycles_per_byte", line["timing"], "long messages"),
            ):
                found.append(
                    {
                        **common,
                        "figure": figure,
                        "value": line[figure],
                        "timing": timing,
                        "system": system if timing else "",
                        "counts": counts,
                    }
                )
    return found


def is_unpublished(entry: Mapping[str, str]) -> bool:
    """Whether nobody published the figure: somebody's program, measured by our rules alone."""
    return entry["source"].startswith("built with ")


def against(row: Row) -> list[Comparison]:
    """The published figures of the row's function, or its counterpart, and CPU.

    A published time stands only beside a row of the same timing.
    """
    found = []
    functions = (row.function, catalog.counterpart(row.function))
    for entry in rows():
        if entry["function"] not in functions or entry["cpu"] != row.cpu:
            continue
        if entry["figure"] not in FIELDS:
            continue
        if entry["timing"] and entry["timing"] != row.timing:
            continue
        if entry["digest_bits"] not in ("", str(row.digest_bits)):
            continue
        value = _number(entry["value"])
        here = _number(entry["measured_here"]) if entry["measured_here"] else None
        compared = value if here is None else here
        ours = row.number(entry["figure"])
        comparable = entry["comparable"] == "yes"
        ratio = round(ours / compared, 3) if ours and comparable else None
        found.append(
            Comparison(
                figure=entry["figure"],
                published=value,
                measured_here=here,
                compared=compared,
                ours=ours,
                ratio=ratio,
                implementation=entry["implementation"],
                system=entry["system"],
                source=entry["source"],
                counts=entry["counts"],
                comparable=comparable,
                remark=entry["remark"],
            )
        )
    return found


def beside(row: Row, **more: str | None) -> dict[str, Any]:
    """The row as --json has it, then `more`, then the published figures of `against`."""
    return {**row.columns(), **more, "published": [asdict(each) for each in against(row)]}


def best_entry(row: Row, figure: str) -> Comparison | None:
    """Of the comparable entries of `against` for a figure, the one with the least `compared`."""
    entries = [e for e in against(row) if e.figure == figure and e.comparable]
    return min(entries, key=lambda entry: entry.compared, default=None)


def best(row: Row, figure: str) -> float | None:
    """What this row's figure stands against: `compared` of the best entry, or None."""
    entry = best_entry(row, figure)
    return entry.compared if entry else None


def best_speed_size(row: Row) -> float | None:
    """The best speed/size of one published program beside this row, or None.

    10^6 / (bytes * cycles a byte), as Row.speed_size_ratio.
    """
    programs: dict[tuple[str, str], dict[str, float]] = {}
    for entry in against(row):
        if entry.comparable:
            figures = programs.setdefault((entry.implementation, entry.source), {})
            figures[entry.figure] = entry.compared
    return max(
        (
            1e6 / (figures["size_bytes"] * figures["long_cycles_per_byte"])
            for figures in programs.values()
            if {"size_bytes", "long_cycles_per_byte"} <= set(figures)
        ),
        default=None,
    )


def _number(text: str) -> float:
    """A figure of the file; whole ones as int, so that they are printed as they are written."""
    value = float(text)
    return int(value) if value == int(value) else value
