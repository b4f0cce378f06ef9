"""The clock that a core with its unit reaches on two FPGAs, placed and routed by nextpnr.

Yosys maps the design (mote.ise.riscv.luts), nextpnr-ecp5 and nextpnr-ice40 place and route it, and
their static timing analysis gives the highest clock.  All ports of the core but the clock are on
two chains of flip-flops: one gives the inputs, the other takes the outputs.  So every path of the
core begins and ends at a flip-flop, those to and from memory too, and no pin's place is in them.

Placement begins with random numbers, so that one run says little: the figure is the median of
SEEDS, with the lowest and the highest.  Both programs are WebAssembly: one version and one seed
give one result on every machine.  They are in an environment of their own (requirements-fpga.txt).
"""

from __future__ import annotations

import json
import re
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tabulate import tabulate

from mote.common import files
from mote.common.errors import MoteError
from mote.common.paths import ROOT
from mote.ise.area import CACHE
from mote.ise.riscv import area, isa, machine, whole
from mote.ise.riscv.rows import Form, Row
from mote.ise.synthesis import yosys_version
from mote.machines import rtl_core
from mote.pic24.yosys import environment, yosys
from mote.running import depends, jobs
from mote.running.environment import programs

PINNED = ROOT / "requirements-fpga.txt"
RESULTS = ROOT / "results" / "riscv-clocks.csv"
FIELDS = ("core", "extensions", "device", "mhz", "lowest_mhz", "highest_mhz", "seeds", "key")
"""Columns.  mhz: the median of the seeds' clocks, which lie from lowest_mhz to highest_mhz."""
FORM = Form(FIELDS, ("core", "extensions", "device"))
SEEDS = (1, 2, 3)


@dataclass(frozen=True)
class Device:
    """An FPGA.  options: of nextpnr, with a clock that no design reaches, to aim at."""

    title: str
    options: tuple[str, ...]


DEVICES = {
    "ecp5": Device(
        "ECP5-25F",
        (
            *("--25k", "--package", "CABGA381", "--speed", "6"),
            *("--lpf-allow-unconstrained", "--freq", "120"),
        ),
    ),
    "ice40": Device("iCE40 HX8K", ("--hx8k", "--package", "ct256", "--freq", "100")),
}
TOP = "mote_board"
SCRIPT = """\
read_verilog -sv design.v
synth_{device} -top {top}
write_json design.json
"""
BOARD = """\
module {top} (input wire clk, input wire in_pin, output wire out_pin);
  reg [{given}:0] given;
  reg [{taken}:0] taken, chain;
  wire [{taken}:0] out;
  always @(posedge clk) begin
    given <= {{given, in_pin}};
    taken <= out;
    chain <= taken ^ {{chain, 1'b0}};
  end
  assign out_pin = chain[{taken}];
  {core} core (
      {joined}
  );
endmodule
"""
PORT = re.compile(r"^ *(input|output)(?: +(?:reg|wire|logic))? *(?:\[ *(\d+):0\])? *(\w+),?$", re.M)
NUMBERS = ("mhz", "lowest_mhz", "highest_mhz")


def board(core: str) -> str:
    """The Verilog of a module TOP with the core's module and a flip-flop at each of its ports."""
    start = core.index(f"module {area.TOP} ")
    head = core[start : core.index(");", start)].partition("`ifdef")[0]
    found = PORT.findall(head)
    clocks = [name for way, _, name in found if way == "input" and name == "clk"]
    if clocks != ["clk"]:
        raise MoteError(f"the module {area.TOP} has no port clk")
    chains: dict[str, list[tuple[str, int, int]]] = {"input": [], "output": []}
    ends = {"input": 0, "output": 0}
    for way, high, name in found:
        if name != "clk":
            bits = int(high or 0) + 1
            chains[way].append((name, ends[way], bits))
            ends[way] += bits
    given, taken = ends["input"], ends["output"]
    if not given or not taken:
        raise MoteError(f"the module {area.TOP} has no ports beside clk")
    joined = [".clk(clk)"]
    for way, bus in (("input", "given"), ("output", "out")):
        joined += [f".{name}({bus}[{at} +: {bits}])" for name, at, bits in chains[way]]
    return BOARD.format(
        top=TOP, core=area.TOP, given=given - 1, taken=taken - 1, joined=", ".join(joined)
    )


def achieved(report: str) -> float:
    """The highest clock in MHz that a report of nextpnr (--report) has; raises MoteError."""
    try:
        clocks = json.loads(report)["fmax"]
        found = [float(each["achieved"]) for each in clocks.values()]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise MoteError("nextpnr: its report has no clocks") from None
    if len(found) != 1:
        raise MoteError(f"nextpnr: its report has {len(found)} clocks, not one")
    return round(found[0], 2)


def _made(result: subprocess.CompletedProcess[str], path: Path, name: str) -> str:
    if result.returncode != 0 or not path.is_file():
        words = (result.stdout + result.stderr).splitlines()
        errors = [line for line in words if "ERROR" in line] or words[-1:] or ["no output"]
        raise MoteError(f"{name}: {errors[0].strip()}")
    return path.read_text(encoding="utf-8")


def _routed(job: tuple[str, str]) -> tuple[float, ...]:
    """The clocks of a design (Verilog, device) in MHz, one a seed; each is kept as it comes."""
    text, device = job
    pinned = PINNED.read_text(encoding="utf-8")
    script = (SCRIPT.format(device=device, top=TOP), *DEVICES[device].options)
    of = depends.short(depends.digest((text, *script, yosys_version(), pinned)))
    design = ""
    found = []
    for seed in SEEDS:
        kept = CACHE / f"{of}.{seed}.clock"
        try:
            clock = float(kept.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            design = design or mapped(text, device)
            clock = _clock(design, device, seed)
            files.write(kept, f"{clock}")
        found.append(clock)
    return tuple(found)


def mapped(text: str, device: str) -> str:
    """What Yosys makes of a design for nextpnr (JSON).  Raises MoteError."""
    with tempfile.TemporaryDirectory(prefix="mote-yosys-") as name:
        folder = Path(name)
        (folder / "design.v").write_text(text, encoding="utf-8")
        script = SCRIPT.format(device=device, top=TOP)
        (folder / "script.ys").write_text(script, encoding="utf-8")
        return _made(yosys(["-s", "script.ys"], folder), folder / "design.json", "Yosys")


def _clock(design: str, device: str, seed: int) -> float:
    """What nextpnr reaches in MHz with one seed."""
    program = programs("fpga", PINNED) / f"yowasp-nextpnr-{device}"
    with tempfile.TemporaryDirectory(prefix="mote-nextpnr-") as name:
        folder = Path(name)
        (folder / "design.json").write_text(design, encoding="utf-8")
        seeded = ["--seed", f"{seed}", "--report", "report.json", "--timing-allow-fail"]
        command = [str(program), *DEVICES[device].options, "--json", "design.json", "-q", *seeded]
        result = subprocess.run(
            command,
            cwd=folder,
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        return achieved(_made(result, folder / "report.json", "nextpnr"))


def _design(core: str, extensions: tuple[str, ...]) -> str:
    """A core with its unit, and flip-flops at its ports."""
    text = whole.verilog(core, extensions)
    # What Yosys has written says its ports in another form than what it has read.
    said = machine.wrapped(core, isa.instructions(extensions)) if core == "cv32e40x" else text
    return text + board(said)


def key(core: str, extensions: Iterable[str], device: str) -> str:
    """Of a row: a hash of the core's package, what is connected to it, options and versions."""
    of = rtl_core.core(core)
    made = machine.wrapped(core, isa.instructions(tuple(extensions)))
    parts = (of.package, of.version, of.sha256, made, SCRIPT, BOARD)
    pins = (PINNED.read_text(encoding="utf-8"), yosys_version())
    options = (*DEVICES[device].options, *map(str, SEEDS))
    return depends.short(depends.digest((*parts, *pins, device, *options)))


def steps(wanted: Mapping[str, tuple[str, ...]]) -> int:
    """How often `rows` calls `done`."""
    return 1 + len(wanted)


def rows(
    core: str, device: str, wanted: Mapping[str, tuple[str, ...]], done: Callable[[], object]
) -> list[Row]:
    """A row for the core without a unit and with each set on a device; raises MoteError.

    Units are not proved here.  `done` is called `steps` times.
    """
    programs("fpga", PINNED)
    sets = {"": (), **{" ".join(names): names for names in wanted.values()}}
    todo = list(sets)
    work = [(_design(core, names), device) for names in sets.values()]
    found: dict[int, Row] = {}
    for index, result in jobs.run(_routed, work):
        done()
        if isinstance(result, Exception):
            raise result
        name, clocks = todo[index], sorted(result)
        found[index] = {
            "core": core,
            "extensions": name,
            "device": device,
            "mhz": statistics.median(clocks),
            "lowest_mhz": clocks[0],
            "highest_mhz": clocks[-1],
            "seeds": len(clocks),
            "key": key(core, sets[name], device),
        }
    return [found[index] for index in range(len(todo))]


def read(path: Path = RESULTS) -> list[Row]:
    """The rows of the results file; none when there is none.  Raises MoteError."""
    return [
        {**row, **{name: float(row[name]) for name in NUMBERS}, "seeds": int(row["seeds"])}
        for row in FORM.read(path)
    ]


def write(found: Iterable[Row], path: Path = RESULTS) -> None:
    """Put rows in the place of those that are there; raises MoteError."""
    FORM.write(found, path)


def differences(found: Iterable[Row], path: Path = RESULTS) -> list[str]:
    """What differs between rows and the results file, a line each."""
    return FORM.differences(found, path)


def text(core: str, device: str, found: Iterable[Row]) -> str:
    """The rows for people to read, the core's without a unit first."""
    lines: list[list[str]] = []
    base = 0.0
    for row in found:
        base = base or row["mhz"]
        more = f"{100 * (row['mhz'] / base - 1):+.1f} %" if row["extensions"] else ""
        name = f"{area.BASE} with {row['extensions']}" if row["extensions"] else area.BASE
        spread = f"{row['lowest_mhz']:.1f} to {row['highest_mhz']:.1f}"
        lines.append([name, f"{row['mhz']:.1f}", more, spread])
    head = [f"{core} on {DEVICES[device].title}", "MHz", "", "of all seeds"]
    made = tabulate(lines, head, disable_numparse=True, colalign=["left", *["right"] * 3])
    return f"{made}\n\nPlaced and routed by nextpnr: the median of {len(SEEDS)} seeds."


def page() -> str:
    """The rows that are kept, for docs/riscv-study.md."""
    lines: list[list[str]] = []
    base = {(row["core"], row["device"]): row["mhz"] for row in read() if not row["extensions"]}
    for row in read():
        name = row["extensions"].replace(" ", "`, `")
        more = 100 * (row["mhz"] / base[row["core"], row["device"]] - 1)
        lines.append(
            [
                "" if name else row["core"],
                f"`{name}`" if name else "none",
                DEVICES[row["device"]].title,
                f"{row['mhz']:.1f}",
                f"{more:+.1f} %" if name else "",
                f"{row['lowest_mhz']:.1f} to {row['highest_mhz']:.1f}",
            ]
        )
    if not lines:
        return "No clock is kept: none was measured on all seeds."
    head = ["core", "unit", "FPGA", "MHz", "", "of all seeds"]
    return tabulate(
        lines,
        head,
        tablefmt="github",
        disable_numparse=True,
        colalign=["left"] * 3 + ["right"] * 3,
    )
