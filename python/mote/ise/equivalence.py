"""Proves that a core's hardware computes what the description of an extension says (SAT).

The hardware is the Verilog that is synthesized, every step of every instruction of the extension by
itself: Yosys makes it bit vectors of three cycles in a row, bitwuzla looks for a state in which
the core does something else than the step's expressions say.  The expressions are taken as the
reference simulator takes them: a table and not its gates, the number of a step as a constant.  So
nothing of mote.pic24.normal, mote.pic24.rtl and its parts is believed; of mote.pic24.plan no more
than which register of the core holds which temporary value, which is compared as well.

In the first cycle the step is in decode, and issued; in the second it is in execute; after it,
state has changed.  Every state is one to begin with, also those that no program reaches.  Compared
are the accesses to data and program memory (address, bytes, value), all working registers, flags,
temporary values, and whether the instruction goes on.

That there is such a state is asked first: of a step that never takes place all could be proved.

Not compared: what data memory's port makes of an access, traps, and the special registers in data
memory (neither this step nor the one before writes there); mote.pic24.lockstep has these.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mote.common.errors import MoteError
from mote.pic24.expr import Expr, const, var
from mote.pic24.isa import FLAGS, Fields, Instruction, Step
from mote.pic24.plan import Plan
from mote.pic24.planning.stages import decode_needs, still_needed
from mote.pic24.sets import instruction_set
from mote.pic24.yosys import yosys

SCRIPT = """\
read_verilog -sv design.v
hierarchy -check -top pic24
proc
flatten
memory
opt_clean
write_smt2 -stbv -wires design.smt2
"""
FUNCTION = re.compile(
    r"^\(define-fun \|([^|]+)\| \(\(state \|pic24_s\|\)\) (Bool|\(_ BitVec \d+\))", re.M
)
USE = re.compile(r"\(\|(pic24[^|]*)\| state\)")
COMMENT = re.compile(r"^;.*\n| ; .*$", re.M)
STATE = re.compile(r"\(define-sort \|pic24_s\| \(\) (.*)\)$", re.M)
CYCLES = 3


def _transitions(verilog: str) -> str:
    """The core as functions of SMT-LIB over a state."""
    with tempfile.TemporaryDirectory(prefix="mote-yosys-") as name:
        folder = Path(name)
        (folder / "design.v").write_text(verilog, encoding="utf-8")
        (folder / "script.ys").write_text(SCRIPT, encoding="utf-8")
        result = yosys(["-s", "script.ys"], folder)
        made = folder / "design.smt2"
        if result.returncode != 0 or not made.is_file():
            words = (result.stdout + result.stderr).splitlines()
            errors = [line for line in words if "ERROR" in line] or words[-1:] or ["no output"]
            raise MoteError(f"Yosys: {errors[0].strip()}")
        return made.read_text(encoding="utf-8")


class _Core:
    """The core as Yosys writes it: functions of a state by name, and what each register becomes."""

    def __init__(self, text: str) -> None:
        sort = STATE.search(text)
        assert sort is not None
        self.sort = sort[1]
        self.bodies: dict[str, tuple[str, str]] = {}
        whole = COMMENT.sub("", text)
        starts = list(FUNCTION.finditer(whole))
        for found in starts:
            end = whole.find("\n(", found.end())
            body = whole[found.end() : end].strip()
            self.bodies[found[1]] = (found[2], body[:-1].strip())
        self.next: dict[str, str] = {}
        for line in text[text.index("(define-fun |pic24_t|") :].splitlines()[1:]:
            if line.startswith("  (= "):
                now, after = line[5:].split(" ; ", 1)[0].rstrip()[:-1].rsplit(" (|", 1)
                self.next[after.split("|", 1)[0]] = now


class _Unrolled:
    """The core in CYCLES cycles in a row: the text of each signal in each cycle.

    A signal in a cycle is one name without arguments; a register is what it became in the cycle
    before.  What nobody asks for is left out.
    """

    def __init__(self, core: _Core) -> None:
        self._core = core
        self._done: set[tuple[str, int]] = set()
        self.lines = [f"(declare-const |state {n}| {core.sort})" for n in range(CYCLES)]

    def _define(self, name: str, cycle: int) -> None:
        # A list of what waits, and no recursion: there are thousands one in the other.
        waiting = [(name, cycle)]
        while waiting:
            last, at = waiting[-1]
            if (last, at) in self._done:
                waiting.pop()
                continue
            kind, body = self._core.bodies[last]
            cycle = at
            if at and last in self._core.next:
                body, cycle = self._core.next[last], at - 1
            needed = [(found, cycle) for found in USE.findall(body)]
            missing = [each for each in needed if each not in self._done]
            if missing:
                waiting += missing
                continue
            self._done.add((last, at))
            text = USE.sub(rf"|{cycle} \1|", body)
            text = re.sub(r"\bstate\b(?=[ )])", f"|state {cycle}|", text)
            self.lines.append(f"(define-fun |{at} {last}| () {kind} {text})")

    def signal(self, name: str, cycle: int) -> str:
        """A signal of the core as a bit vector; raises MoteError for one that there is not."""
        if f"pic24_n {name}" not in self._core.bodies:
            raise MoteError(f"the core has no signal {name}")
        self._define(f"pic24_n {name}", cycle)
        text = f"|{cycle} pic24_n {name}|"
        return (
            f"(ite {text} #b1 #b0)" if self._core.bodies[f"pic24_n {name}"][0] == "Bool" else text
        )


def _number(value: int, width: int) -> str:
    return f"#b{value & (1 << width) - 1:0{width}b}"


def _low(text: str, width: int) -> str:
    return f"((_ extract {width - 1} 0) {text})"


@dataclass
class _Text:
    """Expressions in SMT-LIB, each part a name of its own.

    names: of variables.  registers: what holds the working registers.
    """

    names: Mapping[str, str]
    registers: Sequence[str]
    prefix: str
    lines: list[str]
    done: dict[int, str] = field(default_factory=dict)
    keep: list[Expr] = field(default_factory=list)

    def of(self, e: Expr) -> str:
        known = self.done.get(id(e))
        if known is None:
            self.keep.append(e)
            text = self._make(e)
            known = f"|{self.prefix} {len(self.done)}|"
            self.lines.append(f"(define-fun {known} () (_ BitVec {e.width}) {text})")
            self.done[id(e)] = known
        return known

    def _make(self, e: Expr) -> str:
        a = e.args
        if e.op == "const":
            return _number(a[0], e.width)
        if e.op == "var":
            if a[0] not in self.names:
                raise MoteError(f"{self.prefix}: a proof does not know {a[0]}")
            return _low(self.names[a[0]], e.width)
        if e.op == "slice":
            return f"((_ extract {a[1] + e.width - 1} {a[1]}) {self.of(a[0])})"
        if e.op == "rom":
            return self._table(a[0], a[1], e.width)
        parts = [self.of(x) for x in a]
        if e.op in ("add", "sub", "and", "or", "xor"):
            return f"(bv{e.op} {parts[0]} {parts[1]})"
        if e.op in ("eq", "ult"):
            relation = "=" if e.op == "eq" else "bvult"
            return f"(ite ({relation} {parts[0]} {parts[1]}) #b1 #b0)"
        if e.op == "cat":
            return f"(concat {' '.join(reversed(parts))})"
        if e.op == "zext":
            return f"((_ zero_extend {e.width - a[0].width}) {parts[0]})"
        if e.op == "mux":
            return f"(ite (= {parts[0]} #b1) {parts[1]} {parts[2]})"
        if e.op == "reg":
            return self._choice(parts[0], 4, self.registers)
        both = max(e.width, *(x.width for x in a))
        wide = [f"((_ zero_extend {both - x.width}) {p})" for x, p in zip(a, parts, strict=True)]
        names = {"shl": "bvshl", "shr": "bvlshr", "mul": "bvmul"}
        return _low(f"({names[e.op]} {wide[0]} {wide[1]})", e.width)

    def _table(self, table: Sequence[int], index: Expr, width: int) -> str:
        values = [_number(x, width) for x in table[: 1 << index.width]]
        values += [_number(0, width)] * ((1 << index.width) - len(values))
        return self._choice(self.of(index), index.width, values)

    def _choice(self, index: str, bits: int, values: Sequence[str]) -> str:
        """values[index], by the index' bits from the highest."""
        if len(set(values)) == 1:
            return values[0]
        half = len(values) // 2
        low, high = (self._choice(index, bits - 1, x) for x in (values[:half], values[half:]))
        return f"(ite (= ((_ extract {bits - 1} {bits - 1}) {index}) #b1) {high} {low})"


def _forms(instruction: Instruction) -> Iterator[tuple[int, dict[str, int], list[Step]]]:
    """Each form: its number, its structural fields, its steps as the simulator has them."""
    for number, (chosen, _) in enumerate(instruction.variants()):
        values: dict[str, int | Expr] = {
            letter: chosen.get(letter, var(f"field_{letter}", len(positions)))
            for letter, positions in instruction.layout.items()
        }
        yield number, chosen, list(instruction.meaning(Fields(values)))


def prove(verilog: str, extensions: Sequence[str], done: Callable[[], object] = int) -> int:
    """Prove every step of the extensions' instructions in a core's Verilog; returns how many.

    Raises MoteError that names the instruction, the step and what differs.
    """
    instructions = instruction_set(tuple(sorted(extensions))).instructions
    plan = Plan(instructions)
    core = _Core(_transitions(verilog))
    count = 0
    for index, instruction in enumerate(instructions):
        if not instruction.extension:
            continue
        for _, chosen, steps in _forms(instruction):
            for number in range(len(steps)):
                _Question(_Unrolled(core), plan, index, chosen, steps, number).ask()
                count += 1
                done()
    return count


class _Question:
    """Whether the core does what one step says."""

    def __init__(
        self,
        core: _Unrolled,
        plan: Plan,
        index: int,
        chosen: Mapping[str, int],
        steps: Sequence[Step],
        number: int,
    ) -> None:
        self.core, self.plan, self.index = core, plan, index
        self.instruction = plan.instructions[index]
        self.steps, self.number, self.step = steps, number, steps[number]
        self.early = {name for step in steps for name in decode_needs(step)}
        self.widths = {n: e.width for step in steps for n, e in step.temps.items()}
        self.claims: list[tuple[str, str, str]] = []
        self.given: list[str] = []
        self.lines: list[str] = []
        self._assume(chosen)
        self._claim()

    def _assume(self, chosen: Mapping[str, int]) -> None:
        signal, instruction = self.core.signal, self.instruction
        mask, value = instruction.mask_value
        for letter, wanted in chosen.items():
            places = list(reversed(instruction.layout[letter]))
            mask |= sum(1 << place for place in places)
            value |= sum((wanted >> n & 1) << place for n, place in enumerate(places))
        word = signal("word", 0)
        self.given += [
            f"(= (bvand {word} {_number(mask, 24)}) {_number(value, 24)})",
            f"(= {signal('issue', 0)} #b1)",
            f"(= {signal('jumps', 0)} #b0)",
            f"(= {signal('continues', 0)} #b1)" if self.number else "true",
        ]
        at = signal("decode_step", 0)
        bits = max(1, (max(self.plan.count) - 1).bit_length())
        self.given.append(f"(= {at} {_number(self.number, bits)})")
        # None of its addresses traps.
        self.given.append(f"(= {signal('trapped', 1)} #b0)")
        # No write to the special registers before this step or by it.
        for cycle in (0, 1):
            self.given += [
                f"(= {signal('rst', cycle)} #b0)",
                f"(or (= {signal('low_page', cycle)} #b0) (= {signal('enable', cycle)} #b00))",
            ]

    def _place(self, name: str, cycle: int) -> str:
        """What holds a temporary value."""
        normal, width = self.plan.normal, self.widths[name]
        prefix, places, what = ("x_", self.plan.pipeline.execute_temp_of, "execute_temp")
        if name in self.early:
            prefix, places, what = ("d_", self.plan.pipeline.temp_of, "decode_temp")
        place = places[id(normal.var(f"{prefix}{self.index}_{name}", width))]
        return _low(self.core.signal(f"operands.{what}{place}", cycle), width)

    def _names(self) -> dict[str, str]:
        signal = self.core.signal
        names = {
            "MEM": signal("memory", 1),
            "PROG": signal("program_data", 1),
            "RCOUNT": signal("rcount", 1),
            "TBLPAG": signal("special_registers.tblpag", 1),
            "field_step": _number(self.number, 4),
            **{name: signal(f"flag_{name.lower()}", 1) for name in FLAGS},
        }
        word = signal("instruction", 1)
        for letter, places in self.instruction.layout.items():
            bits = " ".join(f"((_ extract {p} {p}) {word})" for p in places)
            names[f"field_{letter}"] = f"(concat {bits})" if len(places) > 1 else bits
        for step in self.steps[: self.number]:
            for name in step.temps:
                names[name] = self._place(name, 0 if name in self.early else 1)
        return names

    def _claim(self) -> None:
        signal, step, claim = self.core.signal, self.step, self.claims
        if step.jump or step.skip or step.repeat or step.trap or step.special:
            raise MoteError(
                f"{self.instruction.name}: a proof does not know jumps, skips and traps"
            )
        registers = [signal(f"registers.w{n}", 1) for n in range(16)]
        name = f"{self.instruction.name}, step {self.number + 1}"
        text = _Text(self._names(), registers, name, self.lines)
        zero = const(0, 1)

        def lanes(when: str, size: int, address: str) -> str:
            low = f"((_ extract 0 0) {address})"
            both = "#b11" if size == 2 else f"(ite (= {low} #b1) #b10 #b01)"
            return f"(ite (= {when} #b1) {both} #b00)"

        found = signal("read_enable", 0)
        if step.read is None:
            claim.append(("what is read", found, "#b00"))
            claim.append(("whether it reads", signal("reads", 0), "#b0"))
        else:
            when, address = text.of(step.read.when), text.of(step.read.address)
            wanted = lanes(when, step.read.size, address)
            seen = f"(ite (= {signal('visible', 0)} #b1) #b00 {wanted})"
            claim.append(("what is read", found, seen))
            claim.append(("whether it reads", signal("reads", 0), when))
            at = signal("read_at", 0)
            claim.append(("the address read", at, f"(ite (= {when} #b1) {address} {at})"))
        found = signal("enable", 1)
        if step.write is None:
            claim.append(("what is written", found, "#b00"))
        else:
            assert step.write.value is not None
            when, address = text.of(step.write.when), text.of(step.write.address)
            wanted = lanes(when, step.write.size, address)
            claim.append(("what is written", found, wanted))
            at, value = signal("at", 1), text.of(step.write.value)
            claim.append(("the address written", at, f"(ite (= {when} #b1) {address} {at})"))
            if step.write.size == 1:
                value = f"(concat {value} {value})"
            data = signal("write_data", 1)
            claim.append(("the value written", data, f"(ite (= {when} #b1) {value} {data})"))
        if step.program is not None:
            wanted = f"((_ extract 22 1) {text.of(step.program)})"
            claim.append(("the word of program memory", signal("program_address", 0), wanted))
            claim.append(("whether it reads", signal("program_enable", 0), "#b1"))
        last = text.of(zero if step.last is None else step.last)
        more = _number(self.number + 1 < len(self.steps), 1)
        claim.append(("whether it goes on", signal("more", 0), f"(bvand {more} (bvnot {last}))"))
        for n, before in enumerate(registers):
            value = before
            for write in step.regs:
                new = text.of(write.value)
                if write.value.width == 8:
                    new = f"(concat ((_ extract 15 8) {value}) {new})"
                if n == 15:
                    new = f"(bvand {new} #xfffe)"
                chosen = f"(= {text.of(write.number)} {_number(n, 4)})"
                here = f"(and (= {text.of(write.when)} #b1) {chosen})"
                value = f"(ite {here} {new} {value})"
            if n == 15:
                # Its lowest bit is never set: the stack pointer is even.
                self.given.append(f"(= ((_ extract 0 0) {before}) #b0)")
            claim.append((f"W{n}", signal(f"registers.w{n}_next", 1), value))
        for flag in FLAGS:
            here = signal(f"flag_{flag.lower()}", 1)
            wanted = text.of(step.flags[flag]) if flag in step.flags else here
            claim.append((flag, signal(f"flags.flag_{flag.lower()}_next", 1), wanted))
        for temp, value_of in step.temps.items():
            place = self._place(temp, 1 if temp in self.early else 2)
            claim.append((f"the temporary value {temp}", place, text.of(value_of)))
        for temp in still_needed(self.number, self.steps):
            since = 0 if temp in self.early else 1
            what = f"the temporary value {temp}"
            claim.append((what, self._place(temp, since + 1), self._place(temp, since)))
        for what in ("jumps", "repeats"):
            claim.append((what, signal(what, 1), "#b0"))

    def ask(self) -> None:
        import bitwuzla as solver

        wrong = [f"(distinct {found} {wanted})" for _, found, wanted in self.claims]
        lines = ["(set-logic QF_BV)", *self.core.lines, *self.lines]
        lines += [f"(assert {given})" for given in self.given]
        lines += [f"(define-fun |found {n}| () Bool {text})" for n, text in enumerate(wrong)]
        differs = f"(or {' '.join(f'|found {n}|' for n in range(len(wrong)))})"
        options = solver.Options()
        options.set(solver.Option.PRODUCE_MODELS, True)
        manager = solver.TermManager()
        parser = solver.Parser(manager, options)
        parser.parse("\n".join(lines) + "\n", True, False)
        asked = parser.bitwuzla()
        where = f"{self.instruction.name} of {self.instruction.extension}: step {self.number + 1}"
        if asked.check_sat() != solver.Result.SAT:
            raise MoteError(f"{where}: the hardware never executes it")
        asked.assert_formula(parser.parse_term(differs))
        result = asked.check_sat()
        if result == solver.Result.UNSAT:
            return
        if result != solver.Result.SAT:
            raise MoteError(f"{where}: the solver has no answer")
        for n, (what, found, wanted) in enumerate(self.claims):
            if asked.get_value(parser.parse_term(f"|found {n}|")).value():
                values = [
                    int(asked.get_value(parser.parse_term(text)).value(16), 16)
                    for text in (found, wanted)
                ]
                raise MoteError(
                    f"{where}: the hardware computes something else than its description says: "
                    f"{what} is {values[0]:#x}, not {values[1]:#x}"
                )
        raise AssertionError("a model without a difference")
