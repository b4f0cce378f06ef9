"""Data memory: its ports, and what a read finds there, in a special register or in program memory.

Memory is read in decode and written in execute: a word that is read while it is written is passed
on (forwarded).
"""

from __future__ import annotations

from amaranth.hdl import Cat, Const, Mux, Signal

from mote.pic24.circuit.datapath import Datapath
from mote.pic24.circuit.decode import DecodeStage
from mote.pic24.circuit.execute import ExecuteStage
from mote.pic24.circuit.netlist import plain
from mote.pic24.circuit.ports import Ports
from mote.pic24.circuit.sequencer import Sequencer
from mote.pic24.circuit.special_registers import MemoryWrite, SpecialRegisters
from mote.pic24.isa import SPECIAL
from mote.pic24.planning.choices import Choice


class DataMemory:
    """The accesses of the step in decode, on their way to execute.

    write: what the step in execute writes.
    """

    def __init__(self, path: Datapath, ports: Ports, data: Choice) -> None:
        netlist = path.netlist
        self.ports = ports
        # Made first: the order of submodules is that of the Verilog.
        netlist.group("special_registers")
        self.module = netlist.group("data_memory")
        self.write_bytes = plain(2, "write_bytes")
        self.byte_lane = plain(1, "byte_lane")
        self.special = {name: plain(1, f"reads_{name.lower()}") for name in SPECIAL}
        self.low_page = plain(1, "reads_low_page")
        self.from_program = plain(1, "from_program")
        self.forward, self.forwarded = plain(2, "forward"), plain(16, "forwarded")
        self.write = MemoryWrite(
            address=plain(16, "at"),
            enable=Signal(2, name="enable"),
            value=path.bus(data, 16, "execute", "write_value", "data_memory"),
        )

    def access(self, decode: DecodeStage, execute: ExecuteStage, sequencer: Sequencer) -> None:
        """Address memory in decode, and write in execute."""
        ports, module, write = self.ports, self.module, self.write
        read_bytes = Signal(2, name="read_bytes")
        both, odd = Const(3, 2), decode.read_address[0]
        module.d.comb += [
            read_bytes.eq(
                Mux(decode.byte_read, Cat(~odd, odd), both)
                & (decode.reads & decode.issue).replicate(2)
            ),
            ports.read_enable.eq(read_bytes & (~sequencer.visible).replicate(2)),
            ports.read_address.eq(decode.read_address),
            write.enable.eq(self.write_bytes & sequencer.executes.replicate(2)),
            ports.write_enable.eq(write.enable & (~execute.divides_by_zero).replicate(2)),
            ports.write_address.eq(write.address),
            ports.write_data.eq(write.value),
        ]
        odd_write = decode.write_address[0]
        same_word = write.address[1:] == decode.read_address[1:]
        # Only a step that was issued takes them, in the next cycle.
        module.d.sync += [
            write.address.eq(decode.write_address),
            self.write_bytes.eq(
                Mux(decode.byte_write, Cat(~odd_write, odd_write), both)
                & decode.writes.replicate(2)
            ),
            self.byte_lane.eq(decode.byte_read & odd),
            self.low_page.eq(decode.read_address[11:16] == 0),
            *(
                here.eq(decode.read_address[1:7] == SPECIAL[name] >> 1)
                for name, here in self.special.items()
            ),
            self.from_program.eq(sequencer.visible),
            self.forward.eq(write.enable & same_word.replicate(2)),
            self.forwarded.eq(write.value),
        ]

    def read(self, special: SpecialRegisters, memory: Signal) -> None:
        """What execute finds; a byte at an odd address in the low half too."""
        ports, module = self.ports, self.module
        special_read = special.read(self.special)
        fresh = Signal(16, name="fresh")
        module.d.comb += fresh.eq(
            Mux(
                self.from_program,
                ports.program_data[:16],
                Mux(
                    self.low_page,
                    special_read,
                    Cat(
                        Mux(self.forward[0], self.forwarded[:8], ports.read_data[:8]),
                        Mux(self.forward[1], self.forwarded[8:], ports.read_data[8:]),
                    ),
                ),
            )
        )
        module.d.comb += memory.eq(Cat(Mux(self.byte_lane, fresh[8:], fresh[:8]), fresh[8:]))
