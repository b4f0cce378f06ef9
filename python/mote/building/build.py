"""From an implementation and a CPU to an object, and on to an image that a machine can load."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mote.building import once, package
from mote.building.image import Compiled, Image, Layout, ObjectFacts, Section
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
        return dataclasses.replace(_build(implementation, cpu, folder, files), package=files)
    except BuildError as error:
        raise files.translated_error(error) from None


def _build(
    implementation: Implementation, cpu: Cpu, folder: Path, packed: package.Package | None = None
) -> Built:
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
    several = bool(implementation.function.main_identifier)
    parts = _compile(cpu, sources, folder, include, options, packed, several=several)
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
        header, name = implementation.header, implementation.context_name

        def layout() -> tuple[int, int]:
            return tools.type_layout(cpu, header, name, include, folder, options)

        # A packed header includes none but the compiler's.
        key = ("layout", cpu.name, name, options, packed.header.text) if packed else None
        content = _content(cpu, *key) if key else None
        size, alignment = once.value(key, layout, content) if key else layout()
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


def _compile(
    cpu: Cpu,
    sources: Sequence[Path],
    folder: Path,
    include: Sequence[Path],
    options: Sequence[str],
    packed: package.Package | None,
    *,
    several: bool,
) -> list[Compiled]:
    """The object of each source.

    packed: what these are where they are ours; they include none but each other and the compiler's.
    several: whether functions share them in one run.
    """
    tools = toolchain_of(cpu)
    made: list[Compiled] = []

    def compile_into(place: Path) -> None:
        made[:] = tools.compile_all(cpu, sources, place, include, options)
        lines = [(part.path.name, part.flags) for part in made]
        (place / "parts.json").write_text(json.dumps(lines), encoding="utf-8")

    found = None
    if packed is not None:
        texts = [(file.name, file.text) for file in packed.files]
        key = ("objects", cpu.name, [path.name for path in sources], tuple(options), texts)
        found = once.folder(key if several else None, compile_into, _content(cpu, *key))
    if found is None:
        return tools.compile_all(cpu, sources, folder, include, options)
    lines = json.loads((found / "parts.json").read_text(encoding="utf-8"))
    return [Compiled(found / name, tuple(flags)) for name, flags in lines]


def _content(cpu: Cpu, *key: object) -> once.Content:
    """The key of what a toolchain makes, for every run."""

    def whole() -> object:
        tools = toolchain_of(cpu).content_key(cpu)
        return None if tools is None else (tools, *key)

    return whole


def _together(facts: Sequence[ObjectFacts]) -> ObjectFacts:
    """The facts of several objects as those of one."""
    sections: dict[tuple[str, str, bool], int] = {}
    for each in facts:
        for section in each.sections:
            kind = (section.name, section.kind, section.counted)
            sections[kind] = sections.get(kind, 0) + section.size
    exported = {name for each in facts for name in each.exported}
    undefined = {name for each in facts for name in each.undefined} - exported
    internal = [each.internal_bytes for each in facts]
    return ObjectFacts(
        tuple(
            Section(name, size, kind, counted) for (name, kind, counted), size in sections.items()
        ),
        tuple(sorted(exported)),
        tuple(sorted(undefined)),
        sum(each.static_bytes for each in facts),
        None if None in internal else sum(each or 0 for each in internal),
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
