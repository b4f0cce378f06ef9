"""The 16-bit core as hardware, made from the instructions' descriptions.

`verilog(extensions)` gives the Verilog of a core with the base instructions and any extensions;
`core(extensions)` the Amaranth design that it comes from.

**Pipeline** (Constantin, Burg, Gurkaynak, section 2.2).  Three stages, with memories whose read
data come one cycle after the address:

1. fetch: the program counter addresses program memory;
2. decode: the instruction word is decoded, working registers are read (with the values that the
   instruction ahead writes in this very cycle, so that nothing stalls), addresses are computed and
   data memory is addressed;
3. execute: the operation; flags, registers and data memory change at the end of the cycle.  A taken
   jump addresses program memory in this stage: its target executes two cycles later.

**Where the logic comes from.**  Each step of each instruction is a set of expressions.  Those that
feed an address, and changes of pointers, belong to decode, all others to execute; what execute
needs of the registers is kept in operand registers between both.  Expensive operations (register
reads, address adders, the adder, the multiplier, the funnel shifter) are bound to shared units: two
steps that never take place in one cycle use the same unit, whose inputs are chosen by one-hot
select lines, decoded from the instruction word.  Everything else is logic of the instruction
itself.  Equal expressions exist once.

**Ports** (all synchronous to `clk`, `rst` is synchronous):

| port | bits | |
|---|---|---|
| program_enable, program_address | 1, 22 | read a word of program memory (address / 2) |
| program_data | 24 | that word in the next cycle, held until the next read |
| read_enable, read_address | 2, 16 | read these bytes of the word of data memory in decode |
| read_data | 16 | that word in the next cycle |
| write_enable, write_address, write_data | 2, 16, 16 | write these bytes of a word |
| trap | 3 | not 0: the core has stopped, see TRAPS |

Data memory is read before it is written when both take place in one cycle: the core itself passes
the new value on.  With `debug=True` there are more outputs, for lockstep with the simulator.
"""

from __future__ import annotations

import itertools
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from amaranth.back import rtlil
from amaranth.hdl import Array, Cat, Const, Elaboratable, Module, Mux, Signal

from mote.common.errors import BuildError
from mote.pic24.expr import Expr
from mote.pic24.isa import CORCON_PSV, FLAGS, SPECIAL, SR_BITS, Instruction
from mote.pic24.plan import READ_PORTS, WRITE_PORTS, Choice, Plan, Use
from mote.pic24.sets import InstructionSet, instruction_set
from mote.pic24.yosys import yosys

TRAPS = {
    0: "",
    1: "instruction",
    2: "alignment",
    3: "stack",
    4: "arithmetic",
}
"""What each value of the port `trap` means, by the kinds of mote.pic24.simulator.Trap."""


Term = frozenset[tuple[str, frozenset[int], frozenset[int]]]
"""Structural fields that must be: letter, the values wanted, all values that there are."""


# Which instruction words an instruction takes.


class _Recorder(Mapping[str, int]):
    """Fields whose use is noted."""

    def __init__(self, values: Mapping[str, int]) -> None:
        self.values_, self.used = values, set[str]()

    def __getitem__(self, key: str) -> int:
        self.used.add(key)
        return self.values_[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_)

    def __len__(self) -> int:
        return len(self.values_)


def _conditions(instruction: Instruction) -> list[tuple[tuple[int, ...], bytes]]:
    """What the word must satisfy beside its fixed bits, as truth tables.

    Each is bit positions of the first word, the lowest first, and for each combination of them
    whether it is allowed.
    """
    tests: list[Callable[[Mapping[str, int]], bool]] = []
    if instruction.constraint is not None:
        tests.append(instruction.constraint)
    tests += [o.valid for o in instruction.operands if getattr(o, "step", 1) == 1]
    found = []
    for test in tests:
        letters: set[str] = set()
        while True:
            order = sorted(letters)
            sizes = [len(instruction.layout[letter]) for letter in order]
            used: set[str] = set()
            table = bytearray()
            for values in itertools.product(*(range(1 << size) for size in reversed(sizes))):
                fields = dict.fromkeys(instruction.layout, 0)
                fields.update(zip(order, reversed(values), strict=True))
                seen = _Recorder(fields)
                table.append(bool(test(seen)))
                used |= seen.used
            if used & set(instruction.layout) <= letters or sum(sizes) > 12:
                break
            letters |= used & set(instruction.layout)
        if all(table):
            continue
        positions = [p for letter in order for p in reversed(instruction.layout[letter])]
        found.append((tuple(positions), bytes(table)))
    return found


def _truth(bits: Sequence[Any], table: bytes) -> Any:
    """A truth table as logic, by Shannon expansion; what does not matter is left out."""
    if all(table) or not any(table):
        return Const(int(table[0]), 1)
    half = len(table) // 2
    low, high = table[:half], table[half:]
    if low == high:
        return _truth(bits[:-1], low)
    a, b = _truth(bits[:-1], high), _truth(bits[:-1], low)
    return (bits[-1] & a) | (~bits[-1] & b)


# Hardware.


class Core(Elaboratable):
    """The core with an instruction set; see the module's text for its ports."""

    def __init__(
        self, instructions: InstructionSet, *, debug: bool = False, faults: bool = False
    ) -> None:
        self.set = instructions
        self.debug = debug
        self.faults = faults
        self.fault = Signal(16)
        self.fault_names: list[str] = []
        self.program_enable = Signal()
        self.program_address = Signal(22)
        self.program_data = Signal(24)
        self.read_enable = Signal(2)
        self.read_address = Signal(16)
        self.read_data = Signal(16)
        self.write_enable = Signal(2)
        self.write_address = Signal(16)
        self.write_data = Signal(16)
        self.trap = Signal(3)
        self.debug_ports: list[Signal] = []
        if debug:
            self.debug_consume = Signal()
            self.debug_execute = Signal()
            self.debug_read = Signal()
            self.debug_pc = Signal(24)
            self.debug_w = Signal(256)
            self.debug_flags = Signal(5)
            self.debug_special = Signal(16 * 5)
            self.debug_ports = [
                self.debug_consume,
                self.debug_execute,
                self.debug_read,
                self.debug_pc,
                self.debug_w,
                self.debug_flags,
                self.debug_special,
            ]

    @property
    def ports(self) -> list[Signal]:
        return [
            self.program_enable,
            self.program_address,
            self.program_data,
            self.read_enable,
            self.read_address,
            self.read_data,
            self.write_enable,
            self.write_address,
            self.write_data,
            self.trap,
            *self.debug_ports,
            *([self.fault] if self.faults else []),
        ]

    def elaborate(self, platform: Any) -> Module:
        return _Builder(self).build()


def _plain(width: int, name: str, init: int = 0) -> Signal:
    """A signal for a flip-flop that no reset touches."""
    return Signal(width, name=name, reset_less=True, init=init)


def _table(table: Sequence[int], index: Any, width: int) -> Any:
    """A constant table, 0 beyond its end."""
    size = 1 << len(index)
    values = [Const(x, width) for x in table[:size]]
    return Array(values + [Const(0, width)] * (size - len(values)))[index]


class _Builder:
    """Makes the hardware of a plan."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.plan = Plan(core.set.instructions)
        self.m = Module()
        self.groups: dict[str, Module] = {}
        self.made: dict[tuple[str, int], Any] = {}
        self.hardware: dict[tuple[Any, ...], Any] = {}
        self.keep: list[Expr] = []
        self.names: dict[str, dict[str, Any]] = {"decode": {}, "execute": {}}
        self.lines: dict[tuple[Any, ...], Any] = {}
        self.unit_out: dict[tuple[str, int], Signal] = {}

    def group(self, name: str) -> Module:
        """A submodule by name."""
        if name not in self.groups:
            self.groups[name] = Module()
            setattr(self.m.submodules, name, self.groups[name])
        return self.groups[name]

    # Select lines.

    def _owner(self, uses: Sequence[Use]) -> str:
        """The submodule that logic belongs to: the extension when only one uses it."""
        owners = {self.plan.instructions[use.instruction].extension for use in uses}
        return f"extension_{owners.pop()}" if len(owners) == 1 and "" not in owners else ""

    def matched(self, index: int, stage: str) -> Signal:
        """Whether the word in a stage is this instruction."""
        key = ("match", stage, index)
        if key not in self.lines:
            instruction = self.plan.instructions[index]
            word = self.word[stage]
            mask, value = (part & 0xFFFFFF for part in instruction.mask_value)
            term = Const(1, 1)
            bits = [p for p in range(24) if mask >> p & 1]
            if bits:
                term = Cat(*(word[p] for p in bits)) == Const(
                    sum((value >> p & 1) << n for n, p in enumerate(bits)), len(bits)
                )
            for positions, table in self.conditions[index]:
                term = term & _truth([word[p] for p in positions], table)
            line = Signal(name=f"{stage}_is_{instruction.name}")
            self.drive(self._control(stage), line, term)
            self.lines[key] = line
        return self.lines[key]

    def _letter(
        self,
        stage: str,
        positions: tuple[int, ...],
        values: frozenset[int],
        all_: frozenset[int],
    ) -> Signal:
        key = ("letter", stage, positions, values, all_)
        if key not in self.lines:
            word = self.word[stage]
            bits = Cat(*(word[p] for p in reversed(positions)))
            rest = all_ - values
            few, invert = (values, False) if len(values) <= len(rest) else (rest, True)
            term: Any = Const(0, 1)
            for value in sorted(few):
                term = term | (bits == value)
            line = Signal(name=f"{stage}_field")
            self.drive(self._control(stage), line, ~term if invert else term)
            self.lines[key] = line
        return self.lines[key]

    @staticmethod
    def _control(stage: str) -> str:
        return "decoder" if stage == "decode" else "controller"

    def drive(self, group: str, out: Signal, value: Any) -> None:
        """Connect a signal; in a core with faults, one whose lowest bit can be inverted."""
        core = self.core
        if core.faults:
            core.fault_names.append(f"{group}.{out.name}")
            inverted = core.fault == len(core.fault_names)
            value = Cat(value)[: len(out)] ^ Cat(inverted, Const(0, len(out)))[: len(out)]
        self.group(group).d.comb += out.eq(value)

    def _terms(self, index: int, forms: frozenset[int]) -> list[Term]:
        """Conditions on structural fields (letter, values) whose sum is these forms."""
        every = self.plan.forms[index]
        if len(forms) == len(every):
            return [frozenset()]
        letters = list(every[0])
        chosen = [every[n] for n in forms]
        sets = {letter: {c[letter] for c in chosen} for letter in letters}
        inside = [n for n, c in enumerate(every) if all(c[x] in sets[x] for x in letters)]
        if len(inside) == len(forms):
            alls = {letter: {c[letter] for c in every} for letter in letters}
            return [
                frozenset(
                    (letter, frozenset(sets[letter]), frozenset(alls[letter]))
                    for letter in letters
                    if sets[letter] != alls[letter]
                )
            ]
        best: list[Term] | None = None
        for letter in letters:
            if len(sets[letter]) < 2:
                continue
            parts: dict[frozenset[Any], set[int]] = defaultdict(set)
            by_value: dict[int, set[int]] = defaultdict(set)
            for n in forms:
                by_value[every[n][letter]].add(n)
            for value, members in by_value.items():
                rest = frozenset(
                    tuple(sorted((x, v) for x, v in every[n].items() if x != letter))
                    for n in members
                )
                parts[rest].add(value)
            terms: list[Term] = []
            for values in parts.values():
                some = frozenset(n for n in forms if every[n][letter] in values)
                if len(some) == len(forms):
                    terms = []
                    break
                terms += self._terms(index, some)
            if terms and (best is None or len(terms) < len(best)):
                best = terms
        assert best is not None
        return best

    def select(self, uses: Iterable[Use], stage: str) -> Any:
        """One bit: the stage holds one of these steps."""
        by_step: dict[tuple[int, int], set[int]] = defaultdict(set)
        for use in uses:
            by_step[use.instruction, use.step].add(use.form)
        groups: dict[tuple[Any, ...], set[int]] = defaultdict(set)
        for (index, step), forms in by_step.items():
            where = step if self.plan.count[index] > 1 else None
            for term in self._terms(index, frozenset(forms)):
                key = frozenset(
                    (tuple(self.plan.instructions[index].layout[letter]), values, all_)
                    for letter, values, all_ in term
                )
                groups[key, where].add(index)
        result: Any = Const(0, 1)
        order = sorted(groups, key=lambda g: (sorted(groups[g]), -1 if g[1] is None else g[1]))
        for key, where in order:
            chosen: Any = self.one_of(frozenset(groups[key, where]), stage)
            for positions, values, all_ in sorted(key, key=lambda t: (t[0], sorted(t[1]))):
                chosen = chosen & self._letter(stage, positions, values, all_)
            if where is not None:
                chosen = chosen & (self.step[stage] == where)
            result = result | chosen
        return result

    def one_of(self, indices: frozenset[int], stage: str) -> Signal:
        """Whether the word in a stage is one of these instructions; made by `sums`."""
        if len(indices) == 1:
            return self.matched(next(iter(indices)), stage)
        key = ("sum", stage, indices)
        if key not in self.lines:
            self.lines[key] = Signal(name=f"{stage}_one_of_{len(indices)}")
        return self.lines[key]

    def sums(self, stage: str) -> None:
        """The logic of all `one_of`: the pair that most of them share is added first, and so on."""
        wanted = {key[2]: line for key, line in self.lines.items() if key[:2] == ("sum", stage)}
        terms: dict[int, Any] = {}
        for indices in wanted:
            terms.update((index, self.matched(index, stage)) for index in sorted(indices))
        rest = [(set(indices), line) for indices, line in wanted.items()]
        count: dict[tuple[int, int], int] = defaultdict(int)
        holders: dict[int, set[int]] = defaultdict(set)
        for number, (members, _) in enumerate(rest):
            for member in members:
                holders[member].add(number)
            for pair in itertools.combinations(sorted(members), 2):
                count[pair] += 1
        fresh = len(self.plan.instructions)
        while count:
            pair = max(count, key=lambda p: (count[p], -p[0], -p[1]))
            a, b = pair
            line = Signal(name=f"{stage}_sum")
            self.drive(self._control(stage), line, terms[a] | terms[b])
            terms[fresh] = line
            for number in sorted(holders[a] & holders[b]):
                members = rest[number][0]
                for old in pair:
                    members.remove(old)
                    holders[old].discard(number)
                    for other in members:
                        key = (min(old, other), max(old, other))
                        count[key] -= 1
                        if not count[key]:
                            del count[key]
                for other in members:
                    count[other, fresh] += 1
                members.add(fresh)
                holders[fresh].add(number)
            count.pop(pair, None)
            fresh += 1
        for members, line in rest:
            (last,) = members
            self.drive(self._control(stage), line, terms[last])

    def line(self, uses: Iterable[Use], stage: str, name: str) -> Signal:
        """A select line with a name; equal ones exist once."""
        uses = sorted(set(uses), key=lambda u: (u.instruction, u.step, u.form))
        key = ("line", stage, tuple(uses))
        if key not in self.lines:
            line = Signal(name=name)
            self.drive(self._owner(uses) or self._control(stage), line, self.select(uses, stage))
            self.lines[key] = line
        return self.lines[key]

    def execute_line(self, uses: Iterable[Use], name: str) -> Any:
        """A select line of execute, low where no step is there."""
        return self.line(uses, "execute", name) & self.executes

    def bus(self, choice: Choice, width: int, stage: str, name: str, group: str) -> Signal:
        """The value that the step in a stage chooses; anything when it chooses none."""
        out = Signal(width, name=name)
        # Entries that are the same hardware are one.
        uses: dict[int, list[Use]] = defaultdict(list)
        values: dict[int, Any] = {}
        for entry in choice.entries.values():
            value = self.value(entry.value, stage, self._owner(entry.uses) or group)
            uses[id(value)] += entry.uses
            values[id(value)] = value
        total: Any = None
        for number, (key, value) in enumerate(values.items()):
            if len(values) > 1:
                if isinstance(value, Const) and value.value == 0:
                    continue
                on = self.line(uses[key], stage, f"{name}_{number}")
                value = value & on.replicate(width)
            total = value if total is None else total | value
        self.drive(group, out, Const(0, width) if total is None else total)
        return out

    def flag(self, choice: Choice, stage: str, name: str, group: str) -> Any:
        """A bit that is 0 when no step sets it."""
        total: Any = Const(0, 1)
        for number, entry in enumerate(choice.entries.values()):
            if entry.value.op == "const" and entry.value.args[0] == 0:
                continue
            value = self.value(entry.value, stage, self._owner(entry.uses) or group)
            total = total | (value & self.line(entry.uses, stage, f"{name}_{number}"))
        out = Signal(name=name)
        self.drive(group, out, total)
        return out

    # Expressions.

    def value(self, e: Expr, stage: str, group: str) -> Any:
        """An expression as hardware; expressions that are equal share it."""
        key = (stage, id(e))
        found = self.made.get(key)
        if found is None:
            self.keep.append(e)
            found = self.made[key] = self._value(e, stage, group)
        return found

    def _value(self, e: Expr, stage: str, group: str) -> Any:
        a = e.args
        if e.op == "const":
            return self.once(("const", a[0], e.width), lambda: Const(a[0], e.width))
        if e.op == "var":
            name, value = self._variable(e, stage)
            return self.once((stage, name, e.width), lambda: value[: e.width])
        unit = self.plan.unit.get(id(e))
        if unit is not None and unit[0].startswith(f"{stage}_"):
            return self.unit_out[unit]
        if e.op == "reg":
            return self.port_value[self.plan.port[id(e)]]
        parts = [self.value(x, stage, group) if isinstance(x, Expr) else x for x in a]
        key = (e.op, e.width, *(x if isinstance(x, int | tuple) else id(x) for x in parts))
        return self.once(key, lambda: self._operation(e, parts, stage, group))

    def once(self, key: tuple[Any, ...], make: Callable[[], Any]) -> Any:
        """Hardware that exists once for a key."""
        if key not in self.hardware:
            self.hardware[key] = make()
        return self.hardware[key]

    def _operation(self, e: Expr, parts: Sequence[Any], stage: str, group: str) -> Any:
        if e.op == "slice":
            return parts[0][parts[1] : parts[1] + e.width]
        if e.op == "cat":
            return Cat(*parts)
        if e.op == "mux":
            y = Mux(*parts)
        else:
            left, right = parts

            def shifted(y: Any) -> Any:
                """Nothing is left after a shift by 64 or more."""
                return y if len(right) <= 6 else Mux(right[6:].any(), Const(0, len(y)), y)

            y = {
                "add": lambda: (left + right)[: e.width],
                "sub": lambda: (left - right)[: e.width],
                "and": lambda: left & right,
                "or": lambda: left | right,
                "xor": lambda: left ^ right,
                "eq": lambda: left == right,
                "ult": lambda: left < right,
                "shl": lambda: shifted(left << right[:6])[: e.width],
                "shr": lambda: shifted(left >> right[:6])[: e.width],
            }[e.op]()
        out = Signal(e.width, name=f"{stage}_{e.op}")
        self.drive(group, out, y)
        return out

    def _variable(self, e: Expr, stage: str) -> tuple[str, Any]:
        """A variable's hardware, and a name that is the same for the same hardware."""
        name, plan = e.args[0], self.plan
        if name[:2] == "o_":
            number = plan.operand_of[int(name[2:])]
            return f"operand{number}", self.operand[number]
        if name[:2] == "b_":
            number = plan.bit_of[int(name[2:])]
            return f"operand_bit{number}", self.operand_bit[number]
        if name[:2] == "d_":
            number = plan.temp_of[id(e)]
            return f"decode_temp{number}", self.decode_temp[number]
        if name[:2] == "x_":
            number = plan.execute_temp_of[id(e)]
            return f"execute_temp{number}", self.execute_temp[number]
        return name, self.names[stage][name]

    # Units.

    def _inputs(
        self, kind: str, number: int, stage: str, widths: Sequence[int], group: str
    ) -> list[Signal]:
        """The inputs of a shared unit."""
        choices = [Choice() for _ in widths]
        for key, unit in self.plan.unit.items():
            if unit == (kind, number):
                node = self.plan.unit_nodes[key]
                inputs = node.args[1:] if node.op == "rom" else node.args
                for choice, argument in zip(choices, inputs, strict=True):
                    for use in self.plan.unit_uses[key]:
                        choice.add(argument, use)
        return [
            self.bus(choice, width, stage, f"{kind}{number}_in{n}", group)
            for n, (choice, width) in enumerate(zip(choices, widths, strict=True))
        ]

    def _declare(self) -> None:
        """The outputs of all shared units: an input may come from any of them."""
        self.shapes: dict[str, tuple[tuple[int, ...], int]] = {
            "add": ((16, 16), 16),
            "target": ((24, 24), 24),
            "alu": ((16, 16, 1), 17),
            "mul": ((16, 16), 32),
            "funnel": ((16, 16, 4), 16),
        }
        for table, number in self.plan.tables.items():
            self.shapes[f"table{number}"] = ((table[1],), table[2])
        for unit in sorted(set(self.plan.unit.values())):
            width = self.shapes[unit[0].split("_")[1]][1]
            self.unit_out[unit] = Signal(width, name=f"{unit[0]}_{unit[1]}")

    def _units(self, stage: str) -> None:
        """The shared units of a stage."""
        names = {
            "alu": "arithmetic",
            "mul": "multiplier",
            "funnel": "shifter",
            "add": "addresses",
            "target": "program_counter",
        }
        tables = {f"table{number}": table[0] for table, number in self.plan.tables.items()}
        units = sorted(unit for unit in self.unit_out if unit[0].startswith(f"{stage}_"))
        for unit in units:
            kind = unit[0].split("_")[1]
            uses = [
                use
                for key, u in self.plan.unit.items()
                if u == unit
                for use in self.plan.unit_uses[key]
            ]
            group = self._owner(uses) or names.get(kind, "tables")
            inputs = self._inputs(unit[0], unit[1], stage, self.shapes[kind][0], group)
            out = self.unit_out[unit]
            if kind == "alu":
                y = inputs[0] + inputs[1] + inputs[2]
            elif kind == "mul":
                y = inputs[0] * inputs[1]
            elif kind == "funnel":
                y = (Cat(inputs[0], inputs[1]) << inputs[2])[16:32]
            elif kind in tables:
                y = _table(tables[kind], inputs[0], len(out))
            else:
                y = inputs[0] + inputs[1]
            self.drive(group, out, y[: len(out)])

    def build(self) -> Module:
        """The core, each part after those whose signals it takes."""
        self.conditions = [_conditions(instruction) for instruction in self.plan.instructions]
        self._state()
        self._read_ports()
        self._decode()
        self._execute()
        self._repeat()
        self._sequence()
        self._traps()
        self._operands()
        self._data_memory()
        self._special_registers()
        self._write_back()
        self.sums("decode")
        self.sums("execute")
        if self.core.debug:
            self._debug_ports()
        return self.m

    def _state(self) -> None:
        """The registers of the pipeline and of the architecture, and what they will be."""
        core, plan, m = self.core, self.plan, self.m
        self.pc = Signal(22, name="pc")
        self.fetched = Signal(name="fetched")
        self.continues = Signal(name="continues")
        self.repeating = Signal(name="repeating")
        self.stalled = Signal(name="stalled")
        self.executes = Signal(name="executes")
        self.stopped = Signal(name="stopped")
        self.skipping = Signal(name="skipping")
        self.skipping_second = Signal(name="skipping_second")
        self.instruction = _plain(24, "instruction")
        steps = max(plan.count)
        step_bits = max(1, (steps - 1).bit_length())
        self.decode_step = Signal(step_bits, name="decode_step")
        self.execute_step = _plain(step_bits, "execute_step")
        self.fetched_word = Signal(24, name="word")
        m.d.comb += self.fetched_word.eq(Mux(self.continues, self.instruction, core.program_data))
        self.word = {"decode": self.fetched_word, "execute": self.instruction}
        self.step = {"decode": self.decode_step, "execute": self.execute_step}

        # Architectural state, and what it will be after the step in execute.
        self.w = [_plain(16, f"w{n}") for n in range(16)]
        self.w_next = [Signal(16, name=f"w{n}_next") for n in range(16)]
        self.flags = {name: _plain(1, f"flag_{name.lower()}") for name in FLAGS}
        self.flags_next = {name: Signal(name=f"flag_{name.lower()}_next") for name in FLAGS}
        self.rcount = _plain(16, "rcount")
        self.tblpag, self.psvpag = Signal(8, name="tblpag"), Signal(8, name="psvpag")
        self.psv = Signal(name="psv")
        self.splim = Signal(16, name="splim", init=0xFFFE)
        self.tblpag_next = Signal(8, name="tblpag_next")
        self.psvpag_next = Signal(8, name="psvpag_next")
        self.psv_next = Signal(name="psv_next")
        self.splim_next = Signal(16, name="splim_next")

        # Operands and temporaries between the stages.
        self.operand = {n: _plain(16, f"operand{n}") for n in sorted(plan.operands)}
        self.operand_bit = {n: _plain(1, f"operand_bit{n}") for n in sorted(plan.operand_bits)}
        self.decode_temp = {n: _plain(16, f"decode_temp{n}") for n in sorted(plan.decode_temps)}
        self.execute_temp = {n: _plain(16, f"execute_temp{n}") for n in sorted(plan.temps)}

        self.memory = Signal(16, name="memory")
        self.bus_a, self.bus_b = Signal(16, name="a"), Signal(16, name="b")
        self.result = Signal(16, name="result")
        self.rcount_decode = Signal(16, name="rcount_decode")
        self.pc_next = Signal(22, name="pc_next")
        m.d.comb += self.pc_next.eq(self.pc + 1)
        self.following = Cat(Const(0, 1), self.pc, Const(0, 1))
        self.names["decode"] = {
            "IR": self.fetched_word,
            "RCOUNT": self.rcount_decode,
            "TBLPAG": self.tblpag_next,
            "STEP": Cat(self.decode_step, Const(0, 4)),
        }
        self.names["execute"] = {
            "IR": self.instruction,
            "SECOND": core.program_data,
            "RCOUNT": self.rcount,
            "STEP": Cat(self.execute_step, Const(0, 4)),
            "MEM": self.memory,
            "PROG": core.program_data,
            "NEXT": self.following,
            "NEXT2": Cat(Const(0, 1), self.pc_next, Const(0, 1)),
            "Y": self.result,
            "A": self.bus_a,
            "B": self.bus_b,
            **self.flags,
        }

    def _read_ports(self) -> None:
        """Register reads, which see the values that execute writes, and the shared units."""
        plan = self.plan
        registers = self.group("registers")
        self._declare()
        self.port_value = [Signal(16, name=f"port{n}") for n in range(READ_PORTS)]
        port_choice = [Choice() for _ in range(READ_PORTS)]
        for key, port in plan.port.items():
            node = plan.unit_nodes[key]
            for use in plan.unit_uses[key]:
                port_choice[port].add(node.args[0], use)
        for port in range(READ_PORTS):
            if port_choice[port].entries:
                number = self.bus(port_choice[port], 4, "decode", f"port{port}_number", "decoder")
                registers.d.comb += self.port_value[port].eq(Array(self.w_next)[number])
        self._units("decode")
        self._units("execute")

    def _decode(self) -> None:
        """What the step in decode does: addresses, accesses, whether it is the last one."""
        plan, m = self.plan, self.m
        self.issue = Signal(name="issue")
        self.read_address = self.bus(plan.read_address, 16, "decode", "read_at", "addresses")
        self.write_address = self.bus(plan.write_address, 16, "decode", "write_at", "addresses")
        self.reads = self.flag(plan.read_when, "decode", "reads", "decoder")
        self.writes = self.flag(plan.write_when, "decode", "writes", "decoder")
        self.byte_read = self.line(plan.byte_read, "decode", "reads_byte")
        self.byte_write = self.line(plan.byte_write, "decode", "writes_byte")
        self.read_stack = self.flag(plan.read_stack, "decode", "reads_stack", "addresses")
        self.write_stack = self.flag(plan.write_stack, "decode", "writes_stack", "addresses")
        self.table = self.line(plan.program_address.uses, "decode", "reads_program")
        self.table_address = self.bus(plan.program_address, 24, "decode", "table_at", "addresses")
        self.more = Signal(name="more")
        more_line = self.line(plan.more, "decode", "more_steps")
        m.d.comb += self.more.eq(
            more_line & ~self.flag(plan.last, "decode", "last_step", "decoder")
        )
        self.defined = Signal(name="defined")
        every = frozenset(range(len(plan.instructions)))
        self.group("decoder").d.comb += self.defined.eq(self.one_of(every, "decode"))
        self.two_words = self.line(
            [
                Use(n, k, f)
                for n, i in enumerate(plan.instructions)
                if i.words == 2
                for k in range(plan.count[n])
                for f in range(len(plan.forms[n]))
            ],
            "decode",
            "two_words",
        )

    def _execute(self) -> None:
        """What the step in execute does: flow, operands and the result."""
        plan, m = self.plan, self.m
        self.jumps = Signal(name="jumps")
        m.d.comb += self.jumps.eq(
            self.flag(plan.taken, "execute", "taken", "controller") & self.executes
        )
        self.target = self.bus(plan.jump, 24, "execute", "target", "program_counter")
        self.skips = Signal(name="skips")
        m.d.comb += self.skips.eq(
            (self.flag(plan.skip, "execute", "skip", "controller") & self.executes) | self.skipping
        )
        self.repeats = Signal(name="repeats")
        m.d.comb += self.repeats.eq(self.execute_line(plan.repeat.uses, "repeat"))
        self.count = self.bus(plan.repeat, 16, "execute", "repeat_count", "program_counter")
        self.divides_by_zero = Signal(name="divides_by_zero")
        m.d.comb += self.divides_by_zero.eq(
            self.flag(plan.trap, "execute", "execute_trap", "controller") & self.executes
        )

        # Both operands and the result.
        m.d.comb += [
            self.bus_a.eq(self.bus(plan.bus_a, 16, "execute", "operand_a", "operand_buses")),
            self.bus_b.eq(self.bus(plan.bus_b, 16, "execute", "operand_b", "operand_buses")),
        ]
        low = self.bus(plan.result_low, 8, "execute", "result_low", "result_bus")
        high = self.bus(plan.result_high, 8, "execute", "result_high", "result_bus")
        m.d.comb += self.result.eq(Cat(low, high))

    def _repeat(self) -> None:
        """REPEAT."""
        self.repetition, self.again = Signal(name="repetition"), Signal(name="again")
        sequence = self.group("repeat_control")
        sequence.d.comb += [
            self.repetition.eq(self.repeats | self.repeating),
            self.rcount_decode.eq(
                Mux(
                    self.repeats,
                    self.count,
                    Mux(self.repeating & (self.decode_step == 0), self.rcount - 1, self.rcount),
                )
            ),
            self.again.eq(self.repetition & (self.rcount_decode != 0)),
        ]

    def _sequence(self) -> None:
        """Which word comes next: program memory, the program counter, and the stages."""
        core, m = self.core, self.m
        self.consumes = Signal(name="consumes")
        self.visible = Signal(name="visible")
        killed = self.skips | self.skipping_second
        self.decode_trap = Signal(3, name="decode_trap")
        self.active = Signal(name="active")
        m.d.comb += [
            self.consumes.eq(
                self.fetched & ~self.continues & ~self.stalled & ~self.jumps & ~self.stopped
            ),
            self.active.eq(
                ~self.stopped
                & ~self.stalled
                & (self.continues | (self.fetched & ~self.jumps & ~killed))
            ),
            self.issue.eq(self.active & (self.decode_trap == 0) & ~self.divides_by_zero),
            self.visible.eq(self.reads & self.read_address[15] & self.psv_next),
        ]
        borrows = self.issue & (self.table | self.visible)
        program_address = core.program_address
        with m.If(self.jumps):
            m.d.comb += [core.program_enable.eq(1), program_address.eq(self.target[1:23])]
            m.d.sync += [self.pc.eq(self.target[1:23]), self.fetched.eq(1)]
        with m.Elif(borrows):
            m.d.comb += [
                core.program_enable.eq(1),
                program_address.eq(
                    Mux(
                        self.table,
                        self.table_address[1:23],
                        Cat(self.read_address[1:15], self.psvpag_next),
                    )
                ),
            ]
            m.d.sync += self.fetched.eq(0)
            with m.If(self.consumes):
                m.d.sync += self.pc.eq(self.pc_next)
        with m.Elif(self.consumes):
            m.d.comb += [core.program_enable.eq(1), program_address.eq(self.pc_next)]
            m.d.sync += self.pc.eq(self.pc_next)
        with m.Elif(~self.fetched):
            m.d.comb += [core.program_enable.eq(1), program_address.eq(self.pc)]
            m.d.sync += self.fetched.eq(1)
        m.d.sync += [
            self.executes.eq(self.issue),
            self.stalled.eq(
                self.issue & self.visible & (~self.repetition | self.repeats | ~self.again)
            ),
            self.skipping.eq(self.skips & ~self.consumes),
            self.skipping_second.eq(
                Mux(
                    self.consumes,
                    self.skips & self.two_words & ~self.skipping_second,
                    self.skipping_second,
                )
            ),
        ]
        with m.If(self.issue):
            m.d.sync += [
                self.instruction.eq(self.fetched_word),
                self.execute_step.eq(self.decode_step),
                self.decode_step.eq(Mux(self.more, self.decode_step + 1, 0)),
                self.continues.eq(self.more | self.again),
                self.repeating.eq(self.repetition & (self.more | self.again)),
            ]

    def _traps(self) -> None:
        """Traps, which stop the core before the step takes place."""
        core, m = self.core, self.m
        above = self.group("traps")
        beyond = Signal(name="beyond")
        above.d.comb += beyond.eq(
            (self.reads & self.read_stack & (self.read_address > self.splim_next))
            | (self.writes & self.write_stack & (self.write_address > self.splim_next))
        )
        misaligned = Signal(name="misaligned")
        above.d.comb += misaligned.eq(
            (self.reads & ~self.byte_read & self.read_address[0])
            | (self.writes & ~self.byte_write & self.write_address[0])
        )
        with above.If(~self.defined):
            above.d.comb += self.decode_trap.eq(1)
        with above.Elif(beyond):
            above.d.comb += self.decode_trap.eq(3)
        with above.Elif(misaligned):
            above.d.comb += self.decode_trap.eq(2)
        with m.If(~self.stopped):
            with m.If(self.divides_by_zero):
                m.d.sync += [core.trap.eq(4), self.stopped.eq(1)]
            with m.Elif(self.active & (self.decode_trap != 0)):
                m.d.sync += [core.trap.eq(self.decode_trap), self.stopped.eq(1)]

    def _operands(self) -> None:
        """Operands for execute."""
        plan = self.plan
        operands = self.group("operands")
        for n, choice in sorted(plan.operands.items()):
            value = self.bus(choice, 16, "decode", f"operand{n}_next", "operands")
            operands.d.sync += self.operand[n].eq(Mux(self.issue, value, self.operand[n]))
        for n, choice in sorted(plan.operand_bits.items()):
            value = self.bus(choice, 1, "decode", f"operand_bit{n}_next", "operands")
            operands.d.sync += self.operand_bit[n].eq(Mux(self.issue, value, self.operand_bit[n]))
        for n, choice in sorted(plan.decode_temps.items()):
            value = self.bus(choice, 16, "decode", f"decode_temp{n}_next", "operands")
            on = self.line(choice.uses, "decode", f"decode_temp{n}_on")
            with operands.If(self.issue & on):
                operands.d.sync += self.decode_temp[n].eq(value)
        for n, choice in sorted(plan.temps.items()):
            value = self.bus(choice, 16, "execute", f"execute_temp{n}_next", "operands")
            on = self.execute_line(choice.uses, f"execute_temp{n}_on")
            with operands.If(on):
                operands.d.sync += self.execute_temp[n].eq(value)

    def _data_memory(self) -> None:
        """Data memory: its ports, and what a read finds."""
        core, plan = self.core, self.plan
        # Made first: the order of submodules is that of the Verilog.
        self.group("special_registers")
        data = self.group("data_memory")
        self.at, write_bytes = _plain(16, "at"), _plain(2, "write_bytes")
        read_bytes = Signal(2, name="read_bytes")
        byte_lane = _plain(1, "byte_lane")
        special, place = _plain(1, "special"), _plain(6, "place")
        from_program = _plain(1, "from_program")
        forward, forwarded = _plain(2, "forward"), _plain(16, "forwarded")
        self.wdata = self.bus(plan.write_data, 16, "execute", "write_value", "data_memory")
        self.enable = Signal(2, name="enable")
        data.d.comb += [
            read_bytes.eq(
                Mux(self.byte_read, Cat(~self.read_address[0], self.read_address[0]), Const(3, 2))
                & (self.reads & self.issue).replicate(2)
            ),
            core.read_enable.eq(read_bytes & (~self.visible).replicate(2)),
            core.read_address.eq(self.read_address),
            self.enable.eq(write_bytes & self.executes.replicate(2)),
            core.write_enable.eq(self.enable & (~self.divides_by_zero).replicate(2)),
            core.write_address.eq(self.at),
            core.write_data.eq(self.wdata),
        ]
        with data.If(self.issue):
            data.d.sync += [
                self.at.eq(self.write_address),
                write_bytes.eq(
                    Mux(
                        self.byte_write,
                        Cat(~self.write_address[0], self.write_address[0]),
                        Const(3, 2),
                    )
                    & self.writes.replicate(2)
                ),
                byte_lane.eq(self.byte_read & self.read_address[0]),
                special.eq(self.read_address[11:16] == 0),
                place.eq(self.read_address[1:7]),
                from_program.eq(self.visible),
                forward.eq(self.enable & (self.at[1:] == self.read_address[1:]).replicate(2)),
                forwarded.eq(self.wdata),
            ]
        special_read = self._special_read(place)
        fresh = Signal(16, name="fresh")
        data.d.comb += fresh.eq(
            Mux(
                from_program,
                core.program_data[:16],
                Mux(
                    special,
                    special_read,
                    Cat(
                        Mux(forward[0], forwarded[:8], core.read_data[:8]),
                        Mux(forward[1], forwarded[8:], core.read_data[8:]),
                    ),
                ),
            )
        )
        data.d.comb += self.memory.eq(Cat(Mux(byte_lane, fresh[8:], fresh[:8]), fresh[8:]))

    def _special_read(self, place: Signal) -> Signal:
        """What a read of the special register at a place (address / 2) finds."""
        state = self.group("special_registers")
        self.specials = {
            "SR": Cat(
                self.flags["C"],
                self.flags["Z"],
                self.flags["OV"],
                self.flags["N"],
                Const(0, 4),
                self.flags["DC"],
            ),
            "CORCON": Cat(Const(0, CORCON_PSV), self.psv),
            "TBLPAG": self.tblpag,
            "PSVPAG": self.psvpag,
            "RCOUNT": self.rcount,
            "SPLIM": self.splim,
        }
        assert [SR_BITS[n] for n in ("C", "Z", "OV", "N", "DC")] == [0, 1, 2, 3, 8]
        special_value: Any = Const(0, 16)
        for name, address in SPECIAL.items():
            chosen = (place == address >> 1).replicate(16)
            special_value = special_value | (Cat(self.specials[name], Const(0, 16))[:16] & chosen)
        special_read = Signal(16, name="special_read")
        state.d.comb += special_read.eq(special_value)
        return special_read

    def _special_registers(self) -> None:
        """The special registers: written through data memory, flags by instructions too."""
        plan = self.plan
        state = self.group("special_registers")
        low_page = Signal(name="low_page")
        state.d.comb += low_page.eq(self.at[11:16] == 0)

        def written(name: str) -> tuple[Any, Any]:
            here = low_page & (self.at[1:7] == SPECIAL[name] >> 1)
            return here & self.enable[0], here & self.enable[1]

        def merge(old: Any, name: str) -> Any:
            """The register after a write through data memory, in its width."""
            first, second = written(name)
            size = len(old)
            parts = [Mux(first, self.wdata[: min(size, 8)], old[:8])]
            if size > 8:
                parts.append(Mux(second, self.wdata[8:size], old[8:]))
            return Cat(*parts)

        sr = merge(Cat(self.specials["SR"]), "SR")
        self.controls: dict[str, Any] = {}
        for name in FLAGS:
            on = self.execute_line(plan.flags[name].uses, f"flag_{name}_on")
            value = self.bus(plan.flags[name], 1, "execute", f"flag_{name}_value", "flags")
            self.controls[name] = Mux(on, value, sr[SR_BITS[name]])
        state.d.comb += [
            self.tblpag_next.eq(merge(self.tblpag, "TBLPAG")),
            self.psvpag_next.eq(merge(self.psvpag, "PSVPAG")),
            self.psv_next.eq(merge(Cat(self.specials["CORCON"]), "CORCON")[CORCON_PSV]),
            self.splim_next.eq(merge(self.splim, "SPLIM") & 0xFFFE),
        ]
        state.d.sync += [
            self.tblpag.eq(self.tblpag_next),
            self.psvpag.eq(self.psvpag_next),
            self.psv.eq(self.psv_next),
            self.splim.eq(self.splim_next),
        ]
        with state.If(self.issue & self.repetition):
            state.d.sync += self.rcount.eq(self.rcount_decode)
        with state.Else():
            state.d.sync += self.rcount.eq(merge(self.rcount, "RCOUNT"))

    def _write_back(self) -> None:
        """The working registers: write port 0 wins over 1, and 1 over 2."""
        plan = self.plan
        registers = self.group("registers")
        push = self.execute_line(plan.special.get("push.s", []), "push_shadow")
        pop = self.execute_line(plan.special.get("pop.s", []), "pop_shadow")
        shadow = [_plain(16, f"shadow{n}") for n in range(4)]
        shadow_flags = {name: _plain(1, f"shadow_{name.lower()}") for name in FLAGS}
        with registers.If(push):
            registers.d.sync += [s.eq(r) for s, r in zip(shadow, self.w, strict=False)]
            registers.d.sync += [shadow_flags[name].eq(self.flags[name]) for name in FLAGS]
        for name in FLAGS:
            self.group("flags").d.comb += self.flags_next[name].eq(
                Mux(pop, shadow_flags[name], self.controls[name])
            )
            self.group("flags").d.sync += self.flags[name].eq(self.flags_next[name])
        selected: list[list[Signal]] = []
        values: list[Signal] = []
        byte_write_back = self.line(plan.register_byte, "execute", "register_byte")
        for port in range(WRITE_PORTS):
            number = self.bus(
                plan.register_number[port], 4, "execute", f"write{port}_number", "controller"
            )
            on = Signal(name=f"write{port}_on")
            self.group("controller").d.comb += on.eq(
                self.flag(plan.register_when[port], "execute", f"write{port}_when", "controller")
                & self.executes
                & ~self.divides_by_zero
            )
            values.append(
                self.bus(plan.register_value[port], 16, "execute", f"write{port}", "write_back")
            )
            lines = []
            for n in range(16):
                line = Signal(name=f"write{port}_w{n}")
                self.group("write_back").d.comb += line.eq(on & (number == n))
                lines.append(line)
            selected.append(lines)
        for n in range(16):
            low_old, high_old = self.w[n][:8], self.w[n][8:]
            if n < 4:
                keep_low = Mux(pop, shadow[n][:8], low_old)
                keep_high = Mux(pop, shadow[n][8:], high_old)
            else:
                keep_low, keep_high = low_old, high_old
            s0, s1, s2 = (selected[port][n] for port in range(3))
            other = s1 | s2
            first = Signal(16, name=f"w{n}_first")
            # A byte leaves the high byte as the other ports have it.
            high_on = s0 & ~byte_write_back
            t1 = s1 & ~s0
            t2 = s2 & ~s0 & ~s1
            h1, h2 = s1 & ~high_on, s2 & ~high_on & ~s1
            registers.d.comb += first.eq(
                Cat(
                    (values[0][:8] & s0.replicate(8))
                    | (values[1][:8] & t1.replicate(8))
                    | (values[2][:8] & t2.replicate(8))
                    | (keep_low & (~(s0 | other)).replicate(8)),
                    (values[0][8:] & high_on.replicate(8))
                    | (values[1][8:] & h1.replicate(8))
                    | (values[2][8:] & h2.replicate(8))
                    | (keep_high & (~(high_on | other)).replicate(8)),
                )
            )
            registers.d.comb += self.w_next[n].eq(first if n < 15 else first & 0xFFFE)
            registers.d.sync += self.w[n].eq(self.w_next[n])

    def _debug_ports(self) -> None:
        """What the harness of the lockstep sees."""
        core, m = self.core, self.m
        if core.debug:
            m.d.comb += [
                core.debug_consume.eq(self.consumes & self.active & ~self.divides_by_zero),
                core.debug_execute.eq(self.executes),
                core.debug_read.eq(self.reads & self.issue),
                core.debug_pc.eq(self.following),
                core.debug_w.eq(Cat(*self.w)),
                core.debug_flags.eq(Cat(*(self.flags[name] for name in FLAGS))),
                core.debug_special.eq(
                    Cat(
                        self.rcount,
                        self.tblpag,
                        Const(0, 8),
                        self.psvpag,
                        Const(0, 8),
                        Const(0, CORCON_PSV),
                        self.psv,
                        Const(0, 15 - CORCON_PSV),
                        self.splim,
                    )
                ),
            ]


def core(extensions: Iterable[str] = (), *, debug: bool = False, faults: bool = False) -> Core:
    """The core with these extensions; raises MoteError for one that there is not.

    faults: with an input `fault`; the number n there inverts the lowest bit of the n-th signal of
    `fault_names` (from 1; the names are known once the design has been converted).
    """
    names = tuple(sorted(set(extensions)))
    return Core(instruction_set(names), debug=debug, faults=faults)


def verilog(extensions: Iterable[str] = (), *, debug: bool = False) -> str:
    """The core in Verilog; the top module is `pic24`.  Raises BuildError when Yosys fails."""
    return convert(core(extensions, debug=debug))


def convert(design: Core) -> str:
    """A core in Verilog."""
    text = rtlil.convert(design, name="pic24", ports=design.ports, emit_src=False)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "pic24.il").write_text(text)
        script = "read_rtlil pic24.il; hierarchy -top pic24; proc; opt_clean"
        script += "; write_verilog -noattr pic24.v"
        result = yosys(["-p", script], folder)
        if result.returncode != 0:
            raise BuildError("Yosys failed on the 16-bit core", result.stderr or result.stdout)
        # Yosys names itself in the first line; the text is the same on every machine without it.
        return (folder / "pic24.v").read_text().split("\n", 1)[1]
