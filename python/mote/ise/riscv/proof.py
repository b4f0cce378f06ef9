"""Proves that a unit computes what the descriptions of its instructions say (SAT).

The unit is the Verilog that is synthesized and simulated: Yosys makes it bit vectors, bitwuzla
looks for inputs for which it does something else than the description says.  For every instruction
word, every content of both operands and pcpi_valid: an instruction of the unit's is answered at
once with its expression's value, every other word is left alone, and so is whatever is there
without pcpi_valid.  Of registers it is shown that from whatever they hold a step leaves what the
description says, that nothing else changes them, what reset does, that there are no flip-flops but
these and the counter of steps, and that an instruction answers with its last step, no sooner or
later. The counter is shown to be 0 whenever an instruction begins: it is behind reset, behind a
last step, and behind a cycle without an instruction of the unit's; a core asks for nothing else
before the answer. Nothing of mote.ise.riscv.unit is believed.  That the core gives the unit the
operands and takes the result is not part of it: mote.ise.riscv.machine runs the core with it.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from mote.common.errors import MoteError
from mote.ise.equivalence import _Text
from mote.ise.riscv import isa, unit
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

FLIP_FLOP = re.compile(r"^  \(= .*; \S+ \\\\?(\S+)", re.M)


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
    inside = ""
    """The unit's instance, where the top module is around it."""
    taken = ""
    """The port that takes an answer, where it may not at once."""

    def port(self, name: str, of: str = "state") -> str:
        return f"(|{self.top}_n {name}| {of})"

    def held(self, name: str, bits: int, of: str = "state") -> str:
        """A register as a bit vector."""
        text = self.port(f"{self.inside}{name}", of)
        return f"(ite {text} #b1 #b0)" if bits == 1 else text

    @property
    def running(self) -> str:
        """Not in reset."""
        return self.port("resetn")

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
    def wrong_before(self) -> list[tuple[str, str]]:
        """What may not be before the last step."""
        waits = ("pcpi_wait", f"(not {self.port('pcpi_wait')})")
        return [*((port, self.port(port)) for port in ("pcpi_ready", "pcpi_wr")), waits]

    @property
    def wrong_otherwise(self) -> list[tuple[str, str]]:
        """What may not be without one."""
        return [(port, self.port(port)) for port in ("pcpi_ready", "pcpi_wr", "pcpi_wait")]


class _Cfu(_Pcpi):
    """What is asked of a unit at VexRiscv's port: it always answers at once."""

    top = unit.CFU_TOP
    shown = ("cmd_payload_function_id", "cmd_payload_inputs_0", "cmd_payload_inputs_1")
    inside = "extension."
    taken = "rsp_ready"

    @property
    def running(self) -> str:
        return f"(not {self.port('reset')})"

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
    def wrong_before(self) -> list[tuple[str, str]]:
        return [(port, self.port(port)) for port in ("rsp_valid", "cmd_ready")]

    @property
    def wrong_otherwise(self) -> list[tuple[str, str]]:
        return [
            ("rsp_valid", f"(distinct {self.port('rsp_valid')} {self.valid})"),
            ("cmd_ready", f"(distinct {self.port('cmd_ready')} {self.port('rsp_ready')})"),
        ]


class _State:
    """The registers of a unit with the counter of steps, in a cycle and in the next one."""

    def __init__(self, port: _Pcpi, functions: str, instructions: Sequence[Instruction]) -> None:
        self._port = port
        self.registers = isa.registers(instructions)
        self._bits = max((each.step_bits for each in instructions), default=0)
        wanted = {unit.register(each.name) for each in self.registers}
        wanted |= {unit.COUNTER} if self._bits else set()
        body = functions[functions.index(f"(define-fun |{port.top}_t|") :]
        found = {name.removeprefix(port.inside) for name in FLIP_FLOP.findall(body)}
        if hidden := sorted(found - wanted):
            raise MoteError(f"the unit has state that its description lacks: {', '.join(hidden)}")
        if "yosys-smt2-memory" in functions:
            raise MoteError("the unit has state that its description lacks: a memory")
        if missing := sorted(wanted - found):
            raise MoteError(f"the unit lacks registers of its description: {', '.join(missing)}")
        clocks = re.findall(r"^; yosys-smt2-clock (.*)$", functions, re.M)
        if wanted and {each.removeprefix(port.inside) for each in clocks} != {"clk posedge"}:
            raise MoteError(f"the unit's clocks are {', '.join(clocks)}; it is clk posedge alone")
        self.transition = f"(|{port.top}_t| state next)" if wanted else "true"

    @property
    def names(self) -> dict[str, str]:
        """What a description's variables hold."""
        made = {x.name: self._held(unit.register(x.name), x.bits) for x in self.registers}
        return {**made, isa.STEP: self.counter()} if self._bits else made

    def _held(self, name: str, bits: int, of: str = "state") -> str:
        return self._port.held(name, bits, of)

    def counter(self, of: str = "state") -> str:
        return self._held(unit.COUNTER, self._bits, of)

    def counts(self, relation: str, number: int, of: str = "state") -> str:
        """How the counter is to a number; true where there is none."""
        value = f"#b{number:0{self._bits}b}" if self._bits else ""
        return f"({relation} {self.counter(of)} {value})" if self._bits else "true"

    def wrong(self, after: dict[str, str], counter: str) -> list[tuple[str, str]]:
        """What registers may not be behind the cycle; those without a name stay as they are."""
        found = []
        for each in self.registers:
            name = unit.register(each.name)
            wanted = after.get(each.name, self._held(name, each.bits))
            now = self._held(name, each.bits, "next")
            found.append((f"the register {each.name} behind it", f"(distinct {now} {wanted})"))
        if self._bits:
            found.append(("the number of the next step", f"(not {counter})"))
        return found

    @property
    def wrong_reset(self) -> list[tuple[str, str]]:
        """What registers may not be behind a cycle of reset."""
        found = [
            (
                f"the register {x.name} behind reset",
                f"(distinct {self._held(unit.register(x.name), x.bits, 'next')} "
                f"#b{x.reset:0{x.bits}b})",
            )
            for x in self.registers
            if x.reset is not None
        ]
        counter = f"(not {self.counts('=', 0, 'next')})"
        return [*found, *([("the number of the step behind reset", counter)] if self._bits else [])]


def prove(verilog: str, instructions: Sequence[Instruction]) -> int:
    """Prove all instructions of a unit of mote.ise.riscv.unit's; returns how many.

    Raises MoteError that names the instruction and what differs.
    """
    port = _Cfu() if f"module {unit.CFU_TOP} " in verilog else _Pcpi()
    functions = _functions(verilog, port.top)
    state = _State(port, functions, instructions)
    clocked = state.transition != "true"
    running = [state.transition, port.running] if clocked else []
    zero = state.counts("=", 0, "next")

    def none(counter: str) -> list[tuple[str, str]]:
        return state.wrong({}, counter)

    for instruction in instructions:
        name, last = instruction.name, instruction.steps - 1
        lines: list[str] = []
        text = _Text({**port.names, **state.names}, (), name, lines)
        wanted = text.of(instruction.result)
        after = {register: text.of(value) for register, value in instruction.changes.items()}
        asked = [*running, port.valid, port.asked(instruction)]
        taken = [port.port(port.taken)] if port.taken and clocked else []
        given = [*asked, state.counts("=", last), *taken]
        wrong = [*port.wrong(wanted), *state.wrong(after, zero)]
        _solve(port, functions, lines, given, wrong, name)
        if last:
            one = f"#b{1:0{max(each.step_bits for each in instructions)}b}"
            counter = f"(= {state.counter('next')} (bvadd {state.counter()} {one}))"
            given = [*asked, state.counts("bvult", last)]
            wrong = [*port.wrong_before, *state.wrong(after, counter)]
            _solve(port, functions, lines, given, wrong, f"{name}, before its last step")
        if taken:
            given = [*asked, state.counts("=", last), f"(not {taken[0]})"]
            stays = none(state.counts("=", last, "next"))
            wrong = [*port.wrong(wanted), *stays]
            _solve(port, functions, lines, given, wrong, f"{name}, whose answer waits")
    own = " ".join(port.asked(each) for each in instructions)
    outside = [*running, f"(not (and {port.valid} (or {own} false)))"]
    what = "an instruction that is not the unit's"
    _solve(port, functions, [], outside, [*port.wrong_otherwise, *none(zero)], what)
    if state.wrong_reset:
        given = [state.transition, f"(not {port.running})"]
        _solve(port, functions, [], given, state.wrong_reset, "reset")
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

    text = ["(set-logic QF_BV)", functions]
    text += [f"(declare-const {each} |{port.top}_s|)" for each in ("state", "next")]
    text += lines
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
    asked.assert_formula(parser.parse_term(f"(or false {' '.join(names)})"))
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
