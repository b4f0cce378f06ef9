"""Published figures of many functions laid beside ours (`mote table NAME`): one module each.

The name of a module is that of its table, with - for _.  It has

    TITLE               what the table is, in a line
    text()              the table for the terminal
    PAGE                the page of docs/ with its generated parts
    PARTS               for each generated part of the page its name and what makes it (Markdown)
    PICTURES            for each picture its path in the checkout and what draws it (SVG)

All of it comes from results/figures.csv and published/*.csv: a row that is added shows.
"""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType


def modules() -> dict[str, ModuleType]:
    """The module of every table, by the table's name, in the order of the names."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return {name.replace("_", "-"): importlib.import_module(f"{__name__}.{name}") for name in names}
