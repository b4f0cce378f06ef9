"""The register file: four read ports in decode, three write ports in execute, and shadows.

A read sees what is written in the same cycle, so that nothing stalls.  Which of both it takes is
known early in the cycle, by the registers' numbers; what is written comes late, and passes one
choice.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Array, Cat, Mux, Signal

from mote.pic24.circuit.datapath import Datapath
from mote.pic24.circuit.netlist import Netlist, plain
from mote.pic24.circuit.special_registers import SpecialRegisters
from mote.pic24.isa import FLAGS
from mote.pic24.planning.buses import WRITE_PORTS, ExecuteBuses
from mote.pic24.planning.choices import Choice
from mote.pic24.planning.units import READ_PORTS, Units

SHADOWS = 4
"""Registers that `push.s` saves beside the flags: W0 to W3."""


class RegisterFile:
    """The working registers, and what they will be after the step in execute."""

    def __init__(self, netlist: Netlist) -> None:
        self.netlist = netlist
        self.w = [plain(16, f"w{n}") for n in range(16)]
        self.w_next = [Signal(16, name=f"w{n}_next") for n in range(16)]

    def read(self, path: Datapath, units: Units) -> None:
        """The numbers of the registers that the read ports read."""
        self.logic, self.numbers = path.logic, dict[int, Signal]()
        choices = [Choice() for _ in range(READ_PORTS)]
        for key, port in units.port.items():
            for use in units.uses[key]:
                choices[port].add(units.nodes[key].args[0], use)
        for port, choice in enumerate(choices):
            if choice.entries:
                name = f"port{port}_number"
                self.numbers[port] = path.bus(choice, 4, "decode", name, "decoder")

    def write(
        self,
        path: Datapath,
        plan: ExecuteBuses,
        special: SpecialRegisters,
        divides_by_zero: Signal,
    ) -> None:
        """Restore registers and flags from their shadows, and write registers."""
        pop, shadow = self._shadows(path, plan, special)
        selected: list[list[Signal]] = []
        writes: list[tuple[Signal, Signal]] = []
        values: list[Signal] = []
        byte = path.line(plan.register_byte, "execute", "register_byte")
        for port in range(WRITE_PORTS):
            number = path.bus(
                plan.register_number[port], 4, "execute", f"write{port}_number", "controller"
            )
            on = Signal(name=f"write{port}_on")
            self.netlist.group("controller").d.comb += on.eq(
                path.flag(plan.register_when[port], "execute", f"write{port}_when", "controller")
                & path.executes
                & ~divides_by_zero
            )
            values.append(
                path.bus(plan.register_value[port], 16, "execute", f"write{port}", "write_back")
            )
            lines = []
            for n in range(16):
                line = Signal(name=f"write{port}_w{n}")
                self.netlist.group("write_back").d.comb += line.eq(on & (number == n))
                lines.append(line)
            selected.append(lines)
            writes.append((on, number))
        module = self.netlist.group("registers")
        before = [Mux(pop, shadow[n], w) if n < SHADOWS else w for n, w in enumerate(self.w)]
        for n, (w, w_next) in enumerate(zip(self.w, self.w_next, strict=True)):
            first = Signal(16, name=f"w{n}_first")
            chosen = [lines[n] for lines in selected]
            module.d.comb += first.eq(_written(values, chosen, byte, before[n]))
            # W15 is always even.
            module.d.comb += w_next.eq(first if n < 15 else first & 0xFFFE)
            module.d.sync += w.eq(w_next)
        for port, number in self.numbers.items():
            old, same = Signal(16, name=f"port{port}_old"), []
            module.d.comb += old.eq(Array(before)[number])
            for place, (on, written) in enumerate(writes):
                line = Signal(name=f"port{port}_write{place}")
                module.d.comb += line.eq(on & (number == written))
                same.append(line)
            found = _written(values, same, byte, old)
            even = number == 15
            module.d.comb += self.logic.port_value[port].eq(Cat(found[0] & ~even, found[1:]))

    def _shadows(
        self, path: Datapath, plan: ExecuteBuses, special: SpecialRegisters
    ) -> tuple[Signal, list[Signal]]:
        """Save registers and flags, restore flags; when to restore registers, and their shadows."""
        module, flags = self.netlist.group("registers"), self.netlist.group("flags")
        push = path.execute_line(plan.special.get("push.s", []), "push_shadow")
        pop = path.execute_line(plan.special.get("pop.s", []), "pop_shadow")
        shadow = [plain(16, f"shadow{n}") for n in range(SHADOWS)]
        shadow_flags = {name: plain(1, f"shadow_{name.lower()}") for name in FLAGS}
        with module.If(push):
            module.d.sync += [s.eq(r) for s, r in zip(shadow, self.w, strict=False)]
            module.d.sync += [shadow_flags[name].eq(special.flags[name]) for name in FLAGS]
        for name in FLAGS:
            flags.d.comb += special.flags_next[name].eq(
                Mux(pop, shadow_flags[name], special.flag_values[name])
            )
            flags.d.sync += special.flags[name].eq(special.flags_next[name])
        return pop, shadow


def _written(values: list[Signal], chosen: list[Signal], byte: Signal, old: Any) -> Any:
    """A register after the write ports: port 0 wins over 1, and 1 over 2.

    A byte goes through port 0, and leaves the high byte as the other ports have it.
    """
    s0, s1, s2 = chosen
    low, high = old[:8], old[8:]
    other = s1 | s2
    high_on = s0 & ~byte
    t1 = s1 & ~s0
    t2 = s2 & ~s0 & ~s1
    h1, h2 = s1 & ~high_on, s2 & ~high_on & ~s1
    return Cat(
        (values[0][:8] & s0.replicate(8))
        | (values[1][:8] & t1.replicate(8))
        | (values[2][:8] & t2.replicate(8))
        | (low & (~(s0 | other)).replicate(8)),
        (values[0][8:] & high_on.replicate(8))
        | (values[1][8:] & h1.replicate(8))
        | (values[2][8:] & h2.replicate(8))
        | (high & (~(high_on | other)).replicate(8)),
    )
