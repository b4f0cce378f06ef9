"""Cycles of the kernels beside what their units take: the study's table (docs/riscv-study.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tabulate import tabulate

from mote.ise.riscv import area, kernels
from mote.ise.riscv.functions import DEFAULT, function


def sets(core: str, of: str = DEFAULT) -> dict[str, tuple[str, ...]]:
    """The sets of a function's table, as mote.ise.riscv.area takes them: one a kernel."""
    return {name: kernels.extensions_of(name) for name in kernels.kernels(core, of)}


def names(core: str, of: str = DEFAULT) -> tuple[str, ...]:
    """Of a function's rows, the plain file's first."""
    return (kernels.PLAIN, *kernels.kernels(core, of))


def rows(
    core: str, with_area: bool, done: Callable[[], object], of: str = DEFAULT
) -> list[dict[str, Any]]:
    """A row for a function's plain kernel and for each with an extension; raises MoteError.

    times: cycles of the plain one over its own.  area_time: GE times cycles, over the plain one's.
    Without area these columns are None.  `done` is called after each measurement.
    """
    cycles = {}
    for name in names(core, of):
        cycles[name] = kernels.measure(core, name, of)
        done()
    areas: dict[str, area.Row] = {}
    if with_area:
        made = area.rows(core, sets(core, of), done)
        areas = dict(zip((kernels.PLAIN, *sets(core, of)), [made[0], *made[1::2]], strict=True))
        alone = dict(zip(sets(core, of), made[2::2], strict=True))
    plain = cycles[kernels.PLAIN]
    found = []
    for name, each in cycles.items():
        row: dict[str, Any] = {
            "extension": name,
            "file": each.file,
            "block_cycles": each.block,
            "call_cycles": each.call,
            "times": round(plain.block / each.block, 4),
            "bytes": each.size,
            "ge": None,
            "overhead_percent": None,
            "unit_ge": None,
            "path_ns": None,
            "area_time": None,
        }
        if with_area:
            base = areas[kernels.PLAIN]
            own = areas.get(name, base)
            ratio = own.area.total * each.block / (base.area.total * plain.block)
            row |= {
                "ge": own.area.total,
                "overhead_percent": None if own.percent is None else round(own.percent, 3),
                "unit_ge": alone[name].area.total if name in alone else None,
                "path_ns": own.area.path,
                "area_time": round(ratio, 4),
            }
        found.append(row)
    return found


def _title(row: dict[str, Any]) -> str:
    name: str = row["extension"]
    return f"plain: {row['file']}" if name == kernels.PLAIN else name


def text(core: str, found: Sequence[dict[str, Any]], of: str = DEFAULT) -> str:
    """The rows for people to read."""

    def shown(value: float | None, form: str) -> str:
        return "" if value is None else format(value, form)

    lines = [
        [
            _title(row),
            f"{row['block_cycles']}",
            f"{row['call_cycles']}",
            f"{row['times']:.2f}",
            f"{row['bytes']}",
            shown(row["ge"], ".0f"),
            shown(row["overhead_percent"], "+.1f"),
            shown(row["unit_ge"], ".0f"),
            shown(row["path_ns"], ".2f"),
            shown(row["area_time"], ".2f"),
        ]
        for row in found
    ]
    head = [
        f"{function(of).title} on {core}",
        "cycles/block",
        "one block",
        "times",
        "bytes",
        "GE",
        "%",
        "unit, GE",
        "path, ns",
        "GE x cycles",
    ]
    return tabulate(lines, head, disable_numparse=True, colalign=["left", *["right"] * 9])
