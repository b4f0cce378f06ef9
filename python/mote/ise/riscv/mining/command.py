"""What `mote ise candidates` does."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Sequence
from typing import Any

from tqdm import tqdm

from mote.common import files
from mote.common.errors import MoteError
from mote.ise.area import Design, synthesize
from mote.ise.riscv import isa, machine, proof, skeleton, unit
from mote.ise.riscv.mining import candidates, code, describe
from mote.ise.riscv.mining.candidates import Ranked

LITTLE = 0.1
"""Per cent of the cycles below which a candidate is not shown."""
WIDE, MOST_LINES = 32, 3
"""Characters of a meaning in a line of the table, and its lines."""


def run(options: argparse.Namespace) -> int:
    """Print candidates, and write them as an extension where asked to.  Raises MoteError."""
    core = machine.check_core(options.core)
    if options.top < 1:
        raise MoteError(f"--top is {options.top}; it must be at least 1")
    if options.write is not None:
        skeleton.check(options.write)
    mined = candidates.mine(code.read(options.what))
    if options.all:
        ranked = candidates.each_alone(mined, core)
    else:
        ranked = candidates.rank(mined, core, options.top)
    if core == "vexriscv":  # its port gives no number of the instruction word
        ranked = [each for each in ranked if not each.candidate.by_number]
    ranked = [each for each in ranked if each.percent >= LITTLE][: options.top]
    if not ranked:
        raise MoteError(f"{options.what}: no pattern of two instructions or more saves {LITTLE} %")
    gates = _gates(ranked) if options.gates else None
    facts = [_facts(each, None if gates is None else gates[n]) for n, each in enumerate(ranked)]
    prefix = options.write or "candidate"
    described = candidates.described(ranked, prefix)
    title = f"Candidates out of {mined.code.title}, as `mote ise candidates` finds them."
    text = describe.file(title, described, skeleton.free_funct7())
    if options.json:
        print(json.dumps({"code": mined.code.title, "core": core, "candidates": facts}, indent=1))
    else:
        print(_table(mined.code, core, facts))
    if options.write is not None:
        path, _ = skeleton.paths(options.write)
        files.write(path, text)
        instructions = isa.instructions([options.write])
        proved = proof.prove(machine.at_port(core, instructions), instructions)
        print(f"{path}: {proved} instructions, their unit proved", file=sys.stderr)
    elif not options.json:
        print(f"\n{text}", end="")
    return 0


def _gates(ranked: Sequence[Ranked]) -> list[float]:
    """GE of each candidate's unit alone, as Yosys maps it."""
    found = []
    for number, each in enumerate(
        tqdm(ranked, desc="ise candidates", unit="unit", file=sys.stderr, disable=None, leave=False)
    ):
        described = each.candidate.described(f"candidate_{number}")
        instructions = describe.instructions(described, isa.OWN_FUNCT7)
        verilog = unit.verilog(instructions)
        proof.prove(verilog, instructions)
        found.append(synthesize(Design(verilog, unit.TOP)).total)
    return found


def _facts(ranked: Ranked, gates: float | None) -> dict[str, Any]:
    candidate = ranked.candidate
    return {
        "meaning": candidate.title,
        "functions": 1 if candidate.by_number else len(candidate.texts),
        "instructions": list(ranked.replaced),
        "places": len(ranked.uses),
        "executed": ranked.runs,
        "cycles_saved": ranked.saved,
        "percent": round(ranked.percent, 2),
        "ge_estimated": round(candidate.gates),
        "ge": gates,
        "saved_per_ge": round(ranked.saved / (gates or candidate.gates), 2),
    }


def _table(of: code.Code, core: str, facts: Sequence[dict[str, Any]]) -> str:
    lines = []
    for each in facts:
        fewest, most = each["instructions"]
        first, *more = textwrap.wrap(each["meaning"], WIDE, max_lines=MOST_LINES, placeholder="...")
        lines.append(
            [
                first,
                f"{fewest}" if fewest == most else f"{fewest}-{most}",
                f"{each['places']}",
                f"{each['executed']}",
                f"{each['percent']:.1f} %",
                f"{each['ge_estimated']}" if each["ge"] is None else f"{each['ge']:.0f}",
                f"{each['saved_per_ge']:.1f}",
            ]
        )
        lines += [[f"  {line}", *[""] * 6] for line in more]
    made = _aligned([[of.title, "for", "places", "runs", "cycles", "GE", "per GE"], *lines])
    how = "as in the bench" if of.ran else "each instruction counted once: it did not run"
    gates = "about" if facts[0]["ge"] is None else "the unit alone"
    return (
        f"{made}\n\nfor: instructions that one replaces. runs: how often ({how}).\n"
        f"cycles: of all on {core}, saved. GE: {gates}. per GE: cycles saved."
    )


def _aligned(lines: Sequence[Sequence[str]]) -> str:
    """A table of 80 columns at most, its first line the head; tabulate's are wider."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    shown = [
        "  ".join(
            [first.ljust(widths[0])]
            + [each.rjust(width) for each, width in zip(rest, widths[1:], strict=True)]
        ).rstrip()
        for first, *rest in lines
    ]
    shown.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(shown)
