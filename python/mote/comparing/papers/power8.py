"""POWER8: the benchmark table of J. Walton, S. Munroe, W. Schmidt, "POWER8 in-core Cryptography:
The Unofficial Guide" (2018-2023), chapter 8, with ours beside it.

Theirs are cycles a byte on a board, ours executed instructions a byte: each as what it is, and no
ratio between them.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence

from mote.catalog import catalog
from mote.common.columns import number
from mote.comparing import published
from mote.comparing.papers import Render, markdown, terminal
from mote.keeping import store
from mote.measuring import parts
from mote.measuring.row import Row

TITLE = "AES and SHA on POWER8, little- and big-endian (the Unofficial Guide, chapter 8)"
PAGE = "docs/power8.md"

CPUS = ("power8-le", "power8-be")

ALGORITHMS = {
    "AES/ECB": "aes128_ecb",
    "AES/CTR": "aes128_ctr",
    "AES/GCM": "aes128_gcm",
    "SHA-1": "sha1",
    "SHA-256": "sha256",
    "SHA-512": "sha512",
}
"""The guide's rows, in its order, and the functions whose figures stand beside them."""

WAYS = {
    "standard": "Crypto++ in standard C++",
    "intrinsics": "Crypto++ with built-ins",
    "assembly": "Cryptogams in assembly",
}
"""The guide's columns: a way to write it, and whose program it measured."""


LEGEND = (
    "guide: cycles a byte on a POWER8 at 3.4 GHz, little-endian; ours: executed instructions a "
    "byte of a long message, counted in QEMU. Cycles and instructions do not compare. 128, 192, "
    "256: bits of the key; short: executed instructions of setting it and encrypting 32 bytes; key "
    "and block: of setting it, and of a call for one block (of GCM with an IV of 12 bytes and the "
    "tag) under a key of 128 bits."
)


def theirs(function: str, way: str) -> float | None:
    """The guide's cycles a byte; None where it has none."""
    for entry in published.rows():
        found = (entry["function"], entry["cpu"], entry["implementation"])
        if found == (function, "power8-le", WAYS[way]):
            return float(entry["value"])
    return None


def way_of(row: Row) -> str:
    """How the program of one of our rows is written: a key of WAYS.

    Standard C is what runs on any CPU; what is named after POWER is in intrinsics where all of it
    is C, and else in assembly.
    """
    if row.implementation.startswith("portable"):
        return "standard"
    function = catalog.functions().get(row.function)
    for each in catalog.implementations(function) if function else ():
        if each.name == row.implementation and any(path.suffix != ".c" for path in each.sources):
            return "assembly"
    return "intrinsics"


def ours(function: str, way: str, cpu: str) -> float | None:
    """Our fewest instructions a byte; None where nothing is stored."""
    found = [
        row.long_instructions_per_byte
        for row in store.read().values()
        if (row.function, row.cpu) == (function, cpu)
        and row.long_instructions_per_byte is not None
        and way_of(row) == way
    ]
    return min(found, default=None)


def benchmark(render: Render) -> str:
    """The guide's table with ours beside it."""
    head = ["", *(f"guide: {way}" for way in WAYS)]
    head += [f"{cpu}: {way}" for cpu in CPUS for way in WAYS]
    lines: list[Sequence[str]] = []
    for name, function in ALGORITHMS.items():
        line = [name, *(number(theirs(function, way)) for way in WAYS)]
        lines.append([*line, *(number(ours(function, way, cpu)) for cpu in CPUS for way in WAYS)])
    return render(head, lines, groups=(1, *range(4, len(head), len(WAYS))))


MODES = ("ecb", "cbc", "ctr", "xts", "gcm")
KEYS = (128, 192, 256)


def modes(render: Render) -> str:
    """Our instructions a byte of every mode with every key, and of GHASH; and of a short text."""
    stored = store.read().values()

    def best(function: str, cpu: str, figure: Callable[[Row], float | None]) -> str:
        found = [figure(row) for row in stored if (row.function, row.cpu) == (function, cpu)]
        return number(min((each for each in found if each is not None), default=None))

    head = ["", *(f"{cpu}: {bits}" for cpu in CPUS for bits in KEYS)]
    head += [f"{cpu}: short" for cpu in CPUS]
    lines: list[Sequence[str]] = []
    for mode in MODES:
        names = [f"aes{bits}_{mode}" for bits in KEYS]
        line = [best(name, cpu, long_figure) for cpu in CPUS for name in names]
        lines.append(
            [mode.upper(), *line, *(best(names[0], cpu, short_figure) for cpu in CPUS)],
        )
    for name in ("ghash", "crc32", "crc32c"):
        line = [text for cpu in CPUS for text in (best(name, cpu, long_figure), "", "")]
        title = catalog.functions()[name].title
        lines.append([title, *line, *(best(name, cpu, short_figure) for cpu in CPUS)])
    return render(head, lines, groups=(1, 4, 7))


def long_figure(row: Row) -> float | None:
    return row.long_instructions_per_byte


def short_figure(row: Row) -> float | None:
    return row.short_instructions


def part(function: str, cpu: str, figure: str) -> int | None:
    """A figure of results/parts.csv: our fewest instructions for it."""
    found = [
        value
        for (name, _, where, what), value in parts.read().items()
        if (name, where, what) == (function, cpu, figure)
    ]
    return min(found, default=None)


DIRECTIONS = ("ecb", "cbc", "xts", "gcm")
"""The modes whose decryption is another function than encryption."""


def decryption(render: Render) -> str:
    """Our instructions a byte of a long text, decrypted."""
    lines: list[Sequence[str]] = []
    for mode in DIRECTIONS:
        line = [mode.upper()]
        for cpu in CPUS:
            for bits in KEYS:
                found = part(f"aes{bits}_{mode}", cpu, "decryption_long_instructions")
                line.append(number(found and found / LONG_BYTES))
        lines.append(line)
    return render(["", *(f"{cpu}: {bits}" for cpu in CPUS for bits in KEYS)], lines, groups=(1, 4))


LONG_BYTES = 32 * 16
"""Of decryption_long_instructions."""

CALLS = (
    *((f"key, {bits}", bits, "key_instructions") for bits in KEYS),
    ("block", 128, "block_instructions"),
    ("block, decrypted", 128, "decryption_block_instructions"),
)


def calls(render: Render) -> str:
    """Our instructions of single calls."""
    lines: list[Sequence[str]] = []
    for mode in (*MODES, "ghash"):
        line = [mode.upper()]
        for cpu in CPUS:
            for _, bits, figure in CALLS:
                name = mode if mode == "ghash" else f"aes{bits}_{mode}"
                known = mode != "ghash" or bits == 128
                line.append(number(part(name, cpu, figure) if known else None))
        lines.append(line)
    head = ["", *(f"{cpu}: {title}" for cpu in CPUS for title, _, _ in CALLS)]
    return render(head, lines, groups=(1, 1 + len(CALLS)))


TITLES = ("The guide's table", "Encryption, long and short", "Decryption, long", "Single calls")


def text(width: int | None = None) -> str:
    """The table for a terminal of so many characters a line; None: of any."""
    render = terminal(width)
    tables = [make(render) for make in (benchmark, modes, decryption, calls)]
    shown = [f"{title}:\n\n{table}" for title, table in zip(TITLES, tables, strict=True)]
    return "\n\n".join([*shown, textwrap.fill(LEGEND, width or len(LEGEND))])


PARTS: dict[str, Callable[[], str]] = {
    "power8: benchmark": lambda: benchmark(markdown),
    "power8: modes": lambda: modes(markdown),
    "power8: decryption": lambda: decryption(markdown),
    "power8: calls": lambda: calls(markdown),
}
PICTURES: dict[str, Callable[[], str]] = {}
