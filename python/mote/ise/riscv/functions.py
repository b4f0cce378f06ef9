"""All functions of the study: those of mote.ise.riscv.called, and the paper's finalists."""

from __future__ import annotations

from mote.catalog import catalog
from mote.ise.riscv.called import FIRST, Function, Source
from mote.ise.riscv.finalists import FINALISTS

__all__ = ["DEFAULT", "FUNCTIONS", "Function", "Source", "function", "names"]

FUNCTIONS: tuple[Function, ...] = (*FIRST, *FINALISTS)
"""In the order of the study."""

DEFAULT = FUNCTIONS[0].name


def names() -> tuple[str, ...]:
    return tuple(each.name for each in FUNCTIONS)


def function(name: str | None) -> Function:
    """The function with this name, or the first one; raises MoteError for an unknown one."""
    if name is None:
        return FUNCTIONS[0]
    [found] = catalog.pick_names("function of the RISC-V study", [name], names())
    return next(each for each in FUNCTIONS if each.name == found)
