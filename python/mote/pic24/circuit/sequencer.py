"""The sequencer: which word comes next from program memory, and what moves from stage to stage."""

from __future__ import annotations

from collections.abc import Sequence

from amaranth.hdl import Cat, Const, Mux, Signal

from mote.pic24.circuit.decode import DecodeStage
from mote.pic24.circuit.execute import ExecuteStage
from mote.pic24.circuit.netlist import Netlist, plain
from mote.pic24.circuit.ports import Ports


class Sequencer:
    """The registers of the pipeline; what becomes of them follows from both stages.

    pc: the word behind the one in decode (`word`), of which `fetched` says that it is there.
    continues: the instruction in execute has more steps, or is repeated (repeating).  stalled: a
    read of program memory takes its second cycle.  following: the address of the next instruction.
    consumes: a fetched word leaves decode.  active: decode has a step, which is issued unless there
    is no such instruction.  executes: a step was issued, and none of its addresses has trapped.
    """

    def __init__(self, netlist: Netlist, ports: Ports, counts: Sequence[int]) -> None:
        self.netlist, self.ports = netlist, ports
        self.pc = Signal(22, name="pc")
        self.fetched = Signal(name="fetched")
        self.continues = Signal(name="continues")
        self.repeating = Signal(name="repeating")
        self.stalled = Signal(name="stalled")
        self.issued, self.trapped = Signal(name="issued"), Signal(name="trapped")
        self.executes = Signal(name="executes")
        self.stopped = Signal(name="stopped")
        self.skipping = Signal(name="skipping")
        self.skipping_second = Signal(name="skipping_second")
        self.instruction = plain(24, "instruction")
        step_bits = max(1, (max(counts) - 1).bit_length())
        self.decode_step = Signal(step_bits, name="decode_step")
        self.execute_step = plain(step_bits, "execute_step")
        self.word = Signal(24, name="word")
        self.rcount_decode = Signal(16, name="rcount_decode")
        self.pc_next = Signal(22, name="pc_next")
        netlist.top.d.comb += [
            self.word.eq(Mux(self.continues, self.instruction, ports.program_data)),
            self.pc_next.eq(self.pc + 1),
            self.executes.eq(self.issued & ~self.trapped),
        ]
        self.following = Cat(Const(0, 1), self.pc, Const(0, 1))

    def repeat(self, execute: ExecuteStage, rcount: Signal) -> None:
        """REPEAT: RCOUNT as decode sees it, and whether the instruction there comes again."""
        self.repetition, self.again = Signal(name="repetition"), Signal(name="again")
        self.netlist.group("repeat_control").d.comb += [
            self.repetition.eq(execute.repeats | self.repeating),
            self.rcount_decode.eq(
                Mux(
                    execute.repeats,
                    execute.count,
                    Mux(self.repeating & (self.decode_step == 0), rcount - 1, rcount),
                )
            ),
            self.again.eq(self.repetition & (self.rcount_decode != 0)),
        ]

    def connect(
        self, decode: DecodeStage, execute: ExecuteStage, psv: Signal, psvpag: Signal
    ) -> None:
        """Program memory, the program counter and the stages; psv, psvpag: as decode sees them."""
        top = self.netlist.top
        self.consumes = Signal(name="consumes")
        self.visible = Signal(name="visible")
        killed = execute.skips | self.skipping_second
        self.active = Signal(name="active")
        top.d.comb += [
            self.consumes.eq(
                self.fetched & ~self.continues & ~self.stalled & ~execute.jumps & ~self.stopped
            ),
            self.active.eq(
                ~self.stopped
                & ~self.stalled
                & (self.continues | (self.fetched & ~execute.jumps & ~killed))
            ),
            decode.issue.eq(
                self.active & decode.defined & ~self.trapped & ~execute.divides_by_zero
            ),
            self.visible.eq(decode.reads & decode.read_address[15] & psv),
        ]
        self._fetch(decode, execute, psvpag)
        self._advance(decode, execute)

    def _fetch(self, decode: DecodeStage, execute: ExecuteStage, psvpag: Signal) -> None:
        """Who has program memory: a jump, a read of it as data, the next word."""
        top = self.netlist.top
        enable, address = self.ports.program_enable, self.ports.program_address
        borrows = decode.issue & (decode.table | self.visible)
        with top.If(execute.jumps):
            top.d.comb += [enable.eq(1), address.eq(execute.target[1:23])]
            top.d.sync += [self.pc.eq(execute.target[1:23]), self.fetched.eq(1)]
        with top.Elif(borrows):
            top.d.comb += [
                enable.eq(1),
                address.eq(
                    Mux(
                        decode.table,
                        decode.table_address[1:23],
                        Cat(decode.read_address[1:15], psvpag),
                    )
                ),
            ]
            top.d.sync += self.fetched.eq(0)
            with top.If(self.consumes):
                top.d.sync += self.pc.eq(self.pc_next)
        with top.Elif(self.consumes):
            top.d.comb += [enable.eq(1), address.eq(self.pc_next)]
            top.d.sync += self.pc.eq(self.pc_next)
        with top.Elif(~self.fetched):
            top.d.comb += [enable.eq(1), address.eq(self.pc)]
            top.d.sync += self.fetched.eq(1)

    def _advance(self, decode: DecodeStage, execute: ExecuteStage) -> None:
        """From decode to execute."""
        top, issue = self.netlist.top, decode.issue
        top.d.sync += [
            self.issued.eq(issue),
            self.execute_step.eq(self.decode_step),
            self.stalled.eq(
                issue & self.visible & (~self.repetition | execute.repeats | ~self.again)
            ),
            self.skipping.eq(execute.skips & ~self.consumes),
            self.skipping_second.eq(
                Mux(
                    self.consumes,
                    execute.skips & decode.two_words & ~self.skipping_second,
                    self.skipping_second,
                )
            ),
        ]
        with top.If(issue):
            top.d.sync += [
                self.instruction.eq(self.word),
                self.decode_step.eq(Mux(decode.more, self.decode_step + 1, 0)),
                self.continues.eq(decode.more | self.again),
                self.repeating.eq(self.repetition & (decode.more | self.again)),
            ]
