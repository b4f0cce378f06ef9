"""The ports of the core; mote.pic24.rtl says what they are."""

from __future__ import annotations

from amaranth.hdl import Signal

TRAPS = {
    0: "",
    1: "instruction",
    2: "alignment",
    3: "stack",
    4: "arithmetic",
}
"""What each value of the port `trap` means, by the kinds of mote.pic24.simulator.Trap."""


class Ports:
    """What every core has: program memory, data memory, and why it has stopped."""

    def __init__(self) -> None:
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

    def all(self) -> list[Signal]:
        return list(vars(self).values())


class DebugPorts:
    """What the harness of the lockstep sees besides."""

    def __init__(self) -> None:
        self.debug_consume = Signal()
        self.debug_execute = Signal()
        self.debug_read = Signal()
        self.debug_pc = Signal(24)
        self.debug_w = Signal(256)
        self.debug_flags = Signal(5)
        self.debug_special = Signal(16 * 5)

    def all(self) -> list[Signal]:
        return list(vars(self).values())
