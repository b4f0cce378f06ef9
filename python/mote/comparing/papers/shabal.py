"""Shabal in assembly: every program of T. Pornin, "Compact Implementations of Shabal" (2010),
section 2, with our assembly files for the same CPU beside it.
"""

from __future__ import annotations

import statistics
import textwrap
from collections.abc import Callable, Sequence

from mote.catalog import catalog
from mote.common.columns import number
from mote.comparing import published
from mote.comparing.papers import Render, markdown, terminal
from mote.keeping import store
from mote.measuring import parts
from mote.measuring.row import Row

TITLE = "Shabal in assembly, each program of the paper (Pornin, 2010)"
PAGE = "docs/shabal-assembly.md"

FIGURES = ("size_bytes", "long_cycles_per_byte", "short_cycles")

LEGEND = (
    "size: the bytes as `size` prints them (A.2.5), with the description of stack frames (i386, "
    "amd64) and of the ABI (mips32), which bytes leaves out; long: cycles a byte of a long "
    "message; short: cycles of a message of 32 bytes; RAM: context and stack. theirs: as in the "
    "paper, in brackets where the program was also run under our timing, whose figure stands "
    "before it; the RAM, of which the paper has none, as their programs, unchanged, take it "
    "here. x: ours / theirs; below 1 ours is better. Empty: not published, or not comparable "
    "(i386, amd64: their cycles are a Core 2's)."
)

Program = dict[str, dict[str, str]]
"""The published figures of one program, by their names."""


def programs() -> dict[str, Program]:
    """By CPU: what the paper has of its program, and the RAM that was measured of it here."""
    found: dict[str, Program] = {}
    for entry in published.rows():
        if entry["function"] == "shabal" and entry["source"].startswith("Pornin"):
            found.setdefault(entry["cpu"], {})[entry["figure"]] = entry
    for entry in published.rows():
        program = found.get(entry["cpu"], {}) if entry["function"] == "shabal" else {}
        name = program.get("size_bytes", {}).get("implementation")
        if entry["figure"] in published.RAM and entry["implementation"] == name:
            program[entry["figure"]] = entry
    return found


def rows(cpu: str) -> list[Row]:
    """Our assembly files on a CPU under the program's timing, the smallest first."""
    program = programs()[cpu]
    timings = [entry["timing"] for entry in program.values() if entry["timing"]]
    known = [timing.name for timing in catalog.cpus()[cpu].timings]
    timing = next((each for each in timings if each in known and each != "host"), known[0])
    found = [
        row
        for row in store.read().values()
        if (row.function, row.cpu, row.timing) == ("shabal", cpu, timing)
        and not row.implementation.startswith("portable")
    ]
    return sorted(found, key=lambda row: row.size_bytes or 0)


def ram(figures: Row | Program) -> int | None:
    """Context and stack of one of ours, or of a program of theirs."""
    if isinstance(figures, Row):
        return (figures.context_bytes or 0) + (figures.stack_bytes or 0)
    if not set(published.RAM) <= set(figures):
        return None
    return sum(int(figures[name]["value"]) for name in published.RAM)


def _cells(ours: float | None, entry: dict[str, str] | None) -> list[str]:
    """Ours, theirs, and the one by the other."""
    if entry is None:
        return [number(ours), "", ""]
    here, paper = entry["measured_here"], number(float(entry["value"]))
    theirs = f"{number(float(here))} ({paper})" if here else paper
    if ours is None or entry["comparable"] != "yes":
        return [number(ours), theirs, ""]
    return [number(ours), theirs, f"{ours / float(here or entry['value']):.2f}"]


def published_bytes(cpu: str) -> float:
    """Of the paper's program for a CPU."""
    return float(programs()[cpu]["size_bytes"]["value"])


def part(row: Row, figure: str) -> int | None:
    """A figure of results/parts.csv."""
    return parts.read().get((row.function, row.implementation, row.cpu, figure))


def printed(row: Row) -> int:
    """The bytes as `size` of GNU binutils prints them."""
    return part(row, "printed_bytes") or row.size_bytes or 0


def ratios() -> tuple[float, float]:
    """Our smallest file by each program: the mean of the bytes, and of those that `size` prints."""
    found = [(rows(cpu)[0], published_bytes(cpu)) for cpu in programs()]
    return (
        statistics.geometric_mean((row.size_bytes or 0) / theirs for row, theirs in found),
        statistics.geometric_mean(printed(row) / theirs for row, theirs in found),
    )


def summary(width: int = 100) -> str:
    """The means of the sizes."""
    counted, literal = ratios()
    words = (
        f"The smallest file by each of the {len(programs())} programs, geometric mean: "
        f"{counted:.2f} of the bytes as this bench counts them, {literal:.2f} as `size` prints "
        "them."
    )
    return textwrap.fill(words, width)


def precalculated(render: Render) -> str:
    """Files that have the choice of a first state in a table, without it and with it."""
    head = ["CPU", "file", "bytes", "with table", "more", "short", "with table", "x"]
    lines: list[Sequence[str]] = []
    for row in (row for cpu in programs() for row in rows(cpu)):
        size, short = part(row, "precalculated_bytes"), part(row, "precalculated_short_cycles")
        if size and short and row.size_bytes and row.short_cycles:
            line = [row.cpu, row.implementation, number(row.size_bytes), number(size)]
            line += [str(size - row.size_bytes), number(row.short_cycles), number(short)]
            lines.append([*line, f"{short / row.short_cycles:.2f}"])
    return render(head, lines, left=2, keys=2, groups=(2, 5))


def table(render: Render) -> str:
    """Every program, and each of our files against it."""
    head = ["CPU", "file", "bytes", "theirs", "x", "size", "x", "long", "theirs", "x"]
    head += ["short", "theirs", "x", "RAM", "theirs", "x"]
    lines: list[Sequence[str]] = []
    for cpu, program in programs().items():
        for row in rows(cpu):
            line = [cpu, row.implementation]
            for figure in FIGURES:
                line += _cells(row.number(figure), program.get(figure))
                if figure == "size_bytes":
                    line += [number(printed(row)), f"{printed(row) / published_bytes(cpu):.2f}"]
            ours, theirs = ram(row), ram(program)
            ratio = f"{ours / theirs:.2f}" if ours and theirs else ""
            lines.append([*line, number(ours), number(theirs), ratio])
    return render(head, lines, left=2, keys=2, groups=(2, 5, 7, 10, 13))


def text(width: int | None = None) -> str:
    """The table for a terminal of so many characters a line; None: of any."""
    found = [table(terminal(width)), textwrap.fill(LEGEND, width or len(LEGEND))]
    found += [summary(width or len(LEGEND)), "With a precalculated first state:"]
    return "\n\n".join([*found, precalculated(terminal(width))])


PARTS: dict[str, Callable[[], str]] = {
    "shabal: programs": lambda: f"{table(markdown)}\n\n{textwrap.fill(LEGEND, 100)}",
    "shabal: sizes": summary,
    "shabal: precalculated": lambda: precalculated(markdown),
}
PICTURES: dict[str, Callable[[], str]] = {}
