"""Other people's libraries on microcontrollers (`mote compare`), beside ours."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence

from mote.catalog import catalog
from mote.choosing.leading import name_beside, pieces_mark, with_counterparts
from mote.common.columns import number
from mote.comparing import libraries, published, stored
from mote.comparing.papers import Render, markdown, terminal
from mote.comparing.published import Comparison
from mote.measuring.row import Row

TITLE = "Libraries that firmware uses, on microcontrollers (mote compare)"
PAGE = "docs/compare.md"

LEGEND = (
    "bytes: of all that the function needs; cycles: for a byte of a long message. Others: whatever "
    "is constant-time where ours has to be: libraries built by `mote compare`, programs that were "
    "measured earlier by the same rules, and what authors published that counts the same. *: the "
    "block function alone, or it takes a message in one piece, or else (docs/compare.md). ‡: for a "
    "byte of a message that comes in calls of 64 bytes, where that is more than 1.2 times."
)

SIZE, TIME = "size_bytes", "long_cycles_per_byte"


def pairs() -> list[tuple[str, str]]:
    """Functions and CPUs that libraries were measured on: hash functions that ship come first."""
    there = {(line["function"], line["cpu"]) for line in stored.timed()}
    cpus = {cpu for _, cpu in there}
    found = {(function, cpu) for function, _ in there for cpu in cpus}
    return sorted(found, key=lambda each: (not catalog.functions()[each[0]].shipped, *each))


def _ours(function: str, cpu: str) -> tuple[Row, Row] | None:
    """Our smallest and our fastest row."""
    rows = with_counterparts(function, cpu)
    return (rows[0], rows[-1]) if rows else None


def _entries(row: Row, figure: str, wanted: str) -> list[tuple[Comparison, Comparison | None]]:
    """Programs of others, the best in a figure first, each with its other figure.

    One of which nobody knows the other figure is there if the one it has is comparable.
    """
    found = []
    known = published.against(row)
    for entry in known:
        if entry.figure != figure:
            continue
        name = (entry.implementation, entry.source)
        beside = next(
            (
                each
                for each in known
                if each.figure == wanted and (each.implementation, each.source) == name
            ),
            None,
        )
        if beside is not None or entry.comparable:
            found.append((entry, beside))
    return sorted(found, key=lambda pair: pair[0].compared)


def _other(row: Row, figure: str, wanted: str, *, remarks: bool) -> list[str]:
    """The best program of others in a figure, and both its figures, `figure` first.

    remarks: whether what is to be said of it is said, or marked.
    """
    for entry, beside in _entries(row, figure, wanted)[:1]:
        remark = entry.remark or (beside.remark if beside else "")
        more = f" ({remark})" if remarks else " *"
        name = entry.implementation + (more if remark else "")
        return [name, number(entry.compared), number(beside.compared) if beside else ""]
    return ["none", "", ""]


def _cycles(row: Row) -> str:
    return number(row.long_cycles_per_byte) + pieces_mark(row)


def leaders(render: Render, functions: Sequence[str] = (), *, remarks: bool = True) -> str:
    """For each function and CPU the smallest and the fastest of ours and of others."""
    head = ["function", "CPU", "our smallest", "bytes", "cycles", "others' smallest", "bytes"]
    head += ["cycles", "our fastest", "cycles", "bytes", "others' fastest", "cycles", "bytes"]
    lines = []
    for function, cpu in pairs():
        ours = _ours(function, cpu)
        if ours is None or (functions and function not in functions):
            continue
        small, fast = ours
        lines.append(
            [
                *(function, cpu, name_beside(small, function), number(small.size_bytes)),
                *(_cycles(small), *_other(small, SIZE, TIME, remarks=remarks)),
                *(name_beside(fast, function), _cycles(fast), number(fast.size_bytes)),
                *_other(fast, TIME, SIZE, remarks=remarks),
            ]
        )
    return render(head, lines, left=2, keys=2, groups=(2, 5, 8, 11))


def everything(render: Render) -> str:
    """Every program that was measured in cycles; docs/power8.md has those on POWER."""
    head = ["function", "CPU", "program", "bytes", "cycles", "short message", "stack", "context"]
    head += ["vectors", "constant time", "compiler", "flags"]
    known = libraries.libraries()
    lines = [
        [
            *(line["function"], line["cpu"], stored.title(known[line["library"]].title, line)),
            *(number(line[name]) for name in (SIZE, TIME, "short_cycles", "stack_bytes")),
            *(number(line["context_bytes"]), line["vectors_passed"], line["constant_time"]),
            *(line["toolchain"], line["flags"]),
        ]
        for line in sorted(
            stored.timed(),
            key=lambda line: (line["function"], line["cpu"], int(line["size_bytes"])),
        )
    ]
    return render(head, lines, left=3, keys=3)


def sources(render: Render) -> str:
    """The libraries, and which archives they are."""
    lines = [
        [f"[{each.title}]({each.home})", each.version, each.archive.name, each.archive.sha256]
        for each in libraries.libraries().values()
    ]
    return render(["library", "version", "archive", "SHA-256"], lines, left=4)


def text(width: int | None = None) -> str:
    """The table for a terminal of so many characters a line; None: of any."""
    table = leaders(terminal(width), remarks=False)
    return f"{table}\n\n{textwrap.fill(LEGEND, width or len(LEGEND))}"


FIRST = ("sha256",)
"""The functions whose lines stand in the README."""


def first_lines() -> str:
    """Their lines in Markdown."""
    return leaders(markdown, FIRST)


PARTS: dict[str, Callable[[], str]] = {
    "libraries: leaders": lambda: leaders(markdown),
    "libraries: sources": lambda: sources(markdown),
    "libraries: everything": lambda: everything(markdown),
}
PICTURES: dict[str, Callable[[], str]] = {}
