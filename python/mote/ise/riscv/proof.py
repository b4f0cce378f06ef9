"""Proves that a unit computes what the descriptions of its instructions say (SAT).

The unit is the Verilog that is synthesized and simulated: Yosys makes it bit vectors, bitwuzla
looks for inputs for which it does something else than the description says.  For every instruction
word, every content of both operands and pcpi_valid: an instruction of the unit's is answered at
once with its expression's value, every other word is left alone, and so is whatever is there
without pcpi_valid.  Nothing of mote.ise.riscv.unit is believed.  That the core gives the unit the
operands and takes the result is not part of it: mote.ise.riscv.machine runs the core with it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from mote.common.errors import MoteError
from mote.ise.equivalence import _Text
from mote.ise.riscv import unit
from mote.ise.riscv.isa import Instruction
from mote.pic24.yosys import yosys

SCRIPT = """\
read_verilog -sv unit.v
hierarchy -check -top {top}
proc
flatten
opt_clean
write_smt2 -stbv -wires unit.smt2
"""


def _functions(verilog: str, top: str) -> str:
    """The unit as functions of SMT-LIB over its inputs."""
    with tempfile.TemporaryDirectory(prefix="mote-yosys-") as name:
        folder = Path(name)
        (folder / "unit.v").write_text(verilog, encoding="utf-8")
        (folder / "script.ys").write_text(SCRIPT.format(top=top), encoding="utf-8")
        result = yosys(["-s", "script.ys"], folder)
        made = folder / "unit.smt2"
        if result.returncode != 0 or not made.is_file():
            words = (result.stdout + result.stderr).splitlines()
            errors = [line for line in words if "ERROR" in line] or words[-1:] or ["no output"]
            raise MoteError(f"Yosys: {errors[0].strip()}")
        return made.read_text(encoding="utf-8")


class _Pcpi:
    """What is asked of a unit at PicoRV32's port."""

    top = unit.TOP
    shown = ("pcpi_insn", "pcpi_rs1", "pcpi_rs2")

    def port(self, name: str) -> str:
        return f"(|{self.top}_n {name}| state)"

    def asked(self, instruction: Instruction) -> str:
        mask, value = instruction.mask_value
        return f"(= (bvand {self.port('pcpi_insn')} #x{mask:08x}) #x{value:08x})"

    @property
    def valid(self) -> str:
        return self.port("pcpi_valid")

    @property
    def names(self) -> dict[str, str]:
        """Of the operands."""
        word = self.port("pcpi_insn")
        numbers = {"i": f"((_ extract 24 20) {word})"}
        numbers |= {f"n{bits}": f"((_ extract 31 {32 - bits}) {word})" for bits in range(1, 5)}
        return {"s": self.port("pcpi_rs1"), "t": self.port("pcpi_rs2"), **numbers}

    def wrong(self, wanted: str) -> list[tuple[str, str]]:
        """What may not be with an instruction of the unit's, whose result is wanted."""
        return [
            ("the result", f"(distinct {self.port('pcpi_rd')} {wanted})"),
            ("pcpi_ready", f"(not {self.port('pcpi_ready')})"),
            ("pcpi_wr", f"(not {self.port('pcpi_wr')})"),
            ("pcpi_wait", self.port("pcpi_wait")),
        ]

    @property
    def wrong_otherwise(self) -> list[tuple[str, str]]:
        """What may not be without one."""
        return [(port, self.port(port)) for port in ("pcpi_ready", "pcpi_wr", "pcpi_wait")]


class _Cfu(_Pcpi):
    """What is asked of a unit at VexRiscv's port: it always answers at once."""

    top = unit.CFU_TOP
    shown = ("cmd_payload_function_id", "cmd_payload_inputs_0", "cmd_payload_inputs_1")

    def asked(self, instruction: Instruction) -> str:
        kept = 10 - instruction.number_bits
        number = instruction.funct7 << 3 | instruction.funct3
        low = f"((_ extract {kept - 1} 0) {self.port('cmd_payload_function_id')})"
        return f"(= {low} #b{number:0{kept}b})"

    @property
    def valid(self) -> str:
        return self.port("cmd_valid")

    @property
    def names(self) -> dict[str, str]:
        word = self.port("cmd_payload_function_id")
        numbers = {f"n{bits}": f"((_ extract 9 {10 - bits}) {word})" for bits in range(1, 5)}
        operands = {"s": "cmd_payload_inputs_0", "t": "cmd_payload_inputs_1"}
        return {**{letter: self.port(name) for letter, name in operands.items()}, **numbers}

    def wrong(self, wanted: str) -> list[tuple[str, str]]:
        result = f"(distinct {self.port('rsp_payload_outputs_0')} {wanted})"
        return [("the result", result), *self.wrong_otherwise]

    @property
    def wrong_otherwise(self) -> list[tuple[str, str]]:
        return [
            ("rsp_valid", f"(distinct {self.port('rsp_valid')} {self.valid})"),
            ("cmd_ready", f"(distinct {self.port('cmd_ready')} {self.port('rsp_ready')})"),
        ]


def prove(verilog: str, instructions: Sequence[Instruction]) -> int:
    """Prove all instructions of a unit of mote.ise.riscv.unit's; returns how many.

    Raises MoteError that names the instruction and what differs.
    """
    port = _Cfu() if f"module {unit.CFU_TOP} " in verilog else _Pcpi()
    functions = _functions(verilog, port.top)
    for instruction in instructions:
        lines: list[str] = []
        wanted = _Text(port.names, (), instruction.name, lines).of(instruction.result)
        given = [port.valid, port.asked(instruction)]
        _solve(port, functions, lines, given, port.wrong(wanted), instruction.name)
    own = " ".join(port.asked(each) for each in instructions)
    outside = f"(not (and {port.valid} (or {own} false)))"
    what = "an instruction that is not the unit's"
    _solve(port, functions, [], [outside], port.wrong_otherwise, what)
    return len(instructions)


def _solve(
    port: _Pcpi,
    functions: str,
    lines: Sequence[str],
    given: Sequence[str],
    differs: Sequence[tuple[str, str]],
    what: str,
) -> None:
    """Raise MoteError if anything differs for some inputs, or if there are no such inputs."""
    import bitwuzla as solver

    text = ["(set-logic QF_BV)", functions, f"(declare-const state |{port.top}_s|)", *lines]
    text += [f"(assert {each})" for each in given]
    text += [f"(define-fun |found {n}| () Bool {each})" for n, (_, each) in enumerate(differs)]
    options = solver.Options()
    options.set(solver.Option.PRODUCE_MODELS, True)
    parser = solver.Parser(solver.TermManager(), options)
    parser.parse("\n".join(text) + "\n", True, False)
    asked = parser.bitwuzla()
    if asked.check_sat() != solver.Result.SAT:
        raise MoteError(f"{what}: the unit is never asked for it")
    names = [f"|found {n}|" for n in range(len(differs))]
    asked.assert_formula(parser.parse_term(f"(or {' '.join(names)})"))
    result = asked.check_sat()
    if result == solver.Result.UNSAT:
        return
    if result != solver.Result.SAT:
        raise MoteError(f"{what}: the solver has no answer")

    def value(term: str) -> int:
        return int(asked.get_value(parser.parse_term(term)).value(16), 16)

    wrong = next(
        title
        for (title, _), name in zip(differs, names, strict=True)
        if asked.get_value(parser.parse_term(name)).value()
    )
    word, first, second = (value(port.port(name)) for name in port.shown)
    raise MoteError(
        f"{what}: the hardware computes something else than its description says: {wrong}, with "
        f"{port.shown[0]} {word:#x} and the operands {first:#x} and {second:#x}"
    )
