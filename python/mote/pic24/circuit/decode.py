"""Decode: what its step does with addresses, accesses to memory, and whether it is the last one."""

from __future__ import annotations

from amaranth.hdl import Signal

from mote.pic24.circuit.datapath import Datapath
from mote.pic24.circuit.decoder import Decoder
from mote.pic24.plan import Plan
from mote.pic24.planning.choices import Use


class DecodeStage:
    """Signals of the step in decode.

    issue: it goes on to execute.  table, table_address: it reads program memory.  more: another
    step of the instruction follows.  defined, two_words: of the instruction word.
    """

    def __init__(self, path: Datapath, plan: Plan, decoder: Decoder) -> None:
        buses, top = plan.decode, path.netlist.top
        self.issue = Signal(name="issue")
        self.read_address = path.bus(buses.read.address, 16, "decode", "read_at", "addresses")
        self.write_address = path.bus(buses.write.address, 16, "decode", "write_at", "addresses")
        self.reads = path.flag(buses.read.when, "decode", "reads", "decoder")
        self.writes = path.flag(buses.write.when, "decode", "writes", "decoder")
        self.byte_read = path.line(buses.read.byte, "decode", "reads_byte")
        self.byte_write = path.line(buses.write.byte, "decode", "writes_byte")
        self.read_stack = path.flag(buses.read.stack, "decode", "reads_stack", "addresses")
        self.write_stack = path.flag(buses.write.stack, "decode", "writes_stack", "addresses")
        self.table = path.line(buses.program_address.uses, "decode", "reads_program")
        self.table_address = path.bus(buses.program_address, 24, "decode", "table_at", "addresses")
        self.more = Signal(name="more")
        more_line = path.line(buses.more, "decode", "more_steps")
        top.d.comb += self.more.eq(
            more_line & ~path.flag(buses.last, "decode", "last_step", "decoder")
        )
        self.defined = Signal(name="defined")
        every = frozenset(range(len(plan.instructions)))
        path.netlist.group("decoder").d.comb += self.defined.eq(decoder.one_of(every))
        self.two_words = path.line(
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
