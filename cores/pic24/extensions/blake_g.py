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
  word that is rotated; addresses are made anew from Wm in the second cycle.

The tables of sigma and of the constants are those that blake_cxm needs; the constants of blake_xcst
are left out.  W14 counts the rounds down, so that its DEC also ends the loop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from mote.pic24.expr import Expr, cat, const, mux, reg, rom, var, zext
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
    load_module,
)

_PAPER = load_module(Path(__file__).with_name("blake_cxm.py"))
CONSTANTS, SIGMA, HALVES = _PAPER.CONSTANTS, _PAPER.SIGMA, _PAPER.HALVES
AMOUNTS = (16, 12, 8, 7)

ZERO, ONE = const(0, 1), const(1, 1)


def pairs() -> list[int]:
    """The two indices of each call of G, by 8 times 4 to 13 (14 less the row of sigma), plus it."""
    table = [0] * 40
    for row in reversed(SIGMA):
        table += [row[2 * g] | row[2 * g + 1] << 4 for g in range(8)]
    return table


def half_sum(a: Expr, b: Expr, carry: Expr) -> tuple[Expr, Expr]:
    """A sum of 16 bits and its carry."""
    y = zext(a, 17) + zext(b, 17) + zext(carry, 17)
    return y[:16], y[16]


def place(i: Fields, index: Expr, half: int) -> Expr:
    """The address of a half of the 32-bit word `index` at Ws."""
    return reg(i.s) + zext(cat(ZERO, const(half, 1), index), 16)


def add_message(reverse: bool) -> Callable[[Fields], list[Step]]:
    def steps(i: Fields) -> list[Step]:
        left = reg(14)[:4]
        # The last four rounds, with 4 to 1 left, take the rows 0 to 3, as 14 to 11 do.
        again = ~(left[3] | left[2] & (left[1] | left[0]))
        row = mux(again, cat(left[0], ~left[1], left[1] | left[2], ONE), left)
        pair = rom(pairs(), cat(i.n, row), 8)
        first, second = (pair[4:], pair[:4]) if reverse else (pair[:4], pair[4:])

        def step(half: int) -> Step:
            which = const(half, 1)
            word = MEM ^ rom(HALVES, cat(which, second), 16)
            y, carry = half_sum(reg(cat(which, i.b)), word, C if half else ZERO)
            return Step(
                read=Access(place(i, first, half), 2, stack=i.s.eq(15)),
                regs=(RegWrite(cat(which, i.d), y),),
                flags={"C": carry},
            )

        return [step(0), step(1)]

    return steps


def half_round(amount: int) -> Callable[[Fields], list[Step]]:
    def steps(i: Fields) -> list[Step]:
        stack = i.s.eq(15)
        low, high = place(i, i.k, 0), place(i, i.k, 1)
        y, carry = half_sum(MEM, reg(cat(ZERO, i.b)), ZERO)
        z, last = half_sum(MEM, reg(cat(ONE, i.b)), C)
        x = cat(var("low", 16), z ^ reg(cat(ONE, i.d)))
        x = cat(x[amount:], x[:amount])
        return [
            Step(
                read=Access(low, 2, stack=stack),
                write=Access(low, 2, y, stack=stack),
                flags={"C": carry},
                temps={"low": y ^ reg(cat(ZERO, i.d))},
            ),
            Step(
                read=Access(high, 2, stack=stack),
                write=Access(high, 2, z, stack=stack),
                regs=(RegWrite(cat(ZERO, i.d), x[:16]), RegWrite(cat(ONE, i.d), x[16:])),
                flags={"C": last},
            ),
        ]

    return steps


def exchange(distance: int) -> Callable[[Fields], list[Step]]:
    def steps(i: Fields) -> list[Step]:
        def step(half: int) -> Step:
            number = cat(const(half, 1), i.d)
            to = place(i, i.k, half)
            return Step(
                read=Access(to + const(distance & 0xFFFF, 16), 2, stack=i.s.eq(15)),
                write=Access(to, 2, reg(number), stack=i.s.eq(15)),
                regs=(RegWrite(number, MEM),),
            )

        return [step(0), step(1)]

    return steps


def pointer_stays(fields: Mapping[str, int]) -> bool:
    """Whether Wm is not the low half of Wd, which is written first."""
    return fields["s"] != 2 * fields["d"]


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
            "of rounds that are left, this one included. Wd is neither Wm nor W14.",
            add_message(bit == 1),
            cycles="2",
            affects="C",
            repeatable=False,
            extension="blake_g",
            constraint=lambda fields: pointer_stays(fields) and fields["d"] != 7,
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
            f"{which} to Wd+1:Wd. Wd is not Wm.",
            exchange(distance),
            cycles="2",
            repeatable=False,
            extension="blake_g",
            constraint=pointer_stays,
        )
        for name, bit, which, distance in (
            ("s3_next", 0, "after it", 4),
            ("s3_previous", 1, "before it", -4),
        )
    ),
]
