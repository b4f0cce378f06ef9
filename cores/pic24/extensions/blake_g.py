"""S3_CXA, S3_AXR, S3_NEXT: the G function of BLAKE at the speed of a 16-bit adder.

A set of our own in place of blake_cxm, blake_rrot and blake_xcst.  What was looked for: G (BLAKE,
section 2.1.2) is four times "x += y, z = (z ^ x) >>> r", and with 16 bits an addition of 32 bits
takes two cycles, six of them 12.  So one instruction of two cycles does each of the four steps:
the sum goes to memory, the word that is XORed with it and rotated stays in registers; another one
adds a message word XORed with a constant.  In each cycle that leaves a read of memory (of the state
or the message) and, in the steps, a write, for which the core has the ports anyway:

- three registers are read in a cycle (the pointer and half a word of each pair), two written;
- one 16-bit read and one 16-bit write of data memory, as in `add w0, [w1], [w1]`;
- one 16-bit addition; the carry between the cycles is the flag C;
- new: an XOR behind the adder (before it there is one as in blake_cxm), the wires of four rotations
  with the multiplexer that chooses one, and 16 bits of a temporary register for the low half of the
  word that is rotated.

The tables of sigma and of the constants are those that blake_cxm needs; the constants of blake_xcst
are left out.  W14 counts the rounds down, so that its DEC also ends the loop.
"""

from __future__ import annotations

from collections.abc import Callable

from mote.pic24.expr import Expr, cat, const, reg, rom, var, zext
from mote.pic24.isa import (
    MEM,
    Access,
    C,
    Fields,
    Indirect,
    Instruction,
    Lit,
    Reg,
    RegWrite,
    Step,
)

CONSTANTS = (
    0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344, 0xA4093822, 0x299F31D0, 0x082EFA98, 0xEC4E6C89,
    0x452821E6, 0x38D01377, 0xBE5466CF, 0x34E90C6C, 0xC0AC29B7, 0xC97C50DD, 0x3F84D5B5, 0xB5470917,
)  # fmt: skip
SIGMA = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    (14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3),
    (11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4),
    (7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8),
    (9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13),
    (2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9),
    (12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11),
    (13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10),
    (6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5),
    (10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0),
)
ROUNDS = 14
AMOUNTS = (16, 12, 8, 7)

ZERO, ONE = const(0, 1), const(1, 1)


def pairs() -> list[int]:
    """The two indices of each call of G, by 8 times the rounds that are left, plus the call."""
    table = [0] * 8
    for left in range(1, ROUNDS + 1):
        row = SIGMA[(ROUNDS - left) % 10]
        table += [row[2 * g] | row[2 * g + 1] << 4 for g in range(8)]
    return table


def half_sum(a: Expr, b: Expr, carry: Expr) -> tuple[Expr, Expr]:
    """A sum of 16 bits and its carry."""
    y = zext(a, 17) + zext(b, 17) + zext(carry, 17)
    return y[:16], y[16]


def add_message(reverse: bool) -> Callable[[Fields], list[Step]]:
    def steps(i: Fields) -> list[Step]:
        pair = rom(pairs(), cat(i.n, reg(14)[:4]), 8)
        first, second = (pair[4:], pair[:4]) if reverse else (pair[:4], pair[4:])
        address = reg(i.s) + zext(cat(ZERO, ZERO, first), 16)
        low = rom([c & 0xFFFF for c in CONSTANTS], second, 16)
        high = rom([c >> 16 for c in CONSTANTS], second, 16)
        y, carry = half_sum(reg(cat(ZERO, i.b)), MEM ^ low, ZERO)
        z, last = half_sum(reg(cat(ONE, i.b)), MEM ^ var("high", 16), C)
        stack = i.s.eq(15)
        return [
            Step(
                read=Access(address, 2, stack=stack),
                regs=(RegWrite(cat(ZERO, i.d), y),),
                flags={"C": carry},
                temps={"address": address + 2, "high": high},
            ),
            Step(
                read=Access(var("address", 16), 2, stack=stack),
                regs=(RegWrite(cat(ONE, i.d), z),),
                flags={"C": last},
            ),
        ]

    return steps


def half_round(amount: int) -> Callable[[Fields], list[Step]]:
    def steps(i: Fields) -> list[Step]:
        address = reg(i.s) + zext(cat(ZERO, ZERO, i.k), 16)
        stack = i.s.eq(15)
        y, carry = half_sum(MEM, reg(cat(ZERO, i.b)), ZERO)
        z, last = half_sum(MEM, reg(cat(ONE, i.b)), C)
        here = var("address", 16)
        x = cat(var("low", 16), z ^ reg(cat(ONE, i.d)))
        x = cat(x[amount:], x[:amount])
        return [
            Step(
                read=Access(address, 2, stack=stack),
                write=Access(address, 2, y, stack=stack),
                flags={"C": carry},
                temps={"address": address + 2, "low": y ^ reg(cat(ZERO, i.d))},
            ),
            Step(
                read=Access(here, 2, stack=stack),
                write=Access(here, 2, z, stack=stack),
                regs=(RegWrite(cat(ZERO, i.d), x[:16]), RegWrite(cat(ONE, i.d), x[16:])),
                flags={"C": last},
            ),
        ]

    return steps


def exchange(distance: int) -> Callable[[Fields], list[Step]]:
    def steps(i: Fields) -> list[Step]:
        stack = i.s.eq(15)
        low, high = cat(ZERO, i.d), cat(ONE, i.d)
        to = reg(i.s) + zext(cat(ZERO, ZERO, i.k), 16)
        source = to + const(distance & 0xFFFF, 16)
        to_high, source_high = var("to", 16), var("source", 16)
        return [
            Step(
                read=Access(source, 2, stack=stack),
                write=Access(to, 2, reg(low), stack=stack),
                regs=(RegWrite(low, MEM),),
                temps={"to": to + 2, "source": source + 2},
            ),
            Step(
                read=Access(source_high, 2, stack=stack),
                write=Access(to_high, 2, reg(high), stack=stack),
                regs=(RegWrite(high, MEM),),
            ),
        ]

    return steps


PAIR_B = Reg("b", even=True, half=True)
PAIR_D = Reg("d", even=True, half=True)
INSTRUCTIONS = [
    *(
        Instruction(
            name,
            name,
            f"1111 0001 10{bit}n nndd dbbb ssss",
            (Lit("n", 3), Indirect("s"), PAIR_B, PAIR_D),
            f"To Wd+1:Wd the sum of Wb+1:Wb and the message word {order} of call #g of G, of the "
            "message block at Wm, XORed with the constant of the other index; W14 holds the number "
            "of rounds that are left, this one included.",
            add_message(bit == 1),
            cycles="2",
            affects="C",
            repeatable=False,
            extension="blake_g",
        )
        for name, bit, order in (("s3_cxa", 0, "sigma(2i)"), ("s3_cxar", 1, "sigma(2i + 1)"))
    ),
    *(
        Instruction(
            f"s3_axr_{amount}",
            f"s3_axr_{amount}",
            f"1111 0001 0{number:02b}k kkdd dbbb ssss",
            (Lit("k", 3), PAIR_B, Indirect("s"), PAIR_D),
            "Adds Wb+1:Wb to the 32-bit word #index (low half first) at Wm; then Wd+1:Wd is XORed "
            f"with that word and rotated by {amount} to the right.",
            half_round(amount),
            cycles="2",
            affects="C",
            repeatable=False,
            extension="blake_g",
        )
        for number, amount in enumerate(AMOUNTS)
    ),
    *(
        Instruction(
            name,
            name,
            f"1111 0001 11{bit}0 kkkk 0ddd ssss",
            (Lit("k", 4), Indirect("s"), PAIR_D),
            "Wd+1:Wd to the 32-bit word #index (low half first) at Wm, and the word "
            f"{which} to Wd+1:Wd.",
            exchange(distance),
            cycles="2",
            repeatable=False,
            extension="blake_g",
        )
        for name, bit, which, distance in (
            ("s3_next", 0, "after it", 4),
            ("s3_previous", 1, "before it", -4),
        )
    ),
]
