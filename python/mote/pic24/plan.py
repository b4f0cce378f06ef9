"""Which hardware each step of each instruction needs: stages, buses, operands, shared units.

A step is divided between decode (addresses, pointers, what chooses them) and execute (all else).
What execute needs of the registers goes through operand registers.  Expressions that cost much are
bound to units: those that one step needs at a time get different ones.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from mote.pic24.expr import Expr
from mote.pic24.isa import FLAGS, STEP, Instruction, Step
from mote.pic24.normal import Normal

READ_PORTS = 4
WRITE_PORTS = 3


@dataclass(frozen=True)
class Use:
    """A step of one form of an instruction: indices of instruction and form, number of the step."""

    instruction: int
    step: int
    form: int


@dataclass
class Entry:
    """A value for a bus and the steps that put it there."""

    value: Expr
    uses: list[Use] = field(default_factory=list)


class Choice:
    """A bus: values by the steps that choose them."""

    def __init__(self) -> None:
        self.entries: dict[int, Entry] = {}

    def add(self, value: Expr, use: Use) -> None:
        self.entries.setdefault(id(value), Entry(value)).uses.append(use)

    @property
    def uses(self) -> list[Use]:
        return [use for entry in self.entries.values() for use in entry.uses]


POINTER_OPERATIONS = {"reg", "const", "var", "cat", "slice", "mux", "eq", "add"}


def walk(e: Expr, seen: set[int] | None = None) -> Iterable[Expr]:
    """The expression and everything below it, each once."""
    seen = set() if seen is None else seen
    if id(e) in seen:
        return
    seen.add(id(e))
    yield e
    for a in e.args:
        if isinstance(a, Expr):
            yield from walk(a, seen)


def _roots(step: Step) -> Iterable[Expr]:
    """All expressions of a step."""
    for access in (step.read, step.write):
        if access is not None:
            yield from (access.address, access.stack, access.when)
            if access.value is not None:
                yield access.value
    for write in step.regs:
        yield from (write.number, write.value, write.when)
    yield from step.flags.values()
    yield from step.temps.values()
    more = (step.program, step.jump, step.taken, step.skip, step.repeat, step.last)
    yield from (e for e in more if e is not None)
    if step.trap is not None:
        yield step.trap[1]


def allocate(groups: Iterable[Sequence[Expr]], limit: int | None, what: str) -> dict[int, int]:
    """Units for expressions, so that those of one group have different ones.

    Expressions that occur often come first.  Raises ValueError when more than `limit` are needed.
    """
    count: dict[int, int] = defaultdict(int)
    order: dict[int, int] = {}
    against: dict[int, set[int]] = defaultdict(set)
    for group in groups:
        for e in group:
            order.setdefault(id(e), len(order))
            count[id(e)] += 1
            against[id(e)] |= {id(other) for other in group if other is not e}
    unit: dict[int, int] = {}
    for key in sorted(order, key=lambda key: (-count[key], order[key])):
        taken = {unit[other] for other in against[key] if other in unit}
        unit[key] = next(n for n in itertools.count() if n not in taken)
        if limit is not None and unit[key] >= limit:
            raise ValueError(f"more than {limit} {what} in one step")
    return unit


class Plan:
    """All steps of an instruction set in normal form, bound to stages and shared units."""

    def __init__(self, instructions: Sequence[Instruction]) -> None:
        self.instructions = list(instructions)
        self.normal = Normal()
        self.normal.var("A", 16), self.normal.var("B", 16)
        self.forms: list[list[dict[str, int]]] = []
        self.count: list[int] = []
        # Decode.
        self.read_address, self.read_when = Choice(), Choice()
        self.write_address, self.write_when = Choice(), Choice()
        self.read_stack, self.write_stack = Choice(), Choice()
        self.program_address = Choice()
        self.last = Choice()
        self.byte_read: list[Use] = []
        self.byte_write: list[Use] = []
        self.more: list[Use] = []
        self.decode_temps: dict[int, Choice] = defaultdict(Choice)
        self.operands: dict[int, Choice] = defaultdict(Choice)
        self.operand_bits: dict[int, Choice] = defaultdict(Choice)
        # Execute.
        self.bus_a, self.bus_b = Choice(), Choice()
        self.result_low, self.result_high = Choice(), Choice()
        self.write_data = Choice()
        self.register_number = [Choice() for _ in range(WRITE_PORTS)]
        self.register_value = [Choice() for _ in range(WRITE_PORTS)]
        self.register_when = [Choice() for _ in range(WRITE_PORTS)]
        self.register_byte: list[Use] = []
        self.flags = {name: Choice() for name in FLAGS}
        self.temps: dict[int, Choice] = defaultdict(Choice)
        self.jump, self.taken, self.skip, self.repeat = Choice(), Choice(), Choice(), Choice()
        self.trap = Choice()
        self.special: dict[str, list[Use]] = defaultdict(list)
        # Shared units: groups of expressions that one step needs.
        self._reads: list[list[Expr]] = []
        self._operand_groups: list[list[Expr]] = []
        self._bit_groups: list[list[Expr]] = []
        self._unit_groups: dict[tuple[str, str], list[list[Expr]]] = defaultdict(list)
        self.unit_uses: dict[int, list[Use]] = defaultdict(list)
        self.unit_nodes: dict[int, Expr] = {}
        self.tables: dict[tuple[tuple[int, ...], int, int], int] = {}
        self._decodable: dict[int, bool] = {}
        self._tables: dict[int, bool] = {}
        self._operand_source: dict[str, Expr] = {}
        self._pending: list[tuple[Use, list[Expr]]] = []
        self._temp_groups: list[list[Expr]] = []
        self._execute_temp_groups: list[list[Expr]] = []
        for index, instruction in enumerate(self.instructions):
            self._instruction(index, instruction)
        self._bind()

    # Normal form of an instruction's fields.

    def _fields(self, instruction: Instruction, word: Expr, second: Expr) -> dict[str, Expr]:
        fields = {}
        for letter, positions in instruction.layout.items():
            bits = []
            for p in reversed(positions):
                source, place = (word, p) if p < 24 else (second, p - 24)
                bits.append(self.normal.slice(source, place, place + 1))
            fields[f"field_{letter}"] = self.normal.cat(*bits)
        return fields

    def in_decode(self, e: Expr) -> bool:
        """Whether decode can compute it: registers, fields, the step's number and RCOUNT."""
        known = self._decodable.get(id(e))
        if known is None:
            if e.op == "var":
                name = e.args[0]
                known = name in ("IR", "RCOUNT", "TBLPAG", "STEP") or name.startswith("d_")
            else:
                known = all(self.in_decode(a) for a in e.args if isinstance(a, Expr))
            self._decodable[id(e)] = known
        return known

    def has_table(self, e: Expr) -> bool:
        """Whether a constant table is part of it."""
        known = self._tables.get(id(e))
        if known is None:
            known = e.op == "rom" or any(self.has_table(a) for a in e.args if isinstance(a, Expr))
            self._tables[id(e)] = known
        return known

    @staticmethod
    def is_pointer(e: Expr) -> bool:
        """A pointer's change: an addition of 16 bits and nothing that is an operation."""
        adds = False
        for x in walk(e):
            if x.op not in POINTER_OPERATIONS:
                return False
            if x.op == "var" and not (x.args[0] == "IR" or x.args[0].startswith("d_")):
                return False
            adds |= x.op == "add" and x.width == 16
        return adds

    def _instruction(self, index: int, instruction: Instruction) -> None:
        normal = self.normal
        names = self._fields(instruction, normal.var("IR", 24), normal.var("SECOND", 24))
        names["MEM"] = normal.var("MEM", 16)
        names[STEP.args[0]] = normal.var("STEP", STEP.width)
        names["NEXT"] = normal.var("NEXT2" if instruction.words == 2 else "NEXT", 24)
        forms = list(instruction.variants())
        if not forms:
            raise ValueError(f"{instruction.name} has no form")
        self.forms.append([chosen for chosen, _ in forms])
        self.count.append(max(len(steps) for _, steps in forms))
        for number, (_, steps) in enumerate(forms):
            early: set[str] = set()
            for step in steps:
                early |= self.decode_needs(step)
            for k, step in enumerate(steps):
                use = Use(index, k, number)
                if k + 1 < len(steps):
                    self.more.append(use)
                self._step(use, step, names, early, steps)

    @staticmethod
    def decode_needs(step: Step) -> set[str]:
        """Temporaries that decode uses."""
        found = set()
        roots = [step.program, step.last]
        for access in (step.read, step.write):
            if access is not None:
                roots += [access.address, access.when, access.stack]
        for root in roots:
            if root is not None:
                found |= {x.args[0] for x in walk(root) if x.op == "var"}
        return found

    @staticmethod
    def still_needed(index: int, steps: Sequence[Step]) -> list[str]:
        """Temporaries from before a step that it does not change and that later steps use."""
        found = []
        for name in dict.fromkeys(name for step in steps[:index] for name in step.temps):
            if name in steps[index].temps:
                continue
            for step in steps[index + 1 :]:
                if any(x.op == "var" and x.args[0] == name for e in _roots(step) for x in walk(e)):
                    found.append(name)
                    break
                if name in step.temps:
                    break
        return found

    def _step(
        self, use: Use, step: Step, names: dict[str, Expr], early: set[str], steps: Sequence[Step]
    ) -> None:
        normal = self.normal
        names = dict(names)
        for earlier in steps[: use.step]:
            for name, value in earlier.temps.items():
                prefix = "d_" if name in early else "x_"
                names[name] = normal.var(f"{prefix}{use.instruction}_{name}", value.width)
        memo: dict[int, Expr] = {}
        decode_roots: list[Expr] = []
        operands: list[Expr] = []
        operand_bits: list[Expr] = []
        execute_roots: list[Expr] = []

        def early_value(raw: Expr, choice: Choice) -> Expr:
            e = normal.rewrite(raw, names, memo)
            if not self.in_decode(e):
                name = self.instructions[use.instruction].name
                raise ValueError(f"{name}: an address depends on what execute computes")
            choice.add(e, use)
            decode_roots.append(e)
            return e

        for access, address, when, stack, byte in (
            (step.read, self.read_address, self.read_when, self.read_stack, self.byte_read),
            (step.write, self.write_address, self.write_when, self.write_stack, self.byte_write),
        ):
            if access is None:
                continue
            early_value(access.address, address)
            early_value(access.when, when)
            early_value(access.stack, stack)
            if access.size == 1:
                byte.append(use)
        if step.program is not None:
            early_value(step.program, self.program_address)
        if step.last is not None:
            early_value(step.last, self.last)

        # The result: what flags are made of, else what is written.
        result = self._result(step)
        width = 0
        if result is not None:
            width = result.width

        cut_memo: dict[int, Expr] = {}

        def cut(e: Expr) -> Expr:
            """What execute sees: decode's part becomes an operand."""
            known = cut_memo.get(id(e))
            if known is None:
                known = cut_memo[id(e)] = make_cut(e)
            return known

        def operand(e: Expr) -> Expr:
            if e.width == 1:
                if e not in operand_bits:
                    operand_bits.append(e)
                return normal.var(f"b_{id(e)}", 1)
            if e.width <= 16:
                if e not in operands:
                    operands.append(e)
                if e.op == "reg":
                    self._operand_source[f"o_{id(e)}"] = e.args[0]
                return normal.var(f"o_{id(e)}", e.width)
            return normal.cat(
                operand(normal.slice(e, 0, 16)), operand(normal.slice(e, 16, e.width))
            )

        def make_cut(e: Expr) -> Expr:
            if e.op == "reg":
                return operand(e)
            if e.op == "var":
                return operand(e) if e.args[0].startswith("d_") else e
            if e.op == "slice" and e.args[0].op == "reg":
                return normal.slice(operand(e.args[0]), e.args[1], e.args[1] + e.width)
            if self.has_table(e) and self.in_decode(e):
                return operand(e)
            parts: list[Any] = [cut(a) if isinstance(a, Expr) else a for a in e.args]
            if e.op == "slice":
                return normal.slice(parts[0], parts[1], parts[1] + e.width)
            if e.op == "cat":
                return normal.cat(*parts)
            if e.op in ("and", "or", "xor"):
                return normal.logic(e.op, *parts)
            if e.op == "mux":
                return normal.mux(*parts)
            return normal.make(e.op, e.width, *parts)

        late_memo: dict[int, Expr] = {}
        replaced: dict[int, Expr] = {}

        def execute(raw: Expr) -> Expr:
            """What execute computes, in its own terms."""
            return self._replace(cut(normal.rewrite(raw, names, late_memo)), replaced)

        if result is not None:
            y = cut(normal.rewrite(result, names, memo))
            late_memo[id(result)] = normal.slice(normal.var("Y", 16), 0, width)

        def premark(raw: Expr) -> None:
            """Slices of the result are slices of the result's bus."""
            if result is None:
                return
            base, low = (result.args[0], result.args[1]) if result.op == "slice" else (result, 0)
            for x in walk(raw):
                if x.op == "slice" and x.args[0] is base and id(x) not in late_memo:
                    start = x.args[1] - low
                    if start >= 0 and start + x.width <= width:
                        part = normal.slice(normal.var("Y", 16), start, start + x.width)
                        late_memo[id(x)] = part

        # Both operands of the operation get names of their own, wherever they come from.
        raws = [*step.flags.values(), *([] if step.skip is None else [step.skip])]
        for raw in raws:
            premark(raw)
        main = [cut(normal.rewrite(raw, names, late_memo)) for raw in raws]
        if result is not None:
            main.append(y)
        for leaf, name in self._main_operands(main):
            bus = self.bus_a if name == "A" else self.bus_b
            bus.add(normal.zext(leaf, 16), use)
            execute_roots.append(leaf)
            replaced[id(leaf)] = normal.slice(normal.var(name, 16), 0, leaf.width)
        if result is not None:
            y = self._replace(y, replaced)
            self.result_low.add(normal.slice(y, 0, 8), use)
            if width > 8:
                self.result_high.add(normal.slice(y, 8, width), use)
            execute_roots.append(y)

        def late_value(raw: Expr, choice: Choice) -> Expr:
            premark(raw)
            e = execute(raw)
            choice.add(e, use)
            execute_roots.append(e)
            return e

        if step.write is not None:
            assert step.write.value is not None
            premark(step.write.value)
            value = execute(step.write.value)
            if step.write.size == 1:
                value = normal.cat(value, value)
            self.write_data.add(value, use)
            execute_roots.append(value)
        for port, write in zip(reversed(range(len(step.regs))), step.regs, strict=True):
            late_value(write.number, self.register_number[port])
            raw = normal.rewrite(write.value, names, memo)
            if self.is_pointer(raw):
                decode_roots.append(raw)
                value = operand(raw)
                self.register_value[port].add(value, use)
            else:
                premark(write.value)
                value = normal.zext(execute(write.value), 16)
                self.register_value[port].add(value, use)
                execute_roots.append(value)
            condition = normal.rewrite(write.when, names, memo)
            if condition.op != "const" and self.in_decode(condition):
                self.register_when[port].add(operand(condition), use)
            else:
                late_value(write.when, self.register_when[port])
            if write.value.width == 8:
                if port:
                    raise ValueError("a byte goes through the first write port")
                self.register_byte.append(use)
        for name, value in step.flags.items():
            late_value(value, self.flags[name])
        kept: list[Expr] = []
        kept_late: list[Expr] = []
        for name, value in step.temps.items():
            if name in early:
                e = normal.rewrite(value, names, memo)
                if not self.in_decode(e):
                    raise ValueError("an address depends on what execute computes")
                decode_roots.append(e)
                kept.append(normal.var(f"d_{use.instruction}_{name}", value.width))
                self._pending.append((use, [kept[-1], e]))
            else:
                premark(value)
                e = execute(value)
                execute_roots.append(e)
                kept_late.append(normal.var(f"x_{use.instruction}_{name}", value.width))
                self._pending.append((use, [kept_late[-1], e]))
        # Those of earlier steps that are still needed have places of their own.
        for name in self.still_needed(use.step, steps):
            width = names[name].width
            if name in early:
                kept.append(normal.var(f"d_{use.instruction}_{name}", width))
            else:
                kept_late.append(normal.var(f"x_{use.instruction}_{name}", width))
        self._temp_groups.append(kept)
        self._execute_temp_groups.append(kept_late)
        if step.jump is not None:
            late_value(step.jump, self.jump)
            late_value(step.taken, self.taken)
        if step.skip is not None:
            late_value(step.skip, self.skip)
        if step.repeat is not None:
            late_value(step.repeat, self.repeat)
        if step.trap is not None:
            late_value(step.trap[1], self.trap)
        if step.special:
            self.special[step.special].append(use)

        decode_roots += operands + operand_bits
        self._operand_groups.append(operands)
        self._bit_groups.append(operand_bits)
        for e in operands:
            self._pending.append((use, [normal.var(f"o_{id(e)}", e.width), e]))
        for e in operand_bits:
            self._pending.append((use, [normal.var(f"b_{id(e)}", 1), e]))
        self._needs(use, decode_roots, "decode")
        self._needs(use, execute_roots, "execute")

    def _replace(self, e: Expr, replaced: dict[int, Expr]) -> Expr:
        """The expression with others in the place of some of its parts."""
        if not replaced:
            return e
        known = replaced.get(id(e))
        if known is not None:
            return known
        normal = self.normal
        parts: list[Any] = [
            self._replace(a, replaced) if isinstance(a, Expr) else a for a in e.args
        ]
        if all(x is y for x, y in zip(parts, e.args, strict=True)):
            made = e
        elif e.op == "slice":
            made = normal.slice(parts[0], parts[1], parts[1] + e.width)
        elif e.op == "cat":
            made = normal.cat(*parts)
        elif e.op in ("and", "or", "xor"):
            made = normal.logic(e.op, *parts)
        elif e.op == "mux":
            made = normal.mux(*parts)
        elif e.op == "alu":
            made = normal.alu(*parts)
        else:
            made = normal.make(e.op, e.width, *parts)
        replaced[id(e)] = made
        return made

    def _main_operands(self, roots: Sequence[Expr]) -> list[tuple[Expr, str]]:
        """At most two values that the operation is made of, as buses A and B.

        B is the literal, else what was read, else Ws; A is the other one.
        """
        leaves: list[Expr] = []
        seen: set[int] = set()

        def find(e: Expr) -> None:
            if id(e) in seen:
                return
            seen.add(id(e))
            if e.op == "var":
                if e.args[0] == "MEM" or e.args[0][:2] in ("o_", "x_"):
                    leaves.append(e)
                return
            inside = [x.args[0] for x in walk(e) if x.op == "var"]
            inverted = e.op == "xor" and e.args[1].op == "const"
            if (
                e.width in (8, 16)
                and not inverted
                and inside
                and all(name == "IR" for name in inside)
            ):
                leaves.append(e)
                return
            for a in e.args:
                if isinstance(a, Expr):
                    find(a)

        for root in roots:
            find(root)
        if not 1 <= len(leaves) <= 2:
            return []

        def rank(leaf: Expr) -> int:
            if leaf.op != "var":
                return 0
            if leaf.args[0] == "MEM" or leaf.args[0][:2] == "x_":
                return 1
            number = self._operand_source.get(leaf.args[0])
            return 2 if number is not None and number.op == "slice" and number.args[1] == 0 else 3

        if len(leaves) == 2 and rank(leaves[0]) == rank(leaves[1]):
            # The first one is in the first operand register, as Wb is.
            leaves.reverse()
        leaves.sort(key=rank)
        if len(leaves) == 1 and rank(leaves[0]) == 3:
            return [(leaves[0], "A")]
        return list(zip(leaves, "BA", strict=False))

    @staticmethod
    def _result(step: Step) -> Expr | None:
        """The step's result in its raw form."""
        zero = step.flags.get("Z")
        if zero is not None:
            for x in walk(zero):
                if x.op == "eq" and x.args[1].value == 0 and x.args[0].width in (8, 16):
                    result: Expr = x.args[0]
                    return result
        if step.write is not None:
            return step.write.value
        if len(step.regs) == 1 or (step.regs and step.regs[-1].value.op != "slice"):
            value = step.regs[-1].value
            if value.width in (8, 16) and value.op not in ("add", "sub"):
                return value
        return None

    def _needs(self, use: Use, roots: Sequence[Expr], stage: str) -> None:
        """Note the shared units that a step needs in a stage."""
        seen: set[int] = set()
        by_kind: dict[str, list[Expr]] = defaultdict(list)
        for root in roots:
            for x in walk(root, seen):
                kind = ""
                if x.op == "reg" and stage == "decode":
                    kind = "reg"
                elif x.op == "add" and x.width == 16 and stage == "decode":
                    kind = "add"
                elif x.op == "add" and x.width == 24 and stage == "execute":
                    kind = "target"
                elif x.op in ("alu", "mul", "funnel"):
                    kind = x.op
                elif x.op == "rom":
                    table = (x.args[0], x.args[1].width, x.width)
                    kind = f"table{self.tables.setdefault(table, len(self.tables))}"
                if kind:
                    by_kind[kind].append(x)
                    self.unit_nodes[id(x)] = x
                    self.unit_uses[id(x)].append(use)
        for kind, nodes in by_kind.items():
            if kind == "reg":
                self._reads.append(nodes)
            else:
                self._unit_groups[stage, kind].append(nodes)

    def _bind(self) -> None:
        """Give each expression its unit."""
        self.port = allocate(self._reads, READ_PORTS, "registers are read")
        self.operand_of = allocate(self._operand_groups, None, "operands")
        self.bit_of = allocate(self._bit_groups, None, "operand bits")
        self.temp_of = allocate(self._temp_groups, None, "temporaries")
        self.execute_temp_of = allocate(self._execute_temp_groups, None, "temporaries")
        self.unit: dict[int, tuple[str, int]] = {}
        for (stage, kind), groups in self._unit_groups.items():
            if kind == "add":
                self._bind_adders(groups)
                continue
            units = allocate(groups, None, kind)
            for key, number in units.items():
                self.unit[key] = (f"{stage}_{kind}", number)
        normal = self.normal
        for use, (name, e) in self._pending:
            text = name.args[0]
            if text.startswith("o_"):
                self.operands[self.operand_of[id(e)]].add(normal.zext(e, 16), use)
            elif text.startswith("b_"):
                self.operand_bits[self.bit_of[id(e)]].add(e, use)
            elif text.startswith("d_"):
                self.decode_temps[self.temp_of[id(name)]].add(normal.zext(e, 16), use)
            else:
                self.temps[self.execute_temp_of[id(name)]].add(normal.zext(e, 16), use)

    def _bind_adders(self, groups: Sequence[Sequence[Expr]]) -> None:
        """As allocate, but an adder's input may only be the output of an adder before it."""
        count: dict[int, int] = defaultdict(int)
        order: dict[int, Expr] = {}
        against: dict[int, set[int]] = defaultdict(set)
        for group in groups:
            for e in group:
                order.setdefault(id(e), e)
                count[id(e)] += 1
                against[id(e)] |= {id(other) for other in group if other is not e}

        def below(e: Expr) -> list[Expr]:
            inner: set[int] = set()
            return [x for a in e.args for x in walk(a, inner) if id(x) in order]

        depth: dict[int, int] = {}

        def level(e: Expr) -> int:
            if id(e) not in depth:
                depth[id(e)] = max((level(x) + 1 for x in below(e)), default=0)
            return depth[id(e)]

        for key in sorted(order, key=lambda key: (level(order[key]), -count[key])):
            taken = {self.unit[o][1] for o in against[key] if o in self.unit}
            least = max((self.unit[id(x)][1] + 1 for x in below(order[key])), default=0)
            number = next(n for n in itertools.count(least) if n not in taken)
            self.unit[key] = ("decode_add", number)
