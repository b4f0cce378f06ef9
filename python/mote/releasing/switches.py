"""How packages choose functions and their files: Kconfig's text, and lists for CMake."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from mote.catalog.function import Function
from mote.releasing import sources
from mote.releasing.metadata import Metadata


def has_choice(function: Function, metadata: Metadata) -> bool:
    """Whether any target's fast file is another than its small one."""
    files = [each for each in sources.sources(metadata) if each.function is function]
    return len(files) > 1 or any(len({c.wish for c in each.of}) < 2 for each in files)


def _sizes(function: Function, metadata: Metadata, wish: str) -> str:
    """A line on each target: what the file takes there."""
    found = []
    for each in sources.choices(metadata):
        if each.function is function and each.wish == wish and each.row is not None:
            speed = each.row.long_cycles_per_byte
            found.append(
                f"{each.target.title}: {each.row.size_bytes} bytes"
                + (f", {speed:.4g} cycles a byte" if speed is not None else "")
            )
    return "; ".join(found)


def _help(text: str, depth: int = 1) -> list[str]:
    tabs = "\t" * depth
    return [f"{tabs}help", *(f"{tabs}  {each}" for each in textwrap.wrap(text, 70))]


def kconfig(metadata: Metadata) -> str:
    """Kconfig: MOTE, each function, and for each of those that have two files which one."""
    lines = [
        f"# SPDX-License-Identifier: {metadata.licence}",
        "",
        "menuconfig MOTE",
        f'\tbool "{metadata.title}: small and fast hash functions, MACs and AEADs"',
        *_help(f"{metadata.description}."),
        "",
        "if MOTE",
    ]
    for function in metadata.catalogued:
        name = sources.macro(function)
        lines += ["", f"config {name}", f'\tbool "{sources.title(function)}"']
        lines += [
            f"\tselect {sources.macro(each)}" for each in sources.needed(function, metadata)[1:]
        ]
        lines += _help(f"{function.specification}. Header: {function.identifier}.h.")
        if not has_choice(function, metadata):
            continue
        lines += [
            "",
            "choice",
            f'\tprompt "File of {sources.title(function)}"',
            f"\tdepends on {name}",
            f"\tdefault {name}_SMALL",
        ]
        for wish in sources.WISHES:
            lines += ["", f"config {name}_{wish.upper()}", f'\tbool "{wish}"']
            lines += _help(_sizes(function, metadata, wish) + ".")
        lines += ["", "endchoice"]
    return "\n".join([*lines, "", "endif # MOTE", ""])


def cmake_list(name: str, values: Sequence[str], depth: str = "") -> list[str]:
    """A list for CMake, one value a line."""
    return [f"{depth}set({name}", *(f"{depth}    {each}" for each in values), f"{depth})"]
