"""What docs/riscv-study.md shows of several functions: the paper's five on two cores, and pictures.

Figures of RISC-V are those of results/riscv-kernels.csv (mote.ise.riscv.stored), those of the
16-bit core of results/pic24-time.csv.
"""

from __future__ import annotations

import csv
import html
import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tabulate import tabulate

from mote.common.paths import ROOT
from mote.common.svg import FAINT, INK, OURS, opening
from mote.common.svg import text as words
from mote.ise.kernels import PAPER, PLAIN
from mote.ise.published import figure
from mote.ise.riscv import areas, functions, kernels, stored

PIC24 = ROOT / "results" / "pic24-time.csv"
FIVE = {
    "blake256": ("blake256", 64),
    "groestl256": ("groestl256", 64),
    "jh256": ("jh", 64),
    "keccak_f1600": ("keccak", 136),
    "skein512": ("skein512", 64),
}
"""The paper's functions: what the 16-bit core's is called, bytes of a message block."""
OTHERS = {
    "sha256": 64,
    "sha512": 128,
    "aes128": 16,
    "ascon_p12": 8,
    "chacha20": 64,
    "blake2s": 64,
}
"""Bytes of a block of the other functions."""
LARGEST = 20.0
"""Percent of a core: what is larger holds the whole state, and would hide the others."""
STANDARD = {
    "bits": "Zbb",
    "zkne": "Zkne",
    "sha256_sigma": "Zknh",
    "bits+sha256_sigma": "Zbb, Zknh",
    "sha512_sigma": "Zknh",
    "bits+sha512_sigma": "Zbb, Zknh",
}
"""Kernels whose instructions are the standard's."""
TITLES = {
    "pic24": "the 16-bit core",
    "picorv32": "PicoRV32",
    "vexriscv": "VexRiscv",
    "cv32e40x": "CV32E40X",
}
COLOURS = {"pic24": OURS, "picorv32": "#1f5fa8", "vexriscv": "#b35900", "cv32e40x": "#7a3fa0"}
NAMES = {
    "pic24": "none",
    "pic24_ise": "paper's",
    "pic24_ise_relaxed": "paper's, more cycles",
    "pic24_ise_own": "ours",
    "pic24_ise_shared": "ours, shared",
    "pic24_ise_fast": "paper's, fast",
}
"""Of sets of the 16-bit core."""


@dataclass(frozen=True)
class Point:
    """A set of instructions on a core.

    name: of the set, "none" of no instructions.  cycles: a byte.  more: GE over the core's,
    percent: of it.  standard: whether the instructions are the standard's.
    """

    core: str
    name: str
    cycles: float
    more: float
    percent: float
    standard: bool


def points(function: str) -> list[Point]:
    """The sets of a function: the 16-bit core's first, on each core the one of none first."""
    other, size = FIVE.get(function) or ("", OTHERS[function])
    found = []
    with PIC24.open(newline="", encoding="utf-8") as stream:
        rows = [row for row in csv.DictReader(stream) if row["function"] == other]
    base = next((float(row["ge"]) for row in rows if row["implementation"] == "pic24"), 0.0)
    for row in rows:
        more = float(row["ge"]) - base
        cycles = int(row["cycles"]) / size
        set_ = NAMES[row["implementation"]]
        found.append(Point("pic24", set_, cycles, more, 100 * more / base, False))
    for core in TITLES:
        ours = [row for row in with_areas(core, function) if row["ge"] is not None]
        plain = next((row["ge"] for row in ours if row["extension"] == "plain"), 0.0)
        for row in ours:
            name: str = row["extension"]
            more = row["ge"] - plain
            shown = "none" if name == "plain" else STANDARD.get(name, name)
            cycles = row["block_cycles"] / size
            percent = row["overhead_percent"] or 0.0
            if percent > LARGEST:
                continue
            found.append(Point(core, shown, cycles, more, percent, name in STANDARD))
    return found


def with_areas(core: str, function: str) -> list[stored.Row]:
    """A function's kept rows on a core; areas that stand in a file of their own come from there."""
    ours = [row for row in stored.read() if (row["core"], row["function"]) == (core, function)]
    if core not in areas.CORES:
        return ours
    known = {row["extensions"]: row for row in areas.read() if row["core"] == core}
    found = []
    for row in ours:
        area = known.get(" ".join(sorted(kernels.extensions_of(row["extension"]))), {})
        numbers = {
            name: float(area[name]) if area.get(name) else None
            for name in ("ge", "overhead_percent", "unit_ge", "path_ns")
        }
        found.append({**row, **numbers})
    return found


def cycles_page(core: str) -> str:
    """Every function's kept rows on a core, for docs/riscv-study.md; areas where they are known."""

    def shown(value: float | None, form: str, unit: str = "") -> str:
        return "" if value is None else format(value, form) + unit

    lines = []
    for of in functions.FUNCTIONS:
        ours = with_areas(core, of.name)
        for row in ours:
            plain, name = ours[0], row["extension"]
            standard = f" ({STANDARD[name]})" if name in STANDARD else ""
            ratio = None
            if row["ge"] and plain["ge"]:
                ratio = row["ge"] * row["block_cycles"] / (plain["ge"] * plain["block_cycles"])
            lines.append(
                [
                    of.title if row is plain else "",
                    f"none (`{row['file']}`)" if row is plain else f"`{name}`{standard}",
                    f"{row['block_cycles']}",
                    f"{row['call_cycles']}",
                    f"{plain['block_cycles'] / row['block_cycles']:.2f}",
                    f"{row['bytes']}",
                    shown(row["ge"], ".0f"),
                    shown(row["overhead_percent"], ".1f", " %"),
                    shown(row["unit_ge"], ".0f"),
                    shown(row["path_ns"], ".2f"),
                    shown(ratio, ".2f"),
                ]
            )
    head = ["", "extension", "cycles a block", "one block", "times", "bytes", "GE", "overhead"]
    return tabulate(
        lines,
        [*head, "unit alone, GE", "path, ns", "GE x cycles"],
        tablefmt="github",
        disable_numparse=True,
        colalign=["left"] * 2 + ["right"] * 9,
    )


def front(some: Iterable[Point]) -> list[Point]:
    """Those than which no other has fewer of gates or cycles and no more of the other."""
    found: list[Point] = []
    for each in sorted(some, key=lambda point: (point.more, point.cycles)):
        if not found or each.cycles < found[-1].cycles:
            found.append(each)
    return found


def page() -> str:
    """The paper's table again: its core, ours of 16 bits, and PicoRV32, each with its best set."""
    lines: list[list[str]] = []
    for name, (other, size) in FIVE.items():
        title, of = functions.function(name).title, points(name)
        theirs = [figure(other, each, "cycles") for each in (PLAIN, PAPER)]
        assert theirs[0] and theirs[1]
        more = figure(other, PAPER, "area_overhead_percent")
        lines.append(
            [
                title,
                "the paper's",
                "the paper's",
                f"{theirs[0] / size:.1f}",
                f"{theirs[1] / size:.1f}",
                f"{theirs[0] / theirs[1]:.2f}",
                "",
                f"{more:.0f} %" if more else "~0 %",
            ]
        )
        for core in ("pic24", "picorv32"):
            there = of_core(of, core)
            wanted = [min((p for p in there if not p.standard), key=lambda point: point.cycles)]
            wanted += [point for point in there if point.standard]
            for point in wanted:
                lines.append(
                    [
                        "",
                        TITLES[core] if point is wanted[0] else "",
                        point.name if core == "pic24" or point.standard else f"`{point.name}`",
                        f"{there[0].cycles:.1f}",
                        f"{point.cycles:.1f}",
                        f"{there[0].cycles / point.cycles:.2f}",
                        f"{point.more:.0f}",
                        f"{point.percent:.1f} %",
                    ]
                )
    head = ["", "core", "instructions", "plain", "with these", "times", "GE more", "of the core"]
    return tabulate(
        lines,
        head,
        tablefmt="github",
        disable_numparse=True,
        colalign=["left"] * 3 + ["right"] * 5,
    )


def of_core(some: Iterable[Point], core: str) -> list[Point]:
    return [point for point in some if point.core == core]


# ---- pictures ----

PANEL, TALL = 300, 250
LEFT, RIGHT, TOP, BOTTOM = 48, 14, 30, 44
HEAD = 46


@dataclass(frozen=True)
class _Scale:
    x0: float
    y0: float
    most_x: float
    most_y: float

    def x(self, value: float) -> float:
        return self.x0 + LEFT + value / self.most_x * (PANEL - LEFT - RIGHT)

    def y(self, value: float) -> float:
        return self.y0 + TALL - BOTTOM - value / self.most_y * (TALL - TOP - BOTTOM)


def _ticks(most: float) -> list[float]:
    """Round numbers from 0 to the most, four or so."""
    step = next(
        factor * 10.0**power
        for power in range(-2, 7)
        for factor in (1, 2, 5)
        if factor * 10.0**power * 4.5 >= most
    )
    return [step * n for n in range(int(most / step) + 1)]


def _panel(title: str, of: Sequence[Point], x0: float, y0: float) -> list[str]:
    most_x = max([point.more for point in of] + [100.0]) * 1.08
    most_y = max([point.cycles for point in of] + [1.0]) * 1.08
    scale = _Scale(x0, y0, most_x, most_y)
    bottom, right = y0 + TALL - BOTTOM, x0 + PANEL - RIGHT
    parts = [words(x0 + LEFT, y0 + 18.0, html.escape(title), weight="bold", size=13)]
    for value in _ticks(most_y):
        y = scale.y(value)
        parts.append(
            f'<line x1="{x0 + LEFT:.1f}" y1="{y:.1f}" x2="{right:.1f}" y2="{y:.1f}" '
            f'stroke="{FAINT}"/>'
        )
        parts.append(words(x0 + LEFT - 6, y + 4, f"{value:g}", anchor="end", size=11))
    for value in _ticks(most_x):
        x = scale.x(value)
        parts.append(words(x, bottom + 16.0, f"{value:g}", anchor="middle", size=11))
    parts.append(
        f'<line x1="{x0 + LEFT:.1f}" y1="{bottom:.1f}" x2="{right:.1f}" y2="{bottom:.1f}" '
        f'stroke="{INK}"/>'
    )
    parts.append(
        words(
            (x0 + LEFT + right) / 2, bottom + 32.0, "GE more than without", anchor="middle", size=11
        )
    )
    taken = [
        (x - 6, x + 6, y - 6, y + 6)
        for x, y in ((scale.x(point.more), scale.y(point.cycles)) for point in of)
    ]
    for core, colour in COLOURS.items():
        line = front(of_core(of, core))
        corners: list[tuple[float, float]] = []
        for before, after in itertools.pairwise(line):
            corners += [(before.more, before.cycles), (after.more, before.cycles)]
        corners += [(point.more, point.cycles) for point in line[-1:]]
        if len(corners) > 1:
            places = " ".join(f"{scale.x(x):.1f},{scale.y(y):.1f}" for x, y in corners)
            parts.append(
                f'<polyline points="{places}" fill="none" stroke="{colour}" '
                'stroke-opacity="0.45" stroke-width="2"/>'
            )
    for point in of:
        colour = COLOURS[point.core]
        fill = "white" if point.standard else colour
        told = (
            f"{TITLES[point.core]}, {point.name}: {point.cycles:.1f} cycles a byte, "
            f"{point.more:+.0f} GE, {point.percent:+.1f} %"
        )
        parts.append(
            f'<circle cx="{scale.x(point.more):.1f}" cy="{scale.y(point.cycles):.1f}" r="4.5" '
            f'fill="{fill}" stroke="{colour}" stroke-width="1.5">'
            f"<title>{html.escape(told)}</title></circle>"
        )
    fronts = [point for core in COLOURS for point in front(of_core(of, core))]
    for point in sorted(of, key=lambda point: -point.more):
        if point.name != "none" and (point in fronts or point.standard):
            parts.append(_label(point, scale, taken, x0 + PANEL - 2, bottom))
    return parts


def _short(point: Point) -> str:
    """A set's name without what all names of its function begin with."""
    if point.standard or point.core == "pic24":
        return point.name
    names = [name.partition("_") for name in point.name.split("+")]
    return "+".join(rest or start for start, _, rest in names)


def _label(
    point: Point,
    scale: _Scale,
    taken: list[tuple[float, float, float, float]],
    right: float,
    bottom: float,
) -> str:
    """A set's name beside its dot, as near as there is room: no other label or dot is there."""
    x, y = scale.x(point.more), scale.y(point.cycles)
    name = _short(point)
    size = 5.6 * len(name)
    tried = [
        (x + side, y + 4 + down)
        for down in (0, -12, 14, -24, 26, -36, 38, -48, -60)
        for side in ((8, -8 - size) if abs(down) < 10 else (-size / 2, 4, -4 - size))
    ]
    for a, b in tried:
        box = (a, a + size, b - 9, b + 2)
        if box[0] < scale.x0 + LEFT + 1 or box[1] > right or box[3] > bottom or b < scale.y0 + 28:
            continue
        if all(box[1] <= c or d <= box[0] or box[3] <= e or f <= box[2] for c, d, e, f in taken):
            break
    else:
        a, b = tried[0]
        box = (a, a + size, b - 9, b + 2)
    taken.append(box)
    return words(a, b, html.escape(name), fill=COLOURS[point.core], size=10, halo=True)


def _picture(title: str, names: Sequence[str]) -> str:
    across = 3 if len(names) > 4 else 2
    down = -(-len(names) // across)
    parts = opening(across * PANEL, HEAD + down * TALL)
    parts.append(words(12, 20.0, title, weight="bold", size=14))
    of = {name: points(name) for name in names}
    cores = [core for core in TITLES if any(of_core(each, core) for each in of.values())]
    x = 16.0
    for core in cores:
        parts.append(f'<circle cx="{x}" cy="36" r="4.5" fill="{COLOURS[core]}"/>')
        parts.append(words(x + 9, 40.0, TITLES[core], size=12))
        x += 24 + 7 * len(TITLES[core])
    parts.append(f'<circle cx="{x}" cy="36" r="4.5" fill="white" stroke="{INK}"/>')
    parts.append(words(x + 9, 40.0, "the standard's instructions", size=12))
    for index, name in enumerate(names):
        place = (index % across * PANEL, HEAD + index // across * TALL)
        parts += _panel(functions.function(name).title, of[name], *place)
    return "\n".join([*parts, "</svg>\n"])


PICTURES: dict[str, Callable[[], str]] = {
    "docs/riscv-five.svg": lambda: _picture(
        "Cycles a byte over the gates that a core has more: the paper's five", tuple(FIVE)
    ),
    "docs/riscv-others.svg": lambda: _picture(
        "Cycles a byte over the gates that a core has more", tuple(OTHERS)
    ),
}
