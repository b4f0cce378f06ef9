"""What is held between the stages and from step to step: operands, bits and temporaries."""

from __future__ import annotations

from amaranth.hdl import Signal

from mote.pic24.circuit.datapath import Datapath
from mote.pic24.circuit.netlist import plain
from mote.pic24.expr import Expr
from mote.pic24.planning.pipeline import PipelineRegisters


class HeldValues:
    """The registers, by their numbers in the plan."""

    def __init__(self, plan: PipelineRegisters) -> None:
        self.plan = plan
        self.operand = {n: plain(16, f"operand{n}") for n in sorted(plan.operands)}
        self.operand_bit = {n: plain(1, f"operand_bit{n}") for n in sorted(plan.operand_bits)}
        self.decode_temp = {n: plain(16, f"decode_temp{n}") for n in sorted(plan.decode_temps)}
        self.execute_temp = {n: plain(16, f"execute_temp{n}") for n in sorted(plan.execute_temps)}

    def find(self, variable: Expr) -> Signal | None:
        """The register that has a variable's value; None when it is no such variable."""
        name, plan = variable.args[0], self.plan
        if name[:2] == "o_":
            return self.operand[plan.operand_of[int(name[2:])]]
        if name[:2] == "b_":
            return self.operand_bit[plan.bit_of[int(name[2:])]]
        if name[:2] == "d_":
            return self.decode_temp[plan.temp_of[id(variable)]]
        if name[:2] == "x_":
            return self.execute_temp[plan.execute_temp_of[id(variable)]]
        return None

    def connect(self, path: Datapath, issue: Signal) -> None:
        """Take what decode issues, and what execute keeps for later steps.

        Operands serve the very next cycle, and only a step that was issued takes them.
        """
        plan, module = self.plan, path.netlist.group("operands")
        for n, choice in sorted(plan.operands.items()):
            value = path.bus(choice, 16, "decode", f"operand{n}_next", "operands")
            module.d.sync += self.operand[n].eq(value)
        for n, choice in sorted(plan.operand_bits.items()):
            value = path.bus(choice, 1, "decode", f"operand_bit{n}_next", "operands")
            module.d.sync += self.operand_bit[n].eq(value)
        for n, choice in sorted(plan.decode_temps.items()):
            value = path.bus(choice, 16, "decode", f"decode_temp{n}_next", "operands")
            on = path.line(choice.uses, "decode", f"decode_temp{n}_on")
            with module.If(issue & on):
                module.d.sync += self.decode_temp[n].eq(value)
        for n, choice in sorted(plan.execute_temps.items()):
            value = path.bus(choice, 16, "execute", f"execute_temp{n}_next", "operands")
            on = path.execute_line(choice.uses, f"execute_temp{n}_on")
            with module.If(on):
                module.d.sync += self.execute_temp[n].eq(value)
