"""Time, area times time and energy of kernels on the gates of PicoRV32 with its unit.

As for the 16-bit core (mote.ise.energy): the netlist whose area is stated runs the kernel, how
often each net changes is counted, and the cell library's tables say what a change takes.  A figure
is of a further block: the calls with COUNTS blocks, the second less the first.  All have one clock,
which follows from the path of the core without a unit (mote.ise.area.clock).

How far that goes stands in docs/area.md: no glitches, no wires, no clock tree, no memories.  It
compares cores of one technology and is no chip's figure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from tabulate import tabulate

from mote.common.paths import ROOT
from mote.ise import area as gates_of
from mote.ise import energy, synthesis, technology
from mote.ise.energy import Ran
from mote.ise.riscv import area, gates, isa, kernels, machine, proof
from mote.ise.riscv.functions import function
from mote.ise.riscv.rows import Form, Row
from mote.ise.riscv.study import FIVE, OTHERS, STANDARD
from mote.machines import rtl_core
from mote.running import depends, jobs

RESULTS = ROOT / "results" / "riscv-energy.csv"
FIELDS = (
    *("core", "function", "extension", "block_cycles", "period_ns", "time_us"),
    *("ge", "ge_us", "nj_per_byte", "milliwatts", "key"),
)
"""Columns.

block_cycles, time_us: of a further block.  ge_us: area times time.  nj_per_byte: of a message;
milliwatts: the same over the time.
"""
FORM = Form(
    FIELDS,
    ("core", "function", "extension"),
    lambda place: (*place[:2], place[2] != kernels.PLAIN, place[2]),
)
COUNTS = (1, 3)
BYTES = {**{name: size for name, (_, size) in FIVE.items()}, **OTHERS}
"""Of a block of each function."""


def names(of: str, extensions: Sequence[str] = ()) -> tuple[str, ...]:
    """The plain file, and a function's kernels: all, or those that take these extensions alone."""
    found = kernels.kernels(gates.CORE, of)
    if extensions:
        found = tuple(each for each in found if set(kernels.extensions_of(each)) <= {*extensions})
    return (kernels.PLAIN, *found)


def key(of: str, kernel: str) -> str:
    """Of a row: a hash of the program, the core with its unit, the library and the scripts."""
    core = rtl_core.core(gates.CORE)
    instructions = isa.instructions(kernels.extensions_of(kernel))
    what = function(of)
    known = what.plain if kernel == kernels.PLAIN else (what.source(kernel),)
    parts = [core.package, core.version, core.sha256, machine.wrapped(gates.CORE, instructions)]
    parts += [technology.LIBERTY_SHA256, synthesis.recipe("area"), synthesis.yosys_version()]
    for source in known:
        text = source.path.read_text(encoding="utf-8") + what.driver
        made = machine.assembled(text, instructions, source.path.parent)
        code = made.get_section_by_name(".text")
        parts.append(code.data().hex() if code is not None else "")
    return depends.short(depends.digest([*parts, repr(COUNTS)]))


def _between(few: Ran, many: Ran) -> Ran:
    """What the second call has more."""
    nets = {*few.changes, *many.changes}
    more = {net: many.changes.get(net, 0) - few.changes.get(net, 0) for net in nets}
    return Ran(many.cycles - few.cycles, more)


def _row(request: tuple[str, str]) -> Row:
    of, kernel = request
    base = gates_of.synthesize(area.core_with(gates.CORE, ()))
    design = area.core_with(gates.CORE, kernels.extensions_of(kernel))
    one, netlist = gates_of.synthesize(design), gates_of.netlist(design)
    period = max(gates_of.clock(base.path), one.path)
    few, many = gates.run(netlist, kernel, of, COUNTS)
    ran = _between(few, many)
    joules = energy.joules(netlist, ran, period)
    blocks = COUNTS[1] - COUNTS[0]
    time = ran.cycles / blocks * period / 1000
    return {
        "core": gates.CORE,
        "function": of,
        "extension": kernel,
        "block_cycles": -(-ran.cycles // blocks),
        "period_ns": period,
        "time_us": round(time, 2),
        "ge": one.total,
        "ge_us": round(one.total * time),
        "nj_per_byte": round(joules * 1e9 / (blocks * BYTES[of]), 3),
        "milliwatts": round(joules / (ran.cycles * period * 1e-9) * 1e3, 2),
        "key": key(of, kernel),
    }


def rows(of: str, wanted: Sequence[str], done: Callable[[], object]) -> list[Row]:
    """A row for each kernel of a function; units are proved first.  Raises MoteError.

    `done` is called for each.
    """
    for kernel in wanted:
        instructions = isa.instructions(kernels.extensions_of(kernel))
        if instructions:
            proof.prove(machine.at_port(gates.CORE, instructions), instructions)
    found: dict[int, Row] = {}
    for index, result in jobs.run(_row, [(of, kernel) for kernel in wanted]):
        done()
        if isinstance(result, Exception):
            raise result
        found[index] = result
    return [found[index] for index in range(len(wanted))]


def read(path: Path = RESULTS) -> list[dict[str, str]]:
    """The rows of the results file; none when there is none.  Raises MoteError."""
    return FORM.read(path)


def write(found: Iterable[Row], path: Path = RESULTS) -> None:
    """Put rows in the place of those that are there; raises MoteError."""
    FORM.write(found, path)


def differences(found: Iterable[Row], path: Path = RESULTS) -> list[str]:
    """What differs between rows and the results file, a line each."""
    return FORM.differences(found, path)


def text(found: Sequence[Row]) -> str:
    """The rows for people to read, those of one function, the plain file's first."""
    base = found[0]
    lines = [
        [
            row["extension"],
            f"{row['time_us']:.2f}",
            f"{row['ge_us'] / base['ge_us']:.2f}",
            f"{row['nj_per_byte']:.2f}",
            f"{row['nj_per_byte'] / base['nj_per_byte']:.2f}",
            f"{row['milliwatts']:.1f}",
        ]
        for row in found
    ]
    head = [
        f"{function(base['function']).title} on {base['core']}",
        "us/block",
        "GE x time",
        "nJ/byte",
        "of the plain",
        "mW",
    ]
    return tabulate(lines, head, disable_numparse=True, colalign=["left", *["right"] * 5])


def page() -> str:
    """The rows that are kept, for docs/riscv-study.md."""
    rows = read()
    plain = {row["function"]: row for row in rows if row["extension"] == kernels.PLAIN}
    lines = []
    for row in rows:
        name, base = row["extension"], plain[row["function"]]
        of_plain = [float(row[what]) / float(base[what]) for what in ("ge_us", "nj_per_byte")]
        named = f"`{name.replace('+', '`, `')}`"
        standard = f" ({STANDARD[name]})" if name in STANDARD else ""
        lines.append(
            [
                function(row["function"]).title if row is base else "",
                "none" if row is base else f"{named}{standard}",
                row["time_us"],
                row["nj_per_byte"],
                row["milliwatts"],
                *(f"{value:.2f}" for value in of_plain),
            ]
        )
    head = ["", "extension", "us a block", "nJ a byte", "mW", "GE x time", "energy"]
    return tabulate(
        lines, head, tablefmt="github", disable_numparse=True, colalign=["left"] * 2 + ["right"] * 5
    )
