"""Toolchains: one module for each kind, all with the same functions.

version(cpu, source), compile(cpu, source, target, include), inspect(cpu, object, prefix),
link(cpu, object, prefix, folder), type_layout(cpu, header, type_name, include, folder).
"""

from __future__ import annotations

import importlib
from types import ModuleType

from mote.types import Cpu


def toolchain_of(cpu: Cpu) -> ModuleType:
    """The module that builds for this CPU."""
    return importlib.import_module(f"mote.toolchains.{cpu.toolchain.kind}")
