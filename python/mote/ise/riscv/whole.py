"""The whole design of a core with a unit, or without, for what maps or synthesizes it."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from mote.common.errors import MoteError
from mote.ise.riscv import isa, machine
from mote.machines import rtl_core
from mote.pic24.yosys import yosys

PORT = re.compile(r"^ *(input|output)(?: +(?:reg|wire))? *(\[\d+:\d+\])? +(\w+),?$", re.M)
CFU_PORT = "CfuPlugin_bus_"
GATE = """\
module cv32e40x_clock_gate #(parameter LIB = 0)
  (input clk_i, input en_i, input scan_cg_en_i, output clk_o);
  assign clk_o = clk_i;
endmodule
"""
"""In place of the package's, which has a latch: nothing sleeps, so the clock always runs."""
SLANG = """\
read_slang --threads 1 --top mote_core {defines} {include} {sources} -y {folder} --libext .sv
hierarchy -check -top mote_core
proc
flatten
simplemap t:$bwmux
opt_clean -purge
write_verilog -noattr whole.v
"""


def _vexriscv(text: str, with_unit: bool) -> str:
    """A module mote_core: VexRiscv with all its ports but the unit's, and the unit there."""
    start = text.index("module VexRiscv ")
    ports = PORT.findall(text[start : text.index(");", start)])
    if not any(name.startswith(CFU_PORT) for _, _, name in ports):
        raise MoteError("VexRiscv has no port for a unit")
    outside = [each for each in ports if not each[2].startswith(CFU_PORT)]
    inside = [each for each in ports if each[2].startswith(CFU_PORT)]
    lines = ["module mote_core ("]
    lines += [",\n".join(f"    {way} wire {width} {name}" for way, width, name in outside), ");"]
    lines += [f"  wire {width} {name};" for _, width, name in inside]
    if with_unit:
        joined = [f"      .{name.removeprefix(CFU_PORT)}({name})" for _, _, name in inside]
        joined += ["      .clk(clk)", "      .reset(reset)"]
        lines += ["  Cfu extension (", ",\n".join(joined), "  );"]
    else:
        lines += [f"  assign {name} = 0;" for way, _, name in inside if way == "input"]
    joined = [f"      .{name}({name})" for _, _, name in ports]
    return "\n".join([*lines, "  VexRiscv core (", ",\n".join(joined), "  );", "endmodule", ""])


def _cv32e40x(text: str) -> str:
    """CV32E40X and what is around it as one module of plain Verilog, by Yosys' reader slang."""
    of = rtl_core.core("cv32e40x")
    root = rtl_core.fetch(of) / of.root
    sources = [each for each in of.sources if not each.startswith("bhv/")]
    with tempfile.TemporaryDirectory(prefix="mote-yosys-") as name:
        folder = Path(name)
        for each in of.folders:
            shutil.copytree(root / each, folder / each)
        (folder / "around.sv").write_text(GATE + text, encoding="utf-8")
        script = SLANG.format(
            defines=" ".join(f"-D{each}" for each in of.defines),
            include=" ".join(f"-I {each}" for each in of.include),
            sources=" ".join([*sources, "around.sv"]),
            folder=of.folders[0],
        )
        (folder / "script.ys").write_text(script, encoding="utf-8")
        result = yosys(["-s", "script.ys"], folder)
        made = folder / "whole.v"
        if result.returncode != 0 or not made.is_file():
            words = (result.stdout + result.stderr).splitlines()
            errors = [line for line in words if "error" in line.lower()] or words[-1:] or ["none"]
            raise MoteError(f"Yosys: {errors[0].strip()}")
        # What Yosys says of itself is no part of a design.
        return re.sub(r"^/\* .* \*/\n", "", made.read_text(encoding="utf-8"))


def verilog(core: str, extensions: Sequence[str]) -> str:
    """All Verilog of a core with a unit, or without; module mote_core.  Raises MoteError."""
    instructions = isa.instructions(extensions)
    if core == "picorv32":
        return machine.whole(core, instructions)
    if core == "cv32e40x":
        return _cv32e40x(machine.wrapped(core, instructions))
    of = rtl_core.core(machine.check_core(core))
    root = rtl_core.fetch(of) / of.root
    text = "\n".join((root / x).read_text(encoding="utf-8") for x in machine.SOURCES[core])
    unit = machine.at_port(core, instructions) if instructions else ""
    return "\n".join([text, _vexriscv(text, bool(unit)), unit])
