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

SCRIPT = f"""\
read_verilog -sv unit.v
hierarchy -check -top {unit.TOP}
proc
flatten
opt_clean
write_smt2 -stbv -wires unit.smt2
"""


def _functions(verilog: str) -> str:
    """The unit as functions of SMT-LIB over its inputs."""
    with tempfile.TemporaryDirectory(prefix="mote-yosys-") as name:
        folder = Path(name)
        (folder / "unit.v").write_text(verilog, encoding="utf-8")
        (folder / "script.ys").write_text(SCRIPT, encoding="utf-8")
        result = yosys(["-s", "script.ys"], folder)
        made = folder / "unit.smt2"
        if result.returncode != 0 or not made.is_file():
            words = (result.stdout + result.stderr).splitlines()
            errors = [line for line in words if "ERROR" in line] or words[-1:] or ["no output"]
            raise MoteError(f"Yosys: {errors[0].strip()}")
        return made.read_text(encoding="utf-8")


def prove(verilog: str, instructions: Sequence[Instruction]) -> int:
    """Prove all instructions of a unit; returns how many.

    Raises MoteError that names the instruction and what differs.
    """
    functions = _functions(verilog)
    for instruction in instructions:
        _ask(functions, instruction)
    _ask_of_others(functions, instructions)
    return len(instructions)


def _port(name: str) -> str:
    return f"(|{unit.TOP}_n {name}| state)"


def _is(instruction: Instruction) -> str:
    mask, value = instruction.mask_value
    return f"(= (bvand {_port('pcpi_insn')} #x{mask:08x}) #x{value:08x})"


def _ask(functions: str, instruction: Instruction) -> None:
    lines: list[str] = []
    names = {
        "s": _port("pcpi_rs1"),
        "t": _port("pcpi_rs2"),
        "i": f"((_ extract 24 20) {_port('pcpi_insn')})",
    }
    wanted = _Text(names, (), instruction.name, lines).of(instruction.result)
    differs = [
        ("the result", f"(distinct {_port('pcpi_rd')} {wanted})"),
        ("pcpi_ready", f"(not {_port('pcpi_ready')})"),
        ("pcpi_wr", f"(not {_port('pcpi_wr')})"),
        ("pcpi_wait", _port("pcpi_wait")),
    ]
    given = [_port("pcpi_valid"), _is(instruction)]
    _solve(functions, lines, given, differs, instruction.name)


def _ask_of_others(functions: str, instructions: Sequence[Instruction]) -> None:
    own = " ".join(_is(each) for each in instructions)
    outside = f"(not (and {_port('pcpi_valid')} (or {own} false)))"
    differs = [(port, _port(port)) for port in ("pcpi_ready", "pcpi_wr", "pcpi_wait")]
    _solve(functions, [], [outside], differs, "an instruction that is not the unit's")


def _solve(
    functions: str,
    lines: Sequence[str],
    given: Sequence[str],
    differs: Sequence[tuple[str, str]],
    what: str,
) -> None:
    """Raise MoteError if anything differs for some inputs, or if there are no such inputs."""
    import bitwuzla as solver

    text = ["(set-logic QF_BV)", functions, f"(declare-const state |{unit.TOP}_s|)", *lines]
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
    raise MoteError(
        f"{what}: the hardware computes something else than its description says: {wrong}, with "
        f"the word {value(_port('pcpi_insn')):#010x}, rs1 {value(_port('pcpi_rs1')):#x} and rs2 "
        f"{value(_port('pcpi_rs2')):#x}"
    )
