"""The unit of some custom instructions in Verilog, for a core's port.

`verilog` is for PicoRV32's co-processor interface (PCPI); `cfu` wraps that for the port of VexRiscv
for a custom function unit (CFU), as CFU Playground has it.

Without state it answers in the cycle in which the core asks (pcpi_valid), so it never asks for
time (pcpi_wait).  For an instruction word that is none of its own all outputs are 0.  Instructions
that end with an addition share one adder, whose operands are chosen before it.  A sum wider than a
register is cut in parts, the upper ones made for both carries.

Instructions with a circuit in common (mote.ise.riscv.isa) have that in place of their meanings.

Of registers each changes with the clock's edge at which an instruction's step ends.  With
instructions of several steps there is a counter of steps, which is 0 between instructions;
pcpi_wait is set until the last one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mote.common.errors import MoteError
from mote.ise.riscv import isa
from mote.ise.riscv.isa import XLEN, Instruction
from mote.pic24.expr import Expr, cat, mux, var, zext

TOP = "mote_unit"
PORTS = """\
module {top} (
    input  wire        pcpi_valid,
    input  wire [31:0] pcpi_insn,
    input  wire [31:0] pcpi_rs1,
    input  wire [31:0] pcpi_rs2,
    output wire        pcpi_wr,
    output wire [31:0] pcpi_rd,
    output wire        pcpi_wait,
    output wire        pcpi_ready
);"""
CLOCKED = "\n    input  wire        clk,\n    input  wire        resetn,"
TAKEN = "\n    input  wire        pcpi_taken,"
"""Of a port where an answer may have to wait."""
COUNTER = "mote_step"
OPERANDS = {
    "s": "pcpi_rs1",
    "t": "pcpi_rs2",
    "i": "pcpi_insn[24:20]",
    **{f"n{bits}": f"pcpi_insn[31:{32 - bits}]" for bits in range(1, 5)},
}


class Text:
    """Writes expressions as wires of Verilog, each part once; equal parts are one wire.

    Of a table that has gates these are written (the proof compares them with the table).
    """

    def __init__(self, names: Mapping[str, str]) -> None:
        self.lines: list[str] = []
        self._names = dict(names)
        self._done: dict[int, str] = {}
        self._keep: list[Expr] = []
        self._wires: dict[tuple[str, int], str] = {}

    def of(self, e: Expr) -> str:
        """The name of the wire with an expression's value."""
        known = self._done.get(id(e))
        if known is None:
            self._keep.append(e)
            known = self._done[id(e)] = self.wire(self._made(e), e.width)
        return known

    def step(self, name: str) -> None:
        """From here on a step's number has this name."""
        self._names[isa.STEP] = name

    def wire(self, text: str, width: int) -> str:
        """A wire with this value; the same one for the same text."""
        if text in self._names.values() and width == XLEN:
            return text
        name = self._wires.get((text, width))
        if name is None:
            name = self._wires[text, width] = f"w{len(self._wires)}"
            self.lines.append(f"  wire [{width - 1}:0] {name} = {text};")
        return name

    def _made(self, e: Expr) -> str:
        a = e.args
        if e.op == "const":
            return f"{e.width}'d{a[0]}"
        if e.op == "var":
            return self._names[a[0]]
        if e.op == "slice":
            return f"{self.of(a[0])}[{a[1] + e.width - 1}:{a[1]}]"
        if e.op == "rom" and len(a) > 2:
            return self.of(a[2])
        if e.op == "rom":
            values = (*a[0], *[0] * ((1 << a[1].width) - len(a[0])))[: 1 << a[1].width]
            table = ", ".join(f"{e.width}'d{value}" for value in reversed(values))
            whole = self.wire(f"{{{table}}}", e.width * len(values))
            return f"{whole}[{e.width} * {self.of(a[1])} +: {e.width}]"
        if e.op == "add" and e.width > XLEN:
            return self.of(_sum_of_parts(*a))
        parts = [self.of(each) for each in a]
        if e.op == "cat":
            return f"{{{', '.join(reversed(parts))}}}"
        if e.op == "zext":
            return f"{{{e.width - a[0].width}'d0, {parts[0]}}}"
        if e.op == "mux":
            return f"{parts[0]} ? {parts[1]} : {parts[2]}"
        sign = _SIGNS.get(e.op)
        if sign is None:
            raise MoteError(f"{e.op} has no form in the unit")
        return f"{parts[0]} {sign} {parts[1]}"


CARRY = 22
"""Bits that a carry goes through in a sum that is wider than a register."""


def _sum_of_parts(a: Expr, b: Expr) -> Expr:
    """The sum, its upper bits made for both carries, of which one is chosen: a shorter path."""
    if a.width <= CARRY:
        return a + b
    low = zext(a[:CARRY], CARRY + 1) + zext(b[:CARRY], CARRY + 1)
    without = _sum_of_parts(a[CARRY:], b[CARRY:])
    return cat(low[:CARRY], mux(low[CARRY], without + 1, without))


_SIGNS = {
    "add": "+",
    "sub": "-",
    "and": "&",
    "or": "|",
    "xor": "^",
    "eq": "==",
    "ult": "<",
    "shl": "<<",
    "shr": ">>",
    "mul": "*",
}


def _chosen(text: Text, parts: Sequence[tuple[str, str]]) -> str:
    """The OR of values of 32 bits, each where its select is set; one that all have as it is."""
    if len({value for _, value in parts}) == 1:
        return parts[0][1]
    return text.wire(" | ".join(f"({{{XLEN}{{{one}}}}} & {x})" for one, x in parts), XLEN)


def register(name: str) -> str:
    """The name in Verilog of what a description calls so."""
    return f"r_{name}"


def has_state(instructions: Sequence[Instruction]) -> bool:
    """Whether the unit has flip-flops, and so takes a clock."""
    return any(each.state or each.steps > 1 for each in instructions)


def clocked(wrapper: str, instance: str) -> str:
    """A wrapper's Verilog with clock and reset at the unit of this instance."""
    opening = f"{instance} ("
    return wrapper.replace(opening, f"{opening}\n      .clk(clk),\n      .resetn(resetn),", 1)


def _circuits(instructions: Sequence[Instruction]) -> list[tuple[isa.Circuit, list[Instruction]]]:
    """The circuits of a unit that has all instructions of each; of one step alone."""
    found = []
    for circuit in dict.fromkeys(each.circuit for each in instructions):
        if circuit is not None:
            some = [each for each in instructions if each.circuit == circuit]
            if {each.name for each in some} == set(circuit.names):
                if any(each.steps > 1 for each in some):
                    raise MoteError(f"{some[0].name}: circuit: it is for instructions of one step")
                found.append((circuit, some))
    return found


def _made(
    circuit: isa.Circuit, some: Sequence[Instruction], text: Text
) -> tuple[str, str, dict[str, str]]:
    """Whether the unit is asked for one of these, their result, and registers behind it."""
    selects = {f"is_{each.name}": var(f"is_{each.name}", 1) for each in some}
    operands = [each.operands for each in some]
    result, after = circuit.made(isa.Operands({}).joined(*operands, isa.Operands(selects)))
    asked = text.wire(" | ".join(selects), 1)
    return asked, text.of(result), {name: text.of(each) for name, each in after.items()}


def _with_state(instructions: Sequence[Instruction], taken: bool) -> str:
    """The unit with registers; taken: at a port where an answer may have to wait."""
    registers = isa.registers(instructions)
    bits = max(each.step_bits for each in instructions)
    selects = {f"is_{each.name}": f"is_{each.name}" for each in instructions}
    names = {each.name: register(each.name) for each in registers}
    text = Text({**OPERANDS, **names, **selects})
    circuits = _circuits(instructions)
    shared = [each for _, some in circuits for each in some]
    for each in registers:
        text.lines.append(f"  reg [{each.bits - 1}:0] {register(each.name)};")
    if bits:
        text.lines.append(f"  reg [{bits - 1}:0] {COUNTER};")
    ready, waits, results = [], [], []
    changed: dict[str, list[tuple[str, str]]] = {each.name: [] for each in registers}
    for number, instruction in enumerate(instructions):
        mask, value = instruction.mask_value
        select = f"is_{instruction.name}"
        text.lines.append(
            f"  wire {select} = pcpi_valid & (pcpi_insn & 32'h{mask:08x}) == 32'h{value:08x};"
            f"  // {number}: {instruction.prose}"
        )
        moves, ends = select, select
        if instruction.steps > 1:
            ends = f"ends_{instruction.name}"
            last = f"{bits}'d{instruction.steps - 1}"
            text.lines.append(f"  wire {ends} = {select} & {COUNTER} == {last};")
            waits.append(f"{select} & ~{ends}")
            text.step(f"{COUNTER}[{instruction.step_bits - 1}:0]")
        if taken:
            moves = text.wire(f"{select} & (pcpi_taken | ~{ends})", 1)
        ready.append(ends)
        if instruction in shared:
            continue
        result = text.of(instruction.result)
        results.append((select, result))
        for name, after in instruction.changes.items():
            wire = text.of(after)
            # What is a result too is chosen once.
            changed[name].append((moves, "pcpi_rd" if wire == result else wire))
    for circuit, some in circuits:
        asked, result, behind = _made(circuit, some, text)
        results.append((asked, result))
        moves = text.wire(f"{asked} & pcpi_taken", 1) if taken else asked
        for name, wire in behind.items():
            changed[name].append((moves, "pcpi_rd" if wire == result else wire))
    if len(results) == 1:
        [(_, whole)] = results
    else:
        whole = " | ".join(f"({{{XLEN}{{{one}}}}} & {x})" for one, x in results)
    waiting = " | ".join(waits) or "1'b0"
    lines = [
        *text.lines,
        f"  assign pcpi_ready = {' | '.join(ready)};",
        "  assign pcpi_wr = pcpi_ready;",
        f"  assign pcpi_wait = {waiting};",
        f"  assign pcpi_rd = {whole};",
        "  always @(posedge clk) begin",
    ]
    if bits:
        held = f"(pcpi_ready & ~pcpi_taken) ? {COUNTER} : " if taken else ""
        lines.append(
            f"    {COUNTER} <= ~resetn ? {bits}'d0 : pcpi_wait ? {COUNTER} + {bits}'d1 : "
            f"{held}{bits}'d0;"
        )
    for each in registers:
        name = register(each.name)
        reset = "" if each.reset is None else f"~resetn ? {each.bits}'d{each.reset} : "
        by_value: dict[str, list[str]] = {}
        for moves, wire in changed[each.name]:
            by_value.setdefault(wire, []).append(moves)
        chosen = "".join(f"({' | '.join(some)}) ? {x} : " for x, some in by_value.items())
        lines.append(f"    {name} <= {reset}{chosen}{name};")
    ports = PORTS.format(top=TOP).replace("(", "(" + CLOCKED + (TAKEN if taken else ""), 1)
    return "\n".join([ports, *lines, "  end", "endmodule", ""])


def verilog(instructions: Sequence[Instruction]) -> str:
    """The unit of these instructions: module mote_unit with the ports of PCPI."""
    if has_state(instructions):
        return _with_state(instructions, taken=False)
    text = Text({**OPERANDS, **{f"is_{each.name}": f"is_{each.name}" for each in instructions}})
    circuits = _circuits(instructions)
    shared = [each for _, some in circuits for each in some]
    selects, results, sums = [], [], []
    for number, instruction in enumerate(instructions):
        mask, value = instruction.mask_value
        select = f"is_{instruction.name}"
        text.lines.append(
            f"  wire {select} = pcpi_valid & (pcpi_insn & 32'h{mask:08x}) == 32'h{value:08x};"
            f"  // {number}: {instruction.prose}"
        )
        selects.append(select)
        if instruction in shared:
            continue
        result = instruction.result
        if result.op == "add":
            sums.append((select, text.of(result.args[0]), text.of(result.args[1])))
        else:
            results.append((select, text.of(result)))
    for circuit, some in circuits:
        asked, whole, _ = _made(circuit, some, text)
        results.append((asked, whole))
    if sums:
        first = _chosen(text, [(select, a) for select, a, _ in sums])
        second = _chosen(text, [(select, b) for select, _, b in sums])
        any_sum = text.wire(" | ".join(select for select, _, _ in sums), 1)
        results.append((any_sum, text.wire(f"{first} + {second}", XLEN)))
    whole = " | ".join(f"({{{XLEN}{{{one}}}}} & {x})" for one, x in results)
    return "\n".join(
        [
            PORTS.format(top=TOP),
            *text.lines,
            f"  assign pcpi_ready = {' | '.join(selects)};",
            "  assign pcpi_wr = pcpi_ready;",
            "  assign pcpi_wait = 1'b0;",
            f"  assign pcpi_rd = {whole};",
            "endmodule",
            "",
        ]
    )


CFU_TOP = "Cfu"
CFU_OPCODE = 0x0B
CFU = """\
module Cfu (
    input  wire        cmd_valid,
    output wire        cmd_ready,
    input  wire [ 9:0] cmd_payload_function_id,
    input  wire [31:0] cmd_payload_inputs_0,
    input  wire [31:0] cmd_payload_inputs_1,
    output wire        rsp_valid,
    input  wire        rsp_ready,
    output wire [31:0] rsp_payload_outputs_0,
    input  wire        reset,
    input  wire        clk
);
  // The function's number is funct7 and funct3.  Whatever it is there is an answer: the core waits.
  mote_unit extension (
      .pcpi_valid(cmd_valid),
      .pcpi_insn({cmd_payload_function_id[9:3], 10'd0, cmd_payload_function_id[2:0], 12'h00b}),
      .pcpi_rs1(cmd_payload_inputs_0),
      .pcpi_rs2(cmd_payload_inputs_1),
      .pcpi_rd(rsp_payload_outputs_0)
  );
  assign rsp_valid = cmd_valid;
  assign cmd_ready = rsp_ready;
endmodule
"""


CFU_CLOCKED = (
    CFU.replace("  mote_unit", "  wire waits;\n  mote_unit")
    .replace(
        "extension (",
        "extension (\n      .clk(clk),\n      .resetn(~reset),\n      .pcpi_taken(rsp_ready),"
        "\n      .pcpi_wait(waits),",
    )
    .replace("rsp_valid = cmd_valid", "rsp_valid = cmd_valid & ~waits")
    .replace("cmd_ready = rsp_ready", "cmd_ready = rsp_ready & ~waits")
)


def cfu(instructions: Sequence[Instruction]) -> str:
    """The unit of these instructions: module Cfu with the ports of CFU Playground.

    Raises MoteError for an instruction that this port cannot give its operands.
    """
    for instruction in instructions:
        if instruction.second == "i" or instruction.opcode != CFU_OPCODE:
            raise MoteError(
                f"{instruction.name}: the CFU port has custom-0 alone, and gives registers: no "
                "number in the instruction word"
            )
    if not has_state(instructions):
        return CFU + verilog(instructions)
    return CFU_CLOCKED + _with_state(instructions, taken=True)
