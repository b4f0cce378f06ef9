"""S3_MIX: Groestl's MixBytes in 80 cycles.

Constantin, Burg, Gurkaynak, section 5.2; Groestl, section 3.4.5.  Eight cycles for each column:
each of its four words (two bytes) is read twice, in an even cycle for rows 0 to 3 of the product,
in an odd one for rows 4 to 7, which add up in W0 and W1, W2 and W3.  Words 0 and 2 are written as
they are completed, in the last two cycles of their column, words 1 and 3 from W1 and W3 in the two
cycles after those, while the next column begins.  So 66 cycles do the work; the instruction keeps
the paper's count, and the last 14 do nothing.
"""

from __future__ import annotations

from mote.pic24.expr import Expr, cat, const, mux, reg, zext
from mote.pic24.isa import MEM, RCOUNT, Access, Fields, Instruction, Reg, RegWrite, Step

CIRCULANT = (2, 2, 3, 4, 5, 3, 5, 7)


def double(a: Expr) -> Expr:
    """Times x modulo x^8 + x^4 + x^3 + x + 1."""
    return cat(const(0, 1), a[:7]) ^ mux(a[7], const(0x1B, 8), 0)


def multiples(a: Expr) -> dict[int, Expr]:
    """Times 2, 3, 4, 5 and 7."""
    twice = double(a)
    four = double(twice)
    return {2: twice, 3: twice ^ a, 4: four, 5: four ^ a, 7: four ^ twice ^ a}


def meaning(i: Fields) -> list[Step]:
    zero = const(0, 1)
    # RCOUNT falls from 79: eight cycles (phases) for each column, which is 9 - turn.
    phase, turn = ~RCOUNT[:3], RCOUNT[3:7]
    second, pair = phase[0], phase[1:3]
    column = cat(~turn[0], turn[1], turn[1] ^ turn[2])
    reading = turn[1] | turn[2] | turn[3]
    x, y = multiples(MEM[:8]), multiples(MEM[8:])

    def term(row: int) -> Expr:
        """What the pair adds to a row: coefficients 2 pair - row and 2 pair + 1 - row."""
        choices = [
            x[CIRCULANT[(2 * p - row) % 8]] ^ y[CIRCULANT[(2 * p + 1 - row) % 8]] for p in range(4)
        ]
        low = mux(pair[0], choices[1], choices[0])
        return mux(pair[1], mux(pair[0], choices[3], choices[2]), low)

    # Rows 4 to 7 of a pair are rows 0 to 3 of the pair two further: the matrix is circulant.
    pair = cat(pair[0], pair[1] ^ second)
    first_pair = phase[1:3].eq(0)
    held = reg(cat(const(1, 1), second, zero, zero))
    sums = []
    for word in (0, 1):
        old = reg(cat(const(word, 1), second, zero, zero))
        new = cat(term(2 * word), term(2 * word + 1))
        sums.append(mux(first_pair, new, old ^ new))
    # Late words are those of the column before, which is 8 - turn: none in the first column's
    # turn, the last column's after the last turn of reading.
    late = ~phase[2]
    before = cat(turn[0], turn[0] ^ turn[1], turn[2] ^ (turn[0] | turn[1]))
    due = mux(late, (reading | turn[0]) & ~(turn[3] & turn[0]), reading)
    writing = phase[1].eq(phase[2]) & due
    value = mux(late, held, sums[0])
    base = reg(i.s)
    read_at = base + zext(cat(zero, phase[1:3], column), 16)
    write_at = base + zext(cat(zero, late, second, mux(late, before, column)), 16)
    return [
        Step(
            read=Access(read_at, 2, when=reading),
            write=Access(write_at, 2, value, when=writing),
            regs=tuple(
                RegWrite(cat(const(n, 1), second, zero, zero), sums[n], when=reading)
                for n in (0, 1)
            ),
        )
    ]


INSTRUCTIONS = [
    Instruction(
        "s3_mix",
        "s3_mix",
        "1100 0110 0000 0000 0000 ssss",
        (Reg("s"),),
        "MixBytes on the state at Wm (W4 to W14), after `repeat #79`. W0 to W3 are lost.",
        meaning,
        cycles="1 (80 with REPEAT)",
        extension="groestl_mix",
    )
]
