"""The critical path of a netlist, from OpenSTA with the cell library's tables.

Paths begin and end at flip-flops and ports; the clock reaches all flip-flops at once.  There are no
wires: a gate drives the inputs that are connected to it.  Ports: inputs change with the clock,
through a buffer, and outputs carry a load (mote.ise.synthesis); the memories' time of access is not
in it.  An input that resets flip-flops at any time begins no path: it is released long before.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mote.common.errors import MoteError
from mote.ise import liberty, technology

SCRIPT = """\
read_liberty cells.lib
read_verilog netlist.v
link_design design
{clock}
set_input_delay 0 -clock clk {inputs}
set_output_delay 0 -clock clk [all_outputs]
set_driving_cell -lib_cell BUFX2 {inputs}
set_load 0.05 [all_outputs]
report_checks -path_delay max -format full -digits 4
exit
"""
FAR = 1000.0
"""A period in ns that is longer than any path: what is left of it says how long the path is."""


@dataclass(frozen=True)
class Timing:
    """path: ns from clock edge to clock edge, set-up included.  gates: how many are on it.

    start, end: the names of flip-flops or ports.
    """

    path: float
    gates: int
    start: str
    end: str


def verilog(netlist: Mapping[str, Any]) -> str:
    """A netlist of mote.ise.synthesis as Verilog: module `design`, a port for each bit."""
    ports: list[str] = []
    body: list[str] = []
    nets: set[int] = set()

    def net(bit: int | str) -> str:
        if isinstance(bit, str):
            return f"1'b{bit if bit in '01' else 0}"
        nets.add(bit)
        return f"n{bit}"

    for name, (direction, bits) in netlist["ports"].items():
        for index, bit in enumerate(bits):
            port = port_name(name, index, len(bits))
            ports.append(f"{direction} {port}")
            left, right = (net(bit), port) if direction == "input" else (port, net(bit))
            body.append(f"  assign {left} = {right};")
    for number, (kind, pins) in enumerate(netlist["gates"]):
        inner = ", ".join(f".{pin}({net(bit)})" for pin, bit in pins.items())
        body.append(f"  {kind} g{number} ({inner});")
    names = ", ".join(port.split()[1] for port in ports)
    declared = [f"  {port};" for port in ports] + [f"  wire n{bit};" for bit in sorted(nets)]
    return "\n".join([f"module design ({names});", *declared, *body, "endmodule", ""])


def port_name(name: str, index: int, width: int) -> str:
    """What `verilog` calls a bit of a port."""
    return f"{name}__{index}" if width > 1 else name


def analyse(netlist: Mapping[str, Any]) -> Timing | None:
    """The critical path, None where there is none; raises MoteError."""
    ports = netlist["ports"]
    clocked = "clk" in ports
    resets = _resets(netlist)
    inputs = [
        port_name(name, index, len(bits))
        for name, (direction, bits) in ports.items()
        for index in range(len(bits))
        if direction == "input" and name != "clk" and bits[index] not in resets
    ]
    words = f"[get_ports {{{' '.join(inputs)}}}]" if inputs else ""
    script = SCRIPT.format(
        clock=f"create_clock -name clk -period {FAR}" + (" [get_ports clk]" if clocked else ""),
        inputs=words,
    )
    if not words:
        script = "\n".join(line for line in script.splitlines() if "-clock clk " not in line[-12:])
    program = technology.analyser()
    with tempfile.TemporaryDirectory(prefix="mote-sta-") as name:
        folder = Path(name)
        (folder / "cells.lib").write_text(technology.liberty(), encoding="utf-8")
        (folder / "netlist.v").write_text(verilog(netlist), encoding="utf-8")
        (folder / "script.tcl").write_text(script, encoding="utf-8")
        answer = subprocess.run(
            [str(program), "-no_splash", "-no_init", "-exit", "script.tcl"],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
    text = answer.stdout + answer.stderr
    error = re.search(r"^Error:.*", text, re.M)
    if answer.returncode != 0 or error:
        raise MoteError(f"OpenSTA: {error[0] if error else text.strip()[-200:]}")
    return _timing(netlist, text)


def _resets(netlist: Mapping[str, Any]) -> set[int | str]:
    """The nets at the pins of flip-flops that set or reset them at any time."""
    cells = liberty.read(technology.liberty()).cells
    found: set[int | str] = set()
    for kind, pins in netlist["gates"]:
        cell = cells.get(kind)
        if cell is not None and cell.sequential:
            waits = set(re.findall(r"\w+", f"{cell.clock} {cell.next_state}"))
            found |= {pins[name] for name in cell.inputs if name not in waits and name in pins}
    return found


def _timing(netlist: Mapping[str, Any], text: str) -> Timing | None:
    slack = re.search(r"^\s+(-?[0-9.]+)\s+slack", text, re.M)
    start = re.search(r"^Startpoint: (\S+)", text, re.M)
    end = re.search(r"^Endpoint: (\S+)", text, re.M)
    if slack is None or start is None or end is None:
        return None
    # Set-up included; the other end of a path is a flip-flop's edge or a port.
    path = round(FAR - float(slack[1]), 3)
    arrival = re.search(r"slack.*", text, re.S)
    pins = re.findall(r"[v^] (\S+)/\S+ \((\w+)\)", text[: arrival.start() if arrival else None])
    kinds = [kind for name, kind in pins if name.startswith("g")]
    gates = sum(1 for kind in kinds if not kind.startswith("DFF"))
    return Timing(path, gates, _end(netlist, start[1]), _end(netlist, end[1]))


def _end(netlist: Mapping[str, Any], name: str) -> str:
    """The name of a flip-flop, from what it drives, or of a port."""
    if re.fullmatch(r"g\d+", name):
        _, pins = netlist["gates"][int(name[1:])]
        return str(netlist["names"].get(str(pins.get("Q")), name))
    port, _, index = name.partition("__")
    return f"{port}[{index}]" if index else port
