"""POWER8: the benchmark table of J. Walton, S. Munroe, W. Schmidt, "POWER8 in-core Cryptography:
The Unofficial Guide" (2018-2023), chapter 8, with ours beside it.

Theirs are cycles a byte on a board, ours executed instructions a byte: each as what it is, and no
ratio between them.
"""

from __future__ import annotations

import functools
import textwrap
from collections.abc import Callable, Mapping, Sequence

from mote.catalog import catalog, kinds
from mote.common.columns import number
from mote.comparing import known, libraries, published, stored
from mote.comparing.papers import Render, markdown, terminal
from mote.keeping import store
from mote.measuring import clang, mca, parts, power
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
    "guide: MiB/s and cycles a byte on a POWER8 at 3.4 GHz, little-endian, with AES keys of a size "
    "that it does not name; ours: executed instructions a byte of a long message, counted in QEMU. "
    "Cycles and instructions do not compare. 128, 192, 256: bits of the key; short: executed "
    "instructions of setting it and encrypting 32 bytes; key and block: of setting it, and of a "
    "call for one block (of GCM with an IV of 12 bytes and the tag) under a key of 128 bits."
)


def theirs(function: str, way: str, column: str = "value") -> float | None:
    """The guide's cycles a byte, or what another column has; None where it has none."""
    return _published(function, "power8-le", WAYS[way], column)


def _published(function: str, cpu: str, implementation: str, column: str = "value") -> float | None:
    for entry in published.rows():
        found = (entry["function"], entry["cpu"], entry["implementation"])
        if found == (function, cpu, implementation):
            return float(entry[column]) if entry[column] else None
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
    fast = tuple(WAYS)[:2]
    head = ["", "our key", *(f"guide: {way}, MiB/s" for way in fast)]
    head += [f"guide: {way}" for way in WAYS]
    head += [f"{cpu}: {way}" for cpu in CPUS for way in WAYS]
    lines: list[Sequence[str]] = []
    for name, function in ALGORITHMS.items():
        facts = catalog.functions()[function]
        line = [name, f"{facts.main_size} bits" if kinds.of(facts).keyed else ""]
        line += [number(theirs(function, way, "mib_per_second")) for way in fast]
        line += [number(theirs(function, way)) for way in WAYS]
        lines.append([*line, *(number(ours(function, way, cpu)) for cpu in CPUS for way in WAYS)])
    return render(head, lines, groups=(2, 4, *range(7, len(head), len(WAYS))))


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


BESIDE = (
    *(("AES/ECB", "intrinsics"), ("AES/CTR", "intrinsics"), ("AES/GCM", "intrinsics")),
    *(("SHA-256", "intrinsics"), ("SHA-256", "assembly")),
    *(("SHA-512", "intrinsics"), ("SHA-512", "assembly")),
    *(("SHA-1", "standard"), ("SHA-256", "standard"), ("SHA-512", "standard")),
)
"""Programs of the guide's board that go the same way as one of ours: a row of its table, a column.

Not AES in standard C, where theirs reads tables and ours computes, nor CTR in assembly, of which we
have none."""

CLOCK = 3.4e9
"""Of the guide's board, in Hz."""


def modelled(function: str, way: str) -> tuple[str, float] | None:
    """Our file of fewest cycles in the model of POWER8, and these; None where none is stored."""
    stored = store.read()
    found = [
        (float(row["pwr8"]), row["implementation"])
        for (name, implementation, cpu), row in power.read().items()
        if name == function
        and (of := stored.get((name, implementation, cpu, "instructions"))) is not None
        and way_of(of) == way
    ]
    return (min(found)[1], min(found)[0]) if found else None


def ratios() -> dict[tuple[str, str], float]:
    """What the board takes over what the model does, of each of BESIDE that is stored."""
    found = {}
    for name, way in BESIDE:
        board, ours = theirs(ALGORITHMS[name], way), modelled(ALGORITHMS[name], way)
        if board is not None and ours is not None:
            found[name, way] = board / ours[1]
    return found


BOARDS: Mapping[known.Name, str] = {
    **{
        (function, "openssl", "POWER8", "power8-le"): WAYS["assembly"]
        for function in ("aes128_ctr", "sha256", "sha512")
    },
    **{
        (function, "libgcrypt", "POWER9", "power9-le"): "Libgcrypt in C for POWER9"
        for function in ("sha256", "sha512")
    },
}
"""Programs that were measured on a board and that we can run, and what published/ calls them.

The guide's Cryptogams are what OpenSSL has of the same author."""

MODEL_OF = {"power8-le": "pwr8", "power9-le": "pwr9"}


def errors(cpu: str) -> dict[known.Name, float]:
    """What the board takes over the model of its processor, of each of BOARDS that is stored."""
    found = {}
    for name, implementation in BOARDS.items():
        board, row = _published(name[0], name[3], implementation), known.read().get(name)
        if name[3] == cpu and board is not None and row is not None:
            found[name] = board / float(row[MODEL_OF[cpu]])
    return found


def interval(way: str, cpu: str = "power8-le") -> tuple[float, float] | None:
    """The least and the greatest that a board takes over the model of its processor.

    Of programs with vectors, that of BOARDS; of C for any CPU, of BESIDE, on POWER8 alone.
    """
    if way != "standard":
        found = list(errors(cpu).values())
    elif cpu == "power8-le":
        found = [ratio for (_, of), ratio in ratios().items() if of == "standard"]
    else:
        found = []
    return (min(found), max(found)) if found else None


def _counted(name: known.Name) -> float | None:
    """The instructions a byte of somebody else's program: `mote compare`."""
    for line in stored.lines():
        of = (line["function"], line["library"], line["variant"], line["cpu"])
        if of == name and line["level"] in ("", known.LEVEL):
            return float(line["long_instructions_per_byte"])
    return None


def boards(render: Render) -> str:
    """Boards' cycles beside those of the model for the very same programs."""
    lines: list[Sequence[str]] = []
    for cpu, model in MODEL_OF.items():
        for name, ratio in errors(cpu).items():
            library = libraries.libraries()[name[1]]
            row = known.read()[name]
            line = [catalog.functions()[name[0]].title, f"{library.title} {row['version']}"]
            line += [name[2], number(_counted(name)), number(float(row[model]))]
            board = _published(name[0], cpu, BOARDS[name])
            lines.append([*line, number(board), f"{ratio:.3f}"])
    head = ["", "program", "for", "instructions", "its cycles in the model", "board"]
    return render([*head, "board / model"], lines, left=3, groups=(3,))


BESIDE_OURS = ("aes128_ctr", "aes128_gcm", "ghash", "chacha20", "sha256", "sha512", "crc32")


def others(render: Render) -> str:
    """Instructions a byte on POWER8 of ours and of other people's; and the model's cycles."""
    lines: list[Sequence[str]] = []
    for function in BESIDE_OURS:
        line = [catalog.functions()[function].title]
        for cpu in CPUS:
            found = [ours(function, way, cpu) for way in WAYS]
            line.append(number(min(each for each in found if each is not None)))
            line += [number(_least(function, library, cpu)) for library in known.LIBRARIES]
        cycles = [modelled(function, way) for way in WAYS if way != "standard"]
        line.append(number(min((each[1] for each in cycles if each is not None), default=None)))
        line += [number(_fewest(function, library)) for library in known.LIBRARIES]
        lines.append(line)
    names = ("ours", *(libraries.libraries()[name].title for name in known.LIBRARIES))
    head = ["", *(f"{cpu}: {name}" for cpu in CPUS for name in names)]
    head += [f"model, cycles: {name}" for name in names]
    return render(head, lines, groups=(1, 4, 7))


def _least(function: str, library: str, cpu: str) -> float | None:
    """The fewest instructions a byte of a library's programs."""
    found = [
        float(line["long_instructions_per_byte"])
        for line in stored.lines()
        if (line["function"], line["library"], line["cpu"]) == (function, library, cpu)
    ]
    return min(found, default=None)


def _fewest(function: str, library: str) -> float | None:
    """The fewest cycles a byte in the model of POWER8 of a library's programs."""
    found = [
        float(row["pwr8"])
        for name, row in known.read().items()
        if (name[0], name[1], name[3]) == (function, library, CPUS[0])
    ]
    return min(found, default=None)


def compilers(render: Render) -> str:
    """Instructions a byte of the files in C, as GCC and as Clang compile them."""
    lines: list[Sequence[str]] = []
    rows, figures = clang.read(), store.read()
    for function, implementation in dict.fromkeys((name[0], name[1]) for name in rows):
        line = [catalog.functions()[function].title, implementation]
        for cpu in clang.CPUS:
            by_gcc = figures.get((function, implementation, cpu, "instructions"))
            row = rows.get((function, implementation, cpu), {})
            count = row.get("instructions") or ""
            line.append(number(by_gcc.long_instructions_per_byte if by_gcc else None))
            line.append(number(float(count)) if count else row.get("problem", ""))
        lines.append(line)
    head = ["", "file", *(f"{cpu}: {name}" for cpu in clang.CPUS for name in ("GCC", "Clang"))]
    return render(head, lines, left=2, groups=(2, 4))


def models(render: Render) -> str:
    """Boards' cycles beside those of the model, for programs that go the same way."""
    lines: list[Sequence[str]] = []
    for (name, way), ratio in ratios().items():
        ours = modelled(ALGORITHMS[name], way)
        assert ours is not None
        board = number(theirs(ALGORITHMS[name], way))
        lines.append([name, way, board, ours[0], number(ours[1]), f"{ratio:.2f}"])
    head = ["", "way", "guide: board", "our file", "its cycles in the model", "board / model"]
    return render(head, lines, groups=(2,))


def expected(render: Render) -> str:
    """What a byte takes in three models, and by them and the ratios on a POWER8."""
    lines: list[Sequence[str]] = []
    stored, of_way = store.read(), functools.cache(interval)
    for (name, implementation, cpu), row in power.read().items():
        of = stored.get((name, implementation, cpu, "instructions"))
        way = way_of(of) if of is not None else "standard"
        factors, newer = of_way(way), of_way(way, "power9-le")
        line = [catalog.functions()[name].title, implementation]
        line += [number(of.long_instructions_per_byte if of is not None else None)]
        line += [number(float(row[model])) for model in mca.MODELS]
        if factors is not None:
            least, most = (float(row["pwr8"]) * factor for factor in factors)
            speeds = [CLOCK / (1 << 20) / cycles for cycles in (most, least)]
            line += [f"{number(least)} to {number(most)}"]
            line += [f"{speeds[0]:.0f} to {speeds[1]:.0f}"]
        if newer is not None:
            least, most = (float(row["pwr9"]) * factor for factor in newer)
            line += [f"{number(least)} to {number(most)}"]
        lines.append([*line, *[""] * (9 - len(line))])
    head = ["", "file", "instructions", *mca.MODELS, "POWER8: cycles", "POWER8: MiB/s"]
    head.append("POWER9: cycles")
    return render(head, lines, groups=(3,))


TITLES = (
    *("The guide's table", "Encryption, long and short", "Decryption, long", "Single calls"),
    *("Boards beside llvm-mca's model, the same programs", "And ours in their place"),
    *("What speed to expect, for a byte", "Beside OpenSSL and Libgcrypt", "GCC and Clang"),
)


TABLES = (benchmark, modes, decryption, calls, boards, models, expected, others, compilers)


def text(width: int | None = None) -> str:
    """The table for a terminal of so many characters a line; None: of any."""
    render = terminal(width)
    tables = [make(render) for make in TABLES]
    shown = [f"{title}:\n\n{table}" for title, table in zip(TITLES, tables, strict=True)]
    return "\n\n".join([*shown, textwrap.fill(LEGEND, width or len(LEGEND))])


PARTS: dict[str, Callable[[], str]] = {
    "power8: benchmark": lambda: benchmark(markdown),
    "power8: modes": lambda: modes(markdown),
    "power8: decryption": lambda: decryption(markdown),
    "power8: calls": lambda: calls(markdown),
    "power8: boards": lambda: boards(markdown),
    "power8: others": lambda: others(markdown),
    "power8: compilers": lambda: compilers(markdown),
    "power8: models": lambda: models(markdown),
    "power8: expected": lambda: expected(markdown),
}
PICTURES: dict[str, Callable[[], str]] = {}
