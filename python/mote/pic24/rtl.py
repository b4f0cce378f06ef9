"""The 16-bit core as hardware, made from the instructions' descriptions.

`verilog(extensions)` gives the Verilog of a core with the base instructions and any extensions;
`core(extensions)` the Amaranth design that it comes from.

**Pipeline** (Constantin, Burg, Gurkaynak, section 2.2).  Three stages, with memories whose read
data come one cycle after the address:

1. fetch: the program counter addresses program memory;
2. decode: the instruction word is decoded, working registers are read (with the values that the
   instruction ahead writes in this very cycle, so that nothing stalls), addresses are computed and
   data memory is addressed;
3. execute: the operation; flags, registers and data memory change at the end of the cycle.  A taken
   jump addresses program memory in this stage: its target executes two cycles later.

**Where the logic comes from.**  Each step of each instruction is a set of expressions.  Those that
feed an address, and changes of pointers, belong to decode, all others to execute; what execute
needs of the registers is kept in operand registers between both.  Expensive operations (register
reads, address adders, the adder, the multiplier, the funnel shifter) are bound to shared units: two
steps that never take place in one cycle use the same unit, whose inputs are chosen by one-hot
select lines, decoded from the instruction word: those of execute in the cycle before, and kept in
flip-flops.  Everything else is logic of the instruction itself.  Equal expressions exist once.

**Ports** (all synchronous to `clk`, `rst` is synchronous):

| port | bits | |
|---|---|---|
| program_enable, program_address | 1, 22 | read a word of program memory (address / 2) |
| program_data | 24 | that word in the next cycle, held until the next read |
| read_enable, read_address | 2, 16 | read these bytes of the word of data memory in decode |
| read_data | 16 | that word in the next cycle |
| write_enable, write_address, write_data | 2, 16, 16 | write these bytes of a word |
| trap | 3 | not 0: the core has stopped, see TRAPS |

Data memory is read before it is written when both take place in one cycle: the core itself passes
the new value on.  With `debug=True` there are more outputs, for lockstep with the simulator.

The parts are in mote.pic24.circuit (TRAPS in its `ports`).
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from amaranth.back import rtlil
from amaranth.hdl import Cat, Const, Elaboratable, Module, Signal

from mote.common.errors import BuildError
from mote.pic24.circuit import traps
from mote.pic24.circuit.data_memory import DataMemory
from mote.pic24.circuit.datapath import Datapath
from mote.pic24.circuit.decode import DecodeStage
from mote.pic24.circuit.decoder import Decoder, KeptLines
from mote.pic24.circuit.execute import ExecuteStage, OperationBuses
from mote.pic24.circuit.held import HeldValues
from mote.pic24.circuit.logic import Logic
from mote.pic24.circuit.matching import conditions
from mote.pic24.circuit.netlist import Netlist
from mote.pic24.circuit.ports import DebugPorts, Ports
from mote.pic24.circuit.register_file import RegisterFile
from mote.pic24.circuit.sequencer import Sequencer
from mote.pic24.circuit.special_registers import SpecialRegisters
from mote.pic24.circuit.units import SharedUnits
from mote.pic24.isa import CORCON_PSV
from mote.pic24.plan import Plan
from mote.pic24.sets import InstructionSet, instruction_set
from mote.pic24.yosys import yosys


class Core(Elaboratable):
    """The core with an instruction set; see the module's text for its ports."""

    def __init__(
        self, instructions: InstructionSet, *, debug: bool = False, faults: bool = False
    ) -> None:
        self.set = instructions
        self.fault = Signal(16, name="fault") if faults else None
        self.fault_names: list[str] = []
        self.outside = Ports()
        self.debug = DebugPorts() if debug else None

    @property
    def ports(self) -> list[Signal]:
        return [
            *self.outside.all(),
            *([] if self.debug is None else self.debug.all()),
            *([] if self.fault is None else [self.fault]),
        ]

    def elaborate(self, platform: Any) -> Module:
        netlist = Netlist(self.fault, self.fault_names)
        parts = _Parts(netlist, self.outside, Plan(self.set.instructions))
        parts.connect()
        if self.debug is not None:
            parts.show(self.debug)
        return netlist.top


class _Parts:
    """The parts of a core: first what each has, then how each is connected to the others."""

    def __init__(self, netlist: Netlist, ports: Ports, plan: Plan) -> None:
        self.netlist, self.ports, self.plan = netlist, ports, plan
        self.sequencer = sequencer = Sequencer(netlist, ports, plan.count)
        self.registers, self.special = RegisterFile(netlist), SpecialRegisters(netlist)
        self.held, self.buses = HeldValues(plan.pipeline), OperationBuses()
        words = [conditions(instruction) for instruction in plan.instructions]
        decoder = Decoder(netlist, plan, words, sequencer.word, sequencer.decode_step)
        self.decoder = decoder
        decoders: dict[str, Decoder | KeptLines] = {
            "decode": decoder,
            "execute": KeptLines(decoder),
        }
        logic = Logic(netlist, plan.units, self.held.find, self._names())
        self.path = Datapath(netlist, decoders, logic, sequencer.executes)

    def _names(self) -> dict[str, dict[str, Any]]:
        """What the variables of expressions are in each stage."""
        sequencer, special, buses = self.sequencer, self.special, self.buses
        return {
            "decode": {
                "IR": sequencer.word,
                "RCOUNT": sequencer.rcount_decode,
                "TBLPAG": special.tblpag_next,
                "STEP": Cat(sequencer.decode_step, Const(0, 4)),
            },
            "execute": {
                "IR": sequencer.instruction,
                "SECOND": self.ports.program_data,
                "RCOUNT": special.rcount,
                "STEP": Cat(sequencer.execute_step, Const(0, 4)),
                "MEM": buses.memory,
                "PROG": self.ports.program_data,
                "NEXT": sequencer.following,
                "NEXT2": Cat(Const(0, 1), sequencer.pc_next, Const(0, 1)),
                "Y": buses.result,
                "A": buses.a,
                "B": buses.b,
                **special.flags,
            },
        }

    def connect(self) -> None:
        """Each part after those whose signals it takes."""
        netlist, ports, plan, path = self.netlist, self.ports, self.plan, self.path
        sequencer, special = self.sequencer, self.special
        netlist.group("registers")
        units = SharedUnits(path, plan.units)
        self.registers.read(path, plan.units)
        units.connect("decode")
        units.connect("execute")
        self.decode = decode = DecodeStage(path, plan, self.decoder)
        self.execute = execute = ExecuteStage(path, plan.execute, self.buses, sequencer.skipping)
        sequencer.repeat(execute, special.rcount)
        sequencer.connect(decode, execute, special.psv_next, special.psvpag_next)
        data = DataMemory(path, ports, plan.execute.write_data)
        limit = special.splim, special.splim_next
        traps.connect(netlist, ports, sequencer, decode, execute, data.write.address, limit)
        self.held.connect(path, decode.issue)
        data.access(decode, execute, sequencer)
        data.read(special, self.buses.memory)
        special.connect(path, plan.execute.flags, data.write, sequencer, decode.issue)
        self.registers.write(path, plan.execute, special, execute.divides_by_zero)
        self.decoder.finish()

    def show(self, ports: DebugPorts) -> None:
        """What the harness of the lockstep sees."""
        sequencer, special, decode = self.sequencer, self.special, self.decode
        consumed = sequencer.consumes & sequencer.active & ~sequencer.trapped
        consumed = consumed & ~self.execute.divides_by_zero
        self.netlist.top.d.comb += [
            ports.debug_consume.eq(consumed),
            ports.debug_execute.eq(sequencer.executes),
            ports.debug_read.eq(decode.reads & decode.issue),
            ports.debug_pc.eq(sequencer.following),
            ports.debug_w.eq(Cat(*self.registers.w)),
            ports.debug_flags.eq(Cat(*special.flags.values())),
            ports.debug_special.eq(
                Cat(
                    special.rcount,
                    special.tblpag,
                    Const(0, 8),
                    special.psvpag,
                    Const(0, 8),
                    Const(0, CORCON_PSV),
                    special.psv,
                    Const(0, 15 - CORCON_PSV),
                    special.splim,
                )
            ),
        ]


def core(extensions: Iterable[str] = (), *, debug: bool = False, faults: bool = False) -> Core:
    """The core with these extensions; raises MoteError for one that there is not.

    faults: with an input `fault`; the number n there inverts the lowest bit of the n-th signal of
    `fault_names` (from 1; the names are known once the design has been converted).
    """
    names = tuple(sorted(set(extensions)))
    return Core(instruction_set(names), debug=debug, faults=faults)


def verilog(extensions: Iterable[str] = (), *, debug: bool = False) -> str:
    """The core in Verilog; the top module is `pic24`.  Raises BuildError when Yosys fails."""
    return convert(core(extensions, debug=debug))


def convert(design: Core) -> str:
    """A core in Verilog."""
    text = rtlil.convert(design, name="pic24", ports=design.ports, emit_src=False)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "pic24.il").write_text(text)
        script = "read_rtlil pic24.il; hierarchy -top pic24; proc; opt_clean"
        script += "; write_verilog -noattr pic24.v"
        result = yosys(["-p", script], folder)
        if result.returncode != 0:
            raise BuildError("Yosys failed on the 16-bit core", result.stderr or result.stdout)
        # Yosys names itself in the first line; the text is the same on every machine without it.
        return (folder / "pic24.v").read_text().split("\n", 1)[1]
