"""Areas of VexRiscv and CV32E40X as they are kept: results/riscv-area.csv.

A row is a core with a unit; `mote ise area --core vexriscv --write` puts it there.  PicoRV32's
stand with its kernels (mote.ise.riscv.stored).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from tabulate import tabulate

from mote.common.paths import ROOT
from mote.ise import synthesis, technology
from mote.ise.riscv import area, isa, machine, memories, products, whole
from mote.ise.riscv.rows import Form, Row
from mote.machines import rtl_core
from mote.running import depends

CORES = ("vexriscv", "cv32e40x")
"""Those whose areas are kept here."""
RESULTS = ROOT / "results" / "riscv-area.csv"
FIELDS = (
    *("core", "extensions", "ge", "sequential_ge", "overhead_ge", "overhead_percent"),
    *("path_ns", "unit_ge", "unit_path_ns", "key"),
)
"""Columns.  unit_ge, unit_path_ns: of the unit by itself."""
FORM = Form(FIELDS, ("core", "extensions"))


def key(core: str, extensions: Iterable[str]) -> str:
    """Of a row: a hash of the core's package, the unit, the library and all that maps them."""
    of = rtl_core.core(core)
    made = machine.wrapped(core, isa.instructions(tuple(extensions)))
    parts = (of.package, of.version, of.sha256, made, technology.LIBERTY_SHA256)
    scripts = (synthesis.recipe("area"), synthesis.yosys_version())
    cut = (memories.SCRIPT, memories.MACRO, memories.INSTANCE, products.INSTANCE)
    kinds = (*map(products.verilog, products.KINDS[core]), products.MACRO)
    if core == "cv32e40x":
        kinds += (whole.GATE, whole.SLANG, products.WORD.pattern, products.WORD_INSTANCE)
    return depends.short(depends.digest((*parts, *scripts, *cut, *kinds)))


def rows(core: str, wanted: Mapping[str, Sequence[str]], found: Sequence[area.Row]) -> list[Row]:
    """What mote.ise.riscv.area.rows has found, in this file's form."""
    base, *others = found
    made = [_row(core, (), base, None)]
    for names, one, alone in zip(wanted.values(), others[::2], others[1::2], strict=True):
        made.append(_row(core, names, one, alone))
    return [{name: f"{value}" for name, value in row.items()} for row in made]


def _row(core: str, names: Sequence[str], one: area.Row, alone: area.Row | None) -> Row:
    return {
        "core": core,
        "extensions": " ".join(names),
        "ge": one.area.total,
        "sequential_ge": one.area.sequential,
        "overhead_ge": "" if one.overhead is None else round(one.overhead, 2),
        "overhead_percent": "" if one.percent is None else round(one.percent, 3),
        "path_ns": one.area.path,
        "unit_ge": "" if alone is None else alone.area.total,
        "unit_path_ns": "" if alone is None else alone.area.path,
        "key": key(core, names),
    }


def read(path: Path = RESULTS) -> list[dict[str, str]]:
    """The rows of the results file; none when there is none.  Raises MoteError."""
    return FORM.read(path)


def write(found: Iterable[Row], path: Path = RESULTS) -> None:
    """Put rows in the place of those that are there; raises MoteError."""
    FORM.write(found, path)


def differences(found: Iterable[Row], path: Path = RESULTS) -> list[str]:
    """What differs between rows and the results file, a line each."""
    return FORM.differences(found, path)


def page(core: str) -> str:
    """A core's rows that are kept, for docs/riscv-study.md."""
    lines = []
    for row in read():
        if row["core"] != core:
            continue
        name = row["extensions"].replace(" ", "`, `")
        lines.append(
            [
                f"`{name}`" if name else "none",
                f"{float(row['ge']):.0f}",
                f"{float(row['sequential_ge']):.0f}",
                f"{float(row['overhead_ge']):+.0f}" if name else "",
                f"{float(row['overhead_percent']):+.1f} %" if name else "",
                f"{float(row['path_ns']):.2f}",
                f"{float(row['unit_ge']):.0f}" if name else "",
                f"{float(row['unit_path_ns']):.2f}" if name else "",
            ]
        )
    head = ["unit", "GE", "of flip-flops", "overhead", "", "path, ns", "unit alone, GE"]
    return tabulate(
        lines,
        [*head, "its path, ns"],
        tablefmt="github",
        disable_numparse=True,
        colalign=["left", *["right"] * 7],
    )
