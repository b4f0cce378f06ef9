"""The netlist: logic by submodules, whose sizes can so be told apart, and faults on purpose."""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Cat, Const, Module, Signal


def plain(width: int, name: str, init: int = 0) -> Signal:
    """A signal for a flip-flop that no reset touches."""
    return Signal(width, name=name, reset_less=True, init=init)


class Netlist:
    """A module and its submodules.

    fault: an input whose number inverts the lowest bit of one of the signals in `fault_names`, from
    1; None for a core without faults.
    """

    def __init__(self, fault: Signal | None, fault_names: list[str]) -> None:
        self.top = Module()
        self.fault, self.fault_names = fault, fault_names
        self._groups: dict[str, Module] = {}

    def group(self, name: str) -> Module:
        """A submodule by name; the order of the first calls is that of the Verilog."""
        if name not in self._groups:
            self._groups[name] = Module()
            setattr(self.top.submodules, name, self._groups[name])
        return self._groups[name]

    def drive(self, group: str, out: Signal, value: Any) -> None:
        """Connect a signal, which can be at fault."""
        if self.fault is not None:
            self.fault_names.append(f"{group}.{out.name}")
            inverted = self.fault == len(self.fault_names)
            value = Cat(value)[: len(out)] ^ Cat(inverted, Const(0, len(out)))[: len(out)]
        self.group(group).d.comb += out.eq(value)
