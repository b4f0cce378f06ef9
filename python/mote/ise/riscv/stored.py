"""The study's figures as they are kept: results/riscv-kernels.csv, a row a kernel of a core.

`mote ise table --core CORE --write FUNCTION` measures and writes those of a function; pages and
pictures are made of the file.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from mote.common import files
from mote.common.errors import MoteError
from mote.common.paths import ROOT

RESULTS = ROOT / "results" / "riscv-kernels.csv"
FIELDS = (
    "core",
    "function",
    "extension",
    "file",
    "block_cycles",
    "call_cycles",
    "bytes",
    "ge",
    "overhead_percent",
    "unit_ge",
    "path_ns",
)
NUMBERS: dict[str, type] = {
    "block_cycles": int,
    "call_cycles": int,
    "bytes": int,
    "ge": float,
    "overhead_percent": float,
    "unit_ge": float,
    "path_ns": float,
}
Row = dict[str, Any]


def read() -> list[Row]:
    """All rows; what is not known, as the area of a core without a unit, is None."""
    try:
        with RESULTS.open(newline="", encoding="utf-8") as stream:
            return [
                {
                    **row,
                    **{
                        name: kind(row[name]) if row[name] else None
                        for name, kind in NUMBERS.items()
                    },
                }
                for row in csv.DictReader(stream)
            ]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError) as error:
        raise MoteError(f"{RESULTS}: {error}") from None


def write(core: str, function: str, found: Sequence[Row]) -> None:
    """Put a function's rows on a core in the place of those that are there."""
    kept = [row for row in read() if (row["core"], row["function"]) != (core, function)]
    kept += [{**row, "core": core, "function": function} for row in found]
    kept.sort(
        key=lambda row: (
            row["core"],
            row["function"],
            row["extension"] != "plain",
            row["extension"],
        )
    )
    out = io.StringIO()
    writer = csv.DictWriter(out, FIELDS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(kept)
    files.write(RESULTS, out.getvalue())


def differences(core: str, function: str, found: Sequence[Row]) -> list[str]:
    """What differs between a function's rows and those that are kept, a line each.

    Areas that were not measured are not compared.
    """
    known = {
        row["extension"]: row
        for row in read()
        if (row["core"], row["function"]) == (core, function)
    }
    lines = []
    for row in found:
        label = f"{core} {function} {row['extension']}"
        old = known.pop(row["extension"], None)
        if old is None:
            lines.append(f"{label}: not in {RESULTS.name}")
            continue
        lines += [
            f"{label}: {field} changed from {old[field]} to {row[field]}"
            for field in FIELDS[3:]
            if row[field] is not None and old[field] != row[field]
        ]
    return lines + [f"{core} {function} {name}: in {RESULTS.name} and no more" for name in known]
