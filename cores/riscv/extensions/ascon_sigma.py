"""The linear diffusion layer of Ascon (NIST SP 800-232, section 3.4), half a word at a time.

The number is that of the word.  rs1 is the half whose new value comes to rd, rs2 the other half:
low or high does not matter, for a rotation of both treats them alike.  The words 2, 3 and 4 become
complemented: then the substitution layer, as ANDs and ORs, never needs a complement of its own.
"""

from mote.ise.riscv.isa import Instruction, Operands
from mote.pic24.expr import Expr, cat, const, mux

ROTATIONS = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))
COMPLEMENTED = (2, 3, 4)


def _half(own: Expr, other: Expr, n: int) -> Expr:
    """A half of the word rotated right by n."""
    if n >= 32:
        own, other, n = other, own, n - 32
    return cat(own[n:], other[:n])


def _sigma(i: Operands) -> Expr:
    total: Expr = i.s
    for which in (0, 1):
        chosen = const(0, 32)
        for word, amounts in enumerate(ROTATIONS):
            rotated = _half(i.s, i.t, amounts[which])
            if which and word in COMPLEMENTED:
                rotated = ~rotated
            chosen = chosen | mux(i.n.eq(word), rotated, const(0, 32))
        total = total ^ chosen
    return total


INSTRUCTIONS = [
    Instruction(
        "ascon_sigma",
        "nnn1110 ttttt sssss 000 ddddd 0001011",
        _sigma,
        "To rd half of Sigma of the word with this number, of the halves rs1 (its own) and rs2; of "
        "the words 2, 3 and 4 complemented.",
    ),
]
