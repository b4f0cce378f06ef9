"""GR_ROUNDS and GR_FINAL: nine rounds of Groestl's P or Q, and the tenth with its sum into H.

Not of the paper: a set of our own.  Groestl, section 3.4.  The instructions of Constantin, Burg and
Gurkaynak (section 5.2) pass over the state four times in a round, in 160 cycles for P and 184 for
Q.  Here a round is one pass, a byte in and a byte out each cycle: 64 cycles.  Fewer reads than
bytes would need both bytes of a word at a time, which go to different columns, and so a second
S-box and twice the multiples.

A byte goes through the S-box and times 2, 3, 4, 5 and 7 into the eight bytes of its column's
product.  They move on by one row between two bytes: so every place always adds the same multiple.

ShiftBytes costs nothing.  A column of the product goes where the eight bytes came from, which
nothing else needs any more.  So row i, which moves s columns in ShiftBytes, has its column j at
column j + s t (modulo 8) after t rounds.

GR_ROUNDS #variant, Wm (0: P, 1: Q) after `repeat #72`: nine rounds on the 64 bytes at Wm.  Each
repetition takes 8 cycles: it reads the bytes of one column, rows 0 to 7, and writes those of the
column before, in the order WRITTEN: the row that moves by 7 before it is read as part of the next
round's first column.  A finished column is in W0 to W3.  No more than three registers are written
in a cycle: so W0 and W1, rows 7 to 4, leave the product before the last byte, of which W4 keeps the
single and the double; what the last byte adds to them is added when they are written.  With a byte
goes AddRoundConstant of the round to come (to row 0 of P, row 7 of Q; that all bytes of Q are
complemented is part of the way to the S-box).  The program adds the first round's.

GR_FINAL #variant, Wm, Wd after `repeat #7`: the tenth round (state at Wm), each column added to the
64 bytes at Wd, in 12 cycles.

What it takes of the core: in a cycle at most three registers are read and three written, and one
item of data memory is read and one written.  Beside that, 64 bits of the product are kept from
cycle to cycle of one repetition.
"""

from __future__ import annotations

from pathlib import Path

from mote.pic24.expr import Expr, cat, const, mux, reg, var, zext
from mote.pic24.isa import (
    MEM,
    MEM8,
    RCOUNT,
    Access,
    Fields,
    Instruction,
    Lit,
    Reg,
    RegWrite,
    Step,
    load_module,
)

COEFFICIENTS = (2, 2, 3, 4, 5, 3, 5, 7)
"""Of MixBytes: what row i of the product takes of row i + k."""
SHIFTS = ((0, 1, 2, 3, 4, 5, 6, 7), (1, 3, 5, 7, 0, 2, 4, 6))
"""Of ShiftBytes in P and Q, by row."""
WRITTEN = (3, 7, 6, 5, 4, 2, 1, 0)
"""The row written in each cycle of GR_ROUNDS."""

_BYTES = load_module(Path(__file__).with_name("_byte_substitution.py"))
SBOX = _BYTES.SBOX
ZERO = const(0, 1)


def double(a: Expr) -> Expr:
    """Times x."""
    return cat(ZERO, a[:7]) ^ mux(a[7], const(0x1B, 8), 0)


def substituted(i: Fields) -> Expr:
    """The S-box on the byte just read; all bytes of Q come complemented."""
    complement = cat(*[i.v] * 8)
    result: Expr = _BYTES.substituted(MEM8 ^ complement)
    return result


def column(step: int, x: Expr) -> list[Expr]:
    """The product after a byte x: row `step` - p of it in place p."""
    twice = double(x)
    four = double(twice)
    multiple = {2: twice, 3: twice ^ x, 4: four, 5: four ^ x, 7: four ^ twice ^ x}
    terms = [multiple[c] for c in COEFFICIENTS]
    if step == 0:
        return terms
    old = cat(*(var(f"sum{n}", 16) for n in range(4)))
    return [old[8 * (p - 1 & 7) :][:8] ^ terms[p] for p in range(8)]


def sums(places: list[Expr]) -> dict[str, Expr]:
    """The product as it is kept between two cycles."""
    return {f"sum{n}": cat(places[2 * n], places[2 * n + 1]) for n in range(4)}


def multiplied(t: Expr, factor: int) -> Expr:
    """t times a constant, modulo 8."""
    total = const(0, 3)
    for bit in range(3):
        if factor >> bit & 1:
            shifted = t if bit == 0 else cat(const(0, bit), t[: 3 - bit])
            total = total + shifted
    return total


def place(i: Fields, row: int, number: Expr, t: Expr) -> Expr:
    """Address of the byte of this row that column `number` takes, or leaves, in round t - 1."""
    p, q = (multiplied(t, shifts[row]) for shifts in SHIFTS)
    return reg(i.s) + zext(cat(const(row, 3), number + mux(i.v, q, p)), 16)


def rounds(i: Fields) -> list[Step]:
    """One repetition: a column in, the column before out."""
    # 7 bits: column, and the round's number; their offset is that of 72 repetitions.
    written = ~RCOUNT[:7]
    reading = written + 1
    t_written = written[3:] + 10
    t = reading[3:] + 10
    x = substituted(i)
    single, twice = reg(4)[:8], reg(4)[8:]
    late = {7: twice, 6: twice, 5: twice ^ single, 4: double(twice)}
    constant = cat(t_written, written[:3], ZERO)
    steps = []
    for step, row in enumerate(WRITTEN):
        places = column(step, x)
        value = reg((7 - row) // 2)[8 * (row & 1) :][:8]
        if row in late:
            value = value ^ late[row]
        if row in (0, 7):
            value = value ^ mux(i.v.eq(int(row == 7)), constant, 0)
        if step == 6:
            # Rows 7 and 6, 5 and 4 without their last byte: row - 1 places ahead.
            kept = [(0, places[0], places[7]), (1, places[2], places[1])]
        elif step == 7:
            kept = [(2, places[5], places[4]), (3, places[7], places[6]), (4, x, double(x))]
        else:
            kept = []
        steps.append(
            Step(
                read=Access(place(i, step, reading[:3], t[:3]), 1),
                write=Access(
                    place(i, row, written[:3], t_written[:3]), 1, value, when=t_written.ne(0)
                ),
                regs=tuple(RegWrite(const(n, 4), cat(low, high)) for n, low, high in kept),
                temps=sums(places) if step < 7 else {},
            )
        )
    return steps


def final(i: Fields) -> list[Step]:
    """One repetition: a column of the last round, added to H."""
    number = ~RCOUNT[:3]
    x = substituted(i)
    steps = []
    for row in range(8):
        read = Access(place(i, row, number, const(10, 3)), 1)
        steps.append(Step(read=read, temps=sums(column(row, x))))
    total = cat(*(var(f"sum{n}", 16) for n in range(4)))
    for n in range(4):
        address = reg(i.d) + zext(cat(ZERO, const(n, 2), number), 16)
        # Row i is in place 7 - i.
        low, high = (total[8 * (7 - row) :][:8] for row in (2 * n, 2 * n + 1))
        steps.append(Step(read=Access(address, 2), write=Access(address, 2, MEM ^ cat(low, high))))
    return steps


INSTRUCTIONS = [
    Instruction(
        "gr_rounds",
        "gr_rounds",
        "1111 0010 0000 0000 000v ssss",
        (Lit("v", 1), Reg("s")),
        "Nine rounds of P (0) or Q (1) on the state at Wm (W5 to W14), after `repeat #72`. "
        "W0 to W4 are lost.",
        rounds,
        cycles="8 (584 with REPEAT)",
        extension="groestl_rounds",
    ),
    Instruction(
        "gr_final",
        "gr_final",
        "1111 0010 0001 dddd 000v ssss",
        (Lit("v", 1), Reg("s"), Reg("d")),
        "The tenth round of P (0) or Q (1) on the state at Wm, added to the 64 bytes at Wd, after "
        "`repeat #7`.",
        final,
        cycles="12 (96 with REPEAT)",
        extension="groestl_rounds",
    ),
]
