"""Timing models: cycles of a CPU over the executed instructions, from rules written as data.

A model is one file models/NAME.toml: the machine (width, queues, units) and an ordered list of
rules, each with the manual and section it comes from.  `Model.table` gives every instruction of a
program the first rule that matches it; native/timing.c then runs over the trace.  docs/timing.md
describes the file.
"""

from __future__ import annotations

import ctypes
import functools
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mote.common.errors import MoteError, UncoveredInstruction
from mote.timing.engine import (
    ALWAYS,
    AWAITS,
    BRANCH,
    ENTERED,
    FOLDED,
    FOLDS,
    NARROW,
    OVERLAPPED,
    OVERLAPS,
    PREDICTED,
    REGISTERS,
    SERIAL,
    STATIC_TAKEN,
    STORES,
    STRADDLES,
    TABLES,
    TAIL,
    UNCOVERED,
    UNITS,
    MachineStructure,
    Port,
    Row,
    TableStructure,
    library,
)
from mote.timing.instruction import Instruction, decoder

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

MODELS = Path(__file__).parent / "models"


@dataclass(frozen=True)
class Cost:
    """A number of cycles: constant + n * count + i * position + m * steps.

    n is the number of registers in the instruction's list, i the position of a loaded register in
    it (from 0), m the steps that the instruction's operand table gives for a run-time value.
    """

    constant: int
    count: int = 0
    position: int = 0
    steps: int = 0

    @classmethod
    def parse(cls, text: str | int, units: dict[str, int]) -> Cost:
        """Read "2", "1+n", "2+m", or a sum of bus cycles as the ARM manuals write them:
        "(n-1)S+2N", "1S+mI".  `units` gives the clock cycles of each kind of bus cycle."""
        weights = {"n": 0, "i": 0, "m": 0, "": 0}
        for term in re.split(r"\+(?![^(]*\))", str(text).replace(" ", "")):
            found = re.fullmatch(r"(\d*)([nim]?)([A-Z]?)|\(([nim])([+-]\d+)\)([A-Z]?)", term)
            if not term or found is None:
                raise ValueError(f"{text!r} is not a number of cycles")
            number, variable, unit, inner, offset, inner_unit = found.groups()
            scale = units[unit or inner_unit] if unit or inner_unit else 1
            if inner:
                weights[inner] += scale
                weights[""] += int(offset) * scale
            else:
                weights[variable] += (int(number) if number else 1) * scale
        return cls(weights[""], weights["n"], weights["i"], weights["m"])

    def at(self, count: int = 0, position: int = 0) -> int:
        """The part that is known before the run."""
        return self.constant + self.count * count + self.position * position


@dataclass(frozen=True)
class Rule:
    """One [[rule]] of a model; docs/timing.md lists the keys."""

    name: str
    match: re.Pattern[str]
    when: frozenset[str]
    unless: frozenset[str]
    count: tuple[int, int]
    cycles: Cost
    skipped: Cost
    result: Cost
    address: Cost | None
    base: Cost
    busy: Cost
    latency: Cost
    units: int
    operands: str
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    steps: tuple[str, int] | None
    branch: bool
    folded: bool
    serial: bool
    tail: bool
    waits: bool
    overlaps: bool
    overlapped: bool
    folds: bool
    stores: bool
    awaits: bool
    source: str

    def covers(self, instruction: Instruction) -> bool:
        """Whether this rule is about the instruction."""
        low, high = self.count
        return (
            self.match.fullmatch(instruction.mnemonic) is not None
            and self.when <= instruction.features
            and not self.unless & instruction.features
            and low <= len(instruction.registers) <= high
        )


class Table:
    """The rows of one program under one model, in the memory that the engine reads.

    rows: how many; operand_registers: for each row, the Unicorn register whose value the engine
    wants when the row is executed, or 0; rule_names: for each row, the rule that covers it;
    uncovered: the instruction's text by row, for rows that no rule covers.
    """

    def __init__(
        self,
        model: Model,
        rows: ctypes.Array[Row],
        ports: ctypes.Array[Port],
        operand_registers: list[int],
        rule_names: list[str],
        uncovered: dict[int, str],
    ) -> None:
        self.model = model
        self.rows = len(operand_registers)
        self.operand_registers = operand_registers
        self.rule_names = rule_names
        self.uncovered = uncovered
        self._rows = rows
        self._ports = ports
        self._structure = TableStructure(rows, ports)
        self.pointer = ctypes.addressof(self._structure)
        self.model_pointer = ctypes.addressof(model.structure)

    def counted(self, cycles: int) -> int:
        """The result of timing_cycles, if it is one.

        Raises UncoveredInstruction, which names the instruction, when one was executed that no
        rule covers.
        """
        if cycles < 1 << 63:
            return cycles
        row = (1 << 64) - 1 - cycles
        text = self.uncovered.get(row, f"row {row}, which is outside the program")
        raise UncoveredInstruction(
            f"the timing model {self.model.name} has no rule for the executed instruction {text}"
        )


class Model:
    """A timing model as its file gives it.

    name: the file's name without .toml; title and source: the CPU and the manuals; unit_names:
    the execution units in the order of their numbers; instruction_cache_bytes: of the real
    processor, which the model does not have, or 0.
    """

    def __init__(self, name: str, data: dict[str, Any]) -> None:
        """Build a model from a file's content; ValueError names what is wrong with it."""
        self.name = name
        self.title: str = data["title"]
        self.source: str = data["source"]
        self.instruction_cache_bytes: int = data.get("instruction_cache_bytes", 0)
        machine: dict[str, Any] = dict(data["machine"])
        self.architecture: str = machine.pop("architecture")
        self.decoder = decoder(self.architecture)
        units = machine.pop("units", {})
        self.unit_names: tuple[str, ...] = tuple(units)
        self.bus_cycles: dict[str, int] = machine.pop("bus_cycles", {})
        self.tables: dict[str, list[int]] = {}
        self.structure = MachineStructure()
        self.structure.size = ctypes.sizeof(MachineStructure)
        if len(units) > UNITS:
            raise ValueError(f"{name}: more than {UNITS} units")
        for index, stations in enumerate(units.values()):
            self.structure.stations[index] = stations
        fields = {field[0] for field in MachineStructure._fields_}
        for key, value in machine.items():
            if key not in fields:
                raise ValueError(f"{name}: unknown machine key {key!r}")
            setattr(self.structure, key, int(value))
        for index, (table, entry) in enumerate(data.get("operand", {}).items()):
            if index >= TABLES:
                raise ValueError(f"{name}: more than {TABLES} operand tables")
            steps = self._steps(entry["steps"])
            self.tables[table] = steps
            self.structure.magnitude[index] = bool(entry.get("signed", False))
            self.structure.steps[index][:] = steps
        self.rules = tuple(self._rule(entry) for entry in data["rule"])

    @staticmethod
    def _steps(entries: Sequence[Sequence[int]]) -> list[int]:
        """m for 0 to 32 significant bits, from [[most bits, m], ...] in rising order."""
        steps = []
        for bits in range(33):
            steps.append(next(m for most, m in entries if bits <= most))
        return steps

    def _rule(self, entry: dict[str, Any]) -> Rule:
        entry = dict(entry)
        name = entry.pop("name")

        def cost(key: str, default: str | int) -> Cost:
            return Cost.parse(entry.pop(key, default), self.bus_cycles)

        cycles = entry.pop("cycles", 1)
        steps = entry.pop("steps", None)
        if steps is not None and steps["table"] not in self.tables:
            raise ValueError(f"{self.name}: rule {name!r}: no operand table {steps['table']!r}")
        mask = 0
        for unit in entry.pop("units", []):
            mask |= 1 << self.unit_names.index(unit)
        result = entry.pop("result", 1)
        rule = Rule(
            name=name,
            match=re.compile(entry.pop("match")),
            when=frozenset(entry.pop("when", [])),
            unless=frozenset(entry.pop("unless", [])),
            count=tuple(entry.pop("count", (0, 99))),
            cycles=Cost.parse(cycles, self.bus_cycles),
            skipped=cost("skipped", cycles),
            result=Cost.parse(result, self.bus_cycles),
            address=cost("address", 1) if "address" in entry else None,
            base=cost("base", 1),
            busy=cost("busy", 1),
            latency=cost("latency", 1),
            units=mask,
            operands=entry.pop("operands", "du*"),
            reads=tuple(entry.pop("reads", [])),
            writes=tuple(entry.pop("writes", [])),
            steps=(steps["table"], steps["operand"]) if steps is not None else None,
            branch=entry.pop("branch", False),
            folded=entry.pop("folded", False),
            serial=entry.pop("serial", False),
            tail=entry.pop("tail", False),
            waits=entry.pop("waits", False),
            overlaps=entry.pop("overlaps", False),
            overlapped=entry.pop("overlapped", False),
            folds=entry.pop("folds", False),
            stores=entry.pop("stores", False),
            awaits=entry.pop("awaits", False),
            source=entry.pop("source"),
        )
        if entry:
            raise ValueError(f"{self.name}: rule {name!r}: unknown keys {sorted(entry)}")
        return rule

    def rule(self, instruction: Instruction) -> Rule | None:
        """The first rule that covers an instruction, None when there is none."""
        for rule in self.rules:
            if rule.covers(instruction):
                return rule
        return None

    def table(self, instructions: Iterable[Any]) -> Table:
        """Rows for a program: Capstone instructions (with detail) in address order.

        Instructions that no rule covers are flagged; executing one makes the count void
        (Table.counted raises).
        """
        rows: list[Row] = []
        ports: list[tuple[int, int, int, int]] = []
        operand_registers: list[int] = []
        rule_names: list[str] = []
        uncovered: dict[int, str] = {}
        numbers: dict[str, int] = {}

        def number(register: str) -> int:
            if register not in numbers:
                if len(numbers) >= REGISTERS:
                    raise ValueError(f"{self.name}: more than {REGISTERS} registers")
                numbers[register] = len(numbers)
            return numbers[register]

        instructions = list(instructions)
        for index, raw in enumerate(instructions):
            instruction = self.decoder.decode(raw)
            rule = self.rule(instruction)
            if rule is None:
                uncovered[index] = f"{instruction.text!r} at {raw.address:#x}"
                rows.append(Row(flags=UNCOVERED, condition=ALWAYS))
                operand_registers.append(0)
                rule_names.append("")
                continue
            row, row_ports, register = self._row(rule, instruction)
            row.ports = len(ports)
            ports.extend((number(name), a, b, c) for name, a, b, c in row_ports)
            rows.append(row)
            operand_registers.append(self.decoder.unicorn(register) if register else 0)
            rule_names.append(rule.name)
        row_array = (Row * max(1, len(rows)))(*rows)
        self._mark_straddling(row_array, instructions)
        port_array = (Port * max(1, len(ports)))(*(Port(*each) for each in ports))
        return Table(self, row_array, port_array, operand_registers, rule_names, uncovered)

    def _mark_straddling(self, rows: ctypes.Array[Row], instructions: Sequence[Any]) -> None:
        """Flag the instructions that lie across two words, where the model asks for them."""
        if not self.structure.straddle:
            return
        end = None
        for row, raw in zip(rows, instructions, strict=False):
            if raw.size == 4 and raw.address & 2:
                row.flags |= STRADDLES if raw.address == end else STRADDLES | ENTERED
            end = raw.address + raw.size

    def _row(
        self, rule: Rule, instruction: Instruction
    ) -> tuple[Row, list[tuple[str, int, int, int]], str]:
        """A row, its ports (register and the numbers of a Port), the register it asks for."""
        count = len(instruction.registers)
        reads, writes = self.decoder.ports(instruction, rule.operands)
        reads = list(dict.fromkeys([*reads, *rule.reads]))
        writes = list(dict.fromkeys([*writes, *rule.writes]))
        ports = [(name, 0, 0, int(name in instruction.addresses)) for name in reads]
        for name in writes:
            updated = name in instruction.updated
            cost = rule.base if updated else rule.result
            address = cost if updated or rule.address is None else rule.address
            position = 0
            if name in instruction.registers:
                position = instruction.registers.index(name)
            ports.append((name, cost.at(count, position), cost.steps, address.at(count, position)))
        row = Row(
            reads=len(reads),
            writes=len(writes),
            condition=ALWAYS,
            units=rule.units,
            issue=rule.cycles.at(count),
            issue_per_step=rule.cycles.steps,
            skipped=rule.skipped.at(count),
            busy=rule.busy.at(count),
            busy_per_step=rule.busy.steps,
            latency=rule.latency.at(count),
            latency_per_step=rule.latency.steps,
        )
        register = ""
        if rule.steps is not None:
            table, position = rule.steps
            operand = instruction.operands[position]
            if isinstance(operand, int):
                value = operand & 0xFFFFFFFF
                index = list(self.tables).index(table)
                if self.structure.magnitude[index] and value >> 31:
                    value ^= 0xFFFFFFFF
                row.step = self.tables[table][value.bit_length()]
            elif instruction.condition != ALWAYS:
                # One register can be asked for: the flags are; the longest time stands for m.
                row.step = max(self.tables[table])
            else:
                assert isinstance(operand, str)
                row.table = 1 + list(self.tables).index(table)
                register = operand
        if rule.branch:
            row.flags |= BRANCH
        elif instruction.condition != ALWAYS and rule.cycles != rule.skipped:
            row.condition = instruction.condition
            register = self.decoder.flags
        row.flags |= self._flags(rule, instruction)
        return row, ports, register

    @staticmethod
    def _flags(rule: Rule, instruction: Instruction) -> int:
        """The flags of a row that do not depend on where its instruction stands, BRANCH aside."""
        features = instruction.features
        predicted = "conditional" in features and rule.branch and not rule.waits
        flags = (
            (FOLDED, rule.folded),
            (SERIAL, rule.serial),
            (TAIL, rule.tail),
            (OVERLAPS, rule.overlaps),
            (OVERLAPPED, rule.overlapped),
            (FOLDS, rule.folds),
            (STORES, rule.stores),
            (AWAITS, rule.awaits),
            (NARROW, "narrow" in features),
            (PREDICTED, predicted),
            (STATIC_TAKEN, "predicted_taken" in features),
        )
        return sum(flag for flag, is_set in flags if is_set)


@functools.cache
def load(name: str) -> Model:
    """The model models/NAME.toml; MoteError when there is none."""
    return Model(name, data(name))


def data(name: str) -> dict[str, Any]:
    """The content of models/NAME.toml, with that of the model that it is `like`.

    Its own rules come before the other model's.  Raises MoteError when there is none.
    """
    path = MODELS / f"{name}.toml"
    if not path.is_file():
        known = ", ".join(sorted(file.stem for file in MODELS.glob("*.toml")))
        raise MoteError(f"there is no timing model {name!r}; there are: {known}")
    own: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    if "like" not in own:
        return own
    other = data(own.pop("like"))
    return {**other, **own, "rule": [*own.get("rule", []), *other["rule"]]}


def run(table: Table, indices: Sequence[int], operands: Sequence[int] | None = None) -> int:
    """Cycles of a trace given as row indices in execution order.

    operands: for each step the value of the register that the row asks for (others ignored).
    Raises UncoveredInstruction.
    """
    c = library()
    timing = c.timing_new(table.model_pointer, table.pointer, table.rows)
    if timing is None:
        raise MemoryError("the timing engine could not be made")
    try:
        size = len(indices)
        steps = (ctypes.c_uint32 * size)(*indices)
        values = (ctypes.c_uint32 * size)(*operands) if operands is not None else None
        c.timing_run(timing, steps, values, size)
        c.timing_finish(timing)
        return table.counted(c.timing_cycles(timing))
    finally:
        c.timing_free(timing)
