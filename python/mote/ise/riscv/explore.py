"""Sets of instructions of a function: cycles over the gates of their units.

Where a kernel takes whatever instructions there are (cores/riscv/subsets/FUNCTION.S), every subset
of those of some extensions; elsewhere the sets of the function's kernels.  All run on one core
whose unit has every instruction that is asked for: what a program does not use changes no cycle.
 The gates are those of the unit with the set alone, proved as any other; so the front says nothing
of the core's port, which is the same for all of them.
"""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tabulate import tabulate

from mote.common.errors import MoteError
from mote.ise import area, chart
from mote.ise.riscv import functions, isa, kernels, machine, proof, unit
from mote.ise.riscv.functions import Source
from mote.ise.riscv.isa import Instruction
from mote.running import jobs

Row = dict[str, Any]
FIELDS = ("instructions", "standard", "cycles", "bytes", "unit_ge", "front")
MOST = 8
"""Instructions whose subsets are tried: 256."""
DEFAULT = {
    "sha256": (("sha256_add",), ("sha256_sigma",)),
    "blake256": (("blake_turn", "blake_add"),),
    "skein512": (("skein_turn",),),
}
"""Extensions of which every subset is tried where none is named, for each kernel of subsets."""
STANDARD = {
    "Zknh": ("sha256_sigma",),
    "Zbb": ("bits",),
    "Zbb, Zknh": ("bits", "sha256_sigma"),
    "Zkne": ("zkne",),
}
"""What the standard extensions have."""
FOLDER = isa.FOLDER / "subsets"


@dataclass(frozen=True)
class Set:
    """Instructions, and the source that takes them."""

    instructions: tuple[Instruction, ...]
    source: Source


def sets(core: str, named: Sequence[str], of: str = functions.DEFAULT) -> list[Set]:
    """The sets of a function, the empty one first.  Raises MoteError."""
    what = functions.function(of)
    if what.name in DEFAULT:
        source = replace(what.source("any"), path=FOLDER / f"{what.name}.S")
        return [Set(some, source) for some in subsets(core, named, what.name)]
    if named:
        raise MoteError(
            f"the sets of {what.name} are its kernels': --extension goes with {', '.join(DEFAULT)}"
        )
    return [
        *(Set((), each) for each in what.plain),
        *(
            Set(isa.instructions(kernels.extensions_of(name)), what.source(name))
            for name in kernels.kernels(core, what.name)
        ),
    ]


def subsets(
    core: str, named: Sequence[str], of: str = functions.DEFAULT
) -> list[tuple[Instruction, ...]]:
    """Every subset of the instructions of extensions, the empty one first.

    Without names those of DEFAULT and STANDARD, as far as the core's port takes them.  Raises
    MoteError.
    """
    groups = [tuple(named)] if named else list(DEFAULT[of])
    found: dict[frozenset[str], tuple[Instruction, ...]] = {}
    text = _text(of)
    for names in groups:
        every = isa.instructions(names)
        unknown = [each.name for each in every if f"has_{each.name}\n" not in text]
        if unknown:
            raise MoteError(
                f"the kernel of subsets has no use for {', '.join(unknown)}: "
                f"cores/riscv/subsets/{of}.S asks for has_NAME"
            )
        if len(every) > MOST:
            raise MoteError(f"{len(every)} instructions have too many subsets; at most {MOST}")
        for size in range(len(every) + 1):
            for some in itertools.combinations(every, size):
                if not some or _takes(core, some):
                    found.setdefault(frozenset(each.name for each in some), some)
    if not named:
        for names in STANDARD.values():
            if not machine.takes(core, names):
                continue
            some = _useful(isa.instructions(names), text)
            found.setdefault(frozenset(each.name for each in some), some)
    return list(found.values())


def _takes(core: str, some: Sequence[Instruction]) -> bool:
    try:
        machine.at_port(core, some)
    except MoteError:
        return False
    return True


def _text(of: str) -> str:
    return (FOLDER / f"{of}.S").read_text(encoding="utf-8")


def _useful(instructions: Iterable[Instruction], text: str) -> tuple[Instruction, ...]:
    """Those that the kernel asks for: SHA-256's has no use for and-not."""
    return tuple(each for each in instructions if f"has_{each.name}\n" in text)


def _standard(some: Sequence[Instruction], of: str = functions.DEFAULT) -> str:
    """The name of the standard extensions that are these instructions, if any."""
    names = {each.name for each in some}
    for title, extensions in STANDARD.items():
        there = isa.instructions(extensions)
        if of in DEFAULT:
            there = _useful(there, _text(of))
        if names and names == {each.name for each in there}:
            return title
    return ""


def _gates(job: tuple[str, tuple[str, ...]]) -> float:
    """GE of the unit of the instructions with these names; they are proved first."""
    core, some = job
    known = {each.name: each for name in isa.names() for each in isa.extension(name)}
    instructions = tuple(known[name] for name in some)
    verilog = machine.at_port(core, instructions)
    proof.prove(verilog, instructions)
    top = unit.CFU_TOP if core == "vexriscv" else unit.TOP
    return area.synthesize(area.Design(verilog, top)).total


def rows(
    core: str, named: Sequence[str], done: Callable[[], object], of: str = functions.DEFAULT
) -> list[Row]:
    """A row for each set; raises MoteError.  `done` is called twice for each."""
    found = sets(core, named, of)
    what = functions.function(of)
    every = {each.name: each for one in found for each in one.instructions}
    hardware = machine.Machine(core, tuple(every.values()))
    made: list[Row] = []
    for one in found:
        cycles = kernels.measure_with(hardware, one.instructions, what, one.source)
        made.append(
            {
                "instructions": " ".join(each.name for each in one.instructions),
                "standard": _standard(one.instructions, what.name),
                "cycles": cycles.block,
                "bytes": cycles.size,
                "unit_ge": 0.0,
                "front": False,
            }
        )
        done()
    work = [(core, tuple(x.name for x in one.instructions)) for one in found if one.instructions]
    offset = len(found) - len(work)
    for _ in range(offset):
        done()
    for index, result in jobs.run(_gates, work):
        done()
        if isinstance(result, Exception):
            raise result
        made[index + offset]["unit_ge"] = round(result, 1)
    mark_front(made)
    return sorted(made, key=lambda row: (row["unit_ge"], row["cycles"]))


def mark_front(found: Sequence[Row]) -> None:
    """Set `front` where no other row is as good in cycles and gates, and better in one."""
    for row in found:
        mine = row["cycles"], row["unit_ge"]
        row["front"] = not any(
            (other["cycles"], other["unit_ge"]) != mine
            and other["cycles"] <= mine[0]
            and other["unit_ge"] <= mine[1]
            for other in found
        )


def text_csv(found: Sequence[Row]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, FIELDS, lineterminator="\n")
    writer.writeheader()
    writer.writerows({**row, "front": "yes" if row["front"] else "no"} for row in found)
    return out.getvalue()


def read(lines: Iterable[str]) -> list[Row]:
    """The rows of `text_csv`."""
    return [
        {
            **row,
            "cycles": int(row["cycles"]),
            "bytes": int(row["bytes"]),
            "unit_ge": float(row["unit_ge"]),
            "front": row["front"] == "yes",
        }
        for row in csv.DictReader(lines)
    ]


def text(core: str, found: Sequence[Row], every: bool, of: str = functions.DEFAULT) -> str:
    """The front, or all rows, for people to read; standard sets always."""
    plain = max(row["cycles"] for row in found)
    lines = [
        [
            row["instructions"] or "none",
            row["standard"],
            f"{row['cycles']}",
            f"{plain / row['cycles']:.2f}",
            f"{row['bytes']}",
            f"{row['unit_ge']:.0f}",
            "front" if row["front"] else "",
        ]
        for row in found
        if every or row["front"] or row["standard"]
    ]
    head = [
        f"{functions.function(of).title} on {core}",
        "standard",
        "cycles/block",
        "times",
        "bytes",
        "unit, GE",
        "",
    ]
    align = ["left", "left", *["right"] * 4, "left"]
    made = tabulate(lines, head, disable_numparse=True, colalign=align)
    what = "subsets" if of in DEFAULT else "sets"
    return (
        f"{made}\n\n{len(found)} {what}. front: no other one takes as few cycles and gates, and "
        "fewer of one."
    )


def _label(names: str) -> str:
    """The instructions, or the extension that has just these."""
    for extension in isa.names():
        if names == " ".join(each.name for each in isa.extension(extension)):
            return extension
    return names


def svg(core: str, found: Sequence[Row], of: str = functions.DEFAULT) -> str:
    """The picture: cycles over gates, the front as a staircase."""
    drawn = [
        {
            "extensions": _label(row["instructions"]),
            "overhead_ge": row["unit_ge"],
            "time_us": float(row["cycles"]),
            "memory_bytes": row["bytes"],
            "front": "yes" if row["front"] else "no",
            "problem": "",
            "standard": row["standard"],
        }
        for row in found
    ]

    def words(row: Row) -> str:
        standard = f" ({row['standard']})" * bool(row["standard"])
        return f"{row['time_us']:.0f} cycles, {row['overhead_ge']:.0f} GE{standard}"

    return chart.svg(
        f"{functions.function(of).title} on {core}",
        drawn,
        "cycles of a block over the gates of the unit; larger dots take more code",
        "GE of the unit alone",
        words,
    )
