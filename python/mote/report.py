"""Tables for people: on the terminal and in the README."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tabulate import tabulate

from mote import catalog, published, store
from mote.bench import Outcome, Row
from mote.paths import ROOT
from mote.types import Cpu, Implementation, MoteError
from mote.verify import CHECKS, Check

README = ROOT / "README.md"
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
    best = published.best(row, figure)
    if best is None:
        return ""
    ours = row.get(figure)
    if ours in (None, ""):
        return number(best)
    return f"{number(best)} (x{float(ours) / best:.2f})"


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


def bench_table(rows: Sequence[Row]) -> str:
    """One row an implementation and CPU; a CPU with several timings has a line for each."""
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
        if row.get("problem") and row["size_bytes"] in (None, ""):
            if not again:
                notes.append(f"{' '.join(name)}: {row['problem']}")
            lines.append(
                [*start, *[""] * 5, "", row["timing"], "not measured", "", *["", "", ""]],
            )
            continue
        if row.get("problem"):
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
        "published: the best comparable figure, (x ours / theirs)."
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


def main_table() -> str:
    """The README's table in Markdown, from results/figures.csv and published/."""
    head = ["CPU", "implementation", "size", "published", "cycles/byte", "published"]
    head += ["short message", "published", "speed/size", "RAM", "cycles are"]
    lines = []
    order = list(catalog.cpus())
    figures = store.read()
    keyed = sorted(figures, key=lambda k: (k[0], order.index(k[2]) if k[2] in order else 99, k[1]))
    first: dict[tuple[str, ...], str] = {}
    for each in keyed:
        # A CPU's first timing is the one that the published figures were taken on.
        cpu = catalog.cpus().get(each[2])
        if cpu is None or each[3] != cpu.timings[0].name:
            continue
        first[each] = each[3]
    for each in first:
        row: Row = dict(figures[each])
        row["reentrant"] = row["reentrant"] == "yes"
        memory = f"{row['context_bytes']} + {row['stack_bytes']}"
        if row["static_bytes"] not in ("", "0"):
            memory += f" + {row['static_bytes']} fixed"
        what = f"{row['fidelity']}, {row['timing']}"
        if row["fidelity"] == "instructions":
            what = "instructions"
        lines.append(
            [
                f"`{row['cpu']}`",
                f"`{row['implementation']}`",
                row["size_bytes"],
                number(published.best(row, "size_bytes")),
                _long(row),
                number(published.best(row, "long_cycles_per_byte")),
                _short(row),
                number(published.best(row, "short_cycles")),
                number(row["speed_size_ratio"]),
                memory,
                what,
            ]
        )
    return tabulate(lines, head, tablefmt="github", disable_numparse=True)


GENERATED = {"main table": main_table}


def readme_with_tables() -> str:
    """The README with its generated parts made anew; raises MoteError when a mark is missing."""
    text = README.read_text(encoding="utf-8")
    for name, make in GENERATED.items():
        begin, end = BEGIN.format(name=name), END.format(name=name)
        if begin not in text or end not in text:
            raise MoteError(f"README.md lacks the marks of the generated part {name!r}")
        before, rest = text.split(begin, 1)
        _, after = rest.split(end, 1)
        text = f"{before}{begin}\n\n{make()}\n\n{end}{after}"
    return text


def measure_page(implementation: Implementation, cpu: Cpu, outcome: Outcome) -> str:
    """What `mote measure` prints: sections, checks, figures."""
    parts = []
    if outcome.sections:
        sections = [
            [name, size, kind, "counted" if counted else "not counted"]
            for name, size, kind, counted in outcome.sections
        ]
        sections.append(["size", outcome.size_bytes, "", "text + data + bss (Annex A.2.5)"])
        parts.append(tabulate(sections, ["section", "bytes", "kind", ""]))
    if outcome.checks:
        parts.append(tabulate([[c.name, c.status, c.detail] for c in outcome.checks], ["check"]))
    parts.append(bench_table(outcome.rows))
    counted = [row for row in outcome.rows if row["block_own_instructions"] is not None]
    if counted:
        row = counted[0]
        parts.append(
            f"executed instructions: {number(row['block_instructions'])} a message block "
            f"({number(row['block_own_instructions'])} without memcpy and memset), "
            f"{number(row['short_instructions']) or 'unknown'} for the short message"
        )
    return "\n\n".join(parts)


def cpu_table() -> str:
    """Every CPU with what it is and how its time is counted."""
    lines = [
        [
            cpu.name,
            cpu.title,
            cpu.machine,
            ", ".join(f"{t.name} ({t.fidelity})" for t in cpu.timings),
        ]
        for cpu in catalog.cpus().values()
    ]
    return tabulate(lines, ["cpu", "what", "machine", "time"])


def function_table() -> str:
    """Every function with its digest sizes and, for each implementation, the CPUs it runs on."""
    lines = []
    for function in catalog.functions().values():
        for implementation in catalog.implementations(function):
            runs = [c.name for c in catalog.cpus().values() if catalog.runs_on(implementation, c)]
            if len(runs) > 4:
                runs = [f"{len(runs)} CPUs"]
            lines.append([function.name, implementation.name, ", ".join(runs)])
        sizes = ", ".join(map(str, function.digest_bits))
        lines.append(["", "", f"digests of {sizes} bits"])
    return tabulate(lines, ["function", "implementation", "runs on"])
