"""Seven SHA-3 candidates on smart cards: M. Gouicem, "Comparison of seven SHA-3 candidates software
implementations on smart cards" (2010), with ours beside its figures 1 to 10.

A cell is a candidate with a digest size on a CPU.  Ours is the fastest choice of implementations,
one for each function of the candidate, whose code takes at most LIMIT bytes in all, as there.
"""

from __future__ import annotations

import functools
import itertools
import math
import statistics
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from mote.catalog import catalog, contract
from mote.catalog.function import Implementation
from mote.checking import promises
from mote.common import svg
from mote.common.columns import number
from mote.comparing import operations, published
from mote.comparing.papers import Render, markdown, terminal
from mote.keeping import store
from mote.measuring import extended, parts, together
from mote.measuring.row import Row

TITLE = "seven SHA-3 candidates on an 8051 and an ARM7TDMI (Gouicem, 2010)"
PAGE = "docs/smart-cards.md"

LIMIT = 10 * 1024
"""Bytes of code for all digest sizes of a candidate (the paper's section 3.1: "10Kb")."""

DIGESTS = (224, 256, 384, 512)
CLASSES = (256, 512)
"""The digest sizes of figures 5 to 8."""


@dataclass(frozen=True)
class Candidate:
    """A candidate of the paper: the function for each of its digest sizes in bits."""

    name: str
    functions: tuple[str, str, str, str]

    def function(self, digest_bits: int) -> str:
        """The function that makes digests of that many bits."""
        return self.functions[DIGESTS.index(digest_bits)]

    def block_bytes(self, digest_bits: int) -> int:
        """Bytes of the message in a block for that digest size."""
        return catalog.functions()[self.function(digest_bits)].block_of(digest_bits)


CANDIDATES = (
    Candidate("BLAKE", ("blake32", "blake32", "blake64", "blake64")),
    Candidate("BMW", ("bmw256", "bmw256", "bmw512", "bmw512")),
    Candidate("Groestl", ("groestl256", "groestl256", "groestl512", "groestl512")),
    Candidate("Keccak", ("keccak",) * 4),
    Candidate("Luffa", ("luffa256", "luffa256", "luffa384", "luffa512")),
    Candidate("Shabal", ("shabal",) * 4),
    Candidate("Skein", ("skein256", "skein256", "skein512", "skein512")),
)


@dataclass(frozen=True)
class Processor:
    """A processor of ours: a CPU and one of its timings."""

    cpu: str
    timing: str


@dataclass(frozen=True)
class Source:
    """Published figures: what `figure` of which processor is taken from which `source` rows."""

    processor: Processor
    figure: str
    source: str


I8051 = Processor("mcs51", "8051")
ARM7TDMI = Processor("armv4", "ARM7TDMI")
ARM920T = Processor("armv4", "ARM920T")
ATMEGA1281 = Processor("avr8", "ATmega1281")

PAPER_8051 = Source(I8051, "block_cycles", "Gouicem, figure 1")
PAPER_ARM = Source(ARM7TDMI, "block_cycles", "Gouicem, figure 1")
XBX_8 = Source(ATMEGA1281, "long_cycles_per_byte", "Gouicem, figure 7 (from XBX)")
XBX_32 = Source(ARM920T, "long_cycles_per_byte", "Gouicem, figure 8 (from XBX)")
SPHLIB = Source(ARM920T, "long_cycles_per_byte", "Gouicem, figure 8 (from sphlib)")


# ---- the figures ----


def theirs(source: Source, candidate: Candidate, digest_bits: int) -> float | None:
    """The published cycles a byte; None where there are none for that digest size."""
    name = candidate.function(digest_bits)
    for row in published.rows():
        where = (row["function"], row["cpu"], row["timing"], row["figure"], row["source"])
        wanted = (name, source.processor.cpu, source.processor.timing, source.figure)
        if where == (*wanted, source.source) and row["digest_bits"] in ("", str(digest_bits)):
            value = float(row["value"])
            if source.figure == "block_cycles":
                return value / candidate.block_bytes(digest_bits)
            return value
    return None


def their_block(source: Source, candidate: Candidate, digest_bits: int) -> int | None:
    """The published cycles of a message block."""
    value = theirs(source, candidate, digest_bits)
    return None if value is None else round(value * candidate.block_bytes(digest_bits))


@functools.cache
def chosen(candidate: Candidate, processor: Processor) -> dict[str, Row]:
    """Our row for each function of a candidate; empty where one has none.

    The fastest within LIMIT bytes (least product of the cycles of a block), or else the smallest.
    """
    stored = [
        row
        for row in store.read().values()
        if (row.cpu, row.timing) == (processor.cpu, processor.timing) and row.block_cycles
    ]
    names = dict.fromkeys(candidate.functions)
    choices = [[row for row in stored if row.function == name] for name in names]
    combinations = list(itertools.product(*choices))

    def size(rows: Sequence[Row]) -> int:
        return sum(row.size_bytes or 0 for row in rows)

    def time(rows: Sequence[Row]) -> float:
        return math.prod(row.block_cycles or 0 for row in rows)

    fitting = [rows for rows in combinations if size(rows) <= LIMIT]
    best = min(fitting, key=time) if fitting else min(combinations, key=size, default=())
    return {row.function: row for row in best}


def our_block(processor: Processor, candidate: Candidate, digest_bits: int) -> float | None:
    """Our cycles of a message block, mode included."""
    row = chosen(candidate, processor).get(candidate.function(digest_bits))
    return None if row is None else row.block_cycles


def ours(processor: Processor, candidate: Candidate, digest_bits: int) -> float | None:
    """Our cycles a byte."""
    cycles = our_block(processor, candidate, digest_bits)
    return None if cycles is None else cycles / candidate.block_bytes(digest_bits)


def alone(row: Row | None) -> int | None:
    """The cycles of the block function alone, as the paper counts; None where that is in C."""
    if row is None:
        return None
    return parts.read().get(
        (row.function, row.implementation, row.cpu, f"kernel_cycles ({row.timing})")
    )


def ratio(one: float | None, other: float | None) -> float | None:
    """one / other where both are known."""
    return one / other if one is not None and other else None


def geometric_mean(values: Sequence[float]) -> float | None:
    """None of nothing."""
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


Figure = Callable[[Candidate, int], float | None]


def _their(source: Source) -> Figure:
    return lambda candidate, digest: theirs(source, candidate, digest)


def _our(processor: Processor) -> Figure:
    return lambda candidate, digest: ours(processor, candidate, digest)


def against(processor: Processor, source: Source) -> list[float]:
    """Ours / published for each cell of figure 1 that we have."""
    found = [
        ratio(ours(processor, candidate, digest), theirs(source, candidate, digest))
        for candidate in CANDIDATES
        for digest in DIGESTS
    ]
    return [each for each in found if each is not None]


# ---- the tables ----


def _cell(value: float | None, digits: int = 1) -> str:
    if value is None:
        return "-"
    # As the paper rounds: 9.25 is 9.3 there.
    rounded = Decimal(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return f"{rounded:,.{digits}f}"


def figure_1(render: Render) -> str:
    """Figure 1: every cell, published and ours."""
    head = ["candidate", "8051: cycles", "ours", "cycles/byte", "ours", "ours / published"]
    head += ["ARM7TDMI: cycles", "ours", "cycles/byte", "ours", "ours / published"]
    head += ["8051/ARM", "ours"]
    lines: list[list[object]] = []
    for candidate in CANDIDATES:
        for digest in DIGESTS:
            line: list[object] = [f"{candidate.name} {digest}"]
            pairs = []
            for processor, source in ((I8051, PAPER_8051), (ARM7TDMI, PAPER_ARM)):
                their, our = theirs(source, candidate, digest), ours(processor, candidate, digest)
                line += [
                    _cell(their_block(source, candidate, digest), 0),
                    _cell(our_block(processor, candidate, digest), 0),
                    _cell(their),
                    _cell(our),
                    _cell(ratio(our, their), 2),
                ]
                pairs.append((their, our))
            (their_8, our_8), (their_32, our_32) = pairs
            line += [_cell(ratio(their_8, their_32)), _cell(ratio(our_8, our_32))]
            lines.append(line)
    return render(head, lines, groups=(1, 6, 11))


def summary() -> str:
    """In words: how many cells there are, and the geometric means."""
    sentences = []
    for name, processor, source in (
        ("8051", I8051, PAPER_8051),
        ("ARM7TDMI", ARM7TDMI, PAPER_ARM),
    ):
        ratios = against(processor, source)
        mean = geometric_mean(ratios)
        below = sum(each <= 1 for each in ratios)
        sentences.append(
            f"{name}: {below} of {len(ratios)} cells at or below the published cycles, geometric "
            f"mean of ours / published {_cell(mean, 2)}; of the compression functions alone, as "
            f"the paper counts, {_cell(geometric_mean(alone_ratios(processor, source)), 2)} over "
            "the functions."
        )
    ratios = with_little_ram_ratios()
    below = sum(each <= 1 for each in ratios)
    sentences.append(
        f"8051 with at most {LITTLE} bytes of internal RAM: {below} of {len(ratios)} functions at "
        f"or below the published cycles, geometric mean {_cell(geometric_mean(ratios), 2)}; "
        f"without that bound it is {_cell(geometric_mean(fastest_ratios()), 2)} over the functions."
    )
    return "\n".join(sentences)


def _implementation(row: Row) -> Implementation:
    function = catalog.functions()[row.function]
    return next(i for i in catalog.implementations(function) if i.name == row.implementation)


def _promised(row: Row) -> contract.Contract | None:
    """The contract of the row's assembly; None for C."""
    implementation = _implementation(row)
    if not promises.is_assembly(implementation):
        return None
    cpu = catalog.cpus()[row.cpu]
    found = promises.tables(implementation)
    return contract.resolve(
        found,
        cpu,
        followed=promises.is_followed(implementation),
        function=implementation.function.name,
    )


def choices(render: Render) -> str:
    """The implementations behind ours, with what they take."""
    head = ["candidate", "CPU", "implementations", "bytes", "in all", "internal RAM", "fixed RAM"]
    head += ["stack", "bound, cycles", "of a block"]
    lines: list[list[object]] = []
    for processor in (I8051, ARM7TDMI, ARM920T, ATMEGA1281):
        for candidate in CANDIDATES:
            rows = list(chosen(candidate, processor).values())
            total = sum(row.size_bytes or 0 for row in rows)
            for number_, row in enumerate(rows):
                promised = _promised(row)
                bound = promised.bound if promised is not None else 0
                lines.append(
                    [
                        candidate.name if not number_ else "",
                        processor.timing if not number_ else "",
                        f"{row.function} {row.implementation}",
                        number(row.size_bytes),
                        number(total) if not number_ else "",
                        number(internal_ram(row)) if processor is I8051 else "",
                        number(row.static_bytes) if row.static_bytes else "",
                        number(row.stack_bytes),
                        _cell(bound, 0) if bound and processor in (I8051, ARM7TDMI) else "",
                        _cell(row.block_cycles, 0),
                    ]
                )
    return render(head, lines, keys=3)


def program_names(candidate: Candidate, processor: Processor) -> list[str]:
    """The implementations of which one program makes all digest sizes of a candidate."""
    functions_ = " ".join(sorted(set(candidate.functions)))
    return [
        name
        for of, name, cpu, figure in together.read()
        if (of, cpu, figure) == (functions_, processor.cpu, "size_bytes")
    ]


def one_program(render: Render) -> str:
    """For each candidate one program with one interface for all four digest sizes."""
    head = ["candidate", "CPU", "implementation", "bytes", "fixed RAM", "internal RAM"]
    head += ["context", "stack", "cycles of a block"]
    lines: list[list[object]] = []
    for processor in (I8051, ARM920T):
        for candidate in CANDIDATES:
            names = list(dict.fromkeys(candidate.functions))
            found = [
                _program(processor, candidate, name) for name in program_names(candidate, processor)
            ]
            if len(names) == 1:
                found = [_alone(row) for row in _of_one(names[0], processor)]
            for number_, cells in enumerate(sorted(found, key=lambda cells: int(cells[1]))):
                lead = [candidate.name, processor.timing] if not number_ else ["", ""]
                lines.append([*lead, *cells])
    return render(head, lines, left=3, keys=3)


def _of_one(name: str, processor: Processor) -> list[Row]:
    """The rows of a candidate that is one function: the fastest, and with little internal RAM."""
    candidate = next(each for each in CANDIDATES if name in each.functions)
    rows = [chosen(candidate, processor).get(name)]
    rows += [with_little_ram(name)] if processor is I8051 else []
    return [row for row in rows if row is not None]


def _program(processor: Processor, candidate: Candidate, name: str) -> list[str]:
    """The cells of a program that joins the functions of a candidate."""
    names = list(dict.fromkeys(candidate.functions))

    def of_all(figure: str) -> int | None:
        return together.figure(names, name, processor.cpu, figure)

    def of_each(figure: str) -> list[int]:
        found = [together.figure([each], name, processor.cpu, figure) for each in names]
        return [each for each in found if each is not None]

    blocks_ = ", ".join(number(each) for each in of_each("block_cycles"))
    return [
        name,
        *(
            "" if each is None else number(each)
            for each in map(of_all, ("size_bytes", "static_bytes", "internal_ram_bytes"))
        ),
        *(number(max(of_each(each), default=0)) for each in ("context_bytes", "stack_bytes")),
        blocks_,
    ]


def _alone(row: Row) -> list[str]:
    """The same of a function that makes all digest sizes itself."""
    ram = internal_ram(row) if row.cpu == I8051.cpu else None
    return [
        row.implementation,
        number(row.size_bytes),
        number(row.static_bytes) if row.static_bytes else "",
        "" if ram is None else number(ram),
        number(row.context_bytes),
        number(row.stack_bytes),
        _cell(row.block_cycles, 0),
    ]


LITTLE = 10
"""Bytes of internal RAM: the paper's core leaves "less than 10" to a program (section 1)."""


def internal_ram(row: Row) -> int | None:
    """Bytes of internal RAM at fixed addresses; None where nobody says.

    Of a row that was measured before there was such a figure: what its contract promises, of a
    kernel without the mode in C.
    """
    if row.internal_ram_bytes is not None:
        return row.internal_ram_bytes
    promised = _promised(row)
    return None if promised is None else promised.internal_ram


def with_little_ram(name: str) -> Row | None:
    """Our fastest implementation for the 8051 that has at most LITTLE bytes of internal RAM."""
    found = []
    for row in store.read().values():
        if (row.function, row.cpu, row.timing) != (name, I8051.cpu, I8051.timing):
            continue
        if row.internal_ram_bytes is None and _implementation(row).kernel is not None:
            continue
        internal = internal_ram(row)
        if internal is not None and internal <= LITTLE and row.block_cycles:
            found.append(row)
    return min(found, key=lambda row: row.block_cycles or 0, default=None)


def functions() -> list[tuple[str, Candidate, int]]:
    """Each function of the paper with its candidate and the digest size that stands for it."""
    found = []
    for candidate in CANDIDATES:
        for name in dict.fromkeys(candidate.functions):
            made = [digest for digest in DIGESTS if candidate.function(digest) == name]
            found.append((name, candidate, 256 if 256 in made else made[0]))
    return found


def with_little_ram_ratios() -> list[float]:
    """Ours / published cycles of a block, of each function with little internal RAM."""
    found = []
    for name, candidate, digest in functions():
        row, their = with_little_ram(name), their_block(PAPER_8051, candidate, digest)
        each = ratio(None if row is None else row.block_cycles, their)
        if each is not None:
            found.append(each)
    return found


def fastest_ratios() -> list[float]:
    """The same of the 8051's files that the tables choose."""
    found = [
        ratio(ours(I8051, candidate, digest), theirs(PAPER_8051, candidate, digest))
        for _, candidate, digest in functions()
    ]
    return [each for each in found if each is not None]


def little_ram(render: Render) -> str:
    """What the 8051 takes with little internal RAM, beside the paper and the fastest."""
    head = ["function", "implementation", "bytes", "internal RAM", "cycles/byte", "published"]
    head += ["ours / published", "the fastest: internal RAM", "cycles/byte"]
    lines: list[list[object]] = []
    for name, candidate, digest in functions():
        row, fast = with_little_ram(name), chosen(candidate, I8051).get(name)
        block = candidate.block_bytes(digest)
        their = theirs(PAPER_8051, candidate, digest)
        our = row.block_cycles / block if row is not None and row.block_cycles else None
        rams = ["-" if each is None else number(internal_ram(each)) for each in (row, fast)]
        lines.append(
            [
                name,
                "-" if row is None else row.implementation,
                "-" if row is None else number(row.size_bytes),
                rams[0],
                _cell(our),
                _cell(their),
                _cell(ratio(our, their), 2),
                rams[1],
                _cell(ours(I8051, candidate, digest)),
            ]
        )
    return render(head, lines)


def alone_ratios(processor: Processor, source: Source) -> list[float]:
    """Ours / published of each function, both without the mode of operation."""
    found = [
        ratio(alone(chosen(candidate, processor).get(name)), their_block(source, candidate, digest))
        for name, candidate, digest in functions()
    ]
    return [each for each in found if each is not None]


def blocks(render: Render) -> str:
    """The compression function without the mode of operation, as the paper counts, and with it."""
    head = ["function"]
    for name in ("8051", "ARM7TDMI"):
        head += [f"{name}: published", "ours, alone", "with the mode", "alone / published"]
    lines: list[list[object]] = []
    for name, candidate, digest in functions():
        line: list[object] = [name]
        for processor, source in ((I8051, PAPER_8051), (ARM7TDMI, PAPER_ARM)):
            row, their = (
                chosen(candidate, processor).get(name),
                their_block(source, candidate, digest),
            )
            line += [
                _cell(their, 0),
                _cell(alone(row), 0),
                _cell(None if row is None else row.block_cycles, 0),
                _cell(ratio(alone(row), their), 2),
            ]
        lines.append(line)
    return render(head, lines, groups=(1, 5))


def extended_rows() -> list[tuple[str, list[tuple[Row, extended.Row]]]]:
    """For each function its fastest and its file with little internal RAM, plain and rewritten."""
    found = []
    for name, candidate, _ in functions():
        rows = (chosen(candidate, I8051).get(name), with_little_ram(name))
        pairs = [
            (row, extended.read()[name, row.implementation])
            for row in rows
            if row is not None and (name, row.implementation) in extended.read()
        ]
        found.append((name, pairs))
    return found


def extended_ratio(which: int) -> float | None:
    """Geometric mean of cycles with the moves by those without: the fastest (0), little RAM (1)."""
    ratios_ = [
        ratio(pairs[which][1].block_cycles, pairs[which][0].block_cycles)
        for _, pairs in extended_rows()
        if len(pairs) == 2
    ]
    return geometric_mean([each for each in ratios_ if each is not None])


def extended_core(render: Render) -> str:
    """What moves of 16 and 32 bits save."""
    head = ["function"]
    for what in ("the fastest", "little internal RAM"):
        head += [what, "cycles", "with moves", "with / without", "bytes", "with moves"]
    lines: list[list[object]] = []
    for name, pairs in extended_rows():
        line: list[object] = [name]
        for row, other in pairs:
            line += [
                row.implementation,
                _cell(row.block_cycles, 0),
                _cell(other.block_cycles, 0),
                _cell(ratio(other.block_cycles, row.block_cycles), 3),
                number(row.size_bytes),
                number(other.size_bytes),
            ]
        lines.append([*line, *["-"] * (len(head) - len(line))])
    return render(head, lines, groups=(1, 7))


def extended_summary() -> str:
    """In words: the means."""
    fast, little = (_cell(extended_ratio(which), 3) for which in (0, 1))
    return (
        f"With the moves a block takes {fast} of the cycles in the fastest files and {little} in "
        "those with little internal RAM (geometric means over the functions)."
    )


def ranked(figure: Figure, digest_bits: int) -> list[str]:
    """The candidates from the fastest on; those without a figure are left out."""
    found = [(figure(candidate, digest_bits), candidate.name) for candidate in CANDIDATES]
    return [name for _, name in sorted((v, name) for v, name in found if v is not None)]


def places(figure: Figure, digest_bits: int) -> list[str]:
    """The same, one for each place; those with the same figure stand together in all of theirs."""
    values = {candidate.name: figure(candidate, digest_bits) for candidate in CANDIDATES}
    return [
        "/".join(sorted(name for name, value in values.items() if value == values[here]))
        for here in ranked(figure, digest_bits)
    ]


def _ranking(columns: Sequence[tuple[str, Figure]], render: Render) -> str:
    parts = []
    for digest in CLASSES:
        orders = [places(figure, digest) for _, figure in columns]
        lines = [
            [str(place + 1), *(order[place] if place < len(order) else "-" for order in orders)]
            for place in range(len(CANDIDATES))
        ]
        head = [f"{digest} bits", *(name for name, _ in columns)]
        parts.append(render(head, lines, left=len(head)))
    return "\n\n".join(parts)


def figure_5(render: Render) -> str:
    """Figure 5: rankings on 8 bits."""
    columns = (
        ("8051, paper", _their(PAPER_8051)),
        ("8051, ours", _our(I8051)),
        ("ATmega1281, XBX", _their(XBX_8)),
        ("ATmega1281, ours", _our(ATMEGA1281)),
    )
    return _ranking(columns, render)


def figure_6(render: Render) -> str:
    """Figure 6: rankings on 32 bits."""
    columns = (
        ("ARM7TDMI, paper", _their(PAPER_ARM)),
        ("ARM7TDMI, ours", _our(ARM7TDMI)),
        ("ARM920T, sphlib", _their(SPHLIB)),
        ("AT91RM9200, XBX", _their(XBX_32)),
        ("ARM920T, ours", _our(ARM920T)),
    )
    return _ranking(columns, render)


def _least(values: Sequence[float | None]) -> float | None:
    return min((each for each in values if each is not None), default=None)


def _results(
    first: tuple[str, Figure, str, Figure],
    others: Sequence[tuple[str, Figure]],
    own: tuple[str, Figure],
    render: Render,
) -> str:
    """Figures 7 and 8: a processor's figures by the least of others' on another one."""
    paper_name, paper, our_name, our = first
    parts = []
    for digest in CLASSES:
        lines = []
        for candidate in CANDIDATES:
            theirs_ = [figure(candidate, digest) for _, figure in others]
            here = own[1](candidate, digest)
            least = _least(theirs_)
            lines.append(
                [
                    candidate.name,
                    _cell(paper(candidate, digest)),
                    _cell(our(candidate, digest)),
                    *map(_cell, theirs_),
                    _cell(here),
                    _cell(ratio(paper(candidate, digest), least)),
                    _cell(ratio(our(candidate, digest), least)),
                    _cell(ratio(here, least), 2),
                ]
            )
        head = [f"{digest} bits", paper_name, our_name, *(name for name, _ in others), own[0]]
        head += ["coefficient, paper", "ours", "same processor: ours / least of others"]
        parts.append(render(head, lines))
    return "\n\n".join(parts)


def figure_7(render: Render) -> str:
    """Figure 7: results on 8 bits, cycles a byte."""
    return _results(
        ("8051, paper", _their(PAPER_8051), "8051, ours", _our(I8051)),
        (("ATmega1281, XBX", _their(XBX_8)),),
        ("ATmega1281, ours", _our(ATMEGA1281)),
        render,
    )


def figure_8(render: Render) -> str:
    """Figure 8: results on 32 bits, cycles a byte."""
    return _results(
        ("ARM7TDMI, paper", _their(PAPER_ARM), "ARM7TDMI, ours", _our(ARM7TDMI)),
        (("ARM920T, sphlib", _their(SPHLIB)), ("AT91RM9200, XBX", _their(XBX_32))),
        ("ARM920T, ours", _our(ARM920T)),
        render,
    )


def tolerance(small: Figure, large: Figure, candidate: Candidate, digest_bits: int) -> float | None:
    """Cycles a byte on 8 bits by those on 32 bits."""
    return ratio(small(candidate, digest_bits), large(candidate, digest_bits))


SERIES: tuple[tuple[str, Figure, Figure], ...] = (
    ("8051 / ARM7TDMI, paper", _their(PAPER_8051), _their(PAPER_ARM)),
    ("8051 / ARM7TDMI, ours", _our(I8051), _our(ARM7TDMI)),
    ("ATmega1281 / AT91RM9200, XBX", _their(XBX_8), _their(XBX_32)),
    ("ATmega1281 / ARM920T, ours", _our(ATMEGA1281), _our(ARM920T)),
)
"""Ratios of 8 to 32 bits: name, and the two figures."""


def figure_9(render: Render) -> str:
    """Figures 9 and 10: ratios of 8 to 32 bits."""
    lines = [
        [
            f"{candidate.name} {digest}",
            *(_cell(tolerance(small, large, candidate, digest)) for _, small, large in SERIES),
        ]
        for candidate in CANDIDATES
        for digest in CLASSES
    ]
    return render(["candidate", *(name for name, _, _ in SERIES)], lines)


OTHERS = ("jh", "blake2s", "blake2b", "ascon_hash256")
"""Further functions whose tolerance is counted."""


def _other(name: str) -> Candidate:
    return Candidate(name, (name,) * 4)


def measured_ratios() -> dict[str, tuple[float | None, float | None]]:
    """By function, 8051 by ARM7TDMI: the paper's ratio and ours.

    Ours is one of assembly on both, so that it is of the function and of no compiler.
    """
    found: dict[str, tuple[float | None, float | None]] = {}
    for name, candidate, digest in functions():
        paper = ratio(theirs(PAPER_8051, candidate, digest), theirs(PAPER_ARM, candidate, digest))
        found[name] = (
            paper,
            ratio(ours(I8051, candidate, digest), ours(ARM7TDMI, candidate, digest)),
        )
    for name in OTHERS:
        rows = [chosen(_other(name), each).get(name) for each in (I8051, ARM7TDMI)]
        small, large = (
            row.block_cycles
            if row is not None and promises.is_assembly(_implementation(row))
            else None
            for row in rows
        )
        found[name] = (None, ratio(small, large))
    return found


@dataclass(frozen=True)
class Fit:
    """ratio = factor * counted ^ exponent; explained: the share of the variance of logarithms."""

    factor: float
    exponent: float
    explained: float

    def of(self, name: str) -> float:
        """The ratio that the fit gives a function."""
        counted = operations.of(name)
        return self.factor * math.pow(counted.on_8 / counted.on_32, self.exponent)


def fitted(which: int) -> Fit | None:
    """To the paper's ratios (0) or ours (1), of the paper's functions; None without enough."""
    values = {name: measured_ratios()[name][which] for name, _, _ in functions()}
    known = {name: value for name, value in values.items() if value}
    if len(known) < 3:
        return None
    counts = [operations.of(name) for name in known]
    rows = [(1.0, math.log(each.on_8 / each.on_32)) for each in counts]
    logs = [math.log(value) for value in known.values()]
    start, exponent = operations.least_squares(rows, logs)
    found = [start + exponent * row[1] for row in rows]
    return Fit(math.exp(start), exponent, operations.explained(found, logs))


def spread(which: int) -> tuple[float, float]:
    """Mean and standard deviation of the ratios of figure 1's cells: the paper's (0), ours (1)."""
    pairs = ((_their(PAPER_8051), _their(PAPER_ARM)), (_our(I8051), _our(ARM7TDMI)))
    small, large = pairs[which]
    every = [
        tolerance(small, large, candidate, digest) for candidate in CANDIDATES for digest in DIGESTS
    ]
    values = [each for each in every if each is not None]
    if len(values) < 2:
        return math.nan, math.nan
    return statistics.fmean(values), statistics.stdev(values)


def counts(render: Render) -> str:
    """Operations of a message block by kind, and what follows from them for the ratio."""
    add, logic, turn = operations.ADD, operations.LOGIC, (operations.ROTATION, operations.SHIFT)
    head = ["function", "additions, 32 bits", "64 bits", "and, or, xor, not", "table look-ups"]
    head += ["rotations and shifts by whole bytes", "1 bit off", "2", "3", "4"]
    head += ["state outside 13 registers", "on bytes", "on 32 bits", "counted ratio"]
    head += ["paper", "ours", "fit to ours"]
    fit, ratios_ = fitted(1), measured_ratios()
    lines: list[list[object]] = []
    for name, (paper, our) in ratios_.items():
        counted = operations.of(name)
        lines.append(
            [
                name,
                *(number(counted.number(add, bits=bits)) for bits in (32, 64)),
                number(counted.number(logic)),
                number(counted.number(operations.TABLE)),
                *(number(counted.number(*turn, distance=distance)) for distance in range(5)),
                f"{100 * counted.outside:.0f} %",
                number(counted.on_8),
                number(counted.on_32),
                _cell(counted.on_8 / counted.on_32),
                _cell(paper),
                _cell(our),
                _cell(None if fit is None else fit.of(name)),
            ]
        )
    return render(head, lines, groups=(1, 5, 10, 14))


def fits() -> str:
    """In words: mean and deviation of the ratios, and what the counts explain of them."""
    sentences = []
    for which, name in enumerate(("the paper's", "ours")):
        mean, deviation = spread(which)
        sentences.append(
            f"8051 by ARM7TDMI, {name}: mean {_cell(mean)} and standard deviation "
            f"{_cell(deviation)} over the 28 cells of figure 1"
            if not math.isnan(mean)
            else f"8051 by ARM7TDMI, {name}: no ratios"
        )
        fit = fitted(which)
        if fit is not None:
            sentences[-1] += (
                f"; fit {_cell(fit.factor, 2)} x (counted ratio) ^ {_cell(fit.exponent, 2)}, which "
                f"explains {100 * fit.explained:.0f} per cent of the variance of the logarithms"
            )
        sentences[-1] += "."
    return "\n".join(sentences)


HEADINGS: tuple[tuple[str, str, Callable[[Render], str]], ...] = (
    ("cells", "Figure 1: speeds; a message block, and a byte of it", figure_1),
    ("blocks", "The compression function alone, and with the mode of operation", blocks),
    ("rankings on 8 bits", "Figure 5: rankings on 8 bits, from the fastest on", figure_5),
    ("rankings on 32 bits", "Figure 6: rankings on 32 bits, from the fastest on", figure_6),
    ("results on 8 bits", "Figure 7: results on 8 bits, cycles a byte", figure_7),
    ("results on 32 bits", "Figure 8: results on 32 bits, cycles a byte", figure_8),
    ("tolerance", "Figures 9 and 10: cycles a byte on 8 bits by those on 32 bits", figure_9),
    ("counts", "Operations of a message block, counted from the specifications", counts),
    ("choices", "Our implementations behind these", choices),
    ("one program", "One program for all digest sizes of a candidate", one_program),
    ("extended core", "8051 with moves of 16 and 32 bits", extended_core),
    ("internal RAM", f"8051 with at most {LITTLE} bytes of internal RAM", little_ram),
)
"""Each table: the generated part of the page, its heading on the terminal, and what makes it."""


def text(width: int | None) -> str:
    """Every table, for a terminal of so many characters a line; None: of any."""
    render = terminal(width)
    parts = [f"{heading}\n\n{make(render)}" for _, heading, make in HEADINGS]
    words, explained = (
        "\n".join(textwrap.fill(line, width or len(line)) for line in lines.splitlines())
        for lines in (summary(), f"{fits()}\n{extended_summary()}")
    )
    return "\n\n".join([parts[0], words, *parts[1:], explained])


PARTS: dict[str, Callable[[], str]] = {
    "smart cards: summary": lambda: "\n".join(f"- {line}" for line in summary().splitlines()),
    "smart cards: moves": lambda: f"- {extended_summary()}",
    "smart cards: fits": lambda: "\n".join(f"- {line}" for line in fits().splitlines()),
    **{f"smart cards: {name}": functools.partial(make, markdown) for name, _, make in HEADINGS},
}


# ---- the pictures ----

WIDTH, LEFT, RIGHT, BAR, GAP = 860, 110, 70, 13, 12
LEGEND, LEGEND_STEP, LEGEND_COLUMN = 40, 18, 340
COLOURS = (svg.OTHER, svg.OURS, "#d9c27a", "#3b6ea5")

Bars = Sequence[tuple[str, Sequence[float | None]]]


def bars(title: str, series: Sequence[str], groups: Bars, digits: int = 0) -> str:
    """An SVG of groups of bars, one bar for each series; lengths in proportion to the longest."""
    top = LEGEND + -(-len(series) // 2) * LEGEND_STEP + 14
    height = top + len(groups) * (len(series) * BAR + GAP) + 10
    parts = [*svg.opening(WIDTH, height), svg.text(LEFT, 24, title, weight="bold")]
    for place, (name, colour) in enumerate(zip(series, COLOURS, strict=False)):
        x, y = LEFT + place % 2 * LEGEND_COLUMN, LEGEND + place // 2 * LEGEND_STEP
        parts.append(f'<rect x="{x}" y="{y}" width="12" height="12" fill="{colour}"/>')
        parts.append(svg.text(x + 17, y + 11, name, size=12))
    longest = max((value for _, values in groups for value in values if value), default=1.0)
    scale = (WIDTH - LEFT - RIGHT) / longest
    y = top
    for name, values in groups:
        parts.append(svg.text(LEFT - 10, y + len(series) * BAR / 2 + 5, name, anchor="end"))
        for value, colour in zip(values, COLOURS, strict=False):
            if value is not None:
                width = value * scale
                parts.append(
                    f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="{BAR - 2}" '
                    f'fill="{colour}"/>'
                )
                words = _cell(value, digits)
                parts.append(svg.text(LEFT + width + 5, y + BAR - 3, words, size=11))
            y += BAR
        y += GAP
    parts.append("</svg>\n")
    return "\n".join(parts)


def speeds(name: str, processor: Processor, source: Source) -> str:
    """Figures 2 and 3: cycles a byte of each candidate, the paper's fastest first."""
    order = ranked(_their(source), 256)
    by_name = {candidate.name: candidate for candidate in CANDIDATES}
    groups = [
        (
            f"{each} {digest}",
            [theirs(source, by_name[each], digest), ours(processor, by_name[each], digest)],
        )
        for each in order
        for digest in CLASSES
    ]
    return bars(f"{name}: cycles a byte", ("published", "ours"), groups)


def ratios(title: str, series: Sequence[tuple[str, Figure, Figure]]) -> str:
    """Figures 4 and 10: ratios of 8 to 32 bits."""
    groups = [
        (
            f"{candidate.name} {digest}",
            [tolerance(small, large, candidate, digest) for _, small, large in series],
        )
        for candidate in CANDIDATES
        for digest in CLASSES
    ]
    return bars(title, [name for name, _, _ in series], groups, 1)


PICTURES: dict[str, Callable[[], str]] = {
    "docs/smart-cards-8051.svg": lambda: speeds("8051", I8051, PAPER_8051),
    "docs/smart-cards-arm.svg": lambda: speeds("ARM7TDMI", ARM7TDMI, PAPER_ARM),
    "docs/smart-cards-ratio.svg": lambda: ratios(
        "Cycles a byte on the 8051 by those on the ARM7TDMI", SERIES[:2]
    ),
    "docs/smart-cards-tolerance.svg": lambda: ratios(
        "Cycles a byte on 8 bits by those on 32 bits", SERIES
    ),
}
