"""Decoding and meaning of every instruction against pypcode's PIC-24 language (Ghidra's).

DEVIATIONS holds where it differs from Microchip's 16-bit MCU and DSC Programmer's Reference Manual
(DS70157) or where the manual leaves something open; cores/pic24/README.md says the same.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

import pcode
from mote.pic24.isa import FLAGS, FOLDER, Instruction, Step
from mote.pic24.sets import instruction_set
from mote.pic24.simulator import SLOT, Simulator, Trap
from mote.proving.lift import Varnode

pypcode = pytest.importorskip("pypcode")

ISA = instruction_set()
CONTEXT = pypcode.Context(pcode.LANGUAGE)
REGISTERS = {n: Varnode(v.space.name, v.offset, v.size) for n, v in CONTEXT.registers.items()}
FLAG_NAMES = {"N": "SRL_N", "OV": "SRL_OV", "Z": "SRL_Z", "C": "SRL_C"}
TRIALS = 24
HERE = pcode.BASE // 2

DEVIATIONS = {
    "DC": "pypcode takes bit 4 of the result; it is the carry out of bit 3 (byte) or bit 7 (word)",
    "OV": "of SUBB, SUBBR, CPB and NEG pypcode sets it wrongly next to the limits",
    "W15": "pypcode lets it become odd; bit 0 is always 0",
    "CPB Wb, #lit5": "pypcode takes Wb from bits 8 to 5; the manual has it in bits 14 to 11",
    "SE, ZE": "pypcode moves the source's pointer by 2; the source is a byte and moves it by 1",
    "TBLRD.B": "pypcode moves the source's pointer by 2; in byte mode it moves by 1",
    "BSW.Z": "pypcode writes Z; the manual writes its complement",
    "DAW": "pypcode loses the carry out of the upper digit",
    "RETURN": "pypcode keeps bit 0 of the popped address; the program counter is even",
    "RETLW": "pypcode restores SR as RETFIE does; no flag is affected",
    "BRA Wn": "pypcode takes Wn as unsigned; the offset is signed",
    "RCALL Wn": "pypcode leaves the program counter out; the target is relative to it",
    "DIV": "pypcode names an operation without saying what it does; N of DIV.U is open there",
    "REPEAT": "pypcode puts one more than the literal into RCOUNT; the literal itself goes there",
    "Wb": "where the source moves Wb as its pointer pypcode reads Wb after that, the core before",
}


def encoded(instruction: Instruction, chance: random.Random) -> tuple[int, dict[str, int]]:
    """A random word of an instruction."""
    while True:
        fields = {k: chance.getrandbits(len(v)) for k, v in instruction.layout.items()}
        if "f" in fields and "f" in instruction.layout and len(instruction.layout["f"]) == 15:
            fields["f"] |= 0x400
        elif "f" in fields:
            fields["f"] |= 0x800 if len(instruction.layout["f"]) == 13 else 0
        if instruction.name.startswith(("bra", "rcall")) and "n" in fields:
            fields["n"] &= 0x7FFF
        word = instruction.encode(fields)
        if instruction.matches(word):
            return word, instruction.fields_of(word)


def as_bytes(word: int) -> bytes:
    return (word & 0xFFFFFF).to_bytes(4, "little") + (word >> 24).to_bytes(4, "little")


def plain(text: str) -> str:
    """Both disassemblers' ways to write one thing made one."""
    text = text.lower().replace(" ", "").replace("#", "").replace("+-", "-").replace(".w", "", 1)
    text = re.sub(r"^div\.([su])w(?=w)", r"div.\1", text)
    text = re.sub(r"0x([0-9a-f]+)", lambda m: str(int(m[1], 16)), text)
    return re.sub(r"^(btst|btsts|bset|bclr|btg|btss|btsc)\.b(?=\d)", r"\1", text).rstrip(",")


@pytest.mark.parametrize("instruction", ISA.instructions, ids=lambda i: i.name)
@pytest.mark.sampled(16)
def test_decoding(instruction: Instruction) -> None:
    chance = random.Random(instruction.name)
    for _ in range(TRIALS):
        word, fields = encoded(instruction, chance)
        if instruction.name in ("setm_f_wreg", "clr_f_wreg"):
            fields["f"] = 0
            word = instruction.encode(fields)
        found = CONTEXT.disassemble(as_bytes(word), base_address=pcode.BASE, max_instructions=1)
        theirs = found.instructions[0]
        ours = ISA.disassemble(word & 0xFFFFFF, word >> 24, HERE)
        if instruction.name == "cpb_wb_lit5":
            assert theirs.mnem.startswith("cpb") and f"w{fields['w']}," in ours
            continue
        name, text = plain(f"{theirs.mnem} {theirs.body}"), plain(ours)
        if instruction.name == "setm_f_wreg":
            name = name.replace("0,", "")
        name = name.replace(",,", ",").replace(
            "mov.b" + str(fields.get("k")), text[:5] + str(fields.get("k"))
        )
        assert name == text


class Trial:
    """One instruction on both machines from one random state."""

    def __init__(self, instruction: Instruction, chance: random.Random) -> None:
        self.instruction = instruction
        self.word, self.fields = encoded(instruction, chance)
        if instruction.name in ("setm_f_wreg", "clr_f_wreg"):
            self.fields["f"] = 0
            self.word = instruction.encode(self.fields)
        self.ours = Simulator()
        program = {address: chance.getrandbits(24) for address in range(0x3000, 0x3100, 2)}
        for address in range(HERE, HERE + 16, 2):
            program[address] = 0
        program[HERE] = self.word & 0xFFFFFF
        if instruction.words == 2:
            program[HERE + 2] = self.word >> 24
        self.ours.load(program)
        self.ours.allow(0x0800, 0xF800)
        self.memory = chance.randbytes(0x10000)
        self.ours.data[:] = self.memory
        table = instruction.name.startswith("tblrd")
        choices = (
            (lambda: chance.randrange(0x3010, 0x30E0) & ~1,)
            if table
            else (
                lambda: chance.getrandbits(16),
                lambda: chance.randrange(0x1000, 0xF000) & ~1,
                lambda: chance.getrandbits(4),
            )
        )
        self.w = [chance.choice(choices)() for _ in range(16)]
        self.w[15] &= 0xFFFE
        self.flags = {flag: chance.getrandbits(1) for flag in FLAGS}
        self.ours.w[:16] = self.w
        for flag, value in self.flags.items():
            self.ours.w[SLOT[flag]] = value
        self.ours.pc = HERE
        self.theirs = pcode.Machine(lambda space, at: self.default(program, space, at))
        for number in range(16):
            self.theirs.put(Varnode("ram", 2 * number, 2), self.w[number])
        for flag, name in {**FLAG_NAMES, "DC": "SRH_DC"}.items():
            self.theirs.put(REGISTERS[name], self.flags[flag])
        self.theirs.put(REGISTERS["TBLPAG"], 0)
        self.theirs.put(REGISTERS["SPLIM"], 0xFFFE)

    def default(self, program: dict[int, int], space: str, at: int) -> int:
        if space == "ram":
            return self.memory[at & 0xFFFF]
        if space == "rom":
            return program.get(at >> 2 << 1, 0) >> 8 * (at & 3) & 0xFF
        return 0

    def run(self) -> bool:
        """Run both; False where ours traps, or reads special function registers."""
        try:
            self.ours.step()
        except Trap:
            return False
        self.theirs.run(
            CONTEXT.translate(as_bytes(self.word), base_address=pcode.BASE, max_instructions=1)
        )
        return True

    @property
    def wb_moves(self) -> bool:
        f = self.fields
        moving = f.get("p", 0) in (2, 3, 4, 5) or f.get("q", 0) in (2, 3, 4, 5)
        return "w" in f and moving and f["w"] in (f.get("s"), f.get("d"))

    def differences(self) -> list[str]:
        ours, theirs, found = self.ours, self.theirs, []
        name = self.instruction.name
        moved = self.fields.get("s") if name in ("se", "ze") or self.fields.get("B") else None
        by_two = name in ("se", "ze", "tblrdl", "tblrdh") and self.fields["p"] >= 2
        for number in range(16):
            mask = 0xFFFE if number == 15 else 0xFFFF
            a, b = ours.w[number], theirs.get(Varnode("ram", 2 * number, 2))
            if by_two and number == moved:
                continue
            if (a ^ b) & mask:
                found.append(f"w{number} {a:04x} {b:04x}")
        for flag, register in FLAG_NAMES.items():
            if name == "retlw":
                continue
            if flag == "OV" and self.instruction.mnemonic in ("subb", "subbr", "cpb", "neg"):
                continue
            a, b = int(ours.w[SLOT[flag]]), theirs.get(REGISTERS[register]) & 1
            if a != b:
                found.append(f"{flag} {a} {b}")
        written = {
            at: v for (space, at), v in theirs.spaces.items() if space == "ram" and at > 0x7FF
        }
        for at, value in written.items():
            if ours.data[at & 0xFFFF] != value:
                found.append(f"memory {at:#06x} {ours.data[at & 0xFFFF]:02x} {value:02x}")
        for at in range(0x0800, 0x10000):
            if ours.data[at] != self.memory[at] and at not in written:
                found.append(f"memory {at:#06x} written by us only")
        following = HERE + 2 * self.instruction.words
        there = following if theirs.jump is None else theirs.jump
        if theirs.jump is not None and not self.by_register:
            there //= 2
        there &= ~1
        if theirs.get(REGISTERS["SkipNextFlag"]):
            there = following + 2
        if self.instruction.mnemonic != "repeat" and ours.pc != there:
            found.append(f"pc {ours.pc:#x} {there:#x}")
        return found

    @property
    def by_register(self) -> bool:
        name = self.instruction.name
        return name.endswith("_wn") or name in ("return", "retlw")


def pointer_excluded(trial: Trial) -> bool:
    """Where source and pointer deviations overlap: the address itself differs then."""
    name, f = trial.instruction.name, trial.fields
    if name in ("se", "ze"):
        return f["p"] in (4, 5) or f["d"] == f["s"]
    if name in ("tblrdl", "tblrdh"):
        return bool(f["B"]) and (f["p"] >= 4 or f["d"] == f["s"] or bool(trial.w[f["s"]] & 1))
    return False


LEFT_OUT = {"cpb_wb_lit5", "bsw_z", "daw_b", "rcall_wn", "div_sw", "div_sd", "div_uw", "div_ud"}
"""Instructions of which a deviation touches every case; the tests of the core cover them."""


def small_address(trial: Trial) -> bool:
    """Whether an access was to special function registers, which pypcode has in its memory."""
    seen = Simulator(tracing=True)
    seen.load(trial.ours.program)
    seen.guard[:] = trial.ours.guard
    seen.data[:] = trial.memory
    seen.w[:16] = trial.w
    seen.w[SLOT["TBLPAG"]] = 0
    for flag, value in trial.flags.items():
        seen.w[SLOT[flag]] = value
    seen.pc = HERE
    seen.step()
    return any(event >> 24 and event & 0xFFFF < 0x0800 for event in seen.events)


@pytest.mark.parametrize("instruction", ISA.instructions, ids=lambda i: i.name)
@pytest.mark.sampled(16)
def test_meaning(instruction: Instruction) -> None:
    if instruction.name in LEFT_OUT:
        return
    chance = random.Random(instruction.name)
    done = tried = 0
    while done < TRIALS:
        tried += 1
        assert tried < 4000, "always traps"
        trial = Trial(instruction, chance)
        if trial.wb_moves or pointer_excluded(trial):
            continue
        if instruction.name == "retlw" and trial.fields["d"] == 15:
            continue  # Nobody returns a value in the stack pointer.
        if instruction.name == "bra_wn" and trial.w[trial.fields["s"]] & 0x8000:
            continue
        if not trial.run() or small_address(trial):
            continue
        done += 1
        assert not trial.differences(), trial.instruction.text(trial.fields, HERE)


def test_a_wrong_meaning_is_found() -> None:
    """Carries swapped for borrows, an address off by two, a flag forgotten: each is seen."""
    base = next(i for i in ISA.instructions if i.name == "sub_wb_ws_wd")

    def flags_lost(fields):
        return [replace(step, flags={}) for step in base.meaning(fields)]

    def swapped(fields):
        (step,) = base.meaning(fields)
        return [replace(step, flags={**step.flags, "C": ~step.flags["C"]})]

    def nothing(fields):
        return [Step()]

    for meaning in (flags_lost, swapped, nothing):
        broken = replace(base, meaning=meaning)
        chance = random.Random(1)
        found = []
        while len(found) < 12:
            trial = Trial(broken, chance)
            trial.ours.set = BrokenSet(broken)
            if not trial.wb_moves and trial.run():
                found.append(bool(trial.differences()))
        assert any(found)


class BrokenSet:
    """A decoder that knows one instruction."""

    def __init__(self, instruction: Instruction) -> None:
        self.instruction = instruction

    def decode(self, word: int, second: int = 0) -> Instruction | None:
        return self.instruction if self.instruction.matches(word) else ISA.decode(word, second)


def test_deviations_are_documented() -> None:
    text = " ".join((FOLDER / "README.md").read_text().split())
    for name, reason in DEVIATIONS.items():
        assert f"| {name} | {reason} |" in text, name
