"""What each command of `mote ise` does; commands/ise.py has their options."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from tabulate import tabulate
from tqdm import tqdm

from mote.catalog import catalog
from mote.common import files
from mote.common.errors import MoteError
from mote.ise import (
    area,
    chart,
    controllers,
    explore,
    export,
    kernels,
    skeleton,
    synthesis,
    table,
    technology,
    times,
)
from mote.running import jobs


def _bar(total: int, label: str) -> tqdm[NoReturn]:
    return tqdm(total=total, desc=label, unit="core", file=sys.stderr, disable=None, leave=False)


# area


def _area_of_file(options: argparse.Namespace) -> int:
    if options.extension or options.write or options.check:
        raise MoteError("--verilog stands alone: no --extension, --write or --check with it")
    try:
        text = options.verilog.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MoteError(f"{options.verilog}: {getattr(error, 'strerror', error)}") from None
    flat = area.synthesize(area.Design(text, options.top))
    split = area.synthesize(area.Design(text, options.top, flatten=False))
    if options.json:
        found = area.Cores({area.BASE: ((), flat)}, flat, {area.BASE: split}, {})
        print(json.dumps({**_facts(), "rows": area.rows(found)}, indent=1))
    else:
        print(_summary(options.top, flat))
        print()
        print(_module_table(split))
    return 0


def _facts() -> dict[str, Any]:
    return {
        "yosys": synthesis.yosys_version(),
        "library": technology.LIBRARY_PACKAGE,
        "unit": f"gate equivalents ({technology.UNIT_CELL} = 1)",
        "path": "ns from flip-flop or port to flip-flop or port, set-up included, no wires",
    }


def run_area(options: argparse.Namespace) -> int:
    """Print or write the areas, or compare them with the written ones.  Raises MoteError."""
    if options.verilog is not None:
        return _area_of_file(options)
    names = area.check_extensions(options.extension)
    every = options.write or options.check
    if names:
        if every:
            raise MoteError("--write and --check take every row: leave out --extension")
        sets = {area.BASE: (), **{name: (name,) for name in names}}
        if len(names) > 1:
            sets["together"] = names
        detailed = [list(sets)[-1]]
        # What is refused is said before minutes of synthesis, of the base core first of all.
        for each in [*sets.values()][1:]:
            area.verilog(each)
    else:
        sets = area.named_sets()
        detailed = [area.BASE]
    timed = times.all_kernels() if every else []
    with _bar(area.steps(sets, detailed) + len(timed), "ise area") as bar:
        found = area.cores(sets, detailed, bar.update)
        kernel_rows = times.rows(timed, found.period, bar.update)
    rows = area.rows(found)
    if options.write:
        area.write(rows)
        times.write(kernel_rows)
    if options.check:
        changed = area.differences(rows, whole=True) + times.differences(kernel_rows)
        count = len(rows) + len(kernel_rows)
        print("\n".join(changed or [f"{count} rows compared, no difference"]))
        return 1 if changed else 0
    if options.json:
        print(json.dumps({**_facts(), "rows": rows}, indent=1))
        return 0
    print(_summary("base core", found.areas[area.BASE][1]))
    print()
    print(_core_table(rows, found.period))
    for name in detailed:
        print(f"\nBy module, {name} (modules kept apart, so that nothing is shared between them):")
        print(_module_table(found.modules[name]))
    return 0


def _summary(name: str, flat: area.Area) -> str:
    path = f"; critical path {flat.path:.2f} ns" if flat.path else ""
    ends = f", {flat.gates} gates from {flat.start} to {flat.end}" if flat.path else ""
    return (
        f"{name}: {flat.total:.0f} GE, {flat.square:.0f} um2 ({flat.sequential:.0f} GE sequential, "
        f"{flat.combinational:.0f} combinational){path}{ends}"
    )


def _core_table(rows: Sequence[dict[str, Any]], period: float) -> str:
    whole = [row for row in rows if not row["module"]]
    lines = []
    for row in whole:
        line = [row["core"], f"{row['ge']:.0f}", f"{row['square_um']:.0f}"]
        base = row is whole[0]
        line.append("" if base else f"{row['overhead_ge']:+.0f}")
        line.append("" if base else f"{row['overhead_percent']:+.1f} %")
        line.append(f"{row['path_ns']:.2f}")
        line.append("" if base else f"{row['path_percent']:+.1f} %")
        line += [f"{row['highest_mhz']}", row["start"], row["end"]]
        lines.append(line)
    head = ["core", "GE", "um2", "overhead", "", "path, ns", "", "MHz", "from", "to"]
    align = ["left", *["right"] * 7, "left", "left"]
    made = tabulate(lines, head, disable_numparse=True, colalign=align)
    return (
        f"{made}\n\nGE: {technology.UNIT_CELL} of the library {technology.LIBRARY_PACKAGE} "
        f"(180 nm) = 1. path: OpenSTA, without wires.\nThe clock of all cores: {period} ns, "
        f"{area.MARGIN:g} times the path of the base core mapped for speed."
    )


def _module_table(split: area.Area) -> str:
    lines = [
        [
            module.name,
            module.count if module.count > 1 else "",
            f"{module.total:.0f}",
            f"{module.count * module.sequential:.0f}",
            f"{module.count * module.combinational:.0f}",
            f"{100 * module.total / split.total:.1f} %",
        ]
        for module in split.modules
    ]
    lines.append(
        [
            "all",
            "",
            f"{split.total:.0f}",
            f"{split.sequential:.0f}",
            f"{split.combinational:.0f}",
            "",
        ]
    )
    head = ["module", "times", "GE", "sequential", "combinational", "share"]
    align = ["left", *["right"] * 5]
    return tabulate(lines, head, disable_numparse=True, colalign=align)


# table


def run_table(options: argparse.Namespace) -> int:
    """Print the paper's tables with our figures.  Raises MoteError."""
    if options.function is not None:
        raise MoteError("a function's table is one of a RISC-V core: --core picorv32 or vexriscv")
    measured = table.measure()
    overheads: dict[tuple[str, str], float] = {}
    if not options.no_area:
        count = len({one.extensions for one in measured.values()} | {()})
        with _bar(count, "ise table") as bar:
            overheads = table.overheads(measured, bar.update)
    found = [*controllers.rows(), *table.rows(measured, overheads)]
    print(json.dumps(found, indent=1) if options.json else table.text(found))
    return 0


# explore


def run_explore(options: argparse.Namespace) -> int:
    """Print every subset and write its files; 1 if one had a problem.  Raises MoteError."""
    names = area.check_extensions(options.extension)
    workers = jobs.cores() if options.jobs is None else options.jobs
    if workers < 1:
        raise MoteError(f"--jobs is {workers}; it must be at least 1")
    if (options.kernel is None) != (options.call is None):
        raise MoteError("--kernel and --call go together")
    if options.kernel is not None:
        if options.function or not names:
            raise MoteError("--kernel goes with --extension, and without --function")
        if not options.kernel.is_file():
            what = "is a directory" if options.kernel.is_dir() else "no such file"
            raise MoteError(f"{options.kernel}: {what}")
        study = kernels.Study(options.kernel.stem, options.kernel, options.call)
        kernels.measure(study)  # what is wrong with the file is said before the synthesis
        works = [explore.plan_kernel(study, names)]
        kernels.check_outputs(study, works[0].sets)
    else:
        known = list(kernels.FUNCTIONS) if options.function else kernels.available()
        functions = catalog.pick_names("function", options.function, known)
        works = [explore.plan(function, names) for function in functions]
    if not works:
        raise MoteError("there is no kernel for the core (pic24.s in a function's folder)")
    options.output.mkdir(parents=True, exist_ok=True)
    with tqdm(
        total=explore.steps(works),
        desc="ise explore",
        unit="step",
        file=sys.stderr,
        disable=None,
        leave=False,
    ) as bar:
        rows = explore.run(works, options.scheduler, workers, bar.update)
    print(explore.table(rows))
    contents = {"explore.csv": explore.text_csv(rows), "explore.html": chart.page(rows)}
    for name, members in explore.by_function(rows).items():
        contents[f"explore-{name}.svg"] = chart.svg(name, members)
    print()
    for name, content in contents.items():
        files.write(options.output / name, content)
        print(options.output / name)
    return 1 if any(row["problem"] for row in rows) else 0


# new


def run_new(options: argparse.Namespace) -> int:
    """Write the files of a new extension, print their names, check it.  Raises MoteError."""
    for path in skeleton.new(options.name):
        print(path)
    print(_checked([options.name]), file=sys.stderr)
    print("docs/extend-the-core.md says how to go on", file=sys.stderr)
    return 0


# check


def _checked(names: Sequence[str]) -> str:
    """Check the hardware of extensions; says what was done.  Raises MoteError."""
    steps, forms = area.check(names)
    return (
        f"{' '.join(names)}: the hardware of every step ({steps}) is proved to be what the "
        f"description says; every form ({forms}) ran beside the reference simulator"
    )


def run_check(options: argparse.Namespace) -> int:
    """Prove the hardware of extensions and run it beside the simulator.  Raises MoteError."""
    for name in area.check_extensions(options.name):
        print(_checked([name]))
    return 0


# verilog


def run_verilog(options: argparse.Namespace) -> int:
    """Write a core and print the files' names.  Raises MoteError."""
    names = [name for words in options.extension for name in words.split(",") if name]
    for path in export.write(names, options.folder):
        print(path)
    return 0
