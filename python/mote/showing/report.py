"""Tables for people: on the terminal and in the README."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from tabulate import tabulate

from mote import timing as timing_models
from mote.catalog import catalog, kinds, listing
from mote.catalog.cpu import Cpu
from mote.catalog.function import Function
from mote.checking.cores import NAME as CORES
from mote.checking.verify import CHECKS, CONTRACT, NOT_FINISHED, Check
from mote.choosing.leading import leading, main_rows, pieces_mark, rows_by_function, size_of
from mote.common import files
from mote.common.columns import colored, folded, number, terminal_width
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.comparing import papers, published
from mote.comparing.papers import libraries
from mote.fuzzing.fuzz import Result
from mote.ise import beside, controllers, scaled
from mote.ise import table as ise_table
from mote.ise.riscv import areas, clocks, energy, manual
from mote.ise.riscv import study as riscv_study
from mote.measuring import extended, parts, together
from mote.measuring.bench import BenchJob, Outcome
from mote.measuring.row import Row
from mote.mutation import results as mutation
from mote.proving import results as proofs
from mote.running import system
from mote.showing import boot, page, picture, studies, tables
from mote.showing.page import picture as screenshot
from mote.showing.tables import BenchTable, theirs

BEGIN = "<!-- generated: {name}; `./mote report --write` makes it -->"
END = "<!-- end of {name} -->"


def _long(row: Row) -> str:
    """The long figure: cycles, or executed instructions, marked as such."""
    if row.long_cycles_per_byte is not None:
        return number(row.long_cycles_per_byte)
    if row.fidelity == "instructions" and row.long_instructions_per_byte is not None:
        return f"{number(row.long_instructions_per_byte)} ins"
    return ""


def _short(row: Row) -> str:
    if row.short_cycles is not None:
        return number(row.short_cycles)
    if row.fidelity == "instructions" and row.short_instructions is not None:
        return f"{number(row.short_instructions)} ins"
    return ""


def check_table(results: Iterable[tuple[str, str, str, Sequence[Check], str]]) -> str:
    """One line an implementation and CPU with the checks, and the failures in words."""
    lines, notes = [], []
    results = list(results)
    further = [CORES] if any(c.name == CORES for *_, checks, _ in results for c in checks) else []
    for function, implementation, cpu, checks, problem in results:
        by_name = {check.name: check for check in checks}
        cells = [by_name[name].status if name in by_name else "not run" for name in CHECKS]
        for name in (CONTRACT, *further):
            cells.append(by_name[name].status if name in by_name else "none")
        lines.append([function, implementation, cpu, *cells])
        for check in checks:
            if check.failed or (check.name, check.status) == (CORES, NOT_FINISHED):
                notes.append(f"{function} {implementation} on {cpu}: {check.name}: {check.detail}")
        if not checks:
            notes.append(f"{function} {implementation} on {cpu}: {problem}")
    head = ["function", "implementation", "cpu", *CHECKS, CONTRACT, *further]
    table = folded(head, lines, terminal_width(), left=len(head), keys=3)
    return "\n".join([table, *(["", *notes] if notes else [])])


def _memory(row: Row) -> str:
    memory = f"{row.context_bytes} + {row.stack_bytes}"
    if row.static_bytes:
        memory += f" + {row.static_bytes} fixed"
    return memory


FIRST_FUNCTIONS = ("sha256", "sha3", "ascon_hash256")
FIRST_CPUS = ("avr8", "cortex-m0", "rv32imc", "mcs51")
"""What the README's table shows of the main table."""


def first_table() -> str:
    """The README's table in Markdown, twelve rows that fit a screen: figures without files' names.

    The figures are those of the main table: of the smallest file, and of the fastest.
    """
    head = ["function", "CPU", "bytes", "theirs", "cycles/byte", "theirs"]
    pairs: dict[tuple[str, str], list[Row]] = {}
    for row in main_rows():
        pairs.setdefault((row.function, row.cpu), []).append(row)
    lines = []
    for function in FIRST_FUNCTIONS:
        for cpu in FIRST_CPUS:
            rows = pairs[function, cpu]
            lines.append(
                [
                    function,
                    cpu,
                    _size(rows[0]),
                    number(published.best(rows[0], "size_bytes")),
                    _long_marked(rows[-1]),
                    number(published.best(rows[-1], "long_cycles_per_byte")),
                ]
            )
    return tabulate(lines, head, tablefmt="github", disable_numparse=True)


def main_table() -> str:
    """The main table in Markdown: the rows of `mote bench` alone, one line a function and CPU.

    Beside the smallest file stands the smallest of other people's, beside the fastest the fastest.
    """
    head = ["CPU", "function", "smallest", "bytes", "others' best", "cycles/byte"]
    head += ["fastest", "cycles/byte", "others' best", "bytes"]
    pairs: dict[tuple[str, str], list[Row]] = {}
    for row in main_rows():
        pairs.setdefault((row.cpu, row.function), []).append(row)
    lines = []
    for (cpu, function), rows in pairs.items():
        small, fast = rows[0], rows[-1]
        lines.append(
            [
                f"`{cpu}`",
                f"`{function}`",
                f"[`{small.implementation}`](../src/{_source(small)})",
                _size(small),
                number(published.best(small, "size_bytes")),
                _long_marked(small),
                "the same"
                if fast is small
                else f"[`{fast.implementation}`](../src/{_source(fast)})",
                _long_marked(fast),
                number(published.best(fast, "long_cycles_per_byte")),
                _size(fast),
            ]
        )
    return tabulate(lines, head, tablefmt="github", disable_numparse=True)


def _counted(row: Row) -> str:
    """What the cycles of a row are."""
    kind = str(row.fidelity)
    return kind if kind == "instructions" else f"{kind}, {row.timing}"


def compared_table() -> str:
    """In Markdown: the leading rows of functions with published figures, beside those."""
    head = ["function", "CPU", "implementation", "size", "published", "cycles/byte", "published"]
    head += ["short message", "published", "speed/size", "published", "RAM", "cycles are"]
    on = {(entry["function"], entry["cpu"]) for entry in published.rows()}
    lines = []
    for row in leading([row for row in rows_by_function() if (row.function, row.cpu) in on]):
        small = published.best(row, "size_bytes")
        ratio = published.best_speed_size(row)
        lines.append(
            [
                f"`{row.function}`",
                f"`{row.cpu}`",
                f"[`{row.implementation}`](../src/{_source(row)})",
                _size(row),
                number(small),
                _long_marked(row),
                theirs(row, "long_cycles_per_byte"),
                _short(row),
                theirs(row, "short_cycles"),
                number(row.speed_size_ratio),
                number(ratio),
                _memory(row),
                _counted(row),
            ]
        )
    return tabulate(lines, head, tablefmt="github", disable_numparse=True)


def _size(row: Row) -> str:
    """The size in bytes, marked where it outgrows the cache that a board of this timing has."""
    timing = next(t for t in catalog.cpus()[row.cpu].timings if t.name == row.timing)
    cache = timing_models.load(timing.model).instruction_cache_bytes if timing.model else 0
    return f"{row.size_bytes}{' †' if cache and size_of(row) > cache else ''}"


def _long_marked(row: Row) -> str:
    """The long figure, with that for a message in pieces where it is much more."""
    return _long(row) + pieces_mark(row)


def _source(row: Row) -> str:
    """The path of a row's source below src/."""
    function = catalog.functions()[row.function]
    for implementation in catalog.implementations(function):
        if implementation.name == row.implementation:
            return str(implementation.sources[-1].relative_to(ROOT / "src"))
    return str(function.folder.relative_to(ROOT / "src"))


FIGURES = "docs/figures"
"""The folder with a page of rows for each family."""


def _families() -> dict[str, list[Row]]:
    """The stored rows by family, in the order of their names."""
    functions = catalog.functions()
    found: dict[str, list[Row]] = {}
    for row in rows_by_function():
        found.setdefault(functions[row.function].family, []).append(row)
    return dict(sorted(found.items()))


def families_table() -> str:
    """The pages of rows in Markdown: a line for each family."""
    lines = [
        [
            f"[{family}](figures/{family}.md)",
            ", ".join(dict.fromkeys(f"`{row.function}`" for row in rows)),
            len(rows),
        ]
        for family, rows in _families().items()
    ]
    return tabulate(lines, ["family", "functions", "rows"], tablefmt="github")


def figures_pages() -> dict[str, str]:
    """A page for each family with all of its rows, by its path in the checkout."""
    return {
        f"{FIGURES}/{family}.md": f"# Figures of {family}\n\n"
        "Every stored row, with every timing; what each column counts: "
        "[measuring.md](../measuring.md). `./mote report --write` makes this page.\n\n"
        f"{figures_table(rows)}\n"
        for family, rows in _families().items()
    }


def figures_table(rows: Iterable[Row]) -> str:
    """Rows in Markdown, without spaces that would only align the source."""
    head = ["function", "CPU", "implementation", "size", "cycles/byte", "in pieces"]
    head += [
        "short message",
        "cycles/block",
        "instructions/block",
        "context",
        "stack",
        "speed/size",
        "cycles are",
    ]
    head += ["toolchain"]
    lines = [
        [
            row.function,
            row.cpu,
            row.implementation,
            _size(row),
            number(row.long_cycles_per_byte),
            number(row.pieces_cycles_per_byte),
            number(row.short_cycles),
            number(row.block_cycles),
            number(row.block_instructions),
            f"{row.context_bytes}" + (f" + {row.static_bytes} fixed" if row.static_bytes else ""),
            row.stack_bytes,
            number(row.speed_size_ratio),
            f"{row.fidelity}, {row.timing}",
            row.toolchain,
        ]
        for row in rows
    ]
    texts = [["" if cell is None else str(cell) for cell in line] for line in lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, ["---"] * len(head), *texts])


def published_table() -> str:
    """Every published figure in Markdown."""
    head = ["function", "CPU", "figure", "published", "measured here", "implementation", "system"]
    head += ["source", "counts", "comparable"]
    lines = [
        [
            entry["function"],
            entry["cpu"],
            entry["figure"].replace("_", " "),
            entry["value"],
            entry["measured_here"],
            entry["implementation"],
            entry["system"],
            entry["source"],
            entry["counts"],
            entry["comparable"] + (f": {entry['remark']}" if entry["remark"] else ""),
        ]
        for entry in published.rows()
    ]
    return tabulate(lines, head, tablefmt="github", disable_numparse=True)


def hardware_table() -> str:
    """Published programs in Markdown: their time on a board, and in our model of its processor."""
    head = ["program", "processor", "figure", "published", "in our model", "model / published"]
    lines = []
    for entry in published.rows():
        timings = {timing.name: timing for timing in catalog.cpus()[entry["cpu"]].timings}
        if not entry["measured_here"] or timings[entry["timing"]].fidelity != "modelled":
            continue
        ratio = float(entry["measured_here"]) / float(entry["value"])
        lines.append(
            [
                f"{entry['function']}, {entry['implementation']}",
                entry["system"],
                entry["figure"].replace("_", " "),
                entry["value"],
                entry["measured_here"],
                f"{ratio:.3f}",
            ]
        )
    return tabulate(lines, head, tablefmt="github", disable_numparse=True)


def fuzz_table(results: Sequence[Result]) -> str:
    """What the fuzzer did with each function."""
    head = ["function", "messages", "agreed with others", "edges covered", "problem"]
    lines = [
        [r.function, r.executions, r.compared, r.coverage or "-", r.problem or "-"] for r in results
    ]
    return tabulate(lines, head, disable_numparse=True)


def _constant_time(function: Function) -> str:
    """Whether the function's files are constant-time, or which of them are."""
    if function.constant_time:
        tables = [f"`{i.name}`" for i in catalog.implementations(function) if not i.constant_time]
        return f"yes, but with tables {', '.join(tables)}" if tables else "yes"
    safe = [f"`{i.name}`" for i in catalog.implementations(function) if i.constant_time]
    return f"only {', '.join(safe)}" if safe else "no"


HOST = ROOT / "results" / "host.csv"
"""What benchmarks/host wrote on one computer: see its README."""


def host_rows() -> dict[str, list[dict[str, str]]]:
    """The lines of results/host.csv by function; the first of each is the one compared with."""
    rows: dict[str, list[dict[str, str]]] = {}
    with HOST.open(newline="", encoding="utf-8") as stream:
        for row in csv.DictReader(line for line in stream if not line.startswith("#")):
            rows.setdefault(row["function"], []).append(row)
    return rows


def _host(function: Function, rows: dict[str, list[dict[str, str]]]) -> tuple[str, str]:
    """Cycles a byte on the host of results/host.csv, and the best other program's time to ours."""
    own = {implementation.name for implementation in catalog.implementations(function)}
    lines = rows.get(function.name, [])
    if not lines:
        return "", ""
    others = [
        row
        for row in lines
        if row["program"].split(" ")[0] not in own and "(vector code)" not in row["program"]
    ]
    best = min(others, key=lambda row: float(row["ratio"]), default=None)
    ratio = f"{float(best['ratio']):.2f} ({best['program']})" if best else "none"
    return lines[0]["cycles_per_byte"], ratio


def functions_page() -> str:
    """Every function in Markdown: what it is, its small file's size, its fast file's speed."""
    timed = host_rows()
    stored = {(r.function, r.implementation, r.cpu): r for r in rows_by_function()}
    head = ["function", "what", "status", "digests, bits", "block, bytes", "context, bytes"]
    head += ["bytes on thumb", "bytes on avr8", "constant time"]
    head += ["host, cycles/byte", "best other / ours"]
    lines = []
    for function in catalog.functions().values():
        thumb, avr = (stored.get((function.name, "portable", cpu)) for cpu in ("thumb", "avr8"))
        lines.append(
            [
                f"[`{function.name}`](../include/mote/{catalog.header(function).name})",
                function.title,
                function.status,
                ("a key of " if kinds.of(function).keyed else "") + catalog.digest_sizes(function),
                function.block_bytes,
                thumb.context_bytes if thumb else "",
                thumb.size_bytes if thumb else "",
                avr.size_bytes if avr else "",
                _constant_time(function),
                *_host(function, timed),
            ]
        )
    return tabulate(lines, head, tablefmt="github", disable_numparse=True)


def study_page() -> str:
    """The tables of the study of the 16-bit core: kernels measured now, areas as stored."""
    measured = ise_table.measure()
    rows = ise_table.rows(measured, ise_table.stored_overheads(measured))
    rows = [*controllers.rows(), *rows]
    return f"```text\n{ise_table.text(rows)}\n```"


def gates_page() -> str:
    """Area and critical path of the 16-bit core with its extensions, and its clock, as stored."""
    made = tabulate(ise_table.gates(), "keys", "pipe", disable_numparse=True)
    return f"{made}\n\n{ise_table.clock()}"


def times_page() -> str:
    """Time, area times time and energy of the 16-bit core's kernels, as stored."""
    return f"```text\n{ise_table.times()}\n```"


GENERATED: dict[str, tuple[str, Callable[[], str]]] = {
    "first table": ("README.md", first_table),
    "main table": ("docs/main-table.md", main_table),
    "beside published figures": ("docs/figures.md", compared_table),
    "functions": ("docs/functions.md", functions_page),
    "study": ("docs/pic24-study.md", study_page),
    "gates": ("docs/pic24-study.md", gates_page),
    "times": ("docs/pic24-study.md", times_page),
    "one technology": ("docs/pic24-study.md", scaled.page),
    "the paper's core": ("docs/pic24-study.md", beside.core_page),
    "stalls": ("docs/pic24-study.md", beside.stalls_page),
    "areas beside the paper's": ("docs/area.md", beside.areas_page),
    "functions on both cores": ("docs/riscv-study.md", riscv_study.page),
    "cycles on CV32E40X": ("docs/riscv-study.md", lambda: riscv_study.cycles_page("cv32e40x")),
    "clocks on FPGAs": ("docs/riscv-study.md", clocks.page),
    "areas of VexRiscv": ("docs/riscv-study.md", lambda: areas.page("vexriscv")),
    "areas of CV32E40X": ("docs/riscv-study.md", lambda: areas.page("cv32e40x")),
    "energy on PicoRV32": ("docs/riscv-study.md", energy.page),
    "instructions of RISC-V": (manual.PAGE, manual.page),
    "all figures": ("docs/figures.md", families_table),
    "published figures": ("docs/figures.md", published_table),
    "model against hardware": ("docs/timing.md", hardware_table),
    "mutation": ("docs/mutation.md", mutation.page),
    "proofs": ("docs/proved.md", proofs.page),
    "studies": ("README.md", studies.page),
    "boot": ("docs/boot.md", boot.page),
    "libraries: first lines": ("docs/main-table.md", libraries.first_lines),
}
"""The generated parts: name, the file that holds it, and what makes it."""

for _table in papers.modules().values():
    GENERATED.update({name: (_table.PAGE, make) for name, make in _table.PARTS.items()})

PICTURE = "docs/figures.svg"


def pages(root: Path = ROOT) -> dict[str, str]:
    """The files with generated parts, made anew, by their path in the checkout.

    Raises MoteError when a page lacks the marks of a part.
    """
    texts: dict[str, str] = {}
    for name, (path, make) in GENERATED.items():
        text = texts.get(path) or (root / path).read_text(encoding="utf-8")
        begin, end = BEGIN.format(name=name), END.format(name=name)
        if begin not in text or end not in text:
            raise MoteError(f"{path} lacks the marks of the generated part {name!r}")
        before, rest = text.split(begin, 1)
        _, after = rest.split(end, 1)
        texts[path] = f"{before}{begin}\n\n{make()}\n\n{end}{after}"
    texts.update(figures_pages())
    texts[PICTURE] = picture.draw(_compared())
    for table in papers.modules().values():
        texts.update({path: draw() for path, draw in table.PICTURES.items()})
    texts.update({path: draw() for path, draw in riscv_study.PICTURES.items()})
    return texts


def _compared() -> list[picture.Entry]:
    """For each CPU with a published Shabal: its figures and our smallest one's."""
    entries = []
    seen = set()
    for row in leading([row for row in rows_by_function() if row.function == "shabal"]):
        smallest = published.best_entry(row, "size_bytes")
        if smallest is None or row.cpu in seen:
            continue
        seen.add(row.cpu)
        time = next(
            (
                entry.compared
                for entry in published.against(row)
                if entry.figure == "long_cycles_per_byte"
                and entry.comparable
                and (entry.implementation, entry.source)
                == (smallest.implementation, smallest.source)
            ),
            None,
        )
        ours = row.long_cycles_per_byte
        entries.append(
            picture.Entry(
                row.cpu,
                size_of(row),
                int(smallest.compared),
                float(ours) if ours and time else None,
                time,
            )
        )
    return entries


def needless() -> list[str]:
    """Pages of rows whose family is no more."""
    wanted = {Path(path).name for path in figures_pages()}
    found = sorted((ROOT / FIGURES).glob("*.md"))
    return [f"{FIGURES}/{path.name}" for path in found if path.name not in wanted]


def write_pages() -> list[str]:
    """Write every generated file that changed; returns their paths."""
    changed = [*parts.write(), *together.write(), *extended.write()]
    for path, text in pages().items():
        file = ROOT / path
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            files.write(file, text)
            changed.append(path)
    for path in needless():
        (ROOT / path).unlink()
        changed.append(path)
    shown, of = ROOT / screenshot.PICTURE, page.make()
    if screenshot.is_stale(of, shown):
        if screenshot.available():
            screenshot.take(of, shown)
            changed.append(screenshot.PICTURE)
        else:
            system.print_progress(
                f"{screenshot.PICTURE} is of another page: it needs {screenshot.PROGRAM}; "
                "run `mote doctor`"
            )
    return changed


def own_rows(function: Function, cpu: Cpu) -> list[Row]:
    """Mote's own smallest and fastest implementation for a CPU, as stored, in every timing."""
    stored = [
        row for row in rows_by_function() if (row.function, row.cpu) == (function.name, cpu.name)
    ]
    best = {row.implementation for row in leading(stored)}
    return [row for row in stored if row.implementation in best]


def measure_page(
    results: Sequence[tuple[BenchJob, Outcome]],
    beside: Sequence[Row],
    first_fault: Callable[[Outcome], str],
) -> str:
    """What `mote measure` prints: what is wrong first, then sections, checks and figures.

    beside: rows of ours to stand below, marked as Mote's.
    """
    parts = []
    faults = {id(outcome): first_fault(outcome) for _, outcome in results}
    wrong = [
        f"{job.implementation.name} on {job.cpu.name}: {faults[id(outcome)]}"
        for job, outcome in results
        if faults[id(outcome)]
    ]
    parts += ["\n".join(wrong)] if wrong else []
    for job, outcome in results:
        heading = f"{job.implementation.name} on {job.cpu.name}" if len(results) > 1 else ""
        if outcome.sections:
            parts.append("\n".join(filter(None, [heading, _sections(outcome)])))
        if outcome.checks:
            # What stands in the first line is not said again.
            said = faults[id(outcome)]
            lines = []
            for check in outcome.checks:
                each = check.detail.split("; ") if check.name == "object rules" else [check.detail]
                new = [text for text in each if text not in said]
                if check.name == "object rules":
                    new += outcome.remarks
                new = new or [""]
                lines += [[check.name, check.status, new[0]], *(["", "", text] for text in new[1:])]
            parts.append(listing.table(lines, ["check", "", ""], wraps=(2,)))
    rows = [row for _, outcome in results for row in outcome.rows]
    ours = [replace(row, implementation=f"Mote's {row.implementation}") for row in beside]
    shown = [*rows, *ours]
    if shown:
        table = BenchTable(
            {(row.function, row.implementation) for row in shown},
            terminal_width(),
            color=colored(sys.stdout),
            cpus={row.cpu for row in shown},
            said={outcome.problem for _, outcome in results},
        )
        parts.append(tables.of_rows(shown, table))
    for job, outcome in results:
        row = outcome.rows[0] if outcome.rows else None
        if row is not None and row.block_own_instructions is not None:
            name = kinds.of(job.implementation.function).unit
            cycles = [
                f"{number(each.block_cycles)} ({each.timing})"
                for each in outcome.rows
                if each.block_cycles is not None
            ]
            text = f"cycles: {', '.join(cycles)} a {name}; " if name == "call" and cycles else ""
            text += (
                f"executed instructions: {number(row.block_instructions)} a {name} "
                f"({number(row.block_own_instructions)} without memcpy and memset)"
            )
            if row.short_instructions is not None:
                text += f", {number(row.short_instructions)} for the short message"
            where = f"{job.implementation.name} on {job.cpu.name}: " if len(results) > 1 else ""
            parts.append(listing.paragraph(where + text))
    return "\n\n".join(parts)


def _sections(outcome: Outcome) -> str:
    """The sections of an object, its sources where they are several, and what was linked to it."""
    sections: list[list[object]] = [
        [name, size, kind, "counted" if counted else "not counted"]
        for name, size, kind, counted in outcome.sections
    ]
    sections.append(["size", outcome.size_bytes, "", "text + data + bss (Annex A.2.5)"])
    sections += [[f"  of {name}", size, "", "as one object"] for name, size in outcome.parts]
    if outcome.helpers:
        total = sum(size for _, size in outcome.helpers)
        names = ", ".join(name for name, _ in outcome.helpers)
        sections.append(["helpers", total, "", f"not counted, of the compiler's library: {names}"])
    return listing.table(sections, ["section", "bytes", "kind", ""], wraps=(3,), right=(1,))
