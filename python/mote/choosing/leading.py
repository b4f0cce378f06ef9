"""The smallest and the fastest implementations, by the stored figures.  Needs no package.

What *smallest* means is decided here, for every table and command: `smallest`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mote.catalog import catalog
from mote.catalog.cpu import Cpu
from mote.catalog.function import Implementation
from mote.common.columns import number
from mote.keeping import store
from mote.measuring.row import Row


def rows_by_function() -> list[Row]:
    """The rows of results/figures.csv, in the order of functions, CPUs and implementations."""
    order = list(catalog.cpus())
    table = store.read()
    keys = [key for key in table if key[2] in order]
    keys.sort(key=lambda key: (key[0], order.index(key[2]), key[1]))
    return [table[key] for key in keys]


def _is_first_timing(row: Row) -> bool:
    """A CPU's first timing is the one that its published figures were taken on."""
    return row.timing == catalog.cpus()[row.cpu].timings[0].name


def size_of(row: Row) -> int:
    """The size of a row that has figures, in bytes."""
    assert row.size_bytes is not None
    return row.size_bytes


PIECES_MOST = 2
"""A message that comes in pieces takes at most so many times what it takes in one call, or the file
is not what *smallest* means: each of its calls computes constants that it does not keep."""

PIECES_SHOWN = 1.2
"""Tables show the figure in pieces where it is more than so many times that in one call."""

IN_PIECES = "‡"
"""The mark of a figure for a message in pieces."""


def pieces(row: Row) -> float | None:
    """A byte of a message in pieces, in cycles or else in instructions; None if not measured."""
    if row.long_cycles_per_byte is not None:
        return row.pieces_cycles_per_byte
    return row.pieces_instructions_per_byte


def times_in_pieces(row: Row) -> float:
    """What a byte takes in pieces, in terms of what it takes in one call; 1 if not measured."""
    found = pieces(row)
    return 1.0 if found is None else found / _time_of(row)


def costly_in_pieces(row: Row) -> bool:
    """Whether a message that comes in pieces takes much more than in one call."""
    return times_in_pieces(row) > PIECES_MOST


def smallest(rows: Iterable[Row]) -> Row:
    """Of rows of one CPU and timing the smallest that is not costly in pieces, or else of all.

    Of several with the same size the fastest.
    """
    found = list(rows)
    fit = [row for row in found if not costly_in_pieces(row)]
    return min(fit or found, key=lambda row: (size_of(row), _time_of(row)))


def tiniest(rows: Iterable[Row]) -> Row:
    """The smallest of all, whatever a message takes that comes in pieces."""
    return min(rows, key=lambda row: (size_of(row), _time_of(row)))


def extremes(rows: Iterable[Row]) -> set[store.Key]:
    """The keys of rows that are costly in pieces where the function has a row that is not."""
    found = list(rows)

    def group(row: Row) -> tuple[str, str, str]:
        return row.function, row.cpu, row.timing

    others = {group(row) for row in found if not costly_in_pieces(row)}
    return {store.key(row) for row in found if costly_in_pieces(row) and group(row) in others}


def pieces_mark(row: Row) -> str:
    """What stands behind a long figure: that for a message in pieces, where it is much more."""
    if row.problem is not None or times_in_pieces(row) <= PIECES_SHOWN:
        return ""
    return f" ({number(pieces(row))} {IN_PIECES})"


def _time_of(row: Row) -> float:
    time = row.long_cycles_per_byte or row.long_instructions_per_byte
    assert time is not None
    return time


def leading(rows: Sequence[Row]) -> list[Row]:
    """For each function and CPU the smallest implementation, and the fastest if it is another.

    Of several with the same time the smallest is the fastest.
    """
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        if _is_first_timing(row):
            groups.setdefault((row.function, row.cpu), []).append(row)
    return [row for group in groups.values() for row in _leaders(group)]


def _leaders(group: Sequence[Row]) -> list[Row]:
    """Of rows of one CPU and timing the smallest, and the fastest if it is another."""
    small = smallest(group)
    fastest = min(group, key=lambda row: (_time_of(row), size_of(row)))
    is_other = fastest is not small and _time_of(fastest) < _time_of(small)
    return [small, fastest] if is_other else [small]


def with_counterparts(function: str, cpu: str) -> list[Row]:
    """The leading rows on a CPU of a function and those that are the same by another header."""
    rows = [
        row
        for row in rows_by_function()
        if row.cpu == cpu
        and catalog.counterpart(row.function) == function
        and _is_first_timing(row)
    ]
    return _leaders(rows) if rows else []


def name_beside(row: Row, function: str) -> str:
    """What a row's file is called among those of a function: with its own function if another."""
    return row.implementation + ("" if row.function == function else f" ({row.function})")


def main_rows() -> list[Row]:
    """The stored rows of the main table, by CPU.

    Those are the leading rows of the functions with `shipped` on the CPUs with `main`.
    """
    shipped = {name for name, function in catalog.functions().items() if function.shipped}
    cpus = [cpu.name for cpu in catalog.cpus().values() if cpu.main]
    rows = [r for r in rows_by_function() if r.function in shipped and r.cpu in cpus]
    return sorted(leading(rows), key=lambda row: cpus.index(row.cpu))


def main_pairs() -> list[tuple[Implementation, Cpu]]:
    """The implementations and CPUs of the main table; all of a function that has no row yet."""
    wanted: dict[tuple[str, str], list[str]] = {}
    for row in main_rows():
        wanted.setdefault((row.cpu, row.function), []).append(row.implementation)
    pairs = []
    for cpu in catalog.cpus().values():
        for function in catalog.functions().values():
            if not (cpu.main and function.shipped):
                continue
            known = {i.name: i for i in catalog.implementations(function)}
            fit = [name for name, each in known.items() if catalog.runs_on(each, cpu)]
            names = [n for n in wanted.get((cpu.name, function.name), []) if n in fit]
            pairs += [(known[name], cpu) for name in names or fit]
    return pairs
