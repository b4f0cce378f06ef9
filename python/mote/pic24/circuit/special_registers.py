"""The special registers: flags, pages, RCOUNT, the stack's limit; they lie in data memory too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from amaranth.hdl import Cat, Const, Mux, Signal

from mote.pic24.circuit.datapath import Datapath
from mote.pic24.circuit.netlist import Netlist, plain
from mote.pic24.circuit.sequencer import Sequencer
from mote.pic24.isa import CORCON_PSV, FLAGS, SPECIAL, SR_BITS
from mote.pic24.planning.choices import Choice


@dataclass(frozen=True)
class MemoryWrite:
    """A write to data memory: the bytes of a word that it changes (enable)."""

    address: Signal
    enable: Signal
    value: Signal


class SpecialRegisters:
    """Each register, and what it will be after the step in execute (`_next`).

    flag_values: what flags will be unless they are restored from their shadows.
    """

    def __init__(self, netlist: Netlist) -> None:
        self.netlist = netlist
        self.flags = {name: plain(1, f"flag_{name.lower()}") for name in FLAGS}
        self.flags_next = {name: Signal(name=f"flag_{name.lower()}_next") for name in FLAGS}
        self.rcount = plain(16, "rcount")
        self.tblpag, self.psvpag = Signal(8, name="tblpag"), Signal(8, name="psvpag")
        self.psv = Signal(name="psv")
        self.splim = Signal(16, name="splim", init=0xFFFE)
        self.tblpag_next = Signal(8, name="tblpag_next")
        self.psvpag_next = Signal(8, name="psvpag_next")
        self.psv_next = Signal(name="psv_next")
        self.splim_next = Signal(16, name="splim_next")
        self.flag_values: dict[str, Any] = {}
        assert [SR_BITS[n] for n in ("C", "Z", "OV", "N", "DC")] == [0, 1, 2, 3, 8]
        self._words = {
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

    def read(self, here: Mapping[str, Signal]) -> Signal:
        """What a read of the special register finds that is said to be here."""
        found: Any = Const(0, 16)
        for name, chosen in here.items():
            found = found | (Cat(self._words[name], Const(0, 16))[:16] & chosen.replicate(16))
        special_read = Signal(16, name="special_read")
        self.netlist.group("special_registers").d.comb += special_read.eq(found)
        return special_read

    def connect(
        self,
        path: Datapath,
        flags: dict[str, Choice],
        write: MemoryWrite,
        sequencer: Sequencer,
        issue: Signal,
    ) -> None:
        """Registers are written through data memory, flags by instructions too."""
        module = self.netlist.group("special_registers")
        low_page = Signal(name="low_page")
        module.d.comb += low_page.eq(write.address[11:16] == 0)

        def merge(old: Any, name: str) -> Any:
            """The register after a write through data memory, in its width."""
            here = low_page & (write.address[1:7] == SPECIAL[name] >> 1)
            first, second = here & write.enable[0], here & write.enable[1]
            size = len(old)
            parts = [Mux(first, write.value[: min(size, 8)], old[:8])]
            if size > 8:
                parts.append(Mux(second, write.value[8:size], old[8:]))
            return Cat(*parts)

        sr = merge(Cat(self._words["SR"]), "SR")
        for name in FLAGS:
            on = path.execute_line(flags[name].uses, f"flag_{name}_on")
            value = path.bus(flags[name], 1, "execute", f"flag_{name}_value", "flags")
            self.flag_values[name] = Mux(on, value, sr[SR_BITS[name]])
        module.d.comb += [
            self.tblpag_next.eq(merge(self.tblpag, "TBLPAG")),
            self.psvpag_next.eq(merge(self.psvpag, "PSVPAG")),
            self.psv_next.eq(merge(Cat(self._words["CORCON"]), "CORCON")[CORCON_PSV]),
            self.splim_next.eq(merge(self.splim, "SPLIM") & 0xFFFE),
        ]
        module.d.sync += [
            self.tblpag.eq(self.tblpag_next),
            self.psvpag.eq(self.psvpag_next),
            self.psv.eq(self.psv_next),
            self.splim.eq(self.splim_next),
        ]
        with module.If(issue & sequencer.repetition):
            module.d.sync += self.rcount.eq(sequencer.rcount_decode)
        with module.Else():
            module.d.sync += self.rcount.eq(merge(self.rcount, "RCOUNT"))
