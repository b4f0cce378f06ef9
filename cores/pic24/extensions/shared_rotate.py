"""SR_TURN, SR_MIX, SR_MIXK, SR_STEP, SR_SWAP, SR_CHI: one set for BLAKE, Keccak and Skein.

Not of the paper: one set of our own in the place of six of its files.  What was looked for: what
the inner loops of the three functions have in common.  It is less the rotation than what stands
around it: a word of a state in memory is read and changed in the same cycle, while words in
registers are rotated.  On the 16-bit core that is two or three instructions for each 16 bits, where
memory could do it in one cycle.  So every instruction here goes along a word of 32 or 64 bits in
memory, at W13 + #disp, with 16 bits of it read and written in each cycle (SR_CHI along a word of 16
bits at any register):

| | memory | registers | for |
|---|---|---|---|
| sr_turn | = rotated Ws | Wd = old memory | rho and pi of Keccak; words of Skein change places |
| sr_mix | += Ws or Wd | Wd = rotated Ws ^ memory | MIX of Skein |
| sr_step | += rotated Wz | Wz = rotated Wz, Wy ^= memory | the four steps of G of BLAKE |
| sr_swap | = Wd | Wd = old memory | words of BLAKE change places |
| sr_chi | ^= ~Wb & Wc | Wd = old memory | chi of Keccak |

BLAKE rotates after an XOR, Skein before.  For both to be one datapath, sr_step leaves the XOR
unrotated and rotates when the word is added next; the amount is then that of the step before.  The
rotations that this leaves for the start and the end of BLAKE sr_step does too, at a place in memory
that is free.  BLAKE's message words and constants are not in this set: its kernel takes blake_cxm.

What it takes of the core: no cycle reads more than three registers or writes more than two; 16 bits
of data memory are read and written, at one address; one funnel shifter and one adder, those of the
core, and never one behind the other: sr_step rotates a cycle ahead, into a temporary word.  New are
the XOR behind the adder, the gates of sr_chi, and choices of operands.  Where a cycle needs three
registers there is no port left for the address, and there is a cycle for that first.

What was looked at and left: a second funnel shifter (G in eight cycles and not twelve; MIX gains
nothing); the message word and its constant of BLAKE within the step (of use to BLAKE alone, which
needs other operands for it); D of theta within sr_turn (another operand from memory in each cycle).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from mote.pic24.expr import Expr, cat, const, reg, shl, var, zext
from mote.pic24.isa import (
    MEM,
    Access,
    Fields,
    Group,
    Instruction,
    Lit,
    Operand,
    OperandError,
    Reg,
    RegWrite,
    Step,
    register_number,
)
from mote.pic24.isa import C as CARRY

BASE = 13
"""The register with the address of the words in memory."""


@dataclass(frozen=True)
class Low(Reg):
    """One of W0 to W3, in two bits."""

    def parse(self, text: str, evaluate: Callable[[str], int], byte: bool) -> dict[str, int] | None:
        number = register_number(text)
        if number is not None and number > 3:
            raise OperandError(f"w{number}: one of w0 to w3 is needed here")
        return super().parse(text, evaluate, byte)


def rotated(group: Expr, number: Expr, amount: Expr) -> Expr:
    """A word of four registers, rotated left by 0 to 63."""
    first = number - amount[4:6]
    return shl(cat(reg(cat(first - 1, group)), reg(cat(first, group))), amount[:4])[16:]


def rotated_pair(pair: Expr, index: int, amount: Expr) -> Expr:
    """Word `index` of two registers, rotated left by 0 to 31."""
    first = amount[4] ^ const(index, 1)
    return shl(cat(reg(cat(~first, pair)), reg(cat(first, pair))), amount[:4])[16:]


def plus(a: Expr, b: Expr, first: bool) -> Expr:
    """17 bits: the sum with the carry flag, but for the first word."""
    total = zext(a, 17) + zext(b, 17)
    return total if first else total + zext(CARRY, 17)


def place(number: Expr, zeros: int) -> Expr:
    """The address W13 + number * 2^zeros."""
    return reg(BASE) + zext(cat(const(0, zeros), number), 16)


def exchange(
    i: Fields, bits: int, place: Expr, new: Callable[[Expr], Expr], number: Callable[[Expr], Expr]
) -> list[Step]:
    """2^bits words in memory become `new`, the old ones go to registers.

    place: a number of so many words.  new and number take which of them it is.
    """
    steps = []
    for index in range(1 << bits):
        which = i.step(index, bits)
        value = new(which)
        at = cat(const(0, 1), which, place)
        address = reg(BASE) + zext(at, 16)
        steps.append(
            Step(
                read=Access(address, 2),
                write=Access(address, 2, value),
                regs=(RegWrite(number(which), MEM),),
            )
        )
    return steps


def turn(i: Fields) -> list[Step]:
    return exchange(i, 2, i.c, lambda n: rotated(i.s, n, i.r), lambda n: cat(n, i.d))


def swap(i: Fields) -> list[Step]:
    return exchange(i, 1, i.k, lambda n: reg(cat(n, i.d)), lambda n: cat(n, i.d))


def mix(key: bool) -> Callable[[Fields], list[Step]]:
    def meaning(i: Fields) -> list[Step]:
        address = var("address", 16)
        steps = [Step(temps={"address": place(i.w, 3)})]
        for index in range(4):
            # The first step is that of the address.
            number = i.step(index + 1, 2) - 1
            total = plus(MEM, reg(cat(number, i.d if key else i.s)), index == 0)
            turned = rotated(i.s, number, i.r)
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


def step(i: Fields) -> list[Step]:
    address, ahead = var("address", 16), var("ahead", 16)
    steps = [Step(temps={"address": place(i.k, 2), "ahead": rotated_pair(i.z, 0, i.r)})]
    for index in range(2):
        half = const(index, 1)
        total = plus(MEM, ahead, index == 0)
        y = cat(half, i.y)
        later = {"address": address + 2, "ahead": rotated_pair(i.z, 1, i.r)}
        steps.append(
            Step(
                read=Access(address, 2),
                write=Access(address, 2, total[:16]),
                regs=(RegWrite(cat(half, i.z), ahead), RegWrite(y, reg(y) ^ total[:16])),
                flags={"C": total[16]},
                temps={} if index else later,
            )
        )
    return steps


def chi(i: Fields) -> list[Step]:
    b, c = reg(zext(i.b, 4)), reg(zext(i.c, 4))
    address = reg(i.m)
    return [
        Step(
            read=Access(address, 2),
            write=Access(address, 2, MEM ^ (~b & c)),
            regs=(RegWrite(i.m, address + 2), RegWrite(zext(i.d, 4), MEM)),
        )
    ]


def instruction(
    name: str,
    pattern: str,
    operands: tuple[Operand, ...],
    prose: str,
    meaning: Callable[[Fields], list[Step]],
    cycles: str,
    affects: str = "",
    constraint: Callable[[Mapping[str, int]], bool] | None = None,
) -> Instruction:
    return Instruction(
        name,
        name,
        f"1111 0110 {pattern}",
        operands,
        prose,
        meaning,
        cycles=cycles,
        affects=affects,
        repeatable=False,
        extension="shared_rotate",
        constraint=constraint,
    )


INSTRUCTIONS = [
    instruction(
        "sr_turn",
        "1crr rrrr cccc ssdd",
        (Lit("r", 6), Lit("c", 5, step=8), Group("s"), Group("d")),
        "The 64 bits at W13 + #disp become Ws to Ws+3, rotated left by #rot; what they were goes "
        "to Wd to Wd+3, four other registers unless #rot is 0.",
        turn,
        "4",
        constraint=lambda f: 3 not in (f["s"], f["d"]) and (f["s"] != f["d"] or f["r"] == 0),
    ),
    *(
        instruction(
            name,
            f"00rr rrrr 0{key:b}ww ssdd",
            (Lit("r", 6), Lit("w", 2, step=8), Group("s"), Group("d")),
            f"Adds the 64 bits of {what} to the 64 bits at W13 + #disp; Wd to Wd+3, four other "
            "registers than Ws, become Ws to Ws+3, rotated left by #rot, XOR the sum.",
            mix(key),
            "5",
            "C",
            lambda f: f["s"] != f["d"] != 3 != f["s"],
        )
        for name, key, what in (("sr_mix", False, "Ws to Ws+3"), ("sr_mixk", True, "Wd to Wd+3"))
    ),
    instruction(
        "sr_step",
        "01kr rrrr kkyy yzzz",
        (
            Lit("r", 5),
            Lit("k", 3, step=4),
            Reg("z", even=True, half=True),
            Reg("y", even=True, half=True),
        ),
        "Rotates the 32 bits of Wz+1:Wz left by #rot, adds them to the 32 bits at W13 + #disp, and "
        "XORs the sum into Wy+1:Wy, another pair.",
        step,
        "3",
        "C",
        lambda f: f["z"] != f["y"] and max(f["z"], f["y"]) < 6,
    ),
    instruction(
        "sr_swap",
        "0001 kkkk 1000 0ddd",
        (Lit("k", 4, step=4), Reg("d", even=True, half=True)),
        "Exchanges the 32 bits of Wd+1:Wd with those at W13 + #disp.",
        swap,
        "2",
        constraint=lambda f: f["d"] < 6,
    ),
    instruction(
        "sr_chi",
        "0010 bbcc 1dd0 mmmm",
        (Low("b"), Low("c"), Reg("m"), Low("d")),
        "The word at Wm, which goes to the next one, is XORed with Wc AND NOT Wb; what it was goes "
        "to Wd.  Wb, Wc and Wd are of W0 to W3, Wm is not.",
        chi,
        "1",
        constraint=lambda f: 3 < f["m"] < 15,
    ),
]
