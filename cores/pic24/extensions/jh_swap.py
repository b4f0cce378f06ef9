"""S3_SWAP: JH's swap of the odd words, by the round.

Constantin, Burg, Gurkaynak, section 5.3; JH, its bit-sliced form.  Blocks of 1, 2, 4, …, 64 bits
that stand beside each other change places in the four odd 128-bit words of the state, after the
round in W14 modulo 7.  Up to 8 bits the blocks are in one word, which is read and written in one
cycle.  From 16 bits on two words change places: the first is kept in W0 for the second's place,
the second in W0 for the first's, which is written while the next pair's first word is read.  So one
word is left in the end: then the last repetition takes a second cycle (33 in all; the paper says
32 repetitions and does not tell how).
"""

from __future__ import annotations

from mote.pic24.expr import Expr, cat, const, mux, reg, rom, zext
from mote.pic24.isa import MEM, RCOUNT, Access, Fields, Instruction, Reg, RegWrite, Step

ROUNDS = 42
MASKS = {1: 0x5555, 2: 0x3333, 4: 0x0F0F, 8: 0x00FF}


def within(word: Expr, kind: Expr) -> Expr:
    """Blocks of 1, 2, 4 or 8 bits exchanged."""

    def exchanged(distance: int) -> Expr:
        low = MASKS[distance]
        zeros = const(0, distance)
        left = cat(zeros, (word & low)[: 16 - distance])
        right = cat((word & ~low & 0xFFFF)[distance:], zeros)
        return left | right

    return mux(
        kind[1],
        mux(kind[0], exchanged(8), exchanged(4)),
        mux(kind[0], exchanged(2), exchanged(1)),
    )


def address(i: Fields, count: Expr, kind: Expr, partner: bool) -> Expr:
    """Where the word of a repetition lies, or the other word of its pair.

    count: 0 to 31.  Its low bit says which of a pair, the next two which pair of the eight words,
    the upper two which odd word.
    """
    which = count[0] ^ 1 if partner else count[0]
    a, b = count[1], count[2]
    # kind 4: neighbours; 5: distance 2; 6: distance 4.  Below: any order, each word once.
    far, middle = kind[1], kind[0]
    index = mux(far, cat(a, b, which), mux(middle, cat(a, which, b), cat(which, a, b)))
    one, zero = const(1, 1), const(0, 1)
    return reg(i.s) + zext(cat(zero, index, one, count[3:5]), 16)


def meaning(i: Fields) -> list[Step]:
    kind = rom([number % 7 for number in range(ROUNDS)], reg(14)[:6], 3)
    count = ~RCOUNT[:5]
    large = kind[2]
    first = ~count[0]
    here = address(i, count, kind, False)
    before = address(i, count - 1, kind, True)
    # A first word's place gets the second word of the pair before, if there is one.
    target = mux(large & first, before, here)
    value = mux(large, reg(0), within(MEM, kind))
    none = large & count.eq(0)
    w0 = const(0, 4)
    return [
        Step(
            read=Access(here, 2),
            write=Access(target, 2, value, when=~none),
            regs=(RegWrite(w0, MEM, when=large),),
            last=~(large & RCOUNT[:5].eq(0)),
        ),
        Step(write=Access(address(i, count, kind, True), 2, reg(0))),
    ]


INSTRUCTIONS = [
    Instruction(
        "s3_swap",
        "s3_swap",
        "1100 1010 0000 0000 0000 ssss",
        (Reg("s"),),
        "JH's swap for the round in W14 on the 128 bytes of the state at Wm, after "
        "`repeat #31`. W0 is lost.",
        meaning,
        cycles="1 (32 or 33 with REPEAT)",
        extension="jh_swap",
    )
]
