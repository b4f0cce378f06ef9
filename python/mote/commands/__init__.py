"""One module for each command; its name is the command's.

`add_parser(commands)` adds its options to the command line's, `run(options)` does the work and
returns the exit status; it raises MoteError for what the user can put right.  At the top a module
imports only what needs no installed package, so that every command's --help and the commands that
the launcher calls light run on a bare Python; `run` imports the rest.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from types import ModuleType


def names() -> list[str]:
    """The name of every command, in their order."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def modules(wanted: Iterable[str]) -> dict[str, ModuleType]:
    """The modules of these commands, by the command's name."""
    return {name: importlib.import_module(f"{__name__}.{name}") for name in wanted}
