"""S3_SWAP: JH's swap of the odd words, by the round.

Constantin, Burg, Gurkaynak, section 5.3; JH, its bit-sliced form.  Blocks of 1, 2, 4, …, 64 bits
that stand beside each other change places in the four odd 128-bit words of the state, after the
round in W14 modulo 7.  Up to 8 bits the blocks are in one word, which is read and written in one
cycle.  From 16 bits on two words change places: the second goes to the first's place while it is
read, the first by way of W0 to the second's while the next pair's first word is read.

The paper says 32 repetitions and not how: 32 words read and 32 written, one of each in a cycle,
take a 33rd cycle, since nothing can be written before two are read.  So from 16 bits on W0 holds
the first word already when the instruction begins.
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


def address(i: Fields, count: Expr, kind: Expr) -> Expr:
    """Where a word of the odd words lies.

    count: 0 to 31.  Its low bit says which of a pair, the next two which pair of the eight words,
    the upper two which odd word.
    """
    which, a, b = count[0], count[1], count[2]
    # kind 4: neighbours; 5: distance 2; 6: distance 4.  Below: any order, each word once.
    far, middle = kind[1], kind[0]
    index = mux(far, cat(a, b, which), mux(middle, cat(a, which, b), cat(which, a, b)))
    one, zero = const(1, 1), const(0, 1)
    return reg(i.s) + zext(cat(zero, index, one, count[3:5]), 16)


def meaning(i: Fields) -> list[Step]:
    kind = rom([number % 7 for number in range(ROUNDS)], reg(14)[:6], 3)
    count = ~RCOUNT[:5]
    large = kind[2]
    second = count[0]
    there = address(i, count + 1, kind)
    target = mux(large, address(i, count, kind), there)
    value = mux(large, mux(second, reg(0), MEM), within(MEM, kind))
    return [
        Step(
            read=Access(there, 2),
            write=Access(target, 2, value),
            regs=(RegWrite(const(0, 4), MEM, when=large & second),),
        )
    ]


INSTRUCTIONS = [
    Instruction(
        "s3_swap",
        "s3_swap",
        "1100 1010 0000 0000 0000 ssss",
        (Reg("s"),),
        "JH's swap for the round in W14 on the 128 bytes of the state at Wm, after "
        "`repeat #31`. From 16 bits on W0 holds the word at Wm + 16 before, and is lost.",
        meaning,
        cycles="1 (32 with REPEAT)",
        extension="jh_swap",
    )
]
