"""Tables for people: on the terminal and in the README."""

from __future__ import annotations

import csv
from collections.abc import Callable, Container, Iterable, Sequence
from pathlib import Path
from typing import Any

from tabulate import tabulate

from mote import catalog, files, page, picture, published, store
from mote.bench import Job, Outcome, Row
from mote.fuzz import Result
from mote.ise import table as ise_table
from mote.paths import ROOT
from mote.types import Cpu, Function, MoteError
from mote.verify import CHECKS, Check

BEGIN = "<!-- generated: {name}; `./mote report --write` makes it -->"
END = "<!-- end of {name} -->"


def number(value: Any) -> str:
    """A figure as printed: at most two decimals, empty when there is none."""
    if value is None or value == "":
        return ""
    value = float(value)
    if value >= 10000 or value == int(value):
        return f"{value:.0f}"
    return f"{value:.2f}" if value < 100 else f"{value:.1f}"


def _versus(row: Row, figure: str) -> str:
    entry = published.best_entry(row, figure)
    if entry is None:
        return ""
    theirs = number(entry["compared"]) + (" here" if entry["measured_here"] is not None else "")
    ours = row.get(figure)
    if ours in (None, ""):
        return theirs
    return f"{theirs} (x{float(ours) / entry['compared']:.2f})"


def _theirs(row: Row, figure: str) -> str:
    """What a figure stands against; the value on paper behind it where theirs was run here."""
    entry = published.best_entry(row, figure)
    if entry is None:
        return ""
    if entry["measured_here"] is None:
        return number(entry["published"])
    return f"{number(entry['measured_here'])} ({number(entry['published'])})"


def _long(row: Row) -> str:
    """The long figure: cycles, or executed instructions, marked as such."""
    if row["long_cycles_per_byte"] not in (None, ""):
        return number(row["long_cycles_per_byte"])
    if row["fidelity"] == "instructions" and row["long_instructions_per_byte"] not in (None, ""):
        return f"{number(row['long_instructions_per_byte'])} ins"
    return ""


def _short(row: Row) -> str:
    if row["short_cycles"] not in (None, ""):
        return number(row["short_cycles"])
    if row["fidelity"] == "instructions" and row["short_instructions"] not in (None, ""):
        return f"{number(row['short_instructions'])} ins"
    return ""


def _vectors(row: Row) -> str:
    if row["vectors_passed"] in (None, ""):
        return ""
    passed, failed = int(row["vectors_passed"]), int(row["vectors_failed"])
    return f"{passed} passed" + (f", {failed} FAILED" if failed else "")


def bench_table(rows: Sequence[Row], said: Container[str] = ()) -> str:
    """One row an implementation and CPU; a CPU with several timings has a line for each.

    said: problems that need no note, since they stand elsewhere already.
    """
    head = ["function", "implementation", "cpu", "size", "long", "short", "context", "stack"]
    head += ["ratio", "timing", "counts", "vectors"]
    head += ["published size", "published long", "published short"]
    lines = []
    last: tuple[str, ...] = ()
    notes = []
    for row in rows:
        name = (row["function"], row["implementation"], row["cpu"])
        again = name == last
        last = name
        start = ["", "", ""] if again else list(name)
        counts = row["fidelity"] + ("" if row["reentrant"] else ", not reentrant")
        if row.get("failed_checks"):
            counts += f"; FAILED: {row['failed_checks']}"
        if row.get("problem") and row["size_bytes"] in (None, ""):
            if not again and row["problem"] not in said:
                notes.append(f"{' '.join(name)}: {row['problem']}")
            lines.append(
                [*start, *[""] * 5, "", row["timing"], "not measured", "", *["", "", ""]],
            )
            continue
        if row.get("problem") and row["problem"] not in said:
            notes.append(f"{' '.join(name)} ({row['timing']}): {row['problem']}")
        memory = number(row["stack_bytes"])
        context = number(row["context_bytes"])
        if row.get("static_bytes") not in (None, "", 0, "0"):
            context += f" + {row['static_bytes']} fixed"
        lines.append(
            [
                *start,
                *(["", ""] if again else [number(row["size_bytes"])])[:1],
                _long(row),
                _short(row),
                *(["", ""] if again else [context, memory]),
                number(row["speed_size_ratio"]),
                row["timing"],
                counts,
                "" if again else _vectors(row),
                "" if again else _versus(row, "size_bytes"),
                _versus(row, "long_cycles_per_byte"),
                _versus(row, "short_cycles"),
            ]
        )
    table = tabulate(lines, head, disable_numparse=True, colalign=_align(head))
    legend = (
        "size, context, stack: bytes. long: cycles a byte of a long message; short: cycles for a "
        "32-byte message\n(ins: executed instructions). ratio: 10^6 / (long * size). "
        "published: the best comparable figure, (x ours / theirs);\n"
        "here: the published program's own under this timing."
    )
    return "\n".join([table, "", legend, *(["", *notes] if notes else [])])


def _align(head: Sequence[str]) -> list[str]:
    right = {"size", "long", "short", "context", "stack", "ratio"}
    right |= {"published size", "published long", "published short"}
    return ["right" if name in right else "left" for name in head]


def check_table(results: Iterable[tuple[str, str, str, Sequence[Check], str]]) -> str:
    """One line an implementation and CPU with the five checks, and the failures in words."""
    lines, notes = [], []
    for function, implementation, cpu, checks, problem in results:
        by_name = {check.name: check for check in checks}
        cells = [by_name[name].status if name in by_name else "not run" for name in CHECKS]
        lines.append([function, implementation, cpu, *cells])
        for check in checks:
            if check.status == "failed":
                notes.append(f"{function} {implementation} on {cpu}: {check.name}: {check.detail}")
        if not checks:
            notes.append(f"{function} {implementation} on {cpu}: {problem}")
    table = tabulate(lines, ["function", "implementation", "cpu", *CHECKS])
    return "\n".join([table, *(["", *notes] if notes else [])])


def _stored() -> list[Row]:
    """The rows of results/figures.csv, in the order of functions, CPUs and implementations."""
    order = list(catalog.cpus())
    table = store.read()
    keys = [key for key in table if key[2] in order]
    keys.sort(key=lambda key: (key[0], order.index(key[2]), key[1]))
    rows = []
    for key in keys:
        row: Row = dict(table[key])
        row["reentrant"] = row["reentrant"] == "yes"
        rows.append(row)
    return rows


def _is_first_timing(row: Row) -> bool:
    """A CPU's first timing is the one that its published figures were taken on."""
    return bool(row["timing"] == catalog.cpus()[row["cpu"]].timings[0].name)


def leading(rows: Sequence[Row]) -> list[Row]:
    """For each function and CPU the smallest implementation, and the fastest if it is another."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        if _is_first_timing(row):
            groups.setdefault((row["function"], row["cpu"]), []).append(row)
    chosen = []
    for group in groups.values():
        smallest = min(group, key=lambda row: int(row["size_bytes"]))
        fastest = min(group, key=_time_of)
        chosen.append(smallest)
        if fastest is not smallest and _time_of(fastest) < _time_of(smallest):
            chosen.append(fastest)
    return chosen


def _time_of(row: Row) -> float:
    return float(row["long_cycles_per_byte"] or row["long_instructions_per_byte"])


def _memory(row: Row) -> str:
    memory = f"{row['context_bytes']} + {row['stack_bytes']}"
    if row["static_bytes"] not in ("", "0"):
        memory += f" + {row['static_bytes']} fixed"
    return memory


def main_table() -> str:
    """The README's table in Markdown: the leading rows beside the published figures."""
    head = ["CPU", "implementation", "size", "published", "cycles/byte", "published"]
    head += ["short message", "published", "speed/size", "published", "RAM", "cycles are"]
    compared = {entry["function"] for entry in published.rows()}
    lines = []
    for row in leading([row for row in _stored() if row["function"] in compared]):
        small = published.best(row, "size_bytes")
        fast = published.best(row, "long_cycles_per_byte")
        ratio = 1e6 / (small * fast) if small and fast else None
        lines.append(
            [
                f"`{row['cpu']}`",
                f"[`{row['implementation']}`](src/{_source(row)})",
                row["size_bytes"],
                number(small),
                _long(row),
                _theirs(row, "long_cycles_per_byte"),
                _short(row),
                _theirs(row, "short_cycles"),
                number(row["speed_size_ratio"]),
                number(ratio),
                _memory(row),
                row["fidelity"]
                if row["fidelity"] == "instructions"
                else f"{row['fidelity']}, {row['timing']}",
            ]
        )
    return tabulate(lines, head, tablefmt="github", disable_numparse=True)


def _source(row: Row) -> str:
    """The path of a row's source below src/."""
    function = catalog.functions()[row["function"]]
    for implementation in catalog.implementations(function):
        if implementation.name == row["implementation"]:
            return str(implementation.source.relative_to(ROOT / "src"))
    return str(function.folder.relative_to(ROOT / "src"))


def figures_table() -> str:
    """Every stored row in Markdown, with every timing."""
    head = ["function", "CPU", "implementation", "size", "cycles/byte", "short message"]
    head += ["cycles/block", "instructions/block", "context", "stack", "speed/size", "cycles are"]
    head += ["toolchain"]
    lines = [
        [
            row["function"],
            row["cpu"],
            row["implementation"],
            row["size_bytes"],
            number(row["long_cycles_per_byte"]),
            number(row["short_cycles"]),
            number(row["block_cycles"]),
            number(row["block_instructions"]),
            row["context_bytes"]
            + ("" if row["static_bytes"] in ("", "0") else f" + {row['static_bytes']} fixed"),
            row["stack_bytes"],
            number(row["speed_size_ratio"]),
            f"{row['fidelity']}, {row['timing']}",
            row["toolchain"],
        ]
        for row in _stored()
    ]
    return tabulate(lines, head, tablefmt="github", disable_numparse=True)


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
    lines = [[r.function, r.executions, r.compared, r.coverage, r.problem or "-"] for r in results]
    return tabulate(lines, head, disable_numparse=True)


def _constant_time(function: Function) -> str:
    """Whether the function's files are constant-time, or which of them are."""
    if function.constant_time:
        return "yes"
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
    stored = {(r["function"], r["implementation"], r["cpu"]): r for r in _stored()}
    head = ["function", "what", "status", "digests, bits", "block, bytes", "context, bytes"]
    head += ["bytes on thumb", "bytes on avr8", "constant time"]
    head += ["host, cycles/byte", "best other / ours"]
    lines = []
    for function in catalog.functions().values():
        thumb, avr = (stored.get((function.name, "portable", cpu)) for cpu in ("thumb", "avr8"))
        lines.append(
            [
                f"[`{function.name}`](../include/mote/{function.name}.h)",
                function.title,
                function.status,
                catalog.digest_sizes(function),
                function.block_bytes,
                thumb["context_bytes"] if thumb else "",
                thumb["size_bytes"] if thumb else "",
                avr["size_bytes"] if avr else "",
                _constant_time(function),
                *_host(function, timed),
            ]
        )
    return tabulate(lines, head, tablefmt="github", disable_numparse=True)


def study_page() -> str:
    """The tables of the study of the 16-bit core: kernels measured now, areas as stored."""
    measured = ise_table.measure()
    rows = ise_table.rows(measured, ise_table.stored_overheads(measured))
    return f"```text\n{ise_table.text(rows)}\n```"


def gates_page() -> str:
    """Area and gate levels of the 16-bit core with its extensions, as stored."""
    return tabulate(ise_table.gates(), "keys", "pipe", disable_numparse=True)


GENERATED: dict[str, tuple[str, Callable[[], str]]] = {
    "main table": ("README.md", main_table),
    "functions": ("docs/functions.md", functions_page),
    "study": ("docs/pic24-study.md", study_page),
    "gates": ("docs/pic24-study.md", gates_page),
    "all figures": ("docs/figures.md", figures_table),
    "published figures": ("docs/figures.md", published_table),
    "model against hardware": ("docs/timing.md", hardware_table),
}
"""The generated parts: name, the file that holds it, and what makes it."""

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
    texts[PICTURE] = picture.draw(_compared())
    texts[page.PUBLISHED] = page.make()
    return texts


def _compared() -> list[picture.Entry]:
    """For each CPU with a published implementation: its figures and our smallest one's."""
    entries = []
    seen = set()
    for row in leading(_stored()):
        size = published.best(row, "size_bytes")
        if size is None or row["cpu"] in seen:
            continue
        seen.add(row["cpu"])
        time = published.best(row, "long_cycles_per_byte")
        ours = row["long_cycles_per_byte"]
        entries.append(
            picture.Entry(
                row["cpu"],
                int(row["size_bytes"]),
                int(size),
                float(ours) if ours and time else None,
                time,
            )
        )
    return entries


def write_pages() -> list[str]:
    """Write every generated file that changed; returns their paths."""
    changed = []
    for path, text in pages().items():
        file = ROOT / path
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            files.write(file, text)
            changed.append(path)
    return changed


def own_rows(function: Function, cpu: Cpu) -> list[Row]:
    """Mote's own smallest and fastest implementation for a CPU, as stored, in every timing."""
    stored = [
        row for row in _stored() if (row["function"], row["cpu"]) == (function.name, cpu.name)
    ]
    best = {row["implementation"] for row in leading(stored)}
    return [row for row in stored if row["implementation"] in best]


def measure_page(
    results: Sequence[tuple[Job, Outcome]],
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
                new = [text for text in each if text not in said] or [""]
                lines += [[check.name, check.status, new[0]], *(["", "", text] for text in new[1:])]
            parts.append(tabulate(lines, ["check", "", ""]))
    rows = [row for _, outcome in results for row in outcome.rows]
    ours = [{**row, "implementation": f"Mote's {row['implementation']}"} for row in beside]
    parts.append(bench_table([*rows, *ours], {outcome.problem for _, outcome in results}))
    for job, outcome in results:
        row = outcome.rows[0] if outcome.rows else {}
        if row.get("block_own_instructions") is not None:
            name = "call" if job.implementation.function.kind == "kernel" else "message block"
            text = (
                f"executed instructions: {number(row['block_instructions'])} a {name} "
                f"({number(row['block_own_instructions'])} without memcpy and memset)"
            )
            if row["short_instructions"] is not None:
                text += f", {number(row['short_instructions'])} for the short message"
            where = f"{job.implementation.name} on {job.cpu.name}: " if len(results) > 1 else ""
            parts.append(where + text)
    return "\n\n".join(parts)


def _sections(outcome: Outcome) -> str:
    """The sections of an object, its sources where they are several, and what was linked to it."""
    sections = [
        [name, size, kind, "counted" if counted else "not counted"]
        for name, size, kind, counted in outcome.sections
    ]
    sections.append(["size", outcome.size_bytes, "", "text + data + bss (Annex A.2.5)"])
    sections += [[f"  of {name}", size, "", "as one object"] for name, size in outcome.parts]
    if outcome.helpers:
        total = sum(size for _, size in outcome.helpers)
        names = ", ".join(name for name, _ in outcome.helpers)
        sections.append(["helpers", total, "", f"not counted, of the compiler's library: {names}"])
    return tabulate(sections, ["section", "bytes", "kind", ""])
