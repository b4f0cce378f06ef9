"""S3_E8: all of JH's E8, ten cycles for each column of eight words.

A set of our own in place of jh_cst and jh_swap.  What was looked for: with these the time of JH
goes into S-boxes and L, 50 instructions for the eight words of a column, though each such word
needs to be read and written but once, in eight cycles.  So one instruction does all of a column,
under REPEAT; 42 rounds of eight columns are `repeat #335`.  RCOUNT tells column and round, which
leaves nothing for the program to count.

The constants, most of the area of jh_cst, are in program memory instead: its port has nothing else
to do under REPEAT.

What it takes of the core, which has the ports anyway:

- each cycle reads at most one 16-bit word of data memory and writes at most one, reads at most
  three registers and writes at most two; four cycles read program memory as TBLRDL does;
- four temporary words of 16 bits: the S-box needs its four words and t at one time (and 3 bits
  each for the kind of swap and the odd column).  Between two columns nothing is kept but working
  registers;
- one S-box for 16 elements, used twice; the XORs of L;
- the swap inside of words that jh_swap has, once, at the input of odd words: what a round has to
  swap is swapped when the next round reads it.  Swaps of 16 bits and more are changes of addresses:
  the odd words of column e are where those of column e ^ D were at first, D the sum of the swaps so
  far; after 42 rounds D is 0.

results/pic24-area.csv has what it takes beside jh_cst and jh_swap, and its longest path.

The schedule.  x are the even words, y the odd ones, d the odd results, c the even results (written
while the next column is read).

| cycle | read | program memory | registers, temporary words | written |
|---|---|---|---|---|
| 1 | x0 | even constant | half of the S-box | |
| 2 | x1 | even constant | t | c1 of the column before |
| 3 | x3 | | S-box: W0, W1 | c0 |
| 4 | y2 | | W2, W7 | c3 |
| 5 | y0 | odd constant | half of the S-box | c2 |
| 6 | y1 | odd constant | t | |
| 7 | y3 | | S-box; W7 = c3 | d0 |
| 8 | | | W5 = c0, W6 = x2 ^ d0 | d1 |
| 9 | | | W6 = c2 | d3 |
| 10 | x2 of the next column | | W2; W1 = c1 | d2 |

Before: W2 is x2 of column 0; W5, W1, W6, W7 are x0 to x3 of column 7.  Afterwards W5, W1, W6, W7
are to be written there.
"""

from __future__ import annotations

from mote.pic24.expr import Expr, cat, const, mux, reg, rom, var, zext
from mote.pic24.isa import (
    MEM,
    PROG,
    RCOUNT,
    TBLPAG,
    Access,
    Fields,
    Instruction,
    Reg,
    RegWrite,
    Step,
)

ROUNDS = 42
MASKS = {1: 0x5555, 2: 0x3333, 4: 0x0F0F, 8: 0x00FF}


def by_round() -> list[int]:
    """D (3 bits), and the swap inside of words still to be done (0, or 1 to 4), by RCOUNT / 8."""
    table = []
    for round_ in reversed(range(ROUNDS)):
        swaps = [number % 7 for number in range(round_)]
        distance = 0
        for swap in swaps:
            distance ^= 1 << swap >> 4
        last = swaps[-1] + 1 if swaps and swaps[-1] < 4 else 0
        table.append(distance | last << 3)
    return table


def within(word: Expr, kind: Expr) -> Expr:
    """Blocks of 1, 2, 4 or 8 bits exchanged, for kind 1 to 4; kind 0: none."""

    def exchanged(distance: int) -> Expr:
        low = MASKS[distance]
        zeros = const(0, distance)
        left = cat(zeros, (word & low)[: 16 - distance])
        right = cat((word & ~low & 0xFFFF)[distance:], zeros)
        return left | right

    small = mux(kind[1], mux(kind[0], exchanged(4), exchanged(2)), mux(kind[0], exchanged(1), word))
    return mux(kind[2], exchanged(8), small)


def meaning(i: Fields) -> list[Step]:
    zero = const(0, 1)
    column = ~RCOUNT[:3]
    about = rom(by_round(), RCOUNT[3:9], 6)
    odd_column, odd_kind = column ^ about[:3], about[3:6]
    base = reg(i.s)
    table = cat(zero, reg(i.t)[1:], TBLPAG)
    next_constant = RegWrite(i.t, reg(i.t) + 2)
    constant = PROG[:16]

    def place(bit: int, odd: int, which: Expr) -> Expr:
        """The address of bit `bit` of the elements of a column."""
        offset = cat(zero, which, const(odd, 1), const(bit, 2))
        return base + zext(offset, 16)

    # Kept since the cycle before it is needed: the table is not before the address' addition.
    odd_place = var("odd_place", 3)

    def even(bit: int) -> Access:
        return Access(place(bit, 0, column), 2)

    def odd(bit: int, value: Expr | None = None) -> Access:
        return Access(place(bit, 1, odd_place), 2, value)

    def result(bit: int, register: int) -> Access:
        """c of the column before is written."""
        return Access(place(bit, 0, column - 1), 2, reg(register))

    def write(number: int, value: Expr) -> RegWrite:
        return RegWrite(const(number, 4), value)

    w0, w1, w2, w6, w7 = (reg(number) for number in (0, 1, 2, 6, 7))
    # The words of an S-box: bit 2, bit 0 after the first step, bit 1, t.  Later other words.
    m2, m0, m1, t = (var(name, 16) for name in ("m2", "m0", "m1", "t"))
    read = within(MEM, var("kind", 3))

    # Section 3.2, from the third step on; the word read is bit 3.
    a3 = ~read
    a0 = m0 ^ (m2 & a3)
    a3 = a3 ^ (~m1 & m2)
    a1 = m1 ^ (a0 & m2)
    a2 = m2 ^ (a0 & ~a3)
    a0 = a0 ^ (a1 | a3)
    a3 = a3 ^ (a1 & a2)
    a1 = a1 ^ (t & a0)
    a2 = a2 ^ t

    # L, section 3.3; names of the temporary words once y is there (w0 to w2, w7: x)
    y1, y2_x3, y3, d0 = t, m0, m2, m1
    new_d0 = a0 ^ w1
    d1, d3, d2 = y1 ^ w2, y3 ^ w0, y2_x3 ^ w0
    return [
        Step(
            read=even(0),
            program=table,
            temps={"m2": w2, "m0": MEM ^ (~w2 & constant), "kind": const(0, 3)},
        ),
        Step(
            read=even(1),
            program=table,
            write=result(1, 1),
            regs=(next_constant,),
            temps={"m1": read, "t": constant ^ (m0 & read)},
        ),
        Step(
            read=even(3),
            write=result(0, 5),
            regs=(write(0, a0), write(1, a1)),
            temps={"m2": a2, "t": a3, "kind": odd_kind, "odd_place": odd_column},
        ),
        Step(
            read=odd(2),
            write=result(3, 7),
            regs=(write(2, m2), write(7, t)),
            temps={"m2": read},
        ),
        Step(
            read=odd(0),
            program=table,
            write=result(2, 6),
            temps={"m0": read ^ (~m2 & constant)},
        ),
        Step(
            read=odd(1),
            program=table,
            regs=(next_constant,),
            temps={"m1": read, "t": constant ^ (m0 & read)},
        ),
        Step(
            read=odd(3),
            write=odd(0, new_d0),
            regs=(write(7, w7 ^ new_d0),),
            temps={"t": a1, "m0": a2 ^ w7, "m2": a3, "m1": new_d0},
        ),
        Step(write=odd(1, d1), regs=(write(5, w0 ^ d1), write(6, w2 ^ d0))),
        Step(write=odd(3, d3), regs=(write(6, w6 ^ d3),)),
        Step(
            read=Access(place(2, 0, column + 1), 2),
            write=odd(2, d2),
            regs=(write(2, MEM), write(1, w1 ^ d2)),
        ),
    ]


INSTRUCTIONS = [
    Instruction(
        "s3_e8",
        "s3_e8",
        "1111 0011 0000 0000 tttt ssss",
        (Reg("s"), Reg("t")),
        "JH's E8 on the 128 bytes of the state at Wm (W4, W8 to W14), after `repeat #335`; a "
        "column for each repetition. TBLPAG and Wt (W3, W4, W8 to W14) address the constants in "
        "program memory, for each column that of the even and that of the odd words; Wt moves on. "
        "Before and after, W0 to W2 and W5 to W7 hold words of the state.",
        meaning,
        cycles="10 (3360 with REPEAT)",
        extension="jh_e8",
    )
]
