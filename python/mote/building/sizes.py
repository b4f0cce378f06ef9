"""One interface for functions of a family that differ by digest size, in one program.

src/FAMILY/sizes.toml says which functions these are.  The interface has init, update and close,
and its context those of the functions as a union: init chooses by the digest size.  It is C that
calls the functions, or on a CPU whose assembler joins them into one source
(mote.building.toolchains.sdas_joined) a few instructions there.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from pathlib import Path

from mote.building.package import SRC, File, Line
from mote.catalog import catalog
from mote.catalog.function import Function
from mote.common.errors import MoteError

DIGESTS = (224, 256, 384, 512)
"""The digest sizes that such an interface has."""

_REMARK = re.compile(r"/\* (.*) \*/")


def _inner(match: re.Match[str]) -> str:
    return match[1]


@dataclass(frozen=True)
class Sizes:
    """An interface: its name, as functions have one, a title, its functions by digest size."""

    name: str
    title: str
    functions: tuple[Function, ...]
    path: Path

    @property
    def identifier(self) -> str:
        return f"mote_{self.name}"

    @property
    def symbols(self) -> tuple[str, ...]:
        return (f"{self.identifier}_init", self.identifier, f"{self.identifier}_close")

    def function(self, digest_bits: int) -> Function:
        """The function that makes digests of that many bits."""
        for function in self.functions:
            if digest_bits <= function.main_size:
                return function
        raise MoteError(f"{self.name} has no digests of {digest_bits} bits")

    def limits(self) -> list[int]:
        """The largest digest of each function but the last."""
        return [function.main_size for function in self.functions[:-1]]

    def example(self) -> list[str]:
        """How a program calls it."""
        name = self.identifier
        return [
            f"{name}_context cc;",
            "unsigned char digest[48];",
            f"{name}_init(&cc, 384);             /* digest size in bits */",
            f'{name}(&cc, "abc", 3);             /* as often as needed; length in bytes */',
            f"{name}_close(&cc, 0, 0, digest);   /* writes 384 / 8 = 48 bytes */",
        ]

    def _file(self, suffix: str, text: str) -> File:
        lines = tuple(Line(line, self.path, 1) for line in text.splitlines())
        return File(f"{self.identifier}{suffix}", lines, self.path)

    def header(self) -> File:
        """The header: the manual, and the context."""
        sizes = ", ".join(map(str, DIGESTS[:-1])) + f" and {DIGESTS[-1]}"
        made = [f"{f.title} makes those up to {f.main_size}" for f in self.functions]
        name = self.identifier
        shown = "\n".join(f" *     {_REMARK.sub(_inner, each)}" for each in self.example())
        includes = "\n".join(f'#include "{f.identifier}.h"' for f in self.functions)
        members = "\n".join(f"        {f.identifier}_context {f.name};" for f in self.functions)
        guard = f"{name.upper()}_H"
        return self._file(
            ".h",
            f"""\
/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * {self.title}: one interface for digests of {sizes} bits.
 *
 * {f";{chr(10)} * ".join(made)}.
 * Interface: as those functions have it, whose headers say the rest.
 *
{shown}
 */
#ifndef {guard}
#define {guard}

{includes}

#ifdef __cplusplus
extern "C" {{
#endif

typedef struct {{
    unsigned char which; /* of the functions: 0 for the shortest digests */
    union {{
{members}
    }} of;
}} {name}_context;

/* out_size: digest size in bits, {sizes.replace(" and ", " or ")}. */
void {name}_init({name}_context *cc, unsigned out_size);

void {name}({name}_context *cc, const void *data, size_t len);

void {name}_close({name}_context *cc, unsigned ub, unsigned n, void *dst);

#ifdef __cplusplus
}}
#endif

#endif
""",
        )

    def source(self) -> File:
        """The interface in C."""

        def calls(end: str, arguments: str) -> str:
            lines = []
            for number, function in enumerate(self.functions[:-1]):
                word = "if" if number == 0 else "else if"
                call = f"{function.identifier}{end}(&cc->of.{function.name}, {arguments});"
                lines.append(f"    {word} (cc->which == {number})\n        {call}\n")
            last = self.functions[-1]
            lines.append(
                f"    else\n        {last.identifier}{end}(&cc->of.{last.name}, {arguments});\n"
            )
            return "".join(lines)

        name = self.identifier
        chosen = " + ".join(f"(out_size > {limit})" for limit in self.limits())
        return self._file(
            ".c",
            f"""\
/* SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Mote developers
 *
 * {self.title}: the interface for all digest sizes, which calls the function for each.
 */
#include "{name}.h"

void {name}_init({name}_context *cc, unsigned out_size) {{
    cc->which = (unsigned char)({chosen});
{calls("_init", "out_size")}}}

void {name}({name}_context *cc, const void *data, size_t len) {{
{calls("", "data, len")}}}

void {name}_close({name}_context *cc, unsigned ub, unsigned n, void *dst) {{
{calls("_close", "ub, n, dst")}}}
""",
        )

    def files(self) -> tuple[File, File]:
        return self.header(), self.source()


@functools.cache
def interfaces() -> dict[tuple[str, ...], Sizes]:
    """Every such interface by the names of its functions, in the order of the alphabet."""
    found = {}
    for path in sorted(SRC.glob("*/sizes.toml")):
        table = catalog.read_toml(path)["sizes"]
        functions = tuple(catalog.functions()[name] for name in table["functions"])
        made = sorted(functions, key=lambda each: each.main_size)
        sizes = Sizes(table["name"], table["title"], tuple(made), path)
        found[tuple(sorted(table["functions"]))] = sizes
    return found
