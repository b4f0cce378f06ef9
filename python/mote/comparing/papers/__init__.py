"""Published figures of many functions laid beside ours (`mote table NAME`): one module each.

The name of a module is that of its table, with - for _.  It has

    TITLE               what the table is, in a line
    text(width)         the table for a terminal of so many characters a line; None: of any
    PAGE                the page of docs/ with its generated parts
    PARTS               for each generated part of the page its name and what makes it (Markdown)
    PICTURES            for each picture its path in the checkout and what draws it (SVG)

All of it comes from results/figures.csv and published/*.csv: a row that is added shows.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Sequence
from types import ModuleType
from typing import Protocol

from mote.common.columns import folded


class Render(Protocol):
    """Makes text of a table: so many columns to the left, the others to the right.

    keys: the columns by which a row is known, where a table is printed in parts; groups: where
    columns begin that stay together in a part.
    """

    def __call__(
        self,
        head: Sequence[str],
        lines: Sequence[Sequence[object]],
        /,
        *,
        left: int = 1,
        keys: int = 1,
        groups: Sequence[int] = (),
    ) -> str: ...


def markdown(
    head: Sequence[str],
    lines: Sequence[Sequence[object]],
    /,
    *,
    left: int = 1,
    keys: int = 1,
    groups: Sequence[int] = (),
) -> str:
    """The table for a page."""
    from tabulate import tabulate

    align = ["left"] * left + ["right"] * (len(head) - left)
    return tabulate(lines, head, tablefmt="github", disable_numparse=True, colalign=align)


def terminal(width: int | None) -> Render:
    """What makes tables for a terminal of so many characters a line; None: of any."""
    return functools.partial(_terminal, width)


def _terminal(
    width: int | None,
    head: Sequence[str],
    lines: Sequence[Sequence[object]],
    /,
    *,
    left: int = 1,
    keys: int = 1,
    groups: Sequence[int] = (),
) -> str:
    return folded(head, lines, width, left=left, keys=keys, groups=groups)


def modules() -> dict[str, ModuleType]:
    """The module of every table, by the table's name, in the order of the names."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return {name.replace("_", "-"): importlib.import_module(f"{__name__}.{name}") for name in names}
