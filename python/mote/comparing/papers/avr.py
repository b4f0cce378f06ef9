"""The AVR: J. Walter, "Fhreefish" (2010), and other people's programs, with ours beside them.

Ours are the rows of results/figures.csv for the CPU avr8, figures of parts of results/parts.csv,
and of functions that share code of results/together.csv; a figure that is not there shows as
missing.
"""

from __future__ import annotations

import functools
import math
import re
import statistics
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from mote.catalog import catalog
from mote.choosing import export, leading
from mote.common import svg
from mote.common.columns import number
from mote.comparing import published
from mote.comparing.papers import Render, markdown, terminal
from mote.keeping import store
from mote.measuring import parts, together
from mote.measuring.row import FIELDS, Row

TITLE = "Threefish, Skein and every other function on an AVR (Fhreefish, 2010, and others)"
PAGE = "docs/avr.md"

CPU = "avr8"
SOURCE = "Walter, Fhreefish"

SIZE, TIME = "size_bytes", "long_cycles_per_byte"


@functools.cache
def _stored(read: Callable[[], Mapping[store.Key, Row]]) -> dict[str, list[Row]]:
    """Our rows by their function, each from the smallest on; read once for what reads them."""
    timing = catalog.cpus()[CPU].timings[0].name
    found: dict[str, list[Row]] = {}
    for row in read().values():
        if (row.cpu, row.timing) == (CPU, timing) and row.size_bytes and row.long_cycles_per_byte:
            found.setdefault(row.function, []).append(row)
    return {
        name: sorted(each, key=lambda row: (_bytes(row), _time(row)))
        for name, each in found.items()
    }


def rows(function: str) -> list[Row]:
    """Our rows of a function, from the smallest on."""
    return _stored(store.read).get(function, [])


def _bytes(row: Row) -> int:
    assert row.size_bytes is not None
    return row.size_bytes


def _time(row: Row) -> float:
    assert row.long_cycles_per_byte is not None
    return row.long_cycles_per_byte


def ratio(one: float | None, other: float | None) -> float | None:
    """one / other where both are known."""
    return one / other if one is not None and other else None


def _cell(value: float | None) -> str:
    return "-" if value is None else number(value)


def _ratio(one: float | None, other: float | None, digits: int = 2) -> str:
    found = ratio(one, other)
    return "-" if found is None else f"{found:.{digits}f}"


# ---- Fhreefish ----

LINES: tuple[tuple[str, str, str, str], ...] = (
    ("Threefish encryption, cycles", "threefish256", "short_cycles", "Fhreefish"),
    ("  in its development", "threefish256", "short_cycles", "Fhreefish, in development"),
    ("Threefish decryption, cycles", "threefish256", "decryption_cycles", "Fhreefish"),
    ("Threefish encryption, bytes", "threefish256", "encryption_bytes", "Fhreefish"),
    ("Threefish decryption, bytes", "threefish256", "decryption_bytes", "Fhreefish"),
    ("Threefish both ways, bytes", "threefish256", "size_bytes", "Fhreefish"),
    ("Threefish, bytes of RAM", "threefish256", "ram_bytes", "Fhreefish"),
    ("Skein short message, cycles", "skein256", "short_cycles", "Fhreefish, speed options"),
    ("Skein long, cycles a byte", "skein256", TIME, "Fhreefish, speed options"),
    ("Skein, bytes", "skein256", "size_bytes", "Fhreefish, size options"),
    ("Skein, bytes of RAM", "skein256", "ram_bytes", "Fhreefish"),
    ("initial value, cycles", "skein256", "initial_value_cycles", "Fhreefish"),
    ("  personalized, cycles", "skein256", "personalized_cycles", "Fhreefish"),
    ("generator, cycles a byte", "skein_prng", TIME, "Fhreefish, speed options"),
    ("generator, bytes", "skein_prng", "size_bytes", "Fhreefish, size options"),
    ("generator, bytes of RAM", "skein_prng", "ram_bytes", "Fhreefish"),
    ("all of it, bytes", "skein_prng", "library_bytes", "Fhreefish, size options"),
    ("  with its speed options", "skein_prng", "library_bytes", "Fhreefish, speed options"),
)
"""What Fhreefish gives figures of: in words, our function and figure, and which of its programs."""


def entry_of(function: str, figure: str, program: str) -> dict[str, str] | None:
    """The published row of a figure of Fhreefish; None where there is none."""
    wanted = (SOURCE, program, function, figure)
    for entry in published.rows():
        if wanted == tuple(entry[c] for c in ("source", "implementation", "function", "figure")):
            return entry
    return None


def theirs(function: str, figure: str, program: str) -> float | None:
    """A figure of Fhreefish; None where there is none."""
    entry = entry_of(function, figure, program)
    return None if entry is None else float(entry["value"])


LIBRARY = ("threefish256", "skein256", "skein_prng")
"""What Fhreefish has in one library."""

IN_TOGETHER = {TIME: "block_cycles", "library_bytes": "size_bytes"}
"""Figures of programs of several functions that have another name in mote.measuring.together."""


def of_files(which: int, function: str, figure: str) -> float | None:
    """A figure of our small (0) or fast (1) files, each with a block function of its own."""
    if figure != "library_bytes":
        return ours(small_and_fast(function)[which], figure)
    sizes = [ours(small_and_fast(name)[which], SIZE) for name in LIBRARY]
    known = [size for size in sizes if size is not None]
    return sum(known) if len(known) == len(sizes) else None


def of_program(name: str, function: str, figure: str) -> float | None:
    """A figure of our program of all three functions in the files of a name."""
    if figure == "ram_bytes":
        parts_ = [of_program(name, function, f"{each}_bytes") for each in ("context", "stack")]
        return None if None in parts_ else sum(each or 0 for each in parts_)
    functions = LIBRARY if figure == "library_bytes" else (function,)
    value = together.figure(functions, name, CPU, IN_TOGETHER.get(figure, figure))
    block = catalog.functions()[function].block_bytes
    return value / block if value is not None and figure == TIME else value


def together_names() -> list[str]:
    """The names of the programs of all three, from the smallest on."""
    functions = " ".join(sorted(LIBRARY))
    sizes = {
        name: value
        for (of, name, cpu, figure), value in together.read().items()
        if (of, cpu, figure) == (functions, CPU, "size_bytes")
    }
    return sorted(sizes, key=lambda name: sizes[name])


FILES: dict[str, Callable[[str, str], float | None]] = {
    "small files": functools.partial(of_files, 0),
    "fast files": functools.partial(of_files, 1),
}


FAST = "avr8_fast together"
"""Of our programs of all three functions the one that README counts."""


def programs_of_all() -> dict[str, Callable[[str, str], float | None]]:
    """Ours, each a program of all three functions: what gives its figures."""
    return {f"{name} together": functools.partial(of_program, name) for name in together_names()}


def columns() -> dict[str, Callable[[str, str], float | None]]:
    """Ours, each a program that one can have."""
    return {**FILES, **programs_of_all()}


def ours(row: Row | None, figure: str) -> float | None:
    """The figure of a row, or of a part of its implementation; None where it was not measured."""
    if row is None:
        return None
    if figure == "ram_bytes":
        return None if row.context_bytes is None else export.ram(row)
    if figure in FIELDS:
        return row.number(figure)
    return parts.read().get((row.function, row.implementation, row.cpu, figure))


def small_and_fast(function: str) -> tuple[Row | None, Row | None]:
    """Our smallest and our fastest file."""
    found = rows(function)
    return (leading.smallest(found), min(found, key=_time)) if found else (None, None)


def _beside_fhreefish(
    render: Render, programs_: Mapping[str, Callable[[str, str], float | None]]
) -> str:
    """Every figure of Fhreefish beside those of some of our programs, and the ratios."""
    head = [
        "Threefish-256, Skein-256",
        "Fhreefish",
        *programs_,
        *(f"{name} / theirs" for name in programs_),
    ]
    lines = []
    for words, function, figure, program in LINES:
        their = theirs(function, figure, program)
        values = [give(function, figure) for give in programs_.values()]
        cells = [_cell(their), *map(_cell, values)]
        lines.append([words, *cells, *(_ratio(value, their, 2) for value in values)])
    return render(head, lines, groups=(1, 2 + len(programs_)))


def fhreefish(render: Render) -> str:
    """Fhreefish beside our files, each alone."""
    return _beside_fhreefish(render, FILES)


def all_together(render: Render) -> str:
    """Fhreefish beside our programs of all three functions."""
    return _beside_fhreefish(render, programs_of_all())


def permanent(render: Render) -> str:
    """What has to stay in RAM between two computations, and what a computation has."""
    head = ["bytes of RAM", "Fhreefish", "initial value computed anew", "ours"]
    head += ["Fhreefish's state", "our context"]
    lines = []
    for name in LIBRARY:
        row = small_and_fast(name)[0]
        context = None if row is None else row.context_bytes
        anew = theirs(name, "permanent_ram_bytes", "Fhreefish, initial value computed anew")
        kept = theirs(name, "permanent_ram_bytes", "Fhreefish")
        # A generator's state is all that outlives a call of ours.
        stays = context if catalog.functions()[name].kind == "generator" else 0
        states = [
            theirs("threefish256", "context_bytes", f"Fhreefish{kind}")
            for kind in ("", ", default state")
        ]
        lines.append(
            [
                name,
                *map(_cell, (kept, kept if anew is None else anew, stays)),
                " or ".join(map(_cell, states)),
                _cell(context),
            ]
        )
    return render(head, lines)


def ratios(name: str) -> list[float]:
    """Ours / Fhreefish's of one of `columns`, for its figures that are comparable and known."""
    give, found = columns()[name], []
    for _, function, figure, program in LINES:
        entry = entry_of(function, figure, program)
        if entry is not None and entry["comparable"] == "yes":
            found.append(ratio(give(function, figure), float(entry["value"])))
    return [each for each in found if each is not None]


def files(render: Render) -> str:
    """Which files are meant by small and fast."""
    head = ["function", "small", "fast"]
    lines = []
    for name in LIBRARY:
        chosen = small_and_fast(name)
        lines.append([name, *("-" if row is None else row.implementation for row in chosen)])
    return render(head, lines, left=3)


CHOICES = (
    ("computed with each seed", "computed"),
    ("table in program memory", "table"),
    ("kept in the context", "cached"),
)
"""Where a generator has Skein's initial value from: in words, and how its figures begin."""


def choices(render: Render) -> str:
    """What each choice of the initial value takes, where there is one, and what each file takes."""
    head = ["generator", "initial value", "bytes", "bytes of RAM", "seed, cycles"]
    lines = []
    for row in rows("skein_prng"):
        for words, start in CHOICES:
            names = (f"{start}_{name}" for name in ("bytes", "ram_bytes", "seed_cycles"))
            values = [parts.read().get((row.function, row.implementation, CPU, n)) for n in names]
            if any(value is not None for value in values):
                lines.append([row.implementation, words, *map(_cell, values)])
        seed = ours(row, "seed_cycles")
        if seed is not None:
            values = [row.size_bytes, export.ram(row), int(seed)]
            lines.append([row.implementation, "as the file has it", *map(_cell, values)])
    return render(head, lines, left=2, keys=2)


# ---- every function beside other people's programs ----


@dataclass
class Program:
    """Somebody's program: its bytes, cycles a byte, cycles of a short message and bytes of RAM.

    None where not known.  counted: whether its bytes were counted as ours are.
    """

    name: str
    size: float | None = None
    time: float | None = None
    short: float | None = None
    ram: float | None = None
    counted: bool = True


def programs(function: str) -> list[Program]:
    """Other people's programs for a function on the AVR that have a comparable figure."""
    main = catalog.functions()[function].main_size
    found: dict[tuple[str, str], Program] = {}
    comparable = set()
    for entry in published.rows():
        if (entry["function"], entry["cpu"]) != (function, CPU):
            continue
        if entry["digest_bits"] not in ("", str(main)):
            continue
        key = (entry["implementation"], entry["source"])
        program = found.setdefault(key, Program(_short_name(entry)))
        if entry["comparable"] == "yes" and entry["figure"] in (SIZE, TIME):
            comparable.add(key)
        value = float(entry["measured_here"] or entry["value"])
        if entry["figure"] == SIZE:
            program.size, program.counted = value, entry["comparable"] == "yes"
        elif entry["figure"] == TIME:
            program.time = value
        elif entry["figure"] == "short_cycles":
            program.short = value
        elif entry["figure"] == "ram_bytes":
            program.ram = value
    return [program for key, program in found.items() if key in comparable]


def _short_name(entry: dict[str, str]) -> str:
    """The program's name without the version, which published/*.csv has."""
    name = re.sub(r" (\(mirror \w+\)|[0-9a-f]{7}\b)", "", entry["implementation"])
    return f"{entry['source'].split(',')[0]}, {name}" if name.endswith("assembly") else name


def compared() -> list[str]:
    """The functions with a program of somebody else's, in the order of their names."""
    return sorted(name for name in catalog.functions() if programs(name))


def smallest(function: str) -> Program | None:
    """The smallest of others' whose bytes were counted as ours are."""
    found = [p for p in programs(function) if p.size is not None and p.counted]
    return min(found, key=lambda p: (p.size or 0, p.time or 0), default=None)


def fastest(function: str) -> Program | None:
    """The fastest of others'."""
    found = [p for p in programs(function) if p.time is not None]
    return min(found, key=lambda p: (p.time or 0, p.size or 0), default=None)


def _size(program: Program) -> str:
    """In brackets where it was not counted as ours is."""
    return _cell(program.size) if program.counted else f"({_cell(program.size)})"


def _beside(render: Render, what: str, best: Callable[[str], Program | None], which: int) -> str:
    head = ["function", f"others' {what}: bytes", "cycles / byte"]
    head += [f"our {what}: bytes", "cycles / byte", "bytes: ours / theirs"]
    head += ["cycles: ours / theirs", "our file", "others' program"]
    lines = []
    for name in compared():
        program, row = best(name), small_and_fast(name)[which]
        if program is None:
            continue
        our_size, our_time = ours(row, SIZE), ours(row, TIME)
        lines.append(
            [
                name,
                _size(program),
                _cell(program.time),
                _cell(our_size),
                _cell(our_time),
                _ratio(our_size, program.size if program.counted else None),
                _ratio(our_time, program.time),
                "-" if row is None else row.implementation,
                program.name,
            ]
        )
    return render(head, lines, groups=(1, 7))


def small(render: Render) -> str:
    """Others' smallest program for each function, and ours."""
    return _beside(render, "smallest", smallest, 0)


def fast(render: Render) -> str:
    """Others' fastest program for each function, and ours."""
    return _beside(render, "fastest", fastest, 1)


def _ratios(best: Callable[[str], Program | None], which: int, figure: str) -> list[float]:
    found = []
    for name in compared():
        program = best(name)
        if program is not None:
            their = program.size if figure == SIZE else program.time
            found.append(ratio(ours(small_and_fast(name)[which], figure), their))
    return [each for each in found if each is not None]


def summary() -> str:
    """In words: how many figures of others ours reach, and the geometric means."""

    def mean(found: Sequence[float]) -> str:
        return f"{statistics.geometric_mean(found):.2f}" if found else "-"

    def reached(found: Sequence[float]) -> str:
        return f"{sum(each <= 1 for each in found)} of {len(found)}"

    programs_ = "; ".join(
        f"our {name} {reached(ratios(name))}, {mean(ratios(name))}" for name in columns()
    )
    sizes, times = _ratios(smallest, 0, SIZE), _ratios(fastest, 1, TIME)
    return "\n".join(
        (
            "Fhreefish: comparable figures at or below its own, of those that each has, and the "
            f"geometric mean of ours / theirs: {programs_}.",
            f"Smallest: {reached(sizes)} functions in at most the bytes of others' smallest "
            f"program, geometric mean of ours / theirs {mean(sizes)}.",
            f"Fastest: {reached(times)} functions in at most the cycles of others' fastest "
            f"program, geometric mean of ours / theirs {mean(times)}.",
        )
    )


# ---- the curve ----


@dataclass(frozen=True)
class Point:
    """A program on the curve of a function: the figures that Program has; whether it is ours."""

    name: str
    size: float
    time: float
    short: float | None
    ram: float | None
    own: bool


def points(function: str) -> list[Point]:
    """Our files and others' programs of which both figures are known, from the smallest on."""
    found = [
        Point(
            f"Mote {row.implementation}",
            _bytes(row),
            _time(row),
            row.short_cycles,
            export.ram(row),
            own=True,
        )
        for row in rows(function)
    ]
    found += [
        Point(program.name, program.size, program.time, program.short, program.ram, own=False)
        for program in programs(function)
        if program.size is not None and program.time is not None and program.counted
    ]
    return sorted(found, key=lambda point: (point.size, point.time))


def front(found: Iterable[Point]) -> list[Point]:
    """Those of which no other is both smaller and faster, from the smallest on."""
    kept: list[Point] = []
    for point in sorted(found, key=lambda point: (point.size, point.time)):
        if not kept or point.time < kept[-1].time:
            kept.append(point)
    return kept


def shown() -> list[str]:
    """The functions that the AVR has a program for, ours or another's."""
    return [name for name in sorted(catalog.functions()) if points(name)]


def curve(render: Render) -> str:
    """Every program of every function, from the smallest on; a star for those of the front."""
    head = ["function", "program", "bytes", "cycles / byte", "short", "RAM", ""]
    lines = []
    for name in shown():
        found = points(name)
        best = front(found)
        for point in found:
            lines.append(
                [
                    name,
                    point.name,
                    number(point.size),
                    number(point.time),
                    _cell(point.short),
                    _cell(point.ram),
                    "*" if point in best else "",
                ]
            )
    return render(head, lines, left=2, keys=2)


HEADINGS: tuple[tuple[str, str, Callable[[Render], str]], ...] = (
    ("Fhreefish", "Fhreefish (Walter, 2010) and ours", fhreefish),
    ("together", "Fhreefish and our programs of all three functions", all_together),
    ("permanent", "What stays in RAM", permanent),
    ("files", "Which of our files are the small and the fast one", files),
    ("initial value", "The generator's choices of the initial value", choices),
    ("smallest", "The smallest program of others, and ours", small),
    ("fastest", "The fastest program of others, and ours; (bytes) counted in another way", fast),
    ("curve", "Every program; *: no other is both smaller and faster", curve),
)
"""Each table: the generated part of the page, its heading on the terminal, and what makes it."""


def text(width: int | None) -> str:
    """Every table, for a terminal of so many characters a line; None: of any."""
    render = terminal(width)
    made = [f"{heading}\n\n{make(render)}" for _, heading, make in HEADINGS]
    words = [textwrap.fill(line, width or len(line)) for line in summary().splitlines()]
    return "\n\n".join([*made, "\n".join(words)])


PARTS: dict[str, Callable[[], str]] = {
    "AVR: summary": lambda: "\n".join(f"- {line}" for line in summary().splitlines()),
    **{f"AVR: {name}": functools.partial(make, markdown) for name, _, make in HEADINGS},
}


# ---- the picture ----

PANEL_WIDTH, PANEL_HEIGHT, COLUMNS = 200, 150, 4
LEFT, TOP, GAP_X, GAP_Y = 60, 74, 14, 34
BYTES, CYCLES = (400, 10000), (100, 15000)
"""The ends of the axes, logarithmic and the same in every panel; what lies beyond is left out."""
TICKS_BYTES, TICKS_CYCLES = (500, 1000, 2000, 5000), (100, 300, 1000, 3000, 10000)


def _place(value: float, ends: tuple[int, int], length: int) -> float:
    """Where a value lies on an axis of so many pixels."""
    low, high = (math.log(end) for end in ends)
    return (math.log(value) - low) / (high - low) * length


def _within(value: float, ends: tuple[int, int]) -> bool:
    return ends[0] <= value <= ends[1]


def _panel(name: str, x: int, y: int, *, ticks_left: bool, ticks_below: bool) -> list[str]:
    """One function: others' programs grey, ours green, with the curve of what lies between."""
    drawn = [
        f'<rect x="{x}" y="{y}" width="{PANEL_WIDTH}" height="{PANEL_HEIGHT}" fill="none" '
        f'stroke="{svg.OTHER}"/>',
        svg.text(x + 6, y - 6, name, weight="bold"),
    ]
    for tick in TICKS_BYTES:
        at = x + _place(tick, BYTES, PANEL_WIDTH)
        drawn.append(
            f'<line x1="{at:.1f}" y1="{y}" x2="{at:.1f}" y2="{y + PANEL_HEIGHT}" '
            f'stroke="{svg.FAINT}"/>'
        )
        if ticks_below:
            words = f"{tick:,}"
            drawn.append(svg.text(at, y + PANEL_HEIGHT + 14, words, anchor="middle", size=10))
    for tick in TICKS_CYCLES:
        at = y + PANEL_HEIGHT - _place(tick, CYCLES, PANEL_HEIGHT)
        drawn.append(
            f'<line x1="{x}" y1="{at:.1f}" x2="{x + PANEL_WIDTH}" y2="{at:.1f}" '
            f'stroke="{svg.FAINT}"/>'
        )
        if ticks_left:
            drawn.append(svg.text(x - 6, at + 4, f"{tick:,}", anchor="end", size=10))
    found = [p for p in points(name) if _within(p.size, BYTES) and _within(p.time, CYCLES)]

    def where(point: Point) -> tuple[float, float]:
        return (
            x + _place(point.size, BYTES, PANEL_WIDTH),
            y + PANEL_HEIGHT - _place(point.time, CYCLES, PANEL_HEIGHT),
        )

    own = front(point for point in found if point.own)
    line = " ".join("{:.1f},{:.1f}".format(*where(point)) for point in own)
    if len(own) > 1:
        drawn.append(
            f'<polyline points="{line}" fill="none" stroke="{svg.OURS}" stroke-width="1.5"/>'
        )
    for point in sorted(found, key=lambda point: point.own):
        across, down = where(point)
        if not point.own:
            drawn.append(
                f'<rect x="{across - 4:.1f}" y="{down - 4:.1f}" width="8" height="8" '
                f'fill="{svg.OTHER}" stroke="white"/>'
            )
            continue
        fill = svg.OURS if point in own else "white"
        drawn.append(
            f'<circle cx="{across:.1f}" cy="{down:.1f}" r="4" fill="{fill}" stroke="{svg.OURS}"/>'
        )
    return drawn


def picture() -> str:
    """An SVG with a panel for each function that others have a program for, too."""
    names = [name for name in shown() if any(not point.own for point in points(name))]
    height = TOP + -(-len(names) // COLUMNS) * (PANEL_HEIGHT + GAP_Y) + 8
    width = LEFT + COLUMNS * (PANEL_WIDTH + GAP_X)
    title = "Bytes (to the right) and cycles a byte (upwards) on an ATmega1281, both logarithmic"
    drawn = [
        *svg.opening(width, height),
        svg.text(LEFT, 22, title, weight="bold"),
        f'<circle cx="{LEFT + 5}" cy="38" r="4" fill="{svg.OURS}"/>',
        svg.text(LEFT + 15, 42, "ours (hollow: another of ours is both smaller and faster)"),
        f'<rect x="{LEFT + 401}" y="34" width="8" height="8" fill="{svg.OTHER}"/>',
        svg.text(LEFT + 415, 42, "other people's programs"),
    ]
    for place, name in enumerate(names):
        column, line = place % COLUMNS, place // COLUMNS
        x = LEFT + column * (PANEL_WIDTH + GAP_X)
        y = TOP + line * (PANEL_HEIGHT + GAP_Y)
        last = place + COLUMNS >= len(names)
        drawn += _panel(name, x, y, ticks_left=column == 0, ticks_below=last)
    drawn.append("</svg>\n")
    return "\n".join(drawn)


PICTURES: dict[str, Callable[[], str]] = {"docs/avr.svg": picture}
