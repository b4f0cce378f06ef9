"""The table of `mote bench`, line by line as the rows come, fitted to the terminal."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from mote.catalog import catalog
from mote.choosing import export, leading, proved
from mote.common.columns import Cell, Column, Table, number
from mote.comparing import published
from mote.measuring.bench import BenchJob, Outcome
from mote.measuring.row import Row

RATIOS = {
    "size_bytes": "size/best",
    "long_cycles_per_byte": "cycles/best",
    "short_cycles": "short/best",
}
"""The figures that stand beside published ones, and the keys of the columns with ours / theirs."""

LEGEND = (
    "cycles: for a byte of a long message; pieces: if it comes in calls of 64 bytes;",
    "short: for a message of 32 bytes.",
    "RAM: context, deepest stack and fixed memory.",
    "proved: every message anywhere (proved), at one place (calls), parts (block).",
)
MARKED = (
    f"{leading.IN_PIECES}: in pieces more than {leading.PIECES_SHOWN} times that "
    "(pieces, with --wide)."
)
COMPARED = "of best: ours / the best comparable published figure; below 1 ours is better."


class BenchTable:
    """Gives the lines to print, a group for each CPU and timing.

    pairs: function and implementation of every row that may come.  width: of a line, None for every
    column.  first_timing: leave a CPU's other timings out.
    """

    def __init__(
        self,
        pairs: Iterable[tuple[str, str]],
        width: int | None,
        *,
        color: bool = False,
        first_timing: bool = False,
        cpus: Iterable[str] = (),
        said: Container[str] = (),
    ) -> None:
        pairs = set(pairs)
        names = set(cpus)
        self._compared = any(
            entry["function"] in {function for function, _ in pairs}
            and entry["comparable"] == "yes"
            and (not names or entry["cpu"] in names)
            for entry in published.rows()
        )
        self._first_timing = first_timing
        self._said = said
        self._table = Table(_columns(pairs, self._compared), width, color=color)
        self._marked = False
        self._group: tuple[str, str] | None = None
        self._later: dict[tuple[str, str], list[Row]] = {}

    def head(self) -> list[str]:
        """The lines above the first row."""
        return self._table.head()

    def rows(self, rows: Sequence[Row]) -> list[str]:
        """The lines of the next implementation's rows; a CPU's other timings come at its end."""
        lines = []
        first = rows[0]
        if self._group is None or self._group[0] != first.cpu:
            lines += self._end_group()
        for row in rows:
            group = (row.cpu, row.timing)
            if group == (first.cpu, first.timing):
                lines += self._row(group, row)
            elif not self._first_timing:
                self._later.setdefault(group, []).append(row)
        return lines

    def end(self) -> list[str]:
        """The lines below the last row."""
        lines = [*self._end_group(), "", *LEGEND]
        if self._marked:
            lines.append(MARKED)
        return [*lines, COMPARED] if self._compared else lines

    def _end_group(self) -> list[str]:
        later, self._later = self._later, {}
        return [
            line for group, rows in later.items() for row in rows for line in self._row(group, row)
        ]

    def _row(self, group: tuple[str, str], row: Row) -> list[str]:
        lines = []
        if group != self._group:
            self._group = group
            lines += ["", self._title(row)]
        problem = row.problem
        if problem and row.size_bytes is None:
            reason = "" if problem in self._said else f": {problem}"
            start = f"{row.function} {row.implementation}  "
            return [*lines, self._table.note(start, f"not measured{reason}")]
        lines.append(self._table.line(_cells(row)))
        self._marked = self._marked or bool(_mark(row))
        failed = row.failed_checks
        if failed:
            lines.append(self._table.note("  FAILED: ", failed))
        if problem and problem not in self._said:
            lines.append(self._table.note("  ", problem))
        return lines

    def _title(self, row: Row) -> str:
        cpu = catalog.cpus()[row.cpu]
        counts = {
            "exact": f"exact cycles, {row.timing}",
            "modelled": f"cycles as modelled, {row.timing}",
            "instructions": "executed instructions instead of cycles",
            "host": "cycles timed on this host",
        }[row.fidelity]
        what = [] if cpu.title == cpu.name else [cpu.title]
        text = "; ".join([*what, counts, *([] if cpu.reentrant else ["not reentrant"])])
        line = self._table.note(f"{cpu.name}: ", text)
        return self._table.styled(cpu.name, "head") + line[len(cpu.name) :]


def of_rows(rows: Sequence[Row], table: BenchTable) -> str:
    """The whole table of rows that are all there."""
    lines = table.head()
    together: dict[tuple[str, str, str], list[Row]] = {}
    for row in rows:
        name = (row.cpu, row.function, row.implementation)
        together.setdefault(name, []).append(row)
    cpus = [cpu for cpu, _, _ in together]
    for each in sorted(together, key=lambda name: cpus.index(name[0])):
        # Stored rows have the order of the names of their timings.
        order = [timing.name for timing in catalog.cpus()[each[0]].timings]
        lines += table.rows(sorted(together[each], key=lambda row: order.index(row.timing)))
    return "\n".join([*lines, *table.end()])


class InOrder:
    """Gives the lines of outcomes in the order of their jobs, each as early as that allows."""

    def __init__(self, table: BenchTable, work: Sequence[BenchJob]) -> None:
        self._table = table
        self._waiting: dict[int, Outcome] = {}
        self._next = 0
        self._total = len(work)

    def add(self, index: int, outcome: Outcome) -> list[str]:
        """The lines that can be printed now."""
        lines = self._table.head() if self._next == 0 and index == 0 else []
        self._waiting[index] = outcome
        while self._next in self._waiting:
            lines += self._table.rows(self._waiting.pop(self._next).rows)
            self._next += 1
        if self._next == self._total:
            lines += self._table.end()
        return lines


def _columns(pairs: set[tuple[str, str]], compared: bool) -> list[Column]:
    """Every column, in order; the names are as wide as the longest."""

    def figure(name: str, unit: str, width: int, importance: int = 0, key: str = "") -> Column:
        return Column(name, unit, width, True, importance, key)

    def ratio(figure_name: str, importance: int) -> list[Column]:
        key = RATIOS[figure_name]
        return [figure("of best", "ratio", 5, importance, key)] if compared else []

    return [
        Column("function", width=max((len(function) for function, _ in pairs), default=0)),
        Column("implementation", width=max((len(name) for _, name in pairs), default=0)),
        figure("size", "bytes", 5),
        *ratio("size_bytes", 2),
        figure("cycles", "a byte", 6),
        figure("pieces", "a byte", 6, 3),
        *ratio("long_cycles_per_byte", 2),
        figure("short", "cycles", 7),
        *ratio("short_cycles", 4),
        figure("RAM", "bytes", 5),
        figure("stack", "bytes", 5, 3),
        Column("proved", "", importance=3),
        figure("speed/size", "", 6, 5),
        figure("digest", "bits", 4, 6),
        figure("context", "bytes", 5, 6),
        figure("fixed", "bytes", 5, 6),
        figure("spread", "cycles", 6, 7),
        figure("block", "cycles", 7, 7),
        figure("instructions", "a byte", 8, 7),
        Column("vectors", "", 14, importance=7),
        *(
            Column(f"published {name}", "", 14, importance=8)
            for name in ("size", "cycles", "short")
            if compared
        ),
        Column("toolchain", "", 17, importance=9),
        Column("flags", "", importance=10),
    ]


def _mark(row: Row) -> str:
    """The sign of a row of which a byte takes much more in pieces, if it is one."""
    return leading.IN_PIECES if leading.pieces_mark(row) else ""


def _cells(row: Row) -> dict[str, Cell | str]:
    counted = row.fidelity == "instructions"
    kind = "instructions" if counted else "cycles"
    cells: dict[str, Cell | str] = {
        "function": str(row.function),
        "implementation": str(row.implementation),
        "size": number(row.size_bytes),
        "cycles": number(row.number(f"long_{kind}_per_byte")) + _mark(row),
        "pieces": number(row.number(f"pieces_{kind}_per_byte")),
        "short": number(row.number(f"short_{kind}")),
        "RAM": str(export.ram(row)),
        "stack": number(row.stack_bytes),
        "proved": proved.of_names(row.function, row.implementation, row.cpu).partition(" ")[0],
        "speed/size": number(row.speed_size_ratio),
        "digest": number(row.digest_bits),
        "context": number(row.context_bytes),
        "fixed": number(row.static_bytes),
        "spread": number(row.cycles_spread),
        "block": number(row.number(f"block_{kind}")),
        "instructions": number(row.long_instructions_per_byte),
        "vectors": _vectors(row),
        "toolchain": str(row.toolchain),
        "flags": str(row.flags),
    }
    for figure, key in RATIOS.items():
        cells[key] = _ratio(row, figure)
        cells[f"published {key.partition('/')[0]}"] = theirs(row, figure)
    return cells


def _ratio(row: Row, figure: str) -> Cell:
    """Ours to the best published figure: good where ours is not the greater."""
    theirs = published.best(row, figure)
    ours = row.number(figure)
    if not theirs or ours is None:
        return Cell("")
    ratio = ours / theirs
    return Cell(f"{ratio:.2f}", "good" if ratio <= 1 else "bad")


def theirs(row: Row, figure: str) -> str:
    """What a figure stands against; the value on paper behind it where theirs was run here."""
    entry = published.best_entry(row, figure)
    if entry is None:
        return ""
    if entry.measured_here is None:
        return number(entry.published)
    return f"{number(entry.measured_here)} ({number(entry.published)})"


def _vectors(row: Row) -> str:
    if row.vectors_passed is None:
        return ""
    passed, failed = row.vectors_passed, row.vectors_failed
    return f"{passed} passed" + (f", {failed} FAILED" if failed else "")
