"""From an implementation and a CPU to an object, and on to an image that a machine can load."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mote.paths import ROOT
from mote.toolchains import toolchain_of
from mote.types import BuildError, Cpu, Image, Implementation, ObjectFacts

INCLUDE = ROOT / "include"


@dataclass(frozen=True)
class Built:
    """One implementation, compiled for one CPU.

    context_bytes and alignment: of PREFIX_context, in bytes.  toolchain and flags: what the
    figures of this object depend on.
    """

    object: Path
    facts: ObjectFacts
    context_bytes: int
    alignment: int
    toolchain: str
    flags: str
    folder: Path


def build(implementation: Implementation, cpu: Cpu, folder: Path) -> Built:
    """Compile into `folder`; raises BuildError or MissingTool."""
    tools = toolchain_of(cpu)
    source = implementation.source
    if not source.is_file():
        raise BuildError(f"{source}: no such file")
    target = folder / (source.stem + (".rel" if cpu.toolchain.kind == "sdcc" else ".o"))
    include = [INCLUDE, source.parent]
    if implementation.header is not None:
        if not implementation.header.is_file():
            raise BuildError(f"{implementation.header}: no such file")
        include.append(implementation.header.parent)
    tools.compile(cpu, source, target, include)
    facts = tools.inspect(cpu, target, implementation.prefix)
    if implementation.context_bytes is not None:
        size, alignment = implementation.context_bytes, cpu.abi.pointer_bytes
        if not cpu.abi.strict_alignment:
            alignment = 1
    else:
        assert implementation.header is not None
        size, alignment = tools.type_layout(
            cpu, implementation.header, f"{implementation.prefix}_context", include, folder
        )
    return Built(
        target,
        facts,
        size,
        alignment,
        tools.version(cpu, source),
        " ".join(tools.flags(cpu, source)),
        folder,
    )


def link(implementation: Implementation, cpu: Cpu, built: Built) -> Image:
    """Link for the CPU's machine; raises BuildError."""
    return toolchain_of(cpu).link(cpu, built.object, implementation.prefix, built.folder)
