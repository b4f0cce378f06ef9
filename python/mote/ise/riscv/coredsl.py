"""An extension as text of CoreDSL 2, for tools that make units of that (Longnail, M2-ISA-R, ...).

Every node of a meaning is a variable of its own width, so that the text needs no precedence and no
conversion but those that say what they cut: sums and differences, which have a bit more in CoreDSL.
The text is checked by our own reader (mote.ise.riscv.coredsl_reader), not by such a tool.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence

from mote.common.errors import MoteError
from mote.ise.riscv import coredsl_reader as reader
from mote.ise.riscv import isa, unit
from mote.ise.riscv.isa import XLEN, Instruction
from mote.pic24.expr import Expr

PATTERN = re.compile(r"(n*)([01]*)(t{5}|i{5}|0{5})s{5}([01]{3})d{5}([01]{7})")
TIMES = 100
"""Random operands that a text is checked with, for each instruction."""

_SIGNS = {
    "and": "&",
    "or": "|",
    "xor": "^",
    "eq": "==",
    "ult": "<",
    "shl": "<<",
    "shr": ">>",
    "mul": "*",
}
_CUT = {"add": "+", "sub": "-"}


class _Behavior:
    """The statements that compute a meaning; what is used twice is computed once."""

    def __init__(self, state: Mapping[str, str]) -> None:
        self._state = dict(state)
        self.lines: list[str] = []
        self._done: dict[int, str] = {}
        self._keep: list[Expr] = []
        self._known: dict[tuple[int, str], str] = {}
        self._count = 0

    def _named(self, width: int, text: str, declaration: str = "") -> str:
        known = self._known.get((width, text))
        if known is None:
            known = self._known[width, text] = f"v{self._count}"
            self._count += 1
            made = declaration or f"unsigned<{width}> {{name}} = {text};"
            self.lines.append(made.replace("{name}", known))
        return known

    def of(self, e: Expr) -> str:
        """The variable that has the value of an expression."""
        known = self._done.get(id(e))
        if known is None:
            self._keep.append(e)
            known = self._done[id(e)] = self._named(e.width, self._made(e))
        return known

    def _made(self, e: Expr) -> str:
        a = e.args
        if e.op == "const":
            return f"{e.width}'d{a[0]}"
        if e.op == "var":
            if a[0] in self._state:
                return self._state[a[0]]
            return {"s": "X[rs1]", "t": "X[rs2]"}.get(a[0], "number")
        if e.op == "slice":
            low, high = a[1], a[1] + e.width - 1
            return f"{self.of(a[0])}[{high}]" if low == high else f"{self.of(a[0])}[{high}:{low}]"
        if e.op == "rom":
            size = 1 << a[1].width
            values = ", ".join(f"{e.width}'d{x}" for x in (*a[0], *[0] * size)[:size])
            table = f"const unsigned<{e.width}> {{name}}[{size}] = {{{values}}};"
            return f"{self._named(e.width, table, table)}[{self.of(a[1])}]"
        parts = [self.of(each) for each in a if isinstance(each, Expr)]
        if e.op == "cat":
            return " :: ".join(reversed(parts))
        if e.op == "zext":
            return parts[0]
        if e.op == "mux":
            return f"{parts[0]} == 1'd1 ? {parts[1]} : {parts[2]}"
        if e.op in _CUT:
            return f"(unsigned<{e.width}>)({parts[0]} {_CUT[e.op]} {parts[1]})"
        if e.op not in _SIGNS:
            raise MoteError(f"{e.op} has no form in CoreDSL")
        return f"{parts[0]} {_SIGNS[e.op]} {parts[1]}"


def _instruction(instruction: Instruction) -> list[str]:
    pattern = PATTERN.fullmatch(instruction.pattern.replace(" ", ""))
    assert pattern is not None
    number, seventh, second, third, opcode = pattern.groups()
    fields = [f"number[{len(number) - 1}:0]"] if number else []
    fields += [f"{len(seventh)}'b{seventh}"]
    fields.append({"t": "rs2[4:0]", "i": "number[4:0]"}.get(second[0], "5'b00000"))
    fields += ["rs1[4:0]", f"3'b{third}", "rd[4:0]", f"7'b{opcode}"]
    shown = ["{name(rd)}", "{name(rs1)}"]
    shown += ["{name(rs2)}"] if second[0] == "t" else []
    shown += ["{number}"] if number or second[0] == "i" else []
    return [
        f"    // {instruction.prose}",
        f"    {instruction.name} {{",
        f"      encoding: {' :: '.join(fields)};",
        f'      assembly: "{", ".join(shown)}";',
        "      behavior: {",
        *(f"        {line}" for line in _statements(instruction)),
        "      }",
        "    }",
    ]


def _statements(instruction: Instruction) -> list[str]:
    """What the instruction does; its steps in a loop, where there are several."""
    state = {each.name: unit.register(each.name) for each in instruction.state}
    steps = instruction.steps
    if steps > 1:
        state[isa.STEP] = f"{isa.STEP}[{instruction.step_bits - 1}:0]"
    behavior = _Behavior(state)
    result = behavior.of(instruction.result)
    after = {name: behavior.of(value) for name, value in instruction.changes.items()}
    moved = [f"{unit.register(name)} = {value};" for name, value in after.items()]
    if steps == 1:
        return [*behavior.lines, f"if (rd != 0) X[rd] = {result};", *moved]
    bits = steps.bit_length()
    return [
        "unsigned<32> result = 32'd0;",
        f"for (unsigned<{bits}> step = {bits}'d0; step < {bits}'d{steps}; "
        f"step = (unsigned<{bits}>)(step + {bits}'d1)) {{",
        *(f"  {line}" for line in behavior.lines),
        f"  result = {result};",
        *(f"  {line}" for line in moved),
        "}",
        "if (rd != 0) X[rd] = result;",
    ]


def tried(instruction: Instruction) -> int:
    """How many random operands an instruction's text is checked with."""
    return max(2, TIMES // instruction.steps)


def text(instructions: Sequence[Instruction], title: str) -> str:
    """The instruction set of these instructions; raises MoteError for what CoreDSL has not."""
    name = "".join(part.capitalize() for part in re.split(r"\W+|_", title) if part)
    lines = [
        f"// Custom instructions: {title}.",
        'import "RV32I.core_desc"',
        "",
        f"InstructionSet XMote{name} extends RV32I {{",
    ]
    if registers := isa.registers(instructions):
        lines.append("  architectural_state {")
        lines += [f"    register unsigned<{x.bits}> {unit.register(x.name)};" for x in registers]
        lines.append("  }")
    lines.append("  instructions {")
    for instruction in instructions:
        lines += _instruction(instruction)
    return "\n".join([*lines, "  }", "}", ""])


def check(written: str, instructions: Sequence[Instruction]) -> int:
    """Read a text and compare it with descriptions: instruction words, results of random operands.

    Returns how many operands were tried.  Raises MoteError that says what differs.
    """
    found = reader.read(written)
    if list(found) != [each.name for each in instructions]:
        raise MoteError(f"CoreDSL: it has {', '.join(found) or 'no instructions'}")
    source = random.Random(0)
    for instruction in instructions:
        name, of = instruction.name, found[instruction.name]
        if (of.mask, of.value) != instruction.mask_value:
            raise MoteError(f"CoreDSL: {name}: encoding: it is another instruction word")
        for turn in range(tried(instruction)):
            s, t = (
                source.choice((0, 1, 1 << 31, (1 << XLEN) - 1, source.randrange(1 << XLEN)))
                for _ in range(2)
            )
            rd = turn % 32
            word = (
                instruction.mask_value[1] | source.randrange(1 << 32) & ~instruction.mask_value[0]
            )
            word = word & ~0xF8F80 | 5 << 15 | rd << 7
            registers = [0, *[source.randrange(1 << XLEN) for _ in range(31)]]
            registers[5] = s
            if instruction.second == "t":
                word = word & ~(31 << 20) | 6 << 20
                registers[6] = t
            held = {each.name: source.randrange(1 << each.bits) for each in instruction.state}
            state = dict.fromkeys(of.state, 0)
            state |= {unit.register(name): value for name, value in held.items()}
            after = of.execute(word, list(registers), state)
            second = {"t": t, "i": word >> 20 & 31}.get(instruction.second, 0)
            made = instruction.execute(held, s, second, word >> 32 - instruction.number_bits)
            wanted = list(registers)
            if rd:
                wanted[rd] = made
            if after != wanted:
                raise MoteError(
                    f"CoreDSL: {name}: behavior: of {s:#x} and {t:#x} it makes {after[rd]:#010x}, "
                    f"the description {wanted[rd]:#010x}"
                )
            for register, value in held.items():
                if state[unit.register(register)] != value:
                    raise MoteError(
                        f"CoreDSL: {name}: behavior: of {s:#x} and {t:#x} it leaves "
                        f"{state[unit.register(register)]:#x} in {register}, the description "
                        f"{value:#x}"
                    )
    return sum(tried(each) for each in instructions)
