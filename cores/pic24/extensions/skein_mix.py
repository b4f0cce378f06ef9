"""TF_MIX, TF_MIXK, TF_EXCH, TF_ADD: Threefish's MIX on an even word in memory, and what feeds it.

Not of the paper: a set of our own.  After S3_LROT the time of Threefish goes into 64-bit sums and
XORs with a state in memory: two cycles for each 16 bits, though each word of memory needs to be
read and written but once.  TF_MIX does sum and rotated XOR in the same cycle.  Then the key words
(TF_ADD: as quick as four additions, a quarter of the program) and the odd words that change places
with memory (TF_EXCH: half the cycles) are what is left.

What it takes of the core: no cycle reads more than three registers or writes more than two; one
word of data memory is read and written, at one address.  Adder and funnel shifter are those of the
core (S3_LROT has a second shifter): new is an XOR behind both.  With the three registers of a word
of the result (what is added, and two words for the shifter) there is no port left for the address:
it is kept from a first cycle on, in the register that other instructions of two cycles have.
"""

from __future__ import annotations

from collections.abc import Callable

from mote.pic24.expr import Expr, cat, const, reg, shl, var, zext
from mote.pic24.isa import MEM, Access, Fields, Group, Instruction, Lit, Reg, RegWrite, Step
from mote.pic24.isa import C as CARRY


def word(i: Fields, index: int, group: Expr) -> Expr:
    """The number of a register of a group."""
    return cat(i.step(index, 2), group)


def plus(a: Expr, b: Expr, first: bool) -> Expr:
    """17 bits: the sum with the carry flag, but for the first word."""
    total = zext(a, 17) + zext(b, 17)
    return total if first else total + zext(CARRY, 17)


def displaced(i: Fields, index: int) -> Expr:
    """W13 + displacement + 2 * index: the address of a word."""
    return reg(13) + zext(cat(const(0, 1), i.step(index, 2), i.w), 16)


def mix(key: bool) -> Callable[[Fields], list[Step]]:
    def meaning(i: Fields) -> list[Step]:
        address = var("address", 16)
        start = reg(13) + zext(cat(const(0, 3), i.w), 16)
        steps = [Step(temps={"address": start})]
        for index in range(4):
            # The first step is that of the address.
            number = i.step(index + 1, 2) - 1
            first = number - i.r[4:6]
            high, low = reg(cat(first, i.s)), reg(cat(first - 1, i.s))
            turned = shl(cat(low, high), i.r[:4])[16:]
            total = plus(MEM, reg(cat(number, i.d if key else i.s)), index == 0)
            steps.append(
                Step(
                    read=Access(address, 2),
                    write=Access(address, 2, total[:16]),
                    regs=(RegWrite(cat(number, i.d), turned ^ total[:16]),),
                    flags={"C": total[16]},
                    temps={"address": address + 2} if index < 3 else {},
                )
            )
        return steps

    return meaning


def exchange(i: Fields) -> list[Step]:
    steps = []
    for index in range(4):
        address = displaced(i, index)
        number = word(i, index, i.d)
        steps.append(
            Step(
                read=Access(address, 2),
                write=Access(address, 2, reg(number)),
                regs=(RegWrite(number, MEM),),
            )
        )
    return steps


def add(i: Fields) -> list[Step]:
    steps = []
    for index in range(4):
        total = plus(MEM, reg(word(i, index, i.s)), index == 0)
        steps.append(
            Step(
                read=Access(reg(i.m), 2),
                regs=(RegWrite(i.m, reg(i.m) + 2), RegWrite(word(i, index, i.d), total[:16])),
                flags={"C": total[16]},
            )
        )
    return steps


INSTRUCTIONS = [
    *(
        Instruction(
            name,
            name,
            f"1111 0101 0{key:b}ww rrrr rr00 ssdd",
            (Lit("r", 6), Lit("w", 2, step=8), Group("s"), Group("d")),
            f"Adds the 64 bits of {what} to the 64 bits at W13 + #disp; Wd to Wd+3, four other "
            "registers than Ws, become Ws to Ws+3, rotated left by #rot, XOR the sum.",
            mix(key),
            cycles="5",
            affects="C",
            repeatable=False,
            extension="skein_mix",
            constraint=lambda fields: fields["s"] != fields["d"] != 3 != fields["s"],
        )
        for name, key, what in (("tf_mix", False, "Ws to Ws+3"), ("tf_mixk", True, "Wd to Wd+3"))
    ),
    Instruction(
        "tf_exch",
        "tf_exch",
        "1111 0101 1000 0www 0000 00dd",
        (Lit("w", 3, step=8), Group("d")),
        "Exchanges the 64 bits of Wd to Wd+3 with those at W13 + #disp.",
        exchange,
        cycles="4",
        repeatable=False,
        extension="skein_mix",
        constraint=lambda fields: fields["d"] != 3,
    ),
    Instruction(
        "tf_add",
        "tf_add",
        "1111 0101 1100 mmmm 0000 ssdd",
        (Group("s"), Reg("m"), Group("d")),
        "Wd to Wd+3 become the sum of the 64 bits of Ws to Ws+3 and of those at Wm, which goes "
        "to the next ones.",
        add,
        cycles="4",
        affects="C",
        repeatable=False,
        extension="skein_mix",
        constraint=lambda fields: fields["m"] >= 12 and 3 not in (fields["s"], fields["d"]),
    ),
]
