"""Runs every instruction of a unit on the core's own hardware beside its description.

What the proof of the unit leaves open is asked here: whether the core gives it the operands of the
right registers, takes its result, and goes on behind it, and that it steps once for an instruction.
A unit with registers begins with random contents, which are restored; what it has at the end is
saved, and compared too.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from mote.common.errors import MoteError
from mote.ise.riscv import isa, saving
from mote.ise.riscv.isa import Instruction
from mote.ise.riscv.machine import DATA, Machine
from mote.machines.riscv_bits import NAMES

TIMES = 60
"""How often each instruction is executed."""
REGISTERS = tuple(name for name in NAMES if name not in ("ra", "sp", "a0"))
"""Operands; ra and sp have their use, and a0 points to the data."""
CORNERS = (0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)


SAVED = 0x1000
"""Where, from the data on, the words lie that are restored; those that are saved follow."""


class _State:
    """The registers of a unit, as its description has them.  extension: "" for none."""

    def __init__(self, extension: str, instructions: Sequence[Instruction]) -> None:
        self.held = {each.name: 0 for each in isa.registers(instructions)}
        self._of = saving.of(extension) if extension else None
        self._by_name = {each.name: each for each in instructions}
        self._macros = saving.assembly(extension) if self._of is not None else ""
        self._name = extension

    @property
    def lines(self) -> list[str]:
        """Of assembly, before everything."""
        return [self._macros]

    def begin(self, source: random.Random) -> tuple[list[str], bytes]:
        """Restores random words: assembly, and the words."""
        if self._of is None:
            return [], b""
        words = [source.randrange(1 << 32) for _ in range(self._of.words)]
        for use in self._of.restore:
            s, t = (0 if given is None else words[given] for given in (use.s, use.t))
            self._by_name[use.name].execute(self.held, s, t, use.number)
        lines = ["        lui     t0, 1", "        add     t0, t0, a0"]
        lines.append(f"        {self._name}_restore t0, t1, t2")
        return lines, b"".join(word.to_bytes(4, "little") for word in words)

    def end(self) -> tuple[list[str], bytes]:
        """Saves: assembly, and the words that have to be there."""
        if self._of is None:
            return [], b""
        words = [0] * self._of.words
        for use in self._of.save:
            result = self._by_name[use.name].execute(self.held, 0, 0, use.number)
            if use.kept is not None:
                words[use.kept] = result
        lines = ["        lui     t0, 1", "        add     t0, t0, a0"]
        lines.append(f"        addi    t0, t0, {4 * len(words)}")
        lines.append(f"        {self._name}_save t0, t1")
        return lines, b"".join(word.to_bytes(4, "little") for word in words)


def compare(core: str, instructions: Sequence[Instruction], extension: str = "") -> int:
    """Run them on the core; returns how many were executed.

    extension: whose they are, where they have registers.  Raises MoteError that says which
    instruction gives something else than its description.
    """
    source = random.Random(0)
    machine = Machine(core, instructions)
    state = _State(extension, instructions)
    begin = ['#include "extensions.inc"', *state.lines, "        .globl  test", "test:"]
    lines: list[str] = []
    expected: list[tuple[str, int]] = []
    data = bytearray()
    restored = b""

    def number() -> int:
        corner = source.random() < 0.25
        return source.choice(CORNERS) if corner else source.randrange(1 << 32)

    def run() -> None:
        last, saved = state.end()
        whole = bytes(data).ljust(SAVED, b"\0") + restored
        _run(machine, [*begin, *lines, *last], expected, whole, saved)
        lines.clear()
        expected.clear()
        data.clear()

    for instruction in [*instructions] * TIMES:
        if not lines:
            some, restored = state.begin(source)
            lines += some
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
        result = instruction.execute(state.held, held[s], second, of_funct7)
        result = result if d != "zero" else 0
        expected.append((f"{words} (rs1 {held[s]:#x}, second {second:#x})", result))
        lines += [f"        {words}", f"        sw      {d}, ({len(data)})(a0)"]
        data += bytes(4)
        if len(data) > 1500:  # as far as an offset of 12 bits reaches
            run()
    if expected:
        run()
    return TIMES * len(instructions)


def _run(
    machine: Machine,
    lines: Sequence[str],
    expected: Sequence[tuple[str, int]],
    data: bytes,
    saved: bytes,
) -> None:
    program = machine.assemble("\n".join([*lines, "        ret", ""]))
    run = machine.call(program, "test", {"a0": DATA}, data)
    for n, (words, result) in enumerate(expected):
        found = int.from_bytes(run.data[12 * n + 8 : 12 * n + 12], "little")
        if found != result:
            raise MoteError(
                f"{words}: the core's hardware gives {found:#010x}, the description {result:#010x}"
            )
    left = run.data[SAVED + len(saved) : SAVED + 2 * len(saved)]
    if left != saved:
        place = next(n for n in range(0, len(saved), 4) if left[n : n + 4] != saved[n : n + 4])
        found, wanted = (int.from_bytes(of[place : place + 4], "little") for of in (left, saved))
        raise MoteError(
            f"the registers at the end: the core's hardware saves {found:#010x} as word "
            f"{place // 4}, the description {wanted:#010x}"
        )
