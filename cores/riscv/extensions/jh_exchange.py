"""JH's permutation on bit slices (16 January 2011, section 3.4): bits that change places in pairs.

Between two rounds elements p and p ^ 2^n change places in the odd slices; n goes from 0 to 6, and
up to 4 both are in one word.
"""

from mote.ise.riscv.isa import Instruction, Operands
from mote.pic24.expr import Expr, cat, const, mux


def _exchange(i: Operands) -> Expr:
    found = const(0, 32)
    for n in range(5):
        exchanged = cat(*(i.s[place ^ 1 << n] for place in range(32)))
        found = found | mux(i.n.eq(n), exchanged, const(0, 32))
    return found


INSTRUCTIONS = [
    Instruction(
        "jh_exchange",
        "nnn1000 00000 sssss 111 ddddd 0001011",
        _exchange,
        "To rd rs1 with the bits 2^number apart exchanged, in pairs; 0 to 4, more makes 0.",
    ),
]
