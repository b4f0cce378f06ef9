"""The page of instructions, docs/pic24-instructions.md, made from the description."""

from __future__ import annotations

import inspect
from collections.abc import Iterable

from mote.pic24.isa import (
    FOLDER,
    Based,
    Group,
    Indirect,
    Instruction,
    Mode,
    OffsetMode,
    Operand,
    Reg,
    load_module,
)
from mote.pic24.sets import extension_names, instruction_set

HEAD = """\
# Instructions of the 16-bit core

Made from cores/pic24 by `python -m mote.pic24 manual`. Encodings are those of Microchip's 16-bit
MCU and DSC Programmer's Reference Manual (DS70157), section 5. Letters are fields; x is ignored.
Wx is the register in field x (Wb in the text is Ww). With a field p or g the source, with q or h
the destination has the addressing modes Wn, [Wn], [Wn--], [Wn++], [--Wn] and [++Wn], for g and h
also [Wn+Wb].
"""


def _shown(operand: Operand) -> str:
    """An operand with the letter of its register's field."""
    if isinstance(operand, (Reg, Group)):
        return f"W{operand.letters}"
    if isinstance(operand, (Mode, OffsetMode)):
        return f"W{operand.letters[1]}"
    if isinstance(operand, (Indirect, Based)):
        return operand.doc.replace("Wn", f"W{operand.letters[0]}")
    return operand.doc


def _table(instructions: Iterable[Instruction]) -> list[str]:
    lines = ["| instruction | encoding | cycles | flags | |", "|---|---|---|---|---|"]
    for i in instructions:
        suffix = "{.b}" if "B" in i.layout else ""
        operands = ", ".join(map(_shown, i.operands))
        form = f"{i.mnemonic}{suffix} {operands}".strip()
        lines.append(f"| `{form}` | `{i.pattern}` | {i.cycles} | {i.affects} | {i.prose} |")
    return lines


def page() -> str:
    """The whole page in Markdown."""
    base = instruction_set()
    roots = sorted({i.mnemonic.split(".")[0] for i in base.instructions})
    absent = load_module(FOLDER / "instructions.py").ABSENT
    lines = [HEAD, "## What is in", ""]
    lines.append(f"{len(roots)} mnemonics, {len(base.instructions)} forms: {', '.join(roots)}.")
    lines += ["", "## What is not, and why", "", "| instruction | |", "|---|---|"]
    lines += [f"| {name} | {reason} |" for name, reason in absent.items()]
    lines += ["", "## Base instructions", "", *_table(base.instructions)]
    lines += ["", "## Custom instructions", ""]
    for name in extension_names():
        module = load_module(FOLDER / "extensions" / f"{name}.py")
        lines += [f"### {name}", "", inspect.cleandoc(module.__doc__ or ""), ""]
        lines += [*_table(module.INSTRUCTIONS), ""]
    return "\n".join(lines).rstrip() + "\n"
