"""The lists of what there is, as text: CPUs, functions.  Needs no installed package."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Mapping, Sequence

from mote.catalog import catalog, kinds
from mote.common.columns import GAP, terminal_width

LONGEST = 24
"""Characters of a word that is not broken where a line is too narrow."""


def table(
    rows: Sequence[Sequence[object]],
    head: Sequence[str],
    *,
    wraps: Sequence[int] = (),
    drops: Sequence[int] = (),
    right: Sequence[int] = (),
    width: int | None = None,
) -> str:
    """A table in columns, its head underlined, as wide as the terminal at most.

    wraps: numbers of the columns whose cells go on in the next line where they are too wide.
    drops: of those that are left out where that is not enough, the first of them first.  right: of
    those that are set to the right.  width: the characters of a line instead of the terminal's.
    """
    width = terminal_width() if width is None else width
    texts = [[str(cell) for cell in row] for row in rows]
    widths = {i: max(len(line[i]) for line in [head, *texts]) for i in range(len(head))}

    def least(column: int) -> int:
        """What a column takes when it is as narrow as it can be."""
        if column not in wraps:
            return widths[column]
        words = [word for line in [head, *texts] for word in line[column].split()]
        return min(max(map(len, words), default=1), LONGEST)

    def total(taken: Mapping[int, int]) -> int:
        return sum(taken.values()) + len(GAP) * (len(taken) - 1)

    for column in drops:
        if total({i: least(i) for i in widths}) > width:
            del widths[column]
    while total(widths) > width:
        wide = [i for i in wraps if i in widths and widths[i] > least(i)]
        if not wide:
            break
        widths[max(wide, key=lambda i: widths[i])] -= 1
    lines = [[head[i] for i in widths], ["-" * taken for taken in widths.values()]]
    for text in texts:
        cells = [
            textwrap.wrap(text[i], max(1, taken), break_on_hyphens=False) or [""]
            if i in wraps
            else [text[i]]
            for i, taken in widths.items()
        ]
        lines += [list(each) for each in itertools.zip_longest(*cells, fillvalue="")]
    return "\n".join(
        GAP.join(
            cell.rjust(taken) if i in right else cell.ljust(taken)
            for cell, (i, taken) in zip(line, widths.items(), strict=True)
        ).rstrip()
        for line in lines
    )


def paragraph(text: str, indent: str = "") -> str:
    """A text in lines of the terminal's width, all but the first behind the indent."""
    return "\n".join(
        textwrap.wrap(
            text,
            terminal_width(),
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
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
    return table(lines, ["cpu", "what", "machine", "time"], wraps=(1, 3))


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
    return table(lines, ["function", "implementation", "runs on"], wraps=(2,))
