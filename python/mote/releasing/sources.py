"""The sources of a package: of each function its files for every target, small and fast.

Each file is what `mote export` writes and the bench measures, between an #if and its #endif: which
one a compiler takes follows from its own macros (mote_target.h) and from what a program wishes
(mote_config.h), so that a build system may compile all of them, as Arduino's does.
"""

from __future__ import annotations

import functools
import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass

from mote.building import package
from mote.building.package import File
from mote.catalog import catalog
from mote.catalog.function import Function, Implementation
from mote.choosing import export
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.measuring.row import Row
from mote.releasing.metadata import Metadata, Target

WISHES = ("small", "fast")
OTHER = Target("other", "any other processor", "", "")
"""Where no target's condition holds: portable C."""


@dataclass(frozen=True)
class Choice:
    """Which implementation a target takes for a wish, and its figures where it has some."""

    function: Function
    target: Target
    wish: str
    implementation: Implementation
    row: Row | None


@dataclass(frozen=True)
class Source:
    """A file of the package.  path: in the repository.  of: every choice that compiles it."""

    name: str
    text: str
    path: str
    of: tuple[Choice, ...]

    @property
    def function(self) -> Function:
        return self.of[0].function


def macro(function: Function) -> str:
    """What the macros of a function begin with: MOTE_SHA256."""
    return function.identifier.upper()


def feature(function: Function) -> str:
    """What build systems call it: a header of AES serves keys of all sizes, and mote_aes.h four
    modes, so it is the header's name, gcm of mote_gcm.h, and not that of a row of the catalog."""
    return function.identifier.removeprefix("mote_")


def of_header(function: Function) -> list[Function]:
    """The functions of the catalog that its header has: those of other key sizes and modes."""
    known = catalog.functions().values()
    return [each for each in known if each.identifier == function.identifier]


def title(function: Function) -> str:
    """The title of what its header has: AES-GCM, AES (ECB, CBC, CTR, XTS)."""
    together = of_header(function)
    if len(together) == 1:
        return function.title
    modes = [str(each.facts.get("mode")).upper() for each in together]
    if len(set(modes)) > 1:
        return f"AES ({', '.join(dict.fromkeys(modes))})"
    return re.sub(r"^AES-\d+", "AES", function.title).removesuffix(" alone")


def _portable(function: Function, wish: str) -> Implementation:
    """The implementation in C that runs anywhere."""
    found = {each.name: each for each in catalog.implementations(function)}
    named = "portable_fast" if wish == "fast" and "portable_fast" in found else "portable"
    if named not in found:
        raise MoteError(f"{function.name} has no portable.c, and a package needs one")
    return found[named]


@functools.cache
def choices(metadata: Metadata) -> tuple[Choice, ...]:
    """Which implementation each function, target and wish takes; raises MoteError."""
    found = []
    for function in metadata.catalogued:
        for target in (*metadata.targets, OTHER):
            for wish in WISHES:
                if target is OTHER:
                    found.append(Choice(function, target, wish, _portable(function, wish), None))
                    continue
                cpu = catalog.cpus()[target.cpu]
                chosen = export.choose(function, cpu, wish)
                row = export.rows_of(function, cpu).get(chosen.name)
                found.append(Choice(function, target, wish, chosen, row))
    return tuple(found)


def of_choice(choice: Choice) -> list[Choice]:
    """The same files for each function of their header: those of other key sizes and modes, too."""
    found = []
    cpu = catalog.cpus().get(choice.target.cpu)
    for function in of_header(choice.function):
        for each in catalog.implementations(function):
            if each.name == choice.implementation.name:
                row = export.rows_of(function, cpu).get(each.name) if cpu else None
                found.append(Choice(function, choice.target, choice.wish, each, row))
    return found


def _own(choice: Choice) -> list[File]:
    """The files of an implementation without those of functions that it calls."""
    packed = package.pack(choice.implementation, choice.function.identifier)
    own = choice.function
    return [
        file for file in packed.sources if package.owner(file.path, choice.implementation) is own
    ]


def _name(file: File, choice: Choice) -> str:
    """mote_sha256_thumb_fast.S; the mode in C of the same, mote_sha256_thumb_fast.c."""
    stem = f"{choice.function.identifier}_{choice.implementation.name}"
    return f"{stem}.{file.name.rpartition('.')[2]}"


def _body(file: File) -> str:
    """The text without its first comment, which may name the implementation."""
    return file.text.partition("*/")[2] if file.name.endswith(".c") else file.text


def condition(of: Iterable[Choice]) -> str:
    """When a file is compiled, for #if, in the words of mote_target.h."""
    wishes: dict[Target, list[str]] = {}
    for choice in of:
        wishes.setdefault(choice.target, []).append(choice.wish)
    name = macro(next(iter(of)).function)
    both = [target.macro for target, named in wishes.items() if set(named) == set(WISHES)]
    parts = [f"MOTE_TARGET == {each}" for each in both]
    for wish, test in (("small", f"!{name}_FAST"), ("fast", f"{name}_FAST")):
        only = [target.macro for target, named in wishes.items() if named == [wish]]
        if only:
            targets = " || ".join(f"MOTE_TARGET == {each}" for each in only)
            parts.append(f"({test} && ({targets}))")
    return " \\\n    || ".join(parts)


@functools.cache
def sources(metadata: Metadata) -> tuple[Source, ...]:
    """The files to compile, each between the conditions of those that take it."""
    made: dict[tuple[str, str], tuple[str, File, list[Choice]]] = {}
    names: set[str] = set()
    for choice in choices(metadata):
        for file in _own(choice):
            key = (choice.function.name, _body(file))
            if key not in made:
                name = _name(file, choice)
                if name.lower() in names:
                    raise MoteError(f"{choice.function.name} has two files called {name}")
                names.add(name.lower())
                made[key] = (name, file, [])
            made[key][2].append(choice)
    return tuple(
        Source(
            name,
            _wrapped(name, file, of, metadata),
            file.path.relative_to(ROOT).as_posix(),
            tuple(of),
        )
        for name, file, of in made.values()
    )


def _wrapped(name: str, file: File, of: list[Choice], metadata: Metadata) -> str:
    """The file between #if and #endif, with where it is from."""
    function = of[0].function
    where = ", ".join(dict.fromkeys(each.target.title for each in of))
    said = f"{title(function)} of {metadata.title} {metadata.version} for {where}."
    head = textwrap.wrap(said, 76)
    lines = [
        f"/* SPDX-License-Identifier: {metadata.licence}",
        *(f" * {each}" for each in head),
        " */",
        '#include "mote_target.h"',
        f"#if {condition(of)}",
        "",
    ]
    tail = ["", "#else"]
    if name.endswith(".c"):
        # ISO C forbids a file without a declaration.
        tail.append(f"typedef int {name.removesuffix('.c')}_is_not_compiled;")
    else:
        # A file that says nothing of it asks Linux for a stack that can be executed.
        tail += ["#ifdef __linux__", '.section .note.GNU-stack,"",%progbits', "#endif"]
    return "\n".join(lines) + file.text + "\n".join([*tail, "#endif", ""])


def _header(function: Function, metadata: Metadata) -> str:
    """The header of a function; raises MoteError where its implementations differ in it."""
    texts = {
        package.pack(each.implementation, function.identifier).header.text
        for each in choices(metadata)
        if each.function is function
    }
    if len(texts) != 1:
        raise MoteError(f"{function.name}: its implementations have {len(texts)} headers")
    packed = package.pack(_portable(function, "small"), function.identifier)
    example = export.example(function, function.identifier, in_comment=True)
    text = export.with_example(packed.header, example).text
    first, _, rest = text.partition("\n")
    return f'{first}\n{rest.rstrip()}\n\n#include "mote_version.h"\n'


def _target_h(metadata: Metadata) -> str:
    """mote_target.h: the target's number, and of each function whether the fast file is wanted."""
    known = (*metadata.targets, OTHER)
    lines = [
        f"/* SPDX-License-Identifier: {metadata.licence}",
        " *",
        " * For which instruction set the compiler compiles, by its own macros, and which file of",
        " * each function a program wants: the fast one (1) or the small one (0).  For the sources",
        " * of this package, in C and in assembly; a program sets its wishes in mote_config.h or",
        " * with options like -DMOTE_SHA256_FAST=1.",
        " *",
        " * Define MOTE_PORTABLE to have no assembly at all.",
        " */",
        "#ifndef MOTE_TARGET_H",
        "#define MOTE_TARGET_H",
        '#include "mote_config.h"',
        "",
        *(f"#define {each.macro} {number}" for number, each in enumerate(known, 1)),
        "",
        "/* Of compilers whose assemblers have another syntax, some define __GNUC__. */",
        "#if defined MOTE_PORTABLE || !defined __GNUC__ || defined __CC_ARM \\",
        "    || defined __ICCARM__ || defined __IAR_SYSTEMS_ASM__",
        f"#define MOTE_TARGET {OTHER.macro}",
    ]
    for target in metadata.targets:
        lines += [f"#elif {target.condition}", f"#define MOTE_TARGET {target.macro}"]
    lines += ["#else", f"#define MOTE_TARGET {OTHER.macro}", "#endif", ""]
    lines += ["#ifndef MOTE_FAST", "#define MOTE_FAST 0", "#endif"]
    for function in metadata.catalogued:
        name = macro(function)
        lines += [f"#ifndef {name}_FAST", f"#define {name}_FAST MOTE_FAST", "#endif"]
    return _folded([*lines, *_one_version(metadata), "#endif", ""])


def _one_version(metadata: Metadata) -> list[str]:
    """What makes the linker refuse objects of two versions: a symbol that is a number.

    GNU's takes an absolute symbol that many objects define alike; of others we do not know it.
    """
    symbol = "mote_package_version"
    directives = [f".global {symbol}", f".hidden {symbol}", f".set {symbol}, {_code(metadata)}"]
    return [
        "",
        "/* Objects of two versions in one program have two values of this, and GNU's linker",
        " * refuses them.  It is no variable, and takes no memory. */",
        f"#if MOTE_TARGET != {OTHER.macro} && defined __ELF__ && !defined __clang__",
        "#ifdef __ASSEMBLER__",
        *(f"    {each}" for each in directives),
        "#else",
        "__asm__(" + "\n        ".join(f'"{each}\\n"' for each in directives) + ");",
        "#endif",
        "#endif",
    ]


def _code(metadata: Metadata) -> int:
    """The version as a number: 1.2.3 is 10203."""
    number = metadata.version.partition("-")[0].split(".")
    return int(number[0]) * 10000 + int(number[1]) * 100 + int(number[2])


def _folded(lines: list[str]) -> str:
    """The lines, those that are long with a backslash where a condition goes on."""
    out = []
    for line in lines:
        while len(line) > 80 and " && " in line[:78]:
            cut = line[:78].rindex(" && ")
            out.append(line[:cut] + " \\")
            line = "    " + line[cut + 1 :]
        out.append(line)
    return "\n".join(out)


def _config_h(metadata: Metadata) -> str:
    names = [macro(function) for function in metadata.catalogued]
    lines = [
        f"/* SPDX-License-Identifier: {metadata.licence}",
        " *",
        " * What a program wishes.  Each function has a small file, which is taken, and a fast",
        " * one.  Move a line out of its comment, or give the compiler the same as an option:",
        " * -DMOTE_FAST=1.",
        " */",
        "#ifndef MOTE_CONFIG_H",
        "#define MOTE_CONFIG_H",
        "",
        "/* The fast files of all functions:",
        "#define MOTE_FAST 1",
        "*/",
        "",
        "/* The fast file of one:",
        *(f"#define {name}_FAST 1" for name in names),
        "*/",
        "",
        "#endif",
        "",
    ]
    return "\n".join(lines)


def _version_h(metadata: Metadata) -> str:
    code = _code(metadata)
    return "\n".join(
        [
            f"/* SPDX-License-Identifier: {metadata.licence}",
            " *",
            " * Which version this is.  A program that finds headers of two is not compiled:",
            " * contexts of one are not those of the other.",
            " */",
            f"#if defined MOTE_PACKAGE_VERSION && MOTE_PACKAGE_VERSION != {code}",
            f'#error "headers of two versions of {metadata.title}: this is {metadata.version}"',
            "#endif",
            "#ifndef MOTE_PACKAGE_VERSION",
            f"#define MOTE_PACKAGE_VERSION {code}",
            f'#define MOTE_PACKAGE_VERSION_TEXT "{metadata.version}"',
            "#endif",
            "",
        ]
    )


def _notice_c(metadata: Metadata) -> str:
    served = ", ".join(each.title for each in metadata.targets)
    return "\n".join(
        [
            f"/* SPDX-License-Identifier: {metadata.licence}",
            " *",
            " * Says while it is compiled that there is no assembly for this processor, unless",
            " * MOTE_QUIET or MOTE_PORTABLE is defined.",
            " */",
            '#include "mote_target.h"',
            f"#if MOTE_TARGET == {OTHER.macro} && !defined MOTE_QUIET && !defined MOTE_PORTABLE",
            f'#pragma message("Mote: portable C; assembly is there for {served}")',
            "#endif",
            "typedef int mote_notice_has_no_code;",
            "",
        ]
    )


@functools.cache
def files(metadata: Metadata) -> dict[str, str]:
    """Every header and source by its name, for one folder."""
    made = {each.name: each.text for each in sources(metadata)}
    for function in metadata.catalogued:
        made[f"{function.identifier}.h"] = _header(function, metadata)
    made["mote_target.h"] = _target_h(metadata)
    made["mote_config.h"] = _config_h(metadata)
    made["mote_version.h"] = _version_h(metadata)
    made["mote_notice.c"] = _notice_c(metadata)
    return made


def compiled(metadata: Metadata, function: Function | None = None) -> list[str]:
    """The names of the files to compile, of one function or of all, in order."""
    return [
        each.name for each in sources(metadata) if function is None or each.function is function
    ] + (["mote_notice.c"] if function is None else [])


def needed(function: Function, metadata: Metadata) -> list[Function]:
    """A function and those that it calls, one below the other."""
    found = [function]
    while found[-1].base:
        found.append(metadata.function(found[-1].base))
    return found
