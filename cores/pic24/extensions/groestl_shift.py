"""S3_SHIFT_P and S3_SHIFT_Q: Groestl's ShiftBytes, in place, in 36 cycles.

Constantin, Burg, Gurkaynak, section 5.2; Groestl, section 3.4.4.  The state lies column by column,
so that a word holds the bytes of two rows in one column.  Two rows are shifted at a time: their
eight words are read one a cycle, in the order of the columns or against it, whichever lets a
result be written sooner, and each result is written `lag` cycles after its own column was read.
The pairs of rows follow each other by growing lag (1 to 4), so that a word is read in each of 32
cycles and the last result is written in the 36th.  Words that are still needed after their place
was overwritten are in W0 to W7: position p of the n-th pair in register (p - n * spread) mod 8,
where spread (1 for P, 2 for Q) is how far apart the two rows' shifts are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mote.pic24.expr import Expr, cat, const, mux, reg, rom, zext
from mote.pic24.isa import MEM, RCOUNT, Access, Fields, Instruction, Reg, RegWrite, Step

SHIFTS = {"p": (0, 1, 2, 3, 4, 5, 6, 7), "q": (1, 3, 5, 7, 0, 2, 4, 6)}
CYCLES = 36


@dataclass
class Control:
    """What one cycle does.

    Words are counted as they lie in memory.  low, high: the registers of both bytes of the result;
    low_read, high_read: whether a byte is of the word read in this cycle instead.
    """

    read: bool = False
    read_word: int = 0
    slot: int = 0
    write: bool = False
    write_word: int = 0
    low: int = 0
    high: int = 0
    low_read: bool = False
    high_read: bool = False

    @property
    def packed(self) -> int:
        bits = self.read | self.read_word << 1 | self.slot << 6 | self.write << 9
        bits |= self.write_word << 10 | self.low << 15 | self.high << 18
        return bits | self.low_read << 21 | self.high_read << 22


def schedule(shifts: tuple[int, ...]) -> list[Control]:
    """The 36 cycles for these shifts of the eight rows to the left."""
    pairs = []
    for row in range(0, 8, 2):
        low, high = shifts[row], shifts[row + 1]
        ascending = max(low, high) <= 4
        # Distances in the order of reading, from a result to the words that it is made of.
        distances = (low, high) if ascending else (8 - low, 8 - high)
        pairs.append((max(distances), row // 2, ascending, distances))
    pairs.sort()
    spread = abs(shifts[0] - shifts[1])
    control = [Control() for _ in range(CYCLES)]
    for number, (lag, pair, ascending, distances) in enumerate(pairs):
        for position in range(8):
            column = position if ascending else 7 - position
            word = 4 * column + pair
            reading = control[8 * number + position]
            reading.read, reading.read_word = True, word
            reading.slot = (position - spread * number) % 8
            writing = control[8 * number + position + lag]
            writing.write, writing.write_word = True, word
            source = [position + distance for distance in distances]
            writing.low, writing.high = ((s - spread * number) % 8 for s in source)
            # A source that is read in this very cycle is not in its register yet.
            writing.low_read, writing.high_read = (s == position + lag < 8 for s in source)
    return control


def meaning(shifts: tuple[int, ...]) -> Callable[[Fields], list[Step]]:
    table = tuple(control.packed for control in reversed(schedule(shifts)))

    def steps(i: Fields) -> list[Step]:
        c = rom(table, RCOUNT[:6], 23)
        zero = const(0, 1)

        def address(word: Expr) -> Expr:
            return reg(i.s) + zext(cat(zero, word), 16)

        low = mux(c[21], MEM, reg(cat(c[15:18], zero)))[:8]
        high = mux(c[22], MEM, reg(cat(c[18:21], zero)))[8:]
        return [
            Step(
                read=Access(address(c[1:6]), 2, when=c[0]),
                write=Access(address(c[10:15]), 2, cat(low, high), when=c[9]),
                regs=(RegWrite(cat(c[6:9], zero), MEM, when=c[0]),),
            )
        ]

    return steps


INSTRUCTIONS = [
    Instruction(
        f"s3_shift_{name}",
        f"s3_shift_{name}",
        f"1100 0101 000{bit} 0000 0000 ssss",
        (Reg("s"),),
        f"ShiftBytes of {name.upper()} on the state at Wm (W8 to W14), after `repeat #35`. "
        "W0 to W7 are lost.",
        meaning(SHIFTS[name]),
        cycles="1 (36 with REPEAT)",
        extension="groestl_shift",
    )
    for name, bit in (("p", 0), ("q", 1))
]
