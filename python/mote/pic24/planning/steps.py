"""A step on the buses: each of its values goes where its stage has it, and notes what it needs."""

from __future__ import annotations

from mote.pic24.expr import Expr
from mote.pic24.isa import RegWrite
from mote.pic24.normal import Normal
from mote.pic24.planning.buses import DecodeBuses, ExecuteBuses
from mote.pic24.planning.choices import Choice
from mote.pic24.planning.pipeline import PipelineRegisters
from mote.pic24.planning.stages import Stages, is_pointer, still_needed
from mote.pic24.planning.terms import Form, Terms
from mote.pic24.planning.units import Units


class Resources:
    """What all steps share."""

    def __init__(self) -> None:
        self.normal = Normal()
        # They come before all others in the order of operands.
        self.normal.var("A", 16)
        self.normal.var("B", 16)
        self.stages = Stages()
        self.decode, self.execute = DecodeBuses(), ExecuteBuses()
        self.pipeline = PipelineRegisters(self.normal)
        self.units = Units()


class StepPlan:
    """One step of a form; made once, what it needs is then in the resources.

    decode_roots, execute_roots: what each stage computes.
    """

    def __init__(self, shared: Resources, form: Form, number: int) -> None:
        self.shared, self.normal, self.form, self.number = shared, shared.normal, form, number
        self.step, self.use = form.steps[number], form.use(number)
        self.terms = Terms(shared.normal, shared.stages, form, number)
        self.decode_roots: list[Expr] = []
        self.execute_roots: list[Expr] = []
        self._decode()
        self._operation()
        self._memory_write()
        for port, write in zip(reversed(range(len(self.step.regs))), self.step.regs, strict=True):
            self._register_write(port, write)
        for name, value in self.step.flags.items():
            self._late(value, shared.execute.flags[name])
        self._temporaries()
        self._flow()
        self._operands()
        shared.units.need(self.use, self.decode_roots, "decode")
        shared.units.need(self.use, self.execute_roots, "execute")

    def _early(self, raw: Expr, choice: Choice) -> None:
        """A value that decode puts on a bus."""
        e = self.terms.decode(raw)
        if not self.shared.stages.in_decode(e):
            raise ValueError(f"{self.form.name}: an address depends on what execute computes")
        choice.add(e, self.use)
        self.decode_roots.append(e)

    def _late(self, raw: Expr, choice: Choice) -> None:
        """A value that execute puts on a bus."""
        e = self.terms.execute(raw)
        choice.add(e, self.use)
        self.execute_roots.append(e)

    def _decode(self) -> None:
        """Addresses, and whether another step follows."""
        step, buses = self.step, self.shared.decode
        if self.number + 1 < len(self.form.steps):
            buses.more.append(self.use)
        for access, bus in ((step.read, buses.read), (step.write, buses.write)):
            if access is None:
                continue
            self._early(access.address, bus.address)
            self._early(access.when, bus.when)
            self._early(access.stack, bus.stack)
            if access.size == 1:
                bus.byte.append(self.use)
        if step.program is not None:
            self._early(step.program, buses.program_address)
        if step.last is not None:
            self._early(step.last, buses.last)

    def _operation(self) -> None:
        """Both operands of the operation, and its result."""
        normal, buses = self.normal, self.shared.execute
        operands, result = self.terms.operation()
        for name, leaf, value in operands:
            bus = buses.bus_a if name == "A" else buses.bus_b
            bus.add(value, self.use)
            self.execute_roots.append(leaf)
        if result is not None:
            buses.result_low.add(normal.slice(result, 0, 8), self.use)
            if result.width > 8:
                buses.result_high.add(normal.slice(result, 8, result.width), self.use)
            self.execute_roots.append(result)

    def _memory_write(self) -> None:
        """What is written to data memory; a byte in both halves."""
        write = self.step.write
        if write is None:
            return
        assert write.value is not None
        value = self.terms.execute(write.value)
        if write.size == 1:
            value = self.normal.cat(value, value)
        self.shared.execute.write_data.add(value, self.use)
        self.execute_roots.append(value)

    def _register_write(self, port: int, write: RegWrite) -> None:
        """What is written to a working register: a pointer comes from decode as an operand."""
        buses, operands = self.shared.execute, self.terms.operands
        self._late(write.number, buses.register_number[port])
        pointer = self.terms.decode(write.value)
        if is_pointer(pointer):
            self.decode_roots.append(pointer)
            buses.register_value[port].add(operands.operand(pointer), self.use)
        else:
            value = self.normal.zext(self.terms.execute(write.value), 16)
            buses.register_value[port].add(value, self.use)
            self.execute_roots.append(value)
        condition = self.terms.decode(write.when)
        if condition.op != "const" and self.shared.stages.in_decode(condition):
            buses.register_when[port].add(operands.operand(condition), self.use)
        else:
            self._late(write.when, buses.register_when[port])
        if write.value.width == 8:
            if port:
                raise ValueError("a byte goes through the first write port")
            buses.register_byte.append(self.use)

    def _temporaries(self) -> None:
        """Values for later steps, new ones and those of earlier steps that are still needed."""
        pipeline = self.shared.pipeline
        kept: dict[str, list[Expr]] = {"d_": [], "x_": []}
        for name, raw in self.step.temps.items():
            if name in self.form.early:
                value = self.terms.decode(raw)
                if not self.shared.stages.in_decode(value):
                    raise ValueError("an address depends on what execute computes")
                self.decode_roots.append(value)
            else:
                value = self.terms.execute(raw)
                self.execute_roots.append(value)
            variable = self._kept(name, raw.width, kept)
            pipeline.take(self.use, variable, value)
        for name in still_needed(self.number, self.form.steps):
            self._kept(name, self.terms.names[name].width, kept)
        for kind, variables in kept.items():
            pipeline.keep(kind, variables)

    def _kept(self, name: str, width: int, kept: dict[str, list[Expr]]) -> Expr:
        """The variable of a temporary, among those that are held after this step."""
        full = self.form.temporary(name)
        variable = self.normal.var(full, width)
        kept[full[:2]].append(variable)
        return variable

    def _flow(self) -> None:
        """What comes after this step."""
        step, buses = self.step, self.shared.execute
        if step.jump is not None:
            self._late(step.jump, buses.jump)
            self._late(step.taken, buses.taken)
        if step.skip is not None:
            self._late(step.skip, buses.skip)
        if step.repeat is not None:
            self._late(step.repeat, buses.repeat)
        if step.trap is not None:
            self._late(step.trap[1], buses.trap)
        if step.special:
            buses.special[step.special].append(self.use)

    def _operands(self) -> None:
        """What decode hands over to execute."""
        normal, pipeline, operands = self.normal, self.shared.pipeline, self.terms.operands
        self.decode_roots += operands.values + operands.bits
        pipeline.keep("o_", operands.values)
        pipeline.keep("b_", operands.bits)
        for e in operands.values:
            pipeline.take(self.use, normal.var(f"o_{id(e)}", e.width), e)
        for e in operands.bits:
            pipeline.take(self.use, normal.var(f"b_{id(e)}", 1), e)
