"""A message word and its constant in one, for BLAKE-256 (proposal, version 1.3, section 2.1.2).

G adds m[x] ^ c[y]: the constant is the number's, and the word is taken as it lies in the message,
high byte first.  So nothing of a block has to be prepared, and no constant is loaded.
"""

from mote.ise.riscv.isa import Instruction, Operands
from mote.pic24.expr import Expr, cat, rom

CONSTANTS = (
    *(
        0x243F6A88,
        0x85A308D3,
        0x13198A2E,
        0x03707344,
        0xA4093822,
        0x299F31D0,
        0x082EFA98,
        0xEC4E6C89,
    ),
    *(
        0x452821E6,
        0x38D01377,
        0xBE5466CF,
        0x34E90C6C,
        0xC0AC29B7,
        0xC97C50DD,
        0x3F84D5B5,
        0xB5470917,
    ),
)


def _add(i: Operands) -> Expr:
    word = cat(i.t[24:], i.t[16:24], i.t[8:16], i.t[:8])
    return i.s + (word ^ rom(CONSTANTS, i.n, 32))


INSTRUCTIONS = [
    Instruction(
        "blake_add",
        "nnnn111 ttttt sssss 111 ddddd 0001011",
        _add,
        "To rd rs1 + (rs2, its bytes in reverse order, ^ the constant with the number).",
    ),
]
