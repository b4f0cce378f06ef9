"""From an implementation and a CPU to an object, and on to an image that a machine can load."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mote.building import package
from mote.building.image import Image, Layout, ObjectFacts, Section
from mote.building.toolchains import toolchain_of
from mote.catalog import kinds
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.common.errors import BuildError
from mote.common.paths import INCLUDES


@dataclass(frozen=True)
class Built:
    """One implementation, compiled for one CPU.

    objects: what it is linked from, one object where the toolchain can join those of several
    sources.  parts: for each source its name and its counted bytes; empty for a single source.
    internal: names that one of the sources takes from another.  context_bytes and alignment: of the
    context, in bytes.  toolchain and flags: what the figures of this object depend on.
    each: the object of each source.
    package: the files that were compiled, where the bench made them of others.
    """

    objects: tuple[Path, ...]
    facts: ObjectFacts
    parts: tuple[tuple[str, int], ...]
    internal: frozenset[str]
    context_bytes: int
    alignment: int
    toolchain: str
    flags: str
    folder: Path
    each: tuple[Path, ...] = ()
    package: package.Package | None = None


def build(implementation: Implementation, cpu: Cpu, folder: Path, *, packed: bool = True) -> Built:
    """Compile into `folder`; raises BuildError or MissingTool.

    An implementation of ours is compiled as a user gets it: the files that `mote export` writes.
    What the compiler says of these is said of the files in the repository.  packed: False compiles
    the files of the repository themselves, as a library of several functions is.
    """
    if not packed or not package.is_ours(implementation):
        return _build(implementation, cpu, folder)
    implementation, files = package.unpacked(implementation, folder / "files")
    try:
        return dataclasses.replace(_build(implementation, cpu, folder), package=files)
    except BuildError as error:
        raise files.translated_error(error) from None


def _build(implementation: Implementation, cpu: Cpu, folder: Path) -> Built:
    tools = toolchain_of(cpu)
    sources = implementation.sources
    for source in sources:
        if not source.is_file():
            raise BuildError(f"{source}: no such file")
    include = list(
        dict.fromkeys([*implementation.include, *INCLUDES, *(s.parent for s in sources)])
    )
    if implementation.header is not None:
        if not implementation.header.is_file():
            raise BuildError(f"{implementation.header}: no such file")
        include.append(implementation.header.parent)
    options = implementation.options
    kept: tuple[str, ...] = ()
    if implementation.function.reached:
        kept = implementation.symbols
        options = (*options, *tools.separate())
    parts = tools.compile_all(cpu, sources, folder, include, options)
    paths = [part.path for part in parts]
    alone = [tools.inspect(cpu, path, implementation.prefix) for path in paths]
    objects = tools.join(cpu, paths, folder / f"{sources[0].stem}.o")
    facts = tools.inspect(cpu, objects[0], implementation.prefix, kept) if kept else alone[0]
    internal: frozenset[str] = frozenset()
    if len(parts) > 1:
        defined = {name for each in alone for name in each.exported}
        wanted = {name for each in alone for name in each.undefined}
        # What the caller calls is never internal, even where the sources call it themselves.
        internal = frozenset((defined & wanted) - set(implementation.symbols))
        facts = _together(
            [tools.inspect(cpu, each, implementation.prefix, kept) for each in objects]
        )
        # AVR's linker adds names of its own to the object that it joins.
        own = tuple(name for name in facts.exported if name in defined)
        facts = dataclasses.replace(facts, exported=own)
    if implementation.context_bytes is not None:
        size, alignment = implementation.context_bytes, cpu.abi.pointer_bytes
        if not cpu.abi.strict_alignment:
            alignment = 1
    elif not kinds.of(implementation.function).has_context:
        size, alignment = 0, 1
    else:
        assert implementation.header is not None
        size, alignment = tools.type_layout(
            cpu, implementation.header, implementation.context_name, include, folder, options
        )
    return Built(
        tuple(objects),
        facts,
        tuple((s.name, each.size_bytes) for s, each in zip(sources, alone, strict=True))
        if len(parts) > 1
        else (),
        internal,
        size,
        alignment,
        ", ".join(dict.fromkeys(tools.version(cpu, source) for source in sources)),
        "; ".join(dict.fromkeys(" ".join(part.flags) for part in parts)),
        folder,
        tuple(paths),
    )


def _together(facts: Sequence[ObjectFacts]) -> ObjectFacts:
    """The facts of several objects as those of one."""
    sections: dict[tuple[str, str, bool], int] = {}
    for each in facts:
        for section in each.sections:
            kind = (section.name, section.kind, section.counted)
            sections[kind] = sections.get(kind, 0) + section.size
    exported = {name for each in facts for name in each.exported}
    undefined = {name for each in facts for name in each.undefined} - exported
    return ObjectFacts(
        tuple(
            Section(name, size, kind, counted) for (name, kind, counted), size in sections.items()
        ),
        tuple(sorted(exported)),
        tuple(sorted(undefined)),
        sum(each.static_bytes for each in facts),
        sum(each.internal_bytes for each in facts),
    )


def link(
    implementation: Implementation, cpu: Cpu, built: Built, layout: Layout | None = None
) -> Image:
    """Link for the CPU's machine; raises BuildError.

    layout: elsewhere than at the usual addresses, behind other code (Machine.layouts).
    """
    packed = built.package
    wanted: tuple[str, ...] = ()
    if implementation.function.reached:
        function = implementation.function
        beside = kinds.of(function).beside(function)
        wanted = implementation.symbols
        wanted += tuple(name.format(prefix=implementation.prefix) for name in beside)
    tools = toolchain_of(cpu)
    try:
        image = tools.link(cpu, built.objects, implementation.prefix, built.folder, wanted, layout)
    except BuildError as error:
        error = packed.translated_error(error) if packed else error
        raise BuildError(f"{implementation.name} {error}", error.output) from None
    return dataclasses.replace(image, origin=packed.origin if packed else None, layout=layout)
