"""The picture and the page of `mote ise explore`: time over gates, memory as the size of dots."""

from __future__ import annotations

import html
import itertools
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from mote.common.svg import FAINT, INK, OTHER, OURS, opening
from mote.common.svg import text as svg_text
from mote.ise import explore
from mote.ise.explore import Row

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 76, 190, 54, 50
FRONT = OURS


def _ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from low to high."""
    raw = max(high - low, 1e-9) / about
    step = 10 ** math.floor(math.log10(raw))
    step *= next(factor for factor in (1, 2, 5, 10) if factor * step >= raw)
    first = math.ceil(low / step)
    return [round(n * step, 6) for n in range(first, math.floor(high / step) + 1)]


def short_names(rows: Sequence[Row]) -> dict[str, str]:
    """Each set's extensions without the beginning that most of their names have in common."""
    names = {name for row in rows for name in row["extensions"].split()}
    starts = Counter(sorted(name.partition("_")[0] for name in names if "_" in name))
    common = f"{max(starts, key=lambda start: starts[start])}_" if starts else ""
    found = {}
    for row in rows:
        texts = [part.removeprefix(common) for part in row["extensions"].split()]
        found[row["extensions"]] = " + ".join(texts) or "none"
    return found


@dataclass(frozen=True)
class _Scale:
    """From a kernel's figures to places in its picture."""

    x0: float
    x1: float
    y0: float
    y1: float

    @classmethod
    def of(cls, rows: Sequence[Row]) -> _Scale:
        """All of the rows, with some room around them."""
        xs: list[float] = [row["overhead_ge"] for row in rows] or [0.0]
        ys: list[float] = [row["time_us"] for row in rows] or [0.0]
        x0, x1 = min(0.0, *xs), max(*xs, 1.0)
        x1 += (x1 - x0) * 0.04
        x0 -= (x1 - x0) * 0.04
        return cls(x0, x1, 0.0, max(ys) * 1.08 or 1.0)

    def x(self, value: float) -> float:
        return LEFT + (value - self.x0) / (self.x1 - self.x0) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        part = (value - self.y0) / (self.y1 - self.y0)
        return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)

    def place(self, row: Row) -> tuple[float, float]:
        """Where a set's dot is."""
        return self.x(row["overhead_ge"]), self.y(row["time_us"])


SHOWN = "time of one call in us over gates added; larger dots take more memory"
ACROSS = "GE over the base core"


def _words(row: Row) -> str:
    """A set's figures."""
    return (
        f"{row['cycles']} cycles, {row['time_us']:.2f} us, {row['overhead_ge']:+.0f} GE, "
        f"{row['memory_bytes']} bytes, path {row['path_ns']:.2f} ns"
    )


def svg(
    name: str,
    rows: Sequence[Row],
    shown: str = SHOWN,
    across: str = ACROSS,
    words: Callable[[Row], str] = _words,
) -> str:
    """One kernel's sets: overhead in GE to the right, time upwards, both from their least.

    shown, across, words: what the picture, its axis and each dot say.
    """
    good = [row for row in rows if not row["problem"]]
    scale = _Scale.of(good)
    front = sorted(
        (row for row in good if row["front"] == "yes"),
        key=lambda r: (r["overhead_ge"], r["time_us"]),
    )
    names = short_names(rows)
    parts = [
        *opening(WIDTH, HEIGHT),
        svg_text(LEFT, 22.0, f"{name}: sets of custom instructions", weight="bold", size=13),
        svg_text(LEFT, 42.0, shown, size=13),
        *_axes(scale, across),
        *_front(scale, front),
        *_dots(scale, [*(r for r in good if r["front"] != "yes"), *front], names, words),
        *_labels(scale, good, front, names),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _axes(scale: _Scale, across: str) -> list[str]:
    """Both axes with their ticks, and lines across at those of the time."""
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    parts = []
    for value in _ticks(scale.y0, scale.y1):
        y = scale.y(value)
        parts.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" stroke="{FAINT}"/>')
        parts.append(svg_text(LEFT - 8, y + 4, f"{value:g}", anchor="end", size=13))
    for value in _ticks(scale.x0, scale.x1):
        x = scale.x(value)
        parts.append(
            f'<line x1="{x:.1f}" y1="{bottom}" x2="{x:.1f}" y2="{bottom + 5}" stroke="{INK}"/>'
        )
        parts.append(svg_text(x, bottom + 20.0, f"{value:g}", anchor="middle", size=13))
    parts.append(f'<line x1="{LEFT}" y1="{bottom}" x2="{right}" y2="{bottom}" stroke="{INK}"/>')
    parts.append(svg_text((LEFT + right) / 2, bottom + 40.0, across, anchor="middle", size=13))
    return parts


def _front(scale: _Scale, front: Sequence[Row]) -> list[str]:
    """The Pareto front as a staircase; no line for a single set."""
    line = [scale.place(row) for row in _staircase(front)]
    if len(line) < 2:
        return []
    # Down at the gates of the next one: between two sets there is none.
    corners = [line[0]]
    for (_, before), (x, y) in itertools.pairwise(line):
        corners += [(x, before), (x, y)]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    return [
        f'<polyline points="{points}" fill="none" stroke="{FRONT}" stroke-opacity="0.4" '
        'stroke-width="2"/>'
    ]


def _dots(
    scale: _Scale,
    rows: Sequence[Row],
    names: Mapping[str, str],
    words: Callable[[Row], str],
) -> list[str]:
    """A dot for each set, the later ones above; its figures show under the pointer."""
    most = max((row["memory_bytes"] for row in rows), default=1) or 1
    parts = []
    for row in rows:
        x, y = scale.place(row)
        radius = 3 + 7 * math.sqrt(row["memory_bytes"] / most)
        colour = FRONT if row["front"] == "yes" else OTHER
        told = f"{names[row['extensions']]}: {words(row)}"
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" '
            f'r="{radius:.1f}" fill="{colour}" fill-opacity="0.75" stroke="white">'
            f"<title>{html.escape(told)}</title></circle>"
        )
    return parts


def _labels(
    scale: _Scale, rows: Sequence[Row], front: Sequence[Row], names: Mapping[str, str]
) -> list[str]:
    """The names of the sets of the front, each moved down until nothing is in its way."""
    # Boxes (left, right, top, bottom) that labels keep clear of: dots, and labels before them.
    taken = [(x - 9, x + 9, y - 9, y + 9) for x, y in map(scale.place, rows)]
    parts = []
    for row in front:
        label = names[row["extensions"]]
        x, y = scale.place(row)
        x, y = x + 11, y - 6
        end = x + 6.6 * len(label)
        # A long one ends where the picture does.
        long = end > WIDTH
        x, end = (WIDTH - 1.06 * (end - x), WIDTH) if long else (x, end)
        while any(a < end and x < b and c < y + 3 and y - 10 < d for a, b, c, d in taken):
            y += 2
        taken.append((x, end, y - 10, y + 3))
        at, anchor = (end - 4, "end") if long else (x, "start")
        parts.append(
            svg_text(at, y, html.escape(label), anchor=anchor, fill=FRONT, size=12, halo=True)
        )
    return parts


def _staircase(front: Sequence[Row]) -> list[Row]:
    """Of rows sorted by gates those that have less time than all before."""
    found: list[Row] = []
    for row in front:
        if not found or row["time_us"] < found[-1]["time_us"]:
            found.append(row)
    return found


STYLE = """
body { font: 15px/1.45 sans-serif; color: #222; max-width: 980px; margin: 2em auto; padding: 0 1em }
table { border-collapse: collapse; margin: 1em 0 3em; font-size: 14px }
th, td { padding: 3px 10px; text-align: right; border-bottom: 1px solid #e4e4e4 }
td { white-space: nowrap }
th:first-child, td:first-child { text-align: left }
tr.front { color: #0b6e4f; font-weight: bold }
svg { max-width: 100%; height: auto }
"""


def page(rows: Sequence[Row]) -> str:
    """The HTML page: everything in one file, nothing fetched."""
    parts = [
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">',
        "<title>Custom instructions of the 16-bit core</title>",
        f"<style>{STYLE}</style></head><body>",
        "<h1>Custom instructions of the 16-bit core</h1>",
        "<p>Every set of instructions as a core of its own, mapped to gates. Cycles, time: one "
        "call of the kernel, at one clock for all cores unless a path is longer. Text, data and "
        "memory (their sum): bytes. GE: gate equivalents of the whole core. Path: its critical "
        "path. GE ms: area times time. In green the Pareto front: no other set is as good in time, "
        "GE and memory and better in one.</p>",
    ]
    head = "".join(f"<th>{html.escape(word)}</th>" for word in explore.HEAD)
    for name, members in explore.by_function(rows).items():
        plain = next((row for row in members if not row["extensions"]), members[0])
        parts.append(f"<h2>{html.escape(name)}</h2>")
        parts.append(svg(html.escape(name), members))
        parts.append(f"<table><thead><tr>{head}</tr></thead><tbody>")
        for row in members:
            texts = explore.cells(row, plain)
            if row["problem"]:
                texts[-1] = row["problem"]
            inner = "".join(f"<td>{html.escape(text)}</td>" for text in texts)
            kind = ' class="front"' if row["front"] == "yes" else ""
            parts.append(f"<tr{kind}>{inner}</tr>")
        parts.append("</tbody></table>")
    parts.append("</body></html>\n")
    return "\n".join(parts)
