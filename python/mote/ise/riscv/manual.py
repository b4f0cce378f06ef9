"""The manual of custom instructions, docs/riscv-instructions.md, made from their descriptions."""

from __future__ import annotations

from collections.abc import Iterator

from mote.ise.riscv import isa
from mote.ise.riscv.isa import Instruction, Register

PAGE = "docs/riscv-instructions.md"


def page() -> str:
    """A section for each extension: its registers, and its instructions by their macros."""
    return "\n".join(line for name in isa.names() for line in _section(name)).strip()


def _section(name: str) -> Iterator[str]:
    instructions = isa.extension(name)
    yield from (f"## {name}", "")
    registers = isa.registers(instructions)
    if registers:
        yield from ("Registers of the unit: " + "; ".join(map(_register, registers)) + ".", "")
    yield "| instruction | encoding | steps | |"
    yield "|:--|:--|--:|:--|"
    for each in instructions:
        yield f"| `{_form(each)}` | `{each.pattern}` | {each.steps} | {each.prose} |"
    yield ""


def _register(register: Register) -> str:
    """A register in words."""
    reset = "" if register.reset is None else f", {register.reset:#x} at reset"
    return f"`{register.name}`, {register.bits} bits{reset}"


def _form(instruction: Instruction) -> str:
    """An instruction as its macro for GNU as is written."""
    second = {"t": ", rs2", "i": ", number"}.get(instruction.second, "")
    return f"{instruction.name} rd, rs1{second}" + ", number" * bool(instruction.number_bits)
