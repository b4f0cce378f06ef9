"""Traps, which stop the core before the step takes place.

An instruction that there is not traps in decode.  Whether an address is one is known late in that
cycle: it is kept, and the step traps as its execution begins.
"""

from __future__ import annotations

from typing import Any

from amaranth.hdl import Module, Mux, Signal

from mote.pic24.circuit import adders
from mote.pic24.circuit.decode import DecodeStage
from mote.pic24.circuit.execute import ExecuteStage
from mote.pic24.circuit.netlist import Netlist, plain
from mote.pic24.circuit.ports import TRAPS, Ports
from mote.pic24.circuit.sequencer import Sequencer

NUMBERS = {what: number for number, what in TRAPS.items()}


def _above(module: Module, name: str, address: Signal, limit: Signal) -> Any:
    """Whether an address is greater: its sum with the limit's complement has a carry."""
    return adders.total(module, name, address, ~limit)[-1]


def connect(
    netlist: Netlist,
    ports: Ports,
    sequencer: Sequencer,
    decode: DecodeStage,
    execute: ExecuteStage,
    write_address: Signal,
    limit: tuple[Signal, Signal],
) -> None:
    """Traps of both stages.

    write_address: what the step in execute writes at.  limit: the highest address of the stack as
    execute sees it, and as decode does.
    """
    top, module = netlist.top, netlist.group("traps")
    read_beyond, read_odd = plain(1, "read_beyond"), plain(1, "read_odd")
    write_stack, write_word = plain(1, "write_stack"), plain(1, "write_word")
    reads_word, writes_word = decode.reads & ~decode.byte_read, decode.writes & ~decode.byte_write
    module.d.sync += [
        read_beyond.eq(
            decode.reads & decode.read_stack & _above(module, "read", decode.read_address, limit[1])
        ),
        read_odd.eq(reads_word & decode.read_address[0]),
        write_stack.eq(decode.writes & decode.write_stack),
        write_word.eq(writes_word),
    ]
    beyond, misaligned = Signal(name="beyond"), Signal(name="misaligned")
    module.d.comb += [
        beyond.eq(read_beyond | (write_stack & _above(module, "write", write_address, limit[0]))),
        misaligned.eq(read_odd | (write_word & write_address[0])),
        sequencer.trapped.eq(sequencer.issued & (beyond | misaligned)),
    ]
    with top.If(~sequencer.stopped):
        with top.If(execute.divides_by_zero):
            top.d.sync += [ports.trap.eq(NUMBERS["arithmetic"]), sequencer.stopped.eq(1)]
        with top.Elif(sequencer.trapped):
            where = Mux(beyond, NUMBERS["stack"], NUMBERS["alignment"])
            top.d.sync += [ports.trap.eq(where), sequencer.stopped.eq(1)]
        with top.Elif(sequencer.active & ~decode.defined):
            top.d.sync += [ports.trap.eq(NUMBERS["instruction"]), sequencer.stopped.eq(1)]
