"""The library beside the best of others for a processor (`mote bench --host-peers --write`)."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from pathlib import Path

from mote.comparing import counted, host_peers
from mote.comparing.papers import Render, markdown, terminal

TITLE = "The library beside OpenSSL, libgcrypt and Rust crates (mote bench --host-peers)"
PAGE = "docs/peers.md"

CPUS = (*counted.PROCESSORS, *host_peers.HOSTS)
"""Those whose figures may be kept."""

LENGTHS = {"64": "64 B", "1024": "1 KB", "16384": "16 KB", "1048576": "1 MB"}


def _rows(path: Path) -> list[dict[str, str]]:
    if not path.is_file():
        return []
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(line for line in stream if not line.startswith("#")))


def _processor(path: Path) -> str:
    """What the file's first line says that it is of."""
    with path.open(encoding="utf-8") as stream:
        return stream.readline().removeprefix("# Of ").partition(";")[0].strip()


def _best(rows: Sequence[dict[str, str]]) -> str:
    """The smallest ratio of a program of others, and which that is."""
    best = min(rows, key=lambda row: float(row["ratio"]), default=None)
    return f"{float(best['ratio']):.2f} {best['program'].split(' ')[0]}" if best else "none"


def table(cpu: str, render: Render) -> str:
    """One CPU's, a function a line; nothing is kept: a line that says so."""
    rows = _rows(host_peers.stored(cpu))
    if not rows:
        return f"Nothing is kept of {cpu}."
    ours = next(name for name in rows[0] if name.startswith("our_"))
    unit = ours.removeprefix("our_").removesuffix("_per_byte")
    lines = []
    for function, bits in dict.fromkeys((row["function"], row["bits"]) for row in rows):
        own = [row for row in rows if (row["function"], row["bits"]) == (function, bits)]
        line = [f"{function}, {bits}"]
        line += [f"{float(row[ours]):.2f}" for row in own if row["length"] == "16384"][:1]
        for length in LENGTHS:
            line.append(_best([r for r in own if r["length"] == length and r["program"] != "mote"]))
        lines.append(line)
    found = render(["function, bits", f"{unit}/byte", *LENGTHS.values()], lines)
    if cpu not in host_peers.HOSTS:
        return found
    return f"Processor: {_processor(host_peers.stored(cpu))}.\n\n{found}"


def text(width: int | None) -> str:
    """Every CPU's for a terminal."""
    return "\n\n".join(f"{cpu}\n{table(cpu, terminal(width))}" for cpu in CPUS)


def _part(cpu: str) -> Callable[[], str]:
    return lambda: table(cpu, markdown)


PARTS: dict[str, Callable[[], str]] = {f"library on {cpu}": _part(cpu) for cpu in CPUS}
PICTURES: dict[str, Callable[[], str]] = {}
