"""The lists of what there is, as text: CPUs, functions.  Needs no installed package."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from mote import catalog, kinds


def table(rows: Sequence[Sequence[str]], head: Sequence[str], widths: Sequence[int] = ()) -> str:
    """A table in columns, its head underlined.

    widths: for each column, the characters behind which a cell goes on in the next line; 0, or
    nothing for the columns behind the last one given: never.
    """
    lines: list[list[str]] = [list(head), []]
    for row in rows:
        cells = [
            textwrap.wrap(cell, widths[i]) if i < len(widths) and widths[i] else [cell]
            for i, cell in enumerate(row)
        ]
        for line in range(max(len(parts) for parts in cells)):
            lines.append([parts[line] if line < len(parts) else "" for parts in cells])
    columns = [max(len(line[i]) for line in lines if line) for i in range(len(head))]
    lines[1] = ["-" * width for width in columns]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, columns, strict=True)).rstrip()
        for line in lines
    )


def cpus() -> str:
    """Every CPU with what it is and how its time is counted."""
    lines = [
        [
            cpu.name,
            cpu.title,
            cpu.machine,
            ", ".join(f"{t.name} ({t.fidelity})" for t in cpu.timings),
        ]
        for cpu in catalog.cpus().values()
    ]
    return table(lines, ["cpu", "what", "machine", "time"])


def functions() -> str:
    """Every function with its digest sizes and, for each implementation, the CPUs it runs on."""
    lines = []
    for function in catalog.functions().values():
        for implementation in catalog.implementations(function):
            runs = [c.name for c in catalog.cpus().values() if catalog.runs_on(implementation, c)]
            if len(runs) > 4:
                runs = [f"{len(runs)} CPUs"]
            lines.append([function.name, implementation.name, ", ".join(runs)])
        lines.append(["", "", kinds.of(function).summary(function)])
    return table(lines, ["function", "implementation", "runs on"])
