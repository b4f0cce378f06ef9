"""What the commands of `mote ise` do with --core NAME for a core that is not the 16-bit one."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn

from tabulate import tabulate
from tqdm import tqdm

from mote.catalog import catalog
from mote.common import files
from mote.common.errors import MoteError
from mote.ise import technology
from mote.ise.riscv import (
    area,
    areas,
    clocks,
    coredsl,
    energy,
    explore,
    functions,
    gates,
    isa,
    kernel_proof,
    lockstep,
    luts,
    machine,
    macros,
    proof,
    saving,
    skeleton,
    stored,
    table,
)


def _names(wanted: Sequence[str], default: Sequence[str] = ()) -> tuple[str, ...]:
    """The extensions, each once and sorted; raises MoteError for an unknown one."""
    found = catalog.pick_names("extension of RISC-V", list(wanted), isa.names())
    return tuple(sorted(found)) if wanted else tuple(default)


def _bar(total: int, label: str) -> tqdm[NoReturn]:
    return tqdm(total=total, desc=label, unit="step", file=sys.stderr, disable=None, leave=False)


def run_new(options: argparse.Namespace) -> int:
    """Write the files of a new extension, print their names, check it.  Raises MoteError."""
    core = machine.check_core(options.core)
    for path in skeleton.new(options.name):
        print(path)
    print(_checked(core, options.name), file=sys.stderr)
    print("docs/extend-riscv.md says how to go on", file=sys.stderr)
    return 0


def _checked(core: str, name: str) -> str:
    """Check an extension's unit; says what was done.  Raises MoteError."""
    instructions = isa.instructions([name])
    proved = proof.prove(machine.at_port(core, instructions), instructions)
    restored = saving.prove(name)
    executed = lockstep.compare(core, instructions, name)
    kept = f"; SAVE and RESTORE are proved to keep its {restored} bits" if restored else ""
    return (
        f"{name}: the unit of every instruction ({proved}) is proved to be what the "
        f"description says{kept}; {executed} ran on {core} beside the description"
    )


def run_check(options: argparse.Namespace) -> int:
    """Prove the units of extensions, and run them on the core.  Raises MoteError."""
    core = machine.check_core(options.core)
    for name in _names(options.name):
        print(_checked(core, name))
    return 0


def run_area(options: argparse.Namespace) -> int:
    """Print the areas of a core, with units and of the units alone.  Raises MoteError."""
    if options.verilog is not None:
        raise MoteError("--verilog goes with --core pic24 alone")
    core = machine.check_core(options.core)
    if (
        (options.write or options.check)
        and not options.clock
        and (options.luts or core not in areas.CORES)
    ):
        more = ", or without --luts" if core in areas.CORES else ""
        raise MoteError(f"of {core} --write and --check go with --clock{more}")
    sets = area.sets(_names(options.extension, isa.names()))
    if not options.extension:
        sets.pop("together", None)
        sets = {name: each for name, each in sets.items() if machine.takes(core, each)}
    if options.clock and options.luts:
        raise MoteError("--clock and --luts: one at a time")
    if options.clock:
        return _clock(core, sets, options)
    if options.luts:
        mapped = _luts(core, sets)
        print(json.dumps(luts.facts(mapped), indent=1) if options.json else luts.text(core, mapped))
        return 0
    with _bar(area.steps(sets), "ise area") as bar:
        found = area.rows(core, sets, bar.update)
    if options.write:
        areas.write(areas.rows(core, sets, found))
    changed = options.check and _changed(areas.differences(areas.rows(core, sets, found)))
    _print_areas(core, found, options.json)
    return int(changed)


def _print_areas(core: str, found: Sequence[area.Row], as_json: bool) -> None:
    if as_json:
        facts = [
            {
                "core": row.name,
                "ge": row.area.total,
                "sequential_ge": row.area.sequential,
                "overhead_ge": row.overhead,
                "overhead_percent": row.percent,
                "path_ns": row.area.path,
            }
            for row in found
        ]
        print(json.dumps(facts, indent=1))
        return
    lines = [
        [
            row.name,
            f"{row.area.total:.0f}",
            f"{row.area.sequential:.0f}",
            "" if row.overhead is None else f"{row.overhead:+.0f}",
            "" if row.percent is None else f"{row.percent:+.1f} %",
            f"{row.area.path:.2f}",
        ]
        for row in found
    ]
    head = [core, "GE", "sequential", "overhead", "", "path, ns"]
    print(tabulate(lines, head, disable_numparse=True, colalign=["left", *["right"] * 5]))
    print(
        f"\nGE: {technology.UNIT_CELL} of the library {technology.LIBRARY_PACKAGE} (180 nm) = 1. "
        "path: OpenSTA, without wires."
        + " The memories of the caches are outside."
        * (core == "vexriscv")
    )


def _clock(core: str, sets: Mapping[str, tuple[str, ...]], options: argparse.Namespace) -> int:
    """Print the clocks on an FPGA; keep them, or compare them with those that are kept."""
    _proved(core, sets)
    with _bar(clocks.steps(sets), "clocks") as bar:
        found = clocks.rows(core, options.clock, sets, bar.update)
    if options.json:
        print(json.dumps(found, indent=1))
    else:
        print(clocks.text(core, options.clock, found))
    if options.write:
        clocks.write(found)
    return int(options.check and _changed(clocks.differences(found)))


def _changed(lines: Sequence[str]) -> bool:
    """Print what differs from a file of results; whether anything does."""
    for line in lines:
        print(line, file=sys.stderr)
    return bool(lines)


def _energy(core: str, of: str, options: argparse.Namespace) -> int:
    """Print time and energy of a function's kernels; keep them, or compare them."""
    if core != gates.CORE:
        raise MoteError(
            f"--energy goes with --core {gates.CORE}: the gates of it alone run kernels"
        )
    if options.no_area or options.luts:
        raise MoteError("--no-area and --luts go without --energy")
    names = energy.names(of)
    with _bar(len(names), "energy") as bar:
        found = energy.rows(of, names, bar.update)
    print(json.dumps(found, indent=1) if options.json else energy.text(found))
    if options.write:
        energy.write(found)
    return int(options.check and _changed(energy.differences(found)))


def _proved(core: str, sets: Mapping[str, tuple[str, ...]]) -> None:
    for names in sets.values():
        instructions = isa.instructions(names)
        proof.prove(machine.at_port(core, instructions), instructions)


def _luts(core: str, sets: Mapping[str, tuple[str, ...]]) -> Mapping[str, Mapping[str, luts.Luts]]:
    """What the cores take of FPGAs; the units are proved first."""
    _proved(core, sets)
    with _bar(luts.steps(sets), "LUTs") as bar:
        return luts.rows(core, sets, bar.update)


def run_table(options: argparse.Namespace) -> int:
    """Print cycles and areas of a function's kernels.  Raises MoteError."""
    core, of = machine.check_core(options.core), functions.function(options.function).name
    if options.energy:
        return _energy(core, of, options)
    if options.write and options.no_area and core not in areas.CORES:
        raise MoteError("--write keeps areas, too: without --no-area")
    if options.write and not options.no_area and core in areas.CORES:
        raise MoteError(f"areas of {core} are kept by ise area: --write with --no-area")
    total = len(table.names(core, of))
    total += 0 if options.no_area else area.steps(table.sets(core, of))
    with _bar(total, "ise table") as bar:
        found = table.rows(core, not options.no_area, bar.update, of)
    if options.write:
        stored.write(core, of, found)
    if options.check and _changed(stored.differences(core, of, found)):
        return 1
    mapped = _luts(core, table.sets(core, of)) if options.luts else {}
    if options.json:
        whole = {"kernels": found, "luts": luts.facts(mapped)} if options.luts else found
        print(json.dumps(whole, indent=1))
        return 0
    print(table.text(core, found, of))
    if options.luts:
        print(f"\n{luts.text(core, mapped)}")
    return 0


def run_explore(options: argparse.Namespace) -> int:
    """Print the front of subsets of instructions, and write its files.  Raises MoteError."""
    core = machine.check_core(options.core)
    if options.kernel or options.call or options.scheduler or options.jobs is not None:
        raise MoteError("--kernel, --call, --scheduler and --jobs go with --core pic24 alone")
    if len(options.function) > 1:
        raise MoteError(f"one function at a time, not {' and '.join(options.function)}")
    of = functions.function(options.function[0] if options.function else None).name
    names = _names(options.extension) if options.extension else ()
    with _bar(2 * len(explore.sets(core, names, of)), "ise explore") as bar:
        found = explore.rows(core, names, bar.update, of)
    print(explore.text(core, found, every=False, of=of))
    print()
    for name, content in (
        (f"explore-{core}-{of}.csv", explore.text_csv(found)),
        (f"explore-{core}-{of}.svg", explore.svg(core, found, of)),
    ):
        files.write(options.output / name, content)
        print(options.output / name)
    return 0


def run_prove(options: argparse.Namespace) -> int:
    """Prove kernels of a function.  Raises MoteError."""
    of = functions.function(options.function)
    known = sorted(path.stem for path in of.folder.glob("*.S"))
    for name in catalog.pick_names(f"kernel of {of.name}", options.name, known):
        begun = time.monotonic()
        bits = kernel_proof.prove(of, name)
        seconds = time.monotonic() - begun
        print(f"{of.name}: {name}.S is proved: {bits} bits of results, {seconds:.0f} s", flush=True)
    return 0


def _each(names: Sequence[str], made: Callable[[str], str]) -> str:
    return "".join(made(name) for name in names)


def run_verilog(options: argparse.Namespace) -> int:
    """Write a unit's Verilog, macros, header and CoreDSL, and print the files' names.

    Raises MoteError.
    """
    core = machine.check_core(options.core)
    wanted = [name for words in options.extension for name in words.split(",") if name]
    if not wanted:
        raise MoteError("a unit has extensions: name them, --with NAME,NAME")
    names = _names(wanted)
    instructions = isa.instructions(names)
    verilog = machine.at_port(core, instructions)
    proof.prove(verilog, instructions)
    title = " ".join(names)
    described = coredsl.text(instructions, title)
    coredsl.check(described, instructions)
    try:
        options.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MoteError(f"{options.folder}: {error.strerror or error}") from None
    for name, content in (
        ("cfu.v" if core == "vexriscv" else "mote_unit.v", verilog),
        (machine.MACROS, macros.assembly(instructions, title) + _each(names, saving.assembly)),
        (
            "extensions.h",
            macros.header(instructions, title, "MOTE_EXTENSIONS_H", _each(names, saving.header)),
        ),
        ("extensions.core_desc", described),
    ):
        files.write(options.folder / name, content)
        print(options.folder / name)
    return 0
