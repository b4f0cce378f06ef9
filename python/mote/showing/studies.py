"""The papers that Mote began with: ours against theirs, each as one line.

Ratios are geometric means over a paper's figures of ours / theirs; below 1 ours is better.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable

from mote.choosing.leading import rows_by_function, smallest
from mote.comparing import published
from mote.comparing.papers import avr, smart_cards
from mote.ise import beside
from mote.ise import published as ise_published
from mote.measuring.row import Row


def _mean(ratios: Iterable[float]) -> tuple[float, int]:
    """The geometric mean, and of how many."""
    found = list(ratios)
    return statistics.geometric_mean(found), len(found)


def _ratios(source: str, figure: str, *, small: bool = False, cpu: str = "") -> list[float]:
    """Ours / theirs for every published figure of this kind whose source begins so.

    small: ours is the smallest file's figure, else the best of any file.
    """
    found = []
    for entry in published.rows():
        if not entry["source"].startswith(source) or entry["figure"] != figure:
            continue
        if cpu not in ("", entry["cpu"]):
            continue
        ours = [row for row in _rows(entry) if row.number(figure) is not None]
        if ours:
            value = smallest(ours).number(figure) if small else None
            value = value or min(row.number(figure) or 0 for row in ours)
            found.append(value / float(entry["measured_here"] or entry["value"]))
    return found


def _rows(entry: dict[str, str]) -> list[Row]:
    """Our rows of a published figure's function, CPU and timing."""
    return [
        row
        for row in rows_by_function()
        if (row.function, row.cpu) == (entry["function"], entry["cpu"])
        and entry["timing"] in ("", row.timing)
    ]


def _shabal() -> str:
    size, programs = _mean(_ratios("Pornin", "size_bytes"))
    time, times = _mean(_ratios("Pornin", "long_cycles_per_byte"))
    same, _ = _mean(_ratios("Pornin", "long_cycles_per_byte", small=True))
    return (
        f"**Shabal in assembly** on seven instruction sets (Pornin, 2010): {size:.2f} of the bytes "
        f"over {programs} programs, those files at {same:.2f} of the cycles a byte and the fastest "
        f"at {time:.2f} over {times}: [shabal-assembly.md](docs/shabal-assembly.md)"
    )


def _smart_cards() -> str:
    source = "Gouicem, figure 1"
    small, cells = _mean(_ratios(source, "block_cycles", cpu="mcs51"))
    arm, _ = _mean(_ratios(source, "block_cycles", cpu="armv4"))
    little, _ = _mean(smart_cards.with_little_ram_ratios())
    return (
        f"**SHA-3 candidates on smart cards** (Gouicem, 2010): {small:.2f} of the cycles a message "
        f"block on an 8051, {little:.2f} with at most {smart_cards.LITTLE} bytes of its internal "
        f"RAM (the paper's core has less than 10 for a program), and {arm:.2f} on an ARM7TDMI, "
        f"each over {cells} functions, with the mode of operation in ours and without it in "
        "theirs: "
        "[smart-cards.md](docs/smart-cards.md)"
    )


def _pic24() -> str:
    ratios: dict[str, list[float]] = {}
    cycles: dict[tuple[str, str], float] = {}
    for row in rows_by_function():
        theirs = ise_published.figure(row.function, row.implementation, "cycles")
        if row.cpu == "pic24" and theirs and row.block_cycles:
            ratios.setdefault(row.implementation, []).append(row.block_cycles / theirs)
            cycles[row.function, row.implementation] = row.block_cycles
    plain, functions = _mean(ratios["pic24"])
    extended, _ = _mean(ratios["pic24_ise"])
    saved, theirs_saved = beside.averages(cycles)["pic24_ise"], beside.published_average()
    return (
        "**Custom instructions on a 16-bit core** (Constantin, Burg, Gurkaynak, 2012): "
        f"{plain:.2f} of the cycles a message block without them and {extended:.2f} with theirs, "
        f"over {functions} functions, with the mode of operation in ours and without it in theirs; "
        f"their instructions save {saved:.0f} % of our cycles on average and {theirs_saved:.0f} % "
        "of theirs, on a core with less in it than theirs: [pic24-study.md](docs/pic24-study.md)"
    )


def _avr() -> str:
    programs = list(avr.programs_of_all())
    known = avr.ratios(avr.FAST)
    mean, figures = _mean(known)
    small, _ = _mean(avr.ratios(programs[0]))
    return (
        f"**Threefish and Skein on an AVR** (Walter's Fhreefish, 2010): our fast program of all "
        f"three functions takes {mean:.2f} of its figures, cycles, bytes and RAM, "
        f"{sum(each <= 1 for each in known)} of {figures} at or below its own; our small one "
        f"{small:.2f}: [avr.md](docs/avr.md)"
    )


def page() -> str:
    """The studies as a Markdown list, for the README."""
    return "\n".join(f"- {line}" for line in (_shabal(), _smart_cards(), _pic24(), _avr()))
