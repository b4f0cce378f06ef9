"""Runs every instruction of a unit on the core's own hardware beside its description.

What the proof of the unit leaves open is asked here: whether the core gives it the operands of the
right registers, takes its result, and goes on behind it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from mote.common.errors import MoteError
from mote.ise.riscv.isa import Instruction
from mote.ise.riscv.machine import DATA, Machine
from mote.machines.riscv_bits import NAMES

TIMES = 60
"""How often each instruction is executed."""
REGISTERS = tuple(name for name in NAMES if name not in ("ra", "sp", "a0"))
"""Operands; ra and sp have their use, and a0 points to the data."""
CORNERS = (0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)


def compare(core: str, instructions: Sequence[Instruction]) -> int:
    """Run them on the core; returns how many were executed.

    Raises MoteError that says which instruction gives something else than its description.
    """
    source = random.Random(0)
    machine = Machine(core, instructions)
    lines = ['#include "extensions.inc"', "        .globl  test", "test:"]
    expected: list[tuple[str, int]] = []
    data = bytearray()

    def number() -> int:
        corner = source.random() < 0.25
        return source.choice(CORNERS) if corner else source.randrange(1 << 32)

    for instruction in [*instructions] * TIMES:
        d, s, t = (source.choice(REGISTERS) for _ in range(3))
        held = {"zero": 0}
        for register in (s, t):
            lines.append(f"        lw      {register}, ({len(data)})(a0)")
            value = number()
            data += value.to_bytes(4, "little")
            if register != "zero":
                held[register] = value
        words = f"{instruction.name} {d}, {s}"
        second = of_funct7 = 0
        if instruction.second == "i":
            second = source.randrange(32)
            words += f", {second}"
        elif instruction.second:
            second = held[t]
            words += f", {t}"
        if instruction.number_bits:
            of_funct7 = source.randrange(1 << instruction.number_bits)
            words += f", {of_funct7}"
        result = instruction.compute(held[s], second, of_funct7) if d != "zero" else 0
        expected.append((f"{words} (rs1 {held[s]:#x}, second {second:#x})", result))
        lines += [f"        {words}", f"        sw      {d}, ({len(data)})(a0)"]
        data += bytes(4)
        if len(data) > 1500:  # as far as an offset of 12 bits reaches
            _run(machine, lines, expected, bytes(data))
            del lines[3:]
            expected.clear()
            data.clear()
    if expected:
        _run(machine, lines, expected, bytes(data))
    return TIMES * len(instructions)


def _run(
    machine: Machine, lines: Sequence[str], expected: Sequence[tuple[str, int]], data: bytes
) -> None:
    program = machine.assemble("\n".join([*lines, "        ret", ""]))
    run = machine.call(program, "test", {"a0": DATA}, data)
    for n, (words, result) in enumerate(expected):
        found = int.from_bytes(run.data[12 * n + 8 : 12 * n + 12], "little")
        if found != result:
            raise MoteError(
                f"{words}: the core's hardware gives {found:#010x}, the description {result:#010x}"
            )
