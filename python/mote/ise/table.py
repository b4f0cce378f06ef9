"""The paper's tables 2 to 9 with our figures beside the published ones."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tabulate import tabulate

from mote.ise import area, beside, controllers, explore, kernels
from mote.ise import times as stored_times
from mote.ise.kernels import FUNCTIONS, OWN, PAPER, PLAIN, RELAXED, SHARED, Measured
from mote.ise.published import figure, items, one
from mote.keeping import store

LABELS = {
    PLAIN: "none",
    PAPER: "paper's",
    RELAXED: "paper's, more cycles",
    OWN: "ours",
    SHARED: "ours, shared",
}
"""What the tables call an implementation: by its extensions."""

CPU = "pic24"
"""The CPU of the bench that the core is."""

UNITS = {
    "cycles": "cycles",
    "block_cycles": "cycles",
    "cycles_per_byte": "cycles",
    "area_overhead_percent": "per cent",
    "reads": "accesses",
    "writes": "accesses",
    "data_bytes": "bytes",
    "text_bytes": "bytes",
}
TABLE_OF = {
    "cycles": 2,
    "block_cycles": 2,
    "cycles_per_byte": 2,
    "area_overhead_percent": 2,
    "reads": 3,
    "writes": 3,
    "data_bytes": 4,
    "text_bytes": 4,
}
ITEMS_FROM = 5
"""Table 5 has the items of the first function, table 6 those of the second, and so on."""


def measure() -> dict[tuple[str, str], Measured]:
    """Every kernel that there is, by function and implementation."""
    return {
        (function, implementation): kernels.measure(kernels.study(function, implementation))
        for function in FUNCTIONS
        for implementation in kernels.implementations(function)
    }


SAME = {"compress": "compressblock", "initial": "initialstate"}
"""What our labels call what the paper calls otherwise."""


def _key(name: str) -> str:
    """What two names of one item have in common: no case, no function's name, no digest size."""
    words = re.findall(r"[a-z]+|\d+", name.lower())
    families = [re.sub(r"\d", "", name) for name in FUNCTIONS]
    while words and (words[0] in ("mote", *families) or words[0].isdigit()):
        del words[0]
    key = "".join(words)
    return SAME.get(key, key)


def _item_pairs(ours: Mapping[str, int], theirs: Mapping[str, int]) -> list[tuple[str, str]]:
    """Our items and the published ones: those of one name together, "" where there is none."""
    left = {_key(name): name for name in theirs}
    pairs = [(name, left.pop(_key(name), "")) for name in ours]
    return [*pairs, *(("", name) for name in left.values())]


def rows(
    measured: Mapping[tuple[str, str], Measured], overheads: Mapping[tuple[str, str], float]
) -> list[dict[str, Any]]:
    """Every figure as a tidy row: ours (None where not measured), published, ratio ours / theirs.

    overheads: area of the core with the extensions, in per cent more than the base.  cycles are of
    the compression function; block_cycles, of a message block as `mote bench` counts it, with the
    mode of operation, are of results/figures.csv.
    """
    whole = {
        (row.function, row.implementation): row.block_cycles
        for row in store.read().values()
        if row.cpu == CPU
    }
    found: list[dict[str, Any]] = []

    def add(where: tuple[str, str], table: int, name: str, item: str, *values: Any) -> None:
        ours, theirs, unit = values
        ratio = (
            round(ours / theirs, 3) if ours is not None and theirs and unit != "per cent" else None
        )
        found.append(
            {
                "function": where[0],
                "implementation": where[1],
                "table": table,
                "figure": name,
                "item": item,
                "ours": ours,
                "published": theirs,
                "ratio": ratio,
                "unit": unit,
            }
        )

    for number, function in enumerate(FUNCTIONS):
        there = [name for each, name in measured if each == function]
        for implementation in dict.fromkeys((PLAIN, PAPER, *there)):
            where = (function, implementation)
            one = measured.get(where)
            ours: dict[str, Any] = one.figures() if one else {}
            if one:
                ours["block_cycles"] = whole.get(where)
                ours["cycles_per_byte"] = round(one.cycles / FUNCTIONS[function][1], 1)
                if implementation != PLAIN:
                    ours["area_overhead_percent"] = overheads.get(where)
            for name, unit in UNITS.items():
                if name == "area_overhead_percent" and implementation == PLAIN:
                    continue
                theirs = figure(function, implementation, name)
                add(where, TABLE_OF[name], name, "", ours.get(name), theirs, unit)
            for kind in ("data", "text"):
                mine: dict[str, int] = getattr(one, kind) if one else {}
                theirs_by_item = items(function, implementation, kind)
                for our_name, their_name in _item_pairs(mine, theirs_by_item):
                    add(
                        where,
                        ITEMS_FROM + number,
                        kind,
                        their_name or our_name,
                        mine.get(our_name),
                        theirs_by_item.get(their_name),
                        "bytes",
                    )
    return found


def overheads(
    measured: Mapping[tuple[str, str], Measured], done: Any
) -> dict[tuple[str, str], float]:
    """Area overhead in per cent of every core that a kernel asks for; raises MoteError."""
    asked = {where: one.extensions for where, one in measured.items() if one.extensions}
    distinct = list(dict.fromkeys([(), *asked.values()]))
    found = dict(
        zip(distinct, area.areas([area.Request(each) for each in distinct], done), strict=True)
    )
    base = found[()].total
    return {where: round(100 * (found[each].total / base - 1), 2) for where, each in asked.items()}


def stored_overheads(
    measured: Mapping[tuple[str, str], Measured],
) -> dict[tuple[str, str], float]:
    """As overheads, from results/pic24-area.csv; without what it does not have."""
    known = {
        row["extensions"]: float(row["overhead_percent"])
        for row in area.read()
        if not row["module"] and row["core"] != area.FASTEST
    }
    return {
        where: known[" ".join(one.extensions)]
        for where, one in measured.items()
        if one.extensions and " ".join(one.extensions) in known
    }


def gates() -> list[dict[str, str]]:
    """The cores of results/pic24-area.csv: area, overhead, critical path with its ends."""
    return [
        {
            "core": row["core"],
            "GE": f"{float(row['ge']):.0f}",
            "um2": row["square_um"],
            "more": f"{float(row['overhead_ge']):+.0f}",
            "more, %": f"{float(row['overhead_percent']):+.1f}",
            "path, ns": f"{float(row['path_ns']):.2f}",
            "longer, %": f"{float(row['path_percent']):+.1f}",
            "highest clock, MHz": row["highest_mhz"],
            "gates": row["gates"],
            "from": f"`{row['start']}`",
            "to": f"`{row['end']}`",
        }
        for row in area.read()
        if not row["module"]
    ]


GENERATIONS = 0.7**2
"""Delay in 90 nm over delay in 180 nm: 0.7 for each of two generations."""


def clock() -> str:
    """What the stored rows say on the clock and on the constants of the paper's sets, as text."""
    kept = area.read()
    rows = {row["core"]: row for row in kept if not row["module"]}
    fastest = float(rows[area.FASTEST]["path_ns"])
    period, own = area.clock(fastest), float(rows[area.BASE]["path_ns"])
    longer = [f"{n} ({r['path_ns']} ns)" for n, r in rows.items() if float(r["path_ns"]) > period]

    def smaller(nanoseconds: float) -> str:
        there = GENERATIONS * nanoseconds
        return f"{there:.1f} ns ({1000 / there:.0f} MHz)"

    parts = [
        f"The clock of all cores: {period} ns ({1000 / period:.1f} MHz), {area.MARGIN:g} times the "
        f"{fastest:.2f} ns of the base core mapped for speed. "
        + (f"Charged for a longer path: {', '.join(longer)}." if longer else "No path is longer."),
        f"In 90 nm, at {GENERATIONS:.2f} of the delay, that is {smaller(period)} with the margin "
        f"and {smaller(fastest)} without, against the paper's {1000 / one('clock_mhz'):.0f} ns and "
        f"{1000 / one('fastest_mhz'):.0f} ns; the base core mapped for area takes {smaller(own)}.",
        "",
    ]
    for row in kept:
        if row["module"] == area.CONSTANTS:
            function = row["core"].split()[0]
            parts.append(
                f"- The constant tables of {FUNCTIONS[function][0]}'s set alone: "
                f"{float(row['ge']):.0f} GE, {float(row['overhead_percent']):.1f} % of the base "
                f"core (the paper's whole set: {beside.printed(function)})."
            )
    return "\n".join(parts)


def times() -> str:
    """Time, area times time and energy of every kernel, from results/pic24-time.csv."""
    lines = []
    plain: dict[str, dict[str, str]] = {}
    rows = stored_times.read()
    best = _front(rows)
    for row in rows:
        base = plain.setdefault(row["function"], row)
        line = [FUNCTIONS[row["function"]][0], _label(row["implementation"]), row["cycles"]]
        line += [f"{float(row['period_ns']):.2f}"]
        for name in ("time_us", "ge_ms", "nj_per_byte"):
            ours, theirs = float(row[name]), float(base[name])
            line += [f"{ours:.0f}" if ours >= 1000 else f"{ours:.1f}"]
            line += ["" if row is base else _change(ours, theirs)]
        front = "yes" if (row["function"], row["implementation"]) in best else ""
        lines.append([*line, f"{float(row['milliwatts']):.1f}", row["memory_bytes"], front])
    head = ["", "extensions", "cycles", "period, ns", "time, us", "change", "GE ms", "change"]
    head += ["nJ/byte", "change", "mW", "memory", "front"]
    return _table(lines, head)


def _front(rows: Sequence[Mapping[str, str]]) -> set[tuple[str, str]]:
    """The kernels that no other of their function is as good as in time, gates and memory."""
    found = set()
    for function in FUNCTIONS:
        mine: list[explore.Row] = [
            {"implementation": row["implementation"], "problem": ""}
            | {name: float(row[name]) for name in explore.OBJECTIVES}
            for row in rows
            if row["function"] == function
        ]
        explore.mark_front(mine)
        found |= {(function, each["implementation"]) for each in mine if each["front"] == "yes"}
    return found


# Text.


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.0f}" if value == int(value) else f"{value:.1f}"


def _label(implementation: str) -> str:
    return LABELS.get(implementation, implementation.removeprefix("pic24_"))


def _times(row: Mapping[str, Any]) -> str:
    return "" if row["ratio"] is None else f"x{row['ratio']:.2f}"


def _change(new: float | None, old: float | None) -> str:
    """The change from old to new in per cent."""
    return "" if new is None or not old else f"{100 * (new / old - 1):+.1f} %"


def text(found: Sequence[Mapping[str, Any]]) -> str:
    """All tables for the terminal: of rows, and of controllers.rows where they are among them."""
    parts = [controllers.text(found)] if any(row["table"] == 1 for row in found) else []
    found = [row for row in found if row["table"] != 1]
    by = {
        (row["function"], row["implementation"], row["figure"]): row
        for row in found
        if not row["item"]
    }
    cores = list(dict.fromkeys((row["function"], row["implementation"]) for row in found))
    lines = []
    for function, implementation in cores:
        cycles, each = (by[function, implementation, n] for n in ("cycles", "cycles_per_byte"))
        plain = by[function, PLAIN, "cycles"]
        line = [FUNCTIONS[function][0], _label(implementation), _number(cycles["ours"])]
        line += [_number(cycles["published"]), _times(cycles)]
        line += [_number(by[function, implementation, "block_cycles"]["ours"])]
        line += [_number(each["ours"]), _number(each["published"])]
        if implementation != PLAIN:
            over = by[function, implementation, "area_overhead_percent"]
            ours, theirs = over["ours"], over["published"]
            line += [_change(cycles["ours"], plain["ours"])]
            line += [_change(cycles["published"], plain["published"])]
            line += [
                "" if ours is None else f"{ours:+.1f} %",
                f"{theirs:+.0f} %" if theirs else "~0 %",
            ]
        lines.append(line)
    head = ["", "extensions", "cycles", "published", "", "whole", "cycles/byte", "published"]
    head += ["change", "published", "area", "published"]
    parts.append(
        "Table 2: cycles of the compression function for one message block, area of the core\n"
        f"{_table(lines, head)}\n\n"
        "whole: the message block as `mote bench` counts it, the mode of operation included "
        "(its data copied,\ncounted, added to the state); all else, published figures too, is the "
        "compression function alone."
    )
    parts += filter(None, [beside.averages_text(found)])
    for number, title, names in (
        (3, "memory accesses of the compression function", ("reads", "writes")),
        (4, "memory in bytes, without the mode of operation", ("data_bytes", "text_bytes")),
    ):
        lines = []
        for function, implementation in cores:
            line = [FUNCTIONS[function][0], _label(implementation)]
            for name in names:
                row, plain = by[function, implementation, name], by[function, PLAIN, name]
                line += [_number(row["ours"]), _number(row["published"]), _times(row)]
                if implementation == PLAIN:
                    line.append("")
                else:
                    line.append(_change(row["ours"], plain["ours"]))
            lines.append(line)
        head = ["", "extensions"]
        for name in names:
            head += [name.partition("_")[0], "published", "", "change"]
        parts.append(f"Table {number}: {title}\n" + _table(lines, head))
    parts.append(_above(by))
    for number, function in enumerate(FUNCTIONS):
        parts.append(
            f"Table {ITEMS_FROM + number}: memory of {FUNCTIONS[function][0]} by item, bytes\n"
            + _item_table([row for row in found if row["function"] == function and row["item"]])
        )
    parts.append(
        "published: Constantin, Burg, Gurkaynak, tables 2 to 9; our own extensions stand against "
        "the paper's.\ndata: context, tables in data memory, stack. text: 3 bytes for each "
        "instruction word."
    )
    return "\n\n".join(parts)


def above(
    found: Sequence[Mapping[str, Any]],
) -> list[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """What ours takes more of than the paper's: rows of tables 3, 4, each with that of cycles."""
    cycles = {
        (row["function"], row["implementation"]): row for row in found if row["figure"] == "cycles"
    }
    return [
        (row, cycles[row["function"], row["implementation"]])
        for row in found
        if row["table"] in (3, 4) and row["ratio"] is not None and row["ours"] > row["published"]
    ]


def _above(by: Mapping[Any, Mapping[str, Any]]) -> str:
    lines = []
    for row, cycles in above(list(by.values())):
        more, fewer = row["ours"] - row["published"], cycles["published"] - cycles["ours"]
        lines.append(
            [
                FUNCTIONS[row["function"]][0],
                _label(row["implementation"]),
                row["figure"].replace("_", " ").removesuffix(" bytes"),
                *(_number(row[name]) for name in ("ours", "published")),
                f"{more:+.0f}",
                _number(cycles["ours"]),
                _number(cycles["published"]),
                f"{-fewer:+.0f}",
                f"{fewer / more:.1f}",
            ]
        )
    head = ["", "extensions", "what", "ours", "published", "more", "cycles", "published", "more"]
    return (
        "What ours takes more of than the paper's, and cycles fewer for each access or byte more\n"
        + _table(lines, [*head, "for each"])
    )


def _item_table(found: Sequence[Mapping[str, Any]]) -> str:
    kinds = list(dict.fromkeys(row["implementation"] for row in found))
    cells: dict[tuple[str, str], dict[str, Mapping[str, Any]]] = {}
    for row in found:
        cells.setdefault((row["figure"], row["item"]), {})[row["implementation"]] = row
    lines = []
    for kind in ("data", "text"):
        for (figure_, item), by_core in cells.items():
            if figure_ == kind:
                line = [kind, item]
                for implementation in kinds:
                    row = by_core.get(implementation, {})
                    line += [_number(row.get("ours")), _number(row.get("published"))]
                lines.append(line)
        line = [kind, "all"]
        for implementation in kinds:
            for column in ("ours", "published"):
                values = [
                    each[implementation][column]
                    for (figure_, _), each in cells.items()
                    if figure_ == kind and implementation in each
                ]
                known = [value for value in values if value is not None]
                line.append(_number(sum(known)) if known else "")
        lines.append(line)
    head = ["", "item"]
    for implementation in kinds:
        head += [_label(implementation), "published"]
    return _table(lines, head)


def _table(lines: Sequence[Sequence[str]], head: Sequence[str]) -> str:
    texts = 3 if head[2] == "what" else 2
    align = [*["left"] * texts, *["right"] * (len(head) - texts)]
    full = [[*line, *[""] * (len(head) - len(line))] for line in lines]
    return tabulate(full, head, disable_numparse=True, colalign=align)
