"""The whole design of a core with a unit, or without, for what maps or synthesizes it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mote.common.errors import MoteError
from mote.ise.riscv import isa, machine
from mote.machines import rtl_core

PORT = re.compile(r"^ *(input|output)(?: +(?:reg|wire))? *(\[\d+:\d+\])? +(\w+),?$", re.M)
CFU_PORT = "CfuPlugin_bus_"


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


def verilog(core: str, extensions: Sequence[str]) -> str:
    """All Verilog of a core with a unit, or without; module mote_core.  Raises MoteError."""
    instructions = isa.instructions(extensions)
    if core == "picorv32":
        return machine.whole(core, instructions)
    of = rtl_core.core(machine.check_core(core))
    root = rtl_core.fetch(of) / of.root
    text = "\n".join((root / x).read_text(encoding="utf-8") for x in machine.SOURCES[core])
    unit = machine.at_port(core, instructions) if instructions else ""
    return "\n".join([text, _vexriscv(text, bool(unit)), unit])
