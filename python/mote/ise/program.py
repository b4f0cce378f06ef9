"""A program of random instructions for a core with extensions, and what it leaves in memory.

It begins by setting all registers, goes through forms of the base instructions and all forms of
the extensions', stores the registers and ends at an instruction that does not exist.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from dataclasses import dataclass

from mote.common.errors import MoteError
from mote.pic24 import lockstep
from mote.pic24.hardware import boot
from mote.pic24.isa import ABSENT_WORDS, CORCON_PSV
from mote.pic24.sets import instruction_set
from mote.pic24.simulator import CYCLES, Simulator, Trap

TIMES = 4
"""So often the program has each form of an extension's instruction."""


PLAIN_FORMS = 200
"""So many forms of base instructions it has."""


SAVED = lockstep.DATA + 0x100
"""Where the program stores W0 to W14 at its end."""


ATTEMPTS = 100
"""So often operands are made anew where an instruction traps."""


SPECIAL = {"CORCON": 1 << CORCON_PSV, "PSVPAG": 0, "TBLPAG": 0, "SPLIM": lockstep.SPLIM}


@dataclass(frozen=True)
class Program:
    """A program with data memory before and after it; `executed`: its instructions."""

    words: dict[int, int]
    before: bytes
    after: bytes
    cycles: int
    executed: int


def program(names: tuple[str, ...]) -> Program:
    """A random program that comes to its end; what traps in it is made anew with other operands.

    Raises MoteError when a form of an extension traps in every one of ATTEMPTS.
    """
    every = lockstep.forms(instruction_set(names).instructions)
    plain = [form for form in every if not form[0].extension]
    chance = random.Random(1)
    wanted = [form for form in every if form[0].extension] * TIMES
    wanted += chance.sample(plain, PLAIN_FORMS)
    chance.shuffle(wanted)
    registers = [chance.getrandbits(16) for _ in range(15)] + [lockstep.STACK]
    before = chance.randbytes(0x10000)
    generator = lockstep.Generator(chance, names)
    starts: list[int] = []
    attempts = [0] * len(wanted)
    while True:
        for instruction, chosen in wanted[len(starts) :]:
            starts.append(generator.here)
            if attempts[len(starts) - 1]:
                # What was before may have moved the stack pointer.
                generator.literal(lockstep.STACK, 15)
            generator.one(instruction, dict(chosen))
        body = len(generator.words)
        generator.words += [0] * 8  # what the last jump or skip may reach
        for number in range(15):
            generator.put("mov_wns_f", s=number, f=(SAVED + 2 * number) >> 1)
        end = generator.here
        words = boot(registers, SPECIAL, 0, lockstep.ENTRY)
        code = [*generator.words, ABSENT_WORDS["reset"]]
        words.update({lockstep.ENTRY + 2 * n: word for n, word in enumerate(code)})
        simulator = Simulator(names)
        simulator.load({**dict.fromkeys(range(0, lockstep.PROGRAM_END, 2), 0), **words})
        simulator.data[:] = before
        simulator.allow(lockstep.DATA, lockstep.DATA_END - lockstep.DATA)
        simulator.pc = 0
        count = 0
        try:
            while simulator.pc != end:
                simulator.step()
                count += 1
        except Trap as trap:
            del generator.words[body:]
            place = max(bisect_right(starts, trap.pc) - 1, 0)
            attempts[place] += 1
            if attempts[place] == ATTEMPTS:
                name = wanted[place][0].name
                raise MoteError(
                    f"{name}: none of {ATTEMPTS} random operands do without a trap: {trap}"
                ) from None
            del generator.words[(starts[place] - lockstep.ENTRY) // 2 :], starts[place:]
            continue
        return Program(words, before, bytes(simulator.data), simulator.totals[CYCLES], count)
