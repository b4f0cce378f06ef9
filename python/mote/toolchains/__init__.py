"""Toolchains: one module for each kind, all with the same functions.

version(cpu, source), flags(cpu, source, options),
compile(cpu, source, target, include, options),
compile_all(cpu, sources, folder, include, options), join(cpu, objects, target),
inspect(cpu, object, prefix), places_of_calls(cpu, object, name),
link(cpu, objects, prefix, folder), source_lines(cpu, image),
type_layout(cpu, header, type_name, include, folder, options).

source_lines gives a function from an address of code to its SourceLine; mote.places uses it.

compile_all makes one object of each source, join what an implementation is then made of: one object
where the linker can join them, else those objects.
"""

from __future__ import annotations

import importlib
from types import ModuleType

from mote.types import Cpu


def toolchain_of(cpu: Cpu) -> ModuleType:
    """The module that builds for this CPU."""
    return importlib.import_module(f"mote.toolchains.{cpu.toolchain.kind}")
