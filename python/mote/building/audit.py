"""The rules of Annex A on an object file, without running it."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from mote.building import once, package
from mote.building.build import Built
from mote.building.image import Section
from mote.building.toolchains import toolchain_of
from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation

ALLOWED_UNDEFINED = ("memcpy", "memset")
COMPILERS_CALLS = ("memcmp", "memmove")
"""Functions of the C library that compilers call by themselves, beside these."""


def problems(implementation: Implementation, cpu: Cpu, built: Built) -> list[str]:
    """Every rule that the object breaks, one line each; an empty list when it keeps them all.

    Annex A.2.1 (the three names, C calling convention), A.2.2 (only memcpy and memset from
    outside; the compiler's own helpers where the CPU's file allows them, and of files from outside
    everywhere: see `helpers`), A.2.3 and A.2.5 (no
    data, no bss), A.1.3 (no other name without the prefix; names that one source takes from
    another are not seen outside), A.2.4 (position independence where the platform has it), A.3
    (only instructions of the stated architecture), and of our own files what else a linker takes
    from an object (object_problems).  What keeps the object from running comes first.
    """
    facts = built.facts
    found = missing_exports(implementation, built)
    tools = toolchain_of(cpu)
    allowed = (*ALLOWED_UNDEFINED, *cpu.toolchain.allowed_undefined, *cpu.toolchain.start_up)
    ours = package.is_ours(implementation)
    for name in facts.undefined:
        if name not in allowed and (ours or not _is_helper(implementation, name)):
            found.append(_call(implementation, cpu, built, name))
    constants = _constants_as_data(cpu, built)
    for section in facts.sections:
        if section.kind in ("data", "bss"):
            if section.kind == "data" and section.size <= constants:
                continue
            found.append(
                f"section {section.name} has {section.size} bytes of {section.kind}: "
                "an implementation has no variables of its own"
            )
    if package.is_ours(implementation):
        found += object_problems(implementation, cpu, built)
    prefix = implementation.prefix
    begins = tuple(f"{each}_" for each in (prefix, *_bases(implementation)))
    allowed = (prefix, *implementation.symbols, *built.internal)
    for name in facts.exported:
        # Of a library what is called is taken (mote.choosing.outside).
        taken = ours or not implementation.function.facts.get("library")
        if taken and name not in allowed and not name.startswith(begins):
            more = "" if ours else ", or take what is called alone: --library"
            found.append(
                f"exports {name}, which does not begin with {prefix}_: make it static{more}"
            )
    if cpu.toolchain.position_independent and not found:
        one = built.objects[0]
        reason = _of_object(
            *("shared library", cpu, one),
            lambda: tools.shared_library_problem(cpu, one, built.folder),
        )
        if reason:
            found.append(f"is not position-independent: {reason}")
    for object_file in built.objects:
        for text in _of_object(
            *("missing instructions", cpu, object_file),
            functools.partial(tools.missing_instructions, cpu, object_file),
        ):
            found.append(f"holds an instruction that {cpu.name} lacks: {text}")
    return found


def _of_object(what: str, cpu: Cpu, object_file: Path, make: Callable[[], Any]) -> Any:
    """What is asked of an object, once for all functions that share it."""
    if not once.of(object_file):
        return make()
    return once.value((what, cpu.name, str(object_file)), make)


def object_problems(implementation: Implementation, cpu: Cpu, built: Built) -> list[str]:
    """What the objects lack for linkers and debuggers, one line each.

    A rule for ours; of somebody's own file it is good to know, and no fault of the code.
    """
    tools = toolchain_of(cpu)
    found = []
    for source, object_file in zip(implementation.sources, built.each, strict=True):
        lines = _of_object(
            *("object", cpu, object_file),
            functools.partial(tools.object_problems, cpu, object_file, source),
        )
        several = f"{source.name}: " if len(built.each) > 1 else ""
        found += [f"{several}{line}" for line in lines]
    return found


def helpers(implementation: Implementation, cpu: Cpu, built: Built) -> list[str]:
    """What somebody's own files need of the compiler's library, one line each with its place.

    That is no fault of theirs: no C can say that the compiler must not call it.  Ours go without,
    so that they are linked anywhere.
    """
    if package.is_ours(implementation):
        return []
    start_up = cpu.toolchain.start_up
    return [
        f"calls {name} of the compiler's library{_where(cpu, built, name)}"
        for name in built.facts.undefined
        if name not in (*ALLOWED_UNDEFINED, *start_up) and _is_helper(implementation, name)
    ]


def _is_helper(implementation: Implementation, name: str) -> bool:
    """Whether it is the compiler that needs a name: its own, or one that no source mentions.

    Names that begin with two underscores are the compiler's (ISO C, section 7.1.3); GCC may call
    memcmp, memcpy, memmove and memset (its manual, "Standards").
    """
    if name.startswith("__"):
        return True
    return name in COMPILERS_CALLS and not any(
        _mentions(path, name) for path in _texts(implementation)
    )


def _bases(implementation: Implementation) -> list[str]:
    """What the names of the functions below this one begin with: they come with it."""
    found = []
    base = implementation.function.base
    while base:
        function = catalog.functions()[base]
        found.append(function.identifier)
        base = function.base
    return found


def missing_exports(implementation: Implementation, built: Built) -> list[str]:
    """For each function of the API that the object does not have, one line."""
    exported = built.facts.exported
    return [
        f"does not export {name} (exported: {_list(exported)})"
        for name in implementation.symbols
        if name not in exported
    ]


def _call(implementation: Implementation, cpu: Cpu, built: Built, name: str) -> str:
    """What to say of a call to the outside: where it stands, and who put it there."""
    line = f"needs {name} from outside{_where(cpu, built, name)}"
    if any(_mentions(path, name) for path in _texts(implementation)):
        return f"{line}: only memcpy and memset may be called"
    return f"{line}: the compiler put the call there, but only memcpy and memset may be called"


def _constants_as_data(cpu: Cpu, built: Built) -> int:
    """Bytes of constants that became data only when the objects of several sources were joined.

    AVR's linker does so: it keeps constants in RAM.
    """

    def constants(sections: Iterable[Section]) -> int:
        return sum(each.size for each in sections if each.kind == "rodata")

    if len(built.each) < 2:
        return 0
    tools = toolchain_of(cpu)
    alone = sum(constants(tools.inspect(cpu, each, "").sections) for each in built.each)
    return alone - constants(built.facts.sections)


def _where(cpu: Cpu, built: Built, name: str) -> str:
    """The places of calls, in brackets; empty where they are not known."""
    tools = toolchain_of(cpu)
    places = [place for each in built.objects for place in tools.places_of_calls(cpu, each, name)]
    if built.package is not None:
        places = [built.package.translated(place) for place in places]
    if not places:
        return ""
    more = f" and {len(places) - 1} more" if len(places) > 1 else ""
    return f" ({places[0]}{more})"


def _texts(implementation: Implementation) -> list[Path]:
    """The sources, and what lies beside them that they may include."""
    folders = {path.parent for path in implementation.sources} | set(implementation.include)
    headers = [path for folder in folders for path in folder.glob("*.[hi]")]
    return [*implementation.sources, *headers]


def _mentions(path: Path, name: str) -> bool:
    text = path.read_text(encoding="utf-8", errors="replace")
    return re.search(rf"\b{re.escape(name)}\b", text) is not None


def _list(names: tuple[str, ...]) -> str:
    return ", ".join(names) if names else "nothing"
