"""One module for each command; its name is the command's.

`add_parser(commands)` adds its options to the command line's, `run(options)` does the work and
returns the exit status; it raises MoteError for what the user can put right.  At the top a module
imports only what needs no installed package, so that every command's --help and the commands that
the launcher calls light run on a bare Python; `run` imports the rest.
"""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType


def modules() -> dict[str, ModuleType]:
    """The module of every command, by the command's name, in the order of the names."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return {name: importlib.import_module(f"{__name__}.{name}") for name in names}
