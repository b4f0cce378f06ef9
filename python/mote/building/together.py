"""Functions of a family in one program: which file each is in, so that they share code.

Functions that differ by digest size get one interface (mote.building.sizes); where the assembler's
linker lets two modules share no variables, they are one module.

src/FAMILY/shared/FUNCTION/ has files that call other functions of the family in place of code of
their own, under the names of implementations.  What such a file calls, its contract says (`calls`);
what it calls is in a file there, too, or in the implementation of that name.  Nothing is listed by
hand.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mote.building import package, sizes
from mote.building.sizes import Sizes
from mote.building.toolchains import sdas_joined
from mote.catalog import catalog, contract
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function, Implementation
from mote.common.errors import MoteError

FOLDER = "shared"
"""In a family's folder, what has its files."""


@dataclass(frozen=True)
class Program:
    """Functions in one program.

    name: of the implementations.  wanted: the functions that were asked for.  parts: a file
    for each of them and of those that they call, which stand behind what calls them.  sizes: the
    one interface that the functions get.  joined: all of it is one module of sdas8051.
    """

    name: str
    wanted: tuple[Function, ...]
    parts: tuple[Implementation, ...]
    sizes: Sizes | None = None
    joined: bool = False

    @property
    def symbols(self) -> tuple[str, ...]:
        """The names of the interfaces of the functions that were asked for."""
        found = {part.function: part.symbols for part in self.parts}
        own = self.sizes.symbols if self.sizes is not None else ()
        return (*own, *(name for function in self.wanted for name in found[function]))

    @property
    def functions(self) -> str:
        """The names of the functions that were asked for, in the order of the alphabet."""
        return " ".join(sorted(function.name for function in self.wanted))

    @property
    def sharing(self) -> list[Implementation]:
        """The parts that are for programs of several functions alone."""
        return [part for part in self.parts if part.source.parent == _folder(part.function)]

    def packed(self) -> list[package.Package]:
        """The files of each part, as a user takes them home, and last those of the interface."""
        found = [package.pack(part) for part in self.parts]
        if self.sizes is None:
            return found
        header, source = self.sizes.header(), self.sizes.source()
        if self.joined:
            source = _joined(self.sizes, self.parts, found)
            found = [package.Package(each.header, ()) for each in found]
        return [*found, package.Package(header, (source,))]


def _joined(
    of: Sizes, parts: Sequence[Implementation], packages: Sequence[package.Package]
) -> package.File:
    """The one source of the parts and of the interface."""
    sources = [
        (f"{part.function.name}_", [line.text for file in each.sources for line in file.lines])
        for part, each in zip(parts, packages, strict=True)
    ]
    texts = [*sdas_joined.joined(of.identifier, sources), *sdas_joined.interface(of)]
    lines = tuple(package.Line(text, of.path, 1) for text in texts)
    return package.File(f"{of.identifier}.asm", lines, of.path)


def _folder(function: Function) -> Path:
    return package.SRC / function.family / FOLDER / function.name


@functools.cache
def _calling(function: Function) -> dict[str, Implementation]:
    """The function's files for programs of several, by their names."""
    return {
        path.stem: Implementation(
            path.stem, function, (path,), function.identifier, catalog.header(function)
        )
        for path in sorted(_folder(function).glob("*"))
        if path.suffix in catalog.SOURCE_SUFFIXES
    }


def files() -> list[Implementation]:
    """Every file that is for programs of several functions alone."""
    functions = catalog.functions().values()
    return [found for function in functions for found in _calling(function).values()]


def _file(function: Function, name: str, cpu: Cpu) -> Implementation | None:
    """The file that a function is in where programs share code; None where there is none."""
    own = {each.name: each for each in catalog.implementations(function)}
    found = _calling(function).get(name, own.get(name))
    return found if found is not None and catalog.runs_on(found, cpu) else None


@functools.cache
def _owners(family: str) -> dict[str, Function]:
    """The functions of a family by the names of their interfaces."""
    return {
        call.symbol.format(prefix=function.identifier): function
        for function in catalog.functions().values()
        if function.family == family
        for call in function.interface
    }


def _calls(part: Implementation) -> list[Function]:
    """The functions that a file calls, in the order of its contract."""
    if part.source.parent != _folder(part.function):
        return []
    owners = _owners(part.function.family)
    found = [
        owners[name]
        for table in contract.of_file(part.source)[:1]
        for name in table.keys.get("calls", ())
        if name in owners
    ]
    return list(dict.fromkeys(found))


def part(functions: Sequence[Function], cpu: Cpu, name: str) -> Program | None:
    """These functions in the files of a name; None where one has no such file."""
    parts: list[Implementation] = []

    def add(function: Function) -> bool:
        found = _file(function, name, cpu)
        if found is None:
            return False
        if found in parts:
            parts.remove(found)
        parts.append(found)
        return all(add(each) for each in _calls(found))

    if not all(add(function) for function in functions):
        return None
    return Program(name, tuple(functions), tuple(parts))


def _shares(program: Program) -> bool:
    """Whether each function in it calls another one there, or is called."""
    called = {function for found in program.parts for function in _calls(found)}
    callers = {found.function for found in program.parts if _calls(found)}
    return called | callers == {found.function for found in program.parts}


def by_size(functions: Sequence[Function], cpu: Cpu) -> dict[str, Program]:
    """The programs in which functions have one interface by digest size, by implementation."""
    of = sizes.interfaces().get(tuple(sorted(function.name for function in functions)))
    if of is None:
        return {}
    found = {}
    every = [
        {each.name: each for each in catalog.implementations(function)} for function in of.functions
    ]
    joins = cpu.toolchain.kind == "sdcc"
    for name in every[0]:
        parts = [own[name] for own in every if name in own]
        whole = all(part.source.suffix == ".asm" and part.kernel is None for part in parts)
        fitting = len(parts) == len(every) and all(catalog.runs_on(part, cpu) for part in parts)
        if fitting and (whole or not joins):
            found[name] = Program(name, of.functions, tuple(parts), of, joins)
    return found


def programs(functions: Sequence[Function], cpu: Cpu) -> dict[str, Program]:
    """The programs of these functions by the names of their files; raises MoteError for none."""
    if len(functions) < 2:
        raise MoteError("--together goes with two functions or more")
    names = sorted({name for each in functions for name in _calling(each)})
    found = {name: part(functions, cpu, name) for name in names}
    fitting = {name: each for name, each in found.items() if each is not None and _shares(each)}
    fitting |= by_size(functions, cpu)
    if not fitting:
        words = ", ".join(function.name for function in functions)
        raise MoteError(f"{words} share no files on {cpu.name}; {_hint(cpu)}")
    return fitting


def _hint(cpu: Cpu) -> str:
    """What shares files on a CPU."""
    for functions in libraries(cpu):
        return f"{', '.join(function.name for function in functions)} do"
    for of in sizes.interfaces().values():
        if by_size(of.functions, cpu):
            return f"{', '.join(function.name for function in of.functions)} do"
    return "no functions do"


def libraries(cpu: Cpu) -> list[list[Function]]:
    """For each family with files that call others: all functions that share code on a CPU."""
    found = []
    families = dict.fromkeys(each.family for each in catalog.functions().values())
    for family in families:
        members = [each for each in catalog.functions().values() if each.family == family]
        sharing = dict.fromkeys(
            function
            for each in members
            for part in _calling(each).values()
            if catalog.runs_on(part, cpu)
            for function in (each, *_calls(part))
        )
        if sharing:
            found.append([each for each in members if each in sharing])
    return found
